"""Read labels and biclusters from a fitted estimator, through its wrappers."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from sklearn.cluster import FeatureAgglomeration
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from ._columns import LabeledColumns, follow_columns
from ._messages import FOR_DIAGONAL_BICLUSTERS

COCLUSTERING_ATTRIBUTES = ("row_labels_", "column_labels_")
_SPELLINGS = {
    "row_labels_": ("row_labels", "labels_row_"),
    "column_labels_": ("column_labels", "labels_col_"),
}
"""Names of these attributes in sparsebm and in scikit-network."""

BICLUSTERING_ATTRIBUTES = ("rows_", "columns_")

_CURE_TO_FIT_CLONES = (
    "To fit clones of it, wrap a function that returns `(clone(model).fit_predict(X), "
    "np.zeros(X.shape[1]))` in `FunctionCocluster`."
)

Accessor: TypeAlias = str | Sequence[str] | Callable[[Any], Sequence[Any]]
"""Attribute with the labels of all modes, one attribute per mode, or a function."""


@dataclass(frozen=True, eq=False)
class FittedLayer:
    """An estimator, or one that it wraps, with some of its fitted attributes."""

    # The estimator that has the attributes itself
    estimator: Any
    # The fitted transformers between the data and this estimator
    steps: Sequence[Any]
    # Values of the attributes, in the order in which they were asked for
    values: tuple[Any, ...]

    def follow_columns(self, name: str, n_columns: int | None) -> LabeledColumns:
        """Return which columns of the input the layer has labeled."""
        return follow_columns(self.steps, self.estimator, name, n_columns)


def estimator_layers(estimator: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the estimator and the estimators that it wraps, from outside to inside.

    Each estimator comes with the fitted steps before it. A search wraps its best
    estimator, and a pipeline wraps its last step. Other wrappers are not opened,
    because their `estimator_` may have been fitted on other data.
    """
    visited_layers: list[Any] = []  # An attribute could lead back to one of these.
    steps: list[Any] = []
    layer = estimator
    while layer is not None and not any(layer is visited for visited in visited_layers):
        visited_layers.append(layer)
        yield layer, steps
        # A frozen estimator comes first, because it passes every attribute on, so that
        # it also has the steps of a frozen pipeline.
        if isinstance(layer, FrozenEstimator):
            layer = layer.estimator
        elif isinstance(layer, Pipeline):
            steps = [*steps, *_transformers(layer.steps[:-1])]
            last_step = layer.steps[-1][1]
            # A last step that is a string can only be "passthrough".
            layer = None if isinstance(last_step, str) else last_step
        else:
            layer = getattr(layer, "best_estimator_", None)


def _transformers(steps: Sequence[tuple[str, Any]]) -> Iterator[Any]:
    """Yield the transformers of a pipeline and, one by one, of pipelines within it.

    The `steps` are those before the last step.
    """
    for _, step in steps:
        if isinstance(step, Pipeline):
            yield from _transformers(step.steps)
        elif step is not None and step != "passthrough":
            yield step


def has_fitted(estimator: Any, *attributes: str) -> bool:
    """Return whether the estimator, or one that it wraps, has all these attributes."""
    return _find_layer(estimator, attributes) is not None


def fitted_layer(
    estimator: Any, attributes: tuple[str, ...], name: str, *, transpose: bool = False
) -> FittedLayer:
    """Return the outermost layer that has all these attributes, or raise an error.

    With `transpose`, the estimator transposes the data in its fit. The attributes are
    then exchanged, so that the first value still belongs to the rows of the data.
    """
    if transpose:
        attributes = attributes[::-1]
    layer = _find_layer(estimator, attributes)
    if layer is None:
        raise _not_fitted_error(estimator, attributes, name)
    return layer


def _find_layer(estimator: Any, *alternatives: tuple[str, ...]) -> FittedLayer | None:
    """Return the outermost layer that has all attributes of one alternative, or None.

    In some co-clusterers, attributes are None before the fit. Such attributes count as
    absent, and so do parameters, which a user has passed to the estimator.
    """
    for layer, steps in estimator_layers(estimator):
        for attributes in alternatives:
            for spelled in _spellings(attributes):
                values = _read_attributes(layer, spelled)
                has_values = all(value is not None for value in values)
                if has_values and not _are_parameters(layer, spelled):
                    return FittedLayer(layer, steps, values)
    return None


def _read_attributes(layer: Any, attributes: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the values of attributes, or None for all if one cannot be read."""
    try:
        return tuple(getattr(layer, name, None) for name in attributes)
    except Exception:  # A property may raise any error before the fit.
        return (None,) * len(attributes)


def _spellings(attributes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the attributes, and then their names in other packages, if any."""
    yield attributes
    if set(attributes) <= set(_SPELLINGS):
        spellings_of_each = [_SPELLINGS[attribute] for attribute in attributes]
        yield from zip(*spellings_of_each, strict=True)


def _are_parameters(layer: Any, attributes: tuple[str, ...]) -> bool:
    """Return whether attributes without underscore are parameters of the estimator.

    Parameters are passed by the user, so they are not labels that a fit has found.
    """
    if all(name.endswith("_") for name in attributes):
        return False
    try:
        parameters = inspect.signature(type(layer)).parameters
    except ValueError:  # A class that is not written in Python may have no signature.
        return False
    return set(attributes) <= set(parameters)


def _not_fitted_error(
    estimator: Any, attributes: tuple[str, ...], name: str
) -> NotFittedError:
    """Return the error for missing attributes, with a hint at similar ones."""
    needed = " and ".join(f"`{attribute}`" for attribute in attributes)
    attribute_of_none = _find_attribute_of_none(estimator, attributes)
    # A clusterer of the rows alone may leave None for the columns.
    if attribute_of_none is not None and not has_fitted(estimator, "labels_"):
        return NotFittedError(
            f"`{name}` is a {type(estimator).__name__} that is not fitted, "
            f"because its `{attribute_of_none}` is None. Call `fit` first."
        )
    reason = "it is not fitted, or it does not find this kind of clusters"
    has_any = any(has_fitted(estimator, attribute) for attribute in attributes)
    if not has_any and _is_fitted(estimator):
        reason = "it is fitted, but has no labels of this kind"
        if attributes == BICLUSTERING_ATTRIBUTES:
            reason = "it is fitted, but has no biclusters"
    hint = _hint_at_similar_attributes(estimator, attributes)
    if hint and attributes == BICLUSTERING_ATTRIBUTES and not has_modes(estimator):
        hint = (
            " To compare labels, use a function or a scorer for clusterings and "
            f"co-clusterings.{hint}"
        )
    return NotFittedError(
        f"`{name}` is a {type(estimator).__name__} without {needed}; {reason}.{hint}"
    )


def _is_fitted(estimator: Any) -> bool:
    """Return whether the innermost layer of an estimator is certainly fitted."""
    innermost, _ = list(estimator_layers(estimator))[-1]
    try:
        check_is_fitted(innermost)
    except Exception:  # A third-party estimator may raise any error.
        return False
    return True


def _find_attribute_of_none(estimator: Any, attributes: tuple[str, ...]) -> str | None:
    """Return the first attribute that an estimator has, but as None, or None.

    Each attribute is also looked up by the names that it has in other packages. Some
    co-clusterers set attributes to None before the fit.
    """
    for layer, _ in estimator_layers(estimator):
        for spelled in _spellings(attributes):
            for attribute in spelled:
                if _is_none(layer, attribute):
                    return attribute
    return None


def _is_none(layer: Any, attribute: str) -> bool:
    """Return whether an attribute is there and has the value None."""
    try:
        return getattr(layer, attribute, "") is None
    except Exception:  # A property may raise any error before the fit.
        return False


def _hint_at_similar_attributes(estimator: Any, attributes: tuple[str, ...]) -> str:
    """Return sentences on what an estimator has in place of missing attributes, or "".

    It does not have all of the `attributes`.
    """
    if labels_columns_alone(estimator):
        return (
            f" Its `labels_` are labels of the columns, because "
            f"{type(estimator).__name__} clusters only the columns. Compare `(None, "
            "estimator.labels_)` with `(None, y)`. In a scorer, pass `labels=(None, "
            "y), accessor=lambda model: (None, model.labels_)`."
        )
    n_modes = n_modes_in_labels(estimator)  # 0 unless `labels_` has several arrays
    if n_modes > 0 and attributes != BICLUSTERING_ATTRIBUTES:
        truth = ", ".join(["y"] + ["None"] * (n_modes - 1))
        return (
            f" Its `labels_` has labels of {n_modes} modes (rows, columns and so on), "
            f"so pass the true labels of each, or None if they are unknown, such as "
            f"`({truth})`. In a scorer, pass `labels=({truth})`."
        )
    if attributes == BICLUSTERING_ATTRIBUTES and has_modes(estimator):
        return (
            " It has labels of rows and columns, so pass "
            "`labels_to_biclusters(estimator, structure='diagonal')`. In "
            "`make_bicluster_scorer`, pass `accessor=lambda model: "
            "labels_to_biclusters(model, structure='diagonal')`. If the blocks form a "
            "grid, use 'checkerboard' instead."
        )
    accessor = _find_label_attributes(estimator)
    layer_of_rows = _find_layer(estimator, ("labels_",))
    if layer_of_rows is not None and accessor is None:
        return (
            f" {type(layer_of_rows.estimator).__name__} clusters only the rows. To "
            "compare the rows, give the truth as `(row_labels, None)`. In a scorer, "
            "pass only `row_labels`."
        )
    if (
        has_fitted(estimator, *BICLUSTERING_ATTRIBUTES)
        and attributes != BICLUSTERING_ATTRIBUTES
    ):
        return (
            " It has biclusters, so use a function for biclusterings. If they form a "
            "grid, you can also pass `biclusters_to_labels(biclustering_of(...))`. "
            f"{FOR_DIAGONAL_BICLUSTERS}"
        )
    if accessor is not None:
        return (
            f" It has `{accessor[0]}` and `{accessor[1]}`. If these are its labels, "
            f"pass `coclustering_of(..., accessor={accessor})`, or make a scorer with "
            f"`labels=(row_labels, column_labels), accessor={accessor}`."
        )
    if attributes == BICLUSTERING_ATTRIBUTES:
        return ""
    hint = _hint_at_topics(estimator, attributes)
    if not hint:
        hint = _hint_at_predictions(estimator, attributes)
    if hint:
        return hint
    if _has_fitted_arrays(estimator):
        return (
            " If its labels have other names, pass `coclustering_of(..., "
            "accessor=(row_attribute, column_attribute))`. Scorers have the parameter "
            "`accessor`, too."
        )
    if _is_fitted(estimator) and hasattr(estimator, "fit_predict"):
        return (
            " Labels of the rows are read from `labels_`. Store the labels that its "
            "`fit_predict` returns there in `fit`, or pass them in its place. "
            f"{_CURE_TO_FIT_CLONES}"
        )
    return ""


def _hint_at_topics(estimator: Any, attributes: tuple[str, ...]) -> str:
    """Return a sentence on labels from a topic model, such as NMF, or ""."""
    if has_fitted(estimator, "topics_"):  # The estimator is a BERTopic.
        labels = "model.topics_"
        if attributes == COCLUSTERING_ATTRIBUTES:
            labels = "(model.topics_, None)"
        return (
            f" It has the topic of each document, so pass `{labels}`. The topic -1 "
            "stands for documents without a topic."
        )
    if not has_fitted(estimator, "components_") or not hasattr(estimator, "transform"):
        return ""
    labels = "model.transform(X).argmax(axis=1)"
    if attributes == COCLUSTERING_ATTRIBUTES:
        labels = f"({labels}, model.components_.argmax(axis=0))"
    return (
        f" If it is a topic model, pass the strongest topics: `{labels}`. In a search, "
        "wrap a function that returns them in `FunctionCocluster`."
    )


def _hint_at_predictions(estimator: Any, attributes: tuple[str, ...]) -> str:
    """Return sentences on labels that `predict` returns, as in mixtures, or "".

    They also say how a search can fit clones of such an estimator.
    """
    if not _is_fitted(estimator) or not hasattr(estimator, "predict"):
        return ""
    labels = "model.predict(X)"
    if attributes == COCLUSTERING_ATTRIBUTES:
        labels = "(model.predict(X), None)"
    return (
        f" It has `predict`, so pass `{labels}` in its place or, in a scorer, pass "
        f"`y` in place of `row_labels`. {_CURE_TO_FIT_CLONES}"
    )


def _has_fitted_arrays(estimator: Any) -> bool:
    """Return whether two or more fitted attributes of an estimator are arrays."""
    attributes = getattr(estimator, "__dict__", {})
    arrays = [
        value
        for name, value in attributes.items()
        if name.endswith("_") and _is_array_or_list(value)
    ]
    return len(arrays) > 1


def _find_label_attributes(estimator: Any) -> tuple[str, str] | None:
    """Return the names of two attributes that may have labels of rows and of columns.

    Only attributes of the instance itself count, if they are arrays or lists, or end
    with an underscore. The names contain "row" and "col", but the labels of the rows
    may also be in `labels_`. Return None unless one attribute of each kind is found.
    """
    # Without an underscore at the end, a name may be that of a parameter.
    names = [
        name
        for name, value in getattr(estimator, "__dict__", {}).items()
        if isinstance(value, np.ndarray | list)
        or (name.endswith("_") and value is not None)
    ]
    row_attributes = [name for name in names if "row" in name.lower()]
    if not row_attributes and "labels_" in names:
        row_attributes = ["labels_"]
    column_attributes = [name for name in names if "col" in name.lower()]
    if len(row_attributes) != 1 or len(column_attributes) != 1:
        return None
    return row_attributes[0], column_attributes[0]


# Read the labels of every mode


def check_accessor(accessor: Any, name: str) -> Accessor | None:
    """Check that an accessor is an attribute, several attributes, a function or None.

    Return it unchanged, except that several attributes become a tuple.
    """
    if accessor is None or isinstance(accessor, str):
        return accessor
    if isinstance(accessor, list | tuple):
        attributes = tuple(accessor)
        if len(attributes) > 1 and all(isinstance(part, str) for part in attributes):
            return attributes
    elif callable(accessor):
        function: Accessor = accessor
        return function
    raise TypeError(
        f"`{name}` must be the name of an attribute, a tuple with one name for the "
        "rows and one for the columns, or a function of the fitted estimator; got "
        f"{accessor!r}."
    )


def read_accessor(
    estimator: Any, accessor: Accessor, name: str
) -> tuple[Any, Sequence[Any]]:
    """Return the value that an accessor reads, and the fitted steps before it.

    An accessor is an attribute, several attributes or a function. An attribute gives
    its value, and several attributes give a tuple of values. The values are those of
    the outermost layer that has all these attributes. A function is called with the
    innermost layer. Errors call the estimator `name`.
    """
    if callable(accessor):
        innermost, steps = list(estimator_layers(estimator))[-1]
        try:
            return accessor(innermost), steps
        except Exception as error:
            if innermost is not estimator:
                error.add_note(
                    f"`accessor` is called with a {type(innermost).__name__}, which "
                    "is the last step of the pipeline or the best estimator of the "
                    f"search, not with the {type(estimator).__name__}."
                )
            raise
    if isinstance(accessor, str):
        layer = fitted_layer(estimator, (accessor,), name)
        value = layer.values[0]
        if callable(value):
            raise TypeError(_message_on_method(accessor, layer.estimator))
        return value, layer.steps
    layer = fitted_layer(estimator, tuple(accessor), name)
    return layer.values, layer.steps


def names_of_read_modes(
    accessor: Accessor, n_modes: int, name: str = "estimator"
) -> list[str]:
    """Return how messages call the labels of each mode that an accessor reads.

    Errors call the estimator `name`. If `n_modes` is 1, the accessor reads an array,
    and otherwise a tuple of arrays, unless it is a tuple of attributes.
    """
    if isinstance(accessor, tuple):
        return [f"{name}.{attribute}" for attribute in accessor]
    source = f"accessor({name})" if callable(accessor) else f"{name}.{accessor}"
    if n_modes == 1:
        return [source]
    return [f"{source}[{mode}]" for mode in range(n_modes)]


def _message_on_method(method: str, estimator: Any) -> str:
    """Return the text of the error for an accessor that names a method.

    The accessor must name an attribute of the `estimator`. For `predict`, the text also
    says how a search can fit clones of the estimator.
    """
    advice = (
        f"`accessor={method!r}` is a method of {type(estimator).__name__}, but it must "
        "be an attribute with the labels. For a fitted model, pass "
        f"`accessor=lambda model: model.{method}(X)` to a scorer with `row_labels`, or "
        f"`(model.{method}(X), None)` in place of the model to a function."
    )
    if method == "predict":
        advice += f" {_CURE_TO_FIT_CLONES}"
    if method == "predict_proba":
        advice += (
            " To compare the probabilities of each split with its `y`, pass "
            "`make_cocluster_scorer(soft_cari_score)` as `scoring`, without "
            "`accessor` and `row_labels`."
        )
    return advice


def has_modes(estimator: Any) -> bool:
    """Return whether an estimator has labels of two modes or more."""
    return _find_layer_with_modes(estimator) is not None


def n_modes_in_labels(estimator: Any) -> int:
    """Return the number of arrays in `labels_`, one per mode.

    Return 0 if `labels_` is a single array or missing, or if the labels are in
    `row_labels_` and `column_labels_`.
    """
    layer = _find_layer_with_modes(estimator)
    if layer is None or _has_row_and_column_labels(layer):
        return 0
    return len(layer.values[0])


def fitted_modes(
    estimator: Any,
    name: str,
    accessor: Accessor | None = None,
    *,
    n_columns: int | None = None,
) -> tuple[tuple[Any, ...], LabeledColumns | None]:
    """Return the labels of every mode, and the columns of the input that have labels.

    Columns are followed, and put in the order of the input, only if the labels are in
    `row_labels_` and `column_labels_`, or in the attributes that have this meaning in
    other packages. Labels may also be in `labels_`, one array per mode, or be read by
    the `accessor`. In that case, None is returned in place of the columns. `n_columns`
    is the number of columns of the input, or None if it is unknown.
    """
    steps: Sequence[Any]
    if accessor is not None:
        labels_of_modes, steps = read_accessor(estimator, accessor, name)
    else:
        layer = _find_layer_with_modes(estimator)
        if layer is None:
            raise _not_fitted_error(estimator, COCLUSTERING_ATTRIBUTES, name)
        if _has_row_and_column_labels(layer):
            rows, columns = layer.values
            labeled_columns = layer.follow_columns(name, n_columns)
            return (rows, labeled_columns.sort_as_input(columns)), labeled_columns
        labels_of_modes = layer.values[0]  # Here, the only value is that of `labels_`.
        steps = layer.steps
    if steps:
        raise ValueError(
            f"`{name}` transforms its input by {type(steps[0]).__name__}, so it is "
            "not clear which columns its labels belong to. Labels are followed "
            "through a pipeline only if its last step has `row_labels_` and "
            "`column_labels_`. Transform the data before the fit, and pass the last "
            "step alone."
        )
    may_be_unknown = accessor is not None
    are_arrays = are_label_arrays(labels_of_modes, may_be_unknown=may_be_unknown)
    # The values of several attributes are checked later, each by its own name.
    if not isinstance(accessor, tuple) and not are_arrays:
        (source,) = names_of_read_modes(accessor or "labels_", 1, name)
        labels = f"model.{accessor}" if isinstance(accessor, str) else "labels"
        raise ValueError(
            f"`{source}` must be a tuple of arrays, such as (row_labels, "
            f"column_labels), got {_type_and_length(labels_of_modes)}. If it has "
            f"labels of the rows only, pass `accessor=lambda model: ({labels}, "
            f"None)`. If it has labels of the columns only, pass `accessor=lambda "
            f"model: (None, {labels})`."
        )
    return tuple(labels_of_modes), None


def _type_and_length(values: Any) -> str:
    """Return the type of values in words, and the length of a tuple or a list."""
    text = type(values).__name__
    if isinstance(values, tuple | list):
        text += f" of length {len(values)}"
    return text


def labels_columns_alone(estimator: Any) -> bool:
    """Return whether `labels_` has labels of columns, as in `FeatureAgglomeration`."""
    layer = _find_layer(estimator, ("labels_",))
    return layer is not None and isinstance(layer.estimator, FeatureAgglomeration)


def fitted_row_labels(estimator: Any, name: str) -> Any:
    """Return the labels of the rows of a co-clusterer, or of a clusterer of rows."""
    layer = _find_layer(estimator, COCLUSTERING_ATTRIBUTES, ("labels_",))
    if layer is None or labels_columns_alone(estimator):
        raise _not_fitted_error(estimator, COCLUSTERING_ATTRIBUTES, name)
    row_labels = layer.values[0]
    if _has_row_and_column_labels(layer) or not are_label_arrays(row_labels):
        return row_labels
    return row_labels[0]  # The attribute `labels_` has the labels of every mode.


def _find_layer_with_modes(estimator: Any) -> FittedLayer | None:
    """Return the layer with labels of all modes, or None.

    The labels are in two attributes or, with an array for each mode, in `labels_`. Only
    the outermost layer that has any of these attributes counts. If it has all, the two
    attributes are read.
    """
    layer = _find_layer(estimator, COCLUSTERING_ATTRIBUTES, ("labels_",))
    if layer is None or _has_row_and_column_labels(layer):
        return layer
    (labels,) = layer.values
    if are_label_arrays(labels):
        return layer
    return None  # Here, `labels_` has the labels of the rows alone.


def _has_row_and_column_labels(layer: FittedLayer) -> bool:
    """Return whether a layer has `row_labels_` and `column_labels_`, not `labels_`."""
    return len(layer.values) == len(COCLUSTERING_ATTRIBUTES)


def are_label_arrays(values: Any, *, may_be_unknown: bool = False) -> bool:
    """Return whether values are a tuple or list of two or more arrays or lists.

    If values `may_be_unknown`, they can also be None, but not all of them.
    """
    if not isinstance(values, list | tuple) or len(values) < 2:
        return False
    if may_be_unknown:
        known_values = [part for part in values if part is not None]
        return len(known_values) > 0 and all(map(_is_array_or_list, known_values))
    return all(map(_is_array_or_list, values))


def _is_array_or_list(part: Any) -> bool:
    """Return whether a part is an array or a list, and not a scalar of NumPy."""
    if isinstance(part, list | tuple):
        return True
    return hasattr(part, "__array__") and not isinstance(part, np.generic)
