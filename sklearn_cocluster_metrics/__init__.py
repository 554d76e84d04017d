"""Measures of agreement between co-clusterings and between biclusterings."""

from . import datasets
from ._conversions import (
    biclustering_of,
    biclusters_from_indices,
    biclusters_to_labels,
    coclustering_of,
    labels_to_biclusters,
)
from ._displays import StabilityDisplay
from ._metrics import (
    ami_star_score,
    cari_score,
    classification_error,
    coami_score,
    comi_score,
    conmi_score,
    contingency_table,
    enmi_score,
    nami_star_score,
    nce_score,
    pair_counts,
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
    "PairCounts",
    "StabilityDisplay",
    "WholeDataSplit",
    "ami_star_score",
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
    "finest_stable",
    "get_scorer",
    "get_scorer_names",
    "labels_to_biclusters",
    "make_bicluster_scorer",
    "make_cocluster_scorer",
    "make_stability_scorer",
    "nami_star_score",
    "nce_score",
    "pair_counts",
    "stability_score",
]
