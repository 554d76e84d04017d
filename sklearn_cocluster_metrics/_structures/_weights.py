"""Check the weights of samples, which say how much each of them counts."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._arguments import as_array, check_option
from ._entry_names import (
    Names,
    has_names,
    index_of,
    preferred_names,
    reorder_if_named,
)
from ._labels import LabelCodes
from ._matched_entries import warn_of_default_index
from ._messages import describe
from ._modes import ComparedModes, kind_of_entries
from ._types import ModeWeight, SampleWeight

# The sum of all weights in units has this many bits, because floats are exact up to
# 2**53.
_N_BITS_OF_SUM = 53

Parameters = ParamSpec("Parameters")
ReturnValue = TypeVar("ReturnValue")

# Errors of functions without `sample_weight` give these reasons.
NO_WEIGHTED_FORM = "it has no weighted form"
MEAN_OF_COUNTS = "its mean by chance is known for counts of samples, not for weights"
NOT_EXCHANGEABLE = "samples of different weights are not exchangeable"


def refuse_weights(
    reason: str,
) -> Callable[[Callable[Parameters, ReturnValue]], Callable[Parameters, ReturnValue]]:
    """Return a decorator of functions without `sample_weight`.

    If `sample_weight` is passed, the error states the reason, which is a clause. The
    contract of the index must state the same reason.
    """

    def decorate(
        function: Callable[Parameters, ReturnValue],
    ) -> Callable[Parameters, ReturnValue]:
        """Return the function, which then raises an error for `sample_weight`."""

        @wraps(function)
        def checked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> ReturnValue:
            """Call the function, unless `sample_weight` is passed."""
            if "sample_weight" in kwargs:
                name = function.__name__
                raise TypeError(
                    f"`{name}` takes no `sample_weight`, because {reason}. Leave out "
                    "`sample_weight`."
                )
            return function(*args, **kwargs)

        return checked

    return decorate


def weights_of_modes(sample_weight: SampleWeight, n_modes: int) -> tuple[Any, ...]:
    """Return the weights of all modes, as they were passed and not yet checked.

    None or a text stands for all modes. Any other weights must be an array if there is
    one mode, and otherwise a tuple with an entry for each mode.
    """
    if sample_weight is None or isinstance(sample_weight, str):
        return (sample_weight,) * n_modes
    if isinstance(sample_weight, tuple):
        if n_modes > 1 and len(sample_weight) == n_modes:
            return sample_weight
        got = f"a tuple of {len(sample_weight)}"
    elif n_modes == 1:
        return (sample_weight,)
    else:
        got = "one array"
    if n_modes == 1:
        raise ValueError(
            f"`sample_weight` must be one array, or 'balanced'; got {got}. The true "
            "labels are one array, so pass `sample_weight=weights`, with a weight for "
            "each label."
        )
    raise ValueError(
        f"`sample_weight` must be a tuple of {n_modes}: an array or None for each "
        f"mode, or 'balanced'; got {got}."
    )


def check_weights_of_modes(sample_weight: Any, modes: ComparedModes) -> tuple[Any, ...]:
    """Check that no array of weights is passed for a mode that is not compared.

    Return the weights of every mode, compared or not. The text "balanced" may stand for
    all modes, so no mode refuses it.
    """
    weights = weights_of_modes(sample_weight, modes.n_modes)
    for mode in range(modes.n_modes):
        is_array = weights[mode] is not None and not isinstance(weights[mode], str)
        if is_array and mode not in modes.numbers:
            raise ValueError(
                f"`sample_weight[{mode}]` must be None, because the truth has no "
                f"labels of the {kind_of_entries(mode, modes.n_modes)}, so these are "
                "not compared."
            )
    return weights


def refuse_weight_array(weights: ModeWeight, reason: str) -> None:
    """Raise an error for an array of weights, because its right order is not known.

    The `reason` why it is not known is a clause of the error.
    """
    if weights is not None and not isinstance(weights, str):
        raise ValueError(
            f"`sample_weight` must be 'balanced' or None here, because {reason}. To "
            "give each row its own weight, make the scorer with `row_labels` as an "
            "array in the order of `X`."
        )


def attach_weights(labels: LabelCodes, weights: ModeWeight) -> LabelCodes:
    """Return the true labels of one mode with weights.

    The weights are an array-like, "balanced" or None, not yet checked. If they and the
    labels have names, they are matched by name. If only the weights have names,
    `order_weights` may still match them with the names of the prediction, or of the
    data.
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
    are_integers = array.dtype.kind in "iu"
    array = array.astype(np.float64)
    is_valid = np.isfinite(array) & (array >= 0)
    if not is_valid.all():
        raise ValueError(
            "`sample_weight` must be finite and not negative, got "
            f"{describe(array[~is_valid].tolist()[0])}."
        )
    are_equal = array.min() == array.max()
    # Integers of which none is above 1 select samples, and do not count them.
    labels = replace(
        labels,
        weights=array,
        weights_may_be_counts=bool(are_integers and not are_equal and array.max() > 1),
        weight_names=index_of(weights),
    )
    return order_weights(labels, None) if has_names(labels.names) else labels


def order_weights(labels: LabelCodes, names: Names | None) -> LabelCodes:
    """Return labels whose weights are in the order of the labels.

    If the weights have names, they are put in the order of the labels by name. Labels
    that have no names, or only the default index, are in the order of the prediction,
    or of the data, and `names` are the names in that order, or None. Errors call the
    labels "the truth".
    """
    if labels.weight_names is None:
        return labels
    target_names = preferred_names(labels.names, names)
    weights = reorder_if_named(
        labels.weights,
        labels.weight_names,
        target_names,
        argument="sample_weight",
        target="the truth",
    )
    warn_of_default_index(
        labels.weight_names,
        target_names,
        argument="sample_weight",
        reference="the truth",
        kind="entries",
    )
    return replace(labels, weights=np.array(weights), weight_names=None)


def weights_in_units(labels: LabelCodes) -> NDArray[np.int64]:
    """Return integers that are proportional to the weights of labels, one for each.

    The labels have weights, which are an array or "balanced". The integers have no
    common divisor. If their sum would be above 2**53, the weights are first rounded to
    2**-53 of their sum, but no positive weight becomes 0.
    """
    if not isinstance(labels.weights, str):
        return _round_to_units(np.asarray(labels.weights))
    _, clusters, sizes = np.unique(
        labels.codes, return_inverse=True, return_counts=True
    )
    # The weight of a sample is 1 / (size of its cluster), and 1 is this many units. The
    # sum of the weights of a cluster is 1, too.
    n_units = math.lcm(*sizes.tolist())
    if n_units * len(sizes) < 2**_N_BITS_OF_SUM:
        return np.asarray((n_units // sizes)[clusters])
    return _round_to_units(1 / sizes[clusters])


def _round_to_units(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return weights as integers without a common divisor.

    They are rounded to 2**-53 of their sum, but no positive weight becomes 0.
    """
    largest = weights.max()
    if largest == 0:
        raise ValueError(
            "`sample_weight` is 0 for all samples, so nothing is left to compare. At "
            "least one weight must be positive."
        )
    # Scaling by powers of 2 rounds nothing. The weights are first scaled to at most 1,
    # so that sums do not overflow.
    _, exponent = np.frexp(largest)
    scaled = np.ldexp(weights, -int(exponent))
    _, exponent_of_sum = np.frexp(scaled.sum())
    n_bits = _N_BITS_OF_SUM - int(exponent_of_sum)
    units = np.rint(np.ldexp(scaled, n_bits)).astype(np.int64)
    units[(units == 0) & (weights > 0)] = 1
    return np.asarray(units // np.gcd.reduce(units))
