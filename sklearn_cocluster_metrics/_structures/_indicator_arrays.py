"""One indicator of biclusters, as a checked array of 0 and 1."""

from collections.abc import Mapping, Set
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import has_masked_entries
from ._messages import describe


def check_indicator(indicator: Any, name: str, expected: str) -> Any:
    """Check one indicator; `expected` is its shape in words.

    Returns an array of int8, or of a sparse matrix a CSR array of int8 that stores the
    ones only, sorted.
    """
    array = _as_array(indicator, name, expected)
    if len(array.shape) != 2:
        raise ValueError(
            f"`{name}` must be an indicator of shape {expected}, got an array of "
            f"shape {array.shape}."
        )
    if array.shape[1] == 0:
        raise ValueError(
            f"`{name}` must be an indicator of shape {expected}, got an array of "
            f"shape {array.shape}; the second number must be positive."
        )
    if array.dtype.kind not in "biufO":
        raise TypeError(
            f"`{name}` must contain bools or numbers, got dtype {array.dtype}."
        )
    if has_masked_entries(indicator):
        raise ValueError(f"`{name}` has masked entries; every entry must be 0 or 1.")
    entries = array.data if sparse.issparse(array) else array
    is_zero_or_one = _is_zero_or_one(entries)
    if not is_zero_or_one.all():
        raise ValueError(
            f"`{name}` must contain 0 and 1 only, got "
            f"{describe(entries[~is_zero_or_one].tolist()[0])}."
        )
    if not sparse.issparse(array):
        return array.astype(np.int8)
    array.eliminate_zeros()
    return array.astype(np.int8)


def dense_indicator(checked: Any) -> NDArray[np.int64]:
    """Return a checked indicator as an array."""
    array: NDArray[np.int64] = (
        checked.toarray() if sparse.issparse(checked) else checked
    ).astype(np.int64)
    return array


def _as_array(indicator: Any, name: str, expected: str) -> Any:
    """Read an array-like as an array, a sparse matrix as a CSR array of its own."""
    if sparse.issparse(indicator):
        if len(indicator.shape) != 2 or indicator.dtype.kind not in "biuf":
            return indicator.toarray()
        array = sparse.csr_array(indicator, copy=True)
        array.sum_duplicates()
        return array
    is_array = hasattr(indicator, "__array__") or hasattr(indicator, "__len__")
    if not is_array or isinstance(indicator, str | bytes | Mapping | Set):
        raise TypeError(
            f"`{name}` must be an indicator of shape {expected}, an array-like or a "
            f"sparse matrix, got {type(indicator).__name__}."
        )
    _refuse_masked_parts(indicator, name)
    try:
        return np.asarray(indicator)
    except (TypeError, ValueError, RuntimeError) as error:
        came = (
            "a ragged sequence" if isinstance(indicator, list | tuple) else str(error)
        )
        raise ValueError(
            f"`{name}` must be an indicator of shape {expected}, got {came}."
        ) from error


def _refuse_masked_parts(indicator: Any, name: str) -> None:
    """Refuse masked entries in a list, which NumPy would read without their mask."""
    if isinstance(indicator, list | tuple) and any(map(_is_partly_masked, indicator)):
        raise ValueError(f"`{name}` has masked entries; every entry must be 0 or 1.")


def _is_partly_masked(part: Any) -> bool:
    """Whether one entry of a list is masked, or a list with masked entries."""
    if isinstance(part, list | tuple):
        return any(issubclass(kind, np.ma.MaskedArray) for kind in set(map(type, part)))
    return has_masked_entries(part)


def _is_zero_or_one(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether each entry is 0 or 1. Some objects, as `pandas.NA`, have no order."""
    if array.dtype.kind != "O":
        return np.asarray((array == 0) | (array == 1))
    entries = (
        isinstance(entry, Real | np.bool_) and bool(entry == 0 or entry == 1)
        for entry in array.ravel().tolist()
    )
    return np.fromiter(entries, dtype=bool, count=array.size).reshape(array.shape)
