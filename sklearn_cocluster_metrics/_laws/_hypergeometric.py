"""Compute the law of one cell of a contingency table whose labels are permuted.

Let a and b be the sizes of a true and of a predicted cluster among n samples. If the
labels of one clustering are permuted uniformly, the number of samples that these
clusters share is hypergeometric. The population has n samples, a of them are marked,
and b of them are drawn.
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
"""The lowest and the highest counts of several laws."""

# The probability that is cut off in each tail, less than 1e-20 in both together.
_TAIL = 5e-21

# The entries of a block of laws. A few arrays of this size, 512 kB, fit into the cache.
_BLOCK_ENTRIES = 2**16

# The largest half of a window. A law of this width needs some arrays of 512 MB.
_MOST_REACH = 2**25

NEGLIGIBLE_TERM = 1e-18
"""A term that is smaller, relative to the sum of terms, is left out."""


class Pmfs(NamedTuple):
    """Probability mass functions, one per row, on windows of the same width.

    A window may be padded with counts outside the support. These counts have the
    probability 0, and are written as 0 if they would be negative.
    """

    counts: IntArray
    probabilities: FloatArray


def whole_and_fraction(
    population: int, marked: IntArray, drawn: IntArray
) -> tuple[IntArray, FloatArray]:
    """Return the means ``marked * drawn / population`` as whole parts and fractions.

    If a mean near 10^8 were one float, it would be rounded by more than 10^-9, and a
    mean near 10^16 by more than 1. The difference of a count and the whole part is
    exact.
    """
    product = widened(marked, population**2) * drawn
    whole = product // population
    fraction = (product - whole * population) / population
    return whole.astype(np.int64), fraction.astype(np.float64)


def likely_counts(
    population: int, marked: npt.ArrayLike, drawn: npt.ArrayLike, tail: float = _TAIL
) -> Window:
    """Return windows of counts that leave out less than `tail` on each side.

    There is one window for each pair of a number a of marked items and a number b of
    drawn items. A hypergeometric count is distributed as a sum of independent Bernoulli
    variables (Vatutin and Mikhailov, 1982). Therefore, Bernstein's inequality holds
    with the variance v of the count, which means that
    P(X - mean >= t) <= exp(-t^2 / (2 (v + t / 3))). The same holds below the mean. Half
    of the window is the t for which this bound is `tail`.
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
    """Return windows of binomial counts that leave out less than `tail` on each side.

    There is a window for each number of trials. A trial gives an item one of `n_labels`
    equally likely labels, and a count is the number of items with one given label.
    """
    mean = trials / n_labels
    reach = bernstein_reach(mean * (1 - 1 / n_labels), tail)
    low = np.maximum(np.floor(mean - reach), 0)
    high = np.minimum(np.ceil(mean + reach), trials)
    return low.astype(np.int64), high.astype(np.int64)


def bernstein_reach(variance: npt.ArrayLike, tail: float) -> FloatArray:
    """Return the t for which exp(-t^2 / (2 (variance + t / 3))) is `tail`.

    This is Bernstein's bound for a variable whose cumulants are at most the cumulants
    of a Poisson variable of this variance. Such a variable is above its mean by more
    than t with a probability of at most `tail`, and below its mean by more than t with
    a probability of at most `tail`. If t is so large that a law would not fit into
    memory, an error is raised.
    """
    reach = bernstein_deviation(variance, -math.log(tail))
    if reach.max(initial=0) > _MOST_REACH:
        raise ValueError(
            "The clusters are too large for an exact computation. The sum over the "
            f"possible counts of one cell has {2 * reach.max():.1e} terms, but at most "
            f"{2 * _MOST_REACH:.1e} terms are possible. Labels of up to 10**13 samples "
            "can always be computed."
        )
    return reach


def bernstein_deviation(variance: npt.ArrayLike, nats: npt.ArrayLike) -> FloatArray:
    """Return the t for which t^2 / (2 (variance + t / 3)) is `nats`."""
    # This is the positive root of t^2 - 2 t nats / 3 - 2 nats variance = 0.
    nats = np.asarray(nats)
    constant_term = 2 * nats * np.asarray(variance)
    return np.asarray(nats / 3 + np.sqrt(nats**2 / 9 + constant_term))


def hypergeometric_pmfs(
    population: int, marked: npt.ArrayLike, drawn: npt.ArrayLike, tail: float = _TAIL
) -> Pmfs:
    """Return the hypergeometric laws of the pairs ``(marked[k], drawn[k])``.

    The probabilities are products of ratios of neighboring probabilities, which lose no
    digits. Differences of log-factorials would lose log10(n log n) digits. Each law is
    cut where less than `tail` is left at either end, and is then normalized.
    """
    a = np.asarray(marked, dtype=np.int64)
    b = np.asarray(drawn, dtype=np.int64)
    window = likely_counts(population, marked, drawn, tail)
    whole, _ = whole_and_fraction(population, a, b)
    counts, center_column = _counts_around(whole, window)
    # With n for the population, the ratio P(x + 1) / P(x) of neighboring counts is
    # (a - x) (b - x) / ((x + 1) (x + n + 1 - a - b)).
    a = a[:, None]
    b = b[:, None]
    x = counts[:, :-1]
    # The factors are exact integers, but their products need not fit into 64 bits.
    numerators = (a - x).astype(np.float64) * (b - x).astype(np.float64)
    n_neither = population - a - b
    denominators = (x + 1).astype(np.float64) * (x + n_neither + 1).astype(np.float64)
    weights = _outward_products(numerators, denominators, center_column)
    return _normalized_laws(counts, weights)


def binomial_pmfs(trials: IntArray, n_labels: int, tail: float) -> Pmfs:
    """Return the law of the number of items with one given label, for all `trials`.

    There is a law for each number of trials. A trial gives an item one of `n_labels`
    equally likely labels. Each law is cut where less than `tail` is left at either end,
    and is then normalized.
    """
    # These are two arrays, which have the lowest and the highest count of each law.
    window = likely_binomial_counts(trials, n_labels, tail)
    centers = np.rint(trials / n_labels).astype(np.int64)
    # All laws have their center in the same column.
    counts, center_column = _counts_around(centers, window)
    # For t trials, P(x + 1) / P(x) is the odds of a label times (t - x) / (x + 1).
    odds = 1 / (n_labels - 1)
    x = counts[:, :-1]
    weights = _outward_products(odds * (trials[:, None] - x), x + 1, center_column)
    return _normalized_laws(counts, weights)


def _counts_around(centers: IntArray, window: Window) -> tuple[IntArray, int]:
    """Return a row of consecutive counts for each window, and the index of a column.

    This column has the centers, or the nearest counts of the windows. On either side of
    it, all windows are padded to the same width.
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

    Both arrays are changed in place. Negative counts, which are padding, become 0.
    """
    weights /= weights.sum(axis=1, keepdims=True)
    return Pmfs(np.maximum(counts, 0, out=counts), weights)


def blocks_of_similar_width(widths: IntArray) -> Iterator[npt.NDArray[np.intp]]:
    """Yield the indices of the widths in blocks, with widths within a factor of 2.

    A width is the number of counts in the window of a law. The laws of a block are
    padded to the largest width. To make their array fit into the cache, the largest
    width times the length of a block is bounded, unless the block has a single index.
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
    """Return weights from ratios of neighbors, with 1 in the column ``center_column``.

    ``numerators[:, i] / denominators[:, i]`` is weight i + 1 divided by weight i. The
    upper end of a support has a numerator of 0, and the lower end has a denominator of
    0. The products start from a point of the support and go outward. Therefore, they
    are 0 outside the support, whatever the ratios are there.
    """
    weights = np.empty((len(numerators), numerators.shape[1] + 1))
    center = center_column
    weights[:, center] = 1.0
    upward = numerators[:, center:] / denominators[:, center:]
    np.cumprod(upward, axis=1, out=weights[:, center + 1 :])
    downward = denominators[:, :center] / numerators[:, :center]
    np.cumprod(downward[:, ::-1], axis=1, out=weights[:, :center][:, ::-1])
    return weights


# The following functions return logarithms of probabilities, because the counts may be
# very rare. Each argument but the population is an array with one entry for each count.


def log_hypergeometric_probabilities(
    population: int, marked: IntArray, drawn: IntArray, counts: IntArray
) -> FloatArray:
    """Return log P(X = count), which is -inf for impossible counts.

    X is the number of marked items among the drawn items.
    """
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
    """Return log P(X >= count), computed from the smaller of the two tails.

    X is the number of marked items among the drawn items.
    """
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
    """Return log P(X >= count) if the step is 1, or log P(X <= count) if it is -1.

    X is the number of marked items among the drawn items. The counts are on the side of
    the mean where probabilities decrease with each step. Each probability is the
    previous probability times a ratio of neighbors.
    """
    n = float(population)
    a = marked.astype(float)
    b = drawn.astype(float)
    x = counts.astype(float)
    # The tails and their terms are relative to the probability of the count.
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
