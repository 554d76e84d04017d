"""Compute 16 similarities of biclusterings of Horta & Campello (2014), and three more.

Two of these, Omega and overlapping NMI, are also computed for clusterings that overlap
(`_overlapping_clusters`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._laws._random_biclusters import expected_overlap
from .._statistics._biclusters import Biclusters
from .._statistics._cell_pairs import pair_multiplicities_of_strata
from .._statistics._comparison import (
    BiclusterComparison,
    compare_biclusterings,
)
from .._statistics._exact import Counts, harmonic_mean, ratio_or_zero, widened
from .._statistics._matching import MatchCandidates, best_matching, matched_cells
from .._statistics._merged_matrix import MultiplicityCounts
from .._statistics._overlaps import Overlaps, PairMeasure
from .._statistics._pairs import n_pairs_of_strata, pairs_within
from .._structures._arguments import check_option
from .._structures._messages import OVERLAPPING_AS_BICLUSTERS, refuse_keywords
from .._structures._types import Biclustering
from .._structures._weights import NO_WEIGHTED_FORM, refuse_weights
from ._contract import Contract, Option, Synonym, not_adjusted, one_of, synonyms
from ._names import SimilarityName
from ._registry import suggest_index

Floats = NDArray[np.float64]


def omega_of_cells(comparison: BiclusterComparison, null_model: str = "cells") -> float:
    """Return the Omega index (O - E) / (1 - E) of pairs of cells.

    This is eq. (7) of Collins & Dent (1988). A pair agrees if it is in equally many
    biclusters of both sides. O is the observed and E the expected share of pairs that
    agree. With the null model "cells", all cells are permuted. With "product", rows and
    columns are permuted. If all pairs agree under every permutation, the index is 0, or
    1 if both sides have the same biclusters, in any order. There are three strata of
    pairs, in this order: the pairs that differ in the rows only, in the columns only,
    and in both.
    """
    n_pairs_by_stratum = n_pairs_of_strata(comparison.true.shape)
    true_by_stratum = _pairs_by_multiplicity(comparison.true, n_pairs_by_stratum)
    pred_by_stratum = _pairs_by_multiplicity(comparison.pred, n_pairs_by_stratum)
    n_pairs = sum(n_pairs_by_stratum)
    true_pairs = sum(true_by_stratum, Counter[int]())
    pred_pairs = sum(pred_by_stratum, Counter[int]())
    if null_model == "cells":
        expected = _expected_agreeing(true_pairs, pred_pairs, n_pairs)
    else:  # Under "product", a pair stays in its stratum.
        strata = zip(true_by_stratum, pred_by_stratum, n_pairs_by_stratum, strict=True)
        expected = Fraction(0)
        for true_stratum, pred_stratum, n_in_stratum in strata:
            expected += _expected_agreeing(true_stratum, pred_stratum, n_in_stratum)
    if expected == n_pairs:
        return float(comparison.without_empty.overlaps.sides_are_equal)
    # A pair that agrees is in one or more biclusters of each side, or in none. The
    # ordered pairs include every cell paired with itself.
    cells = comparison.cells_by_multiplicity
    ordered_pairs = comparison.pairs_by_multiplicity
    n_agreeing_in_some = (ordered_pairs.n_agreeing - cells.n_agreeing) // 2
    n_in_both_sides = (ordered_pairs.n_in_both - cells.n_in_both) // 2
    # The pairs in no bicluster of either side are counted by inclusion and exclusion.
    # They are the pairs in no true bicluster, plus the pairs in no predicted bicluster,
    # minus the pairs for which at least one of both holds.
    n_missing_in_a_side = n_pairs - n_in_both_sides
    n_in_none = true_pairs[0] + pred_pairs[0] - n_missing_in_a_side
    n_agreeing = n_agreeing_in_some + n_in_none
    return float((n_agreeing - expected) / (n_pairs - expected))


def _pairs_by_multiplicity(
    biclusters: Biclusters, n_pairs_by_stratum: Sequence[int]
) -> list[Counter[int]]:
    """Count the pairs of cells of each stratum by how many biclusters contain both.

    A stratum contains the pairs that differ in the same modes. Unlike
    `pair_multiplicities_of_strata`, the result includes pairs that are in no bicluster,
    with the key 0.
    """
    tallies = []
    multiplicities = pair_multiplicities_of_strata(biclusters)
    for tally, n_pairs in zip(multiplicities, n_pairs_by_stratum, strict=True):
        tallies.append(Counter({**tally, 0: n_pairs - sum(tally.values())}))
    return tallies


def _expected_agreeing(
    true_pairs: Counter[int], pred_pairs: Counter[int], n_pairs: int
) -> Fraction:
    """Return the mean number of pairs that agree if the pairs of one side are permuted.

    A pair agrees if it is in equally many biclusters of both sides. `true_pairs` and
    `pred_pairs` map this number of biclusters to the number of pairs that have it.
    There are `n_pairs` pairs in all.
    """
    if n_pairs == 0:
        return Fraction(0)
    products = [n_true * pred_pairs[number] for number, n_true in true_pairs.items()]
    return Fraction(sum(products), n_pairs)


def overlapping_nmi(
    comparison: BiclusterComparison, variant: Literal["max", "lfk"] = "max"
) -> float:
    """Return the overlapping NMI, which is I / max(H(X), H(Y)).

    This is section 3 of McDaid, Greene & Hurley (2011). X is the truth and Y is the
    prediction. H(X) is the sum over the true clusters of the entropy of belonging to
    the cluster or not. I is the mean of H(X) - H(X|Y) and H(Y) - H(Y|X). In this
    function, all entropies are multiplied by the number of cells n. The variant "lfk"
    is 1 - (H(X|Y) + H(Y|X)) / 2, where H(X|Y) and H(Y|X) are means over the clusters of
    the unknown share of their entropy (Lancichinetti et al. (2009), (B.13), (B.14)).
    """
    overlaps = comparison.without_empty.overlaps
    has_equal_numbers = overlaps.n_true == overlaps.n_pred
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return float(has_equal_numbers)
    true_sizes = overlaps.true.sizes
    pred_sizes = overlaps.pred.sizes
    n_cells = overlaps.n_cells
    true_entropies = _entropies(true_sizes, n_cells)
    pred_entropies = _entropies(pred_sizes, n_cells)
    # For each cluster, these are H(X_k) - H(X_k|Y), and H(Y_l) - H(Y_l|X).
    true_information, pred_information = overlaps.best_values(
        _information_of_pairs, compared="each_extent"
    )
    if variant == "lfk":
        both_have_full_cluster = n_cells in true_sizes and n_cells in pred_sizes
        # A cluster of all samples has no entropy, and its share counts as this number.
        share_of_full = float(both_have_full_cluster)
        true_share = _mean_share_known(true_information, true_entropies, share_of_full)
        pred_share = _mean_share_known(pred_information, pred_entropies, share_of_full)
        return (true_share + pred_share) / 2
    largest_entropy = max(float(true_entropies.sum()), float(pred_entropies.sum()))
    if largest_entropy == 0:  # All clusters contain all samples.
        return float(has_equal_numbers)
    information = (float(true_information.sum()) + float(pred_information.sum())) / 2
    return min(information / largest_entropy, 1.0)


def _mean_share_known(
    information: Floats, entropies: Floats, share_of_full: float
) -> float:
    """Return the mean over clusters of the share of their entropy that is known.

    `information` is the information about each cluster that the best cluster of the
    other side contains, in the unit of the entropies. A full cluster contains all
    samples and has no entropy. Its share is `share_of_full`.
    """
    shares = np.full(len(entropies), share_of_full)
    np.divide(information, entropies, out=shares, where=entropies > 0)
    return float(shares.mean())


def _information_of_pairs(overlaps: Overlaps) -> Floats:
    """Return the information that two clusters share, of shape (n_true, n_pred).

    X_k says which of the n samples are in true cluster k, and Y_l says which are in
    predicted cluster l. The information is H(X_k) - H(X_k | Y_l), by equations (B.8)
    and (B.9), times n. It is in nats. It is 0 if one cluster is closer to the
    complement of the other cluster (B.14). However, it may be positive for clusters
    that share no sample, and then depends only on their sizes. The samples are the
    cells of the matrix.
    """
    n = overlaps.n_cells
    true_sizes = overlaps.true.sizes[:, None]
    pred_sizes = overlaps.pred.sizes[None, :]
    in_both = overlaps.shared_cells
    in_neither = n - true_sizes - (pred_sizes - in_both)
    agreement_terms = _entropy_terms(in_both, n) + _entropy_terms(in_neither, n)
    only_in_true = true_sizes - in_both
    only_in_pred = pred_sizes - in_both
    difference_terms = _entropy_terms(only_in_true, n) + _entropy_terms(only_in_pred, n)
    true_entropies = _entropies(true_sizes, n)
    pred_entropies = _entropies(pred_sizes, n)
    # This is H(X_k) + H(Y_l) - H(X_k, Y_l). The joint entropy is a sum of four terms.
    information = true_entropies + pred_entropies - agreement_terms - difference_terms
    information = np.where(agreement_terms >= difference_terms, information, 0.0)
    # No information exceeds either entropy, and equal clusters determine each other.
    # Rounding must not change this.
    smaller_entropies = np.minimum(true_entropies, pred_entropies)
    information = np.clip(information, 0.0, smaller_entropies)
    return np.where(overlaps.equal_pairs, smaller_entropies, information)


def _entropies(sizes: Counts, n: int) -> Floats:
    """Return the entropies of membership in clusters of these sizes, times n.

    Each of the n samples is in the cluster or outside of it.
    """
    return _entropy_terms(sizes, n) + _entropy_terms(n - sizes, n)


def _entropy_terms(counts: Counts, n: int) -> Floats:
    """Return -w log(w / n) of each count w, which is 0 at w = 0."""
    # The logarithm is made finite for w = 0, so that the product is 0.
    w = counts.astype(float)
    return np.asarray(-w * np.log(np.maximum(w, 1) / n))


@refuse_keywords(
    similarity=(
        "Pass the name of an index as `metric`. `metric='bicluster_consensus'` gives "
        "the value of `consensus_score` of scikit-learn with the Jaccard similarity."
    )
)
@refuse_weights(NO_WEIGHTED_FORM)
def bicluster_similarity_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    metric: SimilarityName = "bicluster_ce",
    null_model: Literal["product"] | None = None,
) -> float:
    r"""One of 19 similarities of biclusterings, selected by name.

    The function computes the similarities that [1]_ compares, and three more. Prefer
    "bicluster_ce" or "bicluster_consensus" if only equal biclusterings should score 1.
    CE counts cells, so that a large bicluster that is missed costs more than a small
    one, whereas the consensus score counts each bicluster alike. A score of 1 is
    reached by equal biclusterings, and a score of 0 is the worst value; for omega and
    adjusted values, 0 is the mean by chance.

    Let B be the predicted and A the true biclusters, and k and q their numbers. Let N
    and M be the numbers of biclusters of B and of A that contain a cell. Let J be the
    Jaccard and D the Dice index.

    ========================== =========================================================
    bicluster_prelic_relevance geometric mean of two means over B: of the best J of
                               rows, and of the best J of columns
    bicluster_prelic_recovery  the same with means over A
    bicluster_rnia             sum of min(N, M) / sum of max(N, M), over the cells
    bicluster_ce               cells shared by biclusters matched one to one / sum of
                               max(N, M)
    bicluster_liu_wang         mean over B of the best J of rows and columns taken
                               together
    bicluster_santamaria       mean over B of the best D of cells
    bicluster_weighted_jaccard mean over B of the best J of cells, weighted by size
    bicluster_weighted_dice    mean over B of the best D of cells, weighted by size
    bicluster_consensus        best one-to-one sum of J of cells / max(k, q)
    bicluster_bozdag_u         fraction of the cells covered by A that B covers (their
                               recall)
    bicluster_bozdag_e         fraction of the cells covered by B that A covers (their
                               precision)
    bicluster_ayadi            mean over B of the best product of J of rows and J of
                               columns
    bicluster_eren_relevance   mean over B of the best J of cells
    bicluster_eren_recovery    mean over A of the best J of cells
    bicluster_csi              Campello soft index: agreements / (agreements +
                               differences) of three numbers for each pair of cells,
                               which count the biclusters that contain both cells, and
                               the biclusters beyond the first that contain each cell
    bicluster_extended_bcubed  harmonic mean of extended BCubed precision and recall of
                               cells
    bicluster_eren_f1          harmonic mean of eren_relevance and eren_recovery
    bicluster_omega            `omega_score` of all cells of the matrix
    bicluster_onmi             `overlapping_nmi_score` of all cells of the matrix
    ========================== =========================================================

    Higher is better. The indices rnia, ce, consensus, csi, extended_bcubed, eren_f1,
    omega and onmi are symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    metric : str, default="bicluster_ce"
        One of the names above.
    null_model : {None, "product"}, default=None
        If None, the index is computed as published, and only omega is corrected for
        chance, by permuted cells. If "product", csi, omega or rnia is adjusted so that
        its mean is exactly 0 over independent permutations of rows and columns. On
        checkerboards, the adjusted csi and omega are equal to `cari_score` with this
        null model.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1; for omega and adjusted values,
        it is between -1 and 1.

    Raises
    ------
    ValueError
        If `metric` or `null_model` is unknown, if the index has no adjusted form, or if
        indicators contain other values than 0 and 1 or differ in shape.

    See Also
    --------
    clustering_error : Compute one minus "bicluster_ce".
    sklearn.metrics.consensus_score : Compute "bicluster_consensus" for biclusters that
        are not empty.

    Notes
    -----
    Functions that take a metric, such as `make_bicluster_scorer` and
    `permutation_test`, take each measure by its name alone, for example
    ``"bicluster_csi"``. Their own parameter `metric` hides the parameter `metric` of
    this function.

    If neither side has biclusters, the score is 1; if only one side has cells, it is 0.
    A bicluster without cells scores 0 against every other. However, rnia, ce,
    weighted_jaccard, weighted_dice, bozdag_u, bozdag_e, csi, extended_bcubed, omega and
    onmi ignore it, because they count cells.

    Only consensus is below 1 for all unequal biclusterings. The same holds for ce if no
    bicluster is empty. csi and extended_bcubed treat an uncovered cell as a cluster of
    its own. If biclusters are small, these cells dominate extended_bcubed.

    With ``null_model="product"``, let a be the agreement of csi, or the sum of
    min(N, M) of rnia. Let C be the sum of its values for each side against itself, so
    that C / 2 is the best value. The adjusted score is

    .. math:: \frac{a - E[a]}{C / 2 - E[a]} .

    If every permutation reaches the best value, unequal sides score 0.

    The cost is a matrix product for the rows and another for the columns, and a linear
    assignment for ce and consensus. For csi, omega and extended_bcubed of overlapping
    biclusters, the cost is the same as for `mocice_bcubed_score`. If there are few
    biclusters, and fewer pairs of different cells than pairs in the biclusters, the
    published csi counts all pairs instead.

    References
    ----------
    .. [1] D. Horta, R. J. G. B. Campello (2014). IEEE/ACM Transactions on Computational
       Biology and Bioinformatics. :doi:`10.1109/TCBB.2014.2325016`

    The :ref:`references <further_references>` list the sources.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_similarity_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 1, 0], [0, 0, 0, 1]], [[1, 1], [1, 1]]  # split into two parts
    >>> bicluster_similarity_score(true, pred, metric="bicluster_consensus")
    0.375
    """
    check_option(metric, "metric", SIMILARITIES, suggest=suggest_index)
    BICLUSTER_SIMILARITY[metric].options["null_model"].check(null_model, "null_model")
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return bicluster_similarity(comparison, metric, null_model)


def agreement_and_total(comparison: BiclusterComparison) -> tuple[int, int]:
    """Return a and 2 a + d of the Campello soft index.

    For every pair of cells, each side has three numbers. They are the number of its
    biclusters that contain both cells, and the number of spare memberships of each of
    the two cells. The spare memberships of a cell are the biclusters beyond the first
    that contain it. Each number is compared with the same number of the other side.
    Over the pairs and the three numbers, a is the sum of the smaller numbers, and d is
    the sum of the differences. Therefore, 2 a + d is the sum of all numbers.
    """
    # Only the minima have to be counted for a. The sum of both numbers s and t is
    # 2 min(s, t) + |s - t|, so that it gives 2 a + d.
    overlaps = comparison.overlaps
    cells = comparison.cells_by_multiplicity
    # Over the pairs, these are sums of the numbers of biclusters that contain both
    # cells: of the true ones, of the predicted ones, and of the smaller number.
    in_true = pairs_within(overlaps.true.sizes)
    in_pred = pairs_within(overlaps.pred.sizes)
    # The ordered pairs include every cell paired with itself.
    ordered_pairs = comparison.pairs_by_multiplicity
    in_both = (ordered_pairs.sum_of_minima - cells.sum_of_minima) // 2
    true_spare = _spare_memberships(cells.true_multiplicity)
    pred_spare = _spare_memberships(cells.pred_multiplicity)
    # Each cell is in n - 1 pairs and adds its own term to all of them.
    n_partners = overlaps.n_cells - 1
    smaller_spare = n_partners * cells.total(np.minimum(true_spare, pred_spare))
    total_spare = n_partners * cells.total(true_spare + pred_spare)
    return in_both + smaller_spare, in_true + in_pred + total_spare


def _spare_memberships(multiplicity: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return max(N, 1) - 1 for the numbers N of biclusters that contain a cell.

    A cell in no bicluster is a cluster of its own, so that one membership is not spare.
    """
    return np.maximum(multiplicity, 1) - 1


def bcubed_of_cells(comparison: BiclusterComparison) -> tuple[float, float]:
    """Return extended BCubed precision and recall, which are means over cells.

    The value of a cell is the mean of the terms of its neighbors. For precision, the
    neighbors of a cell are the cells that share a predicted bicluster with it. The term
    is min(N, M) / M if N true and M predicted biclusters contain both cells. For
    recall, the neighbors share a true bicluster, and the term is min(N, M) / N. A cell
    in no bicluster is a cluster of its own.
    """
    # Each array of `sums` has a value for each group of cells with the same sums.
    sums = comparison.neighbor_sums()
    # If no bicluster of the other side contains a cell, the cell agrees only with
    # itself. It is a cluster of its own on the other side, so that min(N, M) is 1.
    true_multiplicity = sums.true_multiplicity
    pred_multiplicity = sums.pred_multiplicity
    with_itself_in_pred = np.where(
        true_multiplicity == 0, ratio_or_zero(1, pred_multiplicity), 0
    )
    with_itself_in_true = np.where(
        pred_multiplicity == 0, ratio_or_zero(1, true_multiplicity), 0
    )
    precision_sums = sums.precision_sums + with_itself_in_pred
    recall_sums = sums.recall_sums + with_itself_in_true
    precision_of_cells = ratio_or_zero(precision_sums, sums.pred_neighbors)
    recall_of_cells = ratio_or_zero(recall_sums, sums.true_neighbors)
    precision = float((sums.counts * precision_of_cells).sum())
    recall = float((sums.counts * recall_of_cells).sum())
    # A cell in no bicluster of a side has only itself as a neighbor there, and its
    # precision or recall is 1. Because of rounding, the sums of fractions may exceed
    # the number of cells.
    cells = comparison.cells_by_multiplicity
    n_cells = comparison.overlaps.n_cells
    precision = (precision + n_cells - cells.n_in_pred) / n_cells
    recall = (recall + n_cells - cells.n_in_true) / n_cells
    return min(precision, 1.0), min(recall, 1.0)


def adjusted_csi(comparison: BiclusterComparison) -> float:
    """Return (a - E[a]) / (C / 2 - E[a]), with a and C = 2 a + d of the soft index.

    They are defined in `agreement_and_total`. A stratum contains the pairs of cells
    that differ in the same modes. Permutations of rows and columns move a pair within
    its stratum, so that the mean of a is a sum over the strata. The spare memberships
    of a cell are the biclusters beyond the first that contain it. They are counted in
    each of the n - 1 pairs of the cell with the other cells of the matrix.
    """
    cells = comparison.cells_by_multiplicity
    true_spare = _spare_memberships(cells.true_multiplicity)
    pred_spare = _spare_memberships(cells.pred_multiplicity)
    n_partners = comparison.true.n_cells - 1
    expected = n_partners * _expected_sum_of_minima(cells, true_spare, pred_spare)
    strata = zip(
        pair_multiplicities_of_strata(comparison.true),
        pair_multiplicities_of_strata(comparison.pred),
        n_pairs_of_strata(comparison.true.shape),
        strict=True,
    )
    # `true_pairs` maps a number of true biclusters to the number of pairs of cells that
    # are together in exactly so many of them, and likewise `pred_pairs`.
    for true_pairs, pred_pairs, n_pairs in strata:
        # This is the mean of the sum of the smaller numbers, over permuted pairs.
        expected += expected_overlap(true_pairs, pred_pairs, n_pairs)
    agreement, total = agreement_and_total(comparison)
    return _adjusted_agreement(agreement, total, expected)


def adjusted_rnia(comparison: BiclusterComparison) -> float:
    """Return (s - E[s]) / (C / 2 - E[s]), the adjusted form of `_rnia`.

    N true and M predicted biclusters contain a cell. Over the cells, s is the sum of
    min(N, M), and C is the sum of N + M.
    """
    cells = comparison.cells_by_multiplicity
    total = cells.sum_of_minima + cells.sum_of_maxima
    expected = _expected_sum_of_minima(
        cells, cells.true_multiplicity, cells.pred_multiplicity
    )
    return _adjusted_agreement(cells.sum_of_minima, total, expected)


def _expected_sum_of_minima(
    cells: MultiplicityCounts,
    true_numbers: NDArray[np.int64],
    pred_numbers: NDArray[np.int64],
) -> Fraction:
    """Return the mean of the sum over permuted cells of the smaller of two numbers.

    Each cell has a number on the true side and a number on the predicted side. All
    cells of a group in `cells` have the same numbers. The groups have all cells of the
    matrix, including the cells that are in no bicluster. The cells of one side are
    permuted.
    """
    # Here, ``true_cells[k]`` is the number of cells whose number on the true side is k.
    true_cells = _cells_by_number(cells, true_numbers)
    pred_cells = _cells_by_number(cells, pred_numbers)
    return expected_overlap(true_cells, pred_cells, sum(cells.counts))


def _cells_by_number(
    cells: MultiplicityCounts, numbers: NDArray[np.int64]
) -> Counter[int]:
    """Count the cells by their number, which is the same for all cells of a group."""
    tally = Counter[int]()
    for number, n_cells in zip(numbers.tolist(), cells.counts, strict=True):
        tally[number] += n_cells
    return tally


def _adjusted_agreement(agreement: int, total: int, expected: Fraction) -> float:
    """Adjust an agreement, whose best value is half the total, for its mean by chance.

    An agreement is a sum of the smaller of two numbers, and the total is the sum of
    both. If every permutation has the best value, the score is 0, the level of chance.
    """
    room = Fraction(total, 2) - expected
    return float((agreement - expected) / room) if room else 0.0


Similarity = Callable[[BiclusterComparison], float]

_IGNORE_EMPTY = {
    "bicluster_rnia",
    "bicluster_ce",
    "bicluster_weighted_jaccard",
    "bicluster_weighted_dice",
    "bicluster_bozdag_u",
    "bicluster_bozdag_e",
    "bicluster_csi",
    "bicluster_extended_bcubed",
    "bicluster_omega",
    "bicluster_onmi",
}
"""Indices that ignore biclusters without cells."""

_ADJUSTED: dict[str, Similarity] = {
    "bicluster_rnia": adjusted_rnia,
    "bicluster_csi": adjusted_csi,
    "bicluster_omega": partial(omega_of_cells, null_model="product"),
}
"""The adjusted forms, whose mean under the null model "product" is 0."""


def bicluster_similarity(
    comparison: BiclusterComparison, metric: str, null_model: str | None = None
) -> float:
    """Return the similarity with this name.

    It is 1 if both sides have the same biclusters, each equally often. Otherwise, it is
    0 if a side has no cells. With the null model "product", the similarity is adjusted
    for chance.
    """
    if metric in _IGNORE_EMPTY:
        comparison = comparison.without_empty
    overlaps = comparison.overlaps
    if overlaps.sides_are_equal:
        return 1.0
    if not overlaps.true.sizes.any() or not overlaps.pred.sizes.any():
        return 0.0
    similarities = SIMILARITIES if null_model is None else _ADJUSTED
    return similarities[metric](comparison)


def _rnia(comparison: BiclusterComparison) -> float:
    """Return the sum of min(N, M) over the cells, divided by the sum of max(N, M).

    N true and M predicted biclusters contain a cell.
    """
    cells = comparison.cells_by_multiplicity
    return cells.sum_of_minima / cells.sum_of_maxima


def _ce(comparison: BiclusterComparison) -> float:
    """Return the number of cells that matched biclusters share, divided by a total.

    The total is the sum of max(N, M) over the cells, where N true and M predicted
    biclusters contain a cell.
    """
    cells = comparison.cells_by_multiplicity
    return matched_cells(comparison.overlaps) / cells.sum_of_maxima


def _bozdag_u(comparison: BiclusterComparison) -> float:
    """Return the fraction of the cells in true biclusters that predicted ones cover."""
    cells = comparison.cells_by_multiplicity
    return cells.n_in_both / cells.n_in_true


def _bozdag_e(comparison: BiclusterComparison) -> float:
    """Return the fraction of the cells in predicted biclusters that true ones cover."""
    cells = comparison.cells_by_multiplicity
    return cells.n_in_both / cells.n_in_pred


def _liu_wang(comparison: BiclusterComparison) -> float:
    """Return the mean over predicted biclusters of the best Jaccard index.

    It is the Jaccard index of sets that contain both rows and columns.
    """
    best_values = comparison.overlaps.best_values(
        _jaccard_of_rows_and_columns, compared="shared_rows_or_columns"
    )
    return float(best_values.pred.mean())


def _consensus(comparison: BiclusterComparison) -> float:
    """Return the largest sum of Jaccard indices of a one-to-one matching, as a mean.

    The sum is divided by the larger of the numbers of true and of predicted biclusters.
    The Jaccard index is computed for the cells.
    """
    overlaps = comparison.overlaps
    jaccard = MatchCandidates.of_biclusters(overlaps).values_of_pairs("jaccard")
    matched_jaccard = jaccard[best_matching(overlaps, jaccard)]
    return math.fsum(matched_jaccard.tolist()) / max(overlaps.n_true, overlaps.n_pred)


def _csi(comparison: BiclusterComparison) -> float:
    """Return the Campello soft index, a / (a + d), over the pairs of cells.

    a and d are the agreement and the disagreement of `agreement_and_total`.
    """
    # If a + d is 0, the matrix has one cell, or every bicluster has at most one cell
    # and none is repeated. All cells are then clusters of their own on both sides, so
    # that the index is 1.
    agreement, total = agreement_and_total(comparison)
    union = total - agreement
    return agreement / union if union else 1.0


def _extended_bcubed(comparison: BiclusterComparison) -> float:
    """Return the harmonic mean of extended BCubed precision and recall of cells."""
    precision, recall = bcubed_of_cells(comparison)
    return harmonic_mean(precision, recall)


def _mean_best(overlaps: Overlaps, measure: PairMeasure) -> float:
    """Return the mean, over predicted biclusters, of the best value over true ones."""
    best = overlaps.best_values(measure).pred
    return float(best.mean())


def _weighted_mean_best(overlaps: Overlaps, measure: PairMeasure) -> float:
    """Return the mean of the best values, as in `_mean_best`, weighted by size.

    The weight of a predicted bicluster is its number of cells.
    """
    best = overlaps.best_values(measure).pred
    sizes = overlaps.pred.sizes.astype(float)
    return float(sizes @ best / sizes.sum())


def _eren_f1(comparison: BiclusterComparison) -> float:
    """Return the harmonic mean of the mean best Jaccard indices of both sides."""
    best_of_true, best_of_pred = comparison.overlaps.best_values(_jaccard_of_cells)
    return harmonic_mean(float(best_of_true.mean()), float(best_of_pred.mean()))


def _prelic_relevance(comparison: BiclusterComparison) -> float:
    """Return the geometric mean of two means over the predicted biclusters.

    They are the mean of the best Jaccard index of the rows, and the mean of the best
    Jaccard index of the columns.
    """
    # Biclusters that share no cell may have rows or columns in common.
    _, best_of_rows = comparison.overlaps.best_values(
        _jaccard_of_rows, compared="shared_rows_or_columns"
    )
    _, best_of_columns = comparison.overlaps.best_values(
        _jaccard_of_columns, compared="shared_rows_or_columns"
    )
    return math.sqrt(float(best_of_rows.mean()) * float(best_of_columns.mean()))


def _prelic_recovery(comparison: BiclusterComparison) -> float:
    """Return the geometric mean of two means over the true biclusters.

    They are the mean of the best Jaccard index of the rows, and the mean of the best
    Jaccard index of the columns.
    """
    # Biclusters that share no cell may have rows or columns in common.
    best_of_rows, _ = comparison.overlaps.best_values(
        _jaccard_of_rows, compared="shared_rows_or_columns"
    )
    best_of_columns, _ = comparison.overlaps.best_values(
        _jaccard_of_columns, compared="shared_rows_or_columns"
    )
    return math.sqrt(float(best_of_rows.mean()) * float(best_of_columns.mean()))


def _jaccard_of_cells(overlaps: Overlaps) -> Floats:
    """Return the Jaccard index of the cells of two biclusters, for all pairs."""
    return overlaps.jaccard


def _dice_of_cells(overlaps: Overlaps) -> Floats:
    """Return the Dice index of the cells of two biclusters, for all pairs."""
    return overlaps.dice


def _product_of_jaccards(overlaps: Overlaps) -> Floats:
    """Return the product of the Jaccard indices of rows and columns, for all pairs."""
    true = overlaps.true
    pred = overlaps.pred
    united_rows = true.n_rows[:, None] + pred.n_rows - overlaps.shared_rows
    united_columns = true.n_columns[:, None] + pred.n_columns - overlaps.shared_columns
    united = widened(united_rows, overlaps.n_cells) * united_columns
    return ratio_or_zero(overlaps.shared_cells, united)


def _jaccard_of_rows(overlaps: Overlaps) -> Floats:
    """Return the Jaccard index of the rows, or 0 if a bicluster has no cells."""
    return _jaccard_of_sets(
        overlaps,
        shared=overlaps.shared_rows,
        true_sizes=overlaps.true.n_rows,
        pred_sizes=overlaps.pred.n_rows,
    )


def _jaccard_of_columns(overlaps: Overlaps) -> Floats:
    """Return the Jaccard index of the columns, or 0 if a bicluster has no cells."""
    return _jaccard_of_sets(
        overlaps,
        shared=overlaps.shared_columns,
        true_sizes=overlaps.true.n_columns,
        pred_sizes=overlaps.pred.n_columns,
    )


def _jaccard_of_rows_and_columns(overlaps: Overlaps) -> Floats:
    """Return the Jaccard index of sets that contain both rows and columns.

    It is 0 if a bicluster has no cells.
    """
    true = overlaps.true
    pred = overlaps.pred
    return _jaccard_of_sets(
        overlaps,
        shared=overlaps.shared_rows + overlaps.shared_columns,
        true_sizes=true.n_rows + true.n_columns,
        pred_sizes=pred.n_rows + pred.n_columns,
    )


def _jaccard_of_sets(
    overlaps: Overlaps,
    *,
    shared: NDArray[np.int64],
    true_sizes: NDArray[np.int64],
    pred_sizes: NDArray[np.int64],
) -> Floats:
    """Return the Jaccard index of two sets, one for each bicluster of a pair.

    It is 0 if a bicluster has no cells. `shared` has the number of common elements of
    each true and each predicted set, in the shape (n_true, n_pred).
    """
    have_cells = (overlaps.true.sizes > 0)[:, None] & (overlaps.pred.sizes > 0)
    united = true_sizes[:, None] + pred_sizes - shared
    return ratio_or_zero(np.where(have_cells, shared, 0), united)


# In the following functions, c is the comparison of both biclusterings.
SIMILARITIES: dict[str, Similarity] = {
    "bicluster_prelic_relevance": _prelic_relevance,
    "bicluster_prelic_recovery": _prelic_recovery,
    "bicluster_rnia": _rnia,
    "bicluster_ce": _ce,
    "bicluster_liu_wang": _liu_wang,
    "bicluster_santamaria": lambda c: _mean_best(c.overlaps, _dice_of_cells),
    "bicluster_weighted_jaccard": (
        lambda c: _weighted_mean_best(c.overlaps, _jaccard_of_cells)
    ),
    "bicluster_weighted_dice": (
        lambda c: _weighted_mean_best(c.overlaps, _dice_of_cells)
    ),
    "bicluster_consensus": _consensus,
    "bicluster_bozdag_u": _bozdag_u,
    "bicluster_bozdag_e": _bozdag_e,
    "bicluster_ayadi": lambda c: _mean_best(c.overlaps, _product_of_jaccards),
    "bicluster_eren_relevance": lambda c: _mean_best(c.overlaps, _jaccard_of_cells),
    "bicluster_eren_recovery": (
        # With both sides exchanged, it is the mean over true biclusters.
        lambda c: _mean_best(Overlaps(c.pred, c.true), _jaccard_of_cells)
    ),
    "bicluster_csi": _csi,
    "bicluster_extended_bcubed": _extended_bcubed,
    "bicluster_eren_f1": _eren_f1,
    "bicluster_omega": omega_of_cells,
    "bicluster_onmi": overlapping_nmi,
}
"""The similarities of biclusterings that are not equal and both have cells.

They are in the order of the tables of the paper, which do not have the last three.
"""


def _null_models(metric: str) -> Option:
    """Return the option `null_model` of a similarity.

    It takes only None if the similarity has no adjusted form.
    """
    if metric in _ADJUSTED:
        return one_of(None, "product")
    return not_adjusted(
        f"the mean of {metric!r} over random biclusterings has no closed form. Use "
        "'bicluster_csi', 'bicluster_omega' or 'bicluster_rnia'."
    )


_OF_ALL_COLUMNS = "where every bicluster has all columns"
_SYNONYMS_OF_SIMILARITIES: dict[str, list[Synonym]] = {
    "bicluster_prelic_relevance": synonyms("Prelic", "relevance"),
    "bicluster_prelic_recovery": synonyms("Prelic", "recovery"),
    "bicluster_liu_wang": synonyms("Liu-Wang match"),
    "bicluster_bozdag_u": synonyms("Bozdag"),
    "bicluster_bozdag_e": synonyms("Bozdag"),
    "bicluster_eren_relevance": [
        *synonyms("Eren", "relevance"),
        *synonyms("gene match", context=_OF_ALL_COLUMNS),
    ],
    "bicluster_eren_recovery": [
        *synonyms("Eren", "recovery"),
        *synonyms("gene match", context=_OF_ALL_COLUMNS),
    ],
    "bicluster_csi": synonyms("Campello soft"),
    "bicluster_extended_bcubed": synonyms(
        *("ebc", "ebcubed", "extended BCubed"), note=OVERLAPPING_AS_BICLUSTERS
    ),
    "bicluster_eren_f1": synonyms("f", "f1"),
}
"""Names that others use for a similarity."""


def _similarity_contract(
    metric: str,
    label: str,
    *,
    symmetric: bool = False,
    source: str = "Horta & Campello (2014)",
) -> Contract:
    """Return the contract of the similarity `metric`, whose values are from 0 to 1."""
    return Contract(
        name=metric,
        label=label,
        function=bicluster_similarity_score,
        formula=bicluster_similarity,
        source=source,
        structure="biclustering",
        symmetric=symmetric,
        options={"null_model": _null_models(metric)},
        fixed={"metric": metric},
        also_called=_SYNONYMS_OF_SIMILARITIES.get(metric, ()),
    )


_CONTRACTS_OF_SIMILARITIES = (
    _similarity_contract("bicluster_prelic_relevance", "Prelic relevance"),
    _similarity_contract("bicluster_prelic_recovery", "Prelic recovery"),
    _similarity_contract("bicluster_rnia", "RNIA similarity", symmetric=True),
    _similarity_contract("bicluster_ce", "CE similarity", symmetric=True),
    _similarity_contract("bicluster_liu_wang", "Liu-Wang"),
    _similarity_contract("bicluster_santamaria", "Santamaria"),
    _similarity_contract("bicluster_weighted_jaccard", "weighted Jaccard"),
    _similarity_contract("bicluster_weighted_dice", "weighted Dice"),
    _similarity_contract("bicluster_consensus", "consensus", symmetric=True),
    _similarity_contract("bicluster_bozdag_u", "Bozdag U"),
    _similarity_contract("bicluster_bozdag_e", "Bozdag E"),
    _similarity_contract("bicluster_ayadi", "Ayadi"),
    _similarity_contract("bicluster_eren_relevance", "Eren relevance"),
    _similarity_contract("bicluster_eren_recovery", "Eren recovery"),
    _similarity_contract("bicluster_csi", "CSI", symmetric=True),
    _similarity_contract(
        "bicluster_extended_bcubed", "extended BCubed", symmetric=True
    ),
    _similarity_contract(
        "bicluster_eren_f1", "Eren F1", symmetric=True, source="Eren et al. (2013)"
    ),
    replace(
        _similarity_contract(
            "bicluster_omega",
            "bicluster Omega",
            symmetric=True,
            source="Collins & Dent (1988), equation (7), of the cells",
        ),
        lower=-1.0,
        chance_level=0.0,
        chance_is_exact_under=("cells",),
    ),
    _similarity_contract(
        "bicluster_onmi",
        "bicluster ONMI",
        symmetric=True,
        source="McDaid, Greene & Hurley (2011), section 3, of the cells",
    ),
)
BICLUSTER_SIMILARITY = {
    contract.name: contract for contract in _CONTRACTS_OF_SIMILARITIES
}
"""The contracts by name, in the order of `SIMILARITIES`."""

ADJUSTED_BICLUSTER_SIMILARITY = {
    metric: BICLUSTER_SIMILARITY[metric].variant(
        name=f"adjusted_{metric}",
        label=f"product-adjusted {BICLUSTER_SIMILARITY[metric].label}",
        source=f"this package; {BICLUSTER_SIMILARITY[metric].source}",
        lower=-1.0,
        chance_level=0.0,
        chance_is_exact_under=("product",),
        options={},
        fixed={"metric": metric, "null_model": "product"},
    )
    for metric in _ADJUSTED
}
"""The contracts of the exactly adjusted forms."""
