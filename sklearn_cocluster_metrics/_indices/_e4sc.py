"""E4SC: harmonic mean of two macro-averaged F-measures of biclusters."""

from .._statistics import BiclusterComparison, compare_biclusterings, harmonic_mean
from .._structures import Biclustering
from ._contract import Contract


def e4sc_score(biclusters_true: Biclustering, biclusters_pred: Biclustering) -> float:
    r"""E4SC: mean F1 of best matches over both sides, combined.

    Each true bicluster is matched with the predicted one of the largest F1 (the Dice
    index of their cells), and each predicted one with the true one of the largest F1.
    Let :math:`m_A` be the mean of these F1 over the true biclusters and :math:`m_B`
    their mean over the predicted ones. Then

    .. math:: \mathrm{E4SC} = \frac{2 m_A m_B}{m_A + m_B} .

    Higher is better. Between 0 and 1; equal biclusterings score 1. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If the indicators contain anything but 0 and 1 or differ in their numbers of
        biclusters, or the matrices differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    bicluster_fbeta_score : Mean over the true biclusters only.
    mocice_bcubed_score : F1 of pairs of cells.

    Notes
    -----
    All biclusters have the same weight, whatever their size. Repeated biclusters do not
    change the score: two sides with the same biclusters score 1, however often each is
    repeated. A bicluster without cells has F1 0 with every other. If neither side has
    biclusters, the score is 1; if only one has none, it is 0.

    Cost: one matrix product for the rows and one for the columns.

    References
    ----------
    .. [1] S. Günnemann, I. Färber, E. Müller, I. Assent, T. Seidl (2011). External
       evaluation measures for subspace clustering. Proceedings of the 20th ACM
       Conference on Information and Knowledge Management, 1363-1372.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equations (5) to (8).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import e4sc_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # split into two halves
    >>> e4sc_score(true, pred)
    0.666...
    """
    return E4SC.compute(compare_biclusterings(biclusters_true, biclusters_pred))


def e4sc(comparison: BiclusterComparison) -> float:
    """Harmonic mean of the two macro-averaged F1 scores: eq. (8)."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    of_true, of_pred = overlaps.best(lambda block: block.dice)
    return harmonic_mean(float(of_pred.mean()), float(of_true.mean()))


E4SC = Contract(
    name="e4sc",
    function=e4sc_score,
    formula=e4sc,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (8)",
    structure="biclustering",
)
