"""Pairs of cells that share a bicluster on both sides, without listing the pairs.

Two cells (r, c) and (s, d) are both in the biclusters that contain the rows r, s and
the columns c, d. Inside the overlap of two biclusters, the rows and the columns are
therefore paired separately; pairs in the same biclusters are merged; and every merged
pair of rows is combined with every merged pair of columns.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._progress import warn_if_long, with_progress
from ._biclusters import Biclusters
from ._bits import (
    Bits,
    batches,
    concatenated_ranges,
    n_bits,
    packed,
    packed_rows,
)
from ._contingency import widened
from ._covered_cells import CoveredCells
from ._merged_matrix import FEWER_HINT, MatrixSide, MergedMatrix, exact_tally
from ._overlaps import Overlaps
from ._pairs import n_pairs_of_strata

_AT_ONCE = 2**17  # arrays of so many words stay in the cache
_PER_SECOND = 5 * 10**7  # combinations, on one core of a laptop

Terms = Callable[[Any, Any], Any]
"""A function of the numbers of true and of predicted biclusters with both cells."""


@dataclass(frozen=True, eq=False)
class ClassesInOverlaps:
    """Row classes, or column classes, inside each of some overlaps."""

    # (n_overlaps + 1,): Where the classes of each overlap start, and where the
    # last ones end
    starts: NDArray[np.intp]
    # (n_entries,): The classes, and their numbers of rows
    classes: NDArray[np.intp]
    counts: NDArray[np.int64]
    # (n_entries, n_words): The biclusters that contain them
    sets: Bits

    @classmethod
    def of(
        cls, side: MatrixSide, some: NDArray[np.intp], others: NDArray[np.intp]
    ) -> "ClassesInOverlaps":
        """List the classes in both biclusters of each pair."""
        shared = side.shared(some, others)
        classes = shared.indices
        sets = packed_rows(side.members, classes)
        return cls(shared.indptr, classes, side.counts[classes], sets)

    @cached_property
    def overlap(self) -> NDArray[np.intp]:
        """The overlap of each entry."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def pairs(self) -> "Iterator[PairSets]":
        """Yield the pairs of classes of each overlap, in parts of bounded size."""
        entries = np.arange(len(self.classes))
        n_partners = self.starts[self.overlap + 1] - entries
        for batch in batches(n_partners * self.sets.shape[1], _AT_ONCE):
            one = np.repeat(entries[batch], n_partners[batch])
            other = concatenated_ranges(entries[batch], n_partners[batch])
            yield self._merged(one, other)

    def _merged(self, one: NDArray[np.intp], other: NDArray[np.intp]) -> "PairSets":
        """Merge the pairs of an overlap that are in the same biclusters."""
        sets = self.sets[one] & self.sets[other]
        n_words = sets.shape[1]
        odd = 2 * np.random.default_rng(0).integers(2**63, size=n_words) + 1
        # Different sets may have one hash; equal sets around them are then not merged.
        order = np.lexsort((sets @ odd.astype(np.uint64), self.overlap[one]))
        one, other, sets = one[order], other[order], sets[order]
        overlap = self.overlap[one]
        differ = (overlap[1:] != overlap[:-1]) | (sets[1:] != sets[:-1]).any(axis=1)
        begins = np.concatenate([[0], np.flatnonzero(differ) + 1])
        both = self.counts[one] * self.counts[other]
        swapped = np.where(one != other, both, 0)
        partners = (
            np.stack([both, swapped], axis=1).ravel(),
            np.stack([one, other], axis=1).ravel(),
            2 * np.append(begins, len(one)),
        )
        return PairSets(
            self,
            overlap[begins],
            np.ascontiguousarray(sets[begins].T),
            np.add.reduceat(both + swapped, begins),
            np.add.reduceat(np.where(one == other, self.counts[one], 0), begins),
            partners,
        )


@dataclass(frozen=True, eq=False)
class PairSets:
    """Pairs of rows, or of columns, inside some overlaps, by what contains both."""

    # The paired classes
    entries: ClassesInOverlaps
    # (n_sets,): The overlap of each set of pairs, sorted
    overlap: NDArray[np.intp]
    # (n_words, n_sets): The biclusters that contain both rows
    sets: Bits
    # (n_sets,): Number of ordered pairs, and how many of them are a row with
    # itself
    counts: NDArray[np.int64]
    n_same: NDArray[np.int64]
    # The entries of `partners`, a class once for each pair
    of_partners: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]

    @cached_property
    def partners(self) -> Any:
        """How many partners the rows of a class have, added up over these rows.

        A sparse array of shape (n_sets, n_entries).
        """
        counts, entries, starts = self.of_partners
        shape = len(self.counts), len(self.entries.classes)
        values = counts.astype(float), entries, starts
        partners = sparse.csr_array(values, shape=shape)
        if 2 * len(self.counts) < len(entries):
            partners.sum_duplicates()
        return partners


@dataclass(frozen=True, eq=False)
class PairBlock:
    """Some sets of pairs of rows, each with all sets of columns of its overlap."""

    # The sets
    rows: PairSets
    columns: PairSets
    # (n_combinations,): Position of the set of pairs of rows, and of columns
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    # (n_combinations,): Number of true, of predicted and of barred biclusters
    # that contain both cells. Pairs in barred ones do not count in this overlap
    in_true: NDArray[np.integer]
    in_pred: NDArray[np.integer]
    in_barred: NDArray[np.integer] | None = None

    def values(self, terms: Terms) -> NDArray[Any]:
        """Evaluate a function of the numbers of biclusters; it is 0 where barred."""
        true = np.arange(1, int(self.in_true.max(initial=1)) + 1)[:, None]
        pred = np.arange(1, int(self.in_pred.max(initial=1)) + 1)
        values = terms(true, pred)[self.in_true - 1, self.in_pred - 1]
        if self.in_barred is not None:
            values = values * (self.in_barred == 0)
        return np.asarray(values)

    def tally(
        self,
        values: NDArray[np.integer],
        of_rows: NDArray[np.int64],
        of_columns: NDArray[np.int64],
    ) -> Counter[int]:
        """Count pairs by an integer, from the counts of both sets."""
        bound = len(values) * int(of_rows.max()) * int(of_columns.max())
        n_pairs = widened(of_rows, bound)[self.first] * of_columns[self.second]
        return exact_tally(values, n_pairs, bound)

    def sums_of_cells(self, values: NDArray[Any]) -> Any:
        """Sum values over the second cells of the pairs.

        The first cells are a row class and a column class of an overlap: an entry of
        `rows` and one of `columns` each.
        """
        shape = len(self.rows.counts), len(self.columns.counts)
        table = sparse.csr_array((values, (self.first, self.second)), shape=shape)
        return (self.rows.partners.T.tocsr() @ (table @ self.columns.partners)).tocoo()


@dataclass(frozen=True, eq=False)
class CellPairs:
    """Pairs of cells inside the overlaps of some pairs of biclusters."""

    # The matrix
    matrix: MergedMatrix
    # (n_overlaps,): Biclusters that share cells, by their positions in `matrix`
    true: NDArray[np.intp]
    pred: NDArray[np.intp]

    def tally(self, terms: Terms) -> Counter[int]:
        """Count the ordered pairs by an integer; they count in every overlap."""
        tally: Counter[int] = Counter()
        for _, block in self.blocks():
            values = block.values(terms)
            tally.update(block.tally(values, block.rows.counts, block.columns.counts))
        return tally

    def precision_and_recall(
        self,
        terms: Terms,
        cells: CoveredCells,
        similarity: NDArray[np.float64] | None = None,
    ) -> tuple[float, float]:
        """Sum two terms over the pairs of a cell x and its neighbors.

        Parameters
        ----------
        terms : callable
            Returns the term of precision + 1j * the term of recall. They are divided by
            the number of cells that share a predicted, or a true, bicluster with x.
        cells : CoveredCells
            Has these numbers.
        similarity : ndarray of shape (n_overlaps,), default=None
            A factor. If given, a pair counts once for each predicted bicluster: in the
            overlap with the most similar true one, the first of several.
        """
        total = np.zeros(2)
        for start, block in self.blocks(similarity):
            sums = block.sums_of_cells(block.values(terms))
            rows, columns = block.rows.entries, block.columns.entries
            if similarity is not None:
                sums.data *= similarity[start + rows.overlap[sums.row]]
            found = cells.find(rows.classes[sums.row], columns.classes[sums.col])
            total += (
                sums.data.real @ cells.pred.inverse_union_size[found],
                sums.data.imag @ cells.true.inverse_union_size[found],
            )
        return float(total[0]), float(total[1])

    def blocks(
        self, similarity: NDArray[np.float64] | None = None
    ) -> Iterator[tuple[int, PairBlock]]:
        """Yield blocks, each with the number of overlaps before its first one."""
        of_rows, of_columns = (n * (n + 1) // 2 for n in self._n_classes())
        warn_if_long(
            float(of_rows.astype(float) @ of_columns) / _PER_SECOND,
            "Counting the pairs of cells of biclusters that overlap in many ways",
            FEWER_HINT,
        )
        n_biclusters = self.matrix.n_biclusters
        is_true = np.arange(n_biclusters)[None] < self.matrix.n_true
        sides = [packed(sparse.csr_array(side)) for side in (is_true, ~is_true)]
        for batch in with_progress(
            batches(np.maximum(of_rows + of_columns, n_biclusters // 64), _AT_ONCE),
            len(self.true),
            "overlaps of two biclusters",
            size=lambda batch: batch.stop - batch.start,
            cure=FEWER_HINT,
        ):
            rows, columns = (
                ClassesInOverlaps.of(side, self.true[batch], self.pred[batch])
                for side in self.matrix.sides
            )
            barred = [] if similarity is None else [self._barred(batch, similarity)]
            for row_pairs in rows.pairs():
                for column_pairs in columns.pairs():
                    for block in _combined(row_pairs, column_pairs, sides + barred):
                        yield batch.start, block

    def _n_classes(self) -> list[NDArray[np.int64]]:
        """Count the row classes, and the column classes, in each overlap.

        Where few are possible, the bounds are returned: all overlaps are one batch.
        """
        bounds = []
        for side in self.matrix.sides:
            sizes = np.diff(side.of_biclusters.indptr).astype(np.int64)
            bounds.append(np.minimum(sizes[self.true], sizes[self.pred]))
        if sum(int(most @ most) for most in bounds) < _AT_ONCE // 2:
            return bounds
        numbers = []
        for side, most in zip(self.matrix.sides, bounds, strict=True):
            parts = [
                np.diff(side.shared(self.true[batch], self.pred[batch]).indptr)
                for batch in batches(most, _AT_ONCE)
            ]
            numbers.append(np.concatenate([np.empty(0, dtype=np.int64), *parts]))
        return numbers

    def _barred(self, batch: slice, similarity: NDArray[np.float64]) -> Bits:
        """Return the true biclusters that are more similar; of equal ones, earlier."""
        shape = (self.matrix.n_biclusters,) * 2
        table = sparse.csr_array((similarity, (self.pred, self.true)), shape=shape)
        others = table[self.pred[batch]]
        lengths = np.diff(others.indptr)
        own = np.repeat(similarity[batch], lengths)
        is_earlier = others.indices < np.repeat(self.true[batch], lengths)
        is_barred = (others.data > own) | ((others.data == own) & is_earlier)
        return packed(others, is_barred)


def _combined(
    rows: PairSets, columns: PairSets, sides: list[Bits]
) -> Iterator[PairBlock]:
    """Combine the pairs of rows and the pairs of columns of every overlap."""
    n_overlaps = len(rows.entries.starts) - 1
    starts = np.searchsorted(columns.overlap, np.arange(n_overlaps + 1))
    n_partners = np.diff(starts)[rows.overlap]
    positions = np.arange(len(n_partners))
    dtype = np.min_scalar_type(64 * len(rows.sets))
    for batch in batches(n_partners, _AT_ONCE):
        lengths = n_partners[batch]
        second = concatenated_ranges(starts[rows.overlap[batch]], lengths)
        numbers = [np.zeros(len(second), dtype=dtype) for _ in sides]
        for word, (one, other) in enumerate(zip(rows.sets, columns.sets, strict=True)):
            both = np.repeat(one[batch], lengths) & other[second]
            for number, side in zip(numbers, sides, strict=True):
                counted = side[:, word]
                if counted.any():
                    if len(counted) > 1:
                        counted = np.repeat(counted[rows.overlap[batch]], lengths)
                    number += n_bits(both & counted)
        first = np.repeat(positions[batch], lengths)
        yield PairBlock(rows, columns, first, second, *numbers)


def pair_multiplicities(biclusters: Biclusters) -> tuple[Counter[int], ...]:
    """Count the pairs of cells of each stratum by how many biclusters contain both.

    The strata are in the order of `n_pairs_of_strata`: pairs in one column, in one row,
    in neither. Pairs that no bicluster contains are left out.

    A pair occurs, in both orders, inside each bicluster that contains it. Biclusters
    that share no cell with others are counted by their extents.
    """
    tallies: tuple[Counter[int], ...] = (Counter(), Counter(), Counter())
    of, _, _ = Overlaps(biclusters, biclusters).sharing_pairs
    n_sharing = np.bincount(of, minlength=biclusters.n_biclusters)
    alone = biclusters.take(n_sharing == 1)  # each shares cells with itself
    distinct, which = alone.extents
    n_alike = np.bincount(which).tolist()
    for extent, n in zip(distinct.tolist(), n_alike, strict=True):
        for tally, n_pairs in zip(tallies, n_pairs_of_strata(extent), strict=True):
            tally[1] += 2 * n * n_pairs
    own = np.flatnonzero(n_sharing > 1)
    blocks: Iterator[tuple[int, PairBlock]] = iter(())
    if len(own):
        matrix = MergedMatrix.of(biclusters, biclusters.take(slice(0)))
        blocks = CellPairs(matrix, own, own).blocks()
    for _, block in blocks:
        same_row, same_column = block.rows.n_same, block.columns.n_same
        two_rows = block.rows.counts - same_row
        two_columns = block.columns.counts - same_column
        for tally, of_rows, of_columns in zip(
            tallies,
            (two_rows, same_row, two_rows),
            (same_column, two_columns, two_columns),
            strict=True,
        ):
            tally.update(block.tally(block.in_true, of_rows, of_columns))
    for tally in tallies:
        for multiplicity in tally:
            tally[multiplicity] //= 2 * multiplicity
    return tallies
