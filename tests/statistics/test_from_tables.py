"""Indices from tables that were counted part by part."""

import math

import numpy as np
import pytest

from sklearn_cocluster_metrics import (
    bcubed_score,
    index_names,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    ContingencyTables,
    contingency_table,
    permutation_test_from_tables,
    score_from_tables,
    score_interval_from_tables,
)


def test_parts_of_co_clusterings_score_as_the_whole():
    generator = np.random.default_rng(1)
    labels = [generator.integers(0, 4, 90) for _ in range(4)]
    parts = sum(
        contingency_table(tuple(part[:2]), tuple(part[2:]))
        for part in zip(*(np.array_split(side, 4) for side in labels), strict=True)
    )
    true, pred = tuple(labels[:2]), tuple(labels[2:])
    expected = bcubed_score(true, pred)
    for tables in (parts, tuple(parts), list(parts)):
        assert score_from_tables(tables, "bcubed") == expected


@pytest.mark.parametrize("metric", ["cari", "conmi", "bcubed", "classification_error"])
def test_counts_near_the_end_of_64_bits_score_as_their_proportions(metric):
    counts = np.array([[2**21, 2**19, 3 * 2**10], [2**19, 2**21, 7 * 2**10]])
    small, large = (
        score_from_tables(ContingencyTable(c, [0, 1], [0, 1, 2]), metric)
        for c in (counts, counts * 2**38)
    )
    assert large == pytest.approx(small, rel=1e-6)  # pairs differ by one part in n


TABLE = contingency_table([0, 0, 1], [0, 1, 1])
REFUSED = [
    ("cari", [[2, 0], [1, 1]], {}, "for each mode, or None, got list"),
    ("cari", np.eye(2), {}, "for each mode, or None, got ndarray"),
    ("cari", [ContingencyTables([TABLE])] * 2, {}, "got ContingencyTables"),
    ("cari", 5, {}, "`tables` must be .* of ContingencyTable"),
    ("cari", (), {}, "`tables` is empty"),
    ("cary", TABLE, {}, "`metric` must be the name of an index"),
    ("mocice_bcubed", TABLE, {}, "`metric` must be the name of an index"),
    ("cari", TABLE, {"beta": 1}, "no parameter `beta`, and 'cari' has no"),
    ("jaccard", TABLE, {"average": "max"}, "no parameter `average`, and 'jaccard'"),
    ("cari", TABLE, {"null_model": "rows"}, "`null_model` must be one of"),
    ("nce", TABLE, {"normalization": "printed"}, "defined only for rows and columns"),
]


@pytest.mark.parametrize(("metric", "tables", "options", "message"), REFUSED)
def test_wrong_tables_metrics_and_options_are_refused(metric, tables, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        score_from_tables(tables, metric, **options)


@pytest.mark.parametrize("n_modes", [60, 400])
def test_modes_by_the_hundred_have_finite_scores(n_modes):
    tables = [TABLE] * n_modes
    for name in index_names("partition"):
        if name != "element_centric":
            assert math.isfinite(score_from_tables(tables, name)), name
    for name in ("correlation", "fowlkes_mallows", "fager_mcgowan"):
        assert abs(score_from_tables(tables, name, null_model="product")) < 1e-7
    with pytest.raises(ValueError, match="too many for element-centric similarity"):
        score_from_tables(tables, "element_centric")


# Tests and intervals

GENERATOR = np.random.default_rng(0)
TRUE_MODES = tuple(GENERATOR.integers(0, 3, n) for n in (60, 40))
PRED_MODES = tuple(
    np.where(
        GENERATOR.random(len(mode)) < 0.4, mode, GENERATOR.integers(0, 3, len(mode))
    )
    for mode in TRUE_MODES
)


def tables_in_parts():
    """Return the tables of the labels, added up from chunks of the rows."""
    (true_rows, true_columns), (pred_rows, pred_columns) = TRUE_MODES, PRED_MODES
    rows = contingency_table(true_rows[:25], pred_rows[:25])
    rows += contingency_table(true_rows[25:], pred_rows[25:])
    return rows, contingency_table(true_columns, pred_columns)


@pytest.mark.parametrize("method", ["auto", "exact", "grid", "labels"])
@pytest.mark.parametrize("alternative", ["any_mode", "index", "all_modes"])
def test_a_test_of_tables_is_that_of_labels(method, alternative):
    options = {"method": method, "alternative": alternative, "n_draws": 50}
    expected = permutation_test(TRUE_MODES, PRED_MODES, random_state=0, **options)
    found = permutation_test_from_tables(tables_in_parts(), random_state=0, **options)
    assert found == expected


@pytest.mark.parametrize("metric", ["bcubed", "coami", "classification_error", "nce"])
def test_any_index_is_tested_from_tables(metric):
    options = {"n_draws": 50, "random_state": 0}
    expected = permutation_test(TRUE_MODES, PRED_MODES, metric, **options)
    assert (
        permutation_test_from_tables(tables_in_parts(), metric, **options) == expected
    )


def test_a_single_table_is_a_clustering():
    table = contingency_table(TRUE_MODES[0], PRED_MODES[0])
    expected = permutation_test(TRUE_MODES[0], PRED_MODES[0], "adjusted_rand")
    assert permutation_test_from_tables(table, "adjusted_rand") == expected
    expected = score_interval(TRUE_MODES[0], PRED_MODES[0], "adjusted_rand")
    assert score_interval_from_tables(table, "adjusted_rand") == expected


@pytest.mark.parametrize("fixed", [None, 1])
def test_an_interval_of_tables_is_that_of_labels(fixed):
    expected = score_interval(TRUE_MODES, PRED_MODES, fixed=fixed)
    assert score_interval_from_tables(tables_in_parts(), fixed=fixed) == expected


@pytest.mark.parametrize("position", [0, 1])
def test_tables_of_one_known_mode_give_the_results_of_its_labels(position):
    true = [None, None]
    true[position] = TRUE_MODES[position]
    tables = [None, None]
    tables[position] = contingency_table(TRUE_MODES[position], PRED_MODES[position])
    expected_test = permutation_test(tuple(true), PRED_MODES)
    expected_interval = score_interval(tuple(true), PRED_MODES)
    for tables_of_modes in (tables, ContingencyTables(tables)):
        assert permutation_test_from_tables(tables_of_modes) == expected_test
        assert score_interval_from_tables(tables_of_modes) == expected_interval


def test_a_fixed_mode_of_tables_is_counted_among_all_modes():
    table = contingency_table(TRUE_MODES[1], PRED_MODES[1])
    with pytest.raises(ValueError, match=r"must be among the modes \[1\]"):
        score_interval_from_tables([None, table], fixed=0)


@pytest.mark.parametrize(
    "function", [permutation_test_from_tables, score_interval_from_tables]
)
def test_what_is_no_table_and_an_unknown_option_are_refused(function):
    with pytest.raises(TypeError, match="for each mode, or None, got list"):
        function([[1, 2], [3, 4]])
    with pytest.raises(TypeError, match="`other`"):
        function(TABLE, "cari", other=1)


def test_only_an_index_of_this_package_is_tested_from_tables():
    with pytest.raises(ValueError, match="`metric` must be the name of an index"):
        permutation_test_from_tables(TABLE, max)
    with pytest.raises(ValueError, match="'omega' compares overlapping clusterings"):
        permutation_test_from_tables(TABLE, "omega")


@pytest.mark.parametrize(
    "function", [permutation_test_from_tables, score_interval_from_tables]
)
def test_a_table_of_weights_has_no_test_and_no_interval(function):
    labels = [0, 0, 1, 1] * 5
    table = contingency_table(labels, labels, sample_weight=np.arange(1, 21))
    for tables in (table, [None, table]):
        with pytest.raises(ValueError, match="Count the labels without"):
            function(tables)
