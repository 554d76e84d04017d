"""Plan and perform the runs of a comparison: each candidate on each draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from .._metrics import ResolvedMetric
from .._model_selection._fits import clone_with_seed
from .._model_selection._inductive import fit_or_suggest_inductive
from .._scored_pair import ClusteringPair, refuse_loss, value_of_pair
from ._candidates import Candidate
from ._data import DataWithTruth, PairToScore
from ._summary import Record, RunKey

Returned = TypeVar("Returned")


@dataclass(frozen=True)
class Seeds:
    """The number from which all seeds are derived, and the repeats of each fit."""

    root: int
    # Numbers of the repeats, or the seeds if a user lists them
    repeats: Sequence[int]
    # Whether a user lists seeds, which are then passed to estimators unchanged
    are_listed: bool

    def derived_seed(self, *key: str | int) -> int:
        """Return the seed of a key; it does not depend on the other candidates."""
        digest = int.from_bytes(sha256(repr(key).encode()).digest())
        sequence = np.random.SeedSequence([self.root, digest])
        return int(sequence.generate_state(1)[0] >> 1)  # all generators accept 31 bits

    def seed_of_fit(self, key: RunKey) -> int:
        """Return the seed that the estimator of a run gets."""
        if self.are_listed:
            return key.repeat
        return self.derived_seed(*key)

    def seed_of_order(self, key: RunKey) -> int:
        """Return the seed of the permutation, which is the same for all candidates."""
        return self.derived_seed(key.data, key.draw, key.repeat)


@dataclass(frozen=True, eq=False)
class Outcome:
    """The result of a run: the pair of structures to score, or an error."""

    pair: PairToScore | None = None
    # Numbers of clusters found in each compared mode, or the number of biclusters
    n_clusters: tuple[int, ...] | None = None
    # Numbers of rows and columns that `unlabeled` or a step of a pipeline left out,
    # with None for a mode that is not compared; None in place of the tuple if
    # `unlabeled` is None and no step left out columns
    n_left_out: tuple[int | None, ...] | None = None
    # Time of the fit in seconds; None for labels, which are not fitted
    fit_time: float | None = None
    # Type and message of the error; if there is an error, the other fields are None
    error: str | None = None


@dataclass(frozen=True, eq=False)
class Run:
    """A candidate to be fitted to a draw, or labels to be compared with its truth."""

    key: RunKey
    data: DataWithTruth
    candidate: Candidate
    fit_seed: int
    # Seed of the permutation of rows and columns; if None, X is fitted as it is
    order_seed: int | None

    def outcome(self) -> Outcome:
        """Return the truth and the labels or biclusters of the candidate.

        If the fit fails, its error is raised, and `perform` records it.
        """
        pair: PairToScore
        fit_time: float | None = None
        if self.candidate.is_estimator:
            pair, fit_time = self._fit()
        else:
            pair = self.data.pair_of_labels(self.candidate.estimator_or_labels)
        if isinstance(pair, ClusteringPair):
            pair = pair.handled(self.data.unlabeled)
            n_clusters = tuple(table.shape[1] for table in pair.statistics)
            n_left_out = None
            if pair.n_left_out is not None:
                # Modes that are not compared have None.
                n_left_out = pair.modes.spread(pair.n_left_out)
        else:
            # Indicators have a row for each bicluster, or for each overlapping cluster.
            n_clusters = (int(pair.pred[0].shape[0]),)
            n_left_out = None
        return Outcome(
            pair=pair, n_clusters=n_clusters, n_left_out=n_left_out, fit_time=fit_time
        )

    def _fit(self) -> tuple[PairToScore, float]:
        """Fit a clone to a copy of the data; return the pair and the seconds used.

        If there is an `order_seed`, the rows and columns of the copy are permuted,
        together with its truth. The pair may still have missing labels.
        """
        model = clone_with_seed(self.candidate.estimator_or_labels, self.fit_seed)
        data = self.data.copy(self.order_seed)
        start = perf_counter()
        fit_or_suggest_inductive(model, data.X)
        fit_time = perf_counter() - start
        return data.pair_of_fit(model, self.candidate.accessor), fit_time


def plan_runs(
    candidates_by_name: Mapping[str, Mapping[str, Candidate]],
    draws_by_data: Mapping[str, Sequence[DataWithTruth]],
    seeds: Seeds,
    *,
    shuffle: bool,
) -> list[Run]:
    """Return the runs of all candidates on all draws, with their seeds.

    Estimators have a run for each repeat of `seeds`, which is a number from 0 on, or a
    seed if the user lists seeds. Labels have a single run, whose repeat is 0. If
    `shuffle`, each run has a seed of the order of rows and columns.
    """
    runs = []
    for data_name, draws in draws_by_data.items():
        for draw_number, draw in enumerate(draws):
            for candidate_name, candidate_by_data in candidates_by_name.items():
                candidate = candidate_by_data[data_name]
                repeats: Sequence[int] = [0]
                if candidate.is_estimator:  # labels do not depend on a seed
                    repeats = seeds.repeats
                for repeat in repeats:
                    key = RunKey(data_name, draw_number, candidate_name, repeat)
                    run = Run(
                        key=key,
                        data=draw,
                        candidate=candidate.of_draw(draw_number),
                        fit_seed=seeds.seed_of_fit(key),
                        order_seed=seeds.seed_of_order(key) if shuffle else None,
                    )
                    runs.append(run)
    return runs


def perform(run: Run, metrics_by_name: Mapping[str, ResolvedMetric]) -> list[Record]:
    """Perform a run, and return a record for each metric, with errors if any.

    If the fit fails, its error is the text in every record, and values, numbers and
    time are None. Otherwise, the error of a metric is in its own record. `compared` is
    a text such as "rows and columns". `n_clusters` and `n_left_out` are tuples with a
    number for each mode, the latter also with None, and may be None themselves.
    `fit_time` is in seconds, or None for labels, which are not fitted.
    """
    outcome, error_of_fit = _result_or_error(run.outcome)
    if outcome is None:
        outcome = Outcome(error=error_of_fit)
    records = []
    for name, metric in metrics_by_name.items():
        value = None
        error = outcome.error
        if outcome.pair is not None:
            value, error = _result_or_error(_metric_value, metric, outcome.pair)
            if value is not None and run.key.draw == 0:
                # The metric is wrong, not the candidate, so the error is not recorded
                # but ends the comparison. It is enough to check the first draw.
                refuse_loss(metric, outcome.pair, value)
        record = {
            **run.key._asdict(),
            "metric": name,
            "header": run.data.header(metric),
            "compared": run.data.compared,
            "value": value,
            "n_clusters": outcome.n_clusters,
            "n_left_out": outcome.n_left_out,
            "fit_time": outcome.fit_time,
            "error": error,
        }
        records.append(record)
    return records


def _result_or_error(
    function: Callable[..., Returned], *args: Any
) -> tuple[Returned | None, str | None]:
    """Return the result and None, or None and the type and message of the error."""
    try:
        return function(*args), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


def _metric_value(metric: ResolvedMetric, pair: PairToScore) -> float:
    """Return the value of a metric, with 0.0 in place of -0.0."""
    return value_of_pair(metric, pair) + 0.0  # -0.0 + 0.0 is 0.0
