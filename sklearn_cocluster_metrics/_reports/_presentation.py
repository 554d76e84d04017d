"""A comparison as text, HTML, LaTeX and Markdown, and its figure."""

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
    """The numbers of a comparison, as tables with notes below them.

    `digits` are decimals.
    """

    # Names of the data sets in print, by their names
    marked_data: Mapping[str, str]
    # Whether these say what is compared, because it differs between data sets
    is_mixture: bool
    candidates: Sequence[str]
    records: Sequence[Record]
    # Direction and header of each metric
    greater_is_better: Mapping[str, bool]
    headers: Mapping[str, str]
    # Names of the data sets whose draws are random parts
    parts: Collection[str]
    summaries: Mapping[EntryKey, Summary]
    # Of the metrics, data sets and candidates that were tested
    pvalues: Mapping[EntryKey, float]

    def text(self) -> str:
        """Return the table as text, and the notes."""
        return "\n".join([self._table(_PRINTED_DECIMALS).text(), "", *self._notes("*")])

    def html(self) -> str:
        """Return the table as HTML, and the notes."""
        return render_html([self._table(_PRINTED_DECIMALS), *self._notes("Bold:")])

    def markdown(self, digits: int) -> str:
        """Return the table as Markdown, and below it what was left out."""
        paragraphs = [self._table(digits).markdown(), *describe_left_out(self.records)]
        return "\n\n".join(paragraphs)

    def latex(self, digits: int, *, caption: str | None, label: str | None) -> str:
        """Return a LaTeX table with a column for each candidate.

        The last rows say what was left out.
        """
        rows = [["", "", *map(escape_latex, self.candidates)]]
        for metric in self.greater_is_better:
            metric_cell = escape_latex(self._head(metric))
            for data, marked_name in self.marked_data.items():
                entries = [
                    self._entry((metric, data, candidate), digits, in_latex=True)
                    for candidate in self.candidates
                ]
                rows.append([metric_cell, escape_latex(marked_name), *entries])
                metric_cell = ""  # only the first row of a metric names it
        alignments = "ll" + "c" * len(self.candidates)
        return latex_table(
            rows,
            alignments,
            caption=caption,
            label=label,
            notes=describe_left_out(self.records),
        )

    def _table(self, digits: int) -> TextTable:
        """Return the table of all means, numbers of clusters and times."""
        heads = [self._head(metric) for metric in self.greater_is_better]
        header = ["data", "candidate", *heads, "clusters", "seconds"]
        rows = []
        for data, marked_name in self.marked_data.items():
            data_cell = marked_name
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
        # Labels are not fitted, and have no seconds. Columns of metrics always stay.
        while header[-1] in ("clusters", "seconds") and not any(
            row[-1] for row in rows
        ):
            header = header[:-1]
            rows = [row[:-1] for row in rows]
        return TextTable(header, rows, n_names=2, align="left")

    def _head(self, metric: str) -> str:
        """Return the header of a metric and its direction."""
        arrow = "↑" if self.greater_is_better[metric] else "↓"
        return f"{self.headers[metric]} {arrow}"

    def _entry(self, key: EntryKey, digits: int, *, in_latex: bool = False) -> str:
        """Return an entry as text, "" where nothing was run; the best are marked."""
        pvalue = self.pvalues.get(key, 1.0)
        return self.summaries[key].text(
            digits, is_best=pvalue <= SIGNIFICANCE_LEVEL, in_latex=in_latex
        )

    def _notes(self, mark: str) -> list[str]:
        """Explain arrows, entries and the mark of the best; describe the errors.

        `mark` is what the best are marked by: a star, or bold print.
        """
        sentences = [self._sentence_on_arrows()]
        units = self._units_of_means()
        if units:
            sentences.append(f"Mean ± standard deviation of {' or '.join(units)}.")
            if self.pvalues:
                sentences.append(self._sentence_on_tests(mark))
                sentences += self._sentence_on_failures()
            elif len(self.candidates) > 1:
                sentences.append(
                    "No tests: these need draws or parts, not repeats, of two "
                    "candidates without a failed fit."
                )
        if self.is_mixture:
            sentences.append("What is compared stands after the name of the data set.")
        n_metrics = len(self.greater_is_better)
        return [
            " ".join(sentences),
            *describe_left_out(self.records),
            *describe_failures(self.records, n_metrics),
        ]

    def _sentence_on_arrows(self) -> str:
        """Explain the arrows that the table has, in the order of the metrics."""
        explanations = {True: "↑ higher is better", False: "↓ lower is better"}
        directions = dict.fromkeys(self.greater_is_better.values())
        return ", ".join(explanations[direction] for direction in directions) + "."

    def _units_of_means(self) -> list[str]:
        """Return what entries are means of, such as "10 draws", each once."""
        units = []
        for (_, data, _), summary in self.summaries.items():
            if summary.n_units > 1:
                unit = "part" if data in self.parts else summary.unit
                units.append(f"{summary.n_units} {unit}s")
        return list(dict.fromkeys(units))

    def _sentence_on_tests(self, mark: str) -> str:
        """Explain the mark of the best, or why no entry has it."""
        n_entries = len(self.pvalues)
        method = f"{SIGNIFICANCE_LEVEL:.0%}, Holm's correction for {n_entries} entries"
        if min(self.pvalues.values()) <= SIGNIFICANCE_LEVEL:
            return f"{mark} better than every other candidate ({method})."
        sentence = f"None is better than every other candidate ({method})"
        n_draws = max(count_draws(self.records, data) for _, data, _ in self.pvalues)
        # Of n draws, the smallest p-value of one side is 1 / 2**n.
        n_needed = math.ceil(math.log2(n_entries / SIGNIFICANCE_LEVEL))
        if n_draws < n_needed:
            sentence += f": {n_draws} draws cannot show it, {n_needed} can"
        return sentence + "."

    def _sentence_on_failures(self) -> list[str]:
        """Count the entries that are not tested because a fit failed, if there are."""
        n_failed = sum(summary.n_failed > 0 for summary in self.summaries.values())
        if n_failed == 0:
            return []
        if n_failed == 1:
            return ["1 entry with a failed fit is left out of the tests."]
        return [f"{n_failed} entries with failed fits are left out of the tests."]


# Figure

# The numbers of markers and of colors have no common factor: 56 candidates differ.
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
_WIDTH_OF_CANDIDATES = 0.7  # of the space between two data sets


def draw_metric(
    ax: Any,
    summaries_by_candidate: Mapping[str, Sequence[Summary]],
    *,
    data: Sequence[str],
    marked_data: Sequence[str],
    setting: str | None,
    label: str,
    greater_is_better: bool,
    options: Mapping[str, Any],
) -> None:
    """Draw the values of one metric; curves against a setting, if one is named.

    Each candidate has a summary for each data set; `marked_data` are the names of these
    in print. `options` are those of `errorbar`.
    """
    n_candidates = len(summaries_by_candidate)
    if setting:
        levels = np.arange(len(data), dtype=np.float64)
        if _are_numbers(data):
            levels = np.array(data, dtype=np.float64)
        shifts = np.zeros(n_candidates)
        linestyle = "-"
    else:
        levels = np.arange(len(data), dtype=np.float64)
        shifts = _WIDTH_OF_CANDIDATES * (
            (np.arange(n_candidates) + 0.5) / n_candidates - 0.5
        )
        linestyle = "none"
    # Crosses are at the worse end, as a fraction of the height of the panel.
    height_of_crosses = 0.02 if greater_is_better else 0.98
    has_missing = False
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
        means = np.array([summary.mean for summary in summaries], dtype=np.float64)
        stds = [summary.std or 0.0 for summary in summaries]
        ax.errorbar(positions, means, stds, **options_of_errorbar)
        is_missing = ~np.isfinite(means)
        has_missing = has_missing or bool(is_missing.any())
        _draw_crosses(ax, positions[is_missing], height_of_crosses, color)
    if has_missing:  # a gray cross for the legend alone
        ax.errorbar([], [], fmt="x", color="0.3", label="no value")
    look_of_names = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
    if setting and _are_numbers(marked_data):  # which have room
        look_of_names = {}
    ax.set_xticks(levels, marked_data, **look_of_names)
    direction = "higher" if greater_is_better else "lower"
    ax.set(xlabel=setting, ylabel=f"{label} ({direction} is better)")


def _draw_values(
    ax: Any, positions: NDArray[Any], summaries: Sequence[Summary], color: str
) -> None:
    """Draw the values behind each mean as dots."""
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


def _draw_crosses(ax: Any, positions: NDArray[Any], height: float, color: str) -> None:
    """Draw a cross at each position, at a height that is a fraction of the panel's."""
    ax.plot(
        positions,
        np.full(len(positions), height),
        marker="x",
        color=color,
        linestyle="none",
        transform=ax.get_xaxis_transform(),
    )


def draw_legend(panels: NDArray[Any]) -> None:
    """Draw one legend for all panels, at the right of the last one."""
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


def _are_numbers(names: Sequence[str]) -> bool:
    """Return whether all names are numbers, such as levels of a setting."""
    try:
        list(map(float, names))
    except ValueError:
        return False
    return True
