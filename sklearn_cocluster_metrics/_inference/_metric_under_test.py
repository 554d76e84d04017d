"""The metric of a test, resolved to its direction and to what it compares."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._contracts import Metric, ResolvedMetric, resolve
from .._contracts._metrics import find_contract
from .._indices._contract import Structure

_LOWER_IS_BETTER = ("_error", "_distance", "_loss")


@dataclass(frozen=True)
class MetricUnderTest:
    """A metric with its direction, and the structure that it compares."""

    metric: ResolvedMetric
    structure: Structure


def metric_under_test(metric: Metric, true: Any, pred: Any) -> MetricUnderTest:
    """Resolve a metric; your own compares what is passed, and higher is better."""
    contract, _ = find_contract(metric, {})
    if contract is not None:
        structure = contract.structure
        return MetricUnderTest(resolve(metric, structure, None, {}), structure)
    structure = "biclustering" if _is_indicator(true, pred) else "partition"
    own = resolve(metric, structure, True, {})
    if own.name.endswith(_LOWER_IS_BETTER):
        raise ValueError(
            f"`metric` {own.name} is named like one for which lower values are better. "
            "Pass a function of another name, for which higher values are better; for "
            "a distance, return its negative."
        )
    return MetricUnderTest(own, structure)


def _is_indicator(*sides: Any) -> bool:
    """Whether one side is a tuple of two-dimensional arrays."""
    return any(
        isinstance(side, tuple)
        and len(side) == 2
        and all(np.ndim(part) == 2 or _is_sparse(part) for part in side)
        for side in sides
    )


def _is_sparse(part: Any) -> bool:
    """Whether a part is a sparse matrix, which NumPy does not look into."""
    return hasattr(part, "toarray")
