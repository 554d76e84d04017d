"""Scorers, splitters, wrappers and stability, for searches over co-clusterers."""

from ._alignment import (
    Biclusterings as Biclusterings,
    Clusterings as Clusterings,
    biclusterings_of as biclusterings_of,
    clusterings_of as clusterings_of,
    value_of as value_of,
)
from ._finest_stable import (
    CHOICES as CHOICES,
    Candidates as Candidates,
    Choice as Choice,
    finest_stable as finest_stable,
)
from ._fits import (
    WRAP_HINT as WRAP_HINT,
    clone_with_seed as clone_with_seed,
    fit_or_explain as fit_or_explain,
)
from ._function_cocluster import FunctionCocluster as FunctionCocluster
from ._inductive import InductiveCocluster as InductiveCocluster
from ._modularity import modularity_score as modularity_score
from ._scorers import (
    Scorer as Scorer,
    get_scorer as get_scorer,
    get_scorer_names as get_scorer_names,
    make_bicluster_scorer as make_bicluster_scorer,
    make_cocluster_scorer as make_cocluster_scorer,
)
from ._split import WholeDataSplit as WholeDataSplit
from ._stability import (
    Resampling as Resampling,
    make_stability_scorer as make_stability_scorer,
    stability_score as stability_score,
)
from ._truth import (
    TrueBiclusters as TrueBiclusters,
    TrueLabels as TrueLabels,
    TrueLabelsByName as TrueLabelsByName,
    true_columns as true_columns,
)
