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


def take_part(X: Any, rows: NDArray[Any], columns: NDArray[Any]) -> Any:
    """Return rows and columns of data of any kind, given by masks or positions."""
    if is_frame(X):
        return X.iloc[rows, columns]
    if hasattr(X, "tocsr"):
        return X.tocsr()[rows][:, columns]
    return np.asarray(X)[np.ix_(rows, columns)]
