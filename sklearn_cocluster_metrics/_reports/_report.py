"""Everything about two structures at a glance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal, TypedDict, Unpack, overload

from numpy.random import RandomState

from .._contracts import CONTRACTS
from .._indices._cari import decompose
from .._inference._permutation_test import PermutationTest
from .._inference._score_interval import interval_of_tables
from .._metrics import (
    BiclusteringMetrics,
    PartitionMetrics,
    ResolvedMetric,
    resolve_several,
)
from .._model_selection._alignment import (
    BiclusteringPair,
    ClusteringPair,
    value_of_pair,
)
from .._statistics._contingency import Tables
from .._structures._arguments import (
    Biclustering,
    Partition,
    SampleWeight,
    check_flag,
    check_generator,
    check_integer,
    is_estimator,
)
from .._structures._indicators import check_biclusterings
from .._structures._partitions import check_partitions
from .._structures._printing import Framed, TextTable, html, mode_names, number
from .._structures._unlabelled import Unlabelled, checked_partly, has_no_label
from ._match_table import match_table, matches_of_tables, printed_tables

_OF_BOTH = ("cocorrelation", "coami", "classification_error", "nce", "conmi")
_OF_COCLUSTERINGS = ("cari_product", "cari", *_OF_BOTH, "enmi")
_OF_CLUSTERINGS = ("adjusted_rand", *_OF_BOTH, "bcubed", "variation_of_information")
_OF_BICLUSTERINGS = (
    *("bicluster_precision", "bicluster_recall", "bicluster_fbeta"),
    # 0 on average by chance
    "expected_best_bicluster_fbeta",
    *("adjusted_bicluster_rnia", "adjusted_bicluster_csi"),
    # as published
    *("bicluster_rnia", "bicluster_csi", "bicluster_ce"),
    *("bicluster_prelic_relevance", "bicluster_prelic_recovery"),
    *("bicluster_extended_bcubed", "mocice_bcubed", "e4sc"),
)
_CONFIDENCE_LEVEL = 0.95
_N_PERMUTATIONS = 199


class _Options(TypedDict, total=False):
    """Options of both reports but `output_dict`, for type checkers."""

    greater_is_better: Mapping[str, bool] | None
    inference: bool
    matches: bool
    verbose: int


class _OfLabels(_Options, total=False):
    metrics: PartitionMetrics | None
    unlabelled: Unlabelled | None
    sample_weight: SampleWeight


class _OfBiclusters(_Options, total=False):
    metrics: BiclusteringMetrics | None
    random_state: int | RandomState | None


class Report(str, Framed):
    """The text of a report, which a notebook shows as HTML tables."""

    parts: Sequence[str | TextTable]
    indices: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(
        cls, indices: Mapping[str, Mapping[str, Any]], *parts: str | TextTable
    ) -> Report:
        """Write paragraphs and tables one below the other."""
        texts = [part.text() if isinstance(part, TextTable) else part for part in parts]
        report = cls("\n\n".join(texts) + "\n")
        report.parts, report.indices = parts, indices
        return report

    def to_frame(self) -> Any:
        """Return the indices as a table; needs pandas.

        Returns
        -------
        frame : pandas.DataFrame
            A row for each index, with the entries of ``report["indices"]``.
        """
        from pandas import DataFrame

        return DataFrame.from_dict(self.indices, orient="index")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Return the report as HTML; Jupyter calls this."""
        return html(self.parts)


@overload
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    output_dict: Literal[False] = ...,
    **options: Unpack[_OfLabels],
) -> Report: ...
@overload
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    output_dict: Literal[True],
    **options: Unpack[_OfLabels],
) -> dict[str, Any]: ...
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    metrics: PartitionMetrics | None = None,
    greater_is_better: Mapping[str, bool] | None = None,
    inference: bool = True,
    matches: bool = False,
    unlabelled: Unlabelled | None = None,
    sample_weight: SampleWeight = None,
    verbose: int = 0,
    output_dict: bool = False,
) -> Report | dict[str, Any]:
    """Report how well two co-clusterings, or two clusterings, agree.

    Numbers of clusters; value, also by mode, direction, range and chance level of each
    index; decomposition of CARI; permutation test and confidence interval
    (:ref:`reports`).

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Reference and prediction: clustering of shape (n_samples,), co-clustering
        ``(row_labels, column_labels)`` or tuple of more modes.
    metrics : str, callable, or list or dict of these, default=None
        Indices; the keys of a dictionary name them. None: see Notes.
    greater_is_better : mapping of str to bool, default=None
        Direction of your own metrics by name; True if omitted.
    inference : bool, default=True
        Whether to compute test and interval, which can take seconds.
    matches : bool, default=False
        Whether to add those of `match_table`.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, a tuple for several modes. Decomposition, test,
        interval and chance level are then left out, as are by default indices without a
        weighted form.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    output_dict : bool, default=False
        Whether to return a dictionary.

    Returns
    -------
    report : str or dict
        Text, in a notebook tables. As a dictionary, ``report["indices"]`` has for each
        name `value`, `greater_is_better`, `lower`, `upper`, `chance_level`,
        `chance_is_exact_under` (null models) and, for co-clusterings, `rows` and
        `columns` (`mode_2` and so on), None where undefined. The other keys are "modes"
        and, None if not computed, "decomposition", "permutation_test", "interval" and
        "matches" (a `MatchTable`).

    Raises
    ------
    ValueError, TypeError
        If labels are not valid or differ in length, a metric is unknown or compares
        biclusterings, or an option is not a bool.

    See Also
    --------
    bicluster_report : For biclusterings.
    permutation_test, score_interval, cari_decomposition : Its parts.

    Notes
    -----
    By default: indices that are 0 on average by chance, then published ones. Test and
    interval are of the first of `metrics`. The test combines the p-values of the modes
    (``alternative="any_mode"``) if the index counts pairs; else it makes 199
    permutations with a fixed seed. There is no interval where `score_interval` refuses
    one, nor for estimators, whose fitted labels make it invalid.

    Cost: that of its parts.

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
    cari_product  0.444  1.000    0.000  higher  -0.5 to 1          0
    nce           0.667  1.000    0.500  higher     0 to 1
    <BLANKLINE>
    CARI adjusted under the null model "product", by pairs of cells
    <BLANKLINE>
    pairs that differ in  agreement  weight
    rows                      1.000   0.296
    columns                   0.000   0.185
    rows and columns          0.286   0.519
    <BLANKLINE>
    Permutation test of cari_product of each mode, Fisher's combination (exact): p = 0.1
    (rows 0.1, columns 1)
    <BLANKLINE>
    """
    inference = check_flag(inference, "inference")
    matches = check_flag(matches, "matches")
    output_dict = check_flag(output_dict, "output_dict")
    verbose = check_integer(verbose, "verbose", 0)
    check = checked_partly(unlabelled)
    weighted = sample_weight is not None
    if weighted and matches:
        raise ValueError("`matches` are counted; pass False, or no `sample_weight`.")
    sides = check_partitions(
        labels_true, labels_pred, check, sample_weight, warn_if_few=True
    )
    pair = ClusteringPair(*sides).handled(unlabelled)
    tables = pair.statistics
    n_left_out = pair.n_left_out or [0] * len(tables)
    names = mode_names(len(tables))
    modes = names if len(tables) > 1 else []
    chosen: Any = metrics
    if metrics is None:
        chosen = _OF_COCLUSTERINGS if modes else _OF_CLUSTERINGS
        chosen = [c for c in chosen if not weighted or CONTRACTS[c].takes_weights]
    selected = resolve_several(
        chosen, "partition", of_coclusterings=bool(modes), directions=greater_is_better
    )
    for one in selected.values() if weighted else ():
        one.check_takes_weights()
    keys = "n_entries", "n_true", "n_pred", "n_left_out"
    counted = zip(names, pair.true, tables, n_left_out, strict=True)
    report: dict[str, Any] = {
        "modes": {
            name: dict(zip(keys, (len(labels), *table.shape, n_left), strict=True))
            for name, labels, table, n_left in counted
        },
        "indices": {
            name: _index_row(one, pair, modes, weighted)
            for name, one in selected.items()
        },
        "decomposition": asdict(decompose(tables)) if modes and not weighted else None,
        "permutation_test": None,
        "interval": None,
        "matches": matches_of_tables(tables) if matches else None,
    }
    if inference and not weighted:
        tested = next(iter(selected.values()))
        drawn: Any = {"generator": RandomState(0), "verbose": verbose}
        if metrics is not None:
            drawn["n_draws"] = _N_PERMUTATIONS
        sides = pair.true, pair.pred
        report["permutation_test"] = _entries_of_test(tested, sides, tables, **drawn)
        if not any(map(is_estimator, (labels_true, labels_pred))):
            report["interval"] = _entries_of_interval(tested, tables)
    if output_dict:
        return report
    titles = ["", "entries", "true clusters", "predicted clusters", "left out"]
    width = len(titles) - (unlabelled is None)
    shown = [[name, *map(str, row.values())] for name, row in report["modes"].items()]
    return Report.of(
        report["indices"],
        f"Comparison of two {'co-' * bool(modes)}clusterings{', weighted' * weighted}",
        TextTable(titles[:width], [row[:width] for row in shown]),
        *(_note_of_background(pair, names) if unlabelled is None else ()),
        # For clusterings, both null models coincide.
        *_index_table(report, modes, {"product"} if modes else {"product", "cells"}),
        *_decomposition_table(report["decomposition"], modes),
        *_inference_texts(report, modes),
        *(printed_tables(report["matches"], len(tables)) if matches else ()),
    )


def _note_of_background(pair: ClusteringPair, names: Sequence[str]) -> list[str]:
    """Say what -1 on both sides means, as of noise or of rows outside of biclusters."""
    sides = zip(names, pair.true, pair.pred, strict=True)
    found = [name for name, *both in sides if all(has_no_label(s).any() for s in both)]
    if not found:
        return []
    return [
        f"On both sides, {' and '.join(found)} have the label -1, which counts as one "
        'more cluster: if it is noise or background, pass unlabelled="drop_either".'
    ]


@overload
def bicluster_report(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    output_dict: Literal[False] = ...,
    **options: Unpack[_OfBiclusters],
) -> Report: ...
@overload
def bicluster_report(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    output_dict: Literal[True],
    **options: Unpack[_OfBiclusters],
) -> dict[str, Any]: ...
def bicluster_report(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    metrics: BiclusteringMetrics | None = None,
    greater_is_better: Mapping[str, bool] | None = None,
    inference: bool = True,
    matches: bool = False,
    random_state: int | RandomState | None = None,
    verbose: int = 0,
    output_dict: bool = False,
) -> Report | dict[str, Any]:
    """Report how well two biclusterings agree.

    Numbers of biclusters and covered cells; value, direction, range and chance level of
    each index; and a permutation test (:ref:`reports`).

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple (rows, columns), or estimator
        Reference and prediction: indicators of shape (n_biclusters, n_rows) and
        (n_biclusters, n_columns).
    metrics : str, callable, or list or dict of these, default=None
        Indices; the keys of a dictionary name them. None: see Notes.
    greater_is_better : mapping of str to bool, default=None
        Direction of your own metrics by name; True if omitted.
    inference : bool, default=True
        Whether to compute the test, which can take seconds.
    matches : bool, default=False
        Whether to add those of `match_table`.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    output_dict : bool, default=False
        Whether to return a dictionary.

    Returns
    -------
    report : str or dict
        Text, in a notebook tables. As a dictionary, ``report["indices"]`` has for each
        name `value`, `greater_is_better`, `lower`, `upper`, `chance_level` and
        `chance_is_exact_under` (null models). The other keys are "biclusters" (for
        "true" and "pred", numbers of biclusters and covered cells, and overlap),
        "shape", "n_cells_covered_by_both", and, None if not computed,
        "permutation_test" and "matches" (a `MatchTable`).

    Raises
    ------
    ValueError, TypeError
        If biclusters are not valid or of different matrices, a metric is unknown,
        compares clusterings or refuses them, or an option is not a bool.

    See Also
    --------
    coclustering_report : For co-clusterings.
    permutation_test : The test.

    Notes
    -----
    By default: precision, recall and their F-measure; three indices that are 0 on
    average by chance; then published ones, without those that refuse overlapping
    biclusters. The test, of the first of `metrics` or the F-measure, permutes rows and
    columns of the prediction 199 times.

    Cost: that of indices and test.

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
    bicluster_ce  0.400  higher  0 to 1
    <BLANKLINE>
    """
    inference = check_flag(inference, "inference")
    matches = check_flag(matches, "matches")
    output_dict = check_flag(output_dict, "output_dict")
    verbose = check_integer(verbose, "verbose", 0)
    generator = check_generator(random_state, "random_state")
    pair = BiclusteringPair(*check_biclusterings(biclusters_true, biclusters_pred))
    chosen = _OF_BICLUSTERINGS if metrics is None else metrics
    selected = resolve_several(chosen, "biclustering", directions=greater_is_better)
    comparison, covers = pair.statistics, pair.statistics.covers
    report: dict[str, Any] = {
        "shape": comparison.true.shape,
        "biclusters": {},
        "n_cells_covered_by_both": covers.shared,
        "indices": {name: _index_row(one, pair) for name, one in selected.items()},
        "permutation_test": None,
        "matches": match_table(biclusters_true, biclusters_pred) if matches else None,
    }
    for side in ("true", "pred"):
        multiplicity = getattr(covers, f"{side}_multiplicity")
        report["biclusters"][side] = {
            "n_biclusters": getattr(comparison, side).n_biclusters,
            "overlapping": bool((multiplicity > 1).any()),
            "n_cells_covered": getattr(covers, side),
        }
    if inference:
        tested = next(iter(selected.values()))
        if metrics is None:
            tested = selected["bicluster_fbeta"]  # the one that is computed fastest
        drawn = {"generator": generator, "n_draws": _N_PERMUTATIONS, "verbose": verbose}
        sides = pair.true, pair.pred
        report["permutation_test"] = _entries_of_test(tested, sides, (), **drawn)
    if output_dict:
        return report
    n_rows, n_columns = report["shape"]
    counts = [["true"], ["predicted"], ["both", "", "", str(covers.shared)]]
    for row, one in zip(counts, report["biclusters"].values(), strict=False):
        n, overlapping, n_cells = one.values()
        row += [str(n), "yes" if overlapping else "no", str(n_cells)]
    return Report.of(
        report["indices"],
        f"Comparison of two biclusterings of a matrix with {n_rows} rows and "
        f"{n_columns} columns",
        TextTable(["", "biclusters", "overlapping", "cells covered"], counts),
        *_index_table(report, [], {"product"}),
        *_inference_texts(report),
        *(printed_tables(report["matches"]) if matches else ()),
    )


def _index_row(
    metric: ResolvedMetric,
    pair: ClusteringPair | BiclusteringPair,
    modes: Sequence[str] = (),
    weighted: bool = False,
) -> dict[str, Any]:
    """Return the value and the properties of an index; a user's function has none."""
    row: dict[str, Any] = {
        "value": value_of_pair(metric, pair),
        "greater_is_better": metric.greater_is_better,
        **dict.fromkeys(("lower", "upper", "chance_level")),
        "chance_is_exact_under": [],
        **dict.fromkeys(modes),
    }
    contract = metric.contract
    if contract is None:
        return row
    row["lower"], row["upper"] = contract.bounds(len(modes) or 1)
    if weighted and row["lower"] < 0:  # the least value depends on the weights
        row["lower"] = -math.inf
    if not weighted:
        row["chance_level"] = contract.chance_level
        row["chance_is_exact_under"] = sorted(contract.chance_is_exact_under)
    if modes and contract.takes_one_mode(metric.options):
        for name, table in zip(modes, pair.statistics, strict=True):
            row[name] = contract.compute([table], **metric.options)
    return row


def _entries_of_test(
    metric: ResolvedMetric, *sides_and_tables: Any, **options: Any
) -> dict[str, Any]:
    """Test checked structures; return the p-values, and how they were computed."""
    test = PermutationTest(metric, *sides_and_tables, **options).result()
    keys = ("method", "alternative", "pvalue", "pvalue_is_bound", "pvalues_of_modes")
    return {"metric": metric.name, **{key: getattr(test, key) for key in keys}}


def _entries_of_interval(
    metric: ResolvedMetric, tables: Tables
) -> dict[str, Any] | None:
    """Return the interval of an index, None if it has none."""
    try:
        found = interval_of_tables(metric, tables, _CONFIDENCE_LEVEL)
    except ValueError:  # refused, for this index or for samples as small as these
        return None
    level = {"metric": metric.name, "confidence_level": _CONFIDENCE_LEVEL}
    keys = ("standard_error", "low", "high")
    return level | {key: getattr(found, key) for key in keys}


def _index_table(
    report: Mapping[str, Any], modes: Sequence[str], null_models: set[str]
) -> list[str | TextTable]:
    """Write the indices, with a star at chance levels that are not exact."""
    rows = []
    for name, row in report["indices"].items():
        better = "higher" if row["greater_is_better"] else "lower"
        known = row["lower"] is not None
        range_ = f"{row['lower']:g} to {row['upper']:g}" if known else ""
        chance = ""
        if row["chance_level"] is not None:
            is_exact = not null_models.isdisjoint(row["chance_is_exact_under"])
            chance = f"{row['chance_level']:g}" + "*" * (not is_exact)
        values = [number(row[key]) for key in ("value", *modes)]
        rows.append([name, *values, better, range_, chance])
    table = TextTable(["", "value", *modes, "better", "range", "by chance"], rows)
    note = (
        "* This chance level does not hold exactly when rows and columns are permuted "
        '(null model "product").'
    )
    return [table, note] if any(row[-1].endswith("*") for row in rows) else [table]


def _decomposition_table(
    found: Mapping[str, Any] | None, modes: Sequence[str]
) -> list[str | TextTable]:
    """Write the decomposition; equal and trivial co-clusterings have none."""
    if not found or not found["strata"]:
        return []
    strata = zip(found["strata"], found["agreement"], found["weights"], strict=True)
    rows = [
        [" and ".join(modes[mode] for mode in of_type), number(share), number(weight)]
        for of_type, share, weight in strata
    ]
    return [
        'CARI adjusted under the null model "product", by pairs of cells',
        TextTable(["pairs that differ in", "agreement", "weight"], rows),
    ]


def _inference_texts(report: Mapping[str, Any], modes: Sequence[str] = ()) -> list[str]:
    """Write the permutation test and the interval, where they were computed."""
    texts = []
    test, interval = report["permutation_test"], report.get("interval")
    if test:
        several = modes and test["alternative"] == "any_mode"
        combined = " of each mode, Fisher's combination" if several else ""
        relation = "<=" if test["pvalue_is_bound"] else "="
        text = (
            f"Permutation test of {test['metric']}{combined} ({test['method']}): "
            f"p {relation} {test['pvalue']:.2g}"
        )
        if modes and test["pvalues_of_modes"]:
            pairs = zip(modes, test["pvalues_of_modes"], strict=True)
            text += f" ({', '.join(f'{name} {p:.2g}' for name, p in pairs)})"
        texts.append(text)
    if interval:
        low, high = number(interval["low"]), number(interval["high"])
        what = f"{100 * interval['confidence_level']:.0f} % interval of "
        what += f"{interval['metric']} (not for fitted labels)"
        texts.append(f"{what}: {low} to {high}")
    return texts
