"""Count contingency tables from the codes of labels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures import LabelCodes, Modes
from . import _storage
from ._contingency import ContingencyTable
from ._storage import stored

_CHUNK = 1 << 17  # pairs counted at a time: long enough for NumPy, short of memory
_FEW_CELLS = 1 << 13  # so few counters are cheaply added up once for each chunk
_CELLS_IN_CACHE = 1 << 18  # so many counters of 32 bits stay in the cache of a core
_MOST_DENSE = 1 << 23  # no larger table is counted into an array


def contingency_tables(true: Modes, pred: Modes) -> tuple[ContingencyTable, ...]:
    """Count the table of each mode."""
    return tuple([count_table(*pair) for pair in zip(true, pred, strict=True)])


def count_table(true: LabelCodes, pred: LabelCodes) -> ContingencyTable:
    """Count the pairs of labels, into an array where that is small, else by sorting."""
    n_samples = len(true)
    most_cells = max(_storage.ALWAYS_DENSE, min(n_samples, _MOST_DENSE))
    if true.width * pred.width > most_cells:
        true, pred = true.compressed(), pred.compressed()
        if true.width * pred.width > most_cells:
            return _count_by_sorting(true, pred)
    counts = _count_into_array(true, pred)
    true_sizes, pred_sizes = np.add.reduce(counts, 1), np.add.reduce(counts, 0)
    true_kept, pred_kept = true_sizes.nonzero()[0], pred_sizes.nonzero()[0]
    if len(true_kept) < true.width or len(pred_kept) < pred.width:
        counts = counts.take(true_kept, 0).take(pred_kept, 1)
        true_sizes, pred_sizes = true_sizes[true_kept], pred_sizes[pred_kept]
    return ContingencyTable.counted(
        stored(counts),
        true.values_at(true_kept),
        pred.values_at(pred_kept),
        n_samples=n_samples,
        true_sizes=true_sizes,
        pred_sizes=pred_sizes,
    )


def _count_into_array(true: LabelCodes, pred: LabelCodes) -> NDArray[np.int64]:
    """Count with one counter for each pair of labels.

    Most of the time is spent on cache misses of the counters, so they are narrow, 16
    bits, where the table is large. A counter that wraps around loses 65536 samples, so
    the total shows exactly whether one did; then the count is repeated with wider ones.
    """
    n_samples = len(true)
    n_cells = true.width * pred.width
    if n_cells <= _FEW_CELLS:
        return _count_few(true, pred)
    if n_cells > _CELLS_IN_CACHE:
        counts = _count_with(np.dtype(np.uint16), true, pred)
        if int(counts.sum(dtype=np.int64)) == n_samples:
            return counts.astype(np.int64)
    wide = np.uint32 if n_samples < 2**32 else np.int64  # cannot overflow
    return _count_with(np.dtype(wide), true, pred).astype(np.int64)


def _count_few(true: LabelCodes, pred: LabelCodes) -> NDArray[np.int64]:
    """Count chunk by chunk into a table of few cells."""
    n_samples = len(true)
    n_cells = true.width * pred.width
    length = min(_CHUNK, n_samples)
    buffer = np.empty(length, dtype=np.int64)
    counts = np.bincount(_cells_of(true, pred, slice(0, length), buffer), None, n_cells)
    for start in range(_CHUNK, n_samples, _CHUNK):
        part = slice(start, min(start + _CHUNK, n_samples))
        counts += np.bincount(_cells_of(true, pred, part, buffer), None, n_cells)
    # `bincount` returns the integer of the platform, of 32 bits on some.
    wide: NDArray[np.int64] = counts.astype(np.int64, copy=False)
    return wide.reshape(true.width, pred.width)


def _count_with(
    counter: np.dtype[Any], true: LabelCodes, pred: LabelCodes
) -> NDArray[Any]:
    """Count chunk by chunk into counters of the given type."""
    counts = np.zeros(true.width * pred.width, dtype=counter)
    buffer = np.empty(min(_CHUNK, len(true)), dtype=np.int64)
    one = counter.type(1)
    for start in range(0, len(true), _CHUNK):
        part = slice(start, min(start + _CHUNK, len(true)))
        np.add.at(counts, _cells_of(true, pred, part, buffer), one)
    return counts.reshape(true.width, pred.width)


def _count_by_sorting(true: LabelCodes, pred: LabelCodes) -> ContingencyTable:
    """Count by sorting the pairs: for about as many clusters as samples."""
    n_samples = len(true)
    buffer = np.empty(n_samples, dtype=np.int64)
    cells = _cells_of(true, pred, slice(0, n_samples), buffer)
    cells.sort()
    first = np.flatnonzero(np.concatenate([[True], cells[1:] != cells[:-1]]))
    counts = np.diff(first, append=len(cells))
    rows, columns = np.divmod(cells[first], pred.width)
    table = sparse.coo_array(
        (counts, (rows, columns)), shape=(true.width, pred.width)
    ).tocsr()
    # Every code is used: the labels were compressed.
    return ContingencyTable.counted(
        stored(table),
        true.values_at(np.arange(true.width)),
        pred.values_at(np.arange(pred.width)),
        n_samples=n_samples,
    )


def _cells_of(
    true: LabelCodes, pred: LabelCodes, part: slice, buffer: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Write into `buffer` the flat index, in the table, of each pair of labels."""
    out = buffer[: part.stop - part.start]
    # Products and sums may wrap around; what is left in the end is in range again.
    np.multiply(true.codes[part], pred.width, out=out, casting="unsafe", dtype=np.int64)
    np.add(out, pred.codes[part], out=out, casting="unsafe", dtype=np.int64)
    offset = true.low * pred.width + pred.low
    if offset:
        out -= (offset + 2**63) % 2**64 - 2**63  # wrapped around as the products are
    return out
