#!/usr/bin/env python3
"""Writes the table from which `forcelab recommend` chooses, from runs of recommendations.yaml, or checks it.

usage: recommendations.py RUN... > Results/recommendations/recommendations.csv
       recommendations.py --check [FAMILY...] < Results/recommendations/recommendations.csv

The check leaves each graph out, or its whole family, and prints by how much the recommended algorithm is worse than the
best one, beside the algorithm that is the best over all graphs. A family is the name of a graph without its last part,
such as rome; only the graphs of the named families are left out.
"""

import csv
import math
import re
import sys
from pathlib import Path

FACTS = ["nodes", "edges", "degree_max", "diameter_lower_bound", "clustering"]
MEASURES = ["stress", "neighborhood_preservation", "edge_crossings"]
COLUMNS = MEASURES + ["layout_seconds"]
# The same as in Sources/CommandLine/Reference/Recommendations.swift.
DECAY, PRIOR, RIDGE, MAX_REGRET, MAX_SECONDS, TOLERANCE = 4, 0.5, 0.01, math.log(1.05), 10, 1.05


def write(runs):
    text = (Path(__file__).parent / "../Experiments/reference/recommendations.yaml").read_text()
    settings = dict(re.findall(r"^  ([a-z0-9-]+): \{(.*)\}$", text.split("variants:")[1], re.M))
    graphs = {}
    for run in runs:
        for row in csv.DictReader((run / "trials.csv").open(newline="")):
            graph = graphs.setdefault(row["graph"], {})
            if row["nodes"]:
                graph.setdefault("facts", [f"{float(row[name]):.4g}" for name in FACTS])
            if row["status"] == "ok":
                graph[row["variant"]] = [row[name] and f"{float(row[name]):.4g}" for name in COLUMNS]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["graph"] + FACTS + [f"{name}.{column}" for name in settings for column in COLUMNS])
    writer.writerow(["settings"] + [""] * len(FACTS) + [text for text in settings.values() for _ in COLUMNS])
    for name, graph in graphs.items():
        values = [value for variant in settings for value in graph.get(variant, [""] * len(COLUMNS))]
        writer.writerow([name] + graph["facts"] + values)


def features(row):
    nodes, edges, degree, diameter, clustering = (float(row[name]) for name in FACTS)
    return [math.log(nodes), math.log(edges - nodes + 2), math.log(degree * nodes / (2 * edges)),
            math.log(max(1, diameter)) / math.log(nodes), clustering]


def cost(measure, text):
    if not text:
        return None
    value = float(text)
    if measure == "edge_crossings":
        return math.log(value + 1)
    return math.log(max(value, 1e-6)) if measure == "stress" else -math.log(max(value, 1e-3))


def regrets(costs):
    known = [value for value in costs if value is not None]
    best, worst = min(known, default=0), max(known, default=0) + 1
    return [(worst if value is None else value) - best for value in costs]


def mean(values):
    return sum(values) / len(values)


def seconds(points, weights, size, max_nodes, max_growth):
    """The time at `size`, the logarithms of nodes and edges, from such sizes and logarithms of times; None is a failure."""
    known = [(x, y, t, w) for ((x, y), t), w in zip(points, weights) if t is not None]
    total = sum(w for *_, w in known)
    x0, y0, t0 = (sum(row[k] * row[3] for row in known) / total for k in range(3))
    moments = [(x - x0, y - y0, t - t0, w) for x, y, t, w in known]
    xx, xy, yy, xt, yt = (sum(row[j] * row[k] * row[3] for row in moments)
                          for j, k in [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2)])
    xx, yy = xx + RIDGE, yy + RIDGE
    powers = [min(2, max(0, power / (xx * yy - xy * xy))) for power in (yy * xt - xy * yt, xx * yt - xy * xt)]
    excess = max(0, size[0] - max_nodes)
    time = t0 + powers[0] * (size[0] - excess - x0) + powers[1] * (size[1] - excess - y0)
    time += excess * min(max_growth, sum(powers))
    return math.exp(max(time, min(t for _, _, t, _ in known)))


def check():
    settings, *rows = csv.DictReader(sys.stdin)
    names = list(dict.fromkeys(column.split(".")[0] for column in rows[0] if "." in column))
    points = [features(row) for row in rows]
    means = [mean(axis) for axis in zip(*points)]
    widths = [math.sqrt(mean([(value - center) ** 2 for value in axis])) for axis, center in zip(zip(*points), means)]
    points = [[(value - center) / width for value, center, width in zip(point, means, widths)] for point in points]
    families = [row["graph"].rsplit("-", 1)[0] for row in rows]
    tested = [i for i, family in enumerate(families) if family in sys.argv[2:] or len(sys.argv) == 2]
    sizes = [(math.log(float(row["nodes"])), math.log(float(row["edges"]))) for row in rows]
    times = [[(x, math.log(max(float(row[column]), 1e-6)) if row[column] else None) for x, row in zip(sizes, rows)]
             for column in (f"{name}.layout_seconds" for name in names)]
    # Presets no longer take all pairs of nodes in larger graphs than those of the table.
    growths = [2 if settings[f"{name}.layout_seconds"].startswith("engine") else 1 for name in names]
    costs = {measure: [[cost(measure, row[f"{name}.{measure}"]) for name in names] for row in rows]
             for measure in MEASURES}
    percent = lambda values: f"{100 * math.expm1(mean(values)):.1f} %" if values else "-"
    print("left out,measure,answers,regret,best overall,regret of all,best overall of all")
    for whole in (False, True):
        results = {measure: [] for measure in MEASURES}
        for i in tested:
            others = [j for j in range(len(rows)) if j != i and not (whole and families[j] == families[i])]
            weights = [math.exp(-DECAY * math.dist(points[i], points[j]) ** 2) + PRIOR / len(others) for j in others]
            max_nodes = max(sizes[j][0] for j in others)
            expected_time = lambda k: seconds([times[k][j] for j in others], weights, sizes[i], max_nodes, growths[k])
            fast = [k for k in range(len(names)) if expected_time(k) <= TOLERANCE * MAX_SECONDS]
            for measure in MEASURES:
                table = [regrets(row) for row in costs[measure]]
                expected = {k: sum(w * table[j][k] for w, j in zip(weights, others)) / sum(weights) for k in fast}
                choice = min(fast, key=expected.get)
                overall = min(fast, key=lambda k: sum(table[j][k] for j in others))
                results[measure].append((expected[choice] <= MAX_REGRET, table[i][choice], table[i][overall]))
        for measure, result in results.items():
            pick = lambda column, rows: percent([row[column] for row in rows])
            known = [row for row in result if row[0]]
            print("family" if whole else "graph", measure, f"{100 * len(known) / len(result):.0f} %", pick(1, known),
                  pick(2, known), pick(1, result), pick(2, result), sep=",")


check() if sys.argv[1] == "--check" else write(map(Path, sys.argv[1:]))
