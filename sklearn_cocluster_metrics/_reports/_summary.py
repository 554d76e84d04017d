"""Records of runs, and what they come to for each candidate on each data set."""

import math
from collections.abc import Sequence
from textwrap import shorten
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .._structures._printing import Best, number

_LONGEST_ERROR = 240


class Place(NamedTuple):
    """Where a run belongs."""

    data: str
    draw: int
    candidate: str
    repeat: int


Record: TypeAlias = dict[str, Any]
"""The value of one metric for a run, or the error that stands in its place."""

KEYS = (
    *Place._fields,
    *("metric", "value", "n_clusters", "n_left_out", "fit_time", "error"),
)


class Summary(NamedTuple):
    """The runs of one candidate on one data set by one metric.

    `values` are means over the repeats by draw; of a single draw, those of its repeats:
    by `unit`, "draw" or "repeat", of which `n_units` were run.
    The mean is None without values, or of infinite ones of both signs. The standard
    deviation is that of a sample; None for less than two values, or infinite ones.
    """

    values: dict[int, float]
    mean: float | None
    std: float | None
    n_failed: int
    unit: str
    n_units: int

    @classmethod
    def of(cls, records: Sequence[Record]) -> "Summary":
        """Summarize records."""
        unit = "draw" if len({record["draw"] for record in records}) > 1 else "repeat"
        groups: dict[int, list[float]] = {record[unit]: [] for record in records}
        for record in records:
            if record["value"] is not None:
                groups[record[unit]].append(float(record["value"]))
        values = {number: mean_of(group) for number, group in groups.items() if group}
        mean, std = mean_of([*values.values()]), None
        if len(values) > 1 and math.isfinite(mean):
            squares = math.fsum((value - mean) ** 2 for value in values.values())
            std = math.sqrt(squares / (len(values) - 1))
        n_failed = sum(record["value"] is None for record in records)
        shown = None if math.isnan(mean) else mean
        return cls(values, shown, std, n_failed, unit, len(groups))

    def written(self, digits: int, is_best: bool, in_latex: bool) -> str:
        """Write the mean and the standard deviation; without a mean, say why."""
        if self.mean is None:
            return "failed" if self.n_failed else "undefined" if self.values else ""
        sign = r" \pm " if in_latex else " ± "
        numbers = number(self.mean, digits), number(self.std, digits)
        text = sign.join(filter(None, numbers))
        if in_latex:
            text = text.replace("inf", r"\infty")
            text = rf"$\mathbf{{{text}}}$" if is_best else f"${text}$"
        text += f" ({self.n_failed} failed)" * (self.n_failed > 0)
        return Best(text) if is_best else text


def mean_of(values: Sequence[float]) -> float:
    """Return the mean, the same in any order; NaN of none, or of inf and -inf."""
    if not all(map(math.isfinite, values)):
        return sum(value for value in values if not math.isfinite(value))
    return math.fsum(values) / len(values) if values else math.nan


def costs(records: Sequence[Record]) -> list[str]:
    """Write the mean numbers of clusters found, and the mean seconds of a fit."""
    found = [r["n_clusters"] for r in records if r["n_clusters"] is not None]
    times = [r["fit_time"] for r in records if r["fit_time"] is not None]
    means = np.mean(found, axis=0).tolist() if found else []
    return [
        " x ".join(f"{mean:.3g}" for mean in means),
        f"{mean_of(times):.2g}" if times else "",
    ]


def failures(records: Sequence[Record], n_metrics: int) -> list[str]:
    """Describe each error once for each candidate on each data set."""
    found: dict[tuple[str, str, str], dict[str, None]] = {}
    for record in records:
        if record["error"] is not None:
            key = record["data"], record["candidate"], record["error"]
            found.setdefault(key, {})[record["metric"]] = None
    described = []
    for (data, candidate, error), metrics in found.items():
        where = [data, candidate, *(metrics if len(metrics) < n_metrics else ())]
        text = shorten(error, _LONGEST_ERROR, placeholder=" ...")
        described.append(f"Failed: {', '.join(where)}: {text}")
    return described
