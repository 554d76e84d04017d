"""Axes for displays, of one panel or of several."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def axes_or_new(ax: Any) -> Any:
    """Return the axes to draw on; None makes a new figure."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained")[1]


def panel_axes(ax: Any, n_panels: int, width: float = 5) -> NDArray[Any]:
    """Return the axes to draw on, one per panel."""
    import matplotlib.pyplot as plt

    if ax is None:
        _, ax = plt.subplots(
            1, n_panels, figsize=(1 + width * n_panels, width), layout="constrained"
        )
    axes = np.ravel(np.asarray(ax, dtype=object))
    if len(axes) != n_panels:
        raise ValueError(f"`ax` must have {n_panels} axes, got {len(axes)}.")
    return axes
