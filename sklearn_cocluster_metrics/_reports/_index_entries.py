"""What a report says of each index."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from .._contracts import ResolvedMetric
from .._model_selection import Biclusterings, Clusterings, value_of
from ._report import Table, number

Entry: TypeAlias = dict[str, Any]


def entry_of(
    metric: ResolvedMetric, pair: Clusterings | Biclusterings, *, n_modes: int = 1
) -> Entry:
    """Return the value and the properties of an index; a user's function has none."""
    contract = metric.contract
    lower = upper = chance_level = None
    exact_under: list[str] = []
    if contract is not None:
        lower, upper = contract.bounds(n_modes)
        chance_level = contract.chance_level
        exact_under = sorted(contract.chance_is_exact_under)
    return {
        "value": value_of(metric, pair),
        "greater_is_better": metric.greater_is_better,
        "lower": lower,
        "upper": upper,
        "chance_level": chance_level,
        "chance_is_exact_under": exact_under,
    }


def indices_of(
    entries: Mapping[str, Entry],
    names_of_modes: Sequence[str],
    null_models: Collection[str],
) -> list[str | Table]:
    """Write the indices as a table, and explain the stars at chance levels."""
    chance = [_chance(entry, null_models) for entry in entries.values()]
    table = Table(
        ["", "value", *names_of_modes, "better", "range", "by chance"],
        [
            [
                name,
                number(entry["value"]),
                *(number(entry[mode]) for mode in names_of_modes),
                "higher" if entry["greater_is_better"] else "lower",
                _range(entry["lower"], entry["upper"]),
                level,
            ]
            for (name, entry), level in zip(entries.items(), chance, strict=True)
        ],
    )
    if not any(level.endswith("*") for level in chance):
        return [table]
    return [
        table,
        "* The mean of permuted predictions differs: this level is exact under another "
        "null model, or approximate.",
    ]


def _range(lower: float | None, upper: float | None) -> str:
    """Write the range of an index."""
    if lower is None or upper is None:
        return ""
    return f"{lower:g} to {upper:g}"


def _chance(entry: Entry, null_models: Collection[str]) -> str:
    """Write the chance level, with a star where it is not exact."""
    level = entry["chance_level"]
    if level is None:
        return ""
    is_exact = not set(null_models).isdisjoint(entry["chance_is_exact_under"])
    return f"{level:g}" + ("" if is_exact else "*")
