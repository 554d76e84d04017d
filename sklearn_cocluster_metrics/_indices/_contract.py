"""Declare the properties of an index, its options and the input that it refuses.

Such a declaration is called a contract. In the module of a family, a contract follows
its formula. `_contracts` collects the contracts. Scorers, the common tests, reports and
the documentation use only these to learn what an index does.
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
from .._structures._messages import (
    WITH_FIXED_N_CLUSTERS,
    Caller,
    describe,
    suggestion,
    unknown_keyword,
)
from .._structures._weights import NO_WEIGHTED_FORM, NOT_EXCHANGEABLE

Structure = Literal["partition", "biclustering", "overlapping"]
StatisticName = Literal["squares", "information", "matched"]

STRUCTURES_IN_WORDS: Mapping[Structure, str] = {
    "partition": "clusterings and co-clusterings",
    "biclustering": "biclusterings",
    "overlapping": "overlapping clusterings",
}
"""The structures that indices compare, in words."""

NULL_MODELS_OF_PAIRS = get_args(NullModelOfPairs)
"""The null models under which counts of pairs have exact means."""


class CountsOfMode(Protocol):
    """The counts of one mode, which are a contingency table or its sums of squares.

    The rows and the columns are modes. Formulas of indices that count pairs use only
    these two properties. All other formulas need a table.
    """

    @property
    def squares(self) -> SquareSums:
        """Return the sums of squares of the table and of its margins."""

    @property
    def is_equality(self) -> bool:
        """Return whether both clusterings of the mode are equal."""


Statistics: TypeAlias = Sequence[CountsOfMode] | BiclusterComparison
"""The counts of two structures, for each mode or for biclusters."""


@dataclass(frozen=True)
class Option:
    """Values that an option of an index may have.

    Parameters
    ----------
    values : tuple
        All values, or examples if there are too many.
    check : callable
        Function ``check(value, name)``, which returns the value, or raises an error
        with the name of the option.
    is_clear_alone : bool
        If True, a header prints a value without the name of the option.
    """

    values: tuple[Any, ...]
    check: Callable[[Any, str], Any]
    is_clear_alone: bool = False


def one_of(*values: str | None, is_clear_alone: bool = False) -> Option:
    """Return an option that takes one of these values, which are strings or None."""
    check = partial(check_option, allowed=values)
    return Option(values, check, is_clear_alone=is_clear_alone)


def null_models(*values: str | None) -> Option:
    """Return the option `null_model` of an index that takes these null models."""
    return Option(values, partial(check_null_model_of_pairs, allowed=values))


def check_null_model_of_pairs(
    value: Any, name: str, allowed: Collection[str | None] = NULL_MODELS_OF_PAIRS
) -> Any:
    """Check a null model; the error for "fixed_n_clusters" names who takes it."""
    return check_option(value, name, allowed, suggest=_suggest_null_model)


def _suggest_null_model(value: Any, allowed: Collection[Any]) -> str:
    """Return the end of the error for a null model that is not allowed."""
    if value == "fixed_n_clusters":
        return f" {WITH_FIXED_N_CLUSTERS}"
    return suggestion(value, allowed)


def not_adjusted(reason: str) -> Option:
    """Return the option `null_model` of an index that takes only None.

    `reason` says why there is no exact adjustment, and what to use instead. It follows
    "because" in the error.
    """
    return Option((None,), partial(_refuse_null_model, reason=reason))


def _refuse_null_model(value: Any, name: str, reason: str) -> None:
    """Raise an error with the reason, unless the value is None."""
    check_null_model_of_pairs(value, name, (None, *NULL_MODELS_OF_PAIRS))
    if value is not None:
        raise ValueError(f"`{name}={value!r}` is not possible, because {reason}")


FLAG = Option((False, True), check_flag)
WEIGHT = Option((0.0, 0.5, 2.0), check_weight)  # Any weight of at least 0 is allowed.


@dataclass(frozen=True)
class Synonym:
    """Name that publications or packages use for an index or its value.

    Parameters
    ----------
    name : str
        Name. Its case, accents, spaces and punctuation do not matter.
    options : mapping of str to Any
        Options of the index that give the value of this name.
    expression : str
        Value in Python, where ``{0}`` is the call of the index. Other variables are
        `true`, `pred` and the number of samples, `n`. An expression of several indices
        contains their calls instead of ``{0}``.
    context : str
        Text after the expression, which says when it holds, or explains its variables.
    note : str
        Sentence about another value that the name may mean, which no index here has,
        or about other structures that have a value of this name.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    expression: str = "{0}"
    context: str = ""
    note: str = ""

    @property
    def is_index(self) -> bool:
        """Return whether the value is the value of the index, without any change."""
        return self.expression == "{0}"

    @property
    def is_function_of_index(self) -> bool:
        """Return whether the index alone determines the value, for n samples."""
        return "{0}" in self.expression


COMPLEMENT = "1 - {0}"
"""The expression of one minus an index."""

FOR_N_SAMPLES = "for n samples"
"""The context of an expression that contains `n`."""


def synonyms(
    *names: str,
    expression: str = "{0}",
    context: str = "",
    note: str = "",
    **options: Any,
) -> list[Synonym]:
    """Return a synonym for each name. They have all other fields in common.

    `context` says when the expression holds, or explains its variables. `note` is a
    sentence about other values that the name may mean. All other keywords are the
    options of the index, as in `Synonym`.
    """
    return [
        Synonym(
            name, options=options, expression=expression, context=context, note=note
        )
        for name in names
    ]


SYNONYMS_OF_KAPPA = synonyms(
    "kappa",
    "Cohen's kappa",
    note=(
        "This is the kappa of pairs. Cohen's kappa of annotations is another value, "
        "because it compares the names of labels; use "
        "`sklearn.metrics.cohen_kappa_score`."
    ),
)
"""Synonyms of the adjusted Rand index, which is Cohen's kappa of the pairs."""


def header_of(label: str, compared: str | None) -> str:
    """Return the header of the values of an index.

    `label` is the name in print of the index. `compared` is the part of the structures
    that is compared, such as "rows", or None if whole structures are compared.
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
    """Properties of one index, under its default options.

    The common tests try to refute each property for every index.

    Parameters
    ----------
    function : callable
        Public function ``(true, pred, *, **options)``, which returns a float or several
        values.
    formula : callable
        The index as a function of the contingency tables of the modes, or of a
        `BiclusterComparison`.
    source : str
        Publication and equation, beginning with a capital letter, or "this package".
    name : str
        Short name, used by scorers and reports. By default, it is the name of the
        function without "_score".
    label : str
        Name in print, as in headers of tables. By default, it is the short name with
        spaces.
    structure : {"partition", "biclustering", "overlapping"}
        Structures that the index compares. "partition" stands for clusterings and
        co-clusterings, and "overlapping" for clusterings that may overlap.
    greater_is_better : bool
        Direction of the index.
    lower, upper : float
        Bounds of the values. If `adds_over_modes`, `upper` is the bound for one mode.
    symmetric : bool
        Whether exchanging both sides never changes the value.
    at_equality : float or None
        Value for equal structures, or None if this value is not constant.
    chance_level : float or None
        Mean by chance of a corrected index, or None for other indices.
    chance_is_exact_under : collection of str
        Null models of co-clusterings under which the mean is exactly `chance_level`.
    adds_over_modes : bool
        Whether the value is a sum over the modes.
    options : mapping of str to Option
        Values that each option may have.
    fixed : mapping of str to Any
        Keyword arguments that select this index, if its function computes several.
    part : int or None
        Position of this index among the returned values, if there are several.
    disjoint_only : bool
        Whether biclusters of one side that overlap raise an error.
    two_modes_only : mapping of str to str
        Value of an option that raises an error unless there are two modes.
    monotone_in : {"squares", "information", "matched"} or None
        Number of each mode that determines the order of the values if the cluster sizes
        are given. A larger number is better. "squares" are sums of squared counts of
        the tables, which are multiplied over the modes; the formula uses only these and
        the cluster sizes. "information" is the mutual information, which is added.
        "matched" are numbers of matched samples, which are multiplied.
    linear_in_pairs : bool
        Whether the value is affine in n11, the number of pairs together in both, if the
        cluster sizes are given.
    unweighted_because : str or None
        Reason why weights are refused, if it is not `NO_WEIGHTED_FORM`.
    also_called : sequence of Synonym
        Names that others use. A name need not be listed if it differs from `name` or
        `label` only in spelling, by "bicluster" or by a word such as "score".
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
        """Return a contract with these fields changed, such as ``fixed={...}``.

        All other fields are inherited, except the label and the synonyms. If they are
        not among the changes, the label follows from the name, and there are no
        synonyms. A mapping replaces the inherited mapping, and is not merged with it.
        """
        return replace(self, **{"label": "", "also_called": (), **changes})

    def __call__(self, true: Any, pred: Any, **options: Any) -> float:
        """Compute the index of two structures."""
        value = self.function(true, pred, **self.fixed, **options)
        if self.part is not None:  # The function returns several indices.
            value = value[self.part]
        return float(value)

    def compute(self, statistics: Statistics, **options: Any) -> float:
        """Check the options, and compute the index from statistics."""
        checked = self.check_options(options)
        self.check_weights(statistics)
        return float(self.formula(statistics, **self.fixed, **checked))

    def check_weights(self, statistics: Statistics) -> None:
        """Raise an error if tables are weighted and the index takes no weights."""
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
        """Raise an error if the index has no weighted form."""
        if not self.takes_weights:
            raise ValueError(self.refusal_of_weights())

    def refusal_of_weights(self) -> str:
        """Return the message that says why weights are refused.

        If the index has a weighted form, the called function has none.
        """
        if self.takes_weights:
            return (
                f"{self.name!r} takes no `sample_weight` here. Pass it to "
                f"`{self.function.__name__}`, or to `make_cocluster_scorer` next to "
                "the true labels. Tests, moments and intervals have no weighted form, "
                f"because {NOT_EXCHANGEABLE}."
            )
        reason = self.unweighted_because or NO_WEIGHTED_FORM
        return f"{self.name!r} takes no `sample_weight`, because {reason}."

    def check_options(
        self, options: Mapping[str, Any], caller: Caller = None
    ) -> dict[str, Any]:
        """Check the options, and return all options including the defaults.

        `caller` is the public function that took the options. Errors name it, unless it
        is None. `sample_weight` is never an option, because weights are passed with
        labels.
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
        """Return whether the index with these options is defined for a single mode.

        This is the case unless an option has its value in `two_modes_only`.
        """
        checked = self.check_options(options)
        return all(checked[key] != value for key, value in self.two_modes_only.items())

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        """Return the default of each option, from the signature of the function."""
        parameters = inspect.signature(self.function).parameters
        return {name: parameters[name].default for name in self.options}

    def bounds(self, n_modes: int = 1) -> tuple[float, float]:
        """Return the least and the greatest value for this number of modes."""
        upper = self.upper
        if self.adds_over_modes:
            upper *= n_modes
        return self.lower, upper
