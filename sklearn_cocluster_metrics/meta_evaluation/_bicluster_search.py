"""Search for the smallest case in which an index of biclusterings lacks a property."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from joblib import Parallel, delayed

from ._bicluster_spaces import Pair, Space
from ._bicluster_structures import Biclustering, permutations_of
from ._properties import TOLERANCE, Counterexample, Measure, PropertyCheck

Case: TypeAlias = tuple[Biclustering, ...]
"""Biclusterings, named A, B, C, D in this order."""


class RefusedError(Exception):
    """The index refuses a biclustering."""


class Values:
    """The values of an index, each computed once.

    Parameters
    ----------
    measure : Measure
        The index.
    """

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self._known: dict[Pair, float | None] = {}

    def of(self, true: Biclustering, pred: Biclustering) -> float:
        """Return the value as the index returns it; NaN where it raises an error.

        A ValueError is a refusal and raises RefusedError.
        """
        if (true, pred) not in self._known:
            self._known[true, pred] = _compute(self.measure, true, pred)
        value = self._known[true, pred]
        if value is None:
            raise RefusedError
        return value

    def fill(self, pairs: Sequence[Pair], n_jobs: int | None) -> None:
        """Compute the values of many pairs, in parallel."""
        computed = Parallel(n_jobs=n_jobs)(
            delayed(_compute)(self.measure, *pair) for pair in pairs
        )
        self._known.update(zip(pairs, computed, strict=True))

    def mean_over_permutations(self, true: Biclustering, pred: Biclustering) -> float:
        """Average over all permutations of the rows and of the columns of `pred`."""
        moved = [pred.permuted(each).in_order() for each in permutations_of(pred.shape)]
        return math.fsum(self.of(true, one) for one in moved) / len(moved)

    def range_seen(self) -> str:
        """Describe the smallest and the largest value."""
        values = (value for value in self._known.values() if value is not None)
        known = [value for value in values if not math.isnan(value)]
        if not known:
            return "no value"
        return f"values from {min(known):.6g} to {max(known):.6g}"


def _compute(measure: Measure, true: Biclustering, pred: Biclustering) -> float | None:
    """Compute a value; None where the index refuses, NaN where it fails."""
    try:
        return float(measure.function(true.indicators(), pred.indicators()))
    except ValueError:
        return None
    except Exception:  # whatever else a user's function raises is a finding
        return math.nan


@dataclass(frozen=True)
class Property:
    """A property as a relation between a few values, and the cases to try.

    Parameters
    ----------
    name : str
        Name of the property.
    statement : str
        The property, in words.
    compared : tuple of (str, str)
        Names of the true and of the predicted biclustering of each value.
    fails : callable
        Whether values, turned so that higher is better, contradict the property.
    cases : callable
        The cases of a space, small ones first.
    where : str
        Description of these cases, with the names of sizes to be filled in.
    value : callable
        What is computed of two biclusterings.
    label : str
        Name of a value, given the names of its two biclusterings.
    """

    name: str
    statement: str
    compared: tuple[tuple[str, str], ...]
    fails: Callable[[Sequence[float]], bool]
    cases: Callable[[Space], Iterable[Case]]
    where: str
    value: Callable[[Values, Biclustering, Biclustering], float] = Values.of
    label: str = "metric({}, {})"

    def check(self, values: Values, space: Space) -> PropertyCheck:
        """Go through the cases, up to the first that contradicts the property."""
        n_cases = n_refused = 0
        found = None
        for case in self.cases(space):
            n_cases += 1
            try:
                found = self._contradicted(values, case)
            except RefusedError:
                n_refused += 1
            if found is not None:
                break
        counted = _counted(n_cases, n_refused, found is not None)
        return PropertyCheck(
            self.name,
            holds=found is None,
            statement=self.statement,
            searched=f"{space.described(self.where)} ({counted})",
            counterexample=found,
        )

    def _contradicted(self, values: Values, case: Case) -> Counterexample | None:
        named = dict(zip("ABCD", case, strict=False))
        raw = [self.value(values, named[t], named[p]) for t, p in self.compared]
        better = 1 if values.measure.greater_is_better else -1
        if not self.fails([better * value for value in raw]):
            return None
        labels = (self.label.format(*pair) for pair in self.compared)
        return Counterexample(
            structures={name: one.indicators() for name, one in named.items()},
            values=dict(zip(labels, raw, strict=True)),
        )


# The searches compare pairs of floats: `differ` and `exceeds` of `_properties`, for
# arrays, take a hundred times as long, and to them two values that are NaN are equal.
def differ(one: float, other: float) -> bool:
    """Whether two values differ by more than the tolerance; NaN always does."""
    return not math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def exceeds(one: float, other: float) -> bool:
    """Whether a value is greater than another by more than the tolerance."""
    return one > other and differ(one, other)


def two_differ(values: Sequence[float]) -> bool:
    """Whether the first two values differ."""
    return differ(values[0], values[1])


def first_is_not_worse(values: Sequence[float]) -> bool:
    """Whether the first value is as good as the second, or better."""
    return not exceeds(values[1], values[0])


def first_is_not_better(values: Sequence[float]) -> bool:
    """Whether the first value is as poor as the second, or poorer."""
    return not exceeds(values[0], values[1])


def _counted(n_cases: int, n_refused: int, is_stopped: bool) -> str:
    """Count cases, and those that the index refused."""
    counted = f"{n_cases:,} case{'s' * (n_cases != 1)}"
    if n_refused == n_cases > 0:
        return f"nothing: {counted}, all refused"
    if is_stopped:
        counted += ", the last of which fails"
    return f"{counted}; refused: {n_refused:,} of {n_cases:,}" if n_refused else counted
