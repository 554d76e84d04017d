"""What a user passes: labels, co-clusterings, biclusterings, fitted estimators."""

from ._arguments import (
    MOST_SAMPLES as MOST_SAMPLES,
    as_array as as_array,
    check_between as check_between,
    check_flag as check_flag,
    check_fraction as check_fraction,
    check_generator as check_generator,
    check_integer as check_integer,
    check_level as check_level,
    check_mapping as check_mapping,
    check_n_jobs as check_n_jobs,
    check_option as check_option,
    check_sequence as check_sequence,
    check_shape as check_shape,
    check_sizes as check_sizes,
    check_weight as check_weight,
    draw_seed as draw_seed,
    has_masked_entries as has_masked_entries,
    is_integer as is_integer,
)
from ._columns import (
    LAST_STEP_HINT as LAST_STEP_HINT,
    LabelledColumns as LabelledColumns,
    Names as Names,
    column_names as column_names,
    in_order_of as in_order_of,
    index_of as index_of,
    matched_by_name as matched_by_name,
    n_columns_of as n_columns_of,
    n_rows_of as n_rows_of,
    positions_of as positions_of,
)
from ._conversions import (
    Checkerboard as Checkerboard,
    biclustering_of as biclustering_of,
    biclusters_from_indices as biclusters_from_indices,
    biclusters_to_labels as biclusters_to_labels,
    coclustering_of as coclustering_of,
    find_checkerboard as find_checkerboard,
    labels_to_biclusters as labels_to_biclusters,
)
from ._estimators import (
    COCLUSTERING as COCLUSTERING,
    Accessor as Accessor,
    FittedLayer as FittedLayer,
    check_accessor as check_accessor,
    fitted_layer as fitted_layer,
    fitted_modes as fitted_modes,
    has_fitted as has_fitted,
    has_modes as has_modes,
    layers as layers,
)
from ._indicators import (
    Indicators as Indicators,
    check_biclustering as check_biclustering,
    check_biclusterings as check_biclusterings,
    check_cluster_indicators as check_cluster_indicators,
    dense_indicator as dense_indicator,
    fitted_biclustering as fitted_biclustering,
)
from ._labels import (
    LabelCodes as LabelCodes,
    LabelParts as LabelParts,
    check_labels as check_labels,
    check_whole_or_parts as check_whole_or_parts,
    is_dask_array as is_dask_array,
    merge_labels as merge_labels,
)
from ._messages import (
    suggestion as suggestion,
    warn_caller as warn_caller,
    with_progress as with_progress,
)
from ._partitions import (
    Modes as Modes,
    as_structure as as_structure,
    check_coclustering as check_coclustering,
    check_modes as check_modes,
    check_partitions as check_partitions,
)
from ._types import (
    Biclustering as Biclustering,
    Coclustering as Coclustering,
    CountsLike as CountsLike,
    Estimator as Estimator,
    Indicator as Indicator,
    Indices as Indices,
    Labels as Labels,
    Partition as Partition,
    is_estimator as is_estimator,
)
