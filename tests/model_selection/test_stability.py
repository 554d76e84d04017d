"""Stability: drawn alike for every candidate, aligned, signed, and chosen by rule."""

import tracemalloc
from functools import partial

import numpy as np
import pandas as pd
import pytest
from doubles import (
    Fitted,
    KMeansCocluster,
    TransposingCocluster,
    TruncatingCocluster,
    blocks,
    drawn_parts,
)
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import SelectKBest, VarianceThreshold, f_classif
from sklearn.metrics import adjusted_rand_score, consensus_score
from sklearn.model_selection import GridSearchCV, ShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler, StandardScaler

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._model_selection._stability import (
    _means_and_standard_errors,
)

X, ROWS, COLUMNS = blocks()
NOISE = np.random.default_rng(0).normal(size=(60, 30))
WHOLE = {"cv": sccm.WholeDataSplit(), "error_score": "raise"}


def search(estimator, grid, data, *metric, refit=sccm.finest_stable, **options):
    """Search a grid by stability."""
    scorer = sccm.make_stability_scorer(*metric, **options)
    found = GridSearchCV(estimator, grid, scoring=scorer, refit=refit, **WHOLE)
    return found.fit(data)


class Recorder(KMeansCocluster):
    """Records the data and the seed of every fit."""

    fits = []  # noqa: RUF012

    def fit(self, X, y=None):
        self.fits.append((np.array(X), self.random_state))
        return super().fit(X)


class TensorKMeans(KMeansCocluster):
    """k-means of every mode; its labels are a list in one attribute."""

    def __init__(self, n_clusters=(2, 2, 2), random_state=0):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y=None):
        self.labels_ = [
            KMeansCocluster(k, 1, random_state=self.random_state)
            .fit(np.moveaxis(X, mode, 0).reshape(X.shape[mode], -1))
            .row_labels_
            for mode, k in enumerate(self.n_clusters)
        ]
        return self


def tensor(seed=0):
    """Draw a tensor of 3 x 2 x 2 blocks and its true labels."""
    rng = np.random.default_rng(seed)
    labels = tuple(
        rng.permutation(np.arange(n) % k) for n, k in [(18, 3), (16, 2), (14, 2)]
    )
    means = rng.permutation(np.arange(12.0)).reshape(3, 2, 2)
    return means[np.ix_(*labels)] + rng.normal(scale=0.1, size=(18, 16, 14)), labels


TENSOR, LABELS = tensor()


@pytest.fixture
def fits():
    """What was fitted in the test."""
    Recorder.fits.clear()
    return Recorder.fits


# Draws


def test_no_seed_draws_anew_and_a_generator_draws_on():
    without = sccm.make_stability_scorer(random_state=None, with_standard_error=False)
    assert without(KMeansCocluster(), NOISE) != without(KMeansCocluster(), NOISE)
    generator = np.random.RandomState(0)
    continued = sccm.make_stability_scorer(random_state=generator)
    first, second = (continued(KMeansCocluster(), NOISE) for _ in range(2))
    assert first != second
    seeded = sccm.make_stability_scorer(random_state=0)(KMeansCocluster(), NOISE)
    # A seed also gives the splits into halves a stream of their own.
    for numbers in (first, seeded):
        for name in [name for name in numbers if name.startswith("split_")]:
            del numbers[name]
    assert first == seeded


def test_every_candidate_is_fitted_on_the_same_subsamples_with_the_same_seeds(fits):
    model, grid = Recorder(random_state=None), {"n_row_clusters": [2, 3]}
    search(model, grid, X, refit=False, n_resamples=3)
    # The fits of the search itself come first, those of nine splits into halves last.
    first, second = fits[1:25], fits[26:]
    assert len(second) == 24
    for (one, seed), (other, same_seed) in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
        assert seed == same_seed
    assert len({seed for _, seed in first}) == 6 + 9


def test_seeds_reach_what_is_nested(fits):
    model = make_pipeline(StandardScaler(), sccm.InductiveCocluster(Recorder()))
    sccm.stability_score(model, X, n_resamples=2)
    assert len({seed for _, seed in fits}) == 4


@pytest.mark.parametrize(
    ("rows", "columns", "shape"),
    [(0.8, 0.6, (48, 18)), (1, 1, (60, 30)), (0.51, 1.0, (31, 30))],
)
def test_subsamples_have_their_fractions_in_random_order(fits, rows, columns, shape):
    data = np.arange(60 * 30.0).reshape(60, 30)
    options = {"row_fraction": rows, "column_fraction": columns, "kind": "values"}
    sccm.stability_score(Recorder(), data, n_resamples=2, **options)
    whole, *parts = fits  # that of the whole shows how many modes are labeled
    assert whole[0].shape == data.shape
    assert [values.shape for values, _ in parts] == [shape] * 4
    for values, _ in parts:
        assert (np.diff(values[:, 0] // 30) < 0).any()
        assert (np.diff(values[0] % 30) < 0).any()


def test_a_standard_error_needs_two_resamples():
    with pytest.raises(ValueError, match="`n_resamples` must be at least 2, because"):
        sccm.make_stability_scorer(n_resamples=1, with_standard_error=True)


# Values


def two_fits(estimator, data, seed):
    """Fit two parts of the data; yield the places kept in each mode, and the model."""
    for kept, seed_of_fit in drawn_parts(data.shape, 2, seed):
        model = clone(estimator).set_params(random_state=seed_of_fit)
        yield kept, model.fit(data[np.ix_(*kept)])


def by_hand(estimator, data, seed=0):
    """Compute the stability of one resample from its definition."""
    sides = [
        [dict(zip(*mode, strict=True)) for mode in zip(kept, labels_of(m), strict=True)]
        for kept, m in two_fits(estimator, data, seed)
    ]
    shared = [sorted(one.keys() & other) for one, other in zip(*sides, strict=True)]
    pair = [
        tuple([mode[x] for x in kept] for mode, kept in zip(side, shared, strict=True))
        for side in sides
    ]
    return sccm.cari_score(*pair, null_model="product")


def labels_of(model):
    if isinstance(model, TensorKMeans):
        return model.labels_
    return model.row_labels_, model.column_labels_


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("data", [X, NOISE, TENSOR], ids=["blocks", "noise", "tensor"])
def test_the_score_of_a_resample_is_that_of_its_definition(data, seed):
    model = KMeansCocluster(4, 3) if data.ndim == 2 else TensorKMeans((4, 3, 2))
    score = sccm.stability_score(model, data, n_resamples=1, random_state=seed)
    assert score == by_hand(model, data, seed)


def test_the_numbers_of_clusters_found_are_means_over_all_fits(fits):
    scorer = sccm.make_stability_scorer(n_resamples=3, with_standard_error=True)

    class Counted(Recorder):
        """Finds another number of row clusters in every fit."""

        def fit(self, X, y=None):
            super().fit(X)
            self.row_labels_ = np.arange(len(X)) % (len(self.fits) + 1)
            return self

    found = scorer(Counted(3, 4), X)
    assert found["n_row_clusters"] == np.mean([3, 4, 5, 6, 7, 8])
    assert found["n_column_clusters"] == 4


@pytest.mark.parametrize("metric", ["classification_error", sccm.classification_error])
def test_a_metric_of_which_less_is_better_is_negated(metric):
    stable, unstable = (
        sccm.stability_score(KMeansCocluster(n), X, metric=metric) for n in (3, 5)
    )
    assert unstable < stable == 0
    grid = {"n_row_clusters": [5, 3]}
    assert search(KMeansCocluster(), grid, X, metric).best_index_ == 1


def test_y_and_the_fit_of_the_estimator_do_not_count():
    scorer = sccm.make_stability_scorer(n_resamples=2, with_standard_error=False)
    expected = scorer(KMeansCocluster(4), NOISE)
    fitted = KMeansCocluster(4).fit(X)
    assert scorer(fitted, NOISE, ROWS) == scorer(fitted, NOISE) == expected
    fitted.fit(X[:7])
    assert sccm.stability_score(fitted, NOISE, n_resamples=2) == expected
    assert len(fitted.row_labels_) == 7


@pytest.mark.parametrize("cv", [3, ShuffleSplit(2, random_state=0)], ids=str)
def test_parts_of_the_rows_are_refused_in_a_search(cv):
    for scorer in (sccm.make_stability_scorer(), sccm.make_bicross_scorer()):
        options = {"cv": cv, "error_score": "raise"}
        search = GridSearchCV(KMeansCocluster(), {}, scoring=scorer, **options)
        with pytest.raises(ValueError, match=r"labeled \d+ rows, `X` .*WholeDataSp"):
            search.fit(X)


# Estimators


@pytest.mark.parametrize("estimator", [TransposingCocluster, TruncatingCocluster])
@pytest.mark.parametrize("data", [X, X.T], ids=["tall", "wide"])
def test_labels_that_are_not_of_the_data_are_refused(estimator, data):
    with pytest.raises(
        ValueError, match=r"has labels of \(\d+, \d+\) entries in its modes"
    ):
        sccm.stability_score(estimator(), data)


def test_pipelines_that_select_are_aligned_by_the_numbers_of_the_columns():
    wide = np.c_[X, np.random.default_rng(0).normal(scale=0.01, size=(60, 20)) + 3]
    order = np.random.default_rng(0).permutation(50)
    model = make_pipeline(VarianceThreshold(0.1), KMeansCocluster())
    assert sccm.stability_score(model, wide[:, order]) == 1
    frame = pd.DataFrame(wide[:, order], columns=[f"c{n}" for n in order])
    assert sccm.stability_score(model, frame) == 1


def test_pipelines_that_cannot_be_followed_are_refused():
    step = FunctionTransformer(lambda data: data[:, ::-1])
    with pytest.raises(ValueError, match="reports no feature names"):
        sccm.stability_score(make_pipeline(step, KMeansCocluster()), X)
    with pytest.raises(
        ValueError, match=r"not columns of its input.*Transform `X` before"
    ):
        sccm.stability_score(make_pipeline(PCA(5), KMeansCocluster()), X)


class FirstColumn(SelectKBest):
    """Keeps the column of the greatest entry in the first row: another in each part."""

    def fit(self, X, y=None):
        self.n_features_in_, self.scores_ = X.shape[1], X[0]
        return self


def test_parts_that_share_no_column_after_a_selection_are_refused():
    model = make_pipeline(FirstColumn(f_classif, k=1), KMeansCocluster(2, 1))
    with pytest.raises(ValueError, match="no column in common"):
        sccm.stability_score(model, NOISE)


@pytest.mark.parametrize("to_data", [np.asarray, sparse.csr_array, pd.DataFrame])
def test_a_spectral_fit_of_empty_rows_names_the_wrapper(to_data):
    data = X.copy()
    data[3] = 0
    spectral = SpectralCoclustering(3)
    for model in (spectral, make_pipeline(MaxAbsScaler(), spectral)):
        with pytest.raises(ValueError, match=r"1 rows and 0 .*`InductiveC") as e:
            sccm.stability_score(model, to_data(data), row_fraction=1)
        assert isinstance(e.value.__cause__, Exception)


@pytest.mark.parametrize("data", [X, np.where(X > 9, 0, X)], ids=["full", "zeros"])
def test_errors_of_other_fits_are_raised_as_they_are(data):
    with pytest.raises(ValueError, match=r"^this candidate fails$"):
        sccm.stability_score(KMeansCocluster(fail=True), data)


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series])
def test_masked_data_and_texts_are_refused(kind):
    with pytest.raises(ValueError, match="`X` has masked entries"):
        sccm.stability_score(KMeansCocluster(), np.ma.array(X, mask=X > 9))
    assert sccm.stability_score(KMeansCocluster(), np.ma.array(X)) == 1
    texts = kind(["a text", "another text"])
    model = make_pipeline(CountVectorizer(), KMeansCocluster())
    with pytest.raises(ValueError, match=r"got texts.*`pipe\[:-1\].fit_transform"):
        sccm.split_half_test(model, texts)
    with pytest.raises(ValueError, match=r"got texts.*`pipe\[:-1\].fit_transform"):
        sccm.stability_score(KMeansCocluster(), texts)
    with pytest.raises(ValueError, match="got texts"):
        sccm.InductiveCocluster(model).fit(texts)
    with pytest.raises(ValueError, match="got texts"):
        sccm.modularity_score(texts, model)


def test_nulls_of_a_frame_reach_the_estimator_as_nulls():
    frame = pd.DataFrame(X.round()).astype("Int64")
    options = {"n_resamples": 2, "kind": "values"}
    assert sccm.stability_score(SpectralCoclustering(3), frame, **options) <= 1
    with pytest.raises(ValueError, match="contains NaN"):
        sccm.stability_score(SpectralCoclustering(3), frame.mask(X > 9))


def test_a_symmetric_index_is_averaged_where_its_options_break_the_symmetry():
    seen = []

    def spy(true, pred):
        seen.append((true, pred))
        return 0.0

    sccm.stability_score(
        KMeansCocluster(4, 3),
        NOISE,
        metric=spy,
        greater_is_better=True,
        n_resamples=1,
    )
    options = {"metric": "russell_rao", "null_model": "product"}
    metric = partial(sccm.pair_counting_score, **options)
    forth, back = (metric(*pair) for pair in seen)
    fit = KMeansCocluster(4, 3), NOISE
    score = sccm.stability_score(*fit, metric=metric, n_resamples=1)
    assert score == pytest.approx((forth + back) / 2, rel=1e-12)
    assert forth != back


# The choice among candidates


def results(rows, columns, scores, errors):
    """Make the results of a search."""
    return {
        "params": [{"k": number} for number in range(len(rows))],
        "mean_test_stability": scores,
        "mean_test_n_row_clusters": rows,
        "mean_test_n_column_clusters": columns,
        "mean_test_resampling_error": errors,
    }


CHOICES = [
    # Ties at 1 go to the finest.
    ([2, 3, 4], [2, 3, 4], [1, 1, 0.8], [0, 0, 0.01], 1),
    ([4, 3, 2], [4, 3, 2], [0.8, 1, 1], [0.01, 0, 0], 1),
    # One standard error of the difference is here 0.05.
    ([2, 3], [2, 3], [1.0, 0.951], [0.03, 0.04], 1),
    ([2, 3], [2, 3], [1.0, 0.949], [0.03, 0.04], 0),
    # A candidate without a score, or that the search has masked, is ignored.
    ([2, 3, 9], [2, 3, 9], [0.9, 1, np.nan], [0, 0, np.nan], 1),
    ([2, 3], [2, 3], np.ma.array([0.9, 1], mask=[False, True]), [0.01] * 2, 0),
    # Candidates 1 and 2 both find 3 x 3: the one that scores higher.
    ([2, 3, 3], [2, 3, 3], [1.0, 0.99, 0.98], [0.02] * 3, 1),
    ([2, 3, 3.4], [2, 3, 2.6], [1.0, 0.99, 0.98], [0.02] * 3, 1),
    ([2, 3, 3.6], [2, 3, 3], [1.0, 0.99, 0.98], [0.02] * 3, 2),
    ([2, 3, 3], [5, 3, 3], [1.0, 0.99, 0.98], [0.02] * 3, 0),
    # A single block is stable by definition, and sets no bar for the others.
    ([1, 3, 1], [1, 3, 1], [1.0, 0.99, 0.98], [0.02] * 3, 1),
    ([1.2, 1, 1.4], [1.4, 1, 2], [1.0, 0.99, 0.98], [0.02] * 3, 2),
]


@pytest.mark.parametrize(("rows", "columns", "scores", "errors", "chosen"), CHOICES)
def test_the_finest_of_the_stable_candidates_is_chosen(
    rows, columns, scores, errors, chosen
):
    assert sccm.finest_stable(results(rows, columns, scores, errors)) == chosen


NAN, TWO = np.nan, ([2, 3], [2, 3])
FOUND = results(*TWO, [1, 1], [0, 0])
NUMBERS = ("mean_test_n_row_clusters", "mean_test_n_column_clusters")


def without(*keys):
    """Leave out some of the results of a search."""
    return {key: value for key, value in FOUND.items() if key not in keys}


def unfitted(**options):
    """Make a search that is not fitted."""
    scorer = sccm.make_stability_scorer(**options)
    return GridSearchCV(KMeansCocluster(), {}, scoring=scorer)


NO_CHOICE = [
    (
        3,
        TypeError,
        "`cv_results` must be a fitted search or its `cv_results_`, got int",
    ),
    (KMeansCocluster(), ValueError, "is a KMeansCocluster without `cv_results_`"),
    (unfitted(with_standard_error=False), ValueError, "returns no numbers of clu"),
    (unfitted(), ValueError, r"not a fitted search. Call `fit` first\.$"),
    ({}, ValueError, "no `mean_test_stability`. Search with `make_stability"),
    (
        without("mean_test_stability"),
        ValueError,
        "one function that returns all scores",
    ),
    (without("mean_test_resampling_error"), ValueError, "no `mean_test_resampling_er"),
    (without(*NUMBERS), ValueError, "no numbers of clusters, .* Search with `make_"),
    (
        results([2], [2], 1, 0),
        ValueError,
        "`mean_test_stability` must have shape .1,., .* got",
    ),
    (results(*TWO, [NAN, NAN], [NAN, NAN]), ValueError, "each fit or score failed"),
    (
        results(*TWO, [1, 1], [0]),
        ValueError,
        r"must have shape .2,., .* got shape .1,.",
    ),
    (results(*TWO, [1, 1], [0, NAN]), ValueError, "1, .*: 1}, has no standard error"),
    (results(*TWO, [1, 1], [0, -1]), ValueError, "must not be negative"),
    (
        results(*TWO, [1, np.inf], [0, NAN]),
        ValueError,
        "Candidate 1, .*: 1}, has an infinite score, .* Use an index",
    ),
    (results([1, 1], [1, 1], [1, 1], [0, 0]), ValueError, "stable by definition"),
]


@pytest.mark.parametrize(("cv_results", "error", "message"), NO_CHOICE)
def test_results_that_leave_no_choice_are_refused(cv_results, error, message):
    with pytest.raises(error, match=message):
        sccm.finest_stable(cv_results)


def test_infinite_scores_leave_no_choice_by_modes():
    cv_results = results(*TWO, [1, 1], [0, 0])
    for mode in ("row", "column"):
        cv_results[f"mean_test_{mode}_stability"] = [1, 1]
        cv_results[f"mean_test_{mode}_resampling_error"] = [0, 0]
    cv_results["mean_test_column_stability"] = [np.inf, 1]
    cv_results["mean_test_column_resampling_error"] = [NAN, 0]
    assert sccm.finest_stable(cv_results) == 1
    with pytest.raises(ValueError, match=r"Candidate 0, .* has an infinite score"):
        sccm.finest_stable(cv_results, by="modes")


@pytest.mark.parametrize("values", [[1, np.inf], [np.inf] * 2, [-np.inf, np.inf]])
def test_infinite_values_have_no_standard_error(values):
    numbers = [{"stability": float(value)} for value in values]
    results_of_fit = _means_and_standard_errors(numbers)
    assert results_of_fit["stability"] == pytest.approx(sum(values), nan_ok=True)
    assert np.isnan(results_of_fit["resampling_error"])


def test_a_display_of_an_index_with_infinite_values_says_so():
    X = make_biclusters((20, 15), n_clusters=2, noise=0, random_state=0)[0]
    with pytest.raises(ValueError, match=r"has an infinite score, .* Use an index"):
        sccm.StabilityDisplay.from_estimator(
            SpectralCoclustering(random_state=0),
            X,
            param_range=[2, 3],
            metric="yule",
            n_resamples=2,
        )


def test_the_standard_error_is_that_of_the_mean_of_the_resamples():
    generator = np.random.RandomState(0)
    options = {"n_resamples": 1, "with_standard_error": False}
    single = sccm.make_stability_scorer(random_state=generator, **options)
    scores = [single(KMeansCocluster(4), NOISE) for _ in range(5)]
    options = {"n_resamples": 5, "with_standard_error": True}
    found = sccm.stability_score(KMeansCocluster(4), NOISE, **options)
    scorer = sccm.make_stability_scorer(**options, with_resamples=False)
    assert found == scorer(KMeansCocluster(4), NOISE)
    assert found["stability"] == pytest.approx(np.mean(scores), rel=1e-12)
    expected = np.sqrt(((scores - np.mean(scores)) ** 2).sum() / 4 / 5)
    assert found["resampling_error"] == pytest.approx(expected, rel=1e-12)


BY_MODES = partial(sccm.finest_stable, by="modes")


class ByValue(BaseEstimator):
    """Knows the truth: each value of the data is the number of its cell.

    It finds the true biclusters that have cells in its part of the data, and in some
    fits one without cells.
    """

    def __init__(self, truth=None, one_empty=False, random_state=0):
        self.truth = truth
        self.one_empty = one_empty
        self.random_state = random_state

    def fit(self, X, y=None):
        rows, columns = np.unravel_index(np.asarray(X, dtype=int), (20, 10))
        found = self.truth[0][:, rows[:, 0]], self.truth[1][:, columns[0]]
        have_cells = found[0].any(axis=1) & found[1].any(axis=1)
        self.rows_, self.columns_ = (indicator[have_cells] for indicator in found)
        if self.one_empty and self.random_state % 2:
            self.rows_ = np.r_[self.rows_, np.zeros_like(self.rows_[:1])]
            self.columns_ = np.r_[self.columns_, self.columns_[:1]]
        return self


NUMBERED = np.arange(200).reshape(20, 10)


def some_biclusters(n=4, density=0.3, seed=0):
    """Draw biclusters of a matrix of 20 x 10 that overlap and have cells."""
    rng = np.random.default_rng(seed)
    rows, columns = rng.random((n, 20)) < density, rng.random((n, 10)) < density
    rows[:, 0] = columns[:, 0] = True
    return rows, columns


# Biclusterings


@pytest.mark.parametrize(
    "metric",
    ["rnia_distance", "e4sc", "bicluster_fbeta", "mocice_bcubed", consensus_score],
)
def test_biclusters_that_are_always_found_are_stable(metric):
    model = ByValue(truth=some_biclusters())
    best = sccm.stability_score(model, NUMBERED, metric=metric)
    assert best == pytest.approx(0 if metric == "rnia_distance" else 1)


def test_a_small_bicluster_outside_the_overlap_costs_nothing():
    rows, columns = some_biclusters()
    rows[0] = np.arange(20) == 3
    model = ByValue(truth=(rows, columns))
    assert sccm.stability_score(model, NUMBERED, metric="bicluster_jaccard") == 1


def biclusters_by_hand(metric, model, data, seed):
    """Compute the stability of biclusters in one resample from its definition."""
    found = [
        (kept, fitted.rows_, fitted.columns_)
        for kept, fitted in two_fits(model, data, seed)
    ]
    shared = [sorted(set(found[0][0][m]) & set(found[1][0][m])) for m in (0, 1)]
    sides = [
        tuple(
            indicator[:, [kept[mode].index(place) for place in shared[mode]]]
            for mode, indicator in enumerate(indicators)
        )
        for kept, *indicators in found
    ]
    return (metric(*sides) + metric(*sides[::-1])) / 2


PRELIC = partial(sccm.bicluster_similarity_score, metric="bicluster_prelic_relevance")


@pytest.mark.parametrize("metric", [sccm.bicluster_recall_score, PRELIC])
def test_the_score_of_biclusters_is_averaged_over_both_directions(metric):
    model, data = SpectralBiclustering((3, 2), n_init=1), np.abs(NOISE)
    score = sccm.stability_score(model, data, metric=metric, n_resamples=1)
    expected = biclusters_by_hand(metric, model, data, seed=0)
    assert score == pytest.approx(expected, rel=1e-12)


def test_a_bicluster_that_a_fit_left_empty_is_compared():
    truth = some_biclusters(density=0.9)
    model, metric = ByValue(truth, one_empty=True), sccm.bicluster_jaccard_score
    options = {"metric": metric, "n_resamples": 1}
    scores = set()
    for seed in range(6):
        found = sccm.stability_score(model, NUMBERED, random_state=seed, **options)
        expected = biclusters_by_hand(metric, model, NUMBERED, seed)
        assert found == pytest.approx(expected)
        scores.add(round(found, 6))
    assert scores == {0.9, 1.0}  # (4 / 5 + 1) / 2, and both or none


def test_a_function_of_ones_own_compares_biclusters_if_told_to():
    def similarity(true, pred):
        return 1 - sccm.rnia_distance(true, pred)

    model = SpectralCoclustering(4)
    fit, options = (model, np.abs(NOISE)), {"n_resamples": 2}
    named = sccm.stability_score(*fit, metric="rnia_distance", **options)
    options["structure"] = "biclustering"
    own = sccm.stability_score(*fit, metric=similarity, **options)
    assert own == pytest.approx(1 + named, rel=1e-12)
    with pytest.raises(ValueError, match="'rnia_distance' compares biclusterings"):
        sccm.make_stability_scorer("rnia_distance", structure="coclustering")
    with pytest.raises(ValueError, match="`structure` must be one of None"):
        sccm.make_stability_scorer(structure="checkerboard")


def test_a_bicluster_that_is_the_whole_matrix_is_no_evidence():
    whole = np.ones((1, 20), dtype=bool), np.ones((1, 10), dtype=bool)
    grid = {"truth": [whole, some_biclusters(n=1, density=0.5)]}
    found = search(ByValue(), grid, NUMBERED, "e4sc")
    assert found.cv_results_["mean_test_stability"].tolist() == [1, 1]
    assert found.cv_results_["mean_test_n_biclusters"].tolist() == [0, 1]
    assert found.best_index_ == 1


def test_biclusters_are_aligned_through_a_pipeline_that_drops_columns():
    data, _, _ = make_biclusters((60, 40), 3, noise=1, random_state=0)
    wide = np.c_[np.ones((60, 5)), data, np.ones((60, 5))]
    model = make_pipeline(VarianceThreshold(), SpectralCoclustering(3))
    assert sccm.stability_score(model, wide, metric="e4sc", n_resamples=3) == 1


def test_estimators_without_biclusters_or_of_other_data_are_refused():
    with pytest.raises(ValueError, match="without `rows_` and `columns_`"):
        sccm.stability_score(KMeansCocluster(), X, metric="rnia_distance")

    class Truncating(SpectralCoclustering):
        def fit(self, X, y=None):
            super().fit(X)
            self.rows_ = self.rows_[:, :-1]
            return self

    with pytest.raises(ValueError, match=r"labels of \(47, 24\) entries in its modes"):
        sccm.stability_score(Truncating(3), X, metric="rnia_distance")


# Each mode alone


def test_the_scores_of_a_mode_are_those_of_its_labels_alone():
    seen = []

    def spy(true, pred):
        seen.append([adjusted_rand_score(*pair) for pair in zip(true, pred)])  # noqa: B905
        return sccm.cari_score(true, pred)

    options = {"n_resamples": 3, "with_standard_error": True}
    of_spy = sccm.make_stability_scorer(spy, greater_is_better=True, **options)
    of_spy(KMeansCocluster(4, 3), NOISE)
    found = sccm.make_stability_scorer("cari", **options)(KMeansCocluster(4, 3), NOISE)
    of_modes = np.array(seen)[::2]  # each pair is compared in both directions
    for mode, name in enumerate(["row", "column"]):
        scores = of_modes[:, mode]
        assert found[f"{name}_stability"] == pytest.approx(scores.mean(), rel=1e-12)
        error = scores.std(ddof=1) / np.sqrt(3)
        assert found[f"{name}_resampling_error"] == pytest.approx(error, rel=1e-12)


OWN_OR_INDEX = [lambda *pair: sccm.cari_score(*pair) / 2, partial(sccm.enmi_score)]


@pytest.mark.parametrize("metric", OWN_OR_INDEX, ids=["own", "index"])
def test_only_indices_of_the_package_are_known_to_take_one_mode(metric):
    scorer = sccm.make_stability_scorer(metric, n_resamples=2, with_standard_error=True)
    found = scorer(KMeansCocluster(), X)
    assert ("row_stability" in found) == isinstance(metric, partial)


def table(candidates):
    """Make results of candidates (rows, columns, score, row score, column score)."""
    rows, columns, scores, *of_modes = zip(*candidates, strict=True)
    errors = [0.01] * len(candidates)
    found = results(rows, columns, scores, errors)
    for mode, values in zip(("row", "column"), of_modes, strict=True):
        found[f"mean_test_{mode}_stability"] = values
        found[f"mean_test_{mode}_resampling_error"] = errors
    return found


STABLE_MODES = [
    # Stable in either mode, though not as a whole.
    ([(2, 2, 1, 1, 1), (3, 2, 0.97, 0.99, 0.99)], 0, 1),
    # Stable as a whole, though not in its columns.
    ([(2, 2, 1, 1, 1), (2, 5, 0.99, 1, 0.9)], 1, 0),
    # A single cluster is stable by definition.
    ([(1, 9, 1, 1, 1), (2, 2, 0.9, 0.8, 0.9)], 0, 0),
    ([(1, 9, 1, 1, 0.7), (2, 2, 0.9, 0.8, 0.9)], 0, 1),
    ([(1, 2, 1, 1, 1), (1, 3, 1, 1, 1)], 1, 1),
    # No candidate is stable in every mode.
    ([(2, 3, 0.9, 1, 0.8), (3, 2, 0.8, 0.8, 1)], 0, 0),
]


@pytest.mark.parametrize(("candidates", "by_blocks", "by_modes"), STABLE_MODES)
def test_by_modes_each_mode_must_be_stable(candidates, by_blocks, by_modes):
    assert sccm.finest_stable(table(candidates)) == by_blocks
    assert BY_MODES(table(candidates)) == by_modes


def test_by_modes_needs_the_scores_of_each_mode():
    found = table([(2, 2, 1, 1, 1)])
    del found["mean_test_row_stability"], found["mean_test_column_stability"]
    with pytest.raises(ValueError, match='`by="modes"` needs the stability of each'):
        sccm.finest_stable(found, by="modes")
    with pytest.raises(ValueError, match="`by` must be one of 'blocks', 'modes'"):
        sccm.finest_stable(found, by="rows")


# Beside other scorers


@pytest.mark.parametrize("refit", [sccm.finest_stable, BY_MODES])
def test_one_callable_may_return_stability_and_other_scores(refit):
    truth = {"row_labels": ROWS, "column_labels": COLUMNS}
    stability = sccm.make_stability_scorer(n_resamples=2)
    indices = sccm.make_cocluster_scorer(["cari", "classification_error"], **truth)
    search = GridSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": [2, 3, 4]},
        scoring=lambda *fit: {**stability(*fit), **indices(*fit)},
        refit=refit,
        **WHOLE,
    ).fit(X)
    assert search.best_params_ == {"n_row_clusters": 3}
    results = search.cv_results_
    for key, value in stability(KMeansCocluster(2), X).items():
        assert results[f"mean_test_{key}"][0] == value
    assert results["mean_test_cari"][1] == 1
    assert results["mean_test_neg_classification_error"].argmax() == 1


# More than two modes


class Elsewhere(TensorKMeans):
    """Has its labels in attributes of other names."""

    def fit(self, X, y=None):
        self.users_, self.items_, self.weeks_ = super().fit(X).labels_
        self.all_ = self.labels_
        del self.labels_
        return self


ACCESSORS = {
    "attribute": "all_",
    "attributes": ("users_", "items_", "weeks_"),
    "function": lambda fitted: (fitted.users_, fitted.items_, fitted.weeks_),
}


@pytest.mark.parametrize("accessor", ACCESSORS.values(), ids=ACCESSORS)
def test_labels_are_read_where_the_caller_says(accessor):
    model = Elsewhere((3, 2, 2))
    found = sccm.coclustering_of(model.fit(TENSOR), accessor=accessor)
    assert sccm.cari_score(LABELS, found) == 1
    assert sccm.stability_score(model, TENSOR, n_resamples=2, accessor=accessor) == 1
    scorer = sccm.make_cocluster_scorer("cari", labels=LABELS, accessor=accessor)
    assert scorer(model, TENSOR) == 1


def test_a_search_over_three_modes():
    grid = {"n_clusters": [(2, 2, 2), (3, 2, 2), (3, 3, 2)]}
    found = search(TensorKMeans(), grid, TENSOR, refit=BY_MODES, n_resamples=3)
    assert found.best_params_ == {"n_clusters": (3, 2, 2)}
    assert found.cv_results_["mean_test_n_mode_0_clusters"].tolist() == [2, 3, 3]
    truth = sccm.make_cocluster_scorer("cari", labels=LABELS)
    assert truth(found, TENSOR) == 1
    with pytest.raises(ValueError, match=r"`y` differs from the `labels\[0\]`"):
        truth(found, TENSOR, LABELS[0][::-1])


NOT_THERE = [
    ("users_", ValueError, "must be a tuple of arrays"),
    ("no_", ValueError, "without `no_`"),
    (None, ValueError, "`labels_` must have 3 arrays, one for each mode .* pass `acc"),
    (3, TypeError, "`accessor` must be the name of an attribute, a"),
    (("users_",), TypeError, r"got \('users_',\)"),
]


@pytest.mark.parametrize(("accessor", "error", "message"), NOT_THERE)
def test_labels_that_are_not_there_are_refused(accessor, error, message):
    with pytest.raises(error, match=message):
        sccm.stability_score(Elsewhere(), TENSOR, accessor=accessor)


def test_modes_without_labels_are_features_and_kept_whole():
    """Two of three, from the accessor or in the attributes of co-clusterers."""

    class TwoOfThree(TensorKMeans):
        def fit(self, X, y=None):
            self.users_, self.items_, _ = super().fit(X).labels_
            del self.labels_
            return self

    class AsTensorClus(TwoOfThree):
        def fit(self, X, y=None):
            super().fit(X)
            self.row_labels_, self.column_labels_ = self.users_, self.items_
            return self

    options = {"n_resamples": 2, "with_standard_error": True}
    fit = {"accessor": ("users_", "items_")}
    found = sccm.stability_score(TwoOfThree((3, 2, 2)), TENSOR, **fit, **options)
    assert found == sccm.stability_score(AsTensorClus((3, 2, 2)), TENSOR, **options)
    assert found["stability"] == found["column_stability"] == 1
    assert "n_mode_2_clusters" not in found


def test_labels_of_many_modes_are_not_followed_through_transformers():
    model = make_pipeline(StandardScaler(), KMeansCocluster()).fit(X)
    accessor = ("row_labels_", "column_labels_")
    with pytest.raises(ValueError, match=r"transforms its input by StandardScaler"):
        sccm.coclustering_of(model, accessor=accessor)


def test_truth_of_other_modes_or_sizes_is_refused():
    model = TensorKMeans((3, 2, 2)).fit(TENSOR)
    two = sccm.make_cocluster_scorer("cari", labels=LABELS[:2])
    with pytest.raises(ValueError, match=r"got \(18, 16\), \(18, 16, 14\) and"):
        two(model, TENSOR)
    three = sccm.make_cocluster_scorer("cari", labels=LABELS)
    with pytest.raises(ValueError, match=r"and \(9, 16, 14\)"):
        three(model, TENSOR[:9])
    for options, message in (
        (
            {"labels": LABELS, "row_labels": ROWS},
            "With `labels`, pass neither `row_labels`",
        ),
        ({"column_labels": ROWS, "accessor": "a_"}, "With `accessor`, pass either"),
        ({"labels": list(LABELS)}, "`labels` must be a tuple of one array"),
    ):
        with pytest.raises(TypeError, match=message):
            sccm.make_cocluster_scorer("cari", **options)


def test_two_modes_of_a_tensor_may_be_labeled():
    model = Fitted(row_labels_=LABELS[0], column_labels_=LABELS[1])
    assert sccm.make_cocluster_scorer("cari", labels=LABELS[:2])(model, TENSOR) == 1
    by_name = {"row_labels": LABELS[0], "column_labels": LABELS[1]}
    with pytest.raises(ValueError, match=r"as `labels=\(row_labels, column_labels\)`"):
        sccm.make_cocluster_scorer("cari", **by_name)(model, TENSOR)


# Memory


def test_no_more_is_copied_of_dense_data_than_the_part_that_is_fitted():
    # Labels by the number of the row and column, and copies nothing.
    model = sccm.FunctionCocluster(lambda X: [np.arange(n) % 2 for n in X.shape])
    data = np.ones((1000, 500))
    sccm.stability_score(model, data, n_resamples=1, kind="values")  # imports, once
    tracemalloc.start()
    sccm.stability_score(model, data, n_resamples=2, kind="values")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 0.75 * data.nbytes  # 0.64 is the part
