"""What once passed without a word: names, NaN, options, sizes."""

import math
import tracemalloc
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.exceptions import NotFittedError

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._model_selection._bicross import kind_of
from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates

bicluster_csi = partial(sccm.bicluster_similarity_score, metric="bicluster_csi")
LABELS = pd.Series([0, 0, 0, 1, 1, 1], index=list("abcdef"))
SHUFFLED = LABELS[list("fbdcae")]


def share_equal(true, pred):
    """The fraction of labels, or of entries of each part, that are equal in place."""
    pairs = zip(true, pred, strict=True)
    return float(np.mean([np.mean(np.asarray(t) == np.asarray(p)) for t, p in pairs]))


def nan(true, pred):
    """A metric without a value."""
    return math.nan


OF_ROWS = pd.DataFrame([[1, 1, 0, 0], [0, 0, 1, 0]], columns=list("abcd"))
MOVED = OF_ROWS[list("dcba")], OF_ROWS[list("bdac")]


NAMED = [
    (LABELS, SHUFFLED),
    ((LABELS, LABELS), (SHUFFLED, LABELS)),
    ((OF_ROWS, OF_ROWS), MOVED),
]


@pytest.mark.parametrize(("one", "other"), NAMED)
def test_your_own_function_gets_names_in_one_order(one, other):
    found = sccm.pairwise_scores({"one": one, "other": other}, share_equal)
    assert found.scores.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_inconsistency_rates_hand_names_in_one_order_to_your_own_function():
    worse = pd.Series([0, 0, 1, 1, 1, 1], index=LABELS.index)
    triplets = [(LABELS, SHUFFLED, worse)]
    found = inconsistency_rates({"own": share_equal, "rand": "rand"}, triplets)
    assert found.preferences.tolist() == [[1, 1]]


X = np.kron(np.eye(2), np.ones((6, 5))) + 0.1
FIT = SpectralCoclustering(2, random_state=0).fit(X)


BLOCKS = {"rows": FIT.rows_, "columns": FIT.columns_}
WITH_NAN = [
    lambda: sccm.make_cocluster_scorer(nan, row_labels=FIT.row_labels_)(FIT, X),
    lambda: sccm.make_bicluster_scorer(nan, **BLOCKS)(FIT, X),
    lambda: sccm.stability_score(FIT, X, metric=nan, n_resamples=2, random_state=0),
    lambda: sccm.coclustering_report(FIT, FIT, metrics=[nan]),
    lambda: sccm.bicluster_report(FIT, FIT, metrics=[nan]),
    lambda: sccm.pairwise_scores({"a": [0, 1], "b": [0, 0]}, nan),
    lambda: inconsistency_rates([nan, "rand"], [([0, 1], [0, 0], [1, 1])]),
]


@pytest.mark.parametrize("call", WITH_NAN)
def test_nan_of_your_own_metric_is_refused_by_its_name(call):
    with pytest.raises(ValueError, match="The metric nan has returned NaN"):
        call()


def test_options_that_a_figure_does_not_use_are_checked():
    with pytest.raises(TypeError, match="`ratio` must be a number, got 'nonsense'"):
        sccm.PrecisionRecallSpaceDisplay.from_predictions(FIT, FIT, ratio="nonsense")
    display = sccm.CoclusterDisplay.from_estimator(FIT, X)
    with pytest.raises(TypeError, match="`colorbar` must be True or False, got 'no'"):
        display.plot(colorbar="no")


@pytest.mark.parametrize("unlabeled", ["drop", "drop_either"])
@pytest.mark.parametrize("missing", [math.nan, None, -1])
@pytest.mark.parametrize("weights", ["balanced", np.arange(1.0, 13.0)])
def test_weights_are_those_of_the_labels_that_are_left(unlabeled, missing, weights):
    true = [0, 0, 0, 1, 1, 1] * 2
    left = np.arange(12) != 3
    of_left = weights if isinstance(weights, str) else weights[left]
    expected = sccm.make_cocluster_scorer(
        "rand", row_labels=np.array(true)[left], sample_weight=of_left
    )(SpectralCoclustering(2, random_state=0).fit(X[left]), X[left])
    scorer = sccm.make_cocluster_scorer(
        "rand",
        row_labels=[*true[:3], missing, *true[4:]],
        unlabeled=unlabeled,
        sample_weight=weights,
    )
    assert scorer(FIT, X) == expected < 1


TAKING_FITS = [
    sccm.split_half_test,
    sccm.separation_test,
    sccm.stability_score,
    sccm.make_cocluster_scorer("rand", row_labels=FIT.row_labels_),
    sccm.make_stability_scorer(),
    sccm.make_bicross_scorer(),
]


@pytest.mark.parametrize("call", TAKING_FITS)
def test_what_is_no_estimator_or_no_matrix_is_refused_by_its_name(call):
    for wrong in (None, np.array(3.0)):
        with pytest.raises(TypeError, match="`X` must be a matrix"):
            call(FIT, wrong)
    if call in TAKING_FITS[:3]:
        for wrong in ([], {}):
            with pytest.raises(TypeError, match="`estimator` must have a `fit`"):
                call(wrong, X)


def test_modularity_names_the_argument_that_is_wrong():
    with pytest.raises(NotFittedError, match="`coclustering` is a SpectralCocl"):
        sccm.modularity_score(X, SpectralCoclustering())
    with pytest.raises(TypeError, match="`X` must be a matrix, got SpectralCocl"):
        sccm.modularity_score(FIT, X)


@pytest.mark.parametrize("score", [bicluster_csi, sccm.mocice_bcubed_score])
def test_empty_sparse_biclusters_cost_nothing_in_a_matrix_of_any_size(score):
    empty = sparse.csr_array((3, 10**7), dtype=bool)
    one = sparse.csr_array(([True], ([0], [5])), shape=empty.shape)
    assert score((empty, empty), (one, one)) == 0.0
    assert score((empty, empty), (empty, empty)) == 1.0


def test_large_numbers_are_whole_but_no_counts():
    assert kind_of(1e153 * X) == "values"  # without a warning
    assert kind_of(1e153 * X, "counts") == "weights"


def test_rows_that_a_fit_cannot_match_are_warned_of():
    frame = pd.DataFrame(X, columns=list("abcdefghij"))
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    rows = pd.Series(model.row_labels_, index=list("lkjihgfedcba"))
    columns = pd.Series(model.column_labels_, index=frame.columns)
    with pytest.warns(UserWarning, match="but rows by position"):
        sccm.cari_score((rows, columns), model)
    for others in (rows.to_numpy(), rows.reset_index(drop=True)):
        assert sccm.cari_score((others, columns), model) == 1.0


def _shuffled_rows():
    """Return a fit, and its labels of the rows with names in another order."""
    frame = pd.DataFrame(X, columns=list("abcdefghij"), index=list("abcdefghijkl"))
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    labels = pd.Series(model.row_labels_, index=frame.index)
    return frame, model, labels.sample(frac=1, random_state=1)


@pytest.mark.parametrize(
    "function",
    [
        sccm.cari_score,
        sccm.match_table,
        lambda true, pred: sccm.permutation_test(true, pred, n_draws=19),
        lambda true, pred: sccm.coclustering_report(true, pred, inference=False),
        lambda true, pred: sccm.pairwise_scores(
            {"a": (*true[:1], pred.column_labels_), "b": pred}, "cari"
        ),
    ],
)
def test_named_rows_alone_beside_a_fit_are_warned_of(function):
    _, model, rows = _shuffled_rows()
    with pytest.warns(UserWarning, match=r"has names, but rows are matched by posit"):
        function((rows, None), model)


def test_named_samples_beside_a_clusterer_are_warned_of():
    frame, _, rows = _shuffled_rows()
    model = KMeans(2, n_init=1, random_state=0).fit(frame)
    with pytest.warns(UserWarning, match="`labels_true` has names, but samples are ma"):
        sccm.cari_score(rows, model)
    assert sccm.cari_score(rows.to_numpy(), model) <= 1.0  # without a warning


def _named_biclusters(model, frame, row_names):
    rows = pd.DataFrame(model.rows_, columns=row_names)
    return rows, pd.DataFrame(model.columns_, columns=frame.columns)


@pytest.mark.parametrize(
    "function",
    [
        sccm.clustering_error,
        sccm.match_table,
        lambda true, pred: sccm.permutation_test(
            true, pred, "bicluster_rnia", n_draws=19
        ),
        lambda true, pred: sccm.bicluster_report(true, pred, inference=False),
        lambda true, pred: sccm.pairwise_scores(
            {"a": true, "b": pred}, "bicluster_rnia"
        ),
    ],
)
def test_named_rows_of_biclusters_beside_unnamed_ones_are_warned_of(function):
    frame, model, rows = _shuffled_rows()
    true = _named_biclusters(model, frame, rows.index)
    unnamed_rows = (model.rows_, true[1])
    for pred in (model, unnamed_rows):
        with pytest.warns(UserWarning, match="Columns are matched by name, but rows b"):
            function(true, pred)


def test_biclusters_without_names_on_one_side_mean_position():
    frame, model, rows = _shuffled_rows()
    true = _named_biclusters(model, frame, rows.index)
    assert sccm.clustering_error(true, (model.rows_, model.columns_)) == 0.0


def test_rows_in_no_bicluster_cost_little():
    few = [np.random.default_rng(seed).random((3, 8)) < 0.5 for seed in range(4)]
    sides = [tuple(map(sparse.csr_array, few[k : k + 2])) for k in (0, 2)]
    expected = sccm.clustering_error(*sides), sccm.mocice_bcubed_score(*sides)
    for side in sides:
        for indicator in side:
            indicator.resize(3, 10**8)
    tracemalloc.start()
    try:
        found = sccm.clustering_error(*sides), sccm.mocice_bcubed_score(*sides)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found[1] == expected[1]
    assert found[0] == expected[0]
    assert peak < 5 * 10**8  # bytes; not one per row and bicluster


def test_missing_labels_that_numpy_made_a_text_are_warned_of():
    labels = np.array(["a", np.nan, "b", "b"])
    with pytest.warns(UserWarning, match="`labels_true` has the label 'nan'"):
        sccm.cari_score(labels, [0, 0, 1, 1])


def test_members_of_two_clusters_in_a_tuple_are_warned_of():
    with pytest.warns(
        UserWarning, match=r"Every label occurs only once.*clusters_to_labels"
    ):
        sccm.cari_score(([0, 1, 4], [2, 3]), ([0, 2, 4], [1, 3]))


@pytest.mark.parametrize(
    "singletons",
    [
        (range(4), range(3)),
        (list("abcd"), list("efg")),
        ([0, 1, 2, 2], [3, 4, 5]),
        ([0], [1]),
        ([0, 1, 2, 3], None),
    ],
)
def test_singletons_in_rows_and_columns_are_not_warned_of(singletons):
    assert sccm.cari_score(singletons, singletons) == 1.0


@pytest.mark.parametrize(
    "keys", [("rows", "columns"), ("row_labels", "column_labels")], ids=str
)
def test_a_mapping_of_two_modes_is_refused_with_the_tuple(keys):
    modes = dict(zip(keys, ([0, 0, 1], [0, 1]), strict=True))
    message = rf"Pass `\(labels_pred\['{keys[0]}'\], labels_pred\['{keys[1]}'\]\)`"
    with pytest.raises(TypeError, match=message):
        sccm.cari_score(([0, 0, 1], [0, 1]), modes)
    assert (
        sccm.cari_score({"rows": 0, "columns": 1}, {"rows": "a", "columns": "b"}) == 1.0
    )
