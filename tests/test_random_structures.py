"""Random co-clusterings and biclusters are uniform, and the chain of RVB is its law."""

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

from sklearn_cocluster_metrics import datasets
from sklearn_cocluster_metrics.datasets import (
    perturb_coclustering,
    random_bicluster,
    random_coclustering,
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
    assert frozen(perturb_coclustering(estimator, 5, random_state=0)) == frozen(
        perturb_coclustering(start, 5, random_state=0)
    )


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


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        (random_coclustering, ((5, 4),), ValueError, "Pass `shape` and `n_clusters`"),
        (random_coclustering, ((5, 4), 5), ValueError, "`n_clusters[1]` must be from"),
        (random_coclustering, ([5, 4], 2), ValueError, "`shape` must be a tuple (n_r"),
        (of_sizes, ([1.5], [2]), TypeError, "`row_sizes` must contain"),
        (of_sizes, ([1], [2.5]), TypeError, "`column_sizes` must contain"),
        (of_sizes, ([1], None), ValueError, "Pass `shape` and `n_clusters`, or `row_s"),
        (random_bicluster, (5, (1, 1)), ValueError, "`shape` must be a tuple (n_rows"),
        (random_bicluster, ((5, 4), 2), ValueError, "`size` must be a tuple (number"),
        (random_bicluster, ((5, 4), (2, 5)), ValueError, "`size[1]` must be from 0 to"),
        (random_bicluster, ((5, 4), (2.0, 1)), TypeError, "`size[0]` must be an int"),
        (perturb_coclustering, ([0, 1], 3), TypeError, "`coclustering` must be a tup"),
        (perturb_coclustering, ((*TRUE, [0]), 3), ValueError, "`coclustering` must be"),
        (perturb_coclustering, (TRUE, -1), ValueError, "`n_moves` must be at least 0"),
        (perturb_coclustering, (TRUE, [3, 1.5]), TypeError, "`n_moves[1]` must be an"),
        (perturb_coclustering, (TRUE, []), ValueError, "`n_moves` is empty"),
    ],
)
def test_a_wrong_argument_is_named(function, arguments, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        function(*arguments)
