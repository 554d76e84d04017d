"""Scorers, and the splitter for those that know the truth of all rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator

from .._contracts import CONTRACTS, scorer_name
from .._indices._contract import Structure
from .._indices._names import BiclusteringScorerName, PartitionScorerName
from .._indices._soft import SOFT_SCORES
from .._metrics import (
    BiclusteringMetric,
    PartitionMetric,
    ResolvedMetric,
    resolve,
    resolve_several,
    unwrapped,
)
from .._names_of_the_literature import check_name
from .._structures._arguments import (
    Coclustering,
    Indicator,
    Labels,
    SampleWeight,
    check_flag,
    check_integer,
    check_option,
)
from .._structures._entry_names import n_rows_of
from .._structures._estimators import Accessor, check_accessor
from .._structures._partitions import check_modes
from .._structures._unlabelled import Unlabelled, checked_partly
from .._structures._weights import check_without_array, of_each_mode
from ._alignment import (
    biclusterings_of,
    clusterings_of,
    clusterings_of_modes,
    true_biclusters,
    true_labels,
    value_of_pair,
)
from ._modularity import modularity_of_fit

CoclusterScore: TypeAlias = PartitionMetric | PartitionScorerName
CoclusterScores: TypeAlias = (
    CoclusterScore | Sequence[CoclusterScore] | Mapping[str, CoclusterScore]
)
BiclusterScore: TypeAlias = BiclusteringMetric | BiclusteringScorerName
BiclusterScores: TypeAlias = (
    BiclusterScore | Sequence[BiclusterScore] | Mapping[str, BiclusterScore]
)

_OF_PARTITIONS = ("clustering", "coclustering", "partition")


class Scorer:
    """A callable ``(estimator, X, y=None)``, of no class of scikit-learn.

    A plain callable is the only scorer interface public in all supported versions.
    Its text names the function that made it, metrics and directions, never the truth.
    """

    def __init__(
        self, text: str, score: Callable[..., Any], counts_clusters: bool = False
    ) -> None:
        self._text, self._score = text, score
        self.counts_clusters = counts_clusters

    def __call__(self, estimator: Any, X: Any, y: Any = None, **routed: Any) -> Any:
        """Score a fitted estimator on the rows of X; greater is better."""
        if routed:
            self.set_score_request(**routed)
        return self._score(estimator, X, y)

    def set_score_request(self, **requests: Any) -> None:
        """Refuse what scikit-learn would route: it slices columns as if rows."""
        raise TypeError(
            f"This scorer takes no {sorted(requests)} from scikit-learn's routing: "
            "pass `sample_weight` to `make_cocluster_scorer`, 'balanced' for `y`."
        )

    def __repr__(self) -> str:
        return self._text

    def _accept_sample_weight(self) -> bool:
        # scikit-learn >= 1.7 calls this on every scorer of a dictionary of scorers.
        return False


def _resolved(
    metric: Any,
    structure: Structure,
    greater_is_better: bool | None,
    options: Mapping[str, Any],
    of_coclusterings: bool = False,
) -> tuple[dict[str | None, ResolvedMetric], str]:
    """Resolve one metric, or several by name; return also their description."""
    if not isinstance(metric, list | tuple | Mapping):
        one = resolve(index_of_scorer(metric), structure, greater_is_better, options)
        if of_coclusterings:
            one.check_takes_coclusterings()
        return {None: one}, described(one, options)
    if options or greater_is_better is not None:
        given = next(iter(options), "greater_is_better")
        raise TypeError(
            f"With several metrics, `{given}` could be meant for any of them. Pass "
            "`functools.partial(function, option=value)`, or make one scorer each."
        )
    plain: Any = [*map(index_of_scorer, metric)]
    if isinstance(metric, Mapping):
        plain = {key: index_of_scorer(one) for key, one in metric.items()}
    found = resolve_several(plain, structure, of_coclusterings=of_coclusterings)
    metrics: dict[str | None, ResolvedMetric] = {}
    for key, one in found.items():
        keeps_key = isinstance(plain, dict) or one.greater_is_better
        metrics[key if keeps_key else f"neg_{key}"] = one
    return metrics, ", ".join(f"{key}: {_better(one)}" for key, one in metrics.items())


def index_of_scorer(metric: Any) -> Any:
    """Return the name of the index whose negated scorer has this name."""
    if isinstance(metric, str) and metric.startswith("neg_"):
        contract = CONTRACTS.get(metric.removeprefix("neg_"))
        if contract is not None and not contract.greater_is_better:
            return contract.name
    return metric


def described(metric: ResolvedMetric, options: Mapping[str, Any]) -> str:
    """Describe a metric, its direction, and its options where they are short."""
    shown = ""
    for key, value in options.items():
        plain = value is None or isinstance(value, bool | int | float | str)
        shown += f", {key}={value!r}" if plain else f", {key}=<{type(value).__name__}>"
    return f"{metric.name}{shown}; better: {_better(metric)}"


def _better(metric: ResolvedMetric) -> str:
    """Name the direction of a metric."""
    return "higher" if metric.greater_is_better else "lower, negated"


def _scores(
    metrics: Mapping[str | None, ResolvedMetric],
    read: Callable[..., Any],
    unlabelled: Unlabelled | None,
    estimator: Any,
    X: Any,
    y: Any,
) -> Any:
    """Compute each metric as a score; what all of them count is counted once."""
    pair = read(estimator, X=X, y=y).handled(unlabelled)
    scores = {
        key: one.as_score(value_of_pair(one, pair)) for key, one in metrics.items()
    }
    return scores.get(None, scores)


def make_cocluster_scorer(
    metric: CoclusterScores,
    *,
    row_labels: Labels | None = None,
    column_labels: Labels | Mapping[Any, Any] | None = None,
    labels: Coclustering | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | None = None,
    transpose: bool = False,
    unlabelled: Unlabelled | None = None,
    sample_weight: SampleWeight = None,
    **kwargs: Any,
) -> Scorer:
    """Make a scorer of co-clusterings for cross-validation and searches.

    There are two ways to score:

    - `row_labels` are compared with the fitted labels. The estimator must have been
      fitted on exactly these rows: search with ``cv=WholeDataSplit()``.
    - Without them, ``estimator.predict(X)`` is compared with `y`. Any splitter works.
      `InductiveCocluster` gives a co-clusterer `predict`.

    Parameters
    ----------
    metric : str, callable, or list or dict of these
        One of ``get_scorer_names("coclustering")``, or a function ``(labels_true,
        labels_pred, **kwargs) -> float``. Several give a dictionary of scores, under
        their keys or names, with ``neg_`` where negated.
    row_labels : array-like of shape (n_rows,), default=None
        True label of every row; a Series is matched with the index of a data frame `X`.
    column_labels : array-like of shape (n_columns,) or mapping, default=None
        True label of every column of X, by name if a Series; or, for steps that make
        features, a mapping from their names. None: only the rows are scored.
    labels : tuple of array-likes, default=None
        True labels of every mode, in place of both: for more than two modes or axes, or
        with `accessor`. The estimator must have been fitted on exactly these data,
        without a transformer.
    accessor : str, tuple of str or callable, default=None
        With `labels`: where those of all modes are, as in `coclustering_of`; for
        `soft_cari_score` and `soft_cocorrelation_score` the memberships. With
        `row_labels` alone: the attribute of the rows, as ``accessor="labels_"`` of
        ``KMeans``, or a function that returns memberships.
    greater_is_better : bool, default=None
        Direction of your function. None means True; names that end in "_error",
        "_distance" or "_loss" need it.
    transpose : bool, default=False
        Whether the estimator transposes its input: its row labels are then those of
        columns.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the true labels; for several modes, a tuple of an
        array or None per mode. "balanced": all true clusters weigh the same; the only
        one with `y`.
    **kwargs : dict
        Keyword arguments of a single metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns a float; with several metrics, a dict.
        Greater is better: others are negated.

    Raises
    ------
    ValueError
        If a metric is unknown or compares biclusterings, an option or label is not
        valid, or the direction contradicts an index of this package. In the scorer, if
        truth and fit differ in rows or columns.
    TypeError
        If an option has a wrong type, is not the metric's, or cannot be combined with
        another. In the scorer, if there is neither `row_labels` nor `predict`.

    See Also
    --------
    make_bicluster_scorer : The same for biclusterings.
    get_scorer : By name.

    Notes
    -----
    Search with ``error_score="raise"``: else scikit-learn turns errors into NaN. The
    scorer keeps a copy of the truth. Columns are followed through pipelines by name
    (:ref:`search_pipelines`). What no scorer can see: :ref:`traps`.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn_cocluster_metrics import biclusters_to_labels
    >>> from sklearn_cocluster_metrics import make_cocluster_scorer
    >>> X, *blocks = make_checkerboard((60, 40), (3, 2), noise=1, random_state=0)
    >>> rows, columns = biclusters_to_labels(tuple(blocks))
    >>> scorer = make_cocluster_scorer("cari", row_labels=rows, column_labels=columns)
    >>> scorer(SpectralBiclustering((3, 2), random_state=0).fit(X), X)
    1.0
    """
    check = checked_partly(unlabelled)
    is_soft = accessor is not None and _are_soft(metric)
    if is_soft and unlabelled is not None:
        raise TypeError("`unlabelled` handles labels; memberships have none.")
    of_modes = labels is not None or accessor is not None
    is_both = (labels is None) == (row_labels is None)
    if of_modes and (column_labels is not None or transpose or is_both):
        raise TypeError(
            "With `accessor`, pass true `labels` of all modes, or only `row_labels`; "
            "with `labels`, no `row_labels`, `column_labels` or `transpose`."
        )
    if not isinstance(labels, tuple | None):
        got = type(labels).__name__
        raise TypeError(f"`labels` must be a tuple of one array per mode, got {got}.")
    given = (row_labels,) if column_labels is None else (row_labels, column_labels)
    names = ["row_labels", "column_labels"]
    if labels is not None:
        given = check_modes(labels, "labels", check)
        names = ["labels"] * len(given)
    weights = of_each_mode(sample_weight, len(given))
    if not of_modes and row_labels is None:
        check_without_array(weights[0], "rows that `y` labels are sliced")
    truth = tuple(map(partial(true_labels, check=check), given, names, weights))
    if of_modes:
        read = partial(
            clusterings_of_modes,
            accessor=check_accessor(accessor, "accessor"),
            check=None if is_soft else check,
        )
    else:
        transpose = check_flag(transpose, "transpose")
        read = partial(
            clusterings_of, transpose=transpose, check=check, y_weight=weights[0]
        )
    has_columns = len(given) > 1
    options = greater_is_better, kwargs, has_columns
    metrics, text = _resolved(metric, "partition", *options)
    if sample_weight is not None:
        text = f"weighted: {text}"
        for one in metrics.values():
            one.check_takes_weights()
    score = partial(_scores, metrics, partial(read, truth=truth), unlabelled)
    note = "" if has_columns else "rows only: "
    return Scorer(f"make_cocluster_scorer({note}{text})", score)


def _are_soft(metric: Any) -> bool:
    """Return whether metrics compare memberships: all of them, or none."""
    several = metric.values() if isinstance(metric, Mapping) else metric
    listed = several if isinstance(metric, list | tuple | Mapping) else [metric]
    soft = {unwrapped(one) in SOFT_SCORES for one in listed}
    if len(soft) > 1:
        raise TypeError("Metrics of memberships and of labels need a scorer each.")
    return True in soft


def make_bicluster_scorer(
    metric: BiclusterScores,
    *,
    rows: Indicator,
    columns: Indicator,
    greater_is_better: bool | None = None,
    transpose: bool = False,
    **kwargs: Any,
) -> Scorer:
    """Make a scorer of biclusterings for cross-validation and searches.

    The estimator must be fitted on exactly the rows of the true biclusters: search with
    ``cv=WholeDataSplit()``.

    Parameters
    ----------
    metric : str, callable, or list or dict of these
        One of ``get_scorer_names("biclustering")``, or a function ``(biclusters_true,
        biclusters_pred, **kwargs) -> float``; several as in `make_cocluster_scorer`.
    rows : array-like of shape (n_biclusters, n_rows)
        Rows of each true bicluster; a data frame is matched by name with a data frame
        `X`.
    columns : array-like of shape (n_biclusters, n_columns)
        Columns likewise. They are followed through pipelines.
    greater_is_better : bool, default=None
        Direction of your function, as in `make_cocluster_scorer`.
    transpose : bool, default=False
        Whether the estimator transposes its input.
    **kwargs : dict
        Keyword arguments of a single metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` is that of `make_cocluster_scorer`. Greater is
        better.

    Raises
    ------
    ValueError
        As in `make_cocluster_scorer`; where `y` is passed and differs from ``rows.T``.
    TypeError
        As there.

    See Also
    --------
    make_cocluster_scorer : The same for co-clusterings; its notes apply here too.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn.metrics import consensus_score
    >>> from sklearn_cocluster_metrics import make_bicluster_scorer
    >>> X, rows, columns = make_biclusters((30, 20), 3, random_state=0)
    >>> scorer = make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    >>> scorer(SpectralCoclustering(n_clusters=3, random_state=0).fit(X), X)
    1.0
    """
    read = partial(
        biclusterings_of,
        truth=true_biclusters((rows, columns), "(rows, columns)"),
        transpose=check_flag(transpose, "transpose"),
    )
    metrics, text = _resolved(metric, "biclustering", greater_is_better, kwargs)
    score = partial(_scores, metrics, read, None)
    return Scorer(f"make_bicluster_scorer({text})", score)


def get_scorer(
    name: CoclusterScore | BiclusterScore | Literal["modularity"], **kwargs: Any
) -> Scorer:
    """Return the scorer with this name, for the given truth.

    Parameters
    ----------
    name : str
        One of `get_scorer_names`. Names of indices for which lower is better begin with
        ``neg_``; without it, the same scorer is returned.
    **kwargs : dict
        `row_labels` and `column_labels` for indices of co-clusterings, `rows` and
        `columns` for those of biclusterings; `transpose`; keyword arguments of the
        metric. ``"modularity"`` takes only `match`.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``, greater is better.

    Raises
    ------
    ValueError
        If the name is unknown, or an option is not valid.
    TypeError
        If an option is not one of the metric's.

    See Also
    --------
    make_cocluster_scorer, make_bicluster_scorer : From a function, or several metrics.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer
    >>> get_scorer("neg_classification_error", row_labels=[0, 0, 1])
    make_cocluster_scorer(rows only: classification_error; better: lower, negated)
    """
    check_name(name, "name", [*CONTRACTS, *get_scorer_names()])
    if name == "modularity":
        if set(kwargs) - {"match"}:
            raise TypeError(f"'modularity' takes only `match`, got {sorted(kwargs)}.")
        score = partial(modularity_of_fit, **kwargs)
        return Scorer("get_scorer(modularity; better: higher)", score)
    index: Any = index_of_scorer(name)
    if CONTRACTS[index].structure == "biclustering":
        return make_bicluster_scorer(index, **kwargs)
    return make_cocluster_scorer(index, **kwargs)


def get_scorer_names(
    structure: Literal[
        "clustering", "coclustering", "partition", "biclustering", "internal"
    ]
    | None = None,
) -> list[Any]:
    """Return the names of all scorers, or of those for one structure.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering", \
"internal"} or None, default=None
        What the scorers compare; the first three give the same names. "internal":
        criteria that need no truth. None: all names.

    Returns
    -------
    names : list of str
        In alphabetical order.

    Raises
    ------
    ValueError
        If `structure` is none of these.

    See Also
    --------
    get_scorer : The scorer of a name.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer_names
    >>> [name for name in get_scorer_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    """
    known = None, *_OF_PARTITIONS, "biclustering", "internal"
    check_option(structure, "structure", known)
    compared = "partition" if structure in _OF_PARTITIONS else structure
    found = [one for one in CONTRACTS.values() if compared in (None, one.structure)]
    # Internal criteria compare nothing: they have no contract, and take no truth.
    internal = ["modularity"] if compared in (None, "internal") else []
    return sorted([*map(scorer_name, found), *internal])


class _AllRows(np.ndarray[Any, np.dtype[np.intp]]):
    """Indices of all rows, which cannot be put into another order.

    A search that shuffles the split would fit on as many rows as the scorer has labels,
    which no check of lengths could notice.
    """

    def __getitem__(self, key: Any) -> Any:
        """Return an entry, a slice or a mask; refuse a list of entries."""
        parts = key if isinstance(key, tuple) else (key,)
        if any(np.ndim(part) and np.asarray(part).dtype != bool for part in parts):
            raise ValueError(
                "`WholeDataSplit` yields all rows in order, but this search subsamples "
                "or shuffles them. Use another resource than the number of samples, or "
                "another splitter, with `InductiveCocluster`."
            )
        return np.asarray(self)[key]


class WholeDataSplit(BaseCrossValidator):
    """Splitter whose training and test set are both the whole data.

    For co-clusterers without `predict`, which label only the rows they are fitted on.

    Parameters
    ----------
    n_repeats : int, default=1
        How often the data are yielded. Repeats differ only if the estimator's
        `random_state` is None, and measure the effect of the seed.

    See Also
    --------
    make_cocluster_scorer : Scorer of the labels, given the true ones.

    Notes
    -----
    Scores are not of held-out data. A search that would subsample or shuffle rows, as
    on ``resource="n_samples"``, raises an error.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import WholeDataSplit
    >>> list(WholeDataSplit().split([[1, 2], [3, 4], [5, 6]]))[0][1].tolist()
    [0, 1, 2]
    """

    def __init__(self, n_repeats: int = 1) -> None:
        self.n_repeats = check_integer(n_repeats, "n_repeats", 1)

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Yield all rows as training and as test set, `n_repeats` times.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_columns)
            Data; only its number of rows is used.
        y : object, default=None
            Ignored.
        groups : object, default=None
            Ignored.

        Yields
        ------
        train : ndarray of shape (n_rows,)
            Index of every row, in order.
        test : ndarray of shape (n_rows,)
            The same.
        """
        for _ in range(WholeDataSplit.get_n_splits(self)):
            rows = np.arange(n_rows_of(X)).view(_AllRows)
            yield rows, rows.copy()

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return `n_repeats`.

        Parameters
        ----------
        X : object, default=None
            Ignored.
        y : object, default=None
            Ignored.
        groups : object, default=None
            Ignored.

        Returns
        -------
        n_splits : int
            Number of repeats.
        """
        if not isinstance(self, WholeDataSplit):  # with `cv=WholeDataSplit`: the data
            raise TypeError("`cv` must be an instance: `cv=WholeDataSplit()`.")
        return int(self.n_repeats)
