"""`PrecisionRecallSpaceDisplay`: coordinates, what is in reach, curves, refusals."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.contour import QuadContourSet
from sklearn.cluster import SpectralCoclustering
from sklearn.datasets import make_biclusters

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._displays._precision_recall_space import least_precision

pytestmark = pytest.mark.usefixtures("pyplot")
SHAPE = (10, 8)
TRUE = sccm.biclusters_from_indices(
    [(range(4), range(5)), (range(5, 9), range(5))], SHAPE
)
PRED = sccm.biclusters_from_indices(
    [(range(3), range(2, 7)), (range(4, 10), range(4)), (range(9), range(1, 8))], SHAPE
)
SCORES = {
    "fbeta": sccm.bicluster_fbeta_score,
    "jaccard": sccm.bicluster_jaccard_score,
    "goodness": sccm.bicluster_goodness_score,
}


def drawn(true=TRUE, pred=PRED, **options):
    return sccm.PrecisionRecallSpaceDisplay.from_predictions(true, pred, **options)


def one(biclusters, k):
    """Return the bicluster with this index alone."""
    rows, columns = (np.asarray(side) for side in biclusters)
    return rows[[k]], columns[[k]]


def of_pairs(score, **options):
    """Score each true with each predicted bicluster."""
    pairs = product((one(TRUE, k) for k in range(2)), (one(PRED, m) for m in range(3)))
    return np.reshape([score(*pair, **options) for pair in pairs], (2, 3))


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "F-measure"),
        ({"beta": 2.0}, "F-measure, beta 2"),
        ({"metric": "goodness", "ratio": 0.5}, "goodness, ratio 0.5"),
        ({"metric": "jaccard", "correction": "space"}, "Jaccard, correction space"),
    ],
)
def test_the_legend_names_the_measure_of_the_curves(options, name):
    texts = [text.get_text() for text in drawn(**options).ax_.get_legend().get_texts()]
    assert name in texts


def test_every_second_curve_has_its_value():
    (curves,) = [
        child for child in drawn().ax_.collections if isinstance(child, QuadContourSet)
    ]
    assert len(curves.levels) > 4
    assert {text.get_text() for text in curves.labelTexts} <= {
        "0.2",
        "0.4",
        "0.6",
        "0.8",
    }


def test_points_below_the_mean_by_chance_are_visible():
    (square,) = [
        line
        for line in drawn(correction="space").ax_.lines
        if line.get_label() == "mean by chance"
    ]
    assert square.get_markerfacecolor() == "none"


MEASURES = [(measure, {}) for measure in SCORES]
MEASURES += [("fbeta", {"beta": 3.0}), ("goodness", {"ratio": 2.0})]


@pytest.mark.parametrize("correction", [None, "expected", "space"])
@pytest.mark.parametrize(("measure", "options"), MEASURES)
def test_points_and_curves_have_the_scores_of_the_pairs(measure, options, correction):
    options = {"correction": correction, **options}
    display = drawn(metric=measure, **options)
    of_axes = "space" if correction == "space" else None
    for name, score in [
        ("precision", sccm.bicluster_precision_score),
        ("recall", sccm.bicluster_recall_score),
    ]:
        expected = of_pairs(score, correction=of_axes)
        np.testing.assert_allclose(getattr(display, name), expected, atol=1e-15)
    values = of_pairs(SCORES[measure], **options)
    np.testing.assert_allclose(display.values, values, atol=1e-15)
    best = display.values[[0, 1], display.best]
    assert best.tolist() == display.values.max(axis=1).tolist()
    of_true = drawn(one(TRUE, 0), metric=measure, **options)
    curve = of_true._value_at(of_true.precision[0, ::2], of_true.recall[0, ::2])
    np.testing.assert_allclose(curve, values[0][::2], rtol=1e-12)  # those that meet


def pairs_of_mode(n, true):
    """List the sizes and overlaps of all subsets of n items with `true` of them."""
    return [
        (size, shared)
        for size in range(1, n + 1)
        for shared in range(max(0, true + size - n), min(true, size) + 1)
    ]


def points_in_reach(shape, extent):
    """Map each recall to the least precision, over all biclusters of a matrix."""
    lowest = {}
    modes = (pairs_of_mode(n, true) for n, true in zip(shape, extent, strict=True))
    for (n_rows, rows), (n_columns, columns) in product(*modes):
        recall = rows * columns / (extent[0] * extent[1])
        precision = rows * columns / (n_rows * n_columns)
        lowest[recall] = min(lowest.get(recall, 1.0), precision)
    return lowest


EXTENTS = [
    (shape, extent)
    for shape in [(4, 3), (5, 5), (6, 2), (3, 7)]
    for extent in product(range(1, shape[0] + 1), range(1, shape[1] + 1))
]


@pytest.mark.parametrize(("shape", "extent"), EXTENTS)
def test_the_gray_area_is_out_of_reach_and_its_border_is_not(shape, extent):
    lowest = points_in_reach(shape, extent)
    recalls = np.array(sorted(lowest))
    found = np.array([lowest[recall] for recall in recalls])
    fractions = np.divide(extent, shape)
    border = least_precision(recalls, *fractions)
    assert (found >= border - 1e-12).all()
    # Reached where X has all rows, or all columns, of the true bicluster.
    narrow = int(fractions.argmin())
    whole_side = np.isin(
        np.round(recalls * extent[narrow], 9), range(1, extent[narrow] + 1)
    )
    np.testing.assert_allclose(found[whole_side], border[whole_side], rtol=1e-12)


def test_it_draws_the_area_the_line_of_chance_and_the_best_matches():
    display = drawn(s=9)
    assert display.points_.get_sizes().tolist() == [9]
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert labels == [
        "out of reach of any bicluster",
        "mean by chance",
        "F-measure",
        "other pair",
        "best match",
    ]
    assert repr(display) == (
        "PrecisionRecallSpaceDisplay(n_true=2, n_pred=3, metric='fbeta', "
        "correction=None)"
    )
    assert display.ax_.get_xlabel() == "recall"
    assert display.ax_.get_ylabel() == "precision"
    points = display.points_.get_offsets().tolist()
    expected = [
        [display.recall[k, m], display.precision[k, m]]
        for k, m in enumerate(display.best)
    ]
    assert points == expected
    area, chance = display.ax_.collections[:2]
    for line in (area.get_paths()[0].vertices, *chance.get_segments()):
        assert (line[:, 0].min(), line[:, 0].max()) == (0, 1)
    _, others = display.ax_.lines  # the first is the entry of the legend
    assert np.array(others.get_data()).T.tolist() == [
        [display.recall[k, m], display.precision[k, m]]
        for k, m in product(range(2), range(3))
    ]


@pytest.mark.parametrize("n_pred", [1, 2])
def test_other_pairs_are_drawn_where_there_are_any(n_pred):
    pred = tuple(np.asarray(side)[:n_pred] for side in PRED)
    display = drawn(pred=pred)
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert ("other pair" in labels) == (n_pred == 2)


def test_the_area_is_below_the_border_of_every_true_bicluster():
    wide = sccm.biclusters_from_indices([(range(2), range(8)), (range(9), [0])], SHAPE)
    display = drawn(wide)
    border = display.ax_.collections[0].get_paths()[0].vertices
    for recall in (0.25, 0.5, 0.75):
        heights = border[np.isclose(border[:, 0], recall), 1]
        borders = least_precision(np.array(recall), *np.array([[0.2, 0.9], [1, 0.125]]))
        assert heights.max() == pytest.approx(borders.min())
        assert np.ptp(borders) > 0.02


def test_curves_join_points_of_equal_value_wherever_biclusters_can_be():
    ax = drawn().ax_
    (curves,) = (one for one in ax.collections if isinstance(one, QuadContourSet))
    assert curves.levels.tolist() == [k / 10 for k in range(1, 10)]
    for level, path in zip(curves.levels, curves.get_paths(), strict=True):
        recall, precision = path.vertices.T
        values = 2 * precision * recall / (precision + recall)
        np.testing.assert_allclose(values, level, atol=0.01)
        assert path.vertices.max() <= 1
    assert recall.max() == precision.max() == 1  # the last one ends at both edges
    (size,) = {text.get_fontsize() for text in curves.labelTexts}
    assert 8 <= size < ax.xaxis.label.get_fontsize()


def test_the_legend_stands_above_the_square():
    ax = drawn().ax_
    ax.figure.canvas.draw()
    place = ax.get_legend().get_window_extent().transformed(ax.transAxes.inverted())
    assert place.y0 >= 1
    assert place.x0 + place.x1 == pytest.approx(1)


def test_the_best_matches_carry_the_names_of_their_true_biclusters():
    frames = (pd.DataFrame(side, index=["left", "right"]).astype(bool) for side in TRUE)
    display = drawn(tuple(frames))
    places = {text.get_text(): getattr(text, "xy", None) for text in display.ax_.texts}
    for k, (name, best) in enumerate(zip(["left", "right"], display.best, strict=True)):
        point = display.recall[k, best], display.precision[k, best]
        assert places[name] == pytest.approx(point, abs=0.02)


def test_names_that_would_cover_each_other_are_one_text():
    options = {"values": [[0.5]] * 3, "names": ["first name", "second name", "third"]}
    near = {"recall": [[0.5], [0.6], [0.5]], "precision": [[0.5], [0.52], [0.9]]}
    display = sccm.PrecisionRecallSpaceDisplay(**near, **options).plot()
    texts = [text for text in display.ax_.texts if "name" in text.get_text()]
    assert [text.get_text() for text in texts] == ["first name, second name"]
    assert texts[0].xy == pytest.approx((0.55, 0.51))
    assert "third" in [text.get_text() for text in display.ax_.texts]


def test_with_corrected_axes_chance_is_the_origin_and_negative_points_are_in_view():
    display = drawn(correction="space")
    assert display.ax_.get_xlabel() == "corrected recall"
    assert display.ax_.get_ylabel() == "corrected precision"
    (chance,) = (a for a in display.ax_.lines if a.get_label() == "mean by chance")
    assert np.array(chance.get_data()).tolist() == [[0], [0]]
    lowest = min(display.precision.min(), display.recall.min())
    assert lowest < 0
    assert display.ax_.get_xlim()[0] < lowest
    assert display.ax_.get_ylim()[0] < lowest


def test_a_true_bicluster_that_is_the_whole_matrix_is_drawn():
    whole = sccm.biclusters_from_indices([(range(10), range(8))], SHAPE)
    for correction in (None, "expected", "space"):
        display = drawn(whole, correction=correction)
        assert display.values.shape == (1, 3)


def test_it_takes_a_fitted_estimator():
    X, rows, columns = make_biclusters((30, 20), n_clusters=2, random_state=0)
    model = SpectralCoclustering(n_clusters=2, random_state=0).fit(X)
    display = sccm.PrecisionRecallSpaceDisplay.from_estimator(
        model, (rows, columns), metric="jaccard"
    )
    assert display.metric == "jaccard"
    assert display.values.max(axis=1).mean() == sccm.bicluster_jaccard_score(
        (rows, columns), model
    )


NONE = np.zeros((0, 10), dtype=int), np.zeros((0, 8), dtype=int)
UNEQUAL = sccm.biclusters_from_indices([(range(4), range(5)), ([9], [7])], SHAPE)


REFUSED = [
    (NONE, PRED, {}, "`biclusters_true` has 0 biclusters .* at least one"),
    (TRUE, NONE, {}, "`biclusters_pred` has 0, .* both have at least one"),
    (
        UNEQUAL,
        PRED,
        {"correction": "expected"},
        "have the same size. Pass `correction='space'",
    ),
    (TRUE, PRED, {"beta": -1}, "`beta` must be finite"),
    (TRUE, PRED, {"metric": "goodness", "ratio": -1}, "`ratio` must be finite"),
    (TRUE, PRED, {"correction": "expected_best"}, "`correction` must be one of"),
]


@pytest.mark.parametrize(("true", "pred", "options", "message"), REFUSED)
def test_what_has_no_space_is_refused(true, pred, options, message):
    with pytest.raises(ValueError, match=message):
        drawn(true, pred, **options)
