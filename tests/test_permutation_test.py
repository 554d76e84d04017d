"""Tests by permutation, against every permutation written out, and their level."""

import math
from functools import partial
from itertools import pairwise, product
from math import comb
from types import SimpleNamespace

import numpy as np
import pytest
from joblib import parallel_config
from numpy.random import RandomState
from scipy.stats import binom, combine_pvalues, pearson3, skew
from strategies import (
    as_lists,
    cells_of,
    coarrangements,
    enumerate_pairs,
    random_pairs,
)

from sklearn_cocluster_metrics import (
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
from sklearn_cocluster_metrics._inference._pairs_by_chance import tail_of_squares
from sklearn_cocluster_metrics._inference._permutation_test import (
    MODE_STATISTICS,
    _combined,
    _PValue,
    _share_of_grid,
)
from sklearn_cocluster_metrics._inference._random_draws import draw_squares
from sklearn_cocluster_metrics._laws._sum_of_squares_law import Work, law_of_squares

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
    sides = as_lists(true), as_lists(pred)
    result = permutation_test(*sides, method="exact", alternative="index")
    assert result.pvalue == share_at_least(true, pred)
    assert result.pvalues_of_modes == tuple(
        share_at_least((t,), (p,)) for t, p in zip(true, pred, strict=True)
    )


def test_any_mode_is_fishers_combination_of_the_modes_that_can_change():
    for name in ("4 x 4", "4 x 3 x 3", "5 x 3"):
        true, pred = COCLUSTERINGS[name]
        of_modes = [share_at_least((t,), (p,)) for t, p in zip(true, pred, strict=True)]
        expected = combine_pvalues(of_modes, method="fisher").pvalue
        result = permutation_test(as_lists(true), as_lists(pred))
        assert (result.alternative, result.method) == ("any_mode", "exact")
        assert result.pvalue == pytest.approx(expected, rel=1e-12)
    for name in ("4 x 3, a trivial truth", "4 x 3 x 2"):
        true, pred = COCLUSTERINGS[name]
        kept = [
            mode for mode, t in enumerate(true) if len({*t}) > 1 < len({*pred[mode]})
        ]
        alone = [as_lists([side[mode] for mode in kept]) for side in (true, pred)]
        if len(kept) == 1:
            alone = [side[0] for side in alone]
        result = permutation_test(as_lists(true), as_lists(pred))
        assert result.pvalue == permutation_test(*alone).pvalue


@pytest.mark.parametrize("metric", ["cari", "comi", "bcubed"])
def test_any_mode_finds_the_one_mode_that_agrees_beside_a_short_one(metric):
    """The product statistic may not: its p-value is that of six columns, .1."""
    true = np.arange(2000) % 4, np.array([0, 0, 0, 1, 1, 1])
    moved = np.arange(2000) % 7 < 4
    rows = np.where(moved, np.arange(2000) // 7 % 4, true[0])
    pred = rows, np.array([0, 1, 0, 1, 0, 1])
    options = {"n_permutations": 199, "random_state": 0}
    assert permutation_test(true, pred, metric, **options).pvalue < 0.05
    by_index = permutation_test(true, pred, metric, alternative="index", **options)
    assert by_index.alternative == "index"
    if metric == "cari":
        assert by_index.pvalue == pytest.approx(0.1, rel=1e-3)


def test_a_function_without_values_of_modes_is_tested_by_its_own_value():
    true, pred = COCLUSTERINGS["5 x 4"]
    options = {"n_permutations": 99, "random_state": 0}
    one = permutation_test(true, pred, lambda t, p: comi_score(t, p), **options)
    assert (one.alternative, one.pvalues_of_modes) == ("index", None)
    assert one == permutation_test(
        true, pred, lambda t, p: comi_score(t, p), alternative="index", **options
    )


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
    true, pred = COCLUSTERINGS["5 x 4"]
    sides = as_lists(true), as_lists(pred)
    sign = 1 if CONTRACTS[name].greater_is_better else -1
    values = [
        sign * CONTRACTS[name](sides[0], as_lists(p)) for p in coarrangements(pred)
    ]
    least = sign * CONTRACTS[name](*sides) - 1e-9
    options = {"method": method, "n_permutations": 1500, "random_state": 44}
    result = permutation_test(*sides, name, alternative="index", **options)
    error = math.sqrt(0.25 / 1500)
    assert abs(result.pvalue - np.mean([v >= least for v in values])) < 4 * error
    assert result.method == method


def null_pvalues(n_repeats, **options):
    """P-values of unrelated co-clusterings, for all alternatives.

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
            result = permutation_test(
                true, pred, alternative="index", random_state=repeat, **options
            )
            of_modes = result.pvalues_of_modes
            any_mode = combine_pvalues(of_modes).pvalue
            known[key] = any_mode, result.pvalue, max(of_modes)
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
        result = permutation_test(true, pred, metric, n_permutations=9)
        assert (result.pvalue, result.pvalue_is_bound) == (1.0, False)


def test_values_that_equal_up_to_rounding_are_tied():
    def rounded(true, pred):
        return 0.3 if list(pred) == [0, 0, 1, 1] else 0.1 + 0.2 - 2**-53

    result = permutation_test([0, 0, 1, 1], [0, 0, 1, 1], rounded, n_permutations=19)
    assert result.pvalue == 1.0


def test_options_of_a_partial_are_used():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    adjusted = permutation_test(true, pred, partial(cari_score, null_model="product"))
    assert adjusted.statistic == cari_score(true, pred, null_model="product")
    assert adjusted.null_mean == pytest.approx(0, abs=1e-15)


BICLUSTERS = (
    np.array([[1, 1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0, 0]]),
    np.array([[1, 1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 0, 0]]),
)


LETTERS = (np.array(list("aabbcc")), np.array([3, 3, 4, 4]))


@pytest.mark.parametrize(
    ("structure", "metric", "statistic"),
    [
        (LETTERS, lambda t, p: sum(map(np.sum, map(np.equal, t, p))), 10),
        (BICLUSTERS, "rnia_distance", 0),
        (BICLUSTERS, rnia_distance, 0),
        (BICLUSTERS, bicluster_recall_score, 1),
        (BICLUSTERS, "e4sc", 1),
    ],
)
def test_labels_and_biclusters_are_permuted_for_other_metrics(
    structure, metric, statistic
):
    options = {"n_permutations": 99, "random_state": 0}
    result = permutation_test(structure, structure, metric, **options)
    assert (result.method, result.statistic) == ("labels", statistic)
    assert (result.pvalue, result.pvalues_of_modes) == (0.01, None)
    assert len(result.null_distribution) == 99


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


def test_auto_takes_three_moments_for_large_tables_and_claims_no_more_than_they_can():
    labels = np.arange(400) % 8
    result = permutation_test((labels, labels), (labels, labels))
    assert result.method == "gamma"
    assert result.pvalue == combine_pvalues([1e-4, 1e-4]).pvalue
    assert result.pvalue_is_bound
    assert "pvalue<=1.94e-07" in repr(result)
    assert result.pvalues_of_modes == (1e-4, 1e-4)
    for alternative in ("index", "all_modes"):
        other = permutation_test(
            (labels, labels), (labels, labels), alternative=alternative
        )
        assert (other.pvalue, other.pvalue_is_bound) == (1e-4, True)
    by_name = permutation_test((labels, labels), (labels, labels), method="gamma")
    assert 0 < by_name.pvalue < 1e-10
    assert not by_name.pvalue_is_bound


def test_auto_draws_tables_where_the_gamma_law_is_wrong():
    """One cluster of 990 beside ten singletons: p is .096, the gamma law has .025."""
    true = [0] * 990 + list(range(1, 11))
    pred = [*range(1, 10), *[0] * 990, 10]
    exact = 1 - comb(990, 10) / comb(1000, 10)  # at least one singleton is shared
    options = {"n_permutations": 1999, "random_state": 0}
    result = permutation_test(true, pred, **options)
    assert result.method == "grid"
    assert abs(result.pvalue - exact) < 4 * math.sqrt(exact / 1999)
    assert permutation_test(true, pred, method="gamma").pvalue < exact / 3


def test_exact_and_approximate_laws_of_modes_are_combined():
    """Short columns beside 2000 rows: the rows alone take the gamma law."""
    rng = np.random.default_rng(5)
    true = np.arange(2000) % 5, np.array([0, 0, 0, 0, 1])
    pred = tuple(map(rng.permutation, true))
    result = permutation_test(true, pred, alternative="index")
    assert result.method == "gamma"
    squares = [[], []]
    for _ in range(4000):
        for mode, labels in enumerate(true):
            table = np.bincount(5 * labels + rng.permutation(labels), minlength=25)
            squares[mode].append(np.sum(table**2))
    observed = np.prod(
        [np.sum(np.bincount(5 * t + p) ** 2) for t, p in zip(true, pred, strict=True)]
    )
    share = np.mean(np.prod(squares, axis=0) >= observed)
    assert abs(result.pvalue - share) < 4 * math.sqrt(0.25 / 4000)


def random_sizes(rng, n, most_clusters):
    """Sizes of two or more clusters, some of them very unbalanced."""
    k = rng.integers(2, most_clusters + 1)
    shares = rng.dirichlet([rng.choice([0.5, 5])] * k)
    return 1 + rng.multinomial(n - k, shares)


def test_fishers_combination_is_not_above_the_level_for_short_modes():
    """Over all pairs of tables of two modes, with their exact laws."""
    rng = np.random.default_rng(8)
    table = contingency_table([0, 0, 1, 1], [0, 0, 1, 1])
    highest = 0
    for _ in range(100):
        modes = []
        for n in rng.integers(4, 16, size=2):
            law = law_of_squares(
                *(random_sizes(rng, n, 4) for _ in range(2)), Work(1e9)
            )
            chances = [law[s] / sum(law.values()) for s in sorted(law, reverse=True)]
            modes.append(
                list(zip(np.cumsum(chances).clip(max=1), chances, strict=True))
            )
        pairs = list(product(*modes))
        pvalues = np.array(
            [
                _combined(
                    "any_mode", [table] * 2, [_PValue(p, False) for p, _ in pair]
                ).value
                for pair in pairs
            ]
        )
        chances = np.array([one * other for (_, one), (_, other) in pairs])
        for level in (0.05, 0.01, 0.001):
            true_level = chances[pvalues <= level].sum()
            assert true_level <= level
            highest = max(highest, true_level / level)
    assert highest > 0.5


def test_the_gamma_law_has_the_nominal_level_where_auto_takes_it():
    """The level is that of 4000 draws; three standard errors are allowed."""
    rng = np.random.default_rng(3)
    n_gamma = 0
    for repeat in range(9):
        n = int(rng.integers(1500, 3000))
        sizes = [random_sizes(rng, n, 6) + 100 for _ in range(2)]
        short = min(sizes, key=sum)
        short[0] += abs(sum(sizes[1]) - sum(sizes[0]))
        true, pred = (np.repeat(np.arange(len(side)), side) for side in sizes)
        result = permutation_test(true, pred, n_permutations=1)
        n_gamma += result.method == "gamma"
        squares = np.sort(draw_squares(sizes, 4000, RandomState(repeat)))
        table = contingency_table(true, pred)
        for level in (0.05, 0.01):
            error = math.sqrt(level / 4000)
            rank = int(4000 * (1 - 1.1 * level - 3 * error))
            below = SimpleNamespace(
                sizes=table.sizes,
                n_samples=table.n_samples,
                squares=table.squares._replace(joint=int(squares[rank])),
            )
            assert tail_of_squares([below], [None], 0) > level
    assert n_gamma > 5


@pytest.mark.parametrize("method", ["grid", "labels"])
def test_the_least_pvalue_of_draws_is_a_bound(method):
    labels = np.repeat([0, 1, 2], 10)
    for sides, n_modes in (((labels,) * 2, 1), (((labels, labels),) * 2, 2)):
        options = {"method": method, "n_permutations": 19, "random_state": 0}
        result = permutation_test(*sides, alternative="index", **options)
        power = n_modes if method == "grid" else 1
        assert result.pvalue == pytest.approx(20.0**-power)
        assert result.pvalue_is_bound
        assert permutation_test(*sides, **options).pvalue_is_bound
        other = permutation_test([0, 1, 0, 1], [0, 0, 1, 1], **options)
        assert not other.pvalue_is_bound


def test_a_z_score_taken_as_normal_is_wrong_by_an_order_of_magnitude():
    """The observed blocks of 100 in 4 clusters at a true p of about 1e-6."""
    true = [label for label in range(4) for _ in range(15)]
    pred = true[:-24] + list(np.random.default_rng(0).permutation(true[-24:]))
    exact = permutation_test(true, pred, method="exact").pvalue
    zscore = pair_count_moments(true, pred).zscore
    assert math.erfc(zscore / math.sqrt(2)) / 2 < exact / 10


@pytest.mark.parametrize(("true", "pred"), CLUSTERINGS.values(), ids=CLUSTERINGS)
def test_exact_pvalues_of_clusterings_are_shares_of_permutations(true, pred):
    result = permutation_test(list(true), list(pred))
    assert result.method == "exact"
    assert result.pvalue == share_at_least((true,), (pred,))
    assert result.pvalues_of_modes == (result.pvalue,)


@pytest.mark.parametrize(("true", "pred"), CLUSTERINGS.values(), ids=CLUSTERINGS)
def test_gamma_is_the_law_with_three_moments_half_a_step_below_the_observed(true, pred):
    values = [pairs_together((true,), other) for other in coarrangements((pred,))]
    law = pearson3(skew(values), np.mean(values), np.std(values))
    observed = pairs_together((true,), (pred,))
    result = permutation_test(list(true), list(pred), method="gamma")
    assert result.pvalue == pytest.approx(law.sf(observed - 0.5), rel=1e-8)


def test_sums_that_are_equal_up_to_rounding_are_tied_in_a_grid():
    """Of 0.3 + 0, 0.3 + 0.2, 0.1 + 0 and 0.1 + 0.2, three reach the last."""
    columns = [0.3, 0.1], [0.0, 0.2]
    assert sum(map(max, zip(*columns, strict=True))) > 0.3 != 0.1 + 0.2
    assert _share_of_grid(columns, math.fsum).value == 3 / 4


@pytest.mark.parametrize("combine", [math.prod, math.fsum])
def test_the_grid_has_all_combinations_of_the_draws(combine):
    rng = np.random.default_rng(3)
    columns = rng.integers(1, 9, size=(3, 7)).tolist()
    observed = combine(column[-1] for column in columns)
    whole = [combine(numbers) >= observed for numbers in product(*columns)]
    assert _share_of_grid(columns, combine).value == np.mean(whole)


@pytest.mark.parametrize("name", ["cocorrelation", "cocorrelation_distance", "cari"])
def test_draws_of_equal_structures_have_the_value_at_equality(name):
    """Each mode is trivial, so all permutations are equal."""
    true = [0, 1], [0, 0, 0]
    result = permutation_test(true, true, name, method="labels", n_permutations=3)
    assert result.statistic == CONTRACTS[name].at_equality
    assert {*result.null_distribution, result.null_mean} == {result.statistic}


@pytest.mark.parametrize("name", OF_PAIRS)
def test_an_index_of_drawn_pairs_has_values_that_structures_have(name):
    true, pred = COCLUSTERINGS["4 x 4"]
    sides = as_lists(true), as_lists(pred)
    known = {CONTRACTS[name](sides[0], as_lists(p)) for p in coarrangements(pred)}
    drawn = permutation_test(*sides, name, method="labels", n_permutations=60)
    assert known >= {*drawn.null_distribution}


@pytest.mark.parametrize(
    ("metric", "method"),
    [
        ("cari", "exact"),
        ("comi", "grid"),
        ("bcubed", "labels"),
        ("yule", "labels"),
        (lambda true, pred: 0.0, "labels"),
    ],
)
def test_auto_says_which_method_it_used(metric, method):
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    result = permutation_test(true, pred, metric, n_permutations=9, random_state=0)
    assert result.method == method


@pytest.mark.parametrize("metric", ["variation_of_information", "jaccard_distance"])
def test_a_distance_is_better_where_it_is_lower(metric):
    labels = [0] * 5 + [1] * 5
    options = {"n_permutations": 99, "random_state": 0}
    assert permutation_test(labels, labels, metric, **options).pvalue < 0.05


@pytest.mark.parametrize(
    ("shape", "sizes"),
    [((40, 30), (4, 3)), ((1500,), (900,))],
    ids=["tables", "labels"],
)
def test_draws_have_the_moments_of_permuted_labels(shape, sizes):
    """Tables with more cells than samples are drawn by permuting labels."""
    rng = np.random.default_rng(2)
    true, pred = (
        tuple(rng.integers(k, size=n) for k, n in zip(sizes, shape, strict=True))
        for _ in range(2)
    )
    sides = (true, pred) if len(shape) > 1 else (true[0], pred[0])
    moments = pair_count_moments(*sides)
    options = {"n_permutations": 1000, "random_state": 0}
    drawn = permutation_test(*sides, "russell_rao", method="labels", **options)
    n_pairs = pair_counts(*sides).n_pairs
    values = drawn.null_distribution * n_pairs
    assert abs(values.mean() - moments.mean) < 4 * math.sqrt(moments.variance / 1000)
    assert drawn.null_mean * n_pairs == pytest.approx(moments.mean)
    assert drawn.null_std * n_pairs == pytest.approx(math.sqrt(moments.variance))


def test_infinite_draws_leave_no_mean():
    result = permutation_test(
        [0, 0, 1, 1], [0, 0, 1, 1], "yule", n_permutations=99, random_state=0
    )
    assert result.statistic == math.inf
    assert result.null_mean is result.null_std is None
    assert result.pvalue == pytest.approx(1 / 3, abs=0.2)


METRICS = {
    "pairs": (*COCLUSTERINGS["5 x 4"], "cari"),
    "tables": (*COCLUSTERINGS["5 x 4"], "bcubed"),
    "labels": (*COCLUSTERINGS["5 x 4"], lambda true, pred: comi_score(true, pred)),
    "biclusters": (BICLUSTERS, BICLUSTERS, "rnia_distance"),
}


@pytest.mark.parametrize(("true", "pred", "metric"), METRICS.values(), ids=METRICS)
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_seeds_determine_all_numbers_and_workers_none(true, pred, metric, backend):
    def draws(seed, **options):
        result = permutation_test(
            *(true, pred, metric),
            method="labels",
            n_permutations=12,
            random_state=seed,
            **options,
        )
        return result, result.null_distribution.tolist()

    alone = draws(7)
    with parallel_config(backend=backend):
        assert draws(7, n_jobs=2) == alone
    assert draws(8)[1] != alone[1]


def test_a_function_and_its_name_give_one_result():
    true, pred = map(as_lists, COCLUSTERINGS["5 x 4"])
    options = {"method": "labels", "n_permutations": 50, "random_state": 0}
    by_name = permutation_test(true, pred, "comi", **options)
    assert by_name == permutation_test(true, pred, comi_score, **options)


def test_the_result_has_plain_floats_and_a_null_distribution_to_read():
    result = permutation_test([0, 0, 1, 1], [0, 1, 1, 1], method="labels")
    assert {type(result.statistic), type(result.pvalue)} == {float}
    assert {type(result.null_mean), type(result.null_std)} == {float}
    with pytest.raises(ValueError, match="read-only"):
        result.null_distribution[0] = 0.0


@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_no_input_breaks_a_method(n_modes):
    for true, pred in random_pairs(20, n_modes, 8, seed=4):
        for method in ("auto", "exact", "gamma", "grid", "labels"):
            options = {"method": method, "n_permutations": 5, "random_state": 0}
            result = permutation_test(true, pred, **options)
            assert 0 < result.pvalue <= 1
            assert len(result.pvalues_of_modes) == n_modes


def my_score(true, pred):
    return 0.0


def my_distance(true, pred):
    return 0.0


PLAIN, TWO = ([0, 0, 1], [0, 1, 1]), tuple(map(as_lists, COCLUSTERINGS["5 x 4"]))
LARGE = (np.arange(3000) % 20,) * 2
FOUR_MODES = ((np.arange(4000) % 39, *(np.arange(4000) % k for k in (37, 31, 29))),) * 2
TRIVIAL = ([0, 0, 1, 1], [0, 0, 1]), ([0, 0, 1, 1], [0, 0, 0])
SINGLE = ([0, 0, 1, 1], [0, 0, 1]), ([0, 0, 1, 1], [0, 1, 2])
ALL_MODES = {"alternative": "all_modes"}
REFUSED = [
    (PLAIN, {"metric": "bcubed", "method": "exact"}, r"takes an index of counts of"),
    (PLAIN, {"metric": comi_score, "method": "gamma"}, r"counts of pairs.*use 'grid'"),
    (PLAIN, {"metric": "yule", "method": "grid"}, "one number per mode.*use 'labels'"),
    (
        PLAIN,
        {"metric": my_score, "method": "grid"},
        "one number per mode.*use 'labels'",
    ),
    ((BICLUSTERS,) * 2, {"metric": "e4sc", "method": "exact"}, r"'e4sc' use 'labels'"),
    (LARGE, {"method": "exact"}, r"too long.*\(20, 20, 3000\).*'auto' or"),
    (
        FOUR_MODES,
        {"method": "grid", "alternative": "index", "n_permutations": 999},
        "too many combinations for 4 modes and 999",
    ),
    (TRIVIAL, ALL_MODES, r"Mode 1 has one label.*use 'any_mode'"),
    (SINGLE, ALL_MODES, r"Mode 1 has one label.*use 'any_mode'"),
    (TWO, {"metric": my_score, **ALL_MODES}, "needs a p-value for each mode"),
    (PLAIN, {"metric": my_distance}, r"my_distance is named.*return its negative"),
    (PLAIN, {"metric": lambda t, p: math.nan}, "is NaN for labels that were permuted"),
    (PLAIN, {"method": "normal"}, "`method` must be one of"),
    (PLAIN, {"alternative": "normal"}, "`alternative` must be one of"),
    (PLAIN, {"n_permutations": 0}, "`n_permutations` must be at least 1, got 0"),
    (PLAIN, {"metric": 3}, "must be a name or a function, got int"),
    (([0, 1], ([0, 1], [0, 1])), {}, "must have the same modes"),
]


@pytest.mark.parametrize(("sides", "options", "message"), REFUSED)
def test_wrong_arguments_are_refused(sides, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        permutation_test(*sides, **options)
