"""Structures in, checked integer codes out: every input error is raised here."""

from ._labels import LabelCodes
from ._options import check_normalization, check_option
from ._partitions import Modes, check_coclustering, check_partitions

__all__ = [
    "LabelCodes",
    "Modes",
    "check_coclustering",
    "check_normalization",
    "check_option",
    "check_partitions",
]
