"""Which points of the precision-recall space a bicluster can have."""

import numpy as np
from numpy.typing import NDArray


def least_precision(
    recall: NDArray[np.float64],
    row_fraction: NDArray[np.float64],
    column_fraction: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the least precision that a bicluster with this recall can have.

    Let X have fractions s and t of the rows and of the columns of the true bicluster B,
    so that rec = s t. With all other rows and columns of the matrix, its size is
    |X| / |D| = (1 - r + r s) (1 - c + c t). For a given s t this is convex in s, hence
    largest for s = 1 or t = 1: 1 - (1 - rec) min(r, c). Divide rec |B| by it.
    """
    fraction = row_fraction * column_fraction
    largest = 1 - (1 - recall) * np.minimum(row_fraction, column_fraction)
    least = np.ones(np.broadcast_shapes(recall.shape, fraction.shape))
    # 0/0 only where B is the whole matrix: every precision is then 1.
    return np.divide(fraction * recall, largest, out=least, where=largest > 0)
