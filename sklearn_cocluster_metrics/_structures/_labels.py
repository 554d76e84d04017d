"""One array of labels in, checked integer codes out."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._factorize import factorize, factorize_objects
from ._label_arrays import as_label_array, wrong_dimension
from ._messages import warn_caller

_FEW = 1 << 10  # labels: for so few, the overhead of a call is most of its time


@dataclass(frozen=True)
class LabelCodes:
    """Checked labels of one mode, as integers from `low` to `low + width - 1`.

    `values` has the label of every code; None means that the codes are the labels.
    Labels that are integers already are not copied, whatever their type.
    """

    codes: NDArray[np.integer[Any]]
    low: int
    width: int
    values: NDArray[Any] | None = None

    def __len__(self) -> int:
        """Count the labels."""
        return len(self.codes)

    def values_at(self, positions: NDArray[np.intp]) -> NDArray[Any]:
        """Return the labels whose codes are `low + positions`."""
        if self.values is not None:
            return self.values[positions]
        positions = positions.astype(np.int64, copy=False)
        return positions + self.low if self.low else positions

    def labels(self) -> NDArray[Any]:
        """Return the label of every entry."""
        # Narrow codes would overflow when they are counted from 0: from -128, in int8.
        return self.values_at(self.codes.astype(np.intp) - self.low)

    def take(self, positions: NDArray[np.intp] | slice) -> "LabelCodes":
        """Return the labels at these positions."""
        return replace(self, codes=self.codes[positions])

    def compressed(self) -> "LabelCodes":
        """Return the same labels without codes that no label uses."""
        if self.values is not None:
            return self
        values, codes = factorize(self.codes)
        return LabelCodes(codes, low=0, width=len(values), values=values)

    def indicator(self) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return the distinct labels and, for each, which entries have it."""
        labels = self.compressed()
        codes = np.arange(labels.width)
        return labels.values_at(codes), codes[:, None] == labels.codes


def check_labels(labels: Any, name: str, *, warn: bool = True) -> LabelCodes:
    """Check one array of labels and give each label an integer code.

    Without `warn`, labels that look like measurements are taken without a warning.
    """
    if isinstance(labels, LabelCodes):
        return labels
    array = labels if type(labels) is np.ndarray else as_label_array(labels, name)
    if array.ndim != 1:
        raise ValueError(wrong_dimension(array, name))
    if array.size == 0:
        raise ValueError(f"`{name}` has no labels; at least one is needed.")
    match array.dtype.kind:
        case "i" | "u":
            return _code_integers(array)
        case "b":
            return _code_integers(array.view(np.uint8))
        case "f":
            return _code_floats(array, name, warn)
        case "U" | "S":
            return _coded(*factorize(array))
        case "M" | "m":
            return _code_times(array, name)
        case "O" | "T":
            return _code_objects(array.tolist(), name, warn)
        case "c":
            raise TypeError(f"`{name}` is complex; labels must be real or strings.")
    raise TypeError(f"`{name}` has dtype {array.dtype}, which no labels have.")


def _code_floats(array: NDArray[np.floating[Any]], name: str, warn: bool) -> LabelCodes:
    """Code floats; the errors have the words of scikit-learn."""
    if np.isnan(array).any():
        raise ValueError(f"Input `{name}` contains NaN; every label must be known.")
    if np.isinf(array).any():
        raise ValueError(f"Input `{name}` contains infinity; labels must be finite.")
    values, codes = _factorize_floats(array)
    if warn and (values != np.floor(values)).any():
        _warn_continuous(name)
    return _coded(values, codes)


def _warn_continuous(name: str) -> None:
    """Warn of labels that are measurements, as scikit-learn does."""
    warn_caller(
        f"Clustering metrics expect discrete labels, but `{name}` contains continuous "
        "values; each distinct value is taken as a cluster."
    )


def _factorize_floats(
    array: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """Code floats; extended precision carries padding bytes, which cannot be hashed."""
    if array.dtype.itemsize > 8:
        values, codes = np.unique(array, return_inverse=True)
        return values, codes
    return factorize(array.astype(array.dtype.newbyteorder("="), copy=False))


def _code_times(array: NDArray[Any], name: str) -> LabelCodes:
    """Code dates, times and durations of one unit."""
    if np.isnat(array).any():
        raise ValueError(f"`{name}` contains NaT; every label must be known.")
    values, codes = factorize(array.view(np.int64))
    return _coded(values.view(array.dtype), codes)


def _code_integers(array: NDArray[np.integer[Any]]) -> LabelCodes:
    """Take integers as their own codes where their range is not much wider than n."""
    widest = 2 * len(array) + 1024
    # Seen as unsigned, a negative label is past the greatest of its type: most labels
    # run from 0, and one look at the memory finds that.
    unsigned, greatest = _unsigned(array.dtype)
    low, high = 0, _greatest(array.view(unsigned))
    if high >= widest or high > greatest:
        low, high = int(array.min()), int(array.max())
    width = high - low + 1
    if width <= widest and low > -(2**62) and high < 2**62:
        return LabelCodes(array, low, width)
    return _coded(*factorize(array.astype(array.dtype.newbyteorder("="), copy=False)))


def _greatest(values: NDArray[np.unsignedinteger[Any]]) -> int:
    """Return the greatest value.

    `argmax` has less overhead, `maximum` takes less time per value.
    """
    if len(values) <= _FEW:
        return int(values[values.argmax()])
    return int(np.maximum.reduce(values))


@cache
def _unsigned(dtype: np.dtype[np.integer[Any]]) -> tuple[np.dtype[Any], int]:
    """Return the unsigned type of the same size, and the greatest of the given type."""
    return np.dtype(dtype.str.replace("i", "u")), int(np.iinfo(dtype).max)


def _code_objects(labels: list[Any], name: str, warn: bool) -> LabelCodes:
    """Code Python objects by equality and hash, as a dict would."""
    try:
        values, codes = factorize_objects(labels)
    except TypeError as error:
        raise TypeError(
            f"`{name}` contains labels that are not hashable: {error}."
        ) from error
    continuous = False
    for value in values:
        _refuse_unknown(value, name)
        if isinstance(value, float | np.floating) and not value.is_integer():
            continuous = True
    if warn and continuous:
        _warn_continuous(name)
    return _coded(values, codes)


def _refuse_unknown(value: Any, name: str) -> None:
    """Refuse None, NaN, NaT, NA, infinity and complex numbers among objects."""
    if value is None:
        raise ValueError(f"`{name}` contains None; every label must be known.")
    if isinstance(value, complex | np.complexfloating):
        raise TypeError(f"`{name}` contains complex labels; they must be real.")
    try:
        known = bool(value == value)  # NaN and NaT differ from themselves
    except (TypeError, ValueError):  # pandas.NA has no truth value
        known = False
    if not known:
        raise ValueError(f"Input `{name}` contains NaN; every label must be known.")
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        raise ValueError(f"Input `{name}` contains infinity; labels must be finite.")


def _coded(values: NDArray[Any], codes: NDArray[np.integer[Any]]) -> LabelCodes:
    """Wrap codes that run from 0, with the label of each."""
    return LabelCodes(codes, low=0, width=len(values), values=values)
