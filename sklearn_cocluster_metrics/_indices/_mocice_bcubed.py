"""MOCICE-BCubed and CICE-BCubed: Rosales-Méndez & Ramírez-Cruz (2018), section 3.

By Theorem 1, CICE-BCubed is MOCICE-BCubed of the clusters as biclusters of a matrix
with a single column. The manuscript exchanges the domains of the two inner sums in
equations (15) and (16); the terms in which they differ are 0/0 := 0.
"""

from __future__ import annotations

from typing import NamedTuple

from .._statistics._comparison import (
    BiclusterComparison,
    compare_biclusterings,
    compare_clusters,
)
from .._statistics._matches import SharedParts
from .._statistics._overlaps import harmonic_mean, ratio
from .._structures._arguments import Biclustering, Indicator
from .._structures._indicators import check_cluster_indicators
from ._contract import Contract


class BCubedScores(NamedTuple):
    """Precision, recall and their harmonic mean, of pairs of cells.

    A named tuple: ``precision, recall, fscore = scores``.

    Parameters
    ----------
    precision : float
        How far the true biclusters confirm the pairs that predicted ones put together.
    recall : float
        How far the predicted biclusters recover the pairs that true ones put together.
    fscore : float
        Harmonic mean of precision and recall.

    See Also
    --------
    mocice_bcubed_precision_recall_fscore : Compute these scores.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import BCubedScores
    >>> BCubedScores(precision=1.0, recall=0.5, fscore=2 / 3).recall
    0.5
    """

    precision: float
    recall: float
    fscore: float


def mocice_bcubed_score(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""MOCICE-BCubed F1 of two biclusterings, over pairs of cells.

    CICE-BCubed (`cice_bcubed_score`) of biclusters as clusters of cells. Cells that
    neither side covers do not count.

    Let :math:`U_G` be the cells in predicted biclusters, :math:`G(x, y)` the predicted
    biclusters that contain both cells x and y, and :math:`E_G(x)` the cells that share
    a predicted bicluster with x, itself included; :math:`U_C, C(x, y), E_C(x)` those of
    the truth. Precision P and recall R are

    .. math::

        P = \frac{1}{|U_G|} \sum_{x \in U_G} \frac{1}{|E_G(x)|} \sum_{y \in E_G(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|G(x, y)|} \Phi(x, y) ,

    .. math::

        R = \frac{1}{|U_C|} \sum_{x \in U_C} \frac{1}{|E_C(x)|} \sum_{y \in E_C(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|C(x, y)|} \Phi(x, y) ,

    with the cluster identity index, 0 if either side has none:

    .. math::

        \Phi(x, y) = \frac{1}{|G(x, y)|} \sum_{g \in G(x, y)}
        \max_{c \in C(x, y)} \frac{|g \cap c|}{|g \cup c|} .

    The score is :math:`F_1 = 2 P R / (P + R)`.

    Higher is better; equal biclusterings score 1. Not symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape.

    See Also
    --------
    mocice_bcubed_precision_recall_fscore : Precision, recall and F1.

    Notes
    -----
    Two sides without cells score 1, one 0. Biclusters without cells are ignored. A
    prediction that repeats its biclusters may score 1. [1]_ exchanges :math:`E_C(x)`
    and :math:`E_G(x)` in the inner sums; the terms that differ are 0.

    Cost: one sparse product per mode; if biclusters of one side overlap, the sum over
    the biclusters of the number of sets that contain two rows, times that of two
    columns. A UserWarning announces long computations; progress is logged at INFO.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equations (15)
       and (16).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import mocice_bcubed_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # split into two halves
    >>> mocice_bcubed_score(true, pred)
    0.333...
    """
    return mocice_fscore(compare_biclusterings(biclusters_true, biclusters_pred))


def mocice_bcubed_precision_recall_fscore(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> BCubedScores:
    r"""Precision, recall and F1 of MOCICE-BCubed.

    Low precision: predicted biclusters put cells together that true ones separate. Low
    recall: they separate what true ones join.

    Higher is better; equal biclusterings score 1. Exchanging both sides does not
    exchange precision and recall.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.

    Returns
    -------
    scores : BCubedScores
        Named tuple; each between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape.

    See Also
    --------
    mocice_bcubed_score : F1 only, with the definitions.

    Notes
    -----
    Degenerate input and cost: as `mocice_bcubed_score`.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equations (15)
       and (16).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import mocice_bcubed_precision_recall_fscore
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]
    >>> precision, recall, fscore = mocice_bcubed_precision_recall_fscore(true, pred)
    >>> precision, recall
    (0.5, 0.25)
    """
    return mocice_bcubed(compare_biclusterings(biclusters_true, biclusters_pred))


def mocice_fscore(comparison: BiclusterComparison) -> float:
    """Harmonic mean of precision and recall: eq. (14)."""
    return mocice_bcubed(comparison).fscore


def mocice_bcubed(comparison: BiclusterComparison) -> BCubedScores:
    """Precision and recall of eqs. (15) and (16), and their harmonic mean."""
    precision, recall = _precision_recall(comparison.without_empty)
    # Rounding may make these sums of fractions slightly larger than 1.
    precision, recall = min(precision, 1.0), min(recall, 1.0)
    return BCubedScores(precision, recall, harmonic_mean(precision, recall))


def _precision_recall(comparison: BiclusterComparison) -> tuple[float, float]:
    """Precision and recall of biclusters that all have cells."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0, 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0, 0.0
    # The sum over G in eq. (10) is that over the predicted biclusters with both cells,
    # the maximum over C is their most similar true one.
    similarity = SharedParts.of_biclusters(overlaps).values("jaccard")
    x = comparison.neighbor_sums(similarity)
    precision = float((x.counts * ratio(x.precision, x.pred_neighbors)).sum())
    recall = float((x.counts * ratio(x.recall, x.true_neighbors)).sum())
    return precision / comparison.covers.pred, recall / comparison.covers.true


MOCICE_BCUBED = Contract(
    name="mocice_bcubed",
    function=mocice_bcubed_score,
    formula=mocice_fscore,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (14)",
    structure="biclustering",
    symmetric=False,
)


def cice_bcubed_score(clusters_true: Indicator, clusters_pred: Indicator) -> float:
    r"""CICE-BCubed F1 of two clusterings whose clusters may overlap.

    CICE extends BCubed by a cluster identity index [2]_: only equal clusterings without
    repeated clusters score 1. The formulas are those of `mocice_bcubed_score`, of
    samples in clusters.

    Higher is better; equal clusterings score 1. Not symmetric.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        1 where a sample is in a cluster, else 0.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 in two dimensions, or samples differ in number.

    Warns
    -----
    UserWarning
        If there are more clusters than samples, as when transposed.

    See Also
    --------
    mocice_bcubed_score : The same measure for biclusters.
    sklearn.preprocessing.MultiLabelBinarizer : Indicators from lists.

    Notes
    -----
    Two sides without clusters score 1, one 0. Empty clusters are ignored. Cost: as
    `mocice_bcubed_score`.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equations (9) to
       (14).
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2013). CICE-BCubed. Progress in Pattern
       Recognition (CIARP), Springer, 157-164.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cice_bcubed_score
    >>> true = [[1, 0], [1, 0], [1, 1], [0, 1]]  # the third sample is in both
    >>> pred = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> cice_bcubed_score(true, pred)
    0.674...
    """
    clusters = check_cluster_indicators(clusters_true, clusters_pred)
    return mocice_fscore(compare_clusters(*clusters))
