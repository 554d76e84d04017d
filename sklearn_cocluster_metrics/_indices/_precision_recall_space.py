"""Biclusters in the precision-recall space: Hanczar and Nadif (2013).

Letters of the paper: B a true bicluster, X a predicted one, D the matrix. Everything
is written with counts of cells, |B|, |X|, |D| and n = |B & X|, because both
corrections have the same numerator, ``n |D| - |B| |X|``. This is |D| times the
difference of the overlap and its mean over random biclusters of the size of X.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._laws import expected_jaccard, mean_shortfall_of_best
from .._statistics import Counts, Overlaps, exact, ratio

Values = NDArray[np.float64]
Correction: TypeAlias = Literal["expected", "expected_best", "space"]
Expectation: TypeAlias = Literal["approximate", "exact"]


@dataclass(frozen=True, eq=False)
class _Sizes:
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


def bicluster_values(
    overlaps: Overlaps,
    index: str,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    weight: float = 1.0,
) -> Values:
    """Value of an index for each true with each predicted bicluster.

    `index` is one of precision, recall, fbeta, jaccard and goodness; `weight` is beta
    of the F-measure, R of the goodness.

    A bicluster without cells scores 0. Where the bicluster or the prediction is the
    whole matrix the corrected indices are 0/0: the value is 1 if B = X, else 0.
    """
    # No product is above four times |D| squared.
    bound = 4 * overlaps.n_cells**2
    sizes = _Sizes(
        exact(overlaps.shared_cells, bound),
        exact(overlaps.true_sizes, bound)[:, None],
        exact(overlaps.pred_sizes, bound)[None, :],
        overlaps.n_cells,
    )
    if index == "jaccard" and correction == "expected" and expectation == "exact":
        values = _jaccard_less_mean(overlaps)
    else:
        values = _FORMULAS[correction][index](sizes, weight)
    some = np.asarray((sizes.true > 0) & (sizes.pred > 0), dtype=bool)
    values = np.where(some, values, 0.0)
    return np.where(overlaps.equal_pairs, 1.0, values)


def value_at(
    precision: Values,
    recall: Values,
    fraction: float,
    index: str,
    *,
    correction: str | None = None,
    weight: float = 1.0,
) -> Values:
    """Value of an index at points of the precision-recall space.

    `fraction` is |B| / |D|. Equations (2) and (3) are solved for the other counts:
    n = rec |B| and |X| = n / pre. No precision may be 0.
    """
    shared = recall * fraction
    sizes = _Sizes(shared, np.array(fraction), shared / precision, 1)
    return _FORMULAS[correction][index](sizes, weight)


def best_less_expected(overlaps: Overlaps, index: str, weight: float = 1.0) -> Values:
    """Correct the best value for each true bicluster by the mean of the best by chance.

    (M - E) / (1 - E) is written as 1 - (1 - M) / (1 - E), whose terms are computed
    without cancellation. Chance places every predicted bicluster independently, with
    its numbers of rows and columns. Where that always is 1, the value is 1 if one of
    them equals the true one, else 0.
    """
    best, _ = overlaps.best(lambda block: bicluster_values(block, index, weight=weight))
    shortfalls = _shortfalls_of_best(overlaps, _FORMULAS[None][index], weight)
    found, _ = overlaps.best(lambda block: block.equal_pairs.astype(float))
    corrected = 1 - ratio(1 - best, shortfalls)
    return np.where(shortfalls > 0, corrected, found)


def _shortfalls_of_best(
    overlaps: Overlaps, formula: "_Formula", weight: float
) -> Values:
    """Mean of 1 less the best value by chance, once for each true extent."""
    true, of_true = overlaps.true.extents
    pred, of_pred = overlaps.pred.extents
    counts = np.bincount(of_pred, minlength=len(pred)).tolist()
    others = {
        extent: n for extent, n in zip(pred, counts, strict=True) if 0 not in extent
    }

    def shortfall(extent: tuple[int, int]) -> float:
        if 0 in extent:  # scores 0 against every bicluster
            return 1.0

        def value(shared: Values, other: tuple[int, int]) -> Values:
            true_size, pred_size = (
                np.array([float(n_rows) * n_columns])
                for n_rows, n_columns in (extent, other)
            )
            return formula(
                _Sizes(shared, true_size, pred_size, overlaps.n_cells), weight
            )

        return mean_shortfall_of_best(overlaps.shape, extent, others, value)

    return np.array([shortfall(extent) for extent in true])[of_true]


def _precision(sizes: _Sizes, weight: float) -> Values:
    """Precision n / |X|: eq. (2)."""
    return ratio(sizes.shared, sizes.pred)


def _recall(sizes: _Sizes, weight: float) -> Values:
    """Recall n / |B|: eq. (3)."""
    return ratio(sizes.shared, sizes.true)


def _fbeta(sizes: _Sizes, beta: float) -> Values:
    """(1 + beta^2) n / (beta^2 |B| + |X|): eq. (10)."""
    return ratio(sizes.shared, _weighted(sizes.pred, sizes.true, _recall_share(beta)))


def _jaccard(sizes: _Sizes, weight: float) -> Values:
    """Jaccard index n / (|B| + |X| - n): eq. (6)."""
    return ratio(sizes.shared, sizes.both - sizes.shared)


def _goodness(sizes: _Sizes, importance: float) -> Values:
    """(R pre + rec) / (R + 1): eq. (9)."""
    return _weighted(
        _precision(sizes, importance),
        _recall(sizes, importance),
        1 / (importance + 1),
    )


def _corrected_precision(sizes: _Sizes, weight: float) -> Values:
    """(pre - |B|/|D|) / (1 - |B|/|D|): eq. (11)."""
    return ratio(sizes.excess, sizes.precision_denominator)


def _corrected_recall(sizes: _Sizes, weight: float) -> Values:
    """(rec - |X|/|D|) / (1 - |X|/|D|): eq. (11)."""
    return ratio(sizes.excess, sizes.recall_denominator)


def _corrected_fbeta(sizes: _Sizes, beta: float) -> Values:
    """Property 2; the same in the corrected space, by Property 5."""
    share = _recall_share(beta)
    return ratio(
        sizes.excess,
        _weighted(sizes.precision_denominator, sizes.recall_denominator, share),
    )


def _space_jaccard(sizes: _Sizes, weight: float) -> Values:
    """Eq. (7) of the corrected precision and recall: 1 / (1/pre + 1/rec - 1)."""
    whole = sizes.precision_denominator + sizes.recall_denominator - sizes.excess
    return ratio(sizes.excess, whole)


def _space_goodness(sizes: _Sizes, importance: float) -> Values:
    """Eq. (9) of the corrected precision and recall."""
    return _weighted(
        _corrected_precision(sizes, importance),
        _corrected_recall(sizes, importance),
        1 / (importance + 1),
    )


def _goodness_less_mean(sizes: _Sizes, importance: float) -> Values:
    """Property 1: the mean is (R |B| + |X|) / ((R + 1) |D|)."""
    share = 1 / (importance + 1)
    mean = _weighted(sizes.true, sizes.pred, share)
    room = _weighted(sizes.matrix - sizes.true, sizes.matrix - sizes.pred, share)
    return ratio(mean, room) * ratio(sizes.excess, sizes.true * sizes.pred)


def _jaccard_less_approximate_mean(sizes: _Sizes, weight: float) -> Values:
    """Property 3: the mean is approximately m / (|B| + |X| - m), m = |B| |X| / |D|."""
    room = ratio(sizes.excess, sizes.precision_denominator + sizes.recall_denominator)
    return ratio(sizes.both, sizes.both - sizes.shared) * room


def _jaccard_less_mean(overlaps: Overlaps) -> Values:
    """(J - E) / (1 - E) with the exact mean E of the Jaccard index J."""
    means = _expected_jaccards(overlaps)
    return ratio(overlaps.jaccard - means, 1 - means)


def _expected_jaccards(overlaps: Overlaps) -> Values:
    """Mean Jaccard index of each pair, computed once for each pair of extents."""
    true, of_true = overlaps.true.extents
    pred, of_pred = overlaps.pred.extents
    means = np.array(
        [
            [
                0.0
                if 0 in one + other
                else expected_jaccard(overlaps.shape, one, other)
                for other in pred
            ]
            for one in true
        ]
    )
    return means[np.ix_(of_true, of_pred)]


def _recall_share(beta: float) -> float:
    """Weight of the recall in the harmonic mean; a large beta does not overflow."""
    return beta**2 / (1 + beta**2) if beta <= 1 else 1 / (1 + (1 / beta) ** 2)


def _weighted(one: Counts, other: Counts, share: float) -> Counts:
    """Weighted mean; exactly the common value if both are equal."""
    return one + (other - one) * share


_Formula = Callable[[_Sizes, float], Values]

_FORMULAS: dict[str | None, dict[str, _Formula]] = {
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

CORRECTIONS = (*_FORMULAS, "expected_best")
EXPECTATIONS = ("approximate", "exact")
