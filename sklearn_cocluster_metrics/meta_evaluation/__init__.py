"""Tests of indices: which properties they have, and what chance gives them."""

from ._constant_baseline import ConstantBaselineTestResult, constant_baseline_test
from ._inconsistency import InconsistencyRates, inconsistency_rates
from ._selection_bias import SelectionBiasTestResult, selection_bias_test

__all__ = [
    "ConstantBaselineTestResult",
    "InconsistencyRates",
    "SelectionBiasTestResult",
    "constant_baseline_test",
    "inconsistency_rates",
    "selection_bias_test",
]
