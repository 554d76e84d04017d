"""Scorers of co-clusterings and of biclusterings, by metric or by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

from .._contracts import (
    CONTRACTS,
    NAMES_OF_PARTITIONS,
    check_scorer_name,
    scorer_name,
    unwrapped,
)
from .._indices._contract import Structure
from .._indices._names import BiclusteringScorerName, PartitionScorerName
from .._indices._soft import SOFT_SCORES
from .._metrics import (
    BiclusteringMetric,
    PartitionMetric,
    ResolvedMetric,
    list_metrics,
    resolve,
    resolve_several,
)
from .._scored_pair import ClusteringPair, refuse_loss, value_of_pair
from .._structures._arguments import check_flag, check_option
from .._structures._estimators import Accessor, check_accessor
from .._structures._matrix import refuse_no_data
from .._structures._messages import (
    FOR_SCORERS,
    Caller,
    named_parameters,
    warn_caller,
)
from .._structures._modes import (
    ComparedModes,
    check_some_mode_known,
    compared_modes,
    n_entries_as_text,
)
from .._structures._partitions import LabelCheck, list_modes
from .._structures._types import (
    Coclustering,
    Indicator,
    Labels,
    ModeWeight,
    SampleWeight,
)
from .._structures._unlabeled import Unlabeled, label_check_for
from .._structures._weights import check_weights_of_modes, refuse_weight_array
from ._alignment import (
    biclusterings_of,
    clusterings_of,
    clusterings_of_columns,
    clusterings_of_modes,
    error_of_modes_beside_rows,
)
from ._modularity import modularity_of_fit
from ._truth import true_biclusters, true_labels

CoclusterScore: TypeAlias = PartitionMetric | PartitionScorerName
CoclusterScores: TypeAlias = (
    CoclusterScore | Sequence[CoclusterScore] | Mapping[str, CoclusterScore]
)
BiclusterScore: TypeAlias = BiclusteringMetric | BiclusteringScorerName
BiclusterScores: TypeAlias = (
    BiclusterScore | Sequence[BiclusterScore] | Mapping[str, BiclusterScore]
)

# Names of the truth of the rows and of the columns, in errors of scorers with `labels`
_NAMES_IN_LABELS = ("labels[0]", "labels[1]")
_MOST_ROWS_OF_TINY_FOLD = 2  # The rows of the fold form at most one pair.


class Scorer:
    """A callable ``(estimator, X, y=None)`` that is not a scorer class of scikit-learn.

    A plain callable is the only scorer interface that is public in all supported
    versions. The text of a scorer has the name of its `maker`, which is the function
    that made it, and describes the metrics and their directions, but never the truth.
    The function `score` is called with the estimator, X and `y`. If `counts_clusters`
    is True, the scores are a dictionary with the numbers of clusters, from which
    `finest_stable` can choose. `header` is the header of the index of agreement if this
    is a scorer of stability.
    """

    def __init__(
        self,
        maker: Callable[..., Any],
        description: str,
        score: Callable[..., Any],
        *,
        counts_clusters: bool = False,
        header: str | None = None,
    ) -> None:
        self._maker = maker
        self._text = f"{maker.__name__}({description})"
        self._score = score
        self.counts_clusters = counts_clusters
        self.header = header

    def __call__(self, estimator: Any, X: Any, y: Any = None, **routed: Any) -> Any:
        """Score a fitted estimator on the rows of X; greater is better."""
        if routed:
            self.set_score_request(**routed)  # This always raises an error.
        refuse_no_data(X)
        return self._score(estimator, X, y)

    def set_score_request(self, **requests: Any) -> None:
        """Raise an error: scikit-learn would slice weights of columns as if of rows."""
        cures = [_cure_of_routed(keyword, self._maker) for keyword in sorted(requests)]
        raise TypeError(
            f"This scorer takes no {sorted(requests)} from the metadata routing of "
            f"scikit-learn. {' '.join(cures)}"
        )

    def __repr__(self) -> str:
        return self._text

    def _accept_sample_weight(self) -> bool:
        # scikit-learn >= 1.7 calls this on every scorer of a dictionary of scorers.
        return False


def _cure_of_routed(keyword: str, maker: Callable[..., Any]) -> str:
    """Return a sentence on what to do in place of routing a keyword to a scorer.

    The scorer was made by `maker`.
    """
    if keyword == "groups":
        return (
            "The groups are for the splitter, so pass `groups` to `fit` of the search "
            "or to `cross_validate`, and request nothing for the scorer."
        )
    if keyword not in named_parameters(maker):
        return f"Leave out `{keyword}`, which `{maker.__name__}` does not take, either."
    cure = f"Pass `{keyword}={keyword}` to `{maker.__name__}` instead"
    if keyword == "sample_weight":
        cure += "; if `y` has the true labels, pass `sample_weight='balanced'`"
    return f"{cure}."


@dataclass(frozen=True)
class ScoredMetrics:
    """The metrics of a scorer, and a text that describes them."""

    # The metrics by the keys of their scores. A single metric has the key None, and its
    # score is returned as a number
    metric_of_key: Mapping[str | None, ResolvedMetric]
    # The names and directions of the metrics, for the text of the scorer
    text: str


def _resolve_metrics(
    metric: Any,
    structure: Structure,
    *,
    options: Mapping[str, Any],
    caller: Caller,
    greater_is_better: bool | Mapping[str, bool] | None,
    of_coclusterings: bool = False,
) -> ScoredMetrics:
    """Resolve one metric with its options, or several metrics without any.

    The result has each metric by its key, which is None for a single metric. An index
    has a direction of its own, so ``neg_`` at the beginning of its name is left out.
    For several metrics, `greater_is_better` is a mapping from names or keys of metrics
    to their directions. If `of_coclusterings` is True, metrics of plain clusterings
    alone raise an error.
    """
    if isinstance(metric, list | tuple | Mapping):
        if options:
            raise TypeError(
                f"`{next(iter(options))}` could be an option of any of the metrics. "
                "If there are several metrics, pass the option with "
                "`functools.partial(function, option=value)`, or make one scorer for "
                "each metric."
            )
        return _resolve_several_metrics(
            metric,
            structure,
            caller=caller,
            of_coclusterings=of_coclusterings,
            directions=greater_is_better,
        )
    if isinstance(greater_is_better, Mapping):
        raise TypeError(
            "`greater_is_better` must be True or False if there is a single metric, "
            "got a mapping. A mapping is for several metrics."
        )
    resolved = resolve(
        without_neg_prefix(metric),
        structure,
        options=options,
        caller=caller,
        greater_is_better=greater_is_better,
    )
    if of_coclusterings:
        resolved.check_takes_coclusterings()
    return ScoredMetrics(
        metric_of_key={None: resolved}, text=metric_description(resolved, options)
    )


def _resolve_several_metrics(
    metrics: Any,
    structure: Structure,
    *,
    caller: Caller,
    of_coclusterings: bool,
    directions: Any,
) -> ScoredMetrics:
    """Resolve a list of metrics, or a dictionary, whose keys name the scores.

    The scores of a list are named as scikit-learn names scorers, so that the name of a
    negated distance begins with ``neg_``. `directions` is `greater_is_better` of the
    scorer, which must be a mapping from names or keys, or None. Otherwise, an error is
    raised.
    """
    has_keys = isinstance(metrics, Mapping)
    indices: Any
    if has_keys:
        indices = {key: without_neg_prefix(metric) for key, metric in metrics.items()}
    else:
        indices = [without_neg_prefix(metric) for metric in metrics]
    resolved = resolve_several(
        indices,
        structure,
        caller=caller,
        of_coclusterings=of_coclusterings,
        directions=directions,
    )
    metric_of_key: dict[str | None, ResolvedMetric] = {}
    for name, metric in resolved.items():
        is_negated = not has_keys and not metric.greater_is_better
        metric_of_key[f"neg_{name}" if is_negated else name] = metric
    descriptions = [
        f"{key}: {_direction(metric)}" for key, metric in metric_of_key.items()
    ]
    return ScoredMetrics(metric_of_key=metric_of_key, text=", ".join(descriptions))


def without_neg_prefix(metric: Any) -> Any:
    """Return the name of the index if this is the name of its negated scorer.

    For example, "neg_classification_error" becomes "classification_error". Any other
    name, or a function, is returned as it is.
    """
    if isinstance(metric, str) and metric.startswith("neg_"):
        contract = CONTRACTS.get(metric.removeprefix("neg_"))
        if contract is not None and not contract.greater_is_better:
            return contract.name
    return metric


def metric_description(metric: ResolvedMetric, options: Mapping[str, Any]) -> str:
    """Return a text with the name, the options and the direction of a metric.

    An example is "classification_error; better: lower, negated". An option that may be
    long is described by its type.
    """
    text = metric.name
    for key, value in options.items():
        if value is None or isinstance(value, bool | int | float | str):
            text += f", {key}={value!r}"
        else:
            text += f", {key}=<{type(value).__name__}>"
    return f"{text}; better: {_direction(metric)}"


def _direction(metric: ResolvedMetric) -> str:
    """Return the text that names the direction of a metric."""
    return "higher" if metric.greater_is_better else "lower, negated"


def _compute_scores(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    metric_of_key: Mapping[str | None, ResolvedMetric],
    read_pair: Callable[..., Any],
    unlabeled: Unlabeled | None,
    scores_predictions: bool = False,
) -> Any:
    """Return the score of the metric with the key None, or a dict of scores by key.

    `read_pair` reads the fitted structure and aligns it with the truth that it holds.
    `y` can be None. It has the true labels of the rows only if `read_pair` has none.
    Counts that several metrics need are made once. A score is the value of a metric or,
    if lower values are better, the negative of it. `unlabeled` says how missing labels
    are treated. If it is None, no label is missing. If `scores_predictions` is True,
    predictions for the rows of X are compared with `y`.
    """
    pair = read_pair(estimator, X=X, y=y)
    if unlabeled is not None:
        pair = pair.handled(unlabeled, FOR_SCORERS)
    if scores_predictions:
        _warn_of_tiny_fold(n_rows=len(pair.true[0]))
    scores = {}
    for key, metric in metric_of_key.items():
        value = value_of_pair(metric, pair)
        refuse_loss(metric, pair, value)  # of a function without a direction
        scores[key] = metric.as_score(value)
    if None in scores:  # a single metric has a number, not a dictionary
        return scores[None]
    return scores


def _warn_of_tiny_fold(n_rows: int) -> None:
    """Warn if the predictions of one or two rows are scored."""
    if n_rows > _MOST_ROWS_OF_TINY_FOLD:
        return
    compared_rows = n_entries_as_text(n_rows, "rows")
    warn_caller(
        f"The scorer compares predicted and true labels of {compared_rows} only, so "
        "that the score says almost nothing about the rows. Labels of one row always "
        "agree, and two rows are either in one cluster or in two. Pass a splitter with "
        "larger test folds, such as `cv=KFold(5, shuffle=True, random_state=0)`."
    )


def make_cocluster_scorer(
    metric: CoclusterScores,
    *,
    row_labels: Labels | None = None,
    column_labels: Labels | Mapping[Any, Any] | None = None,
    labels: Coclustering | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | Mapping[str, bool] | None = None,
    transpose: bool = False,
    unlabeled: Unlabeled | None = None,
    sample_weight: SampleWeight = None,
    **kwargs: Any,
) -> Scorer:
    """Make a scorer of co-clusterings for cross-validation and searches.

    The scorer compares the labels of an estimator with known true labels, and can be
    passed as `scoring` to `GridSearchCV` or `cross_validate`. Use
    `make_stability_scorer` if no true labels are known.

    There are two ways to score:

    - If `row_labels` are passed, they are compared with the fitted labels. The
      estimator must have been fitted on exactly these rows, so search with
      ``cv=WholeDataSplit()``.
    - Otherwise, ``estimator.predict(X)`` is compared with `y`, and any splitter works.
      `InductiveCocluster` adds `predict` to a co-clusterer. `soft_cari_score` and
      `soft_cocorrelation_score` compare ``estimator.predict_proba(X)``, if it exists.
      The test folds must have many rows, because an index of clusterings compares each
      row with the other rows of its fold. The scorer warns if a fold has one or two
      rows, as all folds of `LeaveOneOut` do.

    Parameters
    ----------
    metric : str, callable, or list or dict of these
        One of ``get_scorer_names("coclustering")``, or a function ``(labels_true,
        labels_pred, **kwargs) -> float``. For an index of `pair_counting_score`, the
        name is enough, such as "jaccard". Several metrics give a dictionary of scores.
        The scores of a list have the names of the metrics, which begin with ``neg_`` if
        the score is negated. The scores of a dictionary have its keys, which stay
        unchanged even if the score is negated.
    row_labels : array-like of shape (n_rows,), default=None
        True label of every row. If it is a Series and `X` is a data frame, they are
        matched by name. However, a Series with the default index 0, 1, 2, ... is
        matched by position, with a warning if the rows of `X` have names. If None, and
        `labels` is None too, predictions are compared with `y`.
    column_labels : array-like of shape (n_columns,) or mapping, default=None
        True label of every column of X. A Series is matched in the same way. If the
        steps of a pipeline make new features, pass a mapping from their names to
        labels. If None, only the rows are scored.
    labels : tuple of array-likes, default=None
        True labels of every mode (the rows, the columns and so on), in place of
        `row_labels` and `column_labels`. A mode that is None is not compared, so that
        ``(None, column_labels)`` scores the columns alone. `labels` are also needed for
        data of more than two modes, and for an `accessor` that reads all modes; the
        estimator must then have been fitted on exactly these data, without a
        transformer. If None, the other two parameters are used.
    accessor : str, tuple of str or callable, default=None
        Where the estimator has its labels. If None, the usual attributes are read. With
        `labels`, the accessor reads the labels of all modes, as in `coclustering_of`;
        for `soft_cari_score` and `soft_cocorrelation_score`, it reads the memberships.
        With `row_labels` alone, the accessor is the attribute with the labels of the
        rows, such as ``accessor="labels_"`` of ``KMeans``, or a function that returns
        memberships. A function is called with the fitted estimator, or with the last
        step of a fitted pipeline.
    greater_is_better : bool, or mapping of str to bool, default=None
        Direction of your own function. For several metrics, pass a mapping from their
        names or keys. If None, higher is better. You must set it if the name or key of
        a function ends in "error", "distance" or "loss", or if equal structures have
        the least value.
    transpose : bool, default=False
        Whether the estimator transposes its input, so that its row labels are labels of
        columns.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        How to treat missing labels and the label -1, as in `handle_unlabeled`. Rows,
        columns or features that do not occur among the names of the true labels are
        treated in the same way. If None, -1 is an ordinary label and missing labels
        raise an error.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the true labels. An array is in the order of the
        true labels, and a Series is matched by name. For several modes, pass a tuple of
        an array or None per mode. If "balanced", all true clusters have the same total
        weight. If `y` has the true labels, only "balanced" is possible. If None, all
        entries have equal weight. Weights are not counts of equal entries.
    **kwargs : dict
        Keyword arguments of a single metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns a float or, with several metrics, a
        dictionary. Greater is better, because metrics for which lower is better are
        negated. The range depends on the metric.

    Raises
    ------
    ValueError
        If a metric is unknown or compares biclusterings, if an option or a label is not
        valid, or if the direction contradicts an index of this package. The scorer
        raises this error if true and fitted labels differ in their rows or columns.
    TypeError
        If an option has a wrong type, is not an option of the metric, or cannot be
        combined with another option. The scorer raises this error if there are neither
        `row_labels` nor `predict`, or if it would compare memberships although
        `unlabeled` was passed.

    See Also
    --------
    make_bicluster_scorer : Make a scorer of biclusterings.
    get_scorer : Return a scorer by its name.

    Notes
    -----
    Search with ``error_score="raise"``, because scikit-learn otherwise turns errors
    into NaN. The scorer keeps a copy of the true labels. Columns are followed through
    pipelines by name (:ref:`search_pipelines`). Some mistakes cannot be noticed by any
    scorer; they are described in :ref:`traps`.

    A score costs as much as the metric. If several indices of this package need the
    same counts of the labels, the labels are counted once.

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
    check_of_truth = label_check_for(unlabeled)
    check_of_fit = label_check_for(unlabeled, advice=FOR_SCORERS)
    compares_y = row_labels is None and labels is None
    reads_memberships = (accessor is not None or compares_y) and _are_soft(metric)
    if reads_memberships and accessor is not None and unlabeled is not None:
        raise TypeError(
            "`unlabeled` handles missing labels, but memberships have none. Leave "
            "`unlabeled` out."
        )
    if labels is not None or accessor is not None:
        _check_truth_arguments(
            row_labels=row_labels,
            labels=labels,
            column_labels=column_labels,
            accessor=accessor,
            transpose=transpose,
        )
    true_modes = _list_true_modes(
        row_labels=row_labels, column_labels=column_labels, labels=labels
    )
    modes = _scored_modes(labels, n_modes=len(true_modes))
    # The metric is checked first, because a metric of other structures has another
    # truth, and an error about labels would mislead.
    metrics = _resolve_metrics(
        metric,
        "partition",
        options=kwargs,
        caller=make_cocluster_scorer,
        greater_is_better=greater_is_better,
        of_coclusterings=len(modes.numbers) > 1,
    )
    weights = check_weights_of_modes(sample_weight, modes)
    if compares_y:
        refuse_weight_array(weights[0], "rows that `y` labels are sliced")
    # Labels of each mode. None for the rows if `y` has them, and for unknown modes.
    truth = tuple(
        true_labels(mode.labels, mode.argument, weight, check=check_of_truth)
        for mode, weight in zip(true_modes, weights, strict=True)
    )
    read_pair = _reader_of_pairs(
        labels,
        truth,
        accessor=accessor,
        transpose=check_flag(transpose, "transpose"),
        check=check_of_fit,
        y_weight=weights[0],
        reads_memberships=reads_memberships,
    )
    has_weights = sample_weight is not None
    if has_weights:
        for resolved in metrics.metric_of_key.values():
            resolved.check_takes_weights()
    printed_text = _printed_text(metrics, modes, has_weights=has_weights)
    score = partial(
        _compute_scores,
        metric_of_key=metrics.metric_of_key,  # the key of a single metric is None
        read_pair=read_pair,
        unlabeled=unlabeled,
        scores_predictions=compares_y,
    )
    return Scorer(make_cocluster_scorer, printed_text, score)


class _TrueMode(NamedTuple):
    """The true labels of one mode, and the name of the argument that has them.

    Without `row_labels`, the labels of the rows are None, because `y` will have them.
    """

    labels: Any
    argument: str


def _knows_one_of_two(labels: Any) -> bool:
    """Return whether only the rows or only the columns have true labels."""
    if not isinstance(labels, tuple) or len(labels) != 2:
        return False
    return (labels[0] is None) != (labels[1] is None)


def _reader_of_pairs(
    labels: Any,
    truth: tuple[Any, ...],
    *,
    accessor: Accessor | None,
    transpose: bool,
    check: LabelCheck,
    y_weight: ModeWeight,
    reads_memberships: bool,
) -> Callable[..., ClusteringPair]:
    """Return the function that reads a fit and aligns it with the truth.

    The function is called with `estimator`, `X` and `y`. `labels` is the argument of
    the scorer, which is None, or a tuple with the labels of each mode or None. `truth`
    has the checked true labels of each mode, also those that were passed as
    `row_labels` and `column_labels`. If the true labels of the rows are None, `y` has
    them. Otherwise, `y` is only checked to be equal to them. `check` checks fitted
    labels and `y`. `y_weight` is the weight of the true labels in `y`. If `transpose`
    is True, the estimator transposes its input. If only the rows or only the columns
    have true `labels`, and there is no accessor, no other labels are read. If
    `reads_memberships` is True, the accessor or `predict_proba` returns memberships in
    place of labels, and these are not passed to `check`.
    """
    knows_one_mode = accessor is None and _knows_one_of_two(labels)
    if knows_one_mode and labels[0] is None:
        return partial(
            clusterings_of_columns,
            true_columns=truth[1],
            transpose=transpose,
            check=check,
            names_of_truth=_NAMES_IN_LABELS,
        )
    has_labels_or_accessor = accessor is not None or labels is not None
    if has_labels_or_accessor and not knows_one_mode:
        return partial(
            clusterings_of_modes,
            truth=truth,
            accessor=check_accessor(accessor, "accessor"),
            check=None if reads_memberships else check,
            transpose=transpose,
        )
    names_of_truth = ("row_labels", "column_labels")
    if labels is not None:
        names_of_truth = _NAMES_IN_LABELS
    return partial(
        clusterings_of,
        truth=truth,
        transpose=transpose,
        check=check,
        y_weight=y_weight,
        reads_memberships=reads_memberships,
        names_of_truth=names_of_truth,
    )


def _list_true_modes(
    *, row_labels: Any, column_labels: Any, labels: Any
) -> list[_TrueMode]:
    """List the true labels of every mode, from `labels` or from the other arguments.

    Labels of rows or columns are None if they are unknown, or if `y` has them.
    """
    if labels is None:
        true_modes = [_TrueMode(row_labels, "row_labels")]
        if column_labels is not None:
            true_modes.append(_TrueMode(column_labels, "column_labels"))
        return true_modes
    if _knows_one_of_two(labels):
        # One of the two modes has labels, and the other one is None.
        modes = labels
    else:
        modes = list_modes(labels, "labels")
    return [
        _TrueMode(labels_of_mode, f"labels[{mode}]")
        for mode, labels_of_mode in enumerate(modes)
    ]


def _scored_modes(labels: Any, n_modes: int) -> ComparedModes:
    """Return which of `n_modes` modes are scored: all, or those that `labels` has."""
    if labels is None:
        return ComparedModes.of_all(n_modes)
    modes = compared_modes(labels, n_compared=n_modes)
    check_some_mode_known(modes, "labels")
    return modes


def _printed_text(
    metrics: ScoredMetrics, modes: ComparedModes, *, has_weights: bool
) -> str:
    """Return the text that describes the metrics, the scored modes and the weights."""
    text = metrics.text
    if has_weights:
        text = f"weighted: {text}"
    if modes.n_modes == 1:
        text = f"rows only: {text}"
    elif modes.only:
        text = f"{modes.only}: {text}"
    return text


def _check_truth_arguments(
    *, row_labels: Any, column_labels: Any, labels: Any, accessor: Any, transpose: Any
) -> None:
    """Check which arguments a scorer with `labels`, or with an accessor, has.

    Exactly one of `labels` and `row_labels` must have the truth.
    """
    has_both_or_none = (labels is None) == (row_labels is None)
    if column_labels is not None or has_both_or_none:
        raise TypeError(
            "`row_labels`, `column_labels`, `labels` and `accessor` cannot be "
            "combined in this way. With `accessor`, pass either `labels`, the true "
            "labels of all modes, or `row_labels` alone. With `labels`, pass neither "
            "`row_labels` nor `column_labels`."
        )
    checked_accessor = check_accessor(accessor, "accessor")
    if row_labels is not None and isinstance(checked_accessor, tuple):
        raise error_of_modes_beside_rows(len(checked_accessor))
    if labels is not None and not isinstance(labels, tuple):
        got = type(labels).__name__
        raise TypeError(
            "`labels` must be a tuple of one array per mode, such as `(row_labels, "
            f"column_labels)`, got {got}."
        )
    has_further_modes = labels is not None and len(labels) > 2
    if transpose and (accessor is not None or has_further_modes):
        raise TypeError(
            "`transpose` cannot be combined with `accessor` or with `labels` of more "
            "than two modes. Leave `transpose` out, and let the accessor return the "
            "labels in the order of the modes."
        )


def _are_soft(metrics: Any) -> bool:
    """Return whether the metrics compare memberships; all of them must, or none.

    Names are always those of metrics of labels; metrics of memberships are functions.
    """
    are_soft = {unwrapped(metric) in SOFT_SCORES for metric in list_metrics(metrics)}
    if len(are_soft) > 1:
        raise TypeError(
            "`metric` has both metrics of memberships and metrics of labels, which "
            "read different attributes of an estimator. Make one scorer for each "
            "kind."
        )
    return True in are_soft


def make_bicluster_scorer(
    metric: BiclusterScores,
    *,
    rows: Indicator,
    columns: Indicator,
    accessor: Accessor | None = None,
    greater_is_better: bool | Mapping[str, bool] | None = None,
    transpose: bool = False,
    **kwargs: Any,
) -> Scorer:
    """Make a scorer of biclusterings for cross-validation and searches.

    The scorer compares the biclusters of an estimator with known true biclusters, and
    can be passed as `scoring` to `GridSearchCV` or `cross_validate`. The estimator must
    be fitted on exactly the rows of the true biclusters, so search with
    ``cv=WholeDataSplit()``. Use `make_stability_scorer` if no true biclusters are
    known.

    Parameters
    ----------
    metric : str, callable, or list or dict of these
        One of ``get_scorer_names("biclustering")``, or a function ``(biclusters_true,
        biclusters_pred, **kwargs) -> float``. Several metrics are passed as in
        `make_cocluster_scorer`. For a measure of `bicluster_similarity_score`, the name
        is enough, such as "bicluster_csi".
    rows : array-like of shape (n_biclusters, n_rows)
        Rows of each true bicluster. If it is a data frame and `X` is a data frame, they
        are matched by name. However, columns with the default names 0, 1, 2, ... are
        matched by position, with a warning if the rows of `X` have names.
    columns : array-like of shape (n_biclusters, n_columns)
        Columns of each true bicluster, matched in the same way. The columns are
        followed through pipelines.
    accessor : str, tuple of str or callable, default=None
        Where the estimator has its biclusters. If None, they are read from `rows_` and
        `columns_`. Otherwise, pass the names of two attributes, or one attribute or
        function with both indicators, such as ``lambda model:
        labels_to_biclusters(model, structure="diagonal")`` for an estimator that only
        has labels. A function is called with the fitted estimator, or with the last
        step of a fitted pipeline.
    greater_is_better : bool, or mapping of str to bool, default=None
        Direction of your own functions, as in `make_cocluster_scorer`. If None, higher
        is better.
    transpose : bool, default=False
        Whether the estimator transposes its input.
    **kwargs : dict
        Keyword arguments of a single metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns a float or, with several metrics, a
        dictionary. Greater is better, because metrics for which lower is better are
        negated. The range depends on the metric.

    Raises
    ------
    ValueError
        As in `make_cocluster_scorer`. The scorer also raises this error if `y` is
        passed and differs from ``rows.T``.
    TypeError
        As in `make_cocluster_scorer`.

    See Also
    --------
    make_cocluster_scorer : Make a scorer of co-clusterings; its notes apply here, too.

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
    if accessor is not None and transpose:
        raise TypeError(
            "`transpose` cannot be combined with `accessor`. Leave `transpose` out, "
            "and let the accessor exchange the indicators of rows and columns."
        )
    read_pair = partial(
        biclusterings_of,
        truth=true_biclusters((rows, columns), "(rows, columns)"),
        transpose=check_flag(transpose, "transpose"),
        accessor=check_accessor(accessor, "accessor"),
    )
    metrics = _resolve_metrics(
        metric,
        "biclustering",
        options=kwargs,
        caller=make_bicluster_scorer,
        greater_is_better=greater_is_better,
    )
    score = partial(
        _compute_scores,
        metric_of_key=metrics.metric_of_key,  # the key of a single metric is None
        read_pair=read_pair,
        unlabeled=None,  # Biclusters have no missing labels.
    )
    return Scorer(make_bicluster_scorer, metrics.text, score)


def get_scorer(
    name: PartitionScorerName | BiclusteringScorerName | Literal["modularity"],
    **kwargs: Any,
) -> Scorer:
    """Return the scorer with this name, for the given truth.

    This function is a shortcut for `make_cocluster_scorer` and `make_bicluster_scorer`
    with one index of this package. The true labels or biclusters are passed by keyword.
    Use these two functions for your own metric, or for several metrics at once.

    Parameters
    ----------
    name : str
        One of `get_scorer_names`. The names of indices for which lower is better begin
        with ``neg_``. The name of such an index without ``neg_`` gives the same scorer.
    **kwargs : dict
        Pass `row_labels` and `column_labels` for an index of co-clusterings, and `rows`
        and `columns` for an index of biclusterings. If no labels are passed for an
        index of co-clusterings, predictions are compared with `y`. `transpose` and the
        keyword arguments of the metric are also accepted. ``"modularity"`` takes only
        `match`.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``. Greater is better, because an index
        for which lower is better is negated. The range depends on the index.

    Raises
    ------
    ValueError
        If the name is unknown, or an option is not valid.
    TypeError
        If an option is not an option of the metric.

    See Also
    --------
    make_cocluster_scorer, make_bicluster_scorer : Make a scorer from any metrics.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer
    >>> get_scorer("neg_classification_error", row_labels=[0, 0, 1])
    make_cocluster_scorer(rows only: classification_error; better: lower, negated)
    """
    check_scorer_name(name, [*CONTRACTS, *get_scorer_names()])
    if name == "modularity":
        if set(kwargs) - {"match"}:
            raise TypeError(
                f"The scorer 'modularity' takes only `match`, got {sorted(kwargs)}. "
                "It needs no true labels."
            )
        score = partial(modularity_of_fit, **kwargs)
        return Scorer(get_scorer, "modularity; better: higher", score)
    index: Any = without_neg_prefix(name)
    if CONTRACTS[index].structure == "biclustering":
        if not {"rows", "columns"} <= set(kwargs):
            raise TypeError(
                f"The scorer {name!r} compares biclusters, so it needs the true "
                f"biclusters. Pass them as `get_scorer({name!r}, rows=rows, "
                "columns=columns)`."
            )
        return make_bicluster_scorer(index, **kwargs)
    return make_cocluster_scorer(index, **kwargs)


def get_scorer_names(
    structure: Literal[
        "clustering", "coclustering", "partition", "biclustering", "internal"
    ]
    | None = None,
) -> list[Any]:
    """Return the names of all scorers, or of the scorers for one structure.

    Each name can be passed to `get_scorer`. If a lower value of the index is better,
    the name begins with ``neg_``, because the scorer negates the index.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering", \
"internal"} or None, default=None
        What the scorers compare. The first three values give the same names. "internal"
        selects criteria that need no true labels. If None, all names are returned.

    Returns
    -------
    names : list of str
        The names are in alphabetical order.

    Raises
    ------
    ValueError
        If `structure` is none of these.

    See Also
    --------
    get_scorer : Return the scorer with one of these names.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer_names
    >>> [name for name in get_scorer_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    """
    allowed = (None, *NAMES_OF_PARTITIONS, "biclustering", "internal")
    check_option(structure, "structure", allowed)
    compared = "partition" if structure in NAMES_OF_PARTITIONS else structure
    names = [
        scorer_name(contract)
        for contract in CONTRACTS.values()
        if contract.structure != "overlapping"  # no estimator finds these
        and compared in (None, contract.structure)
    ]
    # Internal criteria have no contract, because they take no truth.
    if compared is None or compared == "internal":
        names.append("modularity")
    return sorted(names)
