"""How often does `compare_scores` reject two predictions of equal quality?

    python studies/level_of_differences.py level --n-pairs 20000
    python studies/level_of_differences.py groups --n-pairs 5000
    python studies/level_of_differences.py power --n-pairs 400

The designs are laws of an entry's true label and of both predicted labels, which are
wrong independently of each other. Both predictions have the same adjusted Rand index in
the population, so that every rejection is one too many. The designs were sought for the
worst: predictions that err unlike, of which one errs so rarely that its errors are
often not seen.

split and merge: one prediction splits a cluster, the other one merges two.
merge and noise: one merges two of three equal clusters, the other one errs at random.
small merge: one merges two small clusters, the other one has rare errors in these.
rare lost: one loses a rare cluster, the other one has errors in the large cluster.
alike: both err at random, in a small cluster.

No p-value is below that of the paired jackknife, which is computed here from counts.
So `compare_scores` is called only where the jackknife has at most the level: for .001
of all pairs, for .01 of a quarter, and for .05 of a tenth of them.

groups: entries of a group have the same labels with probability .8; a tenth of the
    pairs is used.
power: the better of two predictions is "nested": the other one has its errors and
    further ones. Beside it is the power without the p-value by populations, whose level
    is wrong in the other designs.

It ends with an error if a rate is significantly above .05, .01 or .0015, at .001.
Results are written to ``doc/studies.json`` with `--write`.
"""

import argparse
import sys
from functools import cache, partial
from unittest.mock import patch

import numpy as np
from _results import write_results
from scipy.optimize import brentq
from scipy.stats import binom, t as student

from sklearn_cocluster_metrics import compare_scores
from sklearn_cocluster_metrics._inference import _compare_scores

LEVELS = {0.05: 10, 0.01: 4, 0.001: 1}  # level: one of how many pairs is used
LIMITS = {0.05: 0.05, 0.01: 0.01, 0.001: 0.0015}


def law_of(shares, first, second):
    """Shares of true x first x second clusters; the errors are independent."""
    shares = np.array(shares)
    return shares[:, None, None] * first[:, :, None] * second[:, None, :]


def errors(n_clusters, noise, clusters):
    """Probabilities of predicted clusters; only these true clusters have errors."""
    law = np.eye(n_clusters)
    for cluster in clusters:
        law[cluster] = noise / (n_clusters - 1)
        law[cluster, cluster] = 1 - noise
    return law


def merged(n_clusters, kept, lost):
    """The truth with two clusters merged."""
    law = np.eye(n_clusters)
    law[lost] = law[kept]
    return law


def split(n_clusters, share):
    """The truth with a part of the first cluster in a cluster of its own."""
    law = np.eye(n_clusters, n_clusters + 1)
    law[0, 0], law[0, -1] = 1 - share, share
    return law


def population_ari(joint):
    """The adjusted Rand index of a population with these shares of cells."""
    both, true, pred = (
        np.sum(side**2) for side in (joint, joint.sum(axis=1), joint.sum(axis=0))
    )
    return (both - true * pred) / ((true + pred) / 2 - true * pred)


def equally_good(shares, first, second_of):
    """The law in which the second prediction is as good as the first."""

    def excess(parameter):
        scores = [
            population_ari(np.array(shares)[:, None] * prediction)
            for prediction in (second_of(parameter), first)
        ]
        return scores[0] - scores[1]

    return law_of(shares, first, second_of(brentq(excess, 1e-9, 0.6)))


DESIGNS = {
    "split and merge": equally_good(
        [0.5, 0.25, 0.25], merged(3, 1, 2), lambda share: split(3, share)
    ),
    "merge and noise": equally_good(
        [1 / 3] * 3, merged(3, 0, 1), lambda noise: errors(3, noise, range(3))
    ),
    "small merge": equally_good(
        [0.8, 0.1, 0.1], merged(3, 1, 2), lambda noise: errors(3, noise, [1, 2])
    ),
    "rare lost": equally_good(
        [0.9, 0.05, 0.05], merged(3, 0, 2), lambda noise: errors(3, noise, [0])
    ),
    "alike": law_of([0.9, 0.1], errors(2, 0.2, [1]), errors(2, 0.2, [1])),
}
SIZES = {
    "small merge": (80, 160),
    "split and merge": (100,),
    "merge and noise": (60,),
    "rare lost": (60, 160),
    "alike": (40,),
}
GROUPED = {"split and merge": (100, 5), "small merge": (200, 5)}  # entries, in a group
NESTED = {  # entries: noise of the better prediction, and of the other one
    60: (errors(3, 0.05, range(3)), errors(3, 0.12, range(3))),
    150: (errors(3, 0.05, range(3)), errors(3, 0.07, range(3))),
}


# The jackknife, for all pairs at once


def adjusted_rand(table_pairs, true_pairs, pred_pairs):
    """Adjusted Rand index from shares of pairs."""
    expected = true_pairs * pred_pairs
    room = (true_pairs + pred_pairs) / 2 - expected
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(room == 0, 1.0, (table_pairs - expected) / room)


def differences(tables):
    """Differences of both scores, for tables of true x first x second clusters."""
    n = tables.sum(axis=(1, 2, 3))

    def pairs(axes):
        counts = tables.sum(axis=axes) if axes else tables
        squares = np.sum(counts.reshape(len(counts), -1).astype(float) ** 2, axis=1)
        return (squares - n) / (n * (n - 1))

    true = pairs((2, 3))
    first = adjusted_rand(pairs((3,)), true, pairs((1, 3)))
    return first - adjusted_rand(pairs((2,)), true, pairs((1, 2)))


def jackknife_pvalues(tables):
    """The p-values of the paired jackknife."""
    n = int(tables[0].sum())
    sums, squares = np.zeros((2, len(tables)))
    for cell in np.argwhere(tables.any(axis=0)):
        where = (slice(None), *cell)
        counts = tables[where].astype(float)
        without = tables.copy()
        without[where] -= 1
        values = np.where(counts > 0, differences(without), 0.0)
        sums += counts * values
        squares += counts * values**2
    variances = (n - 1) * np.maximum(squares / n - (sums / n) ** 2, 0)
    observed = differences(tables)
    with np.errstate(invalid="ignore", divide="ignore"):
        statistics = np.abs(observed) / np.sqrt(variances)
    pvalues = 2 * student.sf(statistics, n - 1)
    return np.where(np.abs(observed) <= 1e-12, 1.0, pvalues)


@cache
def pvalue_of(shape, counts):
    """The p-value of `compare_scores` for a table, given by its bytes."""
    table = np.frombuffer(counts, dtype=np.int64).reshape(shape)
    cells = np.nonzero(table)
    labels = [np.repeat(clusters, table[cells]) for clusters in cells]
    return compare_scores(*labels).pvalue


def run_design(name, n, options):
    """Print and return the rates of rejections of a design."""
    law = DESIGNS[name]
    rng = np.random.default_rng([options.seed, n])
    tables = rng.multinomial(n, law.ravel(), size=options.n_pairs)
    tables = tables.reshape(-1, *law.shape)
    by_jackknife = jackknife_pvalues(tables)
    row = {}
    for level, part in LEVELS.items():
        n_pairs = options.n_pairs // part
        candidates = np.flatnonzero(by_jackknife[:n_pairs] <= level)
        n_rejected = sum(
            pvalue_of(law.shape, tables[i].tobytes()) <= level for i in candidates
        )
        row[str(level)] = rate_of(n_rejected, n_pairs, level)
        row[str(level)]["jackknife"] = float(np.mean(by_jackknife <= level))
    print_row(f"{name}, {n}", row)
    return row


def is_above(count, n, limit):
    """Whether a rate of at most the limit would hardly give so many."""
    return binom.sf(count - 1, n, limit) < 0.001


def rate_of(n_rejected, n_pairs, level):
    """A rate with its standard error, and whether it is above its limit."""
    rate = n_rejected / n_pairs
    return {
        "n": n_pairs,
        "rate": rate,
        "standard_error": float(np.sqrt(rate * (1 - rate) / n_pairs)),
        "is_above": bool(is_above(n_rejected, n_pairs, LIMITS[level])),
    }


def print_row(name, row):
    """Print the rates of a design as a row of a table."""
    rates = [f"{row[str(level)]['rate']:.4f}" for level in LEVELS]
    jackknife = [
        f"{row[str(level)]['jackknife']:.4f}" if "jackknife" in row[str(level)] else ""
        for level in LEVELS
    ]
    print(f"| {name} | {' | '.join(rates)} | {' | '.join(jackknife)} |", flush=True)


def run_groups(name, n, size, options):
    """Print and return the rates of rejections where groups depend."""
    law = DESIGNS[name]
    rng = np.random.default_rng([options.seed, n, size])
    n_pairs = options.n_pairs // LEVELS[0.05]
    groups = np.arange(n) // size
    pvalues = []
    for _ in range(n_pairs):
        of_groups = rng.choice(law.size, size=n // size, p=law.ravel())
        of_entries = rng.choice(law.size, size=n, p=law.ravel())
        cells = np.where(rng.random(n) < 0.8, of_groups[groups], of_entries)
        labels = np.unravel_index(cells, law.shape)
        pvalues.append(compare_scores(*labels, groups=groups).pvalue)
    row = {
        str(level): rate_of(int(np.sum(np.array(pvalues) <= level)), n_pairs, level)
        for level in LEVELS
    }
    print_row(f"{name}, {n} in groups of {size}", row)
    return row


def run_power(n, options):
    """Print and return how often the worse of two nested predictions is rejected."""
    better, further = NESTED[n]
    rng = np.random.default_rng([options.seed, n])
    shares = np.array([0.5, 0.3, 0.2])
    # The other prediction has the errors of the better one, and further ones.
    law = shares[:, None, None] * better[:, :, None] * further[None, :, :]
    tables = rng.multinomial(n, law.ravel(), size=options.n_pairs)
    tables = tables.reshape(-1, *law.shape)
    candidates = np.flatnonzero(jackknife_pvalues(tables) <= max(LEVELS))
    keys = [tables[i].tobytes() for i in candidates]
    pvalues = np.array([pvalue_of(law.shape, key) for key in keys])
    pvalue_of.cache_clear()
    with patch.object(_compare_scores._Comparison, "by_populations", return_value=None):
        without = np.array([pvalue_of(law.shape, key) for key in keys])
    pvalue_of.cache_clear()
    row = {
        str(level): {
            "rate": float(np.sum(pvalues <= level) / len(tables)),
            "without": float(np.sum(without <= level) / len(tables)),
            "n": len(tables),
        }
        for level in LEVELS
    }
    print(f"nested, {n}: {row}")
    return row


def runs_of(options):
    """The designs of a part, each as a call that runs it."""
    if options.part == "power":
        return {f"nested, {n}": partial(run_power, n, options) for n in NESTED}
    if options.part == "groups":
        return {
            f"{name}, {n} in groups of {size}": partial(
                run_groups, name, n, size, options
            )
            for name, (n, size) in GROUPED.items()
        }
    return {
        f"{name}, {n}": partial(run_design, name, n, options)
        for name, sizes in SIZES.items()
        for n in sizes
    }


def summarized(part, rows):
    """The rows and, for rates of wrong rejections, the greatest ones."""
    results = {"rows": rows}
    if part == "power":
        return results
    for level in LEVELS:
        rates = [row[str(level)]["rate"] for row in rows.values()]
        results[f"greatest_{level}"] = max(rates)
    if part == "level":
        rates = [row["0.05"]["jackknife"] for row in rows.values()]
        results["greatest_jackknife"] = max(rates)
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=["level", "groups", "power"])
    parser.add_argument("--n-pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    print("| design | .05 | .01 | .001 | jackknife .05 | .01 | .001 |")
    print("|---|---|---|---|---|---|---|")
    rows = {}
    for name, run in runs_of(options).items():
        rows[name] = run()
        if options.write:  # row by row, because all take long
            results = summarized(options.part, rows)
            write_results(f"level_of_differences, {options.part}", results)
    failures = [
        f"{name}: {level}"
        for name, row in rows.items()
        for level, rate in row.items()
        if rate.get("is_above")
    ]
    if failures:
        sys.exit("Rejected too often:\n" + "\n".join(failures))


if __name__ == "__main__":
    main()
