"""Measures of agreement between co-clusterings and between biclusterings."""

from . import datasets
from ._conversions import (
    biclustering_of,
    biclusters_from_indices,
    biclusters_to_labels,
    coclustering_of,
    labels_to_biclusters,
)
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
from ._statistics import ContingencyTable, PairCounts

__all__ = [
    "ContingencyTable",
    "PairCounts",
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
    "labels_to_biclusters",
    "nami_star_score",
    "nce_score",
    "pair_counts",
]
