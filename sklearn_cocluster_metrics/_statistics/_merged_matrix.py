"""Count cells by the numbers of biclusters that contain them, without listing cells.

Rows that are in the same biclusters of both sides are merged into one class, and so are
columns. All cells of a row class and a column class are then in the same biclusters.
The docstring of `_cell_pairs` defines the words of this module, and has a picture.
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
from ._exact import Counts, widened

_CELLS_AT_ONCE = 2**18
# The cost of a sparse product is per covered cell, and the cost of a dense product is
# per cell and bicluster. The unit is the constant cost of a cell in a dense product.
_COVERED_COST = 10
_BICLUSTER_COST = 1 / 75
_COST_PER_SECOND = 7e7  # This holds on one core of a laptop.
FEWER_BICLUSTERS = (
    "It is faster with fewer biclusters, or with a sample of the rows and columns."
)

FEWER_CLUSTERS = "It is faster with fewer clusters, or with fewer of the samples."


@dataclass(frozen=True, eq=False)
class MergedMode:
    """Rows, or columns, in classes that are in the same biclusters.

    The comments speak of rows, and hold for columns as well.
    """

    # (n_classes,): The number of rows of each class.
    sizes: NDArray[np.int64]
    # (n_classes, n_biclusters): 1 where a bicluster contains a class, in CSR format.
    # The true biclusters come first.
    members: Any
    # The number of true biclusters.
    n_true: int

    @classmethod
    def from_indicators(
        cls, true: sparse.csr_array, pred: sparse.csr_array
    ) -> "MergedMode":
        """Merge equal rows, given sparse indicators of shape (n_biclusters, n_rows).

        Equal columns are merged in the same way.
        """
        n_true, n_rows = true.shape
        # These are the rows of all biclusters, one bicluster after the other.
        rows = np.concatenate([true.indices, pred.indices])
        n_used = n_rows
        # If fewer rows are listed than there are, rows in no bicluster are added later.
        if len(rows) < n_rows:
            used_rows, rows = np.unique(rows, return_inverse=True)
            n_used = len(used_rows)
        starts = np.append(true.indptr, pred.indptr[1:] + true.nnz)
        ones = np.ones(len(rows), dtype=np.int64)
        shape = (n_used, len(starts) - 1)
        members_of_rows = sparse.csc_array((ones, rows, starts), shape=shape).tocsr()
        first_rows, class_of_row = group_equal_rows(members_of_rows)
        sizes = np.bincount(class_of_row, minlength=len(first_rows))
        members = members_of_rows[first_rows]
        n_unused = n_rows - n_used
        if n_unused:  # The rows in no bicluster are one more class.
            sizes = np.append(sizes, n_unused)
            members.resize(len(sizes), members.shape[1])
        return cls(sizes=sizes, members=members, n_true=n_true)

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.sizes)

    @property
    def n_biclusters(self) -> int:
        """Number of biclusters, true and predicted."""
        return int(self.members.shape[1])

    @cached_property
    def classes_by_bicluster(self) -> Any:
        """Classes in each bicluster, the transposed members, in CSR format."""
        return self.members.T.tocsr()

    def classes_in(self, bicluster: int) -> NDArray[np.integer]:
        """Return the classes in a bicluster, sorted."""
        start, stop = self.classes_by_bicluster.indptr[bicluster : bicluster + 2]
        return np.asarray(self.classes_by_bicluster.indices[start:stop])

    def with_biclusters(self, selection: slice) -> "MergedMode":
        """Return the same classes in some biclusters, which all count as predicted.

        Classes are not merged, even if they are now in the same biclusters.
        """
        return MergedMode(self.sizes, self.members[:, selection], n_true=0)


@dataclass(frozen=True, eq=False)
class MergedMatrix:
    """Classes of rows and of columns that are in the same biclusters."""

    rows: MergedMode
    columns: MergedMode

    @classmethod
    def from_biclusters(cls, true: Biclusters, pred: Biclusters) -> "MergedMatrix":
        """Merge the equal rows and the equal columns of a matrix."""
        rows = MergedMode.from_indicators(true.rows, pred.rows)
        columns = MergedMode.from_indicators(true.columns, pred.columns)
        return cls(rows, columns)

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        return int(self.rows.sizes.sum()) * int(self.columns.sizes.sum())

    @property
    def base(self) -> int:
        """Number that is above the number N of true biclusters of any cell.

        It is the base of the codes ``N + base * M``.
        """
        return 1 + self.rows.n_true

    @property
    def true_side(self) -> "MergedMatrix":
        """Same classes, in the true biclusters only, which count as predicted."""
        return self._with_biclusters(slice(self.rows.n_true))

    @property
    def pred_side(self) -> "MergedMatrix":
        """Same classes, in the predicted biclusters only."""
        return self._with_biclusters(slice(self.rows.n_true, None))

    def _with_biclusters(self, selection: slice) -> "MergedMatrix":
        """Return the same classes in some biclusters, which all count as predicted."""
        rows = self.rows.with_biclusters(selection)
        columns = self.columns.with_biclusters(selection)
        return MergedMatrix(rows, columns)

    @property
    def _has_samples(self) -> bool:
        """Whether the cells are samples, because the matrix has a single column.

        Overlapping clusterings are compared as biclusterings of such a matrix.
        """
        return int(self.columns.sizes.sum()) == 1

    @property
    def entries_in_words(self) -> str:
        """Name of the entries of biclusters, or of clusters, in messages."""
        if self._has_samples:
            return "samples of clusters"
        return "cells of biclusters"

    @property
    def advice_if_slow(self) -> str:
        """Advice that ends a warning of a long call."""
        return FEWER_CLUSTERS if self._has_samples else FEWER_BICLUSTERS

    def tally(self) -> Counter[int]:
        """Count the cells by their codes ``N + base * M``.

        N and M are the numbers of true and of predicted biclusters that contain a cell.
        Cells in no bicluster may be left out.
        """
        n_biclusters = self.rows.n_biclusters
        # (n_biclusters,): The number of column classes in each bicluster.
        n_columns_in = np.bincount(self.columns.members.indices, minlength=n_biclusters)
        # (n_row_classes,): The number of pairs of a bicluster with this row class and a
        # column class of the bicluster. Each pair covers a cell of the merged matrix.
        n_covered = self.rows.members @ n_columns_in
        # The unit of both costs is the constant cost of a cell in a dense product.
        sparse_cost = _COVERED_COST * int(n_covered.sum())
        cost_of_class = 1 + _BICLUSTER_COST * n_biclusters
        dense_cost = cost_of_class * self.rows.n_classes * self.columns.n_classes
        warn_if_long(
            min(sparse_cost, dense_cost) / _COST_PER_SECOND,
            f"Counting the {self.entries_in_words} that overlap in many ways",
            self.advice_if_slow,
        )
        if sparse_cost > dense_cost:
            batches = self._dense_codes()
        else:
            batches = self._sparse_codes(n_covered_by_row_class=n_covered)
        tally: Counter[int] = Counter()
        for codes, counts in batches:
            tally.update(exact_tally(codes, counts, self.n_cells))
        return tally

    def _dense_codes(self) -> Iterator[tuple[NDArray[np.int64], Counts]]:
        """Yield the codes and the sizes of all classes of cells, in batches of rows.

        A row class is a set of rows that are in the same biclusters, and likewise for
        columns. A class of cells has a row class and a column class, and its size is
        its number of cells. Both arrays are flat. A code ``N + base * M`` has the
        numbers N of true and M of predicted biclusters that contain the cells. The
        codes are computed by a product of dense arrays.
        """
        # (n_row_classes, n_biclusters): The true biclusters come first.
        row_members = self.rows.members.toarray().astype(float)
        column_codes = self._column_codes().toarray().astype(float)
        row_sizes = widened(self.rows.sizes, self.n_cells)
        costs = np.full(self.rows.n_classes, self.columns.n_classes)
        for batch in _batches(costs, _CELLS_AT_ONCE):
            codes = (row_members[batch] @ column_codes).astype(np.int64)
            counts = np.multiply.outer(row_sizes[batch], self.columns.sizes)
            yield codes.ravel(), counts.ravel()

    def _sparse_codes(
        self, n_covered_by_row_class: NDArray[np.int64]
    ) -> Iterator[tuple[NDArray[np.int64], Counts]]:
        """Yield the codes and sizes of covered classes of cells, in batches of rows.

        A class of cells is covered if a bicluster contains it. A code ``N + base * M``
        has the numbers N of true and M of predicted biclusters that contain the cells.
        The codes are computed by a sparse product. The cost of a row class is its
        number in `n_covered_by_row_class`, which is the number of pairs of a bicluster
        with this row class and a column class of the bicluster.
        """
        row_members = self.rows.members
        column_codes = self._column_codes()
        row_sizes = widened(self.rows.sizes, self.n_cells)
        for batch in _batches(n_covered_by_row_class, _CELLS_AT_ONCE):
            product = row_members[batch] @ column_codes
            sizes = row_sizes[batch].repeat(np.diff(product.indptr))
            yield product.data, sizes * self.columns.sizes[product.indices]

    def _column_codes(self) -> Any:
        """Return what each bicluster adds to the code of a cell in each column class.

        A true bicluster adds 1, and a predicted bicluster adds the base. The result is
        sparse, of shape (n_biclusters, n_classes), in CSR format.
        """
        members = self.columns.members
        is_true = np.arange(members.shape[1]) < self.rows.n_true
        weights = np.where(is_true, 1, self.base)
        entries = (weights[members.indices], members.indices, members.indptr)
        return sparse.csr_array(entries, shape=members.shape).T.tocsr()


@dataclass(frozen=True, eq=False)
class MultiplicityCounts:
    """Numbers of cells, or of pairs of cells, by how many biclusters contain them.

    The multiplicities N and M of a cell are the numbers of true and of predicted
    biclusters that contain the cell. For a pair of cells, the biclusters must contain
    both cells. The names speak of cells, and hold for pairs as well.
    """

    # (n_groups,): The multiplicities of the cells of each group.
    true_multiplicity: NDArray[np.int64]
    pred_multiplicity: NDArray[np.int64]
    # The number of cells of each group. One group may be in no bicluster.
    counts: list[int]

    @classmethod
    def from_tally(
        cls, tally: Counter[int], n_cells: int, base: int
    ) -> "MultiplicityCounts":
        """Take the numbers of cells by their codes ``N + base * M``.

        The cells that the tally leaves out, of all `n_cells` cells, are in no
        bicluster. They are added to the tally, with the code 0.
        """
        tally[0] += n_cells - sum(tally.values())
        codes = sorted(code for code, count in tally.items() if count)
        pred, true = np.divmod(np.array(codes, dtype=np.int64), base)
        return cls(true, pred, [tally[code] for code in codes])

    def total(self, weights: NDArray[np.int64] | NDArray[np.bool_]) -> int:
        """Sum a weight over all cells, where `weights` has the weight in each group."""
        pairs = zip(weights.tolist(), self.counts, strict=True)
        return sum(int(weight) * count for weight, count in pairs)

    @property
    def n_in_true(self) -> int:
        """Number of cells that the true biclusters cover."""
        return self.total(self.true_multiplicity > 0)

    @property
    def n_in_pred(self) -> int:
        """Number of cells that the predicted biclusters cover."""
        return self.total(self.pred_multiplicity > 0)

    @property
    def n_in_both(self) -> int:
        """Number of cells covered on both sides."""
        return self.total((self.true_multiplicity > 0) & (self.pred_multiplicity > 0))

    @property
    def n_in_either(self) -> int:
        """Number of cells covered on at least one side."""
        return self.total((self.true_multiplicity > 0) | (self.pred_multiplicity > 0))

    @property
    def n_agreeing(self) -> int:
        """Number of covered cells that are in equally many biclusters of both sides."""
        is_covered = self.true_multiplicity > 0
        is_agreeing = self.true_multiplicity == self.pred_multiplicity
        return self.total(is_covered & is_agreeing)

    @property
    def sum_of_minima(self) -> int:
        """Sum of min(N, M), the size of the intersection of two multisets of cells."""
        return self.total(np.minimum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def sum_of_maxima(self) -> int:
        """Sum of max(N, M), the size of the union of two multisets of cells."""
        return self.total(np.maximum(self.true_multiplicity, self.pred_multiplicity))


def exact_tally(
    codes: NDArray[np.integer], counts: Counts, largest: int
) -> Counter[int]:
    """Sum the counts of each code exactly, where no sum exceeds `largest`."""
    # These are all codes up to the largest, unless this would be a long array.
    distinct_codes = np.arange(int(codes.max(initial=0)) + 1)
    positions = codes
    if len(distinct_codes) > len(codes):
        distinct_codes, positions = np.unique(codes, return_inverse=True)
    sums = exact_sums(positions, counts, len(distinct_codes), largest)
    pairs = zip(distinct_codes.tolist(), sums.tolist(), strict=True)
    return Counter({code: total for code, total in pairs if total})


def exact_sums(
    positions: NDArray[np.integer], counts: Counts, n_sums: int, largest: int
) -> Counts:
    """Add each count to the sum at its position, where no sum exceeds `largest`."""
    sums = widened(np.zeros(n_sums, dtype=np.int64), largest)
    np.add.at(sums, positions, counts)
    return sums


def _batches(costs: NDArray[Any], largest_cost: float) -> Iterator[slice]:
    """Yield consecutive slices whose total cost is limited.

    A slice with a single element may cost more.
    """
    totals = np.cumsum(costs)
    start = 0
    spent = 0.0
    while start < len(totals):
        stop = int(np.searchsorted(totals, spent + largest_cost, side="right"))
        stop = max(start + 1, stop)
        yield slice(start, stop)
        start = stop
        spent = float(totals[stop - 1])
