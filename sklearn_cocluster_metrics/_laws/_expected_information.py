"""Mean of the mutual information when labels are permuted, and what exceeds it.

Both are functions of the cluster sizes and of the terms of `_information_terms`. The
mean itself is the sum of the expected deviances of all cells, over n: a sum of
nonnegative terms. The excess of a table over the mean is the sum of the differences
between its terms and their means, with the terms chosen so that little cancels.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._statistics._exact_numbers import widened
from ._hypergeometric import FloatArray, IntArray
from ._information_terms import InformationTerms, distinct_sizes, entropy

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
    pairs of distinct sizes. There are at most 2 n such pairs; their laws are computed
    block by block.
    """
    if _is_one_cluster(sizes_true) or _is_one_cluster(sizes_pred):
        return 0.0
    if _is_singletons(sizes_true):  # every table determines the predicted cluster
        return entropy(sizes_pred)
    if _is_singletons(sizes_pred):
        return entropy(sizes_true)
    terms = InformationTerms(sizes_true, sizes_pred, only_deviances=True)
    expected = terms.n_cells * terms.expected_terms()
    return math.fsum(expected.tolist()) / terms.n_samples


def information_beyond_chance(
    sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike, cells: NonzeroCells
) -> InformationBeyondChance:
    """Return how far the information and both entropies lie above the expected one.

    `cells` are those of the table whose margins the sizes are. The remainders are sums
    over all cells of E[x log(b / x)] and of E[x log(a / x)], which are at least 0: the
    conditional entropies of the true and of the predicted clustering, given a permuted
    other. Where the information is one of the entropies, its excess is the remainder.
    """
    terms = InformationTerms(sizes_true, sizes_pred)
    expected = terms.expected_terms()
    true, pred = (
        math.fsum((terms.n_cells * of_pairs).tolist()) / terms.n_samples
        for of_pairs in terms.remainders(expected)
    )
    if information_is_constant(sizes_true, sizes_pred):
        return InformationBeyondChance(0.0, true, pred)
    n_nonzero = len(cells[2])
    if n_nonzero == np.size(sizes_pred):  # each cluster lies in one true cluster
        return InformationBeyondChance(true, true, pred)
    if n_nonzero == np.size(sizes_true):
        return InformationBeyondChance(pred, true, pred)
    row, column, counts = cells
    which = np.searchsorted(terms.true, np.asarray(sizes_true))[row] * len(terms.pred)
    which += np.searchsorted(terms.pred, np.asarray(sizes_pred))[column]
    n_zero = terms.n_cells - np.bincount(which, minlength=len(expected))
    of_zero = np.where(terms.sparse, 0.0, terms.means)
    parts = (
        terms.terms(which, counts.astype(np.float64)),
        n_zero * of_zero - terms.n_cells * expected,
        terms.slopes * _samples_above_mean(terms, which, counts),
    )
    excess = math.fsum(np.concatenate(parts).tolist())
    return InformationBeyondChance(
        min(excess / terms.n_samples, true, pred), true, pred
    )


def _samples_above_mean(
    terms: InformationTerms, which: IntArray, counts: IntArray
) -> FloatArray:
    """Number of samples in the cells of each pair of sizes, minus its mean.

    The difference is one of integers, over n.
    """
    n = terms.n_samples
    shared = np.zeros(len(terms.a), dtype=np.int64)
    np.add.at(shared, which, counts)
    mean = widened(terms.n_cells, n**2) * terms.a * terms.b
    above: FloatArray = ((widened(shared, n**2) * n - mean) / n).astype(np.float64)
    return above


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


def _is_one_cluster(sizes: npt.ArrayLike) -> bool:
    """Whether everything is in one cluster."""
    return np.size(sizes) == 1


def _is_singletons(sizes: npt.ArrayLike) -> bool:
    """Whether every cluster has one sample."""
    return int(np.max(sizes)) == 1


def _sets_one_apart(sizes: npt.ArrayLike) -> bool:
    """Whether there are two clusters, one of them of a single sample."""
    return np.size(sizes) == 2 and int(np.min(sizes)) == 1
