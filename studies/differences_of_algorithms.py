"""Do the tests of `compare` hold their levels, and what do they find?

``python studies/differences_of_algorithms.py`` prints tables: how often
`Comparison.differences` finds a difference between equal algorithms, over independent
draws and over random parts; the same with other variances for the parts; power and
coverage for unequal ones; the levels of `Comparison.rank_test`; and tables with a false
star. It ends with an error if a level of `differences` is above its limit, 6 % of
p < .05 and .3 % of p < .001, if one in a smaller table is three standard errors above
nominal, or if the power is below .8 for the differences of `DETECTED`. A number gives
the data sets of each design (1000), twice as many of ten draws; names of `TABLES` after
it select some.
"""

import sys
from functools import partial

import numpy as np
from scipy.stats import t as student
from sklearn.cluster import KMeans, SpectralCoclustering
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import FunctionCocluster, compare
from sklearn_cocluster_metrics.datasets import make_latent_blocks
from sklearn_cocluster_metrics.results import Comparison

LIMITS = {0.05: 0.06, 0.001: 0.003}
FAILED = []


def one_start(X, n_clusters, generator, n_iter=30):
    """Lloyd's k-means of the rows; returns labels and the sum of squares."""
    centers = X[generator.choice(len(X), n_clusters, replace=False)]
    for _ in range(n_iter):
        distances = (centers**2).sum(axis=1) - 2 * X @ centers.T
        labels = distances.argmin(axis=1)
        is_in = labels[:, None] == np.arange(n_clusters)
        sizes = is_in.sum(axis=0)
        means = is_in.T.astype(float) @ X / np.maximum(sizes, 1)[:, None]
        new = np.where(sizes[:, None] > 0, means, centers)
        if np.array_equal(new, centers):
            break
        centers = new
    return labels, distances.min(axis=1).sum()


def kmeans(X, n_clusters=(3, 3), n_starts=1, wrong=0.0, random_state=None):
    """K-means of both modes; some row labels are replaced by random ones."""
    generator = np.random.default_rng(random_state)
    found = []
    for k, mode in zip(n_clusters, (X, X.T), strict=True):
        fits = [one_start(mode, k, generator) for _ in range(n_starts)]
        found.append(min(fits, key=lambda fit: fit[1])[0])
    is_wrong = generator.random(len(X)) < wrong
    random = generator.integers(n_clusters[0], size=len(X))
    return np.where(is_wrong, random, found[0]), found[1]


def kmeans_of_part(X, sign=1, random_state=None):
    """K-means of the positive part of the data, or of the negative part."""
    return kmeans(np.maximum(sign * X, 0), (2, 2), 4, random_state=random_state)


def blocks(shape, n_clusters, separation, shift=0, of_rows=False, **proportions):
    """Return a function that draws planted blocks."""

    def draw(seed):
        X, rows, columns = make_latent_blocks(
            shape, n_clusters, separation=separation, random_state=seed, **proportions
        )
        X = X - X.min() + 1 if shift else X
        return X, rows if of_rows else (rows, columns)

    return draw


def symmetric(seed):
    """Blocks whose means change signs where the two column clusters are exchanged."""
    generator = np.random.default_rng(seed)
    rows, columns = generator.integers(2, size=60), generator.integers(2, size=8)
    means = np.outer([0.8, 0.4], [1, -1])
    return means[rows][:, columns] + generator.normal(size=(60, 8)), (rows, columns)


def twice(model):
    return {"first": model, "second": model}


def starts(n_clusters, **params):
    return FunctionCocluster(kmeans, n_clusters=n_clusters, **params)


UNEQUAL = {"row_proportions": [0.7, 0.1, 0.1, 0.1]}
HALVES = {
    name: FunctionCocluster(kmeans_of_part, sign=sign)
    for name, sign in (("first", 1), ("second", -1))
}
EQUAL = {  # the same algorithm twice
    "k-means, clear": (blocks((60, 40), (6, 3), 1.5), twice(starts((6, 3)))),
    "k-means, weak": (blocks((60, 40), (3, 3), 0.5), twice(starts((3, 3)))),
    "k-means, unequal sizes": (
        blocks((100, 20), (4, 2), 0.8, **UNEQUAL),
        twice(starts((4, 2))),
    ),
    "k-means of rows": (
        blocks((60, 10), (4, 2), 0.8, of_rows=True),
        twice(KMeans(4, n_init=1)),
    ),
}
SPECTRAL = {  # so weak that its seed matters
    "spectral": (
        blocks((60, 40), (5, 5), 0.5, shift=1),
        twice(SpectralCoclustering(5, n_init=1)),
    ),
}
UNLIKE = {"unlike, equal on average": (symmetric, HALVES)}
REPLICATES = ("10 draws", "20 draws", "10 parts of .5", "10 parts of .8")
# Differences, in their standard deviations, that are found with a power of .8.
DETECTED = dict(zip(REPLICATES, (1.05, 0.7, 3.0, 7.0), strict=True))
WRONG = [(0.7, 0.04), (0.7, 0.1), (1.0, 0.3), (1.5, 0.3), (1.5, 0.6)]


def differences(draw, models, n_data):
    """Return the differences of two models on data sets, by what is a replicate.

    Twenty draws are one comparison, and two of ten draws each.
    """
    found = {how: [] for how in REPLICATES}
    for seed in range(n_data):
        options = {"metrics": "cari_product", "random_state": seed}
        drawn = compare(models, {"data": draw}, n_draws=20, **options)
        halves = [[r for r in drawn.records if r["draw"] // 10 == i] for i in (0, 1)]
        data = {"data": draw(seed)}
        for how, values in zip(
            ("10 draws", *REPLICATES),
            [
                *(Comparison(half, drawn.greater_is_better) for half in halves),
                drawn,
                compare(models, data, subsample=(0.5, 0.5), **options),
                compare(models, data, subsample=(0.8, 0.8), **options),
            ],
            strict=True,
        ):
            one = values.differences("first", "second")["data"]
            found[how].append((one, values))
    return found


def check(what, observed, limit, at_most=True):
    """Remember a claim that does not hold; return the number as it is printed."""
    holds = observed <= limit if at_most else observed >= limit
    if not holds:
        FAILED.append(f"{what}: {observed:.4f}, limit {limit}")
    return f"{observed:.4f}{'' if holds else '!'}"


def levels(pvalues, what, limits=LIMITS):
    """Return how often p-values are below each level, and remember what is too much."""
    found = [np.mean(np.array(pvalues) < level) for level in limits]
    return [check(what, *pair) for pair in zip(found, limits.values(), strict=True)]


def variance(values):
    """Variance of the differences over the replicates."""
    a, b = (
        np.array([r["value"] for r in values.records if r["candidate"] == name])
        for name in ("first", "second")
    )
    return (a - b).var(ddof=1)


def other_variances(one, values, fraction):
    """P-values with s^2 / n, with the left-out part as a test set, as a jackknife."""
    n, mean, std = one.n_replicates, one.difference, np.sqrt(variance(values))
    ratio = fraction / (1 - fraction)
    factors = np.array([1 / n, 1 / n + 1 / ratio, ratio])
    with np.errstate(invalid="ignore", divide="ignore"):
        statistics = abs(mean) / (std * np.sqrt(factors))
    return 2 * student.sf(np.nan_to_num(statistics), n - 1)


def chance_limits(n_data):
    """Return three standard errors above each level."""
    return {p: p + 3 * np.sqrt(p * (1 - p) / n_data) for p in LIMITS}


def table_of_levels(n_data, designs=EQUAL):
    print("\nEqual algorithms: p < .05 and p < .001\n")
    for name, (draw, models) in designs.items():
        for how, found in differences(draw, models, n_data).items():
            what = f"{name}, {how}"
            limits = LIMITS if designs is EQUAL else chance_limits(n_data)
            row = levels([one.pvalue for one, _ in found], what, limits)
            if "parts" in how:
                fraction = float(how.split()[-1])
                others = [other_variances(*pair, fraction) for pair in found]
                shares = np.mean(np.array(others) < 0.05, axis=0)
                row += [f"{share:.3f}" for share in shares]
            print("|", " | ".join([name, how, *row]), "|", flush=True)


def table_of_power(n_data):
    print("\nUnequal algorithms: mean difference, the same in standard deviations over")
    print("replicates, power at 5 %, coverage of 95 %\n")
    largest = dict.fromkeys(REPLICATES, 0.0)
    for separation, wrong in WRONG:
        draw = blocks((60, 40), (3, 3), separation)
        models = {
            "first": starts((3, 3), n_starts=5),
            "second": starts((3, 3), n_starts=5, wrong=wrong),
        }
        for how, found in differences(draw, models, n_data).items():
            mean = np.mean([one.difference for one, _ in found])
            ratio = mean / np.sqrt(np.mean([variance(of) for _, of in found]))
            power = np.mean([one.pvalue < 0.05 for one, _ in found])
            covered = np.mean([one.low <= mean <= one.high for one, _ in found])
            row = [f"{separation}, {wrong:.0%} wrong", how, f"{mean:.3f}"]
            row += [f"{ratio:.2f}", f"{power:.3f}", f"{covered:.3f}"]
            print("|", " | ".join(row), "|", flush=True)
            largest[how] = max(largest[how], ratio)
            if ratio >= DETECTED[how]:
                check(f"power, {row}", power, 0.8, at_most=False)
    for how, ratio in largest.items():
        check(f"greatest difference, {how}", ratio, DETECTED[how], at_most=False)


def table_of_ranks(n_data):
    print(
        "\nRank tests of equal candidates: p < .05 and p < .001, of all; of any pair\n"
    )
    generator = np.random.default_rng(0)
    limits = chance_limits(n_data)
    for k, n in ((2, 8), (3, 3), (3, 4), (3, 10), (4, 4), (4, 8)):
        found = []
        for _ in range(n_data):
            values = generator.normal(size=(n, k))
            records = [
                {"data": f"d{i}", "draw": 0, "candidate": f"c{j}", "repeat": 0}
                | {"metric": "m", "value": values[i, j]}
                for i in range(n)
                for j in range(k)
            ]
            test = Comparison(records, {"m": True}).rank_test()
            found.append((test.pvalue, min(test.pvalues.values())))
        row = [f"{k} candidates, {n} data sets"]
        for kind, pvalues in zip(("all", "any pair"), np.transpose(found), strict=True):
            row += levels(pvalues, f"rank_test, {k}, {n}, {kind}", limits)
        print("|", " | ".join(row), "|", flush=True)


def table_of_stars(n_tables):
    draws = {f"{s}": blocks((30, 20), (3, 2), s) for s in (2, 1.5, 1, 0.8, 0.6, 0.4)}
    stars = [
        "*"
        in str(
            compare(
                twice(starts((3, 2))), draws, ["cari_product", "nce"], random_state=seed
            )
        ).split("\n\n")[0]
        for seed in range(n_tables)
    ]
    share = check("tables with a star", np.mean(stars), LIMITS[0.05])
    print(f"\nTables of 2 equal models, 2 metrics, 6 settings with a star: {share}")


TABLES = {  # and the fraction of the data sets that each takes
    "levels": (table_of_levels, 1),
    "spectral": (partial(table_of_levels, designs=SPECTRAL), 1),
    "unlike": (partial(table_of_levels, designs=UNLIKE), 1 / 10),
    "power": (table_of_power, 1 / 16),
    "ranks": (table_of_ranks, 1),
    "stars": (table_of_stars, 1 / 4),
}


def main(n_data=1000, *names):
    for name in names or TABLES:
        table, fraction = TABLES[name]
        table(round(fraction * int(n_data)))
    if FAILED:
        sys.exit("Not as claimed:\n" + "\n".join(FAILED))


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main(*sys.argv[1:])
