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
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import SelectKBest, VarianceThreshold, f_classif
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    cari_score,
    classification_error,
    finest_stable,
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
            n_resamples=4, random_state=random_state, n_jobs=n_jobs
        )
        with parallel_backend(backend):
            scores.append(scorer.scores(KMeansCocluster(4), NOISE).tolist())
    assert scores[0] == scores[1] == scores[2]


def test_no_seed_draws_anew_and_a_generator_draws_on():
    without = make_stability_scorer(random_state=None)
    assert without(KMeansCocluster(), NOISE) != without(KMeansCocluster(), NOISE)
    generator = np.random.RandomState(0)
    continued = make_stability_scorer(random_state=generator)
    first, second = (continued(KMeansCocluster(), NOISE) for _ in range(2))
    assert first != second
    assert first == make_stability_scorer(random_state=0)(KMeansCocluster(), NOISE)


def test_every_candidate_is_fitted_on_the_same_parts_with_the_same_seeds(fits):
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
def test_parts_have_their_share_of_the_lines(fits, fractions, shape):
    row_fraction, column_fraction = fractions
    stability_score(
        Recorder(),
        X,
        n_resamples=2,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
    )
    assert [data.shape for data, _ in fits] == [shape] * 4


@pytest.mark.parametrize("name", ["row_fraction", "column_fraction"])
def test_shares_out_of_range_are_refused(name):
    for share in (0.5, 0, 1.01, -1, float("nan")):
        with pytest.raises(ValueError, match=f"`{name}` must be above 1/2"):
            make_stability_scorer(**{name: share})
    for share in ("0.8", None, True):
        with pytest.raises(TypeError, match=f"`{name}` must be a number"):
            make_stability_scorer(**{name: share})


def test_the_number_of_resamples_must_be_a_positive_integer():
    with pytest.raises(ValueError, match="`n_resamples` must be at least 1"):
        make_stability_scorer(n_resamples=0)
    for number in (2.0, "3", True):
        with pytest.raises(TypeError, match="`n_resamples` must be an integer"):
            make_stability_scorer(n_resamples=number)


def test_a_metric_or_an_option_that_is_none_is_refused():
    with pytest.raises(ValueError, match="`metric` must be one of"):
        make_stability_scorer("no such metric")
    with pytest.raises(TypeError, match="has no option `colour`"):
        make_stability_scorer(colour=3)


# Values


def by_hand(estimator, X, seed, fraction=0.8):
    """Compute the stability of one resample from its definition."""
    generator = np.random.RandomState(seed)
    labelled = []
    for _ in range(2):
        lines = [
            sorted(generator.permutation(n)[: int(np.ceil(fraction * n))])
            for n in X.shape
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


def test_structure_is_stable_and_noise_is_near_chance():
    assert stability_score(KMeansCocluster(), X) == 1
    noise = np.random.default_rng(1).normal(size=(200, 100))
    assert abs(stability_score(SpectralBiclustering((4, 4)), noise)) < 0.1


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
    with pytest.raises(ValueError, match="`columns` cannot be aligned"):
        stability_score(make_pipeline(step, KMeansCocluster()), X)
    model = make_pipeline(CountVectorizer(), KMeansCocluster())
    with pytest.raises(ValueError, match="`X` must be a matrix"):
        stability_score(model, ["a text", "another text"])


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


# The choice among candidates


def results(params, scores, errors=None, **others):
    """Make the results of a search."""
    found = {"params": params, "mean_test_score": scores, **others}
    if errors is not None:
        found["mean_test_standard_error"] = errors
    return found


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
    params = [{"n_clusters": 3, "method": method} for method in "abc"]
    assert finest_stable(results(params, [0.97, 0.99, 0.98], [0.1] * 3)) == 1


def test_candidates_without_a_score_are_passed_over():
    nan = np.nan
    found = results(clusters(2, 3, 9), [0.9, 1, nan], [0, 0, nan])
    assert finest_stable(found) == 1
    with pytest.raises(ValueError, match="all are NaN"):
        finest_stable(results(clusters(2, 3), [nan, nan], [nan, nan]))


@pytest.mark.parametrize(
    ("params", "finest"),
    [
        ([{"n_clusters": (2, 6)}, {"n_clusters": (4, 4)}, {"n_clusters": (3, 5)}], 1),
        ([{"n_clusters": [2, 6]}, {"n_clusters": np.array([2, 7])}], 1),
        ([{"n_row_clusters": 2, "n_col_clusters": 6}, {"n_row_clusters": 11}], 0),
        ([{"a__n_clusters": 5}, {"a__n_clusters": 6, "a__svd": 90}], 1),
        # A number stands for as many of both modes, where another candidate has two.
        ([{"n_clusters": 3}, {"n_clusters": (2, 4)}], 0),
        ([{"n_clusters": (2, 4)}, {"n_clusters": 3}, {"n_clusters": (5, 2)}], 2),
        ([{"n_clusters": np.int64(4)}, {"n_clusters": (5, 3)}], 0),
    ],
)
def test_the_finest_candidate_has_most_blocks(params, finest):
    n = len(params)
    assert finest_stable(results(params, [1.0] * n, [0.0] * n)) == finest


def test_candidates_without_a_number_of_clusters_are_refused():
    with pytest.raises(ValueError, match=r"none of their parameters.*'method'"):
        finest_stable(results([{"method": "a"}, {"method": "b"}], [1, 1], [0, 0]))
    with pytest.raises(ValueError, match="no `mean_test_score`"):
        finest_stable({"params": clusters(2, 3), "mean_test_cari": [1, 1]})


def test_several_splits_give_the_error_where_the_scorer_gives_none():
    # Deviations 0.02 of three splits are standard errors of 0.02 / sqrt(2).
    splits = {f"split{number}_test_score": [0, 0] for number in range(3)}
    for second, best in ((0.981, 1), (0.979, 0)):
        found = results(
            clusters(2, 3), [1.0, second], std_test_score=[0.02, 0.02], **splits
        )
        assert finest_stable(found) == best


def test_one_split_without_an_error_leaves_ties_only():
    found = results(
        clusters(2, 3, 4),
        [1.0, 1.0, 0.999],
        std_test_score=[0, 0, 0],
        split0_test_score=[1.0, 1.0, 0.999],
    )
    assert finest_stable(found) == 1


@pytest.mark.parametrize("n_repeats", [1, 3])
def test_a_search_finds_the_true_numbers_of_a_checkerboard(n_repeats):
    data, _, _ = make_checkerboard((80, 60), (4, 3), noise=1, random_state=0)
    search = GridSearchCV(
        SpectralBiclustering(random_state=0),
        {"n_clusters": [(2, 2), (3, 3), (4, 3), (5, 4)]},
        scoring=make_stability_scorer(n_resamples=5, with_standard_error=True),
        refit=finest_stable,
        cv=WholeDataSplit(n_repeats),
        error_score="raise",
    ).fit(data)
    assert search.best_params_ == {"n_clusters": (4, 3)}
    assert {"mean_test_score", "mean_test_standard_error"} <= set(search.cv_results_)


def test_a_failing_candidate_is_not_chosen():
    search = GridSearchCV(
        KMeansCocluster(),
        [{"n_row_clusters": [3]}, {"n_row_clusters": [9], "fail": [True]}],
        scoring=make_stability_scorer(n_resamples=2),
        refit=finest_stable,
        cv=WholeDataSplit(),
    )
    with pytest.warns(match="fits failed|non-finite"):
        search.fit(X)
    assert search.best_params_ == {"n_row_clusters": 3}


def test_the_standard_error_is_that_of_the_mean_of_the_resamples():
    scorer = make_stability_scorer(n_resamples=5, with_standard_error=True)
    scores = scorer.scores(KMeansCocluster(4), NOISE)
    found = scorer(KMeansCocluster(4), NOISE)
    assert found["score"] == np.mean(scores)
    expected = np.sqrt(((scores - scores.mean()) ** 2).sum() / 4 / 5)
    assert found["standard_error"] == pytest.approx(expected, rel=1e-12)
    single = make_stability_scorer(n_resamples=1, with_standard_error=True)
    assert single(KMeansCocluster(4), NOISE)["standard_error"] == 0
