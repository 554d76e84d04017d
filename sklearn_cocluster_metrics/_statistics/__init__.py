"""What is counted: tables, pairs, overlaps. Knows no index."""

from ._assignment import matched_samples
from ._comparison import BiclusterComparison, compare_biclusters, compare_clusters
from ._contingency import ContingencyTable, contingency_tables, count_table
from ._overlaps import first_overlap
from ._pairs import PairCounts, pairs_of_cells, sum_of_squares

__all__ = [
    "BiclusterComparison",
    "ContingencyTable",
    "PairCounts",
    "compare_biclusters",
    "compare_clusters",
    "contingency_tables",
    "count_table",
    "first_overlap",
    "matched_samples",
    "pairs_of_cells",
    "sum_of_squares",
]
