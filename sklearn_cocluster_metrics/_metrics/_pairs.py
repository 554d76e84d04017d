"""Indices that count pairs: of samples, or of the cells of a matrix."""

from typing import Any

from .._indices._adjusted_rand import NULL_MODELS, adjusted_rand
from .._statistics import (
    ContingencyTable,
    PairCounts,
    contingency_tables,
    pairs_of_cells,
)
from .._validation import check_option, check_partitions


def contingency_table(
    labels_true: Any, labels_pred: Any
) -> ContingencyTable | tuple[ContingencyTable, ...]:
    """Count how many samples have which label in both of two labelings.

    Every index for clusterings and co-clusterings is computed from these tables. Tables
    of disjoint samples add up, so labels too many for the memory can be counted chunk
    by chunk, or by several workers.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``; or a
        fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to compare with it.

    Returns
    -------
    table : ContingencyTable or tuple of ContingencyTable
        One table for clusterings; for co-clusterings a tuple of one table a mode: that
        of the rows, that of the columns. The table of the cells is their Kronecker
        product, and is never built.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    score_from_tables : Any index, from tables.
    pair_counts : Counts of pairs, from labels.

    Notes
    -----
    Cost: O(n_samples) time; O(n_true * n_pred) memory at most, less where that many
    cells of the table would be empty. Integer labels are not copied.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table
    >>> contingency_table([0, 0, 1, 1], ["a", "a", "a", "b"]).counts
    array([[2, 0],
           [1, 1]])
    """
    tables = contingency_tables(*check_partitions(labels_true, labels_pred))
    return tables[0] if len(tables) == 1 else tables


def pair_counts(labels_true: Any, labels_pred: Any) -> PairCounts:
    """Count the pairs that are together or apart in each of two clusterings.

    Of two co-clusterings, the pairs of cells are counted; two cells are together where
    they are in one block. All pair-counting indices are functions of these four counts.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``; or a
        fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to compare with it.

    Returns
    -------
    counts : PairCounts
        Frozen, with the exact integers `n11` (together in both), `n10` (in the true one
        only), `n01` (in the predicted one only) and `n00` (in neither). Each unordered
        pair counts once.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    cari_score : The Rand index of the cells, adjusted for chance.
    sklearn.metrics.cluster.pair_confusion_matrix : Twice these counts, as a matrix, of
        plain clusterings.

    Notes
    -----
    Cost: O(n_rows + n_columns) time and the memory of two contingency tables, by
    Theorem 2.3 of [1]_; no table of cells is built.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_counts
    >>> pair_counts([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    PairCounts(n11=2, n10=2, n01=2, n00=4)
    >>> pair_counts(([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1]))
    PairCounts(n11=2, n10=2, n01=0, n00=24)
    """
    return pairs_of_cells(
        contingency_tables(*check_partitions(labels_true, labels_pred))
    )


def cari_score(
    labels_true: Any, labels_pred: Any, *, null_model: str = "cells"
) -> float:
    r"""Co-clustering adjusted Rand index (CARI).

    The adjusted Rand index of the cells of a matrix: the share of pairs of cells that
    are in one block in both co-clusterings, corrected for chance. With
    :math:`n_{11}` pairs together in both, :math:`m_A, m_B` pairs together in each,

    .. math::

        \mathrm{CARI} = \frac{n_{11} - E[n_{11}]}{(m_A + m_B) / 2 - E[n_{11}]} .

    Higher is better. At most 1, reached by equal co-clusterings; 0 is the level of
    chance under the null model; negative values are worse than chance. Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"cells", "product"}, default="cells"
        What is random under chance. "cells", as published: the cells are permuted as if
        they were free. "product": rows and columns are permuted, independently, which
        is what a random co-clustering with the same block sizes is; only then is the
        mean over random co-clusterings 0. Both are the same for a clustering.

    Returns
    -------
    score : float
        Between -1/2 and 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    pair_counts : The counts behind it.
    coami_score : Mutual information, adjusted for chance.
    nce_score : Share of matched cells.
    sklearn.metrics.adjusted_rand_score : The same for plain clusterings.

    Notes
    -----
    Equal co-clusterings score 1, trivial ones too. For all others what stands below the
    line is positive; one block against single cells scores 0.

    The counts are exact integers at any size, divided once in the end. Cost:
    O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, Definition 2.2 and Theorem 2.3.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_score
    >>> true = ([0, 0, 1, 1], [0, 1])
    >>> pred = ([0, 0, 1, 2], [0, 1])
    >>> cari_score(true, pred)  # 12 / 19
    0.631...
    >>> cari_score(true, pred, null_model="product")  # 4 / 7
    0.571...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_option(null_model, "null_model", NULL_MODELS)
    return adjusted_rand(contingency_tables(true, pred), null_model)
