"""One array of labels in, checked integer codes out."""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import as_array, is_estimator, refuse_lazy
from ._entry_names import Names, index_of, taken
from ._messages import called, warn_caller


@dataclass(frozen=True)
class LabelCodes:
    """Checked labels of one mode, as integers from `low` to `low + width - 1`.

    `values` has the label of every code; None means that the codes are the labels.
    Labels that are integers already are not copied, whatever their type. `names` are
    those of the entries, from the index of a Series.
    """

    codes: NDArray[np.integer[Any]]
    low: int
    width: int
    values: NDArray[Any] | None = None
    weights: NDArray[np.float64] | Literal["balanced"] | None = None
    names: Names | None = None

    def __len__(self) -> int:
        """Count the labels."""
        return len(self.codes)

    def values_at(self, positions: NDArray[np.intp]) -> NDArray[Any]:
        """Return the labels whose codes are `low + positions`."""
        if self.values is not None:
            return self.values[positions]
        return positions.astype(np.int64, copy=False) + self.low

    def labels(self) -> NDArray[Any]:
        """Return the label of every entry."""
        # Narrow codes would overflow when they are counted from 0: from -128, in int8.
        return self.values_at(self.codes.astype(np.intp) - self.low)

    def take(self, positions: NDArray[np.intp] | slice) -> "LabelCodes":
        """Return the labels at these positions."""
        weights, names = self.weights, self.names
        if isinstance(weights, np.ndarray):
            weights = weights[positions]
        if names is not None:
            names = taken(names, np.arange(len(self))[positions])
        codes = self.codes[positions]
        return replace(self, codes=codes, weights=weights, names=names)

    def compressed(self) -> "LabelCodes":
        """Return the same labels without codes that no label uses."""
        if self.values is not None:
            return self
        values, codes = np.unique(self.codes, return_inverse=True)
        return replace(self, codes=codes, low=0, width=len(values), values=values)

    def one_hot(self) -> Any:
        """Return a sparse matrix of 0 and 1: an entry in each row, a label per column.

        The columns are sorted as the codes are.
        """
        found = self.compressed()
        entries = np.ones(len(found)), found.codes, np.arange(len(found) + 1)
        return sparse.csr_array(entries, shape=(len(found), found.width))

    def indicator(self) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return the distinct labels and, for each, which entries have it."""
        labels = self.compressed()
        codes = np.arange(labels.width)
        return labels.values_at(codes), codes[:, None] == labels.codes


@dataclass(frozen=True, eq=False)
class LabelParts:
    """Labels of one mode whose parts are checked when they are read."""

    # (n_samples,): The labels
    labels: Any
    # Name of the argument, for errors
    name: str
    names: None = None

    def __len__(self) -> int:
        """Count the labels."""
        return int(self.labels.shape[0])

    def take(self, positions: NDArray[np.intp] | slice) -> LabelCodes:
        """Return the labels at these positions."""
        return check_labels(self.labels[positions], self.name, warn=False)


def check_labels(labels: Any, name: str, *, warn: bool = True) -> LabelCodes:
    """Check one array of labels and give each label an integer code.

    Without `warn`, labels that look like measurements are taken without a warning.
    """
    if isinstance(labels, LabelCodes):
        return labels
    array = labels if type(labels) is np.ndarray else as_label_array(labels, name)
    if array.ndim != 1 or len(array) == 0:
        raise _shape_error(array, name)
    kind = array.dtype.kind
    codes: NDArray[np.integer[Any]]
    if kind in "iub":
        array = array.view(np.uint8) if kind == "b" else array
        # Few clusters are read once: without a sign, negative labels are very large.
        low, high = 0, int(array.view(array.dtype.str.replace("i", "u")).max())
        if high >= 2 ** min(10, 8 * array.itemsize - 1):
            low, high = int(array.min()), int(array.max())
        # Not much wider than n, they are their own codes. Labels are computed from
        # codes in int64.
        if high - low <= 2 * len(array) + 1024 and high < 2**63:
            return LabelCodes(array, low, high - low + 1, names=index_of(labels))
        values, codes = np.unique(array, return_inverse=True)
    elif kind in ("O", "T"):
        values, codes = _code_objects(array.tolist(), name)
    elif kind in "fMmUS":
        _refuse_unknown(array, name)
        values, codes = np.unique(array, return_inverse=True)
    elif kind == "c":
        raise TypeError(f"`{name}` is complex; labels must be real or strings.")
    else:
        raise TypeError(f"`{name}` has dtype {array.dtype}, which no labels have.")
    if warn and kind in ("f", "O") and _are_continuous(values):
        warn_caller(
            f"Clustering metrics expect discrete labels, but `{name}` contains "
            "continuous values; each distinct value is taken as a cluster."
        )
    return LabelCodes(codes, 0, len(values), values, names=index_of(labels))


def check_whole_or_parts(labels: Any, name: str) -> LabelCodes | LabelParts:
    """Check one array of labels; only its shape where it is to be read in parts."""
    is_dask = is_dask_array(labels)
    if not is_dask and not isinstance(labels, np.memmap):
        return check_labels(labels, name)
    if is_dask and np.isnan(labels.size):
        raise ValueError(
            f"`{name}` has unknown chunk sizes; `compute_chunk_sizes` first."
        )
    if labels.ndim != 1 or labels.shape[0] == 0:
        raise _shape_error(labels, name)
    return LabelParts(labels, name)


def is_dask_array(labels: Any) -> bool:
    """Return whether this is a dask array; dask is not imported to find out."""
    kind = type(labels)
    return kind.__name__ == "Array" and kind.__module__.startswith("dask.array")


def as_label_array(labels: Any, name: str) -> NDArray[Any]:
    """Return labels as an array, or raise an error that names what came instead.

    A list of one type is converted by NumPy. One of several types, or of strings,
    becomes an array of objects: NumPy would read ``["a", 1]`` as ``["a", "1"]``, and
    give every string the memory of the longest.
    """
    hint = "; a co-clustering is a tuple (row_labels, column_labels)"
    refuse_lazy(labels, name)
    if sparse.issparse(labels):
        raise TypeError(f"`{name}` is sparse; labels must be a dense 1-D array-like.")
    if hasattr(labels, "__array__") and not isinstance(labels, np.generic):
        return as_array(labels, name, "a 1-D array-like of labels", hint=hint)
    if is_estimator(labels):
        kind = type(labels).__name__
        raise TypeError(f"`{name}` is a {kind}; pass its labels, such as `labels_`.")
    if isinstance(labels, str | bytes | Mapping) or not hasattr(labels, "__getitem__"):
        got = f"got {type(labels).__name__}"
        raise TypeError(f"`{name}` must be an array-like of labels, as a list; {got}.")
    types = set(map(type, labels))
    if type(np.ma.masked) in types:
        raise ValueError(f"`{name}` has masked entries; every label must be known.")
    if len(types) < 2 and types.isdisjoint({str, bytes}):
        array = as_array(labels, name, "a 1-D array-like of labels", hint=hint)
        if types != {int} or array.dtype.kind in "iu":  # else too large for 64 bits
            return array
    return as_objects(list(labels))


def as_objects(values: Any) -> NDArray[Any]:
    """Return an array of objects, in which tuples stay tuples and times stay times."""
    is_plain = isinstance(values, np.ndarray) and values.dtype.kind not in "mM"
    return np.fromiter(values.tolist() if is_plain else values, object, len(values))


def _shape_error(array: Any, name: str) -> ValueError:
    """Return the error for an array that is not one-dimensional, or is empty."""
    if array.ndim == 1:
        return ValueError(f"`{name}` has no labels; at least one is needed.")
    hint = ""
    if _is_one_hot(array):
        hint = (
            " It has a single 1 in every row: for one label per row, pass "
            "`labels.argmax(axis=1)`, from an estimator by `FunctionCocluster`."
        )
    elif array.ndim == 2 and array.shape[1] == 1:
        hint = " Pass its only column, such as `labels[:, 0]` or `frame.iloc[:, 0]`."
    elif array.ndim == 2:
        such_as = "`rnia_distance`"
        if "metric" in called()[1]:
            such_as = '`metric="rnia_distance"`'
        hint = (
            " A co-clustering is a tuple (row_labels, column_labels); indicators of "
            f"biclusters go to the bicluster measures, such as {such_as}, overlapping "
            "clusters to `omega_score`."
        )
    return ValueError(
        f"`{name}` must be 1-D, got an array of shape {array.shape}.{hint}"
    )


def _is_one_hot(array: Any) -> bool:
    """Return whether an array has more rows than columns, and one 1 in each row.

    With as many columns, it may be two lists of labels, or indicators.
    """
    if array.ndim != 2 or not 1 < array.shape[1] < len(array):
        return False
    is_binary = ((array == 0) | (array == 1)).all()
    return bool(is_binary and ((array == 1).sum(axis=1) == 1).all())


def _code_objects(
    labels: list[Any], name: str
) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """Check and code Python objects; the errors have the words of scikit-learn."""
    try:
        values, codes = factorize_objects(labels)
    except TypeError as error:
        raise TypeError(f"`{name}` has unhashable labels: {error}.") from error
    for value in values:
        if isinstance(value, complex | np.complexfloating):
            raise TypeError(f"`{name}` contains complex labels; they must be real.")
        if is_missing(value):
            raise _missing_error("None" if value is None else "NaN", name)
        if isinstance(value, float | np.floating):
            _refuse_unknown(np.array(value), name)
    return values, codes


def is_missing(label: Any) -> bool:
    """Return whether a label is None, or the NaN, NaT or NA of any library."""
    try:
        return label is None or bool(label != label)  # NaN, NaT differ from themselves
    except (TypeError, ValueError):  # pandas.NA has no truth value
        return True


def _missing_error(what: str, name: str) -> ValueError:
    """Return the error for labels that are missing, in the words of scikit-learn."""
    function, parameters, _ = called()
    cure = "`handle_unlabelled` leaves such items out"
    if not function or "unlabelled" in parameters:
        how = "pass" if function else "make the scorer with"
        cure = (
            f"To drop them, {how} `unlabelled='drop'` (of predictions, 'drop_either')"
        )
    return ValueError(
        f"Input `{name}` contains {what}; every label must be known. {cure}; or mark "
        "them by -1, a cluster of their own."
    )


def _refuse_unknown(array: NDArray[Any], name: str) -> None:
    """Refuse NaN, NaT and infinity."""
    if array.dtype.kind in "fmM" and not np.isfinite(array).all():
        if np.isnan(array).any():
            raise _missing_error("NaN" if array.dtype.kind == "f" else "NaT", name)
        raise ValueError(f"Input `{name}` contains infinity; labels must be finite.")


def _are_continuous(values: NDArray[Any]) -> bool:
    """Return whether there are floats that are not integers."""
    if values.dtype.kind == "f":
        return bool((values != np.floor(values)).any())
    return any(
        isinstance(value, float | np.floating) and not value.is_integer()
        for value in values
    )


def factorize_objects(values: list[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Code Python objects by equality and hash, as a dict would.

    Returns the distinct values, sorted where they can be compared, else in order of
    appearance, and the code of each value.
    """
    distinct = list(dict.fromkeys(values))
    with suppress(Exception):  # some types compare with no other
        distinct = sorted(distinct)
    code_of = {value: code for code, value in enumerate(distinct)}
    codes = np.fromiter(map(code_of.__getitem__, values), np.int64, len(values))
    if set(map(type, distinct)) in ({str}, {bytes}):
        strings = np.array(distinct)
        if strings.tolist() == distinct:  # NumPy drops zeros at the end
            return strings, codes
    return as_objects(distinct), codes


def merge_labels(
    labels: NDArray[Any], others: NDArray[Any]
) -> tuple[NDArray[Any], tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Merge two arrays of labels; return the position in the union of each side's."""
    kinds = {labels.dtype.kind, others.dtype.kind}
    # Integers that become floats are rounded: of uint64 with int64, of int64 with any.
    stay_exact = len(kinds) == 1 or (
        kinds <= set("biu") and np.result_type(labels, others).kind != "f"
    )
    if stay_exact and kinds != {"O"}:
        union, codes = np.unique(np.concatenate([labels, others]), return_inverse=True)
    else:  # 1 and "1" are different labels: compare as Python does
        both = np.concatenate([as_objects(labels), as_objects(others)])
        union, codes = factorize_objects(both.tolist())
    return union, (codes[: len(labels)], codes[len(labels) :])


def with_new_labels(labels: NDArray[Any], names: list[str]) -> NDArray[Any]:
    """Append as many labels, of the same type, that are new: among strings, the names.

    Among numbers and times, these are the next ones.
    """
    kind = labels.dtype.kind
    if len(names) == 0:
        return labels
    if kind in "iuf":
        return np.append(labels, _next_integers(labels, len(names)))
    if kind in "mM":
        return with_new_labels(labels.view(np.int64), names).view(labels.dtype)
    given = labels.tolist()
    if all(isinstance(label, Real) for label in given):
        first = math.floor(max(given)) + 1
        return as_objects([*given, *range(first, first + len(names))])
    taken = set(given)
    new: list[Any] = []
    for text in names:
        name: Any = text.encode() if kind == "S" else text
        while name in taken:
            name += b"'" if kind == "S" else "'"
        new.append(name)
        taken.add(name)
    if kind != "O":
        return np.append(labels, np.array(new))
    return as_objects([*given, *new])


def _next_integers(labels: NDArray[Any], n_new: int) -> NDArray[Any]:
    """Return the integers after the largest label.

    Where the type does not have them all, return the smallest that are no label.
    """
    is_float = labels.dtype.kind == "f"
    most = 1 / np.finfo(labels.dtype).eps if is_float else np.iinfo(np.int64).max
    first = int(np.floor(labels.max())) + 1
    if abs(first) + n_new <= most:
        new = np.arange(first, first + n_new)
    else:
        new = np.setdiff1d(np.arange(len(labels) + n_new), labels)[:n_new]
    return new.astype(labels.dtype)
