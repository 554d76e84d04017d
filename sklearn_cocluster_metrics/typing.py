"""Types of what functions take, for annotations in your own code.

``def agreement(metric: PartitionMetric) -> float`` can pass its argument on. Type
checkers refuse a name that no index has, and a plain ``str``, whose value they do not
know; they accept it after
``if metric not in index_names("partition"): raise ValueError(metric)``.
"""

from ._metrics import (
    AnyMetric,
    AnyMetrics,
    BiclusteringMetric,
    BiclusteringMetrics,
    PartitionMetric,
    PartitionMetrics,
)
from ._structures._types import (
    Biclustering,
    Coclustering,
    Indicator,
    Labels,
    Partition,
    SampleWeight,
)
from ._structures._unlabeled import Unlabeled

__all__ = [
    "AnyMetric",
    "AnyMetrics",
    "Biclustering",
    "BiclusteringMetric",
    "BiclusteringMetrics",
    "Coclustering",
    "Indicator",
    "Labels",
    "Partition",
    "PartitionMetric",
    "PartitionMetrics",
    "SampleWeight",
    "Unlabeled",
]
