"""Check arguments: options, numbers, sizes, sequences and seeds."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_random_state

from ._foreign import refuse_foreign
from ._messages import describe, suggestion
from ._modes import n_entries_as_text

MAX_SAMPLES = 2**48  # More samples would not fit into the memory of any machine.
_MAX_SIDE_LENGTH = np.iinfo(np.intp).max
_MAX_INT32 = np.iinfo(np.int32).max
_MAX_LISTED_CHOICES = 8  # If there are more, a message gives an example.


def is_estimator(structure: object) -> bool:
    """Return whether a structure is a scikit-learn style estimator, not labels."""
    return callable(getattr(structure, "fit", None)) and not isinstance(structure, type)


# Arrays


def as_array(
    values: object, name: str, expected: str, *, hint: str = ""
) -> NDArray[Any]:
    """Return values as an array, or raise an error if some of them are masked.

    `name`, `expected` and `hint` appear in the errors, as in `convert_to_array`.
    """
    refuse_foreign(values, name)
    if has_masked_entries(values):
        raise ValueError(
            f"`{name}` has masked entries, but every value must be known. Fill them "
            "in, or leave them out."
        )
    return convert_to_array(values, name, expected, hint=hint)


def convert_to_array(
    values: object, name: str, expected: str, *, hint: str = ""
) -> NDArray[Any]:
    """Return values without masked entries as an array, or raise an error with `name`.

    In errors, `expected` describes what the argument must be, and `hint` follows the
    description of what was passed.
    """
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be {expected}, got a ragged sequence, whose parts have "
            f"different lengths{hint}."
        ) from error
    except Exception as error:  # Arrays on other devices raise errors of their own.
        raise TypeError(f"`{name}` cannot be read as an array: {error}") from error


def has_masked_entries(values: object) -> bool:
    """Return whether an array, a list, or a list of lists has masked entries.

    Some or all entries of a list may be lists, tuples or masked arrays. Each of these
    parts is searched, too.
    """
    if isinstance(values, np.ma.MaskedArray):
        # Look at the bytes, because the mask of a structured array has no `any`.
        return b"\1" in np.ma.getmaskarray(values).tobytes()
    if not isinstance(values, list | tuple):
        return False
    # To look at types is faster than to look at entries. The constant `numpy.ma.masked`
    # is a masked array, too.
    if any(map(may_have_masked_entries, set(map(type, values)))):
        return any(has_masked_entries(value) for value in values)
    return False


def may_have_masked_entries(kind: type) -> bool:
    """Return whether values of a type can contain masked entries."""
    return issubclass(kind, list | tuple | np.ma.MaskedArray)


def check_two_parts(values: object, name: str, expected: str) -> tuple[Any, Any]:
    """Check that values are a tuple of length two; errors describe it by `expected`."""
    if not isinstance(values, tuple):
        got = type(values).__name__
        raise TypeError(f"`{name}` must be a tuple {expected}, got {got}.")
    if len(values) != 2:
        raise ValueError(
            f"`{name}` must be a tuple {expected}, got a tuple of length {len(values)}."
        )
    return values


def check_equal(numbers: Sequence[int], names: Sequence[str], unit: str) -> None:
    """Check that two arguments have the same number of rows, or of other entries.

    `names` are the names of the two arguments, and `unit` is a plural, such as "rows".
    """
    if numbers[0] != numbers[1]:
        raise ValueError(
            f"`{names[0]}` has {n_entries_as_text(numbers[0], unit)}, `{names[1]}` has "
            f"{numbers[1]}; both must have the same {unit}."
        )


def refuse_exchanged_shapes(
    true_shape: tuple[int, int],
    pred_shape: tuple[int, int],
    *,
    names: tuple[str, str],
    cure: str,
) -> None:
    """Raise an error if the matrix of one side is the transposed one of the other.

    Errors call the sides by `names`. The `cure` is the code that exchanges the rows and
    columns of a side.
    """
    if true_shape == pred_shape or true_shape != pred_shape[::-1]:
        return
    raise ValueError(
        f"`{names[0]}` belongs to a matrix of shape {true_shape}, and `{names[1]}` to "
        f"a matrix of shape {pred_shape}, so one of them seems to be transposed. "
        f"Exchange its rows and columns, such as by {cure}."
    )


# Options and flags


def check_option(
    value: Any,
    name: str,
    allowed: Collection[str | None],
    *,
    suggest: Callable[[Any, Collection[Any]], str] = suggestion,
) -> Any:
    """Return an option if it is one of the allowed values, or raise an error.

    The allowed values are strings, and perhaps None. ``suggest(value, choices)``
    returns the end of the error, which is a sentence on the choice that was probably
    meant, or "". The choices are the allowed values, of which None is left out unless
    the value is "none".
    """
    if (value is None or isinstance(value, str)) and value in allowed:
        return value
    if len(allowed) > _MAX_LISTED_CHOICES:
        example = next(iter(allowed))
        choices = f"{len(allowed)} names, such as {example!r}"
    else:
        choices = ", ".join(repr(choice) for choice in allowed)
    # Suggest None only for "none", because other words of similar spelling, such as
    # "ignore", do not mean None.
    is_alike_none = isinstance(value, str) and value.lower() == "none"
    suggested = [choice for choice in allowed if choice is not None or is_alike_none]
    raise ValueError(
        f"`{name}` must be one of {choices}, got {describe(value)}."
        f"{suggest(value, suggested)}"
    )


def check_flag(value: object, name: str) -> bool:
    """Check that an option is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"`{name}` must be True or False, got {describe(value)}.")
    return bool(value)


# Numbers (True and False raise an error)


def check_weight(value: object, name: str) -> float:
    """Check that a weight is a finite number and not negative."""
    return _check_real(
        value,
        name,
        rule="finite and not negative",
        is_allowed=lambda number: 0 <= number <= sys.float_info.max,
    )


def check_fraction(value: object, name: str) -> float:
    """Check that a fraction is above 1/2, so that any two subsamples overlap."""
    return _check_real(
        value,
        name,
        rule="above 1/2 and at most 1",
        is_allowed=lambda number: 0.5 < number <= 1,
    )


def check_level(value: object, name: str) -> float:
    """Check that a level is a number between 0 and 1, both excluded."""
    return _check_real(
        value,
        name,
        rule="between 0 and 1, both excluded",
        is_allowed=lambda number: 0 < number < 1,
    )


def check_between(value: object, name: str, lowest: float, highest: float) -> float:
    """Check that a number is in a range that includes both ends."""
    return _check_real(
        value,
        name,
        rule=f"from {lowest:g} to {highest:g}",
        is_allowed=lambda number: lowest <= number <= highest,
    )


def _check_real(
    value: object, name: str, *, rule: str, is_allowed: Callable[[Any], bool]
) -> float:
    """Check a real number; `rule` describes in errors what `is_allowed` tests."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {describe(value)}.")
    number = value
    if isinstance(value, np.floating):
        # A float32 next to a number past its range would overflow with a warning.
        number = float(value)
    if not is_allowed(number):
        raise ValueError(f"`{name}` must be {rule}, got {describe(value)}.")
    try:
        return float(number)
    except OverflowError as error:
        raise ValueError(
            f"`{name}` is too large for a float (the largest is about 1.8e308), got "
            f"{describe(value)}."
        ) from error


def is_integer(value: object) -> bool:
    """Return whether a value is an integer, not counting True and False."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_integer(
    value: Any, name: str, lowest: int, highest: int | None = None
) -> int:
    """Check that a value is an integer in a range that includes both ends.

    True and False are not integers here. If `highest` is None, only the lower end is
    checked.
    """
    if not is_integer(value):
        raise TypeError(f"`{name}` must be an integer, got {describe(value)}.")
    number = int(value)
    is_too_large = highest is not None and number > highest
    if number < lowest or is_too_large:
        rule = f"at least {lowest}"
        if highest is not None:
            rule = f"from {lowest} to {highest}"
        raise ValueError(f"`{name}` must be {rule}, got {describe(number)}.")
    return number


def check_verbose(value: Any) -> int:
    """Check that `verbose` is True, False or an integer that is not negative."""
    if isinstance(value, bool | np.bool_):
        return int(value)
    return check_integer(value, "verbose", 0)


# Shapes and sizes


def check_shape(shape: Any, name: str) -> tuple[int, int]:
    """Check that the shape of a matrix is a tuple of two positive integers."""
    is_pair = isinstance(shape, tuple) and len(shape) == 2
    if not is_pair or not all(_is_side_length(length) for length in shape):
        raise ValueError(
            f"`{name}` must be a tuple of two positive integers, got {describe(shape)}."
        )
    return int(shape[0]), int(shape[1])


def _is_side_length(length: Any) -> bool:
    """Return whether a matrix can have a side of this length."""
    return is_integer(length) and 1 <= length <= _MAX_SIDE_LENGTH


def check_sizes(sizes: object, name: str, *, hint: str = "") -> NDArray[np.int64]:
    """Check that the sizes of clusters are integers, not negative, and not all 0.

    If some entries are not integers or are negative, errors end with the `hint`.
    """
    array = as_array(sizes, name, "one-dimensional")
    if array.ndim != 1 or array.size == 0:
        raise ValueError(
            f"`{name}` must be one-dimensional and not empty, got shape {array.shape}."
        )
    integers = array.tolist()
    is_integral = all(type(size) is int for size in integers)
    # Integers that do not fit into 64 bits become objects.
    if array.dtype.kind not in "iuO" or not is_integral:
        raise TypeError(
            f"`{name}` must contain integers, got dtype {array.dtype}. If they are "
            f"whole numbers, convert them by `numpy.array(sizes, int)`. {hint}".rstrip()
        )
    if min(integers) < 0:
        raise ValueError(
            f"`{name}` must not be negative, got {min(integers)}. {hint}".rstrip()
        )
    total = sum(integers)
    if not 1 <= total < MAX_SAMPLES:
        raise ValueError(
            f"`{name}` must sum to at least 1 and less than 2**48, got {total}."
        )
    return array.astype(np.int64)


# Sequences and mappings


def check_sequence(
    values: Any, name: str, contents: str, *, may_be_empty: bool = False
) -> list[Any]:
    """Return the entries of a sequence as a list, or raise an error.

    Errors call the entries `contents`, which is a plural.
    """
    entries = _entries_of_sequence(values)
    if entries is None:
        got = type(values).__name__
        raise TypeError(f"`{name}` must be a sequence of {contents}, got {got}.")
    if not entries and not may_be_empty:
        raise ValueError(f"`{name}` is empty, but at least one entry is needed.")
    return entries


def _entries_of_sequence(values: Any) -> list[Any] | None:
    """Return the entries of a list, an array or another ordered iterable.

    Return None for a text, a mapping, a set, a sparse matrix or a scalar.
    """
    if isinstance(values, str | bytes | Mapping | set | frozenset):
        return None
    if sparse.issparse(values):
        return None
    try:
        return list(values)
    except TypeError:
        # Some values are not iterable, such as arrays without dimensions.
        return None


def _hint_for_mapping(values: Any, name: str, entry: str | None) -> str:
    """Return the end of an error: how to make a mapping of `values`, which are none.

    It is "" unless `values` are a data frame, a list or an array, which has a
    clustering in each row or column. `entry` is the name of a value in the code. If it
    is None, for example because the keys must be certain names, only data frames have
    code.
    """
    if hasattr(values, "columns") and callable(getattr(values, "items", None)):
        if all(isinstance(column, str) for column in values.columns):
            return f" For the columns of a data frame, pass `dict({name}.items())`."
        return (
            " For the columns of a data frame, pass `{str(column): labels for column, "
            f"labels in {name}.items()}}`."
        )
    if entry is None:
        return ""
    if isinstance(values, list):
        return (
            f" For a list, pass `{{str(i): {entry} for i, {entry} in "
            f"enumerate({name})}}`."
        )
    if not isinstance(values, np.ndarray) or values.ndim != 2:
        return ""
    for_rows = f"`{{str(i): row for i, row in enumerate({name})}}`"
    for_columns = f"`{{str(i): column for i, column in enumerate({name}.T)}}`"
    n_rows, n_columns = values.shape
    if n_rows > n_columns:  # There are usually more samples than clusterings.
        return (
            f" For an array with a clustering in each column, pass {for_columns}; with "
            f"a clustering in each row, pass {for_rows}."
        )
    return (
        f" For an array with a clustering in each row, pass {for_rows}; with a "
        f"clustering in each column, pass {for_columns}."
    )


def check_mapping(
    values: Any, name: str, contents: str, *, entry: str | None = None
) -> Mapping[str, Any]:
    """Return a mapping from strings that is not empty, or raise an error.

    `contents` describes its values, which are not checked. If the names may be any
    strings, pass `entry`, such as "model". An error on a list then has code that makes
    a mapping of it, in which each value is called `entry`.
    """
    if not isinstance(values, Mapping):
        got = type(values).__name__
        hint = _hint_for_mapping(values, name, entry)
        raise TypeError(
            f"`{name}` must be a mapping from names to {contents}, got {got}.{hint}"
        )
    if not values:
        raise ValueError(f"`{name}` is empty, but at least one entry is needed.")
    for key in values:
        if not isinstance(key, str):
            raise TypeError(
                f"`{name}` must have strings as keys, which are used as names; got "
                f"the key {key!r}. Pass `{{str(key): value for key, value in "
                f"{name}.items()}}`."
            )
    return values


# Random draws and repeated work


def check_generator(value: Any, name: str) -> RandomState:
    """Check a `random_state`, and return its generator."""
    allowed = f"`{name}` must be None, an integer from 0 to 2**32 - 1 or a RandomState"
    if isinstance(value, bool):
        raise TypeError(f"{allowed}, got {value!r}.")
    try:
        generator: RandomState = check_random_state(value)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{allowed}, got {value!r}.") from error
    return generator


def draw_seed(generator: RandomState) -> int:
    """Draw an integer to seed the generator of a part of the work."""
    return int(generator.randint(_MAX_INT32))


def check_n_jobs(value: Any, name: str) -> int | None:
    """Check a number of jobs for joblib, and return it unchanged."""
    if value is None:
        return None
    # joblib stores the number of workers in 32 bits, so that it is below 2**31.
    number = check_integer(value, name, -_MAX_INT32, _MAX_INT32)
    if number == 0:
        raise ValueError(
            f"`{name}` must not be 0; pass 1 for a single job, or -1 for all cores."
        )
    return number
