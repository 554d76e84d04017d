"""Mutual information of the cells, adjusted for chance (coAMI), standardized (SMI)."""

from __future__ import annotations

import math

from .._laws._expected_information import (
    information_beyond_chance,
    information_is_constant,
)
from .._laws._information_variance import variance_of_mutual_information
from .._statistics._contingency import Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, check_option
from ._contract import Contract, one_of
from ._mutual_information import AVERAGES, Average, average_entropy


def coami_score(
    labels_true: Partition, labels_pred: Partition, *, average_method: Average = "max"
) -> float:
    r"""Adjusted mutual information of two co-clusterings (coAMI), over the cells.

    The mutual information of the cells, minus its mean when rows and columns are
    permuted independently, relative to the largest possible difference:

    .. math::

        \mathrm{coAMI} = \frac{\mathrm{coMI} - E}{\max(\mathcal{H}(A), \mathcal{H}(B))
        - E}, \qquad E = \mathrm{EMI}(rows) + \mathrm{EMI}(columns) .

    Higher is better. At most 1, reached by equal co-clusterings; 0 on average for
    random ones with the same block sizes; negative values are worse than chance.
    Symmetric. The adjusted mutual information of [1]_, carried over to co-clusterings.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies of the cells are averaged in the denominator.

    Returns
    -------
    score : float
        At most 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `average_method` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    conmi_score : Without the correction for chance.
    cari_score : Pairs of cells, with ``null_model="product"`` under the same chance.
    sklearn.metrics.adjusted_mutual_info_score : The same for plain clusterings, with
        another default average.

    Notes
    -----
    Equal co-clusterings score 1, including trivial ones. Where every permutation has
    the same mutual information (as against a single cluster), the score is 0. Numerator
    and denominator are summed from terms that do not cancel, so the score is accurate
    for nearly all singletons too. Cost: O(n_rows + n_columns) for the tables, then
    about :math:`\sqrt{a b / n}` for each pair of distinct cluster sizes a and b.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps, J. Bailey (2010). Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance. Journal of Machine Learning Research, 11, 2837-2854.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import coami_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> coami_score(true, pred)
    0.307...
    """
    check_option(average_method, "average_method", AVERAGES)
    return co_adjusted_mutual_information(
        tables_of_labels(labels_true, labels_pred), average_method
    )


def co_adjusted_mutual_information(tables: Tables, average_method: str) -> float:
    """Return (coMI - E) / (average entropy - E), E under permutations of each mode.

    The modes are permuted independently, so E is the sum of their means. E is not
    subtracted here: near singletons all of these numbers are nearly equal.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    if all(information_is_constant(*table.sizes) for table in tables):
        return 0.0  # coMI is its mean, whatever the denominator
    of_modes = [
        information_beyond_chance(*table.sizes, table.nonzero) for table in tables
    ]
    excess, *remainders = map(math.fsum, zip(*of_modes, strict=True))
    if average_method == "geometric":
        return excess / _geometric_remainder(tables, *remainders)
    return excess / AVERAGES[average_method](*remainders)


def _geometric_remainder(tables: Tables, true: float, pred: float) -> float:
    """Return ``sqrt(H(A) H(B)) - E`` from the remainders H(A) - E and H(B) - E.

    The difference is that of the squares, over the sum; the squares differ by
    ``(H(A) - E) (H(B) - E) + E (H(A) - E + H(B) - E)``.
    """
    average = average_entropy(tables, "geometric")
    expected = max(average_entropy(tables, "min") - min(true, pred), 0.0)
    difference = (true * pred + expected * (true + pred)) / (average + expected)
    return max(difference, min(true, pred))


COAMI = Contract(
    name="coami",
    function=coami_score,
    formula=co_adjusted_mutual_information,
    source="Vinh, Epps & Bailey (2010), carried over to co-clusterings",
    lower=-math.inf,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    options={"average_method": one_of(*AVERAGES)},
    monotone_in="information",
)


def standardized_mutual_info_score(
    labels_true: Partition, labels_pred: Partition
) -> float:
    r"""Standardized mutual information (SMI): its z-score under permutations.

    By how many standard deviations the mutual information exceeds its mean, both exact
    under permutations of the labels:

    .. math:: \mathrm{SMI} = \frac{\mathrm{MI}(A, B) - E[\mathrm{MI}(A, B')]}
              {\sigma[\mathrm{MI}(A, B')]} .

    The modes of co-clusterings are permuted independently, so that means and variances
    add. Unlike indices that are only adjusted, it does not favor clusterings with many
    clusters among random clusterings.

    Higher is better. Unbounded; 0 on average, with standard deviation 1, for permuted
    labels. Equal clusterings have no constant value: the larger n is, the higher they
    score. Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    score : float
        In standard deviations.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    expected_mutual_info : The mean.
    coami_score : Adjusted, not standardized: at most 1.
    pair_count_moments : The same for pairs, at the cost of the tables.

    Notes
    -----
    Where no permutation changes the mutual information, the score is 0: for a single
    cluster, for all singletons, and for two clusters, one of them with one sample,
    against clusters of equal size. Where it hardly changes, as for nearly all
    singletons, the score has the same accuracy as elsewhere: the difference from the
    mean and the standard deviation are summed from terms that do not cancel.

    Cost: O(n_rows + n_columns) for the tables; the rest depends on the distinct cluster
    sizes alone. With r and c distinct sizes, about
    1000 r c (r + c) multiplications for small n, growing to 400 n (r + c): at most
    linear in n. For 10 times 10 distinct sizes, 0.1 s at n = 10 000 and some 6 s at
    n = 1 000 000.

    References
    ----------
    .. [1] S. Romano, J. Bailey, V. Nguyen, K. Verspoor (2014). Standardized mutual
       information for clustering comparisons: one step further in adjustment for
       chance. Proceedings of the 31st International Conference on Machine Learning,
       PMLR 32, 1143-1151.
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import standardized_mutual_info_score
    >>> true = [0, 0, 0, 0, 0, 1]
    >>> pred = [0, 0, 1, 1, 2, 3]
    >>> standardized_mutual_info_score(true, pred)  # the square root of 2
    1.414...
    >>> standardized_mutual_info_score((true, true), (pred, true))
    2.642...
    """
    return standardized_mutual_information(tables_of_labels(labels_true, labels_pred))


def standardized_mutual_information(tables: Tables) -> float:
    """Return SMI = (MI - E) / sd, both under permutations of the labels.

    Gösgens et al. (2021), section B.1; Romano et al. (2014). The modes are permuted
    independently, so the means and the variances add. Where no permutation changes MI
    the ratio is 0/0: chance.
    """
    varying = [table for table in tables if not information_is_constant(*table.sizes)]
    if not varying:
        return 0.0
    excess = math.fsum(
        information_beyond_chance(*table.sizes, table.nonzero).excess
        for table in varying
    )
    variance = math.fsum(
        variance_of_mutual_information(*table.sizes) for table in varying
    )
    return excess / math.sqrt(variance)


STANDARDIZED_MUTUAL_INFO = Contract(
    name="standardized_mutual_info",
    function=standardized_mutual_info_score,
    formula=standardized_mutual_information,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    lower=-math.inf,
    upper=math.inf,
    at_equality=None,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    monotone_in="information",
)
