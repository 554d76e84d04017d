"""Items without a label, against dropping them by hand."""

import math
import re
from datetime import date
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted, KMeansCocluster, blocks
from hypothesis import given, strategies as st
from sklearn.model_selection import GridSearchCV
from strategies import about, clusters_of, modes_of, object_array

import sklearn_cocluster_metrics as sccm

MISSING = [None, math.nan, pd.NA, pd.NaT, np.float32("nan"), np.datetime64("NaT", "ns")]
LABELS = st.sampled_from([0, 1, 2, 7, *MISSING, -1, -1.0, np.int8(-1), Fraction(-1)])
NAMES = st.sampled_from(["a", "b", "unlabeled 0", "", *MISSING, -1])


def is_missing(label):
    return label is None or label is pd.NA or label != label


def has_none(label):
    return is_missing(label) or label == -1


def by_hand(true, pred, unlabeled):
    """Handle one mode, item by item."""
    if unlabeled == "singletons":
        return tuple(
            [("alone", i) if has_none(x) else ("known", x) for i, x in enumerate(side)]
            for side in (true, pred)
        )
    kept = [
        (one, "none" if has_none(other) else other)
        for one, other in zip(true, pred, strict=True)
        if not has_none(one) and not (unlabeled == "drop_either" and has_none(other))
    ]
    return tuple([pair[side] for pair in kept] for side in (0, 1))


def as_numbers(labels):
    """Labels as numbers in the order of appearance."""
    numbers = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


@st.composite
def partly_labeled(draw):
    """Two labelings of each of one to three modes; of few labels, of many kinds."""
    modes = []
    for _ in range(draw(st.integers(1, 3))):
        n, of = draw(st.integers(1, 6)), draw(st.sampled_from([LABELS, NAMES]))
        side = st.lists(of, min_size=n, max_size=n)
        modes.append((draw(side), draw(side)))
    return modes


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.* like others. If missing labels are meant")
@pytest.mark.filterwarnings("ignore:.* a string, which are two clusters")
@about(400)
@given(drawn=partly_labeled())
def test_what_is_left_has_the_value_of_dropping_by_hand(drawn):
    for unlabeled in ("drop", "drop_either", "singletons"):
        modes = drawn
        if unlabeled == "drop":  # missing predictions would be refused
            modes = [(a, [-1 if is_missing(x) else x for x in b]) for a, b in modes]
        sides = [tuple(object_array(mode[k]) for mode in modes) for k in (0, 1)]
        sides = sides if len(modes) > 1 else [side[0] for side in sides]
        expected = [by_hand(*mode, unlabeled) for mode in modes]
        if not all(mode[0] for mode in expected):
            with pytest.raises(ValueError, match=f"`unlabeled='{unlabeled}'` leaves"):
                sccm.handle_unlabeled(*sides, unlabeled)
            continue
        wanted = [tuple(map(as_numbers, one)) for one in zip(*expected, strict=True)]
        found = sccm.handle_unlabeled(*sides, unlabeled)
        for side, expected_side in zip(found, wanted, strict=True):
            assert [*map(len, modes_of(side))] == [*map(len, expected_side)]
        wanted = wanted if len(modes) > 1 else [side[0] for side in wanted]
        for score in (sccm.cari_score, sccm.nce_score, sccm.enmi_score):
            assert score(*found) == score(*wanted)


CONTAINERS = {
    "list": [0, None, 1, 1],
    "floats": np.array([0, np.nan, 1, 1]),
    "strings": ["a", None, "b", "b"],
    "masked": np.ma.masked_array([0, 9, 1, 1], [0, 1, 0, 0]),
    "masked in a list": [0, np.ma.masked, 1, 1],
    "nullable": pd.array([0, None, 1, 1], "Int64"),
    "nullable strings": pd.array(["a", None, "b", "b"], "string"),
    "category": pd.Categorical(["a", None, "b", "b"]),
    "times": np.array(["2020", "NaT", "2021", "2021"], "M8[ns]"),
    "dates": [date(2020, 1, 1), None, date(2021, 1, 1), date(2021, 1, 1)],
    "noise": np.array([0, -1, 1, 1], np.int8),
    "noise as floats": [0.0, -1.0, 1.0, 1.0],
    "noise among booleans": [True, -1, False, False],
}


@pytest.mark.parametrize("labels", CONTAINERS.values(), ids=CONTAINERS)
def test_missing_labels_of_any_library_are_dropped(labels):
    true, pred = sccm.handle_unlabeled(labels, [5, 6, 5, 7], "drop")
    assert pred.tolist() == [5, 5, 7]
    assert clusters_of(true) == {frozenset([0]), frozenset([1, 2])}
    alone, _ = sccm.handle_unlabeled(labels, [5, 6, 5, 7], "singletons")
    assert len({*alone.tolist()}) == 3


SINGLETONS = [
    ([0, -1, 1], [0, 10**15, 1]),
    (np.array([0, -1, 1], np.int8), [0, 10**15, 1]),
    ([0, -1, 10**15], [0, 10**15 + 1, 10**15]),
    ([0.5, None, 1.5], [0.5, 1e15, 1.5]),
    (["a", None, "unlabeled 0"], ["a", "unlabeled 0'", "unlabeled 0"]),
    (np.array(["2020", "NaT"], "M8[Y]"), [date(2020, 1, 1), date(2021, 1, 1)]),
    ([None, -1], [10**15, 10**15 + 1]),
]


@pytest.mark.parametrize(("labels", "expected"), SINGLETONS)
@pytest.mark.filterwarnings("ignore:Clustering metrics expect discrete")
def test_singletons_have_labels_of_the_same_type(labels, expected):
    found, _ = sccm.handle_unlabeled(labels, [0] * len(expected), "singletons")
    assert found.tolist() == expected
    assert found.dtype.kind == np.array(expected).dtype.kind or found.dtype.kind == "M"


@pytest.mark.parametrize("unit", ["ns", "D", "Y"])
def test_masked_times_stay_times(unit):
    times = np.array(["2020-01-01", "2021-01-01", "2022-01-01"], f"datetime64[{unit}]")
    masked = np.ma.masked_array(times, [False, True, False])
    true, _ = sccm.handle_unlabeled(masked, [1, 1, 2], "drop")
    assert true.dtype == times.dtype
    assert true.tolist() == times[[0, 2]].tolist()


@pytest.mark.parametrize("pair", [([0, None], [1, -1]), ((["a"], [0]), (["b"], [-1]))])
def test_without_the_option_nothing_changes(pair):
    found = sccm.handle_unlabeled(*pair, None)
    assert found[0] is pair[0]
    assert found[1] is pair[1]


def test_series_stay_series_and_are_matched_by_name():
    true = pd.Series(["x", None, "y"], index=list("abc"), name="truth")
    pred = pd.Series([1, 2, 3], index=list("cba"))
    found = sccm.handle_unlabeled(true, pred, "drop")
    assert found[0].to_dict() == {"a": "x", "c": "y"}
    assert found[1].to_dict() == {"a": 3, "c": 1}
    pair = (true, [0, -1]), ([1, 2, 3], [0, 0])
    rows, columns = sccm.handle_unlabeled(*pair, "drop")[0]
    assert rows.to_dict() == {"a": "x", "c": "y"}
    assert columns.tolist() == [0]


def test_the_labels_of_an_estimator_are_handled():
    model = Fitted(row_labels_=[0, 0, -1], column_labels_=[0, 1])
    true = ([0, None, 1], [0, 0])
    rows, columns = sccm.handle_unlabeled(true, model, "drop_either")[1]
    assert rows.tolist() == [0]
    assert columns.tolist() == [0, 1]


def test_a_warning_is_given_once():
    measured = [0.1, 0.2, 0.3, 0.4, None, 1.7, 2.5]
    with pytest.warns(UserWarning, match="continuous values") as given:
        sccm.handle_unlabeled(measured, [0, 0, 1, 1, 1, 0, 1], "drop")
    assert len(given) == 1


def test_arguments_are_not_changed():
    true, pred = np.array([0.0, math.nan, 1.0]), np.array([-1, 0, 1])
    for unlabeled in ("drop", "drop_either", "singletons"):
        sccm.handle_unlabeled(true, pred, unlabeled)
    np.testing.assert_array_equal(true, [0, math.nan, 1])
    assert pred.tolist() == [-1, 0, 1]


REFUSED = [
    ([None, -1], [0, 1], "drop", "leaves no samples"),
    ([0, -1], [-1, 1], "drop_either", "leaves no samples"),
    (([0], [None]), ([0], [0]), "drop", "leaves no columns"),
    ([0, 1], [0, 1, 2], "drop", "has 2 samples, `labels_pred` has 3"),
    ([0, math.inf], [0, 1], "drop", "`labels_true` contains infinity"),
    (np.ma.masked, [0, 1], "drop", r"`labels_true` must be 1-D, got .* shape \(\)"),
]


@pytest.mark.parametrize(("true", "pred", "unlabeled", "message"), REFUSED)
def test_what_cannot_be_handled_is_refused(true, pred, unlabeled, message):
    with pytest.raises(ValueError, match=message):
        sccm.handle_unlabeled(true, pred, unlabeled)


def test_the_error_of_missing_labels_names_the_function_or_its_option():
    missing = [0, None], [0, 1]
    for call, cure in (
        (sccm.cari_score, "`handle_unlabeled"),
        (sccm.permutation_test, "='dr"),
    ):
        with pytest.raises(ValueError, match=f"`labels_true` contains None.*{cure}"):
            call(*missing)


# Scorers, comparisons, reports, tests, intervals and displays

X, ROWS, COLUMNS = blocks(36, 18, seed=1)
RNG = np.random.default_rng(0)
TRUE_ROWS = np.where(RNG.random(len(ROWS)) < 0.5, np.nan, ROWS)
TRUE_COLUMNS = np.where(RNG.random(len(COLUMNS)) < 0.3, -1, COLUMNS)
FOUND_ROWS, FOUND_COLUMNS = (RNG.integers(-1, 3, len(part)) for part in (ROWS, COLUMNS))
TRUE, FOUND = (TRUE_ROWS, TRUE_COLUMNS), (FOUND_ROWS, FOUND_COLUMNS)
OPTIONS = ["drop", "drop_either", "singletons"]


def fitted(X, y=None):
    return Fitted(row_labels_=FOUND_ROWS, column_labels_=FOUND_COLUMNS)


def plain(unlabeled, true=TRUE, pred=FOUND):
    """Both structures handled item by item."""
    modes = [by_hand(*sides, unlabeled) for sides in zip(true, pred, strict=True)]
    return [tuple(map(as_numbers, side)) for side in zip(*modes, strict=True)]


@pytest.mark.parametrize("unlabeled", OPTIONS)
def test_a_partly_labeled_truth_scores_a_fit(unlabeled):
    expected = sccm.cari_score(*plain(unlabeled))
    options = {"unlabeled": unlabeled}
    bound = {"row_labels": TRUE_ROWS, "column_labels": TRUE_COLUMNS}
    scorer = sccm.make_cocluster_scorer("cari", **bound, **options)
    assert scorer(fitted(X), X) == expected
    assert scorer(fitted(X), X, TRUE_ROWS) == expected
    named = dict(zip("abcdefghijklmnopqr", TRUE_COLUMNS, strict=True))
    frame = pd.DataFrame(X, columns=[*named])
    bound["column_labels"] = named
    scorer = sccm.make_cocluster_scorer("cari", **bound, **options)
    assert scorer(fitted(X), frame) == expected
    scorer = sccm.make_cocluster_scorer(["cari", own_cari], labels=TRUE, **options)
    assert scorer(fitted(X), X) == {"cari": expected, "own_cari": expected}
    found = sccm.compare(
        {"fit": KMeansCocluster(), "labels": FOUND}, {"data": (X, TRUE)}, "cari",
        shuffle=False, **options,
    )  # fmt: skip
    values = {record["candidate"]: record["value"] for record in found.records}
    assert values["labels"] == expected
    rows, columns = sccm.coclustering_of(KMeansCocluster().fit(X))
    assert values["fit"] == sccm.cari_score(*plain(unlabeled, pred=(rows, columns)))


def own_cari(true, pred):
    return sccm.cari_score(true, pred)


def test_labels_may_be_tuples():
    true = pd.Series([(0, "a"), (1, "b"), None], list("xyz"))
    found, _ = sccm.handle_unlabeled(true, true, "singletons")
    assert found.tolist()[:2] == true.tolist()[:2]
    assert found.nunique() == 3


@pytest.mark.parametrize("y", [TRUE_ROWS, np.where(np.isnan(TRUE_ROWS), None, ROWS)])
def test_a_partly_labeled_truth_works_in_an_inductive_search(y):
    model = sccm.InductiveCocluster(KMeansCocluster())
    scorer = sccm.make_cocluster_scorer("cari", unlabeled="drop")
    grid = {"estimator__n_row_clusters": [2, 3]}
    search = GridSearchCV(model, grid, scoring=scorer, cv=3, error_score="raise")
    assert search.fit(X, y).best_params_ == {"estimator__n_row_clusters": 3}
    assert search.best_score_ == 1
    with pytest.raises(ValueError, match=r"`y` contains (NaN|None).*unlabeled='drop'"):
        sccm.make_cocluster_scorer("cari")(search, X, y)


@pytest.mark.parametrize("unlabeled", OPTIONS)
def test_reports_tests_intervals_and_displays_take_the_option(unlabeled):
    options = {"unlabeled": unlabeled}
    report = sccm.coclustering_report(TRUE, FOUND, output_dict=True, **options)
    expected = sccm.coclustering_report(*plain(unlabeled), output_dict=True)
    for row, part in zip(report["modes"].values(), TRUE, strict=True):
        assert row["n_entries"] + row["n_left_out"] == len(part)
    for either in (report, expected):
        for row in either["modes"].values():
            del row["n_left_out"]
        # Draws depend on the order of the clusters.
        del either["permutation_test"], either["interval"]
    assert report == expected
    assert "left out" in str(sccm.coclustering_report(TRUE, FOUND, **options))
    test = sccm.permutation_test(TRUE, FOUND, **options)
    assert test.statistic == sccm.permutation_test(*plain(unlabeled)).statistic
    interval = sccm.score_interval(TRUE, FOUND, **options)
    of_rest = sccm.score_interval(*plain(unlabeled))
    assert interval.low == pytest.approx(of_rest.low, abs=0.02)
    assert interval.high == pytest.approx(of_rest.high, abs=0.02)
    compared = sccm.compare({"a": FOUND}, {"b": (None, TRUE)}, "cari", **options)
    (record,) = compared.records
    tables = sccm.ContingencyDisplay.from_predictions(TRUE, FOUND, **options).counts
    n_entries = [*map(len, plain(unlabeled)[0])]
    assert [counts.sum() for counts in tables] == n_entries
    n_left_out = tuple(len(side) - n for side, n in zip(TRUE, n_entries, strict=True))
    assert test.n_left_out == interval.n_left_out == record["n_left_out"] == n_left_out
    assert of_rest.n_left_out is None
    shown = sccm.CoclusterDisplay(X, TRUE, FOUND, **options)
    assert shown.image_true.shape == tuple(n_entries)
    display = sccm.PermutationDisplay.from_predictions(TRUE, FOUND, **options)
    assert display.result.statistic == test.statistic


def test_the_option_is_refused_for_biclusters():
    side = [[1, 0]], [[1]]
    for call in (
        lambda: sccm.permutation_test(side, side, "bicluster_rnia", unlabeled="drop"),
        lambda: sccm.compare(
            {"a": side}, {"b": (None, side)}, "bicluster_rnia", unlabeled="drop"
        ),
    ):
        with pytest.raises(ValueError, match="`unlabeled` must be one of None"):
            call()


def test_background_on_both_sides_is_told_and_inflates_the_score():
    rng = np.random.default_rng(0)
    sides = []
    for _ in range(2):
        rows, columns = np.full(100, -1), np.full(80, -1)
        rows[:15], columns[:15] = rng.integers(0, 3, (2, 15))
        sides.append((rows, columns))
    assert sccm.cari_score(*sides) > 0.9
    assert sccm.cari_score(*sccm.handle_unlabeled(*sides, "drop_either")) < 0.2
    text = str(sccm.coclustering_report(*sides))
    assert "rows and columns have the label -1" in text
    text = str(sccm.coclustering_report(*sides, unlabeled="drop"))
    assert "the label -1" not in text


@pytest.mark.parametrize(
    ("true_rows", "pred_rows", "note"),
    [
        (
            [0, 0, 1, -1],
            [0, 0, 1, 1],
            'In the truth, rows have the label -1, which .* pass unlabeled="drop"',
        ),
        (
            [0, 0, 1, 1],
            [0, 0, 1, -1],
            'In the prediction, rows have .* pass unlabeled="drop_either"',
        ),
    ],
)
def test_background_on_one_side_is_told_with_the_option(true_rows, pred_rows, note):
    columns = [0, 1, 0]
    report = sccm.coclustering_report((true_rows, columns), (pred_rows, columns))
    text = " ".join(str(report).split())
    assert re.search(note, text)
    assert text.count("the label -1") == 1
    option = re.search(r'pass unlabeled="(\w+)"', text)[1]
    report = sccm.coclustering_report(
        (true_rows, columns), (pred_rows, columns), unlabeled=option, output_dict=True
    )
    assert report["modes"]["rows"]["n_left_out"] == 1
