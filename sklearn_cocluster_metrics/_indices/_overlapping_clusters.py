"""Indices of clusterings whose clusters may overlap.

Overlapping clusters are biclusters of a matrix with a single column. So the formulas
are those of biclusterings: the Omega index and the overlapping NMI of cells, and
MOCICE-BCubed, which is CICE-BCubed there by Theorem 1 of Rosales-Méndez & Ramírez-Cruz
(2018).
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

    Two samples agree if they share equally many clusters on both sides. The fraction
    :math:`O` of the N pairs that agree is corrected for its mean :math:`E` by chance.
    With :math:`A_k` and :math:`B_k` pairs with k common clusters,

    .. math::

        \Omega = \frac{O - E}{1 - E} , \qquad E = \frac{1}{N^2} \sum_k A_k B_k .

    Higher is better; equal clusterings score 1, permuted ones 0 on average. Symmetric.
    Without overlaps it is the adjusted Rand index.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        1 where a sample is in a cluster, else 0.

    Returns
    -------
    score : float
        At most 1.

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
    overlapping_nmi_score : Mutual information of overlapping clusters.
    bicluster_similarity_score : With "bicluster_omega", of biclusterings.

    Notes
    -----
    A score of 1 does not imply equal clusterings: clusters of one sample have no pairs.
    If unequal clusterings agree in every order, it is 0.

    Cost: nearly linear without overlaps on either side; otherwise O(m^2 (k + l)) for k
    true and l predicted clusters and samples of m different memberships. If m is above
    2048, this is the cost of each cluster, where m counts the memberships inside it.

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

    Each cluster is a binary variable. :math:`H(X_k | Y)` is what remains unknown about
    cluster k of X given the most informative cluster of Y; one closer to the complement
    of :math:`X_k` does not count. With sums over clusters,

    .. math::

        \mathrm{ONMI}_{\max} = \frac{H(X) - H(X|Y) + H(Y) - H(Y|X)}
        {2 \max(H(X), H(Y))} , \qquad
        \mathrm{ONMI}_{\mathrm{LFK}} = 1 - \frac{1}{2} \left( \overline{\frac{H(X_k|Y)}
        {H(X_k)}} + \overline{\frac{H(Y_l|X)}{H(Y_l)}} \right) .

    Higher is better; equal clusterings score 1. Symmetric. Not corrected for chance,
    and not the normalized mutual information if nothing overlaps.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        1 where a sample is in a cluster, else 0.
    variant : {"max", "lfk"}, default="max"
        "max": normalized by the larger entropy, [2]_. "lfk": as in [1]_, which is high
        if only one of several clusters is found.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 in two dimensions, samples differ in number, or
        `variant` is unknown.

    Warns
    -----
    UserWarning
        If there are more clusters than samples, as when transposed.

    See Also
    --------
    omega_score : Corrected for chance, from pairs of samples.
    bicluster_similarity_score : With "bicluster_onmi", of biclusterings.

    Notes
    -----
    Empty clusters are ignored. Two sides without clusters score 1, one 0. A cluster of
    all samples counts as known if the other side has it too. Cost: O(k l) for k true
    and l predicted clusters.

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

    CICE extends BCubed by a cluster identity index [2]_: only equal clusterings without
    repeated clusters score 1. Let :math:`U_G` be the samples in predicted clusters,
    :math:`G(x, y)` the predicted clusters that contain both samples x and y, and
    :math:`E_G(x)` the samples that share a predicted cluster with x, itself included;
    :math:`U_C, C(x, y), E_C(x)` those of the truth. Precision P and recall R are, by
    equations (9), (11) and (12), (13) of [1]_,

    .. math::

        P = \frac{1}{|U_G|} \sum_{x \in U_G} \frac{1}{|E_G(x)|} \sum_{y \in E_G(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|G(x, y)|} \Phi(x, y) ,

    .. math::

        R = \frac{1}{|U_C|} \sum_{x \in U_C} \frac{1}{|E_C(x)|} \sum_{y \in E_C(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|C(x, y)|} \Phi(x, y) ,

    with the cluster identity index of equation (10), 0 if either side has none:

    .. math::

        \Phi(x, y) = \frac{1}{|G(x, y)|} \sum_{g \in G(x, y)}
        \max_{c \in C(x, y)} \frac{|g \cap c|}{|g \cup c|} .

    The score is :math:`F_1 = 2 P R / (P + R)`, equation (14).

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
    Two sides without clusters score 1, one 0. Empty clusters are ignored. In [1]_, both
    means are over all samples, each of which must then be in some cluster; here they
    are over :math:`U_G` and :math:`U_C`.

    Cost: as `mocice_bcubed_score`.

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
