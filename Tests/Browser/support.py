"""Runs of experiments and their reports in headless Chromium."""

import atexit
import csv
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORCELAB = pathlib.Path(os.environ.get("FORCELAB", ROOT / ".build/release/forcelab"))
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
PLACE = pathlib.Path(tempfile.mkdtemp(prefix="forcelab-browser-"))

WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")

FAILING = """
name: failing
summary: Some <trials> do not give "their" reference & say so.
study: averages
values: [1, 2, 3]
sweep: {grid: {reference: [2, 7, 2]}}
limits:
  - {name: no time at all, figure: {column: wall_seconds}, at-most: 1e-12}
"""

SOLID = """
name: solid
graph: {mesh: {rows: 8, columns: 8}}
dimensions: 3
forces: [many-body, link]
stop: {iterations: 100}
sweep: {grid: {"forces.link.length": [20, 60]}}
"""


def _swept(name, strengths, lengths):
    """An experiment that sweeps two numbers."""
    return f"""
name: {name}
graph: {{path: {{count: 5}}}}
forces: [many-body, link]
stop: {{iterations: 3}}
metrics: [stress]
sweep:
  grid:
    forces.many-body.strength: {{from: -10, to: -100, count: {strengths}}}
    forces.link.length: {{from: 10, to: 100, count: {lengths}}}
"""


WIDE = _swept("wide", 20, 25)
# A heat map with numbers on colors of the whole scale.
SHADED = _swept("shaded", 8, 8)

CROWDED = """
name: crowded
graph: {random: {nodes: 300, edges: 9000}}
forces: [many-body, link]
stop: {iterations: 3}
view: {color: degree, scale: category}
"""

# Algorithms over graphs.
GRAPHS = """
name: graphs
summary: Which layout is best for small graphs?
repeat: 2
metrics: [stress, edge-crossings]
variants:
  stress: {preset: stress}
  d3: {preset: d3}
  fr: {preset: fruchterman-reingold}
sweep:
  grid:
    graph:
      - {path: {count: 12}}
      - {ring: {count: 20}}
      - {mesh: {rows: 4, columns: 5}}
      - {tree: {depth: 4, branching: 2}}
      - {random-tree: {nodes: 25}}
      - {hypercube: {dimension: 4}}
"""

# The first iteration is not finite.
TORN = """
name: torn
graph: {path: {count: 5}}
forces: [{many-body: {strength: -1e308}}, link]
record: {frames: 5}
"""

# Nodes come and go.
GROWING = """
name: growing
graph: {path: {count: 6}}
forces: [many-body, link]
record: {frames: 60}
stop: {iterations: 60}
events:
  - {at: 20, add-nodes: {count: 3, place: border, links: 1}, reheat: 1}
  - {at: 40, remove-nodes: {count: 4}}
"""

TUNED = """
name: tuned
sweep: {grid: {graph: [{ring: 5}, {ring: 6}, {ring: 7}, {ring: 8}, {ring: 9}, {ring: 10}, {ring: 11}, {ring: 12}]}}
placement: {uniform: {width: 100, height: 100}}
forces: [many-body, link]
stop: {iterations: 30}
tune:
  minimize: [stress]
  over:
    forces.link.length: {from: 1, to: 100, scale: log}
    forces.many-body.strength: {from: -100, to: -1}
"""

# An edge goes and comes back.
REWIRED = """
name: rewired
graph: {path: {count: 2}}
forces: [many-body, link]
record: {frames: 60}
stop: {iterations: 60}
events:
  - {at: 20, remove-edges: [[0, 1]]}
  - {at: 40, add-edges: [[0, 1]]}
"""

# A ball falls and leaves the scene.
SCENE = """
name: scene
study: bodies
size: [200, 100]
bodies:
  - {name: ball, ellipse: {width: 20, height: 20}, at: [50, 20], velocity: [400, 0]}
  - {name: floor, rectangle: {width: 200, height: 10}, at: [100, 95], anchored: true}
gravity: {}
duration: 2
record: {frames: 60}
"""

# Labels, ids, groups, claims and names of files are markup and scripts, change the direction of text, or are very long.
TEXTS = [
    "</script><script>owned = 1</script>", "<img src=x onerror='owned = 1'>", "\"><svg onload='owned = 1'>",
    "javascript:owned=1", "\u202egnp.exe", "\u2066isolated\u2069", "${owned = 1}", "<!--", "]]>", "W" * 3000,
]

HOSTILE = f"""
name: hostile
summary: {json.dumps(TEXTS[0] + TEXTS[4])}
view: {{color: group}}
stop: {{iterations: 20}}
metrics: [stress]
record: {{frames: 5}}
sweep:
  grid:
    graph: {json.dumps([{"file": f"names/{text}.json"} for text in TEXTS[1:3]])}
    placement: {json.dumps([{"file": {"path": f"names/{text}.csv"}} for text in TEXTS[1:3]])}
limits: [{{name: {json.dumps(TEXTS[1])}, figure: {{column: stress}}, at-most: 1e-9}}]
published:
  - claim: {json.dumps(TEXTS[0])}
    source: {json.dumps(TEXTS[3])}
    note: {json.dumps(TEXTS[2])}
    figure: {{column: stress}}
    value: 1
"""

HOSTILE_GRAPH = {
    "nodes": [
        {"id": f"{text} {number}", "label": text, "group": TEXTS[number - 3]}
        for number, text in enumerate(TEXTS)],
    "links": [
        {"source": f"{text} {number}", "target": f"{TEXTS[0]} 0"}
        for number, text in enumerate(TEXTS[1:], 1)],
}

FRAMES = ["--set", "record={frames: 40}"]
RUNS = {
    "quickstart": ["Experiments/quickstart.yaml", "--repeat", "5", *FRAMES],
    "integrators": ["Experiments/integrators.yaml", "--repeat", "2", *FRAMES],
    "energy-models": ["Experiments/energy-models.yaml", "--repeat", "1", *FRAMES],
    "blog-cells": ["Experiments/blog-cells.yaml", "--repeat", "1"],
    "region-query": ["Experiments/region-query.yaml", "--repeat", "2"],
    "averages": ["Experiments/averages.yaml"],
    "blog-means": ["Experiments/published/blog-means.yaml"],
    "failing": [FAILING],
    "solid": [SOLID],
    "torn": [TORN],
    "growing": [GROWING],
    "rewired": [REWIRED],
    "scene": [SCENE],
    "wide": [WIDE],
    "shaded": [SHADED],
    "crowded": [CROWDED],
    "graphs": [GRAPHS],
    "hostile": [HOSTILE],
}


def _make(name):
    folder = PLACE / name
    file, *options = RUNS[name]
    if "\n" in file:
        (PLACE / f"{name}.yaml").write_text(file)
        (PLACE / "names").mkdir(exist_ok=True)
        for number, text in enumerate(TEXTS[1:3], 1):
            (PLACE / f"names/{text}.json").write_text(json.dumps(HOSTILE_GRAPH))
            with open(PLACE / f"names/{text}.csv", "w", newline="") as positions:
                rows = csv.writer(positions)
                rows.writerow(["id", "x", "y"])
                for place, node in enumerate(HOSTILE_GRAPH["nodes"]):
                    rows.writerow([node["id"], place * number % 7 * 30, place * 30])
        file = str(PLACE / f"{name}.yaml")
    command = [FORCELAB, "run", file, "--quiet", "--out", folder, *options]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if ended.returncode > 1:
        raise RuntimeError(ended.stderr)
    return folder / "report.html"


def animation(name, trial=1):
    """The file that `draw --animate --format html` makes of a trial of one of `RUNS`."""
    folder = report(name).parent
    command = [FORCELAB, "draw", folder, str(trial), "--format", "html"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / f"layouts/{trial}.html"


def tuning():
    """The page of a tuning."""
    (PLACE / "tuned.yaml").write_text(TUNED)
    command = [FORCELAB, "tune", PLACE / "tuned.yaml", "--budget", "130", "--quiet", "--out", PLACE / "tuned"]
    subprocess.run(command, check=True, capture_output=True)
    return PLACE / "tuned/tune.html"


_reports = {}


def report(name):
    """The report of one of `RUNS`; the first call runs the experiment."""
    if name not in _reports:
        _reports[name] = _make(name)
    return _reports[name]


_playwright = sync_playwright().start()
_browser = _playwright.chromium.launch(
    executable_path=CHROMIUM, args=["--no-sandbox", "--headless=new"])


@atexit.register
def _end():
    _browser.close()
    _playwright.stop()
    shutil.rmtree(PLACE, ignore_errors=True)


def context(width, scheme, **options):
    """A browser without a history, which waits for two minutes before it gives up."""
    opened = _browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
    opened.set_default_timeout(120_000)
    return opened


class Page:
    """A report in a browser; its errors and requests are kept."""

    def __init__(self, name, width=1280, scheme="light", file=None, **options):
        self.errors, self.requests = [], []
        self.address = (file or report(name)).as_uri()
        self.context = context(width, scheme, **options)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(self.address)
        self.settle()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def settle(self):
        """Waits until all changes are drawn."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def __getattr__(self, name):
        return getattr(self.page, name)
