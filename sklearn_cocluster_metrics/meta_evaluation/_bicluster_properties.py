"""Properties of indices of biclusterings."""

from numpy.random import RandomState

from ._properties import Measure, PropertyCheck, Report


def check_biclusterings(
    measure: Measure, max_size: int, generator: RandomState, report: Report
) -> tuple[PropertyCheck, ...]:
    """Check the properties of an index of biclusterings."""
    raise NotImplementedError
