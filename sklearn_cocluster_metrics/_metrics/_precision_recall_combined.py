"""Means of precision and recall of biclusters, corrected for size if wanted."""

from typing import Any

from .._indices._best_match import (
    bicluster_fbeta,
    bicluster_goodness,
    bicluster_jaccard,
)
from .._indices._precision_recall import EXPECTATIONS
from .._validation import check_option, check_weight
from ._precision_recall import checked_comparison


def bicluster_fbeta_score(
    biclusters_true: Any,
    biclusters_pred: Any,
    *,
    beta: float = 1.0,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    r"""F-measure of the best match of each true bicluster, on average.

    The weighted harmonic mean of precision and recall; at beta = 1 it is the Dice
    index of the cells of the two biclusters. With k true biclusters,

    .. math::

        \frac{1}{k} \sum_B \max_X
        \frac{(1 + \beta^2) |B \cap X|}{\beta^2 |B| + |X|} .

    Higher is better. Between 0 and 1, the value of equal biclusterings. Not symmetric:
    a predicted bicluster that matches nothing costs nothing.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.
    beta : float, default=1.0
        Weight of the recall, as in scikit-learn: above 1 the recall counts more, below
        1 the precision; at 0 the score is the precision.
    correction : {None, "expected", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "space": precision and recall are
        corrected, then combined; for this measure that is the same.
    clip : bool, default=False
        Whether a best value below 0, which is worse than chance, counts as 0.

    Returns
    -------
    score : float
        Without unit, at most 1; at least 0 where it is not corrected, and at least -1
        where it is, with beta = 1.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, the matrices
        differ in shape, `correction` is unknown, or `beta` is negative or not finite.
    TypeError
        If a biclustering is neither a tuple nor an estimator, `beta` is not a number,
        or `clip` is not a bool.

    See Also
    --------
    bicluster_jaccard_score : Orders the predictions of a bicluster alike.
    e4sc_score : Symmetric: F1 averaged over both sides.
    mocice_bcubed_score : F1 of pairs of cells.

    Notes
    -----
    Equal biclusterings score 1, two without any bicluster too; if one side has none, 0.
    A bicluster without cells scores 0 against all. Where B or X is the whole matrix,
    the correction is 0/0: the value is 1 if B = X, else 0. Where corrected precision
    and recall are negative, their harmonic mean is taken as printed; they always have
    the same sign, and where both are 0 it is 0.

    Cost: one product of the indicators for rows and for columns.

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
    comparison = checked_comparison(biclusters_true, biclusters_pred, correction, clip)
    beta = check_weight(beta, "beta")
    return bicluster_fbeta(comparison, beta=beta, correction=correction, clip=clip)


def bicluster_jaccard_score(
    biclusters_true: Any,
    biclusters_pred: Any,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    clip: bool = False,
) -> float:
    r"""Jaccard index of the best match of each true bicluster, on average.

    The share of the cells of either bicluster that are in both. With k true biclusters,

    .. math:: \frac{1}{k} \sum_B \max_X \frac{|B \cap X|}{|B \cup X|} .

    Higher is better. Between 0 and 1, the value of equal biclusterings. Not symmetric:
    a predicted bicluster that matches nothing costs nothing.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.
    correction : {None, "expected", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "space": precision and recall are
        corrected, then combined. The two may order biclusters of different sizes
        differently.
    expectation : {"approximate", "exact"}, default="approximate"
        The mean E. "approximate", as published: the Jaccard index of two biclusters
        with the mean overlap. It is too small, so random biclusters score above 0.
        "exact": the mean over all biclusters with as many rows and columns as X.
    clip : bool, default=False
        Whether a best value below 0, which is worse than chance, counts as 0.

    Returns
    -------
    score : float
        Without unit, at most 1; at least 0 where it is not corrected, at least -1
        where it is.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, the matrices
        differ in shape, or `correction` or `expectation` is unknown.
    TypeError
        If a biclustering is neither a tuple nor an estimator, or `clip` is not a bool.

    See Also
    --------
    bicluster_fbeta_score : Its correction is exact.
    bicluster_similarity_score : One-to-one matches, with index="consensus".

    Notes
    -----
    Equal biclusterings score 1, two without any bicluster too; if one side has none, 0.
    A bicluster without cells scores 0 against all. Where B or X is the whole matrix,
    the correction is 0/0: the value is 1 if B = X, else 0.

    Cost: one product of the indicators for rows and for columns. The exact mean is a
    sum over the overlaps that rows and columns can have, each a hypergeometric law,
    once for each pair of extents: 0.1 ms for 1000 x 1000 cells.

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
    comparison = checked_comparison(biclusters_true, biclusters_pred, correction, clip)
    check_option(expectation, "expectation", EXPECTATIONS)
    return bicluster_jaccard(
        comparison, correction=correction, expectation=expectation, clip=clip
    )


def bicluster_goodness_score(
    biclusters_true: Any,
    biclusters_pred: Any,
    *,
    ratio: float = 1.0,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    r"""Goodness of the best match of each true bicluster, on average.

    The weighted arithmetic mean of precision and recall: unlike the harmonic one, it
    does not mind that one of them is small. With k true biclusters,

    .. math::

        \frac{1}{k} \sum_B \max_X \frac{1}{R + 1}
        \left( R \frac{|B \cap X|}{|X|} + \frac{|B \cap X|}{|B|} \right) .

    Higher is better. Between 0 and 1, the value of equal biclusterings. Not symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.
    ratio : float, default=1.0
        R, how many times as much as the recall the precision counts. Other than beta
        of the F-measure it grows with the weight of the precision.
    correction : {None, "expected", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "space": precision and recall are
        corrected, then combined. The two may order biclusters of different sizes
        differently.
    clip : bool, default=False
        Whether a best value below 0, which is worse than chance, counts as 0.

    Returns
    -------
    score : float
        Without unit, at most 1; at least 0 where it is not corrected.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, the matrices
        differ in shape, `correction` is unknown, or `ratio` is negative or not finite.
    TypeError
        If a biclustering is neither a tuple nor an estimator, `ratio` is not a number,
        or `clip` is not a bool.

    See Also
    --------
    bicluster_fbeta_score : Harmonic mean, which wants both.

    Notes
    -----
    Equal biclusterings score 1, two without any bicluster too; if one side has none, 0.
    A bicluster without cells scores 0 against all. Where B or X is the whole matrix,
    the correction is 0/0: the value is 1 if B = X, else 0.

    Cost: one product of the indicators for rows and for columns.

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
    comparison = checked_comparison(biclusters_true, biclusters_pred, correction, clip)
    ratio = check_weight(ratio, "ratio")
    return bicluster_goodness(comparison, ratio=ratio, correction=correction, clip=clip)
