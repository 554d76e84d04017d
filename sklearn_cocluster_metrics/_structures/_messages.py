"""Write messages to users: suggestions, advice and warnings."""

import inspect
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

_PACKAGE = __name__.partition(".")[0]
_MAX_QUOTED_LENGTH = 80  # Longer values are not quoted in messages.
_MAX_SUGGESTIONS = 3

_Parameters = ParamSpec("_Parameters")
_Returned = TypeVar("_Returned")

Caller: TypeAlias = Callable[..., Any] | None
"""The public function that was called, if known, because messages name parameters."""


_WITHOUT_DROPPING = (
    "To keep them, label them -1, which puts all of them in one cluster, or pass "
    "`unlabeled='singletons'`, which makes each a cluster of its own."
)


@dataclass(frozen=True)
class LabelAdvice:
    """Advice of errors about labels, which depends on the called function.

    Each advice names only parameters and functions that help in this function.
    """

    # Advice on items without a label, in a whole sentence
    missing: str
    # Whether None may stand for a missing label, so that it can replace infinity
    takes_none: bool = True
    # Code that names a measure of biclusters
    bicluster_measure: str = "`rnia_distance`"
    # Code that names a measure of overlapping clusters
    overlapping_measure: str = "`omega_score`"
    # Advice on memberships in place of labels, of which some are missing
    memberships: str = ""


FOR_TWO_STRUCTURES = LabelAdvice(
    missing=(
        "To leave such items out, pass both sides through `handle_unlabeled(..., "
        "'drop')`, or 'drop_either' if predicted labels are missing. To keep them, "
        "pass 'singletons' instead, which makes each a cluster of its own, or label "
        "them -1, which puts all of them in one cluster."
    )
)
"""For functions that compare two structures."""

FOR_ONE_STRUCTURE = LabelAdvice(
    missing="Label such items -1, which puts all of them in one cluster.",
    takes_none=False,
)
"""For functions and estimators with one structure; `handle_unlabeled` takes two."""

FOR_UNLABELED = LabelAdvice(
    missing=(
        "To leave such items out, pass `unlabeled='drop'`, or 'drop_either' if "
        "predicted labels are missing. " + _WITHOUT_DROPPING
    )
)
"""For functions with the parameter `unlabeled`."""

FOR_PARTLY_LABELED = replace(
    FOR_UNLABELED,
    memberships=(
        " To leave items without a label out of both sides, pass `labels[is_known]` "
        "and `memberships[is_known]`, both arrays."
    ),
)
"""For labels of which some may be missing, because `unlabeled` was passed."""

FOR_SCORERS = LabelAdvice(
    missing=(
        "To leave such items out, make the scorer with `unlabeled='drop'`, or "
        "'drop_either' if predicted labels are missing. " + _WITHOUT_DROPPING
    ),
    bicluster_measure='`make_bicluster_scorer("rnia_distance", ...)`',
)
"""For calls of a scorer that was made with the parameter `unlabeled`."""

FOR_MEMBERSHIPS = LabelAdvice(
    missing=(
        "Leave such items out of both sides: with `is_known = pandas.notna(labels)`, "
        "pass `labels[is_known]` and `memberships[is_known]`, both arrays."
    )
)
"""For functions that compare memberships; `handle_unlabeled` takes labels."""

FOR_GROUPS = LabelAdvice(
    missing=(
        "Every entry needs a group. Give an entry that depends on no other entry a "
        "group of its own."
    ),
    takes_none=False,
)
"""For groups of entries, which are checked as labels are."""

FOR_PREDICTIONS = LabelAdvice(
    missing=(
        "`unlabeled='drop'` leaves out only items without a true label. Pass "
        "'drop_either' to leave out items without a predicted label, too. "
        + _WITHOUT_DROPPING
    )
)
"""For predictions where ``unlabeled="drop"`` was passed, which does not drop them."""

FOR_DIAGONAL_BICLUSTERS = (
    "If each row and column is in at most one bicluster, as in "
    "`sklearn.datasets.make_biclusters`, add `structure='diagonal'`."
)
"""Advice that follows a call of `biclusters_to_labels` for biclusters of a grid."""

FROM_LABELS_TO_BICLUSTERS = (
    "If these are labels, pass `labels_to_biclusters(labels)`, and add "
    "`structure='diagonal'` if row cluster k belongs to column cluster k only, as in "
    "`sklearn.cluster.SpectralCoclustering`."
)
"""Advice on labels that were passed to a function of biclusters."""

OVERLAPPING_AS_BICLUSTERS = (
    "For overlapping clusters of shape (n_samples, n_clusters), pass `(clusters.T, "
    "numpy.ones((clusters.shape[1], 1)))` on each side."
)
"""Advice on overlapping clusters that were passed to a measure of biclusters."""

WITH_FIXED_N_CLUSTERS = (
    "Only `expected_mutual_info` takes this null model, and `ami_star_score` and "
    "`nami_star_score` are adjusted for it."
)
"""The functions for the null model "fixed_n_clusters", which others do not take."""

FOR_FIT_PREDICT = "Pass the labels that its `fit_predict` returns."
"""The advice on an object that has `fit_predict`, but does not store its labels."""

METRIC_OF_BICLUSTERS = '`metric="rnia_distance"`'
"""The `bicluster_measure` for functions that take a `metric` of biclusters."""

METRIC_OF_OVERLAPPING = '`metric="omega"`'
"""The `overlapping_measure` for functions that take a `metric` of these."""


def describe(value: Any) -> str:
    """Return the `repr` of a value if it is short, or a text such as "a long list".

    A value whose `repr` raises an error, or is empty, is also called long.
    """
    try:
        text = repr(value)
    except Exception:
        # An integer of more than 4300 digits has no decimal repr, and the repr of a
        # class of another library may fail.
        text = ""
    if 0 < len(text) <= _MAX_QUOTED_LENGTH:
        return text
    return f"a long {type(value).__name__}"


def has_fit_predict(value: Any) -> bool:
    """Return whether an object, which is not a class, has `fit_predict`."""
    return hasattr(value, "fit_predict") and not isinstance(value, type)


def hint_at_fit_predict(value: Any) -> str:
    """Return the end of an error for an object that has `fit_predict` without `fit`."""
    if not has_fit_predict(value) or hasattr(value, "fit"):
        return ""
    return (
        f" {type(value).__name__} has `fit_predict`, but no `fit`. Add a `fit` that "
        "stores the labels of the rows in `labels_` and returns `self`, or wrap a "
        "function of X that returns `(labels, np.zeros(X.shape[1]))` in "
        "`FunctionCocluster`."
    )


def suggestion(
    value: Any, names: Iterable[Any], form: Callable[[Any], str] = repr
) -> str:
    """Return " Did you mean ...?" with a few names spelled like a value, or "".

    Names are compared in lower case, and without "neg_" and "_score", in which a
    function, its index and its scorer differ. If none is spelled alike, names are
    suggested that have all words of the value, or that have no other words. If the
    value is not a string, or is long, return "". `form` writes a name in the message.
    """
    if not isinstance(value, str) or len(value) > _MAX_QUOTED_LENGTH:
        return ""
    name_of_plain = {_plain_name(str(name)): name for name in names}
    closest = _closest_names(_plain_name(value), list(name_of_plain))
    if not closest:
        return ""
    forms = [form(name_of_plain[plain]) for plain in closest]
    return f" Did you mean {' or '.join(forms)}?"


def _closest_names(name: str, candidates: Sequence[str]) -> list[str]:
    """Return the few candidates most like a name, or an empty list.

    If the name is a candidate, return only the name. Otherwise, return candidates of
    similar spelling. If there are none, return candidates that have all words of the
    name, or else candidates that have no other words than the name.
    """
    if name in candidates:
        return [name]
    similar = get_close_matches(name, candidates, n=_MAX_SUGGESTIONS, cutoff=0.6)
    if similar:
        return similar
    words = set(name.split("_"))
    sharing_names = [c for c in candidates if words <= set(c.split("_"))]
    if not sharing_names:
        sharing_names = [c for c in candidates if words >= set(c.split("_"))]
    return sorted(sharing_names, key=len)[:_MAX_SUGGESTIONS]


def _plain_name(name: str) -> str:
    """Return a name in lower case with underscores, without "neg_" and "_score"."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    return plain.removeprefix("neg_").removesuffix("_score")


@cache  # A signature is slow to read.
def named_parameters(caller: Caller) -> tuple[str, ...]:
    """Return the names of the parameters of a function, without its ``**options``.

    There are none if the function is not known.
    """
    if caller is None:
        return ()
    parameters = inspect.signature(caller).parameters.values()
    return tuple(
        parameter.name
        for parameter in parameters
        if parameter.kind is not parameter.VAR_KEYWORD
    )


def takes_options(caller: Caller) -> bool:
    """Return whether a function takes the options of a metric as ``**options``."""
    if caller is None:
        return False
    parameters = inspect.signature(caller).parameters.values()
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)


def unknown_keyword(
    keyword: str, *, metric: str, options: Collection[str], caller: Caller
) -> TypeError:
    """Return the error for a keyword that neither a function nor its metric takes.

    The error calls the metric `metric`, as it is written, and lists its `options`.
    """
    parameters = named_parameters(caller)
    meant = suggest_parameter(keyword, [*options, *parameters])
    names_of_seed = ("random_state", *_NAMES_OF_PARAMETERS["random_state"])
    takes_seed = "random_state" in (*options, *parameters)
    if keyword in names_of_seed and not takes_seed:
        meant = f" Leave out `{keyword}`, because the result is the same at every call."
    problem = f"There is no parameter `{keyword}`"
    if caller is not None:
        problem = f"`{caller.__name__}` has no parameter `{keyword}`"
    return TypeError(
        f"{problem}, and {metric} has no such option.{meant} Parameters: "
        f"{_quoted(parameters)}; options of {metric}: {_quoted(options)}."
    )


def refuse_keywords(
    **cures: str,
) -> Callable[[Callable[_Parameters, _Returned]], Callable[_Parameters, _Returned]]:
    """Return a decorator of functions that lack parameters which their neighbors have.

    `cures` maps the name of each such parameter to a sentence that says what to do. If
    the parameter is passed, the error ends with this sentence.
    """

    def decorate(
        function: Callable[_Parameters, _Returned],
    ) -> Callable[_Parameters, _Returned]:
        """Return the function, which then raises an error for keys of `cures`."""

        @wraps(function)
        def checked(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Returned:
            """Call the function, unless a key of `cures` is passed as a keyword."""
            for keyword in kwargs:
                if keyword in cures:
                    raise TypeError(
                        f"`{function.__name__}` has no parameter `{keyword}`, got "
                        f"{describe(kwargs[keyword])}. {cures[keyword]}"
                    )
            return function(*args, **kwargs)

        return checked

    return decorate


_NAMES_OF_PARAMETERS = {
    "confidence_level": ("alpha", "level"),
    "level": ("alpha", "significance"),
    "n_draws": (
        *("n_permutations", "n_perm", "n_resamples", "n_bootstraps", "n_repeats"),
        *("n_iter", "n_simulations"),
    ),
    "n_jobs": ("n_workers", "n_cores"),
    "n_resamples": ("n_bootstraps", "n_subsamples", "n_draws", "n_repeats", "n_iter"),
    "random_state": ("seed", "rng"),
    "row_fraction": ("subsample", "fraction", "sample_fraction"),
    "unlabeled": ("unlabelled", "noise"),
    "verbose": ("progress", "progress_bar"),
}
"""Names of a parameter in other libraries, or in other functions of this package."""


def suggest_parameter(keyword: str, parameters: Sequence[str]) -> str:
    """Return " Did you mean ...?" with one parameter or a few similar ones, or "".

    A name from `_NAMES_OF_PARAMETERS`, such as "seed", means one parameter. For any
    other keyword, parameters of similar spelling are suggested, or else the parameter
    that a name of similar spelling means.
    """
    parameter_by_name = {
        name: parameter
        for parameter, names in _NAMES_OF_PARAMETERS.items()
        if parameter in parameters
        for name in names
    }
    if keyword not in parameter_by_name:
        spelled_alike = suggestion(keyword, parameters, "`{}`".format)
        similar = get_close_matches(keyword, parameter_by_name, n=1, cutoff=0.85)
        if spelled_alike or not similar:
            return spelled_alike
        keyword = similar[0]
    return f" Did you mean `{parameter_by_name[keyword]}`?"


def _quoted(names: Iterable[str]) -> str:
    """Return names as a list in code style, or "none"."""
    return ", ".join(f"`{name}`" for name in names) or "none"


def warn_caller(message: str) -> None:
    """Emit a UserWarning for the first caller outside the package."""
    level = 1
    frame = sys._getframe(0)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] != _PACKAGE:
            break
        frame = frame.f_back
        level += 1
    warnings.warn(message, UserWarning, stacklevel=level)
