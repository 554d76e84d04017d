"""compare: every value is that of the metric called by hand; tables, ranks, figure."""

import itertools
import json
import math
import re
from functools import partial
from html import escape
from statistics import fmean, stdev

import numpy as np
import pandas as pd
import pytest
from doubles import (
    ColumnReverser,
    KMeansCocluster,
    SortedCocluster,
    TruncatingCocluster,
    as_dense,
    blocks,
    by_hand,
)
from scipy import sparse
from scipy.stats import t as student, ttest_rel
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import (
    AgglomerativeClustering,
    KMeans,
    SpectralClustering,
    SpectralCoclustering,
)
from sklearn.datasets import make_biclusters
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import SelectorMixin, VarianceThreshold
from sklearn.metrics import adjusted_rand_score, consensus_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    bicluster_precision_score,
    cari_score,
    classification_error,
    compare,
    conmi_score,
    labels_to_biclusters,
    mocice_bcubed_score,
    rnia_distance,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks
from sklearn_cocluster_metrics.results import Comparison, MeanDifference

X, ROWS, COLUMNS = blocks()
TRUTH = (ROWS, COLUMNS)
WORSE = (np.where(ROWS == 2, 1, ROWS), COLUMNS)  # merges two row clusters


class RandomCocluster(BaseEstimator):
    """Labels at random, so that its values reveal the seed."""

    def __init__(self, n_clusters=3, random_state=None):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y=None):
        rng = np.random.RandomState(self.random_state)
        self.row_labels_ = rng.randint(self.n_clusters, size=X.shape[0])
        self.column_labels_ = rng.randint(self.n_clusters, size=X.shape[1])
        return self


class DropFirst(SelectorMixin, BaseEstimator):
    """Drops the column with the smallest sum."""

    def fit(self, X, y=None):
        self.n_features_in_, self.sums_ = X.shape[1], X.sum(axis=0)
        return self

    def _get_support_mask(self):
        return self.sums_ > min(self.sums_)


class Overwriter(KMeansCocluster):
    """Overwrites the data that it is fitted to."""

    def fit(self, X, y=None):
        super().fit(X)
        X[:] = 0
        return self


def values(comparison, **selected):
    """Select the values of the records with these entries."""
    kept = (one for one in comparison.records if selected.items() <= one.items())
    return [record["value"] for record in kept]


def on_d(candidates, matrix=X, truth=TRUTH, metrics="cari", **options):
    """Compare candidates on one data set."""
    return compare(candidates, {"d": (matrix, truth)}, metrics, **options)


def compared(matrix=X, truth=TRUTH, metrics="cari", **candidates):
    """Compare candidates on one data set; return the value of each."""
    return values(on_d(candidates, matrix, truth, metrics, random_state=0))


# Values


def test_values_are_those_of_the_metrics_called_by_hand():
    candidates = {"three": KMeansCocluster(), "two": KMeansCocluster(2, 2)}
    other, *truth = blocks(30, 20, seed=1)
    data = {"one": (X, TRUTH), "other": (other, tuple(truth))}
    metrics = {"cari": cari_score, "classification_error": classification_error}
    found = compare(candidates, data, [*metrics])
    assert found.greater_is_better == {"cari": True, "classification_error": False}
    by_hand = [
        metric(labels, clone(candidate).fit(matrix))
        for matrix, labels in data.values()
        for candidate in candidates.values()
        for metric in metrics.values()
    ]
    assert values(found) == by_hand
    assert len(set(by_hand)) > 4


def test_records_have_every_key_and_are_in_order():
    found = on_d({"b": RandomCocluster(), "a": WORSE}, metrics="nce", n_repeats=2)
    runs = [(record["candidate"], record["repeat"]) for record in found.records]
    assert runs == [("b", 0), ("b", 1), ("a", 0)]
    assert " ".join(found.records[0]) == (
        "data draw candidate repeat metric header compared value n_clusters n_left_out "
        "fit_time error"
    )
    *times, of_labels = (record["fit_time"] for record in found.records)
    assert min(times) > 0
    assert of_labels is None


def test_what_generators_return_is_a_data_set():
    make = partial(make_latent_blocks, (30, 20), (3, 2), family="poisson")
    labels, blocks = (make(random_state=1), make_biclusters((30, 20), 3, noise=1))
    models = {"model": SpectralCoclustering(3, random_state=0)}
    for (matrix, *truth), metric in ((labels, "cari"), (blocks, "bicluster_csi")):
        data = {"as it comes": (matrix, *truth), "paired": (matrix, tuple(truth))}
        found = compare(models, data, metric, random_state=[0], shuffle=False)
        one, other = values(found)
        assert one == other


def test_weights_are_those_of_the_true_labels():
    matrix = pd.DataFrame(X, index=[f"r{row}" for row in range(60)])
    weights = np.random.RandomState(0).rand(60)
    named = pd.Series(weights, index=matrix.index)[::-1]
    rows, other = pd.Series(ROWS, index=matrix.index), (ROWS[::-1], COLUMNS)
    data = {
        "names": (matrix, (rows[::-1], COLUMNS)),
        "no matrix": (None, TRUTH),
        "even": (X, TRUTH),
    }
    of_data = {"names": (named, None), "no matrix": (weights, None), "even": None}
    found = compare({"a": other}, data, "cari", sample_weight=of_data)
    weighted = cari_score(TRUTH, other, sample_weight=(weights, None))
    assert values(found) == [weighted, weighted, cari_score(TRUTH, other)]
    balanced = compare({"a": other}, data, "cari", sample_weight="balanced")
    assert {*values(balanced)} == {cari_score(TRUTH, other, sample_weight="balanced")}


def test_the_direction_of_a_metric_of_ones_own_is_as_told():
    directions = {"loss": False}
    metrics = {"loss": lambda true, pred: 1 - cari_score(true, pred), "cari": "cari"}
    found = on_d({"a": TRUTH}, None, TRUTH, metrics, greater_is_better=directions)
    assert found.greater_is_better == {"loss": False, "cari": True}


def test_a_truth_of_rows_compares_rows_only():
    agglomerative = AgglomerativeClustering(2)
    models = {"both": KMeansCocluster(2, 3), "one": agglomerative}
    labels = {"labels": WORSE[0], "a_tuple": WORSE}
    found = compared(X, ROWS, adjusted_rand_score, **models, **labels)
    fitted = KMeansCocluster(2, 3).fit(X).row_labels_, agglomerative.fit_predict(X)
    expected = (*fitted, WORSE[0], WORSE[0])
    assert found == [adjusted_rand_score(ROWS, labels) for labels in expected]


@pytest.mark.parametrize("truth", [(ROWS, None), ROWS])
def test_a_truth_with_unknown_columns_compares_the_rows(truth):
    models = {"both": KMeansCocluster(2, 3), "rows": AgglomerativeClustering(2)}
    labels = {"tuple": WORSE, "array": WORSE[0], "lacks_columns": (WORSE[0], None)}
    found = compared(X, truth, adjusted_rand_score, **models, **labels)
    fits = KMeansCocluster(2, 3).fit(X).row_labels_, models["rows"].fit_predict(X)
    expected = [adjusted_rand_score(ROWS, fit) for fit in (*fits, *[WORSE[0]] * 3)]
    assert found == expected


@pytest.mark.parametrize("matrix", [X, None])
def test_a_truth_with_unknown_rows_compares_the_columns(matrix):
    columns = np.where(COLUMNS == 0, 1, COLUMNS)
    labels = {"tuple": (WORSE[0], columns), "lacks_rows": (None, columns)}
    expected = [cari_score(COLUMNS, columns)] * 2
    assert compared(matrix, (None, COLUMNS), **labels) == expected


def test_fitted_columns_are_compared_alone_also_through_a_pipeline_and_by_name():
    frame = pd.DataFrame(X).add_prefix("f")
    model = KMeansCocluster(3, 2)
    expected = cari_score(COLUMNS, clone(model).fit(X).column_labels_)
    models = {"plain": model, "reversed": make_pipeline(ColumnReverser("true"), model)}
    by_name = dict(zip(frame.columns, COLUMNS, strict=True))
    named = pd.Series(COLUMNS, frame.columns)[::-1]
    for columns in (COLUMNS, by_name, named):
        found = compared(frame, (None, columns), **models)
        assert found == [expected, expected]
    assert 0 < expected < 1


def test_a_candidate_that_lacks_a_mode_of_the_truth_is_recorded_as_an_error():
    by_error = {
        "None in place of the labels of the columns": (TRUTH, (ROWS, None)),
        "must be a tuple": ((None, COLUMNS), COLUMNS),
        "without `row_labels_` and `column_labels_`": ((None, COLUMNS), KMeans(2)),
    }
    for error, (truth, candidate) in by_error.items():
        (record,) = on_d({"a": candidate}, truth=truth).records
        assert error in record["error"]


def test_of_more_than_two_modes_only_the_known_are_compared():
    truth = ([0, 0, 1], None, [0, 1, 1])
    labels = ([0, 1, 1], [0, 1], [0, 1, 1])
    found = on_d({"a": labels}, None, truth)
    expected = cari_score((truth[0], truth[2]), (labels[0], labels[2]))
    assert values(found) == [expected]
    assert found.records[0]["header"] == "CARI of rows and mode_2"


def test_parts_and_orders_have_the_truth_of_the_known_mode():
    columns = np.arange(6) % 2
    frame = pd.DataFrame(IDENTITIES, list("abcdefgh"), list("uvwxyz"))
    options = {"subsample": (0.5, 0.67), "n_draws": 4, "random_state": 0}
    seen = pairs_seen(frame, (None, columns), {"a": Remembers()}, **options)
    for true, pred in seen.values():
        assert columns[np.array(pred, dtype=int) - 1].tolist() == true.tolist()


def test_weights_are_those_of_the_known_mode():
    weights = np.random.RandomState(0).rand(30)
    columns = np.where(COLUMNS == 0, 1, COLUMNS)
    candidates = {"a": (ROWS, columns)}
    data = {"d": (X, (None, COLUMNS))}
    weight = {"d": (None, weights)}
    found = compare(candidates, data, "cari", sample_weight=weight)
    assert values(found) == [cari_score(COLUMNS, columns, sample_weight=weights)]
    with pytest.raises(ValueError, match="no labels of the rows"):
        compare(candidates, data, "cari", sample_weight={"d": (weights, weights)})


class RowsAndColumns(KMeansCocluster):
    """Has its labels in attributes of other names."""

    def fit(self, X, y=None):
        super().fit(X)
        self.of_rows, self.of_columns = self.row_labels_, self.column_labels_
        del self.row_labels_, self.column_labels_
        return self


@pytest.mark.parametrize("truth", [TRUTH, ROWS, (ROWS, None), (None, COLUMNS)])
def test_an_accessor_says_where_labels_are(truth):
    expected = compared(truth=truth, a=KMeansCocluster(2, 3))
    attributes = ("of_rows", "of_columns")
    accessors = [attributes, {"a": attributes}]
    if not np.array_equal(truth, ROWS):
        accessors.append(lambda model: (model.of_rows, model.of_columns))
    for accessor in accessors:
        candidates = {"a": RowsAndColumns(2, 3), "labels": TRUTH}
        options = {"accessor": accessor, "random_state": 0}
        found = on_d(candidates, truth=truth, **options)
        assert values(found) == [*expected, 1.0]


class Biclusters(KMeansCocluster):
    """Has its biclusters in an attribute of another name."""

    def fit(self, X, y=None):
        super().fit(X)
        self.found_biclusters = labels_to_biclusters(self)
        del self.row_labels_, self.column_labels_
        return self


def test_an_accessor_says_where_biclusters_are():
    truth = labels_to_biclusters(TRUTH)
    model = Biclusters(2, 3)
    by_hand = mocice_bcubed_score(truth, clone(model).fit(X).found_biclusters)
    options = {"accessor": "found_biclusters", "random_state": 0}
    compared = on_d({"a": model}, truth=truth, metrics="mocice_bcubed", **options)
    assert values(compared) == [by_hand]


def test_an_accessor_of_one_attribute_has_the_labels_of_the_rows():
    models = {"a": RowsAndColumns(2, 3), "b": KMeans(2, n_init=1)}
    accessor = {"a": "of_rows"}
    found = on_d(models, truth=ROWS, accessor=accessor, random_state=0)
    first, second = values(found)
    assert first == compared(truth=ROWS, a=KMeansCocluster(2, 3))[0]
    assert second is not None


def test_biclusters_are_compared_as_biclusters():
    matrix, *truth = make_biclusters((30, 20), 3, noise=1, random_state=0)
    given = (truth[0][:2], truth[1][:2])
    model = SpectralCoclustering(3)
    metrics = ["bicluster_precision", "rnia_distance"]
    found = compared(matrix, tuple(truth), metrics, model=model, two=given)
    fitted = model.set_params(random_state=0).fit(matrix)
    assert found == [
        metric(tuple(truth), one)
        for one in (fitted, given)
        for metric in (bicluster_precision_score, rnia_distance)
    ]


def test_truth_and_fit_are_aligned_through_pipelines():
    noise = np.random.default_rng(0).uniform(size=(len(X), 5))
    wide = np.hstack([noise, X])
    truth = (ROWS, np.concatenate([np.full(5, 9), COLUMNS]))
    models = {
        "selecting": make_pipeline(VarianceThreshold(1), KMeansCocluster()),
        "reversing": make_pipeline(ColumnReverser("true"), KMeansCocluster(3, 4)),
    }
    assert compared(pd.DataFrame(wide).add_prefix("f"), truth, **models) == [1.0, 1.0]


def test_functions_of_ones_own_get_sparse_biclusters_as_arrays():
    biclusters = tuple(sparse.csr_array(np.eye(2, n)) for n in (4, 3))
    assert compared(None, biclusters, consensus_score, same=biclusters) == [1.0]


def test_more_than_two_modes_are_compared_without_data():
    truth = ([0, 0, 1], [0, 1], [0, 1, 1])
    assert compared(None, truth, same=truth) == [1.0]


def test_candidates_can_differ_between_data_sets():
    candidate = {"one": KMeansCocluster(2, 2), "other": KMeansCocluster(3, 3)}
    data = dict.fromkeys(candidate, (X, TRUTH))
    one, other = values(compare({"model": candidate}, data, ["nce"]))
    assert one < other == 1


def test_candidates_are_not_fitted_and_data_not_changed():
    candidate, before = Overwriter(), X.copy()
    assert compared(overwriter=candidate, next=KMeansCocluster()) == [1.0, 1.0]
    assert not hasattr(candidate, "row_labels_")
    assert np.array_equal(X, before)


def test_texts_are_data_and_have_parts():
    texts = ["ash elm ash", "elm ash", "fir yew", "yew fir fir"] * 3
    truth = ([0, 0, 1, 1] * 3, {"ash": 0, "elm": 0, "fir": 1, "yew": 1})
    model = make_pipeline(CountVectorizer(), KMeansCocluster(2, 2))
    found = compared(texts, truth, a=model, fails=KMeansCocluster(fail=True))
    assert found == [1.0, None]
    options = {"subsample": (0.5, 1), "n_draws": 3, "random_state": 0}
    found = on_d({"a": model}, texts, truth[0], **options)
    assert found.parts == {"d": (0.5,)}
    assert values(found) == [1.0] * 3


def test_parts_of_texts_have_the_fraction_of_the_rows():
    texts = ["ash elm ash", "elm ash", "fir yew", "yew fir fir"] * 3
    model = make_pipeline(CountVectorizer(), KMeansCocluster(2, 2))
    truth, options = [0, 0, 1, 1] * 3, {"n_draws": 3, "random_state": 0}
    found = on_d({"a": model}, texts, truth, subsample=(0.5, 0.8), **options)
    assert found.parts == {"d": (0.5,)}
    with pytest.raises(ValueError, match=r"`data\['d'\]` has no columns, .* all rows"):
        on_d({"a": model}, texts, truth, subsample=(1, 0.5), **options)


def test_terms_that_the_truth_does_not_name_have_no_label():
    texts = ["goal team of", "goal team a", "orbit moon of", "orbit moon a"] * 5
    words = {"goal": "sport", "team": "sport", "orbit": "space"}
    vectorizer = CountVectorizer(token_pattern="[a-z]+")
    model = make_pipeline(vectorizer, SpectralCoclustering(2, random_state=0))
    truth = (["sport", "sport", "space", "space"] * 5, words)
    comparison = compare(
        {"model": model}, {"texts": (texts, truth)}, "cari", unlabeled="drop"
    )
    (record,) = comparison.records
    assert record["value"] == 1.0
    assert record["n_left_out"] == (0, 3)


# Seeds


def seeds_of(*names, data=("d",), **options):
    """Return the value of each run, which a random labeling makes its own."""
    found = compare(
        dict.fromkeys(names, RandomCocluster()),
        dict.fromkeys(data, (X, TRUTH)),
        "cari",
        **{"n_repeats": 2, "random_state": 0, **options},
    )
    return {(r["data"], r["candidate"], r["repeat"]): r["value"] for r in found.records}


def test_every_run_has_its_own_seed_whatever_else_is_compared():
    found = seeds_of("a", "b", "c", n_repeats=3, data=("e", "d"))
    assert len(set(found.values())) == len(found) == 18
    assert seeds_of("b").items() <= found.items()


def test_the_random_state_determines_the_values():
    generator = np.random.RandomState(0)
    states = (0, generator, generator, 1)
    first, same, *others = (seeds_of("a", random_state=state) for state in states)
    assert first == same
    assert first not in others


def test_every_random_state_within_an_estimator_gets_the_seed():
    model = make_pipeline(StandardScaler(), RandomCocluster())
    assert compared(a=model) == list(seeds_of("a", n_repeats=1).values())


# Failures


def test_a_failed_fit_is_a_record_with_its_error():
    candidates = {"fails": KMeansCocluster(fail=True), "works": KMeansCocluster()}
    found = on_d(candidates, metrics=["cari", "nce"])
    failed = found.records[:2]
    assert [r["error"] for r in failed] == ["ValueError: this candidate fails"] * 2
    assert [(r["value"], r["fit_time"]) for r in failed] == [(None, None)] * 2
    assert values(found, candidate="works") == [1.0, 1.0]
    assert repr(found) == (
        "Comparison(2 candidates, 1 data set, 2 metrics, 1 fit, 2 failed values)"
    )
    assert "Failed: d, fails: ValueError: this candidate fails" in str(found)


def test_a_metric_that_fails_leaves_the_others():
    def fails(true, pred):
        raise ZeroDivisionError("no")

    def undefined(true, pred):
        return float("nan")

    found = on_d({"same": TRUTH}, metrics=[fails, undefined, "cari"])
    wrong = (
        "ZeroDivisionError: no",
        "ValueError: The metric undefined has returned NaN. Return a number, or "
        "raise an error if the metric is not defined.",
    )
    assert [record["error"] for record in found.records] == [*wrong, None]
    assert values(found) == [None, None, 1.0]
    assert "Failed: d, same, fails: ZeroDivisionError: no" in str(found)


def test_the_printed_error_of_a_clusterer_of_rows_names_the_cure():
    printed = str(on_d({"a": KMeans(2, n_init=1)}))
    assert "give the truth as `(row_labels, None)`" in " ".join(printed.split())


def test_labels_that_do_not_fit_the_data_are_recorded_as_errors():
    by_error = {
        "labeled 59 rows": TruncatingCocluster(),
        "`labels` has 59 rows, `truth` has 60": (ROWS[:-1], COLUMNS),
        "`labels` has 29 columns, `truth` has 30": (ROWS, COLUMNS[1:]),
        "must be a tuple": ROWS,
        "without `row_labels_`": KMeans(2),
        "NaN": (ROWS, np.full(len(COLUMNS), np.nan)),
    }
    for record in on_d(by_error).records:
        assert record["candidate"] in record["error"]


@pytest.mark.parametrize("matrix", [None, np.ones((4, 3))])
def test_an_error_names_labels_and_truth_with_and_without_a_matrix(matrix):
    found = compare({"short": [0, 0, 1]}, {"toy": (matrix, [0, 0, 1, 1])}, "cari")
    assert re.search(r"`labels` has 3 .*, `truth` has 4;", found.records[0]["error"])


def test_an_error_on_empty_columns_names_the_cure():
    matrix = X.copy()
    matrix[:, 4] = 0
    with np.errstate(all="ignore"):
        found = on_d({"a": SpectralCoclustering(3)}, matrix)
    assert "InductiveCocluster" in found.records[0]["error"]


@pytest.mark.parametrize("n_done", [0, 2])
def test_an_interrupted_comparison_returns_what_was_done(n_done):
    calls = iter([None] * n_done)

    def label(X):
        if next(calls, "interrupt"):
            raise KeyboardInterrupt
        return ROWS, COLUMNS

    candidates = {c: FunctionCocluster(label) for c in "abc"}
    if n_done:
        with pytest.warns(UserWarning, match="Interrupted: 2 of 3 fits are done"):
            assert on_d(candidates).candidates == ["a", "b"]
    else:
        with pytest.raises(KeyboardInterrupt):
            on_d(candidates)


# Draws, orders, seeds


def draw(seed):
    """Draw blocks."""
    X, rows, columns = blocks(30, 20, seed=seed % 100)
    return X, (rows, columns)


def test_draws_are_averaged_and_shown_as_one():
    candidates = {"random": RandomCocluster(), "exact": KMeansCocluster()}
    options = {"n_repeats": 2, "random_state": 0}
    found = compare(candidates, {"d": draw}, "cari", n_draws=3, **options)
    assert len(found.records) == 12
    runs = {(r["draw"], r["repeat"]) for r in found.records}
    assert runs == {(d, r) for d in range(3) for r in range(2)}
    assert len(set(values(found, candidate="random"))) == 6
    by_draw = [fmean(values(found, candidate="random", draw=d)) for d in range(3)]
    shown = f"{fmean(by_draw):.3f} ± {stdev(by_draw):.3f}"
    assert shown in str(found)
    assert "Mean ± standard deviation of 3 draws." in str(found)
    assert found.means()["cari"]["random"] == pytest.approx(fmean(by_draw))


def test_a_list_of_pairs_is_several_draws():
    found = compare({"a": KMeansCocluster()}, {"d": [draw(0), draw(1)]}, "cari")
    assert [(r["draw"], r["value"]) for r in found.records] == [(0, 1.0), (1, 1.0)]


SORTED = tuple(map(np.sort, TRUTH))
NOISE = np.random.default_rng(0).random(X.shape)
NAMED = pd.DataFrame(NOISE, [f"r{i}" for i in range(60)], [f"c{i}" for i in range(30)])


@pytest.mark.parametrize("matrix", [NOISE, NAMED, sparse.coo_array(NOISE)])
def test_labels_by_position_score_by_chance_on_data_in_class_order(matrix):
    data, model = {"d": (matrix, SORTED)}, {"a": SortedCocluster()}
    seeds = range(20)
    shuffled = compare(model, data, "cari", random_state=seeds)
    assert abs(fmean(values(shuffled))) < 0.05
    assert values(compare(model, data, "cari", shuffle=False)) == [1.0]


class Remembers(BaseEstimator):
    """Labels that are the first entry of each row, and of each column."""

    def fit(self, X, y=None):
        X = as_dense(X)
        self.row_labels_, self.column_labels_ = X[:, 0] // 100, X[0] % 100
        return self


IDENTITIES = 100 * np.arange(8)[:, None] + np.arange(6) + 1


def pairs_seen(matrix, truth, models, **options):
    """Return what a metric is given, by candidate, draw and repeat."""
    seen = []

    def note(true, pred):
        seen.append((true, pred))
        return 0.0

    options["greater_is_better"] = {"m": True}  # so that nothing else is noted
    found = compare(models, {"d": (matrix, truth)}, {"m": note}, **options)
    assert [r["error"] for r in found.records if r["error"]] == []
    places = [(r["candidate"], r["draw"], r["repeat"]) for r in found.records]
    return dict(zip(places, seen, strict=True))


@pytest.mark.parametrize("subsample", [None, (0.5, 0.67), (1, 0.5)])
@pytest.mark.parametrize("shuffle", [True, False])
@pytest.mark.parametrize("kind", ["array", "named", "by name"])
def test_a_fit_is_compared_with_the_truth_of_its_rows_and_columns(
    kind, shuffle, subsample
):
    rows, columns = np.arange(8) % 3, np.arange(6) % 2
    matrix, truth = IDENTITIES, (rows, columns)
    if kind != "array":
        matrix = pd.DataFrame(IDENTITIES, list("abcdefgh"), list("uvwxyz"))
        truth = pd.Series(rows, matrix.index)[::-1], pd.Series(columns, matrix.columns)
    if kind == "by name":
        truth = truth[0], {**truth[1], "of no column": 7}
    models = {"all": Remembers()}
    if kind == "array":
        models["some"] = make_pipeline(DropFirst(), Remembers())
    options = {"subsample": subsample, "n_draws": 4, "n_repeats": 2}
    seen = pairs_seen(matrix, truth, models, shuffle=shuffle, random_state=0, **options)
    parts = {}
    for (name, draw, _), (true, pred) in seen.items():
        # The labels found are the positions in the whole, and one more in columns.
        at = np.array(pred[0], dtype=int), np.array(pred[1], dtype=int) - 1
        assert rows[at[0]].tolist() == np.array(true[0]).tolist()
        assert columns[at[1]].tolist() == np.array(true[1]).tolist()
        parts.setdefault((name, draw), set()).add(tuple(map(frozenset, at)))
    assert all(len(found) == 1 for found in parts.values())  # whatever the repeat
    n_rows, n_columns = {None: (8, 6), (0.5, 0.67): (4, 4), (1, 0.5): (8, 3)}[subsample]
    sizes = {(name, *map(len, *of)) for (name, _), of in parts.items()}
    expected = {("all", n_rows, n_columns), ("some", n_rows, n_columns - 1)}
    assert sizes == {one for one in expected if one[0] in models}
    if subsample is not None:
        assert len({*parts["all", 0], *parts["all", 1], *parts["all", 2]}) > 1


def test_a_part_has_neither_empty_rows_and_columns_nor_empty_biclusters():
    matrix = np.kron(np.eye(4), np.ones((3, 2)))  # four blocks, a bicluster each
    truth = np.kron(np.eye(4), np.ones(3)) > 0, np.kron(np.eye(4), np.ones(2)) > 0

    def find(X):
        assert X.any(axis=0).all()
        assert X.any(axis=1).all()
        return X[:, :1].T > 0, X[:1] > 0

    models, options = {"a": FunctionCocluster(find)}, {"n_draws": 20, "random_state": 0}
    seen = pairs_seen(matrix, truth, models, subsample=(0.6, 0.6), **options)
    for (rows, columns), _ in seen.values():
        for members in (*rows, *columns, *rows.T):
            assert members.any()
    assert len({len(rows) for (rows, _), _ in seen.values()}) > 1


def test_a_list_has_the_seeds_that_estimators_get():
    candidates = {"a": RandomCocluster()}
    found = on_d(candidates, random_state=[7, 3])
    assert [record["repeat"] for record in found.records] == [7, 3]
    assert values(found, repeat=3) == values(on_d(candidates, random_state=[3]))
    same = on_d(candidates, random_state=[3], shuffle=False)
    assert values(same) == [cari_score(TRUTH, RandomCocluster(3, 3).fit(X))]


# Differences of algorithms


def by_all_signs(differences):
    """P-value of the mean difference among those of all choices of signs."""
    signs = np.array([*itertools.product((1, -1), repeat=len(differences))])
    sums = signs @ differences
    tails = (
        np.mean(sums >= sums[0] - 1e-9),  # the first choice changes no sign
        np.mean(sums <= sums[0] + 1e-9),
    )
    return min(1, 2 * min(tails))


def drawn(*values_of_both, **options):
    """Make a comparison of a and b by a data set of draws for each two lists."""
    a, b = zip(*values_of_both, strict=True)
    return by_hand(unit="draw", a=a, b=b, **options)


@pytest.mark.parametrize("n", [2, 5, 6, 9, 12])
def test_few_draws_are_compared_by_all_signs_of_their_differences(n):
    first, second = np.random.default_rng(n).integers(0, 6, (2, n)) / 5  # with ties
    (found,) = drawn((first, second)).differences("a", "b").values()
    differences = first - second
    assert found.difference == pytest.approx(differences.mean())
    assert found.pvalue == pytest.approx(by_all_signs(differences))
    assert (found.n_replicates, found.replicate) == (n, "draw")
    if n < 6:
        assert (found.low, found.high) == (-np.inf, np.inf)
    for shift in np.linspace(-1.2, 1.2, 41) + 1 / 970:
        is_inside = found.low <= shift <= found.high
        assert is_inside == (by_all_signs(differences - shift) > 0.05)


@pytest.mark.parametrize("n", [17, 40])
def test_more_draws_have_the_interval_of_student_and_many_his_p_value(n):
    """The signs of 17 are counted in halves; tiny values are compared too."""
    first, second = np.random.default_rng(0).integers(0, 6, (2, n)) / 5
    student_s = ttest_rel(first, second)
    expected = by_all_signs(first - second) if n == 17 else student_s.pvalue
    for scale in (1, 1e-150):
        found = drawn((first * scale, second * scale)).differences("a", "b")["d0"]
        assert found.pvalue == pytest.approx(expected)
        interval = np.array(student_s.confidence_interval()) * scale
        assert (found.low, found.high) == pytest.approx(interval, rel=1e-9, abs=0)


@pytest.mark.parametrize("n", [8, 20, 40])
def test_equal_differences_have_the_p_value_of_equal_signs(n):
    found = drawn(([0.5] * n, [0.25] * n), ([0.5] * n, [0.5] * n))
    one, other = found.differences("a", "b").values()
    assert one.pvalue == 2 * 0.5 ** (n - 1)  # twice: Holm
    assert (other.difference, other.pvalue) == (0, 1)


def test_parts_are_compared_as_samples_that_overlap():
    model = {"a": RandomCocluster(2), "b": RandomCocluster(4)}
    options = {"n_draws": 9, "n_repeats": 2, "random_state": 0}
    found = on_d(model, subsample=(0.3, 0.6), **options)
    (one,) = found.differences("a", "b").values()
    of_both = (
        [fmean(values(found, candidate=name, draw=draw)) for draw in range(9)]
        for name in "ab"
    )
    differences = np.subtract(*of_both)
    error = stdev(differences) * math.sqrt(1 / 9 + 0.6 / 0.4)
    assert one.difference == pytest.approx(fmean(differences))
    half = student.ppf(0.975, 8) * error
    ends = one.difference - half, one.difference + half
    assert (one.low, one.high) == pytest.approx(ends)
    assert one.pvalue == pytest.approx(2 * student.sf(abs(one.difference) / error, 8))
    assert (one.n_replicates, one.replicate) == (9, "part")
    assert "Mean ± standard deviation of 9 parts." in str(found)


@pytest.mark.parametrize("n_parts", [2, 4, 5, 6])
def test_an_interval_of_parts_excludes_0_only_if_the_test_can_reject(n_parts):
    clear = MeanDifference.of(
        1 + 1e-3 * np.arange(n_parts), metric="CARI", fraction=0.5, level=0.95
    )
    assert (clear.low > 0) == (clear.pvalue <= 0.05)
    assert math.isinf(clear.low) == (n_parts < 6)
    assert math.isinf(clear.high) == (n_parts < 6)


def corrected_by_holm(pvalues):
    """Correct p-values as Holm (1979): the kth smallest of m is taken m - k + 1 times.

    None is less than one that was smaller before.
    """
    corrected = []
    for pvalue in pvalues:
        smaller = [value for value in pvalues if value <= pvalue]
        factors = [sum(p >= value for p in pvalues) for value in smaller]
        products = [value * m for value, m in zip(smaller, factors, strict=True)]
        corrected.append(min(1.0, max(products)))
    return corrected


def test_p_values_of_several_data_sets_are_corrected_by_holm():
    rng = np.random.default_rng(0)
    of_data = [rng.normal([[shift], [0]], size=(2, 8)) for shift in (0, 1, 2)]
    found = drawn(*of_data).differences("a", "b")
    pvalues = [by_all_signs(first - second) for first, second in of_data]
    expected = corrected_by_holm(pvalues)
    assert [one.pvalue for one in found.values()] == pytest.approx(expected)
    assert [*found] == ["d0", "d1", "d2"]


def test_the_printed_p_value_says_of_how_many_tests_it_is():
    rng = np.random.default_rng(0)
    several = drawn(*rng.normal(size=(3, 2, 8))).differences("a", "b")
    assert {difference.n_tests for difference in several.values()} == {3}
    assert " (of this difference alone), pvalue=" in repr(several["d0"])
    assert " (by Holm, for 3 tests), standardized_difference=" in repr(several["d0"])
    (single,) = drawn(*rng.normal(size=(1, 2, 8))).differences("a", "b").values()
    assert single.n_tests == 1
    assert "Holm" not in repr(single)
    assert repr(single).endswith(", 8 draws)")


def test_the_standardized_difference_is_in_standard_deviations_of_a_replicate():
    first, second = np.random.default_rng(0).normal(size=(2, 9))
    (found,) = drawn((first, second)).differences("a", "b").values()
    expected = fmean(first - second) / stdev(first - second)
    assert found.standardized_difference == pytest.approx(expected)
    constant = drawn(([1.0] * 4, [3.0] * 4), ([2.0] * 4, [2.0] * 4))
    lower, equal = constant.differences("a", "b").values()
    assert lower.standardized_difference == -math.inf
    assert equal.standardized_difference == 0
    assert lower.to_dict()["standardized_difference"] is None


def test_all_pairs_are_corrected_as_one_family():
    values = np.random.default_rng(0).normal(size=(3, 2, 8)) + [[[0]], [[1]], [[2]]]
    comparison = by_hand(unit="draw", **dict(zip("abc", values, strict=True)))
    found = comparison.pairwise_differences()
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert [*found] == [(*pair, data) for pair in pairs for data in ("d0", "d1")]
    pvalues = [
        by_all_signs(values["abc".index(one), i] - values["abc".index(other), i])
        for one, other in pairs
        for i in range(2)
    ]
    expected = corrected_by_holm(pvalues)
    assert [one.pvalue for one in found.values()] == pytest.approx(expected)
    assert {one.n_tests for one in found.values()} == {6}
    of_pair = comparison.differences("a", "c")["d1"]
    of_all = found["a", "c", "d1"]
    assert (of_all.difference, of_all.low) == (of_pair.difference, of_pair.low)
    assert of_all.pvalue >= of_pair.pvalue


def test_a_pair_with_a_failed_run_is_none_among_all_pairs():
    failed = by_hand(unit="draw", a=[[1, 2]], b=[[2, 4]], c=[[3, None]])
    found = failed.pairwise_differences()
    assert found["a", "c", "d0"] is found["b", "c", "d0"] is None
    assert found["a", "b", "d0"].n_tests == 1
    with pytest.raises(ValueError, match="at most one candidate has no failed run"):
        by_hand(unit="draw", a=[[1, 2]], b=[[2, None]]).pairwise_differences()
    with pytest.raises(ValueError, match="`pairwise_differences` needs at least two"):
        by_hand(unit="draw", a=[[1, 2]]).pairwise_differences()
    with pytest.raises(ValueError, match="'d0' has a single draw"):
        by_hand(a=[[1]], b=[[2]]).pairwise_differences()


def test_single_draws_of_several_data_sets_lead_to_the_rank_test():
    comparison = by_hand(a=[[1], [2], [3]], b=[[2], [4], [7]])
    with pytest.raises(ValueError, match=r"a single draw.*call `rank_test\(\)`") as one:
        comparison.differences("a", "b")
    assert "compare_scores" not in str(one.value)
    assert comparison.rank_test().pvalue == 0.25
    with pytest.raises(ValueError, match=r"a single draw.*use `compare_scores`"):
        by_hand(a=[[1]], b=[[2]]).differences("a", "b")


def test_the_repeats_of_one_data_set_are_no_replicates():
    found = on_d(dict.fromkeys("ab", RandomCocluster()), n_repeats=5, random_state=0)
    with pytest.raises(ValueError, match=r"'d' has a single draw.*`subsample=\(0.5, 0"):
        found.differences("a", "b")
    assert "a test needs draws or parts, not repeats, of two" in str(found)


def test_a_failed_fit_and_repeats_beside_draws_have_no_difference():
    found = drawn(([0.5, None], [0.5, 0.5]))
    with pytest.raises(ValueError, match="on each data set a run of 'a' or of 'b'"):
        found.differences("a", "b")
    with pytest.raises(ValueError, match="`candidate` must be one of 'a', 'b'"):
        found.differences("a", "c")
    # Repeats are no replicates where another candidate has draws.
    found = by_hand(a=[[1, 2, 3]], b=[[4, 6, 5]]) + by_hand(unit="draw", c=[[1, 2]])
    with pytest.raises(ValueError, match="'a' or 'b' on 'd0' are missing"):
        found.differences("a", "b")
    assert found.pvalues() == {}


# Joined runs


def test_runs_can_be_joined_but_none_twice():
    candidates = {"a": RandomCocluster()}
    first, second = (on_d(candidates, random_state=seeds) for seeds in ([0, 1], [2]))
    both = first + second
    joined, at_once = (
        [{**record, "fit_time": None} for record in comparison.records]
        for comparison in (both, on_d(candidates, random_state=[0, 1, 2]))
    )
    assert joined == at_once
    with pytest.raises(
        ValueError, match=r"several values for the run \('d', 0, 'a', 0"
    ):
        both + first
    with pytest.raises(ValueError, match="metric 'm' has opposite directions"):
        by_hand(a=[[1]]) + by_hand(False, b=[[1]])
    whole = on_d({"b": RandomCocluster()})
    with pytest.raises(ValueError, match="parts of 'd' have different fractions"):
        whole + on_d(candidates, subsample=(0.5, 0.5))
    part = on_d({"b": RandomCocluster()}, subsample=(0.6, 0.8), n_draws=3)
    with pytest.raises(ValueError, match="parts of 'd' have different fractions"):
        part + on_d({"a": RandomCocluster()}, subsample=(0.5, 0.8), n_draws=3)


def test_candidates_on_the_same_random_draws_can_be_joined():
    both = {"a": RandomCocluster(), "b": RandomCocluster(4)}
    options = {"subsample": (0.5, 0.5), "n_draws": 4, "random_state": 0}
    first, second = (on_d({name: both[name]}, **options) for name in both)
    at_once = on_d(both, **options)
    assert (first + second).differences("a", "b") == at_once.differences("a", "b")


@pytest.mark.parametrize("seed", [1, None])
@pytest.mark.parametrize("draws", ["parts", "draws of a function"])
def test_candidates_on_other_random_draws_are_not_joined(draws, seed):
    data = {"d": (X, TRUTH)}
    options = {"subsample": (0.5, 0.5)}
    if draws == "draws of a function":
        data = {"d": lambda seed: blocks(seed=seed)}
        options = {}
    first, second = (
        compare({name: RandomCocluster()}, data, "cari", random_state=state, **options)
        for name, state in [("a", 0), ("b", seed)]
    )
    with pytest.raises(ValueError, match="draws of 'd' differ between the two"):
        first + second
    with pytest.raises(ValueError, match="draws of 'd' differ between"):
        Comparison.from_dict(first.to_dict()) + second


def test_draws_that_no_seed_determines_are_joined_whatever_the_seed():
    data = {"d": [(X, TRUTH), (X[::-1], (ROWS[::-1], COLUMNS))]}
    first, second = (
        compare({name: RandomCocluster()}, data, "cari", random_state=seed)
        for seed, name in enumerate("ab")
    )
    values_of_both = (values(first), values(second))
    difference = (first + second).differences("a", "b")["d"]
    assert difference.difference == pytest.approx(np.subtract(*values_of_both).mean())


def test_joined_comparisons_may_lack_some_runs():
    found = by_hand(a=[[0.1], [0.2]]) + by_hand(b=[[0.3]])
    lines = [line.split() for line in str(found).splitlines()]
    assert lines[3:5] == [["d1", "a", "0.200", "0.1"], ["b"]]
    assert found.ranks()["m"] == {"a": 2.0, "b": 1.0}


# Ranks


TIES = {"a": [[0.9], [0.5]], "b": [[0.8], [0.5]], "c": [[0.7], [0.1]]}
FAILED = {"a": [[1.0, None]], "b": [[0.1] * 2], "c": [[None] * 2], "d": [[0.2] * 2]}
ALL_FAILED = {"a": [[None]], "b": [[None]]}
REVERSED = {"a": [[0.1, 0.2, 0.3]], "b": [[0.3, 0.2, 0.1]]}


LOSSES = {"a": [[0.9]], "b": [[0.8]], "c": [[np.inf]]}


@pytest.mark.parametrize(
    ("higher", "candidates", "ranks"),
    [
        (True, TIES, [1.25, 1.75, 3]),
        (False, LOSSES, [2, 1, 3]),
        (True, FAILED, [None, 2, None, 1]),  # any failure is left out
        (True, ALL_FAILED, [None, None]),
        (True, REVERSED, [1.5, 1.5]),
    ],
)
def test_candidates_are_ranked(higher, candidates, ranks):
    expected = dict(zip(candidates, ranks, strict=True))
    assert by_hand(higher, **candidates).ranks() == {"m": expected}


def test_ranks_by_one_metric_are_those_by_all():
    found = by_hand(**TIES)
    assert found.ranks("m") == found.ranks()["m"]


# Selections


@pytest.fixture(scope="module")
def bench():
    """Return a comparison of two candidates on three draws of two data sets."""
    return compare(
        {"a": RandomCocluster(), "b": RandomCocluster(4)},
        {name: lambda seed: blocks(seed=seed) for name in ("CSTR", "wine")},
        ["cari", "nce"],
        n_draws=3,
        random_state=0,
    )


def test_data_sets_are_selected_by_brackets(bench):
    found = bench["CSTR"]
    assert (found.data, found.candidates) == (["CSTR"], ["a", "b"])
    assert values(found) == values(bench, data="CSTR")
    assert found + bench["wine"] == bench == bench["wine", "CSTR"]


def test_candidates_and_metrics_are_selected_by_name(bench):
    found = bench.select(candidates=["b"], metrics="nce", data=["CSTR"])
    assert (found.data, found.candidates, found.metrics) == (["CSTR"], ["b"], ["nce"])
    assert values(found) == values(bench, data="CSTR", candidate="b", metric="nce")
    assert found.headers == {"nce": "NCE"}
    assert "CARI" not in str(found)
    assert bench.select() == bench


def test_a_selection_is_tested_by_itself(bench):
    entire = bench.differences("a", "b")["CSTR"]
    selected = bench["CSTR"].differences("a", "b")["CSTR"]
    assert (selected.difference, selected.low) == (entire.difference, entire.low)
    assert selected.pvalue <= entire.pvalue  # corrected for fewer data sets


def test_selected_parts_are_still_parts():
    options = {"subsample": (0.5, 0.5), "random_state": 0, "n_draws": 2}
    found = on_d({"a": RandomCocluster()}, **options)
    assert found["d"] == found


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda c: c["cstr"], ValueError, "`data` must be one of 'CSTR', 'wine', got"),
        (lambda c: c[0], TypeError, "`data` must be a sequence of names, got int"),
        (lambda c: c[[]], ValueError, "`data` is empty"),
        (lambda c: c.select(metrics="ari"), ValueError, "`metrics` must be one of"),
        (lambda c: c.select(candidates=["c"]), ValueError, "`candidates` must be one"),
        (lambda c: c.ranks("ari"), ValueError, "`metric` must be one of 'cari'"),
        (lambda c: list(c), TypeError, "`data` must be a sequence of names, got int"),
    ],
)
def test_what_does_not_exist_cannot_be_selected(bench, call, error, match):
    with pytest.raises(error, match=match):
        call(bench)


def test_a_selection_without_any_run_is_refused():
    found = by_hand(a=[[0.1], [0.2]]) + by_hand(b=[[0.3]])
    with pytest.raises(
        ValueError, match=r"candidates \['b'\] on the data sets \['d1']"
    ):
        found.select(data="d1", candidates="b")


# Tables


CLEAR = {"a": [range(10)], "b": [range(1, 11)]}  # b is better in every draw


def test_the_text_is_the_table():
    found = by_hand(a=[[0.5, 0.7], [1.0, 1.0]], b=[[0.65, 0.65], [None, 0.1]])
    assert str(found) == (
        "data  candidate  m ↑               clusters  seconds\n"
        "d0    a          0.600 ± 0.141               0.1\n"
        "      b          0.650 ± 0.000               0.1\n"
        "d1    a          1.000 ± 0.000               0.1\n"
        "      b          0.100 (1 failed)            0.1\n"
        "\n"
        "↑ higher is better. Mean ± standard deviation of 2 repeats. "
        "Nothing is tested, because a test needs draws or parts, not repeats, of two "
        "candidates without a failed fit.\n"
        "Failed: d1, b: ValueError: no"
    )


def test_a_single_row_that_is_left_out_is_counted_in_the_singular():
    truths = {"d": (None, [0, 0, 1, None])}
    found = compare({"a": [0, 0, 1, 1]}, truths, "cari", unlabeled="drop")
    assert "Left out: d, a: 1 row (no label" in str(found)


def test_the_table_has_the_numbers_of_clusters_found():
    found = on_d({"a": WORSE, "b": ROWS})
    assert [record["n_clusters"] for record in found.records] == [(2, 3), None]
    assert str(found).splitlines()[1].endswith("2 x 3")
    biclusters = (np.eye(4, 6), np.eye(4, 5))
    (record,) = on_d({"a": biclusters}, None, biclusters, "e4sc").records
    assert record["n_clusters"] == (4,)


def test_latex_has_a_column_for_each_candidate():
    assert by_hand(False, a=[[0.1]], b=[[0.5, 0.7]]).to_latex(digits=1) == (
        "\\begin{tabular}{llcc}\n"
        "\\toprule\n"
        " &  & a & b \\\\\n"
        "\\midrule\n"
        "m $\\downarrow$ & d0 & $0.1$ & $0.6 \\pm 0.1$ \\\\\n"
        "\\bottomrule\n"
        "\\multicolumn{4}{l}{\\footnotesize Mean $\\pm$ standard deviation of 2 "
        "repeats.} \\\\\n"
        "\\end{tabular}"
    )


def test_markdown_is_the_table():
    text = on_d({"a|b": TRUTH}, None).to_markdown(digits=2)
    assert text.splitlines()[:3] == [
        "| data | candidate | CARI ↑ | clusters |",
        "| --- | --- | --- | --- |",
        "| d | a\\|b | 1.00 | 3 x 3 |",
    ]


def test_latex_and_markdown_say_what_was_left_out():
    without_some = np.where(np.arange(60) < 3, -1, ROWS)
    candidates = {"a_1": (without_some, COLUMNS)}
    found = on_d(candidates, None, unlabeled="drop_either")
    note = "Left out: d, a_1: 3 rows (no label, or dropped by a step)"
    assert note in str(found)
    assert found.to_markdown().endswith(f"|\n\n{note}")
    in_latex = note.replace("_", "\\_")
    assert found.to_latex().endswith(
        "\\bottomrule\n"
        f"\\multicolumn{{3}}{{l}}{{\\footnotesize {in_latex}}} \\\\\n"
        "\\end{tabular}"
    )


def test_latex_has_caption_label_and_headers():
    metrics = ["cari_product", "conmi", "classification_error"]
    found = on_d({"a": TRUTH}, None, metrics=metrics)
    latex = found.to_latex(caption="All values", label="tab:all")
    assert latex.startswith("\\begin{table}\n\\centering\n\\caption{All values}\n")
    assert "\\label{tab:all}" in latex
    for name in ("product-CARI", "coNMI", "classification error"):
        assert f"\n{name} $" in latex


@pytest.mark.parametrize(("higher", "best"), [(True, "b"), (False, "a")])
def test_the_best_is_marked_where_a_test_over_draws_says_so(higher, best):
    found = by_hand(higher, unit="draw", **CLEAR)
    (marked,) = (line for line in str(found).splitlines() if " *" in line[:40])
    assert f" {best} " in marked
    note = "* better than every other candidate (5%, Holm's correction for 2 entries)."
    assert note in str(found)
    latex = found.to_latex()
    assert latex.count("mathbf") == 1
    assert found._repr_html_().count("<strong>") == 1
    markdown = found.to_markdown()
    assert markdown.count("| **") == 1
    legend = [
        "Mean ± standard deviation of 10 draws.",
        "Bold: better than every other candidate (5%, Holm's correction for 2 entries"
        ").",
    ]
    assert markdown.endswith(f"|\n\n{' '.join(legend)}")
    for sentence in legend:
        in_latex = sentence.replace("±", r"$\pm$").replace("%", r"\%")
        assert rf"{{4}}{{l}}{{\footnotesize {in_latex}}} \\" in latex


@pytest.mark.parametrize(
    ("unit", "candidates"),
    [
        ("repeat", CLEAR),  # seeds on one data set are no sample of data sets
        ("draw", {"a": [range(5)], "b": [range(1, 6)]}),  # p = 1/16
        ("draw", {**CLEAR, "c": [range(1, 11)]}),  # as good as b
        ("draw", {"a": [range(10)]}),
        ("draw", {**CLEAR, "b": [[None, *range(2, 11)]]}),
    ],
)
def test_without_a_test_behind_it_nothing_is_marked(unit, candidates):
    found = by_hand(unit=unit, **candidates)
    assert "*" not in str(found)
    assert "mathbf" not in found.to_latex()


def test_the_p_value_of_a_star_is_the_greatest_of_one_side_corrected_for_the_table():
    rng = np.random.default_rng(0)
    of_data = rng.normal([[[2]], [[0]], [[0.3]]], size=(3, 4, 9))  # candidates, data
    found = by_hand(unit="draw", **dict(zip("abc", of_data, strict=True)))
    raw = {}
    for data, (first, *others) in enumerate(of_data.transpose(1, 0, 2)):
        raw["m", f"d{data}", "a"] = max(by_all_signs(first - o) / 2 for o in others)
        raw |= {("m", f"d{data}", name): 1.0 for name in "bc"}
    corrected = corrected_by_holm(list(raw.values()))
    expected = dict(zip(raw, corrected, strict=True))
    assert found.pvalues() == pytest.approx(expected)
    starred = sum(pvalue <= 0.05 for pvalue in expected.values())
    assert str(found).count(" *") == starred + 1  # and the note
    assert 0 < starred < 4


def test_none_is_called_better_than_one_that_has_no_draws():
    found = by_hand(unit="draw", **CLEAR)
    assert str(found).count(" *") == 2
    of_repeats = by_hand(c=[[99, 99]])
    assert (found + of_repeats).pvalues() == dict.fromkeys(found.pvalues(), 1)


@pytest.mark.parametrize("values", [[None] * 10, [None, *[99] * 9]])
def test_a_candidate_with_a_failed_draw_is_left_out_of_the_stars_and_counted(values):
    found = by_hand(unit="draw", **CLEAR)
    with_failure = found + by_hand(unit="draw", c=[values])
    assert with_failure.pvalues() == found.pvalues()
    note = "1 entry with a failed fit is left out of the tests."
    assert note in str(with_failure)
    assert "left out" not in str(found)


def test_too_few_draws_are_said_to_be_the_reason():
    found = by_hand(unit="draw", a=[range(5)], b=[range(1, 6)])
    note = "Holm's correction for 2 entries): 5 draws cannot show it, 6 can."
    assert note in str(found)
    six = by_hand(unit="draw", a=[range(6)], b=[range(1, 7)])
    assert "* better" in str(six)
    equal = by_hand(unit="draw", a=[range(6)], b=[range(6)])
    assert "None is better than every other candidate (5%, Holm's" in str(equal)
    assert "cannot show it" not in str(equal)


def test_infinite_values_are_written_ranked_and_marked_in_the_figure(pyplot):
    found = by_hand(a=[[np.inf, 1.0]], b=[[2.0, 2.0]], c=[[np.inf, -np.inf]])
    assert r"$\infty$" in found.to_latex()
    assert "undefined" in str(found)
    assert found.ranks()["m"] == {"a": 1.0, "b": 2.0, "c": 3.0}
    (ax,) = found.plot()
    crosses = [line for line in ax.lines if line.get_marker() == "x"]
    assert sum(len(line.get_xdata()) for line in crosses) == 2
    ax.figure.canvas.draw()


def test_the_legend_says_why_a_candidate_has_a_cross(pyplot):
    found = by_hand(a=[[np.inf, 1.0]], b=[[2.0, 2.0]], c=[[np.inf, -np.inf]])
    (ax,) = found.plot()
    *_, reason = [text.get_text() for text in ax.get_legend().get_texts()]
    assert reason == "infinite or undefined"


def test_the_note_names_draws_and_repeats_where_data_sets_differ():
    found = by_hand(unit="draw", a=[[1, 2]]) + by_hand(b=[[], [1, 2, 3]])
    assert "Mean ± standard deviation of 2 draws or 3 repeats." in str(found)


def test_a_value_of_zero_has_no_sign():
    (zero,) = compared(metrics=lambda true, pred: -0.0, same=TRUTH)
    assert math.copysign(1, zero) == 1


NASTY = r"50%_of $a & b#1 {x} ~ ^ \end <i> |"
IN_LATEX = (
    r"50\%\_of \$a \& b\#1 \{x\} \textasciitilde{} \textasciicircum{} "
    r"\textbackslash{}end \textless{}i\textgreater{} \textbar{}"
)


def test_names_are_escaped():
    found = compare({NASTY: TRUTH}, {NASTY: (None, TRUTH)}, {NASTY: cari_score})
    assert found.to_latex().count(IN_LATEX) == 3
    assert NASTY not in found.to_latex()
    html = found._repr_html_()
    assert html.count(escape(NASTY)) == 3
    assert "<i>" not in html


def test_html_has_the_values_and_the_failures():
    html = by_hand(a=[[0.5]], b=[[None]])._repr_html_()
    assert ">0.500</td>" in html
    assert "<p>Failed: d0, b: ValueError: no</p>" in html


# Frames


def test_a_frame_has_the_records():
    found = by_hand(a=[[0.5, 0.8]], b=[[None, None]])
    frame = found.to_frame()
    assert list(frame) == list(found.records[0])
    np.testing.assert_array_equal(frame["value"], [0.5, 0.8, np.nan, np.nan])
    assert frame["value"].dtype == float


# Names of metrics


def test_a_truth_of_rows_is_headed_as_such():
    found = on_d({"a": ROWS}, X, ROWS, ["cari", "nce"])
    assert "  CARI of rows ↑  NCE of rows ↑" in str(found)
    assert r"CARI of rows $\uparrow$" in found.to_latex()


ARITHMETIC = partial(conmi_score, average_method="arithmetic")


def test_a_header_names_the_options_of_an_index():
    coarse = np.arange(60) // 20
    for metric, header in (("conmi", "coNMI"), (ARITHMETIC, "coNMI, arithmetic")):
        found = on_d({"a": (coarse, COLUMNS)}, metrics=metric)
        assert f"  {header} ↑" in str(found)
        assert f"\n{header} $" in found.to_latex()
        assert f"| {header} ↑ |" in found.to_markdown()
        assert found.records[0]["header"] == header


def test_a_key_of_a_metric_is_its_header():
    found = on_d({"a": ROWS}, X, ROWS, {"my NMI": ARITHMETIC})
    assert "  my NMI of rows ↑" in str(found)


def test_weighted_values_have_a_header_that_says_so():
    found = on_d({"a": WORSE}, metrics="cari", sample_weight="balanced")
    assert "  CARI, weighted ↑" in str(found)


MIXED_TRUTHS = {
    "leukemia": (X, (ROWS, None)),
    "words": (X, (None, COLUMNS)),
    "planted": (X, TRUTH),
}
MARKED = ["leukemia (rows)", "words (columns)", "planted (rows and columns)"]
FINE = (ROWS, np.arange(30))


def mixture():
    """Compare two candidates on data sets that differ in what is compared."""
    return compare({"a": WORSE, "b": FINE}, MIXED_TRUTHS, "cari")


def test_every_table_marks_the_data_sets_of_a_mixture():
    found = mixture()
    for text in (
        str(found),
        found._repr_html_(),
        found.to_latex(),
        found.to_markdown(),
    ):
        assert [mark in text for mark in MARKED] == [True] * 3
        assert "CARI" in text
        assert "CARI of" not in text
    note = "What is compared stands after the name of the data set."
    assert note in str(found)


def test_records_say_what_was_compared():
    found = mixture()
    kinds = {"leukemia": "rows", "words": "columns", "planted": "rows and columns"}
    assert found.compared == kinds
    headers = {record["data"]: record["header"] for record in found.records}
    assert headers == {
        "leukemia": "CARI of rows",
        "words": "CARI of columns",
        "planted": "CARI",
    }


def test_the_axis_of_a_figure_marks_the_data_sets_of_a_mixture(pyplot):
    (ax,) = mixture().plot()
    names = [tick.get_text() for tick in ax.get_xticklabels()]
    assert [name.replace("\n", " ") for name in names] == MARKED
    assert ax.get_ylabel() == "CARI (higher is better)"


def test_data_sets_that_are_alike_have_no_mark():
    truths = {"d": (X, (None, COLUMNS)), "e": (X, (None, COLUMNS[::-1]))}
    found = compare({"a": WORSE}, truths, "cari")
    assert "  CARI of columns ↑" in str(found)
    assert "(columns)" not in str(found)


def test_a_mixture_has_ranks_but_no_means():
    found = mixture()
    assert found.ranks() == {"cari": {"a": 4 / 3, "b": 5 / 3}}
    expected = (
        r"`means` averages over .*: rows of \['leukemia'\]; columns of \['words'\]; "
    )
    with pytest.raises(ValueError, match=expected):
        found.means()


def test_a_rank_test_of_a_mixture_says_so_and_averages_no_differences():
    test = mixture().rank_test()
    mixed = "RankTest(CARI (rows; columns; rows and columns), 2 candidates, 3 data sets"
    assert repr(test).startswith(mixed)
    assert test.differences == {("a", "b"): None}
    assert 0 < test.pvalue <= 1


def test_a_difference_says_what_it_is_of():
    def random_rows(seed):
        matrix, rows, _ = blocks(30, 20, seed=seed % 100)
        return matrix, (rows, None)

    models = {"a": RandomCocluster(), "b": RandomCocluster(2)}
    data = {"d": random_rows, "e": draw}
    found = compare(models, data, "cari", n_draws=3, random_state=0)
    differences = found.differences("a", "b")
    metrics = {name: difference.metric for name, difference in differences.items()}
    assert metrics == {"d": "CARI of rows", "e": "CARI"}
    assert repr(differences["d"]).startswith("MeanDifference(CARI of rows: difference=")


def test_differences_are_none_where_a_run_of_one_failed():
    found = drawn(([0.5, None], [0.5, 0.5]), ([0.5, 0.7], [0.1, 0.4]))
    differences = found.differences("a", "b")
    assert differences["d0"] is None
    alone = drawn(([], []), ([0.5, 0.7], [0.1, 0.4])).differences("a", "b")
    assert differences["d1"] == alone["d1"]


def test_comparisons_of_two_indices_under_one_name_cannot_be_joined():
    first = on_d({"a": TRUTH}, metrics="conmi")
    second = on_d({"b": TRUTH}, metrics=ARITHMETIC)
    with pytest.raises(ValueError, match=r"coNMI in one .* coNMI, arithmetic in the"):
        first + second


def test_comparisons_of_two_truths_under_one_name_cannot_be_joined():
    first = on_d({"a": TRUTH}, truth=ROWS)
    second = on_d({"b": TRUTH}, truth=TRUTH)
    with pytest.raises(ValueError, match="compare rows and others rows and columns"):
        first + second


def test_entries_of_a_third_mode_that_are_left_out_are_named_in_words():
    truth = ([0, 0, 1, 1], [0, 0, 1], [0, 1, 1, -1, -1, -1])
    found = on_d({"a": truth}, None, truth, unlabeled="drop")
    assert "Left out: d, a: 3 entries of mode 2 (no label" in str(found)


LEFT_OUT = {
    "rows and columns": (([0, 0, 1, None], [0, 1, None, None]), (1, 2)),
    "rows": (([0, 0, 1, None], None), (1, None)),
    "columns": ((None, [0, 1, None, None]), (None, 2)),
    "a clustering": ([0, 0, 1, None], (1, None)),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_the_position_of_a_number_says_what_was_left_out(name):
    truth, n_left_out = LEFT_OUT[name]
    labels = ([0, 0, 1, 1], [0, 1, 1, 0])
    candidate = labels if isinstance(truth, tuple) else labels[0]
    found = on_d({"a": candidate}, None, truth, unlabeled="drop")
    (complete_record,) = found.records
    assert complete_record["n_left_out"] == n_left_out
    record = {key: complete_record[key] for key in complete_record if key != "compared"}
    again = Comparison([record], found.greater_is_better)
    assert str(again).splitlines()[-1] == str(found).splitlines()[-1]
    from_json = Comparison.from_dict(json.loads(json.dumps(again.to_dict())))
    assert from_json.records == again.records


@pytest.mark.parametrize("name", ["n_clusters", "n_left_out"])
@pytest.mark.parametrize("entry", [3, True, {"rows": 3}])
def test_numbers_of_modes_that_are_no_tuple_are_refused(name, entry):
    records = [{**bare_records()[0], name: entry}]
    with pytest.raises(TypeError, match=r"a number for each mode, such as \(3, 2\)"):
        Comparison(records, {"cari": True})


def bare_records():
    """Return records of scores that were computed elsewhere."""
    entries = ("data", "draw", "candidate", "repeat", "metric", "value")
    return [
        dict(zip(entries, (data, 0, candidate, 0, "ari", value), strict=True))
        for data, candidate, value in [("d", "a", 0.5), ("d", "b", None)]
    ]


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (repr, "Comparison(2 candidates, 1 data set, 1 metric)"),
        (str, "d     a          0.500"),
        (Comparison.to_latex, "0.500"),
        (Comparison.to_markdown, "0.500"),
        (Comparison._repr_html_, "0.500"),
        (lambda found: str(found.to_frame().fit_time.isna().all()), "True"),
    ],
    ids=["repr", "str", "LaTeX", "Markdown", "HTML", "frame"],
)
def test_records_of_other_scores_need_only_six_entries(output, text):
    assert text in output(Comparison(bare_records(), {"ari": True}))


def test_the_records_that_a_comparison_is_made_of_do_not_change():
    records = bare_records()
    Comparison(records, {"ari": True})
    assert records == bare_records()


def test_records_without_a_header_take_the_header_of_their_metric():
    found = Comparison(bare_records(), {"ari": True}, headers={"ari": "Rand"})
    assert "Rand" in str(found).splitlines()[0]


def test_a_metric_without_any_value_keeps_its_column():
    records = [{**record, "fit_time": None} for record in by_hand(a=[[0.1]]).records]
    found = Comparison(records, {"m": True, "n": True})
    assert str(found).splitlines()[0] == "data  candidate  m ↑    n ↑"


# Figure


def test_an_ordered_setting_becomes_the_axis(pyplot):
    levels = dict.fromkeys(["0.5", "2", "4"], (X, TRUTH))
    (ax,) = compare({"a": WORSE, "b": TRUTH}, levels, "cari").plot(setting="noise")
    curve, other = (bars.lines[0] for bars in ax.containers)
    # The points of both curves are around the levels, whose least distance is 1.5.
    shift = 0.1 * 1.5
    np.testing.assert_allclose(curve.get_xdata(), np.subtract([0.5, 2, 4], shift))
    np.testing.assert_allclose(other.get_xdata(), np.add([0.5, 2, 4], shift))
    assert curve.get_linestyle() == "-"
    assert ax.get_xlabel() == "noise"
    # Of one fit the bar has no length, and no value is missing.
    bars = [bar for drawn in ax.containers for bar in drawn.lines[2][0].get_segments()]
    assert len(bars) == 6
    assert not np.ptp(bars, axis=1).any()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]
    names = dict.fromkeys(["low", "high"], (X, TRUTH))
    (ax,) = compare({"a": WORSE}, names, "cari").plot(setting="noise")
    assert ax.containers[0].lines[0].get_xdata().tolist() == [0, 1]


@pytest.mark.parametrize("names", [["1", "inf"], ["1", "2", "nan"]])
def test_a_level_without_a_position_on_the_axis_is_a_name(names, pyplot):
    levels = dict.fromkeys(names, (X, TRUTH))
    (ax,) = compare({"a": WORSE}, levels, "cari").plot(setting="noise")
    assert ax.containers[0].lines[0].get_xdata().tolist() == list(range(len(names)))
    assert [tick.get_text() for tick in ax.get_xticklabels()] == names


def test_names_of_data_sets_do_not_overlap_along_a_setting(pyplot):
    (ax,) = mixture().plot(setting="truth")
    assert {tick.get_rotation() for tick in ax.get_xticklabels()} == {30}
    levels = dict.fromkeys(["1", "2"], (X, TRUTH))
    (ax,) = compare({"a": WORSE}, levels, "cari").plot(setting="noise")
    assert {tick.get_rotation() for tick in ax.get_xticklabels()} == {0}


def test_the_figure_has_a_panel_for_each_metric(pyplot):
    candidates = {"model": RandomCocluster(), "worse": WORSE, "fails": ROWS}
    data = dict.fromkeys(["one", "two"], (X, TRUTH))
    metrics = ["cari", "classification_error", "nce", "coami"]
    found = compare(candidates, data, metrics, n_repeats=3, random_state=0)
    axes = found.plot()
    names = [
        "CARI (higher",
        "classification error (lower",
        "NCE (higher",
        "coAMI (higher",
    ]
    assert [ax.get_ylabel() for ax in axes] == [f"{name} is better)" for name in names]
    labels = [tick.get_text() for tick in axes[0].get_xticklabels()]
    assert labels == ["one", "two"]
    names = [text.get_text() for text in axes[-1].get_legend().get_texts()]
    assert names == ["model", "worse", "fails", "failed"]
    means = axes[0].containers[0].lines[0].get_ydata()
    of_model = {"candidate": "model", "metric": "cari"}
    expected = [fmean(values(found, data=name, **of_model)) for name in data]
    assert means == pytest.approx(expected)
    # Three candidates take equal places around each data set; the last has no value.
    places = [drawn.lines[0].get_xdata() for drawn in axes[0].containers[:2]]
    left = -0.7 / 3
    np.testing.assert_allclose(places, [[left, 1 + left], [0, 1]], atol=1e-12)


def test_axes_can_be_given_and_means_styled(pyplot):
    found = on_d({"a": WORSE}, metrics=["cari", "nce"])
    _, given = pyplot.subplots(1, 2)
    axes = found.plot(ax=given, markersize=11)
    assert list(axes) == list(given)
    assert axes[0].containers[0].lines[0].get_markersize() == 11
    with pytest.raises(ValueError, match="`ax` must have 2 axes of matplotlib"):
        found.plot(ax=given[0])


# Arguments

GOOD = {"candidates": {"a": TRUTH}, "data": {"d": (X, TRUTH)}, "metrics": ["cari"]}
NO_X = {"candidates": {"a": KMeansCocluster()}, "data": {"d": (None, TRUTH)}}
PAIRWISE = {"candidates": {"a": SpectralClustering(affinity="precomputed")}}
WEIGHTED = {"sample_weight": "balanced"}
BLOCKS = {"data": {"d": (None, ([[0, 1]], [[1]]))}, "metrics": "e4sc"}
MIXED = {"data": {"d": (X, TRUTH), "e": (None, ([[0, 1]], [[1]]))}}


UNORDERED = pd.DataFrame(X), (pd.Series(ROWS)[::-1], COLUMNS)


def data_of(matrix, truth):
    """Return one data set as an argument."""
    return {"data": {"d": (matrix, truth)}}


@pytest.mark.parametrize(
    ("changed", "error", "match"),
    [
        ({"candidates": [TRUTH]}, TypeError, "`candidates` must be a mapping"),
        ({"candidates": {}}, ValueError, "`candidates` is empty"),
        ({"candidates": {1: TRUTH}}, TypeError, "strings as keys, .* got the key 1"),
        ({"candidates": {"a": KMeans}}, TypeError, "instance.*got <class .*KMeans"),
        ({"candidates": {"a": "kmeans"}}, TypeError, r"candidates\['a'\]` must be an"),
        ({"candidates": {"a": None}}, TypeError, "got None"),
        (
            {"candidates": {"a": {"e": TRUTH}}},
            ValueError,
            r"keys 'e', but .* \['d'\]\. Pass .*, such as `\{'d': labels\}`",
        ),
        (NO_X, ValueError, r"candidates\['a'\]` is an estimator, .* `data\['d'\]`"),
        ({"data": [(X, TRUTH)]}, TypeError, "`data` must be a mapping"),
        ({"data": {"d": (X, *TRUTH, X)}}, TypeError, "got a tuple of length 4"),
        ({"sample_weight": {"e": "balanced"}}, ValueError, "one of 'd', got 'e'"),
        ({"sample_weight": (None, None)}, TypeError, "must be a mapping .* got tuple"),
        ({"sample_weight": "even"}, ValueError, "one of 'balanced', got 'even'"),
        (WEIGHTED | {"metrics": "coami"}, ValueError, "'coami' takes no `sample_wei"),
        (WEIGHTED | BLOCKS, ValueError, "is biclusters, which have no labels"),
        ({"greater_is_better": {"nce": True}}, ValueError, "of 'cari', got 'nce'"),
        ({"data": {"d": X}}, TypeError, "must be a pair .* got a ndarray"),
        (data_of(X, (ROWS[1:], COLUMNS)), ValueError, r"1\]` has 59 rows, `X` has 60"),
        (data_of(X, (ROWS, COLUMNS[1:])), ValueError, "29 columns, `X` has 30"),
        (data_of(*UNORDERED), ValueError, "could match by number or by position"),
        ({"data": {"d": (X, (*TRUTH, ROWS))}}, ValueError, "a tuple of length 3"),
        ({"data": {"d": (X, KMeans())}}, TypeError, r"\[1\]` is .* KMeans; pass its"),
        (MIXED, ValueError, "others true biclusters, .* `biclusters_to_labels`"),
        (BLOCKS | {"metrics": "cari"}, ValueError, "pass `.X, biclusters_to_labels"),
        (
            BLOCKS | {"metrics": ["e4sc", cari_score]},
            ValueError,
            "'cari' compares labe",
        ),
        (
            {"data": {"d": (ROWS, None)}},
            ValueError,
            r"Pass `\(X, \(row_labels, None\)\)`",
        ),
        (data_of(X, (None, None)), ValueError, "has no truth: all of it is None"),
        (
            {"data": {"d": [(X, ROWS), (X, TRUTH)]}},
            ValueError,
            "truths of the same kind.*'rows', 'rows and columns'",
        ),
        ({"accessor": 3}, TypeError, "`accessor` must be the name of an attribute"),
        ({"accessor": {"a": 3}}, TypeError, r"`accessor\['a'\]` must be the name"),
        ({"accessor": {"b": "labels_"}}, ValueError, "`accessor` must be one of 'a'"),
        ({"metrics": ["carii"]}, ValueError, "Did you mean 'cari'"),
        ({"metrics": ["e4sc"]}, ValueError, "compares biclusterings"),
        ({"metrics": adjusted_rand_score}, ValueError, "plain clusterings"),
        ({"metrics": []}, ValueError, "at least one entry is"),
        ({"subsample": 0.5}, TypeError, "`subsample` must be a tuple"),
        ({"subsample": (0.5, 2)}, ValueError, r"`subsample\[1\]` must be from 0 to 1"),
        (
            {"subsample": (1, 1)},
            ValueError,
            r"one of them must be below 1; got \(1, 1\)",
        ),
        (
            {"subsample": (0.5, 0.0)},
            ValueError,
            "Both fractions in `subsample` must be above 0",
        ),
        ({"subsample": (0.5, 0.5)}, ValueError, "several draws or random parts"),
        ({"random_state": [0, 0]}, ValueError, "a different seed for each repeat"),
        ({"random_state": [0, -1]}, ValueError, r"`random_state\[1\]` must be from 0"),
        (
            {"random_state": [0], "n_repeats": 2},
            ValueError,
            "got 1 seeds, 1 of them different, and `n_repeats=2`",
        ),
        ({"data": {"d": []}}, ValueError, r"`data\['d'\]` is empty"),
        ({"data": {"d": [X]}}, TypeError, r"`data\['d'\]\[0\]` must be a pair"),
        ({"data": {"d": len}}, TypeError, "has no len"),
        (
            {"data": {"d": [(X, TRUTH)] * 2}},
            ValueError,
            "of a single draw, .* several draws or random parts",
        ),
        (PAIRWISE, ValueError, "a matrix of distances, .* Pass `shuffle=False`, and"),
    ],
)
def test_wrong_arguments_are_refused(changed, error, match):
    with pytest.raises(error, match=match):
        compare(**{**GOOD, **changed})


def test_a_comparison_can_be_a_key():
    found = compare(**GOOD)
    assert {found: 1}[found] == 1


ONE = by_hand(a=[[1]])


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (
            lambda: Comparison(ONE.records * 2, {"m": True}),
            "several values for the run",
        ),
        (lambda: by_hand(a=[[10**400]]), r"`records\[:\]\['value'\]` must be an array"),
        (lambda: by_hand(a=[["many"]]), "must be an array of numbers: .*'many'"),
        (lambda: ONE.rank_test("n"), "`metric` must be one of 'm'"),
        (lambda: ONE.rank_test(), "two candidates and two replicates"),
        (lambda: ONE.plot(ax=[3]), "`ax` must have 1 axes of"),
        (lambda: ONE.to_latex(digits=-1), "must be from 0 to"),
        (lambda: ONE.to_latex(digits=16), "must be from 0 to"),
    ],
)
def test_what_a_comparison_cannot_do_is_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
