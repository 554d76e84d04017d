"""Names of rows and columns, and a truth that is put in their order."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._labels import LabelCodes

Names = Sequence[Any]

PLAIN = (list, np.ndarray)
"""Types of most labels; they have no names."""


def index_of(data: Any) -> Names | None:
    """Return the index of a Series or of a data frame, or None."""
    index = getattr(data, "index", None)
    return None if index is None or callable(index) else list(index)


def indexes_of(one: Any, other: Any) -> tuple[Names | None, Names | None]:
    """Return the indexes of two Series; None for both where they cannot matter.

    Arrays show this at once in the usual cases, without lists of a million names.
    """
    if isinstance(one, PLAIN) or isinstance(other, PLAIN):
        return None, None
    indexes: list[Any] = [getattr(side, "index", None) for side in (one, other)]
    if all(hasattr(index, "equals") for index in indexes):
        first, second = indexes
        if first.equals(second) or _is_by_position(*map(np.asarray, indexes)):
            return None, None
    return index_of(one), index_of(other)


def _is_by_position(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Return whether one index is 0, 1, 2, ... and the other has other numbers."""
    if not {one.dtype.kind, other.dtype.kind} <= set("iu"):
        return False
    return any(
        np.array_equal(first, np.arange(len(first)))
        and not np.array_equal(np.sort(second), first)
        for first, second in ((one, other), (other, one))
    )


def column_names(data: Any) -> Names | None:
    """Return the names of the columns of a data frame, or None."""
    columns = getattr(data, "columns", None)
    return None if columns is None or callable(columns) else list(columns)


def names_at_fit(fitted: Any) -> Names | None:
    """Return the names of the columns that an estimator was fitted on, or None."""
    names = getattr(fitted, "feature_names_in_", None)
    return None if names is None else list(names)


def in_order_of(
    truth: Any,
    own: Names | None,
    names: Names | None,
    what: str,
    other: str = "the data",
) -> Any:
    """Return the truth in the order of these names, where both sides have names.

    The default index 0, 1, 2, ... does not count as names. But if the other side has
    the same numbers in another order, they may be meant as names: an error is raised.
    `what` and `other` are the names of both sides in errors.
    """
    if own is None or names is None or list(own) == list(names):
        return truth
    numbered = is_numbering(own) or is_numbering(names)
    same = len(own) == len(names) and set(own) == set(names)
    if numbered and not same:
        return truth
    if numbered:
        raise ValueError(
            f"`{what}` has the index {_first(own)} and {other} {_first(names)}: it is "
            "not clear whether to match by number or by position. Give both the same "
            "index, or pass an array to match by position."
        )
    if not same:
        raise ValueError(
            f"`{what}` has an index with other names than {other}: {_first(own)} and "
            f"{_first(names)}. Give both the same names, or pass an array to match by "
            "position."
        )
    return matched_by_name(truth, positions_of(own, what), names, what)


def matched_by_name(
    truth: Any,
    place: Mapping[Any, int],
    names: Names,
    what: str,
    default: int | None = None,
) -> Any:
    """Return the entry of every name; that at `default` for names without one."""
    missing = [name for name in names if name not in place]
    if missing and default is None:
        raise ValueError(
            f"`{what}` lacks {len(missing)} of {len(names)} features, the first of "
            f"them {missing[0]!r}; it must have a label for every feature. A "
            "`collections.defaultdict` gives the others a label of your choice."
        )
    positions = [place.get(name, default) for name in names]
    return take(truth, np.array(positions, dtype=np.intp))


def positions_of(names: Names, what: str) -> dict[Any, int]:
    """Return the position of each name, which must be unique."""
    place = {name: position for position, name in enumerate(names)}
    if len(place) != len(names):
        raise ValueError(
            f"`{what}` has an index in which a name occurs twice; it cannot be matched "
            "by name."
        )
    return place


def is_numbering(names: Names) -> bool:
    """Return whether names are the default 0, 1, 2, ..."""
    return all(
        isinstance(name, int | np.integer) and name == number
        for number, name in enumerate(names)
    )


def n_entries(entries: Any) -> int:
    """Count the entries; of a sparse matrix, its rows."""
    return int(entries.shape[0]) if sparse.issparse(entries) else len(entries)


def take(entries: Any, positions: Any) -> Any:
    """Return the entries at these positions, as a list where they are a sequence."""
    if isinstance(entries, LabelCodes):
        return entries.take(positions)
    if isinstance(entries, list | tuple):  # as an array, labels 1 and "1" would be one
        return [entries[position] for position in positions]
    if sparse.issparse(entries):
        return entries.tocsr()[positions]
    return np.asarray(entries)[positions]


def _first(names: Names) -> str:
    """Show the first few names."""
    shown = ", ".join(repr(name) for name in names[:3])
    return f"[{shown}, ...]" if len(names) > 3 else f"[{shown}]"
