"""The contracts of all indices; a metric resolved to its function and direction."""

from .._indices._contract import (
    DESCRIPTIONS as DESCRIPTIONS,
    FLAG as FLAG,
    WEIGHT as WEIGHT,
    Contract as Contract,
    Structure as Structure,
)
from .._indices._names import (
    BiclusteringScorerName as BiclusteringScorerName,
    PartitionName as PartitionName,
    PartitionScorerName as PartitionScorerName,
)
from ._metrics import (
    AnyMetrics as AnyMetrics,
    BiclusteringMetric as BiclusteringMetric,
    BiclusteringMetrics as BiclusteringMetrics,
    Metric as Metric,
    PartitionMetric as PartitionMetric,
    PartitionMetrics as PartitionMetrics,
    ResolvedMetric as ResolvedMetric,
    find_contract as find_contract,
    is_named_like_a_distance as is_named_like_a_distance,
    resolve as resolve,
    resolve_several as resolve_several,
    structure_compared_by as structure_compared_by,
)
from ._table import (
    CONTRACTS as CONTRACTS,
    check_name as check_name,
    index_names as index_names,
    score_from_tables as score_from_tables,
    scorer_name as scorer_name,
)
