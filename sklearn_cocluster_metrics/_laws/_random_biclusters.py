"""Compute what a bicluster shares with random ones, and the best of several values.

The rows and the columns of a random bicluster are independent random subsets of fixed
sizes, so that the number of shared cells is a product of two hypergeometric counts. The
distribution F_l of the value of one random bicluster l is therefore exact. Several
random biclusters are placed independently of each other. Their best value has the
distribution P(max <= x) = prod_l F_l(x).
"""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._hypergeometric import (
    FloatArray,
    Pmfs,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_counts,
)

Extent = tuple[int, int]
"""The number of rows and the number of columns of a bicluster, or of the matrix."""

Extents = NDArray[np.int64]
"""The extents of several biclusters, of shape (n_extents, 2)."""


class SharedLaws(NamedTuple):
    """Laws (distributions) of what a bicluster shares with random biclusters.

    An extent is the number of rows and the number of columns of a random bicluster.
    """

    # (n_laws,): The positions of the extents. The laws have one row for each extent.
    positions: NDArray[np.intp]
    # The laws of the number of shared rows, and of the number of shared columns.
    rows: Pmfs
    columns: Pmfs


def shared_laws(
    shape: Extent, extent: Extent, random_extents: Extents
) -> Iterator[SharedLaws]:
    """Yield the laws of the numbers of shared rows and columns, a few at a time.

    Each result has the laws of some extents, and their positions in `random_extents`.

    Parameters
    ----------
    shape, extent : tuple of two int
        Number of rows and number of columns of the matrix, and of the bicluster.
    random_extents : ndarray of shape (n_extents, 2)
        Number of rows and number of columns of each random bicluster.
    """
    n_rows, n_columns = shape
    n_rows_of_bicluster, n_columns_of_bicluster = extent
    random_rows, random_columns = random_extents.T
    lowest_rows, highest_rows = likely_counts(n_rows, n_rows_of_bicluster, random_rows)
    lowest_columns, highest_columns = likely_counts(
        n_columns, n_columns_of_bicluster, random_columns
    )
    # For each extent, this is the number of pairs of a row count and a column count.
    widths = (highest_rows - lowest_rows + 1) * (highest_columns - lowest_columns + 1)
    for block in blocks_of_similar_width(widths):
        marked_rows = np.full(len(block), n_rows_of_bicluster)
        marked_columns = np.full(len(block), n_columns_of_bicluster)
        yield SharedLaws(
            positions=block,
            rows=hypergeometric_pmfs(n_rows, marked_rows, random_rows[block]),
            columns=hypergeometric_pmfs(
                n_columns, marked_columns, random_columns[block]
            ),
        )


_ENTRIES_AT_ONCE = 2**14  # A few arrays of this size fit into the cache.


def expected_jaccards(
    shape: Extent, extent: Extent, random_extents: Extents
) -> FloatArray:
    """Return the mean Jaccard index of a bicluster with a random one of each extent.

    An extent is a number of rows and a number of columns, which must both be positive.
    `shape` is the extent of the matrix, and `extent` is the extent of the bicluster.
    The result has a mean for each of the random extents.
    """
    size = float(extent[0]) * extent[1]
    random_sizes = random_extents.prod(axis=1, dtype=float)
    means = np.zeros(len(random_extents))
    for positions, rows, columns in shared_laws(shape, extent, random_extents):
        # Counts of probability 0 may be above the size of a bicluster.
        largest_shared = np.minimum(size, random_sizes[positions])[:, None, None]
        summed_sizes = (size + random_sizes[positions])[:, None, None]
        step = max(1, _ENTRIES_AT_ONCE // columns.counts.size)
        for start in range(0, rows.counts.shape[1], step):
            batch = slice(start, start + step)
            shared = rows.counts[:, batch, None] * columns.counts.astype(float)[:, None]
            np.minimum(shared, largest_shared, out=shared)
            jaccards = shared / (summed_sizes - shared)
            # The mean over the column counts is computed for each row count, and then
            # the mean over the row counts.
            row_means = (jaccards @ columns.probabilities[:, :, None])[:, :, 0]
            means[positions] += (rows.probabilities[:, batch] * row_means).sum(axis=1)
    return means


# Probabilities up to the smallest normal float are regarded as 0.
_SMALLEST_NORMAL = float(np.finfo(float).tiny)
_LOG_SMALLEST_NORMAL = math.log(_SMALLEST_NORMAL)


def mean_shortfall_of_best(
    shape: Extent,
    extent: Extent,
    random_extents: Extents,
    numbers: NDArray[np.int64],
    value: Callable[[FloatArray, FloatArray], FloatArray],
) -> float:
    """Return the mean of 1 minus the best value with several random biclusters.

    A bicluster is compared with each of them, and they are placed independently of each
    other. Without random biclusters, the result is 1.

    Parameters
    ----------
    shape, extent : tuple of two int
        Number of rows and number of columns of the matrix, and of the bicluster.
    random_extents : ndarray of shape (n_extents, 2)
        Distinct numbers of rows and columns of the random biclusters.
    numbers : ndarray of shape (n_extents,)
        Number of random biclusters that have each extent.
    value : callable
        Function of arrays of numbers of shared cells and of sizes of random biclusters.
        It returns values between 0 and 1, which do not decrease with the number of
        shared cells.

    Returns
    -------
    shortfall : float
        Integral of P(max <= x) from 0 to 1. It is precise, because all its terms are
        positive.
    """
    # These are points x at which the logarithm of P(max <= x) rises, and the rises. The
    # bounds of the integral, 0 and 1, are included with rises of 0.
    points = [np.array([0.0, 1.0])]
    rises = [np.zeros(2)]
    random_sizes = random_extents.prod(axis=1, dtype=float)
    for positions, rows, columns in shared_laws(shape, extent, random_extents):
        shared, probabilities = _sorted_shared_cells(rows, columns)
        sizes = random_sizes[positions, None]
        # Counts of probability 0 may be above the size of a bicluster.
        values = value(np.minimum(shared, sizes), sizes)
        # P(max <= x) is a product over all random biclusters, so that logarithms add.
        rises_of_single_bicluster = _rises_of_log_distribution(probabilities)
        does_rise = rises_of_single_bicluster > 0
        rises_of_all = numbers[positions, None] * rises_of_single_bicluster
        points.append(values[does_rise])
        rises.append(rises_of_all[does_rise])
    all_points = np.concatenate(points)
    downward = np.argsort(-all_points, kind="stable")
    x = all_points[downward]
    # Just below x, the logarithm is minus the sum of the rises at x and above.
    probability_below_x = np.exp(-np.cumsum(np.concatenate(rises)[downward]))
    return float(probability_below_x[:-1] @ (x[:-1] - x[1:]))


def _sorted_shared_cells(rows: Pmfs, columns: Pmfs) -> tuple[FloatArray, FloatArray]:
    """Return the possible numbers of shared cells, sorted, and their probabilities.

    Both arrays have a row for each extent of random biclusters. A number may occur
    repeatedly.
    """
    n_laws = len(rows.counts)
    shared = rows.counts[:, :, None] * columns.counts.astype(float)[:, None]
    probabilities = rows.probabilities[:, :, None] * columns.probabilities[:, None]
    shared = shared.reshape(n_laws, -1)
    probabilities = probabilities.reshape(n_laws, -1)
    order = shared.argsort(axis=1, kind="stable")
    sorted_shared = np.take_along_axis(shared, order, axis=1)
    return sorted_shared, np.take_along_axis(probabilities, order, axis=1)


def _rises_of_log_distribution(probabilities: FloatArray) -> FloatArray:
    """Return by how much each number raises log F, for a distribution function F.

    Each row has the probabilities of ascending numbers, and their sum is 1. The result
    has the same shape. The sum of the rises above a number is -log F. The rises at the
    top matter most, and they are precise. A rise from the probability 0 is infinite.
    """
    # These are the probabilities of a higher number, and of at most this number.
    above = np.zeros(probabilities.shape)
    np.cumsum(probabilities[:, :0:-1], axis=1, out=above[:, -2::-1])
    at_most = np.maximum(np.cumsum(probabilities, axis=1), _SMALLEST_NORMAL)
    # The smaller of the two probabilities has more precise digits. The logarithm of the
    # smallest normal float stands for minus infinity.
    logs = np.where(above < 0.5, np.log1p(-np.minimum(above, 0.5)), np.log(at_most))
    previous_logs = np.full(logs.shape, _LOG_SMALLEST_NORMAL)
    previous_logs[:, 1:] = logs[:, :-1]
    rises: FloatArray = logs - previous_logs
    rises[(rises > 0) & (previous_logs <= _LOG_SMALLEST_NORMAL)] = np.inf
    return rises


def expected_overlap(
    true: Mapping[int, int], pred: Mapping[int, int], n_items: int
) -> Fraction:
    """Return the mean, over permuted items, of the sum of min(u, v) over the items.

    An item has the value u on the true side and v on the predicted side. `true` and
    `pred` map each positive value to the number of items that have it, among `n_items`.
    min(u, v) is the number of levels 1, 2, ... that both values reach. If n items reach
    a level on the true side and m items on the predicted side, n m / n_items items
    reach it on both sides on average.
    """
    total = 0
    for level in range(1, max(true, default=0) + 1):
        n_true = sum(n for value, n in true.items() if value >= level)
        n_pred = sum(n for value, n in pred.items() if value >= level)
        total += n_true * n_pred
    return Fraction(total, n_items) if n_items else Fraction(0)
