"""Errors and warnings name the cure that helps: the ways in which users went wrong."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted, KMeansCocluster
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import FunctionTransformer

from sklearn_cocluster_metrics import (
    BiclusterDisplay,
    CoclusterDisplay,
    FunctionCocluster,
    cari_score,
    coclustering_of,
    coclustering_report,
    compare_scores,
    make_bicluster_scorer,
    make_cocluster_scorer,
    pairwise_scores,
    permutation_test,
    score_interval,
    soft_cari_score,
    stability_score,
)
from sklearn_cocluster_metrics.results import Comparison

X = pd.DataFrame(
    np.random.RandomState(0).random_sample((30, 12)),
    columns=[f"gene{number}" for number in range(12)],
)
ROWS, COLUMNS = np.arange(30) % 3, np.arange(12) % 3
OF_GENES = pd.Series(COLUMNS, index=X.columns)
MODEL = SpectralCoclustering(3, random_state=0).fit(X.to_numpy())
BICLUSTERS = MODEL.rows_, MODEL.columns_
CELLS = 3 * ROWS[:, None] + COLUMNS
RENAMED = X.rename(columns={"gene7": "gene7b"})


class Plain(KMeansCocluster):
    """No class of scikit-learn's, as far as its parameters go."""

    def get_params(self):
        return {}


def scored(model, data=X, column_labels=OF_GENES, **options):
    """Score a model that is fitted here, if it is not."""
    scorer = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=column_labels, **options
    )
    return scorer(model, data)


def of_both(verbose):
    """Two transformers of the same columns, and a co-clusterer."""
    copy = FunctionTransformer(np.abs, feature_names_out="one-to-one")
    both = FeatureUnion([("a", copy), ("b", copy)], verbose_feature_names_out=verbose)
    return make_pipeline(both, SpectralCoclustering(3, random_state=0)).fit(X)


def labeled(X, k=3):
    return ROWS, COLUMNS


RUNS = np.arange(60).reshape(20, 3) % 4
STORED = SimpleNamespace(row_labels_=ROWS, column_labels_=COLUMNS)
MISTAKES = {
    "a renamed gene": (
        lambda: scored(MODEL, column_labels=pd.Series(COLUMNS, RENAMED.columns)),
        "only the first has 'gene7b'; only the second has 'gene7'",
    ),
    "a gene renamed after the fit": (
        lambda: scored(SpectralCoclustering(3).fit(X), RENAMED),
        "fitted on: only `X` has 'gene7b'; only the fit has 'gene7'",
    ),
    "columns in another order": (
        lambda: scored(SpectralCoclustering(3).fit(X), X[X.columns[::-1]]),
        "fitted on: the order differs",
    ),
    "a union with prefixes": (
        lambda: scored(of_both(verbose=True)),
        "'a__gene0'. Give it labels with these .*`verbose_feature_names_out=False`",
    ),
    "a union without prefixes": (
        lambda: scored(of_both(verbose=False)),
        r"not unique.*Keep the prefixes \(`verbose_feature_names_out=True`\)",
    ),
    "a clusterer of rows with labels of columns": (
        lambda: scored(KMeans(3, n_init=1, random_state=0).fit(X)),
        "KMeans clusters only the rows.*In a scorer, pass only `row_labels`",
    ),
    "a pipeline of a clusterer of rows": (
        lambda: cari_score((ROWS, COLUMNS), make_pipeline(KMeans(3, n_init=1)).fit(X)),
        r" KMeans clusters only the rows.*give the truth as `\(row_labels, None\)`",
    ),
    "labels of columns in an attribute of its own beside `labels_`": (
        lambda: cari_score((ROWS, COLUMNS), Fitted(labels_=ROWS, col_labels_=COLUMNS)),
        r"If these are its labels, .*accessor=\('labels_', 'col_labels_'\)",
    ),
    "a seed of an interval": (
        lambda: score_interval(ROWS, ROWS, random_state=0),
        "Leave out `random_state`, because the result is the same at every call",
    ),
    "a seed of a difference": (
        lambda: compare_scores(ROWS, ROWS, ROWS, seed=0),
        "Leave out `seed`, because the result is the same at every call",
    ),
    "a matrix of labels of cells": (
        lambda: cari_score(CELLS, CELLS),
        r"labels of the cells.* pass `\(labels\[:, 0\], labels\[0\]\)`.*not be tested",
    ),
    "a matrix of labels of cells against a co-clustering": (
        lambda: cari_score(CELLS, (ROWS, COLUMNS)),
        r"`labels_true` must be 1-D.* pass `\(labels\[:, 0\], labels\[0\]\)`",
    ),
    "labels of rows against a co-clusterer": (
        lambda: cari_score(ROWS, MODEL),
        r"the truth as `\(y, None\)`; or compare them with `estimator.row_labels_`",
    ),
    "transposed data and biclusters": (
        lambda: make_bicluster_scorer("e4sc", rows=MODEL.rows_, columns=MODEL.columns_)(
            SpectralCoclustering(3).fit(X.T.to_numpy()), X.T.to_numpy()
        ),
        "`X` seems to be transposed: pass `X.T`",
    ),
    "transposed data": (
        lambda: scored(
            SpectralCoclustering(3).fit(X.T.to_numpy()), X.T.to_numpy(), COLUMNS
        ),
        "`X` seems to be transposed: pass `X.T`",
    ),
    "biclusters with the default metric": (
        lambda: permutation_test(BICLUSTERS, BICLUSTERS),
        'such as `metric="rnia_distance"`',
    ),
    "parameters that cannot be read": (
        lambda: stability_score(Plain(), X.to_numpy(), n_resamples=2),
        "`get_params` must accept `deep`.*`FunctionCocluster`",
    ),
    "biclusters where labels are compared": (
        lambda: cari_score(
            (ROWS, COLUMNS), FunctionCocluster(lambda X: BICLUSTERS).fit(X)
        ),
        "It has biclusters, .*`biclusters_to_labels",
    ),
    "a parameter that the function does not take": (
        lambda: FunctionCocluster(labeled, kk=3),
        "cannot be called .*: got an unexpected keyword .* 'kk'. Did you mean `k`",
    ),
    "runs in columns": (
        lambda: pairwise_scores(RUNS, "adjusted_rand"),
        r"in each column, pass `{str\(i\): column for i, column in enumerate\(st.*\.T",
    ),
    "runs in rows": (
        lambda: pairwise_scores(RUNS.T, "adjusted_rand"),
        r"a clustering in each row, pass .*in each column, pass",
    ),
    "runs in a data frame with numbered columns": (
        lambda: pairwise_scores(pd.DataFrame(RUNS), "adjusted_rand"),
        r"pass `{str\(column\): labels for column, labels in structures.items\(\)}`",
    ),
    "a topic model without fit": (
        lambda: cari_score(ROWS, SimpleNamespace(topics_=ROWS)),
        "the topic of each document, `labels_pred.topics_`, where -1",
    ),
    "a topic model": (
        lambda: cari_score(ROWS, Fitted(topics_=ROWS)),
        "It has the topic of each document, so pass `model.topics_`",
    ),
    "stored labels": (
        lambda: cari_score((ROWS, COLUMNS), STORED),
        r"no `fit`, so pass `\(labels_pred.row_labels_, labels_pred.column_labels_\)`",
    ),
    "stored labels beside a clustering": (
        lambda: cari_score(ROWS, SimpleNamespace(labels_=ROWS)),
        "it has no `fit`, so pass `labels_pred.labels_`",
    ),
    "one mapping of both kinds of nodes": (
        lambda: cari_score((ROWS[:3], COLUMNS[:3]), dict.fromkeys("abcdef", 0)),
        "labels of both kinds of nodes, pass a tuple of two mappings: `.{row: labels_p",
    ),
    "labels that are missing on both sides": (
        lambda: cari_score([1, 1, None], [1, None, 2]),
        r"`handle_unlabeled\(..., 'drop'\)`, or 'drop_either' if predicted labels are",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_message_names_the_cure(name):
    mistake, message = MISTAKES[name]
    with pytest.raises((ValueError, TypeError), match=message):
        mistake()


def test_what_the_messages_advise_works():
    model = KMeans(3, n_init=1, random_state=0).fit(X)
    expected = cari_score(ROWS, model.labels_)
    for fitted in (model, make_pipeline(model)):
        assert scored(fitted, column_labels=None) == expected
        assert cari_score((ROWS, None), fitted) == expected
    own = Fitted(labels_=ROWS, col_labels_=COLUMNS)
    coclustering = coclustering_of(own, accessor=("labels_", "col_labels_"))
    assert cari_score((ROWS, COLUMNS), coclustering) == 1.0
    of_all = {
        f"{part}__{name}": label for part in "ab" for name, label in OF_GENES.items()
    }
    assert -1 <= scored(of_both(verbose=True), column_labels=of_all) <= 1


def test_what_the_messages_on_runs_and_nodes_advise_works():
    runs = {str(i): column for i, column in enumerate(RUNS.T)}
    assert pairwise_scores(runs, "adjusted_rand").scores.shape == (3, 3)
    frame = pd.DataFrame(RUNS)
    runs = {str(column): labels for column, labels in frame.items()}
    assert pairwise_scores(runs, "adjusted_rand").scores.shape == (3, 3)
    communities = {"a": 0, "b": 1, "c": 1, "x": 0, "y": 1}
    pred = (
        {row: communities[row] for row in "abc"},
        {column: communities[column] for column in "xy"},
    )
    assert cari_score(({"a": 5, "b": 6, "c": 6}, {"x": 5, "y": 6}), pred) == 1.0


# Labels in runs

SORTED, SHIFTED = np.repeat([0, 1, 2], 20), np.repeat([0, 1, 2], [13, 21, 26])
MIXED, OTHER = np.arange(60) % 3, np.arange(60) % 4


def fixed(rows, columns):
    """Make a fit with these labels, whatever the data."""
    return Fitted(row_labels_=rows, column_labels_=columns)


def score_in_runs(true, pred):
    """Score labels of rows and columns, or of rows alone."""
    scorer = make_cocluster_scorer("cari", row_labels=true[0], column_labels=true[1])
    return scorer(fixed(*pred), np.ones((60, 60)))


ROADS = {
    "rows alone": lambda: score_in_runs((SORTED, None), (SHIFTED, MIXED)),
    "one sorted mode": lambda: score_in_runs((MIXED, SORTED), (OTHER, SHIFTED)),
    "inductive": lambda: make_cocluster_scorer("cari")(
        Fitted(predict=lambda X: SHIFTED), np.ones((60, 60)), SORTED
    ),
    "few rows": lambda: make_cocluster_scorer("cari", row_labels=SORTED[10:30])(
        fixed(np.repeat([0, 1], [7, 13]), COLUMNS), np.ones((20, 12))
    ),
    "a report": lambda: coclustering_report((SORTED, MIXED), (SHIFTED, OTHER)),
    "a function on a large matrix": lambda: cari_score(
        (np.repeat(SORTED, 20), MIXED), (np.repeat(SHIFTED, 20), OTHER)
    ),
    "a function and a model": lambda: cari_score(
        (SORTED, MIXED), fixed(SHIFTED, OTHER)
    ),
}


@pytest.mark.parametrize("road", ROADS)
def test_labels_in_runs_are_warned_of_with_the_remedy(road):
    with pytest.warns(UserWarning, match="one run of .*`sklearn.utils.shuffle`"):
        ROADS[road]()


@pytest.mark.parametrize("size", [1, 20])
@pytest.mark.parametrize("options", [{}, {"metrics": ["nce"]}, {"unlabeled": "drop"}])
def test_a_report_warns_once_of_labels_in_runs(size, options):
    sides = [(np.repeat(one, size), np.repeat(one, 2)) for one in (SORTED, SHIFTED)]
    with pytest.warns(UserWarning, match="one run of") as caught:
        coclustering_report(*sides, matches=True, **options)
    assert sum("one run of" in str(one.message) for one in caught) == 1


NO_SIGN = [
    ((SORTED, SORTED), (MIXED, OTHER)),  # one side only
    ((SORTED, MIXED), (SORTED // 2, OTHER)),  # clusters merged
    ((SORTED, MIXED), (np.arange(60) // 10, OTHER)),  # and split
    ((SORTED, MIXED), (np.arange(60), OTHER)),  # by any order
    ((MIXED, np.arange(60)), (OTHER, np.arange(60)[::-1] // 2)),  # likewise
]


@pytest.mark.parametrize(("true", "pred"), NO_SIGN)
def test_no_warning_where_runs_are_no_sign(true, pred):
    score_in_runs(true, pred)  # warnings are errors in these tests


def test_few_samples_in_runs_are_chance():
    rows = np.repeat([0, 1], 3), np.repeat([0, 1], [2, 4])
    scorer = make_cocluster_scorer("cari", row_labels=rows[0])
    assert scorer(fixed(rows[1], MIXED), np.ones((6, 60))) < 1
    cari_score((SORTED, MIXED), (SHIFTED, OTHER))  # no model, and a small matrix


# Wrong input of what figures and tables are made of

B_AND_B = ([[1, 1, 0]], [[1, 0]]), ([[1, 0, 1]], [[1, 0]])
LABELS = ([0, 0, 1], [0, 1])
MASKED = np.ma.masked
WRONG = {
    "X of a co-clustering": (
        lambda: CoclusterDisplay("abc", LABELS, LABELS),
        "must be a matrix, got texts",
    ),
    "no X": (lambda: BiclusterDisplay(None, *B_AND_B), "must be a matrix, got None"),
    "masked X": (
        lambda: CoclusterDisplay([[1, MASKED], [1, 2], [3, 4]], LABELS, LABELS),
        "`X` has masked entries",
    ),
    "a direction that is none": (
        lambda: Comparison([], {"cari": "no"}),
        r"`greater_is_better\['cari'\]` must be True or False, got 'no'",
    ),
    "a record that is none": (
        lambda: Comparison([1], {"cari": True}),
        r"`records\[0\]` must be a dict with",
    ),
    "no records": (lambda: Comparison(None, {"cari": True}), "`records` must be a seq"),
    "masked memberships": (
        lambda: soft_cari_score(np.ma.masked_array([[1, 0]] * 2, [[1, 0]] * 2), [0, 1]),
        "`memberships_true` has masked entries",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_refused_by_its_name(name):
    mistake, message = WRONG[name]
    with pytest.raises((ValueError, TypeError), match=message):
        mistake()


class OwnError(Exception):
    pass


def fails(true, pred):
    raise OwnError("mine")


FAILING = [
    lambda: permutation_test(ROWS, ROWS, fails),
    lambda: make_cocluster_scorer(fails, row_labels=ROWS)(MODEL, X.to_numpy()),
    lambda: coclustering_report(LABELS, LABELS, metrics=[fails]),
]


@pytest.mark.parametrize("call", FAILING)
def test_an_error_of_a_metric_is_raised_as_it_is_with_its_place(call):
    with pytest.raises(OwnError, match="mine") as caught:
        call()
    assert "The metric fails was called with" in caught.value.__notes__[0]
