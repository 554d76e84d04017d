"""Planted co-clusterings and biclusters have what is asked for."""

import re
from itertools import combinations, pairwise, product
from math import exp, pi, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import bernoulli, kstest, norm, poisson

from sklearn_cocluster_metrics.datasets import (
    _means_of_blocks,
    make_latent_blocks,
    make_overlapping_biclusters,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

LAWS = {"gaussian": norm, "poisson": poisson, "bernoulli": bernoulli}
each_family = pytest.mark.parametrize("family", LAWS)


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


ROUNDED = [
    (12, None, [4, 4, 4]),
    (11, None, [4, 4, 3]),
    (3, [0.98, 0.01, 0.01], [1, 1, 1]),
    (100, [0.29, 0.01, 0.7], [29, 1, 70]),
    (10, [0.55, 0.35, 0.1], [6, 3, 1]),  # remainders: a tie, then 0
    (10, [0.96, 0.02, 0.02], [8, 1, 1]),
    (7, [1 / 3, 1 / 3, 1 / 3], [3, 2, 2]),
]


@pytest.mark.parametrize(("length", "proportions", "sizes"), ROUNDED)
def test_sizes_are_the_proportions_rounded_and_never_0(length, proportions, sizes):
    _, *labels = make_latent_blocks((length, 9), (3, 1), row_proportions=proportions)
    assert [np.bincount(one).tolist() for one in labels] == [sizes, [9]]
    _, *labels = make_latent_blocks((9, length), (1, 3), column_proportions=proportions)
    assert [np.bincount(one).tolist() for one in labels] == [[9], sizes]


@each_family
def test_cells_follow_the_distribution_of_their_block(family):
    drawn, again = (
        make_latent_blocks((120, 80), (3, 2), family=family, random_state=1)
        for _ in "ab"
    )
    assert all(map(np.array_equal, drawn, again))
    X, rows, columns = drawn
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


@each_family
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


@each_family
@pytest.mark.parametrize("n_clusters", [(8, 2), (2, 8), (3, 3), (5, 1), (1, 4)])
def test_clusters_differ_in_every_block(family, n_clusters):
    means = _means_of_blocks(family, n_clusters, 0.5)
    for mode in (0, 1):
        clusters = np.moveaxis(means, mode, 0)
        for one, other in combinations(clusters, 2):
            assert (one != other).all()


@each_family
def test_without_separation_all_blocks_are_alike(family):
    means = _means_of_blocks(family, (4, 3), 0)
    expected = {"gaussian": 0.0, "poisson": 1.0, "bernoulli": 0.5}[family]
    assert (means == expected).all()


# --- order ------------------------------------------------------------------------


def test_labels_are_sorted_without_shuffle_and_in_random_order_with_it():
    _, *labels = make_latent_blocks((40, 30), (4, 3), shuffle=False, random_state=0)
    assert all((np.diff(one) >= 0).all() for one in labels)
    _, *shuffled = make_latent_blocks((40, 30), (4, 3), random_state=0)
    assert all((np.diff(one) < 0).any() for one in shuffled)
    for one, other in zip(labels, shuffled, strict=True):
        assert np.bincount(one).tolist() == np.bincount(other).tolist()


# --- overlapping biclusters -------------------------------------------------------

PATTERNS = ("constant", "additive", "multiplicative")


def longest_that_fit(length, n_biclusters, overlap):
    """Sizes of a bicluster and of what it shares with the next, by the definition."""
    fitting = []
    for size in range(1, length + 1):
        shared = min(round(overlap * size), size // 2)
        if size + (n_biclusters - 1) * (size - shared) <= length:
            fitting.append((size, shared))
    return max(fitting)


@pytest.mark.parametrize("overlap", [0.0, 0.1, 0.25, 0.4, 0.5])
@pytest.mark.parametrize("n_biclusters", [1, 2, 5, 7])
@pytest.mark.parametrize("shuffle", [False, True])
def test_consecutive_biclusters_share_what_is_asked_for(overlap, n_biclusters, shuffle):
    options = {"overlap": overlap, "shuffle": shuffle, "random_state": 0}
    X, *modes = make_overlapping_biclusters((53, 31), n_biclusters, **options)
    assert X.shape == (53, 31)
    for indicator, length in zip(modes, X.shape, strict=True):
        assert indicator.shape == (n_biclusters, length)
        assert indicator.dtype == np.bool_
        size, shared = longest_that_fit(length, n_biclusters, overlap)
        assert (indicator.sum(axis=1) == size).all()
        for one, other in pairwise(indicator):
            assert np.sum(one & other) == shared
        for i, j in combinations(range(n_biclusters), 2):
            assert j == i + 1 or not (indicator[i] & indicator[j]).any()


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("overlap", [0.0, 0.3])
def test_without_noise_every_bicluster_has_its_pattern_exactly(pattern, overlap):
    options = {"pattern": pattern, "overlap": overlap, "random_state": 0}
    X, rows, columns = make_overlapping_biclusters((40, 30), 3, **options)
    np.testing.assert_array_equal(X != 0, rows.T @ columns)
    for row, column in zip(rows, columns, strict=True):
        cells = X[np.ix_(row, column)]
        assert cells.min() >= 0.5
        assert cells.max() <= 2
        if pattern == "constant":
            assert (cells == 1).all()
            continue
        if pattern == "multiplicative":
            cells = np.log(cells)
        means = cells.mean(axis=0) + cells.mean(axis=1, keepdims=True) - cells.mean()
        np.testing.assert_allclose(cells, means, rtol=0, atol=1e-14)  # no residue
        assert np.ptp(means, axis=0).min() > 0.1
        assert np.ptp(means, axis=1).min() > 0.1


@pytest.mark.parametrize("pattern", PATTERNS)
def test_noise_is_normal_with_the_given_deviation(pattern):
    options = {"pattern": pattern, "overlap": 0.2, "random_state": 0}
    noisy, *_ = make_overlapping_biclusters((60, 50), 3, noise=0.3, **options)
    plain, *_ = make_overlapping_biclusters((60, 50), 3, **options)
    difference = (noisy - plain).ravel()
    assert kstest(difference / 0.3, "norm").pvalue > 0.01
    assert abs(difference.std() / 0.3 - 1) < 4 / sqrt(2 * difference.size)


@pytest.mark.parametrize("shuffle", [False, True])
def test_biclusters_lie_along_the_diagonal_without_shuffle(shuffle):
    options = {"overlap": 0.3, "shuffle": shuffle, "random_state": 0}
    _, *modes = make_overlapping_biclusters((20, 18), 3, **options)
    for indicator in modes:
        contiguous = [np.ptp(np.flatnonzero(x)) + 1 == x.sum() for x in indicator]
        assert all(contiguous) != shuffle


# --- refusals ---------------------------------------------------------------------

PAIR = "a tuple (n_row_clusters, n_column_clusters)"
MASKED = np.ma.masked_array([0.5, 0.5], [True, False])
REFUSED = {
    (make_latent_blocks, "n_clusters"): [
        ("shape", [6, 5], ValueError, "of two positive integers, got [6, 5]."),
        ("n_clusters", [2, 2], ValueError, f"an integer or {PAIR}, got [2, 2]."),
        ("n_clusters", (2, 6), ValueError, "[1]` must be from 1 to 5, got 6."),
        ("n_clusters", (2.0, 2), TypeError, "[0]` must be an integer, got 2.0."),
        ("family", "normal", ValueError, "'poisson', 'bernoulli', got 'normal'."),
        ("separation", -1, ValueError, "must be from 0 to 1000, got -1."),
        ("separation", float("nan"), ValueError, "must be from 0 to 1000, got nan."),
        ("separation", "1", TypeError, "must be a number, got '1'."),
        (
            "row_proportions",
            [0.5, 0.6],
            ValueError,
            "must sum to 1, got a sum of 1.1. Divide the proportions by their sum.",
        ),
        ("row_proportions", [1.0, 0.0], ValueError, "only positive numbers, got 0.0."),
        (
            "row_proportions",
            [np.nan, 1.0],
            ValueError,
            "only positive numbers, got nan.",
        ),
        (
            "column_proportions",
            [0.5, 0.25, 0.25],
            ValueError,
            "2 clusters, got an array of shape (3,).",
        ),
        ("column_proportions", ["a", "b"], TypeError, "sum to 1, got dtype <U1."),
        (
            "column_proportions",
            MASKED,
            ValueError,
            "must be known. Fill them in, or leave them out.",
        ),
    ],
    (make_overlapping_biclusters, "n_biclusters"): [
        ("shape", (0, 5), ValueError, "of two positive integers, got (0, 5)."),
        ("n_biclusters", 6, ValueError, "must be from 1 to 5, got 6."),
        ("n_biclusters", 2.0, TypeError, "must be an integer, got 2.0."),
        ("pattern", "plaid", ValueError, "'additive', 'multiplicative', got 'plaid'."),
        ("overlap", 0.6, ValueError, "must be from 0 to 0.5, got 0.6."),
        ("overlap", None, TypeError, "must be a number, got None."),
        ("noise", -1, ValueError, "must be finite and not negative, got -1."),
    ],
}


@pytest.mark.parametrize(("function", "number"), REFUSED)
def test_a_wrong_argument_is_named(function, number):
    for option, value, error, message in REFUSED[function, number]:
        with pytest.raises(error, match=f"^`{option}.*{re.escape(message)}$"):
            function(**{"shape": (6, 5), number: 2, option: value})
