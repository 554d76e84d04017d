"""AMI* and NAMI*: information beyond that of as many random clusters."""

from __future__ import annotations

import math
from dataclasses import replace

from .._laws._expected_information import entropy
from .._laws._information_of_random_labels import expected_information_fixed_n_clusters
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition
from .._structures._weights import MEAN_OF_COUNTS, unweighted
from ._contract import Contract
from ._mutual_information import mutual_information


@unweighted(MEAN_OF_COUNTS)
def ami_star_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Mutual information above that of a random prediction into as many clusters.

    The mutual information with the truth U, minus its mean over random clusterings with
    as many clusters C, of any sizes:

    .. math::

        \mathrm{AMI}^* = I(U, V) - \mathrm{EMI}^*(C),
        \qquad \mathrm{EMI}^*(C) = \mathbb{E}\, I(U, W)

    where W is drawn uniformly from the surjections of the samples onto C labels. The
    terms of the modes are added.

    Higher is better; 0 on average for such draws, not constant for equal clusterings.
    Not symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.

    Returns
    -------
    score : float
        In nats, at most the entropy of the truth.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    nami_star_score : Normalized: 1 where the truth is found.
    coami_score : The sizes of predicted clusters are given, too.
    sklearn_cocluster_metrics.datasets.random_surjection : Draw from the null model.

    Notes
    -----
    Exactly 0 where all clusterings with C clusters have the same information (one
    cluster or all singletons). Else the error is about 1e-15 of the entropy: where
    nearly all samples are alone, it may be 0 too.

    Cost: for each distinct category size, about 400 times the standard deviation of a
    predicted cluster's size times that of its overlap with the category. With 10^6
    samples and 50 sizes, 2 s for C = 50 and 20 s for C = 2.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information". Unpublished manuscript,
       equations (12) and (17).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import ami_star_score
    >>> ami_star_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.2310...
    """
    return ami_star(tables_of_labels(labels_true, labels_pred))


@unweighted(MEAN_OF_COUNTS)
def nami_star_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""AMI*, normalized to 1 for a prediction that equals the truth.

    :func:`ami_star_score` divided by its value for the truth against itself. With the
    entropy H(U) and R categories, and sums over the modes m of a co-clustering,

    .. math::

        \mathrm{NAMI}^* = \frac{\sum_m I(U_m, V_m) - \mathrm{EMI}^*_m(C_m)}
        {\sum_m H(U_m) - \mathrm{EMI}^*_m(R_m)}

    It ranks predictions of one truth as AMI* does.

    Higher is better; equal clusterings, trivial ones too, score 1, draws from the null
    model 0 on average. Not symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.

    Returns
    -------
    score : float
        Above 1 for some coarser predictions, where most categories are very small.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    ami_star_score : The same in nats, with the null model.

    Notes
    -----
    Where the truth is one category or all singletons in every mode, the score is
    otherwise 0 where AMI* is 0, else infinity with the sign of AMI*. Cost: as
    `ami_star_score`, for C and for R.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information". Unpublished manuscript,
       equation (18).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import nami_star_score
    >>> nami_star_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.4907...
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
    """Whether EMI*(R) = H(U): only one partition has as many clusters as the truth."""
    return table.shape[0] in (1, table.n_samples)


def _information_is_constant(table: ContingencyTable) -> bool:
    """Whether every clustering into as many clusters has the same information."""
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

NAMI_STAR = replace(
    AMI_STAR,
    name="nami_star",
    function=nami_star_score,
    formula=nami_star,
    source=f"{_SOURCE}, equation (18)",
    at_equality=1.0,
    monotone_in=None,
)
