"""Measures of agreement between co-clusterings and between biclusterings.

The true structure comes first, and the predicted structure second. All options except
a metric are given by keyword. A co-clustering is a tuple ``(row_labels,
column_labels)``, a biclustering a tuple ``(rows, columns)`` of indicators; a fitted
estimator can take the place of either.

Indices of clusterings and co-clusterings
    cari_score, cocorrelation_score, cocorrelation_distance, classification_error,
    nce_score, comi_score, conmi_score, enmi_score, coami_score, ami_star_score,
    nami_star_score, pair_counting_score, homogeneity_completeness_v_measure,
    f_measure_score, bcubed_score, bcubed_precision_recall_fscore,
    variation_of_information, fair_mutual_info_score,
    standardized_mutual_info_score, element_centric_score, purity_score
Soft memberships, and clusters that overlap
    soft_cocorrelation_score, soft_cari_score, omega_score, overlapping_nmi_score,
    cice_bcubed_score
Measures of biclusterings
    bicluster_precision_score, bicluster_recall_score, bicluster_fbeta_score,
    bicluster_jaccard_score, bicluster_goodness_score, rnia_distance, clustering_error,
    microobject_rand_score, microobject_variation_of_information, e4sc_score,
    mocice_bcubed_score, mocice_bcubed_precision_recall_fscore,
    bicluster_similarity_score
Chance, tests and intervals
    expected_mutual_info, pair_count_moments, adjusted_for_chance, cari_decomposition,
    permutation_test, score_interval, compare_scores, critical_value
Names, counts, matches
    index_names, pair_counts, match_clusters
From one structure to another
    coclustering_of, biclustering_of, labels_to_biclusters, biclusters_to_labels,
    biclusters_from_indices, clusters_to_labels, clusters_to_indicators,
    handle_unlabeled
Model selection
    make_cocluster_scorer, make_bicluster_scorer, get_scorer, get_scorer_names,
    WholeDataSplit, FunctionCocluster, InductiveCocluster, make_stability_scorer,
    make_bicross_scorer, stability_score, cluster_stability, most_reproducible,
    finest_stable, choice_frequencies, modularity_score, split_half_test,
    separation_test, refit_test
Reports and displays
    coclustering_report, bicluster_report, match_table, compare, pairwise_scores,
    BiclusterDisplay, CoclusterDisplay, ContingencyDisplay, PermutationDisplay,
    BaselineDisplay, PrecisionRecallSpaceDisplay, StabilityDisplay
Modules
    datasets: random structures, and planted data of known difficulty
    meta_evaluation: tests of indices
    results: classes of what functions return
    tables: counts of the pairs of labels, in parts too, and scores from them
    typing: types of what functions take
"""

__version__ = "0.1.0"

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import datasets, tables
from ._contracts import index_names
from ._indices._bicluster_similarity import bicluster_similarity_score
from ._indices._cari import (
    cari_decomposition,
    cari_score,
    cocorrelation_distance,
    cocorrelation_score,
)
from ._indices._information import (
    ami_star_score,
    coami_score,
    comi_score,
    conmi_score,
    enmi_score,
    fair_mutual_info_score,
    homogeneity_completeness_v_measure,
    nami_star_score,
    standardized_mutual_info_score,
    variation_of_information,
)
from ._indices._matched_clusters import (
    bcubed_precision_recall_fscore,
    bcubed_score,
    classification_error,
    element_centric_score,
    f_measure_score,
    nce_score,
    purity_score,
)
from ._indices._microobjects import (
    clustering_error,
    e4sc_score,
    microobject_rand_score,
    microobject_variation_of_information,
    mocice_bcubed_precision_recall_fscore,
    mocice_bcubed_score,
    rnia_distance,
)
from ._indices._overlapping_clusters import (
    cice_bcubed_score,
    omega_score,
    overlapping_nmi_score,
)
from ._indices._pair_counting import pair_counting_score
from ._indices._precision_recall import (
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
    bicluster_precision_score,
    bicluster_recall_score,
)
from ._indices._soft import soft_cari_score, soft_cocorrelation_score
from ._inference._adjusted_for_chance import adjusted_for_chance
from ._inference._compare_scores import compare_scores
from ._inference._critical_value import critical_value
from ._inference._moments_by_chance import expected_mutual_info, pair_count_moments
from ._inference._permutation_test import permutation_test
from ._inference._score_interval import score_interval
from ._statistics._matching import match_clusters
from ._statistics._pairs import pair_counts
from ._structures._bicluster_indices import biclusters_from_indices
from ._structures._conversions import (
    biclustering_of,
    biclusters_to_labels,
    coclustering_of,
    labels_to_biclusters,
)
from ._structures._members import clusters_to_indicators, clusters_to_labels
from ._structures._unlabeled import handle_unlabeled

if TYPE_CHECKING:
    from . import meta_evaluation, results, typing
    from ._displays import *
    from ._model_selection import *
    from ._reports import *
else:

    def __getattr__(name: str) -> Any:
        """Import what few programs need when it is first used.

        These are model selection, displays, reports and tests of indices. Type checkers
        see the imports above instead.
        """
        if name in ("meta_evaluation", "results", "typing"):
            return import_module(f"{__name__}.{name}")
        if name in __all__:
            for part in ("_model_selection", "_displays", "_reports"):
                module = import_module(f"{__name__}.{part}")
                if hasattr(module, name):
                    value = getattr(module, name)
                    globals()[name] = value  # so that it is imported only once
                    return value
        message = f"module {__name__!r} has no attribute {name!r}"
        hint = "" if name.startswith("_") else _hint_for(name)
        raise AttributeError(f"{message}. {hint}" if hint else message)

    def _hint_for(name: str) -> str:
        """Return where a name is, or the call that gives its value; "" if unknown."""
        from ._indices._registry import hint_of_call

        for part in ("tables", "datasets", "results", "typing", "meta_evaluation"):
            module = import_module(f"{__name__}.{part}")
            if name in module.__all__:
                return f"It is in `{module.__name__}`."
        return hint_of_call(name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


__all__ = [
    "BaselineDisplay",
    "BiclusterDisplay",
    "CoclusterDisplay",
    "ContingencyDisplay",
    "FunctionCocluster",
    "InductiveCocluster",
    "PermutationDisplay",
    "PrecisionRecallSpaceDisplay",
    "StabilityDisplay",
    "WholeDataSplit",
    "adjusted_for_chance",
    "ami_star_score",
    "bcubed_precision_recall_fscore",
    "bcubed_score",
    "bicluster_fbeta_score",
    "bicluster_goodness_score",
    "bicluster_jaccard_score",
    "bicluster_precision_score",
    "bicluster_recall_score",
    "bicluster_report",
    "bicluster_similarity_score",
    "biclustering_of",
    "biclusters_from_indices",
    "biclusters_to_labels",
    "cari_decomposition",
    "cari_score",
    "choice_frequencies",
    "cice_bcubed_score",
    "classification_error",
    "cluster_stability",
    "clustering_error",
    "clusters_to_indicators",
    "clusters_to_labels",
    "coami_score",
    "coclustering_of",
    "coclustering_report",
    "cocorrelation_distance",
    "cocorrelation_score",
    "comi_score",
    "compare",
    "compare_scores",
    "conmi_score",
    "critical_value",
    "datasets",
    "e4sc_score",
    "element_centric_score",
    "enmi_score",
    "expected_mutual_info",
    "f_measure_score",
    "fair_mutual_info_score",
    "finest_stable",
    "get_scorer",
    "get_scorer_names",
    "handle_unlabeled",
    "homogeneity_completeness_v_measure",
    "index_names",
    "labels_to_biclusters",
    "make_bicluster_scorer",
    "make_bicross_scorer",
    "make_cocluster_scorer",
    "make_stability_scorer",
    "match_clusters",
    "match_table",
    "meta_evaluation",
    "microobject_rand_score",
    "microobject_variation_of_information",
    "mocice_bcubed_precision_recall_fscore",
    "mocice_bcubed_score",
    "modularity_score",
    "most_reproducible",
    "nami_star_score",
    "nce_score",
    "omega_score",
    "overlapping_nmi_score",
    "pair_count_moments",
    "pair_counting_score",
    "pair_counts",
    "pairwise_scores",
    "permutation_test",
    "purity_score",
    "refit_test",
    "results",
    "rnia_distance",
    "score_interval",
    "separation_test",
    "soft_cari_score",
    "soft_cocorrelation_score",
    "split_half_test",
    "stability_score",
    "standardized_mutual_info_score",
    "tables",
    "typing",
    "variation_of_information",
]
