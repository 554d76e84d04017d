"""Planted co-clusterings have the sizes, means and difficulty asked for."""

import re
from itertools import combinations, pairwise, product
from math import exp, pi, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import bernoulli, norm, poisson

from sklearn_cocluster_metrics.datasets import _means_of_blocks, make_latent_blocks

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

FAMILIES = ("gaussian", "poisson", "bernoulli")
LAWS = {"gaussian": norm, "poisson": poisson, "bernoulli": bernoulli}


def coefficient(family, one, other):
    """Bhattacharyya coefficient of two cells with these means, by its definition."""
    if family == "gaussian":
        return quad(
            lambda x: exp(-((x - one) ** 2) / 4 - (x - other) ** 2 / 4) / sqrt(2 * pi),
            min(one, other) - 12,
            max(one, other) + 12,
        )[0]
    law = LAWS[family]
    values = np.arange(2 if family == "bernoulli" else 400)
    return np.sqrt(law.pmf(values, one) * law.pmf(values, other)).sum()


def levels_of(family, n_levels, separation):
    """Means of all levels, from the lowest."""
    return np.unique(_means_of_blocks(family, (n_levels, 1), separation))


# --- sizes and means --------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "proportions", "sizes"),
    [
        (12, None, [4, 4, 4]),
        (11, None, [4, 4, 3]),
        (3, [0.98, 0.01, 0.01], [1, 1, 1]),
        (100, [0.29, 0.01, 0.7], [29, 1, 70]),
        (10, [0.55, 0.35, 0.1], [6, 3, 1]),  # remainders: a tie, then 0
        (10, [0.96, 0.02, 0.02], [8, 1, 1]),
        (7, [1 / 3, 1 / 3, 1 / 3], [3, 2, 2]),
    ],
)
def test_sizes_are_the_proportions_rounded_and_never_0(length, proportions, sizes):
    _, rows, columns = make_latent_blocks(
        (length, 9), (3, 1), row_proportions=proportions, random_state=0
    )
    assert np.bincount(rows).tolist() == sizes
    assert np.bincount(columns).tolist() == [9]
    _, _, columns = make_latent_blocks(
        (9, length), (1, 3), column_proportions=proportions, random_state=0
    )
    assert np.bincount(columns).tolist() == sizes


@pytest.mark.parametrize("family", FAMILIES)
def test_cells_follow_the_distribution_of_their_block(family):
    X, rows, columns = make_latent_blocks(
        (120, 80), (3, 2), family=family, random_state=1
    )
    means = _means_of_blocks(family, (3, 2), 1.0)
    law = LAWS[family]
    kind = np.float64 if family == "gaussian" else np.int64
    assert X.dtype == kind
    for row, column in product(range(3), range(2)):
        cells = X[np.ix_(rows == row, columns == column)].ravel()
        # By the inequality of Dvoretzky, Kiefer and Wolfowitz, with Massart's constant,
        # a larger distance has a probability of at most 2 exp(-2 * 3^2) < 1e-7.
        values = np.sort(cells)
        empirical = np.searchsorted(values, values, side="right") / values.size
        distance = np.abs(empirical - law.cdf(values, means[row, column])).max()
        assert distance < 3 / sqrt(values.size)


# --- separation -------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("n_levels", "separation"), [(2, 0.7), (4, 0.5), (3, 2.0)])
def test_levels_have_the_documented_coefficients(family, n_levels, separation):
    """Of probabilities the lowest and the highest; else any two levels."""
    levels = levels_of(family, n_levels, separation)
    assert len(levels) == n_levels
    for i, j in combinations(range(n_levels), 2):
        if family != "bernoulli" or j - i == n_levels - 1:
            found = coefficient(family, levels[i], levels[j])
            assert found == pytest.approx(exp(-(((i - j) * separation) ** 2) / 8), 1e-9)


def test_neighbouring_probabilities_tend_to_the_documented_limit():
    levels = levels_of("bernoulli", 5, 1000)
    assert levels[0] == 0
    assert levels[-1] == 1
    for one, other in pairwise(levels):
        found = coefficient("bernoulli", one, other)
        assert found == pytest.approx(np.cos(np.pi / 8), 1e-9)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n_clusters", [(8, 2), (2, 8), (3, 3), (5, 1), (1, 4)])
def test_clusters_differ_in_every_block(family, n_clusters):
    means = _means_of_blocks(family, n_clusters, 0.5)
    for mode in (0, 1):
        lines = np.moveaxis(means, mode, 0)
        for one, other in combinations(lines, 2):
            assert (one != other).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_without_separation_all_blocks_are_alike(family):
    means = _means_of_blocks(family, (4, 3), 0)
    expected = {"gaussian": 0.0, "poisson": 1.0, "bernoulli": 0.5}[family]
    assert (means == expected).all()


# --- order, seeds, errors ---------------------------------------------------------


def test_labels_are_sorted_without_shuffle_and_in_random_order_with_it():
    _, *labels = make_latent_blocks((40, 30), (4, 3), shuffle=False, random_state=0)
    assert all((np.diff(one) >= 0).all() for one in labels)
    _, *shuffled = make_latent_blocks((40, 30), (4, 3), random_state=0)
    assert all((np.diff(one) < 0).any() for one in shuffled)
    for one, other in zip(labels, shuffled, strict=True):
        assert np.bincount(one).tolist() == np.bincount(other).tolist()


@pytest.mark.parametrize("family", FAMILIES)
def test_a_seed_determines_data_and_labels(family):
    first, again, other = (
        make_latent_blocks((9, 8), 2, family=family, random_state=seed)
        for seed in (3, 3, 4)
    )
    for one, two in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, two)
    assert (first[0] != other[0]).any()


PAIR, LENGTH = "a tuple (n_row_clusters, n_column_clusters)", "shape (2,), got shape"
MASKED = np.ma.masked_array([0.5, 0.5], [True, False])


@pytest.mark.parametrize(
    ("option", "value", "error", "message"),
    [
        ("shape", [6, 5], ValueError, "a tuple (n_rows, n_columns) of two positive"),
        ("n_clusters", [2, 2], ValueError, f"an integer or {PAIR}, got [2, 2]."),
        ("n_clusters", (2, 6), ValueError, "[1]` must be from 1 to 5, got 6."),
        ("n_clusters", (2.0, 2), TypeError, "[0]` must be an integer, got 2.0."),
        ("family", "normal", ValueError, "'poisson', 'bernoulli', got 'normal'."),
        ("separation", -1, ValueError, "must be from 0 to 1000, got -1."),
        ("separation", float("nan"), ValueError, "must be from 0 to 1000, got nan."),
        ("separation", "1", TypeError, "must be a number, got '1'."),
        ("row_proportions", [0.5, 0.6], ValueError, "must sum to 1, got a sum of 1.1."),
        ("row_proportions", [1.0, 0.0], ValueError, "must be positive, got 0.0."),
        ("row_proportions", [np.nan, 1.0], ValueError, "must be positive, got nan."),
        ("column_proportions", [0.5, 0.25, 0.25], ValueError, f"{LENGTH} (3,)."),
        ("column_proportions", ["a", "b"], TypeError, "numbers, got dtype <U1."),
        ("column_proportions", MASKED, ValueError, "has masked entries"),
    ],
    ids=str,
)
def test_a_wrong_argument_is_named(option, value, error, message):
    arguments = {"shape": (6, 5), "n_clusters": 2} | {option: value}
    with pytest.raises(error, match=f"^`{option}.*{re.escape(message)}"):
        make_latent_blocks(**arguments)
