"""Jaccard index of biclusters, optionally corrected for their size."""

from .._statistics import BiclusterComparison, compare_biclusterings
from .._structures import Biclustering
from ._bicluster_best_match import best_match_contracts, best_match_mean
from ._contract import OneOf
from ._precision_recall_space import EXPECTATIONS, Correction, Expectation


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
    return JACCARD.compute(
        compare_biclusterings(biclusters_true, biclusters_pred),
        correction=correction,
        expectation=expectation,
        clip=clip,
    )


def bicluster_jaccard(
    comparison: BiclusterComparison,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    clip: bool = False,
) -> float:
    """Jaccard index: eqs. (6) and (7), and Property 3 where it is approximate."""
    return best_match_mean(
        comparison,
        "jaccard",
        correction=correction,
        expectation=expectation,
        clip=clip,
    )


JACCARD, CORRECTED_JACCARD, EXPECTED_BEST_JACCARD = best_match_contracts(
    "jaccard",
    bicluster_jaccard_score,
    bicluster_jaccard,
    "equation (6)",
    lower=-1.0,
    options={"expectation": OneOf(EXPECTATIONS)},
)
