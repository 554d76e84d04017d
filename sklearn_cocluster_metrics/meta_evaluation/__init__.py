"""Test which properties indices have, and which values they have by chance."""

from ._check_index import IndexCheck, check_index
from ._preferences import (
    ConstantBaselineTestResult,
    InconsistencyRates,
    SelectionBiasTestResult,
    constant_baseline_test,
    inconsistency_rates,
    selection_bias_test,
)
from ._search import Counterexample, PropertyCheck

__all__ = [
    "ConstantBaselineTestResult",
    "Counterexample",
    "InconsistencyRates",
    "IndexCheck",
    "PropertyCheck",
    "SelectionBiasTestResult",
    "check_index",
    "constant_baseline_test",
    "inconsistency_rates",
    "selection_bias_test",
]
