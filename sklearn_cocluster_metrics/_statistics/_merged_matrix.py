"""The matrix with equal rows and equal columns merged, and the cover of its cells."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._progress import warn_if_long
from ._biclusters import Biclusters, group_equal_rows
from ._bits import batches
from ._contingency import Counts, widened

_CELLS_AT_ONCE = 2**18
_EXACT_FLOATS = 2**53
_EXACT_SINGLES = 2**24
# Costs of a sparse product, for a covered cell, and of a product of arrays, for a cell
# and a bicluster; the unit is what an array takes for a cell in any case.
_COVERED_COST = 10
_BICLUSTER_COST = 1 / 75
_PER_SECOND = 7e7  # of these units, on one core of a laptop

FEWER_HINT = "Fewer biclusters, or a sample of the rows and columns, take less."


@dataclass(frozen=True, eq=False)
class MatrixSide:
    """The rows, or the columns, in classes that are in the same biclusters."""

    # (n_classes,): Number of rows of each class
    counts: NDArray[np.int64]
    # (n_classes, n_biclusters): 1 where a bicluster contains a class
    members: Any

    @classmethod
    def of(cls, true: Any, pred: Any) -> "MatrixSide":
        """Merge equal rows, given the rows of the true and the pred biclusters."""
        rows = np.concatenate([true.indices, pred.indices])
        starts = np.append(true.indptr, pred.indptr[1:] + true.nnz)
        members = sparse.csc_array(
            (np.ones(len(rows), dtype=np.int64), rows, starts),
            shape=(true.shape[1], len(starts) - 1),
        ).tocsr()
        first, of_row = group_equal_rows(members)
        return cls(np.bincount(of_row, minlength=len(first)), members[first])

    @cached_property
    def of_biclusters(self) -> Any:
        """The transposed members: the classes in each bicluster."""
        return self.members.T.tocsr()

    def shared(self, some: NDArray[np.intp], others: NDArray[np.intp]) -> Any:
        """Return the classes in both biclusters of each pair, as 0 and 1."""
        return self.of_biclusters[some].multiply(self.of_biclusters[others]).tocsr()


class Covered(NamedTuple):
    """Cells of the merged matrix, with the code ``N + base * M`` of each.

    Their rows and columns broadcast to the shape of the codes.
    """

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    code: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MergedMatrix:
    """Classes of rows and of columns that are in the same biclusters of both sides."""

    # The classes; of the biclusters, the true ones come first
    rows: MatrixSide
    columns: MatrixSide
    # Number of true biclusters
    n_true: int

    @classmethod
    def of(cls, true: Biclusters, pred: Biclusters) -> "MergedMatrix":
        """Merge the equal rows and the equal columns of a matrix."""
        rows = MatrixSide.of(true.rows, pred.rows)
        columns = MatrixSide.of(true.columns, pred.columns)
        return cls(rows, columns, true.n_biclusters)

    @property
    def sides(self) -> tuple[MatrixSide, MatrixSide]:
        """The rows and the columns."""
        return self.rows, self.columns

    @property
    def n_biclusters(self) -> int:
        """Number of biclusters of both sides."""
        return int(self.rows.members.shape[1])

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        return int(self.rows.counts.sum()) * int(self.columns.counts.sum())

    @property
    def base(self) -> int:
        """A number above the number of true biclusters that contain a cell."""
        return 1 + self.n_true

    def counts(self, row: NDArray[np.int64], column: NDArray[np.int64]) -> Counts:
        """Return how many cells were merged into each of these."""
        row_counts = widened(self.rows.counts, self.n_cells)
        return np.asarray(row_counts[row] * self.columns.counts[column])

    def covered(self) -> Iterator[Covered]:
        """Yield the covered cells, some rows at a time, in the order of the matrix.

        N and M are the numbers of true and of predicted biclusters that contain a cell.
        If the biclusters cover much of the matrix, the others are yielded as well.
        """
        weights = np.where(np.arange(self.n_biclusters) < self.n_true, 1, self.base)
        columns, rows = scaled(self.columns.members, weights), self.rows.members
        (n_rows, n_biclusters), n_columns = rows.shape, columns.shape[0]
        widths = np.bincount(columns.indices, minlength=n_biclusters)
        costs = rows @ widths
        by_arrays = (1 + _BICLUSTER_COST * n_biclusters) * n_rows * n_columns
        by_cells = _COVERED_COST * int(costs.sum())
        what = "Counting the cells of biclusters that overlap in many ways"
        warn_if_long(min(by_cells, by_arrays) / _PER_SECOND, what, FEWER_HINT)
        is_dense = by_cells > by_arrays
        if is_dense:
            is_exact = self.base * (1 + n_biclusters) <= _EXACT_SINGLES
            precision = np.float32 if is_exact else np.float64
            rows = rows.toarray().astype(precision)
            columns = columns.toarray().T.astype(precision)
            costs = np.full(n_rows, n_columns)
        for batch in batches(costs, _CELLS_AT_ONCE):
            if is_dense:
                # A BLAS may set flags for numbers beside small matrices of singles.
                with np.errstate(invalid="ignore"):
                    code = (rows[batch] @ columns).astype(np.int64)
                row = np.arange(batch.start, batch.stop)[:, None]
                yield Covered(row, np.arange(n_columns), code)
                continue
            # Of a transposed product, the entries of a row are sorted.
            product = (columns @ rows[batch].T).T.tocsr()
            classes = np.arange(batch.start, batch.stop)
            row = np.repeat(classes, np.diff(product.indptr))
            yield Covered(row, product.indices, product.data)


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
    def of(cls, matrix: MergedMatrix) -> "MultiplicityCounts":
        """Count the cells; the cost is the area that the biclusters cover, merged."""
        tally: Counter[int] = Counter()
        n_classes = (len(side.counts) for side in matrix.sides)
        is_merged = matrix.n_cells > math.prod(n_classes)
        for row, column, code in matrix.covered():
            counts = matrix.counts(row, column).ravel() if is_merged else None
            tally.update(exact_tally(code.ravel(), counts, matrix.n_cells))
        tally[0] += matrix.n_cells - sum(tally.values())
        groups = sorted(code for code, count in tally.items() if count)
        pred, true = np.divmod(np.array(groups, dtype=np.int64), matrix.base)
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
    keys: NDArray[np.integer], counts: Counts | None, largest: int
) -> Counter[int]:
    """Sum the counts of each key, where no sum exceeds `largest`; none is rounded.

    Without counts, each key counts once.
    """
    values = np.arange(int(keys.max(initial=0)) + 1)
    if len(values) > len(keys):
        values, keys = np.unique(keys, return_inverse=True)
    if counts is None or largest <= _EXACT_FLOATS:
        totals: Counts = np.bincount(keys, counts, len(values))
    else:
        totals = widened(np.zeros(len(values), dtype=np.int64), largest)
        np.add.at(totals, keys, counts)
    pairs = zip(values.tolist(), totals.tolist(), strict=True)
    return Counter({value: int(total) for value, total in pairs if total})


def scaled(members: Any, weights: NDArray[Any]) -> Any:
    """Multiply each column of a sparse 0/1 matrix by a weight."""
    entries = weights[members.indices], members.indices, members.indptr
    return sparse.csr_array(entries, shape=members.shape)
