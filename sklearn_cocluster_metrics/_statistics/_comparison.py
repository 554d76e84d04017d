"""The counts that compare two biclusterings, each computed at most once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import check_biclusterings
from ._atoms import Atoms, atoms
from ._biclusters import Biclusters
from ._cell_pairs import CellPairs
from ._covers import Covers, covers_of_atoms, covers_of_disjoint
from ._overlaps import Overlaps, first_overlap, overlaps


@dataclass(frozen=True, eq=False)
class BiclusterComparison:
    """Two biclusterings of one matrix; counts are computed when they are needed.

    Parameters
    ----------
    true, pred : Biclusters
        The biclusterings.
    """

    true: Biclusters
    pred: Biclusters

    @cached_property
    def overlaps(self) -> Overlaps:
        """Shared rows, columns and cells of all pairs of biclusters."""
        return overlaps(self.true, self.pred)

    @cached_property
    def atoms(self) -> Atoms:
        """Classes of cells that are in the same biclusters."""
        return atoms(self.true, self.pred)

    @cached_property
    def cell_pairs(self) -> CellPairs:
        """Pairs of cells that share a bicluster on both sides."""
        return CellPairs(self.atoms, self.overlaps)

    @cached_property
    def covers(self) -> Covers:
        """Numbers of cells by how many biclusters contain them."""
        if self.disjoint:
            return covers_of_disjoint(self.overlaps)
        return covers_of_atoms(self.atoms)

    @cached_property
    def overlapping(self) -> tuple[str, tuple[int, int]] | None:
        """A side and two of its biclusters that share a cell, or None."""
        for side, biclusters in (("true", self.true), ("pred", self.pred)):
            pair = first_overlap(biclusters)
            if pair is not None:
                return side, (min(pair), max(pair))
        return None

    @property
    def disjoint(self) -> bool:
        """Whether no cell is in two biclusters of one side."""
        return self.overlapping is None

    @cached_property
    def without_empty(self) -> "BiclusterComparison":
        """The same comparison, without the biclusters that have no cells."""
        true, pred = self.true.without_empty(), self.pred.without_empty()
        if true is self.true and pred is self.pred:
            return self
        return BiclusterComparison(true, pred)


def compare_biclusterings(
    biclusters_true: Any, biclusters_pred: Any
) -> BiclusterComparison:
    """Check two biclusterings that a user has passed, and compare them."""
    return compare_biclusters(*check_biclusterings(biclusters_true, biclusters_pred))


def compare_biclusters(
    true: tuple[NDArray[np.int64], NDArray[np.int64]],
    pred: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> BiclusterComparison:
    """Compare two biclusterings given as checked indicators (rows, columns)."""
    return BiclusterComparison(Biclusters(*true), Biclusters(*pred))


def compare_clusters(
    true: NDArray[np.int64], pred: NDArray[np.int64]
) -> BiclusterComparison:
    """Compare two clusterings, as biclusterings of a matrix with one column."""
    return BiclusterComparison(
        *(
            Biclusters(rows, np.ones((len(rows), 1), dtype=np.int64))
            for rows in (true, pred)
        )
    )
