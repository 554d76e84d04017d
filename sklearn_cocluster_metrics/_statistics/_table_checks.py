"""Checks of a contingency table that a user passes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures import as_array, check_labels, has_masked_entries
from ._storage import Counts, stored

_MOST_SAMPLES = 2**63 - 1  # sizes of clusters are integers of 64 bits


def check_table(
    counts: Any, true_labels: Any, pred_labels: Any
) -> tuple[Counts, NDArray[Any], NDArray[Any], int]:
    """Check a table; return it without empty clusters, and its number of samples."""
    row, column, count, shape = _entries(counts)
    if count.size and count.min() < 0:
        raise ValueError(f"`counts` must not be negative, got {count.min()}.")
    n_samples = check_total(sum(count.tolist()))
    rows = _check_names(true_labels, "true_labels", shape[0], "rows")
    columns = _check_names(pred_labels, "pred_labels", shape[1], "columns")
    table = sparse.coo_array((count.astype(np.int64), (row, column)), shape=shape)
    table = table.tocsr()  # adds up entries of the same cell; their sum is in range
    table.eliminate_zeros()
    kept_rows, kept_columns = (
        np.asarray(table.sum(axis=axis)).ravel().nonzero()[0] for axis in (1, 0)
    )
    if len(kept_rows) < shape[0] or len(kept_columns) < shape[1]:
        table = table[kept_rows][:, kept_columns]
    return stored(table), rows[kept_rows], columns[kept_columns], n_samples


def check_total(n_samples: int) -> int:
    """Check that there are samples, and that 64 bits are enough to count them."""
    if n_samples == 0:
        raise ValueError("`counts` has no samples; at least one is needed.")
    if n_samples > _MOST_SAMPLES:
        raise ValueError(
            f"`counts` must sum to less than 2**63, got {n_samples} samples."
        )
    return n_samples


def _entries(counts: Any) -> tuple[Any, Any, NDArray[Any], tuple[int, int]]:
    """Return row, column and count of every entry of a two-dimensional table."""
    if has_masked_entries(counts):
        raise ValueError("`counts` has masked entries; every count must be known.")
    is_sparse = sparse.issparse(counts)
    array: Any = counts if is_sparse else as_array(counts, "counts", "two-dimensional")
    if array.ndim != 2:
        raise ValueError(
            f"`counts` must be two-dimensional, got an array of shape {array.shape}."
        )
    if array.dtype.kind not in "iu":
        raise TypeError(
            "`counts` must contain integers of at most 64 bits, got dtype "
            f"{array.dtype}."
        )
    if is_sparse:
        entries = array.tocoo()
        return entries.row, entries.col, entries.data, array.shape
    row, column = np.nonzero(array)
    return row, column, array[row, column], array.shape


def _check_names(labels: Any, name: str, length: int, of: str) -> NDArray[Any]:
    """Check the labels of the rows or columns: one for each, all different."""
    codes = check_labels(labels, name)
    if len(codes) != length:
        raise ValueError(
            f"`{name}` has {len(codes)} labels, `counts` has {length} {of}; each of "
            "them needs one label."
        )
    if codes.compressed().width < length:
        raise ValueError(f"`{name}` has a label twice; each cluster needs its own.")
    return codes.labels()
