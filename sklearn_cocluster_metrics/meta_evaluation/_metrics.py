"""Metrics to be tested, and the structures that they compare."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from .._contracts import Metric, ResolvedMetric, find_contract, resolve
from .._indices._contract import DESCRIPTIONS, Structure as ContractStructure
from .._structures import check_option

Structure: TypeAlias = Literal["clustering", "coclustering", "biclustering"]
"""What is compared."""

IN_CONTRACTS: Mapping[Structure, ContractStructure] = {
    "clustering": "partition",
    "coclustering": "partition",
    "biclustering": "biclustering",
}
"""What contracts call it."""

ROUNDING = 1e-12
"""Values that differ by less, relatively, differ by rounding alone."""


def resolve_metric(
    metric: Metric,
    structure: Structure,
    greater_is_better: bool | None = None,
    options: Mapping[str, Any] | None = None,
) -> ResolvedMetric:
    """Resolve a name or a function, and check that it compares this structure."""
    compared = IN_CONTRACTS[check_option(structure, "structure", IN_CONTRACTS)]
    options = options or {}
    contract, _ = find_contract(metric, options, compared)
    if contract is not None and contract.structure != compared:
        raise ValueError(
            f"`metric` {contract.name!r} compares {DESCRIPTIONS[contract.structure]}, "
            f"but `structure` is {structure!r}."
        )
    resolved = resolve(metric, compared, greater_is_better, options)
    if structure == "coclustering":
        resolved.check_takes_coclusterings()
    return resolved


def equal_up_to_rounding(first: Any, second: Any) -> Any:
    """Whether values are equal up to rounding; infinite ones with the same sign are."""
    return np.isclose(first, second, rtol=ROUNDING, atol=ROUNDING)
