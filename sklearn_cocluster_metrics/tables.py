"""Contingency tables: count them from labels, add those of parts, score and test them.

A table counts the samples with each pair of labels; two co-clusterings have one table
per mode. They contain all that an index needs.
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
