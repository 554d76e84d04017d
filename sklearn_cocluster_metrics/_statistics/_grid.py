"""The matrix with equal rows merged and equal columns merged."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._biclusters import Biclusters
from ._bits import packed
from ._patterns import group_equal, group_equal_rows

_ENTRIES_AT_ONCE = 2**21
_REPEATED = 2  # from here on, a dense product is faster than a sparse one


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
    def base(self) -> int:
        """A number above the number of true biclusters that contain a cell."""
        return 1 + self.most[0]

    def codes(self) -> Iterator[Codes]:
        """Yield ``N + base * M`` of the covered cells, some rows at a time.

        N and M are the numbers of true and of predicted biclusters that contain a cell.
        The product is sparse, or dense where the biclusters cover the matrix often
        enough; in double precision, it counts exactly.
        """
        weights = np.ones(self.rows.shape[1], dtype=np.int64)
        weights[self.n_true :] = self.base
        left, right = scaled(self.rows, weights), self.columns.T.tocsr()
        n_rows, n_columns = self.rows.shape[0], self.columns.shape[0]
        heights = np.bincount(self.rows.indices, minlength=len(weights))
        area = int(heights @ np.diff(right.indptr))
        is_dense = area > _REPEATED * n_rows * n_columns
        if is_dense:
            right = right.toarray().astype(float)
        step = max(1, _ENTRIES_AT_ONCE // n_columns)
        for start in range(0, n_rows, step):
            some = left[start : start + step]
            if is_dense:
                found = (some.toarray().astype(float) @ right).astype(np.int64)
                row, column = np.nonzero(found)
                yield Codes(start + row, column, found[row, column])
            else:
                product = (some @ right).tocsr()
                product.sort_indices()
                row = np.repeat(np.arange(product.shape[0]), np.diff(product.indptr))
                yield Codes(start + row, product.indices, product.data)


def scaled(members: Any, weights: NDArray[Any]) -> Any:
    """Multiply each column of a sparse 0/1 matrix by a weight."""
    return sparse.csr_array(
        (weights[members.indices], members.indices, members.indptr),
        shape=members.shape,
    )


def _classes(true: Any, pred: Any) -> tuple[NDArray[np.int64], Any]:
    """Group the rows or columns of a matrix; return sizes and members of the groups."""
    members = sparse.vstack([true, pred], format="csr").T.tocsr()
    if members.shape[1] <= 64:  # one word per row
        first, of_row = group_equal(packed(members))
        return np.bincount(of_row, minlength=len(first)), members[first]
    members.sort_indices()
    groups = group_equal_rows(members)
    return groups.counts, members[groups.first]
