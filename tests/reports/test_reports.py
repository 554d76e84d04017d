"""Reports: every number is that of the function it names; text, HTML and dict agree."""

import copy
import pickle
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.metrics import v_measure_score

from sklearn_cocluster_metrics import (
    bicluster_precision_score,
    bicluster_report,
    cari_decomposition,
    cari_score,
    coami_score,
    coclustering_report,
    conmi_score,
    nce_score,
    pair_counting_score,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics._reports import _report

TRUE = ([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1])
PRED = ([0, 0, 1, 1, 1, 1, 2, 2], [0, 0, 1, 1, 0])
LARGE = [tuple(mode * 3 for mode in side) for side in (TRUE, PRED)]
BICLUSTERS = ([[1, 1, 1, 0, 0], [0, 0, 1, 1, 0]], [[1, 1, 0, 0], [1, 0, 1, 1]])
EVEN = {"sample_weight": "balanced"}
FOUND = ([[1, 1, 0, 0, 0]], [[1, 1, 0, 0]])


def test_values_are_those_of_the_functions():
    report = coclustering_report(TRUE, PRED, output_dict=True)
    indices = report["indices"]
    assert indices["cari"]["value"] == cari_score(TRUE, PRED)
    assert indices["cari"]["rows"] == pair_counting_score(TRUE[0], PRED[0])
    assert indices["coami"]["columns"] == coami_score(TRUE[1], PRED[1])
    assert indices["nce"]["value"] == nce_score(TRUE, PRED)
    decomposition = cari_decomposition(TRUE, PRED)
    assert report["decomposition"] == decomposition.to_dict()
    test = permutation_test(TRUE, PRED, "cari_product")
    assert report["permutation_test"]["pvalue"] == test.pvalue
    pvalues_of_modes = report["permutation_test"]["pvalues_of_modes"]
    assert pvalues_of_modes == list(test.pvalues_of_modes)
    interval = score_interval(*LARGE, "cari_product")
    of_large = coclustering_report(*LARGE, output_dict=True)["interval"]
    assert (of_large["low"], of_large["high"]) == (interval.low, interval.high)
    assert [*report["modes"]["rows"].values()] == [8, 3, 3, 0]


def test_a_report_names_the_options_of_an_index():
    arithmetic = partial(conmi_score, average_method="arithmetic")
    report = coclustering_report(TRUE[0], PRED[0], metrics=arithmetic)
    assert "\ncoNMI, arithmetic  " in report
    assert "Permutation test of coNMI, arithmetic (" in report
    assert report.entries["indices"]["conmi"]["header"] == "coNMI, arithmetic"
    assert "\ncoNMI  " in coclustering_report(TRUE[0], PRED[0], metrics="conmi")


def test_weighted_indices_have_headers_that_say_so():
    report = coclustering_report(TRUE, PRED, metrics="cari", sample_weight="balanced")
    assert "\nCARI, weighted  " in report


def test_properties_are_those_of_the_contracts():
    metrics = ["enmi", "variation_of_information", "cari"]
    found = coclustering_report(TRUE, PRED, metrics=metrics, output_dict=True)
    enmi, vi, cari = found["indices"].values()
    assert list(found["indices"]) == metrics
    assert (enmi["lower"], enmi["upper"], enmi["chance_level"]) == (0, 2, None)
    assert (vi["greater_is_better"], vi["upper"]) == (False, None)
    assert (cari["chance_level"], cari["chance_is_exact_under"]) == (0, ["cells"])


@pytest.mark.parametrize("weights", ["balanced", ([1.0, 2, 1, 1, 0, 1, 3, 1], None)])
def test_weighted_indices_are_those_of_the_functions(weights):
    report = coclustering_report(TRUE, PRED, sample_weight=weights, output_dict=True)
    found = report["indices"]
    assert found["cari"]["value"] == cari_score(TRUE, PRED, sample_weight=weights)
    assert found["nce"]["value"] == nce_score(TRUE, PRED, sample_weight=weights)
    of_rows = weights if weights == "balanced" else weights[0]
    rows = cari_score(TRUE[0], PRED[0], sample_weight=of_rows)
    assert found["cari"]["rows"] == rows
    assert (found["cari"]["lower"], found["nce"]["lower"]) == (None, 0)
    assert found["cari"]["chance_level"] is None
    assert "coami" not in found
    assert report["modes"]["rows"]["n_entries"] == 8
    for part in ("decomposition", "permutation_test", "interval"):
        assert report[part] is None
    text = coclustering_report(TRUE[0], PRED[0], sample_weight=of_rows)
    assert text.startswith("Comparison of two clusterings, weighted\n")


def loss(true, pred):
    """Return a number that has no name of a direction."""
    return 1.0


def test_the_direction_of_a_metric_of_ones_own_is_as_told():
    for report, pair in (
        (coclustering_report, (TRUE, PRED)),
        (bicluster_report, (BICLUSTERS, FOUND)),
    ):
        options = {"inference": False, "output_dict": True}
        for direction in (True, False):
            told = {"greater_is_better": {"loss": direction}}
            row = report(*pair, metrics=loss, **options, **told)["indices"]["loss"]
            assert row["greater_is_better"] == direction


def test_a_clustering_has_no_modes_and_no_decomposition():
    report = coclustering_report(TRUE[0], PRED[0], output_dict=True)
    assert "rows" not in report["indices"]["adjusted_rand"]
    assert report["decomposition"] is None
    assert report["permutation_test"]["metric"] == "adjusted Rand"
    text = coclustering_report(TRUE[0], PRED[0])
    assert text.startswith("Comparison of two clusterings\n")
    assert "*" not in text


def test_more_modes_are_numbered():
    true, pred = (*TRUE, [0, 1]), (*PRED, [0, 0])
    report = coclustering_report(true, pred, output_dict=True)
    assert report["indices"]["cari"]["mode_2"] == cari_score([0, 1], [0, 0])
    assert report["decomposition"] == cari_decomposition(true, pred).to_dict()


def test_labels_of_an_estimator_have_no_interval():
    true, (rows, columns) = LARGE
    fitted = SimpleNamespace(row_labels_=rows, column_labels_=columns, fit=print)
    report = coclustering_report(true, fitted, output_dict=True)
    of_labels = coclustering_report(*LARGE, output_dict=True)
    assert report["interval"] is None
    assert of_labels["interval"] is not None
    assert report["permutation_test"] == of_labels["permutation_test"]


def test_a_small_sample_has_no_interval():
    for pair in ((TRUE, PRED), (([0, 1], [0]), ([0, 1], [0]))):
        report = coclustering_report(*pair, output_dict=True)
        assert report["interval"] is None
        assert "interval" not in coclustering_report(*pair)


def test_the_text_is_a_string_that_a_notebook_shows_as_tables():
    report = coclustering_report(TRUE, PRED, metrics={"<b>": "cari", "nce": "nce"})
    assert isinstance(report, str)
    assert repr(report) == str(report)
    html = report._repr_html_()
    for name in ("NCE", "columns", "rows and columns"):
        assert name in report
        assert f">{name}</th>" in html
    assert ">&lt;b&gt;</th>" in html
    assert html.count("<table>") == 3
    for twin in (copy.copy(report), pickle.loads(pickle.dumps(report))):
        assert twin == report
        assert twin._repr_html_() == html


def share_of_equal(true, pred):
    """Return the share of row labels that are equal."""
    return float(np.mean(np.asarray(true[0]) == pred[0]))


def test_a_function_of_ones_own_has_a_value_only():
    report = coclustering_report(TRUE, PRED, metrics=share_of_equal, output_dict=True)
    entry = report["indices"]["share_of_equal"]
    assert entry["value"] == 7 / 8
    assert entry["rows"] is entry["lower"] is entry["chance_level"] is None
    rows = TRUE[0], PRED[0]
    of_rows = coclustering_report(*rows, metrics=v_measure_score, output_dict=True)
    found = of_rows["indices"]["v_measure_score"]["value"]
    assert found == v_measure_score(*rows)


def test_biclusters_are_counted():
    report = bicluster_report(BICLUSTERS, FOUND, random_state=0, output_dict=True)
    assert report["shape"] == [5, 4]
    # Cell (2, 0) is in both true biclusters.
    keys = ("n_biclusters", "overlapping", "n_cells_covered")
    assert report["biclusters"]["true"] == dict(zip(keys, (2, True, 11), strict=True))
    assert report["biclusters"]["pred"] == dict(zip(keys, (1, False, 4), strict=True))
    assert report["n_cells_covered_by_both"] == 4
    precision = report["indices"]["bicluster_precision"]
    assert precision["value"] == bicluster_precision_score(BICLUSTERS, FOUND)
    test = permutation_test(
        BICLUSTERS, FOUND, "bicluster_fbeta", n_draws=199, random_state=0
    )
    assert report["permutation_test"]["pvalue"] == test.pvalue


TESTED = [
    (coclustering_report, TRUE, "product-CARI of each mode, Fisher's combination"),
    (coclustering_report, TRUE[0], "adjusted Rand (exact): p ="),
    (
        partial(bicluster_report, random_state=0),
        BICLUSTERS,
        "bicluster F-measure (labels, 199 draws): p",
    ),
]


@pytest.mark.parametrize(("report", "true", "tested"), TESTED)
def test_inference_can_be_left_out(report, true, tested):
    shown, quick = report(true, true), report(true, true, inference=False)
    assert f"Permutation test of {tested}" in shown
    assert shown.startswith(quick.rstrip())
    assert "Permutation" not in quick
    assert "interval" not in quick


def test_the_test_and_the_interval_are_those_of_the_first_metric_asked_for():
    asked = coclustering_report(*LARGE, metrics=["coami", "nce"], output_dict=True)
    options = {"n_draws": 199, "random_state": 0}
    expected = permutation_test(*LARGE, "coami", **options)
    assert asked["permutation_test"]["metric"] == "coAMI"
    assert asked["permutation_test"]["pvalue"] == expected.pvalue
    assert asked["interval"] is None
    asked = coclustering_report(*LARGE, metrics=["cocorrelation"], output_dict=True)
    assert asked["interval"]["high"] == score_interval(*LARGE, "cocorrelation").high
    unadjusted = coclustering_report(TRUE, PRED, metrics="classification_error")
    assert "Permutation test of classification error of each mode" in unadjusted
    assert "interval" not in unadjusted
    for metric in ("bicluster_csi", share_of_equal):
        report = bicluster_report(
            BICLUSTERS, BICLUSTERS, metrics={"asked": metric}, output_dict=True
        )
        assert report["permutation_test"]["metric"] == "asked"


def test_no_bicluster_is_reported_too():
    nothing = (np.zeros((0, 5)), np.zeros((0, 4)))
    report = bicluster_report(BICLUSTERS, nothing, output_dict=True, inference=False)
    assert report["biclusters"]["pred"]["n_biclusters"] == 0
    assert report["indices"]["bicluster_recall"]["value"] == 0


REFUSED = [
    (coclustering_report, TRUE, {"metrics": ["caro"]}, "Did you mean"),
    (coclustering_report, TRUE, {"metrics": []}, "is empty"),
    (coclustering_report, TRUE, {"metrics": "e4sc"}, "biclusterings"),
    (coclustering_report, TRUE, EVEN | {"matches": True}, "`matches` counts samples"),
    (coclustering_report, TRUE, EVEN | {"metrics": "coami"}, "'coami'"),
    (bicluster_report, BICLUSTERS, {"metrics": "cari"}, "clusterings"),
]


@pytest.mark.parametrize(("report", "true", "options", "message"), REFUSED)
def test_wrong_options_are_refused(report, true, options, message):
    with pytest.raises(ValueError, match=message):
        report(true, true, **options)


@pytest.mark.parametrize("value", [-1e-5, -0.0])
def test_what_rounds_to_zero_has_no_sign(value):
    metrics = {"own": lambda true, pred: value}
    text = coclustering_report([0, 1], [0, 1], metrics=metrics, inference=False)
    assert "\nown  0.000  higher\n" in text


def test_a_report_of_many_clusters_makes_fewer_draws_and_prints_their_number(
    monkeypatch,
):
    monkeypatch.setattr(_report, "_COST_OF_TEST", 1e8)
    generator = np.random.default_rng(0)
    true, pred = generator.integers(1000, size=(2, 4000))
    report = coclustering_report(true, pred, output_dict=True)
    assert report["permutation_test"]["n_draws"] == 248
    assert "(labels, 248 draws)" in coclustering_report(true, pred)


def test_a_report_makes_199_draws_however_many_clusters_there_are():
    sizes = (np.ones(10**6, dtype=np.int64), np.ones(10**6, dtype=np.int64))
    table = SimpleNamespace(sizes=sizes)
    assert _report._n_draws_of_default_index([table]) == 199


def test_a_report_with_an_exact_test_makes_no_draws():
    report = coclustering_report(TRUE, PRED, output_dict=True)
    assert report["permutation_test"]["n_draws"] is None


def test_the_note_on_chance_names_the_modes_that_are_compared():
    labels = np.arange(12) % 3
    sides = (labels, None, np.arange(12) % 2), (labels, labels, labels)
    text = str(coclustering_report(*sides, inference=False))
    assert "exactly when rows and mode_2 are permuted" in text
