"""Compute the probability that two clusters share at least so much by chance.

In each mode (such as the rows), the items of one cluster are a random subset of fixed
size, so that the number of shared items is hypergeometric. A block or a bicluster has
several modes, which are placed independently of each other. The number of shared cells
is then the product of the numbers of shared items of the modes. Let X be the number in
the first mode, Y the product of the numbers in the other modes, and s a threshold.
Then ::

    P(X Y >= s) = sum over x of P(X = x) P(Y >= s / x).

All probabilities are logarithms, because the probabilities of good matches are tiny.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._hypergeometric import (
    NEGLIGIBLE_TERM,
    FloatArray,
    IntArray,
    bernstein_deviation,
    hypergeometric_variance,
    log_hypergeometric_probabilities,
    log_hypergeometric_tails,
)

# Rarer counts change no p-value, because no p-value is below the smallest normal float.
_MOST_NATS = -log(NEGLIGIBLE_TERM) - log(sys.float_info.min)
_TERMS_AT_ONCE = 2**20

LogLaw = Callable[[int, IntArray, IntArray, IntArray], FloatArray]
"""Logarithms of probabilities, from the number of items, both sizes and the counts."""


@dataclass(frozen=True, eq=False)
class SharedInMode:
    """Compute what pairs of clusters share in one mode, whose items are permuted."""

    # The number of items of the mode.
    n_items: int
    # (n_pairs,): The number of items of both clusters of each pair.
    true_sizes: IntArray
    pred_sizes: IntArray

    @property
    def expected(self) -> FloatArray:
        """The mean number of shared items of each pair."""
        return np.asarray(self.true_sizes / self.n_items * self.pred_sizes)

    @property
    def largest_shared(self) -> IntArray:
        """The largest number of items that each pair can share."""
        return np.minimum(self.true_sizes, self.pred_sizes)

    @cached_property
    def _law_of_pair(self) -> NDArray[np.intp]:
        """Number of the law of each pair. Pairs of equal sizes have the same law."""
        sizes = np.stack([self.true_sizes, self.pred_sizes], axis=1)
        _, law_of_pair = np.unique(sizes, axis=0, return_inverse=True)
        return np.asarray(law_of_pair.ravel(), dtype=np.intp)

    def log_probabilities(
        self, counts: IntArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """Return log P(X = count) for the pairs at these positions."""
        return self._log_law(log_hypergeometric_probabilities, counts, pairs)

    def log_tails(self, counts: IntArray, pairs: NDArray[np.intp]) -> FloatArray:
        """Return log P(X >= count) for the pairs at these positions."""
        return self._log_law(log_hypergeometric_tails, counts, pairs)

    def _log_law(
        self, function: LogLaw, counts: IntArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """Return the value of the function for the law and the count of each pair.

        The value is computed once for each distinct count of each law.
        """
        # Counts are at most n + 1, where n + 1 stands for an impossible count.
        keys = self._law_of_pair[pairs] * (self.n_items + 2) + counts
        _, positions, inverse = np.unique(keys, return_index=True, return_inverse=True)
        distinct_pairs = pairs[positions]
        values = function(
            self.n_items,
            self.true_sizes[distinct_pairs],
            self.pred_sizes[distinct_pairs],
            counts[positions],
        )
        return np.asarray(values[inverse.ravel()])


class CountRange(NamedTuple):
    """Lowest and highest count of each pair that are added up."""

    lowest: IntArray
    highest: IntArray

    @property
    def widths(self) -> IntArray:
        """Number of counts of each pair."""
        return np.asarray(self.highest - self.lowest + 1)


def chances_of_sharing(
    shared: NDArray[Any], modes: Sequence[SharedInMode]
) -> FloatArray:
    """Return the probability of sharing at least so much, for each pair of clusters.

    The probability is at least the smallest normal float.

    Parameters
    ----------
    shared : ndarray of shape (n_pairs,)
        Number of items or cells that each pair shares, which is the product of the
        numbers of the modes. It is at least 1.
    modes : sequence of SharedInMode
        The sizes of both clusters of each pair, in every mode. All are at least 1,
        because the clusters share something.
    """
    pairs = np.arange(len(shared))
    logs = _log_tails_of_product(shared, pairs, modes)
    return np.minimum(np.maximum(np.exp(logs), sys.float_info.min), 1.0)


# In the following functions, `pairs` are positions of pairs of clusters, and the other
# arrays have one entry for each of them.


def _log_tails_of_product(
    thresholds: NDArray[Any], pairs: NDArray[np.intp], modes: Sequence[SharedInMode]
) -> FloatArray:
    """Return log P(product over the modes >= threshold) for each pair."""
    if len(modes) == 1:
        (mode,) = modes
        impossible_counts = mode.largest_shared[pairs] + 1
        # The thresholds may not fit into 64 bits, but the minimum does.
        counts = np.minimum(thresholds, impossible_counts)
        return mode.log_tails(counts.astype(np.int64), pairs)
    count_range = _relevant_counts(thresholds, pairs, modes)
    # (n_pairs,): The number of terms up to and including the terms of each pair.
    ends = np.cumsum(count_range.widths)
    logs = np.empty(len(pairs))
    start = 0
    while start < len(pairs):
        n_before = ends[start - 1] if start else 0
        stop = int(np.searchsorted(ends, n_before + _TERMS_AT_ONCE, side="right"))
        batch = slice(start, max(stop, start + 1))
        range_of_batch = CountRange(
            count_range.lowest[batch], count_range.highest[batch]
        )
        logs[batch] = _log_sums(
            thresholds[batch], pairs[batch], count_range=range_of_batch, modes=modes
        )
        start = batch.stop
    return logs


def _log_sums(
    thresholds: NDArray[Any],
    pairs: NDArray[np.intp],
    *,
    count_range: CountRange,
    modes: Sequence[SharedInMode],
) -> FloatArray:
    """Return the logarithm of the sum of P(X = x) P(Y >= s / x), for each pair.

    The sum is over the counts x of the first mode in the range of the pair of clusters.
    The module docstring explains it. `thresholds` has the s of each pair, and `pairs`
    has the positions of the pairs in the arrays of the modes.
    """
    starts = np.cumsum(count_range.widths) - count_range.widths
    # (n_terms,): The position of the pair of each term, and its count x.
    pair_of_term = np.repeat(np.arange(len(pairs)), count_range.widths)
    position_in_range = np.arange(len(pair_of_term)) - starts[pair_of_term]
    x = count_range.lowest[pair_of_term] + position_in_range
    terms = _log_terms(x, thresholds[pair_of_term], pairs[pair_of_term], modes)
    # The largest term is factored out, so that the others do not underflow.
    peaks = np.maximum.reduceat(terms, starts)
    peaks[np.isneginf(peaks)] = 0.0  # All terms of the sum are impossible.
    sums = np.add.reduceat(np.exp(terms - peaks[pair_of_term]), starts)
    with np.errstate(divide="ignore"):
        return np.asarray(peaks + np.log(sums))


def _log_terms(
    counts: IntArray,
    thresholds: NDArray[Any],
    pairs: NDArray[np.intp],
    modes: Sequence[SharedInMode],
) -> FloatArray:
    """Return log P(X = x) + log P(Y >= s / x) for counts x and thresholds s.

    X is the number of items that are shared in the first mode, and Y is the product of
    the numbers in the other modes.
    """
    logs = modes[0].log_probabilities(counts, pairs)
    other_thresholds = _quotients_rounded_up(thresholds, counts)
    return logs + _log_tails_of_product(other_thresholds, pairs, modes[1:])


def _quotients_rounded_up(
    numerators: NDArray[Any], denominators: NDArray[Any]
) -> NDArray[Any]:
    """Divide positive integers and round up."""
    return np.asarray(-(-numerators // denominators))


def _relevant_counts(
    thresholds: NDArray[Any], pairs: NDArray[np.intp], modes: Sequence[SharedInMode]
) -> CountRange:
    """Return the range of counts x of the first mode that contribute to the sum.

    The sum over x of P(X = x) P(Y >= s / x) is explained in the module docstring. X is
    the number of items shared in the first mode, and Y the product of the others.
    `pairs` has the positions of the pairs of clusters in the arrays of the modes, and
    `thresholds` has the s of each pair, which are positive integers, as int64 or as
    Python integers. The result has a range for each pair.

    A sum of terms is at least as large as any of its terms. Therefore, counts are left
    out if they are improbable relative to one large term. Bernstein's inequality bounds
    the probability of these counts (see `likely_counts`). At least one count remains.
    """
    first_mode = modes[0]
    largest = first_mode.largest_shared[pairs]
    largest_product_of_others = np.ones(len(pairs), dtype=thresholds.dtype)
    for mode in modes[1:]:
        largest_product_of_others = (
            largest_product_of_others * mode.largest_shared[pairs]
        )
    # If fewer items of the first mode are shared, the product of all modes is below the
    # threshold. If the threshold is out of reach, the range has the largest count only.
    fewest = _quotients_rounded_up(thresholds, largest_product_of_others)
    fewest = np.minimum(fewest, largest).astype(np.int64)
    # The term is nearly the largest if all modes exceed their means by the same factor.
    means = first_mode.expected[pairs]
    means_of_products = np.prod([mode.expected[pairs] for mode in modes], axis=0)
    factors = (thresholds.astype(float) / means_of_products) ** (1 / len(modes))
    typical = np.clip(np.rint(means * factors), fewest, largest)
    log_typical_terms = _log_terms(typical.astype(np.int64), thresholds, pairs, modes)
    # Counts with a probability below exp(-nats) are negligible.
    nats = np.minimum(-log_typical_terms - log(NEGLIGIBLE_TERM), _MOST_NATS)
    variances = hypergeometric_variance(
        first_mode.n_items,
        first_mode.true_sizes[pairs],
        first_mode.pred_sizes[pairs],
        mean=means,
    )
    deviations = bernstein_deviation(variances, nats)
    highest = np.minimum(np.ceil(means + deviations), largest).astype(np.int64)
    highest = np.maximum(highest, fewest)
    lowest = np.maximum(np.floor(means - deviations).astype(np.int64), fewest)
    return CountRange(lowest=np.minimum(lowest, highest), highest=highest)
