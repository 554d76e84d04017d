"""Mutual information of the cells: coMI, coNMI, ENMI, fair NMI and VI."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from .._laws._information_moments import entropy
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, SampleWeight, check_option, check_weight
from .._structures._weights import NO_FORM, unweighted
from ._contract import WEIGHT, Contract, one_of

Average: TypeAlias = Literal["min", "geometric", "arithmetic", "max"]


def comi_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""Mutual information of two co-clusterings (coMI), over the cells.

    The mutual information of the rows plus that of the columns.

    Higher is better; at most the entropy of either co-clustering, which equal ones
    reach. Symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    score : float
        In nats, at least 0.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    coami_score : Adjusted for chance.
    sklearn.metrics.mutual_info_score : Of clusterings.

    Notes
    -----
    Cost: O(n_rows + n_columns).

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
    return co_mutual_information(
        tables_of_labels(labels_true, labels_pred, sample_weight)
    )


def conmi_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    average_method: Average = "max",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Normalized mutual information of two co-clusterings (coNMI), over the cells.

    .. math::

        \mathrm{coNMI} = \frac{\mathrm{coMI}(A, B)}{\max(\mathcal{H}(A),
        \mathcal{H}(B))}

    where the entropy :math:`\mathcal{H}` of the cells is the sum over rows and columns.
    Higher is better; equal co-clusterings, trivial ones too, score 1. Symmetric. Not
    corrected for chance: more clusters score higher.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        Average of the two entropies in the denominator.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `average_method` is
        unknown.

    See Also
    --------
    coami_score : Adjusted for chance.
    sklearn.metrics.normalized_mutual_info_score : Of clusterings.

    Notes
    -----
    Where the formula is 0/0 otherwise, the score is 0. Cost: O(n_rows + n_columns).

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
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    return co_normalized_mutual_information(tables, average_method)


def enmi_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    average_method: Average = "max",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Extended normalized mutual information (ENMI), summed over the modes.

    .. math::

        \mathrm{ENMI} = \mathrm{NMI}(\mathrm{rows}) + \mathrm{NMI}(\mathrm{columns})

    Higher is better; equal co-clusterings reach the maximum. Symmetric. It does not see
    how many cells are well classified.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        Average of a mode's two entropies in the denominator.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    score : float
        Between 0 and the number of modes.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `average_method` is
        unknown.

    See Also
    --------
    conmi_score : Normalized over the cells.

    Notes
    -----
    A mode with equal clusterings adds 1, trivial ones too; one whose NMI is 0/0
    otherwise adds 0. Cost: O(n_rows + n_columns).

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
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    return extended_normalized_mutual_information(tables, average_method)


def homogeneity_completeness_v_measure(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    beta: float = 1.0,
    sample_weight: SampleWeight = None,
) -> tuple[float, float, float]:
    r"""Homogeneity, completeness and V-measure of two clusterings or co-clusterings.

    The information that both share, as a fraction of that in the truth and of that in
    the prediction, and the weighted harmonic mean of both:

    .. math::

        h = \frac{\mathrm{MI}(A, B)}{\mathcal{H}(A)} , \qquad
        c = \frac{\mathrm{MI}(A, B)}{\mathcal{H}(B)} , \qquad
        V_\beta = \frac{(1 + \beta) h c}{\beta h + c} .

    Of co-clusterings, the cells are the samples. Higher is better. Not corrected for
    chance: more clusters are more homogeneous.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    beta : float, default=1.0
        Weight of completeness against homogeneity.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    homogeneity : float
        1 if every predicted cluster, or block, is within one of the truth.
    completeness : float
        1 if every true cluster, or block, is within one of the prediction.
    v_measure : float
        Between both.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `beta` is negative.
    TypeError
        If `beta` is no number.

    See Also
    --------
    conmi_score : The V-measure is coNMI with ``average_method="arithmetic"``.
    sklearn.metrics.homogeneity_completeness_v_measure : Of clusterings.

    Notes
    -----
    A single cluster has no information, all of which is shared: its fraction is 1. The
    V-measure is 0 if one of both is. Cost: O(n_rows + n_columns).

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
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    return homogeneity(tables), completeness(tables), v_measure(tables, beta)


def homogeneity(tables: Tables) -> float:
    """Return MI(A, B) / H(A) of the cells: Rosenberg & Hirschberg (2007), eq. (1)."""
    return _shared(tables, 0)


def completeness(tables: Tables) -> float:
    """Return MI(A, B) / H(B) of the cells: Rosenberg & Hirschberg (2007), eq. (2)."""
    return _shared(tables, 1)


def _shared(tables: Tables, side: int) -> float:
    """Return the fraction of the information of a side that both share."""
    of_side = math.fsum(entropies(table)[side] for table in tables)
    return co_mutual_information(tables) / of_side if of_side else 1.0


def v_measure(tables: Tables, beta: float) -> float:
    """Return (1 + beta) h c / (beta h + c), 0 if h or c is."""
    h, c = homogeneity(tables), completeness(tables)
    weight = beta / (1 + beta)
    return 1 / (weight / c + (1 - weight) / h) if h and c else 0.0


def mutual_information(table: ContingencyTable) -> float:
    """Return MI = sum of n_ij / n * log(n n_ij / (a_i b_j)), in nats."""
    true_entropy, pred_entropy = entropies(table)
    n_true, n_pred = table.shape
    if table.n_nonzero == n_pred:  # each predicted cluster lies in one true cluster
        return true_entropy
    if table.n_nonzero == n_true:
        return pred_entropy
    n = table.n_samples
    row, column, counts = table.nonzero
    shares = counts / n
    ratios = (counts * float(n)) / (
        table.true_sizes[row].astype(np.float64) * table.pred_sizes[column]
    )
    information = math.fsum((shares * np.log(ratios)).tolist())
    return min(max(information, 0.0), true_entropy, pred_entropy)


def entropies(table: ContingencyTable) -> tuple[float, float]:
    """Return the entropies of the true and of the predicted clustering."""
    return entropy(table.true_sizes), entropy(table.pred_sizes)


def co_mutual_information(tables: Tables) -> float:
    """Return coMI, the sum over the modes: Robert et al. (2021), Proposition 2.5."""
    return math.fsum(map(mutual_information, tables))


def co_normalized_mutual_information(tables: Tables, average_method: str) -> float:
    """Return coNMI = coMI over an average of the entropies of the cells."""
    if all(table.is_equality for table in tables):
        return 1.0
    average = average_entropy(tables, average_method)
    return co_mutual_information(tables) / average if average else 0.0


def extended_normalized_mutual_information(
    tables: Tables, average_method: str
) -> float:
    """Return ENMI, the sum over the modes of their normalized mutual information."""
    return math.fsum(
        co_normalized_mutual_information([table], average_method) for table in tables
    )


def average_entropy(tables: Tables, average_method: str) -> float:
    """Average the entropies of the true and of the predicted co-clustering."""
    pairs = [entropies(table) for table in tables]
    true, pred = (math.fsum(side) for side in zip(*pairs, strict=True))
    return AVERAGES[average_method](true, pred)


AVERAGES: dict[str, Callable[[float, float], float]] = {
    "min": min,
    "geometric": lambda true, pred: math.sqrt(true * pred),
    "arithmetic": lambda true, pred: (true + pred) / 2,
    "max": max,
}


COMI = Contract(
    function=comi_score,
    formula=co_mutual_information,
    source="Robert, Vasseur & Brault (2021), section 2.5",
    upper=math.inf,
    at_equality=None,
    monotone_in="information",
)

CONMI = Contract(
    function=conmi_score,
    formula=co_normalized_mutual_information,
    source="Robert, Vasseur & Brault (2021), section 2.5",
    options={"average_method": one_of(*AVERAGES)},
    monotone_in="information",
)

_SHARES: tuple[Callable[..., float], ...] = (homogeneity, completeness, v_measure)
HOMOGENEITY_COMPLETENESS_V_MEASURE = {
    formula.__name__: Contract(
        name=formula.__name__,
        function=homogeneity_completeness_v_measure,
        part=part,
        formula=formula,
        source="Rosenberg & Hirschberg (2007)",
        symmetric=part == 2,
        options={"beta": WEIGHT} if part == 2 else {},
        monotone_in="information",
    )
    for part, formula in enumerate(_SHARES)
}

ENMI = Contract(
    function=enmi_score,
    formula=extended_normalized_mutual_information,
    source="Robert, Vasseur & Brault (2021), section 2.5",
    adds_over_modes=True,
    options={"average_method": one_of(*AVERAGES)},
)


@unweighted(NO_FORM)
def fair_mutual_info_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Fair normalized mutual information (FNMI) of two clusterings.

    Normalized mutual information, reduced where the numbers of clusters differ:

    .. math::

        \mathrm{FNMI} = e^{-|k_A - k_B| / k_A} \,
        \frac{\mathrm{MI}(A, B)}{(\mathcal{H}(A) + \mathcal{H}(B)) / 2}

    with :math:`k_A` true and :math:`k_B` predicted clusters. Of co-clusterings, blocks
    are the clusters, cells the samples.

    Higher is better; equal clusterings, trivial ones too, score 1. Not symmetric. Not
    corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    conmi_score : Without the penalty.

    Notes
    -----
    A single cluster scores 0 against all others. Perfect merges may lower the score.
    Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] A. Amelio, C. Pizzuti (2015). IEEE/ACM ASONAM. :doi:`10.1145/2808797.2809344`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import fair_mutual_info_score
    >>> fair_mutual_info_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.573...
    """
    return fair_mutual_information(tables_of_labels(labels_true, labels_pred))


def fair_mutual_information(tables: Tables) -> float:
    """Return FNMI = exp(-abs(kA - kB) / kA) NMI of the cells, with the mean entropy."""
    n_true = math.prod(table.shape[0] for table in tables)
    n_pred = math.prod(table.shape[1] for table in tables)
    fairness = math.exp(-abs(n_true - n_pred) / n_true)
    return fairness * co_normalized_mutual_information(tables, "arithmetic")


FAIR_MUTUAL_INFO = Contract(
    function=fair_mutual_info_score,
    formula=fair_mutual_information,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    symmetric=False,
    monotone_in="information",
)


def variation_of_information(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""Variation of information (VI) of two clusterings, or co-clusterings.

    The information in each clustering that the other does not have:

    .. math:: \mathrm{VI} = 2 \mathcal{H}(A, B) - \mathcal{H}(A) - \mathcal{H}(B)
              = \mathcal{H}(A \mid B) + \mathcal{H}(B \mid A) .

    That of the cells is the sum over the modes. Lower is better. 0 for equal
    clusterings alone; at most :math:`\log n`, n samples or cells. Symmetric; a metric.
    Not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    distance : float
        In nats, at least 0.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    comi_score : The information that the clusterings share.

    Notes
    -----
    Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] M. Meilă (2007). Journal of Multivariate Analysis.
       :doi:`10.1016/j.jmva.2006.11.013`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import variation_of_information
    >>> variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.346...
    """
    return summed_conditional_entropies(
        tables_of_labels(labels_true, labels_pred, sample_weight)
    )


def summed_conditional_entropies(tables: Tables) -> float:
    """Return VI = 2 H(A, B) - H(A) - H(B), the sum over the modes."""
    return math.fsum(map(_conditional_entropies, tables))


def _conditional_entropies(table: ContingencyTable) -> float:
    """Return H(A | B) + H(B | A), which is VI as a sum in which nothing cancels."""
    # If a count is close to the size of its cluster, the logarithm is close to 0, where
    # log1p is accurate.
    row, column, counts = table.nonzero
    outside_true = table.true_sizes[row] - counts
    outside_pred = table.pred_sizes[column] - counts
    logarithms = np.log1p(outside_true / counts) + np.log1p(outside_pred / counts)
    return math.fsum((counts * logarithms).tolist()) / table.n_samples


VARIATION_OF_INFORMATION = Contract(
    function=variation_of_information,
    formula=summed_conditional_entropies,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    greater_is_better=False,
    upper=math.inf,
    at_equality=0.0,
    monotone_in="information",
)
