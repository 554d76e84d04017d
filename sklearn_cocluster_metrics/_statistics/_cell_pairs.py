"""Pairs of cells that share a bicluster on both sides, without listing the pairs.

Two cells (r, c) and (s, d) are both in the biclusters that contain the rows r, s and
the columns c, d. Inside the overlap of two biclusters, the rows and the columns are
therefore paired separately, and pairs in the same biclusters are merged.

Most pairs of cells often share only the two biclusters of the overlap. They are counted
from totals, and only those that share a further one are enumerated.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._bits import Bits
from ._cells import Cells
from ._grid import Grid, scaled
from ._mode_pairs import Entries, ModePairs, pairs_of
from ._overlaps import Overlaps
from ._pair_blocks import AlikePairs, PairBlock
from ._runs import runs
from ._windows import Mode, squared_shares

_SETS_AT_ONCE = 2**20
_PAIRS_AT_ONCE = 2**19
_PRODUCTS_AT_ONCE = 2**19
_FEW_PRODUCTS = 2**15  # are enumerated, all of them
_OFTEN = 1 / 8  # of pairs of cells that share more; from here on, all are enumerated
_EXACT_SINGLE = 2**24

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
    share : ndarray of shape (n_overlaps,)
        Upper bound of the fraction of pairs of cells that share a further bicluster.
    """

    overlaps: NDArray[np.intp]
    rows: Entries
    columns: Entries
    share: NDArray[np.float64]

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
            self.share[positions],
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

    def parts(self, barred: Barred | None = None) -> Iterator[AlikePairs | PairBlock]:
        """Yield the pairs of all overlaps; sums over the parts are to be added."""
        for batch in self._batches():
            alone = batch.share == 0
            few = batch.share < _OFTEN
            if batch.n_products[~alone].sum() < _FEW_PRODUCTS:
                few = alone
            if few.any():
                alike = batch.take(few)
                counts = self.overlaps.meeting[2][alike.overlaps]
                yield AlikePairs(
                    alike.overlaps, counts, alike.rows, alike.columns, self.cells
                )
                some = alike.take(alike.share > 0)
                yield from self._blocks(some, 1, barred)
            yield from self._blocks(batch.take(~few), 0, barred)

    @cached_property
    def _modes(self) -> tuple[Mode, Mode]:
        """The rows and the columns."""
        grid = self.grid
        return Mode(grid.rows, grid.row_counts), Mode(grid.columns, grid.column_counts)

    @property
    def _base(self) -> int:
        """A number above those of biclusters of one side that contain two cells."""
        return 1 + max(self.grid.most)

    @property
    def _n_biclusters(self) -> int:
        """Number of biclusters of both sides."""
        return int(self.grid.rows.shape[1])

    def _batches(self) -> Iterator[_Batch]:
        """Yield some overlaps at a time."""
        true, pred, counts = self.overlaps.meeting
        widest = max(self._n_biclusters, *(len(mode.counts) for mode in self._modes))
        step = max(1, _SETS_AT_ONCE // widest)
        for start in range(0, len(true), step):
            overlaps = np.arange(start, min(start + step, len(true)))
            own = true[overlaps], self.grid.n_true + pred[overlaps]
            (rows, shared_rows), (columns, shared_columns) = (
                mode.inside(*own) for mode in self._modes
            )
            counts_float = counts[overlaps].astype(float)
            share = squared_shares(shared_rows, shared_columns, counts_float)
            yield _Batch(overlaps, rows, columns, share)

    def _blocks(
        self, batch: _Batch, n_own: int, barred: Barred | None
    ) -> Iterator[PairBlock]:
        """Yield the pairs of a few overlaps at a time, or some of those of one."""
        n_words = self._modes[0].classes.sets.shape[1]
        n_pairs = (batch.rows.n_pairs + batch.columns.n_pairs) * n_words
        costs = np.maximum(n_pairs, batch.share * batch.n_products)
        for run in runs(costs, _PAIRS_AT_ONCE):
            some = batch.take(run)
            own = self._own(some.overlaps) if n_own else None
            weights = self._weights(some.overlaps, barred)
            for rows in pairs_of(some.rows, self._modes[0].classes, own):
                for columns in pairs_of(some.columns, self._modes[1].classes, own):
                    yield from self._products(some, rows, columns, weights, n_own)

    def _own(self, overlaps: NDArray[np.intp]) -> Bits:
        """Return the sets of the two biclusters of each overlap."""
        n_words = self._modes[0].classes.sets.shape[1]
        own = np.zeros((len(overlaps), n_words), dtype=np.uint64)
        each = np.arange(len(overlaps))
        true, pred, _ = self.overlaps.meeting
        for biclusters in (true[overlaps], self.grid.n_true + pred[overlaps]):
            bits = np.left_shift(np.uint64(1), (biclusters % 64).astype(np.uint64))
            own[each, biclusters // 64] |= bits
        return own

    def _weights(
        self, overlaps: NDArray[np.intp], barred: Barred | None
    ) -> NDArray[np.int64]:
        """Return what each bicluster adds to the code of a pair, by overlaps."""
        weights = np.ones((len(overlaps), self._n_biclusters), dtype=np.int64)
        weights[:, self.grid.n_true :] = self._base
        if barred is not None:
            weights[:, : self.grid.n_true] += self._base**2 * barred(overlaps)
        return weights

    def _products(
        self,
        batch: _Batch,
        rows: ModePairs,
        columns: ModePairs,
        weights: NDArray[np.int64],
        n_own: int,
    ) -> Iterator[PairBlock]:
        """Combine pairs of rows with pairs of columns, some rows at a time."""
        left, right = (side.members(self._n_biclusters) for side in (rows, columns))
        right = scaled(right, weights.ravel()).T.tocsr()
        is_dense = not n_own and len(batch.overlaps) == 1
        if is_dense:
            used = np.flatnonzero(np.diff(right.indptr))
            right = right[used].toarray()
            exact_single = int(right.sum(axis=0).max(initial=0)) < _EXACT_SINGLE
            right = right.astype(np.float32 if exact_single else float)
            left = left[:, used].toarray().astype(right.dtype)
            costs = np.full(len(left), right.shape[1])
        else:
            costs = left @ np.diff(right.indptr)
        for run in runs(costs, _PRODUCTS_AT_ONCE):
            codes = left[run] @ right
            if is_dense:
                codes = codes.astype(np.int64)
            yield PairBlock(
                batch.overlaps,
                rows.take(run),
                columns,
                codes,
                self._base,
                n_own,
                self.cells,
            )
