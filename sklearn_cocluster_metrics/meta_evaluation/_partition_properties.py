"""All properties of indices of clusterings and of co-clusterings."""

from collections.abc import Iterator

from numpy.random import RandomState

from ._agreement_properties import AGREEMENT
from ._baseline_properties import BASELINE, check_large_samples
from ._cell_properties import CELLS
from ._distance_properties import DISTANCE
from ._monotonicity_properties import MONOTONICITY
from ._partition_search import prepare
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
    nontrivial = search.without_trivial()

    def checked() -> Iterator[PropertyCheck]:
        has_baseline = False
        for item in (*AGREEMENT, *DISTANCE, *MONOTONICITY, *BASELINE):
            found = item.check(search, nontrivial)
            report(f"{item.name}: {found.verdict}")
            yield found
            if item.name == "constant baseline":
                has_baseline = found.holds
                yield check_large_samples(search, has_baseline)
        for item in CELLS if n_modes > 1 else ():
            found = item.check(search, nontrivial)
            report(f"{item.name}: {found.verdict}")
            yield found

    return tuple(checked())
