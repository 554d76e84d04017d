"""Pairs of cells, corrected for chance: CARI, its decomposition, and coCC."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .._laws._pair_moments import (
    NullModelOfPairs,
    expected_pairs,
    expected_pairs_of_cells,
    expected_weighted_pairs,
    pair_covariances,
)
from .._statistics._contingency import Tables, are_weighted
from .._statistics._exact import root_of_quotient
from .._statistics._pairs import PairCounts, pairs_of_cells, strata_of_cells
from .._statistics._tables import tables_of_labels
from .._structures._arguments import check_option
from .._structures._modes import ComparedModes, compared_modes
from .._structures._printing import Tabular
from .._structures._types import Partition, SampleWeight
from .._structures._weights import NOT_EXCHANGEABLE, refuse_weights
from ._contract import (
    COMPLEMENT,
    NULL_MODELS_OF_PAIRS,
    Contract,
    header_of,
    one_of,
    synonyms,
)


def cari_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "cells",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Co-clustering adjusted Rand index (CARI).

    With :math:`n_{11}` pairs of cells in one block in both co-clusterings, :math:`m_A,
    m_B` in each, and means E by chance,

    .. math::

        \mathrm{CARI} = \frac{n_{11} - E[n_{11}]}{(m_A + m_B) / 2 - E[n_{11}]} .

    Higher is better; equal co-clusterings, trivial ones too, score 1. With "product",
    those with permuted rows and columns score 0 on average. Symmetric without weights.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``; in the truth, None stands for a mode
        that is :ref:`unknown <one_mode_known>`.
    null_model : {"cells", "product"}, default="cells"
        What chance permutes: "cells", as published, or "product", rows and columns
        independently; the same for clusterings.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    score : float
        Between -1/2 and 1; with weights, at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or `null_model` is
        unknown.

    See Also
    --------
    pair_counts : The counts behind it.
    cari_decomposition : Which mode carries the agreement.
    sklearn.metrics.adjusted_rand_score : The same for plain clusterings.

    Notes
    -----
    One block against single cells scores 0. "product" is named "cari_product".

    With weights, permutations of the predicted labels change :math:`m_B`, too. The
    score is then :math:`1 - D / E[D]` with :math:`D = (m_A + m_B) / 2 - n_{11}`, which
    is the formula above without weights, and is 0 on average with weights.

    Counts are exact at any size. Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification,
       Definition 2.2 and Theorem 2.3. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_score
    >>> true = ([0, 0, 1, 1], [0, 1])
    >>> pred = ([0, 0, 1, 2], [0, 1])
    >>> cari_score(true, pred)
    0.631...
    """
    check_option(null_model, "null_model", NULL_MODELS_OF_PAIRS)
    tables = tables_of_labels(labels_true, labels_pred, sample_weight)
    return adjusted_rand_of_cells(tables, null_model)


def adjusted_rand_of_cells(tables: Tables, null_model: str = "cells") -> float:
    """Return (n11 - E) / ((mA + mB) / 2 - E): Robert et al. (2021), Definition 2.2.

    n11 pairs of cells are together in both, mA in the truth and mB in the prediction; E
    is the mean of n11 under the null model.
    """
    pairs = pairs_of_cells(tables)
    if are_weighted(tables):
        return _weighted_adjusted_rand(pairs, tables, null_model)
    return adjusted_rand(pairs, expected_pairs(pairs, tables, null_model))


def adjusted_rand(pairs: PairCounts, expected: Fraction) -> float:
    """Return (n11 - E) / ((mA + mB) / 2 - E) of these pairs, E their expected n11.

    mA and mB are the numbers of pairs together in the truth and in the prediction.
    """
    if pairs.is_equality:
        return 1.0
    # The denominator is positive: n11 reaches (mA + mB) / 2 for equal clusterings only,
    # and its mean only where every permutation makes them equal; these score 1. Both
    # differences are multiplied by twice the denominator of E, and so are integers.
    numerator, denominator = expected.as_integer_ratio()
    excess = 2 * (pairs.n11 * denominator - numerator)
    room = (pairs.in_true + pairs.in_pred) * denominator - 2 * numerator
    return excess / room


def _weighted_adjusted_rand(
    pairs: PairCounts, tables: Tables, null_model: str
) -> float:
    """Return 1 - D / E[D] with D = (mA + mB) / 2 - n11, the same index with weights.

    n11, mA and mB are the weights of the pairs that are together in both, in the truth
    and in the prediction. Permutations of the labels change mB too, because the weights
    stay in place.
    """
    if pairs.is_equality:
        return 1.0
    # Sums of squares of weights, which stand for the pairs together in the truth, in
    # the mean of n11, and for all pairs, in the mean of mB
    squares_of_true = [table.squares.true for table in tables]
    squares_of_all = [table.n_samples**2 for table in tables]
    expected_n11 = expected_weighted_pairs(tables, squares_of_true, null_model)
    expected_in_pred = expected_weighted_pairs(tables, squares_of_all, null_model)
    discordant = pairs.n10 + pairs.n01  # 2 D
    expected_discordant = pairs.in_true + expected_in_pred - 2 * expected_n11
    return float(1 - discordant / expected_discordant)


CARI = Contract(
    function=cari_score,
    label="CARI",
    formula=adjusted_rand_of_cells,
    source="Robert, Vasseur & Brault (2021), Definition 2.2",
    lower=-0.5,
    chance_level=0.0,
    chance_is_exact_under=("cells",),
    options={"null_model": one_of(*NULL_MODELS_OF_PAIRS)},
    monotone_in="squares",
    linear_in_pairs=True,
    also_called=[
        *synonyms("ari", "adjusted rand score", "adjusted rand index", "adj rand"),
        *synonyms(
            "corrected rand", "Hubert-Arabie", "arandi", "kappa", "Cohen's kappa"
        ),
        *synonyms("omari", "adjusted rand error", expression=COMPLEMENT),
    ],
)

CARI_PRODUCT = CARI.variant(
    name="cari_product",
    label="product-CARI",
    source=f"this package; {CARI.source}",
    chance_is_exact_under=("product",),
    options={},
    fixed={"null_model": "product"},
)


_NOT_CENTERED = "with weights its mean by chance is not 0; that of `cari_score` is"


@refuse_weights(_NOT_CENTERED)
def cocorrelation_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Co-clustering correlation (coCC).

    The correlation, over pairs of cells, of being together in one block of either
    co-clustering, centered within each type of pairs: cells that differ in the row, in
    the column, or in both. With :math:`n_{11}` pairs together in both,
    :math:`m_A, m_B` pairs together in each, and the mean :math:`E(A, B)` of
    :math:`n_{11}` over independent permutations of rows and columns,

    .. math::

        \mathrm{coCC} = \frac{n_{11} - E(A, B)}
        {\sqrt{(m_A - E(A, A)) (m_B - E(B, B))}} .

    For a clustering it is the correlation coefficient CC of [1]_.

    Higher is better; equal co-clusterings score 1, permuted ones exactly 0 on average.
    Symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``; in the truth, None stands for a mode
        that is :ref:`unknown <one_mode_known>`.

    Returns
    -------
    score : float
        Between -1/2 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    cocorrelation_distance : The angle, a metric.
    pair_counting_score : "correlation", which centers over all pairs of cells.

    Notes
    -----
    A trivial co-clustering (one cluster or all singletons in each mode) scores 0
    against every other.

    Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       Table 1. The form for co-clusterings is this package's.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cocorrelation_score
    >>> true = ([0, 0, 1, 1], [0, 1])
    >>> pred = ([0, 0, 1, 2], [0, 1])
    >>> cocorrelation_score(true, pred)
    0.632...
    """
    return cocorrelation(tables_of_labels(labels_true, labels_pred))


@refuse_weights(_NOT_CENTERED)
def cocorrelation_distance(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Correlation distance of co-clusterings: the angle of coCC.

    .. math:: \frac{1}{\pi} \arccos(\mathrm{coCC})

    A metric, 0 for equal co-clusterings only. For a clustering it is the correlation
    distance CD of [1]_.

    Lower is better; about 1/2 on average by chance. Symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``; in the truth, None stands for a mode
        that is :ref:`unknown <one_mode_known>`.

    Returns
    -------
    distance : float
        Between 0 and 2/3: the angle in units of pi.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    cocorrelation_score : The cosine.

    Notes
    -----
    A trivial co-clustering has the distance 1/2 to every other.

    Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       Table 1. The form for co-clusterings is this package's.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cocorrelation_distance
    >>> true = ([0, 0, 1, 1], [0, 1])
    >>> pred = ([0, 0, 1, 2], [0, 1])
    >>> cocorrelation_distance(true, pred)
    0.282...
    """
    return cocorrelation_angle(tables_of_labels(labels_true, labels_pred))


def cocorrelation(tables: Tables) -> float:
    """Return (n11 - E(A,B)) / root((mA - E(A,A)) (mB - E(B,B))).

    E(A,B) is the mean number of pairs together in both if the modes of one of the two
    co-clusterings A and B are permuted; n11, mA and mB are the observed numbers.
    """
    inner_product, product_of_squared_norms = _inner_product_and_product_of_norms(
        tables
    )
    return cosine(inner_product, product_of_squared_norms)


def cocorrelation_angle(tables: Tables) -> float:
    """Return the arc cosine of coCC, over pi."""
    inner_product, product_of_squared_norms = _inner_product_and_product_of_norms(
        tables
    )
    return angle(inner_product, product_of_squared_norms)


def _inner_product_and_product_of_norms(tables: Tables) -> tuple[int, int]:
    """Return n11 - E(A,B), and (mA - E(A,A)) (mB - E(B,B)), both scaled to integers.

    The first is an inner product of two centered indicators of being together, the
    second the product of their squared norms. The scale cancels in a cosine.
    """
    if all(table.is_equality for table in tables):  # their norms may be 0
        return 1, 1
    inner_product, true_squared_norm, pred_squared_norm = pair_covariances(tables)
    return inner_product, true_squared_norm * pred_squared_norm


def cosine(inner_product: int, product_of_squared_norms: int) -> float:
    """Divide an inner product by the root of the product of both squared norms."""
    if product_of_squared_norms == 0:  # where a norm is 0, so is the inner product
        return 0.0
    # A root of a quotient, never a quotient of roots: so no product of counts has to
    # fit into a float.
    magnitude = root_of_quotient(inner_product**2, product_of_squared_norms)
    return -magnitude if inner_product < 0 else magnitude


def angle(inner_product: int, product_of_squared_norms: int) -> float:
    """Return the arc cosine of `cosine`, over pi; 1/2 where a norm is 0.

    Without weights, no cosine is below -1/2, so that no angle is above 2/3.
    """
    if product_of_squared_norms == 0:
        return 0.5
    # Next to 1, where the cosine is flat, the angle comes from the sine. Its square, 1
    # less that of the cosine, is an exact quotient and never negative.
    sine = root_of_quotient(
        product_of_squared_norms - inner_product**2, product_of_squared_norms
    )
    value = math.atan2(sine, cosine(inner_product, product_of_squared_norms)) / math.pi
    is_cosine_within_half = 4 * inner_product**2 <= product_of_squared_norms
    if is_cosine_within_half:  # from -1/2 to 1/2
        return min(value, 2 / 3)  # which rounding may exceed
    return value


COCORRELATION = Contract(
    function=cocorrelation_score,
    label="coCC",
    formula=cocorrelation,
    source="this package",
    lower=-0.5,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    monotone_in="squares",
    linear_in_pairs=True,
    unweighted_because=_NOT_CENTERED,
)

COCORRELATION_DISTANCE = Contract(
    function=cocorrelation_distance,
    label="coCC distance",
    formula=cocorrelation_angle,
    source="this package",
    greater_is_better=False,
    upper=2 / 3,
    at_equality=0.0,
    chance_level=0.5,
    monotone_in="squares",
    unweighted_because=_NOT_CENTERED,
)


@dataclass(frozen=True, eq=False, repr=False)
class CariDecomposition(Tabular):
    """Result of `cari_decomposition`.

    Parameters
    ----------
    score : float
        Product-CARI.
    metric : str
        Header of the score: "product-CARI", and the modes where the truth knows only
        some.
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
    metric: str
    strata: tuple[tuple[int, ...], ...]
    agreement: tuple[float, ...]
    weights: tuple[float, ...]

    def __repr__(self) -> str:
        fields = [f"{self.metric}={self.score:.3g}"]
        strata = zip(self.strata, self.agreement, self.weights, strict=True)
        for differing_modes, agreement, weight in strata:
            fields.append(f"{differing_modes}: {agreement:.3g} x {weight:.3g}")
        return f"{type(self).__name__}({', '.join(fields)})"

    def _columns(self) -> dict[str, Any]:
        """Return the columns of a table with a row for each stratum."""
        return {
            "modes": self.strata,
            "agreement": self.agreement,
            "weight": self.weights,
        }


@refuse_weights(NOT_EXCHANGEABLE)
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
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        more modes, with None for a mode that is unknown; or a fitted estimator.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.

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
    Types of weight 0 are left out: those without pairs, or with all together, or all
    apart, on both sides. Equal trivial co-clusterings, which score 1, have none left.
    Numbers are exact until they are returned. Cost: O(n_rows + n_columns) time.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_decomposition
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1])  # the rows are right
    >>> cari_decomposition(true, pred)
    CariDecomposition(product-CARI=0.444, (0,): 1 x 0.296, (1,): 0 x 0.185, ...)
    """
    tables = tables_of_labels(labels_true, labels_pred)
    return decompose(tables, compared_modes(labels_true, len(tables)))


def decompose(tables: Tables, modes: ComparedModes | None = None) -> CariDecomposition:
    """Return product-CARI of the cells, and what each stratum of pairs contributes.

    A stratum has the pairs of cells that differ in just these modes. Numerator and
    denominator of CARI are sums over the strata of excess and room: how far n11 is
    above its mean, and how far it could be at best. The tables are those of the
    compared `modes`; None stands for all modes.
    """
    strata: list[tuple[int, ...]] = []
    excesses: list[Fraction] = []  # n_t - E_t of each stratum t
    rooms: list[Fraction] = []  # h_t - E_t, with the mean h_t of mA and mB
    for differing_modes, pairs in strata_of_cells(tables).items():
        expected = expected_pairs_of_cells(pairs)
        room = Fraction(pairs.in_true + pairs.in_pred, 2) - expected
        if room == 0:  # both sides agree on all pairs, so that the excess is 0 too
            continue
        if modes is not None:
            differing_modes = tuple(modes.numbers[mode] for mode in differing_modes)
        strata.append(differing_modes)
        excesses.append(pairs.n11 - expected)
        rooms.append(room)
    header = header_of(CARI_PRODUCT.label, modes.part if modes else None)
    if not strata:  # the co-clusterings are equal, and trivial
        return CariDecomposition(
            score=1.0, metric=header, strata=(), agreement=(), weights=()
        )
    total_room = sum(rooms, Fraction(0))
    agreement = [
        float(excess / room) for excess, room in zip(excesses, rooms, strict=True)
    ]
    return CariDecomposition(
        score=float(sum(excesses, Fraction(0)) / total_room),
        metric=header,
        strata=tuple(strata),
        agreement=tuple(agreement),
        weights=tuple(float(room / total_room) for room in rooms),
    )
