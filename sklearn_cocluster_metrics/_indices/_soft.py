"""Soft co-clusterings: coCC and CARI of posterior probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._laws._pair_moments import NullModelOfPairs
from .._structures._arguments import check_flag, check_option
from .._structures._memberships import Memberships, Shares, check_memberships

_ROUNDING = 1e-13  # a difference that is this share of its terms is 0
_CONSTANT = 8 * np.finfo(float).eps  # so are deviations that are this share
_MOSTLY_ZERO = 8  # with fewer stored entries than one in so many, stay sparse


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
    return soft_correlation(*_check_and_center(*sides, null_model, distinct))


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
        As in `soft_cocorrelation_score`.
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
    centered = _check_and_center(*sides, null_model, distinct)
    return soft_adjusted_rand(*centered, scaled=scale is not None)


SOFT_SCORES = (soft_cocorrelation_score, soft_cari_score)


def _check_and_center(
    true: tuple[Shares, ...], pred: tuple[Shares, ...], null_model: str, distinct: bool
) -> tuple[SoftModes, SoftModes, str, bool]:
    """Check the options, and centre the memberships of both sides."""
    check_option(null_model, "null_model", ("product", "cells"))
    check_flag(distinct, "distinct")
    of_true, of_pred = (tuple(map(SoftMode.of, side)) for side in (true, pred))
    return of_true, of_pred, null_model, distinct


@dataclass(frozen=True, eq=False)
class SoftMode:
    """Memberships of one mode, as deviations from those of the mean sample."""

    # With the mean taken out of every product beforehand, memberships that differ by
    # 1e-12 are compared as precisely as hard labels.

    # (n_samples, n_clusters): The deviations; memberships where most of them are 0
    values: Any
    # (n_clusters,): The mean sample, as deviations from 1 / n_clusters
    offset: NDArray[np.float64]
    # (n_samples,): Squared norms of the samples, less their mean
    norms: NDArray[np.float64]
    spread: float
    """Sum of the squared deviations."""

    @classmethod
    def of(cls, matrix: Any) -> SoftMode:
        """Centre memberships."""
        n, k = matrix.shape
        if sparse.issparse(matrix):
            if _MOSTLY_ZERO * matrix.nnz < n * k:
                offset = np.asarray(matrix.sum(axis=0)) / n - 1 / k
                norms = np.asarray((matrix * matrix).sum(axis=1))
                spread = max(float(norms.sum() - n * (1 / k + offset @ offset)), 0.0)
                return cls(matrix, offset, norms - norms.mean(), spread)
            matrix = matrix.toarray()
        mean = matrix.mean(axis=0)
        values = matrix - mean
        rest = values.mean(axis=0)  # what rounding has left in the mean
        values -= rest
        values -= values.mean(axis=1, keepdims=True)  # rows add up to 1 but for that
        offset = mean - 1 / k + rest
        offset -= offset.mean()
        if np.abs(values).max() <= _CONSTANT * matrix.max():
            values = np.zeros_like(values)
            offset[np.abs(offset) <= _CONSTANT] = 0
        norms = np.einsum("ij,ij->i", values, values)
        spread = float(norms.sum())
        return cls(values, offset, 2 * values @ offset + norms - spread / n, spread)

    @property
    def n(self) -> int:
        """Number of samples."""
        return len(self.norms)

    @property
    def level(self) -> float:
        """Squared norm of the mean sample."""
        return 1 / len(self.offset) + float(self.offset @ self.offset)

    @property
    def relative_spread(self) -> float:
        """The spread as a share of what equal samples would have as squared norms."""
        return self.spread / (self.n * self.level)


SoftModes = tuple[SoftMode, ...]


@dataclass(frozen=True)
class PairSums:
    """Sums of the products of A and B over the ordered pairs of samples of one mode."""

    # A and B are the matrices of the degrees to which two samples are together.

    base: float
    """The sum if all samples were the mean sample."""
    gain: float
    """What is added to `base`."""
    size: float
    """What is added without regard to signs: rounding is a share of it."""
    by_chance: float
    """The mean of `gain` over permutations of the samples of B."""
    diagonal: float
    """The sum over samples paired with themselves, less its mean."""
    diagonal_mean: float

    @classmethod
    def of(cls, one: SoftMode, other: SoftMode) -> PairSums:
        """Sum the products."""
        n = one.n
        base = n**2 * one.level * other.level
        shared = one.values.T @ other.values
        squares = float((shared * shared).sum())
        rest = -base
        if not (sparse.issparse(one.values) and sparse.issparse(other.values)):
            rest = 2 * n * float(one.offset @ (shared @ other.offset))
        by_chance = one.spread * other.spread / max(n - 1, 1)
        size, diagonal = squares + abs(rest), float(one.norms @ other.norms)
        mean = (one.spread + n * one.level) * (other.spread + n * other.level) / n
        return cls(base, squares + rest, size, by_chance, diagonal, mean)


def _growth(starts: Iterable[float], steps: Iterable[float]) -> float:
    """Return the product of start + step less that of start, without cancellation."""
    growth, reached = 0.0, 1.0
    for start, step in zip(starts, steps, strict=True):
        growth = growth * start + reached * step
        reached *= start + step
    return growth


def _spread_of_cells(modes: SoftModes) -> float:
    """Return the spread of the memberships of the cells."""
    return _growth((m.n * m.level for m in modes), (m.spread for m in modes))


def _n_cells(modes: SoftModes) -> int:
    """Return the number of cells."""
    return math.prod(mode.n for mode in modes)


def _centered_sum(
    true: SoftModes, pred: SoftModes, null_model: str, distinct: bool
) -> tuple[float, float]:
    """Sum products over the pairs of cells, less their mean, and their absolutes."""
    sums = [PairSums.of(*pair) for pair in zip(true, pred, strict=True)]
    if null_model == "product":
        starts = [s.base + s.by_chance for s in sums]
        value = _growth(starts, (s.gain - s.by_chance for s in sums))
        size = _growth(starts, (s.size + s.by_chance for s in sums))
    else:
        starts = [s.base for s in sums]
        spreads = _spread_of_cells(true) * _spread_of_cells(pred)
        by_chance = spreads / max(_n_cells(true) - 1, 1)
        value = _growth(starts, (s.gain for s in sums)) - by_chance
        size = _growth(starts, (s.size for s in sums)) + by_chance
    if distinct:
        means = [s.diagonal_mean for s in sums]
        value -= _growth(means, (s.diagonal for s in sums))
        size += _growth(means, (abs(s.diagonal) for s in sums))
    return value, size


def _total(true: SoftModes, pred: SoftModes) -> float:
    """Sum products over the pairs of cells, each cell paired with itself, too."""
    sums = (PairSums.of(*pair) for pair in zip(true, pred, strict=True))
    return math.prod(s.base + s.gain for s in sums)


def soft_correlation(
    true: SoftModes, pred: SoftModes, null_model: str, distinct: bool
) -> float:
    """Return the cosine of two centered sides; those of cells with themselves too."""
    sides = (true, true), (pred, pred)
    both_sides = (_centered_sum(*pair, null_model, distinct) for pair in sides)
    (one, size), (other, other_size) = both_sides
    is_fixed = one <= _ROUNDING * size, other <= _ROUNDING * other_size
    if any(is_fixed):
        apart = sum(_total(*pair) for pair in sides) - 2 * _total(true, pred)
        return float(all(is_fixed) and apart <= _ROUNDING * _total(true, true))
    both, _ = _centered_sum(true, pred, null_model, distinct)
    return min(max(both / math.sqrt(one) / math.sqrt(other), -1.0), 1.0)


def soft_adjusted_rand(
    true: SoftModes, pred: SoftModes, null_model: str, distinct: bool, *, scaled: bool
) -> float:
    """Return the adjusted Rand index of two sides; scaled, that is FARI."""
    of_true, of_pred = 1.0, 1.0
    ratio = 0.0  # logarithm of the degrees of two mean cells, true to predicted
    for one, other in zip(true, pred, strict=True):
        if scaled:
            # n^2 level^2 / ||A||^2, the scale times the level, is 1 / (1 + growth)
            sums = PairSums.of(one, one), PairSums.of(other, other)
            growths = [s.gain / s.base for s in sums]
            of_true /= one.level * (1 + growths[0])
            of_pred /= other.level * (1 + growths[1])
            ratio += math.log1p(growths[1]) - math.log1p(growths[0])
        else:
            squares = [float(mode.offset @ mode.offset) for mode in (one, other)]
            step = 1 / len(one.offset) - 1 / len(other.offset) + squares[0] - squares[1]
            if abs(step) > _ROUNDING * max(squares):
                ratio += math.log1p(step / other.level)
    means, size = _distance_of_means(true, pred, null_model, distinct, ratio)
    level = of_pred * math.prod(mode.level for mode in pred)
    means, size = means * level**2, size * level**2
    top = means
    for side, scale in ((true, of_true), (pred, of_pred)):
        own, own_size = _centered_sum(side, side, null_model, distinct)
        top += scale**2 * own
        size += scale**2 * own_size
    if top <= _ROUNDING * size:
        return 1.0
    both, _ = _centered_sum(true, pred, null_model, distinct)
    return 2 * of_true * of_pred * both / top


def _distance_of_means(
    true: SoftModes, pred: SoftModes, null_model: str, distinct: bool, ratio: float
) -> tuple[float, float]:
    """Return E(A, A) + E(B, B) - 2 E(A, B) where mean cells of B are together by 1.

    Those of A are together by exp(`ratio`). Second, the same with `distinct` ignored.
    """
    # E(A, B) is a scalar product, of a vector per side, so that this is the square of
    # the distance between two vectors; cells with themselves take a square off.
    n = _n_cells(true)
    terms = []
    for side in (true, pred):
        if null_model == "product":
            term = np.ones(1)
            for mode in side:
                share = mode.relative_spread / math.sqrt(max(mode.n - 1, 1))
                term = np.append(term, term * share)
            terms.append(term)
        else:
            spread = _spread_of_cells(side) / math.prod(m.n * m.level for m in side)
            terms.append(np.array([1, spread / math.sqrt(max(n - 1, 1))]))
    apart = math.exp(ratio) * terms[0] - terms[1]
    apart[0] = math.expm1(ratio)
    size = value = n**2 * float(apart @ apart)
    if distinct:
        sides = ([math.log1p(m.relative_spread) for m in side] for side in (true, pred))
        own, other = map(sum, sides)
        value -= n * (math.exp(other) * math.expm1(ratio + own - other)) ** 2
    return value, size
