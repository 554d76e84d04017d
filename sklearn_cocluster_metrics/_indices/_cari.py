"""Compute indices of pairs of cells, which are CARI, its decomposition, and coCC."""

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
from .._statistics._tables import tables_of_compared_modes
from .._structures._modes import ComparedModes, compared_modes
from .._structures._printing import Tabular
from .._structures._types import Partition, SampleWeight
from .._structures._weights import NOT_EXCHANGEABLE, refuse_weights
from ._contract import (
    COMPLEMENT,
    NULL_MODELS_OF_PAIRS,
    SYNONYMS_OF_KAPPA,
    Contract,
    check_null_model_of_pairs,
    header_of,
    null_models,
    synonyms,
)


def cari_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "cells",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Co-clustering adjusted Rand index (CARI), computed over the cells.

    CARI measures how well two co-clusterings agree on which pairs of cells share a
    block, corrected for chance. Prefer ``null_model="product"`` unless the score is
    compared with published values, because the clusters of a co-clustering consist of
    whole rows and columns, and not of single cells. A score of 1 is reached by equal
    co-clusterings, even if they have a single block or only single cells as blocks.
    With "product", co-clusterings whose rows and columns are permuted score 0 on
    average.

    Let :math:`n_{11}` be the number of pairs of cells that share a block in both
    co-clusterings, :math:`m_A` and :math:`m_B` the numbers of pairs that share a block
    in each of them, and :math:`E[n_{11}]` the expectation of :math:`n_{11}` by chance.
    Then

    .. math::

        \mathrm{CARI} = \frac{n_{11} - E[n_{11}]}{(m_A + m_B) / 2 - E[n_{11}]} .

    Higher is better. Without weights, the index is symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    null_model : {"cells", "product"}, default="cells"
        Null model of the correction for chance. "cells" permutes single cells, as
        published; "product" permutes rows and columns independently. For a clustering,
        the two coincide.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        Weights are not counts, so :ref:`repeat the labels <weights>` of an entry that
        stands for several equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is between -1/2 and 1; with weights, it is at most 1
        and may be lower than -1/2.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `null_model` is
        unknown.

    See Also
    --------
    pair_counts : Count the pairs of cells from which the score is computed.
    cari_decomposition : Show whether rows or columns carry the agreement.
    sklearn.metrics.adjusted_rand_score : Compute the same index for plain clusterings.

    Notes
    -----
    The score is 0 if one co-clustering is a single block and every block of the other
    is a single cell. In scorers and reports, the index with ``null_model="product"`` is
    named "cari_product".

    With weights, permutations of the predicted labels also change :math:`m_B`. The
    score is then :math:`1 - D / E[D]` with :math:`D = (m_A + m_B) / 2 - n_{11}`.
    Without weights, this is the formula above; with weights, it keeps the mean at 0 by
    chance.

    Counts are exact at any size. The cost is O(n_rows + n_columns), because the table
    of the cells is never built.

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
    check_null_model_of_pairs(null_model, "null_model")
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return adjusted_rand_of_cells(tables, null_model)


def adjusted_rand_of_cells(tables: Tables, null_model: str = "cells") -> float:
    """Return CARI, which is (n11 - E) / ((mA + mB) / 2 - E).

    This is Definition 2.2 of Robert et al. (2021). n11 is the number of pairs of cells
    that are together in both structures, mA the number in the truth, and mB the number
    in the prediction. E is the mean of n11 under the null model.
    """
    pairs = pairs_of_cells(tables)
    if are_weighted(tables):
        return _weighted_adjusted_rand(pairs, tables, null_model)
    return adjusted_rand(pairs, expected_pairs(pairs, tables, null_model))


def adjusted_rand(pairs: PairCounts, expected: Fraction) -> float:
    """Return (n11 - E) / ((mA + mB) / 2 - E) of these pairs.

    E is the expected n11. mA and mB are the numbers of pairs together in the truth and
    in the prediction.
    """
    if pairs.is_equality:
        return 1.0
    # The denominator is positive, because n11 reaches (mA + mB) / 2 for equal
    # clusterings only. Its mean reaches it only if every permutation makes them equal,
    # and these score 1. Both differences are multiplied by twice the denominator of E,
    # so that they are integers.
    numerator, denominator = expected.as_integer_ratio()
    excess = 2 * (pairs.n11 * denominator - numerator)
    room = (pairs.in_true + pairs.in_pred) * denominator - 2 * numerator
    return excess / room


def _weighted_adjusted_rand(
    pairs: PairCounts, tables: Tables, null_model: str
) -> float:
    """Return CARI with weights, which is 1 - D / E[D] with D = (mA + mB) / 2 - n11.

    n11, mA and mB are the weights of the pairs that are together in both structures, in
    the truth and in the prediction. Permutations of the labels change mB, too, because
    the weights stay with the samples. Without weights, this is the same index.
    """
    if pairs.is_equality:
        return 1.0
    # The sums of squares select the pairs that count. For the mean of n11, they are the
    # pairs together in the truth, and for the mean of mB, all pairs.
    squares_of_true = [table.squares.true for table in tables]
    squares_of_all = [table.n_samples**2 for table in tables]
    expected_n11 = expected_weighted_pairs(tables, squares_of_true, null_model)
    expected_in_pred = expected_weighted_pairs(tables, squares_of_all, null_model)
    discordant = pairs.n10 + pairs.n01  # This is 2 D.
    expected_discordant = pairs.in_true + expected_in_pred - 2 * expected_n11
    return float(1 - discordant / expected_discordant)


CARI = Contract(
    function=cari_score,
    label="CARI",
    formula=adjusted_rand_of_cells,
    source=(
        "Robert, Vasseur & Brault (2021), Definition 2.2; "
        "for clusterings, Hubert & Arabie (1985)"
    ),
    lower=-0.5,
    chance_level=0.0,
    chance_is_exact_under=("cells",),
    options={"null_model": null_models(*NULL_MODELS_OF_PAIRS)},
    monotone_in="squares",
    linear_in_pairs=True,
    also_called=[
        *synonyms("ari", "adjusted rand score", "adjusted rand index", "adj rand"),
        *synonyms("corrected rand", "Hubert-Arabie", "arandi"),
        *SYNONYMS_OF_KAPPA,
        *synonyms("omari", "adjusted rand error", expression=COMPLEMENT),
    ],
)

CARI_PRODUCT = CARI.variant(
    name="cari_product",
    label="product-CARI",
    source="this package; Robert, Vasseur & Brault (2021), Definition 2.2",
    chance_is_exact_under=("product",),
    options={},
    fixed={"null_model": "product"},
)


_NOT_CENTERED = (
    "its mean by chance is not 0 with weights. Use `cari_score`, whose mean is 0"
)


@refuse_weights(_NOT_CENTERED)
def cocorrelation_score(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Co-clustering correlation (coCC), a correlation over pairs of cells.

    coCC measures how well two co-clusterings agree on which pairs of cells share a
    block, as a correlation. It is exactly corrected for chance, and it suits a
    comparison of candidates with very different numbers of clusters, because it hardly
    prefers any number. A score of 1 means equal co-clusterings; permuted co-clusterings
    score exactly 0 on average.

    The indicators that two cells share a block are centered within each type of pairs:
    pairs that differ in the row, in the column, or in both. Let :math:`n_{11}` be the
    number of pairs of cells that share a block in both co-clusterings, :math:`m_A` and
    :math:`m_B` the numbers of pairs that share a block in each of them, and
    :math:`E(A, B)` the mean of :math:`n_{11}` over independent permutations of rows and
    columns. Then

    .. math::

        \mathrm{coCC} = \frac{n_{11} - E(A, B)}
        {\sqrt{(m_A - E(A, A)) (m_B - E(B, B))}} .

    For a clustering, it is the correlation coefficient CC of [1]_. Higher is better.
    The index is symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.

    Returns
    -------
    score : float
        Higher is better. The score is between -1/2 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    cocorrelation_distance : Compute the angle whose cosine is this score; it is a
        metric.
    pair_counting_score : Its index "correlation" centers over all pairs of cells at
        once.

    Notes
    -----
    A co-clustering with one cluster or only singletons of the rows, and likewise of the
    columns, scores 0 against every other, because its indicators are constant within
    each type of pairs.

    The cost is O(n_rows + n_columns).

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
    return cocorrelation(tables_of_compared_modes(labels_true, labels_pred))


@refuse_weights(_NOT_CENTERED)
def cocorrelation_distance(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Correlation distance of co-clusterings, the angle whose cosine is coCC.

    This distance measures how much two co-clusterings differ. It is a metric, so prefer
    it to a score where the triangle inequality is needed, for example in embeddings and
    nearest-neighbor searches. It is 0 for equal co-clusterings only, and about 1/2 on
    average by chance. With coCC as in :func:`cocorrelation_score`, it is

    .. math:: \frac{1}{\pi} \arccos(\mathrm{coCC}) .

    For a clustering, it is the correlation distance CD of [1]_. Lower is better. The
    distance is symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.

    Returns
    -------
    distance : float
        Lower is better. The distance is between 0 and 2/3, an angle in units of pi.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    cocorrelation_score : Compute the cosine of this angle.

    Notes
    -----
    A co-clustering that has one cluster or only singletons in each mode has the
    distance 1/2 to every other.

    The cost is O(n_rows + n_columns).

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
    return cocorrelation_angle(tables_of_compared_modes(labels_true, labels_pred))


def cocorrelation(tables: Tables) -> float:
    """Return coCC, which is (n11 - E(A,B)) / root((mA - E(A,A)) (mB - E(B,B))).

    n11 is the number of pairs of cells together in both co-clusterings A and B, and mA
    and mB are the numbers together in each. E(A,B) is the mean of n11 if the modes of
    one of the two co-clusterings are permuted.
    """
    inner_product, product_of_squared_norms = _terms_of_cosine(tables)
    return cosine(inner_product, product_of_squared_norms)


def cocorrelation_angle(tables: Tables) -> float:
    """Return the arc cosine of coCC, divided by pi."""
    inner_product, product_of_squared_norms = _terms_of_cosine(tables)
    return angle(inner_product, product_of_squared_norms)


def _terms_of_cosine(tables: Tables) -> tuple[int, int]:
    """Return n11 - E(A,B), and (mA - E(A,A)) (mB - E(B,B)), both scaled to integers.

    The first number is an inner product of two centered indicators of being together.
    The second number is the product of their squared norms. The scale cancels in a
    cosine.
    """
    if all(table.is_equality for table in tables):
        return 1, 1  # The norms may be 0, but the cosine of equal co-clusterings is 1.
    inner_product, true_squared_norm, pred_squared_norm = pair_covariances(tables)
    return inner_product, true_squared_norm * pred_squared_norm


def cosine(inner_product: int, product_of_squared_norms: int) -> float:
    """Divide an inner product by the root of the product of both squared norms."""
    if product_of_squared_norms == 0:  # If a norm is 0, the inner product is 0, too.
        return 0.0
    # The root of a quotient is computed, not a quotient of roots, because a product of
    # counts need not fit into a float.
    magnitude = root_of_quotient(inner_product**2, product_of_squared_norms)
    return -magnitude if inner_product < 0 else magnitude


def angle(inner_product: int, product_of_squared_norms: int) -> float:
    """Return the arc cosine of `cosine`, divided by pi, or 1/2 if a norm is 0.

    Without weights, no cosine is below -1/2, so that no angle is above 2/3.
    """
    if product_of_squared_norms == 0:
        return 0.5
    # The cosine is flat near 1, so that the angle is computed from the sine. The square
    # of the sine is an exact quotient and never negative.
    sine = root_of_quotient(
        product_of_squared_norms - inner_product**2, product_of_squared_norms
    )
    value = math.atan2(sine, cosine(inner_product, product_of_squared_norms)) / math.pi
    is_cosine_within_half = 4 * inner_product**2 <= product_of_squared_norms
    if is_cosine_within_half:
        return min(value, 2 / 3)  # Rounding may exceed the bound.
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

    The result divides product-CARI among the types of pairs of cells. The rows are one
    *mode*, and the columns are another. A type contains the pairs that differ in the
    same modes, for example in the rows only. The score is the weighted mean of the
    agreements.

    Parameters
    ----------
    score : float
        Product-CARI, at most 1.
    metric : str
        Header of the score: "product-CARI", followed by the compared modes if the
        labels of some modes are unknown.
    strata : tuple of tuple of int
        For each type of pairs of cells, the modes in which the two cells differ.
    agreement : tuple of float
        Agreement of each type of pairs, adjusted for chance. Higher is better.
    weights : tuple of float
        Weight of each type of pairs. The weights add up to 1, unless there is no type
        left.

    See Also
    --------
    cari_decomposition : Compute this result from labels.

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
            # For example, pairs of cells that differ in the rows alone have (0,).
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

    The decomposition shows whether the rows, the columns or only their combination
    account for the agreement of two co-clusterings. The rows are one *mode* of a
    co-clustering, and the columns are another. Use the decomposition to find out which
    mode keeps a score low. An agreement of 1 means that all pairs of a type agree, and
    0 that they agree no better than by chance.

    Two cells differ in the row only, in the column only, or in both. Let :math:`N_t` be
    the number of pairs of type t, :math:`n_t` the number of them that share a block in
    both co-clusterings, and :math:`a_t` and :math:`b_t` the numbers that share a block
    in each of them. The agreement of type t is

    .. math:: \kappa_t = \frac{n_t - E_t}{h_t - E_t}, \qquad
        E_t = \frac{a_t b_t}{N_t}, \quad h_t = \frac{a_t + b_t}{2} .

    ``cari_score(..., null_model="product")`` is the mean of the agreements, with
    weights proportional to :math:`h_t - E_t \ge 0`. For pairs that differ in one mode
    only, the agreement is the adjusted Rand index of this mode
    (:ref:`proof <proof_decomposition>`).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        the labels of more modes, or a fitted estimator. In a tuple, None stands for
        labels that are unknown. The label -1 is an :ref:`ordinary label <unlabeled>`.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to evaluate, of the same kind as `labels_true`.

    Returns
    -------
    decomposition : CariDecomposition
        Frozen result with the floats `score`, `agreement` and `weights`, and with the
        types of pairs in `strata`. A type is ``(0,)`` for pairs that differ in the row,
        ``(1,)`` for pairs that differ in the column, and ``(0, 1)`` for pairs that
        differ in both. With d modes, there are up to 2^d - 1 types. Higher is better;
        `score` and every entry of `agreement` are at most 1.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other.
    TypeError
        If the labels are not array-likes.

    See Also
    --------
    cari_score : Compute the score alone.
    cocorrelation_score : Compute a correlation over the same types of pairs.

    Notes
    -----
    Types of weight 0 are left out, because their agreement would be 0/0. These are the
    types without pairs, the types whose pairs all share a block on both sides, and the
    types whose pairs share no block on either side. Equal co-clusterings that have one
    cluster or only singletons in each mode score 1 and have no types left.

    Numbers are exact until they are returned. The cost is O(n_rows + n_columns) time.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_decomposition
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1])  # the rows are right
    >>> cari_decomposition(true, pred)
    CariDecomposition(product-CARI=0.444, (0,): 1 x 0.296, (1,): 0 x 0.185, ...)
    """
    tables = tables_of_compared_modes(labels_true, labels_pred)
    return decompose(tables, compared_modes(labels_true, len(tables)))


def decompose(tables: Tables, modes: ComparedModes | None = None) -> CariDecomposition:
    """Return product-CARI of the cells, and the contribution of each stratum of pairs.

    A stratum contains the pairs of cells that differ in exactly the same modes. The
    numerator of CARI is the sum over the strata of the excess, which is n11 minus its
    mean. The denominator is the sum of the room, which is (mA + mB) / 2 minus this
    mean. mA and mB are the numbers of pairs that are together in the truth and in the
    prediction. Strata without room are left out. The tables are those of the compared
    `modes`, whose numbers name the strata. If None, all modes are compared.
    """
    strata: list[tuple[int, ...]] = []
    # The excess of a stratum is n11 - E, and its room is (mA + mB) / 2 - E, where E is
    # the mean of n11 by chance.
    excesses: list[Fraction] = []
    rooms: list[Fraction] = []
    for differing_modes, pairs in strata_of_cells(tables).items():
        expected = expected_pairs_of_cells(pairs)
        room = Fraction(pairs.in_true + pairs.in_pred, 2) - expected
        if room == 0:
            # All pairs of the stratum are together on both sides, or apart on both, so
            # that the excess is 0, too.
            continue
        if modes is not None:
            differing_modes = tuple(modes.numbers[mode] for mode in differing_modes)
        strata.append(differing_modes)
        excesses.append(pairs.n11 - expected)
        rooms.append(room)
    # The header names the compared modes, unless all modes are compared.
    header = header_of(CARI_PRODUCT.label, modes.part if modes else None)
    if not strata:
        # The co-clusterings are equal, and no permutation changes them.
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
