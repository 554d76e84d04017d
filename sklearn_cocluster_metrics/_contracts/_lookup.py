"""Look up an index by name, and suggest names for an unknown one."""

from collections.abc import Collection
from typing import Any

from .._indices._contract import DESCRIPTIONS, Contract, Structure
from .._structures import suggestion
from ._table import CONTRACTS

_ARITHMETIC = ' with `average_method="arithmetic"`'
_OF_SKLEARN = {
    "adjusted_rand_score": ("cari", ""),
    "rand_score": ("rand", ""),
    "fowlkes_mallows_score": ("fowlkes_mallows", ""),
    "adjusted_mutual_info_score": ("coami", _ARITHMETIC),
    "normalized_mutual_info_score": ("conmi", _ARITHMETIC),
    "v_measure_score": ("conmi", _ARITHMETIC),
    "mutual_info_score": ("comi", ""),
}
"""The index here that equals one of scikit-learn's on clusterings, and its options."""

_ABBREVIATED = {
    "ce": ("classification_error", "clustering_error", "bicluster_ce"),
    "f1": ("f_measure", "bicluster_fbeta"),
    "fnmi": ("fair_mutual_info",),
    "smi": ("standardized_mutual_info",),
    "vi": ("variation_of_information", "microobject_variation_of_information"),
}
"""The indices that an abbreviation may mean, where no name is spelled like it."""


def contract_named(
    name: Any, argument: str, structure: Structure | None = None
) -> Contract:
    """Return the contract with this name; of one structure, if that is given."""
    allowed = [
        contract.name
        for contract in CONTRACTS.values()
        if structure in (None, contract.structure)
    ]
    check_name(name, argument, allowed)
    return CONTRACTS[name]


def scorer_name(contract: Contract) -> str:
    """Return the name of its scorer: marked where it is negated, as in scikit-learn."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"


def check_name(name: Any, argument: str, allowed: Collection[str]) -> None:
    """Refuse an unknown name, and suggest what was meant."""
    if not isinstance(name, str):
        raise ValueError(f"`{argument}` must be the name of an index, got {name!r}.")
    if name not in allowed:
        raise ValueError(
            f"`{argument}` must be the name of an index, got {name!r}. "
            f"{_suggestion(name, allowed)}"
        )


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
        if f"neg_{meant}" in allowed:
            return f"Pass 'neg_{meant}': lower values are better, and are negated."
        if meant in CONTRACTS:
            return f"{meant!r} compares {DESCRIPTIONS[CONTRACTS[meant].structure]}."
    return _similar(name, allowed) or "`get_scorer_names` lists the names."


def _similar(name: str, allowed: Collection[str]) -> str:
    """Suggest what an abbreviation means, or names that are like this one."""
    abbreviated = _ABBREVIATED.get(name.lower().removeprefix("neg_"), ())
    meant = [n for n in allowed if n.removeprefix("neg_") in abbreviated]
    if meant:
        return f"Did you mean {' or '.join(map(repr, meant))}?"
    return suggestion(name, allowed).strip()
