"""What is the true level of `permutation_test`, and what is its power?

``python studies/level_of_tests.py`` draws modes, that is sizes of true and of predicted
clusters, short and unbalanced ones among them, and designs, each a pair of these modes.
For each design it computes how often the p-value of ``method="auto"`` is at most .05,
.01 and .001 under the null hypothesis, for either mode and for Fisher's combination:
from the exact law of a mode where "auto" takes it, else from draws. Modes whose levels
from draws are above 1.1 times the nominal one are drawn again, more often. Then it
prints the power of the three alternatives in three settings.

Numbers give those of designs, 2000 by default, and of modes, 400, a seed, and the
number of samples for the power, 400.
"""

import math
import sys
from functools import cache

import numpy as np
from numpy.random import RandomState
from scipy.stats import chi2

from sklearn_cocluster_metrics import permutation_test
from sklearn_cocluster_metrics._inference._pairs_by_chance import gamma_is_close
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
DRAWS, MORE_DRAWS = 10_000, 200_000


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


def law_of_pvalues(sizes, n_draws, seed):
    """P-values of one mode in ascending order, their probabilities, and the method."""
    try:
        law, method = law_of_squares(*sizes, Work(WORK_OF_AUTO)), "exact"
    except TooMuchWork:
        drawn = draw_squares(sizes, n_draws, RandomState(seed))
        law = dict(zip(*np.unique(drawn, return_counts=True), strict=True))
        method = "gamma" if gamma_is_close(sizes) else "grid"
    values = sorted(map(int, law), reverse=True)
    total = sum(map(int, law.values()))
    chances = np.array([int(law[value]) / total for value in values])
    pvalues = np.cumsum(chances)
    if method == "gamma":
        pvalues = gamma_pvalues(sizes, values)
    return np.minimum(pvalues, 1), chances, method


def gamma_pvalues(sizes, values):
    """P-values at 300 values, and at the others those of a larger value."""
    _, moments = moments_of_squares(*sizes, 3)
    positions = np.unique(np.linspace(0, len(values) - 1, 300).astype(int))
    known = [pearson_tail(moments, values[one] - 1) for one in positions]
    return np.array(known)[np.searchsorted(positions, range(len(values)), "right") - 1]


def levels_of(laws):
    """Levels of the test of each mode, and of Fisher's combination."""
    found = []
    (first, of_first, _), (second, of_second, _) = laws
    below = np.append(0, np.cumsum(of_second))
    for level in LEVELS:
        least = math.exp(-chi2.isf(level, 4) / 2)
        reached = np.searchsorted(second, least / first * (1 + 1e-12), "right")
        of_modes = [chances[p <= level].sum() for p, chances, _ in laws]
        found.append((*of_modes, float(of_first @ below[reached])))
    return np.array(found)


def true_levels(n_designs=2000, n_modes=400, seed=0):
    """Greatest levels over the nominal one, by the methods of the two modes."""
    rng = np.random.default_rng(seed)
    modes = [random_mode(rng) for _ in range(n_modes)]

    @cache
    def law(mode, n_draws):
        return law_of_pvalues(modes[mode], n_draws, [seed, mode, n_draws])

    worst, numbers = {}, {}
    for _ in range(n_designs):
        design = rng.choice(n_modes, size=2, replace=False)
        laws = [law(mode, DRAWS) for mode in design]
        methods = {method for *_, method in laws}
        ratios = levels_of(laws).max(axis=1) / LEVELS
        if methods != {"exact"} and ratios.max() > 1.1:
            ratios = levels_of([law(mode, MORE_DRAWS) for mode in design])
            ratios = ratios.max(axis=1) / LEVELS
        key = " and ".join(sorted(methods))
        worst[key] = np.maximum(worst.get(key, 0), ratios)
        numbers[key] = numbers.get(key, 0) + 1
    return {key: (numbers[key], worst[key]) for key in sorted(worst)}


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
    for _ in range(n_samples):
        pred = tuple(map(lambda one, share: keep(rng, one, share), true, shares))
        for alternative in rejected:
            test = permutation_test(true, pred, alternative=alternative)
            rejected[alternative] += test.pvalue <= 0.05
    return {name: count / n_samples for name, count in rejected.items()}


def main(n_designs=2000, n_modes=400, seed=0, n_samples=400):
    print(f"{n_designs} pairs of {n_modes} modes: worst level / level at", *LEVELS)
    for methods, (number, ratios) in true_levels(n_designs, n_modes, seed).items():
        print(f"{methods:>16} {number:5} designs:", *(f"{r:.3f}" for r in ratios))
    for setting in SETTINGS if n_samples else ():
        found = powers(setting, n_samples)
        print(setting, *(f"{name} {power:.2f}" for name, power in found.items()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
