"""The law of one cell, against counts of subsets."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sklearn_cocluster_metrics._laws._hypergeometric import (
    bernstein_reach,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_counts,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def exact_law(population, marked, drawn):
    """Probability of each count, by counting the subsets that have it."""
    subsets = math.comb(population, drawn)
    return {
        count: Fraction(
            math.comb(marked, count) * math.comb(population - marked, drawn - count),
            subsets,
        )
        for count in range(max(0, marked + drawn - population), min(marked, drawn) + 1)
    }


@st.composite
def populations_with_pairs(draw, largest=80):
    """A population and some pairs of sizes in it, empty and full ones included."""
    population = draw(st.integers(1, largest))
    size = st.integers(0, population)
    pairs = draw(st.lists(st.tuples(size, size), min_size=1, max_size=5))
    return population, *np.array(pairs).T


@given(populations_with_pairs())
def test_laws_taken_together_are_those_of_counted_subsets(case):
    population, marked, drawn = case
    laws = hypergeometric_pmfs(population, marked, drawn)
    for a, b, counts, probabilities in zip(marked, drawn, *laws, strict=True):
        exact = exact_law(population, int(a), int(b))
        found = dict.fromkeys(exact, 0.0)
        for count, probability in zip(counts, probabilities, strict=True):
            assert count >= 0
            if probability != 0:
                found[int(count)] += probability
        assert found.keys() == exact.keys()
        expected = {count: float(p) for count, p in exact.items()}
        assert found == pytest.approx(expected, rel=1e-13, abs=1e-20)


WINDOWS = [
    (4000, 2000, 2000),
    (4000, 3999, 2000),
    (4000, 3800, 3900),
    (4000, 300, 700),
    (100_000, 50, 60_000),
    (100_000, 400, 25),
    (10**9, 200, 5_000_000),
]


@pytest.mark.parametrize(("population", "marked", "drawn"), WINDOWS)
def test_the_window_misses_less_than_1e_20_of_the_mass(population, marked, drawn):
    ((low,), (high,)) = likely_counts(population, [marked], [drawn])
    # The law is the same with the roles exchanged; few draws make smaller numbers.
    exact = exact_law(population, *sorted((marked, drawn), reverse=True))
    outside = sum(p for count, p in exact.items() if not low <= count <= high)
    assert outside < Fraction(1, 10**20)


def test_a_window_is_narrow_where_the_mass_is():
    ((low,), (high,)) = likely_counts(10**8, [5 * 10**7], [5 * 10**7])
    assert high - low < 21 * 5000  # standard deviation sqrt(n / 16) = 2500, twice


@pytest.mark.parametrize("variance", [0.0, 0.3, 5.0, 1e6])
def test_bernsteins_bound_at_the_reach_is_the_tail(variance):
    tail = 1e-20
    t = float(bernstein_reach(variance, tail))
    assert math.exp(-(t**2) / (2 * (variance + t / 3))) == pytest.approx(tail, rel=1e-9)


@pytest.mark.parametrize(
    ("marked", "drawn"),
    [(5 * 10**8, 5 * 10**8), (10**9 - 10**5, 10**6), (123_456_789, 98_765)],
)
def test_mean_and_variance_hold_in_a_population_of_a_billion(marked, drawn):
    population = 10**9
    ((counts,), (probabilities,)) = hypergeometric_pmfs(population, [marked], [drawn])
    mean = Fraction(marked * drawn, population)
    variance = mean * Fraction(
        (population - marked) * (population - drawn), population * (population - 1)
    )
    offset = counts - float(mean)
    assert abs(probabilities @ offset) < 1e-10 * float(variance) ** 0.5
    assert probabilities @ offset**2 == pytest.approx(float(variance), rel=1e-11, abs=0)


@given(st.lists(st.integers(1, 10**6), max_size=50))
def test_blocks_hold_every_index_once_and_widths_within_a_factor_of_two(widths):
    widths = np.array(widths, dtype=np.int64)
    blocks = list(blocks_of_similar_width(widths))
    assert sorted(np.concatenate([*blocks, []])) == list(range(len(widths)))
    for block in blocks:
        assert widths[block].max() <= 2 * widths[block].min()
        assert len(block) == 1 or len(block) * widths[block].max() <= 2**16
