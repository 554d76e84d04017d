"""What is counted: tables, pairs, overlaps. Knows no index."""

from ._assignment import matched_samples
from ._contingency import ContingencyTable, contingency_tables, count_table
from ._pairs import PairCounts, pairs_of_cells, sum_of_squares

__all__ = [
    "ContingencyTable",
    "PairCounts",
    "contingency_tables",
    "count_table",
    "matched_samples",
    "pairs_of_cells",
    "sum_of_squares",
]
