"""Formulas for shares of pairs of a population against the exact formulas."""

from unittest.mock import PropertyMock, patch

import numpy as np
import pytest
from contracts import CONTRACTS

from sklearn_cocluster_metrics import pair_counting_score
from sklearn_cocluster_metrics._inference._population_index import (
    PairShares,
    PopulationIndex,
)
from sklearn_cocluster_metrics._inference._samples import index_of_partitions
from sklearn_cocluster_metrics.tables import contingency_table

WITH_INTERVALS = [
    name
    for name, contract in CONTRACTS.items()
    if contract.monotone_in == "squares" and name != "fager_mcgowan"
]


def shares_of_law(joint):
    """Shares of pairs of a population with these shares of the cells of its table."""
    if np.count_nonzero(joint) == len(joint):  # equal clusterings, without rounding
        return [np.sum(joint**2)] * 3
    sides = joint, joint.sum(axis=1), joint.sum(axis=0)
    return [np.sum(side**2) for side in sides]


def random_laws(rng, n_laws):
    """Tables, some of them of equal clusterings."""
    for _ in range(n_laws):
        shape = rng.integers(2, 5, size=2)
        joint = rng.dirichlet(np.ones(shape.prod())).reshape(shape)
        if rng.random() < 0.3:
            joint = np.diag(rng.dirichlet(np.ones(shape[0])))
        yield joint


@pytest.mark.parametrize("name", WITH_INTERVALS)
@pytest.mark.parametrize("sampled", [(0,), (0, 1), (0, 1, 2), (1,), (0, 2)])
def test_the_formula_of_a_population_is_the_limit_of_the_exact_one(name, sampled):
    n_modes = 1 if sampled == (0,) else 1 + max(1, *sampled)
    rng = np.random.default_rng(len(sampled))
    labels = [rng.integers(3, size=(2, 8)) for _ in range(n_modes)]
    tables = tuple(contingency_table(*pair) for pair in labels)
    shares_of_modes = []
    for mode, table in enumerate(tables):
        shares = PairShares.of_table(table)
        if mode in sampled:
            laws = [shares_of_law(joint) for joint in random_laws(rng, 40)]
            shares = PairShares.of_population(*np.transpose(laws))
        shares_of_modes.append(shares)
    index = PopulationIndex(index_of_partitions(name, {}, caller=None), tables, sampled)
    assert index.has_formula
    values = index(shares_of_modes)
    with patch.object(PopulationIndex, "has_formula", PropertyMock(return_value=False)):
        exact = index(shares_of_modes)
    # An arc cosine turns rounding of 1e-16 next to 1 into its root.
    assert values == pytest.approx(exact, abs=1e-7)


def test_an_index_with_an_option_has_the_exact_values():
    tables = (contingency_table([0, 0, 1, 1], [0, 0, 1, 2]),)
    resolved = index_of_partitions("rand", {"null_model": "product"}, caller=None)
    index = PopulationIndex(resolved, tables, [0])
    assert not index.has_formula
    shares = PairShares.of_population(*np.array([[0.3, 0.2], [0.5, 0.5], [0.4, 0.4]]))
    # Its adjusted value is that of the adjusted Rand index.
    assert index([shares]) == pytest.approx([(0.3 - 0.2) / (0.45 - 0.2), 0.0])


def test_a_trivial_clustering_has_exactly_the_level_of_chance():
    rng = np.random.default_rng(0)
    shares = rng.random(50)
    of_modes = PairShares.of_population(
        both=shares, true=np.ones(50), pred=shares * (1 + 1e-15)
    )
    for name in ("cari_product", "cocorrelation", "correlation", "peirce"):
        index = index_of_partitions(name, {}, caller=None)
        assert set(PopulationIndex(index, (), [0])([of_modes])) == {0.0}


@pytest.mark.parametrize("name", ["rand", "dice", "wallace1", "minkowski", "baulieu1"])
def test_subsamples_of_a_clustering_approach_the_value_of_the_population(name):
    """The value of an index that is not adjusted for chance is that of its pairs."""
    rng = np.random.default_rng(0)
    joint = np.array([[0.3, 0.05, 0.05], [0.05, 0.2, 0.05], [0.0, 0.1, 0.2]])
    shares = PairShares.of_population(*np.transpose([shares_of_law(joint)]))
    index = index_of_partitions(name, {}, caller=None)
    (value,) = PopulationIndex(index, (), [0])([shares])
    for n_entries, n_samples in ((100, 200), (20_000, 4)):
        cells = rng.choice(9, size=(n_samples, n_entries), p=joint.ravel())
        scores = [
            pair_counting_score(*np.divmod(sample, 3), metric=name) for sample in cells
        ]
        assert np.mean(scores) == pytest.approx(value, abs=0.02)
