"""What the measures of biclusters ask for besides the biclusters."""

import sys
from collections.abc import Collection
from numbers import Real
from typing import Any

import numpy as np


def check_weight(value: Any, name: str) -> float:
    """Check a weight: a finite number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {value!r}.")
    if not 0 <= value <= sys.float_info.max:  # type: ignore[operator]
        raise ValueError(f"`{name}` must be finite and not negative, got {value!r}.")
    return float(value)


def check_flag(value: Any, name: str) -> bool:
    """Check that an option is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"`{name}` must be True or False, got {value!r}.")
    return bool(value)


def check_correction(value: Any, allowed: Collection[str | None]) -> str | None:
    """Check the correction for chance: None, or one of a few names."""
    if value is None:
        return None
    names = [name for name in allowed if name is not None]
    if not isinstance(value, str) or value not in names:
        listed = ", ".join(repr(name) for name in names)
        raise ValueError(
            f"`correction` must be None or one of {listed}, got {value!r}."
        )
    return value


def check_disjoint(overlap: tuple[int, int] | None, name: str) -> None:
    """Check that no two biclusters of one side were found to share a cell."""
    if overlap is not None:
        first, second = sorted(overlap)
        raise ValueError(
            f"`{name}` must be disjoint for this measure, but its biclusters {first} "
            f"and {second} share a cell."
        )
