"""All contracts by name; a metric resolved to its function, options and direction.

A module that is added to `_indices` is found here; no list has to be kept.
"""

from __future__ import annotations

import importlib
import inspect
import math
import pkgutil
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, overload

import numpy as np

from . import _indices
from ._indices._contract import DESCRIPTIONS, Contract, Structure
from ._indices._names import BiclusteringName, PartitionName
from ._statistics._contingency import ContingencyTable, ContingencyTables
from ._structures._arguments import check_option
from ._structures._entry_names import in_one_order
from ._structures._messages import called, describe, suggestion, unknown_keyword


def _declared() -> dict[str, Contract]:
    """Collect the contracts of every module, in the order of their declaration."""
    declared: dict[str, Contract] = {}
    for found in pkgutil.iter_modules(_indices.__path__):
        module = importlib.import_module(f"{_indices.__name__}.{found.name}")
        for value in vars(module).values():
            for contract in value.values() if isinstance(value, dict) else (value,):
                if not isinstance(contract, Contract):
                    continue
                if contract.function.__module__ != module.__name__:
                    continue  # imported there
                if contract.name in declared:
                    raise RuntimeError(f"Two contracts are named {contract.name!r}.")
                declared[contract.name] = contract
    return declared


CONTRACTS: Mapping[str, Contract] = _declared()

_STRUCTURES: Mapping[str | None, tuple[Structure, ...]] = {
    None: ("partition", "biclustering"),
    "clustering": ("partition",),
    "coclustering": ("partition",),
    "partition": ("partition",),
    "biclustering": ("biclustering",),
}
"""What is compared, by what a user may call it."""

_ARITHMETIC = ' with `average_method="arithmetic"`'
_OF_SKLEARN = {
    "adjusted_rand_score": ("cari", ""),
    "rand_score": ("rand", ""),
    "fowlkes_mallows_score": ("fowlkes_mallows", ""),
    "adjusted_mutual_info_score": ("coami", _ARITHMETIC),
    "normalized_mutual_info_score": ("conmi", _ARITHMETIC),
    "mutual_info_score": ("comi", ""),
    **{f"{each}_score": (each, "") for each in ("homogeneity", "completeness")},
    "v_measure_score": ("v_measure", ""),
}
"""The index here that equals one of scikit-learn's on clusterings, and its options."""

_NAMES_OF_THE_FIELD = {
    "acc accuracy cca cluster_accuracy clustering_accuracy": (
        "1 - 'classification_error'"
    ),
    "ami": f"'coami'{_ARITHMETIC}",
    "ami*": "'ami_star'",
    "ari": "'adjusted_rand' or 'cari'",
    "b3 b3_f1 b_cubed bcubed_f1": "'bcubed'",
    "bozdag": "'bicluster_bozdag_u' or 'bicluster_bozdag_e'",
    "cc pearson pearson_correlation": "'correlation'",
    "cce": "'classification_error'",
    "cd": "'correlation_distance'",
    "ce": "'classification_error' or 'clustering_error' or 'bicluster_ce'",
    "cer": "'normalized_mirkin' or 1 - 'rand'",
    "cocc": "'cocorrelation'",
    "ebc": "'bicluster_extended_bcubed'",
    "ecs element_centric_similarity element_sim": "'element_centric'",
    "eren": "'bicluster_eren_relevance' or 'bicluster_eren_recovery'",
    "f f1 fscore": (
        "'f_measure' with `matched_by=\"f\"` or 'bicluster_fbeta' or "
        "'bicluster_eren_f1'"
    ),
    "fm fmi fms": "'fowlkes_mallows'",
    "fnmi": "'fair_mutual_info'",
    "gene_match": (
        "'bicluster_eren_relevance' of all columns or 'bicluster_eren_recovery' of all "
        "columns"
    ),
    "inverse_purity": "'purity' with `inverse=True`",
    "mi mutual_info mutual_information": "'comi'",
    "mirkin mirkin_metric": "n (n - 1) 'normalized_mirkin'",
    "mocice": "'mocice_bcubed'",
    "nami*": "'nami_star'",
    "nid": "1 - 'conmi'",
    "nmi nmi_sum": f"'conmi'{_ARITHMETIC}",
    "nmi_max": "'conmi'",
    "nmi_min": "'conmi' with `average_method=\"min\"`",
    "nmi_geometric nmi_sqrt": "'conmi' with `average_method=\"geometric\"`",
    "npa": "'nce'",
    "pair_f1 pairwise_f1": "'dice'",
    "pair_precision pairwise_precision": "'wallace2'",
    "pair_recall pairwise_recall": "'wallace1'",
    "prelic": "'bicluster_prelic_relevance' or 'bicluster_prelic_recovery'",
    "recovery": "'bicluster_eren_recovery' or 'bicluster_prelic_recovery'",
    "relevance": "'bicluster_eren_relevance' or 'bicluster_prelic_relevance'",
    "ri": "'rand'",
    "rnia": "'rnia_distance' or 'bicluster_rnia'",
    "smi": "'standardized_mutual_info'",
    "vi voi": "'variation_of_information' or 'microobject_variation_of_information'",
}
_OF_THE_FIELD = {
    name: forms
    for names, forms in _NAMES_OF_THE_FIELD.items()
    for name in names.split()
}
"""What gives the value of an index of the literature; of a bicluster measure, too."""

_ELSEWHERE = {
    **dict.fromkeys(
        ("adjusted_wallace", "adjusted_fowlkes_mallows", "afm"),
        "Pass 'wallace1', 'wallace2' or 'fowlkes_mallows' with `null_model='product'`.",
    ),
    "modularity": "`get_scorer('modularity')` makes a scorer that needs no truth.",
    "stability": "`make_stability_scorer` makes a scorer that needs no truth.",
    **dict.fromkeys(
        ("omega", "onmi", "overlapping_nmi"),
        "`omega_score` and `overlapping_nmi_score` compare overlapping clusterings, "
        "'bicluster_omega' and 'bicluster_onmi' biclusterings.",
    ),
}
"""What to do about names that no index has."""


@overload
def index_names(structure: None = None) -> list[PartitionName | BiclusteringName]: ...
@overload
def index_names(
    structure: Literal["clustering", "coclustering", "partition"],
) -> list[PartitionName]: ...
@overload
def index_names(structure: Literal["biclustering"]) -> list[BiclusteringName]: ...
def index_names(
    structure: Literal["clustering", "coclustering", "partition", "biclustering"]
    | None = None,
) -> list[Any]:
    """Return the names of all indices, or of those for one structure.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering"} or None, \
default=None
        What the indices compare; the first three give the same names. None: all names.

    Returns
    -------
    names : list of str
        In alphabetical order, for every parameter `metric`. Eight repeat another name,
        some as its complement or on another scale; the table of indices in the
        documentation has them in one row.

    Raises
    ------
    ValueError
        If `structure` is none of these.

    See Also
    --------
    get_scorer_names : Names of scorers, with ``neg_`` where an index is negated.
    pair_counting_score : The 27 indices that count pairs.
    bicluster_similarity_score : Those whose names begin with ``bicluster_``.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import index_names
    >>> [name for name in index_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    """
    compared = _STRUCTURES[check_option(structure, "structure", _STRUCTURES)]
    return sorted(c.name for c in CONTRACTS.values() if c.structure in compared)


def contract_named(name: Any, structure: Structure | None = None) -> Contract:
    """Return the contract with this name; of one structure, if that is given."""
    check_name(name, _parameter(), index_names(structure))
    return CONTRACTS[name]


def _parameter() -> str:
    """Name the parameter of metrics of the function that was called."""
    return "metrics" if "metrics" in called()[1] else "metric"


def scorer_name(contract: Contract) -> str:
    """Return the name of its scorer: marked where it is negated, as in scikit-learn."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"


def check_name(name: Any, argument: str, allowed: Collection[str]) -> None:
    """Refuse an unknown name, and suggest what was meant."""
    if not isinstance(name, str) or name not in allowed:
        meant = f" {_suggestion(name, allowed)}" if isinstance(name, str) else ""
        if argument == "metrics" or not called()[2]:  # options are passed by partials
            meant = re.sub(r"'(\w+)' with `(.+?)`", _as_partial, meant)
        raise ValueError(
            f"`{argument}` must be the name of an index, got {name!r}.{meant}"
        )


def _as_partial(form: re.Match[str]) -> str:
    """Write an index with an option as a function that has it."""
    return f"`functools.partial({CONTRACTS[form[1]].function.__name__}, {form[2]})`"


def of_sklearn(function_name: str) -> str | None:
    """Describe the index that extends one of scikit-learn's to co-clusterings."""
    if function_name not in _OF_SKLEARN:
        return None
    meant, options = _OF_SKLEARN[function_name]
    return f"{meant!r}{options}"


def _suggestion(name: str, allowed: Collection[str]) -> str:
    """Suggest the name in the form that this argument takes, or similar names."""
    if of_sklearn(name) and _OF_SKLEARN[name][0] in allowed:
        return f"For co-clusterings, pass {of_sklearn(name)}."
    plain = name.removeprefix("neg_")
    for meant in (plain, plain.removesuffix("_score")):
        if meant in allowed:
            extra = [part for part in ("neg_", "_score") if part in name]
            extra = [f"`{part}`" for part in extra if part not in meant]
            return f"Pass {meant!r}, without {' and '.join(extra)}."
        if meant in CONTRACTS:
            return f"{meant!r} compares {DESCRIPTIONS[CONTRACTS[meant].structure]}."
    key = plain.lower().replace(" ", "_").replace("-", "_")
    key = key.removesuffix("_score").removesuffix("_index")
    if key in _ELSEWHERE:
        return _ELSEWHERE[key]
    forms = _OF_THE_FIELD.get(key, f"'{key}' or 'bicluster_{key}'").split(" or ")
    indices = [form.split("'")[1] for form in forms]
    similar = []
    for index, form in zip(indices, forms, strict=True):
        if index in allowed:
            similar.append(form)
        elif f"neg_{index}" in allowed:  # a scorer negates a distance
            similar.append(form.replace("1 - ", "1 + ").replace("'", "'neg_", 1))
    if similar:
        return f"Did you mean {' or '.join(similar)}?"
    if key in _OF_THE_FIELD:
        structure = CONTRACTS[indices[0]].structure
        return f"{indices[0]!r} compares {DESCRIPTIONS[structure]}."
    return suggestion(name, allowed).strip() or "`get_scorer_names` lists the names."


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


def unbound(metric: Any) -> Any:
    """Return the function under partials that pass options only."""
    while isinstance(metric, partial) and not metric.args:
        metric = metric.func
    return metric


def unwrapped(metric: Any) -> Any:
    """Return the function under partials and under decorators."""
    function = unbound(metric)
    inner = getattr(function, "__wrapped__", None)
    is_own = any(function is contract.function for contract in CONTRACTS.values())
    return function if inner is None or is_own else unwrapped(inner)


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

    def value(self, true: Any, pred: Any) -> float:
        """Compute the metric of two structures; refuse what is no number."""
        try:
            module = str(getattr(unwrapped(self.function), "__module__", ""))
            if not module.startswith(str(__package__)):  # this package's does it itself
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
        known = of_sklearn(self.name)
        cure = f"Pass {known}, which extends it." if known else ""
        raise ValueError(
            f"The metric {self.name} of scikit-learn compares plain clusterings, not "
            f"co-clusterings. {cure}".rstrip()
        )

    def check_takes_weights(self) -> None:
        """Refuse a metric that has no weighted form, or one of your own."""
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
    if greater_is_better is not None and not isinstance(
        greater_is_better, bool | np.bool_
    ):  # a number could be meant as a sign
        raise TypeError(
            f"`greater_is_better` must be a bool or None, got {greater_is_better!r}."
        )
    contract, left = find_contract(metric, options, structure)
    if contract is None:
        return _resolve_own(metric, structure, greater_is_better, options, name)
    if contract.structure != structure:
        raise ValueError(
            f"The metric {contract.name!r} compares "
            f"{DESCRIPTIONS[contract.structure]}; here, {DESCRIPTIONS[structure]} are "
            "compared. To make a scorer, "
            f"`{_MAKERS[contract.structure]}` takes it."
        )
    if greater_is_better not in (None, contract.greater_is_better):
        better = "higher" if contract.greater_is_better else "lower"
        raise ValueError(
            f"`greater_is_better={greater_is_better}` contradicts the metric: for "
            f"{contract.name!r}, {better} values are better."
        )
    contract.check_options(left)
    name, higher = contract.name, contract.greater_is_better
    if not isinstance(metric, str) and unwrapped(metric) is not unbound(metric):
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
    if isinstance(metrics, str) or callable(metrics):
        metrics = [metrics]
    if not isinstance(metrics, list | tuple | Mapping):
        raise TypeError(
            "`metrics` must be a name or a function, or a list or dictionary of them, "
            f"got {type(metrics).__name__}."
        )
    if not metrics:
        raise ValueError(f"`{_parameter()}` is empty; at least one metric is needed.")
    given = metrics.values() if isinstance(metrics, Mapping) else metrics
    keys = [*metrics] if isinstance(metrics, Mapping) else [*map(_name_of, given)]
    if not isinstance(directions, Mapping | None):
        raise TypeError(
            "`greater_is_better` must map names of metrics to bools, such as "
            f"{{{keys[0]!r}: False}}, got {directions!r}."
        )
    known = directions or {}
    if unknown := [key for key in known if key not in keys]:
        raise ValueError(
            f"`greater_is_better` has {unknown[0]!r}, which names no metric."
        )
    resolved = [
        resolve(metric, structure, known.get(key), {}, key)
        for key, metric in zip(keys, given, strict=True)
    ]
    names = [metric.name for metric in resolved]
    if isinstance(metrics, Mapping):
        names = [*metrics]
        for key in names:
            if not isinstance(key, str):
                raise TypeError(
                    f"`{_parameter()}` must have strings as keys, got {key!r}."
                )
    if len(set(names)) < len(names):
        raise ValueError(
            f"`{_parameter()}` has the same name twice: {names}. Pass a dictionary, "
            "whose keys name the scores."
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
        contract = contract_named(metric, None if known else structure)
        return contract, dict(options)
    if not callable(metric):
        raise TypeError(
            f"`{_parameter()}` must be a name or a function, got "
            f"{type(metric).__name__}."
        )
    function = unwrapped(metric)
    of_function = [
        c for c in CONTRACTS.values() if c.function is function and c.part is None
    ]
    if not of_function:
        return None, {}
    given = {**bound_options(metric), **options}
    values = {**(function.__kwdefaults__ or {}), **given}
    matching = [
        contract
        for contract in of_function
        if all(values.get(key) == value for key, value in contract.fixed.items())
    ]
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
    compared = structure_compared_by(function)
    if is_of_sklearn(function) and compared != structure:
        raise ValueError(
            f"The metric {name} of scikit-learn compares {DESCRIPTIONS[compared]}. To "
            f"make a scorer, `{_MAKERS[compared]}` takes it."
        )
    check_signature(metric, name, options)
    higher = greater_is_better is None or bool(greater_is_better)
    return ResolvedMetric(name, metric, dict(options), higher)


def structure_compared_by(metric: Any) -> Structure:
    """Return what a metric compares; a function of one's own, co-clusterings."""
    if isinstance(metric, str):
        return contract_named(metric).structure
    function = unwrapped(metric)
    if is_of_sklearn(function) and function.__name__ == "consensus_score":
        return "biclustering"
    of_function = (c for c in CONTRACTS.values() if c.function is function)
    return next((contract.structure for contract in of_function), "partition")
