"""Convert biclusters given as lists of row and column indices to indicators."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from ._arguments import (
    check_equal,
    check_integer,
    check_option,
    check_sequence,
    check_shape,
    has_masked_entries,
    is_integer,
)
from ._entry_names import (
    are_shuffled_numbers,
    is_numbering,
    list_names,
    names_of_modes,
    positions_by_name,
    repeated_names,
)
from ._foreign import refuse_foreign
from ._members import HandleUnknown
from ._messages import describe, warn_caller
from ._types import Indices


def biclusters_from_indices(
    biclusters: Iterable[tuple[Indices, Indices]]
    | Mapping[Any, tuple[Indices, Indices]],
    shape: Any = None,
    *,
    base: int = 0,
    row_names: Sequence[Any] | None = None,
    column_names: Sequence[Any] | None = None,
    handle_unknown: HandleUnknown = "error",
) -> tuple[Any, Any]:
    """Return indicators of biclusters given as lists of row and column indices.

    Many programs report a bicluster as a list of its rows and a list of its columns, by
    index or by name. The measures for biclusters need indicators instead, which this
    function makes.

    Parameters
    ----------
    biclusters : iterable of tuple (row_indices, column_indices), or mapping to them
        Rows and columns of each bicluster, as indices or names. There may be no
        bicluster. If rows or columns have names, integers are read as names. They are
        read as indices only if ``base=1`` and no name is an integer. The keys of a
        mapping are used as names of the biclusters.
    shape : tuple (n_rows, n_columns) of int, or DataFrame
        Shape of the matrix, or the matrix itself if it has names. It is not needed if
        `row_names` and `column_names` are given.
    base : {0, 1}, default=0
        Index of the first row and of the first column. Pass 1 for results of R, MATLAB
        or Julia.
    row_names : sequence of length n_rows, default=None
        Name of each row. If None, the rows have the names of the data frame in `shape`,
        if there are any.
    column_names : sequence of length n_columns, default=None
        Name of each column. If None, the columns have the names of the data frame in
        `shape`, if there are any.
    handle_unknown : {"error", "ignore"}, default="error"
        How to treat rows and columns that the matrix does not have. If "error", they
        raise an error. If "ignore", they are left out, and a warning lists the
        biclusters that have lost all rows or all columns in this way.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row. It is a DataFrame if rows, columns or
        biclusters have names.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column, in the same kind of container.

    Raises
    ------
    ValueError
        If an index is out of range, masked or repeated (as in a mask of 0 and 1), or if
        a name is unknown. The error is also raised if the shape is not valid or does
        not match the names, or if ``base=1`` and the names are the numbers from 1 in
        another order.
    TypeError
        If an index is not an integer, if `biclusters` is not an iterable of pairs, or
        if names are not a sequence of hashable names.

    See Also
    --------
    labels_to_biclusters : Return the blocks of a co-clustering as biclusters.

    Notes
    -----
    The indicators are dense arrays of n_biclusters * (n_rows + n_columns) bools.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_from_indices
    >>> rows, columns = biclusters_from_indices([([0, 2], [1])], shape=(3, 2))
    >>> rows
    array([[ True, False,  True]])
    """
    base = check_integer(base, "base", 0, 1)
    check_option(handle_unknown, "handle_unknown", ("error", "ignore"))
    row_entries, column_entries = _check_rows_and_columns(
        shape, row_names, column_names, base
    )
    bicluster_names = list(biclusters) if isinstance(biclusters, Mapping) else None
    pairs = _list_pairs(biclusters)
    rows = np.zeros((len(pairs), row_entries.size), dtype=bool)
    columns = np.zeros((len(pairs), column_entries.size), dtype=bool)
    _refuse_other_base_or_order(pairs, row_entries, column_entries)
    emptied_keys = []
    for number, pair in enumerate(pairs):
        key = number if bicluster_names is None else bicluster_names[number]
        argument = f"biclusters[{key!r}]"
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(
                f"`{argument}` must be a pair (row_indices, column_indices), got "
                f"{describe(pair)}.{_advice_on_mapping(pair, bicluster_names)}"
            )
        if handle_unknown == "ignore":
            known_pair = _without_unknown(pair, (row_entries, column_entries), argument)
            if _is_emptied(pair, known_pair):
                emptied_keys.append(key)
            pair = known_pair
        row_positions = row_entries.positions_of(
            pair[0], f"{argument}[0]", opposite=column_entries
        )
        rows[number, row_positions] = True
        column_positions = column_entries.positions_of(
            pair[1], f"{argument}[1]", opposite=row_entries
        )
        columns[number, column_positions] = True
    _warn_of_emptied(emptied_keys)
    names_of_all = (bicluster_names, row_entries.names, column_entries.names)
    if all(names is None for names in names_of_all):
        return rows, columns
    from pandas import DataFrame

    return (
        DataFrame(rows, index=bicluster_names, columns=row_entries.names),
        DataFrame(columns, index=bicluster_names, columns=column_entries.names),
    )


@dataclass(frozen=True, eq=False)
class _Entries:
    """Rows, or columns, to which indices or names refer."""

    # Parameter with the names, which is "row_names" or "column_names"
    argument: str
    # Number of rows, or of columns
    size: int
    # Index of the first row, or column
    base: int
    # Names of the rows, or columns. If None, they have no names.
    names: list[Any] | None
    # Position of each name. If None, users refer to rows, or columns, by index only.
    position_of_name: dict[Any, int] | None

    @property
    def takes_indices(self) -> bool:
        """Return whether integers are read as indices.

        If there are names, integers are names, unless indices are counted from 1 and no
        name is an integer.
        """
        if self.position_of_name is None:
            return True
        return self.base == 1 and not any(map(is_integer, self.position_of_name))

    def known_among(self, index_list: list[Any]) -> list[Any]:
        """Return the indices, or names, that the matrix has.

        An index that is not hashable is returned, too, because it raises an error
        later.
        """
        known_indices: Container[Any] = range(self.base, self.base + self.size)
        if not self.takes_indices or not all(map(is_integer, index_list)):
            known_indices = self.position_of_name or {}  # There may be no names.
        return [
            index
            for index in index_list
            if not isinstance(index, Hashable) or index in known_indices
        ]

    def positions_of(
        self, indices: Any, argument: str, *, opposite: _Entries
    ) -> list[int]:
        """Check indices or names, and return the position of each.

        Indices are integers from `base` to `base + size - 1`, because the number of
        rows, or columns, is always known. If these are the rows, the columns are
        `opposite`, and vice versa.
        """
        index_list = _list_indices(indices, argument)
        if index_list is None:
            expected = "integers, or of names with `row_names` and `column_names`"
            if self.position_of_name is not None:
                expected = "names"
            raise TypeError(
                f"`{argument}` must be a list of {expected}, got {describe(indices)}."
            )
        if any(isinstance(index, bool | np.bool_) for index in index_list):
            raise TypeError(
                f"`{argument}` must be a list of integers or of names, got True or "
                "False. If it is a mask, pass `numpy.flatnonzero(mask)`, which "
                "counts from 0, so leave out `base=1`."
            )
        are_integers = all(map(is_integer, index_list))
        if self.position_of_name is None or (self.takes_indices and are_integers):
            return _check_indices(index_list, argument, base=self.base, size=self.size)
        return _check_entry_names(
            index_list, argument, self.position_of_name, opposite=opposite
        )


def _without_unknown(
    pair: Sequence[Any], entries_of_modes: Sequence[_Entries], argument: str
) -> list[Any]:
    """Return the rows and the columns of a bicluster that the matrix has.

    A part that is not a list of indices or names is returned unchanged, because it is
    checked later.
    """
    known_pair = []
    for mode, entries in enumerate(entries_of_modes):
        index_list = _list_indices(pair[mode], f"{argument}[{mode}]")
        if index_list is None:
            known_pair.append(pair[mode])
        else:
            known_pair.append(entries.known_among(index_list))
    return known_pair


def _is_emptied(pair: Sequence[Any], known_pair: Sequence[Any]) -> bool:
    """Return whether all rows, or all columns, of a bicluster have been left out.

    `known_pair` is what `_without_unknown` returns for the `pair`. It has lists of the
    indices that the matrix has, and a part that is no list of indices as it was. Rows,
    or columns, that were empty before do not count.
    """
    for indices, known_indices in zip(pair, known_pair, strict=True):
        was_empty = hasattr(indices, "__len__") and len(indices) == 0
        is_empty = isinstance(known_indices, list) and len(known_indices) == 0
        if is_empty and not was_empty:
            return True
    return False


def _warn_of_emptied(keys: list[Any]) -> None:
    """Warn of biclusters of which all rows, or all columns, have been left out."""
    if keys:
        warn_caller(
            f"In {len(keys)} of the biclusters, all rows or all columns are unknown "
            f"to the matrix and were left out: {list_names(keys)}. Check that both "
            "use the same names, for example not 1 in one and '1' in the other."
        )


def _check_rows_and_columns(
    shape: Any,
    row_names: Sequence[Any] | None,
    column_names: Sequence[Any] | None,
    base: int,
) -> tuple[_Entries, _Entries]:
    """Return the rows and the columns that the shape and the names define.

    The arguments are those of `biclusters_from_indices`, and they are not yet checked.
    Names that were not passed are taken from a data frame that was passed as the shape.
    """
    refuse_foreign(shape, "shape")
    if row_names is not None:
        row_names = _check_list_of_names(row_names, "row_names")
    if column_names is not None:
        column_names = _check_list_of_names(column_names, "column_names")
    frame_row_names, frame_column_names = names_of_modes(shape, 2)
    if frame_column_names is not None:  # Only a data frame has names of columns.
        shape = shape.shape
        if row_names is None and frame_row_names is not None:
            row_names = list(frame_row_names)
        if column_names is None:
            column_names = list(frame_column_names)
    if shape is None and row_names is not None and column_names is not None:
        shape = len(row_names), len(column_names)
    if shape is None:
        raise ValueError(
            "`shape` must be a tuple of two positive integers, got None. Pass it, or "
            "both `row_names` and `column_names`."
        )
    n_rows, n_columns = check_shape(shape, "shape")
    row_entries = _check_mode(
        n_rows, row_names, argument="row_names", kind="rows", base=base
    )
    column_entries = _check_mode(
        n_columns, column_names, argument="column_names", kind="columns", base=base
    )
    return row_entries, column_entries


def _check_list_of_names(names: Any, argument: str) -> list[Any]:
    """Check names of rows, or of columns, and return them as a list.

    `argument` is the parameter with the names.
    """
    name_list = check_sequence(names, argument, "names")
    for name in name_list:
        if not isinstance(name, Hashable):
            raise TypeError(
                f"`{argument}` must have hashable names, such as strings, got "
                f"{describe(name)}."
            )
    return name_list


def _check_mode(
    size: int, names: list[Any] | None, *, argument: str, kind: str, base: int
) -> _Entries:
    """Check the names of the rows, or of the columns, and return the rows, or columns.

    `argument` is the name of the parameter with the names, and `kind` is "rows" or
    "columns".
    """
    position_of_name = None
    if names is not None:
        check_equal((len(names), size), (argument, "shape"), kind)
        if base == 1 and _are_other_numbers_from_1(names):
            raise ValueError(
                f"`{argument}` has the numbers from 1 to {size} in another order, so "
                "it is not clear whether integers in `biclusters` are names or "
                "indices that begin at 1. If they are names, leave out `base=1`. If "
                "they are indices, pass the names as strings."
            )
        repeated = repeated_names(names)
        if repeated:
            raise ValueError(
                f"`{argument}` has a name that occurs twice: {list_names(repeated)}. "
                "Give each entry a different name, or pass indices in place of names."
            )
        # The default index 0, 1, 2, ... does not count as names.
        if not is_numbering(names):
            position_of_name = positions_by_name(names, argument)
    return _Entries(
        argument=argument,
        size=size,
        base=base,
        names=names,
        position_of_name=position_of_name,
    )


def _are_other_numbers_from_1(names: list[Any]) -> bool:
    """Return whether names are the numbers 1, 2, 3, ... in another order."""
    return are_shuffled_numbers(names) and min(names) == 1


def _refuse_other_base_or_order(
    pairs: list[Any], rows: _Entries, columns: _Entries
) -> None:
    """Raise an error if indices fit only with another base, or with modes exchanged.

    The error is raised only if an index is out of range. In that case, this function
    checks whether all indices fit with base 1, or with rows and columns exchanged.
    Other errors of an index are found when its bicluster is checked.
    """
    if not rows.takes_indices or not columns.takes_indices:
        return
    row_range = _index_range(pairs, 0)
    column_range = _index_range(pairs, 1)
    if row_range is None or column_range is None:
        return
    base = rows.base
    n_rows = rows.size
    n_columns = columns.size
    if _fits(row_range, base, n_rows) and _fits(column_range, base, n_columns):
        return
    if _fits(row_range, 1, n_rows) and _fits(column_range, 1, n_columns):
        raise ValueError(
            "`biclusters` seem to count from 1, as in R, MATLAB and Julia: their rows "
            f"go from {row_range[0]} to {row_range[1]} and their columns from "
            f"{column_range[0]} to {column_range[1]}, in a matrix of shape "
            f"({n_rows}, {n_columns}). Pass `base=1`."
        )
    if _fits(row_range, base, n_columns) and _fits(column_range, base, n_rows):
        raise ValueError(
            f"`biclusters` have rows up to {row_range[1]} and columns up to "
            f"{column_range[1]} in a matrix of shape ({n_rows}, {n_columns}). The two "
            f"seem to be exchanged: pass `shape=({n_columns}, {n_rows})`, or pairs "
            "(row_indices, column_indices)."
        )


def _fits(index_range: tuple[int, int], base: int, size: int) -> bool:
    """Return whether the smallest and the largest index are within `size` entries."""
    lowest, highest = index_range
    return base <= lowest and highest < base + size


def _index_range(pairs: list[Any], mode: int) -> tuple[int, int] | None:
    """Return the smallest and the largest index of rows (mode 0) or columns (mode 1).

    Return None if some of them are not integers, if there are none, or if those of a
    bicluster are not in a list, tuple, range, set or array.
    """
    indices: list[Any] = []
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            return None
        part = pair[mode]
        if isinstance(part, np.ndarray) and part.ndim == 1:
            part = part.tolist()  # Masked entries become None.
        if not isinstance(part, list | tuple | range | set):
            return None
        indices.extend(part)
    if not indices or not all(map(is_integer, indices)):
        return None
    return int(min(indices)), int(max(indices))


def _advice_on_mapping(bicluster: Any, bicluster_names: list[Any] | None) -> str:
    """Return how to make pairs of biclusters that are mappings of two keys, or "".

    `bicluster` is one of the biclusters, which is not a pair and may be anything.
    `bicluster_names` are the keys of `biclusters`, or None if it is not a mapping.
    """
    if not isinstance(bicluster, Mapping) or len(bicluster) != 2:
        return ""
    row_key, column_key = bicluster
    pair = f"(b[{row_key!r}], b[{column_key!r}])"
    cure = f"[{pair} for b in biclusters]"
    if bicluster_names is not None:
        cure = f"{{name: {pair} for name, b in biclusters.items()}}"
    return f" If {row_key!r} are the rows, pass `{cure}`."


def _list_pairs(biclusters: Any) -> list[Any]:
    """Return a list of the pairs of row and column indices, not yet checked.

    An error is raised if `biclusters` seem to be two parts, one with the rows of all
    biclusters and one with their columns.
    """
    expected = "pairs (row_indices, column_indices)"
    if isinstance(biclusters, Mapping):
        biclusters = list(biclusters.values())
    pairs = check_sequence(biclusters, "biclusters", expected, may_be_empty=True)
    if _are_two_mappings_of_same_keys(pairs):
        # The parts may also be two biclusters, each with its rows and its columns.
        advice = _advice_on_mapping(pairs[0], bicluster_names=None)
        raise TypeError(
            f"`biclusters` must be a sequence of {expected}, one for each bicluster; "
            "got two mappings with the same keys. If their keys are the biclusters, "
            "pass `{key: (biclusters[0][key], biclusters[1][key]) for key in "
            f"biclusters[0]}}`.{advice}"
        )
    is_tuple_of_two = isinstance(biclusters, tuple) and len(biclusters) == 2
    if is_tuple_of_two and all(map(_is_list_of_lists, pairs)):
        # The parts may also be two biclusters, if each is a list of its rows and its
        # columns.
        raise TypeError(
            f"`biclusters` must be a sequence of {expected}, one for each bicluster; "
            "got a tuple of two lists, of all rows and of all columns. Pass "
            "`list(zip(rows, columns))`."
        )
    return pairs


def _are_two_mappings_of_same_keys(parts: Sequence[Any]) -> bool:
    """Return whether parts are two mappings, to the rows and columns of biclusters."""
    if len(parts) != 2 or not all(isinstance(part, Mapping) for part in parts):
        return False
    first, second = parts
    return set(first) == set(second)


def _is_list_of_lists(part: Any) -> bool:
    """Return whether a part may be the rows, or the columns, of all biclusters."""
    return isinstance(part, list) and any(hasattr(entry, "__len__") for entry in part)


def _check_indices(
    index_list: list[Any], argument: str, *, base: int, size: int
) -> list[int]:
    """Check indices of rows, or columns, and return the position of each.

    There are `size` rows or columns, and the first of them has the index `base`.
    """
    if not all(map(is_integer, index_list)):
        raise TypeError(
            f"`{argument}` must be a list of integers, or of names with `row_names` "
            f"and `column_names`, got {describe(index_list)}."
        )
    for index in index_list:
        if index not in range(base, base + size):
            raise ValueError(
                f"`{argument}` must have indices from {base} to {base + size - 1}, "
                f"got {describe(index)}."
            )
    _refuse_repeated(index_list, argument)
    return [int(index) - base for index in index_list]


def _check_entry_names(
    name_list: list[Any],
    argument: str,
    position_of_name: dict[Any, int],
    *,
    opposite: _Entries,
) -> list[int]:
    """Check names of rows, or of columns, and return the position of each.

    `position_of_name` has the position of every row, or column, of the matrix. If these
    are names of rows, the columns are `opposite`, and vice versa. The opposite rows or
    columns may have no names, but both modes have the same base. With
    ``handle_unknown="ignore"``, unknown names have been left out before, but names that
    are repeated or not hashable have not.
    """
    if not all(isinstance(name, Hashable) for name in name_list):
        got = describe(name_list)
        raise TypeError(
            f"`{argument}` must be a list of names, such as strings, got {got}."
        )
    for name in name_list:
        if name not in position_of_name:
            hint = " Pass `handle_unknown='ignore'` to leave out such names."
            if name in (opposite.position_of_name or {}):
                hint = (
                    f" It is among `{opposite.argument}`, so rows and columns may have "
                    "been exchanged."
                )
            elif is_integer(name) and opposite.base == 1:
                hint = (
                    " If these are indices that begin at 1, pass names instead, such "
                    "as `frame.index[numpy.array(indices) - 1]`."
                )
            elif is_integer(name):
                hint = (
                    " If these are indices that begin at 1, pass `base=1`. If they "
                    "begin at 0, pass names instead, such as `frame.index[indices]`."
                )
            raise ValueError(
                f"`{argument}` has {describe(name)}, which is not among the names of "
                f"the matrix.{hint}"
            )
    _refuse_repeated(name_list, argument)
    return [position_of_name[name] for name in name_list]


def _list_indices(indices: Any, argument: str) -> list[Any] | None:
    """Return indices or names as a list, or None if they are no kind of list.

    The caller checks the entries, and raises an error for None. A mask becomes a list,
    too, and the caller raises an error for its bools. A list is not converted to an
    array first, because NumPy reads [True, 1] as [1, 1].
    """
    if has_masked_entries(indices):
        raise ValueError(
            f"`{argument}` has masked entries, but every index must be known. Leave "
            "them out, such as by `indices.compressed()`."
        )
    if hasattr(indices, "__array__"):
        values = np.asarray(indices).tolist()
        return values if isinstance(values, list) else None  # A scalar is not a list.
    if isinstance(indices, str | bytes | Mapping) or sparse.issparse(indices):
        return None
    if not hasattr(indices, "__iter__"):
        return None
    return list(indices)


def _refuse_repeated(indices: list[Any], argument: str) -> None:
    """Raise an error if an index or a name occurs twice in a list.

    For example, a mask of 0 and 1 seems to have these indices several times.
    """
    repeated = repeated_names(indices)
    if repeated and not all(map(is_integer, indices)):
        raise ValueError(
            f"`{argument}` contains {list_names(repeated)} twice, but each name must "
            "be listed once. Leave out the repeats, such as by `set(names)`."
        )
    if repeated:
        raise ValueError(
            f"`{argument}` contains an index twice, but each must be listed once. If "
            "it is a mask of 0 and 1, pass `numpy.flatnonzero(mask)`, which counts "
            "from 0, so leave out `base=1`."
        )
