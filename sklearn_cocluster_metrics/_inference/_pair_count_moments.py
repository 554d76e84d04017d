"""How far the pairs together in both are from what chance alone would give."""

from dataclasses import dataclass
from fractions import Fraction

from .._laws import NullModelOfPairs, cells_moments, product_moments
from .._statistics import (
    Tables,
    pairs_of_cells,
    quotient,
    root_of_quotient,
    tables_of_labels,
)
from .._structures import Partition
from ._null_models import check_null_model

_REFUSED = {
    "fixed_n_clusters": "the moments are those of permuted labels. Use 'product' or "
    "'cells'."
}


@dataclass(frozen=True)
class PairCountMoments:
    """Mean and variance, by chance, of the number of pairs together in both.

    Parameters
    ----------
    n11 : int
        Number of pairs together in both clusterings, as observed.
    exact_mean : fractions.Fraction
        Mean of n11 under the null model.
    exact_variance : fractions.Fraction
        Variance of n11 under the null model.

    Attributes
    ----------
    mean : float
        Mean of n11 under the null model, rounded once; infinite where it is past the
        range of floats, as it may be with dozens of modes.
    variance : float
        Variance of n11 under the null model, likewise.
    zscore : float
        How many standard deviations the observed n11 lies above the mean; 0 where the
        variance is 0.

    See Also
    --------
    pair_count_moments : Compute them.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from sklearn_cocluster_metrics import PairCountMoments
    >>> moments = PairCountMoments(4, Fraction(2), exact_variance=Fraction(1))
    >>> moments.zscore
    2.0
    """

    n11: int
    exact_mean: Fraction
    exact_variance: Fraction

    @property
    def mean(self) -> float:
        """Mean of n11 under the null model, rounded once."""
        return quotient(*self.exact_mean.as_integer_ratio())

    @property
    def variance(self) -> float:
        """Variance of n11 under the null model, rounded once."""
        return quotient(*self.exact_variance.as_integer_ratio())

    @property
    def zscore(self) -> float:
        """Standard deviations from the mean to the observed n11."""
        excess = self.n11 - self.exact_mean
        if self.exact_variance == 0:  # every permutation has the same n11: 0/0, chance
            return 0.0
        squared = excess**2 / self.exact_variance
        size = root_of_quotient(*squared.as_integer_ratio())
        return -size if excess < 0 else size


def pair_count_moments(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "product",
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
    null_model : {"product", "cells"}, default="product"
        What is random under chance. "product": the labels of each mode are permuted
        independently, which is what a random co-clustering with the same block sizes
        is. "cells": the cells are permuted as if they were free. For a plain
        clustering, both coincide.

    Returns
    -------
    moments : PairCountMoments
        Frozen, with the floats `mean`, `variance` and `zscore`, the observed `n11`, and
        the rational numbers `exact_mean` and `exact_variance`.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown, or "fixed_n_clusters".
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
    tables = tables_of_labels(labels_true, labels_pred)
    supported = ("product", "cells")
    return moments_of_pairs(
        tables, check_null_model(null_model, supported, _REFUSED, len(tables))
    )


def moments_of_pairs(tables: Tables, null_model: str) -> PairCountMoments:
    """Return n11 and its moments under a null model."""
    moments = {"product": product_moments, "cells": cells_moments}[null_model]
    mean, variance = moments(table.sizes for table in tables)
    return PairCountMoments(pairs_of_cells(tables).n11, mean, variance)
