"""One array of labels in, checked integer codes out."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._factorize import factorize, factorize_objects


@dataclass(frozen=True)
class LabelCodes:
    """Checked labels of one mode, as integers from `low` to `low + width - 1`.

    `values` holds the label of every code; None says that the codes are the labels.
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
        return positions.astype(np.int64) + self.low

    def labels(self) -> NDArray[Any]:
        """Return the label of every entry."""
        # Narrow codes, from -128 say, would overflow when they are counted from 0.
        return self.values_at(self.codes.astype(np.intp) - self.low)

    def take(self, positions: NDArray[np.intp]) -> "LabelCodes":
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


def check_labels(labels: Any, name: str) -> LabelCodes:
    """Check one array of labels and give each label an integer code."""
    if isinstance(labels, LabelCodes):
        return labels
    array = _as_array(labels, name)
    if array.ndim != 1:
        raise ValueError(_wrong_dimension(array, name))
    if array.size == 0:
        raise ValueError(f"`{name}` has no labels; at least one is needed.")
    match array.dtype.kind:
        case "b":
            return _code_integers(array.view(np.uint8))
        case "i" | "u":
            return _code_integers(array)
        case "f":
            _refuse_non_finite(array, name)
            return _coded(*_factorize_floats(array))
        case "U" | "S":
            return _coded(*factorize(array))
        case "M" | "m":
            if np.isnat(array).any():
                raise ValueError(f"`{name}` contains NaT; every label must be known.")
            values, codes = factorize(array.view(np.int64))
            return _coded(values.view(array.dtype), codes)
        case "O" | "T":
            return _code_objects(array.tolist(), name)
        case "c":
            raise TypeError(f"`{name}` is complex; labels must be real or strings.")
    raise TypeError(f"`{name}` has dtype {array.dtype}, which cannot hold labels.")


def _as_array(labels: Any, name: str) -> NDArray[Any]:
    """Turn an array-like into an array without changing any label."""
    if sparse.issparse(labels):
        raise TypeError(f"`{name}` is sparse; labels must be a dense 1-D array-like.")
    if np.ma.isMaskedArray(labels) and np.ma.getmaskarray(labels).any():
        raise ValueError(f"`{name}` has masked entries; every label must be known.")
    if (
        labels is None
        or isinstance(labels, str | bytes)
        or not hasattr(labels, "__len__")
    ):
        raise TypeError(
            f"`{name}` must be an array-like of labels, got {type(labels).__name__}."
        )
    try:
        array = np.asarray(labels)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be a 1-D array-like of labels, got a ragged sequence; "
            "a co-clustering is a tuple (row_labels, column_labels)."
        ) from error
    if (
        array.ndim == 1
        and not hasattr(labels, "dtype")
        and _may_merge(labels, array.dtype.kind)
    ):
        objects = np.empty(len(array), dtype=object)
        objects[:] = list(labels)
        return objects
    return array


def _may_merge(labels: Any, kind: str) -> bool:
    """Say whether labels that differ may have become one in an array of this kind.

    NumPy reads ["a", 1] as ["a", "1"], [2**63, -1] as floats, and drops zeros at the
    end of strings. As objects they stay what they are.
    """
    match kind:
        case "U":
            return not all(isinstance(x, str) and x[-1:] != "\0" for x in labels)
        case "S":
            return not all(isinstance(x, bytes) and x[-1:] != b"\0" for x in labels)
        case "f":
            return not all(isinstance(x, float | np.floating) for x in labels)
    return False


def _wrong_dimension(array: NDArray[Any], name: str) -> str:
    """Say what an array of another dimension might have been meant to be."""
    hint = ""
    if array.ndim == 2:
        hint = (
            " A co-clustering is a tuple (row_labels, column_labels) of 1-D "
            "array-likes; indicators of biclusters go to the bicluster measures."
        )
    return f"`{name}` must be 1-D, got an array of shape {array.shape}.{hint}"


def _refuse_non_finite(array: NDArray[Any], name: str) -> None:
    """Refuse NaN and infinity, in the words of scikit-learn."""
    if np.isnan(array).any():
        raise ValueError(f"Input `{name}` contains NaN; every label must be known.")
    if np.isinf(array).any():
        raise ValueError(f"Input `{name}` contains infinity; labels must be finite.")


def _factorize_floats(
    array: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """Code floats; extended precision carries padding bytes, which cannot be hashed."""
    if array.dtype.itemsize > 8:
        values, codes = np.unique(array, return_inverse=True)
        return values, codes
    return factorize(array.astype(array.dtype.newbyteorder("="), copy=False))


def _code_integers(array: NDArray[np.integer[Any]]) -> LabelCodes:
    """Take integers as their own codes where their range is not much wider than n."""
    widest = 2 * len(array) + 1024
    # Seen as unsigned, a negative label is past the greatest of its type: most labels
    # run from 0, and one look at the memory finds that.
    unsigned = array.view(array.dtype.str.replace("i", "u"))
    low, high = 0, int(unsigned.max())
    if high >= widest or high > np.iinfo(array.dtype).max:
        low, high = int(array.min()), int(array.max())
    width = high - low + 1
    if width <= widest and low > -(2**62) and high < 2**62:
        return LabelCodes(array, low=low, width=width)
    return _coded(*factorize(array.astype(array.dtype.newbyteorder("="), copy=False)))


def _code_objects(labels: list[Any], name: str) -> LabelCodes:
    """Code Python objects by equality and hash, as a dict would."""
    try:
        values, codes = factorize_objects(labels)
    except TypeError as error:
        raise TypeError(
            f"`{name}` holds labels that are not hashable: {error}."
        ) from error
    for value in values:
        _refuse_unknown(value, name)
    return _coded(values, codes)


def _refuse_unknown(value: Any, name: str) -> None:
    """Refuse None, NaN, NaT, NA and what is no label among objects."""
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
