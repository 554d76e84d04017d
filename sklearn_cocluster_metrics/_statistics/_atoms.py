"""Atoms: classes of cells that are in the same true and predicted biclusters."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from ._biclusters import Biclusters
from ._exact import Counts, exact
from ._patterns import Patterns, group_equal_rows

_ENTRIES_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False)
class CoverClasses:
    """Classes of cells that are in the same biclusters of one side.

    Parameters
    ----------
    counts : ndarray of shape (n_classes,)
        Number of cells of each class; the sum is the number of cells of the matrix.
    members : sparse matrix of shape (n_classes, n_biclusters)
        1 where a bicluster contains the class, else 0.
    """

    counts: Counts
    members: Any

    @cached_property
    def multiplicities(self) -> NDArray[np.int64]:
        """Number of biclusters that contain each class."""
        counts: NDArray[np.int64] = np.diff(self.members.indptr).astype(np.int64)
        return counts

    @property
    def sole_bicluster(self) -> NDArray[np.int64]:
        """The bicluster that contains each class, if only one does."""
        some = np.minimum(self.members.indptr[:-1], max(0, self.members.nnz - 1))
        first: NDArray[np.int64] = self.members.indices[some]
        return first

    @cached_property
    def reach(self) -> Counts:
        """Number of cells in the union of the biclusters that contain each class."""
        reached = np.zeros_like(self.counts)
        covered = np.flatnonzero(self.multiplicities)
        by_bicluster = self.members.T.tocsr()
        step = max(1, _ENTRIES_AT_ONCE // len(self.counts))
        for start in range(0, len(covered), step):
            some = covered[start : start + step]
            together = self.members[some] @ by_bicluster
            cells = self.counts[together.indices]
            reached[some] = np.add.reduceat(cells, together.indptr[:-1])
        return reached


@dataclass(frozen=True, eq=False)
class Atoms:
    """Classes of cells that are in the same true and the same predicted biclusters.

    Parameters
    ----------
    true, pred : CoverClasses
        Classes of each side alone.
    of_true, of_pred : ndarray of shape (n_atoms,)
        The class of each atom on each side.
    counts : ndarray of shape (n_atoms,)
        Number of cells of each atom.
    """

    true: CoverClasses
    pred: CoverClasses
    of_true: NDArray[np.int64]
    of_pred: NDArray[np.int64]
    counts: Counts

    @property
    def in_one_pair(self) -> NDArray[np.int64]:
        """The atoms in exactly one true and exactly one predicted bicluster."""
        return np.flatnonzero(
            (self.true_multiplicity == 1) & (self.pred_multiplicity == 1)
        )

    @cached_property
    def true_multiplicity(self) -> NDArray[np.int64]:
        """Number of true biclusters that contain each atom."""
        return self.true.multiplicities[self.of_true]

    @cached_property
    def pred_multiplicity(self) -> NDArray[np.int64]:
        """Number of predicted biclusters that contain each atom."""
        return self.pred.multiplicities[self.of_pred]


@dataclass(frozen=True)
class _Grid:
    """The matrix with equal rows merged and equal columns merged.

    Rows are equal if they are in the same biclusters, as are columns.
    """

    rows: Patterns
    columns: Patterns

    @property
    def shape(self) -> tuple[int, int]:
        """Number of row classes and of column classes."""
        return len(self.rows.counts), len(self.columns.counts)

    def total(self, labels: NDArray[np.int64], n_labels: int) -> Counts:
        """Count the cells of the matrix that have each label."""
        n_cells = len(self.rows.of_row) * len(self.columns.of_row)
        cells = exact(self.rows.counts, n_cells)[:, None] * self.columns.counts
        totals = exact(np.zeros(n_labels, dtype=np.int64), n_cells)
        np.add.at(totals, labels.ravel(), cells.ravel())
        return totals


def atoms(true: Biclusters, pred: Biclusters) -> Atoms:
    """Group the cells by the biclusters that contain them, without listing the cells.

    Rows that are in the same biclusters of both sides form a row class, as do
    columns. The function groups pairs of a row class and a column class.
    """
    grid = _Grid(
        group_equal_rows(np.vstack([true.rows, pred.rows]).T),
        group_equal_rows(np.vstack([true.columns, pred.columns]).T),
    )
    true_labels, true_classes = _cover_classes(true, grid)
    pred_labels, pred_classes = _cover_classes(pred, grid)
    n_pred = len(pred_classes.counts)
    codes = true_labels * n_pred + pred_labels
    labels, first = _renumber(codes, n_pred * len(true_classes.counts))
    return Atoms(
        true_classes,
        pred_classes,
        true_labels.ravel()[first],
        pred_labels.ravel()[first],
        grid.total(labels, len(first)),
    )


def _cover_classes(
    biclusters: Biclusters, grid: _Grid
) -> tuple[NDArray[np.int64], CoverClasses]:
    """Label the entries of the grid by the biclusters that contain them.

    Each bicluster in turn splits the labels that it overlaps. The number of biclusters
    is therefore not limited, and the cost is the area that they cover.
    """
    rows = biclusters.rows[:, grid.rows.first]
    columns = biclusters.columns[:, grid.columns.first]
    labels = np.zeros(grid.shape, dtype=np.int64)
    n_labels = 1
    for own_rows, own_columns in zip(rows, columns, strict=True):
        window = np.ix_(np.flatnonzero(own_rows), np.flatnonzero(own_columns))
        cut, parts = np.unique(labels[window], return_inverse=True)
        labels[window] = n_labels + parts.reshape(labels[window].shape)
        n_labels += len(cut)
    labels, first = _renumber(labels, n_labels)
    row, column = np.divmod(first, grid.shape[1])
    members = _members(rows.T[row], columns.T[column])
    return labels, CoverClasses(grid.total(labels, len(first)), members)


def _renumber(
    labels: NDArray[np.int64], bound: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Renumber the labels in use from 0, and find one entry with each label."""
    if bound <= 4 * labels.size:  # a table of all labels costs less than sorting
        entry = np.full(bound, -1, dtype=np.int64)
        entry[labels.ravel()] = np.arange(labels.size)
        used = entry >= 0
        return (np.cumsum(used) - 1)[labels], entry[used]
    _, first, numbered = np.unique(labels, return_index=True, return_inverse=True)
    return numbered.reshape(labels.shape), first


def _members(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Any:
    """Return which biclusters contain the cells at the given rows and columns."""
    step = max(1, _ENTRIES_AT_ONCE // max(1, rows.shape[1]))
    starts = range(0, len(rows), step)
    return vstack(
        [
            csr_matrix(rows[start : start + step] * columns[start : start + step])
            for start in starts
        ],
        format="csr",
    )
