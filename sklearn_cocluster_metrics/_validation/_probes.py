"""Probes of what the steps of a pipeline do to rows and columns.

Names of features are what a step says of itself. A step that scikit-learn does not
vouch for is asked by its deeds: some rows of the data are changed, and what it makes of
them must change where its names say so.
"""

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin
from sklearn.compose import ColumnTransformer
from sklearn.feature_selection import SelectorMixin
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.preprocessing import FunctionTransformer

_PROBED_ROWS = 200  # of the data, enough to tell columns apart


class Stage:
    """The data as they enter a step of a pipeline, computed where they are needed."""

    def __init__(self, X: Any, before: Sequence[Any]) -> None:
        self.X, self.before = X, before

    def rows(self) -> Any:
        """Return rows from all over the data, as the steps before transform them."""
        n_rows = n_rows_of(self.X)
        n_probed = min(n_rows, _PROBED_ROWS)
        part = _take_rows(self.X, np.arange(n_probed) * n_rows // n_probed)
        for step in self.before:
            part = step.transform(part)
        return part


def is_vouched_for(step: Any) -> bool:
    """Say whether all of a step is scikit-learn's own, and true to its names.

    A function may say "one-to-one" and still move columns about. New features, such as
    components, may by chance have names that columns of the data have as well.
    """
    return all(
        type(leaf).__module__.startswith("sklearn.")
        and (
            isinstance(leaf, OneToOneFeatureMixin | SelectorMixin)
            or (isinstance(leaf, FunctionTransformer) and leaf.func is None)
        )
        for leaf in _leaves(step)
    )


def keeps_rows(step: Any, stage: Stage) -> bool:
    """Probe whether a step puts out as many rows as are put in, and no transpose."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = stage.rows()
            rows = np.arange(n_rows_of(data) - (n_rows_of(data) == n_columns_of(data)))
            return n_rows_of(step.transform(_take_rows(data, rows))) == len(rows)
    except Exception:
        return False


def follows_columns(step: Any, origins: Sequence[int | None], stage: Stage) -> bool:
    """Probe whether each feature that a step puts out comes from one column put in.

    `origins` holds the number of that column, or None of a feature that is new.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = stage.rows()
            found = _dense(step.transform(data))
            if found.shape != (n_rows_of(data), len(origins)):
                return False
            return _dies_with_its_column(step, origins, data) or (
                list(origins) == list(range(n_columns_of(data) or 0))
                and _moves_with_its_column(step, found, data)
            )
    except Exception:
        return False


def n_rows_of(X: Any) -> int:
    """Count the rows of any X that scikit-learn takes."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def n_columns_of(X: Any) -> int | None:
    """Count the columns; None of texts and whatever else is no matrix."""
    shape = getattr(X, "shape", None)
    if shape is None:
        first = X[0] if len(X) else None
        if not hasattr(first, "__len__") or isinstance(first, str | bytes | dict):
            return None
        shape = np.asarray(X).shape
    return int(shape[1]) if len(shape) == 2 else None


def _leaves(step: Any) -> Iterator[Any]:
    """Yield the transformers that a step is made of, and what renames features."""
    if isinstance(step, str) or step is None:  # "passthrough", "drop"
        return
    if isinstance(step, FrozenEstimator):
        inside = [step.estimator]
    elif isinstance(step, Pipeline):
        inside = [part for _, part in step.steps]
    elif isinstance(step, FeatureUnion):
        inside = [part for _, part in step.transformer_list]
    elif isinstance(step, ColumnTransformer):
        inside = [part for _, part, _ in step.transformers_]
    elif hasattr(step, "best_estimator_"):
        inside = [step.best_estimator_]
    else:
        yield step
        return
    renaming = getattr(step, "verbose_feature_names_out", False)
    if renaming is not False:  # True, a template or a function
        yield renaming
    for part in inside:
        yield from _leaves(part)


def _dies_with_its_column(step: Any, origins: Sequence[int | None], data: Any) -> bool:
    """Say whether features become constant where their columns are made constant.

    Half of the columns are made constant at a time: by the digits of their numbers in
    base 2, every two columns are told apart.
    """
    columns = np.array([-1 if origin is None else origin for origin in origins])
    for chosen in _halves(int(n_columns_of(data) or 0)):
        features = (columns >= 0) & chosen[columns]
        after = _dense(step.transform(_made_constant(data, chosen)))
        if not _same(after[:, features], after[:1, features]):
            return False
    return True


def _moves_with_its_column(step: Any, found: NDArray[Any], data: Any) -> bool:
    """Say whether columns permuted before the step come out permuted alike.

    For steps that mix every column with its whole row, such as log ratios. Only the
    identity commutes with a rotation and an exchange of two columns; of two columns
    alone the exchange commutes too, so there one column must stand for both.
    """
    n_columns = found.shape[1]
    exchange = np.arange(n_columns)
    exchange[:2] = exchange[:2][::-1]
    orders = [
        np.roll(np.arange(n_columns), 1),
        exchange,
        np.random.RandomState(0).permutation(n_columns),
    ]
    if not all(
        _same(_dense(step.transform(_reorder(data, order))), found[:, order])
        for order in orders
    ):
        return False
    if n_columns != 2:
        return True
    doubled = _dense(step.transform(_reorder(data, np.array([0, 0]))))
    return _same(doubled[:, 0], found[:, 0])


def _halves(n_columns: int) -> Iterator[NDArray[np.bool_]]:
    """Yield both halves of the columns by every digit of their numbers in base 2."""
    numbers = np.arange(n_columns)
    for digit in range(max(1, (n_columns - 1).bit_length())):
        half = (numbers >> digit) % 2 == 1
        yield half
        yield ~half


def _made_constant(data: Any, chosen: NDArray[np.bool_]) -> Any:
    """Set columns to zero; what is not numeric, to its value in the first row."""
    if hasattr(data, "iloc"):
        changed = data.copy()
        for column in np.flatnonzero(chosen):
            values = data.iloc[np.zeros(len(data), dtype=np.intp), column]
            numeric = getattr(values.dtype, "kind", "O") in "iuf"
            changed.isetitem(column, (values * 0 if numeric else values).array)
        return changed
    if hasattr(data, "tocsr"):
        kept = np.asarray(~chosen).astype(data.dtype)
        return data.multiply(kept[None, :]).asformat(data.format)
    changed = np.array(data)
    changed[:, chosen] = 0 if changed.dtype.kind in "iufb" else changed[:1, chosen]
    return changed


def _reorder(data: Any, order: NDArray[np.intp]) -> Any:
    """Put the columns into another order, under the names that stood there."""
    if hasattr(data, "iloc"):
        moved = data.iloc[:, order].copy()
        moved.columns = data.columns
        return moved
    if hasattr(data, "tocsc"):
        return data.tocsc()[:, order].asformat(data.format)
    return np.asarray(data)[:, order]


def _take_rows(data: Any, rows: NDArray[np.intp]) -> Any:
    """Return rows of data of any kind."""
    if hasattr(data, "iloc"):
        return data.iloc[rows]
    if hasattr(data, "tocsr"):
        return data.tocsr()[rows]
    return data[rows] if hasattr(data, "shape") else [data[row] for row in rows]


def _dense(data: Any) -> NDArray[Any]:
    """Return data as an array."""
    return np.asarray(data.toarray() if hasattr(data, "toarray") else data)


def _same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Compare values up to rounding, whatever their scale."""
    try:
        first, second = one.astype(float), other.astype(float)
    except (TypeError, ValueError):
        return bool(np.all(one == other))
    largest = np.max(np.abs(first), initial=0.0, where=np.isfinite(first))
    return np.allclose(first, second, rtol=1e-9, atol=1e-9 * largest, equal_nan=True)
