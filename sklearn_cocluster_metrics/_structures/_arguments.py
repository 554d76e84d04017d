"""Options: one of a few names, a number in a range, sizes of clusters."""

import sys
from collections.abc import Collection
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_SAMPLES = 2**48  # addresses of a machine of 64 bits
_MOST_LISTED = 8  # more names than these are not listed, only the closest suggested


def check_option(value: Any, name: str, allowed: Collection[str | None]) -> Any:
    """Check that an option is one of the allowed values, strings or None."""
    if (value is None or isinstance(value, str)) and value in allowed:
        return value
    raise ValueError(f"`{name}` must be {_choices(value, allowed)}, got {value!r}.")


def _choices(value: Any, allowed: Collection[str | None]) -> str:
    """List the allowed values where they are few, else the closest ones."""
    if len(allowed) <= _MOST_LISTED:
        return "one of " + ", ".join(map(repr, allowed))
    close = closest(value, [str(option) for option in allowed])
    if close:
        return f"one of {len(allowed)} names; did you mean {close}?"
    return f"one of {len(allowed)} names, such as {next(iter(allowed))!r}"


def closest(value: Any, names: Collection[str]) -> str:
    """Return the names most like a value, at most three, as words; "" if none is."""
    matches = get_close_matches(str(value), list(names), n=3, cutoff=0.6)
    return " or ".join(map(repr, matches))


def check_flag(value: Any, name: str) -> bool:
    """Check that an option is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"`{name}` must be True or False, got {value!r}.")
    return bool(value)


def check_weight(value: Any, name: str) -> float:
    """Check a weight: a finite number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {value!r}.")
    if not 0 <= value <= sys.float_info.max:  # type: ignore[operator]
        raise ValueError(f"`{name}` must be finite and not negative, got {value!r}.")
    return float(value)


def check_integer(
    value: Any, name: str, lowest: int, highest: int | None = None
) -> int:
    """Check an integer in a range that includes both ends."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"`{name}` must be an integer, got {value!r}.")
    number = int(value)
    if number < lowest or (highest is not None and number > highest):
        allowed = (
            f"at least {lowest}" if highest is None else f"from {lowest} to {highest}"
        )
        raise ValueError(f"`{name}` must be {allowed}, got {number}.")
    return number


def check_fraction(value: Any, name: str) -> float:
    """Check a fraction above 1/2, so that any two subsamples overlap."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {type(value).__name__}.")
    if not 0.5 < value <= 1:  # type: ignore[operator]
        raise ValueError(f"`{name}` must be above 1/2 and at most 1, got {value}.")
    return float(value)


def check_sizes(sizes: Any, name: str) -> NDArray[np.int64]:
    """Check the sizes of clusters: integers, none negative, not all of them 0."""
    if _has_mask(sizes):
        raise ValueError(f"`{name}` has masked entries; every size must be known.")
    try:
        array = np.asarray(sizes)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be one-dimensional, got a ragged sequence."
        ) from error
    except Exception as error:  # arrays on other devices raise errors of their own
        raise TypeError(
            f"`{name}` cannot be converted to a NumPy array: {error}"
        ) from error
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


def _has_mask(sizes: Any) -> bool:
    """Tell a masked array, or a list in which an entry is masked."""
    if np.ma.isMaskedArray(sizes):
        return bool(np.ma.getmaskarray(sizes).any())
    return isinstance(sizes, list | tuple) and any(x is np.ma.masked for x in sizes)


def _are_integers(array: NDArray[Any]) -> bool:
    """Tell Python integers past 64 bits, which NumPy keeps as objects."""
    return array.dtype.kind == "O" and all(type(size) is int for size in array.tolist())
