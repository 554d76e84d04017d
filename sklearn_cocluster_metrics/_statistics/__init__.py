"""What is counted: tables, pairs, overlaps. Knows no index."""

from ._assignment import (
    best_matching as best_matching,
    matched_clusters as matched_clusters,
    matched_samples as matched_samples,
)
from ._biclusters import Biclusters as Biclusters
from ._cell_pairs import pair_multiplicities as pair_multiplicities
from ._comparison import (
    BiclusterComparison as BiclusterComparison,
    compare_biclusterings as compare_biclusterings,
    compare_biclusters as compare_biclusters,
    compare_clusters as compare_clusters,
)
from ._contingency import (
    ContingencyTable as ContingencyTable,
    ContingencyTables as ContingencyTables,
    SquareSums as SquareSums,
    Tables as Tables,
)
from ._covered_cells import CoveredSide as CoveredSide
from ._exact_numbers import (
    Counts as Counts,
    quotient as quotient,
    ratio_of as ratio_of,
    root_of as root_of,
    root_of_quotient as root_of_quotient,
    signed_root as signed_root,
    widened as widened,
)
from ._match_clusters import (
    MatchedLabels as MatchedLabels,
    match_clusters as match_clusters,
    match_modes as match_modes,
    match_table as match_table,
    with_new_labels as with_new_labels,
)
from ._merged_matrix import MultiplicityCounts as MultiplicityCounts
from ._overlaps import (
    Overlaps as Overlaps,
    Values as Values,
    harmonic_mean as harmonic_mean,
    ratio as ratio,
)
from ._pairs import (
    PairCounts as PairCounts,
    n_pairs_of_strata as n_pairs_of_strata,
    pair_counts as pair_counts,
    pairs_of_cells as pairs_of_cells,
    pairs_within as pairs_within,
    strata_of_cells as strata_of_cells,
)
from ._tables import (
    contingency_table as contingency_table,
    contingency_table_from_chunks as contingency_table_from_chunks,
    count_table as count_table,
    tables_of_labels as tables_of_labels,
)
