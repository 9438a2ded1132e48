#!/usr/bin/env python3
"""Writes the table from which `forcelab recommend` chooses, from a run of recommendations.yaml, or checks it.

usage: recommendations.py RUN > Results/recommendations/recommendations.csv
       recommendations.py --check < Results/recommendations/recommendations.csv

The check leaves each graph out, or its whole family, and prints by how much the recommended algorithm is worse than the
best one, beside the algorithm that is the best over all graphs.
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
NEIGHBORS, PRIOR, DAMPING, MAX_REGRET, NOVELTY = 8, 0.1, 0.1, math.log(1.05), 0.95


def write(run):
    text = (Path(__file__).parent / "../Experiments/reference/recommendations.yaml").read_text()
    settings = dict(re.findall(r"^  ([a-z0-9-]+): \{(.*)\}$", text.split("variants:")[1], re.M))
    graphs = {}
    with open(run / "trials.csv", newline="") as file:
        for row in csv.DictReader(file):
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
    mean = 2 * edges / nodes
    return [math.log(nodes), math.log(mean), math.log(degree / mean), math.log(max(1, diameter)) / math.log(nodes),
            clustering]


def cost(measure, text):
    if not text:
        return None
    value = float(text)
    if measure == "edge_crossings":
        return math.log(value + 1)
    return math.log(max(value, 1e-6)) if measure == "stress" else -math.log(max(value, 1e-3))


def regrets(row, measure, names):
    costs = [cost(measure, row[f"{name}.{measure}"]) for name in names]
    known = [value for value in costs if value is not None]
    worst = max(known) + 1
    return [(worst if value is None else value) - min(known) for value in costs]


def mean(values):
    return sum(values) / len(values)


def check():
    rows = list(csv.DictReader(sys.stdin))[1:]
    names = list(dict.fromkeys(column.split(".")[0] for column in rows[0] if "." in column))
    points = [features(row) for row in rows]
    means = [mean(axis) for axis in zip(*points)]
    widths = [math.sqrt(mean([(value - center) ** 2 for value in axis])) for axis, center in zip(zip(*points), means)]
    points = [[(value - center) / width for value, center, width in zip(point, means, widths)] for point in points]
    gaps = [[math.dist(a, b) for b in points] for a in points]
    novel = sorted(sorted(row)[3] for row in gaps)[int(NOVELTY * len(rows))]
    families = [row["graph"].rsplit("-", 1)[0] for row in rows]
    percent = lambda values: f"{100 * math.expm1(mean(values)):.1f} %" if values else "-"
    print(f"graphs are new beyond a distance of {novel:.2f}")
    print("measure,left out,answers,regret,best overall,regret of all,best overall of all")
    for measure in MEASURES:
        table = [regrets(row, measure, names) for row in rows]
        for whole in (False, True):
            own, base, answered = [], [], []
            for i in range(len(rows)):
                others = [j for j in range(len(rows)) if j != i and not (whole and families[j] == families[i])]
                prior = [mean(column) for column in zip(*(table[j] for j in others))]
                near = sorted(others, key=lambda j: gaps[i][j])[:NEIGHBORS]
                weights = [1 / (DAMPING + gaps[i][j] ** 2) for j in near]
                local = [sum(w * table[j][k] for w, j in zip(weights, near)) / sum(weights) for k in range(len(names))]
                choice = min(range(len(names)), key=lambda k: (1 - PRIOR) * local[k] + PRIOR * prior[k])
                own.append(table[i][choice])
                base.append(table[i][prior.index(min(prior))])
                is_near = gaps[i][near[2]] <= novel or prior[choice] <= MAX_REGRET
                answered.append(local[choice] <= MAX_REGRET and is_near)
            pick = lambda values: [value for value, is_known in zip(values, answered) if is_known]
            print(measure, "family" if whole else "graph", f"{100 * mean(answered):.0f} %", percent(pick(own)),
                  percent(pick(base)), percent(own), percent(base), sep=",")


check() if sys.argv[1] == "--check" else write(Path(sys.argv[1]))
