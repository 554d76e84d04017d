"""Which null models a function can compute with, and why not with others."""

from collections.abc import Mapping
from typing import Any, get_args

from .._laws import NullModel
from .._structures import check_option

CELLS_ARE_FREE = (
    "freely permuted cells are not a co-clustering, so only indices of counts of pairs "
    "can be computed. Use 'product'."
)
SIZES_ARE_KEPT = "labels are permuted, which keeps the cluster sizes. Use 'product'."
ONLY_PRODUCT = {"cells": CELLS_ARE_FREE, "fixed_n_clusters": SIZES_ARE_KEPT}
"""Why other null models are refused by functions that permute labels."""


def check_null_model(
    value: Any, supported: tuple[str, ...], refused: Mapping[str, str], n_modes: int
) -> str:
    """Check a null model; on a plain clustering "cells" and "product" coincide.

    `refused` gives the reason for each null model that is not supported.
    """
    check_option(value, "null_model", get_args(NullModel))
    if value == "cells" and n_modes == 1:
        value = "product"
    if value not in supported:
        raise ValueError(
            f"`null_model={value!r}` is not possible here: {refused[value]}"
        )
    return str(value)
