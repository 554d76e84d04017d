"""Friedman, Nemenyi, Wilcoxon and Holm, against definitions and published tables."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from doubles import by_hand
from scipy.stats import (
    f as f_distribution,
    friedmanchisquare,
    rankdata,
    ttest_ind,
    ttest_rel,
    wilcoxon,
)
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics import compare
from sklearn_cocluster_metrics._reports._mean_differences import holm
from sklearn_cocluster_metrics._reports._rank_test import (
    _friedman_pvalue_by_f,
    wilcoxon_pvalue,
)
from sklearn_cocluster_metrics.results import Comparison, RankTest

RNG = np.random.default_rng(0)
NAMES = tuple("abcdefghi")


def comparison(values, higher=True):
    """Make a comparison from values of shape (n_candidates, n_data)."""
    by_name = zip(NAMES, values, strict=False)
    rows = {name: [[value] for value in row] for name, row in by_name}
    return by_hand(higher, **rows)


def by_all_signs(first, second):
    """Enumerate every choice of signs of the differences that are not 0."""
    differences = np.round(np.subtract(first, second), 12)
    differences = differences[differences != 0]
    ranks = rankdata(abs(differences))
    found = ranks[differences > 0].sum()
    law = [
        ranks[np.array(signs, dtype=bool)].sum()
        for signs in product((False, True), repeat=len(ranks))
    ]
    tails = np.mean(np.array(law) <= found), np.mean(np.array(law) >= found)
    return min(1.0, 2 * min(tails))


@pytest.mark.parametrize("n", range(10))
def test_the_signed_rank_test_is_the_enumeration_of_all_signs(n):
    for _ in range(20):
        first, second = RNG.integers(0, 5, (2, n)) / 10  # ties and equal pairs
        expected = by_all_signs(first, second)
        assert wilcoxon_pvalue(first, second) == pytest.approx(expected)


def test_without_ties_the_signed_rank_test_is_that_of_scipy():
    first, second = RNG.normal(size=(2, 40))
    expected = wilcoxon(first, second, method="exact").pvalue
    assert wilcoxon_pvalue(first, second) == pytest.approx(expected)


def test_many_and_infinite_values_are_tested_too():
    first = RNG.normal(size=1100)  # 2**-1100 is no float
    assert wilcoxon_pvalue(first, first + 0.1) == pytest.approx(0)
    infinite = np.array([np.inf, -np.inf])
    assert wilcoxon_pvalue(infinite, infinite) == 1


def test_holm_multiplies_the_smallest_most():
    # By hand: 4 * .01, 3 * .02, 2 * .04 and then not less than the one before.
    assert holm([0.04, 0.01, 0.045, 0.02]) == pytest.approx([0.08, 0.04, 0.08, 0.06])
    assert holm([0.9, 0.8]) == [1, 1]


@pytest.mark.parametrize(
    ("k", "quantile"),  # Demšar (2006), table 5 (a), level .05
    [(2, 1.960), (3, 2.343), (4, 2.569), (6, 2.850), (10, 3.164)],
)
def test_the_critical_difference_is_that_of_the_table(k, quantile):
    values = {str(name): RNG.random(12) for name in range(k)}
    options = {"strata": [None] * 12, "greater_is_better": True, "level": 0.05}
    found = RankTest.of("m", values, **options).critical_difference
    assert found == pytest.approx(quantile * np.sqrt(k * (k + 1) / (6 * 12)), abs=1e-3)


def by_all_orders(values):
    """Enumerate all orders of the ranks in each column but the first."""
    ranks = rankdata(values, axis=0)
    first, *others = ranks.T
    squares = [
        np.sum(np.add(first, np.sum(orders, axis=0)) ** 2)
        for orders in product(*(list(permutations(one)) for one in others))
    ]
    return np.mean(np.array(squares) >= np.sum(ranks.sum(axis=1) ** 2) - 1e-9)


@pytest.mark.parametrize(("k", "n"), [(3, 2), (3, 5), (4, 3), (5, 2)])
def test_friedman_s_test_is_the_enumeration_of_all_orders(k, n):
    for _ in range(5):
        values = RNG.integers(0, 4, (k, n))  # with ties
        test = comparison(values).rank_test()
        assert test.pvalue == pytest.approx(by_all_orders(values))


def test_many_replicates_have_the_f_distribution_of_iman_and_davenport():
    for k, n in ((5, 20), (9, 6)):
        values = RNG.random((k, n))
        statistic = friedmanchisquare(*values).statistic
        ratio = (n - 1) * statistic / (n * (k - 1) - statistic)
        expected = f_distribution.sf(ratio, k - 1, (k - 1) * (n - 1))
        assert comparison(values).rank_test().pvalue == pytest.approx(expected)
    same = np.tile(np.arange(9.0)[:, None], 6)  # the statistic is at its greatest
    test = comparison(same).rank_test()
    assert test.pvalue == pytest.approx(math.factorial(9) ** -5.0)


@pytest.mark.parametrize("higher", [True, False])
def test_the_p_values_are_those_of_the_means(higher):
    values = RNG.random((3, 5))
    test = comparison(values, higher).rank_test()
    assert test.pvalue == pytest.approx(by_all_orders(values))
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert [*test.pvalues] == [(NAMES[i], NAMES[j]) for i, j in pairs]
    expected = holm([by_all_signs(values[i], values[j]) for i, j in pairs])
    assert [*test.pvalues.values()] == pytest.approx(expected)
    assert test.ranks == comparison(values, higher).ranks()["m"]


def test_two_candidates_are_compared_by_signed_ranks():
    values = RNG.random((2, 9))
    test = comparison(values).rank_test(level=0.1)
    assert test.pvalue == pytest.approx(by_all_signs(*values))
    assert test.level == 0.1


@pytest.mark.parametrize(
    ("shape", "test"),
    [
        ((2, 9), "Wilcoxon, exact"),
        ((3, 5), "Friedman, exact"),
        ((9, 6), "Friedman, F distribution"),
    ],
)
def test_the_printed_p_value_names_its_test(shape, test):
    found = comparison(RNG.random(shape)).rank_test()
    assert found.test == test
    assert f"pvalue={found.pvalue:.2g} ({test}), critical" in repr(found)


def test_equal_candidates_do_not_differ():
    test = comparison([[0.5] * 4] * 3).rank_test()
    assert (test.pvalue, {*test.pvalues.values()}) == (1.0, {1.0})


def test_many_candidates_with_ties_have_the_p_value_of_the_enumeration():
    # There are too many orders of ten candidates for the exact test.
    data = {name: (None, [0, 0, 1, 1]) for name in "abc"}
    equal = {f"equal {k}": [0, 0, 1, 1] for k in range(9)}
    found = compare({**equal, "last": [0, 0, 1, 1]}, data, "cari").rank_test()
    assert found.test == "Friedman, F distribution"
    assert found.pvalue == pytest.approx(1)
    # The same one of ten candidates is the worst on each of three data sets.
    found = compare({**equal, "worst": [0, 1, 0, 1]}, data, "cari").rank_test()
    assert found.pvalue == pytest.approx(1 / 10**2)


def test_the_p_value_of_very_many_candidates_is_a_number():
    ranks = np.tile(np.arange(1.0, 201), (3, 1)).T
    assert _friedman_pvalue_by_f(ranks) == 0  # less than the smallest float
    ranks[:, 1:] = ranks[::-1, 1:]
    assert _friedman_pvalue_by_f(ranks) > 0.01


def test_a_failure_leaves_the_candidate_out_and_a_missing_run_the_data_set():
    found = comparison([[0.1, 0.2, 0.3], [0.2, 0.3, 0.4], [0.3, None, 0.5]])
    assert found.ranks()["m"] == {"a": 2.0, "b": 1.0, "c": None}
    means = found.means()["m"]
    assert means == {"a": pytest.approx(0.2), "b": pytest.approx(0.3), "c": None}
    some = [r for r in found.records if (r["data"], r["candidate"]) != ("d1", "c")]
    without = Comparison(some, {"m": True})
    assert without.ranks()["m"] == {"a": 3.0, "b": 2.0, "c": 1.0}
    assert without.means()["m"] == pytest.approx({"a": 0.2, "b": 0.3, "c": 0.4})
    assert without.rank_test().n_replicates == 2
    with pytest.raises(
        ValueError, match="no data set on which all candidates were run"
    ):
        Comparison([some[0], some[-1]], {"m": True}).ranks()


def test_draws_of_every_data_set_are_the_replicates():
    values = RNG.random((3, 2, 4))  # candidates, settings, draws
    by_name = dict(zip(NAMES, values, strict=False))
    test = by_hand(unit="draw", **by_name).rank_test()
    assert (test.n_replicates, test.replicate) == (8, "draw")
    flat = comparison(values.reshape(3, 8)).rank_test()
    assert test.pvalues == flat.pvalues
    assert test.pvalue == flat.pvalue
    assert "8 draws (inference to draws, not to new data sets), pvalue=" in repr(test)
    assert "inference" not in repr(flat)
    # The mean of the settings, with the variance within them, by Satterthwaite.
    one, other = values[0] - values[1]
    welch = ttest_ind(one, -other, equal_var=False)
    low, high = welch.confidence_interval()
    expected = np.array([np.mean([one, other]), low / 2, high / 2])
    assert test.differences["a", "b"] == pytest.approx(expected)


def test_the_mean_difference_over_data_sets_has_student_s_interval():
    values = RNG.random((2, 9))
    test = comparison(values, higher=False).rank_test(level=0.1)
    interval = ttest_rel(*values).confidence_interval(0.9)
    expected = np.mean(values[0] - values[1]), interval.low, interval.high
    assert test.differences["a", "b"] == pytest.approx(expected)


def test_a_failed_candidate_is_left_out_and_named_in_print():
    values = RNG.random((3, 8)).tolist()
    complete = comparison(values).rank_test()
    with_failures = comparison([*values, [None] * 8, [0.9] * 7 + [None]]).rank_test()
    assert with_failures.pvalue == complete.pvalue
    assert with_failures.pvalues == complete.pvalues
    assert with_failures.ranks == complete.ranks
    assert with_failures.failed == ("d", "e")
    assert repr(with_failures).startswith("RankTest(m, 3 candidates, 8 data sets")
    assert repr(with_failures).endswith(", without 2 that failed: d, e)")
    assert "failed" not in repr(complete)


def test_with_too_few_candidates_left_the_error_names_those_that_failed():
    found = comparison([[0.5, None, 0.5], [0.4, 0.3, 0.2]])
    with pytest.raises(ValueError, match=r"got 1 and 3 without \['a'\], which failed"):
        found.rank_test()


def test_what_is_no_replicate_is_refused():
    single = comparison([[0.1], [0.2]])
    with pytest.raises(ValueError, match=r"got 2 and 1\. .* on one .* `differences`"):
        single.rank_test()
    other = by_hand(unit="draw", a=[[], [1, 2]], b=[[], [2, 3]])
    with pytest.raises(ValueError, match=r"\['d1'\] have several draws, the others"):
        (single + other).rank_test()


def test_parts_of_a_data_set_are_one_replicate():
    X, labels = RNG.random((12, 6)), np.arange(12) % 2
    candidates = {str(k): KMeans(k, n_init=1) for k in (2, 3)}
    data = dict.fromkeys(["d", "e", "f"], (X, labels))
    found = compare(candidates, data, "cari", subsample=(0.5, 1), random_state=0)
    test = found.rank_test()
    assert (test.n_replicates, test.replicate) == (3, "data set")
    of_one = [r for r in found.records if r["data"] == "d"]
    with pytest.raises(ValueError, match=r"data sets or draws\); got 2 and 1"):
        Comparison(of_one, {"cari": True}, parts=found.parts).rank_test()


def test_it_is_printed_tabled_and_drawn(pyplot):
    test = comparison(RNG.random((3, 5))).rank_test()
    assert repr(test).startswith("RankTest(m, 3 candidates, 5 data sets, pvalue=")
    frame = test.to_frame()
    columns = "first second rank_difference difference low high pvalue"
    assert list(frame) == columns.split()
    assert frame["pvalue"].tolist() == [*test.pvalues.values()]
    assert "<table>" in test._repr_html_()
    _, ax = pyplot.subplots()
    assert test.plot(ax=ax) is ax
    named = [note.get_text() for note in ax.texts]
    assert named[:3] == sorted(test.ranks, key=test.ranks.get)
    ends = ax.lines[-1].get_xdata()
    assert ends[0] - ends[1] == pytest.approx(test.critical_difference)
    assert ax.xaxis_inverted()  # the best are at the right
    assert ax.get_xticks().tolist() == [1, 2, 3]


BARS = [
    (0.5, []),  # a difference of .5 is significant
    (0.51, [(0, 1), (2, 3)]),
    (1.6, [(0, 2), (1, 3)]),
    (3, [(0, 3)]),
]


@pytest.mark.parametrize(("critical", "joined"), BARS)
def test_bars_join_the_largest_groups_without_a_difference(critical, joined, pyplot):
    ranks = dict(zip("dbca", [3.0, 1.5, 2.5, 1.0], strict=True))
    test = RankTest("m", ranks, 5, "draw", 0.5, critical, {}, {}, 0.95, "")
    bars = [line for line in test.plot().lines if line.get_linewidth() == 4]
    ends = [tuple(np.sort(bar.get_xdata())) for bar in bars]
    values = sorted(ranks.values())
    assert ends == [(values[i] - 0.03, values[j] + 0.03) for i, j in joined]
