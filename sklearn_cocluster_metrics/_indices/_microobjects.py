"""Measures of the cells that biclusters cover: RNIA, CE, Rand index, VI and E4SC.

Rosales-Méndez & Ramírez-Cruz (2018), section 2, call a cell a micro-object. Their
equations (1) to (8) give the measures; the first four are by Patrikainen and Meila
(2006). The Rand index and VI treat disjoint biclusters as clusterings: the samples are
the cells that at least one side covers, and a cell that is covered by the other side
only forms a cluster of its own.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np

from .._statistics._assignment import best_matching
from .._statistics._comparison import BiclusterComparison, compare_biclusterings
from .._statistics._overlaps import Overlaps, harmonic_mean
from .._statistics._pairs import pairs_within
from .._structures._arguments import Biclustering, check_option
from ._contract import Contract, one_of

Overlap: TypeAlias = Literal["multiset", "set"]


def rnia_distance(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
) -> float:
    r"""Relative non-intersecting area (RNIA): fraction of cells that one side covers.

    Let U be the cells that at least one side covers, and I the cells that both sides
    cover, each cell counted as often as `overlap` says. Then

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
    check_option(overlap, "overlap", OVERLAPS)
    return relative_nonintersecting_area(
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
    the cells that at least one side covers, counted as `overlap` says. Then

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
    check_option(overlap, "overlap", OVERLAPS)
    return unmatched_area(
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
    shared = overlaps.sharing_pairs[2]
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
    options={"overlap": one_of(*OVERLAPS)},
)

CLUSTERING_ERROR = Contract(
    name="clustering_error",
    function=clustering_error,
    formula=unmatched_area,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (1)",
    structure="biclustering",
    greater_is_better=False,
    at_equality=0.0,
    options={"overlap": one_of(*OVERLAPS)},
)


def microobject_rand_score(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Rand index of the cells that disjoint biclusters cover.

    The score is the fraction of pairs of cells that both biclusterings put together
    (:math:`N_{11}`) or both separate (:math:`N_{00}`). The pairs are formed by the N
    cells that at least one side covers. On each side, a cell covered by the other side
    only forms a cluster of its own.

    .. math:: \mathrm{Rand} = \frac{N_{11} + N_{00}}{N (N - 1) / 2}

    Higher is better. Between 0 and 1; equal biclusterings score 1. Symmetric. Not
    corrected for chance: with many biclusters, both sides separate nearly all pairs.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. No two may share a cell; they need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form; disjoint as well.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, the indicators contain anything but
        0 and 1 or differ in their numbers of biclusters, or the matrices differ in
        shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    microobject_variation_of_information : The same comparison with entropies.
    mocice_bcubed_score : Measure that allows overlapping biclusters.
    cari_score : Measure of co-clusterings that is corrected for chance.

    Notes
    -----
    If neither biclustering has cells, the score is 1. If the only covered cell is
    covered by one side, there are no pairs, and the score is 0. A bicluster of one cell
    is equivalent to an uncovered cell: several of these on one side and no bicluster on
    the other score 1.

    Counts of pairs are exact integers. Cost: one matrix product for the rows and one
    for the columns.

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
    >>> pred = [[1, 1, 0]], [[1, 0]]  # 1 pair; two cells are not covered
    >>> microobject_rand_score(true, pred)  # 1 / 6
    0.166...
    """
    return rand_index(compare_biclusterings(biclusters_true, biclusters_pred))


def microobject_variation_of_information(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Variation of information of the cells that disjoint biclusters cover.

    The distance is the sum of the conditional entropies of each clustering of the cells
    given the other one. The cells are the N cells that at least one side covers. On
    each side, a cell covered by the other side only forms a cluster of its own. For
    true clusters B and predicted clusters X,

    .. math::

        \mathrm{VI} = \frac{1}{N} \sum_B \sum_X |B \cap X|
        \log \frac{|B| |X|}{|B \cap X|^2} .

    Lower is better. Between 0, for equal biclusterings, and log N. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. No two may share a cell; they need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form; disjoint as well.

    Returns
    -------
    distance : float
        In nats, not negative.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, the indicators contain anything but
        0 and 1 or differ in their numbers of biclusters, or the matrices differ in
        shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    microobject_rand_score : The same comparison with pairs of cells.

    Notes
    -----
    A bicluster of one cell is equivalent to an uncovered cell: several of these on one
    side and no bicluster on the other have distance 0.

    Cost: one matrix product for the rows and one for the columns; uncovered cells are
    not listed.

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
    >>> pred = [[1, 1, 0]], [[1, 0]]  # two of the four cells are not covered
    >>> microobject_variation_of_information(true, pred)  # 1.5 log 2
    1.0397...
    """
    return cell_variation_of_information(
        compare_biclusterings(biclusters_true, biclusters_pred)
    )


def rand_index(comparison: BiclusterComparison) -> float:
    """(N00 + N11) / N: eq. (3), on disjoint biclusters.

    The samples are the cells in the union of the covers. A cell that one side does not
    cover is a singleton there, which adds no pair.
    """
    _require_disjoint(comparison)
    overlaps = comparison.without_empty.overlaps
    if overlaps.equal:
        return 1.0
    n_pairs = math.comb(comparison.covers.united, 2)
    if n_pairs == 0:
        return 0.0
    in_true = pairs_within(overlaps.true_sizes)
    in_pred = pairs_within(overlaps.pred_sizes)
    in_both = pairs_within(overlaps.sharing_pairs[2])
    return (n_pairs - in_true - in_pred + 2 * in_both) / n_pairs


def _require_disjoint(comparison: BiclusterComparison) -> None:
    """Refuse biclusters of one side that share a cell."""
    if comparison.overlapping is not None:
        side, (first, second) = comparison.overlapping
        raise ValueError(
            f"`biclusters_{side}` must be disjoint for this measure, but its "
            f"biclusters {first} and {second} share a cell."
        )


def cell_variation_of_information(comparison: BiclusterComparison) -> float:
    """Eq. (4), on disjoint biclusters, in nats; singletons as for the Rand index.

    Singletons add 0 to a sum of n log n, so the sums run over the biclusters and their
    overlaps only.
    """
    _require_disjoint(comparison)
    overlaps = comparison.without_empty.overlaps
    if overlaps.equal:
        return 0.0
    first, second, shared = overlaps.sharing_pairs
    counts, total = shared.astype(float), 0.0  # of terms that are not negative
    for sizes, biclusters in (
        (overlaps.true_sizes, first),
        (overlaps.pred_sizes, second),
    ):
        total += np.sum(counts * np.log(sizes[biclusters].astype(float) / counts))
        uncovered = sizes.copy()
        np.subtract.at(uncovered, biclusters, shared)
        total += np.sum(uncovered.astype(float) * np.log(sizes.astype(float)))
    return float(total / comparison.covers.united)


MICROOBJECT_RAND = Contract(
    name="microobject_rand",
    function=microobject_rand_score,
    formula=rand_index,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (3)",
    structure="biclustering",
    disjoint_only=True,
)

MICROOBJECT_VARIATION_OF_INFORMATION = Contract(
    name="microobject_variation_of_information",
    function=microobject_variation_of_information,
    formula=cell_variation_of_information,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (4)",
    structure="biclustering",
    greater_is_better=False,
    upper=math.inf,
    at_equality=0.0,
    disjoint_only=True,
)


def e4sc_score(biclusters_true: Biclustering, biclusters_pred: Biclustering) -> float:
    r"""E4SC: mean F1 of best matches over both sides, combined.

    Each true bicluster is matched with the predicted one of the largest F1 (the Dice
    index of their cells), and each predicted one with the true one of the largest F1.
    Let :math:`m_A` be the mean of these F1 over the true biclusters and :math:`m_B`
    their mean over the predicted ones. Then

    .. math:: \mathrm{E4SC} = \frac{2 m_A m_B}{m_A + m_B} .

    Higher is better. Between 0 and 1; equal biclusterings score 1. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, or the matrices differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    bicluster_fbeta_score : Mean over the true biclusters only.
    mocice_bcubed_score : F1 of pairs of cells.

    Notes
    -----
    All biclusters have the same weight, whatever their size. Repeated biclusters do not
    change the score: two sides with the same biclusters score 1, however often each is
    repeated. A bicluster without cells has F1 0 with every other. If neither side has
    biclusters, the score is 1; if only one has none, it is 0.

    Cost: one matrix product for the rows and one for the columns.

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
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # split into two halves
    >>> e4sc_score(true, pred)
    0.666...
    """
    return e4sc(compare_biclusterings(biclusters_true, biclusters_pred))


def e4sc(comparison: BiclusterComparison) -> float:
    """Harmonic mean of the two macro-averaged F1 scores: eq. (8)."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    of_true, of_pred = overlaps.best(lambda block: block.dice)
    return harmonic_mean(float(of_pred.mean()), float(of_true.mean()))


E4SC = Contract(
    name="e4sc",
    function=e4sc_score,
    formula=e4sc,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (8)",
    structure="biclustering",
)
