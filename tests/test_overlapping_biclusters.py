"""Planted biclusters have the pattern and the overlap asked for."""

import re
from itertools import combinations, pairwise
from math import sqrt

import numpy as np
import pytest
from scipy.stats import kstest

from sklearn_cocluster_metrics.datasets import make_overlapping_biclusters

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

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
    X, *modes = make_overlapping_biclusters(
        (53, 31), n_biclusters, overlap=overlap, shuffle=shuffle, random_state=0
    )
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
    X, rows, columns = make_overlapping_biclusters(
        (40, 30), 3, pattern=pattern, overlap=overlap, random_state=0
    )
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


def test_biclusters_lie_along_the_diagonal_without_shuffle():
    for shuffle in (False, True):
        _, *modes = make_overlapping_biclusters(
            (20, 18), 3, overlap=0.3, shuffle=shuffle, random_state=0
        )
        for indicator in modes:
            contiguous = [
                np.ptp(np.flatnonzero(one)) + 1 == one.sum() for one in indicator
            ]
            assert all(contiguous) != shuffle


INTEGERS = "must be a tuple (n_rows, n_columns) of two positive integers"

KINDS = "must be one of 'constant', 'additive', 'multiplicative'"
WRONG = [
    ("shape", (0, 5), ValueError, INTEGERS),
    ("n_biclusters", 6, ValueError, "must be from 1 to 5"),
    ("n_biclusters", 2.0, TypeError, "must be an integer"),
    ("pattern", "plaid", ValueError, KINDS),
    ("overlap", 0.6, ValueError, "must be from 0 to 0.5"),
    ("overlap", None, TypeError, "must be a number"),
    ("noise", -1, ValueError, "must be finite and not negative"),
]


@pytest.mark.parametrize(("name", "value", "error", "rule"), WRONG)
def test_a_wrong_argument_is_named(name, value, error, rule):
    arguments = {"shape": (6, 5), "n_biclusters": 2, name: value}
    message = re.escape(f"`{name}` {rule}, got {value!r}.")
    with pytest.raises(error, match=f"^{message}$"):
        make_overlapping_biclusters(**arguments)
