"""What is random under chance, where not every structure allows every answer."""

from collections.abc import Collection
from typing import Any

from ._options import check_option


def check_null_model_of_pairs(
    value: Any, allowed: Collection[str], n_modes: int
) -> str:
    """Check the null model of pairs; a co-clustering has no one way to be permuted."""
    check_option(value, "null_model", allowed)
    if value == "permutation" and n_modes > 1:
        raise ValueError(
            "`null_model='permutation'` is for clusterings. Say what is permuted of a "
            "co-clustering: 'cells', as if they were free, or 'product', each mode on "
            "its own."
        )
    return str(value)


def check_null_model_of_draws(
    value: Any, allowed: Collection[str], n_modes: int
) -> str:
    """Check the null model of drawn labels, which must be labels of the modes."""
    check_option(value, "null_model", allowed)
    if value == "cells" and n_modes > 1:
        raise ValueError(
            "`null_model='cells'` cannot be drawn for co-clusterings: cells permuted "
            "freely are no co-clustering, so that no score of co-clusterings can be "
            "computed. Use 'product'."
        )
    return str(value)
