"""Contingency tables counted from labels: in memory, in parts, or in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._arguments import (
    Coclustering,
    Estimator,
    Labels,
    Partition,
    SampleWeight,
)
from .._structures._labels import (
    LabelCodes,
    LabelParts,
    check_labels,
    check_whole_or_parts,
    is_dask_array,
)
from .._structures._partitions import check_partitions
from .._structures._weights import in_units
from ._contingency import (
    ALWAYS_DENSE,
    ContingencyTable,
    ContingencyTables,
    WeightedTable,
    widened,
)

Side = LabelCodes | LabelParts

_CHUNK = 1 << 17  # pairs counted at a time: long enough for NumPy, short of memory
_MOST_DENSE = 1 << 23  # no larger table is counted into an array
_BLOCK = 1 << 22  # labels of a memory-mapped array that are read at a time
_TABLES_ADDED = 8  # by one task of dask


@overload
def contingency_table(  # type: ignore[overload-overlap]  # a tuple of names is labels
    labels_true: Coclustering,
    labels_pred: Coclustering | Estimator,
    *,
    sample_weight: SampleWeight = ...,
) -> ContingencyTables: ...
@overload
def contingency_table(
    labels_true: Labels,
    labels_pred: Labels | Estimator,
    *,
    sample_weight: SampleWeight = ...,
) -> ContingencyTable: ...
@overload
def contingency_table(
    labels_true: Estimator, labels_pred: Partition, *, sample_weight: SampleWeight = ...
) -> ContingencyTable | ContingencyTables: ...
def contingency_table(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> ContingencyTable | ContingencyTables:
    """Count how many samples have each pair of labels.

    Tables of disjoint samples can be added (:ref:`scale`).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels to compare with it.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, a tuple (array or None per mode) for several modes.
        "balanced": true clusters weigh the same. Counts are sums of weights, in units
        of their greatest common divisor.

    Returns
    -------
    table : ContingencyTable or ContingencyTables
        One table; for co-clusterings one per mode. The table of the cells, their
        Kronecker product, is never built.

    Raises
    ------
    ValueError
        If labels differ in length, are empty, or contain NaN, None or infinity; if two
        Series have indexes with different names.
    TypeError
        If labels are complex, sparse or not array-likes.

    Warns
    -----
    UserWarning
        If labels are floats that are not integers: they may be measurements.

    See Also
    --------
    contingency_table_from_chunks : Labels in chunks.
    score_from_tables : Any index, from tables.

    Notes
    -----
    Every metric compares labels by position, in two Series by the names of the index. A
    default index (0, 1, 2, ...) does not count as names.

    Cost: O(n_samples) time, O(n_true * n_pred) memory at most; integer labels are not
    copied.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table
    >>> contingency_table([0, 0, 1, 1], ["a", "a", "a", "b"]).counts
    array([[2, 0],
           [1, 1]])
    """
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    return tables[0] if len(tables) == 1 else ContingencyTables(tables)


def contingency_table_from_chunks(
    chunks: Iterable[tuple[Partition, Partition]],
) -> ContingencyTable | ContingencyTables:
    """Count how many samples have each pair of labels, one chunk in memory at a time.

    Parameters
    ----------
    chunks : iterable of tuple (labels_true, labels_pred)
        Labels of disjoint samples, as in `contingency_table`. A cluster has the same
        label in all chunks.

    Returns
    -------
    table : ContingencyTable or ContingencyTables
        Sum of their tables.

    Raises
    ------
    ValueError
        If there are no chunks, or one is not a pair of valid labels.
    TypeError
        If `chunks` is not iterable; if labels are not array-likes.

    See Also
    --------
    contingency_table : Labels in memory, memory-mapped or in dask arrays.
    score_from_tables : Any index, from tables.

    Notes
    -----
    Chunks of a co-clustering are disjoint parts of the rows and of the columns. If only
    the rows are in chunks, count the modes apart, and pass both tables to
    `score_from_tables`. Of n chunks, log2(n) sums are in memory.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table_from_chunks
    >>> chunks = [([0, 0], ["a", "a"]), ([1, 1], ["a", "b"])]
    >>> contingency_table_from_chunks(iter(chunks)).counts
    array([[2, 0],
           [1, 1]])
    """
    total: Any = tree_sum(contingency_table(*pair) for pair in _pairs(chunks))
    if total is None:
        raise ValueError("`chunks` is empty; at least one chunk is needed.")
    table: ContingencyTable | ContingencyTables = total
    return table


def _pairs(chunks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the chunks, each checked to be a pair."""
    if isinstance(chunks, str | bytes) or not isinstance(chunks, Iterable):
        raise TypeError(
            "`chunks` must be an iterable of pairs (labels_true, labels_pred), got "
            f"{type(chunks).__name__}."
        )
    for number, chunk in enumerate(chunks):
        if not isinstance(chunk, list | tuple) or len(chunk) != 2:
            raise ValueError(
                f"`chunks` must contain pairs (labels_true, labels_pred); chunk "
                f"{number} is no tuple or list of two but a {type(chunk).__name__}."
            )
        yield chunk[0], chunk[1]


def tables_of_labels(
    labels_true: Any, labels_pred: Any, sample_weight: Any = None
) -> tuple[ContingencyTable, ...]:
    """Check what a user has passed, and count the table of each mode.

    Dask arrays are counted by dask's scheduler, all modes at once: no more than a block
    of them is in one place; not so with weights.
    """
    check: Any = check_whole_or_parts if sample_weight is None else check_labels
    of_true, of_pred = check_partitions(labels_true, labels_pred, check, sample_weight)
    sides = *of_true, *of_pred
    if LabelParts not in map(type, sides):
        return tuple(map(count_table, of_true, of_pred))
    tables = list(map(_table_or_task, of_true, of_pred))
    if any(map(_is_of_dask, sides)):
        from dask import compute

        tables = compute(*tables, traverse=False)
    for table, true, pred in zip(tables, of_true, of_pred, strict=True):
        for labels, side in ((table.true_labels, true), (table.pred_labels, pred)):
            if isinstance(side, LabelParts):  # warn of measurements once for all parts
                check_labels(labels, side.name)
    return tuple(tables)


def count_table(true: LabelCodes, pred: LabelCodes) -> ContingencyTable:
    """Count the pairs of labels, into an array where that is small, else by sorting."""
    if true.weights is not None:
        return _weigh_table(true, pred)
    n_samples = len(true.codes)
    most_cells = max(ALWAYS_DENSE, min(n_samples, _MOST_DENSE))
    if true.width * pred.width > most_cells:
        true, pred = true.compressed(), pred.compressed()
        if true.width * pred.width > most_cells:
            return _count_by_sorting(true, pred)
    # More of narrow counters stay in the cache, so those of cells with few samples have
    # 16 bits. One that wraps around loses 65536 samples, so the total shows it.
    narrow = np.uint16 if n_samples < 2**12 * true.width * pred.width else np.uint32
    counts = _count_into_array(true, pred, narrow)
    if counts.sum() < n_samples:
        counts = _count_into_array(true, pred, np.int64)
    true_sizes, pred_sizes = np.add.reduce(counts, 1), np.add.reduce(counts, 0)
    true_kept, pred_kept = true_sizes.nonzero()[0], pred_sizes.nonzero()[0]
    if len(true_kept) < true.width or len(pred_kept) < pred.width:
        counts = counts.take(true_kept, 0).take(pred_kept, 1)
        true_sizes, pred_sizes = true_sizes[true_kept], pred_sizes[pred_kept]
    labels = true.values_at(true_kept), pred.values_at(pred_kept)
    known = {"n_samples": n_samples, "true_sizes": true_sizes, "pred_sizes": pred_sizes}
    return ContingencyTable.counted(counts, *labels, **known)


def _count_into_array(
    true: LabelCodes, pred: LabelCodes, counter: Any
) -> NDArray[np.int64]:
    """Count with one counter of this type for each pair of labels."""
    counters = np.zeros(true.width * pred.width, counter)
    for start in range(0, len(true), _CHUNK):
        cells = _cell_numbers(true, pred, slice(start, start + _CHUNK))
        np.add.at(counters, cells, counter(1))
    return counters.astype(np.int64).reshape(true.width, pred.width)


def _weigh_table(true: LabelCodes, pred: LabelCodes) -> WeightedTable:
    """Add up the weights of the pairs of labels."""
    true, pred = true.compressed(), pred.compressed()
    units = in_units(true)
    shape, entries = (true.width, pred.width), (units, (true.codes, pred.codes))
    labels = (side.values_at(np.arange(side.width)) for side in (true, pred))
    table = ContingencyTable(sparse.coo_array(entries, shape=shape), *labels)
    return WeightedTable.counted(
        table.counts,
        table.true_labels,
        table.pred_labels,
        own_squares=_exact_squares(units),
        n_items=len(pred),
        pred_squares=_exact_squares(np.bincount(pred.codes)),
    )


def _exact_squares(values: NDArray[Any]) -> int:
    """Sum the squares of integers that are not negative, exactly."""
    distinct, numbers = np.unique(values, return_counts=True)
    exact = widened(distinct, len(values) * int(distinct[-1]) ** 2)
    return int(exact @ (exact * numbers))


def _count_by_sorting(true: LabelCodes, pred: LabelCodes) -> ContingencyTable:
    """Count by sorting the pairs: for about as many clusters as samples."""
    numbers = _cell_numbers(true, pred, slice(None))
    cells, counts = np.unique(numbers, return_counts=True)
    shape = true.width, pred.width
    table = sparse.coo_array((counts, np.divmod(cells, pred.width)), shape=shape)
    # Every code is used: the labels were compressed.
    labels = (side.values_at(np.arange(side.width)) for side in (true, pred))
    return ContingencyTable.counted(table.tocsr(), *labels, n_samples=len(true))


def _cell_numbers(true: LabelCodes, pred: LabelCodes, part: slice) -> NDArray[np.int64]:
    """Return the flat index, in the table, of each pair of labels."""
    # Products and sums may wrap around; what is left in the end is in range again.
    numbers: NDArray[np.int64] = np.multiply(
        true.codes[part], pred.width, casting="unsafe", dtype=np.int64
    )
    np.add(numbers, pred.codes[part], out=numbers, casting="unsafe", dtype=np.int64)
    offset = true.low * pred.width + pred.low
    if offset:
        numbers -= (offset + 2**63) % 2**64 - 2**63  # wrapped around as products are
    return numbers


def _table_or_task(true: Side, pred: Side) -> Any:
    """Return the table of one mode; the task of counting it, if a side is of dask."""
    if isinstance(true, LabelCodes) and isinstance(pred, LabelCodes):
        return count_table(true, pred)
    if _is_of_dask(true) or _is_of_dask(pred):
        return _task_of_dask(true, pred)
    blocks = (slice(start, start + _BLOCK) for start in range(0, len(true), _BLOCK))
    return tree_sum(count_table(true.take(part), pred.take(part)) for part in blocks)


def _is_of_dask(side: Side) -> bool:
    """Return whether the labels of a side are a dask array."""
    return isinstance(side, LabelParts) and is_dask_array(side.labels)


def _task_of_dask(true: Side, pred: Side) -> Any:
    """Return a task that counts the blocks and adds their tables, few by few."""
    from dask import delayed
    from dask.array import from_array

    sides = true, pred
    arrays: list[Any] = [
        side.labels() if isinstance(side, LabelCodes) else side.labels for side in sides
    ]
    chunks = next(labels.chunks for labels in arrays if is_dask_array(labels))
    blocks = []
    for labels in arrays:
        is_of_dask = is_dask_array(labels)
        array = labels.rechunk(chunks) if is_of_dask else from_array(labels, chunks)
        blocks.append(array.to_delayed(optimize_graph=False))
    names = [getattr(side, "name", "") for side in sides]
    tasks = [delayed(_count_block)(*pair, *names) for pair in zip(*blocks, strict=True)]
    while len(tasks) > 1:
        starts = range(0, len(tasks), _TABLES_ADDED)
        groups = [tasks[start : start + _TABLES_ADDED] for start in starts]
        tasks = [delayed(tree_sum)(group) for group in groups]
    return tasks[0]


def _count_block(
    true: Any, pred: Any, true_name: str, pred_name: str
) -> ContingencyTable | None:
    """Check and count the labels of one block; None for an empty one."""
    if len(true) == 0:
        return None
    sides = (true, true_name), (pred, pred_name)
    return count_table(*(check_labels(*side, warn=False) for side in sides))


def tree_sum(terms: Iterable[Any]) -> Any:
    """Add terms in their order, sums of equally many first; None if there are none.

    Terms that are None are left out. Of n terms, each is part of log2(n) additions. A
    running sum grows to the size of the total, and is copied once for every term.
    """
    sums: list[Any] = []  # of numbers of terms that are decreasing powers of 2
    for number, term in enumerate(term for term in terms if term is not None):
        sums.append(term)
        while number % 2:  # the last two are of equally many
            last = sums.pop()
            sums[-1] += last
            number //= 2
    return reduce(lambda last, earlier: earlier + last, sums[::-1]) if sums else None
