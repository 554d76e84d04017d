"""The counts that compare two biclusterings, each computed at most once."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._indicators import check_biclusterings
from ._biclusters import Biclusters, Overlaps
from ._cell_pairs import (
    MergedMatrix,
    MultiplicityCounts,
    NeighborSums,
    neighbor_sums,
    neighbor_sums_of_disjoint,
    tally_of_pairs,
)


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
    def matrix(self) -> MergedMatrix:
        """The matrix with equal rows and equal columns merged."""
        return MergedMatrix.of(self.true, self.pred)

    @cached_property
    def covers(self) -> MultiplicityCounts:
        """Numbers of cells by how many biclusters contain them."""
        if self.true.checkerboard is not None and self.pred.checkerboard is not None:
            once = np.ones(1, dtype=np.int64)
            return MultiplicityCounts(once, once, [self.true.n_cells])
        matrix = self.matrix
        return MultiplicityCounts.of(matrix.tally(), matrix.n_cells, matrix.base)

    @cached_property
    def pair_covers(self) -> MultiplicityCounts:
        """Numbers of ordered pairs of cells by how many biclusters contain both.

        Pairs that share no bicluster of a side count as if in none.
        """
        base = 1 + self.true.n_biclusters
        if self.disjoint:
            shared = sum(n**2 for n in self.overlaps.sharing_pairs[2].tolist())
            tally = Counter({1 + base: shared})
        else:
            tally = tally_of_pairs(self.matrix)
        return MultiplicityCounts.of(tally, self.true.n_cells**2, base)

    def neighbor_sums(
        self, similarity: NDArray[np.float64] | None = None
    ) -> NeighborSums:
        """Sum over the pairs of cells, for groups of first cells.

        `similarity` is that of the biclusters of each of the sharing pairs; default 1.
        """
        if self.disjoint:
            return neighbor_sums_of_disjoint(self.overlaps, similarity)
        if similarity is not None:
            true, pred, _ = self.overlaps.sharing_pairs
            shape = self.true.n_biclusters, self.pred.n_biclusters
            similarity = sparse.csc_array((similarity, (true, pred)), shape=shape)
        return neighbor_sums(self.matrix, similarity)

    @property
    def disjoint(self) -> bool:
        """Whether no cell is in two biclusters of one side."""
        covers = self.covers
        most = covers.true_multiplicity.max(), covers.pred_multiplicity.max()
        return bool(max(most) <= 1)

    @cached_property
    def without_empty(self) -> "BiclusterComparison":
        """The same comparison, without the biclusters that have no cells."""
        true, pred = self.true.without_empty(), self.pred.without_empty()
        if true is self.true and pred is self.pred:
            return self
        return BiclusterComparison(true, pred)


def compare_biclusterings(true: Any, pred: Any) -> BiclusterComparison:
    """Check two biclusterings that a user has passed, and compare them."""
    return compare_biclusters(*check_biclusterings(true, pred))


def compare_biclusters(
    true: tuple[Any, Any], pred: tuple[Any, Any]
) -> BiclusterComparison:
    """Compare two biclusterings given as checked indicators (rows, columns)."""
    return BiclusterComparison(Biclusters.of(*true), Biclusters.of(*pred))


def compare_clusters(true: Any, pred: Any) -> BiclusterComparison:
    """Compare two clusterings, as biclusterings of a matrix with one column."""
    one_column = (np.ones((side.shape[0], 1), dtype=np.int8) for side in (true, pred))
    return compare_biclusters(*zip((true, pred), one_column, strict=True))
