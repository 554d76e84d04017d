"""Names of rows and columns, and entries matched by them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import refuse_lazy
from ._messages import describe

_MOST_SHOWN = 3
_CURE = "Give both the same names, or pass an array to match by position."
Names: TypeAlias = Sequence[Any]


def n_rows_of(X: Any) -> int:
    """Count the rows of any X that scikit-learn takes, or the labels of a mode."""
    refuse_lazy(X, "X")
    if not getattr(X, "shape", hasattr(X, "__len__")):
        raise TypeError(f"`X` must be a matrix, got {describe(X)}.")
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def n_columns_of(X: Any) -> int | None:
    """Count the columns; None for texts and whatever else is not a matrix."""
    refuse_lazy(X, "X")
    shape: tuple[int, ...] = getattr(X, "shape", ())
    if not hasattr(X, "shape") and len(X) and isinstance(X[0], Sequence | np.ndarray):
        shape = () if isinstance(X[0], str | bytes) else np.asarray(X).shape
    return int(shape[1]) if len(shape) == 2 else None


@dataclass(frozen=True, eq=False)
class NamedEntries:
    """What is known of each row, or column, and the names of these, or None."""

    # (n_entries, ...): An array
    entries: Any
    names: Names | None = None

    def __len__(self) -> int:
        """Count the rows, or columns."""
        return len(self.entries)

    def take(self, positions: NDArray[np.intp]) -> "NamedEntries":
        """Return the entries at these positions."""
        names = None if self.names is None else taken(self.names, positions)
        return NamedEntries(self.entries[positions], names)


def index_of(data: Any) -> Names | None:
    """Return the index of a Series or of a data frame, or None."""
    index = getattr(data, "index", None)
    return None if callable(index) else index  # lists and tuples have a method


def column_names(data: Any, attribute: str = "columns") -> Names | None:
    """Return the names of the columns of a data frame, or of those seen at fit."""
    refuse_lazy(data, "X")
    if hasattr(data, "column_names"):  # of pyarrow, where `columns` are the data
        return list(data.column_names)
    names = getattr(data, attribute, None)
    return None if names is None or callable(names) else list(names)


def names_of_modes(X: Any, n_modes: int) -> list[Names | None]:
    """Return the names of the rows, of the columns, and None for each further mode."""
    return [index_of(X), column_names(X), *[None] * n_modes][:n_modes]


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
    if own is None or names is None or are_equal(own, names):
        return truth
    own, names = list(own), list(names)
    places = _places_of(names, own)
    if is_numbering(own) or is_numbering(names):
        if places is None:
            return truth
        raise ValueError(
            f"`{what}` and {other} could match by number or by position. {_CURE}"
        )
    if places is not None:
        return taken(truth, places)
    differences = names_of_one_only(own, names)
    if not differences:
        raise ValueError(f"`{what}` has an index in which a name occurs twice.")
    raise ValueError(
        f"`{what}` has an index with other names than {other}: {differences}. {_CURE}"
    )


def in_one_order(true: Any, pred: Any) -> Any:
    """Return a truth in the order of a prediction, both of them as a user passes them.

    They are matched by their index, indicators in a tuple by their columns.
    """
    if isinstance(true, tuple) and isinstance(pred, tuple) and len(true) == len(pred):
        return tuple(map(_part_in_one_order, true, pred))
    return in_order_of(true, index_of(true), index_of(pred), "labels_true")


def _part_in_one_order(true: Any, pred: Any) -> Any:
    """Return labels, or indicators, of a mode in the order of the prediction."""
    if hasattr(true, "columns") and hasattr(true, "iloc"):
        names, wanted = column_names(true), column_names(pred)
        places = in_order_of(np.arange(true.shape[1]), names, wanted, "labels_true")
        return true.iloc[:, places]
    return in_one_order(true, pred)


def _places_of(names: list[Any], own: list[Any]) -> NDArray[np.intp] | None:
    """Return the position of each name; None unless both have the same names once."""
    place = dict(zip(own, range(len(own)), strict=True))
    found = np.array([place.get(name, -1) for name in names], dtype=np.intp)
    if not len(place) == len(own) == len(found) or (found < 0).any():
        return None
    return found if np.bincount(found).max() == 1 else None


def matched_by_name(truth: Any, own: Names, names: Names, what: str) -> Any:
    """Return the entry of every name; `own` are those of the truth."""
    place = positions_of(own, what)
    missing = [name for name in names if name not in place]
    if missing:
        raise ValueError(
            f"`{what}` lacks {len(missing)} of {len(names)} features, the first of "
            f"them {missing[0]!r}. Give it these names (a step may add a prefix)."
        )
    return taken(truth, np.array([place[name] for name in names], dtype=np.intp))


def positions_of(names: Names, what: str) -> dict[Any, int]:
    """Return the position of each name, which must be unique."""
    place = {name: position for position, name in enumerate(names)}
    if len(place) != len(names):
        raise ValueError(f"`{what}` has an index in which a name occurs twice.")
    return place


def are_equal(one: Names, other: Names) -> bool:
    """Return whether names are equal; an index of pandas knows without a list."""
    if hasattr(one, "equals") and hasattr(other, "equals"):
        return bool(one.equals(other))
    return list(one) == list(other)


def first_names(*known: Names | None) -> Names | None:
    """Return the first that are names, else the first that are a default index."""
    given = [names for names in known if names is not None]
    return next(
        (names for names in given if not is_numbering(names)), (*given, None)[0]
    )


def check_one_order(known: Iterable[Names | None], what: str) -> None:
    """Refuse names in several orders where something else has none."""
    orders = {() if one is None or is_numbering(one) else (*one,) for one in known}
    if () in orders and len(orders) > 2:
        raise ValueError(
            f"{what} are matched by names in several orders, but not all have names: "
            "give all the same names, or none."
        )


def is_numbering(names: Names) -> bool:
    """Return whether names are 0, 1, 2, ..."""
    return list(names) == list(range(len(names)))


def names_of_one_only(own: list[Any], names: list[Any]) -> str:
    """Show the first names that only one side has; "" if there are none."""
    shown = []
    for side, other, where in ((own, names, "first"), (names, own, "second")):
        others = set(other)
        rest = [name for name in dict.fromkeys(side) if name not in others]
        if rest:
            more = f" and {len(rest) - _MOST_SHOWN} more" * (len(rest) > _MOST_SHOWN)
            listed = ", ".join(map(repr, rest[:_MOST_SHOWN]))
            shown.append(f"only the {where} has {listed}{more}")
    return "; ".join(shown)


def taken(entries: Any, positions: NDArray[np.intp]) -> Any:
    """Return the entries at these positions, as a list where they are a sequence."""
    if hasattr(entries, "names"):  # checked labels, or an index of pandas
        return entries.take(positions)
    if isinstance(entries, list | tuple):  # as an array, labels 1 and "1" would be one
        return [entries[position] for position in positions]
    if sparse.issparse(entries):
        return entries.tocsr()[positions]
    if hasattr(entries, "iloc"):  # a Series keeps its names
        return entries.iloc[positions]
    return np.asarray(entries)[positions]
