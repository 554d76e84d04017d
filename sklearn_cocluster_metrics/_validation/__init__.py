"""Structures in, checked integer codes out: every input error is raised here."""

from ._estimators import fitted_biclustering, fitted_coclustering
from ._factorize import merge_labels
from ._indicators import (
    Indicators,
    check_biclustering,
    check_biclusterings,
    check_grid,
    check_index_lists,
    check_shape,
)
from ._labels import LabelCodes, check_labels
from ._options import (
    check_integer,
    check_normalization,
    check_null_model_of_draws,
    check_null_model_of_pairs,
    check_option,
)
from ._partitions import Modes, check_coclustering, check_modes, check_partitions

__all__ = [
    "Indicators",
    "LabelCodes",
    "Modes",
    "check_biclustering",
    "check_biclusterings",
    "check_coclustering",
    "check_grid",
    "check_index_lists",
    "check_integer",
    "check_labels",
    "check_modes",
    "check_normalization",
    "check_null_model_of_draws",
    "check_null_model_of_pairs",
    "check_option",
    "check_partitions",
    "check_shape",
    "fitted_biclustering",
    "fitted_coclustering",
    "merge_labels",
]
