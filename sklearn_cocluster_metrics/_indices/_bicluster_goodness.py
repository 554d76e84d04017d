"""Goodness of biclusters, corrected for their size if wanted."""

from .._statistics import BiclusterComparison, compare_biclusterings
from .._structures import Biclustering
from ._bicluster_best_match import best_match_contracts, best_match_mean
from ._contract import Weight
from ._precision_recall_space import Correction


def bicluster_goodness_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    ratio: float = 1.0,
    correction: Correction | None = None,
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
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "expected_best": M is the best value
        and E its mean when all predicted biclusters are placed at random,
        independently, with as many rows and columns as they have; so sets of random
        biclusters score 0 on average. "space": precision and recall are corrected, then
        combined. The two may order biclusters of different sizes differently.
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

    Cost: one product of the indicators for rows and for columns. With "expected_best",
    also a sort of the overlaps that random biclusters can have, for each pair of
    extents: some 20 ms for 20 biclusters in 1000 x 50 cells.

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
    return GOODNESS.compute(
        compare_biclusterings(biclusters_true, biclusters_pred),
        ratio=ratio,
        correction=correction,
        clip=clip,
    )


def bicluster_goodness(
    comparison: BiclusterComparison,
    *,
    ratio: float = 1.0,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """Goodness: eq. (9) and Property 1."""
    return best_match_mean(
        comparison, "goodness", weight=ratio, correction=correction, clip=clip
    )


GOODNESS, CORRECTED_GOODNESS, EXPECTED_BEST_GOODNESS = best_match_contracts(
    "goodness",
    bicluster_goodness_score,
    bicluster_goodness,
    "equation (9)",
    lower=-1.0,
    options={"ratio": Weight()},
)
