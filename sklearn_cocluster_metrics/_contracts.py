"""Find contracts of indices by name and by function, and score tables by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NoReturn, overload

from ._indices._contract import Contract, Structure
from ._indices._names import BiclusteringName, OverlappingName, PartitionName
from ._indices._registry import declared_contracts, suggest_index
from ._statistics._contingency import ContingencyTable, tables_of
from ._structures._arguments import check_option
from ._structures._messages import Caller, describe, named_parameters, takes_options

CONTRACTS: Mapping[str, Contract] = declared_contracts()


def _group_by_function() -> dict[int, list[Contract]]:
    """Return the contracts of each function, by the `id` of the function."""
    groups: dict[int, list[Contract]] = {}
    for contract in CONTRACTS.values():
        groups.setdefault(id(contract.function), []).append(contract)
    return groups


_CONTRACTS_BY_FUNCTION_ID = _group_by_function()


def contracts_of(function: Any) -> list[Contract]:
    """Return the contracts of a function, or an empty list for any other object."""
    # Functions are compared by identity, because a user's callable may not be hashable.
    return _CONTRACTS_BY_FUNCTION_ID.get(id(function), [])


# Find the contract of a function, which may be inside partials and decorators


def unwrapped(metric: Any) -> Any:
    """Return the function inside decorators and partials that only pass options."""
    function = without_partials(metric)
    inner = getattr(function, "__wrapped__", None)
    # A function that has contracts may be decorated by this package itself.
    if inner is None or contracts_of(function):
        return function
    return unwrapped(inner)


def without_partials(metric: Any) -> Any:
    """Return the function inside partials that only pass options."""
    if isinstance(metric, partial) and not metric.args:
        return without_partials(metric.func)
    return metric


def options_of_partials(metric: Any) -> dict[str, Any]:
    """Return the options that partials pass, each with its outermost value."""
    if isinstance(metric, partial):
        return {**options_of_partials(metric.func), **metric.keywords}
    return {}


def contract_of_function(function: Any, options: Mapping[str, Any]) -> Contract | None:
    """Return the contract of a function that has these options.

    If the function has no contract, return None. If an option has a value with which no
    contract of the function exists, raise an error. A function that returns several
    values is not a metric. Each of its contracts takes one value as its `part`, and
    none of these contracts is returned.
    """
    candidates = _contracts_if_one_value(function)
    if not candidates:
        return None
    option_values = {**(function.__kwdefaults__ or {}), **options}
    matching = _matching_contracts(candidates, option_values)
    if not matching:
        _refuse_variant(candidates, option_values)
    # The contract that fixes most options, and takes all others, is the right one. If
    # no contract takes all of them, the first and simplest one explains what is wrong.
    taking_all_options = [
        contract
        for contract in matching
        if options.keys() <= {*contract.fixed, *contract.options}
    ]
    if not taking_all_options:
        return matching[0]
    return max(taking_all_options, key=lambda contract: len(contract.fixed))


def contract_in_decorator(metric: Any, options: Mapping[str, Any]) -> Contract | None:
    """Return the contract of the index inside a decorator, or None without an index.

    Decorators are seen if they use `functools.wraps`. The options are not checked,
    because the decorator may change them. The options of partials, inside or outside of
    decorators, replace defaults, and `options` replace both. If the options select no
    contract, any contract of the function is returned, because all of them compare the
    same structure.
    """
    function = unwrapped(metric)
    candidates = _contracts_if_one_value(function)
    if not candidates:
        return None
    defaults = function.__kwdefaults__ or {}
    option_values = {**defaults, **_options_of_layers(metric), **options}
    matching = _matching_contracts(candidates, option_values)
    return max(matching or candidates, key=lambda contract: len(contract.fixed))


def _options_of_layers(metric: Any) -> dict[str, Any]:
    """Return the options of partials, which may be inside decorators."""
    if isinstance(metric, partial):
        return {**_options_of_layers(metric.func), **metric.keywords}
    inner = getattr(metric, "__wrapped__", None)
    return {} if inner is None else _options_of_layers(inner)


def _contracts_if_one_value(function: Any) -> list[Contract]:
    """Return the contracts of a function that returns one value, or an empty list."""
    return [contract for contract in contracts_of(function) if contract.part is None]


def _matching_contracts(
    candidates: Sequence[Contract], option_values: Mapping[str, Any]
) -> list[Contract]:
    """Return the contracts whose fixed options have these values.

    `option_values` has the value of each option by its name, which is the default
    unless the option was passed.
    """
    return [
        contract
        for contract in candidates
        if contract.fixed.items() <= option_values.items()
    ]


def _refuse_variant(
    candidates: Sequence[Contract], option_values: Mapping[str, Any]
) -> NoReturn:
    """Raise an error for the option whose value selects no contract of a function.

    The first contract of a function fixes only options that all of its contracts fix.
    """
    for name in candidates[0].fixed:
        allowed = [contract.fixed[name] for contract in candidates]
        check_option(option_values[name], name, allowed)
    raise AssertionError("One of the options that select a contract is refused.")


# Find contracts by name, and compute scores from tables


NAMES_OF_PARTITIONS = ("clustering", "coclustering", "partition")
"""Users call the structures by these names that contracts call "partition"."""


@overload
def index_names(
    structure: None = None,
) -> list[PartitionName | BiclusteringName | OverlappingName]: ...
@overload
def index_names(
    structure: Literal["clustering", "coclustering", "partition"],
) -> list[PartitionName]: ...
@overload
def index_names(structure: Literal["biclustering"]) -> list[BiclusteringName]: ...
@overload
def index_names(structure: Literal["overlapping"]) -> list[OverlappingName]: ...
def index_names(
    structure: Literal[
        "clustering", "coclustering", "partition", "biclustering", "overlapping"
    ]
    | None = None,
) -> list[Any]:
    """Return the names of all indices, or of the indices for one structure.

    Each name can be passed as the parameter `metric` of the functions that compare this
    structure. Use the list to see which indices there are, or to compute all of them in
    a loop.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering", \
"overlapping"} or None, default=None
        Structure that the indices compare. The first three give the same names. If
        None, the names of all indices are returned.

    Returns
    -------
    names : list of str
        Names in alphabetical order. Eight of all names repeat another index, in some
        cases as its complement or on another linear scale. The table of indices in the
        documentation has such names in the same row.

    Raises
    ------
    ValueError
        If `structure` is unknown.

    See Also
    --------
    get_scorer_names : Return the names of scorers, with ``neg_`` for negated indices.
    pair_counting_score : Compute any of 27 indices that count pairs.
    bicluster_similarity_score : Compute any of 19 similarities of biclusterings.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import index_names
    >>> [name for name in index_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    >>> index_names("overlapping")
    ['cice_bcubed', 'omega', 'overlapping_nmi']
    """
    allowed = (None, *NAMES_OF_PARTITIONS, "biclustering", "overlapping")
    check_option(structure, "structure", allowed)
    if structure is None:
        return sorted(CONTRACTS)
    compared = "partition" if structure in NAMES_OF_PARTITIONS else structure
    return sorted(
        contract.name
        for contract in CONTRACTS.values()
        if contract.structure == compared
    )


def score_from_tables(
    tables: ContingencyTable | Sequence[ContingencyTable | None],
    metric: PartitionName,
    **kwargs: Any,
) -> float:
    """Any index of clusterings or co-clusterings, from contingency tables.

    Use this function if the labels do not fit into memory, or are on several workers.
    Count each part of the labels, add the tables, and score the sum. Rows and columns
    can be split into parts independently. The range and the direction of the score
    depend on the index.

    Parameters
    ----------
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one table for each mode of a co-clustering. The table
        of the rows comes first, followed by the table of the columns. None stands for a
        mode that is not compared. The items of a list are modes, not parts of the
        labels. Add the tables of parts before, as in ``sum(tables_of_parts)``.
    metric : str
        Name of an index, one of ``index_names("coclustering")``. Distances are not
        negated.
    **kwargs : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    score : float
        Score of the labels, exactly as the function of the index returns it. The range
        and the direction depend on the index.

    Raises
    ------
    ValueError
        If the metric or an option is unknown, or if there is no table.
    TypeError
        If `tables` contains anything but contingency tables, or if the metric does not
        have an option that is passed.

    See Also
    --------
    contingency_table : Count tables from labels.
    ContingencyTables : Add the tables of co-clusterings mode by mode.
    index_names : Return the names of the indices.

    Notes
    -----
    The cost is the cost of the index without counting the labels.

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
    contract = contract_named(metric, "partition", caller=score_from_tables)
    # The result also has the defaults of options that were not passed.
    options = contract.check_options(kwargs, caller=score_from_tables)
    return contract.compute(tables_of(tables).known, **options)


def scorer_name(contract: Contract) -> str:
    """Return the name of the scorer of an index, with ``neg_`` if it is negated."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"


def contract_named(
    name: Any, structure: Structure | None = None, *, caller: Caller
) -> Contract:
    """Return the contract with this name, or raise an error that suggests names.

    If `structure` is given, a contract of another structure counts as unknown.
    """
    contract = CONTRACTS.get(name) if isinstance(name, str) else None
    if contract is not None and structure in (None, contract.structure):
        return contract
    raise _unknown_name_error(
        name,
        argument=metric_parameter(caller),
        allowed=index_names(structure),
        listed_by=call_that_lists(structure),
        has_keywords=takes_options(caller),
    )


def call_that_lists(structure: Structure | None) -> str:
    """Return the call with which a user lists the names of indices for a structure."""
    return "index_names()" if structure is None else f"index_names({structure!r})"


def metric_parameter(caller: Caller) -> str:
    """Return the name of the parameter of `caller` that takes the metrics."""
    return "metrics" if "metrics" in named_parameters(caller) else "metric"


def check_scorer_name(name: Any, allowed: Collection[str]) -> None:
    """Raise a ValueError if no scorer has this name; it suggests an allowed name."""
    if not isinstance(name, str) or name not in allowed:
        raise _unknown_name_error(
            name,
            argument="name",
            allowed=allowed,
            listed_by="get_scorer_names",
            has_keywords=True,
        )


def _unknown_name_error(
    name: Any,
    *,
    argument: str,
    allowed: Collection[str],
    listed_by: str,
    has_keywords: bool,
) -> ValueError:
    """Return the error for a name that is not allowed, which suggests a known name.

    If no known name is like it, the error names the call that lists all allowed names.
    If `has_keywords` is True, the called function takes the options of an index by
    keyword, so that a suggestion may consist of a name and an option.
    """
    message = f"`{argument}` must be the name of an index, got {describe(name)}."
    message += suggest_index(name, allowed, has_keywords=has_keywords) or (
        f" `{listed_by}` lists the names."
    )
    return ValueError(message)
