"""Compute the counts that compare two biclusterings, each at most once."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._indicators import check_biclusterings, check_cluster_indicators
from .._structures._types import AnyStructure
from ._biclusters import Biclusters, CheckedIndicator
from ._cell_pairs import (
    NeighborSums,
    neighbor_sums,
    neighbor_sums_of_disjoint,
    tally_of_pairs,
)
from ._merged_matrix import MergedMatrix, MultiplicityCounts
from ._overlaps import Overlaps


@dataclass(frozen=True, eq=False)
class BiclusterComparison:
    """Two biclusterings of a matrix, and counts that are computed when needed.

    The multiplicities N and M of a cell are the numbers of true and of predicted
    biclusters that contain the cell. The multiplicities of a pair of cells are the
    numbers of biclusters that contain both cells.
    """

    true: Biclusters
    pred: Biclusters

    @cached_property
    def overlaps(self) -> Overlaps:
        """Rows, columns and cells that each pair of biclusters shares."""
        return Overlaps(self.true, self.pred)

    @cached_property
    def merged_matrix(self) -> MergedMatrix:
        """The matrix in which equal rows and equal columns are merged.

        Two rows are equal if they are in the same biclusters.
        """
        return MergedMatrix.from_biclusters(self.true, self.pred)

    @cached_property
    def cells_by_multiplicity(self) -> MultiplicityCounts:
        """Numbers of cells by how many biclusters of each side contain them."""
        if self.true.checkerboard is not None and self.pred.checkerboard is not None:
            # The biclusters of each side are the blocks of a co-clustering, so that
            # each cell is in one bicluster of each side, and all cells are one group.
            multiplicity_1 = np.ones(1, dtype=np.int64)
            return MultiplicityCounts(
                true_multiplicity=multiplicity_1,
                pred_multiplicity=multiplicity_1,
                counts=[self.true.n_cells],
            )
        # Cells are counted by the code N + base * M of their multiplicities.
        matrix = self.merged_matrix
        tally = matrix.tally()
        return MultiplicityCounts.from_tally(tally, matrix.n_cells, matrix.base)

    @cached_property
    def pairs_by_multiplicity(self) -> MultiplicityCounts:
        """Numbers of ordered pairs of cells by how many biclusters contain both.

        A cell and itself are a pair, too. A pair that shares biclusters of one side
        only may count as if it shared none. This is enough, because only sums of
        min(N, M) and numbers of pairs with N and M above 0 are needed.
        """
        base = 1 + self.true.n_biclusters  # The code of a pair is N + base * M.
        if self.is_disjoint:
            # The pairs with N and M above 0 are the pairs of cells that a true and a
            # predicted bicluster share. For these pairs, N = M = 1.
            n_shared = self.overlaps.sharing_pairs.shared.tolist()
            code = 1 + base
            tally = Counter({code: sum(n**2 for n in n_shared)})
        else:
            tally = tally_of_pairs(self.merged_matrix)
        # All other pairs are counted with N = M = 0.
        return MultiplicityCounts.from_tally(tally, self.true.n_cells**2, base)

    def neighbor_sums(
        self, similarity: NDArray[np.float64] | None = None
    ) -> NeighborSums:
        """Sum the terms of precision and recall over the neighbors of each cell.

        The neighbors of a cell are the cells that share a bicluster with it. Cells with
        the same sums form a group. `similarity` has a value for each pair of biclusters
        that share cells, in the order of `overlaps.sharing_pairs`. If None, all
        similarities are 1.
        """
        if self.is_disjoint:
            return neighbor_sums_of_disjoint(self.overlaps, similarity)
        # The function, not this method, sums over all pairs of the merged matrix.
        if similarity is None:
            return neighbor_sums(self.merged_matrix, None)
        pairs = self.overlaps.sharing_pairs
        shape = self.true.n_biclusters, self.pred.n_biclusters
        similarity_matrix = sparse.csc_array(
            (similarity, (pairs.true, pairs.pred)), shape=shape
        )
        return neighbor_sums(self.merged_matrix, similarity_matrix)

    @property
    def is_disjoint(self) -> bool:
        """Whether no cell is in two biclusters of one side."""
        cells = self.cells_by_multiplicity
        return bool(
            cells.true_multiplicity.max() <= 1 and cells.pred_multiplicity.max() <= 1
        )

    @cached_property
    def without_empty(self) -> "BiclusterComparison":
        """The same comparison, without the biclusters that have no cells."""
        true = self.true.without_empty()
        pred = self.pred.without_empty()
        if true is self.true and pred is self.pred:
            return self
        return BiclusterComparison(true, pred)


def compare_biclusterings(
    true: AnyStructure, pred: AnyStructure
) -> BiclusterComparison:
    """Check two biclusterings that a user has passed, and compare them."""
    checked_true, checked_pred = check_biclusterings(true, pred)
    return compare_biclusters(checked_true, checked_pred)


def compare_biclusters(
    true: tuple[CheckedIndicator, CheckedIndicator],
    pred: tuple[CheckedIndicator, CheckedIndicator],
) -> BiclusterComparison:
    """Compare two biclusterings given as checked indicators (rows, columns).

    An indicator has a row for each bicluster, and may be dense or sparse.
    """
    true_rows, true_columns = true
    pred_rows, pred_columns = pred
    return BiclusterComparison(
        true=Biclusters.from_indicators(true_rows, true_columns),
        pred=Biclusters.from_indicators(pred_rows, pred_columns),
    )


def compare_clusters(true: Any, pred: Any) -> BiclusterComparison:
    """Check two overlapping clusterings that a user has passed, and compare them.

    The clusterings are compared as biclusterings of a matrix with one column. The
    samples are the rows of that matrix, so that each sample is a cell.
    """
    return compare_biclusters(*check_cluster_indicators(true, pred))
