"""Everything about two co-clusterings, or two clusterings, at a glance."""

from dataclasses import asdict
from typing import Any, Literal, overload

from .._contracts import PartitionMetrics, ResolvedMetric, resolve_several
from .._inference import cari_decomposition, permutation_test, score_interval
from .._model_selection import Clusterings
from .._statistics import Tables
from .._structures import Partition, as_structure, check_flag, check_partitions
from ._index_entries import Entry, entry_of, indices_of
from ._report import Report, Table, number
from ._test_entries import describe_test, entry_of_test

_OF_COCLUSTERINGS = (
    "cari_product",
    "cari",
    "cocorrelation",
    "coami",
    "classification_error",
    "nce",
    "conmi",
    "enmi",
)
_OF_CLUSTERINGS = (
    "adjusted_rand",
    "cocorrelation",
    "coami",
    "classification_error",
    "nce",
    "conmi",
    "bcubed",
    "variation_of_information",
)
_CONFIDENCE_LEVEL = 0.95


@overload
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    metrics: PartitionMetrics | None = None,
    inference: bool = True,
    output_dict: Literal[False] = False,
) -> str: ...
@overload
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    metrics: PartitionMetrics | None = None,
    inference: bool = True,
    output_dict: Literal[True],
) -> dict[str, Any]: ...
def coclustering_report(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    metrics: PartitionMetrics | None = None,
    inference: bool = True,
    output_dict: bool = False,
) -> str | dict[str, Any]:
    """Report how well two co-clusterings, or two clusterings, agree.

    The report has the numbers of clusters; for each index its value, the value of each
    mode alone, direction, range and chance level; the decomposition of CARI by the
    modes in which cells differ; a permutation test and a confidence interval.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``, or a
        tuple of more modes; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to compare with it.
    metrics : str, callable, or list or dict of these, default=None
        Indices to report, by name or function; the keys of a dictionary name them.
        None: see Notes.
    inference : bool, default=True
        Whether to compute the permutation test and the interval, which can take
        seconds.
    output_dict : bool, default=False
        Whether to return a dictionary instead of text.

    Returns
    -------
    report : str or dict
        Text; a notebook shows it as tables. As a dictionary, ``report["indices"]``
        has for each name `value`, `greater_is_better`, `lower`, `upper`,
        `chance_level`, `chance_is_exact_under` (null models) and, for co-clusterings,
        the values `rows` and `columns` of these modes alone (`mode_2` and so on for
        more), None where an index is not defined for one mode. The other keys are
        "modes", "decomposition", "permutation_test" and "interval", the last three
        None where they are not computed.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if a metric is unknown, or compares biclusterings.
    TypeError
        If the labels are complex, sparse or not array-likes; if `inference` or
        `output_dict` is not a bool.

    See Also
    --------
    bicluster_report : The report for biclusterings.
    permutation_test : The test, for any index.
    score_interval : The interval, and when it is valid.
    cari_decomposition : The decomposition.

    Notes
    -----
    By default, indices that are 0 on average by chance come first, because they can be
    compared between data sets and numbers of clusters: product-CARI, the
    co-correlation and coAMI. CARI, NCE, coNMI and ENMI follow because publications use
    them, and the classification error because it is a share of cells. For a
    clustering, CARI is the adjusted Rand index, and BCubed and the variation of
    information replace what coincides.

    The test and the interval are of product-CARI, for clusterings of the adjusted Rand
    index. The test computes the exact law or its three-moment approximation, so the
    report is the same at every call. The interval is left out where a mode has a single
    entry.

    Cost: O(n_rows + n_columns) time, and that of the indices; 10^4 x 10^4 in 10 x 10
    clusters take some milliseconds without inference.

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
    Permutation test of cari_product (exact): p = 0.1 (rows 0.1, columns 1)
    <BLANKLINE>
    95 % interval of cari_product, if no label depends on the sample: -0.500 to 1.000
    <BLANKLINE>
    >>> coclustering_report(true, pred, output_dict=True)["indices"]["nce"]["rows"]
    1.0
    """
    inference = check_flag(inference, "inference")
    output_dict = check_flag(output_dict, "output_dict")
    true, pred = check_partitions(labels_true, labels_pred)
    names = names_of_modes(len(true))
    pair = Clusterings(true, pred)
    tables = pair.statistics
    usual = _OF_CLUSTERINGS if len(tables) == 1 else _OF_COCLUSTERINGS
    selected = resolve_several(
        usual if metrics is None else metrics,
        "partition",
        of_coclusterings=len(tables) > 1,
    )
    report = {
        "modes": {
            name: {"n_entries": t.n_samples, "n_true": t.shape[0], "n_pred": t.shape[1]}
            for name, t in zip(names, tables, strict=True)
        },
        "indices": {name: _entry(metric, pair) for name, metric in selected.items()},
        "decomposition": None,
        "permutation_test": None,
        "interval": None,
    }
    if len(tables) > 1:
        checked: Any = (true, pred)
        report["decomposition"] = asdict(cari_decomposition(*checked))
    if inference:
        report |= _test_and_interval(as_structure(true), as_structure(pred), tables)
    return report if output_dict else Report.of(_sections(report))


def names_of_modes(n_modes: int) -> list[str]:
    """Name the modes, as keys and headers."""
    if n_modes == 1:
        return ["samples"]
    return ["rows", "columns", *(f"mode_{mode}" for mode in range(2, n_modes))]


def _entry(metric: ResolvedMetric, pair: Clusterings) -> Entry:
    """Return what is said of an index, with its values for the modes alone."""
    tables = pair.statistics
    entry = entry_of(metric, pair, n_modes=len(tables))
    if len(tables) > 1:
        for name, table in zip(names_of_modes(len(tables)), tables, strict=True):
            entry[name] = _of_mode(metric, table)
    return entry


def _of_mode(metric: ResolvedMetric, table: Any) -> float | None:
    """Return the index of one mode alone, if it is defined for one mode."""
    if metric.contract is None or not metric.contract.takes_one_mode(metric.options):
        return None
    return metric.contract.compute([table], **metric.options)


def _test_and_interval(true: Any, pred: Any, tables: Tables) -> dict[str, Any]:
    """Test product-CARI, and compute its interval."""
    metric: Any = "cari_product" if len(tables) > 1 else "adjusted_rand"
    test = permutation_test(true, pred, metric)
    found: dict[str, Any] = {"permutation_test": entry_of_test(metric, test)}
    if min(table.n_samples for table in tables) > 1:
        interval = score_interval(
            true, pred, metric, confidence_level=_CONFIDENCE_LEVEL
        )
        found["interval"] = {
            "metric": metric,
            "confidence_level": _CONFIDENCE_LEVEL,
            "low": interval.low,
            "high": interval.high,
            "standard_error": interval.standard_error,
        }
    return found


def _sections(report: dict[str, Any]) -> list[str | Table]:
    """Write the parts of a report."""
    modes = report["modes"]
    kind = "co-clusterings" if len(modes) > 1 else "clusterings"
    of_modes = list(modes) if len(modes) > 1 else []
    sections: list[str | Table] = [
        f"Comparison of two {kind}",
        Table(
            ["", "entries", "true clusters", "predicted clusters"],
            [[name, *map(str, counts.values())] for name, counts in modes.items()],
        ),
        # For clusterings, both null models coincide.
        *indices_of(
            report["indices"],
            of_modes,
            {"product"} if of_modes else {"product", "cells"},
        ),
    ]
    if report["decomposition"]:
        sections += _decomposition(report["decomposition"], of_modes)
    if report["permutation_test"]:
        sections.append(describe_test(report["permutation_test"], of_modes))
    if report["interval"]:
        sections.append(_interval(report["interval"]))
    return sections


def _decomposition(found: dict[str, Any], names: list[str]) -> list[str | Table]:
    """Write the decomposition, unless the co-clusterings are equal and trivial."""
    if not found["strata"]:
        return []
    rows = zip(found["strata"], found["agreement"], found["weights"], strict=True)
    return [
        'CARI adjusted under the null model "product", by pairs of cells',
        Table(
            ["pairs that differ in", "agreement", "weight"],
            [
                [
                    " and ".join(names[mode] for mode in modes),
                    number(one),
                    number(weight),
                ]
                for modes, one, weight in rows
            ],
        ),
    ]


def _interval(found: dict[str, Any]) -> str:
    """Write the interval, and the condition under which it is valid."""
    return (
        f"{found['confidence_level']:.0%} interval of {found['metric']}, if no label "
        f"depends on the sample: {number(found['low'])} to {number(found['high'])}"
    ).replace("%", " %", 1)
