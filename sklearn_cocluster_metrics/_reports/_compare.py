"""Compare many candidates on many data sets by many metrics."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState

from .._contracts import AnyMetrics, ResolvedMetric, resolve_several
from .._indices._contract import Structure
from .._model_selection._alignment import (
    Biclusterings,
    Clusterings,
    TrueBiclusters,
    TrueLabels,
    TrueLabelsByName,
    biclusterings_of,
    clusterings_of,
    value_of,
)
from .._model_selection._fits import WRAP_HINT, clone_with_seed, fit_or_explain
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_mapping,
    check_n_jobs,
    draw_seed,
    is_estimator,
)
from .._structures._columns import (
    column_names,
    in_order_of,
    index_of,
    n_columns_of,
    n_rows_of,
)
from .._structures._estimators import fitted_layer, has_fitted
from .._structures._indicators import (
    are_indicators,
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
    first, *_ = checked.values()
    has_columns = any(one.has_columns for one in checked.values())
    resolved = resolve_several(
        metrics,
        first.structure,
        of_coclusterings=has_columns and not first.is_of_biclusters,
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
class Data:
    """A matrix, or None, with its true structure: as it was passed, and its modes.

    The modes of biclusters are kept as labels are: transposed, an entry for each row
    and each column.
    """

    X: Any
    truth: Any
    structure: Structure
    modes: tuple[Any, ...]

    @classmethod
    def of(cls, entry: Any, name: str) -> Data:
        """Check what a user has passed."""
        if not isinstance(entry, tuple | list) or len(entry) != 2:
            got = type(entry).__name__
            if isinstance(entry, tuple | list):
                got += f" of length {len(entry)}"
            raise TypeError(f"`{name}` must be {_EXPECTED}; got a {got}.")
        (X, truth), name = entry, f"{name}[1]"
        given = truth if isinstance(truth, tuple) else (truth,)
        structure: Structure = "partition"
        if are_indicators(given):
            structure = "biclustering"
        elif X is not None and len(given) > 2:
            raise ValueError(
                f"`{name}` must be the labels of the rows, or a tuple (row_labels, "
                f"column_labels), got a tuple of length {len(given)}. More modes can "
                "be compared where X is None."
            )
        data = cls(X, truth, structure, _modes(truth, structure, name))
        if X is not None:
            of_labels = [one for one in data.modes if isinstance(one, TrueLabels)]
            data.in_order(of_labels, name)
        return data

    @property
    def is_of_biclusters(self) -> bool:
        """Whether the truth is biclusters."""
        return self.structure == "biclustering"

    @property
    def has_columns(self) -> bool:
        """Whether the truth is of more than the rows."""
        return len(self.modes) > 1

    def in_order(self, modes: Iterable[Any], name: str) -> Iterator[Any]:
        """Put the entries of each mode in the order of X."""
        of_data = [
            ("rows", n_rows_of(self.X), index_of(self.X)),
            ("columns", n_columns_of(self.X), column_names(self.X)),
        ]
        ordered = []
        for mode, (what, n, names) in zip(modes, of_data, strict=False):
            if isinstance(mode, TrueLabelsByName):
                ordered.append(mode.look_up(names, name))
                continue
            n_own = n_rows_of(mode.codes)
            if n not in (None, n_own):
                raise ValueError(
                    f"`{name}` is of {n_own} {what}, the data have {n}; both must be "
                    f"of the same {what}."
                )
            ordered.append(in_order_of(mode.codes, mode.names, names, name))
        return iter(ordered)

    def pair_of_fit(self, estimator: Any) -> Clusterings | Biclusterings:
        """Align what an estimator fitted on X has found; clusterers have `labels_`."""
        if self.is_of_biclusters:
            parts = [one.codes.T for one in self.modes]
            truth = TrueBiclusters(*parts, *(one.names for one in self.modes))
            return biclusterings_of(estimator, truth, self.X)
        if (
            not self.has_columns
            and not has_fitted(estimator, "row_labels_")
            and has_fitted(estimator, "labels_")
        ):
            layer = fitted_layer(estimator, ("labels_",), "estimator")
            return self.pair_of_labels(layer.found[0])
        rows, columns, *_ = *self.modes, None
        return clusterings_of(estimator, rows, columns, self.X)

    def pair_of_labels(self, labels: Any) -> Clusterings | Biclusterings:
        """Align labels, or biclusters, with the truth, and both with X."""
        if isinstance(labels, tuple) and not self.has_columns:
            labels = labels[0]
        if self.X is None:
            if self.is_of_biclusters:
                return Biclusterings(*check_biclusterings(self.truth, labels))
            return Clusterings(*check_partitions(self.truth, labels))
        found = _modes(labels, self.structure, "labels")
        if len(found) != len(self.modes):
            raise ValueError(
                "`labels` must be a tuple (row_labels, column_labels), as the truth is."
            )
        true, pred = self.in_order(self.modes, "truth"), self.in_order(found, "labels")
        if self.is_of_biclusters:
            sides: Any = [tuple(one.T for one in side) for side in (true, pred)]
            return Biclusterings(*sides)
        return Clusterings.of(zip(true, pred, strict=True))


def _modes(given: Any, structure: Structure, name: str) -> tuple[Any, ...]:
    """Check a structure and return its modes; labels of columns may be by name."""
    parts = given if isinstance(given, tuple) else (given,)
    if structure == "biclustering":
        checked: Any = (one.T for one in check_biclustering(given, name))
        names: Any = map(column_names, given)
    elif len(parts) == 2 and isinstance(parts[1], Mapping):
        return TrueLabels.of(parts[0], name), TrueLabelsByName.of(parts[1], name)
    else:
        checked, names = check_modes(given, name), map(index_of, parts)
    return tuple(map(TrueLabels, checked, names))


def _check_data(data: Any) -> dict[str, Data]:
    """Check the data sets; all must have the same structure as truth."""
    checked = {
        name: Data.of(entry, f"data[{name!r}]")
        for name, entry in check_mapping(data, "data", _EXPECTED).items()
    }
    if len({one.structure for one in checked.values()}) > 1:
        raise ValueError(
            "`data` has true labels in some data sets and true biclusters in others; "
            "no metric compares both. Call `compare` for each."
        )
    return checked


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
    pair = failure = fit_time = None
    try:
        pair, fit_time = _pair(data, candidate, (root, names, repeat))
    except Exception as error:
        failure = _described(error)
    records: list[Record] = []
    for name, metric in metrics.items():
        value, error_text = None, failure
        if pair is not None:
            try:
                value = _value(metric, pair)
            except Exception as error:
                error_text = _described(error)
        records.append(
            {
                "data": names[0],
                "candidate": names[1],
                "metric": name,
                "repeat": repeat,
                "value": value,
                "fit_time": fit_time,
                "error": error_text,
            }
        )
    return records


def _described(error: Exception) -> str:
    """Return the type and the text of an error."""
    return f"{type(error).__name__}: {error}"


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
