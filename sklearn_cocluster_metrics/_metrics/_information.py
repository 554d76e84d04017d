"""Indices of the information that one co-clustering holds of another."""

from typing import Any

from .._indices._information import (
    AVERAGES,
    co_adjusted_mutual_information,
    co_mutual_information,
    co_normalized_mutual_information,
    extended_normalized_mutual_information,
)
from .._statistics import contingency_tables
from .._validation import check_option, check_partitions


def comi_score(labels_true: Any, labels_pred: Any) -> float:
    r"""Mutual information of two co-clusterings (coMI), over the cells.

    What the block of a cell in one co-clustering tells of its block in the other; the
    sum of the mutual information of the rows and of that of the columns.

    Higher is better. At least 0; at most the entropy of either co-clustering, which
    equal ones reach, so that it has no constant value there. Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    score : float
        In nats (natural logarithms), at least 0.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    conmi_score : Normalized by the entropy of the cells.
    coami_score : Adjusted for chance.
    sklearn.metrics.mutual_info_score : The same for plain clusterings.

    Notes
    -----
    Cost: O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 2.5 and Proposition 2.5.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import comi_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> comi_score(true, pred)
    0.755008...
    """
    return co_mutual_information(
        contingency_tables(*check_partitions(labels_true, labels_pred))
    )


def conmi_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "max"
) -> float:
    r"""Normalized mutual information of two co-clusterings (coNMI), over the cells.

    .. math::

        \mathrm{coNMI} = \frac{\mathrm{coMI}(A, B)}{\max(\mathcal{H}(A),
        \mathcal{H}(B))}

    where the entropy :math:`\mathcal{H}` of the cells is that of the rows plus that of
    the columns. Higher is better. Between 0 and 1, reached by equal co-clusterings.
    Symmetric. Not corrected for chance: more clusters score higher.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies are averaged below the line.

    Returns
    -------
    score : float
        Between 0 and 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `average_method` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    enmi_score : Normalized mode by mode.
    coami_score : Adjusted for chance.
    sklearn.metrics.normalized_mutual_info_score : The same for plain clusterings.

    Notes
    -----
    Equal co-clusterings score 1, trivial ones too; where the formula is 0/0 otherwise,
    the score is 0. Cost: O(n_rows + n_columns) time and the memory of two contingency
    tables.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 2.5. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import conmi_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> conmi_score(true, pred)
    0.499407...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_option(average_method, "average_method", AVERAGES)
    return co_normalized_mutual_information(
        contingency_tables(true, pred), average_method
    )


def enmi_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "max"
) -> float:
    r"""Extended normalized mutual information (ENMI), summed over the modes.

    .. math:: \mathrm{ENMI} = \mathrm{NMI}(rows) + \mathrm{NMI}(columns)

    Higher is better. Between 0 and 2 for co-clusterings of rows and columns (0 and 1
    for clusterings, 0 and d for d modes), reached by equal ones. Symmetric. It does not
    see the cells: half the cells well classified can score as much as a fifth.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies of a mode are averaged below the line.

    Returns
    -------
    score : float
        Between 0 and the number of modes, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `average_method` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    conmi_score : Normalized over the cells.

    Notes
    -----
    A mode whose two clusterings are equal adds 1, trivial ones too; a mode whose NMI is
    0/0 otherwise adds 0. Cost: O(n_rows + n_columns) time and the memory of two
    contingency tables.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 2.5 and Corollary 3.5.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import enmi_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> enmi_score(true, pred)
    0.805402...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_option(average_method, "average_method", AVERAGES)
    return extended_normalized_mutual_information(
        contingency_tables(true, pred), average_method
    )


def coami_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "max"
) -> float:
    r"""Adjusted mutual information of two co-clusterings (coAMI), over the cells.

    The mutual information of the cells, corrected for what rows and columns permuted
    independently would have:

    .. math::

        \mathrm{coAMI} = \frac{\mathrm{coMI} - E}{\max(\mathcal{H}(A), \mathcal{H}(B))
        - E}, \qquad E = \mathrm{EMI}(rows) + \mathrm{EMI}(columns) .

    Higher is better. At most 1, reached by equal co-clusterings; 0 on average for
    random ones with the same block sizes; negative values are worse than chance.
    Symmetric. The adjusted mutual information of [1]_, carried over to co-clusterings.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies of the cells are averaged below the line.

    Returns
    -------
    score : float
        At most 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `average_method` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    conmi_score : Without the correction for chance.
    cari_score : Pairs of cells, with ``null_model="product"`` under the same chance.
    sklearn.metrics.adjusted_mutual_info_score : The same for plain clusterings, with
        another default average.

    Notes
    -----
    Equal co-clusterings score 1, trivial ones too. Where every permutation has the same
    mutual information (as against a single cluster) the score is 0. Cost:
    O(n_rows + n_columns) for the tables, then about
    :math:`\sqrt{a b / n}` for every two cluster sizes a and b that differ.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps, J. Bailey (2010). Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance. Journal of Machine Learning Research, 11, 2837-2854.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import coami_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> coami_score(true, pred)
    0.307...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_option(average_method, "average_method", AVERAGES)
    return co_adjusted_mutual_information(
        contingency_tables(true, pred), average_method
    )
