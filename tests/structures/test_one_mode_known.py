"""Truths with an unknown mode: `(row_labels, None)` and `(None, column_labels)`."""

import numpy as np
import pytest
from contracts import CONTRACTS
from hypothesis import given, settings, strategies as st
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from strategies import cocluster_pairs

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    ContingencyDisplay,
    adjusted_for_chance,
    bcubed_precision_recall_fscore,
    cari_decomposition,
    cari_score,
    coclustering_report,
    compare_scores,
    element_centric_score,
    handle_unlabeled,
    match_clusters,
    match_table,
    modularity_score,
    pair_count_moments,
    permutation_test,
    score_interval,
    soft_cari_score,
)
from sklearn_cocluster_metrics.tables import (
    ContingencyTables,
    contingency_table,
    score_from_tables,
)

PARTITION_CONTRACTS = {
    name: contract
    for name, contract in CONTRACTS.items()
    if contract.structure == "partition"
}
TRUE = ([0, 0, 0, 1, 1, 1, 2, 2] * 4, [0, 0, 1, 1, 1, 2] * 4)
PRED = ([0, 0, 1, 1, 1, 1, 2, 0] * 4, [0, 0, 1, 1, 2, 2] * 4)
BLOCKS = np.kron(np.eye(3), np.full((8, 6), 9)) + 1


def known(structure, numbers):
    """Return a structure with None for the modes that have other numbers."""
    return tuple(
        labels if mode in numbers else None for mode, labels in enumerate(structure)
    )


def options_of(contract):
    """Yield the default options, and every other value of each that has a list."""
    yield {}
    for name, option in contract.options.items():
        for value in option.values:
            if contract.two_modes_only.get(name) != value:
                yield {name: value}


@pytest.mark.parametrize(
    "contract", PARTITION_CONTRACTS.values(), ids=PARTITION_CONTRACTS
)
@pytest.mark.parametrize("mode", [0, 1])
@settings(max_examples=4)
@given(pair=cocluster_pairs())
def test_an_index_of_one_known_mode_is_that_of_its_plain_clustering(
    contract, mode, pair
):
    true, pred = pair
    for options in options_of(contract):
        value = contract(known(true, [mode]), pred, **options)
        expected = contract(true[mode], pred[mode], **options)
        assert value == expected or (np.isnan(value) and np.isnan(expected))


@pytest.mark.parametrize(
    "contract", PARTITION_CONTRACTS.values(), ids=PARTITION_CONTRACTS
)
@settings(max_examples=2)
@given(pair=cocluster_pairs(n_modes=3), unknown=st.integers(0, 2))
def test_an_index_of_two_known_modes_of_three_is_that_of_these_two(
    contract, pair, unknown
):
    true, pred = pair
    numbers = [mode for mode in range(3) if mode != unknown]
    part_of_true = tuple(true[mode] for mode in numbers)
    part_of_pred = tuple(pred[mode] for mode in numbers)
    value = contract(known(true, numbers), pred)
    expected = contract(part_of_true, part_of_pred)
    assert value == expected or (np.isnan(value) and np.isnan(expected))


@pytest.mark.parametrize("mode", [0, 1])
def test_functions_that_are_no_contract_compare_the_known_mode_alone(mode):
    true = known(TRUE, [mode])
    pair = TRUE[mode], PRED[mode]
    assert soft_cari_score(true, PRED) == soft_cari_score(*pair)
    assert bcubed_precision_recall_fscore(true, PRED) == bcubed_precision_recall_fscore(
        *pair
    )
    values = element_centric_score(true, PRED, average=None)
    np.testing.assert_array_equal(values, element_centric_score(*pair, average=None))


@pytest.mark.parametrize(("mode", "name"), [(0, "rows"), (1, "columns")])
def test_inference_is_that_of_the_known_mode_and_says_which_it_is(mode, name):
    true = known(TRUE, [mode])
    pair = TRUE[mode], PRED[mode]
    moments = pair_count_moments(true, PRED)
    assert moments.raw_moments == pair_count_moments(*pair).raw_moments
    test = permutation_test(true, PRED)
    assert test.pvalue == permutation_test(*pair).pvalue
    assert test.pvalues_of_modes[mode] == test.pvalue
    assert test.pvalues_of_modes[1 - mode] is None
    interval = score_interval(true, PRED)
    assert (interval.low, interval.high) == (
        score_interval(*pair).low,
        score_interval(*pair).high,
    )
    adjusted = adjusted_for_chance(true, PRED, "bcubed", random_state=0)
    expected = adjusted_for_chance(*pair, "bcubed", random_state=0)
    assert adjusted.statistic == expected.statistic
    difference = compare_scores(true, PRED, TRUE)
    assert difference.pvalue == compare_scores(*pair, TRUE[mode]).pvalue
    for result in (moments, test, interval, adjusted, difference):
        assert result.compared == (name,)
    assert f"compared=('{name}',)" in repr(moments)
    for result in (interval, difference):
        assert f"metric='product-CARI of {name}'" in repr(result)
    assert f"metric='BCubed of {name}'" in repr(adjusted)
    assert f"(product-CARI of {name}=" in repr(test)


def test_results_of_whole_coclusterings_do_not_speak_of_known_modes():
    assert permutation_test(TRUE, PRED).compared is None
    assert "compared" not in repr(score_interval(TRUE, PRED))


def test_strata_keep_the_numbers_of_the_modes():
    assert cari_decomposition((None, TRUE[1]), PRED).strata == ((1,),)
    true = (TRUE[0], None, TRUE[1])
    pred = (PRED[0], PRED[0], PRED[1])
    assert cari_decomposition(true, pred).strata == ((0,), (2,), (0, 2))


def test_fixed_keeps_the_numbers_of_the_modes():
    true = (TRUE[0], None, TRUE[1])
    pred = (PRED[0], PRED[0], PRED[1])
    interval = score_interval(true, pred, fixed=2)
    expected = score_interval(TRUE, PRED, fixed=1)
    assert (interval.low, interval.high) == (expected.low, expected.high)
    difference = compare_scores(true, pred, true[:1] + pred[1:], fixed=2)
    assert difference.compared == ("rows", "mode_2")


@pytest.mark.parametrize("function", [score_interval, compare_scores])
def test_fixed_must_be_a_known_mode(function):
    predictions = [PRED] if function is score_interval else [PRED, TRUE]
    with pytest.raises(ValueError, match=r"must be among the modes \[0\], which the"):
        function((TRUE[0], None), *predictions, fixed=1)


def test_weights_keep_the_numbers_of_the_modes():
    weights = np.arange(24.0)
    expected = cari_score(TRUE[1], PRED[1], sample_weight=weights)
    true = (None, TRUE[1])
    assert cari_score(true, PRED, sample_weight=(None, weights)) == expected
    with pytest.raises(ValueError, match=r"`sample_weight\[0\]` must be None"):
        cari_score(true, PRED, sample_weight=(np.ones(32), weights))
    with pytest.raises(ValueError, match="must be a tuple of 2"):
        cari_score(true, PRED, sample_weight=weights)


def test_tables_keep_the_numbers_of_the_modes():
    tables = contingency_table((None, TRUE[1]), PRED)
    assert tables.shapes == (None, (3, 3))
    assert score_from_tables(tables, "cari") == cari_score(TRUE[1], PRED[1])
    doubled = tables + tables
    assert doubled[0] is None
    np.testing.assert_array_equal(doubled[1].counts, 2 * tables[1].counts)


def test_tables_of_other_known_modes_are_not_added():
    rows = contingency_table((TRUE[0], None), PRED)
    columns = contingency_table((None, TRUE[1]), PRED)
    with pytest.raises(ValueError, match="Mode 0 has a table on one side only"):
        rows + columns
    with pytest.raises(ValueError, match="`tables` has no table"):
        ContingencyTables([None, None])


def test_what_is_returned_has_none_for_the_unknown_mode():
    true = (None, TRUE[1])
    renamed = match_clusters(true, PRED)
    assert renamed[0] is None
    np.testing.assert_array_equal(renamed[1], match_clusters(TRUE[1], PRED[1]))
    handled_true, handled_pred = handle_unlabeled(true, PRED, "drop")
    assert handled_true[0] is None
    assert handled_pred[0] is None
    assert cari_score(handled_true, handled_pred) == cari_score(true, PRED)


def test_the_report_and_the_matches_say_which_mode_was_compared():
    report = str(coclustering_report((None, TRUE[1]), PRED))
    assert report.startswith("Comparison of two co-clusterings, columns only\n")
    assert match_table((None, TRUE[1]), PRED).of == "columns"
    assert match_table((TRUE[0], None), PRED).of == "rows"


def test_items_that_are_left_out_are_counted_by_mode():
    true = (None, [0, 0, 0, 1, 1, 1, -1, -1] * 4)
    pred = (PRED[1], PRED[0])
    result = permutation_test(true, pred, unlabeled="drop")
    assert result.n_left_out == (None, 8)


def test_an_estimator_is_compared_by_the_modes_that_the_truth_knows():
    model = SpectralCoclustering(3, random_state=0).fit(BLOCKS)
    rows = np.repeat([0, 1, 2], 8)
    columns = np.repeat([0, 1, 2], 6)
    assert cari_score((rows, None), model) == 1.0
    assert cari_score((None, columns), model) == 1.0
    clusterer = KMeans(3, n_init=10, random_state=0).fit(BLOCKS)
    assert cari_score((rows, None), clusterer) == 1.0


def test_columns_that_steps_have_mixed_do_not_hinder_the_comparison_of_rows():
    model = make_pipeline(PCA(2), SpectralCoclustering(2, random_state=0))
    model.fit(BLOCKS + np.random.default_rng(0).normal(size=BLOCKS.shape))
    rows = np.repeat([0, 1, 2], 8)
    expected = cari_score(rows, model[-1].row_labels_)
    assert cari_score((rows, None), model) == expected


def test_a_clusterer_of_rows_has_no_columns_to_compare():
    clusterer = KMeans(3, n_init=1, random_state=0).fit(BLOCKS)
    with pytest.raises(ValueError, match="KMeans clusters only the rows"):
        cari_score((None, np.repeat([0, 1, 2], 6)), clusterer)


def test_a_truth_without_any_labels_is_refused():
    with pytest.raises(ValueError, match="`labels_true` has no labels at all"):
        cari_score((None, None), PRED)
    with pytest.raises(ValueError, match="`memberships_true` has no labels at all"):
        soft_cari_score((None, None), PRED)


@pytest.mark.parametrize(
    ("true", "pred"),
    [(TRUE, (PRED[0], None)), ((None, TRUE[1]), (PRED[0], None))],
)
def test_a_prediction_that_lacks_a_known_mode_is_refused(true, pred):
    with pytest.raises(ValueError, match=r"`labels_pred\[1\]` is None, but the truth"):
        cari_score(true, pred)


@pytest.mark.parametrize(
    ("true", "pred"), [(TRUE[0], PRED), ((TRUE[0], None), PRED[0])]
)
def test_a_plain_array_beside_a_coclustering_is_refused_with_the_line_to_write(
    true, pred
):
    with pytest.raises(ValueError, match=r"`estimator.row_labels_`.*`\(y, None\)`"):
        cari_score(true, pred)


def test_a_plain_array_beside_a_coclusterer_is_refused_with_the_line_to_write():
    model = SpectralCoclustering(3, random_state=0).fit(BLOCKS)
    with pytest.raises(TypeError, match=r"`\(y, None\)`.*`estimator.row_labels_`"):
        cari_score(np.repeat([0, 1, 2], 8), model)


def test_a_single_coclustering_must_have_all_modes():
    with pytest.raises(
        ValueError, match=r"\[1\]` is None, but the labels of both the rows"
    ):
        modularity_score(BLOCKS, (TRUE[0][:24], None))


def test_a_missing_prediction_is_dropped_by_another_option_than_that_passed():
    with pytest.raises(ValueError, match="'drop_either' to leave out items without a"):
        permutation_test([0, 1, None], [0, None, 1], unlabeled="drop")


@pytest.mark.usefixtures("pyplot")
def test_the_display_of_a_matrix_marks_the_known_mode_only():
    rows = np.repeat([0, 1, 2], 8)
    pred = (np.roll(rows, 1), np.repeat([0, 1, 2], 6))
    display = CoclusterDisplay(BLOCKS, (rows, None), pred)
    assert "n_misclassified=(3, None)" in repr(display)
    np.testing.assert_array_equal(display.labels_true[1], display.labels_pred[1])
    ax = display.plot().ax_[0]
    assert ax.get_title().startswith("True clusters of the rows\n")


@pytest.mark.usefixtures("pyplot")
def test_the_display_of_tables_has_the_known_mode_only():
    display = ContingencyDisplay.from_predictions((None, TRUE[1]), PRED)
    (ax,) = display.ax_
    assert ax.get_title().startswith("24 columns, ")


@pytest.mark.usefixtures("pyplot")
def test_the_display_of_tables_names_modes_by_their_numbers():
    true = (TRUE[0], None, TRUE[1])
    pred = (PRED[0], PRED[0], PRED[1])
    display = ContingencyDisplay(contingency_table(true, pred)).plot()
    numbers = [ax.get_title().split(", ")[0] for ax in display.ax_]
    assert numbers == ["32 rows", "24 entries of mode 2"]
