"""Codes of values against numpy.unique, with collisions of hashes forced."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sklearn_cocluster_metrics._structures import _factorize
from sklearn_cocluster_metrics._structures._factorize import (
    factorize,
    factorize_objects,
    merge_labels,
)

NUMBERS = ["b", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">u8"]
DTYPES = [*NUMBERS, ">f8", "S1", "S3", "S8", "S13", "U1", "U2", "U5", ">U3"]


@pytest.fixture(scope="module", autouse=True)
def few_values_are_hashed_too():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_factorize, "_FEW", 0)
        yield


def values_of(dtype, n_values, n_distinct, seed=0):
    """Values of a type, each of the distinct ones drawn many times."""
    drawn = np.random.default_rng(seed).integers(0, n_distinct, n_values)
    return (drawn * 3).astype(np.dtype(dtype))


@pytest.mark.parametrize("n_distinct", [1, 2, 30, 3000])
@pytest.mark.parametrize("dtype", DTYPES)
def test_codes_and_values_are_those_of_numpy(dtype, n_distinct):
    values = values_of(dtype, 2000, n_distinct)
    expected_values, expected_codes = np.unique(values, return_inverse=True)
    found_values, found_codes = factorize(values)
    np.testing.assert_array_equal(found_values, expected_values)
    np.testing.assert_array_equal(found_codes, expected_codes)


@pytest.mark.parametrize("bits", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("n_distinct", [2, 5, 9, 40])
@pytest.mark.parametrize("dtype", ["i8", "u2", "f8", "S3", "U5"])
def test_collisions_of_hashes_change_nothing(monkeypatch, dtype, n_distinct, bits):
    monkeypatch.setattr(_factorize, "_MAX_BITS", bits)
    values = values_of(dtype, 1000, n_distinct)
    expected_values, expected_codes = np.unique(values, return_inverse=True)
    found_values, found_codes = factorize(values)
    np.testing.assert_array_equal(found_values, expected_values)
    np.testing.assert_array_equal(found_codes, expected_codes)


def test_collisions_are_settled_in_further_rounds(monkeypatch):
    rounds = []
    original = _factorize._hash_round

    def counted(words, multiplier):
        rounds.append(len(words))
        return original(words, multiplier)

    monkeypatch.setattr(_factorize, "_hash_round", counted)
    monkeypatch.setattr(_factorize, "_MAX_BITS", 4)
    values = np.repeat(np.arange(9) ** 5, 50)
    codes = factorize(values)[1]
    assert len(rounds) > 1  # else this test tests nothing
    np.testing.assert_array_equal(codes, np.repeat(np.arange(9), 50))


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_chunks_change_nothing(monkeypatch, chunk):
    monkeypatch.setattr(_factorize, "_CHUNK", chunk)
    values = values_of("S3", 999, 60)
    np.testing.assert_array_equal(
        factorize(values)[1], np.unique(values, return_inverse=True)[1]
    )


@given(
    st.lists(st.text("ab\0", max_size=3), min_size=1, max_size=30),
    st.sampled_from([1, 2, 20]),
)
def test_strings_of_any_length_get_the_codes_of_numpy(strings, bits):
    values = np.array(strings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_factorize, "_MAX_BITS", bits)
        found = factorize(values)
    expected = np.unique(values, return_inverse=True)
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


@given(
    st.lists(
        st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3), min_size=1, max_size=30
    )
)
def test_integers_of_any_size_get_the_codes_of_numpy(integers):
    values = np.array(integers, dtype=np.int64)
    expected = np.unique(values, return_inverse=True)
    found = factorize(values)
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


@given(st.lists(st.floats(allow_nan=False, width=32), min_size=1, max_size=30))
def test_floats_get_the_codes_of_numpy_and_both_zeros_one_code(floats):
    values = np.array([*floats, 0.0, -0.0])
    expected = np.unique(values, return_inverse=True)
    found = factorize(values)
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])
    assert found[1][-1] == found[1][-2]


@pytest.mark.parametrize("dtype", ["i4", "f8", "U3"])
def test_strided_and_read_only_values_get_the_same_codes(dtype):
    values = values_of(dtype, 300, 20)
    strided = np.repeat(values, 2)[::2]
    backwards = values[::-1]
    backwards.flags.writeable = False
    expected = np.unique(values, return_inverse=True)[1]
    np.testing.assert_array_equal(factorize(strided)[1], expected)
    np.testing.assert_array_equal(factorize(backwards)[1], expected[::-1])


def test_objects_are_told_apart_as_keys_of_a_dictionary():
    values, codes = factorize_objects([1, "1", 1.0, True, b"1", (1,), "1", (1,)])
    assert values.tolist() == [1, "1", b"1", (1,)]
    assert codes.tolist() == [0, 1, 0, 0, 2, 3, 1, 3]


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
    ],
)
def test_merged_labels_are_equal_where_python_says_so(labels, others):
    union, (codes, other_codes) = merge_labels(np.array(labels), np.array(others))
    assert len(union) == len({*labels, *others})
    assert [union[code] for code in codes] == labels
    assert [union[code] for code in other_codes] == others


@pytest.mark.parametrize(
    ("labels", "others"),
    [
        (np.array([2**63, 2**63 + 1], dtype=np.uint64), np.array([-1, 5])),
        (np.array([2**53, 2**53 + 1]), np.array([0.5, 2.0**53])),
        (np.array([2**60 + 1]), np.array([2.0**60])),
    ],
)
def test_merging_rounds_no_label(labels, others):
    union, (codes, other_codes) = merge_labels(labels, others)
    assert len(union) == len({*labels.tolist(), *others.tolist()})
    assert [int(union[code]) for code in codes] == labels.tolist()
    assert [float(union[code]) for code in other_codes] == others.tolist()
