"""Compute what each true bicluster shares with each predicted bicluster."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._conversions import Checkerboard
from ._biclusters import Biclusters, group_equal_rows
from ._contingency import Positions
from ._exact import Counts, ratio_or_zero, widened

_ENTRIES_AT_ONCE = 2**20
_FEW_ENTRIES = 2**14  # The product of so small an indicator is faster as an array.

Compared: TypeAlias = Literal["shared_cells", "each_extent", "shared_rows_or_columns"]
"""The predicted biclusters with which a true bicluster is compared.

"shared_cells" selects the biclusters with which it shares a cell. "each_extent" also
selects one of the other biclusters for each extent (number of rows and number of
columns), because other biclusters with the same extent have the same value.
"shared_rows_or_columns" selects the biclusters with which it shares a row or a column,
and one of the other biclusters for each extent.
"""

PairMeasure = Callable[["Overlaps"], NDArray[np.float64]]
"""A function that returns a value for each pair, in shape (n_true, n_pred)."""


class SharingPairs(NamedTuple):
    """Pairs of a true and a predicted bicluster that share cells."""

    # (n_pairs,): The positions of the biclusters of each pair.
    true: Positions
    pred: Positions
    # (n_pairs,): The number of cells that they share.
    shared: Counts


class BestValues(NamedTuple):
    """Best value of each bicluster over the biclusters of the other side."""

    # (n_true,), (n_pred,)
    true: NDArray[np.float64]
    pred: NDArray[np.float64]


class OverlapBlock(NamedTuple):
    """Overlaps of some true and some predicted biclusters."""

    # The positions of the biclusters of each side that are in the block.
    true: Positions
    pred: Positions
    overlaps: "Overlaps"
    # (n_pred,): For each predicted bicluster, in the block or not, the position of the
    # bicluster that stands for it. A bicluster of the block stands for itself. Others
    # are represented by a bicluster of the block with the same extent. If the block
    # does not have such biclusters, all of them stand for themselves.
    stand_ins: Positions


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Compute what each true bicluster shares with each predicted bicluster."""

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
        """Number of rows that two biclusters share, of shape (n_true, n_pred)."""
        return _intersection_sizes(self.true.rows, self.pred.rows)

    @cached_property
    def shared_columns(self) -> NDArray[np.int64]:
        """Number of columns that two biclusters share, of shape (n_true, n_pred)."""
        return _intersection_sizes(self.true.columns, self.pred.columns)

    @cached_property
    def shared_cells(self) -> Counts:
        """Number of cells that two biclusters share, of shape (n_true, n_pred)."""
        return widened(self.shared_rows, self.n_cells) * self.shared_columns

    @property
    def _summed_sizes(self) -> Counts:
        """Sum of the sizes of two biclusters, of shape (n_true, n_pred)."""
        true_sizes = widened(self.true.sizes, 2 * self.n_cells)
        return true_sizes[:, None] + self.pred.sizes

    @cached_property
    def jaccard(self) -> NDArray[np.float64]:
        """Jaccard index of the cells of two biclusters, of shape (n_true, n_pred)."""
        united_cells = self._summed_sizes - self.shared_cells
        return ratio_or_zero(self.shared_cells, united_cells)

    @cached_property
    def dice(self) -> NDArray[np.float64]:
        """Dice index of the cells of two biclusters, of shape (n_true, n_pred)."""
        shared = widened(self.shared_cells, 2 * self.n_cells)
        return ratio_or_zero(2 * shared, self._summed_sizes)

    @cached_property
    def equal_pairs(self) -> NDArray[np.bool_]:
        """Whether two biclusters have the same cells, of shape (n_true, n_pred).

        Biclusters without cells are not equal to any.
        """
        shared = self.shared_cells
        has_all_of_true = shared == self.true.sizes[:, None]
        has_all_of_pred = shared == self.pred.sizes
        is_equal = has_all_of_true & has_all_of_pred & (shared > 0)
        return np.asarray(is_equal, dtype=bool)

    @cached_property
    def sides_are_equal(self) -> bool:
        """Whether both sides have the same biclusters, each equally often.

        All biclusters without cells count as the same.
        """
        if self.n_true != self.n_pred:
            return False
        true = self.true.without_empty()
        pred = self.pred.without_empty()
        if not np.array_equal(np.sort(true.sizes), np.sort(pred.sizes)):
            return False
        # Equal sets of rows have the same number on both sides, and likewise columns.
        rows = sparse.vstack([true.rows, pred.rows], format="csr")
        columns = sparse.vstack([true.columns, pred.columns], format="csr")
        _, row_sets = group_equal_rows(rows)
        _, column_sets = group_equal_rows(columns)
        biclusters = row_sets * len(column_sets) + column_sets
        sorted_true = np.sort(biclusters[: true.n_biclusters])
        sorted_pred = np.sort(biclusters[true.n_biclusters :])
        return np.array_equal(sorted_true, sorted_pred)

    def blocks(self, compared: Compared = "shared_cells") -> Iterator[OverlapBlock]:
        """Yield the overlaps of a few true biclusters at a time.

        A block has some true biclusters, and the predicted biclusters that are compared
        with any of them. `compared` selects these. By default, they are the predicted
        biclusters that share a cell. With "each_extent", one of the others is added for
        each number of rows and number of columns. "shared_rows_or_columns" selects
        biclusters that share a row or a column, and adds one of each extent, too. There
        is at least one block. If there are few biclusters, a single block has all of
        them, regardless of `compared`.

        All positions are positions among all biclusters of a side, not in the block.
        `stand_ins` has, for every predicted bicluster, in the block or not, the
        position of the bicluster that stands for it.
        """
        step = max(1, _ENTRIES_AT_ONCE // max(1, self.n_pred))
        if step >= self.n_true:
            pred_positions = np.arange(self.n_pred)
            yield OverlapBlock(
                true=np.arange(self.n_true),
                pred=pred_positions,
                overlaps=self,
                stand_ins=pred_positions,
            )
            return
        for start in range(0, self.n_true, step):
            true_positions = np.arange(start, min(start + step, self.n_true))
            true = self.true.take(true_positions)
            selected = _compared_biclusters(true, self.pred, compared)
            yield OverlapBlock(
                true=true_positions,
                pred=selected.positions,
                overlaps=Overlaps(true, self.pred.take(selected.positions)),
                stand_ins=selected.stand_ins,
            )

    @cached_property
    def sharing_pairs(self) -> SharingPairs:
        """Pairs of biclusters that share cells, and the numbers of shared cells.

        The pairs have no particular order.
        """
        true_board = self.true.checkerboard
        pred_board = self.pred.checkerboard
        if true_board is not None and pred_board is not None:
            return _sharing_pairs_of_checkerboards(true_board, pred_board)
        true_parts = []
        pred_parts = []
        shared_parts = []
        # There is at least one block, even if a side has no biclusters. The positions
        # `block.true` and `block.pred` are among all biclusters of a side.
        for block in self.blocks():
            shared = block.overlaps.shared_cells
            rows, columns = np.nonzero(shared)
            true_parts.append(block.true[rows])
            pred_parts.append(block.pred[columns])
            shared_parts.append(shared[rows, columns])
        return SharingPairs(
            true=np.concatenate(true_parts),
            pred=np.concatenate(pred_parts),
            shared=np.concatenate(shared_parts),
        )

    def best_values(
        self, measure: PairMeasure, *, compared: Compared = "shared_cells"
    ) -> BestValues:
        """Return the best value of each true and of each predicted bicluster.

        `compared` selects the predicted biclusters with which a true one is compared.
        With "shared_cells", biclusters that share no cell must have the value 0, and no
        value may be lower. With another choice, the value must be the same for all
        biclusters of the same extent that are not selected by `compared`. If values can
        be negative, only the values of the true biclusters are exact.
        """
        # With "shared_cells", biclusters that are not compared have the value 0.
        # Otherwise, each true bicluster is compared with at least one predicted
        # bicluster, unless there are none.
        lowest = 0.0 if compared == "shared_cells" else -np.inf
        best_of_true = np.empty(self.n_true)
        best_of_pred = np.zeros(self.n_pred)
        for block in self.blocks(compared):
            values = measure(block.overlaps)
            best_of_true[block.true] = values.max(axis=1, initial=lowest)
            # A bicluster that is not in the block has the value of its stand-in.
            best_in_block = np.zeros(self.n_pred)
            best_in_block[block.pred] = values.max(axis=0, initial=0.0)
            best_of_pred = np.maximum(best_of_pred, best_in_block[block.stand_ins])
        return BestValues(best_of_true, best_of_pred)


def _sharing_pairs_of_checkerboards(
    true: Checkerboard, pred: Checkerboard
) -> SharingPairs:
    """Return the pairs of blocks that share cells.

    They follow from the pairs of clusters that share rows, and that share columns.
    `blocks` of a checkerboard has the position of the block of each row cluster and
    column cluster.
    """
    n_row_clusters, n_column_clusters = pred.blocks.shape
    rows = _sharing_clusters(true.row_labels, pred.row_labels, n_pred=n_row_clusters)
    columns = _sharing_clusters(
        true.column_labels, pred.column_labels, n_pred=n_column_clusters
    )
    n_cells = len(true.row_labels) * len(true.column_labels)
    true_blocks = true.blocks[rows.true[:, None], columns.true]
    pred_blocks = pred.blocks[rows.pred[:, None], columns.pred]
    shared = np.multiply.outer(widened(rows.shared, n_cells), columns.shared)
    return SharingPairs(true_blocks.ravel(), pred_blocks.ravel(), shared.ravel())


def _sharing_clusters(
    true_labels: NDArray[np.int64], pred_labels: NDArray[np.int64], n_pred: int
) -> SharingPairs:
    """Return the pairs of clusters of one mode that share rows, or columns.

    The labels are the numbers of the true and of the predicted cluster of each row, or
    of each column. There are `n_pred` predicted clusters. `shared` of the result has
    numbers of rows or columns, not of cells.
    """
    pair_numbers, shared = np.unique(
        true_labels * n_pred + pred_labels, return_counts=True
    )
    true, pred = np.divmod(pair_numbers, n_pred)
    return SharingPairs(true, pred, shared)


class _ComparedBiclusters(NamedTuple):
    """Predicted biclusters that are compared with some true biclusters."""

    # (n_compared,): Their positions, which ascend.
    positions: Positions
    # (n_pred,): As in `OverlapBlock`.
    stand_ins: Positions


def _compared_biclusters(
    true: Biclusters, pred: Biclusters, compared: Compared
) -> _ComparedBiclusters:
    """Return the predicted biclusters to compare with any of `true`.

    These are the biclusters that share a cell with any of `true`, or for
    "shared_rows_or_columns" the biclusters that share a row or a column. Unless
    `compared` is "shared_cells", one of the other biclusters is added for each extent
    (number of rows and number of columns).
    """
    if compared == "shared_rows_or_columns":
        shares_rows = _shares_entries(true.rows, pred.rows)
        shares_columns = _shares_entries(true.columns, pred.columns)
        is_compared = shares_rows | shares_columns
    else:
        shared_rows = true.rows @ pred.rows.T
        shared_columns = true.columns @ pred.columns.T
        shared_cells = shared_rows.multiply(shared_columns).tocsr()
        n_sharing = np.bincount(shared_cells.indices, minlength=pred.n_biclusters)
        is_compared = n_sharing > 0
    stand_ins = np.arange(pred.n_biclusters)
    if compared != "shared_cells":
        # One of the other biclusters of each extent stands for all of them.
        positions = np.flatnonzero(~is_compared)
        extents = pred.distinct_extents.of_bicluster[positions]
        _, first_of_extent, extent_numbers = np.unique(
            extents, return_index=True, return_inverse=True
        )
        representatives = positions[first_of_extent]
        is_compared[representatives] = True
        stand_ins[positions] = representatives[extent_numbers]
    return _ComparedBiclusters(np.flatnonzero(is_compared), stand_ins)


def _shares_entries(true_sets: Any, pred_sets: Any) -> NDArray[np.bool_]:
    """Return whether each predicted set of rows, or columns, overlaps any true set."""
    n_containing = np.bincount(true_sets.indices, minlength=true_sets.shape[1])
    is_covered = n_containing > 0
    return np.asarray(pred_sets @ is_covered.astype(np.int64) > 0)


def _intersection_sizes(true_sets: Any, pred_sets: Any) -> NDArray[np.int64]:
    """Count the rows, or columns, that each true set shares with each predicted set.

    The sets are sparse indicators of shape (n_sets, n_rows).
    """
    n_entries = pred_sets.shape[0] * pred_sets.shape[1]
    if n_entries <= _FEW_ENTRIES:
        return np.asarray(true_sets @ pred_sets.toarray().T)
    return np.asarray((true_sets @ pred_sets.T).toarray())
