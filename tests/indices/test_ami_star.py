"""AMI* and NAMI* against enumeration, and the tables of their paper."""

import math
from collections import Counter
from math import fsum, log

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import about, entropy, information, set_partitions, table_of

from sklearn_cocluster_metrics import ami_star_score, nami_star_score
from sklearn_cocluster_metrics.tables import score_from_tables


def partitions(n_samples, n_clusters):
    """List every clustering of so many samples into so many clusters."""
    return [[*p] for p in set_partitions(n_samples) if len(set(p)) == n_clusters]


def truths(n_samples):
    """One partition for each multiset of sizes."""
    every = map(list, set_partitions(n_samples))
    return {tuple(sorted(Counter(p).values())): p for p in every}.values()


def mean_information(true, n_clusters):
    """EMI* of one mode, by equation (6): each partition has as many surjections."""
    values = [information(true, pred) for pred in partitions(len(true), n_clusters)]
    return fsum(values) / len(values)


FIGURE_3 = [[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]


@pytest.mark.parametrize(
    ("score", "values"),
    [(ami_star_score, [0.4708, 0.2310, 0]), (nami_star_score, [1, 0.4907, 0])],
)
def test_figure_3_is_as_printed(score, values):
    found = [score([0, 0, 1, 1], pred) for pred in FIGURE_3]
    assert found == pytest.approx(values, abs=5e-5)


def test_both_are_the_definition_for_every_pair_of_small_clusterings():
    for true in truths(5):
        top = entropy(true) - mean_information(true, len(set(true)))
        for n_clusters in range(1, 6):
            expected = mean_information(true, n_clusters)
            for pred in partitions(5, n_clusters):
                above = information(true, pred) - expected
                assert ami_star_score(true, pred) == pytest.approx(above, abs=1e-14)
                if 1 < len(set(true)) < 5:
                    found = nami_star_score(true, pred)
                    assert found == pytest.approx(above / top, abs=1e-13)


labels_of = st.integers(2, 6).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n)] * 2)
)


@about(60)
@given(modes=st.lists(labels_of, min_size=2, max_size=3))
def test_modes_of_a_coclustering_add_in_numerator_and_denominator(modes):
    true, pred = (tuple(side) for side in zip(*modes, strict=True))
    above = fsum(information(t, p) - mean_information(t, len(set(p))) for t, p in modes)
    below = fsum(entropy(t) - mean_information(t, len(set(t))) for t, _ in modes)
    assert ami_star_score(true, pred) == pytest.approx(above, abs=1e-13)
    if any(1 < len(set(t)) < len(t) for t, _ in modes):
        expected = above / below
        assert nami_star_score(true, pred) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("n_samples", range(2, 6))
def test_ami_star_is_exactly_0_where_every_draw_tells_as_much_and_only_there(n_samples):
    for true in truths(n_samples):
        for n_clusters in range(1, n_samples + 1):
            drawn = partitions(n_samples, n_clusters)
            told = [information(true, pred) for pred in drawn]
            found = {abs(ami_star_score(true, pred)) for pred in drawn}
            nothing = max(told) - min(told) < 1e-12
            assert found == {0.0} if nothing else max(found) > 1e-3


@pytest.mark.parametrize(
    ("true", "pred", "value"),
    [
        ([0, 0, 0], [0, 0, 1], 0.0),  # one category
        ([0, 0, 0], [0, 1, 2], 0.0),
        ([0, 0, 1], [0, 0, 0], 0.0),  # one predicted cluster
        ([0, 0, 1], [0, 1, 2], 0.0),  # predicted singletons
        ([0, 1, 2], [0, 0, 0], 0.0),
        ([0, 1, 2], [0, 0, 1], 0.0),  # singletons: any pair is as good
        ([0, 1, 2, 3], [0, 0, 1, 1], math.inf),
        ([0, 1, 2, 3], [0, 0, 0, 1], -math.inf),
        (([0, 0], [0, 0, 0]), ([0, 1], [0, 0, 1]), 0.0),
        (([0, 0], [0, 1, 2]), ([0, 1], [0, 0, 1]), 0.0),
        (([0, 0], [0, 1, 2, 3]), ([0, 0], [0, 0, 1, 1]), math.inf),
        (([0, 0], [0, 1, 2, 3]), ([0, 1], [0, 0, 0, 1]), -math.inf),
        # A trivial mode adds nothing to the denominator.
        (
            ([0, 1, 2], FIGURE_3[0]),
            ([0, 1, 2], FIGURE_3[1]),
            nami_star_score(*FIGURE_3[:2]),
        ),
    ],
)
def test_nami_star_has_its_named_value_where_the_truth_is_trivial(true, pred, value):
    assert nami_star_score(true, pred) == value


@pytest.mark.parametrize("n_samples", [3, 4, 10, 100, 10**4])
def test_another_pair_among_singletons_scores_below_chance(n_samples):
    """One of the n (n - 1) / 2 pairs is right, and all others know equally little."""
    singletons = np.arange(n_samples)
    true, pred = np.maximum(singletons - 1, 0), np.minimum(singletons, n_samples - 2)
    right = 2 / (n_samples * (n_samples - 1))
    of_one = 2 * log(2) / n_samples  # what the right pair tells
    assert ami_star_score(true, pred) == pytest.approx(-right * of_one, abs=1e-14)
    # The rounding of AMI* is divided by the greatest AMI*.
    expected = pytest.approx(-right / (1 - right), abs=1e-14 / of_one)
    assert nami_star_score(true, pred) == expected


@pytest.mark.parametrize(
    "name", ["ami_star", "nami_star", "coami", "standardized_mutual_info"]
)
@pytest.mark.parametrize("quarter", [2**50, 2**60])
def test_more_samples_than_memory_has_room_for_are_refused(name, quarter):
    table = table_of([[quarter + 1, quarter - 1], [quarter - 1, quarter + 1]])
    with pytest.raises(ValueError, match=r"up to 10\*\*13 samples"):
        score_from_tables(table, name)


@pytest.mark.parametrize("n_samples", [10**3, 10**5])
def test_rounding_never_decides_between_0_and_infinity(n_samples):
    singletons = np.arange(n_samples)
    pair = np.maximum(singletons - 1, 0)
    assert ami_star_score(singletons, pair) == 0.0
    assert nami_star_score(singletons, pair) == 0.0
    assert ami_star_score(np.minimum(singletons, 5), singletons) == 0.0
