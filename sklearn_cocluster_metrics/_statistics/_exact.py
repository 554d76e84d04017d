"""Counts in a type in which nothing computed from them overflows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[Any]
"""Counts: int64 where no overflow is possible, else Python integers."""


def exact(counts: Counts, largest: int) -> Counts:
    """Return counts in a type in which numbers up to `largest` do not overflow."""
    dtype = np.int64 if largest <= np.iinfo(np.int64).max else object
    return counts.astype(dtype, copy=False)
