"""Pairs of cells that share a bicluster on both sides, without listing the pairs.

Two cells (r, c) and (s, d) are both in the biclusters that contain the rows r, s and
the columns c, d. Inside the overlap of two biclusters, the rows and the columns are
therefore paired separately; pairs in the same biclusters are merged; and every merged
pair of rows is combined with every merged pair of columns.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures import warn_caller, with_progress
from ._bits import Bits, n_bits, packed, packed_array
from ._grid import Grid
from ._runs import ranges, runs

_AT_ONCE = 2**17  # arrays of so many words stay in the cache
_ENTRIES_AT_ONCE = 2**20
_EXACT_FLOATS = 2**53
_MANY = 2 * 10**10  # combinations
_PER_SECOND = 5 * 10**7  # on one core of a laptop

Barred = Callable[[NDArray[np.intp]], NDArray[np.bool_]]
"""For some overlaps, the true biclusters that no pair of cells to be counted shares."""


@dataclass(frozen=True, eq=False)
class PairSets:
    """Pairs of rows, or of columns, inside some overlaps, by what contains both.

    Parameters
    ----------
    inside : sparse array of shape (n_overlaps, n_classes)
        The row classes, or column classes, inside each overlap: the entries.
    overlap : ndarray of shape (n_sets,)
        The overlap of each set of pairs, sorted.
    sets : ndarray of shape (n_words, n_sets)
        The biclusters that contain both rows.
    partners : sparse array of shape (n_sets, n_entries)
        How many partners the rows of a class have, added up over these rows.
    counts, n_same : ndarray of shape (n_sets,)
        Number of ordered pairs, and how many of them are a row with itself.
    """

    inside: Any
    overlap: NDArray[np.intp]
    sets: Bits
    partners: Any
    counts: NDArray[np.int64]
    n_same: NDArray[np.int64]


def pair_sets(
    inside: Any, counts: NDArray[np.int64], words: Bits
) -> Iterator[PairSets]:
    """Yield the pairs of classes of each overlap, merged, in parts of bounded size."""
    classes, starts = inside.indices, inside.indptr
    overlap = np.repeat(np.arange(inside.shape[0]), np.diff(starts))
    n_partners = starts[overlap + 1] - np.arange(len(classes))
    odd = np.random.default_rng(0).integers(2**63, size=words.shape[1], dtype=np.uint64)
    for run in runs(n_partners * words.shape[1], _AT_ONCE):
        first = np.arange(len(classes))[run]
        one, other = np.repeat(first, n_partners[run]), ranges(first, n_partners[run])
        sets = words[classes[one]] & words[classes[other]]
        # Sets of equal hashes may differ: equal ones next to them are then not merged.
        order = np.lexsort((sets @ (2 * odd + 1), overlap[one]))
        one, other, sets = one[order], other[order], sets[order]
        own = overlap[one]
        differ = (own[1:] != own[:-1]) | (sets[1:] != sets[:-1]).any(axis=1)
        begins = np.concatenate([[0], np.flatnonzero(differ) + 1])
        both = counts[classes[one]] * counts[classes[other]]
        swapped = np.where(one != other, both, 0)
        same = np.where(one == other, counts[classes[one]], 0)
        n_pairs, n_same = (np.add.reduceat(n, begins) for n in (both + swapped, same))
        partners = sparse.csr_array(
            (
                np.stack([both, swapped], axis=1).ravel().astype(float),
                np.stack([one, other], axis=1).ravel(),
                2 * np.append(begins, len(one)),
            ),
            shape=(len(begins), len(classes)),
        )
        if len(begins) < len(one):
            partners.sum_duplicates()
        bits = np.ascontiguousarray(sets[begins].T)
        yield PairSets(inside, own[begins], bits, partners, n_pairs, n_same)


@dataclass(frozen=True, eq=False)
class PairBlock:
    """Some sets of pairs of rows, each with all sets of columns of its overlap.

    Parameters
    ----------
    rows, columns : PairSets
        The sets.
    run : slice
        The sets of pairs of rows.
    starts : ndarray
        Where the combinations of each of them start, and where the last ones end.
    second : ndarray of shape (n_combinations,)
        Position of the set of pairs of columns.
    in_true, in_pred, in_barred : ndarray of shape (n_combinations,)
        Number of true, of predicted and of barred biclusters that contain both cells;
        the last is missing if none are barred.
    """

    rows: PairSets
    columns: PairSets
    run: slice
    starts: NDArray[np.intp]
    second: NDArray[np.intp]
    in_true: NDArray[np.integer]
    in_pred: NDArray[np.integer]
    in_barred: NDArray[np.integer] | None = None

    def values(self, function: Callable[[Any, Any], Any]) -> NDArray[Any]:
        """Evaluate a function of the numbers of true and of predicted biclusters."""
        true = np.arange(1, int(self.in_true.max(initial=1)) + 1)[:, None]
        pred = np.arange(1, int(self.in_pred.max(initial=1)) + 1)
        values = function(true, pred)[self.in_true - 1, self.in_pred - 1]
        if self.in_barred is not None:
            values = values * (self.in_barred == 0)
        return np.asarray(values)

    def tally(
        self,
        values: NDArray[np.integer],
        rows: NDArray[np.int64],
        columns: NDArray[np.int64],
    ) -> Counter[int]:
        """Count pairs by an integer, exactly, from the counts of both sets."""
        bound = len(values) * int(rows.max()) * int(columns.max())
        dtype = float if bound < _EXACT_FLOATS else object
        n_pairs = np.repeat(rows[self.run].astype(dtype), np.diff(self.starts))
        n_pairs = n_pairs * columns[self.second]
        totals = np.zeros(int(values.max(initial=0)) + 1, dtype=dtype)
        if dtype is object:
            np.add.at(totals, values, n_pairs)
        else:
            totals = np.bincount(values, n_pairs)
        return Counter({v: int(n) for v, n in enumerate(totals.tolist()) if n})

    def first_cells(
        self, values: NDArray[Any]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
        """Sum values over the pairs, by the overlap and the first cell of the pair."""
        shape = len(self.starts) - 1, len(self.columns.counts)
        table = sparse.csr_array((values, self.second, self.starts), shape=shape)
        sums = self.rows.partners[self.run].T.tocsr() @ (table @ self.columns.partners)
        sums = sums.tocoo()
        row, column = self.rows.inside.indices[sums.row], self.columns.inside.indices
        overlap = np.searchsorted(self.rows.inside.indptr, sums.row, side="right") - 1
        return overlap, row, column[sums.col], sums.data


@dataclass(frozen=True, eq=False)
class CellPairs:
    """Pairs of cells inside the overlaps of some pairs of biclusters."""

    grid: Grid
    true: NDArray[np.intp]
    pred: NDArray[np.intp]

    def blocks(self, barred: Barred | None = None) -> Iterator[tuple[int, PairBlock]]:
        """Yield blocks, each with the number of overlaps before its first one."""
        grid = self.grid
        modes = [
            (members.T.tocsr(), counts, packed(members))
            for members, counts in (
                (grid.rows, grid.row_counts),
                (grid.columns, grid.column_counts),
            )
        ]
        self._warn_if_long(modes)
        is_true = np.arange(grid.rows.shape[1])[None] < grid.n_true
        sides = [packed_array(is_true), packed_array(~is_true)]
        n_entries = sum(
            np.minimum(*np.diff(members.indptr)[[self.true, self.pred]])
            for members, _, _ in modes
        )
        for run in with_progress(
            runs(n_entries, _ENTRIES_AT_ONCE),
            lambda run: run.stop - run.start,
            len(self.true),
            "overlaps of two biclusters",
        ):
            masks = list(sides)
            if barred is not None:
                banned = np.zeros((run.stop - run.start, is_true.shape[1]), dtype=bool)
                banned[:, : grid.n_true] = barred(np.arange(run.start, run.stop))
                masks.append(packed_array(banned))
            of_rows, of_columns = (
                (members[self.true[run]].multiply(members[self.pred[run]]).tocsr(), *of)
                for members, *of in modes
            )
            for rows in pair_sets(*of_rows):
                for columns in pair_sets(*of_columns):
                    for block in _combined(rows, columns, masks):
                        yield run.start, block

    def _warn_if_long(self, modes: Any) -> None:
        """Warn if more than minutes of work are ahead."""
        largest = [
            float(np.diff(members.indptr).max(initial=0)) for members, *_ in modes
        ]
        if len(self.true) * (largest[0] * largest[1]) ** 2 <= _MANY:
            return
        expected = np.ones(len(self.true))
        for members, *_ in modes:
            shared = (members @ members.T).toarray()[self.true, self.pred].astype(float)
            expected *= shared * (shared + 1) / 2
        if expected.sum() > _MANY:
            minutes = expected.sum() / _PER_SECOND / 60
            warn_caller(
                "these biclusters overlap in many different ways: up to "
                f"{expected.sum():.1e} products of pairs of rows and pairs of columns "
                "have to be computed, which may take about "
                f"{minutes:,.0f} minutes; it can be interrupted. Fewer biclusters, or "
                "a sample of the rows and columns, take less."
            )


def _combined(
    rows: PairSets, columns: PairSets, sides: list[Bits]
) -> Iterator[PairBlock]:
    """Combine the pairs of rows and the pairs of columns of every overlap."""
    starts = np.searchsorted(columns.overlap, np.arange(rows.inside.shape[0] + 1))
    n_partners = np.diff(starts)[rows.overlap]
    for run in runs(n_partners, _AT_ONCE):
        lengths = n_partners[run]
        second = ranges(starts[rows.overlap[run]], lengths)
        numbers = [np.zeros(len(second), dtype=np.int16) for _ in sides]
        for word, (one, other) in enumerate(zip(rows.sets, columns.sets, strict=True)):
            shared = np.repeat(one[run], lengths) & other[second]
            for number, side in zip(numbers, sides, strict=True):
                mask = side[:, word]
                if mask.any():
                    if len(mask) > 1:
                        mask = np.repeat(mask[rows.overlap[run]], lengths)
                    number += n_bits(shared & mask)
        ends = np.concatenate([[0], np.cumsum(lengths)])
        yield PairBlock(rows, columns, run, ends, second, *numbers)
