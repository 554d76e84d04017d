"""The Stirling distribution and EMI*, against big-integer Stirling numbers."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb, exp, expm1, factorial, fsum, log, log1p

import numpy as np
import pytest
from strategies import entropy, labels_of, stirling_law, stirling_row

from sklearn_cocluster_metrics._laws import _fixed_n_clusters
from sklearn_cocluster_metrics._laws._fixed_n_clusters import (
    expected_information_fixed_n_clusters as expected_information,
    expected_information_free_labels,
    stirling_distribution,
    truncated_poisson_rate,
)


@pytest.mark.parametrize("n_items", range(1, 61))
def test_law_is_equation_14_for_every_number_of_bins(n_items):
    rtol, atol = (1e-13, 0) if n_items < 7 else (1e-11, 1e-17)
    for n_bins in range(1, n_items + 1):
        law = stirling_distribution(n_items, n_bins)
        expected = [float(p) for p in stirling_law(n_items, n_bins)]
        found = np.zeros(len(expected))
        found[law.support - 1] = law.probabilities
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol)


def test_two_bins_of_a_million_items_follow_the_binomial_law():
    distribution = stirling_distribution(10**6, 2)
    peak = int(distribution.probabilities.argmax())
    assert distribution.support[peak] == 500_000
    relative = distribution.probabilities / distribution.probabilities[peak]
    for size in (499_000, 499_900, 500_001, 502_000):
        # C(N, N/2 + k) / C(N, N/2) as a product of k factors near 1
        k = abs(size - 500_000)
        expected = exp(sum(log((500_001 - j) / (500_000 + j)) for j in range(1, k + 1)))
        at = size - int(distribution.support[0])
        assert relative[at] == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("n_bins", [2, 7, 50, 59])
def test_no_more_than_the_tail_is_left_out_at_either_end(n_bins):
    law = stirling_law(60, n_bins)
    items = [b * p for b, p in enumerate(law, start=1)]
    support = stirling_distribution(60, n_bins, tail=1e-6).support
    left = sum(items[: support[0] - 1], Fraction(0)) / sum(items)
    right = sum(items[support[-1] :], Fraction(0)) / sum(items)
    assert left <= 1e-6
    assert right <= 1e-6


@pytest.mark.parametrize(
    ("n_items", "n_bins"),
    [(2 * 10**9, 2 * 10**9 - 1), (10**6, 999_000), (3, 2), (99, 2)],
)
def test_rate_makes_the_mean_the_number_of_items_in_a_bin(n_items, n_bins):
    rate = truncated_poisson_rate(n_items, n_bins)
    spare = (rate + expm1(-rate)) / -expm1(-rate) if rate > 1e-3 else rate / 2
    assert spare == pytest.approx((n_items - n_bins) / n_bins, rel=1e-3)


@pytest.mark.parametrize("n_bins", [3, 10**4, 10**8])
@pytest.mark.parametrize("n_spare", [1, 2, 5])
def test_law_is_exact_where_nearly_every_bin_has_one_item(n_bins, n_spare):
    """Ways to spread the spare items: coefficients of a power of (e^x - 1) / x."""
    base = [Fraction(1, factorial(k + 1)) for k in range(n_spare + 1)]

    def power(exponent):
        """Coefficients of the series to an integer power, by Euler's recurrence."""
        found = [Fraction(1)]
        for m in range(1, n_spare + 1):
            found.append(
                sum(
                    (exponent * k - m + k) * base[k] * found[m - k]
                    for k in range(1, m + 1)
                )
                / m
            )
        return found

    others, total = power(n_bins - 1), power(n_bins)[n_spare]
    expected = [
        float(base[k] * others[n_spare - k] / total) for k in range(n_spare + 1)
    ]
    found = stirling_distribution(n_bins + n_spare, n_bins, tail=1e-50)
    assert found.support.tolist() == list(range(1, n_spare + 2))
    np.testing.assert_allclose(found.probabilities, expected, rtol=1e-13)


# EMI*, against equation (12)


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


@pytest.mark.parametrize(
    "sizes", [(1,), (5,), (1, 1), (1, 3), (4, 4, 1), (10**6, 1, 7)]
)
def test_one_cluster_tells_nothing_and_singletons_the_whole_entropy(sizes):
    assert expected_information(sizes, 1) == 0.0
    expected = pytest.approx(entropy(labels_of(sizes)), rel=1e-10)
    assert expected_information(sizes, sum(sizes)) == expected


def test_a_million_items_do_not_depend_on_the_cutoffs():
    sizes = [10_000 + 400 * k for k in range(50)]
    sizes[-1] += 10**6 - sum(sizes)
    assert len(set(sizes)) == 50
    found = expected_information(sizes, 50)
    tightened = expected_information(sizes, 50, tail=1e-30)
    assert found == pytest.approx(tightened, rel=1e-12)
    assert found == pytest.approx(49 * 49 / (2 * 10**6), rel=1e-3)  # chi-squared limit


@pytest.mark.parametrize("n_clusters", [2, 3, 50, 10**5, 5 * 10**5, 10**6 - 1])
def test_one_item_apart_from_a_million_does_not_depend_on_the_cutoffs(n_clusters):
    sizes = (1, 10**6 - 1)
    found = expected_information(sizes, n_clusters)
    tightened = expected_information(sizes, n_clusters, tail=1e-30)
    assert found == pytest.approx(tightened, rel=1e-12)
    # Only the size b of the cluster with the one item matters.
    cluster = stirling_distribution(10**6, n_clusters)
    values = []
    for b, chance in zip(cluster.support.tolist(), cluster.probabilities, strict=True):
        with_it = log(10**6 / b) + ((b - 1) * log1p(-1 / b) if b > 1 else 0.0)
        without = (10**6 - 1) * log1p(-1 / 10**6)
        values.append(chance * n_clusters * b / 10**12 * (with_it - without))
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
        _fixed_n_clusters, "expected_information_free_labels", lambda *_: None
    )
    assert found == pytest.approx(expected_information(sizes, n_clusters), rel=1e-13)


@pytest.mark.parametrize(
    ("sizes", "repeats", "n_clusters"),
    [([30], [4], 10), ([1, 10**6 - 1], [1, 1], 1000)],  # one empty; cancellation
)
def test_independent_labels_are_not_used_where_they_would_be_wrong(
    sizes, repeats, n_clusters
):
    of_sizes = np.array(sizes), np.array(repeats)
    assert expected_information_free_labels(*of_sizes, n_clusters, 1e-20) is None
