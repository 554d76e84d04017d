"""Options of the public functions: one of a few names, a number in a range."""

from collections.abc import Collection
from numbers import Integral, Real
from typing import Any


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


def check_count(value: Any, name: str) -> int:
    """Check a positive integer."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"`{name}` must be an integer, got {type(value).__name__}.")
    if value < 1:
        raise ValueError(f"`{name}` must be at least 1, got {value}.")
    return int(value)


def check_fraction(value: Any, name: str) -> float:
    """Check a share of lines of which any two draws overlap."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {type(value).__name__}.")
    if not 0.5 < float(value) <= 1:
        raise ValueError(f"`{name}` must be above 1/2 and at most 1, got {value}.")
    return float(value)
