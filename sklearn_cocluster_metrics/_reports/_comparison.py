"""The result of a comparison: means, ranks, tables and the figure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from textwrap import shorten
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from .._displays._drawing import CURVES, panel_axes
from .._structures._arguments import (
    check_integer,
    check_mapping,
    check_sequence,
)
from ._tables import Best, Table, html, number

_DIGITS = 3
_LONGEST_ERROR = 240
# The numbers of markers and of colors have no common factor: 56 candidates differ.
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
_SPREAD = 0.7  # of the space between data sets that the candidates take


class Record(TypedDict):
    """The value of one metric, or the error that stands in its place."""

    data: str
    candidate: str
    metric: str
    repeat: int
    value: float | None
    fit_time: float | None
    error: str | None


class Summary(NamedTuple):
    """The repeats of one candidate on one data set by one metric.

    The mean is None without values, or of infinite ones of both signs. The standard
    deviation is that of a sample; None for less than two values, or infinite ones.
    """

    values: list[float]
    mean: float | None
    std: float | None
    n_failed: int


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Values of metrics for candidates on data sets, as `compare` returns them.

    Printed, it is a table: the mean over the repeats and their standard deviation, and
    a star at the best candidate for each data set and metric.

    Parameters
    ----------
    records : list of dict
        One for each data set, candidate, repeat and metric, in this order, with the
        keys `data`, `candidate`, `metric`, `repeat`, `value`, `fit_time` (seconds; None
        of labels) and `error`. Where a fit or a metric has failed, `value` is None and
        `error` the type and text of the error; else `error` is None.
    greater_is_better : dict of str to bool
        Direction of each metric.

    See Also
    --------
    compare : Makes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare
    >>> true = ([0, 0, 1, 1, 2], [0, 0, 1])
    >>> candidates = {
    ...     "coarse": ([0, 0, 1, 1, 1], [0, 0, 1]),
    ...     "fine": ([0, 0, 1, 1, 2], [0, 1, 2]),
    ... }
    >>> found = compare(candidates, {"toy": (None, true)}, ["cari", "coami"])
    >>> print(found)
    data  candidate  cari ↑   coami ↑
    toy   coarse     0.696 *  0.627 *
          fine       0.533    0.490
    <BLANKLINE>
    ↑ higher is better. * best of its data set.
    >>> found.records[0]["value"]
    0.695...
    """

    records: list[Record]
    greater_is_better: dict[str, bool]

    def __post_init__(self) -> None:
        check_mapping(self.greater_is_better, "greater_is_better", "bools")
        keys = Record.__annotations__.keys()
        for place, record in enumerate(
            check_sequence(self.records, "records", "dicts")
        ):
            if not isinstance(record, Mapping) or not record.keys() >= keys:
                raise ValueError(
                    f"`records[{place}]` must be a dict with keys {[*keys]}."
                )
        expected = product(self.metrics, self.data, self.candidates)
        wrong = self._summaries().keys() ^ set(expected)
        if wrong:
            raise ValueError(
                "`records` must have every candidate on every data set by each metric "
                "of `greater_is_better`; missing or unknown (metric, data, candidate): "
                f"{min(wrong)}."
            )

    @property
    def data(self) -> list[str]:
        """Names of the data sets."""
        return list(dict.fromkeys(record["data"] for record in self.records))

    @property
    def candidates(self) -> list[str]:
        """Names of the candidates."""
        return list(dict.fromkeys(record["candidate"] for record in self.records))

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics."""
        return list(self.greater_is_better)

    def to_frame(self) -> Any:
        """Return the records as a pandas data frame; what is None is missing (NaN)."""
        import pandas as pd

        return pd.DataFrame(self.records).astype({"value": float, "fit_time": float})

    def ranks(self) -> dict[str, dict[str, float]]:
        """Return the mean rank of each candidate over the data sets, by metric.

        On each data set, candidates are ranked by their means over the repeats.

        Returns
        -------
        ranks : dict of str to dict of str to float
            ``ranks[metric][candidate]``: 1 is best; tied candidates share the mean of
            their ranks. A candidate for which any repeat has failed on a data set is
            ranked last there.
        """
        found = self._summaries()
        ranks = {}
        for metric, higher in self.greater_is_better.items():
            of_data = [
                _ranks({c: found[metric, data, c] for c in self.candidates}, higher)
                for data in self.data
            ]
            ranks[metric] = {
                name: fmean(one[name] for one in of_data) for name in self.candidates
            }
        return ranks

    def plot(self, *, axes: Any = None, **kwargs: Any) -> Any:
        """Draw one panel for each metric: values by data set and candidate.

        Small dots are the repeats; large markers, with a bar of one standard deviation
        at each side, are their means. A cross at the worse edge is a candidate without
        any value, or with infinite values.

        Parameters
        ----------
        axes : array-like of matplotlib Axes, default=None
            One for each metric; None makes a new figure.
        **kwargs : dict
            Passed to ``Axes.errorbar``, which draws the means.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            One for each metric.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        ValueError
            If there is not one of `axes` for each metric.
        """
        height = 1.3 + 0.17 * len(self.data) * len(self.candidates)
        axes = panel_axes(axes, len(self.metrics), "axes", width=3, height=height)
        legend: dict[str, Any] = {}
        for ax, metric in zip(axes, self.metrics, strict=True):
            self._draw_panel(ax, metric, kwargs)
            handles, labels = ax.get_legend_handles_labels()
            legend |= dict(zip(labels, handles, strict=True))
        outside = {"loc": "upper left", "bbox_to_anchor": (1, 1), "frameon": False}
        axes[-1].legend(legend.values(), legend, **outside)
        return axes

    def _draw_panel(self, ax: Any, metric: str, options: Mapping[str, Any]) -> None:
        """Draw the values of one metric, the candidates one below the other."""
        found, higher = self._summaries(), self.greater_is_better[metric]
        n_data, n_candidates = len(self.data), len(self.candidates)
        some_missing = False
        for rank, name in enumerate(self.candidates):
            of_data = [found[metric, data, name] for data in self.data]
            places = np.arange(n_data) + _SPREAD * ((rank + 0.5) / n_candidates - 0.5)
            look = {"color": CURVES[rank % len(CURVES)], "linestyle": "none"}
            values = _finite_or_nan([value for one in of_data for value in one.values])
            of_values = np.repeat(places, [len(one.values) for one in of_data])
            ax.plot(values, of_values, marker=".", alpha=0.4, **look)
            means = _finite_or_nan([one.mean for one in of_data])
            marker = _MARKERS[rank % len(_MARKERS)]
            usual = {**look, "marker": marker, "capsize": 2, "label": name}
            stds = [one.std or 0.0 for one in of_data]
            ax.errorbar(means, places, xerr=stds, **{**usual, **options})
            missing = places[np.isnan(means)]
            some_missing |= len(missing) > 0
            edge = np.full(len(missing), 0.02 if higher else 0.98)  # the worse one
            of_edge = ax.get_yaxis_transform()
            ax.plot(edge, missing, marker="x", transform=of_edge, **look)
        if some_missing:
            ax.errorbar([], [], fmt="x", color="0.3", label="no value")
        ax.set_yticks(range(n_data), self.data)
        ax.set_ylim(n_data - 0.5, -0.5)
        for place in range(1, n_data):
            ax.axhline(place - 0.5, color="0.85", linewidth=0.8, zorder=0)
        ax.set_xlabel(f"{metric} ({'higher' if higher else 'lower'} is better)")

    def to_latex(
        self, *, digits: int = 3, caption: str | None = None, label: str | None = None
    ) -> str:
        r"""Return a LaTeX table with a column for each candidate, the best in bold.

        Parameters
        ----------
        digits : int, default=3
            Number of decimals. What is equal as printed is equally bold.
        caption, label : str, default=None
            Caption and label of a ``table`` around the ``tabular``; both None: none.

        Returns
        -------
        table : str
            Means and standard deviations over the repeats, a row for each metric and
            data set. It needs ``\usepackage{booktabs}``. Special characters in names
            are escaped.

        Raises
        ------
        ImportError
            If pandas, or jinja2, which it needs for LaTeX, is not installed.
        TypeError
            If `digits` is not an integer.
        ValueError
            If `digits` is negative or more than 15.
        """
        entries = self._entries(check_integer(digits, "digits", 0, 15), in_latex=True)
        import pandas as pd

        rows = [*product(self.greater_is_better.items(), self.data)]
        columns = {
            name: {(_head(*of), data): entries[of[0], data, name] for of, data in rows}
            for name in self.candidates
        }
        style = pd.DataFrame(columns).style.format_index(escape="latex")
        text: str = style.format_index(escape="latex", axis=1).to_latex(
            hrules=True,
            column_format="ll" + "c" * len(columns),
            multirow_align="naive",
            caption=caption,
            label=label,
            position_float="centering" if caption or label else None,
        )
        return text.replace("↑", r"$\uparrow$").replace("↓", r"$\downarrow$")

    def __repr__(self) -> str:
        runs = ((r["data"], r["candidate"], r["repeat"]) for r in self.records)
        times = (record["fit_time"] for record in self.records)
        numbers = {
            "candidate": len(self.candidates),
            "data set": len(self.data),
            "metric": len(self.metrics),
            "fit": len({o for o, t in zip(runs, times, strict=True) if t is not None}),
            "failed value": sum(r["error"] is not None for r in self.records),
        }
        parts = [f"{n} {what}{'s' * (n > 1)}" for what, n in numbers.items() if n]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __str__(self) -> str:
        return "\n".join([self._table(_DIGITS).text(), "", *self._notes("*")])

    def _repr_html_(self) -> str:
        """Return an HTML table; Jupyter calls this."""
        return html([self._table(_DIGITS), *self._notes("Bold:")])

    def _summaries(self) -> dict[tuple[str, str, str], Summary]:
        """Summarize the repeats, by metric, data set and candidate."""
        values: dict[Any, list[float | None]] = {}
        for record in self.records:
            key = record["metric"], record["data"], record["candidate"]
            values.setdefault(key, []).append(record["value"])
        return {key: _summary(of_repeats) for key, of_repeats in values.items()}

    def _entries(
        self, digits: int, *, in_latex: bool = False
    ) -> dict[tuple[str, str, str], str]:
        """Write the summaries; the best are marked."""
        found = self._summaries()
        entries = {}
        for (metric, higher), data in product(
            self.greater_is_better.items(), self.data
        ):
            of_data = {name: found[metric, data, name] for name in self.candidates}
            best = _best(of_data, higher, digits)
            for name, one in of_data.items():
                written = _written(one, digits, name in best, in_latex)
                entries[metric, data, name] = written
        return entries

    def _table(self, digits: int) -> Table:
        """Return the table of all means with this number of decimals."""
        entries, higher = self._entries(digits), self.greater_is_better
        rows = [
            ["" if place else data, name]
            + [entries[metric, data, name] for metric in self.metrics]
            for data in self.data
            for place, name in enumerate(self.candidates)
        ]
        names = [_head(*of) for of in higher.items()]
        return Table(["data", "candidate", *names], rows, n_names=2, align="left")

    def _notes(self, mark: str) -> list[str]:
        """Explain arrows, entries and the mark of the best; describe the errors."""
        arrows = {True: "↑ higher is better", False: "↓ lower is better"}
        used = dict.fromkeys(self.greater_is_better.values())
        notes = [", ".join(arrows[higher] for higher in used) + "."]
        n_repeats = len({record["repeat"] for record in self.records})
        if n_repeats > 1:
            notes.append(f"Mean ± standard deviation of {n_repeats} repeats.")
        if len(self.candidates) > 1:
            notes.append(f"{mark} best of its data set.")
        return [" ".join(notes), *_failures(self.records, len(self.metrics))]


def _summary(values: Sequence[float | None]) -> Summary:
    """Summarize the repeats of one candidate on one data set."""
    known = [value for value in values if value is not None]
    n_failed = len(values) - len(known)
    mean = std = None
    if not all(map(math.isfinite, known)):
        total = sum(value for value in known if math.isinf(value))
        mean = None if math.isnan(total) else total
    elif known:
        mean = math.fsum(known) / len(known)  # the same in any order of the repeats
        if len(known) > 1:
            squares = math.fsum((value - mean) ** 2 for value in known)
            std = math.sqrt(squares / (len(known) - 1))
    return Summary(known, mean, std, n_failed)


def _head(metric: str, higher: bool) -> str:
    """Name a metric and its direction."""
    return f"{metric} {'↑' if higher else '↓'}"


def _written(one: Summary, digits: int, is_best: bool, in_latex: bool) -> str:
    """Write a mean and a standard deviation; without a mean, say why."""
    if one.mean is None:
        return "failed" if one.n_failed else "undefined"
    sign = r" \pm " if in_latex else " ± "
    text = sign.join(filter(None, (number(one.mean, digits), number(one.std, digits))))
    if in_latex:
        text = text.replace("inf", r"\infty")
        text = rf"$\mathbf{{{text}}}$" if is_best else f"${text}$"
    text += f" ({one.n_failed} failed)" * (one.n_failed > 0)
    return Best(text) if is_best else text


def _competing(by_candidate: Mapping[str, Summary]) -> dict[str, float]:
    """Return the means of the candidates that have not failed in any repeat."""
    return {
        name: one.mean
        for name, one in by_candidate.items()
        if one.mean is not None and not one.n_failed
    }


def _best(by_candidate: Mapping[str, Summary], higher: bool, digits: int) -> set[str]:
    """Name the best candidates: as printed, so that what looks equal is equal.

    One without competitors is none.
    """
    means = {name: round(m, digits) for name, m in _competing(by_candidate).items()}
    if len(by_candidate) < 2 or not means:
        return set()
    best = (max if higher else min)(means.values())
    return {name for name, mean in means.items() if mean == best}


def _ranks(by_candidate: Mapping[str, Summary], higher: bool) -> dict[str, float]:
    """Rank candidates on one data set: 1 is best, failures last, ties averaged."""
    means = _competing(by_candidate)
    ordered = rankdata([-mean if higher else mean for mean in means.values()])
    ranks = dict(zip(means, ordered.tolist(), strict=True))
    last = (len(means) + 1 + len(by_candidate)) / 2
    return {name: ranks.get(name, last) for name in by_candidate}


def _failures(records: Sequence[Record], n_metrics: int) -> list[str]:
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


def _finite_or_nan(values: Sequence[float | None]) -> NDArray[np.float64]:
    """Return an array in which NaN stands for what cannot be drawn."""
    array = np.array(values, dtype=np.float64)
    return np.where(np.isfinite(array), array, np.nan)
