"""Define the base class of all results, with equality and a dictionary for JSON."""

import math
from collections.abc import Mapping
from dataclasses import fields
from numbers import Integral, Number, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse


class Result:
    """Dataclass that is equal to another of its class if all fields are equal."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, as JSON can store them.

        Returns
        -------
        entries : dict
            Arrays are lists, results are dictionaries, and a number that is infinite or
            undefined is None.
        """
        return {name: as_plain(value) for name, value in _fields_of(self).items()}

    def __eq__(self, other: object) -> bool:
        """Compare all fields.

        NaN is equal to NaN.
        """
        if type(self) is not type(other):
            return NotImplemented
        return _are_equal(_fields_of(self), _fields_of(other))

    def __hash__(self) -> int:
        """Agree with `__eq__`, by the fields that are numbers, bools or texts.

        Other fields are left out, because arrays have no hash. NaN is left out, because
        it is equal to NaN here, but each NaN has a hash of its own.
        """
        values = [
            value
            for value in _fields_of(self).values()
            # A bool of Python is a number, because True is equal to 1.
            if isinstance(value, str | Number | np.bool_)
        ]
        comparable = [value for value in values if value == value]
        return hash((type(self).__name__, *comparable))


def _fields_of(result: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name."""
    return {field.name: getattr(result, field.name) for field in fields(result)}


def as_plain(value: Any) -> Any:
    """Return a value as None, bool, int, float, str, list or dict, as in JSON.

    A number that is infinite or undefined becomes None. A value that JSON does not
    know, such as a time, becomes text.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return _as_finite(value)
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {_key_as_text(key): as_plain(entry) for key, entry in value.items()}
    if sparse.issparse(value):
        return as_plain(value.toarray())
    if isinstance(value, np.ndarray | list | tuple | set | frozenset):
        return [as_plain(entry) for entry in value]
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return str(value)


def _as_finite(value: Any) -> float | None:
    """Return a real number as a float, or None if the float is not finite."""
    try:
        number = float(value)
    except OverflowError:  # A fraction of large integers may be too large for a float.
        return None
    return number if math.isfinite(number) else None


def _key_as_text(key: Any) -> str:
    """Return a key of a mapping as text, and a tuple of names with commas."""
    if isinstance(key, tuple):
        return ", ".join(map(str, key))
    return str(key)


def _are_equal(first: Any, second: Any) -> bool:
    """Return whether two values of a field, which may contain arrays, are equal.

    NaN is equal to NaN, a sparse matrix to its dense array, and a list to a tuple with
    the same entries. An array is equal to no other value than an array.
    """
    if isinstance(first, Result) or isinstance(second, Result):
        return bool(first == second)
    if sparse.issparse(first) or sparse.issparse(second):
        return _are_equal(_as_dense(first), _as_dense(second))
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return _are_equal_arrays(first, second)
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return False
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        has_same_keys = first.keys() == second.keys()
        return has_same_keys and all(
            _are_equal(entry, second[key]) for key, entry in first.items()
        )
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return len(first) == len(second) and all(map(_are_equal, first, second))
    is_nan = first != first and second != second
    return bool(is_nan or first == second)


def _as_dense(matrix: Any) -> Any:
    """Return a sparse matrix as an array, and any other value as it is."""
    return matrix.toarray() if sparse.issparse(matrix) else matrix


def _are_equal_arrays(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Return whether two arrays have equal shapes and entries."""
    if first.shape != second.shape:
        return False
    if first.dtype == object or second.dtype == object:
        return _are_equal(first.ravel().tolist(), second.ravel().tolist())
    if first.dtype.kind == "f" and second.dtype.kind == "f":
        return np.array_equal(first, second, equal_nan=True)
    return np.array_equal(first, second)
