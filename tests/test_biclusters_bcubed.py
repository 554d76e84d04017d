"""CICE- and MOCICE-BCubed: Rosales-Mendez and Ramirez-Cruz (2018)."""

from fractions import Fraction

import numpy as np
import pytest
from biclusters_oracles import (
    bcubed_oracle,
    cells,
    disjoint_part,
    draw_biclusters,
    draw_pair,
    harmonic,
    indicators,
    nonempty,
    pairs_of_biclusterings,
    same,
    sweep,
)
from hypothesis import given, strategies as st

from sklearn_cocluster_metrics import (
    cice_bcubed_score,
    mocice_bcubed_precision_recall_fscore,
    mocice_bcubed_score,
)
from sklearn_cocluster_metrics._statistics import (
    _cell_pairs,
    _covered_cells,
    _merged_matrix,
    _overlaps,
)
from sklearn_cocluster_metrics._structures import _progress
from sklearn_cocluster_metrics.results import BCubedScores

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def mocice(true, pred, shape):
    pair = indicators(true, shape), indicators(pred, shape)
    return mocice_bcubed_precision_recall_fscore(*pair)


def with_one_column(clusters):
    """Clusters of objects as biclusters of a matrix with one column."""
    return [(frozenset(cluster), frozenset([0])) for cluster in clusters]


def cice(true, pred, n_objects):
    return mocice(with_one_column(true), with_one_column(pred), (n_objects, 1))[2]


def expected(true, pred):
    true, pred = nonempty(cells(true)), nonempty(cells(pred))
    if not true and not pred:
        return 1, 1
    return bcubed_oracle(true, pred)


def check(true, pred, shape):
    precision, recall, fscore = mocice(true, pred, shape)
    expected_precision, expected_recall = expected(true, pred)
    assert precision == pytest.approx(float(expected_precision), rel=1e-12, abs=0)
    assert recall == pytest.approx(float(expected_recall), rel=1e-12, abs=0)
    both = harmonic(Fraction(expected_precision), Fraction(expected_recall))
    assert fscore == pytest.approx(float(both), rel=1e-12, abs=0)


@given(pairs_of_biclusterings())
def test_mocice_is_its_definition(drawn):
    check(*drawn)


@pytest.mark.parametrize(
    ("n_draws", "largest", "most"), [(300, 4, 4), (60, 6, 6), (20, 8, 8)]
)
def test_mocice_is_its_definition_on_random_biclusterings(n_draws, largest, most):
    for seed in range(n_draws):
        true, pred, shape = draw_pair(np.random.default_rng(seed), largest, most)
        check(true, pred, shape)
        if most == 6:
            check(disjoint_part(true), disjoint_part(pred), shape)


@sweep("seed", range(60))
def test_exchanging_the_domains_as_the_manuscript_does_changes_nothing(seed):
    true, pred, _ = draw_pair(np.random.default_rng(seed))
    true, pred = nonempty(cells(true)), nonempty(cells(pred))
    assert bcubed_oracle(true, pred) == bcubed_oracle(true, pred, swap_domains=True)


def objects(text):
    return [{int(item) - 1 for item in cluster} for cluster in text.split()]


@pytest.mark.parametrize(
    ("true", "pred", "printed"),
    [
        ("123456 78 9", "1 2 345 789 6", (0.3333, 0.2778, 0.3030)),
        ("123456 78 9", "12 345 789 6", (0.3704, 0.2963, 0.3292)),
        ("1 2 3 4 5 6789", "1234 56789", (0.3167, 0.4889, 0.3844)),
        ("1 2 3 4 5 6789", "12345 6789", (0.4667, 0.5556, 0.5072)),
    ],
)
def test_examples_of_homogeneity_and_rag_bag(true, pred, printed):
    true, pred = (
        [(rows, {0, 1, 2}) for rows in objects(side)] for side in (true, pred)
    )
    assert mocice(true, pred, (9, 3)) == pytest.approx(printed, abs=5e-5)


def test_overlapping_example_with_both_roles():
    pred = [({0, 1, 2}, {0, 1}), ({1, 2, 3}, {1, 2})]
    true = [({0, 1}, {0, 1}), ({2, 3}, {1, 2}), ({1}, {0, 1, 2})]
    assert mocice(true, pred, (4, 3)) == pytest.approx(
        (0.3257539683, 0.5563051146, 0.4108990025), abs=5e-11
    )
    assert mocice(pred, true, (4, 3))[2] == pytest.approx(0.4057570941, abs=5e-11)


@sweep("seed", range(60))
def test_theorem_1_any_feature_set_gives_the_value_of_the_objects_alone(seed):
    rng = np.random.default_rng(seed)
    true, pred, shape = draw_pair(rng, largest=6)
    features = rng.permutation(5)[: rng.integers(1, 6)].tolist()
    true, pred = ([rows for rows, _ in side] for side in (true, pred))
    wide = [[(rows, features) for rows in side] for side in (true, pred)]
    precision, recall, _ = mocice(*wide, (shape[0], 5))
    # CICE-BCubed of the objects, from its definition
    oracle = expected(with_one_column(true), with_one_column(pred))
    assert (precision, recall) == pytest.approx(
        tuple(map(float, oracle)), rel=1e-12, abs=0
    )


# Conditions A.1 to A.5, on partitions of objects


def draw_partition(rng, items, most=4):
    labels = rng.integers(most, size=len(items))
    parts = [
        {x for x, k in zip(items, labels, strict=True) if k == n} for n in range(most)
    ]
    return [part for part in parts if part]


def draw_part(rng, items):
    """Draw a subset that is not empty."""
    items = sorted(items)
    return set(rng.permutation(items)[: rng.integers(1, len(items) + 1)].tolist())


def of_two_classes(seed):
    """A cluster of objects of two classes, and its split."""
    rng = np.random.default_rng(seed)
    true = [{0, 1}, {2, 3}, *draw_partition(rng, range(4, 10))]
    one, other = draw_part(rng, true[0]), draw_part(rng, true[1])
    others = draw_partition(rng, sorted(set(range(10)) - one - other))
    return true, [one | other, *others], [one, other, *others], 10


def of_one_class(seed):
    """Two clusters of objects of one class, and their union."""
    rng = np.random.default_rng(seed)
    whole = set(range(rng.integers(2, 7)))
    true = [whole, *draw_partition(rng, range(len(whole), 10))]
    union = draw_part(rng, whole) | {0, 1}
    one = draw_part(rng, union - {0}) - {0}
    others = draw_partition(rng, sorted(set(range(10)) - union))
    return true, [one, union - one, *others], [union, *others], 10


def rag_bags(n, outside):
    """A clean cluster with a stray object, and a noise cluster; before and after.

    `outside` objects of the clean class lie in singleton clusters of their own.
    """
    clean, stray, noise = set(range(n)), {n}, set(range(n + 1, 2 * n + 1))
    rest = set(range(2 * n + 1, 2 * n + 1 + outside))
    singletons = [{x} for x in rest]
    worse = [clean | stray, noise, *singletons]
    better = [clean, noise | stray, *singletons]
    return clean | rest, stray, noise, worse, better


def in_the_rag_bag(n, kind):
    """A stray object in a clean cluster, and in that of the noise."""
    clean, stray, noise, worse, better = rag_bags(n, 0)
    singles = [{x} for x in noise]
    n_objects = 2 * n + 1
    if kind == "alone":
        classes = [stray, *singles]
    elif kind == "class of a noise object":
        classes = [stray | singles[0], *singles[1:]]
    else:  # every object of the noise has one more of its class elsewhere
        others = [{n_objects + k} for k in range(n)]
        classes = [stray, *(x | y for x, y in zip(singles, others, strict=True))]
        worse, better = worse + others, better + others
        n_objects += n
    return [clean, *classes], worse, better, n_objects


def test_condition_a3_fails_where_the_clean_class_lies_mostly_elsewhere():
    # As worded, the condition says nothing about the rest of the clean class.
    clean, stray, noise, worse, better = rag_bags(2, 2)
    true = [clean, stray, *({x} for x in noise)]
    assert cice(true, worse, 7) > cice(true, better, 7) + 1e-6


def sizes_or_quantity(r, spare):
    """Split r pairs, or take one object from a large cluster.

    The classes of the pairs have `spare` objects elsewhere.
    """
    large = set(range(r + 1))
    width = 2 + spare
    starts = [r + 1 + width * k for k in range(r)]
    classes = [set(range(start, start + width)) for start in starts]
    pairs = [{start, start + 1} for start in starts]
    others = [{x} for c, p in zip(classes, pairs, strict=True) for x in c - p]
    many = [large, *({x} for pair in pairs for x in pair), *others]
    one = [large - {r}, {r}, *pairs, *others]
    return [large, *classes], many, one, r + 1 + width * r


CONDITIONS = {
    "a1, two classes in a cluster": [of_two_classes(seed) for seed in range(80)],
    "a2, two clusters of a class": [of_one_class(seed) for seed in range(80)],
    "a3, a rag bag": [
        in_the_rag_bag(n, kind)
        for n in range(2, 8)
        for kind in ("alone", "class of a noise object", "wider classes")
    ],
    "a4, many small errors": [sizes_or_quantity(r, 0) for r in range(2, 12)],
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions_a1_to_a4_the_worse_clustering_scores_less(condition):
    for true, worse, better, n_objects in CONDITIONS[condition]:
        assert cice(true, worse, n_objects) < cice(true, better, n_objects)


@pytest.mark.parametrize(("r", "spare"), [(1, 0), (2, 1), (3, 2)])
def test_condition_a4_fails_for_one_pair_or_pairs_of_larger_classes(r, spare):
    true, *sides, n_objects = sizes_or_quantity(r, spare)
    many, one = (cice(true, side, n_objects) for side in sides)
    assert many == pytest.approx(one, rel=1e-12) if r == 1 else many > one + 1e-6


@given(pairs_of_biclusterings())
def test_condition_a5_only_a_perfect_match_is_perfect(drawn):
    true, pred, shape = drawn
    pred = list(dict.fromkeys(pred))
    match = same(nonempty(cells(true)), nonempty(cells(pred)))
    if len(set(nonempty(cells(pred)))) == len(nonempty(cells(pred))):
        assert (mocice(true, pred, shape)[2] == 1) == match


def test_condition_a5_fails_where_the_candidate_repeats_its_clusters():
    # Any two objects share equally many clusters on both sides, and every cluster of
    # the candidate is one of the gold standard; its other four are never missed.
    pred = [{0, 1}, {0, 2}, {1, 2}] * 2
    true = [{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}, {0}, {1}, {2}]
    assert bcubed_oracle(true, pred) == (1, 1)
    assert cice(true, pred, 3) == pytest.approx(1, rel=1e-14, abs=0)
    assert cice(pred, true, 3) < 0.9


# Conditions B.1 to B.5, under overlap too


def overlapping_pairs(n, shape=(4, 4)):
    """Random pairs that share some cell, so that the measure is not 0 already."""
    rng = np.random.default_rng(n)
    while True:
        true, pred = (draw_biclusters(rng, shape) for _ in range(2))
        covers = [frozenset().union(*cells(side)) for side in (true, pred)]
        if covers[0] & covers[1]:
            return rng, true, pred


@sweep("seed", range(30))
@pytest.mark.parametrize("place", ["new bicluster", "existing bicluster"])
def test_condition_b1_an_object_in_no_cluster_is_penalized(seed, place):
    rng, true, pred = overlapping_pairs(seed)
    added = 4  # a fifth row, which no bicluster has
    if place == "new bicluster":
        features = draw_part(rng, range(4))
        worse = [*pred, ({added}, features)]
    else:
        k = rng.choice([k for k, own in enumerate(cells(pred)) if own])
        worse = list(pred)
        worse[k] = (pred[k][0] | {added}, pred[k][1])
    assert mocice(true, worse, (5, 4))[2] < mocice(true, pred, (5, 4))[2]


def shifted(side, k):
    """k copies of the biclusters, in rows and columns of their own."""
    return [
        ({x + shift for x in rows}, {y + shift for y in columns})
        for shift in range(0, 4 * k, 4)
        for rows, columns in side
    ]


def repeated(side, k):
    """Every row and every column k times."""
    return [
        tuple({k * x + n for x in items for n in range(k)} for items in bicluster)
        for bicluster in side
    ]


@sweep("seed", range(20))
@pytest.mark.parametrize(
    ("change", "shape"),
    [
        (lambda side: side, (9, 7)),
        (lambda side: repeated(side, 2), (8, 8)),
        (lambda side: repeated(side, 3), (12, 12)),
        (lambda side: shifted(side, 2), (8, 8)),
        (lambda side: shifted(side, 3), (12, 12)),
    ],
    ids=["b2 background", "b3 scale 2", "b3 scale 3", "b4 2 copies", "b4 3 copies"],
)
def test_conditions_b2_to_b4_what_does_not_matter(seed, change, shape):
    _, true, pred = overlapping_pairs(seed)
    assert mocice(change(true), change(pred), shape) == pytest.approx(
        mocice(true, pred, (4, 4)), rel=1e-13, abs=0
    )


@given(
    st.lists(
        st.tuples(
            st.frozensets(st.integers(0, 3), min_size=1),
            st.frozensets(st.integers(0, 3), min_size=1),
        ),
        min_size=2,
        max_size=5,
    )
)
def test_condition_b5_one_bicluster_over_several_classes_is_not_perfect(true):
    rows, columns = zip(*true, strict=True)
    whole = (frozenset().union(*rows), frozenset().union(*columns))
    assert mocice(true, [whole], (4, 4))[2] < 1 - 1e-6


def test_many_cells_are_never_listed():
    # 10**10 cells: halves that overlap in a third quarter
    n = 100_000
    halves = np.zeros((2, n), dtype=np.int64)
    halves[0, : n // 2] = 1
    halves[1, n // 4 : 3 * n // 4] = 1
    small = [({0, 1}, {0, 1}), ({1, 2}, {1, 2})], [({0, 1}, {0, 1})]
    large = (halves, halves), (halves[:1], halves[:1])
    assert mocice_bcubed_precision_recall_fscore(*large) == pytest.approx(
        mocice(*small, (4, 4)), rel=1e-13, abs=0
    )


@sweep("seed", range(40))
def test_small_blocks_of_pairs_add_up_to_the_same(seed, monkeypatch):
    monkeypatch.setattr(_cell_pairs, "_AT_ONCE", 9)
    monkeypatch.setattr(_covered_cells, "_WORDS_AT_ONCE", 3)
    monkeypatch.setattr(_covered_cells, "_CELLS_AT_ONCE", 30)
    monkeypatch.setattr(_covered_cells, "_ROWS_COST", [0, 2**18][seed % 2])
    monkeypatch.setattr(_merged_matrix, "_CELLS_AT_ONCE", 3)
    monkeypatch.setattr(_overlaps, "_ENTRIES_AT_ONCE", 3)
    check(*draw_pair(np.random.default_rng(seed), largest=6, most=5))


def test_minutes_of_work_are_announced(monkeypatch):
    monkeypatch.setattr(_progress, "_LONG", 0.0)
    rows, columns = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 1, 0], [0, 1, 1]])
    pairs = pytest.warns(UserWarning, match="pairs of cells .* about 1 s; it can be")
    cells = pytest.warns(UserWarning, match="Counting the cells .* about 1 s; it can")
    with pairs, cells:
        score = mocice_bcubed_score((rows, columns), (rows[:1], columns[:1]))
    monkeypatch.undo()
    assert score == mocice_bcubed_score((rows, columns), (rows[:1], columns[:1]))


@sweep("seed", range(80))
def test_cice_bcubed_is_its_definition(seed):
    rng = np.random.default_rng(seed)
    n_samples = rng.integers(4, 9)
    clusterings = [
        rng.random((rng.integers(5), n_samples)) < rng.choice([0.3, 0.6, 1])
        for _ in range(2)
    ]
    true, pred = (
        nonempty([frozenset(np.flatnonzero(row).tolist()) for row in clusters])
        for clusters in clusterings
    )
    value = harmonic(*bcubed_oracle(true, pred)) if true or pred else 1
    sides = [clusters.T for clusters in clusterings]
    assert cice_bcubed_score(*sides) == pytest.approx(float(value), rel=1e-12, abs=0)


# The result of three scores


def test_rounding_makes_no_precision_or_recall_greater_than_1():
    rows = [[1, 1, 0], [0, 1, 1], [1, 1, 1], [0, 1, 1]]
    columns = [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1]]
    some, every = (rows[:3], columns[:3]), (rows, columns)
    assert mocice_bcubed_precision_recall_fscore(some, every).recall == 1
    assert mocice_bcubed_precision_recall_fscore(every, some).precision == 1


def test_the_three_scores_are_a_named_tuple_of_floats():
    true, pred = [({0, 1, 2, 3}, {0, 1})], [({0, 1}, {0, 1}), ({2, 3}, {0, 1})]
    scores = mocice(true, pred, (4, 2))
    assert scores == BCubedScores(precision=0.5, recall=0.25, fscore=scores[2])
    assert scores.fscore == pytest.approx(1 / 3, rel=1e-15)
    assert all(type(value) is float for value in scores)
    pair = indicators(true, (4, 2)), indicators(pred, (4, 2))
    assert mocice_bcubed_score(*pair) == scores.fscore
