"""What a report says of a permutation test."""

from collections.abc import Sequence
from typing import Any

from .._inference import PermutationTestResult


def entry_of_test(metric: str, test: PermutationTestResult) -> dict[str, Any]:
    """Return the p-values, and how they were computed."""
    return {
        "metric": metric,
        "method": test.method,
        "pvalue": test.pvalue,
        "pvalues_of_modes": test.pvalues_of_modes,
    }


def describe_test(entry: dict[str, Any], names_of_modes: Sequence[str]) -> str:
    """Write the permutation test."""
    text = (
        f"Permutation test of {entry['metric']} ({entry['method']}): "
        f"p = {entry['pvalue']:.2g}"
    )
    if names_of_modes and entry["pvalues_of_modes"]:
        pairs = zip(names_of_modes, entry["pvalues_of_modes"], strict=True)
        text += f" ({', '.join(f'{name} {p:.2g}' for name, p in pairs)})"
    return text
