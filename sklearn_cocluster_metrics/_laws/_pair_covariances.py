"""Pairs together in both co-clusterings, less their mean when modes are permuted.

With the indicators of "together" of two co-clusterings, each centered at its mean
within every stratum of pairs of cells, the number of pairs together in both less its
mean under the "product" null model is their inner product.
"""

from math import prod
from typing import NamedTuple

from .._statistics import Tables
from ._pair_moments import scaled_mean_of_squares


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

    With S = 2 n11 + n, the product of the sums of squares of the modes, the difference
    n11 - E(A, B) is half of that of S and its mean. The integer is twice the
    denominator of this mean, the least that clears every fraction for all sizes.
    """
    n_samples, joint, true, pred = zip(
        *(table.squares for table in tables), strict=True
    )

    def centered(
        squares: tuple[int, ...], first: tuple[int, ...], second: tuple[int, ...]
    ) -> int:
        modes = zip(n_samples, first, second, strict=True)
        mean, scale = scaled_mean_of_squares(modes)
        return prod(squares) * scale - mean

    return PairCovariances(
        joint=centered(joint, true, pred),
        true=centered(true, true, true),
        pred=centered(pred, pred, pred),
    )
