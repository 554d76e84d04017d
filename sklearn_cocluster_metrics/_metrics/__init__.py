"""The public functions: check, count, compute."""

from ._bicluster_similarity import (
    bicluster_similarity_indices,
    bicluster_similarity_score,
)
from ._cice_bcubed import (
    cice_bcubed_score,
    mocice_bcubed_precision_recall_fscore,
    mocice_bcubed_score,
)
from ._classification import classification_error, nce_score
from ._fixed_clusters import ami_star_score, nami_star_score
from ._general_information import (
    expected_mutual_info,
    fair_mutual_info_score,
    standardized_mutual_info_score,
    variation_of_information,
)
from ._information import coami_score, comi_score, conmi_score, enmi_score
from ._micro_objects import (
    clustering_error,
    e4sc_score,
    microobject_rand_score,
    microobject_variation_of_information,
    rnia_distance,
)
from ._pair_count_moments import pair_count_moments
from ._pair_counting import pair_counting_indices, pair_counting_score
from ._pairs import cari_score, contingency_table, pair_counts
from ._precision_recall import bicluster_precision_score, bicluster_recall_score
from ._precision_recall_combined import (
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
)
from ._set_matching import bcubed_score, f_measure_score

__all__ = [
    "ami_star_score",
    "bcubed_score",
    "bicluster_fbeta_score",
    "bicluster_goodness_score",
    "bicluster_jaccard_score",
    "bicluster_precision_score",
    "bicluster_recall_score",
    "bicluster_similarity_indices",
    "bicluster_similarity_score",
    "cari_score",
    "cice_bcubed_score",
    "classification_error",
    "clustering_error",
    "coami_score",
    "comi_score",
    "conmi_score",
    "contingency_table",
    "e4sc_score",
    "enmi_score",
    "expected_mutual_info",
    "f_measure_score",
    "fair_mutual_info_score",
    "microobject_rand_score",
    "microobject_variation_of_information",
    "mocice_bcubed_precision_recall_fscore",
    "mocice_bcubed_score",
    "nami_star_score",
    "nce_score",
    "pair_count_moments",
    "pair_counting_indices",
    "pair_counting_score",
    "pair_counts",
    "rnia_distance",
    "standardized_mutual_info_score",
    "variation_of_information",
]
