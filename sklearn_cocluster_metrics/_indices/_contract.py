"""Contracts: the properties of an index, its options and what it refuses.

In the module of a family, contracts follow their formulas. `_contracts` collects them;
scorers, the common tests, reports and the documentation read nothing else.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal, Protocol, TypeAlias, get_args

from .._laws._pair_moments import NullModelOfPairs
from .._statistics._comparison import BiclusterComparison
from .._statistics._contingency import SquareSums, are_weighted
from .._structures._arguments import check_flag, check_option, check_weight
from .._structures._messages import Caller, describe, unknown_keyword
from .._structures._weights import NO_WEIGHTED_FORM, NOT_EXCHANGEABLE

Structure = Literal["partition", "biclustering", "overlapping"]
StatisticName = Literal["squares", "information", "matched"]

DESCRIPTIONS: Mapping[str, str] = {
    "partition": "clusterings and co-clusterings",
    "biclustering": "biclusterings",
    "overlapping": "overlapping clusterings",
}
"""What is compared, in words."""

NULL_MODELS_OF_PAIRS = get_args(NullModelOfPairs)
"""The null models under which counts of pairs have exact means."""


class CountsOfMode(Protocol):
    """What is counted of one mode: its contingency table, or its sums of squares.

    Formulas of indices that count pairs read nothing else; the others need a table.
    """

    @property
    def squares(self) -> SquareSums:
        """Return the sums of squares of the table and of its margins."""

    @property
    def is_equality(self) -> bool:
        """Return whether both clusterings of the mode are equal."""


Statistics: TypeAlias = Sequence[CountsOfMode] | BiclusterComparison
"""What is counted of two structures: the counts of each mode, or of biclusters."""


@dataclass(frozen=True)
class Option:
    """What values an option of an index may have.

    Parameters
    ----------
    values : tuple
        All values, or examples where there are too many.
    check : callable
        ``check(value, name)`` returns the value, or raises an error with the name.
    is_clear_alone : bool
        Whether a header prints a value without the name of the option.
    """

    values: tuple[Any, ...]
    check: Callable[[Any, str], Any]
    is_clear_alone: bool = False


def one_of(*values: str | None, is_clear_alone: bool = False) -> Option:
    """Return the option that takes one of these values: strings, or None."""
    check = partial(check_option, allowed=values)
    return Option(values, check, is_clear_alone=is_clear_alone)


def not_adjusted(reason: str) -> Option:
    """Return the option `null_model` of an index that takes None only.

    `reason` says why there is no exact adjustment.
    """
    return Option((None,), partial(_refuse_null_model, reason=reason))


def _refuse_null_model(value: Any, name: str, reason: str) -> None:
    """Return None if that is the value, else raise an error with the reason."""
    check_option(value, name, (None, *NULL_MODELS_OF_PAIRS))
    if value is not None:
        raise ValueError(f"`{name}={value!r}` is not possible: {reason}")


FLAG = Option((False, True), check_flag)
WEIGHT = Option((0.0, 0.5, 2.0), check_weight)  # examples of a weight from 0 on


@dataclass(frozen=True)
class Synonym:
    """A name that publications or packages use for an index, or for a value of it.

    Parameters
    ----------
    name : str
        The name; case, accents, spaces and punctuation do not matter.
    options : mapping of str to Any
        Options of the index that give the value of this name.
    expression : str
        The value in Python, where ``{0}`` is the call of the index. Other variables are
        `true`, `pred` and `n`, the number of samples. An expression of several indices
        spells out their calls instead.
    context : str
        Where this holds, or what the variables are; it follows the expression.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    expression: str = "{0}"
    context: str = ""

    @property
    def is_index(self) -> bool:
        """Return whether the value is that of the index, without any change."""
        return self.expression == "{0}"

    @property
    def is_function_of_index(self) -> bool:
        """Return whether the index alone determines the value, for n samples."""
        return "{0}" in self.expression


COMPLEMENT = "1 - {0}"
"""The expression of one minus an index."""

FOR_N_SAMPLES = "for n samples"
"""The context of an expression with `n`."""


def synonyms(
    *names: str, expression: str = "{0}", context: str = "", **options: Any
) -> list[Synonym]:
    """Return the synonyms with these names, which share all else."""
    return [
        Synonym(name, options=options, expression=expression, context=context)
        for name in names
    ]


def header_of(label: str, compared: str | None) -> str:
    """Return the header of the values of an index, of a part of the structures if any.

    `label` is the name in print of the index. `compared` is None where whole structures
    are compared, else the part of them that is, such as "rows".
    """
    return label if compared is None else f"{label} of {compared}"


def option_in_words(name: str, value: Any) -> str:
    """Return an option and its value in words, such as "beta 2" or "inverse"."""
    words = name.replace("_", " ")
    if value is True:
        return words
    if isinstance(value, float):
        number = str(value).removesuffix(".0")
        return f"{words} {number}"
    text = value if isinstance(value, str) else describe(value)
    return f"{words} {text}"


@dataclass(frozen=True, eq=False)
class Contract:
    """The promises of one index, under its default options.

    Parameters
    ----------
    function : callable
        Public function ``(true, pred, *, **options) -> float``, or several values.
    formula : callable
        The index as a function of the modes' contingency tables, or of a
        `BiclusterComparison`.
    source : str
        Publication and equation, with a capital letter first; or "this package".
    name : str
        Short name, used by scorers and reports; default: that of the function, without
        "_score".
    label : str
        Name in print, as in headers of tables; default: the short name with spaces.
    structure : {"partition", "biclustering", "overlapping"}
        What is compared: clusterings and co-clusterings, biclusterings, or clusterings
        that may overlap.
    greater_is_better : bool
        Direction.
    lower, upper : float
        Bounds of the values; `upper` of one mode where `adds_over_modes`.
    symmetric : bool
        Whether both sides can be exchanged.
    at_equality : float or None
        Value for equal structures; None where that is not constant.
    chance_level : float or None
        Mean by chance of corrected indices; None for others.
    chance_is_exact_under : collection of str
        Null models of co-clusterings under which that is exact.
    adds_over_modes : bool
        Whether the value is a sum over the modes.
    options : mapping of str to Option
        What values each option may have.
    fixed : mapping of str to Any
        Keyword arguments that select this index of its function.
    part : int or None
        Position of this index among several returned values.
    disjoint_only : bool
        Whether biclusters that overlap on one side are refused.
    two_modes_only : mapping of str to str
        The value of an option that is refused for other than two modes.
    monotone_in : {"squares", "information", "matched"} or None
        The number per mode that orders values of given cluster sizes; larger is better.
        "squares": sums of squares of the tables, multiplied; the formula reads only
        these and the sizes. "information": mutual information, added. "matched":
        matched samples, multiplied.
    linear_in_pairs : bool
        Whether the value is affine in n11, given cluster sizes.
    unweighted_because : str or None
        Why weights are refused, if the reason is another than `NO_WEIGHTED_FORM`.
    also_called : sequence of Synonym
        Names that others use. Names need not be listed that differ from `name` or
        `label` in spelling only, or by "bicluster" or a word such as "score".
    """

    function: Callable[..., Any]
    formula: Callable[..., float]
    source: str
    name: str = ""
    label: str = ""
    structure: Structure = "partition"
    greater_is_better: bool = True
    lower: float = 0.0
    upper: float = 1.0
    symmetric: bool = True
    at_equality: float | None = 1.0
    chance_level: float | None = None
    chance_is_exact_under: Collection[str] = ()
    adds_over_modes: bool = False
    options: Mapping[str, Option] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    part: int | None = None
    disjoint_only: bool = False
    two_modes_only: Mapping[str, str] = field(default_factory=dict)
    monotone_in: StatisticName | None = None
    linear_in_pairs: bool = False
    unweighted_because: str | None = None
    also_called: Sequence[Synonym] = ()

    def __post_init__(self) -> None:
        if not self.name:
            name = self.function.__name__.removesuffix("_score")
            object.__setattr__(self, "name", name)
        if not self.label:
            object.__setattr__(self, "label", self.name.replace("_", " "))

    def variant(self, **changes: Any) -> "Contract":
        """Return a contract of another name, which does not inherit names of others."""
        return replace(self, **{"label": "", "also_called": (), **changes})

    def __call__(self, true: Any, pred: Any, **options: Any) -> float:
        """Compute the index of two structures."""
        value = self.function(true, pred, **self.fixed, **options)
        if self.part is not None:  # the function returns several indices
            value = value[self.part]
        return float(value)

    def compute(self, statistics: Statistics, **options: Any) -> float:
        """Compute the index from statistics, the options checked."""
        checked = self.check_options(options)
        self.check_weights(statistics)
        return float(self.formula(statistics, **self.fixed, **checked))

    def check_weights(self, statistics: Statistics) -> None:
        """Refuse weighted tables that the index does not take."""
        if isinstance(statistics, BiclusterComparison):
            return
        if are_weighted(statistics):
            self.require_weights()

    @cached_property
    def takes_weights(self) -> bool:
        """Return whether the index has a weighted form."""
        parameters = inspect.signature(self.function).parameters
        return self.unweighted_because is None and "sample_weight" in parameters

    def require_weights(self) -> None:
        """Refuse weights if the index has no weighted form."""
        if not self.takes_weights:
            raise ValueError(self.refusal_of_weights())

    def refusal_of_weights(self) -> str:
        """Return the message that says why weights are refused."""
        reason = self.unweighted_because or NO_WEIGHTED_FORM
        if self.takes_weights:
            reason = (
                "pass it to its function, or to `make_cocluster_scorer` next to the "
                "true labels. Tests, moments and intervals have no weighted form, "
                f"since {NOT_EXCHANGEABLE}"
            )
        return f"{self.name!r} takes no `sample_weight` here: {reason}."

    def check_options(
        self, options: Mapping[str, Any], caller: Caller = None
    ) -> dict[str, Any]:
        """Return all options with their values, the defaults included.

        `caller` is the public function that took the options, for errors.
        """
        checked = dict(self._defaults)
        for name, value in options.items():
            if name == "sample_weight":
                raise TypeError(self.refusal_of_weights())
            if name not in self.options:
                raise unknown_keyword(
                    name, metric=repr(self.name), options=self.options, caller=caller
                )
            checked[name] = self.options[name].check(value, name)
        return checked

    def options_in_words(self, options: Mapping[str, Any]) -> list[str]:
        """Return a few words for each option whose value is not the default."""
        checked = self.check_options(options)
        words = []
        for name, option in self.options.items():
            value = checked[name]
            if value == self._defaults[name]:
                continue
            if option.is_clear_alone:
                words.append(str(value))
            else:
                words.append(option_in_words(name, value))
        return words

    def takes_one_mode(self, options: Mapping[str, Any]) -> bool:
        """Return whether the index with these options is defined for one mode alone.

        It is unless an option has the value that `two_modes_only` gives for it.
        """
        checked = self.check_options(options)
        return all(checked[key] != value for key, value in self.two_modes_only.items())

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        """Return the default of each option, from the signature of the function."""
        parameters = inspect.signature(self.function).parameters
        return {name: parameters[name].default for name in self.options}

    def bounds(self, n_modes: int = 1) -> tuple[float, float]:
        """Return the least and the greatest value for so many modes."""
        upper = self.upper
        if self.adds_over_modes:
            upper *= n_modes
        return self.lower, upper
