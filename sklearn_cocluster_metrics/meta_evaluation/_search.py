"""The search for counterexamples: properties, the cases to try, and the verdicts.

A property consists of claims. A claim is a condition on a few values of the index, and
the cases in which it must hold, small ones first. `Property.check` goes through the
cases up to the first that contradicts it.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from textwrap import indent
from typing import Any, ClassVar, Literal, Protocol, Self, TypeAlias

import numpy as np
from joblib import Parallel, delayed

from .._contracts import Metric, ResolvedMetric, resolve
from .._indices._contract import Structure
from .._structures._arguments import check_option

StructureName: TypeAlias = Literal["clustering", "coclustering", "biclustering"]
"""What is compared."""

IN_CONTRACTS: Mapping[StructureName, Structure] = {
    "clustering": "partition",
    "coclustering": "partition",
    "biclustering": "biclustering",
}
"""What contracts call it."""

TOLERANCE = 1e-9
"""Values differ if they do by more than this, relative to the larger one and to 1."""


def resolve_metric(
    metric: Metric,
    structure: StructureName,
    greater_is_better: bool | None = None,
    options: Mapping[str, Any] | None = None,
) -> ResolvedMetric:
    """Resolve a name or a function, and check that it compares this structure."""
    compared = IN_CONTRACTS[check_option(structure, "structure", IN_CONTRACTS)]
    resolved = resolve(metric, compared, greater_is_better, options or {})
    if structure == "coclustering":
        resolved.check_takes_coclusterings()
    return resolved


class RefusedError(Exception):
    """The index refuses a structure."""


class Space(Protocol):
    """The structures among which counterexamples are searched."""

    may_refuse: ClassVar[bool]  # whether a ValueError of the index skips a case

    def as_passed(self, structure: Any) -> Any:
        """Return a structure as the index takes it."""

    def orders_of(self, structure: Any) -> Iterable[Any]:
        """Return what the permutations of samples, or rows and columns, make of it."""

    def without_trivial(self) -> Self | None:
        """Leave out trivial structures; None if these are not distinguished."""

    def described(self, where: str, n_cases: int, n_refused: int, failed: bool) -> str:
        """Describe what was searched; `where` has the names of sizes in braces."""


class Values:
    """The values of an index, each computed once.

    Parameters
    ----------
    metric : ResolvedMetric
        The index.
    space : Space
        What it compares; the structures must be hashable.
    """

    def __init__(self, metric: ResolvedMetric, space: Space) -> None:
        self.space = space
        self.greater_is_better = metric.greater_is_better
        self._compute = partial(_compute, metric, space.may_refuse)
        self._known: dict[tuple[Any, Any], float | None] = {}

    def raw(self, true: Any, pred: Any) -> float:
        """Return the value as the index returns it; NaN where it raises an error.

        A ValueError may be a refusal, which raises RefusedError.
        """
        key = true, pred
        if key not in self._known:
            self._known[key] = self._compute(*map(self.space.as_passed, key))
        value = self._known[key]
        if value is None:
            raise RefusedError
        return value

    def __call__(self, true: Any, pred: Any) -> float:
        """Return the value, turned so that higher is better."""
        return self.turned(self.raw(true, pred))

    def turned(self, value: float) -> float:
        """Turn a value so that higher is better: 1 - value where lower is."""
        return value if self.greater_is_better else 1.0 - value

    def fill(self, pairs: Iterable[tuple[Any, Any]], n_jobs: int | None) -> None:
        """Compute the values of many pairs, in parallel."""
        missing = [pair for pair in pairs if pair not in self._known]
        computed = Parallel(n_jobs=n_jobs)(
            delayed(self._compute)(*map(self.space.as_passed, pair)) for pair in missing
        )
        self._known.update(zip(missing, computed, strict=True))


def _compute(
    metric: ResolvedMetric, may_refuse: bool, true: Any, pred: Any
) -> float | None:
    """Compute a value; None where the index refuses, NaN where it fails."""
    try:
        return float(metric.function(true, pred, **metric.options))
    except Exception as error:  # whatever a user's function raises is a finding
        return None if may_refuse and isinstance(error, ValueError) else math.nan


class Case:
    """Structures named A, B, C, D, and the values that a condition asks for.

    Parameters
    ----------
    values : Values
        The values of the index.
    structures : iterable
        The structures, in the order of their names.
    """

    def __init__(self, values: Values, structures: Iterable[Any]) -> None:
        self.values = values
        self.structures = dict(zip("ABCD", structures, strict=False))
        self.seen: dict[str, float] = {}

    def __call__(self, pair: str) -> float:
        """Return the value of two structures; higher is better."""
        value = self.values.raw(self.structures[pair[0]], self.structures[pair[1]])
        self.seen[f"metric({pair[0]}, {pair[1]})"] = value
        return self.values.turned(value)

    def mean(self, pair: str) -> float:
        """Return the mean over all orders of the second structure; higher is better."""
        space, true = self.values.space, self.structures[pair[0]]
        orders = space.orders_of(self.structures[pair[1]])
        drawn = [self.values.raw(true, pred) for pred in orders]
        mean = sum(drawn) / len(drawn)
        self.seen[f"mean of metric({pair[0]}, {pair[1]})"] = mean
        return self.values.turned(mean)

    def counterexample(self) -> "Counterexample":
        """Return the structures with the values that were asked for."""
        as_passed = self.values.space.as_passed
        structures = {name: as_passed(one) for name, one in self.structures.items()}
        return Counterexample(structures, self.seen)


Outcome: TypeAlias = "Counterexample | RefusedError | None"
"""What a case was found to be; None if it agrees with the claim."""


@dataclass(frozen=True)
class Claim:
    """A condition, and the cases of a space in which it must not be met.

    Parameters
    ----------
    cases : callable
        Yields tuples of structures of a space, small ones first.
    fails : callable
        Whether a `Case` contradicts the claim.
    where : str
        Description of the cases, with the names of sizes to be filled in.
    needs_values : bool
        Whether `cases` takes the `Values`, too.
    """

    cases: Callable[..., Iterable[tuple[Any, ...]]]
    fails: Callable[[Case], bool]
    where: str = ""
    needs_values: bool = False

    def check(self, values: Values, space: Space) -> Iterator[Outcome]:
        """Yield what is found about each case."""
        given = (space, values) if self.needs_values else (space,)
        for structures in self.cases(*given):
            case = Case(values, structures)
            try:
                yield case.counterexample() if self.fails(case) else None
            except RefusedError as refusal:
                yield refusal


@dataclass(frozen=True)
class Property:
    """A property: the claims that it consists of.

    Parameters
    ----------
    name, statement : str
        The property.
    claims : tuple of Claim
        The last one describes what was searched.
    has_trivial : bool
        Whether to search again without trivial structures if there is a counterexample.
    """

    name: str
    statement: str
    claims: tuple[Claim, ...]
    has_trivial: bool = True

    def check(self, values: Values, space: Space) -> "PropertyCheck":
        """Go through the cases, up to the first that contradicts the property."""
        nontrivial = space.without_trivial() if self.has_trivial else None
        found, n_cases, n_refused = self._first(values, space)
        other = None
        if found is not None and nontrivial is not None:
            other, *_ = self._first(values, nontrivial)
        return PropertyCheck(
            self.name,
            holds=found is None,
            statement=self.statement,
            searched=space.described(
                self.claims[-1].where, n_cases, n_refused, failed=found is not None
            ),
            counterexample=found,
            holds_without_trivial=None if nontrivial is None else other is None,
            nontrivial_counterexample=other,
        )

    def _first(
        self, values: Values, space: Space
    ) -> tuple["Counterexample | None", int, int]:
        """Return the first counterexample, and count all cases and those refused."""
        n_cases = n_refused = 0
        for claim in self.claims:
            for outcome in claim.check(values, space):
                n_cases += 1
                if isinstance(outcome, Counterexample):
                    return outcome, n_cases, n_refused
                n_refused += outcome is not None
        return None, n_cases, n_refused


def differ(one: float, other: float) -> bool:
    """Whether two values differ by more than the tolerance; two NaN do not."""
    if math.isnan(one) and math.isnan(other):
        return False
    return not math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def exceeds(one: float, other: float) -> bool:
    """Whether a value is greater than another by more than the tolerance."""
    return one > other and differ(one, other)


def is_nan(case: Case) -> bool:
    """Whether there is no value."""
    return math.isnan(case("AB"))


def is_asymmetric(case: Case) -> bool:
    """Whether exchanging truth and prediction changes the value."""
    return differ(case("AB"), case("BA"))


def has_changed(case: Case) -> bool:
    """Whether the values of two pairs differ."""
    return differ(case("AB"), case("CD"))


def differs_at_equality(case: Case) -> bool:
    """Whether two structures have different values with themselves."""
    return differ(case("AA"), case("BB"))


def is_not_below_equality(case: Case) -> bool:
    """Whether B is as good as A itself."""
    return not exceeds(case("AA"), case("AB"))


def is_not_worse(case: Case) -> bool:
    """Whether C is as good as B, or better."""
    return not exceeds(case("AB"), case("AC"))


def is_not_better(case: Case) -> bool:
    """Whether C is no improvement over B."""
    before, after = case("AB"), case("AC")
    return not exceeds(after, before)


def mean_has_changed(case: Case) -> bool:
    """Whether the means of two pairs differ, or the second is NaN."""
    first, second = case.mean("AB"), case.mean("CD")
    return math.isnan(second) or differ(first, second)


@dataclass(frozen=True, eq=False)
class Counterexample:
    """Structures for which an index lacks a property.

    Parameters
    ----------
    structures : dict of str to structure
        By name, as the index takes them: lists of int for clusterings, tuples of such
        lists for co-clusterings and of indicators for biclusterings.
    values : dict of str to float
        The values of the index, as it returns them, that contradict the property; the
        keys say of which structures, as in ``"metric(A, B)"``.

    See Also
    --------
    check_index : Search for counterexamples.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("wallace1", max_size=3, n_draws=0, random_state=0)
    >>> check["symmetry"].counterexample.structures
    {'A': [0, 0, 0], 'B': [0, 0, 1]}
    """

    structures: dict[str, Any]
    values: dict[str, float]

    def __eq__(self, other: object) -> bool:  # there may be arrays, and NaN
        """Compare what is printed."""
        return isinstance(other, Counterexample) and repr(self) == repr(other)

    def __hash__(self) -> int:
        """Agree with `__eq__`."""
        return hash(repr(self))

    def __str__(self) -> str:
        """Write one line for each structure and each value."""
        structures = [
            f"{name} = {_written(structure)}"
            for name, structure in self.structures.items()
        ]
        values = [f"{name} = {value:.6g}" for name, value in self.values.items()]
        return "\n".join(structures + values)


def _written(structure: Any) -> str:
    """Write a structure in one line, as it can be pasted after ``numpy.array``."""
    if isinstance(structure, tuple):
        return f"({', '.join(map(_written, structure))})"
    if isinstance(structure, np.ndarray) and structure.size == 0:
        return f"array([]).reshape{structure.shape}"
    return " ".join(repr(structure).split())


@dataclass(frozen=True)
class PropertyCheck:
    """Whether an index was seen to have a property.

    Parameters
    ----------
    name : str
        Name of the property.
    holds : bool
        Whether no counterexample was found.
    statement : str
        The property, in words.
    searched : str
        What was searched.
    counterexample : Counterexample or None
        The smallest counterexample found.
    holds_without_trivial : bool or None
        Whether all counterexamples found contain a trivial structure, such as one
        cluster or single samples; None if this was not distinguished.
    nontrivial_counterexample : Counterexample or None
        The smallest counterexample found without trivial structures.

    See Also
    --------
    check_index : Check all properties of an index.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("rand", max_size=3, n_draws=0, random_state=0)
    >>> print(check["minimal agreement"].searched)
    all 30 pairs of up to 3 samples
    """

    name: str
    holds: bool
    statement: str
    searched: str
    counterexample: Counterexample | None = field(default=None, repr=False)
    holds_without_trivial: bool | None = None
    nontrivial_counterexample: Counterexample | None = field(default=None, repr=False)

    @property
    def verdict(self) -> str:
        """One word: "yes", "no", or "nontrivial" if only trivial structures fail."""
        if self.holds:
            return "yes"
        return "nontrivial" if self.holds_without_trivial else "no"

    def __str__(self) -> str:
        """Write the verdict, what was searched and the counterexample."""
        lines = [f"{self.name}: {self.verdict}", indent(self.statement, "  ")]
        lines.append(f"  Searched: {self.searched}.")
        if self.counterexample is not None:
            lines.append(indent(str(self.counterexample), "  "))
        if self.nontrivial_counterexample is not None:
            lines.append("  Without trivial structures:")
            lines.append(indent(str(self.nontrivial_counterexample), "  "))
        return "\n".join(lines)
