"""Precision and recall of biclusters, optionally corrected for their size."""

import math

from .._statistics import BiclusterComparison, compare_biclusterings
from .._structures import Biclustering
from ._bicluster_best_match import best_match_contracts, best_match_mean
from ._precision_recall_space import Correction


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
    return PRECISION.compute(
        compare_biclusterings(biclusters_true, biclusters_pred),
        correction=correction,
        clip=clip,
    )


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
    return RECALL.compute(
        compare_biclusterings(biclusters_true, biclusters_pred),
        correction=correction,
        clip=clip,
    )


def bicluster_precision(
    comparison: BiclusterComparison,
    *,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """Precision: eqs. (2) and (11)."""
    return best_match_mean(comparison, "precision", correction=correction, clip=clip)


def bicluster_recall(
    comparison: BiclusterComparison,
    *,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """Recall: eqs. (3) and (11)."""
    return best_match_mean(comparison, "recall", correction=correction, clip=clip)


PRECISION, CORRECTED_PRECISION, EXPECTED_BEST_PRECISION = best_match_contracts(
    "precision",
    bicluster_precision_score,
    bicluster_precision,
    "equation (2)",
    lower=-math.inf,
)

RECALL, CORRECTED_RECALL, EXPECTED_BEST_RECALL = best_match_contracts(
    "recall",
    bicluster_recall_score,
    bicluster_recall,
    "equation (3)",
    lower=-math.inf,
)
