"""The pairs together in both, measured in standard deviations."""

from typing import Any

from .._indices._pair_count_moments import (
    MOMENTS,
    PairCountMoments,
    moments_of_pairs,
)
from .._statistics import contingency_tables
from .._validation import check_null_model_of_pairs, check_partitions


def pair_count_moments(
    labels_true: Any, labels_pred: Any, *, null_model: str = "permutation"
) -> PairCountMoments:
    r"""Exact mean and variance, by chance, of the pairs together in both clusterings.

    When labels are permuted, the cluster sizes stay and every pair-counting index is a
    function of :math:`n_{11}` alone. Its first two moments have a closed form in the
    sums of the powers of the cluster sizes, as :math:`n_{11}` counts the edges common
    to two unions of cliques, whose vertices are permuted. Hence a z-score for any
    index that is linear in :math:`n_{11}`, such as the adjusted Rand index: theirs are
    all the same.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"permutation", "cells", "product"}, default="permutation"
        What is random under chance. "permutation": the labels of a clustering are
        permuted. For a co-clustering one of two must be said. "cells": the cells are
        permuted as if they were free. "product": the labels of each mode are permuted,
        independently, which is what a random co-clustering with the same block sizes
        is. For a clustering all three are the same.

    Returns
    -------
    moments : PairCountMoments
        Frozen, with the floats `mean`, `variance` and `zscore`, the observed `n11`, and
        the rational numbers `exact_mean` and `exact_variance`.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown, or "permutation" for
        co-clusterings.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    pair_counts : The counts themselves.
    cari_score : The adjusted index with the same mean.
    standardized_mutual_info_score : The z-score of the mutual information.

    Notes
    -----
    Where no permutation changes :math:`n_{11}` (one cluster, or all singletons, on
    either side) the variance is 0, and so is the z-score.

    Cost: O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section D.2, where the variance is bounded.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_count_moments
    >>> moments = pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    >>> moments.n11, moments.mean, moments.variance
    (2, 1.6, 0.84)
    >>> moments.zscore
    0.436...
    >>> true, pred = ([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1])
    >>> pair_count_moments(true, pred, null_model="product").exact_mean
    Fraction(2, 3)
    >>> pair_count_moments(true, pred, null_model="cells").exact_mean
    Fraction(2, 7)
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_null_model_of_pairs(null_model, MOMENTS, n_modes=len(true))
    return moments_of_pairs(contingency_tables(true, pred), null_model)
