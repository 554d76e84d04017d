"""Section 4 of Robert, Vasseur and Brault: the numbers and claims, at reduced size."""

from fractions import Fraction
from math import isclose

import numpy as np
import pytest

from sklearn_cocluster_metrics import cari_score, conmi_score, enmi_score, nce_score
from sklearn_cocluster_metrics.datasets import perturb_coclustering
from sklearn_cocluster_metrics.tables import ContingencyTable, score_from_tables

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


@pytest.fixture(scope="module")
def simulated():
    """States of Figure 6: 50 x 100 cells, six numbers of blocks, 8 states each."""
    generator = np.random.RandomState(0)
    states = []
    for n_clusters in [(2, 2), (2, 4), (3, 3), (5, 2), (5, 5), (8, 8)]:
        true = tuple(
            generator.randint(number, size=length)
            for number, length in zip(n_clusters, (100, 50), strict=True)
        )
        n_moves = [10, 25, 50, 75, 100, 150, 200, 300]
        for pred in perturb_coclustering(true, n_moves, random_state=generator):
            states.append((true, pred, n_clusters))
    return states


def test_cari_is_more_penalizing_than_nce_in_every_simulated_state(simulated):
    for true, pred, _ in simulated:
        assert cari_score(true, pred) < nce_score(true, pred)


def test_cari_varies_less_than_the_information_indices_at_similar_nce(simulated):
    """Standard deviation around a parabola in NCE."""
    nce = np.array([nce_score(true, pred) for true, pred, _ in simulated])

    def spread(function):
        values = np.array([function(true, pred) for true, pred, _ in simulated])
        curve = np.polynomial.Polynomial.fit(nce, values, 2)
        return np.std(values - curve(nce))

    of_cari = spread(cari_score)
    assert 2 * of_cari < spread(conmi_score)
    assert 2 * of_cari < spread(lambda true, pred: enmi_score(true, pred) / 2)


def test_minimum_of_cari_does_not_tend_to_0_as_table_5_and_conjecture_3_3_say():
    limit = Fraction(-103261, 1376739)
    previous = 1.0
    for m in (10, 100, 1000, 10_000):
        table = ContingencyTable([[0, m], [m, 8 * m]], [0, 1], [0, 1])
        found = score_from_tables([table, table], "cari")
        n_cells = (10 * m) ** 2
        bound = -8 / (3 * n_cells - 8)  # of the conjecture, with 2 x 2 blocks
        assert found < -0.07 < bound
        assert abs(found - limit) < previous
        previous = abs(found - limit)
    assert previous < 1e-8


def test_nce_is_not_0_at_independence_as_corollary_3_7_says():
    table = ContingencyTable([[81, 9], [9, 1]], [0, 1], [0, 1])
    assert score_from_tables([table, table], "conmi") == 0.0
    error = score_from_tables([table, table], "classification_error")
    assert isclose(error, 1 - 0.82**2, rel_tol=1e-12)  # .3276
    nce = score_from_tables([table, table], "nce")
    assert isclose(nce, 1 - error / 0.75, rel_tol=1e-12)  # .563
