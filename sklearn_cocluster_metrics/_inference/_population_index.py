"""Compute an index in an infinite population, from shares of pairs of its entries.

If a mode is a sample from a large population, the index of the population depends on
three shares of the pairs of two different entries. These are the shares of the pairs
that are together in both clusterings, in the true clustering, and in the predicted
clustering. These shares are drawn thousands of times, so that the formulas in this
module take arrays. In the limit of an infinite population, related indices, such as
CARI and the adjusted Rand index, have the same formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial, reduce
from operator import mul

import numpy as np
from numpy.typing import NDArray

from .._metrics import ResolvedMetric
from .._statistics._contingency import ContingencyTable, Tables
from ._pair_index import SquaresOnly
from ._samples import TableOrSquares, compute_and_check_finite

Floats = NDArray[np.float64]

# Smaller differences of two shares, relative to the shares, are rounding.
_RELATIVE_ROUNDING = 1e-13
# If a formula needs exact counts, a population with this number of entries stands for
# an infinite one. A pair is an ordered pair of two different entries.
_POPULATION_SIZE = 2**200
_N_POPULATION_PAIRS = _POPULATION_SIZE * (_POPULATION_SIZE - 1)


@dataclass(frozen=True, eq=False)
class PairShares:
    """Hold the shares of the pairs of entries that are together, as arrays of draws.

    The shares of the pairs of cells of several modes are the products of the shares of
    the modes. The expected shares are means over permutations of the labels of the
    mode.
    """

    # Pairs that are together in both clusterings, in the true clustering, and in the
    # predicted clustering.
    both: Floats
    true: Floats
    pred: Floats
    # Pairs that are expected to be together in both clusterings, in the true clustering
    # and a permutation of it, and in the predicted clustering and a permutation of it.
    expected_both: Floats
    expected_true: Floats
    expected_pred: Floats

    @classmethod
    def of_population(cls, both: Floats, true: Floats, pred: Floats) -> PairShares:
        """Take the shares of pairs of an infinite population.

        An expected share is a share of pairs that are together in a clustering and in a
        permutation of another one. For `expected_true`, both are the true clustering,
        and for `expected_pred`, both are the predicted one. The expected shares are
        products, because permuted labels are independent.
        """
        return cls(
            both=both,
            true=true,
            pred=pred,
            expected_both=true * pred,
            expected_true=true * true,
            expected_pred=pred * pred,
        )

    @classmethod
    def of_table(cls, table: ContingencyTable) -> PairShares:
        """Count the shares of ordered pairs of a mode that is not a sample.

        The shares are arrays without dimensions. Two different cells may be in the same
        column. Therefore, a pair may contain an entry of this mode twice, which is
        together with itself.
        """
        n, joint, true, pred = table.squares

        def share(n_pairs: float) -> Floats:
            return np.array(n_pairs / n**2)

        # The n pairs of an entry with itself are always together. After a permutation,
        # the other pairs are together in both of two clusterings with the product of
        # the probabilities. `first` and `second` are the squares of these clusterings.
        def expected_share(first: int, second: int) -> Floats:
            if n == 1:
                return share(1)
            return share(n + (first - n) * (second - n) / (n * (n - 1)))

        return cls(
            both=share(joint),
            true=share(true),
            pred=share(pred),
            expected_both=expected_share(true, pred),
            expected_true=expected_share(true, true),
            expected_pred=expected_share(pred, pred),
        )

    def __mul__(self, further: PairShares) -> PairShares:
        """Return the shares of the pairs of cells, from the shares of two modes."""
        return PairShares(
            **{
                field.name: getattr(self, field.name) * getattr(further, field.name)
                for field in fields(self)
            }
        )


def _difference(minuend: Floats, subtrahend: Floats) -> Floats:
    """Subtract arrays, and replace a difference that is only rounding by 0."""
    difference = np.asarray(minuend - subtrahend)
    rounding = _RELATIVE_ROUNDING * np.maximum(minuend, subtrahend)
    return np.where(np.abs(difference) <= rounding, 0.0, difference)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Divide arrays, with NaN where the denominator is 0."""
    ratio = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    np.divide(numerator, denominator, out=ratio, where=np.asarray(denominator != 0))
    return ratio


# The formulas of the indices follow. Their values are NaN where they are 0/0.


def _covariance_of_shares(shares: PairShares) -> Floats:
    """Return the covariance of two indicators, over the pairs of cells.

    The first indicator is 1 for the pairs that are together in the truth, and otherwise
    0. The second indicator is 1 for those together in the prediction.
    """
    return _difference(shares.both, shares.true * shares.pred)


def _apart(shares: PairShares) -> Floats:
    """Return the share of the pairs of cells that are apart in both structures."""
    in_pred_only = _difference(shares.pred, shares.both)
    return _difference(_complement(shares.true), in_pred_only)


def _complement(share: Floats) -> Floats:
    """Return the share of all other pairs."""
    return _difference(np.ones_like(share), share)


def _adjusted_rand(shares: PairShares) -> Floats:
    """Return CARI with the null model "cells"."""
    mean = (shares.true + shares.pred) / 2
    expected = shares.true * shares.pred
    return _ratio(_covariance_of_shares(shares), _difference(mean, expected))


def _cari_product(shares: PairShares) -> Floats:
    """Return CARI with the null model "product"."""
    excess = _difference(shares.both, shares.expected_both)
    mean = (shares.true + shares.pred) / 2
    return _ratio(excess, _difference(mean, shares.expected_both))


def _correlation(shares: PairShares) -> Floats:
    """Return the correlation of being together in each structure, over pairs of cells.

    It uses the null model "cells".
    """
    true_variance = shares.true * _complement(shares.true)
    pred_variance = shares.pred * _complement(shares.pred)
    return _ratio(_covariance_of_shares(shares), np.sqrt(true_variance * pred_variance))


def _cocorrelation(shares: PairShares) -> Floats:
    """Return coCC, which is the correlation with the null model "product"."""
    inner_product = _difference(shares.both, shares.expected_both)
    true_squared_norm = _difference(shares.true, shares.expected_true)
    pred_squared_norm = _difference(shares.pred, shares.expected_pred)
    return _ratio(inner_product, np.sqrt(true_squared_norm * pred_squared_norm))


def _angle(cosine: Floats) -> Floats:
    """Return the arc cosine, divided by pi."""
    return np.arccos(np.clip(cosine, -1, 1)) / math.pi


def _sokal_sneath1_of_shares(shares: PairShares) -> Floats:
    """Return the mean of four shares of agreeing pairs.

    They are the pairs together in both, among the pairs together in the truth and among
    those together in the prediction, and the same for pairs that are apart.
    """
    apart = _apart(shares)
    return (
        _ratio(shares.both, shares.true)
        + _ratio(shares.both, shares.pred)
        + _ratio(apart, _complement(shares.true))
        + _ratio(apart, _complement(shares.pred))
    ) / 4


def _peirce(shares: PairShares) -> Floats:
    """Return Peirce's index."""
    return _ratio(_covariance_of_shares(shares), shares.pred * _complement(shares.pred))


def _goodman_kruskal(shares: PairShares) -> Floats:
    """Return the index of Goodman and Kruskal, which is Yule's Q."""
    agreeing = shares.both * _apart(shares)
    in_true_only = _difference(shares.true, shares.both)
    in_pred_only = _difference(shares.pred, shares.both)
    return _ratio(_covariance_of_shares(shares), agreeing + in_true_only * in_pred_only)


def _disagreeing(shares: PairShares) -> Floats:
    """Return the share of the pairs that are together in only one structure."""
    in_true_only = _difference(shares.true, shares.both)
    in_pred_only = _difference(shares.pred, shares.both)
    return in_true_only + in_pred_only


def _jaccard_distance(shares: PairShares) -> Floats:
    """Return the share of disagreeing pairs, among those together in any structure."""
    disagreeing = _disagreeing(shares)
    return _ratio(disagreeing, shares.both + disagreeing)


def _sum_of_wallace(shares: PairShares) -> Floats:
    """Return the sum of the recall and the precision of pairs."""
    return _ratio(shares.both, shares.true) + _ratio(shares.both, shares.pred)


def _sokal_sneath3_of_shares(shares: PairShares) -> Floats:
    """Return the third index of Sokal and Sneath."""
    true_variance = shares.true * _complement(shares.true)
    pred_variance = shares.pred * _complement(shares.pred)
    agreeing = shares.both * _apart(shares)
    return _ratio(agreeing, np.sqrt(true_variance * pred_variance))


def _baulieu1(shares: PairShares) -> Floats:
    """Return the first index of Baulieu."""
    return _complement(_disagreeing(shares)) + (shares.true - shares.pred) ** 2


FORMULAS_OF_SHARES: dict[str, Callable[[PairShares], Floats]] = {
    "adjusted_rand": _adjusted_rand,
    "cari": _adjusted_rand,
    "cari_product": _cari_product,
    "correlation": _correlation,
    "correlation_distance": lambda shares: _angle(_correlation(shares)),
    "cocorrelation": _cocorrelation,
    "cocorrelation_distance": lambda shares: _angle(_cocorrelation(shares)),
    "sokal_sneath1": _sokal_sneath1_of_shares,
    "peirce": _peirce,
    "baulieu2": _covariance_of_shares,
    "goodman_kruskal": _goodman_kruskal,
    # The following indices are not adjusted for chance.
    "rand": lambda shares: _complement(_disagreeing(shares)),
    "jaccard": lambda shares: _complement(_jaccard_distance(shares)),
    "jaccard_distance": _jaccard_distance,
    "wallace1": lambda shares: _ratio(shares.both, shares.true),
    "wallace2": lambda shares: _ratio(shares.both, shares.pred),
    "dice": lambda shares: _ratio(2 * shares.both, shares.true + shares.pred),
    "minkowski": lambda shares: np.sqrt(_ratio(_disagreeing(shares), shares.true)),
    "hubert": lambda shares: 1 - 2 * _disagreeing(shares),
    "fowlkes_mallows": lambda shares: _ratio(
        shares.both, np.sqrt(shares.true * shares.pred)
    ),
    "sokal_sneath2": lambda shares: _ratio(
        shares.both, shares.both + 2 * _disagreeing(shares)
    ),
    "normalized_mirkin": _disagreeing,
    "kulczynski": lambda shares: _sum_of_wallace(shares) / 2,
    "mcconnaughey": lambda shares: _sum_of_wallace(shares) - 1,
    "baulieu1": _baulieu1,
    "russell_rao": lambda shares: shares.both,
    "sokal_sneath3": _sokal_sneath3_of_shares,
    "gower_legendre": lambda shares: (
        _complement(_disagreeing(shares)) / (1 - _disagreeing(shares) / 2)
    ),
    "rogers_tanimoto": lambda shares: (
        _complement(_disagreeing(shares)) / (1 + _disagreeing(shares))
    ),
}
"""The formula of each index that is a monotone function of the shares of pairs.

Such an index increases, or decreases, with the share of the pairs that are together in
both structures. Fager-McGowan is not among them, because it depends on the number of
pairs, and neither is Yule, because it is not monotone.
"""


@dataclass(frozen=True, eq=False)
class PopulationIndex:
    """Compute an index that counts pairs from the shares of each mode.

    `sampled_modes` are positions among the modes of `tables`. Modes that are not a
    sample keep their tables.
    """

    metric: ResolvedMetric
    tables: Tables
    sampled_modes: Sequence[int]

    def __call__(self, shares_of_modes: Sequence[PairShares]) -> Floats:
        """Compute the index for each draw of the shares of all modes.

        Equal structures have the value at equality. Shares are equal if they differ
        only by rounding. For other structures, 0/0 is the chance level or, if there is
        none, the worst value.
        """
        contract = self.metric.declared
        if not self.has_formula:
            return self._exact_values(shares_of_modes)
        shares = reduce(mul, shares_of_modes)
        values = FORMULAS_OF_SHARES[contract.name](shares)
        if contract.at_equality is not None:
            is_equality = (_difference(shares.true, shares.both) == 0) & (
                _difference(shares.pred, shares.both) == 0
            )
            values = np.where(is_equality, contract.at_equality, values)
        value_of_undefined = contract.chance_level
        if value_of_undefined is None:
            lower, upper = contract.bounds(len(self.tables))
            value_of_undefined = lower if contract.greater_is_better else upper
        return np.where(np.isnan(values), value_of_undefined, values)

    @property
    def has_formula(self) -> bool:
        """Whether the index with these options has a formula for arrays."""
        contract = self.metric.declared
        has_default_options = contract.check_options(
            self.metric.options
        ) == contract.check_options({})
        return contract.name in FORMULAS_OF_SHARES and has_default_options

    def _exact_values(self, shares_of_modes: Sequence[PairShares]) -> Floats:
        """Compute the index by its formula for exact counts, one draw after another.

        A sampled mode has the counts of a very large finite population with the shares
        of the draw. Any other mode has its table, and its shares are not used. A mode
        is given by its position among the tables. The result has the shape to which the
        shares of all modes are broadcast. If a value is not finite, an error is raised.
        """
        shape = np.broadcast_shapes(*(shares.both.shape for shares in shares_of_modes))
        counts_of_modes: list[list[TableOrSquares]] = []
        for mode, shares in enumerate(shares_of_modes):
            if mode not in self.sampled_modes:
                counts_of_modes.append([self.tables[mode]] * math.prod(shape))
                continue
            shares_of_draws = zip(
                np.broadcast_to(shares.both, shape).ravel().tolist(),
                np.broadcast_to(shares.true, shape).ravel().tolist(),
                np.broadcast_to(shares.pred, shape).ravel().tolist(),
                strict=True,
            )
            counts_of_modes.append(
                [
                    squares_of_population(both, true, pred)
                    for both, true, pred in shares_of_draws
                ]
            )
        compute = cache(partial(compute_and_check_finite, self.metric))
        values = [
            compute(counts_of_draw)
            for counts_of_draw in zip(*counts_of_modes, strict=True)
        ]
        return np.reshape(values, shape)


def squares_of_population(both: float, true: float, pred: float) -> SquaresOnly:
    """Return the sums of squares of a mode of the population, from shares of pairs."""
    return SquaresOnly.of(
        _POPULATION_SIZE,
        joint=_sum_of_population_squares(both),
        true=_sum_of_population_squares(true),
        pred=_sum_of_population_squares(pred),
    )


def _sum_of_population_squares(share: float) -> int:
    """Return the sum of the squared cluster sizes if this share of pairs is together.

    The sum counts the ordered pairs that are together, and each entry with itself. The
    number of pairs is limited, because rounding may bring a share above 1.
    """
    n_pairs = min(_N_POPULATION_PAIRS, int(_N_POPULATION_PAIRS * share))
    return _POPULATION_SIZE + n_pairs
