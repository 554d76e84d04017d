"""F-measure and BCubed, against their definitions on sets of samples and of cells."""

from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import (
    cells_of,
    clusters_of,
    cocluster_pairs,
    integer_partitions,
    labels_of,
    set_partitions,
    table_of,
)

from sklearn_cocluster_metrics import (
    bcubed_precision_recall_fscore,
    bcubed_score,
    f_measure_score,
)
from sklearn_cocluster_metrics.tables import score_from_tables


def recall(true, pred):
    """Gösgens et al., B.1: the best part of each cluster, over n."""
    best = [max(len(a & b) for b in clusters_of(pred)) for a in clusters_of(true)]
    return Fraction(sum(best), len(true))


def bcubed_recall(true, pred):
    """Ibid.: the squared parts of each cluster over its size, over n."""
    parts = [
        Fraction(len(a & b) ** 2, len(a))
        for a in clusters_of(true)
        for b in clusters_of(pred)
    ]
    return sum(parts) / len(true)


def harmonic_mean(one, other):
    return 2 * one * other / (one + other)


def f_measure_by_definition(true, pred):
    return float(harmonic_mean(recall(true, pred), recall(pred, true)))


def bcubed_by_definition(true, pred):
    return float(harmonic_mean(bcubed_recall(true, pred), bcubed_recall(pred, true)))


ORACLES = [
    pytest.param(f_measure_score, f_measure_by_definition, id="f_measure"),
    pytest.param(bcubed_score, bcubed_by_definition, id="bcubed"),
]


@pytest.mark.parametrize(("score", "by_definition"), ORACLES)
@pytest.mark.parametrize("n", range(1, 7))
def test_scores_are_the_definition_for_all_sizes_of_six(n, score, by_definition):
    """One truth of each multiset of sizes, with every clustering."""
    for sizes, pred in product(integer_partitions(n), set_partitions(n)):
        true, pred = labels_of(sizes), list(pred)
        value = score(true, pred)
        assert value == score(pred, true)  # to the last bit
        assert value == pytest.approx(by_definition(true, pred), rel=1e-14, abs=0)


@pytest.mark.parametrize(("score", "by_definition"), ORACLES)
@given(st.integers(2, 3).flatmap(partial(cocluster_pairs, max_items=3)))
def test_scores_of_coclusterings_are_those_of_their_cells(score, by_definition, pair):
    true, pred = pair
    assert score(true, pred) == pytest.approx(
        by_definition(cells_of(true), cells_of(pred)), rel=1e-14, abs=0
    )


@given(
    st.integers(1, 3).flatmap(partial(cocluster_pairs, max_items=3)),
    st.sampled_from([0, 0.5, 1, 3]),
)
def test_precision_and_recall_of_bcubed_are_those_of_the_cells(pair, beta):
    true, pred = pair
    sides = (true, pred) if len(true) > 1 else (true[0], pred[0])
    precision, recall = (
        bcubed_recall(*map(cells_of, both)) for both in ((pred, true), (true, pred))
    )
    squared = Fraction(beta) ** 2
    fscore = (1 + squared) * precision * recall / (squared * precision + recall)
    found = bcubed_precision_recall_fscore(*sides, beta=beta)
    expected = [float(precision), float(recall), float(fscore)]
    assert [*found] == pytest.approx(expected, rel=1e-14, abs=0)


ONE, TWO, THREE = [0, 0, 0], [0, 0, 1], [0, 1, 2]


@pytest.mark.parametrize(
    ("true", "pred", "f_measure", "bcubed"),
    [(ONE, TWO, 0.8, 10 / 14), (TWO, THREE, 0.8, 0.8), (ONE, THREE, 0.5, 0.5)],
)
def test_three_samples_have_the_values_of_c_1_2(true, pred, f_measure, bcubed):
    assert f_measure_score(true, pred) == pytest.approx(f_measure, rel=1e-14, abs=0)
    assert bcubed_score(true, pred) == pytest.approx(bcubed, rel=1e-14, abs=0)


def test_a_perfect_merge_improves_bcubed_and_leaves_the_f_measure_of_c_4_2_at_73():
    true, before, after = [0] * 7, [0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 1, 1]
    scores = [f_measure_score(true, pred) for pred in (before, after)]
    assert scores == pytest.approx([8 / 11, 8 / 11], rel=1e-14, abs=0)
    assert bcubed_score(true, after) > bcubed_score(true, before)


large_tables = st.lists(
    st.lists(st.integers(0, 10**13), min_size=3, max_size=3), min_size=2, max_size=2
).filter(lambda table: all(map(sum, table)) and all(map(sum, zip(*table, strict=True))))


@given(large_tables, large_tables)
def test_large_tables_are_exact_to_fourteen_digits(rows, columns):
    joint = [[x * y for x in row for y in other] for row in rows for other in columns]
    transposed = list(zip(*joint, strict=True))
    n = sum(map(sum, joint))
    recalls = [Fraction(sum(map(max, table)), n) for table in (joint, transposed)]
    shares = [
        sum(Fraction(x * x, sum(row)) for row in table for x in row) / n
        for table in (joint, transposed)
    ]
    tables = [table_of(rows), table_of(columns)]
    assert score_from_tables(tables, "f_measure") == float(harmonic_mean(*recalls))
    assert score_from_tables(tables, "bcubed") == pytest.approx(
        float(harmonic_mean(*shares)), rel=1e-14, abs=0
    )


def test_many_clusters_are_counted_in_a_sparse_table():
    true = np.arange(100_000) // 2
    pred = (np.arange(100_000) + 1) // 2
    # Every cluster is cut in halves, but for the first and the last sample, alone.
    expected = float(harmonic_mean(Fraction(1, 2), Fraction(50_001, 100_000)))
    for score in (f_measure_score, bcubed_score):
        assert score(true, pred) == pytest.approx(expected, rel=1e-14)
