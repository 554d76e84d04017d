"""Compare many candidates on many data sets by many metrics."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from itertools import product
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from sklearn.utils import get_tags

from .._metrics import AnyMetrics, ResolvedMetric, resolve_several
from .._model_selection._alignment import BiclusteringPair, value_of_pair
from .._model_selection._fits import clone_with_seed
from .._model_selection._inductive import fit_or_name_wrapper
from .._structures._arguments import (
    SampleWeight,
    check_between,
    check_flag,
    check_generator,
    check_integer,
    check_mapping,
    check_n_jobs,
    check_option,
    check_sequence,
    check_two_parts,
    check_weight,
    draw_seed,
    is_estimator,
)
from .._structures._messages import warn_caller
from .._structures._progress import computed, with_progress
from .._structures._unlabelled import Unlabelled
from ._comparison import Comparison
from ._data import EXPECTED, KnownData, PairToScore
from ._summary import KEYS, Place, Record

Draw: TypeAlias = tuple[Any, Any] | tuple[Any, Any, Any]
"""A matrix and its true structure."""

DataSet: TypeAlias = Draw | Sequence[Draw] | Callable[[int], Draw]
"""One draw, several, or a function that makes one from a seed."""


def compare(
    candidates: Mapping[str, Any],
    data: Mapping[str, DataSet],
    metrics: AnyMetrics,
    *,
    greater_is_better: Mapping[str, bool] | None = None,
    n_repeats: int = 1,
    n_draws: int = 10,
    subsample: tuple[float, float] | None = None,
    shuffle: bool = True,
    time_limit: float | None = None,
    unlabelled: Unlabelled | None = None,
    sample_weight: Mapping[str, SampleWeight] | Literal["balanced"] | None = None,
    random_state: int | RandomState | Sequence[int] | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> Comparison:
    """Compare candidates on data sets whose true structure is known.

    See :ref:`comparisons`. A candidate that fails is recorded. Interrupted, `compare`
    returns what was done.

    Parameters
    ----------
    candidates : mapping of str to estimator, labels or mapping
        An estimator, which is cloned; labels in the form of the truth; or a mapping
        from data sets' names to these.
    data : mapping of str to tuple (X, truth), list of these, or function
        The matrix, None if all candidates are labels, and the truth: row labels, to
        compare only rows; ``(row_labels, column_labels)``; or indicators ``(rows,
        columns)`` of shape (n_biclusters, n_rows) and (n_biclusters, n_columns). Also
        (X, rows, columns), as `datasets` and scikit-learn return it. A list of such
        tuples, or a function from a seed to one, is several draws, which are averaged.
    metrics : str, callable, or list or dict of these
        Indices, or functions ``(true, pred) -> float``; a dictionary names them.
    greater_is_better : mapping of str to bool, default=None
        Direction of your own metrics by name; True if omitted.
    n_repeats : int, default=1
        Fits of each estimator to each draw.
    n_draws : int, default=10
        Draws from each function in `data`, and random parts with `subsample`.
    subsample : tuple of float, default=None
        Fractions of rows and columns in random parts of each matrix, to which
        estimators are fitted, without rows and columns that are all zero there.
    shuffle : bool, default=True
        Whether to permute rows and columns at random. Pass False where positions
        matter: precomputed distances, columns selected by number, series.
    time_limit : float, default=None
        Seconds after which a fit is stopped as failed; code in C runs to its end.
        Refused on Windows and in threads.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.
    sample_weight : mapping of str to weights, "balanced" or None, default=None
        :ref:`Weights <weights>` of the true labels of each data set.
    random_state : int, RandomState instance, list of int or None, default=None
        Seed of draws, orders and fits, which replaces every `random_state` of an
        estimator; a list has one per repeat.
    n_jobs : int, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).

    Returns
    -------
    comparison : Comparison
        All values; prints as a table.

    Raises
    ------
    ValueError, TypeError
        Without candidate, data set or metric; if a metric does not suit the truth,
        shapes differ, X is None for an estimator, or an option is not valid.

    Warns
    -----
    UserWarning
        If labels differ for the same seed (with a `random_state`, one fit of each
        candidate is made twice); if interrupted.

    See Also
    --------
    coclustering_report : All about one prediction.

    Notes
    -----
    Truth and fit are aligned as by `make_cocluster_scorer`. With true labels of rows
    alone, estimators with `labels_` can be compared. Estimators never see the truth,
    and get a copy of X.

    Candidates added or removed change no other's seeds.

    Cost: ``n_repeats`` fits of each estimator to each draw.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
    >>> from sklearn_cocluster_metrics import compare
    >>> from sklearn_cocluster_metrics.datasets import make_latent_blocks
    >>> def blocks(seed):
    ...     return make_latent_blocks(
    ...         (60, 40), (3, 2), family="poisson", random_state=seed
    ...     )
    >>> candidates = {
    ...     "biclustering": SpectralBiclustering((3, 2)),
    ...     "coclustering": SpectralCoclustering(3),
    ... }
    >>> found = compare(
    ...     candidates, {"clear": blocks}, ["cari", "nce"], n_draws=3, random_state=0
    ... )
    >>> found
    Comparison(2 candidates, 1 data set, 2 metrics, 6 fits)
    """
    check_flag(shuffle, "shuffle")
    check_integer(verbose, "verbose", 0)
    if time_limit is not None:
        if check_weight(time_limit, "time_limit") == 0:
            raise ValueError("`time_limit` must be greater than 0.")
        if not hasattr(signal, "SIGALRM"):
            raise ValueError("`time_limit` needs alarms, which this system lacks.")
    repeats: Sequence[int] = range(check_integer(n_repeats, "n_repeats", 1))
    are_seeds = isinstance(random_state, list | tuple | range | np.ndarray)
    root = 0 if are_seeds else draw_seed(check_generator(random_state, "random_state"))
    if are_seeds:
        repeats = _check_seeds(random_state, n_repeats)
    n_draws = check_integer(n_draws, "n_draws", 1)
    fractions = None if subsample is None else _check_fractions(subsample)
    drawn = _check_data(data, n_draws, root, unlabelled, sample_weight, fractions)
    parts = {n: draws[0].fraction for n, draws in drawn.items() if draws[0].fraction}
    given = check_mapping(candidates, "candidates", "estimators or labels")
    by_name = {
        name: _check_candidate(one, name, drawn, shuffle or bool(parts))
        for name, one in given.items()
    }
    first = next(iter(drawn.values()))[0]
    of_rows = [name for name, draws in drawn.items() if not draws[0].has_columns]
    of_both = not first.is_of_biclusters and len(of_rows) < len(drawn)
    resolved = resolve_several(
        metrics, first.structure, of_coclusterings=of_both, directions=greater_is_better
    )
    for metric in () if sample_weight is None else resolved.values():
        metric.check_takes_weights()
    runs: list[Run] = []
    # The first fit of each candidate shows whether its seed determines it.
    unseen = set(by_name) if random_state is not None else set()
    for data_name, draws in drawn.items():
        for (draw, of_draw), name in product(enumerate(draws), by_name):
            candidate = by_name[name][data_name]
            is_fitted = is_estimator(candidate)
            for repeat in repeats if is_fitted else [0]:
                place = Place(data_name, draw, name, repeat)
                seed = repeat if are_seeds else _seed(root, *place)
                order = _seed(root, data_name, draw, repeat) if shuffle else None
                twice = is_fitted and name in unseen
                if twice:
                    unseen.remove(name)
                run = Run(place, of_draw, candidate, seed, order, time_limit, twice)
                runs.append(run)
    found = computed(
        (delayed(_perform)(run, resolved) for run in runs),
        check_n_jobs(n_jobs, "n_jobs"),
    )
    done: list[tuple[list[Record], bool]] = []
    try:
        for outcome in with_progress(found, len(runs), "fits", verbose):
            done.append(outcome)
    except KeyboardInterrupt:
        if not done:
            raise
        warn_caller(f"Interrupted: {len(done)} of {len(runs)} fits are done.")
    for records, differs in done:
        if differs:
            warn_caller(
                f"The candidate {records[0]['candidate']!r} has given other labels in "
                "a second fit with the same seed. It may draw from the global "
                "generator of NumPy; let it take its `random_state`."
            )
    return Comparison(
        [record for records, _ in done for record in records],
        {name: metric.greater_is_better for name, metric in resolved.items()},
        tuple(of_rows),
        parts,
    )


class Run(NamedTuple):
    """A candidate to be fitted to a draw; without an order, X is fitted as it is."""

    place: Place
    data: KnownData
    candidate: Any
    seed: int
    order: int | None
    time_limit: float | None
    twice: bool

    def found(self) -> tuple[PairToScore, tuple[int, ...], Any, float | None]:
        """Return the truth beside what is found, and what is known of the fit.

        These are the numbers of clusters and of items left out, and the seconds.
        """
        fit_time = None
        if is_estimator(self.candidate):
            model = clone_with_seed(self.candidate, self.seed)
            generator = None if self.order is None else RandomState(self.order)
            data = self.data.copied(generator)
            start = perf_counter()
            limit = self.time_limit
            with nullcontext() if limit is None else _limited(limit):
                fit_or_name_wrapper(model, data.X)
            fit_time = perf_counter() - start
            pair: PairToScore = data.pair_of_fit(model)
        else:
            pair = self.data.pair_of_labels(self.candidate)
        unlabelled: Any = self.data.unlabelled
        handled = pair.handled(unlabelled)
        n_left_out = getattr(handled, "n_left_out", None)
        if isinstance(handled, BiclusteringPair):
            n_clusters: tuple[int, ...] = (int(handled.pred[0].shape[0]),)
        else:
            n_clusters = tuple(table.shape[1] for table in handled.statistics)
        return handled, n_clusters, n_left_out, fit_time


class TimeLimitReached(BaseException):
    """A fit took too long. Estimators that catch every `Exception` let it pass."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise an error from what takes longer."""

    def stop(*_: Any) -> None:
        raise TimeLimitReached(f"the fit took longer than {seconds:g} s.")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _check_seeds(random_state: Any, n_repeats: int) -> list[int]:
    """Check a list of seeds, one for each repeat."""
    seeds = check_sequence(random_state, "random_state", "seeds")
    for place, seed in enumerate(seeds):
        check_integer(seed, f"random_state[{place}]", 0, 2**32 - 1)
    if n_repeats != 1 or len(set(seeds)) < len(seeds):
        what = "a list of different seeds, one for each repeat, without `n_repeats`"
        raise ValueError(f"`random_state` must be {what}.")
    return [*map(int, seeds)]


def _check_fractions(subsample: Any) -> list[float]:
    """Check the fractions of rows and of columns in random parts."""
    expected = "(row_fraction, column_fraction)"
    fractions = [
        check_between(one, f"subsample[{mode}]", 0, 1)
        for mode, one in enumerate(check_two_parts(subsample, "subsample", expected))
    ]
    if not 0 < min(fractions) < 1:
        raise ValueError(f"`subsample` must be above 0, one below 1; got {subsample}.")
    return fractions


def _check_data(
    data: Any,
    n_draws: int,
    root: int,
    unlabelled: Unlabelled | None,
    weights: Any,
    fractions: list[float] | None,
) -> dict[str, list[KnownData]]:
    """Check the draws of each data set; all have the same structure as truth.

    With fractions, a single matrix is replaced by random parts of it.
    """
    checked: dict[str, list[KnownData]] = {}
    data = check_mapping(data, "data", EXPECTED)
    if weights is None or isinstance(weights, str):
        weights = dict.fromkeys(data, weights)
    for name in check_mapping(weights, "sample_weight", "weights"):
        check_option(name, "sample_weight", data)
    for name, given in data.items():
        shown = f"data[{name!r}]"
        if callable(given):
            drawn = (_seed(root, name, draw) for draw in range(n_draws))
            seeds = with_progress(drawn, n_draws, "draws", cure="")
            named = [(f"{shown}({seed})", given(seed)) for seed in seeds]
        elif isinstance(given, list):
            draws = check_sequence(given, shown, "pairs (X, truth)")
            named = [(f"{shown}[{place}]", one) for place, one in enumerate(draws)]
        else:
            named = [(shown, given)]
        checked[name] = [
            KnownData.of(one, of, unlabelled, weights.get(name)) for of, one in named
        ]
        whole = checked[name][0]
        if fractions and isinstance(given, tuple) and whole.X is not None:
            seeds = (_seed(root, name, "part", draw) for draw in range(n_draws))
            checked[name] = [whole.part_of(fractions, seed) for seed in seeds]
    if len({one.structure for draws in checked.values() for one in draws}) > 1:
        raise ValueError(
            "`data` has true labels and true biclusters; call `compare` for each."
        )
    return checked


def _check_candidate(
    candidate: Any, name: str, data: Mapping[str, Sequence[KnownData]], moves: bool
) -> Mapping[str, Any]:
    """Return the candidate for each data set."""
    shown = f"candidates[{name!r}]"
    by_data: Mapping[str, Any] = (
        candidate if isinstance(candidate, Mapping) else dict.fromkeys(data, candidate)
    )
    if by_data.keys() != data.keys():
        keys, expected = [*by_data], [*data]
        raise ValueError(f"`{shown}` has the keys {keys}; `data` has {expected}.")
    for data_name, one in by_data.items():
        if is_estimator(one):
            if data[data_name][0].X is None:
                raise ValueError(f"`{shown}` needs an X in `data[{data_name!r}]`.")
            if moves and _takes_distances(one):
                raise ValueError(
                    f"`{shown}` takes distances: pass `shuffle=False`, no `subsample`."
                )
        elif isinstance(one, str | bytes | type) or not hasattr(one, "__len__"):
            raise TypeError(
                f"`{shown}` must be an estimator (an instance), labels, or a mapping "
                f"from names of data sets to these; got {one!r:.80}."
            )
        elif len(data[data_name]) > 1:
            several = f"`data[{data_name!r}]` has several draws or parts"
            raise ValueError(f"`{shown}` is labels of one draw; {several}.")
    return by_data


def _takes_distances(estimator: Any) -> bool:
    """Return whether X of an estimator is distances or similarities of its rows."""
    try:
        return bool(get_tags(estimator).input_tags.pairwise)
    except Exception:  # third-party estimators without tags
        return False


def _perform(
    run: Run, metrics: Mapping[str, ResolvedMetric]
) -> tuple[list[Record], bool]:
    """Fit a candidate and compare it; an error is recorded, not raised.

    Say also whether a second fit with the same seed, if asked for, differs.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if run.time_limit is not None and not is_main:  # others get no alarms
        raise ValueError(
            "`time_limit` needs the main thread; use processes of joblib, not threads."
        )
    found, error = _attempt(run.found)
    pair, *known = found or [None] * 4
    records: list[Record] = []
    for name, metric in metrics.items():
        value = None
        if pair is not None:
            value, error = _attempt(_number_of, metric, pair)
        entries = *run.place, name, value, *known, error
        records.append(dict(zip(KEYS, entries, strict=True)))
    return records, run.twice and pair is not None and _differs_from(pair, run)


def _attempt(function: Callable[..., Any], *args: Any) -> tuple[Any, str | None]:
    """Return what a function returns, or None and its error in words."""
    try:
        return function(*args), None
    except (Exception, TimeLimitReached) as error:
        return None, f"{type(error).__name__}: {error}"


def _number_of(metric: ResolvedMetric, pair: PairToScore) -> float:
    """Compute a metric."""
    return value_of_pair(metric, pair) + 0.0  # 0.0, never -0.0


def _differs_from(pair: PairToScore, run: Run) -> bool:
    """Return whether a second fit fails, or gives other labels or biclusters."""
    found, failure = _attempt(run.found)
    if failure is not None:
        return True
    sides = (
        side if isinstance(side, tuple) else (side,)
        for side in (pair.structures()[1], found[0].structures()[1])
    )
    return not all(map(np.array_equal, *sides))


def _seed(root: int, *place: str | int) -> int:
    """Draw a seed that no other candidate, data set, draw or repeat has a part in."""
    digest = int.from_bytes(sha256(repr(place).encode()).digest())
    sequence = np.random.SeedSequence([root, digest])
    return int(sequence.generate_state(1)[0] >> 1)  # all take seeds of 31 bits
