"""Values of pairs of biclusters in the precision-recall space, and what chance gives.

Letters are those of `_precision_recall_formulas`.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np

from .._laws import Extent, expected_jaccards, mean_shortfall_of_best
from .._statistics import Overlaps, exact, ratio
from .._structures import with_progress
from ._precision_recall_formulas import FORMULAS, Formula, PairSizes, Values

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
        exact(overlaps.shared_cells, bound),
        exact(overlaps.true_sizes, bound)[:, None],
        exact(overlaps.pred_sizes, bound)[None, :],
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
