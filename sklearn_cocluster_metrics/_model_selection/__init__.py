"""Scorers, splitters, wrappers and stability, for searches over co-clusterers."""

from ._inductive import InductiveCocluster
from ._make_scorers import make_bicluster_scorer, make_cocluster_scorer
from ._numbers_of_blocks import blocks_asked_for
from ._registry import get_scorer, get_scorer_names
from ._scorers import BiclusterScorer, CoclusterScorer
from ._search_results import StabilityOfCandidates, check_cv_results, finest_stable
from ._split import WholeDataSplit
from ._stability import (
    StabilityScorer,
    make_stability_scorer,
    stability_score,
)
