"""Product-CARI as a mean over types of pairs of cells."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .._laws._pair_moments import expected_pairs_of_cells
from .._statistics._contingency import Tables
from .._statistics._pairs import strata_of_cells
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition
from .._structures._printing import Tabular
from .._structures._weights import NOT_EXCHANGEABLE, unweighted


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
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        more modes; or a fitted estimator.
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
