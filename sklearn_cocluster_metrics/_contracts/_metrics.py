"""Metrics, by name or as functions: contract, function, options and direction."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from .._indices._contract import DESCRIPTIONS, Contract, Structure
from .._indices._names import BiclusteringName, PartitionName
from .._structures._arguments import check_option
from .._structures._messages import suggestion
from ._table import CONTRACTS, contract_named, of_sklearn

Metric: TypeAlias = str | Callable[..., float]
"""A metric inside the package: any name, which is still to be checked."""

PartitionMetric: TypeAlias = PartitionName | Callable[..., float]
"""Name of an index of clusterings and co-clusterings, or a function of two of them."""

BiclusteringMetric: TypeAlias = BiclusteringName | Callable[..., float]
"""Name of an index of biclusterings, or a function of two of them."""

PartitionMetrics: TypeAlias = (
    PartitionMetric | Sequence[PartitionMetric] | Mapping[str, PartitionMetric]
)
"""One metric of clusterings and co-clusterings, or several."""

BiclusteringMetrics: TypeAlias = (
    BiclusteringMetric | Sequence[BiclusteringMetric] | Mapping[str, BiclusteringMetric]
)
"""One metric of biclusterings, or several."""

AnyMetric: TypeAlias = PartitionName | BiclusteringName | Callable[..., float]
"""Name of any index, or a function of two structures."""

AnyMetrics: TypeAlias = AnyMetric | Sequence[AnyMetric] | Mapping[str, AnyMetric]
"""One metric of any structures, or several, all of the same structure."""


_LOWER_IS_BETTER = ("_error", "_distance", "_loss")
_CLUSTERINGS_OF_SKLEARN = "sklearn.metrics.cluster"


def under_partials(metric: Any) -> Any:
    """Return the function under partials that pass options only."""
    while isinstance(metric, partial) and not metric.args:
        metric = metric.func
    return metric


def innermost(metric: Any) -> Any:
    """Return the function under partials and under decorators."""
    function = under_partials(metric)
    inner = getattr(function, "__wrapped__", None)
    return function if inner is None else innermost(inner)


def of_partials(metric: Any) -> dict[str, Any]:
    """Return the options that partials pass."""
    if isinstance(metric, partial):
        return {**of_partials(metric.func), **metric.keywords}
    return {}


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


_MAKERS: Mapping[Structure, str] = {
    "partition": "make_cocluster_scorer",
    "biclustering": "make_bicluster_scorer",
}


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
        Contract that computes the same value from statistics; None for a user-defined
        function, or one that is wrapped by a decorator.
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

    def score(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures as a score: greater is better."""
        return self.as_score(float(self.function(true, pred, **self.options)))

    def check_takes_coclusterings(self) -> None:
        """Refuse an index of scikit-learn that takes plain clusterings only."""
        if not is_of_sklearn(innermost(self.function)):
            return
        known = of_sklearn(self.name)
        cure = f"Pass {known}, which extends it." if known else ""
        raise ValueError(
            f"`metric` {self.name} of scikit-learn compares plain clusterings, not "
            f"co-clusterings. {cure}".rstrip()
        )

    def as_score(self, value: float) -> float:
        """Turn a value so that greater is better; a distance of 0 is 0.0, not -0.0."""
        return self.sign * value + 0.0


def resolve(
    metric: Metric,
    structure: Structure,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
    others: Collection[str] = (),
) -> ResolvedMetric:
    """Resolve a name or a function, its options checked.

    `others` are arguments of the caller, which may be meant by an unknown option.
    """
    if greater_is_better is not None and not isinstance(
        greater_is_better, bool | np.bool_
    ):  # a number could be meant as a sign
        raise TypeError(
            f"`greater_is_better` must be a bool or None, got {greater_is_better!r}."
        )
    contract, left = find_contract(metric, options, structure)
    if contract is None:
        return _resolve_own(metric, structure, greater_is_better, options, others)
    if contract.structure != structure:
        raise ValueError(
            f"`metric` {contract.name!r} compares {DESCRIPTIONS[contract.structure]}; "
            f"here, {DESCRIPTIONS[structure]} are compared. To make a scorer, "
            f"`{_MAKERS[contract.structure]}` takes it."
        )
    if greater_is_better not in (None, contract.greater_is_better):
        better = "higher" if contract.greater_is_better else "lower"
        raise ValueError(
            f"`greater_is_better={greater_is_better}` contradicts the metric: for "
            f"{contract.name!r}, {better} values are better."
        )
    contract.check_options(left, others)
    is_plain = isinstance(metric, str) or innermost(metric) is under_partials(metric)
    if is_plain:
        return ResolvedMetric(
            contract.name, contract, left, contract.greater_is_better, contract
        )
    assert not isinstance(metric, str)
    return ResolvedMetric(contract.name, metric, options, contract.greater_is_better)


def resolve_several(
    metrics: Metric | Sequence[Metric] | Mapping[str, Metric],
    structure: Structure,
    *,
    of_coclusterings: bool = False,
) -> dict[str, ResolvedMetric]:
    """Resolve one metric, a list or a dictionary of metrics, by the name of each.

    `of_coclusterings` says that no metric may take plain clusterings only.
    """
    if isinstance(metrics, str) or callable(metrics):
        metrics = [metrics]
    if not metrics:
        raise ValueError("`metric` is empty; at least one metric is needed.")
    given = metrics.values() if isinstance(metrics, Mapping) else metrics
    resolved = [resolve(metric, structure, None, {}) for metric in given]
    names = [metric.name for metric in resolved]
    if isinstance(metrics, Mapping):
        names = [*metrics]
        for key in names:
            if not isinstance(key, str):
                raise TypeError(f"`metric` must have strings as keys, got {key!r}.")
    if len(set(names)) < len(names):
        raise ValueError(
            f"`metric` has the same name twice: {names}. Pass a dictionary, whose keys "
            "name the scores."
        )
    for metric in resolved if of_coclusterings else ():
        metric.check_takes_coclusterings()
    return dict(zip(names, resolved, strict=True))


def find_contract(
    metric: Any, options: Mapping[str, Any], structure: Structure | None = None
) -> tuple[Contract | None, dict[str, Any]]:
    """Find the contract of a name or a function, and the options it does not fix.

    For an unknown name, the error suggests indices of `structure`.
    """
    if isinstance(metric, str):
        known = metric in CONTRACTS
        contract = contract_named(metric, "metric", None if known else structure)
        return contract, dict(options)
    if not callable(metric):
        raise TypeError(
            f"`metric` must be a name or a function, got {type(metric).__name__}."
        )
    function = innermost(metric)
    of_function = [c for c in CONTRACTS.values() if c.function is function]
    if not of_function:
        return None, {}
    given = {**of_partials(metric), **options}
    values = {**(function.__kwdefaults__ or {}), **given}
    matching = [
        contract
        for contract in of_function
        if all(values.get(key) == value for key, value in contract.fixed.items())
    ]
    if matching:
        # The one that fixes most and takes the other options. If none takes them all,
        # the first, which is the plainest, explains what is wrong.
        taking = (c for c in matching if {*given} <= {*c.fixed, *c.options})
        contract = max(taking, key=lambda c: len(c.fixed), default=matching[0])
        return contract, {k: v for k, v in given.items() if k not in contract.fixed}
    for key in of_function[0].fixed:
        check_option(values[key], key, [c.fixed[key] for c in of_function])
    raise ValueError(
        f"`metric` {function.__name__} has no such options: {dict(options)}."
    )


def _resolve_own(
    metric: Any,
    structure: Structure,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
    others: Collection[str],
) -> ResolvedMetric:
    """Resolve a user-defined metric, or one of scikit-learn."""
    function = innermost(metric)
    name = getattr(function, "__name__", type(metric).__name__)
    if greater_is_better is None and is_named_like_a_distance(name):
        raise ValueError(
            f"`metric` {name} is named like one for which lower values are better; "
            "pass `greater_is_better=False`, or True if they are not."
        )
    compared = structure_compared_by(function)
    if is_of_sklearn(function) and compared != structure:
        raise ValueError(
            f"`metric` {name} of scikit-learn compares {DESCRIPTIONS[compared]}. To "
            f"make a scorer, `{_MAKERS[compared]}` takes it."
        )
    check_signature(metric, name, options, others)
    higher = greater_is_better is None or bool(greater_is_better)
    return ResolvedMetric(name, metric, dict(options), higher)


def structure_compared_by(metric: Any) -> Structure:
    """Return what a metric compares; a function of one's own, co-clusterings."""
    if isinstance(metric, str):
        return contract_named(metric, "metric").structure
    function = innermost(metric)
    if is_of_sklearn(function) and function.__name__ == "consensus_score":
        return "biclustering"
    of_function = (c for c in CONTRACTS.values() if c.function is function)
    return next((contract.structure for contract in of_function), "partition")
