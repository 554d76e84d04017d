"""Call other packages beside this one, and write which call here gives their value.

Each row has the call of another package, or its published formula, and the call here
that gives the same value. Both are evaluated on random and on trivial pairs of
clusterings. The script prints the greatest difference of each row. It ends with an
error if a row differs by more than 1e-9 where the row does not say so, or if a row says
so and does not differ. A package that is not installed is skipped; the end lists it.

    python studies/names_of_other_packages.py           (minutes)
    python studies/names_of_other_packages.py --write   (also doc/names_of_others.json)

The tables of the page "Coming from other packages" are made of the file that is
written. Only a run that skips nothing writes it. It needs

    pip install bcubed clustpy er-evaluation igraph networkx permetrics \
        scib-metrics scikit-network torchmetrics
    apt install r-cran-fpc r-cran-igraph r-cran-mclust r-cran-mclustcomp
"""

import argparse
import importlib
import json
import math
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.metadata import version as version_of
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

import sklearn_cocluster_metrics

FILE = Path(__file__).resolve().parents[1] / "doc" / "names_of_others.json"
TOLERANCE = 1e-9
N_RANDOM = 40
EXAMPLES = [
    ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]),
    ([0, 1, 1, 1, 1, 2, 2], [0, 0, 1, 2, 1, 1, 3]),
    ([0, 0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 0, 0, 1]),
]
TRIVIAL = [
    ([0, 0, 0, 0], [0, 0, 0, 0]),
    ([0, 1, 2, 3], [0, 1, 2, 3]),
    ([0, 0, 1, 1], [0, 0, 1, 1]),
    ([0, 0, 0, 0], [0, 1, 2, 3]),
    ([0, 1, 2, 3], [0, 0, 0, 0]),
    ([0, 0, 0, 0], [0, 0, 1, 1]),
    ([0, 0, 1, 1], [0, 0, 0, 0]),
    ([0, 1, 2, 3], [0, 0, 1, 1]),
    ([0, 0, 1, 1], [0, 1, 2, 3]),
]


@dataclass(frozen=True)
class Row:
    """A call of another package, and the call here that gives the same value.

    Where `formula` is given, it is evaluated instead of the package. `note` says what
    differs, or why there is no call here. A row that `differs` has another value there
    than the call here, which is of the index that the name suggests.
    """

    there: str
    here: str = ""
    note: str = ""
    formula: str = ""
    differs: bool = False


@dataclass(frozen=True)
class Package:
    """A package, what its calls need, and its rows.

    `prepare` makes the names that occur in the calls from a pair of clusterings. A
    package whose calls are not run has none, but a `source` of its formulas. `trivial`
    says what it returns for trivial clusterings where that is not the value here. One
    that `clusters_itself` is run on few pairs of equal numbers of clusters.
    """

    name: str
    rows: list[Row]
    prepare: Callable | None = None
    modules: tuple[str, ...] = ()
    in_r: bool = False
    source: str = ""
    trivial: str = ""
    clusters_itself: bool = False


def random_pairs(*, of_equal_numbers=False):
    """Draw pairs of clusterings that are neither equal nor trivial."""
    generator = np.random.default_rng(0)
    pairs = [] if of_equal_numbers else list(EXAMPLES)
    while len(pairs) < N_RANDOM:
        n = generator.integers(4, 30)
        n_true, n_pred = generator.integers(2, 7, size=2)
        true = consecutive(generator.integers(n_true, size=n))
        pred = consecutive(generator.integers(n_pred, size=n))
        numbers = {len(set(true)), len(set(pred))}
        if of_equal_numbers and len(numbers) > 1:
            continue
        if numbers & {1, n} or counts_of_pairs(true, pred)[1:3] == (0, 0):
            continue
        pairs.append((true, pred))
    return pairs


def pairs_for(package):
    """Return pairs that are not trivial, and trivial ones."""
    if package.clusters_itself:
        return random_pairs(of_equal_numbers=True)[: len(EXAMPLES)], []
    return random_pairs(), TRIVIAL


def consecutive(labels):
    """Number the labels in the order of their first samples."""
    numbers = {label: k for k, label in enumerate(dict.fromkeys(labels.tolist()))}
    return [numbers[label] for label in labels.tolist()]


# Definitions, which use nothing of this package.


def counts_of_pairs(true, pred):
    """Count the pairs together in both, in the first, in the second, in neither."""
    counts = Counter()
    for i in range(len(true)):
        for j in range(i):
            counts[true[i] == true[j], pred[i] == pred[j]] += 1
    return tuple(
        counts[case]
        for case in ((True, True), (True, False), (False, True), (False, False))
    )


def clusters_of(labels):
    """List the sets of samples with one label."""
    samples = {}
    for sample, label in enumerate(labels):
        samples.setdefault(label, set()).add(sample)
    return list(samples.values())


def entropy(labels):
    """Return the entropy of labels, in nats."""
    n = len(labels)
    return -sum(k / n * math.log(k / n) for k in Counter(labels).values())


def purity(true, pred):
    """Return the fraction of samples in the largest class of their cluster."""
    shared = (max(len(c & k) for c in clusters_of(true)) for k in clusters_of(pred))
    return Fraction(sum(shared), len(true))


def matched(true, pred):
    """Return the fraction of samples in clusters that are matched one to one."""
    classes, clusters = clusters_of(true), clusters_of(pred)
    table = np.array([[len(c & k) for k in clusters] for c in classes])
    rows, columns = linear_sum_assignment(-table)
    return Fraction(int(table[rows, columns].sum()), len(true))


def best_f(true, pred):
    """Return the best F of each class, weighted by the size of the class."""
    clusters = clusters_of(pred)
    return sum(
        Fraction(len(c), len(true))
        * max(Fraction(2 * len(c & k), len(c) + len(k)) for k in clusters)
        for c in clusters_of(true)
    )


def bcubed_precision(true, pred):
    """Return the mean fraction of a sample's cluster that is of its class."""
    classes, clusters = clusters_of(true), clusters_of(pred)
    return sum(
        Fraction(len(c & k) ** 2, len(k) * len(true)) for c in classes for k in clusters
    )


def expected_information(true, pred):
    """Return the mean mutual information if the samples are permuted, in nats."""
    n = len(true)
    total = 0.0
    for a in Counter(true).values():
        for b in Counter(pred).values():
            for k in range(max(1, a + b - n), min(a, b) + 1):
                chance = Fraction(math.comb(a, k) * math.comb(n - a, b - k))
                chance /= math.comb(n, b)
                total += float(chance * Fraction(k, n)) * math.log(n * k / (a * b))
    return total


def variance_of_n11(true, pred):
    """Return the variance of the pairs together in both if samples are permuted.

    Of two pairs, both are one, or they share a sample, or they are disjoint.
    """
    n = len(true)
    n_pairs = math.comb(n, 2)
    n_paths = n * (n - 1) * (n - 2)
    together = [
        sum(math.comb(k, 2) for k in Counter(labels).values())
        for labels in (true, pred)
    ]
    paths = [
        sum(k * (k - 1) * (k - 2) for k in Counter(labels).values())
        for labels in (true, pred)
    ]
    disjoint = [m**2 - m - path for m, path in zip(together, paths, strict=True)]
    n_disjoint = n_pairs**2 - n_pairs - n_paths
    square = Fraction(math.prod(together), n_pairs)
    square += Fraction(math.prod(paths), n_paths)
    if n_disjoint:
        square += Fraction(math.prod(disjoint), n_disjoint)
    return square - Fraction(math.prod(together), n_pairs) ** 2


def lerman(true, pred):
    """Return the pairs together in both, standardized over all permutations."""
    n11, n10, n01, n00 = counts_of_pairs(true, pred)
    expected = Fraction((n11 + n10) * (n11 + n01), n11 + n10 + n01 + n00)
    return float(n11 - expected) / math.sqrt(variance_of_n11(true, pred))


def definitions(true, pred):
    """Return the names that occur in formulas."""
    n11, n10, n01, n00 = counts_of_pairs(true, pred)
    joint = entropy(list(zip(true, pred, strict=True)))
    h_true, h_pred = entropy(true), entropy(pred)
    return {
        "true": true,
        "pred": pred,
        "n": len(true),
        "n11": Fraction(n11),
        "n10": Fraction(n10),
        "n01": Fraction(n01),
        "n00": Fraction(n00),
        "N": Fraction(n11 + n10 + n01 + n00),
        "in_true": Fraction(n11 + n10),
        "in_pred": Fraction(n11 + n01),
        "h_true": h_true,
        "h_pred": h_pred,
        "h_joint": joint,
        "mi": h_true + h_pred - joint,
        "log": math.log,
        "sqrt": math.sqrt,
        "purity": purity,
        "matched": matched,
        "best_f": best_f,
        "bcubed_precision": bcubed_precision,
        "emi": expected_information,
        "lerman": lerman,
    }


# What the calls of each package need.


def matrix_of_counts(n):
    """Return n rows of counts, for measures that need data; it is not square."""
    rows, columns = np.indices((n, n + 1))
    return (3 * rows + 5 * columns + rows * columns) % 7


def names_here(true, pred):
    """Return the names that occur in the calls of this package."""
    public = {
        name: getattr(sklearn_cocluster_metrics, name)
        for name in sklearn_cocluster_metrics.__all__
    }
    labels = {"true": true, "pred": pred, "n": len(true)}
    data = {"X": matrix_of_counts(len(true)), "rows": true, "columns": [*pred, 0]}
    return {**public, **labels, **data, "math": math}


def prepare_lists(true, pred):
    """Give the calls their labels."""
    return {"true": true, "pred": pred}


def prepare_networkx(true, pred):
    """Make the graph of a matrix, and communities of its rows and columns."""
    networkx = importlib.import_module("networkx")
    X = matrix_of_counts(len(true))
    graph = networkx.Graph()
    rows = [("row", i) for i in range(len(true))]
    columns = [("column", j) for j in range(len(true) + 1)]
    graph.add_nodes_from(rows + columns)
    for i, j in zip(*np.nonzero(X), strict=True):
        graph.add_edge(("row", int(i)), ("column", int(j)), weight=int(X[i, j]))
    communities = {}
    for node, label in zip(rows + columns, [*true, *pred, 0], strict=True):
        communities.setdefault(label, set()).add(node)
    return {"G": graph, "communities": list(communities.values())}


def prepare_sknetwork(true, pred):
    """Make a matrix, and the labels of its rows and columns."""
    sparse = importlib.import_module("scipy.sparse")
    X = sparse.csr_matrix(matrix_of_counts(len(true)))
    return {"X": X, "rows": np.array(true), "columns": np.array([*pred, 0])}


def prepare_torchmetrics(true, pred):
    """Make tensors; floats have double precision, which is not the default."""
    torch = importlib.import_module("torch")
    torch.set_default_dtype(torch.float64)
    return {"target": torch.tensor(true), "preds": torch.tensor(pred)}


def prepare_permetrics(true, pred):
    """Make the object whose methods are the measures."""
    permetrics = importlib.import_module("permetrics")
    labels = {"y_true": np.array(true), "y_pred": np.array(pred)}
    return {"metric": permetrics.ClusteringMetric(**labels)}


def prepare_arrays(true, pred):
    """Make arrays of the labels."""
    return {"true": np.array(true), "pred": np.array(pred)}


def prepare_er_evaluation(true, pred):
    """Make membership vectors."""
    pandas = importlib.import_module("pandas")
    return {"reference": pandas.Series(true), "prediction": pandas.Series(pred)}


def prepare_bcubed(true, pred):
    """Make dictionaries of the clusters of each sample."""
    return {
        "ldict": {sample: {label} for sample, label in enumerate(true)},
        "cdict": {sample: {label} for sample, label in enumerate(pred)},
    }


def prepare_scib(true, pred):
    """Make an embedding whose clusters are the predicted ones."""
    return {"X": np.eye(max(pred) + 1)[pred], "true": np.array(true)}


def prepare_r(true, pred):
    """Return labels that begin with 1, as in R."""
    return {"true": [k + 1 for k in true], "pred": [k + 1 for k in pred]}


RAND = "cari_score(true, pred)"
VI = "variation_of_information(true, pred)"
MI = "comi_score(true, pred)"
ANOTHER_MODULARITY = (
    "Another index: there, chance also draws edges between two rows or two columns."
)
ERRATA = "(:ref:`errata <errata_software>`)"
DEPENDS_ON_NAMES = f"Can depend on the names of the labels there {ERRATA}."
NO_TRUTH = (
    "The measure needs no true labels; see `modularity_score`, `stability_score`."
)


def pair(metric):
    """Write the call of a pair-counting index."""
    return f'pair_counting_score(true, pred, metric="{metric}")'


def with_names_in(call, *rows):
    """Return rows whose name is an argument of this call, in place of NAME."""
    return [replace(row, there=call.replace("NAME", row.there)) for row in rows]


def nmi(average):
    """Write the call of NMI with this average of the entropies."""
    return f'conmi_score(true, pred, average_method="{average}")'


def ami(average):
    """Write the call of AMI with this average of the entropies."""
    return f'coami_score(true, pred, average_method="{average}")'


HOMOGENEITY, COMPLETENESS, V_MEASURE = (
    f"homogeneity_completeness_v_measure(true, pred)[{k}]" for k in range(3)
)
B_PRECISION, B_RECALL, B_F = (
    f"bcubed_precision_recall_fscore(true, pred).{name}"
    for name in ("precision", "recall", "fscore")
)
PURITY = "purity_score(true, pred)"
INVERSE_PURITY = "purity_score(true, pred, inverse=True)"
SPLIT_JOIN = f"n * (2 - {PURITY} - {INVERSE_PURITY})"
MIRKIN = f"n * (n - 1) * {pair('normalized_mirkin')}"
CE = "classification_error(true, pred)"
NVI = f"{VI} / ({VI} + {MI})"

ARI_FORMULA = (
    "(n11 - in_true * in_pred / N) / ((in_true + in_pred) / 2 - in_true * in_pred / N)"
)
ROOT = "sqrt(in_true * in_pred * (N - in_true) * (N - in_pred))"
PHI = f"(n11 * n00 - n10 * n01) / {ROOT}"
PHI_WITHOUT_ROOT = PHI.replace("sqrt", "")
AMI_FORMULA = "(mi - emi(true, pred)) / ({} - emi(true, pred))"
RAND_FORMULA = "(n11 + n00) / N"
JACCARD = "n11 / (n11 + n10 + n01)"
DICE = "2 * n11 / (2 * n11 + n10 + n01)"
KULCZYNSKI = "(n11 / in_true + n11 / in_pred) / 2"
ROGERS = "(n11 + n00) / (n11 + 2 * (n10 + n01) + n00)"
GOWER = "(n11 + n00) / (n11 + (n10 + n01) / 2 + n00)"
FOWLKES = "n11 / sqrt(in_true * in_pred)"
BCUBED_F = "2 / (1 / bcubed_precision(true, pred) + 1 / bcubed_precision(pred, true))"
VAN_DONGEN = "n * (2 - purity(true, pred) - purity(pred, true))"

MCLUST = [
    Row("adjustedRandIndex(true, pred)", RAND),
    Row(
        "classError(pred, true)$errorRate",
        CE,
        f"Several clusters may be matched with one class there {ERRATA}.",
        differs=True,
    ),
    Row("mapClass(true, pred)", "", "Not one to one; see `match_clusters`."),
    Row("BrierScore(z, class)", "", "For probabilities; see `soft_cari_score`."),
]
FPC = [
    Row(
        "cluster.stats(NULL, true, pred, compareonly=TRUE)$corrected.rand",
        RAND,
    ),
    Row("cluster.stats(NULL, true, pred, compareonly=TRUE)$vi", VI),
    Row("clujaccard(c1, c2)", "", "Of two clusters; see `match_table`."),
    Row(
        "clusterboot(data, ...)",
        "",
        "Stability is compared by blocks in `cluster_stability`.",
    ),
    Row(
        "prediction.strength(xdata, ...)",
        "",
        "Stability is measured by `stability_score`.",
    ),
    Row("nselectboot(data, ...)", "", "See `most_reproducible` and `finest_stable`."),
]
MCLUSTCOMP = with_names_in(
    'mclustcomp(true, pred, types="NAME")$scores',
    Row("adjrand", RAND),
    Row("rand", pair("rand")),
    Row("smc", pair("rand")),
    Row("jaccard", pair("jaccard")),
    Row("tanimoto", pair("jaccard")),
    Row("tversky", pair("jaccard"), "With its default options."),
    Row("sdc", pair("dice")),
    Row("fmi", pair("fowlkes_mallows")),
    Row("wallace1", pair("wallace1")),
    Row("wallace2", pair("wallace2")),
    Row("overlap", f"max({pair('wallace1')}, {pair('wallace2')})"),
    Row("mirkin", MIRKIN),
    Row("pd", "pair_counts(true, pred).n00"),
    Row("mi", f"{MI} / math.log(2)", "Bits there, nats here."),
    Row("vi", f"{VI} / math.log(2)", "Bits there, nats here."),
    Row("jent", f"({VI} + {MI}) / math.log(2)", "Bits there, nats here."),
    Row("nmi1", nmi("geometric")),
    Row("nmi2", nmi("arithmetic")),
    Row(
        "nvi",
        f"1 - ({HOMOGENEITY} + {COMPLETENESS}) / 2",
        "Another normalization than in other packages.",
    ),
    Row("mmm", f"1 - {CE}", "Its matching is not the best one.", differs=True),
    Row("mhm", INVERSE_PURITY),
    Row("vdm", SPLIT_JOIN),
    Row(
        "f",
        'f_measure_score(true, pred, matched_by="f")',
        "Another F-measure: its values exceed 1.",
        differs=True,
    ),
    Row("chisq", "", "Chi-squared of the table is not an index here."),
)
IGRAPH = [
    Row('compare_communities(true, pred, method="vi")', VI),
    Row('compare_communities(true, pred, method="nmi")', nmi("arithmetic")),
    Row(
        'compare_communities(true, pred, method="split-join")',
        SPLIT_JOIN,
        "The split-join distance of van Dongen.",
    ),
    Row('compare_communities(true, pred, method="rand")', pair("rand")),
    Row('compare_communities(true, pred, method="adjusted_rand")', RAND),
    Row("split_join_distance(true, pred)[0]", f"n * (1 - {INVERSE_PURITY})"),
    Row("split_join_distance(true, pred)[1]", f"n * (1 - {PURITY})"),
    Row(
        "Graph.modularity(membership)",
        "",
        "For graphs of one kind of nodes. `modularity_score` is for matrices.",
    ),
]
R_IGRAPH = with_names_in(
    'compare(true, pred, method="NAME")',
    Row("vi", VI),
    Row("nmi", nmi("arithmetic")),
    Row("split.join", SPLIT_JOIN, "The split-join distance of van Dongen."),
    Row("rand", pair("rand")),
    Row("adjusted.rand", RAND),
) + [
    Row("split_join_distance(true, pred)[1]", f"n * (1 - {INVERSE_PURITY})"),
    Row("split_join_distance(true, pred)[2]", f"n * (1 - {PURITY})"),
]
NETWORKX = [
    Row(
        "modularity(G, communities)",
        "modularity_score(X, (rows, columns))",
        ANOTHER_MODULARITY,
        differs=True,
    ),
    Row(
        "partition_quality(G, communities)",
        "",
        "Coverage and performance need a graph.",
    ),
    Row("is_partition(G, communities)", "", "Labels always form a partition."),
]
TORCHMETRICS = [
    Row("adjusted_rand_score(preds, target)", RAND),
    Row("rand_score(preds, target)", pair("rand")),
    Row("fowlkes_mallows_index(preds, target)", pair("fowlkes_mallows")),
    Row("mutual_info_score(preds, target)", MI),
    *(
        Row(
            f'normalized_mutual_info_score(preds, target, average_method="{average}")',
            nmi(average),
        )
        for average in ("arithmetic", "geometric", "min", "max")
    ),
    *(
        Row(
            f'adjusted_mutual_info_score(preds, target, average_method="{average}")',
            ami(average),
        )
        for average in ("arithmetic", "geometric", "min", "max")
    ),
    Row("homogeneity_score(preds, target)", HOMOGENEITY),
    Row("completeness_score(preds, target)", COMPLETENESS),
    Row("v_measure_score(preds, target)", V_MEASURE),
    Row(
        "cluster_accuracy(preds, target, num_classes)",
        f"1 - {CE}",
        "One to one, by an extension that we did not install.",
        formula="matched(true, pred)",
    ),
    Row("calinski_harabasz_score(data, labels)", "", NO_TRUTH),
    Row("davies_bouldin_score(data, labels)", "", NO_TRUTH),
    Row("dunn_index(data, labels)", "", NO_TRUTH),
]
PERMETRICS = [
    Row("metric.mutual_info_score()", MI),
    Row("metric.normalized_mutual_info_score()", nmi("arithmetic")),
    Row("metric.rand_score()", pair("rand")),
    Row("metric.adjusted_rand_score()", RAND),
    Row("metric.fowlkes_mallows_score()", pair("fowlkes_mallows")),
    Row(
        "metric.homogeneity_score()",
        HOMOGENEITY,
        DEPENDS_ON_NAMES,
        differs=True,
    ),
    Row(
        "metric.completeness_score()",
        COMPLETENESS,
        DEPENDS_ON_NAMES,
        differs=True,
    ),
    Row(
        "metric.v_measure_score()",
        V_MEASURE,
        DEPENDS_ON_NAMES,
        differs=True,
    ),
    Row("metric.precision_score()", pair("wallace2")),
    Row("metric.recall_score()", pair("wallace1")),
    Row("metric.f_measure_score()", pair("dice")),
    Row("metric.czekanowski_dice_score()", pair("dice")),
    Row(
        "metric.hubert_gamma_score()",
        pair("correlation"),
        "Another index than our `hubert`.",
    ),
    Row("metric.phi_score()", pair("correlation")),
    Row("metric.jaccard_score()", pair("jaccard")),
    Row("metric.kulczynski_score()", pair("kulczynski")),
    Row("metric.rogers_tanimoto_score()", pair("rogers_tanimoto")),
    Row("metric.russel_rao_score()", pair("russell_rao")),
    Row(
        "metric.sokal_sneath1_score()",
        pair("sokal_sneath2"),
        "Another index than our `sokal_sneath1`.",
    ),
    Row(
        "metric.sokal_sneath2_score()",
        pair("gower_legendre"),
        "Another index than our `sokal_sneath2`.",
    ),
    Row("metric.purity_score()", PURITY),
    Row("metric.gamma_score()", pair("hubert")),
    Row("metric.gplus_score()", pair("normalized_mirkin")),
    Row(
        "metric.mc_nemar_score()",
        "",
        "A statistic of a test for equal numbers of pairs.",
    ),
    Row("metric.entropy_score()", "", "See `homogeneity_completeness_v_measure`."),
    Row(
        "metric.tau_score()",
        "",
        "Tau of agreeing and disagreeing pairs is not an index here.",
    ),
    Row("metric.silhouette_index()", "", NO_TRUTH),
    Row("metric.davies_bouldin_index()", "", NO_TRUTH),
]
CLUSTPY = [
    Row("variation_of_information(true, pred)", VI),
    Row("unsupervised_clustering_accuracy(true, pred)", f"1 - {CE}"),
    Row(
        "fair_normalized_mutual_information(true, pred)",
        "fair_mutual_info_score(true, pred)",
    ),
    Row("purity(true, pred)", PURITY),
    Row("pc_jaccard_score(true, pred)", pair("jaccard")),
    Row("pc_rand_score(true, pred)", pair("rand")),
    Row("pc_precision_score(true, pred)", pair("wallace2")),
    Row("pc_recall_score(true, pred)", pair("wallace1")),
    Row("pc_f1_score(true, pred)", pair("dice")),
    Row("PairCountingScores(true, pred).n_tp", "pair_counts(true, pred).n11"),
    Row("PairCountingScores(true, pred).n_fp", "pair_counts(true, pred).n01"),
    Row("PairCountingScores(true, pred).n_fn", "pair_counts(true, pred).n10"),
    Row("PairCountingScores(true, pred).n_tn", "pair_counts(true, pred).n00"),
    Row(
        "information_theoretic_external_cluster_validity_measure(true, pred)",
        "",
        "Dom's measure is not an index here.",
    ),
    Row(
        "multiple_labelings_pc_f1_score(true, pred)",
        "",
        "Pairs together in any of several labelings; see `omega_score`.",
    ),
    Row("dendrogram_purity(dendrogram, true)", "", "For hierarchies."),
    Row("leaf_purity(tree, true, pred)", "", "For hierarchies."),
]
ER_EVALUATION = [
    Row("pairwise_precision(prediction, reference)", pair("wallace2")),
    Row("pairwise_recall(prediction, reference)", pair("wallace1")),
    Row("pairwise_f(prediction, reference)", pair("dice")),
    Row("rand_score(prediction, reference)", pair("rand")),
    Row("adjusted_rand_score(prediction, reference)", RAND),
    Row("cluster_homogeneity(prediction, reference)", HOMOGENEITY),
    Row("cluster_completeness(prediction, reference)", COMPLETENESS),
    Row("cluster_v_measure(prediction, reference)", V_MEASURE),
    Row(
        "b_cubed_precision(prediction, reference)",
        B_PRECISION,
        f"A mean over true clusters there, over samples here {ERRATA}.",
        differs=True,
    ),
    Row(
        "b_cubed_recall(prediction, reference)",
        'bcubed_precision_recall_fscore(true, pred, sample_weight="balanced").recall',
        "A mean over true clusters there.",
    ),
    Row(
        "b_cubed_f(prediction, reference)",
        B_F,
        f"A mean over true clusters there, over samples here {ERRATA}.",
        differs=True,
    ),
    Row(
        "cluster_precision(prediction, reference)",
        "",
        "Clusters without any error are counted; see `match_table`.",
    ),
    Row(
        "cluster_recall(prediction, reference)",
        "",
        "Clusters without any error are counted; see `match_table`.",
    ),
    Row(
        "cluster_f(prediction, reference)",
        "",
        "Clusters without any error are counted; see `match_table`.",
    ),
]
SKNETWORK = [
    Row(
        "get_modularity(X, rows, columns)",
        "modularity_score(X, (rows, columns))",
        ANOTHER_MODULARITY,
        differs=True,
    ),
    Row("get_modularity(adjacency, labels)", "", "For graphs of one kind of nodes."),
    Row(
        "get_accuracy_score(labels_true, labels_pred)",
        "",
        "Labels are compared by name, without matching.",
    ),
    Row(
        "get_f1_scores(labels_true, labels_pred)",
        "",
        "Labels are compared by name, without matching.",
    ),
]
BCUBED = [
    Row("precision(cdict, ldict)", B_PRECISION),
    Row("recall(cdict, ldict)", B_RECALL),
    Row("fscore(precision(cdict, ldict), recall(cdict, ldict))", B_F),
]
SCIB = [
    Row(
        'nmi_ari_cluster_labels_kmeans(X, true)["nmi"]',
        nmi("arithmetic"),
        "It clusters first; the labels are compared.",
    ),
    Row(
        'nmi_ari_cluster_labels_kmeans(X, true)["ari"]',
        RAND,
        "It clusters first; the labels are compared.",
    ),
    Row(
        'nmi_ari_cluster_labels_leiden(neighbors, true)["nmi"]',
        nmi("arithmetic"),
        "It clusters first; the labels are compared.",
        formula="2 * mi / (h_true + h_pred)",
    ),
    Row(
        'nmi_ari_cluster_labels_leiden(neighbors, true)["ari"]',
        RAND,
        "It clusters first; the labels are compared.",
        formula=ARI_FORMULA,
    ),
    Row("isolated_labels(X, labels, batch)", "", "Silhouettes of an embedding."),
    Row("silhouette_label(X, labels)", "", NO_TRUTH),
]

CLUSTER_CRIT = with_names_in(
    'extCriteria(true, pred, "NAME")',
    Row("Czekanowski_Dice", pair("dice"), formula=DICE),
    Row("Folkes_Mallows", pair("fowlkes_mallows"), formula=FOWLKES),
    Row("Hubert", pair("correlation"), "Another index than our `hubert`.", formula=PHI),
    Row("Jaccard", pair("jaccard"), formula=JACCARD),
    Row("Kulczynski", pair("kulczynski"), formula=KULCZYNSKI),
    Row("McNemar", "", "A statistic of a test for equal numbers of pairs."),
    Row(
        "Phi",
        pair("correlation"),
        f"Lacks a root there {ERRATA}.",
        formula=PHI_WITHOUT_ROOT,
        differs=True,
    ),
    Row("Precision", pair("wallace2"), formula="n11 / in_pred"),
    Row("Rand", pair("rand"), formula=RAND_FORMULA),
    Row("Recall", pair("wallace1"), formula="n11 / in_true"),
    Row("Rogers_Tanimoto", pair("rogers_tanimoto"), formula=ROGERS),
    Row("Russel_Rao", pair("russell_rao"), formula="n11 / N"),
    Row(
        "Sokal_Sneath1",
        pair("sokal_sneath2"),
        "Another index than our `sokal_sneath1`.",
        formula="n11 / (n11 + 2 * (n10 + n01))",
    ),
    Row(
        "Sokal_Sneath2",
        pair("gower_legendre"),
        "Another index than our `sokal_sneath2`.",
        formula=GOWER,
    ),
) + [Row("intCriteria(traj, part, crit)", "", NO_TRUTH)]

PARTITION_COMPARISON = with_names_in(
    "NAME(true, pred)",
    Row("adjustedRandIndex", RAND, formula=ARI_FORMULA),
    Row(
        "baulieu1",
        pair("baulieu1"),
        f"Its example does not follow its formula {ERRATA}.",
        formula="(N**2 - N * (n10 + n01) + (n10 + n01)**2) / N**2",
        differs=True,
    ),
    Row("baulieu2", pair("baulieu2"), formula="(n11 * n00 - n10 * n01) / N**2"),
    Row("classificationErrorDistance", CE, formula="1 - matched(true, pred)"),
    Row("czekanowski", pair("dice"), formula=DICE),
    Row("dongensMetric", SPLIT_JOIN, "The split-join distance.", formula=VAN_DONGEN),
    Row(
        "fagerMcGowan",
        pair("fager_mcgowan"),
        formula="n11 / sqrt(in_true * in_pred) - 1 / (2 * sqrt(in_true))",
    ),
    Row("folwkesMallowsIndex", pair("fowlkes_mallows"), formula=FOWLKES),
    Row("gammaStatistics", pair("correlation"), formula=PHI),
    Row(
        "goodmanKruskal",
        pair("goodman_kruskal"),
        formula="(n11 * n00 - n10 * n01) / (n11 * n00 + n10 * n01)",
    ),
    Row("gowerLegendre", pair("gower_legendre"), formula=GOWER),
    Row("hamann", pair("hubert"), formula="((n11 + n00) - (n10 + n01)) / N"),
    Row("jaccardCoefficient", pair("jaccard"), formula=JACCARD),
    Row("kulczynski", pair("kulczynski"), formula=KULCZYNSKI),
    Row(
        "larsenAone",
        "",
        "All classes count the same; in `f_measure_score`, by their sizes.",
    ),
    Row(
        "lermanIndex",
        "pair_count_moments(true, pred).zscore",
        formula="lerman(true, pred)",
    ),
    Row("normalizedLermanIndex", "", "See `pair_count_moments`."),
    Row(
        "mcconnaughey",
        pair("mcconnaughey"),
        formula="(n11**2 - n10 * n01) / (in_true * in_pred)",
    ),
    Row("minkowskiMeasure", pair("minkowski"), formula="sqrt((n10 + n01) / in_true)"),
    Row("mirkinMetric", MIRKIN, formula="2 * (n10 + n01)"),
    Row("mutualInformation", MI, formula="mi"),
    Row(
        "pearson",
        pair("correlation"),
        f"Lacks a root there {ERRATA}.",
        formula=PHI_WITHOUT_ROOT,
        differs=True,
    ),
    Row(
        "peirce",
        'pair_counting_score(pred, true, metric="peirce")',
        "With the partitions exchanged.",
        formula="(n11 * n00 - n10 * n01) / (in_true * (n00 + n01))",
    ),
    Row("randIndex", pair("rand"), formula=RAND_FORMULA),
    Row("rogersTanimoto", pair("rogers_tanimoto"), formula=ROGERS),
    Row("russelRao", pair("russell_rao"), formula="n11 / N"),
    Row(
        "rvCoefficient",
        "",
        "Counts each sample paired with itself; see `fowlkes_mallows`.",
    ),
    Row(
        "sokalSneath1",
        pair("sokal_sneath1"),
        formula="(n11/in_true + n11/in_pred + n00/(n00 + n10) + n00/(n00 + n01)) / 4",
    ),
    Row("sokalSneath2", pair("sokal_sneath2"), formula="n11 / (n11 + 2 * (n10 + n01))"),
    Row("sokalSneath3", pair("sokal_sneath3"), formula=f"n11 * n00 / {ROOT}"),
    Row("variationOfInformation", VI, formula="h_true + h_pred - 2 * mi"),
    Row("wallaceI", pair("wallace1"), formula="n11 / in_true"),
    Row("wallaceII", pair("wallace2"), formula="n11 / in_pred"),
) + [
    Row(
        'normalizedMutualInformation(true, pred, "min")',
        nmi("min"),
        "Its default.",
        "mi / min(h_true, h_pred)",
    ),
    Row(
        'normalizedMutualInformation(true, pred, "max")',
        nmi("max"),
        "",
        "mi / max(h_true, h_pred)",
    ),
    Row(
        'normalizedMutualInformation(true, pred, "sum")',
        nmi("arithmetic"),
        "",
        "2 * mi / (h_true + h_pred)",
    ),
    Row("entropy(true)", "comi_score(true, true)", "Nats.", "h_true"),
    Row(
        "N11(computePairCoefficients(true, pred))",
        "pair_counts(true, pred).n11",
        "Likewise `N10`, `N01` and `N00`.",
        "n11",
    ),
]

CLUSTER_R = with_names_in(
    'external_validation(true, pred, method="NAME")',
    Row("rand_index", pair("rand"), formula=RAND_FORMULA),
    Row("adjusted_rand_index", RAND, formula=ARI_FORMULA),
    Row("jaccard_index", pair("jaccard"), formula=JACCARD),
    Row("fowlkes_mallows_index", pair("fowlkes_mallows"), formula=FOWLKES),
    Row("mirkin_metric", MIRKIN, formula="2 * (n10 + n01)"),
    Row("purity", PURITY, formula="purity(true, pred)"),
    Row("nmi", nmi("arithmetic"), formula="2 * mi / (h_true + h_pred)"),
    Row(
        "var_info",
        f"{VI} / math.log(2)",
        "In bits.",
        formula="(h_true + h_pred - 2 * mi) / log(2)",
    ),
    Row("nvi", NVI, formula="1 - mi / h_joint"),
    Row("entropy", "", "See `homogeneity_completeness_v_measure`."),
) + with_names_in(
    "summary_stats: NAME",
    Row("precision", pair("wallace2"), formula="n11 / in_pred"),
    Row("recall", pair("wallace1"), formula="n11 / in_true"),
    Row("sensitivity", pair("wallace1"), formula="n11 / in_true"),
    Row("F-measure", pair("dice"), formula=DICE),
    Row("specificity", "", "See `pair_counts`: n00 / (n00 + n01)."),
)

ELKI = [
    Row(
        "PairCounting.precision()",
        pair("wallace2"),
        "The second clustering is the prediction.",
        formula="n11 / in_pred",
    ),
    Row("PairCounting.recall()", pair("wallace1"), formula="n11 / in_true"),
    Row("PairCounting.f1Measure()", pair("dice"), formula=DICE),
    Row("PairCounting.jaccard()", pair("jaccard"), formula=JACCARD),
    Row("PairCounting.randIndex()", pair("rand"), formula=RAND_FORMULA),
    Row("PairCounting.adjustedRandIndex()", RAND, formula=ARI_FORMULA),
    Row("PairCounting.fowlkesMallows()", pair("fowlkes_mallows"), formula=FOWLKES),
    Row(
        "PairCounting.mirkin()",
        f"{MIRKIN} / 2",
        "Unordered pairs there.",
        formula="n10 + n01",
    ),
    Row("Entropy.mutualInformation()", MI, "Nats.", formula="mi"),
    Row(
        "Entropy.variationOfInformation()",
        VI,
        "Nats.",
        formula="h_true + h_pred - 2 * mi",
    ),
    Row("Entropy.normalizedVariationOfInformation()", NVI, formula="1 - mi / h_joint"),
    Row(
        "Entropy.normalizedInformationDistance()",
        f"1 - {nmi('max')}",
        formula="1 - mi / max(h_true, h_pred)",
    ),
    Row(
        "Entropy.arithmeticNMI()",
        nmi("arithmetic"),
        formula="2 * mi / (h_true + h_pred)",
    ),
    Row(
        "Entropy.geometricNMI()", nmi("geometric"), formula="mi / sqrt(h_true * h_pred)"
    ),
    Row("Entropy.minNMI()", nmi("min"), formula="mi / min(h_true, h_pred)"),
    Row("Entropy.maxNMI()", nmi("max"), formula="mi / max(h_true, h_pred)"),
    Row("Entropy.jointNMI()", f"{MI} / ({VI} + {MI})", formula="mi / h_joint"),
    Row(
        "Entropy.expectedMutualInformation()",
        "expected_mutual_info(true, pred)",
        formula="emi(true, pred)",
    ),
    Row(
        "Entropy.adjustedArithmeticMI()",
        ami("arithmetic"),
        formula=AMI_FORMULA.format("(h_true + h_pred) / 2"),
    ),
    Row(
        "Entropy.adjustedMaxMI()",
        ami("max"),
        formula=AMI_FORMULA.format("max(h_true, h_pred)"),
    ),
    Row("BCubed.precision()", B_PRECISION, formula="bcubed_precision(true, pred)"),
    Row("BCubed.recall()", B_RECALL, formula="bcubed_precision(pred, true)"),
    Row(
        "BCubed.f1Measure()",
        B_F,
        formula=BCUBED_F,
    ),
    Row(
        "SetMatchingPurity.purity()",
        PURITY,
        "Exchanged with `inversePurity` if the clusterings are.",
        formula="purity(true, pred)",
    ),
    Row(
        "SetMatchingPurity.inversePurity()",
        INVERSE_PURITY,
        formula="purity(pred, true)",
    ),
    Row(
        "SetMatchingPurity.f1Measure()",
        f"2 / (1 / {PURITY} + 1 / {INVERSE_PURITY})",
        formula="2 / (1 / purity(true, pred) + 1 / purity(pred, true))",
    ),
    Row(
        "SetMatchingPurity.fMeasureFirst()",
        'f_measure_score(true, pred, matched_by="f")',
        formula="best_f(true, pred)",
    ),
    Row(
        "SetMatchingPurity.fMeasureSecond()",
        'f_measure_score(pred, true, matched_by="f")',
        formula="best_f(pred, true)",
    ),
    Row(
        "MaximumMatchingAccuracy.getAccuracy()",
        f"1 - {CE}",
        formula="matched(true, pred)",
    ),
    Row("EditDistance.editDistanceFirst()", "", "Moves and merges are counted."),
    Row("PairSetsIndex.psi()", "", "Not an index here; genieclust has it, too."),
    Row(
        "ClusterContingencyTable.averageSymmetricGini()",
        "",
        "Gini indices of clusters are not here.",
    ),
]

CLUSTERING_JL = [
    Row("randindex(true, pred)[1]", RAND, formula=ARI_FORMULA),
    Row("randindex(true, pred)[2]", pair("rand"), formula=RAND_FORMULA),
    Row(
        "randindex(true, pred)[3]", pair("normalized_mirkin"), formula="(n10 + n01) / N"
    ),
    Row(
        "randindex(true, pred)[4]",
        pair("hubert"),
        formula="(n11 + n00 - n10 - n01) / N",
    ),
    Row(
        "mutualinfo(true, pred)",
        nmi("arithmetic"),
        "Normalized by default.",
        formula="2 * mi / (h_true + h_pred)",
    ),
    Row("mutualinfo(true, pred; normed=false)", MI, formula="mi"),
    Row("varinfo(true, pred)", VI, formula="h_true + h_pred - 2 * mi"),
    Row("vmeasure(true, pred)", V_MEASURE, formula="2 * mi / (h_true + h_pred)"),
    Row("confusion(true, pred)[1, 1]", "pair_counts(true, pred).n11", formula="n11"),
    Row("counts(true, pred)", "", "`tables.contingency_table` has the table."),
    Row("silhouettes(assignments, ...)", "", NO_TRUTH),
    Row("clustering_quality(data, ...)", "", NO_TRUTH),
]

PACKAGES = [
    Package(
        "mclust", MCLUST, prepare_r, ("mclust",), in_r=True, trivial="0/0 is NaN there."
    ),
    Package("fpc", FPC, prepare_r, ("fpc",), in_r=True, trivial="0/0 is NaN there."),
    Package(
        "mclustcomp",
        MCLUSTCOMP,
        prepare_r,
        ("mclustcomp",),
        in_r=True,
        trivial="0/0 is NaN, 0 or 1 there.",
    ),
    Package(
        "clusterCrit",
        CLUSTER_CRIT,
        source="the formulas of its vignette, *Clustering Indices*",
    ),
    Package(
        "partitionComparison",
        PARTITION_COMPARISON,
        source="the formulas and the examples of its manual, version 0.2.6",
    ),
    Package(
        "ClusterR",
        CLUSTER_R,
        source="the usual definitions, because its manual has no formulas",
    ),
    Package("igraph", IGRAPH, prepare_lists, ("igraph",), trivial="0/0 is NaN there."),
    Package(
        "igraph (R)",
        R_IGRAPH,
        prepare_r,
        ("igraph",),
        in_r=True,
        trivial="0/0 is NaN there.",
    ),
    Package("networkx", NETWORKX, prepare_networkx, ("networkx.algorithms.community",)),
    Package("scikit-network", SKNETWORK, prepare_sknetwork, ("sknetwork.clustering",)),
    Package(
        "torchmetrics",
        TORCHMETRICS,
        prepare_torchmetrics,
        ("torchmetrics.functional.clustering",),
        trivial="0/0 is 0 or 1 there.",
    ),
    Package(
        "permetrics",
        PERMETRICS,
        prepare_permetrics,
        ("permetrics",),
        trivial="0/0 is 0 there.",
    ),
    Package(
        "ClustPy",
        CLUSTPY,
        prepare_arrays,
        (
            "clustpy.metrics.external.external_clustering_metrics",
            "clustpy.metrics.external.pair_counting_scores",
        ),
        trivial="0/0 is 0 there.",
    ),
    Package(
        "ELKI",
        ELKI,
        source="the definitions that its documentation cites, version 0.8.0",
    ),
    Package(
        "Clustering.jl",
        CLUSTERING_JL,
        source="the definitions that its documentation cites",
    ),
    Package(
        "er-evaluation",
        ER_EVALUATION,
        prepare_er_evaluation,
        ("er_evaluation.metrics",),
        trivial="0/0 is 1 there.",
    ),
    Package("python-bcubed", BCUBED, prepare_bcubed, ("bcubed",)),
    Package(
        "scib-metrics", SCIB, prepare_scib, ("scib_metrics",), clusters_itself=True
    ),
]
DISTRIBUTIONS = {"python-bcubed": "bcubed"}


class MissingError(Exception):
    """A package, or R, is not installed."""


def version_in_python(package):
    """Import the modules of a package; return its version and their names."""
    names = {}
    try:
        for module in package.modules:
            names.update(vars(importlib.import_module(module)))
    except ImportError as error:
        raise MissingError(str(error)) from error
    return version_of(DISTRIBUTIONS.get(package.name, package.name)), names


def values_in_python(package, names, calls, pairs):
    """Evaluate calls on pairs; an error is the value None."""
    return [
        [value_of(call, {**names, **package.prepare(*pair)}) for call in calls]
        for pair in pairs
    ]


def value_of(call, names):
    """Return the value of a call, None if it raises an error."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return float(eval(call, names))
    except (ArithmeticError, ValueError, IndexError, KeyError, TypeError):
        return None


def run_in_r(package, calls, pairs):
    """Return the version of a package of R, and the values of calls on pairs."""
    if shutil.which("Rscript") is None:
        raise MissingError("Rscript")
    (library,) = package.modules
    lines = [
        f"suppressMessages(library({library}))",
        f'cat(as.character(packageVersion("{library}")), "\\n")',
        "show <- function(value) cat(sprintf('%.17g\\n', as.numeric(value)[1]))",
    ]
    for pair in pairs:
        for name, labels in package.prepare(*pair).items():
            lines.append(f"{name} <- as.integer(c({', '.join(map(str, labels))}))")
        for call in calls:
            lines.append(f"tryCatch(show({call}), error = function(e) cat('error\\n'))")
    with tempfile.NamedTemporaryFile("w", suffix=".R") as script:
        script.write("\n".join(lines))
        script.flush()
        run = subprocess.run(
            ["Rscript", script.name], capture_output=True, text=True, check=False
        )
    if run.returncode:
        raise MissingError(run.stderr)
    version, *printed = run.stdout.split()
    values = [None if text in ("error", "NA") else float(text) for text in printed]
    n = len(calls)
    return version, [values[k * n : (k + 1) * n] for k in range(len(pairs))]


def difference(there, here):
    """Return how far apart two values are; infinity if one of them is no number."""
    if there is None or here is None:
        return math.inf
    if there == here:
        return 0.0
    if not math.isfinite(there - here):
        return math.inf
    return abs(there - here)


def compare(package):
    """Evaluate the rows of a package; return all that is written of it."""
    random, trivial = pairs_for(package)
    pairs = random + trivial
    version, there = values_of_package(package, pairs)
    rows = []
    for row in package.rows:
        entry = {"there": row.there, "here": row.here, "note": row.note}
        if row.here:
            here = [value_of(row.here, names_here(*pair)) for pair in pairs]
            entry.update(comparison(row, there[row.there], here, len(random)))
        rows.append(entry)
    return {
        "name": package.name,
        "version": version,
        "source": package.source,
        "trivial": package.trivial,
        "examples": random[: len(EXAMPLES)],
        "rows": rows,
    }


def values_of_package(package, pairs):
    """Return the version that was run, and the values of each row on all pairs."""
    values = {
        row.there: [value_of(row.formula, definitions(*pair)) for pair in pairs]
        for row in package.rows
        if row.formula
    }
    calls = [row.there for row in package.rows if row.here and not row.formula]
    if not calls:
        return "", values
    if package.in_r:
        version, of_pairs = run_in_r(package, calls, pairs)
    else:
        version, names = version_in_python(package)
        of_pairs = values_in_python(package, names, calls, pairs)
    values.update(zip(calls, zip(*of_pairs, strict=True), strict=True))
    return version, values


def comparison(row, there, here, n_random):
    """Compare the values of a row on random and on trivial pairs.

    A formula that is 0/0 has no value to compare.
    """
    apart = [difference(*values) for values in zip(there, here, strict=True)]
    trivial = [
        gap
        for gap, value in zip(apart[n_random:], there[n_random:], strict=True)
        if not (row.formula and value is None)
    ]
    return {
        "checked": "formula" if row.formula else "run",
        "values": list(there[: len(EXAMPLES)]),
        "difference": max(apart[:n_random]),
        "differs": row.differs,
        "differs_if_trivial": max(trivial, default=0) > TOLERANCE,
    }


def mistakes(entry, package):
    """Yield what a row says that is not so."""
    if not entry["here"]:
        if not entry["note"]:
            yield "has neither a call here nor a reason"
        return
    differs = entry["difference"] > TOLERANCE
    if differs and not entry["differs"]:
        yield "differs, and is not said to"
    if entry["differs"] and not differs:
        yield "is said to differ, and does not"
    if entry["differs"] and not entry["note"]:
        yield "does not say how it differs"
    if entry["differs_if_trivial"] and not (entry["differs"] or package["trivial"]):
        yield "differs for trivial pairs, and is not said to"


def report(package):
    """Print the rows of a package; return the number of mistakes."""
    checked = package["version"] or f"by {package['source']}"
    print(f"\n{package['name']}, {checked}")
    n_mistakes = 0
    for row in package["rows"]:
        if not row["here"]:
            print(f"  {row['there']}: no equivalent")
        else:
            trivial = ", and if trivial" if row["differs_if_trivial"] else ""
            print(f"  {row['there']}: {row['difference']:.1e}{trivial}")
        for mistake in mistakes(row, package):
            print(f"    WRONG: {mistake}")
            n_mistakes += 1
    return n_mistakes


def main(arguments=None):
    """Compare all packages; print their rows, and write them if asked to."""
    parser = argparse.ArgumentParser(description="Names of other packages.")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    parser.add_argument("--only", nargs="*", help="names of packages")
    options = parser.parse_args(arguments)
    written = []
    skipped = []
    n_mistakes = 0
    for package in PACKAGES:
        if options.only and package.name not in options.only:
            skipped.append(package.name)
            continue
        try:
            entry = compare(package)
        except MissingError as error:
            print(f"\n{package.name}: SKIPPED, {error}")
            skipped.append(package.name)
            continue
        n_mistakes += report(entry)
        written.append(entry)
    rows = [row for package in written for row in package["rows"]]
    n_run = sum(row.get("checked") == "run" for row in rows)
    n_formula = sum(row.get("checked") == "formula" for row in rows)
    n_differ = sum(row.get("differs", False) for row in rows)
    print(f"\n{len(written)} packages, {len(rows)} rows: {n_run} run, {n_formula} by")
    print(f"formula; {n_differ} rows say that they differ; {n_mistakes} mistakes.")
    if skipped:
        print(f"Skipped: {', '.join(skipped)}.")
    if options.write and not (n_mistakes or skipped):
        FILE.write_text(
            json.dumps(written, indent=1, allow_nan=False) + "\n", encoding="utf-8"
        )
    return n_mistakes


if __name__ == "__main__":
    sys.exit(bool(main()))
