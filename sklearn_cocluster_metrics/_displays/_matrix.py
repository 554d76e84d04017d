"""What the displays of a matrix share: its image beside a reference, and its names."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_array

from .._model_selection._fits import refuse_masks_and_texts
from .._structures._arguments import check_flag, refuse_lazy
from .._structures._entry_names import Names
from .._structures._messages import describe
from ._drawing import BLUE, GREEN, ORANGE, PURPLE, SKY_BLUE, YELLOW, panel_axes

_HUES = (BLUE, ORANGE, GREEN, PURPLE, SKY_BLUE, YELLOW)  # not that of borders
_SHADES = ((0.0, 1.0), (0.0, 0.55), (1.0, 0.45))  # as they are; darker; lighter
_MOST_NAMED = 40  # rows or columns that have room for their names

Orders = tuple[NDArray[np.intp], ...]
"""Rows and columns, in the order of a panel."""


class MatrixDisplay:
    """A matrix in one panel, or in two with a reference: the last is the prediction."""

    _shape: tuple[int, ...]
    _names: Sequence[Names | None]

    def _panels(self) -> list[tuple[NDArray[np.float64], Orders]]:
        """Return the image of each panel, and the order of its rows and columns."""
        raise NotImplementedError

    def _draw_structures(self) -> None:
        """Draw the structures onto the images."""
        raise NotImplementedError

    def plot(self, *, ax: Any = None, colorbar: bool = True, **kwargs: Any) -> Self:
        """Draw the panels.

        Parameters
        ----------
        ax : array of two matplotlib Axes, default=None
            One without a reference; None: a new figure.
        colorbar : bool, default=True
            Whether to draw the scale.
        **kwargs : dict
            Passed to ``Axes.imshow``, such as `cmap` (default "Greys"), `norm`, `vmin`
            and `vmax` (default: the quantiles .01 and .99).

        Returns
        -------
        display : object
            Drawn.
        """
        panels = self._panels()
        self.ax_ = panel_axes(ax, len(panels))
        self.figure_ = self.ax_[0].figure
        look = {"cmap": "Greys", "interpolation": "nearest", **kwargs}
        if "norm" not in look:
            low, high = _limits([image for image, _ in panels])
            look = {"vmin": low, "vmax": high, **look}
        extent = (0, self._shape[1], self._shape[0], 0)
        for axes, (image, orders) in zip(self.ax_, panels, strict=True):
            drawn = axes.imshow(image, extent=extent, aspect="auto", **look)
            axes.set(xticks=[], yticks=[])
            self._name_entries(axes, orders)
        if check_flag(colorbar, "colorbar"):
            is_mean = image.shape != self._shape
            label = "mean of neighboring cells" if is_mean else "value of the cell"
            self.figure_.colorbar(drawn, ax=[*self.ax_], label=label, extend="both")
        self._draw_structures()
        return self

    def _name_entries(self, ax: Any, orders: Orders) -> None:
        """Write names of rows, at the right, and of columns, if texts and few."""
        axes = ax.yaxis, ax.xaxis
        for axis, given, order in zip(axes, self._names, orders, strict=True):
            known = [] if given is None or len(order) > _MOST_NAMED else list(given)
            if known and all(isinstance(name, str) for name in known):
                axis.set_ticks(np.arange(len(order)) + 0.5, [known[k] for k in order])
        ax.yaxis.tick_right()
        ax.tick_params(length=0, labelsize="small")
        ax.tick_params("x", rotation=90)


def check_matrix(X: Any) -> Any:
    """Check the data: a matrix of numbers, of which some may be missing."""
    refuse_lazy(X, "X")
    refuse_masks_and_texts(X)
    if np.ndim(X) != 2 and not sparse.issparse(X):
        raise ValueError(f"`X` must be a matrix, got {describe(X)}.")
    return check_array(
        X, accept_sparse="csr", ensure_all_finite="allow-nan", input_name="X"
    )


def _limits(images: Sequence[NDArray[np.float64]]) -> tuple[float, float]:
    """Return values to end the scale at: a few extreme ones would make it useless."""
    values = np.concatenate([image[np.isfinite(image)] for image in images])
    if len(values) == 0:
        return 0.0, 1.0
    low, high = np.quantile(values, [0.01, 0.99])
    return (low, high) if low < high else (values.min(), values.max())


def cluster_colors(n_clusters: int, start: int = 0) -> NDArray[np.float64]:
    """Return one color per cluster, shape (n_clusters, 3); they repeat after 18."""
    hues = np.array([[int(h[i : i + 2], 16) / 255 for i in (1, 3, 5)] for h in _HUES])
    palette = np.vstack([of * (1 - part) + part * hues for of, part in _SHADES])
    return palette[(start + np.arange(n_clusters)) % len(palette)]
