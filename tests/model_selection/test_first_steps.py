"""How often stability fits what: clusterers of rows, texts, frames, missing values."""

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    cluster_stability,
    make_bicross_scorer,
    make_stability_scorer,
    most_reproducible,
    split_half_test,
    stability_score,
)

GENERATOR = np.random.default_rng(0)
X = np.kron(np.eye(2), np.full((20, 10), 9.0)) + GENERATOR.normal(size=(40, 20))
WITH_NAN = np.where(np.arange(800).reshape(40, 20) == 5, np.nan, X)
SEA = ["ship wave sail", "wave ship sail salt", "sail wave ship", "salt wave ship"] * 6
SPORT = ["goal team ball", "team goal ball run", "ball team run", "run goal team"] * 6
TEXTS = SEA + SPORT


class Counted(KMeans):
    """Counts its fits, with the number of columns of each."""

    n_columns: ClassVar[list[int]] = []  # of all clones

    def fit(self, X, y=None):
        self.n_columns.append(X.shape[1])
        return super().fit(X)


@pytest.fixture(autouse=True)
def _forget_fits():
    Counted.n_columns.clear()


# Clusterers of rows


def test_a_clusterer_of_rows_is_fitted_twice_for_each_resample_to_all_columns():
    stability_score(Counted(2, n_init=1), X, n_resamples=3)
    # The first fit is that of the whole, which shows that the rows alone have labels.
    assert Counted.n_columns == [20] * (1 + 2 * 3)


def test_a_fitted_clusterer_of_rows_needs_no_fit_of_the_whole():
    model = Counted(2, n_init=1).fit(X)
    Counted.n_columns.clear()
    make_stability_scorer(n_resamples=3, with_standard_error=False)(model, X)
    assert Counted.n_columns == [20] * 6


@pytest.mark.parametrize(
    "model",
    [
        KMeans(2, init=X[[0, 20]], n_init=1),
        make_pipeline(PCA(18), KMeans(2, n_init=10)),
        make_pipeline(
            ColumnTransformer([("all", "passthrough", list(range(20)))]),
            KMeans(2, n_init=10),
        ),
    ],
    ids=["init", "PCA", "ColumnTransformer"],
)
def test_a_clusterer_of_rows_that_needs_all_columns_is_resampled(model):
    assert stability_score(model, X, n_resamples=3) == 1.0


def test_columns_of_counts_that_are_empty_in_a_part_stay_for_a_clusterer_of_rows():
    counts = np.zeros((30, 12))
    counts[:15, :3] = 5
    counts[15:, 3:6] = 5
    counts[0, 6:] = 1  # all empty in parts without the first row
    model = Counted(2, init=counts[[1, 20]], n_init=1)
    stability_score(model, counts, n_resamples=4, kind="counts")
    assert set(Counted.n_columns) == {12}


def test_a_coclusterer_of_scikit_learn_is_fitted_to_parts_only(monkeypatch):
    shapes = []
    fit = SpectralCoclustering.fit

    def recording_fit(self, X, y=None):
        shapes.append(X.shape)
        return fit(self, X, y)

    monkeypatch.setattr(SpectralCoclustering, "fit", recording_fit)
    stability_score(SpectralCoclustering(2), np.abs(X), n_resamples=2)
    assert shapes == [(32, 16)] * 4


# Texts and frames


def test_the_vectorizer_can_be_searched_without_labels():
    model = Pipeline(
        [("words", TfidfVectorizer()), ("model", SpectralCoclustering(random_state=0))]
    )
    search = GridSearchCV(
        model,
        {"words__min_df": [1, 2], "model__n_clusters": [2, 3]},
        scoring=make_stability_scorer(n_resamples=4),
        refit=most_reproducible,
        cv=WholeDataSplit(),
        error_score="raise",
    )
    with pytest.warns(UserWarning, match="Another seed may choose otherwise"):
        search.fit(TEXTS)
    assert (search.cv_results_["mean_test_bcv"] > 0).all()
    assert search.best_estimator_["model"].row_labels_.shape == (48,)


def test_texts_are_vectorized_once_and_the_last_step_is_resampled(monkeypatch):
    n_texts = []
    fit_transform = TfidfVectorizer.fit_transform

    def recording_fit_transform(self, raw_documents, y=None):
        n_texts.append(len(raw_documents))
        return fit_transform(self, raw_documents)

    monkeypatch.setattr(TfidfVectorizer, "fit_transform", recording_fit_transform)
    last = SpectralCoclustering(2)
    data = TfidfVectorizer().fit_transform(TEXTS)
    n_texts.clear()
    model = make_pipeline(TfidfVectorizer(), last)
    assert stability_score(model, TEXTS) == stability_score(last, data)
    assert n_texts == [len(TEXTS)]


def test_bicross_and_clusters_take_texts_too():
    model = make_pipeline(TfidfVectorizer(), SpectralCoclustering(2, random_state=0))
    assert make_bicross_scorer(n_resamples=2)(model, TEXTS) > 0
    stability = cluster_stability(model, TEXTS, n_resamples=3, random_state=0)
    fitted = cluster_stability(model.fit(TEXTS), TEXTS, n_resamples=3, random_state=0)
    np.testing.assert_array_equal(stability.jaccard, fitted.jaccard)


def test_steps_that_select_columns_of_a_frame_by_name_are_fitted_once():
    frame = pd.DataFrame(np.abs(X), columns=[f"g{n}" for n in range(20)])
    selecting = ColumnTransformer(
        [("all", StandardScaler(with_mean=False), ["g0"])], remainder="passthrough"
    )
    model = make_pipeline(selecting, SpectralCoclustering(2, random_state=0))
    assert stability_score(model, frame, n_resamples=3) > 0.9


@pytest.mark.parametrize("function", [stability_score, cluster_stability])
def test_texts_without_a_pipeline_are_refused_with_the_line_to_write(function):
    with pytest.raises(ValueError, match=r"`pipe\[:-1\].fit_transform\(X\)`"):
        function(SpectralCoclustering(2), TEXTS)


# Missing values


@pytest.mark.parametrize(
    "function",
    [stability_score, cluster_stability, split_half_test, make_bicross_scorer()],
)
def test_missing_values_are_found_before_the_first_fit(function, monkeypatch):
    def fit(self, X, y=None):
        raise AssertionError("fitted")

    monkeypatch.setattr(SpectralCoclustering, "fit", fit)
    with pytest.raises(ValueError, match="`X` has NaN, which SpectralCoclustering"):
        function(SpectralCoclustering(2), WITH_NAN)


def test_missing_values_that_a_step_fills_in_are_taken():
    model = make_pipeline(SimpleImputer(), KMeans(2, n_init=10, random_state=0))
    assert stability_score(model, WITH_NAN, n_resamples=2) == 1.0


def test_missing_values_are_left_to_the_estimators_of_others():
    class Tolerant(BaseEstimator):
        def fit(self, X):
            self.labels_ = np.nansum(X[:, :10], axis=1) > 45
            return self

    assert stability_score(Tolerant(), WITH_NAN, n_resamples=2) == 1.0
