#!/usr/bin/env python3
"""Measures drawings with geg-metrics, gdMetriX, ZADU, scikit-learn and scipy, and compares with `forcelab measure`.

usage: measures.py FORCELAB [COUNT]

Draws COUNT random graphs (by default 200), some with coinciding or collinear nodes, and prints each value that
differs by more than 1e-9 (relative above 1). Needs networkx, geg-metrics, gdMetriX, zadu, scikit-learn and scipy from PyPI.
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
from scipy.sparse.csgraph import minimum_spanning_tree
from sklearn.metrics import silhouette_score
from zadu.measures import distance_consistency


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


def shapes(points, graph):
    """The mean Jaccard indices of neighbors in the graph and in three shapes, by all pairs and all third points."""
    n = len(points)
    squares = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    gabriel, relative = np.zeros((n, n), bool), np.zeros((n, n), bool)
    for a in range(n):
        for b in range(n):
            if squares[a, b] > 0:
                others = [c for c in range(n) if c not in (a, b)]
                inner = ((points[a] - points[others]) * (points[b] - points[others])).sum(axis=1)
                gabriel[a, b] = not (inner < 0).any()
                relative[a, b] = not (np.maximum(squares[a, others], squares[b, others]) < squares[a, b]).any()
    tree = minimum_spanning_tree(np.sqrt(squares)).toarray() > 0
    adjacent = nx.to_numpy_array(graph, nodelist=range(n)) > 0
    result = {}
    for name, shape in [("gabriel", gabriel), ("relative_neighborhood", relative), ("spanning_tree", tree | tree.T)]:
        both, either = (adjacent & shape).sum(axis=1), (adjacent | shape).sum(axis=1)
        result["shape_" + name] = (both[either > 0] / either[either > 0]).mean()
    return result


def ranked(distances, generator):
    """Ranks from 1 in each row, the node itself last; in a random order where distances tie."""
    n = len(distances)
    keys = distances + np.diag(np.full(n, np.inf))
    order = np.lexsort((generator.random((n, n)), keys), axis=1)
    ranks = np.empty((n, n), int)
    np.put_along_axis(ranks, order, np.arange(1, n + 1)[None].repeat(n, 0), axis=1)
    return ranks


def trustworthiness(points, graph, k, draws):
    """Trustworthiness and continuity, the mean over random orders of ties, and its standard error."""
    n = len(points)
    k = min(k, (n - 1) // 2)
    generator = np.random.default_rng(1)
    lengths = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    edges = np.full((n, n), 1e9)
    for source, targets in nx.all_pairs_shortest_path_length(graph):
        for target, distance in targets.items():
            edges[source, target] = distance
    found = []
    for _ in range(draws):
        page, net = ranked(lengths, generator), ranked(edges, generator)
        factor = 2 / (n * k * (2 * n - 3 * k - 1))
        found.append([1 - factor * np.where((a <= k) & (b > k), b - k, 0).sum() for a, b in [(page, net), (net, page)]])
    return np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(draws)


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
    if min(lengths) > 0 and max(degree for _, degree in graph.degree) > 1:
        # Theirs leaves edges of length 0 out, and is 1 where there are no angles.
        values["angular_resolution_mean"] = geg.angular_resolution_avg_angle(graph)
    if sum(lengths) > 0:
        values["edge_length_mean_deviation"] = gdMetriX.edge_length_deviation(
            graph, {node: (data["x"], data["y"]) for node, data in graph.nodes(data=True)})
        values["edge_length_deviation"] = geg.edge_length_deviation(graph)
    if nx.is_connected(graph):
        # Theirs is 1 minus the stress.
        values["kruskal_stress"] = 1 - geg.kruskal_stress(graph)
    positions = {node: (data["x"], data["y"]) for node, data in graph.nodes(data=True)}
    if seed % 4 != 3:
        # gdMetriX counts several crossings in one point, and edges that overlap, in another way.
        values["normalized_crossings"] = 1 - gdMetriX.crossing_density(graph, positions, use_quadratic_algorithm=True)
        values["hull_area"] = gdMetriX.area_tight(graph, positions)
    points = np.array(list(positions.values()))
    values["raw_stress"] = gdMetriX.stress(graph, positions, scale_minimization=False)
    values["balance_x"] = abs(gdMetriX.vertical_balance(graph, positions))
    values["balance_y"] = abs(gdMetriX.horizontal_balance(graph, positions))
    values["upward_flow"] = gdMetriX.upwards_flow(nx.DiGraph(graph.edges), positions, (0, -1))
    sized = graph.copy()
    nx.set_node_attributes(sized, 5.0, "radius")
    values["node_edge_occlusion"] = 1 - geg.node_edge_occlusion(sized)
    if seed % 4 in (1, 2):
        # Others leave the order of ties open.
        values.update(shapes(points, graph))
        if nx.is_connected(graph):
            values["pooled_neighborhood_preservation"] = geg.neighbourhood_preservation(graph)
    groups = [data["group"] for _, data in graph.nodes(data=True)]
    if 1 < len(set(groups)) < len(groups):
        values["silhouette"] = silhouette_score(points, groups)
    if len(set(groups)) > 1 and seed % 4 in (1, 2):
        values["distance_consistency"] = distance_consistency.measure(points, np.array(groups))["distance_consistency"]
    return values


METRICS = ("edge-orthogonality,node-uniformity,node-resolution,gabriel-ratio,edge-length-deviation,kruskal-stress,"
           "normalized-crossings,silhouette,distance-consistency,hull-area,raw-stress,balance,upward-flow,"
           "{angular-resolution: mean},{edge-length-deviation: mean},node-edge-occlusion,shape-faithfulness,pooled-neighborhood-preservation,trustworthiness")


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
            if name not in row or abs(row[name] - value) > 1e-9 * max(1, abs(value)):
                different += 1
                print(f"drawing {seed}: {name} is {row.get(name)}, and {value} elsewhere")
    for seed, (graph, row) in list(enumerate(zip(graphs, rows)))[:count // 4]:
        points = np.array([(data["x"], data["y"]) for _, data in graph.nodes(data=True)])
        means, errors = trustworthiness(points, graph, 10, 400)
        for name, mean, error in zip(["trustworthiness", "continuity"], means, errors):
            compared[name] = compared.get(name, 0) + 1
            if abs(row[name] - mean) > 5 * error + 1e-12:
                different += 1
                print(f"drawing {seed}: {name} is {row[name]}, and {mean} ± {error} with random orders of ties")
    print("compared:", ", ".join(f"{name} {number}" for name, number in compared.items()))
    print(f"{different} of {sum(compared.values())} values differ")
    sys.exit(different > 0)


main()
