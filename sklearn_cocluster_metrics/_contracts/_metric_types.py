"""Types of metrics: names of indices, and functions of two structures."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ._names import BiclusteringName, PartitionName

Metric: TypeAlias = str | Callable[..., float]
"""A metric inside the package: any name, which is still to be checked."""

PartitionMetric: TypeAlias = PartitionName | Callable[..., float]
"""Name of an index of clusterings and co-clusterings, or a function of two of them."""

BiclusteringMetric: TypeAlias = BiclusteringName | Callable[..., float]
"""Name of an index of biclusterings, or a function of two of them."""

PartitionMetrics: TypeAlias = (
    PartitionMetric | Sequence[PartitionMetric] | Mapping[str, PartitionMetric]
)
"""One metric of clusterings and co-clusterings, or several."""

BiclusteringMetrics: TypeAlias = (
    BiclusteringMetric | Sequence[BiclusteringMetric] | Mapping[str, BiclusteringMetric]
)
"""One metric of biclusterings, or several."""

AnyMetric: TypeAlias = PartitionName | BiclusteringName | Callable[..., float]
"""Name of any index, or a function of two structures."""

AnyMetrics: TypeAlias = AnyMetric | Sequence[AnyMetric] | Mapping[str, AnyMetric]
"""One metric of any structures, or several, all of the same structure."""
