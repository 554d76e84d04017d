"""Compute the 27 pair-counting indices of Table 1 of Gösgens et al. (2021).

N is the number of all pairs. mA = N11 + N10 and mB = N11 + N01 are the numbers of pairs
together in the true and in the predicted clustering. All are exact integers. Each
formula divides them once, and takes a root of a quotient, so that no product of counts
has to fit into a float.

Most formulas are quotients of two integers. If such a quotient is 0/0, its value is the
level of chance if the index has such a level, and otherwise the worst value. The value
for equal clusterings is declared with the index.

If mA, mB and N are given, 17 of the 27 indices are affine in N11. The adjusted form of
such an index is (index - mean) / (best - mean). It is equal to (N11 - E) / (M - E),
where E is the mean of N11, and M is the N11 at which the index has its best value. M
may lie between two integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from .._laws._pair_moments import (
    NullModelOfPairs,
    expected_pairs,
    expected_pairs_of_cells,
)
from .._statistics._contingency import Tables, are_weighted
from .._statistics._exact import ratio_of, root_of_ratio
from .._statistics._pairs import PairCounts, pairs_of_cells
from .._statistics._tables import tables_of_compared_modes
from .._structures._arguments import check_option
from .._structures._types import Partition, SampleWeight
from ._cari import adjusted_rand, adjusted_rand_of_cells, angle, cosine
from ._contract import (
    COMPLEMENT,
    FOR_N_SAMPLES,
    NULL_MODELS_OF_PAIRS,
    SYNONYMS_OF_KAPPA,
    Contract,
    Option,
    StatisticName,
    Synonym,
    not_adjusted,
    null_models,
    synonyms,
)
from ._names import PairCountingName
from ._registry import suggest_index


def pair_counting_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    metric: PairCountingName = "adjusted_rand",
    null_model: NullModelOfPairs | None = None,
    sample_weight: SampleWeight = None,
) -> float:
    r"""One of 27 indices that count pairs of samples in two clusterings.

    Each index measures how well two clusterings agree on which pairs of samples share a
    cluster. Prefer "adjusted_rand", the usual one, or "correlation", because they are
    corrected for chance. Range, symmetry and the value for equal clusterings depend on
    the index. With a null model, the score is 1 for equal clusterings and 0 on average
    by chance.

    Let N11 be the number of pairs that share a cluster in both clusterings, N10 the
    number of pairs that share one in `labels_true` only, N01 in `labels_pred` only, and
    N00 in neither. Each index is a function of these four counts. For co-clusterings,
    the pairs are pairs of cells, which share a block.

    Higher is better, except for jaccard_distance, correlation_distance, minkowski and
    normalized_mirkin. With a null model, higher is always better.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    metric : str, default="adjusted_rand"
        One of the names in the Notes.
    null_model : {None, "cells", "product"}, default=None
        If None, the formula is computed. Otherwise, `metric` must be one of the 17
        indices that are affine in N11, and it is adjusted exactly, so that it is 1 for
        equal clusterings and 0 on average by chance. "cells" permutes single cells;
        "product" permutes rows and columns independently. For a clustering, the two
        coincide.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        Weights are not counts, so :ref:`repeat the labels <weights>` of an entry that
        stands for several equal samples.

    Returns
    -------
    score : float
        Value of the formula, or the adjusted value, which is at most 1. Higher is
        better, with the exceptions above.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, if `metric` or
        `null_model` is unknown, or if an index to adjust is not affine in N11.

    See Also
    --------
    pair_counts : Compute the four counts.
    pair_count_moments : Compute the mean and the variance of N11 by chance.
    adjusted_for_chance : Adjust any index by random permutations.

    Notes
    -----
    Let N be the number of all pairs, :math:`m_A = N_{11} + N_{10}` the number of pairs
    that share a true cluster, and :math:`m_B = N_{11} + N_{01}` the number of pairs
    that share a predicted one. Let
    :math:`D = N_{11} N_{00} - N_{10} N_{01} = N N_{11} - m_A m_B`. The indices are:

    ======================== =====================================================
    index                    formula
    ======================== =====================================================
    rand                     (N11 + N00) / N
    adjusted_rand            (N11 - mA mB / N) / ((mA + mB) / 2 - mA mB / N)
    jaccard                  N11 / (N11 + N10 + N01)
    jaccard_distance         (N10 + N01) / (N11 + N10 + N01)
    wallace1                 N11 / mA; not symmetric
    wallace2                 N11 / mB; not symmetric
    dice                     2 N11 / (2 N11 + N10 + N01)
    correlation              D / root(mA mB (N - mA) (N - mB))
    correlation_distance     arccos(correlation) / pi
    sokal_sneath1            (N11/mA + N11/mB + N00/(N - mA) + N00/(N - mB)) / 4
    minkowski                root((N10 + N01) / mA); not symmetric
    hubert                   (N11 + N00 - N10 - N01) / N
    fowlkes_mallows          N11 / root(mA mB)
    sokal_sneath2            (N11 / 2) / (N11 / 2 + N10 + N01)
    normalized_mirkin        (N10 + N01) / N
    kulczynski               (N11 / mA + N11 / mB) / 2
    mcconnaughey             (N11^2 - N10 N01) / (mA mB)
    yule                     D / (N11 N10 + N01 N00); not symmetric
    baulieu1                 (N (N11 + N00) + (N10 - N01)^2) / N^2
    russell_rao              N11 / N
    fager_mcgowan            N11 / root(mA mB) - 1 / (2 root(mA)); not symmetric
    peirce                   D / (mB (N - mB)); not symmetric
    baulieu2                 D / N^2
    sokal_sneath3            N11 N00 / root(mA mB (N - mA) (N - mB))
    gower_legendre           (N11 + N00) / (N11 + (N10 + N01) / 2 + N00)
    rogers_tanimoto          (N11 + N00) / (N11 + 2 (N10 + N01) + N00)
    goodman_kruskal          D / (N11 N00 + N10 N01)
    ======================== =====================================================

    Some names stand for other indices elsewhere. For example, clusterCrit and
    permetrics call correlation Hubert, sokal_sneath2 Sokal-Sneath 1, and gower_legendre
    Sokal-Sneath 2, and partitionComparison calls hubert Hamann.
    :ref:`same_name_other_index` lists these names.

    The indices adjusted_rand, correlation, peirce and baulieu2 (with mean 0) and
    sokal_sneath1 (with mean 1/2) are corrected for chance. The correction is exact if
    labels or cells are permuted. As n grows, the correction also holds for yule and
    goodman_kruskal (with mean 0) and for correlation_distance (with mean 1/2).

    With a null model, let E be the mean of N11 by chance, and M the value of N11 at
    which the index is best. The score is

    .. math:: \frac{N_{11} - E}{M - E} .

    Indices with the same M have the same adjusted form, and so have a distance and its
    complement:

    =========================================== ==============================
    M                                           index
    =========================================== ==============================
    (mA + mB) / 2                               rand, adjusted_rand, dice,
                                                hubert, normalized_mirkin
    mA                                          wallace1, russell_rao
    mB                                          wallace2
    root(mA mB)                                 fowlkes_mallows, fager_mcgowan
    2 mA mB / (mA + mB)                         kulczynski, mcconnaughey
    (mA + mB) / 2 - (mA - mB)^2 / (2 N)         baulieu1
    mB (N - mB + mA) / N                        peirce
    mA (N - mA + mB) / N                        baulieu2
    (mA mB + root(mA mB (N - mA) (N - mB))) / N correlation
    where its four terms add up to 4            sokal_sneath1
    =========================================== ==============================

    The best values of russell_rao, fager_mcgowan and baulieu2 depend on the
    clusterings. For these three, M is therefore the value of N11 at which the index is
    equal to its value for the truth against itself.

    As printed, yule is infinite for equal clusterings; Yule's Q is goodman_kruskal. The
    index baulieu1 is also 1 if one cluster is compared with singletons.

    :ref:`degenerate` says what the value is if the formula, or one of its terms, is 0/0
    or x/0. Adjusted indices are 0 if the clusterings are unequal and no permutation
    changes N11.

    Functions that take a metric, such as `make_cocluster_scorer` and
    `permutation_test`, take each index by its name alone, for example ``"jaccard"``.
    Their own parameter `metric` hides the parameter `metric` of this function.

    With weights, adjusted_rand is the weighted index of `cari_score`, because the
    formula with weighted counts does not have mean 0 by chance. All other indices are
    computed by their formulas with weighted counts.

    Counts are exact. The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       Table 1; sections C.5 and D.2 for chance.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_counting_score
    >>> true, pred = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    >>> pair_counting_score(true, pred, metric="jaccard")
    0.333...
    """
    check_option(metric, "metric", PAIR_COUNTING, suggest=suggest_index)
    index: PairCountingName = metric
    if metric == "normalized_mirkin" and null_model is not None:
        # Adjusted for chance, normalized Mirkin is the adjusted Rand index, for which
        # higher values are better.
        index = "adjusted_rand"
    contract = PAIR_COUNTING[index]
    contract.options["null_model"].check(null_model, "null_model")
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    contract.check_weights(tables)
    return pair_counting(tables, index, null_model)


Formula = Callable[[PairCounts], float | tuple[int, int]]
"""The value of an index, or the numerator and denominator of that value."""


class BestCount(NamedTuple):
    """N11 at which an index is best, which is ``rational + root(square)``.

    Both numbers are exact.
    """

    rational: Fraction | int
    square: Fraction | int = 0


BestCountOf = Callable[[int, int, int], BestCount]
"""The best N11 as a function of N, mA and mB."""


def adjusted_value(
    pairs: PairCounts, expected: Fraction, best_count_of: BestCountOf
) -> float:
    """Return (N11 - E) / (M - E), without cancellation even if M is irrational.

    N11 is the number of pairs together in both clusterings, mA in the truth and mB in
    the prediction. E is the expected N11, and M is the N11 at which the index is best.
    """
    # If no permutation changes N11, unequal clusterings are at the level of chance.
    # This includes the cases in which M is 0/0. Otherwise, M >= min(mA, mB) >= N11 for
    # every permutation, so that M > E.
    if pairs.is_equality:
        return 1.0
    excess = pairs.n11 - expected
    if excess == 0:
        return 0.0
    best = best_count_of(pairs.n_pairs, pairs.in_true, pairs.in_pred)
    # M is rational + root(square), so that M - E is root(square) - shift. If shift > 0,
    # digits may cancel in this difference. Therefore, numerator and denominator are
    # multiplied by root(square) + shift, which gives
    # excess (root(square) + shift) / (square - shift^2).
    square = best.square
    shift = expected - best.rational
    if square == 0:  # M is rational.
        return float(excess / -shift)
    magnitude = abs(excess)
    # The division by the excess is under the root, where exact fractions are in range.
    if shift <= 0:
        inverse = math.sqrt(square / magnitude**2) + float(-shift / magnitude)
        return math.copysign(1 / inverse, excess)
    difference_of_squares = square - shift**2
    root = math.sqrt(square * (magnitude / difference_of_squares) ** 2)
    shift_term = float(shift * magnitude / difference_of_squares)
    return math.copysign(root + shift_term, excess)


def _best_of_correlation(n: int, in_true: int, in_pred: int) -> BestCount:
    """Return the N11 for which N N11 - mA mB is the root of the product of margins.

    The four margins are the numbers of pairs together and of pairs apart on each side.
    N is the number of all pairs.
    """
    product = in_true * in_pred * (n - in_true) * (n - in_pred)
    return BestCount(
        rational=Fraction(in_true * in_pred, n), square=Fraction(product, n**2)
    )


def _best_of_sokal_sneath1(n: int, in_true: int, in_pred: int) -> BestCount:
    """Return the N11 for which the four terms of `_sokal_sneath1` add up to 4."""
    # N00 is N11 + (N - mA - mB), so that the terms are N11 * slope + intercept.
    slope_of_n00 = Fraction(1, n - in_true) + Fraction(1, n - in_pred)
    slope = Fraction(1, in_true) + Fraction(1, in_pred) + slope_of_n00
    intercept = (n - in_true - in_pred) * slope_of_n00
    return BestCount((4 - intercept) / slope)


# In the following functions, n, a and b are N, mA and mB.
_BEST_COUNT_OF_INDICES: dict[tuple[str, ...], BestCountOf] = {
    ("rand", "adjusted_rand", "dice", "hubert", "normalized_mirkin"): (
        lambda n, a, b: BestCount(Fraction(a + b, 2))
    ),
    ("wallace1", "russell_rao"): lambda n, a, b: BestCount(a),
    ("wallace2",): lambda n, a, b: BestCount(b),
    ("fowlkes_mallows", "fager_mcgowan"): (
        lambda n, a, b: BestCount(rational=0, square=a * b)
    ),
    ("kulczynski", "mcconnaughey"): (
        lambda n, a, b: BestCount(Fraction(2 * a * b, a + b))
    ),
    ("baulieu1",): lambda n, a, b: BestCount(
        Fraction(a + b, 2) - Fraction((a - b) ** 2, 2 * n)
    ),
    # N N11 - mA mB is mB (N - mB) for "peirce" and mA (N - mA) for "baulieu2". These
    # are its values for a clustering against itself.
    ("peirce",): lambda n, a, b: BestCount(Fraction(b * (n - b + a), n)),
    ("baulieu2",): lambda n, a, b: BestCount(Fraction(a * (n - a + b), n)),
    ("correlation",): _best_of_correlation,
    ("sokal_sneath1",): _best_of_sokal_sneath1,
}
_BEST_COUNTS = {
    index: best_of
    for indices, best_of in _BEST_COUNT_OF_INDICES.items()
    for index in indices
}
"""The N11 of the best value, M, of each of the 17 affine indices.

If the best value of an index is not constant, it is the value of the truth against
itself.
"""


def _covariance(pairs: PairCounts) -> int:
    """Return N11 N00 - N10 N01, which is N N11 - mA mB."""
    return pairs.n11 * pairs.n00 - pairs.n10 * pairs.n01


def _product_of_margins(pairs: PairCounts) -> int:
    """Return (N11 + N10)(N11 + N01)(N00 + N10)(N00 + N01)."""
    together = pairs.in_true * pairs.in_pred
    apart = (pairs.n00 + pairs.n10) * (pairs.n00 + pairs.n01)
    return together * apart


def _sokal_sneath1(pairs: PairCounts) -> float:
    """Return (N11/mA + N11/mB + N00/(N00 + N10) + N00/(N00 + N01)) / 4."""
    if _product_of_margins(pairs) == 0:
        return 0.5  # A term is 0/0, which counts as the level of chance.
    terms = (
        Fraction(pairs.n11, pairs.in_true),
        Fraction(pairs.n11, pairs.in_pred),
        Fraction(pairs.n00, pairs.n00 + pairs.n10),
        Fraction(pairs.n00, pairs.n00 + pairs.n01),
    )
    return float(sum(terms)) / 4


def _fager_mcgowan(pairs: PairCounts) -> float:
    """Return x - y with x = N11 / root(mA mB) and y = 1 / (2 root(mA)).

    mA and mB are the numbers of pairs together in the truth and in the prediction. The
    difference is computed as (x^2 - y^2) / (x + y), whose numerator is exact.
    """
    # The pairs are unordered, which matters because y depends on how often a pair is
    # counted. If mA = 0, y is infinite, so that the worst value is minus infinity. This
    # is also the value if mB = 0 and x is 0/0.
    in_true = pairs.in_true
    in_pred = pairs.in_pred
    if in_true == 0 or in_pred == 0:
        return -math.inf
    product = in_true * in_pred
    square = pairs.n11**2
    # Both x^2 = square / product and y^2 = in_pred / (4 product) may be below the
    # smallest float, about 2**-1022. A factor of 2**(2 bits) brings the larger to about
    # 2**-900.
    largest = max(square, in_pred)
    bits = max(0, (product.bit_length() - largest.bit_length()) // 2 - 450)
    scale = 1 << 2 * bits
    x = math.sqrt(square * scale / product)
    y = math.sqrt(scale / in_true) / 2
    difference_of_squares = (4 * square - in_pred) * scale / (4 * product)
    return math.ldexp(difference_of_squares / (x + y), -bits)


# In the following functions, p has the four counts of pairs.
_FORMULAS: dict[str, Formula] = {
    "rand": lambda p: (p.n11 + p.n00, p.n_pairs),
    "adjusted_rand": lambda p: adjusted_rand(p, expected_pairs_of_cells(p)),
    "jaccard": lambda p: (p.n11, p.n11 + p.n10 + p.n01),
    "jaccard_distance": lambda p: (p.n10 + p.n01, p.n11 + p.n10 + p.n01),
    "wallace1": lambda p: (p.n11, p.in_true),
    "wallace2": lambda p: (p.n11, p.in_pred),
    "dice": lambda p: (2 * p.n11, p.in_true + p.in_pred),
    "correlation": lambda p: cosine(_covariance(p), _product_of_margins(p)),
    "correlation_distance": lambda p: angle(_covariance(p), _product_of_margins(p)),
    "sokal_sneath1": _sokal_sneath1,
    # The ratio is never 0/0, because unequal clusterings have a pair that is together
    # in only one of them.
    "minkowski": lambda p: root_of_ratio(p.n10 + p.n01, p.in_true, undefined=math.inf),
    "hubert": lambda p: (p.n11 + p.n00 - p.n10 - p.n01, p.n_pairs),
    "fowlkes_mallows": lambda p: root_of_ratio(
        p.n11**2, p.in_true * p.in_pred, undefined=0.0
    ),
    "sokal_sneath2": lambda p: (p.n11, p.n11 + 2 * (p.n10 + p.n01)),
    "normalized_mirkin": lambda p: (p.n10 + p.n01, p.n_pairs),
    "kulczynski": lambda p: (
        p.n11 * (p.in_true + p.in_pred),
        2 * p.in_true * p.in_pred,
    ),
    "mcconnaughey": lambda p: (p.n11**2 - p.n10 * p.n01, p.in_true * p.in_pred),
    # The formula is as printed. It is infinite for equal clusterings that have pairs of
    # both kinds. Yule's Q is "goodman_kruskal".
    "yule": lambda p: (_covariance(p), p.n11 * p.n10 + p.n01 * p.n00),
    "baulieu1": lambda p: (
        p.n_pairs * (p.n11 + p.n00) + (p.n10 - p.n01) ** 2,
        p.n_pairs**2,
    ),
    "russell_rao": lambda p: (p.n11, p.n_pairs),
    "fager_mcgowan": _fager_mcgowan,
    "peirce": lambda p: (_covariance(p), p.in_pred * (p.n_pairs - p.in_pred)),
    "baulieu2": lambda p: (_covariance(p), p.n_pairs**2),
    "sokal_sneath3": lambda p: root_of_ratio(
        (p.n11 * p.n00) ** 2, _product_of_margins(p), undefined=0.0
    ),
    "gower_legendre": lambda p: (
        2 * (p.n11 + p.n00),
        2 * (p.n11 + p.n00) + p.n10 + p.n01,
    ),
    "rogers_tanimoto": lambda p: (p.n11 + p.n00, p.n_pairs + p.n10 + p.n01),
    "goodman_kruskal": lambda p: (_covariance(p), p.n11 * p.n00 + p.n10 * p.n01),
}
"""The formulas, in the order of Table 1, for clusterings that are not equal."""


def pair_counting(tables: Tables, metric: str, null_model: str | None = None) -> float:
    """Return an index of Table 1 for the pairs of cells.

    The index is adjusted for chance if there is a null model. Equal clusterings have
    the value that is declared with the index, if it declares one.
    """
    is_weighted = are_weighted(tables)
    if is_weighted and null_model is not None:
        raise ValueError(
            f"`null_model={null_model!r}` is not possible with `sample_weight`, "
            "because with weights the best value changes under permutations, too. Use "
            "`cari_score`, which takes weights."
        )
    if is_weighted and metric == "adjusted_rand":
        # Its mean by chance depends on the weights, and not on the four counts alone.
        return adjusted_rand_of_cells(tables)
    pairs = pairs_of_cells(tables)
    if null_model is not None:
        expected = expected_pairs(pairs, tables, null_model)
        return adjusted_value(pairs, expected, _BEST_COUNTS[metric])
    at_equality = PAIR_COUNTING[metric].at_equality
    if at_equality is not None and pairs.is_equality:
        return at_equality
    return formula_value(pairs, metric)


def formula_value(pairs: PairCounts, index: str) -> float:
    """Return the value of the formula of an index.

    Formulas return a number, or a numerator and a denominator. If the formula is 0/0,
    the value is the level of chance, or the lowest value if the index has no such
    level. If it is x/0, the value is infinite.
    """
    value = _FORMULAS[index](pairs)
    if not isinstance(value, tuple):
        return value
    numerator, denominator = value
    contract = PAIR_COUNTING[index]
    undefined = contract.chance_level
    if undefined is None:
        undefined = contract.lower
    return ratio_of(numerator, denominator, undefined=undefined)


def _null_models(index: str) -> Option:
    """Return the option `null_model` of an index.

    It takes only None if the index has no exact adjustment of its own.
    """
    if index == "normalized_mirkin":
        return not_adjusted(
            "'normalized_mirkin' adjusted for chance is 'adjusted_rand', for which "
            "higher values are better. Use 'adjusted_rand'."
        )
    if index in _BEST_COUNTS:
        return null_models(None, *NULL_MODELS_OF_PAIRS)
    return not_adjusted(
        f"{index!r} is not affine in the number of pairs together in both, so that it "
        "has no exact adjustment. Use `adjusted_for_chance`, or an index with an exact "
        "adjustment, such as 'dice' or 'correlation'."
    )


_PRODUCT = {"null_model": "product"}  # For a clustering, it is the same as "cells".
_BOTH_WALLACE_INDICES = (
    'pair_counting_score(true, pred, metric="wallace1"), '
    'pair_counting_score(true, pred, metric="wallace2")'
)
_SYNONYMS_OF_PAIRS: dict[str, list[Synonym]] = {
    "rand": synonyms("ri", "simple matching", "smc", "Sokal-Michener", "pairwise rand"),
    "adjusted_rand": [
        *synonyms("ari", "corrected rand", "Hubert-Arabie", "arandi", "adj rand"),
        *SYNONYMS_OF_KAPPA,
    ],
    "jaccard": synonyms("iou", "Tanimoto", "pairwise jaccard", "pair jaccard"),
    "jaccard_distance": synonyms("Tanimoto distance", "jaccard dissimilarity"),
    "wallace1": [
        *synonyms("recall", "pair recall", "pairwise recall", "pair counting recall"),
        *synonyms("Wallace I", "Wallace", "sensitivity"),
        *synonyms("adjusted Wallace", "adjusted Wallace 1", **_PRODUCT),
        *synonyms("Braun-Blanquet", expression=f"min({_BOTH_WALLACE_INDICES})"),
        *synonyms("Simpson", expression=f"max({_BOTH_WALLACE_INDICES})"),
    ],
    "wallace2": [
        *synonyms("precision", "pair precision", "pairwise precision"),
        *synonyms("pair counting precision", "Wallace II", "Wallace"),
        *synonyms("adjusted Wallace", "adjusted Wallace 2", **_PRODUCT),
    ],
    "dice": [
        *synonyms(
            "f", "f1", "pair f1", "pairwise f1", "pairwise f", "pair counting f1"
        ),
        *synonyms("Czekanowski", "Czekanowski-Dice", "Sorensen", "Sorensen-Dice"),
        *synonyms("adapted rand error", "Bray-Curtis", expression=COMPLEMENT),
    ],
    "correlation": [
        *synonyms("cc", "Pearson", "Pearson correlation", "phi", "gamma statistics"),
        *synonyms("Hubert's gamma", "normalized gamma", "gamma"),
        *synonyms("mcc", "Matthews correlation", "Matthews corrcoef"),
    ],
    "correlation_distance": synonyms("cd"),
    "hubert": synonyms("Hamann"),
    "fowlkes_mallows": [
        *synonyms("fm", "fmi", "fms", "Ochiai", "Folkes-Mallows", "cosine"),
        *synonyms("Sorgenfrei", expression="{0} ** 2"),
        *synonyms("afm", "adjusted fm", "adjusted Fowlkes-Mallows", **_PRODUCT),
    ],
    "sokal_sneath2": synonyms("Anderberg"),
    "normalized_mirkin": [
        *synonyms("cer", "classification error rate", "rand distance"),
        *synonyms("hamming", "hamming distance"),
        *synonyms(
            "Mirkin",
            "Mirkin distance",
            expression="n * (n - 1) * {0}",
            context=FOR_N_SAMPLES,
        ),
        *synonyms(
            "Binder",
            "Binder's loss",
            expression="n * (n - 1) / 2 * {0}",
            context=f"{FOR_N_SAMPLES} and equal costs",
        ),
    ],
    "kulczynski": synonyms("Driver-Kroeber", "Kulczynski 2"),
    "mcconnaughey": synonyms("McConnaughy"),
    "russell_rao": synonyms("Russel-Rao", "Russell and Rao"),
    "peirce": [
        *synonyms("markedness"),
        *synonyms(
            "informedness",
            "Youden's J",
            "Hanssen-Kuipers",
            expression='pair_counting_score(pred, true, metric="peirce")',
        ),
    ],
    "goodman_kruskal": synonyms("Yule's Q", "gamma", "Goodman-Kruskal gamma"),
}
"""Names that others use for the indices.

Some packages use one of our names for another index. clusterCrit and permetrics call
"correlation" `hubert`, "sokal_sneath2" `sokal_sneath1`, and "gower_legendre"
`sokal_sneath2`.
"""


def _contract_of(
    index: str,
    label: str,
    *,
    greater_is_better: bool = True,
    symmetric: bool = True,
    lower: float = 0.0,
    upper: float = 1.0,
    at_equality: float | None = 1.0,
    chance_level: float | None = None,
    chance_is_exact: bool = False,
    monotone_in: StatisticName | None = "squares",
    unweighted_because: str | None = None,
) -> Contract:
    """Return the contract of an index of Table 1.

    With `chance_is_exact`, the mean over permuted cells is exactly `chance_level`. The
    other parameters are fields of `Contract`.
    """
    return Contract(
        name=index,
        label=label,
        function=pair_counting_score,
        formula=pair_counting,
        source="Gösgens, Tikhonov & Prokhorenkova (2021), Table 1",
        greater_is_better=greater_is_better,
        symmetric=symmetric,
        lower=lower,
        upper=upper,
        at_equality=at_equality,
        chance_level=chance_level,
        chance_is_exact_under=("cells",) if chance_is_exact else (),
        options={"null_model": _null_models(index)},
        fixed={"metric": index},
        monotone_in=monotone_in,
        linear_in_pairs=index in _BEST_COUNTS,
        also_called=_SYNONYMS_OF_PAIRS.get(index, ()),
        unweighted_because=unweighted_because,
    )


_CONTRACTS_OF_TABLE_1 = (
    _contract_of("rand", "Rand"),
    _contract_of(
        "adjusted_rand",
        "adjusted Rand",
        lower=-0.5,
        chance_level=0.0,
        chance_is_exact=True,
    ),
    _contract_of("jaccard", "Jaccard"),
    _contract_of(
        "jaccard_distance", "Jaccard distance", greater_is_better=False, at_equality=0.0
    ),
    _contract_of("wallace1", "Wallace 1", symmetric=False),
    _contract_of("wallace2", "Wallace 2", symmetric=False),
    _contract_of("dice", "Dice"),
    # The correlation is at least -1/2, and this also holds for the pairs of cells.
    _contract_of(
        "correlation", "correlation", lower=-0.5, chance_level=0.0, chance_is_exact=True
    ),
    _contract_of(
        "correlation_distance",
        "correlation distance",
        greater_is_better=False,
        upper=2 / 3,
        at_equality=0.0,
        chance_level=0.5,
    ),
    _contract_of(
        "sokal_sneath1", "Sokal-Sneath 1", chance_level=0.5, chance_is_exact=True
    ),
    _contract_of(
        "minkowski",
        "Minkowski",
        greater_is_better=False,
        symmetric=False,
        upper=math.inf,
        at_equality=0.0,
    ),
    _contract_of("hubert", "Hubert", lower=-1.0),
    _contract_of("fowlkes_mallows", "Fowlkes-Mallows"),
    _contract_of("sokal_sneath2", "Sokal-Sneath 2"),
    _contract_of(
        "normalized_mirkin",
        "normalized Mirkin",
        greater_is_better=False,
        at_equality=0.0,
    ),
    _contract_of("kulczynski", "Kulczynski"),
    _contract_of("mcconnaughey", "McConnaughey", lower=-1.0),
    _contract_of(
        "yule",
        "Yule",
        symmetric=False,
        lower=-math.inf,
        upper=math.inf,
        at_equality=None,
        chance_level=0.0,
        monotone_in=None,
    ),
    _contract_of("baulieu1", "Baulieu 1"),
    _contract_of("russell_rao", "Russell-Rao", at_equality=None),
    _contract_of(
        "fager_mcgowan",
        "Fager-McGowan",
        symmetric=False,
        lower=-math.inf,
        at_equality=None,
        unweighted_because=(
            "its value depends on the number of pairs, which weights do not have"
        ),
    ),
    _contract_of(
        "peirce",
        "Peirce",
        symmetric=False,
        lower=-1.0,
        chance_level=0.0,
        chance_is_exact=True,
    ),
    _contract_of(
        "baulieu2",
        "Baulieu 2",
        lower=-0.25,
        upper=0.25,
        at_equality=None,
        chance_level=0.0,
        chance_is_exact=True,
    ),
    _contract_of("sokal_sneath3", "Sokal-Sneath 3"),
    _contract_of("gower_legendre", "Gower-Legendre"),
    _contract_of("rogers_tanimoto", "Rogers-Tanimoto"),
    _contract_of("goodman_kruskal", "Goodman-Kruskal", lower=-1.0, chance_level=0.0),
)
PAIR_COUNTING = {contract.name: contract for contract in _CONTRACTS_OF_TABLE_1}
"""The contracts by name, in the order of Table 1."""
