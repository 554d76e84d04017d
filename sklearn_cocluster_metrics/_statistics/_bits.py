"""Sets of biclusters, rows or columns, one bit an element."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]

_OF_16_BITS = np.unpackbits(
    np.arange(2**16, dtype=np.uint16).view(np.uint8).reshape(-1, 2), axis=1
).sum(axis=1, dtype=np.uint8)


def n_words_of(n: int) -> int:
    """Return how many words have n bits."""
    return -(-n // 64)


def packed(indicator: Any) -> Bits:
    """Pack the rows of a sparse 0/1 matrix into words of 64 bits."""
    n_rows, n_columns = indicator.shape
    n_words = n_words_of(n_columns)
    words = np.zeros(n_rows * n_words, dtype=np.uint64)
    row = np.repeat(np.arange(n_rows), np.diff(indicator.indptr))
    word, bit = np.divmod(indicator.indices.astype(np.int64), 64)
    values = np.left_shift(np.uint64(1), bit.astype(np.uint64))
    np.bitwise_or.at(words, row * n_words + word, values)
    return words.reshape(n_rows, n_words)


def packed_array(indicator: NDArray[np.bool_]) -> Bits:
    """Pack the rows of an array."""
    n_rows, n_columns = indicator.shape
    padded = np.zeros((n_rows, n_words_of(n_columns) * 64), dtype=bool)
    padded[:, :n_columns] = indicator
    words = np.packbits(padded, axis=1, bitorder="little").view("<u8")
    return words.astype(np.uint64, copy=False)


def unpacked(words: Bits) -> NDArray[np.bool_]:
    """Return sets as 0 and 1, one row per set."""
    little = words.astype("<u8").view(np.uint8)
    return np.unpackbits(little, axis=1, bitorder="little").astype(bool)


def ones_of(words: Bits) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the sets and their elements, in this order; empty words cost little."""
    filled = np.flatnonzero(words != 0)
    ones = np.flatnonzero(unpacked(words.reshape(-1, 1)[filled]))
    which, word = np.divmod(filled[ones // 64], words.shape[1])
    return which, 64 * word + ones % 64


def n_bits(words: Bits) -> NDArray[Any]:
    """Count the bits of each word."""
    if hasattr(np, "bitwise_count"):  # since NumPy 2.0
        counts: NDArray[Any] = np.bitwise_count(words)
        return counts
    parts = np.ascontiguousarray(words).view(np.uint16)
    of_parts = _OF_16_BITS[parts].reshape(*words.shape, 4)
    return np.asarray(of_parts.sum(axis=-1, dtype=np.uint8))
