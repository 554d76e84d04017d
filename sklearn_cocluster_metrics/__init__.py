"""Measures of agreement between co-clusterings and between biclusterings."""

from . import datasets
from ._chance import adjusted_for_chance
from ._conversions import (
    biclustering_of,
    biclusters_from_indices,
    biclusters_to_labels,
    coclustering_of,
    labels_to_biclusters,
)
from ._displays import StabilityDisplay
from ._indices._pair_count_moments import PairCountMoments
from ._metrics import (
    ami_star_score,
    bcubed_score,
    cari_score,
    classification_error,
    coami_score,
    comi_score,
    conmi_score,
    contingency_table,
    enmi_score,
    expected_mutual_info,
    f_measure_score,
    fair_mutual_info_score,
    nami_star_score,
    nce_score,
    pair_count_moments,
    pair_counting_indices,
    pair_counting_score,
    pair_counts,
    standardized_mutual_info_score,
    variation_of_information,
)
from ._model_selection import (
    InductiveCocluster,
    WholeDataSplit,
    finest_stable,
    make_stability_scorer,
    stability_score,
)
from ._scorers import (
    get_scorer,
    get_scorer_names,
    make_bicluster_scorer,
    make_cocluster_scorer,
)
from ._statistics import ContingencyTable, PairCounts

__all__ = [
    "ContingencyTable",
    "InductiveCocluster",
    "PairCountMoments",
    "PairCounts",
    "StabilityDisplay",
    "WholeDataSplit",
    "adjusted_for_chance",
    "ami_star_score",
    "bcubed_score",
    "biclustering_of",
    "biclusters_from_indices",
    "biclusters_to_labels",
    "cari_score",
    "classification_error",
    "coami_score",
    "coclustering_of",
    "comi_score",
    "conmi_score",
    "contingency_table",
    "datasets",
    "enmi_score",
    "expected_mutual_info",
    "f_measure_score",
    "fair_mutual_info_score",
    "finest_stable",
    "get_scorer",
    "get_scorer_names",
    "labels_to_biclusters",
    "make_bicluster_scorer",
    "make_cocluster_scorer",
    "make_stability_scorer",
    "nami_star_score",
    "nce_score",
    "pair_count_moments",
    "pair_counting_indices",
    "pair_counting_score",
    "pair_counts",
    "stability_score",
    "standardized_mutual_info_score",
    "variation_of_information",
]
