"""What a user passes: labels, co-clusterings, biclusterings, fitted estimators."""

from ._arguments import (
    MOST_SAMPLES,
    check_flag,
    check_fraction,
    check_integer,
    check_level,
    check_option,
    check_sizes,
    check_weight,
    closest,
    is_integer,
)
from ._columns import LAST_STEP, LabelledColumns, labelled_columns
from ._conversion import as_array, has_masked_entries
from ._data import n_columns_of, n_rows_of
from ._draws import check_generator, check_n_jobs, check_seed
from ._estimator_structures import biclustering_of, coclustering_of
from ._estimators import first_fitted, has_fitted, is_estimator, labelled_layer
from ._factorize import merge_labels
from ._fitted import (
    Fitted,
    fitted_biclustering,
    fitted_coclustering,
    fitted_row_labels,
)
from ._grids import biclusters_to_labels, labels_to_biclusters
from ._index_lists import biclusters_from_indices
from ._indicators import (
    Indicators,
    check_biclustering,
    check_biclusterings,
    check_cluster_indicators,
)
from ._labels import LabelCodes, check_labels
from ._names import (
    Names,
    column_names,
    in_order_of,
    index_of,
    matched_by_name,
    names_at_fit,
    positions_of,
    take,
)
from ._partitions import (
    Modes,
    as_structure,
    check_coclustering,
    check_modes,
    check_partitions,
)
from ._types import (
    Biclustering,
    Coclustering,
    Estimator,
    Indicator,
    Labels,
    Partition,
)
