"""Mutual information beyond chance: coAMI, SMI, AMI* and NAMI*."""

from __future__ import annotations

import math
from dataclasses import replace

from .._laws._fixed_n_clusters import expected_information_fixed_n_clusters
from .._laws._information_moments import (
    entropy,
    information_beyond_chance,
    information_is_constant,
    variance_of_mutual_information,
)
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, check_option
from .._structures._weights import MEAN_OF_COUNTS, unweighted
from ._contract import Contract, one_of
from ._mutual_information import AVERAGES, Average, average_entropy, mutual_information


@unweighted(MEAN_OF_COUNTS)
def coami_score(
    labels_true: Partition, labels_pred: Partition, *, average_method: Average = "max"
) -> float:
    r"""Adjusted mutual information of two co-clusterings (coAMI), over the cells.

    The mutual information of the cells, minus its mean over independent permutations of
    rows and columns:

    .. math::

        \mathrm{coAMI} = \frac{\mathrm{coMI} - E}{\max(\mathcal{H}(A), \mathcal{H}(B))
        - E}, \qquad E = \mathrm{EMI}(\mathrm{rows}) + \mathrm{EMI}(\mathrm{columns}) .

    Higher is better; equal co-clusterings, trivial ones too, score 1, permuted ones 0
    on average. Symmetric. Of clusterings, it is that of [1]_.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        Average of the two entropies in the denominator.

    Returns
    -------
    score : float
        At most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `average_method` is
        unknown.

    See Also
    --------
    conmi_score : Without the correction for chance.
    sklearn.metrics.adjusted_mutual_info_score : Of clusterings, with another default
        average.

    Notes
    -----
    Where every permutation has the same information (as against a single cluster),
    unequal ones score 0. More than :math:`10^{13}` samples may be refused. Cost:
    O(n_rows + n_columns), then about :math:`\sqrt{a b / n}` for each pair of distinct
    cluster sizes a and b.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps, J. Bailey (2010). Journal of Machine Learning Research,
       11, 2837-2854.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import coami_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> coami_score(true, pred)
    0.307...
    """
    check_option(average_method, "average_method", AVERAGES)
    tables = tables_of_labels(labels_true, labels_pred)
    return co_adjusted_mutual_information(tables, average_method)


def co_adjusted_mutual_information(tables: Tables, average_method: str) -> float:
    """Return (coMI - E) / (average entropy - E), E under permutations of each mode."""
    # The modes are permuted independently, so E is the sum of their means. E is not
    # subtracted here: near singletons all of these numbers are nearly equal.
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
    """Return ``sqrt(H(A) H(B)) - E`` from the remainders H(A) - E and H(B) - E."""
    # The difference is that of the squares, over the sum; the squares differ by ``(H(A)
    # - E) (H(B) - E) + E (H(A) - E + H(B) - E)``.
    average = average_entropy(tables, "geometric")
    expected = max(average_entropy(tables, "min") - min(true, pred), 0.0)
    difference = (true * pred + expected * (true + pred)) / (average + expected)
    return max(difference, min(true, pred))


COAMI = Contract(
    function=coami_score,
    formula=co_adjusted_mutual_information,
    source="Vinh, Epps & Bailey (2010), carried over to co-clusterings",
    lower=-math.inf,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    options={"average_method": one_of(*AVERAGES)},
    monotone_in="information",
)


@unweighted(MEAN_OF_COUNTS)
def standardized_mutual_info_score(
    labels_true: Partition, labels_pred: Partition
) -> float:
    r"""Standardized mutual information (SMI): its z-score under permutations.

    By how many standard deviations the mutual information exceeds its mean, both exact:

    .. math:: \mathrm{SMI} = \frac{\mathrm{MI}(A, B) - E[\mathrm{MI}(A, B')]}
              {\sigma[\mathrm{MI}(A, B')]} .

    The modes are permuted independently. Unlike adjusted indices, SMI does not favor
    many clusters among random clusterings.

    Higher is better. Unbounded; 0 on average by chance. For equal clusterings it grows
    with n. Symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.

    Returns
    -------
    score : float
        In standard deviations.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    coami_score : Adjusted, not standardized: at most 1.
    pair_count_moments : The same for pairs, at the cost of the tables.

    Notes
    -----
    Where no permutation changes the information (a single cluster or all singletons),
    the score is 0.

    Cost: with r and c distinct cluster sizes, at most 400 n (r + c) multiplications;
    with 10 times 10, 6 s at n = 1 000 000.

    References
    ----------
    .. [1] S. Romano, J. Bailey, V. Nguyen, K. Verspoor (2014). ICML, PMLR 32,
       1143-1151.
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import standardized_mutual_info_score
    >>> true = [0, 0, 0, 0, 0, 1]
    >>> pred = [0, 0, 1, 1, 2, 3]
    >>> standardized_mutual_info_score(true, pred)
    1.414...
    """
    return standardized_mutual_information(tables_of_labels(labels_true, labels_pred))


def standardized_mutual_information(tables: Tables) -> float:
    """Return SMI = (MI - E) / sd: Gösgens et al. (2021), section B.1."""
    # The modes are permuted independently, so the means and the variances add. Where no
    # permutation changes MI the ratio is 0/0: chance.
    variance = math.fsum(
        variance_of_mutual_information(*table.sizes) for table in tables
    )
    if variance == 0:
        return 0.0
    excess = math.fsum(
        information_beyond_chance(*table.sizes, table.nonzero).excess
        for table in tables
    )
    return excess / math.sqrt(variance)


STANDARDIZED_MUTUAL_INFO = Contract(
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
    of_truth = math.fsum(
        _beyond_expected(entropy(table.true_sizes), table, table.shape[0])
        for table in tables
    )
    if of_truth == 0:  # no other partition has as many clusters, in any mode
        return math.copysign(math.inf, adjusted) if adjusted else 0.0
    return adjusted / of_truth


def _adjusted_information(table: ContingencyTable) -> float:
    """Return MI - EMI* of one mode, exactly 0 where no draw could change MI."""
    # Elsewhere MI and EMI* are both 0, or both the entropy of the truth.
    n_true, n_pred = table.shape
    if n_true == table.n_samples == n_pred + 1:
        return 0.0
    return _beyond_expected(mutual_information(table), table, n_pred)


def _beyond_expected(
    information: float, table: ContingencyTable, n_clusters: int
) -> float:
    """Subtract EMI* of so many clusters with the truth of a mode."""
    return information - expected_information_fixed_n_clusters(
        table.true_sizes, n_clusters
    )


_SOURCE = '"Cluster Validation Using Mutual Information"'

AMI_STAR = Contract(
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
