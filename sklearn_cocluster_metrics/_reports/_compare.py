"""Compare many candidates on many data sets by many metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from joblib import delayed
from numpy.random import RandomState

from .._metrics import (
    AnyMetrics,
    ResolvedMetric,
    identify,
    list_metrics,
    refuse_soft,
    resolve_several,
)
from .._structures._arguments import (
    check_between,
    check_flag,
    check_generator,
    check_integer,
    check_mapping,
    check_n_jobs,
    check_option,
    check_sequence,
    check_two_parts,
    check_verbose,
    draw_seed,
)
from .._structures._estimators import Accessor
from .._structures._messages import warn_caller
from .._structures._progress import iterate_results, with_progress
from .._structures._types import SampleWeight
from .._structures._unlabeled import Unlabeled
from ._candidates import check_candidates
from ._comparison import Comparison
from ._data import EXPECTED_DATA_SET, DataWithTruth
from ._runs import Run, Seeds, perform, plan_runs
from ._summary import Record

Draw: TypeAlias = tuple[Any, Any] | tuple[Any, Any, Any]
"""A matrix and its true structure: (X, truth) or (X, rows, columns)."""

DataSet: TypeAlias = Draw | Sequence[Draw] | Callable[[int], Draw]
"""One draw, several, or a function that makes one from a seed."""


def compare(
    candidates: Mapping[str, Any],
    data: Mapping[str, DataSet],
    metrics: AnyMetrics,
    *,
    greater_is_better: Mapping[str, bool] | None = None,
    accessor: Accessor | Mapping[str, Accessor] | None = None,
    n_repeats: int = 1,
    n_draws: int = 10,
    subsample: tuple[float, float] | None = None,
    shuffle: bool = True,
    unlabeled: Unlabeled | None = None,
    sample_weight: Mapping[str, SampleWeight] | Literal["balanced"] | None = None,
    random_state: int | RandomState | Sequence[int] | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> Comparison:
    """Compare candidates on data sets whose true structure is known.

    See :ref:`comparisons`. The truth of a data set decides whether its rows, its
    columns or both are compared. A candidate that fails is recorded. Interrupted,
    `compare` returns what was done.

    Parameters
    ----------
    candidates : mapping of str to estimator, labels or mapping
        An estimator, which is cloned; labels in the form of the truth, of several draws
        a list with those of each draw; or a mapping from data sets' names to these.
    data : mapping of str to tuple (X, truth), list of these, or function
        The matrix, None if all candidates are labels, and the truth: ``(row_labels,
        column_labels)``, of which one is None if it is not known and then not compared;
        row labels alone; or indicators ``(rows, columns)`` of shape (n_biclusters,
        n_rows) and (n_biclusters, n_columns). Also (X, rows, columns), as `datasets`
        and scikit-learn return it. A list of such tuples, or a function from a seed to
        one, is several draws, which are averaged.
    metrics : str, callable, or list or dict of these
        Indices, or functions ``(true, pred) -> float``; a dictionary names them.
    greater_is_better : mapping of str to bool, default=None
        Direction of your own functions by name. Without one, higher is better; names
        and keys that end in "error", "distance" or "loss" need it, and so do functions
        that are least for equal structures.
    accessor : str, tuple of str, callable or mapping, default=None
        Where estimators have their labels or biclusters, as in `make_cocluster_scorer`
        and `make_bicluster_scorer`; a mapping from names of candidates has those of
        some.
    n_repeats : int, default=1
        Fits of each estimator to each draw.
    n_draws : int, default=10
        Draws from each function in `data`, and random parts with `subsample`.
    subsample : tuple of float, default=None
        Fractions of rows and columns in random parts of each matrix, to which
        estimators are fitted, without rows and columns that are all zero there. Data
        sets without a matrix have no parts: labels are compared as they are.
    shuffle : bool, default=True
        Whether to permute rows and columns at random. Pass False where positions
        matter: precomputed distances, columns selected by number, series.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabeled`.
    sample_weight : mapping of str to weights, "balanced" or None, default=None
        :ref:`Weights <weights>` of the true labels of each data set.
    random_state : int, RandomState instance, list of int or None, default=None
        Seed of draws, orders and fits, which replaces every `random_state` of an
        estimator; a list has one per repeat.
    n_jobs : int, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed), and what is being fitted.

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
        If interrupted.

    See Also
    --------
    compare_scores : It tests whether two given predictions of one data set differ.
    pairwise_scores : It compares structures with each other, without a truth.
    coclustering_report : It says all about one prediction.

    Notes
    -----
    Truth and fit are aligned as by `make_cocluster_scorer`. With true labels of rows
    alone, estimators with `labels_` can be compared. Estimators never see the truth,
    and get a copy of X.

    Indices of rows, of columns and of both are different numbers. If all data sets are
    alike, the header of a metric says what was compared; else each data set is marked.

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
    check_verbose(verbose)
    for metric in list_metrics(metrics):
        refuse_soft(metric)
    seeds = _check_random_state(random_state, check_integer(n_repeats, "n_repeats", 1))
    draws_by_data = _check_data(
        data,
        n_draws=check_integer(n_draws, "n_draws", 1),
        seeds=seeds,
        unlabeled=unlabeled,
        sample_weight=sample_weight,
        fractions=_check_fractions(subsample),
    )
    fractions_of_parts = _fractions_of_parts(draws_by_data)
    candidates_by_name = check_candidates(
        candidates,
        draws_by_data,
        accessor=accessor,
        is_rearranged=shuffle or len(fractions_of_parts) > 0,
    )
    metrics_by_name = _check_metrics(
        metrics,
        draws_by_data,
        greater_is_better=greater_is_better,
        is_weighted=sample_weight is not None,
    )
    runs = plan_runs(candidates_by_name, draws_by_data, seeds, shuffle=shuffle)
    records_by_run = iterate_results(
        (delayed(perform)(run, metrics_by_name) for run in runs),
        check_n_jobs(n_jobs, "n_jobs"),
    )
    return Comparison(
        records=_collect_records(records_by_run, runs, verbose),
        greater_is_better={
            name: metric.greater_is_better for name, metric in metrics_by_name.items()
        },
        headers={name: metric.header() for name, metric in metrics_by_name.items()},
        parts=fractions_of_parts,
        draw_seeds={
            name: seeds.root
            for name, data_set in data.items()
            if callable(data_set) or name in fractions_of_parts
        },
    )


def _check_random_state(random_state: Any, n_repeats: int) -> Seeds:
    """Return the seeds from a random state, or a list with a seed for each repeat."""
    if not isinstance(random_state, list | tuple | range | np.ndarray):
        root = draw_seed(check_generator(random_state, "random_state"))
        return Seeds(root=root, repeats=range(n_repeats), are_listed=False)
    listed_seeds = check_sequence(random_state, "random_state", "seeds")
    for position, seed in enumerate(listed_seeds):
        check_integer(seed, f"random_state[{position}]", 0, 2**32 - 1)
    if n_repeats != 1 or len(set(listed_seeds)) < len(listed_seeds):
        raise ValueError(
            "`random_state` must be a list of different seeds, one for each repeat, "
            "without `n_repeats`."
        )
    repeats = [int(seed) for seed in listed_seeds]
    return Seeds(root=0, repeats=repeats, are_listed=True)


def _check_fractions(subsample: Any) -> list[float] | None:
    """Return the fractions of rows and of columns in random parts, None without."""
    if subsample is None:
        return None
    expected = "(row_fraction, column_fraction)"
    row_and_column_fractions = check_two_parts(subsample, "subsample", expected)
    fractions = [
        check_between(fraction, f"subsample[{mode}]", 0, 1)
        for mode, fraction in enumerate(row_and_column_fractions)
    ]
    if not 0 < min(fractions) < 1:
        raise ValueError(
            "`subsample` must have fractions above 0, of which one at least is below "
            f"1; got {subsample}."
        )
    return fractions


def _check_data(
    data: Any,
    *,
    n_draws: int,
    seeds: Seeds,
    unlabeled: Unlabeled | None,
    sample_weight: Any,
    fractions: Sequence[float] | None,
) -> dict[str, list[DataWithTruth]]:
    """Check data sets, and return the draws of each by its name.

    All truths must be labels, or all biclusters. With `fractions`, a data set that is a
    single matrix has `n_draws` random parts of it as draws.
    """
    data = check_mapping(data, "data", EXPECTED_DATA_SET)
    weights_by_data = _check_weights(sample_weight, data)
    draws_by_data: dict[str, list[DataWithTruth]] = {}
    for name, data_set in data.items():
        draws = [
            DataWithTruth.of(
                draw,
                draw_name,
                unlabeled=unlabeled,
                sample_weight=weights_by_data.get(name),
            )
            for draw_name, draw in _named_draws(data_set, name, n_draws, seeds)
        ]
        first_draw = draws[0]
        # A tuple is a single draw; lists and functions are several draws already.
        is_single_matrix = isinstance(data_set, tuple) and first_draw.X is not None
        if fractions is not None and is_single_matrix:
            part_seeds = [
                seeds.derived_seed(name, "part", number) for number in range(n_draws)
            ]
            draws = [first_draw.draw_part(fractions, seed) for seed in part_seeds]
        if fractions is not None and first_draw.X is None:
            warn_caller(
                f"`subsample` changes nothing in `data[{name!r}]`, which has no "
                "matrix: labels are compared as they are, and have no draws."
            )
        draws_by_data[name] = draws
        _check_same_modes(name, draws)
    # Of each data set, whether its truth is labels, "partition", or "biclustering"
    structures = {draws[0].structure for draws in draws_by_data.values()}
    if len(structures) > 1:
        raise ValueError(
            "`data` has true labels and true biclusters; call `compare` for each, or "
            "turn biclusters that are a grid into labels by `biclusters_to_labels`."
        )
    return draws_by_data


def _check_same_modes(name: str, draws: Sequence[DataWithTruth]) -> None:
    """Check that the same is compared in all draws of a data set."""
    compared = list(dict.fromkeys(draw.compared for draw in draws))
    if len(compared) > 1:
        raise ValueError(
            f"The draws of `data[{name!r}]` must have truths of the same kind, since "
            f"their values are averaged; got {compared}. Pass each kind as a data set "
            "of its own."
        )


def _check_weights(sample_weight: Any, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the weights of the true labels by data set; one without may be missing."""
    if sample_weight is None or isinstance(sample_weight, str):
        return dict.fromkeys(data, sample_weight)
    weights_by_data = check_mapping(sample_weight, "sample_weight", "weights")
    for name in weights_by_data:
        check_option(name, "sample_weight", data)
    return weights_by_data


def _named_draws(
    data_set: Any, name: str, n_draws: int, seeds: Seeds
) -> list[tuple[str, Any]]:
    """Return the draws of a data set as they are passed, each with a name for errors.

    Such a name is "data['a'][0]", or "data['a'](seed)" where a function draws.
    """
    parameter = f"data[{name!r}]"
    if callable(data_set):
        draw_seeds = (seeds.derived_seed(name, number) for number in range(n_draws))
        return [
            (f"{parameter}({seed})", data_set(seed))
            for seed in with_progress(draw_seeds, n_draws, "draws", advice="")
        ]
    if isinstance(data_set, list):
        draws = check_sequence(data_set, parameter, "pairs (X, truth)")
        return [(f"{parameter}[{number}]", draw) for number, draw in enumerate(draws)]
    return [(parameter, data_set)]


def _fractions_of_parts(
    draws_by_data: Mapping[str, Sequence[DataWithTruth]],
) -> dict[str, float]:
    """Return the fraction in each part, for data sets whose draws are random parts."""
    fractions = {name: draws[0].fraction for name, draws in draws_by_data.items()}
    return {
        name: fraction for name, fraction in fractions.items() if fraction is not None
    }


def _check_metrics(
    metrics: AnyMetrics,
    draws_by_data: Mapping[str, Sequence[DataWithTruth]],
    *,
    greater_is_better: Mapping[str, bool] | None,
    is_weighted: bool,
) -> dict[str, ResolvedMetric]:
    """Resolve the metrics by name, and check that they suit the truth."""
    first_draws = [draws[0] for draws in draws_by_data.values()]
    structure = first_draws[0].structure
    if structure == "biclustering":
        _refuse_indices_of_labels(metrics)
    compares_several_modes = any(
        len(draw.compared_modes.numbers) > 1 for draw in first_draws
    )
    metrics_by_name = resolve_several(
        metrics,
        structure,
        caller=compare,
        of_coclusterings=structure == "partition" and compares_several_modes,
        directions=greater_is_better,
    )
    if is_weighted:
        for metric in metrics_by_name.values():
            metric.check_takes_weights()
    return metrics_by_name


def _refuse_indices_of_labels(metrics: Any) -> None:
    """Refuse an index of labels where the truth is biclusters, and name the cure."""
    for metric in list_metrics(metrics):
        contract = identify(metric, {}, caller=compare).known_index
        if contract is not None and contract.structure == "partition":
            raise ValueError(
                f"{contract.name!r} compares labels, but the true structures of `data` "
                "are biclusters. If these are a grid, as those of `make_checkerboard`, "
                "pass `(X, biclusters_to_labels((rows, columns)))`."
            )


def _collect_records(
    records_by_run: Iterable[list[Record]], runs: Sequence[Run], verbose: int
) -> list[Record]:
    """Return the records of all runs; interrupted, of those that are done."""
    records: list[Record] = []
    n_done = 0
    try:
        results = with_progress(
            records_by_run,
            len(runs),
            "fits",
            verbose=verbose,
            names=[f"{run.key.candidate} on {run.key.data}" for run in runs],
        )
        for records_of_run in results:
            records.extend(records_of_run)
            n_done += 1
    except KeyboardInterrupt:
        if n_done == 0:
            raise
        warn_caller(f"Interrupted: {n_done} of {len(runs)} fits are done.")
    return records
