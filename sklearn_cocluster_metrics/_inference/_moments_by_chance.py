"""Compute exact moments by chance, of the number of pairs and of the information."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .._laws._fixed_n_clusters import expected_information_fixed_n_clusters
from .._laws._information_moments import expected_mutual_information
from .._laws._pair_moments import (
    NullModel,
    NullModelOfPairs,
    moments_of_cells,
    moments_of_product,
)
from .._statistics._contingency import Tables
from .._statistics._exact import quotient, signed_root
from .._statistics._pairs import pairs_of_cells
from .._statistics._tables import tables_of_compared_modes
from .._structures._arguments import check_integer
from .._structures._messages import WITH_FIXED_N_CLUSTERS
from .._structures._modes import compared_modes
from .._structures._printing import Tabular
from .._structures._results import as_plain
from .._structures._types import Partition
from .._structures._weights import MEAN_OF_COUNTS, NOT_EXCHANGEABLE, refuse_weights
from ._random_draws import NO_CELLS, check_null_model

_REFUSED = {
    "fixed_n_clusters": (
        f"labels are permuted. Use 'product' or 'cells'. {WITH_FIXED_N_CLUSTERS}"
    )
}
_HIGHEST_ORDER = 12  # The cost more than doubles with every two orders.


@dataclass(frozen=True, eq=False, repr=False)
class PairCountMoments(Tabular):
    """Moments, by chance, of the number of pairs together in both clusterings.

    The result contains the observed number n11 of these pairs, and moments of this
    number by chance. A `zscore` above 0 means that more pairs are together in both
    clusterings than expected by chance. Because n11 is not close to normal, the z-score
    is no substitute for the p-value of `permutation_test`.

    Parameters
    ----------
    n11 : int
        Observed number of pairs together in both clusterings.
    raw_moments : tuple of fractions.Fraction
        Means by chance of the powers of n11, from power 0 to at least power 2.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), if the truth contains
        only some of them. Otherwise, it is None.

    Attributes
    ----------
    exact_mean, exact_variance : fractions.Fraction
        Mean and variance of n11 by chance.
    mean, variance : float
        The same numbers, rounded once. They are infinite beyond the range of floats.
    zscore : float
        Number of standard deviations by which n11 exceeds its mean. It is 0 if the
        variance is 0.

    See Also
    --------
    pair_count_moments : Compute this result.

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
    compared: tuple[str, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, mean, variance and zscore by name, as JSON can store them.

        Returns
        -------
        entries : dict
            Fields of the result, and the properties `mean`, `variance` and `zscore`.
            Fractions are rounded. A number beyond the range of floats is None.
        """
        numbers = {"mean": self.mean, "variance": self.variance, "zscore": self.zscore}
        return {**super().to_dict(), **as_plain(numbers)}

    def _columns(self) -> dict[str, Any]:
        """Return the columns of a table with a single row."""
        names = ["n11", "mean", "variance", "zscore"]
        if self.compared is not None:
            names.append("compared")
        return {name: [getattr(self, name)] for name in names}

    @property
    def exact_mean(self) -> Fraction:
        """Mean of n11 by chance, as an exact fraction."""
        return self.raw_moments[1]

    @property
    def exact_variance(self) -> Fraction:
        """Variance of n11 by chance, as an exact fraction."""
        return self.raw_moments[2] - self.exact_mean**2

    @property
    def mean(self) -> float:
        """Mean of n11 by chance, rounded once."""
        return quotient(*self.exact_mean.as_integer_ratio())

    @property
    def variance(self) -> float:
        """Variance of n11 by chance, rounded once."""
        return quotient(*self.exact_variance.as_integer_ratio())

    @property
    def zscore(self) -> float:
        """Number of standard deviations by which n11 exceeds its mean."""
        excess = self.n11 - self.exact_mean
        if self.exact_variance == 0:
            # Every permutation has the same n11, so that 0/0 counts as chance.
            return 0.0
        return signed_root(excess, self.exact_variance)


@refuse_weights(NOT_EXCHANGEABLE)
def pair_count_moments(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "product",
    order: int = 2,
) -> PairCountMoments:
    """Exact moments, by chance, of the number of pairs together in both clusterings.

    The moments say how many pairs are expected to share a cluster in both clusterings
    by chance, and how much this number varies. Use them to study an index, or to see
    how far an observed number is from chance; use `permutation_test` for a p-value.
    Let :math:`n_{11}` be the number of pairs together in both clusterings. Under
    permutations, every pair-counting index is a function of :math:`n_{11}` alone, and
    indices that are linear in :math:`n_{11}` have the same z-score.

    .. warning::
       :math:`n_{11}` is not close to normal: for independent balanced clusterings it
       is nearly a scaled chi-square with :math:`(k_A - 1)(k_B - 1)` degrees of freedom,
       where :math:`k_A` and :math:`k_B` are the numbers of clusters. A normal p-value
       of `zscore` can therefore be far too small. Use `permutation_test` instead.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        the labels of more modes, or a fitted estimator. In a tuple, None stands for
        labels that are unknown. The label -1 is an :ref:`ordinary label <unlabeled>`.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Prediction to evaluate, of the same kind as `labels_true`.
    null_model : {"product", "cells"}, default="product"
        Null model (:ref:`null_models`), which says what is permuted. "product" permutes
        the labels of each mode, which are the row labels and the column labels. "cells"
        permutes single cells. For a clustering, the two coincide.
    order : int, default=2
        Highest order of `raw_moments`, from 2 to 12.

    Returns
    -------
    moments : PairCountMoments
        Frozen result with the observed `n11`, the floats `mean`, `variance` and
        `zscore`, and the fractions `exact_mean`, `exact_variance` and `raw_moments`, of
        orders 0 to `order`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other, if `null_model` is unknown
        or "fixed_n_clusters", or if `order` is not from 2 to 12.
    TypeError
        If the labels are not array-likes, or if `order` is not an integer.

    See Also
    --------
    pair_counts : Compute the counts themselves.
    standardized_mutual_info_score : Compute the z-score of the mutual information.

    Notes
    -----
    If no permutation changes :math:`n_{11}`, the variance and the z-score are 0.

    :math:`n_{11}` counts the common edges of two unions of cliques with permuted
    vertices. Its moments are sums over the sizes of the connected components of `order`
    edges. Under "product", the raw moments of the sums of squares of the tables are
    multiplied. Under "cells", the power sums of the cluster sizes are multiplied.

    The cost is O(n_rows + n_columns) time for the tables. The time for the moments then
    depends on `order` only, whatever the numbers of samples and clusters.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section D.2,
       where the variance is bounded.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_count_moments
    >>> moments = pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    >>> moments.n11, moments.mean, moments.variance
    (2, 1.6, 0.84)
    >>> pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1], order=3).raw_moments[3]
    Fraction(47, 5)
    >>> true, pred = ([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1])
    >>> pair_count_moments(true, pred, null_model="product").exact_mean
    Fraction(2, 3)
    >>> pair_count_moments(true, pred, null_model="cells").exact_mean
    Fraction(2, 7)
    """
    tables = tables_of_compared_modes(labels_true, labels_pred)
    # `_REFUSED` says why "fixed_n_clusters" raises an error. For a clustering, "cells"
    # becomes "product", because the two are the same.
    effective_model = check_null_model(null_model, _REFUSED, len(tables))
    order = check_integer(order, "order", 2, _HIGHEST_ORDER)
    moments = moments_of_pairs(tables, effective_model, order)
    modes = compared_modes(labels_true, n_compared=len(tables))
    return replace(moments, compared=modes.names_unless_all)


def moments_of_pairs(
    tables: Tables, null_model: str, order: int = 2
) -> PairCountMoments:
    """Return n11 of the cells and its raw moments under "cells" or "product".

    n11 is the number of pairs of cells that are together in both structures. The
    moments have the orders 0 to `order`.
    """
    sizes_of_modes = (table.sizes for table in tables)
    if null_model == "cells":
        raw_moments = moments_of_cells(sizes_of_modes, order)
    else:
        raw_moments = moments_of_product(sizes_of_modes, order)
    return PairCountMoments(pairs_of_cells(tables).n11, raw_moments)


@refuse_weights(MEAN_OF_COUNTS)
def expected_mutual_info(
    labels_true: Partition, labels_pred: Partition, *, null_model: NullModel = "product"
) -> float:
    r"""Mean of the mutual information by chance, exact.

    The mean says how much information two clusterings share by chance alone. Compare
    `comi_score` with it to see how much of the shared information is more than chance;
    adjusted indices such as `coami_score` subtract it (:ref:`chance`). For
    co-clusterings, the mean of the rows and the mean of the columns are added.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        the labels of more modes, or a fitted estimator. In a tuple, None stands for
        labels that are unknown. The label -1 is an :ref:`ordinary label <unlabeled>`.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Prediction to evaluate, of the same kind as `labels_true`.
    null_model : {"product", "fixed_n_clusters", "cells"}, default="product"
        Null model (:ref:`null_models`), which says what is random. "product" permutes
        the row labels and the column labels (Theorem 4.1 of [1]_). "cells" is the same
        for a clustering, and raises an error for co-clusterings. "fixed_n_clusters"
        samples the predicted labels uniformly from all labelings that have the same
        number of non-empty clusters. It is a one-sided null model of [3]_, and its mean
        is EMI* of [2]_, equation (12).

    Returns
    -------
    expected : float
        Mean in nats (natural logarithms), at least 0.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other, or if `null_model` is
        unknown, or "cells" for co-clusterings.
    TypeError
        If the labels are not array-likes.

    See Also
    --------
    comi_score : Compute the mutual information itself.
    coami_score : Compute the difference of both, normalized.
    standardized_mutual_info_score : Compute the difference of both in standard
        deviations.

    Notes
    -----
    The mean is symmetric, except for "fixed_n_clusters". No input is degenerate.

    The cost is O(n_rows + n_columns) time for the tables. Then every true cluster size
    a and every predicted cluster size b take a time of about :math:`\sqrt{a b / n}`,
    where n is the number of samples. Equal sizes are computed once. For
    "fixed_n_clusters", every size of a true cluster takes time in proportion to the
    number of probable pairs of a predicted size and a number of shared samples.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps, J. Bailey (2010). Information theoretic measures for
       clusterings comparison. Journal of Machine Learning Research, 11, 2837-2854.
    .. [2] "Cluster Validation Using Mutual Information", unpublished manuscript.
    .. [3] A. J. Gates, Y.-Y. Ahn (2017). The impact of random models on clustering
       similarity. Journal of Machine Learning Research, 18, 1-28.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import expected_mutual_info
    >>> expected_mutual_info([0, 1, 1], [0, 1, 1])
    0.328...
    >>> expected_mutual_info([0, 0, 1], [0, 0, 1], null_model="fixed_n_clusters")
    0.328...
    """
    tables = tables_of_compared_modes(labels_true, labels_pred)
    if check_null_model(null_model, NO_CELLS, len(tables)) == "product":
        return math.fsum(expected_mutual_information(*table.sizes) for table in tables)
    return math.fsum(  # This is EMI* of [2]_, equation (12).
        expected_information_fixed_n_clusters(table.true_sizes, table.shape[1])
        for table in tables
    )
