"""Equality with scikit-learn on samples, on the expanded cells, and on the modes."""

from math import fsum, isclose

import pytest
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    mutual_info_score,
    normalized_mutual_info_score,
)
from strategies import flat, random_pairs

from sklearn_cocluster_metrics import (
    cari_score,
    coami_score,
    comi_score,
    conmi_score,
    enmi_score,
)

SAME = {
    "adjusted_rand": (cari_score, adjusted_rand_score, {}),
    "mutual_info": (comi_score, mutual_info_score, {}),
    "normalized": (
        conmi_score,
        normalized_mutual_info_score,
        {"average_method": "max"},
    ),
}


@pytest.mark.parametrize(
    ("n_pairs", "n_modes", "largest"), [(400, 1, 40), (150, 2, 9), (60, 3, 5)]
)
@pytest.mark.parametrize(("ours", "theirs", "options"), SAME.values(), ids=SAME)
def test_values_on_samples_and_on_cells_are_those_of_scikit_learn(
    ours, theirs, options, n_pairs, n_modes, largest
):
    for true, pred in random_pairs(n_pairs, n_modes, largest, seed=n_modes):
        expected = theirs(flat(list_of(true)), flat(list_of(pred)), **options)
        found = ours(true, pred, **options)
        assert isclose(found, expected, rel_tol=1e-11, abs_tol=1e-14)


def list_of(labels):
    """Labels with Python integers, which hash fast."""
    if isinstance(labels, tuple):
        return tuple(side.tolist() for side in labels)
    return labels.tolist()


@pytest.mark.parametrize("average_method", ["min", "geometric", "arithmetic", "max"])
def test_enmi_is_the_sum_of_what_scikit_learn_says_of_the_modes(average_method):
    for true, pred in random_pairs(60, 2, 40, seed=5):
        expected = sum(
            normalized_mutual_info_score(one, other, average_method=average_method)
            for one, other in zip(true, pred, strict=True)
        )
        found = enmi_score(true, pred, average_method=average_method)
        assert isclose(found, expected, rel_tol=1e-11, abs_tol=1e-14)


def is_all_singletons(labels):
    """Whether no two items are together."""
    return len(set(labels.tolist())) == len(labels)


@pytest.mark.parametrize("average_method", ["min", "geometric", "arithmetic", "max"])
def test_coami_of_clusterings_is_the_adjusted_information_of_scikit_learn(
    average_method,
):
    n_compared = 0
    for true, pred in random_pairs(200, 1, 40, seed=6):
        expected = adjusted_mutual_info_score(true, pred, average_method=average_method)
        found = coami_score(true, pred, average_method=average_method)
        if average_method == "min" and (
            is_all_singletons(true) != is_all_singletons(pred)
        ):
            # 0/0: every permutation has the least entropy as its mutual information.
            # scikit-learn divides one rounding error by another.
            assert found == 0.0
            continue
        if is_all_singletons(true) and is_all_singletons(pred):
            # Equal, so 1, as newer scikit-learn says; 1.6 says 0.
            assert found == 1.0
            continue
        n_compared += 1
        assert isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)
    assert n_compared > 120


@pytest.mark.parametrize("n_samples", [3, 4, 6, 7, 30])
def test_scikit_learn_has_no_one_value_for_singletons_by_the_least_entropy(n_samples):
    singletons, halves = list(range(n_samples)), [i % 2 for i in range(n_samples)]
    theirs = adjusted_mutual_info_score(halves, singletons, average_method="min")
    assert theirs != 0.0
    assert coami_score(halves, singletons, average_method="min") == 0.0


def expected_information(true, pred):
    """EMI of two clusterings, from what scikit-learn says of them.

    AMI = (MI - E) / (max(H) - E), solved for E.
    """
    mutual = mutual_info_score(true, pred)
    top = max(mutual_info_score(side, side) for side in (true, pred))
    adjusted = adjusted_mutual_info_score(true, pred, average_method="max")
    return (mutual - adjusted * top) / (1 - adjusted)


def test_coami_adds_the_expectations_of_the_modes():
    n_compared = 0
    for true, pred in random_pairs(60, 2, 30, seed=7):
        modes = list(zip(true, pred, strict=True))
        if any(
            adjusted_mutual_info_score(*mode, average_method="max") > 0.9
            for mode in modes
        ):
            continue  # E cannot be told from 1
        n_compared += 1
        expected = fsum(expected_information(*mode) for mode in modes)
        mutual = fsum(mutual_info_score(*mode) for mode in modes)
        top = max(
            fsum(mutual_info_score(mode[side], mode[side]) for mode in modes)
            for side in (0, 1)
        )
        found = coami_score(true, pred)
        if top - expected < 1e-9:
            assert found == 0.0
            continue
        adjusted = (mutual - expected) / (top - expected)
        assert isclose(found, adjusted, rel_tol=1e-8, abs_tol=1e-10)
    assert n_compared > 20
