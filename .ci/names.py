"""Write the names of all indices as types, so that type checkers know them.

``python .ci/names.py`` writes them; a test compares them with the contracts.
"""

import textwrap
from collections.abc import Iterable
from pathlib import Path

from sklearn_cocluster_metrics._contracts import CONTRACTS

FILE = Path(__file__).resolve().parent.parent / (
    "sklearn_cocluster_metrics/_contracts/_names.py"
)
TITLE = '"""Names of the indices, for type checkers: written by ``.ci/names.py``."""'


def of_structure(structure: str) -> list[str]:
    """Return the names of the indices that compare this structure."""
    return sorted(c.name for c in CONTRACTS.values() if c.structure == structure)


def literal(name: str, values: Iterable[str]) -> str:
    """Write a type that has these values."""
    listed = ", ".join(f'"{value}"' for value in values)
    lines = textwrap.fill(listed, 88, initial_indent="    ", subsequent_indent="    ")
    return f"{name}: TypeAlias = Literal[\n{lines},\n]"


def source() -> str:
    """Write the module."""
    scorers = sorted(
        name if contract.greater_is_better else f"neg_{name}"
        for name, contract in CONTRACTS.items()
    )
    parts = [
        TITLE,
        "from typing import Literal, TypeAlias",
        "# fmt: off",
        literal("PartitionName", of_structure("partition")),
        literal("BiclusteringName", of_structure("biclustering")),
        literal("ScorerName", scorers),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(source(), encoding="utf-8")
