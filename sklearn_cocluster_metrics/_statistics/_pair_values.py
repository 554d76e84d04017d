"""Functions of the numbers of biclusters that contain pairs of cells."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._exact import Counts

_EXACT_FLOATS = 2**53

Function = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
"""What a pair of cells counts, given how many true and predicted biclusters have it."""


def value_of_alike(function: Function) -> Any:
    """Return what a pair counts that shares one bicluster of each side."""
    one = np.ones(1, dtype=np.int64)
    return function(one, one)[0]


def values_of(
    function: Function, codes: NDArray[np.int64], base: int, n_own: int = 0
) -> NDArray[Any]:
    """Evaluate a function of codes of pairs; it is 0 where barred.

    The codes leave out `n_own` biclusters of each side.
    """
    n_codes = int(codes.max(initial=0)) + 1
    if n_codes > len(codes):
        return _decoded(function, codes, base, n_own)
    return np.asarray(_decoded(function, np.arange(n_codes), base, n_own)[codes])


def totals(numbers: NDArray[np.int64], n_pairs: Counts, n_most: int) -> Counter[int]:
    """Count the pairs that have each number; `n_most` bounds how many there are."""
    if n_most < _EXACT_FLOATS:
        counts = np.bincount(numbers, weights=n_pairs).astype(np.int64)
    else:
        counts = np.zeros(int(numbers.max(initial=0)) + 1, dtype=object)
        np.add.at(counts, numbers, n_pairs.astype(object))
    return Counter(dict(enumerate(counts.tolist())))


def _decoded(
    function: Function, codes: NDArray[np.int64], base: int, n_own: int
) -> NDArray[Any]:
    """Evaluate a function, code by code."""
    barred, shared = np.divmod(codes, base**2)
    in_pred, in_true = np.divmod(shared, base)
    # A code without own biclusters does not occur.
    in_true, in_pred = (np.maximum(n + n_own, 1) for n in (in_true, in_pred))
    return np.where(barred, 0, function(in_true, in_pred))
