"""Measures of the cells that biclusters cover: RNIA, CE, Rand, VI, E4SC, MOCICE-BCubed.

Equations are those of Rosales-Méndez & Ramírez-Cruz (2018), who call cells
micro-objects.
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
    r"""Relative non-intersecting area (RNIA): share of cells that only one side covers.

    With U, the cells that at least one side covers, and I, the cells that both cover,

    .. math:: \mathrm{RNIA} = \frac{|U| - |I|}{|U|} .

    Which bicluster covers a cell does not count. Lower is better; 0 for equal
    biclusterings. Symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    overlap : {"multiset", "set"}, default="multiset"
        How often a cell counts. "multiset": with the larger of its two numbers of
        biclusters in U, the smaller in I. "set": once, as in [2]_.

    Returns
    -------
    distance : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape, or `overlap` is unknown.

    See Also
    --------
    clustering_error : Credits a cell only in matched biclusters.
    bicluster_similarity_score : One minus this, "bicluster_rnia".

    Notes
    -----
    Two sides without cells have distance 0, one 1.

    Cost: the covered area, equal rows and columns counted once; at most one matrix
    product.

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
    r"""Clustering error (CE) of biclusters: fraction of cells outside of matches.

    True and predicted biclusters are matched one to one so that they share the most
    cells, :math:`D_{\max}`. With U, the cells that at least one side covers,

    .. math:: \mathrm{CE} = \frac{|U| - D_{\max}}{|U|} .

    Lower is better; 0 for equal biclusterings, with sets too. Symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    overlap : {"multiset", "set"}, default="multiset"
        How often a cell counts in U. "multiset": with the larger of its two numbers of
        biclusters. "set": once, as printed in [2]_; the error may then be negative.

    Returns
    -------
    error : float
        Between 0 and 1 with "multiset"; at most 1 with "set".

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape, or `overlap` is unknown.

    See Also
    --------
    classification_error : It compares clusterings and co-clusterings, which cover every
        row and column once; it is the fraction of cells in blocks that are not matched.
    rnia_distance : The same without matching.
    bicluster_similarity_score : One minus this, "bicluster_ce".

    Notes
    -----
    Two sides without cells have error 0, one 1.

    Cost: as for `rnia_distance`, and one linear assignment.

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
    return unmatched_area(comparison, overlap)


def relative_nonintersecting_area(
    comparison: BiclusterComparison, overlap: str = "multiset"
) -> float:
    """Return (|U| - |I|) / |U|, eq. (2), for multisets or sets of cells.

    U is the union, and I the intersection of the cells of both sides.
    """
    cells = comparison.cells_by_multiplicity
    if overlap == "multiset":
        shared = cells.sum_of_minima
        united = cells.sum_of_maxima
    else:
        shared = cells.n_in_both
        united = cells.n_in_either
    return (united - shared) / united if united else 0.0


def unmatched_area(comparison: BiclusterComparison, overlap: str = "multiset") -> float:
    """Return (|U| - D_max) / |U|, eq. (1), for multisets or sets of cells.

    U is the union of the cells of both sides. D_max counts the cells that matched
    biclusters share.
    """
    # For sets, as printed, D_max may exceed |U| if biclusters of both sides overlap.
    # The error is then negative; for equal biclusterings it is set to 0.
    cells = comparison.cells_by_multiplicity
    if overlap == "multiset":
        united = cells.sum_of_maxima
    else:
        united = cells.n_in_either
    if united == 0 or comparison.without_empty.overlaps.is_equality:
        return 0.0
    return (united - matched_cells(comparison.overlaps)) / united


OVERLAPS = ("multiset", "set")
"""Whether a cell counts as often as biclusters contain it, or once."""


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
    formula=unmatched_area,
    also_called=synonyms("ce"),
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (1)",
)


@refuse_weights(NO_WEIGHTED_FORM)
def microobject_rand_score(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Rand index of the cells that disjoint biclusters cover.

    The fraction of pairs of the N cells that at least one side covers that both put
    together (:math:`N_{11}`) or separate (:math:`N_{00}`). A cell that the other side
    alone covers is a cluster of its own.

    .. math:: \mathrm{Rand} = \frac{N_{11} + N_{00}}{N (N - 1) / 2}

    Higher is better; equal biclusterings score 1. Symmetric. Not corrected for chance.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
        Those of one side share no cell.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, indicators are not 0 and 1 or differ
        in shape.

    See Also
    --------
    mocice_bcubed_score : Measure that allows overlapping biclusters.

    Notes
    -----
    Two sides without cells score 1; one covered cell on one side scores 0. A bicluster
    of one cell counts as uncovered. Cost: one matrix product per mode.

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

    The sum of both conditional entropies, over the N cells that at least one side
    covers; one that the other side alone covers is a cluster of its own. For true
    clusters B and predicted ones X,

    .. math::

        \mathrm{VI} = \frac{1}{N} \sum_B \sum_X |B \cap X|
        \log \frac{|B| |X|}{|B \cap X|^2} .

    Lower is better; 0 for equal biclusterings. Symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
        Those of one side share no cell.

    Returns
    -------
    distance : float
        In nats, between 0 and log N.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, indicators are not 0 and 1 or differ
        in shape.

    See Also
    --------
    microobject_rand_score : The same comparison with pairs of cells.

    Notes
    -----
    A bicluster of one cell counts as uncovered. Cost: one matrix product per mode.

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
    """Return (N00 + N11) / N, eq. (3); a cell that a side leaves out is a singleton.

    N counts the pairs of cells that at least one side covers; N11 of these are together
    in both and N00 in neither.
    """
    _require_disjoint(comparison)
    overlaps = comparison.without_empty.overlaps
    if overlaps.is_equality:
        return 1.0
    n_pairs = math.comb(comparison.cells_by_multiplicity.n_in_either, 2)
    if n_pairs == 0:
        return 0.0
    in_true = pairs_within(overlaps.true.sizes)
    in_pred = pairs_within(overlaps.pred.sizes)
    in_both = pairs_within(overlaps.sharing_pairs.shared)
    return (n_pairs - in_true - in_pred + 2 * in_both) / n_pairs


def _require_disjoint(comparison: BiclusterComparison) -> None:
    """Refuse biclusters of one side that share a cell."""
    if comparison.is_disjoint:
        return
    sides = {"biclusters_true": comparison.true, "biclusters_pred": comparison.pred}
    for name, biclusters in sides.items():
        # The side is compared with itself: different biclusters must share nothing.
        first, second, _ = Overlaps(biclusters, biclusters).sharing_pairs
        overlapping = np.flatnonzero(first != second)
        if overlapping.size > 0:
            pair = overlapping[0]
            raise ValueError(
                f"`{name}` must be disjoint for this measure, but its biclusters "
                f"{first[pair]} and {second[pair]} share a cell."
            )


def cell_variation_of_information(comparison: BiclusterComparison) -> float:
    """Return VI, eq. (4), of disjoint biclusters, in nats.

    B is a true bicluster and X a predicted one, or the other way round. It is the mean
    over the cells that at least one side covers.
    """
    _require_disjoint(comparison)
    overlaps = comparison.without_empty.overlaps
    if overlaps.is_equality:
        return 0.0
    true, pred, shared = overlaps.sharing_pairs
    counts = shared.astype(float)
    # The logarithm of eq. (4) is the sum of log(|B| / |B ∩ X|) and log(|X| / |B ∩ X|).
    # An uncovered cell of B is a singleton of the other side, so that it adds log |B|.
    total = 0.0  # no term is negative
    sides = ((overlaps.true.sizes, true), (overlaps.pred.sizes, pred))
    for sizes, bicluster_of_pair in sides:
        ratios = sizes[bicluster_of_pair].astype(float) / counts
        total += np.sum(counts * np.log(ratios))
        # Cells of each bicluster that no bicluster of the other side covers
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
    r"""E4SC: mean F1 of best matches over both sides, combined.

    With the mean :math:`m_A` over the true biclusters of the best F1 with one of the
    other side, and :math:`m_B` over the predicted ones,

    .. math:: \mathrm{E4SC} = \frac{2 m_A m_B}{m_A + m_B} .

    Higher is better; equal biclusterings score 1. Symmetric.

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
    bicluster_fbeta_score : Mean over the true biclusters only.

    Notes
    -----
    Repeated biclusters do not change the score. One without cells has F1 0 with every
    other. Two sides without biclusters score 1, one 0. Cost: one matrix product per
    mode.

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
    """Return the harmonic mean of the mean best F1 scores of both sides: eq. (8)."""
    overlaps = comparison.overlaps
    if overlaps.is_equality:
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

    A named tuple: ``precision, recall, fscore = scores``.

    Parameters
    ----------
    precision : float
        How far the truth confirms the pairs that the prediction puts together.
    recall : float
        How far the prediction recovers the pairs that the truth puts together.
    fscore : float
        Harmonic mean of precision and recall; weighted, where a function has `beta`.

    See Also
    --------
    bcubed_precision_recall_fscore : Compute them for clusterings, or co-clusterings.
    mocice_bcubed_precision_recall_fscore : Compute them for biclusterings.

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

    Cost: one sparse product per mode without overlaps on either side. Otherwise, each
    bicluster costs the number of different sets of biclusters that contain two of its
    rows, times the number of such sets for two of its columns. A UserWarning announces
    long computations; progress is logged at INFO.

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
    """Return the harmonic mean of precision and recall: eq. (14)."""
    return mocice_bcubed(comparison).fscore


def mocice_bcubed(comparison: BiclusterComparison) -> BCubedScores:
    """Return precision and recall of eqs. (15) and (16), and their harmonic mean."""
    comparison = comparison.without_empty
    overlaps = comparison.overlaps
    if overlaps.is_equality:
        return BCubedScores(1.0, 1.0, 1.0)
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return BCubedScores(0.0, 0.0, 0.0)
    # The sum over G in eq. (10) runs over the predicted biclusters with both cells; the
    # maximum over C is the similarity to the most similar true bicluster with both.
    similarity = MatchCandidates.of_biclusters(overlaps).values("jaccard")
    # A cell's precision is a mean over the cells that share a predicted bicluster with
    # it, its recall over those that share a true one. `counts` cells have the same.
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
