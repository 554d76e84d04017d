"""Progress of long computations."""

import logging

import numpy as np
import pytest

from sklearn_cocluster_metrics import bicluster_jaccard_score, mocice_bcubed_score
from sklearn_cocluster_metrics._structures import _messages
from sklearn_cocluster_metrics._structures._messages import with_progress


@pytest.fixture
def without_delay(monkeypatch):
    monkeypatch.setattr(_messages, "_SECONDS", 0.0)


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING])
def test_what_is_done_is_logged_after_each_item_if_asked_for(
    level, without_delay, caplog
):
    caplog.set_level(level, logger="sklearn_cocluster_metrics")
    assert list(with_progress(["aa", "b"], len, 3, "letters")) == ["aa", "b"]
    messages = [record.getMessage() for record in caplog.records]
    done = [f"{n} of 3 letters done after 0 s" for n in (2, 3)]
    assert messages == (done if level == logging.INFO else [])


def test_short_computations_log_nothing(caplog):
    caplog.set_level(logging.INFO, logger="sklearn_cocluster_metrics")
    list(with_progress(["aa", "b"], len, 3, "letters"))
    assert caplog.records == []


def test_the_correction_by_the_best_of_chance_logs_its_progress(without_delay, caplog):
    caplog.set_level(logging.INFO, logger="sklearn_cocluster_metrics")
    rows, columns = np.tri(3, dtype=int), np.ones((3, 2), dtype=int)
    true, pred = (rows, columns), (rows[:1], columns[:1])
    bicluster_jaccard_score(true, pred, correction="expected_best")
    messages = [record.getMessage() for record in caplog.records]
    assert [message[:6] for message in messages] == ["1 of 3", "2 of 3", "3 of 3"]


def test_counting_pairs_of_cells_logs_its_progress(without_delay, caplog):
    caplog.set_level(logging.INFO, logger="sklearn_cocluster_metrics")
    generator = np.random.default_rng(0)
    sides = [generator.random((2, 3, 40)) < 0.6 for _ in range(2)]
    mocice_bcubed_score(*map(tuple, sides))
    messages = [record.getMessage().split(" done")[0] for record in caplog.records]
    done = [int(message.split()[0]) for message in messages]
    assert done == sorted(done)
    assert messages[-1] == "9 of 9 overlaps of two biclusters"
