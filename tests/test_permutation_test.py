"""Tests by permutation, against every permutation written out, and their level."""

import dataclasses
import math
from functools import partial
from itertools import pairwise, product

import numpy as np
import pytest
from joblib import parallel_config
from scipy.stats import binom
from strategies import (
    arrangements,
    as_lists,
    cells_of,
    coarrangements,
    enumerate_pairs,
    random_pairs,
)

from sklearn_cocluster_metrics import (
    PermutationTestResult,
    bicluster_recall_score,
    cari_score,
    comi_score,
    contingency_table,
    pair_count_moments,
    pair_counts,
    permutation_test,
    rnia_distance,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._inference._mode_statistics import MODE_STATISTICS

COCLUSTERINGS = {
    "4 x 4": (((0, 0, 1, 1), (0, 0, 1, 2)), ((0, 0, 1, 2), (0, 0, 1, 1))),
    "5 x 3": (((0, 0, 1, 1, 1), (0, 0, 1)), ((0, 0, 0, 1, 1), (0, 1, 1))),
    "5 x 4": (((0, 0, 1, 1, 2), (0, 1, 1, 0)), ((0, 1, 1, 1, 0), (0, 0, 0, 1))),
    "4 x 3 x 2": (
        ((0, 0, 1, 1), (0, 0, 1), (0, 1)),
        ((0, 1, 1, 1), (0, 1, 1), (0, 0)),
    ),
    "4 x 3 x 3": (
        ((0, 0, 1, 1), (0, 0, 1), (0, 0, 1)),
        ((0, 0, 1, 1), (0, 1, 0), (1, 1, 0)),
    ),
    "4 x 3, a trivial truth": (((0, 0, 0, 0), (0, 0, 1)), ((0, 0, 1, 1), (0, 0, 1))),
}
CLUSTERINGS = {
    "6": ((0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 1, 2)),
    "7": ((0, 0, 0, 1, 1, 1, 1), (0, 0, 1, 1, 2, 2, 2)),
    "equal": ((0, 0, 1, 1, 2), (1, 1, 0, 0, 2)),
}
BY_NUMBER = {
    name: contract
    for name, contract in CONTRACTS.items()
    if contract.structure == "partition" and contract.monotone_in is not None
}
OF_PAIRS = [name for name, c in BY_NUMBER.items() if c.monotone_in == "squares"]


def pairs_together(true, pred):
    """Pairs of cells in one block on both sides, one by one."""
    return enumerate_pairs(cells_of(true), cells_of(pred))[0]


def share_at_least(true, pred):
    """Share of all permutations with at least so many pairs together."""
    observed = pairs_together(true, pred)
    drawn = [pairs_together(true, other) for other in coarrangements(pred)]
    return sum(value >= observed for value in drawn) / len(drawn)


@pytest.mark.parametrize(("true", "pred"), COCLUSTERINGS.values(), ids=COCLUSTERINGS)
def test_exact_pvalues_are_shares_of_all_permutations(true, pred):
    result = permutation_test(as_lists(true), as_lists(pred), method="exact")
    assert result.pvalue == share_at_least(true, pred)
    assert result.pvalues_of_modes == tuple(
        share_at_least((t,), (p,)) for t, p in zip(true, pred, strict=True)
    )


@pytest.mark.parametrize(("true", "pred"), CLUSTERINGS.values(), ids=CLUSTERINGS)
@pytest.mark.parametrize("null_model", ["product", "cells"])
def test_exact_pvalues_of_clusterings_are_shares_of_permutations(
    true, pred, null_model
):
    result = permutation_test(list(true), list(pred), null_model=null_model)
    assert result.method == "exact"
    assert result.pvalue == share_at_least((true,), (pred,))
    assert result.pvalues_of_modes == (result.pvalue,)


@pytest.mark.parametrize(
    ("true", "pred"),
    [
        (((0, 0, 1), (0, 1)), ((0, 1, 1), (0, 1))),
        (((0, 0, 1), (0, 0)), ((0, 1, 1), (0, 0))),
        (((0, 0, 1, 1), (0, 1)), ((0, 0, 1, 1), (0, 0))),
    ],
)
def test_exact_pvalues_of_free_cells_are_shares_of_their_permutations(true, pred):
    truth, blocks = cells_of(true), cells_of(pred)
    values = [enumerate_pairs(truth, p)[0] for p in arrangements(blocks)]
    observed = enumerate_pairs(truth, blocks)[0]
    result = permutation_test(as_lists(true), as_lists(pred), null_model="cells")
    assert result.method == "exact"
    assert result.pvalue == sum(v >= observed for v in values) / len(values)
    assert result.pvalues_of_modes is None


@pytest.mark.parametrize("name", OF_PAIRS)
def test_all_indices_of_pairs_have_one_pvalue(name):
    for true, pred in (COCLUSTERINGS["5 x 4"], COCLUSTERINGS["4 x 3 x 3"]):
        sides = as_lists(true), as_lists(pred)
        expected = permutation_test(*sides, "cari").pvalue
        assert permutation_test(*sides, name).pvalue == expected


@pytest.mark.parametrize("name", OF_PAIRS)
def test_means_of_linear_indices_are_those_of_all_permutations(name):
    true, pred = COCLUSTERINGS["4 x 4"]
    sides = as_lists(true), as_lists(pred)
    values = [CONTRACTS[name](sides[0], as_lists(p)) for p in coarrangements(pred)]
    result = permutation_test(*sides, name)
    if CONTRACTS[name].linear_in_pairs:
        assert result.null_mean == pytest.approx(np.mean(values), rel=1e-12, abs=1e-15)
        assert result.null_std == pytest.approx(np.std(values), rel=1e-10)
    else:
        assert result.null_mean is None
        slopes = np.diff(sorted(set(values)))
        assert len(slopes) > 1


@pytest.mark.parametrize("shape", ["4 x 4", "5 x 4", "4 x 3 x 3"])
@pytest.mark.parametrize("name", BY_NUMBER)
def test_the_number_per_mode_orders_the_values_as_the_contract_declares(name, shape):
    """Over all permutations: no better value at a smaller number."""
    contract = BY_NUMBER[name]
    statistic = MODE_STATISTICS[contract.monotone_in]
    true, pred = COCLUSTERINGS[shape]
    sign = 1 if contract.greater_is_better else -1
    ranked = []
    for other in coarrangements(pred):
        tables = contingency_table(as_lists(true), as_lists(other))
        number = statistic.combine([statistic.of_table(table) for table in tables])
        ranked.append((number, sign * contract.compute(tables)))
    ranked.sort()
    assert ranked[0][0] < ranked[-1][0]
    for (one, worse), (other, better) in pairwise(ranked):
        assert better > worse - 1e-9
        if other - one < 1e-9:
            assert better == pytest.approx(worse, abs=1e-9)


@pytest.mark.parametrize("method", ["grid", "labels"])
@pytest.mark.parametrize("name", ["cari", "comi", "classification_error"])
def test_drawn_pvalues_approach_the_share_of_all_permutations(name, method):
    rng = np.random.default_rng(0)
    true, pred = COCLUSTERINGS["5 x 4"]
    contract = CONTRACTS[name]
    sign = 1 if contract.greater_is_better else -1
    values = [
        sign * contract(as_lists(true), as_lists(p)) for p in coarrangements(pred)
    ]
    observed = sign * contract(as_lists(true), as_lists(pred))
    share = np.mean([value >= observed - 1e-9 for value in values])
    result = permutation_test(
        as_lists(true),
        as_lists(pred),
        name,
        method=method,
        n_permutations=1500,
        random_state=int(rng.integers(100)),
    )
    assert abs(result.pvalue - share) < 4 * math.sqrt(0.25 / 1500)
    assert result.method == method


def test_the_grid_is_that_of_all_combinations_of_the_draws():
    rng = np.random.default_rng(3)
    true = rng.integers(3, size=12), rng.integers(2, size=9), rng.integers(2, size=8)
    pred = tuple(rng.permutation(mode) for mode in true)
    result = permutation_test(
        true, pred, method="grid", n_permutations=7, random_state=5
    )
    draws = [
        round((1 + 7) * p) for p in result.pvalues_of_modes
    ]  # at least as good in each mode, the observed included
    assert result.pvalue * 8**3 == int(result.pvalue * 8**3)
    assert result.pvalue >= math.prod(draws) / 8**3
    assert len(result.null_distribution) == 7


def null_pvalues(n_repeats, **options):
    """P-values of unrelated co-clusterings, for both alternatives.

    Methods that draw nothing depend on the sizes and the pairs together in each mode,
    so they are run once for all labels with the same ones.
    """
    rng = np.random.default_rng(11)
    true = tuple(np.repeat([0, 1, 2], sizes) for sizes in ((5, 4, 3), (4, 4, 2)))
    known, found = {}, []
    for repeat in range(n_repeats):
        pred = (rng.permutation(12) % 3, rng.permutation(10) % 2)
        key = repeat
        if options["method"] in ("exact", "gamma"):
            pairs = zip(true, pred, strict=True)
            key = tuple(np.sum(np.bincount(4 * t + p) ** 2) for t, p in pairs)
        if key not in known:
            result = permutation_test(true, pred, random_state=repeat, **options)
            known[key] = result.pvalue, max(result.pvalues_of_modes)
        found.append(known[key])
    return np.array(found).T


LEVELS = {
    "exact": (2000, {"method": "exact"}),
    "gamma": (2000, {"method": "gamma"}),
    "grid": (500, {"method": "grid", "n_permutations": 39}),
    "labels": (500, {"method": "labels", "n_permutations": 39}),
    "labels by value": (
        300,
        {"metric": "bcubed", "method": "labels", "n_permutations": 19},
    ),
    "grid of sums": (300, {"metric": "comi", "method": "grid", "n_permutations": 9}),
}


@pytest.mark.parametrize(("n_repeats", "options"), LEVELS.values(), ids=LEVELS)
def test_unrelated_coclusterings_are_rejected_no_more_often_than_the_level(
    n_repeats, options
):
    for pvalues in null_pvalues(n_repeats, **options):
        for level in (0.05, 0.1, 0.3):
            most = binom(n_repeats, level).ppf(0.9999)
            assert np.sum(pvalues <= level) <= most


@pytest.mark.parametrize("method", ["exact", "gamma", "grid", "labels"])
def test_a_planted_agreement_is_found(method):
    rng = np.random.default_rng(0)
    true = tuple(np.repeat(np.arange(3), 8) for _ in range(2))
    pred = []
    for mode in true:
        wrong = rng.random(24) < 0.2
        pred.append(np.where(wrong, rng.integers(3, size=24), mode))
    result = permutation_test(
        true, tuple(pred), method=method, n_permutations=999, random_state=0
    )
    assert result.pvalue <= 0.001
    assert max(result.pvalues_of_modes) <= 0.001


def test_only_agreement_in_every_mode_rejects_the_alternative_of_all_modes():
    rng = np.random.default_rng(1)
    columns = np.repeat(np.arange(3), 10)
    true = np.repeat(np.arange(3), 10), columns
    pred = rng.permutation(true[0]), columns
    any_mode = permutation_test(true, pred)
    all_modes = permutation_test(true, pred, alternative="all_modes")
    assert any_mode.pvalue < 1e-4
    assert all_modes.pvalue == max(any_mode.pvalues_of_modes) > 0.1


def test_ties_count():
    """Every permutation of one label is a tie."""
    true, pred = [0, 0, 1, 1], [0, 0, 0, 0]
    for method in ("exact", "gamma", "grid", "labels"):
        assert permutation_test(true, pred, method=method).pvalue == 1.0
    for metric in ("bcubed", "comi", "nce", comi_score, lambda t, p: 0.1):
        assert permutation_test(true, pred, metric, n_permutations=9).pvalue == 1.0


def test_values_that_equal_up_to_rounding_are_tied():
    def rounded(true, pred):
        return 0.3 if list(pred) == [0, 0, 1, 1] else 0.1 + 0.2 - 2**-53

    result = permutation_test([0, 0, 1, 1], [0, 0, 1, 1], rounded, n_permutations=19)
    assert result.pvalue == 1.0


def test_a_distance_is_better_where_it_is_lower():
    true, pred = [0] * 5 + [1] * 5, [0] * 5 + [1] * 5
    for metric in ("variation_of_information", "jaccard_distance", "minkowski"):
        assert permutation_test(true, pred, metric, random_state=0).pvalue < 0.05


def test_a_function_and_its_name_give_one_result():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    options = {"method": "labels", "n_permutations": 50, "random_state": 0}
    by_name = permutation_test(true, pred, "comi", **options)
    by_function = permutation_test(true, pred, comi_score, **options)
    assert by_name.pvalue == by_function.pvalue
    np.testing.assert_array_equal(
        by_name.null_distribution, by_function.null_distribution
    )


def test_options_of_a_partial_are_used():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    adjusted = permutation_test(true, pred, partial(cari_score, null_model="product"))
    assert adjusted.statistic == cari_score(true, pred, null_model="product")
    assert adjusted.null_mean == pytest.approx(0, abs=1e-15)


def test_a_function_of_your_own_is_tested_by_permuted_labels():
    def agreement(true, pred):
        return sum(map(np.sum, map(np.equal, true, pred)))

    true = (np.array(list("aabbcc")), np.array([3, 3, 4, 4]))
    result = permutation_test(true, true, agreement, n_permutations=99, random_state=0)
    assert result.method == "labels"
    assert result.statistic == 10
    assert result.pvalue == 0.01
    assert result.pvalues_of_modes is None
    assert len(result.null_distribution) == 99


BICLUSTERS = (
    np.array([[1, 1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0, 0]]),
    np.array([[1, 1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 0, 0]]),
)


@pytest.mark.parametrize(
    "metric", ["rnia_distance", rnia_distance, bicluster_recall_score, "e4sc"]
)
def test_equal_biclusters_are_better_than_permuted_ones(metric):
    result = permutation_test(
        BICLUSTERS, BICLUSTERS, metric, n_permutations=99, random_state=0
    )
    assert result.method == "labels"
    assert result.pvalue == 0.01
    assert result.pvalues_of_modes is None


def test_biclusters_are_permuted_by_rows_and_by_columns():
    """The share of two equal rows of a 3 x 3 matrix is 1/3, of columns likewise."""

    def overlap(true, pred):
        rows, columns = (
            np.asarray(t) @ np.asarray(p).T for t, p in zip(true, pred, strict=True)
        )
        return float(rows[0, 0] * columns[0, 0])

    one = (np.array([[1, 0, 0]]), np.array([[1, 0, 0]]))
    result = permutation_test(one, one, overlap, n_permutations=3000, random_state=0)
    assert abs(result.pvalue - 1 / 9) < 4 * math.sqrt(8 / 81 / 3000)


JOBS = {
    "tables": "bcubed",
    "labels": lambda true, pred: comi_score(true, pred),
    "grid": "comi",
    "pairs": "cari",
}


@pytest.mark.parametrize("metric", JOBS.values(), ids=JOBS)
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_neither_workers_nor_backend_change_a_number(metric, backend):
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    options = {"n_permutations": 12, "random_state": 7}
    if metric == "cari":
        options["method"] = "labels"
    alone = permutation_test(true, pred, metric, **options)
    with parallel_config(backend=backend):
        together = permutation_test(true, pred, metric, n_jobs=2, **options)
    for one, other in zip(
        dataclasses.astuple(alone), dataclasses.astuple(together), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_biclusters_give_the_same_numbers_with_workers():
    options = {"n_permutations": 12, "random_state": 7}
    alone = permutation_test(BICLUSTERS, BICLUSTERS, "rnia_distance", **options)
    together = permutation_test(
        BICLUSTERS, BICLUSTERS, "rnia_distance", n_jobs=2, **options
    )
    np.testing.assert_array_equal(alone.null_distribution, together.null_distribution)


@pytest.mark.parametrize("metric", ["cari", "bcubed"])
def test_a_seed_makes_the_result_reproducible(metric):
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    first, again, other = (
        permutation_test(
            true, pred, metric, method="labels", n_permutations=30, random_state=seed
        ).null_distribution.tolist()
        for seed in (0, 0, 1)
    )
    assert first == again != other


def test_drawn_tables_have_the_moments_of_permuted_labels():
    rng = np.random.default_rng(2)
    true = rng.integers(4, size=40), rng.integers(3, size=30)
    pred = rng.integers(3, size=40), rng.integers(5, size=30)
    moments = pair_count_moments(true, pred)
    n_pairs = pair_counts(true, pred).n_pairs
    drawn = permutation_test(
        true, pred, "russell_rao", method="labels", n_permutations=4000, random_state=0
    )
    values = drawn.null_distribution * n_pairs
    error = math.sqrt(moments.variance / 4000)
    assert abs(values.mean() - moments.mean) < 4 * error
    assert drawn.null_mean * n_pairs == pytest.approx(moments.mean)
    assert drawn.null_std * n_pairs == pytest.approx(math.sqrt(moments.variance))


def test_tables_of_many_clusters_are_drawn_from_labels():
    rng = np.random.default_rng(0)
    true, pred = rng.integers(900, size=1500), rng.integers(900, size=1500)
    moments = pair_count_moments(true, pred)
    drawn = permutation_test(
        true, pred, "russell_rao", method="labels", n_permutations=300, random_state=0
    )
    values = drawn.null_distribution * math.comb(1500, 2)
    error = math.sqrt(moments.variance / 300)
    assert abs(values.mean() - moments.mean) < 4 * error
    assert (
        permutation_test(true, pred, "bcubed", n_permutations=3, random_state=0).pvalue
        > 0
    )


def test_auto_takes_three_moments_for_large_tables_and_claims_no_more_than_they_can():
    labels = np.arange(400) % 8
    result = permutation_test((labels, labels), (labels, labels))
    assert result.method == "gamma"
    assert result.pvalue == 1e-4
    assert result.pvalues_of_modes == (1e-4, 1e-4)
    by_name = permutation_test((labels, labels), (labels, labels), method="gamma")
    assert 0 < by_name.pvalue < 1e-4


@pytest.mark.parametrize(
    ("metric", "method"),
    [("cari", "exact"), ("comi", "grid"), ("bcubed", "labels"), ("yule", "labels")],
)
def test_auto_says_which_method_it_used(metric, method):
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    result = permutation_test(true, pred, metric, n_permutations=9, random_state=0)
    assert result.method == method


def test_gamma_is_close_to_exact_for_moderate_tables():
    rng = np.random.default_rng(0)
    for _ in range(10):
        true = tuple(np.repeat(np.arange(3), 14) for _ in range(2))
        pred = tuple(rng.permutation(mode) for mode in true)
        exact = permutation_test(true, pred, method="exact").pvalue
        gamma = permutation_test(true, pred, method="gamma").pvalue
        assert gamma == pytest.approx(exact, rel=0.15, abs=0.01)


def test_a_z_score_taken_as_normal_is_wrong_by_an_order_of_magnitude():
    """The observed blocks of 100 in 4 clusters at a true p of about 1e-6."""
    true = [label for label in range(4) for _ in range(15)]
    pred = true[:-24] + list(np.random.default_rng(0).permutation(true[-24:]))
    exact = permutation_test(true, pred, method="exact").pvalue
    zscore = pair_count_moments(true, pred).zscore
    assert math.erfc(zscore / math.sqrt(2)) / 2 < exact / 10


def test_an_infinite_draw_leaves_no_mean():
    result = permutation_test(
        [0, 0, 1, 1], [0, 1, 1, 1], "minkowski", method="labels", n_permutations=9
    )
    assert result.null_mean is not None
    infinite = permutation_test(
        [0, 0, 1, 1], [0, 0, 1, 1], "yule", n_permutations=99, random_state=0
    )
    assert infinite.statistic == math.inf
    assert infinite.null_mean is infinite.null_std is None
    assert infinite.pvalue == pytest.approx(1 / 3, abs=0.2)


def test_the_result_is_frozen_and_has_plain_floats():
    result = permutation_test([0, 0, 1, 1], [0, 1, 1, 1], n_permutations=9)
    assert isinstance(result, PermutationTestResult)
    assert {type(result.statistic), type(result.pvalue)} == {float}
    assert {type(result.null_mean), type(result.null_std)} == {float}
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign"):
        result.pvalue = 0.0


def test_no_input_breaks_a_method():
    for true, pred in random_pairs(40, 2, 8, seed=4):
        for method in ("auto", "gamma", "grid", "labels"):
            result = permutation_test(
                true, pred, method=method, n_permutations=5, random_state=0
            )
            assert 0 < result.pvalue <= 1


@pytest.mark.parametrize("metric", ["bcubed", "enmi", "yule", comi_score])
@pytest.mark.parametrize("method", ["exact", "gamma"])
def test_a_law_of_an_index_that_counts_no_pairs_is_refused(metric, method):
    with pytest.raises(ValueError, match=r"takes an index of counts of pairs.*use '"):
        permutation_test([0, 0, 1], [0, 1, 1], metric, method=method)


@pytest.mark.parametrize("metric", ["bcubed", "yule", lambda true, pred: 0.0])
def test_a_grid_of_an_index_without_a_number_per_mode_is_refused(metric):
    with pytest.raises(ValueError, match=r"one number per mode.*use 'labels'"):
        permutation_test([0, 0, 1], [0, 1, 1], metric, method="grid")


def test_a_grid_of_free_cells_is_refused():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    with pytest.raises(ValueError, match="`null_model='product'`; for `metric` 'cari'"):
        permutation_test(true, pred, method="grid", null_model="cells")


def test_a_law_of_biclusters_is_refused():
    with pytest.raises(ValueError, match=r"for `metric` 'e4sc'.* use 'labels'"):
        permutation_test(BICLUSTERS, BICLUSTERS, "e4sc", method="exact")


def test_an_exact_law_that_would_take_too_long_is_refused():
    labels = [np.arange(3000) % 20, np.arange(3000) % 20]
    with pytest.raises(ValueError, match=r"too long.*\(20, 20, 3000\).*'gamma' or"):
        permutation_test(*labels, method="exact")


def test_a_grid_of_too_many_combinations_is_refused():
    rng = np.random.default_rng(0)
    true = tuple(rng.integers(8, size=5000) for _ in range(4))
    with pytest.raises(ValueError, match="too many combinations for 4 modes and 999"):
        permutation_test(true, true, method="grid", random_state=0)


def test_free_cells_are_refused_for_what_counts_no_pairs():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    with pytest.raises(ValueError, match="only indices of counts of pairs"):
        permutation_test(true, pred, "comi", null_model="cells")


def test_free_cells_in_many_blocks_have_three_moments_only():
    labels = np.arange(200), np.arange(200)
    other = np.arange(200) // 2, np.arange(200) // 2
    with pytest.raises(ValueError, match=r"at most 10000, got 40000.*'gamma'"):
        permutation_test(labels, other, null_model="cells", method="labels")
    assert permutation_test(labels, other, null_model="cells").method == "gamma"


@pytest.mark.parametrize("structures", [([0, 1], [0, 1]), (BICLUSTERS, BICLUSTERS)])
def test_random_cluster_sizes_are_refused(structures):
    metric = "cari" if structures[0] is not BICLUSTERS else "e4sc"
    with pytest.raises(ValueError, match=r"keeps the cluster sizes\. Use 'product'"):
        permutation_test(*structures, metric, null_model="fixed_n_clusters")


@pytest.mark.parametrize("trivial", [[0, 0, 0], [0, 1, 2]])
def test_a_mode_that_no_permutation_changes_is_refused_for_all_modes(trivial):
    true, pred = ([0, 0, 1, 1], [0, 0, 1]), ([0, 0, 1, 1], trivial)
    with pytest.raises(ValueError, match=r"Mode 1 has one label.*use 'any_mode'"):
        permutation_test(true, pred, alternative="all_modes")
    assert permutation_test(true, pred).pvalue == 1 / 3


def test_all_modes_of_a_function_of_your_own_are_refused():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    with pytest.raises(ValueError, match="needs a p-value for each mode"):
        permutation_test(true, pred, lambda t, p: 0.0, alternative="all_modes")


def test_a_function_named_like_a_distance_is_refused():
    def my_distance(true, pred):
        return 0.0

    with pytest.raises(ValueError, match=r"my_distance is named.*return its negative"):
        permutation_test([0, 1], [0, 1], my_distance)


def test_a_metric_that_is_nan_is_refused():
    with pytest.raises(ValueError, match="is NaN for labels that were permuted"):
        permutation_test([0, 1], [0, 1], lambda true, pred: math.nan)


def test_unknown_names_are_refused():
    for key in ("method", "alternative", "null_model"):
        with pytest.raises(ValueError, match=f"`{key}` must be one of"):
            permutation_test([0, 1], [0, 1], **{key: "normal"})


def test_no_draw_is_refused():
    with pytest.raises(ValueError, match="`n_permutations` must be at least 1, got 0"):
        permutation_test([0, 1], [0, 1], n_permutations=0)


def test_what_is_no_metric_is_refused():
    with pytest.raises(TypeError, match="must be a name or a function, got int"):
        permutation_test([0, 1], [0, 1], 3)


def test_clusterings_of_different_modes_are_refused():
    with pytest.raises(ValueError, match="must have the same modes"):
        permutation_test([0, 1], ([0, 1], [0, 1]))


def test_the_smallest_reversal_is_shown():
    """CARI prefers the candidate that shares nothing but what sizes force."""
    true = ([0, 1], [0, 0, 1])
    worse, better = ([0, 1], [0, 0, 0]), ([0, 0], [0, 0, 1])
    assert cari_score(true, worse) > cari_score(true, better)
    assert permutation_test(true, worse).pvalue == 1.0
    assert permutation_test(true, better).pvalue == 1 / 3


def test_every_combination_of_modes_and_methods_gives_one_pvalue_per_mode():
    for n_modes, method in product((1, 2, 3), ("exact", "gamma", "grid", "labels")):
        rng = np.random.default_rng(n_modes)
        true = tuple(rng.integers(3, size=9) for _ in range(n_modes))
        pred = tuple(rng.integers(2, size=9) for _ in range(n_modes))
        sides = (true, pred) if n_modes > 1 else (true[0], pred[0])
        result = permutation_test(
            *sides, method=method, n_permutations=19, random_state=0
        )
        assert len(result.pvalues_of_modes) == n_modes
