"""Options of the public functions: one of a few names, a number in a range."""

from collections.abc import Collection
from numbers import Integral
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


def check_null_model_of_pairs(
    value: Any, allowed: Collection[str], n_modes: int
) -> str:
    """Check the null model of pairs; a co-clustering has no one way to be permuted."""
    check_option(value, "null_model", allowed)
    if value == "permutation" and n_modes > 1:
        raise ValueError(
            "`null_model='permutation'` is for clusterings. Say what is permuted of a "
            "co-clustering: 'cells', as if they were free, or 'product', each mode on "
            "its own."
        )
    return str(value)


def check_null_model_of_draws(
    value: Any, allowed: Collection[str], n_modes: int
) -> str:
    """Check the null model of drawn labels, which must be labels of the modes."""
    check_option(value, "null_model", allowed)
    if value == "cells" and n_modes > 1:
        raise ValueError(
            "`null_model='cells'` cannot be drawn for co-clusterings: cells permuted "
            "freely are no co-clustering, so that no score of co-clusterings can be "
            "computed. Use 'product'."
        )
    return str(value)
