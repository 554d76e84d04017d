"""Relative non-intersecting area and clustering error, of the cells that are covered.

Rosales-Méndez & Ramírez-Cruz (2018), section 2, call a cell a micro-object. Their
equations (1) and (2) give the measures, which are by Patrikainen and Meila (2006).
"""

from typing import Literal, TypeAlias

from .._statistics import (
    BiclusterComparison,
    Overlaps,
    best_matching,
    compare_biclusterings,
)
from .._structures import Biclustering
from ._contract import Contract, OneOf

Overlap: TypeAlias = Literal["multiset", "set"]


def rnia_distance(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
) -> float:
    r"""Relative non-intersecting area (RNIA): fraction of cells that one side covers.

    Let U be the cells that at least one side covers, and I the cells that both sides
    cover. Then

    .. math:: \mathrm{RNIA} = \frac{|U| - |I|}{|U|} .

    RNIA compares the covered areas only; it does not matter which bicluster covers a
    cell. Lower is better. Between 0, for equal biclusterings, and 1. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    overlap : {"multiset", "set"}, default="multiset"
        How often a cell that is in several biclusters counts. "multiset": with the
        larger of its two numbers of biclusters in U, with the smaller one in I. "set":
        once, as printed in [2]_.

    Returns
    -------
    distance : float
        Fraction of the cells of U, between 0 and 1.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, or `overlap` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    clustering_error : Credits a cell only in matched biclusters.
    bicluster_similarity_score : With index="rnia", one minus this distance.

    Notes
    -----
    If neither biclustering has cells, the distance is 0; if only one has none, it is 1.

    Cost: the area that the biclusters cover, rows and columns that are in the same
    biclusters counted once; if they cover much of the matrix, one matrix product.

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
    return RNIA_DISTANCE.compute(
        compare_biclusterings(biclusters_true, biclusters_pred), overlap=overlap
    )


def clustering_error(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
) -> float:
    r"""Clustering error (CE) of biclusters: fraction of cells outside of matches.

    True and predicted biclusters are matched one to one so that the number of cells
    that matched biclusters share, :math:`D_{max}`, is as large as possible. Let U be
    the cells that at least one side covers. Then

    .. math:: \mathrm{CE} = \frac{|U| - D_{max}}{|U|} .

    Lower is better. Between 0, for equal biclusterings, and 1. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    overlap : {"multiset", "set"}, default="multiset"
        How often a cell that is in several biclusters counts in U. "multiset": with the
        larger of its two numbers of biclusters. "set": once, as printed in [2]_. The
        latter is meant for disjoint biclusters: if biclusters of both sides overlap,
        :math:`D_{max}` may exceed the size of U, and the error may be negative.

    Returns
    -------
    error : float
        Between 0 and 1 with "multiset"; at most 1 with "set".

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, or `overlap` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    classification_error : CE of co-clusterings, a different measure.
    rnia_distance : The same without matching.
    bicluster_similarity_score : With index="ce", one minus this error.

    Notes
    -----
    Three measures are abbreviated CE: this one, the clustering error of [1]_, a
    distance; `classification_error` of co-clusterings; and the similarity
    ``bicluster_similarity_score(..., index="ce")``, which is one minus the clustering
    error with overlap="multiset".

    The error of equal biclusterings is always 0, where the formula for sets would be
    negative if they overlap (-1 for one bicluster repeated once on both sides). If
    neither biclustering has cells, the error is 0; if only one has none, it is 1.

    Cost: as for `rnia_distance`, and one linear assignment.

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
    >>> pred = [[1, 1, 1, 0], [0, 0, 0, 1]], [[1, 1], [1, 1]]  # split into two parts
    >>> clustering_error(true, pred)
    0.25
    >>> rnia_distance(true, pred)
    0.0
    """
    return CLUSTERING_ERROR.compute(
        compare_biclusterings(biclusters_true, biclusters_pred), overlap=overlap
    )


def relative_nonintersecting_area(
    comparison: BiclusterComparison, *, overlap: str = "multiset"
) -> float:
    """(|U| - |I|) / |U|: eq. (2), for multisets or sets of cells."""
    covers = comparison.covers
    if overlap == "multiset":
        shared, united = covers.shared_repeated, covers.united_repeated
    else:
        shared, united = covers.shared, covers.united
    return (united - shared) / united if united else 0.0


def unmatched_area(
    comparison: BiclusterComparison, *, overlap: str = "multiset"
) -> float:
    """(|U| - D_max) / |U|: eq. (1), for multisets or sets of cells.

    For sets, as printed, D_max may exceed |U| if biclusters of both sides overlap. The
    error is then negative; for equal biclusterings it is set to 0.
    """
    covers = comparison.covers
    united = covers.united_repeated if overlap == "multiset" else covers.united
    if united == 0 or comparison.without_empty.overlaps.equal:
        return 0.0
    return (united - matched_cells(comparison.overlaps)) / united


def matched_cells(overlaps: Overlaps) -> int:
    """D_max: number of cells shared under the best one-to-one matching."""
    shared = overlaps.meeting[2]
    return sum(shared[best_matching(overlaps, shared)].tolist())


OVERLAPS = ("multiset", "set")
"""Whether a cell counts as often as biclusters contain it, or once."""


RNIA_DISTANCE = Contract(
    name="rnia_distance",
    function=rnia_distance,
    formula=relative_nonintersecting_area,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (2)",
    structure="biclustering",
    greater_is_better=False,
    at_equality=0.0,
    options={"overlap": OneOf(OVERLAPS)},
)

CLUSTERING_ERROR = Contract(
    name="clustering_error",
    function=clustering_error,
    formula=unmatched_area,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (1)",
    structure="biclustering",
    greater_is_better=False,
    at_equality=0.0,
    options={"overlap": OneOf(OVERLAPS)},
)
