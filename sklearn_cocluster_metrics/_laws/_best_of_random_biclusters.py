"""How far the best of several random biclusters stays below 1, on average.

The extents of the random biclusters are given; each is placed independently of the
others. The distribution of the value of one is exact, and that of the best of all is
the product: P(max <= x) = prod_l F_l(x).
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ._shared_cells import Extent, Extents, SharedCellLaws, shared_cell_laws

Values = NDArray[np.float64]

_LEAST = float(np.finfo(float).tiny)  # smaller probabilities are taken as 0
_LOG_LEAST = math.log(_LEAST)


def mean_shortfall_of_best(
    shape: Extent,
    extent: Extent,
    others: Extents,
    numbers: NDArray[np.int64],
    value: Callable[[Values, Values], Values],
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
    for laws in shared_cell_laws(shape, extent, others):
        shared, mass = _sorted_law(laws)
        size = sizes[laws.which, None]
        # Counts of probability 0 may be above the size of a bicluster.
        values = value(np.minimum(shared, size), size)
        own = _rises(mass)
        kept = own > 0
        points.append(values[kept])
        rises.append((numbers[laws.which, None] * own)[kept])
    at, rise = np.concatenate(points), np.concatenate(rises)
    downward = np.argsort(-at, kind="stable")
    at = at[downward]
    at_most = np.exp(-np.cumsum(rise[downward]))
    return float(at_most[:-1] @ (at[:-1] - at[1:]))


def _sorted_law(laws: SharedCellLaws) -> tuple[Values, Values]:
    """Return the possible numbers of shared cells, sorted, and their probabilities.

    Both have one row per random bicluster; a number may occur repeatedly.
    """
    _, rows, columns = laws
    shared, mass = (
        (one[:, :, None] * other[:, None]).reshape(len(one), -1)
        for one, other in zip(rows, columns, strict=True)
    )
    order = shared.argsort(axis=1, kind="stable")
    return (
        np.take_along_axis(shared, order, axis=1),
        np.take_along_axis(mass, order, axis=1),
    )


def _rises(mass: Values) -> Values:
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
    rises: Values = logs - before
    rises[(rises > 0) & (before <= _LOG_LEAST)] = np.inf
    return rises
