"""What a fitted estimator says of its clusters, seen through what wraps it."""

from collections.abc import Iterator
from typing import Any

from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline


def is_estimator(structure: Any) -> bool:
    """Tell a scikit-learn style estimator from labels and indicators."""
    return callable(getattr(structure, "fit", None)) and not isinstance(structure, type)


def fitted_labels(estimator: Any, name: str) -> Any:
    """Return `labels_` of the innermost estimator that has them."""
    return _fitted_attributes(estimator, ("labels_",), name)[0]


def fitted_coclustering(estimator: Any, name: str) -> tuple[Any, Any]:
    """Return `row_labels_` and `column_labels_` of the innermost estimator."""
    rows, columns = _fitted_attributes(
        estimator, ("row_labels_", "column_labels_"), name
    )
    return rows, columns


def fitted_biclustering(estimator: Any, name: str) -> tuple[Any, Any]:
    """Return `rows_` and `columns_` of the innermost estimator."""
    rows, columns = _fitted_attributes(estimator, ("rows_", "columns_"), name)
    return rows, columns


def has_fitted(estimator: Any, attribute: str) -> bool:
    """Say whether the estimator, or what it wraps, holds this fitted attribute."""
    return any(
        getattr(layer, attribute, None) is not None for layer in layers(estimator)
    )


def _fitted_attributes(
    estimator: Any, attributes: tuple[str, ...], name: str
) -> tuple[Any, ...]:
    """Return the attributes from the outermost layer that holds all of them.

    Some co-clusterers hold None before they are fitted: None counts as absent.
    """
    for layer in layers(estimator):
        found = tuple(getattr(layer, attribute, None) for attribute in attributes)
        if all(value is not None for value in found):
            return found
    needed = " and ".join(f"`{attribute}`" for attribute in attributes)
    raise NotFittedError(
        f"`{name}` is a {type(estimator).__name__} without {needed}; it is not fitted, "
        "or it does not make this kind of clusters."
    )


def layers(estimator: Any) -> Iterator[Any]:
    """Yield the estimator, then what it wraps: the best, the last step, the frozen."""
    seen: list[Any] = []
    while estimator is not None and not any(estimator is layer for layer in seen):
        seen.append(estimator)
        yield estimator
        estimator = _inside(estimator)


def _inside(estimator: Any) -> Any:
    """Return the estimator that a search or a pipeline ends in, or None.

    No other wrapper is looked into: an `estimator_` may have been fitted on anything.
    """
    # First, for it passes on what it is asked for, the steps of a pipeline too.
    if isinstance(estimator, FrozenEstimator):
        return estimator.estimator
    if isinstance(estimator, Pipeline):
        last = estimator.steps[-1][1]
        return None if isinstance(last, str) else last
    return getattr(estimator, "best_estimator_", None)
