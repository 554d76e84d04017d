"""Pairs of cells that share a bicluster on both sides, without listing the pairs.

Two cells (r, c) and (s, d) are both in the biclusters that contain the rows r, s and
the columns c, d. Inside the overlap of two biclusters, the rows and the columns are
therefore paired separately. In a large overlap, pairs in the same biclusters are
merged; small ones are counted many at a time.

Most pairs of cells often share only the two biclusters of the overlap. They are counted
from totals, and only those that share a further one are enumerated.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._structures import with_progress
from ._bits import Bits, n_words_of, packed_array
from ._cells import Cells
from ._grid import Grid
from ._mode import Mode, squared_shares
from ._mode_pairs import Entries, ModePairs, pairs_of
from ._overlaps import Overlaps
from ._pair_blocks import AlikePairs, PairBlock
from ._pair_codes import PairCodes, Weights, codes_of_hits, codes_of_many, codes_of_one
from ._pair_work import warn_if_long
from ._runs import runs
from ._similar_overlaps import (
    SimilarOverlaps,
    StackedMode,
    codes_of_stacked,
    similar_overlaps,
)

_SETS_AT_ONCE = 2**20
_CLASSES_AT_ONCE = 2**21
_PAIRS_AT_ONCE = 2**18
# An overlap takes at least the space of one word, or of one product, for so many
# biclusters.
_BICLUSTERS_PER_WORD = 4
_BICLUSTERS_PER_PRODUCT = 8
_MANY_PRODUCTS = 2**12  # of pairs of rows and pairs of columns of one overlap
_MOST_PRODUCTS = 2**16  # from here on, an overlap is taken alone
_OFTEN = 1 / 8  # of pairs of cells that share more; from here on, all are enumerated
_MANY_WORDS = 16  # of sets of biclusters; from here on, most are empty

CodesOf: TypeAlias = Callable[[ModePairs, ModePairs, Weights], PairCodes]
Part: TypeAlias = AlikePairs | PairBlock | SimilarOverlaps
Barred: TypeAlias = Callable[[NDArray[np.intp]], NDArray[np.bool_]]
"""For each overlap, the true biclusters that no counted pair of cells may share."""


@dataclass(frozen=True, eq=False)
class _Batch:
    """Some overlaps, with the biclusters that share cells with them.

    Parameters
    ----------
    overlaps : ndarray of shape (n_overlaps,)
        Positions among all overlaps.
    rows, columns : Entries
        Row classes and column classes of the overlaps.
    """

    overlaps: NDArray[np.intp]
    rows: Entries
    columns: Entries

    @property
    def n_products(self) -> NDArray[np.float64]:
        """Number of pairs of rows, times that of pairs of columns."""
        return self.rows.n_pairs.astype(float) * self.columns.n_pairs

    def take(self, some: Any) -> "_Batch":
        """Return some of the overlaps."""
        positions = np.arange(len(self.overlaps))[some]
        return _Batch(
            self.overlaps[positions],
            self.rows.take(positions),
            self.columns.take(positions),
        )


@dataclass(frozen=True, eq=False)
class CellPairs:
    """Pairs of cells that share a bicluster on both sides.

    The many other pairs contribute 0. The cost is the sum, over the overlapping pairs
    of biclusters, of the product of the numbers of different sets of biclusters that
    pairs of rows, and pairs of columns, of the overlap have in common; or, where less,
    the number of times that such a product has a further bicluster.

    Parameters
    ----------
    grid : Grid
        The matrix with equal rows and equal columns merged.
    overlaps : Overlaps
        What the biclusters share.
    cells : Callable
        Returns the covered cells; it is not called before a pair is weighed.
    """

    grid: Grid
    overlaps: Overlaps
    cells: Callable[[], Cells]

    def parts(self, barred: Barred | None = None) -> Iterator[Part]:
        """Yield the pairs of all overlaps; sums over the parts are to be added."""
        counts = self.overlaps.meeting[2]
        warn_if_long(sum(n**2 for n in counts.tolist()), self._n_products)
        is_done = np.zeros(len(counts), dtype=bool)

        def n_new(part: Part) -> int:
            is_new = ~is_done[part.overlaps]
            is_done[part.overlaps] = True
            return int(is_new.sum())

        what = "overlaps of two biclusters"
        return with_progress(self._parts(barred), n_new, len(counts), what)

    def _parts(self, barred: Barred | None) -> Iterator[Part]:
        """Yield the pairs of all overlaps."""
        for batch in self._batches():
            is_large = batch.n_products >= _MANY_PRODUCTS
            yield from self._small(batch.take(~is_large), barred)
            large = batch.take(is_large)
            if len(large.overlaps):
                yield from self._large(large, barred)

    def _n_products(self) -> float:
        """Upper bound of the number of pairs of rows and pairs of columns combined."""
        n_sets = 2.0 ** min(self._n_biclusters, 1000)  # different ones, at most
        total = 0.0
        for batch in self._batches():
            n_products = np.minimum(
                batch.rows.n_pairs.astype(float), n_sets
            ) * np.minimum(batch.columns.n_pairs.astype(float), n_sets)
            shares = self._shares(batch)
            total += float((n_products * np.where(shares < _OFTEN, shares, 1)).sum())
        return total

    def _shares(self, batch: _Batch) -> NDArray[np.float64]:
        """Upper bounds of the fractions of pairs that share a further bicluster."""
        counts = self.overlaps.meeting[2][batch.overlaps].astype(float)
        rows, columns = self._modes
        shares = np.empty(len(counts))
        for run in runs(np.full(len(counts), self._n_biclusters), _SETS_AT_ONCE):
            some = batch.take(run)
            shared = rows.shared(some.rows), columns.shared(some.columns)
            shares[run] = squared_shares(*shared, counts[run])
        return shares

    def _small(self, batch: _Batch, barred: Barred | None) -> Iterator[Part]:
        """Yield all pairs of overlaps with few pairs."""
        if self._has_many_words:
            yield from self._all(batch, codes_of_hits, barred)
            return
        least = self._n_biclusters // _BICLUSTERS_PER_PRODUCT
        for some in similar_overlaps(batch.rows, batch.columns, least):
            yield self._stacked(batch, some, barred)

    def _all(
        self, batch: _Batch, codes_of: CodesOf, barred: Barred | None
    ) -> Iterator[PairBlock]:
        """Yield all pairs of overlaps."""
        for run in runs(self._n_words(batch), _PAIRS_AT_ONCE):
            yield from self._blocks(batch.take(run), codes_of, 0, barred)

    def _stacked(
        self, batch: _Batch, some: NDArray[np.intp], barred: Barred | None
    ) -> SimilarOverlaps:
        """Return the pairs of similar overlaps."""
        overlaps = batch.overlaps[some]
        row_classes, column_classes = (mode.classes for mode in self._modes)
        rows = StackedMode.of(batch.rows, some, row_classes.counts)
        columns = StackedMode.of(batch.columns, some, column_classes.counts)
        weights = self._weights(overlaps, barred)
        sets = row_classes.sets, column_classes.sets
        codes, base = codes_of_stacked(rows, columns, sets, weights)
        return SimilarOverlaps(overlaps, rows, columns, codes, base, self.cells)

    def _weights(self, overlaps: NDArray[np.intp], barred: Barred | None) -> Weights:
        """Return what biclusters add to the codes of pairs in some overlaps."""
        of_overlaps = None if barred is None else barred(overlaps)
        base, n_pred = 1 + max(self.grid.most), self.overlaps.n_pred
        return Weights(base, self.grid.n_true, n_pred, of_overlaps)

    def _large(self, batch: _Batch, barred: Barred | None) -> Iterator[Part]:
        """Yield the pairs of overlaps with many, few of which may share more."""
        shares = self._shares(batch)
        often = shares >= _OFTEN
        is_largest = batch.n_products >= _MOST_PRODUCTS
        codes_of = codes_of_hits if self._has_many_words else codes_of_many
        yield from self._all(batch.take(often & ~is_largest), codes_of, barred)
        for each in np.flatnonzero(often & is_largest):
            yield from self._blocks(batch.take([each]), codes_of_one, 0, barred)
        few = np.flatnonzero((shares < _OFTEN) & (shares > 0))
        some = batch.take(few)
        costs = np.maximum(self._n_words(some), shares[few] * some.n_products)
        for run in runs(costs, _PAIRS_AT_ONCE):
            yield from self._blocks(some.take(run), codes_of_hits, 1, barred)
        alike = batch.take(shares < _OFTEN)
        if len(alike.overlaps):
            counts = self.overlaps.meeting[2][alike.overlaps]
            parts = alike.overlaps, counts, alike.rows, alike.columns
            yield AlikePairs(*parts, self.cells)

    @cached_property
    def _modes(self) -> tuple[Mode, Mode]:
        """The rows and the columns."""
        grid = self.grid
        return Mode(grid.rows, grid.row_counts), Mode(grid.columns, grid.column_counts)

    @property
    def _n_biclusters(self) -> int:
        """Number of biclusters of both sides."""
        return int(self.grid.rows.shape[1])

    @property
    def _has_many_words(self) -> bool:
        """Whether sets of biclusters have many words."""
        return n_words_of(self._n_biclusters) >= _MANY_WORDS

    def _batches(self) -> Iterator[_Batch]:
        """Yield some overlaps at a time."""
        true, pred, _ = self.overlaps.meeting
        pred = self.grid.n_true + pred
        rows, columns = self._modes
        sizes = rows.sizes + columns.sizes
        for run in runs(sizes[true] + sizes[pred], _CLASSES_AT_ONCE):
            own = true[run], pred[run]
            overlaps = np.arange(run.start, run.stop)
            yield _Batch(overlaps, rows.inside(*own), columns.inside(*own))

    def _n_words(self, batch: _Batch) -> NDArray[np.intp]:
        """Return how many words the pairs of rows and of columns of overlaps need."""
        n_words = n_words_of(self._n_biclusters)
        n_pairs = batch.rows.n_pairs + batch.columns.n_pairs
        least = self._n_biclusters // _BICLUSTERS_PER_WORD
        return np.asarray(np.maximum(n_pairs * n_words, least))

    def _blocks(
        self,
        batch: _Batch,
        codes_of: CodesOf,
        n_own: int,
        barred: Barred | None,
    ) -> Iterator[PairBlock]:
        """Combine the pairs of rows of a few overlaps with their pairs of columns."""
        overlaps = batch.overlaps
        own = self._own(overlaps) if n_own else None
        weights = self._weights(overlaps, barred)
        of_rows, of_columns = (mode.classes for mode in self._modes)
        for rows in pairs_of(batch.rows, of_rows, own):
            for columns in pairs_of(batch.columns, of_columns, own):
                for run, codes in codes_of(rows, columns, weights):
                    some = rows.take(run)
                    yield PairBlock(
                        overlaps, some, columns, codes, weights.base, n_own, self.cells
                    )

    def _own(self, overlaps: NDArray[np.intp]) -> Bits:
        """Return the sets of the two biclusters of each overlap."""
        own = np.zeros((len(overlaps), self._n_biclusters), dtype=bool)
        each = np.arange(len(overlaps))
        true, pred, _ = self.overlaps.meeting
        own[each, true[overlaps]] = True
        own[each, self.grid.n_true + pred[overlaps]] = True
        return packed_array(own)
