"""Compute coCC and CARI of soft co-clusterings, such as posterior probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._laws._pair_moments import NullModelOfPairs
from .._structures._arguments import check_flag, check_option
from .._structures._memberships import Memberships, Shares, check_memberships
from ._contract import check_null_model_of_pairs

# A difference of at most this share of its terms is rounding.
_ROUNDING_OF_SUMS = 1e-13
# A deviation from the mean sample of at most this share of a membership is rounding.
_ROUNDING_OF_MEMBERSHIPS = 8 * np.finfo(float).eps
# Memberships stay sparse if fewer than one of so many entries is stored.
_ENTRIES_PER_STORED = 8


def soft_cocorrelation_score(
    memberships_true: Memberships,
    memberships_pred: Memberships,
    *,
    null_model: NullModelOfPairs = "product",
    distinct: bool = True,
) -> float:
    r"""Co-clustering correlation (coCC) of soft memberships.

    The score measures how well two soft co-clusterings agree on the degree to which
    cells share a block. Prefer it to `soft_cari_score` if the calibration of the
    memberships should not count, because the score of a clustering does not change if
    all memberships of one side are diluted evenly. Equal memberships score 1, and the
    mean by chance is 0.

    In a soft clustering, each sample belongs to clusters by shares that add up to 1,
    such as posterior probabilities. A cell belongs to a block by the product of the
    shares of its row and of its column. Let :math:`u_{xk}` be the share by which cell x
    belongs to block k, so that cells x and y are together to the degree
    :math:`\sum_k u_{xk} u_{yk}`. Let :math:`\langle A, B \rangle` be the sum over pairs
    of cells of the products of their degrees on both sides, and :math:`E(A, B)` the
    mean of this sum over permutations of the predicted memberships. The score is

    .. math::

        \frac{\langle A, B \rangle - E(A, B)}
        {\sqrt{(\langle A, A \rangle - E(A, A)) (\langle B, B \rangle - E(B, B))}} .

    Higher is better. The score is symmetric.

    Parameters
    ----------
    memberships_true, memberships_pred : array-like or tuple of array-likes
        Memberships of the reference and of the prediction to evaluate. Each argument is
        a matrix of shape (n_samples, n_clusters), dense, sparse or a data frame, whose
        entries are nonnegative and whose rows add up to 1. Hard labels may be passed
        instead. For a co-clustering, pass a tuple with one such argument for each mode
        (the rows and the columns).
    null_model : {"product", "cells"}, default="product"
        Null model of the correction for chance. "product" permutes rows and columns
        independently; "cells" permutes single cells.
    distinct : bool, default=True
        If True, only pairs of distinct cells count. If False, every cell is also paired
        with itself, which rewards equal confidence.

    Returns
    -------
    score : float
        Higher is better. The score is between -1 and 1. For hard labels and
        ``distinct=True``, it is equal to `cocorrelation_score`.

    Raises
    ------
    ValueError
        If memberships are negative, not finite or do not add up to 1, if both sides
        differ in samples or modes, or if an option is unknown.

    See Also
    --------
    soft_cari_score : Compute the adjusted Rand index of soft memberships.
    cocorrelation_score : Compute the same index for hard labels.

    Notes
    -----
    A score of 1 does not imply equal memberships, because all clusters may be divided
    into twins. If no permutation changes one side, the score is 1 if both sides are
    equal, and 0 otherwise.

    The cost is O(n k l) for n samples, k true and l predicted clusters of each mode.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import soft_cocorrelation_score
    >>> rows = [[1, 0], [0.5, 0.5], [0, 1]]
    >>> soft_cocorrelation_score((["a", "a", "b"], [0, 1, 1]), (rows, [0, 1, 1]))
    0.727...
    """
    true, pred = check_memberships(memberships_true, memberships_pred)
    options = _check_pair_options(null_model, distinct)
    return soft_correlation(_soft_modes(true), _soft_modes(pred), options)


def soft_cari_score(
    memberships_true: Memberships,
    memberships_pred: Memberships,
    *,
    scale: Literal["fari"] | None = "fari",
    null_model: NullModelOfPairs = "product",
    distinct: bool = True,
) -> float:
    r"""Co-clustering adjusted Rand index of soft memberships.

    The score measures how well two soft co-clusterings agree on the degree to which
    cells share a block. Prefer it to `soft_cocorrelation_score` if the calibration of
    the memberships should count (``scale=None``), or for comparison with published
    values of the fuzzy adjusted Rand index. Equal memberships score 1, and the mean by
    chance is 0.

    In the notation of `soft_cocorrelation_score`, the score is

    .. math::

        \frac{\langle A, B \rangle - E(A, B)}
        {(\langle A, A \rangle + \langle B, B \rangle) / 2 - E(A, B)} .

    This formula scores an uncertain prediction lower. The fuzzy adjusted Rand index
    (FARI) of [1]_ first multiplies the degrees of each side by
    :math:`\sum A_{xy} / \sum A_{xy}^2`, which removes most of this effect. These two
    sums are over all pairs of cells, including each cell with itself, even if
    `distinct` is True.

    Higher is better. The score is symmetric.

    Parameters
    ----------
    memberships_true, memberships_pred : array-like or tuple of array-likes
        Memberships of the reference and of the prediction to evaluate, as in
        `soft_cocorrelation_score`.
    scale : {"fari"} or None, default="fari"
        If "fari", each side is scaled as in [1]_. If None, the sides are not scaled, so
        that calibration counts.
    null_model : {"product", "cells"}, default="product"
        Null model of the correction for chance, as in `soft_cocorrelation_score`.
    distinct : bool, default=True
        If True, only pairs of distinct cells count. If False, every cell is also paired
        with itself, as in the FARI of [1]_.

    Returns
    -------
    score : float
        Higher is better. The score is between -1 and 1. For hard labels and
        ``distinct=True``, it is equal to `cari_score` with this null model.

    Raises
    ------
    ValueError
        If memberships are negative, not finite or do not add up to 1, if both sides
        differ in samples or modes, or if an option is unknown.

    See Also
    --------
    soft_cocorrelation_score : Compute a correlation, which does not depend on scale.
    cari_score : Compute the same index for hard labels.

    Notes
    -----
    A score of 1 implies equal memberships if every cluster has a sample that belongs to
    it alone. If the formula is 0/0, the score is 1.

    The cost is the same as for `soft_cocorrelation_score`.

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
    true, pred = check_memberships(memberships_true, memberships_pred)
    check_option(scale, "scale", ("fari", None))
    options = _check_pair_options(null_model, distinct)
    return soft_adjusted_rand(
        _soft_modes(true),
        _soft_modes(pred),
        options,
        is_scaled=scale is not None,
    )


SOFT_SCORES = (soft_cocorrelation_score, soft_cari_score)


@dataclass(frozen=True)
class PairOptions:
    """Options that select the pairs of cells and the null model.

    If `distinct`, pairs of a cell with itself are left out.
    """

    null_model: NullModelOfPairs
    distinct: bool


def _check_pair_options(null_model: NullModelOfPairs, distinct: bool) -> PairOptions:
    """Check the options that both scores have in common."""
    check_null_model_of_pairs(null_model, "null_model")
    check_flag(distinct, "distinct")
    return PairOptions(null_model=null_model, distinct=distinct)


@dataclass(frozen=True, eq=False)
class SoftMode:
    """Memberships of one mode, as deviations from the mean sample unless most are 0.

    A sample is a vector of its memberships, which add up to 1. The mean sample is the
    mean of these vectors.
    """

    # The mean is subtracted before products are computed. Therefore, memberships that
    # differ by 1e-12 are compared as precisely as hard labels.

    # (n_samples, n_clusters): The deviations, or the memberships if most of them are 0.
    values: Shares
    # (n_clusters,): The mean sample minus 1 / n_clusters in each cluster. It adds up to
    # 0, as the deviations of a sample do.
    offset: NDArray[np.float64]
    # (n_samples,): The squared norms of the samples minus the mean of these norms.
    centered_norms: NDArray[np.float64]
    spread: float
    """The sum of the squared deviations."""

    @classmethod
    def of(cls, memberships: Shares) -> SoftMode:
        """Center the memberships, unless they are sparse and most of them are 0.

        They stay sparse if fewer than one of `_ENTRIES_PER_STORED` entries is stored.
        """
        if isinstance(memberships, np.ndarray):
            return cls._of_array(memberships)
        n_samples, n_clusters = memberships.shape
        if _ENTRIES_PER_STORED * memberships.nnz < n_samples * n_clusters:
            return cls._of_mostly_zero(memberships)
        return cls._of_array(memberships.toarray())

    @classmethod
    def _of_mostly_zero(cls, memberships: sparse.csr_array) -> SoftMode:
        """Store sparse memberships of n samples in k clusters without centering."""
        n, k = memberships.shape
        offset = np.asarray(memberships.sum(axis=0)) / n - 1 / k
        squared_norms = np.asarray((memberships * memberships).sum(axis=1))
        # The squared norms of n mean samples are subtracted, as in `level`.
        spread = float(squared_norms.sum() - n * (1 / k + offset @ offset))
        return cls(
            values=memberships,
            offset=offset,
            centered_norms=squared_norms - squared_norms.mean(),
            spread=max(spread, 0.0),
        )

    @classmethod
    def _of_array(cls, memberships: NDArray[np.float64]) -> SoftMode:
        """Subtract the mean sample, and the rest of it that rounding leaves.

        There are n samples and k clusters.
        """
        n, k = memberships.shape
        mean = memberships.mean(axis=0)
        deviations = memberships - mean
        rounding = deviations.mean(axis=0)
        deviations -= rounding
        # Except for rounding, memberships add up to 1, and deviations to 0.
        deviations -= deviations.mean(axis=1, keepdims=True)
        offset = mean - 1 / k + rounding
        offset -= offset.mean()
        if np.abs(deviations).max() <= _ROUNDING_OF_MEMBERSHIPS * memberships.max():
            deviations = np.zeros_like(deviations)  # All samples are equal.
            offset[np.abs(offset) <= _ROUNDING_OF_MEMBERSHIPS] = 0
        squares = np.einsum("ij,ij->i", deviations, deviations)
        spread = float(squares.sum())
        # A sample is the mean plus a deviation. The square of the mean is left out. The
        # product of the mean and a deviation is the product of the offset and the
        # deviation, because a deviation adds up to 0.
        centered_norms = 2 * deviations @ offset + squares - spread / n
        return cls(
            values=deviations,
            offset=offset,
            centered_norms=centered_norms,
            spread=spread,
        )

    @property
    def n(self) -> int:
        """Number of samples."""
        return len(self.centered_norms)

    @property
    def level(self) -> float:
        """Squared norm of the mean sample.

        It is the degree to which two mean samples are together. The norm is the sum of
        the squares of 1 / n_clusters + offset, and the offset adds up to 0.
        """
        return 1 / len(self.offset) + float(self.offset @ self.offset)

    @property
    def relative_spread(self) -> float:
        """Spread, as a share of the sum of the squared norms of n mean samples."""
        return self.spread / (self.n * self.level)


SoftModes = tuple[SoftMode, ...]


def _soft_modes(memberships: tuple[Shares, ...]) -> SoftModes:
    """Return the memberships of each mode, centered unless most of them are 0."""
    return tuple(SoftMode.of(mode) for mode in memberships)


@dataclass(frozen=True)
class PairSums:
    """Sums of products of A and B over the ordered pairs of samples of one mode.

    A and B are matrices of shape (n_samples, n_samples). They have the degrees to which
    two samples are together on each side. Let X be the memberships of one side, of
    shape (n_samples, n_clusters). Then A is the product X X' with the transpose of X.
    """

    base: float
    """The sum if all samples were the mean sample."""
    gain: float
    """The sum minus `base`."""
    absolute_gain: float
    """The gain without regard to the signs of its terms. Rounding is a share of it."""
    expected_gain: float
    """The mean of `gain` over permutations of the samples of B."""
    diagonal_excess: float
    """The sum over the pairs of a sample with itself, minus its mean."""
    expected_diagonal: float
    """The mean of this sum over permutations of the samples of B."""

    @classmethod
    def of(cls, a: SoftMode, b: SoftMode) -> PairSums:
        """Sum the products of A and B, given the memberships of both sides.

        Let X and Y be the memberships. The sum of the products of X X' and Y Y' is the
        sum of the squares of X' Y, which has a row for each cluster of X and a column
        for each cluster of Y. Each sample of X is the mean sample m plus a row of
        deviations D, and each sample of Y is the mean sample p plus a row of F. Because
        deviations add up to 0 over the samples, X' Y is n m p' + D' F. The squares of
        the first term add up to the base. The squares of the second term add up to
        `squares`. Twice the products of both terms, 2 n m' D' F p, are `cross_term`.
        """
        n = a.n
        base = n**2 * a.level * b.level
        # This is D' F, of the shape of X' Y. The memberships take the place of the
        # deviations of a sparse side.
        shared = a.values.T @ b.values
        squares = float((shared * shared).sum())
        if sparse.issparse(a.values) and sparse.issparse(b.values):
            # Neither side is centered. Therefore, `shared` is X' Y, and its squares
            # include the base.
            cross_term = -base
        else:
            # At least one side is centered, so that X' F is D' F. The offsets, which
            # are m - 1 / n_clusters and p - 1 / n_clusters even for a sparse side, take
            # the place of m and p. This changes nothing, because every row of D and of
            # F adds up to 0, so that 1 / n_clusters cancels.
            cross_term = 2 * n * float(a.offset @ (shared @ b.offset))
        # The sum of the diagonal of A is the sum of the squared norms of its samples,
        # and likewise for B.
        diagonal_of_a = a.spread + n * a.level
        diagonal_of_b = b.spread + n * b.level
        return cls(
            base=base,
            gain=squares + cross_term,
            absolute_gain=squares + abs(cross_term),
            # The cross term of permuted deviations has the mean 0.
            expected_gain=a.spread * b.spread / max(n - 1, 1),
            diagonal_excess=float(a.centered_norms @ b.centered_norms),
            expected_diagonal=diagonal_of_a * diagonal_of_b / n,
        )


@dataclass(frozen=True)
class SignedSum:
    """A sum over pairs of cells, and the magnitude of its terms."""

    value: float
    """The sum."""
    magnitude: float
    """The sum without regard to signs. Rounding is a share of it."""

    @property
    def is_zero(self) -> bool:
        """Whether the sum, which is not negative, is 0 except for rounding."""
        return self.value <= _ROUNDING_OF_SUMS * self.magnitude


def _growth_of_product(starts: Iterable[float], steps: Iterable[float]) -> float:
    """Return the product of all start + step minus the product of all starts.

    The second product is never subtracted from the first, because digits would cancel.
    """
    # These are the growth of the factors so far, and the product of start + step.
    growth = 0.0
    product = 1.0
    for start, step in zip(starts, steps, strict=True):
        growth = growth * start + product * step
        product *= start + step
    return growth


def _spread_of_cells(modes: SoftModes) -> float:
    """Return the spread of the memberships of the cells.

    The memberships of a cell are the products of the memberships of its row and of its
    column. Therefore, the sums of squared norms of the modes, n * level + spread, are
    multiplied. The sum for mean cells, which is the product of n * level, is
    subtracted.
    """
    bases = [mode.n * mode.level for mode in modes]
    return _growth_of_product(bases, [mode.spread for mode in modes])


def _n_cells(modes: SoftModes) -> int:
    """Return the number of cells of the matrix."""
    return math.prod(mode.n for mode in modes)


def _sums_of_modes(a: SoftModes, b: SoftModes) -> list[PairSums]:
    """Sum the products of A and B over the pairs of samples of each mode."""
    pairs = zip(a, b, strict=True)
    return [PairSums.of(mode_of_a, mode_of_b) for mode_of_a, mode_of_b in pairs]


def _centered_sum(a: SoftModes, b: SoftModes, options: PairOptions) -> SignedSum:
    """Sum the products of A and B over the pairs of cells, minus the mean by chance.

    A and B have the degrees to which two cells are together on each side.
    """
    # The sum over the cells is the product over the modes of base + gain.
    modes = _sums_of_modes(a, b)
    if options.null_model == "product":
        # The mean is the product of base + expected_gain.
        means = [mode.base + mode.expected_gain for mode in modes]
        excesses = [mode.gain - mode.expected_gain for mode in modes]
        absolute_excesses = [mode.absolute_gain + mode.expected_gain for mode in modes]
        value = _growth_of_product(means, excesses)
        magnitude = _growth_of_product(means, absolute_excesses)
    else:
        # The mean is the product of the bases, plus the expected gain of the cells.
        bases = [mode.base for mode in modes]
        product_of_spreads = _spread_of_cells(a) * _spread_of_cells(b)
        expected_gain = product_of_spreads / max(_n_cells(a) - 1, 1)
        gain = _growth_of_product(bases, [mode.gain for mode in modes])
        absolute_gain = _growth_of_product(
            bases, [mode.absolute_gain for mode in modes]
        )
        value = gain - expected_gain
        magnitude = absolute_gain + expected_gain
    if options.distinct:
        # The sum over the pairs of a cell with itself, minus its mean, is subtracted.
        # The mean is the same under both null models.
        diagonal_means = [mode.expected_diagonal for mode in modes]
        diagonal_excesses = [mode.diagonal_excess for mode in modes]
        diagonal_magnitudes = [abs(excess) for excess in diagonal_excesses]
        value -= _growth_of_product(diagonal_means, diagonal_excesses)
        magnitude += _growth_of_product(diagonal_means, diagonal_magnitudes)
    return SignedSum(value=value, magnitude=magnitude)


def _inner_product(a: SoftModes, b: SoftModes) -> float:
    """Return the sum of the products of A and B over all pairs of cells.

    A and B have the degrees to which two cells are together on each side. The degrees
    are products over the modes, so that the sum is a product over the modes, too. Each
    cell is also paired with itself.
    """
    return math.prod(mode.base + mode.gain for mode in _sums_of_modes(a, b))


def _have_equal_degrees(true: SoftModes, pred: SoftModes) -> bool:
    """Return whether all pairs of cells are together to the same degrees on both sides.

    This is the case for equal memberships, but other memberships may have equal
    degrees, too. The sum of the squared differences of the degrees is then 0, except
    for rounding.
    """
    true_square = _inner_product(true, true)
    squared_distance = (
        true_square + _inner_product(pred, pred) - 2 * _inner_product(true, pred)
    )
    return squared_distance <= _ROUNDING_OF_SUMS * true_square


def soft_correlation(true: SoftModes, pred: SoftModes, options: PairOptions) -> float:
    """Return the cosine of the angle between the centered degrees of both sides.

    Both sides have a `SoftMode` for each mode. A degree, which is a product over the
    modes, says how far two cells of the matrix are together. It is centered by
    subtracting its mean by chance. The options select the pairs of cells and the null
    model. If both sides have no variation, return 1 for equal degrees and 0 otherwise.
    If one side has none, return 0.
    """
    true_square = _centered_sum(true, true, options)
    pred_square = _centered_sum(pred, pred, options)
    if true_square.is_zero and pred_square.is_zero:  # No permutation changes either.
        return float(_have_equal_degrees(true, pred))
    if true_square.is_zero or pred_square.is_zero:
        return 0.0
    product = _centered_sum(true, pred, options).value
    cosine = product / math.sqrt(true_square.value) / math.sqrt(pred_square.value)
    return min(max(cosine, -1.0), 1.0)


def soft_adjusted_rand(
    true: SoftModes, pred: SoftModes, options: PairOptions, *, is_scaled: bool
) -> float:
    """Return the adjusted Rand index of two sides, which is FARI if they are scaled.

    A and B have the degrees to which two cells are together on each side. The numerator
    of the index is the sum of the products of A and B over pairs of cells, minus the
    mean E(A, B) of this sum by chance. The denominator is the mean of the sums of A^2
    and of B^2, minus E(A, B). If `is_scaled`, the degrees of each side are multiplied
    by a number, so that A and A^2 have the same sum.
    """
    true_scale = 1.0
    pred_scale = 1.0
    # This is the logarithm of the ratio, true to predicted, of the scaled degrees to
    # which two mean cells are together.
    log_ratio = 0.0
    for true_mode, pred_mode in zip(true, pred, strict=True):
        if is_scaled:
            # The sum of A over n^2 pairs of samples is n^2 level, and the sum of A^2 is
            # n^2 level^2 (1 + gain). The scale is the ratio of both.
            true_gain = _relative_gain(true_mode)
            pred_gain = _relative_gain(pred_mode)
            true_scale /= true_mode.level * (1 + true_gain)
            pred_scale /= pred_mode.level * (1 + pred_gain)
            log_ratio += math.log1p(pred_gain) - math.log1p(true_gain)
        else:
            log_ratio += _log_ratio_of_levels(true_mode, pred_mode)
    # Twice the denominator is E(A, A) + E(B, B) - 2 E(A, B), plus the centered sums of
    # squares of both sides. The first part is computed for degrees that are divided by
    # `pred_level`, the scaled degree to which two mean predicted cells are together.
    # The magnitude, which disregards the signs of terms, shows what may be rounding.
    pred_level = pred_scale * math.prod(mode.level for mode in pred)
    distance_of_means = _distance_of_means(true, pred, options, log_ratio=log_ratio)
    true_square = _centered_sum(true, true, options)
    pred_square = _centered_sum(pred, pred, options)
    twice_denominator = SignedSum(
        value=(
            pred_level**2 * distance_of_means.value
            + true_scale**2 * true_square.value
            + pred_scale**2 * pred_square.value
        ),
        magnitude=(
            pred_level**2 * distance_of_means.magnitude
            + true_scale**2 * true_square.magnitude
            + pred_scale**2 * pred_square.magnitude
        ),
    )
    if twice_denominator.is_zero:
        # The scaled degrees of both sides are equal, and no permutation changes them.
        return 1.0
    product = _centered_sum(true, pred, options).value
    return 2 * true_scale * pred_scale * product / twice_denominator.value


def _relative_gain(mode: SoftMode) -> float:
    """Return gain / base of the degrees of one side with themselves.

    It is the share by which their sum of squares exceeds the sum for equal samples.
    """
    sums = PairSums.of(mode, mode)
    return sums.gain / sums.base


def _log_ratio_of_levels(true: SoftMode, pred: SoftMode) -> float:
    """Return the logarithm of the ratio of the true level and the predicted level.

    A level is the squared norm of the mean sample, which is 1 / n_clusters plus the
    squared norm of the offset. If two levels differ only by rounding, their ratio is 1.
    """
    true_square = float(true.offset @ true.offset)
    pred_square = float(pred.offset @ pred.offset)
    difference = 1 / len(true.offset) - 1 / len(pred.offset) + true_square - pred_square
    if abs(difference) <= _ROUNDING_OF_SUMS * max(true_square, pred_square):
        return 0.0
    # The ratio is 1 + (true - pred) / pred.
    return math.log1p(difference / pred.level)


def _distance_of_means(
    true: SoftModes, pred: SoftModes, options: PairOptions, *, log_ratio: float
) -> SignedSum:
    """Return E(A, A) + E(B, B) - 2 E(A, B), where both sides are scaled.

    A and B have the degrees to which two cells are together on the true and on the
    predicted side. E(A, B) is the mean by chance of the sum of their products. The
    sides are scaled so that two mean cells are together to the degree exp(`log_ratio`)
    in A and to the degree 1 in B. The magnitude is the value for pairs of cells that
    need not be distinct.
    """
    # E(A, B) is an inner product of two vectors, one for each side. Therefore, the
    # result is the square of the distance of these vectors. For distinct cells, the
    # mean of the sum over the pairs of a cell with itself is subtracted, which is such
    # a square, too.
    n = _n_cells(true)
    true_vector = _vector_of_means(true, options.null_model)
    pred_vector = _vector_of_means(pred, options.null_model)
    difference = math.exp(log_ratio) * true_vector - pred_vector
    difference[0] = math.expm1(log_ratio)  # Both vectors begin with 1.
    magnitude = n**2 * float(difference @ difference)
    if not options.distinct:
        return SignedSum(value=magnitude, magnitude=magnitude)
    # The mean degree to which a cell is together with itself is exp(true_log) on the
    # true side and exp(pred_log) on the predicted side.
    true_log = log_ratio + sum(math.log1p(mode.relative_spread) for mode in true)
    pred_log = sum(math.log1p(mode.relative_spread) for mode in pred)
    difference_of_diagonals = math.exp(pred_log) * math.expm1(true_log - pred_log)
    value = magnitude - n * difference_of_diagonals**2
    return SignedSum(value=value, magnitude=magnitude)


def _vector_of_means(modes: SoftModes, null_model: str) -> NDArray[np.float64]:
    """Return a vector whose product with that of the other side is a mean by chance.

    The product is E(A, B) / n^2 if two mean cells are together to the degree 1 on both
    sides. For one mode, this is (base + expected_gain) / base of `PairSums`. With the
    relative spreads s and t of both sides, it is 1 + s t / (n - 1), which is the inner
    product of (1, s / root(n - 1)) and (1, t / root(n - 1)). For d modes, the vector
    has 2^d entries under "product", and 2 entries under "cells". The first entry is 1.
    """
    if null_model == "product":
        # The mean is a product over the modes, so that the vector is a Kronecker
        # product.
        vector = np.ones(1)
        for mode in modes:
            share = mode.relative_spread / math.sqrt(max(mode.n - 1, 1))
            vector = np.append(vector, vector * share)
        return vector
    # The cells are permuted as the samples of one mode. Their spread is divided by the
    # sum of the squared norms of as many mean cells.
    squared_norms_of_mean_cells = math.prod(mode.n * mode.level for mode in modes)
    relative_spread = _spread_of_cells(modes) / squared_norms_of_mean_cells
    return np.array([1, relative_spread / math.sqrt(max(_n_cells(modes) - 1, 1))])
