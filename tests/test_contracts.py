"""What the table of contracts declares, put to the test for every index in it.

A new entry is tested without a change here: the tests are parametrized over the table.
"""

import inspect
import math
from collections import Counter, defaultdict
from itertools import chain, count, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from strategies import (
    arrangements,
    bicluster_pairs,
    cells_of,
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
from sklearn_cocluster_metrics import (
    contingency_table,
    get_scorer_names,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._indices._contract import FLAG, WEIGHT
from sklearn_cocluster_metrics._statistics._comparison import compare_biclusterings

NOT_INDICES = {
    "adjusted_for_chance",  # of any index
    "cice_bcubed_score",  # of overlapping clusterings, which no scorer has
    "omega_score",  # likewise
    "overlapping_nmi_score",  # likewise
    "soft_cari_score",  # of memberships, which no scorer has
    "soft_cocorrelation_score",  # likewise
    "pair_counting_score",  # one entry for each of its indices
    "bicluster_similarity_score",  # likewise
    "modularity_score",  # of data and labels, without a truth
    "stability_score",  # of an estimator
}


def same(one, other):
    """Equal, up to the order in which floats were added."""
    return one == other or math.isclose(one, other, rel_tol=1e-11, abs_tol=1e-13)


OTHER = object()  # stands for an example of a weight


class Case:
    """A contract with one value of each of its options."""

    def __init__(self, contract, options):
        self.contract, self.options = contract, options
        self.is_default = options == defaults_of(contract)

    def __call__(self, true, pred):
        """Compute the index as users do, without the rounding to float."""
        return self.contract.function(true, pred, **self.contract.fixed, **self.options)

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


def combinations_of(contract):
    """Every combination of options; of a weight, only two values with each of others.

    One is the default, the other one takes turns among the examples.
    """
    default, turns = defaults_of(contract), count()
    values = [
        (default[name], OTHER) if option is WEIGHT else option.values
        for name, option in contract.options.items()
    ]
    for chosen in product(*values):
        yield {
            name: option.values[next(turns) % len(option.values)]
            if value is OTHER
            else value
            for (name, option), value in zip(
                contract.options.items(), chosen, strict=True
            )
        }


def over(cases, keep=lambda case: True):
    """Parametrize a test over cases."""
    kept = {name: case for name, case in cases.items() if keep(case)}
    return pytest.mark.parametrize("case", kept.values(), ids=kept.keys())


def over_contracts(cases, keep=lambda case: True):
    """Parametrize over contracts, each with its cases: they share what is drawn."""
    kept = defaultdict(list)
    for case in cases.values():
        if keep(case):
            kept[case.contract.name].append(case)
    return pytest.mark.parametrize("cases", kept.values(), ids=kept.keys())


def is_default(case):
    """Whether the contract speaks of these options."""
    return case.is_default


def has_value_at_equality(case):
    """Whether equal structures all have one value."""
    return case.contract.at_equality is not None


PARTITION, BICLUSTERING = cases("partition"), cases("biclustering")
ALL = {**PARTITION, **BICLUSTERING}


def like(labels, modes):
    """Modes as the structure that `labels` is."""
    return tuple(map(list, modes)) if isinstance(labels, tuple) else list(modes[0])


def equal(true, pred):
    """Whether both make the same clusters."""
    return all(
        clusters_of(one) == clusters_of(other)
        for one, other in zip(modes_of(true), modes_of(pred), strict=True)
    )


def allowed(cases, structure):
    """The cases that are defined for as many modes as a structure has."""
    return [case for case in cases if case.allows(len(modes_of(structure)))]


def pairs_for(case):
    """Structures that a measure takes."""
    if case.contract.structure == "partition":
        return partition_pairs()
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
    assert named - NOT_INDICES <= declared
    assert declared <= set(sklearn_cocluster_metrics.__all__)


def test_every_contract_goes_by_its_name_and_has_a_scorer():
    for name, contract in CONTRACTS.items():
        assert contract.name == name
        scorer = name if contract.greater_is_better else f"neg_{name}"
        assert scorer in get_scorer_names()
    internal = get_scorer_names("internal")
    assert len(get_scorer_names()) == len(CONTRACTS) + len(internal)


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_the_ending_of_the_function_tells_the_direction(contract):
    name = contract.function.__name__
    if name == "pair_counting_score":  # returns the formula of its table
        name = contract.name if contract.name.endswith("_distance") else name
    if name.endswith("_score"):
        lower_is_better = contract.name in {"minkowski", "normalized_mirkin"}
        assert contract.greater_is_better != lower_is_better
    else:
        assert name.endswith(("_error", "_distance", "variation_of_information"))
        assert not contract.greater_is_better


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_the_value_at_equality_is_the_best_of_the_range(contract):
    for n_modes in (1, 2, 3):
        lower, upper = contract.bounds(n_modes)
        assert lower < upper
        value = contract.value_at_equality(n_modes)
        if value is not None and contract.greater_is_better and upper < math.inf:
            assert value == upper
        if value is not None and not contract.greater_is_better:
            assert value == lower


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_the_chance_level_lies_in_the_range(contract):
    if contract.chance_level is None:
        assert not contract.chance_is_exact_under
    else:
        assert contract.lower < contract.chance_level < contract.upper


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_options_are_those_of_the_function(contract):
    parameters = inspect.signature(contract.function).parameters
    for name in (*contract.options, *contract.fixed):
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
    assert not set(contract.options) & set(contract.fixed)


# --- options ----------------------------------------------------------------------

# Two structures that every option can tell apart, and a value that none has.
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
}
NOT_ONE_OF_THE_VALUES = [("other", ValueError), (1, ValueError), (["max"], ValueError)]
NO_VALUES = {
    FLAG: [("yes", TypeError), (1, TypeError), (None, TypeError)],
    WEIGHT: [
        (-0.5, ValueError),
        (math.nan, ValueError),
        (math.inf, ValueError),
        ("1", TypeError),
        (True, TypeError),
        (None, TypeError),
    ],
}


def sample_of(contract, number=0):
    """Two structures that an index takes."""
    return SAMPLES[contract.structure][number]


def statistics_of(contract, true, pred):
    """What the formula of an index takes."""
    if contract.structure == "biclustering":
        return compare_biclusterings(true, pred)
    tables = contingency_table(true, pred)
    return (tables,) if hasattr(tables, "counts") else tables


WITH_OPTIONS = [
    pytest.param(contract, name, id=f"{contract.name}-{name}")
    for contract in CONTRACTS.values()
    for name, option in contract.options.items()
    if len(option.values) > 1  # else it only says why nothing else is possible
]
over_options = pytest.mark.parametrize(("contract", "name"), WITH_OPTIONS)


@over_options
def test_the_default_of_an_option_is_one_of_its_values(contract, name):
    default = defaults_of(contract)[name]
    assert contract.options[name].check(default, name) == default


@over_options
def test_another_value_of_an_option_is_refused_by_name(contract, name):
    pair = sample_of(contract)
    for value, error in NO_VALUES.get(contract.options[name], NOT_ONE_OF_THE_VALUES):
        with pytest.raises(error, match=f"`{name}` must be .*got"):
            contract(*pair, **{name: value})


@over_options
def test_every_value_of_an_option_changes_something(contract, name):
    structures = {"partition": PARTITION, "biclustering": BICLUSTERING}
    found = defaultdict(list)
    for case in structures[contract.structure].values():
        if case.contract is contract:
            values = [case(*pair) for pair in SAMPLES[contract.structure]]
            found[case.options[name]].append(values)
    by_default = found.pop(defaults_of(contract)[name])
    assert found
    if contract.name in {"adjusted_rand", "peirce"}:  # adjusted already, under "cells"
        assert found.pop("cells") == by_default
    assert by_default not in found.values()


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_statistics_and_structures_have_the_same_defaults(contract):
    pair = sample_of(contract)
    assert contract.compute(statistics_of(contract, *pair)) == contract(*pair)


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_an_option_of_no_index_is_refused_by_name(contract):
    statistics = statistics_of(contract, *sample_of(contract))
    with pytest.raises(TypeError, match=f"'{contract.name}' has no option `other`"):
        contract.compute(statistics, other=1)


# --- clusterings and co-clusterings -----------------------------------------------


@over(ALL, is_default)
@given(st.data())
@settings(max_examples=15)
def test_values_lie_in_the_declared_range(case, data):
    pair = data.draw(pairs_for(case))
    bounds = case.contract.bounds(len(modes_of(pair[0])))
    assert within(case(*pair), bounds)


@over(PARTITION, is_default)
def test_values_of_all_small_pairs_lie_in_the_declared_range(case):
    for shape in SHAPES:
        bounds = case.contract.bounds(len(shape))
        for pair in product(small_structures(shape), repeat=2):
            assert within(case(*pair), bounds)


@over_contracts(ALL, lambda case: not case.is_default)
@given(st.data())
@settings(max_examples=15)
def test_every_value_under_other_options_is_a_plain_number(cases, data):
    pair = data.draw(pairs_for(cases[0]))
    for case in allowed(cases, pair[0]):
        assert within(case(*pair), (-math.inf, math.inf)), case.options


@over(PARTITION, has_value_at_equality)
def test_equal_structures_get_the_value_at_equality(case):
    for shape in filter(lambda shape: case.allows(len(shape)), SHAPES):
        expected = case.contract.value_at_equality(len(shape))
        for true in small_structures(shape):
            renamed = [[f"c{7 - label}" for label in mode] for mode in modes_of(true)]
            assert case(true, like(true, renamed)) == expected


@over(PARTITION, lambda case: case.is_default and not has_value_at_equality(case))
def test_no_one_value_at_equality_is_declared_only_where_there_is_none(case):
    structures = [true for shape in SHAPES for true in small_structures(shape)]
    assert len({case(true, true) for true in structures}) > 1


@over(PARTITION)
def test_equality_is_better_than_independence(case):
    true, pred = np.divmod(np.arange(16), 4)
    better = 1 if case.contract.greater_is_better else -1
    for n_modes in (1, 2, 3):
        if not case.allows(n_modes):
            continue
        sides = [(true,) * n_modes, (pred,) * n_modes]
        if n_modes == 1:
            sides = [true, pred]
        assert better * case(sides[0], sides[0]) > better * case(*sides)


@over(ALL, lambda case: case.is_default and case.contract.symmetric)
@given(st.data())
@settings(max_examples=15)
def test_both_sides_can_change_places_where_that_is_declared(case, data):
    pair = data.draw(pairs_for(case))
    assert same(case(*pair), case(*pair[::-1]))


@over(PARTITION, lambda case: case.is_default and not case.contract.symmetric)
def test_both_sides_cannot_change_places_where_that_is_not_declared(case):
    pairs = product(small_structures((4,)), repeat=2)
    assert any(not same(case(*pair), case(*pair[::-1])) for pair in pairs)


@over_contracts(PARTITION)
@given(partition_pairs(), st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_names_of_clusters_and_order_of_items_do_not_matter(cases, pair, random):
    sides = [list(modes_of(side)) for side in pair]
    for mode in range(len(sides[0])):
        order = list(range(len(sides[0][mode])))
        random.shuffle(order)
        for side in sides:
            names = [f"{name}!" for name in range(9)]
            random.shuffle(names)
            side[mode] = [names[side[mode][item]] for item in order]
    moved = tuple(like(pair[0], side) for side in sides)
    for case in allowed(cases, pair[0]):
        assert same(case(*moved), case(*pair)), case.options


@over_contracts(PARTITION)
@given(partition_pairs(n_modes=2) | partition_pairs(n_modes=3))
@settings(max_examples=15)
def test_the_order_of_the_modes_does_not_matter(cases, pair):
    true, pred = pair
    for case in allowed(cases, true):
        assert same(case(true[::-1], pred[::-1]), case(true, pred)), case.options


CONTAINERS = {
    "array": np.array,
    "int8": lambda labels: np.array(labels, np.int8),
    "negative": lambda labels: -np.array(labels),
    "float": lambda labels: np.array(labels, float),
    "strings": lambda labels: [f"c{label}" for label in labels],
    "objects": lambda labels: np.array([f"c{label}" for label in labels], object),
    "Series": lambda labels: pd.Series(labels, index=range(7, 7 + len(labels))),
    "Categorical": lambda labels: pd.Categorical([f"c{label}" for label in labels]),
    "read-only": lambda labels: np.frombuffer(bytes(labels), np.uint8),
}


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@over(PARTITION)
def test_any_container_of_labels_gives_the_same(case, container):
    true, pred = ([0, 0, 1, 2, 2], [1, 0, 0]), ([0, 1, 1, 2, 2], [0, 0, 1])
    boxed = [tuple(map(container, side)) for side in (true, pred)]
    assert case(*boxed) == case(true, pred)
    assert case(boxed[0], pred) == case(true, pred)
    if case.allows(1):
        assert case(boxed[0][0], boxed[1][0]) == case(true[0], pred[0])


@over_contracts(ALL)
@given(st.data())
@settings(max_examples=15)
def test_statistics_give_what_structures_give(cases, data):
    pair = data.draw(pairs_for(cases[0]))
    statistics = statistics_of(cases[0].contract, *pair)
    for case in allowed(cases, pair[0]):
        found = case.contract.compute(statistics, **case.options)
        assert found == case(*pair), case.options


@over(PARTITION, lambda case: case.is_default and has_value_at_equality(case))
@given(st.lists(st.integers(0, 30), min_size=1, max_size=200))
@settings(max_examples=15)
def test_equal_structures_of_many_samples_get_that_value_to_the_last_bit(case, labels):
    renamed = [f"cluster {label}" for label in labels]
    pairs = {1: (labels, renamed), 2: ((labels, [0, 1]), (renamed, [5, 4]))}
    for n_modes, pair in pairs.items():
        assert case(*pair) == case.contract.value_at_equality(n_modes)


@over(PARTITION)
@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_numbers_of_modes_are_refused_just_where_that_is_declared(case, n_modes):
    true, pred = ([0, 0, 1],) * n_modes, ([0, 1, 1],) * n_modes
    pair = (true, pred) if n_modes > 1 else (true[0], pred[0])
    if case.allows(n_modes):
        assert within(case(*pair), (-math.inf, math.inf))
    else:
        with pytest.raises(
            ValueError, match=f"two modes, .* the labels have {n_modes}"
        ):
            case(*pair)


@over(PARTITION, is_default)
def test_labels_of_other_rows_are_refused(case):
    with pytest.raises(ValueError, match="has 2 samples, `labels_pred` has 3"):
        case([0, 1], [0, 1, 1])


# --- chance -----------------------------------------------------------------------


def partitions_into(n_items, n_clusters):
    """Every partition into so many clusters; each has equally many labelings."""
    return [p for p in set_partitions(n_items) if len(set(p)) == n_clusters]


def permuted_cells(true, pred):
    """The cells as samples that are free: every order of the blocks of one side."""
    true, pred = flat(cells_of(modes_of(true))), flat(cells_of(modes_of(pred)))
    return [(true, list(other)) for other in arrangements(pred)]


def permuted_modes(true, pred):
    """Every order of each mode, independently."""
    others = coarrangements(modes_of(pred))
    return [(true, like(true, other)) for other in others]


def redrawn_clusters(true, pred):
    """Every co-clustering with as many clusters in each mode."""
    modes = modes_of(pred)
    choices = (partitions_into(len(mode), len(set(mode))) for mode in modes)
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
            trivial = case.contract.at_equality is not None and all(
                equal(*pair) for pair in pairs
            )
            if not trivial and all(map(math.isfinite, values)):
                yield math.fsum(values) / len(values)


def chance_cases():
    """Contracts that declare a chance level, with every null model."""
    return [
        pytest.param(case, null_model, id=f"{name}-{null_model}")
        for name, case in PARTITION.items()
        for null_model in NULL_MODELS
        if case.is_default and case.contract.chance_level is not None
    ]


def is_exact(case, null_model):
    """Whether a contract declares its mean exact under a null model.

    Clusters redrawn in their number fall into classes of permuted modes.
    """
    declared = case.contract.chance_is_exact_under
    implied = null_model == "fixed_n_clusters" and "product" in declared
    return null_model in declared or implied


def sees_only_cells(case):
    """Whether a co-clustering scores as the clustering of its cells does."""
    pairs = product(small_structures((2, 2)), repeat=2)
    return all(same(case(t, p), case(flat(t), flat(p))) for t, p in pairs)


@pytest.mark.parametrize(("case", "null_model"), chance_cases())
def test_the_mean_over_all_is_the_chance_level_just_where_it_is_declared_exact(
    case, null_model
):
    level = case.contract.chance_level
    means = means_by_chance(case, null_model)
    first = next(means)
    # Stops at the first mean that is not the level.
    exact = all(abs(mean - level) < 1e-12 for mean in chain([first], means))
    if null_model == "cells":
        exact = exact and sees_only_cells(case)
    assert exact == is_exact(case, null_model)


# --- biclusterings ----------------------------------------------------------------


@over_contracts(BICLUSTERING, has_value_at_equality)
@given(st.data())
@settings(max_examples=8)
def test_equal_biclusterings_get_the_value_at_equality(cases, data):
    true, _ = data.draw(pairs_for(cases[0]))
    order = data.draw(st.permutations(range(len(true[0]))))
    pred = tuple(indicator[list(order)] for indicator in true)
    for case in cases:
        assert case(true, pred) == case.contract.at_equality, case.options


@over(BICLUSTERING)
def test_equal_biclusters_are_better_than_others(case):
    first, last = np.array([[1, 1, 0, 0]]), np.array([[0, 0, 1, 1]])
    true, pred = (first, first), (last, last)
    better = 1 if case.contract.greater_is_better else -1
    assert better * case(true, true) > better * case(true, pred)


def random_biclusterings(n_pairs, seed=0):
    """Pairs of biclusterings of a matrix of 3 x 4 cells, drawn at random."""
    generator = np.random.default_rng(seed)
    for _ in range(n_pairs):
        numbers = generator.integers(1, 4, 2)
        yield tuple(
            tuple(generator.integers(0, 2, (number, n_items)) for n_items in (3, 4))
            for number in numbers
        )


@over(BICLUSTERING, lambda case: case.is_default and not case.contract.symmetric)
def test_both_biclusterings_cannot_change_places_where_that_is_not_declared(case):
    pairs = random_biclusterings(300)
    assert any(not same(case(*pair), case(*pair[::-1])) for pair in pairs)


@over_contracts(BICLUSTERING)
@given(st.data())
@settings(max_examples=8)
def test_the_order_of_rows_columns_and_biclusters_does_not_matter(cases, data):
    pair = data.draw(pairs_for(cases[0]))
    orders = [data.draw(st.permutations(range(x.shape[1]))) for x in pair[0]]
    moved = []
    for rows, columns in pair:
        order = list(data.draw(st.permutations(range(len(rows)))))
        moved.append((rows[order][:, orders[0]], columns[order][:, orders[1]]))
    for case in cases:
        assert same(case(*moved), case(*pair)), case.options


@over_contracts(BICLUSTERING)
@given(st.data())
@settings(max_examples=8)
def test_transposing_both_biclusterings_does_not_matter(cases, data):
    true, pred = data.draw(pairs_for(cases[0]))
    for case in cases:
        assert same(case(true[::-1], pred[::-1]), case(true, pred)), case.options


APART = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 0], [0, 1]])  # a row in both
OVERLAPPING = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 0], [1, 1]])


@over(BICLUSTERING)
@pytest.mark.parametrize("side", ["true", "pred"])
def test_overlaps_are_refused_just_where_that_is_declared(case, side):
    pair = (OVERLAPPING, APART) if side == "true" else (APART, OVERLAPPING)
    if case.contract.disjoint_only:
        message = f"`biclusters_{side}` must be disjoint .* 0 and 1 share a cell"
        with pytest.raises(ValueError, match=message):
            case(*pair)
    else:
        assert within(case(*pair), (-math.inf, math.inf))


@over(BICLUSTERING, is_default)
def test_biclusters_of_another_matrix_are_refused(case):
    with pytest.raises(ValueError, match=r"`biclusters_true` .*`biclusters_pred` "):
        case(([[1, 0]], [[1, 1]]), ([[1, 0, 0]], [[1, 1]]))


@over(BICLUSTERING, lambda c: c.is_default and c.contract.chance_level is not None)
@pytest.mark.parametrize("true", [(1, 1), (2, 3), (4, 1)])
@pytest.mark.parametrize("pred", list(product([1, 3], [1, 2, 3])))
def test_the_mean_over_all_biclusters_of_a_size_is_the_chance_level(case, true, pred):
    shape = 4, 3
    if shape in (true, pred):
        return  # the whole matrix: one bicluster only, 0/0
    one, other = (
        tuple(
            [1] * size + [0] * (length - size)
            for size, length in zip(sizes, shape, strict=True)
        )
        for sizes in (true, pred)
    )
    values = [
        case(([one[0]], [one[1]]), ([rows], [columns]))
        for rows, columns in coarrangements(other)
    ]
    if set(values) == {case.contract.at_equality}:
        return  # all are equal for the measure, as biclusters of one cell for csi
    mean = math.fsum(values) / len(values)
    assert abs(mean - case.contract.chance_level) < 1e-12
