"""The public functions: check, count, compute."""

from ._classification import classification_error, nce_score
from ._fixed_clusters import ami_star_score, nami_star_score
from ._information import coami_score, comi_score, conmi_score, enmi_score
from ._pairs import cari_score, contingency_table, pair_counts

__all__ = [
    "ami_star_score",
    "cari_score",
    "classification_error",
    "coami_score",
    "comi_score",
    "conmi_score",
    "contingency_table",
    "enmi_score",
    "nami_star_score",
    "nce_score",
    "pair_counts",
]
