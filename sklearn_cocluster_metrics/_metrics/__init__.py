"""The public functions: check, count, compute."""

from ._classification import classification_error, nce_score
from ._fixed_clusters import ami_star_score, nami_star_score
from ._general_information import (
    expected_mutual_info,
    fair_mutual_info_score,
    standardized_mutual_info_score,
    variation_of_information,
)
from ._information import coami_score, comi_score, conmi_score, enmi_score
from ._pair_count_moments import pair_count_moments
from ._pair_counting import pair_counting_indices, pair_counting_score
from ._pairs import cari_score, contingency_table, pair_counts
from ._set_matching import bcubed_score, f_measure_score

__all__ = [
    "ami_star_score",
    "bcubed_score",
    "cari_score",
    "classification_error",
    "coami_score",
    "comi_score",
    "conmi_score",
    "contingency_table",
    "enmi_score",
    "expected_mutual_info",
    "f_measure_score",
    "fair_mutual_info_score",
    "nami_star_score",
    "nce_score",
    "pair_count_moments",
    "pair_counting_indices",
    "pair_counting_score",
    "pair_counts",
    "standardized_mutual_info_score",
    "variation_of_information",
]
