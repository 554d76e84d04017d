"""What users are told: what was wrong, what was meant, warnings and progress."""

import logging
import math
import sys
import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, TypeVar

_PACKAGE = __name__.partition(".")[0]
_LOGGER = logging.getLogger(_PACKAGE)
_SECONDS = 5.0  # between two messages of progress
_LONG = 30.0  # seconds: what takes longer is announced
_LONGEST = 80  # characters of a value that a message quotes
_MOST_SUGGESTED = 3

Item = TypeVar("Item")


def describe(value: Any) -> str:
    """Return the `repr` of a value where it is short, else the name of its type."""
    try:
        text = repr(value)
    except Exception:  # integers of 4300 digits have no decimal repr; foreign classes
        text = ""
    return text if 0 < len(text) <= _LONGEST else f"a long {type(value).__name__}"


def suggestion(
    value: Any, names: Collection[Any], form: Callable[[Any], str] = repr
) -> str:
    """Return " Did you mean ...?" with the names most like a value, "" if none is.

    Names are compared without what differs between a function, its index and its
    scorer. Meant is the name that is then equal, else names spelled alike, else names
    that share all words of the shorter one.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        return ""
    by_plain = {_plain(str(name)): name for name in names}
    plain = _plain(value)
    words = set(plain.split("_"))
    longer = [name for name in by_plain if words <= set(name.split("_"))]
    shorter = [name for name in by_plain if words >= set(name.split("_"))]
    closest = (
        [name for name in by_plain if name == plain]
        or get_close_matches(plain, by_plain, n=_MOST_SUGGESTED, cutoff=0.6)
        or sorted(longer or shorter, key=len)[:_MOST_SUGGESTED]
    )
    meant = " or ".join(form(by_plain[name]) for name in closest)
    return f" Did you mean {meant}?" if meant else ""


def _plain(name: str) -> str:
    """Return a name in small letters, without ``neg_`` and ``_score``."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    return plain.removeprefix("neg_").removesuffix("_score")


def warn_caller(message: str) -> None:
    """Emit a UserWarning for the first caller outside the package."""
    level = 1
    frame = sys._getframe(0)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] != _PACKAGE:
            break
        frame = frame.f_back
        level += 1
    warnings.warn(message, UserWarning, stacklevel=level)


def warn_if_long(seconds: float, what: str, cure: str = "") -> None:
    """Announce a computation that takes long, by what it does."""
    if seconds > _LONG:
        minutes = math.ceil(seconds / 60)
        warn_caller(
            f"{what} may take about {minutes:,} min; it can be interrupted. {cure}"
        )


def with_progress(
    items: Iterable[Item], size: Callable[[Item], int], total: int, what: str
) -> Iterator[Item]:
    """Yield items and log every few seconds, at the level INFO, how many are done.

    Parameters
    ----------
    items : iterable
        What is worked through.
    size : callable
        Returns how much an item counts.
    total : int
        The sum of the sizes.
    what : str
        What is counted, in the plural.
    """
    if not _LOGGER.isEnabledFor(logging.INFO):
        yield from items
        return
    start = latest = time.monotonic()
    n_done = 0
    for item in items:
        yield item
        n_done += size(item)
        now = time.monotonic()
        if now - latest >= _SECONDS:
            latest = now
            _LOGGER.info(
                "%d of %d %s done after %.0f s", n_done, total, what, now - start
            )
