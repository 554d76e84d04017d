"""What once passed without a word: names, NaN, options, sizes."""

import math
import tracemalloc
import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from scipy import sparse
from sklearn.cluster import SpectralCoclustering
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    PrecisionRecallSpaceDisplay,
    bicluster_report,
    bicluster_similarity_score,
    cari_score,
    clustering_error,
    coclustering_report,
    compare,
    finest_stable,
    make_bicluster_scorer,
    make_bicross_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    mocice_bcubed_score,
    modularity_score,
    pairwise_scores,
    soft_cari_score,
    split_half_test,
    stability_score,
)
from sklearn_cocluster_metrics._model_selection._bicross import kind_of
from sklearn_cocluster_metrics.datasets import random_surjection
from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates

bicluster_csi = partial(bicluster_similarity_score, metric="bicluster_csi")
LABELS = pd.Series([0, 0, 0, 1, 1, 1], index=list("abcdef"))
SHUFFLED = LABELS[list("fbdcae")]


def own(true, pred):
    """A metric that matches by position."""
    return adjusted_rand_score(np.asarray(true), np.asarray(pred))


def own_of_biclusters(true, pred):
    """The fraction of entries of the indicators that are equal, by position."""
    pairs = zip(true, pred, strict=True)
    return float(np.mean([np.mean(np.asarray(t) == np.asarray(p)) for t, p in pairs]))


def nan(true, pred):
    """A metric without a value."""
    return math.nan


def test_pairwise_scores_hand_names_in_one_order_to_your_own_function():
    found = pairwise_scores({"one": LABELS, "other": SHUFFLED}, own)
    assert found.scores.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    pair = (LABELS, LABELS), (SHUFFLED, LABELS)
    found = pairwise_scores(
        {"one": pair[0], "other": pair[1]}, lambda t, p: own(t[0], p[0])
    )
    assert found.scores.min() == 1.0


def test_pairwise_scores_hand_indicators_in_one_order_to_your_own_function():
    rows = pd.DataFrame([[1, 1, 0, 0], [0, 0, 1, 0]], columns=list("abcd"))
    one = rows, rows
    other = rows[list("dcba")], rows[list("bdac")]
    found = pairwise_scores({"one": one, "other": other}, own_of_biclusters)
    assert found.scores.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_inconsistency_rates_hand_names_in_one_order_to_your_own_function():
    worse = pd.Series([0, 0, 1, 1, 1, 1], index=LABELS.index)
    triplets = [(LABELS, SHUFFLED, worse)]
    found = inconsistency_rates({"own": own, "rand": "rand"}, triplets)
    assert found.preferences.tolist() == [[1, 1]]


X = np.kron(np.eye(2), np.ones((6, 5))) + 0.1
FIT = SpectralCoclustering(2, random_state=0).fit(X)


def score_clusters():
    labels = {"row_labels": FIT.row_labels_, "column_labels": FIT.column_labels_}
    return make_cocluster_scorer(nan, **labels)(FIT, X)


def score_biclusters():
    return make_bicluster_scorer(nan, rows=FIT.rows_, columns=FIT.columns_)(FIT, X)


@pytest.mark.parametrize(
    "call",
    [
        score_clusters,
        score_biclusters,
        lambda: stability_score(FIT, X, metric=nan, n_resamples=2, random_state=0),
        lambda: coclustering_report(FIT, FIT, metrics=[nan]),
        lambda: bicluster_report(FIT, FIT, metrics=[nan]),
        lambda: pairwise_scores({"a": [0, 1], "b": [0, 0]}, nan),
        lambda: inconsistency_rates([nan, "rand"], [([0, 1], [0, 0], [1, 1])]),
    ],
)
def test_nan_of_your_own_metric_is_refused_by_its_name(call):
    with pytest.raises(ValueError, match="The metric nan has returned NaN"):
        call()


def test_a_candidate_that_the_search_has_masked_is_not_chosen():
    results = {
        "params": [{}, {}],
        "mean_test_score": np.ma.array([0.9, 1.0], mask=[False, True]),
        "mean_test_standard_error": [0.01, 0.01],
        "mean_test_n_row_clusters": [2, 3],
        "mean_test_n_column_clusters": [2, 3],
    }
    assert finest_stable(results) == 0


def test_options_that_a_figure_does_not_use_are_checked():
    with pytest.raises(TypeError, match="`ratio` must be a number, got 'nonsense'"):
        PrecisionRecallSpaceDisplay.from_predictions(FIT, FIT, ratio="nonsense")
    display = CoclusterDisplay.from_estimator(FIT, X)
    with pytest.raises(TypeError, match="`colorbar` must be True or False, got 'no'"):
        display.plot(colorbar="no")


@pytest.mark.parametrize("unlabelled", ["drop", "drop_either"])
@pytest.mark.parametrize("missing", [math.nan, None, -1])
@pytest.mark.parametrize("weights", ["balanced", np.arange(1.0, 13.0)])
def test_weights_are_those_of_the_labels_that_are_left(unlabelled, missing, weights):
    true = [0, 0, 0, 1, 1, 1] * 2
    left = np.arange(12) != 3
    of_left = weights if isinstance(weights, str) else weights[left]
    expected = make_cocluster_scorer(
        "rand", row_labels=np.array(true)[left], sample_weight=of_left
    )(SpectralCoclustering(2, random_state=0).fit(X[left]), X[left])
    scorer = make_cocluster_scorer(
        "rand",
        row_labels=[*true[:3], missing, *true[4:]],
        unlabelled=unlabelled,
        sample_weight=weights,
    )
    assert scorer(FIT, X) == expected < 1


def test_random_surjections_speak_of_themselves():
    with pytest.raises(ValueError, match="too large for an exact sum") as refused:
        random_surjection(2**48, 3)
    assert "correction for chance" not in str(refused.value)


def test_memberships_that_do_not_add_up_are_shown_with_their_digits():
    with pytest.raises(ValueError, match=r"row 0 .* adds up to 1\.000002"):
        soft_cari_score([[0.5, 0.500002], [0.5, 0.5]], [0, 1])


@pytest.mark.parametrize("call", [split_half_test, stability_score])
def test_what_is_no_estimator_is_refused_by_its_name(call):
    for wrong in ([], {}):
        with pytest.raises(TypeError, match="`estimator` must be an estimator"):
            call(wrong, X)
    for wrong in (None, np.array(3.0)):
        with pytest.raises((TypeError, ValueError), match="`X` must be a matrix"):
            call(FIT, wrong)


def test_modularity_names_the_argument_that_is_wrong():
    with pytest.raises(NotFittedError, match="`coclustering` is a SpectralCocl"):
        modularity_score(X, SpectralCoclustering())
    with pytest.raises(TypeError, match="`X` must be a matrix, got SpectralCocl"):
        modularity_score(FIT, X)


def test_a_function_warns_of_a_model_whose_labels_follow_the_position():
    """Labels that a model has sorted, on noise in the order of the classes."""
    truth = np.repeat([0, 1, 2], 10), np.repeat([0, 1], 10)
    model = Fitted(
        row_labels_=np.repeat([0, 1, 2], [12, 17, 1]),
        column_labels_=np.arange(20) % 2,
    )
    with pytest.warns(UserWarning, match="every cluster is one run of neighboring"):
        cari_score(truth, model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cari_score(truth, (model.row_labels_, model.column_labels_))


@pytest.mark.parametrize("score", [bicluster_csi, mocice_bcubed_score])
def test_empty_sparse_biclusters_cost_nothing_in_a_matrix_of_any_size(score):
    empty = sparse.csr_array((3, 10**7), dtype=bool)
    one = sparse.csr_array(([True], ([0], [5])), shape=empty.shape)
    assert score((empty, empty), (one, one)) == 0.0
    assert score((empty, empty), (empty, empty)) == 1.0


@pytest.mark.parametrize("wrong", [None, np.array(3.0)])
@pytest.mark.parametrize(
    "scorer",
    [
        make_cocluster_scorer("rand", row_labels=FIT.row_labels_),
        make_stability_scorer(),
        make_bicross_scorer(),
    ],
)
def test_a_scorer_refuses_what_is_no_matrix(scorer, wrong):
    with pytest.raises(TypeError, match="`X` must be a matrix"):
        scorer(FIT, wrong)


def test_large_numbers_are_whole_but_no_counts():
    assert kind_of(1e153 * X) == "values"  # without a warning
    assert kind_of(1e153 * X, "counts") == "weights"


def test_rows_that_a_fit_cannot_match_are_warned_of():
    frame = pd.DataFrame(X, columns=list("abcdefghij"))
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    rows = pd.Series(model.row_labels_, index=list("lkjihgfedcba"))
    columns = pd.Series(model.column_labels_, index=frame.columns)
    with pytest.warns(UserWarning, match="but rows by position"):
        cari_score((rows, columns), model)
    for others in (rows.to_numpy(), rows.reset_index(drop=True)):
        assert cari_score((others, columns), model) == 1.0
    assert cari_score((rows, columns.to_numpy()), model) == 1.0


def test_rows_in_no_bicluster_cost_little():
    few = [np.random.default_rng(seed).random((3, 8)) < 0.5 for seed in range(4)]
    sides = [tuple(map(sparse.csr_array, few[k : k + 2])) for k in (0, 2)]
    expected = clustering_error(*sides), mocice_bcubed_score(*sides)
    for side in sides:
        for indicator in side:
            indicator.resize(3, 10**8)
    tracemalloc.start()
    try:
        found = clustering_error(*sides), mocice_bcubed_score(*sides)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found[1] == expected[1]
    assert found[0] == expected[0]
    assert peak < 5 * 10**8  # bytes; not one per row and bicluster


def test_many_repeats_are_announced():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="1,000,000,000 fits may take"):
            compare({"fit": FIT}, {"X": (X, FIT.row_labels_)}, "rand", n_repeats=10**9)
