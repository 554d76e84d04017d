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

from .._displays import CURVES
from .._structures import check_flag, check_integer, check_mapping, check_sequence
from ._tables import Table, TableEntry, html, number

_DIGITS = 3
_LONGEST_ERROR = 240
# The numbers of markers and of colors have no common factor: 56 candidates differ.
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
_MOST_PANELS_IN_A_ROW = 3
_NO_VALUE = "no value"
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
        keys = list(Record.__annotations__)
        for place, record in enumerate(
            check_sequence(self.records, "records", "dicts")
        ):
            if not isinstance(record, Mapping) or not record.keys() >= set(keys):
                raise ValueError(f"`records[{place}]` must be a dict with keys {keys}.")
        known = {(r["metric"], r["data"], r["candidate"]) for r in self.records}
        expected = set(product(self.metrics, self.data, self.candidates))
        if known != expected:
            raise ValueError(
                "`records` must have every candidate on every data set by each metric "
                "of `greater_is_better`; missing or unknown (metric, data, candidate): "
                f"{min(known ^ expected)}."
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

    def to_frame(self, *, wide: bool = False) -> Any:
        """Return the values as a pandas data frame.

        Parameters
        ----------
        wide : bool, default=False
            Whether to return means and standard deviations over the repeats in place of
            the records.

        Returns
        -------
        frame : pandas.DataFrame
            A row for each record. If `wide`, a row for each data set and candidate, and
            for each metric the columns `mean`, `std` and `n_failed`. What is None in
            the records is missing (NaN).

        Raises
        ------
        ImportError
            If pandas is not installed.
        TypeError
            If `wide` is not a bool.
        """
        wide = check_flag(wide, "wide")
        import pandas as pd

        if not wide:
            frame = pd.DataFrame(self.records)
            return frame.astype({"value": float, "fit_time": float})
        index = pd.MultiIndex.from_product(
            [self.data, self.candidates], names=["data", "candidate"]
        )
        columns = {}
        for metric, by_data in summaries(self.records).items():
            rows = [by_data[data][candidate] for data, candidate in index]
            for key, kind in (("mean", float), ("std", float), ("n_failed", int)):
                columns[metric, key] = pd.Series(
                    [getattr(row, key) for row in rows], index=index, dtype=kind
                )
        return pd.DataFrame(columns)

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
        found = {}
        for metric, by_data in summaries(self.records).items():
            of_data = [
                _ranks(by_candidate, self.greater_is_better[metric])
                for by_candidate in by_data.values()
            ]
            found[metric] = {
                name: fmean(ranks[name] for ranks in of_data)
                for name in self.candidates
            }
        return found

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
        is_new = axes is None
        if is_new:
            axes = _new_axes(len(self.metrics), len(self.data) * len(self.candidates))
        axes = np.ravel(np.asarray(axes, dtype=object))
        if len(axes) != len(self.metrics):
            raise ValueError(
                f"`axes` must have one entry for each of the {len(self.metrics)} "
                f"metrics, got {len(axes)}."
            )
        found = summaries(self.records)
        for ax, (metric, higher) in zip(
            axes, self.greater_is_better.items(), strict=True
        ):
            _draw_panel(ax, found[metric], higher, kwargs)
            direction = "higher" if higher else "lower"
            ax.set_xlabel(f"{metric} ({direction} is better)")
        _draw_legend(axes, is_new)
        return axes

    def to_latex(self, *, digits: int = 3) -> str:
        r"""Return a LaTeX table: means, standard deviations, the best in bold.

        Parameters
        ----------
        digits : int, default=3
            Number of decimals. What is equal as printed is equally bold.

        Returns
        -------
        table : str
            A ``tabular``, which needs ``\usepackage{booktabs}``. Special characters in
            names are escaped.

        Raises
        ------
        TypeError
            If `digits` is not an integer.
        ValueError
            If `digits` is negative or more than 15.
        """
        return self._table(check_integer(digits, "digits", 0, 15)).latex()

    def __repr__(self) -> str:
        fits = {
            (record["data"], record["candidate"], record["repeat"])
            for record in self.records
            if record["fit_time"] is not None
        }
        n_failed = sum(record["error"] is not None for record in self.records)
        parts = [
            _counted(len(self.candidates), "candidate"),
            _counted(len(self.data), "data set"),
            _counted(len(self.metrics), "metric"),
        ]
        if fits:
            parts.append(_counted(len(fits), "fit"))
        if n_failed:
            parts.append(f"{_counted(n_failed, 'value')} failed")
        return f"Comparison({', '.join(parts)})"

    def __str__(self) -> str:
        table = self._table(_DIGITS)
        return "\n".join([table.text(), "", *self._notes(table, "*")])

    def _repr_html_(self) -> str:
        """Return an HTML table; Jupyter calls this."""
        table = self._table(_DIGITS)
        return html([table, *self._notes(table, "Bold:")])

    def _table(self, digits: int) -> Table:
        """Return the table of all means with this number of decimals."""
        found = summaries(self.records)
        rows = []
        for data in self.data:
            best = {
                metric: _best(found[metric][data], higher, digits)
                for metric, higher in self.greater_is_better.items()
            }
            for place, candidate in enumerate(self.candidates):
                row: list[str | TableEntry] = ["" if place else data, candidate]
                for metric in self.metrics:
                    one = found[metric][data][candidate]
                    numbers = number(one.mean, digits), number(one.std, digits)
                    is_best = candidate in best[metric]
                    row.append(TableEntry(*numbers, one.n_failed, is_best))
                rows.append(row)
        names = [
            f"{metric} {'↑' if higher else '↓'}"
            for metric, higher in self.greater_is_better.items()
        ]
        return Table(["data", "candidate", *names], rows, n_names=2, align="left")

    def _notes(self, table: Table, mark: str) -> list[str]:
        """Explain arrows, entries and the mark of the best; describe the errors."""
        arrows = {True: "↑ higher is better", False: "↓ lower is better"}
        used = dict.fromkeys(self.greater_is_better.values())
        notes = [", ".join(arrows[higher] for higher in used) + "."]
        n_repeats = len({record["repeat"] for record in self.records})
        if n_repeats > 1:
            notes.append(f"Mean ± standard deviation of {n_repeats} repeats.")
        if any(
            isinstance(o, TableEntry) and o.is_best for row in table.rows for o in row
        ):
            notes.append(f"{mark} best of its data set.")
        return [" ".join(notes), *_failures(self.records, len(self.metrics))]


def summaries(
    records: Sequence[Record],
) -> dict[str, dict[str, dict[str, Summary]]]:
    """Summarize the repeats, by metric, data set and candidate."""
    values: dict[str, Any] = {}
    for record in records:
        by_candidate = values.setdefault(record["metric"], {}).setdefault(
            record["data"], {}
        )
        by_candidate.setdefault(record["candidate"], []).append(record["value"])
    return {
        metric: {
            data: {name: _summary(found) for name, found in by_candidate.items()}
            for data, by_candidate in by_data.items()
        }
        for metric, by_data in values.items()
    }


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
    found: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        if record["error"] is not None:
            key = (record["data"], record["candidate"], record["error"])
            found.setdefault(key, []).append(record)
    described = []
    for (data, candidate, error), failed in found.items():
        metrics = dict.fromkeys(record["metric"] for record in failed)
        where = [data, candidate, *(metrics if len(metrics) < n_metrics else ())]
        n_repeats = len({record["repeat"] for record in failed})
        times = f" ({n_repeats} repeats)" if n_repeats > 1 else ""
        text = shorten(error, _LONGEST_ERROR, placeholder=" ...")
        described.append(f"Failed: {', '.join(where)}: {text}{times}")
    return described


def _counted(number: int, what: str) -> str:
    """Write a number and a noun."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def _new_axes(n_metrics: int, n_places: int) -> Any:
    """Make a figure with a panel for each metric."""
    import matplotlib.pyplot as plt

    n_rows = math.ceil(n_metrics / _MOST_PANELS_IN_A_ROW)
    n_columns = math.ceil(n_metrics / n_rows)
    height = max(1.6, 0.17 * n_places + 0.5) * n_rows + 0.8
    figure, panels = plt.subplots(
        n_rows,
        n_columns,
        sharey=True,
        squeeze=False,
        layout="constrained",
        figsize=(1.5 + 2.9 * n_columns, height),
    )
    for unused in panels.ravel()[n_metrics:]:
        figure.delaxes(unused)
    return panels.ravel()[:n_metrics]


def _draw_panel(
    ax: Any,
    by_data: Mapping[str, Mapping[str, Summary]],
    higher: bool,
    options: Mapping[str, Any],
) -> None:
    """Draw the values of one metric, the candidates one below the other."""
    candidates = next(iter(by_data.values()))
    for rank, name in enumerate(candidates):
        places = np.arange(len(by_data)) + _SPREAD * (
            (rank + 0.5) / len(candidates) - 0.5
        )
        found = [by_candidate[name] for by_candidate in by_data.values()]
        color = CURVES[rank % len(CURVES)]
        unconnected = {"color": color, "linestyle": "none"}
        values = _finite_or_nan([value for one in found for value in one.values])
        of_values = np.repeat(places, [len(one.values) for one in found])
        ax.plot(values, of_values, marker=".", alpha=0.4, **unconnected)
        means = _finite_or_nan([one.mean for one in found])
        usual = {"marker": _MARKERS[rank % len(_MARKERS)], "capsize": 2, "label": name}
        stds = [one.std or 0.0 for one in found]
        ax.errorbar(means, places, xerr=stds, **{**unconnected, **usual, **options})
        missing = places[np.isnan(means)]
        if len(missing):
            ax.plot(
                np.full(len(missing), 0.02 if higher else 0.98),
                missing,
                marker="x",
                label=_NO_VALUE,
                transform=ax.get_yaxis_transform(),  # at the worse edge
                **unconnected,
            )
    ax.set_yticks(range(len(by_data)), by_data)
    ax.set_ylim(len(by_data) - 0.5, -0.5)
    for place in range(1, len(by_data)):
        ax.axhline(place - 0.5, color="0.85", linewidth=0.8, zorder=0)


def _finite_or_nan(values: Sequence[float | None]) -> NDArray[np.float64]:
    """Return an array in which NaN stands for what cannot be drawn."""
    array = np.array(values, dtype=np.float64)
    return np.where(np.isfinite(array), array, np.nan)


def _draw_legend(axes: Any, is_new: bool) -> None:
    """Name the candidates, below a figure of our own."""
    named: dict[str, Any] = {}
    for ax in axes:
        handles, labels = ax.get_legend_handles_labels()
        named |= dict(zip(labels, handles, strict=True))
    if named.pop(_NO_VALUE, None):
        from matplotlib.lines import Line2D

        named[_NO_VALUE] = Line2D([], [], linestyle="none", marker="x", color="0.3")
    labels, handles = list(named), list(named.values())
    if not is_new:
        axes[-1].legend(handles, labels)
        return
    n_columns = min(len(labels), 2 * min(len(axes), _MOST_PANELS_IN_A_ROW))
    axes[0].figure.legend(
        handles, labels, loc="outside lower center", ncols=n_columns, frameon=False
    )
