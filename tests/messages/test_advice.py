"""What messages advise exists where they say: parameters of the called function.

Every public function that takes structures or a metric is called in each wrong way.
"""

import inspect
import re
import warnings
from functools import partial

import numpy as np
import pytest
from calls import CALLS, PUBLIC, calls_with
from doubles import Fitted, KMeansCocluster
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.decomposition import PCA
from sklearn.metrics import hamming_loss
from sklearn.model_selection import GridSearchCV

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import tables

FUNCTIONS = {name: one for name, one in PUBLIC.items() if inspect.isfunction(one)}
PARAMETERS = {
    name: inspect.signature(one).parameters for name, one in FUNCTIONS.items()
}
SIDES = ("labels_true", "labels_pred", "true", "pred", "first", "second")
OF_LABELS = {name: [*filter(SIDES.__contains__, of)] for name, of in PARAMETERS.items()}
OF_LABELS = {name: sides for name, sides in OF_LABELS.items() if len(sides) > 1}
TAKES_OPTIONS = {
    name
    for name, of in PARAMETERS.items()
    if any(one.kind is one.VAR_KEYWORD for one in of.values())
}
LABELS = [0, 0, 1, 1, 2, 2]
X = np.random.default_rng(0).random((30, 20))
WRONG = {
    "missing": [0, 0, None, 1, 2, 2],
    "NaN": [0, 0, np.nan, 1, 2, 2],
    "a matrix": np.random.default_rng(0).random((6, 3)),
    "one-hot": np.eye(3)[LABELS],
    "biclusters": (np.eye(3, 6), np.eye(3, 4)),
    "an unfitted estimator": SpectralCoclustering(3),
    "a fitted estimator without labels": PCA().fit(X),
    "a class": KMeans,
    "a function": len,
    "a text": "aabbcc",
    "one label": 3,
}
KNOWN = {
    *PUBLIC,
    *("fit", "predict", "y", "X", "X.T", "labels_", "row_labels_", "column_labels_"),
    *("rows_", "columns_", "biclusters_", "__init__", "get_params", "deep"),
}
# Code that messages advise to write: its arrays are variables of the user
CODE_WITH_ARRAYS_OF_THE_USER = (
    "`labels[is_known]`",
    "`memberships[is_known]`",
)


def says_what_is_not_there(message, function):
    """Return what a message names that is neither public nor a parameter."""
    parameters = inspect.signature(function).parameters
    for code in CODE_WITH_ARRAYS_OF_THE_USER:
        message = message.replace(code, "")
    named = re.findall(r"`([a-z_]\w*)(?:\[[^`]*\])?`", message)
    passed = re.findall(r"`([a-z_]\w*)=[^`]*`", message)
    wrong = [name for name in named if name not in {*parameters, *KNOWN}]
    if not any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
        wrong += [f"{name}=" for name in passed if name not in parameters]
    return wrong


def message_of(function, *args, **options):
    """Call a function, and return the message of its error, if any."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function(*args, **options)
        except (TypeError, ValueError) as error:
            return str(error)
    return ""


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", OF_LABELS)
def test_wrong_labels_are_answered_with_what_is_there(name, wrong):
    function, sides = FUNCTIONS[name], OF_LABELS[name]
    for side in sides:
        arguments = {one: WRONG[wrong] if one == side else LABELS for one in sides}
        if "metric" in PARAMETERS[name]:
            arguments["metric"] = "adjusted_rand"
        if name == "handle_unlabeled":
            arguments["unlabeled"] = "drop"
        message = message_of(function, **arguments)
        takes_missing = name == "handle_unlabeled" and side == "labels_true"
        assert message or (takes_missing and wrong in ("missing", "NaN"))
        assert "required" not in message
        assert says_what_is_not_there(message, function) == []


@pytest.mark.parametrize("metric", ["nmi", "zzz", 3, [], {"a": 1}, KMeans, print])
@pytest.mark.parametrize("name", calls_with("metric") + calls_with("metrics"))
def test_a_wrong_metric_is_answered_with_what_is_there(name, metric):
    function = inspect.unwrap(getattr(CALLS[name], "func", CALLS[name]))
    taken = "metric" if name in calls_with("metric") else "metrics"
    message = message_of(CALLS[name], **{taken: metric})
    assert says_what_is_not_there(message, function) == []


def test_an_option_is_passed_where_it_can_be():
    advice = '`functools.partial(conmi_score, average_method="arithmetic")`'
    for call in (
        lambda metric: sccm.coclustering_report(LABELS, LABELS, metrics=metric),
        lambda metric: sccm.pairwise_scores({"a": LABELS, "b": LABELS}, metric),
    ):
        with pytest.raises(ValueError, match=re.escape(f"Did you mean {advice}?")):
            call("nmi")
        call(partial(sccm.conmi_score, average_method="arithmetic"))


def test_enough_functions_are_called():
    assert len(OF_LABELS) > 25
    assert {"permutation_test", "cari_score", "coclustering_report"} <= {*OF_LABELS}
    assert {"permutation_test", "check_index", "score_from_tables"} <= TAKES_OPTIONS


REST = {
    "score_from_tables": [tables.contingency_table(LABELS, LABELS), "cari"],
    "get_scorer": ["cari"],
}


@pytest.mark.parametrize("keyword", ["n_bootstrap", "alpha", "seed", "n_iter", "cv"])
@pytest.mark.parametrize("name", sorted(TAKES_OPTIONS))
def test_a_wrong_keyword_is_answered_with_the_parameters_of_the_function(name, keyword):
    call = partial(FUNCTIONS[name], *REST.get(name, [LABELS, LABELS]))
    message = message_of(CALLS.get(name, call), **{keyword: 3})
    makers = {"get_scorer": "cocluster", "stability_score": "stability"}
    called = f"make_{makers[name]}_scorer" if name in makers else name
    assert message.startswith(f"`{called}` has no parameter `{keyword}`")
    listed = re.search("Parameters: (.*?);", message)[1]
    own = PARAMETERS[called].values()
    own = {f"`{one.name}`" for one in own if one.kind is not one.VAR_KEYWORD}
    assert {*listed.split(", ")} == own


def test_the_direction_of_one_of_several_metrics_is_asked_for_by_name():
    options, data = {"metrics": [hamming_loss]}, {"data": (None, LABELS)}
    for call in (
        partial(sccm.compare, {"a": LABELS}, data, **options),
        partial(sccm.coclustering_report, LABELS, LABELS, **options),
    ):
        cure = r"`greater_is_better=\{'hamming_loss': False\}`"
        with pytest.raises(ValueError, match=cure):
            call()
        call(greater_is_better={"hamming_loss": False})
    with pytest.raises(ValueError, match="`greater_is_better=False`"):
        sccm.permutation_test(LABELS, LABELS, hamming_loss)


def test_rows_that_are_split_are_to_be_passed_as_y():
    rows = np.arange(30) % 2
    model = sccm.InductiveCocluster(KMeansCocluster(2, 2))
    grid = {"estimator__n_row_clusters": [2]}
    options = {"cv": 3, "error_score": "raise"}
    wrong = sccm.make_cocluster_scorer("cari", row_labels=rows)
    search = GridSearchCV(model, grid, scoring=wrong, **options)
    with pytest.raises(ValueError, match="without `row_labels`, pass them as `y`"):
        search.fit(X)
    cured = sccm.make_cocluster_scorer("cari")
    GridSearchCV(model, grid, scoring=cured, **options).fit(X, rows)


def test_a_function_in_place_of_an_estimator_is_to_be_wrapped():
    with pytest.raises(TypeError, match="in `FunctionCocluster`"):
        sccm.stability_score(lambda X: None, X)


def test_labels_in_place_of_biclusters_are_to_be_converted():
    with pytest.raises(ValueError, match=r"pass `labels_to_biclusters\(labels\)`"):
        sccm.clustering_error((LABELS, LABELS), (LABELS, LABELS))
    pair = [sccm.labels_to_biclusters((LABELS, LABELS))] * 2
    assert sccm.clustering_error(*pair) == 0


def test_labels_of_diagonal_biclusters_are_to_be_converted_with_this_structure():
    X, rows, columns = make_biclusters((30, 20), 3, random_state=0)
    labels = (rows.argmax(axis=0), columns.argmax(axis=0))
    model = SpectralCoclustering(3, random_state=0).fit(X)
    with pytest.raises(ValueError, match="add `structure='diagonal'` if row cluster k"):
        sccm.clustering_error(labels, model)
    truth = sccm.labels_to_biclusters(labels, structure="diagonal")
    assert sccm.clustering_error(truth, model) == 0


def test_a_scorer_asks_for_labels_where_it_is_made():
    labels = np.where(np.arange(30) < 3, None, np.arange(30) % 2)
    model = sccm.InductiveCocluster(KMeansCocluster(2, 2)).fit(X)
    with pytest.raises(ValueError, match="make the scorer with `unlabeled='drop'`"):
        sccm.make_cocluster_scorer("cari")(model, X, labels)
    sccm.make_cocluster_scorer("cari", unlabeled="drop")(model, X, labels)


MISSING = WRONG["missing"], LABELS
MATRIX = X[:6, :6]
MISSING_LABELS = {
    "missing": WRONG["missing"],
    "NaN": WRONG["NaN"],
    "infinity": [0, 0, np.inf, 1, 2, 2],
    "a masked list": [0, 0, np.ma.masked, 1, 2, 2],
    "a masked array": np.ma.array(LABELS, mask=np.arange(6) == 2),
}
WITH_ONE_STRUCTURE = {
    "a table": (
        tables.ContingencyTable,
        lambda labels: tables.ContingencyTable(np.ones((6, 6), int), labels, LABELS),
    ),
    "modularity": (
        sccm.modularity_score,
        lambda labels: sccm.modularity_score(MATRIX, (labels, LABELS)),
    ),
    "a function that is fitted": (
        sccm.FunctionCocluster.fit,
        lambda labels: sccm.FunctionCocluster(lambda X: (labels, LABELS)).fit(MATRIX),
    ),
    "a conversion": (
        sccm.labels_to_biclusters,
        lambda labels: sccm.labels_to_biclusters((labels, LABELS)),
    ),
    "labels of an estimator": (
        sccm.coclustering_of,
        lambda labels: sccm.coclustering_of(
            Fitted(row_labels_=labels, column_labels_=LABELS)
        ),
    ),
    "a test of refits": (
        sccm.refit_test,
        lambda labels: sccm.refit_test(KMeans(2), MATRIX, labels),
    ),
}


@pytest.mark.parametrize("labels", MISSING_LABELS.values(), ids=MISSING_LABELS)
@pytest.mark.parametrize("name", WITH_ONE_STRUCTURE)
def test_missing_labels_of_a_single_structure_are_to_be_marked(name, labels):
    function, call = WITH_ONE_STRUCTURE[name]
    message = message_of(call, labels)
    assert "Label such items -1" in message
    assert "handle_unlabeled" not in message  # it takes two structures
    assert "None in" not in message  # None would be refused, too
    assert says_what_is_not_there(message, function) == []


@pytest.mark.parametrize("labels", MISSING_LABELS.values(), ids=MISSING_LABELS)
def test_missing_labels_of_two_structures_get_the_function_that_takes_both(labels):
    for function in (sccm.cari_score, sccm.match_table):
        message = message_of(function, labels, LABELS)
        assert "through `handle_unlabeled(..., 'drop')`, or 'drop_either' if" in message


@pytest.mark.parametrize("labels", MISSING_LABELS.values(), ids=MISSING_LABELS)
@pytest.mark.parametrize("name", ["permutation_test", "score_interval"])
def test_missing_labels_get_the_parameter_of_the_function(name, labels):
    message = message_of(FUNCTIONS[name], labels, LABELS)
    assert "pass `unlabeled='drop'`" in message
    assert "handle_unlabeled" not in message


@pytest.mark.parametrize("labels", MISSING_LABELS.values(), ids=MISSING_LABELS)
def test_missing_labels_of_a_fit_are_left_out_where_the_scorer_is_made(labels):
    model = Fitted(row_labels_=labels, column_labels_=LABELS)
    scorer = sccm.make_cocluster_scorer("cari", row_labels=LABELS)
    message = message_of(scorer, model, MATRIX)
    assert "make the scorer with `unlabeled='drop'`" in message
    assert "handle_unlabeled" not in message


@pytest.mark.parametrize("groups", MISSING_LABELS.values(), ids=MISSING_LABELS)
def test_missing_groups_are_to_be_given(groups):
    message = message_of(sccm.score_interval, LABELS, LABELS, groups=groups)
    assert "Every entry needs a group" in message
    assert "label such items" not in message.casefold()


def test_a_display_asks_for_its_own_parameter():
    sides = MATRIX, (LABELS, LABELS), MISSING
    message = message_of(sccm.CoclusterDisplay, *sides)
    assert "pass `unlabeled='drop'`, or 'drop_either' if" in message
    assert says_what_is_not_there(message, sccm.CoclusterDisplay) == []
    sccm.CoclusterDisplay(*sides, unlabeled="drop_either")


def test_a_metric_of_biclusters_is_advised_only_where_it_is_taken():
    indicator = np.array([[1, 1, 0], [0, 1, 1]])
    matrices = indicator, indicator
    takes_it = partial(sccm.permutation_test, *matrices)
    assert '`metric="rnia_distance"`' in message_of(takes_it)
    refuses_it = partial(sccm.pair_counting_score, *matrices)
    assert "such as `rnia_distance`" in message_of(refuses_it, metric="rand")
    assert "rnia_distance" in message_of(refuses_it, metric="rnia_distance")
