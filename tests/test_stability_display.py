"""`StabilityDisplay`: what it computes, chooses and draws, and what it refuses."""

import numpy as np
import pytest
from doubles import KMeansCocluster, blocks
from sklearn.model_selection import GridSearchCV

from sklearn_cocluster_metrics import (
    StabilityDisplay,
    WholeDataSplit,
    finest_stable,
    make_stability_scorer,
    stability_score,
)

pytestmark = pytest.mark.usefixtures("pyplot")
X, ROWS, COLUMNS = blocks()
CURVE = {
    "n_clusters": [2, 3, 4],
    "means": [1.0, 1.0, 0.5],
    "standard_errors": [0.0, 0.0, 0.1],
}


def fitted_search(grid):
    """Search by stability."""
    return GridSearchCV(
        KMeansCocluster(),
        grid,
        scoring=make_stability_scorer(n_resamples=2, with_standard_error=True),
        refit=False,
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(X)


def test_it_computes_the_stability_of_every_value_of_a_parameter():
    display = StabilityDisplay.from_estimator(
        KMeansCocluster(n_col_clusters=3),
        X,
        param_name="n_row_clusters",
        param_range=range(2, 5),
        n_resamples=3,
    )
    assert display.n_clusters == [2, 3, 4]
    assert display.scores.shape == (3, 3)
    for number, mean in zip(display.n_clusters, display.means, strict=True):
        model = KMeansCocluster(number)
        assert mean == stability_score(model, X, n_resamples=3)
    assert display.n_clusters[display.best_index] == 3


@pytest.mark.parametrize("of", [lambda search: search, lambda s: s.cv_results_])
def test_it_takes_a_search_or_its_results(of):
    search = fitted_search({"n_row_clusters": [2, 3, 4]})
    display = StabilityDisplay.from_cv_results(of(search))
    assert display.n_clusters == [2, 3, 4]
    assert display.means.tolist() == search.cv_results_["mean_test_score"].tolist()


def test_a_parameter_of_any_name_is_drawn_under_its_name():
    display = StabilityDisplay.from_cv_results(fitted_search({"n_init": [1, 2]}))
    assert display.n_clusters == [1, 2]
    assert display.ax_.get_xlabel() == "n_init"


def test_it_draws_means_errors_and_the_choice():
    display = StabilityDisplay(**CURVE, best_index=1).plot()
    line, _, bars = display.errorbar_
    assert line.get_ydata().tolist() == CURVE["means"]
    (segments,) = (bar.get_segments() for bar in bars)
    assert segments[2][:, 1].tolist() == pytest.approx([0.4, 0.6])
    chosen = display.ax_.lines[-1]
    assert (chosen.get_xdata()[0], chosen.get_ydata()[0]) == (1, 1.0)
    assert [tick.get_text() for tick in display.ax_.get_xticklabels()] == list("234")
    assert display.ax_.get_xlabel() == "clusters"


def check_heatmap(display, means, chosen):
    """Check the values, the mark of the choice, and that no curve is drawn."""
    np.testing.assert_array_equal(display.image_.get_array().filled(np.nan), means)
    assert display.errorbar_ is None
    (mark,) = display.ax_.patches
    row, column = mark.get_y() + 0.5, mark.get_x() + 0.5
    assert (row, column) == chosen


def test_pairs_of_numbers_are_drawn_as_a_heatmap():
    display = StabilityDisplay(
        n_clusters=[(3, 2), (2, 2), (2, 4)],
        means=[1.0, 0.9, 0.25],
        standard_errors=[0.0, 0.1, 0.05],
        best_index=0,
    ).plot()
    check_heatmap(display, [[0.9, 0.25], [1, np.nan]], (1, 0))
    assert (display.ax_.get_ylabel(), display.ax_.get_xlabel()) == (
        "row clusters",
        "column clusters",
    )
    assert [tick.get_text() for tick in display.ax_.get_yticklabels()] == list("23")
    assert [tick.get_text() for tick in display.ax_.get_xticklabels()] == list("24")
    written = {text.get_position(): text.get_text() for text in display.ax_.texts}
    assert written == {
        (0, 0): "0.90\n± 0.10",
        (1, 0): "0.25\n± 0.05",
        (0, 1): "1.00\n± 0.00",
    }


def test_pairs_on_one_line_are_drawn_as_a_curve():
    display = StabilityDisplay(**{**CURVE, "n_clusters": [(2, 2), (3, 3), (4, 4)]})
    assert display.plot().image_ is None
    assert display.ax_.get_xticklabels()[1].get_text() == "(3, 3)"


@pytest.mark.parametrize("by", ["blocks", "modes"])
def test_two_parameters_are_drawn_as_a_heatmap(by):
    search = fitted_search({"n_col_clusters": [3, 4], "n_row_clusters": [2, 3]})
    drawn = StabilityDisplay.from_cv_results(search, by=by)
    measured = StabilityDisplay.from_estimator(
        KMeansCocluster(),
        X,
        param_name=("n_row_clusters", "n_col_clusters"),
        param_range=[(2, 3), (3, 3), (2, 4), (3, 4)],
        n_resamples=2,
        by=by,
    )
    means = search.cv_results_["mean_test_score"].reshape(2, 2).T
    column, row = divmod(finest_stable(search, by=by), 2)
    for display in (drawn, measured):
        check_heatmap(display, means, (row, column))
        assert display.ax_.get_ylabel() == "n_row_clusters"
        assert display.ax_.get_xlabel() == "n_col_clusters"


@pytest.mark.parametrize("n_clusters", [[2, 3, 4], [(2, 2), (2, 3), (3, 2)]])
def test_without_a_choice_none_is_marked(n_clusters):
    display = StabilityDisplay(**{**CURVE, "n_clusters": n_clusters}).plot()
    _, labels = display.ax_.get_legend_handles_labels()
    assert "finest stable candidate" not in labels
    assert not display.ax_.patches


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"param_range": []}, "`param_range` is empty"),
        ({"param_range": [2], "n_resamples": 1}, "`n_resamples` must be at least 2"),
        ({"param_range": [2], "by": "rows"}, "`by` must be one of 'blocks', 'modes'"),
        ({"param_range": [2], "param_name": ("a", "b")}, "must have a pair of values"),
    ],
)
def test_what_cannot_be_measured_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        StabilityDisplay.from_estimator(KMeansCocluster(), X, **options)


def test_results_without_a_curve_are_refused():
    search = fitted_search(
        {"n_row_clusters": [2, 3], "n_col_clusters": [3], "n_init": [1]}
    )
    message = r"\['n_col_clusters', 'n_init', 'n_row_clusters'\]; a figure needs one p"
    with pytest.raises(ValueError, match=message):
        StabilityDisplay.from_cv_results(search)
    with pytest.raises(ValueError, match="without `cv_results_`"):
        StabilityDisplay.from_cv_results(KMeansCocluster())
