"""Entries of two structures in one order: matched by name, or else by position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._columns import LabeledColumns
from ._entry_names import (
    HINT_AT_NAMES,
    Names,
    has_names,
    refuse_permuted_numbering,
    reorder_by_names,
)
from ._messages import warn_caller

Identity: TypeAlias = LabeledColumns | Names | None
"""What tells which entries a mode has: the columns that an estimator has labeled, the
names of the entries, or None, if these are matched by position."""


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

    If an estimator has labeled columns, the truth is restricted to these. If neither
    side is an estimator, the entries are matched by name. `arguments` are what errors
    call the two sides, and `hint` ends the error of unlike names.
    """
    if isinstance(pred_identity, LabeledColumns):
        if isinstance(true_identity, LabeledColumns):
            true_identity.check_same(pred_identity, arguments)
        else:
            true = pred_identity.restrict(true, arguments[0], truth_names=true_identity)
    elif isinstance(true_identity, LabeledColumns):
        pred = true_identity.restrict(pred, arguments[1], truth_names=pred_identity)
    else:
        targets = [f"`{argument}`" for argument in arguments]
        refuse_permuted_numbering(
            true_identity, pred_identity, argument=arguments[0], target=targets[1]
        )
        refuse_permuted_numbering(
            pred_identity, true_identity, argument=arguments[1], target=targets[0]
        )
        true = reorder_by_names(
            true,
            true_identity,
            pred_identity,
            argument=arguments[0],
            target=targets[1],
            hint=hint,
        )
    return true, pred


@dataclass(frozen=True, eq=False)
class NamedSide:
    """What is known of the names of one of two structures, mode by mode."""

    # What errors call the entries of each mode, such as "labels_true[0]"
    arguments: Sequence[str]
    # Identity of each mode
    identities: Sequence[Identity]
    # Whether the structure was read from a fitted estimator
    is_fitted: bool


def warn_if_by_position(true: NamedSide, pred: NamedSide, kinds: Sequence[str]) -> None:
    """Warn if the names of a mode look as if they were matched, but they are not.

    The names of one side only mean that entries are matched by position. But they are
    expected to be matched if those of another mode are, or if the opposite side is a
    fitted estimator, which may have seen the names of the rows. `kinds` are what the
    modes are called, such as ["rows", "columns"].
    """
    true_has_names = list(map(_is_named, true.identities))
    pred_has_names = list(map(_is_named, pred.identities))
    kinds_by_name = [
        kind
        for kind, of_true, of_pred in zip(
            kinds, true_has_names, pred_has_names, strict=True
        )
        if of_true and of_pred
    ]
    for mode, kind in enumerate(kinds):
        if true_has_names[mode] == pred_has_names[mode]:
            continue
        named, unnamed = (true, pred) if true_has_names[mode] else (pred, true)
        are_rows_of_fit = unnamed.is_fitted and kind in ("rows", "samples")
        if not kinds_by_name and not are_rows_of_fit:
            continue
        problem = f"`{named.arguments[mode]}` has names, but {kind} are matched by"
        if kinds_by_name:
            matched = " and ".join(kinds_by_name).capitalize()
            problem = f"{matched} are matched by name, but {kind} by"
        if unnamed.is_fitted:
            reason = (
                f"a fitted estimator keeps no names of its {kind}. Pass them in the "
                "order of the data, as an array, or use a scorer, which matches by name"
            )
        else:
            reason = (
                f"`{unnamed.arguments[mode]}` has no names of the {kind}. Give it "
                f"names, or pass both in the same order, as arrays"
            )
        warn_caller(f"{problem} position: {reason}.")


def _is_named(identity: Identity) -> bool:
    """Return whether entries, or labeled columns, have names."""
    names = identity.names if isinstance(identity, LabeledColumns) else identity
    return has_names(names)
