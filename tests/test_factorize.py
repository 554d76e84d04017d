"""Objects coded by equality, and two arrays of labels merged."""

import numpy as np
import pytest

from sklearn_cocluster_metrics._structures._labels import (
    check_labels,
    factorize_objects,
    merge_labels,
)


def test_objects_are_told_apart_as_keys_of_a_dictionary():
    values, codes = factorize_objects([1, "1", 1.0, True, b"1", (1,), "1", (1,)])
    assert values.tolist() == [1, "1", b"1", (1,)]
    assert codes.tolist() == [0, 1, 0, 0, 2, 3, 1, 3]


@pytest.mark.parametrize(
    ("values", "kind"),
    [(["c", "a", "b", "a"], "U"), ([b"b", b"a"], "S"), ([2, 1], "O")],
)
def test_objects_are_sorted_where_they_can_be_compared(values, kind):
    found, codes = factorize_objects(values)
    assert found.tolist() == sorted(set(values))
    assert found[codes].tolist() == values
    assert found.dtype.kind == kind


@pytest.mark.parametrize(
    ("labels", "others"),
    [
        ([3, 1], [1, 2]),
        (["b", "a"], ["a", "ccc"]),
        ([b"b"], [b"b", b"a"]),
        ([1.5, 2.0], [2, 3]),
        ([1, 2], ["1", "2"]),
        (["a"], [b"a"]),
        ([True, False], [1, 2]),
        (np.array([2**63, 2**63 + 1], dtype=np.uint64), [-1, 5]),
        ([2**53, 2**53 + 1], [0.5, 2.0**53]),
        ([2**60 + 1], [2.0**60]),
    ],
)
def test_merged_labels_are_equal_where_python_says_so(labels, others):
    sides = np.array(labels), np.array(others)
    union, codes = merge_labels(*sides)
    assert len(union) == len({*sides[0].tolist(), *sides[1].tolist()})
    for side, codes_of_side in zip(sides, codes, strict=True):
        assert [union[code] for code in codes_of_side] == side.tolist()


def test_labels_that_are_integers_are_not_copied():
    for labels in (np.array([0, 3, 1]), np.array([-5, 1], np.int8), np.array([True])):
        assert np.shares_memory(check_labels(labels, "labels").codes, labels)
