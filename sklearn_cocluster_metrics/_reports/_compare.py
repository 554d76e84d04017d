"""Compare many candidates on many data sets by many metrics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import Any, ClassVar, TypeAlias

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState

from .._contracts import AnyMetrics, ResolvedMetric, resolve_several
from .._indices._contract import Structure
from .._model_selection._alignment import (
    Biclusterings,
    Clusterings,
    biclusterings_of,
    clusterings_of,
    value_of,
)
from .._model_selection._fits import WRAP_HINT, clone_with_seed, fit_or_explain
from .._model_selection._truth import (
    TrueBiclusters,
    TrueLabels,
    TrueLabelsByName,
    true_columns,
)
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_mapping,
    check_n_jobs,
    draw_seed,
    is_estimator,
)
from .._structures._columns import (
    Names,
    column_names,
    in_order_of,
    index_of,
    n_columns_of,
    n_rows_of,
)
from .._structures._estimators import fitted_layer, has_fitted
from .._structures._indicators import (
    Indicators,
    check_biclustering,
    check_biclusterings,
)
from .._structures._partitions import check_modes, check_partitions
from ._comparison import Comparison, Record

_EXPECTED = (
    "a pair (X, truth), where the truth is one of: the labels of the rows, a tuple "
    "(row_labels, column_labels), or biclusters, a tuple (rows, columns)"
)


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
    checked = _check_data(data)
    candidates_by_data = {
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
        delayed(_perform)(
            (data_name, name), repeat, one, by_data[data_name], root, resolved
        )
        for data_name, one in checked.items()
        for name, by_data in candidates_by_data.items()
        for repeat in range(n_repeats if is_estimator(by_data[data_name]) else 1)
    )
    return Comparison(
        records=[record for records in of_runs for record in records],
        greater_is_better={
            name: metric.greater_is_better for name, metric in resolved.items()
        },
    )


@dataclass(frozen=True, eq=False)
class CoclusterData:
    """A matrix, or None, whose rows, or rows and columns, have true labels.

    The labels are kept as they were passed, in `truth`, and for alignment with X, in
    `rows` and `columns`.
    """

    X: Any
    truth: Any
    rows: TrueLabels | None = None
    columns: TrueLabels | TrueLabelsByName | None = None

    structure: ClassVar[Structure] = "partition"

    @classmethod
    def of(cls, X: Any, truth: Any, name: str) -> CoclusterData:
        """Check what a user has passed."""
        if X is None:
            check_modes(truth, name)
            return cls(None, truth)
        labels = truth if isinstance(truth, tuple) else (truth, None)
        if len(labels) != 2:
            raise ValueError(
                f"`{name}` must be the labels of the rows, or a tuple (row_labels, "
                f"column_labels), got a tuple of length {len(labels)}. More modes can "
                "be compared where X is None."
            )
        rows, columns = TrueLabels.of(labels[0], name), true_columns(labels[1], name)
        _labels_in_order((rows, columns), X, name)
        return cls(X, truth, rows, columns)

    @property
    def has_columns(self) -> bool:
        """Whether the truth is a co-clustering, not labels of rows only."""
        return isinstance(self.truth, tuple)

    def pair_of_fit(self, estimator: Any) -> Clusterings:
        """Align the labels of an estimator fitted on X; clusterers have `labels_`."""
        if (
            not self.has_columns
            and not has_fitted(estimator, "row_labels_")
            and has_fitted(estimator, "labels_")
        ):
            layer = fitted_layer(estimator, ("labels_",), "estimator")
            return self.pair_of_labels(layer.found[0])
        return clusterings_of(estimator, self.rows, self.columns, self.X)

    def pair_of_labels(self, labels: Any) -> Clusterings:
        """Align labels with the truth, and both with X where there is any."""
        if isinstance(labels, tuple) and not self.has_columns:
            labels = labels[0]
        if self.X is None:
            return Clusterings(*check_partitions(self.truth, labels))
        given = labels if isinstance(labels, tuple) else (labels,)
        if len(given) != 1 + self.has_columns:
            raise ValueError(
                "`labels` must be a tuple (row_labels, column_labels), as the truth is."
            )
        codes, columns = check_modes(labels, "labels"), self.columns
        if isinstance(columns, TrueLabelsByName):
            columns = TrueLabels(columns.look_up(column_names(self.X), "truth"), None)
        true = _labels_in_order((self.rows, columns), self.X, "truth")
        found = _in_order_of_data(codes, map(index_of, given), self.X, "labels")
        return Clusterings.of(zip(true, found, strict=True))


@dataclass(frozen=True, eq=False)
class BiclusterData:
    """A matrix, or None, with true biclusters, as they were passed and checked."""

    X: Any
    truth: Any
    biclusters: TrueBiclusters

    structure: ClassVar[Structure] = "biclustering"
    has_columns: ClassVar[bool] = True

    @classmethod
    def of(cls, X: Any, truth: Any, name: str) -> BiclusterData:
        """Check what a user has passed."""
        checked = check_biclustering(truth, name)
        if X is not None:
            _biclusters_in_order(checked, truth, X, name)
        return cls(X, truth, TrueBiclusters(*checked, *map(column_names, truth)))

    def pair_of_fit(self, estimator: Any) -> Biclusterings:
        """Align the biclusters of an estimator fitted on X."""
        return biclusterings_of(estimator, self.biclusters, self.X)

    def pair_of_labels(self, biclusters: Any) -> Biclusterings:
        """Align biclusters with the true ones, and both with X where there is any."""
        if self.X is None:
            return Biclusterings(*check_biclusterings(self.truth, biclusters))
        true = self.biclusters.rows, self.biclusters.columns
        found = check_biclustering(biclusters, "biclusters")
        return Biclusterings(
            _biclusters_in_order(true, self.truth, self.X, "truth"),
            _biclusters_in_order(found, biclusters, self.X, "biclusters"),
        )


Data: TypeAlias = CoclusterData | BiclusterData


def _labels_in_order(
    sides: Iterable[TrueLabels | TrueLabelsByName | None], X: Any, name: str
) -> list[Any]:
    """Put true labels in the order of the data; not those by name of features."""
    known = [side for side in sides if isinstance(side, TrueLabels)]
    codes, names = [side.codes for side in known], [side.names for side in known]
    return _in_order_of_data(codes, names, X, name)


def _biclusters_in_order(
    indicators: Indicators, given: Any, X: Any, name: str
) -> Indicators:
    """Put the rows and the columns of biclusters in the order of the data."""
    parts = [one.T for one in indicators]
    rows, columns = _in_order_of_data(parts, map(column_names, given), X, name)
    return rows.T, columns.T


def _in_order_of_data(
    parts: Iterable[Any], names: Iterable[Names | None], X: Any, name: str
) -> list[Any]:
    """Put what has an entry for each row, or column, of X in the order of X."""
    of_data = [
        ("rows", n_rows_of(X), index_of(X)),
        ("columns", n_columns_of(X), column_names(X)),
    ]
    ordered = []
    for part, own, (what, n, of_X) in zip(parts, names, of_data, strict=False):
        n_own = n_rows_of(part)
        if n not in (None, n_own):
            raise ValueError(
                f"`{name}` is of {n_own} {what}, the data have {n}; both must be of "
                f"the same {what}."
            )
        ordered.append(in_order_of(part, own, of_X, name))
    return ordered


def _check_data(data: Any) -> dict[str, Data]:
    """Check the data sets; all must have the same structure as truth."""
    checked = {
        name: _check_one(entry, f"data[{name!r}]")
        for name, entry in check_mapping(data, "data", _EXPECTED).items()
    }
    if len({one.structure for one in checked.values()}) > 1:
        raise ValueError(
            "`data` has true labels in some data sets and true biclusters in others; "
            "no metric compares both. Call `compare` for each."
        )
    return checked


def _check_one(entry: Any, shown: str) -> Data:
    """Check one data set."""
    if not isinstance(entry, tuple | list) or len(entry) != 2:
        got = type(entry).__name__
        if isinstance(entry, tuple | list):
            got += f" of length {len(entry)}"
        raise TypeError(f"`{shown}` must be {_EXPECTED}; got a {got}.")
    X, truth = entry
    if isinstance(truth, tuple) and truth and all(map(_is_indicator, truth)):
        return BiclusterData.of(X, truth, f"{shown}[1]")
    return CoclusterData.of(X, truth, f"{shown}[1]")


def _is_indicator(part: Any) -> bool:
    """Return whether this is two-dimensional, as indicators are and labels are not."""
    if hasattr(part, "ndim"):
        return bool(part.ndim == 2)
    first = part[0] if isinstance(part, list | tuple) and part else None
    return hasattr(first, "__len__") and not isinstance(first, str | bytes)


def _check_candidate(
    candidate: Any, name: str, data: Mapping[str, Data]
) -> Mapping[str, Any]:
    """Return the candidate for each data set."""
    shown = f"candidates[{name!r}]"
    by_data: Mapping[str, Any] = (
        candidate if isinstance(candidate, Mapping) else dict.fromkeys(data, candidate)
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
        elif isinstance(one, str | bytes | type) or not hasattr(one, "__len__"):
            raise TypeError(
                f"`{shown}` must be an estimator (an instance), labels, or a mapping "
                f"from names of data sets to these; got {one!r:.80}."
            )
    return by_data


def _perform(
    names: tuple[str, str],
    repeat: int,
    data: Data,
    candidate: Any,
    root: int,
    metrics: Mapping[str, ResolvedMetric],
) -> list[Record]:
    """Fit a candidate and compare it; an error is recorded, not raised."""
    seed_of = (root, names, repeat)
    found, failure = _result_or_error(_pair, data, candidate, seed_of)
    pair, fit_time = found or (None, None)
    records: list[Record] = []
    for name, metric in metrics.items():
        value, error = None, failure
        if failure is None:
            value, error = _result_or_error(_value, metric, pair)
        records.append(
            {
                "data": names[0],
                "candidate": names[1],
                "metric": name,
                "repeat": repeat,
                "value": value,
                "fit_time": fit_time,
                "error": error,
            }
        )
    return records


def _result_or_error(call: Callable[..., Any], *arguments: Any) -> tuple[Any, Any]:
    """Return what a call returns and None, or None and its error as text."""
    try:
        return call(*arguments), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


def _pair(
    data: Data, candidate: Any, seed_of: tuple[int, tuple[str, str], int]
) -> tuple[Clusterings | Biclusterings, float | None]:
    """Return the truth beside what is found, and the time of the fit."""
    if not is_estimator(candidate):
        return data.pair_of_labels(candidate), None
    model = clone_with_seed(candidate, _seed(*seed_of))
    X = deepcopy(data.X)  # an estimator that changes it changes no other run
    start = perf_counter()
    fit_or_explain(model, X, WRAP_HINT)
    fit_time = perf_counter() - start
    return data.pair_of_fit(model), fit_time


def _seed(root: int, names: tuple[str, str], repeat: int) -> int:
    """Draw a seed that no other candidate, data set or repeat has a part in."""
    digest = int.from_bytes(sha256(repr(names).encode()).digest())
    sequence = np.random.SeedSequence([root, digest, repeat])
    return int(sequence.generate_state(1)[0] >> 1)  # all take seeds of 31 bits


def _value(metric: ResolvedMetric, pair: Clusterings | Biclusterings) -> float:
    """Compute a metric in its own direction; NaN is an error."""
    value = value_of(metric, pair) + 0.0  # 0.0, never -0.0
    if math.isnan(value):
        raise ValueError(f"{metric.name} has returned NaN.")
    return value
