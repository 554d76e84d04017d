"""Arguments that are several things: a sequence, or a mapping from names."""

from collections.abc import Iterable, Mapping
from typing import Any


def check_sequence(values: Any, name: str, of: str) -> list[Any]:
    """Check that there is a sequence `of` something, which is not empty."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(
            f"`{name}` must be a sequence of {of}, got {type(values).__name__}."
        )
    several = list(values)
    if not several:
        raise ValueError(f"`{name}` is empty; at least one is needed.")
    return several


def check_mapping(values: Any, name: str, to: str) -> Mapping[str, Any]:
    """Check that there is a mapping from names `to` something, which is not empty."""
    if not isinstance(values, Mapping):
        raise TypeError(
            f"`{name}` must be a mapping from names to {to}, got "
            f"{type(values).__name__}."
        )
    if not values:
        raise ValueError(f"`{name}` is empty; at least one is needed.")
    for key in values:
        if not isinstance(key, str):
            raise TypeError(f"`{name}` must have strings as keys, got {key!r}.")
    return values
