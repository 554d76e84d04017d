"""Random structures and planted data of known difficulty."""

from ._biclusters import make_overlapping_biclusters, random_bicluster
from ._latent_blocks import make_latent_blocks
from ._partitions import random_coclustering, random_partition, random_surjection
from ._perturbation import perturb_coclustering

__all__ = [
    "make_latent_blocks",
    "make_overlapping_biclusters",
    "perturb_coclustering",
    "random_bicluster",
    "random_coclustering",
    "random_partition",
    "random_surjection",
]
