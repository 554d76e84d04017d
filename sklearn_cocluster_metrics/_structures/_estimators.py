"""What a fitted estimator has found, read through the layers that wrap it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline

from ._columns import LabelledColumns, follow_columns

COCLUSTERING = ("row_labels_", "column_labels_")
BICLUSTERING = ("rows_", "columns_")

Accessor: TypeAlias = str | Sequence[str] | Callable[[Any], Sequence[Any]]
"""Attribute with the labels of all modes, one attribute per mode, or a function."""


@dataclass(frozen=True, eq=False)
class FittedLayer:
    """The outermost layer of an estimator that has some fitted attributes."""

    # The layer
    estimator: Any
    # The fitted transformers between the data and the layer
    steps: Sequence[Any]
    # Values of the attributes
    found: tuple[Any, ...]

    def follow_columns(self, name: str, n_columns: int | None) -> LabelledColumns:
        """Find out which columns of the input the layer has labelled."""
        return follow_columns(self.steps, self.estimator, name, n_columns)


def layers(estimator: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the estimator, then what it wraps; each with the fitted steps before it.

    A search wraps its best estimator, a pipeline its last step. No other wrapper is
    looked into: an `estimator_` may have been fitted on anything.
    """
    seen: list[Any] = []
    steps: list[Any] = []
    while estimator is not None and not any(estimator is layer for layer in seen):
        seen.append(estimator)
        yield estimator, steps
        # First, because it passes every attribute on, the steps of a pipeline too.
        if isinstance(estimator, FrozenEstimator):
            estimator = estimator.estimator
        elif isinstance(estimator, Pipeline):
            steps = [*steps, *_transformers(estimator.steps[:-1])]
            last = estimator.steps[-1][1]
            estimator = None if isinstance(last, str) else last
        else:
            estimator = getattr(estimator, "best_estimator_", None)


def _transformers(steps: Sequence[tuple[str, Any]]) -> Iterator[Any]:
    """Yield the transformers of a pipeline, those of pipelines within it one by one."""
    for _, step in steps:
        if isinstance(step, Pipeline):
            yield from _transformers(step.steps)
        elif step is not None and step != "passthrough":
            yield step


def has_fitted(estimator: Any, *attributes: str) -> bool:
    """Return whether the estimator, or one that it wraps, has these attributes."""
    return _find(estimator, attributes) is not None


def fitted_layer(
    estimator: Any, attributes: tuple[str, ...], name: str, *, transpose: bool = False
) -> FittedLayer:
    """Return the outermost layer that has all these attributes.

    They are exchanged where the estimator transposes its input.
    """
    attributes = attributes[::-1] if transpose else attributes
    layer = _find(estimator, attributes)
    if layer is None:
        raise _not_fitted(estimator, attributes, name)
    return layer


def _find(estimator: Any, *alternatives: tuple[str, ...]) -> FittedLayer | None:
    """Return the outermost layer that has all attributes of an alternative, or None.

    Some co-clusterers have the value None before they are fitted: it counts as absent.
    """
    for layer, steps in layers(estimator):
        for attributes in alternatives:
            try:
                found = tuple(getattr(layer, name, None) for name in attributes)
            except Exception:  # a property may raise anything before the fit
                continue
            if all(value is not None for value in found):
                return FittedLayer(layer, steps, found)
    return None


def _not_fitted(
    estimator: Any, attributes: tuple[str, ...], name: str
) -> NotFittedError:
    """Return the error for missing attributes, and the cure of misnamed ones."""
    needed = " and ".join(f"`{attribute}`" for attribute in attributes)
    own = type(estimator).__name__
    hint = ""
    if has_fitted(estimator, *(one.removesuffix("_") for one in attributes)):
        hint = " It has them without underscore: return them in a `FunctionCocluster`."
    elif has_fitted(estimator, "labels_"):
        hint = (
            f" It has `labels_`: {own} clusters the rows alone. Pass these: `labels_` "
            'in a function, `row_labels=..., accessor="labels_"` in a scorer.'
        )
    elif has_fitted(estimator, *BICLUSTERING) and attributes != BICLUSTERING:
        hint = (
            " It has biclusters: use a function of biclusterings, or "
            "`biclusters_to_labels(biclustering_of(...))` if they are a grid."
        )
    elif (others := _like_labels(estimator)) is not None:
        hint = f" It has `{others[0]}` and `{others[1]}`: pass `coclustering_of(..., "
        hint += f"accessor={others})`."
    return NotFittedError(
        f"`{name}` is a {own} without {needed}; it is not fitted, or it does not make "
        f"this kind of clusters.{hint}"
    )


def _like_labels(estimator: Any) -> tuple[str, str] | None:
    """Return the attributes that are named like labels of rows and columns.

    Without an underscore at the end, a name may be that of a parameter.
    """
    names = [
        name
        for name, value in getattr(estimator, "__dict__", {}).items()
        if name[-1:] == "_" or isinstance(value, np.ndarray | list)
    ]
    rows, columns = ([n for n in names if part in n.lower()] for part in ("row", "col"))
    return (rows[0], columns[0]) if len(rows) == len(columns) == 1 else None


# Labels of every mode


def check_accessor(accessor: Any, name: str) -> Accessor | None:
    """Check that this says where labels are: names, a function, or None."""
    is_list = isinstance(accessor, list | tuple)
    found: Accessor | None = tuple(accessor) if is_list else accessor
    if found is None or isinstance(found, str) or callable(found):
        return found
    if is_list and len(found) > 1 and all(isinstance(part, str) for part in found):
        return found
    raise TypeError(
        f"`{name}` must be an attribute, one per mode or a function, got {accessor!r}."
    )


def accessed(
    estimator: Any, accessor: Accessor, name: str
) -> tuple[Any, Sequence[Any]]:
    """Return what an accessor reads of an estimator, and the steps before that."""
    if callable(accessor):
        *_, (innermost, steps) = layers(estimator)
        return accessor(innermost), steps
    if isinstance(accessor, str):
        layer = fitted_layer(estimator, (accessor,), name)
        return layer.found[0], layer.steps
    layer = fitted_layer(estimator, tuple(accessor), name)
    return layer.found, layer.steps


def has_modes(estimator: Any) -> bool:
    """Return whether an estimator has labels of two modes or more."""
    return _find_modes(estimator) is not None


def fitted_modes(
    estimator: Any,
    name: str,
    accessor: Accessor | None = None,
    *,
    n_columns: int | None = None,
) -> tuple[tuple[Any, ...], LabelledColumns | None]:
    """Return the labels of every mode, and which columns of the input these are of.

    Columns are followed, and put in the order of the input, only where the labels are
    in `row_labels_` and `column_labels_`; not where they are in `labels_`, one array
    per mode, or where `accessor` says.
    """
    source = f"{name}.{accessor or 'labels_'}"
    if callable(accessor):
        source = "accessor(estimator)"
    if accessor is None:
        layer = _find_modes(estimator)
        if layer is None:
            raise _not_fitted(estimator, COCLUSTERING, name)
        if len(layer.found) == 2:
            rows, columns = layer.found
            labelled = layer.follow_columns(name, n_columns)
            return (rows, labelled.in_input_order(columns)), labelled
        modes, steps = layer.found[0], layer.steps
    else:
        modes, steps = accessed(estimator, accessor, name)
    if steps:
        raise ValueError(
            f"`{name}` transforms its input ({type(steps[0]).__name__}); only from "
            "`row_labels_` and `column_labels_` are labels followed through a pipeline."
        )
    if not isinstance(accessor, tuple) and not _are_modes(modes):
        raise ValueError(
            f"`{source}` must be several arrays of labels, got {type(modes).__name__}."
        )
    return tuple(modes), None


def _find_modes(estimator: Any) -> FittedLayer | None:
    """Return the layer with labels of all modes, in two attributes or in `labels_`."""
    layer = _find(estimator, COCLUSTERING, ("labels_",))
    if layer is None or len(layer.found) == 2 or _are_modes(layer.found[0]):
        return layer
    return None


def _are_modes(found: Any) -> bool:
    """Return whether this is a tuple or list of two or more arrays or lists."""
    if not isinstance(found, list | tuple) or len(found) < 2:
        return False
    return all(
        isinstance(part, list | tuple)
        or (hasattr(part, "__array__") and not isinstance(part, np.generic))
        for part in found
    )
