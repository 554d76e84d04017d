"""Stability: drawn alike for every candidate, aligned, signed, and chosen by rule."""

import numpy as np
import pandas as pd
import pytest
from doubles import (
    KMeansCocluster,
    ListCocluster,
    StaleCocluster,
    StringCocluster,
    TransposingCocluster,
    TruncatingCocluster,
    blocks,
)
from joblib import parallel_backend
from scipy import sparse
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.compose import ColumnTransformer
from sklearn.datasets import make_checkerboard
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import SelectKBest, VarianceThreshold, f_classif
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler, StandardScaler

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    cari_score,
    classification_error,
    finest_stable,
    make_cocluster_scorer,
    make_stability_scorer,
    stability_score,
)

X, ROWS, COLUMNS = blocks()
NOISE = np.random.default_rng(0).normal(size=(60, 30))
WHOLE = {"cv": WholeDataSplit(), "error_score": "raise"}


class Recorder(KMeansCocluster):
    """Records the data and the seed of every fit."""

    fits = []  # noqa: RUF012

    def fit(self, X, y=None):
        self.fits.append((np.array(X), self.random_state))
        return super().fit(X)


@pytest.fixture
def fits():
    """What was fitted in the test."""
    Recorder.fits.clear()
    return Recorder.fits


# Draws


@pytest.mark.parametrize("random_state", [0, 7])
def test_a_seed_gives_one_number_whatever_the_jobs(random_state):
    scores = []
    for n_jobs, backend in [(1, "loky"), (2, "loky"), (2, "threading")]:
        scorer = make_stability_scorer(
            n_resamples=4,
            random_state=random_state,
            n_jobs=n_jobs,
            with_standard_error=True,
        )
        with parallel_backend(backend):
            scores.append(scorer(KMeansCocluster(4), NOISE))
    assert scores[0] == scores[1] == scores[2]


def test_no_seed_draws_anew_and_a_generator_draws_on():
    without = make_stability_scorer(random_state=None)
    assert without(KMeansCocluster(), NOISE) != without(KMeansCocluster(), NOISE)
    generator = np.random.RandomState(0)
    continued = make_stability_scorer(random_state=generator)
    first, second = (continued(KMeansCocluster(), NOISE) for _ in range(2))
    assert first != second
    assert first == make_stability_scorer(random_state=0)(KMeansCocluster(), NOISE)


def test_every_candidate_is_fitted_on_the_same_subsamples_with_the_same_seeds(fits):
    GridSearchCV(
        Recorder(random_state=None),
        {"n_row_clusters": [2, 3]},
        scoring=make_stability_scorer(n_resamples=3),
        refit=False,
        **WHOLE,
    ).fit(X)
    first, second = fits[1:7], fits[8:]  # the fits of the search itself come first
    assert len(second) == 6
    for (one, seed), (other, same_seed) in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
        assert seed == same_seed
    assert len({seed for _, seed in first}) == 6


def test_seeds_reach_what_is_nested(fits):
    model = make_pipeline(StandardScaler(), InductiveCocluster(Recorder()))
    stability_score(model, X, n_resamples=2)
    assert len({seed for _, seed in fits}) == 4


@pytest.mark.parametrize(
    ("fractions", "shape"),
    [((0.8, 0.6), (48, 18)), ((1, 1), (60, 30)), ((0.51, 1.0), (31, 30))],
)
def test_subsamples_have_their_fraction_of_rows_and_columns(fits, fractions, shape):
    row_fraction, column_fraction = fractions
    stability_score(
        Recorder(),
        X,
        n_resamples=2,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
    )
    assert [data.shape for data, _ in fits] == [shape] * 4


def test_subsamples_are_in_random_order(fits):
    data = np.arange(60 * 30.0).reshape(60, 30)
    stability_score(Recorder(), data, n_resamples=2)
    for values, _ in fits:
        rows, columns = values[:, 0] // 30, values[0] % 30
        assert (np.diff(rows) < 0).any()
        assert (np.diff(columns) < 0).any()


OUT_OF_RANGE = [0.5, 0, 1.01, -1, float("nan"), 10**400, -(10**400)]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        *(
            ({name: value}, ValueError, f"`{name}` must be above 1/2")
            for name in ("row_fraction", "column_fraction")
            for value in OUT_OF_RANGE
        ),
        *(
            ({name: value}, TypeError, f"`{name}` must be a number")
            for name in ("row_fraction", "column_fraction")
            for value in ("0.8", None, True)
        ),
        ({"n_resamples": 0}, ValueError, "`n_resamples` must be at least 1"),
        ({"n_resamples": 2.0}, TypeError, "`n_resamples` must be an integer"),
        ({"n_resamples": True}, TypeError, "`n_resamples` must be an integer"),
        (
            {"n_resamples": 1, "with_standard_error": True},
            ValueError,
            "`n_resamples` must be at least 2 with `with_standard_error=True`",
        ),
        ({"random_state": "seed"}, ValueError, "`random_state` must be None"),
        ({"random_state": -1}, ValueError, "`random_state` must be None"),
        ({"random_state": 2**32}, ValueError, "`random_state` must be None"),
        ({"random_state": 1.5}, ValueError, "`random_state` must be None"),
        ({"random_state": True}, TypeError, "`random_state` must be None"),
        (
            {"random_state": np.random.default_rng(0)},
            ValueError,
            "`random_state` must be None",
        ),
        ({"n_jobs": 0}, ValueError, "`n_jobs` must not be 0"),
        ({"n_jobs": "all"}, TypeError, "`n_jobs` must be an integer or None"),
        ({"n_jobs": 1.0}, TypeError, "`n_jobs` must be an integer or None"),
        (
            {"with_standard_error": "no"},
            TypeError,
            "`with_standard_error` must be True or False",
        ),
        (
            {"metric": "no such metric"},
            ValueError,
            "`metric` must be the name of an index",
        ),
        ({"colour": 3}, TypeError, "has no option `colour`"),
    ],
)
def test_options_are_checked_when_the_scorer_is_made(options, error, message):
    with pytest.raises(error, match=message):
        make_stability_scorer(**options)


# Values


def by_hand(estimator, X, seed, fraction=0.8):
    """Compute the stability of one resample from its definition."""
    generator = np.random.RandomState(seed)
    labelled = []
    for _ in range(2):
        lines = [
            generator.permutation(n)[: int(np.ceil(fraction * n))] for n in X.shape
        ]
        seed_of_fit = int(generator.randint(np.iinfo(np.int32).max))
        model = estimator.set_params(random_state=seed_of_fit)
        model.fit(X[lines[0]][:, lines[1]])
        labels = model.row_labels_, model.column_labels_
        labelled.append(
            [dict(zip(*pair, strict=True)) for pair in zip(lines, labels, strict=True)]
        )
    sides = []
    for side in labelled:
        sides.append(
            tuple(
                [
                    side[mode][line]
                    for line in sorted(labelled[0][mode])
                    if line in labelled[1][mode]
                ]
                for mode in (0, 1)
            )
        )
    return cari_score(*sides)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("data", [X, NOISE], ids=["blocks", "noise"])
def test_the_score_of_a_resample_is_that_of_its_definition(data, seed):
    model = KMeansCocluster(4, 3)
    score = stability_score(model, data, n_resamples=1, random_state=seed)
    assert score == by_hand(KMeansCocluster(4, 3), data, seed)


class PositionCocluster(KMeansCocluster):
    """Labels runs of rows and of columns by their position, whatever the data."""

    def _labels(self, X):
        n_rows, n_columns = X.shape
        return (
            np.arange(n_rows) * self.n_row_clusters // n_rows,
            np.arange(n_columns) * self.n_col_clusters // n_columns,
        )


class MayBeConstant(KMeansCocluster):
    """Puts everything into one block if it is told to."""

    def __init__(self, n_row_clusters=3, n_col_clusters=3, constant=False):
        super().__init__(n_row_clusters, n_col_clusters)
        self.constant = constant

    def _labels(self, X):
        if self.constant:
            return np.zeros(X.shape[0], int), np.zeros(X.shape[1], int)
        return super()._labels(X)


def test_structure_is_stable():
    assert stability_score(KMeansCocluster(), X) == 1


@pytest.mark.parametrize(
    "estimator",
    [PositionCocluster(4, 4), SpectralBiclustering((4, 4), method="log")],
)
def test_on_noise_neither_positions_nor_fits_are_stable(estimator):
    noise = np.random.default_rng(1).normal(size=(200, 100))
    assert abs(stability_score(estimator, noise)) < 0.05


def test_the_numbers_of_clusters_found_are_means_over_all_fits(fits):
    scorer = make_stability_scorer(n_resamples=3, with_standard_error=True)

    class Counted(Recorder):
        """Finds another number of row clusters in every fit."""

        def fit(self, X, y=None):
            super().fit(X)
            self.row_labels_ = np.arange(len(X)) % (len(self.fits) + 1)
            return self

    found = scorer(Counted(3, 4), X)
    assert found["n_row_clusters"] == np.mean([2, 3, 4, 5, 6, 7])
    assert found["n_column_clusters"] == 4


def test_true_rows_without_true_columns_are_told_apart():
    assert stability_score(KMeansCocluster(3, 3), X) > stability_score(
        KMeansCocluster(3, 6), X
    )


@pytest.mark.parametrize("metric", ["classification_error", classification_error])
def test_a_metric_of_which_less_is_better_is_negated(metric):
    stable, unstable = (
        stability_score(KMeansCocluster(n), X, metric=metric) for n in (3, 5)
    )
    assert unstable < stable == 0
    search = GridSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": [5, 3]},
        scoring=make_stability_scorer(metric),
        **WHOLE,
    ).fit(X)
    assert search.best_params_ == {"n_row_clusters": 3}


def test_y_and_the_fit_of_the_estimator_do_not_count():
    scorer = make_stability_scorer(n_resamples=2)
    expected = scorer(KMeansCocluster(4), NOISE)
    fitted = KMeansCocluster(4).fit(X[:7])
    assert scorer(fitted, NOISE, ROWS) == scorer(fitted, NOISE) == expected
    assert len(fitted.row_labels_) == 7


# Estimators


@pytest.mark.parametrize("estimator", [ListCocluster, StaleCocluster, StringCocluster])
def test_habits_of_other_packages_change_no_score(estimator):
    for data in (X, NOISE):
        assert stability_score(estimator(), data) == stability_score(
            KMeansCocluster(), data
        )


@pytest.mark.parametrize("estimator", [TransposingCocluster, TruncatingCocluster])
@pytest.mark.parametrize("data", [X, X.T], ids=["tall", "wide"])
def test_labels_that_are_not_of_the_data_are_refused(estimator, data):
    with pytest.raises(
        ValueError, match=r"has labelled .* rows and .* columns of data"
    ):
        stability_score(estimator(), data)


def test_pipelines_that_select_are_aligned_by_the_numbers_of_the_columns():
    wide = np.c_[X, np.random.default_rng(0).normal(scale=0.01, size=(60, 20)) + 3]
    order = np.random.default_rng(0).permutation(50)
    model = make_pipeline(VarianceThreshold(0.1), KMeansCocluster())
    assert stability_score(model, wide[:, order]) == 1
    frame = pd.DataFrame(wide[:, order], columns=[f"c{n}" for n in order])
    assert stability_score(model, frame) == 1


def test_pipelines_that_reorder_are_aligned():
    def backwards(data):
        return list(range(data.shape[1]))[::-1]

    step = ColumnTransformer(
        [("all", "passthrough", backwards)], verbose_feature_names_out=False
    )
    for data in (X, NOISE):
        assert stability_score(
            make_pipeline(step, KMeansCocluster()), data
        ) == pytest.approx(stability_score(KMeansCocluster(), data), abs=0.1)
    assert stability_score(make_pipeline(step, KMeansCocluster()), X) == 1


def test_pipelines_that_cannot_be_followed_are_refused():
    step = FunctionTransformer(lambda data: data[:, ::-1])
    with pytest.raises(ValueError, match="reports no feature names"):
        stability_score(make_pipeline(step, KMeansCocluster()), X)
    model = make_pipeline(CountVectorizer(), KMeansCocluster())
    with pytest.raises(ValueError, match="`X` must be a matrix"):
        stability_score(model, ["a text", "another text"])
    with pytest.raises(ValueError, match=r"not columns of `X`.*Transform `X` before"):
        stability_score(make_pipeline(PCA(5), KMeansCocluster()), X)


class FirstColumn(SelectKBest):
    """Keeps the column of the highest mean, which is another in each part."""

    def fit(self, X, y=None):
        self.n_features_in_ = X.shape[1]
        self.scores_ = np.random.default_rng(int(np.abs(X).sum() * 1e6)).normal(
            size=X.shape[1]
        )
        return self


def test_parts_that_share_no_column_after_a_selection_are_refused():
    model = make_pipeline(FirstColumn(f_classif, k=1), KMeansCocluster(2, 1))
    with pytest.raises(ValueError, match="no column in common"):
        stability_score(model, NOISE)


def test_sparse_counts_with_empty_lines_go_through_the_inductive_wrapper():
    rng = np.random.default_rng(0)
    row_labels, column_labels = rng.integers(3, size=90), rng.integers(3, size=70)
    rates = np.where(row_labels[:, None] == column_labels, 0.9, 0.02)
    counts = sparse.csr_matrix(rng.poisson(rates))
    counts = sparse.csr_array(sparse.vstack([counts, sparse.csr_matrix((4, 70))]))
    model = InductiveCocluster(SpectralCoclustering(3))
    assert stability_score(model, counts, n_resamples=4) > 0.8
    assert stability_score(model, counts.tocsc(), n_resamples=4) == stability_score(
        model, counts.toarray(), n_resamples=4
    )


@pytest.mark.parametrize("to_data", [np.asarray, sparse.csr_array, pd.DataFrame])
def test_a_spectral_fit_of_empty_rows_names_the_wrapper(to_data):
    data = X.copy()
    data[3] = 0
    for model in (
        SpectralCoclustering(3),
        make_pipeline(MaxAbsScaler(), SpectralCoclustering(3)),
    ):
        with pytest.raises(ValueError, match=r"1 rows and 0 .*`InductiveC") as e:
            stability_score(model, to_data(data), row_fraction=1)
        assert isinstance(e.value.__cause__, Exception)


@pytest.mark.parametrize("data", [X, np.where(X > 9, 0, X)], ids=["full", "zeros"])
def test_errors_of_other_fits_are_raised_as_they_are(data):
    with pytest.raises(ValueError, match=r"^this candidate fails$"):
        stability_score(KMeansCocluster(fail=True), data)


def test_masked_data_are_refused():
    with pytest.raises(ValueError, match="`X` has masked entries"):
        stability_score(KMeansCocluster(), np.ma.array(X, mask=X > 9))
    assert stability_score(KMeansCocluster(), np.ma.array(X)) == 1


def test_nulls_of_a_frame_reach_the_estimator_as_nulls():
    frame = pd.DataFrame(X.round()).astype("Int64")
    assert stability_score(SpectralCoclustering(3), frame, n_resamples=2) <= 1
    with pytest.raises(ValueError, match="contains NaN"):
        stability_score(SpectralCoclustering(3), frame.mask(X > 9), n_resamples=2)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (
            lambda rows: rows.reshape(-1, 1),
            r"`row_labels_` must be 1-D, got an array",
        ),
        (lambda rows: None, "without `row_labels_` and `column_labels_`"),
        (lambda rows: np.ma.array(rows, mask=rows == 0), "`row_labels_` has masked"),
        (lambda rows: np.where(rows == 0, None, rows), "`row_labels_` contains None"),
        (lambda rows: rows[:-1], r"has labelled 47 rows and 24 columns of data of sh"),
    ],
)
def test_labels_are_checked_as_everywhere(labels, message):
    class Odd(KMeansCocluster):
        """Has labels of another kind."""

        def fit(self, X, y=None):
            super().fit(X)
            self.row_labels_ = labels(self.row_labels_)
            return self

    with pytest.raises(ValueError, match=message):
        stability_score(Odd(), X)


# Beside other scorers


def test_it_stands_in_a_dictionary_with_other_scorers():
    search = GridSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": [3, 5]},
        scoring={
            "stability": make_stability_scorer(n_resamples=2),
            "cari": make_cocluster_scorer("cari", row_labels=ROWS),
        },
        refit="stability",
        **WHOLE,
    ).fit(X)
    assert search.best_params_ == {"n_row_clusters": 3}
    assert search.cv_results_["mean_test_cari"][0] == 1
    assert search.cv_results_["mean_test_stability"][0] == 1


# The choice among candidates


def results(params, scores, errors=None, **found):
    """Make the results of a search; by default, the clusters asked for were found."""
    numbers = [parameters["n_clusters"] for parameters in params]
    made = {
        "params": params,
        "mean_test_score": scores,
        "mean_test_n_row_clusters": numbers,
        "mean_test_n_column_clusters": numbers,
        **found,
    }
    return made if errors is None else {**made, "mean_test_standard_error": errors}


def clusters(*numbers):
    """Make the parameters of candidates."""
    return [{"n_clusters": number} for number in numbers]


def test_ties_at_one_go_to_the_finest():
    assert finest_stable(results(clusters(2, 3, 4), [1, 1, 0.8], [0, 0, 0.01])) == 1
    assert finest_stable(results(clusters(4, 3, 2), [0.8, 1, 1], [0.01, 0, 0])) == 1


def test_candidates_within_one_standard_error_of_the_difference_are_stable():
    errors = [0.03, 0.04]  # of the difference: 0.05
    assert finest_stable(results(clusters(2, 3), [1.0, 0.951], errors)) == 1
    assert finest_stable(results(clusters(2, 3), [1.0, 0.949], errors)) == 0


def test_among_equally_fine_ones_the_higher_score_wins():
    found = results(clusters(3, 3, 3, 3), [0.97, 0.99, 0.98, 0.99], [0.1] * 4)
    assert finest_stable(found) == 1


def test_candidates_without_a_score_are_ignored():
    nan = np.nan
    found = results(clusters(2, 3, 9), [0.9, 1, nan], [0, 0, nan])
    assert finest_stable(found) == 1


@pytest.mark.parametrize(
    ("rows", "columns", "chosen"),
    [
        # Candidates 1 and 2 both find 3 x 3: the one that scores higher.
        ([2, 3, 3], [2, 3, 3], 1),
        ([2, 3, 3.4], [2, 3, 2.6], 1),
        ([2, 3, 3.6], [2, 3, 3], 2),
        ([2, 3, 3], [5, 3, 3], 0),
        # A single block is never chosen, and sets no bar for the others.
        ([1, 3, 1], [1, 3, 1], 1),
        ([1.2, 1, 1.4], [1.4, 1, 2], 2),
    ],
)
def test_clusters_that_were_found_count_for_more_than_those_asked_for(
    rows, columns, chosen
):
    found = results(
        clusters(2, 3, 4),
        [1.0, 0.99, 0.98],
        [0.02] * 3,
        mean_test_n_row_clusters=rows,
        mean_test_n_column_clusters=columns,
    )
    assert finest_stable(found) == chosen


def test_biclusters_are_counted_with_the_cells_outside_them():
    found = {
        "params": [{"resolution": 0.1}, {"resolution": 0.5}],
        "mean_test_score": [1, 1],
        "mean_test_standard_error": [0, 0],
        "mean_test_n_biclusters": [0, 1],
    }
    assert finest_stable(found) == 1


NAN = np.nan
FOUND = results(clusters(2, 3), [1, 1], [0, 0])


def without(*keys):
    """Leave out some of the results of a search."""
    return {key: value for key, value in FOUND.items() if key not in keys}


@pytest.mark.parametrize(
    ("cv_results", "error", "message"),
    [
        (3, TypeError, "must be the `cv_results_` of a search, or the search, got int"),
        (KMeansCocluster(), ValueError, "is a KMeansCocluster without `cv_results_`"),
        ({}, ValueError, r"no `mean_test_score`. Search with .*with_standard_error=Tr"),
        (without("mean_test_score"), ValueError, "one callable return all numbers"),
        (without("mean_test_standard_error"), ValueError, "no `mean_test_standard_er"),
        (
            without("mean_test_n_row_clusters", "mean_test_n_column_clusters"),
            ValueError,
            "no numbers of clusters that were found, .* Search with `make_stability_s",
        ),
        (results([], [], []), ValueError, r"got an array of shape \(0,\)"),
        (results(clusters(2), 1, 0), ValueError, "`mean_test_score` must have one n"),
        (results(clusters(2), ["x"], [0]), ValueError, "`mean_test_score` must have"),
        (results(clusters(2, 3), [NAN, NAN], [NAN, NAN]), ValueError, "all are NaN"),
        (results(clusters(2), [1, 1], [0, 0]), ValueError, "1 `params` and 2 `mean_te"),
        ({**FOUND, "params": ["a", "b"]}, TypeError, "must be a list of dictionaries"),
        (
            results(clusters(2, 3), [1, 1], [0]),
            ValueError,
            "`mean_test_standard_error` has 1 numbers, `mean_test_score` has 2",
        ),
        (
            results(clusters(2, 3), [1, 0.9], [0, NAN]),
            ValueError,
            r"Candidate 1, \{'n_clusters': 3\}, has a score but no standard error",
        ),
        (results(clusters(2, 3), [1, 1], [0, -1]), ValueError, "must not be negative"),
        (results(clusters(1, 1), [1, 1], [0, 0]), ValueError, "never chosen"),
    ],
)
def test_results_that_leave_no_choice_are_refused(cv_results, error, message):
    with pytest.raises(error, match=message):
        finest_stable(cv_results)


def test_a_search_finds_the_true_numbers_of_a_checkerboard():
    data, _, _ = make_checkerboard((80, 60), (4, 3), noise=1, random_state=0)
    search = GridSearchCV(
        SpectralBiclustering(method="log", n_init=1, random_state=0),
        {"n_clusters": [(2, 2), (3, 3), (4, 3), (5, 4)]},
        scoring=make_stability_scorer(n_resamples=5, with_standard_error=True),
        refit=finest_stable,
        **WHOLE,
    ).fit(data)
    assert search.best_params_ == {"n_clusters": (4, 3)}
    assert search.cv_results_["mean_test_n_row_clusters"].tolist() == [2, 3, 4, 5]
    assert finest_stable(search) == search.best_index_


def test_a_failing_candidate_is_not_chosen():
    search = GridSearchCV(
        KMeansCocluster(),
        [{"n_row_clusters": [3]}, {"n_row_clusters": [9], "fail": [True]}],
        scoring=make_stability_scorer(n_resamples=2, with_standard_error=True),
        refit=finest_stable,
        cv=WholeDataSplit(),
    )
    with pytest.warns(match="fits failed|non-finite"):
        search.fit(X)
    assert search.best_params_ == {"n_row_clusters": 3}


def test_a_constant_estimator_is_never_chosen():
    search = GridSearchCV(
        MayBeConstant(),
        [{"n_row_clusters": [3]}, {"n_row_clusters": [9], "constant": [True]}],
        scoring=make_stability_scorer(n_resamples=2, with_standard_error=True),
        refit=finest_stable,
        **WHOLE,
    )
    assert search.fit(X).best_params_ == {"n_row_clusters": 3}
    assert search.cv_results_["mean_test_score"].tolist() == [1, 1]


def test_the_standard_error_is_that_of_the_mean_of_the_resamples():
    generator = np.random.RandomState(0)
    single = make_stability_scorer(n_resamples=1, random_state=generator)
    scores = [single(KMeansCocluster(4), NOISE) for _ in range(5)]
    found = make_stability_scorer(n_resamples=5, with_standard_error=True)(
        KMeansCocluster(4), NOISE
    )
    assert found["score"] == pytest.approx(np.mean(scores), rel=1e-12)
    expected = np.sqrt(((scores - np.mean(scores)) ** 2).sum() / 4 / 5)
    assert found["standard_error"] == pytest.approx(expected, rel=1e-12)
