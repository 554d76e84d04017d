"""Expected mutual information with labels drawn uniformly and independently.

Such labels leave no cluster empty but with a small probability, where clusters are
large: their law is then that of a random clustering into exactly C clusters.
"""

from math import exp, fsum

import numpy as np

from ._hypergeometric import (
    FloatArray,
    IntArray,
    binomial_laws,
    blocks_of_similar_width,
    likely_binomial_counts,
)
from ._information_terms import deviance

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
        multiplicities * _expected_divergences(sizes, n_clusters, tail)
    )
    (of_clusters,) = _expected_divergences(np.array([n_items]), n_clusters, tail)
    information = of_categories - of_clusters
    if information * _MOST_CANCELLED < of_clusters:
        return None
    return float(n_clusters * information / n_items)


def _expected_divergences(sizes: IntArray, n_clusters: int, tail: float) -> FloatArray:
    """Return the mean of g(n, a / C) for n binomial of a trials, for each size a."""
    low, high = likely_binomial_counts(sizes, n_clusters, tail)
    means = np.empty(len(sizes))
    for block in blocks_of_similar_width(high - low + 1):
        laws = binomial_laws(sizes[block], n_clusters, tail)
        values = deviance(laws.counts, sizes[block, None] / n_clusters)
        means[block] = np.einsum("kx,kx->k", laws.probabilities, values)
    return means
