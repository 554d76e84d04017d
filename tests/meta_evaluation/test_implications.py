"""What one verdict of the stored properties implies for another.

Each implication follows from the definitions of the properties, so that a table that
contradicts one has a wrong verdict: a search that was too narrow.
"""

import json
from itertools import product
from pathlib import Path

import pytest
from contracts import CONTRACTS
from counterexamples import CONTRADICTS, Pasted, parsed

from sklearn_cocluster_metrics.meta_evaluation import check_index
from sklearn_cocluster_metrics.meta_evaluation._properties_of_labelings import (
    PROPERTIES,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

FILE = Path(__file__).resolve().parents[2] / "doc" / "properties.json"
TABLE = json.loads(FILE.read_text(encoding="utf-8"))
STRENGTH = {"no": 0, "nontrivial": 1, "yes": 2}
BASELINE, ASYMPTOTIC = "constant baseline", "asymptotic baseline"
SPLITS, MERGES = "monotone in splits", "monotone in merges"
STRONG = "strong monotonicity"
PREFERENCES = [f"no preference for {size} clusters" for size in ("large", "small")]
BEST = "best for equal biclusterings only"
EQUALITY = "constant for equal biclusterings"
RANGE = "range from 0 to 1"
PROPORTIONAL = "proportional to misclassified cells"

# A property, and those that all indices with this property have. A counterexample to
# the latter is one to the former, also if it is not trivial.
OF_LABELINGS = [
    # A perfect split or merge improves each count of pairs.
    (STRONG, [SPLITS, MERGES, "label names", "order of samples"]),
    ("distance", ["symmetry", "maximal agreement", "triangle inequality"]),
    (BASELINE, [ASYMPTOTIC]),
    (ASYMPTOTIC, PREFERENCES),
]
OF_BICLUSTERINGS = [
    (BEST, ["repetition", "A.5 perfect match", "B.5 multiple coverage"]),
    (RANGE, [EQUALITY]),
]
IMPLICATIONS = [
    *product(["clustering", "coclustering"], OF_LABELINGS),
    *product(["biclustering"], OF_BICLUSTERINGS),
]

# Properties that no index has together, with the reason
EXCLUSIONS = [
    # Adding an empty bicluster gives an unequal biclustering of the same value.
    ("biclustering", [BEST, "empty biclusters"]),
    # One block is independent of all structures, also of those that agree with it.
    ("coclustering", ["zero at independence", "minimal agreement"]),
    # The impossibility in the proofs
    ("coclustering", [BASELINE, SPLITS, MERGES]),
]

# Properties that follow from several ones together
JOINT_IMPLICATIONS = [
    ("coclustering", [PROPORTIONAL, RANGE], ["maximal agreement", "symmetry"]),
    ("coclustering", [PROPORTIONAL, RANGE], ["label names", "order of samples"]),
    ("biclustering", [BEST, EQUALITY], ["no biclusters"]),
    *(
        (
            structure,
            ["symmetry", "maximal agreement", "triangle inequality"],
            ["distance"],
        )
        for structure in ("clustering", "coclustering")
    ),
]

# Indices of which one increases with the other, up to the direction
INCREASING = [
    ("rand", ["hubert", "normalized_mirkin", "rogers_tanimoto", "gower_legendre"]),
    ("jaccard", ["jaccard_distance", "dice", "sokal_sneath2"]),
    ("correlation", ["correlation_distance"]),
    ("cocorrelation", ["cocorrelation_distance"]),
    ("kulczynski", ["mcconnaughey"]),
    ("cari", ["adjusted_rand"]),
]
OF_THE_ORDER = [
    "label names",
    "order of samples",
    "symmetry",
    "maximal agreement",
    "minimal agreement",
    SPLITS,
    MERGES,
    STRONG,
]

# Indices that are the same, or affine functions of each other
SAME = [
    ("clustering", "cari", "cari_product"),
    ("clustering", "correlation", "cocorrelation"),
    ("clustering", "correlation_distance", "cocorrelation_distance"),
    ("clustering", "conmi", "enmi"),
    *(
        (structure, first, second)
        for structure in ("clustering", "coclustering")
        for first, second in [
            ("cari", "adjusted_rand"),
            ("rand", "hubert"),
            ("rand", "normalized_mirkin"),
            ("jaccard", "jaccard_distance"),
            ("kulczynski", "mcconnaughey"),
        ]
    ),
    ("biclustering", "rnia_distance", "bicluster_rnia"),
    ("biclustering", "clustering_error", "bicluster_ce"),
    ("biclustering", "bicluster_jaccard", "bicluster_eren_recovery"),
]


def has(structure, name, key):
    return TABLE[structure][name][key]["verdict"] == "yes"


def strength(structure, name, key):
    return STRENGTH[TABLE[structure][name][key]["verdict"]]


@pytest.mark.parametrize(("structure", "implication"), IMPLICATIONS)
def test_a_property_implies_others(structure, implication):
    premise, conclusions = implication
    for name, conclusion in product(TABLE[structure], conclusions):
        verdicts = [strength(structure, name, key) for key in (premise, conclusion)]
        assert verdicts[0] <= verdicts[1], (name, conclusion)


@pytest.mark.parametrize(("structure", "keys"), EXCLUSIONS)
def test_no_index_has_properties_that_exclude_each_other(structure, keys):
    for name in TABLE[structure]:
        assert not all(has(structure, name, key) for key in keys), name


@pytest.mark.parametrize(("structure", "premises", "conclusions"), JOINT_IMPLICATIONS)
def test_several_properties_imply_others(structure, premises, conclusions):
    for name in TABLE[structure]:
        weakest = min(strength(structure, name, key) for key in premises)
        for key in conclusions:
            assert weakest <= strength(structure, name, key), (name, key)


@pytest.mark.parametrize("name", TABLE["clustering"])
def test_a_counterexample_of_clusterings_is_one_of_coclusterings(name):
    """A second mode is added, of one cluster on both sides."""
    for key in PROPERTIES:
        found = TABLE["clustering"][name][key]
        if "counterexample" not in found:
            continue
        structures, _ = parsed(found["counterexample"])
        coclusterings = {
            each: (labels, [0]) for each, labels in structures.items() if each in "ABCD"
        }
        assert CONTRADICTS[key](Pasted(CONTRACTS[name], coclusterings)), key
        assert not has("coclustering", name, key), key


@pytest.mark.parametrize("structure", ["clustering", "coclustering"])
@pytest.mark.parametrize(("name", "increasing"), INCREASING)
def test_indices_that_increase_with_each_other_have_the_same_order(
    structure, name, increasing
):
    for other, key in product(increasing, OF_THE_ORDER):
        verdicts = [strength(structure, each, key) for each in (name, other)]
        assert verdicts[0] == verdicts[1], (other, key)


@pytest.mark.parametrize(("structure", "first", "second"), SAME)
def test_affine_functions_of_an_index_have_the_same_properties(
    structure, first, second
):
    for key in TABLE[structure][first]:
        if key in (RANGE, "zero at independence"):
            continue
        assert strength(structure, first, key) == strength(structure, second, key), key


def test_the_search_itself_keeps_to_the_implications():
    # The counterexample to splits has 9 samples, more than the pairs of all counts.
    check = check_index("baulieu1", max_size=3, n_draws=0, random_state=0)
    assert check[SPLITS].verdict == check[STRONG].verdict == "no"
    structures = check[STRONG].nontrivial_counterexample.structures
    assert len(structures["C"]) == 9
