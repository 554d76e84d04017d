"""Properties of indices of biclusterings, as `check_index` finds them."""

import json
import math
from functools import cache, partial
from itertools import combinations, islice, permutations, product
from pathlib import Path

import pytest
from contracts import CONTRACTS
from numpy import array
from numpy.random import RandomState
from strategies import clusters_of, set_partitions

from sklearn_cocluster_metrics.meta_evaluation import check_index
from sklearn_cocluster_metrics.meta_evaluation._biclusterings import (
    BiclusteringSpace,
    SmallBiclustering,
    pairs_up_to_permutation,
    truths_of,
)
from sklearn_cocluster_metrics.meta_evaluation._properties_of_biclusterings import (
    CLUSTERING_CONDITIONS,
    PROPERTIES_OF_BICLUSTERINGS,
)
from sklearn_cocluster_metrics.meta_evaluation._search import (
    Case,
    ValueCache,
    check_properties,
    resolve_metric,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

NAMES = sorted(k for k, c in CONTRACTS.items() if c.structure == "biclustering")
FILE = Path(__file__).resolve().parents[2] / "doc" / "properties.json"
STORED = json.loads(FILE.read_text(encoding="utf-8"))["biclustering"]


@cache
def checked(metric, **options):
    """Properties by name, from a search of small matrices."""
    options = {"max_size": 3, "n_draws": 4, "random_state": 0, **options}
    return check_index(metric, structure="biclustering", **options)


def values_of(name, space):
    return ValueCache(
        resolve_metric(name, "biclustering", options={}, caller=None)[0], space
    )


def condition(name, index, max_size, among=CLUSTERING_CONDITIONS):
    """A property whose name begins so, from a wider search."""
    wanted = {key: claim for key, claim in among.items() if key.startswith(name)}
    space = BiclusteringSpace(max_size, ())
    (found,) = check_properties(wanted, values_of(index, space))
    return found


def mean_over_permutations(metric, true, pred):
    orders = product(*(permutations(side.T) for side in pred))
    values = [metric(true, tuple(array(mode).T for mode in order)) for order in orders]
    return sum(values) / len(values)


def pasted(counterexample, metric):
    """Evaluate what a counterexample prints: its structures, then its values."""
    printed = [line.split(" = ", 1) for line in str(counterexample).splitlines()]
    names = {"array": array, "metric": metric}
    names["mean_of_metric"] = partial(mean_over_permutations, metric)
    names |= {key: eval(value, names) for key, value in printed if len(key) == 1}
    asked = [key.replace(" of ", "_of_") for key, _ in printed if len(key) > 1]
    return [eval(key, names) for key in asked]


def test_every_row_and_column_of_a_scaled_biclustering_is_there_twice():
    one = SmallBiclustering((3, 2), ((0b101, 0b10), (0b010, 0b11)))
    for found, own in zip(one.scaled().indicators(), one.indicators(), strict=True):
        assert found.tolist() == own.repeat(2, axis=1).tolist()


def close(one, other):
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def better(one, other):
    return one > other and not close(one, other)


# What the values of each property must satisfy, higher values being better
REQUIRED = {
    "defined everywhere": lambda value: not math.isnan(value),
    "range from 0 to 1": lambda a, b: abs(a) in (0, 1) and a - b <= 1 + 1e-9,
    "triangle inequality": lambda a, b, c, d: a - b <= 2 * a - c - d + 1e-9,
    "no biclusters": lambda a, b, *c: close(a, b) and better(a, max(c)),
    **dict.fromkeys(("A.1", "A.2", "A.3", "A.4"), lambda a, b: better(b, a)),
    **dict.fromkeys(("A.5", "B.1", "B.5", "best for", "repetition"), better),
    **dict.fromkeys(("B.2", "B.3", "B.4", "constant", "order", "symmetry"), close),
    "empty biclusters": close,
}


def contradicts(name, key, counterexample):
    """Whether the values that are pasted are not what a property requires."""
    sign = 1 if CONTRACTS[name].greater_is_better else -1
    values = [sign * value for value in pasted(counterexample, CONTRACTS[name])]
    (required,) = (rule for start, rule in REQUIRED.items() if key.startswith(start))
    return not required(*values)


@pytest.mark.parametrize("name", NAMES)
def test_a_counterexample_fails_where_it_is_pasted(name):
    for key, found in checked(name).items():
        example = found.counterexample
        assert found.holds == (example is None)
        if example:
            printed = [*example.values.values()]
            again = pasted(example, CONTRACTS[name])
            assert again == pytest.approx(printed, rel=1e-12, abs=1e-12)
            assert contradicts(name, key, example)


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_verdict_has_a_counterexample_or_says_how_far_was_searched(name):
    for key, found in STORED[name].items():
        if found["verdict"] == "no":
            assert contradicts(name, key, "\n".join(found["counterexample"]))
            continue
        assert checked(name)[key].holds
        space = BiclusteringSpace(found.get("max_size", 5), (None,) * 50)
        *_, claim = PROPERTIES_OF_BICLUSTERINGS[key]
        described = space.described(
            claim.template, n_cases=0, n_refused=0, has_counterexample=False
        )
        assert found["searched"].startswith(described.removesuffix("0 cases)"))


@pytest.mark.parametrize("name", NAMES)
def test_all_indices_are_defined_and_know_no_order(name):
    keys = "defined everywhere", "order of rows and columns", "order of biclusters"
    assert {STORED[name][key]["verdict"] for key in keys} == {"yes"}
    in_range = STORED[name]["range from 0 to 1"]["verdict"] == "yes"
    assert in_range or (CONTRACTS[name].lower, CONTRACTS[name].upper) != (0, 1)


# Rosales-Mendez and Ramirez-Cruz


@pytest.mark.parametrize(
    ("name", "index", "n_objects", "values"),
    [
        ("A.1", "clustering_error", 3, (1 / 3, 1 / 3)),
        ("A.1", "rnia_distance", 2, (0, 0)),
        ("A.1", "e4sc", 6, (0.715601, 0.700129)),
        ("A.3", "clustering_error", 5, (2 / 5, 2 / 5)),
        ("A.3", "rnia_distance", 5, (0, 0)),
        ("A.3", "e4sc", 5, (0.693812, 15 / 22)),
    ],
)
def test_the_search_finds_counterexamples_to_a1_and_a3(name, index, n_objects, values):
    found = condition(name, index, 5).counterexample
    assert {side[0].shape[1] for side in found.structures.values()} == {n_objects}
    assert pasted(found, CONTRACTS[index]) == pytest.approx(values, abs=5e-7)


def test_conditions_of_other_measures():
    # Both fail A.3, as [Amigo et al.] are cited.
    for index in ("microobject_rand", "microobject_variation_of_information"):
        assert not condition("A.3", index, 4).holds
        assert condition("A.4", index, 4).holds == index.endswith("information")
    assert condition("A.2", "e4sc", 4).holds


def test_mocice_satisfies_all_conditions_as_they_are_read():
    found = [v.holds for k, v in checked("mocice_bcubed").items() if k[1] == "."]
    assert found == [True] * 10


def as_sets(clustering):
    """Clusters of a biclustering with one column, each a set of its rows."""
    assert clustering.shape[1] == 1
    rows, _ = clustering.indicators()
    return {frozenset(row.nonzero()[0].tolist()) for row in rows}


def cases(name, max_size):
    ((_, claim),) = (v for k, v in CLUSTERING_CONDITIONS.items() if k[:3] == name)
    return [
        tuple(map(as_sets, case))
        for case in claim.cases(BiclusteringSpace(max_size, ()))
    ]


def test_the_rag_bag_of_table_1_is_searched():
    # Objects 6 to 9, 5 and 1 to 4 of the paper are 0 to 3, 4 and 5 to 8 here.
    printed = [0, 0, 0, 0, 1, 2, 3, 4, 5], [0] * 5 + [1] * 4, [0] * 4 + [1] * 5
    assert tuple(map(clusters_of, printed)) in cases("A.3", 4)


def up_to_order(case):
    """A representative of all cases that permutations of the objects give."""
    objects = sorted(set().union(*case[0]))
    return min(
        str([sorted(sorted(p[x] for x in part) for part in side) for side in case])
        for p in permutations(objects)
    )


def homogeneity(classes, clusters):
    """Split a cluster of two classes."""
    for cluster in clusters:
        parts = [cluster & c for c in classes if cluster & c]
        if len(parts) == 2:
            yield [*clusters - {cluster}, *parts]


def completeness(classes, clusters):
    """Unite two clusters of one class."""
    for one, other in combinations(clusters, 2):
        if any(one | other <= c for c in classes):
            yield [*clusters - {one, other}, one | other]


@pytest.mark.parametrize(
    ("name", "changed"), [("A.1", homogeneity), ("A.2", completeness)]
)
def test_all_small_clusterings_are_searched(name, changed):
    expected = set()
    for n_objects in range(1, 6):
        every = map(clusters_of, set_partitions(n_objects))
        for pair in product(every, repeat=2):
            expected |= {up_to_order((*pair, each)) for each in changed(*pair)}
    # Other cases have extreme sizes of more objects.
    found = [case for case in cases(name, 3) if len(set().union(*case[0])) < 6]
    assert set(map(up_to_order, found)) == expected


def moved(biclustering, rows, columns):
    return frozenset(
        tuple(
            sum(1 << order[k] for k in range(len(order)) if mask >> k & 1)
            for order, mask in zip((rows, columns), bicluster, strict=True)
        )
        for bicluster in biclustering
    )


def test_all_small_pairs_are_enumerated_once():
    biclusters = list(product(range(1, 4), repeat=2))
    sides = [frozenset(s) for n in (1, 2) for s in combinations(biclusters, n)]
    orders = list(product(permutations(range(2)), repeat=2))
    orbits = {
        frozenset((moved(a, *order), moved(b, *order)) for order in orders)
        for a, b in product(sides, repeat=2)
    }
    pairs = pairs_up_to_permutation((2, 2), 2)
    found = [tuple(frozenset(side.biclusters) for side in pair) for pair in pairs]
    assert len(found) == len(orbits)
    assert all(any(pair in orbit for pair in found) for orbit in orbits)


BEST = "best for equal biclusterings only"
ONE = array([[1]]), array([[1]])
TWICE = array([[1], [1]]), array([[1], [1]])
WITH_EMPTY = array([[1], [0]]), array([[1], [0]])


@pytest.mark.parametrize("name", ["e4sc", "bicluster_eren_f1", "mocice_bcubed"])
def test_a_measure_that_repeated_biclusters_deceive_is_not_best_for_equality_only(name):
    if name != "mocice_bcubed":  # which several repeated biclusters deceive
        assert CONTRACTS[name](ONE, TWICE) == CONTRACTS[name](ONE, ONE)
    assert not condition(BEST, name, 3, PROPERTIES_OF_BICLUSTERINGS).holds
    assert STORED[name][BEST]["verdict"] == "no"


@pytest.mark.parametrize("name", ["clustering_error", "bicluster_ce"])
def test_a_measure_that_ignores_empty_biclusters_is_not_best_for_equality_only(name):
    assert CONTRACTS[name](ONE, WITH_EMPTY) == CONTRACTS[name](ONE, ONE)
    assert not condition(BEST, name, 3, PROPERTIES_OF_BICLUSTERINGS).holds
    assert STORED[name][BEST]["verdict"] == "no"


def test_consensus_alone_is_best_for_equality_only():
    assert condition(BEST, "bicluster_consensus", 3, PROPERTIES_OF_BICLUSTERINGS).holds
    verdicts = {name: STORED[name][BEST]["verdict"] for name in NAMES}
    assert [name for name in NAMES if verdicts[name] == "yes"] == [
        "bicluster_consensus"
    ]


@pytest.mark.parametrize(
    ("index", "n_further", "worse", "better"),
    [
        ("bicluster_liu_wang", 12, 0.3922, 0.3906),
        ("bicluster_santamaria", 12, 0.3243, 0.3216),
        ("e4sc", 45, 0.1891, 0.1864),
    ],
)
def test_many_objects_of_another_class_contradict_a4(index, n_further, worse, better):
    truth = as_biclusters([0, 0, 0, 1, 1, 2, 2] + [3] * n_further)
    singles = list(range(10, 10 + n_further))
    pairs_split = [0, 0, 0, 1, 2, 3, 4, *singles]
    one_removed = [0, 0, 1, 2, 2, 3, 3, *singles]
    values = [
        CONTRACTS[index](truth, as_biclusters(clusters))
        for clusters in (pairs_split, one_removed)
    ]
    assert values == pytest.approx([worse, better], abs=5e-5)
    assert not condition("A.4", index, 5).holds
    assert STORED[index]["A.4 size versus quantity"]["verdict"] == "no"


def test_single_objects_of_a_large_class_contradict_a2():
    """They are more similar to a class of one object than to their own class."""
    truth = as_biclusters([0] * 15 + [1])
    rest = [8] * 8  # seven objects of the large class, and the object of the other
    apart = as_biclusters([0, 1, 2, 3, 4, 5, 6, 7, *rest])
    united = as_biclusters([0, 0, 2, 3, 4, 5, 6, 7, *rest])
    # The similarity of a cluster counts its objects and the only column.
    of_rest = (7 + 1) / (16 + 1)
    mean_if_apart = (8 * 1 / 3 + of_rest) / 9
    mean_if_united = (1 / 4 + 6 * 1 / 3 + of_rest) / 8
    assert mean_if_united < mean_if_apart
    liu_wang = CONTRACTS["bicluster_liu_wang"]
    assert liu_wang(truth, apart) == pytest.approx(mean_if_apart, rel=1e-14)
    assert liu_wang(truth, united) == pytest.approx(mean_if_united, rel=1e-14)
    assert not condition("A.2", "bicluster_liu_wang", 4).holds
    assert STORED["bicluster_liu_wang"]["A.2 completeness"]["verdict"] == "no"


def test_many_objects_in_one_cluster_contradict_a4():
    # Each is of its own class.
    found = condition("A.4", "bicluster_onmi", 5).counterexample
    truth, worse, _ = found.structures.values()
    assert (len(truth[0]), len(worse[0])) == (3 + 100, 5 + 1)
    assert STORED["bicluster_onmi"]["A.4 size versus quantity"]["verdict"] == "no"


def as_biclusters(labels):
    """One bicluster for each label, in a matrix with one column."""
    rows = array(
        [[int(label == each) for each in labels] for label in sorted({*labels})]
    )
    return rows, array([[1]] * len(rows))


# Functions of a user


def covered_jaccard(true, pred):
    """Jaccard index of the cells that either side covers."""
    one, other = (rows.T @ columns > 0 for rows, columns in (true, pred))
    either = (one | other).sum()
    return (one & other).sum() / either if either else 1.0


def of_disjoint_biclusters(true, pred):
    for rows, columns in (true, pred):
        if (rows.T @ columns > 1).any():
            raise ValueError("biclusters overlap")
    return covered_jaccard(true, pred)


def crashing(true, pred):
    if len(true[0]) == len(pred[0]) == 2:
        raise KeyError("two")
    return covered_jaccard(true, pred)


def test_a_function_of_a_user_is_checked():
    found = checked(covered_jaccard)
    failed = {name.split()[0] for name, each in found.items() if not each.holds}
    assert failed == {"best", "repetition", "A.1", "A.2", "A.3", "A.4", "B.5"}
    tiled = found["best for equal biclusterings only"].counterexample
    assert pasted(tiled, covered_jaccard) == [1, 1]


def agreeing_cells(true, pred):
    one, other = (rows.T @ columns > 0 for rows, columns in (true, pred))
    return (one == other).mean()


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (lambda t, p: 1.0 if p[0].sum() > 1 else math.nan, "defined everywhere"),
        (lambda t, p: t[0].sum() / (1 + t[0].sum() + p[0].sum()), "symmetry"),
        (lambda t, p: float(p[0][:, 0].sum()), "order of rows and columns"),
        (lambda t, p: float(p[0][:1].sum()), "order of biclusters"),
        (lambda t, p: float(t[0][:1].sum()), "order of biclusters"),
        (lambda t, p: float(t[0].sum()), "constant for equal biclusterings"),
        (lambda t, p: 1.0, "best for equal biclusterings only"),
        (lambda t, p: 2 * covered_jaccard(t, p), "range from 0 to 1"),
        (lambda t, p: -((1 - covered_jaccard(t, p)) ** 2), "triangle inequality"),
        (lambda t, p: float(len(t[0])), "empty biclusters"),
        (lambda t, p: float(len(p[0])), "empty biclusters"),
        (lambda t, p: covered_jaccard(t, p) if len(t[0]) else 2.0, "no biclusters"),
        (covered_jaccard, "constant baseline"),
        (lambda t, p: 1.0, "A.5 perfect match"),
        (lambda t, p: covered_jaccard(p, (p[0][:1], p[1][:1])), "B.1 non-intersect"),
        (agreeing_cells, "B.2 background independence"),
        (lambda t, p: float(t[0].sum()), "B.3 scale invariance"),
        (lambda t, p: float(len(t[0])), "B.4 copy invariance"),
    ],
)
def test_a_function_that_breaks_a_property_is_found(metric, name):
    found = checked(metric, max_size=4 + (name == "constant baseline"))
    (found,) = (one for key, one in found.items() if name in key)
    assert not found.holds


def test_each_property_is_searched_in_so_many_cases():
    """Numbers of cases that follow from others, and the rest as they were counted."""
    space = BiclusteringSpace.draw(5, 2, RandomState(0))
    found = {
        name: sum(1 for claim in claims for _ in claim.cases(space))
        for name, (_, *claims) in PROPERTIES_OF_BICLUSTERINGS.items()
    }
    n_pairs, n_small, n_truths = (
        len(list(each)) for each in (space.pairs(), space.fewer_pairs(), space.truths())
    )
    n_regular = len(list(space.regular_pairs()))
    n_irregular = len(list(space.irregular_pairs()))
    regular_truths = truths_of(space.regular_pairs())
    repetition = sum(len(each.biclusters) for each in regular_truths)
    united, matches = 70, 782
    # One change of each pair of extreme sizes that has a cluster of two classes, or two
    # clusters of one class
    extreme_splits, extreme_unions = 29, 48
    unequal = n_pairs - 99
    assert found == {
        "defined everywhere": n_pairs,
        "order of rows and columns": 2592,
        "order of biclusters": 1223,
        "constant for equal biclusterings": n_truths,
        # Beside unequal pairs, what other properties try, and one larger pair
        BEST: unequal + repetition + united + matches + 2 * 31 + 1,
        "range from 0 to 1": unequal,
        "triangle inequality": 42902,
        "no biclusters": 31,
        "repetition": repetition,
        "constant baseline": 354,
        "A.1 homogeneity": 1226 + extreme_splits,
        "A.2 completeness": 1187 + extreme_unions,
        "A.3 rag bag": 684,
        **{"A.4 size versus quantity": 80, "A.5 perfect match": matches},
        **{"B.1 non-intersection area": 2949, "B.5 multiple coverage": united},
        "empty biclusters": 2 * n_small,
        "B.2 background independence": 2 * n_regular,
        "symmetry": n_small,
        **{"B.3 scale invariance": n_regular, "B.4 copy invariance": n_regular},
    }
    assert (n_pairs, n_small, n_truths) == (7010, 861, 44)
    assert (n_regular, n_irregular) == (739, 122)


def test_refused_biclusterings_are_counted():
    found = checked(of_disjoint_biclusters)
    assert "; refused: " in found["symmetry"].searched
    assert "nothing: " in found["repetition"].searched
    assert found["defined everywhere"].holds


def test_another_error_of_a_function_is_a_finding():
    found = checked(crashing)["defined everywhere"]
    assert not found.holds
    (value,) = found.counterexample.values.values()
    assert math.isnan(value)


def test_the_adjusted_measure_has_a_constant_baseline():
    _, claim = PROPERTIES_OF_BICLUSTERINGS["constant baseline"]
    values = values_of("adjusted_bicluster_rnia", BiclusteringSpace(5, ()))
    cases = (Case(values, each) for each in claim.cases(values.space))
    assert not any(one.contradicts(claim.condition) for one in islice(cases, 60))
