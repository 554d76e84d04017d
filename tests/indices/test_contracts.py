"""What the table of contracts declares, put to the test for every index in it.

A new entry is tested without a change here: the tests are parametrized over the table.
"""

import inspect
import math
from collections import Counter, defaultdict
from itertools import chain, cycle, product, starmap

import numpy as np
import pytest
from contracts import CONTRACTS, statistics_of
from hypothesis import given, strategies as st
from strategies import (
    about,
    arrangements,
    bicluster_pairs,
    clusters_of,
    coarrangements,
    coclusterings,
    disjoint_bicluster_pairs,
    flat,
    modes_of,
    partition_pairs,
    set_partitions,
)

import sklearn_cocluster_metrics
from sklearn_cocluster_metrics import get_scorer_names, index_names, pair_counts

# Small random overlapping clusters are often all repeated, or a symmetric matrix.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*(each of them is repeated|is a symmetric matrix):UserWarning"
)

NO_CONTRACT = """
    soft_cari_score soft_cocorrelation_score modularity_score stability_score
"""
# Of structures that no scorer has; of data or an estimator, without a truth.


def same(one, other):
    """Equal, up to the order in which floats were added."""
    return one == other or math.isclose(one, other, rel_tol=1e-11, abs_tol=1e-13)


class Case:
    """A contract with one value of each of its options."""

    def __init__(self, contract, options):
        self.contract, self.options = contract, options
        self.is_default = options == defaults_of(contract)

    def __call__(self, true, pred):
        """Compute the index as users do, without the rounding to float."""
        contract = self.contract
        value = contract.function(true, pred, **contract.fixed, **self.options)
        return value if contract.part is None else value[contract.part]

    def allows(self, n_modes):
        """Whether the contract declares the options defined for so many modes."""
        refused = self.contract.two_modes_only.items()
        return n_modes == 2 or all(self.options[name] != v for name, v in refused)


def defaults_of(contract):
    """The default of each option, from the signature of the function."""
    parameters = inspect.signature(contract.function).parameters
    return {name: parameters[name].default for name in contract.options}


def cases(structure):
    """Every contract of a structure, with the combinations of its options."""
    found = {}
    for contract in CONTRACTS.values():
        if contract.structure == structure:
            for options in combinations_of(contract):
                name = "-".join([contract.name, *map(str, options.values())])
                found[name] = Case(contract, options)
    return found


NEXT_EXAMPLE = object()


def is_weight(option):
    """Whether an option takes any number that is not negative."""
    return isinstance(option.values[0], float)


def combinations_of(contract):
    """Every combination of options; of a weight, only two values with each of others.

    The first value is the default, the second one takes turns among the examples.
    """
    default = defaults_of(contract)
    examples = {name: cycle(option.values) for name, option in contract.options.items()}
    choices = []
    for name, option in contract.options.items():
        if is_weight(option):
            choices.append((default[name], NEXT_EXAMPLE))
        else:
            choices.append(option.values)
    for values in product(*choices):
        options = dict(zip(contract.options, values, strict=True))
        for name, value in options.items():
            if value is NEXT_EXAMPLE:
                options[name] = next(examples[name])
        yield options


def over(cases, keep=lambda case: True):
    """Parametrize a test over cases."""
    kept = {name: case for name, case in cases.items() if keep(case)}
    return pytest.mark.parametrize("case", kept.values(), ids=kept)


def over_contracts(cases, keep=lambda case: True):
    """Parametrize over contracts, each with its cases: they share what is drawn."""
    kept = defaultdict(list)
    for case in filter(keep, cases.values()):
        kept[case.contract.name].append(case)
    return pytest.mark.parametrize("cases", kept.values(), ids=kept)


def is_default(case):
    """Whether the contract speaks of these options."""
    return case.is_default


def value_at_equality(contract, n_modes):
    """Value for equal structures of so many modes; None where it is not constant."""
    value = contract.at_equality
    return value and value * (n_modes if contract.adds_over_modes else 1)


def has_value_at_equality(case):
    """Whether equal structures all have one value."""
    return case.contract.at_equality is not None


PARTITION, BICLUSTERING = cases("partition"), cases("biclustering")
OF_MODES = {**PARTITION, **BICLUSTERING}
OF_OVERLAPS = cases("overlapping")
ALL = {**OF_MODES, **OF_OVERLAPS}


def like(labels, modes):
    """Modes as the structure that `labels` is."""
    return tuple(map(list, modes)) if isinstance(labels, tuple) else list(modes[0])


def equal(true, pred):
    """Whether both make the same clusters."""
    return [*map(clusters_of, modes_of(true))] == [*map(clusters_of, modes_of(pred))]


def allowed(cases, structure):
    """The cases that are defined for as many modes as a structure has."""
    return [case for case in cases if case.allows(len(modes_of(structure)))]


@st.composite
def overlapping_pairs(draw):
    """Two matrices of samples and clusters, of which there are no more than samples."""
    n_samples = draw(st.integers(1, 6))
    sides = []
    for n_clusters in draw(st.tuples(*[st.integers(0, min(n_samples, 3))] * 2)):
        entries = draw(st.lists(st.integers(0, 1), min_size=18, max_size=18))
        size = n_samples * n_clusters
        sides.append(np.array(entries[:size]).reshape(n_samples, n_clusters))
    return tuple(sides)


def pairs_for(case):
    """Structures that a measure takes."""
    if case.contract.structure == "partition":
        return partition_pairs()
    if case.contract.structure == "overlapping":
        return overlapping_pairs()
    disjoint_only = case.contract.disjoint_only
    return disjoint_bicluster_pairs() if disjoint_only else bicluster_pairs()


def within(value, bounds):
    """Whether a value is a number, in a range that includes both ends."""
    assert type(value) is float
    return bounds[0] <= value <= bounds[1]


SHAPES = [(1,), (2,), (4,), (1, 1), (2, 2), (3, 1), (3, 2), (2, 2, 1)]


def small_structures(shape):
    """Every clustering or co-clustering of a shape, in lists."""
    for modes in coclusterings(shape):
        yield tuple(map(list, modes)) if len(shape) > 1 else list(modes[0])


# --- the table itself -------------------------------------------------------------


def test_every_public_index_has_a_contract():
    named = {
        name
        for name in sklearn_cocluster_metrics.__all__
        if name.endswith(("_score", "_error", "_distance", "variation_of_information"))
    }
    declared = {contract.function.__name__ for contract in CONTRACTS.values()}
    assert named - declared == {*NO_CONTRACT.split()}
    assert declared <= set(sklearn_cocluster_metrics.__all__)


def test_every_contract_goes_by_its_name_and_has_a_scorer(contract):
    name = contract.name
    assert CONTRACTS[name] is contract
    scorer = name if contract.greater_is_better else f"neg_{name}"
    no_scorer = contract.structure == "overlapping"
    assert (scorer not in get_scorer_names()) == no_scorer


def test_there_are_as_many_scorers_of_structures_as_contracts():
    internal = get_scorer_names("internal")
    n_scored = len(CONTRACTS) - len(index_names("overlapping"))
    assert len(get_scorer_names()) == n_scored + len(internal)


def test_the_ending_of_the_function_tells_the_direction(contract):
    name = contract.function.__name__
    if name == "pair_counting_score" and contract.name.endswith("_distance"):
        name = contract.name  # returns the formula of its table
    lower = name.endswith(("_error", "_distance", "variation_of_information"))
    lower = lower or contract.name in {"minkowski", "normalized_mirkin"}
    assert contract.greater_is_better != lower
    assert lower or name.endswith("_score") or contract.part is not None


def test_the_value_at_equality_is_the_best_of_the_range_chance_is_in_it(contract):
    for n_modes in (1, 2, 3):
        lower, upper = contract.bounds(n_modes)
        assert lower < upper
        best = upper if contract.greater_is_better else lower
        assert value_at_equality(contract, n_modes) in (best, None) or math.isinf(best)
    level = contract.chance_level
    assert level is None or contract.lower < level < contract.upper
    assert level is not None or not contract.chance_is_exact_under


# Ends of ranges that more items or clusters approach, or reach.
NOT_OF_FOUR = {
    "lower": {
        "baulieu1", "baulieu2", "bcubed", "element_centric", "f_measure", "peirce",
        "purity", "sokal_sneath1",
    },
    "upper": {"classification_error", "fager_mcgowan"},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Only")
def test_clusterings_of_four_items_reach_the_ends_of_ranges():
    found = defaultdict(set)
    pairs = [p for n in (3, 4) for p in product(map(list, set_partitions(n)), repeat=2)]
    for contract in (c for c in CONTRACTS.values() if c.structure == "partition"):
        values = [*starmap(contract, pairs)]
        for side, value in zip(NOT_OF_FOUR, (min(values), max(values)), strict=True):
            end = getattr(contract, side)
            if math.isfinite(end) and not same(end, value):
                found[side].add(contract.name)
    assert found == NOT_OF_FOUR


def test_every_contract_has_a_source(contract):
    named = contract.source.startswith(("this package", '"'))
    assert named or contract.source[:1].isupper(), "Begin with a capital letter."
    is_own = contract.name.startswith(("cari_product", "adjusted_bi", "expected_best"))
    assert not is_own or contract.source.startswith("this package")


def test_options_are_those_of_the_function(contract):
    parameters = inspect.signature(contract.function).parameters
    for name in (*contract.options, *contract.fixed):
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
    assert not set(contract.options) & set(contract.fixed)


# --- options ----------------------------------------------------------------------

# Pairs of structures, so that each value of an option changes the score of some pair.
SAMPLES = {
    "partition": [
        (([0, 0, 1, 1, 2], [0, 0, 1]), ([0, 1, 1, 1, 1], [0, 1, 2])),
        (([0, 0, 0, 1, 1, 1], [0, 1, 1]), ([0, 1, 2, 0, 1, 2], [0, 0, 1])),
    ],
    "biclustering": [
        (([[1, 1, 1, 0]], [[1, 1, 0, 0]]), ([[0, 1, 1, 1]], [[1, 1, 1, 0]])),
        (([[1, 1, 0, 0]], [[1, 0, 0, 0]]), ([[1, 0, 1, 1]], [[0, 1, 1, 1]])),
        (
            ([[1, 1, 0, 0], [0, 1, 1, 0]], [[1, 1, 0, 0]] * 2),
            ([[1, 1, 1, 0]], [[1, 1, 0, 0]]),
        ),
    ],
    "overlapping": [
        ([[1, 0], [1, 1], [1, 1], [0, 1]], [[1, 0], [1, 0], [0, 1], [0, 1]])
    ],
}
NOT_ONE_OF_THE_VALUES = [(value, ValueError) for value in ("other", 1, ["max"])]
NO_VALUES = {  # of options whose values are flags or weights
    bool: [(value, TypeError) for value in ("yes", 1, None)],
    float: [(value, ValueError) for value in (-1e-300, math.nan, math.inf, 10**400)]
    + [(value, TypeError) for value in ("1", True, None)],
}


WITH_OPTIONS = [
    pytest.param(contract, name, id=f"{contract.name}-{name}")
    for contract in CONTRACTS.values()
    for name, option in contract.options.items()
    if len(option.values) > 1  # else it only says why nothing else is possible
]
over_options = pytest.mark.parametrize(("contract", "name"), WITH_OPTIONS)


@over_options
def test_another_value_of_an_option_is_refused_by_name(contract, name):
    pair = SAMPLES[contract.structure][0]
    kind = type(contract.options[name].values[0])
    for value, error in NO_VALUES.get(kind, NOT_ONE_OF_THE_VALUES):
        with pytest.raises(error, match=f"`{name}` must be .*got"):
            contract(*pair, **{name: value})


@over_options
def test_every_value_of_an_option_changes_something(contract, name):
    found = defaultdict(list)
    for case in ALL.values():
        if case.contract is contract:
            values = [case(*pair) for pair in SAMPLES[contract.structure]]
            found[case.options[name]].append(values)
    default = defaults_of(contract)[name]
    assert contract.options[name].check(default, name) == default
    by_default = found.pop(default)
    assert found
    if contract.name in {"adjusted_rand", "peirce"}:  # adjusted already, under "cells"
        assert found.pop("cells") == by_default
    assert by_default not in found.values()


def test_statistics_take_the_options_that_structures_take(contract):
    pair = SAMPLES[contract.structure][0]
    statistics = statistics_of(contract, *pair)
    assert contract.compute(statistics) == contract(*pair)
    message = f"parameter `other`, and '{contract.name}' has no such"
    with pytest.raises(TypeError, match=message):
        contract.compute(statistics, other=1)


# --- clusterings and co-clusterings -----------------------------------------------


@over_contracts(ALL)
@given(st.data())
@about(15)
def test_values_are_plain_numbers_in_the_declared_range(cases, data):
    pair = data.draw(pairs_for(cases[0]))
    bounds = cases[0].contract.bounds(len(modes_of(pair[0])))
    for case in allowed(cases, pair[0]):
        default = case.is_default
        assert within(case(*pair), bounds if default else (-math.inf, math.inf)), case


@over(PARTITION, is_default)
def test_values_of_all_small_pairs_lie_in_the_declared_range(case):
    for shape in SHAPES:
        bounds = case.contract.bounds(len(shape))
        for pair in product(small_structures(shape), repeat=2):
            assert within(case(*pair), bounds)


@over(PARTITION, has_value_at_equality)
def test_equal_structures_get_the_value_at_equality(case):
    for shape in filter(lambda shape: case.allows(len(shape)), SHAPES):
        expected = value_at_equality(case.contract, len(shape))
        for true in small_structures(shape):
            renamed = [[f"c{7 - label}" for label in mode] for mode in modes_of(true)]
            assert case(true, like(true, renamed)) == expected


@over(PARTITION, lambda case: case.is_default and not has_value_at_equality(case))
def test_no_one_value_at_equality_is_declared_only_where_there_is_none(case):
    structures = [true for shape in SHAPES for true in small_structures(shape)]
    assert len({case(true, true) for true in structures}) > 1


@over(PARTITION, is_default)
def test_the_value_is_affine_in_agreeing_pairs_just_where_that_is_declared(case):
    generator = np.random.default_rng(0)
    true = generator.integers(3, size=9), generator.integers(3, size=8)
    pred = generator.integers(3, size=9), generator.integers(3, size=8)
    permuted = [tuple(map(generator.permutation, pred)) for _ in range(20)]
    n_agreeing = np.array([pair_counts(true, each).n11 for each in permuted])
    values = np.array([case(true, each) for each in permuted])
    slope, at_zero = np.polyfit(n_agreeing, values, 1)
    errors = np.abs(at_zero + slope * n_agreeing - values)
    is_affine = errors.max() < 1e-9 and np.ptp(values) > 0
    assert is_affine == case.contract.linear_in_pairs


@over(PARTITION)
def test_equality_is_better_than_independence(case):
    modes = np.divmod(np.arange(16), 4)
    better = 1 if case.contract.greater_is_better else -1
    for n_modes in filter(case.allows, (1, 2, 3)):
        true, pred = modes if n_modes == 1 else ((mode,) * n_modes for mode in modes)
        assert better * case(true, true) > better * case(true, pred)


@over(ALL, lambda case: case.is_default and case.contract.symmetric)
@given(st.data())
@about(15)
def test_both_sides_can_change_places_where_that_is_declared(case, data):
    pair = data.draw(pairs_for(case))
    assert same(case(*pair), case(*pair[::-1]))


@over(ALL, lambda case: case.is_default and not case.contract.symmetric)
def test_both_sides_cannot_change_places_where_that_is_not_declared(case):
    pairs = product(small_structures((4,)), repeat=2)
    random = np.random.default_rng(0).integers
    if case.contract.structure == "overlapping":
        pairs = [random(2, size=(2, 5, 2)) for _ in range(100)]
    elif case.contract.structure == "biclustering":
        pairs = (
            [(random(2, size=(k, 3)), random(2, size=(k, 4))) for k in random(1, 4, 2)]
            for _ in range(300)
        )
    assert any(not same(case(*pair), case(*pair[::-1])) for pair in pairs)


@over_contracts(PARTITION)
@given(partition_pairs(), st.randoms(use_true_random=False))
@about(15)
def test_names_of_clusters_and_order_of_items_do_not_matter(cases, pair, random):
    sides = [list(modes_of(side)) for side in pair]
    for mode, labels in enumerate(sides[0]):
        order = random.sample(range(len(labels)), len(labels))
        for side in sides:
            names = random.sample([f"{name}!" for name in range(9)], 9)
            side[mode] = [names[side[mode][item]] for item in order]
    moved = tuple(like(pair[0], side) for side in sides)
    for case in allowed(cases, pair[0]):
        assert same(case(*moved), case(*pair)), case.options


@over_contracts(OF_MODES)
@given(st.data())
@about(15)
def test_the_order_of_the_modes_does_not_matter(cases, data):
    of_biclusters = cases[0].contract.structure == "biclustering"
    of_modes = partition_pairs(n_modes=2) | partition_pairs(n_modes=3)
    true, pred = data.draw(pairs_for(cases[0]) if of_biclusters else of_modes)
    for case in allowed(cases, true):
        assert same(case(true[::-1], pred[::-1]), case(true, pred)), case.options


@over_contracts(ALL)
@given(st.data())
@about(15)
def test_statistics_give_what_structures_give(cases, data):
    pair = data.draw(pairs_for(cases[0]))
    statistics = statistics_of(cases[0].contract, *pair)
    for case in allowed(cases, pair[0]):
        found = case.contract.compute(statistics, **case.options)
        assert found == case(*pair), case.options


@over(PARTITION, lambda case: case.is_default and has_value_at_equality(case))
@given(st.lists(st.integers(0, 30), min_size=1, max_size=200))
@about(15)
def test_equal_structures_of_many_samples_get_that_value_to_the_last_bit(case, labels):
    renamed = [f"cluster {label}" for label in labels]
    pairs = {1: (labels, renamed), 2: ((labels, [0, 1]), (renamed, [5, 4]))}
    for n_modes, pair in pairs.items():
        assert case(*pair) == value_at_equality(case.contract, n_modes)


@over(PARTITION)
@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_numbers_of_modes_are_refused_just_where_that_is_declared(case, n_modes):
    sides = [0, 0, 1], [0, 1, 1]
    pair = sides if n_modes == 1 else [(labels,) * n_modes for labels in sides]
    if case.allows(n_modes):
        assert within(case(*pair), (-math.inf, math.inf))
        return
    with pytest.raises(ValueError, match=f"two modes, .* the labels have {n_modes}"):
        case(*pair)


@over(ALL, is_default)
def test_structures_of_other_sizes_are_refused(case):
    pair = ([[1, 0]], [[1, 1]]), ([[1, 0, 0]], [[1, 1]])
    message = "`biclusters_true` .*`biclusters_pred` "
    if case.contract.structure == "partition":
        pair, message = ([0, 1], [0, 1, 1]), "has 2 samples, `labels_pred` has 3"
    if case.contract.structure == "overlapping":
        pair, message = ([[1], [0]], [[1]] * 3), "has 2 samples, `clusters_pred` has 3"
    with pytest.raises(ValueError, match=message):
        case(*pair)


# --- chance -----------------------------------------------------------------------


def partitions_into(n_items, n_clusters):
    """Every partition into so many clusters; each has equally many labelings."""
    return [p for p in set_partitions(n_items) if len(set(p)) == n_clusters]


def permuted_cells(true, pred):
    """The cells as samples that are free: every order of the blocks of one side."""
    return [(flat(true), list(other)) for other in arrangements(flat(pred))]


def permuted_modes(true, pred):
    """Every order of each mode, independently."""
    return [(true, like(true, other)) for other in coarrangements(modes_of(pred))]


def redrawn_clusters(true, pred):
    """Every co-clustering with as many clusters in each mode."""
    choices = (partitions_into(len(mode), len(set(mode))) for mode in modes_of(pred))
    return [(true, like(true, other)) for other in product(*choices)]


NULL_MODELS = {
    "cells": (permuted_cells, [(4,), (5,), (2, 2)]),
    "product": (permuted_modes, [(4,), (3, 2), (2, 2, 2)]),
    "fixed_n_clusters": (redrawn_clusters, [(4,), (3, 2)]),
}


def pairs_by_sizes(shape):
    """One structure for every combination of cluster sizes, paired with each other."""
    by_sizes = {}
    for true in small_structures(shape):
        sizes = tuple(tuple(sorted(Counter(mode).values())) for mode in modes_of(true))
        by_sizes.setdefault(sizes, true)
    return product(by_sizes.values(), repeat=2)


def means_by_chance(case, null_model):
    """Mean over all that a null model allows, for every combination of sizes.

    Left out where all are equal structures, which get the value at equality; and where
    a value is infinite, so that there is no mean.
    """
    random_pairs, shapes = NULL_MODELS[null_model]
    for shape in shapes:
        for true, pred in pairs_by_sizes(shape):
            pairs = random_pairs(true, pred)
            values = [case(*pair) for pair in pairs]
            trivial = has_value_at_equality(case) and all(starmap(equal, pairs))
            if not trivial and all(map(math.isfinite, values)):
                yield math.fsum(values) / len(values)


def sees_only_cells(case):
    """Whether a co-clustering scores as the clustering of its cells does."""
    pairs = product(small_structures((2, 2)), repeat=2)
    return all(same(case(t, p), case(flat(t), flat(p))) for t, p in pairs)


@over(
    PARTITION, lambda case: case.is_default and case.contract.chance_level is not None
)
@pytest.mark.parametrize("null_model", NULL_MODELS)
def test_the_mean_over_all_is_the_chance_level_just_where_it_is_declared_exact(
    case, null_model
):
    declared = {*case.contract.chance_is_exact_under}
    if "product" in declared:  # of which clusters redrawn in their number are classes
        declared.add("fixed_n_clusters")
    level = case.contract.chance_level
    means = means_by_chance(case, null_model)
    first = next(means)
    # Stops at the first mean that is not the level.
    exact = all(abs(mean - level) < 1e-12 for mean in chain([first], means))
    exact = exact and (null_model != "cells" or sees_only_cells(case))
    assert exact == (null_model in declared)


# --- biclusterings ----------------------------------------------------------------


@over_contracts(BICLUSTERING, has_value_at_equality)
@given(st.data())
@about(8)
def test_equal_biclusterings_get_the_value_at_equality(cases, data):
    true, _ = data.draw(pairs_for(cases[0]))
    order = data.draw(st.permutations(range(len(true[0]))))
    pred = tuple(indicator[list(order)] for indicator in true)
    for case in cases:
        assert case(true, pred) == case.contract.at_equality, case.options


@over(BICLUSTERING)
def test_equal_biclusters_are_better_than_others(case):
    true, pred = 2 * ([[1, 1, 0, 0]],), 2 * ([[0, 0, 1, 1]],)
    better = 1 if case.contract.greater_is_better else -1
    assert better * case(true, true) > better * case(true, pred)


@over_contracts(BICLUSTERING)
@given(st.data())
@about(8)
def test_the_order_of_rows_columns_and_biclusters_does_not_matter(cases, data):
    pair = data.draw(pairs_for(cases[0]))
    orders = [data.draw(st.permutations(range(x.shape[1]))) for x in pair[0]]
    moved = []
    for rows, columns in pair:
        order = list(data.draw(st.permutations(range(len(rows)))))
        moved.append((rows[order][:, orders[0]], columns[order][:, orders[1]]))
    for case in cases:
        assert same(case(*moved), case(*pair)), case.options


# --- overlapping clusterings ------------------------------------------------------


@over(OF_OVERLAPS)
@given(overlapping_pairs(), st.randoms(use_true_random=False))
@about(15)
def test_the_order_of_samples_and_of_overlapping_clusters_does_not_matter(
    case, pair, random
):
    samples = random.sample(range(len(pair[0])), len(pair[0]))
    moved = [
        side[samples][:, random.sample(range(side.shape[1]), side.shape[1])]
        for side in pair
    ]
    assert same(case(*moved), case(*pair))


@over(OF_OVERLAPS)
@given(overlapping_pairs(), st.randoms(use_true_random=False))
@about(15)
def test_equal_overlapping_clusterings_get_the_value_at_equality(case, pair, random):
    true, _ = pair
    clusters = random.sample(range(true.shape[1]), true.shape[1])
    assert case(true, true[:, clusters]) == case.contract.at_equality


APART = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 0], [0, 1]])  # a row in both
OVERLAPPING = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 0], [1, 1]])


@over(BICLUSTERING)
@pytest.mark.parametrize("side", ["true", "pred"])
def test_overlaps_are_refused_just_where_that_is_declared(case, side):
    pair = (OVERLAPPING, APART) if side == "true" else (APART, OVERLAPPING)
    if not case.contract.disjoint_only:
        assert within(case(*pair), (-math.inf, math.inf))
        return
    message = f"`biclusters_{side}` must be disjoint .* 0 and 1 share a cell"
    with pytest.raises(ValueError, match=message):
        case(*pair)


def is_level_of_random_biclusters(case):
    """Whether rows and columns are random: all cells of Omega are permuted freely."""
    contract = case.contract
    known = contract.chance_level is not None
    return case.is_default and known and "cells" not in contract.chance_is_exact_under


@over(BICLUSTERING, is_level_of_random_biclusters)
@pytest.mark.parametrize("true", [(1, 1), (2, 3), (4, 1)])
@pytest.mark.parametrize("pred", list(product([1, 3], [1, 2, 3])))
def test_the_mean_over_all_biclusters_of_a_size_is_the_chance_level(case, true, pred):
    if (4, 3) in (true, pred):
        return  # the whole matrix: one bicluster only, 0/0
    one, other = (
        [[int(i < k) for i in range(n)] for n, k in zip((4, 3), sizes, strict=True)]
        for sizes in (true, pred)
    )
    values = [
        case(([one[0]], [one[1]]), ([rows], [columns]))
        for rows, columns in coarrangements(other)
    ]
    if set(values) == {case.contract.at_equality, case.contract.chance_level}:
        return  # 0/0 unless equal, as csi of biclusters of one cell
    assert abs(math.fsum(values) / len(values) - case.contract.chance_level) < 1e-12
