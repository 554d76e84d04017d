"""Biclusters as clusters of cells, which are called micro-objects."""

from typing import Any

from .._indices import _micro_objects as formulas
from .._indices._micro_objects import OVERLAPS
from .._statistics import BiclusterComparison, compare_biclusters, first_overlap
from .._validation import check_biclusterings, check_disjoint, check_option


def rnia_distance(
    biclusters_true: Any, biclusters_pred: Any, *, overlap: str = "multiset"
) -> float:
    r"""Relative non-intersecting area (RNIA): share of cells covered on one side only.

    With the cells U that biclusters of either side cover, and the cells I that both
    sides cover,

    .. math:: \mathrm{RNIA} = \frac{|U| - |I|}{|U|} .

    Which bicluster covers a cell does not matter: RNIA sees the area, not the clusters.
    Lower is better. Between 0, the value of equal biclusterings, and 1. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.
    overlap : {"multiset", "set"}, default="multiset"
        "multiset": a cell counts in U as often as the side that holds it more often
        holds it, in I as often as the other one. "set", as [2]_ prints it: once.

    Returns
    -------
    distance : float
        Share of the cells of U, between 0 and 1.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, the matrices
        differ in shape, or `overlap` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    clustering_error : Counts a cell only in matched biclusters.
    bicluster_similarity_score : One minus this, with index="rnia".

    Notes
    -----
    Two biclusterings without cells are equal: 0. If one has none: 1. Cost: one product
    of the indicators for disjoint biclusters, else a pass over the classes of cells
    that the same biclusters hold.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). Comparing subspace clusterings. IEEE
       Transactions on Knowledge and Data Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equation (2).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import rnia_distance
    >>> true = [[1, 1, 0, 0]], [[1, 1, 0, 0]]  # 2 x 2 of 4 x 4 cells
    >>> pred = [[0, 1, 1, 0]], [[1, 1, 1, 0]]  # 2 of these, and 4 others
    >>> rnia_distance(true, pred)  # 6 / 8
    0.75
    """
    comparison = _checked(biclusters_true, biclusters_pred, overlap)
    return formulas.relative_nonintersecting_area(comparison, overlap=overlap)


def clustering_error(
    biclusters_true: Any, biclusters_pred: Any, *, overlap: str = "multiset"
) -> float:
    r"""Clustering error (CE) of biclusters: share of cells outside matched biclusters.

    True and predicted biclusters are matched one to one so that matched ones share as
    many cells as possible, :math:`D_{max}`. With the cells U that either side covers,

    .. math:: \mathrm{CE} = \frac{|U| - D_{max}}{|U|} .

    Lower is better. Between 0, the value of equal biclusterings, and 1. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.
    overlap : {"multiset", "set"}, default="multiset"
        "multiset": a cell counts in U as often as the side that holds it more often
        holds it. "set", as [2]_ prints it: once. It is meant for disjoint biclusters:
        where biclusters of both sides overlap, :math:`D_{max}` may exceed U, and the
        error of unequal biclusterings may be negative.

    Returns
    -------
    error : float
        Share of the cells of U, between 0 and 1, with "multiset"; at most 1 with "set".

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, the matrices
        differ in shape, or `overlap` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    classification_error : The measure of this kind for co-clusterings.
    rnia_distance : Without matching.
    bicluster_similarity_score : One minus this, with index="ce".

    Notes
    -----
    Equal biclusterings have the error 0 always. The formula for sets would be negative
    for those that overlap: -1 for one bicluster twice on both sides. Two biclusterings
    without cells are equal: 0. If one has none: 1.

    Cost: as `rnia_distance`, and one linear assignment.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). Comparing subspace clusterings. IEEE
       Transactions on Knowledge and Data Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equation (1).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import clustering_error, rnia_distance
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 1, 0], [0, 0, 0, 1]], [[1, 1], [1, 1]]  # torn in two parts
    >>> clustering_error(true, pred)
    0.25
    >>> rnia_distance(true, pred)
    0.0
    """
    comparison = _checked(biclusters_true, biclusters_pred, overlap)
    return formulas.clustering_error(comparison, overlap=overlap)


def microobject_rand_score(biclusters_true: Any, biclusters_pred: Any) -> float:
    r"""Rand index of the cells that disjoint biclusters cover.

    The share of pairs of cells that are together in both biclusterings, or apart in
    both. The pairs are those of the N cells that either side covers; a cell that one
    side leaves out is a cluster of its own there.

    .. math:: \mathrm{Rand} = \frac{N_{11} + N_{00}}{N (N - 1) / 2}

    Higher is better. Between 0 and 1, the value of equal biclusterings. Symmetric. Not
    corrected for chance: with many biclusters nearly all pairs are apart in both.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. No two may share a cell; they may leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix, disjoint too.

    Returns
    -------
    score : float
        Without unit, between 0 and 1.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, the indicators are not of 0 and 1
        or do not fit each other, or the matrices differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    microobject_variation_of_information : Entropies in place of pairs.
    mocice_bcubed_score : For biclusters that overlap.
    cari_score : For co-clusterings, corrected for chance.

    Notes
    -----
    Two biclusterings without cells are equal: 1. A single cell on one side and nothing
    on the other make no pair: 0. Cells left out are what biclusters of one cell are:
    several of these on one side and nothing on the other score 1.

    Counts of pairs are exact integers. Cost: one product of the indicators for rows and
    for columns.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). Comparing subspace clusterings. IEEE
       Transactions on Knowledge and Data Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equation (3).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import microobject_rand_score
    >>> true = [[1, 1, 0]], [[1, 1]]  # 6 pairs of cells
    >>> pred = [[1, 1, 0]], [[1, 0]]  # 1 pair; the other two cells are left out
    >>> microobject_rand_score(true, pred)  # 1 / 6
    0.166...
    """
    return formulas.rand_index(_disjoint(biclusters_true, biclusters_pred))


def microobject_variation_of_information(
    biclusters_true: Any, biclusters_pred: Any
) -> float:
    r"""Variation of information of the cells that disjoint biclusters cover.

    The entropy of either clustering of cells, given the other one. The cells are the N
    that either side covers; a cell that one side leaves out is a cluster of its own
    there. With clusters B and X,

    .. math::

        \mathrm{VI} = \frac{1}{N} \sum_B \sum_X |B \cap X|
        \log \frac{|B| |X|}{|B \cap X|^2} .

    Lower is better. Between 0, the value of equal biclusterings, and log N. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. No two may share a cell; they may leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix, disjoint too.

    Returns
    -------
    distance : float
        In nats, not negative.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, the indicators are not of 0 and 1
        or do not fit each other, or the matrices differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    microobject_rand_score : Pairs in place of entropies.

    Notes
    -----
    Biclusters of one cell and cells left out are the same to it: single cells on one
    side and no bicluster on the other have the distance 0. Cost: one product of the
    indicators for rows and for columns; cells left out are not listed.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). Comparing subspace clusterings. IEEE
       Transactions on Knowledge and Data Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equation (4).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import microobject_variation_of_information
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 0]], [[1, 0]]  # two of the four cells are left out
    >>> microobject_variation_of_information(true, pred)  # 1.5 log 2
    1.0397...
    """
    return formulas.variation_of_information(
        _disjoint(biclusters_true, biclusters_pred)
    )


def e4sc_score(biclusters_true: Any, biclusters_pred: Any) -> float:
    r"""E4SC: F1 of best matches, averaged over either side.

    Each true bicluster is matched with the predicted one of the greatest F1 (the Dice
    index of their cells), and each predicted one with a true one. With the means
    :math:`m_A` over the true and :math:`m_B` over the predicted biclusters,

    .. math:: \mathrm{E4SC} = \frac{2 m_A m_B}{m_A + m_B} .

    Higher is better. Between 0 and 1, the value of equal biclusterings. Symmetric.

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
    bicluster_fbeta_score : The mean over the true biclusters alone.
    mocice_bcubed_score : Counts pairs of cells.

    Notes
    -----
    Biclusters count alike whatever their size. Repeating a bicluster is not seen: two
    sides that hold the same biclusters, differently often, score 1. A bicluster without
    cells has F1 0 with every other. Two biclusterings without any bicluster are equal:
    1. If one has none: 0.

    Cost: one product of the indicators for rows and for columns.

    References
    ----------
    .. [1] S. Günnemann, I. Färber, E. Müller, I. Assent, T. Seidl (2011). External
       evaluation measures for subspace clustering. Proceedings of the 20th ACM
       Conference on Information and Knowledge Management, 1363-1372.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equations (5) to (8).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import e4sc_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # torn in two halves
    >>> e4sc_score(true, pred)
    0.666...
    """
    return formulas.e4sc(
        compare_biclusters(*check_biclusterings(biclusters_true, biclusters_pred))
    )


def _checked(
    biclusters_true: Any, biclusters_pred: Any, overlap: Any
) -> BiclusterComparison:
    """Check what the measures with `overlap` take, and compare."""
    check_option(overlap, "overlap", OVERLAPS)
    return compare_biclusters(*check_biclusterings(biclusters_true, biclusters_pred))


def _disjoint(biclusters_true: Any, biclusters_pred: Any) -> BiclusterComparison:
    """Check two biclusterings without overlaps of their own, and compare."""
    comparison = compare_biclusters(
        *check_biclusterings(biclusters_true, biclusters_pred)
    )
    check_disjoint(first_overlap(comparison.true), "biclusters_true")
    check_disjoint(first_overlap(comparison.pred), "biclusters_pred")
    return comparison
