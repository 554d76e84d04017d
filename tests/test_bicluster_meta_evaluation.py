"""Properties of indices of biclusterings, as `check_index` finds them."""

import math
from functools import cache
from itertools import combinations, islice, permutations, product

import numpy as np
import pytest
from joblib import parallel_config
from numpy import array
from numpy.random import RandomState
from strategies import set_partitions

from sklearn_cocluster_metrics._contracts import CONTRACTS, ResolvedMetric
from sklearn_cocluster_metrics._statistics._comparison import compare_biclusters
from sklearn_cocluster_metrics.meta_evaluation import check_index
from sklearn_cocluster_metrics.meta_evaluation._biclusterings import (
    BiclusteringSpace,
    pairs_up_to_permutation,
)
from sklearn_cocluster_metrics.meta_evaluation._clustering_conditions import (
    CLUSTERING_CONDITIONS,
)
from sklearn_cocluster_metrics.meta_evaluation._properties_of_biclusterings import (
    PROPERTIES,
    checks_of_biclusterings,
)
from sklearn_cocluster_metrics.meta_evaluation._search import Values

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

NAMES = sorted(k for k, c in CONTRACTS.items() if c.structure == "biclustering")


@cache
def comparison(*sides):
    """Statistics of a pair, which all indices share."""
    arrays = [np.frombuffer(b, np.int64).reshape(shape) for b, shape in sides]
    return compare_biclusters(tuple(arrays[:2]), tuple(arrays[2:]))


def of_statistics(name):
    """An index of biclusterings, computed from shared statistics."""
    contract = CONTRACTS[name]

    def function(true, pred):
        sides = ((side.tobytes(), side.shape) for side in (*true, *pred))
        return contract.compute(comparison(*sides))

    return ResolvedMetric(name, function, {}, contract.greater_is_better)


@cache
def checked(name):
    """Properties by name, from a search of small matrices."""
    space = BiclusteringSpace.draw(3, 4, RandomState(0))
    found = checks_of_biclusterings(Values(of_statistics(name), space), space)
    return {each.name: each for each in found}


@cache
def condition(name, index, max_size=5):
    """A condition on clusterings, from a wider search."""
    (prop,) = (each for each in CLUSTERING_CONDITIONS if each.name.startswith(name))
    space = BiclusteringSpace(max_size, ())
    return prop.check(Values(of_statistics(index), space), space)


def mean_over_permutations(metric, true, pred):
    rows, columns = pred
    orders = product(*(permutations(range(side.shape[1])) for side in (rows, columns)))
    values = [metric(true, (rows[:, r], columns[:, c])) for r, c in orders]
    return sum(values) / len(values)


def pasted(counterexample, metric):
    """Evaluate what a counterexample prints: its structures, then its values."""
    printed = str(counterexample).splitlines()
    names = {"array": array}
    for line in printed[: len(counterexample.structures)]:
        name, text = line.split(" = ", 1)
        names[name] = eval(text, {}, names)
    values = []
    for label in counterexample.values:
        inner = label[label.index("(") + 1 : label.index(")")]
        sides = [names[each] for each in inner.split(", ")]
        if label.startswith("mean"):
            values.append(mean_over_permutations(metric, *sides))
        else:
            values.append(metric(*sides))
    return values


def close(one, other):
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def better(one, other):
    return one > other and not close(one, other)


def equal_two(values):
    return close(*values)


def first_better(values):
    return better(*values)


def second_better(values):
    return better(*values[::-1])


# What the values of each property must satisfy, higher values being better
REQUIRED = {
    "defined everywhere": lambda v: not math.isnan(v[0]),
    "symmetry": equal_two,
    "order of rows and columns": equal_two,
    "order of biclusters": equal_two,
    "constant for equal biclusterings": equal_two,
    "best for equal biclusterings only": first_better,
    "range from 0 to 1": lambda v: abs(v[0]) in (0, 1) and v[0] - v[1] <= 1 + 1e-9,
    "triangle inequality": lambda v: (v[0] - v[3]) <= 2 * v[0] - v[1] - v[2] + 1e-9,
    "empty biclusters": equal_two,
    "no biclusters": lambda v: close(v[0], v[1]) and better(v[0], max(v[2:])),
    "repetition": first_better,
    "constant baseline": equal_two,
    "A.1 homogeneity": second_better,
    "A.2 completeness": second_better,
    "A.3 rag bag": second_better,
    "A.4 size versus quantity": second_better,
    "A.5 perfect match": first_better,
    "B.1 non-intersection area": first_better,
    "B.2 background independence": equal_two,
    "B.3 scale invariance": equal_two,
    "B.4 copy invariance": equal_two,
    "B.5 multiple coverage": first_better,
}


@pytest.mark.parametrize("name", NAMES)
def test_a_counterexample_fails_where_it_is_pasted(name):
    contract = CONTRACTS[name]
    sign = 1 if contract.greater_is_better else -1
    assert set(checked(name)) == set(REQUIRED)
    for prop, found in checked(name).items():
        assert found.holds == (found.counterexample is None)
        if found.holds:
            continue
        values = pasted(found.counterexample, contract)
        assert values == pytest.approx(
            list(found.counterexample.values.values()), rel=1e-12, abs=1e-12
        )
        assert not REQUIRED[prop]([sign * value for value in values])


@pytest.mark.parametrize("name", NAMES)
def test_the_search_agrees_with_the_contract(name):
    contract, found = CONTRACTS[name], checked(name)
    held = {key for key, each in found.items() if each.holds}
    assert held >= {
        "defined everywhere",
        "order of rows and columns",
        "order of biclusters",
    }
    assert ("symmetry" in held) == contract.symmetric
    is_constant = "constant for equal biclusterings" in held
    assert is_constant == (contract.at_equality is not None)
    assert "range from 0 to 1" in held or (contract.lower, contract.upper) != (0, 1)


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
    found = condition(name, index).counterexample
    assert {side[0].shape[1] for side in found.structures.values()} == {n_objects}
    assert pasted(found, CONTRACTS[index]) == pytest.approx(values, abs=5e-7)


@pytest.mark.parametrize(
    ("name", "index", "holds"),
    [
        ("A.3", "microobject_rand", False),  # both as [Amigo et al.] are cited
        ("A.3", "microobject_variation_of_information", False),
        ("A.4", "microobject_rand", False),
        ("A.4", "microobject_variation_of_information", True),
        ("A.2", "e4sc", True),
    ],
)
def test_conditions_of_other_measures(name, index, holds):
    assert condition(name, index, 4).holds == holds


def test_mocice_satisfies_all_conditions_as_they_are_read():
    conditions = {
        k: found for k, found in checked("mocice_bcubed").items() if k[1] == "."
    }
    assert len(conditions) == 10
    assert all(found.holds for found in conditions.values())


def clusters_of(objects):
    """Clusters of digits, each a set."""
    return frozenset(frozenset(map(int, cluster)) for cluster in objects.split())


def as_sets(clustering):
    """Clusters of a biclustering with one column, each a set of its rows."""
    assert clustering.shape[1] == 1
    return frozenset(
        frozenset(k for k in range(clustering.shape[0]) if rows >> k & 1)
        for rows, _ in clustering.biclusters
    )


def cases(name, max_size):
    (prop,) = (each for each in CLUSTERING_CONDITIONS if each.name.startswith(name))
    space = BiclusteringSpace(max_size, ())
    return [tuple(map(as_sets, case)) for case in prop.claims[0].cases(space)]


def test_the_rag_bag_of_table_1_is_searched():
    # Objects 6 to 9, 5 and 1 to 4 of the paper are 0 to 3, 4 and 5 to 8 here.
    printed = ("0123 4 5 6 7 8", "01234 5678", "0123 45678")
    assert tuple(map(clusters_of, printed)) in cases("A.3", 4)


def parts(labels):
    """The clusters of a partition, as sets of objects."""
    return [{i for i, k in enumerate(labels) if k == label} for label in {*labels}]


def up_to_order(case, n_objects):
    """A representative of all cases that permutations of the objects give."""
    renamed = (
        tuple(
            tuple(sorted(tuple(sorted(p[x] for x in part)) for part in side))
            for side in case
        )
        for p in permutations(range(n_objects))
    )
    return min(renamed)


def homogeneity(classes, clusters):
    """Split a cluster of two classes."""
    for k, cluster in enumerate(clusters):
        parts = [cluster & c for c in classes if cluster & c]
        if len(parts) == 2:
            yield [*clusters[:k], *clusters[k + 1 :], *parts]


def completeness(classes, clusters):
    """Unite two clusters of one class."""
    for one, other in combinations(clusters, 2):
        if any(one | other <= c for c in classes):
            yield [*(c for c in clusters if c not in (one, other)), one | other]


@pytest.mark.parametrize(
    ("name", "changed"), [("A.1", homogeneity), ("A.2", completeness)]
)
def test_all_small_clusterings_are_searched(name, changed):
    expected = {
        up_to_order((classes, clusters, better), n_objects)
        for n_objects in range(1, 5)
        for classes, clusters in product(
            map(parts, set_partitions(n_objects)), repeat=2
        )
        for better in changed(classes, clusters)
    }
    searched = {
        up_to_order(case, len(frozenset().union(*case[0]))) for case in cases(name, 3)
    }
    assert searched == expected


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
    if len(true[0]) > 1:
        raise KeyError("two")
    return covered_jaccard(true, pred)


def small_check(metric, **options):
    options = {"max_size": 3, "n_draws": 4, "random_state": 0, **options}
    return check_index(metric, structure="biclustering", **options)


def test_a_function_of_a_user_is_checked():
    found = small_check(covered_jaccard)
    assert {name for name, each in found.items() if not each.holds} == {
        "best for equal biclusterings only",
        "repetition",
        "A.1 homogeneity",
        "A.2 completeness",
        "A.3 rag bag",
        "A.4 size versus quantity",
        "B.5 multiple coverage",
    }
    tiled = found["best for equal biclusterings only"].counterexample
    assert pasted(tiled, covered_jaccard) == [1, 1]


def test_refused_biclusterings_are_counted():
    found = small_check(of_disjoint_biclusters)
    assert "; refused: " in found["symmetry"].searched
    assert "nothing: " in found["repetition"].searched
    assert found["defined everywhere"].holds


def test_another_error_of_a_function_is_a_finding():
    found = small_check(crashing)["defined everywhere"]
    assert not found.holds
    (value,) = found.counterexample.values.values()
    assert math.isnan(value)


def test_a_search_is_reproducible():
    with parallel_config("threading"):
        one, other = (small_check("e4sc", n_jobs=n) for n in (None, 2))
    assert one == other
    assert hash(one) == hash(other)


def test_the_adjusted_measure_has_a_constant_baseline():
    (baseline,) = (each for each in PROPERTIES if each.name == "constant baseline")
    space = BiclusteringSpace(5, ())
    values = Values(of_statistics("adjusted_bicluster_rnia"), space)
    assert set(islice(baseline.claims[0].check(values, space), 60)) == {None}
