"""Count contingency tables from labels in memory, in parts, or in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._arguments import is_estimator
from .._structures._labels import (
    LabelCodes,
    LabelParts,
    check_labels,
    check_whole_or_parts,
    is_dask_array,
)
from .._structures._messages import FOR_TWO_STRUCTURES, LabelAdvice, warn_caller
from .._structures._modes import compared_modes, kind_of_entries
from .._structures._partitions import LabelCheck, check_partitions
from .._structures._types import (
    Coclustering,
    Estimator,
    Labels,
    Partition,
    SampleWeight,
)
from .._structures._weights import weights_in_units
from ._contingency import (
    ALWAYS_DENSE,
    ContingencyTable,
    ContingencyTables,
    WeightedTable,
)
from ._exact import blocks_in_cache, widened

ModeLabels = LabelCodes | LabelParts
"""The labels of one mode and side, either checked or in parts that are checked later.

The rows and the columns of a matrix are its modes.
"""

_CHUNK = 1 << 17  # So many pairs are counted at a time, which is fast and saves memory.
_MOST_DENSE = 1 << 23  # A larger table is not counted into an array.
_BLOCK = 1 << 22  # So many labels of a memory-mapped array are read at a time.
_TABLES_ADDED = 8  # So many tables are added by one task of dask.


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

    A contingency table contains all that an index needs to know about labels, and it is
    much smaller. Use tables if the labels come in parts, because tables of disjoint
    samples can be added (:ref:`scale`).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``. In a tuple, None stands
        for labels that are unknown.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels that are compared with the reference. In a tuple, None may stand for
        labels whose true labels are unknown.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For co-clusterings, pass a tuple with
        an array or None for the rows, and another for the columns. With "balanced",
        every true cluster has the same total weight. Counts are sums of weights, in
        units of their greatest common divisor. However, weights are not counts of
        equal samples. If None, samples are counted.

    Returns
    -------
    table : ContingencyTable or ContingencyTables
        Table of a clustering. For a co-clustering, there is one table for the rows and
        one for the columns, with None in place of a table without true labels. The
        table of the cells, which is the Kronecker product of the two, is never built.

    Raises
    ------
    ValueError
        If labels differ in length, are empty, or contain NaN, None or infinity, or if
        two Series have indexes with different names.
    TypeError
        If labels are complex, sparse or not array-likes.

    Warns
    -----
    UserWarning
        If labels are floats that are not integers, because they may be measurements.

    See Also
    --------
    contingency_table_from_chunks : Count labels that come in chunks.
    score_from_tables : Compute any index from tables.

    Notes
    -----
    Every metric compares labels by position, and two Series by the names in their
    index. A default index (0, 1, 2, ...) does not count as names, and there is a
    warning if the other side has names.

    The cost is O(n_samples) time and at most O(n_true * n_pred) memory. Integer labels
    are not copied. If a large table has more cells than samples, the pairs of labels
    are sorted and then counted, in O(n_samples) memory.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table
    >>> contingency_table([0, 0, 1, 1], ["a", "a", "a", "b"]).counts
    array([[2, 0],
           [1, 1]])
    """
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    # A mode that is unknown in the truth has no table.
    modes = compared_modes(labels_true, n_compared=len(tables))
    return tables[0] if modes.n_modes == 1 else ContingencyTables(modes.spread(tables))


def contingency_table_from_chunks(
    chunks: Iterable[tuple[Partition, Partition]],
) -> ContingencyTable | ContingencyTables:
    """Count how many samples have each pair of labels, one chunk in memory at a time.

    Use this function if the labels do not fit into memory. The result is the same as
    from `contingency_table` for all labels at once, and any index can be computed from
    it.

    Parameters
    ----------
    chunks : iterable of tuple (labels_true, labels_pred)
        Labels of disjoint samples, as in `contingency_table`. A cluster must have the
        same label in all chunks. For a co-clustering, each row and each column must be
        in one chunk only. If `handle_unlabeled` makes singletons, call it once, before
        the labels are split.

    Returns
    -------
    table : ContingencyTable or ContingencyTables
        Sum of the tables of the chunks.

    Raises
    ------
    ValueError
        If there are no chunks, if one is not a pair of valid labels, or if
        `handle_unlabeled` has made singletons in each of several chunks, because these
        singletons have the same labels.
    TypeError
        If `chunks` is not iterable, or if labels are not array-likes.

    Warns
    -----
    UserWarning
        If the labels of the rows, or of the columns, are the same in every chunk.

    See Also
    --------
    contingency_table : Count labels in memory, memory-mapped or in dask arrays.
    score_from_tables : Compute any index from tables.

    Notes
    -----
    Chunks of a co-clustering are disjoint parts of the rows and of the columns. If only
    the rows are in chunks, count the rows and the columns separately, and pass both
    tables to `score_from_tables`. For n chunks, log2(n) sums are in memory.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table_from_chunks
    >>> chunks = [([0, 0], ["a", "a"]), ([1, 1], ["a", "b"])]
    >>> contingency_table_from_chunks(iter(chunks)).counts
    array([[2, 0],
           [1, 1]])
    """
    total: ContingencyTable | ContingencyTables | None = _tree_sum(
        _tables_of_chunks(chunks)
    )
    if total is None:
        raise ValueError(
            "`chunks` is empty. Pass at least one pair (labels_true, labels_pred). A "
            "generator can be read only once."
        )
    return total


def _tables_of_chunks(
    chunks: Iterable[Any],
) -> Iterator[ContingencyTable | ContingencyTables]:
    """Yield the table, or the tables, of each chunk.

    Every chunk must have the same number of modes. After the last chunk, warn if every
    chunk of a co-clustering has the same labels of the rows or of the columns.
    """
    n_modes = None
    n_chunks = 0
    # The modes whose labels have been the same in every chunk (0 for the rows), with
    # these labels. It is empty for clusterings.
    repeated_modes: dict[int, tuple[Any, Any]] = {}
    for number, (labels_true, labels_pred) in enumerate(_check_chunks(chunks)):
        try:
            tables = contingency_table(labels_true, labels_pred)
        except (TypeError, ValueError) as error:
            message = f"Chunk {number} of `chunks` is not valid. {error}"
            raise type(error)(message) from error
        n_modes_of_chunk = len(tables) if isinstance(tables, ContingencyTables) else 1
        if n_modes is None:
            n_modes = n_modes_of_chunk
        if n_modes_of_chunk != n_modes:
            raise ValueError(
                f"All chunks must have the same modes, but chunk 0 has {n_modes} and "
                f"chunk {number} has {n_modes_of_chunk}. Count the labels of the rows "
                "and of the columns separately, and pass both tables to "
                "`score_from_tables`."
            )
        if number == 0:
            repeated_modes = _labels_of_modes(labels_true, labels_pred)
        elif repeated_modes:
            labels_of_modes = _labels_of_modes(labels_true, labels_pred)
            repeated_modes = {
                mode: labels
                for mode, labels in repeated_modes.items()
                if _are_equal_pairs(labels, labels_of_modes.get(mode))
            }
        n_chunks += 1
        yield tables
    if n_chunks > 1:
        for mode in repeated_modes:
            _warn_of_repeated_mode(mode, n_chunks)


def _labels_of_modes(labels_true: Any, labels_pred: Any) -> dict[int, tuple[Any, Any]]:
    """Return copies of the true and the predicted labels of a co-clustering, by mode.

    The labels have been counted before, so that both sides have the same modes, and the
    prediction has labels of each mode that the truth knows. Modes that are unknown to
    the truth or have a single entry are left out. Labels of fitted estimators and dask
    arrays are left out, too, so that they are not computed only for this. A clustering
    has no item in the result.
    """
    if not isinstance(labels_true, tuple) or not isinstance(labels_pred, tuple):
        return {}
    labels_of_modes = {}
    for mode, (true, pred) in enumerate(zip(labels_true, labels_pred, strict=True)):
        if true is None or is_dask_array(true) or is_dask_array(pred):
            continue
        if len(true) > 1:
            labels_of_modes[mode] = (np.array(true), np.array(pred))
    return labels_of_modes


def _are_equal_pairs(first: tuple[Any, Any], second: tuple[Any, Any] | None) -> bool:
    """Return whether two pairs have equal true labels and equal predicted labels."""
    if second is None:
        return False
    return np.array_equal(first[0], second[0]) and np.array_equal(first[1], second[1])


def _warn_of_repeated_mode(mode: int, n_chunks: int) -> None:
    """Warn that every chunk has the same labels of a mode of a co-clustering."""
    # There may be more than two modes, but the name of entries is then the same.
    entries = kind_of_entries(mode, n_modes=2)
    warn_caller(
        f"All {n_chunks} chunks have the same labels of the {entries}. If the "
        f"{entries} are the same, too, they are counted {n_chunks} times. Count the "
        "labels of the rows and of the columns separately, and pass both tables to "
        "`score_from_tables`."
    )


def _check_chunks(chunks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Check that each chunk is a pair of labels, and yield the pair."""
    if isinstance(chunks, str | bytes) or not isinstance(chunks, Iterable):
        raise TypeError(
            "`chunks` must be an iterable of pairs (labels_true, labels_pred), got "
            f"{type(chunks).__name__}."
        )
    for number, chunk in enumerate(chunks):
        if not isinstance(chunk, list | tuple) or len(chunk) != 2:
            got = f"Chunk {number} has the type {type(chunk).__name__}"
            if hasattr(chunk, "__len__"):
                got += f" and the length {len(chunk)}"
            raise ValueError(
                "`chunks` must contain pairs (labels_true, labels_pred), as tuples or "
                f"lists of length 2. {got}."
            )
        labels_true, labels_pred = chunk
        yield labels_true, labels_pred


def tables_of_compared_modes(
    labels_true: Any,
    labels_pred: Any,
    sample_weight: Any = None,
    *,
    advice: LabelAdvice = FOR_TWO_STRUCTURES,
) -> tuple[ContingencyTable, ...]:
    """Check what a user has passed, and count the table of each mode that is compared.

    Memory-mapped arrays are counted block by block. Dask arrays are counted by the
    scheduler of dask, all modes at once, so that only a block of them is in memory.
    With weights or a fitted estimator, whole arrays are in memory. Errors about labels
    give the `advice`.
    """
    has_estimator = is_estimator(labels_true) or is_estimator(labels_pred)
    check: LabelCheck = partial(check_whole_or_parts, advice=advice)
    if sample_weight is not None or has_estimator:
        # Weights, and the column labels of an estimator, may have to be brought into
        # the order of the entries, which needs whole arrays.
        check = partial(check_labels, advice=advice)
    true, pred = check_partitions(
        labels_true, labels_pred, check=check, sample_weight=sample_weight
    )
    return count_tables(true, pred)


def count_tables(
    true: Sequence[ModeLabels], pred: Sequence[ModeLabels]
) -> tuple[ContingencyTable, ...]:
    """Count the table of each mode, given the labels of both sides.

    If labels are in a file or a dask array, their parts are read and checked here. The
    tasks of dask, which count such labels, are computed together.
    """
    tables: tuple[Any, ...] = tuple(map(_table_or_task, true, pred))
    if all(isinstance(labels, LabelCodes) for labels in (*true, *pred)):
        return tables
    if any(_is_dask(labels) for labels in (*true, *pred)):
        from dask import compute

        tables = compute(*tables, traverse=False)
    # The warnings about labels were left out for the parts.
    for table, true_labels, pred_labels in zip(tables, true, pred, strict=True):
        _warn_if_suspect(true_labels, table.true_labels)
        _warn_if_suspect(pred_labels, table.pred_labels)
    return tables


def _warn_if_suspect(labels: ModeLabels, distinct_labels: NDArray[Any]) -> None:
    """Warn once for all parts of labels if they look like measurements or missing.

    The parts were checked without this warning. `distinct_labels` are the labels that
    occur in any part.
    """
    if isinstance(labels, LabelParts):
        check_labels(distinct_labels, labels.name)


def count_table(true: LabelCodes, pred: LabelCodes) -> ContingencyTable:
    """Count the pairs of labels into an array, or by sorting if that is too large.

    If the true labels have weights, or the weights "balanced", these are summed.
    """
    if true.weights is not None:
        return _weigh_table(true, pred)
    n_samples = len(true.codes)
    # The width of labels is the number of their codes, with or without samples.
    max_cells = max(ALWAYS_DENSE, min(n_samples, _MOST_DENSE))
    if true.width * pred.width > max_cells:
        # The number of a pair, which `_cell_numbers` returns, must fit into 64 bits.
        if true.width * pred.width >= 2**63:
            true = true.compressed()
            pred = pred.compressed()
        true_sizes = true.sizes()
        pred_sizes = pred.sizes()
        used_cells = np.count_nonzero(true_sizes) * np.count_nonzero(pred_sizes)
        if used_cells > max_cells:
            return _count_by_sorting(
                true, pred, true_sizes=true_sizes, pred_sizes=pred_sizes
            )
        true = true.compressed()
        pred = pred.compressed()
    # Narrow counters fit better into the cache. Therefore, counters have 16 bits if the
    # cells have few samples. A counter that wraps around loses 65536 samples or more,
    # so that the total shows it.
    has_few_samples = n_samples < 2**12 * true.width * pred.width
    counter_type = np.uint16 if has_few_samples else np.uint32
    counts = _count_into_array(true, pred, counter_type)
    if counts.sum() < n_samples:  # A counter has wrapped around, so count again.
        counts = _count_into_array(true, pred, np.int64)
    true_sizes = np.add.reduce(counts, axis=1)
    pred_sizes = np.add.reduce(counts, axis=0)
    # Codes without samples are removed. The positions are counted from the lowest code.
    (true_positions,) = true_sizes.nonzero()
    (pred_positions,) = pred_sizes.nonzero()
    if len(true_positions) < true.width or len(pred_positions) < pred.width:
        counts = counts.take(true_positions, axis=0).take(pred_positions, axis=1)
        true_sizes = true_sizes[true_positions]
        pred_sizes = pred_sizes[pred_positions]
    # The table is stored as a dense or as a sparse array, whichever is smaller.
    return ContingencyTable._from_counts(
        counts,
        true.values_at(true_positions),
        pred.values_at(pred_positions),
        n_samples=n_samples,
        true_sizes=true_sizes,
        pred_sizes=pred_sizes,
    )


def _count_into_array(
    true: LabelCodes, pred: LabelCodes, counter_type: Any
) -> NDArray[np.int64]:
    """Return the counts of all pairs of codes, of shape (true.width, pred.width).

    The codes of each side are counted from its lowest code, which may not be 0. Each
    pair has a counter of `counter_type`, a type of integers, which may wrap
    around.
    """
    counters = np.zeros(true.width * pred.width, counter_type)
    for start in range(0, len(true), _CHUNK):
        part = slice(start, start + _CHUNK)
        cells = _cell_numbers(
            true, pred, part, row_width=pred.width, cell_type=np.int64
        )
        np.add.at(counters, cells, counter_type(1))
    return counters.astype(np.int64).reshape(true.width, pred.width)


def _weigh_table(true: LabelCodes, pred: LabelCodes) -> WeightedTable:
    """Sum the weights of the samples with each pair of labels.

    The weights of the samples are stored with the true labels.
    """
    true = true.compressed()
    pred = pred.compressed()
    weights = weights_in_units(true)  # These are integers without a common divisor.
    entries = (weights, (true.codes, pred.codes))
    weight_sums = sparse.coo_array(entries, shape=(true.width, pred.width))
    # Clusters whose weights are all 0 are removed from the table.
    table = ContingencyTable(
        weight_sums, true.distinct_labels(), pred.distinct_labels()
    )
    return WeightedTable._from_counts(
        table.counts,
        table.true_labels,
        table.pred_labels,
        # The sums of weights do not determine the following values.
        squared_weights=_sum_of_grouped_squares(weights),
        n_items=len(pred),
        pred_squares=_sum_of_grouped_squares(np.bincount(pred.codes)),
        weights_may_be_counts=true.weights_may_be_counts,
    )


def _sum_of_grouped_squares(values: NDArray[Any]) -> int:
    """Sum the squares of counts or weights exactly, and square equal values once."""
    distinct, numbers = np.unique(values, return_counts=True)
    largest_sum = len(values) * int(distinct[-1]) ** 2
    wide_values = widened(distinct, largest_sum)
    return int(wide_values @ (wide_values * numbers))


def _count_by_sorting(
    true: LabelCodes,
    pred: LabelCodes,
    *,
    true_sizes: NDArray[np.intp],
    pred_sizes: NDArray[np.intp],
) -> ContingencyTable:
    """Count the pairs of labels by sorting them. All other steps take linear time.

    There is at least one sample. Each pair is one integer. A pair that has samples is a
    cell of the table. `true_sizes` and `pred_sizes` have the number of samples of each
    code, including codes without samples.
    """
    n_samples = len(true)
    # The predicted code is stored in the low bits, because reading bits is faster than
    # computing a remainder.
    pred_bits = (pred.width - 1).bit_length()
    row_width = 1 << pred_bits
    # Integers of 32 bits are sorted faster than integers of 64 bits.
    is_short = true.width * row_width <= 2**32
    cell_type = np.uint32 if is_short else np.uint64
    cells_of_samples = _cell_numbers(
        true, pred, slice(None), row_width=row_width, cell_type=cell_type
    )
    cells_of_samples.sort()
    # The samples of a cell now follow each other, and its last one shows its end.
    is_last = np.empty(n_samples, dtype=bool)
    np.not_equal(cells_of_samples[1:], cells_of_samples[:-1], out=is_last[:-1])
    is_last[-1] = True
    ends = np.flatnonzero(is_last)
    # The samples of a true cluster follow each other, and so do its cells.
    used_true = np.flatnonzero(true_sizes)
    used_true_sizes = true_sizes[used_true]
    first_samples = np.cumsum(used_true_sizes) - used_true_sizes
    # Like SciPy, use indices of 32 bits if they suffice.
    is_narrow = max(len(ends), pred.width) < 2**31
    index_type: Any = np.int32 if is_narrow else np.int64
    row_starts = np.append(np.searchsorted(ends, first_samples), len(ends))
    used_pred = np.flatnonzero(pred_sizes)
    column_of_code = np.zeros(pred.width, dtype=index_type)
    column_of_code[used_pred] = np.arange(len(used_pred))
    columns = np.empty(len(ends), dtype=index_type)
    counts = ends  # The memory is used again, because allocating it would cost more.
    end_before = -1
    for block in blocks_in_cache(len(ends)):
        block_ends = ends[block].copy()
        columns[block] = cells_of_samples[block_ends] & cell_type(row_width - 1)
        if len(used_pred) < pred.width:
            # All codes are in range. With "clip", NumPy does not check this.
            columns[block] = column_of_code.take(columns[block], mode="clip")
        counts[block][0] = block_ends[0] - end_before
        np.subtract(block_ends[1:], block_ends[:-1], out=counts[block][1:])
        end_before = block_ends[-1]
    table = sparse.csr_array(
        (counts, columns, row_starts.astype(index_type)),
        shape=(len(used_true), len(used_pred)),
    )
    return ContingencyTable._from_counts(
        table,
        true.values_at(used_true),
        pred.values_at(used_pred),
        n_samples=n_samples,
        true_sizes=used_true_sizes,
        pred_sizes=pred_sizes[used_pred],
    )


def _cell_numbers(
    true: LabelCodes,
    pred: LabelCodes,
    part: slice,
    *,
    row_width: int,
    cell_type: Any,
) -> NDArray[Any]:
    """Return, for each sample of a part, the number of its pair of labels.

    The number is (true code - lowest) * `row_width` + (pred code - lowest), where each
    side has its own lowest code, `low`. Therefore, pairs are numbered row by row.
    `cell_type` is an integer type that can store all of these numbers. The row width is
    at least the width of the predicted codes. If both are equal, the number is the flat
    index in the table.
    """
    # Products and sums may wrap around, but the final result is in range.
    numbers: NDArray[Any] = np.multiply(
        true.codes[part], row_width, casting="unsafe", dtype=cell_type
    )
    np.add(numbers, pred.codes[part], out=numbers, casting="unsafe", dtype=cell_type)
    offset = true.low * row_width + pred.low
    if offset:
        # The offset wraps around in the same way as the products.
        numbers -= np.array(offset % 2**64, dtype=np.uint64).astype(cell_type)
    return numbers


def _table_or_task(true: ModeLabels, pred: ModeLabels) -> Any:
    """Return the table of one mode, or a task that counts it if a side is of dask."""
    if isinstance(true, LabelCodes) and isinstance(pred, LabelCodes):
        return count_table(true, pred)
    if _is_dask(true) or _is_dask(pred):
        return _task_of_dask(true, pred)
    # At least one side is in a file, as a memory-mapped array, of which `take` reads a
    # block.
    blocks = (slice(start, start + _BLOCK) for start in range(0, len(true), _BLOCK))
    return _tree_sum(
        count_table(true.take(block), pred.take(block)) for block in blocks
    )


def _is_dask(labels: ModeLabels) -> bool:
    """Return whether labels are a dask array."""
    return isinstance(labels, LabelParts) and is_dask_array(labels.labels)


def _task_of_dask(true: ModeLabels, pred: ModeLabels) -> Any:
    """Return a task that counts the blocks, and adds a few tables at a time."""
    from dask import delayed

    true_name = _name_in_errors(true)
    pred_name = _name_in_errors(pred)
    true_array = _array_of(true)
    pred_array = _array_of(pred)
    # Both sides are cut into blocks at the same positions. Each block is delayed, which
    # means that it is read when the task is computed.
    chunks = true_array.chunks if is_dask_array(true_array) else pred_array.chunks
    true_blocks = _dask_blocks(true_array, chunks)
    pred_blocks = _dask_blocks(pred_array, chunks)
    tasks = [
        delayed(_count_block)(true_block, pred_block, true_name, pred_name)
        for true_block, pred_block in zip(true_blocks, pred_blocks, strict=True)
    ]
    while len(tasks) > 1:
        starts = range(0, len(tasks), _TABLES_ADDED)
        groups = [tasks[start : start + _TABLES_ADDED] for start in starts]
        tasks = [delayed(_tree_sum)(group) for group in groups]
    return tasks[0]


def _array_of(labels: ModeLabels) -> Any:
    """Return labels as an array, of dask or of NumPy."""
    if isinstance(labels, LabelCodes):
        return labels.labels()
    return labels.labels


def _name_in_errors(labels: ModeLabels) -> str:
    """Return the name of labels in errors, which is empty for checked labels."""
    return labels.name if isinstance(labels, LabelParts) else ""


def _dask_blocks(array: Any, chunks: Any) -> Any:
    """Return an array as delayed blocks of dask, which are read when computed.

    `chunks` has the sizes of the blocks, as dask arrays have them.
    """
    from dask.array import from_array

    if is_dask_array(array):
        blocks = array.rechunk(chunks)
    else:
        blocks = from_array(array, chunks)
    return blocks.to_delayed(optimize_graph=False)


def _count_block(
    true: Any, pred: Any, true_name: str, pred_name: str
) -> ContingencyTable | None:
    """Check and count the labels of one block; return None if it is empty.

    A block is a part of the samples, and `true` and `pred` are arrays of its labels.
    """
    if len(true) == 0:
        return None
    true_codes = check_labels(true, true_name, warn=False)
    pred_codes = check_labels(pred, pred_name, warn=False)
    return count_table(true_codes, pred_codes)


def _tree_sum(terms: Iterable[Any]) -> Any:
    """Add terms in their order, as a tree, and return None if no term is left.

    Terms that are None are left out. Each of n terms takes part in log2(n) additions.
    This is faster than a running sum, which grows to the size of the total and would be
    copied once for every term.
    """
    # The numbers of terms in these sums are decreasing powers of 2.
    sums: list[Any] = []
    n_added = 0
    for term in terms:
        if term is None:
            continue
        sums.append(term)
        n_added += 1
        n_halved = n_added
        while n_halved % 2 == 0:  # The last two sums have equally many terms.
            last_sum = sums.pop()
            sums[-1] = sums[-1] + last_sum  # This leaves the terms unchanged.
            n_halved //= 2
    if not sums:
        return None
    total = sums.pop()
    while sums:
        total = sums.pop() + total
    return total
