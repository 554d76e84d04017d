"""Check the properties of all indices, and write what was found for the documentation.

``python .ci/properties.py`` writes ``doc/properties.json``, in some 15 minutes;
``python .ci/properties.py cari rand`` renews these indices only. A test compares the
file with the contracts, and with what a smaller search finds.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics.meta_evaluation import PropertyCheck, check_index

FILE = Path(__file__).resolve().parent.parent / "doc" / "properties.json"
STRUCTURES = {
    "partition": ("clustering", "coclustering"),
    "biclustering": ("biclustering",),
}
OPTIONS = {"max_size": 5, "n_draws": 50, "random_state": 0}


def check(name: str, structure: str) -> tuple[str, str, dict[str, Any]]:
    """Check an index of one structure."""
    checks = check_index(name, structure=structure, **OPTIONS)
    print(structure, name, flush=True)
    return structure, name, {key: as_json(found) for key, found in checks.items()}


def as_json(found: PropertyCheck) -> dict[str, Any]:
    """Return a verdict, and what was searched or the counterexample."""
    example = found.nontrivial_counterexample or found.counterexample
    if example is None:
        return {"verdict": found.verdict, "searched": found.searched}
    return {"verdict": found.verdict, "counterexample": str(example).splitlines()}


def wanted(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the names with the structures that each index compares."""
    return [
        (name, structure)
        for name in names
        for structure in STRUCTURES[CONTRACTS[name].structure]
    ]


if __name__ == "__main__":
    names = sys.argv[1:] or list(CONTRACTS)
    table = json.loads(FILE.read_text(encoding="utf-8")) if sys.argv[1:] else {}
    done = Parallel(n_jobs=2)(delayed(check)(*pair) for pair in wanted(names))
    for structure, name, found in done:
        table.setdefault(structure, {})[name] = found
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
