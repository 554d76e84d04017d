"""How far a long call is: a bar where `verbose` asks for it, else one warning."""

import logging
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from joblib import Parallel

from ._arguments import check_integer, check_n_jobs
from ._messages import warn_caller

_LOGGER = logging.getLogger(__name__.partition(".")[0])
_LONG = 10.0  # seconds: what takes longer is announced
_SECONDS = 5.0  # between two lines; a first item that takes longer is announced
_ENOUGH = 1.0  # seconds from which the rest is estimated
_WATCH = "Pass `verbose=1` to see how far it is."

Item = TypeVar("Item")


def warn_if_long(seconds: float, what: str, cure: str = "") -> None:
    """Announce a computation that takes long, by what it does."""
    if seconds > _LONG:
        minutes = math.ceil(seconds / 60)
        about = f"{math.ceil(seconds)} s" if seconds < 60 else f"{minutes:,} min"
        warn_caller(
            f"{what} may take about {about}; it can be interrupted. {cure}".rstrip()
        )


def with_progress(
    items: Iterable[Item],
    total: int,
    what: str,
    verbose: int = 0,
    *,
    size: Callable[[Item], int] = lambda _: 1,
    cure: str = _WATCH,
) -> Iterator[Item]:
    """Yield items, and tell how many are done.

    With `verbose`, by a bar of tqdm or by lines; else by a warning if more than ten
    seconds are left, and by the logger at INFO.

    Parameters
    ----------
    items : iterable
        The items.
    total : int
        Sum of their sizes.
    what : str
        Their name, in the plural.
    verbose : int, default=0
        Whether to show progress.
    size : callable
        Size of an item.
    cure : str
        Advice that ends the warning.
    """
    bar = _bar(total, what) if verbose else None
    is_told = bool(verbose)
    start = latest = began = time.monotonic()
    n_done = n_first = 0
    for item in items:
        yield item
        n_done += size(item)
        now = time.monotonic()
        if bar is not None:
            bar.update(n_done - bar.n)
        elif now - latest >= _SECONDS or (verbose and n_done >= total):
            latest = now
            line = f"{n_done} of {total} {what} done after {now - start:.0f} s"
            if verbose:
                print(line, file=sys.stderr, flush=True)
            else:
                _LOGGER.info(line)
        if is_told:
            continue
        if not n_first:  # what came before may be the start of the workers
            began, n_first = (start, 0) if now - start > _SECONDS else (now, n_done)
        if now - began > _ENOUGH and n_done > n_first:
            left = (now - began) / (n_done - n_first) * (total - n_done)
            is_told = left > _LONG
            warn_if_long(left, f"{total:,} {what}", cure)
    if bar is not None:
        bar.close()


def in_parallel(
    tasks: Iterable[Any], total: int, what: str, n_jobs: int | None, verbose: int = 0
) -> list[Any]:
    """Compute tasks of joblib in their order, and tell how many are done.

    `n_jobs` and `verbose` are checked before the first task is made.
    """
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    verbose = check_integer(verbose, "verbose", 0)
    return [*with_progress(computed(tasks, n_jobs), total, what, verbose)]


def computed(tasks: Iterable[Any], n_jobs: int | None) -> Iterable[Any]:
    """Compute tasks of joblib, each result as it comes where the backend can."""
    try:
        parallel = Parallel(n_jobs=n_jobs, return_as="generator")
    except ValueError:
        parallel = Parallel(n_jobs=n_jobs)
    results: Iterable[Any] = parallel(tasks)
    return results


def _bar(total: int, what: str) -> Any:
    """Return a bar of tqdm, or None where it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=what)
