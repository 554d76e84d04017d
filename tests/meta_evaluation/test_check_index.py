"""The search for properties: what it finds about known indices, and about others.

Every counterexample, stored or just found, is put to the test by its own definition:
the structures are passed to the index again.
"""

import json
import math
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, permutations, product
from pathlib import Path

import numpy as np
import pytest
from contracts import CONTRACTS
from counterexamples import CONTRADICTS, Pasted, parsed
from numpy.random import RandomState
from sklearn.metrics import adjusted_mutual_info_score, rand_score
from strategies import (
    set_partitions,
)

from sklearn_cocluster_metrics.meta_evaluation import PropertyCheck, check_index
from sklearn_cocluster_metrics.meta_evaluation._labelings import (
    LabelingSpace,
    in_first_order,
)
from sklearn_cocluster_metrics.meta_evaluation._properties_of_labelings import (
    PROPERTIES,
    PROPERTIES_OF_COCLUSTERINGS,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

ROOT = Path(__file__).resolve().parents[2]
TABLE = json.loads((ROOT / "doc" / "properties.json").read_text(encoding="utf-8"))
CONSTANT, ASYMPTOTIC = "constant baseline", "asymptotic baseline"
SPLITS, MERGES = "monotone in splits", "monotone in merges"
STRONG = "strong monotonicity"
LARGE, SMALL = (f"no preference for {each} clusters" for each in ("large", "small"))
BY_DRAWS = {ASYMPTOTIC, LARGE, SMALL}
PARTITIONS = ("clustering", "coclustering")
OF_PARTITIONS = [
    (structure, name) for structure in PARTITIONS for name in TABLE[structure]
]


@cache
def checked(name, structure="clustering", max_size=4, **options):
    """What a small search finds, once for all tests."""
    options = {"n_draws": 0, "random_state": 0, **options}
    return check_index(name, structure=structure, max_size=max_size, **options)


def same(one, other):
    """Equal, up to the digits that are printed."""
    return one == other or math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6)


@pytest.mark.parametrize(("structure", "name"), OF_PARTITIONS)
def test_stored_counterexamples_contradict_their_properties(structure, name):
    n_tested = 0
    for key, found in TABLE[structure][name].items():
        if "counterexample" not in found or key in BY_DRAWS:
            continue
        structures, values = parsed(found["counterexample"])
        case = Pasted(CONTRACTS[name], structures)
        for label, value in values.items():
            pair = re.fullmatch(r"(mean of )?metric\((.), (.)\)", label)
            if pair:  # else counts of cells
                again = (case.mean if pair[1] else case.raw)(pair.groups()[1:])
                assert same(again, value), (key, label)
        assert CONTRADICTS[key](case), key
        n_tested += 1
    assert n_tested


# Sections of the supplement of Gösgens, Tikhonov & Prokhorenkova: verdicts on indices
GTP = [
    ("C.1.1", "distance", "yes", "conmi variation_of_information rand"),
    ("C.1.1", "distance", "yes", "jaccard_distance correlation_distance"),
    ("C.1.2", "distance", "no", "fair_mutual_info wallace1 f_measure bcubed dice"),
    ("C.1.2", "distance", "no", "adjusted_rand correlation sokal_sneath1"),
    ("C.1.2", "distance", "no", "standardized_mutual_info"),
    ("C.3.1", STRONG, "yes", "rand hubert rogers_tanimoto"),
    # Where the formula is defined
    ("C.3.1", STRONG, "nontrivial", "correlation correlation_distance sokal_sneath1"),
    ("C.3.2", STRONG, "no", "jaccard wallace1 wallace2 dice"),
    ("C.4.1", SPLITS, "yes", "rand variation_of_information bcubed"),
    ("C.4.1", MERGES, "yes", "rand variation_of_information bcubed jaccard dice"),
    ("C.4.1", SPLITS, "nontrivial", "correlation sokal_sneath1 adjusted_rand"),
    ("C.4.1", MERGES, "nontrivial", "correlation sokal_sneath1 adjusted_rand"),
    # The paper lists these two as monotone. A split improves neither while N11 = 0.
    ("C.4.1", SPLITS, "no", "jaccard dice"),
    ("C.4.2", MERGES, "no", "fair_mutual_info wallace2 standardized_mutual_info"),
    ("C.4.2", MERGES, "no", "f_measure"),
    ("C.4.2", SPLITS, "no", "wallace1"),
    ("C.5.1", CONSTANT, "yes", "adjusted_rand correlation sokal_sneath1"),
    ("C.5.1", CONSTANT, "yes", "standardized_mutual_info"),
    ("C.5.2", CONSTANT, "no", "jaccard dice rand wallace1 conmi fair_mutual_info"),
    ("C.5.2", CONSTANT, "no", "f_measure correlation_distance"),
    ("C.5.2", ASYMPTOTIC, "no", "jaccard dice rand wallace1 conmi fair_mutual_info"),
    ("C.5.2", ASYMPTOTIC, "no", "f_measure"),
    ("C.5.2", ASYMPTOTIC, "yes", "correlation_distance"),
    ("E.3", LARGE, "no", "jaccard rand"),
    ("E.3", LARGE, "yes", "conmi"),
    ("E.3", SMALL, "no", "conmi rand"),
    ("E.3", SMALL, "yes", "jaccard"),
]


@pytest.mark.parametrize(("section", "key", "verdict", "names"), GTP)
def test_verdicts_are_those_of_gtp(section, key, verdict, names):
    for name in names.split():
        found = checked(name, max_size=3 if name.startswith("standardized") else 4)
        assert found[key].verdict == verdict, name


@pytest.mark.parametrize(
    ("name", "average_method", "key", "verdict"),
    [
        ("coami", "max", SPLITS, "no"),
        ("coami", "geometric", SPLITS, "no"),  # 16 samples; [GTP] claims "yes"
        ("conmi", "max", MERGES, "no"),
        ("conmi", "arithmetic", MERGES, "nontrivial"),
        ("conmi", "min", MERGES, "no"),
    ],
)
def test_verdicts_depend_on_how_information_is_normalized(
    name, average_method, key, verdict
):
    assert checked(name, average_method=average_method)[key].verdict == verdict


def test_f_measure_has_a_smaller_counterexample_than_gtp_c42():
    example = checked("f_measure")[MERGES].counterexample
    assert [*example.structures.values()] == [[0] * 4, [0, 0, 1, 2], [0, 0, 1, 1]]
    assert list(example.values.values()) == pytest.approx([2 / 3, 2 / 3])


def test_means_in_large_samples_meet_the_closed_form_of_the_rand_index():
    example = checked("rand")["asymptotic baseline"].counterexample
    for pair, key in (("AB", "mean of metric(A, B)"), ("CD", "mean of metric(C, D)")):
        p, q = (share_of_pairs(example.structures[f"sizes of {x}"]) for x in pair)
        assert example.values[key] == pytest.approx(1 - p - q + 2 * p * q, abs=0.01)


@pytest.mark.parametrize("name", ["rand", "jaccard", "classification_error"])
def test_the_counterexample_in_large_samples_has_the_least_and_the_greatest_mean(name):
    check = checked(name)["asymptotic baseline"]
    one, other = check.counterexample.values.values()
    (difference,) = re.findall(r"by up to (\S+) for n = 256", check.searched)
    assert f"{abs(other - one):.2g}" == difference


def test_a_mean_that_is_nan_in_large_samples_is_no_baseline():
    def nan_for_four_clusters(true, pred):
        is_large = len(true) > 200 and len(set(pred)) == 4
        return float("nan") if is_large else rand_score(true, pred)

    options = {"structure": "clustering", "max_size": 4, "random_state": 0}
    found = check_index(nan_for_four_clusters, **options)["asymptotic baseline"]
    assert found.verdict == "no"
    assert any(map(math.isnan, found.counterexample.values.values()))


def share_of_pairs(sizes):
    """The share of pairs together, from "1 of 128, 128 of 1"."""
    n = np.array([part.split(" of ") for part in sizes.split(", ")], dtype=int)
    numbers, each = n.T
    return numbers @ (each * (each - 1)) / (numbers @ each * (numbers @ each - 1))


OF_CORRELATION = "cocorrelation", "cocorrelation_distance", "ami_star", "nami_star"


@pytest.mark.parametrize(
    ("structure", "name", "key"),
    [
        ("clustering", "variation_of_information", STRONG),  # 6 samples: 6; 4, 1, 1
        ("clustering", "adjusted_rand", STRONG),  # of up to 4 samples, trivial ones
        ("clustering", "baulieu1", MERGES),
        ("coclustering", "cari_product", SPLITS),  # 4 x 4 cells
        ("coclustering", "rand", LARGE),  # most pairs of the truth together
        ("clustering", "baulieu1", SPLITS),  # 9 samples; drawn here
        # 5 x 3 cells, from here on
        *(("coclustering", name, SPLITS) for name in OF_CORRELATION),
        *(("coclustering", name, MERGES) for name in ("nce", "f_measure")),
        ("coclustering", "classification_error", MERGES),
        *(("coclustering", name, STRONG) for name in ("cari", "adjusted_rand")),
    ],
)
def test_counterexamples_of_other_searches_are_found(structure, name, key):
    found = TABLE[structure][name][key]
    assert found["verdict"] == "no"
    if key not in BY_DRAWS:
        structures, _ = parsed(found["counterexample"])
        modes = chain(*(s if type(s) is tuple else [s] for s in structures.values()))
        assert not any(len(set(mode)) in (1, len(mode)) for mode in modes)


def tables_of(true, pred):
    """The contingency table of each mode, up to the order of samples and labels."""
    return [
        min(
            sorted(zip(*rows, strict=True))
            for rows in permutations(
                [[Counter(zip(t, p, strict=True))[x, y] for y in {*p}] for x in {*t}]
            )
        )
        for t, p in zip(true, pred, strict=True)
    ]


@pytest.mark.parametrize(("n_modes", "shape"), [(1, (5,)), (2, (3, 3))])
def test_one_pair_stands_for_all_that_differ_in_the_order_of_samples(n_modes, shape):
    space = LabelingSpace.draw(
        n_modes, max_size=4, n_triples=0, generator=RandomState(0)
    )
    reached = [tables_of(*pair) for pair in space.small_pairs()]
    structures = product(*map(set_partitions, shape))
    for pair in product(list(structures), repeat=2):
        assert tables_of(*pair) in reached


@pytest.mark.parametrize("n_modes", [1, 2])
def test_there_are_as_many_small_pairs_as_contingency_tables(n_modes):
    # Tables up to the order of rows and of columns: OEIS A007716, from n = 1
    n_tables = [1, 4, 10, 33, 91, 298]
    space = LabelingSpace.draw(
        n_modes, max_size=4, n_triples=0, generator=RandomState(0)
    )
    for pairs in space.pairs_by_shape:
        sizes = [len(labels) for labels in pairs[0][0]]
        assert len(set(pairs)) == math.prod(n_tables[size - 1] for size in sizes)


def test_the_representative_of_a_pair_has_the_same_tables():
    generator = RandomState(0)
    for _ in range(50):
        n_samples = generator.randint(1, 8)
        true, pred = generator.randint(3, size=(2, n_samples)).tolist()
        pair = in_first_order((tuple(true),), (tuple(pred),))
        representative = LabelingSpace.representative(*pair)
        assert tables_of(*representative) == tables_of(*pair)
        assert LabelingSpace.representative(*representative) == representative


@pytest.mark.parametrize(
    ("structure", "name", "key", "structures"),
    [
        (
            "coclustering",
            "baulieu1",
            SPLITS,
            (
                ([0, 0, 1, 2, 3, 4, 5], [0, 0, *range(1, 8)]),
                ([0] * 6 + [1], [0] * 8 + [1]),
                ([0] * 5 + [1, 2], [0] * 8 + [1]),
            ),
        ),
        (
            "clustering",
            "baulieu1",
            SPLITS,
            ([0, 0, *range(1, 8)], [0] * 8 + [1], [0] * 7 + [1, 2]),
        ),
        *(
            (
                "coclustering",
                name,
                STRONG,
                (
                    ([0, 0, 1, 2, 3], [0, 0, 1, 2]),
                    ([0, 1, 0, 0, 0], [0, 1, 0, 1]),
                    ([0, 0, 1, 2, 3, 4], [0, 0, 1]),
                    ([0, 1, 0, 0, 2, 3], [0, 1, 0]),
                ),
            )
            for name in ("yule", "peirce")
        ),
    ],
)
def test_properties_that_were_said_to_hold_do_not(structure, name, key, structures):
    case = Pasted(CONTRACTS[name], dict(zip("ABCD", structures, strict=False)))
    assert CONTRADICTS[key](case)
    assert TABLE[structure][name][key]["verdict"] == "no"


def test_completeness_prefers_one_large_cluster_by_chance():
    halves = np.repeat([0, 1], 128)
    one_alone = np.repeat([0, 1], [255, 1])
    draws = [RandomState(seed).permutation(halves) for seed in range(20)]
    completeness = CONTRACTS["completeness"]
    by_halves = np.mean([completeness(halves, draw) for draw in draws])
    assert completeness(halves, one_alone) > 0.1 > 0.01 > by_halves
    for structure in PARTITIONS:
        assert TABLE[structure]["completeness"][LARGE]["verdict"] == "no"


def test_ami_falls_where_a_prediction_is_split_perfectly():
    found = checked("coami", average_method="geometric")[SPLITS]
    structures = list(found.nontrivial_counterexample.structures.values())
    true, before, after = structures
    values = [
        adjusted_mutual_info_score(true, pred, average_method="geometric")
        for pred in (before, after)
    ]
    assert len(true) == 9
    assert values[1] < values[0] - 1e-4


def test_losses_that_are_positive_may_still_not_be_proportional():
    found = checked("cari", "coclustering")["proportional to misclassified cells"]
    assert found.verdict == "no"
    values = found.counterexample.values
    assert values["metric(A, A)"] > values["metric(A, B)"]
    assert values["metric(A, A)"] > values["metric(C, D)"]


def test_no_index_of_coclusterings_has_both():
    for name, found in TABLE["coclustering"].items():
        keys = (CONSTANT, SPLITS, MERGES)
        assert any(found[key]["verdict"] != "yes" for key in keys), name


RVB = """
    proportional to misclassified cells, symmetry, range from 0 to 1,
    zero at independence, label names
"""


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        ("cari", "no yes no no yes"),
        ("classification_error", "yes yes yes no yes"),
        ("nce", "yes yes yes no yes"),  # [RVB]: 0 at independence
        # Its range is [0, 2]; rows in one cluster on both sides are equal.
        ("enmi", "no yes no nontrivial yes"),
        ("conmi", "no yes yes yes yes"),
    ],
)
def test_rvb_table_5(name, verdicts):
    keys = " ".join(RVB.split()).split(", ")
    found = [TABLE["coclustering"][name][key]["verdict"] for key in keys]
    assert " ".join(found) == verdicts


@pytest.mark.parametrize("structure", TABLE)
def test_all_indices_are_in_the_table_as_the_contracts_declare(structure):
    of_partitions = structure in PARTITIONS
    equality = "maximal agreement" if of_partitions else "constant for equal biclust"
    compared = "partition" if of_partitions else structure
    expected = [c.name for c in CONTRACTS.values() if c.structure == compared]
    different = set(TABLE[structure]) ^ set(expected)
    assert not different, "Run `python .ci/properties.py` with their names."
    for name, found in TABLE[structure].items():
        contract = CONTRACTS[name]
        assert (found["symmetry"]["verdict"] == "yes") == contract.symmetric, name
        exact = {"product", "cells"} if structure == "clustering" else {"product"}
        is_exact = not exact.isdisjoint(contract.chance_is_exact_under)
        assert (found[CONSTANT]["verdict"] == "yes") == is_exact, name
        (example,) = (found[key] for key in found if key.startswith(equality))
        is_constant = "metric(B, B)" not in "\n".join(example.get("counterexample", []))
        assert is_constant == (contract.at_equality is not None), name
        best = 1.0 if contract.greater_is_better else 0.0
        bounds = (*contract.bounds(2), contract.at_equality)
        if structure == "coclustering" and bounds == (0.0, 1.0, best):
            assert found["range from 0 to 1"]["verdict"] == "yes", name


@pytest.mark.parametrize("name", ["rand", "goodman_kruskal", "bcubed"])
def test_the_stored_table_is_what_a_smaller_search_finds(name):
    smaller = checked(name)
    stored = TABLE["clustering"][name]
    assert list(smaller) == list(stored)
    for key, found in smaller.items():
        if key in BY_DRAWS:  # other draws may give another verdict near the limit
            continue
        if not found.holds:
            assert stored[key]["verdict"] != "yes", key
        if found.verdict == "no":
            example = found.nontrivial_counterexample or found.counterexample
            assert stored[key]["counterexample"] == str(example).splitlines(), key


def together_or_apart(true, pred):
    """The Rand index, in pure Python."""
    together, one, other = (
        sum(math.comb(n, 2) for n in Counter(labels).values())
        for labels in (zip(true, pred, strict=True), true, pred)
    )
    n_pairs = math.comb(len(true), 2)
    return 1 - (one + other - 2 * together) / n_pairs if n_pairs else 1.0


def test_a_function_is_judged_as_the_index_of_the_package():
    one, *others = (
        [each.verdict for each in checked(metric, max_size=3).values()]
        for metric in ("rand", together_or_apart, rand_score)
    )
    assert others == [one, one]


def matching(true, pred):
    """Share of equal labels: depends on their names."""
    return sum(t == p for t, p in zip(true, pred, strict=True)) / len(true)


def first_and_last(true, pred):
    """Depends on the order of samples."""
    return 1.0 if (true[0] == true[-1]) == (pred[0] == pred[-1]) else 0.0


def without_one_cluster(true, pred):
    """An error for one true cluster, NaN for one predicted cluster."""
    if len(set(true)) == 1:
        raise RuntimeError("one cluster")
    return float("nan") if len(set(pred)) == 1 else together_or_apart(true, pred)


def of_trivial_rows(true, pred):
    """Count column clusters of the prediction if all rows are together in truth."""
    return float(len(set(pred[1]))) if len(set(true[0])) == 1 else 0.0


def of_one_block(true, pred):
    """The same if all columns are together, too: no permutation changes this truth."""
    return of_trivial_rows(true, pred) if len(set(true[1])) == 1 else 0.0


@pytest.mark.parametrize(
    ("metric", "structure", "key", "verdict"),
    [
        (matching, "clustering", "label names", "no"),
        (first_and_last, "clustering", "label names", "yes"),
        (first_and_last, "clustering", "order of samples", "no"),
        (without_one_cluster, "clustering", "defined everywhere", "nontrivial"),
        # A truth counts if one of its modes can be permuted.
        (of_trivial_rows, "coclustering", CONSTANT, "nontrivial"),
        (of_one_block, "coclustering", CONSTANT, "yes"),
    ],
)
def test_what_a_function_lacks_is_found_out(metric, structure, key, verdict):
    assert checked(metric, structure, max_size=5)[key].verdict == verdict


class OneAtEquality:
    """Values that are 1 for equal structures, and 0 for all others."""

    def __call__(self, true, pred):
        return float(true == pred)

    in_any_order = __call__


class SameForAll:
    """Values that are all equal, so that no change is an improvement."""

    def __call__(self, true, pred):
        return 0.0

    in_any_order = __call__


@pytest.mark.parametrize("n_modes", [1, 2])
def test_each_property_is_searched_in_so_many_cases(n_modes):
    """Numbers of cases that follow from others, and the rest as they were counted."""
    space = LabelingSpace.draw(
        n_modes, max_size=4, n_triples=2, generator=RandomState(0)
    )

    def count(claim):
        cases = claim.cases
        if not claim.needs_values:
            return sum(1 for _ in cases(space))
        # Triples are suspected where equal structures alone score 1, all other cases
        # where all values are the same.
        of_equal = "triple" in cases.__name__
        values = SameForAll() if not of_equal else OneAtEquality()
        return sum(1 for _ in cases(space, values))

    n_pairs, n_small, n_truths = (
        len(list(each)) for each in (space.pairs(), space.small_pairs(), space.truths())
    )
    assert (n_small, n_pairs) == {1: (437, 534), 2: (1175, 1812)}[n_modes]
    changed, splits, merges, strong, baseline = {
        1: (141, 1930, 1237, 9749, 53),
        2: (483, 9784, 3571, 57371, 135),
    }[n_modes]
    equality = (n_truths, sum(true != pred for true, pred in space.pairs()))
    expected = {
        **dict.fromkeys(("defined everywhere", "symmetry"), (n_pairs,)),
        **dict.fromkeys(("label names", "order of samples"), (changed,)),
        "maximal agreement": equality,
        "minimal agreement": (n_small - 1,),  # a single sample can only agree
        "triangle inequality": (n_truths, 12),  # the six orders of each drawn one fail
        "distance": (n_pairs, *equality, 12),
        **{SPLITS: (splits,), MERGES: (merges,), CONSTANT: (baseline,)},
        STRONG: (n_small, strong, splits + merges),
    }
    properties = {**PROPERTIES}
    if n_modes > 1:
        properties |= PROPERTIES_OF_COCLUSTERINGS
        expected |= {"proportional to misclassified cells": (1088,)}
        expected |= {"range from 0 to 1": (n_pairs,), "zero at independence": (465,)}
        _, claim = properties["zero at independence"]
        assert claim.template.endswith("and 256 larger ones")
        modes = (mode for true, _ in [*claim.cases(space)][-256:] for mode in true)
        least = {Fraction(min(Counter(mode).values()), len(mode)) for mode in modes}
        assert least == {Fraction(1, k) for k in (2, 3, 4)}
    assert {k: (*map(count, c),) for k, (_, *c) in properties.items()} == expected


def test_values_are_those_that_the_function_returns():
    names = checked(matching, max_size=5)["label names"].counterexample
    assert names.structures == {"A": [0], "B": [0], "C": [7], "D": [4]}
    assert names.values == {"metric(A, B)": 1.0, "metric(C, D)": 0.0}
    nowhere = checked(without_one_cluster, max_size=5)["defined everywhere"]
    assert nowhere.counterexample.structures == {"A": [0], "B": [0]}
    assert math.isnan(nowhere.counterexample.values["metric(A, B)"])


def test_larger_random_structures_are_searched():
    def of_many_samples(true, pred):
        return float(len(true) > 16 and max(true) > max(pred))

    for n_draws in (0, 10):
        found = checked(of_many_samples, max_size=3, n_draws=n_draws)
        assert found["symmetry"].holds == (n_draws == 0)


def test_options_are_passed_on_and_the_direction_of_an_own_loss_is_as_told():
    def signed(true, pred, sign=1):
        return sign * together_or_apart(true, pred)

    for sign, greater in ((1, True), (-1, True), (-1, False)):
        options = {"sign": sign, "greater_is_better": greater}
        found = checked(signed, max_size=3, **options)
        assert found.name == f"signed, sign {sign}"
        assert found["maximal agreement"].holds == ((sign == 1) == greater)
    with pytest.raises(TypeError, match="`average`, and 'conmi' has no such option"):
        check_index("conmi", average="min")


def test_the_result_is_a_mapping_that_prints_a_table():
    found = checked("f_measure")
    expected = "IndexCheck(F-measure, clustering, max_size=4: 6 of 15 properties hold)"
    assert repr(found) == expected
    again = check_index("f_measure", max_size=4, n_draws=0, random_state=0)
    assert (again, hash(again)) == (found, hash(found))
    assert dict(found)["symmetry"] is found["symmetry"]
    assert isinstance(found["symmetry"], PropertyCheck)
    assert "symmetry  " in str(found)
    assert '<th style="text-align: left">symmetry</th>' in found._repr_html_()
    verdicts = [each.verdict for each in found.values()]
    assert found.to_frame()["verdict"].tolist() == verdicts
    assert "  A = [0, 0, 0]\n  B = [0, 0, 1]\n" in str(found["distance"])
    with pytest.raises(KeyError, match="nothing"):
        found["nothing"]


SMALL_SHAPE = {"max_size": 3, "structure": "coclustering"}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"structure": "partition"}, ValueError, "`structure` must be one of"),
        ({"max_size": 8}, ValueError, "`max_size` must be from 3 to 7"),
        ({"max_size": 4.0}, TypeError, "`max_size` must be an integer"),
        ({"n_draws": -1}, ValueError, "`n_draws` must be at least 0"),
        (SMALL_SHAPE, ValueError, "must be from 4 to 7"),
        ({"greater_is_better": False}, ValueError, "contradicts the metric"),
        ({"structure": "biclustering"}, ValueError, "'rand' compares clusterings"),
    ],
)
def test_wrong_arguments_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        check_index("rand", **options)


def of_biclusters(true, pred):
    """Take biclusters only, as a product of their indicators."""
    return float((true[0].T @ pred[1]).sum())


@pytest.mark.parametrize(
    ("metric", "structure", "message"),
    [
        (
            together_or_apart,
            "biclustering",
            r"^The metric together_or_apart has no value for 7,006 of 7,006 pairs\. "
            "The first error is TypeError: unhashable",
        ),
        (of_biclusters, "clustering", "AttributeError: 'int' object has no attribute"),
        (of_biclusters, None, "`structure` must be set for your own `metric`"),
        (adjusted_mutual_info_score, "biclustering", "compares clusterings"),
        (lambda true, pred: None, "clustering", "must return a number, got None"),
        (lambda true, pred: math.nan, "biclustering", "has returned NaN"),
        (lambda true, pred: 10**400, "clustering", "The first error is"),
    ],
)
def test_a_function_without_values_is_refused_with_its_first_error(
    metric, structure, message
):
    with pytest.raises(ValueError, match=message):
        check_index(metric, structure=structure, n_draws=0)


@pytest.mark.parametrize(
    ("metric", "structure"),
    [("nce", "coclustering"), ("e4sc", "biclustering"), ("dice", "clustering")],
)
def test_an_index_is_checked_on_what_it_is_made_for(metric, structure):
    assert check_index(metric, max_size=4, n_draws=0).structure == structure


def test_a_value_that_is_too_large_for_a_float_is_a_failure():
    def enormous_for_singletons(true, pred):
        return 10**400 if len(set(pred)) == len(pred) > 2 else rand_score(true, pred)

    check = check_index(enormous_for_singletons, structure="clustering", n_draws=0)
    assert not check["defined everywhere"].holds


def test_an_index_that_is_infinite_at_equality_is_no_distance():
    def diverging(true, pred):
        score = rand_score(true, pred)
        return math.inf if score == 1 else score

    check = check_index(diverging, structure="clustering", max_size=3, random_state=0)
    assert check["triangle inequality"].counterexample is not None
