"""The contracts of the indices of Gösgens et al. beside pairs, and of AMI*."""

import math

from .._indices._fixed_clusters import ami_star, nami_star
from .._indices._general_information import (
    fair_mutual_information,
    standardized_mutual_information,
)
from .._indices._general_information import variation_of_information as variation
from .._indices._set_matching import bcubed, f_measure
from .._metrics import (
    ami_star_score,
    bcubed_score,
    f_measure_score,
    fair_mutual_info_score,
    nami_star_score,
    standardized_mutual_info_score,
    variation_of_information,
)
from ._contract import Contract

GOSGENS = "Gösgens, Tikhonov & Prokhorenkova (2021)"
STAR = '"Cluster Validation Using Mutual Information"'

GENERAL = (
    Contract(
        name="variation_of_information",
        function=variation_of_information,
        formula=variation,
        source=f"{GOSGENS}, section B.1",
        greater_is_better=False,
        upper=math.inf,
        at_equality=0.0,
    ),
    Contract(
        name="fair_mutual_info",
        function=fair_mutual_info_score,
        formula=fair_mutual_information,
        source=f"{GOSGENS}, section B.1",
        symmetric=False,
    ),
    Contract(
        name="f_measure",
        function=f_measure_score,
        formula=f_measure,
        source=f"{GOSGENS}, section B.1",
    ),
    Contract(
        name="bcubed",
        function=bcubed_score,
        formula=bcubed,
        source=f"{GOSGENS}, section B.1",
    ),
    Contract(
        name="standardized_mutual_info",
        function=standardized_mutual_info_score,
        formula=standardized_mutual_information,
        source=f"{GOSGENS}, section B.1",
        lower=-math.inf,
        upper=math.inf,
        at_equality=None,
        chance_level=0.0,
        chance_is_exact_under=("product",),
    ),
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
