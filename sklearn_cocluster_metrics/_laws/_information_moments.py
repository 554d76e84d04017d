"""Compute the mean and the variance of the mutual information of a permuted table."""

import math
from collections import Counter
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._statistics._contingency import NonzeroCells
from .._statistics._exact import widened
from ._hypergeometric import (
    FloatArray,
    IntArray,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_counts,
    whole_and_fraction,
)


def entropy(sizes: ArrayLike) -> float:
    """Return the entropy in nats of a clustering with these positive cluster sizes.

    Clusters of equal size share one term, so that the rounding error does not grow with
    the number of clusters. The entropy of clusters of one sample each is exactly
    ``math.log(n)``, and the entropy of a single cluster is exactly 0.0.
    """
    multiplicities = Counter(np.asarray(sizes).tolist())
    if multiplicities.total() == 1:
        return 0.0
    n = sum(size * multiplicity for size, multiplicity in multiplicities.items())
    terms = []
    for size, multiplicity in multiplicities.items():
        if 2 * size > n:  # The logarithm of a share near 1 is tiny.
            surprise = -math.log1p((size - n) / n)
        else:
            surprise = math.log(n / size)
        terms.append((size * multiplicity / n) * surprise)
    return math.fsum(terms)


# Below this mean, the mean deviance computed with log1p has 14 correct digits.
_LARGE_MEAN = 4096.0


class InformationTerms:
    """Compute terms whose sum is n times the mutual information, up to a constant.

    The constant depends only on the margins of the table. Let x be the count of a cell
    between clusters of sizes a and b, and ``mu = a b / n`` its mean. Let
    ``f(x) = x log x``, and let ``d(x; mu) = x log(x / mu) - x + mu``, which is called
    the deviance. The term of the cell is

    - ``f(x) + slope (x - mu)`` for a *sparse* pair of sizes. A pair is sparse if one of
      the sizes is 1, or if mu is at most 1 / e, so that few of its cells have a count
      of 2 or more;
    - ``d(x; mu) + slope (x - mu)`` for all other pairs.

    Parameters
    ----------
    sizes_true, sizes_pred : array-like of int
        Cluster sizes.
    only_deviances : bool
        If True, no pair is treated as sparse.

    Attributes
    ----------
    n_samples : int
        Number of samples n.
    true_sizes, pred_sizes : ndarray of int64
        Distinct cluster sizes in ascending order.
    true_multiplicities, pred_multiplicities : ndarray of int64
        Number of clusters of each distinct size.
    shape : tuple of two int
        Numbers of distinct true and of distinct predicted sizes. Their product is the
        number of pairs. Pair i * shape[1] + j has the true size i and the predicted
        size j.
    a, b, n_cells : ndarray of shape (n_pairs,)
        Both sizes of each pair of distinct sizes, and the number of cells.
    means : ndarray of shape (n_pairs,)
        Mean ``mu = a b / n`` of the count of a cell of each pair.
    is_sparse : ndarray of bool of shape (n_pairs,)
        Whether each pair is sparse.
    """

    def __init__(
        self,
        sizes_true: ArrayLike,
        sizes_pred: ArrayLike,
        *,
        only_deviances: bool = False,
    ) -> None:
        # The class docstring describes the attributes.
        self.true_sizes, self.true_multiplicities = distinct_sizes(sizes_true)
        self.pred_sizes, self.pred_multiplicities = distinct_sizes(sizes_pred)
        n = int(self.true_sizes @ self.true_multiplicities)
        a = np.repeat(self.true_sizes, len(self.pred_sizes))
        b = np.tile(self.pred_sizes, len(self.true_sizes))
        self.n_samples = n
        self.shape = len(self.true_sizes), len(self.pred_sizes)
        self.a = a
        self.b = b
        n_cells = np.outer(self.true_multiplicities, self.pred_multiplicities)
        self.n_cells = n_cells.ravel()
        self._whole_means, self._fractions_of_means = whole_and_fraction(n, a, b)
        self.means = self._whole_means + self._fractions_of_means
        # The mean is at most 1 / e, so that few of the cells have a count above 1.
        has_small_mean = math.e * a.astype(np.float64) * b <= n
        self.is_sparse = (a == 1) | (b == 1) | has_small_mean
        if only_deviances:
            self.is_sparse[:] = False

    @cached_property
    def slopes(self) -> FloatArray:
        """Coefficient of (x - mu) in the term of each pair of sizes.

        Here x is the count of a cell between clusters of sizes a and b, and mu its mean
        a b / n. With the slope -1 - log(mu), the term of a sparse pair is the deviance,
        up to a constant. This slope is the sum of -log(a / r) and -log(b / c) for two
        reference sizes r and c whose product is n / e. A cluster is called sparse if
        all its pairs are. The sum of x - mu over a row, or over a column, is 0. In a
        sparse row, -log(a / r) is the same for all cells. Therefore, it is left out,
        and likewise -log(b / c) in a sparse column. The logarithms that remain are
        small if the sizes are nearly equal to their reference. If all pairs are sparse,
        or none are, all slopes are 0.

        The information is nearly constant, compared with its terms, only if one side
        has a single cluster that is not sparse and the clusters of the other side have
        nearly equal sizes. The reference is one of these sizes, so that the slopes are
        small in this case.
        """
        is_sparse = self.is_sparse.reshape(self.shape)
        if is_sparse.all() or not is_sparse.any():
            return np.zeros(is_sparse.size)
        # Sizes ascend. If the pair with the largest size is sparse, all pairs are.
        is_dense_row = ~is_sparse[:, -1]
        is_dense_column = ~is_sparse[-1]
        n_dense_rows = self.true_multiplicities[is_dense_row].sum()
        n_dense_columns = self.pred_multiplicities[is_dense_column].sum()
        product = self.n_samples / math.e
        # If all rows are dense, only the reference of the rows is used, and likewise
        # for the columns. If both references are used, the clusters of nearly equal
        # size can only be on the side with more dense clusters. The reference of this
        # side is the size of one of its clusters.
        if is_dense_row.all() or (
            not is_dense_column.all() and n_dense_rows > n_dense_columns
        ):
            row_reference = _size_of_median_sample(
                self.true_sizes[is_dense_row], self.true_multiplicities[is_dense_row]
            )
            column_reference = product / row_reference
        else:
            column_reference = _size_of_median_sample(
                self.pred_sizes[is_dense_column],
                self.pred_multiplicities[is_dense_column],
            )
            row_reference = product / column_reference
        slopes = np.where(is_sparse, -1 - np.log(self.means).reshape(self.shape), 0.0)
        row_parts = -log_ratio(self.true_sizes, row_reference)
        column_parts = -log_ratio(self.pred_sizes, column_reference)
        slopes[~is_dense_row] = column_parts
        slopes[:, ~is_dense_column] = row_parts[:, None]
        slopes[np.ix_(~is_dense_row, ~is_dense_column)] = 0.0
        return slopes.ravel()

    def above_means(self, pairs: Any, counts: IntArray) -> FloatArray:
        """Return counts minus the means of some pairs of sizes, with all their digits.

        ``pairs`` is an index that selects one pair for each count.
        """
        above_whole_means = counts - self._whole_means[pairs]
        return np.asarray(above_whole_means - self._fractions_of_means[pairs])

    def without_slopes(self, pairs: Any, counts: IntArray) -> FloatArray:
        """Return the terms of counts without slope (x - mu), for some pairs of sizes.

        The term is ``x log x`` for a sparse pair, and the deviance for other pairs.
        ``pairs`` is an index that selects one pair for each count, where the shapes of
        both may only agree after broadcasting.
        """
        is_sparse = self.is_sparse[pairs]
        if is_sparse.all():
            return x_log_x(counts)
        differences = self.above_means(pairs, counts)
        deviances = deviance(counts, self.means[pairs], differences)
        if not is_sparse.any():
            return deviances
        return np.where(is_sparse, x_log_x(counts), deviances)

    def without_slopes_at_zero(self) -> FloatArray:
        """Return the term of the count 0 without its slope, for each pair of sizes.

        At x = 0, ``x log x`` is 0 and the deviance ``x log(x / mu) - x + mu`` is mu.
        """
        return np.where(self.is_sparse, 0.0, self.means)

    def expected_terms(self) -> FloatArray:
        """Return the mean of the term of each pair of sizes, under permutations.

        A term is `without_slopes` plus slope (x - mu), where x is the count of a cell
        and mu its mean. The slopes do not contribute, because the mean of x - mu is 0.
        """
        low, high = likely_counts(self.n_samples, self.a, self.b)
        # A pair is sparse if a size is 1, or if the mean of its counts is small. If a
        # size is 1, counts are 0 or 1. The mean of the term x log x then stays 0.
        expected = np.zeros(len(self.a))
        is_dense = ~self.is_sparse
        has_large_mean = self.means >= _LARGE_MEAN
        may_exceed_1 = np.minimum(self.a, self.b) > 1
        # The groups only save time. If pairs need different formulas, `without_slopes`
        # computes all of these formulas for each of the pairs.
        for is_in_group in (
            self.is_sparse & may_exceed_1,
            is_dense & ~has_large_mean,
            is_dense & has_large_mean,
        ):
            (group,) = np.nonzero(is_in_group)
            for block in blocks_of_similar_width((high - low + 1)[group]):
                pairs = group[block]
                laws = hypergeometric_pmfs(self.n_samples, self.a[pairs], self.b[pairs])
                terms = self.without_slopes(pairs[:, None], laws.counts)
                expected[pairs] = np.einsum("kx,kx->k", laws.probabilities, terms)
        return expected

    def remainders(self, expected_terms: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the means of ``x log(b / x)`` and ``x log(a / x)`` for each pair.

        Here x is the count of a cell between clusters of sizes a and b, and mu is its
        mean. The results follow from the mean of the term, which is passed. There is no
        cancellation, because the part that is subtracted is less than the remainder.
        For a sparse pair, whose term is x log x, the first remainder is ``mu log(b)``
        minus this mean. For other pairs, whose term is the deviance, it is
        ``mu log(b / mu)`` minus this mean, where b / mu = n / a.
        """
        true_logs = np.where(
            self.is_sparse, np.log(self.b), -log_ratio(self.a, self.n_samples)
        )
        pred_logs = np.where(
            self.is_sparse, np.log(self.a), -log_ratio(self.b, self.n_samples)
        )
        true_remainders = self.means * true_logs - expected_terms
        pred_remainders = self.means * pred_logs - expected_terms
        return true_remainders, pred_remainders


def deviance(
    counts: FloatArray | IntArray,
    means: FloatArray,
    differences: FloatArray | None = None,
) -> FloatArray:
    """Return ``x log(x / mu) - x + mu`` for counts x >= 0 and means mu > 0.

    The differences x - mu may be passed if they are known to more digits. For a count
    near a large mean, the three terms cancel to (x - mu)^2 / (2 mu). In this case, the
    series of Loader (2000), Fast and accurate computation of binomial probabilities, is
    used, with v = (x - mu) / (x + mu).
    """
    if differences is None:
        differences = counts - means
    # x / mu is 1 + (x - mu) / mu. If x = 0, the logarithm of 0 is replaced by the
    # logarithm of 1, because it is multiplied by 0.
    finite_differences = np.where(counts > 0, differences, 0.0)
    logarithms = np.log1p(finite_differences / means)
    deviances: FloatArray = counts * logarithms - differences
    if np.all(means < _LARGE_MEAN):
        return deviances
    v = differences / (counts + means)
    series = np.zeros_like(v)
    for power in range(17, 1, -2):  # As |v| < 0.1, the next term is below 1e-18.
        series = (series + 1 / power) * (v * v)
    deviances_by_series = differences * v + 2 * counts * v * series
    is_near_large_mean = (np.abs(v) < 0.1) & (means >= _LARGE_MEAN)
    return np.where(is_near_large_mean, deviances_by_series, deviances)


def x_log_x(counts: FloatArray | IntArray) -> FloatArray:
    """Return ``x log x`` for counts, which is 0 where x = 0."""
    return np.asarray(counts * np.log(np.maximum(counts, 1.0)))


def distinct_sizes(sizes: ArrayLike) -> tuple[IntArray, IntArray]:
    """Return the distinct sizes, ascending, and the number of clusters of each size."""
    array = np.asarray(sizes, dtype=np.int64)
    distinct, multiplicities = np.unique(array, return_counts=True)
    return distinct, multiplicities.astype(np.int64)


def _size_of_median_sample(sizes: IntArray, multiplicities: IntArray) -> float:
    """Return the cluster size of the median sample, with clusters sorted by size."""
    totals = np.cumsum(sizes * multiplicities)
    return float(sizes[np.searchsorted(totals, totals[-1] / 2)])


def log_ratio(sizes: IntArray, reference: float) -> FloatArray:
    """Return ``log(sizes / reference)``, precise even if the ratio is near 1."""
    ratio = sizes / reference
    is_near_1 = np.abs(ratio - 1) < 0.5
    logarithms = np.log(ratio)
    logarithms[is_near_1] = np.log1p((sizes[is_near_1] - reference) / reference)
    return logarithms


class InformationBeyondChance(NamedTuple):
    """Differences from the expected mutual information (EMI), in nats."""

    excess: float
    """Mutual information minus EMI, which is negative if it is less than by chance."""
    true_remainder: float
    """Entropy of the true clustering minus EMI, at least 0."""
    pred_remainder: float
    """Entropy of the predicted clustering minus EMI, at least 0."""


def expected_mutual_information(sizes_true: ArrayLike, sizes_pred: ArrayLike) -> float:
    """Return the mean mutual information, in nats, under permutations of the labels.

    The formula is theorem 4.1 of Vinh, Epps and Bailey (2010). Equal sizes are computed
    once. Each pair of distinct sizes a and b has a window of likely counts, whose width
    is about 31 + 20 sqrt(a b / n). The cost is the sum of these widths. There are at
    most 2 n such pairs, and their laws are computed block by block.
    """
    true = np.asarray(sizes_true)
    pred = np.asarray(sizes_pred)
    if true.size == 1 or pred.size == 1:
        return 0.0
    # If all clusters of one side have a single sample, each of them determines the
    # cluster of the other side. The information is then the entropy of the other side.
    if true.max() == 1:
        return entropy(pred)
    if pred.max() == 1:
        return entropy(true)
    terms = InformationTerms(true, pred, only_deviances=True)
    sums_of_pairs = terms.n_cells * terms.expected_terms()
    return math.fsum(sums_of_pairs.tolist()) / terms.n_samples


def information_beyond_chance(
    sizes_true: ArrayLike, sizes_pred: ArrayLike, cells: NonzeroCells
) -> InformationBeyondChance:
    """Return the mutual information and both entropies minus the expected information.

    The sizes are the margins of the table that has these `cells`. The remainders are
    sums over all cells of E[x log(b / x)] and of E[x log(a / x)], divided by n, where x
    is the count of a cell between clusters of sizes a and b. They are at least 0,
    because they are mean conditional entropies of one clustering given a permutation of
    the other. If the information is one of the entropies, its excess is the remainder.
    Otherwise, n times the excess is the sum over all cells of their terms minus the
    means of the terms.
    """
    terms = InformationTerms(sizes_true, sizes_pred)
    n = terms.n_samples
    expected_terms = terms.expected_terms()
    true_remainders, pred_remainders = terms.remainders(expected_terms)
    true_remainder = math.fsum((terms.n_cells * true_remainders).tolist()) / n
    pred_remainder = math.fsum((terms.n_cells * pred_remainders).tolist()) / n
    n_nonzero = len(cells.counts)
    if information_is_constant(sizes_true, sizes_pred):
        excess = 0.0
    elif n_nonzero == np.size(sizes_pred):
        # Each predicted cluster is part of one true cluster, so that the information is
        # the entropy of the true clustering.
        excess = true_remainder
    elif n_nonzero == np.size(sizes_true):
        excess = pred_remainder
    else:
        pair_of_cell = _pairs_of_nonzero_cells(terms, sizes_true, sizes_pred, cells)
        n_cells_above_0 = np.bincount(pair_of_cell, minlength=len(expected_terms))
        n_zero_cells = terms.n_cells - n_cells_above_0
        sums_of_zero_cells = n_zero_cells * terms.without_slopes_at_zero()
        parts = (
            terms.without_slopes(pair_of_cell, cells.counts),
            sums_of_zero_cells - terms.n_cells * expected_terms,
            # This is the sum of slope (x - mu) over the cells of each pair.
            terms.slopes * _samples_above_mean(terms, pair_of_cell, cells.counts),
        )
        sum_above_mean = math.fsum(np.concatenate(parts).tolist())
        # Rounding must not raise the information above an entropy.
        excess = min(sum_above_mean / n, true_remainder, pred_remainder)
    return InformationBeyondChance(
        excess=excess, true_remainder=true_remainder, pred_remainder=pred_remainder
    )


def _pairs_of_nonzero_cells(
    terms: InformationTerms,
    sizes_true: ArrayLike,
    sizes_pred: ArrayLike,
    cells: NonzeroCells,
) -> IntArray:
    """Return the position of the pair of sizes of each cell that is not 0.

    It is a position in the arrays of `terms`, which have an entry for each pair of
    distinct sizes.
    """
    true_positions = np.searchsorted(terms.true_sizes, np.asarray(sizes_true))
    pred_positions = np.searchsorted(terms.pred_sizes, np.asarray(sizes_pred))
    n_pred_sizes = len(terms.pred_sizes)
    return np.asarray(
        true_positions[cells.true] * n_pred_sizes + pred_positions[cells.pred]
    )


def _samples_above_mean(
    terms: InformationTerms, pair_of_cell: IntArray, counts: IntArray
) -> FloatArray:
    """Return the number of samples in the cells of each pair of sizes, minus its mean.

    `counts` has the counts of the nonzero cells, and `pair_of_cell` has the position of
    the pair of each of these cells. The mean is the number of cells times a b / n. To
    avoid rounding, n times the mean is subtracted from n times the number of samples,
    in integers, and only the difference is divided by n.
    """
    n = terms.n_samples
    n_samples_of_pair = np.zeros(len(terms.a), dtype=np.int64)
    np.add.at(n_samples_of_pair, pair_of_cell, counts)
    # These are Python integers, in arrays of objects, if n^2 needs more than 64 bits.
    n_times_mean = widened(terms.n_cells, n**2) * terms.a * terms.b
    n_times_samples = widened(n_samples_of_pair, n**2) * n
    return np.asarray((n_times_samples - n_times_mean) / n, dtype=np.float64)


def information_is_constant(sizes_true: ArrayLike, sizes_pred: ArrayLike) -> bool:
    """Return whether permuting the labels can never change the mutual information.

    This is the case if one side has a single cluster or only clusters of one sample
    each. It is also the case if one side has two clusters, one of which has a single
    sample, and all clusters of the other side have the same size. In all other cases,
    exchanging a certain pair of samples changes the information, because ``x log x`` is
    strictly convex.
    """
    true = np.asarray(sizes_true)
    pred = np.asarray(sizes_pred)
    if len(true) == 1 or true.max() == 1 or len(pred) == 1 or pred.max() == 1:
        return True
    return _is_one_sample_against_equals(
        true, opposite_sizes=pred
    ) or _is_one_sample_against_equals(pred, opposite_sizes=true)


def _is_one_sample_against_equals(
    sizes: NDArray[Any], opposite_sizes: NDArray[Any]
) -> bool:
    """Return whether a side has two clusters, one with one sample, against equal sizes.

    The clusters of the opposite side must all have the same size.
    """
    has_one_sample = len(sizes) == 2 and sizes.min() == 1
    return bool(has_one_sample and opposite_sizes.min() == opposite_sizes.max())


# A smaller share of the variance of a term is less than its rounding.
_NEGLIGIBLE_SHARE = 1e-22
# Memory is first reserved for so many polynomials.
_FIRST_DEGREES = 16
# A polynomial whose relative squared norm is smaller is 0 except for rounding.
_ROUNDING = 1e-24
# A count with a smaller probability changes no sum.
_NEGLIGIBLE = 1e-26


def variance_of_mutual_information(
    sizes_true: ArrayLike, sizes_pred: ArrayLike
) -> float:
    r"""Return the exact variance of the mutual information of permuted labels.

    The variance is the square of the denominator of the standardized mutual information
    of Romano, Bailey, Nguyen and Verspoor (2014). Let D be the sum of the terms of all
    cells, which is n times the information up to a constant. Let R_i be the sum of the
    terms of row i, and C_l the sum of the terms of column l. If one count n_il is
    given, the rest of row i and the rest of column l are independent. Therefore,

        Var(D) = sum_il Cov(E[R_i | n_il], E[C_l | n_il]).

    This sum includes the pairs of cells in the same row, in the same column and in
    neither. Cells (i, j) and (k, l) are linked by the cell (i, l) only.

    The term of each cell is expanded in the polynomials that are orthonormal for its
    hypergeometric law (Hahn polynomials). Let h_ij,d be its coefficient of degree d. If
    n_il is given, the mean of the polynomial of degree d of another cell (i, j) is the
    polynomial of n_il times :math:`(-1)^d s_{l,d} s_{j,d}`, where :math:`s_{j,d}^2` is
    the product of (b_j - t) / (n - b_j - t) over t < d. Therefore,

        E[R_i | n_il] has the coefficients
        h_il,d + (-1)^d s_l,d sum_{j != l} s_j,d h_ij,d,

    and the same holds for the columns. Each covariance is the inner product of the
    coefficients.

    Polynomials of different degrees of any two cells are uncorrelated. Therefore, the
    variance is a sum over the degrees, and no part of it is negative. All terms are cut
    at the same degree, at which at most a share eps = 1e-22 of the variance of each
    term is left. By the Cauchy-Schwarz inequality, the part of the variance that is cut
    off is at most eps times the number of cells times the sum of the variances of the
    terms. If each cell had its own degree, this part could be of the order of the
    square root of eps.

    For r and c distinct sizes, there are r c windows of likely counts. Their widths are
    about 20 sqrt(n / (r c)), or 10 to 40 for small n. The cost is the sum of the widths
    times the square of the number of degrees, which is 5 to 30.
    """
    if information_is_constant(sizes_true, sizes_pred):
        return 0.0
    terms = InformationTerms(sizes_true, sizes_pred)
    n = terms.n_samples
    row_multiplicities = terms.true_multiplicities
    column_multiplicities = terms.pred_multiplicities
    # These are s_{i,d}^2 of the rows and s_{j,d}^2 of the columns, by distinct sizes. A
    # matrix of coefficients h has a row and a column for each distinct size.
    squared_s_of_rows = np.ones(len(terms.true_sizes))
    squared_s_of_columns = np.ones(len(terms.pred_sizes))
    parts = []
    for degree, h in enumerate(_coefficients(terms), start=1):
        row_factors = _last_factors_of_squared_s(terms.true_sizes, degree, n)
        column_factors = _last_factors_of_squared_s(terms.pred_sizes, degree, n)
        squared_s_of_rows = squared_s_of_rows * row_factors
        squared_s_of_columns = squared_s_of_columns * column_factors
        row_means = _means_given_cell(
            coefficients=h,
            s=np.sqrt(squared_s_of_columns),
            multiplicities=column_multiplicities,
            degree=degree,
        )
        column_means = _means_given_cell(
            coefficients=h.T,
            s=np.sqrt(squared_s_of_rows),
            multiplicities=row_multiplicities,
            degree=degree,
        ).T
        parts.append(float(terms.n_cells @ (row_means * column_means).ravel()))
    return math.fsum(parts) / n**2


def _last_factors_of_squared_s(
    sizes: IntArray, degree: int, n_samples: int
) -> FloatArray:
    """Return (b - t) / (n - b - t) at t = degree - 1 for cluster sizes b.

    The degree of a cell is less than the number of its possible counts. If no cell of a
    cluster has a polynomial of this degree, the result is 0.
    """
    numerators = (sizes - (degree - 1)).astype(np.float64)
    denominators = n_samples - sizes - (degree - 1.0)
    is_possible = (numerators > 0) & (denominators > 0)
    possible_numerators = np.where(is_possible, numerators, 0.0)
    return possible_numerators / np.where(is_possible, denominators, 1.0)


def _means_given_cell(
    *, coefficients: FloatArray, s: FloatArray, multiplicities: IntArray, degree: int
) -> FloatArray:
    """Return the coefficients of E[R_i | n_il] of one degree, for each cell (i, l).

    `coefficients` are the coefficients of the terms of the cells, with a row and a
    column for each distinct size. `s` and `multiplicities` belong to the distinct sizes
    of the columns.
    """
    sums_of_other_cells = _sums_of_other_cells(coefficients * s, multiplicities)
    return np.asarray(coefficients + (-1) ** degree * s * sums_of_other_cells)


def _sums_of_other_cells(terms: FloatArray, multiplicities: IntArray) -> FloatArray:
    """Return, for each size of a column, the sum of a row without one such cell.

    `terms` has a row and a column for each distinct size. `multiplicities` has the
    number of columns of each size.

    The terms before and after this cell are added. Its term is not subtracted from the
    sum of the whole row, because the other terms would lose their digits if this term
    is much larger.
    """
    sums_by_size = terms * multiplicities
    before = np.zeros(terms.shape)
    np.cumsum(sums_by_size[:, :-1], axis=1, out=before[:, 1:])
    after = np.zeros(terms.shape)
    np.cumsum(sums_by_size[:, :0:-1], axis=1, out=after[:, -2::-1])
    return before + after + (multiplicities - 1) * terms


def _coefficients(terms: InformationTerms) -> FloatArray:
    """Return, by degree, the coefficients of the term of each pair of sizes.

    They are coefficients of the polynomials that are orthonormal for the hypergeometric
    law of the count of a cell. The shape is (n_degrees, n_true_sizes, n_pred_sizes),
    and the first degree is 1. All pairs are expanded to the highest degree that any
    pair needs.
    """
    low, high = likely_counts(terms.n_samples, terms.a, terms.b)
    blocks = list(blocks_of_similar_width(high - low + 1))
    expansions = [_expansion(terms, block, min_degrees=1) for block in blocks]
    n_degrees = max(map(len, expansions))
    coefficients = np.zeros((n_degrees, len(terms.a)))
    for block, expansion in zip(blocks, expansions, strict=True):
        if len(expansion) < n_degrees:
            # It may still be shorter, if the laws have fewer counts.
            expansion = _expansion(terms, block, min_degrees=n_degrees)
        coefficients[: len(expansion), block] = expansion
    return coefficients.reshape(n_degrees, *terms.shape)


def _expansion(
    terms: InformationTerms, pairs: NDArray[np.intp], min_degrees: int
) -> FloatArray:
    """Expand the terms of some pairs in the orthonormal polynomials of their laws.

    The coefficients have the shape (n_degrees, n_selected_pairs), starting with degree
    1. A function of the counts is represented by its values times the square roots of
    the probabilities, and so is a polynomial. Degrees are added until nothing remains
    of any term, and at least up to `min_degrees`, unless there are fewer counts.
    """
    laws = hypergeometric_pmfs(terms.n_samples, terms.a[pairs], terms.b[pairs])
    # A column is left out if its counts are negligible in all laws.
    is_likely = (laws.probabilities > _NEGLIGIBLE).any(axis=0)
    counts = laws.counts[:, is_likely]
    root_probabilities = np.sqrt(laws.probabilities[:, is_likely])
    centered = terms.above_means(pairs[:, None], counts)
    values_without_slopes = terms.without_slopes(pairs[:, None], counts)
    values = values_without_slopes + terms.slopes[pairs, None] * centered
    scaled_counts = centered / np.abs(centered).max(axis=1, keepdims=True)
    # (n_selected_pairs, degree, count): The polynomials so far. The first is constant.
    n_pairs, n_counts = root_probabilities.shape
    basis = np.empty((n_pairs, _FIRST_DEGREES, n_counts))
    norms_of_roots = np.linalg.norm(root_probabilities, axis=1, keepdims=True)
    basis[:, 0] = root_probabilities / norms_of_roots
    remainders = values * root_probabilities
    # The mean is subtracted twice, because the first result has the rounding of a large
    # mean.
    for _ in range(2):
        remainders -= _projected(basis[:, :1], remainders)
    negligible = _NEGLIGIBLE_SHARE * _squared_norms(remainders)
    norms = np.zeros(n_pairs)
    coefficients = []
    for degree in range(1, n_counts):
        polynomials, norms = _next_polynomials(scaled_counts, basis[:, :degree], norms)
        coefficients.append(np.einsum("px,px->p", remainders, polynomials))
        remainders -= coefficients[-1][:, None] * polynomials
        has_remainder = (norms > 0) & (_squared_norms(remainders) > negligible)
        if degree >= min_degrees and not has_remainder.any():
            break
        if degree == basis.shape[1]:
            basis = np.concatenate([basis, np.empty_like(basis)], axis=1)
        basis[:, degree] = polynomials
    return np.array(coefficients).reshape(-1, n_pairs)


def _next_polynomials(
    scaled_counts: FloatArray, basis: FloatArray, norms: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the polynomials of the next degree, and their norms before division.

    A new polynomial is x times the last one, orthogonalized against the last two. In
    exact arithmetic, this is enough (Lanczos process). Because of rounding, it is then
    orthogonalized against all polynomials. If a law has so few counts that there is no
    further polynomial, the polynomial and its norm are 0. All arrays have a row for
    each law.

    `scaled_counts` is x, which is the counts minus their mean, scaled to at most 1.
    `basis` has all polynomials so far, as in `_expansion`. A polynomial is represented
    by its values at the counts, times the square roots of their probabilities. `norms`
    has the norms of the last polynomials before division.
    """
    last = basis[:, -1]
    new_polynomials = scaled_counts * last
    squares_before = _squared_norms(new_polynomials)
    new_polynomials -= np.einsum("px,px->p", new_polynomials, last)[:, None] * last
    if basis.shape[1] > 1:
        new_polynomials -= norms[:, None] * basis[:, -2]
    new_polynomials -= _projected(basis, new_polynomials)
    squares = _squared_norms(new_polynomials)
    new_norms = np.sqrt(np.where(squares > _ROUNDING * squares_before, squares, 0.0))
    new_polynomials /= np.where(new_norms > 0, new_norms, np.inf)[:, None]
    return new_polynomials, new_norms


def _projected(basis: FloatArray, vectors: FloatArray) -> FloatArray:
    """Return the projection of each vector onto the basis of its row."""
    factors = np.matmul(basis, vectors[:, :, None])
    return np.asarray(np.matmul(factors.transpose(0, 2, 1), basis)[:, 0])


def _squared_norms(vectors: FloatArray) -> FloatArray:
    """Return the sum of squares of each row."""
    return np.asarray(np.einsum("px,px->p", vectors, vectors))
