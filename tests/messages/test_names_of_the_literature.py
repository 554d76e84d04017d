"""A name of a package or a paper is answered with what gives its value.

The answer is read from the error, evaluated, and compared with scikit-learn or with a
definition that is written here by brute force. `names_of_others` has the names.
"""

import functools
import math
import re
from decimal import Decimal, localcontext
from itertools import permutations
from statistics import fmean, pstdev

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from biclusters_oracles import (
    bcubed_oracle,
    best_matching,
    cells,
    csi_oracle,
    dice,
    extended_bcubed_oracle,
    harmonic,
    indicators,
    jaccard,
    omega_by_pairs,
    onmi_by_definition,
    variation_oracle,
)
from clustering_definitions import (
    bcubed_by_definition,
    bcubed_recall,
    best_f,
    fair_by_definition,
    purity,
    similarities,
    variation_by_definition,
)
from contracts import CONTRACTS
from names_of_others import OF_BICLUSTERS, OF_LABELS, OF_OVERLAPPING
from pair_counting_definitions import PRINTED
from strategies import arrangements, entropy, set_partitions

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import make_bicluster_scorer, make_cocluster_scorer
from sklearn_cocluster_metrics._indices._registry import _key_of, _keys_of

pytestmark = pytest.mark.slow  # what it tests does not depend on versions

RNG = np.random.default_rng(0)
PAIRS = [
    ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]),
    ([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 2, 2]),
    ([0, 1, 1, 1, 1, 2], [0, 0, 1, 2, 1, 1]),
    ([0, 0, 0, 0, 1, 1], [0, 0, 1, 2, 2, 0]),
]
SHAPE = 5, 4


def side():
    """Disjoint biclusters, which every measure takes."""
    rows = RNG.integers(0, 3, SHAPE[0])
    columns = RNG.integers(0, 3, SHAPE[1])
    return [
        (frozenset(np.flatnonzero(rows == k)), frozenset(np.flatnonzero(columns == k)))
        for k in range(3)
        if (rows == k).any() and (columns == k).any()
    ]


SIDES = [(side(), side()) for _ in range(6)]


def together(labels):
    """Of all ordered pairs of samples, those in one cluster."""
    labels = np.asarray(labels)
    return (labels[:, None] == labels)[~np.eye(len(labels), dtype=bool)]


def accuracy(true, pred):
    names = max(*true, *pred) + 1
    return max(
        np.mean([order[p] == t for t, p in zip(true, pred, strict=True)])
        for order in permutations(range(names))
    )


def npa(true, pred):
    k = max(len(set(true)), len(set(pred)))
    return (accuracy(true, pred) - 1 / k) / (1 - 1 / k)


def correlation(true, pred):
    return np.corrcoef(together(true), together(pred))[0, 1]


def nmi(average):
    return lambda t, p: sk.normalized_mutual_info_score(t, p, average_method=average)


def standardized(true, pred):
    values = [sk.mutual_info_score(true, order) for order in arrangements(pred)]
    return (sk.mutual_info_score(true, pred) - fmean(values)) / pstdev(values)


def information_by_number(true, n_clusters):
    """Mean information of all ways to make so many clusters."""
    every = set_partitions(len(true))
    return fmean(
        sk.mutual_info_score(true, x) for x in every if len(set(x)) == n_clusters
    )


def ami_star(true, pred):
    mean = information_by_number(true, len(set(pred)))
    return sk.mutual_info_score(true, pred) - mean


def pairwise(what):
    def score(true, pred):
        (_, fp), (fn, tp) = sk.pair_confusion_matrix(true, pred).tolist()
        return {"precision": tp / (tp + fp), "recall": tp / (tp + fn)}.get(
            what, 2 * tp / (2 * tp + fp + fn)
        )

    return score


def jaccard_of_pairs(true, pred):
    return sk.jaccard_score(together(true), together(pred))


def differing_pairs(true, pred):
    """Mirkin's metric: over ordered pairs."""
    return (together(true) != together(pred)).sum()


def share_of_differing_pairs(true, pred):
    return (together(true) != together(pred)).mean()


def best_mean(overlap, choose=cells):
    """Mean over the first sets of the best overlap with the second ones."""
    return lambda one, other: fmean(
        max(overlap(a, b) for b in choose(other)) for a in choose(one)
    )


def rows_of(pairs):
    return [rows for rows, _ in pairs]


def columns_of(pairs):
    return [columns for _, columns in pairs]


def swapped(measure):
    return lambda true, pred: measure(pred, true)


recovery = best_mean(jaccard)


def prelic(one, other):
    return math.sqrt(
        math.prod(
            best_mean(jaccard, choose)(one, other) for choose in (rows_of, columns_of)
        )
    )


def covered(true, pred):
    one, other = (frozenset().union(*cells(pairs)) for pairs in (true, pred))
    return len(one & other), len(one | other), len(one), len(other)


def ce(true, pred):
    matched = best_matching(cells(true), cells(pred), lambda a, b: len(a & b))
    return matched / covered(true, pred)[1]


def rnia(true, pred):
    both, either, *_ = covered(true, pred)
    return both / either


def one_minus(measure):
    return lambda true, pred: 1 - measure(true, pred)


# Definitions


def of_counts(index):
    """An index of Table 1, as printed, from the pairs counted one by one."""

    def value(true, pred):
        (d, c), (b, a) = sk.pair_confusion_matrix(true, pred).tolist()
        with localcontext(prec=50):
            return PRINTED[index](*(Decimal(count) / 2 for count in (a, b, c, d)))

    return value


def adjusted(measure):
    """A measure whose best value is 1, less its mean over all orders of the labels."""

    def value(true, pred):
        mean = fmean(float(measure(true, order)) for order in arrangements(pred))
        return (float(measure(true, pred)) - mean) / (1 - mean)

    return value


def joint_entropy(true, pred):
    return entropy(list(zip(true, pred, strict=True)))


def split_join(true, pred):
    """How many samples are outside the largest part of their cluster, on both sides."""
    return len(true) * (2 - purity(true, pred) - purity(pred, true))


def informedness(true, pred):
    """True positive rate of the pairs, minus their false positive rate."""
    together_in_true = together(true)
    together_in_pred = together(pred)
    return (
        together_in_pred[together_in_true].mean()
        - together_in_pred[~together_in_true].mean()
    )


def cohens_kappa(true, pred):
    return sk.cohen_kappa_score(together(true), together(pred))


def ami(average):
    return lambda t, p: sk.adjusted_mutual_info_score(t, p, average_method=average)


precision = pairwise("precision")
recall = pairwise("recall")
f1 = pairwise("f1")
fm = sk.fowlkes_mallows_score
LABEL_DEFINITIONS = {
    **{index: of_counts(index) for index in PRINTED},
    "accuracy": accuracy,
    "adjusted fm": adjusted(fm),
    "adjusted precision": adjusted(precision),
    "adjusted recall": adjusted(recall),
    "ami": ami("arithmetic"),
    "ami geometric": ami("geometric"),
    "ami max": ami("max"),
    "ami min": ami("min"),
    "ami star": ami_star,
    "ari": cohens_kappa,
    "bcubed": bcubed_by_definition,
    "best f": best_f,
    "binder": lambda t, p: differing_pairs(t, p) / 2,
    "ce": lambda t, p: 1 - accuracy(t, p),
    "completeness": sk.completeness_score,
    "correlation": lambda t, p: sk.matthews_corrcoef(together(t), together(p)),
    "correlation distance": lambda t, p: math.acos(correlation(t, p)) / math.pi,
    "ecs": lambda t, p: fmean(similarities(t, p)),
    "f1 of pairs": f1,
    "fm": fm,
    "fnmi": fair_by_definition,
    "hamann": lambda t, p: 1 - 2 * share_of_differing_pairs(t, p),
    "homogeneity": sk.homogeneity_score,
    "informedness": informedness,
    "inverse purity": lambda t, p: purity(p, t),
    "jaccard": jaccard_of_pairs,
    "larger of precision and recall": lambda t, p: max(precision(t, p), recall(t, p)),
    "markedness": lambda t, p: informedness(p, t),
    "mi": sk.mutual_info_score,
    "mirkin": differing_pairs,
    "nami star": lambda t, p: ami_star(t, p) / ami_star(t, t),
    "nid": lambda t, p: 1 - nmi("max")(t, p),
    "nmi": nmi("arithmetic"),
    "nmi geometric": nmi("geometric"),
    "nmi joint": lambda t, p: sk.mutual_info_score(t, p) / joint_entropy(t, p),
    "nmi max": nmi("max"),
    "nmi min": nmi("min"),
    "normalized van dongen": lambda t, p: split_join(t, p) / (2 * len(t)),
    "npa": npa,
    "nvi": lambda t, p: variation_by_definition(t, p) / joint_entropy(t, p),
    "one minus ari": lambda t, p: 1 - cohens_kappa(t, p),
    "one minus f1 of pairs": lambda t, p: 1 - f1(t, p),
    "one minus jaccard": lambda t, p: 1 - jaccard_of_pairs(t, p),
    "partition distance": lambda t, p: len(t) * (1 - accuracy(t, p)),
    "precision of bcubed": lambda t, p: bcubed_recall(p, t),
    "precision of pairs": precision,
    "purity": purity,
    "rand": sk.rand_score,
    "recall of bcubed": bcubed_recall,
    "recall of pairs": recall,
    "share of differing pairs": share_of_differing_pairs,
    "smaller of precision and recall": lambda t, p: min(precision(t, p), recall(t, p)),
    "smi": standardized,
    "squared fm": lambda t, p: fm(t, p) ** 2,
    "van dongen": split_join,
    "vi": variation_by_definition,
    "vi over log n": lambda t, p: variation_by_definition(t, p) / math.log(len(t)),
}


def precision_of(a, b):
    return len(a & b) / len(b)


def recall_of(a, b):
    return len(a & b) / len(a)


def goodness(a, b):
    return (precision_of(a, b) + recall_of(a, b)) / 2


def consensus(true, pred):
    matched = best_matching(cells(true), cells(pred), jaccard)
    return matched / max(len(true), len(pred))


def liu_wang(true, pred):
    """Jaccard index of rows and columns taken together, the best of each predicted."""

    def lines(pairs):
        return [
            frozenset({("row", i) for i in rows} | {("column", j) for j in columns})
            for rows, columns in pairs
        ]

    return best_mean(jaccard, lines)(pred, true)


gene_recovery = best_mean(jaccard, rows_of)
best_f1 = best_mean(dice)
BICLUSTER_DEFINITIONS = {
    "best f1": best_f1,
    "best goodness": best_mean(goodness),
    "best precision": best_mean(precision_of),
    "best recall": best_mean(recall_of),
    "ce": ce,
    "consensus": consensus,
    "csi": lambda t, p: csi_oracle(cells(t), cells(p), SHAPE),
    "e4sc": lambda t, p: harmonic(best_f1(t, p), best_f1(p, t)),
    "extended bcubed": (lambda t, p: extended_bcubed_oracle(cells(t), cells(p), SHAPE)),
    "extra": lambda t, p: covered(t, p)[0] / covered(t, p)[3],
    "f1 of both directions": lambda t, p: harmonic(recovery(t, p), recovery(p, t)),
    "gene recovery": gene_recovery,
    "gene relevance": swapped(gene_recovery),
    "liu wang": liu_wang,
    "mocice": lambda t, p: harmonic(*bcubed_oracle(cells(t), cells(p))),
    "one minus ce": one_minus(ce),
    "one minus rnia": one_minus(rnia),
    "prelic recovery": prelic,
    "prelic relevance": swapped(prelic),
    "recovery": recovery,
    "relevance": swapped(recovery),
    "rnia": rnia,
    "santamaria": swapped(best_f1),
    "uncovered": lambda t, p: covered(t, p)[0] / covered(t, p)[2],
    "vi": lambda t, p: variation_oracle(cells(t), cells(p)),
}


@functools.cache
def defined_for_labels(definition):
    """The values of a definition for all examples."""
    return [float(LABEL_DEFINITIONS[definition](*pair)) for pair in PAIRS]


@functools.cache
def defined_for_biclusters(definition):
    """The values of a definition for all examples."""
    return [float(BICLUSTER_DEFINITIONS[definition](*pair)) for pair in SIDES]


# Answers

LABELS = [0, 0, 1]
BICLUSTERS = ([[1, 0, 1]], [[1, 1]])


def attribute(name):
    """Look a name up in the package; it may be a function."""
    return getattr(sccm, name)


DOORS_OF_LABELS = {
    "attribute": attribute,
    "make_cocluster_scorer": lambda name: make_cocluster_scorer(
        name, row_labels=LABELS
    ),
    "pair_counting_score": lambda name: sccm.pair_counting_score(
        LABELS, LABELS, metric=name
    ),
    "permutation_test": lambda name: sccm.permutation_test(
        LABELS, LABELS, name, n_draws=9
    ),
    "pairwise_scores": lambda name: sccm.pairwise_scores(
        {"a": LABELS, "b": LABELS}, name
    ),
}
DOORS_OF_BICLUSTERS = {
    "attribute": attribute,
    "make_bicluster_scorer": lambda name: make_bicluster_scorer(
        name, rows=BICLUSTERS[0], columns=BICLUSTERS[1]
    ),
    "bicluster_similarity_score": lambda name: sccm.bicluster_similarity_score(
        BICLUSTERS, BICLUSTERS, metric=name
    ),
    "permutation_test": lambda name: sccm.permutation_test(
        BICLUSTERS, BICLUSTERS, name, n_draws=9
    ),
}
"""Functions that take a name, and the look-up of an attribute."""


def answer_to(name, door):
    """The end of the error that a name meets; None if it is the name of an index."""
    try:
        door(name)
    except (AttributeError, ValueError) as error:
        message = str(error)
        assert repr(name) in message
        return message.partition(f"{name!r}. ")[2]
    return None


MEANT = r"Did you mean .*?[?]|Pass '.*?'"


def expressions_in(answer, *, of_biclusters):
    """Return in Python all values that an answer offers."""
    for_labels = "for clusterings and co-clusterings"
    if for_labels in answer:  # what follows is for biclusterings
        before, after = answer.split(for_labels)
        answer = after if of_biclusters else before
    meant = " ".join(re.findall(MEANT, answer))
    indices = re.findall(r"'(\w+)'(?: with `(.*?)`)?", meant)
    partials = re.findall(r"`(functools\.partial\(.*?\))`", meant)
    calls = re.findall(r"`([^`]*\btrue\b[^`]*)`", answer)
    return [
        *(f"index({name!r})(true, pred, {options})" for name, options in indices),
        *(f"{partial}(true, pred)" for partial in partials),
        *calls,
    ]


def expressions_for(name, door, *, of_biclusters):
    """Return in Python all values that a name is answered with."""
    answer = answer_to(name, door)
    if answer is not None:
        return expressions_in(answer, of_biclusters=of_biclusters)
    if door is attribute:
        return [f"{name}(true, pred)"]
    return [f"index({name!r})(true, pred)"]


def evaluated(expression, pairs):
    """The values of an expression for pairs of structures."""
    known = {**vars(sccm), "math": math, "functools": functools}
    known["index"] = CONTRACTS.__getitem__
    return [
        float(eval(expression, known, {"true": true, "pred": pred, "n": len(true)}))
        for true, pred in pairs
    ]


@functools.cache
def evaluated_for_labels(expression):
    """The values of an expression for all examples."""
    return evaluated(expression, PAIRS)


def definition_with(values, definitions, defined):
    """Which of the definitions has these values for all examples, if any."""
    for definition in definitions:
        if values == pytest.approx(defined(definition), abs=1e-9, rel=1e-9):
            return definition
    return None


ROWS_OF_LABELS = [
    (package, name, door)
    for package, meanings in OF_LABELS.items()
    for name in meanings
    for door in DOORS_OF_LABELS
]
ROWS_OF_BICLUSTERS = [
    (package, name, door)
    for package, meanings in OF_BICLUSTERS.items()
    for name in meanings
    for door in DOORS_OF_BICLUSTERS
]
# These answer with their own indices alone where a name means several.
OF_ONE_FAMILY = {"pair_counting_score", "bicluster_similarity_score"}


@pytest.mark.parametrize(("package", "name", "door"), ROWS_OF_LABELS)
def test_a_name_for_labels_is_answered_with_its_value(package, name, door):
    definitions = OF_LABELS[package][name].split("|")
    take = DOORS_OF_LABELS[door]
    answered = {
        expression: definition_with(
            evaluated_for_labels(expression), definitions, defined_for_labels
        )
        for expression in expressions_for(name, take, of_biclusters=False)
    }
    assert answered
    assert None not in answered.values(), answered
    if door not in OF_ONE_FAMILY:
        assert set(answered.values()) == {*definitions}


@pytest.mark.parametrize(("package", "name", "door"), ROWS_OF_BICLUSTERS)
def test_a_name_for_biclusters_is_answered_with_its_value(package, name, door):
    definitions = OF_BICLUSTERS[package][name].split("|")
    take = DOORS_OF_BICLUSTERS[door]
    pairs = SIDES
    if "where every bicluster has all columns" in (answer_to(name, take) or ""):
        pairs = [tuple(map(with_all_columns, pair)) for pair in SIDES]
    pairs = [tuple(indicators(side, SHAPE) for side in pair) for pair in pairs]
    answered = {
        expression: definition_with(
            evaluated(expression, pairs), definitions, defined_for_biclusters
        )
        for expression in expressions_for(name, take, of_biclusters=True)
    }
    assert answered
    assert None not in answered.values(), answered
    if door not in OF_ONE_FAMILY:
        assert set(answered.values()) == {*definitions}


MATRICES = [
    (RNG.integers(0, 2, (7, 3)), RNG.integers(0, 2, (7, 2))),
    (RNG.integers(0, 2, (6, 2)), RNG.integers(0, 2, (6, 4))),
]
DEFINED_FOR_OVERLAPPING = {
    "omega": lambda t, p: omega_by_pairs(t.T, p.T),
    "overlapping nmi": lambda t, p: onmi_by_definition(t.T, p.T, "max"),
    "cice": lambda t, p: harmonic(*bcubed_oracle(samples_of(t), samples_of(p))),
}
DOORS_OF_OVERLAPPING = {
    "permutation_test": lambda name: sccm.permutation_test(
        *MATRICES[0], name, n_draws=9
    ),
    "pairwise_scores": lambda name: sccm.pairwise_scores(
        dict(zip("ab", MATRICES[0], strict=True)), name
    ),
    "compare": lambda name: sccm.compare(
        {"a": MATRICES[0][1]}, {"d": (None, MATRICES[0][0])}, name
    ),
}
ROWS_OF_OVERLAPPING = [
    (package, name, door)
    for package, meanings in OF_OVERLAPPING.items()
    for name in meanings
    for door in DOORS_OF_OVERLAPPING
]


def samples_of(matrix):
    """Return the set of the samples of each cluster."""
    return [frozenset(np.flatnonzero(cluster).tolist()) for cluster in matrix.T]


@pytest.mark.parametrize(("package", "name", "door"), ROWS_OF_OVERLAPPING)
def test_a_name_for_overlapping_clusters_is_answered_with_its_value(
    package, name, door
):
    defined = DEFINED_FOR_OVERLAPPING[OF_OVERLAPPING[package][name]]
    (expression,) = expressions_for(
        name, DOORS_OF_OVERLAPPING[door], of_biclusters=False
    )
    values = [defined(*pair) for pair in MATRICES]
    assert evaluated(expression, MATRICES) == pytest.approx(values, abs=1e-9)


MISSPELT = [name[:-1] for name in CONTRACTS] + [f"{name}s" for name in CONTRACTS]


DOORS_BY_STRUCTURE = {
    "partition": DOORS_OF_LABELS,
    "biclustering": DOORS_OF_BICLUSTERS,
    "overlapping": DOORS_OF_OVERLAPPING,
}
DOORS_OF_ONE_STRUCTURE = [
    (structure, door)
    for structure, doors in DOORS_BY_STRUCTURE.items()
    for door in doors
    if door != "attribute"
]


@pytest.mark.parametrize(("structure", "door"), DOORS_OF_ONE_STRUCTURE)
def test_a_misspelt_name_is_answered_with_indices_of_the_structure(structure, door):
    suggested = set()
    for name in MISSPELT:
        answer = answer_to(name, DOORS_BY_STRUCTURE[structure][door]) or ""
        meant = " ".join(re.findall(MEANT, answer))
        suggested.update(re.findall(r"'(\w+)'", meant))
    assert suggested
    assert {CONTRACTS[index].structure for index in suggested} == {structure}


def with_all_columns(pairs):
    every = frozenset(range(SHAPE[1]))
    return [(rows, every) for rows in rows_of(pairs)]


def test_many_names_of_many_packages_are_tried():
    assert len(ROWS_OF_LABELS) + len(ROWS_OF_BICLUSTERS) > 1000
    assert len({*OF_LABELS, *OF_BICLUSTERS}) >= 30


def test_every_synonym_of_an_index_is_tried():
    names = {
        key
        for dictionary in (OF_LABELS, OF_BICLUSTERS, OF_OVERLAPPING)
        for meanings in dictionary.values()
        for name in meanings
        for key in _keys_of(name)
    }
    untried = {
        synonym.name
        for contract in CONTRACTS.values()
        for synonym in contract.also_called
        if _key_of(synonym.name) not in names
    }
    assert not untried, "Add these to `tests/names_of_others.py`."


def test_no_synonym_says_what_the_name_of_an_index_says():
    for contract in CONTRACTS.values():
        own_names = {contract.name, contract.label}
        for synonym in contract.also_called:
            if not synonym.note:  # A note says more than the name of the index.
                key = _key_of(synonym.name)
                assert key not in {*map(_key_of, own_names)}, synonym.name


IN_PRINT = [
    ("coCC", "'cocorrelation'"),
    ("ECS", "'element_centric'"),
    ("AMI*", "'ami_star'"),
    ("NMI index", "'conmi' with `average_method=\"arithmetic\"`"),
    ("F-score", "'f_measure' with `matched_by=\"f\"`"),
]


@pytest.mark.parametrize(("name", "answer"), IN_PRINT)
def test_a_name_may_be_written_as_in_print(name, answer):
    with pytest.raises(ValueError, match="Did you mean " + re.escape(answer)):
        make_cocluster_scorer(name, row_labels=[0, 1])


def test_a_name_of_another_structure_is_not_answered_by_its_spelling():
    with pytest.raises(ValueError, match=r"'conmi' compares clusterings and co-clust"):
        make_bicluster_scorer("nmi", rows=[[1]], columns=[[1]])
    with pytest.raises(ValueError, match="'bicluster_prelic_relevance' compares bicl"):
        make_cocluster_scorer("prelic", row_labels=[0, 1])


ELSEWHERE = [
    ("NCA", "No index here"),
    ("goodman_kruskal_tau", r"No index here gives this value\. 'goodman_kruskal' is t"),
    ("cramers_v", r"No index .* `scipy\.stats\.contingency\.association`"),
    ("Cramér's V", r"No index .* `scipy\.stats\.contingency\.association`"),
    ("chi2", r"No index .* `scipy\.stats\.chi2_contingency`"),
    ("fleiss_kappa", "compares the names of the labels that annotators"),
    ("krippendorff_alpha", "no index here does. `pairwise_scores` compares"),
    ("krippendorff", "no index here does. `pairwise_scores` compares"),
    ("muc", r"the recall is `\(table\.n_samples - table\.n_nonzero\) / "),
    ("muc_recall", r"the recall is `\(table\.n_samples - table\.n_nonzero\) / "),
    ("ceaf_e", r"`match_table\(true, pred, by='f1', assignment='one_to_one'\)\.true`"),
    (
        "Talburt-Wang",
        r"it is `math\.prod\(table\.shape\) \*\* 0\.5 / table\.n_nonzero`",
    ),
    ("generalized_merge_distance", "No index here gives this value"),
    ("closest_cluster_f1", r"`match_table\(true, pred\)` lists the best Jaccard index"),
    ("rank_biased_overlap", "compares ranked lists, .* no index here does"),
    ("modularity", r"`get_scorer\('modularity'\)`"),
    ("omega_index", "'bicluster_omega' compares .* 'omega' compares overlapping clust"),
    ("stability", "`make_stability_scorer`"),
]


@pytest.mark.parametrize(("name", "cure"), ELSEWHERE)
def test_a_name_that_is_no_index_leads_elsewhere(name, cure):
    with pytest.raises(ValueError, match=cure):
        make_cocluster_scorer(name, row_labels=[0, 1])


ATTRIBUTES = [
    ("contingency_table", r"It is in `sklearn_cocluster_metrics\.tables`\."),
    ("check_index", r"It is in `sklearn_cocluster_metrics\.meta_evaluation`\."),
    ("make_latent_blocks", r"It is in `sklearn_cocluster_metrics\.datasets`\."),
    ("adjusted_rand_score", r"Call `cari_score\(true, pred\)`\."),
    ("pair_confusion_matrix", "`pair_counts` counts the pairs."),
    ("perplexity", "It needs the likelihood of a model"),
    ("itcc", "The algorithm that minimizes it reports it"),
    ("coherence", "It rates topics by the words"),
    ("topic_diversity", "It rates topics by the words of texts, and no index here doe"),
    ("average_spearman_rho", "It rates biclusters by the data"),
    ("acv", "It rates biclusters .* FAQ has lines for it, under 'not computed'"),
    ("asr", "It rates biclusters .* FAQ has lines for it, under 'not computed'"),
    ("pac", "No function here .* FAQ has lines for it"),
    ("consensus_matrix", "No function here .* FAQ has lines for it"),
    ("block_means", r"They describe the data, .* `pandas\.DataFrame\(X\)"),
    ("macro_f1", r"`f_measure_score\(true, pred, matched_by='f'\)` is the mean F1"),
    ("npmi", "It rates topics by the words .* Use `CoherenceModel` of gensim"),
    ("normalized_cut", "It rates .* graph, .* `networkx.normalized_cut_size` computes"),
    ("bootstrap", "`score_interval` computes a confidence interval by a Bayesian boot"),
    ("standard_error", "No function .* standard error. `score_interval` computes"),
    ("consensus_clustering", "No function builds .* `medoid` of `pairwise_scores`"),
    ("enrichment", r"`match_table\(true, pred\)\.pairs` has .* Fisher's one-sided"),
    ("hypergeom", r"`match_table\(true, pred\)\.pairs` has .* hypergeometric"),
    ("ConfusionMatrixDisplay", "`ContingencyDisplay` draws"),
    ("omega", r"Call .* or `omega_score\(true, pred\)` for overlapping clusterings\."),
]


@pytest.mark.parametrize(("name", "hint"), ATTRIBUTES)
def test_a_missing_attribute_is_answered_with_what_is_there(name, hint):
    with pytest.raises(AttributeError, match=rf"no attribute '{name}'\. {hint}"):
        getattr(sccm, name)


def test_the_hint_at_block_means_computes_them():
    with pytest.raises(AttributeError, match="If the labels are arrays") as error:
        getattr(sccm, "block_means")  # noqa: B009
    code = re.findall("`([^`]+)`", str(error.value))[-1]
    row_labels = np.array([0, 1, 1, 0])
    column_labels = np.array([1, 0, 0, 1, 1])
    X = np.arange(20.0).reshape(4, 5)
    names = {"pandas": pd, "X": X}
    labels = {"row_labels": row_labels, "column_labels": column_labels}
    means = eval(code, names, labels).to_numpy()
    for row, column in np.ndindex(2, 2):
        block = X[np.ix_(row_labels == row, column_labels == column)]
        assert means[row, column] == block.mean()


@pytest.mark.parametrize("name", ["no_such_name", "_indexes", "__wrapped__"])
def test_an_unknown_attribute_gets_no_hint(name):
    with pytest.raises(AttributeError, match=f"no attribute '{name}'$"):
        getattr(sccm, name)


COHENS_KAPPA = r"kappa of pairs\. Cohen's kappa of annotations .* names of labels; use "


def test_the_kappa_of_pairs_is_told_from_cohens_kappa_of_annotations():
    message = f"{COHENS_KAPPA}`sklearn.metrics.cohen_kappa_score`"
    with pytest.raises(ValueError, match=f"'cari' or 'adjusted_rand'.* {message}"):
        sccm.permutation_test([0, 0, 1], [0, 1, 1], "kappa")
    with pytest.raises(ValueError, match=message):
        sccm.get_scorer("cohen_kappa")
    with pytest.raises(ValueError, match=message):
        sccm.pair_counting_score([0, 0, 1], [0, 1, 1], metric="Cohen's kappa")
    first = "'cohen_kappa_score'. Use `sklearn.metrics.cohen_kappa_score`, because "
    with pytest.raises(AttributeError, match=f"{re.escape(first)}.* `cari_score"):
        sccm.cohen_kappa_score  # noqa: B018


@pytest.mark.parametrize(
    "name", ["gap_statistic", "calinski_harabasz_score", "davies_bouldin_score"]
)
def test_criteria_without_truth_are_known_by_their_names(name):
    with pytest.raises(AttributeError, match="`stability_score` need no true labels"):
        getattr(sccm, name)


def test_a_value_that_depends_on_the_number_of_samples_says_so():
    with pytest.raises(
        ValueError, match=r"`n \* classification_error.*` for n samples"
    ):
        sccm.get_scorer("transfer distance")
