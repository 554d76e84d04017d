"""Scorers, splitters, wrappers and stability, for searches over co-clusterers."""

from ._choosing import (
    choice_frequencies as choice_frequencies,
    finest_stable as finest_stable,
    most_reproducible as most_reproducible,
)
from ._cluster_stability import cluster_stability as cluster_stability
from ._function_cocluster import FunctionCocluster as FunctionCocluster
from ._inductive import InductiveCocluster as InductiveCocluster
from ._modularity import modularity_score as modularity_score
from ._refit_test import refit_test as refit_test
from ._scorers import (
    get_scorer as get_scorer,
    get_scorer_names as get_scorer_names,
    make_bicluster_scorer as make_bicluster_scorer,
    make_cocluster_scorer as make_cocluster_scorer,
)
from ._separation import separation_test as separation_test
from ._split_half import split_half_test as split_half_test
from ._stability import (
    make_bicross_scorer as make_bicross_scorer,
    make_stability_scorer as make_stability_scorer,
    stability_score as stability_score,
)
from ._whole_data_split import WholeDataSplit as WholeDataSplit
