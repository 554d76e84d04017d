"""Variation of information, FNMI, SMI and the expected mutual information.

Entropies are summed from their definition, permutations are written out.
"""

from decimal import Decimal, localcontext
from itertools import permutations, product

import numpy as np
import pytest
from strategies import (
    arrangements,
    cells_of,
    information,
    integer_partitions,
    labels_of,
    table_of,
)

from sklearn_cocluster_metrics import (
    expected_mutual_info,
    standardized_mutual_info_score,
)
from sklearn_cocluster_metrics.tables import score_from_tables

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


@pytest.mark.parametrize("n", [10**3, 10**7, 10**15])
def test_variation_of_nearly_equal_clusterings_keeps_its_digits(n):
    """One sample is apart: of some 1e-14 nats, twelve digits and more are right."""
    counts = [[n, 1], [0, n]]
    with localcontext(prec=60):
        shares = [Decimal(x) / (2 * n + 1) for x in (n, 1, n)]
        small, large = (Decimal(x) / (2 * n + 1) for x in (n, n + 1))
        xlogx = [share * share.ln() for share in shares]
        expected = -2 * sum(xlogx) + 2 * (small * small.ln() + large * large.ln())
    assert score_from_tables(
        table_of(counts), "variation_of_information"
    ) == pytest.approx(float(expected), rel=1e-14, abs=0)


def standardized(values, value):
    """Deviation of a value from the mean of many, in standard deviations, or 0."""
    deviation = np.std(values)
    return (value - np.mean(values)) / deviation if deviation > 1e-9 else 0.0


@pytest.mark.parametrize("n", range(1, 7))
def test_smi_is_the_deviation_from_all_permutations(n):
    rng = np.random.default_rng(n)
    for true, pred in product(integer_partitions(n), repeat=2):
        truth, found = labels_of(true), labels_of(pred)
        others = arrangements(found)
        by_chance = np.array([information(truth, other) for other in others])
        for chosen in rng.integers(len(others), size=2):
            assert standardized_mutual_info_score(
                truth, list(others[chosen])
            ) == pytest.approx(
                standardized(by_chance, by_chance[chosen]), rel=1e-10, abs=1e-10
            )


COCLUSTERINGS = [
    (([0, 0, 1], [0, 1, 1]), ([0, 1, 1], [0, 1, 1])),
    (([0, 0, 1, 2], [0, 0, 1]), ([0, 0, 1, 1], [1, 0, 1])),
    (([0, 0, 0, 1], [0, 0, 1, 1]), ([0, 0, 1, 1], [0, 0, 0, 1])),
    (([0, 0, 0, 0], [0, 0, 1]), ([0, 0, 1, 1], [0, 1, 1])),
]


@pytest.mark.parametrize(("true", "pred"), COCLUSTERINGS)
def test_smi_and_mean_of_coclusterings_are_those_of_all_permuted_modes(true, pred):
    by_chance = [
        information(cells_of(true), cells_of(modes))
        for modes in product(*map(permutations, pred))
    ]
    found = expected_mutual_info(true, pred)
    assert found == pytest.approx(np.mean(by_chance), rel=1e-13)
    expected = standardized(by_chance, information(cells_of(true), cells_of(pred)))
    found = standardized_mutual_info_score(true, pred)
    assert found == pytest.approx(expected, rel=1e-10)


def test_fixed_numbers_of_clusters_add_over_the_modes():
    true, pred = ([0, 0, 1, 2], [0, 0, 1]), ([0, 0, 1, 1], [1, 0, 1])
    of_modes = [
        expected_mutual_info(*mode, null_model="fixed_n_clusters")
        for mode in zip(true, pred, strict=True)
    ]
    assert expected_mutual_info(
        true, pred, null_model="fixed_n_clusters"
    ) == pytest.approx(sum(of_modes), rel=1e-15)


def test_free_cells_of_a_clustering_are_its_samples():
    true, pred = [0, 0, 1, 1, 2], [0, 1, 1, 1, 0]
    by_cells = expected_mutual_info(true, pred, null_model="cells")
    assert by_cells == expected_mutual_info(true, pred, null_model="product")


@pytest.mark.parametrize("value", ["permutation", None, ["product"], "cells"])
def test_a_null_model_without_a_mean_is_refused(value):
    labels = [0, 0, 1], [0, 1]
    message = r"`null_model` must be one of .* got|`null_model='cells'` is not possible"
    with pytest.raises(ValueError, match=message):
        expected_mutual_info(labels, labels, null_model=value)
