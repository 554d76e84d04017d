"""Formulas of the precision-recall space: Hanczar and Nadif (2013).

Letters of the paper: B a true bicluster, X a predicted one, D the matrix. Everything
is written with counts of cells, |B|, |X|, |D| and n = |B & X|, because both
corrections have the same numerator, ``n |D| - |B| |X|``. This is |D| times the
difference of the overlap and its mean over random biclusters of the size of X.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._statistics import Counts, ratio

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PairSizes:
    """Counts of cells of all pairs, in shapes that broadcast."""

    shared: Counts
    true: Counts
    pred: Counts
    matrix: int

    @property
    def both(self) -> Counts:
        """Sum of the two sizes."""
        return self.true + self.pred

    @property
    def excess(self) -> Counts:
        """|D| times the difference of the overlap and its mean: n |D| - |B| |X|."""
        excess: Counts = self.shared * self.matrix - self.true * self.pred
        return excess

    @property
    def precision_denominator(self) -> Counts:
        """|X| (|D| - |B|), the denominator of the corrected precision."""
        denominator: Counts = self.pred * (self.matrix - self.true)
        return denominator

    @property
    def recall_denominator(self) -> Counts:
        """|B| (|D| - |X|), the denominator of the corrected recall."""
        denominator: Counts = self.true * (self.matrix - self.pred)
        return denominator


def _precision(sizes: PairSizes, weight: float) -> Values:
    """Precision n / |X|: eq. (2)."""
    return ratio(sizes.shared, sizes.pred)


def _recall(sizes: PairSizes, weight: float) -> Values:
    """Recall n / |B|: eq. (3)."""
    return ratio(sizes.shared, sizes.true)


def _fbeta(sizes: PairSizes, beta: float) -> Values:
    """(1 + beta^2) n / (beta^2 |B| + |X|): eq. (10)."""
    return ratio(sizes.shared, _weighted(sizes.pred, sizes.true, _recall_share(beta)))


def _jaccard(sizes: PairSizes, weight: float) -> Values:
    """Jaccard index n / (|B| + |X| - n): eq. (6)."""
    return ratio(sizes.shared, sizes.both - sizes.shared)


def _goodness(sizes: PairSizes, importance: float) -> Values:
    """(R pre + rec) / (R + 1): eq. (9)."""
    precision, recall = _precision(sizes, importance), _recall(sizes, importance)
    return _weighted(precision, recall, _goodness_share(importance))


def _corrected_precision(sizes: PairSizes, weight: float) -> Values:
    """(pre - |B|/|D|) / (1 - |B|/|D|): eq. (11)."""
    return ratio(sizes.excess, sizes.precision_denominator)


def _corrected_recall(sizes: PairSizes, weight: float) -> Values:
    """(rec - |X|/|D|) / (1 - |X|/|D|): eq. (11)."""
    return ratio(sizes.excess, sizes.recall_denominator)


def _corrected_fbeta(sizes: PairSizes, beta: float) -> Values:
    """Property 2; the same in the corrected space, by Property 5."""
    share = _recall_share(beta)
    return ratio(
        sizes.excess,
        _weighted(sizes.precision_denominator, sizes.recall_denominator, share),
    )


def _space_jaccard(sizes: PairSizes, weight: float) -> Values:
    """Eq. (7) of the corrected precision and recall: 1 / (1/pre + 1/rec - 1)."""
    whole = sizes.precision_denominator + sizes.recall_denominator - sizes.excess
    return ratio(sizes.excess, whole)


def _space_goodness(sizes: PairSizes, importance: float) -> Values:
    """Eq. (9) of the corrected precision and recall."""
    precision = _corrected_precision(sizes, importance)
    recall = _corrected_recall(sizes, importance)
    return _weighted(precision, recall, _goodness_share(importance))


def _goodness_less_mean(sizes: PairSizes, importance: float) -> Values:
    """Property 1: the mean is (R |B| + |X|) / ((R + 1) |D|)."""
    share = _goodness_share(importance)
    mean = _weighted(sizes.true, sizes.pred, share)
    room = _weighted(sizes.matrix - sizes.true, sizes.matrix - sizes.pred, share)
    return ratio(mean, room) * ratio(sizes.excess, sizes.true * sizes.pred)


def _jaccard_less_approximate_mean(sizes: PairSizes, weight: float) -> Values:
    """Property 3: the mean is approximately m / (|B| + |X| - m), m = |B| |X| / |D|."""
    room = ratio(sizes.excess, sizes.precision_denominator + sizes.recall_denominator)
    return ratio(sizes.both, sizes.both - sizes.shared) * room


def _recall_share(beta: float) -> float:
    """Weight of the recall in the harmonic mean; a large beta does not overflow."""
    return beta**2 / (1 + beta**2) if beta <= 1 else 1 / (1 + (1 / beta) ** 2)


def _goodness_share(importance: float) -> float:
    """Weight of the recall in the goodness."""
    return 1 / (importance + 1)


def _weighted(one: Counts, other: Counts, share: float) -> Counts:
    """Weighted mean; exactly the common value if both are equal."""
    return one + (other - one) * share


Formula = Callable[[PairSizes, float], Values]

FORMULAS: dict[str | None, dict[str, Formula]] = {
    None: {
        "precision": _precision,
        "recall": _recall,
        "fbeta": _fbeta,
        "jaccard": _jaccard,
        "goodness": _goodness,
    },
    "expected": {
        "precision": _corrected_precision,
        "recall": _corrected_recall,
        "fbeta": _corrected_fbeta,
        "jaccard": _jaccard_less_approximate_mean,
        "goodness": _goodness_less_mean,
    },
    "space": {
        "precision": _corrected_precision,
        "recall": _corrected_recall,
        "fbeta": _corrected_fbeta,
        "jaccard": _space_jaccard,
        "goodness": _space_goodness,
    },
}
"""The formulas by correction and index; the second argument is beta or R."""
