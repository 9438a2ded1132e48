"""Layouts of graphs of other libraries."""

import numbers
import re
import tempfile
from pathlib import Path

import numpy
import pandas

from .program import ForceLabError, checked, read_table, settings


def layout(G, *, preset=None, time=None, seed=None, threads=None, weight=None, set=(), scale=1, center=None):
    """The positions of the nodes of `G`, as by networkx.spring_layout, computed by `forcelab layout`.

    G: a graph of networkx, for which a dictionary of positions by node is returned; or of igraph, or a scipy sparse
        matrix or square array, for which an array with a row for each node is returned. Directions and self loops are
        ignored. Of several edges between two nodes, the first counts; duplicate entries of a matrix are summed.
    preset: the algorithm, such as "forceatlas2"; `forcelab list presets` prints all. By default, the layout of the lowest
        stress that can be found in `time`.
    time: such as 0.5, in seconds, or "100ms"; by default 1 s if there is no preset.
    seed: the same seed gives the same layout of a preset, whatever the number of threads.
    weight: an edge attribute, for the presets "forceatlas2" and "linlog", or others if `set` says which force uses
        `weight`; if it is True, the attribute "weight", or the values of a matrix. Edges of networkx without the
        attribute have the weight 1.
    set: a text such as "forces.many-body.strength=-50", several, or a dictionary of paths and values.
    scale, center: the layout is within `scale` of `center`, as in networkx; with `scale=None`, positions are in px, and
        nodes are not moved.

    Raises ForceLabError if the program is missing or fails, ValueError for weights that are no numbers or have no effect,
    and TypeError for other graphs.
    """
    nodes, edges, weights = _edges(G, weight or None)
    weights = None if weights is None else _numbers(weights, edges, nodes, least=0)
    positions = _positions(len(nodes), edges, weights, preset, time, seed, threads, set)
    positions = _rescaled(positions, scale, center)
    if _is_networkx(G):
        return dict(zip(nodes, positions))
    return positions


def _is_networkx(G):
    return hasattr(G, "nodes") and hasattr(G, "adj")


def _edges(G, weight):
    """The nodes, the pairs of their numbers, and the weights or None."""
    if _is_networkx(G):
        nodes = list(G.nodes)
        number = {node: index for index, node in enumerate(nodes)}
        rows = [(number[u], number[v]) for u, v in G.edges()]
        name = "weight" if weight is True else weight
        data = [] if name is None else [data for _, _, data in G.edges(data=True)]
        if data and not any(name in values for values in data):
            raise ValueError(f"no edge has the attribute {name!r}")
        weights = None if name is None else [values.get(name, 1) for values in data]
        return nodes, numpy.array(rows, dtype=int).reshape(-1, 2), weights
    if hasattr(G, "get_edgelist") and hasattr(G, "vcount"):
        name = "weight" if weight is True else weight
        if name is not None and name not in G.es.attributes():
            raise ValueError(f"no edge has the attribute {name!r}")
        weights = None if name is None else G.es[name]
        return range(G.vcount()), numpy.array(G.get_edgelist(), dtype=int).reshape(-1, 2), weights
    if hasattr(G, "tocoo"):
        matrix = G.tocoo(copy=True)
        matrix.sum_duplicates()
        row, column, values, shape = matrix.row, matrix.col, matrix.data, matrix.shape
    elif isinstance(G, numpy.ndarray) and G.ndim == 2:
        G = numpy.asarray(G)  # Rows of numpy.matrix are matrices.
        row, column = numpy.nonzero(G)
        values, shape = G[row, column], G.shape
    else:
        raise TypeError(f"cannot lay out {type(G).__name__}; use a graph of networkx or igraph, or a matrix")
    if shape[0] != shape[1]:
        raise ValueError(f"the matrix has {shape[0]} rows and {shape[1]} columns; an adjacency matrix is square")
    edges = numpy.column_stack([row, column]).astype(int)
    values = _numbers(values, edges, range(shape[0]))
    kept = values != 0
    return range(shape[0]), edges[kept], values[kept] if weight else None


def _numbers(weights, edges, nodes, least=-numpy.inf):
    """The weights as an array of finite numbers, none of which is below `least`."""
    try:
        if numpy.iscomplexobj(weights):
            raise TypeError("it is complex; use real numbers")
        found = numpy.asarray(weights, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"a weight is not a number: {error}") from None
    wrong = numpy.flatnonzero(~numpy.isfinite(found) | (found < least))
    if len(wrong):
        u, v = (nodes[number] for number in edges[wrong[0]])
        advice = "use numbers from 0" if least == 0 else "use finite numbers"
        raise ValueError(f"the weight of the edge between {u!r} and {v!r} is {weights[wrong[0]]}; {advice}")
    return found


def _positions(count, edges, weights, preset, time, seed, threads, options):
    if count == 0:
        return numpy.zeros((0, 2))
    # Directions do not count, and each edge stands once.
    low, high = edges.min(axis=1, initial=count), edges.max(axis=1, initial=-1)
    frame = pandas.DataFrame({"low": low, "high": high})
    if weights is not None:
        frame["weight"] = weights
    frame = frame[frame["low"] != frame["high"]].drop_duplicates(["low", "high"])
    arguments = settings(options)
    # As a value: the key `weight` of a force can be another weight.
    uses = any(re.search(r'weight\b(?!"?\s*:)', argument.partition("=")[2]) for argument in arguments)
    for name, value in (("--preset", preset), ("--seed", seed), ("--threads", threads)):
        arguments += [] if value is None else [f"{name}={value}"]
    if time is not None:
        arguments += [f"--time={time}s" if isinstance(time, numbers.Real) else f"--time={time}"]
    if weights is not None and not uses:
        # Presets use no weights by default.
        if preset is None:
            raise ValueError("weights have no effect without a preset; use one such as 'forceatlas2'")
        arguments += ["--set", f"preset.{preset}.weights=weight"]
    with tempfile.TemporaryDirectory(prefix="forcelab-") as folder:
        graph, table = Path(folder) / "graph.mtx", Path(folder) / "positions.csv"
        kind = "pattern" if weights is None else "real"
        with open(graph, "w", encoding="ascii") as file:
            file.write(f"%%MatrixMarket matrix coordinate {kind} symmetric\n{count} {count} {len(frame)}\n")
            columns = [frame["high"] + 1, frame["low"] + 1] + ([] if weights is None else [frame["weight"]])
            pandas.concat(columns, axis=1).to_csv(file, sep=" ", header=False, index=False)
        try:
            checked(["layout", graph, "--out", table, *arguments])
        except ForceLabError as error:
            if arguments[-1:] == [f"preset.{preset}.weights=weight"] and f"'preset.{preset}' has no 'weights'" in str(error):
                raise ValueError(f"weights have no effect in the preset '{preset}'") from None
            raise
        rows = read_table(table).sort_values("id")
    return rows.filter(["x", "y", "z"]).to_numpy(dtype=float)


def _rescaled(positions, scale, center):
    if scale is not None and len(positions):
        positions = positions - positions.mean(axis=0)
        largest = numpy.abs(positions).max()
        if largest > 0:
            positions = positions * (scale / largest)
    if center is None or not len(positions):
        return positions
    center = numpy.asarray(center, dtype=float)
    if center.shape != positions.shape[1:]:
        raise ValueError(f"'center' must have {positions.shape[1]} coordinates, as the layout has")
    return positions + center
