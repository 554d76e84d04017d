"""F-measure of biclusters, corrected for their size if wanted."""

from .._statistics import BiclusterComparison, compare_biclusterings
from .._structures import Biclustering
from ._bicluster_best_match import best_match_contracts, best_match_mean
from ._contract import Weight
from ._precision_recall_space import Correction


def bicluster_fbeta_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    beta: float = 1.0,
    correction: Correction | None = None,
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
    correction : {None, "expected", "expected_best", "space"}, default=None
        "expected": every value M becomes (M - E) / (1 - E), where E is the mean of M
        over random biclusters of the size of X. "expected_best": M is the best value
        and E its mean when all predicted biclusters are placed at random,
        independently, with as many rows and columns as they have; so sets of random
        biclusters score 0 on average. "space": precision and recall are corrected, then
        combined; for this measure that is the same.
    clip : bool, default=False
        Whether a best value below 0, which is worse than chance, counts as 0.

    Returns
    -------
    score : float
        Without unit, at most 1; at least 0 where it is not corrected, and at least -1
        with "expected" and "space" and beta = 1.

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

    Cost: one product of the indicators for rows and for columns. With "expected_best",
    also a sort of the overlaps that random biclusters can have, for each pair of
    extents: some 20 ms for 20 biclusters in 1000 x 50 cells.

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
    return FBETA.compute(
        compare_biclusterings(biclusters_true, biclusters_pred),
        beta=beta,
        correction=correction,
        clip=clip,
    )


def bicluster_fbeta(
    comparison: BiclusterComparison,
    *,
    beta: float = 1.0,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """F-measure: eq. (10) and Property 2."""
    return best_match_mean(
        comparison, "fbeta", weight=beta, correction=correction, clip=clip
    )


FBETA, CORRECTED_FBETA, EXPECTED_BEST_FBETA = best_match_contracts(
    "fbeta",
    bicluster_fbeta_score,
    bicluster_fbeta,
    "equation (10)",
    lower=-1.0,
    options={"beta": Weight()},
)
