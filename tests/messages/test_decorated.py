"""An index inside a decorator is a user's function, whose values the decorator made."""

from functools import partial, wraps

import numpy as np
import pandas as pd
import pytest

import sklearn_cocluster_metrics as sccm

TRUE = ([0, 0, 0, 0, 1, 1, 1, 1] * 3, [0, 0, 0, 1, 1, 1] * 2)
PRED = ([0, 0, 0, 1, 1, 1, 1, 0] * 3, [0, 0, 0, 1, 1, 1] * 2)
SHIFTED = ([0, 1, 0, 1, 1, 0, 1, 1] * 3, [0, 0, 1, 1, 1, 1] * 2)


@wraps(sccm.cari_score)
def negated(true, pred, **options):
    return -sccm.cari_score(true, pred, **options)


@wraps(sccm.variation_of_information)
def rounded_vi(true, pred):
    return round(sccm.variation_of_information(true, pred), 3)


COUNTING = [
    ("score_interval", (TRUE, PRED)),
    ("compare_scores", (TRUE, PRED, SHIFTED)),
    ("critical_value", ([5, 5], [5, 5])),
]


@pytest.mark.parametrize(("name", "arguments"), COUNTING)
@pytest.mark.parametrize(
    "metric", [negated, partial(negated, null_model="cells")], ids=["plain", "partial"]
)
def test_functions_that_compute_from_counts_refuse_a_decorated_index(
    name, arguments, metric
):
    message = rf"'cari' inside a decorator.*`{name}` .* pass .*, `metric='cari'`"
    with pytest.raises(TypeError, match=message):
        getattr(sccm, name)(*arguments, metric)


@pytest.mark.parametrize(("name", "arguments"), COUNTING)
def test_functions_that_compute_from_counts_take_the_index_in_a_partial(
    name, arguments
):
    getattr(sccm, name)(*arguments, partial(sccm.cari_score, null_model="product"))


def test_the_decorated_values_are_tested():
    found = sccm.permutation_test(
        TRUE, PRED, negated, greater_is_better=False, n_draws=99, random_state=0
    )
    assert found.statistic == -sccm.cari_score(TRUE, PRED)
    assert found.pvalue == 0.01


def test_the_direction_of_a_decorated_index_can_be_said():
    found = sccm.pairwise_scores(
        {"a": TRUE, "b": PRED, "c": SHIFTED}, negated, greater_is_better=False
    )
    assert not found.greater_is_better


CALLS = {
    "compare": lambda metric: sccm.compare({"a": PRED}, {"d": (None, TRUE)}, [metric]),
    "report": lambda metric: sccm.coclustering_report(TRUE, PRED, metrics=[metric]),
    "pairwise": lambda metric: sccm.pairwise_scores({"a": TRUE, "b": PRED}, metric),
    "permutation": lambda metric: sccm.permutation_test(TRUE, PRED, metric, n_draws=9),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_decorator_that_makes_a_score_a_loss_is_noticed(call):
    with pytest.raises(ValueError, match="lower values seem to be better"):
        call(negated)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_decorated_distance_needs_its_direction(call):
    message = r"'variation_of_information' inside a decorator.*greater_is_better="
    with pytest.raises(ValueError, match=message):
        call(rounded_vi)


def test_names_are_matched_before_a_decorator_drops_them():
    true = pd.Series([0, 0, 1, 1], index=list("abcd"))
    pred = pd.Series([1, 0, 0, 1], index=list("dbac"))

    @wraps(sccm.cari_score)
    def of_arrays(true, pred):
        return sccm.cari_score(np.asarray(true), np.asarray(pred))

    found = sccm.pairwise_scores({"a": true, "b": pred}, of_arrays)
    assert found.scores[0, 1] == 1


def test_an_option_inside_a_decorator_selects_the_index_in_its_header():
    inner = partial(sccm.pair_counting_score, metric="jaccard")

    @wraps(inner)
    def halved(true, pred):
        return inner(true, pred) / 2

    found = sccm.pairwise_scores({"a": [0, 0, 1], "b": [0, 1, 1]}, halved)
    assert found.metric == "decorated Jaccard"
