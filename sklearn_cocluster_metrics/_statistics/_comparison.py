"""The counts that compare two biclusterings, each computed at most once."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._indicators import check_biclusterings, check_cluster_indicators
from ._biclusters import Biclusters
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
    """Two biclusterings of one matrix; counts are computed when they are needed."""

    # The biclusterings
    true: Biclusters
    pred: Biclusters

    @cached_property
    def overlaps(self) -> Overlaps:
        """Shared rows, columns and cells of all pairs of biclusters."""
        return Overlaps(self.true, self.pred)

    @cached_property
    def merged_matrix(self) -> MergedMatrix:
        """The matrix with equal rows and equal columns merged."""
        return MergedMatrix.from_biclusters(self.true, self.pred)

    @cached_property
    def cells_by_multiplicity(self) -> MultiplicityCounts:
        """Numbers of cells by how many biclusters contain them."""
        if self.true.checkerboard is not None and self.pred.checkerboard is not None:
            # Each cell is in one block of each side.
            once = np.ones(1, dtype=np.int64)
            return MultiplicityCounts(
                true_multiplicity=once,
                pred_multiplicity=once,
                counts=[self.true.n_cells],
            )
        matrix = self.merged_matrix
        tally = matrix.tally()
        return MultiplicityCounts.from_tally(tally, matrix.n_cells, matrix.base)

    @cached_property
    def pairs_by_multiplicity(self) -> MultiplicityCounts:
        """Numbers of ordered pairs of cells by how many biclusters contain both.

        Pairs that share no bicluster of a side count as if in none.
        """
        base = 1 + self.true.n_biclusters
        if self.is_disjoint:
            # Both cells of a pair are in what two biclusters share: N = M = 1.
            n_shared = self.overlaps.sharing_pairs.shared.tolist()
            code = 1 + base
            tally = Counter({code: sum(n**2 for n in n_shared)})
        else:
            tally = tally_of_pairs(self.merged_matrix)
        return MultiplicityCounts.from_tally(tally, self.true.n_cells**2, base)

    def neighbor_sums(
        self, similarity: NDArray[np.float64] | None = None
    ) -> NeighborSums:
        """Sum the terms of precision and recall over the neighbors of each cell.

        The neighbors of a cell share a bicluster with it. Cells with the same sums are
        a group. `similarity` is that of the biclusters of each of the sharing pairs;
        default 1.
        """
        if self.is_disjoint:
            return neighbor_sums_of_disjoint(self.overlaps, similarity)
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


def compare_biclusterings(true: Any, pred: Any) -> BiclusterComparison:
    """Check two biclusterings that a user has passed, and compare them."""
    checked_true, checked_pred = check_biclusterings(true, pred)
    return compare_biclusters(checked_true, checked_pred)


def compare_biclusters(
    true: tuple[Any, Any], pred: tuple[Any, Any]
) -> BiclusterComparison:
    """Compare two biclusterings given as checked indicators (rows, columns)."""
    true_rows, true_columns = true
    pred_rows, pred_columns = pred
    return BiclusterComparison(
        true=Biclusters.from_indicators(true_rows, true_columns),
        pred=Biclusters.from_indicators(pred_rows, pred_columns),
    )


def compare_clusters(true: Any, pred: Any) -> BiclusterComparison:
    """Check two overlapping clusterings that a user has passed, and compare them.

    They are compared as biclusterings of a matrix with one column.
    """
    return compare_biclusters(*check_cluster_indicators(true, pred))
