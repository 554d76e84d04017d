"""The truth of a scorer, which is copied and coded once, with its names."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .._structures._entry_names import (
    NamedEntries,
    Names,
    column_names,
    select_by_names,
    warn_of_like_names,
)
from .._structures._indicators import check_biclustering
from .._structures._labels import CONSEQUENCE_OF_ABSENCE, LabelCodes, check_labels
from .._structures._partitions import LabelCheck
from .._structures._weights import attach_weights, refuse_weight_array


class LabelsByName(LabelCodes):
    """Labels of features by name, without an order, for steps that make features."""

    def look_up(self, names: Names | None, argument: str) -> LabelCodes:
        """Return the labels of the features with these names, in this order.

        If labels may be missing, a name without a label gets a missing label, unless no
        name has a label. Otherwise, such a name raises an error. Errors call the labels
        `argument`.
        """
        if names is None:
            raise ValueError(
                f"`{argument}` is a mapping from feature names to labels, but the "
                "columns of `X` have no names. Pass `X` as a DataFrame, or pass one "
                "label per column."
            )
        completed = self.completed(names)
        # Names that get a missing label may be labeled names in another spelling.
        if self.names is not None and len(completed) > len(self):
            warn_of_like_names(self.names, names, CONSEQUENCE_OF_ABSENCE)
        codes: LabelCodes = select_by_names(
            completed, completed.names or (), names, argument
        )
        return codes


def true_labels(
    labels: Any, name: str, weights: Any = None, *, check: LabelCheck = check_labels
) -> LabelCodes | None:
    """Check and copy labels, or labels of features by name, and attach weights.

    A later change of the user's labels does not change the copy. None stands for
    unknown labels. It stays None, and its weights are not attached. A mapping becomes
    `LabelsByName`.
    """
    if labels is None:
        return None
    if isinstance(labels, Mapping):
        if not labels:
            raise ValueError(
                f"`{name}` is an empty mapping. Pass a label for each feature, such "
                f"as `{{'feature': 0}}`."
            )
        return weighted(LabelsByName(**vars(check(labels, name))), weights)
    codes = check(labels, name)
    copied_codes = codes.take(np.arange(len(codes)))
    return attach_weights(copied_codes, weights)


def weighted(labels: LabelCodes, weights: Any) -> LabelCodes:
    """Return labels with weights attached.

    Labels by name have no order, so an array of weights raises an error for these.
    """
    if isinstance(labels, LabelsByName):
        refuse_weight_array(weights, "a mapping of `column_labels` has no order")
    return attach_weights(labels, weights)


def true_biclusters(biclusters: Any, name: str) -> tuple[NamedEntries, ...]:
    """Check and copy indicators; return them transposed, with the names of entries.

    The first result has the shape (n_rows, n_biclusters), and the second has the shape
    (n_columns, n_biclusters).
    """
    indicators = check_biclustering(biclusters, name)
    return tuple(
        NamedEntries(indicator.T.copy(), column_names(part))
        for indicator, part in zip(indicators, biclusters, strict=True)
    )
