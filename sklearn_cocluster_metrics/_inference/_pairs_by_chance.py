"""Counts of pairs under permuted labels, without a draw.

Their moments are exact, and CARI is a mean over types of pairs. With the cluster sizes
given, an index of these counts depends on one integer, the product of the sums of
squares of the tables of the modes: hence its tail probability.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._indices._contract import Contract
from .._laws._pair_moments import (
    NullModelOfPairs,
    expected_pairs_of_cells,
    moments_of_cells,
    moments_of_product,
)
from .._laws._sum_of_squares_law import (
    TooMuchWork,
    Work,
    law_of_product,
    law_of_squares,
)
from .._metrics import PartitionMetric, find_contract, resolve
from .._statistics._contingency import SquareSums, Tables, quotient, signed_root
from .._statistics._pairs import pairs_of_cells, strata_of_cells
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, check_integer, check_level, check_sizes
from .._structures._partitions import as_structure
from .._structures._printing import Tabular
from .._structures._weights import NOT_EXCHANGEABLE, unweighted
from ._random_draws import check_null_model

_REFUSED = {
    "fixed_n_clusters": "the moments are those of permuted labels. Use 'product' or "
    "'cells'."
}
_HIGHEST_ORDER = 12  # 0.1 s; the cost more than doubles with every two orders


@dataclass(frozen=True, repr=False)
class PairCountMoments(Tabular):
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
    exact_mean, exact_variance : fractions.Fraction
        Mean and variance of n11.
    mean, variance : float
        The same, rounded once; infinite beyond the range of floats.
    zscore : float
        How many standard deviations the observed n11 lies above the mean; 0 where the
        variance is 0.

    See Also
    --------
    pair_count_moments : Compute them.

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

    def _columns(self) -> dict[str, Any]:
        return {n: [getattr(self, n)] for n in ("n11", "mean", "variance", "zscore")}

    @property
    def exact_mean(self) -> Fraction:
        """Mean of n11."""
        return self.raw_moments[1]

    @property
    def exact_variance(self) -> Fraction:
        """Variance of n11."""
        return self.raw_moments[2] - self.exact_mean**2

    @property
    def mean(self) -> float:
        """Mean of n11, rounded once."""
        return quotient(*self.exact_mean.as_integer_ratio())

    @property
    def variance(self) -> float:
        """Variance of n11, rounded once."""
        return quotient(*self.exact_variance.as_integer_ratio())

    @property
    def zscore(self) -> float:
        """Standard deviations from the mean to the observed n11."""
        excess = self.n11 - self.exact_mean
        if self.exact_variance == 0:  # every permutation has the same n11: 0/0, chance
            return 0.0
        return signed_root(excess, self.exact_variance)


@unweighted(NOT_EXCHANGEABLE)
def pair_count_moments(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "product",
    order: int = 2,
) -> PairCountMoments:
    r"""Exact moments, by chance, of the number of pairs together in both clusterings.

    When labels are permuted, every pair-counting index is a function of this number
    :math:`n_{11}` alone. All that are linear in it have the same z-score.

    .. warning::
       :math:`n_{11}` is not close to normal: for independent balanced clusterings it
       is nearly a scaled chi-square with :math:`(k_A - 1)(k_B - 1)` degrees of freedom.
       A normal p-value of `zscore` can be below 0.00001 where 0.001 is true. Use
       `permutation_test`.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"product", "cells"}, default="product"
        What is random (:ref:`null_models`): the labels of each mode, or the cells as
        if they were free. For a clustering, both coincide.
    order : int, default=2
        Highest order of `raw_moments`, from 2 to 12.

    Returns
    -------
    moments : PairCountMoments
        Frozen, with the observed `n11`, the floats `mean`, `variance` and `zscore`, and
        as fractions `exact_mean`, `exact_variance` and `raw_moments`, those of the
        orders 0 to `order`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other; if `null_model` is
        unknown, or "fixed_n_clusters"; if `order` is not from 2 to 12.
    TypeError
        If the labels are not array-likes; if `order` is no integer.

    See Also
    --------
    pair_counts : The counts themselves.
    standardized_mutual_info_score : The z-score of the mutual information.

    Notes
    -----
    Where no permutation changes :math:`n_{11}`, the variance and the z-score are 0.

    :math:`n_{11}` counts the edges that two unions of cliques, with permuted vertices,
    have in common. Its moments are sums over the sizes of the connected components of
    `order` edges. Under "product" the raw moments of the sums of squares of the tables
    multiply; under "cells" the power sums of the cluster sizes do.

    Cost: O(n_rows + n_columns) time for the tables, then 1 ms at order 2 and 0.1 s at
    order 12, whatever the numbers of samples and clusters.

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
    moments = moments_of_cells if null_model == "cells" else moments_of_product
    raw = moments((table.sizes for table in tables), order)
    return PairCountMoments(pairs_of_cells(tables).n11, raw)


_ABOUT_A_MINUTE = 3e10  # of work


class SquaresOnly(NamedTuple):
    """What indices that count pairs read of a contingency table, without the table."""

    squares: SquareSums
    is_equality: bool


@dataclass(frozen=True)
class PairIndex:
    """An index of counts of pairs, as a function of the product of sums of squares."""

    contract: Contract
    options: Mapping[str, Any]
    tables: Tables

    def __call__(self, product: int) -> float:
        """Compute the index where the sums of squares multiply to `product`.

        The formula reads nothing of the tables but their sizes, this product, and
        whether the structures are equal: so one mode may have the whole product.
        """
        sums = [table.squares for table in self.tables]
        same_sizes = all(one.true == one.pred for one in sums)
        are_equal = same_sizes and product == math.prod(one.true for one in sums)
        factors = [product] + [1] * (len(sums) - 1)
        modes = [
            SquaresOnly(one._replace(joint=joint), are_equal)
            for one, joint in zip(sums, factors, strict=True)
        ]
        return self.contract.compute(modes, **self.options)

    def mean_and_std(self, statistic: float) -> tuple[float, float] | None:
        """Exact mean and standard deviation by chance of an index linear in n11.

        None for another one: its mean takes more than the moments of n11.
        """
        moments = moments_of_pairs(self.tables, "product")
        if moments.exact_variance == 0:
            return statistic, 0.0
        if not self.contract.linear_in_pairs:
            return None
        n_cells = math.prod(table.n_samples for table in self.tables)
        most = min(
            math.prod(table.squares[side] for table in self.tables) for side in (2, 3)
        )
        highest = (most - n_cells) // 2  # not 0: n11 has a variance
        lowest_value, highest_value = self(n_cells), self(most)
        slope = highest_value - lowest_value  # over n11 from 0 to `highest`
        mean = lowest_value + slope * float(moments.exact_mean / highest)
        variance = float(moments.exact_variance / Fraction(highest) ** 2)
        return mean, abs(slope) * math.sqrt(variance)


def critical_value(
    sizes_true: npt.ArrayLike,
    sizes_pred: npt.ArrayLike,
    metric: PartitionMetric = "cari_product",
    *,
    level: float = 0.05,
    verbose: int = 0,
    **metric_options: Any,
) -> float:
    """Least value of an index that is better than chance, for given cluster sizes.

    For planning: what an agreement has to reach to be significant by
    ``permutation_test(..., method="exact", alternative="index")``.

    Parameters
    ----------
    sizes_true : array-like of int, or tuple of array-likes
        Sizes of the true clusters; for co-clusterings a tuple ``(row_sizes,
        column_sizes)``, or one of more modes.
    sizes_pred : array-like of int, or tuple of array-likes
        Sizes of the predicted clusters, with the same sums.
    metric : str or callable, default="cari_product"
        Name of an index of counts of pairs, or its function.
    level : float, default=0.05
        Largest p-value that is called significant, between 0 and 1, both excluded.
    verbose : int, default=0
        Whether to show progress: a bar of `tqdm` if it is installed, else lines.
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    value : float
        The least value that permuted labels reach with a probability of at most
        `level`; of a distance the greatest. Infinite, with the sign of better values,
        where even the best agreement is more likely.

    Raises
    ------
    ValueError
        If sizes are less than 1, their sums or numbers of modes differ, the
        metric is no index of counts of pairs, `level` is not between 0 and 1, or the
        exact distribution takes longer than about a minute.
    TypeError
        If sizes are not integers; if `metric` is neither a name nor a function.

    See Also
    --------
    permutation_test : The test of an observed agreement, at the same cost.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import critical_value
    >>> critical_value(([5, 5], [5, 5]), ([5, 5], [5, 5]))
    0.305...
    """
    contract, _ = find_contract(metric, metric_options)
    resolved = resolve(metric, "partition", None, metric_options)
    if contract is None or contract.monotone_in != "squares":
        raise ValueError(
            "`metric` must be an index of counts of pairs, such as 'cari_product', "
            f"got {resolved.name!r}."
        )
    level = check_level(level, "level")
    tables = _tables_of_sizes(sizes_true, sizes_pred)
    work, verbose = Work(_ABOUT_A_MINUTE), check_integer(verbose, "verbose", 0)
    try:
        laws = [law_of_squares(*table.sizes, work, verbose) for table in tables]
        law = law_of_product(laws, work)
    except TooMuchWork:
        raise ValueError(
            "The exact law for these sizes takes too long; use fewer entries or fewer "
            "clusters."
        ) from None
    total, tail, least = sum(law.values()), 0, None
    for value in sorted(law, reverse=True):
        tail += law[value]
        if tail / total > level:
            break
        least = value
    if least is None:
        return resolved.sign * math.inf
    return PairIndex(contract, resolved.options, tables)(least)


def _tables_of_sizes(sizes_true: Any, sizes_pred: Any) -> Tables:
    """Return a table of each mode that has these sizes."""
    sides = {"sizes_true": sizes_true, "sizes_pred": sizes_pred}
    modes = [
        [
            check_sizes(one, name)
            for one in (side if isinstance(side, tuple) else [side])
        ]
        for name, side in sides.items()
    ]
    for name, side in zip(sides, modes, strict=True):
        if any(0 in sizes for sizes in side):
            raise ValueError(
                f"`{name}` must be sizes of clusters, each at least 1; for labels, "
                "`numpy.unique(labels, return_counts=True)` counts them."
            )
    sums = [[int(sizes.sum()) for sizes in side] for side in modes]
    if sums[0] != sums[1]:
        raise ValueError(
            f"`sizes_true` has the sums {sums[0]}, `sizes_pred` {sums[1]}; both must "
            "describe the same entries, mode by mode."
        )
    true, pred = (
        tuple(np.repeat(np.arange(len(sizes)), sizes) for sizes in side)
        for side in modes
    )
    return tables_of_labels(as_structure(true), as_structure(pred))


@dataclass(frozen=True, repr=False)
class CariDecomposition(Tabular):
    """Result of `cari_decomposition`.

    Parameters
    ----------
    score : float
        Product-CARI.
    strata : tuple of tuple of int
        For each type of pairs of cells, the modes in which the two cells differ.
    agreement : tuple of float
        Agreement of each type, adjusted for chance.
    weights : tuple of float
        Weight of each type; they add up to 1.

    See Also
    --------
    cari_decomposition : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_decomposition
    >>> cari_decomposition(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 0])).strata
    ((0,), (1,), (0, 1))
    """

    score: float
    strata: tuple[tuple[int, ...], ...]
    agreement: tuple[float, ...]
    weights: tuple[float, ...]

    def __repr__(self) -> str:
        parts = zip(self.strata, self.agreement, self.weights, strict=True)
        types = "".join(
            f", {modes}: {kappa:.3g} x {w:.3g}" for modes, kappa, w in parts
        )
        return f"{type(self).__name__}(score={self.score:.3g}{types})"

    def _columns(self) -> dict[str, Any]:
        return {
            "modes": self.strata,
            "agreement": self.agreement,
            "weight": self.weights,
        }


@unweighted(NOT_EXCHANGEABLE)
def cari_decomposition(
    labels_true: Partition, labels_pred: Partition
) -> CariDecomposition:
    r"""Decompose product-CARI by the modes in which cells differ.

    Two cells differ in the row only, in the column only, or in both. Of the :math:`N_t`
    pairs of type t, :math:`n_t` are together in both co-clusterings, :math:`a_t` and
    :math:`b_t` in each; their agreement is

    .. math:: \kappa_t = \frac{n_t - E_t}{h_t - E_t}, \qquad
        E_t = \frac{a_t b_t}{N_t}, \quad h_t = \frac{a_t + b_t}{2} .

    ``cari_score(..., null_model="product")`` is their mean with weights proportional to
    :math:`h_t - E_t \ge 0`. For pairs that differ in one mode only, it is the adjusted
    Rand index of this mode (:ref:`proof <proof_decomposition>`).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    decomposition : CariDecomposition
        Frozen, with the floats `score`, `agreement` and `weights`, and the `strata`:
        ``(0,)`` for pairs that differ in the row, ``(1,)`` in the column, ``(0, 1)`` in
        both; with d modes, up to 2^d - 1.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other.
    TypeError
        If the labels are not array-likes.

    See Also
    --------
    cari_score : The score alone.
    cocorrelation_score : A correlation over the same types of pairs.

    Notes
    -----
    Types of weight 0 are left out: those without pairs, or with all pairs together, or
    all apart, on both sides. Of equal trivial co-clusterings, which score 1, nothing is
    left. Numbers are exact until they are returned. Cost: O(n_rows + n_columns) time.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_decomposition
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1])  # the rows are right
    >>> cari_decomposition(true, pred)
    CariDecomposition(score=0.444, (0,): 1 x 0.296, (1,): 0 x 0.185, ...)
    """
    return decompose(tables_of_labels(labels_true, labels_pred))


def decompose(tables: Tables) -> CariDecomposition:
    """Decompose the agreement of the cells of tables."""
    parts = []
    for modes, pairs in strata_of_cells(tables).items():
        expected = expected_pairs_of_cells(pairs)
        room = Fraction(pairs.true + pairs.pred, 2) - expected
        if room:  # else both agree on all pairs, and n11 - E is 0 too
            parts.append((modes, pairs.n11 - expected, room))
    if not parts:  # equal, and trivial
        return CariDecomposition(1.0, (), (), ())
    strata, gains, rooms = zip(*parts, strict=True)
    whole = sum(rooms, Fraction(0))
    return CariDecomposition(
        score=float(sum(gains, Fraction(0)) / whole),
        strata=strata,
        agreement=tuple(float(gain / room) for _, gain, room in parts),
        weights=tuple(float(room / whole) for room in rooms),
    )
