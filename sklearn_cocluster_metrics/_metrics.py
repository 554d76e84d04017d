"""A metric resolved to its function, options and direction."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from ._contracts import CONTRACTS
from ._indices._contract import DESCRIPTIONS, Contract, Structure
from ._indices._names import BiclusteringName, PartitionName
from ._names_of_the_literature import OF_SKLEARN, contract_named, metric_parameter
from ._statistics._contingency import ContingencyTable, ContingencyTables
from ._structures._arguments import (
    check_flag,
    check_mapping,
    check_option,
    check_sequence,
)
from ._structures._entry_names import in_one_order
from ._structures._messages import describe, unknown_keyword


def score_from_tables(
    tables: ContingencyTable | Sequence[ContingencyTable],
    metric: PartitionName,
    **kwargs: Any,
) -> float:
    """Any index of clusterings or co-clusterings, from contingency tables.

    For labels beyond memory, or on several workers: count each part, add the tables,
    and score the sum. Rows and columns can be split independently.

    Parameters
    ----------
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one per mode of a co-clustering: rows, then columns.
    metric : str
        One of ``index_names("coclustering")``; distances are not negated.
    **kwargs : dict
        Options of the metric.

    Returns
    -------
    score : float
        Exactly what the function of the index returns for the labels.

    Raises
    ------
    ValueError
        If the metric or an option is unknown, or there is no table.
    TypeError
        If `tables` is not of contingency tables, or the metric has no such option.

    See Also
    --------
    contingency_table : Count tables from labels.
    ContingencyTables : One table per mode, added mode by mode.
    index_names : The names.

    Notes
    -----
    Cost: that of the index on its tables.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import (
    ...     contingency_table,
    ...     score_from_tables,
    ... )
    >>> rows = contingency_table([0, 0, 1], [0, 0, 1]) + contingency_table([1], [2])
    >>> columns = contingency_table([0, 1], [0, 1])
    >>> score_from_tables((rows, columns), "cari")
    0.631...
    """
    contract = contract_named(metric, "partition")
    modes = (tables,) if isinstance(tables, ContingencyTable) else tables
    return contract.compute(ContingencyTables(modes).tables, **kwargs)


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


def unwrapped(metric: Any) -> Any:
    """Return the function under partials that pass options only, and decorators."""
    function = _unbound(metric)
    inner = getattr(function, "__wrapped__", None)
    is_own = any(function is contract.function for contract in CONTRACTS.values())
    return function if inner is None or is_own else unwrapped(inner)


def _unbound(metric: Any) -> Any:
    """Return the function under partials that pass options only."""
    is_partial = isinstance(metric, partial) and not metric.args
    return _unbound(metric.func) if is_partial else metric


def bound_options(metric: Any) -> dict[str, Any]:
    """Return the options that partials pass."""
    if isinstance(metric, partial):
        return {**bound_options(metric.func), **metric.keywords}
    return {}


def check_signature(metric: Any, name: str, options: Mapping[str, Any]) -> None:
    """Refuse options that a user-defined metric does not take."""
    try:
        signature = inspect.signature(metric)
    except (TypeError, ValueError):  # a builtin that reports none
        return
    try:
        signature.bind(None, None, **options)
    except TypeError as error:
        taken = [*signature.parameters][2:]
        for option in options:
            if option not in taken:
                raise unknown_keyword(option, f"the metric {name}", taken) from error
        raise TypeError(
            f"The metric {name} cannot be called with two structures and the options "
            f"{sorted(options)}: {error}."
        ) from error


def is_of_sklearn(function: Any) -> bool:
    """Return whether a function is scikit-learn's, for clusterings or biclusterings."""
    module = str(getattr(function, "__module__", ""))
    return module.startswith(_CLUSTERINGS_OF_SKLEARN)


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
    def declared(self) -> Contract:
        """The contract, of what is known to be an index of this package."""
        assert self.contract is not None
        return self.contract

    @property
    def sign(self) -> int:
        """1, or -1 where lower values are better."""
        return 1 if self.greater_is_better else -1

    def value(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures; refuse what is no number."""
        try:
            module = str(getattr(unwrapped(self.function), "__module__", ""))
            if not module.startswith(str(__package__)):  # this package's do it
                true = in_one_order(true, pred)
            found = self.function(true, pred, **self.options)
        except Exception as error:
            pair = f"{describe(true)} and {describe(pred)}"
            error.add_note(f"The metric {self.name} was called with {pair}.")
            raise
        try:
            value = float(found)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"The metric {self.name} must return a number, got {describe(found)}."
            ) from error
        if math.isnan(value):
            raise ValueError(f"The metric {self.name} has returned NaN.")
        return value

    def score(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures as a score: greater is better."""
        return self.as_score(self.value(true, pred))

    def check_takes_coclusterings(self) -> None:
        """Refuse an index of scikit-learn that takes plain clusterings only."""
        if not is_of_sklearn(unwrapped(self.function)):
            return
        message = (
            f"The metric {self.name} of scikit-learn compares plain clusterings, not "
            "co-clusterings."
        )
        if self.name in OF_SKLEARN:
            message += f" Pass {OF_SKLEARN[self.name]}, which extends it."
        raise ValueError(message)

    def check_takes_weights(self) -> None:
        """Refuse a metric that has no weighted form, or is user-defined."""
        if self.contract is None:
            raise ValueError(
                f"The metric {self.name} does not see `sample_weight` of a scorer; the "
                "indices that `index_names` lists do."
            )
        self.contract.require_weights()

    def as_score(self, value: float) -> float:
        """Turn a value so that greater is better; a distance of 0 is 0.0, not -0.0."""
        return self.sign * value + 0.0


def resolve(
    metric: Metric,
    structure: Structure,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
    name: str | None = None,
) -> ResolvedMetric:
    """Resolve a name or a function, its options checked.

    With a name, the direction is that of one of several metrics.
    """
    if greater_is_better is not None:  # a number could be meant as a sign
        check_flag(greater_is_better, "greater_is_better")
    contract, left = find_contract(metric, options, structure)
    if contract is None:
        return _resolve_own(metric, structure, greater_is_better, options, name)
    _check_compares(repr(contract.name), contract.structure, structure)
    if greater_is_better not in (None, contract.greater_is_better):
        better = "higher" if contract.greater_is_better else "lower"
        raise ValueError(
            f"`greater_is_better={greater_is_better}` contradicts the metric: for "
            f"{contract.name!r}, {better} values are better."
        )
    contract.check_options(left)
    name, higher = contract.name, contract.greater_is_better
    if not isinstance(metric, str) and unwrapped(metric) is not _unbound(metric):
        return ResolvedMetric(name, metric, options, higher)  # in a decorator
    return ResolvedMetric(name, contract, left, higher, contract)


def resolve_several(
    metrics: Metric | Sequence[Metric] | Mapping[str, Metric],
    structure: Structure,
    *,
    of_coclusterings: bool = False,
    directions: Mapping[str, bool] | None = None,
) -> dict[str, ResolvedMetric]:
    """Resolve one metric, a list or a dictionary of metrics, by the name of each.

    `of_coclusterings` says that no metric may take plain clusterings only. `directions`
    has those of user-defined functions, by the same names.
    """
    parameter = metric_parameter()
    is_named = isinstance(metrics, Mapping)
    if isinstance(metrics, Mapping):
        given = [*check_mapping(metrics, parameter, "metrics").values()]
        keys = [*metrics]
    else:
        is_one = isinstance(metrics, str) or callable(metrics)
        of = "names or functions"
        given = [metrics] if is_one else check_sequence(metrics, parameter, of)
        keys = [*map(_name_of, given)]
    if directions is not None:
        check_mapping(directions, "greater_is_better", "bools")
    directions = directions or {}
    for key in directions:
        check_option(key, "greater_is_better", keys)
    resolved = [
        resolve(metric, structure, directions.get(key), {}, key)
        for key, metric in zip(keys, given, strict=True)
    ]
    names = keys if is_named else [metric.name for metric in resolved]
    if len(set(names)) < len(names):
        raise ValueError(
            f"`{parameter}` has the same name twice: {names}. Pass a dictionary, whose "
            "keys name the scores."
        )
    if of_coclusterings:
        for metric in resolved:
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
        contract = contract_named(metric, None if known else structure)
        return contract, dict(options)
    if not callable(metric):
        got = type(metric).__name__
        raise TypeError(
            f"`{metric_parameter()}` must be a name or a function, got {got}."
        )
    function = unwrapped(metric)
    own = (c for c in CONTRACTS.values() if c.function is function)
    of_function = [contract for contract in own if contract.part is None]
    if not of_function:
        return None, {}
    given = {**bound_options(metric), **options}
    values = {**(function.__kwdefaults__ or {}), **given}
    matching = [c for c in of_function if c.fixed.items() <= values.items()]
    for key in () if matching else of_function[0].fixed:  # raises at one of them
        check_option(values[key], key, [c.fixed[key] for c in of_function])
    # The one that fixes most and takes the other options. If none takes them all, the
    # first, which is the plainest, explains what is wrong.
    taking = (c for c in matching if {*given} <= {*c.fixed, *c.options})
    contract = max(taking, key=lambda c: len(c.fixed), default=matching[0])
    return contract, {k: v for k, v in given.items() if k not in contract.fixed}


def _name_of(metric: Any) -> str:
    """Return the name of a metric, or of the function under partials."""
    if isinstance(metric, str):
        return metric
    return str(getattr(unwrapped(metric), "__name__", type(metric).__name__))


def _resolve_own(
    metric: Any,
    structure: Structure,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
    key: str | None,
) -> ResolvedMetric:
    """Resolve a user-defined metric, or one of scikit-learn."""
    function, name = unwrapped(metric), _name_of(metric)
    if greater_is_better is None and name.endswith(_LOWER_IS_BETTER):
        direction = "False" if key is None else f"{{{key!r}: False}}"
        raise ValueError(
            f"The metric {name} is named like one for which lower values are better; "
            f"pass `greater_is_better={direction}`, or True if they are not."
        )
    if is_of_sklearn(function):
        compared = structure_compared_by(function)
        _check_compares(f"{name} of scikit-learn", compared, structure)
    check_signature(metric, name, options)
    higher = greater_is_better is None or bool(greater_is_better)
    return ResolvedMetric(name, metric, dict(options), higher)


def _check_compares(name: str, compared: Structure, structure: Structure) -> None:
    """Refuse a metric of other structures, and name what makes a scorer of it."""
    if compared != structure:
        maker = "bicluster" if compared == "biclustering" else "cocluster"
        raise ValueError(
            f"The metric {name} compares {DESCRIPTIONS[compared]}, not "
            f"{DESCRIPTIONS[structure]}. For a scorer, `make_{maker}_scorer` takes it."
        )


def structure_compared_by(metric: Any) -> Structure:
    """Return what a metric compares; a user-defined function, co-clusterings."""
    if isinstance(metric, str):
        return contract_named(metric).structure
    function = unwrapped(metric)
    if is_of_sklearn(function) and function.__name__ == "consensus_score":
        return "biclustering"
    of_function = (c for c in CONTRACTS.values() if c.function is function)
    return next((contract.structure for contract in of_function), "partition")
