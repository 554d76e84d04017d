"""How far the best of several random biclusters stays below 1, on average.

The extents of the random biclusters are given; each is placed independently of the
others. A bicluster and a random one share a product of two hypergeometric counts, rows
and columns, so the distribution of a value of one is exact, and that of the best of all
is the product: P(max <= x) = prod_l F_l(x).
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ._hypergeometric import cell_count_laws

Values = NDArray[np.float64]
Extent = tuple[int, int]
"""Number of rows and number of columns."""


def mean_shortfall_of_best(
    shape: Extent,
    extent: Extent,
    others: Mapping[Extent, int],
    value: Callable[[Values, Extent], Values],
) -> float:
    """Mean of 1 less the best value of a bicluster with several random ones.

    Parameters
    ----------
    shape, extent : tuple of two int
        Extents of the matrix and of the bicluster.
    others : mapping
        How many random biclusters have each extent.
    value : callable
        Value, between 0 and 1, for an array of numbers of shared cells and the extent
        of the random bicluster; it does not decrease with the number of shared cells.

    Returns
    -------
    shortfall : float
        The integral of P(max <= x) from 0 to 1; all its terms are positive.
    """
    laws = [
        (*_law_of_value(shape, extent, other, value), n) for other, n in others.items()
    ]
    points = np.unique(np.concatenate([[0.0, 1.0], *(values for values, _, _ in laws)]))
    steps = np.diff(points)
    at_most = np.ones(len(steps))
    for values, cumulative, n in laws:
        below = np.searchsorted(values, points[:-1], side="right")
        at_most *= np.concatenate([[0.0], cumulative])[below] ** n
    return float(at_most @ steps)


def _law_of_value(
    shape: Extent,
    extent: Extent,
    other: Extent,
    value: Callable[[Values, Extent], Values],
) -> tuple[Values, Values]:
    """Return the values of one random bicluster, sorted, and P(value <= x) at each."""
    rows, columns = (
        cell_count_laws(n, [size], [other_size])
        for n, size, other_size in zip(shape, extent, other, strict=True)
    )
    shared, which = np.unique(
        np.multiply.outer(rows.counts[0], columns.counts[0]), return_inverse=True
    )
    probabilities = np.multiply.outer(rows.probabilities[0], columns.probabilities[0])
    mass = np.bincount(which.reshape(-1), weights=probabilities.ravel())
    return value(shared, other), np.minimum(np.cumsum(mass), 1.0)
