"""`pairwise_scores`: every entry is a value of the function; the medoid."""

import re
from functools import partial

import numpy as np
import pandas as pd
import pytest
from contracts import CONTRACTS
from doubles import KMeansCocluster, blocks

import sklearn_cocluster_metrics as sccm

NAMED = pd.Series([0, 1, 1], list("xyz"))
RUNS = {
    "first": ([0, 0, 1, 1, 2], [0, 0, 1]),
    "second": ([0, 0, 1, 1, 1], [0, 1, 1]),
    "third": ([0, 1, 1, 2, 2], [0, 0, 0]),
}
BICLUSTERS = {
    "a": ([[1, 1, 0]], [[1, 1]]),
    "b": ([[1, 1, 1]], [[0, 1]]),
    "c": ([[0, 1, 1], [1, 0, 0]], [[0, 1], [1, 0]]),
}


OVERLAPPING = {
    "a": [[1, 0], [1, 1], [0, 1]],
    "b": [[1, 0], [0, 1], [0, 1]],
    "c": [[1, 1], [1, 0], [0, 0]],
}
RUNS_OF = {"partition": RUNS, "biclustering": BICLUSTERS, "overlapping": OVERLAPPING}


@pytest.mark.parametrize("name", sccm.index_names())
def test_every_score_is_that_of_the_function(name):
    contract = CONTRACTS[name]
    runs = RUNS_OF[contract.structure]
    if contract.disjoint_only:
        runs = {key: runs[key] for key in ("a", "b")}
    found = sccm.pairwise_scores(runs, name)
    expected = [
        [contract(one, other) for other in runs.values()] for one in runs.values()
    ]
    np.testing.assert_allclose(found.scores, expected, rtol=1e-12, atol=1e-14)
    assert found.names == [*runs]
    assert found.greater_is_better == contract.greater_is_better


@pytest.mark.parametrize(
    ("name", "structures"),
    [("f_measure", RUNS), ("classification_error", RUNS), ("e4sc", BICLUSTERS)],
)
def test_the_medoid_agrees_best_with_the_others(name, structures):
    found = sccm.pairwise_scores(structures, name)
    sign = 1 if found.greater_is_better else -1
    means = {
        one: sum(
            sign
            * (
                CONTRACTS[name](structures[one], structures[other])
                + CONTRACTS[name](structures[other], structures[one])
            )
            for other in structures
            if other != one
        )
        for one in structures
    }
    assert found.medoid == max(means, key=means.get)


def test_the_score_of_a_structure_with_itself_does_not_make_it_the_medoid():
    # The mutual information of a clustering with itself is its entropy, which is
    # largest for the clusters that share nothing with the others.
    runs = {
        "halves": [0, 0, 0, 0, 1, 1, 1, 1],
        "like halves": [0, 0, 0, 1, 1, 1, 1, 1],
        "quarters": [0, 1, 2, 3, 0, 1, 2, 3],
    }
    assert sccm.pairwise_scores(runs, "comi").medoid == "like halves"


@pytest.mark.parametrize(("name", "n_values"), [("cari", 6), ("purity", 9)])
def test_symmetric_indices_are_computed_once_a_pair(name, n_values, capfd):
    sccm.pairwise_scores(RUNS, name, verbose=1)
    assert re.search(f"{n_values}(/| of ){n_values}", capfd.readouterr().err)


def test_options_of_the_metric_are_kept():
    smaller = partial(sccm.conmi_score, average_method="min")
    found = sccm.pairwise_scores(RUNS, smaller)
    assert found.scores[1, 2] == smaller(RUNS["second"], RUNS["third"])


def test_fitted_estimators_can_be_compared():
    X, rows, columns = blocks(24, 15)
    structures = {"truth": (rows, columns), "model": KMeansCocluster(3).fit(X)}
    found = sccm.pairwise_scores(structures, sccm.cari_score)
    assert found.scores[0, 1] == sccm.cari_score(*structures.values())


def test_functions_of_your_own_have_a_direction():
    def my_distance(true, pred):
        return sccm.rnia_distance(true, pred)

    with pytest.raises(ValueError, match="Pass `greater_is_better=False`"):
        sccm.pairwise_scores(BICLUSTERS, my_distance)
    found = sccm.pairwise_scores(BICLUSTERS, my_distance, greater_is_better=False)
    assert not found.greater_is_better


def test_the_table_and_the_frame_have_the_scores():
    found = sccm.pairwise_scores(RUNS, "nce")
    assert found.to_frame().loc["first", "third"] == found.scores[0, 2]
    assert str(found).splitlines()[0].split() == ["NCE", *RUNS]
    assert "Medoid: first" in found._repr_html_()
    assert repr(found) == (
        "PairwiseScores(n_structures=3, metric='NCE', medoid='first')"
    )
    with pytest.raises(ValueError, match="read-only"):
        found.scores[0, 0] = 2


def test_the_figure_is_a_heatmap_with_the_medoid_framed(pyplot):
    found = sccm.pairwise_scores(RUNS, "nce")
    ax = found.plot()
    np.testing.assert_array_equal(ax.images[0].get_array(), found.scores)
    assert [text.get_text() for text in ax.get_yticklabels()] == [*RUNS]
    assert len(ax.texts) == 9
    (frame,) = ax.patches
    assert frame.get_xy() == (-0.5, -0.5)


def test_a_list_is_refused_with_the_line_that_makes_a_mapping():
    fits = [[0, 0, 1], [0, 1, 1]]
    line = r"pass `\{str\(i\): fit for i, fit in enumerate\(structures\)\}`"
    with pytest.raises(TypeError, match=line):
        sccm.pairwise_scores(fits, "cari")
    found = sccm.pairwise_scores({str(i): fit for i, fit in enumerate(fits)}, "cari")
    assert found.names == ["0", "1"]


def test_numbers_as_names_are_refused_with_the_line_that_makes_texts():
    structures = {2: [0, 0, 1], 3: [0, 1, 2]}
    line = r"the key 2\. Pass `\{str\(key\): value for .* structures\.items\(\)\}`"
    with pytest.raises(TypeError, match=line):
        sccm.pairwise_scores(structures, "cari")
    found = sccm.pairwise_scores(
        {str(key): value for key, value in structures.items()}, "cari"
    )
    assert found.names == ["2", "3"]


REFUSED = [
    ([[0], [0]], "cari", TypeError, "`structures` must be a mapping"),
    ({"a": [0]}, "cari", ValueError, "only one entry, .* at least two"),
    ({"a": [0], "b": [0, 1]}, "cari", ValueError, "'a' and 'b': .*has"),
    (
        {"a": NAMED, "b": [0, 0, 1], "c": NAMED[::-1]},
        "rand",
        ValueError,
        "`structures` are matched by names in several orders, but not all",
    ),
    (RUNS, "carii", ValueError, "Did you mean 'cari'"),
    (RUNS, lambda true, pred: np.nan, ValueError, "'first': .* has returned NaN"),
]


@pytest.mark.parametrize(("structures", "metric", "error", "message"), REFUSED)
def test_wrong_input_is_refused(structures, metric, error, message):
    with pytest.raises(error, match=message):
        sccm.pairwise_scores(structures, metric)


PARTLY_LABELED = {
    "a": [0, 0, 1, 1, -1, 1],
    "b": [0, 0, 1, 1, 1, None],
    "c": [0, 1, 1, 1, 0, 1],
}


@pytest.mark.parametrize("unlabeled", ["drop", "drop_either", "singletons"])
@pytest.mark.parametrize("metric", ["cari", sccm.cari_score, lambda t, p: 1.0 * len(t)])
def test_items_without_a_label_are_handled_for_each_pair(metric, unlabeled):
    structures = PARTLY_LABELED
    if unlabeled == "drop":  # a prediction may be -1, but not missing
        structures = {**PARTLY_LABELED, "b": [0, 0, 1, 1, 1, -1]}
    found = sccm.pairwise_scores(structures, metric, unlabeled=unlabeled)
    function = sccm.cari_score if metric == "cari" else metric
    for i, true in enumerate(structures.values()):
        for j, pred in enumerate(structures.values()):
            expected = function(*sccm.handle_unlabeled(true, pred, unlabeled))
            assert found.scores[i, j] == pytest.approx(expected)


def test_a_missing_label_names_the_parameter_that_handles_it():
    with pytest.raises(ValueError, match=r"'a' and 'b'.*pass `unlabeled='drop'`"):
        sccm.pairwise_scores(PARTLY_LABELED, "cari")


def test_a_warning_names_the_structure_that_it_is_about():
    structures = {
        "first": list("abbcc"),
        "second": list("aabcc"),
        "exported": ["nan", "b", "b", "c", "c"],
    }
    with pytest.warns(UserWarning, match="the label 'nan'") as warnings_of_pairs:
        sccm.pairwise_scores(structures, "cari")
    messages = {str(warning.message) for warning in warnings_of_pairs}
    assert len(messages) == 1  # Python shows the same message only once
    assert messages.pop().startswith("`structures['exported']` has the label 'nan'")


def test_an_error_names_the_structure_that_it_is_about():
    with pytest.raises(TypeError, match=r"`list\(structures\['a'\]\)`"):
        sccm.pairwise_scores({"a": ("x", "y", "z"), "b": ("x", "x", "z")}, "cari")


def test_a_warning_of_labels_in_runs_names_both_structures():
    rows = np.arange(1000)
    structures = {
        "halves": (rows // 500, rows % 2),
        "thirds": (rows // 334, rows % 2),
        "unsorted": (rows % 3, rows % 2),
    }
    message = r"^In `structures\['halves'\]` and in `structures\['thirds'\]`, every"
    with pytest.warns(UserWarning, match=message):
        sccm.pairwise_scores(structures, "cari")


def test_only_labels_can_be_unlabeled():
    with pytest.raises(ValueError, match="`unlabeled` must be"):
        sccm.pairwise_scores(BICLUSTERS, "e4sc", unlabeled="drop")


def test_a_data_frame_of_runs_is_refused_and_mended():
    runs = pd.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 1, 1]})
    with pytest.raises(TypeError, match=r"pass `dict\(structures\.items\(\)\)`"):
        sccm.pairwise_scores(runs, "cari")
    with pytest.raises(TypeError, match=r"pass `dict\(candidates\.items\(\)\)`"):
        sccm.compare(runs, {"d": (None, [0, 0, 1, 1])}, ["cari"])
    found = sccm.pairwise_scores(dict(runs.items()), "cari")
    assert found.scores[0, 1] == sccm.cari_score(runs["a"], runs["b"])


@pytest.mark.parametrize("metric", ["coami", sccm.coami_score])
def test_an_option_of_the_metric_is_refused_and_mended(metric):
    cure = r'`functools\.partial\(coami_score, average_method="max"\)`'
    with pytest.raises(TypeError, match=f"no parameter `average_method`.* {cure}"):
        sccm.pairwise_scores(RUNS, metric, average_method="max")
    found = sccm.pairwise_scores(RUNS, partial(sccm.coami_score, average_method="max"))
    expected = sccm.coami_score(RUNS["first"], RUNS["second"], average_method="max")
    assert found.scores[0, 1] == expected
    with pytest.raises(
        TypeError, match=r"'coami' has no such option\..*`average_method`"
    ):
        sccm.pairwise_scores(RUNS, metric, averages="max")
