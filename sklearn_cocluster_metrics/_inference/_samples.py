"""Check the index, the samples and the groups of intervals and differences of scores.

A sampled mode has entries that were drawn at random from a large population, one by
one or in groups. Its labels do not depend on which entries were drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from .._metrics import (
    Metric,
    ResolvedMetric,
    identify,
    refuse_soft,
)
from .._statistics._contingency import ContingencyTable, Positions
from .._structures._arguments import is_estimator, is_integer
from .._structures._entry_names import has_names, preferred_names, reorder_if_named
from .._structures._labels import LabelCodes, check_labels
from .._structures._matched_entries import warn_of_default_index
from .._structures._messages import FOR_GROUPS, Caller, describe
from .._structures._modes import ComparedModes, kind_of_entries
from .._structures._partitions import Modes
from .._structures._types import Labels
from ._pair_index import SquaresOnly

Groups: TypeAlias = Labels | tuple[Labels | None, ...]
"""The group of each entry; a tuple for several modes, None for one without groups."""

TableOrSquares = ContingencyTable | SquaresOnly
"""The counts of a mode: a table, or its sums of squares for indices of pairs."""


def index_of_partitions(
    metric: Metric, options: Mapping[str, Any], *, caller: Caller
) -> ResolvedMetric:
    """Resolve an index of this package that is computed from contingency tables.

    `options` are the options that the user passed with the metric. `caller` is the
    public function that takes the metric, which errors name.
    """
    refuse_soft(metric)
    identified = identify(metric, options, caller=caller, structure="partition")
    identified.refuse_decorated()
    contract = identified.contract
    if contract is None or contract.structure != "partition":
        raise TypeError(
            "`metric` must be an index of clusterings and co-clusterings of this "
            f"package, by its name or its function, got {metric!r}."
        )
    return identified.resolve("partition")


def check_fixed(
    fixed: int | tuple[int, ...] | None,
    modes: ComparedModes,
    *,
    grouped: Collection[int] = (),
) -> list[int]:
    """Check `fixed`, and return the positions of the modes that are random samples.

    `fixed` is a mode, a tuple of modes or None, where mode 0 stands for the rows and
    mode 1 for the columns. All compared modes that are not in `fixed` are samples, and
    at least one must be. The result has their positions among the compared modes, in
    ascending order. `grouped` has the positions of the modes with groups.
    """
    fixed_modes: tuple[Any, ...]
    if fixed is None:
        fixed_modes = ()
    elif isinstance(fixed, tuple):
        fixed_modes = fixed
    else:
        fixed_modes = (fixed,)
    if not all(is_integer(mode) for mode in fixed_modes):
        requirement = "must be a mode (0: the rows), a tuple of modes or None"
        raise TypeError(f"`fixed` {requirement}, got {describe(fixed)}.")
    # At least one compared mode is left, and no other mode is in `fixed`.
    is_proper_subset = set(fixed_modes) < set(modes.numbers)
    if not is_proper_subset:
        if modes.n_modes == 1:
            raise ValueError(
                "A clustering has one mode, which is the sample; leave out `fixed`, "
                f"got {fixed}."
            )
        choices = f"the {modes.n_modes} modes, counted from 0"
        if not modes.are_all:
            choices = f"the modes {list(modes.numbers)}, which the truth knows"
        raise ValueError(
            f"`fixed` must be among {choices}, got {fixed}. Leave at least one mode "
            "out of `fixed`, because this mode is the sample."
        )
    sampled_modes = []
    for position, mode in enumerate(modes.numbers):
        if mode not in fixed_modes:
            sampled_modes.append(position)
        elif position in grouped:
            raise ValueError(
                f"Mode {mode} is in `fixed`, so it is not a sample, but `groups` has "
                "the groups of this mode. Leave the mode out of `fixed`, or pass None "
                "in its place in `groups`."
            )
    return sampled_modes


def compute_and_check_finite(
    index: ResolvedMetric, counts_of_modes: Sequence[TableOrSquares]
) -> float:
    """Compute the index from the counts of each mode, and check that it is finite.

    For a distance, lower values are better.
    """
    value = index.declared.compute(counts_of_modes, **index.options)
    if not np.isfinite(value):
        raise ValueError(
            f"The metric {index.name!r} must be finite, got {value} for these "
            "labels, or for some that are as likely. Use another index, such as "
            "'cari_product'."
        )
    return value


def refuse_estimators(structures: Mapping[str, Any], *, caller: Caller) -> None:
    """Raise an error if a structure is a fitted estimator.

    `structures` maps the name of each argument to its value. `caller` is the public
    function that takes these arguments.
    """
    for name, structure in structures.items():
        if is_estimator(structure):
            function = getattr(caller, "__name__", "")
            raise TypeError(
                f"`{name}` is an estimator, whose labels depend on all the rows that "
                f"it was fitted to; `{function}` is valid for labels that do not, and "
                "would find differences between two seeds. To compare methods, use "
                "`compare` with several draws of data; for one method, "
                "`stability_score`. If these labels, not the method, are the question, "
                f"pass them: `coclustering_of({name})`, or `{name}.labels_`."
            )


def check_groups(
    groups: Groups | None,
    modes: ComparedModes,
    *,
    true: Modes,
    pred: Modes,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
) -> dict[int, Positions]:
    """Check the groups, and return the code of the group of each entry, from 0.

    For a clustering, `groups` is one array, and otherwise a tuple. The result has an
    array for each mode with groups, by the position of the mode among the compared
    modes. It is empty if `groups` is None. The entries of `true` and `pred` are in the
    same order. Groups with names are matched with the labels by name, and brought into
    this order. `names` are the names of `true` and `pred` in messages.
    """
    if groups is None:
        return {}
    groups_of_modes: Sequence[Any]
    if modes.n_modes == 1:
        groups_of_modes = (groups,)
        expected = "one array"
    else:
        groups_of_modes = groups if isinstance(groups, tuple) else ()
        expected = f"a tuple of {modes.n_modes}: an array or None for each mode"
    is_tuple_for_one_mode = modes.n_modes == 1 and isinstance(groups, tuple)
    if len(groups_of_modes) != modes.n_modes or is_tuple_for_one_mode:
        got = "one array"
        if isinstance(groups, tuple):
            got = f"a tuple of {len(groups)}"
        raise ValueError(f"`groups` must be {expected}; got {got}.")
    checked = {}
    for mode, groups_of_mode in enumerate(groups_of_modes):
        if groups_of_mode is None:
            continue
        argument = "groups" if modes.n_modes == 1 else f"groups[{mode}]"
        if mode not in modes.numbers:
            raise ValueError(
                f"`{argument}` must be None, because the truth has no labels of the "
                f"{kind_of_entries(mode, modes.n_modes)}."
            )
        position = modes.numbers.index(mode)
        checked[position] = _codes_of_groups(
            groups_of_mode,
            argument,
            true=true[position],
            pred=pred[position],
            names=names,
        )
    return checked


def _codes_of_groups(
    groups: Any,
    argument: str,
    *,
    true: LabelCodes,
    pred: LabelCodes,
    names: tuple[str, str],
) -> Positions:
    """Return the code of each entry's group, from 0, in the order of the labels."""
    # Many small groups, such as the numbers of patients, deserve no warning.
    codes = check_labels(groups, argument, warn=False, advice=FOR_GROUPS)
    if len(codes) != len(pred):
        raise ValueError(
            f"`{argument}` must have one group for each of the {len(pred)} entries, "
            f"got {len(codes)} groups. Pass an array with the group of every entry."
        )
    # The names of the true labels are taken unless they are None or a default index.
    target_names = preferred_names(true.names, pred.names)
    ordered = reorder_if_named(
        codes, codes.names, target_names, argument=argument, target="the labels"
    )
    true_name, pred_name = names
    named_side = true_name if has_names(true.names) else pred_name
    warn_of_default_index(
        codes.names,
        target_names,
        argument=argument,
        reference=f"`{named_side}`",
        kind="entries",
    )
    _, codes_from_zero = np.unique(ordered.codes, return_inverse=True)
    return np.asarray(codes_from_zero)
