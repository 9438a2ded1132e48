"""Computes the findings of this run from trials.csv alone, with pandas, numpy and scipy.

python3 findings.py > expected.json (pandas 3.0, numpy 2.4, scipy 1.17)
"""

import itertools
import json

import numpy as np
import pandas as pd
from scipy.stats import binom, median_abs_deviation

PATHS = ["forces.many-body.strength", "integrator", "forces.link.length"]
MEASURES = ["stress", "edge_crossings", "layout_seconds", "iterations", "movement", "tick_ns_median"]
TIMES = {"layout_seconds", "tick_ns_median"}
trials = pd.read_csv("trials.csv", dtype={path: str for path in PATHS})
trials = trials[(trials.status == "ok") & (trials.warm_up == False)]
repeats = trials["repeat"].nunique()
assert not trials.duplicated(["configuration", "layout_hash"]).any()  # no copies

SIGNS = np.array([(1,) + signs for signs in itertools.product([1, -1], repeat=repeats - 1)])


def is_ratio(measure):
    return bool((trials[measure] > 0).all())


def number(measure):
    return np.log(trials[measure]) if is_ratio(measure) else np.log1p(trials[measure])


def clamped(values):
    """Columns with outliers moved to four robust standard deviations from the median."""
    if values.shape[1] == 0:
        return values
    middle = np.median(values, axis=0)
    deviation = median_abs_deviation(values, axis=0, scale=1 / 1.4826)
    deviation[deviation <= 1.4826e-12 * np.abs(values).max(axis=0)] = 0
    limit = 4 * np.maximum(deviation, np.median(deviation))
    limit[limit == 0] = np.inf
    return np.clip(values, middle - limit, middle + limit)


class Group:
    """Statements with one column of values each, a row for each repeat."""

    def __init__(self, values, is_selection=False):
        if is_selection:
            values = values - np.median(values, axis=1, keepdims=True)
        self.values, self.is_selection = clamped(values), is_selection
        self.mean = self.values.mean(axis=0)
        self.error = self.errors(self.values.var(axis=0, ddof=1))

    def errors(self, variance):
        rows = variance.shape[-1]
        floor = np.median(variance, axis=-1, keepdims=True)
        return np.maximum(variance, floor) / repeats * (rows / (rows - 1) if self.is_selection else 1)

    def statistics(self, mean, error):
        distance = np.abs(mean)
        if self.is_selection:
            best = mean.argmin(axis=-1)[..., None]
            distance = mean - np.take_along_axis(mean, best, -1)
            error = error + np.take_along_axis(error, best, -1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(distance <= 0, 0, distance / np.sqrt(error))

    def drawn(self):
        residuals = (self.values - self.mean) * np.sqrt(repeats / (repeats - 1))
        mean = SIGNS @ residuals / repeats
        square = (residuals ** 2).sum(axis=0)
        variance = np.maximum(0, (square - repeats * mean ** 2) / (repeats - 1))
        return self.statistics(mean, self.errors(variance)).max(axis=-1)


groups = []


def group(values, is_selection=False):
    values = np.array(values).T
    if values.size:
        groups.append(Group(values, is_selection))
        return groups[-1]
    return None


def changes(rows, path, base, new, measure):
    """One change for each repeat: the mean over the combinations of the other settings."""
    others = [p for p in PATHS if p != path]
    rows = rows.assign(number=number(measure))
    pairs = rows[rows[path] == base].merge(
        rows[rows[path] == new], on=["repeat"] + others, suffixes=("_base", "_new"))
    pairs["change"] = pairs.number_new - pairs.number_base
    same = measure not in TIMES and (pairs.layout_hash_base == pairs.layout_hash_new).all()
    assert not same
    return pairs.groupby("repeat").change.mean().to_numpy()


selections, effects = {}, {}
for measure in MEASURES:
    table = trials.assign(number=number(measure)).pivot(
        index="configuration", columns="repeat", values="number")
    selections[measure] = group(table.to_numpy(), is_selection=True)
for path in PATHS:
    values = list(dict.fromkeys(trials[path]))
    for measure in MEASURES:
        effects[path, measure] = group([changes(trials, path, values[0], v, measure) for v in values[1:]])
        for other in [p for p in PATHS if p != path]:
            for value in values[1:]:
                group([changes(trials[trials[other] == part], path, values[0], value, measure)
                       for part in dict.fromkeys(trials[other])])

maxima = np.sort(np.max([g.drawn() for g in groups], axis=0))[::-1]
critical = maxima[int(0.05 * (len(maxima) + 1)) - 1]


def is_worse(selection, row, other):
    difference = selection.mean[row] - selection.mean[other]
    return difference > max(0, critical * np.sqrt(selection.error[row] + selection.error[other]))


def best(measure):
    selection = selections[measure]
    medians = trials.groupby("configuration")[measure].median()
    smallest = selection.mean.argmin()
    kept = [n for n in medians.index if not is_worse(selection, n - 1, smallest)]
    number = min(kept, key=lambda n: (float(f"{medians[n]:.4g}"), n))
    values = np.sort(trials[trials.configuration == number][measure])
    beyond = max(k for k in range(1, repeats) if binom.cdf(k - 1, repeats, 0.5) <= 0.025)
    return {"configuration": number, "median": medians[number], "low": values[beyond - 1],
            "high": values[repeats - beyond], "within": [n for n in kept if n != number]}


def front(measures):
    medians = trials.groupby("configuration")[measures].median().map(lambda x: float(f"{x:.4g}"))
    points = [
        n for n, a in medians.iterrows()
        if not any((b <= a).all() and (b < a).any()
                   and any(is_worse(selections[m], n - 1, k - 1) for m in measures)
                   for k, b in medians.iterrows())]
    return sorted(points, key=lambda n: tuple(medians.loc[n]))


def effect(path, measure):
    values = list(dict.fromkeys(trials[path]))
    found = effects[path, measure]
    for index, value in enumerate(values[1:]):
        mean, reach = found.mean[index], critical * np.sqrt(found.error[index])
        statistic = found.statistics(found.mean, found.error)[index]
        verdict = "none"
        if mean - reach > 0:
            verdict = "slower" if measure in TIMES else "higher"
        if mean + reach < 0:
            verdict = "faster" if measure in TIMES else "lower"
        yield {"path": path, "measure": measure, "from": values[0], "to": value,
               "scale": "ratio" if is_ratio(measure) else "ratio of x + 1", "change": np.exp(mean),
               "low": np.exp(mean - reach), "high": np.exp(mean + reach),
               "p": (1 + (maxima >= statistic).sum()) / (len(maxima) + 1),
               "repeats": repeats, "verdict": verdict}


print(json.dumps({
    "best": {measure: best(measure) for measure in MEASURES},
    "front": front(["layout_seconds", "stress"]),
    "effects": [e for path in PATHS for measure in MEASURES for e in effect(path, measure)],
}, indent=1, default=float))
