"""The law of one cell of a contingency table whose labels are permuted.

When the labels of one clustering are permuted uniformly, the number of samples
that a cluster of ``a`` samples shares with one of ``b`` samples, among ``n``, is
hypergeometric: population ``n``, ``a`` marked, ``b`` drawn.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from .._statistics._exact import widened

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

Window = tuple[IntArray, IntArray]
"""Lowest and highest counts."""

# Probability cut off in each tail: less than 1e-20 in both together.
_TAIL = 5e-21

# Entries of a block of laws: a few arrays of 512 kB stay in the cache.
_BLOCK_ENTRIES = 2**16

# Half a window: a law then takes some arrays of 512 MB.
_MOST_REACH = 2**25

NEGLIGIBLE_TERM = 1e-18
"""Relative to the sum of which a term is a part."""


class Pmfs(NamedTuple):
    """Probability mass functions, one per row, on windows of one common width.

    A count outside the support, where a window had to be padded, has probability 0
    and is written as 0 if it would be negative.
    """

    counts: IntArray
    probabilities: FloatArray


def whole_and_fraction(
    population: int, marked: IntArray, drawn: IntArray
) -> tuple[IntArray, FloatArray]:
    """Return the whole part of the means ``marked * drawn / population``, and the rest.

    As one float, a mean near 10^8 is rounded by more than 10^-9, and one near 10^16 by
    more than 1. A count less the whole part is exact.
    """
    product = widened(marked, population**2) * drawn
    whole = product // population
    fraction = (product - whole * population) / population
    return whole.astype(np.int64), fraction.astype(np.float64)


def likely_counts(
    population: int, marked: npt.ArrayLike, drawn: npt.ArrayLike, tail: float = _TAIL
) -> Window:
    """Return a window of counts that misses less than `tail` on each side.

    There is one window for each pair of numbers of marked and of drawn items, a and b.
    A hypergeometric count is distributed as a sum of independent Bernoulli variables
    (Vatutin and Mikhailov, 1982), so Bernstein's inequality holds with its own variance
    v: P(X - mean >= t) <= exp(-t^2 / (2 (v + t / 3))), and the same below the mean.
    Half the window is the t that makes this `tail`.
    """
    a = np.asarray(marked, dtype=np.int64)
    b = np.asarray(drawn, dtype=np.int64)
    whole, fraction = whole_and_fraction(population, a, b)
    variance = hypergeometric_variance(population, a, b, mean=whole + fraction)
    reach = bernstein_reach(variance, tail)
    n_below = np.floor(fraction - reach).astype(np.int64)
    n_above = np.ceil(fraction + reach).astype(np.int64)
    low = np.maximum(whole + n_below, np.maximum(a - population + b, 0))
    high = np.minimum(whole + n_above, np.minimum(a, b))
    return low, high


def hypergeometric_variance(
    population: int, marked: IntArray, drawn: IntArray, *, mean: FloatArray
) -> FloatArray:
    """Return the variances of hypergeometric counts with these means."""
    variance = mean * ((population - marked) / population)
    return np.asarray(variance * ((population - drawn) / max(population - 1, 1)))


def likely_binomial_counts(trials: IntArray, n_labels: int, tail: float) -> Window:
    """Return a window of binomial counts, as `likely_counts`.

    They are the numbers of items with one of `n_labels` equally likely labels.
    """
    mean = trials / n_labels
    reach = bernstein_reach(mean * (1 - 1 / n_labels), tail)
    low = np.maximum(np.floor(mean - reach), 0)
    high = np.minimum(np.ceil(mean + reach), trials)
    return low.astype(np.int64), high.astype(np.int64)


def bernstein_reach(variance: npt.ArrayLike, tail: float) -> FloatArray:
    """Return the t that makes exp(-t^2 / (2 (variance + t / 3))) the tail.

    Bernstein's bound: a variable whose cumulants are at most those of a Poisson
    variable of this variance deviates from its mean by more than t to either side with
    probability at most `tail`. A t that would make a law too long raises an error.
    """
    reach = bernstein_deviation(variance, -math.log(tail))
    if reach.max(initial=0) > _MOST_REACH:
        raise ValueError(
            "The clusters are too large for an exact sum over the law of one count: it "
            f"has {2 * reach.max():.1e} terms; at most "
            f"{2 * _MOST_REACH:.1e} are possible. Up to 10**13 samples always are."
        )
    return reach


def bernstein_deviation(variance: npt.ArrayLike, nats: npt.ArrayLike) -> FloatArray:
    """Return the t that makes t^2 / (2 (variance + t / 3)) the nats."""
    # The positive root of t^2 - 2 t nats / 3 - 2 nats variance = 0
    nats = np.asarray(nats)
    constant_term = 2 * nats * np.asarray(variance)
    return np.asarray(nats / 3 + np.sqrt(nats**2 / 9 + constant_term))


def hypergeometric_pmfs(
    population: int, marked: npt.ArrayLike, drawn: npt.ArrayLike, tail: float = _TAIL
) -> Pmfs:
    """Return the hypergeometric laws of the pairs ``(marked[k], drawn[k])``.

    Differences of log-factorials lose log10(n log n) digits; the ratios of
    neighbors lose none. Each law is cut where less than `tail` is left at either
    end, then normalized.
    """
    a = np.asarray(marked, dtype=np.int64)
    b = np.asarray(drawn, dtype=np.int64)
    window = likely_counts(population, marked, drawn, tail)
    whole, _ = whole_and_fraction(population, a, b)
    counts, center_column = _counts_around(whole, window)
    # For counts x next to each other, P(x + 1) / P(x) with population n is
    # (a - x) (b - x) / ((x + 1) (x + n + 1 - a - b)).
    a = a[:, None]
    b = b[:, None]
    x = counts[:, :-1]
    # The factors are exact integers, but their products need not fit into 64 bits.
    numerators = np.multiply(a - x, b - x, dtype=np.float64)
    denominators = np.multiply(x + 1, x - b + 1 + population - a, dtype=np.float64)
    weights = _outward_products(numerators, denominators, center_column)
    return _normalized_laws(counts, weights)


def binomial_pmfs(trials: IntArray, n_labels: int, tail: float) -> Pmfs:
    """Return the laws of the numbers of items with one of `n_labels` labels.

    All labels are equally likely.
    """
    window = likely_binomial_counts(trials, n_labels, tail)
    centers = np.rint(trials / n_labels).astype(np.int64)
    counts, center_column = _counts_around(centers, window)
    # For t trials, P(x + 1) / P(x) is the odds of the label times (t - x) / (x + 1).
    odds = 1 / (n_labels - 1)
    x = counts[:, :-1]
    weights = _outward_products(odds * (trials[:, None] - x), x + 1, center_column)
    return _normalized_laws(counts, weights)


def _counts_around(centers: IntArray, window: Window) -> tuple[IntArray, int]:
    """Return one row of consecutive counts per window, and the index of one column.

    This column has the centers, or the nearest counts. It is in all windows, which are
    padded to one width on either side of it.
    """
    low, high = window
    center = np.clip(centers, low, high)
    n_below = int((center - low).max())
    n_above = int((high - center).max())
    counts = center[:, None] + np.arange(-n_below, n_above + 1)
    center_column = n_below
    return counts, center_column


def _normalized_laws(counts: IntArray, weights: FloatArray) -> Pmfs:
    """Return the laws whose probabilities are proportional to the weights of each row.

    Both arrays are changed in place; negative counts, which are padding, become 0.
    """
    weights /= weights.sum(axis=1, keepdims=True)
    return Pmfs(np.maximum(counts, 0, out=counts), weights)


def blocks_of_similar_width(widths: IntArray) -> Iterator[npt.NDArray[np.intp]]:
    """Yield the indices of the widths in blocks, with widths within a factor of 2.

    A width is the number of counts in the window of a law, and the laws of a block are
    padded to the widest. So that an array of them fits in the cache, the widest width
    times the length of a block is bounded, unless the block has one index.
    """
    order = np.argsort(widths, kind="stable")
    sorted_widths = widths[order]
    start = 0
    while start < len(order):
        narrowest = sorted_widths[start]
        stop = int(np.searchsorted(sorted_widths, 2 * narrowest, side="right"))
        widest = int(sorted_widths[stop - 1])
        stop = min(stop, start + max(1, _BLOCK_ENTRIES // widest))
        yield order[start:stop]
        start = stop


def _outward_products(
    numerators: npt.NDArray[Any], denominators: npt.NDArray[Any], center_column: int
) -> FloatArray:
    """Return weights from the ratios of neighbors, 1 at the column ``center_column``.

    ``numerators[:, i] / denominators[:, i]`` is weight i + 1 over weight i. A support
    ends above where a numerator is 0 and below where a denominator is; products that
    go outward from a point of the support stay 0 beyond, whatever the ratios there.
    """
    weights = np.empty((len(numerators), numerators.shape[1] + 1))
    center = center_column
    weights[:, center] = 1.0
    upward = numerators[:, center:] / denominators[:, center:]
    np.cumprod(upward, axis=1, out=weights[:, center + 1 :])
    downward = denominators[:, :center] / numerators[:, :center]
    np.cumprod(downward[:, ::-1], axis=1, out=weights[:, :center][:, ::-1])
    return weights


# Logarithms of probabilities, for counts that may be very rare. Each argument but the
# population is an array with one entry for each count.


def log_hypergeometric_probabilities(
    population: int, marked: IntArray, drawn: IntArray, counts: IntArray
) -> FloatArray:
    """Return log P(X = count); -inf for counts that are impossible."""
    n = float(population)
    a = marked.astype(float)
    b = drawn.astype(float)
    k = counts.astype(float)
    lowest = np.maximum(a + b - n, 0)
    is_possible = (k >= lowest) & (k <= np.minimum(a, b))
    x = np.where(is_possible, k, lowest)
    logs = _log_binomials(a, x) + _log_binomials(n - a, b - x) - _log_binomials(n, b)
    return np.where(is_possible, logs, -np.inf)


def log_hypergeometric_tails(
    population: int, marked: IntArray, drawn: IntArray, counts: IntArray
) -> FloatArray:
    """Return log P(X >= count), from the tail that is the smaller one."""
    a = marked
    b = drawn
    lowest = np.maximum(a + b - population, 0)
    highest = np.minimum(a, b)
    logs = np.where(counts <= lowest, 0.0, -np.inf)
    has_both_tails = (counts > lowest) & (counts <= highest)
    is_above_mean = counts > a.astype(float) / population * b
    upper = has_both_tails & is_above_mean
    if upper.any():
        logs[upper] = _log_outer_tails(
            population, a[upper], b[upper], counts[upper], step=1
        )
    lower = has_both_tails & ~is_above_mean
    if lower.any():
        log_below = _log_outer_tails(
            population, a[lower], b[lower], counts[lower] - 1, step=-1
        )
        logs[lower] = np.log1p(-np.exp(log_below))
    return logs


def _log_binomials(n: FloatArray | float, k: FloatArray) -> FloatArray:
    """Return the logarithms of binomial coefficients."""
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def _log_outer_tails(
    population: int, marked: IntArray, drawn: IntArray, counts: IntArray, *, step: int
) -> FloatArray:
    """Return log P(X >= count) for a step of 1, log P(X <= count) for a step of -1.

    The counts are on the side of the mean from which probabilities fall in steps. Each
    probability is the one before times a ratio of neighbors.
    """
    n = float(population)
    a = marked.astype(float)
    b = drawn.astype(float)
    x = counts.astype(float)
    # Relative to the probability of the count
    tails = np.ones(len(counts))
    terms = np.ones(len(counts))
    active = np.arange(len(counts))
    while active.size:
        if step == 1:
            numerators = (a - x) * (b - x)
            denominators = (x + 1) * (n - a - b + x + 1)
        else:
            numerators = x * (n - a - b + x)
            denominators = (a - x + 1) * (b - x + 1)
        terms = terms * (numerators / denominators)
        tails[active] += terms
        is_unfinished = terms > NEGLIGIBLE_TERM * tails[active]
        active = active[is_unfinished]
        x = x[is_unfinished] + step
        a = a[is_unfinished]
        b = b[is_unfinished]
        terms = terms[is_unfinished]
    logs = log_hypergeometric_probabilities(population, marked, drawn, counts)
    return np.asarray(logs + np.log(tails))
