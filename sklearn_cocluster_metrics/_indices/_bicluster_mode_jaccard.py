"""Jaccard indices of the rows and of the columns of pairs of biclusters."""

import numpy as np
from numpy.typing import NDArray

from .._statistics import Overlaps, SetsOfEntries, exact, ratio

Table = NDArray[np.float64]
Values = NDArray[np.float64]


def best_row_jaccards(overlaps: Overlaps) -> tuple[Values, Values]:
    """Best Jaccard index of the rows of each true and of each predicted bicluster."""
    return _best_of_sets(overlaps.true.row_sets, overlaps.pred.row_sets)


def best_column_jaccards(overlaps: Overlaps) -> tuple[Values, Values]:
    """Best Jaccard index of the columns, likewise."""
    return _best_of_sets(overlaps.true.column_sets, overlaps.pred.column_sets)


def joint_jaccard(block: Overlaps) -> Table:
    """Jaccard index of the rows and columns."""
    shared = block.shared_rows + block.shared_columns
    true = block.true.n_rows + block.true.n_columns
    pred = block.pred.n_rows + block.pred.n_columns
    return _side_jaccard(block, shared, true, pred)


def jaccard_product(block: Overlaps) -> Table:
    """Product of the Jaccard indices of rows and of columns."""
    true, pred = block.true, block.pred
    united_rows = true.n_rows[:, None] + pred.n_rows - block.shared_rows
    united_columns = true.n_columns[:, None] + pred.n_columns - block.shared_columns
    united = exact(united_rows, block.n_cells) * united_columns
    return ratio(block.shared_cells, united)


def _best_of_sets(true: SetsOfEntries, pred: SetsOfEntries) -> tuple[Values, Values]:
    """Compare distinct sets once: a checkerboard has many biclusters of the same."""
    of_true, of_pred = Overlaps(true.sets, pred.sets).best(_set_jaccard, "rows")
    return of_true[true.of_bicluster], of_pred[pred.of_bicluster]


def _set_jaccard(block: Overlaps) -> Table:
    """Jaccard index of sets of rows."""
    return _side_jaccard(block, block.shared_rows, block.true.n_rows, block.pred.n_rows)


def _side_jaccard(
    overlaps: Overlaps,
    shared: NDArray[np.int64],
    true: NDArray[np.int64],
    pred: NDArray[np.int64],
) -> Table:
    """Jaccard index of rows or of columns; 0 if a bicluster has no cells."""
    some = (overlaps.true_sizes > 0)[:, None] & (overlaps.pred_sizes > 0)
    return ratio(np.where(some, shared, 0), true[:, None] + pred - shared)
