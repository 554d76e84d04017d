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
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._statistics import _cell_pairs, _overlaps
from sklearn_cocluster_metrics._structures import _progress
from sklearn_cocluster_metrics.results import BCubedScores

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def mocice(true, pred, shape):
    pair = indicators(true, shape), indicators(pred, shape)
    return sccm.mocice_bcubed_precision_recall_fscore(*pair)


def expected(true, pred):
    """Precision, recall and their harmonic mean, of sets of cells or samples."""
    sides = nonempty(true), nonempty(pred)
    both = bcubed_oracle(*sides) if any(sides) else (Fraction(1), Fraction(1))
    return [*map(float, (*both, harmonic(*both)))]


def check(true, pred, shape):
    wanted = expected(cells(true), cells(pred))
    assert mocice(true, pred, shape) == pytest.approx(wanted, rel=1e-12, abs=0)


@pytest.mark.parametrize(
    ("n_draws", "largest", "most"), [(300, 4, 4), (60, 6, 6), (20, 8, 8)]
)
def test_mocice_is_its_definition_on_random_biclusterings(n_draws, largest, most):
    for seed in range(n_draws):
        true, pred, shape = draw_pair(np.random.default_rng(seed), largest, most)
        check(true, pred, shape)
        if most == 6:
            check(disjoint_part(true), disjoint_part(pred), shape)


def test_overlapping_example_with_both_roles():
    pred = [({0, 1, 2}, {0, 1}), ({1, 2, 3}, {1, 2})]
    true = [({0, 1}, {0, 1}), ({2, 3}, {1, 2}), ({1}, {0, 1, 2})]
    assert mocice(true, pred, (4, 3)) == pytest.approx(
        (0.3257539683, 0.5563051146, 0.4108990025), abs=5e-11
    )
    assert mocice(pred, true, (4, 3))[2] == pytest.approx(0.4057570941, abs=5e-11)


def test_many_cells_are_never_listed():
    # 10**10 cells: halves that overlap in a third quarter
    small = np.array([[1, 1, 0, 0], [0, 1, 1, 0]])
    found, expected = (
        sccm.mocice_bcubed_precision_recall_fscore((side, side), (side[:1], side[:1]))
        for side in (small.repeat(25_000, axis=1), small)
    )
    assert found == pytest.approx(expected, rel=1e-13, abs=0)


def test_small_blocks_of_pairs_add_up_to_the_same(monkeypatch):
    monkeypatch.setattr(_cell_pairs, "_PAIRS_AT_ONCE", 9)
    monkeypatch.setattr(_cell_pairs, "_CELLS_AT_ONCE", 3)
    monkeypatch.setattr(_overlaps, "_ENTRIES_AT_ONCE", 3)
    for seed in range(40):
        check(*draw_pair(np.random.default_rng(seed), largest=6, max_biclusters=5))


def test_minutes_of_work_are_announced(monkeypatch):
    monkeypatch.setattr(_progress, "_ANNOUNCED_SECONDS", 0.0)
    side = [[1, 1, 0], [0, 1, 1]]
    pair = (side, side), (side[:1], side[:1])
    with pytest.warns(UserWarning, match="Counting the cells .* about 1 s; it can"):
        score = sccm.mocice_bcubed_score(*pair)
    monkeypatch.undo()
    assert score == sccm.mocice_bcubed_score(*pair)


# Small random clusters are often repeats of each other, or a symmetric matrix.
@pytest.mark.filterwarnings("ignore:.*each of them is repeated:UserWarning")
@pytest.mark.filterwarnings("ignore:.*is a symmetric matrix:UserWarning")
@pytest.mark.parametrize("seed", range(80))
def test_cice_bcubed_is_its_definition(seed):
    rng = np.random.default_rng(seed)
    n_samples = rng.integers(4, 9)
    sides = [
        rng.random((n_samples, rng.integers(5))) < rng.choice([0.3, 0.6, 1])
        for _ in range(2)
    ]
    sets = ([frozenset(np.flatnonzero(c).tolist()) for c in side.T] for side in sides)
    *_, value = expected(*sets)
    assert sccm.cice_bcubed_score(*sides) == pytest.approx(value, rel=1e-12, abs=0)


# The result of three scores


def test_rounding_makes_no_precision_or_recall_greater_than_1():
    rows = [[1, 1, 0], [0, 1, 1], [1, 1, 1], [0, 1, 1]]
    columns = [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1]]
    some, every = (rows[:3], columns[:3]), (rows, columns)
    assert sccm.mocice_bcubed_precision_recall_fscore(some, every).recall == 1
    assert sccm.mocice_bcubed_precision_recall_fscore(every, some).precision == 1


def test_the_three_scores_are_a_named_tuple_of_floats():
    true, pred = [({0, 1, 2, 3}, {0, 1})], [({0, 1}, {0, 1}), ({2, 3}, {0, 1})]
    scores = mocice(true, pred, (4, 2))
    assert scores == BCubedScores(precision=0.5, recall=0.25, fscore=scores[2])
    assert scores.fscore == pytest.approx(1 / 3, rel=1e-15)
    assert all(type(value) is float for value in scores)
    pair = indicators(true, (4, 2)), indicators(pred, (4, 2))
    assert sccm.mocice_bcubed_score(*pair) == scores.fscore
