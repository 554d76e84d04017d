"""Pairs together in both co-clusterings, less their mean when modes are permuted.

With the indicators of "together" of two co-clusterings, each centered at its mean
within every stratum of pairs of cells, the number of pairs together in both less its
mean under the "product" null model is their inner product.
"""

from math import comb, prod
from typing import NamedTuple

from .._statistics import Tables


class PairCovariances(NamedTuple):
    """Inner products of two centered indicators of "together".

    All three have one positive factor, which makes them integers: only their ratios
    have a meaning.
    """

    joint: int
    true: int
    pred: int


def pair_covariances(tables: Tables) -> PairCovariances:
    """Return n11 - E(A, B), mA - E(A, A) and mB - E(B, B), times one integer.

    E(A, B) = (prod_m (n_m + 2 a_m b_m / N_m) - n) / 2 with the pairs together a_m, b_m
    among the N_m pairs of entries of a mode. The integer is twice the product of the
    N_m, the least that clears every fraction for all sizes.
    """
    modes = [table.squares for table in tables]
    n_pairs = [max(1, comb(mode.n_samples, 2)) for mode in modes]
    scale = prod(n_pairs)
    of_true = [(mode.true - mode.n_samples) // 2 for mode in modes]
    of_pred = [(mode.pred - mode.n_samples) // 2 for mode in modes]

    def centered(squares: list[int], first: list[int], second: list[int]) -> int:
        means = (
            mode.n_samples * n + 2 * a * b
            for mode, n, a, b in zip(modes, n_pairs, first, second, strict=True)
        )
        return prod(squares) * scale - prod(means)

    return PairCovariances(
        joint=centered([mode.joint for mode in modes], of_true, of_pred),
        true=centered([mode.true for mode in modes], of_true, of_true),
        pred=centered([mode.pred for mode in modes], of_pred, of_pred),
    )
