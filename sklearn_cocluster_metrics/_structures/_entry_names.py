"""Match entries by the names of rows and columns.

An entry belongs to one row or to one column. It is, for example, its label, or its
column in an indicator. Entries have names if they come in a Series or a data frame.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import is_integer
from ._foreign import refuse_foreign
from ._matrix import is_frame
from ._messages import warn_caller

Names: TypeAlias = Sequence[Any]
"""The name of every entry, such as an index of pandas. Names are hashable."""

HINT_AT_NAMES = "Give both the same names, or pass arrays to match by position."
_N_EXAMPLES = 3  # An error lists this many names.
_N_TRIED_NAMES = 1000  # For this many names, a common prefix or suffix is tried.


@dataclass(frozen=True, eq=False)
class NamedEntries:
    """Entries in an array, with their names."""

    # (n_entries, ...): The entries
    entries: NDArray[Any]
    # Names of the entries. If None, they have no names.
    names: Names | None = None

    def __len__(self) -> int:
        """Count the entries."""
        return len(self.entries)

    def take(self, positions: NDArray[np.intp]) -> "NamedEntries":
        """Return the entries at these positions."""
        names = self.names
        if names is not None:
            names = take_entries(names, positions)
        return NamedEntries(self.entries[positions], names)


class ItemNames(list[Any]):
    """Keys of a mapping from items to labels.

    The keys are names of entries without an order, or the positions 0, 1, 2, ....
    """


# Find the names


def index_of(data: Any) -> Names | None:
    """Return the index of a Series or a data frame, or None if there is no index.

    The index of a mapping from items to labels is its keys.
    """
    if type(data) is np.ndarray or sparse.issparse(data):
        return None  # A `dok_array` is a mapping, but not of labels.
    if isinstance(data, Mapping):
        return _ordered_keys(data)
    index = getattr(data, "index", None)
    if callable(index):  # Lists and tuples have such a method.
        return None
    return index


def values_of_mapping(labels: Mapping[Any, Any]) -> list[Any]:
    """Return the labels of a mapping, in the order of its keys by `index_of`."""
    return [labels[item] for item in _ordered_keys(labels)]


def _ordered_keys(labels: Mapping[Any, Any]) -> ItemNames:
    """Return the keys of a mapping, in ascending order if they are 0, 1, 2, ....

    Such keys can be positions, in whatever order the mapping has them. Other keys have
    no order, so they can be matched by name only.
    """
    keys = list(labels)
    if set(keys) == set(range(len(keys))):
        return ItemNames(range(len(keys)))
    return ItemNames(keys)


def column_names(data: Any) -> Names | None:
    """Return the names of the columns of a data frame, or None for other data."""
    refuse_foreign(data, "X")
    if hasattr(data, "column_names"):
        # The `columns` of a table of pyarrow are its data, not its names.
        return list(data.column_names)
    names = getattr(data, "columns", None)
    if names is None or callable(names):
        return None
    return list(names)


def fitted_column_names(estimator: Any) -> Names | None:
    """Return the names of the columns that an estimator was fitted on, or None."""
    names = getattr(estimator, "feature_names_in_", None)
    if names is None:
        return None
    return list(names)


def names_of_modes(X: Any, n_modes: int) -> list[Names | None]:
    """Return the names of the rows of X, of its columns, and None for further modes.

    A clustering has one mode, the rows.
    """
    names = [index_of(X), column_names(X)] + [None] * (n_modes - 2)
    return names[:n_modes]


# Compare names


def is_numbering(names: Names) -> bool:
    """Return whether names are 0 to n - 1 in order, as the default index of pandas.

    An empty sequence is such a numbering, too.
    """
    return list(names) == list(range(len(names)))


def has_names(names: Names | None) -> TypeGuard[Names]:
    """Return whether entries have names other than the default index."""
    return names is not None and not is_numbering(names)


def are_integers(names: Names) -> bool:
    """Return whether all names are integers."""
    return all(map(is_integer, names))


def _are_shuffled_numbers_as_texts(names: Names) -> bool:
    """Return whether names are the texts "0", "1", "2", ..., in another order."""
    if not all(isinstance(name, str) and name.isdecimal() for name in names):
        return False
    names = list(names)
    texts = [str(number) for number in range(len(names))]
    return names != texts and set(names) == set(texts)


def are_matched_by_name(first: Names | None, second: Names | None) -> bool:
    """Return whether entries of two sides are matched by name, not by position.

    Both sides must have names, which may be different ones, and a default index does
    not count. The keys 0, 1, 2, ... of a mapping count only if the opposite side is a
    mapping, too, or has integers other than a default index.
    """
    if first is None or second is None:
        return False
    if not is_numbering(first) and not is_numbering(second):
        return True
    if isinstance(first, ItemNames) and isinstance(second, ItemNames):
        return True
    if _are_keys_beside_other_integers(first, second):
        return True
    return _are_keys_beside_other_integers(second, first)


def _are_keys_beside_other_integers(names: Names, opposite_names: Names) -> bool:
    """Return whether one side has keys 0, 1, ..., and the other has other integers."""
    if not isinstance(names, ItemNames) or not is_numbering(names):
        return False
    return are_integers(opposite_names) and not is_numbering(opposite_names)


def are_equal_names(first: Names, second: Names) -> bool:
    """Return whether names are the same, in the same order."""
    if hasattr(first, "equals") and hasattr(second, "equals"):
        # For an index of pandas, this is faster than lists.
        return bool(first.equals(second))
    return list(first) == list(second)


def preferred_names(*candidates: Names | None) -> Names | None:
    """Return the first candidate that is neither None nor a default index.

    If there is no such candidate, return the first default index. If all candidates are
    None, return None.
    """
    default_index = None
    for names in candidates:
        if names is None:
            continue
        if not is_numbering(names):
            return names
        if default_index is None:
            default_index = names
    return default_index


def check_single_order(names_of_parts: Iterable[Names | None], subject: str) -> None:
    """Raise an error if parts have names in several orders, and others have none.

    Orders differ also if the names do. Parts without names (None or a default index)
    are matched by position, which would then be ambiguous. The error calls all parts
    together `subject`, which is a plural and begins the sentence.
    """
    orders = set()
    has_unnamed = False
    for names in names_of_parts:
        if has_names(names):
            orders.add(tuple(names))
        else:
            has_unnamed = True
    if has_unnamed and len(orders) > 1:
        raise ValueError(
            f"{subject} are matched by names in several orders, but not all have "
            "names, so the order of those without names is not known. Give all of "
            "them the same names, or none of them."
        )


def name_differences(
    first: Names, second: Names, *, sides: tuple[str, str] = ("the first", "the second")
) -> str:
    """Return in words which names only one side has, or "" if there are none."""
    differences = [
        _describe_excess(sides[0], first, second),
        _describe_excess(sides[1], second, first),
    ]
    return "; ".join(difference for difference in differences if difference)


def _describe_excess(side: str, names: Names, opposite_names: Names) -> str:
    """Return in words which names of a side the opposite side lacks, or "" if none."""
    excess = names_absent_from(opposite_names, names)
    return f"only {side} has {list_names(excess)}" if excess else ""


def names_absent_from(names: Names, opposite_names: Names) -> list[Any]:
    """Return the names of the opposite side that this side lacks, each once."""
    present = set(names)
    return [name for name in dict.fromkeys(opposite_names) if name not in present]


def repeated_names(names: Names) -> list[Any]:
    """Return the names that occur more than once, each once."""
    return [name for name, count in Counter(names).items() if count > 1]


def list_names(names: Sequence[Any], n_listed: int = _N_EXAMPLES) -> str:
    """Return a text such as "'a', 'b', 'c' and 2 more", for five names."""
    examples = ", ".join(repr(name) for name in names[:n_listed])
    n_more = len(names) - n_listed
    return f"{examples} and {n_more} more" if n_more > 0 else examples


# Match entries by names. The entries have the `names`, and the data have the
# `target_names`. Errors call the entries `argument`.


def reorder_if_named(
    entries: Any,
    names: Names | None,
    target_names: Names | None,
    argument: str,
    *,
    target: str = "the data",
    hint: str = HINT_AT_NAMES,
    sides: tuple[str, str] = ("the first", "the second"),
) -> Any:
    """Return the entries in the order of the target names, if both sides have names.

    Otherwise, the entries are matched by position, and returned as they are. The
    default index 0, 1, 2, ... does not count as names. However, an error is raised if
    it may be meant as names, because the other side has other integers, as slices of
    one Series have, or the same integers in another order, also as texts. An error is
    also raised if one side is a mapping with names, or if the index shows that the
    entries have been shuffled, but the other side has no names. Errors call the side
    with the target names `target`, and the two sides `sides` where they list names. If
    the names differ, but some are in both sides, the error ends with `hint`.
    """
    _refuse_mapping_beside_unnamed(names, target_names, f"`{argument}`", target)
    refuse_shuffled_numbers(names, target_names, argument, target)
    if names is None or target_names is None or are_equal_names(names, target_names):
        return entries
    if not are_matched_by_name(names, target_names):
        _refuse_numbers_on_one_side(names, target_names, argument, target)
        return entries
    positions = positions_of_same_names(list(names), list(target_names))
    if positions is not None:
        return take_entries(entries, positions)
    refuse_repeated_names(names, target_names, f"`{argument}`", target)
    differences = name_differences(names, target_names, sides=sides)
    if are_different_numberings(names, target_names):
        raise _number_or_position_error(names, target_names, argument, target)
    spelling = hint_at_spelling(names, target_names)
    none_shared = ""
    if set(names).isdisjoint(target_names):
        none_shared = " No name is in both."
        hint = HINT_AT_NAMES
    raise ValueError(
        f"`{argument}` has an index with other names than {target}: "
        f"{differences}.{none_shared}{spelling} {hint}"
    )


def refuse_exchanged_modes(
    names: Sequence[Names | None],
    target_names: Sequence[Names | None],
    *,
    arguments: Sequence[str],
    target: str,
    cures: Sequence[str],
) -> None:
    """Raise an error if the names show that rows and columns have been exchanged.

    Each side has the names of all rows and the names of all columns, or None. Rows and
    columns are exchanged if no mode has a name in common with the same mode of the
    target, and one mode has a name in common with the opposite mode. A mode without
    names on one of the sides does not count, and sides with another number of modes
    than two are not checked. Errors call the two modes by `arguments`, which they
    quote, and the other side `target`, as it is written. `cures` are pieces of code
    that exchange the modes of a side.
    """
    if len(names) != 2:
        return
    exchanged_modes = []
    for mode, mode_names in enumerate(names):
        same_mode = target_names[mode]
        opposite_mode = target_names[1 - mode]
        if not has_names(mode_names) or not has_names(same_mode):
            continue
        if are_equal_names(mode_names, same_mode):
            return
        distinct_names = set(mode_names)
        if not distinct_names.isdisjoint(same_mode):
            return
        if has_names(opposite_mode) and not distinct_names.isdisjoint(opposite_mode):
            exchanged_modes.append(mode)
    if not exchanged_modes:
        return
    mode = exchanged_modes[0]
    kinds = ["rows", "columns"]
    raise ValueError(
        f"`{arguments[mode]}` has names of the {kinds[1 - mode]} of {target}, and "
        f"none of its {kinds[mode]}, so rows and columns seem to be exchanged. Pass "
        f"{' or '.join(cures)}."
    )


def refuse_modes_exchanged_with_data(
    names: Sequence[Names | None], X: Any, argument: str
) -> None:
    """Raise an error if rows and columns are exchanged between labels and a matrix X.

    The labels are a tuple, which errors call `argument`, and `names` are the names of
    its two parts.
    """
    refuse_exchanged_modes(
        names,
        names_of_modes(X, 2),
        arguments=[f"{argument}[0]", f"{argument}[1]"],
        target="`X`",
        cures=[f"`{argument}[::-1]`", "`X.T`"],
    )


def _has_mapping_keys(names: Names, target_names: Names) -> bool:
    """Return whether names of a side are keys of a mapping, which has no index."""
    return isinstance(names, ItemNames) or isinstance(target_names, ItemNames)


def are_different_numberings(names: Names, target_names: Names) -> bool:
    """Return whether one side has the names 0 to n - 1, and the other similar ones.

    The other side has n consecutive integers, which begin at another number, or are in
    another order. If neither side begins at 0, as 1, 2, 3 and 2, 3, 4, return False.
    """
    if len(names) != len(target_names):
        return False
    if is_numbering(names) == is_numbering(target_names):
        return False
    return _are_consecutive(names) and _are_consecutive(target_names)


def _are_consecutive(names: Names) -> bool:
    """Return whether names are consecutive integers, in whatever order."""
    if len(names) == 0 or not are_integers(names):
        return False
    first = min(names)
    return set(names) == set(range(first, first + len(names)))


def hint_at_spelling(names: Names, target_names: Names) -> str:
    """Return a sentence on how to make names equal that only one side has, or "".

    These names may differ by their type, as 1 and "1" do, or be spelled in another way.
    If they are row numbers beside names, the sentence says how to match by position.
    """
    like_names = _find_like_names(names, target_names)
    if like_names is None:
        return _hint_at_row_numbers(names, target_names)
    spelling = like_names.spelling  # Its difference is a noun, such as "capitals".
    code = spelling.code(names, target_names)
    return (
        f" Some differ only by {spelling.difference}: `{code}` on both sides makes "
        f"them equal, for example {like_names.example}."
    )


def _hint_at_row_numbers(names: Names, target_names: Names) -> str:
    """Return a sentence on one side that has row numbers in place of names, or "".

    Row numbers are 1, 2, 3, ..., and the other side has as many names, some of which
    are texts.
    """
    if len(names) != len(target_names) or _has_mapping_keys(names, target_names):
        return ""
    for side, opposite_side in ((names, target_names), (target_names, names)):
        # If the opposite side has numbers, both may be slices of one Series.
        has_texts = any(isinstance(name, str) for name in opposite_side)
        if has_texts and _are_row_numbers(side) and not set(side) & set(opposite_side):
            return (
                f" The index {list_names(list(side))} may be row numbers, as R writes "
                "them, and not names. If both sides are in the same order, pass "
                "`.to_numpy()` of both."
            )
    return ""


def _are_row_numbers(names: Names) -> bool:
    """Return whether names are the numbers 1, 2, 3, ..., also as texts."""
    return list(map(str, names)) == [str(k + 1) for k in range(len(names))]


def warn_of_like_names(names: Names, target_names: Names, consequence: str) -> None:
    """Warn if names that only one side has look like names of the other side.

    The names do not match, and `consequence` is a sentence that says what happens to
    their entries.
    """
    like_names = _find_like_names(names, target_names)
    if like_names is None:
        return
    spelling = like_names.spelling  # Its difference is a noun, such as "capitals".
    code = spelling.code(names, target_names)
    warn_caller(
        f"Some names that only one side has differ only by {spelling.difference} from "
        f"names of the other side, for example {like_names.example}. {consequence} If "
        f"such names mean the same item, `{code}` on both sides makes them equal."
    )


@dataclass(frozen=True)
class _Spelling:
    """A way in which names of the same entries often differ."""

    # The difference, in words
    difference: str
    # Function that returns a name without this difference
    simplify: Callable[[str], str]
    # Code with which a user does the same with a text `{}`, which is a name
    code_of_name: str
    # Code with which a user does the same with an index `{}` of texts
    code_of_index: str

    def code(self, names: Names, target_names: Names) -> str:
        """Return the code that makes names equal, for an index or for a single name."""
        are_texts = all(isinstance(name, str) for name in chain(names, target_names))
        if _has_mapping_keys(names, target_names):
            name = "name" if are_texts else "str(name)"
            return self.code_of_name.replace("{}", name, 1)
        index = "labels.index" if are_texts else "labels.index.astype(str)"
        return f"labels.index = {self.code_of_index.replace('{}', index, 1)}"


@dataclass(frozen=True)
class _LikeNames:
    """Two names that look alike, and the way in which they differ."""

    spelling: _Spelling
    name: Any
    target_name: Any

    @property
    def example(self) -> str:
        """Text with both names."""
        return f"{self.name!r} and {self.target_name!r}"


_SPELLINGS_OF_NAMES = (
    # Names that differ by their type are not all texts, so that they are converted.
    _Spelling("their type", str, "{}", "{}"),
    _Spelling("blanks", str.strip, "{}.strip()", "{}.str.strip()"),
    _Spelling(
        "blanks",
        lambda name: "".join(name.split()),
        "''.join({}.split())",
        "{}.str.split().str.join('')",
    ),
    _Spelling("capitals", str.casefold, "{}.casefold()", "{}.str.casefold()"),
    _Spelling(
        "a version after a dot",
        lambda name: name.partition(".")[0],
        "{}.partition('.')[0]",
        "{}.str.split('.').str[0]",
    ),
    _Spelling(
        "numbers at their end",
        lambda name: re.sub(r"([-_]\d+)+$", "", name),
        r"re.sub(r'([-_]\d+)+$', '', {})",
        r"{}.str.replace(r'([-_]\d+)+$', '', regex=True)",
    ),
    # `make.names` of R writes a dot in place of every other character.
    _Spelling(
        "dots of R in place of other characters",
        lambda name: re.sub("[^A-Za-z0-9]", ".", name),
        "re.sub('[^A-Za-z0-9]', '.', {})",
        "{}.str.replace('[^A-Za-z0-9]', '.', regex=True)",
    ),
)


def _find_like_names(names: Names, target_names: Names) -> _LikeNames | None:
    """Return two names that look alike, each of which only one side has, or None.

    They differ in the first of the known ways in which some names differ.
    """
    excess = names_absent_from(target_names, names)
    target_excess = names_absent_from(names, target_names)
    if not excess or not target_excess:
        return None
    affixes: Iterable[_Spelling] = ()
    if not _are_row_numbers(names) and not _are_row_numbers(target_names):
        # The row number 10 is not the gene "G10".
        affixes = _affixes_of_one_side(excess, target_excess)
    for spelling in chain(_SPELLINGS_OF_NAMES, affixes):
        # A plain name is a name without the difference, such as "gene" for "Gene".
        name_of_plain = {spelling.simplify(str(name)): name for name in excess}
        target_of_plain = {spelling.simplify(str(name)): name for name in target_excess}
        shared = [plain for plain in name_of_plain if plain in target_of_plain]
        # Names that are not distinct any more could not be matched.
        if shared and all(
            _are_distinct(side, spelling.simplify) for side in (names, target_names)
        ):
            plain = shared[0]
            return _LikeNames(spelling, name_of_plain[plain], target_of_plain[plain])
    return None


def _are_distinct(names: Names, simplify: Callable[[str], str]) -> bool:
    """Return whether distinct names are still distinct if they are simplified."""
    distinct_names = set(names)
    return len({simplify(str(name)) for name in distinct_names}) == len(distinct_names)


def _affixes_of_one_side(excess: Names, target_excess: Names) -> Iterator[_Spelling]:
    """Yield prefixes and suffixes that all names of one side have in common.

    Without them, two or more of these names, among the first ones, are names of the
    other side. Digits alone are left out, because they may distinguish names, as in
    "x1" and "x10".
    """
    for side, opposite_side in ((excess, target_excess), (target_excess, excess)):
        texts = list(map(str, side))
        reversed_texts = [text[::-1] for text in texts]
        affixes = [
            _affix_spelling("prefix", prefix, str.removeprefix)
            for prefix in _common_prefixes(texts)
        ] + [
            _affix_spelling("suffix", prefix[::-1], str.removesuffix)
            for prefix in _common_prefixes(reversed_texts)
        ]
        opposite_texts = set(map(str, opposite_side))
        for affix in affixes:
            simplified_texts = map(affix.simplify, texts[:_N_TRIED_NAMES])
            if len(opposite_texts.intersection(simplified_texts)) > 1:
                yield affix


def _common_prefixes(texts: list[str]) -> Iterator[str]:
    """Yield the prefixes that all texts have in common, if they are not digits."""
    # The prefixes of the first and the last text in order are those of all texts.
    first = min(texts)
    last = max(texts)
    for length in range(1, len(first) + 1):
        prefix = first[:length]
        if not last.startswith(prefix):
            return
        if not prefix.isdecimal():
            yield prefix


def _affix_spelling(
    kind: str, affix: str, remove: Callable[[str, str], str]
) -> _Spelling:
    """Return the spelling of names with and without a prefix, or a suffix.

    `kind` is "prefix" or "suffix", and `remove` is the method of a str that removes it.
    """
    code = f"remove{kind}({affix!r})"
    # `code` replaces the first braces only, so that an affix may have braces.
    return _Spelling(
        difference=f"the {kind} {affix!r}",
        simplify=lambda name: remove(name, affix),
        code_of_name="{}." + code,
        code_of_index="{}.str." + code,
    )


def _refuse_numbers_on_one_side(
    names: Names, target_names: Names, argument: str, target: str
) -> None:
    """Raise an error if a default index may be meant as the numbers of the other side.

    At least one side has the default index, because the sides are matched by position.
    The error is raised if the other side has other integers, the same ones in another
    order, or the texts "0", "1", "2", ... in another order.
    """
    have_integers = are_integers(names) and are_integers(target_names)
    if have_integers and is_numbering(names) != is_numbering(target_names):
        raise _number_or_position_error(names, target_names, argument, target)
    if any(map(_are_shuffled_numbers_as_texts, (names, target_names))):
        raise ValueError(
            f"`{argument}` and {target} could match by number or by position, because "
            "one has the index 0, 1, 2, ..., and the other has the texts '0', '1', "
            "'2', ... in another order. Give the names of both the same type, such "
            "as by `labels.index = labels.index.astype(int)`, or pass arrays to "
            "match by position."
        )


def _number_or_position_error(
    names: Names, target_names: Names, argument: str, target: str
) -> ValueError:
    """Return the error for a side with the default index beside a side with integers.

    The integers are other ones, or the same ones in another order.
    """
    problem = f"`{argument}` and {target} could match by number or by position, because"
    cure_of_members = (
        "If both were made from the members of clusters, pass the same `items=...` "
        "for both."
    )
    if set(names) == set(target_names):
        return ValueError(
            f"{problem} one has the index 0, 1, 2, ..., and the other has the same "
            "integers in another order. If the index is meant, pass "
            "`row_labels[X.index]` to a scorer, or `second.loc[first.index]` in place "
            "of the second structure. If the position is meant, pass `.to_numpy()` of "
            f"both. {cure_of_members}"
        )
    return ValueError(
        f"{problem} one has the index 0, 1, 2, ..., and the other has other integers. "
        f"{HINT_AT_NAMES} {cure_of_members}"
    )


def refuse_shuffled_numbers(
    names: Names | None, target_names: Names | None, argument: str, target: str
) -> None:
    """Raise an error if entries have been shuffled, and the target has no names.

    A Series that was shuffled has consecutive integers in another order, which begin at
    0 or, in R, at 1. It cannot be known whether the target was shuffled in the same
    way. The keys of a mapping raise no error, because they have no order. A default
    index of the target counts as names here.
    """
    if target_names is not None or names is None or isinstance(names, ItemNames):
        return
    if is_numbering(names) or not are_shuffled_numbers(names):
        return
    first = min(names)
    raise ValueError(
        f"`{argument}` has the index {first}, {first + 1}, {first + 2}, ... in "
        f"another order, but {target} has no names, so it is not clear how to match "
        f"them. If {target} is in the order of the index, pass "
        f"`{argument}.sort_index()`. If both are in the same order, pass "
        f"`{argument}.to_numpy()`."
    )


def are_shuffled_numbers(names: Names) -> bool:
    """Return whether names are consecutive integers in another order."""
    if not _are_consecutive(names):
        return False
    first = min(names)
    return list(names) != list(range(first, first + len(names)))


def _refuse_mapping_beside_unnamed(
    names: Names | None, target_names: Names | None, argument: str, target: str
) -> None:
    """Raise an error if one side is a mapping and the other side has no names.

    A mapping has `ItemNames`. It does not count if these are 0, 1, 2, .... The other
    side has no names if they are None or a default index. The error calls the sides
    `argument` and `target`, as they are written.
    """
    if _is_mapping_beside_unnamed(names, target_names):
        mapping = argument
        unnamed = target
    elif _is_mapping_beside_unnamed(target_names, names):
        mapping = target
        unnamed = argument
    else:
        return
    raise ValueError(
        f"{mapping} is a mapping, whose items are matched by name, but {unnamed} has "
        "no names. Pass a mapping or a Series for both, or pass the labels as a list "
        "in the order of the data: `[mapping.get(name) for name in names]`, where "
        "`names` is `data.index` for rows, and `data.columns` or "
        "`vectorizer.get_feature_names_out()` for columns. For a fitted estimator, "
        "which has no names of the rows, use a scorer, which matches them with the "
        "index of a data frame."
    )


def _is_mapping_beside_unnamed(
    names: Names | None, opposite_names: Names | None
) -> bool:
    """Return whether one side is a mapping with names, and the other has no names.

    Names that are 0, 1, 2, ... do not count on either side.
    """
    if not isinstance(names, ItemNames) or isinstance(opposite_names, ItemNames):
        return False
    return has_names(names) and not has_names(opposite_names)


def positions_of_same_names(
    names: Names, target_names: Names
) -> NDArray[np.intp] | None:
    """Return the position of each target name among the names.

    Return None unless both sides have the same names, and each name occurs once.
    """
    position_of = {name: position for position, name in enumerate(names)}
    has_repeated = len(position_of) < len(names)
    if has_repeated or len(names) != len(target_names):
        return None
    if position_of.keys() != set(target_names):
        return None
    return np.array([position_of[name] for name in target_names], dtype=np.intp)


def reorder_like(true: Any, pred: Any) -> Any:
    """Return a truth in the order of a prediction, if both have names.

    Both are structures as a user passes them. Labels are matched by their index, the
    indicators of biclusters by their columns. If a side has no names, such as a mode
    that is None, the truth is returned unchanged.
    """
    if isinstance(true, tuple) and isinstance(pred, tuple) and len(true) == len(pred):
        return tuple(map(_reorder_mode_like, true, pred))
    return reorder_if_named(
        true, index_of(true), index_of(pred), argument="labels_true"
    )


def _reorder_mode_like(true: Any, pred: Any) -> Any:
    """Return the true labels, or indicators, of one mode in the order of `pred`.

    A data frame is an indicator, whose columns are its entries.
    """
    if not is_frame(true):
        return reorder_like(true, pred)
    column_positions = reorder_if_named(
        np.arange(true.shape[1]),
        column_names(true),
        column_names(pred),
        argument="labels_true",
    )
    return true.iloc[:, column_positions]


def select_by_names(
    entries: Any, names: Names, target_names: Names, argument: str
) -> Any:
    """Return the entry of each target name.

    An error is raised if a target name is not among the names, or if one of the names
    occurs twice.
    """
    position_of = positions_by_name(names, argument)
    missing = [name for name in target_names if name not in position_of]
    if missing:
        hint = (
            "To leave out features without a label, pass `unlabeled='drop'` to a "
            "function or a scorer with this parameter, or use `handle_unlabeled`."
        )
        if len(missing) == len(target_names):
            hint = (
                "If the names differ by prefixes of a `ColumnTransformer` or "
                "`FeatureUnion`, pass `verbose_feature_names_out=False` to it."
            )
        spelling = hint_at_spelling(names, target_names)
        raise ValueError(
            f"`{argument}` has no label for {len(missing)} of the {len(target_names)} "
            "features that the estimator has labeled, the first of which is "
            f"{missing[0]!r}. Give it labels with these names."
            f"{spelling} {hint}"
        )
    positions = [position_of[name] for name in target_names]
    return take_entries(entries, np.array(positions, dtype=np.intp))


def positions_by_name(names: Names, argument: str) -> dict[Any, int]:
    """Return a dict from each name, which must be unique, to its position."""
    position_of = {name: position for position, name in enumerate(names)}
    if len(position_of) != len(names):
        raise _repeated_name_error(f"`{argument}`", names)
    return position_of


def refuse_repeated_names(
    names: Names | None, target_names: Names | None, argument: str, target: str
) -> None:
    """Raise an error if a name occurs twice on a side, and both are matched by name.

    No error is raised if both sides have equal names in the same order, repeated or
    not, because they then need no match. The error calls the sides `argument` and
    `target`, which are written as they are, and lists names that only one side has.
    """
    if names is None or target_names is None or are_equal_names(names, target_names):
        return
    if not are_matched_by_name(names, target_names):
        return
    for side, names_of_side in ((argument, names), (target, target_names)):
        if len(set(names_of_side)) < len(names_of_side):
            differences = name_differences(
                names, target_names, sides=(argument, target)
            )
            raise _repeated_name_error(side, names_of_side, differences)


def _repeated_name_error(side: str, names: Names, differences: str = "") -> ValueError:
    """Return the error for an index in which a name occurs twice.

    `differences` says which names only one side has, if there are any.
    """
    repeated = list_names(repeated_names(names))
    consequence = f"; {differences}" if differences else ""
    return ValueError(
        f"{side} has a name that occurs twice, so its entries cannot be matched by "
        f"name: {repeated}{consequence}. Give each entry a different name, or pass "
        "arrays to match by position."
    )


def take_entries(entries: Any, positions: NDArray[np.intp]) -> Any:
    """Return the entries at these positions, in a container of the same kind.

    However, a tuple becomes a list, a sparse matrix gets the CSR format, and a
    container of another library than NumPy and pandas becomes an array. Of a data frame
    or a matrix, the entries are the rows.
    """
    if hasattr(entries, "names"):  # Take checked labels, or an index of pandas.
        return entries.take(positions)
    if isinstance(entries, ItemNames):
        return ItemNames(entries[position] for position in positions)
    if isinstance(entries, Mapping):
        items = _ordered_keys(entries)
        return {items[position]: entries[items[position]] for position in positions}
    if isinstance(entries, list | tuple):
        # An array of one type would not distinguish the labels 1 and "1".
        return [entries[position] for position in positions]
    if sparse.issparse(entries):
        return entries.tocsr()[positions]
    if hasattr(entries, "iloc"):  # A Series keeps its names.
        return entries.iloc[positions]
    return np.asarray(entries)[positions]
