"""The matrix with equal rows merged and equal columns merged."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._biclusters import Biclusters, as_csr
from ._bits import packed, packed_array
from ._patterns import group_equal, group_equal_rows

_ENTRIES_AT_ONCE = 2**17  # arrays of them stay in the cache
_FEW_ENTRIES = 2**14  # of the indicators of a mode; up to here, an array is faster
_CELLS_AT_ONCE = 2**21  # most of them in no bicluster
_EXACT_SINGLES = 2**24
_COVERED_COST = 10.0  # of a sparse product, for a covered cell
_BICLUSTER_COST = 1 / 75  # of a product of arrays, for a cell and a bicluster


class Codes(NamedTuple):
    """Covered cells, by rows: row class, column class and ``N + base * M``."""

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    code: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Grid:
    """Classes of rows and of columns that are in the same biclusters of both sides.

    Parameters
    ----------
    row_counts, column_counts : ndarray
        Number of rows, and of columns, of each class.
    rows, columns : sparse array of shape (n_classes, n_true + n_pred)
        Which biclusters contain the classes: the true ones, then the predicted ones.
    n_true : int
        Number of true biclusters.
    """

    row_counts: NDArray[np.int64]
    column_counts: NDArray[np.int64]
    rows: Any
    columns: Any
    n_true: int

    @classmethod
    def of(cls, true: Biclusters, pred: Biclusters) -> "Grid":
        """Merge the equal rows and the equal columns of a matrix."""
        row_counts, rows = _classes(true.rows, pred.rows)
        column_counts, columns = _classes(true.columns, pred.columns)
        return cls(row_counts, column_counts, rows, columns, true.n_biclusters)

    @cached_property
    def most(self) -> tuple[int, int]:
        """Upper bounds of the numbers of true and of pred biclusters with a cell."""
        of_modes = []
        for mode in (self.rows, self.columns):
            n_all = np.diff(mode.indptr)
            of_class = np.repeat(np.arange(len(n_all)), n_all)
            is_true = mode.indices < self.n_true
            n_true = np.bincount(of_class[is_true], minlength=len(n_all))
            of_modes.append((n_true.max(initial=0), (n_all - n_true).max(initial=0)))
        rows, columns = of_modes
        return int(min(rows[0], columns[0])), int(min(rows[1], columns[1]))

    @property
    def repeated(self) -> "Grid":
        """The matrix with no rows or columns merged."""
        row_counts, column_counts = (
            np.ones(int(counts.sum()), dtype=np.int64)
            for counts in (self.row_counts, self.column_counts)
        )
        rows, columns = (
            members[np.repeat(np.arange(len(counts)), counts)]
            for members, counts in (
                (self.rows, self.row_counts),
                (self.columns, self.column_counts),
            )
        )
        return Grid(row_counts, column_counts, rows, columns, self.n_true)

    @property
    def base(self) -> int:
        """A number above the number of true biclusters that contain a cell."""
        return 1 + self.most[0]

    def products(self) -> Iterator[tuple[slice, Any]]:
        """Yield ``N + base * M`` of the cells of some rows at a time, and these rows.

        N and M are the numbers of true and of predicted biclusters that contain a cell.
        The product is sparse, or an array where this is faster; in floating point of
        the chosen precision, it counts exactly.
        """
        base = self.base
        weights = np.ones(self.rows.shape[1], dtype=np.int64)
        weights[self.n_true :] = base
        left, right = scaled(self.rows, weights), self.columns.T.tocsr()
        is_dense = self._is_dense
        n_rows, n_columns = self.rows.shape[0], self.columns.shape[0]
        step = max(1, _CELLS_AT_ONCE // n_columns)
        if is_dense:
            most = base * (1 + int(np.diff(self.columns.indptr).max(initial=0)))
            precision = np.float32 if most <= _EXACT_SINGLES else np.float64
            right = right.toarray().astype(precision)
            step = max(1, _ENTRIES_AT_ONCE // max(n_columns, len(weights)))
        for start in range(0, n_rows, step):
            rows = slice(start, start + step)
            if is_dense:
                found = left[rows].toarray().astype(precision) @ right
                yield rows, found.astype(np.int64)
            else:
                yield rows, (left[rows] @ right).tocsr()

    def codes(self) -> Iterator[Codes]:
        """Yield the covered cells, some rows at a time, in the order of the matrix."""
        for rows, product in self.products():
            if isinstance(product, np.ndarray):
                row, column = np.nonzero(product)
                yield Codes(rows.start + row, column, product[row, column])
            else:
                product.sort_indices()
                row = np.repeat(np.arange(product.shape[0]), np.diff(product.indptr))
                yield Codes(rows.start + row, product.indices, product.data)

    @property
    def _is_dense(self) -> bool:
        """Whether arrays are faster: a sparse product visits every covered cell.

        The unit of cost is what an array takes for a cell in any case.
        """
        (n_rows, n_biclusters), (n_columns, _) = self.rows.shape, self.columns.shape
        heights, widths = (
            np.bincount(members.indices, minlength=n_biclusters)
            for members in (self.rows, self.columns)
        )
        by_array = (1 + _BICLUSTER_COST * n_biclusters) * n_rows * n_columns
        return bool(_COVERED_COST * int(heights @ widths) > by_array)


def scaled(members: Any, weights: NDArray[Any]) -> Any:
    """Multiply each column of a sparse 0/1 matrix by a weight."""
    return sparse.csr_array(
        (weights[members.indices], members.indices, members.indptr),
        shape=members.shape,
    )


def _classes(true: Any, pred: Any) -> tuple[NDArray[np.int64], Any]:
    """Group the rows or columns of a matrix; return sizes and members of the groups."""
    n_biclusters = true.shape[0] + pred.shape[0]
    if n_biclusters * true.shape[1] <= _FEW_ENTRIES:
        array = np.concatenate([true.toarray(), pred.toarray()]).T
        first, of_row = group_equal(packed_array(array))
        return np.bincount(of_row, minlength=len(first)), as_csr(array[first])
    members = sparse.vstack([true, pred], format="csr").T.tocsr()
    if n_biclusters <= 64:  # one word per row
        first, of_row = group_equal(packed(members))
        return np.bincount(of_row, minlength=len(first)), members[first]
    members.sort_indices()
    groups = group_equal_rows(members)
    return groups.counts, members[groups.first]
