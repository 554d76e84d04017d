"""The contracts of the general indices: set matching and information."""

import math

from .._indices._general_information import (
    fair_mutual_information,
    standardized_mutual_information,
)
from .._indices._general_information import variation_of_information as variation
from .._indices._set_matching import bcubed, f_measure
from .._metrics import (
    bcubed_score,
    f_measure_score,
    fair_mutual_info_score,
    standardized_mutual_info_score,
    variation_of_information,
)
from ._contract import Contract

GOSGENS = "Gösgens, Tikhonov & Prokhorenkova (2021)"

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
)
