"""What a fitted estimator has labelled, read through the layers that wrap it."""

from collections.abc import Iterator, Sequence
from typing import Any

from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline


def is_estimator(structure: Any) -> bool:
    """Return whether this is a scikit-learn style estimator, not labels."""
    return callable(getattr(structure, "fit", None)) and not isinstance(structure, type)


def has_fitted(estimator: Any, attribute: str) -> bool:
    """Return whether the estimator, or one that it wraps, has this fitted attribute."""
    return any(
        getattr(layer, attribute, None) is not None for layer in layers(estimator)
    )


def fitted_attributes(
    estimator: Any, attributes: tuple[str, ...], name: str
) -> tuple[Any, ...]:
    """Return the attributes from the outermost layer that has all of them.

    Some co-clusterers have the value None before they are fitted: it counts as absent.
    """
    for layer in layers(estimator):
        found = tuple(getattr(layer, attribute, None) for attribute in attributes)
        if all(value is not None for value in found):
            return found
    needed = " and ".join(f"`{attribute}`" for attribute in attributes)
    raise NotFittedError(
        f"`{name}` is a {type(estimator).__name__} without {needed}; it is not fitted, "
        f"or it does not make this kind of clusters.{_hint(estimator, attributes)}"
    )


def _hint(estimator: Any, attributes: tuple[str, ...]) -> str:
    """Return the cure where the names of labels have no underscore."""
    plain = [attribute.removesuffix("_") for attribute in attributes]
    if not any(_has_all(layer, plain) for layer in layers(estimator)):
        return ""
    found = " and ".join(f"`{attribute}`" for attribute in plain)
    return (
        f" It has {found}, without underscore: return them from a function and wrap "
        "that in `FunctionCocluster`."
    )


def _has_all(layer: Any, attributes: Sequence[str]) -> bool:
    """Return whether a layer has these attributes, and none of them is None."""
    try:
        return all(getattr(layer, name, None) is not None for name in attributes)
    except Exception:  # a property may raise anything before the fit
        return False


def layers(estimator: Any) -> Iterator[Any]:
    """Yield the estimator, then what it wraps: the best, the last step, the frozen."""
    seen: list[Any] = []
    while estimator is not None and not any(estimator is layer for layer in seen):
        seen.append(estimator)
        yield estimator
        estimator = _inside(estimator)


def steps_before(estimator: Any, attribute: str) -> list[Any]:
    """Return the fitted transformers between the data and what has the attribute."""
    steps: list[Any] = []
    for layer in layers(estimator):
        if getattr(layer, attribute, None) is not None:
            break
        if isinstance(layer, Pipeline):
            steps.extend(_transformers(layer.steps[:-1]))
    return steps


def labelled_layer(estimator: Any, attribute: str) -> Any:
    """Return the outermost layer that has the attribute, else the estimator."""
    for layer in layers(estimator):
        if getattr(layer, attribute, None) is not None:
            return layer
    return estimator


def first_fitted(estimator: Any, attribute: str) -> Any:
    """Return what has seen the data first: the first step, or what has the labels."""
    steps = steps_before(estimator, attribute)
    return steps[0] if steps else labelled_layer(estimator, attribute)


def _inside(estimator: Any) -> Any:
    """Return the estimator that a search or a pipeline ends in, or None.

    No other wrapper is looked into: an `estimator_` may have been fitted on anything.
    """
    # First, because it passes every attribute on, the steps of a pipeline too.
    if isinstance(estimator, FrozenEstimator):
        return estimator.estimator
    if isinstance(estimator, Pipeline):
        last = estimator.steps[-1][1]
        return None if isinstance(last, str) else last
    return getattr(estimator, "best_estimator_", None)


def _transformers(steps: Sequence[tuple[str, Any]]) -> Iterator[Any]:
    """Yield the transformers of a pipeline, those of pipelines within it one by one."""
    for _, step in steps:
        if isinstance(step, Pipeline):
            yield from _transformers(step.steps)
        elif step is not None and step != "passthrough":
            yield step
