"""How long do tests by permutation take, and how accurate are three moments?

``python benchmarks/bench_permutation.py`` prints the time of each method, then the
p-values of the gamma law over the exact ones.
"""

import math
import time
from fractions import Fraction
from typing import ClassVar

import numpy as np

from sklearn_cocluster_metrics import (
    cari_score,
    pair_count_moments,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics._laws import (
    Work,
    affine_moments,
    law_of_product,
    law_of_squares,
    moments_of_product,
    pearson_tail,
)

# sizes of the true and of the predicted clusters, of each mode
SHAPES = {
    "30 in 3, balanced": [([10] * 3, [10] * 3)],
    "30 in 10, balanced": [([3] * 10, [3] * 10)],
    "60 in 4, balanced": [([15] * 4, [15] * 4)],
    "60 in 4, 29 14 10 7": [([29, 14, 10, 7], [29, 14, 10, 7])],
    "100 in 3, balanced": [([34, 33, 33], [34, 33, 33])],
    "20 x 20 in 2 x 2, balanced": [([10] * 2, [10] * 2)] * 2,
    "20 x 20 in 3 x 3, balanced": [([7, 7, 6], [7, 7, 6])] * 2,
    "20 x 20 in 5 x 5, balanced": [([4] * 5, [4] * 5)] * 2,
    "30 x 20 in 3 x 3, unbalanced": [
        ([18, 9, 3], [15, 10, 5]),
        ([12, 6, 2], [10, 7, 3]),
    ],
    "50 x 30 in 3 x 3, balanced": [([17, 17, 16], [17, 17, 16]), ([10] * 3, [10] * 3)],
    "60 x 40 in 4 x 3, unbalanced": [
        ([29, 14, 10, 7], [29, 14, 10, 7]),
        ([22, 11, 7], [22, 11, 7]),
    ],
    "60 x 60 in 4 x 4, balanced": [([15] * 4, [15] * 4)] * 2,
    "100 x 20 in 3 x 2, balanced": [([34, 33, 33], [34, 33, 33]), ([10] * 2, [10] * 2)],
    "100 x 100 in 2 x 2, 90 10": [([90, 10], [90, 10])] * 2,
    "100 x 100 in 3 x 3, balanced": [([34, 33, 33], [34, 33, 33])] * 2,
    "20 x 15 x 10 in 2 x 3 x 2": [
        ([12, 8], [10, 10]),
        ([5, 5, 5], [7, 5, 3]),
        ([5, 5], [6, 4]),
    ],
}


def random_labels(n, k, n_modes=2):
    """Random labels of both sides, one array per mode."""
    rng = np.random.default_rng(0)
    return [tuple(rng.integers(k, size=n) for _ in range(n_modes)) for _ in range(2)]


def balanced_labels(n, k):
    """Balanced labels in random order on the second side."""
    rng = np.random.default_rng(0)
    true = (np.arange(n) % k,) * 2
    return true, tuple(rng.permutation(mode) for mode in true)


CASES = {
    "labels: 10^4 x 10^4 in 10 x 10, 10 000 draws": lambda: permutation_test(
        *LABELS["10^4"], method="labels", n_permutations=10_000, random_state=0
    ),
    "grid: the same, 999 draws per mode": lambda: permutation_test(
        *LABELS["10^4"], method="grid", random_state=0
    ),
    "gamma: the same": lambda: permutation_test(*LABELS["10^4"], method="gamma"),
    "exact: 100 x 100 in 4 x 4, balanced": lambda: permutation_test(
        *LABELS["100"], method="exact"
    ),
    "exact: 30 x 30 in 10 x 10, balanced": lambda: permutation_test(
        *LABELS["30"], method="exact"
    ),
    "moments of order 3: 10^4 x 10^4": lambda: pair_count_moments(
        *LABELS["10^4"], order=3
    ),
    "cari_score: 10^4 x 10^4": lambda: cari_score(*LABELS["10^4"]),
    "score_interval: 10^4 x 10^4": lambda: score_interval(*LABELS["10^4"]),
}
LABELS = {
    "10^4": random_labels(10_000, 10),
    "100": balanced_labels(100, 4),
    "30": balanced_labels(30, 10),
}


class Permutation:
    """asv: time of each case."""

    params: ClassVar = list(CASES)
    param_names: ClassVar = ["case"]

    def time_case(self, case):
        CASES[case]()


def tails(modes):
    """Yield the values of T in descending order with their exact p-values."""
    known = {}
    for mode in modes:
        if str(mode) not in known:
            known[str(mode)] = law_of_squares(*mode, Work(math.inf))
    laws = [known[str(mode)] for mode in modes]
    law = law_of_product(laws, Work(math.inf))
    total, tail = math.prod(sum(law.values()) for law in laws), 0
    for value in sorted(law, reverse=True):
        tail += law[value]
        yield value, tail / total


def gamma_over_exact(modes, levels=(0.05, 0.01, 0.001)):
    """Largest exact p-value up to each level, with gamma's over it."""
    n_cells = math.prod(sum(true) for true, _ in modes)
    moments = affine_moments(
        moments_of_product(modes, 3), Fraction(2), Fraction(n_cells)
    )
    found = {}
    for value, pvalue in tails(modes):
        for level in levels:
            if pvalue <= level:
                found[level] = pvalue, pearson_tail(moments, value - 1) / pvalue
    return [found.get(level) for level in levels]


def main():
    permutation_test([0, 0, 1], [0, 1, 1], n_permutations=1)  # load libraries
    for case, function in CASES.items():
        start = time.process_time()
        function()
        print(f"{case:48} {time.process_time() - start:8.4f} s", flush=True)
    print("\nexact p (gamma / exact) at most .05, .01, .001")
    for name, modes in SHAPES.items():
        cells = [
            f"{found[0]:.2g} ({found[1]:.2f})" if found else "-"
            for found in gamma_over_exact(modes)
        ]
        print(f"{name:32}", " | ".join(f"{cell:16}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
