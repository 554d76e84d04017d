"""Equality with scikit-learn on samples, on the expanded cells, and on the modes."""

from functools import partial
from math import isclose

import pytest
from sklearn.metrics import (
    adjusted_rand_score,
    mutual_info_score,
    normalized_mutual_info_score,
)
from strategies import as_lists, flat, modes_of, random_pairs

from sklearn_cocluster_metrics import cari_score, comi_score, conmi_score

SAME = [
    (cari_score, adjusted_rand_score),
    (comi_score, mutual_info_score),
    (conmi_score, partial(normalized_mutual_info_score, average_method="max")),
]


@pytest.mark.parametrize(
    ("n_pairs", "n_modes", "largest"), [(400, 1, 40), (150, 2, 9), (60, 3, 5)]
)
@pytest.mark.parametrize(("ours", "theirs"), SAME)
def test_values_on_samples_and_on_cells_are_those_of_scikit_learn(
    ours, theirs, n_pairs, n_modes, largest
):
    for pair in random_pairs(n_pairs, n_modes, largest, seed=n_modes):
        expected = theirs(*(flat(as_lists(modes_of(side))) for side in pair))
        assert isclose(ours(*pair), expected, rel_tol=1e-11, abs_tol=1e-14)
