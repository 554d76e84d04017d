"""The contingency table of two labelings of the same things."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures import (
    LabelCodes,
    Modes,
    Partition,
    check_partitions,
    merge_labels,
)

Counts = Any  # an int64 array or scipy.sparse.csr_array, for which there are no types

_SAFE_TOTAL = 3_037_000_499  # its square is below 2**63
_CHUNK = 1 << 17  # pairs counted at a time: long enough for NumPy, short of memory
_CELLS_IN_CACHE = 1 << 18  # so many counters of 32 bits stay in the cache of a core
_ALWAYS_DENSE = 1 << 16  # a table of so few cells is an array, however empty
_MOST_DENSE = 1 << 23  # no larger table is counted into an array


class SquareSums(NamedTuple):
    """Sums of squares of one table, exact integers: all that pairs are counted from."""

    n_samples: int
    joint: int
    true: int
    pred: int


@dataclass(frozen=True, eq=False)
class ContingencyTable:
    """How many samples have which label in both of two labelings.

    Tables of disjoint samples add up: ``table + other`` is the table of all samples,
    with the clusters matched by label.

    Parameters
    ----------
    counts : ndarray or scipy.sparse.csr_array of shape (n_true, n_pred), dtype int64
        Number of samples of each true cluster in each predicted cluster. No line of it
        is empty. Sparse where that takes less memory.
    true_labels : ndarray of shape (n_true,)
        Label of each true cluster, one a row of `counts`.
    pred_labels : ndarray of shape (n_pred,)
        Label of each predicted cluster, one a column of `counts`.

    See Also
    --------
    contingency_table : Count one from labels.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table
    >>> monday = contingency_table(["a", "a", "b"], [0, 0, 1])
    >>> tuesday = contingency_table(["b", "c"], [0, 2])
    >>> both = monday + tuesday
    >>> both.counts
    array([[2, 0, 0],
           [1, 1, 0],
           [0, 0, 1]])
    >>> both.true_labels
    array(['a', 'b', 'c'], dtype='<U1')
    """

    counts: Counts
    true_labels: NDArray[Any]
    pred_labels: NDArray[Any]

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of true and of predicted clusters."""
        return len(self.true_labels), len(self.pred_labels)

    @cached_property
    def n_samples(self) -> int:
        """Number of samples counted."""
        return int(self.counts.sum())

    @cached_property
    def true_sizes(self) -> NDArray[np.int64]:
        """Size of each true cluster, shape (n_true,)."""
        return np.asarray(self.counts.sum(axis=1)).ravel()

    @cached_property
    def pred_sizes(self) -> NDArray[np.int64]:
        """Size of each predicted cluster, shape (n_pred,)."""
        return np.asarray(self.counts.sum(axis=0)).ravel()

    @property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Sizes of the true and of the predicted clusters."""
        return self.true_sizes, self.pred_sizes

    @cached_property
    def squares(self) -> SquareSums:
        """Sums of the squares of the counts and of both sides' sizes."""
        return SquareSums(
            self.n_samples,
            joint=sum_of_squares(self.cells),
            true=sum_of_squares(self.true_sizes),
            pred=sum_of_squares(self.pred_sizes),
        )

    @cached_property
    def nonzero(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]:
        """Row, column and count of the cells of the table that are not 0."""
        if sparse.issparse(self.counts):
            coordinates = self.counts.tocoo()
            return coordinates.row, coordinates.col, coordinates.data
        row, column = np.nonzero(self.counts)
        return row, column, self.counts[row, column]

    @property
    def cells(self) -> NDArray[np.int64]:
        """The counts in one dimension, with or without the zeros."""
        if sparse.issparse(self.counts):
            return np.asarray(self.counts.data)
        return np.asarray(self.counts.ravel())

    @cached_property
    def n_nonzero(self) -> int:
        """Number of nonempty intersections of a true and a predicted cluster."""
        return int(np.count_nonzero(self.cells))

    @property
    def is_equality(self) -> bool:
        """Whether the two labelings make the same clusters, whatever their labels."""
        n_true, n_pred = self.shape
        return self.n_nonzero == n_true == n_pred

    def __add__(self, other: "ContingencyTable") -> "ContingencyTable":
        """Return the table of the samples of both."""
        if not isinstance(other, ContingencyTable):
            return NotImplemented
        true_labels, true_codes = merge_labels(self.true_labels, other.true_labels)
        pred_labels, pred_codes = merge_labels(self.pred_labels, other.pred_labels)
        (row, column, count), (other_row, other_column, other_count) = (
            self.nonzero,
            other.nonzero,
        )
        counts = sparse.coo_array(
            (
                np.concatenate([count, other_count]),
                (
                    np.concatenate([true_codes[0][row], true_codes[1][other_row]]),
                    np.concatenate(
                        [pred_codes[0][column], pred_codes[1][other_column]]
                    ),
                ),
            ),
            shape=(len(true_labels), len(pred_labels)),
        )
        return ContingencyTable(_stored(counts.tocsr()), true_labels, pred_labels)


Tables: TypeAlias = Sequence[ContingencyTable]
"""One table per mode: of the rows, of the columns."""


def contingency_table(
    labels_true: Partition, labels_pred: Partition
) -> ContingencyTable | tuple[ContingencyTable, ...]:
    """Count how many samples have which label in both of two labelings.

    Every index for clusterings and co-clusterings is computed from these tables. Tables
    of disjoint samples add up, so labels too many for the memory can be counted chunk
    by chunk, or by several workers.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``; or a
        fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to compare with it.

    Returns
    -------
    table : ContingencyTable or tuple of ContingencyTable
        One table for clusterings; for co-clusterings a tuple of one table a mode: that
        of the rows, that of the columns. The table of the cells is their Kronecker
        product, and is never built.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    score_from_tables : Any index, from tables.
    pair_counts : Counts of pairs, from labels.

    Notes
    -----
    Cost: O(n_samples) time; O(n_true * n_pred) memory at most, less where that many
    cells of the table would be empty. Integer labels are not copied.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table
    >>> contingency_table([0, 0, 1, 1], ["a", "a", "a", "b"]).counts
    array([[2, 0],
           [1, 1]])
    """
    tables = tables_of_labels(labels_true, labels_pred)
    return tables[0] if len(tables) == 1 else tables


def tables_of_labels(
    labels_true: Any, labels_pred: Any
) -> tuple[ContingencyTable, ...]:
    """Check what a user has passed, and count the table of each mode."""
    return contingency_tables(*check_partitions(labels_true, labels_pred))


def contingency_tables(true: Modes, pred: Modes) -> tuple[ContingencyTable, ...]:
    """Count the table of each mode."""
    return tuple(count_table(*pair) for pair in zip(true, pred, strict=True))


def count_table(true: LabelCodes, pred: LabelCodes) -> ContingencyTable:
    """Count the pairs of labels, into an array where that is small, else by sorting."""
    if true.width * pred.width > _most_cells(len(true)):
        true, pred = true.compressed(), pred.compressed()
    if true.width * pred.width > _most_cells(len(true)):
        return _count_by_sorting(true, pred)
    counts = _count_into_array(true, pred)
    true_kept = np.flatnonzero(counts.any(axis=1))
    pred_kept = np.flatnonzero(counts.any(axis=0))
    if len(true_kept) < true.width or len(pred_kept) < pred.width:
        counts = counts[np.ix_(true_kept, pred_kept)]
    return ContingencyTable(
        _stored(counts), true.values_at(true_kept), pred.values_at(pred_kept)
    )


def _most_cells(n_samples: int) -> int:
    """Return how many cells a table may have to be counted into an array."""
    return max(_ALWAYS_DENSE, min(n_samples, _MOST_DENSE))


def _count_into_array(true: LabelCodes, pred: LabelCodes) -> NDArray[np.int64]:
    """Count with one counter for each pair of labels.

    Time goes to the cache misses of the counters, so they are narrow: 16 bits where the
    table is large. A counter that wraps around loses 65536 samples, so the total tells
    exactly whether one did; then wider counters start anew.
    """
    n_samples = len(true)
    n_cells = true.width * pred.width
    if n_cells > _CELLS_IN_CACHE:
        counts = _count_with(np.dtype(np.uint16), true, pred)
        if int(counts.sum(dtype=np.int64)) == n_samples:
            return counts.astype(np.int64)
    wide = np.uint32 if n_samples < 2**32 else np.int64  # cannot overflow
    return _count_with(np.dtype(wide), true, pred).astype(np.int64)


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
    return ContingencyTable(
        _stored(table),
        true.values_at(np.arange(true.width)),
        pred.values_at(np.arange(pred.width)),
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


def _stored(counts: Counts) -> Counts:
    """Return the table as an array or sparse, whichever takes less memory."""
    n_true, n_pred = counts.shape
    n_nonzero = counts.nnz if sparse.issparse(counts) else np.count_nonzero(counts)
    sparse_bytes = 12 * n_nonzero + 4 * (n_true + 1)
    if n_true * n_pred <= _ALWAYS_DENSE or 8 * n_true * n_pred <= sparse_bytes:
        return counts.toarray() if sparse.issparse(counts) else counts
    return counts if sparse.issparse(counts) else sparse.csr_array(counts)


def sum_of_squares(sizes: NDArray[np.int64]) -> int:
    """Return the sum of the squares of nonnegative counts as an exact integer."""
    if int(sizes.sum()) <= _SAFE_TOTAL:  # the sum of squares is at most its square
        return int(np.dot(sizes, sizes))
    return sum(size * size for size in sizes.tolist())
