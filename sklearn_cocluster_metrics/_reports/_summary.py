"""Records of runs, and what they come to for each candidate on each data set."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._structures._printing import BestText, format_number

_LONGEST_ERROR = 240  # characters that are printed


class RunKey(NamedTuple):
    """What tells a run from all others."""

    data: str
    draw: int
    candidate: str
    repeat: int


Record: TypeAlias = dict[str, Any]
"""The value of one metric for a run, or the error that stands in its place."""


EntryKey: TypeAlias = tuple[str, str, str]
"""The metric, data set and candidate of an entry of a table."""


@dataclass(frozen=True)
class Summary:
    """The runs of one candidate on one data set by one metric."""

    # Mean over the repeats of each draw; if there is a single draw, value of each
    # repeat. The keys are numbers of draws, or of repeats.
    values: dict[int, float]
    # None without values, or if they are infinite with both signs
    mean: float | None
    # Of a sample; None for less than two values, or infinite ones
    std: float | None
    n_failed: int
    # What each of `values` is of, and how many of these were run, or have failed
    unit: Literal["draw", "repeat"]
    n_units: int

    @classmethod
    def of(cls, records: Sequence[Record]) -> Summary:
        """Summarize the records of one candidate on one data set by one metric."""
        n_draws = len({record["draw"] for record in records})
        unit: Literal["draw", "repeat"] = "draw" if n_draws > 1 else "repeat"
        # The keys are numbers of draws, or of repeats; a list is empty if all failed.
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
        mean = mean_of(list(values.values()))
        std = None
        if len(values) > 1 and math.isfinite(mean):
            sum_of_squares = math.fsum((value - mean) ** 2 for value in values.values())
            std = math.sqrt(sum_of_squares / (len(values) - 1))
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

        Without a mean, the text says why.
        """
        if self.mean is None:
            return self._reason_without_mean()
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

    def _reason_without_mean(self) -> str:
        """Return why there is no mean; "" if there were no runs."""
        if self.n_failed > 0:
            return "failed"
        if self.values:
            return "undefined"
        return ""


@dataclass(frozen=True, eq=False)
class Replicates:
    """The mean of each candidate in each data set, or draw, in which all were run.

    Candidates of which a run has failed there are left out.
    """

    # (n_replicates,): Name of the data set
    data: list[str]
    # (n_candidates,): Names of the candidates without a failed run
    candidates: list[str]
    # Names of those that are left out
    failed: list[str]
    # (n_candidates, n_replicates): NaN where values are infinite with both signs
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
        """Return the means by a metric; a replicate is a data set, or a draw.

        If all draws of a data set are one replicate, their values are averaged.
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
                f"On no data set were all candidates run by {metric!r}; add the "
                "missing runs by `+`, or pass all candidates to one `compare`."
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
    """Return the mean, the same in any order; NaN of none, or of inf and -inf."""
    not_finite = [value for value in values if not math.isfinite(value)]
    if not_finite:
        return sum(not_finite)  # inf or -inf, or NaN if both or a NaN are among them
    if not values:
        return math.nan
    return math.fsum(values) / len(values)


def count_draws(records: Sequence[Record], data: str) -> int:
    """Count the draws of a data set, or its parts."""
    return len({record["draw"] for record in records if record["data"] == data})


def clusters_text(records: Sequence[Record]) -> str:
    """Return the mean numbers of clusters in each mode, such as "3 x 2.5".

    Of biclusterings, return the mean number of biclusters; "" if no run was successful.
    """
    numbers = [
        record["n_clusters"] for record in records if record["n_clusters"] is not None
    ]
    if not numbers:
        return ""
    means = np.mean(numbers, axis=0).tolist()
    return " x ".join(f"{mean:.3g}" for mean in means)


def seconds_text(records: Sequence[Record]) -> str:
    """Return the mean seconds of a fit; "" for labels, which are not fitted."""
    seconds = [
        record["fit_time"] for record in records if record["fit_time"] is not None
    ]
    if not seconds:
        return ""
    return f"{mean_of(seconds):.2g}"


def describe_left_out(records: Sequence[Record]) -> list[str]:
    """Return a line on the rows and columns that are left out of comparisons.

    There is one for each candidate and data set, with the greatest number over runs.
    """
    most_by_run: dict[tuple[str, str, str], NDArray[np.int64]] = {}
    for record in records:
        if record["n_left_out"] is None or not any(record["n_left_out"]):
            continue
        key = (record["data"], record["candidate"], record["compared"])
        numbers = np.array(record["n_left_out"])
        most_by_run[key] = np.maximum(most_by_run.get(key, 0), numbers)
    descriptions = []
    for (data, candidate, compared), numbers in most_by_run.items():
        modes = compared.partition(",")[0].split(" and ")
        counts = [
            f"{number} {mode}"
            for number, mode in zip(numbers.tolist(), modes, strict=True)
            if number > 0
        ]
        descriptions.append(
            f"Left out: {data}, {candidate}: {' and '.join(counts)} (no label, or "
            "dropped by a step)"
        )
    return descriptions


def describe_failures(records: Sequence[Record], n_metrics: int) -> list[str]:
    """Return a line on each error, once for each candidate on each data set.

    A line names the metrics if the error is not of all.
    """
    # The metrics of each failure are the keys of a dict, so that each is named once.
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
