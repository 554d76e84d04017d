"""Random structures and planted data of known difficulty."""

from ._partitions import random_partition, random_surjection

__all__ = ["random_partition", "random_surjection"]
