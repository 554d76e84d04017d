"""Report the progress of a long call by a bar for `verbose`, or by one warning."""

import logging
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from joblib import Parallel, effective_n_jobs

from ._arguments import check_n_jobs, check_verbose
from ._messages import warn_caller

_LOGGER = logging.getLogger(__name__.partition(".")[0])
_ANNOUNCED_SECONDS = 10.0  # A call that takes longer is announced.
_REPORT_INTERVAL = 5.0  # There are this many seconds between two lines.
_MIN_TIMED_SECONDS = 1.0  # The remaining time is estimated from this time on.
_MAX_HELD_UP_SECONDS = 30.0  # A start of workers or another process may take so long.
VERBOSE_ADVICE = "Pass `verbose=1` to see how far it is."

Item = TypeVar("Item")


def warn_if_long(seconds: float, task: str, advice: str = "") -> None:
    """Warn the user of a task that takes above 10 seconds, and end with the advice."""
    if seconds <= _ANNOUNCED_SECONDS:
        return
    if seconds < 60:
        duration = f"{math.ceil(seconds)} s"
    else:
        duration = f"{math.ceil(seconds / 60):,} min"
    message = f"{task} may take about {duration}; it can be interrupted. {advice}"
    warn_caller(message.rstrip())


def with_progress(
    items: Iterable[Item],
    total: int,
    unit: str,
    *,
    verbose: int = 0,
    size: Callable[[Item], int] = lambda _: 1,
    names: Sequence[str] | None = None,
    n_workers: int = 1,
    advice: str = VERBOSE_ADVICE,
) -> Iterator[Item]:
    """Yield items, and report how many are done.

    With `verbose`, a bar of tqdm shows progress, or lines do where tqdm is not
    installed. Otherwise a warning is emitted if more than ten seconds remain, and lines
    go to the logger at INFO.

    Parameters
    ----------
    items : iterable
        The items.
    total : int
        Sum of their sizes.
    unit : str
        What the sizes count, in the plural, such as "draws".
    verbose : int, default=0
        Whether to show progress.
    size : callable
        Returns the size of an item; by default, each counts as 1.
    names : sequence of str, default=None
        Names of the items, each of size 1: bar and lines name the first one that is
        not done.
    n_workers : int, default=1
        Number of workers that make the items. They are given time to start before the
        remaining time is forecast.
    advice : str
        Advice that ends the warning.
    """
    # The bar is also None without tqdm.
    bar = _make_bar(total, unit) if verbose else None
    if bar is not None and names:
        bar.set_postfix_str(names[0])
    start = time.monotonic()
    last_report = start
    pace = _Pace(start, n_workers)
    is_announced = False
    n_done = 0
    for item in items:
        yield item
        n_done += size(item)
        next_name = ""
        if names is not None and n_done < total:
            next_name = names[n_done]
        if bar is not None:
            bar.update(n_done - bar.n)  # The method takes the increase.
            if names is not None:
                bar.set_postfix_str(next_name)
            continue
        now = time.monotonic()
        if now - last_report >= _REPORT_INTERVAL or (verbose and n_done >= total):
            last_report = now
            line = f"{n_done} of {total} {unit} done after {now - start:.0f} s"
            if next_name:
                line += f"; next is {next_name}"
            if verbose:
                print(line, file=sys.stderr, flush=True)
            else:
                _LOGGER.info(line)
        if not verbose and not is_announced:
            seconds_left = pace.seconds_left(now, n_done, total)
            is_announced = seconds_left > _ANNOUNCED_SECONDS  # Then there is a warning.
            warn_if_long(seconds_left, f"{total:,} {unit}", advice)
    if bar is not None:
        bar.close()


class _Pace:
    """Forecast the remaining time from the pace at which items are done.

    The time before the first item counts only if it is longer than the interval between
    two reports. Several workers may start one after the other, which takes long on a
    busy machine. Therefore, the time before each of them has made an item counts only
    if it is more than 30 seconds. A forecast has to hold in two successive windows of
    time, because one item may be held up by another process. However, a window of more
    than 30 seconds is enough.
    """

    def __init__(self, start: float, n_workers: int = 1) -> None:
        self.n_workers = n_workers
        # A start of more seconds than this counts as time in which items were made.
        self.max_uncounted_start = _REPORT_INTERVAL
        if n_workers > 1:
            self.max_uncounted_start = _MAX_HELD_UP_SECONDS
        # Whether a worker may not yet have made its first item
        self.is_starting = True
        # The present window began at this time, when this many items were done. The
        # first window begins with the start, or after it if the start does not count.
        self.window_start = start
        self.n_done_before_window = 0
        # Remaining seconds by the window before the present one, or 0 if there is none
        self.previous_forecast = 0.0

    def seconds_left(self, now: float, n_done: int, total: int) -> float:
        """Forecast the remaining seconds, when `n_done` of `total` items are done.

        A window ends at the first call after more than a second in which items were
        done. Return 0 until two windows are over, or one of more than 30 seconds. The
        forecast is the shorter one of the last two windows, or that of one window of
        more than 30 seconds, which does not end.
        """
        seconds = now - self.window_start
        if self.is_starting:
            is_short = seconds <= self.max_uncounted_start
            if is_short and n_done < self.n_workers:
                return 0.0
            self.is_starting = False
            if is_short:
                self.window_start = now
                self.n_done_before_window = n_done
                return 0.0
        if self.n_done_before_window == 0:
            # The window includes a long start. While one worker made an item, the
            # others have made about one each.
            n_done = min(max(n_done, self.n_workers), total)
        n_timed = n_done - self.n_done_before_window
        if seconds <= _MIN_TIMED_SECONDS or n_timed == 0:
            return 0.0
        forecast = seconds / n_timed * (total - n_done)
        if seconds > _MAX_HELD_UP_SECONDS:
            return forecast
        confirmed_forecast = min(forecast, self.previous_forecast)
        self.window_start = now
        self.n_done_before_window = n_done
        self.previous_forecast = forecast
        return confirmed_forecast


def run_in_parallel(
    tasks: Iterable[Any],
    total: int,
    unit: str,
    *,
    n_jobs: int | None,
    verbose: int = 0,
    advice: str = VERBOSE_ADVICE,
) -> list[Any]:
    """Return the results of joblib's tasks in their order, and report the progress.

    `total` is the number of tasks, and `unit` is their name in the plural. `n_jobs` and
    `verbose` are checked before the first task is made. `advice` ends the warning of a
    long call.
    """
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    verbose = check_verbose(verbose)
    results = with_progress(
        iterate_results(tasks, n_jobs),
        total,
        unit,
        verbose=verbose,
        n_workers=effective_n_jobs(n_jobs),
        advice=advice,
    )
    return list(results)


def iterate_results(tasks: Iterable[Any], n_jobs: int | None) -> Iterable[Any]:
    """Return the results of joblib's tasks, in the order of the tasks.

    Each result is returned as soon as it and all results before it are there, if the
    backend allows this. Otherwise, all results are returned at the end.
    """
    try:
        parallel = Parallel(n_jobs=n_jobs, return_as="generator")
    except ValueError:  # Some backends have no generators.
        parallel = Parallel(n_jobs=n_jobs)
    results: Iterable[Any] = parallel(tasks)
    return results


def _make_bar(total: int, unit: str) -> Any:
    """Return a bar of tqdm, or None if tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=unit)
