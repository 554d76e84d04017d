"""Scalars, classes and other wrong things are refused by name, before any work."""

import time

import numpy as np
import pytest
from calls import WITH_VERBOSE
from scipy import sparse
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    cari_score,
    critical_value,
    finest_stable,
    get_scorer,
    labels_to_biclusters,
    soft_cari_score,
)
from sklearn_cocluster_metrics.datasets import perturb_coclustering
from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates

X = np.ones((4, 3))
BLOCKS = labels_to_biclusters(([0, 1], [0, 1]))
SPARSE = sparse.coo_array(np.array([1.0, 0, 1]))
METRICS = ["rand", "jaccard"]
CASES = {
    "a scalar of NumPy": (
        lambda: cari_score(np.int64(3), [0]),
        TypeError,
        "`labels_true` must be an array-like of labels, such as a list, got int64",
    ),
    "a string of NumPy": (
        lambda: cari_score([0], np.str_("a")),
        TypeError,
        "`labels_pred` must be an array-like of labels, such as a list, got str_",
    ),
    "a class": (
        lambda: cari_score(KMeans, [0]),
        TypeError,
        "`labels_true` must be an array-like of labels, such as a list, got ABCMeta",
    ),
    "no sizes": (
        lambda: critical_value([2, 2], ()),
        ValueError,
        "`sizes_true` has 1 modes, `sizes_pred` has 0; the sizes of a clustering are",
    ),
    "sizes of two modes and of one": (
        lambda: critical_value(([2, 2], [1, 1]), [2, 2]),
        ValueError,
        "`sizes_true` has 2 modes, `sizes_pred` has 1",
    ),
    "a scorer of biclusters without biclusters": (
        lambda: get_scorer("bicluster_ce"),
        TypeError,
        r"compares biclusters, .* `get_scorer\('bicluster_ce', rows=rows, columns=col",
    ),
    "a scorer of biclusters without columns": (
        lambda: get_scorer("neg_rnia_distance", rows=BLOCKS[0]),
        TypeError,
        r"Pass them as `get_scorer\('neg_rnia_distance', rows=rows, columns=col",
    ),
    "sparse memberships of one dimension": (
        lambda: soft_cari_score(SPARSE, [0, 1, 1]),
        ValueError,
        r"`memberships_true` must be a matrix of shape .* sparse array of shape \(3,\)",
    ),
    "a number in place of a function": (
        lambda: FunctionCocluster(3).fit(X),
        TypeError,
        r"`function` must be a function .* called as `function\(X\)`, got 3",
    ),
    "a number in place of a triplet": (
        lambda: inconsistency_rates(METRICS, [1]),
        TypeError,
        r"`triplets\[0\]` must be a tuple \(true, first, second\), got 1",
    ),
    "a text in place of a triplet": (
        lambda: inconsistency_rates(METRICS, ["abc"]),
        TypeError,
        r"`triplets\[0\]` must be a tuple \(true, first, second\), got 'abc'",
    ),
    "endless moves": (
        lambda: perturb_coclustering(([0, 1], [0, 1]), 10**30),
        ValueError,
        "`n_moves` must be from 0 to 1000000000, got 1000",
    ),
    "endless moves among others": (
        lambda: perturb_coclustering(([0, 1], [0, 1]), [1, 10**12]),
        ValueError,
        r"`n_moves\[1\]` must be from 0 to 1000000000",
    ),
    "a candidate without standard error": (
        lambda: finest_stable(
            {
                "mean_test_stability": np.ones(2),
                "params": [{"k": 2}, {"k": 3}],
                "mean_test_resampling_error": np.array([0.1, np.nan]),
                "mean_test_n_row_clusters": np.array([2.0, 3.0]),
                "mean_test_n_column_clusters": np.array([2.0, 2.0]),
            }
        ),
        ValueError,
        r"Candidate 1, .*'k': 3., has no standard error of its score. Search with",
    ),
}


if SPARSE.ndim == 2:  # SciPy before 1.13 makes a matrix of it
    del CASES["sparse memberships of one dimension"]


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_refused_by_its_name(name):
    mistake, error, message = CASES[name]
    start = time.monotonic()
    with pytest.raises(error, match=message):
        mistake()
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "name", ["permutation_test", "stability_score", "pairwise_scores", "compare"]
)
def test_verbose_may_be_true_or_false(name, capsys):
    WITH_VERBOSE[name](verbose=False)
    assert capsys.readouterr().err == ""
    WITH_VERBOSE[name](verbose=True)


def test_memberships_that_are_rounded_below_0_are_memberships():
    memberships = np.array([[0.5, 0.5 + 2.2e-16, -2.2e-16], [0.1, 0.2, 0.7]])
    rounded = np.maximum(memberships, 0)
    expected = soft_cari_score(rounded, [0, 1])
    copy = memberships.copy()
    assert soft_cari_score(memberships, [0, 1]) == expected
    assert soft_cari_score(sparse.csr_array(memberships), [0, 1]) == expected
    np.testing.assert_array_equal(memberships, copy)
    stored = sparse.csr_array(memberships)
    soft_cari_score(stored, [0, 1])
    np.testing.assert_array_equal(stored.toarray(), copy)


def test_memberships_below_0_by_more_than_rounding_are_refused():
    memberships = [[0.5, 0.5 + 2e-9, -2e-9], [0.1, 0.2, 0.7]]
    with pytest.raises(ValueError, match="negative, NaN or infinite"):
        soft_cari_score(memberships, [0, 1])
