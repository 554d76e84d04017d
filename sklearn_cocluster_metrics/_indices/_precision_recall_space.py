"""The precision-recall space of Hanczar and Nadif (2013), and what chance gives in it.

Letters of the paper: B a true bicluster, X a predicted one, D the matrix. Everything
is written with counts of cells, |B|, |X|, |D| and n = |B & X|, because both
corrections have the same numerator, ``n |D| - |B| |X|``. This is |D| times the
difference of the overlap and its mean over random biclusters of the size of X.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from .._laws._random_biclusters import Extent, expected_jaccards, mean_shortfall_of_best
from .._statistics._contingency import Counts, widened
from .._statistics._overlaps import Overlaps, ratio
from .._structures._progress import with_progress

Floats = NDArray[np.float64]


class PairSizes(NamedTuple):
    """Counts of cells of all pairs, in shapes that broadcast."""

    shared: Counts
    true: Counts
    pred: Counts
    matrix: int


class Ratios(NamedTuple):
    """Precision and recall of all pairs: one numerator over two denominators."""

    numerator: Counts
    of_precision: Counts
    of_recall: Counts


def _plain(sizes: PairSizes) -> Ratios:
    """Precision n / |X| and recall n / |B|: eqs. (2) and (3)."""
    return Ratios(sizes.shared, sizes.pred, sizes.true)


def _corrected(sizes: PairSizes) -> Ratios:
    """(pre - |B|/|D|) / (1 - |B|/|D|), and rec with |X|: eq. (11), times |D|."""
    shared, true, pred, matrix = sizes
    return Ratios(
        shared * matrix - true * pred, pred * (matrix - true), true * (matrix - pred)
    )


def _precision(ratios: Ratios, weight: float) -> Floats:
    return ratio(ratios.numerator, ratios.of_precision)


def _recall(ratios: Ratios, weight: float) -> Floats:
    return ratio(ratios.numerator, ratios.of_recall)


def _fbeta(ratios: Ratios, beta: float) -> Floats:
    """Weighted harmonic mean: eq. (10), and Property 2; a large beta can be squared."""
    share = beta**2 / (1 + beta**2) if beta <= 1 else 1 / (1 + (1 / beta) ** 2)
    mean = _weighted(ratios.of_precision, ratios.of_recall, share)
    return ratio(ratios.numerator, mean)


def _jaccard(ratios: Ratios, weight: float) -> Floats:
    """1 / (1/pre + 1/rec - 1): eq. (7)."""
    whole = ratios.of_precision + ratios.of_recall - ratios.numerator
    return ratio(ratios.numerator, whole)


def _goodness(ratios: Ratios, importance: float) -> Floats:
    """(R pre + rec) / (R + 1): eq. (9)."""
    precision, recall = _precision(ratios, importance), _recall(ratios, importance)
    return _weighted(precision, recall, 1 / (importance + 1))


def _goodness_less_mean(sizes: PairSizes, importance: float) -> Floats:
    """Property 1: the mean is (R |B| + |X|) / ((R + 1) |D|)."""
    share = 1 / (importance + 1)
    mean = _weighted(sizes.true, sizes.pred, share)
    room = _weighted(sizes.matrix - sizes.true, sizes.matrix - sizes.pred, share)
    excess = _corrected(sizes).numerator
    return ratio(mean, room) * ratio(excess, sizes.true * sizes.pred)


def _jaccard_less_approximate_mean(sizes: PairSizes, weight: float) -> Floats:
    """Property 3: the mean is approximately m / (|B| + |X| - m), m = |B| |X| / |D|."""
    excess, of_precision, of_recall = _corrected(sizes)
    both = sizes.true + sizes.pred
    return ratio(both, both - sizes.shared) * ratio(excess, of_precision + of_recall)


def _weighted(one: Counts, other: Counts, share: float) -> Counts:
    """Weighted mean; exactly the common value if both are equal."""
    return one + (other - one) * share


_MEASURES: dict[str, Callable[[Ratios, float], Floats]] = {
    "precision": _precision,
    "recall": _recall,
    "fbeta": _fbeta,
    "jaccard": _jaccard,
    "goodness": _goodness,
}
"""The measures in the space; the second argument is beta or R."""

_LESS_MEAN = {
    "jaccard": _jaccard_less_approximate_mean,
    "goodness": _goodness_less_mean,
}
"""Those whose correction by their mean is not their value in the corrected space."""


def _value(
    sizes: PairSizes, index: str, correction: str | None, weight: float
) -> Floats:
    """Evaluate a measure, corrected by its mean or in the corrected space."""
    if correction == "expected" and index in _LESS_MEAN:
        return _LESS_MEAN[index](sizes, weight)
    ratios = _plain(sizes) if correction is None else _corrected(sizes)
    return _MEASURES[index](ratios, weight)


Correction: TypeAlias = Literal["expected", "expected_best", "space"]
Expectation: TypeAlias = Literal["approximate", "exact"]

CORRECTIONS = (None, *get_args(Correction))
EXPECTATIONS = get_args(Expectation)


def bicluster_values(
    overlaps: Overlaps,
    index: str,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    weight: float = 1.0,
) -> Floats:
    """Value of an index for each true with each predicted bicluster."""
    # `weight` is beta of the F-measure, R of the goodness. A bicluster without cells
    # scores 0. Where the bicluster or the prediction is the whole matrix the corrected
    # indices are 0/0: the value is 1 if B = X, else 0.
    # No product is above four times |D| squared.
    bound = 4 * overlaps.n_cells**2
    sizes = PairSizes(
        widened(overlaps.shared_cells, bound),
        widened(overlaps.true.sizes, bound)[:, None],
        widened(overlaps.pred.sizes, bound)[None, :],
        overlaps.n_cells,
    )
    if index == "jaccard" and correction == "expected" and expectation == "exact":
        values = _jaccard_less_mean(overlaps)
    else:
        values = _value(sizes, index, correction, weight)
    some = np.asarray((sizes.true > 0) & (sizes.pred > 0), dtype=bool)
    values = np.where(some, values, 0.0)
    return np.where(overlaps.equal_pairs, 1.0, values)


def value_at(
    precision: Floats,
    recall: Floats,
    fraction: float,
    index: str,
    *,
    correction: str | None = None,
    weight: float = 1.0,
) -> Floats:
    """Value of an index at points of the precision-recall space."""
    # `fraction` is |B| / |D|. Equations (2) and (3) are solved for the other counts: n
    # = rec |B| and |X| = n / pre. No precision may be 0.
    shared = recall * fraction
    sizes = PairSizes(shared, np.array(fraction), shared / precision, 1)
    return _value(sizes, index, correction, weight)


def best_less_expected(overlaps: Overlaps, index: str, weight: float = 1.0) -> Floats:
    """Correct the best value for each true bicluster by the mean best by chance."""
    # (M - E) / (1 - E) is written as 1 - (1 - M) / (1 - E), whose terms are computed
    # without cancellation. Chance places every predicted bicluster independently, with
    # its numbers of rows and columns. Where that always is 1, the value is 1 if one of
    # them equals the true one, else 0.
    best, _ = overlaps.best(lambda block: bicluster_values(block, index, weight=weight))
    shortfalls = _shortfalls_of_best(overlaps, index, weight)
    found, _ = overlaps.best(lambda block: block.equal_pairs.astype(float))
    corrected = 1 - ratio(1 - best, shortfalls)
    return np.where(shortfalls > 0, corrected, found)


def _shortfalls_of_best(overlaps: Overlaps, index: str, weight: float) -> Floats:
    """Mean of 1 less the best value by chance, once for each true extent."""
    others, of_pred = overlaps.pred.extents
    numbers = np.bincount(of_pred, minlength=len(others))
    kept = others.all(axis=1)

    def shortfall(extent: Extent) -> float:
        if 0 in extent:  # scores 0 against every bicluster
            return 1.0
        size = np.array(float(extent[0]) * extent[1])

        def value(shared: Floats, other_size: Floats) -> Floats:
            sizes = PairSizes(shared, size, other_size, overlaps.n_cells)
            return _value(sizes, index, None, weight)

        return mean_shortfall_of_best(
            overlaps.true.shape, extent, others[kept], numbers[kept], value
        )

    return _by_true_extent(overlaps, shortfall)


def _jaccard_less_mean(overlaps: Overlaps) -> Floats:
    """(J - E) / (1 - E) with the exact mean E of the Jaccard index J."""
    others, of_pred = overlaps.pred.extents
    kept = others.all(axis=1)

    def means_of(extent: Extent) -> Floats:
        found = np.zeros(len(others))
        if 0 not in extent:
            found[kept] = expected_jaccards(overlaps.true.shape, extent, others[kept])
        return found

    means = _by_true_extent(overlaps, means_of)[:, of_pred]
    return ratio(overlaps.jaccard - means, 1 - means)


def _by_true_extent(overlaps: Overlaps, values: Callable[[Extent], Any]) -> Floats:
    """Compute values once for each true extent; return those of the biclusters."""
    distinct, of_true = overlaps.true.extents
    extents = [(rows, columns) for rows, columns in distinct.tolist()]
    what = "shapes of true biclusters"
    found = [
        values(extent) for extent in with_progress(extents, len(extents), what, cure="")
    ]
    return np.array(found)[of_true]
