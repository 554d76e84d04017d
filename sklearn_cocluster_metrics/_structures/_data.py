"""The shape of data that an estimator is fitted on."""

from typing import Any

import numpy as np


def n_rows_of(X: Any) -> int:
    """Count the rows of any X that scikit-learn takes."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def n_columns_of(X: Any) -> int | None:
    """Count the columns; None of texts and whatever else is no matrix."""
    shape = getattr(X, "shape", None)
    if shape is None:
        first = X[0] if len(X) else None
        if not hasattr(first, "__len__") or isinstance(first, str | bytes | dict):
            return None
        shape = np.asarray(X).shape
    return int(shape[1]) if len(shape) == 2 else None
