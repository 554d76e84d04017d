"""Compute precision and recall of the best matches of biclusters.

The equations have the numbers of Hanczar & Nadif (2013). B is a true bicluster, X is a
predicted bicluster, D is the matrix, and n is the number of cells in both B and X.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from .._laws._random_biclusters import Extent, expected_jaccards, mean_shortfall_of_best
from .._statistics._comparison import BiclusterComparison, compare_biclusterings
from .._statistics._exact import Counts, ratio_or_zero, widened
from .._statistics._overlaps import Compared, Overlaps
from .._structures._progress import with_progress
from .._structures._types import Biclustering
from .._structures._weights import NO_WEIGHTED_FORM, refuse_weights
from ._contract import FLAG, WEIGHT, Contract, Option, Synonym, one_of, synonyms

Floats = NDArray[np.float64]

Correction: TypeAlias = Literal["expected", "expected_best", "space"]
Expectation: TypeAlias = Literal["approximate", "exact"]

SOURCE = "Hanczar & Nadif (2013)"


@refuse_weights(NO_WEIGHTED_FORM)
def bicluster_precision_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean precision of the best match of each true bicluster.

    The score measures how pure the best predicted match of each true bicluster is. Read
    it together with `bicluster_recall_score`, or prefer `bicluster_fbeta_score`,
    because any part of a true bicluster has a precision of 1. A score of 1 means that
    every true bicluster contains a predicted one. Without a correction, 0 means that
    true and predicted biclusters share no cell.

    Let B be the k true biclusters and X the predicted ones, as sets of cells. The score
    is

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|X|} .

    Higher is better. The score is not symmetric. Without a correction, predicted
    biclusters that match nothing do not lower it.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    correction : {None, "expected", "expected_best", "space"}, default=None
        Correction for chance. If None, values are not corrected. "expected" replaces
        every fraction M in the formula by (M - E) / (1 - E), where E = abs(B) / abs(D)
        is the mean of M over random biclusters of the size of X in the matrix D.
        "expected_best" replaces only the best M of each true bicluster, where E is the
        mean of M if all predicted biclusters are placed at random with their numbers of
        rows and columns. "space" is the same as "expected" here.
    clip : bool, default=False
        If True, the best value of a bicluster counts as 0 where it is negative.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1. Without a correction, it is at least
        0.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, or if
        `correction` is unknown.
    TypeError
        If `clip` is not a bool.

    See Also
    --------
    bicluster_similarity_score : Compute the precision of the covered cells, no matter
        which bicluster covers them, as "bicluster_bozdag_e".
    bicluster_fbeta_score : Compute the harmonic mean of precision and recall.

    Notes
    -----
    If neither side has biclusters, the score is 1; if only one side has, it is 0. A
    bicluster without cells scores 0. If B or X is the whole matrix, the correction is
    0/0, and the corrected value is 1 if B = X and 0 otherwise. Corrected values may lie
    far below -1, although [1]_ states that they are at least -1.

    The cost is a matrix product for the rows and another for the columns. With
    "expected_best", it also grows with the number of pairs of different shapes of
    biclusters.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). ICML, PMLR 28(2), 136-144, equations (2) and
       (11).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_precision_score
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 1]], [[1, 1]]  # one row too many
    >>> bicluster_precision_score(true, pred)
    0.666...
    """
    return _score(
        "precision",
        biclusters_true,
        biclusters_pred,
        correction=correction,
        clip=clip,
    )


@refuse_weights(NO_WEIGHTED_FORM)
def bicluster_recall_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean recall of the best match of each true bicluster.

    The score measures how much of each true bicluster its best predicted match covers.
    Read it together with `bicluster_precision_score`, or prefer
    `bicluster_fbeta_score`, because without a correction the whole matrix has a recall
    of 1. A score of 1 means that every true bicluster is part of a predicted one.
    Without a correction, 0 means that true and predicted biclusters share no cell.

    Let B be the k true biclusters and X the predicted ones, as sets of cells. The score
    is

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B|} .

    Higher is better. The score is not symmetric. Without a correction, predicted
    biclusters that match nothing do not lower it.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    correction : {None, "expected", "expected_best", "space"}, default=None
        Correction for chance, as in `bicluster_precision_score`, with E = abs(X) /
        abs(D).
    clip : bool, default=False
        If True, the best value of a bicluster counts as 0 where it is negative.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1. Without a correction, it is at least
        0.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, or if
        `correction` is unknown.
    TypeError
        If `clip` is not a bool.

    See Also
    --------
    bicluster_similarity_score : Compute the recall of the covered cells, no matter
        which bicluster covers them, as "bicluster_bozdag_u".
    bicluster_fbeta_score : Compute the harmonic mean of precision and recall.

    Notes
    -----
    Degenerate input and cost are as in `bicluster_precision_score`.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). ICML, PMLR 28(2), 136-144, equations (3) and
       (11).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_recall_score
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[0, 1, 1]], [[1, 1]]
    >>> bicluster_recall_score(true, pred)
    0.5
    """
    return _score(
        "recall",
        biclusters_true,
        biclusters_pred,
        correction=correction,
        clip=clip,
    )


@refuse_weights(NO_WEIGHTED_FORM)
def bicluster_fbeta_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    beta: float = 1.0,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean F-measure of the best match of each true bicluster.

    The score measures how well each true bicluster is found, by the weighted harmonic
    mean of precision and recall. Prefer ``correction="expected_best"``, because its
    mean is 0 for random biclusters of the predicted sizes and number, whereas the plain
    F-measure favors large predictions. A score of 1 is reached by equal biclusterings.
    Without a correction, 0 means that true and predicted biclusters share no cell.

    Let B be the k true biclusters and X the predicted ones, as sets of cells. The score
    is

    .. math::

        \frac{1}{k} \sum_B \max_X
        \frac{(1 + \beta^2) |B \cap X|}{\beta^2 |B| + |X|} .

    If beta is 1, the F-measure is the Dice index of the cells. Higher is better. The
    score is not symmetric. Without a correction, predicted biclusters that match
    nothing do not lower it.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    beta : float, default=1.0
        Weight of the recall, as in scikit-learn. With 0, the score is the precision.
    correction : {None, "expected", "expected_best", "space"}, default=None
        Correction for chance, as in `bicluster_precision_score`, where E is the mean of
        the F-measure.
    clip : bool, default=False
        If True, the best value of a bicluster counts as 0 where it is negative.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1. Without a correction, it is at least
        0.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, if
        `correction` is unknown, or if `beta` is negative or not finite.
    TypeError
        If `beta` is not a number, or if `clip` is not a bool.

    See Also
    --------
    e4sc_score : Average F1 over both sides, which is symmetric.

    Notes
    -----
    Degenerate input and cost are as in `bicluster_precision_score`.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). ICML, PMLR 28(2), 136-144, equation (10),
       Properties 2 and 5.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_fbeta_score
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 1]], [[1, 1]]  # one row too many
    >>> bicluster_fbeta_score(true, pred)
    0.8
    """
    return _score(
        "fbeta",
        biclusters_true,
        biclusters_pred,
        beta=beta,
        correction=correction,
        clip=clip,
    )


@refuse_weights(NO_WEIGHTED_FORM)
def bicluster_jaccard_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    expectation: Expectation = "approximate",
    clip: bool = False,
) -> float:
    r"""Mean Jaccard index of the best match of each true bicluster.

    The score measures how well each true bicluster is found, by the cells that it
    shares with its best match as a fraction of the cells of either. Prefer
    `bicluster_fbeta_score` if a correction is needed, because the published correction
    of the F-measure is exact. A score of 1 is reached by equal biclusterings. Without a
    correction, 0 means that true and predicted biclusters share no cell.

    Let B be the k true biclusters and X the predicted ones, as sets of cells. The score
    is

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B \cup X|} .

    Higher is better. The score is not symmetric. Without a correction, predicted
    biclusters that match nothing do not lower it.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    correction : {None, "expected", "expected_best", "space"}, default=None
        Correction for chance, as in `bicluster_precision_score`, where E is the mean of
        the Jaccard index. However, "space" corrects precision and recall first and
        combines them afterwards.
    expectation : {"approximate", "exact"}, default="approximate"
        How the mean E is computed. "approximate" takes the Jaccard index at the mean
        overlap, as published; this value is too small. "exact" takes the mean over all
        biclusters with as many rows and columns as X.
    clip : bool, default=False
        If True, the best value of a bicluster counts as 0 where it is negative.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1. Without a correction, it is at least
        0.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, or if
        `correction` or `expectation` is unknown.
    TypeError
        If `clip` is not a bool.

    See Also
    --------
    bicluster_fbeta_score : Compute the F-measure, whose published correction is exact.

    Notes
    -----
    Degenerate input and cost are as in `bicluster_precision_score`. In addition, the
    exact mean is computed for each pair of shapes of biclusters.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). ICML, PMLR 28(2), 136-144, equations (6) and
       (7), Property 3.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_jaccard_score
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 1]], [[1, 1]]  # one row too many
    >>> bicluster_jaccard_score(true, pred)
    0.666...
    """
    return _score(
        "jaccard",
        biclusters_true,
        biclusters_pred,
        expectation=expectation,
        correction=correction,
        clip=clip,
    )


@refuse_weights(NO_WEIGHTED_FORM)
def bicluster_goodness_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    ratio: float = 1.0,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean goodness of the best match of each true bicluster.

    The goodness is the weighted arithmetic mean of precision and recall. Prefer
    `bicluster_fbeta_score` if a good match needs both precision and recall, because a
    large goodness may come from one of them alone. A score of 1 is reached by equal
    biclusterings. Without a correction, 0 means that true and predicted biclusters
    share no cell.

    Let B be the k true biclusters and X the predicted ones, as sets of cells, and let R
    be the `ratio`. The score is

    .. math::

        \frac{1}{k} \sum_B \max_X \frac{1}{R + 1}
        \left( R \frac{|B \cap X|}{|X|} + \frac{|B \cap X|}{|B|} \right) .

    Higher is better. The score is not symmetric. Without a correction, predicted
    biclusters that match nothing do not lower it.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Biclusters of the reference and of the prediction to evaluate. Each argument is
        a tuple of two indicator matrices, dense or sparse, of shapes (n_biclusters,
        n_rows) and (n_biclusters, n_columns), or a fitted estimator.
    ratio : float, default=1.0
        R, the weight of the precision. In contrast, beta of the F-measure is the weight
        of the recall.
    correction : {None, "expected", "expected_best", "space"}, default=None
        Correction for chance, as in `bicluster_jaccard_score`, where E is the mean of
        the goodness.
    clip : bool, default=False
        If True, the best value of a bicluster counts as 0 where it is negative.

    Returns
    -------
    score : float
        Higher is better. The score is at most 1. Without a correction, it is at least
        0.

    Raises
    ------
    ValueError
        If indicators contain other values than 0 and 1 or differ in shape, if
        `correction` is unknown, or if `ratio` is negative or not finite.
    TypeError
        If `ratio` is not a number, or if `clip` is not a bool.

    See Also
    --------
    bicluster_fbeta_score : Compute the harmonic mean, for which both must be large.

    Notes
    -----
    Degenerate input and cost are as in `bicluster_precision_score`.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). ICML, PMLR 28(2), 136-144, equation (9) and
       Property 1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_goodness_score
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 1]], [[1, 1]]  # one row too many
    >>> bicluster_goodness_score(true, pred)
    0.833...
    """
    return _score(
        "goodness",
        biclusters_true,
        biclusters_pred,
        ratio=ratio,
        correction=correction,
        clip=clip,
    )


def _score(
    index: str, true: Biclustering, pred: Biclustering, **options: object
) -> float:
    """Check the options of an index, such as "recall", and return its value."""
    checked = BEST_MATCH[f"bicluster_{index}"].check_options(options)
    return best_match_mean(compare_biclusterings(true, pred), index, **checked)


def best_match_mean(
    comparison: BiclusterComparison,
    index: str,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    beta: float = 1.0,
    ratio: float = 1.0,
    clip: bool = False,
) -> float:
    """Return the mean over true biclusters of the best value over predicted ones.

    `index` is one of "precision", "recall", "fbeta", "jaccard" and "goodness", and the
    options are those of its public function.
    """
    overlaps = comparison.overlaps
    if overlaps.sides_are_equal:  # This includes two sides without biclusters.
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    # Only "goodness" has a ratio, and only "fbeta" has a beta.
    weight = ratio if index == "goodness" else beta
    if correction == "expected_best":
        best = corrected_best_values(overlaps, BiclusterMeasure(index, weight=weight))
    else:
        measure = BiclusterMeasure(
            name=index, correction=correction, expectation=expectation, weight=weight
        )
        # If biclusters share no cell, their uncorrected value is 0. Their corrected
        # value depends on their extents, which are numbers of rows and columns.
        compared: Compared = "shared_cells" if correction is None else "each_extent"
        values = partial(bicluster_values, measure=measure)
        best = overlaps.best_values(values, compared=compared).true
    if clip:
        best = best.clip(min=0.0)
    return float(best.mean())


@dataclass(frozen=True)
class PairSizes:
    """Numbers of cells for all pairs of biclusters, in shapes that broadcast.

    Each pair has a true bicluster B and a predicted bicluster X of the matrix D. In
    `value_at`, the numbers are shares of the cells, so that the matrix has the size 1.
    """

    # The numbers of cells in both B and X, in B, in X, and in the matrix D.
    shared: Counts
    true: Counts
    pred: Counts
    matrix_size: int


@dataclass(frozen=True)
class Ratios:
    """Precision and recall of all pairs, which have the same numerator."""

    numerator: Counts
    precision_denominator: Counts
    recall_denominator: Counts

    @property
    def precision(self) -> Floats:
        """Precision of each pair, which is 0 where its denominator is 0."""
        return ratio_or_zero(self.numerator, self.precision_denominator)

    @property
    def recall(self) -> Floats:
        """Recall of each pair, which is 0 where its denominator is 0."""
        return ratio_or_zero(self.numerator, self.recall_denominator)


def _uncorrected_ratios(sizes: PairSizes) -> Ratios:
    """Return precision n / |X| and recall n / |B| of all pairs, by eqs. (2) and (3).

    B is the true bicluster, X is the predicted one, and they share n cells.
    """
    return Ratios(
        numerator=sizes.shared,
        precision_denominator=sizes.pred,
        recall_denominator=sizes.true,
    )


def _corrected_ratios(sizes: PairSizes) -> Ratios:
    """Return corrected precision and recall of all pairs, by eq. (11).

    Corrected precision is (pre - |B|/|D|) / (1 - |B|/|D|), and corrected recall is
    (rec - |X|/|D|) / (1 - |X|/|D|). B is the true bicluster, X is the predicted one,
    and D is the matrix. Precision is n/|X| and recall is n/|B|. If corrected precision
    is expanded by |X| |D|, and corrected recall by |B| |D|, both have the numerator
    n |D| - |B| |X|.
    """
    return Ratios(
        numerator=sizes.shared * sizes.matrix_size - sizes.true * sizes.pred,
        precision_denominator=sizes.pred * (sizes.matrix_size - sizes.true),
        recall_denominator=sizes.true * (sizes.matrix_size - sizes.pred),
    )


def _fbeta(ratios: Ratios, beta: float) -> Floats:
    """Return the weighted harmonic mean of precision and recall, by eq. (10).

    Both ratios have the same numerator. By Property 2, their harmonic mean is this
    numerator, divided by the weighted arithmetic mean of the denominators.
    """
    # The square of a large beta would be infinite, but the square of its inverse is
    # finite.
    if beta <= 1:
        recall_share = beta**2 / (1 + beta**2)
    else:
        recall_share = 1 / (1 + (1 / beta) ** 2)
    denominator = _weighted_mean(
        ratios.precision_denominator,
        ratios.recall_denominator,
        second_share=recall_share,
    )
    return ratio_or_zero(ratios.numerator, denominator)


def _jaccard(ratios: Ratios) -> Floats:
    """Return the Jaccard index, 1 / (1/pre + 1/rec - 1) of eq. (7).

    The precision pre and the recall rec have the same numerator, by which numerator and
    denominator of the formula are multiplied.
    """
    denominators = ratios.precision_denominator + ratios.recall_denominator
    return ratio_or_zero(ratios.numerator, denominators - ratios.numerator)


def _goodness(ratios: Ratios, precision_weight: float) -> Floats:
    """Return the goodness, (R pre + rec) / (R + 1) of eq. (9).

    R is the weight of precision.
    """
    recall_share = 1 / (precision_weight + 1)
    return _weighted_mean(ratios.precision, ratios.recall, second_share=recall_share)


def _corrected_goodness(sizes: PairSizes, precision_weight: float) -> Floats:
    """Return the goodness corrected by its mean E, which is (good - E) / (1 - E).

    By Property 1, E is (R |B| + |X|) / ((R + 1) |D|), where R is the weight of
    precision. For n shared cells, the goodness is E n |D| / (|B| |X|). Its difference
    from E is therefore E times (n |D| - |B| |X|) / (|B| |X|).
    """
    recall_share = 1 / (precision_weight + 1)
    # These are E and 1 - E, both multiplied by |D|.
    mean = _weighted_mean(sizes.true, sizes.pred, second_share=recall_share)
    room = _weighted_mean(
        sizes.matrix_size - sizes.true,
        sizes.matrix_size - sizes.pred,
        second_share=recall_share,
    )
    excess = _corrected_ratios(sizes).numerator  # n |D| - |B| |X|
    return ratio_or_zero(mean, room) * ratio_or_zero(excess, sizes.true * sizes.pred)


def _approximately_corrected_jaccard(sizes: PairSizes) -> Floats:
    """Return (J - E) / (1 - E) with the approximate mean E of the Jaccard index J.

    Let s = |B| + |X| and m = |B| |X| / |D|. By Property 3, E is m / (s - m). For n
    shared cells, J is n / (s - n). The result is therefore s / (s - n) times
    (n - m) / (s - 2 m). In the second factor, numerator and denominator are multiplied
    by |D|.
    """
    ratios = _corrected_ratios(sizes)
    denominators = ratios.precision_denominator + ratios.recall_denominator
    sum_of_sizes = sizes.true + sizes.pred
    united = sum_of_sizes - sizes.shared
    second_factor = ratio_or_zero(ratios.numerator, denominators)
    return ratio_or_zero(sum_of_sizes, united) * second_factor


def _weighted_mean(first: Counts, second: Counts, *, second_share: float) -> Counts:
    """Return the weighted means of the numbers of two arrays, elementwise.

    The second has the weight `second_share`, and the first has 1 - `second_share`.
    The mean of equal numbers is exactly their value.
    """
    return first + (second - first) * second_share


_MEASURES: dict[str, Callable[[Ratios, float], Floats]] = {
    "precision": lambda ratios, _: ratios.precision,
    "recall": lambda ratios, _: ratios.recall,
    "fbeta": _fbeta,
    "jaccard": lambda ratios, _: _jaccard(ratios),
    "goodness": _goodness,
}
"""The measures as functions of precision and recall, and of beta or R."""

_CORRECTED_BY_OWN_MEAN: dict[str, Callable[[PairSizes, float], Floats]] = {
    "jaccard": lambda sizes, _: _approximately_corrected_jaccard(sizes),
    "goodness": _corrected_goodness,
}
"""The measures that are corrected by their own mean, as functions of sizes and of R.

The other measures are computed from corrected precision and recall.
"""


@dataclass(frozen=True)
class BiclusterMeasure:
    """Index with a correction, and with beta or R as its weight.

    beta is the weight of the F-measure, and R is the weight of the goodness.
    """

    name: str
    correction: str | None = None
    expectation: str = "approximate"
    weight: float = 1.0

    @property
    def is_exactly_corrected_jaccard(self) -> bool:
        """Whether the mean that corrects the index depends on more than the sizes."""
        return (
            self.name == "jaccard"
            and self.correction == "expected"
            and self.expectation == "exact"
        )

    def values(self, sizes: PairSizes) -> Floats:
        """Return the values of all pairs, corrected if the measure has a correction.

        The values are corrected by their own mean, or computed from corrected precision
        and recall. The sizes determine only the approximate mean of the Jaccard index;
        `bicluster_values` corrects it by its exact mean.
        """
        if self.correction == "expected" and self.name in _CORRECTED_BY_OWN_MEAN:
            return _CORRECTED_BY_OWN_MEAN[self.name](sizes, self.weight)
        if self.correction is None:
            ratios = _uncorrected_ratios(sizes)
        else:
            ratios = _corrected_ratios(sizes)
        return _MEASURES[self.name](ratios, self.weight)


def bicluster_values(overlaps: Overlaps, measure: BiclusterMeasure) -> Floats:
    """Return the value of an index for each pair, of shape (n_true, n_pred)."""
    # No number that a measure computes from the counts is larger than this bound. If
    # the bound does not fit into 64 bits, the counts are Python integers.
    bound = 4 * overlaps.n_cells**2
    true_sizes = widened(overlaps.true.sizes, bound)
    pred_sizes = widened(overlaps.pred.sizes, bound)
    sizes = PairSizes(
        shared=widened(overlaps.shared_cells, bound),
        true=true_sizes[:, None],
        pred=pred_sizes[None, :],
        matrix_size=overlaps.n_cells,
    )
    if measure.is_exactly_corrected_jaccard:
        values = _exactly_corrected_jaccard(overlaps)
    else:
        values = measure.values(sizes)
    # A bicluster without cells scores 0, and it is equal to none. If the true or the
    # predicted bicluster is the whole matrix, the corrected indices are 0/0. Their
    # value is then 1 if both are equal, and otherwise 0.
    have_cells = np.asarray((sizes.true > 0) & (sizes.pred > 0), dtype=bool)
    values = np.where(have_cells, values, 0.0)
    return np.where(overlaps.equal_pairs, 1.0, values)


def value_at(
    precision: Floats, recall: Floats, fraction: float, measure: BiclusterMeasure
) -> Floats:
    """Return the value of an index at points of the precision-recall space.

    `fraction` is |B| / |D|, the share of the cells of the matrix D that are in the true
    bicluster B. No precision may be 0.
    """
    # Equations (2) and (3) are solved for the n shared cells and for the size of the
    # predicted bicluster X, which gives n = rec |B| and |X| = n / pre. All sizes are
    # shares of |D|, so that the matrix has the size 1.
    shared = recall * fraction
    sizes = PairSizes(
        shared=shared, true=np.array(fraction), pred=shared / precision, matrix_size=1
    )
    return measure.values(sizes)


def corrected_best_values(overlaps: Overlaps, measure: BiclusterMeasure) -> Floats:
    """Return the best value for each true bicluster, corrected by its mean by chance.

    The `measure` itself has no correction. By chance, every predicted bicluster is
    placed independently, with the same numbers of rows and columns. If the best value
    by chance is always 1, the corrected value is 1 if a predicted bicluster is equal to
    the true one, and otherwise 0.
    """
    best = overlaps.best_values(partial(bicluster_values, measure=measure)).true
    is_found = overlaps.best_values(lambda block: block.equal_pairs.astype(float)).true
    # Let M be the best value and E its mean. (M - E) / (1 - E) is written as
    # 1 - (1 - M) / (1 - E), whose terms are computed without cancellation.
    expected_shortfalls = _expected_shortfalls(overlaps, measure)
    corrected = 1 - ratio_or_zero(1 - best, expected_shortfalls)
    return np.where(expected_shortfalls > 0, corrected, is_found)


def _expected_shortfalls(overlaps: Overlaps, measure: BiclusterMeasure) -> Floats:
    """Return 1 - E for each true bicluster, where E is its mean best value by chance.

    It depends only on the extents (numbers of rows and columns) of the biclusters, and
    is computed once for each extent of a true bicluster. The `measure` has no
    correction.
    """
    pred_extents, extent_of_pred = overlaps.pred.distinct_extents
    n_pred_of_extent = np.bincount(extent_of_pred, minlength=len(pred_extents))
    has_cells = pred_extents.all(axis=1)

    def expected_shortfall(true_extent: Extent) -> float:
        """Return 1 - E, where E is the mean best value for a true bicluster.

        The true bicluster has these numbers of rows and columns.
        """
        n_rows, n_columns = true_extent
        if n_rows == 0 or n_columns == 0:  # A bicluster without cells always scores 0.
            return 1.0
        true_size = np.array(float(n_rows) * n_columns)

        def values(shared: Floats, pred_sizes: Floats) -> Floats:
            """Return the measure for numbers of shared cells and predicted sizes."""
            sizes = PairSizes(
                shared=shared,
                true=true_size,
                pred=pred_sizes,
                matrix_size=overlaps.n_cells,
            )
            return measure.values(sizes)

        return mean_shortfall_of_best(
            shape=overlaps.true.shape,  # the shape of the matrix
            extent=true_extent,
            random_extents=pred_extents[has_cells],
            numbers=n_pred_of_extent[has_cells],
            value=values,
        )

    return _by_true_extent(overlaps, expected_shortfall)


def _exactly_corrected_jaccard(overlaps: Overlaps) -> Floats:
    """Return (J - E) / (1 - E) with the exact mean E of the Jaccard index J.

    The result has the shape (n_true, n_pred). E is the mean over random biclusters with
    the same extent as the predicted one, which is its number of rows and its number of
    columns.
    """
    pred_extents, extent_of_pred = overlaps.pred.distinct_extents
    has_cells = pred_extents.all(axis=1)

    def means_by_pred_extent(true_extent: Extent) -> Floats:
        """Return E of a true bicluster of this extent, for each predicted extent."""
        # If a bicluster has no cells, its mean is not used, and 0 takes its place.
        means = np.zeros(len(pred_extents))
        if 0 not in true_extent:
            means[has_cells] = expected_jaccards(
                overlaps.true.shape, true_extent, pred_extents[has_cells]
            )
        return means

    # (n_true, n_pred_extents): The means for the extent of each true bicluster.
    means_of_extents = _by_true_extent(overlaps, means_by_pred_extent)
    means = means_of_extents[:, extent_of_pred]  # (n_true, n_pred)
    return ratio_or_zero(overlaps.jaccard - means, 1 - means)


def _by_true_extent(
    overlaps: Overlaps, compute: Callable[[Extent], float | Floats]
) -> Floats:
    """Return, for each true bicluster, the result of `compute` for its extent.

    The extent is the number of rows and the number of columns. `compute` is called once
    for equal extents. It returns a number or an array, which becomes a row.
    """
    true_extents, extent_of_true = overlaps.true.distinct_extents
    extents = [(n_rows, n_columns) for n_rows, n_columns in true_extents.tolist()]
    unit = "shapes of true biclusters"  # This is the unit in a warning of a long loop.
    extents_with_progress = with_progress(extents, len(extents), unit, advice="")
    results = np.array([compute(extent) for extent in extents_with_progress])
    return results[extent_of_true]


def _contracts_of_index(
    index: str,
    function: Callable[..., float],
    equation: str,
    *,
    label: str,
    options: Mapping[str, Option],
    lower: float = -1.0,
    also_called: Sequence[Synonym] = (),
) -> dict[str, Contract]:
    """Return the contracts of an index and of two corrections for chance, by name.

    `equation` is the number of the equation that defines the index. `options` are
    options that only this index has. Without a correction, the lower bound is 0.
    `lower` is the lower bound with the correction "expected" and without `clip`. The
    name of the plain index follows from the name of its function. The formula of all
    three contracts is `best_match_mean`, which takes a `BiclusterComparison`. Corrected
    forms do not have the options `correction` and `expectation`.
    """
    plain = Contract(
        label=label,
        function=function,
        formula=partial(best_match_mean, index=index),
        source=f"{SOURCE}, {equation}",
        structure="biclustering",
        symmetric=False,
        options={
            "correction": one_of(None, *get_args(Correction)),
            **options,
            "clip": FLAG,
        },
        also_called=also_called,
    )
    # Suppose that the predicted bicluster is random with its numbers of rows and
    # columns. The mean of the corrected index of one true and one predicted bicluster
    # is then exactly 0 (for the Jaccard index, with the exact expectation). However,
    # the best of several values is better than chance. "expected_best" subtracts the
    # mean of the best value, so that its mean is exactly 0 for any number of predicted
    # biclusters that are placed independently. It has no lower bound. Neither mean is
    # exact if the predicted biclusters move together, as under the null model
    # "product". Therefore, the contracts name no null model with an exact mean.
    fixed = {"correction": "expected"}
    if "expectation" in options:
        fixed["expectation"] = "exact"
    # A variant has all fields that are not changed here, except the synonyms.
    corrected = plain.variant(
        name=f"corrected_bicluster_{index}",
        label=f"corrected {plain.label}",
        source=f"{SOURCE}, section 4",
        lower=lower,
        chance_level=0.0,
        options={
            name: option for name, option in plain.options.items() if name not in fixed
        },
        fixed=fixed,
    )
    best_corrected = corrected.variant(
        name=f"expected_best_bicluster_{index}",
        label=f"best-corrected {plain.label}",
        source=f"this package; {SOURCE}, {equation}",
        lower=-math.inf,
        fixed={"correction": "expected_best"},
    )
    return {contract.name: contract for contract in (plain, corrected, best_corrected)}


BEST_MATCH = {
    **_contracts_of_index(
        "precision",
        bicluster_precision_score,
        "equation (2)",
        label="bicluster precision",
        options={},
        lower=-math.inf,
    ),
    **_contracts_of_index(
        "recall",
        bicluster_recall_score,
        "equation (3)",
        label="bicluster recall",
        options={},
        lower=-math.inf,
    ),
    **_contracts_of_index(
        "fbeta",
        bicluster_fbeta_score,
        "equation (10)",
        label="bicluster F-measure",
        options={"beta": WEIGHT},
        also_called=synonyms("f", "f1"),
    ),
    **_contracts_of_index(
        "jaccard",
        bicluster_jaccard_score,
        "equation (6)",
        label="bicluster Jaccard",
        options={"expectation": one_of(*get_args(Expectation))},
        also_called=synonyms("iou"),
    ),
    **_contracts_of_index(
        "goodness",
        bicluster_goodness_score,
        "equation (9)",
        label="bicluster goodness",
        options={"ratio": WEIGHT},
    ),
}
"""The contracts of the five indices, plain and corrected, by name."""
