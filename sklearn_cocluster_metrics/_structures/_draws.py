"""Arguments of random draws and of repeated work: a seed, a number of jobs."""

from typing import Any

import numpy as np
from numpy.random import RandomState
from sklearn.utils import check_random_state

from ._arguments import is_integer

_LARGEST_SEED = np.iinfo(np.int32).max


def check_seed(value: Any, name: str) -> Any:
    """Check what scikit-learn takes as a `random_state`; return it as it is."""
    check_generator(value, name)
    return value


def check_generator(value: Any, name: str) -> RandomState:
    """Check a `random_state`; return the generator that it gives."""
    allowed = f"`{name}` must be None, an integer from 0 to 2**32 - 1 or a RandomState"
    if isinstance(value, bool):
        raise TypeError(f"{allowed}, got {value!r}.")
    try:
        generator: RandomState = check_random_state(value)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{allowed}, got {value!r}.") from error
    return generator


def draw_seed(generator: RandomState) -> int:
    """Draw the seed of a generator for a part of the work."""
    return int(generator.randint(_LARGEST_SEED))


def check_n_jobs(value: Any, name: str) -> int | None:
    """Check a number of jobs, as joblib takes it; return it as it is."""
    if value is None:
        return None
    if not is_integer(value):
        raise TypeError(f"`{name}` must be an integer or None, got {value!r}.")
    if value == 0:
        raise ValueError(f"`{name}` must not be 0.")
    return int(value)
