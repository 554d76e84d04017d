"""The truth that a scorer keeps, and its alignment with what an estimator found."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._metrics import ResolvedMetric
from .._statistics._comparison import compare_biclusters
from .._statistics._tables import count_table
from .._structures._arguments import check_equal, refuse_lazy
from .._structures._columns import LAST_STEP_HINT, LabelledColumns
from .._structures._entry_names import (
    NamedEntries,
    Names,
    column_names,
    first_names,
    in_order_of,
    index_of,
    matched_by_name,
    n_columns_of,
    n_rows_of,
    names_of_modes,
    names_of_one_only,
)
from .._structures._estimators import (
    COCLUSTERING,
    FittedLayer,
    accessed,
    fitted_layer,
    fitted_modes,
)
from .._structures._indicators import Indicators, check_biclustering, dense_indicator
from .._structures._labels import LabelCodes, check_labels
from .._structures._partitions import Check, Modes, as_structure, warn_if_in_runs
from .._structures._unlabelled import (
    Unlabelled,
    check_partly_labelled,
    without_unlabelled,
)
from .._structures._weights import check_without_array, with_weights
from ._fits import (
    check_listed,
    columns_in_order_of,
    fitted_indicators_of,
    labels_rows_alone,
)

_PREDICT_HINT = (
    "Make the scorer with `row_labels=...` and search with `cv=WholeDataSplit()`; or "
    "wrap the estimator in `InductiveCocluster`, which gives it `predict`."
)
_MAPPING_HINT = "Pass `column_labels` as a mapping from feature name to label."
_OTHER_ROWS_HINT = (
    "the rows have been split, shuffled or permuted, so fitted labels and truth would "
    "be those of different rows. Use `cv=WholeDataSplit()`, or make the scorer without "
    "`row_labels`, pass them as `y`, and wrap the estimator in `InductiveCocluster`."
)
_OTHER_DATA_HINT = (
    "it was fitted on other data, or transposes its input (`transpose=True`)."
)
_MOST_DISAGREEMENT = 0.01  # a step that adds noise may move a row to another cluster


# The truth: a copy, coded once, with its names


class LabelsByName(LabelCodes):
    """Labels of features by name, in no order, for steps that make features."""

    def look_up(self, names: Names | None, name: str) -> LabelCodes:
        """Return the label of every feature."""
        if names is None:
            raise ValueError(
                f"`{name}` is a mapping from feature name to label, but the columns of "
                "`X` have no names; pass a DataFrame, or one label per column."
            )
        found: LabelCodes = matched_by_name(self, self.names or (), names, name)
        return found


def true_labels(
    labels: Any, name: str, weights: Any = None, *, check: Check = check_labels
) -> LabelCodes | None:
    """Check and copy labels, or labels of features by name, and attach weights."""
    if labels is None:
        return None
    if isinstance(labels, Mapping):
        if not labels:
            raise ValueError(f"`{name}` is an empty mapping.")
        by_name = replace(check([*labels.values()], name), names=[*labels])
        return weighted(LabelsByName(**vars(by_name)), weights)
    codes = check(labels, name)
    return with_weights(codes.take(np.arange(len(codes))), weights)


def weighted(labels: LabelCodes, weights: Any) -> LabelCodes:
    """Attach weights to labels; those of features have no order for an array."""
    if isinstance(labels, LabelsByName):
        check_without_array(weights, "a mapping of `column_labels` has no order")
    return with_weights(labels, weights)


def true_biclusters(biclusters: Any, name: str) -> tuple[NamedEntries, ...]:
    """Check and copy indicators: of each mode an entry for each row, or column."""
    checked = check_biclustering(biclusters, name)
    return tuple(
        NamedEntries(one.T.copy(), column_names(part))
        for one, part in zip(checked, biclusters, strict=True)
    )


def in_order_of_fit(
    true: LabelCodes, found: Any, of_X: Names | None, name: str
) -> tuple[LabelCodes, Any]:
    """Return the truth and what was found, labels or memberships, as X is ordered."""
    own = found.names if isinstance(found, LabelCodes) else index_of(found)
    true = in_order_of(true, true.names, first_names(of_X, own), name)
    return true, in_order_of(found, own, of_X, f"{name} of the estimator")


# The pair to compare


@dataclass(frozen=True, eq=False)
class ClusteringPair:
    """Two clusterings or co-clusterings, and what is counted of them, once.

    The second may be memberships, of which nothing is counted.
    """

    true: Modes
    pred: tuple[Any, ...]
    n_left_out: tuple[int, ...] | None = None

    @classmethod
    def of(cls, modes: Iterable[tuple[LabelCodes, Any]]) -> "ClusteringPair":
        """Join the true and fitted labels of each mode of a fit."""
        pair = cls(*zip(*modes, strict=True))
        if all(isinstance(mode, LabelCodes) for mode in pair.pred):
            warn_if_in_runs(pair.true, pair.pred)
        return pair

    def handled(self, unlabelled: Unlabelled | None) -> "ClusteringPair":
        """Return the pair of what has labels, or with singletons in place of them."""
        if unlabelled is None:
            return self
        true, pred, kept = without_unlabelled(self.true, self.pred, unlabelled)
        before = map(len, self.true)
        n_left_out = (n - len(left) for n, left in zip(before, kept, strict=True))
        return ClusteringPair(true, pred, tuple(n_left_out))

    @cached_property
    def statistics(self) -> Any:
        """Contingency table of each mode."""
        return tuple(map(count_table, self.true, self.pred))

    def structures(self) -> list[Any]:
        """Return labels as functions take them, which may write into them."""
        sides = (
            [mode.labels() if isinstance(mode, LabelCodes) else mode for mode in side]
            for side in (self.true, self.pred)
        )
        return [as_structure(tuple(side)) for side in sides]


@dataclass(frozen=True, eq=False)
class BiclusteringPair:
    """Two biclusterings, and what is counted of them, once."""

    true: Indicators
    pred: Indicators

    def handled(self, unlabelled: None) -> "BiclusteringPair":
        """Return the pair itself: biclusters have no labels."""
        return self

    @cached_property
    def statistics(self) -> Any:
        """Comparison of the two."""
        return compare_biclusters(self.true, self.pred)

    def structures(self) -> list[Any]:
        """Return indicators as functions take them, which may write into them."""
        return [tuple(map(dense_indicator, side)) for side in (self.true, self.pred)]


def value_of_pair(
    metric: ResolvedMetric, pair: ClusteringPair | BiclusteringPair
) -> float:
    """Compute one metric, from what is counted where the package knows how."""
    if metric.contract is not None:
        return metric.contract.compute(pair.statistics, **metric.options)
    return metric.value(*pair.structures())


def clusterings_of(
    estimator: Any,
    truth: Sequence[LabelCodes | None],
    X: Any,
    y: Any = None,
    transpose: bool = False,
    check: Check = check_labels,
    y_weight: str | None = None,
) -> ClusteringPair:
    """Align fitted labels with the truth; without true rows, predictions with `y`."""
    rows, columns = (*truth, None)[:2]
    if rows is None:
        true, found = _predicted_rows(estimator, X, y, check)
        modes = [(with_weights(true, y_weight), found)]
        if columns is None:
            return ClusteringPair.of(modes)
    alone = columns is None and labels_rows_alone(estimator)
    attributes = ("labels_",) if alone else COCLUSTERING
    layer = fitted_layer(estimator, attributes, "estimator", transpose=transpose)
    if rows is not None:
        found = check_listed(layer.found[0], "row_labels_", check)
        _check_n_rows(rows, found, X, columns)
        modes = [in_order_of_fit(rows, found, index_of(X), "row_labels")]
        _check_true_rows(y, modes[0][0], X, check)
        if not transpose:
            _check_predictions(estimator, layer, X)
    if columns is not None:
        modes.append(_fitted_columns(layer, columns, X, check))
    return ClusteringPair.of(modes)


def clusterings_of_modes(
    estimator: Any, truth: Modes, X: Any, y: Any, accessor: Any, check: Check | None
) -> ClusteringPair:
    """Align what was fitted of every mode of the data, or of the rows, with the truth.

    These are labels, or memberships where there is no check.
    """
    found: Sequence[Any]
    if len(truth) == 1:
        found = [accessed(estimator, accessor, "estimator")[0]]
    else:
        found, labelled = fitted_modes(estimator, "estimator", accessor)
        if labelled is not None:
            labelled.require_all_columns("estimator")
    if check is not None:
        names = [f"labels of mode {mode}" for mode in range(len(found))]
        found = [check_listed(*one, check) for one in zip(found, names, strict=True)]
    refuse_lazy(X, "X")
    shapes = [tuple(map(len, truth)), tuple(map(n_rows_of, found)), np.shape(X)]
    # The first modes of X are labelled; others may be features of its cells.
    if not shapes[0] == shapes[1] == shapes[2][: len(found)]:
        raise ValueError(
            f"Truth, fit and `X` must have the same modes and sizes, got {shapes[0]}, "
            f"{shapes[1]} and {shapes[2]}. In a search, use `cv=WholeDataSplit()`."
        )
    names = [f"labels[{mode}]" for mode in range(len(truth))]
    of_X = names_of_modes(X, len(truth))
    modes = [*map(in_order_of_fit, truth, found, of_X, names)]
    _check_true_rows(y, modes[0][0], X, check)
    return ClusteringPair.of(modes)


def biclusterings_of(
    estimator: Any,
    truth: tuple[NamedEntries, ...],
    X: Any,
    y: Any = None,
    transpose: bool = False,
) -> BiclusteringPair:
    """Align the biclusters of an estimator fitted on X with the true ones."""
    (rows, columns), (of_rows, of_columns), labelled = fitted_indicators_of(
        estimator, X, transpose=transpose
    )
    _check_n_rows(truth[0], rows, X, truth[1])
    of_X = first_names(index_of(X), of_rows)
    true_rows = in_order_of(truth[0], truth[0].names, of_X, "rows").entries
    if y is not None:
        dense = y.toarray() if hasattr(y, "toarray") else y
        _check_y(dense, true_rows, "transposed `rows`", X)
    true_columns = _restrict(labelled, truth[1], of_columns, X, "columns").entries
    _check_n_columns(true_columns, columns, "columns")
    return BiclusteringPair((true_rows.T, true_columns.T), (rows.T, columns.T))


def check_fitted_on(
    estimator: Any, X: Any, attributes: tuple[str, ...] = COCLUSTERING
) -> None:
    """Refuse an estimator that was fitted on other rows than those of X."""
    layer = fitted_layer(estimator, attributes, "estimator")
    cure = "the rows have been split or shuffled. Use `cv=WholeDataSplit()`."
    _check_n_fitted(layer.found[0], X, cure)
    _check_predictions(estimator, layer, X, cure)


def _predicted_rows(
    estimator: Any, X: Any, y: Any, check: Check
) -> tuple[LabelCodes, LabelCodes]:
    """Return `y` and what the estimator predicts for the rows of X."""
    if y is None:
        raise ValueError(
            f"The scorer has no `row_labels`, and no `y` was passed. {_PREDICT_HINT}"
        )
    if not hasattr(estimator, "predict"):
        raise TypeError(
            f"{type(estimator).__name__} has no `predict`: its labels are those of the "
            f"rows it was fitted on, not of the rows to score. {_PREDICT_HINT}"
        )
    labels = estimator.predict(X)
    check_equal((len(y), len(labels)), ("y", "estimator.predict(X)"), "rows")
    _refuse_another_order(y, X)
    found = check_listed(labels, "estimator.predict(X)", check)
    predicted = in_order_of(found, found.names, index_of(X), "predict(X)")
    return check_listed(y, "y", check), predicted


def _fitted_columns(
    layer: FittedLayer, truth: LabelCodes, X: Any, check: Check
) -> tuple[LabelCodes, LabelCodes]:
    """Return true and fitted labels of the columns that the last step saw."""
    name = "column_labels"
    labelled = layer.follow_columns(name, n_columns_of(X))
    found = labelled.in_input_order(layer.found[1])
    true = _restrict(labelled, truth, index_of(found), X, name)
    found = check_listed(found, "column_labels_", check)
    pred = columns_in_order_of(X, found, found.names, labelled)
    _check_n_columns(true, pred, name)
    return true, pred


def _restrict(
    labelled: LabelledColumns,
    truth: LabelCodes | NamedEntries,
    of_fit: Names | None,
    X: Any,
    name: str,
) -> Any:
    """Return the truth of the labelled columns; `of_fit` are the names of a fit."""
    names = column_names(X)
    fitted = labelled.inputs
    if fitted is not None and names is not None and list(fitted) != list(names):
        raise ValueError(
            "The columns of `X` are not those that the estimator was fitted on: "
            f"{names_of_one_only(list(names), list(fitted)) or 'the order differs'}."
        )
    if isinstance(truth, LabelsByName):
        return truth.look_up(labelled.names_in_input_order(names) or names, name)
    hint = _MAPPING_HINT if name == "column_labels" else LAST_STEP_HINT
    if truth.names is None and n_columns_of(X) is None:
        if getattr(X, "ndim", 0) > 2:
            hint = "Pass the truth as `labels=(row_labels, column_labels)`."
        raise ValueError(f"`X` has no columns to which `{name}` could belong. {hint}")
    if labelled.inputs is None and labelled.kept is None:
        names = first_names(names, of_fit)
    return labelled.restrict(truth, name, own=truth.names, inputs=names, hint=hint)


def _check_n_rows(true: Any, found: Any, X: Any, true_columns: Any) -> None:
    """Check that truth, fitted labels and data have equally many rows."""
    n_true, n_rows = len(true), n_rows_of(X)
    if n_true != n_rows:
        cure, turned = _OTHER_ROWS_HINT, (n_columns_of(X), n_rows)
        if true_columns is not None and turned == (n_true, len(true_columns)):
            cure = "`X` seems to be transposed: pass `X.T`, or exchange the truths."
        has = f"The scorer has the truth of {n_true} rows, `X` has {n_rows}"
        raise ValueError(f"{has}; {cure}")
    _check_n_fitted(found, X, _OTHER_DATA_HINT)


def _check_n_fitted(found: Any, X: Any, cure: str) -> None:
    """Check that as many rows are labelled as X has."""
    n_fitted, n_rows = len(found), n_rows_of(X)
    if n_fitted != n_rows:
        has = f"The estimator has labelled {n_fitted} rows, `X` has {n_rows}"
        raise ValueError(f"{has}; {cure}")


def _check_n_columns(true: Any, found: Any, name: str) -> None:
    """Check that as many columns are labelled as the last step was given."""
    if len(true) != len(found):
        raise ValueError(
            f"The estimator has labelled {len(found)} columns, `{name}` has {len(true)}"
            "; it was fitted on other data, or changes the columns."
        )


def _check_predictions(
    estimator: Any, layer: FittedLayer, X: Any, cure: str = _OTHER_ROWS_HINT
) -> None:
    """Refuse fitted labels that are not those of the rows of X, where this shows.

    `InductiveCocluster` keeps the share of the rows that it was fitted on for which
    `predict` returns their own label. On these rows the share equals `agreement_`.
    """
    agreement = getattr(layer.estimator, "agreement_", None)
    if agreement is None or not hasattr(estimator, "predict"):
        return
    labels = check_listed(layer.found[0], "row_labels_").labels()
    share = float(np.mean(np.asarray(estimator.predict(X)) == labels))
    if share < agreement - _MOST_DISAGREEMENT:
        raise ValueError(
            f"`predict` returns the fitted label for {share:.0%} of the rows of `X`, "
            f"but did so for {agreement:.0%} of those of the fit: {cure}"
        )


def _refuse_another_order(y: Any, X: Any) -> None:
    """Refuse a `y` with the names of X in another order, or with some of them.

    Without a shared name nothing is concluded (the default index of a split).
    """
    own, names = index_of(y), index_of(X)
    if own is None or names is None or list(own) == list(names):
        return
    if not {*own}.isdisjoint(names):
        differ = names_of_one_only(list(own), list(names)) or "the order differs"
        raise ValueError(
            f"`y` and `X` have other names of rows: {differ}. scikit-learn takes `y` "
            "by position: pass `y.loc[X.index]`."
        )


def _check_true_rows(y: Any, true: LabelCodes, X: Any, check: Check | None) -> None:
    """Refuse a `y`, if any, that differs from the true labels of the rows."""
    if y is not None:
        given = y
        if check is check_partly_labelled:
            given = check_listed(y, "y", check).labels()
        _check_y(given, true.labels(), "`row_labels`", X)


def _check_y(y: Any, true: NDArray[Any], name: str, X: Any) -> None:
    """Refuse a `y` that differs from the truth of the rows of X."""
    _refuse_another_order(y, X)
    if not _same_labels(y, true):
        raise ValueError(
            f"`y` differs from the {name} of the scorer (dtypes {np.asarray(y).dtype} "
            f"and {true.dtype}). Equal ones need the same type; else {_OTHER_ROWS_HINT}"
        )


def _same_labels(one: Any, other: NDArray[Any]) -> bool:
    """Return whether two arrays of labels are equal, entry by entry."""
    # As an array of one type, labels 1 and "1" would be one.
    first = np.asarray(one, dtype=object if isinstance(one, list | tuple) else None)
    if other.ndim == 1 and first.shape == (len(other), 1):  # a frame of one column
        first = first[:, 0]
    try:
        return first.shape == other.shape and bool(np.all(first == other))
    except TypeError:  # pandas.NA is neither equal nor unequal
        return False
