"""Count contingency tables of what a user passes, in parts if it comes in parts."""

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from .._structures import (
    LabelCodes,
    LabelParts,
    are_codes,
    check_labels,
    check_partitions_or_parts,
    is_dask_array,
)
from ._contingency import ContingencyTable
from ._counting import contingency_tables, count_table
from ._sums import summed

Side = LabelCodes | LabelParts

_BLOCK = 1 << 22  # labels of a memory-mapped array that are read at a time
_TABLES_ADDED = 8  # by one task of dask


def tables_of_labels(
    labels_true: Any, labels_pred: Any
) -> tuple[ContingencyTable, ...]:
    """Check what a user has passed, and count the table of each mode.

    Dask arrays are counted by dask's scheduler, all modes at once: no more than a block
    of them is in one place.
    """
    of_true, of_pred = check_partitions_or_parts(labels_true, labels_pred)
    if are_codes(of_true) and are_codes(of_pred):
        return contingency_tables(of_true, of_pred)
    pairs = list(zip(of_true, of_pred, strict=True))
    tables = [_table_or_task(*pair) for pair in pairs]
    if not all(type(table) is ContingencyTable for table in tables):
        from dask import compute

        tables = compute(*tables, traverse=False)
    for table, (true, pred) in zip(tables, pairs, strict=True):
        _warn_of_continuous(table.true_labels, true)
        _warn_of_continuous(table.pred_labels, pred)
    return tuple(tables)


def _warn_of_continuous(labels: NDArray[Any], side: Side) -> None:
    """Warn of labels that look like measurements, once for all parts."""
    if isinstance(side, LabelParts):
        check_labels(labels, side.name)


def _table_or_task(true: Side, pred: Side) -> Any:
    """Return the table of one mode; the task of counting it, if a side is of dask."""
    if isinstance(true, LabelCodes) and isinstance(pred, LabelCodes):
        return count_table(true, pred)
    if _is_of_dask(true) or _is_of_dask(pred):
        return _task_of_dask(true, pred)
    dtypes = _dtype(true), _dtype(pred)
    return summed(
        _count_block(_part(true, start), _part(pred, start), *dtypes)
        for start in range(0, len(true), _BLOCK)
    )


def _is_of_dask(side: Side) -> TypeGuard[LabelParts]:
    """Return whether the labels of a side are a dask array."""
    return isinstance(side, LabelParts) and is_dask_array(side.labels)


def _part(side: Side, start: int) -> LabelCodes:
    """Return a block of the labels of one side."""
    block = slice(start, start + _BLOCK)
    return side.take(block)


def _dtype(side: Side) -> np.dtype[Any]:
    """Return the type of the labels."""
    if isinstance(side, LabelParts):
        labels: Any = side.labels
    else:
        labels = side.codes if side.values is None else side.values
    dtype: np.dtype[Any] = labels.dtype
    return dtype


def _count_block(
    true: LabelCodes,
    pred: LabelCodes,
    true_dtype: np.dtype[Any],
    pred_dtype: np.dtype[Any],
) -> ContingencyTable:
    """Count one block, with labels of the type that those of all blocks have."""
    table = count_table(true, pred)
    return ContingencyTable.counted(
        table.counts,
        _as_type(table.true_labels, true_dtype),
        _as_type(table.pred_labels, pred_dtype),
        n_samples=table.n_samples,
    )


def _as_type(labels: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return integer labels in this type.

    Those of a table are of 64 bits or of their own type, as is faster. Labels of uint64
    and int64 together would be merged as Python objects, and not be sorted.
    """
    return labels.astype(dtype, copy=False) if dtype.kind in "iu" else labels


def _task_of_dask(true: Side, pred: Side) -> Any:
    """Return a task that counts the blocks and adds their tables, pairs by pairs."""
    from dask import delayed
    from dask.array.core import unify_chunks

    chunks = next(side.labels.chunks for side in (true, pred) if _is_of_dask(side))
    arrays = _as_dask_array(true, chunks), _as_dask_array(pred, chunks)
    _, (of_true, of_pred) = unify_chunks(arrays[0], "i", arrays[1], "i")
    names = _name(true), _name(pred)
    dtypes = _dtype(true), _dtype(pred)
    tasks = [
        delayed(_count_arrays)(one, other, names, dtypes)
        for one, other in zip(
            of_true.to_delayed(optimize_graph=False),
            of_pred.to_delayed(optimize_graph=False),
            strict=True,
        )
    ]
    while len(tasks) > 1:
        tasks = [
            delayed(_add)(tasks[start : start + _TABLES_ADDED])
            for start in range(0, len(tasks), _TABLES_ADDED)
        ]
    return tasks[0]


def _as_dask_array(side: Side, chunks: Any) -> Any:
    """Return a dask array of a side, in these chunks if it is none yet."""
    from dask.array import from_array

    if isinstance(side, LabelCodes):
        return from_array(side.labels(), chunks=chunks)
    if is_dask_array(side.labels):
        return side.labels
    return from_array(side.labels, chunks=chunks)


def _name(side: Side) -> str:
    """Return the name of the argument; labels that are checked need none."""
    return side.name if isinstance(side, LabelParts) else ""


def _count_arrays(
    true: Any, pred: Any, names: tuple[str, str], dtypes: tuple[Any, Any]
) -> ContingencyTable | None:
    """Check and count the labels of one block; None for an empty one."""
    if len(true) == 0:
        return None
    of_true = check_labels(true, names[0], warn=False)
    of_pred = check_labels(pred, names[1], warn=False)
    return _count_block(of_true, of_pred, *dtypes)


def _add(tables: list[ContingencyTable | None]) -> ContingencyTable | None:
    """Add the tables of several blocks."""
    return summed(table for table in tables if table is not None)
