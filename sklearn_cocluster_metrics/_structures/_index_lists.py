"""Biclusters given as lists of row and of column indices."""

from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arguments import check_shape, is_integer
from ._conversion import has_masked_entries
from ._messages import describe
from ._types import Indices


def biclusters_from_indices(
    biclusters: Iterable[tuple[Indices, Indices]], shape: tuple[int, int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return indicators of biclusters given as lists of row and column indices.

    Parameters
    ----------
    biclusters : iterable of tuple (row_indices, column_indices)
        Indices, counted from 0, of the rows and of the columns of each bicluster.
        Either list may be empty: such a bicluster has no cells.
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    ValueError
        If an index is out of range or masked, or `shape` is not a tuple of two
        positive integers.
    TypeError
        If an index is not an integer, a bicluster is not a pair, or `biclusters` is
        not an iterable of pairs.

    See Also
    --------
    labels_to_biclusters : Biclusters from a co-clustering.

    Notes
    -----
    The order of the indices does not matter, and an index may be repeated.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_from_indices
    >>> rows, columns = biclusters_from_indices([([0, 2], [1])], shape=(3, 2))
    >>> rows
    array([[ True, False,  True]])
    >>> columns
    array([[False,  True]])
    """
    n_rows, n_columns = check_shape(shape, "shape")
    pairs = _check_index_lists(biclusters, (n_rows, n_columns))
    rows = np.zeros((len(pairs), n_rows), dtype=bool)
    columns = np.zeros((len(pairs), n_columns), dtype=bool)
    for number, (row_indices, column_indices) in enumerate(pairs):
        rows[number, row_indices] = True
        columns[number, column_indices] = True
    return rows, columns


def _check_index_lists(
    biclusters: Any, shape: tuple[int, int]
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Check biclusters given as pairs of lists of row and column indices."""
    wrong = isinstance(biclusters, str | bytes | Mapping | Set)
    try:
        listed = list(() if wrong else biclusters)
    except (TypeError, NotImplementedError):  # the latter by a memoryview
        wrong = True
    if wrong:
        raise TypeError(
            "`biclusters` must be a list of pairs (row_indices, column_indices), got "
            f"{type(biclusters).__name__}."
        )
    pairs = []
    for number, pair in enumerate(listed):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(
                f"`biclusters[{number}]` must be a pair (row_indices, column_indices), "
                f"got {describe(pair)}."
            )
        rows, columns = (
            _check_indices(indices, f"biclusters[{number}][{mode}]", length)
            for mode, (indices, length) in enumerate(zip(pair, shape, strict=True))
        )
        pairs.append((rows, columns))
    return pairs


def _check_indices(indices: Any, name: str, length: int) -> NDArray[np.intp]:
    """Check indices of rows or columns, from 0 to length - 1."""
    if has_masked_entries(indices):
        raise ValueError(f"`{name}` has masked entries; every index must be known.")
    array = _as_integers(indices)
    if array is None:
        raise TypeError(
            f"`{name}` must be a list of integers, got {describe(indices)}."
        )
    out_of_range = (array < 0) | (array >= length)
    if out_of_range.any():
        raise ValueError(
            f"`{name}` must contain indices from 0 to {length - 1}, got "
            f"{describe(array[out_of_range].tolist()[0])}."
        )
    return array.astype(np.intp)


def _as_integers(indices: Any) -> NDArray[Any] | None:
    """Return indices as an array; None if they are not one-dimensional integers.

    Large integers stay Python objects, so that they are out of range without overflow.
    A list is checked before it is converted: NumPy reads [True, 1] as [1, 1].
    """
    if not hasattr(indices, "__array__") and not isinstance(indices, memoryview):
        if not isinstance(indices, Iterable) or isinstance(
            indices, str | bytes | Mapping
        ):
            return None
        listed = list(indices)
        return np.array(listed, dtype=object) if all(map(is_integer, listed)) else None
    array = np.asarray(indices)
    if array.ndim != 1:
        return None
    if array.size == 0:
        return np.empty(0, dtype=np.intp)
    are_integers = array.dtype.kind in "iu" or (
        array.dtype.kind == "O" and all(map(is_integer, array.tolist()))
    )
    return array if are_integers else None
