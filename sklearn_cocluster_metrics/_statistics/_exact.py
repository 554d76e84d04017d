"""Counts in a type in which nothing computed from them overflows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[Any]
"""Counts: int64 where no overflow is possible, else Python integers."""


def exact(counts: Counts, largest: int) -> Counts:
    """Return counts in a type in which numbers up to `largest` do not overflow."""
    return counts.astype(np.int64 if largest < 2**63 else object, copy=False)
