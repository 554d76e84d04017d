"""Disjoint biclusters as clusterings of their cells: Rand index and VI.

Rosales-Méndez & Ramírez-Cruz (2018), section 2, equations (3) and (4). The samples are
the cells that at least one side covers; a cell that is covered by the other side only
forms a cluster of its own.
"""

import math

import numpy as np

from .._statistics import BiclusterComparison, compare_biclusterings, pairs_within
from .._structures import Biclustering
from ._contract import Contract
from ._pair_counting import PAIR_COUNTING
from ._variation_of_information import VARIATION_OF_INFORMATION


def microobject_rand_score(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Rand index of the cells that disjoint biclusters cover.

    The score is the fraction of pairs of cells that both biclusterings put together
    (:math:`N_{11}`) or both separate (:math:`N_{00}`). The pairs are formed by the N
    cells that at least one side covers. On each side, a cell covered by the other side
    only forms a cluster of its own.

    .. math:: \mathrm{Rand} = \frac{N_{11} + N_{00}}{N (N - 1) / 2}

    Higher is better. Between 0 and 1; equal biclusterings score 1. Symmetric. Not
    corrected for chance: with many biclusters, both sides separate nearly all pairs.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. No two may share a cell; they need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form; disjoint as well.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, the indicators contain anything but
        0 and 1 or differ in their numbers of biclusters, or the matrices differ in
        shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    microobject_variation_of_information : The same comparison with entropies.
    mocice_bcubed_score : Measure that allows overlapping biclusters.
    cari_score : Measure of co-clusterings that is corrected for chance.

    Notes
    -----
    If neither biclustering has cells, the score is 1. If the only covered cell is
    covered by one side, there are no pairs, and the score is 0. A bicluster of one cell
    is equivalent to an uncovered cell: several of these on one side and no bicluster on
    the other score 1.

    Counts of pairs are exact integers. Cost: one matrix product for the rows and one
    for the columns; of two checkerboards, only two contingency tables are counted.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). Comparing subspace clusterings. IEEE
       Transactions on Knowledge and Data Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equation (3).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import microobject_rand_score
    >>> true = [[1, 1, 0]], [[1, 1]]  # 6 pairs of cells
    >>> pred = [[1, 1, 0]], [[1, 0]]  # 1 pair; two cells are not covered
    >>> microobject_rand_score(true, pred)  # 1 / 6
    0.166...
    """
    return MICROOBJECT_RAND.compute(
        compare_biclusterings(biclusters_true, biclusters_pred)
    )


def microobject_variation_of_information(
    biclusters_true: Biclustering, biclusters_pred: Biclustering
) -> float:
    r"""Variation of information of the cells that disjoint biclusters cover.

    The distance is the sum of the conditional entropies of each clustering of the cells
    given the other one. The cells are the N cells that at least one side covers. On
    each side, a cell covered by the other side only forms a cluster of its own. For
    true clusters B and predicted clusters X,

    .. math::

        \mathrm{VI} = \frac{1}{N} \sum_B \sum_X |B \cap X|
        \log \frac{|B| |X|}{|B \cap X|^2} .

    Lower is better. Between 0, for equal biclusterings, and log N. Symmetric.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. No two may share a cell; they need not cover every cell.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Predicted biclusters of the same matrix, in the same form; disjoint as well.

    Returns
    -------
    distance : float
        In nats, not negative.

    Raises
    ------
    ValueError
        If two biclusters of one side share a cell, the indicators contain anything but
        0 and 1 or differ in their numbers of biclusters, or the matrices differ in
        shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    microobject_rand_score : The same comparison with pairs of cells.

    Notes
    -----
    A bicluster of one cell is equivalent to an uncovered cell: several of these on one
    side and no bicluster on the other have distance 0.

    Cost: one matrix product for the rows and one for the columns; uncovered cells are
    not listed. Of two checkerboards, only two contingency tables are counted.

    References
    ----------
    .. [1] A. Patrikainen, M. Meila (2006). Comparing subspace clusterings. IEEE
       Transactions on Knowledge and Data Engineering, 18(7), 902-916.
    .. [2] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: A new evaluation
       measure for biclustering algorithms. arXiv:1512.00228, equation (4).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import microobject_variation_of_information
    >>> true = [[1, 1, 0]], [[1, 1]]
    >>> pred = [[1, 1, 0]], [[1, 0]]  # two of the four cells are not covered
    >>> microobject_variation_of_information(true, pred)  # 1.5 log 2
    1.0397...
    """
    return MICROOBJECT_VARIATION_OF_INFORMATION.compute(
        compare_biclusterings(biclusters_true, biclusters_pred)
    )


def rand_index(comparison: BiclusterComparison) -> float:
    """(N00 + N11) / N: eq. (3), on disjoint biclusters.

    The samples are the cells in the union of the covers. A cell that one side does not
    cover is a singleton there, which adds no pair.
    """
    tables = comparison.checkerboard_tables
    if tables is not None:
        return PAIR_COUNTING["rand"].compute(tables)
    overlaps = comparison.without_empty.overlaps
    if overlaps.equal:
        return 1.0
    n_pairs = math.comb(comparison.covers.united, 2)
    if n_pairs == 0:
        return 0.0
    in_true = pairs_within(overlaps.true_sizes)
    in_pred = pairs_within(overlaps.pred_sizes)
    in_both = pairs_within(overlaps.meeting[2])
    return (n_pairs - in_true - in_pred + 2 * in_both) / n_pairs


def variation_of_information(comparison: BiclusterComparison) -> float:
    """Eq. (4), on disjoint biclusters, in nats; singletons as for the Rand index.

    Singletons add 0 to a sum of n log n, so the sums run over the biclusters and their
    overlaps only.
    """
    tables = comparison.checkerboard_tables
    if tables is not None:
        return VARIATION_OF_INFORMATION.compute(tables)
    overlaps = comparison.without_empty.overlaps
    if overlaps.equal:
        return 0.0
    true, pred = overlaps.true_sizes, overlaps.pred_sizes
    first, second, shared = overlaps.meeting
    united = comparison.covers.united
    terms = [
        count / united * (math.log(of_true / count) + math.log(of_pred / count))
        for count, of_true, of_pred in zip(
            shared.tolist(), true[first].tolist(), pred[second].tolist(), strict=True
        )
    ]
    for sizes, biclusters in ((true, first), (pred, second)):
        covered = np.zeros_like(sizes)
        np.add.at(covered, biclusters, shared)
        terms += [
            (size - inside) / united * math.log(size)
            for size, inside in zip(sizes.tolist(), covered.tolist(), strict=True)
            if size > inside
        ]
    return math.fsum(terms)


MICROOBJECT_RAND = Contract(
    name="microobject_rand",
    function=microobject_rand_score,
    formula=rand_index,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (3)",
    structure="biclustering",
    disjoint_only=True,
)

MICROOBJECT_VARIATION_OF_INFORMATION = Contract(
    name="microobject_variation_of_information",
    function=microobject_variation_of_information,
    formula=variation_of_information,
    source="Rosales-Méndez & Ramírez-Cruz (2018), equation (4)",
    structure="biclustering",
    greater_is_better=False,
    upper=math.inf,
    at_equality=0.0,
    disjoint_only=True,
)
