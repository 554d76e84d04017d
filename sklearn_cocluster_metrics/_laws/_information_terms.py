"""Mutual information as a sum over the cells of the table, without cancellation.

With ``f(x) = x log x``, n times the mutual information of a table is ``sum f(n_ij)``
plus a constant that depends on the margins alone. Permuting labels keeps the margins,
so ``sum_ij (r_i + c_j) n_ij`` is constant too, for any numbers r_i and c_j. Adding it
changes every term but not the difference between two tables, so the terms can be
chosen such that little cancels in this difference.

Where a cell has a large mean mu, the term is its deviance

    d(x; mu) = x log(x / mu) - x + mu >= 0,

which is f(x) with ``r_i + c_j = -1 - log(mu)``, plus a constant; it is about half the
squared deviation from the mean, over the mean. Where a count is almost always 0 or 1,
the deviance is almost always one of two numbers, and their sums over the cells cancel.
There the term is f(x) itself, which is 0 for both counts. At mu = 1 / e the two forms
differ only by a constant: this is where the module changes from one to the other.
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .._statistics import widened
from ._hypergeometric import (
    FloatArray,
    IntArray,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_counts,
)


def entropy(sizes: npt.ArrayLike) -> float:
    """Entropy in nats of a clustering with these cluster sizes, all positive.

    Clusters of equal size share one term, so the error does not grow with the number
    of clusters. The entropy of singletons is exactly ``math.log(n)``, that of a single
    cluster exactly 0.0.
    """
    distinct, multiplicities = np.unique(np.asarray(sizes), return_counts=True)
    if multiplicities.sum() == 1:
        return 0.0
    pairs = list(zip(distinct.tolist(), multiplicities.tolist(), strict=True))
    n = sum(size * multiplicity for size, multiplicity in pairs)
    return math.fsum(
        (size * multiplicity / n) * _log_inverse_share(size, n)
        for size, multiplicity in pairs
    )


def _log_inverse_share(size: int, n: int) -> float:
    """``log(n / size)``, also where the share is so near 1 that the log is tiny."""
    if 2 * size > n:
        return -math.log1p((size - n) / n)
    return math.log(n / size)


BoolArray = npt.NDArray[np.bool_]

# Below this mean, the mean deviance computed with log1p has 14 correct digits.
_LARGE_MEAN = 4096.0


@dataclass(frozen=True)
class InformationTerms:
    """Terms of n times the mutual information of tables with these margins.

    The term of a cell with count x, between clusters of sizes a and b, is

    - ``f(x) + slope (x - mu)`` for a *sparse* pair of sizes: one of them is 1, or
      ``mu = a b / n`` is at most 1 / e;
    - ``d(x; mu) + slope (x - mu)`` for the others.

    The slopes are what remains of ``r_i + c_j``. They are 0 in tables without sparse
    pairs, and in tables of sparse pairs only. A cluster is called sparse if all pairs
    with it are. In a sparse row, r_i removes the part of the slopes that does not
    depend on the column, and likewise in sparse columns. Logarithms of ratios of sizes
    are left, which are small where the sizes are nearly equal.

    Parameters
    ----------
    true, pred : ndarray of int64
        Distinct cluster sizes in ascending order.
    true_multiplicities, pred_multiplicities : ndarray of int64
        How many clusters have each size.
    references : tuple of two floats
        Sizes of a true and of a predicted cluster to which the slopes are relative.
    """

    true: IntArray
    true_multiplicities: IntArray
    pred: IntArray
    pred_multiplicities: IntArray
    references: tuple[float, float] = (1.0, 1.0)

    @classmethod
    def of(
        cls, sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike
    ) -> "InformationTerms":
        """Return the terms for two lists of cluster sizes."""
        terms = cls(*distinct_sizes(sizes_true), *distinct_sizes(sizes_pred))
        return replace(terms, references=terms._choose_references())

    @cached_property
    def transposed(self) -> "InformationTerms":
        """The same terms with rows and columns exchanged."""
        return InformationTerms(
            self.pred,
            self.pred_multiplicities,
            self.true,
            self.true_multiplicities,
            self.references[::-1],
        )

    @cached_property
    def n_samples(self) -> int:
        """Number of samples."""
        return int(self.true @ self.true_multiplicities)

    def are_sparse(self, a: IntArray, b: IntArray) -> BoolArray:
        """Whether a pair of sizes is sparse: few of its cells count 2 or more."""
        few = math.e * a.astype(np.float64) * b <= self.n_samples
        return np.asarray((a == 1) | (b == 1) | few)

    def pairs(self, a: IntArray, b: IntArray) -> "SizePairs":
        """Return the terms of cells between clusters of sizes ``a[k]`` and ``b[k]``."""
        return SizePairs(a, b, self.n_samples, self.are_sparse(a, b))

    @cached_property
    def have_slopes(self) -> bool:
        """Whether some pairs of sizes are sparse and others are not."""
        some_sparse = bool(self.are_sparse(self.true[:1], self.pred[:1])[0])
        return some_sparse and len(self._dense_rows) > 0

    def slopes(self, a: IntArray, b: IntArray) -> FloatArray:
        """Return the slope of each pair of sizes."""
        if not self.have_slopes:
            return np.zeros(np.broadcast(a, b).shape)
        row_is_sparse = self._are_sparse_rows(a)
        column_is_sparse = self.transposed._are_sparse_rows(b)
        row_reference, column_reference = self.references
        mean = a * (b / self.n_samples)
        return np.select(
            [
                row_is_sparse & column_is_sparse,
                row_is_sparse,
                column_is_sparse,
                self.are_sparse(a, b),
            ],
            [
                np.zeros(mean.shape),
                -log_ratio(b, column_reference),
                -log_ratio(a, row_reference),
                -1 - np.log(mean),
            ],
            default=0.0,
        )

    def _are_sparse_rows(self, a: IntArray) -> BoolArray:
        """Whether clusters of these true sizes are sparse."""
        return self.are_sparse(a, self.pred[-1:])

    def _choose_references(self) -> tuple[float, float]:
        """Return the sizes to which the slopes are relative; their product is n / e.

        The information is nearly constant, compared with its terms, only where one side
        has a single cluster that is not sparse and the clusters of the other side are
        of nearly equal size. The reference is one of these, so that the slopes are
        small there.
        """
        rows, columns = self._dense_rows, self.transposed._dense_rows
        if not len(rows):
            return 1.0, 1.0  # all pairs are sparse, and no slope is needed
        no_sparse_rows = len(rows) == int(self.true_multiplicities.sum())
        no_sparse_columns = len(columns) == int(self.pred_multiplicities.sum())
        by_rows = no_sparse_rows or (not no_sparse_columns and len(rows) > len(columns))
        product = self.n_samples / math.e
        if by_rows:
            reference = _size_of_median_sample(rows)
            return reference, product / reference
        reference = _size_of_median_sample(columns)
        return product / reference, reference

    @cached_property
    def _dense_rows(self) -> IntArray:
        """Sizes of the true clusters that are not sparse, in ascending order."""
        dense = ~self._are_sparse_rows(self.true)
        return np.repeat(self.true[dense], self.true_multiplicities[dense])


@dataclass(frozen=True)
class SizePairs:
    """Terms, without slopes, of the cells between pairs of cluster sizes.

    Parameters
    ----------
    a, b : ndarray of int64, shape (n_pairs,)
        Sizes of both clusters of each pair.
    n_samples : int
        Number of samples.
    sparse : ndarray of bool, shape (n_pairs,)
        Where the term is ``f(x)``; elsewhere it is the deviance.
    """

    a: IntArray
    b: IntArray
    n_samples: int
    sparse: BoolArray

    @cached_property
    def _split_means(self) -> tuple[FloatArray, FloatArray]:
        """Means ``a b / n`` as integer part and fraction.

        A mean near 10^8 is rounded by more than 10^-9. Subtracting the integer part
        first keeps the digits of its difference from a count.
        """
        product = widened(self.a, self.n_samples**2) * self.b
        whole = product // self.n_samples
        rest = product - whole * self.n_samples
        return whole.astype(np.float64), (rest / self.n_samples).astype(np.float64)

    @cached_property
    def means(self) -> FloatArray:
        """Mean ``a b / n`` of the count of the cell of each pair."""
        whole, fraction = self._split_means
        return whole + fraction

    def terms(self, which: Any, counts: FloatArray) -> FloatArray:
        """Return the terms of cells of the pairs ``which`` with these counts.

        ``which`` is an index that selects one pair for each count.
        """
        sparse = self.sparse[which]
        if sparse.all():
            return x_log_x(counts)
        whole, fraction = (part[which] for part in self._split_means)
        terms = deviance(counts, whole + fraction, (counts - whole) - fraction)
        return np.where(sparse, x_log_x(counts), terms) if sparse.any() else terms

    def expected_terms(self) -> FloatArray:
        """Return the mean of the term of each pair, under permutations."""
        low, high = likely_counts(self.n_samples, self.a, self.b)
        expected = np.zeros(len(self.a))
        large = self.means >= _LARGE_MEAN
        may_exceed_1 = np.minimum(self.a, self.b) > 1  # f is 0 at 0 and 1
        for of_group in (
            self.sparse & may_exceed_1,
            ~self.sparse & ~large,
            ~self.sparse & large,
        ):
            (group,) = np.nonzero(of_group)
            for block in blocks_of_similar_width((high - low + 1)[group]):
                pairs = group[block]
                laws = hypergeometric_pmfs(self.n_samples, self.a[pairs], self.b[pairs])
                terms = self.terms(pairs[:, None], laws.counts)
                expected[pairs] = np.einsum("kx,kx->k", laws.probabilities, terms)
        return expected

    def remainders(self, expected: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the means of ``x log(b / x)`` and ``x log(a / x)`` for each pair.

        They follow from the mean of the term, without cancellation: the part that is
        subtracted is less than the rest.
        """
        of_true, of_pred = (
            self.means
            * np.where(self.sparse, np.log(other), -log_ratio(own, self.n_samples))
            for own, other in ((self.a, self.b), (self.b, self.a))
        )
        return of_true - expected, of_pred - expected


def deviance(
    counts: FloatArray, means: FloatArray, differences: FloatArray | None = None
) -> FloatArray:
    """``x log(x / mu) - x + mu`` for counts x >= 0 and means mu > 0.

    The differences x - mu may be passed if they are known to more digits.
    Next to a large mean the three terms cancel to (x - mu)^2 / (2 mu): there it is
    the series of Loader (2000), Fast and accurate computation of binomial
    probabilities, in v = (x - mu) / (x + mu).
    """
    if differences is None:
        differences = counts - means
    # Where x = 0 the logarithm, multiplied by 0, is that of 1.
    above = np.where(counts > 0, differences, 0.0)
    deviances: FloatArray = counts * np.log1p(above / means) - differences
    if np.all(means < _LARGE_MEAN):
        return deviances
    v = differences / (counts + means)
    series = np.zeros_like(v)
    for power in range(17, 1, -2):  # |v| < 0.1: the next term is below 1e-18
        series = (series + 1 / power) * (v * v)
    near = differences * v + 2 * counts * v * series
    return np.where((np.abs(v) < 0.1) & (means >= _LARGE_MEAN), near, deviances)


def x_log_x(counts: FloatArray) -> FloatArray:
    """``x log x`` for counts, 0 where x = 0."""
    product: FloatArray = counts * np.log(np.maximum(counts, 1.0))
    return product


def distinct_sizes(sizes: npt.ArrayLike) -> tuple[IntArray, IntArray]:
    """Distinct sizes in ascending order, and how many clusters have each."""
    distinct, multiplicities = np.unique(
        np.asarray(sizes, dtype=np.int64), return_counts=True
    )
    return distinct, multiplicities.astype(np.int64)


def _size_of_median_sample(sizes: IntArray) -> float:
    """Size of the cluster of the median sample, clusters being sorted by size."""
    totals = np.cumsum(sizes)
    return float(sizes[np.searchsorted(totals, totals[-1] / 2)])


def log_ratio(sizes: IntArray, reference: float) -> FloatArray:
    """``log(sizes / reference)``, also where the ratio is next to 1."""
    ratio = sizes / reference
    near = np.abs(ratio - 1) < 0.5
    logarithms = np.log(ratio)
    logarithms[near] = np.log1p((sizes[near] - reference) / reference)
    return logarithms
