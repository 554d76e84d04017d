"""Summarize the records of runs by candidate and data set."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._structures._modes import kind_of_entries, n_entries_as_text
from .._structures._printing import BestText, format_number

_LONGEST_ERROR = 480  # characters that are printed


class RunKey(NamedTuple):
    """The names and numbers that identify a run."""

    data: str
    # Number of the draw, or of the random part
    draw: int
    candidate: str
    # Number of the repeat, or its seed if a user lists seeds
    repeat: int


Record: TypeAlias = dict[str, Any]
"""The value of one metric for a run, or an error in its place.

`Comparison` lists the entries.
"""


EntryKey: TypeAlias = tuple[str, str, str]
"""The metric, data set and candidate of an entry of a table."""


@dataclass(frozen=True)
class Summary:
    """The runs of one candidate on one data set by one metric."""

    # Mean over the repeats of each draw or, if there is a single draw, the value of
    # each repeat. The keys are the numbers of the draws, or of the repeats. Without a
    # successful run, a draw or a repeat has no value.
    values: dict[int, float]
    # Mean of the values; None if there are no values, or if inf and -inf are among them
    mean: float | None
    # Standard deviation of a sample; None for fewer than two values, or infinite values
    std: float | None
    n_failed: int
    # Kind of the keys of `values`, and their number, including failed runs
    unit: Literal["draw", "repeat"]
    n_units: int

    @classmethod
    def of(cls, records: Sequence[Record]) -> Summary:
        """Summarize the records, if any, of one candidate, data set and metric.

        If there are several draws, each value is the mean of a draw over its repeats.
        Otherwise, each repeat has a value.
        """
        n_draws = len({record["draw"] for record in records})
        unit: Literal["draw", "repeat"] = "draw" if n_draws > 1 else "repeat"
        # The keys are the numbers of the draws, or of the repeats. A list stays empty
        # if all runs of the draw, or the run of the repeat, failed.
        values_by_unit: dict[int, list[float]] = {
            record[unit]: [] for record in records
        }
        n_failed = 0
        for record in records:
            if record["value"] is None:
                n_failed += 1
            else:
                values_by_unit[record[unit]].append(float(record["value"]))
        values = {
            number: mean_of(unit_values)
            for number, unit_values in values_by_unit.items()
            if unit_values
        }
        mean = mean_of(list(values.values()))  # NaN if there are no values
        std = None
        if len(values) > 1 and math.isfinite(mean):
            std = _standard_deviation([value - mean for value in values.values()])
        return cls(
            values=values,
            mean=None if math.isnan(mean) else mean,
            std=std,
            n_failed=n_failed,
            unit=unit,
            n_units=len(values_by_unit),
        )

    def text(self, digits: int, *, is_best: bool, in_latex: bool) -> str:
        """Return the mean and the standard deviation, such as "0.5 ± 0.1".

        If there is no mean, the text says why. The best entry of a table is marked as
        `BestText`.
        """
        if self.mean is None:
            return self.reason_without_mean()
        text = format_number(self.mean, digits)
        if self.std is not None:
            sign = r" \pm " if in_latex else " ± "
            text += sign + format_number(self.std, digits)
        if in_latex:
            text = text.replace("inf", r"\infty")
            text = rf"$\mathbf{{{text}}}$" if is_best else f"${text}$"
        if self.n_failed > 0:
            text += f" ({self.n_failed} failed)"
        return BestText(text) if is_best else text

    def reason_without_mean(self) -> str:
        """Return the reason why there is no mean, or "" if there were no runs."""
        if self.n_failed > 0:
            return "failed"
        if self.values:
            return "undefined"
        return ""


@dataclass(frozen=True, eq=False)
class Replicates:
    """The means of the candidates in each data set, or draw, in which all were run.

    Candidates with a failed run in one of them are left out.
    """

    # (n_replicates,): Name of the data set of each replicate
    data: list[str]
    # (n_candidates,): Names of the candidates without a failed run
    candidates: list[str]
    # Names of the candidates that are left out
    failed: list[str]
    # (n_candidates, n_replicates): NaN if inf and -inf are among the values
    means: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        records: Sequence[Record],
        metric: str,
        candidates: Sequence[str],
        *,
        by_draw: bool = False,
    ) -> Replicates:
        """Return the means by a metric, for replicates that are data sets or draws.

        If data sets are replicates, the values of all draws of a data set are averaged.
        """
        records_by_replicate: dict[tuple[str, int], dict[str, list[Record]]] = {}
        for record in records:
            if record["metric"] == metric:
                draw = record["draw"] if by_draw else 0
                replicate = (record["data"], draw)
                if replicate not in records_by_replicate:
                    records_by_replicate[replicate] = {
                        candidate: [] for candidate in candidates
                    }
                records_by_replicate[replicate][record["candidate"]].append(record)
        data = []
        summaries_by_candidate: dict[str, list[Summary]] = {
            candidate: [] for candidate in candidates
        }
        for (data_name, _), records_by_candidate in records_by_replicate.items():
            were_all_run = all(records_by_candidate.values())
            if not were_all_run:
                continue
            data.append(data_name)
            for candidate, records_of_candidate in records_by_candidate.items():
                summary = Summary.of(records_of_candidate)
                summaries_by_candidate[candidate].append(summary)
        if not data:
            raise ValueError(
                "There is no data set on which all candidates were run with the "
                f"metric {metric!r}. Add the missing runs with `+`, or pass all "
                "candidates to one call of `compare`."
            )
        failed = []
        means_by_candidate = {}
        for candidate, summaries in summaries_by_candidate.items():
            if any(summary.n_failed > 0 for summary in summaries):
                failed.append(candidate)
            else:
                # A mean that is None becomes NaN in the array.
                means_by_candidate[candidate] = [summary.mean for summary in summaries]
        means = np.array(list(means_by_candidate.values()), dtype=np.float64)
        return cls(
            data=data,
            candidates=list(means_by_candidate),
            failed=failed,
            means=means.reshape(len(means_by_candidate), len(data)),
        )


def mean_of(values: Sequence[float]) -> float:
    """Return the mean; NaN if there are no values, or both inf and -inf.

    The sum is exact, so that the mean does not depend on the order of the values.
    """
    not_finite = [value for value in values if not math.isfinite(value)]
    if not_finite:
        return sum(not_finite)  # inf or -inf, or NaN if both or a NaN are among them
    if not values:
        return math.nan
    try:
        return math.fsum(values) / len(values)
    except OverflowError:  # The sum is too large for a float, but the mean is not.
        # Division by a power of two changes no digit of such values.
        unit = 2.0 ** len(values).bit_length()
        scaled_mean = math.fsum(value / unit for value in values) / len(values)
        return scaled_mean * unit


def _standard_deviation(deviations: Sequence[float]) -> float:
    """Return the standard deviation of a sample, from its deviations from the mean.

    There are two deviations or more. The result is infinite if it is too large for a
    float.
    """
    # Division by a power of two changes no digit, and then no square is too large.
    greatest = max(abs(deviation) for deviation in deviations)
    _, exponent = math.frexp(greatest)
    unit = math.ldexp(1, exponent - 1)
    sum_of_squares = math.fsum((deviation / unit) ** 2 for deviation in deviations)
    return unit * math.sqrt(sum_of_squares / (len(deviations) - 1))


def count_draws(records: Sequence[Record], data: str) -> int:
    """Count the draws, or the random parts, of a data set."""
    return len({record["draw"] for record in records if record["data"] == data})


def clusters_text(records: Sequence[Record]) -> str:
    """Return the mean numbers of predicted clusters in each mode, such as "3 x 2.5".

    The records are of one data set and candidate, so they have the same modes. For
    biclusterings, return the mean number of biclusters. If no run was successful,
    return "".
    """
    numbers = [
        record["n_clusters"] for record in records if record["n_clusters"] is not None
    ]
    if not numbers:
        return ""
    means = np.mean(numbers, axis=0).tolist()
    return " x ".join(f"{mean:.3g}" for mean in means)


def seconds_text(records: Sequence[Record]) -> str:
    """Return the mean time of a fit in seconds, or "" for labels, which have none."""
    seconds = [
        record["fit_time"] for record in records if record["fit_time"] is not None
    ]
    if not seconds:
        return ""
    return f"{mean_of(seconds):.2g}"


def describe_left_out(records: Sequence[Record]) -> list[str]:
    """Return lines on the rows and columns that are left out of comparisons.

    There is a line for each candidate and data set, with the greatest number over runs.
    """
    # The greatest number of each kind of entries, such as "rows", by data set and
    # candidate
    most_left_out: dict[tuple[str, str], dict[str, int]] = {}
    for record in records:
        n_left_out = record["n_left_out"] or ()  # None if nothing can be left out
        for mode, number in enumerate(n_left_out):
            if not number:  # None if the mode is not compared
                continue
            kind = kind_of_entries(mode, len(n_left_out))
            key = (record["data"], record["candidate"])
            numbers = most_left_out.setdefault(key, {})
            numbers[kind] = max(number, numbers.get(kind, 0))
    descriptions = []
    for (data, candidate), numbers in most_left_out.items():
        texts = [n_entries_as_text(number, kind) for kind, number in numbers.items()]
        descriptions.append(
            f"Left out: {data}, {candidate}: {' and '.join(texts)} (no label, or "
            "dropped by a step)"
        )
    return descriptions


def describe_failures(records: Sequence[Record], n_metrics: int) -> list[str]:
    """Return a line for each error, once for each candidate on each data set.

    A line names the metrics unless the error concerns all of them.
    """
    # The metrics of a failure are the keys of a dict, so that each is listed once.
    metrics_by_failure: dict[tuple[str, str, str], dict[str, None]] = {}
    for record in records:
        if record["error"] is not None:
            failure = (record["data"], record["candidate"], record["error"])
            metrics_by_failure.setdefault(failure, {})[record["metric"]] = None
    descriptions = []
    for (data, candidate, error), metrics in metrics_by_failure.items():
        names = [data, candidate]
        if len(metrics) < n_metrics:
            names.extend(metrics)
        message = shorten(error, _LONGEST_ERROR, placeholder=" ...")
        descriptions.append(f"Failed: {', '.join(names)}: {message}")
    return descriptions
