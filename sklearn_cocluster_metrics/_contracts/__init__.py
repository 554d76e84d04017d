"""The contracts of all indices; a metric resolved to its function and direction."""

from .._indices._contract import Contract, Flag, OneOf, Option, Weight
from ._from_tables import score_from_tables
from ._metrics import Metric, ResolvedMetric, resolve
from ._table import CONTRACTS
