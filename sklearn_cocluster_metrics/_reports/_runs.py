"""The runs of a comparison: a candidate on a data set, with its own seed."""

import math
from collections.abc import Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from .._contracts import ResolvedMetric
from .._model_selection import (
    WRAP_HINT,
    Biclusterings,
    Clusterings,
    clone_with_seed,
    fit_or_explain,
    value_of,
)
from .._structures import is_estimator
from ._compared_data import Data
from ._comparison import Record

Metrics = Mapping[str, ResolvedMetric]


class Run(NamedTuple):
    """One candidate on one data set, once."""

    data_name: str
    candidate_name: str
    repeat: int
    data: Data
    candidate: Any
    seed: int


def runs_of(
    candidates: Mapping[str, Mapping[str, Any]],
    data: Mapping[str, Data],
    n_repeats: int,
    root: int,
) -> Iterator[Run]:
    """Yield all runs, data set by data set; fixed labels are compared once."""
    for data_name, one in data.items():
        for name, by_data in candidates.items():
            candidate = by_data[data_name]
            for repeat in range(n_repeats if is_estimator(candidate) else 1):
                seed = _seed_of(root, data_name, name, repeat)
                yield Run(data_name, name, repeat, one, candidate, seed)


def perform(run: Run, metrics: Metrics) -> list[Record]:
    """Fit and compare; an error is recorded, not raised."""
    names = (run.data_name, run.candidate_name)
    try:
        pair, fit_time = _pair_of(run)
    except Exception as error:
        return [
            _record(*names, metric, run.repeat, None, None, error) for metric in metrics
        ]
    records = []
    for name, metric in metrics.items():
        value, failure = _value_of(metric, pair)
        records.append(_record(*names, name, run.repeat, value, fit_time, failure))
    return records


def _seed_of(root: int, data: str, candidate: str, repeat: int) -> int:
    """Draw a seed that no other candidate, data set or repeat has a part in."""
    digest = sha256(repr((data, candidate)).encode()).digest()
    sequence = np.random.SeedSequence([root, int.from_bytes(digest), repeat])
    return int(sequence.generate_state(1)[0] >> 1)  # seeds of 31 bits are always taken


def _pair_of(run: Run) -> tuple[Clusterings | Biclusterings, float | None]:
    """Return the truth beside what the candidate has found, and the time of the fit."""
    if not is_estimator(run.candidate):
        return run.data.pair_of_labels(run.candidate), None
    model = clone_with_seed(run.candidate, run.seed)
    X = deepcopy(run.data.X)  # an estimator that changes it changes no other run
    start = perf_counter()
    fit_or_explain(model, X, WRAP_HINT)
    fit_time = perf_counter() - start
    return run.data.pair_of_fit(model), fit_time


def _value_of(
    metric: ResolvedMetric, pair: Clusterings | Biclusterings
) -> tuple[float | None, Exception | None]:
    """Compute a metric in its own direction; NaN counts as an error."""
    try:
        value = value_of(metric, pair) + 0.0  # 0.0, never -0.0
        if math.isnan(value):
            raise ValueError(f"{metric.name} has returned NaN.")
    except Exception as error:
        return None, error
    return value, None


def _record(
    data: str,
    candidate: str,
    metric: str,
    repeat: int,
    value: float | None,
    fit_time: float | None,
    error: Exception | None,
) -> Record:
    """Make a record."""
    return {
        "data": data,
        "candidate": candidate,
        "metric": metric,
        "repeat": repeat,
        "value": value,
        "fit_time": fit_time,
        "error": None if error is None else f"{type(error).__name__}: {error}",
    }
