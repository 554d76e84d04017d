"""Best predicted match of every true bicluster: Hanczar & Nadif (2013), section 2.

A corrected value below 0 is worse than chance; section 4 of the paper allows counting
it as 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._statistics._comparison import BiclusterComparison, compare_biclusterings
from .._statistics._overlaps import Overlaps
from .._structures._arguments import Biclustering
from ._contract import FLAG, WEIGHT, Contract, Option, one_of
from ._precision_recall_space import (
    CORRECTIONS,
    EXPECTATIONS,
    Correction,
    Expectation,
    best_less_expected,
    bicluster_values,
)

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

    def values(block: Overlaps) -> NDArray[np.float64]:
        return bicluster_values(
            block, index, correction=correction, expectation=expectation, weight=weight
        )

    if correction == "expected_best":
        best = best_less_expected(overlaps, index, weight)
    else:  # a corrected value is not 0 where biclusters share no cell
        best, _ = overlaps.best(values, "extents" if correction else "cells")
    return float(best.clip(min=0.0).mean() if clip else best.mean())


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
        name=f"bicluster_{index}",
        function=function,
        formula=partial(best_match_mean, index=index),
        source=f"{SOURCE}, {equation}",
        structure="biclustering",
        symmetric=False,
        options={"correction": one_of(*CORRECTIONS), **options},
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
        expectation=one_of(*EXPECTATIONS),
    ),
    **_contracts("goodness", bicluster_goodness_score, "equation (9)", ratio=WEIGHT),
}
"""The contracts of the five indices, plain and corrected, by name."""
