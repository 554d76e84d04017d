"""Whether an estimator was fitted on the rows at hand, as far as this shows."""

from typing import Any

import numpy as np

from .._structures import (
    COCLUSTERING,
    FittedLayer,
    check_labels,
    fitted_layer,
    n_rows_of,
)

OTHER_ROWS = (
    "the rows have been split, shuffled or permuted, so fitted labels and truth would "
    "be those of different rows. Use `cv=WholeDataSplit()`, or make the scorer without "
    "`row_labels`, pass them as `y`, and wrap the estimator in `InductiveCocluster`."
)
_MOST_DISAGREEMENT = 0.01  # a step that adds noise may move a row to another cluster


def check_fitted_on(estimator: Any, X: Any) -> None:
    """Refuse an estimator that was fitted on other rows than those of X."""
    layer = fitted_layer(estimator, COCLUSTERING, "estimator")
    n_fitted, n_rows = len(layer.found[0]), n_rows_of(X)
    if n_fitted != n_rows:
        raise ValueError(fitted_on_others(n_fitted, n_rows))
    check_predictions(estimator, layer, X)


def fitted_on_others(n_fitted: int, n_rows: int, hint: str = "") -> str:
    """Return the message for fitted labels of another number of rows."""
    return (
        f"The estimator has labelled {n_fitted} rows, `X` has {n_rows}; it was fitted "
        f"on other data.{hint} In cross-validation use `cv=WholeDataSplit()`, or "
        "`InductiveCocluster` for new rows."
    )


def check_predictions(estimator: Any, layer: FittedLayer, X: Any) -> None:
    """Refuse fitted labels that are not those of the rows of X, where this shows.

    `InductiveCocluster` keeps the share of the rows that it was fitted on for which
    `predict` returns their own label. On the same rows it is the same again.
    """
    agreement = getattr(layer.estimator, "agreement_", None)
    if agreement is None or not hasattr(estimator, "predict"):
        return
    labels = check_labels(as_labels(layer.found[0]), "row_labels_").labels()
    share = float(np.mean(np.asarray(estimator.predict(X)) == labels))
    if share < agreement - _MOST_DISAGREEMENT:
        raise ValueError(
            f"`predict` returns the fitted label for {share:.0%} of the rows of `X`, "
            f"but did so for {agreement:.0%} of those that the estimator was fitted "
            f"on: {OTHER_ROWS}"
        )


def as_labels(labels: Any) -> Any:
    """Return labels as a list where they come as a tuple, which means modes."""
    return list(labels) if isinstance(labels, tuple) else labels
