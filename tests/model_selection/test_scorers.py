"""What a scorer is made of: metrics by name, several metrics, options, its truth."""

import pickle
import re
from functools import partial

import joblib
import numpy as np
import pytest
from contracts import CONTRACTS
from doubles import (
    Fitted,
    KMeansCocluster,
    NamedRescaler,
    PredictingCocluster,
    blocks,
)
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import KMeans, SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.exceptions import NotFittedError
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    consensus_score,
    fowlkes_mallows_score,
    homogeneity_score,
    normalized_mutual_info_score,
    pair_confusion_matrix,
    rand_score,
    v_measure_score,
)
from sklearn.model_selection import GridSearchCV, LeaveOneOut, cross_val_score
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    _scored_pair,
    bicluster_fbeta_score,
    bicluster_similarity_score,
    cari_score,
    classification_error,
    coclustering_of,
    get_scorer,
    get_scorer_names,
    labels_to_biclusters,
    make_bicluster_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    nce_score,
)

X, ROWS, COLUMNS = blocks()
TRUTH = {"row_labels": ROWS, "column_labels": COLUMNS}
OF_ROWS, OF_COLUMNS = labels_to_biclusters((ROWS, COLUMNS))
INDICATORS = {"rows": OF_ROWS, "columns": OF_COLUMNS}
MODEL = KMeansCocluster(4, 2).fit(X)
FOUND = (MODEL.row_labels_, MODEL.column_labels_)
CHECKERBOARD = SpectralBiclustering((3, 3), n_init=1, random_state=0).fit(X)


def shout(labels_true, labels_pred):
    """Return an index of one's own."""
    return 0.25


# Several metrics


def test_several_metrics_give_a_score_under_each_name_or_key():
    scorer = make_cocluster_scorer(["cari", classification_error, shout], **TRUTH)
    pair = (ROWS, COLUMNS), FOUND
    cari, error = cari_score(*pair), classification_error(*pair)
    expected = {"cari": cari, "neg_classification_error": -error, "shout": 0.25}
    assert scorer(MODEL, X) == expected
    by_modes = partial(cari_score, null_model="product")
    metrics = {"cells": "cari", "product": by_modes, "loss": "classification_error"}
    scorer = make_cocluster_scorer(metrics, **TRUTH)
    expected = {"cells": cari, "product": by_modes(*pair), "loss": -error}
    assert scorer(MODEL, X) == expected
    assert repr(scorer) == (
        "make_cocluster_scorer(cells: higher, product: higher, loss: lower, negated)"
    )


def test_each_table_is_counted_once_for_all_metrics(monkeypatch):
    counted = []
    count = _scored_pair.count_table
    monkeypatch.setattr(
        _scored_pair, "count_table", lambda *pair: counted.append(pair) or count(*pair)
    )
    make_cocluster_scorer(["cari", "nce", "coami", "jaccard"], **TRUTH)(MODEL, X)
    assert len(counted) == 2


NO_METRICS = [
    ([], {}, ValueError, "`metric` is empty"),
    ({}, {}, ValueError, "`metric` is empty"),
    (["cari", cari_score], {}, ValueError, "the same name twice"),
    ({1: "cari"}, {}, TypeError, "must have strings as keys, .* got the key 1"),
    (["cari", "e4sc"], {}, ValueError, "'e4sc' compares biclusterings"),
    (
        ["cari", 3],
        {},
        TypeError,
        "name of an index or a function of two structures, got int",
    ),
    (["cari", "nce"], {"null_model": "cells"}, TypeError, "`null_model` could be"),
    (
        ["cari"],
        {"greater_is_better": True},
        TypeError,
        "to True or False, such as `greater_is_better={'cari': True}`, got bool",
    ),
]


@pytest.mark.parametrize(("metrics", "options", "error", "message"), NO_METRICS)
def test_several_metrics_that_are_none_are_refused(metrics, options, error, message):
    with pytest.raises(error, match=message):
        make_cocluster_scorer(metrics, **TRUTH, **options)


# Names


def test_names_of_one_structure_are_listed():
    partitions = get_scorer_names("coclustering")
    assert get_scorer_names("clustering") == get_scorer_names("partition") == partitions
    others = get_scorer_names("biclustering") + get_scorer_names("internal")
    assert get_scorer_names() == sorted(partitions + others)
    for name in partitions:
        assert CONTRACTS[name.removeprefix("neg_")].structure == "partition"


# The registry

INDICES = [name for name in get_scorer_names() if name != "modularity"]


OF_BICLUSTERS = SpectralBiclustering((3, 2), random_state=0).fit(X)


def scorer_of(name):
    """Return the scorer of a name, and an estimator that is less than perfect."""
    if name == "modularity":
        return get_scorer(name, match=True), MODEL
    if CONTRACTS[name.removeprefix("neg_")].structure == "biclustering":
        return get_scorer(name, **INDICATORS), OF_BICLUSTERS
    return get_scorer(name, **TRUTH), MODEL


@pytest.mark.parametrize("name", get_scorer_names())
def test_every_scorer_of_the_registry_is_pickled_cloned_and_hashed(name):
    scorer, model = scorer_of(name)
    search = GridSearchCV(model, {"random_state": [0]}, scoring=scorer)
    for copy in (pickle.loads(pickle.dumps(scorer)), clone(search).scoring):
        assert repr(copy) == repr(scorer)
        assert copy(model, X) == scorer(model, X)
    assert joblib.hash(scorer) == joblib.hash(scorer_of(name)[0])


@pytest.mark.parametrize("name", [n for n in INDICES if n.startswith("neg_")])
def test_a_loss_is_negated_under_both_of_its_names(name):
    scorer, model = scorer_of(name)
    plain = name.removeprefix("neg_")
    truth, make = TRUTH, make_cocluster_scorer
    if CONTRACTS[plain].structure == "biclustering":
        truth, make = INDICATORS, make_bicluster_scorer
    for other in (
        get_scorer(plain, **truth),
        *(make(n, **truth) for n in (plain, name)),
    ):
        assert repr(other) == repr(scorer)
        assert other(model, X) == scorer(model, X)
    assert make([plain], **truth)(model, X) == {name: scorer(model, X)}
    assert repr(make_stability_scorer(name)) == repr(make_stability_scorer(plain))


@pytest.mark.parametrize("name", INDICES)
def test_every_scorer_of_the_registry_gives_the_signed_value_of_its_index(name):
    contract = CONTRACTS[name.removeprefix("neg_")]
    scorer, model = scorer_of(name)
    truth = (ROWS, COLUMNS)
    if contract.structure == "biclustering":
        truth = labels_to_biclusters(truth)
    value = contract(truth, model)
    signed = value if contract.greater_is_better else -value
    assert scorer(model, X) == signed
    assert type(scorer(model, X)) is float
    assert name.startswith("neg_") == (not contract.greater_is_better)


# Functions of scikit-learn


OF_SKLEARN = {
    adjusted_rand_score: "'cari'",
    rand_score: "'rand'",
    fowlkes_mallows_score: "'fowlkes_mallows'",
    adjusted_mutual_info_score: (
        '`functools.partial(coami_score, average_method="arithmetic")`'
    ),
    normalized_mutual_info_score: (
        '`functools.partial(conmi_score, average_method="arithmetic")`'
    ),
    homogeneity_score: "'homogeneity'",
    v_measure_score: "'v_measure'",
}


@pytest.mark.parametrize(("metric", "equivalent"), OF_SKLEARN.items())
def test_an_index_of_plain_clusterings_is_refused_with_its_equivalent(
    metric, equivalent
):
    for wrapped in (metric, partial(metric)):
        with pytest.raises(ValueError, match=re.escape(f"Pass {equivalent}")):
            make_cocluster_scorer(wrapped, **TRUTH)
    with pytest.raises(ValueError, match="compares plain clusterings"):
        make_stability_scorer(metric)
    with pytest.raises(ValueError, match="`make_cocluster_scorer` takes it"):
        make_bicluster_scorer(metric, **INDICATORS)


def test_an_index_of_scikit_learn_without_equivalent_is_refused_too():
    with pytest.raises(ValueError, match=r"not co-clusterings\.$"):
        make_cocluster_scorer(pair_confusion_matrix, **TRUTH)
    with pytest.raises(ValueError, match="`make_bicluster_scorer` takes it"):
        make_cocluster_scorer(consensus_score, **TRUTH)


# The truth that a scorer keeps


def test_a_truth_that_is_changed_later_or_by_the_metric_changes_no_score():
    rows, columns = ROWS.copy(), COLUMNS.copy()
    by_name = {f"x{number}": label for number, label in enumerate(COLUMNS)}
    indicators = {name: np.array(part) for name, part in INDICATORS.items()}
    scorers = [
        make_cocluster_scorer("cari", row_labels=rows, column_labels=columns),
        make_cocluster_scorer(cari_twice, row_labels=rows, column_labels=columns),
        make_cocluster_scorer("cari", row_labels=rows, column_labels=by_name),
        make_bicluster_scorer("e4sc", **indicators),
        make_bicluster_scorer(spoiling, **indicators),
    ]
    model = make_pipeline(NamedRescaler(), clone(CHECKERBOARD)).fit(X)
    assert [scorer(model, X) for scorer in scorers] == [1] * 5
    rows[:], columns[:] = rows[::-1].copy(), 0
    by_name.update(dict.fromkeys(by_name, 0))
    for part in indicators.values():
        part[:] = 0
    assert [scorer(model, X) for scorer in scorers] == [1] * 5


def cari_twice(labels_true, labels_pred):
    """Return the CARI, and write into what was passed."""
    score = cari_score(labels_true, labels_pred)
    for labels in labels_true:
        labels[:] = labels[0]
    return score


def spoiling(biclusters_true, biclusters_pred):
    """Return an index of biclusters, and write into what was passed."""
    score = bicluster_fbeta_score(biclusters_true, biclusters_pred)
    for indicator in biclusters_true:
        indicator[:] = 0
    return score


DIAGONAL, IN_ROWS, IN_COLUMNS = make_biclusters((40, 30), 3, noise=5, random_state=0)
IN_DIAGONAL = {"rows": IN_ROWS, "columns": IN_COLUMNS}


ONE_OPTION = [
    ("bicluster_fbeta", {"correction": None}, None),
    ("corrected_bicluster_fbeta", {"beta": 2.0}, "expected"),
]


@pytest.mark.parametrize(("name", "options", "correction"), ONE_OPTION)
def test_one_option_leaves_others_free(name, options, correction):
    model = SpectralCoclustering(4, random_state=0).fit(DIAGONAL)
    chosen = {"correction": correction, **options}
    expected = bicluster_fbeta_score((IN_ROWS, IN_COLUMNS), model, **chosen)
    assert get_scorer(name, **options, **IN_DIAGONAL)(model, DIAGONAL) == expected


SIX, FOUR = [0, 0, 1, 1, 1, 2], ["x", "y", "y", "z"]
FOUND_SIX, FOUND_FOUR = [0, 0, 0, 1, 1, 1], [0, 1, 1, 0]
SMALL = np.arange(24.0).reshape(6, 4) % 7
SMALL_TRUTH, SMALL_FOUND = (SIX, FOUR), (FOUND_SIX, FOUND_FOUR)


def known(rows, columns, transpose=False, **found):
    """Make a fit with these labels, and the biclusters that they make."""
    labels = (rows, columns)[:: -1 if transpose else 1]
    modes = zip(("row", "column"), labels, labels_to_biclusters(labels), strict=True)
    for mode, of_mode, indicator in modes:
        found |= {f"{mode}_labels_": of_mode, f"{mode}s_": indicator}
    return Fitted(**found)


def sign(data):
    """Label rows by the sign of their first column."""
    return np.asarray(data)[:, 0] > 0


SMALL_MODEL = known(*SMALL_FOUND)
BOTH = {"row_labels": SIX, "column_labels": FOUR}

# --- the value --------------------------------------------------------------------


def test_predictions_are_compared_with_y_where_no_row_labels_are_passed():
    y = np.array(["a", "b", "a", "a", "b", "a"])
    model, predicted = known(*SMALL_FOUND, predict=sign), sign(SMALL)
    assert make_cocluster_scorer("cari")(model, SMALL, y) == cari_score(y, predicted)
    scorer = make_cocluster_scorer("cari", column_labels=FOUR)
    expected = cari_score((y, FOUR), (predicted, FOUND_FOUR))
    assert scorer(model, SMALL, y) == expected
    expected = cari_score((y[:4], FOUR), (predicted[:4], FOUND_FOUR))
    assert scorer(model, SMALL[:4], y[:4]) == expected


@pytest.mark.parametrize("n_rows", [1, 2])
def test_folds_of_one_or_two_rows_are_warned_of(n_rows):
    model = known(*SMALL_FOUND, predict=sign)
    scorer = make_cocluster_scorer("cari", column_labels=FOUR)
    with pytest.warns(UserWarning, match=rf"of {n_rows} rows? only.*`cv=KFold\(5"):
        scorer(model, SMALL[:n_rows], SIX[:n_rows])


def test_rows_without_a_label_do_not_make_a_fold_larger():
    model = known(*SMALL_FOUND, predict=sign)
    scorer = make_cocluster_scorer("cari", unlabeled="drop")
    with pytest.warns(UserWarning, match="labels of 2 rows only"):
        scorer(model, SMALL[:4], [0, 1, -1, -1])


def test_a_search_that_leaves_one_row_out_warns():
    model = PredictingCocluster(4, 2)
    scorer = make_cocluster_scorer("cari")
    with pytest.warns(UserWarning, match="labels of 1 row only.*larger test folds"):
        cross_val_score(model, X[:12], ROWS[:12], scoring=scorer, cv=LeaveOneOut())


@pytest.mark.filterwarnings("error")
def test_three_rows_are_scored_without_a_warning():
    y = [0, 1, 1]
    model = known(*SMALL_FOUND, predict=sign)
    score = make_cocluster_scorer("cari")(model, SMALL[:3], y)
    assert score == cari_score(y, sign(SMALL[:3]))


PAIR = SMALL_TRUTH, SMALL_FOUND
CARI, ERROR = cari_score(*PAIR), classification_error(*PAIR)
BY_MODES, PRINTED = {"null_model": "product"}, {"normalization": "printed"}


METRICS = [
    ("cari", BY_MODES, cari_score(*PAIR, **BY_MODES)),
    (cari_score, {}, CARI),
    ("nce", PRINTED, nce_score(*PAIR, **PRINTED)),
    (partial(nce_score, **PRINTED), {}, nce_score(*PAIR, **PRINTED)),
    (classification_error, {}, -ERROR),
    (classification_error, {"greater_is_better": False}, -ERROR),
    (lambda true, pred: 3, {}, 3.0),
    (lambda true, pred, weight: weight, {"weight": 5}, 5.0),
    (lambda true, pred: np.float32(3), {"greater_is_better": False}, -3.0),
]


@pytest.mark.parametrize(("metric", "options", "expected"), METRICS)
def test_greater_is_better_whatever_the_metric(metric, options, expected):
    scorer = make_cocluster_scorer(metric, **BOTH, **options)
    assert scorer(SMALL_MODEL, SMALL) == expected


BLOCKS = dict(zip(("rows", "columns"), labels_to_biclusters(SMALL_TRUTH), strict=True))
of_blocks = partial(make_bicluster_scorer, consensus_score, **BLOCKS)


def test_biclusters_are_scored_with_any_function():
    scorer, y = of_blocks(), BLOCKS["rows"].T
    found = labels_to_biclusters(SMALL_FOUND)
    expected = consensus_score(tuple(BLOCKS.values()), found)
    assert scorer(SMALL_MODEL, SMALL) == scorer(SMALL_MODEL, SMALL, y) == expected
    assert scorer(SMALL_MODEL, SMALL, sparse.csr_array(y)) == expected
    transposed = known(*SMALL_FOUND, transpose=True)
    assert of_blocks(transpose=True)(transposed, SMALL) == expected
    with pytest.raises(ValueError, match="labeled 4 rows, `X` has 6"):
        scorer(transposed, SMALL)


# --- as scikit-learn uses them ----------------------------------------------------


TEXTS = {
    "cari, null_model='product'; better: higher)": get_scorer(
        "cari", null_model="product", **BOTH
    ),
    "classification_error; better: lower, negated)": make_cocluster_scorer(
        classification_error, **BOTH
    ),
    "rows only: enmi; better: higher)": get_scorer("enmi", row_labels=SIX),
    "consensus_score; better: higher)": of_blocks(),
    "bicluster_csi; better: higher)": make_bicluster_scorer(
        partial(bicluster_similarity_score, metric="bicluster_csi"), **BLOCKS
    ),
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_of_a_scorer_has_metric_options_and_direction_only(text):
    assert repr(TEXTS[text]).partition("(")[2] == text


# --- refusals ---------------------------------------------------------------------

ALIKE, TURNED = SMALL_MODEL, known(*SMALL_FOUND, transpose=True)
FEWER = {**BOTH, "column_labels": [0, 1, 1]}
PART, COLUMNS_ONLY = known(FOUND_SIX, [0, 1]), {"column_labels": FOUR}
SEES = known(*SMALL_FOUND, predict=sign)
REFUSED_CALLS = {
    "fitted on a part": (BOTH, known([0, 1], FOUND_FOUR), None, "has labeled 2 rows"),
    "transposes": (BOTH, TURNED, None, "4 rows, `X` has 6; .* transposes its .*`tr"),
    "other columns": (FEWER, ALIKE, None, "`column_labels` has 3 columns, `X` has 4"),
    "fitted on other columns": (
        BOTH,
        PART,
        None,
        "labeled 2 columns, but `column_label",
    ),
    "no predict": ({}, ALIKE, SIX, "has no `predict`.*row_labels=.*WholeDa.*Inductive"),
    "no rows": (COLUMNS_ONLY, SEES, None, "has no `row_labels`, and no `y` was passed"),
    "no co-clusterer": (BOTH, KMeans(2), None, "KMeans without `row_labels_`"),
}


@pytest.mark.parametrize(
    ("bound", "estimator", "y", "message"), REFUSED_CALLS.values(), ids=REFUSED_CALLS
)
def test_labels_of_other_rows_or_columns_are_refused(bound, estimator, y, message):
    scorer = make_cocluster_scorer("cari", **bound)
    with pytest.raises((ValueError, TypeError), match=message):
        scorer(estimator.fit(SMALL), SMALL, y)


PARTLY_LABELED = [np.nan, 0, 0, 1, 1, 1]
FITTED_WITHOUT_A_LABEL = [
    ("row_labels_", {"row_labels_": PARTLY_LABELED, "column_labels_": FOUR}, BOTH),
    ("labels_", {"labels_": PARTLY_LABELED}, {"row_labels": SIX}),
    (
        "column_labels_",
        {"row_labels_": FOUR, "column_labels_": PARTLY_LABELED},
        {**BOTH, "transpose": True},
    ),
    (
        "row_labels_",
        {"row_labels_": PARTLY_LABELED[:4], "column_labels_": SIX},
        {**BOTH, "transpose": True},
    ),
    (
        "row_labels_",
        {"row_labels_": PARTLY_LABELED[:4], "column_labels_": SIX},
        {"labels": (None, FOUR), "transpose": True},
    ),
]


@pytest.mark.parametrize(("attribute", "fitted", "options"), FITTED_WITHOUT_A_LABEL)
def test_an_error_names_the_attribute_with_the_missing_label(
    attribute, fitted, options
):
    scorer = make_cocluster_scorer("cari", **options)
    with pytest.raises(ValueError, match=f"`{attribute}` contains NaN"):
        scorer(Fitted(**fitted), SMALL)


NOT_MADE = [
    (None, {}, "name of an index or a function of two structures, got NoneType"),
    ("cari", {"greater_is_better": False}, "for 'cari', higher values are better"),
    (classification_error, {"greater_is_better": True}, "contradicts the metric"),
    ("cari", {"null_model": "rows"}, "`null_model` must be one of"),
    (lambda labels: 0.0, {}, "<lambda> cannot be called with two structures"),
    (partial(nce_score, normalization="none"), {}, "`normalization` must be one"),
    ("cari", {"row_labels": [0, np.nan]}, "`row_labels` contains NaN"),
    ("cari", {"column_labels": [None]}, "`column_labels` contains None"),
    ("cari", {"column_labels": {}}, "is an empty mapping"),
    ("cari", {"column_labels": {"a": None}}, "contains None"),
]


@pytest.mark.parametrize(("metric", "options", "message"), NOT_MADE)
def test_scorers_that_could_not_score_are_not_made(metric, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make_cocluster_scorer(metric, **options)


@pytest.mark.parametrize("name", ["", None, 3])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(ValueError, match=re.escape(f"got {name!r}")):
        get_scorer(name, row_labels=SIX)


def test_biclusters_of_other_rows_are_refused():
    scorer = of_blocks()
    for X, y, message in (
        (SMALL, BLOCKS["rows"][::-1].T, "`y` differs from the transposed `rows`"),
        (SMALL[:3], None, "the truth of 6 rows, `X` has 3"),
        (SMALL[:, :3], None, "`columns` has 4 columns, `X` has 3"),
    ):
        with pytest.raises(ValueError, match=message):
            scorer(SMALL_MODEL, X, y)
    with pytest.raises(ValueError, match="labeled 3 columns, but `columns` has 4"):
        scorer(known(FOUND_SIX, FOUND_FOUR[:3]), SMALL)
    with pytest.raises(ValueError, match="must contain 0 and 1 only"):
        of_blocks(rows=2 * BLOCKS["rows"])


def test_a_distance_of_0_makes_a_score_of_0_without_a_sign():
    scorer = make_cocluster_scorer("classification_error", **TRUTH)
    assert str(scorer(KMeansCocluster().fit(X), X)) == "0.0"


def my_error(labels_true, labels_pred):
    return 0.25


@pytest.mark.parametrize(
    ("metrics", "key"),
    [(["cari", my_error], "neg_my_error"), ({"c": "cari", "my_error": my_error}, None)],
)
def test_several_metrics_take_a_direction_by_name(metrics, key):
    scorer = make_cocluster_scorer(
        metrics, row_labels=[0, 0, 1], greater_is_better={"my_error": False}
    )
    scores = scorer(Fitted(row_labels_=[0, 0, 1], column_labels_=[0]), np.ones((3, 1)))
    assert scores[key or "my_error"] == -0.25


def test_directions_of_another_form_are_refused():
    with pytest.raises(TypeError, match="must be a mapping from names"):
        make_cocluster_scorer(["cari"], row_labels=[0, 1], greater_is_better=True)
    with pytest.raises(
        TypeError, match="must be True or False if there is a single metric"
    ):
        make_cocluster_scorer("cari", row_labels=[0, 1], greater_is_better={"a": True})
    with pytest.raises(ValueError, match="`greater_is_better` must be one of 'cari'"):
        make_cocluster_scorer(["cari"], row_labels=[0, 1], greater_is_better={"a": 1})


def test_a_search_by_biclusters_says_that_y_is_left_out_of_the_fit():
    X, rows, columns = make_biclusters((12, 8), 2, random_state=0)
    search = GridSearchCV(
        SpectralCoclustering(2, random_state=0),
        {},
        scoring=make_bicluster_scorer("rnia_distance", rows=rows, columns=columns),
        cv=WholeDataSplit(),
        error_score="raise",
    )
    with pytest.raises(
        ValueError, match="already has the true biclusters, so leave `y` out"
    ):
        search.fit(X, rows.argmax(axis=0))
    with pytest.raises(ValueError, match="`y` differs from the transposed `rows`") as e:
        search.fit(X, ~rows.T)
    assert "row_labels" not in str(e.value)


def test_an_estimator_of_three_modes_is_met_with_the_truth_of_three():
    labels = [np.array([0, 0, 1]), np.array([0, 1]), np.array([0, 1])]
    model = Fitted(labels_=labels)
    X = np.ones((3, 2, 2))
    with pytest.raises(NotFittedError, match=r"3 modes.*`labels=\(y, None, None\)`"):
        make_cocluster_scorer("cari", row_labels=labels[0])(model, X)
    scorer = make_cocluster_scorer("cari", labels=(labels[0], None, None))
    assert scorer(model, X) == 1.0
    with pytest.raises(TypeError, match=r"3 modes.*pass the truth as `\(y, None, None"):
        cari_score(labels[0], model)
    assert cari_score((labels[0], None, None), model) == 1.0


def test_labels_under_names_of_no_mode_are_read_by_an_accessor():
    model = Fitted(a_=[0, 0, 1], b_=[0, 1], c_=[0, 1])
    truth = ([0, 0, 1], [0, 1], [0, 1])
    with pytest.raises(
        NotFittedError, match=r"`coclustering_of\(..., accessor=\(row_attribute"
    ):
        cari_score(truth, model)
    accessor = ("a_", "b_", "c_")
    assert cari_score(truth, coclustering_of(model, accessor=accessor)) == 1.0


TRUE_ROWS = [0, 0, 1]
TRUE_COLUMNS = [0, 1]
ROUTED = {
    "labels of the columns": (
        make_cocluster_scorer("cari", row_labels=TRUE_ROWS),
        "column_labels",
        "Pass `column_labels=column_labels` to `make_cocluster_scorer` instead.",
    ),
    "weights": (
        make_cocluster_scorer("cari", row_labels=TRUE_ROWS),
        "sample_weight",
        "Pass `sample_weight=sample_weight` to `make_cocluster_scorer` instead; if `y` "
        "has the true labels, pass `sample_weight='balanced'`.",
    ),
    "groups": (
        make_cocluster_scorer("cari", row_labels=TRUE_ROWS),
        "groups",
        "so pass `groups` to `fit` of the search or to `cross_validate`, and request "
        "nothing for the scorer.",
    ),
    "weights of a scorer without weights": (
        get_scorer("modularity"),
        "sample_weight",
        "Leave out `sample_weight`, which `get_scorer` does not take, either.",
    ),
}


@pytest.mark.parametrize("case", ROUTED)
def test_routed_metadata_are_refused_with_the_cure_of_their_own(case):
    scorer, keyword, cure = ROUTED[case]
    model = Fitted(row_labels_=TRUE_ROWS, column_labels_=TRUE_COLUMNS)
    for refused in (
        lambda: scorer.set_score_request(**{keyword: True}),
        lambda: scorer(model, np.ones((3, 2)), **{keyword: TRUE_COLUMNS}),
    ):
        with pytest.raises(TypeError, match=f"takes no .'{keyword}'.*") as error:
            refused()
        assert str(error.value).partition("scikit-learn. ")[2].endswith(cure)
