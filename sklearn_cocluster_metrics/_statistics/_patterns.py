"""Groups of equal 0/1 rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Patterns:
    """Which rows of an indicator are equal.

    Parameters
    ----------
    first : ndarray of shape (n_patterns,)
        One row with the pattern.
    of_row : ndarray of shape (n_rows,)
        The pattern of each row.
    counts : ndarray of shape (n_patterns,)
        Number of rows with the pattern.
    """

    first: NDArray[np.int64]
    of_row: NDArray[np.int64]
    counts: NDArray[np.int64]


def group_equal_rows(indicator: NDArray[np.int64]) -> Patterns:
    """Group the equal rows of a 0/1 matrix of any width, eight columns to a byte."""
    if indicator.shape[1] == 0:  # without columns, all rows are equal
        indicator = np.zeros((indicator.shape[0], 1), dtype=np.int64)
    packed = np.ascontiguousarray(np.packbits(indicator.astype(bool), axis=1))
    keys = packed.view(np.dtype((np.void, packed.shape[1])))[:, 0]
    _, first, of_row, counts = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return Patterns(first, of_row.reshape(-1), counts)
