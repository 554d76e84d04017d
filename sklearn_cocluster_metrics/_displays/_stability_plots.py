"""Draw the stability of candidates: a curve for one parameter, a heatmap for two."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._reports._colors import MARKED

_LABEL_OF_CHOSEN = "finest stable candidate"
_MOST_WRITTEN = 100  # more cells have no room for their value
_DARK = 0.5  # of the color scale: brighter cells get black text


def is_grid(values: Sequence[Any]) -> bool:
    """Return whether these are pairs, of which some share their first or second."""
    if not all(isinstance(value, tuple | list) and len(value) == 2 for value in values):
        return False
    n_distinct = [len(_distinct(numbers)) for numbers in zip(*values, strict=True)]
    return len(values) > max(n_distinct)


def draw_curve(
    ax: Any,
    values: Sequence[Any],
    means: NDArray[np.float64],
    errors: NDArray[np.float64],
    scores: NDArray[np.float64] | None,
    chosen: int,
) -> Any:
    """Draw means with their standard errors, and return the error bars."""
    places = np.arange(len(values))
    if scores is not None:
        ax.plot(places, scores, ".", color="0.75", zorder=1)
    errorbar = ax.errorbar(
        places,
        means,
        yerr=errors,
        marker="o",
        capsize=3,
        label="mean and its standard error",
    )
    ax.plot(
        chosen,
        means[chosen],
        marker="o",
        markersize=13,
        markerfacecolor="none",
        markeredgecolor=MARKED,
        markeredgewidth=2,
        linestyle="none",
        label=_LABEL_OF_CHOSEN,
    )
    ax.set_xticks(places, [str(value) for value in values])
    ax.set(ylabel="stability")
    ax.legend(frameon=False)
    return errorbar


def draw_heatmap(
    ax: Any,
    values: Sequence[Any],
    means: NDArray[np.float64],
    errors: NDArray[np.float64],
    chosen: int,
) -> Any:
    """Draw a cell for each pair, its mean and standard error in it; return the image.

    The first parameter is on the vertical axis, as rows are.
    """
    from matplotlib.patches import Rectangle

    firsts, seconds = (_distinct(numbers) for numbers in zip(*values, strict=True))
    cells = [(firsts.index(one), seconds.index(two)) for one, two in values]
    grid = np.full((len(firsts), len(seconds)), np.nan)
    for cell, mean in zip(cells, means, strict=True):
        grid[cell] = mean
    image = ax.imshow(grid, cmap="cividis", aspect="auto", origin="lower")
    if len(values) <= _MOST_WRITTEN:
        _write(ax, image, cells, means, errors)
    row, column = cells[chosen]
    ax.add_patch(
        Rectangle(
            (column - 0.5, row - 0.5),
            1,
            1,
            fill=False,
            edgecolor=MARKED,
            linewidth=4,
            clip_on=False,
            label=_LABEL_OF_CHOSEN,
        )
    )
    ax.set_yticks(range(len(firsts)), map(str, firsts))
    ax.set_xticks(range(len(seconds)), map(str, seconds))
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1))
    ax.figure.colorbar(image, ax=ax, label="stability")
    return image


def _write(
    ax: Any,
    image: Any,
    cells: Sequence[tuple[int, int]],
    means: NDArray[np.float64],
    errors: NDArray[np.float64],
) -> None:
    """Write the mean and the standard error of each candidate into its cell."""
    for (row, column), mean, error in zip(cells, means, errors, strict=True):
        if np.isnan(mean):
            continue
        ax.text(
            column,
            row,
            f"{mean:.2f}\n± {error:.2f}",
            ha="center",
            va="center",
            fontsize="small",
            color="black" if image.norm(mean) > _DARK else "white",
        )


def _distinct(values: Sequence[Any]) -> list[Any]:
    """Return distinct values, sorted where they can be, else as they come."""
    distinct = list(dict.fromkeys(values))
    try:
        return sorted(distinct)
    except TypeError:
        return distinct
