"""Draw the parts that figures share: axes, images, and a matrix in its panels."""

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ParamSpec, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_array

from .._statistics._contingency import Positions
from .._structures._arguments import check_flag
from .._structures._entry_names import Names
from .._structures._foreign import refuse_foreign
from .._structures._matrix import refuse_masks_and_texts
from .._structures._messages import describe, named_parameters, suggest_parameter

Floats = NDArray[np.float64]

# These are the colors of Okabe and Ito, which color-blind readers can distinguish.
BLUE = "#0072b2"
ORANGE = "#e69f00"
GREEN = "#009e73"
VERMILION = "#d55e00"
PURPLE = "#cc79a7"
SKY_BLUE = "#56b4e9"
YELLOW = "#f0e442"
BLACK = "#000000"

# These colors are brown, sand and indigo in the scheme of Paul Tol.
_COLORS_OF_TOL = ("#661100", "#ddcc77", "#332288")
CURVES = (BLUE, VERMILION, GREEN, PURPLE, SKY_BLUE, ORANGE, BLACK, *_COLORS_OF_TOL)
# Borders, and the value or point that a reader should look at, have this color.
MARKED = VERMILION
# An image has at most this many pixels per side, about as many as a panel has on a
# screen.
MOST_PIXELS = 400


def axes_or_new(ax: Any) -> Any:
    """Return the axes to draw on. If `ax` is None, they are those of a new figure."""
    return panel_axes(ax, 1, width=5.4, height=4.8)[0]


def panel_axes(
    ax: Any, n_panels: int, *, width: float = 4.5, height: float = 4.6
) -> NDArray[Any]:
    """Return the axes to draw on, one per panel.

    If `ax` is None, they are the axes of a new figure. The `width` of a panel and the
    `height` of this figure are in inches.
    """
    if ax is None:
        import matplotlib.pyplot as plt

        size = (1 + width * n_panels, height)
        ax = plt.subplots(1, n_panels, figsize=size, layout="constrained")[1]
    axes = np.ravel(np.asarray(ax, dtype=object))
    are_axes = all(hasattr(panel, "transAxes") for panel in axes)
    if len(axes) != n_panels or not are_axes:
        raise ValueError(
            f"`ax` must have {n_panels} axes of matplotlib, such as those of "
            f"`plt.subplots(1, {n_panels})[1]`; got {ax!r:.80}."
        )
    return axes


def drawing_options(
    options: Mapping[str, Any],
    method: str,
    *,
    caller: Callable[..., Any],
    options_of_display: Collection[str] = (),
) -> dict[str, Any]:
    """Return options by the full names that a method of ``Axes`` gives them.

    For example, "linewidth" is the full name of "lw". `options_of_display` are names of
    options that other methods of the display take. Their values are returned, too. Any
    other option, and an option that displays set themselves, raises an error. `caller`
    is the public method that takes the options. Of two names of one option, the last
    counts.
    """
    full_name_of = _options_of_axes_method(method)
    check_keywords(
        options,
        full_name_of,
        caller=caller,
        receiver=f"Axes.{method}",
        options_of_display=options_of_display,
    )
    return {full_name_of.get(name, name): value for name, value in options.items()}


def check_options_of_estimator(
    options: Mapping[str, Any],
    method: str,
    *,
    display: Any,
    parameters_of_plot: Collection[str] = (),
) -> None:
    """Check the options that `from_estimator` passes to `from_predictions`.

    The options are keyword-only parameters of `from_predictions`, `parameters_of_plot`,
    or options of a method of ``Axes``. `display` is the class that has both methods.
    """
    parameters = inspect.signature(display.from_predictions).parameters.values()
    keyword_only = [
        parameter.name
        for parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    drawing_options(
        options,
        method,
        caller=display.from_estimator,
        options_of_display=[*keyword_only, *parameters_of_plot],
    )


def check_keywords(
    keywords: Collection[str],
    known_keywords: Collection[str],
    *,
    caller: Callable[..., Any],
    receiver: str,
    options_of_display: Collection[str] = (),
) -> None:
    """Raise an error if neither a method nor the function behind it takes a keyword.

    `caller` is the public method, and `receiver` is the name of the function to which
    the method passes the keywords that are not its own. `options_of_display` are
    keywords that the method passes to another method of the display.
    """
    parameters = [name for name in named_parameters(caller) if name != "self"]
    parameters += options_of_display
    for keyword in keywords:
        if keyword in known_keywords or keyword in options_of_display:
            continue
        owner = getattr(caller, "__self__", None)
        owner_class = owner if inspect.isclass(owner) else type(owner)
        names = [*parameters, *sorted(known_keywords)]
        meant = suggest_parameter(keyword, names)
        raise TypeError(
            f"`{owner_class.__name__}.{caller.__name__}` has no parameter "
            f"`{keyword}`, and `{receiver}` has no such option.{meant} Parameters: "
            f"{', '.join(f'`{name}`' for name in parameters)}."
        )


# Displays set these parameters of methods of ``Axes`` themselves.
_SET_BY_DISPLAYS = {"self", "data", "X", "extent", "x", "y", "yerr"}


def _options_of_axes_method(method: str) -> dict[str, str]:
    """Return the full name of each option of a method of ``Axes``.

    The options are the parameters of the method, and the properties of the artist that
    it draws. Properties also have short names, such as "lw" for "linewidth". The
    options that displays set themselves are left out.
    """
    from matplotlib.artist import ArtistInspector
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection
    from matplotlib.image import AxesImage
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

    artists = {
        "errorbar": Line2D,
        "hist": Rectangle,
        "imshow": AxesImage,
        "plot": Line2D,
        "scatter": PathCollection,
    }
    inspector = ArtistInspector(artists[method])
    full_name_of = {name: name for name in inspector.get_setters()}
    for name, short_names in inspector.aliasd.items():
        full_name_of.update(dict.fromkeys(short_names, name))
    parameters = named_parameters(getattr(Axes, method))  # `self` is one of them.
    full_name_of.update({name: name for name in parameters})
    return {
        name: full_name
        for name, full_name in full_name_of.items()
        if name not in _SET_BY_DISPLAYS
    }


def check_numbers(
    values: ArrayLike,
    name: str,
    shape: Mapping[str, int | None],
    *,
    must_be_finite: bool = True,
) -> Floats:
    """Check that values are numbers of this shape, and return them as an array.

    A key of `shape` says what an axis counts, and its value is the length of the axis.
    If it is None, any length except 0 is valid. Unless `must_be_finite`, the numbers
    may be NaN or infinite.
    """
    try:
        array = np.asarray(values)
        if _has_complex_numbers(array):
            raise TypeError("it has complex numbers.")
        array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"`{name}` must be an array of numbers: {error}") from error
    if not _has_shape(array, list(shape.values())):
        axes = [f"{n or ''} {axis}".strip() for axis, n in shape.items()]
        raise ValueError(
            f"`{name}` must have one number for each of {' x '.join(axes)}, got an "
            f"array of shape {array.shape}."
        )
    if must_be_finite and not np.isfinite(array).all():
        raise ValueError(
            f"`{name}` must be finite, but it has entries that are NaN or infinite."
        )
    return array


def _has_complex_numbers(array: NDArray[Any]) -> bool:
    """Return whether an array, which may be one of objects, has complex numbers."""
    if array.dtype == object:
        return any(isinstance(value, complex) for value in array.flat)
    return np.iscomplexobj(array)


def _has_shape(array: Floats, sizes: Sequence[int | None]) -> bool:
    """Return whether an array has these sizes, where None is any size except 0."""
    if array.ndim != len(sizes):
        return False
    for size, expected in zip(array.shape, sizes, strict=True):
        if size == 0 or expected not in (None, size):
            return False
    return True


def pixel_means(X: Any, row_order: Positions, column_order: Positions) -> Floats:
    """Return the pixels of an image of a reordered matrix.

    A pixel is an entry or, if the matrix is large, the mean of neighboring entries. The
    matrix may be sparse, because neither a copy nor a dense version of it is made.
    """
    image = _averaging_matrix(row_order) @ X
    if not sparse.issparse(image):
        return np.ascontiguousarray((_averaging_matrix(column_order) @ image.T).T)
    return np.asarray((image @ _averaging_matrix(column_order).T).toarray())


def _averaging_matrix(order: Positions) -> sparse.csr_array:
    """Return the matrix of shape (n_pixels, n_entries) that averages entries.

    Each pixel is the mean of entries that are consecutive in this order.
    """
    n_entries = len(order)
    n_pixels = min(n_entries, MOST_PIXELS)
    pixels = pixel_of(n_entries, n_pixels)
    weights = 1 / np.bincount(pixels, minlength=n_pixels)[pixels]
    return sparse.csr_array((weights, (pixels, order)), shape=(n_pixels, n_entries))


def pixel_of(n_entries: int, n_pixels: int) -> NDArray[np.int64]:
    """Return the pixel of each entry, for pixels of nearly equal size."""
    return np.arange(n_entries, dtype=np.int64) * n_pixels // n_entries


# The eye sees red, green and blue with these weights (ITU-R BT.601).
_LUMINANCE_WEIGHTS = (0.299, 0.587, 0.114)


def write_in_cells(
    ax: Any, image: Any, texts: Iterable[tuple[tuple[int, int], str]]
) -> None:
    """Write texts into cells (row, column) of an image.

    The texts are white on dark colors, and black on bright colors. A cell whose value
    is NaN or infinite is empty, so that its text is black.
    """
    for (row, column), text in texts:
        value = image.get_array()[row, column]
        color = "black"
        if not np.ma.is_masked(value):  # Matplotlib masks NaN and infinity.
            red_green_blue = image.cmap(image.norm(value))[:3]
            luminance = np.dot(red_green_blue, _LUMINANCE_WEIGHTS)
            color = "white" if luminance < 0.5 else "black"
        ax.text(
            column, row, text, ha="center", va="center", color=color, fontsize="small"
        )


def frame_cell(ax: Any, row: int, column: int, **options: Any) -> None:
    """Draw a frame around a cell of an image, and do not clip it at the edge."""
    from matplotlib.patches import Rectangle

    corner = (column - 0.5, row - 0.5)
    frame = Rectangle(
        corner, 1, 1, fill=False, edgecolor=MARKED, clip_on=False, zorder=3, **options
    )
    ax.add_patch(frame)


# Vermilion is left out, because borders have this color.
_HUES = (BLUE, ORANGE, GREEN, PURPLE, SKY_BLUE, YELLOW)
# Each pair has the gray that is mixed with a hue, where black is 0 and white is 1, and
# the part of the hue in the mixture. The first shade is pure, the second one is darker
# and the third one is lighter.
_SHADES = ((0.0, 1.0), (0.0, 0.55), (1.0, 0.45))
# If a side has more clusters or structures, the numbers cannot be read.
MOST_ANNOTATED = 12
# If a side has more rows, columns or clusters, there is no room for their names.
MOST_NAMED = 40

Orders = tuple[Positions, ...]
"""These are the positions of the rows and of the columns, in the order of a panel."""


PARAMETERS_OF_MATRIX_PLOT = ("colorbar",)
"""`MatrixDisplay.plot` takes these options itself, and passes the others on."""


class MatrixDisplay:
    """Draw a matrix in one panel, or in two panels if there is a reference.

    The last panel shows the prediction.
    """

    # Numbers of rows and of columns
    _shape: tuple[int, ...]
    # Names of the rows and of the columns, in the order of the data
    _names: Sequence[Names | None]

    def _panels(self) -> list[tuple[Floats, Orders]]:
        """Return the image of each panel, and the order of its rows and columns.

        Large images have fewer pixels than the matrix has rows or columns.
        """
        raise NotImplementedError

    def _draw_structures(self) -> None:
        """Draw the structures onto the images."""
        raise NotImplementedError

    def plot(self, *, ax: Any = None, colorbar: bool = True, **kwargs: Any) -> Self:
        """Draw the panels.

        Parameters
        ----------
        ax : array of two matplotlib Axes, default=None
            Axes to draw on; a single one if there is no reference. If None, a new
            figure is made.
        colorbar : bool, default=True
            If True, the scale of the colors is drawn.
        **kwargs : dict
            Further options, which are passed to ``Axes.imshow``, such as `cmap`
            (default "Greys"), `norm`, `vmin` and `vmax` (by default the quantiles 0.01
            and 0.99).

        Returns
        -------
        display : object
            The display, after it has been drawn.
        """
        kwargs = drawing_options(kwargs, "imshow", caller=self.plot)
        panels = self._panels()
        self.ax_ = panel_axes(ax, len(panels))
        self.figure_ = self.ax_[0].figure
        look = {
            "cmap": "Greys",
            "interpolation": "nearest",
            "aspect": "auto",
            **kwargs,
        }
        if "norm" not in look:
            low, high = _limits([image for image, _ in panels])
            look = {"vmin": low, "vmax": high, **look}
        extent = (0, self._shape[1], self._shape[0], 0)
        for axes, (image, orders) in zip(self.ax_, panels, strict=True):
            artist = axes.imshow(image, extent=extent, **look)
            axes.set(xticks=[], yticks=[])
            self._name_entries(axes, orders)
        if check_flag(colorbar, "colorbar"):
            # All panels have images of the same shape, so the last one is enough.
            is_mean = image.shape != self._shape
            label = "mean of neighboring cells" if is_mean else "value of the cell"
            values = np.unique(image[np.isfinite(image)])
            scale: dict[str, Any] = {"extend": "both"}
            if len(values) == 2:
                # The colors between two values, such as 0 and 1, do not occur.
                scale = {"ticks": values}
            self.figure_.colorbar(artist, ax=list(self.ax_), label=label, **scale)
        self._draw_structures()
        return self

    def _name_entries(self, ax: Any, orders: Orders) -> None:
        """Write the names of the rows, at the right, and of the columns.

        Names are written only if they are texts, and if they are few.
        """
        axes = (ax.yaxis, ax.xaxis)
        for axis, names, order in zip(axes, self._names, orders, strict=True):
            if names is None or len(order) > MOST_NAMED:
                continue
            names = list(names)
            if names and all(isinstance(name, str) for name in names):
                centers = np.arange(len(order)) + 0.5
                axis.set_ticks(centers, [names[position] for position in order])
        ax.yaxis.tick_right()
        ax.tick_params(length=0, labelsize="small")
        ax.tick_params("x", rotation=90)


def check_matrix(X: Any) -> Any:
    """Check and return a matrix of real numbers, of which some may be NaN.

    A sparse matrix is returned in CSR format, and other data as an array.
    """
    refuse_foreign(X, "X")
    refuse_masks_and_texts(X)
    if np.ndim(X) != 2 and not sparse.issparse(X):
        raise ValueError(
            f"`X` must be a matrix, got {describe(X)}. Pass an array of shape "
            "(n_rows, n_columns)."
        )
    if np.iscomplexobj(X):
        raise ValueError(
            "`X` must be a matrix of real numbers, got complex numbers. Pass, for "
            "example, `abs(X)`."
        )
    return check_array(
        X, accept_sparse="csr", ensure_all_finite="allow-nan", input_name="X"
    )


def _limits(images: Sequence[Floats]) -> tuple[float, float]:
    """Return the lowest and the highest value of the scale of colors.

    They are quantiles, because a few extreme values would make the scale useless. If
    the quantiles are equal, the limits are the lowest and the highest value.
    """
    values = np.concatenate([image[np.isfinite(image)] for image in images])
    if len(values) == 0:
        return 0.0, 1.0
    low, high = np.quantile(values, [0.01, 0.99])
    if low < high:
        return low, high
    return values.min(), values.max()


def cluster_colors(n_clusters: int, start: int = 0) -> Floats:
    """Return one color per cluster, as an array of shape (n_clusters, 3).

    The first color is number `start` of the palette. The palette has all hues, then all
    of them darker, then lighter. The colors repeat after 18 clusters.
    """
    hues = np.array([_red_green_blue(hue) for hue in _HUES])
    palette = np.vstack([gray * (1 - part) + part * hues for gray, part in _SHADES])
    return palette[(start + np.arange(n_clusters)) % len(palette)]


def _red_green_blue(color: str) -> list[float]:
    """Return the red, green and blue parts, from 0 to 1, of a color like "#0072b2"."""
    return [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]


InitParameters = ParamSpec("InitParameters")


def made_by(
    *making_calls: str,
) -> Callable[[Callable[InitParameters, None]], Callable[InitParameters, None]]:
    """Return a decorator for the `__init__` of a display that these calls make.

    The calls are those of class methods, such as "from_metrics(...)". If the arguments
    of `__init__` do not fit, the error names the calls.
    """

    def check_arguments_of(
        init: Callable[InitParameters, None],
    ) -> Callable[InitParameters, None]:
        @functools.wraps(init)
        def checked_init(
            *args: InitParameters.args, **kwargs: InitParameters.kwargs
        ) -> None:
            try:
                inspect.signature(init).bind(*args, **kwargs)
            except TypeError as error:
                name = type(args[0]).__name__
                codes = " or ".join(f"`{name}.{call}`" for call in making_calls)
                raise TypeError(
                    f"The arguments of `{name}` do not fit ({error}). Call {codes}."
                ) from None
            init(*args, **kwargs)

        return checked_init

    return check_arguments_of
