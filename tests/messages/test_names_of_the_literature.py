"""What an error suggests for a name of the literature gives the value of that index.

The suggestion is read from the error, evaluated, and compared with scikit-learn or with
a definition that is written here by brute force.
"""

import math
import re
from fractions import Fraction
from functools import partial
from itertools import permutations
from statistics import fmean, pstdev

import numpy as np
import pytest
import sklearn.metrics as sk
from biclusters_oracles import (
    bcubed_oracle,
    best_matching,
    cells,
    dice,
    extended_bcubed_oracle,
    harmonic,
    indicators,
    jaccard,
    variation_oracle,
)
from clustering_definitions import (
    bcubed_by_definition,
    best_f,
    fair_by_definition,
    purity,
    similarities,
    variation_by_definition,
)
from contracts import CONTRACTS
from strategies import arrangements, set_partitions

from sklearn_cocluster_metrics import make_bicluster_scorer, make_cocluster_scorer
from sklearn_cocluster_metrics._names_of_the_literature import (
    _OF_THE_FIELD,
    OF_SKLEARN,
)

RNG = np.random.default_rng(0)
PAIRS = [
    ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]),
    ([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 2, 2]),
    ([0, 1, 1, 1, 1, 2], [0, 0, 1, 2, 1, 1]),
    ([0, 0, 0, 0, 1, 1], [0, 0, 1, 2, 2, 0]),
]
SHAPE = 4, 3


def side():
    """Disjoint biclusters of 4 x 3 cells, which every measure takes."""
    rows, columns = (RNG.permuted([0, 0, 1, 1])[:n] for n in SHAPE)
    return [
        (frozenset(np.flatnonzero(rows == k)), frozenset(np.flatnonzero(columns == k)))
        for k in (0, 1)
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


INFORMATION = sk.mutual_info_score
MEASURES = {
    "acc accuracy cca cluster_accuracy clustering_accuracy": [accuracy],
    "adjusted_mutual_info_score ami": [sk.adjusted_mutual_info_score],
    "adjusted_rand_score": [sk.adjusted_rand_score],
    "ami_max": [partial(sk.adjusted_mutual_info_score, average_method="max")],
    "ami*": [ami_star],
    "ari": [sk.adjusted_rand_score] * 2,
    "b3 b3_f1 b_cubed bcubed_f1": [bcubed_by_definition],
    "bozdag": [
        lambda t, p: covered(t, p)[0] / covered(t, p)[2],
        lambda t, p: covered(t, p)[0] / covered(t, p)[3],
    ],
    "cc cocc pearson pearson_correlation": [correlation],
    "cce": [one_minus(accuracy)],
    "cd": [lambda t, p: math.acos(correlation(t, p)) / math.pi],
    "ce": [one_minus(accuracy), one_minus(ce), ce],
    "cer": [share_of_differing_pairs] * 2,
    "completeness_score": [sk.completeness_score],
    "ebc ebcubed": [lambda t, p: extended_bcubed_oracle(cells(t), cells(p), SHAPE)],
    "ecs element_centric_similarity element_sim": [lambda *p: fmean(similarities(*p))],
    "eren": [swapped(recovery), recovery],
    "f f1 fscore": [
        best_f,
        best_mean(dice),
        lambda t, p: harmonic(recovery(t, p), recovery(p, t)),
    ],
    "fm fmi fms fowlkes_mallows_score ochiai": [sk.fowlkes_mallows_score],
    "fnmi": [fair_by_definition],
    "gene_match": [swapped(best_mean(jaccard, rows_of)), best_mean(jaccard, rows_of)],
    "homogeneity_score": [sk.homogeneity_score],
    "inverse_purity": [swapped(purity)],
    "mi mutual_info mutual_info_score mutual_information": [INFORMATION],
    "mirkin mirkin_metric mirkin_distance": [differing_pairs],
    "mocice": [lambda t, p: harmonic(*bcubed_oracle(cells(t), cells(p)))],
    "nami*": [lambda t, p: ami_star(t, p) / ami_star(t, t)],
    "nid normalized_information_distance": [one_minus(nmi("max"))],
    "nmi nmi_sum normalized_mutual_info_score": [nmi("arithmetic")],
    "nmi_max": [nmi("max")],
    "nmi_min": [nmi("min")],
    "nmi_geometric nmi_sqrt": [nmi("geometric")],
    "npa normalized_accuracy pivoted_accuracy normalized_pivoted_accuracy": [npa],
    "pair_f1 pairwise_f1 czekanowski sorensen": [pairwise("f1")],
    "pair_precision pairwise_precision": [pairwise("precision")],
    "pair_recall pairwise_recall": [pairwise("recall")],
    "prelic": [swapped(prelic), prelic],
    "iou tanimoto": [jaccard_of_pairs],
    "rand_score ri": [sk.rand_score],
    "recovery": [recovery, prelic],
    "relevance": [swapped(recovery), swapped(prelic)],
    "rnia": [one_minus(rnia), rnia],
    "smi": [standardized],
    "v_measure_score": [sk.v_measure_score],
    "vi voi": [
        variation_by_definition,
        lambda t, p: variation_oracle(cells(t), cells(p)),
    ],
}
LITERATURE = {name: MEASURES[names] for names in MEASURES for name in names.split()}
FORM = re.compile(
    r"(1 - |n \(n - 1\) )?'(\w+)'(?: with `(\w+)=(.+?)`)?( of all columns)?"
    r"(?= or |\?|\.)"
)


def suggested(name):
    """The forms that the errors of both kinds of scorers suggest."""
    found = []
    for make, truth in (
        (make_cocluster_scorer, {"row_labels": [0, 1]}),
        (make_bicluster_scorer, {"rows": [[1]], "columns": [[1]]}),
    ):
        with pytest.raises(ValueError, match=r"name of an index") as caught:
            make(name, **truth)
        _, _, answer = str(caught.value).partition(f"{name!r}. ")
        if " compares " not in answer:
            found += FORM.findall(answer)
    return found


def evaluate(form, true, pred):
    """The value of a form, for labels or for lists of biclusters."""
    factor, index, option, value, of_all_columns = form
    options = {option: {"True": True}.get(value, value.strip('"'))} if option else {}
    if CONTRACTS[index].structure == "biclustering":
        if of_all_columns:
            every = frozenset(range(SHAPE[1]))
            true, pred = ([(rows, every) for rows in rows_of(s)] for s in (true, pred))
        true, pred = (indicators(pairs, SHAPE) for pairs in (true, pred))
    found = CONTRACTS[index](true, pred, **options)
    n = len(true)
    return {"1 - ": 1 - found, "": found}.get(factor, n * (n - 1) * found)


def test_every_name_that_is_answered_has_an_independent_value():
    assert set(LITERATURE) == {*_OF_THE_FIELD, *OF_SKLEARN}


@pytest.mark.parametrize("name", LITERATURE)
def test_a_suggestion_gives_the_value_of_the_literature(name):
    forms, wanted = suggested(name), LITERATURE[name]
    assert len(forms) == len(wanted)
    for form, measure in zip(forms, wanted, strict=True):
        of_sets = CONTRACTS[form[1]].structure == "biclustering"
        for true, pred in SIDES if of_sets else PAIRS:
            expected = float(Fraction(measure(true, pred)))
            found = evaluate(form, true, pred)
            assert found == pytest.approx(expected, abs=1e-9), form


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
    ("bcubed_precision", "`bcubed_precision_recall_fscore`"),
    ("NCA", "No index here"),
    ("adjusted Wallace", "`null_model='product'`"),
    ("modularity", r"`get_scorer\('modularity'\)`"),
    ("omega_index", "`omega_score`"),
    ("stability", "`make_stability_scorer`"),
]


@pytest.mark.parametrize(("name", "cure"), ELSEWHERE)
def test_a_name_that_is_no_index_leads_elsewhere(name, cure):
    with pytest.raises(ValueError, match=cure):
        make_cocluster_scorer(name, row_labels=[0, 1])
