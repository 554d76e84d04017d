"""Clusters numbered by their counts, so that draws do not depend on names of labels.

Draws depend on the order of clusters, of groups and of the cells of tables. Neither the
names of labels nor the order of the entries must decide this order. Therefore, clusters
are ordered by their counts: first by their sizes, then by the sizes of their cells,
then by the clusters that meet them in these cells, and so on, as in the refinement of
colors by Weisfeiler and Leman (1968). If clusters are still alike, one of them is taken
as the first, and the others are refined again. The choice does not matter if these
clusters are interchangeable, as they nearly always are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._statistics._contingency import Positions

# Cells that are refined, over all rounds, to tell clusters apart that are alike
_MOST_CELLS_REFINED = 1 << 18


def canonical_clusters(clusters: Positions, counts: NDArray[np.int64]) -> Positions:
    """Number the clusters of each clustering from 0, the largest first.

    `clusters` has the shape (n_clusterings, n_cells), and no two cells have the same
    clusters. `counts` has the number of entries of each cell. The result has the shape
    of `clusters`. It depends on names and on the order of the cells in two cases only:
    if clusters have equal counts throughout but are not interchangeable, and if the
    table is so large that only some of the clusters that are alike are told apart.
    """
    numbers = np.array([_ranks(labels) for labels in clusters])
    sizes_of_clusterings = [np.bincount(labels, weights=counts) for labels in numbers]
    colors = [_ranks(-sizes) for sizes in sizes_of_clusterings]
    cells = _ranks(counts)
    n_cells = len(counts)
    cells = _refined(numbers, colors, cells)
    for _ in range(_MOST_CELLS_REFINED // n_cells):
        n_alike = np.bincount(cells)
        if n_alike.max() == 1:
            break
        first_class = np.flatnonzero(n_alike > 1)[0]
        is_first = np.zeros(n_cells, dtype=bool)
        is_first[np.flatnonzero(cells == first_class)[0]] = True
        cells = _refined(numbers, colors, _ranks(cells, ~is_first))
    return _numbered_by_cells(numbers, colors, cells)


def _ranks(*keys: NDArray[np.generic]) -> Positions:
    """Number the combinations of keys that occur, from 0; the first key counts most."""
    order = np.lexsort(keys[::-1])
    is_new = np.zeros(len(order), dtype=bool)
    for key in keys:
        ordered = key[order]
        is_new[1:] |= ordered[1:] != ordered[:-1]
    ranks = np.empty(len(order), dtype=np.intp)
    ranks[order] = np.cumsum(is_new)
    return ranks


def _refined(
    numbers: Positions, colors: list[Positions], cells: Positions
) -> Positions:
    """Refine the colors of clusters, in place, and of cells, which are returned.

    Cells of one color then have clusters of one color, and clusters of one color have
    equally many cells of each color.
    """
    n_colors = 0
    while True:
        of_clusters = [
            color[labels] for color, labels in zip(colors, numbers, strict=True)
        ]
        cells = _ranks(cells, *of_clusters)
        if cells.max() < n_colors:  # as many colors as before
            return cells
        n_colors = 1 + int(cells.max())
        # Sums of random integers, which wrap around, are equal for clusters whose cells
        # have equal colors, in whatever order; for others they hardly ever are.
        random_integers = RandomState(0).randint(1 << 62, size=n_colors)
        for position, labels in enumerate(numbers):
            sums = np.zeros(len(colors[position]), dtype=np.int64)
            np.add.at(sums, labels, random_integers[cells])
            colors[position] = _ranks(colors[position], sums)


def _numbered_by_cells(
    numbers: Positions, colors: list[Positions], cells: Positions
) -> Positions:
    """Number clusters by their colors, and by their first cell if colors are equal."""
    order = np.argsort(cells, kind="stable")
    numbered = []
    for color, labels in zip(colors, numbers, strict=True):
        _, first_cells = np.unique(labels[order], return_index=True)
        numbered.append(_ranks(color, first_cells)[labels])
    return np.array(numbered)


@dataclass(frozen=True, eq=False)
class CanonicalCodes:
    """Clusterings of the same entries, and their groups, by canonical numbers."""

    # (n_clusterings, n_entries): the cluster of each entry, the largest numbered 0
    clusterings: Positions
    # (n_entries,): the group of each entry, numbered likewise; None without groups
    groups: Positions | None


def canonical_codes(
    clusterings: Sequence[Positions], groups: Positions | None = None
) -> CanonicalCodes:
    """Number the clusters of several clusterings, and the groups, by their counts.

    Each clustering has the code of each entry, as `groups` have.
    """
    partitions = list(clusterings)
    if groups is not None:
        partitions.append(groups)
    codes = np.array(partitions)
    cell_of_entry = intersections(codes)
    _, entry_of_cell, counts = np.unique(
        cell_of_entry, return_index=True, return_counts=True
    )
    numbers = canonical_clusters(codes[:, entry_of_cell], counts)[:, cell_of_entry]
    if groups is None:
        return CanonicalCodes(numbers, groups=None)
    return CanonicalCodes(numbers[:-1], groups=numbers[-1])


def intersections(clusterings: Positions) -> Positions:
    """Number the combinations of clusters that occur, from 0.

    The clusterings are rows of an array.
    """
    numbers = np.zeros(clusterings.shape[1], dtype=np.intp)
    for clusters in clusterings:
        keys = numbers * (1 + clusters.max()) + clusters
        _, numbers = np.unique(keys, return_inverse=True)
    return numbers
