"""Mean of the mutual information when labels are permuted, and what exceeds it.

Both are functions of the cluster sizes and of the terms of `_information_terms`. The
mean itself is the sum of the expected deviances of all cells, over n: a sum of
nonnegative terms. The excess of a table over the mean is the sum of the differences
between its terms and their means, with the terms chosen so that little cancels.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._statistics import widened
from ._hypergeometric import FloatArray, IntArray
from ._information_terms import InformationTerms, SizePairs, distinct_sizes, entropy

# Pairs of distinct sizes taken together: their bookkeeping takes some 20 MB.
_PAIRS_AT_ONCE = 2**18

# Cells whose terms are computed together: a few arrays of 128 kB stay in the cache.
_CELLS_AT_ONCE = 2**14

NonzeroCells = tuple[npt.NDArray[np.integer], npt.NDArray[np.integer], IntArray]
"""Row, column and count of the cells of a contingency table that are not 0."""


class InformationBeyondChance(NamedTuple):
    """Differences from the expected mutual information (EMI), in nats."""

    excess: float
    """Mutual information minus EMI."""
    true_remainder: float
    """Entropy of the true clustering minus EMI, at least 0."""
    pred_remainder: float
    """Entropy of the predicted clustering minus EMI, at least 0."""


def expected_mutual_information(
    sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike
) -> float:
    """Mean of the mutual information, in nats, under permutations of the labels.

    Vinh, Epps and Bailey (2010), theorem 4.1, with equal sizes computed once. The cost
    is that of the windows of likely counts, about 31 + 20 sqrt(a b / n) wide, of the
    pairs of distinct sizes; the memory is bounded.
    """
    if _is_one_cluster(sizes_true) or _is_one_cluster(sizes_pred):
        return 0.0
    if _is_singletons(sizes_true):  # every table determines the predicted cluster
        return entropy(sizes_pred)
    if _is_singletons(sizes_pred):
        return entropy(sizes_true)
    terms = InformationTerms.of(sizes_true, sizes_pred)
    parts: list[float] = []
    for rows in _blocks_of_rows(terms):
        a, b = _sizes_of_pairs(terms, rows)
        deviances = SizePairs(a, b, terms.n_samples, sparse=np.zeros(len(a), bool))
        expected = deviances.expected_terms().reshape(-1, len(terms.pred))
        of_rows = expected @ terms.pred_multiplicities
        parts.extend(terms.true_multiplicities[rows] * of_rows)
    return math.fsum(parts) / terms.n_samples


def summed_expected_information(
    sizes: Iterable[tuple[npt.ArrayLike, npt.ArrayLike]],
) -> float:
    """Sum of these means over the modes of a co-clustering, permuted independently."""
    return math.fsum(expected_mutual_information(true, pred) for true, pred in sizes)


def information_beyond_chance(
    sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike, cells: NonzeroCells
) -> InformationBeyondChance:
    """Return how far the information and both entropies lie above the expected one.

    `cells` are those of the table whose margins the sizes are. The remainders are sums
    over all cells of E[x log(b / x)] and of E[x log(a / x)], which are at least 0: the
    conditional entropies of the true and of the predicted clustering, given a permuted
    other. Where the information is one of the entropies, its excess is the remainder.
    """
    terms = InformationTerms.of(sizes_true, sizes_pred)
    blocks = _blocks_of_pairs(terms, sizes_true, sizes_pred, cells)
    constant = information_is_constant(sizes_true, sizes_pred)
    n_nonzero = len(cells[2])
    excess: list[float] = []
    sums: tuple[list[float], ...] = ([], [])
    for block in blocks:
        expected = block.pairs.expected_terms()
        for parts, of_pairs in zip(sums, block.pairs.remainders(expected), strict=True):
            parts.append(math.fsum((block.n_cells * of_pairs).tolist()))
        if not constant:
            excess.extend(block.excess_parts(expected, terms))
    true, pred = (math.fsum(parts) / terms.n_samples for parts in sums)
    if constant:
        return InformationBeyondChance(0.0, true, pred)
    if n_nonzero == np.size(sizes_pred):  # each cluster lies in one true cluster
        return InformationBeyondChance(true, true, pred)
    if n_nonzero == np.size(sizes_true):
        return InformationBeyondChance(pred, true, pred)
    of_table = math.fsum(excess) / terms.n_samples
    return InformationBeyondChance(min(of_table, true, pred), true, pred)


def information_is_constant(
    sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike
) -> bool:
    """Whether permuting the labels can never change the mutual information.

    This is the case when one side is one cluster or all singletons, and when one side
    has two clusters, one of them of a single sample, while all clusters of the other
    have one size. In all other cases, as ``x log x`` is strictly convex, exchanging
    some two samples changes it.
    """
    sides = (sizes_true, sizes_pred)
    if any(_is_one_cluster(side) or _is_singletons(side) for side in sides):
        return True
    return any(
        _sets_one_apart(side) and len(distinct_sizes(other)[0]) == 1
        for side, other in (sides, sides[::-1])
    )


def _blocks_of_rows(terms: InformationTerms) -> Iterator[slice]:
    """Split the distinct true sizes into blocks with a bounded number of pairs."""
    at_once = max(1, _PAIRS_AT_ONCE // len(terms.pred))
    for start in range(0, len(terms.true), at_once):
        yield slice(start, min(start + at_once, len(terms.true)))


def _sizes_of_pairs(terms: InformationTerms, rows: slice) -> tuple[IntArray, IntArray]:
    """Return both sizes of every pair of a distinct true and a distinct pred size."""
    true, pred = terms.true[rows], terms.pred
    return np.repeat(true, len(pred)), np.tile(pred, len(true))


@dataclass(frozen=True)
class _Block:
    """Pairs of distinct sizes, with the cells of a table that they contain.

    Parameters
    ----------
    pairs : SizePairs
        The pairs of sizes.
    n_cells : ndarray of shape (n_pairs,)
        Number of cells of each pair.
    which, counts : ndarray of shape (n_nonzero,)
        Index of the pair and count of each cell that is not 0.
    """

    pairs: SizePairs
    n_cells: IntArray
    which: IntArray
    counts: IntArray

    def excess_parts(
        self, expected: FloatArray, terms: InformationTerms
    ) -> Iterator[float]:
        """Yield numbers that add up to the observed minus the expected terms."""
        yield from self._sums_of_nonzero()
        yield from self._zeros_minus_expected(expected).tolist()
        if terms.have_slopes:
            slopes = terms.slopes(self.pairs.a, self.pairs.b)
            yield from (slopes * self._samples_above_mean()).tolist()

    def _sums_of_nonzero(self) -> Iterator[float]:
        """Sum the terms of the cells that are not 0, chunk by chunk."""
        for start in range(0, len(self.counts), _CELLS_AT_ONCE):
            chunk = slice(start, start + _CELLS_AT_ONCE)
            counts = self.counts[chunk].astype(np.float64)
            yield math.fsum(self.pairs.terms(self.which[chunk], counts).tolist())

    def _zeros_minus_expected(self, expected: FloatArray) -> FloatArray:
        """Sum the terms of the cells that are 0, minus the means of all terms."""
        n_nonzero = np.bincount(self.which, minlength=len(self.n_cells))
        of_zero = np.where(self.pairs.sparse, 0.0, self.pairs.means)
        return (self.n_cells - n_nonzero) * of_zero - self.n_cells * expected

    def _samples_above_mean(self) -> FloatArray:
        """Number of samples in the cells of each pair, minus its mean.

        The difference is one of integers, over n.
        """
        n = self.pairs.n_samples
        shared = np.zeros(len(self.n_cells), dtype=np.int64)
        np.add.at(shared, self.which, self.counts)
        mean = widened(self.n_cells, n**2) * self.pairs.a * self.pairs.b
        above: FloatArray = ((widened(shared, n**2) * n - mean) / n).astype(np.float64)
        return above


def _blocks_of_pairs(
    terms: InformationTerms,
    sizes_true: npt.ArrayLike,
    sizes_pred: npt.ArrayLike,
    cells: NonzeroCells,
) -> Iterator[_Block]:
    """Split the pairs of distinct sizes, and the cells of a table, into blocks."""
    row, column, counts = cells
    width = len(terms.pred)
    which = np.searchsorted(terms.true, np.asarray(sizes_true))[row] * width
    which += np.searchsorted(terms.pred, np.asarray(sizes_pred))[column]
    slices = list(_blocks_of_rows(terms))
    if len(slices) > 1:
        order = np.argsort(which, kind="stable")
        which, counts = which[order], counts[order]
    bounds = np.searchsorted(which, [rows.stop * width for rows in slices[:-1]])
    for rows, in_block, counts_in_block in zip(
        slices, np.split(which, bounds), np.split(counts, bounds), strict=True
    ):
        pairs = terms.pairs(*_sizes_of_pairs(terms, rows))
        multiplicities = terms.true_multiplicities[rows], terms.pred_multiplicities
        n_cells = np.outer(*multiplicities).ravel()
        yield _Block(pairs, n_cells, in_block - rows.start * width, counts_in_block)


def _is_one_cluster(sizes: npt.ArrayLike) -> bool:
    """Whether everything is in one cluster."""
    return np.size(sizes) == 1


def _is_singletons(sizes: npt.ArrayLike) -> bool:
    """Whether every cluster has one sample."""
    return int(np.max(sizes)) == 1


def _sets_one_apart(sizes: npt.ArrayLike) -> bool:
    """Whether there are two clusters, one of them of a single sample."""
    return np.size(sizes) == 2 and int(np.min(sizes)) == 1
