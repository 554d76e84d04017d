"""Colored strips beside a matrix: its clusters, and what is misclassified."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._reports._colors import BLUE, GREEN, ORANGE, PURPLE, SKY_BLUE, YELLOW
from ._matrix_image import pixel_of

_HUES = (BLUE, ORANGE, GREEN, PURPLE, SKY_BLUE, YELLOW)  # not that of borders
_SHADES = ((0.0, 1.0), (0.0, 0.55), (1.0, 0.45))  # as they are; darker; lighter
_MOST_MARKS = 200  # per strip: a mark of one entry stays visible
_SMALLEST_NAMED = 0.03  # part of an axis that the name of a cluster needs
_CHARACTERS = 55  # that fit along an axis


def cluster_colors(n_clusters: int, start: int = 0) -> NDArray[np.float64]:
    """Return one color per cluster, shape (n_clusters, 3); they repeat after 18."""
    hues = np.array([[int(h[i : i + 2], 16) / 255 for i in (1, 3, 5)] for h in _HUES])
    palette = np.vstack([of * (1 - part) + part * hues for of, part in _SHADES])
    return palette[(start + np.arange(n_clusters)) % len(palette)]


def borders(labels: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the positions where a new cluster begins, for sorted labels."""
    return np.flatnonzero(np.diff(labels)) + 1


def draw_strip(
    ax: Any,
    own: NDArray[np.intp],
    other: NDArray[np.intp] | None,
    names: Sequence[str],
    colors: NDArray[np.float64],
    *,
    of_rows: bool,
) -> Any:
    """Draw the clusters of one mode, in order, and mark entries of another cluster.

    Next to the matrix is the color of the entries' `own` cluster. Outside of it, where
    `other` differs, is the color of the other one.
    """
    layers = (
        [colors[own]] if other is None else [colors[own], _marks(own, other, colors)]
    )
    depth = 0.04 * len(layers)  # in parts of the matrix
    strip = ax.inset_axes((-depth, 0, depth, 1) if of_rows else (0, 1, 1, depth))
    for number, image in enumerate(layers):
        along, across = (0, len(own)), (number + 0.25, number + 1)
        strip.imshow(
            image[:, None] if of_rows else image[None],
            extent=(*across[::-1], *along[::-1]) if of_rows else (*along, *across),
            aspect="auto",
            interpolation="nearest",
            origin="upper" if of_rows else "lower",
        )
    centers, shown, rotation = _named(own, names)
    if of_rows:
        strip.set(xlim=(len(layers), 0), ylim=(len(own), 0), xticks=[])
        strip.set_yticks(centers, shown)
    else:
        strip.set(xlim=(0, len(own)), ylim=(0, len(layers)), yticks=[])
        strip.xaxis.tick_top()
        strip.set_xticks(centers, shown, rotation=rotation)
    strip.tick_params(length=0, labelsize="small")
    strip.set_frame_on(False)
    return strip


def _marks(
    own: NDArray[np.intp], other: NDArray[np.intp], colors: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return an image of the entries of another cluster, transparent elsewhere."""
    n_pixels = min(len(own), _MOST_MARKS)
    marks = np.zeros((n_pixels, 4))
    wrong = np.flatnonzero(own != other)
    pixels = pixel_of(len(own), n_pixels)[wrong]
    marks[pixels, :3] = colors[other[wrong]]
    marks[pixels, 3] = 1
    return marks


def _named(
    own: NDArray[np.intp], names: Sequence[str]
) -> tuple[list[float], list[str], int]:
    """Return centers and names of clusters large enough for a name, and their angle."""
    centers, shown, angle = [], [], 0
    for start, stop in pairwise([0, *borders(own).tolist(), len(own)]):
        room = (stop - start) / len(own)
        if room >= _SMALLEST_NAMED:
            centers.append((start + stop) / 2)
            shown.append(names[own[start]])
            if len(shown[-1]) > room * _CHARACTERS:
                angle = 90
    return centers, shown, angle
