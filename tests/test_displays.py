"""Displays: their data, what is drawn of them, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from doubles import KMeansCocluster, blocks
from scipy import sparse

from sklearn_cocluster_metrics import (
    BaselineDisplay,
    CoclusterDisplay,
    ContingencyDisplay,
    PermutationDisplay,
    PrecisionRecallSpaceDisplay,
    StabilityDisplay,
    cari_score,
    classification_error,
    contingency_table,
    permutation_test,
)
from sklearn_cocluster_metrics._displays._drawing import (
    MOST_PIXELS,
    block_means,
    cluster_colors,
)

pytestmark = pytest.mark.usefixtures("pyplot")
ROWS, COLUMNS = ["a", "b", "a", "b", "b", "a"], [0, 1, 1, 0]
PRED = ([5, 7, 5, 7, 7, 7], [3, 9, 9, 4])
X = np.arange(24.0).reshape(6, 4)


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


def test_without_a_truth_there_is_one_panel(pyplot):
    data, _, _ = blocks()
    model = KMeansCocluster().fit(data)
    _, ax = pyplot.subplots()
    display = CoclusterDisplay.from_estimator(model, data, ax=ax, colorbar=False)
    assert display.ax_.tolist() == [ax]
    assert display.labels_true is display.image_true is None
    assert repr(display) == "CoclusterDisplay(shape=(60, 30), n_clusters=(3, 3))"
    assert ax.get_title() == "Predicted co-clustering"
    assert ax.get_xlabel() == "30 columns"
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
    title = f"p = {display.result.pvalue:.2g} (any_mode, exact)"
    assert display.ax_.get_title() == title


def test_a_p_value_that_is_a_bound_is_shown_as_one():
    labels = np.arange(30) % 3
    display = PermutationDisplay.from_predictions(
        labels, labels, method="labels", n_permutations=19
    )
    assert display.ax_.get_title() == "p ≤ 0.05 (labels)"


def test_a_result_without_draws_is_shown_by_its_moments(pyplot):
    result = permutation_test((ROWS, COLUMNS), PRED)
    _, ax = pyplot.subplots()
    display = PermutationDisplay(result).plot(ax=ax)
    assert display.null_distribution is None
    assert len(ax.patches) == 2
    assert ax.lines[0].get_xdata()[0] == result.null_mean


def test_a_function_gives_its_name():
    display = PermutationDisplay.from_predictions(
        ROWS, PRED[0], classification_error, n_permutations=20, random_state=0
    )
    assert repr(display).startswith("PermutationDisplay(metric='classification_error'")


TRUE = np.arange(24) % 4
CURVES = {
    "names": ["a", "b"],
    "values": [2, 4, 8],
    "means": [[0, 1, 2], [3, 4, 5]],
    "low": np.zeros((2, 3)),
    "high": np.ones((2, 3)),
}


def recorded(pairs):
    """Return a metric that remembers what it compares."""

    def score(true, pred):
        pairs.append((true, pred))
        return cari_score(true, pred)

    return score


def test_means_and_bands_are_those_of_balanced_random_candidates():
    pairs = []
    display = BaselineDisplay.from_metrics(
        TRUE, {"own": recorded(pairs)}, n_clusters=[2, 5], n_draws=20, level=0.8
    )
    del pairs[0]  # its time is taken
    sizes = [sorted(np.bincount(pred).tolist()) for _, pred in pairs]
    assert sizes == [[12, 12]] * 20 + [[4, 5, 5, 5, 5]] * 20
    values = np.array([cari_score(*pair) for pair in pairs]).reshape(2, 20)
    assert display.values.tolist() == [2, 5]
    assert display.means[0] == pytest.approx(values.mean(axis=1))
    assert display.low[0] == pytest.approx(np.quantile(values, 0.1, axis=1))
    assert display.high[0] == pytest.approx(np.quantile(values, 0.9, axis=1))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_all_indices_are_computed_for_the_same_draws(n_jobs):
    display = BaselineDisplay.from_metrics(
        TRUE, ["rand", "normalized_mirkin"], n_clusters=[3], n_draws=10, n_jobs=n_jobs
    )
    assert display.means[0] == pytest.approx(1 - display.means[1])
    alone = BaselineDisplay.from_metrics(TRUE, "rand", n_clusters=[3], n_draws=10)
    assert display.means[0].tolist() == alone.means[0].tolist()


def test_a_co_clustering_has_random_candidates_in_both_modes():
    pairs = []
    BaselineDisplay.from_metrics(
        (TRUE, TRUE[:10]), {"own": recorded(pairs)}, n_clusters=[3], n_draws=2
    )
    del pairs[0]  # its time is taken
    sizes = [tuple(np.bincount(mode).tolist() for mode in pred) for _, pred in pairs]
    assert sizes == [([8, 8, 8], [4, 3, 3])] * 2


def test_each_index_has_a_curve_and_a_band():
    display = BaselineDisplay(**CURVES).plot(linewidth=3)
    assert [line.get_ydata().tolist() for line in display.lines_] == CURVES["means"]
    assert [line.get_linewidth() for line in display.lines_] == [3, 3]
    assert len(display.ax_.collections) == 2
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend == ["a", "b"]


POINT = {
    "precision": [[0.5]],
    "recall": [[0.5]],
    "values": [[0.5]],
    "fractions": [[0.5], [0.4]],
}
STABILITY = {
    "n_clusters": [2, 3, 4],
    "means": [1.0, 1.0, 0.5],
    "standard_errors": [0.0, 0.0, 0.1],
}


@pytest.mark.parametrize(
    "display",
    [
        BaselineDisplay(**CURVES),
        PrecisionRecallSpaceDisplay(**POINT),
        StabilityDisplay(**STABILITY),
        PermutationDisplay(permutation_test(ROWS, PRED[0])),
        ContingencyDisplay(contingency_table([0], [0])),
        CoclusterDisplay(X, None, PRED),
    ],
    ids=lambda display: type(display).__name__,
)
def test_a_figure_is_drawn_on_given_axes(display, pyplot):
    figure, ax = pyplot.subplots()
    assert display.plot(ax=ax) is display
    assert np.ravel(display.ax_).tolist() == [ax]
    assert display.figure_ is figure
    figure.canvas.draw()


Space = PrecisionRecallSpaceDisplay
WORDS = {"params": [{"a": 1}], "mean_test_score": ["high"]}


def baseline_of(**options):
    """Compute a baseline of a valid reference with these options."""
    arguments = {"metrics": "cari", "n_clusters": [2], "n_draws": 2, **options}
    return BaselineDisplay.from_metrics(TRUE, **arguments)


@pytest.mark.parametrize(
    ("make", "changed", "error", "message"),
    [
        (CoclusterDisplay, (X.T, None, PRED), ValueError, r"shape \(4, 6\), but"),
        (CoclusterDisplay, (X, ROWS, PRED[0]), ValueError, "two modes, .* got 1"),
        (CoclusterDisplay, (X, None, ROWS), TypeError, "must be a tuple"),
        (ContingencyDisplay, ([[1]],), TypeError, "must be a ContingencyTable or"),
        (PermutationDisplay, (0.5,), TypeError, "PermutationTestResult, got"),
        (BaselineDisplay, {"names": 3}, TypeError, "`names` must be a sequence"),
        (BaselineDisplay, {"values": []}, ValueError, "`values` must have one .* val"),
        (BaselineDisplay, {"means": [[0, 1, 2]]}, ValueError, "2 names x 3 values"),
        (BaselineDisplay, {"means": [["a"] * 3] * 2}, ValueError, "`means` must be an"),
        (BaselineDisplay, {"values": [2, 4, 10**400]}, ValueError, "`values` must be"),
        (BaselineDisplay, {"means": [[0, 1, np.inf]] * 2}, ValueError, "be finite"),
        (BaselineDisplay, {"low": [0]}, ValueError, "`low` must have one"),
        (baseline_of, {"n_clusters": []}, ValueError, "`n_clusters` is empty"),
        (baseline_of, {"n_clusters": 3}, TypeError, "`n_clusters` must be a sequence"),
        (baseline_of, {"n_clusters": [25]}, ValueError, r"\[0\]` must be from 1 to 24"),
        (baseline_of, {"n_draws": 0}, ValueError, "`n_draws` must be at least 1"),
        (baseline_of, {"level": 1}, ValueError, "`level` must be between 0 and 1"),
        (baseline_of, {"metrics": []}, ValueError, "`metric` is empty"),
        (baseline_of, {"metrics": lambda *_: np.inf}, ValueError, "not finite"),
        (StabilityDisplay, {"n_clusters": []}, ValueError, "`n_clusters` is empty"),
        (StabilityDisplay, {"n_clusters": 3}, TypeError, "`n_clusters` must be a seq"),
        (StabilityDisplay, {"means": [0.1]}, ValueError, "`means` .* 3 candidates"),
        (StabilityDisplay, {"means": ["a"] * 3}, ValueError, "`means` must be an"),
        (StabilityDisplay, {"standard_errors": [1]}, ValueError, "`standard_errors` m"),
        (StabilityDisplay, {"scores": [1, 2, 3]}, ValueError, "candidates x resamples"),
        (StabilityDisplay, {"best_index": 3}, ValueError, "from 0 to 2, got 3"),
        (
            StabilityDisplay,
            {"param_name": None},
            TypeError,
            "`param_name` must be a st",
        ),
        (StabilityDisplay, {"param_name": ("a",)}, TypeError, "`param_name` must be a"),
        (StabilityDisplay.from_cv_results, ([1],), TypeError, "`cv_results` must be"),
        (StabilityDisplay.from_cv_results, ({"params": 3},), TypeError, "'params'"),
        (StabilityDisplay.from_cv_results, ({"params": [3]},), TypeError, "'params'"),
        (StabilityDisplay.from_cv_results, (WORDS,), ValueError, "must be numbers"),
        (Space, {"measure": "dice"}, ValueError, "`measure` must be one of"),
        (Space, {"correction": "a"}, ValueError, "`correction` must be one of"),
        (Space, {"weight": -1}, ValueError, "`weight` must be"),
        (Space, {"recall": [0.5]}, ValueError, "`recall` must"),
        (Space, {"values": [[]]}, ValueError, "`values` must"),
        (Space, {"fractions": [[0], [1]]}, ValueError, "one cell"),
        (Space, {"fractions": 1}, ValueError, "of 2 modes x 1 true biclusters, g"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, changed, error, message):
    valid = {
        BaselineDisplay: CURVES,
        StabilityDisplay: STABILITY,
        PrecisionRecallSpaceDisplay: POINT,
    }
    arguments = changed if isinstance(changed, tuple) else ()
    options = {} if arguments else {**valid.get(make, {}), **changed}
    with pytest.raises(error, match=message):
        make(*arguments, **options)


@pytest.mark.parametrize("ax", [5, [1, 2], "ax", "three"])
def test_what_is_no_axes_is_refused(ax, pyplot):
    given = pyplot.subplots(1, 3)[1].tolist() if ax == "three" else ax
    for display, n in ((CoclusterDisplay(X, (ROWS, COLUMNS), PRED), 2), (CURVE, 1)):
        with pytest.raises(ValueError, match=f"`ax` must have {n} axes of matplotlib"):
            display.plot(ax=given)


CURVE = BaselineDisplay(**CURVES)
NAMED = pd.DataFrame(X, list("uvwxyz"), list("klmn"))


def test_labels_are_drawn_in_the_order_of_named_data():
    rows, columns = pd.Series(ROWS, NAMED.index), pd.Series(COLUMNS, NAMED.columns)
    expected = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    moved = [part.sample(frac=1, random_state=0) for part in (rows, columns)]
    reversed_ = (pd.Series(PRED[0], NAMED.index)[::-1], PRED[1])
    for true, pred in [(moved, PRED), (moved, reversed_), ((ROWS, COLUMNS), reversed_)]:
        display = CoclusterDisplay(NAMED, tuple(true), pred)
        assert (display.image_true == expected.image_true).all()
        assert (display.image_pred == expected.image_pred).all()
    # Without names in X, two named sides are matched with each other.
    unnamed = CoclusterDisplay(X, tuple(moved), (rows, columns))
    assert unnamed.misclassified[0].sum() == 0


def test_labels_of_other_names_or_columns_than_those_of_the_data_are_refused():
    other = pd.Series(ROWS, list("uvwxya"))
    with pytest.raises(ValueError, match=r"`labels_true.*than `X`: .*'z'"):
        CoclusterDisplay(NAMED, (other, COLUMNS), PRED)
    model = KMeansCocluster(2, 2).fit(X)
    model.feature_names_in_ = np.array(list("klmn"))
    assert CoclusterDisplay(NAMED, None, model).image_pred.shape == (6, 4)
    with pytest.raises(ValueError, match="was fitted on other columns than those of"):
        CoclusterDisplay(NAMED[list("nmlk")], None, model)
