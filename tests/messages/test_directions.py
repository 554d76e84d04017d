"""Whether higher or lower values of a user's own function are better."""

import numpy as np
import pytest
from sklearn.cluster import SpectralCoclustering

import sklearn_cocluster_metrics as sccm

TRUE = ([0, 0, 1, 1], [0, 0, 1])
PRED = ([0, 1, 1, 1], [0, 0, 1])
NAMES = ["my_error", "error", "loss", "a distance", "0-1 loss", "MISS_LOSS"]


def miss(true, pred):
    """Count the rows with another label: lower is better."""
    return float(np.sum(np.asarray(true[0]) != np.asarray(pred[0])))


def error(true, pred):
    """Count as `miss` does."""
    return miss(true, pred)


def _compare(metrics, **options):
    return sccm.compare({"a": PRED}, {"d": (None, TRUE)}, metrics, **options)


def _report(metrics, **options):
    return sccm.coclustering_report(
        TRUE, PRED, metrics=metrics, inference=False, **options
    )


def _scorer(metrics, **options):
    rows, columns = TRUE
    return sccm.make_cocluster_scorer(
        metrics, row_labels=rows, column_labels=columns, **options
    )


CALLS = [_compare, _report, _scorer]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("call", CALLS)
def test_a_key_named_like_an_error_needs_a_direction(call, name):
    with pytest.raises(ValueError, match=r"pass `greater_is_better=\{.*: False\}`"):
        call({name: miss})


@pytest.mark.parametrize("call", CALLS)
def test_the_direction_that_the_error_asks_for_is_taken(call):
    call({"my_error": miss}, greater_is_better={"my_error": False})
    call([error], greater_is_better={"error": False})


@pytest.mark.parametrize("call", CALLS)
def test_an_index_keeps_its_direction_under_any_key(call):
    call({"my_error": "cari", "loss": sccm.nce_score})


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", ["terror", "errors_avoided", "lossless", "glossy"])
def test_other_keys_count_as_higher_is_better(call, name):
    call({name: miss})


def test_a_function_with_the_bare_word_as_name_needs_a_direction():
    with pytest.raises(ValueError, match="The metric error is named like one"):
        sccm.permutation_test(TRUE, PRED, error, n_draws=9)


def test_a_scorer_of_several_negates_those_of_which_lower_is_better():
    X = np.kron(np.eye(2), np.ones((5, 4))) + 0.1
    model = SpectralCoclustering(2, random_state=0).fit(X)
    scorer = sccm.make_cocluster_scorer(
        {"n_rows": lambda true, pred: len(true[0]), "cost": lambda true, pred: 3},
        labels=(model.row_labels_, model.column_labels_),
        greater_is_better={"cost": False},
    )
    assert scorer(model, X) == {"n_rows": 10.0, "cost": -3.0}
    assert "cost: lower, negated" in repr(scorer)


def test_one_direction_for_several_metrics_is_refused():
    with pytest.raises(TypeError, match=r"such as `greater_is_better=\{'a': True\}`"):
        _scorer({"a": miss, "b": miss}, greater_is_better=False)


def test_a_display_without_a_direction_needs_none():
    pytest.importorskip("matplotlib")
    sccm.BaselineDisplay.from_metrics(
        TRUE, {"my_error": miss}, n_clusters=[2], n_draws=3
    )
