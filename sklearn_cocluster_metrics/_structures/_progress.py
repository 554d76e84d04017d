"""Progress of long computations, for those who listen."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_LOGGER = logging.getLogger(__name__.partition(".")[0])
_SECONDS = 5.0

Item = TypeVar("Item")


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
