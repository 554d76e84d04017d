"""Compute what is expected of clusterings into a fixed number of random clusters.

The module also returns balanced clusterings with a given number of clusters.
"""

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

    N items are put into C bins at random, so that no bin is empty. The distribution of
    the size b of a bin is :math:`p_b(b; N, C)` of [1]_, eq. (14).

    Parameters
    ----------
    n_items : int
        Number of items N, at least 1.
    n_bins : int
        Number of bins C, from 1 to ``n_items``.
    tail : float, default=1e-20
        Sizes at either end are left out as long as bins of these sizes are expected to
        contain less than about this share of all items.

    Returns
    -------
    distribution : StirlingDistribution
        Consecutive sizes and their probabilities.

    Notes
    -----
    Let X be a zero-truncated Poisson variable of any rate, and S the sum of C - 1
    independent copies of X. Then

    .. math:: p_b(b) \propto P(X = b) \, P(S = N - b).

    The first factor is computed from ratios of neighboring probabilities. The second
    factor is computed from the characteristic function of X to the power C - 1, which
    is inverted by one FFT. The grid is as long as the support of S up to `tail`.
    Rounding leaves an absolute error of about 1e-15 of the peak in P(S = N - b).

    Without the condition on the sum, the size of the bin of a random item is one plus a
    Poisson variable of the same rate. Bernstein's inequality for this variable gives
    the window of sizes. The condition on the sum multiplies the probability outside the
    window by less than max P(S = s) / P(S + X = N), which is below 2.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information", anonymous manuscript,
       eq. (14).
    """
    if n_bins in (1, n_items):
        return StirlingDistribution(np.array([n_items // n_bins]), np.ones(1))
    # Every bin has an item. All further items of a bin are called spare.
    n_spare = n_items - n_bins
    rate = truncated_poisson_rate(n_items, n_bins)
    first, last = bernstein_window(mean=rate, variance=rate, tail=tail)
    last = min(last, n_spare)
    # Both factors of the law in the notes are computed for `first` to `last` spare
    # items in the bin. The other bins contain the rest of the `n_spare` items, so that
    # their factor is reversed.
    # The weights are proportional to probabilities, and are normalized at the end.
    bin_weights = truncated_poisson(rate, first, last)
    probabilities_of_others = _probabilities_of_sum(
        rate, n_bins - 1, first=n_spare - last, last=n_spare - first, tail=tail
    )
    weights = bin_weights * probabilities_of_others[::-1]
    sizes = np.arange(first + 1, last + 2, dtype=np.int64)
    # The tail is cut by the share of the items, not by the share of the bins.
    likely = _without_tails(weights * sizes, tail)
    return StirlingDistribution(sizes[likely], weights[likely] / weights[likely].sum())


def truncated_poisson_rate(n_items: int, n_bins: int) -> float:
    """Return the rate of a zero-truncated Poisson variable of mean n_items / n_bins.

    The mean is ``rate / (1 - exp(-rate))``. An approximate solution is enough, because
    the law under the condition on the sum does not depend on the rate.
    """
    mean_spare = (n_items - n_bins) / n_bins
    if mean_spare < 1e-3:
        # Lambert's function is inaccurate near a rate of 0, its branch point. These are
        # the first two terms of the power series of the rate.
        return 2.0 * mean_spare * (1.0 - mean_spare / 3.0)
    mean = n_items / n_bins
    # With w = rate - mean, the equation above is w exp(w) = -mean exp(-mean).
    return mean + float(special.lambertw(-mean * np.exp(-mean)).real)


def truncated_poisson(rate: float, first: int, last: int) -> NDArray[np.float64]:
    """Return the law of the spare items of one bin, as multiples of its peak.

    The number of items of the bin is a zero-truncated Poisson variable of this rate. A
    spare item is an item beyond the first of its bin. The result has a value for each
    number of spare items from `first` to `last`, and the largest value is 1.

    The values are products of ratios of neighboring probabilities, starting from the
    peak. Logarithms of factorials are not used, because they would lose digits in
    proportion to their size.
    """
    peak = min(max(floor(rate) - 1, first), last)
    # A bin with k spare items has k + 1 items. The probability of k + 1 items is the
    # probability of k items times rate / (k + 1).
    rising = np.arange(peak + 1, last + 1)
    falling = np.arange(peak, first, -1)
    above = np.cumprod(rate / (rising + 1.0))
    below = np.cumprod((falling + 1.0) / rate)
    return np.concatenate([below[::-1], [1.0], above])


def bernstein_window(mean: float, variance: float, tail: float) -> tuple[int, int]:
    """Return the first and the last integer of a window around the mean, at least 0.

    By Bernstein's inequality, the probability on either side of this window is at most
    `tail`. For the spare items of one bin, the rate can be passed as the mean and as
    the variance.
    """
    reach = float(bernstein_reach(variance, tail))
    return max(floor(mean - reach), 0), ceil(mean + reach)


def _probabilities_of_sum(
    rate: float, n_bins: int, *, first: int, last: int, tail: float
) -> NDArray[np.float64]:
    """Return the probabilities of `first` to `last` spare items in `n_bins` bins.

    The number of items of each bin is a zero-truncated Poisson variable of this rate. A
    spare item is an item beyond the first of its bin.

    A grid of K angles adds every P(m + jK) with j != 0 to P(m). K is chosen so that
    these probabilities are outside the Bernstein window of the sum. The variance of the
    sum is below ``n_bins * rate``, because the variance of a zero-truncated Poisson
    variable is below its rate. This holds at any rate, and therefore also for the
    tilted variables in the proof of Bernstein's inequality.
    """
    mean_sum = n_bins * (rate / -expm1(-rate) - 1.0)
    lowest, highest = bernstein_window(mean=mean_sum, variance=n_bins * rate, tail=tail)
    n_angles = fft.next_fast_len(max(highest - first, last - lowest) + 1, real=True)
    angles = 2.0 * np.pi / n_angles * np.arange(n_angles // 2 + 1)
    # The characteristic function of a sum of independent bins is a power. The conjugate
    # of this power is the Fourier transform that `irfft` inverts.
    logarithm = _log_characteristic(angles, rate)
    modulus = np.exp(n_bins * logarithm.real)
    transform = modulus * np.exp(-1j * n_bins * logarithm.imag)
    positions = np.arange(first, last + 1) % n_angles
    probabilities = fft.irfft(transform, n_angles)[positions]
    # Rounding leaves a few values of -1e-17 where the probability is smaller.
    return np.asarray(np.maximum(probabilities, 0.0))


def _log_characteristic(angles: FloatArray, rate: float) -> NDArray[np.complex128]:
    """Return the logarithm of the characteristic function of a bin's spare items.

    The number of items of the bin is a zero-truncated Poisson variable of this rate,
    which is positive. A spare item is an item beyond the first of its bin.

    Let z = exp(i angle). This function is the mean of z^k for k spare items, which is
    (exp(rate z) - 1) / ((exp(rate) - 1) z). Its logarithm will be multiplied by a large
    number, so that it must be precise. Therefore, log1p of its difference from 1 is
    computed.
    """
    if rate > 1.0:
        # This is the difference of the mean of z^(k + 1) from 1. The factor z is
        # removed by subtracting its logarithm, which is i angle.
        z_minus_1 = special.expm1(1j * angles)
        difference = special.expm1(rate * z_minus_1) / -expm1(-rate)
        return np.asarray(special.log1p(difference) - 1j * angles)
    # At a small rate, the two terms above would cancel. Therefore, the probability of k
    # times z^k - 1 is summed over k, up to a term below 1 / 22!.
    difference = np.zeros(angles.shape, dtype=np.complex128)
    probability = rate / expm1(rate)  # The probability of no spare item.
    for n_spare in range(1, 21):
        probability *= rate / (n_spare + 1)
        difference += probability * special.expm1(1j * n_spare * angles)
    return np.asarray(special.log1p(difference))


def _without_tails(weights: FloatArray, tail: float) -> slice:
    """Return the slice that remains if a share `tail` of the sum is cut at either end.

    At most this share is cut, so that the slice may contain all weights.
    """
    limit = tail * weights.sum()
    first = int(np.searchsorted(np.cumsum(weights), limit, side="right"))
    n_cut = int(np.searchsorted(np.cumsum(weights[::-1]), limit, side="right"))
    return slice(first, weights.size - n_cut)


def balanced_sizes(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return cluster sizes that differ by at most 1, the larger sizes first.

    These sizes are BS(n, k) of Gösgens, Tikhonov and Prokhorenkova (2021).
    """
    smaller, n_larger = divmod(n_samples, n_clusters)
    sizes = np.full(n_clusters, smaller, dtype=np.int64)
    sizes[:n_larger] += 1
    return sizes


def balanced_labels(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sorted labels from 0 to `n_clusters` - 1 with balanced sizes."""
    return np.repeat(np.arange(n_clusters), balanced_sizes(n_samples, n_clusters))


# A difference that is smaller than its terms by this factor has lost a decimal digit.
_MOST_CANCELLED = 10.0


def expected_information_free_labels(
    sizes: IntArray, multiplicities: IntArray, n_clusters: int, tail: float
) -> float | None:
    r"""Return the mean mutual information, or None if the formula is inaccurate.

    The information is in nats. Labels are free, which means that each of the N items
    has one of C labels, with equal probabilities and independently of the other items.
    A label may remain unused. Let n_i be the number of items of category i in one
    cluster. It is binomial with a_i trials, where a_i is the size of the category. Let
    b be the number of all items in one cluster, which is binomial with N trials. With
    :math:`g(n, \mu) = n \log(n / \mu) - n + \mu`, the mean mutual information is

    .. math:: \frac{C}{N} \Big( \sum_i \mathrm{E}\, g(n_i, a_i / C)
              - \mathrm{E}\, g(b, N / C) \Big) .

    Some label remains unused with a probability of at most
    :math:`\epsilon = C e^{-N / C}`. If all labels must be used, the mean changes by at
    most :math:`2 \epsilon \log R` for R categories. The mean is at least
    :math:`(R - 1) / (4 N)`, so that the relative error is at most
    :math:`8 N \epsilon`.

    `sizes` are the distinct sizes of categories, and `multiplicities` are the numbers
    of categories with these sizes. `tail` is the largest relative error that is
    allowed, and the probability that is cut off at either end of a binomial law.
    """
    n_items = int(sizes @ multiplicities)
    if 8 * n_items * n_clusters * exp(-n_items / n_clusters) > tail:
        return None
    # The two terms of the formula are computed without the factor C / N.
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
    """Return the mean of g(n, a / C) for each size a, where n is binomial.

    There are a trials, each with the probability 1 / C. C is `n_clusters`, and g is the
    function `deviance`. Less than `tail` of each law is cut off at either end.
    """
    low, high = likely_binomial_counts(sizes, n_clusters, tail)
    means = np.empty(len(sizes))
    for block in blocks_of_similar_width(high - low + 1):
        laws = binomial_pmfs(sizes[block], n_clusters, tail)
        divergences = deviance(laws.counts, sizes[block, None] / n_clusters)
        means[block] = np.einsum("kx,kx->k", laws.probabilities, divergences)
    return means


_BLOCK_ELEMENTS = 2**17  # An array of this size takes 1 MB, and fits into the cache.


def expected_information_fixed_n_clusters(
    sizes_true: ArrayLike, n_clusters: int, *, tail: float = 1e-20
) -> float:
    r"""Return the mean mutual information with `n_clusters` random clusters.

    The labels are drawn uniformly from all labels that use every cluster. The mean is
    EMI* of [1]_, eq. (12), in nats.

    Parameters
    ----------
    sizes_true : array-like of int
        Sizes of the categories, which are the true clusters. All are positive.
    n_clusters : int
        Number of clusters C, from 1 to the number of items N.
    tail : float, default=1e-20
        Probability that is cut off at either end of the two distributions.

    Returns
    -------
    expected : float
        Mean, at least 0. It is 0 if there is one cluster or one category, and the
        entropy of the categories if every cluster has one item.

    Notes
    -----
    Let a be the size of a category, b the size of a cluster, and n the number of items
    that they share. The terms of eq. (12) have both signs, so that they cancel.
    However, n has the mean :math:`\mu = b a / N`. Therefore, each term can be replaced
    by a term that is not negative,

    .. math:: \mathrm{EMI}^* = \frac{C}{N} \sum_i \sum_b p_b(b) \sum_n p_n(n; a_i, b)
              \, g(n, \mu), \quad g(n, \mu) = n \log \frac n \mu - n + \mu .

    The relative error of the sum is then the relative error of the probabilities.

    The windows of b and n leave out some of these positive terms. Let f(b) be the sum
    over i and n. Then f(b) / b is the mean information per item in a cluster of size b,
    which decreases in b. Leaving out large sizes therefore costs a smaller share of the
    sum than their share of the items, which is `tail`. At b = 1, f(b) / b is the
    entropy of the categories. On average over the items, it is at least
    (R - 1) / (4 N) for R categories, because g exceeds (n - mu)^2 / (2 a), and two
    items share a cluster with a probability of at most 1 / C. Leaving out small sizes
    therefore costs at most 4 N log(R) / (R - 1) times their share of the items. The
    counts n that are left out have the probability `tail` at either end, given b, and g
    is at most (n - mu)^2 / mu for these counts.

    Categories of equal size are computed once. The cost is the number of pairs (b, n)
    within the windows. It is about 400 times the product of the two standard
    deviations, for each distinct size. The memory is bounded, except for the list of
    the sizes that a cluster may have. If clusters are so large that no label would
    remain unused if labels were independent, each distinct size costs only one window
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
    """Yield the terms of the mean of g, one for each block of cluster sizes b.

    The mean is taken over b and n (see `expected_information_fixed_n_clusters`), for a
    category of this size. It is the sum of the terms.
    """
    sizes = size_distribution.support
    probabilities = size_distribution.probabilities
    likeliest_size = int(sizes[probabilities.argmax()])
    low, high = likely_counts(n_items, category_size, sizes, tail)
    n_sizes_at_once = max(_BLOCK_ELEMENTS // int((high - low).max() + 1), 1)
    for start in range(0, sizes.size, n_sizes_at_once):
        block = slice(start, start + n_sizes_at_once)
        block_sizes = sizes[block]
        # The center is the mean count in a cluster of the block's likeliest size.
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
    """Return, for each cluster size, the deviance g(n, mu) averaged over n.

    n is the number of items of the category in the cluster, and mu is its mean. Let c
    be the `center`. Because E g(n, mu) = E g(n, c) - g(mu, c) for any c, one table of
    g(n, c) is used for all sizes. If the center is close to the means, the difference
    is as accurate as its terms.
    """
    category_sizes = np.full_like(sizes, category_size)
    laws = hypergeometric_pmfs(n_items, category_sizes, sizes, tail)
    width = laws.counts.shape[1]
    # Counts below 0, which are padding, are written as 0. Therefore, the start of a
    # window is computed from its last count.
    starts = laws.counts[:, -1] - (width - 1)
    lowest = int(starts.min())
    # The table has the counts of all windows. A window is a slice of it.
    counts = np.arange(lowest, int(starts.max()) + width)
    # Counts below 0 have the probability 0, so that any value can stand for theirs.
    table = deviance(np.maximum(counts, 0).astype(np.float64), np.array(center))
    deviances_in_windows = sliding_window_view(table, width)[starts - lowest]
    around_center = np.einsum("bn,bn->b", laws.probabilities, deviances_in_windows)
    means = category_size * sizes / n_items
    return np.asarray(around_center - deviance(means, np.array(center)))
