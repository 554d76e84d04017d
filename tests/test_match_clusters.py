"""`match_clusters`: the share of unequal labels is CE; every type of label."""

from datetime import date
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from doubles import KMeansCocluster, blocks
from hypothesis import given
from strategies import modes_of, object_array, partition_pairs

from sklearn_cocluster_metrics import classification_error, match_clusters
from sklearn_cocluster_metrics._statistics import _contingency

DAYS = np.array(["2024-01-01", "2024-01-01", "2024-03-01", "2024-03-01"], "M8[D]")
OBJECTS = object_array([("a", 1), ("a", 1), "b", "b"])


def error_of_cells(true, pred):
    """Return the share of cells whose labels differ in some mode."""
    right = Fraction(1)
    for one, other in zip(modes_of(true), modes_of(pred), strict=True):
        right *= Fraction(int(np.sum(np.asarray(one) == other)), len(other))
    return 1 - right


def partition_of(labels):
    """Return the clusters as sets of positions."""
    return {tuple(np.flatnonzero(labels == label)) for label in np.unique(labels)}


@given(partition_pairs(max_items=6))
def test_the_share_of_unequal_labels_is_the_classification_error(pair):
    true, pred = pair
    matched = match_clusters(true, pred)
    assert isinstance(matched, tuple) == isinstance(pred, tuple)
    assert float(error_of_cells(true, matched)) == classification_error(true, pred)
    for labels, before in zip(modes_of(matched), modes_of(pred), strict=True):
        assert partition_of(labels) == partition_of(np.asarray(before))


def test_tables_stored_as_sparse_are_matched_as_well(monkeypatch):
    generator = np.random.default_rng(1)
    true = generator.integers(0, 400, 3000)
    pred = np.where(
        generator.random(3000) < 0.2, generator.integers(0, 400, 3000), true
    )
    pred[true < 50] = true[true < 50] // 5  # stars: one cluster for five
    dense = match_clusters(true, pred)
    monkeypatch.setattr(_contingency, "ALWAYS_DENSE", 0)
    found = match_clusters(true, pred)
    expected = classification_error(true, pred)
    assert np.mean(found != true) == pytest.approx(expected, abs=1e-12)
    assert np.mean(dense != true) == pytest.approx(expected, abs=1e-12)
    assert partition_of(found) == partition_of(pred)


UNMATCHED = [
    ([3, 3, 5, 5], [3, 3, 5, 6]),
    ([-9, -9, -5, -5], [-9, -9, -5, -4]),
    ([1.0, 1.0, 2.5e2, 2.5e2], [1.0, 1.0, 250.0, 251.0]),
    ([False, False, True, True], [0, 0, 1, 2]),
    (["a", "a", "b", "b"], ["a", "a", "b", "z (unmatched)"]),
    ([b"a", b"a", b"b", b"b"], [b"a", b"a", b"b", b"z (unmatched)"]),
    ([2**63 - 1, 2**63 - 1, 0, 0], [2**63 - 1, 2**63 - 1, 0, 1]),
    (np.array([0, 0, 2**64 - 1, 2**64 - 1], "u8"), [0, 0, 2**64 - 1, 1]),
    ([0.0, 0.0, 1e300, 1e300], [0.0, 0.0, 1e300, 1.0]),
    (
        ["z (unmatched)"] * 2 + ["b"] * 2,
        [*["z (unmatched)"] * 2, "b", "z (unmatched)'"],
    ),
    (DAYS, [*DAYS[:3].tolist(), date(2024, 3, 2)]),
    (OBJECTS, [*OBJECTS[:3], "z (unmatched)"]),
]


@pytest.mark.parametrize(("true", "expected"), UNMATCHED)
def test_unmatched_clusters_get_labels_of_the_same_type(true, expected):
    true = np.array(true)
    matched = match_clusters(true, ["x", "x", "y", "z"])
    assert matched.dtype.kind == ("i" if true.dtype.kind == "b" else true.dtype.kind)
    assert matched.tolist() == expected
    assert matched[3] not in true.tolist()


@pytest.mark.parametrize("largest", [2, 2**70])
def test_an_unmatched_cluster_beside_unlike_numbers_gets_a_number(largest):
    matched = match_clusters([1, 1.0, largest], [3, 4, 5])
    assert matched.tolist() == [1, largest + 1, largest]


def test_clusters_that_share_nothing_are_not_matched():
    # Two clusters on each side, but only one pair has samples in common.
    matched = match_clusters([0, 0, 0, 1], [0, 0, 1, 0])
    assert matched.tolist() == [0, 0, 2, 0]


def test_an_estimator_is_taken_in_place():
    X, rows, columns = blocks()
    model = KMeansCocluster().fit(X)
    found = match_clusters((rows, columns), model)
    assert [part.tolist() for part in found] == [rows.tolist(), columns.tolist()]


def test_series_keep_their_index_and_order():
    true = pd.Series(["x", "x", "y"], index=list("abc"))
    pred = pd.Series([5, 7, 7], index=list("cba"))
    found = match_clusters(true, pred)
    pd.testing.assert_series_equal(found, pd.Series(["y", "x", "x"], index=list("cba")))
    rows, columns = match_clusters((true, [0, 1]), (pred, [4, 3]))
    assert rows.to_dict() == {"c": "y", "b": "x", "a": "x"}
    assert columns.tolist() == [0, 1]
    assert isinstance(match_clusters(true, [7, 7, 5]), np.ndarray)
