"""Sizes of clusters: balanced ones, and random ones (the Stirling distribution).

Spread ``n_items`` distinct items over ``n_bins`` labeled bins, uniformly among the
ways that leave no bin empty. The sizes of the bins are then independent
zero-truncated Poisson variables conditioned on their sum, whatever their rate, so
that no Stirling number is needed. The rate is chosen to make the expected sum
``n_items``: the event conditioned on is then a likely one.

"Spare" below counts items beyond the one that every bin must have.
"""

from math import ceil, expm1, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import fft, special

from ._hypergeometric import bernstein_reach


class StirlingDistribution(NamedTuple):
    """Sizes that a bin may have, and their probabilities, which sum to 1."""

    support: NDArray[np.int64]
    probabilities: NDArray[np.float64]


def stirling_distribution(
    n_items: int, n_bins: int, *, tail: float = 1e-20
) -> StirlingDistribution:
    r"""Distribution of the size of a bin, without Stirling numbers.

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
    if n_bins == n_items:
        return _point_mass(1)
    if n_bins == 1:
        return _point_mass(n_items)
    n_spare = n_items - n_bins
    rate = truncated_poisson_rate(n_items, n_bins)
    first, last = truncated_poisson_window(rate, tail)
    last = min(last, n_spare)
    own = truncated_poisson(rate, first, last)
    others = _sum_probabilities(rate, n_bins - 1, n_spare - last, n_spare - first, tail)
    weights = own * others[::-1]
    sizes = np.arange(first + 1, last + 2, dtype=np.int64)
    kept = _without_tails(weights * sizes, tail)
    return StirlingDistribution(sizes[kept], weights[kept] / weights[kept].sum())


def truncated_poisson_rate(n_items: int, n_bins: int) -> float:
    """Rate at which a zero-truncated Poisson variable has mean n_items / n_bins.

    The mean is ``rate / (1 - exp(-rate))``. Any rate near the solution serves: the
    conditioned law does not depend on it.
    """
    mean_spare = (n_items - n_bins) / n_bins
    if mean_spare < 1e-3:  # Lambert's function has its branch point at 0
        return 2.0 * mean_spare * (1.0 - mean_spare / 3.0)
    mean = n_items / n_bins
    return mean + float(special.lambertw(-mean * np.exp(-mean)).real)


def truncated_poisson(rate: float, first: int, last: int) -> NDArray[np.float64]:
    """Law of the spare items of one bin from `first` to `last`, relative to its peak.

    Built from the ratios of neighbors, away from the peak: logarithms of factorials
    would lose digits in proportion to their size.
    """
    peak = min(max(floor(rate) - 1, first), last)
    rising = np.arange(peak + 1, last + 1)
    falling = np.arange(peak, first, -1)
    above = np.cumprod(rate / (rising + 1.0))
    below = np.cumprod((falling + 1.0) / rate)
    return np.concatenate([below[::-1], [1.0], above])


def truncated_poisson_window(rate: float, tail: float) -> tuple[int, int]:
    """First and last number of spare items of one bin, up to probability `tail`."""
    return _bernstein_window(rate, rate, tail)


def _bernstein_window(mean: float, variance: float, tail: float) -> tuple[int, int]:
    """Integers within Bernstein's reach of the mean, cut at 0."""
    reach = float(bernstein_reach(variance, tail))
    return max(floor(mean - reach), 0), ceil(mean + reach)


def _sum_probabilities(
    rate: float, n_bins: int, first: int, last: int, tail: float
) -> NDArray[np.float64]:
    """Probability that `n_bins` bins have m spare items, for m = first, ..., last.

    A grid of K angles adds to P(m) every P(m + jK), j != 0. K is such that these lie
    outside the Bernstein window of the sum. Its variance is below ``n_bins * rate``:
    that of a zero-truncated Poisson variable is below its rate, at any rate, tilted
    ones included.
    """
    mean = n_bins * (rate / -expm1(-rate) - 1.0)
    lowest, highest = _bernstein_window(mean, n_bins * rate, tail)
    n_angles = fft.next_fast_len(max(highest - first, last - lowest) + 1, real=True)
    angles = 2.0 * np.pi / n_angles * np.arange(n_angles // 2 + 1)
    logarithm = _log_characteristic(angles, rate)
    modulus = np.exp(n_bins * logarithm.real)
    transform = modulus * np.exp(-1j * n_bins * logarithm.imag)
    probabilities = fft.irfft(transform, n_angles)[
        np.arange(first, last + 1) % n_angles
    ]
    # Rounding leaves a few values of -1e-17 where the probability is smaller.
    return np.asarray(np.maximum(probabilities, 0.0))


def _log_characteristic(
    angles: NDArray[np.float64], rate: float
) -> NDArray[np.complex128]:
    """Logarithm of the characteristic function of the spare items of one bin.

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


def _without_tails(weights: NDArray[np.float64], tail: float) -> slice:
    """Select what is left when less than `tail` of the sum is cut from either end."""
    limit = tail * weights.sum()
    first = int(np.searchsorted(np.cumsum(weights), limit, side="right"))
    n_cut = int(np.searchsorted(np.cumsum(weights[::-1]), limit, side="right"))
    return slice(first, weights.size - n_cut)


def _point_mass(size: int) -> StirlingDistribution:
    """Distribution of a bin whose size is certain."""
    return StirlingDistribution(np.array([size], dtype=np.int64), np.ones(1))


def balanced_sizes(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sizes that differ by 1 at most, the larger ones first: GTP's BS(n, k)."""
    smaller, n_larger = divmod(n_samples, n_clusters)
    sizes = np.full(n_clusters, smaller, dtype=np.int64)
    sizes[:n_larger] += 1
    return sizes


def balanced_labels(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sorted labels from 0 to `n_clusters` - 1 with balanced sizes."""
    return np.repeat(np.arange(n_clusters), balanced_sizes(n_samples, n_clusters))
