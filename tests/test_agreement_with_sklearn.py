"""Equality with scikit-learn on samples, on the expanded cells, and on the modes."""

from math import isclose

import pytest
from sklearn.metrics import (
    adjusted_rand_score,
    mutual_info_score,
    normalized_mutual_info_score,
)
from strategies import flat, random_pairs

from sklearn_cocluster_metrics import cari_score, comi_score, conmi_score

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
