"""The cluster of the other side that matches each cluster, and how well."""

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._assignment import Positions, best_pairs
from ._contingency import ContingencyTable, Counts, Tables, widened
from ._overlaps import Overlaps, ratio

MatchBy: TypeAlias = Literal["jaccard", "f1", "precision", "recall", "shared"]
Assignment: TypeAlias = Literal["best", "one_to_one"]


@dataclass(frozen=True, eq=False)
class SharedParts:
    """The pairs of clusters that share something, and the sizes of all clusters."""

    # (n_pairs,): Positions of the clusters of each pair
    true: Positions
    pred: Positions
    # (n_pairs,): What they share
    shared: Counts
    # (n_true,): Sizes of the clusters, in a type in which two of them can be
    # added
    true_sizes: Counts
    pred_sizes: Counts

    @classmethod
    def of_tables(cls, tables: Tables) -> "SharedParts":
        """Return the pairs of clusters; of several modes, the pairs of their blocks.

        Every block shares with every other what their clusters share, mode by mode.
        """
        largest = 2 * math.prod(table.n_samples for table in tables)
        first, one = np.zeros(1, dtype=np.intp), np.ones(1, dtype=np.int64)
        parts = (cls._of_table(table, largest) for table in tables)
        return reduce(cls._times, parts, cls(first, first, one, one, one))

    @classmethod
    def of_biclusters(cls, overlaps: Overlaps) -> "SharedParts":
        """Return the pairs of biclusters that share cells."""
        true, pred, shared = overlaps.sharing_pairs
        counts = shared, overlaps.true.sizes, overlaps.pred.sizes
        return cls(
            true, pred, *(widened(part, 2 * overlaps.n_cells) for part in counts)
        )

    @classmethod
    def _of_table(cls, table: ContingencyTable, largest: int) -> "SharedParts":
        """Return the pairs of clusters of one mode."""
        true, pred, shared = table.nonzero
        counts = (widened(part, largest) for part in (shared, *table.sizes))
        return cls(true.astype(np.intp), pred.astype(np.intp), *counts)

    def _times(self, other: "SharedParts") -> "SharedParts":
        """Return the pairs of blocks of which other has a further mode."""
        return SharedParts(
            np.add.outer(self.true * len(other.true_sizes), other.true).ravel(),
            np.add.outer(self.pred * len(other.pred_sizes), other.pred).ravel(),
            np.multiply.outer(self.shared, other.shared).ravel(),
            np.multiply.outer(self.true_sizes, other.true_sizes).ravel(),
            np.multiply.outer(self.pred_sizes, other.pred_sizes).ravel(),
        )

    @property
    def sizes(self) -> tuple[Counts, Counts]:
        """Sizes of both clusters of each pair."""
        return self.true_sizes[self.true], self.pred_sizes[self.pred]

    def values(self, by: MatchBy) -> NDArray[np.float64]:
        """Return how well the clusters of each pair match, by one measure."""
        true, pred = self.sizes
        if by == "shared":
            return self.shared.astype(float)
        if by == "precision":
            return ratio(self.shared, pred)
        if by == "recall":
            return ratio(self.shared, true)
        if by == "f1":
            return ratio(2 * self.shared, true + pred)
        return ratio(self.shared, true + pred - self.shared)

    def matched(self, by: MatchBy, assignment: Assignment) -> tuple[Any, Any]:
        """Return the pair of each true and of each predicted cluster, -1 for none.

        Of several best ones, it is that with the largest common part, then the first.
        """
        values = self.values(by)
        found = []
        kept = np.arange(len(values))
        if assignment == "one_to_one":
            kept = np.sort(best_pairs(self.true, self.pred, values))
        for own, other, sizes in (
            (self.true, self.pred, self.true_sizes),
            (self.pred, self.true, self.pred_sizes),
        ):
            keys = other, -self.shared.astype(float), -values, own
            order = kept[np.lexsort([key[kept] for key in keys])]
            is_first = np.diff(own[order], prepend=-1) != 0
            pair = np.full(len(sizes), -1, dtype=np.intp)
            pair[own[order[is_first]]] = order[is_first]
            found.append(pair)
        return found[0], found[1]
