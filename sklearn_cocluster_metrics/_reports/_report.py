"""Reports of two structures: indices, a test, an interval and matches."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Literal, TypedDict, Unpack, overload

from numpy.random import RandomState

from .._contracts import CONTRACTS
from .._indices._cari import decompose
from .._indices._contract import Structure
from .._inference._permutation_methods import PermutationTest
from .._inference._random_draws import cost_of_draws
from .._inference._same_items import warn_of_same_items
from .._inference._score_interval import interval_of_tables
from .._metrics import (
    BiclusteringMetrics,
    OverlappingMetrics,
    PartitionMetrics,
    ResolvedMetric,
    resolve_several,
)
from .._scored_pair import (
    BiclusteringPair,
    ClusteringPair,
    OverlappingPair,
    refuse_loss,
    value_of_pair,
)
from .._statistics._contingency import Tables
from .._structures._arguments import (
    check_flag,
    check_generator,
    check_verbose,
    is_estimator,
)
from .._structures._indicators import (
    are_overlapping,
    check_biclusterings,
    check_cluster_indicators,
)
from .._structures._messages import FOR_UNLABELED
from .._structures._modes import compared_modes
from .._structures._partitions import check_partitions, count_dropped_entries
from .._structures._progress import VERBOSE_ADVICE
from .._structures._results import as_plain
from .._structures._types import Biclustering, Indicator, Partition, SampleWeight
from .._structures._unlabeled import Unlabeled, label_check_for
from ._match_table import matches_of_overlaps, matches_of_tables
from ._report_text import Report, write_bicluster_report, write_coclustering_report

# Last sentence of the warning that a report takes long
_INFERENCE_ADVICE = "Pass `inference=False` to leave this out."

# Indices that are reported by default
_SHARED_INDICES = ("cocorrelation", "coami", "classification_error", "nce", "conmi")
_COCLUSTERING_INDICES = ("cari_product", "cari", *_SHARED_INDICES, "enmi")
_CLUSTERING_INDICES = (
    "adjusted_rand",
    *_SHARED_INDICES,
    "bcubed",
    "variation_of_information",
)
_BICLUSTERING_INDICES = (
    "bicluster_precision",
    "bicluster_recall",
    "bicluster_fbeta",
    # 0 on average by chance
    "expected_best_bicluster_fbeta",
    "adjusted_bicluster_rnia",
    "adjusted_bicluster_csi",
    # as published
    "bicluster_rnia",
    "bicluster_csi",
    "bicluster_ce",
    "bicluster_prelic_relevance",
    "bicluster_prelic_recovery",
    "bicluster_extended_bcubed",
    "mocice_bcubed",
    "e4sc",
)
_OVERLAPPING_INDICES = ("omega", "overlapping_nmi", "cice_bcubed")
_CONFIDENCE_LEVEL = 0.95
_N_DRAWS = 199  # draws of a test; for the default index of labels, the least number
_MOST_DRAWS = 9999  # most draws for the default index of labels
_COST_OF_TEST = 5e9  # time that these draws may take, in nanoseconds on a laptop


class _ReportOptions(TypedDict, total=False):
    """Options that both reports share, except `output_dict`, for type checkers."""

    greater_is_better: Mapping[str, bool] | None
    inference: bool
    matches: bool
    verbose: int


class _CoclusteringOptions(_ReportOptions, total=False):
    """Options of `coclustering_report`, except `output_dict`."""

    metrics: PartitionMetrics | None
    unlabeled: Unlabeled | None
    sample_weight: SampleWeight


class _BiclusterOptions(_ReportOptions, total=False):
    """Options of `bicluster_report`, except `output_dict`."""

    metrics: BiclusteringMetrics | OverlappingMetrics | None
    random_state: int | RandomState | None


# A `Partition` is labels, a tuple of labels of each mode, or a fitted estimator.
@overload
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    output_dict: Literal[False] = ...,
    **options: Unpack[_CoclusteringOptions],
) -> Report: ...
@overload
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    output_dict: Literal[True],
    **options: Unpack[_CoclusteringOptions],
) -> dict[str, Any]: ...
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    metrics: PartitionMetrics | None = None,
    greater_is_better: Mapping[str, bool] | None = None,
    inference: bool = True,
    matches: bool = False,
    unlabeled: Unlabeled | None = None,
    sample_weight: SampleWeight = None,
    verbose: int = 0,
    output_dict: bool = False,
) -> Report | dict[str, Any]:
    """Report how well two co-clusterings, or two clusterings, agree.

    The report lists the numbers of clusters and a table of indices. Each index is shown
    with its value, direction, range and chance level; for a co-clustering, the table
    also has the values of the rows and of the columns alone. The decomposition of CARI,
    a permutation test and a confidence interval follow. Use it for a first look at one
    prediction; to compare several predictions or estimators, use `compare`
    (:ref:`reports`).

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Reference and prediction. Each is a clustering of shape (n_samples,), a
        co-clustering ``(row_labels, column_labels)``, a longer tuple for an array with
        more than two dimensions, or a fitted estimator. In the reference, None can take
        the place of unknown labels, for example ``(row_labels, None)``; only the known
        labels are then compared.
    metrics : str, callable, or list or dict of these, default=None
        Indices to report. The keys of a dictionary are used as their names. If None,
        the default indices are reported (see Notes).
    greater_is_better : mapping of str to bool, default=None
        Whether higher is better, for each of your own functions by name. If a function
        is not listed, higher is better. A function must be listed if its name or key
        ends in "error", "distance" or "loss", or if equal structures have the least
        value.
    inference : bool, default=True
        Whether to compute the test and the interval. They take most of the time, which
        is some seconds, or minutes for millions of samples.
    matches : bool, default=False
        Whether to add the tables of `match_table`.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        How to treat missing labels and the label -1, as in `handle_unlabeled`. If None,
        -1 is an ordinary label and missing labels raise an error.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With weights, the report has no
        decomposition, test, interval or chance level, and the default indices are
        restricted to indices that have a weighted form. If None, all samples have equal
        weight. Weights are not counts of equal samples.
    verbose : int, default=0
        Whether to show progress. A progress bar is shown if `tqdm` is installed.
    output_dict : bool, default=False
        Whether to return a dictionary instead of text.

    Returns
    -------
    report : str or dict
        Text, which a notebook shows as tables. Its methods `to_frame`, `to_latex`,
        `to_markdown` and `to_dict` return a data frame, tables and a dictionary. If
        `output_dict` is True, a dictionary with the following keys is returned.
        ``"indices"`` has a dictionary for each index, with the entries `header` (the
        index and its options, as printed), `value`, `greater_is_better`, `lower` and
        `upper` (the range), `chance_level`, `chance_is_exact_under` (the null models
        under which the chance level is exact) and, for co-clusterings, the values
        `rows` and `columns` (`mode_2` and so on for further dimensions). An entry is
        None if it is undefined or infinite. ``"modes"`` has the numbers of entries and
        clusters. ``"decomposition"``, ``"permutation_test"``, ``"interval"`` and
        ``"matches"`` (as returned by `MatchTable.to_dict`) are None if they were not
        computed.

    Raises
    ------
    ValueError, TypeError
        If labels are not valid or differ in length, if a metric is unknown or compares
        biclusterings, or if an option is not a bool.

    Warns
    -----
    UserWarning
        If rows and columns have the same true clusters and the same predicted clusters,
        which are several and do not agree perfectly. The test and the interval are not
        valid if rows and columns are the same items (see `permutation_test`).

    See Also
    --------
    bicluster_report : It reports on biclusterings and overlapping clusterings.
    compare : It compares several candidates on data with known structure.
    permutation_test : It computes the test of the report, for any index.
    score_interval : It computes the interval of the report.
    cari_decomposition : It computes the decomposition of the report.

    Notes
    -----
    By default, the indices whose value is 0 on average by chance come first, followed
    by other published indices. The test and the interval are computed for the first of
    `metrics`. If this index counts pairs, the test combines the p-values of the rows
    and of the columns (``alternative="any_mode"``). It uses the exact distribution if
    that is fast to compute, and otherwise random draws with a fixed seed, so that the
    report can be repeated. There are 199 draws for your own choice of `metrics`. For
    the default index there are up to 9999, and fewer if the clusters are many or large.
    The report states the number. The interval is left out if `score_interval` would
    raise an error. It is also left out for estimators, because it is not valid for
    labels that were fitted to the same samples.

    The cost is the sum of the costs of the indices, the test and the interval.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import coclustering_report
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1])
    >>> print(coclustering_report(true, pred, metrics=["cari_product", "nce"]))
    Comparison of two co-clusterings
    <BLANKLINE>
             entries  true clusters  predicted clusters
    rows           6              2                   2
    columns        4              2                   2
    <BLANKLINE>
                  value   rows  columns  better      range  by chance
    product-CARI  0.444  1.000    0.000  higher  -0.5 to 1          0
    NCE           0.667  1.000    0.500  higher     0 to 1
    <BLANKLINE>
    CARI adjusted under the null model "product", by pairs of cells
    <BLANKLINE>
    pairs that differ in  agreement  weight
    rows                      1.000   0.296
    columns                   0.000   0.185
    rows and columns          0.286   0.519
    <BLANKLINE>
    Permutation test of product-CARI of each mode, Fisher's combination (exact): p = 0.1
    (rows 0.1, columns 1)
    <BLANKLINE>
    """
    inference = check_flag(inference, "inference")
    matches = check_flag(matches, "matches")
    output_dict = check_flag(output_dict, "output_dict")
    verbose = check_verbose(verbose)
    advice = replace(
        FOR_UNLABELED,
        bicluster_measure="`bicluster_report`",
        overlapping_measure="`bicluster_report`",
    )
    check = label_check_for(unlabeled, advice)
    is_weighted = sample_weight is not None
    if is_weighted and matches:
        raise ValueError(
            "`matches` counts samples, so it cannot be combined with "
            "`sample_weight`. Pass `matches=False`, or leave out `sample_weight`."
        )
    true, pred = check_partitions(
        labels_true,
        labels_pred,
        check=check,
        sample_weight=sample_weight,
        always_look_for_runs=True,  # also in clusterings and small co-clusterings
    )
    # `check_partitions` has left out the modes that are unknown in the truth.
    modes = compared_modes(labels_true, n_compared=len(true))
    n_left_out = None
    # Columns that the steps of a pipeline drop
    n_dropped = count_dropped_entries(labels_true, labels_pred)
    if n_dropped is not None:
        n_left_out = tuple(modes.select(n_dropped))
    pair = ClusteringPair(true, pred, modes, n_left_out).handled(unlabeled)
    tables = pair.statistics
    is_coclustering = len(tables) > 1
    metrics_by_name = _resolve_partition_metrics(
        metrics,
        is_coclustering=is_coclustering,
        is_weighted=is_weighted,
        greater_is_better=greater_is_better,
    )
    report: dict[str, Any] = {
        "modes": _count_entries(pair),
        "indices": {
            name: _entries_of_index(metric, pair, is_weighted=is_weighted)
            for name, metric in metrics_by_name.items()
        },
        "decomposition": None,
        "permutation_test": None,
        "interval": None,
        "matches": None,
    }
    if matches:
        report["matches"] = matches_of_tables(tables, names=modes.names)
    if is_coclustering and not is_weighted:
        report["decomposition"] = asdict(decompose(tables, modes))
    if inference and not is_weighted:
        warn_of_same_items(
            pair.true,
            pair.pred,
            modes=modes,
            consequence="the p-value is too small, and an interval is too short",
            remedy="coclustering_report(true_labels, predicted_labels)",
        )
        tested_metric = next(iter(metrics_by_name.values()))
        report["permutation_test"] = _entries_of_test(
            tested_metric,
            pair,
            tables,
            generator=RandomState(0),
            n_draws=_n_draws_of_default_index(tables) if metrics is None else _N_DRAWS,
            verbose=verbose,
        )
        # An interval is not valid for labels that were fitted to the same samples.
        if not is_estimator(labels_true) and not is_estimator(labels_pred):
            report["interval"] = _entries_of_interval(tested_metric, pair)
    if output_dict:
        return dict(as_plain(report))
    return write_coclustering_report(
        report, pair, unlabeled=unlabeled, is_weighted=is_weighted
    )


def _resolve_partition_metrics(
    metrics: PartitionMetrics | None,
    *,
    is_coclustering: bool,
    is_weighted: bool,
    greater_is_better: Mapping[str, bool] | None,
) -> dict[str, ResolvedMetric]:
    """Return the metrics by name; if None, those that suit the two structures."""
    reported_metrics: Any = metrics
    if metrics is None:
        names: Sequence[str] = _CLUSTERING_INDICES
        if is_coclustering:
            names = _COCLUSTERING_INDICES
        if is_weighted:
            names = [name for name in names if CONTRACTS[name].takes_weights]
        reported_metrics = names
    metrics_by_name = resolve_several(
        reported_metrics,
        "partition",
        caller=coclustering_report,
        of_coclusterings=is_coclustering,
        directions=greater_is_better,
    )
    if is_weighted:
        for metric in metrics_by_name.values():
            metric.check_takes_weights()
    return metrics_by_name


def _count_entries(pair: ClusteringPair) -> dict[str, dict[str, int]]:
    """Return the numbers of entries and clusters of each compared mode, by its name.

    Entries that `unlabeled` or a step of a pipeline has left out have a number of their
    own.
    """
    n_left_out = pair.n_left_out
    if n_left_out is None:
        n_left_out = (0,) * len(pair.true)
    counts = {}
    for mode, name in enumerate(pair.modes.names):
        n_true, n_pred = pair.statistics[mode].shape
        counts[name] = {
            "n_entries": len(pair.true[mode]),
            "n_true": n_true,
            "n_pred": n_pred,
            "n_left_out": n_left_out[mode],
        }
    return counts


@overload
def bicluster_report(
    biclusters_true: Biclustering | Indicator,
    biclusters_pred: Biclustering | Indicator,
    *,
    output_dict: Literal[False] = ...,
    **options: Unpack[_BiclusterOptions],
) -> Report: ...
@overload
def bicluster_report(
    biclusters_true: Biclustering | Indicator,
    biclusters_pred: Biclustering | Indicator,
    *,
    output_dict: Literal[True],
    **options: Unpack[_BiclusterOptions],
) -> dict[str, Any]: ...
def bicluster_report(
    biclusters_true: Biclustering | Indicator,
    biclusters_pred: Biclustering | Indicator,
    *,
    metrics: BiclusteringMetrics | OverlappingMetrics | None = None,
    greater_is_better: Mapping[str, bool] | None = None,
    inference: bool = True,
    matches: bool = False,
    random_state: int | RandomState | None = None,
    verbose: int = 0,
    output_dict: bool = False,
) -> Report | dict[str, Any]:
    """Report how well two biclusterings, or two overlapping clusterings, agree.

    The report lists the numbers of biclusters and of covered cells, a table of indices
    with value, direction, range and chance level, and a permutation test. Use it for a
    first look at one prediction; to compare several, use `compare` (:ref:`reports`).

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple (rows, columns), matrix or estimator
        Reference and prediction. A biclustering is a tuple of indicators of shape
        (n_biclusters, n_rows) and (n_biclusters, n_columns), or a fitted estimator. An
        overlapping clustering is a matrix of 0 and 1 of shape (n_samples, n_clusters).
    metrics : str, callable, or list or dict of these, default=None
        Indices to report. The keys of a dictionary are used as their names. If None,
        the default indices are reported (see Notes).
    greater_is_better : mapping of str to bool, default=None
        Whether higher is better, for each of your own functions by name. If a function
        is not listed, higher is better. A function must be listed if its name or key
        ends in "error", "distance" or "loss", or if equal structures have the least
        value.
    inference : bool, default=True
        Whether to compute the test, which takes most of the time.
    matches : bool, default=False
        Whether to add the tables of `match_table`.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the permutations. Pass an int for the same result in every
        call.
    verbose : int, default=0
        Whether to show progress. A progress bar is shown if `tqdm` is installed.
    output_dict : bool, default=False
        Whether to return a dictionary instead of text.

    Returns
    -------
    report : str or dict
        Text, which a notebook shows as tables. Its methods `to_frame`, `to_latex`,
        `to_markdown` and `to_dict` return a data frame, tables and a dictionary. If
        `output_dict` is True, a dictionary with the following keys is returned.
        ``"indices"`` has a dictionary for each index, with the entries `header` (the
        index and its options, as printed), `value`, `greater_is_better`, `lower` and
        `upper` (the range), `chance_level` and `chance_is_exact_under` (the null models
        under which the chance level is exact). ``"biclusters"`` has, for "true" and
        "pred", the numbers of biclusters and of covered cells, and whether biclusters
        overlap. ``"shape"`` is the shape of the matrix, and
        ``"n_cells_covered_by_both"`` the number of cells that both sides cover.
        ``"permutation_test"`` and ``"matches"`` (as returned by `MatchTable.to_dict`)
        are None if they were not computed.

    Raises
    ------
    ValueError, TypeError
        If biclusters are not valid or come from matrices of different shapes, if a
        metric is unknown, compares clusterings or does not allow these biclusters, or
        if an option is not a bool.

    See Also
    --------
    coclustering_report : It reports on clusterings and co-clusterings.
    compare : It compares several candidates on data with known structure.
    permutation_test : It computes the test of the report, for any index.

    Notes
    -----
    By default, the report has precision, recall and their F-measure, then three indices
    whose value is 0 on average by chance, and then other published indices. Indices
    that raise an error for overlapping biclusters are not among them. The test uses the
    first of `metrics`, or the F-measure by default. It permutes the rows and the
    columns of the prediction 199 times.

    Overlapping clusters are reported as biclusters of a matrix with one column, whose
    cells are the samples. Their default indices are Omega, the overlapping NMI and
    CICE-BCubed; the test uses Omega.

    The cost is the sum of the costs of the indices and of the test.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_report
    >>> true = ([[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0]], [[1, 1, 0, 0], [0, 0, 1, 1]])
    >>> pred = ([[1, 1, 0, 0, 0, 0]], [[1, 1, 0, 0]])
    >>> print(bicluster_report(true, pred, metrics=["bicluster_ce"], inference=False))
    Comparison of two biclusterings of a matrix with 6 rows and 4 columns
    <BLANKLINE>
               biclusters  overlapping  cells covered
    true                2           no             10
    predicted           1           no              4
    both                                            4
    <BLANKLINE>
                   value  better   range  by chance
    CE similarity  0.400  higher  0 to 1
    <BLANKLINE>
    """
    inference = check_flag(inference, "inference")
    matches = check_flag(matches, "matches")
    output_dict = check_flag(output_dict, "output_dict")
    verbose = check_verbose(verbose)
    generator = check_generator(random_state, "random_state")
    pair: BiclusteringPair
    structure: Structure
    default_metrics: Any
    if are_overlapping(biclusters_true, biclusters_pred):
        names = ("biclusters_true", "biclusters_pred")
        pair = OverlappingPair(
            *check_cluster_indicators(biclusters_true, biclusters_pred, names)
        )
        structure = "overlapping"
        default_metrics = _OVERLAPPING_INDICES
        tested_by_default = "omega"
    else:
        pair = BiclusteringPair(*check_biclusterings(biclusters_true, biclusters_pred))
        structure = "biclustering"
        default_metrics = _BICLUSTERING_INDICES
        tested_by_default = "bicluster_fbeta"  # the fastest to compute
    metrics_by_name = resolve_several(
        default_metrics if metrics is None else metrics,
        structure,
        caller=bicluster_report,
        directions=greater_is_better,
    )
    comparison = pair.statistics
    # Groups of cells by the numbers of true and of predicted biclusters that cover them
    cells = comparison.cells_by_multiplicity
    report: dict[str, Any] = {
        "shape": comparison.true.shape,
        "biclusters": {
            "true": {
                "n_biclusters": comparison.true.n_biclusters,
                "overlapping": bool((cells.true_multiplicity > 1).any()),
                "n_cells_covered": cells.n_in_true,
            },
            "pred": {
                "n_biclusters": comparison.pred.n_biclusters,
                "overlapping": bool((cells.pred_multiplicity > 1).any()),
                "n_cells_covered": cells.n_in_pred,
            },
        },
        "n_cells_covered_by_both": cells.n_in_both,
        "indices": {
            name: _entries_of_index(metric, pair)
            for name, metric in metrics_by_name.items()
        },
        "permutation_test": None,
        "matches": None,
    }
    if matches:
        report["matches"] = matches_of_overlaps(
            comparison.overlaps, biclusters_true, biclusters_pred, structure=structure
        )
    if inference:
        if metrics is None:
            tested_metric = metrics_by_name[tested_by_default]
        else:
            tested_metric = next(iter(metrics_by_name.values()))
        report["permutation_test"] = _entries_of_test(
            tested_metric,
            pair,
            tables=(),
            generator=generator,
            n_draws=_N_DRAWS,
            verbose=verbose,
        )
    if output_dict:
        return dict(as_plain(report))
    return write_bicluster_report(report, structure)


def _entries_of_index(
    metric: ResolvedMetric,
    pair: ClusteringPair | BiclusteringPair,
    *,
    is_weighted: bool = False,
) -> dict[str, Any]:
    """Return the entries of an index in `report["indices"]`, None if unknown.

    For a user's function, only header, value and direction are known. The rows and the
    columns of a co-clustering also have values of their own, if the index can be
    computed for one mode. Values and bounds may be infinite.
    """
    modes = _modes_with_values(pair)
    value = value_of_pair(metric, pair)
    refuse_loss(metric, pair, value)
    header = _header(metric, pair)
    if is_weighted:
        header += ", weighted"
    entries: dict[str, Any] = {
        "header": header,
        "value": value,
        "greater_is_better": metric.greater_is_better,
        "lower": None,
        "upper": None,
        "chance_level": None,
        "chance_is_exact_under": [],
        **dict.fromkeys(modes),
    }
    contract = metric.contract
    if contract is None:
        return entries
    n_modes = max(1, len(modes))  # `modes` is empty unless this is a co-clustering
    lower, upper = contract.bounds(n_modes)
    entries["lower"] = lower
    entries["upper"] = upper
    if is_weighted:
        if lower < 0:  # the lower bound depends on the weights
            entries["lower"] = -math.inf
    else:
        entries["chance_level"] = contract.chance_level
        # The samples of a single mode are its cells.
        null_models_coincide = isinstance(pair, ClusteringPair) and n_modes == 1
        null_models = set(contract.chance_is_exact_under)
        null_models_of_cells = {"cells", "product"}
        if null_models_coincide and not null_models.isdisjoint(null_models_of_cells):
            null_models |= null_models_of_cells
        entries["chance_is_exact_under"] = sorted(null_models)
    takes_one_mode = contract.takes_one_mode(metric.options)
    if modes and takes_one_mode and isinstance(pair, ClusteringPair):
        for mode, table in zip(modes, pair.statistics, strict=True):
            entries[mode] = contract.compute([table], **metric.options)
    return entries


def _header(metric: ResolvedMetric, pair: ClusteringPair | BiclusteringPair) -> str:
    """Return the header of an index, which also says what is compared."""
    if isinstance(pair, BiclusteringPair):
        return metric.header()
    return metric.header(pair.modes.part)


def _modes_with_values(pair: ClusteringPair | BiclusteringPair) -> list[str]:
    """Return the names of the modes (rows, columns) that have values of their own.

    Only co-clusterings have such values; for other structures, the list is empty.
    """
    if isinstance(pair, ClusteringPair) and len(pair.true) > 1:
        return pair.modes.names
    return []


def _n_draws_of_default_index(tables: Tables) -> int:
    """Return the number of draws that take about five seconds, from 199 to 9999.

    The time is estimated from the sizes of the clusters and not measured, so that the
    report of given labels is the same on all machines.
    """
    cost_of_draw = cost_of_draws([table.sizes for table in tables])
    return max(_N_DRAWS, min(_MOST_DRAWS, int(_COST_OF_TEST / cost_of_draw)))


def _entries_of_test(
    metric: ResolvedMetric,
    pair: ClusteringPair | BiclusteringPair,
    tables: Tables,
    *,
    generator: RandomState,
    n_draws: int,
    verbose: int,
) -> dict[str, Any]:
    """Test checked structures, and return the entries of `report["permutation_test"]`.

    `tables` are the contingency tables of clusterings or co-clusterings. For
    biclusterings and overlapping clusterings, they are empty, and the type of the pair
    says how both sides are compared. The method is "exact", "grid" or "labels"; only
    an exact test has no draws. If `pvalue_is_bound`, the p-value is an upper bound. The
    p-values of modes are an empty tuple if modes have no p-values of their own.
    """
    # Clusterings need no type. An `OverlappingPair` is also a `BiclusteringPair`.
    pair_type = BiclusteringPair
    if isinstance(pair, OverlappingPair):
        pair_type = OverlappingPair
    result = PermutationTest(
        metric=metric,
        sides=(pair.true, pair.pred),
        tables=tables,
        generator=generator,
        pair_type=pair_type,
        n_draws=n_draws,
        verbose=verbose,
        advice=f"{VERBOSE_ADVICE} {_INFERENCE_ADVICE}",
    ).result()
    return {
        "metric": _header(metric, pair),
        "method": result.method,
        "n_draws": None if result.method == "exact" else n_draws,
        "alternative": result.alternative,
        "pvalue": result.pvalue,
        "pvalue_is_bound": result.pvalue_is_bound,
        "pvalues_of_modes": result.pvalues_of_modes,
    }


def _entries_of_interval(
    metric: ResolvedMetric, pair: ClusteringPair
) -> dict[str, Any] | None:
    """Return the confidence interval of an index, or None if it has no interval."""
    try:
        interval = interval_of_tables(
            metric, pair.statistics, _CONFIDENCE_LEVEL, advice=_INFERENCE_ADVICE
        )
    except ValueError:  # there is no interval for this index, or for so few samples
        return None
    return {
        "metric": _header(metric, pair),
        "confidence_level": _CONFIDENCE_LEVEL,
        "low": interval.low,
        "high": interval.high,
    }
