"""Test, for all pairs of a true and a predicted cluster, what they share by chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._laws._shared_by_chance import SharedInMode, chances_of_sharing
from .._statistics._matching import MatchCandidates


@dataclass(frozen=True, eq=False)
class ChanceOfPairs:
    """Hold what pairs of clusters share by chance, in arrays of shape (n_pairs,)."""

    # The mean of the shared number of items.
    expected: NDArray[np.float64]
    # The probability of sharing at least as many items as observed.
    pvalue: NDArray[np.float64]
    # The p-values, adjusted for the number of tests by Benjamini and Hochberg.
    pvalue_adjusted: NDArray[np.float64]
    # The number of all pairs of non-empty clusters, including pairs that share nothing.
    n_tests: int


def chance_of_pairs(candidates: MatchCandidates) -> ChanceOfPairs:
    """Return what pairs of clusters share by chance.

    `candidates` has the pairs that share something, each with the positions of its true
    and its predicted cluster. By chance, clusters of the same sizes are placed at
    random. The rows and the columns of a block or of a bicluster are placed
    independently.
    """
    modes = [
        SharedInMode(
            n_items=sizes.n_items,
            true_sizes=sizes.true[candidates.true],
            pred_sizes=sizes.pred[candidates.pred],
        )
        for sizes in candidates.modes
    ]
    expected = np.prod([mode.expected for mode in modes], axis=0)
    # A mode of a single item is shared by all pairs, and changes no probability.
    modes_that_vary = [mode for mode in modes if mode.n_items > 1]
    if not modes_that_vary:
        # One of them gives every pair the p-value 1.
        modes_that_vary = modes[:1]
    pvalue = chances_of_sharing(candidates.shared, modes_that_vary)
    # An empty cluster shares nothing whatever happens, so that it cannot be tested.
    n_true = int(np.count_nonzero(candidates.true_sizes))
    n_pred = int(np.count_nonzero(candidates.pred_sizes))
    n_tests = n_true * n_pred
    return ChanceOfPairs(
        expected=expected,
        pvalue=pvalue,
        pvalue_adjusted=benjamini_hochberg(pvalue, n_tests),
        n_tests=n_tests,
    )


def benjamini_hochberg(
    pvalues: NDArray[np.float64], n_tests: int
) -> NDArray[np.float64]:
    """Adjust p-values for the false discovery rate, by Benjamini and Hochberg (1995).

    `pvalues` are the smallest of `n_tests` p-values, and all others are 1. Let p_j be
    the j-th smallest p-value. The k-th smallest p-value becomes the minimum over
    j >= k of p_j n_tests / j.
    """
    downward = np.argsort(-pvalues, kind="stable")
    ranks = np.arange(len(pvalues), 0, -1)
    scaled = pvalues[downward] * (n_tests / ranks)
    adjusted = np.empty(len(pvalues))
    adjusted[downward] = np.minimum.accumulate(np.minimum(scaled, 1.0))
    return adjusted
