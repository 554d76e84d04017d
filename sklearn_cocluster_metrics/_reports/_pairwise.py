"""Many solutions: the scores of all pairs, and the one that agrees best."""

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
from .._metrics import AnyMetric, ResolvedMetric, identify
from .._scored_pair import ClusteringPair, value_of_pair
from .._structures._arguments import check_mapping, check_option
from .._structures._entry_names import check_single_order, column_names, index_of
from .._structures._modes import compared_modes
from .._structures._partitions import check_partitions
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
    """The scores of all pairs of structures; `pairwise_scores` returns them.

    Parameters
    ----------
    names : list of str
        Names of the structures.
    scores : ndarray of shape (n_structures, n_structures)
        ``scores[i, j]`` compares i, as the truth, with j.
    metric : str
        Header of the index: its name in print, with its options and, where the
        structures know only some modes, the compared ones.
    greater_is_better : bool
        Its direction.

    See Also
    --------
    pairwise_scores : Makes it.

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
        """Name of the structure with the best mean score with the others."""
        both_directions = self.scores + self.scores.T
        np.fill_diagonal(both_directions, 0)  # not of a structure with itself
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
            If None, a new figure is made.
        **kwargs : dict
            Passed to ``Axes.imshow``, such as `cmap` (default "Blues").

        Returns
        -------
        ax : matplotlib Axes
            Drawn on.
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

    The medoid agrees best with all others: a choice without a truth.

    Parameters
    ----------
    structures : mapping of str to labels, tuples, matrices or fitted estimators
        At least two clusterings, co-clusterings, biclusterings or overlapping
        clusterings (n_samples, n_clusters) of the same data.
    metric : str or callable
        Index, or your own function ``(true, pred) -> float``.
    greater_is_better : bool or None, default=None
        Direction of your function. If None, higher is better; names that end in
        "error", "distance" or "loss" need it, and so do functions that are least for
        equal structures.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1 of each pair, of which the first structure is the truth:
        see `handle_unlabeled`. Only "drop" treats both sides differently.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).

    Returns
    -------
    scores : PairwiseScores
        Scores and medoid; prints as a table.

    Raises
    ------
    ValueError, TypeError
        With less than two structures; if two cannot be compared or have labels of
        different modes, the metric is unknown, or your own returns NaN.

    See Also
    --------
    compare : It compares candidates with known labels, on one or many data sets.
    compare_scores : It tests which of two predictions is closer to known labels.
    stability_score : It computes the agreement of refits of one estimator.

    Notes
    -----
    The medoid has the best mean of both directions. Cost: the metric for n (n + 1) / 2
    pairs if it is a symmetric index of this package (and `unlabeled` is not "drop"),
    else for n^2.

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
    check_mapping(structures, "structures", "structures")
    if len(structures) < 2:
        raise ValueError("`structures` has only one entry; at least two are needed.")
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
    part = None
    if identified.structure == "partition":
        part = _compared_part(structures)
    _check_order_of_names(structures, identified.structure)
    if identified.structure == "partition":
        _check_takes_modes(structures, resolved)
    n_structures = len(structures)
    if is_symmetric:
        true_positions, pred_positions = np.triu_indices(n_structures)
    else:
        all_positions = np.indices((n_structures, n_structures))
        true_positions, pred_positions = all_positions.reshape(2, -1)
    named_structures = list(structures.items())
    score_pair = partial(
        _score_pair, resolved, compared=identified.structure, unlabeled=unlabeled
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
        metric=resolved.header(part),
        greater_is_better=resolved.greater_is_better,
    )


def _refuse_loss_of_scores(metric: ResolvedMetric, scores: NDArray[np.float64]) -> None:
    """Raise an error if scores are values of a loss, and nobody has said so."""
    own_scores = scores.diagonal()
    for (true, pred), score in np.ndenumerate(scores):
        metric.refuse_loss(
            float(score),
            true_with_itself=float(own_scores[true]),
            pred_with_itself=float(own_scores[pred]),
        )


def _compared_part(structures: Mapping[str, AnyStructure]) -> str | None:
    """Return text such as "rows" if the structures know only some modes, else None.

    Raise an error if they know different modes, because their scores would not be
    comparable.
    """
    parts = {}
    for name, structure in structures.items():
        n_modes = len(structure) if isinstance(structure, tuple) else 1
        modes = compared_modes(structure, n_modes)
        parts[name] = modes.part
    first_name, *names = parts
    for name in names:
        if parts[name] != parts[first_name]:
            first_part = parts[first_name] or "every mode"
            part = parts[name] or "every mode"
            raise ValueError(
                f"`structures` must have labels of the same modes: {first_name!r} has "
                f"those of {first_part}, {name!r} those of {part}. Pass None for the "
                "other modes in all of them."
            )
    return parts[first_name]


def _check_order_of_names(
    structures: Mapping[str, AnyStructure], compared: Structure
) -> None:
    """Refuse names of entries in several orders if some structure has no names."""
    parts_of_structures = [
        structure if isinstance(structure, tuple) else (structure,)
        for structure in structures.values()
    ]
    # The parts of the rows of all structures, then those of the columns
    for parts in zip(*parts_of_structures, strict=False):
        # Entries are the columns of an indicator of biclusters; else the index.
        if compared == "biclustering":
            names = [column_names(part) for part in parts]
        else:
            names = [index_of(part) for part in parts]
        check_single_order(names, "`structures`")


def _check_takes_modes(
    structures: Mapping[str, AnyStructure], metric: ResolvedMetric
) -> None:
    """Refuse a metric of plain clusterings for structures with several known modes."""
    for structure in structures.values():
        if not isinstance(structure, tuple):
            continue
        modes = compared_modes(structure, len(structure))
        if len(modes.numbers) > 1:
            metric.check_takes_coclusterings()


def _score_pair(
    metric: ResolvedMetric,
    named_true: tuple[str, Any],
    named_pred: tuple[str, Any],
    *,
    compared: Structure,
    unlabeled: Unlabeled | None,
) -> float:
    """Return the value of a metric for two structures; an error has their names."""
    true_name, true_structure = named_true
    pred_name, pred_structure = named_pred
    try:
        if metric.contract is not None and compared == "partition":
            check = label_check_for(unlabeled)
            true, pred = check_partitions(true_structure, pred_structure, check=check)
            modes = compared_modes(true_structure, len(true))
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
