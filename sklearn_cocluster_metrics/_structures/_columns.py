"""Which columns of its input an estimator has labelled.

A pipeline may select, drop, reorder or mix columns before the co-clusterer sees them.
Labels compared by position would then be those of other columns, without any error. So
the columns are followed from step to step by the names that each step reports. The
names are believed; a step that reports none is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin
from sklearn.utils import get_tags

from ._estimators import first_fitted, steps_before
from ._labels import LabelCodes

Names = Sequence[Any]

_CURE = (
    "give it `get_feature_names_out` (`FunctionTransformer(..., "
    "feature_names_out='one-to-one')`, or the mixin `OneToOneFeatureMixin`)"
)


@dataclass(frozen=True, eq=False)
class LabelledColumns:
    """The columns that the estimator which has the labels was fitted on.

    Parameters
    ----------
    n_inputs : int or None
        Number of columns of the input; None where they are unknown.
    positions : ndarray of shape (n_labelled,) or None
        Position of each labelled column in the input. None where they are features
        that steps have made.
    names : sequence of str or None
        Names of the labelled columns.
    """

    n_inputs: int | None
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
        """Sort what was found of the columns as they stand in the input."""
        positions = self.positions
        if positions is None or np.array_equal(positions, np.arange(len(positions))):
            return found
        if len(found) != len(positions):
            raise ValueError(
                f"The estimator has labelled {len(found)} columns, but its steps gave "
                f"it {len(positions)}."
            )
        return take(found, np.argsort(positions))

    def names_in_input_order(self) -> Names | None:
        """Return the names of the labelled columns, as `in_input_order` sorts them."""
        return None if self.names is None else self.in_input_order(list(self.names))

    def restrict(self, truth: Any, name: str) -> Any:
        """Return the truth of those columns of the input that are labelled."""
        if self.are_new:
            raise ValueError(f"`{name}` cannot be aligned: {_not_columns(self.names)}")
        if self.n_inputs is not None and len(truth) != self.n_inputs:
            raise ValueError(
                f"`{name}` has {len(truth)} entries, the estimator was given "
                f"{self.n_inputs} columns; both must be of the same columns."
            )
        return truth if self.kept is None else take(truth, self.kept)


def take(entries: Any, positions: NDArray[np.intp]) -> Any:
    """Return the entries at these positions, as a list where they are a sequence."""
    if isinstance(entries, LabelCodes):
        return entries.take(positions)
    if isinstance(entries, list | tuple):  # as an array, labels 1 and "1" would be one
        return [entries[position] for position in positions]
    return np.asarray(entries)[positions]


def _not_columns(names: Names | None) -> str:
    """Explain that features are not columns of the input, and what to do about it."""
    if names is not None and all("__" in str(feature) for feature in names):
        return (
            "the names of the features have prefixes. Pass "
            "`verbose_feature_names_out=False` to the `ColumnTransformer` or "
            "`FeatureUnion`."
        )
    return (
        "the pipeline makes features that are not columns of its input. Use a scorer "
        "with a mapping from the name of each feature to its label."
    )


def labelled_columns(
    estimator: Any, attribute: str, name: str, *, n_columns: int | None = None
) -> LabelledColumns:
    """Follow the columns of the input to the estimator that has the labels.

    `attribute` is the fitted attribute with its labels, `name` what errors call them.
    `n_columns` is given where the input is at hand and is a matrix.
    """
    steps = steps_before(estimator, attribute)
    first = first_fitted(estimator, attribute)
    start = names_at_fit(first)
    n_inputs = n_columns or len(start or ()) or getattr(first, "n_features_in_", None)
    if not steps:
        positions = None if n_inputs is None else np.arange(n_inputs)
        return LabelledColumns(n_inputs, positions, start)
    if start is None and n_inputs is not None:
        start = [f"x{column}" for column in range(n_inputs)]
    names: Names | None = start
    for step in steps if start is not None else _from_texts(steps, name):
        names = _names_after(step, names, name)
    return LabelledColumns(n_inputs, _positions(start, names), names)


def names_at_fit(fitted: Any) -> list[Any] | None:
    """Return the names of the columns that an estimator was fitted on, or None."""
    names = getattr(fitted, "feature_names_in_", None)
    return None if names is None else list(names)


def _names_after(step: Any, names: Names | None, name: str) -> Names:
    """Return the names of the features that a fitted step makes."""
    if names is not None and _keeps_columns(step):
        return names
    try:
        return [str(feature) for feature in step.get_feature_names_out(names)]
    except Exception as error:  # whatever a third-party step raises, it has no names
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(step).__name__} reports no "
            f"feature names, so that it could move columns. To use it, {_CURE}."
        ) from error


def _from_texts(steps: Sequence[Any], name: str) -> Sequence[Any]:
    """Return the steps from the first on that makes features of texts or of dicts."""
    for number, step in enumerate(steps):
        if _reads_texts(step):
            return steps[number:]
    raise ValueError(
        f"`{name}` cannot be aligned: step {type(steps[0]).__name__} does not say how "
        "many columns it was given. Use a scorer, which sees `X`, or give the step "
        "`n_features_in_`."
    )


def _keeps_columns(step: Any) -> bool:
    """Tell whether a step is one of scikit-learn's that keep every column in place."""
    own = type(step).__module__.startswith("sklearn.")
    return own and isinstance(step, OneToOneFeatureMixin)


def _positions(start: Names | None, names: Names | None) -> NDArray[np.intp] | None:
    """Return the position of each feature among the columns, None if any is new."""
    if start is None or names is None:
        return None
    if names is start:
        return np.arange(len(start))
    place = {feature: column for column, feature in enumerate(start)}
    if len(place) != len(start) or not all(feature in place for feature in names):
        return None
    return np.array([place[feature] for feature in names], dtype=np.intp)


def _reads_texts(step: Any) -> bool:
    """Tell whether the input of a step is not a matrix: texts, or dicts."""
    try:
        return not get_tags(step).input_tags.two_d_array
    except Exception:  # third-party steps without tags
        return False
