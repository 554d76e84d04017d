"""The law of one cell of a contingency table whose labels are permuted.

When the labels of one clustering are permuted uniformly, the number of samples
that a cluster of ``a`` samples shares with one of ``b`` samples, among ``n``, is
hypergeometric: population ``n``, ``a`` marked, ``b`` drawn.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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


class Pmfs(NamedTuple):
    """Probability mass functions, one per row, on windows of one common width.

    A count outside the support, where a window had to be padded, has probability 0
    and is written as 0 if it would be negative.
    """

    counts: FloatArray
    probabilities: FloatArray


def likely_counts(
    population: int, marked: npt.ArrayLike, drawn: npt.ArrayLike, tail: float = _TAIL
) -> Window:
    """Return a window of counts that misses less than `tail` on each side.

    A hypergeometric count is distributed as a sum of independent Bernoulli
    variables (Vatutin and Mikhailov, 1982), so Bernstein's inequality holds with
    its own variance v: P(X - mean >= t) <= exp(-t^2 / (2 (v + t / 3))), and the
    same below the mean. Half the window is the t that makes this `tail`.
    """
    a = np.asarray(marked, dtype=np.float64)
    b = np.asarray(drawn, dtype=np.float64)
    mean = a * (b / population)
    variance = mean * ((population - a) / population)
    variance *= (population - b) / max(population - 1, 1)
    reach = bernstein_reach(variance, tail)
    low = np.maximum(np.floor(mean - reach), np.maximum(a + b - population, 0))
    high = np.minimum(np.ceil(mean + reach), np.minimum(a, b))
    return low.astype(np.int64), high.astype(np.int64)


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
    probability at most `tail`.
    """
    nats = -math.log(tail)
    twice = 2 * nats * np.asarray(variance)
    reach = np.asarray(nats / 3 + np.sqrt(nats**2 / 9 + twice))
    if reach.max(initial=0) > _MOST_REACH:
        raise ValueError(
            "The clusters are too large for an exact sum over the law of one count: it "
            f"has {2 * reach.max():.1e} terms; at most "
            f"{2 * _MOST_REACH:.1e} are possible. Up to 10**13 samples always are."
        )
    return reach


def hypergeometric_pmfs(
    population: int, marked: npt.ArrayLike, drawn: npt.ArrayLike, tail: float = _TAIL
) -> Pmfs:
    """Return the hypergeometric laws of the pairs ``(marked[k], drawn[k])``.

    Differences of log-factorials lose log10(n log n) digits; the ratios of
    neighbors lose none. Each law is cut where less than `tail` is left at either
    end, then normalized.
    """
    a = np.asarray(marked, dtype=np.float64)
    b = np.asarray(drawn, dtype=np.float64)
    window = likely_counts(population, marked, drawn, tail)
    counts, below = _counts_around(a * (b / population), window)
    a = a[:, None]
    b = b[:, None]
    x = counts[:, :-1]
    numerators = (a - x) * (b - x)
    denominators = (x + 1) * (x + (population + 1 - a - b))
    return _normalized(counts, _outward_products(numerators, denominators, below))


def binomial_pmfs(trials: IntArray, n_labels: int, tail: float) -> Pmfs:
    """Return the laws of the numbers of items with one of `n_labels` labels.

    All labels are equally likely.
    """
    window = likely_binomial_counts(trials, n_labels, tail)
    counts, below = _counts_around(trials / n_labels, window)
    odds = 1 / (n_labels - 1)
    x = counts[:, :-1]
    weights = _outward_products(odds * (trials[:, None] - x), x + 1, below)
    return _normalized(counts, weights)


def _counts_around(means: FloatArray, window: Window) -> tuple[FloatArray, int]:
    """Return one row of counts per window, and the column of those next to the means.

    That column is in all windows, which are padded to one width on either side of it.
    """
    low, high = window
    center = np.clip(np.rint(means).astype(np.int64), low, high)
    below = int((center - low).max())
    above = int((high - center).max())
    counts = center[:, None] + np.arange(-below, above + 1, dtype=np.float64)
    return counts, below


def _normalized(counts: FloatArray, weights: FloatArray) -> Pmfs:
    """Divide the weights of each row by their sum."""
    weights /= weights.sum(axis=1, keepdims=True)
    return Pmfs(np.maximum(counts, 0, out=counts), weights)


def blocks_of_similar_width(widths: IntArray) -> Iterator[npt.NDArray[np.intp]]:
    """Split indices into bounded blocks, the widths in each within a factor of 2."""
    order = np.argsort(widths, kind="stable")
    in_order = widths[order]
    start = 0
    while start < len(order):
        stop = int(np.searchsorted(in_order, 2 * in_order[start], side="right"))
        widest = int(in_order[stop - 1])
        stop = min(stop, start + max(1, _BLOCK_ENTRIES // widest))
        yield order[start:stop]
        start = stop


def _outward_products(
    numerators: FloatArray, denominators: FloatArray, center: int
) -> FloatArray:
    """Return weights from the ratios of neighbors, 1 at the column ``center``.

    ``numerators[:, i] / denominators[:, i]`` is weight i + 1 over weight i. A support
    ends above where a numerator is 0 and below where a denominator is; products that
    go outward from a point of the support stay 0 beyond, whatever the ratios there.
    """
    weights = np.empty((len(numerators), numerators.shape[1] + 1))
    weights[:, center] = 1.0
    upward = numerators[:, center:] / denominators[:, center:]
    np.cumprod(upward, axis=1, out=weights[:, center + 1 :])
    downward = denominators[:, :center] / numerators[:, :center]
    np.cumprod(downward[:, ::-1], axis=1, out=weights[:, :center][:, ::-1])
    return weights
