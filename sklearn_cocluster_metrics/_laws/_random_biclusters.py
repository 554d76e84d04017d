"""What a bicluster shares with random ones, and the best value among several.

The rows and the columns of a random bicluster are independent random subsets of fixed
sizes, so the number of shared cells is a product of two hypergeometric counts. The
distribution of the value of one is exact, and that of the best of several, each placed
independently of the others, is the product: P(max <= x) = prod_l F_l(x).
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
"""Number of rows and number of columns."""

Extents = NDArray[np.int64]
"""Extents, of shape (n_extents, 2)."""


class SharedLaws(NamedTuple):
    """Laws of what a bicluster shares with random biclusters of some extents."""

    # (n_extents,): Positions of the extents; the laws have one row for each
    positions: NDArray[np.intp]
    # Laws of the numbers of shared rows and of shared columns
    rows: Pmfs
    columns: Pmfs


def shared_laws(
    shape: Extent, extent: Extent, random_extents: Extents
) -> Iterator[SharedLaws]:
    """Yield the laws of the numbers of rows and of columns shared, a few at a time.

    Parameters
    ----------
    shape, extent : tuple of two int
        Extents of the matrix and of the bicluster.
    random_extents : ndarray of shape (n_extents, 2)
        Extents of the random biclusters.
    """
    n_rows, n_columns = shape
    n_rows_of_bicluster, n_columns_of_bicluster = extent
    random_rows, random_columns = random_extents.T
    lowest_rows, highest_rows = likely_counts(n_rows, n_rows_of_bicluster, random_rows)
    lowest_columns, highest_columns = likely_counts(
        n_columns, n_columns_of_bicluster, random_columns
    )
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


_ENTRIES_AT_ONCE = 2**14  # a few arrays of this size fit into the cache


def expected_jaccards(
    shape: Extent, extent: Extent, random_extents: Extents
) -> FloatArray:
    """Return the mean Jaccard index with a random bicluster of each of some extents.

    No extent may have 0 rows or 0 columns.
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
            # The mean over the columns for each number of rows, then that over rows
            row_means = (jaccards @ columns.probabilities[:, :, None])[:, :, 0]
            means[positions] += (rows.probabilities[:, batch] * row_means).sum(axis=1)
    return means


_SMALLEST = float(np.finfo(float).tiny)  # smaller probabilities are taken as 0
_LOG_SMALLEST = math.log(_SMALLEST)


def mean_shortfall_of_best(
    shape: Extent,
    extent: Extent,
    random_extents: Extents,
    numbers: NDArray[np.int64],
    value: Callable[[FloatArray, FloatArray], FloatArray],
) -> float:
    """Return the mean of 1 less the best value with several random biclusters.

    Parameters
    ----------
    shape, extent : tuple of two int
        Extents of the matrix and of the bicluster.
    random_extents : ndarray of shape (n_extents, 2)
        Extents of the random biclusters.
    numbers : ndarray of shape (n_extents,)
        How many random biclusters have each extent.
    value : callable
        Value, between 0 and 1, for arrays of numbers of shared cells and of sizes of
        the random bicluster; it does not decrease with the number of shared cells.

    Returns
    -------
    shortfall : float
        The integral of P(max <= x) from 0 to 1; all its terms are positive.
    """
    # Points x at which the logarithm of P(max <= x) rises, and by how much. It need not
    # rise at 0 and 1, the bounds of the integral.
    points = [np.array([0.0, 1.0])]
    rises = [np.zeros(2)]
    random_sizes = random_extents.prod(axis=1, dtype=float)
    for positions, rows, columns in shared_laws(shape, extent, random_extents):
        shared, probabilities = _sorted_shared_cells(rows, columns)
        sizes = random_sizes[positions, None]
        # Counts of probability 0 may be above the size of a bicluster.
        values = value(np.minimum(shared, sizes), sizes)
        # P(max <= x) is the product over all random biclusters: logarithms add up.
        rises_of_single_bicluster = _rises_of_log_distribution(probabilities)
        does_rise = rises_of_single_bicluster > 0
        rises_of_all = numbers[positions, None] * rises_of_single_bicluster
        points.append(values[does_rise])
        rises.append(rises_of_all[does_rise])
    all_points = np.concatenate(points)
    downward = np.argsort(-all_points, kind="stable")
    x = all_points[downward]
    # Just below each x, where the rises at x and above it are still to come
    probability_below_x = np.exp(-np.cumsum(np.concatenate(rises)[downward]))
    return float(probability_below_x[:-1] @ (x[:-1] - x[1:]))


def _sorted_shared_cells(rows: Pmfs, columns: Pmfs) -> tuple[FloatArray, FloatArray]:
    """Return the possible numbers of shared cells, sorted, and their probabilities.

    Both have one row per random bicluster; a number may occur repeatedly.
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
    """Return by how much each number raises the logarithm of the distribution function.

    Each row has the probabilities of ascending numbers. The sum of the rises above a
    number is -log F: those at the top, which count most, are precise. A rise from
    probability 0 is infinite.
    """
    # Probabilities of a higher number, and of this number or a lower one
    above = np.zeros(probabilities.shape)
    np.cumsum(probabilities[:, :0:-1], axis=1, out=above[:, -2::-1])
    at_most = np.maximum(np.cumsum(probabilities, axis=1), _SMALLEST)
    # Of both, the smaller one has the more precise digits.
    logs = np.where(above < 0.5, np.log1p(-np.minimum(above, 0.5)), np.log(at_most))
    previous_logs = np.full(logs.shape, _LOG_SMALLEST)
    previous_logs[:, 1:] = logs[:, :-1]
    rises: FloatArray = logs - previous_logs
    rises[(rises > 0) & (previous_logs <= _LOG_SMALLEST)] = np.inf
    return rises


def expected_overlap(
    true: Mapping[int, int], pred: Mapping[int, int], n_items: int
) -> Fraction:
    """Return the mean, over permuted items, of the sum of min(u, v) over the items.

    An item has the value u on the true side and v on the predicted one. `true` and
    `pred` map each positive value to the number of items that have it, among `n_items`.
    Since min(u, v) is the number of levels that both reach, the sum is one of products
    of numbers of items.
    """
    total = 0
    for level in range(1, max(true, default=0) + 1):
        n_true = sum(n for value, n in true.items() if value >= level)
        n_pred = sum(n for value, n in pred.items() if value >= level)
        total += n_true * n_pred
    return Fraction(total, n_items) if n_items else Fraction(0)
