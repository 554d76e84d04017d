"""The contracts of the indices that fix only the numbers of clusters."""

import math

from .._indices._fixed_clusters import ami_star, nami_star
from .._metrics import ami_star_score, nami_star_score
from ._contract import Contract

STAR = '"Cluster Validation Using Mutual Information"'

FIXED_CLUSTERS = (
    Contract(
        name="ami_star",
        function=ami_star_score,
        formula=ami_star,
        source=f"{STAR}, equation (17)",
        lower=-math.inf,
        upper=math.inf,
        symmetric=False,
        at_equality=None,
        chance_level=0.0,
        chance_is_exact_under=("fixed_n_clusters",),
    ),
    Contract(
        name="nami_star",
        function=nami_star_score,
        formula=nami_star,
        source=f"{STAR}, equation (18)",
        lower=-math.inf,
        upper=math.inf,
        symmetric=False,
        chance_level=0.0,
        chance_is_exact_under=("fixed_n_clusters",),
    ),
)
