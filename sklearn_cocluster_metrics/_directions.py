"""Which way is better: the name, the function and the sign of a metric."""

import inspect
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import numpy as np

from ._contracts import CONTRACTS, Contract
from ._validation import check_option

Metric = str | Callable[..., float]

_LOWER_IS_BETTER = ("_error", "_distance", "_loss")


def directed(
    metric: Metric,
    structure: str,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
) -> tuple[str, Callable[..., float], int]:
    """Return the name, the function and the sign (-1: lower is better) of a metric."""
    _check_direction(greater_is_better)
    contract = _contract_of(metric, options)
    if contract is None:
        return _own(metric, greater_is_better)
    if contract.structure != structure:
        raise ValueError(
            f"`metric` {contract.name!r} compares {contract.structure}s; this scorer "
            f"compares {structure}s."
        )
    if greater_is_better not in (None, contract.greater_is_better):
        raise ValueError(
            f"`greater_is_better={greater_is_better}` contradicts the metric: of "
            f"{contract.name!r} {'higher' if contract.greater_is_better else 'lower'} "
            "values are better."
        )
    taken = contract.fixed if isinstance(metric, str) else ()
    check_options(contract, {**_bound(metric), **options}, taken)
    function = contract if isinstance(metric, str) else metric
    return contract.name, function, 1 if contract.greater_is_better else -1


def _check_direction(greater_is_better: Any) -> None:
    """Check the direction: a number could be meant as a sign, or as a bool."""
    if greater_is_better is not None and not isinstance(
        greater_is_better, bool | np.bool_
    ):
        raise TypeError(
            f"`greater_is_better` must be a bool or None, got {greater_is_better!r}."
        )


def _own(
    metric: Any, greater_is_better: bool | None
) -> tuple[str, Callable[..., float], int]:
    """Return the same of a function that is none of this package's."""
    name = getattr(_innermost(metric), "__name__", type(metric).__name__)
    if greater_is_better is None and name.endswith(_LOWER_IS_BETTER):
        raise ValueError(
            f"`metric` {name} is named like one of which lower values are better; say "
            "`greater_is_better=False`, or True if they are not."
        )
    lower = greater_is_better is not None and not greater_is_better
    return name, metric, -1 if lower else 1


def _contract_of(metric: Metric, options: Mapping[str, Any]) -> Contract | None:
    """Find the contract of a name or of a function with these options."""
    if isinstance(metric, str):
        return CONTRACTS[check_option(metric, "metric", CONTRACTS)]
    if not callable(metric):
        raise TypeError(
            f"`metric` must be a name or a function, got {type(metric).__name__}."
        )
    function = _innermost(metric)
    said = {**_defaults(function), **_bound(metric), **options}
    of_function = [c for c in CONTRACTS.values() if c.function is function]
    for contract in of_function:
        if all(said.get(key) == value for key, value in contract.fixed.items()):
            return contract
    if of_function:
        raise ValueError(
            f"`metric` {function.__name__} has no such options: {dict(options)}."
        )
    return None


def _innermost(metric: Any) -> Any:
    """Return the function under partials that bind options, and under decorators."""
    while True:
        if isinstance(metric, partial) and not metric.args:
            metric = metric.func
        elif hasattr(metric, "__wrapped__"):
            metric = metric.__wrapped__
        else:
            return metric


def _bound(metric: Any) -> dict[str, Any]:
    """Return the options that partials bind."""
    if isinstance(metric, partial):
        return {**_bound(metric.func), **metric.keywords}
    return {}


def default_options(contract: Contract) -> dict[str, Any]:
    """Return the options of an index, with their defaults."""
    defaults = _defaults(contract.function)
    return {name: defaults[name] for name in contract.options}


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the default of each parameter of a function."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some compiled functions have none
        return {}
    return {parameter.name: parameter.default for parameter in parameters}


def check_options(
    contract: Contract, options: Mapping[str, Any], taken: Collection[str]
) -> None:
    """Check the names and the values of a metric's options before any fit.

    `taken` are options of the function that the name of the metric stands for already.
    """
    known = _defaults(contract.function)
    for key, value in options.items():
        if key not in known or key in taken:
            raise TypeError(f"{contract.name!r} has no option `{key}`.")
        if key in contract.options and value is not known[key]:
            check_option(value, key, contract.options[key])
