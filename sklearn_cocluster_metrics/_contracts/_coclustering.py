"""The contracts of the indices of Robert, Vasseur & Brault, and of coAMI."""

import math

from .._indices._adjusted_rand import NULL_MODELS, adjusted_rand
from .._indices._classification import (
    NORMALIZATIONS,
    matching_error,
    normalized_error,
)
from .._indices._information import (
    AVERAGES,
    co_adjusted_mutual_information,
    co_mutual_information,
    co_normalized_mutual_information,
    extended_normalized_mutual_information,
)
from .._metrics import (
    cari_score,
    classification_error,
    coami_score,
    comi_score,
    conmi_score,
    enmi_score,
    nce_score,
)
from ._contract import Contract

ROBERT = "Robert, Vasseur & Brault (2021)"
VINH = "Vinh, Epps & Bailey (2010)"

COCLUSTERING = (
    Contract(
        name="cari",
        function=cari_score,
        formula=adjusted_rand,
        source=f"{ROBERT}, Definition 2.2",
        lower=-0.5,
        chance_level=0.0,
        chance_is_exact_under=("cells",),
        options={"null_model": tuple(NULL_MODELS)},
    ),
    Contract(
        name="classification_error",
        function=classification_error,
        formula=matching_error,
        source=f"{ROBERT}, section 2.4",
        greater_is_better=False,
        at_equality=0.0,
    ),
    Contract(
        name="nce",
        function=nce_score,
        formula=normalized_error,
        source=f"{ROBERT}, section 2.4",
        options={"normalization": tuple(NORMALIZATIONS)},
    ),
    Contract(
        name="comi",
        function=comi_score,
        formula=co_mutual_information,
        source=f"{ROBERT}, section 2.5",
        upper=math.inf,
        at_equality=None,
    ),
    Contract(
        name="conmi",
        function=conmi_score,
        formula=co_normalized_mutual_information,
        source=f"{ROBERT}, section 2.5",
        options={"average_method": tuple(AVERAGES)},
    ),
    Contract(
        name="enmi",
        function=enmi_score,
        formula=extended_normalized_mutual_information,
        source=f"{ROBERT}, section 2.5",
        adds_over_modes=True,
        options={"average_method": tuple(AVERAGES)},
    ),
    Contract(
        name="coami",
        function=coami_score,
        formula=co_adjusted_mutual_information,
        source=f"{VINH}, carried over to co-clusterings",
        lower=-math.inf,
        chance_level=0.0,
        chance_is_exact_under=("product",),
        options={"average_method": tuple(AVERAGES)},
    ),
)
