"""Which columns of its input an estimator has labelled.

A pipeline may select, drop, reorder or mix columns before the co-clusterer sees them.
Labels compared by position would then be those of other columns, without any error. So
the columns are followed from step to step by the names that each step reports. The
names are believed; a step that reports none is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags

from ._arguments import check_equal
from ._entry_names import (
    Names,
    are_equal,
    column_names,
    in_order_of,
    index_of,
    is_numbering,
    matched_by_name,
    n_rows_of,
    taken,
)

LAST_STEP_HINT = "Compare its last step alone, with a truth of its own features."


@dataclass(frozen=True, eq=False)
class LabelledColumns:
    """The columns that the estimator which has the labels was fitted on."""

    # Number of columns of the input; None where they are unknown
    n_inputs: int | None
    # Names of the columns of the input, where the estimator was given names
    inputs: Names | None
    # (n_labelled,): Position of each labelled column in the input. None where
    # they are features that steps have made
    positions: NDArray[np.intp] | None
    # Names of the labelled columns
    names: Names | None

    @property
    def are_new(self) -> bool:
        """Whether they are features that were made from the columns of a matrix."""
        return self.positions is None and self.n_inputs is not None

    @property
    def kept(self) -> NDArray[np.intp] | None:
        """Positions of the labelled columns, ascending; None where that is all."""
        if self.positions is None or len(self.positions) == self.n_inputs:
            return None
        return np.sort(self.positions)

    def require_all_columns(self, name: str) -> None:
        """Refuse labels of only some columns of the input, or of new features."""
        if self.are_new or self.kept is not None:
            raise ValueError(
                f"`{name}` has not labelled every column of its input. Pass it to a "
                "function that compares it with a truth, or to a scorer: they align."
            )

    def refuse_new(self, name: str, hint: str) -> None:
        """Refuse features that steps have made; `hint` ends the error."""
        if self.are_new:
            raise ValueError(
                f"`{name}` cannot be aligned: the steps of the pipeline make features "
                "that are not columns of its input, by their names. Two columns of one "
                "name cannot be told apart; `verbose_feature_names_out=False` of a "
                f"`ColumnTransformer` or `FeatureUnion` avoids prefixes. {hint}"
            )

    def in_input_order(self, found: Any, own: Names | None = None) -> Any:
        """Sort what was found of the columns in the order of the input.

        `own` are the names that it came with, if it has no index of its own.
        """
        own = index_of(found) if own is None else own
        if own is not None and self.names is not None:
            found = in_order_of(found, own, self.names, "estimator.column_labels_")
        positions = self.positions
        if positions is None or np.array_equal(positions, np.arange(len(positions))):
            return found
        if n_rows_of(found) != len(positions):
            given = f"columns, but its steps gave it {len(positions)}"
            raise ValueError(f"The estimator has labelled {n_rows_of(found)} {given}.")
        return taken(found, np.argsort(positions))

    def names_in_input_order(self, inputs: Names | None = None) -> Names | None:
        """Return the names of the labelled columns, as `in_input_order` sorts them.

        `inputs` are the names of the data at hand, which need not be strings.
        """
        if inputs is not None and self.positions is not None:
            return inputs if self.kept is None else taken(list(inputs), self.kept)
        return None if self.names is None else self.in_input_order(list(self.names))

    def restrict(
        self,
        truth: Any,
        name: str,
        *,
        own: Names | None = None,
        inputs: Names | None = None,
        hint: str = LAST_STEP_HINT,
    ) -> Any:
        """Return the truth of the labelled columns of the input.

        `own` are the names of the truth, `inputs` those of the data at hand; the truth
        is put in their order. `hint` ends the error where features are new.
        """
        features = None if self.positions is not None else self.names
        if own is not None and features is not None and not is_numbering(own):
            return matched_by_name(truth, own, features, name)
        self.refuse_new(name, hint)
        truth = in_order_of(truth, own, self.inputs if inputs is None else inputs, name)
        if self.n_inputs is not None:
            numbers = n_rows_of(truth), self.n_inputs
            check_equal(numbers, (name, "X"), "columns")
        return truth if self.kept is None else taken(truth, self.kept)

    def check_same(self, other: "LabelledColumns", names: Sequence[str]) -> None:
        """Refuse labels of two estimators that are not of the same columns, in order.

        Where nothing is known about one of them, only the lengths are compared, later.
        """
        pairs: list[Any] = [(self.inputs, other.inputs), (self.kept, other.kept)]
        if self.positions is None and other.positions is None:
            pairs.append((self.names, other.names))
        is_same = all(
            mine is None or theirs is None or are_equal(mine, theirs)
            for mine, theirs in pairs
        )
        all_kept = (self.kept is None) == (other.kept is None)
        if not is_same or not all_kept or self.are_new != other.are_new:
            raise ValueError(
                f"`{names[0]}` and `{names[1]}` have labelled different columns, or "
                "were fitted on columns in another order."
            )


def align(
    true: Any,
    pred: Any,
    of_true: LabelledColumns | Names | None,
    of_pred: LabelledColumns | Names | None,
    names: Sequence[str],
) -> tuple[Any, Any]:
    """Bring the entries of one mode of two structures into one order.

    `of_true` and `of_pred` are the columns that an estimator has labelled; of a truth,
    its names. A truth is restricted to the columns that the other side has labelled;
    two truths are matched by name.
    """
    if isinstance(of_pred, LabelledColumns):
        if isinstance(of_true, LabelledColumns):
            of_true.check_same(of_pred, names)
        else:
            true = of_pred.restrict(true, names[0], own=of_true)
    elif isinstance(of_true, LabelledColumns):
        pred = of_true.restrict(pred, names[1], own=of_pred)
    else:
        true = in_order_of(true, of_true, of_pred, names[0], f"`{names[1]}`")
    return true, pred


def follow_columns(
    steps: Sequence[Any], last: Any, name: str, n_columns: int | None = None
) -> LabelledColumns:
    """Follow the columns of the input through fitted steps to the last one.

    `last` has labels of the columns, `name` is what errors call them. `n_columns` is
    given where the input is at hand and is a matrix.
    """
    first = steps[0] if steps else last
    inputs = column_names(first, "feature_names_in_")
    n_inputs = n_columns or len(inputs or ()) or getattr(first, "n_features_in_", None)
    moves = [
        (step, after)
        for step, after in pairwise([*steps, last])
        if not _keeps_columns(step)
    ]
    if not moves:
        positions = None if n_inputs is None else np.arange(n_inputs)
        return LabelledColumns(n_inputs, inputs, positions, inputs)
    start = inputs
    if start is None and n_inputs is not None:
        start = [f"x{column}" for column in range(n_inputs)]
    names = start
    for step, after in moves:
        if names is not None or _reads_texts(step):
            names = _names_after(step, after, names, name)
    if names is None:
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(moves[0][0]).__name__} does not "
            "report how many columns it had. Use a scorer, or give it `n_features_in_`."
        )
    place = {feature: column for column, feature in enumerate(start or ())}
    unique = len(place) == len(start or ()) and len(set(names)) == len(names)
    positions = None  # of features that are no columns of the input, or could be two
    if unique and all(feature in place for feature in names):
        positions = np.array([place[feature] for feature in names], dtype=np.intp)
    return LabelledColumns(n_inputs, inputs, positions, names)


def _names_after(step: Any, after: Any, names: Names | None, name: str) -> Names:
    """Return the names of the features that a fitted step makes.

    What is fitted after it may have kept their names, of a data frame: they count as
    reported too.
    """
    try:
        reported = [str(feature) for feature in step.get_feature_names_out(names)]
        reason = ""
    except Exception as error:  # whatever a third-party step raises, it reports none
        reported, reason = None, f" ({str(error).rstrip('.')})"
    given = column_names(after, "feature_names_in_")
    found = given if reported is None else reported
    reports = f"`{name}` cannot be aligned: step {type(step).__name__} reports"
    if found is None:
        cure = 'Use `feature_names_out="one-to-one"`, or `OneToOneFeatureMixin`.'
        if "not unique" in reason:
            cure = (
                "Keep the prefixes (`verbose_feature_names_out=True`) and label each."
            )
        raise ValueError(f"{reports} no feature names{reason}. {cure}")
    if given is not None and given != found:
        raise ValueError(f"{reports} other names of features than its data frame.")
    return found


def _keeps_columns(step: Any) -> bool:
    """Return whether a step is one of scikit-learn's that keep columns in place.

    They need not be asked for names, which takes long for many columns.
    """
    if isinstance(step, FunctionTransformer):
        return isinstance(step.feature_names_out, str)  # "one-to-one", the only one
    own = type(step).__module__.startswith("sklearn.")
    return own and isinstance(step, OneToOneFeatureMixin)


def _reads_texts(step: Any) -> bool:
    """Return whether the input of a step is not a matrix: texts, or dicts."""
    try:
        return not get_tags(step).input_tags.two_d_array
    except Exception:  # third-party steps without tags
        return False
