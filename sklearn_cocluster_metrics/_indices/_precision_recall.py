"""Precision and recall of best matches: Hanczar & Nadif (2013), with their equations.

B is a true bicluster, X a predicted one, D the matrix; n cells are in both B and X.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from .._laws._random_biclusters import Extent, expected_jaccards, mean_shortfall_of_best
from .._statistics._biclusters import Overlaps, ratio
from .._statistics._comparison import BiclusterComparison, compare_biclusterings
from .._statistics._contingency import Counts, widened
from .._structures._arguments import Biclustering
from .._structures._progress import with_progress
from ._contract import FLAG, WEIGHT, Contract, Option, one_of

Floats = NDArray[np.float64]

Correction: TypeAlias = Literal["expected", "expected_best", "space"]
Expectation: TypeAlias = Literal["approximate", "exact"]

SOURCE = "Hanczar & Nadif (2013)"


def bicluster_precision_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean precision of the best match of each true bicluster.

    With k true biclusters B and predicted X,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|X|} .

    Higher is better. Equal biclusterings score 1, as does any part of a true bicluster.
    Not symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E = abs(B) / abs(D)
        is its mean over random biclusters of the size of X in the matrix D.
        "expected_best": M is the best value and E its mean if all predicted biclusters
        are placed at random with their numbers of rows and columns. "space": as
        "expected".
    clip : bool, default=False
        Whether best values below 0 count as 0.

    Returns
    -------
    score : float
        At most 1; uncorrected, at least 0.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape; if `correction` is unknown.
    TypeError
        If `clip` is no bool.

    See Also
    --------
    bicluster_fbeta_score : Harmonic mean of precision and recall.

    Notes
    -----
    Two sides without biclusters score 1, one 0. A bicluster without cells scores 0.
    Where B or X is the whole matrix, the corrected value is 1 if B = X, else 0.
    Corrected values may lie far below -1, contrary to [1]_.

    Cost: one matrix product per mode; with "expected_best", also about 60 ms for 20
    times 20 shapes of biclusters in 1000 x 50 cells.

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
    given = {"correction": correction, "clip": clip}
    return _score(biclusters_true, biclusters_pred, "precision", given)


def bicluster_recall_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean recall of the best match of each true bicluster.

    With k true biclusters B and predicted X,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B|} .

    Higher is better. Equal biclusterings score 1, as does the whole matrix, unless it
    is corrected. Not symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    correction : {None, "expected", "expected_best", "space"}, default=None
        As in `bicluster_precision_score`, with E = abs(X) / abs(D).
    clip : bool, default=False
        Whether best values below 0 count as 0.

    Returns
    -------
    score : float
        At most 1; uncorrected, at least 0.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape; if `correction` is unknown.
    TypeError
        If `clip` is no bool.

    See Also
    --------
    bicluster_fbeta_score : Harmonic mean of precision and recall.

    Notes
    -----
    Degenerate input and cost: as `bicluster_precision_score`.

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
    given = {"correction": correction, "clip": clip}
    return _score(biclusters_true, biclusters_pred, "recall", given)


def bicluster_fbeta_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    beta: float = 1.0,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean F-measure of the best match of each true bicluster.

    The weighted harmonic mean of precision and recall; for beta = 1 it is the Dice
    index of the cells. With k true biclusters B and predicted X,

    .. math::

        \frac{1}{k} \sum_B \max_X
        \frac{(1 + \beta^2) |B \cap X|}{\beta^2 |B| + |X|} .

    Higher is better. Equal biclusterings score 1. Not symmetric: unmatched predicted
    biclusters cost nothing.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    beta : float, default=1.0
        Weight of the recall, as in scikit-learn; with 0, the score is the precision.
    correction : {None, "expected", "expected_best", "space"}, default=None
        As in `bicluster_precision_score`, with the mean E of the F-measure.
    clip : bool, default=False
        Whether best values below 0 count as 0.

    Returns
    -------
    score : float
        At most 1; uncorrected, at least 0.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape, `correction` is unknown, or
        `beta` is negative or not finite.
    TypeError
        If `beta` is no number or `clip` no bool.

    See Also
    --------
    e4sc_score : Symmetric: F1 over both sides.

    Notes
    -----
    Degenerate input and cost: as `bicluster_precision_score`.

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
    given = {"beta": beta, "correction": correction, "clip": clip}
    return _score(biclusters_true, biclusters_pred, "fbeta", given)


def bicluster_jaccard_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    expectation: Expectation = "approximate",
    clip: bool = False,
) -> float:
    r"""Mean Jaccard index of the best match of each true bicluster.

    With k true biclusters B and predicted X,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B \cup X|} .

    Higher is better. Equal biclusterings score 1. Not symmetric: unmatched predicted
    biclusters cost nothing.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    correction : {None, "expected", "expected_best", "space"}, default=None
        As in `bicluster_precision_score`, with the mean E of the Jaccard index, but
        "space" corrects precision and recall, then combines them.
    expectation : {"approximate", "exact"}, default="approximate"
        "approximate": E as published, the Jaccard index at the mean overlap, which is
        too small. "exact": the mean over all biclusters with as many rows and columns
        as X.
    clip : bool, default=False
        Whether best values below 0 count as 0.

    Returns
    -------
    score : float
        At most 1; uncorrected, at least 0.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape, or `correction` or
        `expectation` is unknown.
    TypeError
        If `clip` is no bool.

    See Also
    --------
    bicluster_fbeta_score : F-measure, whose published correction is exact.

    Notes
    -----
    Degenerate input and cost: as `bicluster_precision_score`; the exact mean takes at
    most 0.5 ms for each pair of shapes in 1000 x 1000 cells.

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
    given = {"expectation": expectation, "correction": correction, "clip": clip}
    return _score(biclusters_true, biclusters_pred, "jaccard", given)


def bicluster_goodness_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    ratio: float = 1.0,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean goodness of the best match of each true bicluster.

    The weighted arithmetic mean of precision and recall. With k true biclusters B and
    predicted X,

    .. math::

        \frac{1}{k} \sum_B \max_X \frac{1}{R + 1}
        \left( R \frac{|B \cap X|}{|X|} + \frac{|B \cap X|}{|B|} \right) .

    Higher is better. Equal biclusterings score 1. Not symmetric.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    ratio : float, default=1.0
        R, the weight of the precision; beta of the F-measure is that of the recall.
    correction : {None, "expected", "expected_best", "space"}, default=None
        As in `bicluster_jaccard_score`, with the mean E of the goodness.
    clip : bool, default=False
        Whether best values below 0 count as 0.

    Returns
    -------
    score : float
        At most 1; uncorrected, at least 0.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 or differ in shape, `correction` is unknown, or
        `ratio` is negative or not finite.
    TypeError
        If `ratio` is no number or `clip` no bool.

    See Also
    --------
    bicluster_fbeta_score : Harmonic mean, for which both must be large.

    Notes
    -----
    Degenerate input and cost: as `bicluster_precision_score`.

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
    given = {"ratio": ratio, "correction": correction, "clip": clip}
    return _score(biclusters_true, biclusters_pred, "goodness", given)


def _score(
    true: Biclustering, pred: Biclustering, index: str, options: Mapping[str, Any]
) -> float:
    """Check the options, and score the best matches."""
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
    """Mean over the true biclusters of the best value over the predicted ones."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    weight = ratio if index == "goodness" else beta
    if correction == "expected_best":
        best = best_less_expected(overlaps, SpaceMeasure(index, weight=weight))
    else:  # a corrected value is not 0 where biclusters share no cell
        measure = SpaceMeasure(index, correction, expectation, weight)
        values = partial(bicluster_values, measure=measure)
        best, _ = overlaps.best(values, "extents" if correction else "cells")
    return float(best.clip(min=0.0).mean() if clip else best.mean())


class PairSizes(NamedTuple):
    """Counts of cells of all pairs, in shapes that broadcast."""

    shared: Counts
    true: Counts
    pred: Counts
    matrix: int


class Ratios(NamedTuple):
    """Precision and recall of all pairs: one numerator over two denominators."""

    numerator: Counts
    of_precision: Counts
    of_recall: Counts


def _printed(sizes: PairSizes) -> Ratios:
    """Precision n / |X| and recall n / |B|: eqs. (2) and (3)."""
    return Ratios(sizes.shared, sizes.pred, sizes.true)


def _corrected(sizes: PairSizes) -> Ratios:
    """(pre - |B|/|D|) / (1 - |B|/|D|), and rec with |X|: eq. (11), times |D|."""
    shared, true, pred, matrix = sizes
    excess = shared * matrix - true * pred
    return Ratios(excess, pred * (matrix - true), true * (matrix - pred))


def _fbeta(ratios: Ratios, beta: float) -> Floats:
    """Weighted harmonic mean: eq. (10), and Property 2; a large beta can be squared."""
    share = beta**2 / (1 + beta**2) if beta <= 1 else 1 / (1 + (1 / beta) ** 2)
    mean = _weighted(ratios.of_precision, ratios.of_recall, share)
    return ratio(ratios.numerator, mean)


def _jaccard(ratios: Ratios, weight: float) -> Floats:
    """1 / (1/pre + 1/rec - 1): eq. (7)."""
    whole = ratios.of_precision + ratios.of_recall - ratios.numerator
    return ratio(ratios.numerator, whole)


def _goodness(ratios: Ratios, importance: float) -> Floats:
    """(R pre + rec) / (R + 1): eq. (9)."""
    precision = ratio(ratios.numerator, ratios.of_precision)
    recall = ratio(ratios.numerator, ratios.of_recall)
    return _weighted(precision, recall, 1 / (importance + 1))


def _goodness_less_mean(sizes: PairSizes, importance: float) -> Floats:
    """Property 1: the mean is (R |B| + |X|) / ((R + 1) |D|)."""
    share = 1 / (importance + 1)
    mean = _weighted(sizes.true, sizes.pred, share)
    room = _weighted(sizes.matrix - sizes.true, sizes.matrix - sizes.pred, share)
    excess = _corrected(sizes).numerator
    return ratio(mean, room) * ratio(excess, sizes.true * sizes.pred)


def _jaccard_less_approximate_mean(sizes: PairSizes, weight: float) -> Floats:
    """Property 3: the mean is approximately m / (|B| + |X| - m), m = |B| |X| / |D|."""
    excess, of_precision, of_recall = _corrected(sizes)
    both = sizes.true + sizes.pred
    return ratio(both, both - sizes.shared) * ratio(excess, of_precision + of_recall)


def _weighted(one: Counts, other: Counts, share: float) -> Counts:
    """Weighted mean; exactly the common value if both are equal."""
    return one + (other - one) * share


_MEASURES: dict[str, Callable[[Ratios, float], Floats]] = {
    "precision": lambda ratios, _: ratio(ratios.numerator, ratios.of_precision),
    "recall": lambda ratios, _: ratio(ratios.numerator, ratios.of_recall),
    "fbeta": _fbeta,
    "jaccard": _jaccard,
    "goodness": _goodness,
}
"""The measures in the space; the second argument is beta or R."""

_LESS_MEAN = {
    "jaccard": _jaccard_less_approximate_mean,
    "goodness": _goodness_less_mean,
}
"""Those whose correction by their mean is not their value in the corrected space."""


class SpaceMeasure(NamedTuple):
    """An index, its correction, and beta of the F-measure or R of the goodness."""

    name: str
    correction: str | None = None
    expectation: str = "approximate"
    weight: float = 1.0

    def of(self, sizes: PairSizes) -> Floats:
        """Evaluate it, corrected by its mean or in the corrected space."""
        if self.correction == "expected" and self.name in _LESS_MEAN:
            return _LESS_MEAN[self.name](sizes, self.weight)
        ratios = _printed(sizes) if self.correction is None else _corrected(sizes)
        return _MEASURES[self.name](ratios, self.weight)


def bicluster_values(overlaps: Overlaps, measure: SpaceMeasure) -> Floats:
    """Value of an index for each true with each predicted bicluster."""
    # A bicluster without cells scores 0. Where the bicluster or the prediction is the
    # whole matrix the corrected indices are 0/0: the value is 1 if B = X, else 0.
    # No product is above four times |D| squared.
    bound = 4 * overlaps.n_cells**2
    shared = widened(overlaps.shared_cells, bound)
    true, pred = (widened(s.sizes, bound) for s in (overlaps.true, overlaps.pred))
    sizes = PairSizes(shared, true[:, None], pred[None, :], overlaps.n_cells)
    if measure[:3] == ("jaccard", "expected", "exact"):
        values = _jaccard_less_mean(overlaps)
    else:
        values = measure.of(sizes)
    some = np.asarray((sizes.true > 0) & (sizes.pred > 0), dtype=bool)
    values = np.where(some, values, 0.0)
    return np.where(overlaps.equal_pairs, 1.0, values)


def value_at(
    precision: Floats, recall: Floats, fraction: float, measure: SpaceMeasure
) -> Floats:
    """Value of an index at points of the precision-recall space."""
    # `fraction` is |B| / |D|. Equations (2) and (3) are solved for the other counts: n
    # = rec |B| and |X| = n / pre. No precision may be 0.
    shared = recall * fraction
    sizes = PairSizes(shared, np.array(fraction), shared / precision, 1)
    return measure.of(sizes)


def best_less_expected(overlaps: Overlaps, plain: SpaceMeasure) -> Floats:
    """Correct the best value for each true bicluster by the mean best by chance."""
    # (M - E) / (1 - E) is written as 1 - (1 - M) / (1 - E), whose terms are computed
    # without cancellation. Chance places every predicted bicluster independently, with
    # its numbers of rows and columns. Where that always is 1, the value is 1 if one of
    # them equals the true one, else 0.
    best, _ = overlaps.best(partial(bicluster_values, measure=plain))
    shortfalls = _shortfalls_of_best(overlaps, plain)
    found, _ = overlaps.best(lambda block: block.equal_pairs.astype(float))
    corrected = 1 - ratio(1 - best, shortfalls)
    return np.where(shortfalls > 0, corrected, found)


def _shortfalls_of_best(overlaps: Overlaps, plain: SpaceMeasure) -> Floats:
    """Mean of 1 less the best value by chance, once for each true extent."""
    others, of_pred = overlaps.pred.extents
    numbers = np.bincount(of_pred, minlength=len(others))
    kept = others.all(axis=1)
    random = others[kept], numbers[kept]

    def shortfall(extent: Extent) -> float:
        if 0 in extent:  # scores 0 against every bicluster
            return 1.0
        size = np.array(float(extent[0]) * extent[1])

        def value(shared: Floats, other_size: Floats) -> Floats:
            return plain.of(PairSizes(shared, size, other_size, overlaps.n_cells))

        return mean_shortfall_of_best(overlaps.true.shape, extent, *random, value)

    return _by_true_extent(overlaps, shortfall)


def _jaccard_less_mean(overlaps: Overlaps) -> Floats:
    """(J - E) / (1 - E) with the exact mean E of the Jaccard index J."""
    others, of_pred = overlaps.pred.extents
    kept = others.all(axis=1)

    def means_of(extent: Extent) -> Floats:
        found = np.zeros(len(others))
        if 0 not in extent:
            found[kept] = expected_jaccards(overlaps.true.shape, extent, others[kept])
        return found

    means = _by_true_extent(overlaps, means_of)[:, of_pred]
    return ratio(overlaps.jaccard - means, 1 - means)


def _by_true_extent(overlaps: Overlaps, values: Callable[[Extent], Any]) -> Floats:
    """Compute values once for each true extent; return those of the biclusters."""
    distinct, of_true = overlaps.true.extents
    extents = [(rows, columns) for rows, columns in distinct.tolist()]
    what = "shapes of true biclusters"
    shown = with_progress(extents, len(extents), what, cure="")
    return np.array([values(extent) for extent in shown])[of_true]


def _contracts(
    index: str,
    function: Callable[..., float],
    equation: str,
    lower: float = -1.0,
    **own: Option,
) -> dict[str, Contract]:
    """Make three contracts: of the index, and of two corrections for chance."""
    # Where the predicted bicluster is random with its numbers of rows and columns, the
    # mean of the corrected index of one true and one predicted bicluster is exactly 0
    # (for the Jaccard index, with the exact expectation); the best of several is better
    # than chance. `lower` bounds it. "expected_best" subtracts the mean of the best:
    # exactly 0 for any number of predicted biclusters, each placed independently; it
    # has no lower bound. Neither mean is exact where the predicted biclusters move
    # together, as under "product".
    options = {**own, "clip": FLAG}
    exact = {"expectation": "exact"} if "expectation" in own else {}
    plain = Contract(
        function=function,
        formula=partial(best_match_mean, index=index),
        source=f"{SOURCE}, {equation}",
        structure="biclustering",
        symmetric=False,
        options={"correction": one_of(None, *get_args(Correction)), **options},
    )
    options = {name: options[name] for name in options if name not in exact}
    corrected = replace(
        plain,
        name=f"corrected_bicluster_{index}",
        source=f"{SOURCE}, section 4",
        lower=lower,
        chance_level=0.0,
        options=options,
        fixed={"correction": "expected", **exact},
    )
    best_corrected = replace(
        corrected,
        name=f"expected_best_bicluster_{index}",
        source=f"this package; {SOURCE}, {equation}",
        lower=-math.inf,
        fixed={"correction": "expected_best"},
    )
    return {contract.name: contract for contract in (plain, corrected, best_corrected)}


BEST_MATCH = {
    **_contracts("precision", bicluster_precision_score, "equation (2)", -math.inf),
    **_contracts("recall", bicluster_recall_score, "equation (3)", -math.inf),
    **_contracts("fbeta", bicluster_fbeta_score, "equation (10)", beta=WEIGHT),
    **_contracts(
        "jaccard",
        bicluster_jaccard_score,
        "equation (6)",
        expectation=one_of(*get_args(Expectation)),
    ),
    **_contracts("goodness", bicluster_goodness_score, "equation (9)", ratio=WEIGHT),
}
"""The contracts of the five indices, plain and corrected, by name."""
