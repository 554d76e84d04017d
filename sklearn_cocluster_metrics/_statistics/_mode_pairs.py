"""Pairs of rows, or of columns, by the biclusters that contain both."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._bits import Bits, ones_of
from ._runs import ranges, runs

_WORDS_AT_ONCE = 2**17


class Classes(NamedTuple):
    """Row classes, or column classes, of the matrix.

    `counts` are the numbers of rows of the classes, `sets` the biclusters that contain
    them, one bit per bicluster.
    """

    counts: NDArray[np.int64]
    sets: Bits


@dataclass(frozen=True, eq=False)
class Entries:
    """Row classes, or column classes, in each of some overlaps.

    Parameters
    ----------
    classes : ndarray of shape (n_entries,)
        The classes in the first overlap, in the second one, and so on.
    starts : ndarray of shape (n_overlaps + 1,)
        Where the classes of each overlap start, and where the last ones end.
    """

    classes: NDArray[np.intp]
    starts: NDArray[np.intp]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """Number of classes in each overlap."""
        return np.diff(self.starts)

    @property
    def n_pairs(self) -> NDArray[np.intp]:
        """Number of unordered pairs, those of a class with itself too."""
        return self.sizes * (self.sizes + 1) // 2

    @cached_property
    def overlap(self) -> NDArray[np.intp]:
        """The overlap of each entry."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def take(self, overlaps: NDArray[np.intp]) -> "Entries":
        """Return the entries of some overlaps."""
        sizes = self.sizes[overlaps]
        classes = self.classes[ranges(self.starts[overlaps], sizes)]
        return Entries(classes, np.concatenate([[0], np.cumsum(sizes)]))


@dataclass(frozen=True, eq=False)
class ModePairs:
    """Pairs of rows, or of columns, of some overlaps; those in equal sets are merged.

    Parameters
    ----------
    entries : Entries
        The row classes or column classes.
    overlap : ndarray of shape (n_sets,)
        The overlap of each set of pairs, sorted.
    sets : ndarray of shape (n_sets, n_words)
        The biclusters that contain both entries.
    counts : ndarray of shape (n_sets,)
        Number of ordered pairs.
    weights : sparse array of shape (n_sets, n_entries)
        How many partners the rows of a class have, added up over these rows.
    """

    entries: Entries
    overlap: NDArray[np.intp]
    sets: Bits
    counts: NDArray[np.int64]
    weights: Any

    def members(self, n_biclusters: int) -> Any:
        """Return the sets as 0 and 1, with columns of its own for each overlap."""
        which, bicluster = ones_of(self.sets)
        shape = len(self.sets), len(self.entries.sizes) * n_biclusters
        columns = self.overlap[which] * n_biclusters + bicluster
        starts = np.searchsorted(which, np.arange(shape[0] + 1))
        ones = np.ones(len(which), dtype=np.int64)
        return sparse.csr_array((ones, columns, starts), shape=shape)

    def take(self, some: slice) -> "ModePairs":
        """Return some of the pairs."""
        return ModePairs(
            self.entries,
            self.overlap[some],
            self.sets[some],
            self.counts[some],
            self.weights[some],
        )


def pairs_of(
    entries: Entries, classes: Classes, left_out: Bits | None
) -> Iterator[ModePairs]:
    """Yield the pairs of classes of each overlap, in parts of bounded size.

    `left_out` has the biclusters that are removed from the sets in each overlap; pairs
    with no other bicluster are then left out.
    """
    ends = np.repeat(entries.starts[1:], entries.sizes)
    n_partners = ends - np.arange(len(ends))
    for some in runs(n_partners * classes.sets.shape[1], _WORDS_AT_ONCE):
        lengths = n_partners[some]
        starts = np.arange(some.start, some.start + len(lengths))
        one, other = np.repeat(starts, lengths), ranges(starts, lengths)
        sets = classes.sets[entries.classes[one]] & classes.sets[entries.classes[other]]
        if left_out is not None:
            sets &= ~left_out[entries.overlap[one]]
            kept = np.flatnonzero(sets.any(axis=1))
            one, other, sets = one[kept], other[kept], sets[kept]
        if len(one):
            yield _merged(entries, classes.counts, one, other, sets)


def _merged(
    entries: Entries,
    counts: NDArray[np.int64],
    one: NDArray[np.intp],
    other: NDArray[np.intp],
    sets: Bits,
) -> ModePairs:
    """Merge the pairs of an overlap with equal sets."""
    overlap = entries.overlap[one]
    order = np.lexsort((_hashed(sets), overlap))
    one, other, overlap, sets = one[order], other[order], overlap[order], sets[order]
    differ = (overlap[1:] != overlap[:-1]) | (sets[1:] != sets[:-1]).any(axis=1)
    starts = np.concatenate([[0], np.flatnonzero(differ) + 1])
    n_together = counts[entries.classes[one]] * counts[entries.classes[other]]
    n_swapped = np.where(one != other, n_together, 0)
    weights = sparse.csr_array(
        (
            np.stack([n_together, n_swapped], axis=1).ravel().astype(float),
            np.stack([one, other], axis=1).ravel(),
            2 * np.append(starts, len(one)),
        ),
        shape=(len(starts), len(entries.classes)),
    )
    if len(starts) < len(one):
        weights.sum_duplicates()
    n_pairs = np.add.reduceat(n_together + n_swapped, starts)
    return ModePairs(entries, overlap[starts], sets[starts], n_pairs, weights)


def _hashed(sets: Bits) -> Bits:
    """Hash sets; where different ones collide, equal ones may be left unmerged."""
    keys = sets[:, 0]
    for word in sets.T[1:]:
        keys = (keys ^ (keys >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15) ^ word
    return keys
