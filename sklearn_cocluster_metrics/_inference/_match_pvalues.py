"""Whether a true and a predicted cluster share more than by chance: all pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._laws._shared_by_chance import SharedInMode, chances_of_sharing
from .._statistics._matching import MatchCandidates


@dataclass(frozen=True, eq=False)
class ChanceOfPairs:
    """What pairs of clusters share by chance; each array has shape (n_pairs,)."""

    # Mean of what is shared
    expected: NDArray[np.float64]
    # Probability of sharing at least so much
    pvalue: NDArray[np.float64]
    # The same, adjusted for the number of tests
    pvalue_adjusted: NDArray[np.float64]
    # Number of all pairs of clusters that are not empty, also those that share nothing
    n_tests: int


def chance_of_pairs(candidates: MatchCandidates) -> ChanceOfPairs:
    """Return what the pairs of clusters that share something share by chance.

    Each cluster has its size; a block or a bicluster has its sizes in each mode, which
    are placed independently.
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
        modes_that_vary = modes[:1]
    pvalue = chances_of_sharing(candidates.shared, modes_that_vary)
    # An empty cluster shares nothing whatever happens, so that it cannot be tested.
    n_true = int(np.count_nonzero(candidates.true_sizes))
    n_pred = int(np.count_nonzero(candidates.pred_sizes))
    n_tests = n_true * n_pred
    return ChanceOfPairs(
        expected=expected,
        pvalue=pvalue,
        pvalue_adjusted=adjusted_pvalues(pvalue, n_tests),
        n_tests=n_tests,
    )


def adjusted_pvalues(pvalues: NDArray[np.float64], n_tests: int) -> NDArray[np.float64]:
    """Adjust p-values for the false discovery rate, by Benjamini and Hochberg (1995).

    These are the smallest of `n_tests` p-values; all others are 1. The k-th smallest
    one becomes the minimum over j >= k of p_j n_tests / j.
    """
    downward = np.argsort(-pvalues, kind="stable")
    ranks = np.arange(len(pvalues), 0, -1)
    scaled = pvalues[downward] * (n_tests / ranks)
    adjusted = np.empty(len(pvalues))
    adjusted[downward] = np.minimum.accumulate(np.minimum(scaled, 1.0))
    return adjusted
