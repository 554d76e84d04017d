"""Overlapping clusterings, wherever two structures are compared."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import sklearn_cocluster_metrics as sccm

TRUE = pd.DataFrame(
    [[1, 0], [1, 0], [1, 1], [0, 1], [0, 1], [0, 0]],
    index=list("abcdef"),
    columns=["up", "down"],
)
PRED = pd.DataFrame(
    [[1, 0, 0], [1, 0, 1], [0, 1, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0]],
    index=list("abcdef"),
    columns=["m1", "m2", "m3"],
)
SHUFFLED = PRED.iloc[[3, 1, 5, 0, 2, 4]]


def test_the_names_of_the_indices_are_listed():
    assert sccm.index_names("overlapping") == [
        "cice_bcubed",
        "omega",
        "overlapping_nmi",
    ]
    assert set(sccm.index_names("overlapping")) < set(sccm.index_names())


@pytest.mark.parametrize("metric", ["omega", "overlapping_nmi"])
def test_the_pvalue_of_permuted_items_approaches_that_of_all_orders(metric):
    true = TRUE.to_numpy()[:5]
    pred = PRED.to_numpy()[:5]
    function = getattr(sccm, f"{metric}_score")
    observed = function(true, pred)
    values = [function(true, pred[list(order)]) for order in permutations(range(5))]
    exact = np.mean([value >= observed - 1e-12 for value in values])
    result = sccm.permutation_test(true, pred, metric, n_draws=300, random_state=0)
    assert result.statistic == observed
    assert result.pvalue == pytest.approx(exact, abs=4 * np.sqrt(exact / 300))
    n_as_good = (result.null_distribution >= observed - 1e-12).sum()
    assert result.pvalue == (1 + n_as_good) / 301


def test_a_function_is_tested_like_the_index_that_it_is_and_your_own_like_any():
    options = {"n_draws": 19, "random_state": 0}
    by_name = sccm.permutation_test(TRUE, PRED, "omega", **options)
    by_function = sccm.permutation_test(TRUE, PRED, sccm.omega_score, **options)
    own = sccm.permutation_test(
        TRUE, PRED, lambda true, pred: sccm.omega_score(true, pred), **options
    )
    assert by_name.pvalue == by_function.pvalue == own.pvalue


def test_tests_and_scores_match_items_by_name():
    for score in (
        lambda pred: sccm.permutation_test(TRUE, pred, "omega", n_draws=1).statistic,
        lambda pred: sccm.pairwise_scores({"t": TRUE, "p": pred}, "omega").scores[0, 1],
    ):
        assert score(SHUFFLED) == score(PRED) == sccm.omega_score(TRUE, PRED)


def test_sparse_matrices_are_tested():
    pair = sparse.csr_array(TRUE.to_numpy()), sparse.csr_array(PRED.to_numpy())
    options = {"n_draws": 19, "random_state": 0}
    found = sccm.permutation_test(*pair, "omega", **options)
    assert found.pvalue == sccm.permutation_test(TRUE, PRED, "omega", **options).pvalue


def test_pairwise_scores_and_their_medoid():
    structures = {"true": TRUE, "pred": PRED, "again": TRUE.iloc[:, ::-1]}
    found = sccm.pairwise_scores(structures, "overlapping_nmi")
    assert found.scores[0, 2] == 1
    assert found.scores[0, 1] == sccm.overlapping_nmi_score(TRUE, PRED)
    assert found.medoid in ("true", "again")
    both_orders = sccm.pairwise_scores({"t": TRUE, "p": PRED}, "cice_bcubed").scores
    assert both_orders[0, 1] != both_orders[1, 0]


def test_orders_of_names_are_refused_beside_a_structure_without_names():
    structures = {"t": TRUE, "p": SHUFFLED, "array": PRED.to_numpy()}
    with pytest.raises(ValueError, match="order"):
        sccm.pairwise_scores(structures, "omega")


def test_candidates_are_compared_with_an_overlapping_truth_by_name():
    candidates = {"same": TRUE.iloc[::-1], "other": SHUFFLED}
    found = sccm.compare(candidates, {"genes": (None, TRUE)}, ["omega", "cice_bcubed"])
    values = {(r["candidate"], r["metric"]): r["value"] for r in found.records}
    assert values["same", "omega"] == 1
    assert values["other", "omega"] == sccm.omega_score(TRUE, PRED)
    assert values["other", "cice_bcubed"] == sccm.cice_bcubed_score(TRUE, PRED)
    assert found.records[0]["n_clusters"] == (2,)
    assert "rows" not in str(found)


def test_a_function_of_your_own_gets_the_matrices():
    found = sccm.compare(
        {"other": PRED}, {"genes": (None, TRUE)}, {"shapes": lambda t, p: t.shape[1]}
    )
    assert found.records[0]["value"] == 2


def test_the_report_has_samples_indices_test_and_matches():
    text = sccm.bicluster_report(TRUE, SHUFFLED, matches=True, random_state=0)
    assert text.startswith("Comparison of two overlapping clusterings of 6 samples")
    assert "samples covered" in text
    assert "Permutation test of Omega" in text
    report = sccm.bicluster_report(
        TRUE, SHUFFLED, matches=True, random_state=0, output_dict=True
    )
    assert list(report["indices"]) == ["omega", "overlapping_nmi", "cice_bcubed"]
    assert report["indices"]["omega"]["value"] == sccm.omega_score(TRUE, PRED)
    assert report["biclusters"]["pred"]["n_cells_covered"] == 6
    expected = sccm.permutation_test(
        TRUE, SHUFFLED, "omega", n_draws=199, random_state=0
    )
    assert report["permutation_test"]["pvalue"] == expected.pvalue
    assert report["matches"] == sccm.match_table(TRUE, SHUFFLED).to_dict()


REFUSED = [
    (lambda: sccm.coclustering_report(TRUE, PRED), "Overlapping .*`bicluster_report`"),
    (
        lambda: sccm.bicluster_report(TRUE, PRED, metrics="e4sc"),
        "'e4sc' compares biclusterings, not overlapping clusterings",
    ),
    (
        lambda: sccm.compare({"a": PRED}, {"d": (None, TRUE)}, "cari"),
        "'cari' compares .* not overlapping clusterings",
    ),
    (lambda: sccm.permutation_test(TRUE, PRED), '`metric="omega"`'),
    (lambda: sccm.get_scorer("omega"), "No scorer takes it; `permutation_test`"),
    (
        lambda: sccm.make_cocluster_scorer("omega", row_labels=TRUE),
        r"No scorer takes it.* of your own, a function \(estimator, X, y\)",
    ),
    (
        lambda: sccm.make_cocluster_scorer(sccm.omega_score, row_labels=TRUE),
        "No scorer takes it",
    ),
    (lambda: sccm.make_stability_scorer("omega"), "No scorer takes it"),
    (lambda: sccm.adjusted_for_chance(TRUE, PRED, "omega"), "compares overlapping"),
    (lambda: sccm.meta_evaluation.check_index("omega"), "compares overlapping"),
    (
        lambda: sccm.match_table(TRUE, [0, 0, 1, 1, 1, 1]),
        r"`pred` must be an indicator of shape \(n_samples, .*`clusters_to_indicators",
    ),
    (
        lambda: sccm.permutation_test(TRUE, PRED, "omega", unlabeled="drop"),
        "`unlabeled` must be",
    ),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_does_not_take_them_says_what_does(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_misspelt_metric_is_answered_with_an_index_of_overlapping_clusters():
    with pytest.raises(ValueError, match="Did you mean 'omega'"):
        sccm.permutation_test(TRUE, PRED, "omga")


def test_compare_says_that_labels_have_no_random_parts():
    clusters = np.array([[1, 0], [1, 1], [0, 1]])
    candidates = {"a": clusters, "b": clusters[:, :1]}
    data = {"sets": (None, clusters)}
    with pytest.warns(UserWarning, match="`subsample` has no effect on `data"):
        comparison = sccm.compare(candidates, data, "omega", subsample=(0.5, 0.5))
    with pytest.raises(ValueError, match="To test whether two given clusterings"):
        comparison.differences("a", "b")


def test_compare_refuses_mappings_to_members_with_both_conversions():
    clusters = np.array([[1, 0], [1, 1], [0, 1]])
    message = "`clusters_to_labels.* or, if clusters overlap, `clusters_to_indicators"
    with pytest.raises(TypeError, match=message):
        sccm.compare({"a": {"x": {0, 1}}}, {"sets": (None, clusters)}, "omega")
