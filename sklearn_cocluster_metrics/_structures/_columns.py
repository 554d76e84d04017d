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

from ._estimators import first_fitted, labelled_layer, steps_before
from ._names import (
    Names,
    in_order_of,
    is_numbering,
    matched_by_name,
    n_entries,
    names_at_fit,
    positions_of,
    take,
)

_CURE = (
    "give it `get_feature_names_out`: `FunctionTransformer(..., "
    'feature_names_out="one-to-one")`, or the mixin `OneToOneFeatureMixin` for a class '
    "of your own"
)
LAST_STEP = (
    "Compare its last step alone, with a truth of the features that this step was "
    "fitted on."
)


@dataclass(frozen=True, eq=False)
class LabelledColumns:
    """The columns that the estimator which has the labels was fitted on.

    Parameters
    ----------
    n_inputs : int or None
        Number of columns of the input; None where they are unknown.
    inputs : sequence of str or None
        Names of the columns of the input, where the estimator was given names.
    positions : ndarray of shape (n_labelled,) or None
        Position of each labelled column in the input. None where they are features
        that steps have made.
    names : sequence of str or None
        Names of the labelled columns.
    """

    n_inputs: int | None
    inputs: Names | None
    positions: NDArray[np.intp] | None
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

    def in_input_order(self, found: Any) -> Any:
        """Sort what was found of the columns in the order of the input."""
        positions = self.positions
        if positions is None or np.array_equal(positions, np.arange(len(positions))):
            return found
        if len(found) != len(positions):
            raise ValueError(
                f"The estimator has labelled {len(found)} columns, but its steps gave "
                f"it {len(positions)}."
            )
        return take(found, np.argsort(positions))

    def names_in_input_order(self, inputs: Names | None = None) -> Names | None:
        """Return the names of the labelled columns, as `in_input_order` sorts them.

        `inputs` are the names of the data at hand, which need not be strings.
        """
        if inputs is not None and self.positions is not None:
            return list(inputs) if self.kept is None else take(inputs, self.kept)
        return None if self.names is None else self.in_input_order(list(self.names))

    def restrict(
        self,
        truth: Any,
        name: str,
        *,
        own: Names | None = None,
        inputs: Names | None = None,
        cure: str = LAST_STEP,
    ) -> Any:
        """Return the truth of the labelled columns of the input.

        `own` are the names of the truth, `inputs` those of the data at hand; the truth
        is put in their order. `cure` is the advice of the error where features are new.
        """
        if own is not None and self.names is not None and self._are_unplaced(own):
            return matched_by_name(truth, positions_of(own, name), self.names, name)
        if self.are_new:
            raise ValueError(f"`{name}` cannot be aligned: {self._why_new(cure)}")
        truth = in_order_of(truth, own, inputs or self.inputs, name)
        if self.n_inputs is not None and n_entries(truth) != self.n_inputs:
            raise ValueError(
                f"`{name}` has {n_entries(truth)} entries, the estimator was given "
                f"{self.n_inputs} columns; both must be of the same columns."
            )
        return truth if self.kept is None else take(truth, self.kept)

    def check_same(self, other: "LabelledColumns", names: Sequence[str]) -> None:
        """Refuse labels of two estimators that are not of the same columns, in order.

        Where nothing is known about one of them, only the lengths are compared, later.
        """
        pairs = [(self.inputs, other.inputs)]
        if self.positions is None and other.positions is None:
            pairs.append((self.names, other.names))
        same = all(_may_be_equal(one, two) for one, two in pairs)
        if not same or self.are_new != other.are_new or not _equal(self, other):
            raise ValueError(
                f"`{names[0]}` and `{names[1]}` have labelled different columns, or "
                "were fitted on columns in another order."
            )

    def _are_unplaced(self, own: Names) -> bool:
        """Return whether a truth can only be matched with the features by name."""
        return self.positions is None and not is_numbering(own)

    def _why_new(self, cure: str) -> str:
        """Explain why the features are not columns of the input, and what to do."""
        features = [str(feature) for feature in self.names or ()]
        if len(set(features)) < len(features):
            return "two columns that the estimator was fitted on have the same name."
        if features and all("__" in feature for feature in features):
            return (
                "the features have names with prefixes. Pass "
                "`verbose_feature_names_out=False` to the `ColumnTransformer` or "
                "`FeatureUnion`."
            )
        return (
            "the steps of the pipeline make features that are not columns of its "
            f"input. {cure}"
        )


def labelled_columns(
    estimator: Any, attribute: str, name: str, *, n_columns: int | None = None
) -> LabelledColumns:
    """Follow the columns of the input to the estimator that has the labels.

    `attribute` is the fitted attribute with its labels, `name` what errors call them.
    `n_columns` is given where the input is at hand and is a matrix.
    """
    first = first_fitted(estimator, attribute)
    inputs = names_at_fit(first)
    n_inputs = n_columns or len(inputs or ()) or getattr(first, "n_features_in_", None)
    moves = _moves(estimator, attribute)
    if not moves:
        positions = None if n_inputs is None else np.arange(n_inputs)
        return LabelledColumns(n_inputs, inputs, positions, inputs)
    start = inputs
    if start is None and n_inputs is not None:
        start = [f"x{column}" for column in range(n_inputs)]
    names: Names | None = start
    for step, after in moves if start is not None else _from_texts(moves, name):
        names = _names_after(step, after, names, name)
    return LabelledColumns(n_inputs, inputs, _positions(start, names), names)


def _moves(estimator: Any, attribute: str) -> list[tuple[Any, Any]]:
    """Return each step that may move columns, with what is fitted after it."""
    steps = [*steps_before(estimator, attribute), labelled_layer(estimator, attribute)]
    return [pair for pair in pairwise(steps) if not _keeps_columns(pair[0])]


def _names_after(step: Any, after: Any, names: Names | None, name: str) -> Names:
    """Return the names of the features that a fitted step makes.

    What is fitted after it may have kept their names, of a data frame: they count as
    reported too.
    """
    reported, given = _reported(step, names), names_at_fit(after)
    if reported is not None and given is not None and list(reported) != list(given):
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(step).__name__} reports other "
            "names of features than those of the data frame that it returns."
        )
    found = reported if reported is not None else given
    if found is None:
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(step).__name__} reports no "
            f"feature names, so that it could move columns. To use it, {_CURE}."
        )
    return found


def _reported(step: Any, names: Names | None) -> Names | None:
    """Return the names that a step reports, or None."""
    try:
        return [str(feature) for feature in step.get_feature_names_out(names)]
    except Exception:  # whatever a third-party step raises, it reports none
        return None


def _from_texts(
    moves: Sequence[tuple[Any, Any]], name: str
) -> Sequence[tuple[Any, Any]]:
    """Return the steps from the first on that makes features of texts or of dicts."""
    for number, (step, _) in enumerate(moves):
        if _reads_texts(step):
            return moves[number:]
    raise ValueError(
        f"`{name}` cannot be aligned: step {type(moves[0][0]).__name__} does not "
        "report how many columns it was given. Use a scorer, which sees `X`, or give "
        "the step `n_features_in_`."
    )


def _keeps_columns(step: Any) -> bool:
    """Return whether a step is one of scikit-learn's that keep columns in place.

    They need not be asked for names, which takes long for many columns.
    """
    if isinstance(step, FunctionTransformer):
        return isinstance(step.feature_names_out, str)  # "one-to-one", the only one
    own = type(step).__module__.startswith("sklearn.")
    return own and isinstance(step, OneToOneFeatureMixin)


def _positions(start: Names | None, names: Names | None) -> NDArray[np.intp] | None:
    """Return the position of each feature among the columns, None if any is new."""
    if start is None or names is None:
        return None
    place = {feature: column for column, feature in enumerate(start)}
    unique = len(place) == len(start) and len(set(names)) == len(names)
    if not unique or not all(feature in place for feature in names):
        return None
    return np.array([place[feature] for feature in names], dtype=np.intp)


def _may_be_equal(one: Names | None, other: Names | None) -> bool:
    """Return whether names are equal, as far as they are known."""
    return one is None or other is None or list(one) == list(other)


def _equal(one: LabelledColumns, other: LabelledColumns) -> bool:
    """Return whether the same columns of the input are kept."""
    if one.kept is None or other.kept is None:
        return one.kept is other.kept
    return np.array_equal(one.kept, other.kept)


def _reads_texts(step: Any) -> bool:
    """Return whether the input of a step is not a matrix: texts, or dicts."""
    try:
        return not get_tags(step).input_tags.two_d_array
    except Exception:  # third-party steps without tags
        return False
