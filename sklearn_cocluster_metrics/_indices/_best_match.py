"""Best predicted match of every true bicluster: Hanczar & Nadif (2013), section 2.

The values of the pairs come from the precision-recall space. A corrected value below 0
is worse than chance; section 4 of the paper allows counting it as 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from .._statistics._comparison import BiclusterComparison, compare_biclusterings
from .._statistics._overlaps import Overlaps
from .._structures._arguments import (
    Biclustering,
    check_flag,
    check_option,
    check_weight,
)
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

    The precision of a predicted bicluster X is the fraction of its cells that are in
    the true bicluster B. With k true biclusters,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|X|} .

    Higher is better. Between 0 and 1; equal biclusterings score 1. Any part of
    a true bicluster has precision 1. Not symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E = abs(B) / abs(D)
        is the mean precision of random biclusters of the size of X in the matrix D.
        "expected_best": M is the best value and E its mean when all predicted
        biclusters are placed at random, independently, with as many rows and columns as
        they have; so sets of random biclusters score 0 on average. "space": the same.
    clip : bool, default=False
        Whether best values below 0, which are worse than chance, count as 0.

    Returns
    -------
    score : float
        At most 1; at least 0 if it is not corrected.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, or `correction` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator, or `clip` is not a bool.

    See Also
    --------
    bicluster_recall_score : Fraction of the true bicluster that is found.
    bicluster_fbeta_score : Harmonic mean of precision and recall.
    microobject_rand_score : Biclusters as clusters of cells.

    Notes
    -----
    Equal biclusterings score 1, also two without any bicluster. If only one side has
    no biclusters, the score is 0. A bicluster without cells scores 0 against every
    other. Where B or X is the whole matrix, the correction is 0/0: the value is then 1
    if B = X, else 0.

    [1]_ states that the corrected precision is at least -1. It is not: a small
    predicted bicluster outside of a large true one has a value far below -1.

    Cost: one matrix product for the rows and one for the columns. With
    "expected_best", also a sort of the overlaps that random biclusters can have, for
    each pair of bicluster shapes: about 60 ms for 20 true and 20 predicted biclusters
    of different shapes in 1000 x 50 cells.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. Proceedings of the 30th International Conference on
       Machine Learning, PMLR 28(2), 136-144, equations (2) and (11).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_precision_score
    >>> true = [[1, 1, 0, 0]], [[1, 1, 0, 0]]  # 2 x 2 of 4 x 4 cells
    >>> pred = [[1, 1, 1, 0]], [[1, 1, 0, 0]]  # one row too many
    >>> bicluster_precision_score(true, pred)  # 4 / 6
    0.666...
    >>> bicluster_precision_score(true, pred, correction="expected")  # 5 / 9
    0.555...
    """
    check_option(correction, "correction", CORRECTIONS)
    check_flag(clip, "clip")
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return best_match_mean(comparison, "precision", correction=correction, clip=clip)


def bicluster_recall_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean recall of the best match of each true bicluster.

    The recall of a predicted bicluster X is the fraction of the cells of the true
    bicluster B that are in X. With k true biclusters,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B|} .

    Higher is better. Between 0 and 1; equal biclusterings score 1. The whole
    matrix has recall 1 of every bicluster, unless it is corrected. Not symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E = abs(X) / abs(D)
        is the mean recall of random biclusters of the size of X in the matrix D.
        "expected_best": M is the best value and E its mean when all predicted
        biclusters are placed at random, independently, with as many rows and columns as
        they have; so sets of random biclusters score 0 on average. "space": the same.
    clip : bool, default=False
        Whether best values below 0, which are worse than chance, count as 0.

    Returns
    -------
    score : float
        At most 1; at least 0 if it is not corrected.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, or `correction` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator, or `clip` is not a bool.

    See Also
    --------
    bicluster_precision_score : Fraction of the predicted bicluster that is right.
    bicluster_fbeta_score : Harmonic mean of precision and recall.
    bicluster_similarity_score : With index="eren_recovery", best Jaccard indices.

    Notes
    -----
    Equal biclusterings score 1, also two without any bicluster. If only one side has
    no biclusters, the score is 0. A bicluster without cells scores 0 against every
    other. Where B or X is the whole matrix, the correction is 0/0: the value is then 1
    if B = X, else 0.

    Cost: one matrix product for the rows and one for the columns. With
    "expected_best", also a sort of the overlaps that random biclusters can have, for
    each pair of bicluster shapes: about 60 ms for 20 true and 20 predicted biclusters
    of different shapes in 1000 x 50 cells.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. Proceedings of the 30th International Conference on
       Machine Learning, PMLR 28(2), 136-144, equations (3) and (11).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_recall_score
    >>> true = [[1, 1, 0, 0]], [[1, 1, 0, 0]]  # 2 x 2 of 4 x 4 cells
    >>> pred = [[0, 1, 1, 0]], [[1, 1, 1, 0]]  # 2 of the 4 cells, and 4 others
    >>> bicluster_recall_score(true, pred)
    0.5
    >>> bicluster_recall_score(true, pred, correction="expected")  # (1/2 - 3/8) / (5/8)
    0.2
    """
    check_option(correction, "correction", CORRECTIONS)
    check_flag(clip, "clip")
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return best_match_mean(comparison, "recall", correction=correction, clip=clip)


def bicluster_fbeta_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    beta: float = 1.0,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean F-measure of the best match of each true bicluster.

    The F-measure is the weighted harmonic mean of precision and recall; for beta = 1 it
    is the Dice index of the cells of two biclusters. For true biclusters B, k of them,
    and predicted biclusters X,

    .. math::

        \frac{1}{k} \sum_B \max_X
        \frac{(1 + \beta^2) |B \cap X|}{\beta^2 |B| + |X|} .

    Higher is better. Between 0 and 1; equal biclusterings score 1. Not symmetric:
    predicted biclusters that match no true one are not penalized.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    beta : float, default=1.0
        Weight of the recall, as in scikit-learn: above 1, the recall counts more; below
        1, the precision does; with 0, the score is the precision.
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "expected_best": M is the best value
        and E its mean when all predicted biclusters are placed at random,
        independently, with as many rows and columns as they have; so sets of random
        biclusters score 0 on average. "space": precision and recall are corrected, then
        combined; for this measure that is the same.
    clip : bool, default=False
        Whether best values below 0, which are worse than chance, count as 0.

    Returns
    -------
    score : float
        At most 1; at least 0 if it is not corrected; at least -1 with "expected"
        and "space" if beta = 1.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, `correction` is unknown, or `beta` is
        negative or not finite.
    TypeError
        If a biclustering is neither a tuple nor an estimator, `beta` is not a number,
        or `clip` is not a bool.

    See Also
    --------
    bicluster_jaccard_score : Jaccard index, which ranks predictions in the same order.
    e4sc_score : Symmetric measure: mean F1 over both sides, combined.
    mocice_bcubed_score : F1 of pairs of cells.

    Notes
    -----
    Equal biclusterings score 1, also two without any bicluster. If only one side has
    no biclusters, the score is 0. A bicluster without cells scores 0 against every
    other. Where B or X is the whole matrix, the correction is 0/0: the value is then 1
    if B = X, else 0.

    Corrected precision and recall always have the same sign. If they are negative,
    their harmonic mean is computed as printed; if both are 0, it is 0.

    Cost: one matrix product for the rows and one for the columns. With
    "expected_best", also a sort of the overlaps that random biclusters can have, for
    each pair of bicluster shapes: about 60 ms for 20 true and 20 predicted biclusters
    of different shapes in 1000 x 50 cells.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. Proceedings of the 30th International Conference on
       Machine Learning, PMLR 28(2), 136-144, equation (10), Properties 2 and 5.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_fbeta_score
    >>> true = [[1, 1, 0, 0]], [[1, 1, 0, 0]]  # 2 x 2 of 4 x 4 cells
    >>> pred = [[1, 1, 1, 0]], [[1, 1, 0, 0]]  # one row too many
    >>> bicluster_fbeta_score(true, pred)
    0.8
    >>> bicluster_fbeta_score(true, pred, correction="expected")  # 5 / 7
    0.714...
    """
    check_option(correction, "correction", CORRECTIONS)
    check_flag(clip, "clip")
    beta = check_weight(beta, "beta")
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return best_match_mean(
        comparison, "fbeta", beta=beta, correction=correction, clip=clip
    )


def bicluster_jaccard_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    correction: Correction | None = None,
    expectation: Expectation = "approximate",
    clip: bool = False,
) -> float:
    r"""Mean Jaccard index of the best match of each true bicluster.

    The Jaccard index of two biclusters is the number of cells in both, divided by the
    number of cells in at least one. For true biclusters B, k of them, and predicted
    biclusters X,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B \cup X|} .

    Higher is better. Between 0 and 1; equal biclusterings score 1. Not symmetric:
    predicted biclusters that match no true one are not penalized.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "expected_best": M is the best value
        and E its mean when all predicted biclusters are placed at random,
        independently, with as many rows and columns as they have; so sets of random
        biclusters score 0 on average. "space": precision and recall are corrected, then
        combined. The two may order biclusters of different sizes differently.
    expectation : {"approximate", "exact"}, default="approximate"
        How the mean E is computed. "approximate": as published, the Jaccard index of
        two biclusters with the mean overlap; this is too small, so random biclusters
        score above 0 on average. "exact": the mean over all biclusters with as many
        rows and columns as X.
    clip : bool, default=False
        Whether best values below 0, which are worse than chance, count as 0.

    Returns
    -------
    score : float
        At most 1; at least 0 if it is not corrected, at least -1 with "expected"
        and "space".

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, or `correction` or `expectation` is
        unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator, or `clip` is not a bool.

    See Also
    --------
    bicluster_fbeta_score : F-measure, whose published correction is exact.
    bicluster_similarity_score : With index="consensus", one-to-one matching.

    Notes
    -----
    Equal biclusterings score 1, also two without any bicluster. If only one side has
    no biclusters, the score is 0. A bicluster without cells scores 0 against every
    other. Where B or X is the whole matrix, the correction is 0/0: the value is then 1
    if B = X, else 0.

    Cost: one matrix product for the rows and one for the columns. The exact mean is
    computed for each distinct pair of bicluster shapes, as a sum over the possible
    numbers of shared rows and shared columns: 0.01 to 0.5 ms per pair in 1000 x 1000
    cells. "expected_best" also sorts these numbers: about 60 ms for 20 true and 20
    predicted biclusters of different shapes in 1000 x 50 cells.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. Proceedings of the 30th International Conference on
       Machine Learning, PMLR 28(2), 136-144, equations (6) and (7), Property 3.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_jaccard_score
    >>> true = [[1, 1, 0, 0]], [[1, 1, 0, 0]]  # 2 x 2 of 4 x 4 cells
    >>> pred = [[1, 1, 1, 0]], [[1, 1, 0, 0]]  # one row too many
    >>> bicluster_jaccard_score(true, pred)  # 4 / 6
    0.666...
    >>> bicluster_jaccard_score(true, pred, correction="expected")  # 25 / 42
    0.595...
    >>> bicluster_jaccard_score(
    ...     true, pred, correction="expected", expectation="exact"
    ... )  # 203 / 347
    0.585...
    >>> bicluster_jaccard_score(true, pred, correction="space")  # 5 / 9
    0.555...
    """
    check_option(correction, "correction", CORRECTIONS)
    check_flag(clip, "clip")
    check_option(expectation, "expectation", EXPECTATIONS)
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return best_match_mean(
        comparison, "jaccard", expectation=expectation, correction=correction, clip=clip
    )


def bicluster_goodness_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    ratio: float = 1.0,
    correction: Correction | None = None,
    clip: bool = False,
) -> float:
    r"""Mean goodness of the best match of each true bicluster.

    The goodness is the weighted arithmetic mean of precision and recall. Unlike their
    harmonic mean, it can be large although one of them is small. For true biclusters B,
    k of them, and predicted biclusters X,

    .. math::

        \frac{1}{k} \sum_B \max_X \frac{1}{R + 1}
        \left( R \frac{|B \cap X|}{|X|} + \frac{|B \cap X|}{|B|} \right) .

    Higher is better. Between 0 and 1; equal biclusterings score 1. Not symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.
    ratio : float, default=1.0
        R, the weight of the precision relative to that of the recall. Note the
        difference from beta of the F-measure, which is the weight of the recall.
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "expected_best": M is the best value
        and E its mean when all predicted biclusters are placed at random,
        independently, with as many rows and columns as they have; so sets of random
        biclusters score 0 on average. "space": precision and recall are corrected, then
        combined. The two may order biclusters of different sizes differently.
    clip : bool, default=False
        Whether best values below 0, which are worse than chance, count as 0.

    Returns
    -------
    score : float
        At most 1; at least 0 if it is not corrected.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, the matrices differ in shape, `correction` is unknown, or `ratio` is
        negative or not finite.
    TypeError
        If a biclustering is neither a tuple nor an estimator, `ratio` is not a number,
        or `clip` is not a bool.

    See Also
    --------
    bicluster_fbeta_score : Harmonic mean, for which both must be large.

    Notes
    -----
    Equal biclusterings score 1, also two without any bicluster. If only one side has
    no biclusters, the score is 0. A bicluster without cells scores 0 against every
    other. Where B or X is the whole matrix, the correction is 0/0: the value is then 1
    if B = X, else 0.

    Cost: one matrix product for the rows and one for the columns. With
    "expected_best", also a sort of the overlaps that random biclusters can have, for
    each pair of bicluster shapes: about 60 ms for 20 true and 20 predicted biclusters
    of different shapes in 1000 x 50 cells.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. Proceedings of the 30th International Conference on
       Machine Learning, PMLR 28(2), 136-144, equation (9) and Property 1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_goodness_score
    >>> true = [[1, 1, 0, 0]], [[1, 1, 0, 0]]  # 2 x 2 of 4 x 4 cells
    >>> pred = [[1, 1, 1, 0]], [[1, 1, 0, 0]]  # one row too many
    >>> bicluster_goodness_score(true, pred)  # (2/3 + 1) / 2
    0.833...
    >>> bicluster_goodness_score(true, pred, correction="expected")  # 25 / 33
    0.757...
    >>> bicluster_goodness_score(true, pred, correction="space")  # (5/9 + 1) / 2
    0.777...
    """
    check_option(correction, "correction", CORRECTIONS)
    check_flag(clip, "clip")
    ratio = check_weight(ratio, "ratio")
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return best_match_mean(
        comparison, "goodness", ratio=ratio, correction=correction, clip=clip
    )


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
    """Mean over the true biclusters of the best value over the predicted ones.

    `index` is one of precision, recall, fbeta, jaccard and goodness; `beta` is the
    weight of the recall in fbeta, `ratio` that of the precision in goodness.
    """
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
    """Make three contracts: of the index, and of two corrections for chance.

    Under the null model of the correction, the predicted bicluster is random with its
    numbers of rows and columns fixed. For one true and one predicted bicluster, the
    mean of the corrected index is exactly 0 (for the Jaccard index, with the exact
    expectation). The best of several predicted biclusters is better than chance.
    `lower` is the lower bound of the corrected index. "expected_best" subtracts the
    mean of the best instead, so that its mean is exactly 0 for any number of predicted
    biclusters, each placed independently; it has no lower bound. Neither mean is exact
    where the biclusters of the prediction move together, as under "product".
    """
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
