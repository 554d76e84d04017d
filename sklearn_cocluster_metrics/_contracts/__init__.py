"""The contracts of all indices; a metric resolved to its function and direction."""

from .._indices._contract import Contract, Flag, OneOf, Option, Weight
from ._from_tables import score_from_tables
from ._lookup import check_name, scorer_name
from ._metrics import Metric, Metrics, ResolvedMetric, resolve, resolve_several
from ._table import CONTRACTS
