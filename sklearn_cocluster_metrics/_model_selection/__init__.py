"""Splitters, wrappers and measures of stability for searches over co-clusterers."""

from ._inductive import InductiveCocluster
from ._split import WholeDataSplit

__all__ = ["InductiveCocluster", "WholeDataSplit"]
