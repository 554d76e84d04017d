"""Overlaps of all pairs of biclusters."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._biclusters import Biclusters
from ._exact import Counts, exact
from ._patterns import group_equal_rows


@dataclass(frozen=True)
class Extents:
    """How many rows and columns each bicluster has."""

    n_rows: NDArray[np.int64]
    n_columns: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Overlaps:
    """What each true bicluster shares with each predicted one.

    Parameters
    ----------
    shape : tuple of two int
        Shape of the matrix.
    true, pred : Extents
        Numbers of rows and columns of the biclusters of each side.
    shared_rows, shared_columns : ndarray of shape (n_true, n_pred)
        Number of rows and of columns that two biclusters share.
    """

    shape: tuple[int, int]
    true: Extents
    pred: Extents
    shared_rows: NDArray[np.int64]
    shared_columns: NDArray[np.int64]

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        return self.shape[0] * self.shape[1]

    @property
    def n_true(self) -> int:
        """Number of true biclusters."""
        return len(self.true.n_rows)

    @property
    def n_pred(self) -> int:
        """Number of predicted biclusters."""
        return len(self.pred.n_rows)

    @cached_property
    def true_sizes(self) -> Counts:
        """Number of cells of each true bicluster."""
        return exact(self.true.n_rows, self.n_cells) * self.true.n_columns

    @cached_property
    def pred_sizes(self) -> Counts:
        """Number of cells of each predicted bicluster."""
        return exact(self.pred.n_rows, self.n_cells) * self.pred.n_columns

    @cached_property
    def shared_cells(self) -> Counts:
        """Number of cells that two biclusters share."""
        return exact(self.shared_rows, self.n_cells) * self.shared_columns

    @cached_property
    def united_cells(self) -> Counts:
        """Number of cells in the union of two biclusters."""
        return self._summed_sizes - self.shared_cells

    @property
    def _summed_sizes(self) -> Counts:
        """Sum of the sizes of two biclusters, at most twice the matrix."""
        true, pred = (
            exact(sizes, 2 * self.n_cells)
            for sizes in (self.true_sizes, self.pred_sizes)
        )
        return true[:, None] + pred[None, :]

    @cached_property
    def jaccard(self) -> NDArray[np.float64]:
        """Jaccard index of the cells of two biclusters."""
        return ratio(self.shared_cells, self.united_cells)

    @cached_property
    def dice(self) -> NDArray[np.float64]:
        """Dice index of the cells of two biclusters."""
        return ratio(2 * exact(self.shared_cells, 2 * self.n_cells), self._summed_sizes)

    @cached_property
    def equal_pairs(self) -> NDArray[np.bool_]:
        """Whether two biclusters have the same cells, and at least one."""
        shared = self.shared_cells
        same = (shared == self.true_sizes[:, None]) & (shared == self.pred_sizes)
        return np.asarray(same & (shared > 0), dtype=bool)

    @cached_property
    def equal(self) -> bool:
        """Whether both sides have the same biclusters, each equally often.

        Equal biclusters form complete blocks of `equal_pairs`. Each of these must have
        as many true as predicted biclusters.
        """
        equal_pairs = self.equal_pairs
        of_true, of_pred = equal_pairs.sum(axis=1), equal_pairs.sum(axis=0)
        first, second = np.nonzero(equal_pairs)
        return bool(
            self.n_true == self.n_pred
            and np.array_equal(of_true > 0, self.true_sizes > 0)
            and np.array_equal(of_pred > 0, self.pred_sizes > 0)
            and np.array_equal(of_true[first], of_pred[second])
        )

    @property
    def transposed(self) -> "Overlaps":
        """The overlaps with the two sides exchanged."""
        return Overlaps(
            self.shape,
            self.pred,
            self.true,
            self.shared_rows.T,
            self.shared_columns.T,
        )


def overlaps(true: Biclusters, pred: Biclusters) -> Overlaps:
    """Count the rows and columns that the pairs of biclusters share."""
    return Overlaps(
        true.shape,
        _extents(true),
        _extents(pred),
        _shared(true.rows, pred.rows),
        _shared(true.columns, pred.columns),
    )


def first_overlap(biclusters: Biclusters) -> tuple[int, int] | None:
    """Find two biclusters that share a cell, or return None."""
    share_cells = _shared(biclusters.rows, biclusters.rows, bool)
    share_cells &= _shared(biclusters.columns, biclusters.columns, bool)
    np.fill_diagonal(share_cells, False)
    if not share_cells.any():
        return None
    first, second = np.unravel_index(int(share_cells.argmax()), share_cells.shape)
    return int(first), int(second)


def ratio(part: Counts, whole: Counts) -> NDArray[np.float64]:
    """Divide counts; 0 where the denominator is 0."""
    some = np.broadcast_to(
        np.asarray(whole != 0, dtype=bool), np.broadcast_shapes(part.shape, whole.shape)
    )
    integers = object in (part.dtype, whole.dtype)
    quotient = np.zeros(some.shape, dtype=object if integers else float)
    return np.divide(part, whole, out=quotient, where=some).astype(float, copy=False)


def harmonic_mean(one: float, other: float) -> float:
    """Harmonic mean of two numbers, 0 if one is 0."""
    return 2 * one * other / (one + other) if one + other > 0 else 0.0


def _extents(biclusters: Biclusters) -> Extents:
    """Count the rows and the columns of each bicluster."""
    return Extents(biclusters.rows.sum(axis=1), biclusters.columns.sum(axis=1))


def _shared(
    true: NDArray[np.int64],
    pred: NDArray[np.int64],
    dtype: type[np.int64] | type[bool] = np.int64,
) -> NDArray[Any]:
    """Multiply two indicators.

    A checkerboard repeats few sets of rows and of columns, so equal ones are
    multiplied only once. The product is in double precision, for which there is BLAS;
    the counts are below 2**53.
    """
    groups, other_groups = group_equal_rows(true), group_equal_rows(pred)
    distinct, others = true[groups.first], pred[other_groups.first]
    product = (distinct.astype(float) @ others.T.astype(float)).astype(dtype)
    shared: NDArray[Any] = product[:, other_groups.of_row][groups.of_row]
    return shared
