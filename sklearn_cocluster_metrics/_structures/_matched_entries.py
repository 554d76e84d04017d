"""Put the entries of two structures in one order, by name or else by position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._columns import LabeledColumns
from ._entry_names import (
    HINT_AT_NAMES,
    ItemNames,
    Names,
    are_integers,
    has_names,
    is_numbering,
    refuse_shuffled_numbers,
    reorder_if_named,
)
from ._messages import warn_caller

Identity: TypeAlias = LabeledColumns | Names | None
"""How the entries of a mode are identified: by the columns that an estimator has
labeled, by names, or by position (None)."""


def align_entries(
    true: Any,
    pred: Any,
    *,
    true_identity: Identity,
    pred_identity: Identity,
    arguments: Sequence[str],
    hint: str = HINT_AT_NAMES,
) -> tuple[Any, Any]:
    """Return the true and the predicted entries of one mode, in the same order.

    If an estimator of one side has labeled columns, the opposite side is restricted to
    these columns, and put in their order. If neither side is an estimator, the true
    entries are put in the order of the predicted ones by name, or matched by position
    if one side has no names. Columns of two estimators are matched by position, unless
    the columns, or their orders, are known to differ. In this case, they are matched by
    name if both sides have names; otherwise an error is raised.
    Errors call the two sides by `arguments`, and an error of different names ends with
    `hint`.
    """
    true_identity, pred_identity = names_of_unlike_fits(true_identity, pred_identity)
    if isinstance(pred_identity, LabeledColumns):
        if isinstance(true_identity, LabeledColumns):
            true_identity.check_same(pred_identity, arguments)
        else:
            true = pred_identity.restrict(
                true, arguments[0], truth_names=true_identity, names_hint=hint
            )
    elif isinstance(true_identity, LabeledColumns):
        pred = true_identity.restrict(
            pred, arguments[1], truth_names=pred_identity, names_hint=hint
        )
    else:
        targets = [f"`{argument}`" for argument in arguments]
        refuse_shuffled_numbers(
            pred_identity, true_identity, argument=arguments[1], target=targets[0]
        )
        true = reorder_if_named(
            true,
            true_identity,
            pred_identity,
            argument=arguments[0],
            target=targets[1],
            hint=hint,
        )
    return true, pred


def names_of_unlike_fits(
    true_identity: Identity, pred_identity: Identity
) -> tuple[Identity, Identity]:
    """Return names in place of the columns, if two estimators labeled unlike columns.

    The names are those of the labeled columns of each side, in the order of its input.
    Return both identities as they are unless both sides are labeled columns that have
    names and are known to differ, if only in their order.
    """
    if not isinstance(true_identity, LabeledColumns):
        return true_identity, pred_identity
    if not isinstance(pred_identity, LabeledColumns):
        return true_identity, pred_identity
    have_names = (
        true_identity.names_of_truth is not None
        and pred_identity.names_of_truth is not None
    )
    if not have_names or not true_identity.differs_from(pred_identity):
        return true_identity, pred_identity
    return true_identity.names_sorted_as_input(), pred_identity.names_sorted_as_input()


@dataclass(frozen=True, eq=False)
class NamedSide:
    """Names of the entries of one of two structures, for each mode."""

    # Name of the entries of each mode in messages, such as "labels_true[0]"
    arguments: Sequence[str]
    # Identity of each mode, which says how its entries are matched
    identities: Sequence[Identity]
    # Whether the structure was read from a fitted estimator
    is_fitted: bool


def warn_if_by_position(
    true: NamedSide,
    pred: NamedSide,
    kinds: Sequence[str],
    warned_arguments: set[str] | None = None,
) -> None:
    """Warn if a user may expect that a mode is matched by name, but it is not.

    If only one side has names, entries are matched by position. A user may still expect
    a match by name if the other side has the default index, if another mode is matched
    by name, or if the side without names is a fitted estimator, which may have seen
    these names. The identity of a mode is an index, keys of a mapping, the columns that
    an estimator has labeled, or None. `kinds` are the names of the modes in messages,
    such as ["rows", "columns"]. There is no warning if the side without names is among
    the `warned_arguments`, to which it is added otherwise.
    """
    if warned_arguments is None:
        warned_arguments = set()
    true_has_names = list(map(_is_named, true.identities))
    pred_has_names = list(map(_is_named, pred.identities))
    kinds_by_name = [
        kind
        for position, kind in enumerate(kinds)
        if true_has_names[position] and pred_has_names[position]
    ]
    for position, kind in enumerate(kinds):
        if true_has_names[position] == pred_has_names[position]:
            continue
        if true_has_names[position]:
            named = true
            unnamed = pred
        else:
            named = pred
            unnamed = true
        unnamed_identity = unnamed.identities[position]
        named_identity = named.identities[position]
        named_argument = named.arguments[position]
        unnamed_argument = unnamed.arguments[position]
        if unnamed_argument in warned_arguments:
            continue
        has_default_index = _is_default_beside_names(unnamed_identity, named_identity)
        if has_default_index and not unnamed.is_fitted:
            warned_arguments.add(unnamed_argument)
            problem = _problem_of_default_index(
                unnamed_argument,
                reference=f"`{named_argument}`",
                kind=kind,
            )
            warn_caller(problem)
        elif kinds_by_name or unnamed.is_fitted:
            warned_arguments.add(unnamed_argument)
            problem = _problem_of_position(named_argument, kind, kinds_by_name)
            reason = _reason_of_position(
                unnamed_argument,
                kind,
                is_named_fitted=named.is_fitted,
                is_unnamed_fitted=unnamed.is_fitted,
            )
            warn_caller(f"{problem}, because {reason}.")


def _problem_of_position(argument: str, kind: str, kinds_by_name: list[str]) -> str:
    """Return the clause which says that entries with names are matched by position."""
    if not kinds_by_name:
        return f"`{argument}` has names, but {kind} are matched by position"
    matched_kinds = " and ".join(kinds_by_name).capitalize()
    return (
        f"{matched_kinds} are matched by name, but {kind} by position, although "
        f"`{argument}` has names"
    )


def _reason_of_position(
    unnamed_argument: str, kind: str, *, is_named_fitted: bool, is_unnamed_fitted: bool
) -> str:
    """Return why entries are matched by position, and what to do about it.

    One side has names, and the other has none. Each may be a fitted estimator. `kind`
    is the plural for the entries. The text continues a sentence, and has no final
    period.
    """
    if is_unnamed_fitted and is_named_fitted:
        return _reason_of_two_fits(unnamed_argument, kind)
    if is_unnamed_fitted:
        return _reason_of_fit(kind)
    return (
        f"`{unnamed_argument}` has no names of the {kind}. Give it the same "
        "names, or pass both as arrays in the same order"
    )


def _reason_of_two_fits(unnamed_argument: str, kind: str) -> str:
    """Return why entries of two fitted estimators match by position, and a remedy.

    The text continues a sentence, and has no final period.
    """
    cure_of_columns = ""
    if kind == "columns":
        cure_of_columns = (
            " Fit both estimators on texts, or on data frames whose columns are "
            "strings."
        )
    return (
        f"`{unnamed_argument}` is of an estimator that was fitted without names of the "
        f"{kind}, so the order cannot be checked.{cure_of_columns} If the order is the "
        "same, pass `coclustering_of(...)` or `biclustering_of(...)` of each estimator"
    )


def _reason_of_fit(kind: str) -> str:
    """Return why entries of a fitted estimator match by position, and a remedy.

    The text continues a sentence, and has no final period. `kind` is "samples", "rows"
    or "columns". The array of the remedy replaces the other side, which has names.
    """
    reason = f"a fitted estimator has no names of the {kind}"
    further_cure = ""
    if kind == "columns":
        reason = "the estimator was fitted without names of the columns"
        further_cure = ", fit it on a data frame whose columns are strings"
    return (
        f"{reason}, so the order cannot be checked. Pass an array in the order of "
        f"the data{further_cure}, or use a scorer, which matches by the names of the "
        f"{kind} of `X`"
    )


def warn_of_unmatched_index(
    names: Names | None, data_names: Names | None, argument: str, kind: str
) -> None:
    """Warn if entries have an index, but only they or only the data have names.

    Their position decides in this case. Entries without an index give no warning.
    Integers do not count as names of the entries here, because a slice of a Series has
    them. `argument` is the name of the entries in messages, and `kind` is "rows",
    "columns" or "samples".
    """
    if names is None or isinstance(names, ItemNames):
        return  # If the names of a mapping do not match, an error follows.
    if are_integers(names):
        warn_of_default_index(
            names, data_names, argument=argument, reference="`X`", kind=kind
        )
        return
    if not has_names(data_names):
        problem = _problem_of_position(argument, kind, kinds_by_name=[])
        warn_caller(
            f"{problem}, because `X` has no names of the {kind}. Pass `X` as a data "
            f"frame with the same names, or `{argument}` as an array in the order of "
            "`X`."
        )


def warn_of_default_index(
    names: Names | None,
    reference_names: Names | None,
    *,
    argument: str,
    reference: str,
    kind: str,
) -> None:
    """Warn if entries have the default index, but a reference has names.

    Entries without any index are in the order of the reference. However, a Series with
    the default index may be in another order. `argument` is the name of the entries,
    which messages quote, and `kind` is the plural for them, such as "rows". `reference`
    is the side with other names, as messages write it, such as "`X`" or "the truth".
    """
    if _is_default_beside_names(names, reference_names):
        problem = _problem_of_default_index(argument, reference=reference, kind=kind)
        warn_caller(problem)


def _problem_of_default_index(argument: str, *, reference: str, kind: str) -> str:
    """Return the warning of entries with the default index beside a named reference."""
    subject = reference[0].upper() + reference[1:]
    return (
        f"{subject} has names, but {kind} are matched by position, because "
        f"`{argument}` has the default index 0, 1, 2 and so on. Give `{argument}` the "
        f"names of the {kind} of {reference}, or, if it is in the order of "
        f"{reference}, pass `{argument}.to_numpy()`."
    )


def _is_default_beside_names(identity: Identity, reference: Identity) -> bool:
    """Return whether entries have the default index, but a reference has names.

    The entries come in a Series, or in a data frame. The numbers in a mapping are its
    keys, and columns of a fit have no index. Other integers of the reference do not
    count as names here, because they raise an error if they may be meant as names. The
    texts "0", "1", "2" and so on do not count, either.
    """
    if identity is None or isinstance(identity, LabeledColumns | ItemNames):
        return False
    if isinstance(reference, LabeledColumns):
        reference = reference.names_of_truth
    if reference is None or not is_numbering(identity):
        return False
    texts = map(str, range(len(reference)))
    return not are_integers(reference) and list(reference) != list(texts)


def _is_named(identity: Identity) -> bool:
    """Return whether entries, or labeled columns, have names."""
    if isinstance(identity, LabeledColumns):
        # Its `names` may be "x0", "x1", ..., which scikit-learn gives to columns of
        # an array.
        return has_names(identity.names_of_truth)
    return has_names(identity)
