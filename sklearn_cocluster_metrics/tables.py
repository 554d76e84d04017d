"""Count contingency tables from labels, add the tables of parts, score and test them.

A contingency table counts the samples with each pair of labels. Two co-clusterings have
one table for the rows and one for the columns. These tables contain everything that an
index needs, so labels that do not fit in memory can be counted in parts.
"""

from ._contracts import score_from_tables
from ._inference._permutation_test import permutation_test_from_tables
from ._inference._score_interval import score_interval_from_tables
from ._statistics._contingency import ContingencyTable, ContingencyTables
from ._statistics._tables import contingency_table, contingency_table_from_chunks

__all__ = [
    "ContingencyTable",
    "ContingencyTables",
    "contingency_table",
    "contingency_table_from_chunks",
    "permutation_test_from_tables",
    "score_from_tables",
    "score_interval_from_tables",
]
