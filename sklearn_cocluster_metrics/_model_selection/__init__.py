"""Splitters, wrappers and measures of stability for searches over co-clusterers."""

from ._inductive import InductiveCocluster
from ._split import WholeDataSplit
from ._stability import finest_stable, make_stability_scorer, stability_score

__all__ = [
    "InductiveCocluster",
    "WholeDataSplit",
    "finest_stable",
    "make_stability_scorer",
    "stability_score",
]
