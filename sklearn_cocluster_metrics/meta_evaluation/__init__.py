"""Tests of indices: which properties they have, and what chance gives them."""

from ._check_index import check_index
from ._constant_baseline import ConstantBaselineTestResult, constant_baseline_test
from ._inconsistency import InconsistencyRates, inconsistency_rates
from ._properties import Counterexample, IndexCheck, PropertyCheck
from ._selection_bias import SelectionBiasTestResult, selection_bias_test

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
