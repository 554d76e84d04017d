"""Descriptions of wrong values, for error messages."""

from typing import Any

_LONGEST = 80  # characters of a value that a message quotes


def describe(value: Any) -> str:
    """Return the `repr` of a value where it is short, else the name of its type."""
    try:
        text = repr(value)
    except Exception:  # integers of 4300 digits have no decimal repr; foreign classes
        text = ""
    return text if 0 < len(text) <= _LONGEST else f"a long {type(value).__name__}"
