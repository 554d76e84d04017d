"""compare: every value is that of the metric called by hand; tables, ranks, figure."""

import math
from html import escape
from statistics import fmean

import joblib
import numpy as np
import pandas as pd
import pytest
from doubles import (
    ColumnReverser,
    KMeansCocluster,
    ListCocluster,
    TruncatingCocluster,
    blocks,
)
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.metrics import adjusted_rand_score, consensus_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    bicluster_precision_score,
    cari_score,
    classification_error,
    compare,
    rnia_distance,
)
from sklearn_cocluster_metrics.results import Comparison

X, ROWS, COLUMNS = blocks()
TRUTH = (ROWS, COLUMNS)
WORSE = (np.where(ROWS == 2, 1, ROWS), COLUMNS)  # merges two row clusters
WORST = (ROWS[::-1], COLUMNS)


class RandomCocluster(BaseEstimator):
    """Labels at random, so that its values reveal the seed."""

    def __init__(self, n_clusters=3, random_state=None):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y=None):
        rng = np.random.RandomState(self.random_state)
        self.row_labels_ = rng.randint(self.n_clusters, size=X.shape[0])
        self.column_labels_ = rng.randint(self.n_clusters, size=X.shape[1])
        self.seed_ = self.random_state
        return self


class SometimesFails(RandomCocluster):
    """Fails where its seed is even."""

    def fit(self, X, y=None):
        if self.random_state % 2 == 0:
            raise RuntimeError("an even seed")
        return super().fit(X)


class Overwriter(KMeansCocluster):
    """Overwrites the data that it is fitted to."""

    def fit(self, X, y=None):
        super().fit(X)
        X[:] = 0
        return self


def values(comparison, **selected):
    """Select the values of the records with these entries."""
    return [
        record["value"]
        for record in comparison.records
        if all(record[key] == value for key, value in selected.items())
    ]


def compared(matrix=X, truth=TRUTH, metrics="cari", **candidates):
    """Compare candidates on one data set; return the value of each."""
    found = compare(candidates, {"d": (matrix, truth)}, metrics, random_state=0)
    return values(found)


def without_times(comparison):
    """Return the records without what is measured."""
    return [{**record, "fit_time": None} for record in comparison.records]


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
    found = compare(
        {"b": RandomCocluster(), "a": WORSE}, {"d": (X, TRUTH)}, ["nce"], n_repeats=2
    )
    runs = [(record["candidate"], record["repeat"]) for record in found.records]
    assert runs == [("b", 0), ("b", 1), ("a", 0)]
    keys = "data candidate metric repeat value fit_time error"
    assert " ".join(found.records[0]) == keys
    times = [record["fit_time"] for record in found.records]
    assert min(times[:2]) > 0
    assert times[2] is None


def test_a_truth_of_rows_compares_rows_only():
    agglomerative = AgglomerativeClustering(2)
    found = compared(
        X,
        ROWS,
        adjusted_rand_score,
        coclusterer=KMeansCocluster(2, 3),
        without_predict=agglomerative,
        labels=WORSE[0],
        a_tuple=WORSE,
    )
    of_labels = adjusted_rand_score(ROWS, WORSE[0])
    assert found == [
        adjusted_rand_score(ROWS, KMeansCocluster(2, 3).fit(X).row_labels_),
        adjusted_rand_score(ROWS, agglomerative.fit_predict(X)),
        of_labels,
        of_labels,
    ]


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
    found = compared(
        pd.DataFrame(wide, columns=[f"f{i}" for i in range(wide.shape[1])]),
        truth,
        selecting=make_pipeline(VarianceThreshold(1), KMeansCocluster()),
        reversing=make_pipeline(ColumnReverser("true"), KMeansCocluster(3, 4)),
    )
    assert found == [1.0, 1.0]


def test_labels_and_truth_are_put_in_the_order_of_the_data():
    names = [f"r{i}" for i in range(len(ROWS))]
    columns = [f"c{i}" for i in range(len(COLUMNS))]
    rows, of_columns = pd.Series(ROWS, names), pd.Series(COLUMNS, columns)
    found = compared(
        pd.DataFrame(X, index=names, columns=columns),
        (rows.sample(frac=1, random_state=0), of_columns[::-1]),
        array=TRUTH,
        series=(rows[::-1], of_columns.sample(frac=1, random_state=1)),
        model=KMeansCocluster(),
    )
    assert found == [1.0, 1.0, 1.0]


def test_biclusters_are_put_in_the_order_of_the_data():
    matrix, rows, columns = make_biclusters((12, 8), 2, random_state=0)
    names = [f"r{i}" for i in range(12)]
    named = pd.DataFrame(rows, columns=names)
    found = compared(
        pd.DataFrame(matrix, index=names, columns=list("abcdefgh")),
        (named[names[::-1]], columns),
        "bicluster_jaccard",
        named=(named[sorted(names)], columns),
        array=(rows, columns),
    )
    assert found == [1.0, 1.0]


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


def test_fit_may_return_none_and_labels_may_be_lists():
    assert compared(a=ListCocluster()) == [1.0]


def test_texts_are_data():
    texts = ["ash elm ash", "elm ash", "fir yew", "yew fir fir"]
    truth = ([0, 0, 1, 1], {"ash": 0, "elm": 0, "fir": 1, "yew": 1})
    model = make_pipeline(CountVectorizer(), KMeansCocluster(2, 2))
    found = compared(texts, truth, a=model, fails=KMeansCocluster(fail=True))
    assert found == [1.0, None]


# Seeds


def seeds_of(*names, n_repeats=2, random_state=0, data=("d",), **kwargs):
    """Return the value of each run, which a random labelling makes its own."""
    found = compare(
        dict.fromkeys(names, RandomCocluster()),
        dict.fromkeys(data, (X, TRUTH)),
        ["cari"],
        n_repeats=n_repeats,
        random_state=random_state,
        **kwargs,
    )
    return {(r["data"], r["candidate"], r["repeat"]): r["value"] for r in found.records}


def test_a_candidate_keeps_its_values_whatever_else_is_compared():
    alone = seeds_of("b")
    among = seeds_of("a", "b", "c", n_repeats=3, data=("e", "d"))
    assert alone.items() <= among.items()


def test_every_run_has_its_own_seed():
    found = seeds_of("a", "b", n_repeats=3, data=("d", "e"))
    assert len(set(found.values())) == len(found) == 12


def test_the_random_state_determines_the_values():
    assert seeds_of("a") == seeds_of("a")
    assert seeds_of("a") != seeds_of("a", random_state=1)
    generator = np.random.RandomState(0)
    first = seeds_of("a", random_state=generator)
    assert first == seeds_of("a")
    assert first != seeds_of("a", random_state=generator)


def test_every_random_state_within_an_estimator_gets_the_seed():
    model = make_pipeline(StandardScaler(), RandomCocluster())
    assert compared(a=model) == list(seeds_of("a", n_repeats=1).values())


@pytest.mark.parametrize(
    "backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)]
)
def test_the_number_of_jobs_changes_no_number(backend):
    candidates = {"a": RandomCocluster(), "b": SometimesFails(), "c": WORSE}
    arguments = (candidates, {"d": (X, TRUTH)}, ["cari", "nce"])
    alone = compare(*arguments, n_repeats=3, random_state=0)
    with joblib.parallel_config(backend=backend):
        together = compare(*arguments, n_repeats=3, random_state=0, n_jobs=2)
    assert without_times(together) == without_times(alone)


# Failures


def test_a_failed_fit_is_a_record_with_its_error():
    found = compare(
        {"fails": KMeansCocluster(fail=True), "works": KMeansCocluster()},
        {"d": (X, TRUTH)},
        ["cari", "nce"],
    )
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

    found = compare({"same": TRUTH}, {"d": (X, TRUTH)}, [fails, undefined, "cari"])
    errors = [record["error"] for record in found.records]
    assert errors[0] == "ZeroDivisionError: no"
    assert errors[1] == "ValueError: undefined has returned NaN."
    assert errors[2] is None
    assert values(found) == [None, None, 1.0]
    assert "Failed: d, same, fails: ZeroDivisionError: no" in str(found)


@pytest.mark.parametrize(
    ("candidate", "error"),
    [
        (TruncatingCocluster(), "labelled 59 rows"),
        ((ROWS[:-1], COLUMNS), "`labels` is of 59 rows, the data have 60"),
        ((ROWS, COLUMNS[1:]), "`labels` is of 29 columns, the data have 30"),
        (ROWS, "must be a tuple"),
        (KMeans(2), "without `row_labels_`"),
        ((ROWS, np.full(len(COLUMNS), np.nan)), "NaN"),
    ],
    ids=["truncated", "rows", "columns", "one mode", "no co-clusterer", "NaN"],
)
def test_labels_that_do_not_fit_the_data_are_recorded_as_errors(candidate, error):
    found = compare({"a": candidate}, {"d": (X, TRUTH)}, ["cari"])
    assert error in found.records[0]["error"]


def test_an_error_on_empty_columns_names_the_cure():
    matrix = X.copy()
    matrix[:, 4] = 0
    with np.errstate(all="ignore"):
        found = compare({"a": SpectralCoclustering(3)}, {"d": (matrix, TRUTH)}, "cari")
    assert "InductiveCocluster" in found.records[0]["error"]


def test_interrupts_are_not_recorded():
    def interrupted(X):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare({"a": FunctionCocluster(interrupted)}, {"d": (X, TRUTH)}, "cari")


# Ranks


def by_hand(greater_is_better=True, **candidates):
    """Make a comparison of one metric from the values of each data set."""
    records = [
        {
            "data": f"d{place}",
            "candidate": name,
            "metric": "m",
            "repeat": repeat,
            "value": value,
            "fit_time": 0.1,
            "error": None if value is not None else "ValueError: no",
        }
        for name, by_data in candidates.items()
        for place, of_repeats in enumerate(by_data)
        for repeat, value in enumerate(of_repeats)
    ]
    return Comparison(records, {"m": greater_is_better})


@pytest.mark.parametrize(
    ("higher", "candidates", "ranks"),
    [
        (
            True,  # ties on the second data set
            {"a": [[0.9], [0.5]], "b": [[0.8], [0.5]], "c": [[0.7], [0.1]]},
            {"a": 1.25, "b": 1.75, "c": 3.0},
        ),
        (
            False,
            {"a": [[0.9]], "b": [[0.8]], "c": [[np.inf]]},
            {"a": 2.0, "b": 1.0, "c": 3.0},
        ),
        (
            True,  # any failure ranks last
            {
                "a": [[1.0, None]],
                "b": [[0.1, 0.1]],
                "c": [[None] * 2],
                "d": [[0.2] * 2],
            },
            {"a": 3.5, "b": 2.0, "c": 3.5, "d": 1.0},
        ),
        (
            True,  # the order of the repeats does not matter
            {"a": [[0.1, 0.2, 0.3]], "b": [[0.3, 0.2, 0.1]]},
            {"a": 1.5, "b": 1.5},
        ),
    ],
    ids=["means", "lower is better", "failures", "order"],
)
def test_candidates_are_ranked(higher, candidates, ranks):
    assert by_hand(higher, **candidates).ranks() == {"m": ranks}


# Tables


def test_the_text_is_the_table():
    found = by_hand(a=[[0.5, 0.7], [1.0, 1.0]], b=[[0.65, 0.65], [None, 0.1]])
    assert str(found) == (
        "data  candidate  m ↑\n"
        "d0    a          0.600 ± 0.141\n"
        "      b          0.650 ± 0.000 *\n"
        "d1    a          1.000 ± 0.000 *\n"
        "      b          0.100 (1 failed)\n"
        "\n"
        "↑ higher is better. Mean ± standard deviation of 2 repeats. "
        "* best of its data set.\n"
        "Failed: d1, b: ValueError: no"
    )


def test_latex_has_a_column_for_each_candidate_and_the_best_in_bold():
    lowest_is_best = by_hand(False, a=[[0.1, 0.3]], b=[[0.5, 0.7]]).to_latex(digits=2)
    assert r"$\mathbf{0.20 \pm 0.14}$ & $0.60 \pm 0.14$" in lowest_is_best
    highest_is_best = by_hand(True, a=[[0.1]], b=[[0.5]]).to_latex(digits=1)
    assert highest_is_best == (
        "\\begin{tabular}{llcc}\n"
        "\\toprule\n"
        " &  & a & b \\\\\n"
        "\\midrule\n"
        "m $\\uparrow$ & d0 & $0.1$ & $\\mathbf{0.5}$ \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )


def test_a_caption_and_a_label_make_a_latex_table_around_it():
    latex = by_hand(a=[[0.1]]).to_latex(caption="All values", label="tab:all")
    assert latex.startswith("\\begin{table}\n\\centering\n\\caption{All values}\n")
    assert "\\label{tab:all}" in latex


def test_what_is_equal_as_printed_is_equally_bold():
    table = by_hand(a=[[0.1234]], b=[[0.1229]], c=[[-0.0001]])
    assert table.to_latex(digits=3).count("mathbf") == 2
    assert table.to_latex(digits=4).count("mathbf") == 1
    assert "$0.000$" in table.to_latex()


def test_candidates_without_competitors_or_with_failures_are_not_bold():
    assert "mathbf" not in by_hand(a=[[0.1]]).to_latex()
    table = by_hand(a=[[None]], b=[[0.9, None]], c=[[0.1, 0.1]]).to_latex()
    best = r"$\mathbf{0.100 \pm 0.000}$"
    assert f"& failed & $0.900$ (1 failed) & {best}" in table


def test_infinite_values_are_written_ranked_and_marked_in_the_figure(pyplot):
    found = by_hand(a=[[np.inf, 1.0]], b=[[2.0, 2.0]], c=[[np.inf, -np.inf]])
    assert r"\mathbf{\infty}" in found.to_latex()
    assert "undefined" in str(found)
    assert found.ranks()["m"] == {"a": 1.0, "b": 2.0, "c": 3.0}
    (ax,) = found.plot()
    crosses = [line for line in ax.lines if line.get_marker() == "x"]
    assert sum(len(line.get_xdata()) for line in crosses) == 2
    ax.figure.canvas.draw()


def test_a_value_of_zero_has_no_sign():
    (zero,) = compared(metrics=lambda true, pred: -0.0, same=TRUTH)
    assert math.copysign(1, zero) == 1


NASTY = r"50%_of $a & b#1 {x} ~ ^ \end <i>"
IN_LATEX = (
    r"50\%\_of \$a \& b\#1 \{x\} \textasciitilde \space \textasciicircum \space "
    r"\textbackslash end <i>"
)


def test_names_are_escaped():
    found = compare({NASTY: TRUTH}, {NASTY: (None, TRUTH)}, {NASTY: cari_score})
    assert found.to_latex().count(IN_LATEX) == 3
    assert NASTY not in found.to_latex()
    html = found._repr_html_()
    assert html.count(escape(NASTY)) == 3
    assert "<i>" not in html


def test_html_has_the_best_in_bold_and_the_failures():
    html = by_hand(a=[[0.5]], b=[[0.6]], c=[[None]])._repr_html_()
    assert "<strong>0.600</strong>" in html
    assert html.count("<strong>") == 1
    assert "<p>Failed: d0, c: ValueError: no</p>" in html


# Frames


def test_a_frame_has_the_records():
    found = by_hand(a=[[0.5, 0.8]], b=[[None, None]])
    frame = found.to_frame()
    assert list(frame) == list(found.records[0])
    assert frame["value"].dtype == float
    assert frame["value"].isna().tolist() == [False, False, True, True]
    assert frame["value"].tolist()[:2] == [0.5, 0.8]


# Figure


def test_the_figure_has_a_panel_for_each_metric(pyplot):
    found = compare(
        {"model": RandomCocluster(), "worse": WORSE, "fails": ROWS},
        {"one": (X, TRUTH), "two": (X, TRUTH)},
        ["cari", "classification_error", "nce", "coami"],
        n_repeats=3,
        random_state=0,
    )
    axes = found.plot()
    assert [ax.get_xlabel() for ax in axes] == [
        "cari (higher is better)",
        "classification_error (lower is better)",
        "nce (higher is better)",
        "coami (higher is better)",
    ]
    labels = [tick.get_text() for tick in axes[0].get_yticklabels()]
    assert labels == ["one", "two"]
    names = [text.get_text() for text in axes[-1].get_legend().get_texts()]
    assert names == ["model", "worse", "fails", "no value"]
    means = axes[0].containers[0].lines[0].get_xdata()
    expected = [
        fmean(values(found, data=name, candidate="model", metric="cari"))
        for name in ("one", "two")
    ]
    assert means == pytest.approx(expected)


def test_axes_can_be_given_and_means_styled(pyplot):
    found = compare({"a": WORSE}, {"d": (X, TRUTH)}, ["cari", "nce"])
    _, given = pyplot.subplots(1, 2)
    axes = found.plot(axes=given, markersize=11)
    assert list(axes) == list(given)
    assert axes[0].containers[0].lines[0].get_markersize() == 11
    with pytest.raises(ValueError, match="`axes` must have 2 axes of matplotlib"):
        found.plot(axes=given[0])


# Arguments

GOOD = {"candidates": {"a": TRUTH}, "data": {"d": (X, TRUTH)}, "metrics": ["cari"]}
NO_X = {"candidates": {"a": KMeansCocluster()}, "data": {"d": (None, TRUTH)}}
MIXED = {"data": {"d": (X, TRUTH), "e": (None, ([[0, 1]], [[1]]))}}


def data_of(matrix, truth):
    """Return one data set as an argument."""
    return {"data": {"d": (matrix, truth)}}


@pytest.mark.parametrize(
    ("changed", "error", "match"),
    [
        ({"candidates": [TRUTH]}, TypeError, "`candidates` must be a mapping"),
        ({"candidates": {}}, ValueError, "`candidates` is empty"),
        ({"candidates": {1: TRUTH}}, TypeError, "strings as keys, got 1"),
        ({"candidates": {"a": KMeans}}, TypeError, "instance.*got <class .*KMeans"),
        ({"candidates": {"a": "kmeans"}}, TypeError, r"candidates\['a'\]` must be an"),
        ({"candidates": {"a": None}}, TypeError, "got None"),
        ({"candidates": {"a": {"e": TRUTH}}}, ValueError, r"keys \['e'\]; .* \['d'\]"),
        (NO_X, ValueError, r"is an estimator, but `data\['d'\]` has no X"),
        ({"data": [(X, TRUTH)]}, TypeError, "`data` must be a mapping"),
        ({"data": {}}, ValueError, "`data` is empty"),
        ({"data": {0: (X, TRUTH)}}, TypeError, "strings as keys, got 0"),
        ({"data": {"d": (X, *TRUTH)}}, TypeError, "got a tuple of length 3"),
        ({"data": {"d": X}}, TypeError, "must be a pair .* got a ndarray"),
        (data_of(X, (ROWS[1:], COLUMNS)), ValueError, r"\['d'\]\[1\]` is of 59 rows"),
        (data_of(X, (ROWS, COLUMNS[1:])), ValueError, "29 columns, the data have 30"),
        ({"data": {"d": (X, (*TRUTH, ROWS))}}, ValueError, "a tuple of length 3"),
        ({"data": {"d": (X, KMeans())}}, TypeError, r"\[1\]` is .* KMeans; pass its"),
        (MIXED, ValueError, "labels in some data sets and true biclusters in others"),
        ({"metrics": ["carii"]}, ValueError, "Did you mean 'cari'"),
        ({"metrics": ["e4sc"]}, ValueError, "compares biclusterings"),
        ({"metrics": adjusted_rand_score}, ValueError, "plain clusterings"),
        ({"metrics": []}, ValueError, "at least one metric"),
        ({"n_repeats": 0}, ValueError, "`n_repeats` must be at least 1"),
        ({"verbose": True}, TypeError, "`verbose` must be an integer"),
        ({"n_jobs": 0}, ValueError, "`n_jobs` must not be 0"),
        ({"random_state": "0"}, ValueError, "`random_state` must be"),
    ],
)
def test_wrong_arguments_are_refused(changed, error, match):
    with pytest.raises(error, match=match):
        compare(**{**GOOD, **changed})


def test_a_comparison_is_short_and_can_be_a_key():
    found = compare(**GOOD)
    assert repr(found) == "Comparison(1 candidate, 1 data set, 1 metric)"
    assert {found: 1}[found] == 1


RECORD = by_hand(a=[[0.5]]).records[0]


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: Comparison(3, {"m": True}), TypeError, "`records` must be a sequence"),
        (lambda: Comparison([], {"m": True}), ValueError, "`records` is empty"),
        (lambda: Comparison([{}], {"m": True}), ValueError, r"records\[0\]` must be"),
        (lambda: Comparison([RECORD], True), TypeError, "`greater_is_better` must be"),
        (lambda: Comparison([RECORD], {"n": True}), ValueError, r"\('m', 'd0', 'a'\)"),
        (
            lambda: Comparison(
                [RECORD, {**RECORD, "candidate": "b", "data": "e"}], {"m": True}
            ),
            ValueError,
            r"missing or unknown \(metric, data, candidate\): \('m', 'd0', 'b'\)",
        ),
        (lambda: by_hand(a=[[1]]).to_latex(digits=-1), ValueError, "must be from 0 to"),
        (lambda: by_hand(a=[[1]]).to_latex(digits=16), ValueError, "must be from 0 to"),
    ],
)
def test_what_is_no_comparison_is_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_progress_is_reported_on_demand(capsys):
    compare(**GOOD, verbose=10)
    assert "Done" in "".join(capsys.readouterr())
