"""The Stirling distribution against enumeration and big-integer Stirling numbers."""

from fractions import Fraction
from itertools import product
from math import comb, exp, expm1, factorial, log

import numpy as np
import pytest
from strategies import stirling_row

from sklearn_cocluster_metrics._laws._fixed_n_clusters import (
    stirling_distribution,
    truncated_poisson_rate,
)


def exact_law(n_items, n_bins):
    """Eq. (14) for every size from 1 to n_items - n_bins + 1, as written."""
    return [
        Fraction(
            comb(n_items, b) * stirling_row(n_items - b)[n_bins - 1],
            n_bins * stirling_row(n_items)[n_bins],
        )
        for b in range(1, n_items - n_bins + 2)
    ]


def dense(distribution, largest):
    """Probabilities of the sizes 1, ..., largest."""
    probabilities = np.zeros(largest)
    probabilities[distribution.support - 1] = distribution.probabilities
    return probabilities


@pytest.mark.parametrize("n_items", range(1, 7))
def test_law_is_the_share_of_surjections_with_that_size_of_a_bin(n_items):
    for n_bins in range(1, n_items + 1):
        sizes = [
            labels.count(0)
            for labels in product(range(n_bins), repeat=n_items)
            if len(set(labels)) == n_bins
        ]
        expected = np.bincount(sizes, minlength=n_items + 1)[1:] / len(sizes)
        found = dense(stirling_distribution(n_items, n_bins), n_items)
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=0)


@pytest.mark.parametrize("n_items", range(1, 61))
def test_law_is_equation_14_for_every_number_of_bins(n_items):
    for n_bins in range(1, n_items + 1):
        expected = [float(p) for p in exact_law(n_items, n_bins)]
        found = dense(stirling_distribution(n_items, n_bins), len(expected))
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-17)


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
    law = exact_law(60, n_bins)
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
def test_law_is_exact_where_nearly_every_bin_holds_one_item(n_bins, n_spare):
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
