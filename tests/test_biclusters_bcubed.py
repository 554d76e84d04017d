"""CICE- and MOCICE-BCubed: Rosales-Mendez and Ramirez-Cruz (2018)."""

from fractions import Fraction

import numpy as np
import pytest
from biclusters_oracles import (
    bcubed_oracle,
    cells,
    disjoint_part,
    draw_pair,
    harmonic,
    indicators,
    nonempty,
    sweep,
)

from sklearn_cocluster_metrics import (
    cice_bcubed_score,
    mocice_bcubed_precision_recall_fscore,
    mocice_bcubed_score,
)
from sklearn_cocluster_metrics._statistics import (
    _biclusters,
    _cell_pairs,
)
from sklearn_cocluster_metrics._structures import _progress
from sklearn_cocluster_metrics.results import BCubedScores

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def mocice(true, pred, shape):
    pair = indicators(true, shape), indicators(pred, shape)
    return mocice_bcubed_precision_recall_fscore(*pair)


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


@pytest.mark.parametrize(
    ("n_draws", "largest", "most"), [(300, 4, 4), (60, 6, 6), (20, 8, 8)]
)
def test_mocice_is_its_definition_on_random_biclusterings(n_draws, largest, most):
    for seed in range(n_draws):
        true, pred, shape = draw_pair(np.random.default_rng(seed), largest, most)
        check(true, pred, shape)
        if most == 6:
            check(disjoint_part(true), disjoint_part(pred), shape)


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


# Conditions A.1 to A.5, on partitions of objects


# Conditions B.1 to B.5, under overlap too


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
    monkeypatch.setattr(_cell_pairs, "_PAIRS_AT_ONCE", 9)
    monkeypatch.setattr(_cell_pairs, "_CELLS_AT_ONCE", 3)
    monkeypatch.setattr(_cell_pairs, "_CELLS_AT_ONCE", 3)
    monkeypatch.setattr(_biclusters, "_ENTRIES_AT_ONCE", 3)
    check(*draw_pair(np.random.default_rng(seed), largest=6, most=5))


def test_minutes_of_work_are_announced(monkeypatch):
    monkeypatch.setattr(_progress, "_LONG", 0.0)
    rows, columns = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 1, 0], [0, 1, 1]])
    with pytest.warns(UserWarning, match="Counting the cells .* about 1 s; it can"):
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
