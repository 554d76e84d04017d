"""Equality with scikit-learn on samples, on the expanded cells, and on the modes."""

from math import isclose

import pytest
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    mutual_info_score,
    normalized_mutual_info_score,
)
from strategies import flat, random_pairs

from sklearn_cocluster_metrics import cari_score, coami_score, comi_score, conmi_score

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
