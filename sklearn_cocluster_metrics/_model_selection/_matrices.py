"""Data matrices of any kind: their empty rows and columns, and parts of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import has_masked_entries

Masks = tuple[NDArray[np.bool_], NDArray[np.bool_]]


def refuse_masked(X: Any, name: str) -> None:
    """Refuse a masked array: as a plain array it would give the values under it."""
    if np.ma.isMaskedArray(X) and has_masked_entries(X):
        raise ValueError(
            f"`{name}` has masked entries; fill them in, or leave their rows or "
            "columns out."
        )


def is_frame(X: Any) -> bool:
    """Return whether data are indexed like a pandas DataFrame."""
    return hasattr(X, "iloc") and hasattr(X, "columns")


def nonzero_masks(X: Any) -> Masks:
    """Return which rows and which columns have an entry other than 0."""
    if hasattr(X, "tocsr"):
        nonzero = X != 0  # a stored zero is a zero
        return (
            np.asarray(nonzero.sum(axis=1)).ravel() > 0,
            np.asarray(nonzero.sum(axis=0)).ravel() > 0,
        )
    values = np.asarray(X)
    return values.any(axis=1).astype(bool), values.any(axis=0).astype(bool)


def indexable(X: Any) -> Any:
    """Return data whose parts can be taken without a copy of the whole."""
    if hasattr(X, "tocsr") and X.format not in ("csr", "csc"):
        return X.tocsr()
    if is_frame(X) or hasattr(X, "tocsr"):
        return X
    return np.asarray(X)


def take_part(X: Any, *positions: NDArray[Any]) -> Any:
    """Return a part of data of any kind: masks or positions in each mode."""
    X = indexable(X)
    if is_frame(X):
        return X.iloc[positions]
    if not hasattr(X, "tocsr"):
        return X[np.ix_(*positions)]
    rows, columns = positions
    # The mode in which the entries are stored first: each step copies what is left.
    return X[rows][:, columns] if X.format == "csr" else X[:, columns][rows]
