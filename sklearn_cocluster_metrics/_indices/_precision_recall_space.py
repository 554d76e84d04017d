"""The precision-recall space of Hanczar and Nadif (2013), and what chance gives in it.

Letters of the paper: B a true bicluster, X a predicted one, D the matrix. Everything
is written with counts of cells, |B|, |X|, |D| and n = |B & X|, because both
corrections have the same numerator, ``n |D| - |B| |X|``. This is |D| times the
difference of the overlap and its mean over random biclusters of the size of X.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._laws import Extent, expected_jaccards, mean_shortfall_of_best
from .._statistics import Counts, Overlaps, ratio, widened
from .._structures import with_progress

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

_EXPECTED: dict[str, Formula] = {
    "precision": _corrected_precision,
    "recall": _corrected_recall,
    "fbeta": _corrected_fbeta,
    "jaccard": _jaccard_less_approximate_mean,
    "goodness": _goodness_less_mean,
}

FORMULAS: dict[str | None, dict[str, Formula]] = {
    None: {
        "precision": _precision,
        "recall": _recall,
        "fbeta": _fbeta,
        "jaccard": _jaccard,
        "goodness": _goodness,
    },
    "expected": _EXPECTED,
    "space": {**_EXPECTED, "jaccard": _space_jaccard, "goodness": _space_goodness},
}
"""The formulas by correction and index; the second argument is beta or R."""


Correction: TypeAlias = Literal["expected", "expected_best", "space"]
Expectation: TypeAlias = Literal["approximate", "exact"]

CORRECTIONS = (*FORMULAS, "expected_best")
EXPECTATIONS = ("approximate", "exact")


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
    sizes = PairSizes(
        widened(overlaps.shared_cells, bound),
        widened(overlaps.true_sizes, bound)[:, None],
        widened(overlaps.pred_sizes, bound)[None, :],
        overlaps.n_cells,
    )
    if index == "jaccard" and correction == "expected" and expectation == "exact":
        values = _jaccard_less_mean(overlaps)
    else:
        values = FORMULAS[correction][index](sizes, weight)
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
    sizes = PairSizes(shared, np.array(fraction), shared / precision, 1)
    return FORMULAS[correction][index](sizes, weight)


def best_less_expected(overlaps: Overlaps, index: str, weight: float = 1.0) -> Values:
    """Correct the best value for each true bicluster by the mean of the best by chance.

    (M - E) / (1 - E) is written as 1 - (1 - M) / (1 - E), whose terms are computed
    without cancellation. Chance places every predicted bicluster independently, with
    its numbers of rows and columns. Where that always is 1, the value is 1 if one of
    them equals the true one, else 0.
    """
    best, _ = overlaps.best(lambda block: bicluster_values(block, index, weight=weight))
    shortfalls = _shortfalls_of_best(overlaps, FORMULAS[None][index], weight)
    found, _ = overlaps.best(lambda block: block.equal_pairs.astype(float))
    corrected = 1 - ratio(1 - best, shortfalls)
    return np.where(shortfalls > 0, corrected, found)


def _shortfalls_of_best(overlaps: Overlaps, formula: Formula, weight: float) -> Values:
    """Mean of 1 less the best value by chance, once for each true extent."""
    others, of_pred = overlaps.pred.extents
    numbers = np.bincount(of_pred, minlength=len(others))
    kept = others.all(axis=1)

    def shortfall(extent: Extent) -> float:
        if 0 in extent:  # scores 0 against every bicluster
            return 1.0
        size = np.array(float(extent[0]) * extent[1])

        def value(shared: Values, other_size: Values) -> Values:
            sizes = PairSizes(shared, size, other_size, overlaps.n_cells)
            return formula(sizes, weight)

        return mean_shortfall_of_best(
            overlaps.shape, extent, others[kept], numbers[kept], value
        )

    return _by_true_extent(overlaps, shortfall)


def _jaccard_less_mean(overlaps: Overlaps) -> Values:
    """(J - E) / (1 - E) with the exact mean E of the Jaccard index J."""
    means = _expected_jaccards(overlaps)
    return ratio(overlaps.jaccard - means, 1 - means)


def _expected_jaccards(overlaps: Overlaps) -> Values:
    """Mean Jaccard index of each pair, computed once for each pair of extents."""
    others, of_pred = overlaps.pred.extents
    kept = others.all(axis=1)

    def means(extent: Extent) -> Values:
        found = np.zeros(len(others))
        if 0 not in extent:
            found[kept] = expected_jaccards(overlaps.shape, extent, others[kept])
        return found

    return _by_true_extent(overlaps, means)[:, of_pred]


def _by_true_extent(overlaps: Overlaps, values: Callable[[Extent], Any]) -> Values:
    """Compute values once for each true extent; return those of the biclusters."""
    distinct, of_true = overlaps.true.extents
    extents = [(rows, columns) for rows, columns in distinct.tolist()]
    what = "shapes of true biclusters"
    found = [
        values(extent)
        for extent in with_progress(extents, lambda _: 1, len(extents), what)
    ]
    return np.array(found)[of_true]
