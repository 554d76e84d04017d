"""Names of the pair-counting indices, as types."""

from typing import Literal, TypeAlias

PairCountingIndex: TypeAlias = Literal[
    "rand",
    "adjusted_rand",
    "jaccard",
    "jaccard_distance",
    "wallace1",
    "wallace2",
    "dice",
    "correlation",
    "correlation_distance",
    "sokal_sneath1",
    "minkowski",
    "hubert",
    "fowlkes_mallows",
    "sokal_sneath2",
    "normalized_mirkin",
    "kulczynski",
    "mcconnaughey",
    "yule",
    "baulieu1",
    "russell_rao",
    "fager_mcgowan",
    "peirce",
    "baulieu2",
    "sokal_sneath3",
    "gower_legendre",
    "rogers_tanimoto",
    "goodman_kruskal",
]

AffineIndex: TypeAlias = Literal[
    "rand",
    "adjusted_rand",
    "wallace1",
    "wallace2",
    "dice",
    "correlation",
    "sokal_sneath1",
    "hubert",
    "fowlkes_mallows",
    "normalized_mirkin",
    "kulczynski",
    "mcconnaughey",
    "baulieu1",
    "russell_rao",
    "fager_mcgowan",
    "peirce",
    "baulieu2",
]
"""Those that are affine in the number of pairs together in both."""
