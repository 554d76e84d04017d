"""Errors tell what was passed in place of what was meant, and how to mend it."""

from functools import partial

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.decomposition import NMF
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    WholeDataSplit,
    bicluster_report,
    cari_score,
    cluster_stability,
    compare,
    get_scorer,
    make_cocluster_scorer,
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
