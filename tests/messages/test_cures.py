"""Errors tell what was passed in place of what was meant, and how to mend it."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.decomposition import NMF
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler

import sklearn_cocluster_metrics
from sklearn_cocluster_metrics import (
    FunctionCocluster,
    WholeDataSplit,
    bicluster_report,
    bicluster_similarity_score,
    biclusters_from_indices,
    cari_score,
    cluster_stability,
    coclustering_report,
    compare,
    get_scorer,
    make_cocluster_scorer,
    omega_score,
    pairwise_scores,
    refit_test,
    rnia_distance,
    soft_cari_score,
    split_half_test,
    stability_score,
)

ROWS = np.repeat([0, 1], 6)
COLUMNS = np.repeat([0, 1], 4)
TRUTH = (ROWS, COLUMNS)
TEXTS = ["cats purr", "cats meow", "dogs bark", "dogs growl"]


@pytest.fixture(scope="module")
def counts():
    blocks = 1 + 6 * (ROWS[:, None] == COLUMNS)
    return np.random.default_rng(0).poisson(blocks)


@pytest.fixture(scope="module")
def topics(counts):
    return NMF(2, random_state=0).fit(counts)


def message_of(error, function, *args, **kwargs):
    with pytest.raises(error) as info:  # tests match the message
        function(*args, **kwargs)
    return str(info.value)


# Topic models


def test_a_fitted_topic_model_is_not_called_unfitted(topics):
    message = message_of(NotFittedError, cari_score, TRUTH, topics)
    assert "it is fitted, but has no labels" in message
    assert "not fitted" not in message
    assert "`FunctionCocluster`" in message


def test_the_labels_that_replace_a_topic_model_are_a_coclustering(counts, topics):
    cure = "(model.transform(X).argmax(axis=1), model.components_.argmax(axis=0))"
    assert f"`{cure}`" in message_of(NotFittedError, cari_score, TRUTH, topics)
    labels = eval(cure, {"model": topics, "X": counts})
    assert cari_score(TRUTH, labels) > 0.7


def test_a_topic_model_beside_a_clustering_is_replaced_by_the_topics_of_rows(topics):
    message = message_of(NotFittedError, cari_score, ROWS, topics)
    assert "pass the strongest topics: `model.transform(X).argmax(axis=1)`" in message
    assert "components_" not in message


def test_a_transformer_without_components_is_no_topic_model(counts):
    scaler = MaxAbsScaler().fit(counts)
    message = message_of(NotFittedError, cari_score, TRUTH, scaler)
    assert "topic model" not in message


def test_a_topic_model_has_no_biclusters(topics):
    indicators = (np.eye(2, 12, dtype=bool), np.eye(2, 8, dtype=bool))
    message = message_of(NotFittedError, rnia_distance, indicators, topics)
    assert "it is fitted, but has no biclusters" in message
    assert "argmax" not in message


def test_a_clusterer_of_rows_beside_biclusters_leads_to_functions_of_labels(counts):
    model = KMeans(2, n_init=1, random_state=0).fit(counts)
    indicators = (np.eye(2, 12, dtype=bool), np.eye(2, 8, dtype=bool))
    message = message_of(NotFittedError, bicluster_report, indicators, model)
    assert (
        "a scorer for clusterings and co-clusterings. KMeans clusters only" in message
    )


def test_a_topic_model_that_is_not_fitted_is_called_so():
    message = message_of(NotFittedError, cari_score, TRUTH, NMF(2))
    assert "it is not fitted, or it does not find this kind of clusters" in message


def test_weights_of_topics_are_told_from_labels(counts, topics):
    weights = (topics.transform(counts), topics.components_.T)
    message = message_of(ValueError, cari_score, TRUTH, weights)
    assert "`labels.argmax(axis=1)`" in message
    assert f"`{soft_cari_score.__name__}`" in message
    assert "without a label" not in message  # because no label is missing
    columns_first = (ROWS, topics.components_)
    assert "argmax(axis=0)" in message_of(ValueError, cari_score, TRUTH, columns_first)


# Estimators that predict labels, but keep none


@pytest.fixture(scope="module", params=["mixture", "pipeline"])
def mixture(request, counts):
    model = GaussianMixture(2, covariance_type="diag", random_state=0)
    if request.param == "pipeline":
        model = make_pipeline(StandardScaler(), model)
    return model.fit(counts)


def line_in_place_of(message):
    return message.partition("so pass `")[2].partition("` in its place")[0]


@pytest.mark.parametrize("truth", [ROWS, (ROWS, None)])
def test_a_mixture_leads_to_the_labels_that_it_predicts(counts, mixture, truth):
    message = message_of(NotFittedError, cari_score, truth, mixture)
    labels = eval(line_in_place_of(message), {"model": mixture, "X": counts})
    assert cari_score(truth, labels) > 0.7


def test_a_mixture_in_a_scorer_leads_to_y(counts, mixture):
    scorer = make_cocluster_scorer("cari", row_labels=ROWS)
    message = message_of(NotFittedError, scorer, mixture, counts)
    assert "in a scorer, pass `y` in place of `row_labels`" in message
    assert make_cocluster_scorer("cari")(mixture, counts, ROWS) > 0.7


def test_a_mixture_whose_clones_are_fitted_leads_to_a_function(counts, mixture):
    message = message_of(
        NotFittedError, stability_score, mixture, counts, kind="counts"
    )
    line = message.partition("a function that returns `")[2].partition("` in `Fun")[0]
    names = {"model": mixture, "np": np, "clone": clone}
    function = FunctionCocluster(lambda X: eval(line, {**names, "X": X}))
    assert stability_score(function, counts, kind="counts", n_resamples=3) > 0.7
    found = compare({"m": function}, {"d": (counts, ROWS)}, "cari", random_state=0)
    assert found.records[0]["value"] > 0.7


def test_the_cure_of_a_mixture_is_printed_in_a_comparison(counts, mixture):
    found = compare({"m": mixture}, {"d": (counts, ROWS)}, "cari", random_state=0)
    assert "in `FunctionCocluster`." in " ".join(str(found).split())


def test_a_mixture_that_is_not_fitted_is_called_so():
    message = message_of(NotFittedError, cari_score, ROWS, GaussianMixture(2))
    assert message.endswith(
        "it is not fitted, or it does not find this kind of clusters."
    )


# Estimators that have `fit_predict`, but do not store its labels


class FitPredictAlone(BaseEstimator):
    def fit_predict(self, X, y=None):
        return KMeans(2, n_init=1, random_state=0).fit_predict(X)


class WithoutStoredLabels(FitPredictAlone):
    def fit(self, X, y=None):
        self.n_features_in_ = X.shape[1]
        return self


class WithStoredLabels(FitPredictAlone):
    def fit(self, X, y=None):
        self.labels_ = self.fit_predict(X)
        return self


def check_value_of(estimator, counts):
    data = {"d": (counts, (ROWS, None))}
    (record,) = compare({"m": estimator}, data, "cari", random_state=0).records
    assert record["value"] > 0.7


def test_fit_predict_alone_leads_to_a_fit_or_to_a_function(counts):
    cure = "Add a `fit` that stores the labels of the rows in `labels_` and returns"
    for message in refuse_to_clone(FitPredictAlone(), counts):
        assert cure in message
    data = {"d": (counts, (ROWS, None))}
    message = message_of(TypeError, compare, {"m": FitPredictAlone()}, data, "cari")
    assert cure in message
    check_value_of(WithStoredLabels(), counts)
    line = message.partition("a function of X that returns `")[2].partition("` in `")[0]

    def function(X):
        labels = FitPredictAlone().fit_predict(X)
        return eval(line, {"labels": labels, "np": np, "X": X})

    check_value_of(FunctionCocluster(function), counts)


@pytest.mark.parametrize("truth", [ROWS, (ROWS, None)])
def test_fit_predict_in_place_of_labels_leads_to_the_labels_that_it_returns(truth):
    message = message_of(TypeError, cari_score, truth, FitPredictAlone())
    assert message.endswith("Pass the labels that its `fit_predict` returns.")


def test_fit_predict_whose_labels_are_not_stored_leads_to_labels_or_a_function(counts):
    model = WithoutStoredLabels()
    message = message_of(NotFittedError, stability_score, model, counts, kind="counts")
    assert "Store the labels that its `fit_predict` returns there in `fit`" in message
    line = message.partition("a function that returns `")[2].partition("` in `Fun")[0]
    names = {"model": model, "np": np, "clone": clone}
    function = FunctionCocluster(lambda X: eval(line, {**names, "X": X}))
    check_value_of(function, counts)


def test_an_unfitted_clusterer_is_not_told_to_store_its_labels():
    assert "fit_predict" not in message_of(NotFittedError, cari_score, ROWS, KMeans(2))


# Estimators that cannot be cloned


class WithoutParameters:
    def fit(self, X, y=None):
        return self


def refuse_to_clone(estimator, counts):
    return [
        message_of(TypeError, function, estimator, counts, **options)
        for function, options in (
            (stability_score, {"kind": "counts"}),
            (cluster_stability, {}),
            (split_half_test, {}),
            (partial(refit_test, labels=ROWS), {}),
        )
    ]


def test_an_estimator_without_parameters_is_led_to_a_function(counts):
    cure = "no `get_params`. Wrap a function that returns its labels in `FunctionCocl"
    for message in refuse_to_clone(WithoutParameters(), counts):
        assert cure in message
        assert "accept `deep`" not in message
    candidates = {"m": WithoutParameters()}
    found = compare(candidates, {"d": (counts, ROWS)}, "cari", random_state=0)
    assert cure in " ".join(str(found).split())


def test_a_class_in_place_of_an_instance_is_called_so(counts):
    for message in refuse_to_clone(KMeans, counts):
        assert message == (
            "`estimator` must be an instance, not the class KMeans. Pass `KMeans(...)`."
        )


# Sides, and data, in the place of others


def test_an_unknown_mode_of_the_second_side_suggests_that_the_sides_are_exchanged(
    counts,
):
    model = SpectralCoclustering(2, random_state=0).fit(counts)
    with pytest.raises(
        ValueError, match=r"exchanged the two arguments, pass the truth first"
    ):
        cari_score(model, (ROWS, None))


def test_transposed_data_are_named_by_a_scorer_of_the_rows(counts):
    scorer = make_cocluster_scorer("cari", row_labels=ROWS)
    model = SpectralCoclustering(2, random_state=0).fit(counts.T)
    with pytest.raises(ValueError, match=r"`X` seems to be transposed: pass `X.T`"):
        scorer(model, counts.T)


def test_types_are_blamed_only_where_they_differ(counts):
    names = np.array(["sport", "trade"])[ROWS]
    scorer = make_cocluster_scorer("cari", row_labels=names)
    model = SpectralCoclustering(2, random_state=0).fit(counts)
    reversed_names = message_of(ValueError, scorer, model, counts, names[::-1])
    assert "dtypes" not in reversed_names
    assert "one type" not in reversed_names
    numbers = message_of(ValueError, scorer, model, counts, ROWS)
    assert "convert them to one type" in numbers


def test_a_search_over_texts_names_the_search_over_a_matrix():
    pipeline = make_pipeline(CountVectorizer(), SpectralCoclustering(random_state=0))
    search = GridSearchCV(
        pipeline,
        {"spectralcoclustering__n_clusters": [2]},
        scoring=get_scorer("modularity"),
        cv=WholeDataSplit(),
        error_score="raise",
    )
    with pytest.raises(ValueError, match="For a search, fit the first steps once"):
        search.fit(TEXTS)


def test_missing_labels_marked_by_minus_one_are_said_to_be_one_cluster(counts):
    labels = [*ROWS[:-1].tolist(), None]
    scorer = make_cocluster_scorer("cari", row_labels=ROWS)
    assert "-1, which puts all of them in one" in message_of(
        ValueError, cari_score, ROWS, labels
    )
    model = SpectralCoclustering(2, random_state=0).fit(counts)
    model.row_labels_ = labels
    message = message_of(ValueError, scorer, model, counts)
    assert "-1, which puts all of them in one cluster" in message
    assert "`unlabeled='singletons'`, which makes each a cluster" in message


# Indicators


SIGNED = np.array([[-1, 0, 0, 1], [0, 2, -3, 0]])
MEMBERS = "If all entries other than 0 are members, pass"


@pytest.mark.parametrize("container", [np.asarray, pd.DataFrame, sparse.csr_array])
def test_signed_entries_are_called_members_not_memberships(container):
    pred = (container(SIGNED), container(abs(SIGNED) > 0))
    message = message_of(ValueError, rnia_distance, pred, pred)
    cure = "biclusters_true[0] != 0"
    assert f"signs or scores, not memberships. {MEMBERS} `{cure}`." in message
    biclusters = (eval(cure, {"biclusters_true": pred}), pred[1])
    assert rnia_distance(biclusters, biclusters) == 0


def test_scores_of_overlapping_clusters_are_called_members():
    scores = SIGNED.T * 0.5
    message = message_of(ValueError, omega_score, scores, scores)
    assert f"{MEMBERS} `clusters_true != 0`" in message


def extended_bcubed(true, pred):
    """The F1 of Amigó et al. (2009), as means over samples."""
    n_true = np.array(true) @ np.transpose(true)
    n_pred = np.array(pred) @ np.transpose(pred)
    smaller = np.minimum(n_true, n_pred)
    sides = []
    for numbers in (n_pred, n_true):
        share_of_pairs = smaller / np.maximum(numbers, 1)
        sides.append(np.mean(share_of_pairs.sum(axis=1) / (numbers > 0).sum(axis=1)))
    return 2 * sides[0] * sides[1] / sum(sides)


AS_BICLUSTERS = "(clusters.T, numpy.ones((clusters.shape[1], 1)))"


def test_overlapping_clusters_become_biclusters_by_the_line_of_the_error():
    true = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 1], [0, 0, 1]])
    pred = np.array([[1, 0], [1, 0], [0, 1], [1, 1]])
    measure = partial(bicluster_similarity_score, metric="bicluster_extended_bcubed")
    assert f"pass `{AS_BICLUSTERS}`" in message_of(TypeError, measure, true, pred)
    sides = [
        eval(AS_BICLUSTERS, {"clusters": clusters, "numpy": np})
        for clusters in (true, pred)
    ]
    assert measure(*sides) == pytest.approx(extended_bcubed(true, pred))


def test_lists_of_row_and_column_indices_are_not_called_matrices():
    indices = [([0, 1], [0]), ([2], [1])]
    message = message_of(TypeError, rnia_distance, indices, indices)
    assert "`biclusters_from_indices(biclusters_true, shape)`" in message


def test_lists_of_names_of_rows_and_columns_are_told_the_names_to_pass():
    biclusters = [(["g1", "g2"], ["s1"]), (["g3"], ["s2"])]
    message = message_of(TypeError, rnia_distance, biclusters, biclusters)
    assert "for names `biclusters_from_indices(biclusters_true, row_names=" in message
    names = {"row_names": ["g1", "g2", "g3"], "column_names": ["s1", "s2"]}
    indicators = biclusters_from_indices(biclusters, **names)
    assert rnia_distance(indicators, indicators) == 0


def test_the_name_of_extended_bcubed_says_how_overlapping_clusters_are_passed():
    message = message_of(
        AttributeError, getattr, sklearn_cocluster_metrics, "extended_bcubed_score"
    )
    assert message.count("bicluster_extended_bcubed") == 1
    assert f"`{AS_BICLUSTERS}`" in message


# Sides that seem to be transposed


def test_exchanged_rows_and_columns_of_labels_are_named(counts):
    model = SpectralCoclustering(2, random_state=0).fit(counts)
    exchanged = (COLUMNS, ROWS)
    message = message_of(ValueError, cari_score, exchanged, model)
    assert "shape (8, 12), and `labels_pred` to a matrix of shape (12, 8)" in message
    assert "such as by `labels_true[::-1]`" in message
    assert cari_score(exchanged[::-1], model) == cari_score(TRUTH, model)
    message = message_of(ValueError, coclustering_report, model, exchanged)
    assert "such as by `(model.column_labels_, model.row_labels_)`" in message
    labels = (model.column_labels_, model.row_labels_)
    assert cari_score(labels, exchanged) == cari_score(model, TRUTH)


def test_names_of_rows_that_both_sides_have_are_matched_before_sizes():
    ten = pd.Series(ROWS, index=range(12))[2:]
    columns = pd.Series(np.arange(12) % 2)
    true = (ten, columns)
    pred = (pd.Series(ROWS, index=range(2, 14)), columns[:10])
    message = message_of(ValueError, cari_score, true, pred)
    assert "other names" in message


@pytest.mark.parametrize("container", [np.asarray, pd.DataFrame, sparse.csr_array])
def test_transposed_memberships_are_named(counts, container):
    weights = np.random.default_rng(0).random((2, 8))
    of_columns = container(weights / weights.sum(axis=0))
    one_hot = np.eye(2)[ROWS]
    message = message_of(ValueError, soft_cari_score, TRUTH, (one_hot, of_columns))
    assert "`memberships_pred[1]` has shape (2, 8) and seems to be tr" in message
    assert "Pass `memberships_pred[1].T`" in message
    assert soft_cari_score(TRUTH, (one_hot, of_columns.T)) < 1


# Many structures


FIRST_MONTH = pd.Series(ROWS, index=[f"user{number}" for number in range(12)])
SECOND_MONTH = FIRST_MONTH[2:]
OF_THE_CALL = "only one side has, pass `unlabeled='drop_either'`."


def test_absent_names_are_left_out_of_pairs_by_a_parameter_of_the_call():
    pairs = partial(pairwise_scores, {"jan": FIRST_MONTH, "feb": SECOND_MONTH}, "cari")
    assert message_of(ValueError, pairs).endswith(OF_THE_CALL)
    assert pairs(unlabeled="drop_either").scores[0, 1] == 1


def test_absent_names_are_left_out_of_a_comparison_by_a_parameter_of_the_call():
    data = {"all": (None, FIRST_MONTH)}
    comparison = partial(compare, {"found": SECOND_MONTH}, data, "cari")
    assert comparison().records[0]["error"].endswith(OF_THE_CALL)
    assert comparison(unlabeled="drop_either").records[0]["value"] == 1


def test_a_matrix_with_a_clustering_in_each_row_is_made_a_mapping():
    structures = np.array([ROWS, 1 - ROWS, np.arange(12) % 2])
    line = "{str(i): row for i, row in enumerate(structures)}"
    message = message_of(TypeError, pairwise_scores, structures, "cari")
    assert message.endswith(f"pass `{line}`.")
    scores = pairwise_scores(eval(line, {"structures": structures}), "cari")
    assert scores.scores[0, 1] == 1


@pytest.mark.parametrize("options", [{}, {"row_names": list("abc")}])
def test_a_missing_shape_can_be_replaced_by_both_names(options):
    message = message_of(
        ValueError, biclusters_from_indices, [([0, 2], [1])], **options
    )
    assert "Pass it, or both `row_names` and `column_names`" in message
