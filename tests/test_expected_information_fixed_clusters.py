"""EMI* against exact arithmetic, and the figures of its paper."""

from decimal import Decimal, localcontext
from math import comb, fsum, log, log1p

import numpy as np
import pytest
from strategies import stirling_row

from sklearn_cocluster_metrics._laws import (
    _fixed_n_clusters as _fixed_clusters,
)
from sklearn_cocluster_metrics._laws._fixed_n_clusters import (
    expected_information_fixed_n_clusters as expected_information,
    expected_information_free_labels,
    stirling_distribution,
)
from sklearn_cocluster_metrics._laws._information_moments import entropy

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def equation_12(sizes):
    """EMI* for C = 1, ..., N: integer weights, logarithms to 60 digits."""
    n_items = sum(sizes)
    with localcontext() as context:
        context.prec = 60
        logarithm = [None, *(Decimal(k).ln() for k in range(1, n_items + 1))]

        def inner(b):
            """Sum over i and n, without the Stirling numbers; times N."""
            return sum(
                n
                * (logarithm[n] + logarithm[n_items] - logarithm[a] - logarithm[b])
                * (comb(a, n) * comb(n_items - a, b - n))
                for a in sizes
                for n in range(max(1, a + b - n_items), min(a, b) + 1)
            )

        by_size = [None, *(inner(b) for b in range(1, n_items + 1))]
        return [
            float(
                sum(
                    by_size[b] * stirling_row(n_items - b)[c - 1]
                    for b in range(1, n_items - c + 2)
                )
                / (n_items * stirling_row(n_items)[c])
            )
            for c in range(1, n_items + 1)
        ]


@pytest.mark.parametrize("n_items", [*range(2, 21), 40, 60])
def test_emi_is_equation_12_for_every_number_of_clusters(n_items):
    third = n_items // 3
    for sizes in {
        (1, n_items - 1),
        (n_items // 2, n_items - n_items // 2),
        (1,) * third + (n_items - third,),
        tuple(s for s in (1, 1, third, n_items - 2 - third) if s > 0),
    }:
        assert sum(sizes) == n_items
        for n_clusters, expected in enumerate(equation_12(sizes), start=1):
            found = expected_information(sizes, n_clusters)
            # At C = 1 the exact sum leaves a rounding error of 1e-60.
            assert found == pytest.approx(expected, rel=1e-12, abs=1e-50)


@pytest.mark.parametrize("sizes", [(1,), (5,), (2, 3), (1, 1), (10**6, 1, 7)])
def test_one_cluster_is_expected_to_tell_nothing(sizes):
    assert expected_information(sizes, 1) == 0.0


@pytest.mark.parametrize("sizes", [(1, 1), (1, 3), (4, 4, 1), (10**6, 1, 7)])
def test_singletons_tell_the_whole_entropy(sizes):
    found = expected_information(sizes, sum(sizes))
    assert found == entropy(np.array(sizes))


def test_a_million_items_do_not_depend_on_the_cutoffs():
    sizes = [10_000 + 400 * k for k in range(50)]
    sizes[-1] += 10**6 - sum(sizes)
    assert len(set(sizes)) == 50
    found = expected_information(sizes, 50)
    assert found == pytest.approx(
        expected_information(sizes, 50, tail=1e-30), rel=1e-12
    )
    assert found == pytest.approx(49 * 49 / (2 * 10**6), rel=1e-3)  # chi-squared limit


@pytest.mark.parametrize("n_clusters", [2, 3, 50, 10**5, 5 * 10**5, 10**6 - 1])
def test_one_item_apart_from_a_million_does_not_depend_on_the_cutoffs(n_clusters):
    sizes = (1, 10**6 - 1)
    found = expected_information(sizes, n_clusters)
    tightened = expected_information(sizes, n_clusters, tail=1e-30)
    assert found == pytest.approx(tightened, rel=1e-12)
    # Only the size b of the cluster with the one item matters.
    cluster = stirling_distribution(10**6, n_clusters)
    values = [
        probability
        * (n_clusters * b / 10**6)
        * (
            log(10**6 / b)
            + ((b - 1) * log1p(-1 / b) if b > 1 else 0.0)
            - (10**6 - 1) * log1p(-1 / 10**6)
        )
        / 10**6
        for b, probability in zip(
            cluster.support.tolist(), cluster.probabilities, strict=True
        )
    ]
    assert found == pytest.approx(fsum(values), rel=1e-11)


LARGE_CLUSTERS = [
    ([500, 500], 2),
    ([990, 10], 2),
    ([700, 300], 10),
    (list(range(1, 60)), 7),
    ([5000] * 20, 50),
    ([1] * 3000, 3),
    ([100_000, 1, 1], 20),
]


@pytest.mark.parametrize(("sizes", "n_clusters"), LARGE_CLUSTERS)
def test_independent_labels_agree_with_the_sum_over_cluster_sizes(
    monkeypatch, sizes, n_clusters
):
    categories, repeats = np.unique(sizes, return_counts=True)
    found = expected_information_free_labels(categories, repeats, n_clusters, 1e-20)
    monkeypatch.setattr(
        _fixed_clusters, "expected_information_free_labels", lambda *_: None
    )
    assert found == pytest.approx(expected_information(sizes, n_clusters), rel=1e-13)


def test_independent_labels_are_not_used_where_a_cluster_could_be_empty():
    sizes = np.array([30]), np.array([4])
    assert expected_information_free_labels(*sizes, 10, 1e-20) is None


def test_independent_labels_are_not_used_where_their_formula_cancels():
    sizes = np.array([1, 10**6 - 1]), np.array([1, 1])
    assert expected_information_free_labels(*sizes, 1000, 1e-20) is None
