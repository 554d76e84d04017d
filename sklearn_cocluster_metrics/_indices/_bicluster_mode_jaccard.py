"""Jaccard indices of the rows and of the columns of pairs of biclusters."""

import numpy as np
from numpy.typing import NDArray

from .._statistics import Overlaps, exact, ratio

Table = NDArray[np.float64]


def row_jaccard(block: Overlaps) -> Table:
    """Jaccard index of the rows."""
    return _side_jaccard(block, block.shared_rows, block.true.n_rows, block.pred.n_rows)


def column_jaccard(block: Overlaps) -> Table:
    """Jaccard index of the columns."""
    true, pred = block.true, block.pred
    return _side_jaccard(block, block.shared_columns, true.n_columns, pred.n_columns)


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


def _side_jaccard(
    overlaps: Overlaps,
    shared: NDArray[np.int64],
    true: NDArray[np.int64],
    pred: NDArray[np.int64],
) -> Table:
    """Jaccard index of rows or of columns; 0 if a bicluster has no cells."""
    some = (overlaps.true_sizes > 0)[:, None] & (overlaps.pred_sizes > 0)
    return ratio(np.where(some, shared, 0), true[:, None] + pred - shared)
