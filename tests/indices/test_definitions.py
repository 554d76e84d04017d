"""Indices of clusterings and of cells of co-clusterings, against their definitions."""

import math
import statistics
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
import sklearn.metrics
from clustering_definitions import (
    bcubed_by_definition,
    bcubed_recall,
    best_f,
    fair_by_definition,
    harmonic_mean,
    of_both_directions,
    purity,
    recall,
    share_known,
    similarities,
    variation_by_definition,
)
from contracts import CONTRACTS
from hypothesis import given, strategies as st
from strategies import (
    cells_of,
    integer_partitions,
    labels_of,
    modes_of,
    partition_pairs,
    random_pairs,
    set_partitions,
    table_of,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.tables import score_from_tables

DEFINITIONS = [
    (sccm.f_measure_score, of_both_directions(recall)),
    (partial(sccm.f_measure_score, matched_by="f"), best_f),
    (sccm.bcubed_score, bcubed_by_definition),
    (sccm.variation_of_information, variation_by_definition),
    (sccm.fair_mutual_info_score, fair_by_definition),
    (CONTRACTS["homogeneity"], share_known),
    (CONTRACTS["completeness"], lambda true, pred: share_known(pred, true)),
    (CONTRACTS["v_measure"], of_both_directions(share_known)),
    (sccm.element_centric_score, lambda *pair: statistics.mean(similarities(*pair))),
    (sccm.purity_score, purity),
]
each_index = pytest.mark.parametrize(("score", "by_definition"), DEFINITIONS)


def close(expected):
    """Fractions to 14 digits, sums of logarithms to 13."""
    if isinstance(expected, Fraction):
        return pytest.approx(float(expected), rel=1e-14, abs=0)
    return pytest.approx(expected, rel=1e-13, abs=1e-14)


@each_index
@pytest.mark.parametrize("n", [*range(1, 6), pytest.param(6, marks=pytest.mark.slow)])
def test_scores_are_the_definition_for_all_sizes_of_six(n, score, by_definition):
    """One truth of each multiset of sizes, with every clustering."""
    for sizes, pred in product(integer_partitions(n), set_partitions(n)):
        true, pred = labels_of(sizes), list(pred)
        value = score(true, pred)
        assert type(value) is float
        assert value == close(by_definition(true, pred))
        if score in (sccm.f_measure_score, sccm.bcubed_score):
            assert value == score(pred, true)  # to the last bit


@each_index
@given(pair=partition_pairs(max_items=4))
def test_scores_of_coclusterings_are_those_of_their_cells(score, by_definition, pair):
    expected = by_definition(*(cells_of(modes_of(side)) for side in pair))
    assert score(*pair) == close(expected)


@given(pair=partition_pairs(max_items=3), beta=st.sampled_from([0, 0.5, 1, 3]))
def test_precision_and_recall_of_bcubed_are_those_of_the_cells(pair, beta):
    true, pred = (cells_of(modes_of(side)) for side in pair)
    precision, recall = bcubed_recall(pred, true), bcubed_recall(true, pred)
    squared = Fraction(beta) ** 2
    fscore = (1 + squared) * precision * recall / (squared * precision + recall)
    found = sccm.bcubed_precision_recall_fscore(*pair, beta=beta)
    assert [*found] == [*map(close, (precision, recall, fscore))]


@given(pair=partition_pairs())
def test_the_other_side_and_the_samples_alone_can_be_asked_for(pair):
    pure = sccm.purity_score(*pair)
    assert sccm.purity_score(*pair[::-1], inverse=True) == pure
    if not isinstance(pair[0], tuple):
        found = sccm.element_centric_score(*pair, average=None)
        assert found.tolist() == [*map(close, similarities(*pair))]


@pytest.mark.parametrize("beta", [0.2, 1.0, 3.0])
def test_homogeneity_and_completeness_are_those_of_scikit_learn(beta):
    for pair in random_pairs(300, 1, 40, seed=3):
        function = sklearn.metrics.homogeneity_completeness_v_measure
        found = sccm.homogeneity_completeness_v_measure(*pair, beta=beta)
        assert found == pytest.approx(function(*pair, beta=beta), abs=1e-12)


def test_beta_weighs_completeness():
    true, pred = [0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 2, 2]
    h, c, _ = sccm.homogeneity_completeness_v_measure(true, pred)
    for beta, limit in ((0, h), (1e308, c)):
        *_, found = sccm.homogeneity_completeness_v_measure(true, pred, beta=beta)
        assert found == pytest.approx(limit, abs=1e-12)
    for beta, error in ((-1, ValueError), (math.nan, ValueError), ("1", TypeError)):
        with pytest.raises(error, match="`beta` must be"):
            sccm.bcubed_precision_recall_fscore(true, pred, beta=beta)


ONE, TWO, THREE = [0, 0, 0], [0, 0, 1], [0, 1, 2]
C_1_2 = [(ONE, TWO, 0.8, 10 / 14), (TWO, THREE, 0.8, 0.8), (ONE, THREE, 0.5, 0.5)]


@pytest.mark.parametrize(("true", "pred", "f_measure", "bcubed"), C_1_2)
def test_three_samples_have_the_values_of_c_1_2(true, pred, f_measure, bcubed):
    assert sccm.f_measure_score(true, pred) == pytest.approx(f_measure, rel=1e-14)
    assert sccm.bcubed_score(true, pred) == pytest.approx(bcubed, rel=1e-14)


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
    assert score_from_tables(tables, "bcubed") == close(harmonic_mean(*shares))


def test_many_clusters_are_counted_in_a_sparse_table():
    true = np.arange(100_000) // 2
    pred = (np.arange(100_000) + 1) // 2
    # Every cluster is cut in halves, but for the first and the last sample, alone.
    expected = float(harmonic_mean(Fraction(1, 2), Fraction(50_001, 100_000)))
    for score in (sccm.f_measure_score, sccm.bcubed_score):
        assert score(true, pred) == pytest.approx(expected, rel=1e-14)
