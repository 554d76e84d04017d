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
    with pytest.raises(ValueError, match=r"Pass `greater_is_better=\{.*: False\}`"):
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
    call({name: lambda true, pred: -miss(true, pred)})


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


# Functions whose values show the direction

ROWS_OF_BICLUSTERS = np.array([[1, 1, 0, 0], [0, 0, 1, 1]])
BICLUSTERS = (ROWS_OF_BICLUSTERS, np.array([[1, 1, 0], [0, 0, 1]]))
OTHER_BICLUSTERS = (
    ROWS_OF_BICLUSTERS[:, ::-1].copy(),
    np.array([[1, 0, 0], [0, 1, 1]]),
)
OTHER_BICLUSTERS[0][0, 0] = 1


def misclassification_rate(true, pred):
    """Return the share of rows with another label: lower is better."""
    return miss(true, pred) / len(true[0])


def cells_apart(true, pred):
    """Count entries that differ between indicators: lower is better."""
    return float(sum(np.sum(a != b) for a, b in zip(true, pred, strict=True)))


def standardized(true, pred):
    """Return a score that is not always greatest for equal structures."""
    return sccm.standardized_mutual_info_score(true, pred)


def _scored(metric, **options):
    X = np.kron(np.eye(2), np.ones((5, 4))) + 0.1
    model = SpectralCoclustering(2, random_state=0).fit(X)
    labels = (np.roll(model.row_labels_, 1), model.column_labels_)
    return sccm.make_cocluster_scorer(metric, labels=labels, **options)(model, X)


DIRECTED_CALLS = {
    "permutation_test": lambda metric, **options: sccm.permutation_test(
        TRUE, PRED, metric, n_draws=9, random_state=0, **options
    ),
    "pairwise_scores": lambda metric, **options: sccm.pairwise_scores(
        {"a": TRUE, "b": PRED}, metric, **options
    ),
    "scorer": _scored,
}
CALLS_BY_KEY = {
    "compare": _compare,
    "report": _report,
    "scorer": lambda metrics, **options: _scored(metrics, **options),
}


@pytest.mark.parametrize("call", DIRECTED_CALLS.values(), ids=DIRECTED_CALLS)
def test_a_function_that_is_least_for_equal_structures_needs_a_direction(call):
    message = r"is 0 for equal structures and 0\.\d+ .* Pass `greater_is_better=False`"
    with pytest.raises(ValueError, match=message):
        call(misclassification_rate)
    call(misclassification_rate, greater_is_better=False)
    call(misclassification_rate, greater_is_better=True)


@pytest.mark.parametrize("call", CALLS_BY_KEY.values(), ids=CALLS_BY_KEY)
def test_a_key_of_such_a_function_needs_a_direction(call):
    with pytest.raises(ValueError, match=r"`greater_is_better=\{'RMSE': False\}`"):
        call({"RMSE": misclassification_rate})
    call({"RMSE": misclassification_rate}, greater_is_better={"RMSE": False})


def test_the_direction_of_a_function_of_biclusters_is_seen():
    sides = (BICLUSTERS, OTHER_BICLUSTERS)
    message = "cells_apart is 0 for equal structures"
    with pytest.raises(ValueError, match=message):
        sccm.permutation_test(*sides, cells_apart, n_draws=9)
    with pytest.raises(ValueError, match=message):
        sccm.bicluster_report(*sides, metrics=[cells_apart], inference=False)
    with pytest.raises(ValueError, match=message):
        sccm.compare({"a": sides[1]}, {"d": (None, sides[0])}, [cells_apart])


def test_the_direction_of_a_function_of_overlapping_clusters_is_seen():
    sides = (BICLUSTERS[0].T, OTHER_BICLUSTERS[0].T)
    with pytest.raises(ValueError, match="cells_apart is 0 for equal structures"):
        sccm.permutation_test(*sides, cells_apart, n_draws=9)


def test_a_score_that_is_not_best_for_equal_structures_needs_no_direction():
    true, pred = [0, 0, 0, 1, 1], [0, 0, 0, 1, 2]
    result = sccm.permutation_test(true, pred, standardized, n_draws=9)
    assert result.statistic > standardized(true, true)
    assert result.greater_is_better


def test_a_function_that_fails_for_equal_structures_is_called_as_it_is():
    def score(true, pred):
        if all(map(np.array_equal, true, pred)):
            raise ZeroDivisionError
        return 1.0

    assert sccm.permutation_test(TRUE, PRED, score, n_draws=9).statistic == 1


def test_rounding_of_a_function_shows_no_direction():
    def score(true, pred):
        return 1.0 if true is pred else 1.0 + 1e-12 * miss(true, pred)

    assert sccm.permutation_test(TRUE, PRED, score, n_draws=9).statistic > 1


def test_a_loss_may_be_infinite():
    def badness(true, pred):
        return 0.0 if miss(true, pred) == 0 else np.inf

    with pytest.raises(ValueError, match="is 0 for equal structures and inf for"):
        sccm.permutation_test(TRUE, PRED, badness, n_draws=9)


def miss_rows(true, pred):
    """Count the pairs of rows that only one side has together: lower is better."""
    true, pred = (np.asarray(side[0])[:, None] for side in (true, pred))
    return float(np.sum((true == true.T) != (pred == pred.T)))


STABILITY = {
    "refit_test": lambda **direction: sccm.refit_test(
        RANDOM, DATA, RANDOM.fit(DATA), metric=miss_rows, n_refits=3, **direction
    ),
    "stability_score": lambda **direction: sccm.stability_score(
        RANDOM, DATA, metric=miss_rows, n_resamples=2, **direction
    ),
    "make_stability_scorer": lambda **direction: sccm.make_stability_scorer(
        miss_rows, n_resamples=2, **direction
    )(RANDOM, DATA),
}
DATA = np.random.default_rng(0).normal(size=(20, 6))
RANDOM = sccm.FunctionCocluster(
    lambda Z, random_state=None: (
        np.random.RandomState(random_state).randint(3, size=len(Z)),
        np.arange(Z.shape[1]) % 2,
    ),
    random_state=0,
)


@pytest.mark.parametrize("call", STABILITY.values(), ids=STABILITY)
def test_a_loss_that_compares_fits_needs_a_direction(call):
    with pytest.raises(ValueError, match=r"lower values seem.*greater_is_better=False"):
        call()


@pytest.mark.parametrize("call", STABILITY.values(), ids=STABILITY)
def test_a_loss_that_compares_fits_is_taken_with_its_direction(call):
    call(greater_is_better=False)
