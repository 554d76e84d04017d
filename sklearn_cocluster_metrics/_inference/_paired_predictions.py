"""Match the labels of a truth and of two predictions by their entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._statistics._contingency import Positions
from .._statistics._tables import count_table
from .._structures._entry_names import are_matched_by_name, reorder_if_named
from .._structures._labels import LabelCodes, complete_both_sides
from .._structures._modes import ComparedModes, compared_modes
from .._structures._partitions import LabelCheck, Modes, check_partitions
from .._structures._types import Coclustering, Labels
from .._structures._unlabeled import Unlabeled, handle_modes, label_check_for
from ._samples import Groups, check_groups


@dataclass(frozen=True, eq=False)
class PairedPredictions:
    """The labels of a truth and two predictions, of the same entries in one order."""

    truth: Modes
    first: Modes
    second: Modes
    modes: ComparedModes
    # For each mode with groups, by its position among the compared modes, the array has
    # the group of each entry.
    groups: Mapping[int, Positions]
    n_left_out: tuple[int | None, ...] | None

    @classmethod
    def of(
        cls,
        labels_true: Labels | Coclustering,
        first: Labels | Coclustering,
        second: Labels | Coclustering,
        *,
        groups: Groups | None,
        unlabeled: Unlabeled | None,
    ) -> PairedPredictions:
        """Check and match labels and groups, and handle items without a label.

        `unlabeled` says how these items are handled. If it is None, every item must
        have a label. The labels of each mode get the codes 0, 1, 2 and so on.
        """
        check = label_check_for(unlabeled)
        true_modes, first_modes, second_modes = _in_last_order(
            labels_true, first, second, check=check
        )
        modes = compared_modes(labels_true, n_compared=len(true_modes))
        matched = cls(
            truth=true_modes,
            first=first_modes,
            second=second_modes,
            modes=modes,
            groups=check_groups(
                groups,
                modes,
                true=true_modes,
                pred=second_modes,
                names=("labels_true", "second"),
            ),
            n_left_out=None,
        )
        if unlabeled is not None:
            matched = matched._handle_unlabeled(unlabeled)
        return replace(
            matched,
            truth=_compressed(matched.truth),
            first=_compressed(matched.first),
            second=_compressed(matched.second),
        )

    def _handle_unlabeled(self, unlabeled: Unlabeled) -> PairedPredictions:
        """Leave out items without a label, or make each a cluster of its own.

        "drop" and "drop_either" leave out items, and "singletons" makes clusters. The
        same items are left out of the truth and of both predictions. `groups` has, by
        the position of a mode among the compared modes, the code of the group of each
        item.
        """
        truth, first, positions_after_first = handle_modes(
            self.truth,
            self.first,
            unlabeled,
            modes=self.modes,
            names=("labels_true", "first"),
        )
        # Items that remain in the first prediction may lack a label in the second.
        truth, second, positions_after_second = handle_modes(
            truth,
            _take(self.second, positions_after_first),
            unlabeled,
            modes=self.modes,
            names=("labels_true", "second"),
        )
        groups = {}
        for mode, codes in self.groups.items():
            codes_after_first = codes[positions_after_first[mode]]
            codes_after_second = codes_after_first[positions_after_second[mode]]
            # A group may have lost all its items, so that the codes are renumbered.
            _, groups[mode] = np.unique(codes_after_second, return_inverse=True)
        n_left_out = [
            len(labels) - len(remaining_labels)
            for labels, remaining_labels in zip(self.truth, truth, strict=True)
        ]
        return PairedPredictions(
            truth=truth,
            first=_take(first, positions_after_second),
            second=second,
            modes=self.modes,
            groups=groups,
            n_left_out=self.modes.spread(n_left_out),
        )


def _take(
    labels_of_modes: Modes, positions_of_modes: Sequence[NDArray[np.intp]]
) -> Modes:
    """Return the labels of each mode at the positions of this mode."""
    return tuple(
        labels.take(positions)
        for labels, positions in zip(labels_of_modes, positions_of_modes, strict=True)
    )


def _compressed(labels_of_modes: Modes) -> Modes:
    """Return the labels of each mode with the codes 0, 1, 2 and so on."""
    return tuple(labels.compressed() for labels in labels_of_modes)


def _in_last_order(
    labels_true: Labels | Coclustering,
    first: Labels | Coclustering,
    second: Labels | Coclustering,
    *,
    check: LabelCheck,
) -> tuple[Modes, Modes, Modes]:
    """Return the truth and both predictions, all in the order of the second prediction.

    Each result has the checked labels of the modes whose true labels are known. Labels
    with names are matched by name, and other labels by position. The truth is matched
    with each prediction, and the predictions with each other. An error is raised if
    these three matches contradict each other. If labels may be missing, a name that one
    of the three lacks gets a missing label.
    """
    warned_arguments: set[str] = set()  # Each argument has one warning at most.
    match_pair = partial(
        check_partitions, check=check, warned_arguments=warned_arguments
    )
    true_like_first, first_pred = match_pair(
        labels_true, first, names=("labels_true", "first")
    )
    true_like_second, second_pred = match_pair(
        labels_true, second, names=("labels_true", "second")
    )
    modes = compared_modes(labels_true, n_compared=len(true_like_second))
    # Only the modes whose true labels are known are matched.
    first_like_second, _ = match_pair(
        _known_part(first, modes), second, names=("first", "second")
    )
    matched_modes = []
    for position, mode in enumerate(modes.numbers):
        true_mode = true_like_second[position]
        first_mode = first_like_second[position]
        second_mode = second_pred[position]
        if _are_all_matched_by_name(true_mode, first_mode, second_mode):
            matched_modes.append(_completed(true_mode, first_mode, second_mode))
            continue
        # Some of the three have no names, or a default index. Names may then match the
        # first prediction with the truth while positions match both with the second.
        # Different pairs of labels are then matched, so that the table of the truth and
        # the first prediction changes.
        is_same = len(true_mode) == len(first_mode) == len(second_mode)
        if is_same:
            table_in_first_order = count_table(
                true_like_first[position], first_pred[position]
            )
            table_in_second_order = count_table(true_mode, first_mode)
            is_same = all(
                map(
                    np.array_equal,
                    table_in_first_order.nonzero,
                    table_in_second_order.nonzero,
                )
            )
        if not is_same:
            raise ValueError(
                f"Mode {mode} has names in some of `labels_true`, `first` and `second` "
                "only, and cannot be matched both by name and by position. Give all "
                "three the same names, or none of them."
            )
        matched_modes.append((true_mode, first_mode, second_mode))
    true_modes, first_modes, second_modes = zip(*matched_modes, strict=True)
    return true_modes, first_modes, second_modes


def _are_all_matched_by_name(
    true: LabelCodes, first: LabelCodes, second: LabelCodes
) -> bool:
    """Return whether each two of three sides are matched by name."""
    return (
        are_matched_by_name(true.names, first.names)
        and are_matched_by_name(true.names, second.names)
        and are_matched_by_name(first.names, second.names)
    )


def _completed(
    true: LabelCodes, first: LabelCodes, second: LabelCodes
) -> tuple[LabelCodes, LabelCodes, LabelCodes]:
    """Return the labels of one mode of three sides, for the names of all of them.

    The true labels must have all names of the second prediction already. The result is
    in the order of the second prediction.
    """
    # Each side gets a missing label for each name that only the opposite side has.
    true, first = complete_both_sides(true, first)
    second, first = complete_both_sides(second, first)
    ordered_true = reorder_if_named(
        true, true.names, second.names, argument="labels_true"
    )
    ordered_first = reorder_if_named(first, first.names, second.names, argument="first")
    return ordered_true, ordered_first, second


def _known_part(structure: Any, modes: ComparedModes) -> Any:
    """Return a prediction in which None stands for the modes that are not compared."""
    if modes.are_all:
        return structure
    return modes.spread(modes.select(structure))
