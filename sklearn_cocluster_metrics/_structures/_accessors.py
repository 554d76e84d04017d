"""Where a fitted estimator keeps its labels: in its own attributes, or as told."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from ._estimators import fitted_attributes, layers, steps_before

Accessor: TypeAlias = str | Sequence[str] | Callable[[Any], Sequence[Any]]
"""Attribute with the labels of all modes, one attribute per mode, or a function."""

_NOWHERE = ""  # an attribute that no estimator has


def check_accessor(accessor: Any, name: str) -> Accessor | None:
    """Check that this says where labels are: names, a function, or None."""
    if accessor is None or isinstance(accessor, str):
        return accessor
    if callable(accessor):
        function: Accessor = accessor
        return function
    if isinstance(accessor, list | tuple) and len(accessor) > 1:
        names = tuple(accessor)
        if all(isinstance(attribute, str) for attribute in names):
            return names
    raise TypeError(
        f"`{name}` must be the name of an attribute, a tuple of one name per mode, or "
        f"a function of the fitted estimator, got {accessor!r}."
    )


def modes_of(
    estimator: Any, name: str, accessor: Accessor | None = None
) -> tuple[Any, ...] | None:
    """Return labels that are read as the caller says, or are in one attribute.

    None means that they are in `row_labels_` and `column_labels_`.
    """
    if accessor is None:
        return _in_one_attribute(estimator, name)
    return _labels_by(accessor, estimator, name)


def _labels_by(accessor: Accessor, estimator: Any, name: str) -> tuple[Any, ...]:
    """Return the labels of every mode, read as the caller says."""
    _refuse_steps(estimator, name)
    found: Any
    if callable(accessor):
        *_, innermost = layers(estimator)
        found, source = accessor(innermost), "accessor(estimator)"
    elif isinstance(accessor, str):
        (found,) = fitted_attributes(estimator, (accessor,), name)
        source = f"{name}.{accessor}"
    else:
        return fitted_attributes(estimator, tuple(accessor), name)
    if not _are_modes(found):
        raise ValueError(
            f"`{source}` must be a tuple or list of two or more arrays of labels, one "
            f"per mode, got {type(found).__name__}."
        )
    return tuple(found)


def _in_one_attribute(estimator: Any, name: str) -> tuple[Any, ...] | None:
    """Return `labels_` where it is a tuple or list of one array per mode, else None."""
    for layer in layers(estimator):
        if getattr(layer, "row_labels_", None) is not None:
            return None
        labels: Any = getattr(layer, "labels_", None)
        if _are_modes(labels):
            _refuse_steps(estimator, name)
            return tuple(labels)
    return None


def _are_modes(found: Any) -> bool:
    """Return whether this is a tuple or list of labels of two or more modes."""
    return (
        isinstance(found, list | tuple)
        and len(found) > 1
        and all(map(_is_array_of_labels, found))
    )


def _is_array_of_labels(part: Any) -> bool:
    """Return whether a part is an array or a list, not one label."""
    if isinstance(part, list | tuple):
        return True
    return hasattr(part, "__array__") and not isinstance(part, np.generic)


def _refuse_steps(estimator: Any, name: str) -> None:
    """Refuse transformers before the estimator: only columns can be followed."""
    steps = steps_before(estimator, _NOWHERE)
    if steps:
        raise ValueError(
            f"`{name}` transforms its input ({type(steps[0]).__name__}) before it is "
            "labelled. Labels can be followed through a pipeline only from "
            "`row_labels_` and `column_labels_`; transform `X` before."
        )
