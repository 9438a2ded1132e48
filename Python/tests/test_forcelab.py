"""Tests of the package with the program of $FORCELAB."""

import importlib.metadata
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import altair
import forcelab
import igraph
import networkx
import numpy
import pandas
import pytest
import scipy.sparse
import vl_convert
from forcelab import engine, runs
from forcelab.program import call, yaml

ROOT = Path(__file__).parents[2]

EXPERIMENT = {
    "name": "charges",
    "seed": 1,
    "repeat": 2,
    "graph": "karate",
    "stop": {"iterations": 20},
    "metrics": ["stress"],
    "sweep": {"grid": {"forces.many-body.strength": [-30, numpy.float64(-100)]}},
}


@pytest.fixture(scope="module")
def run():
    return forcelab.run(EXPERIMENT, progress=False)


def test_frames_have_types_and_units(run):
    trials = run.trials
    assert len(trials) == 4 and set(trials["status"]) == {"ok"}
    assert trials["stress"].dtype == float and trials["iterations"].dtype == int
    assert trials["contended"].dtype == bool or str(trials["contended"].dtype) == "boolean"
    assert trials["layout_hash"].dtype != float
    assert trials.attrs["units"]["movement"] == "px/tick" and run.units["layout_seconds"] == "s"
    assert run.titles["nodes"] == "nodes"
    assert run.summary.attrs["units"]["median_layout_seconds"] == "s" and not run.summary.attrs["units"]["n_movement"]
    assert len(run.samples) == 80 and len(run.summary) == 2
    assert run.events.empty


def test_the_version_is_that_of_the_program():
    found = subprocess.run([forcelab.program(), "--version"], capture_output=True, text=True).stdout.strip()
    assert found == forcelab.__version__ == importlib.metadata.version("forcelab")


def test_numbers_are_those_of_the_file(run):
    text = (run.folder / "trials.csv").read_text().splitlines()
    column = text[0].split(",").index("stress")
    assert [float(line.split(",")[column]) for line in text[1:]] == list(run.trials["stress"])


def test_frames_keep_digits_words_and_units(run, tmp_path):
    shutil.copytree(run.folder, tmp_path / "run")
    found = forcelab.Run(tmp_path / "run")
    (found.folder / "trials.csv").write_text(
        "trial,configuration,repeat,seed,record.every,nodes,status,stop_reason,expected_mean,stress,nodes,edge_attributes\n"
        "1,1,1,1,null,3,ok,,3080459178788085931,1,7,nan\n2,1,2,1,,,ok,,,,8,\n3,2,1,1,2,4,ok,,-2,0.5,9,weight\n")
    trials = found.trials
    assert trials["expected_mean"].dtype == "Int64" and trials["expected_mean"][0] == 3080459178788085931
    assert trials["stress"].dtype == float and list(trials["nodes"].dropna()) == [3, 4]
    assert trials["record.every"][0] == "null" and repr(trials["record.every"][2]) == "2"
    assert list(trials["edge_attributes"]) == ["nan", "", "weight"]
    assert found.samples.attrs["units"]["movement"] == "px/tick"
    found.columns["trials"].append({"name": "movement", "unit": "px", "title": "of trials"})
    assert found.samples.attrs["units"]["movement"] == "px/tick" and found.trials.attrs["units"]["nodes"] == ""
    assert found.summary.attrs["units"]["median_movement"] == "px"


def test_layouts_are_arrays(run):
    assert set(run.layouts) == {1, 2, 3, 4} and run.layouts[1].shape == (34, 2)
    assert list(run.layout(1).columns) == ["x", "y"] and len(run.layout(1)) == 34
    assert 9 not in run.layouts and len(run.layouts) == len(list(run.layouts.values())) == 4
    with pytest.raises(forcelab.ForceLabError, match="no layout of trial 9"):
        run.layout(9)


def test_charts_are_altair_objects(run):
    assert "time-quality" in run.charts
    for name in run.charts:
        chart = run.chart(name).properties(title="Mine")
        assert isinstance(chart, altair.TopLevelMixin) and chart.to_dict(validate=False)["title"] == "Mine"
        assert "Mine" in vl_convert.vegalite_to_svg(chart.to_dict(validate=False))
    with pytest.raises(forcelab.ForceLabError, match="no chart 'x'; it has "):
        run.chart("x")


def test_the_scoreboard_is_a_frame_and_html(run):
    assert isinstance(run.scoreboard, pandas.DataFrame) and len(run.scoreboard) == 2
    assert run._repr_html_().startswith("<table>") and "stress" in run._repr_html_()


def test_a_file_runs_with_settings(tmp_path):
    (tmp_path / "e.yaml").write_text("name: e\ngraph: karate\nstop: {iterations: 5}\n")
    found = forcelab.run(tmp_path / "e.yaml", tmp_path / "out", set={"stop.iterations": 7}, progress=False)
    assert list(found.trials["iterations"]) == [7] and found.folder == tmp_path / "out"
    assert forcelab.Run(tmp_path / "out").trials.equals(found.trials)


@pytest.mark.parametrize("name", ["-o", "x y ", "x\ny"])
def test_paths_may_have_any_name(monkeypatch, tmp_path, name):
    monkeypatch.chdir(tmp_path)
    Path("-e.yaml").write_text("name: e\ngraph: karate\nstop: {iterations: 5}\n", encoding="utf-8")
    assert forcelab.run("-e.yaml", name, progress=False).folder == tmp_path / name


def test_a_run_stays_where_it_is(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    found = forcelab.run(EXPERIMENT, "out", progress=False)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert len(found.trials) == 4 and found.charts
    shutil.rmtree(tmp_path / "out")
    with pytest.raises(forcelab.ForceLabError, match="trials.csv: No such file"):
        found.trials


@pytest.mark.parametrize("text", [None, "", "trial,status\n1,o", "trial\n\udcff\n", '[{"'])
def test_damaged_files_are_errors_with_their_path(run, tmp_path, text):
    for table in ("trials", "samples", "columns"):
        shutil.copytree(run.folder, tmp_path / table)
        found = forcelab.Run(tmp_path / table)
        path = next(found.folder.glob(f"{table}.*"))
        path.unlink()
        if text is not None:
            path.write_text(text, encoding="utf-8", errors="surrogateescape")
        elif table == "samples":
            continue
        with pytest.raises(forcelab.ForceLabError, match=f"{table}.*: "):
            getattr(found, table)


def test_a_run_starts_again_or_is_resumed(tmp_path):
    first = forcelab.run(EXPERIMENT, tmp_path / "out", progress=False)
    with pytest.raises(forcelab.ForceLabError, match="already holds a run"):
        forcelab.run(EXPERIMENT, tmp_path / "out", progress=False)
    assert forcelab.run(EXPERIMENT, tmp_path / "out", resume=True, progress=False).trials.equals(first.trials)
    assert len(forcelab.run({**EXPERIMENT, "repeat": 1}, tmp_path / "out", fresh=True, progress=False).trials) == 2


def test_settings_are_texts_or_a_dictionary():
    graph = networkx.path_graph(4)
    options = ["forces.many-body.strength=-50", ["forces.many-body.strength=-50"], {"forces.many-body.strength": -50}]
    found = [forcelab.layout(graph, preset="d3", seed=1, scale=None, set=option) for option in options]
    assert all(numpy.array_equal(positions[3], found[0][3]) for positions in found)
    assert not numpy.array_equal(found[0][3], forcelab.layout(graph, preset="d3", seed=1, scale=None)[3])
    experiment = {**EXPERIMENT, "sweep": {"grid": {"forces.many-body.strength": pandas.Series([-30, -50])}}}
    assert len(forcelab.run(experiment, set="repeat=1", progress=False).trials) == 2
    experiment["sweep"] = {"grid": {"forces.many-body.strength": range(-30, 0, 10)}}
    assert len(forcelab.run(experiment, set={"repeat": numpy.int64(1)}, progress=False).trials) == 3


def test_infinity_and_null_are_values():
    experiment = {**EXPERIMENT, "repulsion": {"grid": {"cutoff": float("inf")}},
                  "sweep": {"grid": {"energy-limit": [None, 1e9]}}}
    found = forcelab.run(experiment, progress=False)
    assert list(found.trials.groupby("energy-limit").size()) == [2, 2] and list(found.summary["energy-limit"])[0] == "null"
    assert yaml("\x7f\x85\u2028é\n") == r'"\u007f\u0085\u2028é\n"'
    assert yaml({"Infinity": [float("inf"), "a\\", "NaN"]}) == '{"Infinity": [.inf, "a\\\\", "NaN"]}'


def test_names_of_html_are_escaped(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names = ["a&b_c#e.json", "<b>&amp;.json"]
    for name in names:
        links = [{"source": 0, "target": 1, "edge_weight": 2}]
        Path(name).write_text(json.dumps({"nodes": [{"id": 0}, {"id": 1}], "links": links}), encoding="utf-8")
    found = forcelab.run({**EXPERIMENT, "name": "my_exp", "forces": [{"link": {"strength": "edge_weight"}}], "sweep": {
        "grid": {"graph": [{"file": name} for name in names]}}}, progress=False)._repr_html_()
    assert "<td>{file: a&amp;b_c#e.json}</td>" in found and "<td>{file: &lt;b&gt;&amp;amp;.json}</td>" in found
    assert "<p>my_exp. " in found and "edge attributes: edge_weight." in found
    cells = runs._cells(r"| **<b>\_1** | a\|b | 2 |")
    assert [runs._markup(cell) for cell in cells] == ["<b>&lt;b&gt;_1</b>", "a|b", "2"]
    # An interval follows the best value.
    assert runs._markup("**1** (0 … 2)") == "<b>1</b> (0 … 2)" and runs._markup(r"\*\*1\*\*") == "**1**"


def test_mistakes_are_errors_of_the_program(tmp_path):
    with pytest.raises(forcelab.ForceLabError, match="did you mean 'graph'"):
        forcelab.run({"grapf": "karate"}, progress=False)
    with pytest.raises(forcelab.ForceLabError, match="no such file"):
        forcelab.run(tmp_path / "none.yaml", progress=False)
    with pytest.raises(forcelab.ForceLabError, match="there is no run in this folder"):
        forcelab.Run(tmp_path)
    with pytest.raises(forcelab.ForceLabError, match="unknown preset 'forceatlas3'"):
        forcelab.layout(networkx.path_graph(3), preset="forceatlas3")
    with pytest.raises(forcelab.ForceLabError, match="^error: unknown metric 'stres'.*, in: \"stres\"$"):
        forcelab.run({"graph": "karate", "metrics": ["stress", "stres"]}, progress=False)
    with pytest.raises(forcelab.ForceLabError, match="in: \"stres\\\\u2028\"$"):
        forcelab.run({"graph": "karate", "metrics": ["stres\u2028"]}, progress=False)
    with pytest.raises(TypeError, match="not list"):
        forcelab.run(["a.yaml"])
    with pytest.raises(forcelab.ForceLabError, match="^Error: --time and --preset exclude each other; use one of them$"):
        forcelab.layout(networkx.path_graph(3), preset="d3", time=1)
    with pytest.raises(forcelab.ForceLabError, match="time.* -1"):
        forcelab.layout(networkx.path_graph(3), time=-1)
    with pytest.raises(TypeError, match="cannot be a part of an experiment"):
        forcelab.run({"graph": object()}, progress=False)


def test_a_dictionary_needs_a_working_folder(monkeypatch, tmp_path):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(forcelab.ForceLabError, match="cannot write the experiment into the working folder"):
        forcelab.run(EXPERIMENT, tmp_path / "out", progress=False)


def test_much_output_does_not_block(monkeypatch, tmp_path):
    fake = tmp_path / "fake"
    fake.write_text(f"#!{sys.executable}\nimport sys\nsys.stdout.write('x' * 10**6)\nprint('done', file=sys.stderr)\n")
    fake.chmod(0o755)
    monkeypatch.setenv("FORCELAB", str(fake))
    code, output, messages = call(["run"], progress=True)
    assert (code, len(output), messages) == (0, 10**6, ["done"])


def test_messages_in_a_terminal_are_shown_and_kept(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    with pytest.raises(forcelab.ForceLabError, match="unknown metric 'stres'"):
        forcelab.run({**EXPERIMENT, "metrics": ["stres"]})
    assert "unknown metric 'stres'" in terminal.getvalue()


def test_a_missing_program_says_what_to_do(monkeypatch):
    monkeypatch.setenv("FORCELAB", "/none")
    with pytest.raises(forcelab.ForceLabError, match=r"no program at \$FORCELAB"):
        forcelab.layout(networkx.path_graph(3))
    monkeypatch.delenv("FORCELAB")
    monkeypatch.setenv("PATH", "/none")
    with pytest.raises(forcelab.ForceLabError, match="not in the PATH"):
        forcelab.program()


def test_layouts_keep_the_nodes_of_networkx():
    graph = networkx.Graph([("a", (1, 2)), ((1, 2), 3), ("a", "a")])
    graph.add_node(frozenset())
    positions = forcelab.layout(graph, preset="stress", seed=1)
    assert set(positions) == set(graph.nodes) and all(p.shape == (2,) for p in positions.values())
    assert numpy.abs(list(positions.values())).max() == pytest.approx(1)
    again = forcelab.layout(graph, preset="stress", seed=1, center=(5, 5))
    assert all(numpy.allclose(again[node], positions[node] + 5) for node in graph)
    assert forcelab.layout(networkx.empty_graph(1), center=(3, 4))[0].tolist() == [3, 4]
    for center in (5, (1, 2, 3)):
        with pytest.raises(ValueError, match="'center' must have 2 coordinates"):
            forcelab.layout(graph, preset="stress", center=center)


@pytest.mark.parametrize("graph", [networkx.empty_graph(0), networkx.empty_graph(1), networkx.empty_graph(4)])
def test_graphs_without_edges_have_layouts(graph):
    positions = forcelab.layout(graph)
    assert set(positions) == set(graph.nodes)
    assert len({tuple(position) for position in positions.values()}) == len(graph)


def test_settings_count_without_edges():
    graph = networkx.empty_graph(3)
    assert forcelab.layout(graph, preset="d3", set={"dimensions": 3})[0].shape == (3,)
    with pytest.raises(forcelab.ForceLabError, match="unknown preset 'forceatlas3'"):
        forcelab.layout(graph, preset="forceatlas3")


def test_multigraphs_and_directions_do_not_matter():
    one = forcelab.layout(networkx.cycle_graph(6), preset="stress", seed=3)
    graph = networkx.MultiDiGraph([(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 5)])
    other = forcelab.layout(graph, preset="stress", seed=3)
    lengths = [[numpy.linalg.norm(p[k] - p[(k + 1) % 6]) for k in range(6)] for p in (one, other)]
    assert numpy.allclose(lengths[0], lengths[0][0], rtol=0.05) and numpy.allclose(*map(sorted, lengths), rtol=0.05)


def test_igraph_scipy_and_arrays_give_arrays():
    matrix = networkx.to_scipy_sparse_array(networkx.path_graph(5))
    graphs = [igraph.Graph.Ring(5, circular=False), matrix, scipy.sparse.csr_matrix(matrix), matrix.toarray()]
    found = [forcelab.layout(graph, preset="stress", seed=1, scale=None) for graph in graphs]
    assert all(positions.shape == (5, 2) for positions in found)
    # The nodes of a path are in order on a line.
    for positions in found:
        steps = numpy.linalg.norm(numpy.diff(positions, axis=0), axis=1)
        assert numpy.linalg.norm(positions[4] - positions[0]) == pytest.approx(steps.sum(), rel=0.1)
    with pytest.raises(ValueError, match="2 rows and 3 columns"):
        forcelab.layout(numpy.ones((2, 3)))
    with pytest.raises(TypeError, match="cannot lay out list"):
        forcelab.layout([1, 2])


def test_weights_that_are_no_numbers_are_errors():
    graph = networkx.path_graph(3)
    with pytest.raises(ValueError, match="no edge has the attribute 'wieght'"):
        forcelab.layout(graph, preset="forceatlas2", weight="wieght")
    with pytest.raises(ValueError, match="no edge has the attribute 'weight'"):
        forcelab.layout(igraph.Graph.Ring(3), preset="forceatlas2", weight=True)
    for value, message in [(None, "between 1 and 2 is None"), (float("nan"), "is nan"), (-1, "between 1 and 2 is -1"),
                           ("heavy", "not a number: .*heavy")]:
        graph[1][2]["weight"] = value
        with pytest.raises(ValueError, match=message):
            forcelab.layout(graph, preset="forceatlas2", weight="weight")
    with pytest.raises(ValueError, match="between 0 and 1 is nan"):
        forcelab.layout(numpy.array([[0, numpy.nan], [1, 0]]))
    for matrix in (numpy.array([[0, 2 + 3j], [2 - 3j, 0]]), scipy.sparse.csr_array([[0, 1j], [1j, 0]])):
        with pytest.raises(ValueError, match="not a number: it is complex"):
            forcelab.layout(matrix)
    graph[1][2]["weight"] = 2
    expected = forcelab.layout(graph, preset="forceatlas2", seed=1, weight="weight")
    assert numpy.array_equal(expected[2], forcelab.layout(graph, preset="forceatlas2", seed=1, weight=True)[2])
    matrix = numpy.matrix(networkx.to_numpy_array(graph))
    assert forcelab.layout(matrix, preset="forceatlas2", seed=1, weight=True).shape == (3, 2)
    # Without weights, entries of a matrix only say which edges there are.
    assert forcelab.layout(-matrix, preset="forceatlas2", seed=1).shape == (3, 2)
    assert len(forcelab.layout(graph, preset="forceatlas2", weight=False)) == 3


def test_weights_have_an_effect_or_are_an_error():
    graph = networkx.karate_club_graph()
    for preset in ("forceatlas2", "linlog"):
        found = [forcelab.layout(graph, preset=preset, seed=1, weight=weight) for weight in (None, "weight")]
        assert not numpy.allclose(found[0][33], found[1][33])
    with pytest.raises(ValueError, match="no effect in the preset 'stress'"):
        forcelab.layout(graph, preset="stress", weight="weight")
    with pytest.raises(forcelab.ForceLabError, match="unknown preset 'forceatlas3'"):
        forcelab.layout(graph, preset="forceatlas3", weight="weight")
    with pytest.raises(ValueError, match="no effect without a preset"):
        forcelab.layout(graph, weight="weight")
    with pytest.raises(forcelab.ForceLabError, match="cannot set 'preset.linlog.weights'"):
        forcelab.layout(graph, preset="stress", set="preset.linlog.weights=weight")


def test_weights_of_nodes_are_no_weights_of_edges():
    graph = networkx.path_graph(5)
    graph[1][2]["weight"] = 50
    options = "forces.pair-power.weight=degree"
    found = [forcelab.layout(graph, preset="forceatlas2", seed=1, weight=weight, set=options) for weight in (None, "weight")]
    assert not numpy.allclose(found[0][4], found[1][4])


def test_duplicate_entries_of_a_matrix_are_summed():
    path = networkx.to_scipy_sparse_array(networkx.path_graph(4)).tocoo()
    entries = [numpy.append(part, [0, 0]) for part in (path.row, path.col)]
    entries[1][-2:] = 1
    double = scipy.sparse.coo_matrix((numpy.append(path.data, [1, 8]), entries), shape=(4, 4))
    found = [forcelab.layout(matrix, preset="forceatlas2", weight=True, seed=1) for matrix in (double, double.toarray())]
    assert numpy.array_equal(*found) and double.nnz == path.nnz + 2


def test_the_clock_of_engines_stops_while_frames_are_sent(monkeypatch):
    now = [1]
    monkeypatch.setattr(engine.time, "perf_counter_ns", lambda: now[0])
    sent = []

    def send(header, positions, request):
        sent.append(header["elapsed_ns"])
        now[0] += 1000

    def request():
        sent.clear()
        return engine.Request(engine.Graph(0, [], None), {"dimensions": 2, "frames": 9}, [], send)

    whole = request()
    for step in range(3):
        now[0] += 1
        whole.send_frame([], step)
    assert sent == [1, 2, 3] and whole.elapsed_ns() == 3
    blocks = request()
    for step in range(6):
        now[0] += 10
        with blocks.clock():
            now[0] += 1
            if step % 2:
                blocks.send_frame([], step)
        if step % 2 == 0:
            blocks.send_frame([], step)
    assert sent == [1, 2, 3, 4, 5, 6] and blocks.elapsed_ns() == 6
    nested = request()
    with nested.clock():
        now[0] += 1
        with nested.clock():
            now[0] += 1
        now[0] += 1
    assert nested.elapsed_ns() == 3
    early = request()
    early.send_frame([], 0)
    with pytest.raises(ValueError, match="before the first block"):
        with early.clock():
            pass


def answers(command, *requests):
    """What an engine answers to requests about a graph without nodes, whose messages have no binary data."""
    text = "".join(json.dumps({"type": "layout", "dimensions": 2, "frames": 9, "seed": seed}) + "\n" for seed in requests)
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=60).stdout
    return [json.loads(line) for line in output.splitlines()]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_clock_in_javascript_does_the_same(tmp_path):
    script = tmp_path / "engine.mjs"
    script.write_text(f'''
import {{ serve }} from "{ROOT}/Engines/node/forcelab-engine.mjs";
let time = 0n;
process.hrtime.bigint = () => time;
serve("test", "1", (request) => {{
  if (request.seed === 1) request.sendFrame([], 0);
  for (let step = 0; step < 4 && request.seed < 2; step += 1) {{
    time += 10n;
    request.timed(() => {{
      request.timed(() => {{ time += 1n; }});
      if (step % 2 === 0) request.sendFrame([], step);
      time += 1n;
    }});
    if (step % 2 === 1) request.sendFrame([], step);
  }}
  if (request.seed === 2) throw null;
  if (request.seed === 3) throw new Error("x".repeat(1e7));
  return [];
}});
''', encoding="utf-8")
    *good, _, early, nothing, long = answers(["node", script], 0, 1, 2, 3)
    assert [message["elapsed_ns"] for message in good[:-1]] == [1, 4, 5, 8] and good[-1]["layout_ns"] == 8
    assert "before the first 'timed'" in early["message"] and nothing["message"] == "null" and len(long["message"]) == 2000


def test_engines_in_python_take_numbers_of_numpy_and_send_any_error(tmp_path):
    script = tmp_path / "test_engine.py"
    script.write_text('''
from forcelab import engine
import numpy

def layout(request):
    request.send_frame(request.start, numpy.int64(3))
    raise ValueError(["", "x" * 10_000_000, "\\udcff"][request.seed])

engine.serve("test", version="1", layout=layout)
''', encoding="utf-8")
    found = answers([sys.executable, script], 0, 1, 2)
    assert [message["iteration"] for message in found[::2]] == [3, 3, 3]
    assert [message["message"] for message in found[1::2]] == ["ValueError", "x" * 2000, "?"]


def test_an_interrupt_leaves_no_process(tmp_path):
    script = "import forcelab; forcelab.layout(__import__('networkx').gnm_random_graph(2000, 6000), time=60)"
    # The name of the temporary folder marks the process. A shell that starts tests in the background ignores interrupts.
    process = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, "TMPDIR": str(tmp_path)},
                               stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def children():
        return [line for line in subprocess.run(["ps", "-ewwo", "args"], capture_output=True, text=True).stdout.splitlines()
                if str(tmp_path) in line]

    deadline = time.monotonic() + 60
    while not children() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert children()
    process.send_signal(signal.SIGINT)
    assert b"KeyboardInterrupt" in process.communicate(timeout=60)[1]
    assert children() == []
