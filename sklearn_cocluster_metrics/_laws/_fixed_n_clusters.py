"""Clusterings into a fixed number of clusters: balanced ones, and random ones."""

from collections.abc import Iterator
from math import ceil, exp, expm1, floor, fsum
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray
from scipy import fft, special

from ._hypergeometric import (
    FloatArray,
    IntArray,
    bernstein_reach,
    binomial_pmfs,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_binomial_counts,
    likely_counts,
)
from ._information_moments import deviance, entropy


class StirlingDistribution(NamedTuple):
    """Sizes that a bin may have, and their probabilities, which sum to 1."""

    support: NDArray[np.int64]
    probabilities: NDArray[np.float64]


def stirling_distribution(
    n_items: int, n_bins: int, *, tail: float = 1e-20
) -> StirlingDistribution:
    r"""Return the distribution of the size of a bin, without Stirling numbers.

    It is :math:`p_b(b; N, C)` of [1]_, eq. (14), N items in C bins.

    Parameters
    ----------
    n_items : int
        Number of items N, at least 1.
    n_bins : int
        Number of bins C, from 1 to ``n_items``.
    tail : float, default=1e-20
        Sizes are left out from either end while the items in bins of such a size
        are expected to be less than about this share of all items.

    Returns
    -------
    distribution : StirlingDistribution
        Consecutive sizes and their probabilities.

    Notes
    -----
    With X zero-truncated Poisson of any rate and S the sum of C - 1 copies,

    .. math:: p_b(b) \propto P(X = b) \, P(S = N - b).

    The first factor comes from the ratios of its neighbors, the second from the
    characteristic function of X to the power C - 1, inverted by one FFT on a grid
    as long as the support of S up to `tail`. Rounding leaves an absolute error of
    about 1e-15 of the peak in P(S = N - b).

    The size of the bin of a random item, under the unconditioned law, is one plus a
    Poisson variable of the same rate; Bernstein's inequality for it sets the window.
    Conditioning on the sum multiplies what is outside by less than
    max P(S = s) / P(S + X = N), which is below 2.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information", anonymous manuscript,
       eq. (14).
    """
    if n_bins in (1, n_items):
        return StirlingDistribution(np.array([n_items // n_bins]), np.ones(1))
    n_spare = n_items - n_bins
    rate = truncated_poisson_rate(n_items, n_bins)
    first, last = bernstein_window(rate, rate, tail)
    last = min(last, n_spare)
    # Both factors of the law in the notes, for `first` to `last` spare items in the bin
    bin_weights = truncated_poisson(rate, first, last)
    probabilities_of_others = _probabilities_of_sum(
        rate, n_bins - 1, first=n_spare - last, last=n_spare - first, tail=tail
    )
    weights = bin_weights * probabilities_of_others[::-1]
    sizes = np.arange(first + 1, last + 2, dtype=np.int64)
    # The items in bins of each size decide what is cut off.
    likely = _without_tails(weights * sizes, tail)
    return StirlingDistribution(sizes[likely], weights[likely] / weights[likely].sum())


def truncated_poisson_rate(n_items: int, n_bins: int) -> float:
    """Return the rate of a zero-truncated Poisson variable of mean n_items / n_bins.

    The mean is ``rate / (1 - exp(-rate))``. Any rate near the solution serves: the
    conditioned law does not depend on it.
    """
    mean_spare = (n_items - n_bins) / n_bins
    if mean_spare < 1e-3:  # Lambert's function has its branch point at 0
        return 2.0 * mean_spare * (1.0 - mean_spare / 3.0)
    mean = n_items / n_bins
    return mean + float(special.lambertw(-mean * np.exp(-mean)).real)


def truncated_poisson(rate: float, first: int, last: int) -> NDArray[np.float64]:
    """Return the law of the spare items of one bin, as multiples of its peak.

    A spare item is one beyond the first of its bin. The result has a value for each of
    `first` to `last` spare items, 1 at the most likely one.

    It is built from the ratios of neighbors, away from the peak: logarithms of
    factorials would lose digits in proportion to their size.
    """
    peak = min(max(floor(rate) - 1, first), last)
    rising = np.arange(peak + 1, last + 1)
    falling = np.arange(peak, first, -1)
    above = np.cumprod(rate / (rising + 1.0))
    below = np.cumprod((falling + 1.0) / rate)
    return np.concatenate([below[::-1], [1.0], above])


def bernstein_window(mean: float, variance: float, tail: float) -> tuple[int, int]:
    """Return the first and last integer in Bernstein's reach of the mean, cut at 0.

    For the spare items of one bin, both mean and variance may be the rate.
    """
    reach = float(bernstein_reach(variance, tail))
    return max(floor(mean - reach), 0), ceil(mean + reach)


def _probabilities_of_sum(
    rate: float, n_bins: int, *, first: int, last: int, tail: float
) -> NDArray[np.float64]:
    """Return the probabilities of `first` to `last` spare items in `n_bins` bins.

    A grid of K angles adds to P(m) every P(m + jK), j != 0. K is such that these lie
    outside the Bernstein window of the sum. Its variance is below ``n_bins * rate``:
    that of a zero-truncated Poisson variable is below its rate, at any rate, tilted
    ones included.
    """
    mean = n_bins * (rate / -expm1(-rate) - 1.0)
    lowest, highest = bernstein_window(mean, n_bins * rate, tail)
    n_angles = fft.next_fast_len(max(highest - first, last - lowest) + 1, real=True)
    angles = 2.0 * np.pi / n_angles * np.arange(n_angles // 2 + 1)
    logarithm = _log_characteristic(angles, rate)
    modulus = np.exp(n_bins * logarithm.real)
    transform = modulus * np.exp(-1j * n_bins * logarithm.imag)
    positions = np.arange(first, last + 1) % n_angles
    probabilities = fft.irfft(transform, n_angles)[positions]
    # Rounding leaves a few values of -1e-17 where the probability is smaller.
    return np.asarray(np.maximum(probabilities, 0.0))


def _log_characteristic(angles: FloatArray, rate: float) -> NDArray[np.complex128]:
    """Return the logarithm of the characteristic function of a bin's spare items.

    It will be multiplied by a large number, hence log1p of the difference from 1.
    """
    if rate > 1.0:
        turn = special.expm1(1j * angles)
        difference = special.expm1(rate * turn) / -expm1(-rate)
        return np.asarray(special.log1p(difference) - 1j * angles)
    # At a small rate the two terms above would cancel: sum the power series.
    difference = np.zeros(angles.shape, dtype=np.complex128)
    coefficient = rate / expm1(rate)
    for n_spare in range(1, 21):  # the next term is below 1 / 22!
        coefficient *= rate / (n_spare + 1)
        difference += coefficient * special.expm1(1j * n_spare * angles)
    return np.asarray(special.log1p(difference))


def _without_tails(weights: FloatArray, tail: float) -> slice:
    """Return the slice that remains if up to `tail` of the sum is cut at either end."""
    limit = tail * weights.sum()
    first = int(np.searchsorted(np.cumsum(weights), limit, side="right"))
    n_cut = int(np.searchsorted(np.cumsum(weights[::-1]), limit, side="right"))
    return slice(first, weights.size - n_cut)


def balanced_sizes(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sizes that differ by 1 at most, the larger ones first.

    They are BS(n, k) of Gösgens, Tikhonov and Prokhorenkova (2021).
    """
    smaller, n_larger = divmod(n_samples, n_clusters)
    sizes = np.full(n_clusters, smaller, dtype=np.int64)
    sizes[:n_larger] += 1
    return sizes


def balanced_labels(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sorted labels from 0 to `n_clusters` - 1 with balanced sizes."""
    return np.repeat(np.arange(n_clusters), balanced_sizes(n_samples, n_clusters))


_MOST_CANCELLED = 10.0  # a difference this much smaller than its terms loses a digit


def expected_information_free_labels(
    sizes: IntArray, multiplicities: IntArray, n_clusters: int, tail: float
) -> float | None:
    r"""Return the mean information per item; None where the formula is inaccurate.

    Each item has one of C labels, with equal probabilities. Then the number of items
    of a category of size a in one cluster is binomial. With
    :math:`g(n, \mu) = n \log(n / \mu) - n + \mu`, the mean information is

    .. math:: \frac{C}{N} \Big( \sum_i \mathrm{E}\, g(n_i, a_i / C)
              - \mathrm{E}\, g(b, N / C) \Big)

    for n_i binomial of a_i trials and b of N. A label remains unused with a probability
    of at most :math:`\epsilon = C e^{-N / C}`. Conditioning on the others changes the
    mean by at most :math:`2 \epsilon \log R` for R categories, and the mean is at least
    :math:`(R - 1) / (4 N)`: so the relative error is at most :math:`8 N \epsilon`.
    """
    n_items = int(sizes @ multiplicities)
    if 8 * n_items * n_clusters * exp(-n_items / n_clusters) > tail:
        return None
    # The two terms of the formula, before the factor C / N
    divergences = _expected_binomial_divergences(sizes, n_clusters, tail)
    term_of_categories = fsum(multiplicities * divergences)
    (term_of_all_items,) = _expected_binomial_divergences(
        np.array([n_items]), n_clusters, tail
    )
    difference = term_of_categories - term_of_all_items
    if difference * _MOST_CANCELLED < term_of_all_items:
        return None
    return float(n_clusters * difference / n_items)


def _expected_binomial_divergences(
    sizes: IntArray, n_clusters: int, tail: float
) -> FloatArray:
    """Return the mean of g(n, a / C) for n binomial of a trials, for each size a."""
    low, high = likely_binomial_counts(sizes, n_clusters, tail)
    means = np.empty(len(sizes))
    for block in blocks_of_similar_width(high - low + 1):
        laws = binomial_pmfs(sizes[block], n_clusters, tail)
        divergences = deviance(laws.counts, sizes[block, None] / n_clusters)
        means[block] = np.einsum("kx,kx->k", laws.probabilities, divergences)
    return means


_BLOCK_ELEMENTS = 2**17  # a megabyte an array: what is at hand stays in cache


def expected_information_fixed_n_clusters(
    sizes_true: ArrayLike, n_clusters: int, *, tail: float = 1e-20
) -> float:
    r"""Return the mean mutual information with `n_clusters` random clusters.

    It is EMI* of [1]_, eq. (12), in nats.

    Parameters
    ----------
    sizes_true : array-like of int
        Sizes of the categories, all positive.
    n_clusters : int
        Number of clusters C, from 1 to the number of items N.
    tail : float, default=1e-20
        Probability at which the two distributions are cut, at either end.

    Returns
    -------
    expected : float
        0 for one cluster or one category; the entropy of the categories where
        every cluster has one item.

    Notes
    -----
    The terms of eq. (12) have both signs and cancel. As n has mean
    :math:`\mu = b a / N`, each may be completed to one that is not negative,

    .. math:: \mathrm{EMI}^* = \frac{C}{N} \sum_i \sum_b p_b(b) \sum_n p_n(n; a_i, b)
              \, g(n, \mu), \quad g(n, \mu) = n \log \frac n \mu - n + \mu,

    so that the relative error of the sum is that of the probabilities, and what is
    cut off is lost from a sum of positive terms. Let f(b) be the sum over i and n.
    Then f(b) / b, the mean information per item in a cluster of size b, decreases in
    b, so that leaving out large sizes costs a smaller share of the sum than of the
    items, which is `tail`. It is the entropy at b = 1, and at least
    (R - 1) / (4 N) on average over the items, where there are R categories
    (g exceeds (n - mu)^2 / (2 a), and two items share a cluster with probability
    at most 1 / C); so leaving out small sizes costs at most 4 N log(R) / (R - 1)
    times that share. The counts n left out have probability `tail` at either end,
    given b, and g is at most (n - mu)^2 / mu there.

    Categories of one size are computed once. The cost is the number of pairs (b, n)
    within the windows: about 400 times the product of the two standard deviations,
    for each distinct size. The memory is bounded, but for the sizes a cluster may
    have. Where clusters are so large that none would be empty if labels were
    independent, each distinct size costs one window instead
    (`expected_information_free_labels`).

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information", anonymous manuscript,
       eqs. (12)-(15).
    """
    sizes = np.asarray(sizes_true, dtype=np.int64)
    n_items = int(sizes.sum())
    if len(sizes) == 1 or n_clusters == 1:
        return 0.0
    if n_clusters == n_items:
        return entropy(sizes)
    distinct_sizes, multiplicities = np.unique(sizes, return_counts=True)
    information_free_labels = expected_information_free_labels(
        distinct_sizes, multiplicities, n_clusters, tail
    )
    if information_free_labels is not None:
        return information_free_labels
    size_distribution = stirling_distribution(n_items, n_clusters, tail=tail)
    groups = zip(distinct_sizes.tolist(), multiplicities.tolist(), strict=True)
    terms = (
        multiplicity * block_term
        for size, multiplicity in groups
        for block_term in _expected_divergences(size, size_distribution, n_items, tail)
    )
    return n_clusters * fsum(terms) / n_items


def _expected_divergences(
    category_size: int,
    size_distribution: StirlingDistribution,
    n_items: int,
    tail: float,
) -> Iterator[float]:
    """Yield the terms, one for each block of cluster sizes b, of the mean of g.

    It is the mean over b and n, for a category of this size.
    """
    sizes = size_distribution.support
    probabilities = size_distribution.probabilities
    likeliest_size = int(sizes[probabilities.argmax()])
    low, high = likely_counts(n_items, category_size, sizes, tail)
    n_sizes_at_once = max(_BLOCK_ELEMENTS // int((high - low).max() + 1), 1)
    for start in range(0, sizes.size, n_sizes_at_once):
        block = slice(start, start + n_sizes_at_once)
        block_sizes = sizes[block]
        central_size = np.clip(likeliest_size, block_sizes[0], block_sizes[-1])
        center = category_size / n_items * central_size
        divergences = _mean_divergences(
            category_size, block_sizes, n_items, center=float(center), tail=tail
        )
        yield float(probabilities[block] @ divergences)


def _mean_divergences(
    category_size: int,
    sizes: NDArray[np.int64],
    n_items: int,
    *,
    center: float,
    tail: float,
) -> NDArray[np.float64]:
    """Return the mean of g(n, mu) over n, for each cluster size.

    g is read from one table g(n, c) for all sizes, c being the center, since
    E g(n, mu) = E g(n, c) - g(mu, c) for any c. A center close to the means keeps
    that difference as accurate as its terms.
    """
    category_sizes = np.full_like(sizes, category_size)
    laws = hypergeometric_pmfs(n_items, category_sizes, sizes, tail)
    width = laws.counts.shape[1]
    # Where a window was padded below 0 its counts are written as 0, save the last.
    starts = laws.counts[:, -1] - (width - 1)
    lowest = int(starts.min())
    # All counts of all windows; window b is the slice of `width` from starts[b].
    counts = np.arange(lowest, int(starts.max()) + width)
    # Below 0 there is no probability, and any value will do.
    table = deviance(np.maximum(counts, 0).astype(np.float64), np.array(center))
    rows = sliding_window_view(table, width)[starts - lowest]
    around_center = np.einsum("bn,bn->b", laws.probabilities, rows)
    means = category_size * sizes / n_items
    return np.asarray(around_center - deviance(means, np.array(center)))
