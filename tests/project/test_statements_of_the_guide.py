"""Statements of the guide about several indices hold for the contracts."""

import inspect
import re
from typing import get_args, get_type_hints

import numpy as np
import pytest
from contracts import (
    CONTRACTS,
    LATER_SIMILARITY_NAMES,
    OF_PARTITIONS,
    PAIR_COUNTING_NAMES,
    PUBLISHED_SIMILARITY_NAMES,
    SIMILARITY_NAMES,
    pair_counting_names_where,
)
from doc_pages import (
    IN_WORDS,
    contracts_in,
    functions_in,
    literals,
    rows_of_table,
    section,
    text_between,
    verdict,
    words_of,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._metrics import _WORDS_IF_LOWER_IS_BETTER


def public_default_null_models():
    """Return the default of `null_model` for each public function that has it."""
    functions = [getattr(sccm, name) for name in sccm.__all__]
    return {
        function.__name__: inspect.signature(function).parameters["null_model"].default
        for function in functions
        if inspect.isfunction(function)
        and "null_model" in inspect.signature(function).parameters
    }


def test_the_default_null_model_is_product_with_three_exceptions():
    exceptions = {
        name: default
        for name, default in public_default_null_models().items()
        if default != "product"
    }
    assert exceptions == {
        "cari_score": "cells",
        "pair_counting_score": None,
        "bicluster_similarity_score": None,
    }
    text = words_of("user_guide/chance")
    assert "This is the default of ``null_model``, with three exceptions." in text


def test_the_guide_counts_the_indices_that_are_affine_in_the_pairs():
    affine = [name for name in PAIR_COUNTING_NAMES if CONTRACTS[name].linear_in_pairs]
    counted = f"Of the {len(PAIR_COUNTING_NAMES)} pair-counting indices, {len(affine)}"
    assert f"{counted} are affine" in words_of("user_guide/chance")


def test_the_indices_that_the_traps_list_are_not_corrected_for_chance():
    listed = ["classification_error", "nce", "comi", "conmi", "enmi"]
    assert [CONTRACTS[name].chance_level for name in listed] == [None] * len(listed)
    words = "**Agreement by chance**, for CE, NCE, coMI, coNMI and ENMI"
    assert words in words_of("user_guide/traps")


def test_the_guide_defines_each_null_model():
    null_models = get_args(get_type_hints(sccm.expected_mutual_info)["null_model"])
    text = section("user_guide/chance", "null_models")
    defined = re.findall(r'^``"(\w+)"``$', text, re.MULTILINE)
    assert sorted(defined) == sorted(null_models)
    assert f"one of {IN_WORDS[len(null_models)]} null" in " ".join(text.split())


def null_models_taken_by(name):
    """Return the null models with which a public function compares two structures."""
    labels, biclusters = ([0, 0, 1], [0, 1, 1]), ([[1, 1, 0]], [[1, 0]])
    pair, options = labels, {}
    if name == "bicluster_similarity_score":
        pair, options = (biclusters, biclusters), {"metric": "bicluster_csi"}
    elif name == "adjusted_for_chance":
        options = {"metric": "rand", "n_draws": 2}
    taken = set()
    for null_model in ("product", "cells", "fixed_n_clusters"):
        try:
            getattr(sccm, name)(*pair, null_model=null_model, **options)
        except ValueError:
            continue
        taken.add(null_model)
    return taken


def test_most_functions_take_only_the_first_two_null_models():
    taken = {name: null_models_taken_by(name) for name in public_default_null_models()}
    only_two = [name for name in taken if taken[name] == {"product", "cells"}]
    assert len(only_two) > len(taken) / 2
    assert "Most functions take only the first two" in words_of("user_guide/chance")
    taking_third = {name for name in taken if "fixed_n_clusters" in taken[name]}
    text = text_between("user_guide/chance", "Gates and Ahn (2017). Only", "takes this")
    assert set(functions_in(text)) == taking_third == {"expected_mutual_info"}


def test_indices_of_overlapping_clusters_are_not_adjusted_by_draws():
    words = "It does not take indices of overlapping clusters."
    assert words in words_of("user_guide/chance")
    indicators = [[1, 0], [0, 1]]
    for name in sccm.index_names("overlapping"):
        with pytest.raises(ValueError, match="compares overlapping clusterings"):
            sccm.adjusted_for_chance(indicators, indicators, name)


def test_ami_star_and_nami_star_are_not_symmetric():
    assert "Neither index is symmetric" in words_of("user_guide/chance")
    contracts = contracts_in(section("user_guide/chance", "fixed_number"))
    assert [one.name for one in contracts] == ["ami_star", "nami_star"]
    assert not any(one.symmetric for one in contracts)


# --- general_indices ------------------------------------------------------------------

GENERAL = "user_guide/general_indices"


def test_the_guide_counts_the_pair_counting_functions():
    assert f"the {len(PAIR_COUNTING_NAMES)} functions of these" in words_of(GENERAL)


def test_the_guide_says_of_which_pair_counting_indices_lower_is_better():
    text = text_between(
        GENERAL, "Lower is better for", "names that end in ``distance``"
    )
    lower = pair_counting_names_where(lambda one: not one.greater_is_better)
    named = {name for name in lower if not name.endswith("distance")}
    assert set(literals(text)) == named
    assert {name for name in PAIR_COUNTING_NAMES if name.endswith("distance")} <= lower


def test_the_table_of_pair_counting_has_each_name_once():
    rows = rows_of_table(section(GENERAL, "pair_counting"))
    names = [name for row in rows for name in literals(row.split("      - ")[0])]
    assert sorted(names) == sorted(PAIR_COUNTING_NAMES)


def test_pair_counting_indices_that_are_said_to_rank_alike_do():
    generator = np.random.default_rng(0)
    true = [0, 0, 0, 1, 1, 2]
    predictions = generator.integers(4, size=(40, len(true)))
    rows = rows_of_table(section(GENERAL, "pair_counting"))
    rows = [row for row in rows if "which all rank alike" in row]
    assert len(rows) == 2
    for row in rows:
        ranks = []
        for name in literals(row.split("      - ")[0]):
            sign = 1 if CONTRACTS[name].greater_is_better else -1
            values = [CONTRACTS[name](true, pred) for pred in predictions]
            rounded = np.round(np.multiply(sign, values), 9)
            ranks.append(np.unique(rounded, return_inverse=True)[1].tolist())
        assert all(others == ranks[0] for others in ranks)


def test_five_pair_counting_indices_have_a_constant_baseline():
    constant = pair_counting_names_where(lambda one: one.chance_is_exact_under)
    first = f"{IN_WORDS[len(constant)].capitalize()} indices have a constant baseline"
    assert set(literals(text_between(GENERAL, first, "Of these"))) == constant
    found = {
        name
        for name in PAIR_COUNTING_NAMES
        if verdict("clustering", name, "constant baseline") == "yes"
    }
    assert found == constant


def test_two_indices_with_a_constant_baseline_increase_with_every_agreement():
    text = text_between(GENERAL, "Of these,", "increase with every agreement")
    increasing = {
        name
        for name in pair_counting_names_where(lambda one: one.chance_is_exact_under)
        if verdict("clustering", name, "strong monotonicity") != "no"
    }
    assert set(literals(text)) == increasing


def test_the_distance_of_correlation_has_a_constant_baseline_for_large_samples():
    words = "``correlation_distance`` has a constant baseline for large samples only"
    assert words in words_of(GENERAL)
    assert verdict("clustering", "correlation_distance", "constant baseline") == "no"
    assert verdict("clustering", "correlation_distance", "asymptotic baseline") == "yes"


def test_the_indices_that_match_sets_have_no_constant_baseline():
    assert "no constant baseline, like all indices in this table" in words_of(GENERAL)
    contracts = contracts_in("".join(rows_of_table(section(GENERAL, "set_matching"))))
    names = [one.name for one in contracts]
    assert sorted(names) == ["bcubed", "element_centric", "f_measure", "purity"]
    assert [one.chance_level for one in contracts] == [None] * len(contracts)
    for name in names:
        assert verdict("clustering", name, "constant baseline") == "no"


def test_the_table_of_information_says_which_indices_have_no_constant_baseline():
    rows = rows_of_table(section(GENERAL, "information"))
    for row in rows:
        corrected = {one.chance_level is not None for one in contracts_in(row)}
        assert corrected == {"no constant baseline" not in row}
        if "not symmetric" in row:
            assert not any(one.symmetric for one in contracts_in(row))
    assert sum("no constant baseline" in row for row in rows) == 3


def test_three_indices_take_clusters_that_overlap():
    text = section(GENERAL, "overlapping_clusterings")
    names = sccm.index_names("overlapping")
    listed = text_between(GENERAL, "indices take them:", "Of the three")
    assert sorted(one.name for one in contracts_in(listed)) == names
    assert f"{IN_WORDS[len(names)].capitalize()} indices take them" in text
    assert "the names of the three indices" in " ".join(text.split())


def test_of_the_indices_of_overlapping_clusters_only_omega_is_corrected():
    assert "only the Omega index is corrected for chance" in words_of(GENERAL)
    names = sccm.index_names("overlapping")
    corrected = [name for name in names if CONTRACTS[name].chance_level is not None]
    assert corrected == ["omega"]


def test_the_report_prints_the_three_indices_of_overlapping_clusters():
    words = "prints this test together with the three indices of overlapping clusters"
    assert words in words_of("user_guide/gene_sets")
    indicators = np.eye(4, dtype=int)
    report = sccm.bicluster_report(
        indicators, indicators, inference=False, output_dict=True
    )
    assert sorted(report["indices"]) == sccm.index_names("overlapping")


# --- coclusterings and biclusterings --------------------------------------------------


def test_the_table_of_normalizations_has_each_normalization():
    text = section("user_guide/coclusterings", "matched_cells")
    values = CONTRACTS["nce"].options["normalization"].values
    count = IN_WORDS[len(values)].capitalize()
    assert f"{count} normalizations" in " ".join(text.split())
    assert [literals(row)[0] for row in rows_of_table(text)] == list(values)


def test_the_guide_says_which_indices_of_shared_information_are_not_corrected():
    levels = {"not corrected for chance": [], "its mean is 0 by chance": []}
    for row in rows_of_table(section("user_guide/coclusterings", "shared_information")):
        (contract,) = contracts_in(row)
        for words, levels_of_words in levels.items():
            if words in " ".join(row.split()):
                levels_of_words.append(contract.chance_level)
    assert levels["not corrected for chance"] == [None, None]
    assert levels["its mean is 0 by chance"] == [0]


def test_the_guide_counts_the_similarities_of_the_comparison():
    text = words_of("user_guide/biclusterings")
    assert f"the {len(PUBLISHED_SIMILARITY_NAMES)} similarities of [HC]_" in text
    also = text_between(
        "user_guide/biclusterings", "The function also computes", "For example"
    )
    also_computed = {f"bicluster_{name}" for name in literals(also)}
    assert also_computed == LATER_SIMILARITY_NAMES < set(SIMILARITY_NAMES)


def test_the_table_of_similarities_has_each_name():
    text = section("user_guide/biclusterings", "bicluster_families")
    rows = rows_of_table(text.split("are chosen by a name.")[1])
    names = [name for row in rows for name in literals(row.split("      - ")[0])]
    listed = [f"bicluster_{name}" for name in names]
    assert sorted(listed) == sorted(SIMILARITY_NAMES)


# --- tests, own index and model selection ---------------------------------------------


def test_an_interval_needs_an_index_that_counts_pairs_and_is_corrected():
    words = "only if it counts pairs and is adjusted for chance. Any other index raises"
    assert words in words_of("user_guide/tests_and_intervals")
    counting_pairs = {
        *PAIR_COUNTING_NAMES,
        *("cari", "cari_product", "cocorrelation", "cocorrelation_distance"),
    }
    true, pred = np.arange(60) % 3, np.arange(60) % 4
    for contract in OF_PARTITIONS:
        if contract.name in counting_pairs and contract.chance_level is not None:
            continue
        with pytest.raises(ValueError, match="has no interval, because"):
            sccm.score_interval(true, pred, contract.name)


def test_functions_with_names_of_errors_need_a_direction():
    words = "the name of the function ends in"
    text = text_between("user_guide/own_index", words, ", or if the function has")
    endings = re.findall(r'"(\w+)"', text)
    assert endings == list(_WORDS_IF_LOWER_IS_BETTER)

    def own(true, pred):
        return 0.0

    for ending in endings:
        own.__name__ = f"own_{ending}"
        with pytest.raises(ValueError, match="named like one for which lower"):
            sccm.make_cocluster_scorer(own)
    own.__name__ = "own_score"
    assert callable(sccm.make_cocluster_scorer(own))


def test_the_scorer_negates_errors_and_distances():
    words = "The scorer therefore negates errors and distances."
    assert words in words_of("user_guide/model_selection")
    assert "begin with ``neg_``" in words_of("user_guide/model_selection")
    scorers = sccm.get_scorer_names()
    negated = {name.removeprefix("neg_") for name in scorers if name[:4] == "neg_"}
    lower = {name for name, one in CONTRACTS.items() if not one.greater_is_better}
    assert negated == lower
