"""Write the names of all indices as types, so that type checkers know them.

``python .ci/names.py`` writes them; a test compares them with the contracts.
"""

import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from sklearn_cocluster_metrics import bicluster_similarity_score, pair_counting_score
from sklearn_cocluster_metrics._contracts import CONTRACTS, scorer_name
from sklearn_cocluster_metrics._indices._contract import Contract

FILE = Path(__file__).resolve().parent.parent / (
    "sklearn_cocluster_metrics/_indices/_names.py"
)
TITLE = '"""Names of the indices, for type checkers: written by ``.ci/names.py``."""'


def of_structure(structure: str) -> list[Contract]:
    """Return the contracts of the indices that compare this structure."""
    return [c for c in CONTRACTS.values() if c.structure == structure]


def indices_of(function: Callable[..., float]) -> dict[str, Contract]:
    """Return the contracts of the indices of one function, by its option `metric`."""
    return {c.fixed["metric"]: c for c in CONTRACTS.values() if c.function is function}


def literal(name: str, values: Iterable[str]) -> str:
    """Write a type that has these values."""
    listed = ", ".join(f'"{value}"' for value in values)
    lines = textwrap.fill(listed, 88, initial_indent="    ", subsequent_indent="    ")
    return f"{name}: TypeAlias = Literal[\n{lines},\n]"


def source() -> str:
    """Write the module."""
    parts = [TITLE, "from typing import Literal, TypeAlias", "# fmt: off"]
    for structure in ("partition", "biclustering"):
        contracts = of_structure(structure)
        title = structure.capitalize()
        parts += [
            literal(f"{title}Name", sorted(c.name for c in contracts)),
            literal(
                f"Negated{title}Name",
                sorted(scorer_name(c) for c in contracts if not c.greater_is_better),
            ),
            f"{title}ScorerName: TypeAlias = {title}Name | Negated{title}Name",
        ]
    overlapping = sorted(c.name for c in of_structure("overlapping"))
    parts += [
        literal("OverlappingName", overlapping),  # no scorer takes them
        literal("PairCountingName", indices_of(pair_counting_score)),
        literal("SimilarityName", indices_of(bicluster_similarity_score)),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(source(), encoding="utf-8")
