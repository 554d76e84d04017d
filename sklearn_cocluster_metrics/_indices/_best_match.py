"""Every true bicluster with its best predicted one: Hanczar & Nadif (2013), section 2.

The values of the pairs come from the precision-recall space. A negative value by the
corrections is worse than chance; section 4 of the paper allows to count it as 0.
"""

from .._statistics._comparison import BiclusterComparison
from .._statistics._overlaps import Overlaps
from ._precision_recall import bicluster_values


def bicluster_precision(
    comparison: BiclusterComparison,
    *,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """Precision: eqs. (2) and (11)."""
    return best_match_mean(
        comparison.overlaps, "precision", correction=correction, clip=clip
    )


def bicluster_recall(
    comparison: BiclusterComparison,
    *,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """Recall: eqs. (3) and (11)."""
    return best_match_mean(
        comparison.overlaps, "recall", correction=correction, clip=clip
    )


def bicluster_fbeta(
    comparison: BiclusterComparison,
    *,
    beta: float = 1.0,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """F-measure: eq. (10) and Property 2."""
    return best_match_mean(
        comparison.overlaps, "fbeta", weight=beta, correction=correction, clip=clip
    )


def bicluster_jaccard(
    comparison: BiclusterComparison,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    clip: bool = False,
) -> float:
    """Jaccard index: eqs. (6) and (7), and Property 3 where it is approximate."""
    return best_match_mean(
        comparison.overlaps,
        "jaccard",
        correction=correction,
        expectation=expectation,
        clip=clip,
    )


def bicluster_goodness(
    comparison: BiclusterComparison,
    *,
    ratio: float = 1.0,
    correction: str | None = None,
    clip: bool = False,
) -> float:
    """Goodness: eq. (9) and Property 1."""
    return best_match_mean(
        comparison.overlaps, "goodness", weight=ratio, correction=correction, clip=clip
    )


def best_match_mean(
    overlaps: Overlaps,
    index: str,
    *,
    correction: str | None = None,
    expectation: str = "approximate",
    weight: float = 1.0,
    clip: bool = False,
) -> float:
    """Mean over the true biclusters of the best value over the predicted ones.

    `index` is one of precision, recall, fbeta, jaccard and goodness; `weight` is beta
    of the F-measure, R of the goodness.
    """
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    values = bicluster_values(
        overlaps, index, correction=correction, expectation=expectation, weight=weight
    )
    best = values.max(axis=1)
    return float(best.clip(min=0.0).mean() if clip else best.mean())
