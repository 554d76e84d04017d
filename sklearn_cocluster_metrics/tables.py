"""Contingency tables: count them from labels, add those of parts, and score them.

A table counts the samples with each pair of labels; two co-clusterings have one table
per mode. They contain all that an index needs.
"""

from ._metrics import score_from_tables
from ._statistics._contingency import ContingencyTable, ContingencyTables
from ._statistics._tables import contingency_table, contingency_table_from_chunks

__all__ = [
    "ContingencyTable",
    "ContingencyTables",
    "contingency_table",
    "contingency_table_from_chunks",
    "score_from_tables",
]
