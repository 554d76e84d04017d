"""Search for counterexamples to properties of an index, and give verdicts.

A property consists of claims. A claim is a condition on a few values of the index, and
the cases in which it must hold, small ones first. `check_properties` stops at the first
case that contradicts the claim.
"""

import math
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from textwrap import indent
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
)

import numpy as np
from joblib import delayed

from .._contracts import unwrapped
from .._indices._contract import Statistics, Structure
from .._metrics import (
    IdentifiedMetric,
    Metric,
    ResolvedMetric,
    identify,
    is_of_sklearn,
)
from .._structures._arguments import check_option
from .._structures._messages import Caller
from .._structures._printing import Tabular
from .._structures._progress import run_in_parallel
from .._structures._results import Result

StructureName: TypeAlias = Literal["clustering", "coclustering", "biclustering"]
"""An index compares one of these structures."""

INDICES_OF_COCLUSTERINGS = {
    "cari",
    "cari_product",
    "cocorrelation",
    "cocorrelation_distance",
    "classification_error",
    "nce",
    "comi",
    "conmi",
    "enmi",
    "coami",
}
"""These indices are made for co-clusterings, which are their default structure."""

MIN_ACCEPTED_SHARE = 0.1
"""An index must accept more than this share of the pairs.

The share is low, because biclusters overlap in most pairs.
"""

TOLERANCE = 1e-9
"""Values are equal if they differ by at most this, or this fraction of the larger."""


def resolve_metric(
    metric: Metric,
    structure: StructureName | None,
    *,
    options: Mapping[str, Any],
    caller: Caller,
    greater_is_better: bool | None = None,
    needs_direction: bool = True,
) -> tuple[ResolvedMetric, StructureName]:
    """Resolve a metric and its structure, and check that they agree.

    `options` are the options that the user passed with the metric. If `structure` is
    None, it is the structure for which the metric is made. If `needs_direction` is
    True, a user's function that is named like a loss raises an error unless
    `greater_is_better` sets its direction. `caller` is the public function that takes
    the metric. Errors name its parameters.
    """
    identified = identify(metric, options, caller=caller)
    if structure is None:
        structure = _default_structure(identified)
    resolved = identified.resolve(
        structure_in_contracts(structure),
        greater_is_better=greater_is_better,
        needs_direction=needs_direction,
    )
    if structure == "coclustering":
        resolved.check_takes_coclusterings()
    return resolved, structure


def _default_structure(identified: IdentifiedMetric) -> StructureName:
    """Return the structure for which a metric is made.

    Metrics of scikit-learn and indices of this package are made for clusterings, unless
    they are known to be made for another structure. For a user's function, raise an
    error.
    """
    contract = identified.known_index
    if contract is None and not is_of_sklearn(unwrapped(identified.metric)):
        raise ValueError(
            "`structure` must be set for your own `metric`, because it is not known "
            "what the metric compares. Pass 'clustering', 'coclustering' or "
            "'biclustering'."
        )
    if identified.structure == "biclustering":
        return "biclustering"
    if contract is not None and contract.name in INDICES_OF_COCLUSTERINGS:
        return "coclustering"
    return "clustering"


def structure_in_contracts(structure: StructureName) -> Structure:
    """Check the name of a structure, and return its name in contracts.

    Contracts have one name, "partition", for clusterings and co-clusterings.
    """
    check_option(structure, "structure", get_args(StructureName))
    if structure == "biclustering":
        return "biclustering"
    return "partition"


FROM_0_TO_1 = (
    "All values are between 0 and 1, with 1 for equal structures. If lower values of "
    "an index are better, this must hold for 1 minus the value."
)
"""This is the statement that `Case.is_outside_of_0_to_1` contradicts."""


class RefusedError(Exception):
    """Report that the index does not accept a structure."""


SearchedStructure = TypeVar("SearchedStructure", bound=Hashable)
"""A structure is a clustering, co-clustering or biclustering, as its space has it."""


class Space(Protocol[SearchedStructure]):
    """Define the structures among which counterexamples are searched.

    A structure is hashable here. `as_passed` turns it into an argument of an index.
    """

    may_refuse: ClassVar[bool]
    """If True, an index that raises a ValueError does not accept the structure.

    Otherwise, the error counts as a failure of the index.
    """

    def pairs(self) -> Iterator[tuple[SearchedStructure, SearchedStructure]]:
        """Yield all pairs (true, pred), small ones first."""

    def truths(self) -> Iterable[SearchedStructure]:
        """Return all true structures, small ones first."""

    def representative(
        self, true: SearchedStructure, pred: SearchedStructure, /
    ) -> tuple[SearchedStructure, SearchedStructure]:
        """Return a pair that differs from this one at most in the order of the entries.

        Many pairs have the same representative, so that fewer values are computed. A
        space without such orders returns the pair itself.
        """

    def without_trivial(self) -> "Space[SearchedStructure] | None":
        """Return the space of the structures that are not trivial.

        If the space does not distinguish trivial structures, return None.
        """

    def as_passed(self, structure: SearchedStructure, /) -> Any:
        """Return a structure as an index takes it."""

    def counted(
        self, true: SearchedStructure, pred: SearchedStructure, /
    ) -> Statistics:
        """Return the statistics of a pair that formulas of this package take."""

    def orders_of(self, structure: SearchedStructure, /) -> Sequence[SearchedStructure]:
        """Return all structures that permutations make of a prediction.

        Each of them occurs equally often, so that a mean over them is the mean over all
        permutations.
        """

    def described(
        self, template: str, *, n_cases: int, n_refused: int, has_counterexample: bool
    ) -> str:
        """Describe what was searched, by filling in the sizes that `template` names."""


class ValueCache(Generic[SearchedStructure]):
    """Keep the values of an index, each of which is computed once.

    Parameters
    ----------
    metric : ResolvedMetric
        The index.
    space : Space
        Hashable structures that the index compares.
    """

    def __init__(self, metric: ResolvedMetric, space: Space[SearchedStructure]) -> None:
        self.metric = metric
        self.space = space
        function = metric.function
        if metric.contract is not None:
            # A contract computes its index from the statistics of a pair, not from the
            # pair itself, which is much faster (see `_arguments`).
            function = metric.contract.compute
        # In some spaces, the index may refuse a pair, whose value is then None.
        self._compute = partial(
            _compute_value,
            partial(function, **metric.options),
            may_refuse=space.may_refuse,
        )
        self._values: dict[
            tuple[SearchedStructure, SearchedStructure], float | None
        ] = {}

    def raw(self, true: SearchedStructure, pred: SearchedStructure) -> float:
        """Return the value as the index returns it, or NaN if it raises an error.

        If the index does not accept the pair, raise RefusedError.
        """
        pair = (true, pred)
        if pair not in self._values:
            self._values[pair] = self._compute(*self._arguments(true, pred))
        value = self._values[pair]
        if value is None:
            raise RefusedError
        return value

    def _arguments(
        self, true: SearchedStructure, pred: SearchedStructure
    ) -> tuple[Any, ...]:
        """Return the arguments of the index, in a tuple.

        They are the statistics of the pair, or both structures if the function has no
        contract.
        """
        if self.metric.contract is not None:
            return (self.space.counted(true, pred),)
        return self.space.as_passed(true), self.space.as_passed(pred)

    def __call__(self, true: SearchedStructure, pred: SearchedStructure) -> float:
        """Return the value, turned so that higher is better."""
        return self.as_score(self.raw(true, pred))

    def in_any_order(self, true: SearchedStructure, pred: SearchedStructure) -> float:
        """Return the value of the pair that stands for all that differ only in order.

        There are fewer such pairs, so that fewer values are computed.
        """
        return self(*self.space.representative(true, pred))

    def as_score(self, value: float) -> float:
        """Return a value, or 1 - value if lower values are better."""
        return value if self.metric.greater_is_better else 1.0 - value

    def fill(self, n_jobs: int | None, verbose: int) -> None:
        """Compute the values of all pairs in parallel.

        Most values must be numbers. Otherwise, the error has the first error of the
        index as its cause.
        """
        pairs = list(self.space.pairs())
        tasks = (
            delayed(self._compute)(*self._arguments(true, pred)) for true, pred in pairs
        )
        values = run_in_parallel(
            tasks, len(pairs), "pairs", n_jobs=n_jobs, verbose=verbose
        )
        # A value is None if the index refuses the pair, and NaN if the index fails.
        self._values.update(zip(pairs, values, strict=True))
        self._check_most_have_values()

    def _check_most_have_values(self) -> None:
        """Check that the index accepts enough pairs, and has most of their values."""
        refused_pairs = []
        failing_pairs = []
        for pair, value in self._values.items():
            if value is None:
                refused_pairs.append(pair)
            elif math.isnan(value):
                failing_pairs.append(pair)
        n_pairs = len(self._values)
        n_failing = len(failing_pairs)
        n_accepted = n_pairs - len(refused_pairs)
        takes_enough = n_accepted > MIN_ACCEPTED_SHARE * n_pairs
        if takes_enough and 2 * n_failing <= n_accepted:
            return
        message = (
            f"The metric {self.metric.name} has no value for "
            f"{len(refused_pairs) + n_failing:,} of {n_pairs:,} pairs"
        )
        # The index is called again, because its errors were not kept.
        as_passed = self.space.as_passed
        pairs_to_repeat = failing_pairs if n_failing > 0 else refused_pairs
        for true, pred in pairs_to_repeat:
            try:
                self.metric.score(as_passed(true), as_passed(pred))
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                raise ValueError(f"{message}. The first error is {reason}") from error
        raise ValueError(f"{message}, because it returns NaN.")


def _compute_value(
    function: Callable[..., Any], *arguments: Any, may_refuse: bool
) -> float | None:
    """Compute a value, which is None if the index does not accept the pair.

    If `may_refuse` is True, a ValueError means that the index does not accept the pair.
    Any other error is a failure, and the value is NaN. The arguments are the true and
    the predicted structure, or the statistics of the pair alone.
    """
    try:
        value = function(*arguments)
    except Exception as error:
        # A user's function may raise any error, and each of them is a finding.
        if may_refuse and isinstance(error, ValueError):
            return None
        return math.nan
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):  # A large integer is no float.
        return math.nan


class Case(Generic[SearchedStructure]):
    """Name structures A, B, C, D, and record the values that a condition needs.

    Parameters
    ----------
    values : ValueCache
        The values of the index.
    structures : iterable
        Structures in the order of their names, at most four.
    """

    def __init__(
        self,
        values: ValueCache[SearchedStructure],
        structures: Iterable[SearchedStructure],
    ) -> None:
        self.values = values
        self.structures = dict(zip("ABCD", structures, strict=False))
        # The keys are texts such as "metric(A, B)".
        self.named_values: dict[str, float] = {}

    def __call__(self, pair: str) -> float:
        """Return the value of a pair such as "AB", or 1 - value if lower is better.

        The pair consists of the names of the truth and of the prediction. The value
        that the index returns is added to `named_values`. If the index does not accept
        the pair, raise RefusedError.
        """
        true_name = pair[0]
        pred_name = pair[1]
        true = self.structures[true_name]
        pred = self.structures[pred_name]
        value = self.values.raw(true, pred)
        self.named_values[f"metric({true_name}, {pred_name})"] = value
        return self.values.as_score(value)

    def mean(self, pair: str) -> float:
        """Return the mean value of a pair over all permutations of its prediction.

        The pair is named as in `__call__`. The rows and the columns of the prediction,
        or the samples of a clustering, are permuted independently. If lower values are
        better, return 1 - mean. The mean of the values that the index returns is added
        to `named_values`.
        """
        true_name = pair[0]
        pred_name = pair[1]
        true = self.structures[true_name]
        space = self.values.space
        # Each of these orders stands for the same number of permutations.
        orders = space.orders_of(self.structures[pred_name])
        # As the index returns them, lower values may be better.
        raw_values: list[float] = [
            self.values.raw(*space.representative(true, pred)) for pred in orders
        ]
        mean = sum(raw_values) / len(raw_values)
        self.named_values[f"mean of metric({true_name}, {pred_name})"] = mean
        return self.values.as_score(mean)

    def counterexample(self) -> "Counterexample":
        """Return the structures, as an index takes them, with the recorded values."""
        as_passed = self.values.space.as_passed
        structures = {
            name: as_passed(structure) for name, structure in self.structures.items()
        }
        return Counterexample(structures, self.named_values)

    def contradicts(self, condition: "Condition[SearchedStructure]") -> bool:
        """Return whether a condition does not hold.

        In a relation such as "AA > AB", > means better, and < means worse.
        """
        if not isinstance(condition, str):
            # A function returns whether the case contradicts the claim.
            return condition(self)
        first_pair, relation, second_pair = condition.split()
        first_value = self(first_pair)
        second_value = self(second_pair)
        if relation == "=":
            return differ(first_value, second_value)
        if relation == ">":
            return not exceeds(first_value, second_value)
        # The relation is "<".
        return not exceeds(second_value, first_value)

    def is_nan(self) -> bool:
        """Return whether the value of A and B is NaN."""
        return math.isnan(self("AB"))

    def is_outside_of_0_to_1(self) -> bool:
        """Return whether the range from 0 to 1, with 1 at equality, is violated.

        It is violated if the value of A and B is outside of the range, or if the value
        of A and A is not 1. Differences up to the tolerance do not count.
        """
        value_at_equality = self("AA")
        value = self("AB")
        if differ(value_at_equality, 1.0):
            return True
        return exceeds(0.0, value) or exceeds(value, 1.0)

    def is_longer_than_detour(self) -> bool:
        """Return whether d(A, C) > d(A, B) + d(B, C), where d is the loss of a pair.

        The loss is the value of A with itself less the value of the pair.
        """
        value_at_equality = self("AA")
        if not math.isfinite(value_at_equality):
            # Without finite losses, the index is no distance.
            return True
        direct_loss = value_at_equality - self("AC")
        first_loss = value_at_equality - self("AB")
        second_loss = value_at_equality - self("BC")
        return exceeds(direct_loss, first_loss + second_loss)

    def mean_has_changed(self) -> bool:
        """Return whether the mean of A and B differs from the mean of C and D.

        A mean is over all orders of the second structure. The means differ if their
        difference exceeds the tolerance, or if the second mean is NaN.
        """
        first_mean = self.mean("AB")
        second_mean = self.mean("CD")
        return math.isnan(second_mean) or differ(first_mean, second_mean)


Condition: TypeAlias = str | Callable[[Case[SearchedStructure]], bool]
"""A condition is a relation that must hold, or a function.

The function returns whether a case contradicts the claim.
"""


def differ(first: float, second: float) -> bool:
    """Return whether two values differ by more than the tolerance.

    Two NaN do not differ.
    """
    if math.isnan(first) and math.isnan(second):
        return False
    return not math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def exceeds(value: float, bound: float) -> bool:
    """Return whether a value is greater than a bound by more than the tolerance."""
    return value > bound and differ(value, bound)


def unequal_pairs(
    space: Space[SearchedStructure],
) -> Iterator[tuple[SearchedStructure, ...]]:
    """Yield all pairs of different structures."""
    return ((true, pred) for true, pred in space.pairs() if true != pred)


def first_and_each_truth(
    space: Space[SearchedStructure],
) -> Iterator[tuple[SearchedStructure, ...]]:
    """Yield all truths as cases (A, B), where A is always the first truth.

    A condition such as "AA = BB" then compares the values of equal structures.
    """
    return after_the_first((true,) for true in space.truths())


def after_the_first(
    cases: Iterable[tuple[SearchedStructure, ...]],
    key: Callable[[tuple[SearchedStructure, ...]], Hashable] = lambda _: None,
) -> Iterator[tuple[SearchedStructure, ...]]:
    """Yield each case joined to the first one that has the same key.

    The structures of the first case are A, B, and so on, and the structures of the case
    follow. Therefore, a condition such as "AB = CD" compares every pair with the first
    one. The first case is joined to itself. Without `key`, each case is joined to the
    first of all cases.
    """
    first_cases: dict[Hashable, tuple[SearchedStructure, ...]] = {}
    for case in cases:
        first_case = first_cases.setdefault(key(case), case)
        yield first_case + case


@dataclass(frozen=True)
class Claim(Generic[SearchedStructure]):
    """Join a condition and the cases of a space in which it must hold.

    Parameters
    ----------
    cases : callable
        Function that yields tuples of structures of a space, small ones first.
    condition : str or callable
        A relation between values, such as "AB = BA", or a function that returns whether
        a `Case` contradicts the claim.
    template : str
        Description of the cases, with names of sizes to fill in.
    needs_values : bool
        If True, `cases` takes the `ValueCache`, too.
    of_trivial : bool
        If True, the claim is about trivial structures.
    """

    cases: Callable[..., Iterable[tuple[SearchedStructure, ...]]]
    condition: Condition[SearchedStructure]
    template: str = ""
    needs_values: bool = False
    of_trivial: bool = False

    def cases_in(
        self, space: Space[SearchedStructure], values: ValueCache[SearchedStructure]
    ) -> Iterable[tuple[SearchedStructure, ...]]:
        """Return the cases in a space, as tuples of up to four structures."""
        if self.needs_values:
            return self.cases(space, values)
        return self.cases(space)


Properties: TypeAlias = Mapping[str, tuple[str, *tuple[Claim[SearchedStructure], ...]]]
"""Each property has a name, a statement and claims.

The last claim describes what was searched.
"""


def check_properties(
    properties: Properties[SearchedStructure], values: ValueCache[SearchedStructure]
) -> Iterator["PropertyCheck"]:
    """Yield the result of the search for each property.

    A structure is trivial if its rows or its columns form a single cluster, or only
    single samples. After a counterexample, the search is repeated without trivial
    structures, unless the claim is about them.
    """
    space = values.space
    for name, (statement, *claims) in properties.items():
        outcome = _search_counterexample(claims, values, space)
        has_counterexample = outcome.counterexample is not None
        # The template of the last claim describes the cases of all claims.
        searched = space.described(
            claims[-1].template,
            n_cases=outcome.n_cases,
            n_refused=outcome.n_refused,
            has_counterexample=has_counterexample,
        )
        nontrivial_space = None
        if not any(claim.of_trivial for claim in claims):
            nontrivial_space = space.without_trivial()
        # This remains None if trivial structures are not distinguished, or if a claim
        # is about them.
        holds_without_trivial = None
        nontrivial_counterexample = None
        if nontrivial_space is not None:
            if has_counterexample:
                nontrivial_outcome = _search_counterexample(
                    claims, values, nontrivial_space
                )
                nontrivial_counterexample = nontrivial_outcome.counterexample
            holds_without_trivial = nontrivial_counterexample is None
        yield PropertyCheck(
            name=name,
            holds=not has_counterexample,
            statement=statement,
            searched=searched,
            counterexample=outcome.counterexample,
            holds_without_trivial=holds_without_trivial,
            nontrivial_counterexample=nontrivial_counterexample,
        )


@dataclass(frozen=True)
class _SearchOutcome:
    """Keep what a search has found, with the numbers of tried and refused cases.

    A case is refused if the index does not accept one of its pairs. Refused cases are
    counted among the tried cases, too.
    """

    counterexample: "Counterexample | None"
    n_cases: int
    n_refused: int


def _search_counterexample(
    claims: Iterable[Claim[SearchedStructure]],
    values: ValueCache[SearchedStructure],
    space: Space[SearchedStructure],
) -> _SearchOutcome:
    """Try the cases of all claims, up to the first case that contradicts its claim."""
    n_cases = 0
    n_refused = 0
    for claim in claims:
        for structures_of_case in claim.cases_in(space, values):
            n_cases += 1
            case = Case(values, structures_of_case)
            try:
                is_contradicted = case.contradicts(claim.condition)
            except RefusedError:
                n_refused += 1
                continue
            if is_contradicted:
                return _SearchOutcome(case.counterexample(), n_cases, n_refused)
    return _SearchOutcome(None, n_cases, n_refused)


@dataclass(frozen=True, eq=False)
class Counterexample(Result):
    """Structures for which an index lacks a property.

    Parameters
    ----------
    structures : dict of str to structure
        Structures by their names, as they are passed to the index.
    values : dict of str to float
        Values that contradict the property, by keys such as ``"metric(A, B)"``.

    See Also
    --------
    check_index : Search for counterexamples to each property.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("wallace1", max_size=3, n_draws=0)
    >>> check["symmetry"].counterexample.structures
    {'A': [0, 0, 0], 'B': [0, 0, 1]}
    """

    structures: dict[str, Any]
    values: dict[str, float]

    def __str__(self) -> str:
        """Return a text with one line for each structure and each value."""
        lines = []
        for name, structure in self.structures.items():
            lines.append(f"{name} = {_format_structure(structure)}")
        for name, value in self.values.items():
            lines.append(f"{name} = {value:.6g}")
        return "\n".join(lines)


def _format_structure(structure: object) -> str:
    """Return a structure as one line of code, with `array` for ``numpy.array``.

    A structure is an array, a list of labels, or a tuple of these.
    """
    if isinstance(structure, tuple):
        parts = ", ".join(_format_structure(part) for part in structure)
        return f"({parts})"
    if isinstance(structure, np.ndarray) and structure.size == 0:
        return f"array([]).reshape{structure.shape}"
    # All entries are written, even if an array is large.
    with np.printoptions(threshold=sys.maxsize):
        return " ".join(repr(structure).split())


@dataclass(frozen=True, eq=False)
class PropertyCheck(Tabular):
    """Result of the search for a counterexample to one property of an index.

    Parameters
    ----------
    name : str
        Name of the property.
    holds : bool
        Whether no counterexample was found.
    statement : str
        The property in words.
    searched : str
        The structures that were searched.
    counterexample : Counterexample or None
        Smallest counterexample that was found.
    holds_without_trivial : bool or None
        Whether all counterexamples that were found contain a trivial structure, which
        has a single cluster or only singletons in a mode. It is None if trivial
        structures are not distinguished.
    nontrivial_counterexample : Counterexample or None
        Smallest counterexample without trivial structures. It may be the same as
        `counterexample`.

    See Also
    --------
    check_index : Check all properties of an index.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("rand", max_size=3, n_draws=0)
    >>> print(check["minimal agreement"].searched)
    all pairs of up to 5 samples up to order (139)
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
        """Return columns of one row, with the verdict and the evidence for it."""
        return {
            "property": [self.name],
            "verdict": [self.verdict],
            "evidence": [self._evidence()],
        }

    def _evidence(self) -> str:
        """Return a counterexample as text, or what was searched.

        The counterexample is nontrivial if there is such a counterexample.
        """
        if self.nontrivial_counterexample is not None:
            text = str(self.nontrivial_counterexample)
        elif self.counterexample is not None:
            text = str(self.counterexample)
        else:
            text = self.searched
        return ", ".join(text.splitlines())

    def __str__(self) -> str:
        """Return a text with the verdict, the search, and the counterexamples."""
        lines = [f"{self.name}: {self.verdict}", indent(self.statement, "  ")]
        lines.append(f"  Searched: {self.searched}.")
        if self.counterexample is not None:
            lines.append(indent(str(self.counterexample), "  "))
        # The first counterexample is printed again if it has no trivial structure.
        if self.nontrivial_counterexample is not None:
            lines.append("  Without trivial structures:")
            lines.append(indent(str(self.nontrivial_counterexample), "  "))
        return "\n".join(lines)
