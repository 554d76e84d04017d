"""Compute indices of clusterings whose clusters may overlap.

Overlapping clusters are biclusters of a matrix with a single column. Therefore, the
formulas of biclusterings are used. They are the Omega index and the overlapping NMI of
cells, and MOCICE-BCubed. For a single column, MOCICE-BCubed is CICE-BCubed, by Theorem
1 of Rosales-Méndez & Ramírez-Cruz (2018).
"""

from __future__ import annotations

from typing import Literal

from .._statistics._comparison import compare_clusters
from .._structures._arguments import check_option
from .._structures._types import Indicator
from .._structures._weights import NO_WEIGHTED_FORM, refuse_weights
from ._bicluster_similarity import omega_of_cells, overlapping_nmi
from ._contract import Contract, one_of, synonyms
from ._microobjects import mocice_fscore


@refuse_weights(NO_WEIGHTED_FORM)
def omega_score(clusters_true: Indicator, clusters_pred: Indicator) -> float:
    r"""Omega index of two clusterings whose clusters may overlap.

    The Omega index measures how well two clusterings agree on how many clusters each
    pair of samples shares. Prefer it to `overlapping_nmi_score` and `cice_bcubed_score`
    if chance must be corrected for. A score of 1 is reached by equal clusterings, and
    permuted clusterings score 0 on average.

    Two samples agree if they share equally many clusters on both sides. Let N be the
    number of pairs of samples and O the fraction of pairs that agree. Let :math:`A_k`
    be the number of pairs that share k true clusters, :math:`B_k` the number of pairs
    that share k predicted clusters, and E the mean of O by chance. Then

    .. math::

        \Omega = \frac{O - E}{1 - E} , \qquad E = \frac{1}{N^2} \sum_k A_k B_k .

    Without overlaps, it is the adjusted Rand index. Higher is better. The score is
    symmetric.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        Indicators of the reference and of the clustering to evaluate. An entry is 1 if
        the sample belongs to the cluster, and 0 otherwise.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1.

    Raises
    ------
    ValueError
        If indicators are not two-dimensional or contain other values than 0 and 1, or
        if the numbers of samples differ.

    Warns
    -----
    UserWarning
        If there are more clusters than samples, because the indicators may then have
        been transposed, or if every cluster is repeated, as the clusters of rows are in
        the biclusters of a checkerboard.

    See Also
    --------
    overlapping_nmi_score : Compute the normalized mutual information of overlapping
        clusters.
    bicluster_similarity_score : Compute the Omega index of biclusterings, as
        "bicluster_omega".

    Notes
    -----
    A score of 1 does not imply equal clusterings, because clusters of one sample have
    no pairs. If unequal clusterings agree in every order of the samples, the score is
    0.

    If clusters do not overlap on either side, the cost is nearly linear. Otherwise it
    is O(m^2 (k + l)) for k true and l predicted clusters and samples of m different
    memberships. If m is above 2048, this is the cost of each cluster, and m counts the
    memberships inside the cluster.

    References
    ----------
    .. [1] L. M. Collins, C. W. Dent (1988). Multivariate Behavioral Research.
       :doi:`10.1207/s15327906mbr2302_6`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import omega_score
    >>> true = [[1, 0], [1, 0], [1, 1], [0, 1]]  # the third sample is in both
    >>> pred = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> omega_score(true, pred)
    0.4
    """
    return omega_of_cells(compare_clusters(clusters_true, clusters_pred))


OMEGA = Contract(
    function=omega_score,
    label="Omega",
    formula=omega_of_cells,
    source="Collins & Dent (1988), equation (7)",
    structure="overlapping",
    lower=-1.0,
    chance_level=0.0,
    chance_is_exact_under=("product", "cells"),
)


@refuse_weights(NO_WEIGHTED_FORM)
def overlapping_nmi_score(
    clusters_true: Indicator,
    clusters_pred: Indicator,
    *,
    variant: Literal["max", "lfk"] = "max",
) -> float:
    r"""Normalized mutual information of clusterings whose clusters may overlap (ONMI).

    ONMI measures how much of the information in each cluster is known from the most
    informative cluster of the other side. Prefer `omega_score` if chance must be
    corrected for. A score of 1 is reached by equal clusterings, and a score of 0 means
    that nothing is known in this way.

    Each cluster is a binary variable, which says whether a sample belongs to it. Let
    :math:`H(X_k | Y)` be the entropy of cluster k of X that remains if the most
    informative cluster of Y is known. A cluster of Y that is closer to the complement
    of :math:`X_k` does not count. Let H(X) be the sum of the entropies of the clusters
    of X, and :math:`H(X | Y)` the sum of their remaining entropies :math:`H(X_k | Y)`.
    Then

    .. math::

        \mathrm{ONMI}_{\max} = \frac{H(X) - H(X|Y) + H(Y) - H(Y|X)}
        {2 \max(H(X), H(Y))} , \qquad
        \mathrm{ONMI}_{\mathrm{LFK}} = 1 - \frac{1}{2} \left( \overline{\frac{H(X_k|Y)}
        {H(X_k)}} + \overline{\frac{H(Y_l|X)}{H(Y_l)}} \right) ,

    where the bars are means over clusters. Higher is better. The score is symmetric. It
    is not corrected for chance. Even if no clusters overlap, ONMI differs from the
    normalized mutual information.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        Indicators of the reference and of the clustering to evaluate. An entry is 1 if
        the sample belongs to the cluster, and 0 otherwise.
    variant : {"max", "lfk"}, default="max"
        How the information is normalized. "max" divides by the larger entropy, as in
        [2]_. "lfk" averages over the clusters, as in [1]_; it is high even if only one
        of several clusters is found.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not two-dimensional or contain other values than 0 and 1, if
        the numbers of samples differ, or if `variant` is unknown.

    Warns
    -----
    UserWarning
        If there are more clusters than samples, because the indicators may then have
        been transposed, or if every cluster is repeated, as the clusters of rows are in
        the biclusters of a checkerboard.

    See Also
    --------
    omega_score : Compute an index from pairs of samples that is corrected for chance.
    bicluster_similarity_score : Compute ONMI of biclusterings, as "bicluster_onmi".

    Notes
    -----
    Empty clusters are ignored. If neither side has clusters, the score is 1; if only
    one side has, it is 0. A cluster of all samples has no entropy; it counts as known
    if the other side has it too.

    The cost is O(k l) for k true and l predicted clusters.

    References
    ----------
    .. [1] A. Lancichinetti, S. Fortunato, J. Kertész (2009). New Journal of Physics,
       appendix B. :doi:`10.1088/1367-2630/11/3/033015`
    .. [2] A. F. McDaid, D. Greene, N. Hurley (2011). arXiv:1110.2515.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import overlapping_nmi_score
    >>> true = [[1, 0], [1, 0], [1, 1], [0, 1]]  # the third sample is in both
    >>> pred = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> overlapping_nmi_score(true, pred)
    0.655...
    """
    check_option(variant, "variant", ("max", "lfk"))
    return overlapping_nmi(compare_clusters(clusters_true, clusters_pred), variant)


OVERLAPPING_NMI = Contract(
    function=overlapping_nmi_score,
    label="overlapping NMI",
    also_called=synonyms("onmi"),
    formula=overlapping_nmi,
    source="McDaid, Greene & Hurley (2011), section 3",
    structure="overlapping",
    options={"variant": one_of("max", "lfk")},
)


@refuse_weights(NO_WEIGHTED_FORM)
def cice_bcubed_score(clusters_true: Indicator, clusters_pred: Indicator) -> float:
    r"""CICE-BCubed F1 of two clusterings whose clusters may overlap.

    CICE-BCubed measures how far two clusterings agree on which samples share a cluster,
    and on the clusters that they share. It extends BCubed by a cluster identity index
    [2]_, so that among clusterings without repeated clusters, only equal ones score 1.
    Prefer `omega_score` if chance must be corrected for. A score of 0 means that true
    and predicted clusters have no sample in common.

    Let :math:`U_G` be the samples in predicted clusters, :math:`G(x, y)` the predicted
    clusters that contain both samples x and y, and :math:`E_G(x)` the samples that
    share a predicted cluster with x, itself included. Let :math:`U_C`, :math:`C(x, y)`
    and :math:`E_C(x)` be the same for the true clusters. By equations (9), (11) and
    (12), (13) of [1]_, precision P and recall R are

    .. math::

        P = \frac{1}{|U_G|} \sum_{x \in U_G} \frac{1}{|E_G(x)|} \sum_{y \in E_G(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|G(x, y)|} \Phi(x, y) ,

    .. math::

        R = \frac{1}{|U_C|} \sum_{x \in U_C} \frac{1}{|E_C(x)|} \sum_{y \in E_C(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|C(x, y)|} \Phi(x, y) .

    The cluster identity index :math:`\Phi` of equation (10) says how similar the
    clusters are that contain both samples. It is 0 if no predicted or no true cluster
    contains both, and otherwise

    .. math::

        \Phi(x, y) = \frac{1}{|G(x, y)|} \sum_{g \in G(x, y)}
        \max_{c \in C(x, y)} \frac{|g \cap c|}{|g \cup c|} .

    The score is :math:`F_1 = 2 P R / (P + R)`, equation (14). Higher is better; equal
    clusterings score 1. The score is not symmetric. It is not corrected for chance.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        Indicators of the reference and of the clustering to evaluate. An entry is 1 if
        the sample belongs to the cluster, and 0 otherwise.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not two-dimensional or contain other values than 0 and 1, or
        if the numbers of samples differ.

    Warns
    -----
    UserWarning
        If there are more clusters than samples, because the indicators may then have
        been transposed, or if every cluster is repeated, as the clusters of rows are in
        the biclusters of a checkerboard.

    See Also
    --------
    mocice_bcubed_score : Compute the same measure for biclusters.
    sklearn.preprocessing.MultiLabelBinarizer : Convert lists of labels to indicators.

    Notes
    -----
    If neither side has clusters, the score is 1; if only one side has, it is 0. Empty
    clusters are ignored. In [1]_, both means are over all samples, each of which must
    then be in some cluster. Here they are over :math:`U_G` and :math:`U_C`, so that
    samples may be left out.

    The cost is the same as for `mocice_bcubed_score`.

    References
    ----------
    .. [1] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228.
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
    return mocice_fscore(compare_clusters(clusters_true, clusters_pred))


CICE_BCUBED = Contract(
    function=cice_bcubed_score,
    label="CICE-BCubed",
    also_called=synonyms("cice"),
    formula=mocice_fscore,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equations (9) to (14)",
    structure="overlapping",
    symmetric=False,
)
