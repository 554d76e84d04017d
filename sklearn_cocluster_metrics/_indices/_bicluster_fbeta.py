"""F-measure of biclusters, optionally corrected for their size."""

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
