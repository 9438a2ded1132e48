#!/usr/bin/env python3
"""Measures drawings with geg-metrics, gdMetriX and scikit-learn, and compares with `forcelab measure`.

usage: measures.py FORCELAB [COUNT]

Draws COUNT random graphs (by default 200), some with coinciding or collinear nodes, and prints each value that
differs by more than 1e-9. Needs networkx, geg-metrics, gdMetriX and scikit-learn from PyPI.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import gdMetriX
import geg
import networkx as nx
import numpy as np
from sklearn.metrics import silhouette_score


def drawing(seed):
    """A graph with positions and groups; every fourth is degenerate."""
    rng = random.Random(seed)
    n = rng.randint(3, 60)
    kind = seed % 4
    graph = nx.gnm_random_graph(n, rng.randint(1, 3 * n), seed) if kind else nx.grid_2d_graph(n // 8 + 2, 6)
    graph = nx.convert_node_labels_to_integers(graph)
    for index, (node, data) in enumerate(graph.nodes(data=True)):
        x, y = rng.uniform(-100, 300), rng.uniform(0, 200)
        if kind == 0:
            x, y = float(index % 6), float(index // 6)
        if kind == 3 and rng.random() < 0.4:
            x, y = (50.0, 60.0) if seed % 8 == 3 else (x, 60.0)
        data.update(x=x, y=y, group=str(rng.randint(0, 2)))
    return graph


def expected(graph, seed):
    """What the other programs say, by the names of our columns."""
    lengths = [np.hypot(graph.nodes[u]["x"] - graph.nodes[v]["x"], graph.nodes[u]["y"] - graph.nodes[v]["y"])
               for u, v in graph.edges]
    values = {
        "edge_orthogonality": geg.edge_orthogonality(graph),
        "node_uniformity": geg.node_uniformity(graph),
        "node_resolution": geg.node_resolution(graph),
        # Nodes on the circle are outside; the tolerance leaves room for rounding.
        "gabriel_ratio": geg.gabriel_ratio_edges(graph, tol=1e-9),
    }
    if sum(lengths) > 0:
        values["edge_length_deviation"] = geg.edge_length_deviation(graph)
    if nx.is_connected(graph):
        # Theirs is 1 minus the stress.
        values["kruskal_stress"] = 1 - geg.kruskal_stress(graph)
    positions = {node: (data["x"], data["y"]) for node, data in graph.nodes(data=True)}
    if seed % 4 != 3:
        # gdMetriX counts several crossings in one point, and edges that overlap, in another way.
        values["normalized_crossings"] = 1 - gdMetriX.crossing_density(graph, positions, use_quadratic_algorithm=True)
    groups = [data["group"] for _, data in graph.nodes(data=True)]
    if 1 < len(set(groups)) < len(groups):
        values["silhouette"] = silhouette_score(np.array(list(positions.values())), groups)
    return values


METRICS = ("edge-orthogonality,node-uniformity,node-resolution,gabriel-ratio,edge-length-deviation,kruskal-stress,"
           "normalized-crossings,silhouette")


def main():
    forcelab, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    compared, different = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        graphs = [drawing(seed) for seed in range(count)]
        files = [str(Path(folder) / f"{seed}.graphml") for seed in range(count)]
        for graph, file in zip(graphs, files):
            nx.write_graphml(graph, file)
        rows = json.loads(subprocess.run(
            [forcelab, "measure", *files, "--metrics", METRICS, "--format", "json"],
            stdout=subprocess.PIPE, check=True).stdout)
    for seed, (graph, row) in enumerate(zip(graphs, rows)):
        for name, value in expected(graph, seed).items():
            compared[name] = compared.get(name, 0) + 1
            if name not in row or abs(row[name] - value) > 1e-9:
                different += 1
                print(f"drawing {seed}: {name} is {row.get(name)}, and {value} elsewhere")
    print("compared:", ", ".join(f"{name} {number}" for name, number in compared.items()))
    print(f"{different} of {sum(compared.values())} values differ")
    sys.exit(different > 0)


main()
