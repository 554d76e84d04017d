"""Goodness of biclusters, optionally corrected for their size."""

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
