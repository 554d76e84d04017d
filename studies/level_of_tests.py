"""What is the true level of `permutation_test`, and what is its power?

``python studies/level_of_tests.py`` draws modes, that is sizes of true and of predicted
clusters, short and unbalanced ones among them, and designs, each a pair of these modes.
For each design it computes how often the p-value is at most .05, .01 and .001 under the
null hypothesis, for either mode and for Fisher's combination. For ``method="auto"`` the
law of a mode is exact where "auto" takes that, else that of 10 000 draws; for
``method="gamma"``, the designs of exact laws are counted. Then it prints the power of
the three alternatives in three settings.

Numbers give those of designs, 2000 by default, and of modes, 400, a seed, and the
number of samples for the power, 400.
"""

import math
import sys

import numpy as np
from numpy.random import RandomState
from scipy.stats import chi2

from sklearn_cocluster_metrics import permutation_test
from sklearn_cocluster_metrics._inference._random_draws import draw_squares
from sklearn_cocluster_metrics._laws._pair_moments import (
    moments_of_squares,
    pearson_tail,
)
from sklearn_cocluster_metrics._laws._sum_of_squares_law import (
    TooMuchWork,
    Work,
    law_of_squares,
)

LEVELS = np.array([0.05, 0.01, 0.001])
WORK_OF_AUTO = 5e8  # for each of two modes
N_DRAWS = 10_000


def random_sizes(rng, n_entries):
    """Sizes of two to eight clusters, balanced or not."""
    n_clusters = min(n_entries, rng.integers(2, 9))
    shares = rng.dirichlet(np.full(n_clusters, rng.choice([0.3, 1, 5, 100])))
    return rng.multinomial(n_entries - n_clusters, shares) + 1


def random_mode(rng):
    """Sizes on both sides of one mode with 4 to 2000 entries; all can be permuted."""
    n_entries = int(np.exp(rng.uniform(math.log(4), math.log(2000))))
    sizes = [random_sizes(rng, n_entries) for _ in range(2)]
    is_constant = max(map(len, sizes)) == n_entries
    return random_mode(rng) if is_constant else sizes


def law_of_mode(sizes, seed):
    """Return what "auto" takes, the p-values by it and by "gamma", and their chances.

    The p-values are in ascending order.
    """
    try:
        law, method = law_of_squares(*sizes, Work(WORK_OF_AUTO)), "exact"
    except TooMuchWork:
        drawn = draw_squares(sizes, N_DRAWS, RandomState(seed))
        law = dict(zip(*np.unique(drawn, return_counts=True), strict=True))
        method = "drawn"
    values = sorted(map(int, law), reverse=True)
    total = sum(map(int, law.values()))
    chances = np.array([int(law[value]) / total for value in values])
    pvalues = np.minimum(np.cumsum(chances), 1)
    return method, {"auto": pvalues, "gamma": gamma_pvalues(sizes, values)}, chances


def gamma_pvalues(sizes, values):
    """P-values at 300 values, and at the others those of a larger value."""
    _, moments = moments_of_squares(*sizes, 3)
    positions = np.unique(np.linspace(0, len(values) - 1, 300).astype(int))
    known = [pearson_tail(moments, values[one] - 1) for one in positions]
    return np.array(known)[np.searchsorted(positions, range(len(values)), "right") - 1]


def levels_of(modes, method):
    """Greatest of the levels of the test of either mode, and of Fisher's combination.

    Divided by the nominal levels.
    """
    (first, of_first), (second, of_second) = laws = [
        (pvalues[method], chances) for _, pvalues, chances in modes
    ]
    below = np.append(0, np.cumsum(of_second))
    found = []
    for level in LEVELS:
        least = math.exp(-chi2.isf(level, 4) / 2)
        reached = np.searchsorted(second, least / first * (1 + 1e-12), "right")
        of_modes = [chances[pvalues <= level].sum() for pvalues, chances in laws]
        found.append(max(*of_modes, float(of_first @ below[reached])) / level)
    return found


def true_levels(n_designs=2000, n_modes=400, seed=0):
    """True levels over the nominal ones of all designs, by method."""
    rng = np.random.default_rng(seed)
    modes = [random_mode(rng) for _ in range(n_modes)]
    laws = [law_of_mode(mode, [seed, number]) for number, mode in enumerate(modes)]
    found = {}
    for _ in range(n_designs):
        design = [laws[one] for one in rng.choice(n_modes, size=2, replace=False)]
        methods = " and ".join(sorted({method for method, *_ in design}))
        found.setdefault(f"auto, {methods}", []).append(levels_of(design, "auto"))
        if methods == "exact":
            found.setdefault("gamma", []).append(levels_of(design, "gamma"))
    return {key: np.array(found[key]) for key in sorted(found)}


# rows, columns, clusters of rows and columns, share of labels kept
SETTINGS = [
    (1000, 6, 4, 2, 0.15, 0.0),
    (1000, 6, 4, 2, 0.08, 0.6),
    (60, 40, 3, 3, 0.25, 0.25),
]


def keep(rng, labels, share):
    """Permute the labels but for a share of them."""
    moved = np.flatnonzero(rng.random(len(labels)) >= share)
    labels = labels.copy()
    labels[moved] = labels[rng.permutation(moved)]
    return labels


def powers(setting, n_samples, seed=0):
    """Share of samples that each alternative rejects at 5 %."""
    n_rows, n_columns, row_clusters, column_clusters, *shares = setting
    rng = np.random.default_rng(seed)
    true = np.arange(n_rows) % row_clusters, np.arange(n_columns) % column_clusters
    rejected = dict.fromkeys(("any_mode", "index", "all_modes"), 0)
    for sample in range(n_samples):
        pred = tuple(map(lambda one, share: keep(rng, one, share), true, shares))
        for alternative in rejected:
            test = permutation_test(
                true, pred, alternative=alternative, random_state=sample
            )
            rejected[alternative] += test.pvalue <= 0.05
    return {name: count / n_samples for name, count in rejected.items()}


def main(n_designs=2000, n_modes=400, seed=0, n_samples=400):
    print(f"{n_designs} pairs of {n_modes} modes: level / nominal level at", *LEVELS)
    for key, ratios in true_levels(n_designs, n_modes, seed).items():
        greatest = " ".join(f"{one:.2f}" for one in ratios.max(axis=0))
        above = " ".join(f"{one:.2f}" for one in (ratios > 1.1).mean(axis=0))
        print(f"{key:>21}: {len(ratios):4} greatest {greatest}; above 1.1 {above}")
    for setting in SETTINGS if n_samples else ():
        found = powers(setting, n_samples)
        print(setting, *(f"{name} {power:.2f}" for name, power in found.items()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
