"""A metric that is a function: the function inside, its options and its name."""

import inspect
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from .._structures import suggestion

_LOWER_IS_BETTER = ("_error", "_distance", "_loss")
_CLUSTERINGS_OF_SKLEARN = "sklearn.metrics.cluster"


def under_partials(metric: Any) -> Any:
    """Return the function under partials that pass options only."""
    while isinstance(metric, partial) and not metric.args:
        metric = metric.func
    return metric


def innermost(metric: Any) -> Any:
    """Return the function under partials and under decorators."""
    while True:
        inner = getattr(under_partials(metric), "__wrapped__", None)
        if inner is None:
            return under_partials(metric)
        metric = inner


def of_partials(metric: Any) -> dict[str, Any]:
    """Return the options that partials pass."""
    if isinstance(metric, partial):
        return {**of_partials(metric.func), **metric.keywords}
    return {}


def defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the default of each parameter of a function."""
    parameters = inspect.signature(function).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters}


def check_signature(
    metric: Any, name: str, options: Mapping[str, Any], others: Collection[str] = ()
) -> None:
    """Refuse options that a user-defined metric does not take.

    `others` are arguments of the caller, which may be meant by an unknown option.
    """
    try:
        signature = inspect.signature(metric)
    except (TypeError, ValueError):  # a builtin that reports none
        return
    try:
        signature.bind(None, None, **options)
    except TypeError as error:
        taken = [*signature.parameters][2:]
        unknown = next((option for option in options if option not in taken), None)
        meant = suggestion(unknown, (*taken, *others), "`{}`".format)
        raise TypeError(
            f"`metric` {name} cannot be called with two structures and the options "
            f"{sorted(options)}: {error}.{meant}"
        ) from error


def is_named_like_a_distance(name: str) -> bool:
    """Return whether, by its name, lower values of a function are better."""
    return name.endswith(_LOWER_IS_BETTER)


def is_of_sklearn(function: Any) -> bool:
    """Return whether a function is scikit-learn's, for clusterings or biclusterings."""
    module = str(getattr(function, "__module__", ""))
    return module.startswith(_CLUSTERINGS_OF_SKLEARN)
