"""Scorers: what they compare, in which direction, and what they refuse to compare."""

import pickle
import re
from itertools import product

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import KMeans, SpectralBiclustering
from sklearn.datasets import make_checkerboard
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.metrics import consensus_score
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RandomizedSearchCV,
    cross_val_score,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    biclusters_to_labels,
    cari_score,
    classification_error,
    get_scorer,
    get_scorer_names,
    labels_to_biclusters,
    make_bicluster_scorer,
    make_cocluster_scorer,
    nce_score,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS

ROWS, COLUMNS = [0, 0, 1, 1, 1, 2], ["x", "y", "y", "z"]
FOUND_ROWS, FOUND_COLUMNS = [0, 0, 0, 1, 1, 1], [0, 1, 1, 0]
X = np.arange(24.0).reshape(6, 4) % 7
TRUTH, FOUND = (ROWS, COLUMNS), (FOUND_ROWS, FOUND_COLUMNS)


class Known(BaseEstimator):
    """Co-clusterer that finds what it was told."""

    def __init__(self, rows=None, columns=None, transpose=False, seed=None):
        self.rows = rows
        self.columns = columns
        self.transpose = transpose
        self.seed = seed

    def fit(self, X, y=None):
        """Take the labels, and the biclusters that they make."""
        labels = self.rows, self.columns
        self.row_labels_, self.column_labels_ = labels[:: -1 if self.transpose else 1]
        self.rows_, self.columns_ = labels_to_biclusters(
            (self.row_labels_, self.column_labels_)
        )
        return self


class Predicting(Known):
    """The same with labels for rows that are shown to it."""

    def predict(self, X):
        """Label rows by the sign of their first column."""
        return np.asarray(X)[:, 0] > 0


MODEL = Known(*FOUND).fit(X)

# --- the value --------------------------------------------------------------------


@pytest.mark.parametrize("y", [None, ROWS, np.array(ROWS), pd.Series(ROWS)])
def test_bound_truth_is_compared_with_the_labels_of_the_fit(y):
    scorer = make_cocluster_scorer(cari_score, row_labels=ROWS, column_labels=COLUMNS)
    value = scorer(MODEL, X, y)
    assert value == cari_score(TRUTH, FOUND)
    assert type(value) is float


def test_rows_alone_are_scored_as_a_clustering():
    scorer = make_cocluster_scorer(cari_score, row_labels=ROWS)
    assert scorer(MODEL, X) == cari_score(ROWS, FOUND_ROWS)


@pytest.mark.parametrize("container", [list, tuple, np.array, pd.Series, pd.Index])
def test_truth_may_come_in_any_container(container):
    scorer = make_cocluster_scorer(
        cari_score, row_labels=container(ROWS), column_labels=container(COLUMNS)
    )
    assert scorer(MODEL, X) == cari_score(TRUTH, FOUND)
    rows_alone = make_cocluster_scorer(cari_score, row_labels=container(ROWS))
    assert rows_alone(MODEL, X) == cari_score(ROWS, FOUND_ROWS)


def test_labels_of_different_types_stay_apart_in_the_truth():
    columns = [1, "1", "1", 2]
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=columns)
    assert scorer(MODEL, X) == cari_score((ROWS, [0, 1, 1, 2]), FOUND)


@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_array, sparse.coo_matrix])
def test_data_may_be_sparse(to_input):
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)
    assert scorer(MODEL, to_input(X)) == cari_score(TRUTH, FOUND)


def test_lists_of_labels_and_wrappers_are_looked_through():
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)
    expected = cari_score(TRUTH, FOUND)
    pipeline = make_pipeline(StandardScaler(), Known(*FOUND)).fit(X)
    search = GridSearchCV(
        pipeline, {"known__seed": [1]}, scoring=scorer, cv=WholeDataSplit()
    ).fit(X)
    for estimator in (pipeline, search, FrozenEstimator(search)):
        assert scorer(estimator, X) == expected


def test_predictions_are_compared_with_y_where_no_rows_are_bound():
    y = np.array(["a", "b", "a", "a", "b", "a"])
    model = Predicting(*FOUND).fit(X)
    predicted = model.predict(X)
    assert make_cocluster_scorer("cari")(model, X, y) == cari_score(y, predicted)
    scorer = make_cocluster_scorer("cari", column_labels=COLUMNS)
    expected = cari_score((y, COLUMNS), (predicted, FOUND_COLUMNS))
    assert scorer(model, X, y) == expected
    assert scorer(model, X[:4], y[:4]) == cari_score(
        (y[:4], COLUMNS), (predicted[:4], FOUND_COLUMNS)
    )


def test_bound_rows_are_scored_by_the_fit_even_if_the_estimator_predicts():
    scorer = make_cocluster_scorer("cari", row_labels=ROWS)
    assert scorer(Predicting(*FOUND).fit(X), X) == cari_score(ROWS, FOUND_ROWS)


def test_an_estimator_that_transposes_is_scored_where_that_is_said():
    scorer = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=COLUMNS, transpose=True
    )
    model = Known(*FOUND, transpose=True).fit(X)
    assert scorer(model, X) == cari_score(TRUTH, FOUND)


@pytest.mark.parametrize(
    ("metric", "options", "expected"),
    [
        ("cari", {}, cari_score(TRUTH, FOUND)),
        (
            "cari",
            {"null_model": "product"},
            cari_score(TRUTH, FOUND, null_model="product"),
        ),
        (cari_score, {}, cari_score(TRUTH, FOUND)),
        (
            "nce",
            {"normalization": "printed"},
            nce_score(TRUTH, FOUND, normalization="printed"),
        ),
        ("classification_error", {}, -classification_error(TRUTH, FOUND)),
        (classification_error, {}, -classification_error(TRUTH, FOUND)),
        (
            classification_error,
            {"greater_is_better": False},
            -classification_error(TRUTH, FOUND),
        ),
        (lambda true, pred: 3, {}, 3.0),
        (lambda true, pred, weight: weight, {"weight": 5}, 5.0),
        (lambda true, pred: np.float32(3), {"greater_is_better": False}, -3.0),
    ],
)
def test_greater_is_better_whatever_the_metric(metric, options, expected):
    scorer = make_cocluster_scorer(
        metric, row_labels=ROWS, column_labels=COLUMNS, **options
    )
    assert scorer(MODEL, X) == expected


def test_biclusters_are_scored_with_any_function():
    rows, columns = labels_to_biclusters(TRUTH)
    found = labels_to_biclusters(FOUND)
    scorer = make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    expected = consensus_score((rows, columns), found)
    assert scorer(MODEL, X) == expected
    assert scorer(MODEL, X, rows.T) == expected
    assert scorer(MODEL, X, sparse.csr_array(rows.T)) == expected
    transposed = Known(*FOUND, transpose=True).fit(X)
    turned = make_bicluster_scorer(
        consensus_score, rows=rows, columns=columns, transpose=True
    )
    assert turned(transposed, X) == expected


# --- registry ---------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in get_scorer_names() if n != "modularity"])
def test_every_name_gives_a_scorer_of_which_equality_is_the_best(name):
    scorer = get_scorer(name, **truth_for(name))
    equal, other = Known(*TRUTH).fit(X), Known([0] * 6, [0] * 4).fit(X)
    assert scorer(equal, X) >= scorer(other, X)
    assert type(scorer(equal, X)) is float


def truth_for(name):
    """Keyword arguments that bind the truth in the scorer of a name."""
    if CONTRACTS[name.removeprefix("neg_")].structure == "biclustering":
        rows, columns = labels_to_biclusters(TRUTH)
        return {"rows": rows, "columns": columns}
    return {"row_labels": ROWS, "column_labels": COLUMNS}


def test_names_are_sorted_and_losses_are_marked():
    names = get_scorer_names()
    assert names == sorted(names)
    assert {"cari", "neg_classification_error", "nce", "coami"} <= set(names)
    assert "classification_error" not in names


def test_options_and_transpose_pass_through_the_registry():
    scorer = get_scorer(
        "cari", row_labels=ROWS, column_labels=COLUMNS, null_model="product"
    )
    assert scorer(MODEL, X) == cari_score(TRUTH, FOUND, null_model="product")


# --- as scikit-learn uses them ----------------------------------------------------


def scorers():
    """One scorer of each kind."""
    rows, columns = labels_to_biclusters(TRUTH)
    bound = {"row_labels": ROWS, "column_labels": COLUMNS}
    return {
        "cari": make_cocluster_scorer("cari", null_model="product", **bound),
        "error": make_cocluster_scorer(classification_error, **bound),
        "rows": get_scorer("enmi", row_labels=ROWS),
        "consensus": make_bicluster_scorer(consensus_score, rows=rows, columns=columns),
    }


@pytest.mark.parametrize("name", scorers())
def test_scorers_are_pickled_and_cloned(name):
    scorer = scorers()[name]
    again = pickle.loads(pickle.dumps(scorer))
    assert again(MODEL, X) == scorer(MODEL, X)
    assert repr(again) == repr(scorer)
    search = GridSearchCV(Known(), {"seed": [0]}, scoring=scorer)
    assert clone(search).scoring(MODEL, X) == scorer(MODEL, X)


@pytest.mark.parametrize("name", scorers())
def test_the_text_of_a_scorer_is_short_and_holds_no_truth(name):
    truth = {
        "row_labels": np.arange(10_000),
        "column_labels": [f"secret{i}" for i in range(10_000)],
    }
    assert len(repr(scorers()[name])) < 80
    long = repr(make_cocluster_scorer("cari", **truth))
    assert long == "make_cocluster_scorer(cari; better: higher)"
    assert "secret" not in long


def test_the_text_says_metric_options_and_direction():
    texts = {name: repr(scorer).partition("(")[2] for name, scorer in scorers().items()}
    assert texts["cari"] == "cari, null_model='product'; better: higher)"
    assert texts["error"] == "classification_error; better: lower, negated)"
    assert texts["consensus"] == "consensus_score; better: higher)"


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_dictionary_of_scorers_is_taken_and_n_jobs_changes_nothing(n_jobs):
    with parallel_config(backend="loky"):
        results = cross_validate(
            Known(*FOUND),
            X,
            scoring=scorers(),
            cv=WholeDataSplit(2),
            n_jobs=n_jobs,
            error_score="raise",
        )
    for name, scorer in scorers().items():
        assert results[f"test_{name}"].tolist() == [scorer(MODEL, X)] * 2


GRID = {"columns": [[0, 0, 0, 0], FOUND_COLUMNS, COLUMNS], "rows": [FOUND_ROWS, ROWS]}


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("y", [None, ROWS])
def test_a_search_ranks_candidates_by_the_index(n_jobs, y):
    search = GridSearchCV(
        Known(),
        GRID,
        scoring={name: scorers()[name] for name in ("cari", "error", "rows")},
        refit="error",
        cv=WholeDataSplit(),
        n_jobs=n_jobs,
        error_score="raise",
    ).fit(X, y)
    assert search.best_params_ == {"columns": COLUMNS, "rows": ROWS}
    assert search.best_score_ == 0.0
    found = [(p["rows"], p["columns"]) for p in search.cv_results_["params"]]
    assert search.cv_results_["mean_test_cari"].tolist() == [
        cari_score(TRUTH, one, null_model="product") for one in found
    ]


def test_a_randomized_search_takes_a_scorer():
    search = RandomizedSearchCV(
        Known(),
        GRID,
        n_iter=6,
        scoring=scorers()["cari"],
        cv=WholeDataSplit(),
        random_state=0,
        error_score="raise",
    ).fit(X)
    assert search.best_score_ == 1.0


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (4, 3)])
def test_the_known_blocks_of_a_checkerboard_win_the_search(shape):
    data, *blocks = make_checkerboard((40, 30), shape, noise=2, random_state=0)
    rows, columns = biclusters_to_labels(tuple(blocks))
    candidates = list(product((2, 3, 4), (2, 3)))
    search = GridSearchCV(
        SpectralBiclustering(random_state=0, n_init=3),
        {"n_clusters": candidates},
        scoring=make_cocluster_scorer("cari", row_labels=rows, column_labels=columns),
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(data)
    assert search.best_params_ == {"n_clusters": shape}
    assert search.best_score_ > 0.99


def test_a_search_by_prediction_takes_any_splitter():
    data, *blocks = make_checkerboard((60, 30), (3, 2), noise=1, random_state=1)
    y, columns = biclusters_to_labels(tuple(blocks))
    model = InductiveCocluster(SpectralBiclustering((3, 2), random_state=0, n_init=3))
    for cv in (2, KFold(2), KFold(4, shuffle=True, random_state=0)):
        scores = cross_val_score(
            model,
            data,
            y,
            scoring=make_cocluster_scorer("cari", column_labels=columns),
            cv=cv,
            error_score="raise",
        )
        assert scores.min() == 1.0


# --- refusals ---------------------------------------------------------------------

BOTH = {"row_labels": ROWS, "column_labels": COLUMNS}
REFUSED_CALLS = {
    "y differs": (BOTH, MODEL, X, ROWS[::-1], ValueError, "`y` differs from the `row_"),
    "y is longer": (
        BOTH,
        MODEL,
        X,
        [*ROWS, 0],
        ValueError,
        "`y` differs from the `row",
    ),
    "part of the rows": (
        BOTH,
        MODEL,
        X[:3],
        None,
        ValueError,
        r"truth of 6 rows, `X` has 3; .* use `cv=WholeDataSplit\(\)`",
    ),
    "fitted on a part": (
        BOTH,
        Known([0, 1], FOUND_COLUMNS).fit(X),
        X,
        None,
        ValueError,
        "has labelled 2 rows, `X` has 6",
    ),
    "transposes": (
        BOTH,
        Known(*FOUND, transpose=True).fit(X),
        X,
        None,
        ValueError,
        "labelled 4 rows, `X` has 6; .* pass `transpose=True`",
    ),
    "other columns": (
        {"row_labels": ROWS, "column_labels": [0, 1, 1]},
        MODEL,
        X,
        None,
        ValueError,
        "`column_labels` has 3 entries, the estimator was given 4",
    ),
    "fitted on other columns": (
        BOTH,
        Known(FOUND_ROWS, [0, 1]).fit(X),
        X,
        None,
        ValueError,
        "labelled 2 columns, `column_labels` has 4",
    ),
    "no predict": (
        {},
        MODEL,
        X,
        ROWS,
        TypeError,
        r"Known has no `predict`.*row_labels=.*WholeDataSplit.*InductiveCocluster",
    ),
    "no truth of the rows": (
        {"column_labels": COLUMNS},
        Predicting(*FOUND).fit(X),
        X,
        None,
        ValueError,
        "it was made without `row_labels`, and no `y` was passed",
    ),
    "not fitted": (
        BOTH,
        Known(*FOUND),
        X,
        None,
        NotFittedError,
        "without `row_labels_`",
    ),
    "no co-clusterer": (
        BOTH,
        KMeans(2, n_init=1, random_state=0).fit(X),
        X,
        None,
        NotFittedError,
        "KMeans without `row_labels_`",
    ),
    "mapping without names": (
        {"row_labels": ROWS, "column_labels": {"p": 1}},
        MODEL,
        X,
        None,
        ValueError,
        "the columns of `X` have no names",
    ),
}


@pytest.mark.parametrize(
    ("bound", "estimator", "data", "y", "error", "message"),
    REFUSED_CALLS.values(),
    ids=REFUSED_CALLS,
)
def test_labels_of_other_rows_or_columns_are_refused(
    bound, estimator, data, y, error, message
):
    scorer = make_cocluster_scorer("cari", **bound)
    with pytest.raises(error, match=message):
        scorer(estimator, data, y)


@pytest.mark.parametrize("cv", [2, 3, KFold(2, shuffle=True, random_state=0)])
@pytest.mark.parametrize("bound", [{}, {"row_labels": np.repeat([0, 1], 10)}])
def test_cross_validation_of_a_bare_co_clusterer_is_refused(cv, bound):
    data = np.random.default_rng(0).random((20, 20))
    with pytest.raises((TypeError, ValueError), match="WholeDataSplit"):
        cross_val_score(
            Known([0, 1] * 5, [0, 1] * 10),
            data,
            np.repeat([0, 1], 10),
            scoring=make_cocluster_scorer("cari", **bound),
            cv=cv,
            error_score="raise",
        )


@pytest.mark.parametrize(
    ("metric", "options", "error", "message"),
    [
        ("arii", {}, ValueError, "`metric` must be .* got 'arii'. Did you mean 'cari'"),
        (None, {}, TypeError, "must be a name or a function, got NoneType"),
        (
            "cari",
            {"greater_is_better": False},
            ValueError,
            "for 'cari', higher values are better",
        ),
        (
            classification_error,
            {"greater_is_better": True},
            ValueError,
            "contradicts the metric: for 'classification_error', lower values are",
        ),
        ("cari", {"null_model": "rows"}, ValueError, "`null_model` must be one of"),
        (
            "cari",
            {"normalization": "bound"},
            TypeError,
            "has no option `normalization`",
        ),
        ("cari", {"row_labels": []}, ValueError, "`row_labels` has no labels"),
        ("cari", {"row_labels": [0, np.nan]}, ValueError, "`row_labels` contains NaN"),
        (
            "cari",
            {"column_labels": [None]},
            ValueError,
            "`column_labels` contains None",
        ),
        ("cari", {"column_labels": {}}, ValueError, "is an empty mapping"),
        ("cari", {"column_labels": {"a": None}}, ValueError, "contains None"),
        ("cari", {"row_labels": np.eye(2)}, ValueError, "`row_labels` must be 1-D"),
    ],
)
def test_scorers_that_could_not_score_are_not_made(metric, options, error, message):
    with pytest.raises(error, match=message):
        make_cocluster_scorer(metric, **options)


def test_a_metric_of_the_other_structure_is_refused():
    with pytest.raises(
        ValueError,
        match=r"'cari' compares clusterings and co-clusterings; .* `make_cocluster_s",
    ):
        make_bicluster_scorer("cari", rows=np.eye(2), columns=np.eye(2))
    with pytest.raises(ValueError, match=r"biclusterings.* `make_bicluster_scorer`"):
        make_cocluster_scorer("e4sc")


@pytest.mark.parametrize("name", ["", None, 3])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(ValueError, match=re.escape(f"got {name!r}")):
        get_scorer(name, row_labels=ROWS)


def test_biclusters_of_other_rows_are_refused():
    rows, columns = labels_to_biclusters(TRUTH)
    scorer = make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    with pytest.raises(ValueError, match="`y` differs from the transposed `rows`"):
        scorer(MODEL, X, rows[::-1].T)
    with pytest.raises(ValueError, match="the truth of 6 rows, `X` has 3"):
        scorer(MODEL, X[:3])
    with pytest.raises(
        ValueError, match="`columns` has 4 entries, the estimator was given 3"
    ):
        scorer(MODEL, X[:, :3])
    with pytest.raises(ValueError, match="must contain 0 and 1 only"):
        make_bicluster_scorer(consensus_score, rows=2 * rows, columns=columns)
