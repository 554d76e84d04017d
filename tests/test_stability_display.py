"""`StabilityDisplay`: what it computes, chooses and draws, and what it refuses."""

import numpy as np
import pytest
from doubles import KMeansCocluster, blocks
from sklearn.model_selection import GridSearchCV

from sklearn_cocluster_metrics import (
    StabilityDisplay,
    WholeDataSplit,
    make_stability_scorer,
    stability_score,
)

plt = pytest.importorskip("matplotlib.pyplot")
X, ROWS, COLUMNS = blocks()
CURVE = {
    "n_clusters": [2, 3, 4],
    "means": [1.0, 1.0, 0.5],
    "standard_errors": [0.0, 0.0, 0.1],
}


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


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
    assert display.n_blocks.tolist() == [6, 9, 12]
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
    assert display.n_blocks.tolist() == [6, 9, 12]


def test_a_parameter_of_any_name_is_drawn_under_its_name():
    display = StabilityDisplay.from_cv_results(fitted_search({"n_init": [1, 2]}))
    assert display.n_clusters == [1, 2]
    assert display.ax_.get_xlabel() == "n_init"


def test_it_draws_means_errors_and_the_choice():
    display = StabilityDisplay(**CURVE).plot()
    line, _, bars = display.errorbar_
    assert line.get_ydata().tolist() == CURVE["means"]
    (segments,) = (bar.get_segments() for bar in bars)
    assert segments[2][:, 1].tolist() == pytest.approx([0.4, 0.6])
    chosen = display.ax_.lines[-1]
    assert (chosen.get_xdata()[0], chosen.get_ydata()[0]) == (1, 1.0)
    assert [tick.get_text() for tick in display.ax_.get_xticklabels()] == list("234")
    assert display.ax_.get_xlabel() == "clusters"


def test_it_draws_on_given_axes():
    figure, ax = plt.subplots()
    display = StabilityDisplay(**CURVE).plot(ax=ax)
    assert display.ax_ is ax
    assert display.figure_ is figure


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"n_clusters": []}, ValueError, "`n_clusters` is empty"),
        ({"n_clusters": 3}, TypeError, "`n_clusters` must be a sequence"),
        ({"n_clusters": [2, 3]}, ValueError, r"`means` must have 1 .* 2 candidates"),
        ({"means": ["a"] * 3}, ValueError, "`means` must have numbers"),
        ({"means": [np.nan] * 3}, ValueError, "No candidate has a score"),
        ({"standard_errors": [0.1]}, ValueError, "`standard_errors` must have 1"),
        ({"standard_errors": [np.nan] * 3}, ValueError, "but no standard error"),
        ({"standard_errors": [-1, 0, 0]}, ValueError, "must not be negative"),
        ({"scores": [1, 2, 3]}, ValueError, r"`scores` must have 2 dim.*\(3,\)"),
        ({"n_blocks": [4, 9]}, ValueError, "`n_blocks` must have 1"),
    ],
)
def test_data_that_do_not_fit_are_refused(changed, error, message):
    with pytest.raises(error, match=message):
        StabilityDisplay(**{**CURVE, **changed})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"param_range": []}, "`param_range` is empty"),
        ({"param_range": [2], "n_resamples": 1}, "`n_resamples` must be at least 2"),
    ],
)
def test_what_cannot_be_measured_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        StabilityDisplay.from_estimator(KMeansCocluster(), X, **options)


def test_results_without_a_curve_are_refused():
    search = fitted_search({"n_row_clusters": [2, 3], "n_col_clusters": [3]})
    with pytest.raises(ValueError, match=r"\['n_col_clusters', 'n_row_clusters'\]; a"):
        StabilityDisplay.from_cv_results(search)
    with pytest.raises(ValueError, match="without `cv_results_`"):
        StabilityDisplay.from_cv_results(KMeansCocluster())
