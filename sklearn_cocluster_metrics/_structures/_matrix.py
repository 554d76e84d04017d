"""Check the data matrix X, count its rows and columns, and take parts of it.

As in scikit-learn, X is an array, a sparse matrix, a data frame or a list.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._arguments import has_masked_entries
from ._foreign import refuse_foreign
from ._messages import describe

Masks: TypeAlias = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""Masks of the rows, and of the columns, that have some property."""


def refuse_no_data(X: Any) -> None:
    """Raise an error if X is a dict, a set, or rows of different lengths.

    A tuple of rows must also be a matrix, whereas a list of rows may have further
    dimensions. A list of texts, or of numbers, does not raise an error.
    """
    if _is_sparse(X):
        return  # A `dok_array` is a mapping, too.
    expected = "`X` must be an array, a sparse matrix, a data frame or a list of rows"
    if isinstance(X, Mapping | Set):
        raise TypeError(f"{expected}, got {type(X).__name__}.")
    if not isinstance(X, list | tuple) or len(X) == 0:
        return
    if not _starts_with_row(X):
        return
    try:
        n_dimensions = np.ndim(X)
    except ValueError:  # The rows have different lengths.
        n_dimensions = 0
    if n_dimensions == 0 or (isinstance(X, tuple) and n_dimensions != 2):
        raise ValueError(
            f"{expected}, all of one length; got a {type(X).__name__} of {len(X)} "
            "parts with other shapes."
        )


def n_rows_of(X: Any) -> int:
    """Count the rows of X, or the labels of a mode."""
    refuse_foreign(X, "X")
    has_shape = hasattr(X, "shape")
    has_rows = len(X.shape) > 0 if has_shape else hasattr(X, "__len__")
    if not has_rows:
        raise TypeError(
            f"`X` must be a matrix, got {describe(X)}. Pass an array of shape "
            "(n_rows, n_columns)."
        )
    if has_shape:
        return int(X.shape[0])
    return len(X)


def n_columns_of(X: Any) -> int | None:
    """Count the columns of X, or return None if X is not a matrix.

    For example, X may be a list of texts or of dicts.
    """
    refuse_foreign(X, "X")
    if hasattr(X, "shape"):
        shape = X.shape
    elif _starts_with_row(X):
        shape = np.asarray(X).shape
    else:
        return None
    if len(shape) != 2:
        return None
    return int(shape[1])


def _starts_with_row(X: Any) -> bool:
    """Return whether the first entry of a list is a list or an array, not a text."""
    if len(X) == 0 or isinstance(X[0], str | bytes):
        return False
    return isinstance(X[0], Sequence | np.ndarray)


def is_frame(X: Any) -> bool:
    """Return whether X is indexed like a data frame of pandas."""
    return hasattr(X, "iloc") and hasattr(X, "columns")


def _is_sparse(X: Any) -> bool:
    """Return whether X is a sparse matrix or array."""
    return hasattr(X, "tocsr")


_CURE_OF_TEXTS = (
    "For a pipeline `pipe`, pass `pipe[:-1].fit_transform(X)` and `pipe[-1]`. For a "
    "search, fit the first steps once, and search over the last step with the matrix."
)


def refuse_masks_and_texts(X: Any, cure_of_texts: str = _CURE_OF_TEXTS) -> None:
    """Raise an error if X has masked entries, or if it is a scalar or a list of texts.

    A conversion to a plain array would bring the masked values back. `cure_of_texts`
    ends the error of texts.
    """
    n_rows_of(X)  # This raises an error for scalars.
    if has_masked_entries(X):
        raise ValueError(
            "`X` has masked entries, but every value must be known. Fill them in, or "
            "leave out their rows or columns."
        )
    is_one_dimensional = isinstance(X, Iterable) and getattr(X, "ndim", 1) == 1
    if is_one_dimensional and isinstance(next(iter(X), None), str):
        raise ValueError(f"`X` must be a matrix, got texts. {cure_of_texts}")


def nonzero_masks(X: Any) -> Masks:
    """Return which rows and which columns have an entry other than 0."""
    matrix = X if _is_sparse(X) else np.asarray(X)
    is_nonzero = matrix != 0  # A sparse matrix may store zeros, which must not count.
    row_mask = np.asarray(is_nonzero.sum(axis=1)).ravel() > 0
    column_mask = np.asarray(is_nonzero.sum(axis=0)).ravel() > 0
    return row_mask, column_mask


def as_indexable(X: Any) -> Any:
    """Return X in a form whose parts can be taken without a copy of the whole."""
    if _is_sparse(X):
        return X if X.format in ("csr", "csc") else X.tocsr()
    return X if is_frame(X) else np.asarray(X)


def take_part(X: Any, *positions: NDArray[Any]) -> Any:
    """Return a part of indexable X, given by the positions, or a mask, of each mode."""
    if is_frame(X):
        return X.iloc[positions]
    if not _is_sparse(X):
        return X[np.ix_(*positions)]
    rows, columns = positions
    # Each step copies its result, so the axis that is faster to select comes first.
    if X.format == "csr":
        return X[rows][:, columns]
    return X[:, columns][rows]


def nonempty_part(
    X: Any,
    positions: Sequence[NDArray[np.intp]],
    kind: str | None,
    *,
    keeps_columns: bool = False,
) -> tuple[Any, list[NDArray[np.intp]]]:
    """Return a part of indexable X, and the positions of its rows and columns in X.

    `positions` are those of the rows and of the columns of the part. If `kind` is
    "counts" or "weights", rows and columns that are empty in this part are left out,
    because they have no information and because spectral co-clusterers fail on them. If
    `kind` is "values" or None, a 0 is a value as any other. If the result
    `keeps_columns`, only rows are left out. A part that has only zeros is returned as
    it is.
    """
    part = take_part(X, *positions)
    if kind not in ("counts", "weights"):
        return part, list(positions)
    row_mask, column_mask = nonzero_masks(part)
    if keeps_columns:
        column_mask = np.ones_like(column_mask)
    has_no_empty = row_mask.all() and column_mask.all()
    if has_no_empty or not row_mask.any():
        return part, list(positions)
    rows, columns = positions
    nonempty = take_part(part, row_mask, column_mask)
    return nonempty, [rows[row_mask], columns[column_mask]]
