"""Soft labels: how much every sample belongs to every cluster."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import Partition
from ._columns import in_order_of, index_of
from ._labels import check_labels

Matrix: TypeAlias = "NDArray[np.float64] | sparse.csr_array"
Memberships: TypeAlias = Partition

_SUM_TOLERANCE = 1e-6  # float32 posterior probabilities add up to 1 as closely as this


def check_memberships(
    true: Any, pred: Any
) -> tuple[tuple[Matrix, ...], tuple[Matrix, ...]]:
    """Check two soft structures; return a matrix per mode, of samples x clusters.

    Hard labels become memberships of 0 and 1. Rows with names are matched by name.
    """
    are_tuples = isinstance(true, tuple), isinstance(pred, tuple)
    given = [
        side if is_tuple else (side,)
        for side, is_tuple in zip((true, pred), are_tuples, strict=True)
    ]
    places = [f"[{mode}]" for mode in range(len(given[0]))] if are_tuples[0] else [""]
    if len(set(are_tuples)) > 1 or len(given[0]) != len(given[1]) or not given[0]:
        raise ValueError(
            f"`memberships_true` has {len(given[0])} and `memberships_pred` "
            f"{len(given[1])} modes; both must be one matrix, or tuples with one "
            "matrix (or label array) for each mode."
        )
    modes = []
    for place, *sides in zip(places, *given, strict=True):
        names = f"memberships_true{place}", f"memberships_pred{place}"
        one, other = map(_check_mode, sides, names)
        if one.shape[0] != other.shape[0]:
            raise ValueError(
                f"`{names[0]}` has {one.shape[0]} rows, `{names[1]}` has "
                f"{other.shape[0]}; both must be of the same samples."
            )
        own, wanted = map(index_of, sides)
        one = in_order_of(one, own, wanted, names[0], f"`{names[1]}`")
        modes.append((one, other))
    of_true, of_pred = zip(*modes, strict=True)
    return of_true, of_pred


def _check_mode(memberships: Any, name: str) -> Matrix:
    """Check the memberships of one mode, or code its hard labels."""
    if sparse.issparse(memberships):
        matrix = sparse.csr_array(memberships, dtype=np.float64)
        _check_values(matrix.data, matrix.sum(axis=1), matrix.shape, name)
        return matrix
    array = np.asarray(memberships)
    if array.ndim == 1:
        labels = check_labels(memberships, name).compressed()
        samples = np.arange(len(labels))
        shape = (len(labels), labels.width)
        ones = np.ones(len(labels))
        return sparse.csr_array((ones, (samples, labels.codes)), shape=shape)
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise ValueError(
            f"`{name}` must be a matrix of numbers of shape (n_samples, n_clusters), "
            f"or labels of shape (n_samples,), got shape {array.shape} and dtype "
            f"{array.dtype}."
        )
    matrix = array.astype(np.float64)
    _check_values(matrix, matrix.sum(axis=1), matrix.shape, name)
    return matrix


def _check_values(
    values: NDArray[Any], sums: NDArray[Any], shape: tuple[int, ...], name: str
) -> None:
    """Check that memberships are shares, and that those of a sample add up to 1."""
    if not shape[0] or not shape[1]:
        raise ValueError(
            f"`{name}` has shape {shape}; at least one sample and one cluster are "
            "needed."
        )
    if not np.isfinite(values).all() or (values < 0).any():
        raise ValueError(
            f"`{name}` has entries that are negative, NaN or infinite; memberships are "
            "between 0 and 1."
        )
    wrong = np.flatnonzero(np.abs(sums - 1) > _SUM_TOLERANCE)
    if wrong.size:
        raise ValueError(
            f"The memberships of a sample must add up to 1; row {wrong[0]} of `{name}` "
            f"adds up to {sums[wrong[0]]:g}."
        )
