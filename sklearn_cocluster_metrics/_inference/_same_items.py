"""Warn if the rows and the columns of co-clusterings may be the same items."""

from itertools import combinations

from .._statistics._tables import ModeLabels, count_table
from .._structures._labels import LabelCodes
from .._structures._messages import warn_caller
from .._structures._modes import ComparedModes, kind_of_entries
from .._structures._partitions import Modes


def warn_of_same_items(
    truth: Modes,
    *predictions: Modes,
    modes: ComparedModes,
    consequence: str,
    remedy: str,
) -> None:
    """Warn if two modes are labeled alike, so that they may be the same items.

    The rows and the columns of the adjacency matrix of a network are the same items, so
    that they are not independent. The truth and all predictions must have the same
    clusters in both modes. There is no warning if each prediction agrees perfectly or
    has a single cluster, because examples often have the same clusters of rows and of
    columns. Labels that are read in parts are not compared. The warning has the
    `consequence`, and the call that is the `remedy`. The sides have the labels of the
    compared `modes`.
    """
    sides = (truth, *predictions)
    for first, second in combinations(range(len(truth)), 2):
        if not all(_are_alike(side[first], side[second]) for side in sides):
            continue
        if not any(_is_evidence(truth[first], side[first]) for side in predictions):
            continue
        first_kind = kind_of_entries(modes.numbers[first], modes.n_modes)
        second_kind = kind_of_entries(modes.numbers[second], modes.n_modes)
        advice = f"pass one array in place of each tuple: `{remedy}`"
        if len(truth) > 2:
            advice = f"pass None in place of the labels of the {second_kind}"
        warn_caller(
            f"The {first_kind} and the {second_kind} have the same true clusters and "
            "the same predicted clusters. If they are the same items, as in a network "
            "or a similarity matrix, every agreement is counted twice, so that "
            f"{consequence}. In this case, {advice}. If they are different items, "
            "ignore this warning."
        )
        return


def _are_alike(first: ModeLabels, second: ModeLabels) -> bool:
    """Return whether two modes have the same clusters of the same number of entries."""
    if len(first) != len(second):
        return False
    if not isinstance(first, LabelCodes) or not isinstance(second, LabelCodes):
        return False
    return count_table(first, second).is_equality


def _is_evidence(true: LabelCodes, pred: LabelCodes) -> bool:
    """Return whether both sides have several clusters, but do not agree perfectly."""
    table = count_table(true, pred)
    return min(table.shape) > 1 and not table.is_equality
