"""Compute measures of the cells that biclusters cover.

They are RNIA, CE, the Rand index, VI, E4SC and MOCICE-BCubed. The equations have the
numbers of Rosales-Méndez & Ramírez-Cruz (2018), who call cells micro-objects.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from .._statistics._comparison import (
    BiclusterComparison,
    compare_biclusterings,
)
from .._statistics._exact import harmonic_mean, ratio_or_zero
from .._statistics._matching import MatchCandidates, matched_cells
from .._statistics._overlaps import Overlaps
from .._statistics._pairs import pairs_within
from .._structures._arguments import check_option
from .._structures._types import Biclustering
from .._structures._weights import NO_WEIGHTED_FORM, refuse_weights
from ._contract import Contract, one_of, synonyms

Overlap: TypeAlias = Literal["multiset", "set"]


@refuse_weights(NO_WEIGHTED_FORM)
def rnia_distance(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
) -> float:
    r"""Relative non-intersecting area (RNIA) of two biclusterings.

    RNIA is the fraction of the covered cells that only one of the two biclusterings
    covers. Prefer `clustering_error` if it matters which bicluster covers a cell,
    because RNIA ignores this. A distance of 0 is reached by equal biclusterings, and a
    distance of 1 means that no cell is covered by both.

    Let U be the union and I the intersection of the cells that the two sides cover. By
    default, they are multisets, in which a cell counts as often as biclusters contain
    it (see `overlap`). Then

    .. math:: \mathrm{RNIA} = \frac{|U| - |I|}{|U|} .

    Lower is better. The distance is symmetric. It is not corrected for chance.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    overlap : {"multiset", "set"}, default="multiset"
        How often a cell is counted. If "multiset", a cell that is in N true and M
        predicted biclusters counts max(N, M) times in U and min(N, M) times in I. If
        "set", it counts once, as in [2]_.

    Returns
    -------
    distance : float
        Lower is better. The distance is between 0 and 1.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, or if
        `overlap` is unknown.

    See Also
    --------
    clustering_error : Count a cell as shared only if it is in matched biclusters.
    bicluster_similarity_score : Compute one minus this distance, as "bicluster_rnia".

    Notes
    -----
    If neither side covers a cell, the distance is 0; if only one side does, it is 1.

    The cost is one pass over the covered area, in which equal rows and equal columns
    are counted once. At most one matrix product is needed.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). IEEE Transactions on Knowledge and Data
       Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equation (2).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import rnia_distance
    >>> true = [[1, 1, 0]], [[1, 1, 0]]
    >>> pred = [[0, 1, 1]], [[1, 1, 1]]
    >>> rnia_distance(true, pred)
    0.75
    """
    check_option(overlap, "overlap", OVERLAPS)
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return relative_nonintersecting_area(comparison, overlap)


@refuse_weights(NO_WEIGHTED_FORM)
def clustering_error(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    overlap: Overlap = "multiset",
) -> float:
    r"""Clustering error (CE) of biclusters, the fraction of cells outside of matches.

    CE measures how many cells are not shared by matched biclusters. Start with it to
    compare biclusterings, because it is symmetric, detects biclusters that are split,
    missed, repeated or made up, and is what publications report. An error of 0 is
    reached by equal biclusterings, and an error of 1 means that matched biclusters
    share no cell.

    True and predicted biclusters are matched one to one so that they share as many
    cells as possible. Let :math:`D_{\max}` be the number of cells that they share, and
    U the union of the cells that the two sides cover. By default, U is a multiset, in
    which a cell counts as often as biclusters contain it (see `overlap`). Then

    .. math:: \mathrm{CE} = \frac{|U| - D_{\max}}{|U|} .

    Lower is better. The error is symmetric. It is not corrected for chance. If a
    bicluster is split in two, its smaller part gets no credit.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    overlap : {"multiset", "set"}, default="multiset"
        How often a cell is counted in U. If "multiset", a cell that is in N true and M
        predicted biclusters counts max(N, M) times. If "set", it counts once, as
        printed in [2]_; the error may then be negative, but it is 0 for equal
        biclusterings.

    Returns
    -------
    error : float
        Lower is better. The error is between 0 and 1 with "multiset", and at most 1
        with "set".

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, or if
        `overlap` is unknown.

    See Also
    --------
    classification_error : Compare clusterings and co-clusterings, which cover every row
        and column once; the error is the fraction of cells in blocks that are not
        matched.
    rnia_distance : Compare the covered cells without matching.
    bicluster_similarity_score : Compute one minus this error, as "bicluster_ce".

    Notes
    -----
    If neither side covers a cell, the error is 0; if only one side does, it is 1.

    The cost is the same as for `rnia_distance`, plus one linear assignment.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). IEEE Transactions on Knowledge and Data
       Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equation (1).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import clustering_error
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 1, 0], [0, 0, 0, 1]], [[1, 1], [1, 1]]  # split into two parts
    >>> clustering_error(true, pred)
    0.25
    """
    check_option(overlap, "overlap", OVERLAPS)
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return relative_unmatched_area(comparison, overlap)


def relative_nonintersecting_area(
    comparison: BiclusterComparison, overlap: Overlap = "multiset"
) -> float:
    """Return RNIA, (|U| - |I|) / |U| of eq. (2), for multisets or sets of cells.

    U is the union and I the intersection of the cells of both sides. RNIA is 0 if no
    cell is covered.
    """
    cells = comparison.cells_by_multiplicity
    if overlap == "multiset":
        shared = cells.sum_of_minima
        united = cells.sum_of_maxima
    else:
        shared = cells.n_in_both
        united = cells.n_in_either
    return (united - shared) / united if united else 0.0


def relative_unmatched_area(
    comparison: BiclusterComparison, overlap: Overlap = "multiset"
) -> float:
    """Return CE, (|U| - D_max) / |U| of eq. (1), for multisets or sets of cells.

    U is the union of the cells of both sides. D_max is the number of cells that matched
    biclusters share.
    """
    # For sets, as printed, D_max may exceed |U| if biclusters of both sides overlap.
    # The error is then negative. However, it is 0 for equal biclusterings.
    cells = comparison.cells_by_multiplicity
    if overlap == "multiset":
        united = cells.sum_of_maxima
    else:
        united = cells.n_in_either
    if united == 0 or comparison.without_empty.overlaps.sides_are_equal:
        return 0.0
    return (united - matched_cells(comparison.overlaps)) / united


OVERLAPS = ("multiset", "set")
"""A cell counts as often as biclusters contain it ("multiset"), or once ("set")."""


RNIA_DISTANCE = Contract(
    function=rnia_distance,
    label="RNIA distance",
    formula=relative_nonintersecting_area,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (2)",
    structure="biclustering",
    greater_is_better=False,
    at_equality=0.0,
    options={"overlap": one_of(*OVERLAPS)},
    also_called=synonyms("rnia", "relative non-intersecting area"),
)

CLUSTERING_ERROR = RNIA_DISTANCE.variant(
    name="clustering_error",
    label="clustering error",
    function=clustering_error,
    formula=relative_unmatched_area,
    also_called=synonyms("ce"),
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (1)",
)


@refuse_weights(NO_WEIGHTED_FORM)
def microobject_rand_score(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Rand index of the cells that disjoint biclusters cover.

    The Rand index is the fraction of pairs of cells on which two biclusterings agree.
    Only the cells that at least one side covers are considered. Prefer
    `mocice_bcubed_score` if biclusters overlap. A score of 1 is reached by equal
    biclusterings, and a score of 0 means that no pair is treated alike.

    A cell that only one side covers is a cluster of its own on the other side. Let N be
    the number of cells that at least one side covers. Let :math:`N_{11}` be the number
    of pairs of these cells that share a bicluster on both sides, and :math:`N_{00}` the
    number of pairs that share none on either side. Then

    .. math:: \mathrm{Rand} = \frac{N_{11} + N_{00}}{N (N - 1) / 2} .

    Higher is better. The score is symmetric. It is not corrected for chance.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator. Biclusters of the
        same argument must not share a cell.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If two biclusters of the same argument share a cell, or if indicators contain
        other values than 0 and 1 or differ in shape.

    See Also
    --------
    mocice_bcubed_score : Compare biclusters that may overlap.

    Notes
    -----
    If neither side covers a cell, the score is 1. If there is a single covered cell,
    and only one side covers it, the score is 0. A bicluster of one cell is treated as
    an uncovered cell, because both are clusters of one cell.

    The cost is a matrix product for the rows and another for the columns.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). IEEE Transactions on Knowledge and Data
       Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equation (3).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import microobject_rand_score
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 0]], [[1, 0]]  # two of the four cells are not covered
    >>> microobject_rand_score(true, pred)
    0.166...
    """
    return rand_index(compare_biclusterings(biclusters_true, biclusters_pred))


@refuse_weights(NO_WEIGHTED_FORM)
def microobject_variation_of_information(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Variation of information of the cells that disjoint biclusters cover.

    The variation of information (VI) is the sum of both conditional entropies of two
    biclusterings, which is the information that only one of them has about a cell. Only
    the cells that at least one side covers are considered. Prefer `mocice_bcubed_score`
    if biclusters overlap. A distance of 0 is reached by equal biclusterings.

    A cell that only one side covers is a cluster of its own on the other side. Let N be
    the number of cells that at least one side covers, B a true cluster of them and X a
    predicted one. Then

    .. math::

        \mathrm{VI} = \frac{1}{N} \sum_B \sum_X |B \cap X|
        \log \frac{|B| |X|}{|B \cap X|^2} .

    Lower is better. The distance is symmetric. It is not corrected for chance.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator. Biclusters of the
        same argument must not share a cell.

    Returns
    -------
    distance : float
        Lower is better. The distance is given in nats, between 0 and log N.

    Raises
    ------
    ValueError
        If two biclusters of the same argument share a cell, or if indicators contain
        other values than 0 and 1 or differ in shape.

    See Also
    --------
    microobject_rand_score : Compare the pairs of the same cells.

    Notes
    -----
    A bicluster of one cell is treated as an uncovered cell, because both are clusters
    of one cell.

    The cost is a matrix product for the rows and another for the columns.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). IEEE Transactions on Knowledge and Data
       Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equation (4).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import microobject_variation_of_information
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 0]], [[1, 0]]
    >>> microobject_variation_of_information(true, pred)  # 1.5 log 2
    1.0397...
    """
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return cell_variation_of_information(comparison)


def rand_index(comparison: BiclusterComparison) -> float:
    """Return the Rand index, (N00 + N11) / N of eq. (3).

    N is the number of pairs of cells that at least one side covers. N11 of these pairs
    are together on both sides, and N00 on neither side. A cell that a side does not
    cover is a cluster of its own there.
    """
    _require_disjoint(comparison)
    overlaps = comparison.without_empty.overlaps
    if overlaps.sides_are_equal:
        return 1.0
    n_pairs = math.comb(comparison.cells_by_multiplicity.n_in_either, 2)
    if n_pairs == 0:
        return 0.0
    in_true = pairs_within(overlaps.true.sizes)
    in_pred = pairs_within(overlaps.pred.sizes)
    in_both = pairs_within(overlaps.sharing_pairs.shared)
    return (n_pairs - in_true - in_pred + 2 * in_both) / n_pairs


def _require_disjoint(comparison: BiclusterComparison) -> None:
    """Raise an error if two biclusters of one side share a cell."""
    if comparison.is_disjoint:
        return
    sides = {"biclusters_true": comparison.true, "biclusters_pred": comparison.pred}
    for name, biclusters in sides.items():
        # The side is compared with itself, and different biclusters must not overlap.
        first, second, _ = Overlaps(biclusters, biclusters).sharing_pairs
        overlapping = np.flatnonzero(first != second)
        if overlapping.size > 0:
            pair = overlapping[0]
            raise ValueError(
                f"The biclusters of `{name}` must be disjoint for this measure, but "
                f"the biclusters {first[pair]} and {second[pair]} share a cell. Use "
                "`mocice_bcubed_score` for biclusters that overlap."
            )


def cell_variation_of_information(comparison: BiclusterComparison) -> float:
    """Return VI of disjoint biclusters, eq. (4), in nats.

    VI is a mean over the cells that at least one side covers. In the comments, B is a
    true bicluster and X a predicted one, or B is predicted and X is true. If no cell is
    covered, both sides are equal, and VI is 0.
    """
    _require_disjoint(comparison)
    overlaps = comparison.without_empty.overlaps
    if overlaps.sides_are_equal:
        return 0.0
    true, pred, shared = overlaps.sharing_pairs
    counts = shared.astype(float)
    # The logarithm of eq. (4) is the sum of log(|B| / |B ∩ X|) and log(|X| / |B ∩ X|).
    # If the other side does not cover a cell of B, the cell is a cluster of its own
    # there and adds log |B|. No term is negative.
    total = 0.0
    sides = ((overlaps.true.sizes, true), (overlaps.pred.sizes, pred))
    for sizes, bicluster_of_pair in sides:
        ratios = sizes[bicluster_of_pair].astype(float) / counts
        total += np.sum(counts * np.log(ratios))
        # Some cells of a bicluster are not covered by the other side.
        n_uncovered = sizes.copy()
        np.subtract.at(n_uncovered, bicluster_of_pair, shared)
        total += np.sum(n_uncovered.astype(float) * np.log(sizes.astype(float)))
    return float(total / comparison.cells_by_multiplicity.n_in_either)


MICROOBJECT_RAND = Contract(
    function=microobject_rand_score,
    label="micro-object Rand",
    formula=rand_index,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (3)",
    structure="biclustering",
    disjoint_only=True,
)

MICROOBJECT_VARIATION_OF_INFORMATION = Contract(
    function=microobject_variation_of_information,
    label="micro-object VI",
    formula=cell_variation_of_information,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (4)",
    structure="biclustering",
    greater_is_better=False,
    upper=math.inf,
    at_equality=0.0,
    disjoint_only=True,
    also_called=synonyms("vi", "voi"),
)


@refuse_weights(NO_WEIGHTED_FORM)
def e4sc_score(biclusters_true: Biclustering, biclusters_pred: Biclustering) -> float:
    r"""E4SC, the harmonic mean of the mean best F1 of both sides.

    E4SC measures how well each bicluster agrees with its best match on the other side.
    Prefer it to `clustering_error` if parts of a bicluster should get credit, and to
    `bicluster_fbeta_score` if predicted biclusters that match nothing should lower the
    score. A score of 1 is reached by equal biclusterings, and a score of 0 means that
    no true and predicted biclusters share a cell.

    The F1 of two biclusters is the harmonic mean of precision and recall over their
    cells. Let :math:`m_A` be the mean over true biclusters of the best F1 with a
    predicted bicluster, and :math:`m_B` the mean over predicted biclusters of the best
    F1 with a true one. Then

    .. math:: \mathrm{E4SC} = \frac{2 m_A m_B}{m_A + m_B} .

    Higher is better. The score is symmetric. It is not corrected for chance.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1, or differ in shape.

    See Also
    --------
    bicluster_fbeta_score : Average over the true biclusters only.

    Notes
    -----
    Because several biclusters may have the same match, repeated biclusters do not lower
    the score of a perfect prediction. A bicluster without cells has F1 0 with every
    other. If neither side has biclusters, the score is 1; if only one side has, it is
    0.

    The cost is a matrix product for the rows and another for the columns.

    References
    ----------
    .. [1] S. Günnemann, I. Färber, E. Müller, I. Assent, T. Seidl (2011). ACM CIKM,
       1363-1372.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). arXiv:1512.00228, equations (5) to
       (8).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import e4sc_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]
    >>> e4sc_score(true, pred)
    0.666...
    """
    return e4sc(compare_biclusterings(biclusters_true, biclusters_pred))


def e4sc(comparison: BiclusterComparison) -> float:
    """Return E4SC, the harmonic mean of the mean best F1 scores of both sides: eq. (8).

    The best F1 score of a bicluster is taken over the biclusters of the other side.
    """
    overlaps = comparison.overlaps
    if overlaps.sides_are_equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    # The F1 score of the cells of two biclusters is their Dice index.
    best_of_true, best_of_pred = overlaps.best_values(lambda block: block.dice)
    return harmonic_mean(float(best_of_pred.mean()), float(best_of_true.mean()))


E4SC = Contract(
    function=e4sc_score,
    label="E4SC",
    formula=e4sc,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (8)",
    structure="biclustering",
)


class BCubedScores(NamedTuple):
    """Precision, recall and F-score of BCubed, or of MOCICE-BCubed.

    The named tuple can be unpacked, as in ``precision, recall, fscore = scores``. All
    three values are at most 1, and higher values are better.

    Parameters
    ----------
    precision : float
        Degree to which the truth confirms the pairs that the prediction puts together.
    recall : float
        Degree to which the prediction recovers the pairs that the truth puts together.
    fscore : float
        Harmonic mean of precision and recall. It is weighted if the function has a
        parameter `beta`.

    See Also
    --------
    bcubed_precision_recall_fscore : Compute the scores of clusterings or
        co-clusterings.
    mocice_bcubed_precision_recall_fscore : Compute the scores of biclusterings.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import BCubedScores
    >>> BCubedScores(precision=1.0, recall=0.5, fscore=2 / 3).recall
    0.5
    """

    precision: float
    recall: float
    fscore: float

    def to_dict(self) -> dict[str, float]:
        """Return precision, recall and fscore by name."""
        return self._asdict()


@refuse_weights(NO_WEIGHTED_FORM)
def mocice_bcubed_score(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""MOCICE-BCubed F1 of two biclusterings, over pairs of cells.

    MOCICE-BCubed measures how far two biclusterings agree on which cells share a
    bicluster, and on the biclusters that they share. Prefer it to
    `microobject_rand_score` if biclusters overlap; it detects biclusters that are
    split, missed or made up. A score of 1 is reached by equal biclusterings, and a
    score of 0 means that true and predicted biclusters have no cell in common.

    The score is CICE-BCubed (`cice_bcubed_score`) with biclusters as clusters of cells.
    Cells that neither side covers do not count. Let :math:`U_G` be the cells in
    predicted biclusters, :math:`G(x, y)` the predicted biclusters that contain both
    cells x and y, and :math:`E_G(x)` the cells that share a predicted bicluster with x,
    itself included. Let :math:`U_C`, :math:`C(x, y)` and :math:`E_C(x)` be the same for
    the true biclusters. Precision P and recall R are

    .. math::

        P = \frac{1}{|U_G|} \sum_{x \in U_G} \frac{1}{|E_G(x)|} \sum_{y \in E_G(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|G(x, y)|} \Phi(x, y) ,

    .. math::

        R = \frac{1}{|U_C|} \sum_{x \in U_C} \frac{1}{|E_C(x)|} \sum_{y \in E_C(x)}
        \frac{\min(|G(x, y)|, |C(x, y)|)}{|C(x, y)|} \Phi(x, y) .

    The cluster identity index :math:`\Phi` says how similar the biclusters are that
    contain both cells. It is 0 if no predicted or no true bicluster contains both, and
    otherwise

    .. math::

        \Phi(x, y) = \frac{1}{|G(x, y)|} \sum_{g \in G(x, y)}
        \max_{c \in C(x, y)} \frac{|g \cap c|}{|g \cup c|} .

    The score is :math:`F_1 = 2 P R / (P + R)`. Higher is better. The score is not
    symmetric. It is not corrected for chance.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1, or differ in shape.

    See Also
    --------
    mocice_bcubed_precision_recall_fscore : Compute precision and recall as well.

    Notes
    -----
    If neither side covers a cell, the score is 1; if only one side does, it is 0.
    Biclusters without cells are ignored. A prediction that repeats its biclusters may
    score 1. In the inner sums, [1]_ exchanges :math:`E_C(x)` and :math:`E_G(x)`; this
    makes no difference, because the terms that differ are 0.

    If biclusters do not overlap on either side, the cost is a sparse product for the
    rows and another for the columns. Otherwise, each pair of rows of a bicluster
    belongs to a set of biclusters, namely all that contain both rows, and so does each
    pair of columns. The cost of the bicluster is the number of different sets for its
    rows, times the number for its columns. If biclusters overlap so much that all pairs
    of the matrix are fewer, the cost is the number of pairs of different rows, times
    the number of pairs of different columns, times a mean number of shared biclusters.
    A UserWarning announces long computations, and progress is logged at INFO.

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


@refuse_weights(NO_WEIGHTED_FORM)
def mocice_bcubed_precision_recall_fscore(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> BCubedScores:
    """Precision, recall and F1 of MOCICE-BCubed.

    These scores show which mistakes lower the F1 of `mocice_bcubed_score`. Precision is
    low if predicted biclusters put cells together that true biclusters separate. Recall
    is low if predicted biclusters separate cells that true biclusters put together. In
    both, a pair of cells counts by how similar the predicted bicluster that contains it
    is to the most similar true one. The precision is therefore also low if a true
    bicluster is split, as in the example. Equal biclusterings score 1.

    Higher is better. If both sides are exchanged, precision and recall are not
    exchanged.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.

    Returns
    -------
    scores : BCubedScores
        Named tuple of `precision`, `recall` and `fscore`. Higher is better; each is
        between 0 and 1.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1, or differ in shape.

    See Also
    --------
    mocice_bcubed_score : Compute F1 only; the scores are defined there.

    Notes
    -----
    Degenerate input and cost are as in `mocice_bcubed_score`.

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
    """Return the harmonic mean of precision and recall, eq. (14)."""
    return mocice_bcubed(comparison).fscore


def mocice_bcubed(comparison: BiclusterComparison) -> BCubedScores:
    """Return precision and recall of eqs. (15) and (16), and their harmonic mean."""
    comparison = comparison.without_empty
    overlaps = comparison.overlaps
    if overlaps.sides_are_equal:
        return BCubedScores(1.0, 1.0, 1.0)
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return BCubedScores(0.0, 0.0, 0.0)
    # The sum over G in eq. (10) runs over the predicted biclusters that contain both
    # cells. The maximum over C is the similarity with the most similar true bicluster
    # that contains both cells.
    # Only pairs of a true and a predicted bicluster that share cells have a similarity.
    similarity = MatchCandidates.of_biclusters(overlaps).values_of_pairs("jaccard")
    # The precision of a cell is a mean over the cells that share a predicted bicluster
    # with it. The recall is a mean over the cells that share a true bicluster with it.
    # `counts` is the number of cells with the same values.
    sums = comparison.neighbor_sums(similarity)
    precision_of_cells = ratio_or_zero(sums.precision_sums, sums.pred_neighbors)
    recall_of_cells = ratio_or_zero(sums.recall_sums, sums.true_neighbors)
    precision = float((sums.counts * precision_of_cells).sum())
    recall = float((sums.counts * recall_of_cells).sum())
    # Rounding may make these means of fractions slightly larger than 1.
    precision = min(precision / comparison.cells_by_multiplicity.n_in_pred, 1.0)
    recall = min(recall / comparison.cells_by_multiplicity.n_in_true, 1.0)
    return BCubedScores(precision, recall, harmonic_mean(precision, recall))


MOCICE_BCUBED = Contract(
    function=mocice_bcubed_score,
    label="MOCICE-BCubed",
    formula=mocice_fscore,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (14)",
    structure="biclustering",
    also_called=synonyms("mocice"),
    symmetric=False,
)
