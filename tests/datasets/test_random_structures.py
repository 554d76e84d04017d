"""Random structures are uniform, and the chain of RVB has its law."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from calls import CALLS
from scipy.stats import chisquare
from sklearn.cluster import SpectralCoclustering
from sklearn.datasets import make_biclusters
from strategies import stirling_law

from sklearn_cocluster_metrics import datasets
from sklearn_cocluster_metrics.datasets import (
    perturb_coclustering,
    random_bicluster,
    random_coclustering,
    random_partition,
    random_surjection,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def frozen(structure):
    """A structure of two arrays as a key of a dict."""
    return tuple(tuple(part.ravel().tolist()) for part in structure)


def assert_all_equally_likely(draws, possible):
    assert set(draws) <= possible
    assert chisquare([draws[structure] for structure in possible]).pvalue > 0.01


def test_every_coclustering_with_given_sizes_is_equally_likely():
    generator = np.random.RandomState(0)
    sizes = {"row_sizes": [1, 2], "column_sizes": [2, 1, 1]}
    draws = Counter(
        frozen(random_coclustering(**sizes, random_state=generator))
        for _ in range(3600)
    )
    rows, columns = set(permutations([0, 1, 1])), set(permutations([0, 0, 1, 2]))
    assert_all_equally_likely(draws, set(product(rows, columns)))


def test_every_bicluster_of_a_given_size_is_equally_likely():
    generator = np.random.RandomState(0)
    draws = Counter(
        frozen(random_bicluster((4, 3), (2, 1), random_state=generator))
        for _ in range(1800)
    )

    def indicators(length, size):
        for chosen in combinations(range(length), size):
            yield tuple(place in chosen for place in range(length))

    assert_all_equally_likely(draws, set(product(indicators(4, 2), indicators(3, 1))))


@pytest.mark.parametrize("size", [(0, 0), (5, 0), (5, 4), (2, 3)])
def test_a_bicluster_has_the_numbers_of_rows_and_columns_asked_for(size):
    rows, columns = random_bicluster((5, 4), size, random_state=0)
    assert rows.shape == (1, 5)
    assert columns.shape == (1, 4)
    assert rows.dtype == columns.dtype == np.bool_
    assert (rows.sum(), columns.sum()) == size


def test_every_surjection_of_5_samples_onto_3_labels_is_equally_likely():
    generator = np.random.RandomState(0)
    draws = Counter(
        tuple(random_surjection(5, 3, random_state=generator).tolist())
        for _ in range(7500)
    )
    possible = {x for x in product(range(3), repeat=5) if len(set(x)) == 3}
    assert_all_equally_likely(draws, possible)


@pytest.mark.parametrize("n_clusters", [150, 190])
def test_size_of_a_cluster_follows_equation_14_where_clusters_are_many(n_clusters):
    """Sizes of the first and of the last label, from Stirling numbers."""
    law = stirling_law(200, n_clusters)
    generator = np.random.RandomState(2)
    draws = [
        np.bincount(random_surjection(200, n_clusters, random_state=generator))
        for _ in range(3000)
    ]
    expected = [float(3000 * p) for p in (law[0], law[1], sum(law[2:]))]
    for label in (0, n_clusters - 1):
        sizes = np.array([draw[label] for draw in draws])
        observed = [np.sum(sizes == 1), np.sum(sizes == 2), np.sum(sizes > 2)]
        assert chisquare(observed, expected).pvalue > 0.01


OF_SIZES = {1: [1], 2: [1, 2], 3: [2], 1000: [1, 999, 1000]}
OF_SIZES[10**6] = [2, 50, 700, 10**5, 999_999]


@pytest.mark.parametrize(
    ("n_samples", "n_clusters"), [(n, k) for n in OF_SIZES for k in OF_SIZES[n]]
)
def test_every_label_occurs(n_samples, n_clusters):
    labels = random_surjection(n_samples, n_clusters, random_state=0)
    assert labels.shape == (n_samples,)
    assert labels.dtype == np.int64
    counts = np.bincount(labels)
    assert counts.size == n_clusters
    assert counts.min() >= 1


def test_partition_has_the_given_sizes_empty_clusters_included():
    labels = random_partition(np.array([3, 0, 5]), random_state=0)
    assert labels.dtype == np.int64
    assert np.bincount(labels).tolist() == [3, 0, 5]


# --- the chain of RVB, section 4.1 ------------------------------------------------


def law_after_one_move(state):
    """Yield the next states and their probabilities, as the paper words them.

    The labels of each mode are the cluster numbers u.
    """
    for mode, labels in enumerate(state):
        numbers = sorted(set(labels))
        for place, (number, weight) in product(
            range(len(labels)), zip(numbers, reversed(numbers), strict=True)
        ):
            moved = [*labels[:place], number, *labels[place + 1 :]]
            following = list(state)
            following[mode] = tuple(moved)
            yield (
                tuple(following),
                Fraction(1, 2)
                * Fraction(1, len(labels))
                * Fraction(weight, sum(numbers)),
            )


def law_after(start, n_moves):
    """Probabilities of all states after a number of moves."""
    law = {start: Fraction(1)}
    for _ in range(n_moves):
        following = Counter()
        for state, share in law.items():
            for after, probability in law_after_one_move(state):
                following[after] += share * probability
        law = following
    return law


@pytest.mark.parametrize("start", [((1, 2, 3), (1,)), ((1, 2), (1, 2))])
def test_states_after_4_moves_have_the_probabilities_of_the_paper(start):
    law = law_after(start, 4)
    assert sum(law.values()) == 1
    generator = np.random.RandomState(0)
    n_draws = 1200
    draws = Counter(
        frozen(perturb_coclustering(start, 4, random_state=generator))
        for _ in range(n_draws)
    )
    assert set(draws) <= set(law)
    frequent = [state for state in law if law[state] * n_draws >= 5]
    expected = [float(law[state] * n_draws) for state in frequent]
    observed = [draws[state] for state in frequent]
    if len(frequent) < len(law):
        expected.append(n_draws - sum(expected))
        observed.append(n_draws - sum(observed))
    assert chisquare(observed, expected).pvalue > 0.01


def test_states_of_one_chain_continue_each_other():
    start = (np.arange(30) % 4, np.arange(20) % 3)
    records = [7, 0, 5000, 7, 100]
    states = perturb_coclustering(start, np.array(records), random_state=3)
    for n_moves, state in zip(records, states, strict=True):
        alone = perturb_coclustering(start, n_moves, random_state=3)
        assert frozen(state) == frozen(alone)
    assert frozen(states[1]) == frozen(start)
    one_by_one, generator = start, np.random.RandomState(3)
    for _ in range(7):
        one_by_one = perturb_coclustering(one_by_one, 1, random_state=generator)
    assert frozen(one_by_one) == frozen(states[0])


def test_labels_keep_their_names_and_the_start_is_not_changed():
    rows, columns = ["b", "a", "c", "a"], np.array([7, -1, 7])
    pred = perturb_coclustering((rows, columns), 50, random_state=0)
    assert set(pred[0].tolist()) <= {"a", "b", "c"}
    assert set(pred[1].tolist()) <= {-1, 7}
    assert rows == ["b", "a", "c", "a"]
    assert columns.tolist() == [7, -1, 7]


def test_the_chain_starts_from_a_fitted_estimator():
    X, _, _ = make_biclusters((12, 9), 2, noise=0.1, random_state=0)
    estimator = SpectralCoclustering(2, random_state=0).fit(X)
    start = (estimator.row_labels_, estimator.column_labels_)
    found, expected = (
        perturb_coclustering(x, 5, random_state=0) for x in (estimator, start)
    )
    assert frozen(found) == frozen(expected)


# --- seeds and errors -------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in CALLS if name in datasets.__all__])
def test_a_seed_determines_the_draw(name):
    draws, again = (
        [repr(CALLS[name](random_state=seed)) for seed in range(9)] for _ in "ab"
    )
    assert draws == again
    assert len(set(draws)) > 1


def test_sizes_of_a_random_coclustering_are_balanced_or_as_given():
    rows, columns = random_coclustering((7, 5), (3, 2), random_state=0)
    assert np.bincount(rows).tolist() == [3, 2, 2]
    assert np.bincount(columns).tolist() == [3, 2]
    sizes = {"row_sizes": [0, 4], "column_sizes": [1, 2]}
    rows, columns = random_coclustering(**sizes, random_state=0)
    assert np.bincount(rows).tolist() == [0, 4]
    assert np.bincount(columns).tolist() == [1, 2]


def of_sizes(row_sizes, column_sizes):
    return random_coclustering(row_sizes=row_sizes, column_sizes=column_sizes)


TRUE = ([0, 1], [0, 1])
RAGGED = [[1, 2], [3]]
MASKED = np.ma.masked_array([1, 2], [True, False])
HUGE = np.array([2**63, 1], np.uint64)
REFUSED = [
    (
        random_coclustering,
        ((5, 4),),
        ValueError,
        "Pass either both `shape` and `n_clusters`",
    ),
    (random_coclustering, ((5, 4), 5), ValueError, "`n_clusters[1]` must be from"),
    (random_coclustering, ([5, 4], 2), ValueError, "`shape` must be a tuple of"),
    (of_sizes, ([1.5], [2]), TypeError, "`row_sizes` must contain"),
    (of_sizes, ([1], [2.5]), TypeError, "`column_sizes` must contain"),
    (of_sizes, ([1], None), ValueError, "Pass either both `shape` and `n_clusters`"),
    (random_bicluster, (5, (1, 1)), ValueError, "`shape` must be a tuple of two"),
    (random_bicluster, ((5, 4), 2), ValueError, "`size` must be a tuple (number"),
    (random_bicluster, ((5, 4), (2, 5)), ValueError, "`size[1]` must be from 0 to"),
    (random_bicluster, ((5, 4), (2.0, 1)), TypeError, "`size[0]` must be an int"),
    (perturb_coclustering, ([0, 1], 3), TypeError, "`coclustering` must be a tup"),
    (perturb_coclustering, ((*TRUE, [0]), 3), ValueError, "`coclustering` must be"),
    (perturb_coclustering, (TRUE, -1), ValueError, "`n_moves` must be from 0 to"),
    (perturb_coclustering, (TRUE, [3, 1.5]), TypeError, "`n_moves[1]` must be an"),
    (perturb_coclustering, (TRUE, []), ValueError, "`n_moves` is empty"),
    (random_surjection, (0, 1), ValueError, "`n_samples` must be from 1 to 2814"),
    (random_surjection, (2.0, 1), TypeError, "`n_samples` must be an integer, got"),
    (random_surjection, (5, 0), ValueError, "`n_clusters` must be from 1 to 5"),
    (random_surjection, (5, 6), ValueError, "`n_clusters` must be from 1 to 5"),
    (random_surjection, (5, "2"), TypeError, "`n_clusters` must be an integer"),
    (random_surjection, (2**48, 3), ValueError, "The clusters are too large"),
    (random_partition, ([],), ValueError, "`sizes` must be one-dimensional and no"),
    (random_partition, ([[1, 2]],), ValueError, "`sizes` must be one-dimensional"),
    (random_partition, (RAGGED,), ValueError, "`sizes` must be one-dimensional, g"),
    (random_partition, ([1.5, 2.0],), TypeError, "`sizes` must contain integers"),
    (random_partition, ([True] * 2,), TypeError, "`sizes` must contain integers"),
    (random_partition, ([2, -1],), ValueError, "`sizes` must not be negative, got"),
    (random_partition, ([0, 0],), ValueError, "`sizes` must sum to at least 1 and"),
    (random_partition, (MASKED,), ValueError, "`sizes` has masked entries, but every"),
    (random_partition, ([*MASKED],), ValueError, "`sizes` has masked entries, but eve"),
    (random_partition, (HUGE,), ValueError, "`sizes` must sum to at least 1 and l"),
    (random_partition, ([2**70],), ValueError, "`sizes` must sum to at least 1 an"),
]


@pytest.mark.parametrize(("function", "arguments", "error", "message"), REFUSED)
def test_a_wrong_argument_is_named(function, arguments, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        function(*arguments)
