"""Conversion of what a user passes to an array, with errors that name the argument."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def as_array(values: Any, name: str, expected: str, *, hint: str = "") -> NDArray[Any]:
    """Convert with NumPy; name the argument in whatever error that raises.

    `expected` describes what the argument must be; `hint` follows what came instead.
    """
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be {expected}, got a ragged sequence{hint}."
        ) from error
    except Exception as error:  # arrays on other devices have their own errors
        raise TypeError(
            f"`{name}` cannot be converted to a NumPy array: {error}"
        ) from error


def has_masked_entries(values: Any) -> bool:
    """Return whether a masked array, or a list, has masked entries."""
    if isinstance(values, list | tuple):
        return any(value is np.ma.masked for value in values)
    if not np.ma.isMaskedArray(values):
        return False
    # The bytes, because the mask of a structured array has no `any`.
    return b"\1" in np.ma.getmaskarray(values).tobytes()
