"""Tests by permutation, against every permutation written out, and their level."""

import math
from fractions import Fraction
from functools import partial
from itertools import compress, pairwise, product
from math import comb

import numpy as np
import pytest
from contracts import CONTRACTS
from joblib import parallel_config
from scipy.optimize import linear_sum_assignment
from scipy.stats import combine_pvalues
from sklearn.metrics import mutual_info_score
from strategies import as_lists, cells_of, coarrangements, enumerate_pairs, random_pairs

from sklearn_cocluster_metrics import (
    bicluster_recall_score,
    cari_score,
    comi_score,
    pair_count_moments,
    pair_counts,
    permutation_test,
    rnia_distance,
)
from sklearn_cocluster_metrics._inference import _permutation_methods
from sklearn_cocluster_metrics._inference._pvalues import ranks, share_of_grid
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    contingency_table,
    permutation_test_from_tables,
)

COCLUSTERINGS = {
    "4 x 4": (((0, 0, 1, 1), (0, 0, 1, 2)), ((0, 0, 1, 2), (0, 0, 1, 1))),
    "5 x 3": (((0, 0, 1, 1, 1), (0, 0, 1)), ((0, 0, 0, 1, 1), (0, 1, 1))),
    "5 x 4": (((0, 0, 1, 1, 2), (0, 1, 1, 0)), ((0, 1, 1, 1, 0), (0, 0, 0, 1))),
    "4 x 3 x 2": (((0, 0, 1, 1), (0, 0, 1), (0, 1)), ((0, 1, 1, 1), (0, 1, 1), (0, 0))),
    "4 x 3 x 3": (
        ((0, 0, 1, 1), (0, 0, 1), (0, 0, 1)),
        ((0, 0, 1, 1), (0, 1, 0), (1, 1, 0)),
    ),
    "4 x 3, a trivial truth": (((0, 0, 0, 0), (0, 0, 1)), ((0, 0, 1, 1), (0, 0, 1))),
}
CLUSTERINGS = {
    "6": (((0, 0, 0, 1, 1, 2),), ((0, 0, 1, 1, 1, 2),)),
    "7": (((0, 0, 0, 1, 1, 1, 1),), ((0, 0, 1, 1, 2, 2, 2),)),
    "equal": (((0, 0, 1, 1, 2),), ((1, 1, 0, 0, 2),)),
}
STRUCTURES = {**COCLUSTERINGS, **CLUSTERINGS}
BY_NUMBER = {
    name: contract
    for name, contract in CONTRACTS.items()
    if contract.structure == "partition" and contract.monotone_in is not None
}
OF_PAIRS = [name for name, c in BY_NUMBER.items() if c.monotone_in == "squares"]


def pairs_together(true, pred):
    """Pairs of cells in one block on both sides, one by one."""
    return enumerate_pairs(cells_of(true), cells_of(pred))[0]


def structures(*sides):
    """What is passed: one list for a clustering, a tuple of lists for modes."""
    return [as_lists(modes) if len(modes) > 1 else list(modes[0]) for modes in sides]


def share_at_least(true, pred):
    """Share of all permutations with at least so many pairs together."""
    observed = pairs_together(true, pred)
    drawn = [pairs_together(true, other) for other in coarrangements(pred)]
    return sum(value >= observed for value in drawn) / len(drawn)


@pytest.mark.parametrize(("true", "pred"), STRUCTURES.values(), ids=STRUCTURES)
def test_exact_pvalues_are_shares_of_all_permutations(true, pred):
    sides = structures(true, pred)
    result = permutation_test(*sides, method="exact", alternative="index")
    assert result.pvalue == share_at_least(true, pred)
    assert result.pvalues_of_modes == tuple(
        share_at_least((t,), (p,)) for t, p in zip(true, pred, strict=True)
    )


@pytest.mark.parametrize(("true", "pred"), STRUCTURES.values(), ids=STRUCTURES)
def test_any_mode_is_the_share_of_permutations_with_so_small_a_product(true, pred):
    """Fisher's statistic: the product of the p-values of the modes, in fractions."""
    of_modes = []
    for t, p in zip(true, pred, strict=True):
        numbers = [pairs_together((t,), other) for other in coarrangements((p,))]
        of_modes.append(
            {
                number: (
                    Fraction(sum(one >= number for one in numbers), len(numbers)),
                    Fraction(numbers.count(number), len(numbers)),
                )
                for number in {*numbers}
            }
        )
    pairs = [pairs_together((t,), (p,)) for t, p in zip(true, pred, strict=True)]
    most = math.prod(of[one][0] for of, one in zip(of_modes, pairs, strict=True))
    chance = sum(
        math.prod(chance for _, chance in found)
        for found in product(*(of.values() for of in of_modes))
        if math.prod(pvalue for pvalue, _ in found) <= most
    )
    result = permutation_test(*structures(true, pred))
    assert (result.alternative, result.method) == ("any_mode", "exact")
    assert result.pvalue == float(chance)
    can_change = [len(of_mode) > 1 for of_mode in of_modes]
    free = [*compress(result.pvalues_of_modes, can_change)]
    assert result.pvalue <= combine_pvalues(free).pvalue * (1 + 1e-12)


@pytest.mark.parametrize("metric", ["cari", "comi", "bcubed"])
def test_any_mode_finds_the_one_mode_that_agrees_beside_a_short_one(metric):
    """The product statistic may not: its p-value is that of six columns, .1."""
    true = np.arange(2000) % 4, np.array([0, 0, 0, 1, 1, 1])
    moved = np.arange(2000) % 7 < 4
    rows = np.where(moved, np.arange(2000) // 7 % 4, true[0])
    pred = rows, np.array([0, 1, 0, 1, 0, 1])
    options = {"n_draws": 199, "random_state": 0}
    any_mode = permutation_test(true, pred, metric, **options)
    all_modes = permutation_test(true, pred, metric, alternative="all_modes", **options)
    assert any_mode.pvalue < 0.05
    assert all_modes.pvalue == max(any_mode.pvalues_of_modes) > 0.1
    by_index = permutation_test(true, pred, metric, alternative="index", **options)
    assert by_index.alternative == "index"
    if metric == "cari":
        assert by_index.pvalue == pytest.approx(0.1, rel=0.05)


@pytest.mark.parametrize("name", OF_PAIRS)
def test_all_indices_of_pairs_have_one_pvalue(name):
    for shape in ("5 x 4", "4 x 3 x 3"):
        sides = structures(*COCLUSTERINGS[shape])
        expected = permutation_test(*sides, "cari").pvalue
        assert permutation_test(*sides, name).pvalue == expected


@pytest.mark.parametrize("name", OF_PAIRS)
def test_means_and_draws_of_indices_of_pairs_are_those_of_all_permutations(name):
    true, pred = COCLUSTERINGS["4 x 4"]
    sides = structures(true, pred)
    values = [CONTRACTS[name](sides[0], as_lists(p)) for p in coarrangements(pred)]
    result = permutation_test(*sides, name)
    if CONTRACTS[name].linear_in_pairs:
        assert result.null_mean == pytest.approx(np.mean(values), rel=1e-12, abs=1e-15)
        assert result.null_std == pytest.approx(np.std(values), rel=1e-10)
    else:
        assert result.null_mean is None
    drawn = permutation_test(*sides, name, method="labels", n_draws=60)
    assert {*values} >= {*drawn.null_distribution}


def best_matched(counts):
    """The greatest number of samples in matched clusters."""
    matching = linear_sum_assignment(counts, maximize=True)
    return int(counts[matching].sum())


STATISTICS_OF_COUNTS = {
    "squares": lambda counts: int((counts**2).sum()),
    "information": lambda counts: mutual_info_score(None, None, contingency=counts),
    "matched": best_matched,
}


@pytest.mark.parametrize("shape", ["4 x 4", "5 x 4", "4 x 3 x 3"])
@pytest.mark.parametrize("name", BY_NUMBER)
def test_the_number_per_mode_orders_the_values_as_the_contract_declares(name, shape):
    """Over all permutations: no better value at a smaller number."""
    contract = BY_NUMBER[name]
    statistic = STATISTICS_OF_COUNTS[contract.monotone_in]
    combine = math.fsum if contract.monotone_in == "information" else math.prod
    true, pred = COCLUSTERINGS[shape]
    sign = 1 if contract.greater_is_better else -1
    ranked = []
    for other in coarrangements(pred):
        tables = contingency_table(as_lists(true), as_lists(other))
        number = combine([statistic(table.counts) for table in tables])
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
    sides = structures(true, pred)
    sign = 1 if CONTRACTS[name].greater_is_better else -1
    values = [
        sign * CONTRACTS[name](sides[0], as_lists(p)) for p in coarrangements(pred)
    ]
    least = sign * CONTRACTS[name](*sides) - 1e-9
    options = {"method": method, "n_draws": 1500, "random_state": 44}
    result = permutation_test(*sides, name, alternative="index", **options)
    error = math.sqrt(0.25 / 1500)
    assert abs(result.pvalue - np.mean([v >= least for v in values])) < 4 * error
    assert result.method == method


def test_ties_count():
    """Every permutation of one label is a tie."""
    true, pred = [0, 0, 1, 1], [0, 0, 0, 0]
    for method in ("exact", "grid", "labels"):
        assert permutation_test(true, pred, method=method).pvalue == 1.0
    for metric in ("bcubed", "comi", "nce", comi_score, lambda t, p: 0.1):
        result = permutation_test(true, pred, metric, n_draws=9)
        assert (result.pvalue, result.pvalue_is_bound) == (1.0, False)


def test_values_that_equal_up_to_rounding_are_tied():
    def rounded(true, pred):
        return 0.3 if list(pred) == [0, 0, 1, 1] else 0.1 + 0.2 - 2**-53

    result = permutation_test([0, 0, 1, 1], [0, 0, 1, 1], rounded, n_draws=19)
    assert result.pvalue == 1.0


def test_options_of_a_metric_are_used():
    options = {"null_model": "product"}
    for adjusted in (
        permutation_test(*TWO, partial(cari_score, **options)),
        permutation_test(*TWO, cari_score, **options),
        permutation_test(*TWO, "cari_product"),
    ):
        assert adjusted.metric == "product-CARI"
        assert adjusted.statistic == cari_score(*TWO, **options)
        assert adjusted.null_mean == pytest.approx(0, abs=1e-15)


def my_score(true, pred):
    return 0.0


def my_distance(true, pred):
    return 0.0


PLAIN, TWO = ([0, 0, 1], [0, 1, 1]), tuple(map(as_lists, COCLUSTERINGS["5 x 4"]))
LARGE = (np.arange(3000) % 20,) * 2
FOUR_MODES = ((np.arange(4000) % 39, *(np.arange(4000) % k for k in (37, 31, 29))),) * 2
BICLUSTERS = (
    np.array([[1, 1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0, 0]]),
    np.array([[1, 1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 0, 0]]),
)


LETTERS = (np.array(list("aabbcc")), np.array([3, 3, 4, 4]))


OTHERS = [
    (LETTERS, lambda t, p: sum(map(np.sum, map(np.equal, t, p))), 10),
    (BICLUSTERS, "rnia_distance", 0),
    (BICLUSTERS, rnia_distance, 0),
    (BICLUSTERS, bicluster_recall_score, 1),
    (BICLUSTERS, "e4sc", 1),
]


@pytest.mark.parametrize(("structure", "metric", "statistic"), OTHERS)
def test_labels_and_biclusters_are_permuted_for_other_metrics(
    structure, metric, statistic
):
    options = {"n_draws": 99, "random_state": 0}
    result = permutation_test(structure, structure, metric, **options)
    assert (result.method, result.statistic) == ("labels", statistic)
    assert (result.pvalue, result.pvalues_of_modes) == (0.01, ())
    assert result.alternative == "index"
    assert len(result.null_distribution) == 99


@pytest.mark.parametrize(
    "metric", ["rnia_distance", bicluster_recall_score, lambda t, p: p[0].sum() / 7]
)
def test_unequal_biclusters_are_compared_in_the_order_in_which_they_are_given(metric):
    pred = tuple(side[:1] for side in BICLUSTERS)
    expected = CONTRACTS.get(metric, metric)(BICLUSTERS, pred)
    result = permutation_test(BICLUSTERS, pred, metric, n_draws=9)
    assert 0 < result.statistic == expected < 1


def test_biclusters_are_permuted_by_rows_and_by_columns():
    """The share of two equal rows of a 3 x 3 matrix is 1/3, of columns likewise."""

    def overlap(true, pred):
        rows, columns = (
            np.asarray(t) @ np.asarray(p).T for t, p in zip(true, pred, strict=True)
        )
        return float(rows[0, 0] * columns[0, 0])

    one = (np.array([[1, 0, 0]]), np.array([[1, 0, 0]]))
    result = permutation_test(one, one, overlap, n_draws=3000, random_state=0)
    assert abs(result.pvalue - 1 / 9) < 4 * math.sqrt(8 / 81 / 3000)


def test_auto_draws_where_the_exact_law_is_costly():
    labels = np.arange(400) % 8
    sides = (labels, labels), (labels, labels)
    result = permutation_test(*sides, random_state=0)
    assert (result.method, result.pvalues_of_modes) == ("grid", (1e-4, 1e-4))
    assert result.pvalue == 1e-8  # of 10 000 x 10 000 combinations, this is the best
    assert "pvalue<=1e-08" in repr(result)
    assert len(result.null_distribution) == 9999
    for alternative, least in {"index": 1e-8, "all_modes": 1e-4}.items():
        other = permutation_test(*sides, alternative=alternative, random_state=0)
        assert (other.pvalue, other.pvalue_is_bound) == (least, True)
    assert permutation_test(labels, labels, n_draws=9).method == "labels"


def test_auto_draws_tables_of_many_singletons():
    """One cluster of 9970 beside 30 singletons, of which one is shared: p is .086."""
    true = [0] * 9970 + list(range(1, 31))
    pred = [*range(1, 30), *[0] * 9970, 30]
    exact = 1 - comb(9970, 30) / comb(10_000, 30)  # at least one singleton is shared
    options = {"n_draws": 1999, "random_state": 0}
    result = permutation_test(true, pred, **options)
    assert abs(result.pvalue - exact) < 4 * math.sqrt(exact / 1999)


def test_exact_and_drawn_laws_of_modes_are_combined():
    """Short columns beside 2000 rows: the rows alone are drawn."""

    def square_sum(true, pred):
        return np.sum(np.bincount(5 * true + pred) ** 2)

    rng = np.random.default_rng(5)
    true = np.arange(2000) % 5, np.array([0, 0, 0, 0, 1])
    pred = tuple(map(rng.permutation, true))
    result = permutation_test(true, pred, alternative="index", random_state=0)
    assert (result.method, result.null_distribution) == ("grid", None)
    drawn = [
        math.prod(square_sum(mode, rng.permutation(mode)) for mode in true)
        for _ in range(4000)
    ]
    observed = math.prod(map(square_sum, true, pred))
    share = np.mean(np.array(drawn) >= observed)
    assert abs(result.pvalue - share) < 4 * math.sqrt(0.25 / 4000)


@pytest.mark.parametrize("n_modes", [1, 2])
def test_a_pvalue_below_all_floats_is_bounded_by_the_least(n_modes):
    labels = np.arange(1500) % 2
    sides = ((labels,) * n_modes,) * 2 if n_modes > 1 else (labels, labels)
    result = permutation_test(*sides)
    assert (result.method, result.pvalue_is_bound) == ("exact", True)
    assert result.pvalue == np.finfo(float).tiny


@pytest.mark.parametrize("method", ["grid", "labels"])
def test_the_least_pvalue_of_draws_is_a_bound(method):
    labels = np.repeat([0, 1, 2], 10)
    for sides, n_modes in (((labels,) * 2, 1), (((labels, labels),) * 2, 2)):
        options = {"method": method, "n_draws": 19, "random_state": 0}
        result = permutation_test(*sides, alternative="index", **options)
        power = n_modes if method == "grid" else 1
        assert result.pvalue == pytest.approx(20.0**-power)
        assert result.pvalue_is_bound
        assert permutation_test(*sides, **options).pvalue_is_bound
        other = permutation_test([0, 1, 0, 1], [0, 0, 1, 1], **options)
        assert not other.pvalue_is_bound


HALVES, OUTLIER = [0] * 4 + [1] * 4, [0] + [1] * 7


def test_a_result_says_how_modes_are_combined():
    """The columns cannot vary; the p-value of the rows is 2 / 70."""
    result = permutation_test((HALVES, HALVES), (HALVES, OUTLIER))
    assert result.pvalue == pytest.approx(2 / 70, rel=1e-12)
    assert result.tested == "Fisher's combination of the modes"
    assert "pvalue=0.0286, alternative='any_mode'" in repr(result)


def test_too_many_combinations_take_the_chi_square_distribution():
    labels = np.arange(400) % 8  # with more values than 1499 combinations
    pred = tuple(np.random.default_rng(k).permutation(labels) for k in range(3))
    sides = (*(labels,) * 3, [0, 1]), (*pred, [0, 0])  # the last mode cannot vary
    options = {"n_draws": 1499, "random_state": 0}
    result = permutation_test(*sides, "comi", **options)
    expected = combine_pvalues(result.pvalues_of_modes[:3]).pvalue
    assert result.pvalue == pytest.approx(expected, rel=1e-12)


def test_ranks_count_ties_of_rounding_as_ties():
    assert ranks([1.0, 0.3, 0.1 + 0.2, 0.0]) == [3, 1, 1, 0]
    assert ranks([5, 7, 5, 2**80]) == [0, 2, 0, 3]


def test_sums_that_are_equal_up_to_rounding_are_tied_in_a_grid():
    """Of 0.3 + 0, 0.3 + 0.2, 0.1 + 0 and 0.1 + 0.2, three reach the last."""
    columns = [0.3, 0.1], [0.0, 0.2]
    assert sum(map(max, zip(*columns, strict=True))) > 0.3 != 0.1 + 0.2
    assert share_of_grid(columns, "information").value == 3 / 4


@pytest.mark.parametrize(
    ("number", "combine"), [("matched", math.prod), ("information", math.fsum)]
)
def test_the_grid_has_all_combinations_of_the_draws(number, combine):
    rng = np.random.default_rng(3)
    columns = rng.integers(1, 9, size=(3, 7)).tolist()
    observed = combine(column[-1] for column in columns)
    whole = [combine(numbers) >= observed for numbers in product(*columns)]
    assert share_of_grid(columns, number).value == np.mean(whole)


@pytest.mark.parametrize("name", ["cocorrelation", "cocorrelation_distance", "cari"])
def test_draws_of_equal_structures_have_the_value_at_equality(name):
    """Each mode is trivial, so all permutations are equal."""
    true = [0, 1], [0, 0, 0]
    result = permutation_test(true, true, name, method="labels", n_draws=3)
    assert result.statistic == CONTRACTS[name].at_equality
    assert {*result.null_distribution, result.null_mean} == {result.statistic}


AUTO = {"cari": "exact", "comi": "grid", "bcubed": "labels", "yule": "labels"}
AUTO |= {"variation_of_information": "grid"}


@pytest.mark.parametrize(("metric", "method"), AUTO.items())
def test_auto_says_which_method_it_used(metric, method):
    result = permutation_test(*TWO, metric, n_draws=9, random_state=0)
    assert (result.metric, result.method) == (CONTRACTS[metric].label, method)


def test_the_result_names_the_options_of_its_metric():
    options = {"method": "labels", "n_draws": 9, "random_state": 0}
    result = permutation_test(*TWO, "conmi", average_method="arithmetic", **options)
    assert repr(result).startswith("PermutationTestResult(coNMI, arithmetic=0.")


DISTANCES = [
    ("variation_of_information", None),
    ("jaccard_distance", False),
    (lambda true, pred: np.mean(np.not_equal(true, pred)), False),
]


@pytest.mark.parametrize(("metric", "direction"), DISTANCES)
def test_a_distance_is_better_where_it_is_lower(metric, direction):
    labels = [0] * 5 + [1] * 5
    options = {"n_draws": 99, "random_state": 0, "greater_is_better": direction}
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
    options = {"n_draws": 1000, "random_state": 0}
    drawn = permutation_test(*sides, "russell_rao", method="labels", **options)
    n_pairs = pair_counts(*sides).n_pairs
    values = drawn.null_distribution * n_pairs
    assert abs(values.mean() - moments.mean) < 4 * math.sqrt(moments.variance / 1000)
    assert drawn.null_mean * n_pairs == pytest.approx(moments.mean)
    assert drawn.null_std * n_pairs == pytest.approx(math.sqrt(moments.variance))


def test_infinite_draws_leave_no_mean():
    options = {"n_draws": 99, "random_state": 0}
    result = permutation_test([0, 0, 1, 1], [0, 0, 1, 1], "yule", **options)
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
def test_seeds_determine_all_numbers_and_workers_none(true, pred, metric):
    def draws(seed, **options):
        options |= {"method": "labels", "n_draws": 12, "random_state": seed}
        result = permutation_test(true, pred, metric, **options)
        return result, result.null_distribution.tolist()

    alone = draws(7)
    assert not alone[0].null_distribution.flags.writeable
    with parallel_config(backend="threading"):
        assert draws(7, n_jobs=2) == alone
    assert draws(8)[1] != alone[1]


@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_no_input_breaks_a_method(n_modes):
    for true, pred in random_pairs(20, n_modes, 8, seed=4):
        for method in ("auto", "exact", "grid", "labels"):
            options = {"method": method, "n_draws": 5, "random_state": 0}
            result = permutation_test(true, pred, **options)
            assert 0 < result.pvalue <= 1
            assert len(result.pvalues_of_modes) == n_modes


TRIVIAL = ([0, 0, 1, 1], [0, 0, 1]), ([0, 0, 1, 1], [0, 0, 0])
SINGLE = ([0, 0, 1, 1], [0, 0, 1]), ([0, 0, 1, 1], [0, 1, 2])
ALL_MODES = {"alternative": "all_modes"}
OWN = {"metric": my_score}
TOO_MANY = {"method": "grid", "alternative": "index", "n_draws": 999}
REFUSED = [
    (
        PLAIN,
        {"metric": "bcubed", "method": "exact"},
        "not possible .* 'bcubed'. Use 'labels'",
    ),
    (
        PLAIN,
        {"metric": comi_score, "method": "exact"},
        "'exact'.* Use 'grid' or 'labels'",
    ),
    (PLAIN, {"metric": "yule", "method": "grid"}, "'grid'` .* 'yule'. Use 'labels'"),
    (PLAIN, {**OWN, "method": "grid"}, "'grid'` .* 'my_score'. Use 'labels'"),
    ((BICLUSTERS,) * 2, {"metric": "e4sc", "method": "exact"}, "'e4sc'. Use 'labels'"),
    ((5, BICLUSTERS), {"metric": "e4sc"}, r"`labels_true` must be a tuple \(rows, col"),
    (LARGE, {"method": "exact"}, r"too long.*\(20, 20, 3000\).*'auto'` or"),
    (FOUR_MODES, TOO_MANY, "too many combinations for 4 modes and 999"),
    (TRIVIAL, ALL_MODES, "mode 1 has none, .*use `alternative='any_mode'`"),
    (SINGLE, ALL_MODES, "mode 1 has none, .*use `alternative='any_mode'`"),
    (((HALVES,) * 2, (HALVES, OUTLIER)), ALL_MODES, "mode 1 has none"),
    (TWO, {**OWN, **ALL_MODES}, "needs a p-value for each mode"),
    (TWO, {"metric": "nce", **ALL_MODES}, "needs a p-value for each mode"),
    ((BICLUSTERS,) * 2, {"metric": "e4sc", **ALL_MODES}, "needs a p-value for each"),
    (PLAIN, {"metric": my_distance}, r"my_distance is named.*greater_is_better=False"),
    (PLAIN, {"greater_is_better": False}, "contradicts the metric"),
    (PLAIN, {**OWN, "n_permutation": 9}, "Did you mean `n_draws`"),
    (PLAIN, {"metric": lambda t, p: math.nan}, "has returned NaN"),
    (PLAIN, {"metric": 3}, "name of an index or a function of two structures, got int"),
]


@pytest.mark.parametrize(("sides", "options", "message"), REFUSED)
def test_wrong_arguments_are_refused(sides, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        permutation_test(*sides, **options)


@pytest.mark.parametrize(
    ("metric", "method"), [("cari", "grid"), ("cari", "labels"), ("coami", "grid")]
)
def test_names_of_labels_do_not_change_draws(metric, method):
    rng = np.random.default_rng(0)
    true, pred = rng.binomial(4, 0.5, size=(2, 60))  # clusters of unequal sizes
    names = rng.permutation(5)
    sides = [(true, pred), (names[true], names[::-1][pred])]
    found = [
        permutation_test(
            *pair,
            metric,
            method=method,
            alternative="index",
            n_draws=199,
            random_state=0,
        )
        for pair in sides
    ]
    assert found[0].null_mean == pytest.approx(found[1].null_mean, abs=1e-12)
    assert found[0].pvalue == found[1].pvalue


@pytest.mark.parametrize("n_samples", [2**31, 2**33, 4 * 10**18])
@pytest.mark.parametrize("metric", ["cari", "coami", "bcubed"])
@pytest.mark.parametrize("method", ["auto", "labels"])
def test_tables_larger_than_any_memory_are_not_drawn(n_samples, metric, method):
    table = ContingencyTable([[n_samples // 2, 1], [2, n_samples // 2]], [0, 1], [0, 1])
    message = rf"`tables` has .* {table.n_samples} samples.*2\*\*31.*\[sample\]"
    with pytest.raises(ValueError, match=message):
        permutation_test_from_tables(table, metric, method=method)


def test_large_tables_are_tested_by_the_method_that_the_error_names():
    table = ContingencyTable([[2**40, 1], [0, 2]], [0, 1], [0, 1])
    with pytest.raises(ValueError, match=r"2\*\*31.* Use `method='exact'`\.$"):
        permutation_test_from_tables(table, "cari", method="labels")
    exact = permutation_test_from_tables(table, "cari", method="exact")
    assert exact.pvalue == pytest.approx(6 / 2**80, rel=1e-6)


def test_a_large_table_of_too_much_work_is_not_sent_to_other_methods():
    table = ContingencyTable([[2**40, 1], [2, 2**40]], [0, 1], [0, 1])
    with pytest.raises(ValueError, match=r"'exact'` takes too long.*\[sample\]"):
        permutation_test_from_tables(table, "cari", method="exact")


def test_labels_of_too_many_samples_are_not_drawn(monkeypatch):
    monkeypatch.setattr(_permutation_methods, "TOO_MANY_SAMPLES", 6)
    message = r"`labels_true` has .* 6 samples.*`labels_true\[sample\]` and"
    with pytest.raises(ValueError, match=message):
        permutation_test([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2], "bcubed")
