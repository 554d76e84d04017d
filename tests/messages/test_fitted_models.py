"""Fitted models are not fitted again where their labels are meant."""

import numpy as np
import pytest
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    biclustering_of,
    coclustering_of,
    compare,
    refit_test,
    stability_score,
)

X, BICLUSTER_ROWS, BICLUSTER_COLUMNS = make_biclusters((30, 20), 3, random_state=0)
BICLUSTERS = (BICLUSTER_ROWS, BICLUSTER_COLUMNS)
TRUTH = (BICLUSTER_ROWS.argmax(axis=0), BICLUSTER_COLUMNS.argmax(axis=0))
TEXTS = ["cats purr", "cats meow", "dogs bark", "dogs growl", "cats play", "dogs run"]


@pytest.fixture(scope="module")
def model():
    return SpectralCoclustering(3, random_state=0).fit(X)


@pytest.mark.parametrize("function", [stability_score, refit_test])
@pytest.mark.parametrize("is_last_step", [False, True])
def test_a_frozen_estimator_is_not_fitted_again(function, is_last_step, model):
    frozen = FrozenEstimator(model)
    if is_last_step:
        frozen = make_pipeline(frozen)
    arguments = [TRUTH] if function is refit_test else []
    message = r"`estimator` cannot be fitted again, .* `frozen\.estimator`"
    with pytest.raises(TypeError, match=message):
        function(frozen, X, *arguments)


def test_a_comparison_says_how_to_compare_a_frozen_estimator(model):
    message = r"`candidates\['m'\]` .*`\(None, truth\)`.* `coclustering_of\(model\)`"
    with pytest.raises(TypeError, match=message):
        compare({"m": FrozenEstimator(model)}, {"shop": (X, TRUTH)}, "cari")
    comparison = compare({"m": coclustering_of(model)}, {"shop": (None, TRUTH)}, "cari")
    assert comparison.records[0]["value"] == 1


def test_a_frozen_step_before_the_last_step_is_allowed():
    steps = FrozenEstimator(CountVectorizer().fit(TEXTS)), KMeans(2, random_state=0)
    stability = stability_score(
        make_pipeline(*steps), TEXTS, n_resamples=3, random_state=0
    )
    assert np.isfinite(stability)


@pytest.mark.parametrize(
    ("fitted", "truth", "metric", "call"),
    [
        (None, TRUTH, "cari", "coclustering_of(model)"),
        (None, BICLUSTERS, "bicluster_ce", "biclustering_of(model)"),
        (KMeans(3, random_state=0).fit(X), TRUTH[0], "cari", "model.labels_"),
    ],
)
def test_without_a_matrix_the_labels_of_a_fitted_model_are_suggested(
    model, fitted, truth, metric, call
):
    fitted = model if fitted is None else fitted
    with pytest.raises(ValueError, match="has no matrix") as error:
        compare({"m": fitted}, {"shop": (None, truth)}, metric)
    assert f"`{call}` in its place" in str(error.value)
    names = {
        "model": fitted,
        "coclustering_of": coclustering_of,
        "biclustering_of": biclustering_of,
    }
    labels = eval(call, names)
    comparison = compare({"m": labels}, {"shop": (None, truth)}, metric)
    assert comparison.records[0]["value"] == 1


def test_without_a_matrix_no_labels_of_an_unfitted_model_are_suggested():
    message = r"has no matrix\. Pass `\(X, truth\)`"
    with pytest.raises(ValueError, match=message):
        compare({"m": SpectralCoclustering(3)}, {"shop": (None, TRUTH)}, "cari")
