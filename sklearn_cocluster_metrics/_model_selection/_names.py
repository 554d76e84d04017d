"""Names of rows and columns: of the data, of the truth, of what was fitted."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from .._structures import first_fitted, names_at_fit, take

Names = Sequence[Hashable]


def index_of(labels: Any) -> Names | None:
    """Return the index of a Series, or None."""
    index = getattr(labels, "index", None)
    return None if index is None or callable(index) else list(index)


def row_names(X: Any) -> Names | None:
    """Return the names of the rows of a data frame, or None."""
    return index_of(X)


def column_names(X: Any) -> Names | None:
    """Return the names of the columns of a data frame, or None."""
    columns = getattr(X, "columns", None)
    return None if columns is None or callable(columns) else list(columns)


def in_order_of(truth: Any, own: Names | None, names: Names | None, what: str) -> Any:
    """Return the truth in the order of these names, matched by name where it has some.

    The default numbering of a Series or DataFrame is no name, unless it is permuted.
    """
    if own is None or names is None or list(own) == list(names):
        return truth
    place = {entry: position for position, entry in enumerate(own)}
    if len(place) == len(own) == len(names) and all(entry in place for entry in names):
        return take(truth, np.array([place[entry] for entry in names], dtype=np.intp))
    if _is_numbering(own) or _is_numbering(names):
        return truth
    raise ValueError(
        f"`{what}` has an index with other names than `X`: {list(own)[:3]}... and "
        f"{list(names)[:3]}... Pass it with the names of `X`, or as an array."
    )


def _is_numbering(names: Names) -> bool:
    """Tell whether names are the default 0, 1, 2, ..."""
    return all(
        isinstance(entry, int | np.integer) and entry == number
        for number, entry in enumerate(names)
    )


def check_names_at_fit(estimator: Any, attribute: str, names: Names | None) -> None:
    """Refuse data whose columns have other names, or another order, than at the fit."""
    fitted = names_at_fit(first_fitted(estimator, attribute))
    if fitted is not None and names is not None and fitted != list(names):
        raise ValueError(
            "The columns of `X` are not those that the estimator was fitted on, in "
            f"that order: {list(names)[:3]}... and {fitted[:3]}..."
        )
