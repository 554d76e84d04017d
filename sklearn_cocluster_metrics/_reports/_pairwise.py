"""Score all pairs of solutions, and find the solution that agrees best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import NDArray

from .._displays._drawing import (
    MOST_ANNOTATED,
    axes_or_new,
    drawing_options,
    frame_cell,
    write_in_cells,
)
from .._indices._contract import Structure
from .._metrics import AnyMetric, ResolvedMetric, identify, refuse_options_of_metric
from .._scored_pair import ClusteringPair, value_of_pair
from .._structures._arguments import check_mapping, check_option, is_estimator
from .._structures._entry_names import check_single_order, column_names, index_of
from .._structures._estimators import has_fitted
from .._structures._modes import ComparedModes, compared_modes
from .._structures._partitions import HINT_AT_UNLABELED, check_partitions
from .._structures._printing import Framed, TextTable, format_number, render_html
from .._structures._progress import run_in_parallel
from .._structures._types import AnyStructure
from .._structures._unlabeled import (
    UNLABELED,
    Unlabeled,
    handle_unlabeled,
    label_check_for,
)


@dataclass(frozen=True, eq=False, repr=False)
class PairwiseScores(Framed):
    """Scores of all pairs of structures, returned by `pairwise_scores`.

    Parameters
    ----------
    names : list of str
        Names of the structures.
    scores : ndarray of shape (n_structures, n_structures)
        ``scores[i, j]`` is the score of structure j, with structure i as the truth.
    metric : str
        Header of the index, which is its printed name with its options. The header says
        so if only the labels of the rows or of the columns are known.
    greater_is_better : bool
        Whether higher scores mean better agreement.

    See Also
    --------
    pairwise_scores : It computes the scores.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pairwise_scores
    >>> runs = {"a": [0, 0, 1, 1, 2], "b": [0, 0, 1, 1, 1], "c": [0, 1, 1, 1, 1]}
    >>> pairwise_scores(runs, "adjusted_rand")
    PairwiseScores(n_structures=3, metric='adjusted Rand', medoid='b')
    """

    names: list[str]
    scores: NDArray[np.float64]
    metric: str
    greater_is_better: bool

    def __post_init__(self) -> None:
        self.scores.flags.writeable = False

    @property
    def medoid(self) -> str:
        """Name of the structure whose mean score with the others is best."""
        both_directions = self.scores + self.scores.T
        np.fill_diagonal(both_directions, 0)  # no score with itself
        totals = both_directions.sum(axis=0)
        best = totals.argmax() if self.greater_is_better else totals.argmin()
        return self.names[int(best)]

    def _corner(self) -> str:
        """Return the header of the index, for tables in LaTeX and Markdown."""
        return self.metric

    def to_frame(self) -> Any:
        """Return a pandas data frame with a row and a column for each structure."""
        import pandas as pd

        return pd.DataFrame(self.scores, index=self.names, columns=self.names)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> Any:
        """Draw the scores as a heatmap; a frame marks the medoid.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Keyword arguments passed to ``Axes.imshow``, such as `cmap` (default
            "Blues").

        Returns
        -------
        ax : matplotlib Axes
            Axes with the heatmap.
        """
        kwargs = drawing_options(kwargs, "imshow", caller=self.plot)
        ax = axes_or_new(ax)
        image = ax.imshow(self.scores, **{"cmap": "Blues", **kwargs})
        if len(self.names) <= MOST_ANNOTATED:
            texts = [
                (cell, format_number(score, 2))
                for cell, score in np.ndenumerate(self.scores)
            ]
            write_in_cells(ax, image, texts)
        positions = range(len(self.names))
        ax.set_xticks(positions, self.names, rotation=90)
        ax.set_yticks(positions, self.names)
        medoid = self.names.index(self.medoid)
        frame_cell(ax, medoid, medoid, linewidth=2)
        direction = "higher" if self.greater_is_better else "lower"
        ax.figure.colorbar(image, ax=ax, label=f"{self.metric} ({direction} is better)")
        ax.set_title(f"medoid: {self.medoid}")
        return ax

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n_structures={len(self.names)}, "
            f"metric={self.metric!r}, medoid={self.medoid!r})"
        )

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        """Return an HTML table; Jupyter calls this."""
        return render_html([self._table(), f"Medoid: {self.medoid}"])

    def _table(self) -> TextTable:
        """Return the table that is printed."""
        rows = [
            [name, *map(format_number, row)]
            for name, row in zip(self.names, self.scores.tolist(), strict=True)
        ]
        return TextTable([self.metric, *self.names], rows)


@refuse_options_of_metric
def pairwise_scores(
    structures: Mapping[str, AnyStructure],
    metric: AnyMetric,
    *,
    greater_is_better: bool | None = None,
    unlabeled: Unlabeled | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> PairwiseScores:
    """Compare every structure with every other, such as runs or methods.

    Use it if no true structure is known. The result has the scores of all pairs and the
    *medoid*, which is the structure that agrees best with all others on average. The
    medoid can be chosen as the final result of many runs. If a true structure is known,
    use `compare` instead.

    Parameters
    ----------
    structures : mapping of str to labels, tuples, matrices or fitted estimators
        Structures of the same data by name, at least two. They are clusterings,
        co-clusterings, biclusterings, or overlapping clusterings of shape (n_samples,
        n_clusters).
    metric : str or callable
        Name of an index, or your own function ``(true, pred) -> float``.
    greater_is_better : bool or None, default=None
        Whether higher is better, for your own function. If None, higher is better. You
        must set it if the name of the function ends in "error", "distance" or "loss",
        or if equal structures have the least value.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        How to treat missing labels and the label -1 in each pair, as in
        `handle_unlabeled`. The first structure of a pair is the truth, which matters
        only for "drop". If None, -1 is an ordinary label and missing labels raise an
        error.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress. A progress bar is shown if `tqdm` is installed.

    Returns
    -------
    scores : PairwiseScores
        Scores of all pairs, and the medoid. The result prints as a table, and its field
        `greater_is_better` gives the direction. The range depends on the metric.

    Raises
    ------
    ValueError, TypeError
        If there are fewer than two structures, if two of them cannot be compared or do
        not both have labels of the rows and of the columns, if the metric is unknown,
        or if your own function returns NaN.

    See Also
    --------
    compare : It compares candidates with known labels, on one or many data sets.
    compare_scores : It tests which of two predictions is closer to known labels.
    stability_score : It computes the agreement of refits of one estimator.

    Notes
    -----
    If the metric is not symmetric, the medoid is found from the mean of both
    directions.

    For n structures, the cost is n (n + 1) / 2 evaluations of the metric if it is a
    symmetric index of this package and `unlabeled` is not "drop". Otherwise it is n^2
    evaluations.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pairwise_scores
    >>> runs = {"a": [0, 0, 1, 1, 2], "b": [0, 0, 1, 1, 1], "c": [0, 1, 1, 1, 1]}
    >>> found = pairwise_scores(runs, "adjusted_rand")
    >>> print(found)
    adjusted Rand       a      b       c
    a               1.000  0.545  -0.071
    b               0.545  1.000   0.231
    c              -0.071  0.231   1.000
    >>> found.medoid
    'b'
    """
    check_mapping(structures, "structures", "structures", entry="fit")
    if len(structures) < 2:
        raise ValueError(
            f"`structures` has only one entry, {list(structures)}, but at least two "
            "are needed to form a pair. To compare one structure with a truth, call "
            "the index itself."
        )
    identified = identify(
        metric, {}, caller=pairwise_scores, sides=list(structures.values())
    )
    resolved = identified.resolve(
        identified.structure, greater_is_better=greater_is_better
    )
    check_option(unlabeled, "unlabeled", UNLABELED)
    if identified.structure != "partition":
        check_option(unlabeled, "unlabeled", (None,))  # the others are for labels
    is_symmetric = resolved.is_symmetric and unlabeled != "drop"
    compared_part = None
    if identified.structure == "partition":
        _refuse_coclusterers_beside_labels(structures)
        compared_part = _compared_part(structures)
    _check_order_of_names(structures, identified.structure)
    if identified.structure == "partition":
        _check_takes_coclusterings(structures, resolved)
    n_structures = len(structures)
    if is_symmetric:
        true_positions, pred_positions = np.triu_indices(n_structures)
    else:
        all_positions = np.indices((n_structures, n_structures))
        true_positions, pred_positions = all_positions.reshape(2, -1)
    named_structures = list(structures.items())
    score_pair = partial(
        _score_pair,
        resolved,
        compared=identified.structure,
        unlabeled=unlabeled,
        warned_arguments=set(),  # shared by the pairs, so that each is warned of once
    )
    tasks = (
        delayed(score_pair)(named_structures[i], named_structures[j])
        for i, j in zip(true_positions, pred_positions, strict=True)
    )
    n_pairs = len(true_positions)
    values = run_in_parallel(tasks, n_pairs, "pairs", n_jobs=n_jobs, verbose=verbose)
    scores = np.empty((n_structures, n_structures))
    scores[true_positions, pred_positions] = values
    if is_symmetric:
        scores[pred_positions, true_positions] = values
    _refuse_loss_of_scores(resolved, scores)
    return PairwiseScores(
        names=list(structures),
        scores=scores,
        metric=resolved.header(compared_part),
        greater_is_better=resolved.greater_is_better,
    )


def _refuse_loss_of_scores(metric: ResolvedMetric, scores: NDArray[np.float64]) -> None:
    """Raise an error if scores look like a loss, but `greater_is_better` is not set."""
    own_scores = scores.diagonal()
    for (true, pred), score in np.ndenumerate(scores):
        metric.refuse_loss(
            float(score),
            true_with_itself=float(own_scores[true]),
            pred_with_itself=float(own_scores[pred]),
        )


def _refuse_coclusterers_beside_labels(structures: Mapping[str, AnyStructure]) -> None:
    """Raise an error if some structures are co-clusterers and others plain labels.

    A co-clusterer has `row_labels_`, which may be in an estimator that it wraps. If it
    also has `labels_`, it can be compared with plain labels.
    """
    names_of_labels = []
    names_of_coclusterers = []
    for name, structure in structures.items():
        if not is_estimator(structure):
            if not isinstance(structure, tuple):
                names_of_labels.append(name)
        elif has_fitted(structure, "row_labels_"):
            if not has_fitted(structure, "labels_"):
                names_of_coclusterers.append(name)
    if not names_of_labels or not names_of_coclusterers:
        return
    name = names_of_coclusterers[0]
    labels = "model.row_labels_"
    if not hasattr(structures[name], "row_labels_"):
        labels = "coclustering_of(model)[0]"
        if hasattr(structures[name], "steps"):
            labels = "pipeline[-1].row_labels_"
    raise TypeError(
        f"`structures` has the co-clusterer {name!r}, which has labels of rows and of "
        f"columns, but {names_of_labels[0]!r} is one array of labels. To compare the "
        f"rows, pass `{labels}` in place of {name!r}."
    )


def _compared_part(structures: Mapping[str, AnyStructure]) -> str | None:
    """Return text such as "rows" if only some modes have labels, otherwise None.

    The structures are clusterings or co-clusterings. Raise an error if they have labels
    of different modes, because their scores would not be comparable.
    """
    parts: dict[str, str | None] = {}
    for name, structure in structures.items():
        parts[name] = None
        if isinstance(structure, tuple):
            parts[name] = ComparedModes.of_known(structure).part
    first_name, *names = parts
    for name in names:
        if parts[name] != parts[first_name]:
            first_part = parts[first_name] or "every mode"
            part = parts[name] or "every mode"
            raise ValueError(
                "All `structures` must have labels of the same kind, but "
                f"{first_name!r} has labels of {first_part} and {name!r} labels of "
                f"{part}. In all of them, pass None in place of the labels that some "
                "of them lack, for example `(row_labels, None)`."
            )
    return parts[first_name]


def _check_order_of_names(
    structures: Mapping[str, AnyStructure], compared: Structure
) -> None:
    """Raise an error if names come in several orders and some structure has no names.

    A structure without names is matched by position, so that its order is not known.
    Rows and columns are checked separately.
    """
    parts_of_structures = [
        structure if isinstance(structure, tuple) else (structure,)
        for structure in structures.values()
    ]
    # The parts of the rows of all structures, then the parts of the columns
    for parts in zip(*parts_of_structures, strict=False):
        # The names of an indicator of biclusters are its columns, of labels the index.
        if compared == "biclustering":
            names = [column_names(part) for part in parts]
        else:
            names = [index_of(part) for part in parts]
        check_single_order(names, "`structures`")


def _check_takes_coclusterings(
    structures: Mapping[str, AnyStructure], metric: ResolvedMetric
) -> None:
    """Raise an error if the metric is for plain clusterings, but a structure is not."""
    for structure in structures.values():
        if not isinstance(structure, tuple):
            continue
        modes = ComparedModes.of_known(structure)
        if len(modes.numbers) > 1:
            metric.check_takes_coclusterings()


def _score_pair(
    metric: ResolvedMetric,
    named_true: tuple[str, Any],
    named_pred: tuple[str, Any],
    *,
    compared: Structure,
    unlabeled: Unlabeled | None,
    warned_arguments: set[str],
) -> float:
    """Return the value of a metric for two structures; add their names to an error.

    Only an index of labels gets checked structures. Any other metric gets them as they
    were passed, after their unlabeled items were handled. There is no second warning of
    an argument that is among the `warned_arguments`.
    """
    true_name, true_structure = named_true
    pred_name, pred_structure = named_pred
    try:
        if metric.contract is not None and compared == "partition":
            true, pred = check_partitions(
                true_structure,
                pred_structure,
                check=label_check_for(unlabeled),
                names=(f"structures[{true_name!r}]", f"structures[{pred_name!r}]"),
                warned_arguments=warned_arguments,
                hint_at_absent_names=HINT_AT_UNLABELED,
            )
            modes = compared_modes(true_structure, n_compared=len(true))
            pair = ClusteringPair(true, pred, modes).handled(unlabeled)
            return value_of_pair(metric, pair)
        if unlabeled is not None:
            true_structure, pred_structure = handle_unlabeled(
                true_structure, pred_structure, unlabeled
            )
        return metric.value(true_structure, pred_structure)
    except (TypeError, ValueError) as error:
        message = f"`structures` {true_name!r} and {pred_name!r}: {error}"
        raise type(error)(message) from error
