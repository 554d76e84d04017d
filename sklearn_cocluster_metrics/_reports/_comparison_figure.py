"""The figure of a comparison."""

from collections.abc import Mapping, Sequence
from math import ceil, isfinite
from typing import Any

import numpy as np

from .._displays import CURVES
from ._comparison_cells import Cell, cells_of
from ._runs import Record

# The numbers of markers and of colors have no common factor: 56 candidates differ.
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
_MOST_PANELS_IN_A_ROW = 3
_NO_VALUE = "no value"
_SPREAD = 0.7  # of the space between data sets that the candidates take


def draw_comparison(
    records: Sequence[Record],
    greater_is_better: Mapping[str, bool],
    axes: Any,
    options: Mapping[str, Any],
) -> Any:
    """Draw a panel for each metric; the candidates one below the other."""
    data = list(dict.fromkeys(record["data"] for record in records))
    candidates = list(dict.fromkeys(record["candidate"] for record in records))
    is_new = axes is None
    if is_new:
        axes = _new_axes(len(greater_is_better), len(data), len(candidates))
    axes = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
    if len(axes) != len(greater_is_better):
        raise ValueError(
            f"`axes` must have one entry for each of the {len(greater_is_better)} "
            f"metrics, got {len(axes)}."
        )
    cells = cells_of(records)
    for ax, (metric, higher) in zip(axes, greater_is_better.items(), strict=True):
        for number, candidate in enumerate(candidates):
            shift = _SPREAD * ((number + 0.5) / len(candidates) - 0.5)
            places = [place + shift for place in range(len(data))]
            _draw_repeats(ax, records, data, (candidate, metric), places, number)
            of_data = [cells[(name, candidate, metric)] for name in data]
            _draw_means(ax, of_data, places, number, candidate, options)
            _draw_missing(ax, of_data, places, number, higher)
        direction = "higher" if higher else "lower"
        ax.set(xlabel=f"{metric} ({direction} is better)")
        ax.set_yticks(range(len(data)), data)
        ax.set_ylim(len(data) - 0.5, -0.5)
        for place in range(1, len(data)):
            ax.axhline(place - 0.5, color="0.85", linewidth=0.8, zorder=0)
    _draw_legend(axes, is_new)
    return axes


def _new_axes(n_metrics: int, n_data: int, n_candidates: int) -> Any:
    """Make a figure with a panel for each metric."""
    import matplotlib.pyplot as plt

    n_rows = ceil(n_metrics / _MOST_PANELS_IN_A_ROW)
    n_columns = ceil(n_metrics / n_rows)
    height = max(1.6, 0.17 * n_data * n_candidates + 0.5) * n_rows + 0.8
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


def _draw_repeats(
    ax: Any,
    records: Sequence[Record],
    data: Sequence[str],
    key: tuple[str, str],
    places: Sequence[float],
    number: int,
) -> None:
    """Draw the value of each repeat as a small dot."""
    found = [
        (record["value"], places[data.index(record["data"])])
        for record in records
        if (record["candidate"], record["metric"]) == key
        and record["value"] is not None
        and isfinite(record["value"])
    ]
    ax.plot(
        [value for value, _ in found],
        [place for _, place in found],
        linestyle="none",
        marker=".",
        color=CURVES[number % len(CURVES)],
        alpha=0.4,
    )


def _draw_means(
    ax: Any,
    cells: Sequence[Cell],
    places: Sequence[float],
    number: int,
    candidate: str,
    options: Mapping[str, Any],
) -> None:
    """Draw means with their deviations."""
    means = [np.nan if _missing(cell) else cell.mean for cell in cells]
    deviations = [cell.deviation or 0.0 for cell in cells]
    color = CURVES[number % len(CURVES)]
    usual = {
        "color": color,
        "marker": _MARKERS[number % len(_MARKERS)],
        "linestyle": "none",
        "capsize": 2,
        "label": candidate,
    }
    ax.errorbar(means, places, xerr=deviations, **{**usual, **options})


def _draw_missing(
    ax: Any, cells: Sequence[Cell], places: Sequence[float], number: int, higher: bool
) -> None:
    """Draw a cross at the worse edge of the panel where there is no value."""
    missing = [
        place for cell, place in zip(cells, places, strict=True) if _missing(cell)
    ]
    if missing:
        ax.plot(
            [0.02 if higher else 0.98] * len(missing),
            missing,
            linestyle="none",
            marker="x",
            color=CURVES[number % len(CURVES)],
            label=_NO_VALUE,
            transform=ax.get_yaxis_transform(),
        )


def _missing(cell: Cell) -> bool:
    """Return whether a cell has no mean that can be drawn."""
    return cell.mean is None or not isfinite(cell.mean)


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
