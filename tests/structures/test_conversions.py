"""The five conversions: what they return and refuse, and which invert which."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from hypothesis import given, strategies as st
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from strategies import biclusterings, clusters_of, coclusterings, labelings

from sklearn_cocluster_metrics import (
    biclustering_of,
    biclusters_from_indices,
    biclusters_to_labels,
    coclustering_of,
    labels_to_biclusters,
)

SHAPES = [(1, 1), (1, 4), (3, 1), (3, 4), (4, 3)]
BICLUSTERINGS = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.tuples(st.just(shape), biclusterings(shape))
)


def blocks_of(biclusters):
    """Biclusters as pairs of sets of row and of column numbers, in order."""
    rows, columns = biclusters
    assert len(rows) == len(columns)
    return [
        (frozenset(np.flatnonzero(r)), frozenset(np.flatnonzero(c)))
        for r, c in zip(rows, columns, strict=True)
    ]


def sorted_blocks(blocks):
    """Blocks that can be compared whatever their order."""
    return sorted([sorted(rows), sorted(columns)] for rows, columns in blocks)


# --- labels to biclusters, and back -----------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_checkerboard_joins_all_clusters_and_gives_the_labels_back(shape):
    for rows, columns in coclusterings(shape):
        found = labels_to_biclusters((rows, columns))
        clusters = [clusters_of(rows), clusters_of(columns)]
        assert sorted_blocks(blocks_of(found)) == sorted_blocks(product(*clusters))
        labels = biclusters_to_labels(found)
        assert [*map(clusters_of, labels)] == clusters
        assert [one.dtype for one in labels] == [np.int64, np.int64]


@given(st.tuples(labelings(4), labelings(3)))
def test_diagonal_joins_rows_and_columns_of_one_label(labels):
    rows, columns = labels
    if not set(rows) & set(columns):
        with pytest.raises(
            ValueError, match="no label occurs in both rows and columns"
        ):
            labels_to_biclusters(labels, structure="diagonal")
        return
    expected = sorted_blocks(
        [{k for k, label in enumerate(mode) if label == wanted} for mode in labels]
        for wanted in {*rows, *columns}
    )
    found = labels_to_biclusters(labels, structure="diagonal")
    assert sorted_blocks(blocks_of(found)) == expected
    again = biclusters_to_labels(found, structure="diagonal")
    found = labels_to_biclusters(again, structure="diagonal")
    assert sorted_blocks(blocks_of(found)) == expected


@pytest.mark.filterwarnings("ignore:.* a string, which are two clusters")
def test_diagonal_distinguishes_a_number_from_its_name():
    found = labels_to_biclusters(([1, "1"], ["1", 2]), structure="diagonal")
    expected = [({0}, {}), ({1}, {0}), ({}, {1})]
    assert sorted_blocks(blocks_of(found)) == sorted_blocks(expected)


CHECKERBOARD, *_ = make_checkerboard((20, 12), (3, 2), random_state=0)
DIAGONAL, *_ = make_biclusters((20, 12), 3, random_state=0)
MODELS = {
    "checkerboard": SpectralBiclustering((3, 2), random_state=0).fit(CHECKERBOARD),
    "diagonal": SpectralCoclustering(3, random_state=0).fit(DIAGONAL),
}


@pytest.mark.parametrize("structure", MODELS)
def test_what_scikit_learn_finds_is_converted_into_itself(structure):
    model = MODELS[structure]
    found = labels_to_biclusters(model, structure=structure)
    np.testing.assert_array_equal(found[0], model.rows_)
    np.testing.assert_array_equal(found[1], model.columns_)
    assert [indicator.dtype for indicator in found] == [bool, bool]
    labels = biclusters_to_labels(model, structure=structure)
    np.testing.assert_array_equal(labels[0], model.row_labels_)
    np.testing.assert_array_equal(labels[1], model.column_labels_)


def test_an_estimator_that_has_labels_only_makes_a_checkerboard():
    labels = [0, 0, 1], [0, 1]
    expected = labels_to_biclusters(labels, structure="checkerboard")
    for model in (
        Fitted(row_labels_=labels[0], column_labels_=labels[1]),
        Fitted(row_labels_=labels[0], column_labels_=labels[1], rows_=[[1, 1, 1]]),
        Fitted(labels_=labels),
    ):
        found = labels_to_biclusters(model)
        np.testing.assert_array_equal(found[0], expected[0])
        np.testing.assert_array_equal(found[1], expected[1])


OWN = r"`biclustering_of`.*`structure='diagonal'`"
UNKNOWN = "`structure` must be .*'checkerboard', 'diagonal', got"


@pytest.mark.parametrize(
    ("coclustering", "options", "error", "message"),
    [
        ([[0, 1], [0, 1]], {}, TypeError, "`coclustering` must be a tuple .* got list"),
        ([0], {}, TypeError, r"a tuple \(row_labels, column_labels\), got list"),
        (([0, 1],), {}, ValueError, "got a tuple of length 1"),
        (([0], [0], [0]), {}, ValueError, "got a tuple of length 3"),
        (Fitted(labels_=[[0], [0], [0]]), {}, ValueError, "got a tuple of length 3"),
        ((0, 1), {}, TypeError, "`coclustering` is a tuple of scalars"),
        (([], [0]), {}, ValueError, r"`coclustering\[0\]` has no labels"),
        (([0], []), {}, ValueError, r"`coclustering\[1\]` has no labels"),
        (([0], [np.nan]), {}, ValueError, r"`coclustering\[1\]` contains NaN"),
        (([None], [0]), {}, ValueError, r"`coclustering\[0\]` contains None"),
        ((np.eye(2), np.eye(2)), {}, ValueError, r"`coclustering\[0\]` must be 1-D"),
        (SpectralCoclustering(), {}, NotFittedError, "`coclustering` is a SpectralC"),
        (MODELS["diagonal"], {}, ValueError, OWN),
        (FrozenEstimator(MODELS["diagonal"]), {}, ValueError, OWN),
        (([0], [0]), {"structure": "grid"}, ValueError, UNKNOWN),
        (([0], [0]), {"structure": True}, ValueError, UNKNOWN),
        (([0], [0]), {"structure": ["diagonal"]}, ValueError, UNKNOWN),
    ],
)
def test_what_is_no_coclustering_of_a_matrix_is_refused(
    coclustering, options, error, message
):
    with pytest.raises(error, match=message):
        labels_to_biclusters(coclustering, **options)


# --- biclusters to labels ---------------------------------------------------------


def is_grid(biclusters, shape):
    """Whether each cell is in one bicluster and they are all products of two classes.

    By definition: each cell is covered once, and two biclusters have the same rows or
    none in common, the same columns or none in common.
    """
    blocks = [(r, c) for r, c in blocks_of(biclusters) if r and c]
    covered = sorted(cell for r, c in blocks for cell in product(r, c))
    return covered == [*product(*map(range, shape))] and all(
        one[mode] == other[mode] or not one[mode] & other[mode]
        for one, other, mode in product(blocks, blocks, (0, 1))
    )


@given(BICLUSTERINGS)
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
    assert [*map(clusters_of, found)] == [*map(clusters_of, ("aabc", "aba"))]


def test_clusters_are_numbered_as_the_biclusters_come():
    rows = [[0, 0, 1], [0, 0, 1], [1, 1, 0], [1, 1, 0]]
    columns = [[0, 1], [1, 0], [0, 1], [1, 0]]
    found = biclusters_to_labels((rows, columns))
    assert [labels.tolist() for labels in found] == [[1, 1, 0], [1, 0]]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([([1], [0]), ([3], [2])], [[-1, 0, -1, 1], [0, -1, 1]]),
        ([([0], []), ([1], [0])], [[0, 1, -1, -1], [1, -1, -1]]),
        ([], [[-1] * 4, [-1] * 3]),
    ],
)
def test_diagonal_labels_are_the_numbers_of_biclusters_or_minus_one(pairs, expected):
    biclusters = biclusters_from_indices(pairs, (4, 3))
    found = biclusters_to_labels(biclusters, structure="diagonal")
    assert [labels.tolist() for labels in found] == expected
    assert [labels.dtype for labels in found] == [np.int64, np.int64]


NO_GRID = r"`biclusters` are not the blocks of a grid\. .* in exactly one of them\.$"
DIAGONAL_HINT = r"are not the blocks of a grid\. .* pass `structure='diagonal'`"
ROW_TWICE = [[1, 0], [0, 1], [0, 1]], [[1, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("biclusters", "structure", "message"),
    [
        (([[1, 0], [0, 1]], [[1, 0], [0, 1]]), "checkerboard", DIAGONAL_HINT),
        (([[1, 0]], [[1, 1]]), "checkerboard", DIAGONAL_HINT),
        (([[1, 1]], [[0, 0]]), "checkerboard", DIAGONAL_HINT),
        ((np.zeros((0, 2)), np.zeros((0, 2))), "checkerboard", DIAGONAL_HINT),
        (([[1, 1], [1, 0]], [[1, 1], [1, 0]]), "checkerboard", NO_GRID),
        (([[1, 1], [1, 1]], [[1, 1], [1, 1]]), "checkerboard", NO_GRID),
        (([[1, 0], [1, 0]], [[1, 0], [0, 1]]), "checkerboard", NO_GRID),
        (([[1, 0], [0, 1]], [[0, 1], [0, 1]]), "checkerboard", NO_GRID),
        (
            ROW_TWICE,
            "diagonal",
            "diagonal, because row 1 is in the biclusters 1 and 2,",
        ),
        (([[1, 0], [0, 1]], [[0, 1], [1, 1]]), "diagonal", "column 1 .* 0 and 1, but"),
        (([[1]], [[1]]), "grid", UNKNOWN),
        (([[1]], [[1]]), None, UNKNOWN),
    ],
)
def test_biclusters_of_another_structure_are_refused(biclusters, structure, message):
    with pytest.raises(ValueError, match=message):
        biclusters_to_labels(biclusters, structure=structure)


# --- from indices -----------------------------------------------------------------


@given(BICLUSTERINGS)
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
    "indices", [(2, 0), {0, 2}, iter([0, 2]), np.array([0, 2], np.uint8)]
)
def test_indices_can_be_in_any_order_and_container(indices):
    rows, columns = biclusters_from_indices([(indices, np.array([]))], (3, 1))
    assert rows.tolist() == [[True, False, True]]
    assert columns.tolist() == [[False]]


MASKED = np.ma.masked_array([0, 1], mask=[False, True])
SHAPE = "`shape` must be a tuple .* two positive integers, got"


@pytest.mark.parametrize(
    ("biclusters", "shape", "error", "message"),
    [
        *(
            (biclusters, (3, 2), error, message)
            for biclusters, error, message in [
                ([([3], [0])], ValueError, r"`biclusters\[0\]\[0\]` .*0 to 2, got 3"),
                ([([], []), ([0], [-1])], ValueError, r"ers\[1\]\[1\]` .* got -1"),
                ([([10**30], [0])], ValueError, r"`biclusters\[0\]\[0\]` .*, got 1000"),
                ([([10**5000], [0])], ValueError, r"\[0\]\[0\]` .*, got a long int"),
                ([(MASKED, [0])], ValueError, r"`biclusters\[0\]\[0\]` has masked"),
                ([(0, [0])], TypeError, r"\[0\]\[0\]` must be a list .* got 0"),
                ([([0.0], [0])], TypeError, "must be a list of integers"),
                ([([True], [0])], TypeError, "must be a list of integers"),
                ([(np.array([True]), [0])], TypeError, "must be a list of integers"),
                ([("0", [0])], TypeError, "integers, or of names with `row_names` and"),
                ([([[0]], [0])], TypeError, "must be a list of integers"),
                ([(np.zeros((1, 1), int), [0])], TypeError, "be a list of integers"),
                ([([0],)], TypeError, r"`biclusters\[0\]` must be a pair \(row_ind"),
                ([{0: 1}], TypeError, r"`biclusters\[0\]` must be a pair"),
                (None, TypeError, "`biclusters` must be a sequence of pairs .* None"),
                ("ab", TypeError, "`biclusters` must be a sequence of pairs .* got s"),
                ([([0, 0], [0])], ValueError, r"\[0\]\[0\]` contains an index twice"),
                ([([0, 1, 1], [0])], ValueError, "twice, .* a mask"),
                (([[0], [1]], [[0], [1]]), TypeError, r"pairs .*zip\(rows, columns"),
                ({"b": ([5], [0])}, ValueError, r"'b'\]\[0\]` must have indices from"),
            ]
        ),
        *(
            ([], shape, ValueError, SHAPE)
            for shape in [
                (0, 2), (3, -1), (3,), [3, 2], (3.0, 2), (True, 2), ("3", 2),
                (10**30, 2), 3, None,
            ]
        ),
    ],
)  # fmt: skip
def test_indices_that_do_not_fit_are_refused(biclusters, shape, error, message):
    with pytest.raises(error, match=message):
        biclusters_from_indices(biclusters, shape)


# --- from estimators --------------------------------------------------------------


class Raising(Fitted):
    """Its labels cannot be read before it is fitted."""

    @property
    def row_labels_(self):
        raise RuntimeError("call fit")


CIRCLE = Fitted()
CIRCLE.best_estimator_ = CIRCLE
NO_LABELS = "without `row_labels_` and `column_labels_`; it is not fitted"
WRONG = {"row_labels_": [0], "column_labels_": [None]}


@pytest.mark.parametrize(
    ("convert", "found", "error", "message"),
    [
        (coclustering_of, {"row_labels_": [0]}, NotFittedError, NO_LABELS),
        (coclustering_of, WRONG, ValueError, "`estimator.column_labels_` contains Non"),
        (biclustering_of, {"rows_": [[2]]}, ValueError, "0 and 1 only"),
        (
            biclustering_of,
            {"columns_": [[1], [0]]},
            ValueError,
            "seem to be transposed",
        ),
    ],
)
def test_what_has_no_right_labels_or_biclusters_is_refused(
    convert, found, error, message
):
    if convert is biclustering_of:
        found = {"rows_": [[1]], "columns_": [[1]], **found}
    with pytest.raises(error, match=message):
        convert(Fitted(**found))
    with pytest.raises(NotFittedError, match=NO_LABELS):
        coclustering_of(Raising(column_labels_=[0]))
    with pytest.raises(NotFittedError, match="it is fitted, but has no labels"):
        coclustering_of(CIRCLE)


# --- names ------------------------------------------------------------------------

GENES, DAYS = ["g1", "g2", "g3", "g4"], ["mo", "tu", "we"]
MATRIX = pd.DataFrame(0, index=GENES, columns=DAYS)
BY_NAME = {"first": (["g1", "g4"], ["we"]), "second": (["g2"], ["mo", "tu"])}
BY_NUMBER = [([0, 3], [2]), ([1], [0, 1])]
FROM_1_AND_NAMES = [([1, 4], ["we"]), ([2], DAYS[:2])]


@pytest.mark.parametrize(
    ("biclusters", "shape", "options"),
    [
        (BY_NAME, MATRIX, {}),
        (BY_NAME, None, {"row_names": GENES, "column_names": DAYS}),
        (BY_NAME, (4, 3), {"row_names": GENES, "column_names": pd.Index(DAYS)}),
        (BY_NAME, pd.DataFrame(MATRIX.to_numpy(), columns=DAYS), {"row_names": GENES}),
        ([*BY_NAME.values()], MATRIX, {}),
        (FROM_1_AND_NAMES, (4, 3), {"base": 1, "column_names": DAYS}),
        ([([1, 4], [3]), ([2], [1, 2])], (4, 3), {"base": 1}),
        (dict(zip("ab", BY_NUMBER, strict=True)), (4, 3), {}),
    ],
)
def test_indices_may_be_names_or_count_from_1(biclusters, shape, options):
    found = biclusters_from_indices(biclusters, shape, **options)
    expected = biclusters_from_indices(BY_NUMBER, (4, 3))
    for mode, (one, other) in enumerate(zip(found, expected, strict=True)):
        np.testing.assert_array_equal(one, other)
        if isinstance(biclusters, dict):
            assert one.index.tolist() == list(biclusters)
        given = options.get(("row_names", "column_names")[mode])
        if given is not None or shape is MATRIX:
            assert one.columns.tolist() == [GENES, DAYS][mode]


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (
            ([(["g9"], [])], MATRIX),
            {},
            ValueError,
            "has 'g9', which is not among the names",
        ),
        (([([0], [])], MATRIX), {}, ValueError, "has 0, which is not among the names"),
        (([([[0]], [])], MATRIX), {}, TypeError, "must be a list of names"),
        (
            ([([0], [])], (4, 3)),
            {"base": 1},
            ValueError,
            "must have indices from 1 to 4, got 0",
        ),
        (([], (4, 3)), {"base": 2}, ValueError, "`base` must be from 0 to 1, got 2"),
        (
            ([], (4, 3)),
            {"row_names": [*"abc"]},
            ValueError,
            "`row_names` has 3 rows, `sh",
        ),
        (
            ([], (2, 3)),
            {"row_names": ["a", "a"]},
            ValueError,
            "`row_names` has a name that occurs",
        ),
        (([],), {"row_names": GENES}, ValueError, "`shape` must be a tuple of two"),
    ],
)
def test_names_that_do_not_fit_are_refused(arguments, options, error, message):
    with pytest.raises(error, match=message):
        biclusters_from_indices(*arguments, **options)


@pytest.mark.parametrize("structure", ["checkerboard", "diagonal"])
def test_conversions_keep_names_in_the_order_of_the_caller(structure):
    labels = [0, 1, 1, 0], [1, 0, 0]
    named = pd.Series(labels[0], index=GENES), pd.Series(labels[1], index=DAYS)
    rows, columns = labels_to_biclusters(named, structure=structure)
    assert (rows.columns.tolist(), columns.columns.tolist()) == (GENES, DAYS)
    expected = labels_to_biclusters(labels, structure=structure)
    np.testing.assert_array_equal(rows, expected[0])
    np.testing.assert_array_equal(columns, expected[1])
    again = biclusters_to_labels((rows, columns), structure=structure)
    expected = biclusters_to_labels(expected, structure=structure)
    for found, index, plain in zip(again, (GENES, DAYS), expected, strict=True):
        pd.testing.assert_series_equal(found, pd.Series(plain, index=index))


def test_integers_are_indices_where_the_names_are_not_integers():
    frame = pd.DataFrame(np.zeros((3, 2)), index=["g", "h", "i"], columns=["s", "t"])
    rows, columns = biclusters_from_indices([([1, 3], [2])], frame, base=1)
    assert rows.columns.tolist() == ["g", "h", "i"]
    assert rows.to_numpy().tolist() == [[True, False, True]]
    assert columns.to_numpy().tolist() == [[False, True]]
    with pytest.raises(ValueError, match="that begin at 1, pass `base=1`"):
        biclusters_from_indices([([1, 3], [2])], frame)


def test_integers_are_names_where_some_names_are_integers():
    options = {"row_names": [10, "a"], "column_names": ["s"]}
    rows, _ = biclusters_from_indices([([10], ["s"])], base=1, **options)
    assert rows.to_numpy().tolist() == [[True, False]]
    with pytest.raises(ValueError, match="has 1, which is not among the names"):
        biclusters_from_indices([([1], ["s"])], base=1, **options)
    with pytest.raises(ValueError, match="begin at 1, pass names instead"):
        biclusters_from_indices([([1], ["s"])], base=1, **options)


@pytest.mark.parametrize("n_biclusters", [0, 1, 3])
def test_a_tuple_may_have_lists_as_biclusters(n_biclusters):
    pairs = [[[0], [1]], [[1], [0]], [[2], [0]]][:n_biclusters]
    rows, columns = biclusters_from_indices(tuple(pairs), (3, 2))
    expected_rows, expected_columns = biclusters_from_indices(pairs, (3, 2))
    np.testing.assert_array_equal(rows, expected_rows)
    np.testing.assert_array_equal(columns, expected_columns)


def test_masks_beside_names_are_refused_with_their_positions():
    frame = pd.DataFrame(np.zeros((2, 2)), index=["g", "h"], columns=["s", "t"])
    with pytest.raises(TypeError, match=r"If it is a mask, pass `numpy\.flatnonzero"):
        biclusters_from_indices([(np.array([True, False]), ["s"])], frame)
