"""All ways in which so many samples can be taken out of clusters of given sizes."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._work import TooMuchWork, Work

_MOST_WAYS = 2_000_000  # kept in memory at once
_SAFE = 2**60  # a sum of weights below it fits into 64 bits, intermediate products too


def ways_to_fill(
    sizes: Sequence[int], n_taken: int, work: Work
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return how many are taken from each cluster, and the number of choices for each.

    Clusters of equal size are alike: where they follow each other in `sizes`, what is
    taken from them does not increase, and the weight counts all their orders.

    Returns
    -------
    taken : ndarray of shape (n_ways, len(sizes))
    weights : ndarray of shape (n_ways,)
        Of int64, or of Python integers where that may not be enough.
    """
    n_choices = math.comb(sum(sizes), n_taken)
    dtype = np.int64 if n_choices * len(sizes) < _SAFE else object
    longest = _MOST_WAYS // (1 + n_choices.bit_length() // 64)
    taken: list[NDArray[np.int64]] = []
    left = np.array([n_taken])
    weights = np.array([1], dtype=dtype)
    run, position, rest = np.array([1]), 1, sum(sizes)
    for column, size in enumerate(sizes):
        rest -= size
        is_like_last = column > 0 and size == sizes[column - 1]
        most = np.minimum(left, size)
        if is_like_last:
            most = np.minimum(most, taken[-1])
        parent, amount = _ranges(np.maximum(left - rest, 0), most, longest)
        work.spend(50 * len(parent) * (column + 1 + n_choices.bit_length() // 64))
        taken = [part[parent] for part in taken]
        weights = weights[parent] * _binomials(size, amount, dtype)
        if is_like_last:  # the multinomial coefficient, factor by factor
            position += 1
            run = np.where(amount == taken[-1], run[parent] + 1, 1)
            weights = weights * position // run
        else:
            position, run = 1, np.ones(len(parent), dtype=np.int64)
        taken.append(amount)
        left = left[parent] - amount
    return np.stack(taken, axis=1), weights


def _ranges(
    low: NDArray[np.int64], high: NDArray[np.int64], longest: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return all integers from each `low` to its `high`, with the position of both."""
    lengths = np.maximum(high - low + 1, 0)
    if lengths.sum() > longest:
        raise TooMuchWork
    parent = np.repeat(np.arange(len(low)), lengths)
    starts = np.cumsum(lengths) - lengths
    return parent, np.arange(len(parent)) - starts[parent] + low[parent]


def _binomials(size: int, taken: NDArray[np.int64], dtype: Any) -> NDArray[Any]:
    """Return the numbers of choices of so many out of `size`.

    Only those that occur are computed: others may need more than 64 bits.
    """
    least, most = int(taken.min()), int(taken.max())
    choices = [math.comb(size, k) for k in range(least, most + 1)]
    return np.array(choices, dtype=dtype)[taken - least]
