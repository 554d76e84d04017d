"""Every way known to get a wrong number from a scorer, silently: each is closed.

Where a trap cannot be seen, a test shows that too, so that the documentation stays
honest. Traps of pipelines are in `test_column_alignment`.
"""

import pickle
from functools import partial, wraps

import numpy as np
import pandas as pd
import pytest
from doubles import (
    GreedyCocluster,
    KMeansCocluster,
    LabelledWrapper,
    ListCocluster,
    MisleadingWrapper,
    PredictingCocluster,
    StaleCocluster,
    StringCocluster,
    TransposingCocluster,
    TruncatingCocluster,
    blocks,
)
from sklearn.base import clone
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score, consensus_score
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    ShuffleSplit,
    cross_val_score,
    permutation_test_score,
)

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    cari_score,
    classification_error,
    get_scorer,
    get_scorer_names,
    labels_to_biclusters,
    make_bicluster_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    nce_score,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS

X, ROWS, COLUMNS = blocks()
SCORER = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)
WITHOUT_ROWS = make_cocluster_scorer("cari", column_labels=COLUMNS)
HALVES = [KFold(2), ShuffleSplit(3, test_size=0.5, train_size=0.5, random_state=0)]


def validated(estimator, scoring, cv, y=None, X=X):
    """Cross-validate so that an error is an error."""
    return cross_val_score(estimator, X, y, scoring=scoring, cv=cv, error_score="raise")


# Splitters


@pytest.mark.parametrize("cv", HALVES, ids=repr)
def test_halves_of_equal_length_are_refused_for_an_estimator_without_predict(cv):
    with pytest.raises(TypeError, match="KMeansCocluster has no `predict`"):
        validated(KMeansCocluster(), WITHOUT_ROWS, cv, ROWS)


@pytest.mark.parametrize("y", [None, ROWS], ids=["without y", "with y"])
@pytest.mark.parametrize("cv", [*HALVES, KFold(3)], ids=repr)
def test_bound_labels_of_rows_are_refused_for_parts_of_the_rows(cv, y):
    with pytest.raises(ValueError, match=r"truth of 60 rows, `X` has [234]0"):
        validated(KMeansCocluster(), SCORER, cv, y)


def test_the_remedies_are_named_where_predict_is_missing():
    with pytest.raises(TypeError, match=r"row_labels=.*WholeDataSplit.*Inductive"):
        WITHOUT_ROWS(KMeansCocluster().fit(X), X, ROWS)


def test_bound_labels_of_half_the_rows_are_refused_where_test_rows_are_as_many():
    scorer = make_cocluster_scorer("cari", row_labels=ROWS[:30])
    with pytest.raises(ValueError, match="`y` differs from the `row_labels`"):
        validated(KMeansCocluster(), scorer, KFold(2), ROWS)


def test_a_splitter_that_permutes_both_sides_is_refused_where_y_is_passed():
    permuted = np.random.default_rng(0).permutation(len(X))
    with pytest.raises(ValueError, match="`y` differs from the `row_labels`"):
        validated(KMeansCocluster(), SCORER, [(permuted, permuted)], ROWS)


def test_a_splitter_that_permutes_both_sides_goes_unseen_without_y():
    permuted = np.random.default_rng(0).permutation(len(X))
    (score,) = validated(KMeansCocluster(), SCORER, [(permuted, permuted)])
    assert score < 0.5 < validated(KMeansCocluster(), SCORER, WholeDataSplit())


def test_bootstrapped_training_rows_go_unseen_even_with_y():
    drawn = np.random.default_rng(0).integers(len(X), size=len(X))
    split = [(drawn, np.arange(len(X)))]
    (score,) = validated(KMeansCocluster(), SCORER, split, ROWS)
    assert score < 0.5


def test_bootstrapped_training_rows_are_no_trap_for_predictions():
    drawn = np.random.default_rng(0).integers(len(X), size=len(X))
    split = [(drawn, np.arange(len(X)))]
    wrapped = InductiveCocluster(KMeansCocluster())
    assert validated(wrapped, WITHOUT_ROWS, split, ROWS) == 1


@pytest.mark.parametrize(
    "key", [np.arange(3)[::-1], [2, 0, 1], (np.array([2, 0]), ...)]
)
def test_the_rows_of_whole_data_cannot_be_put_into_another_order(key):
    ((train, test),) = WholeDataSplit().split(np.eye(3))
    for rows in (train, test):
        with pytest.raises(ValueError, match="subsamples or shuffles"):
            rows[key]


def test_the_rows_of_whole_data_survive_pickling_and_slicing():
    ((train, _),) = WholeDataSplit().split(np.eye(3))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(train)), [0, 1, 2])
    np.testing.assert_array_equal(train[1:], [1, 2])
    assert train[2] == 2


# y beside bound labels


@pytest.mark.parametrize(
    "y",
    [
        ROWS[::-1],
        np.roll(ROWS, 1),
        np.random.default_rng(0).permutation(ROWS),
        ROWS[:30],
        np.array(["ash", "beech", "cedar"])[ROWS],
        ROWS[None, :],
        np.where(np.arange(60) == 7, np.nan, ROWS),
    ],
    ids=[
        "reversed",
        "rolled",
        "permuted",
        "sliced",
        "renamed",
        "2-D",
        "with NaN",
    ],
)
def test_a_y_that_differs_from_the_bound_labels_is_refused(y):
    with pytest.raises(ValueError, match="`y` differs from the `row_labels`"):
        SCORER(KMeansCocluster().fit(X), X, y)


CONTAINERS = {
    "array": np.asarray,
    "list": list,
    "tuple": tuple,
    "floats": lambda labels: labels.astype(float),
    "series": lambda labels: pd.Series(labels, index=np.arange(60)[::-1] + 5),
    "column of a frame": lambda labels: pd.DataFrame({"a": labels})["a"],
    "frame of one column": lambda labels: pd.DataFrame({"a": labels}),
    "categorical": pd.Categorical,
    "objects": lambda labels: labels.astype(object),
}


@pytest.mark.parametrize("of_y", CONTAINERS)
@pytest.mark.parametrize("of_truth", [c for c in CONTAINERS if "frame of" not in c])
def test_equal_labels_in_other_containers_are_equal(of_truth, of_y):
    scorer = make_cocluster_scorer("cari", row_labels=CONTAINERS[of_truth](ROWS))
    fitted = KMeansCocluster().fit(X)
    assert scorer(fitted, X, CONTAINERS[of_y](ROWS)) == 1


@pytest.mark.parametrize("of_y", [c for c in CONTAINERS if "frame of" not in c])
def test_predictions_are_compared_with_y_in_any_container(of_y):
    wrapped = InductiveCocluster(KMeansCocluster()).fit(X)
    assert WITHOUT_ROWS(wrapped, X, CONTAINERS[of_y](ROWS)) == 1


def test_labels_of_mixed_kinds_are_not_merged_by_numpy():
    mixed = [[1, "1", 2][label] for label in ROWS]
    merged = [["1", "1", "2"][label] for label in ROWS]
    scorer = make_cocluster_scorer("cari", row_labels=mixed)
    fitted = KMeansCocluster().fit(X)
    assert scorer(fitted, X, mixed) == 1
    with pytest.raises(ValueError, match="`y` differs"):
        scorer(fitted, X, merged)
    of_columns = [[1, "1", 2][label] for label in COLUMNS]
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=of_columns)
    assert scorer(fitted, X) == 1


@pytest.mark.parametrize("y", [ROWS.astype(str), ROWS.astype(str).tolist()])
def test_a_y_of_another_type_than_the_labels_is_refused_for_its_type(y):
    with pytest.raises(ValueError, match="`y` has strings, `row_labels` numbers"):
        SCORER(KMeansCocluster().fit(X), X, y)


def test_predictions_for_other_rows_than_the_fitted_ones_are_noticed():
    rows = np.random.default_rng(0).integers(len(X), size=len(X))
    for drawn in (rows, np.random.default_rng(0).permutation(len(X))):
        model = PredictingCocluster().fit(X[drawn])
        with pytest.raises(
            ValueError, match=r"for \d+% of the rows of `X`, but did so for 100%"
        ):
            SCORER(model, X, ROWS)
        assert WITHOUT_ROWS(model, X, ROWS) == 1


def test_fitted_labels_that_differ_from_predictions_at_the_fit_are_scored():
    model = PredictingCocluster(n_wrong=20).fit(X)
    assert model.agreement_ == 2 / 3
    assert SCORER(model, X, ROWS) == cari_score((ROWS, COLUMNS), model) < 0.7


def test_permuted_truth_is_refused_by_a_permutation_test_rather_than_ignored():
    with pytest.raises(ValueError, match="`y` differs from the `row_labels`"):
        permutation_test_score(
            KMeansCocluster(),
            X,
            ROWS,
            scoring=SCORER,
            cv=WholeDataSplit(),
            n_permutations=5,
            random_state=0,
        )


def test_truth_of_biclusters_is_compared_with_y():
    rows, columns = labels_to_biclusters((ROWS, COLUMNS))
    scorer = make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    fitted = SpectralBiclustering((3, 3), random_state=0).fit(X)
    assert scorer(fitted, X, rows.T) == scorer(fitted, X) == 1
    for y in (rows.T[::-1], rows.T[:30], rows, ROWS):
        with pytest.raises(ValueError, match="`y` differs from the transposed `rows`"):
            scorer(fitted, X, y)


# Square matrices


SQUARE, SQUARE_ROWS, SQUARE_COLUMNS = blocks(30, 30)


def test_labels_of_columns_are_whole_in_every_fold_of_a_square_matrix():
    scorer = make_cocluster_scorer("cari", column_labels=SQUARE_COLUMNS)
    wrapped = InductiveCocluster(KMeansCocluster())
    assert set(validated(wrapped, scorer, KFold(2), SQUARE_ROWS, SQUARE)) == {1.0}


def test_labels_of_columns_that_were_sliced_as_rows_are_refused():
    wrapped = InductiveCocluster(KMeansCocluster()).fit(SQUARE)
    sliced = make_cocluster_scorer("cari", column_labels=SQUARE_COLUMNS[:15])
    with pytest.raises(ValueError, match="15 entries, the estimator was given 30"):
        sliced(wrapped, SQUARE[:15], SQUARE_ROWS[:15])


@pytest.mark.parametrize("name", ["row_labels", "column_labels"])
def test_one_array_for_both_sides_is_refused(name):
    pair = np.array([SQUARE_ROWS, SQUARE_COLUMNS])
    for truth in (pair, pair.tolist()):
        with pytest.raises(ValueError, match=f"`{name}` must be 1-D"):
            make_cocluster_scorer("cari", **{name: truth})


def test_transposition_of_a_square_matrix_goes_unseen_unless_said():
    bound = {"row_labels": SQUARE_ROWS, "column_labels": SQUARE_COLUMNS}
    fitted = TransposingCocluster().fit(SQUARE)
    assert make_cocluster_scorer("cari", **bound)(fitted, SQUARE) < 0.5
    assert make_cocluster_scorer("cari", transpose=True, **bound)(fitted, SQUARE) == 1


# Estimators


@pytest.mark.parametrize(
    "estimator",
    [
        KMeansCocluster(),
        ListCocluster(),
        StringCocluster(),
        StaleCocluster(),
        LabelledWrapper(KMeansCocluster()),
    ],
    ids=lambda estimator: type(estimator).__name__,
)
def test_habits_of_other_packages_change_no_score(estimator):
    fitted = clone(estimator)
    fitted.fit(X)
    assert SCORER(fitted, X, ROWS) == 1
    assert validated(estimator, SCORER, WholeDataSplit(), ROWS) == 1


def test_a_transposing_estimator_is_refused_with_a_hint():
    with pytest.raises(ValueError, match=r"labelled 30 rows.*pass `transpose=True`"):
        SCORER(TransposingCocluster().fit(X), X)


def test_a_transposing_estimator_is_scored_where_it_is_said():
    scorer = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=COLUMNS, transpose=True
    )
    assert scorer(TransposingCocluster().fit(X), X, ROWS) == 1
    with pytest.raises(ValueError, match="labelled 30 rows"):
        scorer(KMeansCocluster().fit(X), X)


@pytest.mark.parametrize("shape", [(50, 30), (60, 20), (30, 60), (30, 30)])
def test_an_estimator_fitted_on_data_of_another_shape_is_refused(shape):
    fitted = KMeansCocluster().fit(X[: shape[0], : shape[1]])
    if shape == (30, 60):
        fitted = KMeansCocluster().fit(X.T)
    with pytest.raises(ValueError, match="fitted on other data"):
        SCORER(fitted, X)


@pytest.mark.parametrize(
    "estimator",
    [
        KMeansCocluster(),
        ListCocluster(),
        SpectralCoclustering(),
        MisleadingWrapper(KMeansCocluster()),
        GridSearchCV(KMeansCocluster(), {"n_row_clusters": [3]}, scoring=SCORER),
    ],
    ids=lambda estimator: type(estimator).__name__,
)
def test_an_estimator_that_is_not_fitted_is_refused(estimator):
    with pytest.raises(NotFittedError, match="is not fitted"):
        SCORER(estimator, X)


def test_what_an_unknown_wrapper_fitted_inside_is_not_taken_for_its_labels():
    with pytest.raises(NotFittedError, match="MisleadingWrapper without `row_labels_`"):
        SCORER(MisleadingWrapper(KMeansCocluster()).fit(X), X)


def test_labels_are_read_from_the_wrapper_and_its_inside_is_not_followed():
    assert SCORER(LabelledWrapper(KMeansCocluster(), steps=10).fit(X), X) == 1


def test_stale_labels_of_the_old_length_are_refused():
    stale = StaleCocluster().fit(X)
    stale.fit(X[:40])
    scorer = make_cocluster_scorer("cari", row_labels=ROWS[:40])
    with pytest.raises(ValueError, match="labelled 60 rows, `X` has 40"):
        scorer(stale, X[:40])


@pytest.mark.parametrize("wrap", [lambda e: e, InductiveCocluster])
def test_a_search_never_meets_stale_labels(wrap):
    estimator = StaleCocluster()
    estimator.fit(X[:40])
    name = "estimator__n_row_clusters" if wrap is InductiveCocluster else None
    grid = {name or "n_row_clusters": [2, 3]}
    search = GridSearchCV(
        wrap(estimator), grid, scoring=SCORER, cv=WholeDataSplit(), error_score="raise"
    ).fit(X)
    scores = search.cv_results_["mean_test_score"]
    assert scores[0] < scores[1] == 1


def test_fewer_clusters_than_asked_for_are_scored_as_they_are():
    fitted = GreedyCocluster().fit(X)
    expected = cari_score((ROWS, COLUMNS), (fitted.row_labels_, fitted.column_labels_))
    assert len(set(fitted.row_labels_)) == 2
    assert SCORER(fitted, X) == expected < 1


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        ({"row_labels": ROWS[:59]}, "truth of 59 rows, `X` has 60"),
        ({"row_labels": ROWS, "column_labels": COLUMNS[:29]}, "29 entries"),
        (
            {"row_labels": ROWS, "column_labels": ROWS},
            "60 entries, the estimator was given 30",
        ),
    ],
)
def test_a_truth_of_the_wrong_length_is_refused(truth, message):
    with pytest.raises(ValueError, match=message):
        make_cocluster_scorer("cari", **truth)(KMeansCocluster().fit(X), X)


def test_labels_that_do_not_cover_the_data_are_refused():
    with pytest.raises(ValueError, match="labelled 59 rows, `X` has 60"):
        SCORER(TruncatingCocluster().fit(X), X)
    with pytest.raises(
        ValueError, match=r"labelled 59 rows and 29 columns.*\(60, 30\)"
    ):
        InductiveCocluster(TruncatingCocluster()).fit(X)


# Searches


def test_a_failing_candidate_gets_nan_for_itself_only_and_does_not_win():
    search = GridSearchCV(
        KMeansCocluster(),
        {"fail": [True, False], "n_row_clusters": [2, 3]},
        scoring=SCORER,
        cv=WholeDataSplit(),
    )
    with pytest.warns(match="fits failed|non-finite"):
        search.fit(X)
    scores = search.cv_results_["mean_test_score"]
    np.testing.assert_array_equal(np.isnan(scores), [True, True, False, False])
    assert search.best_params_ == {"fail": False, "n_row_clusters": 3}


def test_a_candidate_whose_score_fails_gets_nan_for_itself_only():
    search = GridSearchCV(
        KMeansCocluster(),
        [{"n_row_clusters": [2, 3]}],
        scoring=make_cocluster_scorer(fails_for_three, row_labels=ROWS),
        cv=WholeDataSplit(),
    )
    with pytest.warns(match="Scoring failed|non-finite"):
        search.fit(X)
    assert search.best_params_ == {"n_row_clusters": 2}


def fails_for_three(labels_true, labels_pred):
    """Fail where three clusters were found."""
    if len(set(labels_pred)) == 3:
        raise ValueError("three")
    return 0.5


# Representations


@pytest.mark.parametrize("name", [n for n in get_scorer_names() if n != "modularity"])
def test_a_repr_names_metric_and_direction_and_is_short(name):
    better = "lower, negated" if name.startswith("neg_") else "higher"
    metric = name.removeprefix("neg_")
    if CONTRACTS[metric].structure == "biclustering":
        rows, columns = labels_to_biclusters((ROWS, COLUMNS))
        scorer, kind = (
            get_scorer(name, rows=rows, columns=columns),
            "make_bicluster_scorer",
        )
    else:
        scorer = get_scorer(name, row_labels=ROWS, column_labels=COLUMNS)
        kind = "make_cocluster_scorer"
    assert repr(scorer) == f"{kind}({metric}; better: {better})"


def weighted(labels_true, labels_pred, *, weights=None, power=1):
    """Return a number, whatever the weights."""
    return 0.5**power


def test_a_repr_never_prints_arrays_among_the_options():
    scorer = make_cocluster_scorer(
        weighted, row_labels=ROWS, weights=np.arange(60), power=2
    )
    text = repr(scorer)
    assert (
        text
        == "make_cocluster_scorer(rows only: weighted, weights=<ndarray>, power=2; "
        "better: higher)"
    )
    frame = make_cocluster_scorer(weighted, weights=list(range(100)))
    assert "99" not in repr(frame)


@pytest.mark.parametrize("metric", [lambda true, pred: 0.0, partial(weighted, power=3)])
def test_a_repr_can_be_had_of_any_callable(metric):
    assert len(repr(make_cocluster_scorer(metric))) < 80


# Directions


PREDICTED = (1 - (ROWS == 0), COLUMNS)


class Predicted(KMeansCocluster):
    """Finds `PREDICTED`."""

    def fit(self, X, y=None):
        self.row_labels_, self.column_labels_ = PREDICTED
        return self


def distance(labels_true, labels_pred, **kwargs):
    """Return a distance under a name that does not say so."""
    return classification_error(labels_true, labels_pred, **kwargs)


@wraps(classification_error)
def decorated(*args, **kwargs):
    """Return the same, as a decorator would."""
    return classification_error(*args, **kwargs)


@pytest.mark.parametrize(
    "metric",
    [
        "classification_error",
        classification_error,
        partial(classification_error),
        partial(partial(classification_error)),
        decorated,
        partial(decorated),
    ],
    ids=["name", "function", "partial", "partial twice", "wrapped", "partial wrapped"],
)
@pytest.mark.parametrize("greater_is_better", [None, False])
def test_a_distance_is_negated_however_it_is_given(metric, greater_is_better):
    scorer = make_cocluster_scorer(
        metric,
        row_labels=ROWS,
        column_labels=COLUMNS,
        greater_is_better=greater_is_better,
    )
    error = classification_error((ROWS, COLUMNS), PREDICTED)
    assert scorer(Predicted().fit(X), X) == -error < 0
    assert repr(scorer).endswith("better: lower, negated)")


@pytest.mark.parametrize(
    "metric",
    ["classification_error", classification_error, partial(classification_error)],
)
def test_a_distance_cannot_be_declared_a_score(metric):
    with pytest.raises(ValueError, match="lower values are better"):
        make_cocluster_scorer(metric, row_labels=ROWS, greater_is_better=True)


def own_error(labels_true, labels_pred):
    """Return a distance."""
    return 0.25


def own_distance(labels_true, labels_pred):
    """Return a distance."""
    return 0.25


def own_loss(labels_true, labels_pred):
    """Return a distance."""
    return 0.25


@pytest.mark.parametrize("metric", [own_error, own_distance, own_loss])
def test_a_function_named_like_a_distance_must_have_its_direction_said(metric):
    with pytest.raises(ValueError, match="pass `greater_is_better=False`"):
        make_cocluster_scorer(metric, row_labels=ROWS)
    with pytest.raises(ValueError, match="pass `greater_is_better=False`"):
        make_stability_scorer(metric)
    scorer = make_cocluster_scorer(metric, row_labels=ROWS, greater_is_better=False)
    assert scorer(Predicted().fit(X), X) == -0.25
    scorer = make_cocluster_scorer(metric, row_labels=ROWS, greater_is_better=True)
    assert scorer(Predicted().fit(X), X) == 0.25


def test_the_direction_of_a_function_of_ones_own_is_taken_from_any_bool():
    for no in (False, np.False_):
        scorer = make_cocluster_scorer(distance, greater_is_better=no)
        assert repr(scorer).endswith("better: lower, negated)")
    assert repr(make_cocluster_scorer(distance)).endswith("better: higher)")


@pytest.mark.parametrize("direction", [0, 1, -1, "lower", 0.0])
@pytest.mark.parametrize("metric", ["classification_error", distance])
def test_a_direction_that_is_no_bool_is_refused(metric, direction):
    with pytest.raises(TypeError, match="`greater_is_better` must be a bool or None"):
        make_cocluster_scorer(metric, greater_is_better=direction)


def test_options_bound_in_a_partial_count():
    metric = partial(nce_score, normalization="printed")
    scorer = make_cocluster_scorer(metric, row_labels=ROWS, column_labels=COLUMNS)
    expected = nce_score((ROWS, COLUMNS), PREDICTED, normalization="printed")
    assert scorer(Predicted().fit(X), X) == expected
    assert expected != nce_score((ROWS, COLUMNS), PREDICTED)
    with pytest.raises(ValueError, match="`normalization` must be one of"):
        make_cocluster_scorer(partial(nce_score, normalization="none"))


# Rows only


@pytest.mark.filterwarnings("ignore:`predict` returns the fitted label")
def test_rows_alone_are_scored_as_a_clustering():
    fitted = Predicted().fit(X)
    expected = adjusted_rand_score(ROWS, PREDICTED[0])
    bound = make_cocluster_scorer("cari", row_labels=ROWS)
    assert bound(fitted, X) == pytest.approx(expected, abs=1e-15)
    assert bound(fitted, X, list(ROWS)) == pytest.approx(expected, abs=1e-15)
    wrapped = InductiveCocluster(GreedyCocluster()).fit(X)
    unbound = make_cocluster_scorer("cari")
    expected = adjusted_rand_score(ROWS, wrapped.predict(X))
    assert unbound(wrapped, X, tuple(ROWS)) == pytest.approx(expected, abs=1e-15)


def test_rows_alone_without_any_truth_are_refused():
    with pytest.raises(ValueError, match="no labels of the rows"):
        make_cocluster_scorer("cari")(InductiveCocluster(KMeansCocluster()).fit(X), X)


@pytest.mark.parametrize("columns_alone", [COLUMNS])
def test_columns_alone_need_labels_of_the_rows_too(columns_alone):
    scorer = make_cocluster_scorer("cari", column_labels=columns_alone)
    with pytest.raises(ValueError, match="no labels of the rows"):
        scorer(KMeansCocluster().fit(X), X)


@pytest.mark.parametrize(
    "labels", [[], [0, None], [0.0, np.nan], ["a", pd.NA], 3, "ab"]
)
@pytest.mark.parametrize("name", ["row_labels", "column_labels"])
def test_labels_that_are_none_are_refused_when_the_scorer_is_made(name, labels):
    with pytest.raises((ValueError, TypeError), match=f"`{name}`"):
        make_cocluster_scorer("cari", **{name: labels})
