"""Truth of the columns, aligned with the columns that an estimator was fitted on.

A pipeline may select, drop, reorder or mix columns before the co-clusterer sees them.
Labels compared by position would then be those of other columns, without any error. So
the columns are followed by name from step to step; a step without names is probed; what
cannot be followed is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from ._estimators import layers
from ._probes import (
    Stage,
    follows_columns,
    is_vouched_for,
    keeps_rows,
    n_columns_of,
    n_rows_of,
)


def align_columns(truth: Any, estimator: Any, X: Any, name: str) -> Any:
    """Return the truth of the columns that the last step saw, in their order.

    `truth` has one entry a column of `X`, or is a mapping from feature name to label.
    """
    names, positions = _columns_seen(estimator, X, name)
    if isinstance(truth, Mapping):
        return _look_up(truth, names, name)
    n_columns = n_columns_of(X)
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
    _check_order_of_names(truth, _feature_names(X), name)
    if isinstance(truth, list | tuple):  # as an array, labels 1 and "1" would be one
        return [truth[position] for position in positions]
    return np.asarray(truth)[positions]


def check_matrix_shape(X: Any) -> tuple[int, int]:
    """Return the shape of data that are a matrix."""
    n_columns = n_columns_of(X)
    if n_columns is None:
        raise ValueError("`X` must be a matrix: parts of its columns are drawn.")
    return n_rows_of(X), n_columns


def check_rows_kept(estimator: Any, X: Any) -> None:
    """Refuse a step that transposes a square matrix, which no length would show."""
    if n_rows_of(X) != n_columns_of(X):
        return
    steps = list(_transformers(estimator))
    for number, step in enumerate(steps):
        if not is_vouched_for(step) and not keeps_rows(step, Stage(X, steps[:number])):
            raise ValueError(
                f"Step {type(step).__name__} does not keep the rows of its input; if "
                "it transposes, say `transpose=True`."
            )


def _columns_seen(
    estimator: Any, X: Any, name: str
) -> tuple[Sequence[str] | None, NDArray[np.intp] | None]:
    """Follow the columns of X to the last step.

    Returns their names there (None where they have none) and their positions in X
    (None where they are not columns of X).
    """
    n_columns = n_columns_of(X)
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
        names = _names_after(step, names, Stage(X, steps[:number]), name)
    place = {feature: column for column, feature in enumerate(start or [])}
    found = all(feature in place for feature in names or [])
    if names is None or not found or len(place) != len(start or []):
        return names, None
    return names, np.array([place[feature] for feature in names], dtype=np.intp)


def _names_after(
    step: Any, names: Sequence[str] | None, stage: Stage, name: str
) -> Sequence[str] | None:
    """Return the names of the features that a fitted step puts out."""
    after = _names_out(step, names)
    if after is None and names is None and n_columns_of(stage.rows()) is None:
        return None  # texts are made into other texts
    if after is None:
        origins: list[int | None] = list(range(len(names or [])))
        problem = "has no feature names and does not keep the columns in place"
    else:
        place = {feature: column for column, feature in enumerate(names or [])}
        origins = [place.get(feature) for feature in after]
        problem = "names features after columns that they do not come from"
    known = after is not None and all(origin is None for origin in origins)
    vouched_for = after is not None and is_vouched_for(step)
    if known or vouched_for or follows_columns(step, origins, stage):
        return names if after is None else after
    raise ValueError(
        f"`{name}` cannot be aligned: step {type(step).__name__} {problem}. Use a step "
        "with a true `get_feature_names_out`."
    )


def _names_out(step: Any, names: Sequence[str] | None) -> list[str] | None:
    """Return the names that a step says it puts out, or None where it says none."""
    try:
        return [str(feature) for feature in step.get_feature_names_out(names)]
    except Exception:
        return None


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
    """Yield the fitted steps between the data and the estimator that has labels."""
    for layer in layers(estimator):
        if isinstance(layer, Pipeline):
            yield from _steps(layer.steps[:-1])
        elif _has_labels(layer):
            return


def _steps(steps: Sequence[tuple[str, Any]]) -> Iterator[Any]:
    """Yield the transformers of a pipeline, those of pipelines within it one by one."""
    for _, step in steps:
        if isinstance(step, Pipeline):
            yield from _steps(step.steps)
        elif step is not None and step != "passthrough":
            yield step


def _has_labels(layer: Any) -> bool:
    """Say whether labels of columns are read from here, and not from further inside."""
    return any(
        getattr(layer, attribute, None) is not None
        for attribute in ("column_labels_", "columns_")
    )


def _check_names_at_fit(estimator: Any, names: Sequence[str] | None) -> None:
    """Refuse data whose columns have other names, or another order, than at the fit."""
    for layer in layers(estimator):
        first = next(_steps(layer.steps[:-1]), None) if _is_pipeline(layer) else layer
        fitted = getattr(first, "feature_names_in_", None)
        if fitted is not None and names is not None and list(fitted) != list(names):
            raise ValueError(
                "The columns of `X` are not those that the estimator was fitted on, in "
                f"that order: {list(names)[:3]}... and {list(fitted)[:3]}..."
            )
        # What lies behind a step, or inside what has labels, has seen other columns.
        if fitted is not None or _has_labels(layer):
            return
        if _is_pipeline(layer) and first is not None:
            return


def _is_pipeline(layer: Any) -> bool:
    """Say whether a layer has steps."""
    return isinstance(layer, Pipeline)


def _check_order_of_names(truth: Any, names: Sequence[str] | None, name: str) -> None:
    """Refuse a series of labels whose index has the names of the columns, shuffled."""
    index = getattr(truth, "index", None)
    if names is None or index is None or callable(index):
        return
    labelled = list(index)
    if labelled != list(names) and sorted(map(str, labelled)) == sorted(names):
        raise ValueError(
            f"`{name}` names the columns in another order than `X` has them; pass a "
            "mapping from feature name to label (`dict(labels)`), or reorder it."
        )


def _feature_names(X: Any) -> list[str] | None:
    """Return the names of the columns of a data frame."""
    columns = getattr(X, "columns", None)
    if columns is None or not all(isinstance(column, str) for column in columns):
        return None
    return list(columns)
