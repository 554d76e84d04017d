"""Resolve the metrics that a user passes to function, options and direction."""

from __future__ import annotations

import inspect
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeAlias

from ._contracts import (
    CONTRACTS,
    call_that_lists,
    contract_in_decorator,
    contract_named,
    contract_of_function,
    contracts_of,
    index_names,
    metric_parameter,
    options_of_partials,
    unwrapped,
    without_partials,
)
from ._indices._contract import (
    STRUCTURES_IN_WORDS,
    Contract,
    Structure,
    Synonym,
    header_of,
    option_in_words,
)
from ._indices._names import BiclusteringName, OverlappingName, PartitionName
from ._indices._registry import Meaning, meanings_of, suggest_index
from ._indices._soft import SOFT_SCORES
from ._structures._arguments import (
    check_flag,
    check_mapping,
    check_option,
    check_sequence,
)
from ._structures._entry_names import reorder_like
from ._structures._indicators import structure_of
from ._structures._messages import Caller, describe, unknown_keyword
from ._structures._weights import Parameters, ReturnValue

Metric: TypeAlias = str | Callable[..., float]
"""Metric inside the package, whose name may not have been checked yet."""

PartitionMetric: TypeAlias = PartitionName | Callable[..., float]
"""Name of an index of clusterings and co-clusterings, or a function of two of them."""

BiclusteringMetric: TypeAlias = BiclusteringName | Callable[..., float]
"""Name of an index of biclusterings, or a function of two of them."""

OverlappingMetric: TypeAlias = OverlappingName | Callable[..., float]
"""Name of an index of overlapping clusterings, or a function of two of them."""

PartitionMetrics: TypeAlias = (
    PartitionMetric | Sequence[PartitionMetric] | Mapping[str, PartitionMetric]
)
"""One metric of clusterings and co-clusterings, or several."""

BiclusteringMetrics: TypeAlias = (
    BiclusteringMetric | Sequence[BiclusteringMetric] | Mapping[str, BiclusteringMetric]
)
"""One metric of biclusterings, or several."""

OverlappingMetrics: TypeAlias = (
    OverlappingMetric | Sequence[OverlappingMetric] | Mapping[str, OverlappingMetric]
)
"""One metric of overlapping clusterings, or several."""

AnyMetric: TypeAlias = (
    PartitionName | BiclusteringName | OverlappingName | Callable[..., float]
)
"""Name of any index, or a function of two structures."""

AnyMetrics: TypeAlias = AnyMetric | Sequence[AnyMetric] | Mapping[str, AnyMetric]
"""One metric of any structures, or several, all of the same structure."""


_WORDS_IF_LOWER_IS_BETTER = ("error", "distance", "loss")
_NAMES_OF_SOFT_SCORES = [score.__name__.removesuffix("_score") for score in SOFT_SCORES]
_SKLEARN_MODULE = "sklearn.metrics.cluster"
# Values of a metric are equal if they differ by less.
_ROUNDING = 1e-9


def _is_decorated(metric: Any) -> bool:
    """Return whether a function is inside a decorator, which may change its values."""
    return unwrapped(metric) is not without_partials(metric)


def _name_of(metric: Any) -> str:
    """Return the name of a metric.

    It is the name of the index or of the function inside decorators and partials. If
    this function has no name, it is the name of the type of the metric.
    """
    if isinstance(metric, str):
        return metric
    return str(getattr(unwrapped(metric), "__name__", type(metric).__name__))


def refuse_soft(metric: Any) -> None:
    """Raise an error for a score of soft memberships, given by its name or function.

    The name may be without "_score". A user's function of the same name is no such
    score.
    """
    name = _name_of(metric).removesuffix("_score")
    is_soft = name in _NAMES_OF_SOFT_SCORES
    if is_soft and (isinstance(metric, str) or unwrapped(metric) in SOFT_SCORES):
        raise ValueError(
            f"`{name}_score` compares soft memberships, for which there is no test, "
            "interval or `compare`. Pass the function to `make_cocluster_scorer` or "
            "`pairwise_scores`. Otherwise, pass hard labels, such as "
            "`memberships.argmax(axis=1)`, and an index of labels."
        )


def _is_named_like_a_loss(name: str) -> bool:
    """Return whether a name ends in a word for which lower values are better."""
    last_word = re.split(r"[\W_]+", name.lower())[-1]
    return last_word in _WORDS_IF_LOWER_IS_BETTER


def is_of_sklearn(function: Any) -> bool:
    """Return whether scikit-learn has this function among its clustering metrics."""
    module = str(getattr(function, "__module__", ""))
    return module.startswith(_SKLEARN_MODULE)


def _is_of_package(metric: Any) -> bool:
    """Return whether a function is of this package, and not inside a decorator.

    The name of the module is not enough, because a decorator such as `functools.wraps`
    copies it.
    """
    module = str(getattr(unwrapped(metric), "__module__", ""))
    return module.startswith(str(__package__)) and not _is_decorated(metric)


@dataclass(frozen=True)
class ResolvedMetric:
    """A metric, its options and its direction.

    Parameters
    ----------
    name : str
        Name of the contract, or of the function if there is no contract.
    function : callable
        Function of two structures. For an index of this package, it is the contract.
    options : mapping
        Keyword arguments of the function.
    greater_is_better : bool
        Direction.
    label : str
        Printed name. It is the name of the contract or of the function, or the key that
        a user has given to the metric.
    options_in_words : sequence of str
        A few words for each option in the header. Default values are left out.
    contract : Contract or None
        Contract that computes the same value from statistics. It is None for a
        user-defined function, such as an index inside a decorator.
    direction_if_loss : str or None
        Argument with which a user declares that lower values are better. It is None if
        the direction is known. As long as the direction is unknown, higher values count
        as better.
    """

    name: str
    function: Callable[..., Any]
    options: Mapping[str, Any]
    greater_is_better: bool
    label: str
    options_in_words: Sequence[str] = ()
    contract: Contract | None = None
    direction_if_loss: str | None = None

    def header(self, compared: str | None = None) -> str:
        """Return the printed name of the numbers that this metric computes.

        If only a part of the structures is compared, such as "rows", `compared` is this
        part. Otherwise, it is None. Different numbers have different headers.
        """
        return ", ".join([header_of(self.label, compared), *self.options_in_words])

    def renamed(self, key: str) -> ResolvedMetric:
        """Return the metric with a key that the user has given to it as its header.

        A key that is the name of the index leaves the header as it is.
        """
        if key == self.name:
            return self
        return replace(self, label=key, options_in_words=())

    @property
    def declared(self) -> Contract:
        """Return the contract of a metric that is known to have one."""
        assert self.contract is not None
        return self.contract

    @property
    def sign(self) -> int:
        """Return 1, or -1 if lower values are better."""
        return 1 if self.greater_is_better else -1

    @property
    def is_symmetric(self) -> bool:
        """Return whether truth and prediction can be exchanged, as far as is known.

        A contract declares symmetry for the default options only, because other options
        may break the symmetry.
        """
        if self.contract is None or self.options:
            return False
        return self.contract.symmetric

    def value(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures, which need not be checked.

        If the result is NaN, too large for a float, or not a number, raise an error.
        Unless the function is of this package, the truth is put in the order of the
        prediction, if both have names.
        """
        try:
            # Functions of the package match names themselves.
            if not _is_of_package(self.function):
                true = reorder_like(true, pred)
            result = self.function(true, pred, **self.options)
        except Exception as error:
            pair = f"{describe(true)} and {describe(pred)}"
            error.add_note(f"The metric {self.name} was called with {pair}.")
            raise
        try:
            value = float(result)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"The metric {self.name} must return a number, got "
                f"{describe(result)}. Return a single number."
            ) from error
        except OverflowError as error:
            raise ValueError(
                f"The metric {self.name} has returned a number that is too large for a "
                "float. Return a float."
            ) from error
        if math.isnan(value):
            raise ValueError(
                f"The metric {self.name} has returned NaN. Return a number, or raise "
                "an error if the metric is not defined."
            )
        return value

    def score(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures as a score, where greater is better."""
        return self.as_score(self.value(true, pred))

    def refuse_loss_between(
        self,
        true: Any,
        pred: Any,
        value: float | None = None,
        *,
        value_of: Callable[[Any, Any], float],
    ) -> None:
        """Raise an error if a user's function is a loss and was not declared as one.

        `value_of` computes the metric of two sides, and `value` is the metric of `true`
        and `pred`. If None, it is computed when it is needed. The function is called
        for each side with itself. If this call fails, there is nothing to check.
        """
        # `direction_if_loss` is the argument that would declare a loss, as text.
        if self.direction_if_loss is None:  # The direction is known.
            return
        if value is None:
            value = value_of(true, pred)
        try:
            with warnings.catch_warnings(action="ignore"):
                true_with_itself = value_of(true, true)
                # Most scores end here, so that they are called only once more.
                if true_with_itself >= value:
                    return
                pred_with_itself = value_of(pred, pred)
        except Exception:
            return
        self.refuse_loss(
            value, true_with_itself=true_with_itself, pred_with_itself=pred_with_itself
        )

    def refuse_loss(
        self, value: float, *, true_with_itself: float, pred_with_itself: float
    ) -> None:
        """Raise an error if values show a loss whose direction was not declared.

        A loss has a single value for all equal structures, and greater values for
        different structures. Some scores, such as the standardized mutual information,
        can also be greater for different structures. However, their values for equal
        structures are not all the same.
        """
        if self.direction_if_loss is None:  # The direction is known.
            return
        tolerance = _ROUNDING * max(1.0, abs(true_with_itself))
        is_constant = abs(true_with_itself - pred_with_itself) <= tolerance
        if is_constant and value - true_with_itself > tolerance:
            raise ValueError(
                f"The metric {self.name} is {true_with_itself:.3g} for equal "
                f"structures and {value:.3g} for different structures, so lower "
                f"values seem to be better. Pass `{self.direction_if_loss}` if they "
                "are, and True if they are not."
            )

    def check_takes_coclusterings(self) -> None:
        """Raise an error for a metric of scikit-learn, which takes no co-clusterings.

        Functions of users may take co-clusterings, so they raise no error.
        """
        if not is_of_sklearn(unwrapped(self.function)):
            return
        message = (
            f"The metric {self.name} of scikit-learn compares plain clusterings, not "
            "co-clusterings."
        )
        meanings = meanings_of(self.name, index_names("partition"))
        if meanings:
            extension = meanings[0].metric(has_keywords=False)
            message += f" Pass {extension}, which extends it."
        raise ValueError(message)

    def check_takes_weights(self) -> None:
        """Raise an error if the metric has no weighted form, or is user-defined."""
        if self.contract is None:
            raise ValueError(
                f"The metric {self.name} cannot use the `sample_weight` of a scorer, "
                "because it is not an index of this package. Pass an index of "
                "`index_names` that takes weights, or leave `sample_weight` out."
            )
        self.contract.require_weights()

    def as_score(self, value: float) -> float:
        """Return a value as a score, where greater is better.

        A distance of 0 becomes 0.0, not -0.0.
        """
        return self.sign * value + 0.0


@dataclass(frozen=True)
class IdentifiedMetric:
    """A metric and the contract of its index, with options not checked yet.

    Parameters
    ----------
    metric : str or callable
        Name or function, as it was passed.
    contract : Contract or None
        Contract of the index. It is None for a user-defined function.
    decorated : Contract or None
        Contract of the index inside a decorator. It is None if there is no decorator.
        The function counts as user-defined, because the decorator may change the values
        of the index.
    passed_options : mapping
        Options that were passed, without those of partials.
    free_options : mapping
        Options that the contract does not fix. Options of partials are included.
    caller : callable or None
        Public function that takes the metric, for errors.
    """

    metric: Any
    contract: Contract | None
    decorated: Contract | None
    passed_options: Mapping[str, Any]
    free_options: Mapping[str, Any]
    caller: Caller

    @property
    def known_index(self) -> Contract | None:
        """Return the contract of the index, which may be inside a decorator."""
        return self.contract or self.decorated

    @property
    def structure(self) -> Structure:
        """Return the structure that the metric compares, as far as it is known.

        It is known for an index of this package, also inside a decorator, and for
        `consensus_score` of scikit-learn. For any other function, the result is
        "partition".
        """
        if self.known_index is not None:
            return self.known_index.structure
        function = unwrapped(self.metric)
        # A function that returns several values has several contracts, and all of them
        # compare the same structure.
        contracts = contracts_of(function)
        if contracts:
            return contracts[0].structure
        if is_of_sklearn(function) and function.__name__ == "consensus_score":
            return "biclustering"
        return "partition"

    def refuse_decorated(self) -> None:
        """Raise an error if the metric is an index inside a decorator.

        The caller computes the index itself and never calls the metric, so that the
        changes by the decorator would be left out.
        """
        if self.decorated is None:
            return
        function = getattr(self.caller, "__name__", "")
        raise TypeError(
            f"`metric` is {self.decorated.name!r} inside a decorator, which may change "
            f"its values. `{function}` computes the index from counts and never calls "
            f"your function; pass the index itself, `metric={self.decorated.name!r}`."
        )

    def resolve(
        self,
        structure: Structure,
        *,
        greater_is_better: bool | None = None,
        needs_direction: bool = True,
        key: str | None = None,
    ) -> ResolvedMetric:
        """Return the metric with its direction, after a check of its options.

        Raise an error if the metric does not compare `structure`. If the direction is
        not needed, higher values of a user-defined function count as better, even if it
        is named like an error. `greater_is_better` is the direction that a user has
        declared, or None. `key` is the name of one of several metrics, which an error
        uses to ask for the direction.
        """
        # A number raises an error, because it could be meant as a sign.
        if greater_is_better is not None:
            check_flag(greater_is_better, "greater_is_better")
        if self.contract is not None:
            return self._resolve_index(self.contract, structure, greater_is_better)
        if not needs_direction:
            greater_is_better = True
        return self._resolve_user_defined(structure, greater_is_better, key)

    def _resolve_index(
        self, contract: Contract, structure: Structure, greater_is_better: bool | None
    ) -> ResolvedMetric:
        """Resolve an index of this package."""
        _check_compares(repr(contract.name), contract.structure, structure)
        if greater_is_better not in (None, contract.greater_is_better):
            better = "higher" if contract.greater_is_better else "lower"
            raise ValueError(
                f"`greater_is_better={greater_is_better}` contradicts the metric: for "
                f"{contract.name!r}, {better} values are better. Leave "
                "`greater_is_better` out."
            )
        contract.check_options(self.free_options, self.caller)
        return ResolvedMetric(
            name=contract.name,
            function=contract,
            options=self.free_options,
            greater_is_better=contract.greater_is_better,
            label=contract.label,
            options_in_words=contract.options_in_words(self.free_options),
            contract=contract,
        )

    def _resolve_user_defined(
        self, structure: Structure, greater_is_better: bool | None, key: str | None
    ) -> ResolvedMetric:
        """Resolve a user-defined metric, or a metric of scikit-learn."""
        name = _name_of(self.metric)
        label = name
        if self.decorated is not None:
            label = f"decorated {self.decorated.label}"
            _check_compares(name, self.decorated.structure, structure)
        direction_if_loss = None
        if greater_is_better is None:
            direction = "False" if key is None else f"{{{key!r}: False}}"
            direction_if_loss = f"greater_is_better={direction}"
            self._refuse_name_of_loss(name, key, direction_if_loss)
        if is_of_sklearn(unwrapped(self.metric)):
            _check_compares(f"{name} of scikit-learn", self.structure, structure)
        self._check_signature(name)
        return ResolvedMetric(
            name=name,
            function=self.metric,
            # Partials pass their own options.
            options=self.passed_options,
            # Higher values are better unless the user declares the opposite.
            greater_is_better=greater_is_better is None or bool(greater_is_better),
            label=label,
            options_in_words=[
                option_in_words(option, value)
                for option, value in self.free_options.items()
            ],
            direction_if_loss=direction_if_loss,
        )

    def _refuse_name_of_loss(
        self, name: str, key: str | None, direction_if_loss: str
    ) -> None:
        """Raise an error if lower values seem to be better, by the name or the key.

        `name` is the name of the function. A decorated index for which lower values are
        better raises an error, too. `direction_if_loss` is the argument that says that
        lower values are better.
        """
        names = [name] if key is None else [key, name]
        for metric_name in names:
            if _is_named_like_a_loss(metric_name):
                raise ValueError(
                    f"The metric {metric_name} is named like one for which lower "
                    f"values are better. Pass `{direction_if_loss}` if they are, and "
                    "True if they are not."
                )
        if self.decorated is not None and not self.decorated.greater_is_better:
            raise ValueError(
                f"The metric {name} is {self.decorated.name!r} inside a decorator. "
                f"Lower values of this index are better; pass `{direction_if_loss}`, "
                "or True if the decorator changes that."
            )

    def _check_signature(self, name: str) -> None:
        """Raise an error for options that a user-defined metric does not take."""
        options = self.passed_options
        try:
            signature = inspect.signature(self.metric)
        except (TypeError, ValueError):
            # Some built-in functions have no signature.
            return
        try:
            signature.bind(None, None, **options)
        except TypeError as error:
            # The first two parameters are the structures.
            parameters = list(signature.parameters)[2:]
            for option in options:
                if option not in parameters:
                    raise unknown_keyword(
                        option,
                        metric=f"the metric {name}",
                        options=parameters,
                        caller=self.caller,
                    ) from error
            raise TypeError(
                f"The metric {name} cannot be called with two structures and the "
                f"options {sorted(options)}: {error}. Its first two parameters must "
                "be the true and the predicted structure."
            ) from error


def _check_compares(
    name: str, metric_structure: Structure, needed_structure: Structure
) -> None:
    """Raise an error for a metric of other structures than the function needs.

    The error names functions that take the metric. `name` is the text that stands for
    the metric in it, such as "'cari'" with quotation marks for an index, and "f" for a
    function.
    """
    if metric_structure == needed_structure:
        return
    if metric_structure == "overlapping":
        raise ValueError(
            f"The metric {name} compares {STRUCTURES_IN_WORDS[metric_structure]}, "
            "which are matrices (n_samples, n_clusters), not "
            f"{STRUCTURES_IN_WORDS[needed_structure]}. "
            "No scorer takes it; `permutation_test`, `pairwise_scores` and `compare` "
            "do. In a search, call it in a scorer of your own, a function "
            "(estimator, X, y)."
        )
    kind = "bicluster" if metric_structure == "biclustering" else "cocluster"
    raise ValueError(
        f"The metric {name} compares {STRUCTURES_IN_WORDS[metric_structure]}, not "
        f"{STRUCTURES_IN_WORDS[needed_structure]}. For a scorer, `make_{kind}_scorer` "
        "takes it."
    )


def identify(
    metric: Any,
    options: Mapping[str, Any],
    *,
    caller: Caller,
    structure: Structure | None = None,
    sides: Sequence[Any] = (),
) -> IdentifiedMetric:
    """Find the index with this name or function, and the options it does not fix.

    `caller` is the public function that takes the metric. Errors name its parameters.
    For an unknown name, the error suggests indices of `structure`. If it is None, the
    error suggests indices for the compared structures, `sides`, or any indices if there
    are no sides. A function that is an index inside a decorator counts as user-defined,
    and the contract of this index is kept as `decorated`.
    """
    contract: Contract | None
    decorated: Contract | None = None
    free_options = dict(options)
    if isinstance(metric, str):
        refuse_soft(metric)
        if metric in CONTRACTS:
            # If the index compares another structure, a later check raises the error.
            structure = None
        elif structure is None and len(sides) > 0:
            structure = structure_of(*sides)
        contract = contract_named(metric, structure, caller=caller)
    elif not callable(metric):
        raise TypeError(
            f"`{metric_parameter(caller)}` must be the name of an index or a function "
            f"of two structures, got {type(metric).__name__}."
        )
    else:
        free_options = {**options_of_partials(metric), **options}
        contract = contract_of_function(without_partials(metric), free_options)
        if contract is None:
            decorated = contract_in_decorator(metric, options)
        else:
            for name in contract.fixed:
                free_options.pop(name, None)
    return IdentifiedMetric(
        metric=metric,
        contract=contract,
        decorated=decorated,
        passed_options=dict(options),
        free_options=free_options,
        caller=caller,
    )


def refuse_options_of_metric(
    function: Callable[Parameters, ReturnValue],
) -> Callable[Parameters, ReturnValue]:
    """Decorate a function of one `metric` or of `metrics` that takes no options.

    If an option of a metric is passed by keyword, the error shows the metric with the
    option. If an unknown keyword is passed, the error lists parameters and options.
    """
    parameters = list(inspect.signature(function).parameters)

    @wraps(function)
    def checked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> ReturnValue:
        options = {key: kwargs[key] for key in kwargs if key not in parameters}
        if options:
            passed = {**dict(zip(parameters, args, strict=False)), **kwargs}
            metrics = list_metrics(passed.get(metric_parameter(function)))
            contracts = list(filter(None, map(_contract_of_metric, metrics)))
            if contracts:
                raise _error_of_options(options, contracts, function)
        # If there is an unknown keyword, but no index, this call raises the error.
        return function(*args, **kwargs)

    return checked


def _error_of_options(
    options: Mapping[str, Any],
    contracts: Sequence[Contract],
    function: Callable[..., Any],
) -> TypeError:
    """Return the error for keywords that may be options of one of the indices."""
    parameter = metric_parameter(function)
    for contract in contracts:
        own_options = {key: options[key] for key in options if key in contract.options}
        if own_options:
            synonym = Synonym(contract.name, options=own_options)
            # The code is, for example, "`functools.partial(cari_score, ...)`".
            code_of_metric = Meaning(contract, synonym).metric(has_keywords=False)
            place = "as `metric`"
            if parameter == "metrics":
                place = f"in `metrics`, in place of {contract.name!r}"
            return TypeError(
                f"`{function.__name__}` has no parameter `{next(iter(own_options))}`, "
                f"which is an option of the metric. Pass {code_of_metric} {place}."
            )
    return unknown_keyword(
        next(iter(options)),
        metric=f"`{parameter}`" if len(contracts) > 1 else repr(contracts[0].name),
        options={option: None for contract in contracts for option in contract.options},
        caller=function,
    )


def _contract_of_metric(metric: Any) -> Contract | None:
    """Return the contract of an index, given by its name or its function.

    Return None for any other metric, such as a partial, and for None, which stands for
    a metric that is left out.
    """
    if isinstance(metric, str):
        return CONTRACTS.get(metric)
    if inspect.isfunction(metric):
        return contract_of_function(metric, {})
    return None


def resolve(
    metric: Metric,
    structure: Structure,
    *,
    options: Mapping[str, Any],
    caller: Caller,
    greater_is_better: bool | None = None,
    needs_direction: bool = True,
    key: str | None = None,
) -> ResolvedMetric:
    """Resolve a name or a function that compares `structure`, and check its options.

    `caller` is the public function that takes the metric. Errors name its parameters.
    `greater_is_better` is the direction that a user has declared, or None. If the
    direction is needed, a user-defined function with a name like "distance" raises an
    error without it. `key` is the name of one of several metrics, which this error
    uses.
    """
    identified = identify(metric, options, caller=caller, structure=structure)
    return identified.resolve(
        structure,
        greater_is_better=greater_is_better,
        needs_direction=needs_direction,
        key=key,
    )


def resolve_several(
    metrics: Metric | Sequence[Metric] | Mapping[str, Metric],
    structure: Structure,
    *,
    caller: Caller,
    of_coclusterings: bool = False,
    directions: Mapping[str, bool] | None = None,
    needs_direction: bool = True,
) -> dict[str, ResolvedMetric]:
    """Resolve one or several metrics, and return each of them by its name.

    The name is the key in a dictionary of metrics, or the name of the index or
    function. `caller` is the public function that takes the metrics. Errors name its
    parameters. If `of_coclusterings` is True, a metric of plain clusterings alone
    raises an error. `directions` is a mapping from the names of user-defined functions,
    or from their keys, to whether greater is better. If the direction is not needed, a
    function with a name like "distance" needs no entry.
    """
    parameter = metric_parameter(caller)
    if isinstance(metrics, Mapping):
        listed_metrics = list(check_mapping(metrics, parameter, "metrics").values())
        keys = list(metrics)
    else:
        listed_metrics = _checked_list(metrics, parameter)
        keys = [_name_of(metric) for metric in listed_metrics]
    _refuse_several_unknown_names(listed_metrics, parameter, structure)
    checked_directions = _check_directions(directions, keys)
    resolved = [
        resolve(
            metric,
            structure,
            options={},
            caller=caller,
            greater_is_better=checked_directions.get(key),
            needs_direction=needs_direction,
            key=key,
        )
        for key, metric in zip(keys, listed_metrics, strict=True)
    ]
    if isinstance(metrics, Mapping):
        names = keys
        resolved = [
            metric.renamed(key) for key, metric in zip(keys, resolved, strict=True)
        ]
    else:
        names = [metric.name for metric in resolved]
    # Two indices with different names may have the same printed name.
    headers = [metric.header() for metric in resolved]
    for printed in (names, headers):
        if len(set(printed)) < len(printed):
            raise ValueError(
                f"`{parameter}` has the same name twice: {printed}. Pass a dictionary "
                "of the metrics, whose keys name the scores."
            )
    if of_coclusterings:
        for metric in resolved:
            metric.check_takes_coclusterings()
    return dict(zip(names, resolved, strict=True))


def _check_directions(
    directions: Mapping[str, bool] | None, keys: Sequence[str]
) -> Mapping[str, bool]:
    """Check that directions belong to metrics with these keys, and return them.

    There is at least one key. The directions themselves are checked when the metrics
    are resolved.
    """
    if directions is None:
        return {}
    example = f"`greater_is_better={{{keys[0]!r}: True}}`"
    contents = f"True or False, such as {example}"
    check_mapping(directions, "greater_is_better", contents)
    for key in directions:
        check_option(key, "greater_is_better", keys)
    return directions


def list_metrics(metrics: Any) -> list[Any]:
    """Return one metric, or several, as a list.

    The metrics are not checked.
    """
    if isinstance(metrics, Mapping):
        return list(metrics.values())
    if isinstance(metrics, list | tuple):
        return list(metrics)
    return [metrics]


def _refuse_several_unknown_names(
    metrics: Sequence[Metric], parameter: str, structure: Structure
) -> None:
    """Raise one error for several unknown names.

    A single unknown name raises an error later.
    """
    unknown_names = [
        metric
        for metric in metrics
        if isinstance(metric, str) and metric not in CONTRACTS
    ]
    if len(unknown_names) < 2:
        return
    allowed = index_names(structure)
    explanations = [
        f"{name!r}.{suggest_index(name, allowed, has_keywords=False)}"
        for name in unknown_names
    ]
    raise ValueError(
        f"`{parameter}` must be names of indices, got {' '.join(explanations)} "
        f"`{call_that_lists(structure)}` lists the names."
    )


def _checked_list(metrics: Metric | Sequence[Metric], parameter: str) -> list[Metric]:
    """Return one metric, or a sequence of metrics, as a list.

    Raise an error for anything but a name, a function or a sequence.
    """
    if isinstance(metrics, str) or callable(metrics):
        return [metrics]
    return list(check_sequence(metrics, parameter, "names or functions"))
