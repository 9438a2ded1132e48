"""Computes the p-values and intervals of a run's findings again, from trials.csv and columns.json alone.

python3 Scripts/findings.py RUN          prints the greatest difference from RUN/findings.json
python3 Scripts/findings.py RUN --json   prints what it computed, as part of a findings.json

Uses numpy, pandas and scipy, and R (wilcox.test) for the intervals over graphs. All trials must be ok, with at
most ten repeats, so that all combinations of signs are counted.
"""

import itertools
import json
import subprocess
import sys

import numpy as np
import pandas as pd
from scipy import stats

folder = sys.argv[1]
columns = json.load(open(f"{folder}/columns.json"))
header = list(pd.read_csv(f"{folder}/trials.csv", nrows=0))
PATHS = header[header.index("seed") + 1:header.index("status")]
INSTANCES = columns.get("instances", {}).get("paths", [])
OTHERS = [path for path in PATHS if path not in INSTANCES]
trials = pd.read_csv(f"{folder}/trials.csv", dtype={path: str for path in PATHS}, keep_default_na=False,
                     na_values={c["name"]: "" for c in columns["trials"] if c["role"] in ("measure", "time")})
trials = trials[trials.warm_up.astype(str) == "false"] if trials.warm_up.dtype != bool else trials[~trials.warm_up]
assert (trials.status == "ok").all(), "a trial is not ok"
repeats = trials["repeat"].nunique()
assert 6 <= repeats <= 10, "needs 6 to 10 repeats"
OUTCOME = next(c["name"] for c in columns["trials"] if c.get("use") == "outcome")
assert not trials.duplicated(["configuration", OUTCOME]).any(), "copies are not handled"

shown = [c for c in columns["trials"] if c["role"] in ("measure", "time") and c["importance"] > 0]
shown = [c for c in shown if c.get("use") == "quality"] + [c for c in shown if c.get("use") != "quality"]
# The time of the steps is not shown beside that of the study's own clock.
if any(c["name"] == "layout_seconds" for c in shown):
    shown = [c for c in shown if c["name"] != "wall_seconds"]
times = [c for c in shown if c["role"] == "time"]
TIMES = {c["name"] for c in times}
# What is added to values before their ratios over graphs are taken: 1 to counts.
OFFSETS = {c["name"]: c.get("offset", 0) for c in columns["trials"]}
MAIN_TIME = next((c["name"] for c in times if c.get("use") == "total-time"), times[0]["name"] if times else "")


def importance(column):
    kind = 0 if column.get("use") == "quality" else 1 if column["name"] == MAIN_TIME else 3 if column["role"] == "time" else 2
    return kind, -column["importance"]


ranked = sorted((c for c in shown if "better" in c and not trials[c["name"]].isna().all()), key=importance)
SIGN = {c["name"]: 1 if c["better"] == "lower" else -1 for c in ranked}
BETTER = {c["name"]: c["better"] for c in ranked}
MEASURES = list(SIGN)
# Those that the experiment asks for, then the time; iterations and steps only if it asks for none.
ASKED = [c["name"] for c in shown if c in ranked
         and (c.get("use") in ("quality", "error", "cost", "target") or "use" not in c and c["role"] == "measure")]
MAIN = [name for name in ASKED if name != MAIN_TIME] + [MAIN_TIME]
assert ASKED, "needs a measure of quality"
QUALITY = [c["name"] for c in ranked if c.get("use") == "quality"]
assert not trials[MEASURES].isna().any().any(), "a value is missing"
trials["instance"] = trials[INSTANCES].agg("|".join, axis=1) if INSTANCES else ""
several = trials.instance.nunique() > 1


def scale(measure):
    if (trials[measure] > 0).all():
        return "ratio"
    if OFFSETS[measure] == 1:
        return "ratio of x + 1"
    return "relative difference" if several else "difference"


def numbers(rows, measure, cell):
    """The numbers of which differences are changes; `cell` are the columns that distinguish cells."""
    kind, values = scale(measure), rows[measure]
    if kind == "ratio":
        return np.log(values)
    if kind == "ratio of x + 1":
        return np.log1p(values)
    if kind == "difference":
        return values
    size = values.abs().groupby([rows[c] for c in cell]).transform("median")
    return values / size.where(size > 0, 1)


def change(kind, shift):
    return float(np.exp(shift)) if kind.startswith("ratio") else float(shift)


# The family of statements over repeats.
SIGNS = np.array([(1,) + signs for signs in itertools.product([1, -1], repeat=repeats - 1)])


def clamped(values):
    """Columns with outliers moved to four robust standard deviations, but where the sign is unclear, no magnitude below
    the median of all."""
    middle = np.median(values, axis=0)
    deviation = stats.median_abs_deviation(values, axis=0, scale=1 / 1.4826)
    deviation[deviation <= 1.4826e-12 * np.abs(values).max(axis=0)] = 0
    limit = 4 * np.maximum(deviation, np.median(deviation))
    limit[limit == 0] = np.inf
    size = np.median(np.abs(values), axis=0)
    others = np.minimum((values < 0).sum(axis=0), (values > 0).sum(axis=0))
    size[2 * stats.binom.cdf(others, len(values), 0.5) <= 0.005] = -np.inf
    return np.clip(values, np.minimum(middle - limit, -size), np.maximum(middle + limit, size))


def randomization_test(values):
    """The share of combinations of signs with a sum at least as far from zero."""
    return np.mean(np.abs(SIGNS @ values) >= np.abs(values.sum()) - 1e-12 * np.abs(values).sum())


class Group:
    """Statements with one column of values each, a row for each repeat."""

    def __init__(self, values, is_selection=False):
        if is_selection:
            values = values - values.mean(axis=1, keepdims=True)
        spread = values.max(axis=0) - values.min(axis=0)
        constant = spread <= 1e-12 * np.abs(values).max(axis=0)
        values = np.where(constant, values[0], values)
        self.values, self.is_selection = clamped(values), is_selection
        self.mean = np.where(constant, self.values[0], self.values.mean(axis=0))
        self.error = self.errors(np.where(constant, 0, self.values.var(axis=0, ddof=1)))

    def errors(self, variance):
        rows = variance.shape[-1]
        floor = np.median(variance, axis=-1, keepdims=True)
        part = rows / (rows - 1) if self.is_selection else 1
        return part * np.maximum(variance / 2, floor) / repeats

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
        variance = np.maximum(0.05 * square / repeats, (square - repeats * mean ** 2) / (repeats - 1))
        return self.statistics(mean, self.errors(variance)).max(axis=-1)


groups = []


def group(values, is_selection=False):
    values = np.array(values).T
    groups.append(Group(values, is_selection))
    return groups[-1]


def changes(rows, path, base, new, measure):
    """One change for each repeat: the mean over the combinations of the other settings. None for copies."""
    others = [p for p in PATHS if p != path]
    pairs = rows[rows[path] == base].merge(rows[rows[path] == new], on=["repeat"] + others)
    if measure not in TIMES and (pairs[OUTCOME + "_x"] == pairs[OUTCOME + "_y"]).all():
        return None
    return (pairs.number_y - pairs.number_x).groupby(pairs["repeat"]).mean().to_numpy()


def added(samples):
    tested = [sample for sample in samples if sample is not None]
    found = group(tested) if tested else None
    places = iter(range(len(tested)))
    return found, [None if sample is None else next(places) for sample in samples]


selections, effects = {}, {}
for measure in MEASURES:
    for instance, rows in trials.groupby("instance", sort=False):
        rows = rows.assign(number=SIGN[measure] * numbers(rows, measure, ["instance"]))
        table = rows.pivot(index="configuration", columns="repeat", values="number")
        selections[measure, instance] = table.index, group(table.to_numpy(), is_selection=True)
for path in OTHERS:
    values = list(dict.fromkeys(trials[path]))
    for measure in MEASURES:
        rest = [p for p in PATHS if p != path]
        rows = trials.assign(number=numbers(trials, measure, rest) if rest else numbers(trials, measure, ["instance"]))
        effects[path, measure] = values, added([changes(rows, path, values[0], v, measure) for v in values[1:]])
        for other in rest:
            for value in values[1:]:
                added([changes(rows[rows[other] == part], path, values[0], value, measure)
                       for part in dict.fromkeys(trials[other])])


def rounded(value, digits=4):
    return float(f"{value:.{digits}g}")


# Tests over graphs, of the medians of each.
def instance_table(measure, path=None):
    """Values by instance and algorithm: medians of repeats, of means over the settings at other paths."""
    values = trials[measure]
    offset = None if (values < 0).any() else OFFSETS[measure]
    position = values if offset is None else np.log(values + offset)
    names = trials[path] if path else trials[OTHERS].agg("|".join, axis=1)
    means = position.groupby([trials.instance, names, trials["repeat"]], sort=False).mean()
    means = means if offset is None else np.exp(means) - offset
    single = values.groupby([trials.instance, names, trials["repeat"]], sort=False)
    means = single.first() if (single.size() == 1).all() else means
    table = means.groupby(level=[0, 1], sort=False).median().unstack(sort=False)
    # Equal values may differ in their last digits.
    return table.map(lambda value: rounded(value, 12)).to_numpy(), list(table.columns), offset


def exact_friedman(ranks):
    """The share of all orders within the rows whose squared rank sums are at least as great."""
    ways = {tuple([0] * ranks.shape[1]): 1.0}
    for row in 2 * ranks:
        orders, following = list(itertools.permutations(row.astype(int))), {}
        for sums, chance in ways.items():
            for order in orders:
                key = tuple(sorted(a + b for a, b in zip(sums, order)))
                following[key] = following.get(key, 0) + chance / len(orders)
        ways = following
    observed = sum(int(s) ** 2 for s in (2 * ranks).sum(axis=0))
    return sum(chance for sums, chance in ways.items() if sum(s * s for s in sums) >= observed)


def friedman_of_two(ranks):
    """For two algorithms, which scipy refuses: the squared difference of wins and losses, divided by their number."""
    differences = np.sign(ranks[:, 1] - ranks[:, 0])
    return differences.sum() ** 2 / np.count_nonzero(differences)


def friedman(costs):
    n, k = costs.shape
    ranks = np.array([stats.rankdata(row) for row in costs])
    chi = 0.0 if all(len(set(row)) == 1 for row in costs) else (
        stats.friedmanchisquare(*costs.T).statistic if k > 2 else friedman_of_two(ranks))
    found = {"cases": n, "mean_ranks": list(ranks.mean(axis=0)), "chi_squared": chi}
    rest = n * (k - 1) - chi
    if chi == 0 or rest > 1e-9 * n:
        found["iman_davenport"] = (n - 1) * chi / rest if chi else 0
    found["p"] = exact_friedman(ranks) if n <= 10 else stats.f.sf(found.get("iman_davenport", np.inf), k - 1, (k - 1) * (n - 1))
    return found


def holm(values):
    order, corrected, largest = np.argsort(values, kind="stable"), list(values), 0
    for rank, index in enumerate(order):
        largest = max(largest, min(1, (len(values) - rank) * values[index]))
        corrected[index] = largest
    return corrected


def hodges_lehmann(samples):
    """The estimates and intervals of wilcox.test in R; None with ties or zeros, where R is not exact."""
    lists = ", ".join("c(" + ", ".join(repr(float(x)) for x in sample) + ")" for sample in samples)
    program = (f"for (x in list({lists})) {{ r <- wilcox.test(x, exact = TRUE, conf.int = TRUE);"
               "cat(sprintf('%.17g', c(r$estimate, r$conf.int)), '\\n') }")
    lines = subprocess.run(["Rscript", "-e", program], capture_output=True, text=True, check=True).stdout.splitlines()
    return [[float(x) for x in line.split()] for line in lines]


def comparison(measure, path=None):
    table, names, offset = instance_table(measure, path)
    costs = SIGN[measure] * table
    pairs, samples = [], []
    for a, b in itertools.combinations(range(len(names)), 2):
        sign = SIGN[measure]
        position = table if offset is None else np.log(table + offset)
        # To 12 digits, so that equal ratios are ties.
        differences = np.array([rounded(x, 12) for x in sign * (position[:, b] - position[:, a])])
        wins, losses = int((costs[:, a] < costs[:, b]).sum()), int((costs[:, a] > costs[:, b]).sum())
        test = stats.wilcoxon(differences) if (differences != 0).any() else None
        pairs.append({"wins": wins, "losses": losses, "p": test.pvalue if test else 1.0})
        distances = np.abs(differences)
        if offset is not None and len(differences) >= 6 and len(set(distances)) == len(distances) and distances.all():
            samples.append((pairs[-1], sign, differences))
    for (pair, sign, _), found in zip(samples, hodges_lehmann([d for _, _, d in samples]) if samples else []):
        low, high = sorted(np.exp(sign * np.array(found[1:])))
        pair.update(ratio=np.exp(sign * found[0]), low=low, high=high)
    for pair, p in zip(pairs, holm([pair["p"] for pair in pairs])):
        pair["corrected_p"] = p
    return {"measure": measure, "instances": len(table), "friedman": friedman(costs), "pairs": pairs}


found = {}
level = 0.05
if several and OTHERS:
    # More than 30 algorithms are not compared.
    comparisons = [comparison(measure) for measure in MAIN] if len(trials[OTHERS].drop_duplicates()) <= 30 else []
    effects_over = [{"path": path, "comparison": comparison(measure, path)} for path in OTHERS for measure in MAIN
                    if trials[path].nunique() <= 30]
    tested = comparisons + ([e["comparison"] for e in effects_over] if len(OTHERS) > 1 else [])
    ps = [c["pairs"][0]["p"] if len(c["pairs"]) == 1 else c["friedman"]["p"] for c in tested]
    for one, p in zip(tested, holm(ps)):
        one["corrected_p"] = p
    found = {"effects_over_instances": effects_over} if effects_over or comparisons else {}
    found |= {"comparisons": comparisons} if comparisons else {}
    # A part of the level is for the tests over graphs, if these are not too few for any verdict.
    smallest = [2.0 ** (1 - one["instances"]) if len(one["pairs"]) == 1 else
                exact_friedman(np.sort([stats.rankdata(row) for row in
                                        SIGN[one["measure"]] * instance_table(one["measure"], path)[0]]))
                if one["instances"] <= 10 else 0
                for one, path in zip(tested, [None] * len(comparisons) + [e["path"] for e in effects_over])]
    level = 1 / 32 if smallest and min(smallest) * len(tested) <= 0.05 - 1 / 32 else 0.05

maxima = np.sort(np.max([g.drawn() for g in groups], axis=0))[::-1] * (1 + 1e-12)  # rounding
critical = maxima[int(level * (len(maxima) + 1)) - 1]


def is_worse(selection, row, other):
    difference = selection.mean[row] - selection.mean[other]
    return (difference > max(0, critical * np.sqrt(selection.error[row] + selection.error[other]))
            and randomization_test(selection.values[:, row] - selection.values[:, other]) <= level)


def best(measure, instance):
    index, selection = selections[measure, instance]
    medians = trials[trials.instance == instance].groupby("configuration")[measure].median()
    smallest = selection.mean.argmin()
    kept = [n for row, n in enumerate(index) if not is_worse(selection, row, smallest)]
    number = min(kept, key=lambda n: (SIGN[measure] * rounded(medians[n]), n))
    values = np.sort(trials[trials.configuration == number][measure])
    beyond = max(k for k in range(1, repeats) if stats.binom.cdf(k - 1, repeats, 0.5) <= 0.025)
    return {"measure": measure, "configuration": int(number), "median": medians[number], "interval_over": "repeats",
            "low": values[beyond - 1], "high": values[repeats - beyond],
            "within": [int(n) for n in kept if n != number]}


def front(measures, instance):
    rows = trials[trials.instance == instance]
    medians = rows.groupby("configuration")[measures].median().map(rounded) * [SIGN[m] for m in measures]
    place = {n: row for row, n in enumerate(selections[measures[0], instance][0])}
    points = [
        n for n, a in medians.iterrows()
        if not any((b <= a).all() and (b < a).any()
                   and any(is_worse(selections[m, instance][1], place[n], place[k]) for m in measures)
                   for k, b in medians.iterrows())]
    return {"measures": measures,
            "points": [{"configuration": int(n)} for n in sorted(points, key=lambda n: (*medians.loc[n], n))]}


def main_effects(path, measure):
    values, (statements, places) = effects[path, measure]
    kind = scale(measure)
    for value, place in zip(values[1:], places):
        result = {"path": path, "measure": measure, "from": values[0], "to": value, "scale": kind,
                  "interval_over": "repeats"}
        if place is None:
            yield {**result, "change": change(kind, 0), "verdict": "none"}
            continue
        mean, reach = statements.mean[place], critical * np.sqrt(statements.error[place])
        statistic = statements.statistics(statements.mean, statements.error)[place]
        p = (1 + int((maxima >= statistic).sum())) / (len(maxima) + 1)
        if p <= level:
            p = max(p, randomization_test(statements.values[:, place]))
            reach = max(reach, abs(mean)) if p > level else reach
        words = ("slower", "faster") if measure in TIMES else ("higher", "lower")
        yield {**result, "change": change(kind, mean), "low": change(kind, mean - reach),
               "high": change(kind, mean + reach), "p": p,
               "repeats": repeats,
               "verdict": words[0] if mean - reach > 0 else words[1] if mean + reach < 0 else "none"}


instances = list(dict.fromkeys(trials.instance))
found = {
    "best": [best(measure, instance) for measure in MEASURES for instance in instances],
    "effects": [e for path in OTHERS for measure in MEASURES for e in main_effects(path, measure)],
    "pareto_fronts": [front([MAIN_TIME, measure], instance)
                      for measure in QUALITY for instance in instances] if MAIN_TIME else [],
    **found,
}


def differences(ours, theirs, place=""):
    """The place and relative difference of each number; infinite for other values that differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours:
            yield from differences(ours[key], theirs.get(key), f"{place}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (a, b) in enumerate(zip(ours, theirs)):
            yield from differences(a, b, f"{place}[{index}]")
    elif isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        yield place, abs(ours - theirs) / max(abs(ours), abs(theirs), 1e-3)
    else:
        yield place, 0 if ours == theirs else float("inf")


plain = json.loads(json.dumps(found, default=float))
if "--json" in sys.argv:
    print(json.dumps(plain, indent=1, ensure_ascii=False))
else:
    theirs = json.load(open(f"{folder}/findings.json"))
    # Where rows are equal, rounding decides which is the best of a draw, and so the statistic of the draw.
    limits = lambda place: 0.05 if place.startswith(".effects[") and place.endswith("].p") else 1e-9
    found = sorted(differences(plain, theirs), key=lambda d: -d[1])
    for place, difference in found[:5]:
        print(f"{difference:.1e} {place}")
    wrong = sum(difference > limits(place) for place, difference in found)
    print(f"{len(found)} values, {wrong} differ by more than 1e-9 (p-values of effects: 0.05)")
    sys.exit(wrong > 0)
