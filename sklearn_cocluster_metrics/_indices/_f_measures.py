"""F-measure and BCubed: precision and recall of clusters, of best or of all matches."""

from __future__ import annotations

import math

import numpy as np

from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, SampleWeight
from ._contract import Contract


def f_measure_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""F-measure of two clusterings, or co-clusterings.

    Each cluster is compared with the cluster of the other side that contains most of
    it: the harmonic mean of r(B, A) and

    .. math:: r(A, B) = \frac 1 n \sum_i \max_j n_{ij} .

    Of co-clusterings, the cells are the samples. Higher is better; 1 for equal
    clusterings alone. Symmetric. Not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, a tuple for several modes. "balanced": true clusters
        weigh the same.

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
    bcubed_score : Every part of a cluster counts, not the largest only.

    Notes
    -----
    Perfect merges may leave the score as it is. Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import f_measure_score
    >>> f_measure_score([0, 0, 0], [0, 0, 1])
    0.8
    """
    return f_measure(tables_of_labels(labels_true, labels_pred, sample_weight))


def f_measure(tables: Tables) -> float:
    """Return the harmonic mean of r(A, B) and r(B, A), r = sum_i max_j n_ij / n."""
    # Gösgens, Tikhonov & Prokhorenkova (2021), section B.1. Over a Kronecker product
    # the sum of the row maxima is the product of those of the factors.
    cells = math.prod(table.n_samples for table in tables)
    sides = zip(*map(sums_of_maxima, tables), strict=True)
    recalled, precise = map(math.prod, sides)
    return 2 * recalled * precise / (cells * (recalled + precise))


def sums_of_maxima(table: ContingencyTable) -> tuple[int, int]:
    """Sum the greatest count of each true and of each predicted cluster."""
    row, column, counts = table.nonzero
    greatest = [np.zeros(n_clusters, dtype=np.int64) for n_clusters in table.shape]
    np.maximum.at(greatest[0], row, counts)
    np.maximum.at(greatest[1], column, counts)
    return int(greatest[0].sum()), int(greatest[1].sum())


F_MEASURE = Contract(
    name="f_measure",
    function=f_measure_score,
    formula=f_measure,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
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
        :ref:`Weights <weights>`, a tuple for several modes. "balanced": true clusters
        weigh the same.

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


def bcubed(tables: Tables) -> float:
    """Return the harmonic mean of r'(A, B) and r'(B, A), r' = sum n_ij^2 / a_i / n."""
    sides = zip(*map(_mean_shares, tables), strict=True)
    recall, precision = map(math.prod, sides)  # over the modes
    return 2 * recall * precision / (recall + precision)


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
    name="bcubed",
    function=bcubed_score,
    formula=bcubed,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
)
