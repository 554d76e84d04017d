"""Soft labels: how much every sample belongs to every cluster."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import Partition, as_array, check_equal
from ._entry_names import in_order_of, index_of
from ._labels import check_labels

Shares: TypeAlias = "NDArray[np.float64] | sparse.csr_array"
Memberships: TypeAlias = Partition

_SUM_TOLERANCE = 1e-6  # float32 posterior probabilities add up to 1 as closely as this


def check_memberships(
    true: Any, pred: Any
) -> tuple[tuple[Shares, ...], tuple[Shares, ...]]:
    """Check two soft structures; return a matrix per mode, of samples x clusters.

    Hard labels become memberships of 0 and 1. Rows with names are matched by name.
    """
    is_tuple = isinstance(true, tuple)
    given = [side if isinstance(side, tuple) else (side,) for side in (true, pred)]
    n_modes = len(given[0])
    if is_tuple != isinstance(pred, tuple) or n_modes != len(given[1]) or not n_modes:
        raise ValueError(
            f"`memberships_true` has {len(given[0])} and `memberships_pred` "
            f"{len(given[1])} modes; both must be a matrix, or tuples of one per mode."
        )
    modes = []
    for mode, sides in enumerate(zip(*given, strict=True)):
        place = f"[{mode}]" * is_tuple
        names = f"memberships_true{place}", f"memberships_pred{place}"
        one, other = map(_check_mode, sides, names)
        check_equal((one.shape[0], other.shape[0]), names, "rows")
        own, wanted = map(index_of, sides)
        one = in_order_of(one, own, wanted, names[0], f"`{names[1]}`")
        modes.append((one, other))
    of_true, of_pred = zip(*modes, strict=True)
    return of_true, of_pred


def _check_mode(memberships: Any, name: str) -> Shares:
    """Check the memberships of one mode, or code its hard labels."""
    if sparse.issparse(memberships):
        matrix = sparse.csr_array(memberships, dtype=np.float64)
        values = matrix.data
    else:
        array = as_array(memberships, name, "a matrix of numbers")
        if array.ndim == 1:
            found: Shares = check_labels(memberships, name).one_hot()
            return found
        if array.ndim != 2 or array.dtype.kind not in "biuf":
            raise ValueError(
                f"`{name}` must be a matrix of numbers (n_samples, n_clusters), or "
                f"labels (n_samples,), got shape {array.shape} and dtype {array.dtype}."
            )
        matrix = values = array.astype(np.float64)
    if 0 in matrix.shape:
        raise ValueError(f"`{name}` must not be empty, got shape {matrix.shape}.")
    if not np.isfinite(values).all() or (values < 0).any():
        raise ValueError(f"`{name}` has entries that are negative, NaN or infinite.")
    sums = matrix.sum(axis=1)
    wrong = np.flatnonzero(np.abs(sums - 1) > _SUM_TOLERANCE)
    if wrong.size:
        raise ValueError(
            f"Memberships must add up to 1; row {wrong[0]} of `{name}` adds up to "
            f"{sums[wrong[0]]:.9g}."
        )
    return matrix
