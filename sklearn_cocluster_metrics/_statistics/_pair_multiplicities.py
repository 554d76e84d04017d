"""How many biclusters contain both cells of a pair, counted over all pairs of cells.

The pairs are never listed. Two cells (r, c) and (s, d) are both in the biclusters that
contain the rows r, s and the columns c, d, so the rows and the columns are paired
separately, and equal sets of biclusters are counted once.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._biclusters import Biclusters
from ._overlaps import Overlaps
from ._strata import n_pairs_of_strata

_ENTRIES_AT_ONCE = 2**21


@dataclass(frozen=True)
class PairMultiplicities:
    """Pairs of cells by the number of biclusters that contain both.

    ``same_column[u]`` is the number of pairs in different rows and one column that are
    both in exactly u biclusters; pairs that no bicluster contains are left out.
    """

    same_column: Counter[int]
    same_row: Counter[int]
    neither: Counter[int]

    @property
    def strata(self) -> tuple[Counter[int], Counter[int], Counter[int]]:
        """The three, in the order of `n_pairs_of_strata`."""
        return self.same_column, self.same_row, self.neither


def pair_multiplicities(biclusters: Biclusters) -> PairMultiplicities:
    """Count the pairs of cells by how many biclusters contain both.

    The cost is the sum, over the biclusters that overlap others, of the product of the
    numbers of different sets that the pairs of their rows, and of their columns, have
    in common.
    """
    tallies = PairMultiplicities(Counter(), Counter(), Counter())
    of, others, _ = Overlaps(biclusters, biclusters).meeting
    n_meeting = np.bincount(of, minlength=biclusters.n_biclusters)
    for extent, n_alike in _extents(biclusters.take(n_meeting == 1)).items():
        for tally, n in zip(tallies.strata, n_pairs_of_strata(extent), strict=True):
            tally[1] += 2 * n * n_alike
    some = n_meeting[of] > 1
    for window in _windows(biclusters, of[some], others[some]):
        rows, columns = _sets(window.rows), _sets(window.columns)
        row_pairs, column_pairs = rows.pairs(), columns.pairs()
        _add(tallies.same_column, row_pairs, columns)
        _add(tallies.same_row, rows, column_pairs)
        _add(tallies.neither, row_pairs, column_pairs)
    # A pair comes in both orders, in the window of each bicluster that contains it.
    for tally in tallies.strata:
        for times in tally:
            tally[times] //= 2 * times
    return tallies


@dataclass(frozen=True, eq=False)
class _Window:
    """The rows and columns of one bicluster, with the biclusters that contain them.

    Parameters
    ----------
    rows, columns : ndarray of shape (n_meeting, n_own)
        Which biclusters contain each row, and each column, of this one. Only those that
        share a cell with it are listed, itself included.
    """

    rows: NDArray[np.bool_]
    columns: NDArray[np.bool_]


def _extents(biclusters: Biclusters) -> Counter[tuple[int, int]]:
    """Count the biclusters with equally many rows and columns."""
    n_rows, n_columns = biclusters.n_rows.tolist(), biclusters.n_columns.tolist()
    return Counter(zip(n_rows, n_columns, strict=True))


def _windows(
    biclusters: Biclusters, of: NDArray[np.intp], others: NDArray[np.intp]
) -> Iterator[_Window]:
    """Yield the window of each bicluster that meets others, given the pairs."""
    starts = np.flatnonzero(np.diff(of, prepend=-1))
    meetings = np.split(others, starts[1:]) if len(of) else []
    for own, meeting in zip(of[starts], meetings, strict=True):
        rows, columns = (
            side[meeting][:, side[[own]].indices].toarray().astype(bool)
            for side in (biclusters.rows, biclusters.columns)
        )
        yield _Window(rows, columns)


@dataclass(frozen=True, eq=False)
class _Sets:
    """Sets of biclusters, and how many rows, columns or pairs of them have each.

    Parameters
    ----------
    packed : ndarray of shape (n_sets, n_words), dtype uint64
        The sets, one bit per bicluster.
    counts : ndarray of shape (n_sets,), dtype int64
        How often each set occurs.
    """

    packed: NDArray[np.uint64]
    counts: NDArray[np.int64]

    @property
    def members(self) -> NDArray[np.float32]:
        """The sets as 0 and 1, one row per set."""
        return np.unpackbits(self.packed.view(np.uint8), axis=1).astype(np.float32)

    def pairs(self) -> "_Sets":
        """Intersect the sets of all ordered pairs of different rows or columns."""
        parts = list(self._intersections())
        if len(parts) == 1:
            return parts[0]
        return _grouped(
            np.concatenate([part.packed for part in parts]),
            np.concatenate([part.counts for part in parts]),
        )

    def _intersections(self) -> Iterator["_Sets"]:
        """Intersect a few sets at a time with all."""
        n_sets, n_words = self.packed.shape
        step = max(1, _ENTRIES_AT_ONCE // (n_sets * n_words))
        for start in range(0, n_sets, step):
            some = slice(start, start + step)
            packed = self.packed[some, None] & self.packed[None]
            counts = self.counts[some, None] * self.counts[None]
            own = np.arange(len(counts))
            counts[own, start + own] -= self.counts[some]  # none is paired with itself
            yield _grouped(packed.reshape(-1, n_words), counts.ravel())


def _sets(indicator: NDArray[np.bool_]) -> _Sets:
    """Group the columns of an indicator of shape (n_biclusters, n) that are equal."""
    n_biclusters, n = indicator.shape
    padded = np.zeros((n, -(-n_biclusters // 64) * 64), dtype=bool)
    padded[:, :n_biclusters] = indicator.T
    packed = np.packbits(padded, axis=1).view(np.uint64)
    return _grouped(packed, np.ones(n, dtype=np.int64))


def _grouped(packed: NDArray[np.uint64], counts: NDArray[np.int64]) -> _Sets:
    """Add up the counts of equal sets; leave out those that do not occur."""
    packed, counts = packed[counts > 0], counts[counts > 0]
    keys: NDArray[Any] = np.ascontiguousarray(packed)
    if keys.shape[1] > 1:
        keys = keys.view(np.dtype((np.void, 8 * keys.shape[1])))
    _, first, which = np.unique(keys[:, 0], return_index=True, return_inverse=True)
    # Sums of numbers of pairs of rows or of columns are exact in double precision.
    sums = np.bincount(which.reshape(-1), weights=counts, minlength=len(first))
    return _Sets(packed[first], sums.astype(np.int64))


def _add(tally: Counter[int], rows: _Sets, columns: _Sets) -> None:
    """Count all combinations by the number of biclusters in both sets."""
    if not len(rows.counts) or not len(columns.counts):
        return
    of_rows, of_columns = rows.members, columns.members.T
    weights = columns.counts.astype(float)
    step = max(1, _ENTRIES_AT_ONCE // len(weights))
    for start in range(0, len(of_rows), step):
        some = slice(start, start + step)
        shared = of_rows[some] @ of_columns
        own = rows.counts[some].tolist()
        for times in range(1, int(shared.max()) + 1):
            partners = ((shared == times) @ weights).astype(np.int64)
            tally[times] += sum(map(mul, own, partners.tolist()))
