"""Compare many candidates on many data sets by many metrics."""

from collections.abc import Mapping, Sequence
from typing import Any

from joblib import Parallel, delayed
from numpy.random import RandomState

from .._contracts import AnyMetrics, resolve_several
from .._structures import (
    check_generator,
    check_integer,
    check_mapping,
    check_n_jobs,
    draw_seed,
    is_estimator,
)
from ._compared_data import Data, check_data
from ._comparison import Comparison
from ._runs import perform, runs_of


def compare(
    candidates: Mapping[str, Any],
    data: Mapping[str, tuple[Any, Any]],
    metrics: AnyMetrics,
    *,
    n_repeats: int = 1,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> Comparison:
    """Compare candidates on data sets whose true structure is known.

    Every candidate is fitted to every data set, `n_repeats` times with different seeds,
    and what it finds is compared with the truth by all metrics. A candidate that fails
    is recorded with its error; the others go on.

    Parameters
    ----------
    candidates : mapping of str to estimator, labels or mapping
        By name: an estimator, which is cloned and fitted; or labels that were found
        elsewhere, given as the truth is. Or a mapping from the name of each data set to
        one of these, for numbers of clusters that differ between data sets.
    data : mapping of str to tuple (X, truth)
        By name: the matrix, and its true structure. This is either the labels of the
        rows, then only rows are compared; or ``(row_labels, column_labels)``; or
        biclusters, ``(rows, columns)``, indicators of shape (n_biclusters, n_rows) and
        (n_biclusters, n_columns). X may be None where all candidates are labels.
    metrics : str, callable, or list or dict of these
        Names of indices, or functions ``(labels_true, labels_pred) -> float``. The keys
        of a dictionary name them in the results.
    n_repeats : int, default=1
        Number of fits of each estimator to each data set.
    random_state : int, RandomState instance or None, default=None
        Determines the seed of each fit, which replaces every `random_state` parameter
        of the estimator. Pass an int for the same result at every call.
    n_jobs : int, default=None
        Number of fits at a time. It does not change the result.
    verbose : int, default=0
        How much joblib reports about progress; 10 reports each fit.

    Returns
    -------
    comparison : Comparison
        All values as `records`, printable as a table; with `to_frame`, `ranks`, `plot`
        and `to_latex`.

    Raises
    ------
    ValueError
        If there is no candidate, data set or metric; if a metric is unknown or does not
        compare what is given as truth; if the shapes of a matrix and its truth differ;
        if X is None and a candidate is an estimator.
    TypeError
        If an argument has the wrong type.

    See Also
    --------
    Comparison : The result.
    coclustering_report : All about one prediction.
    make_cocluster_scorer : Scores within a search.

    Notes
    -----
    Truth and fit are aligned as by `make_cocluster_scorer`: by the names of rows and
    columns where both have them, and through pipelines that drop or reorder columns. If
    the truth has labels of rows only, estimators with `labels_` can be compared too.

    The seed of a fit depends on `random_state`, the names of the data set and of the
    candidate, and the number of the repeat. So the values of a candidate stay the same
    when others are added or removed. Estimators without randomness give the same value
    in every repeat; labels are compared once.

    Values are not negated: where lower is better, they are as the metric's function
    returns them. For a function of your own higher must be better; pass a distance as
    ``{"name": lambda true, pred: -distance(true, pred)}``.

    An estimator never sees the truth. It is fitted to a copy of X.

    Cost: ``n_repeats`` fits of each estimator to each data set. All metrics of a fit
    share what they count.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
    >>> from sklearn_cocluster_metrics import compare
    >>> from sklearn_cocluster_metrics.datasets import make_latent_blocks
    >>> data = {}
    >>> for separation in (1, 3):
    ...     X, rows, columns = make_latent_blocks(
    ...         (60, 40), (3, 2), separation=separation, random_state=0
    ...     )
    ...     data[f"separation {separation}"] = (X - X.min() + 1, (rows, columns))
    >>> candidates = {
    ...     "biclustering": SpectralBiclustering((3, 2)),
    ...     "coclustering": SpectralCoclustering(3),
    ... }
    >>> found = compare(candidates, data, ["cari", "nce"], random_state=0)
    >>> found
    Comparison(2 candidates, 2 data sets, 2 metrics, 4 fits)
    >>> found.ranks()["cari"]
    {'biclustering': 1.0, 'coclustering': 2.0}
    """
    checked = check_data(data)
    by_data = {
        name: _check_candidate(candidate, name, checked)
        for name, candidate in check_mapping(
            candidates, "candidates", "estimators or labels"
        ).items()
    }
    structure = next(iter(checked.values())).structure
    resolved = resolve_several(
        metrics,
        structure,
        of_coclusterings=structure == "partition"
        and any(one.has_columns for one in checked.values()),
    )
    n_repeats = check_integer(n_repeats, "n_repeats", 1)
    verbose = check_integer(verbose, "verbose", 0)
    # One number from which each run has its seed, whatever else is compared.
    root = draw_seed(check_generator(random_state, "random_state"))
    of_runs: Sequence[Any] = Parallel(
        n_jobs=check_n_jobs(n_jobs, "n_jobs"), verbose=verbose
    )(
        delayed(perform)(run, resolved)
        for run in runs_of(by_data, checked, n_repeats, root)
    )
    return Comparison(
        records=[record for records in of_runs for record in records],
        greater_is_better={
            name: metric.greater_is_better for name, metric in resolved.items()
        },
    )


def _check_candidate(
    candidate: Any, name: str, data: Mapping[str, Data]
) -> Mapping[str, Any]:
    """Return the candidate for each data set."""
    shown = f"candidates[{name!r}]"
    is_mapping = isinstance(candidate, Mapping)
    by_data: Mapping[str, Any] = (
        candidate if is_mapping else dict.fromkeys(data, candidate)
    )
    if by_data.keys() != data.keys():
        raise ValueError(
            f"`{shown}` is a mapping with the keys {list(by_data)}; they must be the "
            f"names of the data sets, {list(data)}."
        )
    for data_name, one in by_data.items():
        if is_estimator(one):
            if data[data_name].X is None:
                raise ValueError(
                    f"`{shown}` is an estimator, but `data[{data_name!r}]` has no X to "
                    "fit it to."
                )
        elif isinstance(one, type):
            raise TypeError(f"`{shown}` is the class {one.__name__}; pass an instance.")
        elif isinstance(one, str | bytes) or not (
            hasattr(one, "__len__") or hasattr(one, "__array__")
        ):
            raise TypeError(
                f"`{shown}` must be an estimator, labels, or a mapping from names of "
                f"data sets to these; got {type(one).__name__}."
            )
    return by_data
