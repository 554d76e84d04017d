"""Pairs of rows, or of columns, by the biclusters that contain both."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._bits import Bits
from ._patterns import group_equal

_MANY_ENTRIES = 20  # of one overlap; from here on, most weights are 0


@dataclass(frozen=True, eq=False)
class ModePairs:
    """Pairs of rows, or of columns, of some overlaps with equally many of them.

    Parameters
    ----------
    entries : ndarray of shape (n_overlaps, n_entries)
        Row classes or column classes in each overlap.
    sets : ndarray of shape (n_overlaps, n_pairs, n_words)
        The biclusters that contain both entries of a pair.
    weights : array of shape (n_overlaps, n_pairs, n_entries)
        How many partners the rows of a class have, added up over these rows; without
        the first axis, and sparse, for a single large overlap.
    """

    entries: NDArray[np.int64]
    sets: Bits
    weights: Any

    @cached_property
    def counts(self) -> NDArray[np.float64]:
        """Number of ordered pairs, shape (n_overlaps, n_pairs)."""
        return np.asarray(self.weights.sum(axis=-1)).reshape(self.sets.shape[:2])

    def take(self, some: slice) -> "ModePairs":
        """Return some of the pairs of a single overlap."""
        is_sparse = sparse.issparse(self.weights)
        weights = self.weights[some] if is_sparse else self.weights[:, some]
        return ModePairs(self.entries, self.sets[:, some], weights)


def paired(
    sets: Bits, counts: NDArray[np.int64], entries: NDArray[np.int64]
) -> ModePairs:
    """Pair the rows, or the columns, of overlaps with equally many of them."""
    first, second = np.triu_indices(entries.shape[1])
    one, other = entries[:, first], entries[:, second]
    together, n_together = sets[one] & sets[other], counts[one] * counts[other]
    pair = np.arange(len(first))
    if len(entries) > 1:
        weights = np.zeros((*one.shape, entries.shape[1]))
        weights[:, pair, first] = n_together
        weights[:, pair, second] = n_together
        return ModePairs(entries, together, weights)
    found, which = group_equal(together[0])
    twice = np.flatnonzero(first != second)
    cells = (
        np.concatenate([which, which[twice]]),
        np.concatenate([first, second[twice]]),
    )
    numbers = np.concatenate([n_together[0], n_together[0, twice]]).astype(float)
    shape = len(found), entries.shape[1]
    if entries.shape[1] > _MANY_ENTRIES:
        weights = sparse.csr_array((numbers, cells), shape=shape)
    else:
        places = cells[0] * shape[1] + cells[1]
        weights = np.bincount(places, numbers, shape[0] * shape[1]).reshape(1, *shape)
    return ModePairs(entries, together[:, found], weights)
