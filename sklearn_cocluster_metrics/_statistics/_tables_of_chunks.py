"""Contingency tables of labels that come in chunks."""

from collections.abc import Iterable, Iterator
from typing import Any

from .._structures import Partition
from ._contingency import ContingencyTable
from ._contingency_tables import ContingencyTables, contingency_table
from ._sums import summed


def contingency_table_from_chunks(
    chunks: Iterable[tuple[Partition, Partition]],
) -> ContingencyTable | ContingencyTables:
    """Count how many samples have each pair of labels, chunk by chunk.

    For labels that are read or made in chunks: no more than one chunk of them is in
    memory at a time.

    Parameters
    ----------
    chunks : iterable of tuple (labels_true, labels_pred)
        Labels of disjoint parts of the samples, each as in `contingency_table`. Labels
        are matched between chunks: a cluster has the same label in all of them.

    Returns
    -------
    table : ContingencyTable or ContingencyTables
        The sum of the tables of the chunks.

    Raises
    ------
    ValueError
        If there are no chunks, one is not a pair, or the labels of one are not valid.
    TypeError
        If `chunks` is not iterable; if labels are not array-likes.

    Warns
    -----
    UserWarning
        If labels are floats that are not integers: they may be measurements.

    See Also
    --------
    contingency_table : Of labels in memory, in a memory-mapped file or in dask arrays.
    score_from_tables : Any index, from tables.

    Notes
    -----
    Chunks of a co-clustering are disjoint parts of the rows and of the columns. Where
    the rows are in chunks but the columns are not, count the modes apart::

        rows = contingency_table_from_chunks(chunks_of_rows)
        columns = contingency_table(true_columns, pred_columns)
        cari = score_from_tables("cari", (rows, columns))

    Each table is part of log2(n_chunks) additions, and as many sums are in memory. With
    `sum`, every chunk costs a copy of the total.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table_from_chunks
    >>> chunks = [([0, 0], ["a", "a"]), ([1, 1], ["a", "b"])]
    >>> contingency_table_from_chunks(iter(chunks)).counts
    array([[2, 0],
           [1, 1]])
    """
    if isinstance(chunks, str | bytes) or not isinstance(chunks, Iterable):
        raise TypeError(
            "`chunks` must be an iterable of pairs (labels_true, labels_pred), got "
            f"{type(chunks).__name__}."
        )
    total: Any = summed(contingency_table(*pair) for pair in _pairs(chunks))
    if total is None:
        raise ValueError("`chunks` is empty; at least one chunk is needed.")
    table: ContingencyTable | ContingencyTables = total
    return table


def _pairs(chunks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the chunks, each checked to be a pair."""
    for number, chunk in enumerate(chunks):
        if not isinstance(chunk, list | tuple) or len(chunk) != 2:
            raise ValueError(
                f"`chunks` must contain pairs (labels_true, labels_pred); chunk "
                f"{number} is a {type(chunk).__name__}"
                + (f" of length {len(chunk)}." if hasattr(chunk, "__len__") else ".")
            )
        yield chunk[0], chunk[1]
