"""Resolve a metric to its contract, its function, its options and its direction."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from .._indices._contract import DESCRIPTIONS, Contract, Structure
from .._structures import check_option
from ._table import CONTRACTS

Metric: TypeAlias = str | Callable[..., float]

_LOWER_IS_BETTER = ("_error", "_distance", "_loss")


@dataclass(frozen=True)
class ResolvedMetric:
    """A metric with its options and its direction.

    Parameters
    ----------
    name : str
        Name of the contract, else of the function.
    function : callable
        Function of two structures.
    options : mapping
        Keyword arguments of the function.
    greater_is_better : bool
        Direction.
    contract : Contract or None
        What computes the same value from statistics; None for a function that is not
        this package's, or that is wrapped by a decorator.
    """

    name: str
    function: Callable[..., Any]
    options: Mapping[str, Any]
    greater_is_better: bool
    contract: Contract | None = None

    @property
    def sign(self) -> int:
        """1, or -1 where lower values are better."""
        return 1 if self.greater_is_better else -1

    def signed(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures, turned so that greater is better."""
        return self.sign * float(self.function(true, pred, **self.options))

    def signed_from(self, statistics: Any) -> float:
        """Compute it from statistics; only where there is a contract."""
        assert self.contract is not None
        return self.sign * self.contract.compute(statistics, **self.options)


def resolve(
    metric: Metric,
    structure: Structure,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
) -> ResolvedMetric:
    """Resolve a name or a function, its options checked."""
    _check_direction(greater_is_better)
    contract, bound = find_contract(metric, options)
    if contract is None:
        return _resolve_own(metric, greater_is_better, options)
    if contract.structure != structure:
        raise ValueError(
            f"`metric` {contract.name!r} compares {DESCRIPTIONS[contract.structure]}; "
            f"this scorer compares {DESCRIPTIONS[structure]}."
        )
    if greater_is_better not in (None, contract.greater_is_better):
        better = "higher" if contract.greater_is_better else "lower"
        raise ValueError(
            f"`greater_is_better={greater_is_better}` contradicts the metric: for "
            f"{contract.name!r}, {better} values are better."
        )
    contract.check_options(bound)
    is_plain = isinstance(metric, str) or _innermost(metric) is _under_partials(metric)
    if is_plain:
        return ResolvedMetric(
            contract.name, contract, bound, contract.greater_is_better, contract
        )
    assert not isinstance(metric, str)
    return ResolvedMetric(contract.name, metric, options, contract.greater_is_better)


def find_contract(
    metric: Any, options: Mapping[str, Any]
) -> tuple[Contract | None, dict[str, Any]]:
    """Find the contract of a name or a function, and what options it leaves."""
    if isinstance(metric, str):
        return CONTRACTS[check_option(metric, "metric", CONTRACTS)], dict(options)
    if not callable(metric):
        raise TypeError(
            f"`metric` must be a name or a function, got {type(metric).__name__}."
        )
    function = _innermost(metric)
    of_function = [c for c in CONTRACTS.values() if c.function is function]
    if not of_function:
        return None, {}
    given = {**_bound(metric), **options}
    said = {**_defaults(function), **given}
    matching = [
        contract
        for contract in of_function
        if all(said.get(key) == value for key, value in contract.fixed.items())
    ]
    if matching:
        contract = _most_specific(matching, given)
        left = {k: v for k, v in given.items() if k not in contract.fixed}
        return contract, left
    for key in of_function[0].fixed:
        check_option(said[key], key, [c.fixed[key] for c in of_function])
    raise ValueError(
        f"`metric` {function.__name__} has no such options: {dict(options)}."
    )


def _most_specific(contracts: list[Contract], given: Mapping[str, Any]) -> Contract:
    """Return the contract that fixes most options and takes the others given.

    If none takes them all, the first, which is the plainest, explains what is wrong.
    """
    taking = [
        contract
        for contract in contracts
        if given.keys() <= contract.fixed.keys() | contract.options.keys()
    ]
    if not taking:
        return contracts[0]
    return max(taking, key=lambda contract: len(contract.fixed))


def _check_direction(greater_is_better: Any) -> None:
    """Check the direction: a number could be meant as a sign, or as a bool."""
    if greater_is_better is not None and not isinstance(
        greater_is_better, bool | np.bool_
    ):
        raise TypeError(
            f"`greater_is_better` must be a bool or None, got {greater_is_better!r}."
        )


def _resolve_own(
    metric: Any, greater_is_better: bool | None, options: Mapping[str, Any]
) -> ResolvedMetric:
    """Resolve a user-defined metric."""
    name = getattr(_innermost(metric), "__name__", type(metric).__name__)
    if greater_is_better is None and name.endswith(_LOWER_IS_BETTER):
        raise ValueError(
            f"`metric` {name} is named like one for which lower values are better; "
            "pass `greater_is_better=False`, or True if they are not."
        )
    higher = greater_is_better is None or bool(greater_is_better)
    return ResolvedMetric(name, metric, options, higher)


def _under_partials(metric: Any) -> Any:
    """Return the function under partials that bind options only."""
    while isinstance(metric, partial) and not metric.args:
        metric = metric.func
    return metric


def _innermost(metric: Any) -> Any:
    """Return the function under partials and under decorators."""
    while True:
        inner = getattr(_under_partials(metric), "__wrapped__", None)
        if inner is None:
            return _under_partials(metric)
        metric = inner


def _bound(metric: Any) -> dict[str, Any]:
    """Return the options that partials bind."""
    if isinstance(metric, partial):
        return {**_bound(metric.func), **metric.keywords}
    return {}


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the default of each parameter of a function."""
    parameters = inspect.signature(function).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters}
