"""Writes the source of the website: pages of the repository's Markdown files, of the reference of all
plugins and of the records. Links to other files of the repository lead to copies of them.

Usage: site.py PLUGIN_REFERENCE FOLDER BASE_PATH_OF_THE_SITE
"""

import csv
import json
import re
import shutil
import sys
from itertools import groupby
from pathlib import Path

reference, target, base = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
root = Path.cwd()
link = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
pending = ["README.md", "CHANGELOG.md"] + sorted(str(p) for p in Path("Documentation").glob("*.md"))
copied = set()


def rewritten(page, text):
    """The links of a page; those to folders, which a website cannot show, become text."""

    def replace(match):
        path = match[3].partition("#")[0]
        if not path or re.match(r"[a-z]+:", path):
            return match[0]
        file = (root / page).parent.joinpath(path).resolve()
        if not file.exists():
            sys.exit(f"{page}: error: the link {match[3]} leads nowhere; correct it")
        if file.is_dir():
            return match[2]
        pending.append(str(file.relative_to(root)))
        return match[0]

    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else link.sub(replace, part) for part in parts)


def write(name, text):
    file = target / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("{", "&#123;")


def records(file):
    """A page of tables: one for each experiment, with the command that made its figures."""
    with open(file) as lines:
        rows = list(csv.DictReader(lines))
    experiments = {path.stem: path for path in Path("Experiments").rglob("*.yaml")}
    lines = [f"# Records of {file.stem}", ""]
    lines += [f"From {file}. A low load means that no other program ran.", ""]
    runs = groupby(rows, lambda row: (row["experiment"], row["date"], row["commit"], row["load"]))
    for (name, date, commit, load), group in runs:
        path = experiments.get(name)
        command = f"forcelab run {path} --record Results/records" if path else "make records"
        lines += [f"## {name}, {date[:10]}", "", f"Commit {commit[:10]}, load {float(load):.2g}.", ""]
        lines += ["```sh", command, "```", "", "| | column | trials | measured | 95 % interval |"]
        lines += ["|---|---|---:|---:|---|"]
        for row in group:
            interval = f"{float(row['low']):.4g} … {float(row['high']):.4g}" if row["low"] else ""
            measured = f"{float(row['measured']):.6g}" if row["measured"] else ""
            lines.append(f"| {escaped(row['name'])} | `{row['column']}` | {row['n']} | {measured} | {interval} |")
        lines.append("")
    return "\n".join(lines)


write("Plugins.md", reference.read_text())
record_pages = sorted(Path("Results/records").glob("*.csv"))
for file in record_pages:
    write(f"Results/{file.stem}.md", records(file))

while pending:
    name = pending.pop()
    if name in copied:
        continue
    copied.add(name)
    if name.endswith(".md"):
        write(name, rewritten(name, Path(name).read_text()))
    else:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, target / name)

# The order of the articles is that of their index.
index = Path("Documentation/README.md").read_text()
navigation = [{"Start": "README.md"}, {"Gallery": "Documentation/Gallery.md"}]
for title, section in re.findall(r"^## (.+)\n((?:.+\n|\n(?!##))*)", index, flags=re.M):
    pages = re.findall(r"^- \[([^\]]+)\]\((\w+\.md)\)", section, flags=re.M)
    navigation.append(
        {title: [{text: f"Documentation/{page}"} for text, page in pages if page != "Gallery.md"]})
navigation.append({"Plugins": "Plugins.md"})
navigation.append({"Libraries": f"{base}/libraries/documentation/forcelab/"})
navigation.append({"Records": [{file.stem: f"Results/{file.stem}.md"} for file in record_pages]})
navigation.append({"Changes": "CHANGELOG.md"})

# JSON is YAML.
configuration = {
    "INHERIT": str(root / "Scripts/site.yml"),
    "docs_dir": str(target.resolve()),
    "site_dir": str((target / "../site").resolve()),
    "nav": navigation,
}
(target / "../site.yml").write_text(json.dumps(configuration, indent=1))
