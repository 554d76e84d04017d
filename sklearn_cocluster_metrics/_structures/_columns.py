"""Find the columns of its input that an estimator has labeled.

A pipeline may select, drop, reorder or mix columns before they reach the co-clusterer.
If labels were then compared by position, they would belong to other columns, without
any error. Therefore the columns are followed from step to step by the names that each
step reports. These names are not checked further. If a step reports no names, an error
is raised.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags

from ._arguments import check_equal
from ._entry_names import (
    HINT_AT_NAMES,
    Names,
    are_equal_names,
    fitted_column_names,
    has_names,
    index_of,
    name_differences,
    reorder_if_named,
    select_by_names,
    take_entries,
)
from ._matrix import n_rows_of

LAST_STEP_HINT = "Compare its last step alone, with a truth of its own features."


@dataclass(frozen=True, eq=False)
class LabeledColumns:
    """Columns of the input of a pipeline that its last step has labeled."""

    # Number of columns of the input. If None, the number is unknown.
    n_inputs: int | None
    # Names of the columns of the input. If None, they have no names.
    input_names: Names | None
    # (n_labeled,): Position of each labeled column in the input. If None, the labels
    # belong to new features that steps have made, two columns have the same name, or
    # `n_inputs` is unknown.
    positions: NDArray[np.intp] | None
    # Names of the labeled columns. If None, they have no names.
    names: Names | None

    @property
    def are_new_features(self) -> bool:
        """Return whether steps have made the labeled features from matrix columns.

        Columns of which two have the same name also count as new features.
        """
        return self.positions is None and self.n_inputs is not None

    @property
    def names_of_truth(self) -> Names | None:
        """Return the names that entries of a truth must have, if both have names.

        They are the names of all columns of the input, or of new features.
        """
        return self.names if self.positions is None else self.input_names

    @property
    def positions_if_selected(self) -> NDArray[np.intp] | None:
        """Return the sorted positions of the labeled columns, if some have no label.

        Return None if all columns have labels, or if the positions are None.
        """
        if self.positions is None or len(self.positions) == self.n_inputs:
            return None
        return np.sort(self.positions)

    @property
    def n_dropped(self) -> int:
        """Return the number of columns of the input that have no label.

        The number is 0 if it is not known which columns have labels.
        """
        if self.n_inputs is None or self.positions is None:
            return 0
        return self.n_inputs - len(self.positions)

    def refuse_unlabeled_columns(self, argument: str) -> None:
        """Raise an error if some columns of the input are known to have no label.

        Labels of new features are not labels of columns of the input.
        """
        if self.are_new_features or self.positions_if_selected is not None:
            raise ValueError(
                f"`{argument}` has not labeled every column of its input, so its "
                "labels alone do not show which columns they belong to. Pass it to a "
                "function that compares it with a truth, or to a scorer, because "
                "these align the columns."
            )

    def refuse_new_features(self, argument: str, hint: str) -> None:
        """Raise an error that ends with a hint if steps have made new features."""
        if self.are_new_features:
            raise ValueError(
                f"The columns of `{argument}` cannot be aligned with a truth, because "
                "by their names the steps of the pipeline make features that are not "
                "columns of its input. Two columns with the same name cannot be told "
                "apart, either. If a `ColumnTransformer` or `FeatureUnion` only adds "
                f"prefixes, pass `verbose_feature_names_out=False` to it. {hint}"
            )

    def sort_as_input(self, entries: Any, entry_names: Names | None = None) -> Any:
        """Return the entries of the labeled columns in the order of the input.

        `entries` are an array-like, or the rows of a matrix. There is an entry for each
        labeled column, in the order in which the last step has seen these columns. The
        entries stay in this order if `positions` is None, which means that the labels
        belong to new features, or that the columns of the input are unknown.
        `entry_names` are the names of the entries. If None, the names are the index of
        the entries, if they have one.
        """
        if entry_names is None:
            entry_names = index_of(entries)
        entries = reorder_if_named(
            entries, entry_names, self.names, argument="estimator.column_labels_"
        )
        positions = self.positions
        if positions is None or np.array_equal(positions, np.arange(len(positions))):
            return entries
        n_entries = n_rows_of(entries)
        if n_entries != len(positions):
            raise ValueError(
                f"The estimator has labels for {n_entries} columns, but the steps "
                f"before it passed {len(positions)} columns to it. Fit the whole "
                "pipeline again."
            )
        return take_entries(entries, np.argsort(positions))

    def names_sorted_as_input(self, data_names: Names | None = None) -> Names | None:
        """Return the names of the labeled columns in the order of the input, or None.

        `data_names` are the column names of the data at hand, which are preferred
        because they need not be strings. They are not used if the positions of the
        labeled columns are unknown, or if new features have the labels. New features
        stay in their order.
        """
        if data_names is not None and self.positions is not None:
            if self.positions_if_selected is None:  # All columns have labels.
                return data_names
            selected_names: Names = take_entries(
                list(data_names), self.positions_if_selected
            )
            return selected_names
        if self.names is None:
            return None
        sorted_names: Names = self.sort_as_input(list(self.names))
        return sorted_names

    def restrict(
        self,
        truth: Any,
        argument: str,
        *,
        truth_names: Names | None = None,
        data_names: Names | None = None,
        hint: str = LAST_STEP_HINT,
        names_hint: str = HINT_AT_NAMES,
    ) -> Any:
        """Return the entries of a truth that belong to the labeled columns.

        The entries are in the order of the input, or of new features that steps have
        made. `truth_names` are the names of the truth. `data_names` are the column
        names of the data at hand, and the truth is put in their order. If the features
        are new, and the truth has no names, an error that ends with `hint` is raised.
        If names differ, the error ends with `names_hint`.
        """
        if self.positions is None and self.names is not None:
            # The features are new, so only a truth with their names can be aligned.
            if has_names(truth_names):
                return select_by_names(
                    truth, truth_names, self.names, argument=argument
                )
        self.refuse_new_features(argument, hint)
        if data_names is None:
            data_names = self.input_names
        truth = reorder_if_named(
            truth, truth_names, data_names, argument=argument, hint=names_hint
        )
        if self.n_inputs is not None:
            check_equal((n_rows_of(truth), self.n_inputs), (argument, "X"), "columns")
        if self.positions_if_selected is None:
            return truth
        return take_entries(truth, self.positions_if_selected)

    def check_same(self, reference: "LabeledColumns", arguments: Sequence[str]) -> None:
        """Raise an error if two estimators have not labeled the same columns.

        The columns must also be in the same order. If the columns of one estimator are
        unknown, nothing is checked here, and only the lengths are compared later.
        """
        if self.differs_from(reference):
            raise ValueError(
                f"`{arguments[0]}` and `{arguments[1]}` have labeled different "
                "columns, or were fitted on columns in another order, so their "
                "labels cannot be matched by position. Columns are matched by name "
                "if both estimators were fitted on texts, or on data frames whose "
                "columns have strings as names. You can also pass the labels of both "
                "as `(rows, pandas.Series(columns, names))`."
            )

    def differs_from(self, reference: "LabeledColumns") -> bool:
        """Return whether the columns are known to differ from those of the reference.

        Equal columns in another order count as different, too. Labels of new features
        differ from all labels that do not belong to new features. Positions, or names,
        that are None on one side are not known to differ.
        """
        positions = self.positions_if_selected
        reference_positions = reference.positions_if_selected
        if self.are_new_features != reference.are_new_features:
            return True
        if (positions is None) != (reference_positions is None):
            return True
        if _are_known_to_differ(positions, reference_positions):
            return True
        if _are_known_to_differ(self.input_names, reference.input_names):
            return True
        # Without names of the input, `names` may be "x0", "x1", ..., from scikit-learn.
        if self.names_of_truth is None or reference.names_of_truth is None:
            return False
        return _are_known_to_differ(
            self.names_sorted_as_input(), reference.names_sorted_as_input()
        )


def _are_known_to_differ(first: Any, second: Any) -> bool:
    """Return whether two sequences of names, or of positions, are known to differ.

    A sequence that is None is not known.
    """
    if first is None or second is None:
        return False
    return not are_equal_names(first, second)


# Compare with the columns of the data at hand


def check_same_columns(
    data_names: Names | None, input_names: Names | None, argument: str = "estimator"
) -> None:
    """Check that X has the columns of the fit of an estimator, in the same order.

    Names are None if X, or the data of the fit, has none; nothing is then checked. The
    error calls the estimator `argument`.
    """
    if data_names is None or input_names is None:
        return
    if list(input_names) != list(data_names):
        differences = name_differences(
            list(data_names), list(input_names), sides=("`X`", "the fit")
        )
        raise ValueError(
            f"The columns of `X` are not those that `{argument}` was fitted on: "
            f"{differences or 'the order differs'}. Pass the data that it was fitted "
            "on."
        )


# Follow the columns through the steps of a pipeline


def follow_columns(
    steps: Sequence[Any], last: Any, argument: str, n_columns: int | None = None
) -> LabeledColumns:
    """Follow the columns of the input through fitted steps to the last one.

    `last` is the step with the labels of the columns, and errors call it `argument`.
    `n_columns` is the number of columns of the input, if it is at hand and a matrix.
    """
    first = steps[0] if steps else last
    input_names = fitted_column_names(first)
    n_inputs = _count_inputs(first, input_names, n_columns)
    changing_and_next_steps = _changing_and_next_steps(steps, last)
    if not changing_and_next_steps:  # All columns arrive in their order.
        return LabeledColumns(
            n_inputs=n_inputs,
            input_names=input_names,
            positions=None if n_inputs is None else np.arange(n_inputs),
            names=input_names,
        )
    start_names = input_names
    if start_names is None and n_inputs is not None:
        # Steps of scikit-learn give these names to columns that have none.
        start_names = [f"x{column}" for column in range(n_inputs)]
    names = _follow_names(changing_and_next_steps, start_names, argument)
    return LabeledColumns(
        n_inputs=n_inputs,
        input_names=input_names,
        # The positions are None if steps have made new features.
        positions=_positions_in_input(names, start_names),
        names=names,
    )


def _count_inputs(
    first: Any, input_names: Names | None, n_columns: int | None
) -> int | None:
    """Return the number of columns that the first step was fitted on, or None.

    `n_columns` is the number of columns of the data at hand. If known, it is returned.
    """
    if n_columns:
        return n_columns
    if input_names:
        return len(input_names)
    n_inputs: int | None = getattr(first, "n_features_in_", None)
    return n_inputs


def _changing_and_next_steps(steps: Sequence[Any], last: Any) -> list[tuple[Any, Any]]:
    """Return pairs of a step that may change the columns and the step after it."""
    return [
        (step, next_step)
        for step, next_step in pairwise([*steps, last])
        if not _keeps_columns(step)
    ]


def _follow_names(
    changing_and_next_steps: Sequence[tuple[Any, Any]],
    start_names: Names | None,
    argument: str,
) -> Names:
    """Return the names of the features that the last of the changing steps makes.

    Each pair is a step that may change the columns and the step after it, which may
    have stored the names of the features that it was fitted on. `start_names` are the
    names of the columns of the input, or None.
    """
    names = start_names
    for step, next_step in changing_and_next_steps:
        # If its input has no names, only a step that reads texts can make names.
        if names is not None or reads_texts(step):
            names = _names_after(step, next_step, names, argument)
    if names is None:  # Not even the number of columns of the input is known.
        first_step = type(changing_and_next_steps[0][0]).__name__
        raise ValueError(
            f"The columns of `{argument}` cannot be aligned with a truth, because the "
            f"step {first_step} reports neither its number of columns "
            "(`n_features_in_`) nor, by its tags, that it reads texts. Set "
            "`n_features_in_` in its `fit`, or use a scorer, which counts the "
            "columns of the matrix."
        )
    return names


def _names_after(
    step: Any, next_step: Any, names: Names | None, argument: str
) -> Names:
    """Return the names of the features that a fitted step makes.

    `names` are the names of its input. If the next step was fitted on a data frame, the
    names in this data frame count as reported, too. An error is raised if no names are
    reported, or if both are reported and differ.
    """
    reported_names, reason = _reported_names(step, names)
    frame_names = fitted_column_names(next_step)
    problem = (
        f"The columns of `{argument}` cannot be aligned with a truth, because the step "
        f"{type(step).__name__} reports"
    )
    if reported_names is None:
        if frame_names is not None:
            return frame_names
        cure = (
            'If it keeps the columns, use `feature_names_out="one-to-one"` (of '
            "`FunctionTransformer`), or `OneToOneFeatureMixin` in your own class."
        )
        if "not unique" in reason:  # A `ColumnTransformer` gives this reason.
            cure = (
                "Keep the prefixes (`verbose_feature_names_out=True`), and pass a true "
                "label for each prefixed name."
            )
        raise ValueError(f"{problem} no feature names ({reason}). {cure}")
    if frame_names is not None and frame_names != reported_names:
        raise ValueError(
            f"{problem} other feature names than the columns of the data frame that "
            "it returns. Make both the same."
        )
    return reported_names


def _reported_names(step: Any, names: Names | None) -> tuple[list[str] | None, str]:
    """Return the names that a step reports for its features, and an empty text.

    `names` are the names of its input. If the step reports no names, return None and
    the reason.
    """
    try:
        features = step.get_feature_names_out(names)
        return [str(feature) for feature in features], ""
    except Exception as error:
        # Whatever error a third-party step raises, it reports no names.
        return None, str(error).rstrip(".")


def _positions_in_input(
    names: Names, start_names: Names | None
) -> NDArray[np.intp] | None:
    """Return the position of each feature in the input of the first step.

    `names` are the names of the features that reach the last step. `start_names` are
    the names of the columns of the input of the first step, also if they are "x0",
    "x1" and so on. They are None only if not even the number of columns is known, as
    for texts. Return None if some names are not among the start names, or if a name
    occurs twice on a side, because it could then be either of two columns.
    """
    if start_names is None:
        start_names = []
    position_of = {name: position for position, name in enumerate(start_names)}
    has_repeated_start = len(position_of) < len(start_names)
    has_repeated = len(set(names)) < len(names)
    if has_repeated_start or has_repeated:
        return None
    if not all(name in position_of for name in names):
        return None
    return np.array([position_of[name] for name in names], dtype=np.intp)


def _keeps_columns(step: Any) -> bool:
    """Return whether a step belongs to scikit-learn and keeps all columns in place.

    Skipping these steps saves time, because asking for many names is slow.
    """
    if isinstance(step, FunctionTransformer):
        # The only string that it takes is "one-to-one".
        return isinstance(step.feature_names_out, str)
    is_of_sklearn = type(step).__module__.startswith("sklearn.")
    return is_of_sklearn and isinstance(step, OneToOneFeatureMixin)


def reads_texts(step: Any) -> bool:
    """Return whether the input of a step consists of texts or dicts, not of a matrix.

    It is enough that a part of the step reads texts. All parts of a union have the same
    input. In a pipeline, the parts before the one that reads texts can only prepare
    texts for it.
    """
    if isinstance(step, FeatureUnion):
        return any(reads_texts(part) for _, part in step.transformer_list)
    if isinstance(step, Pipeline):
        return any(reads_texts(part) for _, part in step.steps)
    try:
        return not get_tags(step).input_tags.two_d_array
    except Exception:  # A third-party step may have no tags.
        return False
