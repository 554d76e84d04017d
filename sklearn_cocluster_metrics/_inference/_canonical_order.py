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

# Limits for large tables. Each choice of a first cell, and each step of a refinement,
# goes through all cells of the table. All steps together take about a second.
_MOST_CELLS_IN_CHOICES = 1 << 18
_MOST_CELLS_IN_STEPS = 1 << 22


def canonical_clusters(clusters: Positions, counts: NDArray[np.int64]) -> Positions:
    """Number the clusters of each clustering from 0, the largest first.

    `clusters` has the shape (n_clusterings, n_cells), and no two cells have the same
    clusters. `counts` has the number of entries of each cell. The result has the shape
    of `clusters`. It depends on names and on the order of the cells in two cases only:
    if clusters have equal counts throughout but are not interchangeable, and if the
    table is so large that only some of the clusters that are alike are told apart.
    """
    coloring = _Coloring(clusters, counts)
    coloring.refine()
    for _ in range(_MOST_CELLS_IN_CHOICES // len(counts)):
        if coloring.are_cells_distinct():
            break
        coloring.choose_first()
        coloring.refine()
    return coloring.numbers()


class _Coloring:
    """Give colors, which are ranks, to the cells of a table and to their clusters.

    Clusters and cells that are known to differ have different colors.
    """

    def __init__(self, clusters: Positions, counts: NDArray[np.int64]) -> None:
        """Give clusters of one size the same color, and cells of one count, too."""
        # For each clustering, the number of the cluster of each cell
        self.clusters_of_cells = [_ranks(labels) for labels in clusters]
        # For each clustering, the color of each cluster
        self.colors_of_clusters = []
        for labels in self.clusters_of_cells:
            sizes = np.bincount(labels, weights=counts)
            self.colors_of_clusters.append(_ranks(-sizes))
        self.colors_of_cells = _ranks(counts)
        self.n_steps_left = _MOST_CELLS_IN_STEPS // len(counts)

    def are_cells_distinct(self) -> bool:
        """Return whether each cell has a color of its own."""
        return int(self.colors_of_cells.max()) == len(self.colors_of_cells) - 1

    def choose_first(self) -> None:
        """Put one of the cells of a color before the others of this color.

        The color is the first one that several cells have.
        """
        first_color = np.flatnonzero(np.bincount(self.colors_of_cells) > 1)[0]
        is_other = np.ones(len(self.colors_of_cells), dtype=bool)
        is_other[np.flatnonzero(self.colors_of_cells == first_color)[0]] = False
        self.colors_of_cells = _ranks(self.colors_of_cells, is_other)

    def refine(self) -> None:
        """Refine the colors until a step changes none, or until no steps are left.

        If a step changes none, cells of one color have clusters of one color, and
        clusters of one color have equally many cells of each color.
        """
        n_colors = 0
        while self.n_steps_left > 0:
            self.n_steps_left -= 1
            colors_of_clusters = [
                colors[labels]
                for colors, labels in zip(
                    self.colors_of_clusters, self.clusters_of_cells, strict=True
                )
            ]
            self.colors_of_cells = _ranks(self.colors_of_cells, *colors_of_clusters)
            n_former_colors = n_colors
            n_colors = 1 + int(self.colors_of_cells.max())
            if n_colors == n_former_colors:
                return
            self._refine_clusters(n_colors)

    def _refine_clusters(self, n_colors: int) -> None:
        """Give clusters different colors if their cells have different colors.

        Only clusters of one clustering are compared. Clusters that have different
        colors already keep their order.
        """
        # Sums of random integers, which wrap around, are equal for clusters whose cells
        # have equal colors, in whatever order; for others they hardly ever are.
        random_integers = RandomState(0).randint(1 << 62, size=n_colors)
        integers_of_cells = random_integers[self.colors_of_cells]
        for position, labels in enumerate(self.clusters_of_cells):
            colors = self.colors_of_clusters[position]
            sums = np.zeros(len(colors), dtype=np.int64)
            np.add.at(sums, labels, integers_of_cells)
            self.colors_of_clusters[position] = _ranks(colors, sums)

    def numbers(self) -> Positions:
        """Number clusters by their colors, and by their first cell for equal colors.

        The result has the numbers of the clusters of each cell, in the shape
        (n_clusterings, n_cells).
        """
        order = np.argsort(self.colors_of_cells, kind="stable")
        numbers_of_cells = []
        for colors, labels in zip(
            self.colors_of_clusters, self.clusters_of_cells, strict=True
        ):
            _, first_cells = np.unique(labels[order], return_index=True)
            numbers_of_cells.append(_ranks(colors, first_cells)[labels])
        return np.array(numbers_of_cells)


def _ranks(*keys: NDArray[np.generic]) -> Positions:
    """Number the combinations of keys that occur, from 0; the first key counts most.

    Each key has a value for each item, and the result has the number of each item. For
    example, the key 7, 5, 7 has the ranks 1, 0, 1.
    """
    order = np.lexsort(keys[::-1])
    is_new = np.zeros(len(order), dtype=bool)
    for key in keys:
        ordered = key[order]
        is_new[1:] |= ordered[1:] != ordered[:-1]
    ranks = np.empty(len(order), dtype=np.intp)
    ranks[order] = np.cumsum(is_new)
    return ranks


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

    A clustering has the code of the cluster of each entry, which is not negative, and
    `groups` have the code of its group. A cell has the entries that share a cluster in
    every clustering, and also their group.
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

    The clusterings are rows of an array, with the cluster of each entry or cell. The
    result has the number of the combination of each entry or cell.
    """
    numbers = np.zeros(clusterings.shape[1], dtype=np.intp)
    for clusters in clusterings:
        keys = numbers * (1 + clusters.max()) + clusters
        _, numbers = np.unique(keys, return_inverse=True)
    return numbers
