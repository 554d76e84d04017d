"""The best one-to-one matching of the clusters of two labelings."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

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
    """Count the samples in matched clusters under the best one-to-one matching."""
    if not sparse.issparse(table.counts):
        return int(table.counts[_matching(table.counts)].sum())
    parts = _split(table)
    matched = int(parts.largest[parts.is_star].sum())
    for block in parts.others():
        matched += int(parts.counts[block][_is_matched(*parts.cells(block))].sum())
    return matched


def matched_clusters(
    table: ContingencyTable,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the true and the predicted clusters matched, where they share samples."""
    if not sparse.issparse(table.counts):
        true, pred = _matching(table.counts)
        shared = table.counts[true, pred] > 0
        return true[shared], pred[shared]
    parts = _split(table)
    cells = [parts.largest_of_stars()]
    for block in parts.others():
        cells.append(block.start + np.flatnonzero(_is_matched(*parts.cells(block))))
    matched = np.concatenate(cells)
    return parts.true[matched], parts.pred[matched]


@dataclass(frozen=True, eq=False)
class _Parts:
    """The cells of a sparse table, sorted by its connected components.

    Clusters that share no sample, directly or through others, can be matched
    separately.
    """

    true: NDArray[np.intp]
    pred: NDArray[np.intp]
    counts: NDArray[np.int64]
    starts: NDArray[np.intp]

    @cached_property
    def stops(self) -> NDArray[np.intp]:
        """Where each component ends."""
        return np.append(self.starts[1:], len(self.counts))

    @cached_property
    def is_star(self) -> NDArray[np.bool_]:
        """Whether one cluster overlaps all others, which overlap nothing else.

        The best match is then the largest overlap.
        """
        n_true = _distinct_per_block(self.true, self.starts)
        n_pred = _distinct_per_block(self.pred, self.starts)
        return np.asarray((n_true == 1) | (n_pred == 1))

    @cached_property
    def largest(self) -> NDArray[np.int64]:
        """Largest count of each component."""
        largest: NDArray[np.int64] = np.maximum.reduceat(self.counts, self.starts)
        return largest

    def largest_of_stars(self) -> NDArray[np.intp]:
        """Return the first cell with the largest count of each star."""
        lengths = self.stops - self.starts
        is_largest = self.counts == np.repeat(self.largest, lengths)
        cells = np.flatnonzero(is_largest & np.repeat(self.is_star, lengths))
        component = np.repeat(np.arange(len(lengths)), lengths)[cells]
        return cells[np.unique(component, return_index=True)[1]]

    def others(self) -> Iterator[slice]:
        """Yield the cells of each component that is not a star."""
        mixed = ~self.is_star
        for start, stop in zip(self.starts[mixed], self.stops[mixed], strict=True):
            yield slice(start, stop)

    def cells(
        self, block: slice
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]:
        """Return the true cluster, the predicted cluster and the count of cells."""
        return self.true[block], self.pred[block], self.counts[block]


def _split(table: ContingencyTable) -> _Parts:
    """Sort the cells of a sparse table by its connected components."""
    true, pred, counts = table.nonzero
    component = _component_of_true(true, pred, *table.shape)[true]
    order = np.argsort(component, kind="stable")
    starts = np.flatnonzero(np.diff(component[order], prepend=-1))
    return _Parts(true[order], pred[order], counts[order], starts)


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


def _is_matched(
    true: NDArray[np.intp], pred: NDArray[np.intp], counts: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Match the clusters of one component; return which of its cells are matched."""
    row = np.unique(true, return_inverse=True)[1]
    column = np.unique(pred, return_inverse=True)[1]
    if row.max() > column.max():
        row, column = column, row
    n_rows, n_columns = int(row.max()) + 1, int(column.max()) + 1
    if n_rows * n_columns <= _MOST_DENSE:
        block = np.zeros((n_rows, n_columns), dtype=np.int64)
        block[row, column] = counts
        return np.equal(_matching(block)[1][row], column)
    # A full matching needs an edge for every row: each gets a spare column of weight 1,
    # a real edge the weight 1 + its count.
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
    matching = min_weight_full_bipartite_matching(weights, maximize=True)[1]
    return np.asarray(matching[row] == column)


def _matching(
    counts: NDArray[np.int64],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Match the rows and the columns of an array."""
    rows, columns = linear_sum_assignment(counts, maximize=True)
    return rows, columns
