"""The best one-to-one matching of the clusters of two labelings."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import (
    connected_components,
    min_weight_full_bipartite_matching,
)

from ._contingency import ContingencyTable

_MOST_DENSE = 1 << 24  # larger blocks are matched without an array of all their cells


def matched_samples(table: ContingencyTable) -> int:
    """Count the samples in matched clusters under the best one-to-one matching.

    Clusters that share no sample, directly or through others, can be matched
    separately: a sparse table is split into its connected components first.
    """
    if not sparse.issparse(table.counts):
        return _matched_in_array(table.counts)
    true, pred, counts = table.nonzero
    n_true, n_pred = table.shape
    component = _component_of_true(true, pred, n_true, n_pred)[true]
    order = np.argsort(component, kind="stable")
    true, pred, counts = true[order], pred[order], counts[order]
    starts = np.flatnonzero(np.diff(component[order], prepend=-1))
    n_true_in = _distinct_per_block(true, starts)
    n_pred_in = _distinct_per_block(pred, starts)
    # Where one cluster overlaps several that overlap no other, the best match is the
    # largest overlap.
    star = (n_true_in == 1) | (n_pred_in == 1)
    matched = int(np.maximum.reduceat(counts, starts)[star].sum())
    stops = np.append(starts[1:], len(counts))
    for start, stop in zip(starts[~star], stops[~star], strict=True):
        block = slice(start, stop)
        matched += _matched_in_block(true[block], pred[block], counts[block])
    return matched


def _component_of_true(
    true: NDArray[np.intp], pred: NDArray[np.intp], n_true: int, n_pred: int
) -> NDArray[np.int32]:
    """Number the connected components of the table and return that of each row."""
    n_nodes = n_true + n_pred
    edges = sparse.coo_array(
        (np.ones(len(true), dtype=np.int8), (true, pred + n_true)),
        shape=(n_nodes, n_nodes),
    )
    labels: NDArray[np.int32] = connected_components(edges, directed=False)[1]
    return labels[:n_true]


def _distinct_per_block(
    clusters: NDArray[np.intp], starts: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Count the distinct clusters in each block of consecutive entries."""
    block = np.zeros(len(clusters), dtype=np.int64)
    block[starts[1:]] = 1
    pairs = np.unique(np.cumsum(block) * (int(clusters.max()) + 1) + clusters)
    return np.bincount(pairs // (int(clusters.max()) + 1), minlength=len(starts))


def _matched_in_block(
    true: NDArray[np.intp], pred: NDArray[np.intp], counts: NDArray[np.int64]
) -> int:
    """Match the clusters of one connected component."""
    true_kept, row = np.unique(true, return_inverse=True)
    pred_kept, column = np.unique(pred, return_inverse=True)
    if len(true_kept) > len(pred_kept):
        true_kept, pred_kept, row, column = pred_kept, true_kept, column, row
    n_rows, n_columns = len(true_kept), len(pred_kept)
    if n_rows * n_columns <= _MOST_DENSE:
        block = np.zeros((n_rows, n_columns), dtype=np.int64)
        block[row, column] = counts
        return _matched_in_array(block)
    # A full matching needs an edge for every row: each gets a spare column of weight 1,
    # a real edge the weight 1 + its count. The sum is then matched samples + n_rows.
    spare = np.arange(n_rows)
    edges = (np.concatenate([row, spare]), np.concatenate([column, n_columns + spare]))
    weights = sparse.csr_array(
        (
            np.concatenate([counts + 1, np.ones(n_rows, dtype=np.int64)]),
            # SciPy before 1.13 matches no other indices than those of 32 bits.
            tuple(ends.astype(np.int32) for ends in edges),
        ),
        shape=(n_rows, n_columns + n_rows),
    )
    matching = min_weight_full_bipartite_matching(weights, maximize=True)
    return int(weights[matching].sum()) - n_rows


def _matched_in_array(counts: NDArray[np.int64]) -> int:
    """Match the clusters of a table that is an array."""
    return int(counts[linear_sum_assignment(counts, maximize=True)].sum())
