"""Groups of rows, or of columns, that are in the same biclusters."""

from dataclasses import dataclass
from typing import Any

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


def group_equal_rows(indicator: Any) -> Patterns:
    """Group the equal rows of a sparse 0/1 matrix with sorted indices.

    Rows with equally many ones are compared at once, by the positions of the ones. The
    cost is that of sorting the ones.
    """
    lengths = np.diff(indicator.indptr)
    of_row = np.empty(len(lengths), dtype=np.int64)
    first = []
    n_patterns = 0
    for length in np.flatnonzero(np.bincount(lengths)).tolist():
        own = np.flatnonzero(lengths == length)
        ones = indicator.indices[indicator.indptr[own][:, None] + np.arange(length)]
        some, numbers = group_equal(ones)
        of_row[own] = n_patterns + numbers
        first.append(own[some])
        n_patterns += len(some)
    return Patterns(
        np.concatenate(first) if first else np.empty(0, dtype=np.int64),
        of_row,
        np.bincount(of_row, minlength=n_patterns),
    )


def group_equal(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return one row of each group of equal rows, and the group of each row."""
    n_rows, width = rows.shape
    if width == 0:
        return np.zeros(min(n_rows, 1), dtype=np.int64), np.zeros(n_rows, dtype=int)
    keys: NDArray[Any] = np.ascontiguousarray(rows)
    if width > 1:
        keys = keys.view(np.dtype((np.void, keys.itemsize * width)))
    _, first, of_row = np.unique(keys[:, 0], return_index=True, return_inverse=True)
    return first, of_row.reshape(-1)
