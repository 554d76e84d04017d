"""Arguments of what is drawn at random or repeated: a seed, a number of jobs."""

from numbers import Integral
from typing import Any

from sklearn.utils import check_random_state


def check_seed(value: Any, name: str) -> Any:
    """Check what scikit-learn takes as a `random_state`; return it as it is."""
    allowed = f"`{name}` must be None, an integer from 0 to 2**32 - 1 or a RandomState"
    if isinstance(value, bool):
        raise TypeError(f"{allowed}, got {value!r}.")
    try:
        check_random_state(value)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{allowed}, got {value!r}.") from error
    return value


def check_n_jobs(value: Any, name: str) -> int | None:
    """Check a number of jobs, as joblib takes it; return it as it is."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"`{name}` must be an integer or None, got {value!r}.")
    if value == 0:
        raise ValueError(f"`{name}` must not be 0.")
    return int(value)
