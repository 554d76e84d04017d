"""Check soft labels, which say how much every sample belongs to every cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import as_array, check_equal, is_estimator
from ._entry_names import index_of
from ._labels import check_labels
from ._matched_entries import NamedSide, align_entries, warn_if_by_position
from ._messages import FOR_MEMBERSHIPS
from ._modes import (
    check_some_mode_known,
    compared_modes,
    kind_of_entries,
    n_modes_as_text,
)
from ._types import Partition

Shares: TypeAlias = "NDArray[np.float64] | sparse.csr_array"
"""Checked memberships of one mode, (n_samples, n_clusters): each row adds up to 1."""

Memberships: TypeAlias = Partition
"""What a user passes: hard labels, or a matrix of memberships, or a tuple of these."""

# If a membership is 1 minus the sum of the others, rounding may make it negative.
_NEGATIVE_TOLERANCE = 1e-9
# Posterior probabilities in float32 add up to 1 as closely as this.
_SUM_TOLERANCE = 1e-6


def check_memberships(
    true: Memberships, pred: Memberships
) -> tuple[tuple[Shares, ...], tuple[Shares, ...]]:
    """Check two soft structures, and return the matrices of the compared modes of each.

    Hard labels become memberships of 0 and 1. The true entries of a mode are put in the
    order of the predicted ones by name, or matched by position if one side has no
    names. A mode that is None in the truth is not compared.
    """
    is_tuple = isinstance(true, tuple)
    true_modes = true if isinstance(true, tuple) else (true,)
    pred_modes = pred if isinstance(pred, tuple) else (pred,)
    _refuse_estimators(true_modes, "memberships_true")
    _refuse_estimators(pred_modes, "memberships_pred")
    n_true = len(true_modes)
    n_pred = len(pred_modes)
    if is_tuple != isinstance(pred, tuple) or n_true != n_pred or n_true == 0:
        raise ValueError(
            f"`memberships_true` has {n_modes_as_text(n_true)} and `memberships_pred` "
            f"has {n_pred}. Both must be a matrix, or tuples with one matrix for the "
            "rows and one for the columns."
        )
    modes = compared_modes(true, n_true)
    check_some_mode_known(modes, "memberships_true")
    true_shares = []
    pred_shares = []
    true_arguments = []
    pred_arguments = []
    for mode in modes.numbers:
        suffix = f"[{mode}]" if is_tuple else ""
        true_name = f"memberships_true{suffix}"
        pred_name = f"memberships_pred{suffix}"
        true_mode = _check_memberships_of_mode(true_modes[mode], true_name)
        pred_mode = _check_memberships_of_mode(pred_modes[mode], pred_name)
        true_mode, pred_mode = align_entries(
            true_mode,
            pred_mode,
            true_identity=index_of(true_modes[mode]),
            pred_identity=index_of(pred_modes[mode]),
            arguments=(true_name, pred_name),
        )
        sizes = (true_mode.shape[0], pred_mode.shape[0])
        check_equal(sizes, (true_name, pred_name), "rows")
        true_shares.append(true_mode)
        pred_shares.append(pred_mode)
        true_arguments.append(true_name)
        pred_arguments.append(pred_name)
    warn_if_by_position(
        NamedSide(
            arguments=true_arguments,
            identities=[index_of(true_modes[mode]) for mode in modes.numbers],
            is_fitted=False,
        ),
        NamedSide(
            arguments=pred_arguments,
            identities=[index_of(pred_modes[mode]) for mode in modes.numbers],
            is_fitted=False,
        ),
        kinds=[kind_of_entries(mode, modes.n_modes) for mode in modes.numbers],
    )
    return tuple(true_shares), tuple(pred_shares)


def _refuse_estimators(modes: tuple[Any, ...], name: str) -> None:
    """Raise an error if an estimator was passed instead of its memberships.

    `modes` has the unchecked memberships, or labels, of each mode, or None for a mode
    that is not compared.
    """
    for memberships in modes:
        if is_estimator(memberships):
            raise ValueError(
                f"`{name}` must be memberships or labels, got "
                f"{type(memberships).__name__}, an estimator. Pass "
                f"{_code_of_memberships(memberships)}."
            )


def _code_of_memberships(estimator: Any) -> str:
    """Return the code that gives the memberships, or the labels, of an estimator."""
    if hasattr(estimator, "predict_proba"):
        return "`model.predict_proba(X)`"
    if hasattr(estimator, "row_labels_"):
        return "`(model.row_labels_, model.column_labels_)`, which are hard labels"
    if hasattr(estimator, "labels_"):
        # The method `transform` of KMeans returns distances, which are no memberships.
        return "`model.labels_`, which are hard labels"
    return "`model.transform(X)` or `model.predict_proba(X)`"


def _check_memberships_of_mode(memberships: Any, name: str) -> Shares:
    """Return the checked memberships of one mode.

    Hard labels, which are a mapping or one-dimensional, are converted to memberships. A
    matrix is copied, and its entries just below 0 become 0.
    """
    if sparse.issparse(memberships):  # A `dok_array` is a mapping, but not of labels.
        if len(memberships.shape) != 2:
            raise ValueError(
                f"`{name}` must be a matrix of shape (n_samples, n_clusters), got a "
                f"sparse array of shape {memberships.shape}. If these are hard "
                "labels, pass a dense array."
            )
        matrix = sparse.csr_array(memberships, dtype=np.float64, copy=True)
        entries = matrix.data
    elif isinstance(memberships, Mapping):
        return check_labels(memberships, name, advice=FOR_MEMBERSHIPS).one_hot()
    else:
        array = as_array(memberships, name, "a matrix of numbers")
        if array.ndim == 1:
            return check_labels(memberships, name, advice=FOR_MEMBERSHIPS).one_hot()
        if array.ndim != 2 or array.dtype.kind not in "biuf":
            raise ValueError(
                f"`{name}` must be a matrix of numbers (n_samples, n_clusters), or "
                f"labels (n_samples,), got shape {array.shape} and dtype {array.dtype}."
            )
        matrix = array.astype(np.float64)
        entries = matrix
    if 0 in matrix.shape:
        raise ValueError(
            f"`{name}` must have at least one sample and one cluster, got shape "
            f"{matrix.shape}."
        )
    is_rounding = (entries < 0) & (entries > -_NEGATIVE_TOLERANCE)
    entries[is_rounding] = 0.0
    if not np.isfinite(entries).all() or (entries < 0).any():
        raise ValueError(
            f"`{name}` has entries that are negative, NaN or infinite, but every "
            "membership must be a number from 0 to 1. Replace them, or leave out "
            "their rows in both structures."
        )
    _check_sums(matrix, name)
    return matrix


def _check_sums(matrix: Shares, name: str) -> None:
    """Check that the memberships of each sample, which are a row, add up to 1.

    The matrix of memberships is dense or sparse.
    """
    sums = matrix.sum(axis=1)
    wrong_rows = np.flatnonzero(np.abs(sums - 1) > _SUM_TOLERANCE)
    if not wrong_rows.size:
        return
    n_samples, n_clusters = matrix.shape
    errors_of_columns = np.abs(matrix.sum(axis=0) - 1)
    if n_samples < n_clusters and errors_of_columns.max() <= _SUM_TOLERANCE:
        raise ValueError(
            f"`{name}` has shape {matrix.shape} and seems to be transposed, because "
            f"its columns add up to 1, but its rows do not. Pass `{name}.T`, with one "
            "row for each sample."
        )
    row = wrong_rows[0]
    cure = "Divide each row by its sum."
    if sums[row] == 0:
        cure = (
            "It belongs to no cluster, so leave such rows out of both structures, or "
            "give them a cluster of their own."
        )
    raise ValueError(
        f"Memberships must add up to 1, but row {row} of `{name}` adds up to "
        f"{sums[row]:.9g}. {cure}"
    )
