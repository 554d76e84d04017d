"""Which mode of a co-clustering carries the agreement."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .._laws._pair_moments import expected_pairs_of_cells
from .._statistics._contingency import Tables
from .._statistics._pairs import strata_of_cells
from .._statistics._tables import tables_of_labels
from .._structures._types import Partition


@dataclass(frozen=True, repr=False)
class CariDecomposition:
    """CARI under the null model "product", as a weighted mean over types of pairs.

    Parameters
    ----------
    score : float
        CARI with ``null_model="product"``.
    strata : tuple of tuple of int
        For each type of pairs of cells, the modes in which the two cells differ.
    agreement : tuple of float
        Agreement of the pairs of each type, adjusted for chance.
    weights : tuple of float
        Weight of each type; they add up to 1.

    See Also
    --------
    cari_decomposition : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_decomposition
    >>> cari_decomposition(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 0]))
    CariDecomposition(score=0.348, (0,): 1 x 0.348, (1,): 0 x 0.391, (0, 1): 0 x 0.261)
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


def cari_decomposition(
    labels_true: Partition, labels_pred: Partition
) -> CariDecomposition:
    r"""Decompose CARI, adjusted under "product", by the modes in which cells differ.

    Two cells of a matrix differ in the row only, in the column only, or in both. With
    the pairs together :math:`n_t, a_t, b_t` (in both co-clusterings, in each) among the
    :math:`N_t` pairs of a type t, the agreement of the type is

    .. math:: \kappa_t = \frac{n_t - E_t}{h_t - E_t}, \qquad
        E_t = \frac{a_t b_t}{N_t}, \quad h_t = \frac{a_t + b_t}{2} .

    ``cari_score(..., null_model="product")`` is the mean of the agreements, with
    weights proportional to :math:`h_t - E_t \ge 0`. For pairs that differ in one mode
    only, the agreement is the adjusted Rand index of this mode.

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
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    cari_score : The score alone.
    cocorrelation_score : A correlation over the same types of pairs.

    Notes
    -----
    Types of weight 0 are left out: those without pairs, and those whose pairs are all
    together, or all apart, in both co-clusterings. They have no influence on the score.
    For equal trivial co-clusterings, which score 1, nothing is left.

    All fractions are exact until they are returned. Cost: O(n_rows + n_columns) time
    and the memory of two contingency tables.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_decomposition
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1])  # the rows are right
    >>> decomposition = cari_decomposition(true, pred)
    >>> decomposition.score
    0.444...
    >>> for stratum, agreement, weight in zip(
    ...     decomposition.strata, decomposition.agreement, decomposition.weights
    ... ):
    ...     print(stratum, round(agreement, 3), round(weight, 3))
    (0,) 1.0 0.296
    (1,) 0.0 0.185
    (0, 1) 0.286 0.519
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
