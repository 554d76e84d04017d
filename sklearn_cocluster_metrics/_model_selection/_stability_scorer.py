"""Scorer of stability: how well fits of overlapping parts of the data agree."""

from collections.abc import Mapping
from typing import Any

from .._contracts import Metric, structure_compared_by
from .._indices._contract import Structure
from .._structures import Accessor, Estimator
from ._compared_fits import Compared, ComparedBiclusters, ComparedLabels
from ._resamples import Resampling, measure_stability
from ._scorers import Scorer
from ._stability_of_parts import Stability

STRUCTURES: Mapping[str, Structure] = {
    "coclustering": "partition",
    "biclustering": "biclustering",
}
"""What contracts call a structure."""


class StabilityScorer(Scorer):
    """Scorer that `make_stability_scorer` returns.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str or callable
        Name of an index, or a function of two co-clusterings or biclusterings.
    greater_is_better : bool or None
        Direction of a user-defined function.
    resampling : Resampling
        How subsamples are drawn.
    with_standard_error : bool
        Whether to return a dictionary in place of a number.
    structure : {"coclustering", "biclustering"} or None
        What is compared; None: what the metric compares.
    accessor : str, tuple of str, callable or None
        Where the estimator has its labels.
    options : dict
        Keyword arguments of the metric.

    See Also
    --------
    make_stability_scorer : Checks the options and makes the scorer.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import make_stability_scorer
    >>> make_stability_scorer("nce")
    StabilityScorer(nce; better: higher)
    """

    _arguments = (
        "n_resamples",
        "row_fraction",
        "column_fraction",
        "random_state",
        "n_jobs",
        "verbose",
        "with_standard_error",
        "structure",
        "accessor",
        "greater_is_better",
    )

    def __init__(
        self,
        metric: Metric,
        greater_is_better: bool | None,
        resampling: Resampling,
        with_standard_error: bool,
        structure: str | None,
        accessor: Accessor | None,
        options: dict[str, Any],
    ) -> None:
        self._structure: Structure = (
            structure_compared_by(metric)
            if structure is None
            else STRUCTURES[structure]
        )
        of_labels = self._structure == "partition"
        super().__init__(metric, greater_is_better, options, of_coclusterings=of_labels)
        self._resampling = resampling
        self._with_standard_error = with_standard_error
        self._compared: Compared = (
            ComparedLabels(self._metric, accessor, with_standard_error)
            if of_labels
            else ComparedBiclusters(self._metric)
        )

    def __call__(self, estimator: Estimator, X: Any, y: Any = None) -> Any:
        """Score clones of the estimator; its own fit and `y` are not used.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored.

        Returns
        -------
        score : float or dict of str to float
            Mean agreement; with `with_standard_error`, also its standard error, the
            mean numbers of clusters found, and the same agreement mode by mode.
        """
        found = self.measure(estimator, X)
        return found.as_results() if self._with_standard_error else found.mean

    def measure(self, estimator: Estimator, X: Any) -> Stability:
        """Return the agreement of every resample and the clusters found.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.

        Returns
        -------
        stability : Stability
            With `scores`, `mean`, `standard_error`, and the numbers of clusters in the
            mapping `found`.
        """
        return measure_stability(self._compared, estimator, X, self._resampling)
