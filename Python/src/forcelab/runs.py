"""Runs of experiments and their folders."""

import html
import json
import os
import re
import tempfile
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import pandas

from .program import ForceLabError, checked, read_json, read_table, settings, yaml


def run(experiment, out=None, *, set=(), jobs=None, fresh=False, resume=False, progress=True):
    """Runs an experiment, and returns its Run.

    experiment: the path of a YAML file, or a dictionary with the same keys. Paths in a dictionary begin in the working
        folder.
    out: the run folder; by default a new folder below Results, or a temporary one for a dictionary.
    set: a text such as "forces.many-body.strength=-50", several, or a dictionary of paths and values.
    jobs: how many trials run at once.
    fresh: delete the run in `out` first, as when a notebook runs again.
    resume: run only the trials that the run in `out`, or the latest run of the experiment, does not have yet.
    progress: show the progress.

    Raises ForceLabError if the experiment is invalid, with the line of a dictionary that is. Trials that failed are
    rows of `trials` with another status than "ok".
    """
    arguments = settings(set)
    if jobs is not None:
        arguments += ["--jobs", jobs]
    arguments += (["--fresh"] if fresh else []) + (["--resume"] if resume else [])
    keeper = None
    if isinstance(experiment, dict):
        if out is None:
            keeper = tempfile.TemporaryDirectory(prefix="forcelab-")
            out = Path(keeper.name) / str(experiment.get("name", "run"))
        # JSON is YAML. The file is in the working folder, where its paths begin.
        try:
            file = tempfile.NamedTemporaryFile("w", suffix=".yaml", prefix=".forcelab-", dir=".", encoding="utf-8")
        except OSError as error:
            raise ForceLabError(
                f"cannot write the experiment into the working folder: {error.strerror}; "
                "use another working folder, or the path of a file") from None
        with file:
            text = yaml({"name": "experiment", **experiment}, indent=1)
            file.write(text)
            file.flush()
            try:
                return _run(file.name, out, arguments, progress, keeper)
            except ForceLabError as error:
                raise ForceLabError(_placed(str(error), Path(file.name).name, text.split("\n"))) from None
    if not isinstance(experiment, (str, os.PathLike)):
        raise TypeError(f"an experiment is the path of a file or a dictionary, not {type(experiment).__name__}")
    return _run(experiment, out, arguments, progress, None)


def _placed(message, file, lines):
    """The message with the line of a dictionary in place of a file that is gone."""
    place = re.compile(rf"^.*{re.escape(file)}:(\d+):\d+: (.*)$", re.MULTILINE)
    return place.sub(lambda found: f"{found[2]}, in: {lines[int(found[1]) - 1].strip().rstrip(',')}", message)


def _run(file, out, arguments, progress, keeper):
    if out is not None:
        arguments = arguments + [f"--out={out}"]
    # A run in which trials failed ends with 1, and has a folder.
    output = checked(["run", *arguments, "--", file], progress=progress, codes=(0, 1))
    folders = [line.split(":", 1)[1].strip() for line in output.splitlines() if line.startswith("Results:")]
    if not folders:
        raise ForceLabError(output.strip() or "the run has no results")
    found = Run(folders[-1] if out is None else out)
    found._keeper = keeper
    return found


class Run:
    """A run folder.

    Frames have a column for each in the CSV file, with its type; whole numbers beside empty cells are `Int64`. `units`
    has their units, and `titles` their titles. `frame.attrs` has both, those of its own table.
    """

    def __init__(self, folder):
        # The working folder may change.
        self.folder = Path(folder).absolute()
        self._keeper = None
        if not (self.folder / "journal.jsonl").is_file():
            raise ForceLabError(f"{self.folder}: there is no run in this folder")
        if not (self.folder / "columns.json").is_file():
            raise ForceLabError(f"{self.folder}: the run has no results yet")

    @cached_property
    def columns(self):
        """The declarations of columns, by table: name, title, unit, role, and whether lower or higher is better."""
        return read_json(self.folder / "columns.json")

    @property
    def trials(self):
        """A row for each trial."""
        return self._frame("trials")

    @property
    def samples(self):
        """A row for each recorded iteration of a trial; empty if nothing was recorded."""
        return self._frame("samples")

    @property
    def summary(self):
        """A row for each configuration, with statistics of each measure."""
        return self._frame("summary")

    @property
    def events(self):
        """A row for each event of a trial; empty if there are none."""
        return self._frame("events")

    @cached_property
    def units(self):
        return self._facts("unit")

    @cached_property
    def titles(self):
        return self._facts("title")

    @property
    def findings(self):
        """What the report states, with its intervals: the content of findings.json."""
        path = self.folder / "findings.json"
        return read_json(path) if path.is_file() else {}

    def layout(self, trial):
        """The positions of the nodes after a trial: a frame with a row for each, its id as the index, in px."""
        path = self.folder / "layouts" / f"{int(trial)}.csv"
        if not path.is_file():
            raise ForceLabError(f"{path}: the run has kept no layout of trial {trial}")
        return read_table(path, dtype={"id": str}, keep_default_na=False).set_index("id")

    @property
    def layouts(self):
        """Arrays of positions, nodes × dimensions, by trial. Each is read when it is asked for."""
        return _Layouts(self)

    @property
    def charts(self):
        """The names of the charts."""
        return sorted(path.name[:-len(".vl.json")] for path in (self.folder / "plots").glob("*.vl.json"))

    def specification(self, name):
        """The Vega-Lite specification of a chart, with its data."""
        path = self.folder / "plots" / f"{name}.vl.json"
        if not path.is_file():
            raise ForceLabError(f"the run has no chart '{name}'; it has {', '.join(self.charts) or 'none'}")
        return read_json(path)

    def chart(self, name):
        """A chart as an Altair object, which can be changed. Needs altair."""
        try:
            import altair
        except ImportError:
            raise ForceLabError("charts need altair: pip install altair") from None
        specification = self.specification(name)
        kinds = {"layer": altair.LayerChart, "hconcat": altair.HConcatChart, "vconcat": altair.VConcatChart,
                 "concat": altair.ConcatChart, "facet": altair.FacetChart, "repeat": altair.RepeatChart}
        kind = next((kinds[key] for key in kinds if key in specification), altair.Chart)
        # Altair lifts the zoom of a layer to the chart, but not which layer has it.
        for index, layer in enumerate(specification.get("layer", [])):
            name = layer.setdefault("name", f"layer_{index}")
            specification.setdefault("params", []).extend(
                {**parameter, "views": [name]} for parameter in layer.pop("params", []))
        return kind.from_dict(specification, validate=False)

    @property
    def scoreboard(self):
        """The scoreboard: a row for each configuration or algorithm, as in the report."""
        return pandas.DataFrame(json.loads(checked(["show", self.folder, "--format", "json"]))["scoreboard"])

    def _repr_html_(self):
        """The scoreboard in a notebook."""
        lines = checked(["show", self.folder, "--format", "markdown"]).splitlines()
        rows = [_cells(line) for line in lines if line.startswith("|")]
        text = [_markup(line) for line in lines if line and not line.startswith("|")]
        if len(rows) < 2:
            return "<p>" + "<br>".join(text) + "</p>"
        head = "".join(f"<th>{_markup(cell)}</th>" for cell in rows[0])
        body = "".join("<tr>" + "".join(f"<td>{_markup(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{'<br>'.join(text)}</p>"

    def __repr__(self):
        return f"Run({str(self.folder)!r})"

    def _facts(self, fact, own=None):
        """By the name of the column. Of columns of the same name, that of the table `own` counts."""
        tables = sorted(("trials", "samples", "events"), key=lambda table: table == own)
        return {column["name"]: column.get(fact, "") for table in tables for column in self.columns.get(table, [])}

    def _frame(self, table):
        path = self.folder / f"{table}.csv"
        if table in ("samples", "events") and not path.is_file():
            return pandas.DataFrame()
        frame = read_table(path)
        # Names of graphs and hashes may look like numbers.
        known = ("graph", "variant", "host", "message", "edge_attributes")
        texts = [name for name in frame if name.endswith("_hash") or name in known]
        # Swept values such as null are values, too.
        names, after = list(frame), {"trials": "status", "summary": "trials"}.get(table)
        swept = names[:names.index(after)] if after in names else []
        # Whole numbers beside empty cells are floats, which lose digits.
        whole = [name for name in frame if frame[name].dtype == float and frame[name].hasnans
                 and not frame[name].isna().all() and (frame[name].dropna() % 1 == 0).all()]
        words = pandas.read_csv(path, dtype=str, keep_default_na=False,
                                usecols=lambda name: name in texts + swept + whole)
        for name in whole:
            filled = frame[name].notna()
            if words.loc[filled, name].str.fullmatch(r"-?\d+").all() and frame[name].abs().max() < 2**63:
                numbers = [int(text) if is_filled else None for text, is_filled in zip(words[name], filled)]
                frame[name] = pandas.array(numbers, dtype="Int64")
        for name in texts + swept:
            lost = frame[name].isna() & (words[name] != "")
            if name in texts:
                frame[name] = words[name]
            elif lost.any():
                frame[name] = frame[name].astype(object).mask(lost, words[name])
        for name in frame:
            # True and false beside empty cells are objects; so are numbers in columns that also have words.
            values = frame[name].dropna().unique()
            if frame[name].dtype == object and len(values) and {str(value) for value in values} <= {"True", "False"}:
                frame[name] = frame[name].astype("boolean")
        own = "trials" if table == "summary" else table
        for fact in ("unit", "title"):
            facts = self._facts(fact, own)
            frame.attrs[fact + "s"] = {name: self._fact(facts, name, table) for name in frame}
        return frame

    @staticmethod
    def _fact(facts, name, table):
        """That of a column of `table`; a statistic in the summary has that of its measure."""
        statistic, _, measure = name.partition("_")
        if table == "summary" and statistic in ("median", "mean", "sd", "mad", "minimum", "maximum", "low", "high"):
            return facts.get(measure, "")
        return facts.get(name, "")


class _Layouts(Mapping):
    """The layouts of a run, which may be thousands of files."""

    def __init__(self, run):
        paths = (run.folder / "layouts").glob("*.csv")
        self._run, self._numbers = run, dict.fromkeys(sorted(int(path.stem) for path in paths if path.stem.isdigit()))

    def __getitem__(self, trial):
        if trial not in self._numbers:
            raise KeyError(trial)
        return self._run.layout(trial).filter(["x", "y", "z"]).to_numpy()

    def __iter__(self):
        return iter(self._numbers)

    def __len__(self):
        return len(self._numbers)

    def __repr__(self):
        return f"<layouts of {len(self)} trials>"


def _cells(line):
    """The cells of a row of a Markdown table, in which \\| is a bar."""
    cells, cell, escaped = [], "", False
    for character in line.strip()[1:]:
        if character == "|" and not escaped:
            cells.append(cell.strip())
            cell = ""
        else:
            cell += character
        escaped = character == "\\" and not escaped
    return cells


def _markup(markdown):
    """A cell or line as HTML: what begins it between ** is bold, and entities and backslashes protect characters."""
    strong, rest = re.fullmatch(r"(?:\*\*((?:\\.|[^\\])+?)\*\*)?(.*)", markdown, re.DOTALL).groups()
    text = html.escape(html.unescape(re.sub(r"\\(.)", r"\1", rest)))
    return f"<b>{_markup(strong)}</b>{text}" if strong else text
