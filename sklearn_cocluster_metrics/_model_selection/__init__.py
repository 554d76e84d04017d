"""Scorers, splitters, wrappers and stability, for searches over co-clusterers."""

from ._candidates import (
    CHOICES as CHOICES,
    Choice as Choice,
    StabilityOfCandidates as StabilityOfCandidates,
)
from ._combined import (
    CombinedScorer as CombinedScorer,
    combine_scorers as combine_scorers,
)
from ._fits import (
    WRAP_IT as WRAP_IT,
    clone_with_seed as clone_with_seed,
    fit_or_explain as fit_or_explain,
)
from ._function_cocluster import FunctionCocluster as FunctionCocluster
from ._inductive import InductiveCocluster as InductiveCocluster
from ._make_scorers import (
    make_bicluster_scorer as make_bicluster_scorer,
    make_cocluster_scorer as make_cocluster_scorer,
)
from ._modularity import (
    ModularityScorer as ModularityScorer,
    modularity_score as modularity_score,
)
from ._numbers_of_blocks import blocks_asked_for as blocks_asked_for
from ._pairs import (
    Biclusterings as Biclusterings,
    Clusterings as Clusterings,
    biclusterings_of as biclusterings_of,
    clusterings_of as clusterings_of,
    value_of as value_of,
)
from ._registry import get_scorer as get_scorer, get_scorer_names as get_scorer_names
from ._scorers import (
    BiclusterScorer as BiclusterScorer,
    CoclusterScorer as CoclusterScorer,
)
from ._search_results import (
    check_cv_results as check_cv_results,
    finest_stable as finest_stable,
)
from ._split import WholeDataSplit as WholeDataSplit
from ._stability import (
    make_stability_scorer as make_stability_scorer,
    stability_score as stability_score,
)
from ._stability_scorer import StabilityScorer as StabilityScorer
from ._truth import (
    TrueBiclusters as TrueBiclusters,
    TrueLabels as TrueLabels,
    TrueLabelsByName as TrueLabelsByName,
    true_columns as true_columns,
)
