"""AMI* and NAMI*: information adjusted for a random clustering into as many clusters.

Each mode's predicted clustering is drawn independently and uniformly among all
surjections onto the clusters that were observed there. The mutual information of a
co-clustering is the sum over its modes, and so is its mean.
"""

from __future__ import annotations

import math

from .._laws._expected_information import entropy
from .._laws._information_of_random_labels import expected_information_fixed_n_clusters
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition
from ._contract import Contract
from ._mutual_information import mutual_information


def ami_star_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Mutual information above that of a random prediction into as many clusters.

    AMI* is the mutual information minus its mean over random clusterings with the same
    number of clusters C, of any sizes. The truth U is fixed:

    .. math::

        \mathrm{AMI}^* = I(U, V) - \mathrm{EMI}^*(C),
        \qquad \mathrm{EMI}^*(C) = \mathbb{E}\, I(U, W)

    where W is drawn uniformly from the surjections of the samples onto C labels, or
    equivalently from the partitions into C clusters. The adjusted mutual information
    takes the sizes of the predicted clusters as given. Both are 0 on average for such a
    W, but only AMI* also rewards cluster sizes that allow more information.

    For co-clusterings, the terms of the modes are added. The row labels are then drawn
    uniformly from all surjections onto the observed number of row clusters, and the
    column labels, independently, onto the number of column clusters.

    Higher is better; 0 on average for such draws, negative where it is worse. Equal
    clusterings have no constant value: :func:`nami_star_score` puts them at 1. Not
    symmetric: the truth comes first.

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
        In nats (natural logarithms), at most the entropy of the truth.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    nami_star_score : Normalized: 1 where the truth is found.
    coami_score : The sizes of the predicted clusters are taken as given too.
    sklearn_cocluster_metrics.datasets.random_surjection : Draw from the null model.

    Notes
    -----
    The score is exactly 0 where every clustering with as many clusters has the same
    information: where the prediction is one cluster, or all singletons; where the truth
    is one category; and where the truth is all singletons and the prediction joins two.

    Cost: O(n_rows + n_columns) for the tables; then, for each distinct size of a
    category, about 400 times the product of the standard deviations of a predicted
    cluster's size and of its overlap with the category. With 10^6 samples and 50
    categories of different sizes, that is 2 s for C = 50 and 20 s for C = 2.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information". Anonymous manuscript for blind
       review, without a date; its latest reference is from 2010. Equations (12) and
       (17).

    Examples
    --------
    Each of these predictions finds the two categories; extra splits earn no credit:

    >>> from sklearn_cocluster_metrics import ami_star_score
    >>> ami_star_score([0, 0, 1, 1], [0, 0, 1, 1])
    0.4708...
    >>> ami_star_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.2310...
    >>> ami_star_score([0, 0, 1, 1], [0, 1, 2, 3])
    0.0
    """
    return ami_star(tables_of_labels(labels_true, labels_pred))


def nami_star_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""AMI*, normalized to 1 for a prediction that equals the truth.

    :func:`ami_star_score` divided by its value for the truth against itself, with the
    entropy H(U) and R categories:

    .. math::

        \mathrm{NAMI}^* = \frac{I(U, V) - \mathrm{EMI}^*(C)}
        {H(U) - \mathrm{EMI}^*(R)}

    The denominator depends only on the truth, so NAMI* ranks predictions of one truth
    as AMI* does. For co-clusterings, numerator and denominator are sums over the modes:

    .. math::

        \mathrm{NAMI}^* = \frac{\sum_m I(U_m, V_m) - \mathrm{EMI}^*_m(C_m)}
        {\sum_m H(U_m) - \mathrm{EMI}^*_m(R_m)}

    where :math:`\mathrm{EMI}^*_m(C)` is the mean for mode m (rows, columns) of labels
    drawn uniformly among all surjections onto C clusters, independently of the other
    modes.

    Higher is better. 1 for equal clusterings; 0 on average for draws from the null
    model; negative values are worse than chance. Not symmetric: the truth comes first.

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
        Without unit. It can exceed 1: see the notes.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    ami_star_score : The same in nats, with the null model.
    coami_score : The sizes of the predicted clusters are taken as given too.

    Notes
    -----
    Where most categories are very small, a coarser prediction can score above 1: it
    keeps nearly all of the information, and chance has less with fewer clusters:
    ``nami_star_score([0, 1, 1, 2, 3, 4], [0, 1, 1, 0, 2, 2])`` is 1.22.

    Equal clusterings score 1, trivial ones too. Where the truth is one category or all
    singletons (in every mode, for a co-clustering), the denominator is 0:
    the score is then 0 where AMI* is 0, else infinity with the sign of AMI*.

    Cost: as :func:`ami_star_score`, for the numbers of predicted clusters and of
    categories.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information". Anonymous manuscript for blind
       review, without a date; its latest reference is from 2010. Equation (18).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import nami_star_score
    >>> nami_star_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.4907...
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> nami_star_score(true, pred)
    0.327...
    """
    return nami_star(tables_of_labels(labels_true, labels_pred))


def ami_star(tables: Tables) -> float:
    """Return AMI* = MI - EMI*, summed over the modes: ibid., equation (17)."""
    return math.fsum(map(_adjusted_information, tables))


def nami_star(tables: Tables) -> float:
    """Return NAMI* = sum of (MI - EMI*) / sum of (H(U) - EMI*(R)): ibid., (18)."""
    if all(table.is_equality for table in tables):
        return 1.0
    adjusted = ami_star(tables)
    if all(map(_truth_is_trivial, tables)):
        return math.copysign(math.inf, adjusted) if adjusted else 0.0
    return adjusted / math.fsum(map(_adjusted_information_of_truth, tables))


def _adjusted_information(table: ContingencyTable) -> float:
    """Return MI - EMI* of one mode, exactly 0 where no draw could change MI."""
    if _information_is_constant(table):
        return 0.0
    return mutual_information(table) - expected_information_fixed_n_clusters(
        table.true_sizes, table.shape[1]
    )


def _adjusted_information_of_truth(table: ContingencyTable) -> float:
    """Return H(U) - EMI*(R) of one mode: AMI* where the truth is found."""
    if _truth_is_trivial(table):
        return 0.0
    return entropy(table.true_sizes) - expected_information_fixed_n_clusters(
        table.true_sizes, table.shape[0]
    )


def _truth_is_trivial(table: ContingencyTable) -> bool:
    """Whether the truth is one category or all singletons.

    Only one partition then has as many clusters as the truth, so that it is always
    drawn and EMI*(R) = H(U).
    """
    return table.shape[0] in (1, table.n_samples)


def _information_is_constant(table: ContingencyTable) -> bool:
    """Whether every clustering into as many clusters has the same information.

    This is the case where there is only one such clustering; where the truth is one
    category, so that the information is 0; and where the truth is all singletons and
    such a clustering joins two samples.
    """
    n_true, n_pred = table.shape
    n = table.n_samples
    return n_true == 1 or n_pred in (1, n) or (n_true == n and n_pred == n - 1)


_SOURCE = '"Cluster Validation Using Mutual Information"'

AMI_STAR = Contract(
    name="ami_star",
    function=ami_star_score,
    formula=ami_star,
    source=f"{_SOURCE}, equation (17)",
    lower=-math.inf,
    upper=math.inf,
    symmetric=False,
    at_equality=None,
    chance_level=0.0,
    chance_is_exact_under=("fixed_n_clusters",),
    monotone_in="information",
)

NAMI_STAR = Contract(
    name="nami_star",
    function=nami_star_score,
    formula=nami_star,
    source=f"{_SOURCE}, equation (18)",
    lower=-math.inf,
    upper=math.inf,
    symmetric=False,
    chance_level=0.0,
    chance_is_exact_under=("fixed_n_clusters",),
)
