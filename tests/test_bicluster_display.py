"""`BiclusterDisplay`: the outlines hold exactly the cells of the biclusters."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from biclusters_oracles import cells, indicators, pairs_of_biclusterings
from hypothesis import given
from scipy import sparse

from sklearn_cocluster_metrics import (
    BiclusterDisplay,
    CoclusterDisplay,
    biclusters_from_indices,
    match_table,
)

pytestmark = pytest.mark.usefixtures("pyplot")
SHAPE = (6, 4)
X = np.arange(24.0).reshape(SHAPE)
TRUE = biclusters_from_indices([([0, 2, 4], [0, 2]), ([4, 1], [2, 3])], SHAPE)
PRED = biclusters_from_indices([([4, 1], [2, 3]), ([3, 5], [1])], SHAPE)


def outlined(display, pieces):
    """The cells of the matrix inside the outlines of each bicluster, each once."""
    found = []
    for rectangles in pieces:
        listed = [
            (int(display.row_order[row]), int(display.column_order[column]))
            for top, bottom, left, right in rectangles
            for row, column in product(range(top, bottom), range(left, right))
        ]
        assert len(listed) == len(set(listed))
        found.append(set(listed))
    return found


@given(drawn=pairs_of_biclusterings())
def test_outlines_hold_the_cells_of_the_biclusters(drawn):
    true, pred, shape = drawn
    pair = indicators(true, shape), indicators(pred, shape)
    display = BiclusterDisplay(np.zeros(shape), *pair)
    assert sorted(display.row_order) == list(range(shape[0]))
    assert sorted(display.column_order) == list(range(shape[1]))
    assert outlined(display, display.pieces_true) == cells(true)
    assert outlined(display, display.pieces_pred) == cells(pred)


@given(drawn=pairs_of_biclusterings())
def test_colors_follow_the_one_to_one_match(drawn):
    true, pred, shape = drawn
    pair = indicators(true, shape), indicators(pred, shape)
    display = BiclusterDisplay(np.zeros(shape), *pair)
    match = match_table(*pair, assignment="one_to_one").pred.match
    assert [None if k < 0 else k for k in display.match] == match.tolist()


def test_a_chain_of_overlapping_biclusters_is_drawn_in_one_piece_each():
    rng = np.random.default_rng(0)
    members = [np.arange(start, start + 12) for start in range(0, 40, 8)]
    rows, columns = rng.permutation(60), rng.permutation(50)
    chain = [(rows[some], columns[some]) for some in members]
    shuffled = biclusters_from_indices([chain[k] for k in (2, 0, 4, 1, 3)], (60, 50))
    display = BiclusterDisplay(rng.random((60, 50)), None, shuffled)
    assert [len(pieces) for pieces in display.pieces_pred] == [1] * 5
    assert display.names_true is None


def test_true_biclusters_are_kept_whole_first():
    noise = np.random.default_rng(0).random((8, 60)) < 0.3
    true = np.kron(np.eye(3, dtype=int), np.ones(20, dtype=int))
    display = BiclusterDisplay(np.zeros((60, 60)), (true, true), (noise, noise))
    assert [len(pieces) for pieces in display.pieces_true] == [1] * 3


def test_the_image_is_the_matrix_in_this_order():
    for data in (X, sparse.csr_array(X), pd.DataFrame(X)):
        display = BiclusterDisplay(data, TRUE, PRED)
        order = np.ix_(display.row_order, display.column_order)
        np.testing.assert_array_equal(display.image, X[order])
    none = biclusters_from_indices([], (900, 2))
    assert BiclusterDisplay(np.zeros((900, 2)), None, none).image.shape == (400, 2)


def test_data_are_matched_by_name():
    names = list("abcdef"), list("wxyz")
    frame = pd.DataFrame(X, *names)
    named = [
        tuple(
            pd.DataFrame(one, columns=of) for one, of in zip(side, names, strict=True)
        )
        for side in (TRUE, PRED)
    ]
    moved = [tuple(one.iloc[:, ::-1] for one in side) for side in named]
    expected = BiclusterDisplay(X, TRUE, PRED)
    for sides in (named, moved, (named[0], moved[1]), (moved[0], PRED)):
        found = BiclusterDisplay(frame, *sides)
        np.testing.assert_array_equal(found.image, expected.image)
    with pytest.raises(ValueError, match="other names"):
        BiclusterDisplay(frame.rename(columns={"w": "v"}), *named)


def test_both_sides_are_outlined(pyplot):
    display = BiclusterDisplay.from_predictions(X, TRUE, PRED)
    left, right = display.ax_
    assert [len(ax.collections) for ax in display.ax_] == [2, 3]  # and a dotted one
    assert [text.get_text() for text in left.texts] == ["0", "1"]
    assert display.match.tolist() == [1, -1]
    assert right.get_title() == "2 predicted biclusters, 1 unmatched"
    dotted, match, unmatched = right.collections
    np.testing.assert_array_equal(dotted.get_edgecolor(), match.get_edgecolor())
    assert unmatched.get_edgecolor()[0][:3].tolist() == [0, 0, 0]
    pyplot.close("all")
    alone = BiclusterDisplay(X, None, TRUE).plot(colorbar=False)
    assert len(alone.figure_.axes) == 1


def test_a_fitted_estimator_is_drawn():
    class Found:
        rows_, columns_ = TRUE

        def fit(self):
            return self

    display = BiclusterDisplay.from_estimator(Found(), X)
    assert display.names_pred == ["0", "1"]
    with pytest.raises(TypeError, match="use `BiclusterDisplay`"):
        CoclusterDisplay(X, None, Found())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((X[:5], TRUE, PRED), "`X` has 5 rows, `biclusters_pred` has 6"),
        ((X, (TRUE[0], TRUE[1][:, :3]), PRED), "`biclusters_true` has 3 columns"),
        (
            (X, None, (2 * TRUE[0], TRUE[1])),
            r"`biclusters_pred\[0\]` must contain 0 and 1 only, got 2",
        ),
        (([1, 2], None, PRED), "`X` must be a matrix"),
    ],
)
def test_wrong_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        BiclusterDisplay(*arguments)
