"""What is counted: tables, pairs, overlaps. Knows no index."""

from ._assignment import matched_samples
from ._atoms import Atoms, CoverClasses
from ._biclusters import Biclusters
from ._cell_pairs import CellPairs, PairBlock
from ._comparison import (
    BiclusterComparison,
    compare_biclusterings,
    compare_biclusters,
    compare_clusters,
)
from ._contingency import ContingencyTable, SquareSums
from ._contingency_tables import ContingencyTables, Tables, contingency_table
from ._counting import contingency_tables, count_table, tables_of_labels
from ._covers import Covers
from ._exact import Counts, exact
from ._overlaps import Extents, Overlaps, harmonic_mean, overlaps, ratio
from ._pair_multiplicities import PairMultiplicities, pair_multiplicities
from ._pairs import PairCounts, pair_counts, pairs_of_cells
from ._quotients import (
    quotient,
    ratio_of,
    root_of,
    root_of_quotient,
    signed_root,
)
from ._strata import Stratum, n_pairs_of_strata, strata_of_cells
