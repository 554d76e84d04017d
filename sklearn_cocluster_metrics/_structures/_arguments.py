"""Types of what a user passes; options, numbers, sizes and seeds checked."""

import sys
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_random_state

from ._messages import describe, suggestion


class SupportsArray(Protocol):
    """An array, a Series, or whatever else NumPy can read as an array."""

    def __array__(self) -> Any:
        """Return an array."""


class SupportsDense(Protocol):
    """A sparse matrix or array of SciPy."""

    @property
    def toarray(self) -> Callable[..., Any]:
        """Return a dense array when called."""


class Estimator(Protocol):
    """A scikit-learn estimator; where a structure is expected, a fitted one."""

    @property
    def fit(self) -> Callable[..., Any]:
        """Fit the estimator when called."""


class SeriesLike(SupportsArray, Protocol):
    """Labels with names, such as a Series of pandas."""

    @property
    def index(self) -> Any:
        """The names."""

    def to_numpy(self) -> NDArray[Any]:
        """Return the labels."""


Series = TypeVar("Series", bound=SeriesLike)
Labels: TypeAlias = SupportsArray | Sequence[Hashable]
"""One label per sample, row or column; never a list of lists."""

Coclustering: TypeAlias = tuple[Labels, ...]
"""One array of labels per mode: (row_labels, column_labels)."""

Partition: TypeAlias = Labels | Coclustering | Estimator
"""A clustering, a co-clustering, or a fitted estimator that has one."""

SampleWeight: TypeAlias = (
    SupportsArray
    | Sequence[float]
    | Literal["balanced"]
    | tuple[SupportsArray | Sequence[float] | Literal["balanced"] | None, ...]
    | None
)
"""One weight per sample; of a co-clustering, a tuple with None for unweighted modes."""

CountsLike: TypeAlias = SupportsArray | SupportsDense | Sequence[Sequence[int]]
"""A table of integers, shape (n_true, n_pred)."""

Indices: TypeAlias = SupportsArray | Sequence[Hashable]
"""Indices of rows or of columns, or their names."""

Indicator: TypeAlias = SupportsArray | SupportsDense | Sequence[Sequence[float]]
"""Values 0 and 1, shape (n_biclusters, n_rows) or (n_biclusters, n_columns)."""

Biclustering: TypeAlias = tuple[Indicator, Indicator] | Estimator
"""Indicators (rows, columns), or a fitted estimator that has them."""


def is_estimator(structure: Any) -> bool:
    """Return whether this is a scikit-learn style estimator, not labels."""
    return callable(getattr(structure, "fit", None)) and not isinstance(structure, type)


MOST_SAMPLES = 2**48  # addresses of a machine of 64 bits
_LONGEST_SIDE = np.iinfo(np.intp).max
_LARGEST_INT32 = np.iinfo(np.int32).max
_MOST_LISTED = 8  # of more names than these, a message gives an example


def refuse_lazy(data: Any, name: str) -> None:
    """Refuse a LazyFrame of polars, which has no values yet."""
    if type(data).__name__ == "LazyFrame":
        raise TypeError(f"`{name}` is a LazyFrame without values; `collect()` it.")


def as_array(values: Any, name: str, expected: str, *, hint: str = "") -> NDArray[Any]:
    """Convert with NumPy; name the argument in whatever error that raises.

    `expected` describes what the argument must be; `hint` follows what came instead.
    """
    refuse_lazy(values, name)
    if has_masked_entries(values):
        raise ValueError(f"`{name}` has masked entries; every value must be known.")
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be {expected}, got a ragged sequence{hint}."
        ) from error
    except Exception as error:  # arrays on other devices have their own errors
        raise TypeError(f"`{name}` cannot be read as an array: {error}") from error


def has_masked_entries(values: Any) -> bool:
    """Return whether an array, or a list of numbers or lists, has masked entries."""
    if isinstance(values, list | tuple):
        if values and isinstance(values[0], list | tuple | np.ma.MaskedArray):
            return any(map(has_masked_entries, values))
        return any(value is np.ma.masked for value in values)
    if not np.ma.isMaskedArray(values):
        return False
    # The bytes, because the mask of a structured array has no `any`.
    return b"\1" in np.ma.getmaskarray(values).tobytes()


def check_two_parts(values: Any, name: str, expected: str) -> tuple[Any, Any]:
    """Check that there is a tuple of two; `expected` says of what."""
    if not isinstance(values, tuple):
        got = type(values).__name__
        raise TypeError(f"`{name}` must be a tuple {expected}, got {got}.")
    if len(values) != 2:
        raise ValueError(f"`{name}` must be {expected}, got a tuple of {len(values)}.")
    return values


def check_equal(numbers: Sequence[int], names: Sequence[str], what: str) -> None:
    """Check that two sides have equally many rows, labels or whatever it is."""
    if numbers[0] != numbers[1]:
        raise ValueError(
            f"`{names[0]}` has {numbers[0]} {what}, `{names[1]}` has {numbers[1]}; "
            f"both must have the same {what}."
        )


# Options and flags


def check_option(value: Any, name: str, allowed: Collection[str | None]) -> Any:
    """Check that an option is one of the allowed values, strings or None."""
    if (value is None or isinstance(value, str)) and value in allowed:
        return value
    choices = ", ".join(map(repr, allowed))
    if len(allowed) > _MOST_LISTED:
        choices = f"{len(allowed)} names, such as {next(iter(allowed))!r}"
    raise ValueError(
        f"`{name}` must be one of {choices}, got {describe(value)}."
        f"{suggestion(value, allowed)}"
    )


def check_flag(value: Any, name: str) -> bool:
    """Check that an option is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"`{name}` must be True or False, got {describe(value)}.")
    return bool(value)


# Numbers; True and False are none


def check_weight(value: Any, name: str) -> float:
    """Check a weight: a finite number that is not negative."""
    rule = "finite and not negative"
    return _check_real(value, name, rule, lambda x: 0 <= x <= sys.float_info.max)


def check_fraction(value: Any, name: str) -> float:
    """Check a fraction above 1/2, so that any two subsamples overlap."""
    return _check_real(value, name, "above 1/2 and at most 1", lambda x: 0.5 < x <= 1)


def check_level(value: Any, name: str) -> float:
    """Check a confidence level: a number between 0 and 1, both excluded."""
    rule = "between 0 and 1, both excluded"
    return _check_real(value, name, rule, lambda x: 0 < x < 1)


def check_between(value: Any, name: str, lowest: float, highest: float) -> float:
    """Check a number in a range that includes both ends."""
    rule = f"from {lowest:g} to {highest:g}"
    return _check_real(value, name, rule, lambda x: lowest <= x <= highest)


def _check_real(
    value: Any, name: str, rule: str, holds: Callable[[Any], bool]
) -> float:
    """Check a real number, and that a rule holds for it."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, got {describe(value)}.")
    # A float32 next to a number past its range would overflow with a warning.
    number = float(value) if isinstance(value, np.floating) else value
    if not holds(number):
        raise ValueError(f"`{name}` must be {rule}, got {describe(value)}.")
    try:
        return float(number)
    except OverflowError as error:
        raise ValueError(f"`{name}` must fit into a float.") from error


def is_integer(value: Any) -> bool:
    """Return whether a value is an integer; True and False are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_integer(
    value: Any, name: str, lowest: int, highest: int | None = None
) -> int:
    """Check an integer in a range that includes both ends."""
    if not is_integer(value):
        raise TypeError(f"`{name}` must be an integer, got {describe(value)}.")
    number = int(value)
    if number < lowest or (highest is not None and number > highest):
        allowed = f"from {lowest} to {highest}" if highest else f"at least {lowest}"
        raise ValueError(f"`{name}` must be {allowed}, got {describe(number)}.")
    return number


# Shapes and sizes


def check_shape(shape: Any, name: str) -> tuple[int, int]:
    """Check the shape of a matrix: a tuple of two positive integers."""
    two = isinstance(shape, tuple) and len(shape) == 2
    if not two or not all(is_integer(n) and 1 <= n <= _LONGEST_SIDE for n in shape):
        raise ValueError(
            f"`{name}` must be a tuple of two positive integers, got {describe(shape)}."
        )
    return int(shape[0]), int(shape[1])


def check_sizes(sizes: Any, name: str) -> NDArray[np.int64]:
    """Check the sizes of clusters: integers, none negative, not all of them 0."""
    array = as_array(sizes, name, "one-dimensional")
    if array.ndim != 1 or array.size == 0:
        raise ValueError(
            f"`{name}` must be one-dimensional and not empty, got shape {array.shape}."
        )
    listed = array.tolist()
    # Integers past 64 bits become objects.
    if array.dtype.kind not in "iuO" or not all(type(size) is int for size in listed):
        raise TypeError(f"`{name}` must contain integers, got dtype {array.dtype}.")
    if min(listed) < 0:
        raise ValueError(f"`{name}` must not be negative, got {min(listed)}.")
    if not 1 <= sum(listed) < MOST_SAMPLES:
        raise ValueError(
            f"`{name}` must sum to at least 1 and less than 2**48, got {sum(listed)}."
        )
    return array.astype(np.int64)


# Several things


def check_sequence(
    values: Any, name: str, of: str, *, may_be_empty: bool = False
) -> list[Any]:
    """Check that there is a sequence `of` something."""
    try:
        is_other = isinstance(values, str | bytes | Mapping | set | frozenset)
        several = None if is_other or sparse.issparse(values) else list(values)
    except TypeError:  # not iterable, as an array without dimensions
        several = None
    if several is None:
        got = type(values).__name__
        raise TypeError(f"`{name}` must be a sequence of {of}, got {got}.")
    if not several and not may_be_empty:
        raise ValueError(f"`{name}` is empty; at least one is needed.")
    return several


def check_mapping(values: Any, name: str, to: str) -> Mapping[str, Any]:
    """Check that there is a mapping from names `to` something, which is not empty."""
    if not isinstance(values, Mapping):
        got = type(values).__name__
        raise TypeError(f"`{name}` must be a mapping from names to {to}, got {got}.")
    if not values:
        raise ValueError(f"`{name}` is empty; at least one is needed.")
    for key in values:
        if not isinstance(key, str):
            raise TypeError(f"`{name}` must have strings as keys, got {key!r}.")
    return values


# Random draws and repeated work


def check_generator(value: Any, name: str) -> RandomState:
    """Check a `random_state`; return the generator that it gives."""
    allowed = f"`{name}` must be None, an integer from 0 to 2**32 - 1 or a RandomState"
    if isinstance(value, bool):
        raise TypeError(f"{allowed}, got {value!r}.")
    try:
        generator: RandomState = check_random_state(value)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{allowed}, got {value!r}.") from error
    return generator


def draw_seed(generator: RandomState) -> int:
    """Draw the seed of a generator for a part of the work."""
    return int(generator.randint(_LARGEST_INT32))


def check_n_jobs(value: Any, name: str) -> int | None:
    """Check a number of jobs, as joblib takes it; return it as it is."""
    if value is None:
        return None
    # joblib's workers are counted in 32 bits.
    number = check_integer(value, name, -_LARGEST_INT32, _LARGEST_INT32)
    if number == 0:
        raise ValueError(f"`{name}` must not be 0.")
    return number
