"""Give equal values equal small codes, without sorting the values."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._times import comparable

# Odd constants spread the bits of a word over the high bits of a product (mod 2**64).
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
_FEW = 1 << 10  # so few values are sorted sooner than hashed
_CHUNK = 1 << 15  # values hashed at a time, so that the work stays in cache
_MAX_BITS = 20  # slots of the hash table: 2**20 of them fill a few megabytes


def factorize(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """Return the sorted distinct values and, for each value, its rank among them.

    The result is that of ``numpy.unique(values, return_inverse=True)``, which sorts all
    values. Here each value is looked up in a hash table and compared with the value
    found there; only the distinct values are sorted. NumPy's function is used where
    there are few values, or too many distinct ones for that. `values` is
    one-dimensional, of numbers or of fixed-width strings.
    """
    found = _hashed_codes(_as_words(values)) if len(values) > _FEW else None
    if found is None:
        return np.unique(values, return_inverse=True)
    representatives, codes = found
    distinct = values[representatives]
    order = np.argsort(distinct, kind="stable")
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return distinct[order], rank[codes]


def factorize_objects(values: list[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the distinct values in order of appearance, and the code of each value."""
    keys = comparable(values)
    code_of = {key: code for code, key in enumerate(dict.fromkeys(keys))}
    codes = np.fromiter(map(code_of.__getitem__, keys), dtype=np.int64, count=len(keys))
    distinct = np.empty(len(code_of), dtype=object)
    if keys is values:
        distinct[:] = list(code_of)
    else:
        distinct[codes[::-1]] = values[::-1]  # the first of each code is written last
    return distinct, codes


def merge_labels(
    labels: NDArray[Any], others: NDArray[Any]
) -> tuple[NDArray[Any], tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Merge two arrays of labels; return the position in the union of each side's."""
    if _share_a_type(labels.dtype, others.dtype):
        union, codes = np.unique(np.concatenate([labels, others]), return_inverse=True)
    else:  # 1 and "1" are different labels: compare as Python does
        union, codes = factorize_objects([*_scalars(labels), *_scalars(others)])
    return union, (codes[: len(labels)], codes[len(labels) :])


def _share_a_type(one: np.dtype[Any], other: np.dtype[Any]) -> bool:
    """Return whether one array can have labels of both types, unchanged."""
    if one.kind in "Mm":  # of unlike units, the coarser may overflow in the finer
        return one == other
    if one.kind == other.kind:
        return one.kind != "O"
    # Integers that become floats are rounded: of uint64 with int64, of int64 with any.
    exact = {one.kind, other.kind} <= set("biu")
    return exact and np.result_type(one, other).kind != "f"


def _scalars(labels: NDArray[Any]) -> list[Any]:
    """Return Python objects, but times as they are: some would become integers."""
    return list(labels) if labels.dtype.kind in "Mm" else labels.tolist()


def _as_words(values: NDArray[Any]) -> NDArray[np.unsignedinteger[Any]]:
    """View the bytes of every value as one row of unsigned words."""
    values = np.ascontiguousarray(values)
    if values.dtype.kind == "f":
        values = values + values.dtype.type(0)  # -0.0 becomes 0.0: they are equal
    size = values.dtype.itemsize
    word = next(width for width in (8, 4, 2, 1) if size % width == 0)
    words: NDArray[np.unsignedinteger[Any]] = values.view(f"u{word}")
    return words.reshape(len(values), size // word)


def _hashed_codes(
    words: NDArray[np.unsignedinteger[Any]],
    multipliers: tuple[int, ...] = _MULTIPLIERS,
) -> tuple[NDArray[np.intp], NDArray[np.int32]] | None:
    """Return one index for each distinct row and the code of every row, or None.

    Rows that find a different row in their slot go to a further round with another
    multiplier. None where rows are left after all rounds: too many are distinct.
    """
    owners, slots, settled = _hash_round(words, multipliers[0])
    used = np.flatnonzero(owners >= 0)  # the owner of a slot equals itself: settled
    code_of_slot = np.empty(len(owners), dtype=np.int32)
    code_of_slot[used] = np.arange(len(used), dtype=np.int32)
    codes = code_of_slot[slots]
    representatives = owners[used]
    left = np.flatnonzero(~settled)
    if len(left) == 0:
        return representatives, codes
    if len(multipliers) == 1 or 2 * len(left) > len(words):
        return None
    rest = _hashed_codes(words[left], multipliers[1:])
    if rest is None:
        return None
    codes[left] = rest[1] + len(used)
    return np.concatenate([representatives, left[rest[0]]]), codes


def _hash_round(
    words: NDArray[np.unsignedinteger[Any]], multiplier: int
) -> tuple[NDArray[np.intp], NDArray[np.uint32], NDArray[np.bool_]]:
    """Hash every row to a slot and compare it with the row that owns the slot.

    Returns the index of the row that owns each slot (-1 for none), the slot of each row
    and whether the row equals the owner of its slot.
    """
    n_values = len(words)
    bits = min(_MAX_BITS, n_values.bit_length() + 3)
    owners = np.full(1 << bits, -1, dtype=np.intp)
    slots = np.empty(n_values, dtype=np.uint32)
    settled = np.empty(n_values, dtype=np.bool_)
    spread, shift = np.uint64(multiplier), np.uint64(64 - bits)
    for start in range(0, n_values, _CHUNK):
        block = words[start : start + _CHUNK]
        mixed = block[:, 0].astype(np.uint64)
        for column in range(1, block.shape[1]):
            mixed *= spread
            mixed ^= mixed >> np.uint64(32)
            mixed += block[:, column]
        mixed *= spread
        mixed >>= shift
        slots[start : start + _CHUNK] = mixed
        owners[mixed.view(np.int64)] = np.arange(start, start + len(block))
    for start in range(0, n_values, _CHUNK):
        block = words[start : start + _CHUNK]
        owner = owners[slots[start : start + _CHUNK]]
        equal = settled[start : start + _CHUNK]
        np.equal(words[owner, 0], block[:, 0], out=equal)
        for column in range(1, block.shape[1]):
            equal &= words[owner, column] == block[:, column]
    return owners, slots, settled
