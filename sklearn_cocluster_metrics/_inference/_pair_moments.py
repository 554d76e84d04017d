"""Moments, by chance, of the number of pairs together in both clusterings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .._laws._pair_moments import MOMENTS, NullModelOfPairs
from .._statistics._contingency import Tables
from .._statistics._exact_numbers import quotient, signed_root
from .._statistics._pairs import pairs_of_cells
from .._statistics._tables import tables_of_labels
from .._structures._arguments import check_integer
from .._structures._types import Partition
from ._random_draws import check_null_model

_REFUSED = {
    "fixed_n_clusters": "the moments are those of permuted labels. Use 'product' or "
    "'cells'."
}
_HIGHEST_ORDER = 12  # 0.1 s; the cost more than doubles with every two orders


@dataclass(frozen=True, repr=False)
class PairCountMoments:
    """Moments, by chance, of the number of pairs together in both.

    Parameters
    ----------
    n11 : int
        Number of pairs together in both clusterings, as observed.
    raw_moments : tuple of fractions.Fraction
        Means of the powers 0, 1, 2 and so on of n11 under the null model; at least
        these three.

    Attributes
    ----------
    exact_mean : fractions.Fraction
        Mean of n11 under the null model.
    exact_variance : fractions.Fraction
        Variance of n11 under the null model.
    mean : float
        Mean of n11 under the null model, rounded once; infinite where it is larger
        than any float.
    variance : float
        Variance of n11 under the null model, rounded once; infinite where it
        is larger than any float.
    zscore : float
        How many standard deviations the observed n11 lies above the mean; 0 where the
        variance is 0. Do not take a p-value of a normal distribution from it.

    See Also
    --------
    pair_count_moments : Compute them.
    permutation_test : A p-value that is valid.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from sklearn_cocluster_metrics.results import PairCountMoments
    >>> moments = PairCountMoments(4, (Fraction(1), Fraction(2), Fraction(5)))
    >>> moments
    PairCountMoments(n11=4, mean=2, variance=1, zscore=2)
    >>> moments.exact_variance
    Fraction(1, 1)
    """

    n11: int
    raw_moments: tuple[Fraction, ...]

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n11={self.n11}, mean={self.mean:.6g}, "
            f"variance={self.variance:.6g}, zscore={self.zscore:.6g})"
        )

    @property
    def exact_mean(self) -> Fraction:
        """Mean of n11 under the null model."""
        return self.raw_moments[1]

    @property
    def exact_variance(self) -> Fraction:
        """Variance of n11 under the null model."""
        return self.raw_moments[2] - self.exact_mean**2

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
        return signed_root(excess, self.exact_variance)


def pair_count_moments(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "product",
    order: int = 2,
) -> PairCountMoments:
    r"""Exact moments, by chance, of the number of pairs together in both clusterings.

    When labels are permuted, the cluster sizes stay and every pair-counting index is a
    function of :math:`n_{11}` alone. Its moments have a closed form in the sums of the
    powers of the cluster sizes, as :math:`n_{11}` counts the edges common to two unions
    of cliques, whose vertices are permuted. Hence a z-score for any index that is
    linear in :math:`n_{11}`, such as the adjusted Rand index: theirs are all the same.

    .. warning::
       :math:`n_{11}` is not close to normal: of independent clusterings with balanced
       clusters it is, suitably scaled, nearly chi-square with
       :math:`(k_A - 1)(k_B - 1)` degrees of freedom, and of co-clusterings it is a
       product. A p-value of the normal distribution for `zscore` is wrong by orders of
       magnitude: at a true p of 0.001, it can be below 0.00001. Use `permutation_test`.

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
    order : int, default=2
        Highest order of `raw_moments`, from 2 to 12.

    Returns
    -------
    moments : PairCountMoments
        Frozen, with the observed `n11`, the floats `mean`, `variance` and `zscore`, the
        rational numbers `exact_mean` and `exact_variance`, and `raw_moments`, the tuple
        of the rational means of :math:`n_{11}^0` to :math:`n_{11}^{order}`.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown, or "fixed_n_clusters"; if `order` is not
        from 2 to 12.
    TypeError
        If the labels are complex, sparse or not array-likes; if `order` is no integer.

    See Also
    --------
    pair_counts : The counts themselves.
    permutation_test : A p-value, from the exact law or from three moments.
    cari_score : The adjusted index with the same mean.
    standardized_mutual_info_score : The z-score of the mutual information.

    Notes
    -----
    Where no permutation changes :math:`n_{11}` (one cluster, or all singletons, on
    either side) the variance is 0, and so is the z-score.

    Moments of order k take a sum over the partitions of numbers up to 2k into parts of
    at least 2, in which only sizes of connected components of k edges matter: the sum
    runs over component sizes, with the number of sequences of k edges and of injective
    maps into the clusters of either side. Under "product" the raw moments of the sums
    of squares of the tables multiply; under "cells" the power sums of the sizes do.

    Cost: O(n_rows + n_columns) time for the tables and the distinct cluster sizes, then
    about 1 ms at order 2, 2 ms at order 4, 30 ms at order 10 and 0.1 s at order 12,
    whatever the numbers of samples and clusters.

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
    >>> pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1], order=3).raw_moments[3]
    Fraction(47, 5)
    >>> true, pred = ([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1])
    >>> pair_count_moments(true, pred, null_model="product").exact_mean
    Fraction(2, 3)
    >>> pair_count_moments(true, pred, null_model="cells").exact_mean
    Fraction(2, 7)
    """
    tables = tables_of_labels(labels_true, labels_pred)
    checked = check_null_model(null_model, _REFUSED, len(tables))
    order = check_integer(order, "order", 2, _HIGHEST_ORDER)
    return moments_of_pairs(tables, checked, order)


def moments_of_pairs(
    tables: Tables, null_model: str, order: int = 2
) -> PairCountMoments:
    """Return n11 and its moments under a null model."""
    raw = MOMENTS[null_model]((table.sizes for table in tables), order)
    return PairCountMoments(pairs_of_cells(tables).n11, raw)
