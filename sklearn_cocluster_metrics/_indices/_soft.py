"""Soft co-clusterings: coCC and CARI of posterior probabilities."""

from __future__ import annotations

import functools
import math
import operator
from dataclasses import astuple, dataclass
from typing import Literal, TypeAlias

import numpy as np

from .._laws._pair_moments import NullModelOfPairs
from .._structures._arguments import check_flag, check_option
from .._structures._memberships import Matrix, Memberships, check_memberships

Modes: TypeAlias = tuple[Matrix, ...]

_ROUNDING = 1e-13  # a squared norm that is this share of the uncentered one is 0


def soft_cocorrelation_score(
    memberships_true: Memberships,
    memberships_pred: Memberships,
    *,
    null_model: NullModelOfPairs = "product",
    distinct: bool = True,
) -> float:
    r"""Co-clustering correlation (coCC) of soft memberships.

    Samples belong to clusters in shares that add up to 1, such as posterior
    probabilities, and cells to blocks by the product of those of row and column. Two
    cells are together to the degree :math:`\sum_k u_{xk} u_{yk}`. With :math:`\langle
    A, B \rangle`, the sum over pairs of cells of the product of both degrees, and its
    mean :math:`E(A, B)` over permutations of the predicted memberships,

    .. math::

        \frac{\langle A, B \rangle - E(A, B)}
        {\sqrt{(\langle A, A \rangle - E(A, A)) (\langle B, B \rangle - E(B, B))}} .

    Higher is better; 0 on average under the null model. Symmetric. Memberships diluted
    evenly score the same: calibration does not count.

    Parameters
    ----------
    memberships_true, memberships_pred : array-like or tuple of array-likes
        A matrix of shape (n_samples, n_clusters), dense, sparse or a data frame, whose
        rows are nonnegative and add up to 1, or hard labels; for a co-clustering, a
        tuple of one per mode.
    null_model : {"product", "cells"}, default="product"
        What is permuted: rows and columns, independently, or the cells.
    distinct : bool, default=True
        Whether only pairs of distinct cells count. False: every cell is also paired
        with itself, which rewards equal confidence.

    Returns
    -------
    score : float
        Between -1 and 1; `cocorrelation_score` for hard labels and ``distinct=True``.

    Raises
    ------
    ValueError
        If memberships are negative, not finite or do not add up to 1; if both sides
        differ in samples or modes; if an option is unknown.

    See Also
    --------
    soft_cari_score : The adjusted Rand index of soft memberships.
    cocorrelation_score : The same for hard labels.

    Notes
    -----
    A score of 1 does not imply equal memberships: all clusters may be divided into
    twins. Where no permutation changes one side, the score is 1 if both are equal, else
    0.

    Cost: O(n k l) for n samples, k true and l predicted clusters of each mode.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import soft_cocorrelation_score
    >>> rows = [[1, 0], [0.5, 0.5], [0, 1]]
    >>> soft_cocorrelation_score((["a", "a", "b"], [0, 1, 1]), (rows, [0, 1, 1]))
    0.727...
    """
    sides = check_memberships(memberships_true, memberships_pred)
    return soft_correlation(*_three_products(*sides, null_model, distinct))


def soft_cari_score(
    memberships_true: Memberships,
    memberships_pred: Memberships,
    *,
    scale: Literal["fari"] | None = "fari",
    null_model: NullModelOfPairs = "product",
    distinct: bool = True,
) -> float:
    r"""Co-clustering adjusted Rand index of soft memberships.

    In the notation of `soft_cocorrelation_score`,

    .. math::

        \frac{\langle A, B \rangle - E(A, B)}
        {(\langle A, A \rangle + \langle B, B \rangle) / 2 - E(A, B)} .

    An uncertain prediction scores lower. The fuzzy adjusted Rand index (FARI) of [1]_
    first multiplies the degrees of each side by :math:`\sum A_{xy} / \sum A_{xy}^2`,
    which removes most of that.

    Higher is better; 0 on average under the null model. Symmetric.

    Parameters
    ----------
    memberships_true, memberships_pred : array-like or tuple of array-likes
        As in `soft_cocorrelation_score`.
    scale : {"fari"} or None, default="fari"
        Whether each side is scaled as in [1]_. None: not, so that calibration counts.
    null_model : {"product", "cells"}, default="product"
        What is permuted: rows and columns, independently, or the cells.
    distinct : bool, default=True
        Whether only pairs of distinct cells count. FARI of [1]_ has ``distinct=False``.

    Returns
    -------
    score : float
        Between -1 and 1; `cari_score` with this null model for hard labels and
        ``distinct=True``.

    Raises
    ------
    ValueError
        If memberships are negative, not finite or do not add up to 1; if both sides
        differ in samples or modes; if an option is unknown.

    See Also
    --------
    soft_cocorrelation_score : A correlation, free of scale.
    cari_score : The same for hard labels.

    Notes
    -----
    A score of 1 implies equal memberships if every cluster has a sample that belongs to
    it alone. Where the formula is 0/0, the score is 1.

    Cost: as `soft_cocorrelation_score`.

    References
    ----------
    .. [1] J. L. Andrews, R. Browne, C. D. Hvingelby (2022). Journal of Classification.
       :doi:`10.1007/s00357-021-09407-3`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import soft_cari_score
    >>> rows = [[1, 0], [0.5, 0.5], [0, 1]]
    >>> true, pred = (["a", "a", "b"], [0, 1, 1]), (rows, [0, 1, 1])
    >>> soft_cari_score(true, pred), soft_cari_score(true, pred, scale=None)
    (0.714..., 0.681...)
    """
    sides = check_memberships(memberships_true, memberships_pred)
    check_option(scale, "scale", ("fari", None))
    products = _three_products(*sides, null_model, distinct)
    return soft_adjusted_rand(*products, scaled=scale is not None)


SOFT_SCORES = (soft_cocorrelation_score, soft_cari_score)


def _three_products(
    true: Modes, pred: Modes, null_model: str, distinct: bool
) -> tuple[SoftPairs, SoftPairs, SoftPairs]:
    """Check the options, and count truth with prediction and each with itself."""
    check_option(null_model, "null_model", ("product", "cells"))
    check_flag(distinct, "distinct")
    return (
        soft_pairs(true, pred, null_model, distinct),
        soft_pairs(true, true, null_model, distinct),
        soft_pairs(pred, pred, null_model, distinct),
    )


@dataclass(frozen=True)
class PairSums:
    """Sums over ordered pairs of samples, each sample paired with itself, too."""

    # A and B are the matrices of the degrees to which two samples are together. Those
    # of the cells are Kronecker products, so that all sums multiply over the modes.

    n: int
    joint: float
    """Sum of the products of A and B."""
    diagonal: float
    """The part of `joint` from samples paired with themselves."""
    true_trace: float
    pred_trace: float
    true_total: float
    pred_total: float

    def __mul__(self, other: PairSums) -> PairSums:
        """Return the sums over pairs of cells."""
        return PairSums(*map(operator.mul, astuple(self), astuple(other)))

    def diagonal_mean(self) -> float:
        """Return the mean of `diagonal` over permutations of the samples of B."""
        return self.true_trace * self.pred_trace / self.n

    def mean(self) -> float:
        """Return the mean of `joint` over permutations of the samples of B."""
        apart = self.true_total - self.true_trace, self.pred_total - self.pred_trace
        n_pairs = max(self.n * (self.n - 1), 1)
        return self.diagonal_mean() + apart[0] * apart[1] / n_pairs


def pair_sums(true: Matrix, pred: Matrix) -> PairSums:
    """Sum over the pairs of samples of one mode."""
    diagonals = [np.asarray((side * side).sum(axis=1)) for side in (true, pred)]
    totals = [float(np.square(side.sum(axis=0)).sum()) for side in (true, pred)]
    shared = true.T @ pred
    return PairSums(
        true.shape[0],
        float((shared * shared).sum()),
        float(diagonals[0] @ diagonals[1]),
        *(float(diagonal.sum()) for diagonal in diagonals),
        *totals,
    )


@dataclass(frozen=True)
class SoftPairs:
    """What two sides share over the pairs of cells, and what they share by chance."""

    joint: float
    mean: float
    with_diagonal: float
    """`joint` with every cell paired with itself, too."""
    total: float
    """Sum of the degrees of the first side."""


def soft_pairs(true: Modes, pred: Modes, null_model: str, distinct: bool) -> SoftPairs:
    """Sum over the pairs of cells, from the sums over the pairs of each mode."""
    modes = [pair_sums(*pair) for pair in zip(true, pred, strict=True)]
    cells = functools.reduce(operator.mul, modes)
    mean = cells.mean() if null_model == "cells" else math.prod(m.mean() for m in modes)
    joint = cells.joint
    if distinct:
        joint, mean = joint - cells.diagonal, mean - cells.diagonal_mean()
    return SoftPairs(joint, mean, cells.joint, cells.true_total)


def soft_correlation(both: SoftPairs, true: SoftPairs, pred: SoftPairs) -> float:
    """Return the cosine of two centered sides; those of cells with themselves too."""
    squares = [side.joint - side.mean for side in (true, pred)]
    if any(
        square <= _ROUNDING * side.with_diagonal
        for square, side in zip(squares, (true, pred), strict=True)
    ):
        apart = true.with_diagonal + pred.with_diagonal - 2 * both.with_diagonal
        return float(apart <= _ROUNDING * true.with_diagonal)
    cosine = (both.joint - both.mean) / math.sqrt(squares[0]) / math.sqrt(squares[1])
    return min(max(cosine, -1.0), 1.0)


def soft_adjusted_rand(
    both: SoftPairs, true: SoftPairs, pred: SoftPairs, *, scaled: bool
) -> float:
    """Return the adjusted Rand index of two sides; scaled, that is FARI."""
    of_true, of_pred = (
        side.total / side.with_diagonal if scaled else 1.0 for side in (true, pred)
    )
    mean = of_true * of_pred * both.mean
    top = (of_true**2 * true.joint + of_pred**2 * pred.joint) / 2
    if top - mean <= _ROUNDING * of_true**2 * true.with_diagonal:
        return 1.0
    return (of_true * of_pred * both.joint - mean) / (top - mean)
