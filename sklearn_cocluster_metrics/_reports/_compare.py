"""Compare many candidates on many data sets by many metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from joblib import delayed, effective_n_jobs
from numpy.random import RandomState

from .._metrics import (
    AnyMetrics,
    ResolvedMetric,
    identify,
    list_metrics,
    refuse_options_of_metric,
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
from .._structures._matrix import n_columns_of
from .._structures._messages import FOR_DIAGONAL_BICLUSTERS, warn_caller
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


@refuse_options_of_metric
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

    Every estimator is fitted to every data set, and its labels or biclusters are scored
    against the truth by all metrics. Labels that were made elsewhere can be compared in
    the same way. A data set can consist of several *draws*, which are matrices from the
    same source, or of random parts of one matrix. Use several draws or parts, because
    only then can differences between candidates be tested (:ref:`comparisons`). The
    truth of a data set decides whether its rows, its columns or both are compared. If a
    fit fails, the error is recorded and the comparison goes on. If `compare` is
    interrupted, it returns the results so far.

    Parameters
    ----------
    candidates : mapping of str to estimator, labels or mapping
        Candidates by name. An estimator is cloned before each fit. Labels have the same
        form as the truth; if a data set has several draws, pass a list with the labels
        of each draw. A mapping has an estimator or labels for each data set by name.
    data : mapping of str to tuple (X, truth), list of these, or function
        Data sets by name. X is the matrix; it can be None if all candidates are labels.
        The truth is a tuple ``(row_labels, column_labels)``, row labels alone, or a
        tuple ``(rows, columns)`` of indicators of shape (n_biclusters, n_rows) and
        (n_biclusters, n_columns). If the labels of the rows or of the columns are
        unknown, pass None in their place; they are then not compared. A tuple ``(X,
        rows, columns)``, as returned by `datasets` and scikit-learn, is also valid. For
        several draws of a data set, pass a list of such tuples, or a function that
        takes a seed and returns one. The values of the draws are averaged.
    metrics : str, callable, or list or dict of these
        Indices, or your own functions ``(true, pred) -> float``. The keys of a
        dictionary are used as their names.
    greater_is_better : mapping of str to bool, default=None
        Whether higher is better, for each of your own functions by name. If a function
        is not listed, higher is better. A function must be listed if its name or key
        ends in "error", "distance" or "loss", or if equal structures have the least
        value.
    accessor : str, tuple of str, callable or mapping, default=None
        Where to read the labels or biclusters of fitted estimators, as in
        `make_cocluster_scorer` and `make_bicluster_scorer`. Pass a mapping from names
        of candidates if only some of them need it. If None, the usual attributes are
        read. A function must read what the fit has stored. It must not predict labels
        of your matrix, because the rows of the fitted matrix are in another order.
    n_repeats : int, default=1
        Number of fits of each estimator to each draw.
    n_draws : int, default=10
        Number of draws from each function in `data`. If `subsample` is given, it is
        also the number of random parts of each matrix.
    subsample : tuple of float, default=None
        Fractions of the rows and of the columns in random parts of each matrix.
        Estimators are fitted to these parts, after rows and columns that have only
        zeros in a part are removed from it. Data sets without a matrix have no parts,
        so their labels are compared as they are. Lists and functions in `data` have
        their own draws, which are not divided into parts. If None, estimators are
        fitted to whole matrices.
    shuffle : bool, default=True
        Whether to permute rows and columns at random before each fit. Pass False if
        their positions matter, for example for precomputed distances, columns selected
        by number, or time series.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        How to treat missing labels and the label -1, as in `handle_unlabeled`. If None,
        -1 is an ordinary label and missing labels raise an error.
    sample_weight : mapping of str to weights, "balanced" or None, default=None
        :ref:`Weights <weights>` of the true labels, for each data set by name. With
        "balanced", every true cluster has the same total weight. If None, all rows and
        all columns have equal weight. Weights are not counts of equal rows.
    random_state : int, RandomState instance, list of int or None, default=None
        Seed or generator of the draws, the permutations and the fits. It replaces every
        `random_state` of an estimator. Pass an int for the same result in every call,
        or a list with one seed for each repeat.
    n_jobs : int, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress and the candidate that is being fitted. A progress bar
        is shown if `tqdm` is installed.

    Returns
    -------
    comparison : Comparison
        All values and errors. The comparison prints as a table of means, in which an
        arrow shows whether higher or lower is better.

    Raises
    ------
    ValueError, TypeError
        If there is no candidate, data set or metric, if a metric does not suit the
        truth, if shapes differ, if X is None for an estimator, or if an option is not
        valid.

    Warns
    -----
    UserWarning
        If the comparison is interrupted.

    See Also
    --------
    compare_scores : It tests whether two given predictions of one data set differ.
    pairwise_scores : It compares structures with each other, without a truth.
    coclustering_report : It shows many indices of one prediction.

    Notes
    -----
    The truth and the fitted labels are aligned as in `make_cocluster_scorer`. If only
    true labels of the rows are given, estimators with `labels_` can be compared, too.
    Estimators are fitted to a copy of X and never see the truth.

    The index of the rows, the index of the columns and the index of both are different
    numbers. Therefore, the result shows which of the three was computed. The headers of
    the metrics show this if it is the same for all data sets; otherwise, each data set
    is marked.

    The seeds of a candidate do not depend on the other candidates. Therefore its values
    do not change if candidates are added or removed.

    The cost is ``n_repeats`` fits of each estimator to each draw.

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
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    records_by_run = iterate_results(
        (delayed(perform)(run, metrics_by_name) for run in runs), n_jobs
    )
    return Comparison(
        records=_collect_records(
            records_by_run,
            runs,
            n_workers=effective_n_jobs(n_jobs),
            verbose=verbose,
        ),
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
            "If `random_state` is a list, it must have a different seed for each "
            "repeat, and `n_repeats` must be left out because the list determines "
            f"it; got {len(listed_seeds)} seeds, {len(set(listed_seeds))} of them "
            f"different, and `n_repeats={n_repeats}`."
        )
    repeats = [int(seed) for seed in listed_seeds]
    # Draws and permutations are derived from the root. It is the same for all lists, so
    # that further repeats of the same draws can be added to a comparison.
    return Seeds(root=0, repeats=repeats, are_listed=True)


def _check_fractions(subsample: Any) -> list[float] | None:
    """Return the fractions of rows and columns in random parts, or None."""
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
            "Both fractions in `subsample` must be above 0, and at least one of them "
            f"must be below 1; got {subsample}. For example, pass `subsample=(0.5, "
            "0.5)`."
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

    All truths must be labels, or all must be biclusters, or all must be overlapping
    clusters. A function in `data` makes `n_draws` draws. If there are `fractions`, the
    draws of a data set that is a single tuple with a matrix are `n_draws` random parts
    of it.
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
            if fractions[0] == 1 and n_columns_of(first_draw.X) is None:
                raise ValueError(
                    f"`data[{name!r}]` has no columns, so its random parts are drawn "
                    f"from the rows, but `subsample={tuple(fractions)}` takes all "
                    "rows. Pass a fraction of rows below 1, such as `subsample=(0.5, "
                    "1)`."
                )
            part_seeds = [
                seeds.derived_seed(name, "part", number) for number in range(n_draws)
            ]
            draws = [first_draw.draw_part(fractions, seed) for seed in part_seeds]
        if fractions is not None and first_draw.X is None:
            warn_caller(
                f"`subsample` has no effect on `data[{name!r}]`, because it has no "
                "matrix. Its labels are compared as they are, so it has no draws and "
                "differences cannot be tested. To use random parts, pass `(X, "
                "truth)` and an estimator."
            )
        draws_by_data[name] = draws
        _check_same_kind_of_truth(name, draws)
    # The kinds of truth, such as "partition" for labels, "biclustering" for biclusters
    structures = {draws[0].structure for draws in draws_by_data.values()}
    if len(structures) > 1:
        raise ValueError(
            "Some data sets in `data` have true labels, others true biclusters, but "
            "no metric compares both. Call `compare` once for each kind. If the "
            "biclusters form a grid, you can turn them into labels with "
            f"`biclusters_to_labels`. {FOR_DIAGONAL_BICLUSTERS}"
        )
    return draws_by_data


def _check_same_kind_of_truth(name: str, draws: Sequence[DataWithTruth]) -> None:
    """Check that all draws of a data set compare the same, such as the rows alone."""
    # `compared` is text, such as "rows", "rows and columns, weighted" or "biclusters".
    compared = list(dict.fromkeys(draw.compared for draw in draws))
    if len(compared) > 1:
        raise ValueError(
            f"All draws of `data[{name!r}]` must have truths of the same kind, "
            f"because their values are averaged; got {compared}. Pass each kind as a "
            "data set of its own."
        )


def _check_weights(sample_weight: Any, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the weights of the true labels by name of the data set, as passed.

    Data sets that a user's mapping lacks have no weights.
    """
    if sample_weight is None or isinstance(sample_weight, str):
        return dict.fromkeys(data, sample_weight)
    weights_by_data = check_mapping(sample_weight, "sample_weight", "weights")
    for name in weights_by_data:
        check_option(name, "sample_weight", data)
    return weights_by_data


def _named_draws(
    data_set: Any, name: str, n_draws: int, seeds: Seeds
) -> list[tuple[str, Any]]:
    """Return the draws of a data set as they were passed, each with a name for errors.

    Such a name is "data['a'][0]", or "data['a'](seed)" if a function makes the draw.
    """
    parameter = f"data[{name!r}]"
    if callable(data_set):
        draw_seeds = (seeds.derived_seed(name, number) for number in range(n_draws))
        return [
            (f"{parameter}({seed})", data_set(seed))
            # `verbose` shows the progress of fits alone, so it is no advice here.
            for seed in with_progress(draw_seeds, n_draws, "draws", advice="")
        ]
    if isinstance(data_set, list):
        draws = check_sequence(data_set, parameter, "pairs (X, truth)")
        return [(f"{parameter}[{number}]", draw) for number, draw in enumerate(draws)]
    return [(parameter, data_set)]


def _fractions_of_parts(
    draws_by_data: Mapping[str, Sequence[DataWithTruth]],
) -> dict[str, tuple[float, ...]]:
    """Return the fractions in each part, for data sets that are drawn as parts.

    They are the fractions of the rows and of the columns, or of the rows alone for data
    without columns.
    """
    fractions_by_data = {}
    for name, draws in draws_by_data.items():
        fractions = draws[0].fractions
        if fractions is not None:
            fractions_by_data[name] = fractions
    return fractions_by_data


def _check_metrics(
    metrics: AnyMetrics,
    draws_by_data: Mapping[str, Sequence[DataWithTruth]],
    *,
    greater_is_better: Mapping[str, bool] | None,
    is_weighted: bool,
) -> dict[str, ResolvedMetric]:
    """Resolve the metrics by name, and check that they suit the truth."""
    first_draws = [draws[0] for draws in draws_by_data.values()]
    structure = first_draws[0].structure  # the same for all data sets
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
    """Raise an error if a metric compares labels, for a truth that is biclusters."""
    for metric in list_metrics(metrics):
        contract = identify(metric, {}, caller=compare).known_index
        if contract is not None and contract.structure == "partition":
            raise ValueError(
                f"The metric {contract.name!r} compares labels, but the true "
                "structures in `data` are biclusters. Use a metric of biclusters. If "
                "the biclusters form a grid, as in "
                "`sklearn.datasets.make_checkerboard`, you can also pass "
                "`(X, biclusters_to_labels((rows, columns)))`. "
                f"{FOR_DIAGONAL_BICLUSTERS}"
            )


def _collect_records(
    records_by_run: Iterable[list[Record]],
    runs: Sequence[Run],
    *,
    n_workers: int,
    verbose: int,
) -> list[Record]:
    """Return the records of all runs, or of the finished runs if interrupted.

    The time that remains is estimated for `n_workers` workers, which make the records.
    """
    records: list[Record] = []
    n_done = 0
    try:
        results = with_progress(
            records_by_run,
            len(runs),
            "fits",
            verbose=verbose,
            names=[f"{run.key.candidate} on {run.key.data}" for run in runs],
            n_workers=n_workers,
        )
        for records_of_run in results:
            records.extend(records_of_run)
            n_done += 1
    except KeyboardInterrupt:
        if n_done == 0:
            raise
        warn_caller(
            f"Interrupted: {n_done} of {len(runs)} fits are done. The result has only "
            "their values."
        )
    return records
