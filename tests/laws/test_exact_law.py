"""The law of a permuted table, against every permutation and the laws of SciPy."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import arrangements, integer_partitions, labels_of

from sklearn_cocluster_metrics._laws._pair_moments import moments_of_squares
from sklearn_cocluster_metrics._laws._sum_of_squares_law import (
    PlannedLaw,
    TooMuchWork,
    Work,
    fisher_tail,
    law_of_product,
    tail_of_product,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

ENOUGH = 1e12


def sum_of_squares(true, pred):
    """Sum of squares of the contingency table."""
    return sum(n * n for n in Counter(zip(true, pred, strict=True)).values())


def shares(law):
    """Probability of each value."""
    total = sum(law.values())
    return {value: Fraction(count, total) for value, count in law.items()}


SMALL = [
    *(p for n in range(1, 8) for p in product(integer_partitions(n), repeat=2)),
    *[((4, 3, 2), (3, 3, 3)), ((2, 2, 2, 2), (3, 2, 2, 1)), ((5, 4), (3, 3, 2, 1))],
]


def test_laws_are_those_of_all_permutations():
    for true, pred in SMALL:
        truth = labels_of(true)
        drawn = Counter(sum_of_squares(truth, p) for p in arrangements(labels_of(pred)))
        assert shares(PlannedLaw(true, pred, Work(ENOUGH)).law()) == shares(drawn)


LARGE = [
    ((15,) * 4, (15,) * 4),
    ((3,) * 10, (3,) * 10),
    ((29, 14, 10, 7), (20, 20, 20)),
    ((10,) * 6, (25, 20, 15)),
    ((2,) * 20, (10,) * 4),
    ((90, 10), (90, 10)),
    ((70, 70), (20,) * 7),
]


@pytest.mark.parametrize(("true", "pred"), LARGE)
def test_the_moments_of_large_laws_are_those_in_closed_form(true, pred):
    law = PlannedLaw(true, pred, Work(ENOUGH)).law()
    total = sum(law.values())
    moments = tuple(
        Fraction(sum(count * value**k for value, count in law.items()), total)
        for k in range(6)
    )
    assert moments_of_squares(true, pred, 5) == (sum(true), moments)


def test_a_law_that_takes_too_much_work_is_refused():
    with pytest.raises(TooMuchWork):
        PlannedLaw((20,) * 5, (20,) * 5, Work(1e8))


def test_the_planned_work_is_the_work_of_the_law():
    generator = np.random.default_rng(0)
    n_laws = 0
    while n_laws < 200:
        n_samples = generator.integers(10, 60)
        numbers_of_clusters = generator.integers(2, 7, 2)
        true, pred = (
            np.unique(generator.integers(k, size=n_samples), return_counts=True)[1]
            for k in numbers_of_clusters
        )
        try:
            planned = PlannedLaw(true, pred, Work(2e7))
        except TooMuchWork:
            continue
        if planned.cost == 0:  # a single cluster
            continue
        n_laws += 1
        planned.law()
        assert planned._laws.work.spent == pytest.approx(planned.cost, rel=0.01)


@pytest.mark.parametrize("pred", [(500_000,) * 2, (400_000, 600_000)])
def test_binomials_of_a_million_bits_are_refused_before_they_are_computed(
    pred, monkeypatch
):
    def fail(n, k):
        raise AssertionError(f"comb({n}, {k}) was computed")

    monkeypatch.setattr(math, "comb", fail)
    with pytest.raises(TooMuchWork):
        PlannedLaw((300_000, 300_000, 400_000), pred, Work(1e9))


@pytest.mark.parametrize("n_large", [5 * 10**9, 10**13, 10**16, 10**18])
def test_laws_of_so_large_clusters_that_their_squares_exceed_64_bits(n_large):
    sizes = (n_large, 3)
    # Of the 3 samples of the small true cluster, k are in the small predicted cluster.
    expected = {
        k**2 + 2 * (3 - k) ** 2 + (n_large - 3 + k) ** 2: (
            math.comb(3, k) * math.comb(n_large, 3 - k)
        )
        for k in range(4)
    }
    assert PlannedLaw(sizes, sizes, Work(ENOUGH)).law() == expected


def test_binomials_beyond_64_bits_that_do_not_occur_do_not_overflow():
    law = shares(PlannedLaw((95, 5), (90, 10), Work(ENOUGH)).law())
    assert sum(law.values()) == 1
    assert len(law) == 6


small_laws = st.dictionaries(st.integers(1, 30), st.integers(1, 5), min_size=1)


@given(st.lists(small_laws, min_size=1, max_size=3), st.integers(0, 27_000))
def test_the_tail_of_a_product_is_that_of_all_combinations(laws, least):
    combinations = [
        (math.prod(values), math.prod(map(dict.get, laws, values)))
        for values in product(*laws)
    ]
    total = sum(count for _, count in combinations)
    tail = sum(count for value, count in combinations if value >= least)
    assert tail_of_product(laws, least, Work(ENOUGH)) == tail / total
    together = Counter()
    for value, count in combinations:
        together[value] += count
    assert law_of_product(laws, Work(ENOUGH)) == together


@given(st.lists(small_laws, min_size=1, max_size=3), st.data())
def test_fishers_statistic_has_the_law_of_all_combinations(laws, data):
    """The product of the p-values, at most as large as the observed one."""
    observed = [data.draw(st.sampled_from(sorted(law))) for law in laws]

    def pvalue(law, value):
        least = sum(count for one, count in law.items() if one >= value)
        return Fraction(least, sum(law.values()))

    most = math.prod(map(pvalue, laws, observed))
    chance = Fraction(0)
    for values in product(*laws):
        if math.prod(map(pvalue, laws, values)) <= most:
            counts = map(dict.get, laws, values)
            totals = (sum(law.values()) for law in laws)
            chance += math.prod(map(Fraction, counts, totals))
    assert fisher_tail(laws, observed, Work(ENOUGH)) == float(chance)
    assert chance <= 1
    if len(laws) == 1:
        assert chance == most
