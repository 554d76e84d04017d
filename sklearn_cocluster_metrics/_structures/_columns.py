"""Names of rows and columns, and which columns of its input an estimator has labelled.

A pipeline may select, drop, reorder or mix columns before the co-clusterer sees them.
Labels compared by position would then be those of other columns, without any error. So
the columns are followed from step to step by the names that each step reports. The
names are believed; a step that reports none is refused.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import OneToOneFeatureMixin
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags

from ._arguments import check_equal, refuse_lazy
from ._labels import LabelCodes

LAST_STEP_HINT = (
    "Compare its last step alone, with a truth of the features that this step was "
    "fitted on."
)
_MOST_SHOWN = 3
Names: TypeAlias = Sequence[Any]


def n_rows_of(X: Any) -> int:
    """Count the rows of any X that scikit-learn takes, or the labels of a mode."""
    refuse_lazy(X, "X")
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def n_columns_of(X: Any) -> int | None:
    """Count the columns; None of texts and whatever else is no matrix."""
    refuse_lazy(X, "X")
    shape: tuple[int, ...] = getattr(X, "shape", ())
    if not hasattr(X, "shape") and len(X) and isinstance(X[0], Sequence | np.ndarray):
        shape = () if isinstance(X[0], str | bytes) else np.asarray(X).shape
    return int(shape[1]) if len(shape) == 2 else None


# Names


def index_of(data: Any) -> Names | None:
    """Return the index of a Series or of a data frame, or None."""
    index = getattr(data, "index", None)
    return None if callable(index) else index  # lists and tuples have a method


def column_names(data: Any, attribute: str = "columns") -> Names | None:
    """Return the names of the columns of a data frame, or of those seen at fit."""
    refuse_lazy(data, "X")
    if hasattr(data, "column_names"):  # of pyarrow, where `columns` are the data
        return list(data.column_names)
    names = getattr(data, attribute, None)
    return None if names is None or callable(names) else list(names)


def names_of_modes(X: Any, n_modes: int) -> list[Names | None]:
    """Return the names of the rows, of the columns, and None for each further mode."""
    return [index_of(X), column_names(X), *[None] * n_modes][:n_modes]


def in_order_of(
    truth: Any,
    own: Names | None,
    names: Names | None,
    what: str,
    other: str = "the data",
) -> Any:
    """Return the truth in the order of these names, where both sides have names.

    The default index 0, 1, 2, ... does not count as names. But if the other side has
    the same numbers in another order, they may be meant as names: an error is raised.
    `what` and `other` are the names of both sides in errors.
    """
    if own is None or names is None or _are_equal(own, names):
        return truth
    own, names = list(own), list(names)
    places = _places_of(names, own)
    if is_numbering(own) or is_numbering(names):
        if places is None:
            return truth
        raise ValueError(
            f"`{what}` and {other} could match by number or by position: give both the "
            "same index, or pass an array to match by position."
        )
    if places is not None:
        return _take(truth, places)
    differences = names_of_one_only(own, names)
    if not differences:
        raise ValueError(f"`{what}` has an index in which a name occurs twice.")
    raise ValueError(
        f"`{what}` has an index with other names than {other}: {differences}. Give "
        "both the same names, or pass an array to match by position."
    )


def in_one_order(true: Any, pred: Any) -> Any:
    """Return a truth in the order of a prediction, both of them as a user passes them.

    They are matched by their index, indicators in a tuple by their columns.
    """
    if isinstance(true, tuple) and isinstance(pred, tuple) and len(true) == len(pred):
        return tuple(map(_part_in_one_order, true, pred))
    return in_order_of(true, index_of(true), index_of(pred), "labels_true")


def _part_in_one_order(true: Any, pred: Any) -> Any:
    """Return labels, or indicators, of a mode in the order of the prediction."""
    if hasattr(true, "columns") and hasattr(true, "iloc"):
        names, wanted = column_names(true), column_names(pred)
        places = in_order_of(np.arange(true.shape[1]), names, wanted, "labels_true")
        return true.iloc[:, places]
    return in_one_order(true, pred)


def _places_of(names: list[Any], own: list[Any]) -> NDArray[np.intp] | None:
    """Return the position of each name; None unless both have the same names once."""
    place = dict(zip(own, range(len(own)), strict=True))
    found = np.array([place.get(name, -1) for name in names], dtype=np.intp)
    if not len(place) == len(own) == len(found) or (found < 0).any():
        return None
    return found if np.bincount(found).max() == 1 else None


def matched_by_name(
    truth: Any,
    place: Mapping[Any, int],
    names: Names,
    what: str,
    default: int | None = None,
) -> Any:
    """Return the entry of every name; that at `default` for names without one."""
    missing = [name for name in names if name not in place]
    if missing and default is None:
        raise ValueError(
            f"`{what}` lacks {len(missing)} of {len(names)} features, the first of "
            f"them {missing[0]!r}. Give it these names (a step may have added a "
            "prefix); a `collections.defaultdict` gives others a label."
        )
    positions = [place.get(name, default) for name in names]
    return _take(truth, np.array(positions, dtype=np.intp))


def positions_of(names: Names, what: str) -> dict[Any, int]:
    """Return the position of each name, which must be unique."""
    place = {name: position for position, name in enumerate(names)}
    if len(place) != len(names):
        raise ValueError(f"`{what}` has an index in which a name occurs twice.")
    return place


def _are_equal(one: Names, other: Names) -> bool:
    """Return whether names are equal; an index of pandas knows without a list."""
    if hasattr(one, "equals") and hasattr(other, "equals"):
        return bool(one.equals(other))
    return list(one) == list(other)


def first_names(*known: Names | None) -> Names | None:
    """Return the first that are names, else the first that are a default index."""
    given = [names for names in known if names is not None]
    return next(
        (names for names in given if not is_numbering(names)), (*given, None)[0]
    )


def check_one_order(known: Iterable[Names | None], what: str) -> None:
    """Refuse names in several orders where something else has none."""
    orders = {() if one is None or is_numbering(one) else (*one,) for one in known}
    if () in orders and len(orders) > 2:
        raise ValueError(
            f"{what} are matched by names in several orders, but not all have names: "
            "give all the same names, or none."
        )


def is_numbering(names: Names) -> bool:
    """Return whether names are 0, 1, 2, ..."""
    return list(names) == list(range(len(names)))


def names_of_one_only(own: list[Any], names: list[Any]) -> str:
    """Show the first names that only one side has; "" if there are none."""
    shown = []
    for side, other, where in ((own, names, "first"), (names, own, "second")):
        others = set(other)
        rest = [name for name in dict.fromkeys(side) if name not in others]
        if rest:
            more = f" and {len(rest) - _MOST_SHOWN} more" * (len(rest) > _MOST_SHOWN)
            listed = ", ".join(map(repr, rest[:_MOST_SHOWN]))
            shown.append(f"only the {where} has {listed}{more}")
    return "; ".join(shown)


def _take(entries: Any, positions: NDArray[np.intp]) -> Any:
    """Return the entries at these positions, as a list where they are a sequence."""
    if isinstance(entries, LabelCodes):
        return entries.take(positions)
    if isinstance(entries, list | tuple):  # as an array, labels 1 and "1" would be one
        return [entries[position] for position in positions]
    if sparse.issparse(entries):
        return entries.tocsr()[positions]
    if hasattr(entries, "iloc"):  # a Series keeps its names
        return entries.iloc[positions]
    return np.asarray(entries)[positions]


# Columns that an estimator has labelled


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
        return _take(found, np.argsort(positions))

    def names_in_input_order(self, inputs: Names | None = None) -> Names | None:
        """Return the names of the labelled columns, as `in_input_order` sorts them.

        `inputs` are the names of the data at hand, which need not be strings.
        """
        if inputs is not None and self.positions is not None:
            return inputs if self.kept is None else _take(list(inputs), self.kept)
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
            return matched_by_name(truth, positions_of(own, name), features, name)
        if self.are_new:
            raise ValueError(
                f"`{name}` cannot be aligned: the steps of the pipeline make features "
                "that are not columns of its input, by their names. Two columns of one "
                "name cannot be told apart; `verbose_feature_names_out=False` of a "
                f"`ColumnTransformer` or `FeatureUnion` avoids prefixes. {hint}"
            )
        truth = in_order_of(truth, own, self.inputs if inputs is None else inputs, name)
        if self.n_inputs is not None:
            numbers = n_rows_of(truth), self.n_inputs
            check_equal(numbers, (name, "X"), "columns")
        return truth if self.kept is None else _take(truth, self.kept)

    def check_same(self, other: "LabelledColumns", names: Sequence[str]) -> None:
        """Refuse labels of two estimators that are not of the same columns, in order.

        Where nothing is known about one of them, only the lengths are compared, later.
        """
        pairs: list[Any] = [(self.inputs, other.inputs), (self.kept, other.kept)]
        if self.positions is None and other.positions is None:
            pairs.append((self.names, other.names))
        is_same = all(
            mine is None or theirs is None or _are_equal(mine, theirs)
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
            "report how many columns it was given. Use a scorer, which sees `X`, or "
            "give the step `n_features_in_`."
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
    if reported is not None and given is not None and reported != given:
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(step).__name__} reports other "
            "names of features than those of the data frame that it returns."
        )
    found = given if reported is None else reported
    if found is None:
        raise ValueError(
            f"`{name}` cannot be aligned: step {type(step).__name__} reports no "
            f"feature names{reason}. {_cure_of_names(reason)}"
        )
    return found


def _cure_of_names(reason: str) -> str:
    """Say how a step that failed for this reason comes to report names."""
    if "not unique" in reason:
        return (
            "Where two transformers return the same columns, keep the prefixes "
            "(`verbose_feature_names_out=True`) and give each of these names a label."
        )
    return (
        'Use `FunctionTransformer(..., feature_names_out="one-to-one")`, or '
        "`OneToOneFeatureMixin` for a class of your own."
    )


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
