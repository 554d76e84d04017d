"""Stability of each cluster: whether fits of parts of the data find it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any, Literal

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._statistics._comparison import compare_biclusters
from .._statistics._matching import SharedParts
from .._statistics._tables import count_table
from .._structures._arguments import Estimator, check_generator
from .._structures._estimators import (
    BICLUSTERING,
    COCLUSTERING,
    Accessor,
    has_fitted,
    has_modes,
)
from .._structures._labels import as_objects, check_labels
from .._structures._printing import (
    Tabular,
    TextTable,
    entry_text,
    html,
    mode_names,
    number,
)
from .._structures._progress import in_parallel
from ._bicross import kind_of
from ._fits import clone_or_explain, indexable
from ._inductive import fit_or_name_wrapper
from ._stability import FitOnPart, Resampling, on_overlap, shape_of


@dataclass(frozen=True, eq=False, repr=False)
class ClusterStability(Tabular):
    """Result of `cluster_stability`: one entry per cluster in each array, read-only.

    Parameters
    ----------
    of : ndarray of shape (n_clusters,), dtype object
        What it consists of: "rows", "columns", "blocks", "biclusters", or "samples" if
        rows alone are clustered.
    name : ndarray of shape (n_clusters,), dtype object
        Its label; tuple of labels of a block; number of a bicluster.
    size : ndarray of shape (n_clusters,)
        Its number of rows, columns or cells.
    jaccard : ndarray of shape (n_clusters,)
        Mean of the best Jaccard index in each part; NaN if in none.
    n_resamples : ndarray of shape (n_clusters,)
        Number of parts with any of it.

    See Also
    --------
    cluster_stability : Compute it.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from sklearn_cocluster_metrics import cluster_stability
    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    >>> cluster_stability(KMeans(2, random_state=0), X, random_state=0)
    ClusterStability(n_clusters=2, least=1)
    """

    of: NDArray[Any]
    name: NDArray[Any]
    size: NDArray[Any]
    jaccard: NDArray[np.float64]
    n_resamples: NDArray[np.int64]

    def __post_init__(self) -> None:
        for column in vars(self).values():
            column.flags.writeable = False

    def _columns(self) -> dict[str, Any]:
        """Return a row for each cluster."""
        return vars(self)

    def __repr__(self) -> str:
        least = np.min(self.jaccard, initial=1, where=~np.isnan(self.jaccard))
        return f"{type(self).__name__}(n_clusters={len(self.name)}, least={least:.3g})"

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        """Return an HTML table, below the short form; Jupyter calls this."""
        return html([repr(self), self._table()])

    def _table(self) -> TextTable:
        """Return the table that is printed."""
        names = (entry_text(name, 3) for name in self.name)
        sizes, counts = (map(str, one) for one in (self.size, self.n_resamples))
        values = map(number, self.jaccard)
        rows = [*zip(self.of, names, sizes, values, counts, strict=True)]
        return TextTable([*vars(self)], rows, n_names=2)


def cluster_stability(
    estimator: Estimator,
    X: Any,
    *,
    n_resamples: int = 24,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    structure: Literal["coclustering", "biclustering"] | None = None,
    accessor: Accessor | None = None,
) -> ClusterStability:
    """Stability of each cluster, block or bicluster of a fit.

    Clones are fitted on random parts of the rows and columns. For each cluster of the
    whole, restricted to a part, the greatest Jaccard index with a cluster of the part
    is averaged over parts [1]_. Clusterers of rows alone are fitted on all columns.

    Parameters
    ----------
    estimator : estimator
        Fitted on X (with a callable `accessor`, it must be), and then not changed; else
        a clone is fitted.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    n_resamples : int, default=24
        Number of parts.
    row_fraction, column_fraction : float, default=0.8
        Fraction of rows and columns in each part, in (1/2, 1].
    random_state : int, RandomState instance or None, default=None
        Seed of the parts and of the clones' `random_state`.
    n_jobs : int, default=None
        Number of jobs; it never changes the result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    structure : {"coclustering", "biclustering"}, default=None
        Whether to compare labels, or the biclusters `rows_` and `columns_`. None:
        labels, if the estimator has any.
    accessor : str, tuple of str or callable, default=None
        Where its labels are, as in `coclustering_of`.

    Returns
    -------
    stability : ClusterStability
        Row clusters, column clusters, then blocks; or biclusters. It is frozen, and has
        ``to_frame()``.

    Raises
    ------
    ValueError, TypeError
        As `make_stability_scorer` and its scorer do.

    See Also
    --------
    stability_score : Stability of the whole.
    match_table : Each cluster beside its match in another result.

    Notes
    -----
    A cluster with .75 or more is called stable in [1]_, and one below .6 should not be
    trusted. That is of bootstrap samples, with 63 % of the rows; larger parts are more
    like the whole. The index of a block is about the product of those of its clusters.
    Noise can be stable too: see `split_half_test`.

    Cost: ``n_resamples`` fits.

    References
    ----------
    .. [1] C. Hennig, "Cluster-wise assessment of cluster stability", Computational
       Statistics & Data Analysis 52, 2007, :doi:`10.1016/j.csda.2006.11.025`.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from sklearn_cocluster_metrics import cluster_stability
    >>> X = np.random.default_rng(0).normal(size=(90, 2))
    >>> X[:30] += 10  # a cluster far away; the others are two halves of one
    >>> model = KMeans(3, n_init=10, random_state=0).fit(X)
    >>> print(cluster_stability(model, X, random_state=0))
    of       name  size  jaccard  n_resamples
    samples  0       28    0.753           24
    samples  1       30    1.000           24
    samples  2       32    0.743           24
    """
    options = n_resamples, row_fraction, column_fraction, random_state, n_jobs, verbose
    metric = "e4sc" if structure == "biclustering" else "cari_product"
    resampling = Resampling(metric, *options, structure=structure, accessor=accessor)
    shape = shape_of(X)
    X = indexable(X)
    if not _is_fitted(estimator, accessor):
        estimator = clone_or_explain(estimator)
        fit_or_name_wrapper(estimator, X)
    if structure is None and accessor is None:
        has_labels = has_modes(estimator) or has_fitted(estimator, "labels_")
        has_biclusters = has_fitted(estimator, *BICLUSTERING)
        resampling.of_biclusters = has_biclusters and not has_labels
    resampling.refuse_other_rows(estimator, X)
    whole = resampling.read(estimator, X, [*map(np.arange, shape)])
    kind = kind_of(X, warns=False) if len(shape) == 2 else None
    generator = check_generator(random_state, "random_state")
    # Drawn here, in order, so that the number of jobs changes no result.
    parts = (resampling.draw_part(generator, shape) for _ in range(n_resamples))
    tasks = (delayed(resampling.fit)(estimator, X, part, kind) for part in parts)
    fits = in_parallel(tasks, n_resamples, "fits", n_jobs, verbose)
    if resampling.of_biclusters:
        rows, columns = whole.found
        labels: list[Any] = [*range(rows.shape[1])]
        of = ["biclusters"] * len(labels)
        sizes = [rows.sum(axis=0) * columns.sum(axis=0)]
        found = [[_of_biclusters(*on_overlap(whole, fit))] for fit in fits]
    else:
        coded = [check_labels(mode, "labels").compressed() for mode in whole.found]
        whole = FitOnPart(whole.positions, tuple(mode.codes for mode in coded))
        names = [as_objects(mode.values_at(np.arange(mode.width))) for mode in coded]
        labels = [label for mode in names for label in mode]
        widths = [len(mode) for mode in names]
        of = np.repeat(mode_names(len(names)), widths).tolist()
        sizes = [np.bincount(mode.codes) for mode in coded]
        if len(names) > 1:
            labels += product(*names)
            of += ["blocks"] * (len(labels) - len(of))
            sizes.append(reduce(np.multiply.outer, sizes).ravel())
        found = [_of_labels(*on_overlap(whole, fit), widths) for fit in fits]
    jaccards = np.concatenate([np.array(one) for one in zip(*found, strict=True)], 1)
    are_there = ~np.isnan(jaccards)
    n_there = are_there.sum(axis=0)
    means = np.full(n_there.shape, np.nan)
    np.divide(jaccards.sum(axis=0, where=are_there), n_there, means, where=n_there > 0)
    return ClusterStability(
        as_objects(of), as_objects(labels), np.concatenate(sizes), means, n_there
    )


def _is_fitted(estimator: Any, accessor: Accessor | None) -> bool:
    """Return whether an estimator has what is read; of a callable accessor, True."""
    alternatives: Any = COCLUSTERING, ("labels_",), BICLUSTERING
    if accessor is not None and not callable(accessor):
        alternatives = [[accessor] if isinstance(accessor, str) else accessor]
    return callable(accessor) or any(
        has_fitted(estimator, *one) for one in alternatives
    )


def _of_labels(
    whole: Sequence[NDArray[Any]], part: Sequence[NDArray[Any]], widths: list[int]
) -> list[NDArray[np.float64]]:
    """Return the best Jaccard index of the clusters of each mode, and of the blocks.

    The labels of the whole are numbers below `widths`.
    """
    tables = [
        count_table(check_labels(one, "labels"), check_labels(other, "labels"))
        for one, other in zip(whole, part, strict=True)
    ]
    groups = [slice(mode, mode + 1) for mode in range(len(tables))]
    groups += [slice(None)] * (len(tables) > 1)
    found = []
    for group in groups:
        best = _best(SharedParts.of_tables(tuple(tables[group])))
        present = np.ix_(*(table.true_labels for table in tables[group]))
        jaccards = np.full(widths[group], np.nan)
        jaccards[present] = best.reshape(jaccards[present].shape)
        found.append(jaccards.ravel())
    return found


def _of_biclusters(
    whole: Sequence[NDArray[Any]], part: Sequence[NDArray[Any]]
) -> NDArray[np.float64]:
    """Return the best Jaccard index of each bicluster; NaN if it is elsewhere."""
    true, pred = (
        (np.ascontiguousarray(rows.T), np.ascontiguousarray(columns.T))
        for rows, columns in (whole, part)
    )
    parts = SharedParts.of_biclusters(compare_biclusters(true, pred).overlaps)
    return np.where(parts.true_sizes > 0, _best(parts), np.nan)


def _best(parts: SharedParts) -> NDArray[np.float64]:
    """Return the greatest Jaccard index of each true cluster."""
    values = np.append(parts.values("jaccard"), 0.0)  # the place of no match is -1
    return np.asarray(values[parts.matched("jaccard", "best")[0]])
