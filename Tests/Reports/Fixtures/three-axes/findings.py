"""Computes the findings of this run from trials.csv alone, with pandas and scipy.

python3 findings.py > expected.json (pandas 3.0, scipy 1.17)
"""

import json

import numpy as np
import pandas as pd
from scipy.stats import binom

PATHS = ["forces.many-body.strength", "integrator", "forces.link.length"]
MEASURES = {
    "stress": "lower", "layout_seconds": "lower", "edge_crossings": "lower", "iterations": "lower",
}
TIMES = {"layout_seconds"}
trials = pd.read_csv("trials.csv", dtype={path: str for path in PATHS})
trials = trials[(trials.status == "ok") & (trials.warm_up == False)]


def sign_interval(values, comparisons=1):
    values = np.sort(values)
    ranks = [k for k in range(1, len(values) + 1)
             if binom.cdf(k - 1, len(values), 0.5) <= 0.025 / comparisons]
    if not ranks:
        return None, None
    return values[ranks[-1] - 1], values[len(values) - ranks[-1]]


assert not trials.duplicated(["configuration", "layout_hash"]).any()  # no copies


def best(measure):
    rows = []
    for number, group in trials.groupby("configuration"):
        values = group[measure]
        rows.append((number, values.median(), *sign_interval(values)))
    number, median, low, high = min(rows, key=lambda row: row[1])
    within = [n for n, m, *_ in rows if n != number and (m == median or low <= m <= high)]
    return {"configuration": int(number), "median": median, "low": low, "high": high,
            "within": [int(n) for n in within]}


def front(measures):
    medians = trials.groupby("configuration")[measures].median()
    points = [number for number, a in medians.iterrows()
              if not any((b <= a).all() and (b < a).any() for _, b in medians.iterrows())]
    return sorted(points, key=lambda number: medians.loc[number, measures[0]])


def repeats(rows, path, base, new, measure):
    """One difference for each repeat: the mean over the combinations of the other settings."""
    others = [p for p in PATHS if p != path]
    pairs = rows[rows[path] == base].merge(
        rows[rows[path] == new], on=["repeat"] + others, suffixes=("_base", "_new"))
    x, y = pairs[measure + "_base"], pairs[measure + "_new"]
    is_ratio = bool((x > 0).all() and (y > 0).all())
    pairs["difference"] = np.log(y / x) if is_ratio else y - x
    return pairs.groupby("repeat").difference.mean(), is_ratio


def effects(path, measure):
    values = list(dict.fromkeys(trials[path]))
    found = []
    for value in values[1:]:
        differences, is_ratio = repeats(trials, path, values[0], value, measure)
        low, high = sign_interval(differences, len(values) - 1)
        shift = np.median(differences)
        verdict = "unclear" if low is None else "none"
        if low is not None and low > 0:
            verdict = "slower" if measure in TIMES else "higher"
        if high is not None and high < 0:
            verdict = "faster" if measure in TIMES else "lower"
        scale = np.exp if is_ratio else float
        found.append({
            "path": path, "measure": measure, "from": values[0], "to": value,
            "scale": "ratio" if is_ratio else "difference", "change": scale(shift),
            "low": None if low is None else scale(low), "high": None if high is None else scale(high),
            "repeats": len(differences), "verdict": verdict})
    return found


def interactions(path, measure):
    values = list(dict.fromkeys(trials[path]))
    found = []
    for other in [p for p in PATHS if p != path]:
        groups = list(dict.fromkeys(trials[other]))
        for value in values[1:]:
            lower, higher = [], []
            for group in groups:
                rows = trials[trials[other] == group]
                differences, _ = repeats(rows, path, values[0], value, measure)
                low, high = sign_interval(differences, (len(values) - 1) * len(groups))
                if high < 0:
                    lower.append(group)
                if low > 0:
                    higher.append(group)
            if lower and higher:
                found.append({"path": path, "measure": measure, "from": values[0], "to": value,
                              "by": other, "lower_at": lower, "higher_at": higher})
    return found


print(json.dumps({
    "best": {measure: best(measure) for measure in MEASURES},
    "front": front(["layout_seconds", "stress"]),
    "effects": [e for path in PATHS for measure in MEASURES for e in effects(path, measure)],
    "interactions": [i for path in PATHS for measure in MEASURES for i in interactions(path, measure)],
}, indent=1, default=float))
