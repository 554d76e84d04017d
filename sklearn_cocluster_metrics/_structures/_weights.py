"""Weights of samples: how much each counts, mode by mode."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._arguments import as_array, check_option
from ._entry_names import Names, first_names, in_order_of, index_of
from ._labels import LabelCodes

_MOST_UNITS = 53  # bits of the sum of all weights: floats have as many

Given = ParamSpec("Given")
Returned = TypeVar("Returned")

NO_FORM = "it has no weighted form"
MEAN_OF_COUNTS = "its mean by chance is known for counts of samples, not for weights"
NOT_EXCHANGEABLE = "samples of different weights are not exchangeable"


def unweighted(
    because: str,
) -> Callable[[Callable[Given, Returned]], Callable[Given, Returned]]:
    """Refuse `sample_weight` with this reason; the contract repeats it."""

    def decorate(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
        @wraps(function)
        def checked(*args: Given.args, **kwargs: Given.kwargs) -> Returned:
            if "sample_weight" in kwargs:
                name = function.__name__
                raise TypeError(f"`{name}` takes no `sample_weight`: {because}.")
            return function(*args, **kwargs)

        vars(checked)["unweighted_because"] = because
        return checked

    return decorate


def of_each_mode(sample_weight: Any, n_modes: int) -> tuple[Any, ...]:
    """Return what was passed as the weights of each mode."""
    if sample_weight is None or isinstance(sample_weight, str):
        return (sample_weight,) * n_modes
    given = sample_weight if isinstance(sample_weight, tuple) else (sample_weight,)
    if len(given) != n_modes or (n_modes == 1 and isinstance(sample_weight, tuple)):
        several = f"a tuple of {n_modes}: an array or None for each mode"
        wanted = several if n_modes > 1 else "one array"
        got = f"a tuple of {len(given)}" if isinstance(sample_weight, tuple) else "one"
        raise ValueError(f"`sample_weight` must be {wanted}, or 'balanced', got {got}.")
    return given


def check_without_array(weights: Any, reason: str) -> None:
    """Refuse one weight per sample where these cannot be put in an order."""
    if weights is not None and not isinstance(weights, str):
        raise ValueError(
            f"`sample_weight` must be 'balanced' or None here, because {reason}. To "
            "weigh one by one, pass `row_labels`, and labels by position."
        )


def with_weights(
    labels: LabelCodes, weights: Any, others: Names | None = None
) -> LabelCodes:
    """Attach the weights of one mode to its true labels, in the order of their names.

    Labels without names are in the order of the others.
    """
    if weights is None:
        return labels
    if isinstance(weights, str):
        check_option(weights, "sample_weight", ("balanced",))
        return replace(labels, weights="balanced")
    array = as_array(weights, "sample_weight", "one number for each sample")
    if array.dtype.kind not in "biuf" or array.shape != (len(labels),):
        raise ValueError(
            "`sample_weight` must be one number for each true label, of shape "
            f"({len(labels)},), got dtype {array.dtype} and shape {array.shape}."
        )
    array = array.astype(np.float64)
    if not (np.isfinite(array) & (array >= 0)).all():
        raise ValueError("`sample_weight` must be finite and not negative.")
    names = first_names(labels.names, others)
    ordered = in_order_of(
        array, index_of(weights), names, "sample_weight", "the labels"
    )
    return replace(labels, weights=np.array(ordered))


def in_units(labels: LabelCodes) -> NDArray[np.int64]:
    """Return the weights of labels as integers, in units of their common divisor.

    Weights that are no multiples of it are rounded, to 2**-53 of their sum.
    """
    weights: Any = labels.weights
    if isinstance(weights, str):
        _, cluster, sizes = np.unique(
            labels.codes, return_inverse=True, return_counts=True
        )
        common = math.lcm(*sizes.tolist())
        if common * len(sizes) < 1 << _MOST_UNITS:
            return np.asarray((common // sizes)[cluster])
        weights = 1 / sizes[cluster]
    largest = weights.max()
    if largest == 0:
        raise ValueError("`sample_weight` is 0 for all samples; one must be positive.")
    # Scaled by powers of 2, which rounds nothing; first to 1, lest sums overflow.
    scaled = np.ldexp(weights, -int(np.frexp(largest)[1]))
    bits = _MOST_UNITS - int(np.frexp(scaled.sum())[1])
    units = np.rint(np.ldexp(scaled, bits)).astype(np.int64)
    units[(units == 0) & (weights > 0)] = 1
    return np.asarray(units // np.gcd.reduce(units))
