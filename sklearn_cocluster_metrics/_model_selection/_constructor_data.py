"""Refuse what scikit-learn cannot clone, or what takes its data too early."""

import inspect
from typing import Any

from sklearn.base import clone

_CURE = (
    "Write a function that makes it, fits it and returns its labels, and wrap that in "
    "`FunctionCocluster`."
)


def clone_or_explain(estimator: Any) -> Any:
    """Clone an estimator; where it cannot be cloned, name the cure."""
    if isinstance(estimator, type):
        raise TypeError(
            f"`estimator` is the class {estimator.__name__}; pass an instance."
        )
    if not hasattr(estimator, "get_params"):
        raise TypeError(
            f"`estimator` is a {type(estimator).__name__} without `get_params`, so it "
            f"cannot be cloned. {_CURE}"
        )
    return clone(estimator)


def check_takes_data(estimator: Any) -> None:
    """Refuse an estimator whose `fit` takes no data."""
    try:
        signature = inspect.signature(estimator.fit)
    except (TypeError, ValueError):  # written in C: nothing is known
        return
    try:
        signature.bind(None)
    except TypeError as error:
        raise TypeError(
            f"`fit` of {type(estimator).__name__} cannot be called with `X` alone "
            f"({error}); its data may belong in the constructor. {_CURE}"
        ) from None
