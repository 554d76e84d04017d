"""Types of the arguments of functions, for annotations in your own code.

For example, ``def agreement(metric: PartitionMetric) -> float`` can pass its argument
to the functions of this package. A type checker then refuses names that no index has.
It also refuses a plain ``str``, because its value is unknown, but accepts it after
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
