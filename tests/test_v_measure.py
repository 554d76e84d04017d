"""Homogeneity, completeness, V-measure and BCubed, against slow definitions."""

import math

import pytest
import sklearn.metrics
from hypothesis import given
from strategies import (
    clusters_of,
    cocluster_pairs,
    entropy,
    flat,
    partition_pairs,
    random_pairs,
)

from sklearn_cocluster_metrics import (
    bcubed_precision_recall_fscore,
    conmi_score,
    f_measure_score,
    homogeneity_completeness_v_measure,
    permutation_test,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS


def close(value, expected):
    return value == pytest.approx(expected, abs=1e-12)


def share_known(labels, given_labels):
    """One minus the entropy of labels given others, as a fraction of their entropy."""
    whole = entropy(labels)
    if len(set(labels)) == 1:
        return 1.0
    left = entropy([*zip(labels, given_labels, strict=True)]) - entropy(given_labels)
    return 1 - left / whole


@pytest.mark.parametrize("beta", [0.2, 1.0, 3.0])
def test_clusterings_have_the_values_of_scikit_learn(beta):
    pairs = random_pairs(300, 1, 40, seed=3)
    for true, pred in pairs:
        expected = sklearn.metrics.homogeneity_completeness_v_measure(
            true, pred, beta=beta
        )
        assert close(
            homogeneity_completeness_v_measure(true, pred, beta=beta), expected
        )


@given(pair=cocluster_pairs())
def test_coclusterings_have_those_of_their_cells(pair):
    true, pred = map(flat, pair)
    h, c, v = homogeneity_completeness_v_measure(*pair)
    assert h == pytest.approx(share_known(true, pred), abs=1e-9)
    assert c == pytest.approx(share_known(pred, true), abs=1e-9)
    assert v == pytest.approx(2 * h * c / (h + c) if h and c else 0, abs=1e-12)
    if min(len(set(true)), len(set(pred))) > 1:
        assert close(v, conmi_score(*pair, average_method="arithmetic"))


# The cases of scikit-learn's tests


def test_beta_weighs_completeness():
    true, pred = [0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 2, 2]
    h, c, v = homogeneity_completeness_v_measure(true, pred, beta=0.2)
    assert close(v, 1.2 * h * c / (0.2 * h + c))
    for beta, limit in ((0, h), (1e308, c)):
        assert close(
            homogeneity_completeness_v_measure(true, pred, beta=beta)[2], limit
        )
    for function in (
        homogeneity_completeness_v_measure,
        bcubed_precision_recall_fscore,
    ):
        for beta, error in ((-1, ValueError), (math.nan, ValueError), ("1", TypeError)):
            with pytest.raises(error, match="`beta` must be"):
                function(true, pred, beta=beta)


def test_each_of_the_three_is_an_index_by_name():
    pair = ([0, 0, 1, 1, 2], [0, 0, 1]), ([0, 1, 1, 1, 2], [0, 1, 1])
    three = homogeneity_completeness_v_measure(*pair)
    for name, value in zip(
        ("homogeneity", "completeness", "v_measure"), three, strict=True
    ):
        assert CONTRACTS[name](*pair) == value
        assert permutation_test(*pair, name, n_permutations=9, random_state=0)
    assert CONTRACTS["v_measure"](*pair, beta=2) != three[2]


def test_the_function_itself_is_refused_as_a_metric():
    with pytest.raises(TypeError, match="must return a number"):
        permutation_test([0, 0, 1], [0, 1, 1], homogeneity_completeness_v_measure)


def best_f(true, pred):
    """Mean over the samples of the best F of their true cluster."""
    total = 0
    for one in clusters_of(true):
        best = max(
            2 * len({*one} & {*other}) / (len(one) + len(other))
            for other in clusters_of(pred)
        )
        total += len(one) * best
    return total / len(true)


@given(pair=partition_pairs())
def test_each_true_block_is_matched_with_its_best_f(pair):
    found = f_measure_score(*pair, matched_by="f")
    assert close(found, best_f(*map(flat, pair)))
