"""Progress of long computations."""

import _thread
import faulthandler
import itertools
import logging
import os
import signal
import sys
import threading
import time
import warnings
from functools import partial

import numpy as np
import pytest
from calls import CALLS, PRED, TRUE, WITH_VERBOSE

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._structures import _progress
from sklearn_cocluster_metrics._structures._progress import with_progress


@pytest.fixture
def without_delay(monkeypatch):
    for name in (
        "_REPORT_INTERVAL",
        "_ANNOUNCED_SECONDS",
        "_MIN_TIMED_SECONDS",
        "_MAX_HELD_UP_SECONDS",
    ):
        monkeypatch.setattr(_progress, name, 0.0)


@pytest.mark.filterwarnings("ignore:3 letters may take")
@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING])
def test_what_is_done_is_logged_after_each_item_if_asked_for(
    level, without_delay, caplog
):
    caplog.set_level(level, logger="sklearn_cocluster_metrics")
    assert list(with_progress(["aa", "b"], 3, "letters", size=len)) == ["aa", "b"]
    messages = [record.getMessage() for record in caplog.records]
    done = [f"{n} of 3 letters done after 0 s" for n in (2, 3)]
    assert messages == (done if level == logging.INFO else [])


def test_short_computations_tell_nothing(caplog, capfd):
    caplog.set_level(logging.INFO, logger="sklearn_cocluster_metrics")
    assert list(with_progress(["aa", "b"], 3, "letters", size=len)) == ["aa", "b"]
    assert (caplog.records, capfd.readouterr()) == ([], ("", ""))


def slowly(n, seconds, first=0.0):
    """Yield numbers, each after so many seconds; a list keeps the clock."""
    for one in range(n):
        NOW[0] += first if one == 0 else seconds
        yield one


NOW = [0.0]


PACES = [
    (100, 0.2, 0.2, "18 s"),  # after two windows of six: 87 are left
    (100, 0.09, 0.09, None),  # nine seconds
    (100, 0.05, 4.0, None),  # the workers had to start
    (100, 0.05, 20.0, None),  # on a busy machine
    (3, 40.0, 40.0, "2 min"),  # after the first
    (10**9, 1e-3, 1e-3, "16,667 min"),
]


@pytest.mark.parametrize(("n", "seconds", "first", "about"), PACES)
def test_what_takes_more_than_ten_seconds_is_announced_once(
    n, seconds, first, about, monkeypatch
):
    monkeypatch.setattr(_progress.time, "monotonic", lambda: NOW[0])
    items = itertools.islice(with_progress(slowly(n, seconds, first), n, "fits"), 3000)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert len([*items]) == min(n, 3000)
    told = [str(one.message) for one in caught]
    start = (
        f"{n:,} fits may take about {about}; it can be interrupted. Pass `verbose=1`"
    )
    assert [text[: len(start)] for text in told] == ([start] if about else [])


@pytest.mark.parametrize(
    ("seconds_of_items", "n_workers", "about"),
    [
        # The second worker starts a little later than the first, and then all is fast.
        ([15.0, 2.5] + [0.01] * 97, 2, None),
        ([9.0, 1.5, 1.5, 4.0] + [0.01] * 95, 4, None),
        # Items of 8 seconds come four at a time.
        ([8.0, 0, 0, 0] * 25, 4, "4 min"),
        # The first items are long, so that this is not the start of workers.
        ([50.0, 0, 0, 0] * 5, 4, "4 min"),
        # All items are done at once.
        ([50.0, 0, 0, 0], 4, None),
    ],
)
def test_the_start_of_several_workers_is_not_taken_for_the_pace(
    seconds_of_items, n_workers, about, monkeypatch
):
    monkeypatch.setattr(_progress.time, "monotonic", lambda: NOW[0])

    def items():
        for seconds in seconds_of_items:
            NOW[0] += seconds
            yield seconds

    n = len(seconds_of_items)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        list(with_progress(items(), n, "draws", n_workers=n_workers))
    forecasts = [str(warning.message).split(";")[0] for warning in caught]
    expected = [] if about is None else [f"{n} draws may take about {about}"]
    assert forecasts == expected


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("held_up", [1, 2, 500])
def test_an_item_that_is_held_up_once_announces_nothing(held_up, monkeypatch):
    """A thousand items of 5 milliseconds, but one of 8 seconds."""
    monkeypatch.setattr(_progress.time, "monotonic", lambda: NOW[0])

    def items():
        for number in range(1000):
            NOW[0] += 8.0 if number == held_up else 0.005
            yield number

    assert len([*with_progress(items(), 1000, "draws")]) == 1000


@pytest.mark.filterwarnings("ignore:.* may take")
def test_what_has_no_verbose_logs_its_progress(without_delay, caplog):
    caplog.set_level(logging.INFO, logger="sklearn_cocluster_metrics")
    rows, columns = np.tri(3, dtype=int), np.ones((3, 2), dtype=int)
    true, pred = (rows, columns), (rows[:1], columns[:1])
    sccm.bicluster_jaccard_score(true, pred, correction="expected_best")
    told = [record.getMessage()[:6] for record in caplog.records]
    assert told == ["1 of 3", "2 of 3", "3 of 3"]
    generator = np.random.default_rng(0)
    sides = [generator.random((2, 3, 40)) < 0.6 for _ in range(2)]
    sccm.mocice_bcubed_score(*map(tuple, sides))
    told = [record.getMessage().split(" done")[0] for record in caplog.records[3:]]
    assert told[-1].endswith("different cells of biclusters")
    assert len({message.split(" of ")[0] for message in told}) > 2


def test_a_long_count_of_overlapping_clusters_speaks_of_samples(without_delay):
    clusters = np.random.default_rng(0).random((2, 200, 8)) < 0.5
    with pytest.warns(UserWarning, match="Counting the samples of clusters") as told:
        sccm.omega_score(*clusters)
    assert "bicluster" not in "".join(str(warning.message) for warning in told)
    with pytest.warns(UserWarning, match="Counting the cells of biclusters"):
        sccm.bicluster_similarity_score(
            (clusters[0].T, clusters[1].T),
            (clusters[1].T,) * 2,
            metric="bicluster_omega",
        )


def own_metric(true, pred):
    return float(np.mean(np.asarray(true) == np.asarray(pred)))


@pytest.mark.parametrize("name", WITH_VERBOSE)
def test_verbose_shows_a_bar_or_lines_without_tqdm(name, capfd, monkeypatch, pyplot):
    WITH_VERBOSE[name](verbose=1)
    bar = capfd.readouterr()
    assert "100%" in bar.err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    WITH_VERBOSE[name](verbose=1)
    lines = capfd.readouterr()
    n_done, _, total, *_, last = lines.err.splitlines()[-1].split()
    assert (n_done, last) == (total, "s")
    assert bar.out == lines.out == ""


@pytest.mark.filterwarnings("ignore:.* may take")
@pytest.mark.parametrize("name", WITH_VERBOSE)
def test_a_long_call_is_announced_with_a_cure_that_works(
    name, without_delay, capfd, pyplot
):
    with pytest.warns(UserWarning, match="may take about .* Pass `verbose=1` to see"):
        WITH_VERBOSE[name]()
    assert capfd.readouterr() == ("", "")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*(draws|tables) may")  # of a split
        WITH_VERBOSE[name](verbose=1)


@pytest.mark.parametrize("has_tqdm", [True, False])
def test_progress_names_the_fit_that_is_next(has_tqdm, capfd, monkeypatch):
    monkeypatch.setattr(_progress, "_REPORT_INTERVAL", 0.0)
    if not has_tqdm:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    names = ["k-means on wine", "spectral on wine"]
    for _ in with_progress([0, 1], 2, "fits", verbose=1, names=names):
        pass
    errors = capfd.readouterr().err
    assert "spectral on wine" in errors
    if has_tqdm:
        assert "k-means on wine" in errors
    else:
        assert errors.splitlines()[0].endswith("; next is spectral on wine")


MANY = {"n_draws": 10**8}
SLOW = {
    **{"permutation_test": MANY, "permutation_test of pairs": MANY},
    **{"adjusted_for_chance": MANY, "check_index": MANY},
    **{"constant_baseline_test": MANY, "BaselineDisplay.from_metrics": MANY},
    **{
        "stability_score": {"n_resamples": 10**4},
        "split_half_test": {"n_splits": 10**4},
    },
}
BICLUSTERS, OTHERS = (
    tuple(np.random.default_rng(seed).random((60, n)) < 0.5 for n in (2000, 100))
    for seed in (0, 1)
)
SIDES = tuple(np.random.default_rng(0).integers(0, 500, (2, 10**6)))
LONG = {
    **{name: partial(WITH_VERBOSE[name], **options) for name, options in SLOW.items()},
    "permutations of labels": partial(
        sccm.permutation_test, TRUE, PRED, own_metric, **MANY
    ),
    "the law of cells": partial(sccm.critical_value, *[([120] * 4,) * 2] * 2, "cari"),
    "score_interval": partial(sccm.score_interval, SIDES, SIDES[::-1]),
    "pairwise_scores": partial(
        sccm.pairwise_scores, dict.fromkeys(map(str, range(10**3)), TRUE), own_metric
    ),
    "pairs of cells": partial(sccm.mocice_bcubed_score, BICLUSTERS, OTHERS),
    "perturb_coclustering": partial(sccm.datasets.perturb_coclustering, TRUE, 10**9),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.* may take", "ignore:.*one run of")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", LONG)
def test_a_long_computation_stops_when_interrupted(name):
    """As by Ctrl-C; the bound is that of a slow machine.

    Python loses an interrupt inside callbacks, as of the garbage collector. A user then
    presses the keys again. A shell starts background jobs with the signal ignored.
    """
    interrupted, is_over = [], threading.Event()

    def interrupt():
        is_over.wait(1)
        for _ in range(40):
            if is_over.is_set():
                return
            interrupted.append(time.monotonic())
            _thread.interrupt_main()
            is_over.wait(3)
        faulthandler.dump_traceback()
        os._exit(1)  # nothing else would end the computation

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    keys = threading.Thread(target=interrupt)
    keys.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            LONG[name]()
        assert time.monotonic() - interrupted[0] < 20
    finally:
        is_over.set()
        keys.join()
        signal.signal(signal.SIGINT, before)


@pytest.mark.filterwarnings("error", "ignore:.* scores may take")
def test_long_draws_are_announced(without_delay):
    for call in (CALLS["compare_scores"], LONG["score_interval"]):
        with pytest.raises(UserWarning, match=r"draws may take .* interrupted\.$"):
            call()


def text_of_warnings(function, *args, **options):
    """Return the text of all warnings of a call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function(*args, **options)
    return " ".join(str(warning.message) for warning in caught)


def test_a_long_report_names_the_parameter_that_makes_it_short(without_delay):
    text = text_of_warnings(sccm.coclustering_report, TRUE, PRED)
    assert "may take" in text
    assert "Pass `inference=False` to leave this out." in text
    assert "n_draws" not in text  # which is no parameter of a report
    short = text_of_warnings(sccm.coclustering_report, TRUE, PRED, inference=False)
    assert "may take" not in short


@pytest.mark.parametrize("metric", ["cari_product", "conmi"])  # sums, and tables
def test_a_long_test_names_its_number_of_draws(metric, without_delay):
    options = {"method": "grid", "n_draws": 99, "random_state": 0}
    text = text_of_warnings(sccm.permutation_test, TRUE, PRED, metric, **options)
    assert "Fewer `n_draws` take less time." in text
