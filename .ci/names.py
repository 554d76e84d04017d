"""Write the names of all indices as types, so that type checkers know them.

``python .ci/names.py`` writes them; a test compares them with the contracts.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from sklearn_cocluster_metrics._contracts import CONTRACTS

FILE = Path(__file__).resolve().parent.parent / (
    "sklearn_cocluster_metrics/_contracts/_names.py"
)


def literal(name: str, values: Iterable[str]) -> str:
    """Write a type that has these values."""
    listed = "".join(f"    {value!r},\n" for value in values)
    return f"{name}: TypeAlias = Literal[\n{listed}]\n"


def source() -> str:
    """Write the module."""
    names = {
        structure: sorted(c.name for c in CONTRACTS.values() if c.structure == structure)
        for structure in ("partition", "biclustering")
    }
    scorers = sorted(
        name if contract.greater_is_better else f"neg_{name}"
        for name, contract in CONTRACTS.items()
    )
    return "\n".join(
        [
            '"""Names of the indices, for type checkers: written by ``.ci/names.py``."""\n',
            "from typing import Literal, TypeAlias\n",
            literal("PartitionName", names["partition"]),
            literal("BiclusteringName", names["biclustering"]),
            literal("ScorerName", scorers),
        ]
    )


if __name__ == "__main__":
    FILE.write_text(source(), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", FILE], check=True)
