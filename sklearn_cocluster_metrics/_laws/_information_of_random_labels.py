"""Expected mutual information with a clustering of a fixed number of clusters.

The clustering is drawn uniformly among those of all items into exactly C labeled
clusters, none empty. A cluster then follows the Stirling distribution, and given
its size b, the number n of its items that lie in a category of size a is
hypergeometric with mean b a / N. Labels drawn uniformly and independently leave no
cluster empty but with a small probability, where clusters are large: their law is then
the same, and cheaper.
"""

from collections.abc import Iterator
from math import exp, fsum

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from ._cluster_sizes import StirlingDistribution, stirling_distribution
from ._expected_information import deviance, entropy
from ._hypergeometric import (
    FloatArray,
    IntArray,
    binomial_pmfs,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_binomial_counts,
    likely_counts,
)

_MOST_CANCELLED = 10.0  # a difference this much smaller than its terms loses a digit


def expected_information_free_labels(
    sizes: IntArray, multiplicities: IntArray, n_clusters: int, tail: float
) -> float | None:
    r"""Mean information per item, or None where this law or formula is not accurate.

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
    of_categories = fsum(
        multiplicities * _expected_binomial_divergences(sizes, n_clusters, tail)
    )
    (of_clusters,) = _expected_binomial_divergences(
        np.array([n_items]), n_clusters, tail
    )
    information = of_categories - of_clusters
    if information * _MOST_CANCELLED < of_clusters:
        return None
    return float(n_clusters * information / n_items)


def _expected_binomial_divergences(
    sizes: IntArray, n_clusters: int, tail: float
) -> FloatArray:
    """Return the mean of g(n, a / C) for n binomial of a trials, for each size a."""
    low, high = likely_binomial_counts(sizes, n_clusters, tail)
    means = np.empty(len(sizes))
    for block in blocks_of_similar_width(high - low + 1):
        laws = binomial_pmfs(sizes[block], n_clusters, tail)
        values = deviance(laws.counts, sizes[block, None] / n_clusters)
        means[block] = np.einsum("kx,kx->k", laws.probabilities, values)
    return means


_BLOCK_ELEMENTS = 2**17  # a megabyte an array: what is at hand stays in cache


def expected_information_fixed_n_clusters(
    sizes_true: ArrayLike, n_clusters: int, *, tail: float = 1e-20
) -> float:
    r"""Mean mutual information with a random clustering into `n_clusters` clusters.

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
    categories, repeats = np.unique(sizes, return_counts=True)
    free = expected_information_free_labels(categories, repeats, n_clusters, tail)
    if free is not None:
        return free
    cluster = stirling_distribution(n_items, n_clusters, tail=tail)
    terms = (
        n_equal * part
        for category, n_equal in zip(categories.tolist(), repeats.tolist(), strict=True)
        for part in _expected_divergences(category, cluster, n_items, tail)
    )
    return n_clusters * fsum(terms) / n_items


def _expected_divergences(
    category: int, cluster: StirlingDistribution, n_items: int, tail: float
) -> Iterator[float]:
    """Yield the parts, by blocks of b, of the mean of g over b and n for a category."""
    sizes, probabilities = cluster.support, cluster.probabilities
    likely = int(sizes[probabilities.argmax()])
    low, high = likely_counts(n_items, category, sizes, tail)
    n_rows = max(_BLOCK_ELEMENTS // int((high - low).max() + 1), 1)
    for start in range(0, sizes.size, n_rows):
        block = slice(start, start + n_rows)
        center = category / n_items * np.clip(likely, *sizes[block][[0, -1]])
        divergence = _expected_divergence(
            category, sizes[block], n_items, float(center), tail
        )
        yield float(probabilities[block] @ divergence)


def _expected_divergence(
    category: int, sizes: NDArray[np.int64], n_items: int, center: float, tail: float
) -> NDArray[np.float64]:
    """Average g(n, mu) over n, for each cluster size.

    g is read from one table g(n, c) for all sizes, c being the center, since
    E g(n, mu) = E g(n, c) - g(mu, c) for any c. A center close to the means keeps
    that difference as accurate as its terms.
    """
    laws = hypergeometric_pmfs(n_items, np.full_like(sizes, category), sizes, tail)
    width = laws.counts.shape[1]
    # Where a window was padded below 0 its counts are written as 0, save the last.
    starts = laws.counts[:, -1].astype(np.int64) - (width - 1)
    lowest = int(starts.min())
    counts = np.arange(lowest, int(starts.max()) + width)
    # Below 0 there is no probability, and any value will do.
    table = deviance(np.maximum(counts, 0).astype(np.float64), np.array(center))
    rows = sliding_window_view(table, width)[starts - lowest]
    around_center = np.einsum("bn,bn->b", laws.probabilities, rows)
    means = category * sizes / n_items
    return np.asarray(around_center - deviance(means, np.array(center)))
