"""BCubed with the identity of clusters, of overlapping clusters and of biclusters."""

from typing import Any

from .._indices._bcubed import BCubedScores, mocice_bcubed, mocice_fscore
from .._statistics import compare_biclusters, compare_clusters
from .._validation import check_biclusterings, check_cluster_indicators


def cice_bcubed_score(clusters_true: Any, clusters_pred: Any) -> float:
    r"""CICE-BCubed F1 of two clusterings whose clusters may overlap.

    The decision that is judged is to put two samples together. Precision averages over
    the pairs of samples that share a predicted cluster, recall over those that share a
    true one. A pair scores by how many clusters it shares on the other side too, times
    the cluster identity index :math:`\Phi`: the mean, over the predicted clusters that
    hold both samples, of the best Jaccard index with a true cluster that holds both.
    With sets :math:`G(x, y)` and :math:`C(x, y)` of predicted and of true clusters that
    hold both, and x alone for x = y,

    .. math::

        P = \operatorname*{mean}_{x} \frac{1}{|\bigcup G(x)|} \sum_{y \in \bigcup G(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|G(x, y)|} \Phi(x, y) ,

    and the recall R with :math:`C` in place of :math:`G`. The score is
    :math:`2 P R / (P + R)`.

    Higher is better. Between 0 and 1, the value of equal clusterings. Not symmetric:
    :math:`\Phi` runs over the predicted clusters in both parts.

    Parameters
    ----------
    clusters_true : array-like or sparse matrix of shape (n_clusters, n_samples)
        1 where a true cluster holds a sample, else 0.
    clusters_pred : array-like or sparse matrix of shape (n_clusters, n_samples)
        The same of the clusters to compare with them.

    Returns
    -------
    score : float
        Without unit, between 0 and 1.

    Raises
    ------
    ValueError
        If an indicator is not of 0 and 1 or not two-dimensional, or the numbers of
        samples differ.
    TypeError
        If an indicator does not hold bools or numbers.

    See Also
    --------
    mocice_bcubed_score : The same for biclusters.
    sklearn.preprocessing.MultiLabelBinarizer : Makes indicators (transposed) of lists.

    Notes
    -----
    The published means assume that every sample is in some cluster. Where one is not,
    either mean runs over the samples of its own side. Two clusterings without clusters
    are equal: 1. If one has none: 0. A cluster without samples is left out.

    A clustering that repeats its clusters may score 1 without being equal to the true
    one. Cost: as `mocice_bcubed_score`.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equations (9) to (14).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cice_bcubed_score
    >>> true = [[1, 1, 1, 0], [0, 0, 1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]]
    >>> cice_bcubed_score(true, pred)  # P = 5 / 6, R = 163 / 288
    0.674...
    """
    return mocice_fscore(
        compare_clusters(*check_cluster_indicators(clusters_true, clusters_pred))
    )


def mocice_bcubed_score(biclusters_true: Any, biclusters_pred: Any) -> float:
    r"""MOCICE-BCubed F1: CICE-BCubed of the cells that biclusters cover.

    Biclusters are clusters of cells (micro-objects) that may overlap and leave cells
    out; of these, `cice_bcubed_score` judges every pair of cells that shares a
    bicluster. It sees the clusters, the area and the overlaps all at once, and a cell
    that is covered on neither side does not count.

    Higher is better. Between 0 and 1, the value of equal biclusterings. Not symmetric:
    the best matches are those of predicted biclusters.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.

    Returns
    -------
    score : float
        Without unit, between 0 and 1.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, or the matrices
        differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    mocice_bcubed_precision_recall_fscore : Both parts and their mean.
    cice_bcubed_score : Clusters of samples.
    bicluster_similarity_score : Other measures of cells.

    Notes
    -----
    Two biclusterings without cells are equal: 1. If one has none: 0. A bicluster
    without cells is left out. A prediction that repeats its biclusters may score 1
    without being equal to the truth.

    Pairs of cells are never listed: they are taken by the classes of cells that the
    same biclusters hold. For disjoint biclusters the cost is one product of the
    indicators for rows and for columns. Otherwise it is the sum, over the pairs of a
    true and a predicted bicluster that overlap, of the squared number of classes in
    their overlap: under 1 s for 30 biclusters of 100 x 100 cells on each side, in
    1000 x 1000.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equations (15) and (16).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import mocice_bcubed_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # torn in two halves
    >>> mocice_bcubed_score(true, pred)  # P = 1 / 2, R = 1 / 4
    0.333...
    """
    return mocice_bcubed_precision_recall_fscore(
        biclusters_true, biclusters_pred
    ).fscore


def mocice_bcubed_precision_recall_fscore(
    biclusters_true: Any, biclusters_pred: Any
) -> BCubedScores:
    r"""Precision, recall and F1 of MOCICE-BCubed.

    The precision is low where predicted biclusters put cells together that are apart in
    truth, the recall where they leave apart what is together.

    Higher is better. All are between 0 and 1, the value of equal biclusterings. Roles
    do not swap precision and recall: the best matches are those of predicted biclusters
    in both.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.

    Returns
    -------
    scores : BCubedScores
        Frozen, with `precision`, `recall` and `fscore`, into which it unpacks.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, or the matrices
        differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    mocice_bcubed_score : F1 alone; its notes hold here too.

    Notes
    -----
    The inner sums run over the cells that share a bicluster with x on the side of the
    mean, as in CICE-BCubed. Equations (15) and (16) of [1]_ exchange the two domains;
    the terms in which they differ are 0/0, hence 0, and so the values are the same.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equations (15) and (16).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import mocice_bcubed_precision_recall_fscore
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # torn in two halves
    >>> precision, recall, fscore = mocice_bcubed_precision_recall_fscore(true, pred)
    >>> precision, recall
    (0.5, 0.25)
    """
    return mocice_bcubed(
        compare_biclusters(*check_biclusterings(biclusters_true, biclusters_pred))
    )
