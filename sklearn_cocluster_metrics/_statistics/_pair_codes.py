"""Numbers of biclusters that contain pairs of rows and pairs of columns.

A code is ``true + base * pred + base**2 * barred``, with the numbers of true, predicted
and barred biclusters that contain both cells. All functions yield the codes of some
pairs of rows at a time, and which these are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._bits import Bits, n_bits, packed_array
from ._grid import scaled
from ._mode_pairs import ModePairs
from ._runs import ranges, runs

_PRODUCTS_AT_ONCE = 2**17  # more do not fit into the cache
_EXACT_SINGLE = 2**24

PairCodes: TypeAlias = Iterator[tuple[slice, Any]]


@dataclass(frozen=True, eq=False)
class Weights:
    """What each bicluster adds to the code of a pair.

    Parameters
    ----------
    base : int
        A number above those of biclusters of one side that contain two cells.
    n_true, n_pred : int
        Numbers of biclusters.
    barred : ndarray of shape (n_overlaps, n_true) or None
        True biclusters that no counted pair of cells may share.
    """

    base: int
    n_true: int
    n_pred: int
    barred: NDArray[np.bool_] | None

    @property
    def n_biclusters(self) -> int:
        """Number of biclusters of both sides."""
        return self.n_true + self.n_pred

    def of_overlaps(self, n_overlaps: int) -> NDArray[np.int64]:
        """Return the weights, of shape (n_overlaps, n_biclusters)."""
        weights = np.ones((n_overlaps, self.n_biclusters), dtype=np.int64)
        weights[:, self.n_true :] = self.base
        if self.barred is not None:
            weights[:, : self.n_true] += self.base**2 * self.barred
        return weights

    def sets(self) -> Iterator[Bits]:
        """Yield the true, the predicted and the barred biclusters as bits.

        They weigh 1, ``base`` and ``base**2``. The first axis has one entry, or one per
        overlap.
        """
        is_true = np.arange(self.n_biclusters)[None] < self.n_true
        yield packed_array(is_true)
        yield packed_array(~is_true)
        if self.barred is not None:
            padded = np.zeros((len(self.barred), self.n_biclusters), dtype=bool)
            padded[:, : self.n_true] = self.barred
            yield packed_array(padded)


def codes_of_hits(rows: ModePairs, columns: ModePairs, weights: Weights) -> PairCodes:
    """Yield, as a sparse array, the codes of pairs that share a bicluster in `sets`."""
    left, right = (side.members(weights.n_biclusters) for side in (rows, columns))
    of_overlaps = weights.of_overlaps(len(columns.entries.sizes))
    right = scaled(right, of_overlaps.ravel()).T.tocsr()
    n_hits = left @ np.diff(right.indptr)
    for run in runs(n_hits, _PRODUCTS_AT_ONCE):
        yield run, left[run] @ right


def codes_of_one(rows: ModePairs, columns: ModePairs, weights: Weights) -> PairCodes:
    """Yield, as an array, the codes of all pairs of one overlap."""
    left, right = (side.members(weights.n_biclusters) for side in (rows, columns))
    right = scaled(right, weights.of_overlaps(1).ravel()).T.tocsr()
    used = np.flatnonzero(np.diff(right.indptr))
    right = right[used].toarray()
    largest = int(right.sum(axis=0).max(initial=0))
    dtype = np.float32 if largest < _EXACT_SINGLE else np.float64
    left, right = left[:, used], right.astype(dtype)
    for run in runs(np.full(left.shape[0], right.shape[1]), _PRODUCTS_AT_ONCE):
        yield run, (left[run].toarray().astype(dtype) @ right).astype(np.int64)


def codes_of_many(rows: ModePairs, columns: ModePairs, weights: Weights) -> PairCodes:
    """Yield, as a sparse array, the codes of all pairs of many small overlaps."""
    starts = np.searchsorted(columns.overlap, np.arange(len(rows.entries.sizes) + 1))
    n_partners = np.diff(starts)[rows.overlap]
    masks = list(weights.sets())
    of_rows, of_columns = map(np.ascontiguousarray, (rows.sets.T, columns.sets.T))
    for run in runs(n_partners, _PRODUCTS_AT_ONCE):
        lengths = n_partners[run]
        second = ranges(starts[rows.overlap[run]], lengths)
        codes = np.zeros(len(second), dtype=np.int64)
        for word, (some, others) in enumerate(zip(of_rows, of_columns, strict=True)):
            both = np.repeat(some[run], lengths) & others[second]
            for power, sets in enumerate(masks):
                mask = sets[:, word]
                if not mask.any():
                    continue
                if len(mask) > 1:
                    mask = np.repeat(mask[rows.overlap[run]], lengths)
                codes += n_bits(both & mask).astype(np.int64) * weights.base**power
        places = np.concatenate([[0], np.cumsum(lengths)])
        shape = len(lengths), len(columns.counts)
        yield run, sparse.csr_array((codes, second, places), shape=shape)
