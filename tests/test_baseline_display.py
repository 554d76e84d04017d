"""`BaselineDisplay`: what it computes, what it draws, and what it refuses."""

import numpy as np
import pytest

from sklearn_cocluster_metrics import BaselineDisplay, cari_score

plt = pytest.importorskip("matplotlib.pyplot")
TRUE = np.arange(24) % 4
CURVES = {"names": ["a", "b"], "values": [2, 4, 8], "means": [[0, 1, 2], [3, 4, 5]]}


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


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
    sizes = [sorted(np.bincount(pred).tolist()) for _, pred in pairs]
    assert sizes == [[12, 12]] * 20 + [[4, 5, 5, 5, 5]] * 20
    values = np.array([cari_score(*pair) for pair in pairs]).reshape(2, 20)
    assert display.values.tolist() == [2, 5]
    assert display.means[0] == pytest.approx(values.mean(axis=1))
    assert display.low[0] == pytest.approx(np.quantile(values, 0.1, axis=1))
    assert display.high[0] == pytest.approx(np.quantile(values, 0.9, axis=1))


def test_sizes_can_be_given():
    pairs = []
    display = BaselineDisplay.from_sizes(
        TRUE,
        {"own": recorded(pairs)},
        sizes={1: [1, 23], 2: [2, 2, 20]},
        xlabel="small",
        n_draws=3,
    )
    sizes = [np.bincount(pred).tolist() for _, pred in pairs]
    assert sizes == [[1, 23]] * 3 + [[2, 2, 20]] * 3
    assert display.ax_.get_xlabel() == "small"


def test_all_metrics_see_the_same_draws():
    display = BaselineDisplay.from_metrics(
        TRUE, ["rand", "normalized_mirkin"], n_clusters=[3], n_draws=10
    )
    assert display.means[0] == pytest.approx(1 - display.means[1])


def test_a_coclustering_has_candidates_in_both_modes():
    pairs = []
    true = (TRUE, TRUE[:10])
    own = {"own": recorded(pairs)}
    BaselineDisplay.from_metrics(true, own, n_clusters=[3], n_draws=2)
    BaselineDisplay.from_sizes(true, own, sizes={0: ([4, 20], [5, 5])}, n_draws=2)
    sizes = [tuple(np.bincount(mode).tolist() for mode in pred) for _, pred in pairs]
    assert sizes == [([8, 8, 8], [4, 3, 3])] * 2 + [([4, 20], [5, 5])] * 2


def test_the_number_of_jobs_changes_no_mean():
    one, two = (
        BaselineDisplay.from_metrics(
            TRUE, "cari", n_clusters=[2, 3], n_draws=5, n_jobs=n_jobs
        )
        for n_jobs in (1, 2)
    )
    assert one.means.tolist() == two.means.tolist()


def test_it_draws_a_curve_and_a_band_for_each_index():
    display = BaselineDisplay(**CURVES, low=np.zeros((2, 3)), high=np.ones((2, 3)))
    display.plot(linewidth=3)
    assert [line.get_ydata().tolist() for line in display.lines_] == CURVES["means"]
    assert [line.get_linewidth() for line in display.lines_] == [3, 3]
    assert len(display.ax_.collections) == 2
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend == ["a", "b"]


def test_it_draws_on_given_axes_without_bands():
    figure, ax = plt.subplots()
    display = BaselineDisplay(**CURVES).plot(ax=ax)
    assert display.ax_ is ax
    assert display.figure_ is figure
    assert not ax.collections


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"values": []}, "`values` must be one-dimensional and not empty"),
        ({"means": [[0, 1, 2]]}, r"`means` must have one row .* shape \(2, 3\)"),
        ({"means": [[0, 1, np.inf]] * 2}, "`means` must be finite"),
        ({"low": np.zeros((2, 3))}, "`low` and `high` must both be given"),
        ({"low": [0], "high": [1]}, "`low` must have one row"),
    ],
)
def test_data_that_do_not_fit_are_refused(changed, message):
    with pytest.raises(ValueError, match=message):
        BaselineDisplay(**{**CURVES, **changed})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_clusters": []}, ValueError, "`n_clusters` is empty"),
        ({"n_clusters": 3}, TypeError, "`n_clusters` must be a sequence"),
        ({"n_clusters": [25]}, ValueError, r"`n_clusters\[0\]` must be from 1 to 24"),
        ({"n_draws": 0}, ValueError, "`n_draws` must be at least 1"),
        ({"level": 1}, ValueError, "`level` must be between 0 and 1"),
        ({"metrics": []}, ValueError, "`metric` is empty"),
        ({"metrics": {"a": lambda *pair: np.inf}}, ValueError, "not finite"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, error, message):
    arguments = {"metrics": "cari", "n_clusters": [2], "n_draws": 2, **options}
    with pytest.raises(error, match=message):
        BaselineDisplay.from_metrics(TRUE, **arguments)


@pytest.mark.parametrize(
    ("true", "sizes", "error", "message"),
    [
        (TRUE, [[24]], TypeError, "`sizes` must be a mapping"),
        (TRUE, {}, ValueError, "`sizes` is empty"),
        (TRUE, {1: [3, 4]}, ValueError, r"`sizes\[1\]` sums to 7; .* has 24 labels"),
        ((TRUE, TRUE), {1: [24]}, ValueError, r"tuple of the cluster sizes in 2 modes"),
    ],
    ids=["list", "empty", "sum", "modes"],
)
def test_sizes_that_do_not_fit_are_refused(true, sizes, error, message):
    with pytest.raises(error, match=message):
        BaselineDisplay.from_sizes(true, "cari", sizes=sizes)
