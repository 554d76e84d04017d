"""Structures in, checked integer codes out: every input error is raised here."""

from ._bicluster_options import (
    check_correction,
    check_disjoint,
    check_flag,
    check_weight,
)
from ._columns import align_columns, check_matrix_shape
from ._estimators import fitted_biclustering, fitted_coclustering, has_fitted
from ._factorize import merge_labels
from ._indicators import (
    Indicators,
    check_biclustering,
    check_biclusterings,
    check_cluster_indicators,
    check_grid,
    check_index_lists,
    check_shape,
)
from ._labels import LabelCodes, check_labels
from ._null_models import check_null_model_of_draws, check_null_model_of_pairs
from ._options import (
    check_fraction,
    check_integer,
    check_normalization,
    check_option,
    check_sizes,
)
from ._partitions import Modes, check_coclustering, check_modes, check_partitions
from ._probes import n_rows_of
from ._scoring import (
    check_bound_labels,
    check_fitted_labels,
    check_kept,
    fitted_biclusters,
    fitted_columns,
    fitted_rows,
    predicted_rows,
)
from ._search import check_cv_results, check_one_parameter, check_overlap
from ._tables import check_tables

__all__ = [
    "Indicators",
    "LabelCodes",
    "Modes",
    "align_columns",
    "check_biclustering",
    "check_biclusterings",
    "check_bound_labels",
    "check_cluster_indicators",
    "check_coclustering",
    "check_correction",
    "check_cv_results",
    "check_disjoint",
    "check_fitted_labels",
    "check_flag",
    "check_fraction",
    "check_grid",
    "check_index_lists",
    "check_integer",
    "check_kept",
    "check_labels",
    "check_matrix_shape",
    "check_modes",
    "check_normalization",
    "check_null_model_of_draws",
    "check_null_model_of_pairs",
    "check_one_parameter",
    "check_option",
    "check_overlap",
    "check_partitions",
    "check_shape",
    "check_sizes",
    "check_tables",
    "check_weight",
    "fitted_biclustering",
    "fitted_biclusters",
    "fitted_coclustering",
    "fitted_columns",
    "fitted_rows",
    "has_fitted",
    "merge_labels",
    "n_rows_of",
    "predicted_rows",
]
