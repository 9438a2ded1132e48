"""Computes the tests of algorithms over graphs from made-up data with scipy, numpy and R.

python3 make-statistics.py > statistics.json (numpy 2.4.6, scipy 1.17.1, R 4.2)
"""

import itertools
import json
import subprocess

import numpy as np
from scipy import stats

random = np.random.default_rng(20_06)


def costs(cases, algorithms, ties, failures):
    """Costs whose differences grow with the number of the algorithm; failures are 1e300."""
    values = np.exp(random.normal(size=(cases, 1)) * 2
                    + random.normal(size=(cases, algorithms)) * 0.4
                    + 0.1 * np.arange(algorithms))
    if ties:
        values = np.maximum(np.round(values, 1), 0.1)
    values[random.random(values.shape) < failures] = 1e300
    return values


def friedman(values):
    cases, algorithms = values.shape
    statistic = stats.friedmanchisquare(*values.T).statistic
    davenport = (cases - 1) * statistic / (cases * (algorithms - 1) - statistic)
    return {
        "costs": values.tolist(),
        "meanRanks": stats.rankdata(values, axis=1).mean(axis=0).tolist(),
        "chiSquared": statistic, "imanDavenport": davenport,
        "p": stats.f.sf(davenport, algorithms - 1, (algorithms - 1) * (cases - 1)),
    }


def permuted_friedman(values):
    """All orders of the ranks of each case but the first, the statistic being the sum of squared rank sums."""
    ranks = stats.rankdata(values, axis=1)
    sums = ranks[:1]
    for row in ranks[1:]:
        orders = np.array(list(itertools.permutations(row)))
        sums = (sums[:, None, :] + orders[None, :, :]).reshape(-1, len(row))
    statistics = (sums ** 2).sum(axis=1)
    observed = (ranks.sum(axis=0) ** 2).sum()
    return {"costs": values.tolist(), "p": float((statistics >= observed - 1e-9).mean()),
            "minP": float((statistics >= statistics.max() - 1e-9).mean())}


def shift(differences):
    """The estimate and the interval of wilcox.test in R."""
    numbers = ",".join(repr(float(d)) for d in differences)
    code = ("options(digits = 17); t <- wilcox.test(c(%s), conf.int = TRUE, exact = TRUE, tol.root = 1e-12);"
            "cat(t$estimate, t$conf.int)" % numbers)
    found = subprocess.run(["Rscript", "-e", code], capture_output=True, text=True, check=True).stdout
    estimate, low, high = map(float, found.split())
    return {"differences": differences.tolist(), "shift": estimate, "low": low, "high": high}


def signed_rank(differences):
    p = stats.wilcoxon(differences, zero_method="wilcox", correction=False, method="auto").pvalue
    ranks = stats.rankdata(np.abs(differences[differences != 0]))
    signs = np.sign(differences[differences != 0])
    return {"differences": differences.tolist(), "positive": float(ranks[signs > 0].sum()),
            "negative": float(ranks[signs < 0].sum()), "p": float(p)}


def holm(values):
    """Holm 1979, by its definition."""
    order = np.argsort(values, kind="stable")
    steps = np.minimum(1, np.array(values)[order] * np.arange(len(values), 0, -1))
    corrected = np.empty(len(values))
    corrected[order] = np.maximum.accumulate(steps)
    return {"values": list(values), "corrected": corrected.tolist()}


def profile(values):
    """Dolan and Moré 2002, section 2: ratios to the least, and shares within a factor."""
    ratios = values / values.min(axis=1, keepdims=True)
    ratios[values >= 1e300] = np.inf
    factors = [1, 1.05, 1.2, 1.5, 2, 3, 10]
    return {"costs": values.tolist(), "factors": factors,
            "shares": [[float((ratios[:, a] <= f).mean()) for f in factors]
                       for a in range(values.shape[1])]}


def power_law(x, y):
    fit = stats.linregress(np.log(x), np.log(y))
    reach = stats.t.ppf(0.975, len(x) - 2) * fit.stderr
    return {"x": x.tolist(), "y": y.tolist(), "exponent": fit.slope, "low": fit.slope - reach,
            "high": fit.slope + reach, "factor": float(np.exp(fit.intercept))}


def geometric_mean(ratios):
    logs = np.log(ratios)
    low, high = stats.t.interval(0.95, len(logs) - 1, logs.mean(), stats.sem(logs))
    return {"ratios": ratios.tolist(), "value": float(stats.gmean(ratios)),
            "low": float(np.exp(low)), "high": float(np.exp(high))}


def sizes(count):
    x = np.round(np.exp(random.uniform(4, 12, count)))
    return power_law(x, 3e-6 * x ** random.uniform(0.8, 2.2) * np.exp(random.normal(size=count) / 4))


print(json.dumps({
    "friedman": [friedman(costs(*shape)) for shape in [
        (30, 7, False, 0), (30, 7, True, 0.05), (6, 3, False, 0), (12, 4, True, 0.1),
        (200, 10, True, 0.02), (5, 20, False, 0)]],
    "signedRank": [signed_rank(d) for d in [
        random.normal(size=5), random.normal(size=6) + 1, random.normal(size=13) - 0.4,
        random.normal(size=30) + 0.3, random.normal(size=50), random.normal(size=51) + 0.2,
        random.normal(size=300) + 0.1, np.round(random.normal(size=8) * 2),
        np.round(random.normal(size=13) * 3) + 1, np.round(random.normal(size=14) * 2),
        np.round(random.normal(size=40) * 3) + 1, np.round(random.normal(size=120) * 4) + 1,
        np.array([0, 0, 1.5, -2.5, 4]), np.arange(1, 21) * 1.0]],
    "holm": [holm(v) for v in [
        [0.01, 0.04, 0.03, 0.005], [0.5, 0.5, 0.001], random.random(21).tolist(),
        (random.random(45) ** 6).tolist(), [0.02]]],
    "profiles": [profile(costs(*shape)) for shape in [(30, 7, False, 0), (25, 4, True, 0.1)]],
    "powerLaws": [sizes(count) for count in [3, 6, 30, 100]],
    "geometricMeans": [geometric_mean(np.exp(random.normal(size=count) + 0.2)) for count in [2, 5, 30]],
    "permutedFriedman": [permuted_friedman(costs(*shape)) for shape in [
        (2, 3, False, 0), (3, 3, False, 0), (7, 3, False, 0), (6, 3, True, 0.3), (4, 4, True, 0.2),
        (5, 4, False, 0), (3, 5, True, 0.4), (2, 6, False, 0), (10, 2, False, 0)]],
    "shifts": [shift(random.normal(size=count) + 0.3) for count in [6, 7, 12, 30, 50]],
}))
