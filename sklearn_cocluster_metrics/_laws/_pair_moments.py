"""Exact moments of the pairs together in both clusterings, labels permuted.

The number n11 of unordered pairs that two clusterings both put together counts the
edges common to two disjoint unions of cliques. When the vertices of one are permuted
uniformly, it is a quadratic assignment statistic: a pair of edges of one graph goes
to every pair of edges that shares as many vertices with equal chance, so that its
first two moments need only the number of edges and, in each graph, the number of
ordered pairs of edges that share 2, 1 or 0 vertices. All are polynomials in the sums
of powers of the cluster sizes: nothing is enumerated, and nothing is rounded.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .._statistics import PairCounts, Tables, pairs_of_cells


def mean_together(n_pairs: int, true: int, pred: int) -> Fraction:
    """Mean of n11 when samples are permuted, from the pairs together on each side.

    Each of the `true` pairs is together in a permuted labeling with probability
    ``pred / n_pairs``.
    """
    return Fraction(true * pred, n_pairs) if n_pairs else Fraction(0)


def expected_pairs(tables: Tables, null_model: str) -> Fraction:
    """Mean of n11 of the cells under the null model "cells" or "product".

    For "product": n11 = (S - n) / 2, where S is the product of the sums of squares of
    the modes and n the number of cells. The mean of a product of independent sums is
    the product of their means.
    """
    if null_model == "cells":
        return expected_pairs_of_cells(pairs_of_cells(tables))
    n_cells, squares = 1, Fraction(1)
    for n, _, true, pred in (table.squares for table in tables):
        n_cells *= n
        together = mean_together(math.comb(n, 2), (true - n) // 2, (pred - n) // 2)
        squares *= n + 2 * together
    return (squares - n_cells) / 2


def expected_pairs_of_cells(pairs: PairCounts) -> Fraction:
    """Mean of n11 where the cells are permuted as if they were free: mA mB / N."""
    return mean_together(pairs.n_pairs, pairs.true, pairs.pred)


@dataclass(frozen=True)
class PowerSums:
    """Sums of the sizes of the clusters, of their squares and of their cubes.

    The blocks of a co-clustering have the products of the sizes of the modes for
    sizes, so their power sums are the products of those of the modes: ``*``.
    """

    sizes: int
    squares: int
    cubes: int

    @classmethod
    def of(cls, sizes: npt.ArrayLike) -> "PowerSums":
        """Sum the powers of a list of sizes, as exact integers."""
        distinct, multiplicities = np.unique(np.asarray(sizes), return_counts=True)
        pairs = list(zip(distinct.tolist(), multiplicities.tolist(), strict=True))
        first, second, third = (sum(m * s**k for s, m in pairs) for k in (1, 2, 3))
        return cls(first, second, third)

    def __mul__(self, other: "PowerSums") -> "PowerSums":
        """Power sums of all products of a size of the one and one of the other."""
        return PowerSums(
            self.sizes * other.sizes,
            self.squares * other.squares,
            self.cubes * other.cubes,
        )

    @property
    def edges(self) -> int:
        """Pairs together: the sum of ``s (s - 1) / 2``."""
        return (self.squares - self.sizes) // 2

    @property
    def adjacent_edges(self) -> int:
        """Ordered pairs of edges with one common vertex: ``s (s - 1) (s - 2)``."""
        return self.cubes - 3 * self.squares + 2 * self.sizes

    @property
    def disjoint_edges(self) -> int:
        """Ordered pairs of edges with no common vertex."""
        return self.edges**2 - self.edges - self.adjacent_edges


def cells_moments(
    modes: Iterable[tuple[npt.ArrayLike, npt.ArrayLike]],
) -> tuple[Fraction, Fraction]:
    """Mean and variance of n11 of the cells, permuted as if they were free.

    ``modes`` holds the sizes of the true and of the predicted clusters of the rows,
    of the columns and so on. The blocks are never formed.
    """
    true = pred = PowerSums(1, 1, 1)
    for sizes_true, sizes_pred in modes:
        true *= PowerSums.of(sizes_true)
        pred *= PowerSums.of(sizes_pred)
    return moments_from_power_sums(true, pred)


def product_moments(
    modes: Iterable[tuple[npt.ArrayLike, npt.ArrayLike]],
) -> tuple[Fraction, Fraction]:
    """Mean and variance of n11 of the cells, the modes permuted independently.

    The table of the cells is the Kronecker product of the tables of the modes, so
    its sum of squares is the product of theirs, S = prod S_m, and n11 = (S - n) / 2
    with n cells. Independent factors: the moments of S are products of moments.
    """
    n_cells = 1
    first = second = Fraction(1)
    for sizes_true, sizes_pred in modes:
        true, pred = PowerSums.of(sizes_true), PowerSums.of(sizes_pred)
        mean, mean_square = square_sum_moments(true, pred)
        n_cells *= true.sizes
        first *= mean
        second *= mean_square
    return (first - n_cells) / 2, (second - first**2) / 4


def square_sum_moments(true: PowerSums, pred: PowerSums) -> tuple[Fraction, Fraction]:
    """Means of S and of S^2, where S is the sum of squares of the table: 2 n11 + n."""
    mean, variance = moments_from_power_sums(true, pred)
    mean_of_squares = 2 * mean + true.sizes
    return mean_of_squares, 4 * variance + mean_of_squares**2


def moments_from_power_sums(
    true: PowerSums, pred: PowerSums
) -> tuple[Fraction, Fraction]:
    """Mean and variance of n11 from the power sums of the two lists of sizes."""
    n = true.sizes
    if n < 2:  # there is no pair of samples
        return Fraction(0), Fraction(0)
    mean = mean_together(math.comb(n, 2), true.edges, pred.edges)
    mean_square = mean  # an edge with itself
    if n >= 3:  # two edges with a common vertex take three samples
        adjacent = true.adjacent_edges * pred.adjacent_edges
        mean_square += Fraction(adjacent, math.perm(n, 3))
    if n >= 4:  # two disjoint edges take four; the complete graph has perm(n, 4) / 4
        disjoint = true.disjoint_edges * pred.disjoint_edges
        mean_square += Fraction(4 * disjoint, math.perm(n, 4))
    return mean, mean_square - mean**2
