"""Truth of the columns, aligned with the columns that an estimator was fitted on.

A pipeline may select, drop, reorder or mix columns before the co-clusterer sees them.
Labels compared by position would then be those of other columns, without any error. So
the columns are followed by name from step to step; a step without names is probed; what
cannot be followed is refused.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer

from ._estimators import layers

_PROBED_ROWS = 200  # of the data, enough to tell columns apart


def align_columns(truth: Any, estimator: Any, X: Any, name: str) -> Any:
    """Return the truth of the columns that the last step saw, in their order.

    `truth` has one entry a column of `X`, or is a mapping from feature name to label.
    """
    names, positions = _columns_seen(estimator, X, name)
    if isinstance(truth, Mapping):
        return _look_up(truth, names, name)
    n_columns = _n_columns(X)
    if n_columns is None:
        raise ValueError(
            f"`X` has no columns to which `{name}` could belong; pass a mapping from "
            "feature name to label."
        )
    if len(truth) != n_columns:
        raise ValueError(
            f"`{name}` has {len(truth)} entries, `X` has {n_columns} columns; both "
            "must be of the same columns."
        )
    if positions is None:
        raise ValueError(
            f"`{name}` cannot be aligned: the pipeline makes features that are not "
            "columns of `X`. Pass a mapping from the name of each feature that the "
            "last step sees to its label."
        )
    return np.asarray(truth)[positions]


def check_matrix_shape(X: Any) -> tuple[int, int]:
    """Return the shape of data that are a matrix."""
    n_columns = _n_columns(X)
    if n_columns is None:
        raise ValueError("`X` must be a matrix: parts of its columns are drawn.")
    return n_rows_of(X), n_columns


def n_rows_of(X: Any) -> int:
    """Count the rows of any X that scikit-learn takes."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def _columns_seen(
    estimator: Any, X: Any, name: str
) -> tuple[Sequence[str] | None, NDArray[np.intp] | None]:
    """Follow the columns of X to the last step.

    Returns their names there (None where they have none) and their positions in X
    (None where they are not columns of X).
    """
    n_columns = _n_columns(X)
    own_names = _feature_names(X)
    _check_names_at_fit(estimator, own_names)
    steps = list(_transformers(estimator))
    if not steps:
        return own_names, None if n_columns is None else np.arange(n_columns)
    start = own_names
    if start is None and n_columns is not None:
        start = [f"x{column}" for column in range(n_columns)]
    names: Sequence[str] | None = start
    for number, step in enumerate(steps):
        names = _names_after(step, names, _Stage(X, steps[:number]), name)
    place = {feature: column for column, feature in enumerate(start or [])}
    found = all(feature in place for feature in names or [])
    if names is None or not found or len(place) != len(start or []):
        return names, None
    return names, np.array([place[feature] for feature in names], dtype=np.intp)


class _Stage:
    """The data as they enter a step of a pipeline, computed where they are needed."""

    def __init__(self, X: Any, before: list[Any]) -> None:
        self.X, self.before = X, before

    def rows(self) -> Any:
        """Return some rows of the data, as the steps before have transformed them."""
        data = self.X.iloc if hasattr(self.X, "iloc") else self.X
        part = data[: min(_PROBED_ROWS, n_rows_of(self.X))]
        for step in self.before:
            part = step.transform(part)
        return part


def _names_after(
    step: Any, names: Sequence[str] | None, stage: _Stage, name: str
) -> Sequence[str] | None:
    """Return the names of the features that a fitted step puts out."""
    try:
        after = step.get_feature_names_out(names)
    except Exception:
        after = None
    # A function may say "one-to-one" and still move columns about.
    trusted = after is not None and not (
        isinstance(step, FunctionTransformer) and step.feature_names_out == "one-to-one"
    )
    if trusted:
        return [str(feature) for feature in after]
    if not _keeps_columns(step, stage):
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(step).__name__} has no feature "
            "names and does not keep the columns of its input in place. Use a step "
            "that has `get_feature_names_out`."
        )
    return names


def _keeps_columns(step: Any, stage: _Stage) -> bool:
    """Probe whether the columns that a step puts out are those put in, in order.

    Where they are, columns permuted before the step come out permuted alike. Of two
    columns the exchange commutes with itself, so there a change of one column must
    leave the other as it is.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = stage.rows()
            before = _dense(step.transform(data))
            n_columns = _n_columns(data)
            if n_columns is None or before.shape[1] != n_columns:
                return False
            orders = [
                np.roll(np.arange(n_columns), 1),
                np.random.RandomState(0).permutation(n_columns),
            ]
            permuted = all(
                _same(_dense(step.transform(_reorder(data, order))), before[:, order])
                for order in orders
            )
            if n_columns != 2 or not permuted:
                return permuted
            doubled = _dense(step.transform(_reorder(data, np.array([0, 0]))))
            return _same(doubled[:, 0], before[:, 0])
    except Exception:
        return False


def _reorder(data: Any, order: NDArray[np.intp]) -> Any:
    """Put the columns into another order, under the names that stood there."""
    if hasattr(data, "iloc"):
        moved = data.iloc[:, order].copy()
        moved.columns = data.columns
        return moved
    if hasattr(data, "tocsc"):
        return data.tocsc()[:, order].asformat(data.format)
    return np.asarray(data)[:, order]


def _dense(data: Any) -> NDArray[Any]:
    """Return data as an array."""
    return np.asarray(data.toarray() if hasattr(data, "toarray") else data)


def _same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Compare two arrays up to rounding."""
    return one.shape == other.shape and bool(
        np.allclose(one.astype(float), other.astype(float), equal_nan=True)
    )


def _look_up(
    truth: Mapping[Any, Any], names: Sequence[str] | None, name: str
) -> list[Any]:
    """Look the label of every feature up by its name."""
    if names is None:
        raise ValueError(
            f"`{name}` is a mapping from feature name to label, but the columns of `X` "
            "have no names; pass a DataFrame, or one label a column."
        )
    missing = [feature for feature in names if feature not in truth]
    if missing:
        raise ValueError(
            f"`{name}` lacks {len(missing)} of {len(names)} features, the first of "
            f"them {missing[0]!r}; it must have a label for every feature."
        )
    return [truth[feature] for feature in names]


def _transformers(estimator: Any) -> Iterator[Any]:
    """Yield the fitted steps before the last, of all pipelines on the way inside."""
    for layer in layers(estimator):
        if isinstance(layer, Pipeline):
            for _, step in layer.steps[:-1]:
                if step is not None and step != "passthrough":
                    yield step


def _check_names_at_fit(estimator: Any, names: Sequence[str] | None) -> None:
    """Refuse data whose columns have other names, or another order, than at the fit."""
    for layer in layers(estimator):
        fitted = getattr(layer, "feature_names_in_", None)
        if fitted is not None:
            if names is not None and list(fitted) != list(names):
                raise ValueError(
                    "The columns of `X` are not those that the estimator was fitted "
                    f"on, in that order: {list(names)[:3]}... and {list(fitted)[:3]}..."
                )
            return


def _feature_names(X: Any) -> list[str] | None:
    """Return the names of the columns of a data frame."""
    columns = getattr(X, "columns", None)
    if columns is None or not all(isinstance(column, str) for column in columns):
        return None
    return list(columns)


def _n_columns(X: Any) -> int | None:
    """Count the columns; None of a list of texts."""
    shape = getattr(X, "shape", None)
    if shape is None:
        first = X[0] if len(X) else None
        return None if isinstance(first, str | bytes) else np.asarray(X).shape[-1]
    return int(shape[1]) if len(shape) == 2 else None
