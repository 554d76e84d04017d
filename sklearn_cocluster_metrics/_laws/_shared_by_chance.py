"""The probability that two clusters share so much, or more, by chance.

In each mode, the items of one cluster are a random subset of fixed size, so that the
number of shared items is hypergeometric. A block or a bicluster has several modes, of
which each is placed independently of the others: it shares the product of what it
shares in each mode, and ::

    P(X Y >= s) = sum over x of P(X = x) P(Y >= s / x).

All probabilities are logarithms, because those of good matches are tiny.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from ._hypergeometric import FloatArray, IntArray

_NEGLIGIBLE_TERM = 1e-18  # relative to the sum that a term belongs to
_LOG_SMALLEST_FLOAT = log(sys.float_info.min)
_MOST_NATS = (
    -log(_NEGLIGIBLE_TERM) - _LOG_SMALLEST_FLOAT
)  # rarer counts change no p-value
_TERMS_AT_ONCE = 2**20


@dataclass(frozen=True, eq=False)
class SharedInMode:
    """What pairs of clusters may share in one mode, whose items are permuted."""

    # Number of items of the mode
    n_items: int
    # (n_pairs,): Number of items of both clusters of each pair
    true_sizes: IntArray
    pred_sizes: IntArray

    @property
    def expected(self) -> FloatArray:
        """The mean number of shared items of each pair."""
        return np.asarray(self.true_sizes / self.n_items * self.pred_sizes)

    @property
    def most_shared(self) -> IntArray:
        """The largest number of items that each pair can share."""
        return np.minimum(self.true_sizes, self.pred_sizes)

    @cached_property
    def _law_of_pair(self) -> NDArray[np.intp]:
        """Number of the law of each pair: pairs of equal sizes have the same law."""
        sizes = np.stack([self.true_sizes, self.pred_sizes], axis=1)
        _, law_of_pair = np.unique(sizes, axis=0, return_inverse=True)
        return np.asarray(law_of_pair.ravel(), dtype=np.intp)

    def log_probabilities(
        self, counts: IntArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """Return log P(X = count) for the pair at each of some positions."""
        return self._of_distinct(_log_probabilities, counts, pairs)

    def log_tails(self, counts: IntArray, pairs: NDArray[np.intp]) -> FloatArray:
        """Return log P(X >= count) for the pair at each of some positions."""
        return self._of_distinct(_log_tails, counts, pairs)

    def _of_distinct(
        self, function: Any, counts: IntArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """Compute a function once for each distinct count of each law."""
        keys = self._law_of_pair[pairs] * (self.n_items + 2) + counts
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        distinct_pairs = pairs[first]
        values = function(
            counts[first].astype(float),
            float(self.n_items),
            self.true_sizes[distinct_pairs].astype(float),
            self.pred_sizes[distinct_pairs].astype(float),
        )
        return np.asarray(values[inverse.ravel()])


def chances_of_sharing(
    shared: NDArray[Any], modes: Sequence[SharedInMode]
) -> FloatArray:
    """Return the probability of sharing at least so much, for each pair of clusters.

    It is at least the smallest normal float.

    Parameters
    ----------
    shared : ndarray of shape (n_pairs,)
        What each pair shares: the product over the modes. It is at least 1.
    modes : sequence of SharedInMode
        The sizes of both clusters of each pair, in every mode.
    """
    pairs = np.arange(len(shared))
    logs = _log_tails_of_product(shared, pairs, modes)
    return np.minimum(np.maximum(np.exp(logs), sys.float_info.min), 1.0)


def _log_tails_of_product(
    least: NDArray[Any], pairs: NDArray[np.intp], modes: Sequence[SharedInMode]
) -> FloatArray:
    """Return log P(product over the modes >= least) for the pair at each position."""
    first, *rest = modes
    if not rest:
        most = first.most_shared[pairs]
        counts = np.minimum(least, most + 1)  # more cannot be shared
        return first.log_tails(counts.astype(np.int64), pairs)
    lowest, highest = _relevant_counts(least, pairs, modes)
    ends = np.cumsum(highest - lowest + 1)
    logs = np.empty(len(pairs))
    start = 0
    while start < len(pairs):
        n_before = ends[start - 1] if start else 0
        stop = int(np.searchsorted(ends, n_before + _TERMS_AT_ONCE, side="right"))
        part = slice(start, max(stop, start + 1))
        logs[part] = _log_sums(
            least[part],
            pairs[part],
            lowest=lowest[part],
            highest=highest[part],
            first=first,
            rest=rest,
        )
        start = part.stop
    return logs


def _log_sums(
    least: NDArray[Any],
    pairs: NDArray[np.intp],
    *,
    lowest: IntArray,
    highest: IntArray,
    first: SharedInMode,
    rest: Sequence[SharedInMode],
) -> FloatArray:
    """Sum over the counts x of the first mode, from the lowest to the highest one."""
    widths = highest - lowest + 1
    starts = np.cumsum(widths) - widths
    owner = np.repeat(np.arange(len(pairs)), widths)
    counts = lowest[owner] + (np.arange(len(owner)) - starts[owner])
    least_of_rest = -(-least[owner] // np.maximum(counts, 1))  # rounded up
    terms = first.log_probabilities(counts, pairs[owner])
    terms = terms + _log_tails_of_product(least_of_rest, pairs[owner], rest)
    peaks = np.maximum.reduceat(terms, starts)
    peaks[np.isneginf(peaks)] = 0.0  # all terms are impossible
    sums = np.add.reduceat(np.exp(terms - peaks[owner]), starts)
    with np.errstate(divide="ignore"):
        return np.asarray(peaks + np.log(sums))


def _relevant_counts(
    least: NDArray[Any], pairs: NDArray[np.intp], modes: Sequence[SharedInMode]
) -> tuple[IntArray, IntArray]:
    """Return the lowest and the highest count of the first mode that matter.

    A sum of terms is at least as large as any of them. So counts are left out that are
    improbable relative to one term, by Bernstein's inequality, which holds with the
    variance of a hypergeometric count (see `likely_counts`). There is at least one.
    """
    first, *rest = modes
    most = first.most_shared[pairs]
    most_of_rest = np.ones(len(pairs), dtype=least.dtype)
    for mode in rest:
        most_of_rest = most_of_rest * mode.most_shared[pairs]
    needed = -(-least // np.maximum(most_of_rest, 1))
    needed = np.clip(needed, 1, np.maximum(most, 1)).astype(np.int64)
    means = first.expected[pairs]
    # A term near the largest one: the modes exceed their means by the same factor.
    expected_of_all = np.prod([mode.expected[pairs] for mode in modes], axis=0)
    factor = (least.astype(float) / expected_of_all) ** (1 / len(modes))
    typical = np.clip(np.rint(means * factor), needed, np.maximum(most, 1))
    typical = typical.astype(np.int64)
    typical_of_rest = -(-least // typical)
    term = first.log_probabilities(typical, pairs)
    term = term + _log_tails_of_product(typical_of_rest, pairs, rest)
    nats = np.minimum(-term - log(_NEGLIGIBLE_TERM), _MOST_NATS)
    n = first.n_items
    variances = means * (1 - first.true_sizes[pairs] / n)
    variances = variances * ((n - first.pred_sizes[pairs]) / max(n - 1, 1))
    reach = nats / 3 + np.sqrt(nats**2 / 9 + 2 * nats * variances)
    highest = np.minimum(np.ceil(means + reach), most).astype(np.int64)
    highest = np.maximum(highest, needed)
    lowest = np.maximum(np.floor(means - reach).astype(np.int64), needed)
    return np.minimum(lowest, highest), highest


# The hypergeometric law: a and b items of two clusters among n, k of them shared.


def _log_probabilities(
    k: FloatArray, n: float, a: FloatArray, b: FloatArray
) -> FloatArray:
    """Return log P(X = k); -inf for counts that are impossible."""
    is_possible = (k >= np.maximum(a + b - n, 0)) & (k <= np.minimum(a, b))
    x = np.where(is_possible, k, np.maximum(a + b - n, 0))
    logs = _log_binomials(a, x) + _log_binomials(n - a, b - x) - _log_binomials(n, b)
    return np.where(is_possible, logs, -np.inf)


def _log_binomials(n: FloatArray | float, k: FloatArray) -> FloatArray:
    """Return the logarithms of binomial coefficients."""
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def _log_tails(k: FloatArray, n: float, a: FloatArray, b: FloatArray) -> FloatArray:
    """Return log P(X >= k), from the tail that is the smaller one."""
    lowest = np.maximum(a + b - n, 0)
    highest = np.minimum(a, b)
    logs = np.where(k <= lowest, 0.0, -np.inf)
    is_above = (k > lowest) & (k <= highest) & (k > a / n * b)
    is_below = (k > lowest) & (k <= highest) & ~is_above
    if is_above.any():
        counts, *sizes = k[is_above], a[is_above], b[is_above]
        logs[is_above] = _log_probabilities(counts, n, *sizes)
        logs[is_above] += np.log(_relative_tails(counts, n, *sizes, step=1))
    if is_below.any():
        counts, *sizes = k[is_below] - 1, a[is_below], b[is_below]
        log_below = _log_probabilities(counts, n, *sizes)
        log_below += np.log(_relative_tails(counts, n, *sizes, step=-1))
        logs[is_below] = np.log1p(-np.exp(log_below))
    return logs


def _relative_tails(
    k: FloatArray, n: float, a: FloatArray, b: FloatArray, *, step: int
) -> FloatArray:
    """Return P(X >= k) / P(X = k), or P(X <= k) / P(X = k) for a step of -1.

    The counts k are on the side of the mean from which probabilities fall. Each
    probability is the one before times a ratio of neighbors.
    """
    totals = np.ones(len(k))
    terms = np.ones(len(k))
    active = np.arange(len(k))
    x = k.copy()
    while active.size:
        if step == 1:
            numerators = (a - x) * (b - x)
            denominators = (x + 1) * (n - a - b + x + 1)
        else:
            numerators = x * (n - a - b + x)
            denominators = (a - x + 1) * (b - x + 1)
        terms = terms * (numerators / denominators)
        totals[active] += terms
        goes_on = terms > _NEGLIGIBLE_TERM * totals[active]
        active = active[goes_on]
        x = x[goes_on] + step
        a = a[goes_on]
        b = b[goes_on]
        terms = terms[goes_on]
    return totals
