"""The search for counterexamples: properties, the cases to try, and the verdicts.

A property consists of claims. A claim is a condition on a few values of the index, and
the cases in which it must hold, small ones first. `check_properties` stops at the first
case that contradicts it.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from textwrap import indent
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from joblib import delayed

from .._indices._contract import Structure
from .._metrics import (
    Metric,
    ResolvedMetric,
    find_contract,
    is_of_sklearn,
    resolve,
    structure_compared_by,
    unwrapped,
)
from .._structures._arguments import check_option
from .._structures._printing import Tabular
from .._structures._progress import in_parallel
from ._biclusterings import BiclusteringSpace
from ._labelings import LabelingSpace

StructureName: TypeAlias = Literal["clustering", "coclustering", "biclustering"]
"""What is compared."""

OF_COCLUSTERINGS = {
    *("cari", "cari_product", "cocorrelation", "cocorrelation_distance"),
    *("classification_error", "nce", "comi", "conmi", "enmi", "coami"),
}
"""Indices made for co-clusterings, which are compared unless `structure` is given."""

LEAST_TAKEN = 0.1
"""An index must take more than this share of the pairs; in most, biclusters overlap."""

TOLERANCE = 1e-9
"""Values are equal if they differ by at most this, or this part of the larger one."""


def resolve_metric(
    metric: Metric,
    structure: StructureName | None,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
) -> tuple[ResolvedMetric, StructureName]:
    """Resolve a name or a function, and what it compares; check that they agree."""
    contract, _ = find_contract(metric, options)
    if structure is None:
        if contract is None and not is_of_sklearn(unwrapped(metric)):
            raise ValueError(
                "`structure` must say what your own `metric` compares: 'clustering', "
                "'coclustering' or 'biclustering'."
            )
        structure = "clustering"
        if structure_compared_by(metric) == "biclustering":
            structure = "biclustering"
        elif contract is not None and contract.name in OF_COCLUSTERINGS:
            structure = "coclustering"
    compared = structure_in_contracts(structure)
    resolved = resolve(metric, compared, greater_is_better, options)
    if structure == "coclustering":
        resolved.check_takes_coclusterings()
    return resolved, structure


def structure_in_contracts(structure: StructureName) -> Structure:
    """Check what is compared, and return what contracts call it."""
    check_option(structure, "structure", get_args(StructureName))
    return "biclustering" if structure == "biclustering" else "partition"


FROM_0_TO_1 = (
    "All values are between 0 and 1, with 1 for equal structures; of an index of which "
    "lower values are better, 1 minus the value."
)
"""Statement of `Case.is_outside_of_0_to_1`."""


class RefusedError(Exception):
    """The index refuses a structure."""


Space: TypeAlias = LabelingSpace | BiclusteringSpace
"""The structures among which counterexamples are searched."""


class ValueCache:
    """The values of an index, each computed once.

    Parameters
    ----------
    metric : ResolvedMetric
        The index.
    space : Space
        What it compares; structures are hashable.
    """

    def __init__(self, metric: ResolvedMetric, space: Space) -> None:
        self.space, self.metric = space, metric
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
        return self.as_score(self.raw(true, pred))

    def as_score(self, value: float) -> float:
        """Turn a value so that higher is better: 1 - value where lower is."""
        return value if self.metric.greater_is_better else 1.0 - value

    def fill(self, n_jobs: int | None, verbose: int) -> None:
        """Compute the values of all pairs in parallel; most must be numbers.

        Else the first error that the index raises is raised again.
        """
        as_passed: Callable[..., Any] = self.space.as_passed
        pairs: list[Any] = list(self.space.pairs())
        tasks = (delayed(self._compute)(*map(as_passed, pair)) for pair in pairs)
        computed = in_parallel(tasks, len(pairs), "pairs", n_jobs, verbose)
        self._known.update(zip(pairs, computed, strict=True))
        known = self._known
        refused = [pair for pair in known if known[pair] is None]
        failing = [pair for pair in known if known[pair] != known[pair]]
        n_left = len(known) - len(refused)
        if n_left > LEAST_TAKEN * len(known) and 2 * len(failing) <= n_left:
            return
        message = (
            f"The metric {self.metric.name} has no value for "
            f"{len(refused + failing):,} of {len(known):,} pairs"
        )
        for pair in failing or refused:
            try:
                self.metric.score(*map(as_passed, pair))
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                raise ValueError(f"{message}. The first error is {reason}") from error
        raise ValueError(f"{message}: it returns NaN.")


def _compute(
    metric: ResolvedMetric, may_refuse: bool, true: Any, pred: Any
) -> float | None:
    """Compute a value; None where the index refuses, NaN where it fails."""
    try:
        value = metric.function(true, pred, **metric.options)
    except Exception as error:  # whatever a user's function raises is a finding
        return None if may_refuse and isinstance(error, ValueError) else math.nan
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


class Case:
    """Structures named A, B, C, D, and the values that a condition asks for.

    Parameters
    ----------
    values : ValueCache
        Of the index.
    structures : iterable
        In the order of their names.
    """

    def __init__(self, values: ValueCache, structures: Iterable[Any]) -> None:
        self.values = values
        self.structures = dict(zip("ABCD", structures, strict=False))
        self.seen: dict[str, float] = {}

    def __call__(self, pair: str) -> float:
        """Return the value of two structures; higher is better."""
        value = self.values.raw(self.structures[pair[0]], self.structures[pair[1]])
        self.seen[f"metric({pair[0]}, {pair[1]})"] = value
        return self.values.as_score(value)

    def mean(self, pair: str) -> float:
        """Return the mean over all orders of the second structure; higher is better."""
        space, true = self.values.space, self.structures[pair[0]]
        orders = space.orders_of(self.structures[pair[1]])
        drawn = [self.values.raw(true, pred) for pred in orders]
        mean = sum(drawn) / len(drawn)
        self.seen[f"mean of metric({pair[0]}, {pair[1]})"] = mean
        return self.values.as_score(mean)

    def counterexample(self) -> "Counterexample":
        """Return the structures with the values that were asked for."""
        as_passed = self.values.space.as_passed
        structures = {name: as_passed(one) for name, one in self.structures.items()}
        return Counterexample(structures, self.seen)

    def contradicts(self, condition: "Condition") -> bool:
        """Whether a relation such as "AA > AB" does not hold; > is better, < worse."""
        if not isinstance(condition, str):
            return condition(self)
        first, relation, second = condition.split()
        one, other = self(first), self(second)
        if relation == "=":
            return differ(one, other)
        return not (exceeds(one, other) if relation == ">" else exceeds(other, one))

    def is_nan(self) -> bool:
        """Whether there is no value."""
        return math.isnan(self("AB"))

    def is_outside_of_0_to_1(self) -> bool:
        """Whether the value is not from 0 to 1, or not 1 at equality."""
        best, value = self("AA"), self("AB")
        return differ(best, 1.0) or exceeds(0.0, value) or exceeds(value, 1.0)

    def is_longer_than_detour(self) -> bool:
        """Whether d(A, C) > d(A, B) + d(B, C); d is the loss against equality."""
        best = self("AA")
        if not math.isfinite(best):
            return True
        direct, one, other = (best - self(pair) for pair in ("AC", "AB", "BC"))
        return exceeds(direct, one + other)

    def mean_has_changed(self) -> bool:
        """Whether the means of two pairs differ, or the second is NaN."""
        first, second = self.mean("AB"), self.mean("CD")
        return math.isnan(second) or differ(first, second)


Condition: TypeAlias = str | Callable[[Case], bool]
"""A relation that must hold, or what contradicts a claim."""


def differ(one: float, other: float) -> bool:
    """Whether two values differ by more than the tolerance; two NaN do not."""
    if math.isnan(one) and math.isnan(other):
        return False
    return not math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def exceeds(one: float, other: float) -> bool:
    """Whether a value is greater than another by more than the tolerance."""
    return one > other and differ(one, other)


def unequal_pairs(space: Space) -> Iterator[tuple[Any, Any]]:
    """Yield all pairs of different structures."""
    return ((true, pred) for true, pred in space.pairs() if true != pred)


def equal_pairs(space: Space) -> Iterator[tuple[Any, ...]]:
    """Yield all truths, each after the first one."""
    return after_the_first((None, (one,)) for one in space.truths())


def after_the_first(
    cases: Iterable[tuple[Hashable, tuple[Any, ...]]],
) -> Iterator[tuple[Any, ...]]:
    """Yield all cases, each after the first one that has the same key."""
    known: dict[Hashable, tuple[Any, ...]] = {}
    for key, structures in cases:
        yield *known.setdefault(key, structures), *structures


@dataclass(frozen=True)
class Claim:
    """A condition, and the cases of a space in which it must hold.

    Parameters
    ----------
    cases : callable
        Yields tuples of structures of a space, small ones first.
    condition : str or callable
        A relation between values, such as "AB = BA", or whether a `Case` contradicts
        the claim.
    where : str
        Description of the cases, with names of sizes to fill in.
    needs_values : bool
        Whether `cases` takes the `ValueCache`, too.
    of_trivial : bool
        Whether the claim is about trivial structures.
    """

    cases: Callable[..., Iterable[tuple[Any, ...]]]
    condition: Condition
    where: str = ""
    needs_values: bool = False
    of_trivial: bool = False


Properties: TypeAlias = Mapping[str, tuple[str, *tuple[Claim, ...]]]
"""By name, the statement and the claims; the last one describes what was searched."""


def check_properties(
    properties: Properties, values: ValueCache
) -> Iterator["PropertyCheck"]:
    """Yield what is found about each property.

    After a counterexample, trivial structures are left out and all is searched again.
    """
    space = values.space
    for name, (statement, *claims) in properties.items():
        found, n_cases, n_refused = _first_counterexample(claims, values, space)
        holds, other, where = found is None, None, claims[-1].where
        searched = space.described(where, n_cases, n_refused, failed=not holds)
        of_trivial = any(claim.of_trivial for claim in claims)
        others = None if of_trivial else space.without_trivial()
        if others is not None and not holds:
            other, *_ = _first_counterexample(claims, values, others)
        without = None if others is None else other is None
        yield PropertyCheck(name, holds, statement, searched, found, without, other)


def _first_counterexample(
    claims: Iterable[Claim], values: ValueCache, space: Space
) -> tuple["Counterexample | None", int, int]:
    """Go through the cases, and count all and those that the index refuses."""
    n_cases = n_refused = 0
    for claim in claims:
        needed = (space, values) if claim.needs_values else (space,)
        for structures in claim.cases(*needed):
            n_cases += 1
            case = Case(values, structures)
            try:
                if case.contradicts(claim.condition):
                    return case.counterexample(), n_cases, n_refused
            except RefusedError:
                n_refused += 1
    return None, n_cases, n_refused


@dataclass(frozen=True, eq=False)
class Counterexample:
    """Structures for which an index lacks a property.

    Parameters
    ----------
    structures : dict of str to structure
        By name, as the index takes them.
    values : dict of str to float
        Values that contradict the property, by keys such as ``"metric(A, B)"``.

    See Also
    --------
    check_index : Finds it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("wallace1", max_size=3, n_draws=0)
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
        lines = [f"{name} = {_written(one)}" for name, one in self.structures.items()]
        lines += [f"{name} = {value:.6g}" for name, value in self.values.items()]
        return "\n".join(lines)


def _written(structure: Any) -> str:
    """Write a structure in one line, as it can be pasted after ``numpy.array``."""
    if isinstance(structure, tuple):
        return f"({', '.join(map(_written, structure))})"
    if isinstance(structure, np.ndarray) and structure.size == 0:
        return f"array([]).reshape{structure.shape}"
    return " ".join(repr(structure).split())


@dataclass(frozen=True)
class PropertyCheck(Tabular):
    """Whether an index was seen to have a property.

    Parameters
    ----------
    name : str
        Its name.
    holds : bool
        Whether no counterexample was found.
    statement : str
        The property, in words.
    searched : str
        What was searched.
    counterexample : Counterexample or None
        The smallest found.
    holds_without_trivial : bool or None
        Whether all counterexamples found contain a trivial structure; None if not
        distinguished.
    nontrivial_counterexample : Counterexample or None
        The smallest without trivial structures.

    See Also
    --------
    check_index : Makes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("rand", max_size=3, n_draws=0)
    >>> print(check["minimal agreement"].searched)
    all pairs of up to 4 samples up to order (95)
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

    def _columns(self) -> dict[str, Any]:
        """Return the verdict, with what was searched or what fails."""
        found = self.nontrivial_counterexample or self.counterexample or self.searched
        evidence = ", ".join(str(found).splitlines())
        columns = {"property": self.name, "verdict": self.verdict, "evidence": evidence}
        return {name: [value] for name, value in columns.items()}

    def __str__(self) -> str:
        """Write the verdict, what was searched and the counterexample."""
        lines = [f"{self.name}: {self.verdict}", indent(self.statement, "  ")]
        lines.append(f"  Searched: {self.searched}.")
        if self.counterexample is not None:
            lines.append(indent(str(self.counterexample), "  "))
        if (other := self.nontrivial_counterexample) is not None:
            lines += ["  Without trivial structures:", indent(str(other), "  ")]
        return "\n".join(lines)
