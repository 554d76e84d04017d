"""Biclusterings, and what each bicluster of one shares with each of another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._conversions import Checkerboard, find_checkerboard
from ._contingency import Counts, widened

Positions = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Biclusters of one matrix; they may overlap, be equal or be empty."""

    # (n_biclusters, n_rows): 1 where a bicluster contains a row; in CSR format,
    # no other entries are stored
    rows: Any
    # (n_biclusters, n_columns): 1 where a bicluster contains a column
    columns: Any

    @classmethod
    def of(cls, rows: Any, columns: Any) -> "Biclusters":
        """Store checked indicators, dense or sparse, as sparse ones."""
        return cls(as_csr(rows), as_csr(columns))

    @property
    def n_biclusters(self) -> int:
        """Number of biclusters, those without cells included."""
        return int(self.rows.shape[0])

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the matrix."""
        return int(self.rows.shape[1]), int(self.columns.shape[1])

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        n_rows, n_columns = self.shape
        return n_rows * n_columns

    @cached_property
    def n_rows(self) -> NDArray[np.int64]:
        """Number of rows of each bicluster."""
        return np.asarray(np.diff(self.rows.indptr), dtype=np.int64)

    @cached_property
    def n_columns(self) -> NDArray[np.int64]:
        """Number of columns of each bicluster."""
        return np.asarray(np.diff(self.columns.indptr), dtype=np.int64)

    @cached_property
    def sizes(self) -> Counts:
        """Number of cells of each bicluster."""
        sizes: Counts = widened(self.n_rows, self.n_cells) * self.n_columns
        return sizes

    @cached_property
    def extents(self) -> tuple[NDArray[np.int64], Positions]:
        """Distinct numbers of rows and columns, and which each bicluster has."""
        both = np.stack([self.n_rows, self.n_columns], axis=1)
        distinct, which = np.unique(both, axis=0, return_inverse=True)
        return distinct, which.ravel()

    @cached_property
    def checkerboard(self) -> Checkerboard | None:
        """The blocks of a co-clustering, if the nonempty biclusters are these blocks.

        Most other biclusterings already differ in their total size.
        """
        if sum(self.sizes.tolist()) != self.n_cells:
            return None
        nonempty = self.without_empty()
        found = find_checkerboard(nonempty.rows, nonempty.columns)
        if found is None or nonempty is self:
            return found
        return found._replace(blocks=np.flatnonzero(self.sizes)[found.blocks])

    def take(self, chosen: Any) -> "Biclusters":
        """Return some of the biclusters, by a slice, positions or a mask."""
        return Biclusters(self.rows[chosen], self.columns[chosen])

    def without_empty(self) -> "Biclusters":
        """Return the biclusters that have cells."""
        kept = (self.n_rows > 0) & (self.n_columns > 0)
        return self if kept.all() else self.take(np.flatnonzero(kept))


def as_csr(indicator: Any) -> Any:
    """Convert a checked indicator; one that is in CSR format is not copied."""
    if sparse.issparse(indicator):
        return indicator.tocsr().astype(np.int64, copy=False)
    bicluster, entries = np.nonzero(indicator.astype(bool))  # bools are fast
    starts = np.searchsorted(bicluster, np.arange(len(indicator) + 1))
    ones = np.ones(len(entries), dtype=np.int64)
    return sparse.csr_array((ones, entries, starts), shape=indicator.shape)


def group_equal_rows(rows: Any) -> tuple[Positions, Positions]:
    """Return one row of each group of equal rows, and the group of each row.

    The rows are those of a 0/1 matrix, sparse or not. Their weighted sums are compared;
    if unequal rows have the same sum, other weights are drawn. The weights of short
    rows are powers of 2, which have no such sums.
    """
    generator = np.random.default_rng(0)
    is_short = rows.shape[1] < 64
    while True:
        weights = generator.integers(-(2**63), 2**63 - 1, size=rows.shape[1])
        if is_short:
            weights = 2 ** np.arange(rows.shape[1])
        sums = rows @ weights
        _, first, of_row = np.unique(sums, return_index=True, return_inverse=True)
        if is_short or not (rows != rows[first[of_row]]).sum():
            return first, of_row


_ENTRIES_AT_ONCE = 2**20
_FEW_ENTRIES = 2**14  # of an indicator; up to here, a product with an array is faster

Compared: TypeAlias = Literal["cells", "extents", "sets"]
"""Which biclusters are compared: those that share cells; with "extents", also one of
each extent of the others; with "sets", also those that share a row or a column."""

PairMeasure = Callable[["Overlaps"], NDArray[np.float64]]

Block: TypeAlias = tuple[Positions, Positions, "Overlaps"]
"""Some true biclusters, some predicted ones, and their overlaps."""


@dataclass(frozen=True, eq=False)
class Overlaps:
    """What each true bicluster shares with each predicted one."""

    # The biclusters of each side
    true: Biclusters
    pred: Biclusters

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        return self.true.n_cells

    @property
    def n_true(self) -> int:
        """Number of true biclusters."""
        return self.true.n_biclusters

    @property
    def n_pred(self) -> int:
        """Number of predicted biclusters."""
        return self.pred.n_biclusters

    @cached_property
    def shared_rows(self) -> NDArray[np.int64]:
        """Number of rows that two biclusters share, shape (n_true, n_pred)."""
        return _shared_entries(self.true.rows, self.pred.rows)

    @cached_property
    def shared_columns(self) -> NDArray[np.int64]:
        """Number of columns that two biclusters share, shape (n_true, n_pred)."""
        return _shared_entries(self.true.columns, self.pred.columns)

    @cached_property
    def shared_cells(self) -> Counts:
        """Number of cells that two biclusters share."""
        return widened(self.shared_rows, self.n_cells) * self.shared_columns

    @property
    def _summed_sizes(self) -> Counts:
        """Sum of the sizes of two biclusters, at most twice the matrix."""
        true = widened(self.true.sizes, 2 * self.n_cells)
        return true[:, None] + self.pred.sizes

    @cached_property
    def jaccard(self) -> NDArray[np.float64]:
        """Jaccard index of the cells of two biclusters."""
        return ratio(self.shared_cells, self._summed_sizes - self.shared_cells)

    @cached_property
    def dice(self) -> NDArray[np.float64]:
        """Dice index of the cells of two biclusters."""
        shared = widened(self.shared_cells, 2 * self.n_cells)
        return ratio(2 * shared, self._summed_sizes)

    @cached_property
    def equal_pairs(self) -> NDArray[np.bool_]:
        """Whether two biclusters have the same cells, and at least one."""
        shared = self.shared_cells
        same = (shared == self.true.sizes[:, None]) & (shared == self.pred.sizes)
        return np.asarray(same & (shared > 0), dtype=bool)

    @cached_property
    def equal(self) -> bool:
        """Whether both sides have the same biclusters, each equally often."""
        true, pred = self.true.without_empty(), self.pred.without_empty()
        same_sizes = np.array_equal(np.sort(true.sizes), np.sort(pred.sizes))
        if self.n_true != self.n_pred or not same_sizes:
            return False
        modes = (true.rows, pred.rows), (true.columns, pred.columns)
        both = (sparse.vstack(sides, format="csr") for sides in modes)
        rows, columns = (group_equal_rows(mode)[1] for mode in both)
        sets = rows * len(columns) + columns
        n_true = true.n_biclusters
        return np.array_equal(np.sort(sets[:n_true]), np.sort(sets[n_true:]))

    def blocks(self, compared: Compared = "cells") -> Iterator[Block]:
        """Yield a few true biclusters, predicted ones, and the overlaps of both.

        The predicted biclusters are those that are compared with one of the true ones.
        There is at least one block; few biclusters are a single block with all.
        """
        step = max(1, _ENTRIES_AT_ONCE // max(1, self.n_pred))
        if step >= self.n_true:
            yield np.arange(self.n_true), np.arange(self.n_pred), self
            return
        for start in range(0, self.n_true, step):
            true = np.arange(start, min(start + step, self.n_true))
            some = self.true.take(true)
            pred = _compared(some, self.pred, compared)
            yield true, pred, Overlaps(some, self.pred.take(pred))

    @cached_property
    def sharing_pairs(self) -> tuple[Positions, Positions, Counts]:
        """The pairs of biclusters that share cells, and how many each shares."""
        board, board_pred = self.true.checkerboard, self.pred.checkerboard
        if board is not None and board_pred is not None:
            return _sharing_blocks(board, board_pred)
        parts = []
        for true, pred, block in self.blocks():
            first, second = np.nonzero(block.shared_cells)
            parts.append((true[first], pred[second], block.shared_cells[first, second]))
        true, pred, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
        return true, pred, counts

    def best(
        self, values: PairMeasure, compared: Compared = "cells"
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the best value of each true and of each predicted bicluster.

        The value of biclusters that share no cell must be 0, the lowest; otherwise,
        `compared` names what it depends on. Where values can be negative, only the
        first array is exact.
        """
        lowest = 0.0 if compared == "cells" else -np.inf
        of_true, of_pred = np.empty(self.n_true), np.zeros(self.n_pred)
        for true, pred, block in self.blocks(compared):
            found = values(block)
            of_true[true] = found.max(axis=1, initial=lowest)
            of_pred[pred] = np.maximum(of_pred[pred], found.max(axis=0, initial=0.0))
        return of_true, of_pred


def _sharing_blocks(
    true: Checkerboard, pred: Checkerboard
) -> tuple[Positions, Positions, Counts]:
    """Return the `sharing_pairs` of two checkerboards, from two contingency tables."""
    entries = []
    for mode in (0, 1):
        width = pred.blocks.shape[mode]
        keys = true[mode] * width + pred[mode]
        found, counts = np.unique(keys, return_counts=True)
        entries.append((*np.divmod(found, width), counts))
    (true_row, pred_row, n_rows), (true_column, pred_column, n_columns) = entries
    n_cells = len(true.row_labels) * len(true.column_labels)
    return (
        true.blocks[true_row[:, None], true_column].ravel(),
        pred.blocks[pred_row[:, None], pred_column].ravel(),
        np.multiply.outer(widened(n_rows, n_cells), n_columns).ravel(),
    )


def ratio(part: Any, whole: Any) -> NDArray[np.float64]:
    """Divide counts; 0 where the denominator is 0."""
    part, whole = np.asarray(part), np.asarray(whole)
    shape = np.broadcast_shapes(part.shape, whole.shape)
    integers = object in (part.dtype, whole.dtype)
    quotient = np.zeros(shape, dtype=object if integers else float)
    np.divide(part, whole, out=quotient, where=np.asarray(whole != 0, dtype=bool))
    return np.asarray(quotient, dtype=float)


def harmonic_mean(one: float, other: float) -> float:
    """Harmonic mean of two numbers, 0 if one is 0."""
    return 2 * one * other / (one + other) if one + other > 0 else 0.0


def _compared(some: Biclusters, others: Biclusters, compared: Compared) -> Positions:
    """Return which of the others a block has."""
    if compared == "sets":
        kept = _sharing(some.rows, others.rows) | _sharing(some.columns, others.columns)
    else:
        rows, columns = some.rows @ others.rows.T, some.columns @ others.columns.T
        shared = rows.multiply(columns).tocsr()
        kept = np.bincount(shared.indices, minlength=others.n_biclusters) > 0
    if compared != "cells":
        rest = np.flatnonzero(~kept)
        _, first = np.unique(others.extents[1][rest], return_index=True)
        kept[rest[first]] = True
    return np.flatnonzero(kept)


def _sharing(some: Any, others: Any) -> NDArray[np.bool_]:
    """Return which rows of a sparse matrix share an entry with a row of another."""
    is_covered = np.bincount(some.indices, minlength=some.shape[1]) > 0
    return np.asarray(others @ is_covered.astype(np.int64) > 0)


def _shared_entries(sets: Any, others: Any) -> NDArray[np.int64]:
    """Count what each set of rows, or of columns, shares with each other set."""
    if others.shape[0] * others.shape[1] <= _FEW_ENTRIES:
        return np.asarray(sets @ others.toarray().T)
    return np.asarray((sets @ others.T).toarray())
