"""What the searches for counterexamples share: values computed once, and structures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._structures import draw_seed
from ._partition_space import (
    Modes,
    Shape,
    all_structures,
    as_passed,
    is_trivial,
    random_triples,
    shapes_up_to,
)
from ._properties import Counterexample, Measure, PropertyCheck, Report

LARGEST = {1: 30, 2: 8}
"""Most samples, or rows and columns, of a random structure, by number of modes."""

Pair = tuple[Modes, Modes]
Triple = tuple[Modes, Modes, Modes]


class Values:
    """The values of an index, each computed once; higher is better."""

    def __init__(self, measure: Measure, n_jobs: int | None = None) -> None:
        self.measure = measure
        self.n_jobs = n_jobs
        self._known: dict[Pair, float] = {}

    def __call__(self, true: Modes, pred: Modes) -> float:
        """Return the value of two structures, turned so that higher is better."""
        key = true, pred
        if key not in self._known:
            self._known[key] = _signed(self.measure, true, pred)
        return self._known[key]

    def fill(self, pairs: Iterable[Pair]) -> None:
        """Compute the values of many pairs, in parallel."""
        missing = [pair for pair in pairs if pair not in self._known]
        computed = Parallel(n_jobs=self.n_jobs, batch_size="auto")(
            delayed(_signed)(self.measure, *pair) for pair in missing
        )
        self._known.update(zip(missing, computed, strict=True))

    def raw(self, value: float) -> float:
        """Turn a value back into one of the index."""
        return float(value) if self.measure.greater_is_better else 0.0 - float(value)


def _signed(measure: Measure, true: Modes, pred: Modes) -> float:
    """Compute a value, turned so that higher is better."""
    return measure.signed(as_passed(true), as_passed(pred))


def pairs_of(structures: Iterable[Modes]) -> Iterator[Pair]:
    """Yield all pairs of structures."""
    yield from product(structures, repeat=2)


@dataclass(frozen=True, eq=False)
class Universe:
    """All structures of a shape, and the values of all pairs."""

    shape: Shape
    structures: list[Modes]
    values: NDArray[np.float64]

    def pairs(self) -> Iterator[Pair]:
        """Yield all pairs."""
        return pairs_of(self.structures)

    def without_trivial(self) -> "Universe":
        """Leave out the structures of which a mode is trivial."""
        kept = [i for i, s in enumerate(self.structures) if not is_trivial(s)]
        structures = [self.structures[i] for i in kept]
        return Universe(self.shape, structures, self.values[np.ix_(kept, kept)])


@dataclass(frozen=True, eq=False)
class Search:
    """What is searched for counterexamples, smaller structures first."""

    values: Values
    universes: tuple[Universe, ...]
    triples: tuple[Triple, ...]
    seed: int

    def without_trivial(self) -> "Search":
        """Leave out the structures of which a mode is trivial."""
        universes = tuple(u.without_trivial() for u in self.universes)
        return replace(
            self,
            universes=tuple(u for u in universes if u.structures),
            triples=tuple(t for t in self.triples if not any(map(is_trivial, t))),
        )

    @property
    def n_modes(self) -> int:
        """1 for clusterings, 2 for co-clusterings."""
        return len(next(self.structures()))

    def structures(self) -> Iterator[Modes]:
        """Yield all small structures, and the first of each random triple."""
        for universe in self.universes:
            yield from universe.structures
        for first, _, _ in self.triples:
            yield first

    @property
    def n_pairs(self) -> int:
        """Number of pairs of small structures."""
        return sum(universe.values.size for universe in self.universes)

    def pairs(self, most: int | None = None) -> Iterator[Pair]:
        """Yield all small pairs, of shapes that have at most so many, then larger."""
        for universe in self.universes:
            if most is None or universe.values.size <= most:
                yield from universe.pairs()
        for first, second, _ in self.triples:
            yield first, second

    def example_of_means(
        self, structures: Mapping[str, Any], means: tuple[float, float]
    ) -> Counterexample:
        """Make a counterexample of the means of A and B, and of C and D."""
        keys = "mean of metric(A, B)", "mean of metric(C, D)"
        return Counterexample(
            dict(structures), dict(zip(keys, map(self.values.raw, means), strict=True))
        )

    def example(
        self, structures: Mapping[str, Modes], pairs: Iterable[str]
    ) -> Counterexample:
        """Make a counterexample; each pair is of two names of structures."""
        return Counterexample(
            {name: as_passed(modes) for name, modes in structures.items()},
            {
                f"metric({pair[0]}, {pair[1]})": self.values.raw(
                    self.values(structures[pair[0]], structures[pair[1]])
                )
                for pair in pairs
            },
        )


@dataclass(frozen=True)
class Property:
    """A property: how a counterexample is searched for, and what is searched.

    Parameters
    ----------
    name, statement : str
        The property.
    find : callable
        Returns the smallest counterexample in a `Search`, or None.
    searched : callable
        Describes what `find` searches.
    has_trivial : bool
        Whether to search again without trivial structures where one was found.
    """

    name: str
    statement: str
    find: Callable[[Search], Counterexample | None]
    searched: Callable[[Search], str]
    has_trivial: bool = True

    def check(self, search: Search, nontrivial: Search) -> PropertyCheck:
        """Search, again without trivial structures if there is a counterexample."""
        found, other = self.find(search), None
        if found is not None and self.has_trivial and any(nontrivial.structures()):
            other = self.find(nontrivial)
        return PropertyCheck(
            self.name,
            holds=found is None,
            statement=self.statement,
            searched=self.searched(search),
            counterexample=found,
            holds_without_trivial=other is None if self.has_trivial else None,
            nontrivial_counterexample=other,
        )


def prepare(
    measure: Measure,
    max_size: int,
    n_modes: int,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    report: Report,
) -> Search:
    """Compute the values of all pairs of small structures; draw larger ones."""
    values = Values(measure, n_jobs)
    shapes = shapes_up_to(max_size, n_modes)
    smallest = max(map(max, shapes)) + 1 if n_modes == 1 else 2
    largest = max(LARGEST[n_modes], smallest)
    triples = random_triples(smallest, largest, n_modes, n_draws, generator)
    universes = []
    for shape in shapes:
        structures = all_structures(shape)
        report(f"{describe(shape)}: {len(structures) ** 2} pairs")
        values.fill(pairs_of(structures))
        table = [[values(true, pred) for pred in structures] for true in structures]
        universes.append(Universe(shape, structures, np.array(table)))
    seed = draw_seed(generator)
    return Search(values, tuple(universes), tuple(triples), seed)


def describe(shape: Shape) -> str:
    """Write a shape in words."""
    return f"{shape[0]} samples" if len(shape) == 1 else f"{shape[0]} x {shape[1]}"


def all_pairs(search: Search) -> str:
    """Say that all small pairs and the random ones were searched."""
    return f"all {search.n_pairs} pairs {small(search)}, {random_pairs(search)}"


def small(search: Search) -> str:
    """Say which structures were searched exhaustively."""
    return f"of up to {describe(search.universes[-1].shape)}"


def random_pairs(search: Search) -> str:
    """Say which random structures were searched."""
    largest = (LARGEST[search.n_modes],) * search.n_modes
    return f"{len(search.triples)} random pairs of up to {describe(largest)}"
