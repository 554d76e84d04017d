"""What a bicluster shares with random ones, and the best value among several.

The rows and the columns of a random bicluster are independent random subsets of fixed
sizes, so the number of shared cells is a product of two hypergeometric counts. The
distribution of the value of one is exact, and that of the best of several, each placed
independently of the others, is the product: P(max <= x) = prod_l F_l(x).
"""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

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


def shared_cell_pmfs(
    shape: Extent, extent: Extent, others: Extents
) -> Iterator[tuple[NDArray[np.intp], Pmfs, Pmfs]]:
    """Yield the laws of the numbers of rows and of columns shared, a few at a time.

    They come with the positions of the random biclusters, one per row of the laws.

    Parameters
    ----------
    shape, extent : tuple of two int
        Extents of the matrix and of the bicluster.
    others : ndarray of shape (n_others, 2)
        Extents of the random biclusters.
    """
    widths = np.ones(len(others), dtype=np.int64)
    for population, marked, drawn in zip(shape, extent, others.T, strict=True):
        low, high = likely_counts(population, marked, drawn)
        widths *= high - low + 1
    for which in blocks_of_similar_width(widths):
        rows, columns = (
            hypergeometric_pmfs(population, np.full(len(which), marked), drawn[which])
            for population, marked, drawn in zip(shape, extent, others.T, strict=True)
        )
        yield which, rows, columns


_ENTRIES_AT_ONCE = 2**14  # a few arrays of this size fit into the cache


def expected_jaccards(shape: Extent, extent: Extent, others: Extents) -> FloatArray:
    """Mean Jaccard index with a random bicluster of each of several extents.

    No extent may have 0 rows or 0 columns.
    """
    sizes = others.prod(axis=1, dtype=float)
    size = float(extent[0]) * extent[1]
    means = np.zeros(len(others))
    for which, rows, columns in shared_cell_pmfs(shape, extent, others):
        # Counts of probability 0 may be above the size of a bicluster.
        most = np.minimum(size, sizes[which])[:, None, None]
        both_sizes = (size + sizes[which])[:, None, None]
        step = max(1, _ENTRIES_AT_ONCE // columns.counts.size)
        for start in range(0, rows.counts.shape[1], step):
            some = slice(start, start + step)
            shared = rows.counts[:, some, None] * columns.counts[:, None]
            np.minimum(shared, most, out=shared)
            jaccards = shared / (both_sizes - shared)
            of_rows = (jaccards @ columns.probabilities[:, :, None])[:, :, 0]
            means[which] += (rows.probabilities[:, some] * of_rows).sum(axis=1)
    return means


_LEAST = float(np.finfo(float).tiny)  # smaller probabilities are taken as 0
_LOG_LEAST = math.log(_LEAST)


def mean_shortfall_of_best(
    shape: Extent,
    extent: Extent,
    others: Extents,
    numbers: NDArray[np.int64],
    value: Callable[[FloatArray, FloatArray], FloatArray],
) -> float:
    """Mean of 1 less the best value of a bicluster with several random ones.

    Parameters
    ----------
    shape, extent : tuple of two int
        Extents of the matrix and of the bicluster.
    others : ndarray of shape (n_others, 2)
        Extents of the random biclusters.
    numbers : ndarray of shape (n_others,)
        How many random biclusters have each extent.
    value : callable
        Value, between 0 and 1, for arrays of numbers of shared cells and of sizes of
        the random bicluster; it does not decrease with the number of shared cells.

    Returns
    -------
    shortfall : float
        The integral of P(max <= x) from 0 to 1; all its terms are positive.
    """
    points, rises = [np.array([0.0, 1.0])], [np.zeros(2)]
    sizes = others.prod(axis=1, dtype=float)
    for which, *laws in shared_cell_pmfs(shape, extent, others):
        shared, mass = _sorted_law(*laws)
        size = sizes[which, None]
        # Counts of probability 0 may be above the size of a bicluster.
        values = value(np.minimum(shared, size), size)
        own = _rises(mass)
        kept = own > 0
        points.append(values[kept])
        rises.append((numbers[which, None] * own)[kept])
    at, rise = np.concatenate(points), np.concatenate(rises)
    downward = np.argsort(-at, kind="stable")
    at = at[downward]
    at_most = np.exp(-np.cumsum(rise[downward]))
    return float(at_most[:-1] @ (at[:-1] - at[1:]))


def _sorted_law(rows: Pmfs, columns: Pmfs) -> tuple[FloatArray, FloatArray]:
    """Return the possible numbers of shared cells, sorted, and their probabilities.

    Both have one row per random bicluster; a number may occur repeatedly.
    """
    pairs = zip(rows, columns, strict=True)
    products = (one[:, :, None] * other[:, None] for one, other in pairs)
    shared, mass = (each.reshape(len(each), -1) for each in products)
    order = shared.argsort(axis=1, kind="stable")
    shared, mass = (np.take_along_axis(one, order, axis=1) for one in (shared, mass))
    return shared, mass


def _rises(mass: FloatArray) -> FloatArray:
    """Return by how much each number raises the logarithm of the distribution function.

    The sum of the rises above a number is -log F: those at the top, which count most,
    are precise. A rise from probability 0 is infinite.
    """
    above = np.zeros(mass.shape)
    np.cumsum(mass[:, :0:-1], axis=1, out=above[:, -2::-1])
    at_most = np.maximum(np.cumsum(mass, axis=1), _LEAST)
    logs = np.where(above < 0.5, np.log1p(-np.minimum(above, 0.5)), np.log(at_most))
    before = np.full(logs.shape, _LOG_LEAST)
    before[:, 1:] = logs[:, :-1]
    rises: FloatArray = logs - before
    rises[(rises > 0) & (before <= _LOG_LEAST)] = np.inf
    return rises


def expected_overlap(
    one: Mapping[int, int], other: Mapping[int, int], n_places: int
) -> Fraction:
    """Return the mean, over uniform matchings, of the sum of min(value, other value).

    The arguments map a positive value to the number of places that have it, among
    `n_places`. Since min(u, v) is the number of levels that both reach, the sum is one
    of products of numbers of places.
    """
    reaching = (
        math.prod(
            sum(n for value, n in places.items() if value >= level)
            for places in (one, other)
        )
        for level in range(1, max(one, default=0) + 1)
    )
    return Fraction(sum(reaching), n_places) if n_places else Fraction(0)
