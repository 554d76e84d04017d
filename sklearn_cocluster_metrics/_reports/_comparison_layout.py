"""What every table of a comparison shows: entries as they are printed, and notes."""

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import NamedTuple

from ._comparison_cells import Cell, best_of, cells_of
from ._report import number
from ._runs import Record

_LONGEST_ERROR = 240


class Entry(NamedTuple):
    """A mean and a standard deviation as they are printed, "" where unknown."""

    mean: str
    deviation: str
    n_failed: int
    is_best: bool


class Row(NamedTuple):
    """A row of a table: one candidate on one data set."""

    data: str
    candidate: str
    entries: list[Entry]
    is_first_of_data: bool


class Layout(NamedTuple):
    """A table and the notes below it.

    Parameters
    ----------
    greater_is_better : mapping of str to bool
        Direction of each metric, in the order of the columns.
    rows : list of Row
        The rows.
    n_repeats : int
        Number of repeats.
    failures : list of str
        A description of each error.
    """

    greater_is_better: Mapping[str, bool]
    rows: list[Row]
    n_repeats: int
    failures: list[str]

    def notes(self, mark: str) -> str:
        """Explain arrows, entries and the mark of the best."""
        arrows = {True: "↑ higher is better", False: "↓ lower is better"}
        used = dict.fromkeys(self.greater_is_better.values())
        notes = [", ".join(arrows[higher] for higher in used) + "."]
        if self.n_repeats > 1:
            notes.append(f"Mean ± standard deviation of {self.n_repeats} repeats.")
        if any(entry.is_best for row in self.rows for entry in row.entries):
            notes.append(f"{mark} best of its data set.")
        return " ".join(notes)


def lay_out(
    records: Sequence[Record], greater_is_better: Mapping[str, bool], digits: int
) -> Layout:
    """Lay out a table with this number of decimals."""
    by_data: dict[str, dict[str, dict[str, Cell]]] = {}
    for (data, candidate, metric), cell in cells_of(records).items():
        by_data.setdefault(data, {}).setdefault(metric, {})[candidate] = cell
    rows = []
    for data, by_metric in by_data.items():
        best = {
            metric: best_of(cells, greater_is_better[metric], digits)
            for metric, cells in by_metric.items()
        }
        for place, candidate in enumerate(next(iter(by_metric.values()))):
            entries = [
                _entry(by_metric[metric][candidate], candidate in best[metric], digits)
                for metric in greater_is_better
            ]
            rows.append(Row(data, candidate, entries, place == 0))
    n_repeats = len({record["repeat"] for record in records})
    return Layout(greater_is_better, rows, n_repeats, _failures(records))


def _entry(cell: Cell, is_best: bool, digits: int) -> Entry:
    """Write the numbers of an entry."""
    return Entry(
        number(cell.mean, digits),
        number(cell.deviation, digits),
        cell.n_failed,
        is_best,
    )


def _failures(records: Sequence[Record]) -> list[str]:
    """Describe each error once for each candidate on each data set."""
    all_metrics = {record["metric"] for record in records}
    found: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        if record["error"] is not None:
            key = (record["data"], record["candidate"], record["error"])
            found.setdefault(key, []).append(record)
    described = []
    for (data, candidate, error), failed in found.items():
        metrics = dict.fromkeys(record["metric"] for record in failed)
        where = [data, candidate, *(metrics if len(metrics) < len(all_metrics) else ())]
        n_repeats = len({record["repeat"] for record in failed})
        times = f" ({n_repeats} repeats)" if n_repeats > 1 else ""
        text = shorten(error, _LONGEST_ERROR, placeholder=" ...")
        described.append(f"Failed: {', '.join(where)}: {text}{times}")
    return described
