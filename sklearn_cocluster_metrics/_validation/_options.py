"""Options of the public functions: one of a few names, a number in a range."""

from collections.abc import Collection
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
