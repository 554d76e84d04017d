"""The matrix with equal rows and equal columns merged, and the cover of its cells.

A pair of cells is in a bicluster if both rows and both columns are. It is a cell of the
matrix whose rows are pairs of rows and whose columns are pairs of columns: what counts
cells also counts pairs of cells.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._progress import warn_if_long
from ._biclusters import Biclusters, group_equal_rows
from ._contingency import Counts, widened

_CELLS_AT_ONCE = 2**18
# Costs of a sparse product, for a covered cell, and of a product of arrays, for a cell
# and a bicluster; the unit is what an array takes for a cell in any case.
_COVERED_COST = 10
_BICLUSTER_COST = 1 / 75
PER_SECOND = 7e7  # of these units, on one core of a laptop
FEWER_HINT = "Fewer biclusters, or a sample of the rows and columns, take less."


@dataclass(frozen=True, eq=False)
class MatrixSide:
    """The rows, or the columns, in classes that are in the same biclusters."""

    # (n_classes,): Number of rows of each class
    counts: NDArray[np.int64]
    # (n_classes, n_biclusters): 1 where a bicluster contains a class; the true
    # biclusters come first
    members: Any
    # Number of true biclusters
    n_true: int

    @classmethod
    def of(cls, true: Any, pred: Any) -> "MatrixSide":
        """Merge equal rows, given the rows of the true and the pred biclusters."""
        rows, n_rows = np.concatenate([true.indices, pred.indices]), true.shape[1]
        n_unused = 0
        if len(rows) < n_rows:  # most may be in no bicluster
            used, rows = np.unique(rows, return_inverse=True)
            n_unused = n_rows - len(used)
        starts = np.append(true.indptr, pred.indptr[1:] + true.nnz)
        members = sparse.csc_array(
            (np.ones(len(rows), dtype=np.int64), rows, starts),
            shape=(n_rows - n_unused, len(starts) - 1),
        ).tocsr()
        first, of_row = group_equal_rows(members)
        counts, members = np.bincount(of_row, minlength=len(first)), members[first]
        if n_unused:
            counts = np.append(counts, n_unused)
            members.resize(len(counts), members.shape[1])
        return cls(counts, members, true.shape[0])

    @cached_property
    def of_biclusters(self) -> Any:
        """The transposed members: the classes in each bicluster."""
        return self.members.T.tocsr()

    def inside(self, bicluster: int) -> NDArray[np.integer]:
        """Return the classes in a bicluster, sorted."""
        start, stop = self.of_biclusters.indptr[bicluster : bicluster + 2]
        return np.asarray(self.of_biclusters.indices[start:stop])

    def of_side(self, own: slice) -> "MatrixSide":
        """Return the same classes, in some of the biclusters, all of them predicted."""
        return MatrixSide(self.counts, self.members[:, own], 0)


@dataclass(frozen=True, eq=False)
class MergedMatrix:
    """Classes of rows and of columns that are in the same biclusters of both sides."""

    rows: MatrixSide
    columns: MatrixSide

    @classmethod
    def of(cls, true: Biclusters, pred: Biclusters) -> "MergedMatrix":
        """Merge the equal rows and the equal columns of a matrix."""
        rows = MatrixSide.of(true.rows, pred.rows)
        columns = MatrixSide.of(true.columns, pred.columns)
        return cls(rows, columns)

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        return int(self.rows.counts.sum()) * int(self.columns.counts.sum())

    @property
    def base(self) -> int:
        """A number above the number of true biclusters that contain a cell."""
        return 1 + self.rows.n_true

    def tally(self) -> Counter[int]:
        """Count the cells by their codes ``N + base * M``.

        N and M are the numbers of true and of predicted biclusters that contain a cell.
        """
        rows, n_biclusters = self.rows.members, self.rows.members.shape[1]
        weights = np.where(np.arange(n_biclusters) < self.rows.n_true, 1, self.base)
        columns = scaled(self.columns.members, weights).T
        n_rows, n_columns = rows.shape[0], columns.shape[1]
        costs = rows @ np.bincount(columns.indices, minlength=n_biclusters)
        by_arrays = (1 + _BICLUSTER_COST * n_biclusters) * n_rows * n_columns
        by_cells = _COVERED_COST * int(costs.sum())
        what = "Counting the cells of biclusters that overlap in many ways"
        warn_if_long(min(by_cells, by_arrays) / PER_SECOND, what, FEWER_HINT)
        is_dense = by_cells > by_arrays
        columns = columns.tocsr()
        if is_dense:
            rows, columns = (a.toarray().astype(float) for a in (rows, columns))
            costs = np.full(n_rows, n_columns)
        tally: Counter[int] = Counter()
        of_rows, of_columns = (
            widened(self.rows.counts, self.n_cells),
            self.columns.counts,
        )
        for batch in batches(costs, _CELLS_AT_ONCE):
            code = rows[batch] @ columns
            if is_dense:
                code = code.astype(np.int64).ravel()
                counts = np.multiply.outer(of_rows[batch], of_columns).ravel()
            else:
                counts = of_rows[batch].repeat(np.diff(code.indptr))
                counts, code = counts * of_columns[code.indices], code.data
            tally.update(exact_tally(code, counts, self.n_cells))
        return tally

    @property
    def sides(self) -> "list[MergedMatrix]":
        """The same classes in the true, and in the predicted, biclusters alone."""
        of_true, of_pred = slice(self.rows.n_true), slice(self.rows.n_true, None)
        return [
            MergedMatrix(self.rows.of_side(own), self.columns.of_side(own))
            for own in (of_true, of_pred)
        ]


@dataclass(frozen=True, eq=False)
class MultiplicityCounts:
    """Numbers of cells by how many true and predicted biclusters contain them."""

    # (n_groups,): Numbers of true and of predicted biclusters that contain the
    # cells of a group
    true_multiplicity: NDArray[np.int64]
    pred_multiplicity: NDArray[np.int64]
    # Number of cells of each group; one group may be in no bicluster
    counts: list[int]

    @classmethod
    def of(cls, tally: Counter[int], n_cells: int, base: int) -> "MultiplicityCounts":
        """Arrange numbers of cells by their code; the others are in no bicluster."""
        tally[0] += n_cells - sum(tally.values())
        groups = sorted(code for code, count in tally.items() if count)
        pred, true = np.divmod(np.array(groups, dtype=np.int64), base)
        return cls(true, pred, [tally[code] for code in groups])

    def total(self, weights: NDArray[np.int64] | NDArray[np.bool_]) -> int:
        """Sum a weight of the groups over all cells."""
        pairs = zip(weights.tolist(), self.counts, strict=True)
        return sum(int(weight) * count for weight, count in pairs)

    @property
    def shared(self) -> int:
        """Number of cells covered on both sides."""
        return self.total((self.true_multiplicity > 0) & (self.pred_multiplicity > 0))

    @property
    def agreeing(self) -> int:
        """Number of cells in equally many biclusters of both sides, and in any."""
        true, pred = self.true_multiplicity, self.pred_multiplicity
        return self.total((true == pred) & (true > 0))

    @property
    def united(self) -> int:
        """Number of cells covered on at least one side."""
        return self.total((self.true_multiplicity > 0) | (self.pred_multiplicity > 0))

    @property
    def shared_repeated(self) -> int:
        """Size of the intersection of the two multisets of cells."""
        return self.total(np.minimum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def united_repeated(self) -> int:
        """Size of the union of the two multisets of cells."""
        return self.total(np.maximum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def true(self) -> int:
        """Number of cells that the true biclusters cover."""
        return self.total(self.true_multiplicity > 0)

    @property
    def pred(self) -> int:
        """Number of cells that the predicted biclusters cover."""
        return self.total(self.pred_multiplicity > 0)


def exact_tally(
    keys: NDArray[np.integer], counts: Counts, largest: int
) -> Counter[int]:
    """Sum the counts of each key, where no sum exceeds `largest`; none is rounded."""
    values = np.arange(int(keys.max(initial=0)) + 1)
    if len(values) > len(keys):
        values, keys = np.unique(keys, return_inverse=True)
    totals = exact_sums(keys, counts, len(values), largest)
    pairs = zip(values.tolist(), totals.tolist(), strict=True)
    return Counter({value: total for value, total in pairs if total})


def exact_sums(
    keys: NDArray[np.integer], counts: Counts, n_keys: int, largest: int
) -> Counts:
    """Sum the counts of the keys 0, 1, ..., where no sum exceeds `largest`."""
    sums = widened(np.zeros(n_keys, dtype=np.int64), largest)
    np.add.at(sums, keys, counts)
    return sums


def scaled(members: Any, weights: NDArray[Any]) -> Any:
    """Multiply each column of a sparse 0/1 matrix by a weight."""
    entries = weights[members.indices], members.indices, members.indptr
    return sparse.csr_array(entries, shape=members.shape)


def batches(costs: NDArray[Any], most: float) -> Iterator[slice]:
    """Cut into consecutive batches that cost at most this, or have a single element."""
    totals = np.cumsum(costs)
    start, spent = 0, 0.0
    while start < len(totals):
        stop = int(np.searchsorted(totals, spent + most, side="right"))
        stop = max(start + 1, stop)
        yield slice(start, stop)
        start, spent = stop, float(totals[stop - 1])
