"""Sets of cells that biclusters cover: relative nonintersecting area, clustering error.

A cell is what Rosales-Méndez & Ramírez-Cruz (2018), section 2, call a micro-object. The
measures are those of Patrikainen and Meila (2006), equations (1) and (2) there.
"""

from typing import Literal, TypeAlias

from scipy.optimize import linear_sum_assignment

from .._statistics import BiclusterComparison, Overlaps, compare_biclusterings
from .._structures import Biclustering
from ._contract import Contract, OneOf

Overlap: TypeAlias = Literal["multiset", "set"]


def rnia_distance(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
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
    return RNIA_DISTANCE.compute(
        compare_biclusterings(biclusters_true, biclusters_pred), overlap=overlap
    )


def clustering_error(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
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
    return CLUSTERING_ERROR.compute(
        compare_biclusterings(biclusters_true, biclusters_pred), overlap=overlap
    )


def relative_nonintersecting_area(
    comparison: BiclusterComparison, *, overlap: str = "multiset"
) -> float:
    """(|U| - |I|) / |U|: eq. (2), of multisets of cells or of sets."""
    covers = comparison.covers
    if overlap == "multiset":
        shared, united = covers.shared_repeated, covers.united_repeated
    else:
        shared, united = covers.shared, covers.united
    return (united - shared) / united if united else 0.0


def unmatched_area(
    comparison: BiclusterComparison, *, overlap: str = "multiset"
) -> float:
    """(|U| - D_max) / |U|: eq. (1), of multisets of cells or of sets.

    As printed, with sets, the matched overlaps may outnumber the cells where
    biclusters of both sides overlap, and the error is negative then; only equality is
    0 whatever overlaps.
    """
    covers = comparison.covers
    united = covers.united_repeated if overlap == "multiset" else covers.united
    if united == 0 or comparison.of_cells.overlaps.equal:
        return 0.0
    return (united - matched_cells(comparison.overlaps)) / united


def matched_cells(overlaps: Overlaps) -> int:
    """D_max: cells shared under the best one-to-one match of the biclusters."""
    shared = overlaps.shared_cells
    chosen = linear_sum_assignment(shared.astype(float), maximize=True)
    return sum(shared[chosen].tolist())


OVERLAPS = ("multiset", "set")
"""What cells are counted by: how many biclusters hold them, or whether one does."""


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
