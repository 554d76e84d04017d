"""Biclusters given as lists of row and of column numbers."""

from collections.abc import Iterable, Iterator, Set
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray


def biclusters_from_indices(
    biclusters: Iterable[tuple[Any, Any]], shape: tuple[int, int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Indicators of biclusters given as lists of row and of column numbers.

    Parameters
    ----------
    biclusters : iterable of tuple (row_indices, column_indices)
        Numbers, from 0, of the rows and of the columns of each bicluster. Either list
        may be empty: such a bicluster has no cells.
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster holds each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster holds each column.

    Raises
    ------
    ValueError
        If an index is out of range, or `shape` is not two positive integers.
    TypeError
        If an index is not an integer, or a bicluster not a pair.

    See Also
    --------
    labels_to_biclusters : From a co-clustering.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_from_indices
    >>> rows, columns = biclusters_from_indices([([0, 2], [1])], shape=(3, 2))
    >>> rows
    array([[ True, False,  True]])
    >>> columns
    array([[False,  True]])
    """
    n_rows, n_columns = _check_shape(shape)
    pairs = _check_index_lists(biclusters, (n_rows, n_columns))
    rows = np.zeros((len(pairs), n_rows), dtype=bool)
    columns = np.zeros((len(pairs), n_columns), dtype=bool)
    for line, (row_indices, column_indices) in enumerate(pairs):
        rows[line, row_indices] = True
        columns[line, column_indices] = True
    return rows, columns


def _check_shape(shape: Any) -> tuple[int, int]:
    """Check the shape of a matrix: two positive integers."""
    if (
        not isinstance(shape, tuple)
        or len(shape) != 2
        or any(isinstance(n, bool) or not isinstance(n, Integral) for n in shape)
        or min(shape) < 1
    ):
        raise ValueError(f"`shape` must be two positive integers, got {shape!r}.")
    return int(shape[0]), int(shape[1])


def _check_index_lists(
    biclusters: Any, shape: tuple[int, int]
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Check biclusters given as pairs of lists of row and of column numbers."""
    pairs = []
    for number, pair in enumerate(biclusters):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(
                f"`biclusters[{number}]` must be a pair (row_indices, column_indices)."
            )
        rows, columns = (
            _check_indices(indices, f"biclusters[{number}][{mode}]", length)
            for mode, (indices, length) in enumerate(zip(pair, shape, strict=True))
        )
        pairs.append((rows, columns))
    return pairs


def _check_indices(indices: Any, name: str, length: int) -> NDArray[np.intp]:
    """Check numbers of lines, from 0 to length - 1."""
    unordered = isinstance(indices, Set | Iterator)
    array = np.asarray(list(indices) if unordered else indices)
    if array.size == 0:
        return np.empty(0, dtype=np.intp)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"`{name}` must be a list of integers, got {indices!r}.")
    if array.min() < 0 or array.max() >= length:
        raise ValueError(
            f"`{name}` must be numbers from 0 to {length - 1}, got "
            f"{array[(array < 0) | (array >= length)][0]}."
        )
    return array.astype(np.intp)
