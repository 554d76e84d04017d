"""Axes for displays of several panels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


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
