"""How accurate are three moments in the tail of a permutation test?

``python studies/gamma_pvalues.py`` prints, for some numbers and sizes of clusters, the
largest exact p-value at most .05, .01 and .001, and the ratio of the gamma p-value to
it.
"""

import math
from fractions import Fraction

from sklearn_cocluster_metrics._laws._pair_moments import (
    affine_moments,
    moments_of_product,
    pearson_tail,
)
from sklearn_cocluster_metrics._laws._sum_of_squares_law import (
    Work,
    law_of_product,
    law_of_squares,
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
    print("exact p (gamma / exact) at most .05, .01, .001")
    for name, modes in SHAPES.items():
        cells = [
            f"{found[0]:.2g} ({found[1]:.2f})" if found else "-"
            for found in gamma_over_exact(modes)
        ]
        print(f"{name:32}", " | ".join(f"{cell:16}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
