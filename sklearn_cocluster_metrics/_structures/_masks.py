"""Masked entries of what a user passes."""

from typing import Any

import numpy as np


def has_masked_entries(values: Any) -> bool:
    """Return whether values are a masked array, and some of its entries are masked."""
    if not np.ma.isMaskedArray(values):
        return False
    # The bytes, because the mask of a structured array has no `any`.
    return b"\1" in np.ma.getmaskarray(values).tobytes()
