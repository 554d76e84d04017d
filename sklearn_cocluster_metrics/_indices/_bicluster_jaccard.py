"""Jaccard index of biclusters, corrected for their size if wanted."""

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
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "expected_best": M is the best value
        and E its mean when all predicted biclusters are placed at random,
        independently, with as many rows and columns as they have; so sets of random
        biclusters score 0 on average. "space": precision and recall are corrected, then
        combined. The two may order biclusters of different sizes differently.
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
        with "expected" and "space".

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
