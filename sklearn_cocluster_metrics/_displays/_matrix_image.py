"""A matrix of any size, reordered, as an image of limited size."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

MOST_PIXELS = 400  # per side: about as many as a panel has on a screen


def block_means(
    X: Any, row_order: NDArray[np.intp], column_order: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Reorder a matrix, and average neighboring rows and columns if it is large.

    The matrix may be sparse; neither a copy nor a dense version of it is made.
    """
    image = _averaging(row_order) @ X
    if not sparse.issparse(image):
        return np.ascontiguousarray((_averaging(column_order) @ image.T).T)
    return np.asarray((image @ _averaging(column_order).T).toarray())


def _averaging(order: NDArray[np.intp]) -> sparse.csr_array:
    """Return the matrix that takes means of consecutive entries, in an order."""
    n_entries = len(order)
    n_pixels = min(n_entries, MOST_PIXELS)
    pixel = pixel_of(n_entries, n_pixels)
    weights = 1 / np.bincount(pixel, minlength=n_pixels)[pixel]
    return sparse.csr_array((weights, (pixel, order)), shape=(n_pixels, n_entries))


def pixel_of(n_entries: int, n_pixels: int) -> NDArray[np.int64]:
    """Return the pixel of each entry, for pixels of nearly equal size."""
    return np.arange(n_entries, dtype=np.int64) * n_pixels // n_entries
