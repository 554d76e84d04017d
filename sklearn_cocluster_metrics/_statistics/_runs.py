"""Consecutive pieces of arrays of different lengths."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray


def runs(costs: NDArray[Any], most: float) -> Iterator[slice]:
    """Cut into consecutive runs that cost at most this, or have a single element."""
    totals = np.cumsum(costs)
    start, spent = 0, 0.0
    while start < len(totals):
        stop = int(np.searchsorted(totals, spent + most, side="right"))
        stop = max(start + 1, stop)
        yield slice(start, stop)
        start, spent = stop, float(totals[stop - 1])


def ranges(starts: NDArray[np.intp], lengths: NDArray[np.intp]) -> NDArray[np.intp]:
    """Concatenate ranges of integers."""
    stops = np.cumsum(lengths)
    total = int(stops[-1]) if len(stops) else 0
    return np.arange(total) + np.repeat(starts - stops + lengths, lengths)
