"""Results, whichever function returns them: frozen, short, pickled; any `n_jobs`."""

import pickle
import sys
from dataclasses import FrozenInstanceError, asdict, fields, is_dataclass

import numpy as np
import pytest
from calls import CALLS, PRED, TRUE, calls_with
from joblib import parallel_config

import sklearn_cocluster_metrics as sccm

BICLUSTERS = np.array([[1, 1, 0], [0, 0, 1]]), np.array([[1, 0], [0, 1]])
CHOICE = {
    "params": [{"k": 2}, {"k": 3}],
    "mean_test_stability": [0.9, 0.5],
    "mean_test_resampling_error": [0.0, 0.05],
    "mean_test_n_row_clusters": [2, 3],
    "mean_test_resample_0_stability": [0.9, 0.4],
    "mean_test_resample_1_stability": [0.9, 0.6],
}
OF_CALLS = """
    permutation_test adjusted_for_chance cluster_stability split_half_test compare
    pairwise_scores check_index inconsistency_rates constant_baseline_test
    selection_bias_test score_interval compare_scores separation_test
    refit_test
"""
RESULTS = {
    **{name: CALLS[name] for name in OF_CALLS.split()},
    "choice_frequencies": lambda: sccm.choice_frequencies(
        CHOICE, rule=sccm.finest_stable
    ),
    "match_table": lambda: sccm.match_table(TRUE, PRED),
    "match_table.true": lambda: sccm.match_table(TRUE, PRED).true,
    "PropertyCheck": lambda: CALLS["check_index"]()["symmetry"],
    "pair_counts": lambda: sccm.pair_counts(TRUE, PRED),
    "pair_count_moments": lambda: sccm.pair_count_moments(TRUE, PRED),
    "contingency_table": lambda: sccm.tables.contingency_table(TRUE[0], PRED[0]),
    "cari_decomposition": lambda: sccm.cari_decomposition(TRUE, PRED),
    "mocice_bcubed": lambda: sccm.mocice_bcubed_precision_recall_fscore(
        BICLUSTERS, BICLUSTERS
    ),
}


def contents(result):
    """The parts of a result, as plain containers and arrays, without times."""
    if isinstance(result, sccm.BaselineDisplay):
        return result.means
    if isinstance(result, sccm.results.Comparison):
        return [
            {key: value for key, value in record.items() if "time" not in key}
            for record in result.records
        ]
    return asdict(result) if is_dataclass(result) else result


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_frozen_short_and_pickled(name):
    result = RESULTS[name]()
    assert len(repr(result)) < 300  # which says what was searched
    again = pickle.loads(pickle.dumps(result))
    assert repr(again) == repr(result)
    if isinstance(result, tuple):
        assert again == result
        with pytest.raises(AttributeError, match="set attribute"):
            result.precision = 1.0
        return
    np.testing.assert_equal(contents(again), contents(result))
    for field in fields(result):
        with pytest.raises(FrozenInstanceError, match=field.name):
            setattr(result, field.name, None)


@pytest.mark.parametrize(
    "name", sorted({*RESULTS} - {"contingency_table", "mocice_bcubed"})
)
def test_a_result_is_shown_as_a_table(name):
    pytest.importorskip("pandas")
    result = RESULTS[name]()
    n_rows = len(result.to_frame())
    assert n_rows > 0
    assert "<table>" in result._repr_html_()
    if name != "compare":
        # A result may have notes below its table, each as a paragraph and as a row.
        table, *notes = result.to_markdown().split("\n\n")
        assert len(table.splitlines()) == n_rows + 2
        assert result.to_latex().count(r"\\") == n_rows + 1 + len(notes)


def test_tables_of_a_report_have_its_numbers_and_escape_names():
    pytest.importorskip("pandas")
    true, pred = ([0, 0, 1, 1, 2], [0, 0, 1]), ([0, 1, 1, 1, 2], [0, 1, 1])
    report = sccm.coclustering_report(true, pred, metrics=["nce", "cari_product"])
    nce = report.to_markdown(digits=2).splitlines()[2]
    assert nce == "| NCE | 0.44 | 0.70 | 0.33 | higher | 0 to 1 |  |"
    assert report.to_latex() == report.to_latex(digits=3)
    lines = report.to_latex(digits=1).splitlines()
    assert lines[0] == r"\begin{tabular}{lrrrrrr}"
    assert lines[5].startswith(r"product-CARI & ")
    scores = sccm.pairwise_scores({"a|b": true, "c": pred}, "nce")
    assert scores.to_markdown() == (
        "| NCE | a\\|b | c |\n| --- | --: | --: |\n"
        "| a\\|b | 1.000 | 0.440 |\n| c | 0.440 | 1.000 |"
    )


LABELS = [0, 0, 1, 1, 2] * 8, [0, 0, 1] * 10
FOUND = [0, 1, 1, 1, 2] * 8, [0, 1, 1] * 10


def test_a_report_in_a_paper_has_the_printed_table_test_and_interval():
    report = sccm.coclustering_report(LABELS, FOUND, metrics="cari_product")
    table, *notes = report.to_markdown().split("\n\n")
    assert "| product-CARI | 0.239 | 0.484 | 0.074 | higher | -0.5 to 1 | 0 |" in table
    assert [note.partition(" of ")[0] for note in notes] == [
        "Permutation test",
        "95 % interval",
    ]
    lines = report.to_latex().splitlines()
    assert r"95 \% interval of product-CARI" in lines[-2]
    assert "Permutation test of product-CARI" in lines[-3]
    assert "chance" not in "".join(lines[4:-3])  # no raw fields


def test_the_note_on_a_chance_level_is_no_list_in_markdown():
    report = sccm.coclustering_report(LABELS, FOUND, metrics="cari", inference=False)
    table, note = report.to_markdown().split("\n\n")
    assert "| 0* |" in table
    assert note.startswith(r"\* This chance level does not hold exactly")


def test_a_report_without_pandas_is_a_table_in_markdown(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    report = sccm.coclustering_report([0, 0, 1], [0, 1, 1], inference=False)
    assert report.to_markdown().startswith("|  | value | better | range | by chance |")


@pytest.mark.parametrize("side", [[0, 0, 1, 1], ([0, 0, 1, 1], None)])
def test_both_null_models_are_exact_where_one_mode_is_compared(side):
    pred = ([0, 1, 1, 1], [0]) if isinstance(side, tuple) else [0, 1, 1, 1]
    names = ["adjusted_rand", "cocorrelation", "coami", "nce"]
    report = sccm.coclustering_report(side, pred, metrics=names, inference=False)
    models = report.to_frame()["chance_is_exact_under"].tolist()
    assert models == [["cells", "product"]] * 3 + [[]]


def test_one_null_model_is_exact_for_the_cells_of_biclusters():
    """The cells of a matrix are permuted in other ways than its rows and columns."""
    true = pred = (np.eye(3, 6, dtype=int), np.eye(3, 5, dtype=int))
    names = ["adjusted_bicluster_rnia", "bicluster_omega"]
    report = sccm.bicluster_report(true, pred, metrics=names, inference=False)
    models = report.to_frame()["chance_is_exact_under"].tolist()
    assert models == [["product"], ["cells"]]


@pytest.mark.slow  # as workers start
@pytest.mark.parametrize("name", calls_with("n_jobs"))
def test_the_number_of_jobs_changes_no_number(name):
    alone = CALLS[name]()
    for backend in ("loky", "threading"):
        with parallel_config(backend=backend):
            together = CALLS[name](n_jobs=2)
        np.testing.assert_equal(contents(together), contents(alone))
