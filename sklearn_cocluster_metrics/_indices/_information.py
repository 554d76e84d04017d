"""Compute indices of the mutual information of the cells.

They are coMI, coNMI, ENMI, the V-measure, fair NMI and VI. The indices coAMI, SMI, AMI*
and NAMI* are corrected for chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from .._laws._fixed_n_clusters import expected_information_fixed_n_clusters
from .._laws._information_moments import (
    entropy,
    information_beyond_chance,
    information_is_constant,
    variance_of_mutual_information,
)
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._exact import blocks_in_cache, rounded_sum
from .._statistics._tables import tables_of_compared_modes
from .._structures._arguments import check_option, check_weight
from .._structures._types import Partition, SampleWeight
from .._structures._weights import MEAN_OF_COUNTS, NO_WEIGHTED_FORM, refuse_weights
from ._contract import COMPLEMENT, FOR_N_SAMPLES, WEIGHT, Contract, one_of, synonyms

Average: TypeAlias = Literal["min", "geometric", "arithmetic", "max"]


def comi_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    """Mutual information of two co-clusterings (coMI), over the cells.

    coMI measures how much information two co-clusterings share about the cells. It is
    the mutual information of the rows plus the mutual information of the columns.
    Prefer `coami_score` to compare predictions with different numbers of clusters,
    because coMI is not corrected for chance and grows with the number of clusters.
    Equal co-clusterings reach the greatest possible value, their entropy; a value of 0
    means that truth and prediction are independent.

    Higher is better. The score is symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is given in nats; it is at least 0, and at most the
        entropy of either co-clustering.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    coami_score : Correct the normalized information for chance.
    sklearn.metrics.mutual_info_score : Compute the same index for clusterings.

    Notes
    -----
    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.5 and Proposition 2.5. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import comi_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> comi_score(true, pred)
    0.755008...
    """
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return co_mutual_information(tables)


def conmi_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    average_method: Average = "max",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Normalized mutual information of two co-clusterings (coNMI), over the cells.

    coNMI measures the information that two co-clusterings share about the cells, as a
    fraction of the larger entropy. Prefer `coami_score` to compare predictions with
    different numbers of clusters, because coNMI is not corrected for chance and is
    higher for more clusters. A score of 1 is reached by equal co-clusterings, even if
    they have a single block or only single cells as blocks; a score of 0 means that
    truth and prediction share no information.

    Let coMI be the mutual information of the cells and :math:`\mathcal{H}` the entropy
    of the cells, both of which are sums over rows and columns. Then

    .. math::

        \mathrm{coNMI} = \frac{\mathrm{coMI}(A, B)}{\max(\mathcal{H}(A),
        \mathcal{H}(B))} .

    Higher is better. The score is symmetric. By default, 1 - coNMI is a metric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies in the denominator are averaged.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `average_method` is
        unknown.

    See Also
    --------
    coami_score : Correct the score for chance.
    sklearn.metrics.normalized_mutual_info_score : Compute the same index for
        clusterings, with another default average.

    Notes
    -----
    If the formula is 0/0 for unequal co-clusterings, the score is 0.

    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.5. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import conmi_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> conmi_score(true, pred)
    0.499407...
    """
    check_option(average_method, "average_method", AVERAGES)
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return co_normalized_mutual_information(tables, average_method)


def enmi_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    average_method: Average = "max",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Extended normalized mutual information (ENMI), summed over the modes.

    ENMI measures the information that is shared about the rows and about the columns,
    each normalized separately. The rows are one *mode* of a co-clustering, and the
    columns are another. Prefer an index of cells, such as `conmi_score`, unless the
    score is compared with published values, because ENMI does not show how many cells
    are well classified. For each mode, 1 is added if its clusterings are equal, and 0
    if they share no information.

    Let NMI be the normalized mutual information of one mode. Then

    .. math::

        \mathrm{ENMI} = \mathrm{NMI}(\mathrm{rows}) + \mathrm{NMI}(\mathrm{columns}) .

    Higher is better. Equal co-clusterings reach the maximum. The score is symmetric. It
    is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies of a mode are averaged in the denominator.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and the number of modes.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `average_method` is
        unknown.

    See Also
    --------
    conmi_score : Normalize the information of the cells.

    Notes
    -----
    A mode with equal clusterings adds 1, even if they have a single cluster or only
    singletons. If the formula of a mode is 0/0 for unequal clusterings, the mode adds
    0.

    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.5 and Corollary 3.5. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import enmi_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> enmi_score(true, pred)
    0.805402...
    """
    check_option(average_method, "average_method", AVERAGES)
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return extended_normalized_mutual_information(tables, average_method)


def homogeneity_completeness_v_measure(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    beta: float = 1.0,
    sample_weight: SampleWeight = None,
) -> tuple[float, float, float]:
    r"""Homogeneity, completeness and V-measure of two clusterings or co-clusterings.

    Homogeneity is the shared information as a fraction of the information in the truth,
    and completeness is the shared information as a fraction of the information in the
    prediction. Use both to see whether a prediction merges true clusters or splits
    them. Homogeneity is 1 if every predicted cluster is within a true cluster, and
    completeness is 1 if every true cluster is within a predicted one. Both are 0 if
    truth and prediction share no information.

    Let MI be the mutual information, and :math:`\mathcal{H}` the entropy. Homogeneity
    h, completeness c and the V-measure, their weighted harmonic mean, are

    .. math::

        h = \frac{\mathrm{MI}(A, B)}{\mathcal{H}(A)} , \qquad
        c = \frac{\mathrm{MI}(A, B)}{\mathcal{H}(B)} , \qquad
        V_\beta = \frac{(1 + \beta) h c}{\beta h + c} .

    For co-clusterings, the cells are the samples. Higher is better. The measures are
    not corrected for chance; for example, more predicted clusters are more homogeneous.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    beta : float, default=1.0
        Weight of completeness against homogeneity in the V-measure.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    homogeneity : float
        Higher is better, between 0 and 1. It is 1 if every predicted cluster, or block,
        is within one true cluster or block.
    completeness : float
        Higher is better, between 0 and 1. It is 1 if every true cluster, or block, is
        within one predicted cluster or block.
    v_measure : float
        Higher is better. The V-measure is between homogeneity and completeness.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `beta` is negative
        or not finite.
    TypeError
        If `beta` is not a number.

    See Also
    --------
    conmi_score : Compute coNMI, which is the V-measure if
        ``average_method="arithmetic"``.
    sklearn.metrics.homogeneity_completeness_v_measure : Compute the same measures for
        clusterings.

    Notes
    -----
    A single cluster has no information, so all of its information is shared, and the
    fraction is 1. The V-measure is 0 if homogeneity or completeness is 0.

    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] A. Rosenberg, J. Hirschberg (2007). V-measure: a conditional entropy-based
       external cluster evaluation measure. EMNLP-CoNLL.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import homogeneity_completeness_v_measure
    >>> true, pred = ([0, 0, 1, 1], [0, 0, 1]), ([0, 0, 1, 2], [0, 0, 1])
    >>> homogeneity_completeness_v_measure(true, pred)
    (1.0, 0.793..., 0.884...)
    """
    check_weight(beta, "beta")
    # A mode whose true labels are unknown has no table.
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return homogeneity(tables), completeness(tables), v_measure(tables, beta)


def homogeneity(tables: Tables) -> float:
    """Return MI(A, B) / H(A) of the cells, eq. (1) of Rosenberg & Hirschberg (2007)."""
    true_entropy, _ = entropies_of_cells(tables)
    return co_mutual_information(tables) / true_entropy if true_entropy else 1.0


def completeness(tables: Tables) -> float:
    """Return MI(A, B) / H(B) of the cells, eq. (2) of Rosenberg & Hirschberg (2007)."""
    _, pred_entropy = entropies_of_cells(tables)
    return co_mutual_information(tables) / pred_entropy if pred_entropy else 1.0


def v_measure(tables: Tables, beta: float) -> float:
    """Return (1 + beta) h c / (beta h + c) of homogeneity h and completeness c."""
    h = homogeneity(tables)
    c = completeness(tables)
    if h == 0 or c == 0:
        return 0.0
    # Written as a weighted harmonic mean, the formula is finite for any beta.
    weight_of_completeness = beta / (1 + beta)
    return 1 / (weight_of_completeness / c + (1 - weight_of_completeness) / h)


def mutual_information(table: ContingencyTable) -> float:
    """Return MI = sum of n_ij / n * log(n n_ij / (a_i b_j)), in nats.

    There are n samples. True cluster i has a_i samples, predicted cluster j has b_j,
    and they share n_ij.
    """
    true_entropy, pred_entropy = entropies(table)
    n_true, n_pred = table.shape
    if table.n_nonzero == n_pred:  # Each predicted cluster is part of a true cluster.
        return true_entropy
    if table.n_nonzero == n_true:  # Each true cluster is part of a predicted cluster.
        return pred_entropy
    n = table.n_samples
    row, column, counts = table.nonzero
    terms = np.empty(len(counts))
    for block in blocks_in_cache(len(counts)):
        # All positions are in range. With "clip", NumPy does not check this.
        true_sizes = table.true_sizes.take(row[block], mode="clip")
        pred_sizes = table.pred_sizes.take(column[block], mode="clip")
        products = true_sizes.astype(np.float64) * pred_sizes
        ratios = counts[block] * float(n) / products
        shares = counts[block] / n
        np.multiply(shares, np.log(ratios), out=terms[block])
    information = rounded_sum(terms)
    return min(max(information, 0.0), true_entropy, pred_entropy)


def entropies(table: ContingencyTable) -> tuple[float, float]:
    """Return the entropies of the true and of the predicted clustering."""
    return entropy(table.true_sizes), entropy(table.pred_sizes)


def entropies_of_cells(tables: Tables) -> tuple[float, float]:
    """Return the entropies of both co-clusterings, which are sums over the modes."""
    true_entropy = math.fsum(entropy(table.true_sizes) for table in tables)
    pred_entropy = math.fsum(entropy(table.pred_sizes) for table in tables)
    return true_entropy, pred_entropy


def co_mutual_information(tables: Tables) -> float:
    """Return coMI, which is a sum over the modes (Robert et al. 2021, Prop. 2.5)."""
    return math.fsum(map(mutual_information, tables))


def co_normalized_mutual_information(tables: Tables, average_method: str) -> float:
    """Return coNMI, which is coMI divided by an average of the entropies of the cells.

    Equal clusterings score 1. If the average entropy is 0, other clusterings score 0.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    average = average_entropy(tables, average_method)
    return co_mutual_information(tables) / average if average else 0.0


def extended_normalized_mutual_information(
    tables: Tables, average_method: str
) -> float:
    """Return ENMI, the sum of the normalized mutual information of the modes."""
    return math.fsum(
        co_normalized_mutual_information([table], average_method) for table in tables
    )


def average_entropy(tables: Tables, average_method: str) -> float:
    """Average the entropies of the true and of the predicted co-clustering."""
    true_entropy, pred_entropy = entropies_of_cells(tables)
    return AVERAGES[average_method](true_entropy, pred_entropy)


AVERAGES: dict[str, Callable[[float, float], float]] = {
    "min": min,
    "geometric": lambda true, pred: math.sqrt(true * pred),
    "arithmetic": lambda true, pred: (true + pred) / 2,
    "max": max,
}


COMI = Contract(
    function=comi_score,
    label="coMI",
    formula=co_mutual_information,
    source="Robert, Vasseur & Brault (2021), section 2.5",
    upper=math.inf,
    at_equality=None,
    monotone_in="information",
    also_called=synonyms("mi", "mutual info", "mutual information"),
)

CONMI = Contract(
    function=conmi_score,
    label="coNMI",
    formula=co_normalized_mutual_information,
    source="Robert, Vasseur & Brault (2021), section 2.5",
    options={"average_method": one_of(*AVERAGES, is_clear_alone=True)},
    monotone_in="information",
    also_called=[
        *synonyms("nmi", "normalized mutual info", average_method="arithmetic"),
        *synonyms("normalized mutual information", average_method="arithmetic"),
        *synonyms("normalized mi", "nmi arithmetic", average_method="arithmetic"),
        *synonyms("nmi sum", "symmetric uncertainty", average_method="arithmetic"),
        *synonyms("nmi max"),
        *synonyms("nmi min", average_method="min"),
        *synonyms("nmi geometric", "nmi sqrt", average_method="geometric"),
        *synonyms("nid", "normalized information distance", expression=COMPLEMENT),
    ],
)

HOMOGENEITY = Contract(
    name="homogeneity",
    function=homogeneity_completeness_v_measure,
    part=0,
    formula=homogeneity,
    source="Rosenberg & Hirschberg (2007)",
    symmetric=False,
    monotone_in="information",
    also_called=synonyms("cluster homogeneity", "Theil's U", "uncertainty"),
)

COMPLETENESS = HOMOGENEITY.variant(
    name="completeness",
    part=1,
    formula=completeness,
    also_called=synonyms("cluster completeness"),
)

V_MEASURE = HOMOGENEITY.variant(
    name="v_measure",
    label="V-measure",
    part=2,
    formula=v_measure,
    symmetric=True,
    options={"beta": WEIGHT},
    also_called=synonyms("cluster v measure", "vm"),
)

ENMI = Contract(
    function=enmi_score,
    label="ENMI",
    formula=extended_normalized_mutual_information,
    source="Robert, Vasseur & Brault (2021), section 2.5",
    adds_over_modes=True,
    options={"average_method": one_of(*AVERAGES, is_clear_alone=True)},
)


@refuse_weights(NO_WEIGHTED_FORM)
def fair_mutual_info_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Fair normalized mutual information (FNMI) of two clusterings.

    FNMI is the normalized mutual information, reduced if the numbers of clusters
    differ. Use it for comparison with published values; prefer `coami_score` otherwise,
    because the reduction is not a correction for chance. A score of 1 is reached by
    equal clusterings, even if they have a single cluster or only singletons; a score of
    0 means that truth and prediction share no information.

    Let :math:`k_A` and :math:`k_B` be the numbers of true and of predicted clusters, MI
    the mutual information and :math:`\mathcal{H}` the entropy. Then

    .. math::

        \mathrm{FNMI} = e^{-|k_A - k_B| / k_A} \,
        \frac{\mathrm{MI}(A, B)}{(\mathcal{H}(A) + \mathcal{H}(B)) / 2} .

    For co-clusterings, blocks are the clusters and cells are the samples. Higher is
    better. The score is not symmetric. It is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    conmi_score : Compute the normalized information without the reduction.

    Notes
    -----
    A single cluster scores 0 against all other clusterings. A perfect merge, which
    joins parts of one true cluster, may lower the score.

    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] A. Amelio, C. Pizzuti (2015). IEEE/ACM ASONAM. :doi:`10.1145/2808797.2809344`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import fair_mutual_info_score
    >>> fair_mutual_info_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.573...
    """
    return fair_mutual_information(tables_of_compared_modes(labels_true, labels_pred))


def fair_mutual_information(tables: Tables) -> float:
    """Return FNMI, which is exp(-abs(kA - kB) / kA) NMI.

    There are kA true and kB predicted blocks. NMI is the mutual information of the
    cells, normalized by the mean of both entropies.
    """
    n_true = math.prod(len(table.true_sizes) for table in tables)  # kA
    n_pred = math.prod(len(table.pred_sizes) for table in tables)  # kB
    fairness = math.exp(-abs(n_true - n_pred) / n_true)
    return fairness * co_normalized_mutual_information(tables, "arithmetic")


FAIR_MUTUAL_INFO = Contract(
    function=fair_mutual_info_score,
    label="FNMI",
    formula=fair_mutual_information,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    symmetric=False,
    monotone_in="information",
    also_called=synonyms(
        "fair nmi", "fair normalized mutual information", "fair mutual information"
    ),
)


def variation_of_information(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""Variation of information (VI) of two clusterings, or co-clusterings.

    VI measures the information in each clustering that the other does not have. It is a
    metric, so prefer it to a score where the triangle inequality is needed. It is 0 for
    equal clusterings only, and it grows with the information that is not shared.

    Let :math:`\mathcal{H}` be the entropy, joint or conditional. Then

    .. math:: \mathrm{VI} = 2 \mathcal{H}(A, B) - \mathcal{H}(A) - \mathcal{H}(B)
              = \mathcal{H}(A \mid B) + \mathcal{H}(B \mid A) .

    For co-clusterings, the VI of the cells is the VI of the rows plus the VI of the
    columns. Lower is better. VI is symmetric. It is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    distance : float
        Lower is better. The distance is given in nats; it is at least 0, and at most
        :math:`\log n` for n samples or cells.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    comi_score : Compute the information that the clusterings share.

    Notes
    -----
    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] M. Meilă (2007). Journal of Multivariate Analysis.
       :doi:`10.1016/j.jmva.2006.11.013`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import variation_of_information
    >>> variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.346...
    """
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return summed_conditional_entropies(tables)


def summed_conditional_entropies(tables: Tables) -> float:
    """Return VI = 2 H(A, B) - H(A) - H(B), which is a sum over the modes."""
    return math.fsum(map(_variation_of_mode, tables))


def _variation_of_mode(table: ContingencyTable) -> float:
    """Return H(A | B) + H(B | A), which is VI as a sum in which nothing cancels.

    It is the mean, over the samples, of log(a_i / n_ij) + log(b_j / n_ij). True cluster
    i has a_i samples, predicted cluster j has b_j, and they share n_ij.
    """
    # The logarithm of size / count is log1p((size - count) / count), which is accurate
    # even if a count is close to the size of its cluster.
    row, column, counts = table.nonzero
    outside_true = table.true_sizes[row] - counts
    outside_pred = table.pred_sizes[column] - counts
    logarithms = np.log1p(outside_true / counts) + np.log1p(outside_pred / counts)
    return rounded_sum(counts * logarithms) / table.n_samples


_MI = "comi_score(true, pred)"
_JOINT_ENTROPY = f"(variation_of_information(true, pred) + {_MI})"

VARIATION_OF_INFORMATION = Contract(
    function=variation_of_information,
    label="VI",
    formula=summed_conditional_entropies,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    greater_is_better=False,
    upper=math.inf,
    at_equality=0.0,
    monotone_in="information",
    also_called=[
        *synonyms("voi", "var info", "vi dist", "variation information"),
        *synonyms("shared information distance"),
        *synonyms(
            "nvi",
            "nvoi",
            "normalized vi",
            "normalized variation of information",
            expression=f"1 - {_MI} / {_JOINT_ENTROPY}",
        ),
        *synonyms(
            "nvi",
            "normalized vi",
            expression="{0} / math.log(n)",
            context=FOR_N_SAMPLES,
        ),
        *synonyms(
            "nmi joint",
            "information quality ratio",
            "iqr",
            expression=f"{_MI} / {_JOINT_ENTROPY}",
        ),
    ],
)


@refuse_weights(MEAN_OF_COUNTS)
def coami_score(
    labels_true: Partition, labels_pred: Partition, *, average_method: Average = "max"
) -> float:
    r"""Adjusted mutual information of two co-clusterings (coAMI), over the cells.

    coAMI measures the information that two co-clusterings share about the cells,
    exactly corrected for chance. Prefer it to an index that counts pairs if small
    blocks matter, because large blocks dominate the pairs. A score of 1 is reached by
    equal co-clusterings, even if they have a single block or only single cells as
    blocks; permuted co-clusterings score 0 on average.

    Let coMI be the mutual information of the cells and :math:`\mathcal{H}` their
    entropy. Let EMI be the mean of the mutual information of the rows, or of the
    columns, if their labels are permuted, and E the mean of coMI over independent
    permutations of rows and columns. Then

    .. math::

        \mathrm{coAMI} = \frac{\mathrm{coMI} - E}{\max(\mathcal{H}(A), \mathcal{H}(B))
        - E}, \qquad E = \mathrm{EMI}(\mathrm{rows}) + \mathrm{EMI}(\mathrm{columns}) .

    For clusterings, it is the adjusted mutual information of [1]_. Higher is better.
    The score is symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies in the denominator are averaged.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1, and its lower bound is not known.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `average_method` is
        unknown.

    See Also
    --------
    conmi_score : Compute the score without the correction for chance.
    sklearn.metrics.adjusted_mutual_info_score : Compute the same index for clusterings,
        with another default average.

    Notes
    -----
    If every permutation has the same information, for example because one side is a
    single cluster, unequal co-clusterings score 0. For more than :math:`10^{13}`
    samples, an error may be raised.

    The cost is O(n_rows + n_columns), and then about :math:`\sqrt{a b / n}` for each
    pair of distinct cluster sizes a and b.

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
    tables = tables_of_compared_modes(labels_true, labels_pred)
    return co_adjusted_mutual_information(tables, average_method)


def co_adjusted_mutual_information(tables: Tables, average_method: str) -> float:
    """Return coAMI, which is (coMI - E) / (average entropy - E).

    coMI is the sum of the mutual information of the modes. E is its mean if each mode
    is permuted independently. H(A) and H(B) are the entropies of the truth and of the
    prediction, which are averaged.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    if all(information_is_constant(*table.sizes) for table in tables):
        return 0.0  # coMI is equal to its mean.
    # The modes are permuted independently, so that E is the sum of their means. E is
    # not subtracted from the information or the entropies here, because these numbers
    # are nearly equal if most clusters have one sample. Instead, the differences from E
    # are computed directly for each mode.
    modes = [information_beyond_chance(*table.sizes, table.nonzero) for table in tables]
    excess = math.fsum(mode.excess for mode in modes)  # coMI - E
    true_remainder = math.fsum(mode.true_remainder for mode in modes)  # H(A) - E
    pred_remainder = math.fsum(mode.pred_remainder for mode in modes)  # H(B) - E
    if average_method == "geometric":
        return excess / _geometric_remainder(tables, true_remainder, pred_remainder)
    # The other averages commute with the subtraction of E from both entropies.
    return excess / AVERAGES[average_method](true_remainder, pred_remainder)


def _geometric_remainder(
    tables: Tables, true_remainder: float, pred_remainder: float
) -> float:
    """Return sqrt(H(A) H(B)) - E from the remainders H(A) - E and H(B) - E.

    H(A) and H(B) are the entropies of the truth and of the prediction, neither of which
    is a single block, so that both are positive. E is the mean by chance of coMI.
    """
    # The difference is (H(A) H(B) - E^2) / (sqrt(H(A) H(B)) + E), and the difference of
    # squares is (H(A) - E) (H(B) - E) + E (H(A) - E + H(B) - E).
    average = average_entropy(tables, "geometric")
    # The smaller entropy has the smaller remainder. Their difference is E.
    smaller_remainder = min(true_remainder, pred_remainder)
    expected = max(average_entropy(tables, "min") - smaller_remainder, 0.0)
    product = true_remainder * pred_remainder
    difference_of_squares = product + expected * (true_remainder + pred_remainder)
    # A geometric mean is at least the smaller entropy. Rounding must not change this.
    return max(difference_of_squares / (average + expected), smaller_remainder)


COAMI = Contract(
    function=coami_score,
    label="coAMI",
    formula=co_adjusted_mutual_information,
    source="Vinh, Epps & Bailey (2010), carried over to co-clusterings",
    lower=-math.inf,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    options={"average_method": one_of(*AVERAGES, is_clear_alone=True)},
    monotone_in="information",
    unweighted_because=MEAN_OF_COUNTS,
    also_called=[
        *synonyms("ami", "adjusted mutual info", average_method="arithmetic"),
        *synonyms("adjusted mutual information", average_method="arithmetic"),
        *synonyms("adjusted mi", "adj mi", "ami sum", average_method="arithmetic"),
        *synonyms("ami max"),
        *synonyms("ami min", average_method="min"),
        *synonyms("ami geometric", "ami sqrt", average_method="geometric"),
    ],
)


@refuse_weights(MEAN_OF_COUNTS)
def standardized_mutual_info_score(
    labels_true: Partition, labels_pred: Partition
) -> float:
    r"""Standardized mutual information (SMI), its z-score under permutations.

    SMI measures by how many standard deviations the mutual information exceeds its mean
    by chance. Use it as evidence against independence. Its mean and its standard
    deviation are the same for random clusterings of all sizes, whereas adjusted indices
    have only the same mean. A score of 0 is the mean by chance. Equal clusterings have
    no fixed score, because their score grows with the number of samples.

    Let MI be the mutual information, and let B' be the clustering B with randomly
    permuted labels. Let E be the mean and :math:`\sigma` the standard deviation over
    all permutations, both of which are exact. Then

    .. math:: \mathrm{SMI} = \frac{\mathrm{MI}(A, B) - E[\mathrm{MI}(A, B')]}
              {\sigma[\mathrm{MI}(A, B')]} .

    For co-clusterings, the rows and the columns are permuted independently. Higher is
    better. The score is symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.

    Returns
    -------
    score : float
        Higher is better. The score is given in standard deviations and has no bounds.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    coami_score : Correct the information for its mean by chance; the score is at most
        1.
    pair_count_moments : Compute the mean and the variance of the number of pairs, at
        the cost of the tables.

    Notes
    -----
    If no permutation changes the information (a single cluster or all singletons), the
    score is 0.

    For r and c distinct cluster sizes, the cost is at most 400 n (r + c)
    multiplications.

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
    return standardized_mutual_information(
        tables_of_compared_modes(labels_true, labels_pred)
    )


def standardized_mutual_information(tables: Tables) -> float:
    """Return SMI, which is (MI - E) / sd (Gösgens et al. 2021, section B.1).

    E and sd are the mean and the standard deviation of MI under permutations.
    """
    # The modes are permuted independently, so that means and variances are added.
    variance = math.fsum(
        variance_of_mutual_information(*table.sizes) for table in tables
    )
    if variance == 0:
        # No permutation changes MI, so that 0/0 counts as the level of chance.
        return 0.0
    modes = [information_beyond_chance(*table.sizes, table.nonzero) for table in tables]
    return math.fsum(mode.excess for mode in modes) / math.sqrt(variance)


STANDARDIZED_MUTUAL_INFO = Contract(
    function=standardized_mutual_info_score,
    label="SMI",
    formula=standardized_mutual_information,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    lower=-math.inf,
    upper=math.inf,
    at_equality=None,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    monotone_in="information",
    unweighted_because=MEAN_OF_COUNTS,
    also_called=synonyms("standardized mutual information"),
)


@refuse_weights(MEAN_OF_COUNTS)
def ami_star_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Mutual information minus its mean for random predictions with as many clusters.

    AMI* measures the information that a prediction shares with the truth, corrected for
    a null model that fixes only the number of predicted clusters. Prefer it to
    `coami_score` if random predictions may have clusters of any sizes. A score of 0 is
    the mean of such random predictions. Equal clusterings have no fixed score, whereas
    `nami_star_score` is 1 for them.

    Let U be the truth, V the prediction and C its number of clusters. Let W be drawn
    uniformly from the surjections of the samples onto C labels, and I be the mutual
    information. Then

    .. math::

        \mathrm{AMI}^* = I(U, V) - \mathrm{EMI}^*(C),
        \qquad \mathrm{EMI}^*(C) = \mathbb{E}\, I(U, W) .

    For co-clusterings, the values of the rows and of the columns are added. Higher is
    better. The score is not symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.

    Returns
    -------
    score : float
        Higher is better. The score is given in nats and is at most the entropy of the
        truth.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    nami_star_score : Normalize the score to 1 for a prediction that equals the truth.
    coami_score : Fix the sizes of the predicted clusters as well.
    sklearn_cocluster_metrics.datasets.random_surjection : Draw a clustering from the
        null model.

    Notes
    -----
    The score is exactly 0 if all clusterings with C clusters have the same information
    (one cluster or all singletons). Otherwise the error of rounding is about 1e-15 of
    the entropy. If nearly all samples are singletons, the score may therefore be 0,
    too.

    For each distinct size of a true cluster, the cost is about 400 times the standard
    deviation of the size of a predicted cluster, times the standard deviation of the
    overlap of the two clusters.

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
    return ami_star(tables_of_compared_modes(labels_true, labels_pred))


@refuse_weights(MEAN_OF_COUNTS)
def nami_star_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""AMI*, normalized to 1 for a prediction that equals the truth.

    NAMI* is :func:`ami_star_score` divided by its value for the truth against itself.
    Prefer it to AMI* if equality should have a fixed value. For one truth, both rank
    predictions alike. A score of 1 is reached by equal clusterings, even if they have a
    single cluster or only singletons; random predictions with as many clusters score 0
    on average.

    Let H(U) be the entropy of the truth and R its number of clusters, I the mutual
    information, and :math:`\mathrm{EMI}^*(C)` its mean for random predictions with C
    clusters. The sums are over the rows and the columns of a co-clustering, which are
    its modes m.

    .. math::

        \mathrm{NAMI}^* = \frac{\sum_m I(U_m, V_m) - \mathrm{EMI}^*_m(C_m)}
        {\sum_m H(U_m) - \mathrm{EMI}^*_m(R_m)}

    Higher is better. The score is not symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.

    Returns
    -------
    score : float
        Higher is better. The score exceeds 1 for some coarser predictions if most true
        clusters are very small.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    ami_star_score : Compute the same score in nats; the null model is defined there.

    Notes
    -----
    The denominator is 0 if the truth is one cluster or all singletons in every mode. In
    that case, unequal predictions score 0 if AMI* is 0, and otherwise infinity with the
    sign of AMI*.

    The cost is the same as for two calls of `ami_star_score`, with C and with R
    clusters.

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
    return nami_star(tables_of_compared_modes(labels_true, labels_pred))


def ami_star(tables: Tables) -> float:
    """Return AMI* = MI - EMI*, summed over the modes (equation (17) of its source)."""
    return math.fsum(map(_adjusted_information, tables))


def nami_star(tables: Tables) -> float:
    """Return NAMI*, which is AMI* divided by its value for the truth (equation (18)).

    The numerator is the sum over the modes of MI - EMI*, and the denominator is the sum
    of H(U) - EMI*(R). U is the truth, which has R clusters, and EMI*(R) is the mean
    information of a random prediction with R clusters.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    adjusted = ami_star(tables)
    adjusted_of_truth = math.fsum(map(_adjusted_information_of_truth, tables))
    if adjusted_of_truth == 0:
        # In no mode does another partition have the same number of clusters.
        return math.copysign(math.inf, adjusted) if adjusted else 0.0
    return adjusted / adjusted_of_truth


def _adjusted_information(table: ContingencyTable) -> float:
    """Return MI - EMI* of one mode, which is exactly 0 if no draw could change MI.

    EMI* is the mean of MI over random predictions with the same number of clusters.
    """
    n_true, n_pred = table.shape
    # If every true cluster has one sample, all clusterings into n - 1 clusters have the
    # same MI. In the other cases in which MI cannot change, MI and EMI* are both 0, or
    # both the entropy of the truth.
    if n_true == table.n_samples == n_pred + 1:
        return 0.0
    expected = expected_information_fixed_n_clusters(table.true_sizes, n_pred)
    return mutual_information(table) - expected


def _adjusted_information_of_truth(table: ContingencyTable) -> float:
    """Return H(U) - EMI*(R) of one mode, which is MI - EMI* of the truth with itself.

    U is the truth, which has R clusters.
    """
    sizes = table.true_sizes
    return entropy(sizes) - expected_information_fixed_n_clusters(sizes, len(sizes))


_SOURCE = '"Cluster Validation Using Mutual Information"'

AMI_STAR = Contract(
    function=ami_star_score,
    label="AMI*",
    formula=ami_star,
    source=f"{_SOURCE}, equation (17)",
    lower=-math.inf,
    upper=math.inf,
    symmetric=False,
    at_equality=None,
    chance_level=0.0,
    chance_is_exact_under=("fixed_n_clusters",),
    monotone_in="information",
    unweighted_because=MEAN_OF_COUNTS,
)

NAMI_STAR = AMI_STAR.variant(
    name="nami_star",
    label="NAMI*",
    function=nami_star_score,
    formula=nami_star,
    source=f"{_SOURCE}, equation (18)",
    at_equality=1.0,
    monotone_in=None,
)
