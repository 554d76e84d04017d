"""The contracts of all indices; a metric resolved to its function and direction."""

from .._indices._contract import (
    Contract as Contract,
    Flag as Flag,
    OneOf as OneOf,
    Option as Option,
    Weight as Weight,
)
from ._from_tables import score_from_tables as score_from_tables
from ._lookup import check_name as check_name, scorer_name as scorer_name
from ._metric_types import (
    AnyMetrics as AnyMetrics,
    BiclusteringMetric as BiclusteringMetric,
    BiclusteringMetrics as BiclusteringMetrics,
    Metric as Metric,
    PartitionMetric as PartitionMetric,
    PartitionMetrics as PartitionMetrics,
)
from ._metrics import (
    ResolvedMetric as ResolvedMetric,
    resolve as resolve,
    resolve_several as resolve_several,
    structure_compared_by as structure_compared_by,
)
from ._names import (
    BiclusteringScorerName as BiclusteringScorerName,
    PartitionName as PartitionName,
    PartitionScorerName as PartitionScorerName,
    ScorerName as ScorerName,
)
from ._table import CONTRACTS as CONTRACTS
