"""Options of the public functions: one of a few names, a number in a range, sizes."""

from collections.abc import Collection
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray


def check_option(value: Any, name: str, allowed: Collection[str]) -> str:
    """Check that an option is one of the allowed strings."""
    if not isinstance(value, str) or value not in allowed:
        names = ", ".join(repr(option) for option in allowed)
        raise ValueError(f"`{name}` must be one of {names}, got {value!r}.")
    return value


def check_normalization(value: Any, allowed: Collection[str], n_modes: int) -> str:
    """Check the normalization of NCE, one of which is printed for two modes only."""
    check_option(value, "normalization", allowed)
    if value == "printed" and n_modes != 2:
        raise ValueError(
            "`normalization='printed'` is defined for two modes, rows and columns; "
            f"the labels have {n_modes}. Use 'bound' or 'product'."
        )
    return str(value)


def check_fraction(value: Any, name: str) -> float:
    """Check a share of lines of which any two draws overlap."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {type(value).__name__}.")
    if not 0.5 < float(value) <= 1:
        raise ValueError(f"`{name}` must be above 1/2 and at most 1, got {value}.")
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


def check_sizes(sizes: Any, name: str) -> NDArray[np.int64]:
    """Check the sizes of clusters: integers, none negative, not all of them 0."""
    try:
        array = np.asarray(sizes)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be one-dimensional, got a ragged sequence."
        ) from error
    if array.ndim != 1:
        raise ValueError(
            f"`{name}` must be one-dimensional, got an array of shape {array.shape}."
        )
    if array.size == 0:
        raise ValueError(f"`{name}` has no sizes; at least one is needed.")
    if array.dtype.kind not in "iu":
        raise TypeError(f"`{name}` must hold integers, got dtype {array.dtype}.")
    if array.min() < 0:
        raise ValueError(f"`{name}` must not be negative, got {array.min()}.")
    if not array.any():
        raise ValueError(f"`{name}` must sum to at least 1, got only 0.")
    return array.astype(np.int64)
