"""What figures share: colors, axes, images of limited size, marked cells."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

# Okabe and Ito's colors, which color-blind readers can distinguish.
BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
VERMILION, PURPLE, SKY_BLUE = "#d55e00", "#cc79a7", "#56b4e9"
YELLOW, BLACK = "#f0e442", "#000000"

_TOL = "#661100", "#ddcc77", "#332288"  # brown, sand and indigo of Paul Tol
CURVES = (BLUE, VERMILION, GREEN, PURPLE, SKY_BLUE, ORANGE, BLACK, *_TOL)
MARKED = VERMILION  # borders, and the one value or point that matters
MOST_PIXELS = 400  # per side: about as many as a panel has on a screen


def axes_or_new(ax: Any) -> Any:
    """Return the axes to draw on; None: a new figure."""
    return panel_axes(ax, 1, width=5.4, height=4.8)[0]


def panel_axes(
    ax: Any, n_panels: int, name: str = "ax", *, width: float = 4.5, height: float = 4.6
) -> NDArray[Any]:
    """Return the axes to draw on, one per panel."""
    if ax is None:
        import matplotlib.pyplot as plt

        size = (1 + width * n_panels, height)
        ax = plt.subplots(1, n_panels, figsize=size, layout="constrained")[1]
    axes = np.ravel(np.asarray(ax, dtype=object))
    if len(axes) != n_panels or not all(hasattr(one, "transAxes") for one in axes):
        raise ValueError(
            f"`{name}` must have {n_panels} axes of matplotlib, got {ax!r:.80}."
        )
    return axes


def check_numbers(
    values: ArrayLike,
    name: str,
    shape: Mapping[str, int | None],
    *,
    allow_nan: bool = False,
) -> NDArray[np.float64]:
    """Return an array of finite numbers of this shape, by what its axes count.

    None is any number but 0; `allow_nan` allows what is not finite too.
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"`{name}` must be an array of numbers: {error}") from error
    if array.ndim != len(shape) or any(
        found != expected if expected is not None else not found
        for found, expected in zip(array.shape, shape.values(), strict=True)
    ):
        axes = [f"{n or ''} {axis}".strip() for axis, n in shape.items()]
        raise ValueError(
            f"`{name}` must have one number for each of {' x '.join(axes)}, got an "
            f"array of shape {array.shape}."
        )
    if not allow_nan and not np.isfinite(array).all():
        raise ValueError(f"`{name}` must be finite.")
    return array


def block_means(
    X: Any, row_order: NDArray[np.intp], column_order: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Reorder a matrix, and average neighboring rows and columns if it is large.

    The matrix may be sparse; neither a copy nor a dense version of it is made.
    """
    image = _averaging(row_order) @ X
    if not sparse.issparse(image):
        return np.ascontiguousarray((_averaging(column_order) @ image.T).T)
    return np.asarray((image @ _averaging(column_order).T).toarray())


def _averaging(order: NDArray[np.intp]) -> sparse.csr_array:
    """Return the matrix that takes means of consecutive entries, in an order."""
    n_entries = len(order)
    n_pixels = min(n_entries, MOST_PIXELS)
    pixel = pixel_of(n_entries, n_pixels)
    weights = 1 / np.bincount(pixel, minlength=n_pixels)[pixel]
    return sparse.csr_array((weights, (pixel, order)), shape=(n_pixels, n_entries))


def pixel_of(n_entries: int, n_pixels: int) -> NDArray[np.int64]:
    """Return the pixel of each entry, for pixels of nearly equal size."""
    return np.arange(n_entries, dtype=np.int64) * n_pixels // n_entries


def write_in_cells(
    ax: Any, image: Any, texts: Iterable[tuple[tuple[int, int], str]]
) -> None:
    """Write texts into cells (row, column) of an image, in white on dark colors."""
    for (row, column), text in texts:
        value = image.get_array()[row, column]
        is_dark = np.dot(image.cmap(image.norm(value))[:3], [0.299, 0.587, 0.114]) < 0.5
        look = {"color": "white" if is_dark else "black", "fontsize": "small"}
        ax.text(column, row, text, ha="center", va="center", **look)


def frame_cell(ax: Any, row: int, column: int, **options: Any) -> None:
    """Draw a frame around a cell of an image."""
    from matplotlib.patches import Rectangle

    corner = (column - 0.5, row - 0.5)
    ax.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=MARKED, **options))
