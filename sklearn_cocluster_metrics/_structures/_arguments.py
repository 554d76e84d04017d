"""Options: one of a few names, a number in a range, sizes of clusters."""

import sys
from collections.abc import Collection
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._conversion import as_array, has_masked_entries
from ._messages import describe, suggestion

MOST_SAMPLES = 2**48  # addresses of a machine of 64 bits
_LONGEST_SIDE = np.iinfo(np.intp).max
_MOST_LISTED = 8  # of more names than these, a message gives an example


def check_option(value: Any, name: str, allowed: Collection[str | None]) -> Any:
    """Check that an option is one of the allowed values, strings or None."""
    if (value is None or isinstance(value, str)) and value in allowed:
        return value
    raise ValueError(
        f"`{name}` must be {_choices(allowed)}, got {describe(value)}."
        f"{suggestion(value, allowed)}"
    )


def _choices(allowed: Collection[str | None]) -> str:
    """List the allowed values where they are few."""
    if len(allowed) <= _MOST_LISTED:
        return "one of " + ", ".join(map(repr, allowed))
    return f"one of {len(allowed)} names, such as {next(iter(allowed))!r}"


def check_flag(value: Any, name: str) -> bool:
    """Check that an option is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"`{name}` must be True or False, got {describe(value)}.")
    return bool(value)


def check_weight(value: Any, name: str) -> float:
    """Check a weight: a finite number that is not negative."""
    number = _check_real(value, name)
    if not 0 <= number <= sys.float_info.max:
        raise ValueError(
            f"`{name}` must be finite and not negative, got {describe(value)}."
        )
    return float(number)


def check_fraction(value: Any, name: str) -> float:
    """Check a fraction above 1/2, so that any two subsamples overlap."""
    number = _check_real(value, name)
    if not 0.5 < number <= 1:
        raise ValueError(
            f"`{name}` must be above 1/2 and at most 1, got {describe(value)}."
        )
    return float(number)


def check_level(value: Any, name: str) -> float:
    """Check a confidence level: a number between 0 and 1, both excluded."""
    number = _check_real(value, name)
    if not 0 < number < 1:
        raise ValueError(
            f"`{name}` must be between 0 and 1, both excluded, got {describe(value)}."
        )
    return float(number)


def check_between(value: Any, name: str, lowest: float, highest: float) -> float:
    """Check a number in a range that includes both ends."""
    number = _check_real(value, name)
    if not lowest <= number <= highest:
        raise ValueError(
            f"`{name}` must be from {lowest:g} to {highest:g}, got {describe(value)}."
        )
    return float(number)


def _check_real(value: Any, name: str) -> Any:
    """Check a real number; True and False are not numbers."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {describe(value)}.")
    return value


def is_integer(value: Any) -> bool:
    """Return whether a value is an integer; True and False are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_integer(
    value: Any, name: str, lowest: int, highest: int | None = None
) -> int:
    """Check an integer in a range that includes both ends."""
    if not is_integer(value):
        raise TypeError(f"`{name}` must be an integer, got {describe(value)}.")
    number = int(value)
    if number < lowest or (highest is not None and number > highest):
        allowed = (
            f"at least {lowest}" if highest is None else f"from {lowest} to {highest}"
        )
        raise ValueError(f"`{name}` must be {allowed}, got {describe(number)}.")
    return number


def check_shape(shape: Any, name: str) -> tuple[int, int]:
    """Check the shape of a matrix: a tuple of two positive integers."""
    if (
        not isinstance(shape, tuple)
        or len(shape) != 2
        or not all(map(is_integer, shape))
        or not all(1 <= length <= _LONGEST_SIDE for length in shape)
    ):
        raise ValueError(
            f"`{name}` must be a tuple (n_rows, n_columns) of two positive integers, "
            f"got {describe(shape)}."
        )
    return int(shape[0]), int(shape[1])


def check_sizes(sizes: Any, name: str) -> NDArray[np.int64]:
    """Check the sizes of clusters: integers, none negative, not all of them 0."""
    if has_masked_entries(sizes):
        raise ValueError(f"`{name}` has masked entries; every size must be known.")
    array = as_array(sizes, name, "one-dimensional")
    if array.ndim == 0 and array.dtype.kind == "O":
        raise TypeError(
            f"`{name}` must be an array-like of integers, got {type(sizes).__name__}."
        )
    if array.ndim != 1:
        raise ValueError(
            f"`{name}` must be one-dimensional, got an array of shape {array.shape}."
        )
    if array.size == 0:
        raise ValueError(f"`{name}` has no sizes; at least one is needed.")
    if array.dtype.kind not in "iu" and not _are_integers(array):
        raise TypeError(f"`{name}` must contain integers, got dtype {array.dtype}.")
    total = sum(array.tolist())
    if array.min() < 0:
        raise ValueError(f"`{name}` must not be negative, got {array.min()}.")
    if total == 0:
        raise ValueError(f"`{name}` must sum to at least 1, got only 0.")
    if total >= MOST_SAMPLES:
        raise ValueError(
            f"`{name}` must sum to less than 2**48, got {total}: that many labels do "
            "not fit into memory."
        )
    return array.astype(np.int64)


def _are_integers(array: NDArray[Any]) -> bool:
    """Return whether all are Python integers; past 64 bits they become objects."""
    return array.dtype.kind == "O" and all(type(size) is int for size in array.tolist())
