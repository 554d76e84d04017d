"""How many true and predicted biclusters contain the cells."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._exact import Counts, exact
from ._grid import Grid

_EXACT_FLOATS = 2**53
_MUCH_MERGED = 1.5  # with fewer cells in a merged one, cells are faster one by one


@dataclass(frozen=True, eq=False)
class Covers:
    """Numbers of cells by how many true and predicted biclusters contain them.

    Parameters
    ----------
    true_multiplicity, pred_multiplicity : ndarray of shape (n_groups,)
        Numbers of true and of predicted biclusters that contain the cells of a group.
    counts : list of int
        Number of cells of each group; one group may be in no bicluster.
    """

    true_multiplicity: NDArray[np.int64]
    pred_multiplicity: NDArray[np.int64]
    counts: list[int]

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


def covers_of(grid: Grid) -> Covers:
    """Count the cells by the numbers of biclusters that contain them.

    The cost is the area that the biclusters cover, rows and columns that are in the
    same biclusters counted once; or, if they cover much of the matrix, that of a matrix
    product.
    """
    n_cells = int(grid.row_counts.sum()) * int(grid.column_counts.sum())
    if n_cells < _MUCH_MERGED * grid.rows.shape[0] * grid.columns.shape[0]:
        grid = grid.repeated
    is_merged = grid.rows.shape[0] * grid.columns.shape[0] < n_cells
    tally: Counter[int] = Counter()
    for rows, product in grid.products():
        codes = product.ravel() if isinstance(product, np.ndarray) else product.data
        counts = _cell_counts(product, grid, rows, n_cells) if is_merged else None
        _add(tally, codes, counts)
    tally[0] += n_cells - sum(tally.values())
    groups = sorted(code for code, count in tally.items() if count)
    pred, true = np.divmod(np.array(groups, dtype=np.int64), grid.base)
    return Covers(true, pred, [tally[code] for code in groups])


def _cell_counts(product: Any, grid: Grid, rows: slice, n_cells: int) -> Counts:
    """Return how many cells were merged into each cell of a product."""
    in_rows: Counts = grid.row_counts[rows]
    if n_cells <= _EXACT_FLOATS:
        in_rows = in_rows.astype(float)
    else:
        in_rows = exact(in_rows, n_cells)
    if isinstance(product, np.ndarray):
        return np.multiply.outer(in_rows, grid.column_counts).ravel()
    counts: Counts = np.repeat(in_rows, np.diff(product.indptr))
    counts = counts * grid.column_counts[product.indices]
    return counts


def _add(tally: Counter[int], codes: NDArray[np.int64], counts: Counts | None) -> None:
    """Add cells to the tally of their codes: these counts, or one of each."""
    values = None
    if int(codes.max(initial=0)) > len(codes):
        values, codes = np.unique(codes, return_inverse=True)
    totals = _totals(codes.reshape(-1), counts)
    found = np.flatnonzero(totals)
    numbers = found if values is None else values[found]
    for number, total in zip(numbers.tolist(), totals[found].tolist(), strict=True):
        tally[number] += total


def _totals(codes: NDArray[np.int64], counts: Counts | None) -> Counts:
    """Sum the counts of each code; no sum is rounded."""
    if counts is None:
        return np.bincount(codes)
    if counts.dtype == float:
        return np.bincount(codes, weights=counts).astype(np.int64)
    totals = np.zeros(int(codes.max()) + 1, dtype=counts.dtype)
    np.add.at(totals, codes, counts)
    return totals
