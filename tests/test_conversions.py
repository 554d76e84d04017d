"""The five conversions: what they return and refuse, and which invert which."""

import re

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.base import BaseEstimator
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from strategies import biclusterings, clusters_of, coclusterings, labelings

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    biclustering_of,
    biclusters_from_indices,
    biclusters_to_labels,
    cari_score,
    coclustering_of,
    labels_to_biclusters,
    make_cocluster_scorer,
)

SHAPES = [(1, 1), (1, 4), (3, 1), (3, 4), (4, 3)]


def blocks_of(biclusters):
    """Biclusters as pairs of sets of row and of column numbers, in order."""
    rows, columns = biclusters
    assert len(rows) == len(columns)
    return [
        (frozenset(np.flatnonzero(r)), frozenset(np.flatnonzero(c)))
        for r, c in zip(rows, columns, strict=True)
    ]


class Fitted(BaseEstimator):
    """Estimator with the given attributes."""

    def __init__(self, **found):
        self.found = found
        vars(self).update(found)

    def fit(self, X, y=None):
        """Do nothing."""
        return self


# --- labels to biclusters ---------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_checkerboard_joins_every_row_cluster_with_every_column_cluster(shape):
    for rows, columns in coclusterings(shape):
        found = labels_to_biclusters((rows, columns))
        expected = {
            (frozenset(r), frozenset(c))
            for r in clusters_of(rows)
            for c in clusters_of(columns)
        }
        assert set(blocks_of(found)) == expected
        assert len(found[0]) == len(expected)


@pytest.mark.parametrize("shape", SHAPES)
def test_labels_come_back_from_their_checkerboard(shape):
    for rows, columns in coclusterings(shape):
        found = biclusters_to_labels(labels_to_biclusters((rows, columns)))
        assert clusters_of(found[0]) == clusters_of(rows)
        assert clusters_of(found[1]) == clusters_of(columns)
        assert [labels.dtype for labels in found] == [np.int64, np.int64]


@given(st.tuples(labelings(4), labelings(3)))
def test_diagonal_joins_rows_and_columns_of_one_label(labels):
    rows, columns = labels
    shared = set(rows) & set(columns)
    if not shared:
        with pytest.raises(ValueError, match="no row label is a column label"):
            labels_to_biclusters(labels, structure="diagonal")
        return
    expected = {
        (
            frozenset(i for i, label in enumerate(rows) if label == wanted),
            frozenset(j for j, label in enumerate(columns) if label == wanted),
        )
        for wanted in {*rows, *columns}
    }
    found = labels_to_biclusters(labels, structure="diagonal")
    assert set(blocks_of(found)) == expected
    assert len(found[0]) == len(expected)


def test_diagonal_distinguishes_a_number_from_its_name():
    found = labels_to_biclusters(([1, "1"], ["1", 2]), structure="diagonal")
    nothing = frozenset()
    assert set(blocks_of(found)) == {
        (frozenset({0}), nothing),
        (frozenset({1}), frozenset({0})),
        (nothing, frozenset({1})),
    }


def test_checkerboard_is_in_the_order_of_spectral_biclustering():
    X, *_ = make_checkerboard((20, 12), (3, 2), random_state=0)
    model = SpectralBiclustering((3, 2), random_state=0).fit(X)
    found = labels_to_biclusters(model, structure="checkerboard")
    np.testing.assert_array_equal(found[0], model.rows_)
    np.testing.assert_array_equal(found[1], model.columns_)
    assert [indicator.dtype for indicator in found] == [bool, bool]


def test_diagonal_is_what_spectral_coclustering_finds():
    X, *_ = make_biclusters((20, 12), 3, random_state=0)
    model = SpectralCoclustering(3, random_state=0).fit(X)
    found = labels_to_biclusters(model, structure="diagonal")
    np.testing.assert_array_equal(found[0], model.rows_)
    np.testing.assert_array_equal(found[1], model.columns_)


@pytest.mark.parametrize(
    ("coclustering", "error", "message"),
    [
        ([[0, 1], [0, 1]], TypeError, "`coclustering` must be a tuple .*, got list"),
        ([0, 1], TypeError, r"must be a tuple \(row_labels, column_labels\), got list"),
        (([0, 1],), ValueError, "of two arrays, got 1"),
        (([0], [0], [0]), ValueError, "of two arrays, got 3"),
        ((0, 1), TypeError, "`coclustering` is a tuple of scalars"),
        (([], [0]), ValueError, r"`coclustering\[0\]` has no labels"),
        (([0], []), ValueError, r"`coclustering\[1\]` has no labels"),
        (([0], [np.nan]), ValueError, r"`coclustering\[1\]` contains NaN"),
        (([None], [0]), ValueError, r"`coclustering\[0\]` contains None"),
        ((np.eye(2), np.eye(2)), ValueError, r"`coclustering\[0\]` must be 1-D"),
        (SpectralCoclustering(), NotFittedError, "`coclustering` is a SpectralCocl"),
    ],
)
def test_what_is_no_coclustering_of_a_matrix_is_refused(coclustering, error, message):
    with pytest.raises(error, match=message):
        labels_to_biclusters(coclustering)


@pytest.mark.parametrize("wrap", [lambda model: model, FrozenEstimator])
def test_an_estimator_with_biclusters_of_its_own_needs_a_structure(wrap):
    X, *_ = make_biclusters((20, 12), 3, random_state=0)
    model = wrap(SpectralCoclustering(3, random_state=0).fit(X))
    with pytest.raises(
        ValueError, match=r"`biclustering_of\(estimator\)`.*`structure="
    ):
        labels_to_biclusters(model)


def test_an_estimator_that_has_labels_only_makes_a_checkerboard():
    model = Fitted(row_labels_=[0, 0, 1], column_labels_=[0, 1])
    found = labels_to_biclusters(model)
    expected = labels_to_biclusters(([0, 0, 1], [0, 1]), structure="checkerboard")
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


@pytest.mark.parametrize("structure", ["grid", True, ["diagonal"]])
def test_an_unknown_structure_is_refused(structure):
    known = "'checkerboard', 'diagonal'"
    with pytest.raises(ValueError, match=f"`structure` must be .*{known}, got"):
        labels_to_biclusters(([0], [0]), structure=structure)
    with pytest.raises(ValueError, match=f"`structure` must be one of {known}, got"):
        biclusters_to_labels(([[1]], [[1]]), structure=structure)


# --- biclusters to labels ---------------------------------------------------------


def is_grid(biclusters, shape):
    """Whether each cell is in one bicluster and they are all products of two classes.

    By definition: each cell is covered once, and two biclusters have the same rows or
    none in common, the same columns or none in common.
    """
    blocks = [(r, c) for r, c in blocks_of(biclusters) if r and c]
    covered = sorted(cell for r, c in blocks for cell in product_of(r, c))
    if covered != sorted(product_of(range(shape[0]), range(shape[1]))):
        return False
    return all(
        (one[mode] == other[mode]) or not (one[mode] & other[mode])
        for one in blocks
        for other in blocks
        for mode in (0, 1)
    )


def product_of(rows, columns):
    """Cells of a block."""
    return [(row, column) for row in rows for column in columns]


@given(
    st.tuples(st.integers(1, 3), st.integers(1, 3)).flatmap(
        lambda shape: st.tuples(st.just(shape), biclusterings(shape))
    )
)
def test_labels_are_given_for_grids_and_refused_for_all_else(drawn):
    shape, biclusters = drawn
    if not is_grid(biclusters, shape):
        with pytest.raises(ValueError, match="`biclusters` are not the blocks of a gr"):
            biclusters_to_labels(biclusters)
        return
    rows, columns = biclusters_to_labels(biclusters)
    blocks = {(r, c) for r, c in blocks_of(biclusters) if r and c}
    assert blocks == set(blocks_of(labels_to_biclusters((rows, columns))))


@given(st.permutations(range(7)))
def test_the_order_of_biclusters_and_empty_ones_do_not_matter(order):
    rows, columns = labels_to_biclusters(([0, 0, 1, 2], [0, 1, 0]))
    rows = np.vstack([rows, np.zeros((1, 4), bool)])[order]
    columns = np.vstack([columns, np.ones((1, 3), bool)])[order]
    found = biclusters_to_labels((rows, columns))
    assert clusters_of(found[0]) == clusters_of("aabc")
    assert clusters_of(found[1]) == clusters_of("aba")


def test_clusters_are_numbered_as_the_biclusters_come():
    rows = [[0, 0, 1], [0, 0, 1], [1, 1, 0], [1, 1, 0]]
    columns = [[0, 1], [1, 0], [0, 1], [1, 0]]
    found = biclusters_to_labels((rows, columns))
    assert [labels.tolist() for labels in found] == [[1, 1, 0], [1, 0]]


NOT_GRIDS = {
    "diagonal": ([[1, 0], [0, 1]], [[1, 0], [0, 1]]),
    "a cell twice": ([[1, 1], [1, 0]], [[1, 1], [1, 0]]),
    "a bicluster twice": ([[1, 1], [1, 1]], [[1, 1], [1, 1]]),
    "a row uncovered": ([[1, 0]], [[1, 1]]),
    "a column uncovered": ([[1, 1]], [[1, 0]]),
    "nothing": (np.zeros((0, 2)), np.zeros((0, 2))),
    "no cells": ([[1, 1]], [[0, 0]]),
    "nested": ([[1, 0], [0, 1], [0, 1]], [[1, 1], [1, 0], [0, 1]]),
}


@pytest.mark.parametrize("biclusters", NOT_GRIDS.values(), ids=NOT_GRIDS)
def test_biclusters_that_are_no_grid_are_refused(biclusters):
    with pytest.raises(ValueError, match="`biclusters` are not the blocks of a grid"):
        biclusters_to_labels(biclusters)


# --- biclusters on a diagonal ------------------------------------------------------


@pytest.mark.parametrize("n_clusters", [1, 2, 3])
def test_diagonal_labels_are_the_numbers_of_the_biclusters(n_clusters):
    _, rows, columns = make_biclusters((20, 12), n_clusters, random_state=0)
    found = biclusters_to_labels((rows, columns), structure="diagonal")
    assert [labels.dtype for labels in found] == [np.int64, np.int64]
    for number in range(n_clusters):
        np.testing.assert_array_equal(found[0] == number, rows[number])
        np.testing.assert_array_equal(found[1] == number, columns[number])


def test_diagonal_labels_of_an_estimator_are_its_labels():
    X, *_ = make_biclusters((20, 12), 3, random_state=0)
    model = SpectralCoclustering(3, random_state=0).fit(X)
    rows, columns = biclusters_to_labels(model, structure="diagonal")
    np.testing.assert_array_equal(rows, model.row_labels_)
    np.testing.assert_array_equal(columns, model.column_labels_)


@given(st.permutations([0, 0, 1, 1, 2]), st.permutations([0, 1, 1, 2]))
def test_diagonal_structures_are_inverse(rows, columns):
    biclusters = labels_to_biclusters((rows, columns), structure="diagonal")
    found = biclusters_to_labels(biclusters, structure="diagonal")
    again = labels_to_biclusters(found, structure="diagonal")
    assert set(blocks_of(again)) == set(blocks_of(biclusters))


def test_uncovered_rows_and_columns_get_the_label_minus_one():
    biclusters = biclusters_from_indices([([1], [0]), ([3], [2])], (5, 4))
    rows, columns = biclusters_to_labels(biclusters, structure="diagonal")
    assert rows.tolist() == [-1, 0, -1, 1, -1]
    assert columns.tolist() == [0, -1, 1, -1]


def test_a_bicluster_without_columns_keeps_its_number_on_the_diagonal():
    biclusters = biclusters_from_indices([([0], []), ([1], [0])], (2, 1))
    rows, columns = biclusters_to_labels(biclusters, structure="diagonal")
    assert rows.tolist() == [0, 1]
    assert columns.tolist() == [1]


def test_no_biclusters_leave_every_row_and_column_uncovered():
    rows, columns = biclusters_to_labels(
        biclusters_from_indices([], (2, 3)), structure="diagonal"
    )
    assert rows.tolist() == [-1] * 2
    assert columns.tolist() == [-1] * 3


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([([0], [0]), ([1, 2], [1]), ([2], [2])], "row 2 is in the biclusters 1 and 2"),
        ([([0], [1]), ([1], [0, 1])], "column 1 is in the biclusters 0 and 1"),
        ([([0], [0]), ([0], [0])], "row 0 is in the biclusters 0 and 1"),
    ],
)
def test_overlaps_are_not_block_diagonal(pairs, message):
    biclusters = biclusters_from_indices(pairs, (3, 3))
    with pytest.raises(ValueError, match=f"`biclusters` are not block-diag.*{message}"):
        biclusters_to_labels(biclusters, structure="diagonal")


def test_the_error_for_a_grid_suggests_the_diagonal_where_that_works():
    diagonal = biclusters_from_indices([([0], [0]), ([1], [1])], (3, 2))
    with pytest.raises(ValueError, match=r"a grid: .* pass `structure='diagonal'`"):
        biclusters_to_labels(diagonal)
    overlapping = biclusters_from_indices([([0], [0]), ([0], [1])], (3, 2))
    with pytest.raises(ValueError, match=r"a grid: .* in exactly one\.$"):
        biclusters_to_labels(overlapping)


# --- from indices -----------------------------------------------------------------


@given(
    st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda shape: st.tuples(st.just(shape), biclusterings(shape))
    )
)
def test_indices_and_indicators_are_inverse(drawn):
    shape, biclusters = drawn
    pairs = [(sorted(rows), sorted(columns)) for rows, columns in blocks_of(biclusters)]
    for given_pairs in (pairs, iter(pairs), [list(pair) for pair in pairs]):
        rows, columns = biclusters_from_indices(given_pairs, shape)
        np.testing.assert_array_equal(rows, biclusters[0])
        np.testing.assert_array_equal(columns, biclusters[1])
        assert rows.dtype == columns.dtype == bool
        assert (rows.shape[1], columns.shape[1]) == shape


@pytest.mark.parametrize(
    "indices",
    [
        [0, 2],
        (2, 0),
        {0, 2},
        iter([0, 2]),
        np.array([0, 2], np.uint8),
        np.array([0, 2], object),
        [0, 2, 2, 0],
        range(0, 3, 2),
    ],
)
def test_indices_can_be_in_any_order_and_container(indices):
    rows, columns = biclusters_from_indices([(indices, [])], (3, 1))
    assert rows.tolist() == [[True, False, True]]
    assert columns.tolist() == [[False]]


MASKED = np.ma.masked_array([0, 1], mask=[False, True])


@pytest.mark.parametrize(
    ("biclusters", "shape", "error", "message"),
    [
        ([([3], [0])], (3, 2), ValueError, r"`biclusters\[0\]\[0\]` .*0 to 2, got 3"),
        ([([], []), ([0], [-1])], (3, 2), ValueError, r"`biclusters\[1\]\[1\]` .* -1"),
        ([([10**30], [0])], (3, 2), ValueError, r"`biclusters\[0\]\[0\]` .*, got 1000"),
        ([([10**5000], [0])], (3, 2), ValueError, r"\[0\]\[0\]` .*, got a long int"),
        ([(MASKED, [0])], (3, 2), ValueError, r"`biclusters\[0\]\[0\]` has masked"),
        (
            [(0, [0])],
            (3, 2),
            TypeError,
            r"\[0\]\[0\]` must be a list of integers, got 0",
        ),
        ([([0.0], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([([True], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([([True, 1], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([(np.array([True]), [0])], (3, 2), TypeError, "must be a list of integers"),
        ([([[0]], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([(np.zeros((1, 0)), [0])], (3, 2), TypeError, "must be a list of integers"),
        ([([[0], [0, 1]], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([(["0"], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([("01", [0])], (3, 2), TypeError, "must be a list of integers, got '01'"),
        ([({0: 1}, [0])], (3, 2), TypeError, "must be a list of integers, got {0: 1}"),
        ([(None, [0])], (3, 2), TypeError, "must be a list of integers, got None"),
        ([([None], [0])], (3, 2), TypeError, "must be a list of integers"),
        ([([0],)], (3, 2), TypeError, r"`biclusters\[0\]` must be a pair"),
        ([[0, 1, 2]], (3, 2), TypeError, r"`biclusters\[0\]` must be a pair"),
        ([3], (3, 2), TypeError, r"`biclusters\[0\]` must be a pair .*, got 3"),
        (None, (3, 2), TypeError, "`biclusters` must be a list of pairs .* NoneType"),
        (3, (3, 2), TypeError, "`biclusters` must be a list of pairs .* got int"),
        ("ab", (3, 2), TypeError, "`biclusters` must be a list of pairs .* got str"),
        ({}, (3, 2), TypeError, "`biclusters` must be a list of pairs .* got dict"),
        ([], (0, 2), ValueError, r"two positive integers, got \(0, 2\)"),
        ([], (3, -1), ValueError, "`shape` must be a tuple .* two positive integers"),
        ([], (3,), ValueError, "`shape` must be a tuple .* two positive integers"),
        ([], [3, 2], ValueError, "`shape` must be a tuple .* two positive integers"),
        ([], (3.0, 2), ValueError, "`shape` must be a tuple .* two positive integers"),
        ([], (True, 2), ValueError, "`shape` must be a tuple .* two positive integers"),
        ([], ("3", 2), ValueError, "`shape` must be a tuple .* two positive integers"),
        ([], (10**30, 2), ValueError, "`shape` must be a tuple .* positive integers"),
        ([], 3, ValueError, "`shape` must be a tuple .* positive integers, got 3"),
        ([], None, ValueError, "`shape` must be a tuple .* integers, got None"),
    ],
)
def test_indices_that_do_not_fit_are_refused(biclusters, shape, error, message):
    with pytest.raises(error, match=message):
        biclusters_from_indices(biclusters, shape)


# --- from estimators --------------------------------------------------------------


X = np.arange(12.0).reshape(4, 3)


class Halves(BaseEstimator):
    """Co-clusterer that cuts rows and columns in two."""

    def fit(self, X, y=None):
        """Label the halves."""
        self.row_labels_, self.column_labels_ = (np.arange(n) * 2 // n for n in X.shape)
        blocks = labels_to_biclusters((self.row_labels_, self.column_labels_))
        self.rows_, self.columns_ = (indicator.astype(int) for indicator in blocks)
        return self


MODEL = Halves()


def search(estimator):
    """Search over one candidate."""
    scorer = make_cocluster_scorer(cari_score, row_labels=[0] * 4)
    cv = WholeDataSplit()
    return GridSearchCV(estimator, {}, scoring=scorer, cv=cv, error_score="raise")


WRAPPED = {
    "bare": MODEL,
    "pipeline": make_pipeline(
        FunctionTransformer(feature_names_out="one-to-one"), MODEL
    ),
    "search": search(MODEL),
    "search of a pipeline": search(
        make_pipeline(FunctionTransformer(feature_names_out="one-to-one"), MODEL)
    ),
    "pipeline of a search": make_pipeline(
        FunctionTransformer(feature_names_out="one-to-one"), search(MODEL)
    ),
}


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("estimator", WRAPPED.values(), ids=WRAPPED)
def test_wrapped_estimators_are_found(estimator, frozen):
    fitted = estimator.fit(X)
    fitted = FrozenEstimator(fitted) if frozen else fitted
    rows, columns = coclustering_of(fitted)
    assert rows.tolist() == [0, 0, 1, 1]
    assert columns.tolist() == [0, 0, 1]
    rows, columns = biclustering_of(fitted)
    halves = [[1, 1, 0, 0], [0, 0, 1, 1]]
    np.testing.assert_array_equal(rows, np.repeat(halves, 2, axis=0))
    np.testing.assert_array_equal(columns, [[1, 1, 0], [0, 0, 1]] * 2)
    assert rows.dtype == columns.dtype == bool


def test_labels_that_are_lists_become_arrays():
    rows, columns = coclustering_of(Fitted(row_labels_=[1, 0], column_labels_=["a"]))
    assert isinstance(rows, np.ndarray)
    assert columns.tolist() == ["a"]


@pytest.mark.parametrize("wrap", [lambda e: e, FrozenEstimator, search, make_pipeline])
@pytest.mark.parametrize(
    ("conversion", "needed"),
    [
        (coclustering_of, "`row_labels_` and `column_labels_`"),
        (biclustering_of, "`rows_` and `columns_`"),
    ],
)
def test_estimators_that_are_not_fitted_are_refused(conversion, needed, wrap):
    estimator = wrap(SpectralBiclustering())
    kind = type(estimator).__name__
    with pytest.raises(NotFittedError, match=re.escape(f"a {kind} without {needed}")):
        conversion(estimator)


def test_what_an_estimator_found_is_checked():
    with pytest.raises(ValueError, match=r"`estimator\[0\]` must contain 0 and 1 only"):
        biclustering_of(Fitted(rows_=[[2]], columns_=[[1]]))


def test_one_of_two_attributes_is_not_enough():
    with pytest.raises(
        NotFittedError, match="without `row_labels_` and `column_labels"
    ):
        coclustering_of(Fitted(row_labels_=[0], column_labels_=None))
