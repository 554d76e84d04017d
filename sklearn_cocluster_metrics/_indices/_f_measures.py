"""F-measure and BCubed: precision and recall of clusters, of best or of all matches."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._matching import SharedParts
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, SampleWeight, check_option, check_weight
from ._contract import Contract, one_of
from ._microobjects import BCubedScores

MATCHED_BY = one_of("share", "f")


def f_measure_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    matched_by: Literal["share", "f"] = "share",
    sample_weight: SampleWeight = None,
) -> float:
    r"""F-measure of two clusterings, or co-clusterings.

    Each cluster is compared with the one of the other side that contains most of it:
    the harmonic mean of r(B, A) and

    .. math:: r(A, B) = \frac 1 n \sum_i \max_j n_{ij} .

    With ``matched_by="f"``, each true cluster is compared with the predicted one of
    highest F, as in most publications [2]_:

    .. math:: \frac 1 n \sum_i a_i \max_j \frac{2 n_{ij}}{a_i + b_j} .

    Of co-clusterings, the cells are the samples. Higher is better; 1 for equal
    clusterings alone. Symmetric, but not with "f". Not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    matched_by : {"share", "f"}, default="share"
        What determines the best match.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    score : float
        Above 0 and at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or `matched_by` is
        unknown.

    See Also
    --------
    bcubed_score : Every part of a cluster counts.

    Notes
    -----
    Perfect merges may leave the score as it is. Cost: O(n_rows + n_columns); with "f",
    the product of the numbers of nonempty entries of the modes' tables.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.
    .. [2] M. Steinbach, G. Karypis, V. Kumar (2000). A comparison of document
       clustering techniques. KDD workshop on text mining.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import f_measure_score
    >>> f_measure_score([0, 0, 0], [0, 0, 1])
    0.8
    >>> f_measure_score([0, 0, 1, 1, 1], [0, 0, 1, 1, 0], matched_by="f")
    0.8
    """
    check_option(matched_by, "matched_by", MATCHED_BY.values)
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    return f_measure(tables, matched_by)


def f_measure(tables: Tables, matched_by: str = "share") -> float:
    """Return the harmonic mean of r(A, B) and r(B, A), r = sum_i max_j n_ij / n.

    With ``matched_by="f"``, the mean of the best F over the true clusters.
    """
    if matched_by == "f":
        return best_f(tables)
    # Gösgens, Tikhonov & Prokhorenkova (2021), section B.1. Over a Kronecker product
    # the sum of the row maxima is the product of those of the factors.
    cells = math.prod(table.n_samples for table in tables)
    sides = zip(*map(sums_of_maxima, tables), strict=True)
    recalled, precise = map(math.prod, sides)
    return 2 * recalled * precise / (cells * (recalled + precise))


def best_f(tables: Tables) -> float:
    """Return sum_i a_i max_j F_ij / n, F_ij = 2 n_ij / (a_i + b_j), of the cells."""
    # An entry of the table of the cells is a product of entries, one of every mode:
    # each true cluster of the last mode with its entries, and all of the others.
    *others, last = tables
    parts = SharedParts.of_tables(others)
    shared, true, pred = (of.astype(float) for of in (parts.shared, *parts.sizes))
    row, column, counts = last.nonzero
    order = np.argsort(row, kind="stable")
    ends = np.cumsum(np.bincount(row, minlength=last.shape[0]))
    total = []
    for size, entries in zip(last.true_sizes, np.split(order, ends[:-1]), strict=True):
        both = np.multiply.outer(shared, counts[entries])
        sizes = np.multiply.outer(pred, last.pred_sizes[column[entries]])
        sizes += size * true[:, np.newaxis]
        best = np.zeros(len(parts.true_sizes))
        np.maximum.at(best, parts.true, (2 * both / sizes).max(axis=1))
        total += (best * parts.true_sizes.astype(float) * size).tolist()
    return math.fsum(total) / math.prod(table.n_samples for table in tables)


def sums_of_maxima(table: ContingencyTable) -> tuple[int, int]:
    """Sum the greatest count of each true and of each predicted cluster."""
    row, column, counts = table.nonzero
    greatest = [np.zeros(n_clusters, dtype=np.int64) for n_clusters in table.shape]
    np.maximum.at(greatest[0], row, counts)
    np.maximum.at(greatest[1], column, counts)
    return int(greatest[0].sum()), int(greatest[1].sum())


F_MEASURE = Contract(
    function=f_measure_score,
    formula=f_measure,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    options={"matched_by": MATCHED_BY},
)


def bcubed_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""BCubed F-score of two clusterings, or co-clusterings.

    The harmonic mean of BCubed recall, the fraction of a sample's true cluster that
    shares its predicted cluster, averaged over the samples,

    .. math:: r'(A, B) = \frac 1 n \sum_i \frac{1}{|A_i|} \sum_j n_{ij}^2 ,

    and of BCubed precision :math:`r'(B, A)`. Of co-clusterings, the cells are the
    samples. Higher is better; 1 for equal clusterings alone. Symmetric. Not corrected
    for chance.

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
        Above 0 and at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    bcubed_precision_recall_fscore : Also precision and recall.
    f_measure_score : Only the largest part of each cluster counts.

    Notes
    -----
    Perfect splits and perfect merges always improve the score. Cost: O(n_rows +
    n_columns).

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles, F. Verdejo (2009). Information Retrieval.
       :doi:`10.1007/s10791-008-9066-8`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bcubed_score
    >>> bcubed_score([0, 0, 0], [0, 0, 1])
    0.714...
    """
    return bcubed(tables_of_labels(labels_true, labels_pred, sample_weight))


def bcubed_precision_recall_fscore(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    beta: float = 1.0,
    sample_weight: SampleWeight = None,
) -> BCubedScores:
    r"""BCubed precision, recall and F-score of two clusterings, or co-clusterings.

    Precision is the fraction of a sample's predicted cluster that shares its true
    cluster, averaged over the samples; recall the same with both sides exchanged. Of
    co-clusterings, the cells are the samples. Higher is better.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    beta : float, default=1.0
        Weight of recall against precision in the F-score,
        :math:`(1 + \beta^2) P R / (\beta^2 P + R)`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    scores : BCubedScores
        Named tuple of `precision`, `recall` and `fscore`, each above 0 and at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `beta` is negative.
    TypeError
        If `beta` is no number.

    See Also
    --------
    bcubed_score : The F-score, with ``beta=1``.
    cice_bcubed_score : Of clusterings that overlap.

    Notes
    -----
    Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles, F. Verdejo (2009). Information Retrieval.
       :doi:`10.1007/s10791-008-9066-8`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bcubed_precision_recall_fscore
    >>> scores = bcubed_precision_recall_fscore([0, 0, 0, 1], [0, 0, 1, 1])
    >>> scores.precision, round(scores.recall, 3)
    (0.75, 0.667)
    """
    check_weight(beta, "beta")
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    precision, recall = _precision_recall(tables)
    weight = (beta / math.hypot(1.0, beta)) ** 2
    fscore = 1 / ((1 - weight) / precision + weight / recall)
    return BCubedScores(precision, recall, fscore)


def bcubed(tables: Tables) -> float:
    """Return the harmonic mean of r'(A, B) and r'(B, A), r' = sum n_ij^2 / a_i / n."""
    precision, recall = _precision_recall(tables)
    return 2 * recall * precision / (recall + precision)


def _precision_recall(tables: Tables) -> tuple[float, float]:
    """Return r'(B, A) and r'(A, B), each the product over the modes."""
    recall, precision = map(math.prod, zip(*map(_mean_shares, tables), strict=True))
    return precision, recall


def _mean_shares(table: ContingencyTable) -> tuple[float, float]:
    """Average the fraction of a sample's cluster that shares its cluster elsewhere."""
    # The sum is rounded once, so the mean is exactly 1 where every cluster is inside
    # one of the other side.
    row, column, counts = table.nonzero
    of_true = counts * (counts / table.true_sizes[row])
    of_pred = counts * (counts / table.pred_sizes[column])
    n = table.n_samples
    return math.fsum(of_true.tolist()) / n, math.fsum(of_pred.tolist()) / n


BCUBED = Contract(
    function=bcubed_score,
    formula=bcubed,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
)
