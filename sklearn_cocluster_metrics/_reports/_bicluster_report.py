"""Everything about two biclusterings at a glance."""

from typing import Any, Literal, overload

from numpy.random import RandomState

from .._contracts import BiclusteringMetrics, resolve_several
from .._inference import permutation_test
from .._model_selection import Biclusterings
from .._statistics import BiclusterComparison
from .._structures import Biclustering, check_biclusterings, check_flag
from ._index_entries import entry_of, indices_of
from ._report import Report, Table
from ._test_entries import describe_test, entry_of_test

_METRICS = (
    "bicluster_precision",
    "bicluster_recall",
    "bicluster_fbeta",
    "expected_best_bicluster_fbeta",
    "adjusted_bicluster_rnia",
    "adjusted_bicluster_csi",
    "bicluster_rnia",
    "bicluster_csi",
    "bicluster_ce",
    "bicluster_prelic_relevance",
    "bicluster_prelic_recovery",
    "bicluster_extended_bcubed",
    "mocice_bcubed",
    "e4sc",
)
_TESTED: Any = "bicluster_fbeta"
_N_PERMUTATIONS = 199


@overload
def bicluster_report(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    metrics: BiclusteringMetrics | None = None,
    inference: bool = True,
    random_state: int | RandomState | None = None,
    output_dict: Literal[False] = False,
) -> str: ...
@overload
def bicluster_report(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    metrics: BiclusteringMetrics | None = None,
    inference: bool = True,
    random_state: int | RandomState | None = None,
    output_dict: Literal[True],
) -> dict[str, Any]: ...
def bicluster_report(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    metrics: BiclusteringMetrics | None = None,
    inference: bool = True,
    random_state: int | RandomState | None = None,
    output_dict: bool = False,
) -> str | dict[str, Any]:
    """Report how well two biclusterings agree.

    The report has the numbers of biclusters and of cells that they cover; for each
    index its value, direction, range and chance level; and a permutation test.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        Reference indicators, of shape (n_biclusters, n_rows) and (n_biclusters,
        n_columns); or a fitted estimator that has them.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them.
    metrics : str, callable, or list or dict of these, default=None
        Indices to report, by name or function; the keys of a dictionary name them.
        None: see Notes.
    inference : bool, default=True
        Whether to compute the permutation test, which can take seconds.
    random_state : int, RandomState instance or None, default=None
        Determines the permutations. Pass an int for the same report at every call.
    output_dict : bool, default=False
        Whether to return a dictionary instead of text.

    Returns
    -------
    report : str or dict
        Text; a notebook shows it as tables. As a dictionary, ``report["indices"]``
        has for each name `value`, `greater_is_better`, `lower`, `upper`,
        `chance_level` and `chance_is_exact_under` (null models). The other keys are
        "biclusters" (for "true" and "pred", the numbers of biclusters and covered
        cells, and whether biclusters overlap), "shape", "n_cells_covered_by_both" and
        "permutation_test", which is None where it is not computed.

    Raises
    ------
    ValueError
        If indicators contain anything but 0 and 1 or describe different matrices; if a
        metric is unknown, compares clusterings, or refuses the biclusters.
    TypeError
        If biclusters are not tuples of two array-likes; if `inference` or
        `output_dict` is not a bool.

    See Also
    --------
    coclustering_report : The report for co-clusterings.
    bicluster_similarity_score : Sixteen measures.
    permutation_test : The test, for any index.

    Notes
    -----
    By default: precision, recall and their F-measure, which show whether predicted
    biclusters are too large or too small; the three indices that are 0 on average by
    chance for sets of biclusters; then measures that publications use: RNIA, CSI, CE,
    relevance and recovery, and BCubed measures. Measures that refuse overlapping
    biclusters are left out.

    The test permutes the rows and the columns of the predicted biclusters, 199 times,
    and compares the F-measure, which is computed fastest.

    Cost: that of the indices; the test costs 199 evaluations of the F-measure: half a
    second for a few biclusters.

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
    output_dict = check_flag(output_dict, "output_dict")
    checked: Any = check_biclusterings(biclusters_true, biclusters_pred)
    pair = Biclusterings(*checked)
    selected = resolve_several(_METRICS if metrics is None else metrics, "biclustering")
    report = {
        "shape": pair.statistics.true.shape,
        **_biclusters(pair.statistics),
        "indices": {name: entry_of(metric, pair) for name, metric in selected.items()},
        "permutation_test": None,
    }
    if inference:
        test = permutation_test(
            checked[0],
            checked[1],
            _TESTED,
            n_permutations=_N_PERMUTATIONS,
            random_state=random_state,
        )
        report["permutation_test"] = entry_of_test(_TESTED, test)
    return report if output_dict else Report.of(_sections(report))


def _biclusters(comparison: BiclusterComparison) -> dict[str, Any]:
    """Count biclusters and cells, and say whether biclusters overlap."""
    covers = comparison.covers
    sides = {
        "true": (comparison.true, covers.true, covers.true_multiplicity),
        "pred": (comparison.pred, covers.pred, covers.pred_multiplicity),
    }
    return {
        "biclusters": {
            side: {
                "n_biclusters": biclusters.n_biclusters,
                "overlapping": _overlap(multiplicity, covers.counts),
                "n_cells_covered": n_cells,
            }
            for side, (biclusters, n_cells, multiplicity) in sides.items()
        },
        "n_cells_covered_by_both": covers.shared,
    }


def _overlap(multiplicity: Any, counts: list[int]) -> bool:
    """Return whether a cell is in two biclusters."""
    pairs = zip(multiplicity.tolist(), counts, strict=True)
    return any(number > 1 and count for number, count in pairs)


def _sections(report: dict[str, Any]) -> list[str | Table]:
    """Write the parts of a report."""
    rows, columns = report["shape"]
    sides = report["biclusters"]
    counts = [
        [
            {"true": "true", "pred": "predicted"}[side],
            str(found["n_biclusters"]),
            "yes" if found["overlapping"] else "no",
            str(found["n_cells_covered"]),
        ]
        for side, found in sides.items()
    ]
    sections: list[str | Table] = [
        f"Comparison of two biclusterings of a matrix with {rows} rows and {columns} "
        "columns",
        Table(
            ["", "biclusters", "overlapping", "cells covered"],
            [*counts, ["both", "", "", str(report["n_cells_covered_by_both"])]],
        ),
        *indices_of(report["indices"], (), {"product"}),
    ]
    if report["permutation_test"]:
        sections.append(describe_test(report["permutation_test"], ()))
    return sections
