"""Check the name of an index; suggest the index that the literature calls by it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from ._contracts import CONTRACTS, index_names
from ._indices._contract import DESCRIPTIONS, Contract, Structure
from ._structures._messages import (
    Caller,
    named_parameters,
    suggestion,
    takes_options,
)

_ARITHMETIC = ' with `average_method="arithmetic"`'
OF_SKLEARN = {
    "adjusted_rand_score": "'cari'",
    "rand_score": "'rand'",
    "fowlkes_mallows_score": "'fowlkes_mallows'",
    "adjusted_mutual_info_score": f"'coami'{_ARITHMETIC}",
    "normalized_mutual_info_score": f"'conmi'{_ARITHMETIC}",
    "mutual_info_score": "'comi'",
    "homogeneity_score": "'homogeneity'",
    "completeness_score": "'completeness'",
    "v_measure_score": "'v_measure'",
}
"""The index that extends one of scikit-learn to co-clusterings, and its options."""


def _text_by_name(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each name; the keys are names that share a text."""
    return {name: text for names, text in texts.items() for name in names.split()}


_NAMES_OF_THE_FIELD = {
    "acc accuracy cca cluster_accuracy clustering_accuracy": (
        "1 - 'classification_error'"
    ),
    "ami": f"'coami'{_ARITHMETIC}",
    "ami_max": "'coami'",
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
    "ebc ebcubed": "'bicluster_extended_bcubed'",
    "ecs element_centric_similarity element_sim": "'element_centric'",
    "eren": "'bicluster_eren_relevance' or 'bicluster_eren_recovery'",
    "f f1 fscore": (
        "'f_measure' with `matched_by=\"f\"` or 'bicluster_fbeta' or "
        "'bicluster_eren_f1'"
    ),
    "fm fmi fms ochiai": "'fowlkes_mallows'",
    "fnmi": "'fair_mutual_info'",
    "gene_match": (
        "'bicluster_eren_relevance' of all columns or 'bicluster_eren_recovery' of all "
        "columns"
    ),
    "inverse_purity": "'purity' with `inverse=True`",
    "mi mutual_info mutual_information": "'comi'",
    "mirkin mirkin_metric mirkin_distance": "n (n - 1) 'normalized_mirkin'",
    "mocice": "'mocice_bcubed'",
    "nami*": "'nami_star'",
    "nid normalized_information_distance": "1 - 'conmi'",
    "nmi nmi_sum": f"'conmi'{_ARITHMETIC}",
    "nmi_max": "'conmi'",
    "nmi_min": "'conmi' with `average_method=\"min\"`",
    "nmi_geometric nmi_sqrt": "'conmi' with `average_method=\"geometric\"`",
    "npa normalized_accuracy pivoted_accuracy normalized_pivoted_accuracy": "'nce'",
    "pair_f1 pairwise_f1 czekanowski sorensen": "'dice'",
    "pair_precision pairwise_precision": "'wallace2'",
    "pair_recall pairwise_recall": "'wallace1'",
    "prelic": "'bicluster_prelic_relevance' or 'bicluster_prelic_recovery'",
    "recovery": "'bicluster_eren_recovery' or 'bicluster_prelic_recovery'",
    "relevance": "'bicluster_eren_relevance' or 'bicluster_prelic_relevance'",
    "iou tanimoto": "'jaccard'",
    "ri": "'rand'",
    "rnia": "'rnia_distance' or 'bicluster_rnia'",
    "smi": "'standardized_mutual_info'",
    "vi voi": "'variation_of_information' or 'microobject_variation_of_information'",
}
_OF_THE_FIELD = _text_by_name(_NAMES_OF_THE_FIELD)
"""The indices, or expressions, that give what the literature calls by a name."""

_NAMES_OF_OTHERS = {
    "adjusted_wallace adjusted_fowlkes_mallows afm": (
        "Pass 'wallace1', 'wallace2' or 'fowlkes_mallows' with `null_model='product'`."
    ),
    "b3_precision b3_recall bcubed_precision bcubed_recall": (
        "`bcubed_precision_recall_fscore` has both."
    ),
    "nca": "No index here gives the normalized clustering accuracy.",
    "modularity": "`get_scorer('modularity')` makes a scorer that needs no truth.",
    "stability": "`make_stability_scorer` makes a scorer that needs no truth.",
    "omega onmi overlapping_nmi": (
        "`omega_score` and `overlapping_nmi_score` compare overlapping clusterings, "
        "'bicluster_omega' and 'bicluster_onmi' biclusterings."
    ),
}
_ELSEWHERE = _text_by_name(_NAMES_OF_OTHERS)
"""What to do about names that no index has."""


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
        options_by_keyword=takes_options(caller),
    )


def metric_parameter(caller: Caller) -> str:
    """Return which parameter of the function that was called takes the metrics."""
    return "metrics" if "metrics" in named_parameters(caller) else "metric"


def check_scorer_name(name: Any, allowed: Collection[str]) -> None:
    """Refuse the name of an unknown scorer, and suggest what was meant."""
    if not isinstance(name, str) or name not in allowed:
        raise _unknown_name_error(
            name, argument="name", allowed=allowed, options_by_keyword=True
        )


def _unknown_name_error(
    name: Any, *, argument: str, allowed: Collection[str], options_by_keyword: bool
) -> ValueError:
    """Return the error for a name that is not allowed, with what was meant.

    Where options of the metric are not passed by keyword, a partial is suggested.
    """
    message = f"`{argument}` must be the name of an index, got {name!r}."
    if isinstance(name, str):
        meant = _suggestion(name, allowed)
        if not options_by_keyword:
            meant = re.sub(r"'(\w+)' with `(.+?)`", _as_partial, meant)
        message += f" {meant}"
    return ValueError(message)


def _as_partial(form: re.Match[str]) -> str:
    """Return the text of a partial for the matched index and its option."""
    index, option = form.groups()
    function = CONTRACTS[index].function.__name__
    return f"`functools.partial({function}, {option})`"


def _suggestion(name: str, allowed: Collection[str]) -> str:
    """Return a sentence on the name that was meant, or on where names are listed."""
    for suggest in (
        _suggest_for_sklearn,
        _suggest_without_affixes,
        _suggest_for_the_literature,
        suggestion,
    ):
        text = suggest(name, allowed)
        if text:
            return text.strip()
    return "`get_scorer_names` lists the names."


def _suggest_for_sklearn(name: str, allowed: Collection[str]) -> str:
    """Suggest the index that extends a function of scikit-learn; "" without one."""
    if name in OF_SKLEARN and _index_in(OF_SKLEARN[name]) in allowed:
        return f"For co-clusterings, pass {OF_SKLEARN[name]}."
    return ""


def _suggest_without_affixes(name: str, allowed: Collection[str]) -> str:
    """Suggest the name without ``neg_`` and ``_score``; "" if it is not an index."""
    plain = name.removeprefix("neg_")
    for index in (plain, plain.removesuffix("_score")):
        if index in allowed:
            affixes = [affix for affix in ("neg_", "_score") if affix in name]
            extra = [f"`{affix}`" for affix in affixes if affix not in index]
            return f"Pass {index!r}, without {' and '.join(extra)}."
        if index in CONTRACTS:
            return _structure_sentence(CONTRACTS[index])
    return ""


def _suggest_for_the_literature(name: str, allowed: Collection[str]) -> str:
    """Suggest the index that the literature calls by a name; "" if there is none."""
    key = name.removeprefix("neg_").lower().replace(" ", "_").replace("-", "_")
    key = key.removesuffix("_score").removesuffix("_index")
    if key in _ELSEWHERE:
        return _ELSEWHERE[key]
    forms = _OF_THE_FIELD.get(key, f"'{key}' or 'bicluster_{key}'").split(" or ")
    allowed_forms = []
    for form in forms:
        if _index_in(form) in allowed:
            allowed_forms.append(form)
        elif f"neg_{_index_in(form)}" in allowed:
            allowed_forms.append(_negated(form))
    if allowed_forms:
        return f"Did you mean {' or '.join(allowed_forms)}?"
    if key in _OF_THE_FIELD:
        return _structure_sentence(CONTRACTS[_index_in(forms[0])])
    return ""


def _structure_sentence(contract: Contract) -> str:
    """Return the sentence that says what an index compares."""
    return f"{contract.name!r} compares {DESCRIPTIONS[contract.structure]}."


def _index_in(form: str) -> str:
    """Return the name of the index in a form, such as "conmi" in ``1 - 'conmi'``."""
    return form.split("'")[1]


def _negated(form: str) -> str:
    """Return the form for a scorer, ``1 + 'neg_rand'`` for ``1 - 'rand'``."""
    return form.replace("1 - ", "1 + ").replace("'", "'neg_", 1)
