"""Displays: their data, what is drawn of them, and what is refused."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from biclusters_oracles import cells, indicators, pairs_of_biclusterings
from doubles import Fitted, KMeansCocluster, blocks
from hypothesis import given
from scipy import sparse
from sklearn.cluster import SpectralCoclustering
from sklearn.model_selection import GridSearchCV

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import (
    BaselineDisplay,
    BiclusterDisplay,
    CoclusterDisplay,
    ContingencyDisplay,
    PermutationDisplay,
    StabilityDisplay,
    biclusters_from_indices,
)
from sklearn_cocluster_metrics._displays._drawing import cluster_colors
from sklearn_cocluster_metrics.tables import contingency_table

pytestmark = pytest.mark.usefixtures("pyplot")
ROWS, COLUMNS = ["a", "b", "a", "b", "b", "a"], [0, 1, 1, 0]
PRED = ([5, 7, 5, 7, 7, 7], [3, 9, 9, 4])
X = np.arange(24.0).reshape(6, 4)
MOST_PIXELS = 400  # of each side of an image, as documented


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
    right = [1 - part.mean() for part in display.misclassified]
    error = sccm.classification_error((ROWS, COLUMNS), PRED)
    assert 1 - right[0] * right[1] == pytest.approx(error)


def test_panels_show_the_reordered_matrix():
    display = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    for side in ("true", "pred"):
        order = getattr(display, f"order_{side}")
        assert (getattr(display, f"image_{side}") == X[np.ix_(*order)]).all()
        for own, places in zip(getattr(display, f"labels_{side}"), order, strict=True):
            assert (np.diff(own[places]) >= 0).all()
    # The misclassified row 5 comes last in its cluster.
    assert display.order_true[0].tolist() == [0, 2, 5, 1, 3, 4]
    assert display.order_pred[0].tolist() == [0, 2, 1, 3, 4, 5]


@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (MOST_PIXELS + 1, 3), (3, 1999)])
@pytest.mark.parametrize("as_given", [np.asarray, sparse.csr_array, sparse.csr_matrix])
def test_large_matrices_are_averaged_over_neighbors(shape, as_given):
    generator = np.random.default_rng(0)
    data = generator.random(shape)
    labels = tuple(generator.permutation(size) for size in shape)
    display = CoclusterDisplay(as_given(data), None, labels)
    image = display.image_pred
    orders = display.order_pred
    for labels_of_mode, order in zip(labels, orders, strict=True):
        assert labels_of_mode[order].tolist() == list(range(len(order)))
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
    assert true.images[0].get_extent() == pred.images[0].get_extent() == [0, 4, 6, 0]
    assert true.get_title().startswith("True co-clustering")
    assert len(true.lines) == 2  # a border per mode
    assert len(pred.lines) == 3
    strip = pred.child_axes[0]
    assert strip.get_ylabel() == "6 rows, 1 misclassified"
    assert [tick.get_text() for tick in strip.get_yticklabels()] == ["a", "b"]
    assert strip.get_yticks().tolist() == [1.0, 4.0]  # of 2 and of 4 rows
    own, marks = (image.get_array() for image in strip.images)
    assert (own[0, 0] == cluster_colors(2)[0]).all()
    # Row 5 is drawn last; its true cluster is "a".
    assert marks[:, 0, 3].tolist() == [0, 0, 0, 0, 0, 1]
    assert (marks[5, 0, :3] == cluster_colors(2)[0]).all()
    display.figure_.canvas.draw()


def test_each_panel_explains_its_own_marks():
    display = CoclusterDisplay.from_predictions(X, (ROWS, COLUMNS), PRED)
    explanations = [ax.get_xlabel().splitlines()[1] for ax in display.ax_]
    assert explanations == [
        "outer marks: the predicted cluster, if it differs",
        "outer marks: the true cluster, if it differs",
    ]


def test_the_misclassified_are_counted_beside_the_prediction_alone():
    display = CoclusterDisplay.from_predictions(X, (ROWS, COLUMNS), PRED)
    row_texts = [ax.child_axes[0].get_ylabel() for ax in display.ax_]
    column_texts = [ax.get_xlabel().splitlines()[0] for ax in display.ax_]
    assert row_texts == ["6 rows", "6 rows, 1 misclassified"]
    assert column_texts == ["4 columns", "4 columns, 1 misclassified"]


def test_the_score_stands_in_the_title_of_the_prediction():
    display = CoclusterDisplay.from_predictions(X, (ROWS, COLUMNS), PRED)
    score = sccm.cari_score((ROWS, COLUMNS), PRED, null_model="product")
    assert display.score == score
    title = f"Predicted co-clustering\nproduct-CARI {score:.2f}"
    assert [ax.get_title() for ax in display.ax_] == ["True co-clustering\n", title]


def test_the_score_is_of_the_rows_if_only_these_are_known():
    display = CoclusterDisplay.from_predictions(X, (ROWS, None), PRED)
    score = sccm.cari_score((ROWS, None), PRED)
    assert display.score == pytest.approx(score)
    assert display.ax_[1].get_title().endswith(f"\nproduct-CARI of rows {score:.2f}")
    assert display.ax_[0].get_title() == "True clusters of the rows\n"


@pytest.mark.parametrize("known", [0, 1])
def test_entries_without_known_classes_are_called_so(known):
    truth = [None, None]
    truth[known] = (ROWS, COLUMNS)[known]
    display = CoclusterDisplay.from_predictions(X, tuple(truth), PRED)
    for ax in display.ax_:
        labels = [ax.child_axes[0].get_ylabel(), ax.get_xlabel().splitlines()[0]]
        assert labels[1 - known].endswith(": clusters found, no known classes")


def test_marks_are_explained_only_if_there_are_marks():
    display = CoclusterDisplay.from_predictions(X, (ROWS, COLUMNS), (ROWS, COLUMNS))
    assert display.score == 1.0
    assert display.ax_[1].get_xlabel() == "4 columns, 0 misclassified"


@pytest.mark.parametrize(
    ("data", "has_two_ticks"), [(X % 2, True), (X, False), (0 * X, False)]
)
def test_the_color_bar_of_two_values_has_two_ticks(data, has_two_ticks):
    display = CoclusterDisplay.from_predictions(data, None, PRED)
    bar = display.ax_[0].images[0].colorbar
    assert (list(bar.get_ticks()) == [0, 1]) == has_two_ticks
    assert (bar.extend == "neither") == has_two_ticks


def test_names_of_column_clusters_have_one_rotation_in_both_panels():
    names = ["a", "a", "a", "a cluster with a long name"]
    found = [names[0], names[3], names[3], names[3]]
    display = CoclusterDisplay.from_predictions(X, (ROWS, names), (ROWS, found))
    ticks = [ax.child_axes[1].get_xticklabels() for ax in display.ax_]
    rotations = {text.get_rotation() for texts in ticks for text in texts}
    assert rotations == {90.0}


def test_strips_of_clusters_lie_along_the_matrix():
    display = CoclusterDisplay.from_predictions(X, (ROWS, COLUMNS), PRED)
    along = (-0.08, 0, 0, 1), (0, 1, 1, 1.08)
    for ax, (strip, expected) in product(display.ax_, enumerate(along)):
        strip = ax.child_axes[strip]
        extent = strip.get_window_extent().transformed(ax.transAxes.inverted())
        assert extent.extents == pytest.approx(expected, abs=1e-9)
        ticks = strip.xaxis.majorTicks + strip.yaxis.majorTicks
        assert {one.tick1line.get_markersize() for one in ticks} == {0}


def names_on(axis):
    return [text.get_text() for text in axis.get_ticklabels()]


@pytest.mark.parametrize("of_biclusters", [False, True])
def test_names_of_a_data_frame_are_beside_their_rows_and_columns(of_biclusters):
    named = pd.DataFrame(X, [*"uvwxyz"], [*"klmn"])
    if of_biclusters:
        pair = biclusters_from_indices([([0, 2, 5], [1, 2])], (6, 4))
        display = BiclusterDisplay.from_predictions(named, pair, pair)
        orders = [(display.row_order, display.column_order)] * 2
    else:
        display = CoclusterDisplay.from_predictions(named, (ROWS, COLUMNS), PRED)
        orders = [display.order_true, display.order_pred]
    for ax, (rows, columns) in zip(display.ax_, orders, strict=True):
        assert names_on(ax.yaxis) == ["uvwxyz"[k] for k in rows]
        assert ax.yaxis.get_ticks_position() == "right"
        assert ax.get_yticks().tolist() == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]
        assert names_on(ax.xaxis) == ["klmn"[k] for k in columns]
    partly = (["a", None, *ROWS[2:]], COLUMNS)
    left = CoclusterDisplay.from_predictions(named, partly, PRED, unlabeled="drop")
    assert sorted(names_on(left.ax_[0].yaxis)) == [*"uwxyz"]
    # Numbers, and more names than there is room for, are not shown.
    numbered = CoclusterDisplay.from_predictions(pd.DataFrame(X), None, PRED)
    assert names_on(numbered.ax_[0].yaxis) == names_on(numbered.ax_[0].xaxis) == []
    many = pd.DataFrame(np.ones((41, 40)), columns=[f"c{k}" for k in range(40)])
    many.index = many.index.astype(str)
    halves = np.arange(41) % 2, np.arange(40) % 2
    axes = CoclusterDisplay.from_predictions(many, None, halves).ax_[0]
    assert (len(names_on(axes.yaxis)), len(names_on(axes.xaxis))) == (0, 40)


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
    assert repr(display) == "ContingencyDisplay(shapes=((3, 3), (3, 3)))"
    assert [np.trace(counts) for counts in display.counts] == [60, 30]


def test_the_title_of_a_table_counts_the_misclassified_samples():
    display = ContingencyDisplay.from_predictions((ROWS, COLUMNS), PRED)
    assert [ax.get_title() for ax in display.ax_] == [
        "6 rows, 1 misclassified (not framed)",
        "4 columns, 1 misclassified (not framed)",
    ]


def test_a_table_of_weights_shows_shares_because_the_unit_is_arbitrary():
    weights = [0.1, 0.2, 0.3, 0.4]
    table = contingency_table([0, 0, 1, 1], [0, 1, 1, 1], sample_weight=weights)
    (ax,) = ContingencyDisplay(table).plot().ax_
    shares = [text.get_text() for text in ax.texts]
    assert shares == ["10.0%", "20.0%", "0.0%", "70.0%"]
    title = "4 samples, 20.0% of the weight misclassified (not framed)"
    assert ax.get_title() == title


@pytest.mark.parametrize("n_clusters", [25, 40, 41, 500])
def test_large_tables_are_drawn_without_numbers_and_named_where_there_is_room(
    n_clusters,
):
    labels = [f"c{k}" for k in range(n_clusters)]
    display = ContingencyDisplay(contingency_table(labels, labels[::-1])).plot()
    (ax,) = display.ax_
    assert len(ax.texts) == 0
    assert len(ax.patches) == (n_clusters if n_clusters <= 40 else 0)
    for axis in (ax.xaxis, ax.yaxis):
        assert (sorted(names_on(axis)) == sorted(labels)) == (n_clusters <= 40)
    assert max(display.counts[0].shape) <= MOST_PIXELS


def test_draws_are_shown_beside_an_exact_p_value():
    display = PermutationDisplay.from_predictions(
        (ROWS, COLUMNS), PRED, random_state=0, n_draws=50
    )
    assert display.result.method == "exact"
    assert display.null_distribution.shape == (50,)
    assert sum(patch.get_height() for patch in display.ax_.patches) == 50
    assert display.ax_.lines[0].get_xdata()[0] == display.result.statistic
    assert display.ax_.get_xlabel() == "product-CARI"
    by_index = sccm.permutation_test((ROWS, COLUMNS), PRED, alternative="index")
    title = f"p of the index = {by_index.pvalue:.2g} (exact test)"
    assert display.ax_.get_title() == title
    # Not the p-value of something else
    result = sccm.permutation_test((ROWS, COLUMNS), PRED)
    with pytest.raises(ValueError, match=r"Fisher's combination.*alternative='index'"):
        PermutationDisplay(result)


def test_the_draws_are_shown_in_the_axes_that_are_passed(pyplot):
    _, axes = pyplot.subplots(ncols=2)
    display = PermutationDisplay.from_predictions(
        (ROWS, COLUMNS), PRED, random_state=0, n_draws=50, ax=axes[0]
    )
    assert display.ax_ is axes[0]


def test_a_p_value_that_is_a_bound_is_shown_as_one():
    labels = np.arange(30) % 3
    display = PermutationDisplay.from_predictions(
        labels, labels, method="labels", n_draws=19
    )
    assert display.ax_.get_title() == "p of the index ≤ 0.05 (labels test)"


def test_a_result_without_draws_is_shown_by_its_moments(pyplot):
    result = sccm.permutation_test((ROWS, COLUMNS), PRED, alternative="index")
    _, ax = pyplot.subplots()
    display = PermutationDisplay(result).plot(ax=ax)
    assert display.null_distribution is None
    wide, narrow = (band.get_extents().width for band in ax.patches)
    assert wide == pytest.approx(2 * narrow)
    assert ax.lines[0].get_xdata()[0] == result.null_mean


def test_a_function_gives_its_name():
    display = PermutationDisplay.from_predictions(
        ROWS, PRED[0], sccm.classification_error, n_draws=20, random_state=0
    )
    assert repr(display).startswith("PermutationDisplay(metric='classification error'")


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
        return sccm.cari_score(true, pred)

    return score


def test_means_and_bands_are_those_of_balanced_random_candidates():
    pairs = []
    display = BaselineDisplay.from_metrics(
        TRUE, {"own": recorded(pairs)}, n_clusters=[2, 5], n_draws=20, level=0.8
    )
    sizes = [sorted(np.bincount(pred).tolist()) for _, pred in pairs]
    assert sizes == [[12, 12]] * 20 + [[4, 5, 5, 5, 5]] * 20
    values = np.array([sccm.cari_score(*pair) for pair in pairs]).reshape(2, 20)
    assert display.values.tolist() == [2, 5]
    assert display.means[0] == pytest.approx(values.mean(axis=1))
    assert display.low[0] == pytest.approx(np.quantile(values, 0.1, axis=1))
    assert display.high[0] == pytest.approx(np.quantile(values, 0.9, axis=1))


def test_all_indices_are_computed_for_the_same_draws():
    display = BaselineDisplay.from_metrics(
        TRUE, ["rand", "normalized_mirkin"], n_clusters=[3], n_draws=10
    )
    assert display.means[0] == pytest.approx(1 - display.means[1])
    alone = BaselineDisplay.from_metrics(TRUE, "rand", n_clusters=[3], n_draws=10)
    assert display.means[0].tolist() == alone.means[0].tolist()


def test_a_co_clustering_has_random_candidates_in_both_modes():
    pairs = []
    BaselineDisplay.from_metrics(
        (TRUE, TRUE[:10]), {"own": recorded(pairs)}, n_clusters=[3], n_draws=2
    )
    sizes = [tuple(np.bincount(mode).tolist() for mode in pred) for _, pred in pairs]
    assert sizes == [([8, 8, 8], [4, 3, 3])] * 2


def test_each_index_has_a_curve_and_a_band():
    display = BaselineDisplay(**CURVES).plot(linewidth=3)
    assert [line.get_ydata().tolist() for line in display.lines_] == CURVES["means"]
    assert [line.get_linewidth() for line in display.lines_] == [3, 3]
    assert len(display.ax_.collections) == 2
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend == ["a", "b"]


# Stability


STABILITY = {
    "n_clusters": [2, 3, 4],
    "means": [1.0, 1.0, 0.5],
    "standard_errors": [0.0, 0.0, 0.1],
}
DATA, *_ = blocks()


def fitted_search(**grid):
    """Search by stability."""
    scorer, options = (
        sccm.make_stability_scorer(n_resamples=2, with_resamples=False),
        {"cv": sccm.WholeDataSplit()},
    )
    search = GridSearchCV(
        KMeansCocluster(), grid, scoring=scorer, refit=False, **options
    )
    return search.fit(DATA)


def test_it_computes_the_stability_of_every_value_of_a_parameter():
    options = {"param_name": "n_row_clusters", "param_range": range(2, 5)}
    model = KMeansCocluster(n_col_clusters=3)
    display = StabilityDisplay.from_estimator(model, DATA, n_resamples=3, **options)
    assert display.n_clusters == [2, 3, 4]
    assert display.scores.shape == (3, 3)
    for number, mean in zip(display.n_clusters, display.means, strict=True):
        model = KMeansCocluster(number)
        assert mean == sccm.stability_score(model, DATA, n_resamples=3)
    assert display.n_clusters[display.best_index] == 3


def test_it_takes_a_search_or_its_results_over_any_parameter():
    search = fitted_search(n_row_clusters=[2, 3, 4])
    for given_ in (search, search.cv_results_):
        display = StabilityDisplay.from_cv_results(given_)
        assert display.n_clusters == [2, 3, 4]
        assert (
            display.means.tolist() == search.cv_results_["mean_test_stability"].tolist()
        )
    display = StabilityDisplay.from_cv_results(fitted_search(n_init=[1, 2]))
    assert display.n_clusters == [1, 2]
    assert display.ax_.get_xlabel() == "n_init"


def name_of_mark(display):
    """Return what the legend calls the mark, its only entry of a candidate."""
    entries = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    (name,) = [entry for entry in entries if "candidate" in entry]
    return name


def test_the_mark_is_the_choice_of_the_search_or_says_its_rule():
    search = fitted_search(n_row_clusters=[2, 3, 4])
    not_refitted = StabilityDisplay.from_cv_results(search)
    assert name_of_mark(not_refitted) == "finest stable candidate"
    search.best_index_ = 2  # as if by another rule
    chosen = StabilityDisplay.from_cv_results(search)
    assert chosen.best_index == 2
    assert name_of_mark(chosen) == "candidate that the search chose"
    by_rule = StabilityDisplay.from_cv_results(search.cv_results_)
    assert by_rule.best_index == 1
    assert name_of_mark(by_rule) == "finest stable candidate"
    by_modes = StabilityDisplay.from_cv_results(search.cv_results_, by="modes")
    assert name_of_mark(by_modes) == "finest candidate stable in each mode"
    asked_for = StabilityDisplay.from_cv_results(search, best_index=0)
    assert asked_for.best_index == 0
    assert name_of_mark(asked_for) == "chosen candidate"
    measured = stability_of(param_name="n_row_clusters", n_resamples=2)
    assert name_of_mark(measured) == "finest stable candidate"


def test_the_repr_of_stability_names_the_marked_candidate():
    display = StabilityDisplay(**STABILITY, best_index=1)
    best = STABILITY["n_clusters"][1]
    assert repr(display) == (
        f"StabilityDisplay(param_name='n_clusters', n_candidates=3, best={best})"
    )
    assert repr(StabilityDisplay(**STABILITY)).endswith("best=None)")


def test_a_resample_that_failed_is_drawn_as_a_gap():
    scores = [[0.5, np.nan], [1.0, 0.9], [0.2, 0.3]]
    display = StabilityDisplay(**{**STABILITY, "scores": scores}).plot()
    drawn = [line.get_ydata() for line in display.ax_.lines if line.get_marker() == "."]
    np.testing.assert_array_equal(np.transpose(drawn), scores)


def test_the_legend_names_the_resamples_once():
    scores = [[0.5, 0.4, 0.6], [1.0, 0.9, 0.8], [0.2, 0.3, 0.1]]
    display = StabilityDisplay(**{**STABILITY, "scores": scores}).plot()
    named = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert named.count("one resample") == 1


def test_it_draws_means_errors_and_the_choice():
    display = StabilityDisplay(**STABILITY, best_index=1).plot()
    line, _, bars = display.errorbar_
    assert line.get_ydata().tolist() == STABILITY["means"]
    assert line.get_marker() == "o"  # a single mean is seen too
    (segments,) = (bar.get_segments() for bar in bars)
    assert segments[2][:, 1].tolist() == pytest.approx([0.4, 0.6])
    chosen = display.ax_.lines[-1]
    assert (chosen.get_xdata()[0], chosen.get_ydata()[0]) == (1, 1.0)
    assert names_on(display.ax_.xaxis) == ["2", "3", "4"]
    assert display.ax_.get_xlabel() == "clusters"
    named = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert named == ["chosen candidate", "mean, with its standard error over resamples"]


def check_heatmap(display, means, chosen):
    """Check the values, the mark of the choice, and that no curve is drawn."""
    np.testing.assert_array_equal(display.image_.get_array().filled(np.nan), means)
    assert display.errorbar_ is None
    (mark,) = display.ax_.patches
    row, column = mark.get_y() + 0.5, mark.get_x() + 0.5
    assert (row, column) == chosen


def test_pairs_of_numbers_are_drawn_as_a_heatmap():
    measured = {"means": [1.0, 0.9, 0.25], "standard_errors": [0.0, 0.1, 0.05]}
    pairs = [(3, 2), (2, 2), (2, 4)]
    display = StabilityDisplay(n_clusters=pairs, **measured, best_index=0).plot()
    check_heatmap(display, [[0.9, 0.25], [1, np.nan]], (1, 0))
    assert display.ax_.get_ylabel() == "row clusters"
    assert display.ax_.get_xlabel() == "column clusters"
    assert names_on(display.ax_.yaxis) == ["2", "3"]
    assert names_on(display.ax_.xaxis) == ["2", "4"]
    written = {text.get_position(): text.get_text() for text in display.ax_.texts}
    shown = ["1.00\n± 0.00", "0.90\n± 0.10", "0.25\n± 0.05"]
    assert written == dict(zip([(0, 1), (0, 0), (1, 0)], shown, strict=True))


def test_infinite_means_have_no_color(pyplot):
    pairs = [(2, 2), (2, 3), (3, 2)]
    measured = {"means": [np.inf, 2.0, -1.0], "standard_errors": [np.nan, 0.1, 0.1]}
    display = StabilityDisplay(n_clusters=pairs, **measured).plot()
    assert display.image_.get_clim() == (-1, 2)
    assert [text.get_text()[:4] for text in display.ax_.texts] == [
        "inf\n",
        "2.00",
        "-1.0",
    ]


def test_infinite_scores_are_written_in_black(pyplot):
    runs = {"first": [0, 0, 1, 1], "second": [0, 0, 1, 1], "third": [0, 1, 0, 1]}
    ax = sccm.pairwise_scores(runs, "yule").plot()
    assert {text.get_color() for text in ax.texts if text.get_text() == "inf"} == {
        "black"
    }


@pytest.mark.parametrize("n_clusters", [[2, 3, 4], [(2, 2), (3, 3), (2, 2, 2)]])
def test_two_parameters_need_two_values_of_each_candidate(n_clusters):
    with pytest.raises(ValueError, match="`n_clusters` must have a tuple of two val"):
        StabilityDisplay(
            **{**STABILITY, "n_clusters": n_clusters, "param_name": ("a", "b")}
        )


def test_values_of_two_parameters_may_be_lists(pyplot):
    pairs = [([2, 2], "log"), ([3, 3], "log"), ([2, 2], "scale")]
    given = {**STABILITY, "n_clusters": pairs, "param_name": ("n_clusters", "method")}
    display = StabilityDisplay(**given).plot()
    assert display.image_.get_array().shape == (2, 2)


def test_pairs_on_one_line_are_drawn_as_a_curve():
    display = StabilityDisplay(**{**STABILITY, "n_clusters": [(2, 2), (3, 3), (4, 4)]})
    assert display.plot().image_ is None
    assert display.ax_.get_xticklabels()[1].get_text() == "(3, 3)"


@pytest.mark.parametrize("by", ["blocks", "modes"])
def test_two_parameters_are_drawn_as_a_heatmap(by):
    search = fitted_search(n_col_clusters=[3, 4], n_row_clusters=[2, 3])
    drawn = StabilityDisplay.from_cv_results(search, by=by)
    options = {"param_name": ("n_row_clusters", "n_col_clusters"), "n_resamples": 2}
    pairs = [(2, 3), (3, 3), (2, 4), (3, 4)]
    measured = stability_of(param_range=pairs, by=by, **options)
    means = search.cv_results_["mean_test_stability"].reshape(2, 2).T
    column, row = divmod(sccm.finest_stable(search, by=by), 2)
    for display in (drawn, measured):
        check_heatmap(display, means, (row, column))
        assert display.ax_.get_ylabel() == "n_row_clusters"
        assert display.ax_.get_xlabel() == "n_col_clusters"


@pytest.mark.parametrize("n_clusters", [[2, 3, 4], [(2, 2), (2, 3), (3, 2)]])
def test_without_a_choice_none_is_marked(n_clusters):
    display = StabilityDisplay(**{**STABILITY, "n_clusters": n_clusters}).plot()
    _, labels = display.ax_.get_legend_handles_labels()
    assert "chosen candidate" not in labels
    assert not display.ax_.patches


def test_results_without_a_curve_are_refused():
    search = fitted_search(n_row_clusters=[2, 3], n_col_clusters=[3], n_init=[1])
    message = (
        r"one or two .* differ in \['n_col_clusters', 'n_init', 'n_row_clusters'\]"
    )
    with pytest.raises(ValueError, match=message):
        StabilityDisplay.from_cv_results(search)
    with pytest.raises(ValueError, match="without `cv_results_`"):
        StabilityDisplay.from_cv_results(KMeansCocluster())


# Biclusters


BICLUSTERS = biclusters_from_indices([([0, 2, 4], [0, 2]), ([4, 1], [2, 3])], X.shape)
FOUND = biclusters_from_indices([([4, 1], [2, 3]), ([3, 5], [1])], X.shape)


def outlined(display, pieces):
    """The cells of the matrix inside the outlines of each bicluster, each once."""
    rows, columns = display.row_order.tolist(), display.column_order.tolist()
    found = [
        [
            cell
            for top, bottom, left, right in rectangles
            for cell in product(rows[top:bottom], columns[left:right])
        ]
        for rectangles in pieces
    ]
    assert all(len(set(listed)) == len(listed) for listed in found)
    return [*map(set, found)]


@given(drawn=pairs_of_biclusterings())
def test_outlines_hold_the_cells_of_the_biclusters(drawn):
    true, pred, shape = drawn
    pair = indicators(true, shape), indicators(pred, shape)
    display = BiclusterDisplay(np.zeros(shape), *pair)
    assert sorted(display.row_order) == list(range(shape[0]))
    assert sorted(display.column_order) == list(range(shape[1]))
    assert outlined(display, display.pieces_true) == cells(true)
    assert outlined(display, display.pieces_pred) == cells(pred)


def test_outlines_are_drawn_around_their_rows_and_columns():
    display = BiclusterDisplay.from_predictions(X, None, FOUND)
    (ax,) = display.ax_
    for drawn, pieces in zip(ax.collections, display.pieces_pred, strict=True):
        for path, ends in zip(drawn.get_paths(), pieces.tolist(), strict=True):
            top, bottom, left, right = ends
            around = [(left, top), (right, top), (right, bottom), (left, bottom)]
            assert path.vertices[:4].tolist() == [*map(list, around)]


def test_long_names_of_clusters_stand_upright_above_the_columns():
    angles = []
    for name in ("a", "a very long name of a cluster"):
        labels = np.array([name, name, "b", "b"])
        display = CoclusterDisplay.from_predictions(X, None, (ROWS, labels))
        texts = display.ax_[-1].child_axes[1].get_xticklabels()
        angles.append({text.get_rotation() for text in texts})
    assert angles == [{0.0}, {90.0}]


@given(drawn=pairs_of_biclusterings())
def test_colors_follow_the_one_to_one_match(drawn):
    true, pred, shape = drawn
    pair = indicators(true, shape), indicators(pred, shape)
    display = BiclusterDisplay(np.zeros(shape), *pair)
    match = sccm.match_table(*pair, assignment="one_to_one").pred.match
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


def test_all_predicted_biclusters_together_weigh_less_than_a_true_one():
    true = [[1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 1]]
    pred = [[1, 0, 0, 1, 0, 1], [1, 0, 0, 0, 0, 1]]
    sides = (([[1]] * len(columns), columns) for columns in (true, pred))
    display = BiclusterDisplay(np.zeros((1, 6)), *sides)
    assert [len(pieces) for pieces in display.pieces_true] == [1] * 3


def test_the_image_is_the_matrix_in_this_order():
    for data in (X, sparse.csr_array(X), pd.DataFrame(X)):
        display = BiclusterDisplay(data, BICLUSTERS, FOUND)
        order = np.ix_(display.row_order, display.column_order)
        np.testing.assert_array_equal(display.image, X[order])
    none = biclusters_from_indices([], (900, 2))
    assert BiclusterDisplay(np.zeros((900, 2)), None, none).image.shape == (400, 2)


def test_data_are_matched_by_name():
    names = list("abcdef"), list("wxyz")
    frame = pd.DataFrame(X, *names)
    named = [
        (pd.DataFrame(rows, columns=names[0]), pd.DataFrame(columns, columns=names[1]))
        for rows, columns in (BICLUSTERS, FOUND)
    ]
    moved = [tuple(one.iloc[:, ::-1] for one in side) for side in named]
    expected = BiclusterDisplay(X, BICLUSTERS, FOUND)
    for sides in (named, moved, (named[0], moved[1]), (named[0], FOUND)):
        found = BiclusterDisplay(frame, *sides)
        np.testing.assert_array_equal(found.image, expected.image)
    for data, sides in ((frame, (moved[0], FOUND)), (X, (moved[0], named[1]))):
        with pytest.raises(ValueError, match="matched by names in several orders"):
            BiclusterDisplay(data, *sides)
    with pytest.raises(ValueError, match="other names"):
        BiclusterDisplay(frame.rename(columns={"w": "v"}), *named)


def test_both_sides_are_outlined(pyplot):
    display = BiclusterDisplay.from_predictions(X, BICLUSTERS, FOUND)
    left, right = display.ax_
    assert [len(ax.collections) for ax in display.ax_] == [2, 3]  # and a dotted one
    assert [text.get_text() for text in left.texts] == ["0", "1"]
    assert display.match.tolist() == [1, -1]
    assert right.get_title() == "2 predicted biclusters, 1 unmatched"
    dotted, match, unmatched = right.collections
    np.testing.assert_array_equal(dotted.get_edgecolor(), match.get_edgecolor())
    assert unmatched.get_edgecolor()[0][:3].tolist() == [0, 0, 0]
    assert right.get_xlabel().splitlines() == [
        "4 columns",
        "solid: matched, dotted: its true bicluster",
        "dashed: unmatched",
    ]
    pyplot.close("all")
    alone = BiclusterDisplay(X, None, BICLUSTERS).plot(colorbar=False)
    assert len(alone.figure_.axes) == 1


def test_a_bicluster_in_pieces_says_how_many():
    true = biclusters_from_indices([(range(4), range(4))], (6, 4))
    pred = biclusters_from_indices([(range(6), range(4)), ([0, 5], [0, 1])], (6, 4))
    display = BiclusterDisplay.from_predictions(X, true, pred)
    n_pieces = [len(pieces) for pieces in display.pieces_pred]
    assert n_pieces == [1, 2]
    texts = [text.get_text() for text in display.ax_[1].texts]
    assert texts == ["0", "1 (2 pieces)"]


def test_a_fitted_estimator_is_drawn():
    found = Fitted(rows_=BICLUSTERS[0], columns_=BICLUSTERS[1])
    display = BiclusterDisplay.from_estimator(found, X)
    assert display.names_pred == ["0", "1"]
    with pytest.raises(TypeError, match="Use `BiclusterDisplay`"):
        CoclusterDisplay(X, None, found)


# All of them


POINT = {key: [[0.5]] for key in ("precision", "recall", "values")}
POINT["fractions"] = [[0.5], [0.4]]
DISPLAYS = [
    BaselineDisplay(**CURVES),
    sccm.PrecisionRecallSpaceDisplay(**POINT),
    StabilityDisplay(**STABILITY),
    PermutationDisplay(sccm.permutation_test(ROWS, PRED[0])),
    ContingencyDisplay(contingency_table([0], [0])),
    CoclusterDisplay(X, None, PRED),
    BiclusterDisplay(X, None, FOUND),
]


def test_every_display_is_among_those_drawn_on_given_axes():
    named = {name for name in sccm.__all__ if name.endswith("Display")}
    assert named == {type(display).__name__ for display in DISPLAYS}


@pytest.mark.parametrize("display", DISPLAYS, ids=lambda one: type(one).__name__)
def test_a_figure_is_drawn_on_given_axes(display, pyplot):
    figure, ax = pyplot.subplots()
    assert display.plot(ax=ax) is display
    assert np.ravel(display.ax_).tolist() == [ax]
    assert display.figure_ is figure
    figure.canvas.draw()


Space = sccm.PrecisionRecallSpaceDisplay
NARROW, WRONG = (FOUND[0], FOUND[1][:, :3]), (2 * FOUND[0], FOUND[1])
WORDS = {"params": [{"a": 1}], "mean_test_stability": ["high"]}


def stability_of(**options):
    """Measure stability over a valid range with these options."""
    arguments = {"param_range": [2], **options}
    return StabilityDisplay.from_estimator(KMeansCocluster(), DATA, **arguments)


def baseline_of(**options):
    """Compute a baseline of a valid reference with these options."""
    arguments = {"metrics": "cari", "n_clusters": [2], "n_draws": 2, **options}
    return BaselineDisplay.from_metrics(TRUE, **arguments)


@pytest.mark.parametrize(
    ("make", "changed", "error", "message"),
    [
        (
            CoclusterDisplay,
            (X.T, None, PRED),
            ValueError,
            "`X` has 4 rows, `labels_pred` has 6",
        ),
        (
            CoclusterDisplay,
            (X, ROWS, PRED[0]),
            ValueError,
            "labels of the rows and of the columns, got 1",
        ),
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
        (baseline_of, {"metrics": []}, ValueError, "`metrics` is empty"),
        (
            baseline_of,
            {"metrics": {"cari": "cari", "own": lambda *_: np.inf}},
            ValueError,
            "no mean to draw: own. Leave",
        ),
        (stability_of, {"param_range": []}, ValueError, "`param_range` is empty"),
        (stability_of, {"n_resamples": 1}, ValueError, "`n_resamples` must be at le"),
        (stability_of, {"by": "rows"}, ValueError, "`by` must be one of 'blocks', 'mo"),
        (
            stability_of,
            {"param_name": ("a", "b")},
            ValueError,
            "have a tuple of two values",
        ),
        (BiclusterDisplay, (X[:5], None, FOUND), ValueError, "5 rows, `biclusters_pr"),
        (BiclusterDisplay, (X, NARROW, FOUND), ValueError, "s_true` has 3 columns"),
        (BiclusterDisplay, (X, None, WRONG), ValueError, r"d\[0\]` must .* got 2"),
        (BiclusterDisplay, ([1, 2], None, FOUND), ValueError, "`X` must be a matrix"),
        (StabilityDisplay, {"n_clusters": []}, ValueError, "`n_clusters` is empty"),
        (StabilityDisplay, {"n_clusters": 3}, TypeError, "`n_clusters` must be a seq"),
        (StabilityDisplay, {"means": [0.1]}, ValueError, "`means` .* 3 candidates"),
        (StabilityDisplay, {"means": ["a"] * 3}, ValueError, "`means` must be an"),
        (StabilityDisplay, {"standard_errors": [1]}, ValueError, "`standard_errors` m"),
        (StabilityDisplay, {"scores": [1, 2, 3]}, ValueError, "candidates x resamples"),
        (StabilityDisplay, {"best_index": 3}, ValueError, "from 0 to 2, got 3"),
        (
            StabilityDisplay,
            {"best_index": "x"},
            TypeError,
            "`best_index` must be an in",
        ),
        (StabilityDisplay, {"means": np.array([1j] * 3)}, ValueError, "complex n"),
        (StabilityDisplay, {"means": [None, None, 1j]}, ValueError, "complex number"),
        (BaselineDisplay, {"values": np.array([1j, 2, 3])}, ValueError, "has complex"),
        (
            Space,
            {"recall": np.array([[1j]])},
            ValueError,
            "`recall` .* complex numbers",
        ),
        (CoclusterDisplay, (X * 1j, None, PRED), ValueError, "real numbers, got compl"),
        (BiclusterDisplay, (X * 1j, None, FOUND), ValueError, "real numbers, got comp"),
        (
            StabilityDisplay,
            {"param_name": None},
            TypeError,
            "`param_name` must be the name",
        ),
        (
            StabilityDisplay,
            {"param_name": ("a",)},
            TypeError,
            "`param_name` must be the name",
        ),
        (StabilityDisplay.from_cv_results, ([1],), TypeError, "`cv_results` must be"),
        (StabilityDisplay.from_cv_results, ({"params": 3},), TypeError, "'params'"),
        (StabilityDisplay.from_cv_results, ({"params": [3]},), TypeError, "'params'"),
        (StabilityDisplay.from_cv_results, (WORDS,), ValueError, "must be numbers"),
        (Space, {"metric": "dice"}, ValueError, "`metric` must be one of"),
        (Space, {"correction": "a"}, ValueError, "`correction` must be one of"),
        (Space, {"weight": -1}, ValueError, "`weight` must be"),
        (Space, {"recall": [0.5]}, ValueError, "`recall` must"),
        (Space, {"values": [[]]}, ValueError, "`values` must"),
        (Space, {"fractions": [[0], [1]]}, ValueError, "one cell"),
        (Space, {"fractions": 1}, ValueError, "of 2 modes x 1 true biclusters, g"),
        (Space, {"names": ["a", "b"]}, ValueError, "there are 1; got 2 names. To use"),
        (Space, {"names": "a"}, TypeError, "`names` must be a sequence of names"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, changed, error, message):
    valid = {BaselineDisplay: CURVES, StabilityDisplay: STABILITY, Space: POINT}
    arguments = changed if isinstance(changed, tuple) else ()
    options = {} if arguments else {**valid.get(make, {}), **changed}
    with pytest.raises(error, match=message):
        make(*arguments, **options)


@pytest.mark.parametrize("true", [None, (ROWS, COLUMNS)])
def test_an_unknown_treatment_of_missing_labels_is_refused_also_without_truth(true):
    with pytest.raises(ValueError, match="`unlabeled` must be one of None, 'drop'"):
        CoclusterDisplay(X, true, PRED, unlabeled="dropped")


def test_the_candidate_to_mark_among_results_must_be_a_number():
    results = {"params": [{"k": 2}, {"k": 3}], "mean_test_stability": [0.5, 0.6]}
    results |= {
        f"mean_test_{key}": [0.1, 0.1]
        for key in ("resampling_error", "n_row_clusters", "n_column_clusters")
    }
    with pytest.raises(TypeError, match="`best_index` must be an integer, got 'x'"):
        StabilityDisplay.from_cv_results(results, best_index="x")


TWO = {"a": (ROWS, COLUMNS), "b": PRED}
COMPARED = sccm.compare(TWO, dict.fromkeys("de", (None, TWO["a"])), "cari")
SAME_BLOCKS = BICLUSTERS, BICLUSTERS
TAKE_KEYWORDS = [
    (CoclusterDisplay.from_predictions, (X, None, PRED)),
    (CoclusterDisplay.from_estimator, (Fitted(), X)),
    (BiclusterDisplay.from_predictions, (X, None, FOUND)),
    (BiclusterDisplay.from_estimator, (Fitted(), X)),
    (ContingencyDisplay.from_predictions, (ROWS, PRED[0])),
    (ContingencyDisplay.from_estimator, (Fitted(), ROWS)),
    (Space.from_predictions, SAME_BLOCKS),
    (Space.from_estimator, (Fitted(), BICLUSTERS)),
]
PLOTS = {
    **{f"{type(display).__name__}.plot": display for display in DISPLAYS},
    "Comparison.plot": COMPARED,
    "RankTest.plot": COMPARED.rank_test(),
    "PairwiseScores.plot": sccm.pairwise_scores(TWO, "cari"),
    "ClusterPairs.plot": sccm.match_table(ROWS, PRED[0]).pairs,
}
PLOTS.pop("StabilityDisplay.plot")  # takes none


@pytest.mark.parametrize(
    ("method", "arguments"),
    TAKE_KEYWORDS,
    ids=[method.__qualname__ for method, _ in TAKE_KEYWORDS],
)
def test_an_unknown_keyword_raises_an_error_that_names_the_method(method, arguments):
    message = f"`{method.__qualname__}` has no parameter `unlabelled`, and `Axes"
    with pytest.raises(TypeError, match=message):
        method(*arguments, unlabelled="drop")


def test_from_estimator_lists_its_own_parameters_and_the_options_of_the_display():
    parameters = "`estimator`, `X`, `labels_true`, `unlabeled`, `ax`, `colorbar`"
    message = rf"Did you mean [^?]*`labels_true`[^?]*\? Parameters: {parameters}\."
    with pytest.raises(TypeError, match=message):
        CoclusterDisplay.from_estimator(Fitted(), X, labels=(ROWS, COLUMNS))


def test_from_estimator_takes_the_options_of_from_predictions(pyplot):
    model = Fitted(row_labels_=np.array(PRED[0]), column_labels_=np.array(PRED[1]))
    truth = (["a", None, *ROWS[2:]], COLUMNS)
    options = {"unlabeled": "drop", "colorbar": False, "cmap": "viridis"}
    display = CoclusterDisplay.from_estimator(model, X, truth, **options)
    assert display.image_pred.shape == (5, 4)


@pytest.mark.parametrize("name", PLOTS)
def test_a_keyword_that_is_not_of_matplotlib_is_refused_by_name(name):
    message = f"`{name}` has no parameter `unlabelled`, and `Axes"
    with pytest.raises(TypeError, match=message):
        PLOTS[name].plot(unlabelled="drop")


def test_a_misspelt_keyword_is_refused_before_the_work_with_the_one_that_is_meant():
    with pytest.raises(TypeError, match="Did you mean `unlabeled`"):
        ContingencyDisplay.from_predictions("no labels", None, unlabelled="drop")
    with pytest.raises(TypeError, match="Did you mean `cmap`"):
        CoclusterDisplay.from_predictions(X, None, None, cmapp="Greys")
    message = (
        "`StabilityDisplay.from_estimator` has no parameter `n_resample`, and `make"
    )
    with pytest.raises(TypeError, match=message):
        stability_of(n_resample=3)
    with pytest.raises(TypeError, match="Did you mean `random_state`"):
        stability_of(seed=0)


def test_keywords_of_matplotlib_and_their_short_forms_are_taken():
    curves = BaselineDisplay(**CURVES).plot(lw=3, ls="--")
    assert curves.lines_[0].get_linewidth() == 3
    points = Space(**POINT).plot(marker="s", lw=2, zorder=4)
    assert points.points_.get_zorder() == 4
    options = {"norm": "log", "aspect": "equal", "colorbar": False}
    matrix = CoclusterDisplay.from_predictions(X + 1, None, PRED, **options)
    (image,) = matrix.ax_[0].images
    assert type(image.norm).__name__ == "LogNorm"
    assert matrix.ax_[0].get_aspect() == 1


def test_what_a_display_sets_itself_is_refused():
    with pytest.raises(TypeError, match="has no parameter `extent`"):
        BiclusterDisplay(X, None, FOUND).plot(extent=(0, 1, 0, 1))


def test_the_axis_of_stability_names_the_index():
    options = {"param_name": "n_row_clusters", "param_range": [2, 3]}
    display = stability_of(metric="cari", n_resamples=2, **options)
    assert display.ax_.get_ylabel() == "stability by CARI"


def test_the_stability_of_a_search_is_named_by_the_index_of_its_scorer(pyplot):
    search = fitted_search(n_init=[1, 2])
    display = StabilityDisplay.from_cv_results(search)
    assert display.ax_.get_ylabel() == "stability by product-CARI"
    results_alone = StabilityDisplay.from_cv_results(search.cv_results_)
    assert results_alone.ax_.get_ylabel() == "stability"


def test_what_is_no_axes_is_refused(pyplot):
    three = pyplot.subplots(1, 3)[1].tolist()
    two = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    displays = (BaselineDisplay(**CURVES), 1), (two, 2)
    for ax, (display, n) in product([5, [1, 2], "ax", three], displays):
        with pytest.raises(ValueError, match=f"`ax` must have {n} axes of matplotlib"):
            display.plot(ax=ax)


NAMED = pd.DataFrame(X, list("uvwxyz"), list("klmn"))


@pytest.mark.filterwarnings("ignore:Rows are matched by name, but columns by pos")
def test_labels_are_drawn_in_the_order_of_named_data():
    rows, columns = pd.Series(ROWS, NAMED.index), pd.Series(COLUMNS, NAMED.columns)
    expected = CoclusterDisplay(X, (ROWS, COLUMNS), PRED)
    moved = [part.sample(frac=1, random_state=0) for part in (rows, columns)]
    reversed_ = (pd.Series(PRED[0], NAMED.index)[::-1], PRED[1])
    for true, pred in [(moved, PRED), (moved, reversed_), ((ROWS, COLUMNS), reversed_)]:
        display = CoclusterDisplay(NAMED, tuple(true), pred)
        assert (display.image_true == expected.image_true).all()
        assert (display.image_pred == expected.image_pred).all()
    # Without names in X, both sides must have one order: it is that of X.
    unnamed = CoclusterDisplay(X, (rows, columns), (rows, columns))
    assert unnamed.misclassified[0].sum() == 0
    for data in (X, NAMED.set_axis(range(6), axis=0)):
        with pytest.raises(ValueError, match="matched by names in several orders"):
            CoclusterDisplay(data, tuple(moved), (rows, columns))


def test_labels_of_other_names_or_columns_than_those_of_the_data_are_refused():
    other = pd.Series(ROWS, list("uvwxya"))
    with pytest.raises(ValueError, match=r"`labels_true.*than `X`: .*'z'"):
        CoclusterDisplay(NAMED, (other, COLUMNS), PRED)
    model = KMeansCocluster(2, 2).fit(X)
    model.feature_names_in_ = np.array(list("klmn"))
    assert CoclusterDisplay(NAMED, None, model).image_pred.shape == (6, 4)
    message = "not those that `labels_pred` was fitted on: the order differs"
    with pytest.raises(ValueError, match=message):
        CoclusterDisplay(NAMED[list("nmlk")], None, model)


def test_biclusters_of_other_columns_than_those_of_the_data_are_refused():
    model = SpectralCoclustering(2, random_state=0).fit(NAMED + 1)
    assert BiclusterDisplay.from_estimator(model, NAMED).pieces_true is None
    message = "not those that `biclusters_pred` was fitted on: the order differs"
    with pytest.raises(ValueError, match=message):
        BiclusterDisplay.from_estimator(model, NAMED[list("nmlk")])
    message = "not those that `biclusters_true` was fitted on: only `X` has 'o'"
    with pytest.raises(ValueError, match=message):
        BiclusterDisplay(NAMED.set_axis(list("klmo"), axis=1), model, BICLUSTERS)


@pytest.mark.parametrize("unlabeled", [None, "drop"])
@pytest.mark.parametrize("default_side", ["labels_true", "labels_pred"])
def test_a_default_index_beside_names_is_warned_of_once(default_side, unlabeled):
    names = list("abcdef")
    X = pd.DataFrame(np.kron(np.eye(2), np.ones((3, 2))), index=names)
    labels = [0, 0, 0, 1, 1, 1]
    column_labels = [0, 0, 1, 1]
    named = (pd.Series(labels, index=names), column_labels)
    default = (pd.Series(labels), column_labels)
    sides = {"labels_true": named, "labels_pred": named, default_side: default}
    with pytest.warns(UserWarning, match="default index") as warned:
        CoclusterDisplay.from_predictions(X, **sides, unlabeled=unlabeled)
    assert len(warned) == 1
