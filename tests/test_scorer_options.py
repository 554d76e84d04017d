"""What a scorer is made of: metrics by name, several metrics, options, its truth."""

import re
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from doubles import KMeansCocluster, NamedRescaler, blocks
from sklearn.cluster import SpectralBiclustering
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    consensus_score,
    fowlkes_mallows_score,
    homogeneity_score,
    normalized_mutual_info_score,
    rand_score,
    v_measure_score,
)
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    _statistics as statistics,
    bicluster_fbeta_score,
    cari_score,
    classification_error,
    get_scorer,
    get_scorer_names,
    labels_to_biclusters,
    make_bicluster_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    score_from_tables,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._structures import check_labels

X, ROWS, COLUMNS = blocks()
TRUTH = {"row_labels": ROWS, "column_labels": COLUMNS}
INDICATORS = dict(
    zip(("rows", "columns"), labels_to_biclusters((ROWS, COLUMNS)), strict=True)
)
MODEL = KMeansCocluster(4, 2).fit(X)
FOUND = (MODEL.row_labels_, MODEL.column_labels_)


def shout(labels_true, labels_pred):
    """Return an index of one's own."""
    return 0.25


# Several metrics


def test_a_list_of_metrics_gives_a_score_under_each_name():
    scorer = make_cocluster_scorer(["cari", classification_error, shout], **TRUTH)
    assert scorer(MODEL, X) == {
        "cari": cari_score((ROWS, COLUMNS), FOUND),
        "neg_classification_error": -classification_error((ROWS, COLUMNS), FOUND),
        "shout": 0.25,
    }


def test_a_dictionary_of_metrics_gives_a_score_under_each_key():
    metrics = {
        "cells": "cari",
        "product": partial(cari_score, null_model="product"),
        "loss": "classification_error",
    }
    scorer = make_cocluster_scorer(metrics, **TRUTH)
    assert scorer(MODEL, X) == {
        "cells": cari_score((ROWS, COLUMNS), FOUND),
        "product": cari_score((ROWS, COLUMNS), FOUND, null_model="product"),
        "loss": -classification_error((ROWS, COLUMNS), FOUND),
    }
    assert repr(scorer) == (
        "make_cocluster_scorer(cells: higher, product: higher, loss: lower, negated)"
    )


def test_several_metrics_of_predictions_and_of_rows_alone():
    model = InductiveCocluster(KMeansCocluster()).fit(X)
    scorer = make_cocluster_scorer(["cari", "nce"])
    assert scorer(model, X, ROWS) == {"cari": 1, "nce": 1}
    assert repr(scorer) == "make_cocluster_scorer(rows only: cari: higher, nce: higher)"


def test_several_metrics_of_biclusters():
    model = SpectralBiclustering((3, 3), random_state=0).fit(X)
    metrics = ["e4sc", "rnia_distance", consensus_score]
    scorer = make_bicluster_scorer(metrics, **INDICATORS)
    assert scorer(model, X) == {"e4sc": 1, "neg_rnia_distance": 0, "consensus_score": 1}


def test_a_search_refits_by_the_key_of_one_of_several_metrics():
    search = GridSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": [2, 3, 4]},
        scoring=make_cocluster_scorer(["cari", "classification_error"], **TRUTH),
        refit="neg_classification_error",
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(X)
    assert search.best_params_ == {"n_row_clusters": 3}
    assert search.best_score_ == 0
    assert search.cv_results_["mean_test_cari"][1] == 1
    found = cross_validate(MODEL, X, scoring=search.scoring, cv=WholeDataSplit())
    assert found["test_neg_classification_error"] < 0


def test_a_scorer_and_one_of_stability_stand_in_one_dictionary():
    scoring = {
        "cari": make_cocluster_scorer("cari", **TRUTH),
        "stability": make_stability_scorer(n_resamples=2),
    }
    found = cross_validate(
        KMeansCocluster(), X, scoring=scoring, cv=WholeDataSplit(), error_score="raise"
    )
    assert found["test_cari"] == found["test_stability"] == 1


def test_each_table_is_counted_once_for_all_metrics(monkeypatch):
    counted = []
    count = statistics._counting.count_table
    monkeypatch.setattr(
        statistics._counting,
        "count_table",
        lambda *pair: counted.append(pair) or count(*pair),
    )
    make_cocluster_scorer(["cari", "nce", "coami", "jaccard"], **TRUTH)(MODEL, X)
    assert len(counted) == 2


@pytest.mark.parametrize(
    ("metrics", "options", "error", "message"),
    [
        ([], {}, ValueError, "`metric` is empty"),
        ({}, {}, ValueError, "`metric` is empty"),
        (["cari", cari_score], {}, ValueError, "the same name twice"),
        ({1: "cari"}, {}, TypeError, "must have strings as keys, got 1"),
        (["cari", "e4sc"], {}, ValueError, "'e4sc' compares biclusterings"),
        (["cari", 3], {}, TypeError, "must be a name or a function, got int"),
        (["cari", "nce"], {"null_model": "cells"}, TypeError, "`null_model` could be"),
        (
            ["cari", shout],
            {"greater_is_better": True},
            TypeError,
            "`greater_is_better` could be meant for any",
        ),
    ],
)
def test_several_metrics_that_are_none_are_refused(metrics, options, error, message):
    with pytest.raises(error, match=message):
        make_cocluster_scorer(metrics, **TRUTH, **options)


# Names


MAKERS = {
    "cocluster": lambda name: make_cocluster_scorer(name, **TRUTH),
    "bicluster": lambda name: make_bicluster_scorer(name, **INDICATORS),
    "registry": get_scorer,
    "tables": lambda name: score_from_tables(name, ()),
}


@pytest.mark.parametrize(
    ("maker", "name", "message"),
    [
        ("cocluster", "neg_cari", "Pass 'cari', without `neg_`."),
        ("cocluster", "cari_score", "Pass 'cari', without `_score`."),
        ("cocluster", "neg_nce_score", "Pass 'nce', without `neg_` and `_score`."),
        ("cocluster", "adjusted_rand_score", "For co-clusterings, pass 'cari'."),
        ("cocluster", "conmy", "Did you mean 'conmi'"),
        ("bicluster", "bicluster_fbeta_score", "Pass 'bicluster_fbeta', without"),
        ("registry", "neg_cari", "Pass 'cari', without `neg_`."),
        ("registry", "cari_score", "Pass 'cari', without `_score`."),
        ("registry", "clustering_eror", "Did you mean 'neg_clustering_error'"),
        ("tables", "nce_score", "Pass 'nce', without `_score`."),
        ("tables", "neg_minkowski", "Pass 'minkowski', without `neg_`."),
        ("registry", "zzz", "`get_scorer_names` lists the names."),
    ],
)
def test_an_unknown_name_is_answered_with_the_one_that_was_meant(maker, name, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        MAKERS[maker](name)
    assert repr(name) in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("maker", ["cocluster", "tables"])
def test_names_of_biclusterings_are_not_suggested_for_co_clusterings(maker):
    with pytest.raises(ValueError, match="Did you mean") as caught:
        MAKERS[maker]("jacard")
    assert "bicluster" not in str(caught.value)


def test_names_of_one_structure_are_listed():
    partitions = get_scorer_names("coclustering")
    assert get_scorer_names("clustering") == get_scorer_names("partition") == partitions
    others = get_scorer_names("biclustering") + get_scorer_names("internal")
    assert get_scorer_names() == sorted(partitions + others)
    for name in partitions:
        assert CONTRACTS[name.removeprefix("neg_")].structure == "partition"
    with pytest.raises(ValueError, match="`structure` must be one of None, 'clus"):
        get_scorer_names("biclusters")


# Functions of scikit-learn


OF_SKLEARN = {
    adjusted_rand_score: "'cari'",
    rand_score: "'rand'",
    fowlkes_mallows_score: "'fowlkes_mallows'",
    adjusted_mutual_info_score: "'coami' with `average_method=\"arithmetic\"`",
    normalized_mutual_info_score: "'conmi' with `average_method=\"arithmetic\"`",
    v_measure_score: "'conmi' with `average_method=\"arithmetic\"`",
}


@pytest.mark.parametrize(("metric", "equivalent"), OF_SKLEARN.items())
def test_an_index_of_plain_clusterings_is_refused_with_its_equivalent(
    metric, equivalent
):
    for wrapped in (metric, partial(metric)):
        with pytest.raises(ValueError, match=re.escape(f"Pass {equivalent}")):
            make_cocluster_scorer(wrapped, **TRUTH)
    with pytest.raises(ValueError, match="compares plain clusterings"):
        make_stability_scorer(metric)
    with pytest.raises(ValueError, match="`make_cocluster_scorer` takes it"):
        make_bicluster_scorer(metric, **INDICATORS)


@pytest.mark.parametrize(("metric", "equivalent"), OF_SKLEARN.items())
def test_the_equivalent_of_an_index_of_scikit_learn_equals_it(metric, equivalent):
    name = equivalent.split("'")[1]
    options = {"average_method": "arithmetic"} if "average" in equivalent else {}
    ours = make_cocluster_scorer(name, row_labels=ROWS, **options)
    theirs = make_cocluster_scorer(metric, row_labels=ROWS)
    assert ours(MODEL, X) == pytest.approx(theirs(MODEL, X), rel=1e-12)


def test_an_index_of_scikit_learn_without_equivalent_is_refused_too():
    with pytest.raises(ValueError, match=r"not co-clusterings\.$"):
        make_cocluster_scorer(homogeneity_score, **TRUTH)
    with pytest.raises(ValueError, match="`make_bicluster_scorer` takes it"):
        make_cocluster_scorer(consensus_score, **TRUTH)


# Options


@pytest.mark.parametrize("transpose", ["False", "no", 0, 1, None, [True]])
def test_transpose_must_be_true_or_false(transpose):
    with pytest.raises(TypeError, match="`transpose` must be True or False, got"):
        make_cocluster_scorer("cari", **TRUTH, transpose=transpose)
    with pytest.raises(TypeError, match="`transpose` must be True or False, got"):
        make_bicluster_scorer("e4sc", **INDICATORS, transpose=transpose)


@pytest.mark.parametrize(
    ("name", "options", "error", "message"),
    [
        ("bicluster_fbeta", {"beta": "2"}, TypeError, "`beta` must be a number"),
        ("bicluster_fbeta", {"beta": -1}, ValueError, "`beta` must be finite and not"),
        ("bicluster_goodness", {"ratio": np.inf}, ValueError, "`ratio` must be finite"),
        ("bicluster_jaccard", {"clip": "no"}, TypeError, "`clip` must be True or Fal"),
        ("cari", {"betaa": 2}, TypeError, "'cari' has no option `betaa`"),
    ],
)
def test_options_are_checked_when_the_scorer_is_made(name, options, error, message):
    truth = TRUTH if name == "cari" else INDICATORS
    with pytest.raises(error, match=message):
        get_scorer(name, **truth, **options)


def test_options_that_a_function_of_ones_own_does_not_take_are_refused():
    with pytest.raises(TypeError, match=r"shout cannot be called .*\['loud'\]"):
        make_cocluster_scorer(shout, **TRUTH, loud=True)
    with pytest.raises(TypeError, match="<lambda> cannot be called with two struct"):
        make_cocluster_scorer(lambda labels: 0.0, **TRUTH)


# The truth that a scorer keeps


def test_a_truth_that_is_changed_later_changes_no_score():
    rows, columns = ROWS.copy(), COLUMNS.copy()
    by_name = {f"x{number}": label for number, label in enumerate(COLUMNS)}
    indicators = {name: np.array(part) for name, part in INDICATORS.items()}
    scorers = [
        make_cocluster_scorer("cari", row_labels=rows, column_labels=columns),
        make_cocluster_scorer(cari_twice, row_labels=rows, column_labels=columns),
        make_cocluster_scorer("cari", row_labels=rows, column_labels=by_name),
        make_bicluster_scorer("e4sc", **indicators),
    ]
    model = make_pipeline(
        NamedRescaler(), SpectralBiclustering((3, 3), random_state=0)
    ).fit(X)
    assert [scorer(model, X) for scorer in scorers] == [1, 1, 1, 1]
    rows[:], columns[:] = rows[::-1].copy(), 0
    by_name.update(dict.fromkeys(by_name, 0))
    for part in indicators.values():
        part[:] = 0
    assert [scorer(model, X) for scorer in scorers] == [1, 1, 1, 1]


def cari_twice(labels_true, labels_pred):
    """Return the CARI, and write into what was passed."""
    score = cari_score(labels_true, labels_pred)
    for labels in labels_true:
        labels[:] = labels[0]
    return score


def spoiling(biclusters_true, biclusters_pred):
    """Return an index of biclusters, and write into what was passed."""
    score = bicluster_fbeta_score(biclusters_true, biclusters_pred)
    for indicator in biclusters_true:
        indicator[:] = 0
    return score


def test_a_function_that_writes_into_labels_changes_no_later_score():
    scorer = make_cocluster_scorer(cari_twice, **TRUTH)
    model = KMeansCocluster().fit(X)
    assert scorer(model, X) == scorer(model, X) == 1
    scorer = make_bicluster_scorer(spoiling, **INDICATORS)
    model = SpectralBiclustering((3, 3), random_state=0).fit(X)
    assert scorer(model, X) == scorer(model, X) == 1


def test_a_truth_is_coded_once(monkeypatch):
    module = __import__(check_labels.__module__, fromlist=["factorize"])
    coded = []
    factorize = module.factorize
    monkeypatch.setattr(
        module, "factorize", lambda values: coded.append(1) or factorize(values)
    )
    names = np.array(["ash", "beech", "cedar"])
    scorer = make_cocluster_scorer(
        "cari", row_labels=names[ROWS], column_labels=names[COLUMNS]
    )
    assert len(coded) == 2
    for _ in range(3):  # fitted labels are integers, which are their own codes
        scorer(MODEL, X)
    assert len(coded) == 2


def test_scorers_in_threads_change_no_filter_of_warnings():
    model = make_pipeline(NamedRescaler(), KMeansCocluster()).fit(X)
    scorer = make_cocluster_scorer(["cari", "nce"], **TRUTH)
    before, start = list(warnings.filters), threading.Barrier(16)

    def score_often(_):
        start.wait()
        return [scorer(model, X)["cari"] for _ in range(20)]

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(score_often, range(16)))
    assert found == [[1] * 20] * 16
    assert warnings.filters == before
