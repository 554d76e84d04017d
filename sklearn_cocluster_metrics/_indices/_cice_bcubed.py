"""CICE-BCubed of overlapping clusterings: Rosales-Méndez & Ramírez-Cruz (2018).

By Theorem 1 of the paper, CICE-BCubed is MOCICE-BCubed of the clusters as biclusters of
a matrix with a single column.
"""

from .._statistics import compare_clusters
from .._structures import Indicator, check_cluster_indicators
from ._mocice_bcubed import mocice_fscore


def cice_bcubed_score(clusters_true: Indicator, clusters_pred: Indicator) -> float:
    r"""CICE-BCubed F1 of two clusterings whose clusters may overlap.

    CICE-BCubed, proposed in [2]_, extends BCubed by the cluster identity index
    :math:`\Phi`, so that only equal clusterings without repeated clusters score 1.
    Precision averages over the pairs of samples that share a predicted cluster, recall
    over the pairs that share a true cluster. A pair scores by the number of clusters
    that it shares on the other side, multiplied by :math:`\Phi`.

    Let :math:`U_G` be the samples in predicted clusters, :math:`U_C` those in true
    clusters, :math:`G(x, y)` and :math:`C(x, y)` the sets of predicted and of true
    clusters that contain both x and y, and :math:`E_G(x)` and :math:`E_C(x)` the
    samples that share a predicted, or a true, cluster with x (x itself included).
    Precision P and recall R are

    .. math::

        P = \frac{1}{|U_G|} \sum_{x \in U_G} \frac{1}{|E_G(x)|} \sum_{y \in E_G(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|G(x, y)|} \Phi(x, y) ,

    .. math::

        R = \frac{1}{|U_C|} \sum_{x \in U_C} \frac{1}{|E_C(x)|} \sum_{y \in E_C(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|C(x, y)|} \Phi(x, y) ,

    where :math:`\Phi` is the mean, over the predicted clusters that contain both
    samples, of the best Jaccard index with a true cluster that contains both (0 if
    either side has none):

    .. math::

        \Phi(x, y) = \frac{1}{|G(x, y)|} \sum_{g \in G(x, y)}
        \max_{c \in C(x, y)} \frac{|g \cap c|}{|g \cup c|} .

    The score is :math:`F_1 = 2 P R / (P + R)`.

    Higher is better. Between 0 and 1; equal clusterings score 1. Not symmetric:
    :math:`\Phi` averages over the predicted clusters in both parts.

    Parameters
    ----------
    clusters_true : array-like or sparse matrix of shape (n_clusters, n_samples)
        1 where a true cluster contains a sample, else 0.
    clusters_pred : array-like or sparse matrix of shape (n_clusters, n_samples)
        1 where a predicted cluster contains a sample, else 0.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If an indicator contains anything but 0 and 1 or is not two-dimensional, or the
        numbers of samples differ.
    TypeError
        If an indicator is not an array-like of bools or numbers.

    See Also
    --------
    mocice_bcubed_score : The same measure for biclusters.
    sklearn.preprocessing.MultiLabelBinarizer : Indicators (transposed) from lists.

    Notes
    -----
    [1]_ does not spell the name CICE out. There, both means run over all samples,
    because every sample is assumed to be in some cluster on both sides. If neither
    clustering has clusters, the score is 1; if only one has none, it is 0. Clusters
    without samples are ignored.

    A clustering that repeats its clusters may score 1 although it differs from the true
    one. Cost: as for `mocice_bcubed_score`.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equations (9) to (14).
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2013). CICE-BCubed: A new evaluation
       measure for overlapping clustering algorithms. Progress in Pattern Recognition,
       Image Analysis, Computer Vision, and Applications, Springer, 157-164.

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
