"""Names that only one side has: matched by position, with a warning or an error."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.model_selection import GridSearchCV

import sklearn_cocluster_metrics as sccm

X = np.kron(np.eye(2), np.ones((5, 4))) + 0.1
MODEL = SpectralCoclustering(2, random_state=0).fit(X)
COLUMNS = MODEL.column_labels_
NAMED = pd.Series(MODEL.row_labels_, index=list("abcdefghij"))
SHUFFLED = pd.Series(MODEL.row_labels_).sample(frac=1, random_state=0)


def _search(rows, data):
    scorer = sccm.make_cocluster_scorer("cari", row_labels=rows, column_labels=COLUMNS)
    search = GridSearchCV(
        SpectralCoclustering(random_state=0),
        {"n_clusters": [2]},
        scoring=scorer,
        cv=sccm.WholeDataSplit(),
        error_score="raise",
    )
    return search.fit(data).best_score_


def _bicluster_scorer(rows, data):
    indicator = np.stack([np.asarray(rows) == label for label in (0, 1)])
    rows = pd.DataFrame(indicator, columns=rows.index)
    scorer = sccm.make_bicluster_scorer(
        "bicluster_csi", rows=rows, columns=MODEL.columns_
    )
    return scorer(MODEL, data)


WAYS = {
    "row_labels": lambda rows, data: sccm.make_cocluster_scorer(
        "cari", row_labels=rows, column_labels=COLUMNS
    )(MODEL, data),
    "labels": lambda rows, data: sccm.make_cocluster_scorer(
        "cari", labels=(rows, COLUMNS)
    )(MODEL, data),
    "accessor": lambda rows, data: sccm.make_cocluster_scorer(
        "cari", row_labels=rows, accessor="row_labels_"
    )(MODEL, data),
    "biclusters": _bicluster_scorer,
    "search": _search,
    "compare": lambda rows, data: sccm.compare(
        {"a": SpectralCoclustering(2)},
        {"d": (data, (rows, COLUMNS))},
        "cari",
        random_state=0,
    ).records[0]["value"],
}
EACH_WAY = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@EACH_WAY
def test_named_rows_beside_an_array_are_warned_of(way):
    with pytest.warns(UserWarning, match="has names, but rows are matched by position"):
        assert way(NAMED, X) == 1.0


@EACH_WAY
def test_a_default_index_beside_named_rows_is_warned_of(way):
    frame = pd.DataFrame(X, index=NAMED.index)
    with pytest.warns(UserWarning, match=r"rows are matched by position.*\.to_numpy\("):
        assert way(NAMED.reset_index(drop=True), frame) == 1.0


@EACH_WAY
@pytest.mark.filterwarnings("error")
def test_a_default_index_beside_unnamed_rows_is_not_warned_of(way):
    numbered = NAMED.reset_index(drop=True)
    assert way(numbered, pd.DataFrame(X)) == 1.0
    frame = pd.DataFrame(X, columns=list("abcdefgh"))
    assert way(numbered, frame) == 1.0


@EACH_WAY
def test_a_shuffled_default_index_beside_an_array_is_refused(way):
    with pytest.raises(ValueError, match=r"in another order, but .* has no names"):
        way(SHUFFLED, X)


@EACH_WAY
def test_other_rows_are_matched_in_silence(way):
    frame = pd.DataFrame(X, index=NAMED.index)
    assert way(NAMED.sample(frac=1, random_state=0), frame) == 1.0
    assert way(NAMED.reset_index(drop=True), X) == 1.0
    assert way(NAMED.set_axis(np.arange(10) + 5), X) == 1.0  # a slice of a Series


def test_named_columns_beside_an_array_are_warned_of():
    columns = pd.Series(COLUMNS, index=list("abcdefgh"))
    scorer = sccm.make_cocluster_scorer(
        "cari", row_labels=MODEL.row_labels_, column_labels=columns
    )
    with pytest.warns(UserWarning, match="`column_labels` has names, but columns are"):
        assert scorer(MODEL, X) == 1.0
    assert scorer(MODEL, pd.DataFrame(X, columns=columns.index)) == 1.0


def test_columns_with_the_default_index_beside_named_columns_are_warned_of():
    frame = pd.DataFrame(X, columns=list("abcdefgh"))
    labels = None, pd.Series(COLUMNS)
    cure = r"`labels\[1\]` has the default index.*the columns of `X`"
    scorer = sccm.make_cocluster_scorer("cari", labels=labels)
    with pytest.warns(UserWarning, match=cure):
        assert scorer(SpectralCoclustering(2, random_state=0).fit(frame), frame) == 1.0
    with pytest.warns(UserWarning, match=r"`data\['d'\]\[1\]\[1\]` has the default"):
        sccm.compare({"a": SpectralCoclustering(2)}, {"d": (frame, labels)}, "cari")


NUMBERED = pd.Series(MODEL.row_labels_)
NAMED_FRAME = pd.DataFrame(X, index=NAMED.index, columns=list("abcdefgh"))
NAMED_MODEL = SpectralCoclustering(2, random_state=0).fit(NAMED_FRAME)
NUMBERED_COLUMNS = pd.Series(NAMED_MODEL.column_labels_)
# All rows but one have the label of the truth, because an interval needs an error.
NEARLY_NAMED = NAMED.where(NAMED.index != "a", 1 - NAMED)


def _indicators(labels):
    return pd.DataFrame([labels == 0, labels == 1], columns=labels.index)


def _biclusters(rows):
    return _indicators(rows), MODEL.columns_


def _score_rows(true, pred):
    return float(np.mean(np.asarray(true) == np.asarray(pred)))


ROADS = {
    "function": lambda: sccm.cari_score(NUMBERED, NAMED),
    "prediction": lambda: sccm.cari_score(NAMED, NUMBERED),
    "co-clustering": lambda: sccm.cari_score((NUMBERED, COLUMNS), (NAMED, COLUMNS)),
    "columns of a fit": lambda: sccm.cari_score((None, NUMBERED_COLUMNS), NAMED_MODEL),
    "test": lambda: sccm.permutation_test((None, NUMBERED_COLUMNS), NAMED_MODEL),
    "test of own metric": lambda: sccm.permutation_test(
        NAMED, NUMBERED, _score_rows, n_draws=9, greater_is_better=True
    ),
    "interval": lambda: sccm.score_interval(NEARLY_NAMED, NUMBERED),
    "difference": lambda: sccm.compare_scores(NAMED, NAMED, NUMBERED),
    "groups": lambda: sccm.score_interval(
        NEARLY_NAMED, NAMED, groups=pd.Series(np.arange(10))
    ),
    "report": lambda: sccm.coclustering_report(NUMBERED, NAMED, inference=False),
    "match table": lambda: sccm.match_table(NUMBERED, NAMED),
    "pairwise": lambda: sccm.pairwise_scores({"a": NAMED, "b": NUMBERED}, "cari"),
    "unlabeled": lambda: sccm.handle_unlabeled(NUMBERED, NAMED, "drop_either"),
    "biclusters": lambda: sccm.rnia_distance(_biclusters(NUMBERED), _biclusters(NAMED)),
    "overlapping": lambda: sccm.omega_score(
        pd.get_dummies(NUMBERED), pd.get_dummies(NAMED)
    ),
    "soft": lambda: sccm.soft_cari_score(NUMBERED, NAMED),
    "weights": lambda: sccm.cari_score(
        NAMED, NAMED, sample_weight=pd.Series(np.ones(10))
    ),
    "weights of a scorer": lambda: sccm.make_cocluster_scorer(
        "cari", row_labels=NUMBERED.to_numpy(), sample_weight=pd.Series(np.ones(10))
    )(NAMED_MODEL, NAMED_FRAME),
    "scorer of columns": lambda: sccm.make_cocluster_scorer(
        "cari", labels=(None, NUMBERED_COLUMNS)
    )(NAMED_MODEL, NAMED_FRAME),
    "scorer of rows": lambda: sccm.make_cocluster_scorer(
        "cari", labels=(NUMBERED, None)
    )(NAMED_MODEL, NAMED_FRAME),
    "compare": lambda: sccm.compare(
        {"a": KMeans(2, n_init=1)}, {"d": (NAMED_FRAME, NUMBERED)}, "cari"
    ),
    "labels in compare": lambda: sccm.compare(
        {"a": NUMBERED}, {"d": (NAMED_FRAME, NAMED)}, "cari"
    ),
    "modularity": lambda: sccm.modularity_score(NAMED_FRAME, (NUMBERED, COLUMNS)),
    "refit test": lambda: sccm.refit_test(
        KMeans(2, n_init=1), NAMED_FRAME, NUMBERED, n_refits=9, random_state=0
    ),
    "figure": lambda: sccm.CoclusterDisplay.from_predictions(
        NAMED_FRAME, None, (NUMBERED, COLUMNS)
    ),
    "figure of biclusters": lambda: sccm.BiclusterDisplay.from_predictions(
        NAMED_FRAME, None, _biclusters(NUMBERED)
    ),
}


@pytest.mark.parametrize("road", ROADS.values(), ids=ROADS)
def test_each_road_warns_of_the_default_index_beside_names_in_the_same_words(road):
    message = (
        r"has names, but (rows|columns|samples|entries) are matched by position, "
        r"because `(.*)` has the default index 0, 1, 2 and so on\. Give `\2` the names "
        r"of the \1 of (.*), or, if it is in the order of \3, pass "
        r"`\2\.to_numpy\(\)`\.$"
    )
    with pytest.warns(UserWarning, match=message):
        road()


NUMBERED_BOTH = (NUMBERED, NUMBERED_COLUMNS)
NAMED_BOTH = (NAMED, NUMBERED_COLUMNS.set_axis(list("abcdefgh")))
NEARLY_BOTH = (NEARLY_NAMED, NAMED_BOTH[1])
REPEATED = {
    "the truth": (
        lambda: sccm.compare_scores(NUMBERED, NAMED, NEARLY_NAMED),
        ["`labels_true`"],
    ),
    "a prediction": (
        lambda: sccm.compare_scores(NAMED, NEARLY_NAMED, NUMBERED),
        ["`second`"],
    ),
    "both modes": (
        lambda: sccm.compare_scores(NAMED_BOTH, NUMBERED_BOTH, NEARLY_BOTH),
        ["`first[0]`", "`first[1]`"],
    ),
    "pairs of runs": (
        lambda: sccm.pairwise_scores(
            {"a": NAMED, "b": NUMBERED, "c": NEARLY_NAMED, "d": NAMED}, "wallace1"
        ),
        ["`structures['b']`"],
    ),
}


@pytest.mark.parametrize("road", REPEATED)
def test_a_default_index_is_warned_of_once_in_a_call_of_several_pairs(road):
    compare_them, arguments = REPEATED[road]
    with pytest.warns(UserWarning, match="has the default index") as warned:
        compare_them()
    reasons = [str(warning.message).partition("because ")[2] for warning in warned]
    assert [reason.split()[0] for reason in reasons] == arguments


def test_the_default_index_of_each_prediction_is_warned_of():
    with pytest.warns(UserWarning, match="default index") as warned:
        sccm.compare_scores(NEARLY_NAMED, NUMBERED, NUMBERED)
    assert len(warned) == 2


@pytest.mark.filterwarnings("error")
def test_arrays_and_two_default_indices_are_not_warned_of():
    array = NUMBERED.to_numpy()
    assert sccm.cari_score(NUMBERED, NUMBERED) == 1.0
    assert sccm.cari_score(array, NAMED) == sccm.cari_score(NAMED, list(array)) == 1.0
    assert sccm.cari_score((None, array[:8]), NAMED_MODEL) <= 1.0
    ones = np.ones(10)
    assert sccm.cari_score(NAMED, NAMED, sample_weight=ones) == 1.0
    assert sccm.cari_score(NUMBERED, array, sample_weight=pd.Series(ones)) == 1.0
    scorer = sccm.make_cocluster_scorer("cari", row_labels=array)
    assert scorer(NAMED_MODEL, NAMED_FRAME) == 1.0


def test_compare_matches_named_labels_with_a_named_truth_beside_an_array():
    candidates = {"a": (NAMED.sample(frac=1, random_state=0), COLUMNS)}
    found = sccm.compare(candidates, {"d": (X, (NAMED, COLUMNS))}, "cari")
    assert found.records[0]["value"] == 1.0


@pytest.mark.parametrize(
    ("true", "pred", "name"),
    [
        (SHUFFLED, MODEL.row_labels_, "labels_true"),
        (MODEL.row_labels_, SHUFFLED, "labels_pred"),
        ((SHUFFLED, COLUMNS), (MODEL.row_labels_, COLUMNS), r"labels_true\[0\]"),
        ((SHUFFLED, COLUMNS), MODEL, r"labels_true\[0\]"),
    ],
)
def test_functions_refuse_a_shuffled_default_index_beside_an_array(true, pred, name):
    with pytest.raises(ValueError, match=rf"pass `{name}\.to_numpy\(\)`"):
        sccm.cari_score(true, pred)


NUMBERED_FROM_1 = pd.Series(MODEL.row_labels_, np.arange(1, 11))[::-1]


@EACH_WAY
def test_shuffled_numbers_from_one_beside_an_array_are_refused(way):
    with pytest.raises(ValueError, match=r"index 1, 2, 3, \.\.\. in another order"):
        way(NUMBERED_FROM_1, X)


FUNCTIONS = [
    sccm.cari_score,
    sccm.soft_cari_score,
    sccm.permutation_test,
    sccm.score_interval,
    sccm.coclustering_report,
    lambda true, pred: sccm.pairwise_scores({"a": true, "b": pred}, "cari"),
    lambda true, pred: sccm.compare({"a": pred}, {"d": (X, true)}, "cari"),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_function_refuses_shuffled_numbers_beside_an_array(function):
    with pytest.raises(ValueError, match=r"index 1, 2, 3, \.\.\. in another order"):
        function(NUMBERED_FROM_1, MODEL.row_labels_)


def test_overlapping_clusters_in_shuffled_rows_are_refused():
    indicators = pd.get_dummies(NUMBERED_FROM_1)
    for sides in ((indicators, indicators.to_numpy()), (X[:, :2] > 1, indicators)):
        with pytest.raises(ValueError, match=r"in another order, but .* has no names"):
            sccm.omega_score(*sides)


@pytest.mark.parametrize("numbers", [[4, 5, 6, 7], [1, 2, 4, 7], [7, 2, 4, 1]])
def test_parts_of_a_series_beside_an_array_go_by_position(numbers):
    labels = pd.Series([0, 0, 1, 1], index=numbers)
    assert sccm.cari_score(labels, np.array([0, 0, 1, 1])) == 1.0


NAMED_COLUMNS = pd.Series(COLUMNS, index=list("hgfedcba"))


@pytest.mark.parametrize(
    "function",
    [
        sccm.cari_score,
        sccm.permutation_test,
        sccm.match_table,
        lambda true, pred: sccm.coclustering_report(true, pred, inference=False),
        lambda true, _: sccm.compare(
            {"a": SpectralCoclustering(2)}, {"d": (X, true)}, "cari"
        ),
    ],
)
def test_named_columns_beside_a_fit_without_names_are_warned_of(function):
    with pytest.warns(UserWarning, match="has names, but columns are matched by pos"):
        function((None, NAMED_COLUMNS), MODEL)


def test_shuffled_numbers_of_columns_beside_a_fit_are_refused():
    columns = pd.Series(COLUMNS, np.arange(1, 9))[::-1]
    with pytest.raises(ValueError, match=r"index 1, 2, 3, \.\.\. in another order"):
        sccm.cari_score((None, columns), MODEL)


def test_columns_of_a_fit_with_names_are_matched_in_silence():
    frame = pd.DataFrame(X, columns=list("hgfedcba"))
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    columns = pd.Series(model.column_labels_, index=frame.columns)
    assert sccm.cari_score((None, columns[::-1]), model) == 1.0


def test_modularity_warns_of_names_beside_an_array():
    with pytest.warns(UserWarning, match=r"`coclustering\[0\]` has names, but rows"):
        sccm.modularity_score(X, (NAMED, COLUMNS))
    with pytest.raises(ValueError, match="in another order, but `X` has no names"):
        sccm.modularity_score(X, (NUMBERED_FROM_1, COLUMNS))


ORDERED = pd.Series(MODEL.row_labels_)
FRAME = pd.DataFrame(X)
SAME_INTEGERS = r"the same integers in another order\. If the index is meant, pass "


@pytest.mark.parametrize("sides", [(ORDERED, SHUFFLED), (SHUFFLED, ORDERED)])
def test_a_shuffled_default_index_beside_the_ordered_one_is_refused_with_cures(sides):
    first, second = sides
    with pytest.raises(ValueError, match=SAME_INTEGERS):
        sccm.cari_score(first, second)
    assert sccm.cari_score(first, second.loc[first.index]) == 1.0
    assert sccm.cari_score(first.to_numpy(), second.to_numpy()) < 1.0


@EACH_WAY
def test_a_shuffled_default_index_beside_the_ordered_data_is_refused(way):
    with pytest.raises(ValueError, match=SAME_INTEGERS):
        way(SHUFFLED, FRAME)
    assert way(SHUFFLED[FRAME.index], FRAME) == 1.0
