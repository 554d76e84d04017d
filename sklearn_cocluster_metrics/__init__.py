"""Measures of agreement between co-clusterings and between biclusterings."""

from ._metrics import (
    cari_score,
    classification_error,
    coami_score,
    comi_score,
    conmi_score,
    contingency_table,
    enmi_score,
    nce_score,
    pair_counts,
)
from ._statistics import ContingencyTable, PairCounts

__all__ = [
    "ContingencyTable",
    "PairCounts",
    "cari_score",
    "classification_error",
    "coami_score",
    "comi_score",
    "conmi_score",
    "contingency_table",
    "enmi_score",
    "nce_score",
    "pair_counts",
]
