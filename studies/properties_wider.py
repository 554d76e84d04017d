"""Look for counterexamples beyond the search that the documentation shows.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/properties_wider.py
    python studies/properties_wider.py --structure clustering --names cari nce

Each "yes" and each "nontrivial" of `doc/properties.json` is put to the test again, in
structures that were chosen after the kinds of counterexamples that had been missed:

- clusterings: all pairs of 8 samples, and pairs of 12, 24 and 40 samples of extreme
  sizes, in which most samples are in one cluster or alone;
- co-clusterings: all pairs of 7 x 3 and of 4 x 5 cells, and pairs of extreme sizes of
  5 x 5, 12 x 5 and 20 x 4 cells;
- of both, 300 random triples of other seeds;
- biclusterings: conditions A.3 and A.4 with 25, 80 and 200 further objects in extreme
  ways, and 200 random pairs, without and with repeated or empty biclusters.

Pairs with equal counts of pairs, and with better ones, are compared across all sizes.
Means over permutations and triples, which would take hours, are not searched further.
Each index is written as it is found, and the study goes on where it was stopped, if
`--records` names a file. It ends with an error if a verdict is refuted.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from numpy.random import RandomState

from sklearn_cocluster_metrics.meta_evaluation import (
    PropertyCheck,
    _properties_of_biclusterings as of_biclusterings,
    _properties_of_labelings as of_labelings,
    check_index,
)
from sklearn_cocluster_metrics.meta_evaluation._biclusterings import BiclusteringSpace
from sklearn_cocluster_metrics.meta_evaluation._labelings import (
    LabelingSpace,
    draw_triples,
    extreme_pairs_of_shape,
    pairs_of_shape,
)
from sklearn_cocluster_metrics.meta_evaluation._search import (
    Properties,
    ValueCache,
    check_properties,
    resolve_metric,
)

FILE = Path(__file__).resolve().parent.parent / "doc" / "properties.json"
SEED = 51
N_TRIPLES = 300
N_BICLUSTER_PAIRS = 200
NUMBERS_OF_FURTHER_OBJECTS = (25, 80, 200)
SHAPES_OF_ALL_PAIRS = {"clustering": [(8,)], "coclustering": [(7, 3), (4, 5)]}
EXTREME_SHAPES = {
    "clustering": [(12,), (24,), (40,)],
    "coclustering": [(5, 5), (12, 5), (20, 4)],
}
NOT_SEARCHED = {
    "triangle inequality",
    "distance",
    "constant baseline",
    *of_labelings.STATEMENTS,
}


def wider_space(structure: str) -> LabelingSpace:
    """Return larger labelings than those of `check_index`."""
    n_modes = 1 if structure == "clustering" else 2
    triples = draw_triples(
        N_TRIPLES, n_modes=n_modes, min_size=4, generator=RandomState(SEED)
    )
    extreme_pairs = [
        pair
        for shape in EXTREME_SHAPES[structure]
        for pair in extreme_pairs_of_shape(shape)
    ]
    all_pairs = [pairs_of_shape(shape) for shape in SHAPES_OF_ALL_PAIRS[structure]]
    return LabelingSpace(
        n_modes,
        labelings_by_shape=(),
        # Extreme pairs are here, so that their counts are compared with all others.
        pairs_by_shape=(*all_pairs, extreme_pairs),
        extreme_pairs=(),
        drawn_triples=tuple(triples),
        seed=SEED,
    )


def properties_of(structure: str) -> Properties:
    """Return the properties that are searched further, by name."""
    if structure == "biclustering":
        properties = of_biclusterings.PROPERTIES_OF_BICLUSTERINGS
    else:
        properties = dict(of_labelings.PROPERTIES)
        if structure == "coclustering":
            properties |= of_labelings.PROPERTIES_OF_COCLUSTERINGS
    return {
        name: claims for name, claims in properties.items() if name not in NOT_SEARCHED
    }


def refuted(name: str, structure: str, verdicts: dict[str, str]) -> Iterator[str]:
    """Yield the properties of an index whose verdict the wider search refutes."""
    metric, _ = resolve_metric(name, structure, options={}, caller=check_index)
    if structure == "biclustering":
        space = BiclusteringSpace.draw(4, N_BICLUSTER_PAIRS, RandomState(SEED))
    else:
        space = wider_space(structure)
    values = ValueCache(metric, space)
    properties = {
        key: claims
        for key, claims in properties_of(structure).items()
        if verdicts[key] != "no"
    }
    for check in check_properties(properties, values):
        if is_refuted(check, verdicts[check.name]):
            example = check.nontrivial_counterexample or check.counterexample
            print(f"{structure}, {name}, {check.name}: {verdicts[check.name]}")
            print(example, flush=True)
            yield check.name


def is_refuted(check: PropertyCheck, verdict: str) -> bool:
    """Return whether a counterexample has been found that the verdict excludes."""
    if verdict == "nontrivial":
        return check.verdict == "no"
    return not check.holds


def main() -> None:
    """Search all indices further; print what is refuted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--structure", choices=["clustering", "coclustering", "biclustering"]
    )
    parser.add_argument("--names", nargs="*")
    parser.add_argument("--records", type=Path)
    arguments = parser.parse_args()
    of_biclusterings.NUMBERS_OF_MANY_OBJECTS = NUMBERS_OF_FURTHER_OBJECTS
    table = json.loads(FILE.read_text(encoding="utf-8"))
    records: dict[str, list[str]] = {}
    if arguments.records and arguments.records.exists():
        records = json.loads(arguments.records.read_text(encoding="utf-8"))
    for structure, table_of_structure in table.items():
        if arguments.structure not in (None, structure):
            continue
        for name in arguments.names or table_of_structure:
            key = f"{structure} {name}"
            if name not in table_of_structure or key in records:
                continue
            properties = table_of_structure[name].items()
            verdicts = {title: entry["verdict"] for title, entry in properties}
            records[key] = list(refuted(name, structure, verdicts))
            print(f"{key}: {len(records[key])} verdicts refuted", flush=True)
            if arguments.records:
                arguments.records.write_text(json.dumps(records), encoding="utf-8")
    n_refuted = sum(len(properties) for properties in records.values())
    print(
        f"{len(records)} indices of a structure searched, {n_refuted} verdicts refuted"
    )
    if n_refuted:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
