"""The truth of a scorer, aligned with the clusters that an estimator has found."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._scored_pair import BiclusteringPair, ClusteringPair
from .._structures._arguments import check_equal
from .._structures._columns import (
    LAST_STEP_HINT,
    LabeledColumns,
    check_same_columns,
)
from .._structures._entry_names import (
    ItemNames,
    NamedEntries,
    Names,
    are_integers,
    column_names,
    hint_at_spelling,
    index_of,
    is_numbering,
    name_differences,
    names_of_modes,
    preferred_names,
    refuse_exchanged_modes,
    refuse_repeated_names,
    reorder_if_named,
)
from .._structures._estimators import (
    COCLUSTERING_ATTRIBUTES,
    Accessor,
    FittedLayer,
    are_label_arrays,
    estimator_layers,
    fitted_layer,
    fitted_modes,
    has_fitted,
    names_of_read_modes,
    read_accessor,
)
from .._structures._foreign import refuse_foreign
from .._structures._labels import (
    LabelCodes,
    check_labels,
    complete_for_data,
)
from .._structures._matched_entries import warn_of_unmatched_index
from .._structures._matrix import n_columns_of, n_rows_of
from .._structures._messages import warn_caller
from .._structures._modes import ComparedModes, kind_of_entries
from .._structures._partitions import LabelCheck
from .._structures._rows import entries_in_order_of_rows, runs_user_code
from .._structures._types import ModeWeight
from .._structures._unlabeled import check_partly_labeled
from .._structures._weights import attach_weights, order_weights
from ._fits import (
    check_listed,
    columns_in_order_of,
    fitted_indicators_of,
    labels_rows_alone,
)
from ._truth import LabelsByName

_NAMES_OF_TRUTH = ("row_labels", "column_labels")
_PREDICT_HINT = (
    "Make the scorer with `row_labels=...` and search with `cv=WholeDataSplit()`, or "
    "wrap the estimator in `InductiveCocluster`, which gives it `predict`."
)
_COLUMNS_ALONE_HINT = (
    "To score the columns alone, make the scorer with `labels=(None, column_labels)`."
)
_OTHER_ROWS_HINT = (
    "the rows have been split, shuffled or permuted, so fitted labels and truth would "
    "be those of different rows. Use `cv=WholeDataSplit()`, or make the scorer without "
    "`row_labels`, pass them as `y`, and wrap the estimator in `InductiveCocluster`."
)
_OTHER_FIT_HINT = "the rows have been split or shuffled. Use `cv=WholeDataSplit()`."
_OTHER_DATA_HINT = (
    "it was fitted on other data, or transposes its input (`transpose=True`)."
)
_MISSING_ROWS_HINT = (
    "it was fitted on other data, a step has left out rows (leave these out of `X` and "
    "of the truth before the fit), or it transposes its input (`transpose=True`)."
)
_MOST_DISAGREEMENT = 0.01  # a step that adds noise may change the label of a row


def clusterings_of(
    estimator: Any,
    truth: Sequence[LabelCodes | None],
    X: Any,
    y: Any = None,
    *,
    transpose: bool = False,
    check: LabelCheck = check_labels,
    y_weight: ModeWeight = None,
    reads_memberships: bool = False,
    names_of_truth: Sequence[str] = _NAMES_OF_TRUTH,
) -> ClusteringPair:
    """Align fitted labels with the truth of the rows and, if known, of the columns.

    `truth` has the true labels of the rows and, if they are scored, of the columns. If
    the true labels of the rows are None, predictions for X are compared with `y`, which
    has the weights `y_weight`. Otherwise, fitted labels are compared, and a `y` that is
    not None must be equal to the true labels of the rows. If the true labels of the
    columns are missing or None, the columns are not compared. If `reads_memberships` is
    True and the estimator has `predict_proba`, the predictions are memberships of
    clusters. In that case, an error is raised if `check` allows missing labels. If
    `transpose` is True, the estimator transposes its input, so that its row labels are
    labels of columns. Errors call the truth of the rows and the truth of the columns by
    `names_of_truth`.
    """
    true_rows = truth[0]
    true_columns = truth[1] if len(truth) > 1 else None
    modes = ComparedModes.of_all(2)
    if true_columns is None:
        modes = ComparedModes((0,), n_modes=2)
    pairs_of_modes = []  # (true, fitted) labels, of the rows first
    if true_rows is None:
        hint = _PREDICT_HINT
        if true_columns is not None:
            hint = f"{_COLUMNS_ALONE_HINT} Otherwise: {hint}"
        reads_memberships = reads_memberships and hasattr(estimator, "predict_proba")
        if reads_memberships and check is check_partly_labeled:
            raise TypeError(
                "`unlabeled` handles missing labels, but this scorer compares the "
                f"memberships from `predict_proba` of {type(estimator).__name__}. "
                "Leave `unlabeled` out, and leave the rows without a label out of `X` "
                "and `y`, such as by `X[pandas.notna(y)]` and `y[pandas.notna(y)]`."
            )
        method = "predict_proba" if reads_memberships else "predict"
        true, predicted = _predicted_rows(
            estimator, X, y, check=check, method=method, hint=hint
        )
        pairs_of_modes.append((attach_weights(true, y_weight), predicted))
        if true_columns is None:
            return ClusteringPair.of(pairs_of_modes, modes)
    _refuse_exchanged_truth(true_rows, true_columns, X, names_of_truth)
    attributes: tuple[str, ...] = COCLUSTERING_ATTRIBUTES
    if true_columns is None and labels_rows_alone(estimator):
        attributes = ("labels_",)
    layer = fitted_layer(estimator, attributes, "estimator", transpose=transpose)
    # The values of the layer belong to the rows and the columns of X, in this order.
    names_of_values = attributes[::-1] if transpose else attributes
    if true_rows is not None:
        fitted_rows = check_listed(layer.values[0], names_of_values[0], check)
        if not transpose:
            fitted_rows = entries_in_order_of_rows(
                X, fitted_rows, layer.steps, "estimator"
            )
        true_rows = _check_names(
            true_rows, index_of(X), name=names_of_truth[0], kind="rows"
        )
        hint = _hint_at_other_rows(names_of_truth[0])
        _check_n_rows(
            true_rows,
            fitted_rows,
            X,
            true_columns=true_columns,
            estimator=estimator,
            hint=hint,
        )
        ordered_true, ordered_fitted = _in_one_order(
            true_rows,
            fitted_rows,
            index_of(X),
            name=names_of_truth[0],
            fitted_name=f"estimator.{names_of_values[0]}",
            kind="rows",
        )
        _check_y_is_true_rows(y, ordered_true, X, check, name=names_of_truth[0])
        if not transpose:
            _refuse_labels_of_other_rows(estimator, layer, X, hint)
        pairs_of_modes.append((ordered_true, ordered_fitted))
    n_left_out = 0
    if true_columns is not None:
        pair_of_columns = _true_and_fitted_columns(
            layer,
            true_columns,
            X,
            check,
            name=names_of_truth[1],
            fitted_name=names_of_values[1],
        )
        n_left_out = _count_left_out(true_columns, pair_of_columns)
        pairs_of_modes.append(pair_of_columns)
    return ClusteringPair.of(pairs_of_modes, modes, n_columns_left_out=n_left_out)


def clusterings_of_columns(
    estimator: Any,
    true_columns: LabelCodes,
    X: Any,
    y: object = None,
    *,
    transpose: bool = False,
    check: LabelCheck,
    names_of_truth: Sequence[str] = _NAMES_OF_TRUTH,
) -> ClusteringPair:
    """Align the fitted labels of the columns with their truth; read no other labels.

    The estimator may be a pipeline. If `transpose` is True, it transposes its input, so
    that its row labels are the labels of the columns of X. `check` checks the fitted
    labels, and returns them as `LabelCodes`. `y` may have labels of rows, and is
    ignored. Errors call the truth of the columns by the second of `names_of_truth`.
    """
    _refuse_exchanged_truth(None, true_columns, X, names_of_truth)
    layer = fitted_layer(
        estimator, COCLUSTERING_ATTRIBUTES, "estimator", transpose=transpose
    )
    rows_name, columns_name = COCLUSTERING_ATTRIBUTES
    pair_of_columns = _true_and_fitted_columns(
        layer,
        true_columns,
        X,
        check,
        name=names_of_truth[1],
        fitted_name=rows_name if transpose else columns_name,
    )
    return ClusteringPair.of(
        [pair_of_columns],
        ComparedModes((1,), n_modes=2),
        n_columns_left_out=_count_left_out(true_columns, pair_of_columns),
    )


def _count_left_out(
    truth: LabelCodes, pair_of_columns: tuple[LabelCodes, LabelCodes]
) -> int:
    """Return how many more columns have a true label than are compared.

    Steps of a pipeline leave columns out, or the data lack them. For labels by name,
    the result is 0, because they may name features that are in no data.
    """
    if isinstance(truth, LabelsByName):
        return 0
    true_of_labeled, _ = pair_of_columns
    return max(0, len(truth) - len(true_of_labeled))


def clusterings_of_modes(
    estimator: Any,
    truth: Sequence[LabelCodes | None],
    X: Any,
    y: Any,
    *,
    accessor: Accessor | None,
    check: LabelCheck | None,
    transpose: bool = False,
) -> ClusteringPair:
    """Align the fitted labels of every mode of the data with the truth.

    A `truth` of one mode has the true labels of the rows. The accessor, which must not
    be None then, reads fitted labels of rows only. A mode whose truth is None is not
    compared. Without a `check`, memberships in clusters are read in place of labels,
    and are paired with the true labels. If `y` is not None, it must be equal to the
    true labels of the rows.

    The rows and columns of a matrix, or of texts, are aligned as in `clusterings_of` if
    the estimator has `row_labels_` and `column_labels_`, there is no accessor, and
    labels are read. Only in this case may the estimator transpose its input. In every
    other case, each mode of X must have as many fitted as true labels.
    """
    # Texts and lists have no `ndim`.
    has_two_modes = len(truth) == 2 and getattr(X, "ndim", 0) <= 2
    names_of_truth = [f"labels[{mode}]" for mode in range(len(truth))]
    if len(truth) == 1:
        names_of_truth = ["row_labels"]
    labels_both_modes = has_fitted(estimator, *COCLUSTERING_ATTRIBUTES)
    if accessor is None and check is not None and has_two_modes and labels_both_modes:
        return clusterings_of(
            estimator,
            truth,
            X,
            y,
            transpose=transpose,
            check=check,
            names_of_truth=names_of_truth,
        )
    fitted: Sequence[Any]
    if len(truth) == 1:
        fitted = [_read_rows(estimator, X, accessor=accessor, check=check)]
    else:
        fitted, labeled_columns = fitted_modes(estimator, "estimator", accessor)
        if labeled_columns is not None:  # the columns must be all columns of X
            labeled_columns.refuse_unlabeled_columns("estimator")
    if transpose:
        raise ValueError(
            "`transpose` exchanges the rows and columns of a matrix, which is only "
            "possible for estimators with `row_labels_` and `column_labels_`. Leave "
            "it out, and pass `labels` in the order of the modes that the estimator "
            "labels."
        )
    source: Accessor = "labels_"
    if accessor is not None:
        source = accessor
    elif labels_both_modes:
        source = COCLUSTERING_ATTRIBUTES
    names_of_fitted = names_of_read_modes(source, len(fitted))
    # Rows alone are the first of two modes.
    modes = ComparedModes.of_known(truth, n_modes=max(2, len(truth)))
    refuse_foreign(X, "X")
    names_of_data = names_of_modes(X, len(truth))
    if len(truth) == 1:
        _refuse_exchanged_truth(truth[0], None, X, _NAMES_OF_TRUTH)
    elif len(truth) == 2:
        _refuse_exchanged_truth(truth[0], truth[1], X, names_of_truth)
    checked_truth = [
        _check_names(
            labels,
            names_of_data[mode],
            name=names_of_truth[mode],
            kind=kind_of_entries(mode, modes.n_modes),
        )
        for mode, labels in enumerate(truth)
    ]
    # Indicators of biclusters are recognized before the sizes are compared. Labels of a
    # mode that is not compared are not checked, and stay in the list as they are.
    fitted_labels = [
        _check_fitted_mode(
            labels, mode, modes=modes, name=names_of_fitted[mode], check=check
        )
        for mode, labels in enumerate(fitted)
    ]
    _check_sizes_of_modes(checked_truth, fitted_labels, X)
    pairs_of_modes = []
    for mode in modes.numbers:
        true_and_fitted = _in_one_order(
            checked_truth[mode],
            fitted_labels[mode],
            names_of_data[mode],
            name=names_of_truth[mode],
            fitted_name=names_of_fitted[mode],
            kind=kind_of_entries(mode, modes.n_modes),
        )
        if mode == 0:
            _check_y_is_true_rows(
                y, true_and_fitted[0], X, check, name=names_of_truth[0]
            )
        pairs_of_modes.append(true_and_fitted)
    return ClusteringPair.of(pairs_of_modes, modes)


def _read_rows(
    estimator: Any, X: Any, *, accessor: Any, check: LabelCheck | None
) -> Any:
    """Return the labels, or memberships, of the rows of X that an accessor reads."""
    row_labels, steps = read_accessor(estimator, accessor, "estimator")
    # A list of memberships, with an array for each row, looks like labels of modes.
    may_be_modes = check is not None or isinstance(row_labels, tuple)
    if may_be_modes and are_label_arrays(row_labels):
        raise error_of_modes_beside_rows(len(row_labels))
    return entries_in_order_of_rows(X, row_labels, steps, "estimator")


def _check_fitted_mode(
    labels: Any, mode: int, *, modes: ComparedModes, name: str, check: LabelCheck | None
) -> Any:
    """Check the fitted labels of a mode, if it is compared, and return them.

    Without a `check`, they are memberships, which are returned as they are. Errors call
    the labels `name`.
    """
    if mode not in modes.numbers:
        return labels
    if labels is None:
        kind = kind_of_entries(mode, modes.n_modes)
        raise ValueError(
            f"`{name}` is None, but the truth has labels of the {kind}. If these "
            "should not be compared, pass None in their place in the truth."
        )
    return labels if check is None else check_listed(labels, name, check)


def error_of_modes_beside_rows(n_modes: int) -> ValueError:
    """Return the error for an accessor that reads several modes, for a truth of rows.

    The accessor belongs to a scorer or to a comparison, which take a truth of all modes
    in different ways.
    """
    unknown_modes = ", ".join(["None"] * (n_modes - 1))
    return ValueError(
        f"`accessor` reads labels of {n_modes} modes (rows, columns and so on), but "
        "the truth has labels of the rows only. To compare the rows alone, pass the "
        f"truth as `(row_labels, {unknown_modes})`, which a scorer takes as "
        f"`labels=(row_labels, {unknown_modes})`. To compare every mode, pass the true "
        "labels of each, such as `(row_labels, column_labels)`."
    )


def _check_sizes_of_modes(
    truth: Sequence[LabelCodes | None], fitted: Sequence[Any], X: Any
) -> None:
    """Check that truth, fit and data have the same modes, of the same sizes.

    The sizes are compared in the modes that have true labels. The fit has labels or
    memberships of each mode, or None. X may have further modes without labels.
    """
    # The first modes of X are labeled. Other modes may be features of its cells.
    shape = np.shape(X)
    are_equal = len(truth) == len(fitted) <= len(shape)
    if are_equal:
        for mode, true in enumerate(truth):
            if true is not None:
                sizes = {len(true), n_rows_of(fitted[mode]), shape[mode]}
                are_equal = are_equal and len(sizes) == 1
    if not are_equal:
        true_sizes = tuple(None if true is None else len(true) for true in truth)
        fitted_sizes = tuple(
            None if labels is None else n_rows_of(labels) for labels in fitted
        )
        raise ValueError(
            "True labels, fitted labels and `X` must have the same modes and sizes, "
            f"got {true_sizes}, {fitted_sizes} and {shape}. If this is a search, use "
            "`cv=WholeDataSplit()`."
        )


def biclusterings_of(
    estimator: Any,
    truth: tuple[NamedEntries, ...],
    X: Any,
    y: Any = None,
    *,
    transpose: bool = False,
    accessor: Accessor | None = None,
) -> BiclusteringPair:
    """Align the biclusters of an estimator fitted on X with the true ones.

    The parts of `truth` have the shapes (n_rows, n_biclusters) and (n_columns,
    n_biclusters), because indicators stay transposed until they are in the pair. If `y`
    is passed, it is also transposed, and must be equal to the true rows. `accessor`
    says where the biclusters are.
    """
    true_rows, true_columns = truth
    _refuse_exchanged_truth(
        true_rows,
        true_columns,
        X,
        arguments=("rows", "columns"),
        cure="rows=columns, columns=rows",
    )
    (rows, columns), fitted_names, labeled_columns = fitted_indicators_of(
        estimator, X, transpose=transpose, accessor=accessor
    )
    true_rows = _check_names(true_rows, index_of(X), name="rows", kind="rows")
    _check_n_rows(
        true_rows,
        rows,
        X,
        true_columns=true_columns,
        estimator=estimator,
        hint=_OTHER_FIT_HINT,
    )
    row_names, column_names_of_fit = fitted_names
    target_names = preferred_names(index_of(X), row_names)
    warn_of_unmatched_index(true_rows.names, target_names, "rows", "rows")
    true_rows = reorder_if_named(
        true_rows, true_rows.names, target_names, argument="rows"
    )
    if y is not None:
        dense_y = y.toarray() if hasattr(y, "toarray") else y
        if np.ndim(dense_y) == 1:
            raise ValueError(
                "`y` differs from the transposed `rows` of the scorer, because it "
                f"has shape {np.shape(dense_y)}. The scorer already has the true "
                "biclusters, so leave `y` out of `fit`, or pass `rows.T`."
            )
        _check_y_equals(
            dense_y, true_rows.entries, "transposed `rows`", X, hint=_OTHER_FIT_HINT
        )
    true_columns = _restrict_to_labeled(
        labeled_columns, true_columns, column_names_of_fit, X, name="columns"
    )
    _check_n_columns(true_columns.entries, columns, "columns")
    return BiclusteringPair(
        true=(true_rows.entries.T, true_columns.entries.T),
        pred=(rows.T, columns.T),
    )


def _in_one_order(
    true: LabelCodes,
    fitted: Any,
    data_names: Names | None,
    *,
    name: str,
    fitted_name: str,
    kind: str,
) -> tuple[LabelCodes, Any]:
    """Return the truth and the fitted labels or memberships in one order.

    `fitted` has the `LabelCodes` of a mode, or memberships with a row for each entry.
    The order is given by the names of the data, or else by the names of the fit. A
    default index does not count as names. If neither has names, all are already in the
    order of the data. Messages call the truth `name`, the fitted labels `fitted_name`,
    and the entries `kind`, such as "rows".
    """
    if isinstance(fitted, LabelCodes):
        fitted_names = fitted.names
    else:
        fitted_names = index_of(fitted)
    target_names = preferred_names(data_names, fitted_names)
    warn_of_unmatched_index(true.names, target_names, name, kind)
    # Sample weights are put in the order of the labels.
    true = order_weights(true, target_names)
    true = reorder_if_named(true, true.names, target_names, argument=name)
    # If the data have no names, the fit is already in the order of its own names.
    fitted = reorder_if_named(fitted, fitted_names, data_names, argument=fitted_name)
    return true, fitted


def check_fitted_on(
    estimator: Any, X: Any, attributes: tuple[str, ...] = COCLUSTERING_ATTRIBUTES
) -> None:
    """Refuse an estimator that was fitted on other rows than X, if this can be noticed.

    The first of the `attributes` has the labels of the rows. Their number is compared,
    and the predictions if the estimator keeps an `agreement_`.
    """
    layer = fitted_layer(estimator, attributes, "estimator")
    _check_n_fitted(layer.values[0], X, _OTHER_FIT_HINT)
    _refuse_labels_of_other_rows(estimator, layer, X, _OTHER_FIT_HINT)


def _predicted_rows(
    estimator: Any, X: Any, y: Any, *, check: LabelCheck, method: str, hint: str
) -> tuple[LabelCodes, Any]:
    """Return the labels in `y`, and what a method of the estimator predicts for X.

    The method is `predict`, whose labels are checked like `y`, or `predict_proba`,
    whose memberships are returned as they are. Both results have an entry for each row
    of X, in its order. Predictions with names are put in this order. `y` must be in it
    already, and an error is raised if its names show that it is not. The errors of a
    missing `y` and of an estimator without the method end with `hint`.
    """
    if y is None:
        raise ValueError(
            "The scorer has no `row_labels`, and no `y` was passed, so there are no "
            f"true labels of the rows. {hint}"
        )
    if not hasattr(estimator, method):
        raise TypeError(
            f"{type(estimator).__name__} has no `predict`. Its labels belong to the "
            f"rows that it was fitted on, not to the rows to score. {hint}"
        )
    # An estimator can read any array, also an array of xarray with names.
    if not hasattr(X, "__array__"):
        refuse_foreign(X, "X")
    call = f"{method}(X)"
    predicted = getattr(estimator, method)(X)
    # The fitted transformers before the last step may move rows.
    _innermost, steps = list(estimator_layers(estimator))[-1]
    predicted = entries_in_order_of_rows(X, predicted, steps, "estimator")
    _refuse_other_names_or_order(y, X)
    # A wrong number of predictions has been left in its own order.
    check_equal((len(y), len(predicted)), ("y", f"estimator.{call}"), "rows")
    _warn_if_y_by_position(y, X)
    names = index_of(predicted)
    if method == "predict":
        predicted = check_listed(predicted, f"estimator.{call}", check)
        names = predicted.names
    predicted = reorder_if_named(predicted, names, index_of(X), argument=call)
    return check_listed(y, "y", check), predicted


def _true_and_fitted_columns(
    layer: FittedLayer,
    truth: LabelCodes,
    X: Any,
    check: LabelCheck,
    *,
    name: str,
    fitted_name: str,
) -> tuple[LabelCodes, LabelCodes]:
    """Return true and fitted labels of the columns that the last step was fitted on.

    Both are in the order of the columns of X, or of new features that steps have made.
    Errors call the truth `name`, and the fitted labels `fitted_name`, which is the name
    of their attribute.
    """
    labeled_columns = layer.follow_columns(name, n_columns_of(X))
    fitted = labeled_columns.sort_as_input(layer.values[1])
    true = _restrict_to_labeled(labeled_columns, truth, index_of(fitted), X, name=name)
    pred = check_listed(fitted, fitted_name, check)
    # Labels that came with names are also matched with the names of X.
    pred = columns_in_order_of(
        X, pred, pred.names, labeled_columns, argument=fitted_name
    )
    _check_n_columns(true, pred, name)
    return true, pred


def _restrict_to_labeled(
    labeled_columns: LabeledColumns,
    truth: LabelCodes | NamedEntries,
    fitted_names: Names | None,
    X: Any,
    *,
    name: str,
) -> Any:
    """Return the truth of the columns that are labeled, in the order of the input.

    If steps have made new features, return the truth of these features, in their order.
    `truth` has labels, or indicators of shape (n_columns, n_biclusters).
    `fitted_names` are names that came with the fitted labels or indicators, if any.
    Errors call the truth `name`.
    """
    data_names = column_names(X)
    check_same_columns(data_names, labeled_columns.input_names)
    if isinstance(truth, LabelsByName):  # These labels have no order.
        names = labeled_columns.names_sorted_as_input(data_names) or data_names
        return truth.look_up(names, name)
    hint = LAST_STEP_HINT
    if isinstance(truth, LabelCodes):
        hint = f"Pass `{name}` as a mapping from feature name to label."
    if truth.names is None and n_columns_of(X) is None:
        if getattr(X, "ndim", 0) > 2:
            hint = "Pass the truth as `labels=(row_labels, column_labels)`."
        raise ValueError(
            f"`X` has no columns to which `{name}` could belong, because it is not a "
            f"matrix. {hint}"
        )
    # If the steps neither named nor selected columns, all columns of X are labeled, and
    # the names of the fitted labels stand in if X has no names, or a default index.
    has_followed_names = labeled_columns.input_names is not None
    if not has_followed_names and labeled_columns.positions_if_selected is None:
        data_names = preferred_names(data_names, fitted_names)
    target_names = data_names
    if target_names is None:
        target_names = labeled_columns.input_names
    # Labels without positions usually belong to new features that steps have made,
    # which can be matched by name only.
    is_matched_with_features = (
        labeled_columns.positions is None and labeled_columns.names is not None
    )
    if is_matched_with_features:
        target_names = labeled_columns.names
    else:
        warn_of_unmatched_index(truth.names, target_names, name, "columns")
    if isinstance(truth, LabelCodes):
        # Sample weights are put in the order of the labels.
        truth = order_weights(truth, target_names)
        # If labels may be missing, columns without a true label get a missing label,
        # and true labels of columns that the data lack are left out.
        truth = complete_for_data(truth, target_names, "columns")
    return labeled_columns.restrict(
        truth,
        name,
        truth_names=truth.names,
        data_names=data_names,
        hint=hint,
        names_hint=_cure_of_names(truth, "columns"),
    )


def _refuse_exchanged_truth(
    true_rows: Any, true_columns: Any, X: Any, arguments: Sequence[str], cure: str = ""
) -> None:
    """Raise an error if the truth of the rows has names of columns, or vice versa.

    A truth that is None is unknown. Errors call the truth of the rows and the truth of
    the columns by `arguments`. The `cure` is the code that exchanges them. If it is "",
    the truths are labels, and the code exchanges them in the argument `labels`.
    """
    truth = [true_rows, true_columns]
    if not cure:
        known_arguments = [
            None if true is None else argument
            for true, argument in zip(truth, arguments, strict=True)
        ]
        cure = f"labels=({known_arguments[1]}, {known_arguments[0]})"
    refuse_exchanged_modes(
        [None if true is None else true.names for true in truth],
        names_of_modes(X, 2),
        arguments=arguments,
        target="`X`",
        cures=[f"`{cure}`", "`X.T`"],
    )


def _check_names(
    true: LabelCodes | NamedEntries | None,
    data_names: Names | None,
    *,
    name: str,
    kind: str,
) -> Any:
    """Check that a truth of a mode and the data have the same names; return the truth.

    A truth has the labels of the entries, or the transposed indicator of biclusters. It
    stays in its own order. If labels may be missing, an entry that the truth does not
    name is appended with a missing label, and an entry other than a row that the data
    do not have is left out. A row that the data do not have raises an error, because
    the rows may have been split, so that the fitted labels would belong to other rows.
    Nothing is checked if one side has no names or a default index. Messages call the
    truth `name`. They call its entries `kind`, which is a name from `kind_of_entries`
    such as "rows". A truth that is None, because it is unknown, stays None.
    """
    if true is None or true.names is None or data_names is None:
        return true
    if is_numbering(true.names) or is_numbering(data_names):
        return true
    refuse_repeated_names(true.names, data_names, f"`{name}`", "`X`")
    # Once the truth is complete, no name looks like a name that it lacks.
    spelling = hint_at_spelling(true.names, data_names)
    if isinstance(true, LabelCodes):
        true = complete_for_data(true, data_names, kind)
    assert true.names is not None
    differences = name_differences(true.names, data_names, sides=(f"`{name}`", "`X`"))
    if not differences:
        return true
    split_hint = ""
    if kind == "rows":
        split_hint = " If the rows have been split, use `cv=WholeDataSplit()`."
    raise ValueError(
        f"`{name}` and `X` have different names of {kind}: {differences}."
        f"{spelling}{split_hint} "
        f"{_cure_of_names(true, kind)}"
    )


def _cure_of_names(true: LabelCodes | NamedEntries, kind: str) -> str:
    """Return a sentence on how to restrict a truth to the entries that X has.

    The `kind` of the entries is "rows" or "columns", because other modes have no names.
    The truth has the labels of the entries, or the transposed indicator of biclusters.
    """
    index = "X.index" if kind == "rows" else "X.columns"
    if not isinstance(true, LabelCodes):  # indicators of biclusters
        line = f"indicators.reindex(columns={index}, fill_value=0)"
        return f"Make the scorer with the truth of the {kind} of `X`, such as `{line}`."
    line = f"labels.reindex({index})"
    if isinstance(true.names, ItemNames):  # The labels come from a mapping.
        line = f"{{name: labels.get(name) for name in {index}}}"
    return (
        f"Make the scorer with the truth of the {kind} of `X`, such as `{line}`, and "
        "with `unlabeled='drop'` if some have none."
    )


def _check_n_rows(
    true: LabelCodes | NamedEntries,
    fitted: Any,
    X: Any,
    *,
    true_columns: LabelCodes | NamedEntries | None,
    estimator: Any,
    hint: str,
) -> None:
    """Check that truth, fitted labels and data have the same number of rows.

    If the truth has another number, the error ends with `hint`, unless X seems to be
    transposed. `true_columns` and `estimator` serve only for the hints of errors.
    """
    n_true = len(true)
    n_rows = n_rows_of(X)
    if n_true != n_rows:
        if true_columns is not None:
            transposed_shape = (n_columns_of(X), n_rows)
            if transposed_shape == (n_true, len(true_columns)):
                hint = "`X` seems to be transposed: pass `X.T`, or exchange the truths."
        elif n_columns_of(X) == n_true:
            hint = (
                "`X` seems to be transposed: pass `X.T`, or the truth of its columns "
                f"as `labels=(None, y)`; or {hint}"
            )
        raise ValueError(
            f"The scorer has the truth of {n_true} rows, `X` has {n_rows}; {hint}"
        )
    _innermost, steps = list(estimator_layers(estimator))[-1]
    hint_at_fit = _OTHER_DATA_HINT
    # Steps of scikit-learn keep every row.
    if any(map(runs_user_code, steps)):
        hint_at_fit = _MISSING_ROWS_HINT
    _check_n_fitted(fitted, X, hint_at_fit)


def _hint_at_other_rows(argument: str) -> str:
    """Return how to score if the rows of X are not the rows of the truth.

    `argument` is the argument of the scorer that has the true labels of the rows, such
    as "row_labels" or "labels[0]".
    """
    return _OTHER_ROWS_HINT if argument == "row_labels" else _OTHER_FIT_HINT


def _check_n_fitted(fitted: Any, X: Any, hint: str) -> None:
    """Check that the number of labeled rows is the number of rows of X."""
    n_fitted = len(fitted)
    n_rows = n_rows_of(X)
    if n_fitted != n_rows:
        raise ValueError(
            f"The estimator has labeled {n_fitted} rows, `X` has {n_rows}; {hint}"
        )


def _check_n_columns(true: Any, fitted: Any, name: str) -> None:
    """Check that true and fitted labels have the same number of columns."""
    if len(true) != len(fitted):
        raise ValueError(
            f"The estimator has labeled {len(fitted)} columns, but `{name}` has "
            f"{len(true)} labels. The estimator was fitted on other data, or changes "
            "the columns."
        )


def _refuse_labels_of_other_rows(
    estimator: Any, layer: FittedLayer, X: Any, hint: str
) -> None:
    """Refuse fitted labels that belong to other rows than X, if this can be noticed.

    `InductiveCocluster` keeps, as `agreement_`, the fraction of its training rows for
    which `predict` returns the fitted label. For these rows, the fraction is the same
    again, or greater if rows of zeros were left out of the fit. Nothing is noticed for
    an estimator without `agreement_` or without `predict`. Callers have checked that X
    has as many rows as there are fitted labels.
    """
    agreement = getattr(layer.estimator, "agreement_", None)
    if agreement is None or not hasattr(estimator, "predict"):
        return
    labels = check_listed(layer.values[0], "row_labels_").labels()
    share = float(np.mean(np.asarray(estimator.predict(X)) == labels))
    if share < agreement - _MOST_DISAGREEMENT:
        raise ValueError(
            f"`predict` returns the fitted label for {share:.0%} of the rows of `X`, "
            f"but did so for {agreement:.0%} of the training rows: {hint}"
        )


def _refuse_other_names_or_order(y: Any, X: Any) -> None:
    """Refuse a `y` whose names are not the names of the rows of X, in the same order.

    Nothing is refused if one of them has no index. The same holds if all names of
    exactly one of them are integers, and no name is in both. These integers, such as a
    default index, may be positions.
    """
    y_names = index_of(y)
    data_names = index_of(X)
    if y_names is None or data_names is None or list(y_names) == list(data_names):
        return
    differences = name_differences(
        list(y_names), list(data_names), sides=("`y`", "`X`")
    )
    cure = "scikit-learn matches `y` by position, so pass `y.loc[X.index]`."
    if set(y_names).isdisjoint(data_names):
        if are_integers(y_names) != are_integers(data_names):
            return
        cure = (
            f"No name is in both.{hint_at_spelling(y_names, data_names)} Pass the `y` "
            "of the rows of `X`. If it is in the order of `X`, pass `y.to_numpy()`."
        )
    else:
        refuse_repeated_names(y_names, data_names, "`y`", "`X`")
    raise ValueError(
        "`y` and `X` have different names of rows: "
        f"{differences or 'the order differs'}. {cure}"
    )


def _warn_if_y_by_position(y: Any, X: Any) -> None:
    """Warn if `y` and X both have an index, of which exactly one has only integers.

    The integers are taken for positions, so that names do not match `y` with X.
    """
    y_names = index_of(y)
    data_names = index_of(X)
    if y_names is None or data_names is None:
        return
    if are_integers(y_names) == are_integers(data_names):
        return
    named, unnamed = ("X", "y") if are_integers(y_names) else ("y", "X")
    warn_caller(
        f"`{named}` has names, but rows are matched by position, because the index of "
        f"`{unnamed}` has integers. Give `y` the names of `X`, or, if it is in the "
        "order of `X`, pass `y.to_numpy()`."
    )


def _check_y_is_true_rows(
    y: Any, true: LabelCodes, X: Any, check: LabelCheck | None, *, name: str
) -> None:
    """Refuse a `y`, if any, that differs from the true labels of the rows.

    Errors call these labels `name`, such as "row_labels" or "labels[0]".
    """
    if y is None:
        return
    if check is check_partly_labeled:  # this check turns every missing label into None
        y = check_listed(y, "y", check).labels()
    _check_y_equals(y, true.labels(), f"`{name}`", X, hint=_hint_at_other_rows(name))


def _check_y_equals(
    y: Any, true: NDArray[Any], name: str, X: Any, *, hint: str
) -> None:
    """Refuse a `y` that differs from the truth of the rows of X.

    `true` has the true labels, or the transposed indicator of biclusters, in the order
    of X. Errors call it `name`, such as "`row_labels`", and end with `hint`. A `y` with
    other names than X is also refused.
    """
    _refuse_other_names_or_order(y, X)
    if _are_same_labels(y, true):
        return
    problem = f"`y` differs from the {name} of the scorer"
    dtype = np.asarray(y).dtype
    if dtype.kind == true.dtype.kind:
        raise ValueError(f"{problem}; {hint}")
    raise ValueError(
        f"{problem} (dtypes {dtype} and {true.dtype}). If the labels are equal, "
        f"convert them to one type. Otherwise, {hint}"
    )


def _are_same_labels(y: Any, true: NDArray[Any]) -> bool:
    """Return whether two arrays of labels, or of indicators, are equal everywhere."""
    # In an array of one type, the labels 1 and "1" of a list would become equal.
    dtype = object if isinstance(y, list | tuple) else None
    labels = np.asarray(y, dtype=dtype)
    if true.ndim == 1 and labels.shape == (len(true), 1):  # a frame with one column
        labels = labels[:, 0]
    try:
        return labels.shape == true.shape and bool(np.all(labels == true))
    except TypeError:  # pandas.NA is neither equal nor unequal
        return False
