"""Random structures and planted data of known difficulty."""

from ._planted_data import make_latent_blocks, make_overlapping_biclusters
from ._random_structures import (
    perturb_coclustering,
    random_bicluster,
    random_coclustering,
    random_partition,
    random_surjection,
)

__all__ = [
    "make_latent_blocks",
    "make_overlapping_biclusters",
    "perturb_coclustering",
    "random_bicluster",
    "random_coclustering",
    "random_partition",
    "random_surjection",
]
