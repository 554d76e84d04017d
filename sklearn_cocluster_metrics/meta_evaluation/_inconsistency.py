"""How often two indices rank two candidates in opposite order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import NDArray

from .._metrics import (
    BiclusteringMetric,
    PartitionMetric,
    ResolvedMetric,
    resolve_several,
)
from .._structures._arguments import check_sequence
from .._structures._printing import Tabular
from .._structures._progress import in_parallel
from ._random_candidates import equal_up_to_rounding
from ._search import StructureName, structure_in_contracts


@dataclass(frozen=True, eq=False, repr=False)
class InconsistencyRates(Tabular):
    """Result of `inconsistency_rates`.

    Parameters
    ----------
    names : tuple of str
        Names of the metrics.
    rates : ndarray of shape (n_metrics, n_metrics)
        Fraction of the triplets on which two metrics disagree.
    preferences : ndarray of shape (n_triplets, n_metrics)
        1 where a metric prefers the first candidate, -1 the second, 0 neither.

    See Also
    --------
    inconsistency_rates : Makes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates
    >>> triplet = ([0, 0, 1, 1], [0, 0, 0, 0], [0, 1, 2, 3])
    >>> inconsistency_rates(["rand", "jaccard"], [triplet]).preferences
    array([[-1,  1]])
    """

    names: tuple[str, ...]
    rates: NDArray[np.float64]
    preferences: NDArray[np.int64]

    def __repr__(self) -> str:
        """Write the greatest rate, and which metrics it is of."""
        one, other = np.unravel_index(self.rates.argmax(), self.rates.shape)
        names = f"{self.names[one]} and {self.names[other]}" if one != other else "all"
        return (
            f"InconsistencyRates({len(self.names)} metrics, {len(self.preferences)} "
            f"triplets; at most {self.rates.max():.3g}, {names})"
        )

    def to_frame(self) -> Any:
        """Return the rates as a table with the names of the metrics; needs pandas.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_metrics, n_metrics)
            Rates.
        """
        from pandas import DataFrame

        return DataFrame(self.rates, index=self.names, columns=self.names)

    def _columns(self) -> dict[str, Any]:
        """Return a row for each metric, as in HTML."""
        return {
            "": self.names,
            **dict(zip(self.names, self.rates.tolist(), strict=True)),
        }


def inconsistency_rates(
    metrics: Sequence[PartitionMetric | BiclusteringMetric]
    | Mapping[str, PartitionMetric | BiclusteringMetric],
    triplets: Iterable[tuple[Any, Any, Any]],
    *,
    structure: StructureName = "clustering",
    greater_is_better: Mapping[str, bool] | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> InconsistencyRates:
    """Count how often two indices rank two candidates in opposite order.

    The rate is the fraction of triplets in which the two prefer different candidates
    ([1]_, F.1 and F.2; :ref:`inconsistency_of_indices`).

    Parameters
    ----------
    metrics : list of str or callable, or mapping of str to them
        At least two indices, or functions ``(true, pred) -> float``; the keys of a
        mapping name them. Pass options by `functools.partial`.
    triplets : iterable of tuple (true, first, second)
        A reference structure and two candidates.
    structure : {"clustering", "coclustering", "biclustering"}, default="clustering"
        What is compared.
    greater_is_better : mapping of str to bool or None, default=None
        Directions of your own functions, by name, as in `selection_bias_test`.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).

    Returns
    -------
    result : InconsistencyRates
        Rates in [0, 1], and preferences.

    Raises
    ------
    ValueError
        If there are fewer than two metrics, or no triplets; if a metric is unknown,
        compares other structures, or is NaN; if a triplet has another length.
    TypeError
        If an argument has the wrong type.

    See Also
    --------
    selection_bias_test : Which random candidates an index prefers.

    Notes
    -----
    Values within 1e-12, absolutely or relatively, are equal: consistent with any index.

    Cost: one value of each metric for each distinct pair of reference and candidate.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section F.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates
    >>> true, coarse, close = [0, 0, 0, 1, 1, 1], [0] * 6, [0, 0, 1, 1, 1, 1]
    >>> triplets = [(true, coarse, range(6)), (true, coarse, close)]
    >>> inconsistency_rates(["rand", "jaccard"], triplets).rates
    array([[0. , 0.5],
           [0.5, 0. ]])
    """
    several = [*metrics] if isinstance(metrics, Mapping) else metrics
    n_metrics = len(check_sequence(several, "metrics", "metrics, or a mapping"))
    if n_metrics < 2:
        raise ValueError(f"`metrics` must have at least two, got {n_metrics}.")
    resolved = resolve_several(
        metrics,
        structure_in_contracts(structure),
        of_coclusterings=structure == "coclustering",
        directions=greater_is_better,
    )
    checked = check_sequence(triplets, "triplets", "tuples (true, first, second)")
    for place, triplet in enumerate(checked):
        if len(triplet) != 3:
            raise ValueError(
                f"`triplets[{place}]` has length {len(triplet)}; it must be a "
                "reference and two candidates."
            )
    # The triplets keep their structures alive, so that their ids are not used again.
    pairs = {
        (id(true), id(pred)): (true, pred)
        for true, *candidates in checked
        for pred in candidates
    }
    tasks = (delayed(_scores)(resolved, true, pred) for true, pred in pairs.values())
    computed = in_parallel(tasks, len(pairs), "pairs", n_jobs, verbose)
    values = dict(zip(pairs, computed, strict=True))
    first, second = (
        np.array([values[id(one[0]), id(one[place])] for one in checked])
        for place in (1, 2)
    )
    preferences = np.where(
        equal_up_to_rounding(first, second), 0, np.where(first > second, 1, -1)
    )
    opposite = (preferences == 1).T.astype(int) @ (preferences == -1)
    rates = (opposite + opposite.T) / len(checked)
    return InconsistencyRates(tuple(resolved), rates, preferences)


def _scores(metrics: Mapping[str, ResolvedMetric], true: Any, pred: Any) -> list[float]:
    """Compute each metric, turned so that greater is better."""
    return [metric.score(true, pred) for metric in metrics.values()]
