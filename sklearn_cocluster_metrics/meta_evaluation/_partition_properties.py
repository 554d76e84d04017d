"""All properties of indices of clusterings and of co-clusterings."""

from collections.abc import Iterator

from numpy.random import RandomState

from ._agreement_properties import AGREEMENT
from ._baseline_properties import CONSTANT_BASELINE
from ._cell_properties import CELLS
from ._distance_properties import DISTANCE
from ._large_sample_properties import LargeSamples, exact
from ._monotonicity_properties import MONOTONICITY
from ._partition_search import Search, prepare
from ._properties import Measure, PropertyCheck, Report


def check_partitions(
    measure: Measure,
    max_size: int,
    n_modes: int,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    report: Report,
) -> tuple[PropertyCheck, ...]:
    """Check the properties of an index of clusterings or of co-clusterings."""
    search = prepare(measure, max_size, n_modes, n_draws, generator, n_jobs, report)
    checks = []
    for found in _checks(search):
        report(f"{found.name}: {found.verdict}")
        checks.append(found)
    return tuple(checks)


def _checks(search: Search) -> Iterator[PropertyCheck]:
    """Yield what is found about each property."""
    nontrivial = search.without_trivial()
    for item in (*AGREEMENT, *DISTANCE, *MONOTONICITY):
        yield item.check(search, nontrivial)
    baseline = CONSTANT_BASELINE.check(search, nontrivial)
    yield baseline
    if baseline.holds:
        yield from exact("follows from the constant baseline")
    else:
        yield from LargeSamples.of(search).checks()
    for item in CELLS if search.n_modes > 1 else ():
        yield item.check(search, nontrivial)
