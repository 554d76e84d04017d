"""Displays of structures: the data, the matched order, and what is refused."""

import numpy as np
import pytest
from doubles import KMeansCocluster, blocks
from scipy import sparse

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    ContingencyDisplay,
    PermutationDisplay,
    classification_error,
    contingency_table,
    permutation_test,
)
from sklearn_cocluster_metrics._displays._cluster_strip import cluster_colors
from sklearn_cocluster_metrics._displays._matrix_image import MOST_PIXELS, block_means

plt = pytest.importorskip("matplotlib.pyplot")
ROWS, COLUMNS = ["a", "b", "a", "b", "b", "a"], [0, 1, 1, 0]
PRED = ([5, 7, 5, 7, 7, 7], [3, 9, 9, 4])
X = np.arange(24.0).reshape(6, 4)


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def test_matched_clusters_have_one_number_and_name():
    display = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    assert display.labels_true[0].tolist() == [0, 1, 0, 1, 1, 0]
    assert display.labels_pred[0].tolist() == [0, 1, 0, 1, 1, 1]
    assert display.labels_pred[1].tolist() in ([0, 1, 1, 2], [2, 1, 1, 0])
    assert display.cluster_names[0] == ["a", "b"]
    assert display.cluster_names[1][:2] == ["0", "1"]
    assert display.cluster_names[1][2] in ("3 (unmatched)", "4 (unmatched)")
    assert [part.sum() for part in display.misclassified] == [1, 1]
    assert "n_misclassified=(1, 1)" in repr(display)


def test_the_misclassified_are_those_of_the_classification_error():
    display = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    right = [1 - part.mean() for part in display.misclassified]
    error = classification_error((ROWS, COLUMNS), PRED)
    assert 1 - right[0] * right[1] == pytest.approx(error)


def test_panels_show_the_reordered_matrix():
    display = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    for labels, order, image in (
        (display.labels_true, display.order_true, display.image_true),
        (display.labels_pred, display.order_pred, display.image_pred),
    ):
        assert (image == X[np.ix_(*order)]).all()
        for own, places in zip(labels, order, strict=True):
            assert (np.diff(own[places]) >= 0).all()
    # The misclassified row 5 comes last in its cluster.
    assert display.order_true[0].tolist() == [0, 2, 5, 1, 3, 4]
    assert display.order_pred[0].tolist() == [0, 2, 1, 3, 4, 5]


@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (MOST_PIXELS + 1, 3), (3, 1999)])
@pytest.mark.parametrize("as_given", [np.asarray, sparse.csr_array, sparse.csr_matrix])
def test_large_matrices_are_averaged_over_neighbors(shape, as_given):
    generator = np.random.default_rng(0)
    data = generator.random(shape)
    orders = [generator.permutation(size) for size in shape]
    image = block_means(as_given(data), *orders)
    assert image.shape == tuple(min(size, MOST_PIXELS) for size in shape)
    sorted_data = data[np.ix_(*orders)]
    rows, columns = (np.arange(size) * min(size, MOST_PIXELS) // size for size in shape)
    for row, column in [(0, 0), (image.shape[0] - 1, image.shape[1] // 2)]:
        cells = sorted_data[np.ix_(rows == row, columns == column)]
        assert image[row, column] == pytest.approx(cells.mean())


def test_a_large_sparse_matrix_is_never_made_dense():
    generator = np.random.default_rng(0)
    shape = (200_000, 100_000)  # dense: 160 GB
    places = tuple(generator.integers(0, size, 1000) for size in shape)
    matrix = sparse.coo_array((np.ones(1000), places), shape=shape)
    labels = tuple(generator.integers(0, 3, size) for size in shape)
    display = CoclusterDisplay(matrix, None, labels)
    assert display.image_pred.shape == (MOST_PIXELS, MOST_PIXELS)


def test_two_panels_are_drawn_with_strips_and_borders():
    display = CoclusterDisplay.from_predictions(
        X, (ROWS, COLUMNS), PRED, cmap="viridis"
    )
    true, pred = display.ax_
    assert true.images[0].get_cmap().name == "viridis"
    assert true.images[0].get_clim() == pred.images[0].get_clim()
    assert true.get_title().startswith("True co-clustering")
    assert pred.get_xlabel() == "4 columns, 1 misclassified"
    assert len(true.lines) == 2  # a border per mode
    assert len(pred.lines) == 3
    strip = pred.child_axes[0]
    assert strip.get_ylabel() == "6 rows, 1 misclassified"
    assert [tick.get_text() for tick in strip.get_yticklabels()] == ["a", "b"]
    own, marks = (image.get_array() for image in strip.images)
    assert (own[0, 0] == cluster_colors(2)[0]).all()
    # Row 5 is drawn last; its true cluster is "a".
    assert marks[:, 0, 3].tolist() == [0, 0, 0, 0, 0, 1]
    assert (marks[5, 0, :3] == cluster_colors(2)[0]).all()
    display.figure_.canvas.draw()


def test_without_a_truth_there_is_one_panel():
    data, _, _ = blocks()
    model = KMeansCocluster().fit(data)
    _, ax = plt.subplots()
    display = CoclusterDisplay.from_estimator(model, data, ax=ax, colorbar=False)
    assert display.ax_.tolist() == [ax]
    assert display.labels_true is display.image_true is None
    assert repr(display) == "CoclusterDisplay(shape=(60, 30), n_clusters=(3, 3))"
    assert len(ax.child_axes[0].images) == 1  # no marks
    assert len(ax.figure.axes) == 1  # no color bar


def test_missing_values_and_many_clusters_are_drawn():
    data = np.full((30, 30), np.nan)
    labels = (np.arange(30), np.arange(30))
    display = CoclusterDisplay.from_predictions(data, labels, labels)
    assert display.ax_[0].images[0].get_clim() == (0, 1)
    assert len(np.unique(cluster_colors(30), axis=0)) == 18


def test_tables_have_matched_clusters_on_the_diagonal():
    true = [0, 0, 0, 1, 1, 2, 2, 2]
    pred = ["y", "y", "x", "x", "x", "z", "z", "w"]
    display = ContingencyDisplay.from_predictions(true, pred)
    assert display.pred_names == (["y", "x", "z", "w"],)
    assert display.counts[0].tolist() == [[2, 1, 0, 0], [0, 2, 0, 0], [0, 0, 2, 1]]
    assert display.matched[0].tolist() == [[0, 0], [1, 1], [2, 2]]
    (ax,) = display.ax_
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted cluster", "true cluster")
    assert len(ax.patches) == 3
    assert [text.get_text() for text in ax.texts[:4]] == ["2", "1", "0", "0"]


def test_a_co_clustering_has_one_table_per_mode():
    data, rows, columns = blocks()
    model = KMeansCocluster().fit(data)
    display = ContingencyDisplay.from_estimator(model, (rows, columns), cmap="Greys")
    assert [ax.get_title() for ax in display.ax_] == ["60 rows", "30 columns"]
    assert repr(display) == "ContingencyDisplay(shapes=((3, 3), (3, 3)))"
    assert [np.trace(counts) for counts in display.counts] == [60, 30]


@pytest.mark.parametrize("n_clusters", [25, 500])
def test_large_tables_are_drawn_without_numbers(n_clusters):
    labels = np.arange(n_clusters)
    table = contingency_table(labels, labels[::-1])
    display = ContingencyDisplay(table).plot()
    assert len(display.ax_[0].texts) == 0
    assert len(display.ax_[0].patches) == (25 if n_clusters == 25 else 0)
    assert max(display.counts[0].shape) <= MOST_PIXELS


def test_draws_are_shown_beside_an_exact_p_value():
    display = PermutationDisplay.from_predictions(
        (ROWS, COLUMNS), PRED, random_state=0, n_permutations=50
    )
    assert display.result.method == "exact"
    assert display.null_distribution.shape == (50,)
    assert sum(patch.get_height() for patch in display.ax_.patches) == 50
    assert display.ax_.lines[0].get_xdata()[0] == display.result.statistic
    assert display.ax_.get_xlabel() == "cari"
    assert f"p = {display.result.pvalue:.2g}" in display.ax_.get_title()


def test_a_result_without_draws_is_shown_by_its_moments():
    result = permutation_test((ROWS, COLUMNS), PRED)
    _, ax = plt.subplots()
    display = PermutationDisplay(result, metric_name="CARI").plot(ax=ax)
    assert display.null_distribution is None
    assert len(ax.patches) == 2
    assert ax.lines[0].get_xdata()[0] == result.null_mean


def test_a_null_model_that_has_no_draws_is_shown_too():
    model = KMeansCocluster().fit(blocks()[0])
    display = PermutationDisplay.from_estimator(
        model, blocks()[1:], "cari", null_model="cells"
    )
    assert display.null_distribution is None
    assert display.result.statistic == 1


def test_a_function_gives_its_name():
    display = PermutationDisplay.from_predictions(
        ROWS, PRED[0], classification_error, n_permutations=20, random_state=0
    )
    assert display.metric_name == "classification_error"
    assert repr(display).startswith("PermutationDisplay(metric='classification_error'")


def test_axes_of_another_number_are_refused():
    display = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    with pytest.raises(ValueError, match="`ax` must have 2 axes, got 1"):
        display.plot(ax=plt.subplots()[1])


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: CoclusterDisplay(X.T, None, PRED), ValueError, r"shape \(4, 6\), but"),
        (lambda: CoclusterDisplay(X, ROWS, PRED[0]), ValueError, "modes, .* got 1"),
        (lambda: CoclusterDisplay(X, None, ROWS), TypeError, "must be a tuple"),
        (lambda: ContingencyDisplay([[1]]), TypeError, "must be a ContingencyTable or"),
        (lambda: PermutationDisplay(0.5), TypeError, "PermutationTestResult, got"),
    ],
    ids=["transposed", "clusterings", "no tuple", "no table", "no result"],
)
def test_what_is_not_theirs_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
