"""Check the properties of all indices, and write what was found for the documentation.

``python .ci/properties.py`` writes ``doc/properties.json``, in some 15 minutes;
``python .ci/properties.py cari rand`` renews these indices only. Afterwards,
``python .ci/properties.py further 60`` searches one size further what holds for
biclusterings, the cheapest first, for an hour; it goes on where it was stopped. Tests
compare the file with the contracts, and with what a smaller search finds.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

from joblib import Parallel, delayed
from numpy.random import RandomState

from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics.meta_evaluation import PropertyCheck, check_index
from sklearn_cocluster_metrics.meta_evaluation._biclusterings import (
    BiclusteringSpace,
    SmallBiclustering,
)
from sklearn_cocluster_metrics.meta_evaluation._properties_of_biclusterings import (
    PROPERTIES_OF_BICLUSTERINGS,
)
from sklearn_cocluster_metrics.meta_evaluation._search import (
    RefusedError,
    ValueCache,
    check_properties,
    resolve_metric,
)

FILE = Path(__file__).resolve().parent.parent / "doc" / "properties.json"
STRUCTURES = {
    "partition": ("clustering", "coclustering"),
    "biclustering": ("biclustering",),
}
OPTIONS: dict[str, Any] = {"max_size": 5, "random_state": 0}
N_DRAWS = {"clustering": 100, "coclustering": 100, "biclustering": 50}
FURTHER = 6


def check(name: Any, structure: Any) -> tuple[str, str, dict[str, Any]]:
    """Check an index of one structure."""
    n_draws = N_DRAWS[structure]
    checks = check_index(name, structure=structure, n_draws=n_draws, **OPTIONS)
    print(structure, name, flush=True)
    return structure, name, {key: as_json(found) for key, found in checks.items()}


def as_json(found: PropertyCheck) -> dict[str, Any]:
    """Return a verdict, and what was searched or the counterexample."""
    example = found.nontrivial_counterexample or found.counterexample
    if example is None:
        return {"verdict": found.verdict, "searched": found.searched}
    return {"verdict": found.verdict, "counterexample": str(example).splitlines()}


def wanted(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the names with the structures that each index compares.

    Indices of overlapping clusterings are left out, because `check_index` has no space
    of these.
    """
    return [
        (name, structure)
        for name in names
        for structure in STRUCTURES.get(CONTRACTS[name].structure, ())
    ]


def search_further(table: dict[str, Any], seconds: float) -> None:
    """Search what holds one size further; write each verdict as it is found.

    Costs are estimated by the number of cases and the time of a value.
    """
    stop = perf_counter() + seconds
    draws = N_DRAWS["biclustering"], RandomState(OPTIONS["random_state"])
    space = BiclusteringSpace.draw(FURTHER, *draws)
    found = table["biclustering"]
    values = {
        name: ValueCache(
            resolve_metric(name, "biclustering", options={}, caller=None)[0], space
        )
        for name in found
    }
    n_cases = {
        key: sum(1 for claim in claims for _ in claim.cases(space))
        for key, (_, *claims) in PROPERTIES_OF_BICLUSTERINGS.items()
    }
    costs = {name: seconds_for_draws(values[name], space) for name in found}
    left = [
        (n_cases[key] * costs[name], name, key)
        for name, checks in found.items()
        for key, one in checks.items()
        if one["verdict"] == "yes" and "max_size" not in one
    ]
    for _, name, key in sorted(left):
        if perf_counter() > stop:
            break
        claims = {key: PROPERTIES_OF_BICLUSTERINGS[key]}
        (again,) = check_properties(claims, values[name])
        found[name][key] = {**as_json(again), "max_size": FURTHER}
        write(table)
        print(name, key, again.verdict, flush=True)


def seconds_for_draws(
    values: ValueCache[SmallBiclustering], space: BiclusteringSpace
) -> float:
    """Time the values of the pairs that were drawn."""
    start = perf_counter()
    for true, pred in space.drawn_pairs:
        try:
            values(true, pred)
        except RefusedError:
            continue
    return perf_counter() - start


def write(table: dict[str, Any]) -> None:
    """Write the file."""
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    table = json.loads(FILE.read_text(encoding="utf-8")) if sys.argv[1:] else {}
    if sys.argv[1:2] == ["further"]:
        search_further(table, 60 * float(sys.argv[2]))
    else:
        pairs = wanted(sys.argv[1:] or list(CONTRACTS))
        checks = Parallel(n_jobs=2, return_as="generator")(
            delayed(check)(*pair) for pair in pairs
        )
        for structure, name, found in checks:
            table.setdefault(structure, {})[name] = found
            write(table)
