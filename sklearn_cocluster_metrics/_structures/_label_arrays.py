"""What a user passes as labels, as an array in which no label has changed."""

from collections.abc import Collection, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import as_array, has_masked_entries
from ._types import is_estimator

_LONG_STRING = 64  # an array of strings is a rectangle as wide as the longest


def as_label_array(labels: Any, name: str) -> NDArray[Any]:
    """Return labels as an array, or raise an error that names what came instead."""
    if type(labels) is list:
        return _from_collection(labels, name)
    if sparse.issparse(labels):
        raise TypeError(f"`{name}` is sparse; labels must be a dense 1-D array-like.")
    if np.ma.isMaskedArray(labels) and has_masked_entries(labels):
        raise _masked(name)
    if hasattr(labels, "__array__") and not isinstance(labels, np.generic):
        return _converted(labels, name)
    if is_estimator(labels):
        raise TypeError(
            f"`{name}` is a fitted or unfitted {type(labels).__name__}; pass its "
            "labels, such as `labels_`."
        )
    if isinstance(labels, Set | Mapping):
        raise TypeError(
            f"`{name}` must be an array-like of labels, got {type(labels).__name__}, "
            "which has no order of samples. Pass a list."
        )
    if isinstance(labels, str | bytes) or not isinstance(labels, Collection):
        hint = " Pass a list." if hasattr(labels, "__next__") else ""
        raise TypeError(
            f"`{name}` must be an array-like of labels, got {type(labels).__name__}."
            f"{hint}"
        )
    return _from_collection(labels, name)


def wrong_dimension(array: NDArray[Any], name: str) -> str:
    """Return the message for an array that is not one-dimensional."""
    hint = ""
    if _is_one_hot(array):
        hint = (
            " It has a single 1 in every row: for one label per row, pass "
            "`labels.argmax(axis=1)`. An estimator with such labels can be wrapped in "
            "`FunctionCocluster`."
        )
    elif array.ndim == 2:
        hint = (
            " A co-clustering is a tuple (row_labels, column_labels) of 1-D "
            "array-likes; indicators of biclusters go to the bicluster measures."
        )
    return f"`{name}` must be 1-D, got an array of shape {array.shape}.{hint}"


def _is_one_hot(array: NDArray[Any]) -> bool:
    """Return whether an array has more rows than columns, and one 1 in each row.

    With as many columns, it may be two lists of labels, or indicators.
    """
    if array.ndim != 2 or not 1 < array.shape[1] < len(array):
        return False
    if array.dtype.kind not in "biuf":
        return False
    values = np.asarray(array)  # a matrix would sum to a matrix
    is_one = values == 1
    return bool(((values == 0) | is_one).all() and (is_one.sum(axis=1) == 1).all())


def _masked(name: str) -> ValueError:
    """Return the error for masked entries."""
    return ValueError(f"`{name}` has masked entries; every label must be known.")


def _converted(labels: Any, name: str) -> NDArray[Any]:
    """Convert with NumPy."""
    hint = "; a co-clustering is a tuple (row_labels, column_labels)"
    return as_array(labels, name, "a 1-D array-like of labels", hint=hint)


def _from_collection(labels: Collection[Any], name: str) -> NDArray[Any]:
    """Convert a list or the like, as objects where NumPy would change a label."""
    types = set(map(type, labels))
    if types == {int} and isinstance(labels, list):
        return _from_integers(labels, name)
    if np.ma.core.MaskedConstant in types:
        raise _masked(name)
    if _need_objects(labels, types):
        return _objects(labels)
    array = _converted(labels, name)
    if array.ndim == 0:
        raise TypeError(
            f"`{name}` must be an array-like of labels, got {type(labels).__name__}."
        )
    if array.ndim == 1 and _may_have_changed(labels, array.dtype):
        return _objects(labels)
    return array


def _from_integers(labels: list[int], name: str) -> NDArray[Any]:
    """Convert Python integers, as objects where they do not fit into 64 bits."""
    array = _converted(labels, name)
    return array if array.dtype.kind in "iu" else _objects(labels)


def _objects(labels: Collection[Any]) -> NDArray[Any]:
    """Return an array of the labels themselves."""
    array = np.empty(len(labels), dtype=object)
    array[:] = list(labels)
    return array


def _need_objects(labels: Collection[Any], types: set[type]) -> bool:
    """Return whether strings would make the array too wide, or change other labels.

    NumPy gives every string as much memory as the longest, and reads ["a", 1] as
    ["a", "1"].
    """
    if not any(issubclass(kind, str | bytes) for kind in types):
        return False
    if all(issubclass(kind, str | bytes) for kind in types):
        return len(types) > 1 or max(map(len, labels)) > _LONG_STRING
    return not any(  # else nested sequences: not one-dimensional
        hasattr(kind, "__len__") and not issubclass(kind, str | bytes) for kind in types
    )


def _may_have_changed(labels: Collection[Any], dtype: np.dtype[Any]) -> bool:
    """Return whether different labels may have become equal in this array type.

    NumPy reads [2**63, -1] as floats, drops zeros at the end of strings, and converts
    times to one unit, in which they may overflow.
    """
    match dtype.kind:
        case "U":
            return any(not isinstance(x, str) or x[-1:] == "\0" for x in labels)
        case "S":
            return any(not isinstance(x, bytes) or x[-1:] == b"\0" for x in labels)
        case "f":
            return not all(isinstance(x, float | np.floating) for x in labels)
        case "M" | "m":
            return any(getattr(x, "dtype", None) != dtype for x in labels)
    return False
