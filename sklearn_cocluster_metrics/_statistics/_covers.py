"""How many true and predicted biclusters contain the cells."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._exact import Counts, exact
from ._grid import Codes, Grid

_EXACT_FLOATS = 2**53


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
    same biclusters counted once; or, if they cover the matrix often, a matrix product.
    """
    n_cells = int(grid.row_counts.sum()) * int(grid.column_counts.sum())
    tally: Counter[int] = Counter()
    for codes in grid.codes():
        _add(tally, codes, grid, n_cells)
    tally[0] += n_cells - sum(tally.values())
    groups = sorted(code for code, count in tally.items() if count)
    pred, true = np.divmod(np.array(groups, dtype=np.int64), grid.base)
    return Covers(true, pred, [tally[code] for code in groups])


def _add(tally: Counter[int], codes: Codes, grid: Grid, n_cells: int) -> None:
    """Add the cells of some rows; no sum is rounded."""
    counts: Counts = exact(grid.row_counts, n_cells)[codes.row]
    counts = counts * grid.column_counts[codes.column]
    code = codes.code
    if n_cells <= _EXACT_FLOATS and int(code.max(initial=0)) <= len(code):
        totals = np.bincount(code, weights=counts).astype(np.int64)
        found = np.flatnonzero(totals)
        totals = totals[found]
    else:
        found, which = np.unique(code, return_inverse=True)
        totals = exact(np.zeros(len(found), dtype=np.int64), n_cells)
        np.add.at(totals, which.reshape(-1), counts)
    for number, total in zip(found.tolist(), totals.tolist(), strict=True):
        tally[number] += total
