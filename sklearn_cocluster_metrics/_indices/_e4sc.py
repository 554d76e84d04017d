"""E4SC: both macro-averaged F-measures of biclusters, combined."""

from .._statistics import BiclusterComparison, compare_biclusterings, harmonic_mean
from .._structures import Biclustering
from ._contract import Contract


def e4sc_score(biclusters_true: Biclustering, biclusters_pred: Biclustering) -> float:
    r"""E4SC: F1 of best matches, averaged over either side.

    Each true bicluster is matched with the predicted one of the greatest F1 (the Dice
    index of their cells), and each predicted one with a true one. With the means
    :math:`m_A` over the true and :math:`m_B` over the predicted biclusters,

    .. math:: \mathrm{E4SC} = \frac{2 m_A m_B}{m_A + m_B} .

    Higher is better. Between 0 and 1, the value of equal biclusterings. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.

    Returns
    -------
    score : float
        Without unit, between 0 and 1.

    Raises
    ------
    ValueError
        If the indicators are not of 0 and 1 or do not fit each other, or the matrices
        differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    bicluster_fbeta_score : The mean over the true biclusters alone.
    mocice_bcubed_score : Counts pairs of cells.

    Notes
    -----
    Biclusters count alike whatever their size. Repeating a bicluster is not seen: two
    sides that hold the same biclusters, differently often, score 1. A bicluster without
    cells has F1 0 with every other. Two biclusterings without any bicluster are equal:
    1. If one has none: 0.

    Cost: one product of the indicators for rows and for columns.

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
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1], [1, 1]]  # torn in two halves
    >>> e4sc_score(true, pred)
    0.666...
    """
    return E4SC.compute(compare_biclusterings(biclusters_true, biclusters_pred))


def e4sc(comparison: BiclusterComparison) -> float:
    """Harmonic mean of the two macro-averaged F1: eq. (8)."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    of_pred = float(overlaps.dice.max(axis=0).mean())
    of_true = float(overlaps.dice.max(axis=1).mean())
    return harmonic_mean(of_pred, of_true)


E4SC = Contract(
    name="e4sc",
    function=e4sc_score,
    formula=e4sc,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (8)",
    structure="biclustering",
)
