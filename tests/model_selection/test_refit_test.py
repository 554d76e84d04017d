"""The test of given labels among refits: by its definition, and by exchanging runs."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline
from strategies import about

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    cari_score,
    pair_counting_score,
    refit_test,
)
from sklearn_cocluster_metrics._model_selection._refit_test import _result_of

X = np.random.default_rng(0).normal(size=(40, 6))
ROWS, COLUMNS = np.arange(40) % 3, np.arange(6) % 2


def random_rows(Z, random_state=0):
    """Label the rows by the seed alone, so that runs are exchangeable draws."""
    generator = np.random.default_rng(random_state)
    return generator.integers(0, 3, len(Z)), np.arange(Z.shape[1]) % 2


RANDOM = FunctionCocluster(random_rows, random_state=0)


class Modes(BaseEstimator):
    """Has what a function returns for each mode in `labels_`."""

    def __init__(self, function, random_state=None):
        self.function = function
        self.random_state = random_state

    def fit(self, data):
        self.labels_ = self.function(data, self.random_state)
        return self


def seeds_of(random_state, n_refits):
    """The seeds of the refits, which are drawn one by one."""
    generator = np.random.RandomState(random_state)
    return [generator.randint(2**31 - 1) for _ in range(n_refits)]


def test_the_pvalue_counts_runs_that_are_as_far_from_the_closest_other_run():
    labels = random_rows(X, 123)
    result = refit_test(RANDOM, X, labels, n_refits=12, random_state=5)
    runs = [labels, *(random_rows(X, seed) for seed in seeds_of(5, 12))]
    closest = [
        max(
            cari_score(run, partner, null_model="product")
            for j, partner in enumerate(runs)
            if i != j
        )
        for i, run in enumerate(runs)
    ]
    assert result.statistic == pytest.approx(closest[0])
    np.testing.assert_allclose(result.null_distribution, closest[1:])
    n_as_far = sum(value <= closest[0] + 1e-12 for value in closest)
    assert result.pvalue == pytest.approx(n_as_far / 13)
    assert result.agreements.max() == pytest.approx(closest[0])


@about(50)
@given(st.data())
def test_of_all_runs_in_the_place_of_the_labels_no_more_than_the_level_are_rejected(
    data,
):
    """Exactness under exchangeability, for any scores of pairs, ties included."""
    n_runs = data.draw(st.integers(2, 7))
    scores = np.full((n_runs, n_runs), -np.inf)
    for i in range(n_runs):
        for j in range(i):
            scores[i, j] = scores[j, i] = data.draw(st.integers(0, 3))
    pvalues = []
    for i in range(n_runs):
        order = [i, *(j for j in range(n_runs) if j != i)]
        pvalues.append(_result_of("", scores[np.ix_(order, order)], sign=1).pvalue)
    for rank in range(1, n_runs + 1):
        n_rejected = sum(pvalue <= rank / n_runs + 1e-12 for pvalue in pvalues)
        assert n_rejected <= rank


def test_labels_unlike_every_refit_have_the_smallest_pvalue():
    blobs = X + 9 * np.eye(3, 6)[ROWS]
    labels = KMeans(3, n_init=3, random_state=0).fit(blobs).labels_
    model = KMeans(3, n_init=3)
    assert refit_test(model, blobs, labels, n_refits=19, random_state=0).pvalue == 1
    moved = np.where(np.arange(40) < 9, 0, labels)
    result = refit_test(model, blobs, moved, n_refits=19, random_state=0)
    assert result.pvalue == 1 / 20
    assert result.pvalue_is_bound
    assert result.statistic < result.null_distribution.min() == 1
    assert "pvalue<=0.05, n_refits=19)" in repr(result)


def test_rows_alone_of_a_co_clustering_are_compared_alone():
    labels = random_rows(X, 123)
    whole = refit_test(RANDOM, X, labels, n_refits=5, random_state=0)
    rows = refit_test(RANDOM, X, (labels[0], None), n_refits=5, random_state=0)
    assert rows.metric == "product-CARI of rows"
    runs = [random_rows(X, seed)[0] for seed in seeds_of(0, 5)]
    expected = [pair_counting_score(labels[0], run) for run in runs]
    np.testing.assert_allclose(rows.agreements, expected)
    assert not np.allclose(whole.agreements, rows.agreements)
    of_columns = refit_test(RANDOM, X, (None, COLUMNS), n_refits=5, random_state=0)
    assert of_columns.pvalue == 1
    assert of_columns.metric == "product-CARI of columns"


def test_a_distance_is_reported_in_its_own_direction():
    labels = random_rows(X, 123)
    distance = refit_test(
        RANDOM, X, labels, metric="variation_of_information", n_refits=7, random_state=0
    )
    assert not distance.greater_is_better
    assert distance.statistic == distance.agreements.min() > 0
    assert (distance.null_distribution > 0).all()


def test_an_index_that_is_not_symmetric_is_averaged_over_both_directions():
    labels = random_rows(X, 123)[0]
    result = refit_test(
        RANDOM, X, (labels, None), metric="wallace1", n_refits=4, random_state=0
    )
    run = random_rows(X, seeds_of(0, 4)[2])[0]
    both = [
        pair_counting_score(*pair, metric="wallace1")
        for pair in ((labels, run), (run, labels))
    ]
    assert result.agreements[2] == pytest.approx(np.mean(both))


def test_a_function_of_ones_own_is_taken():
    def share_of_equal(true, pred):
        return np.mean(np.asarray(true) == np.asarray(pred))

    labels = random_rows(X, 123)[0]
    result = refit_test(
        RANDOM, X, (labels, None), metric=share_of_equal, n_refits=4, random_state=0
    )
    run = random_rows(X, seeds_of(0, 4)[1])[0]
    assert result.agreements[1] == pytest.approx(np.mean(labels == run))


def test_the_direction_of_a_function_of_ones_own_can_be_said():
    def own_distance(true, pred):
        return np.mean(np.asarray(true) != np.asarray(pred))

    def compare(**options):
        labels = random_rows(X, 123)[0], None
        return refit_test(
            RANDOM,
            X,
            labels,
            metric=own_distance,
            n_refits=4,
            random_state=0,
            **options,
        )

    with pytest.raises(ValueError, match="Pass `greater_is_better=False`"):
        compare()
    result = compare(greater_is_better=False)
    assert result.statistic == result.agreements.min()


def test_labels_are_matched_with_the_data_by_name():
    frame = pd.DataFrame(X, index=[f"r{i}" for i in range(40)], columns=list("abcdef"))
    rows, columns = random_rows(X, 123)
    named = pd.Series(rows, index=frame.index), pd.Series(columns, index=frame.columns)
    expected = refit_test(RANDOM, frame, (rows, columns), n_refits=5, random_state=0)
    shuffled = tuple(labels.sample(frac=1, random_state=0) for labels in named)
    for labels in (named, shuffled, tuple(labels.to_dict() for labels in shuffled)):
        assert refit_test(RANDOM, frame, labels, n_refits=5, random_state=0) == expected
    renamed = named[0].rename({"r0": "other"})
    with pytest.raises(
        ValueError, match=r"`labels\[0\]` has an index with other names"
    ):
        refit_test(RANDOM, frame, (renamed, columns), n_refits=5)


@pytest.mark.parametrize("as_data", [pd.DataFrame, sparse.csr_array, np.ndarray.tolist])
def test_containers_give_one_result(as_data):
    model = KMeans(3, n_init=1)
    expected = refit_test(model, X, ROWS, n_refits=5, random_state=0)
    result = refit_test(model, as_data(X), ROWS, n_refits=5, random_state=0)
    np.testing.assert_allclose(result.agreements, expected.agreements)


def test_a_fitted_estimator_stands_for_its_labels():
    model = KMeans(3, n_init=1, random_state=3).fit(X)
    expected = refit_test(model, X, model.labels_, n_refits=5, random_state=0)
    assert refit_test(model, X, model, n_refits=5, random_state=0) == expected
    rows_of_pair = refit_test(
        model, X, (model.labels_, None), n_refits=5, random_state=0
    )
    np.testing.assert_allclose(rows_of_pair.agreements, expected.agreements)


def test_three_modes_are_compared_of_which_one_may_be_unknown():
    data = np.zeros((5, 6, 7))

    def random_modes(Z, random_state=0):
        generator = np.random.default_rng(random_state)
        return tuple(generator.integers(0, 2, n) for n in Z.shape)

    labels = random_modes(data, 99)
    model = Modes(random_modes)
    whole = refit_test(model, data, labels, n_refits=4, random_state=0)
    run = random_modes(data, seeds_of(0, 4)[0])
    assert whole.agreements[0] == pytest.approx(
        cari_score(labels, run, null_model="product")
    )
    some = refit_test(
        model, data, (labels[0], None, labels[2]), n_refits=4, random_state=0
    )
    assert some.metric == "product-CARI of rows and mode_2"
    expected = cari_score(labels[::2], run[::2], null_model="product")
    assert some.agreements[0] == pytest.approx(expected)
    of_two_modes = Modes(lambda Z, seed: random_modes(Z, seed)[:2])
    message = r"labels no entries of mode 2. Leave them out, and pass `labels\[:2\]`"
    with pytest.raises(ValueError, match=message):
        refit_test(of_two_modes, data, labels, n_refits=4, random_state=0)


@pytest.mark.parametrize("are_read", [True, False])
def test_a_fitted_pipeline_of_texts_as_labels_leads_to_its_last_step(are_read):
    texts = ["a b c", "a b", "b c a", "d e f", "e f", "d f f"]
    pipe = make_pipeline(
        CountVectorizer(token_pattern="."), SpectralCoclustering(2, random_state=0)
    ).fit(texts)
    estimator = pipe if are_read else pipe[-1]
    X = texts if are_read else pipe[:-1].transform(texts)
    with pytest.raises(
        ValueError, match=r"For a pipeline `pipe`, pass `pipe\[-1\]` as `labels`"
    ):
        refit_test(estimator, X, pipe, n_refits=3)
    assert refit_test(estimator, X, pipe[-1], n_refits=3).pvalue == 1.0


def test_texts_of_a_pipeline_are_read_once():
    texts = ["a b c", "a b", "b c a", "d e f", "e f", "d f f"]
    pipeline = make_pipeline(CountVectorizer(token_pattern=r"\w"), KMeans(2, n_init=1))
    result = refit_test(pipeline, texts, [0, 0, 0, 1, 1, 1], n_refits=5, random_state=0)
    assert len(result.agreements) == 5


def test_an_estimator_without_chance_is_refused_with_the_value():
    model = AgglomerativeClustering(3)
    value = cari_score(ROWS, model.fit(X).labels_)
    message = rf"refits of Agglomerative.* equal, .*product-CARI of .* is {value:.3g}"
    with pytest.raises(ValueError, match=message):
        refit_test(model, X, ROWS, n_refits=3)


def test_equal_refits_of_an_estimator_with_a_seed_are_no_error():
    model = SpectralCoclustering(2, n_init=5)
    positive = np.exp(X / 3) + 5 * np.equal.outer(np.arange(40) % 2, np.arange(6) % 2)
    fitted = SpectralCoclustering(2, n_init=5, random_state=0).fit(positive)
    labels = fitted.row_labels_, fitted.column_labels_
    result = refit_test(model, positive, labels, n_refits=4, random_state=0)
    assert result.pvalue == 1
    assert (result.null_distribution == 1).all()
    changed = np.where(np.arange(40) == 0, 1 - labels[0], labels[0]), labels[1]
    result = refit_test(model, positive, changed, n_refits=4, random_state=0)
    assert result.pvalue == 1 / 5


DROPPING = make_pipeline(VarianceThreshold(0.9), RANDOM)
REFUSED = [
    (
        RANDOM,
        ROWS,
        r"labels 2 modes. Pass `\(row_labels, column_labels\)`, or `\(row_la",
    ),
    (KMeans(3), (ROWS, COLUMNS), r"KMeans labels no columns. Pass .*`labels\[0\]`"),
    (RANDOM, (ROWS, None, [0, 1]), r"has labels of 3 modes, but `X` has shape \(40, 6"),
    (
        KMeans(3),
        ROWS[:39],
        "`labels` has 39 labels, but `X` has 40 rows. Pass one label",
    ),
    (RANDOM, (ROWS, COLUMNS[:5]), r"`labels\[1\]` has 5 labels, but `X` has 6 columns"),
    (RANDOM, (None, None), "`labels` has no labels at all"),
    (
        DROPPING,
        (ROWS, COLUMNS),
        "`estimator` drops columns of `X`, .* Drop them from `X`",
    ),
]


@pytest.mark.parametrize(("model", "labels", "message"), REFUSED)
def test_labels_of_others_are_refused(model, labels, message):
    with pytest.raises(ValueError, match=message):
        refit_test(model, X, labels, n_refits=3, random_state=0)


def test_missing_values_and_measures_of_biclusters_are_refused():
    with pytest.raises(ValueError, match="`X` has NaN"):
        refit_test(KMeans(3), np.where(X > 2, np.nan, X), ROWS)
    with pytest.raises(ValueError, match="'e4sc' compares biclusterings"):
        refit_test(KMeans(3), X, ROWS, metric="e4sc")
    with pytest.raises(TypeError, match="`estimator` must have a `fit`"):
        refit_test(ROWS, X, ROWS)
