"""Follow the rows of the input to the last step of a pipeline.

A step that a user wrote may sort the rows. If fitted labels were then compared by
position, they would belong to other rows, without any error. Therefore the rows are
followed by the names in the output of the steps. If the output of a step has no names,
the step is assumed to keep the order.
"""

from collections.abc import Sequence
from typing import Any

from sklearn.compose import ColumnTransformer
from sklearn.pipeline import FeatureUnion
from sklearn.preprocessing import FunctionTransformer

from ._entry_names import (
    Names,
    are_equal_names,
    index_of,
    is_numbering,
    name_differences,
    positions_of_same_names,
    take_entries,
)

# These transformers of scikit-learn call functions, or transformers, of users.
_CALLING_USER_CODE = (FunctionTransformer, ColumnTransformer, FeatureUnion)


def entries_in_order_of_rows(
    X: Any, entries: Any, steps: Sequence[Any], argument: str
) -> Any:
    """Return entries, one for each row that reached the last step, in the order of X.

    The entries are labels, memberships or indicators, fitted or predicted. `steps` are
    the fitted transformers before the last step, and errors call the estimator
    `argument`. The entries are returned as they are if they have names of their own, or
    if X or the output of the steps has none, so that no other order is known. A new
    default index in this output is no name.
    """
    names = index_of(X)
    names_of_entries = getattr(entries, "names", index_of(entries))
    if names is None or names_of_entries is not None or not steps:
        return entries
    names_at_end = _row_names_after(steps, X)  # None if no step may move rows
    if names_at_end is None or are_equal_names(names_at_end, names):
        return entries
    if is_numbering(names_at_end) or len(names_at_end) != len(names):
        return entries  # A new index has no names. The length is checked later.
    positions = positions_of_same_names(names_at_end, names)
    if positions is None:
        differences = name_differences(list(names), list(names_at_end))
        raise ValueError(
            f"The steps of `{argument}` move the rows of `X` or rename them, so "
            "fitted labels cannot be aligned with the rows: "
            f"{differences or 'a name occurs twice'}. Transform `X` before the fit, "
            "and fit only the last step."
        )
    return take_entries(entries, positions)


def _row_names_after(steps: Sequence[Any], X: Any) -> Names | None:
    """Return the names of the rows in the output of the last step that may move them.

    Return None if no step may move rows, or if this output has no names.
    """
    # Only code of users may move rows.
    moving_steps = [number for number, step in enumerate(steps) if runs_user_code(step)]
    if not moving_steps:
        return None
    data = X
    for step in steps[: moving_steps[-1] + 1]:
        data = step.transform(data)
    return index_of(data)


def runs_user_code(step: Any) -> bool:
    """Return whether a step runs code of users.

    Such a step does not belong to scikit-learn, or it calls a function or a transformer
    that a user passed. It may move rows, or select columns by their names.
    """
    is_of_sklearn = type(step).__module__.startswith("sklearn.")
    return not is_of_sklearn or isinstance(step, _CALLING_USER_CODE)
