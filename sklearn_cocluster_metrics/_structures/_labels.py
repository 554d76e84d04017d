"""Check an array of labels, and give each label an integer code."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import (
    convert_to_array,
    has_masked_entries,
    is_estimator,
    may_have_masked_entries,
)
from ._entry_names import (
    ItemNames,
    Names,
    are_different_numberings,
    are_matched_by_name,
    index_of,
    names_absent_from,
    take_entries,
    values_of_mapping,
    warn_of_like_names,
)
from ._foreign import refuse_foreign
from ._messages import (
    FOR_DIAGONAL_BICLUSTERS,
    FOR_FIT_PREDICT,
    FOR_TWO_STRUCTURES,
    LabelAdvice,
    has_fit_predict,
)
from ._suspect_labels import MARKS_OF_MISSING, warn_of_suspect_labels
from ._types import Labels

_EXPECTED = "a 1-D array-like of labels"
LABELS_FROM_MEMBERS = "`clusters_to_labels(clusters, items=...)`"
_HINT_AT_STRUCTURES = (
    "; a co-clustering is a tuple (row_labels, column_labels), and "
    f"{LABELS_FROM_MEMBERS} makes labels from the members of clusters"
)
CONSEQUENCE_OF_ABSENCE = "Each counts as an item without a label on the other side."
_N_BITS_OF_SMALL_LABELS = 10  # At most 1024 codes are then unused.


@dataclass(frozen=True)
class LabelCodes:
    """Checked labels of one mode, each as an integer code.

    For example, the labels "b", "a", "b" have the codes 1, 0, 1, with `low` 0, `width`
    2 and `values` "a", "b". The labels -1, 5, 5 are their own codes, with `low` -1,
    `width` 7 and no `values`. No label uses the codes from 0 to 4. Labels that are
    integers already are not copied, whatever their type.
    """

    # (n_entries,): Code of the label of each entry, from `low` to `low + width - 1`
    codes: NDArray[np.integer[Any]]
    # The lowest code that a label may have
    low: int
    # Number of codes from the lowest to the highest, used or not
    width: int
    # (width,): Label of each code if `low` is 0. If None, the codes are the labels.
    values: NDArray[Any] | None = None
    # (n_entries,): Weight of each entry. If "balanced", all clusters have equal
    # weights.
    weights: NDArray[np.float64] | Literal["balanced"] | None = None
    # Whether the weights are integers, which may be numbers of equal entries
    weights_may_be_counts: bool = False
    # Names of weights that are not yet in the order of the entries. If None, the
    # weights are in this order, or there are none.
    weight_names: Names | None = None
    # Names of the entries, from the index of a Series. If None, they have no names.
    names: Names | None = None
    # Whether labels may be missing, because `unlabeled` was passed. Missing labels have
    # a code with the value None. A name that only the opposite side has counts as an
    # entry whose label is missing.
    may_be_missing: bool = False

    def __len__(self) -> int:
        """Count the labels."""
        return len(self.codes)

    def values_at(self, positions: NDArray[np.intp]) -> NDArray[Any]:
        """Return the labels whose codes are `low + positions`.

        If there are `values`, `low` is 0.
        """
        if self.values is not None:
            return self.values[positions]
        return positions.astype(np.int64, copy=False) + self.low

    def labels(self) -> NDArray[Any]:
        """Return the label of every entry."""
        return self.values_at(self.codes_from_zero())

    def codes_from_zero(self) -> NDArray[np.intp]:
        """Return the code of every entry less the lowest code."""
        # Narrow codes would overflow when they are counted from 0: from -128, in int8.
        codes = self.codes.astype(np.intp, copy=False)
        return codes - self.low if self.low else codes

    def take(self, positions: NDArray[np.intp] | slice) -> "LabelCodes":
        """Return the labels of the entries at these positions.

        The positions are integers, not a mask. Each label keeps its code, so that some
        codes may have no entry any more.
        """
        weights = self.weights
        if isinstance(weights, np.ndarray):
            weights = weights[positions]
        names = self.names
        if names is not None:
            if isinstance(positions, slice):
                indices = np.arange(*positions.indices(len(self)))
            else:
                indices = positions
            names = take_entries(names, indices)
        return replace(self, codes=self.codes[positions], weights=weights, names=names)

    def compressed(self) -> "LabelCodes":
        """Return the same labels with the codes 0, 1, 2 and so on, one for each label.

        If integers are their own codes, many codes between the lowest and the highest
        label may have no entry. These codes are removed. Labels with `values`, which
        have the label of each code, are returned as they are, even if `take` has left
        some of these values unused.
        """
        if self.values is not None:  # Only labels that occurred have codes.
            return self
        used = self.used_positions()  # sorted, counted from `low`
        # A look-up table of all codes takes linear time; `numpy.unique` would sort.
        new_codes = np.zeros(self.width, dtype=np.intp)
        new_codes[used] = np.arange(len(used))
        return replace(
            self,
            codes=new_codes[self.codes_from_zero()],
            low=0,
            width=len(used),
            values=self.values_at(used),
        )

    def used_positions(self) -> NDArray[np.intp]:
        """Return the codes of which there are labels, less the lowest code, sorted."""
        is_used = np.zeros(self.width, dtype=bool)
        is_used[self.codes_from_zero()] = True
        return np.flatnonzero(is_used)

    def sizes(self) -> NDArray[np.intp]:
        """Return the number of labels of each code, used or not."""
        return np.bincount(self.codes_from_zero(), minlength=self.width)

    def distinct_labels(self) -> NDArray[Any]:
        """Return the label of each code, used or not, in the order of the codes."""
        return self.values_at(np.arange(self.width))

    def completed(self, names: Names) -> "LabelCodes":
        """Return the labels, with a missing label for each of the names that they lack.

        A name that occurs twice among `names` gets one label. The labels are unchanged
        unless they may be missing, and some names are shared.
        """
        if not self.may_be_missing or self.names is None:
            return self
        absent = names_absent_from(self.names, names)
        is_any_shared = len(absent) < len(set(names))
        if absent and is_any_shared:
            return self.with_missing(absent)
        return self

    def with_missing(self, names: Sequence[Any]) -> "LabelCodes":
        """Return the labels, followed by a missing label for each of these names.

        The labels must have names, and none of these. If entries have an array of
        weights (and not "balanced"), the weight of an added entry is NaN.
        """
        labels = self.compressed()
        values = as_objects(labels.distinct_labels()).tolist()
        if None not in values:
            values.append(None)
        missing_codes = np.full(len(names), values.index(None))
        names_before = [] if self.names is None else list(self.names)
        all_names = [*names_before, *names]
        if isinstance(self.names, ItemNames):
            # Keys of a mapping are names even if they are 0, 1, 2, ....
            all_names = ItemNames(all_names)
        weights = self.weights
        if isinstance(weights, np.ndarray):
            weights = np.append(weights, np.full(len(names), np.nan))
        return replace(
            self,
            codes=np.append(labels.codes, missing_codes),
            low=0,
            width=len(values),
            values=as_objects(values),
            weights=weights,
            names=all_names,
        )

    def one_hot(self) -> sparse.csr_array:
        """Return a sparse matrix with a row per entry and a column per distinct label.

        An element is 1 where the entry has the label. The columns are ordered as the
        codes are.
        """
        labels = self.compressed()
        n_entries = len(labels)
        ones = np.ones(n_entries)
        row_starts = np.arange(n_entries + 1)
        return sparse.csr_array(
            (ones, labels.codes, row_starts), shape=(n_entries, labels.width)
        )

    def indicator(self) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return the distinct labels and, for each label, a row of bools.

        The row says which entries have the label.
        """
        labels = self.compressed()
        codes = np.arange(labels.width)
        return labels.distinct_labels(), codes[:, None] == labels.codes


@dataclass(frozen=True, eq=False)
class LabelParts:
    """Labels in a file or a dask array, which are checked in parts.

    Each part is checked when it is read.
    """

    # (n_samples,): The labels
    labels: Any
    # Name of the argument, for errors
    name: str
    # Labels that are read in parts have no names of entries.
    names: None = None
    # Labels that are read in parts must not be missing.
    may_be_missing: bool = False

    def __len__(self) -> int:
        """Count the labels."""
        return int(self.labels.shape[0])

    def take(self, positions: NDArray[np.intp] | slice) -> LabelCodes:
        """Read, check and return the labels of the entries at these positions."""
        return check_labels(self.labels[positions], self.name, warn=False)


def complete_both_sides(
    true: LabelCodes, pred: LabelCodes
) -> tuple[LabelCodes, LabelCodes]:
    """Return the labels of one mode of both sides, completed by missing labels.

    Each side gets a missing label for each name that only the opposite side has. The
    added labels come last. Nothing changes unless both sides are matched by name, share
    a name, and may have missing labels. If both sides are numbered in different ways,
    such as from 0 and from 1, these may be the same items. Neither side is then
    completed, so that an error is raised later.
    """
    if not (true.may_be_missing and pred.may_be_missing):
        return true, pred
    if true.names is None or pred.names is None:
        return true, pred
    if not are_matched_by_name(true.names, pred.names):
        return true, pred
    if are_different_numberings(true.names, pred.names):
        return true, pred
    completed_true = _with_absent_names(true, pred.names)
    completed_pred = _with_absent_names(pred, true.names)
    if len(completed_true) > len(true):
        warn_of_like_names(true.names, pred.names, CONSEQUENCE_OF_ABSENCE)
    return completed_true, completed_pred


def complete_for_data(
    labels: LabelCodes, data_names: Names | None, kind: str
) -> LabelCodes:
    """Return labels with a missing label for each row, or column, without a label.

    `data_names` are the names of the rows, or of the columns, of the data, and `kind`
    is "rows" or "columns". A column that the data lack is left out. A row that the data
    lack stays, so that an error follows, because the rows may have been split. Nothing
    changes unless labels may be missing, are matched by name, and share a name with the
    data. The labels are not yet in the order of the data.
    """
    completed = _with_absent_names(labels, data_names)
    if kind == "rows" or not labels.may_be_missing or data_names is None:
        return completed
    if not are_matched_by_name(completed.names, data_names):
        return completed
    if labels.names is not None and len(completed) > len(labels):
        warn_of_like_names(labels.names, data_names, CONSEQUENCE_OF_ABSENCE)
    return _restricted_to_names(completed, data_names)


def _with_absent_names(labels: LabelCodes, names: Names | None) -> LabelCodes:
    """Return labels with a missing label for each of these names that they lack.

    Nothing changes unless labels may be missing, are matched with the names by name,
    and have at least one of them.
    """
    if not labels.may_be_missing or names is None:
        return labels
    if not are_matched_by_name(labels.names, names):
        return labels
    return labels.completed(names)


def _restricted_to_names(labels: LabelCodes, names: Names) -> LabelCodes:
    """Return the labels of the entries that have one of these names.

    If no entry has one, or entries have no names, return all labels. A later error then
    shows the names of both sides.
    """
    if labels.names is None:
        return labels
    known_names = set(names)
    positions = [
        position for position, name in enumerate(labels.names) if name in known_names
    ]
    if len(positions) in (0, len(labels)):
        return labels
    return labels.take(np.array(positions, dtype=np.intp))


def check_labels(
    labels: Labels | LabelCodes,
    name: str,
    *,
    warn: bool = True,
    advice: LabelAdvice = FOR_TWO_STRUCTURES,
    marks_of_missing: Collection[Any] = MARKS_OF_MISSING,
) -> LabelCodes:
    """Check one array of labels and give each label an integer code.

    Unless `warn` is set, labels that look like measurements, or like the
    `marks_of_missing` labels, are accepted without a warning. Errors give the `advice`
    that fits the function that was called.
    """
    if isinstance(labels, LabelCodes):
        return labels
    names = None
    if type(labels) is np.ndarray:  # Subclasses may have masks.
        array = labels
    elif _is_categorical(labels):
        return _check_categorical(
            labels, name, warn=warn, advice=advice, marks_of_missing=marks_of_missing
        )
    else:
        array = as_label_array(labels, name, advice)
        names = index_of(labels)
    if array.ndim != 1 or len(array) == 0:
        _refuse_tuples(labels, name)
        raise _shape_error(array, name, advice)
    codes: NDArray[np.integer[Any]]
    if array.dtype.kind in "iub":
        if array.dtype.kind == "b":
            array = array.view(np.uint8)
        low, high = _range_of_integers(array)
        # Integers in a narrow range are their own codes, because arrays over all codes
        # are then not much longer than the labels.
        is_narrow = high - low <= 4 * len(array) + 1024
        if is_narrow and high < 2**63:  # Labels are computed from codes in int64.
            return LabelCodes(codes=array, low=low, width=high - low + 1, names=names)
        values, codes = _factorize_integers(array, low, high)
        if warn:  # The only integer that may stand for missing labels is very low.
            warn_of_suspect_labels(values[:1], name, marks_of_missing)
    else:
        values, codes = _code_values(array, name, advice)
        if warn:
            warn_of_suspect_labels(values, name, marks_of_missing)
    return LabelCodes(codes=codes, low=0, width=len(values), values=values, names=names)


def _is_categorical(labels: Any) -> bool:
    """Return whether labels are a categorical of pandas, without importing pandas."""
    kind = type(getattr(labels, "dtype", None))
    return kind.__name__ == "CategoricalDtype" and kind.__module__.startswith("pandas.")


def _check_categorical(
    labels: Any,
    name: str,
    *,
    warn: bool,
    advice: LabelAdvice,
    marks_of_missing: Collection[Any],
) -> LabelCodes:
    """Return the checked labels of a categorical of pandas, or of a Series of it.

    Only the categories that have entries are checked, and only they have codes. Missing
    labels raise an error. Labels among the `marks_of_missing` are accepted, with a
    warning if `warn` is True. The other parameters are those of `check_labels`.
    """
    categorical = getattr(labels, "array", labels)
    codes = np.asarray(categorical.codes)
    if (codes < 0).any():
        raise _missing_error("NaN", name, advice)
    # Each category has the position of its last entry, because later assignments
    # replace earlier ones. A category without an entry has -1.
    last_positions = np.full(len(categorical.categories), -1)
    last_positions[codes] = np.arange(len(codes))
    is_used = last_positions >= 0
    distinct_labels = np.asarray(categorical[last_positions[is_used]])
    distinct = check_labels(
        distinct_labels,
        name,
        warn=warn,
        advice=advice,
        marks_of_missing=marks_of_missing,
    )
    code_of_category = np.zeros(len(is_used), dtype=distinct.codes.dtype)
    code_of_category[is_used] = distinct.codes
    return replace(distinct, codes=code_of_category[codes], names=index_of(labels))


def _range_of_integers(integers: NDArray[np.integer[Any]]) -> tuple[int, int]:
    """Return a lower bound of integers, and the largest of them.

    The lower bound is 0 if all integers are small and none is negative. Otherwise, it
    is the smallest integer.
    """
    # Small labels are thus read only once. Without a sign, negative labels are very
    # large, because they are at least 2 ** (n_bits - 1).
    unsigned = integers.view(integers.dtype.str.replace("i", "u"))
    largest = int(np.maximum.reduce(unsigned))
    n_bits = 8 * integers.itemsize
    if largest < 2 ** min(_N_BITS_OF_SMALL_LABELS, n_bits - 1):
        return 0, largest
    lowest = int(integers.min())
    if lowest >= 0:
        return lowest, largest
    return lowest, int(integers.max())


def _factorize_integers(
    integers: NDArray[np.integer[Any]], low: int, high: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]]:
    """Return distinct integers, sorted, and the position of each integer among them.

    The integers are from `low` to `high`. Where an integer and its position in the
    array fit into one key of 64 bits, these keys are sorted, which is several times
    faster than the indirect sort of `numpy.unique`.
    """
    n_position_bits = (len(integers) - 1).bit_length()
    if (high - low).bit_length() + n_position_bits > 64:
        return np.unique(integers, return_inverse=True)
    # Differences wrap around to the correct number of 64 bits.
    keys = integers.astype(np.uint64) - np.uint64(low % 2**64)
    keys <<= np.uint64(n_position_bits)
    keys |= np.arange(len(keys), dtype=np.uint64)
    keys.sort()
    order = (keys & np.uint64(2**n_position_bits - 1)).astype(np.intp)
    keys >>= np.uint64(n_position_bits)
    # Without the positions, the keys are the sorted integers less `low`.
    is_new = np.append(True, keys[1:] != keys[:-1])
    codes = np.empty(len(keys), dtype=np.intp)
    codes[order] = np.cumsum(is_new) - 1
    return integers[order[is_new]], codes


def _code_values(
    array: NDArray[Any], name: str, advice: LabelAdvice
) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """Check labels other than integers and bools, and return distinct labels and codes.

    The code of a label is its position among the distinct labels, which are sorted if
    they can be compared.
    """
    kind = array.dtype.kind
    if kind in ("O", "T"):  # These are objects, or strings of variable width.
        return _code_objects(array.tolist(), name, advice)
    if kind in "US":  # NumPy would sort all strings, not only the distinct ones.
        values, codes = factorize_objects(array.tolist())
        return values.astype(array.dtype), codes
    if kind in "fMm":
        _refuse_not_finite(array, name, advice)
        return np.unique(array, return_inverse=True)
    if kind == "c":
        raise TypeError(
            f"`{name}` has complex numbers, but labels must be real numbers or strings."
        )
    raise TypeError(
        f"`{name}` has dtype {array.dtype}, which cannot be used for labels. Pass "
        "integers or strings."
    )


def check_whole_or_parts(
    labels: Any, name: str, *, advice: LabelAdvice = FOR_TWO_STRUCTURES
) -> LabelCodes | LabelParts:
    """Check one array of labels, or only its shape if it will be read in parts.

    A dask array and a `numpy.memmap` are read in parts.
    """
    is_dask = is_dask_array(labels)
    if not is_dask and not isinstance(labels, np.memmap):
        return check_labels(labels, name, advice=advice)
    if is_dask and np.isnan(labels.size):
        raise ValueError(
            f"`{name}` is a dask array with unknown chunk sizes, so its labels cannot "
            "be counted block by block. Pass `labels.compute_chunk_sizes()`."
        )
    if labels.ndim != 1 or labels.shape[0] == 0:
        raise _shape_error(labels, name, advice)
    return LabelParts(labels, name)


def is_dask_array(labels: object) -> bool:
    """Return whether labels are a dask array, without importing dask."""
    kind = type(labels)
    return kind.__name__ == "Array" and kind.__module__.startswith("dask.array")


def as_label_array(
    labels: Any, name: str, advice: LabelAdvice = FOR_TWO_STRUCTURES
) -> NDArray[Any]:
    """Return labels as an array, or raise an error that says what was passed instead.

    A list of one type is converted by NumPy. A list of several types, or of strings,
    becomes an array of objects. Otherwise, NumPy would read ``["a", 1]`` as ``["a",
    "1"]``, and would give every string the memory of the longest. Of a mapping from
    items, the labels are returned. If labels are masked, or a sparse matrix, the error
    gives the `advice`. The number of dimensions is not checked.
    """
    refuse_foreign(labels, name)
    if sparse.issparse(labels):
        raise _sparse_error(labels, name, advice)
    if hasattr(labels, "__array__") and not isinstance(labels, np.generic):
        if has_masked_entries(labels):
            raise _missing_error("masked entries", name, advice)
        return convert_to_array(labels, name, _EXPECTED, hint=_HINT_AT_STRUCTURES)
    if is_estimator(labels):
        got = type(labels).__name__
        raise TypeError(
            f"`{name}` is a {got}; pass its labels, such as `estimator.labels_`."
        )
    if isinstance(labels, Mapping):
        labels = _labels_of_mapping(labels, name)
    _check_sequence_of_labels(labels, name)
    return _array_of_sequence(labels, name, advice)


def _check_sequence_of_labels(labels: Any, name: str) -> None:
    """Raise an error unless labels can be read one by one, in an order."""
    is_scalar = isinstance(labels, str | bytes | np.generic)
    if hasattr(labels, "__getitem__") and not is_scalar:
        return
    hint = ""
    if has_fit_predict(labels):
        hint = f" {FOR_FIT_PREDICT}"
    elif isinstance(labels, Iterable) and not is_scalar:
        hint = f" If it has the members of clusters, pass {LABELS_FROM_MEMBERS}."
    raise TypeError(
        f"`{name}` must be an array-like of labels, such as a list, got "
        f"{type(labels).__name__}.{hint}"
    )


def _array_of_sequence(
    labels: Sequence[Any], name: str, advice: LabelAdvice
) -> NDArray[Any]:
    """Return a list or tuple of labels as an array, as in `as_label_array`."""
    types = set(map(type, labels))
    if any(issubclass(kind, Set) for kind in types):
        raise TypeError(
            f"`{name}` has sets in place of labels. If these are the members of "
            f"clusters, pass {LABELS_FROM_MEMBERS} or, if they overlap, "
            "`clusters_to_indicators(clusters, items=...)`."
        )
    # The types show faster than the entries whether some may be masked.
    may_be_masked = any(map(may_have_masked_entries, types))
    if may_be_masked and has_masked_entries(labels):
        raise _missing_error("masked entries", name, advice)
    if len(types) > 1 or str in types or bytes in types:
        return as_objects(list(labels))
    array = convert_to_array(labels, name, _EXPECTED, hint=_HINT_AT_STRUCTURES)
    if types == {int} and array.dtype.kind not in "iu":
        # The integers are too large for 64 bits.
        return as_objects(list(labels))
    return array


def _labels_of_mapping(labels: Mapping[Any, Any], name: str) -> list[Any]:
    """Return the labels of a mapping from items, in the order of its keys.

    If the keys are the numbers 0, 1, 2 and so on, they are put into ascending order.
    """
    if any(isinstance(value, list | Set | np.ndarray) for value in labels.values()):
        raise TypeError(
            f"`{name}` is a mapping from clusters to their members, not from items to "
            f"labels. Pass `clusters_to_labels({name}, items=...)` or, if clusters "
            f"overlap, `clusters_to_indicators({name}, items=...)`, for both sides."
        )
    return values_of_mapping(labels)


def as_objects(values: Any) -> NDArray[Any]:
    """Return an array of objects, in which tuples stay tuples and times stay times."""
    if isinstance(values, np.ndarray) and values.dtype.kind not in "mM":
        values = values.tolist()
    return np.fromiter(values, object, len(values))


def _refuse_tuples(labels: Any, name: str) -> None:
    """Raise an error if labels are a list of tuples, which NumPy reads as a matrix.

    A list of two tuples may be a co-clustering.
    """
    if not isinstance(labels, list) or len(labels) < 3:
        return
    if all(isinstance(label, tuple) for label in labels):
        raise ValueError(
            f"`{name}` is a list of tuples. If each is a label, pass "
            "`pandas.Series(labels)`; if each has the members of a cluster, pass "
            f"{LABELS_FROM_MEMBERS}."
        )


def _sparse_error(matrix: Any, name: str, advice: LabelAdvice) -> TypeError:
    """Return the error for a sparse matrix in place of labels."""
    if matrix.ndim == 1 or 1 in matrix.shape:
        hint = "Pass `labels.toarray().ravel()`."
    elif _is_sparse_one_hot(matrix):
        hint = (
            "It has a single 1 in every row, so it seems to be an indicator. To get "
            "one label per row, pass "
            "`numpy.asarray(labels.tocsr().argmax(axis=1)).ravel()`."
        )
    else:
        hint = (
            "A co-clustering is a tuple (row_labels, column_labels). Indicators of "
            "biclusters go to the bicluster measures, such as "
            f"{advice.bicluster_measure}, and overlapping clusters go to "
            f"{advice.overlapping_measure}."
        )
    return TypeError(
        f"`{name}` is a sparse matrix, but labels must be a dense 1-D array-like. "
        f"{hint}"
    )


def _is_sparse_one_hot(matrix: Any) -> bool:
    """Return whether a sparse matrix has a 1 in each row, and nothing else."""
    if matrix.dtype.kind not in "biuf":
        return False
    n_rows = matrix.shape[0]
    if n_rows == 0 or matrix.count_nonzero() != n_rows:
        return False
    largest = sparse.csr_array(matrix, dtype=np.float64).max(axis=1)
    return bool((largest.toarray() == 1).all())


def _shape_error(array: Any, name: str, advice: LabelAdvice) -> ValueError:
    """Return the error for an array that is not one-dimensional, or is empty.

    The array is a dense one of NumPy or dask.
    """
    if array.ndim == 1:
        return ValueError(f"`{name}` has no labels, but at least one is needed.")
    hint = ""
    if _is_one_hot(array):
        hint = (
            " It has a single 1 in every row, so it seems to be an indicator. To get "
            "one label per row, pass `labels.argmax(axis=1)`. If an estimator returns "
            "it, wrap the conversion in `FunctionCocluster`."
        )
    elif array.ndim == 2 and array.shape[1] == 1:
        hint = (
            " Pass its only column, such as `numpy.asarray(labels).ravel()` or "
            "`frame.iloc[:, 0]`."
        )
    elif array.ndim == 2 and len(array) == 1 and not _is_binary(array):
        hint = " Pass its only row, such as `numpy.asarray(labels).ravel()`."
    elif _may_be_memberships(array):
        axis = int(array.shape[0] >= array.shape[1])
        hint = (
            f" For the strongest cluster of each item, pass `labels.argmax(axis={axis})"
            "`; `soft_cari_score` compares memberships, which sum to 1 for each item."
            f"{advice.memberships}"
        )
    elif _may_be_labels_of_cells(array):
        hint = f" {_hint_at_cells(array)}"
    elif array.ndim == 2:
        if _is_binary(array):
            hint = " It has only 0 and 1, so it may be an indicator of biclusters."
        hint += (
            " A co-clustering is a tuple (row_labels, column_labels). Indicators of "
            "biclusters go to the bicluster measures, such as "
            f"{advice.bicluster_measure}, or become labels by "
            "`biclusters_to_labels((rows, columns))` if they form a grid, as in "
            f"`sklearn.datasets.make_checkerboard`. {FOR_DIAGONAL_BICLUSTERS} "
            f"Overlapping clusters go to {advice.overlapping_measure}. "
            f"{LABELS_FROM_MEMBERS} makes labels from the members of clusters."
        )
    return ValueError(
        f"`{name}` must be 1-D, got an array of shape {array.shape}.{hint}"
    )


def _may_be_memberships(array: Any) -> bool:
    """Return whether an array is a matrix of floats that are not all 0 or 1.

    Such a matrix may have the memberships of items in clusters, or the weights of
    topics.
    """
    if array.ndim != 2 or array.dtype.kind != "f":
        return False
    return not bool(((array == 0) | (array == 1)).all())


def _may_be_labels_of_cells(array: Any) -> bool:
    """Return whether an array may have a numeric label of each cell of a matrix.

    An array of fewer than three rows or columns does not count, because two rows may be
    labels of rows and of columns. Zeros and ones do not count, because they may be
    indicators.
    """
    if array.ndim != 2 or array.dtype.kind not in "iu" or min(array.shape) < 3:
        return False
    return not bool(((array == 0) | (array == 1)).all())


def _hint_at_cells(array: Any) -> str:
    """Return advice on an array that may have a label of each cell of a matrix.

    The array has integers and two dimensions. It may be an array of dask.
    """
    hint = "A co-clustering is a tuple (row_labels, column_labels). "
    if _is_grid_of_cells(np.asarray(array)):
        return hint + (
            "If these are labels of the cells, their blocks form a grid, so pass "
            "`(labels[:, 0], labels[0])`. Flattened labels of cells must not be "
            "tested, because the cells of a row are not independent."
        )
    return hint + (
        "If these are labels of the cells, they are not a co-clustering, because their "
        "blocks do not form a grid. To score the cells as a clustering, pass the "
        "flattened labels of both sides, which are `labels.ravel()` and, for a "
        "co-clustering of integers from 0, `numpy.add.outer(rows * (columns.max() + "
        "1), columns).ravel()`. Such a score must not be tested, because the cells of "
        "a row are not independent. If each row of the array is a clustering, pass one "
        "row at a time."
    )


def _is_grid_of_cells(cells: NDArray[Any]) -> bool:
    """Return whether labels of the cells are those of the blocks of a co-clustering.

    If they are, the first column has the clusters of the rows, and the first row has
    those of the columns. The label of each block is then that of its first cell, and no
    two blocks have the same label.
    """
    _, first_rows, row_codes = np.unique(
        cells[:, 0], return_index=True, return_inverse=True
    )
    _, first_columns, column_codes = np.unique(
        cells[0], return_index=True, return_inverse=True
    )
    blocks = cells[np.ix_(first_rows, first_columns)]
    for row, row_code in zip(cells, row_codes, strict=True):
        # Row by row, no second array of the size of the cells is needed.
        if not np.array_equal(row, blocks[row_code, column_codes]):
            return False
    labels_of_blocks = np.sort(blocks, axis=None)
    return bool((labels_of_blocks[1:] != labels_of_blocks[:-1]).all())


def _is_one_hot(array: Any) -> bool:
    """Return whether an array has more rows than columns, and one 1 in each row.

    An array with as many rows as columns may be two lists of labels, or indicators.
    """
    if array.ndim != 2 or not 1 < array.shape[1] < len(array):
        return False
    return _is_binary(array) and bool(((array == 1).sum(axis=1) == 1).all())


def _is_binary(array: Any) -> bool:
    """Return whether an array is not empty, and has only 0 and 1 (or bools)."""
    # A comparison with NA of pandas, which an array of objects may have, is undefined.
    is_numeric = array.dtype.kind in "biuf"
    return is_numeric and array.size > 0 and bool(np.isin(array, (0, 1)).all())


def _code_objects(
    labels: list[Any], name: str, advice: LabelAdvice
) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """Check Python objects, and return the distinct labels, and the codes.

    The code of a label is its position among the distinct labels. These are an array of
    objects or, if all labels are strings or all are bytes, usually of that type. If a
    label is missing or infinite, the error ends with the sentences of the `advice` on
    missing labels.
    """
    try:
        values, codes = factorize_objects(labels)
    except TypeError as error:
        raise TypeError(
            f"`{name}` has labels that are not hashable: {error}. Pass integers or "
            "strings. If these are the members of clusters, pass "
            f"{LABELS_FROM_MEMBERS}."
        ) from error
    for value in values:
        if isinstance(value, complex | np.complexfloating):
            raise TypeError(
                f"`{name}` has complex numbers, but labels must be real numbers or "
                "strings."
            )
        if is_missing(value):
            raise _missing_error("None" if value is None else "NaN", name, advice)
        if isinstance(value, float | np.floating):
            # A value that is NaN has raised an error already, so this is for infinity.
            _refuse_not_finite(np.array(value), name, advice)
    return values, codes


def is_missing(label: Any) -> bool:
    """Return whether a label is None, or the NaN, NaT or NA of any library."""
    if label is None:
        return True
    try:
        return bool(label != label)  # NaN and NaT differ from themselves.
    except (TypeError, ValueError):  # The truth value of `pandas.NA` is not defined.
        return True


def _missing_error(missing: str, name: str, advice: LabelAdvice) -> ValueError:
    """Return the error for labels that are missing, worded as in scikit-learn.

    The text `missing` says what was found, such as "NaN".
    """
    return ValueError(
        f"Input `{name}` contains {missing}, but every label must be known. "
        f"{advice.missing}"
    )


def _refuse_not_finite(array: NDArray[Any], name: str, advice: LabelAdvice) -> None:
    """Raise an error if some labels are NaN, NaT or infinite.

    Labels other than floats and times do not raise an error.
    """
    if array.dtype.kind not in "fmM" or np.isfinite(array).all():
        return
    if np.isnan(array).any():
        missing = "NaN" if array.dtype.kind == "f" else "NaT"
        raise _missing_error(missing, name, advice)
    cure = advice.missing
    if advice.takes_none:
        cure = f"If infinity marks missing labels, put None in its place. {cure}"
    raise ValueError(
        f"Input `{name}` contains infinity, but labels must be finite. {cure}"
    )


def factorize_objects(values: list[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Code Python objects by equality and hash, as a dict would.

    Return the distinct values and the code of each value. The distinct values are
    sorted if they can be compared. Otherwise, they stay in their order of appearance.
    They are an array of strings, or of bytes, if all of them are, and otherwise of
    objects. Missing values are not refused here, and get codes like all others.
    """
    # A new value gets the next code, so that each value is looked up only once.
    code_of: defaultdict[Any, int] = defaultdict(count().__next__)
    codes = np.fromiter(map(code_of.__getitem__, values), np.int64, len(values))
    distinct = list(code_of)
    with suppress(Exception):  # Some types cannot be compared with any other.
        order = sorted(range(len(distinct)), key=distinct.__getitem__)
        distinct = [distinct[position] for position in order]
        codes = np.argsort(order)[codes]
    types = set(map(type, distinct))
    if types == {str} or types == {bytes}:
        strings = np.array(distinct)
        if strings.tolist() == distinct:  # NumPy drops null characters at the end.
            return strings, codes
    return as_objects(distinct), codes
