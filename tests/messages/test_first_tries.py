"""What a new user tries first, and what the errors answer."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

import sklearn_cocluster_metrics as sccm

ROWS, COLUMNS = [0, 0, 1, 1], [0, 0, 1]
TRUE = (ROWS, COLUMNS)
PRED = ([0, 1, 1, 1], COLUMNS)
SOFT = np.array([[0.5, 0.5], [0.2, 0.8], [1, 0], [0, 1]])


@pytest.mark.parametrize("order", ["tmu", "mtu", "mut", "utm"])
@pytest.mark.parametrize("metric", ["cari", lambda true, pred: 1.0])
def test_pairs_of_rows_and_of_cells_are_not_mixed(order, metric):
    structures = {"t": (ROWS, None), "m": PRED, "u": TRUE}
    with pytest.raises(ValueError, match="must have labels of the same kind"):
        sccm.pairwise_scores({name: structures[name] for name in order}, metric)


def test_pairs_of_rows_alone_are_compared():
    scores = sccm.pairwise_scores({"t": (ROWS, None), "m": (PRED[0], None)}, "cari")
    assert scores.scores[0, 1] == sccm.cari_score(ROWS, PRED[0])


@pytest.mark.parametrize(("greater", "better"), [(True, "higher"), (False, "lower")])
def test_a_test_shows_the_direction_of_the_metric(greater, better):
    result = sccm.permutation_test(
        TRUE, PRED, lambda true, pred: 1.0, n_draws=9, greater_is_better=greater
    )
    assert f"better={better!r}" in repr(result)
    assert result.to_frame()["greater_is_better"].tolist() == [greater]


@pytest.mark.parametrize("pred", [None, object(), 3])
def test_an_object_without_labels_is_no_coclustering(pred):
    with pytest.raises(TypeError, match=r"`labels_pred` must be.*`coclustering_of\("):
        sccm.cari_score(TRUE, pred)


@pytest.mark.parametrize(
    "function",
    [
        lambda metric: sccm.permutation_test(TRUE, PRED, metric, n_draws=9),
        lambda metric: sccm.adjusted_for_chance(TRUE, PRED, metric, n_draws=9),
        lambda metric: sccm.pairwise_scores({"a": TRUE, "b": PRED}, metric),
    ],
)
def test_functions_of_sklearn_are_answered_with_their_extension(function):
    with pytest.raises(ValueError, match="Pass 'cari', which extends it"):
        function(adjusted_rand_score)
    with pytest.raises(ValueError, match=r"plain clusterings, not co-cl.*conmi_score"):
        function(normalized_mutual_info_score)


def test_functions_of_sklearn_can_be_tested_on_the_rows():
    result = sccm.permutation_test((ROWS, None), PRED, adjusted_rand_score, n_draws=9)
    assert result.statistic == adjusted_rand_score(ROWS, PRED[0])


@pytest.mark.parametrize("metric", ["soft_cari", sccm.soft_cocorrelation_score])
@pytest.mark.parametrize(
    "function",
    [
        lambda metric: sccm.permutation_test(SOFT, SOFT, metric, n_draws=9),
        lambda metric: sccm.compare({"a": SOFT}, {"d": (None, SOFT)}, metric),
        lambda metric: sccm.compare({"a": SOFT}, {"d": (None, SOFT)}, [metric]),
        lambda metric: sccm.score_interval(SOFT, SOFT, metric),
        lambda metric: sccm.compare_scores(SOFT, SOFT, SOFT, metric),
        lambda metric: sccm.adjusted_for_chance(SOFT, SOFT, metric),
    ],
)
def test_soft_memberships_have_no_test(function, metric):
    with pytest.raises(
        ValueError, match="soft memberships, for which there is no test"
    ):
        function(metric)


def test_sizes_have_no_unknown_mode():
    with pytest.raises(ValueError, match="`sizes_true` has None in place of the sizes"):
        sccm.critical_value(([10, 10], None), ([10, 10], [5, 5]))


def test_a_wrong_option_is_not_taken_for_none():
    with pytest.raises(ValueError, match=r"got 'ignore'\.$"):
        sccm.permutation_test(ROWS, ROWS, unlabeled="ignore")
    with pytest.raises(ValueError, match=r"got 'none'\. Did you mean None\?$"):
        sccm.permutation_test(ROWS, ROWS, unlabeled="none")


def test_the_alternatives_of_scipy_are_explained():
    with pytest.raises(ValueError, match="one-sided, towards better values"):
        sccm.permutation_test(ROWS, ROWS, alternative="greater")


def test_all_unknown_names_are_answered_together():
    with pytest.raises(ValueError, match=r"'cary'.*'cari'.*'colorful'"):
        sccm.compare({"a": PRED}, {"d": (None, TRUE)}, ["cary", "colorful", "nce"])
