"""Statements of pages outside the guide hold for the contracts."""

import inspect
import re
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from calls import PUBLIC
from contracts import (
    ADJUSTED_SIMILARITY_NAMES,
    CONTRACTS,
    OF_PARTITIONS,
    PUBLISHED_SIMILARITY_NAMES,
)
from doc_pages import (
    IN_WORDS,
    PROPERTIES,
    contracts_in,
    literals,
    rows_of_table,
    section,
    text_between,
    verdict,
    words_of,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.results import Comparison

OF_BICLUSTERINGS = [
    one for one in CONTRACTS.values() if one.structure == "biclustering"
]


# --- degenerate -----------------------------------------------------------------------


def test_the_value_at_equality_follows_from_the_direction():
    words = "is 1 if higher values of the index are better, and 0 if lower values"
    assert words in words_of("degenerate")
    for contract in CONTRACTS.values():
        best = 1.0 if contract.greater_is_better else 0.0
        assert contract.at_equality in (best, None)


def test_only_enmi_adds_the_values_of_rows_and_columns():
    words = "ENMI applies this rule to the rows and to the columns separately"
    assert words in words_of("degenerate")
    adding = [one.name for one in OF_PARTITIONS if one.adds_over_modes]
    assert adding == ["enmi"]
    rows, columns, other = [0, 0], [0, 0, 1], [0, 1, 1]
    assert sccm.enmi_score((rows, columns), (rows, columns)) == 2
    expected = 1 + sccm.enmi_score(columns, other)
    assert sccm.enmi_score((rows, columns), (rows, other)) == pytest.approx(expected)


def test_the_page_lists_the_indices_without_a_constant_value_at_equality():
    text = text_between("degenerate", "value at equality, namely", ". For equal")
    listed = re.split(", | and ", text.replace("``", "").strip())
    varying = [one for one in CONTRACTS.values() if one.at_equality is None]
    assert {one.structure for one in varying} == {"partition"}
    labels = {one.label if one.label in listed else one.name for one in varying}
    assert labels == set(listed)
    count = IN_WORDS[len(varying)].capitalize()
    assert f"{count} indices have no constant value" in words_of("degenerate")


def test_every_index_is_defined_everywhere():
    assert "No result is NaN" in words_of("degenerate")
    for contract in CONTRACTS.values():
        if contract.structure == "partition":
            found = verdict("clustering", contract.name, "defined everywhere")
            assert found == "yes"


BICLUSTERING = [[1, 1, 0], [0, 0, 1]], [[1, 1, 0], [0, 0, 1]]
NO_BICLUSTER = np.zeros((0, 3), int), np.zeros((0, 3), int)


def test_two_biclusterings_without_any_bicluster_are_equal():
    words = "Two biclusterings without any bicluster are equal."
    assert words in words_of("degenerate")
    for contract in OF_BICLUSTERINGS:
        assert contract(NO_BICLUSTER, NO_BICLUSTER) == contract.at_equality


def test_one_side_without_biclusters_has_the_worst_value():
    text = words_of("degenerate")
    assert "If exactly one side has no bicluster, similarities are 0, and" in text
    assert "the Rand index and VI treat each cell covered only by the other" in text
    for contract in OF_BICLUSTERINGS:
        if contract.name.startswith("microobject_"):  # the Rand index and VI
            continue
        worst = 0 if contract.greater_is_better else 1
        assert contract(BICLUSTERING, NO_BICLUSTER) == worst
        assert contract(NO_BICLUSTER, BICLUSTERING) == worst


def test_an_empty_bicluster_lowers_a_mean_over_its_side_and_no_count_of_cells():
    text = words_of("degenerate")
    assert "such as ``bicluster_consensus``, an empty bicluster on this side" in text
    assert "counts cells, such as RNIA and CE, an empty bicluster changes" in text
    with_empty = tuple(np.vstack([part, [0, 0, 0]]) for part in BICLUSTERING)
    pairs = (with_empty, BICLUSTERING), (BICLUSTERING, with_empty)
    for true, pred in pairs:
        assert CONTRACTS["bicluster_consensus"](true, pred) == pytest.approx(2 / 3)
        assert sccm.rnia_distance(true, pred) == sccm.clustering_error(true, pred) == 0


# --- which_index ----------------------------------------------------------------------


def test_three_indices_are_said_to_have_a_mean_of_exactly_zero():
    rows = rows_of_table(section("which_index", "which_coclusterings"))
    rows = [row for row in rows if "its mean is exactly 0" in " ".join(row.split())]
    exact = {
        one.name
        for one in OF_PARTITIONS
        if one.chance_level == 0 and "product" in one.chance_is_exact_under
    }
    named = {"cari_product": "product-CARI", "cocorrelation": "coCC", "coami": "coAMI"}
    assert set(named) == exact - {"standardized_mutual_info"}  # not in the table
    assert [row.split(",")[0] for row in rows] == list(named.values())
    words = 'Product-CARI, coCC and coAMI have a mean of exactly 0 under ``"product"``'
    assert words in words_of("user_guide/chance")


def test_the_page_says_which_indices_of_coclusterings_are_not_corrected():
    listed = rows_of_table(section("which_index", "which_coclusterings"))
    rows = [row for row in listed if "not corrected for chance" in row]
    names = [name for row in rows for name in row.split("\n")[0].split(", ")]
    names = [name for name in names if not name.startswith(":func:")]
    assert names == ["CE", "NCE", "coNMI", "ENMI", "coMI"]
    labels = {one.label for one in OF_PARTITIONS if one.chance_level is None}
    assert set(names) - {"CE"} <= labels
    assert CONTRACTS["classification_error"].chance_level is None


def test_published_indices_have_no_exact_correction_for_permuted_rows_and_columns():
    words = "are not exactly corrected for chance"
    assert words in words_of("which_index")
    coclusterings, _, biclusterings = rows_of_table(
        section("which_index", "which_published")
    )
    for row in (coclusterings, biclusterings):
        published = literals(row.split("      - ")[1])
        assert len(published) >= 3
        for name in published:
            assert "product" not in CONTRACTS[name].chance_is_exact_under


def names_of_clusterings_with(words, column):
    """Return the indices whose strengths or weaknesses include these words."""
    names = []
    for row in rows_of_table(section("which_index", "which_clusterings")):
        listed, strengths, weaknesses = row.split("      - ")
        text = {"strengths": strengths, "weaknesses": weaknesses}[column]
        if words in " ".join(text.split()):
            names += literals(listed)
    assert names, f"No row has {words!r} among its {column}."
    return names


def verdicts_of_clusterings(names, property_name):
    """Return the different verdicts on a property of these indices."""
    return {verdict("clustering", name, property_name) for name in names}


def test_the_page_says_which_indices_have_a_constant_baseline():
    constant = names_of_clusterings_with("constant baseline", "strengths")
    constant.remove("correlation_distance")  # "for the distance only asymptotically"
    assert verdicts_of_clusterings(constant, "constant baseline") == {"yes"}
    varying = names_of_clusterings_with("no constant baseline", "weaknesses")
    assert verdicts_of_clusterings(varying, "constant baseline") == {"no"}


def test_the_page_says_which_indices_are_metrics():
    metrics = names_of_clusterings_with("a metric", "strengths")
    metrics.remove("correlation")  # "the distance is a metric"
    assert verdicts_of_clusterings(metrics, "distance") == {"yes"}
    not_metrics = names_of_clusterings_with("not a metric", "weaknesses")
    assert verdicts_of_clusterings(not_metrics, "distance") == {"no"}


def test_the_page_says_which_indices_are_monotone():
    monotone = [
        *names_of_clusterings_with("monotone", "strengths"),
        *names_of_clusterings_with("; monotone if neither", "weaknesses"),
    ]
    for property_name in ("monotone in splits", "monotone in merges"):
        assert "no" not in verdicts_of_clusterings(monotone, property_name)
    for name in names_of_clusterings_with("not monotone", "weaknesses"):
        splits = verdict("clustering", name, "monotone in splits")
        merges = verdict("clustering", name, "monotone in merges")
        assert "no" in (splits, merges)
    words = "does not always :ref:`improve if one more pair agrees"
    not_improved = names_of_clusterings_with(words, "weaknesses")
    assert verdicts_of_clusterings(not_improved, "strong monotonicity") == {"no"}


def test_the_page_says_which_measures_of_biclusterings_are_symmetric():
    text = section("which_index", "which_biclusterings")
    measures = re.split(r"\n- ", text)[1:]
    stated = {
        one.name: "not symmetric" not in " ".join(measure.split())
        for measure in measures
        if "symmetric" in measure
        for one in contracts_in(measure)[:1]
    }
    assert len(stated) == 3
    assert stated == {name: CONTRACTS[name].symmetric for name in stated}


def small_biclusterings():
    """Return biclusterings of one or two nonempty biclusters in a 2 x 2 matrix."""
    sides_of_rows = [(0, 1), (1, 0), (1, 1)]
    sides_of_columns = [(0, 1), (1, 1)]
    biclusters = list(product(sides_of_rows, sides_of_columns))
    lists = [[bicluster] for bicluster in biclusters]
    lists += map(list, combinations_with_replacement(biclusters, 2))
    return [tuple(map(list, zip(*listed, strict=True))) for listed in lists]


def test_among_the_sixteen_similarities_one_is_one_for_equality_alone():
    text = words_of("which_index")
    count = IN_WORDS[len(PUBLISHED_SIMILARITY_NAMES)]
    assert f"Among the :ref:`{count} similarities" in text
    assert "only ``consensus`` is below 1 for all unequal biclusterings" in text
    found = {
        name: verdict("biclustering", name, "best for equal biclusterings only")
        for name in PUBLISHED_SIMILARITY_NAMES
    }
    best_for_equality = [name for name in found if found[name] != "no"]
    assert best_for_equality == ["bicluster_consensus"]  # "ce" has its own test.
    docstring = " ".join(sccm.bicluster_similarity_score.__doc__.split())
    assert "Only consensus is below 1 for all unequal biclusterings." in docstring


def test_without_empty_biclusters_ce_is_one_for_equality_alone():
    words = "The same holds for ``ce`` if no bicluster is empty"
    assert words in words_of("which_index")
    biclusterings = small_biclusterings()
    for i, true in enumerate(biclusterings):
        for j, pred in enumerate(biclusterings[: i + 1]):
            similarity = CONTRACTS["bicluster_ce"](true, pred)
            assert (similarity == 1) == (i == j)


def variants_of(name):
    """Return the names of a measure of biclusters, with and without a correction."""
    prefixes = ("", "bicluster_", "adjusted_bicluster_", "corrected_bicluster_")
    names = {prefix + name for prefix in (*prefixes, "expected_best_bicluster_")}
    return names & {one.name for one in OF_BICLUSTERINGS}


def measures_that_miss(mistake):
    """Return the measures of biclusters with the best value for a wrong prediction."""
    upper, lower = range(5), range(3, 8)
    truth = [(upper, upper), (lower, lower)]
    predictions = {
        "missed": [(upper, upper)],
        "made up": [*truth, (upper, range(5, 8))],
        "repeated": [*truth, (upper, upper)],
        "torn in two": [(range(2), upper), (range(2, 5), upper), (lower, lower)],
        "another bicluster": [(upper, lower), (lower, upper)],
    }
    true = sccm.biclusters_from_indices(truth, (8, 8))
    pred = sccm.biclusters_from_indices(predictions[mistake], (8, 8))
    undefined = {"microobject_rand", "microobject_variation_of_information"}
    return {
        one.name
        for one in OF_BICLUSTERINGS
        if one.name not in undefined
        if one(true, pred) == pytest.approx(one.at_equality)
    }


def test_the_page_lists_the_measures_that_miss_wrong_biclusters():
    text = section("which_index", "measures_to_avoid")
    stated = {}
    for row in rows_of_table(text):
        mistake, measures = row.split("\n      - ")
        names = [variants_of(name) for name in literals(measures)]
        (mistake,) = re.findall(r"(?:is|to) (.+)\.$", mistake)
        stated[mistake] = set().union(*names)
    stated["repeated"] |= stated["missed"] | stated["made up"]
    assert len(stated) == 5
    distances = {"rnia_distance"}  # One minus "bicluster_rnia".
    for mistake, names in stated.items():
        assert names == measures_that_miss(mistake) - distances


@pytest.mark.parametrize("structure", ["clustering", "coclustering"])
def test_the_page_lists_the_metrics(structure):
    distances, scores = rows_of_table(section("which_index", "which_metrics"))
    found = PROPERTIES[structure]
    metrics = {name for name in found if found[name]["distance"]["verdict"] == "yes"}
    higher = {name for name in metrics if CONTRACTS[name].greater_is_better}
    assert set(literals(distances)) == metrics - higher
    assert set(literals(scores)) == higher


def test_the_page_lists_the_biclustering_indices_with_the_triangle_inequality():
    text = text_between("which_index", "For biclusterings, ``1 -", "These statements")
    listed = set(CONTRACTS).intersection(literals(f"``{text}"))
    found = PROPERTIES["biclustering"]
    verdicts = {name: found[name]["triangle inequality"]["verdict"] for name in found}
    holding = {name for name in found if verdicts[name] == "yes"}
    # One minus each of these two is a distance in the list.
    assert listed == holding - {"bicluster_ce", "bicluster_rnia"}


# --- api ------------------------------------------------------------------------------


def arguments_by_position(function):
    """Return the names of the arguments that can be given by position."""
    parameters = inspect.signature(function).parameters.values()
    return [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]


def test_functions_that_compare_with_a_truth_take_two_options_by_position():
    words = "compares a true structure with predictions takes its options by keyword"
    assert words in words_of("api")
    words = "only ``metric`` and ``unlabeled`` can also be given by position"
    assert words in words_of("api")
    compared = [
        *("labels_pred", "biclusters_pred", "clusters_pred", "memberships_pred"),
        *("sizes_pred", "pred", "first", "second"),
    ]
    options = set()
    for function in PUBLIC.values():
        if not inspect.isfunction(function):
            continue
        names = arguments_by_position(function)
        if names and names[0].endswith("true"):
            options.update(set(names[1:]) - set(compared))
    assert options == {"metric", "unlabeled"}


# --- other pages ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("coming_from", "All {word} measures of this comparison"),
        ("index", "the {number} similarities of Horta and Campello"),
    ],
)
def test_pages_count_the_published_similarities(page, words):
    number = len(PUBLISHED_SIMILARITY_NAMES)
    assert words.format(number=number, word=IN_WORDS[number]) in words_of(page)


def test_the_errata_count_their_slips():
    slips = rows_of_table(section("errata", "errata_slips"))
    words = f"{IN_WORDS[len(slips)]} numbers, names and symbols"
    assert words in words_of("errata")


def test_the_glossary_tells_three_measures_called_ce_apart():
    assert "CE is the name of :ref:`three different measures" in words_of("glossary")
    rows = rows_of_table(section("glossary", "term_ce"))
    assert len(rows) == 3
    functions = [one.name for row in rows[:2] for one in contracts_in(row)]
    assert functions == ["classification_error", "clustering_error"]
    assert "bicluster_ce" in rows[2]
    called_ce = {
        one.name
        for one in CONTRACTS.values()
        if "ce" in {synonym.name.lower() for synonym in one.also_called}
    }
    assert called_ce == {"classification_error", "clustering_error"}


def test_the_glossary_has_each_number_of_repetitions():
    counts_of_things = {
        *("n_biclusters", "n_clusters", "n_jobs", "n_moves", "n_samples"),
        "n_reference_clusters",
    }
    parameters = {
        name
        for function in PUBLIC.values()
        if callable(function)
        for name in inspect.signature(function).parameters
        if name.startswith("n_")
    }
    rows = rows_of_table(section("glossary", "term_draws"))
    listed = {literals(row)[0] for row in rows}
    assert listed == parameters - counts_of_things
    count = IN_WORDS[len(rows)].capitalize()
    assert f"{count} parameters set how often" in words_of("glossary")


def test_a_clustering_has_the_indices_of_a_coclustering_and_of_a_partition():
    words = '``"clustering"``, ``"coclustering"`` and ``"partition"`` have the same'
    assert words in words_of("glossary")
    names = sccm.index_names("clustering")
    assert sccm.index_names("coclustering") == names
    assert sccm.index_names("partition") == names


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("proofs", "The Campello soft index, Omega and RNIA of biclusterings have an"),
        ("user_guide/chance", "Three similarities can be adjusted exactly under"),
    ],
)
def test_pages_name_the_similarities_with_an_exact_mean(page, words):
    assert words in words_of(page)
    adjusted = ["bicluster_csi", "bicluster_omega", "bicluster_rnia"]
    assert sorted(ADJUSTED_SIMILARITY_NAMES) == adjusted


@pytest.mark.parametrize(("n_methods", "n_needed"), [(2, 6), (3, 7), (4, 8), (5, 9)])
def test_a_significant_difference_needs_as_many_data_sets_as_the_recipe_says(
    n_methods, n_needed
):
    text = words_of("recipes/how_many_data_sets")
    assert "It needs at least six for the level 0.05." in text
    words = "three, four or five methods, at least seven, eight or nine data sets"
    assert words in text
    for n_data_sets in (n_needed - 1, n_needed):
        records = [
            {
                "data": f"data set {number}",
                "candidate": f"method {rank}",
                "metric": "score",
                "draw": 0,
                "repeat": 0,
                "value": -rank,
            }
            for number in range(n_data_sets)
            for rank in range(n_methods)
        ]
        test = Comparison(records, {"score": True}).rank_test()
        is_significant = min(test.pvalues.values()) < 0.05
        assert is_significant == (n_data_sets == n_needed)
