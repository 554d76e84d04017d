"""Best predicted match of every true bicluster: Hanczar & Nadif (2013), section 2.

The values of the pairs come from the precision-recall space. A corrected value below 0
is worse than chance; section 4 of the paper allows counting it as 0.
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from .._statistics import BiclusterComparison, Overlaps
from ._contract import Contract, Flag, OneOf, Option
from ._precision_recall_space import (
    CORRECTIONS,
    best_less_expected,
    bicluster_values,
)

SOURCE = "Hanczar & Nadif (2013)"


def best_match_mean(
    comparison: BiclusterComparison,
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
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    if correction == "expected_best":
        best = best_less_expected(overlaps, index, weight)
    else:

        def values(block: Overlaps) -> NDArray[np.float64]:
            return bicluster_values(
                block,
                index,
                correction=correction,
                expectation=expectation,
                weight=weight,
            )

        # A corrected value is not 0 where biclusters do not meet.
        best = overlaps.best_of_true(values) if correction else overlaps.best(values)[0]
    return float(best.clip(min=0.0).mean() if clip else best.mean())


def best_match_contracts(
    name: str,
    function: Callable[..., float],
    formula: Callable[..., float],
    equation: str,
    lower: float,
    options: Mapping[str, Option] | None = None,
) -> tuple[Contract, Contract, Contract]:
    """Make three contracts: of the index, and of two corrections for chance.

    Under the null model of the correction, the predicted bicluster is random with its
    numbers of rows and columns fixed. For one true and one predicted bicluster, the
    mean of the corrected index is exactly 0 (for the Jaccard index, with the exact
    expectation). The best of several predicted biclusters is better than chance.
    `lower` is the lower bound of the corrected index. "expected_best" subtracts the
    mean of the best instead, so that its mean is exactly 0 for any number of predicted
    biclusters, each placed independently; it has no lower bound. Neither mean is exact
    where the biclusters of the prediction move together, as under "product".
    """
    own: dict[str, Option] = {**(options or {}), "clip": Flag()}
    plain = Contract(
        name=f"bicluster_{name}",
        function=function,
        formula=formula,
        source=f"{SOURCE}, {equation}",
        structure="biclustering",
        symmetric=False,
        options={"correction": OneOf(CORRECTIONS), **own},
    )
    exact = {"expectation": "exact"} if "expectation" in own else {}
    corrected = Contract(
        name=f"corrected_bicluster_{name}",
        function=function,
        formula=formula,
        source=f"{SOURCE}, section 4",
        structure="biclustering",
        lower=lower,
        symmetric=False,
        chance_level=0.0,
        options={key: option for key, option in own.items() if key not in exact},
        fixed={"correction": "expected", **exact},
    )
    best_corrected = Contract(
        name=f"expected_best_bicluster_{name}",
        function=function,
        formula=formula,
        source=f"this package; {SOURCE}, {equation}",
        structure="biclustering",
        lower=-math.inf,
        symmetric=False,
        chance_level=0.0,
        options={key: option for key, option in own.items() if key != "expectation"},
        fixed={"correction": "expected_best"},
    )
    return plain, corrected, best_corrected
