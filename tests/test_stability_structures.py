"""Stability of biclusterings, of more than two modes, and of each mode alone."""

import tracemalloc
from functools import partial

import numpy as np
import pytest
from doubles import KMeansCocluster, blocks
from sklearn.base import BaseEstimator
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.feature_selection import VarianceThreshold
from sklearn.metrics import adjusted_rand_score, consensus_score
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    RandomizedSearchCV,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    bicluster_jaccard_score,
    bicluster_recall_score,
    bicluster_similarity_score,
    cari_score,
    coclustering_of,
    enmi_score,
    finest_stable,
    make_cocluster_scorer,
    make_stability_scorer,
    rnia_distance,
    stability_score,
)

X, ROWS, COLUMNS = blocks()
NOISE = np.random.default_rng(0).normal(size=(60, 30))
WHOLE = {"cv": WholeDataSplit(), "error_score": "raise"}
BY_MODES = partial(finest_stable, by="modes")


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
    best = stability_score(ByValue(truth=some_biclusters()), NUMBERED, metric=metric)
    assert best == pytest.approx(0 if metric == "rnia_distance" else 1)


def test_a_small_bicluster_outside_the_overlap_costs_nothing():
    rows, columns = some_biclusters()
    rows[0] = np.arange(20) == 3
    model = ByValue(truth=(rows, columns))
    assert stability_score(model, NUMBERED, metric="bicluster_jaccard") == 1


def by_hand(metric, model, data, seed, fraction=0.8):
    """Compute the stability of biclusters in one resample from its definition."""
    generator = np.random.RandomState(seed)
    found = []
    for _ in range(2):
        kept = [
            generator.permutation(n)[: int(np.ceil(fraction * n))] for n in data.shape
        ]
        model.set_params(random_state=int(generator.randint(np.iinfo(np.int32).max)))
        model.fit(data[kept[0]][:, kept[1]])
        found.append((kept, model.rows_.copy(), model.columns_.copy()))
    shared = [sorted(set(found[0][0][m]) & set(found[1][0][m])) for m in (0, 1)]
    sides = [
        tuple(
            indicator[:, [list(kept[mode]).index(place) for place in shared[mode]]]
            for mode, indicator in enumerate(indicators)
        )
        for kept, *indicators in found
    ]
    return (metric(*sides) + metric(*sides[::-1])) / 2


@pytest.mark.parametrize("name", ["bicluster_recall", "prelic_relevance"])
def test_the_score_of_biclusters_is_averaged_over_both_directions(name):
    metric = {
        "bicluster_recall": bicluster_recall_score,
        "prelic_relevance": partial(
            bicluster_similarity_score, index="prelic_relevance"
        ),
    }[name]
    model = SpectralBiclustering((3, 2), n_init=1)
    data = np.abs(NOISE)
    score = stability_score(model, data, metric=metric, n_resamples=1)
    assert score == pytest.approx(by_hand(metric, model, data, seed=0), rel=1e-12)


def test_a_bicluster_that_a_fit_left_empty_is_compared():
    truth = some_biclusters(density=0.9)
    model = ByValue(truth, one_empty=True)
    scores = [
        stability_score(
            model, NUMBERED, metric="bicluster_jaccard", n_resamples=1, random_state=n
        )
        for n in range(6)
    ]
    expected = [by_hand(bicluster_jaccard_score, model, NUMBERED, n) for n in range(6)]
    assert scores == pytest.approx(expected)
    assert set(np.round(scores, 6)) == {0.9, 1.0}  # (4 / 5 + 1) / 2, and both or none


def test_a_function_of_ones_own_compares_biclusters_if_told_to():
    def distance(true, pred):
        return rnia_distance(true, pred)

    def similarity(true, pred):
        return 1 - distance(true, pred)

    model = SpectralCoclustering(4)
    options = {"n_resamples": 2}
    own = stability_score(
        model, np.abs(NOISE), metric=similarity, structure="biclustering", **options
    )
    named = stability_score(model, np.abs(NOISE), metric="rnia_distance", **options)
    assert own == pytest.approx(1 + named, rel=1e-12)
    with pytest.raises(
        ValueError, match="`metric` 'rnia_distance' compares biclusterings"
    ):
        make_stability_scorer("rnia_distance", structure="coclustering")
    with pytest.raises(ValueError, match="`structure` must be one of None"):
        make_stability_scorer(structure="checkerboard")


def test_a_search_by_biclusters_finds_their_number():
    data, _, _ = make_biclusters((80, 60), 3, noise=1, random_state=0)
    search = GridSearchCV(
        SpectralCoclustering(),
        {"n_clusters": [2, 3, 4]},
        scoring=make_stability_scorer("e4sc", n_resamples=4, with_standard_error=True),
        refit=finest_stable,
        **WHOLE,
    ).fit(data)
    assert search.best_params_ == {"n_clusters": 3}
    assert search.cv_results_["mean_test_n_biclusters"][1] == 3


def test_a_bicluster_that_is_the_whole_matrix_is_no_evidence():
    whole = np.ones((1, 20), dtype=bool), np.ones((1, 10), dtype=bool)
    search = GridSearchCV(
        ByValue(),
        {"truth": [whole, some_biclusters(n=1, density=0.5)]},
        scoring=make_stability_scorer("e4sc", with_standard_error=True),
        refit=finest_stable,
        **WHOLE,
    ).fit(NUMBERED)
    assert search.cv_results_["mean_test_score"].tolist() == [1, 1]
    assert search.cv_results_["mean_test_n_biclusters"].tolist() == [0, 1]
    assert search.best_index_ == 1


def test_biclusters_are_aligned_through_a_pipeline_that_drops_columns():
    data, _, _ = make_biclusters((60, 40), 3, noise=1, random_state=0)
    wide = np.c_[np.ones((60, 5)), data, np.ones((60, 5))]
    model = make_pipeline(VarianceThreshold(), SpectralCoclustering(3))
    score = stability_score(model, wide, metric="e4sc", n_resamples=3)
    assert score == 1


def test_estimators_without_biclusters_or_of_other_data_are_refused():
    with pytest.raises(ValueError, match="without `rows_` and `columns_`"):
        stability_score(KMeansCocluster(), X, metric="rnia_distance")

    class Truncating(SpectralCoclustering):
        def fit(self, X, y=None):
            super().fit(X)
            self.rows_ = self.rows_[:, :-1]
            return self

    with pytest.raises(ValueError, match="biclusters of 47 rows and 24 columns in"):
        stability_score(Truncating(3), X, metric="rnia_distance")


# Each mode alone


def test_the_scores_of_a_mode_are_those_of_its_labels_alone():
    seen = []

    def spy(true, pred):
        seen.append([adjusted_rand_score(*pair) for pair in zip(true, pred)])  # noqa: B905
        return cari_score(true, pred)

    options = {"n_resamples": 3, "with_standard_error": True}
    make_stability_scorer(spy, **options)(KMeansCocluster(4, 3), NOISE)
    found = make_stability_scorer("cari", **options)(KMeansCocluster(4, 3), NOISE)
    of_modes = np.array(seen)[::2]  # each pair is compared in both directions
    for mode, name in enumerate(["row", "column"]):
        scores = of_modes[:, mode]
        assert found[f"{name}_score"] == pytest.approx(scores.mean(), rel=1e-12)
        error = scores.std(ddof=1) / np.sqrt(3)
        assert found[f"{name}_standard_error"] == pytest.approx(error, rel=1e-12)


@pytest.mark.parametrize(
    "metric",
    [
        lambda true, pred: cari_score(true, pred) / 2,
        partial(enmi_score),
    ],
    ids=["own", "index"],
)
def test_only_indices_of_the_package_are_known_to_take_one_mode(metric):
    scorer = make_stability_scorer(metric, n_resamples=2, with_standard_error=True)
    found = scorer(KMeansCocluster(), X)
    assert ("row_score" in found) == isinstance(metric, partial)


def table(candidates):
    """Make results of candidates (rows, columns, score, row score, column score)."""
    rows, columns, scores, row_scores, column_scores = zip(*candidates, strict=True)
    error = [0.01] * len(candidates)
    return {
        "params": [{"k": number} for number in range(len(candidates))],
        "mean_test_score": scores,
        "mean_test_standard_error": error,
        "mean_test_n_row_clusters": rows,
        "mean_test_n_column_clusters": columns,
        "mean_test_row_score": row_scores,
        "mean_test_row_standard_error": error,
        "mean_test_column_score": column_scores,
        "mean_test_column_standard_error": error,
    }


@pytest.mark.parametrize(
    ("candidates", "by_blocks", "by_modes"),
    [
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
    ],
)
def test_by_modes_each_mode_must_be_stable(candidates, by_blocks, by_modes):
    assert finest_stable(table(candidates)) == by_blocks
    assert BY_MODES(table(candidates)) == by_modes


def test_by_modes_needs_the_scores_of_each_mode():
    found = table([(2, 2, 1, 1, 1)])
    del found["mean_test_row_score"], found["mean_test_column_score"]
    with pytest.raises(ValueError, match='`by="modes"` needs the agreement of each'):
        finest_stable(found, by="modes")
    with pytest.raises(ValueError, match="`by` must be one of 'blocks', 'modes'"):
        finest_stable(found, by="rows")


@pytest.mark.parametrize("search", [GridSearchCV, RandomizedSearchCV])
def test_a_search_by_modes_finds_unequal_numbers(search):
    data, _, _ = blocks(n_column_clusters=2)
    options = {"n_iter": 6, "random_state": 0} if search is RandomizedSearchCV else {}
    found = search(
        KMeansCocluster(),
        {"n_row_clusters": [2, 3, 4], "n_col_clusters": [2, 3]},
        scoring=make_stability_scorer(n_resamples=3, with_standard_error=True),
        refit=BY_MODES,
        **options,
        **WHOLE,
    ).fit(data)
    assert found.best_params_ == {"n_row_clusters": 3, "n_col_clusters": 2}
    assert not hasattr(found, "best_score_")  # what the guide says is in its place
    assert found.cv_results_["mean_test_score"][found.best_index_] > 0.95


def test_a_halving_search_takes_the_greatest_score_and_keeps_it():
    found = HalvingGridSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": [3, 4]},
        scoring=make_stability_scorer(n_resamples=2, with_standard_error=True),
        refit=lambda _: pytest.fail("not called"),
        resource="n_init",
        max_resources=2,
        **WHOLE,
    ).fit(X)
    assert found.best_score_ == found.cv_results_["mean_test_score"].max()


# Beside other scorers


@pytest.mark.parametrize("refit", [finest_stable, BY_MODES])
def test_one_callable_may_return_stability_and_other_scores(refit):
    truth = {"row_labels": ROWS, "column_labels": COLUMNS}
    stability = make_stability_scorer(n_resamples=2, with_standard_error=True)
    indices = make_cocluster_scorer(["cari", "classification_error"], **truth)
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


# Progress


def test_progress_is_printed_only_if_it_is_asked_for(capfd):
    stability_score(KMeansCocluster(), X, n_resamples=2)
    assert capfd.readouterr() == ("", "")
    stability_score(KMeansCocluster(), X, n_resamples=2, verbose=10)
    assert "[Parallel(" in "".join(capfd.readouterr())
    with pytest.raises(ValueError, match="`verbose` must be at least 0"):
        make_stability_scorer(verbose=-1)


# More than two modes


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


class Elsewhere(TensorKMeans):
    """Has its labels in attributes of other names."""

    def fit(self, X, y=None):
        self.users_, self.items_, self.weeks_ = super().fit(X).labels_
        self.all_ = self.labels_
        del self.labels_
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
ACCESSORS = [
    "all_",
    ("users_", "items_", "weeks_"),
    lambda fitted: (fitted.users_, fitted.items_, fitted.weeks_),
]
ACCESSOR_IDS = ["attribute", "attributes", "function"]


def test_labels_of_many_modes_are_read_from_one_attribute():
    model = TensorKMeans((3, 2, 2)).fit(TENSOR)
    assert cari_score(LABELS, coclustering_of(model)) == 1
    assert cari_score(LABELS, model) == cari_score(model, model) == 1


@pytest.mark.parametrize("accessor", ACCESSORS, ids=ACCESSOR_IDS)
def test_labels_are_read_where_the_caller_says(accessor):
    model = Elsewhere((3, 2, 2))
    found = coclustering_of(model.fit(TENSOR), accessor=accessor)
    assert cari_score(LABELS, found) == 1
    assert stability_score(model, TENSOR, n_resamples=2, accessor=accessor) == 1
    scorer = make_cocluster_scorer("cari", labels=LABELS, accessor=accessor)
    assert scorer(model, TENSOR) == 1


def test_an_accessor_reads_two_modes_and_through_searches():
    search = GridSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": [3]},
        scoring=lambda *_: 0,
        **WHOLE,
    ).fit(X)
    rows, columns = coclustering_of(
        search, accessor=lambda fitted: (fitted.row_labels_, fitted.column_labels_)
    )
    assert cari_score((rows, columns), search) == 1


def test_stability_of_many_modes_is_that_of_its_definition():
    data = np.random.default_rng(0).normal(size=(12, 11, 10))
    generator, sides = np.random.RandomState(0), []
    for _ in range(2):
        kept = [generator.permutation(n)[: int(np.ceil(0.8 * n))] for n in data.shape]
        model = TensorKMeans(random_state=int(generator.randint(2**31 - 1)))
        labels = model.fit(data[np.ix_(*kept)]).labels_
        sides.append([dict(zip(*pair, strict=True)) for pair in zip(kept, labels)])  # noqa: B905
    one, other = (
        tuple(
            [side[m][place] for place in sorted(sides[0][m]) if place in sides[1][m]]
            for m in range(3)
        )
        for side in sides
    )
    score = stability_score(TensorKMeans(), data, n_resamples=1)
    assert score == pytest.approx(cari_score(one, other), rel=1e-12)


def test_a_search_over_three_modes():
    scorer = make_stability_scorer(n_resamples=3, with_standard_error=True)
    search = GridSearchCV(
        TensorKMeans(),
        {"n_clusters": [(2, 2, 2), (3, 2, 2), (3, 3, 2)]},
        scoring=scorer,
        refit=BY_MODES,
        **WHOLE,
    ).fit(TENSOR)
    assert search.best_params_ == {"n_clusters": (3, 2, 2)}
    assert search.cv_results_["mean_test_n_mode_0_clusters"].tolist() == [2, 3, 3]
    truth = make_cocluster_scorer("cari", labels=LABELS)
    assert truth(search, TENSOR) == 1
    with pytest.raises(ValueError, match="`y` differs from the `row_labels`"):
        truth(search, TENSOR, LABELS[0][::-1])


@pytest.mark.parametrize(
    ("model", "accessor", "error", "message"),
    [
        (Elsewhere(), "users_", ValueError, "must be a tuple or list of two or more"),
        (Elsewhere(), "no_", ValueError, "without `no_`"),
        (
            Elsewhere(),
            ("users_", "items_"),
            ValueError,
            r"has labelled 15 rows and 13 columns of data of",
        ),
        (Elsewhere(), None, ValueError, "no labels of as many in `labels_`. Pass `acc"),
        (Elsewhere(), 3, TypeError, "`accessor` must be the name of an attribute, a"),
        (Elsewhere(), ("users_",), TypeError, r"got \('users_',\)"),
    ],
)
def test_labels_that_are_not_there_are_refused(model, accessor, error, message):
    with pytest.raises(error, match=message):
        stability_score(model, TENSOR, accessor=accessor)


def test_labels_of_many_modes_are_not_followed_through_transformers():
    model = make_pipeline(StandardScaler(), KMeansCocluster()).fit(X)
    accessor = ("row_labels_", "column_labels_")
    with pytest.raises(ValueError, match=r"transforms its input \(StandardScaler\)"):
        coclustering_of(model, accessor=accessor)


def test_truth_of_other_modes_or_sizes_is_refused():
    model = TensorKMeans((3, 2, 2)).fit(TENSOR)
    two = make_cocluster_scorer("cari", labels=LABELS[:2])
    with pytest.raises(ValueError, match=r"have \(18, 16\); the estimator has label"):
        two(model, TENSOR)
    three = make_cocluster_scorer("cari", labels=LABELS)
    with pytest.raises(ValueError, match=r"`X` has \(9, 16, 14\)"):
        three(model, TENSOR[:9])
    with pytest.raises(TypeError, match="`labels` are those of all modes; they are"):
        make_cocluster_scorer("cari", labels=LABELS, row_labels=ROWS)
    with pytest.raises(TypeError, match="`accessor` is only for the true `labels`"):
        make_cocluster_scorer("cari", row_labels=ROWS, accessor="all_")
    with pytest.raises(TypeError, match="`labels` must be a tuple of one array"):
        make_cocluster_scorer("cari", labels=list(LABELS))


# Memory


def test_no_more_is_copied_of_dense_data_than_the_part_that_is_fitted():
    class Constant(KMeansCocluster):
        """Labels by the number of the row and column, and copies nothing."""

        def fit(self, X, y=None):
            self.row_labels_ = np.arange(X.shape[0]) % 2
            self.column_labels_ = np.arange(X.shape[1]) % 2
            return self

    data = np.ones((1000, 500))
    stability_score(Constant(), data, n_resamples=1)  # imports, once
    tracemalloc.start()
    stability_score(Constant(), data, n_resamples=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 0.75 * data.nbytes  # 0.64 is the part
