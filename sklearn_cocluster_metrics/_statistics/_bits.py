"""Sets as bits, and batches of pieces of different lengths."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Bits = NDArray[np.uint64]


def packed(sets: Any, chosen: NDArray[np.bool_] | None = None) -> Bits:
    """Pack the rows of a sparse 0/1 matrix into words of 64 bits.

    If `chosen` has a value for each entry, only the entries with True are packed.
    """
    n_sets, n_elements = sets.shape
    word, bit = np.divmod(sets.indices, 64)
    bits = np.left_shift(np.uint64(1), bit.astype(np.uint64))
    if chosen is not None:
        bits = bits * chosen
    shape = n_sets, -(-n_elements // 64)
    words = sparse.csr_array((bits, word, sets.indptr), shape=shape)
    return np.asarray(words.toarray())  # adds the bits of each word


def packed_rows(indicator: Any, rows: NDArray[np.integer]) -> Bits:
    """Pack some rows of a sparse 0/1 matrix; each different one is packed once."""
    if indicator.shape[0] > len(rows):
        used, rows = np.unique(rows, return_inverse=True)
        indicator = indicator[used]
    return np.asarray(packed(indicator)[rows])


def n_bits(words: Bits) -> NDArray[Any]:
    """Count the bits of each word."""
    if hasattr(np, "bitwise_count"):  # since NumPy 2.0
        counts: NDArray[Any] = np.bitwise_count(words)
        return counts
    bits = np.unpackbits(np.ascontiguousarray(words)[..., None].view(np.uint8), axis=-1)
    return np.asarray(bits.sum(axis=-1, dtype=np.uint8))


def batches(costs: NDArray[Any], most: float) -> Iterator[slice]:
    """Cut into consecutive batches that cost at most this, or have a single element."""
    totals = np.cumsum(costs)
    start, spent = 0, 0.0
    while start < len(totals):
        stop = int(np.searchsorted(totals, spent + most, side="right"))
        stop = max(start + 1, stop)
        yield slice(start, stop)
        start, spent = stop, float(totals[stop - 1])


def concatenated_ranges(
    starts: NDArray[np.intp], lengths: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Concatenate ranges of integers."""
    stops = np.cumsum(lengths)
    total = int(stops[-1]) if len(stops) else 0
    return np.arange(total) + np.repeat(starts - stops + lengths, lengths)
