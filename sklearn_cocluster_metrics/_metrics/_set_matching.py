"""Indices of the precision and recall of clusters."""

from typing import Any

from .._indices._set_matching import bcubed, f_measure
from .._statistics import contingency_tables
from .._validation import check_partitions


def f_measure_score(labels_true: Any, labels_pred: Any) -> float:
    r"""F-measure of two clusterings, or co-clusterings.

    Each true cluster is compared with the predicted cluster that holds most of it, and
    conversely: the harmonic mean of

    .. math:: r(A, B) = \frac 1 n \sum_i \max_j n_{ij}

    and of r(B, A). Of co-clusterings, the cells are the samples and the blocks are the
    clusters. Higher is better. Above 0 and at most 1, reached by equal clusterings
    alone. Symmetric. Not corrected for chance.

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
        Above 0 and at most 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    bcubed_score : Every cluster that a cluster meets counts, not the largest part only.
    classification_error : Clusters matched one to one.

    Notes
    -----
    No input is degenerate. Merging clusters perfectly may leave the score as it is.

    The sums of maxima over a table of cells are the products of those of its modes,
    exact integers, divided once. Cost: O(n_rows + n_columns) time and the memory of two
    contingency tables.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import f_measure_score
    >>> f_measure_score([0, 0, 0], [0, 0, 1])  # recall 2/3, precision 1
    0.8
    >>> f_measure_score(([0, 0, 0], [0, 1]), ([0, 0, 1], [0, 0]))  # 2/3 and 1/2
    0.571...
    """
    return f_measure(contingency_tables(*check_partitions(labels_true, labels_pred)))


def bcubed_score(labels_true: Any, labels_pred: Any) -> float:
    r"""BCubed F-score of two clusterings, or co-clusterings.

    The harmonic mean of BCubed recall, the share of a sample's true cluster that is
    with it in its predicted cluster, averaged over the samples,

    .. math:: r'(A, B) = \frac 1 n \sum_i \frac{1}{|A_i|} \sum_j n_{ij}^2 ,

    and of BCubed precision :math:`r'(B, A)`. Of co-clusterings, the cells are the
    samples and the blocks are the clusters. Higher is better. Above 0 and at most 1,
    reached by equal clusterings alone. Symmetric. Not corrected for chance.

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
        Above 0 and at most 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    f_measure_score : Only the largest part of each cluster counts.

    Notes
    -----
    No input is degenerate. Perfect splits and perfect merges always improve the score.

    The mean over the cells is the product of the means over the modes. Cost:
    O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles, F. Verdejo (2009). A comparison of
       extrinsic clustering evaluation metrics based on formal constraints.
       Information Retrieval, 12, 461-486. :doi:`10.1007/s10791-008-9066-8`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bcubed_score
    >>> bcubed_score([0, 0, 0], [0, 0, 1])  # recall 5/9, precision 1
    0.714...
    >>> bcubed_score(([0, 0, 0], [0, 1]), ([0, 0, 1], [0, 0]))  # 5/9 and 1/2
    0.526...
    """
    return bcubed(contingency_tables(*check_partitions(labels_true, labels_pred)))
