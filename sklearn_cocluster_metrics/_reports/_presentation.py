"""Write a comparison as text, HTML, LaTeX and Markdown, and draw its figure."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._displays._drawing import CURVES
from .._structures._printing import TextTable, escape_latex, latex_table, render_html
from ._mean_differences import SIGNIFICANCE_LEVEL
from ._summary import (
    EntryKey,
    Record,
    Summary,
    clusters_text,
    count_draws,
    describe_failures,
    describe_left_out,
    seconds_text,
)

_PRINTED_DECIMALS = 3

# Tables


@dataclass(frozen=True, eq=False)
class ComparisonTables:
    """The numbers of a comparison, which are written as tables with notes below.

    In all methods, `digits` is the number of decimals.
    """

    # Printed name of each data set by its name. If what is compared differs between
    # data sets, it is added, as in "toy (rows)".
    printed_data_names: Mapping[str, str]
    # Whether what is compared is added to the printed names
    is_mixture: bool
    # Names of the candidates, which are estimators or labels
    candidates: Sequence[str]
    # A record is the value of one metric for a run, so a run has several records.
    records: Sequence[Record]
    # Whether higher is better, and the header of each metric
    greater_is_better: Mapping[str, bool]
    headers: Mapping[str, str]
    # Names of the data sets whose draws are random parts
    parts: Collection[str]
    # Summaries of all entries, by metric, data set and candidate
    summaries: Mapping[EntryKey, Summary]
    # P-values of the entries that were tested, with the same keys
    pvalues: Mapping[EntryKey, float]

    def text(self) -> str:
        """Return the table and the notes as text."""
        return "\n".join([self._table(_PRINTED_DECIMALS).text(), "", *self._notes("*")])

    def html(self) -> str:
        """Return the table and the notes as HTML."""
        return render_html([self._table(_PRINTED_DECIMALS), *self._notes("Bold:")])

    def markdown(self, digits: int) -> str:
        """Return the table as Markdown.

        Notes below explain the entries, and say what was left out.
        """
        paragraphs = [self._table(digits).markdown()]
        legend = self._legend("Bold:")
        if legend:
            paragraphs.append(" ".join(legend))
        return "\n\n".join([*paragraphs, *describe_left_out(self.records)])

    def latex(self, digits: int, *, caption: str | None, label: str | None) -> str:
        """Return a LaTeX table with a column for each candidate.

        The last rows explain the entries, and say what was left out. Each of their
        sentences is a row, because a long row would make the table wider.
        """
        rows = [["", "", *map(escape_latex, self.candidates)]]
        for metric in self.greater_is_better:
            metric_cell = escape_latex(self._head(metric))
            for data, printed_name in self.printed_data_names.items():
                entries = [
                    self._entry((metric, data, candidate), digits, in_latex=True)
                    for candidate in self.candidates
                ]
                rows.append([metric_cell, escape_latex(printed_name), *entries])
                metric_cell = ""  # only the first row of a metric names it
        alignments = "ll" + "c" * len(self.candidates)
        return latex_table(
            rows,
            alignments,
            caption=caption,
            label=label,
            notes=[*self._legend("Bold:"), *describe_left_out(self.records)],
        )

    def _table(self, digits: int) -> TextTable:
        """Return the table of all entries, with a row per data set and candidate.

        A row also has the numbers of clusters and the times of all runs of the
        candidate on the data set.
        """
        heads = [self._head(metric) for metric in self.greater_is_better]
        header = ["data", "candidate", *heads, "clusters", "seconds"]
        rows = []
        for data, printed_name in self.printed_data_names.items():
            data_cell = printed_name
            for candidate in self.candidates:
                entries = [
                    self._entry((metric, data, candidate), digits)
                    for metric in self.greater_is_better
                ]
                records = [
                    record
                    for record in self.records
                    if record["data"] == data and record["candidate"] == candidate
                ]
                clusters_and_seconds = [clusters_text(records), seconds_text(records)]
                rows.append([data_cell, candidate, *entries, *clusters_and_seconds])
                data_cell = ""  # only the first row of a data set names it
        # Labels are not fitted and have no times, so these columns may be empty. The
        # columns of metrics are always printed.
        while header[-1] in ("clusters", "seconds") and not any(
            row[-1] for row in rows
        ):
            header = header[:-1]
            rows = [row[:-1] for row in rows]
        return TextTable(header, rows, n_names=2, align="left")

    def _head(self, metric: str) -> str:
        """Return the header of a metric, followed by an arrow for its direction."""
        arrow = "↑" if self.greater_is_better[metric] else "↓"
        return f"{self.headers[metric]} {arrow}"

    def _entry(self, key: EntryKey, digits: int, *, in_latex: bool = False) -> str:
        """Return the mean as text, with its spread, or "" if nothing was run.

        It is marked if it is significantly better than all other candidates.
        """
        pvalue = self.pvalues.get(key, 1.0)
        return self.summaries[key].text(
            digits, is_best=pvalue <= SIGNIFICANCE_LEVEL, in_latex=in_latex
        )

    def _notes(self, mark: str) -> list[str]:
        """Return notes on the arrows, the entries, the mark of the best and the errors.

        `mark` is the mark of the best entries, which is a star or bold print.
        """
        sentences = [self._sentence_on_arrows(), *self._legend(mark)]
        if self._units_of_means() and not self.pvalues and len(self.candidates) > 1:
            sentences.append(
                "Nothing is tested, because a test needs draws or parts, not repeats, "
                "of two candidates without a failed fit."
            )
        n_metrics = len(self.greater_is_better)
        return [
            " ".join(sentences),
            *describe_left_out(self.records),
            *describe_failures(self.records, n_metrics),
        ]

    def _legend(self, mark: str) -> list[str]:
        """Return sentences on the entries and on the mark of the best.

        The sentence on the mark begins with `mark`, such as "*" or "Bold:". Entries
        that are means are over units such as "10 draws".
        """
        sentences = []
        units = self._units_of_means()
        if units:
            sentences.append(f"Mean ± standard deviation of {' or '.join(units)}.")
            if self.pvalues:  # some entries could be tested
                sentences.append(self._sentence_on_tests(mark))
                sentences += self._sentence_on_failures()
        if self.is_mixture:
            sentences.append("What is compared stands after the name of the data set.")
        return sentences

    def _sentence_on_arrows(self) -> str:
        """Explain the arrows in the table, in the order of the metrics."""
        explanations = {True: "↑ higher is better", False: "↓ lower is better"}
        directions = dict.fromkeys(self.greater_is_better.values())
        return ", ".join(explanations[direction] for direction in directions) + "."

    def _units_of_means(self) -> list[str]:
        """Return the different units of the means in the table, such as "10 draws".

        An entry with a single draw and repeat is not a mean and has no unit.
        """
        units = []
        for (_metric, data, _candidate), summary in self.summaries.items():
            if summary.n_units > 1:
                unit = "part" if data in self.parts else summary.unit
                units.append(f"{summary.n_units} {unit}s")
        return list(dict.fromkeys(units))

    def _sentence_on_tests(self, mark: str) -> str:
        """Explain the mark of the best, or why no entry has it.

        Random parts are counted as draws.
        """
        n_entries = len(self.pvalues)
        method = f"{SIGNIFICANCE_LEVEL:.0%}, Holm's correction for {n_entries} entries"
        if min(self.pvalues.values()) <= SIGNIFICANCE_LEVEL:
            return f"{mark} better than every other candidate ({method})."
        sentence = f"None is better than every other candidate ({method})"
        n_draws = max(
            count_draws(self.records, data)
            for _metric, data, _candidate in self.pvalues
        )
        # Of n draws, the smallest p-value of one side is 1 / 2**n. Holm's method
        # multiplies it by the number of entries.
        n_needed = math.ceil(math.log2(n_entries / SIGNIFICANCE_LEVEL))
        if n_draws < n_needed:
            sentence += f": {n_draws} draws cannot show it, {n_needed} can"
        return sentence + "."

    def _sentence_on_failures(self) -> list[str]:
        """Count the entries that are not tested because a fit failed, if there are any.

        Return a list with one sentence, or an empty list.
        """
        n_failed = sum(summary.n_failed > 0 for summary in self.summaries.values())
        if n_failed == 0:
            return []
        if n_failed == 1:
            return ["1 entry with a failed fit is left out of the tests."]
        return [f"{n_failed} entries with failed fits are left out of the tests."]


# Figure

# There are 8 markers and 10 colors (`CURVES`), and both are used in turn. Therefore,
# the first 40 candidates differ in the marker or in the color.
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
# These are fractions of the distance between two data sets. The points of curves are
# beside each other, too, so that their bars can be told apart.
_WIDTH_OF_CANDIDATES = 0.7
_WIDTH_OF_CURVES = 0.4


def draw_metric(
    ax: Any,
    summaries_by_candidate: Mapping[str, Sequence[Summary]],
    *,
    data: Sequence[str],
    printed_data_names: Sequence[str],
    setting: str | None,
    label: str,
    greater_is_better: bool,
    options: Mapping[str, Any],
) -> None:
    """Draw the values of one metric; if a setting is named, as curves against it.

    Each candidate has a summary for each data set. `data` are the names of the data
    sets, and `printed_data_names` are their printed names, which may also say what is
    compared. If a setting is named, and the names of the data sets are numbers, these
    are the positions on the axis. `label` is the header of the metric. `options` are a
    user's keyword arguments of `errorbar`, which replace the defaults. No legend is
    drawn, but the means and crosses have labels for it.
    """
    n_candidates = len(summaries_by_candidate)
    levels = np.arange(len(data), dtype=np.float64)
    width = _WIDTH_OF_CANDIDATES
    linestyle = "none"
    if setting:
        width = _WIDTH_OF_CURVES
        linestyle = "-"
        if _are_finite_numbers(data):
            levels = np.array(data, dtype=np.float64)
            if len(levels) > 1:
                width *= np.diff(np.sort(levels)).min()
    shifts = width * ((np.arange(n_candidates) + 0.5) / n_candidates - 0.5)
    # Crosses stand at the worse end of the axis, at this fraction of its height.
    height_of_crosses = 0.02 if greater_is_better else 0.98
    reasons = set()
    for number, (candidate, summaries) in enumerate(summaries_by_candidate.items()):
        positions = levels + shifts[number]
        color = CURVES[number % len(CURVES)]
        options_of_errorbar = {
            "color": color,
            "linestyle": linestyle,
            "marker": _MARKERS[number % len(_MARKERS)],
            "capsize": 2,
            "label": candidate,
            **options,
        }
        _draw_values(ax, positions, summaries, color)
        # A mean that is None becomes NaN.
        means = np.array([summary.mean for summary in summaries], dtype=np.float64)
        stds = [summary.std or 0.0 for summary in summaries]
        ax.errorbar(positions, means, stds, **options_of_errorbar)
        is_missing = ~np.isfinite(means)
        reasons |= {
            _reason_of_cross(summary)
            for summary, missing in zip(summaries, is_missing, strict=True)
            if missing
        }
        _draw_crosses(ax, positions[is_missing], height_of_crosses, color)
    if reasons:  # a gray cross for the legend alone
        label_of_crosses = " or ".join(sorted(reasons))
        ax.errorbar([], [], fmt="x", color="0.3", label=label_of_crosses)
    look_of_names = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
    if setting and _are_finite_numbers(printed_data_names):  # numbers are short enough
        look_of_names = {}
    ax.set_xticks(levels, printed_data_names, **look_of_names)
    direction = "higher" if greater_is_better else "lower"
    ax.set(xlabel=setting, ylabel=f"{label} ({direction} is better)")


def _draw_values(
    ax: Any, positions: NDArray[Any], summaries: Sequence[Summary], color: str
) -> None:
    """Draw the single values of each mean as dots.

    The values of a summary are those of its draws, or of its repeats if there is a
    single draw.
    """
    for position, summary in zip(positions, summaries, strict=True):
        values = list(summary.values.values())
        ax.plot(
            [position] * len(values),
            values,
            ".",
            alpha=0.4,
            color=color,
            linestyle="none",
        )


def _reason_of_cross(summary: Summary) -> str:
    """Return the reason why a mean cannot be drawn, for the legend."""
    if summary.mean is not None:
        return "infinite"
    return summary.reason_without_mean() or "no value"


def _draw_crosses(ax: Any, positions: NDArray[Any], height: float, color: str) -> None:
    """Draw a cross at each position; its height is a fraction of the panel's height."""
    ax.plot(
        positions,
        np.full(len(positions), height),
        marker="x",
        color=color,
        linestyle="none",
        transform=ax.get_xaxis_transform(),
    )


def draw_legend(panels: NDArray[Any]) -> None:
    """Draw one legend for all panels, to the right of the last panel."""
    handles_by_label: dict[str, Any] = {}
    for panel in panels:
        handles, labels = panel.get_legend_handles_labels()
        handles_by_label |= dict(zip(labels, handles, strict=True))
    panels[-1].legend(
        handles_by_label.values(),
        handles_by_label.keys(),
        loc="upper left",
        bbox_to_anchor=(1, 1),
        frameon=False,
    )


def _are_finite_numbers(names: Sequence[str]) -> bool:
    """Return whether all names are numbers, such as "0.5", as levels often are.

    Infinity and NaN have no position on an axis, so they are names like any other.
    """
    try:
        return all(math.isfinite(float(name)) for name in names)
    except ValueError:
        return False
