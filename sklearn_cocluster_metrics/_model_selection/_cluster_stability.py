"""The stability of each cluster, or how well fits of parts of the data find it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any, Literal

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._statistics._comparison import compare_biclusters
from .._statistics._contingency import ContingencyTable
from .._statistics._matching import MatchCandidates
from .._statistics._tables import count_table
from .._structures._arguments import check_option
from .._structures._estimators import (
    BICLUSTERING_ATTRIBUTES,
    COCLUSTERING_ATTRIBUTES,
    Accessor,
    check_accessor,
    has_fitted,
    has_modes,
)
from .._structures._labels import LabelCodes, as_objects, check_labels
from .._structures._matrix import as_indexable
from .._structures._messages import refuse_keywords
from .._structures._modes import mode_names
from .._structures._printing import (
    Tabular,
    TextTable,
    format_entry,
    format_number,
    render_html,
)
from .._structures._types import Estimator
from ._agreement import on_overlap
from ._bicross import kind_of
from ._fits import clone_or_explain
from ._inductive import fit_or_suggest_inductive
from ._resampling import (
    Arrays,
    PartFit,
    PartFitter,
    Resampling,
    apply_whole_data_steps,
    refuse_missing_values,
    shape_of,
)
from ._stability import STRUCTURES


@dataclass(frozen=True, eq=False, repr=False)
class ClusterStability(Tabular):
    """Result of `cluster_stability`, with one entry per cluster in each array.

    A cluster with a mean Jaccard index near 1 is found again in parts of the data. A
    cluster with a low value dissolves or changes when only part of the data is used.
    The arrays are read-only.

    Parameters
    ----------
    of : ndarray of shape (n_clusters,), dtype object
        What each cluster consists of. This is "rows", "columns", "blocks",
        "biclusters", or "samples" if the rows alone are clustered.
    name : ndarray of shape (n_clusters,), dtype object
        Label of each cluster. The name of a block is the tuple of its labels, and the
        name of a bicluster is its number.
    size : ndarray of shape (n_clusters,)
        Number of rows, columns or cells of each cluster.
    jaccard : ndarray of shape (n_clusters,)
        Mean, over the parts that contain any of the cluster, of the best Jaccard index,
        in [0, 1]. It is NaN if no part contains any of the cluster.
    n_resamples : ndarray of shape (n_clusters,)
        Number of parts that contain any of the cluster.

    See Also
    --------
    cluster_stability : Compute this result.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from sklearn_cocluster_metrics import cluster_stability
    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    >>> cluster_stability(KMeans(2, random_state=0), X, random_state=0)
    ClusterStability(n_clusters=2, least_jaccard=1)
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
        means_of_clusters = self.jaccard
        is_known = ~np.isnan(means_of_clusters)
        # Without any mean, this is the greatest possible mean, 1.
        lowest = np.min(means_of_clusters, initial=1, where=is_known)
        return (
            f"{type(self).__name__}(n_clusters={len(means_of_clusters)}, "
            f"least_jaccard={lowest:.3g})"
        )

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        """Return the short form and a table as HTML, for Jupyter."""
        return render_html([repr(self), self._table()])

    def _table(self) -> TextTable:
        """Return the printed table, with a row for each cluster.

        The first two columns name the clusters. The first has a word such as "rows" or
        "blocks", and the second has the label of the cluster.
        """
        rows = zip(
            self.of,
            [format_entry(name, 3) for name in self.name],
            map(str, self.size),
            map(format_number, self.jaccard),
            map(str, self.n_resamples),
            strict=True,
        )
        return TextTable(list(vars(self)), list(rows), n_names=2)


@refuse_keywords(
    kind=(
        "The entries of `X` show whether they are counts. Leave `kind` out, or call "
        "`stability_score`, which takes this parameter."
    ),
    metric=(
        "Clusters are compared by the Jaccard index. Leave `metric` out, or call "
        "`stability_score`, which takes other indices."
    ),
    subsample=(
        "Pass the fraction of the rows as `row_fraction`, and of the columns as "
        "`column_fraction`."
    ),
)
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

    This function shows which of the clusters are reproducible [1]_, whereas
    `stability_score` returns one number for the whole fit. Clones of the estimator are
    fitted on random parts of the rows and columns. Each cluster of the whole data is
    restricted to a part, and compared by the Jaccard index with the most similar
    cluster of the fit of this part. The mean over the parts is 1 for a cluster that is
    always found again exactly. A low mean shows that the cluster dissolves or changes
    when part of the data is left out, and 0 that it shares nothing with any cluster of
    any fit.

    Clusterers that label only the rows are fitted on all columns.

    Parameters
    ----------
    estimator : estimator
        Estimator that was fitted on X and has not been changed since. If it is not
        fitted, a clone is fitted. With a callable `accessor`, it must be fitted.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data, or the input of the first step of a pipeline.
    n_resamples : int, default=24
        Number of parts.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each part, in (1/2, 1].
    random_state : int, RandomState instance or None, default=None
        Seed of the parts and of the clones' `random_state`.
    n_jobs : int, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if it is installed).
    structure : {"coclustering", "biclustering"}, default=None
        Whether to compare labels, or the biclusters `rows_` and `columns_`. If None,
        labels are compared if the estimator has any.
    accessor : str, tuple of str or callable, default=None
        Where the estimator has its labels, as in `coclustering_of`. If None, the usual
        attributes are read. A function must not predict labels of `X`, because the
        estimator is fitted to parts of `X`.

    Returns
    -------
    stability : ClusterStability
        Frozen result, which lists the row clusters, the column clusters and the blocks,
        or the biclusters. For each, the mean Jaccard index is in [0, 1], and higher is
        better. The method ``to_frame()`` returns a data frame.

    Raises
    ------
    ValueError, TypeError
        If `make_stability_scorer` or its scorer raises this error.

    See Also
    --------
    stability_score : Measure the stability of the whole fit.
    match_table : Show each cluster beside its match in another result.

    Notes
    -----
    In [1]_, a cluster is called stable if its mean is at least 0.75. A cluster below
    0.6 should not be trusted. These thresholds were proposed for bootstrap samples,
    which contain 63 % of the rows. Larger parts resemble the whole data more, so expect
    higher values here. The index of a block is about the product of the indices of its
    row cluster and of its column cluster. Clusters found in noise can be stable, too,
    so use `split_half_test` as well.

    The first steps of a pipeline are fitted as for `make_stability_scorer`.

    The cost is ``n_resamples`` fits.

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
    resampling = Resampling(
        n_resamples=n_resamples,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    accessor = check_accessor(accessor, "accessor")
    check_option(structure, "structure", STRUCTURES)
    estimator, X = apply_whole_data_steps(estimator, X)
    shape = shape_of(X)
    X = as_indexable(X)
    refuse_missing_values(estimator, X)
    if not _has_fitted_structure(estimator, accessor):
        estimator = clone_or_explain(estimator)
        fit_or_suggest_inductive(estimator, X)
    reads_biclusters = structure == "biclustering"
    if structure is None and accessor is None:
        reads_biclusters = _has_biclusters_alone(estimator)
    fitter = PartFitter(accessor=accessor, reads_biclusters=reads_biclusters)
    fitter.check_rows(estimator, X)
    all_positions = [np.arange(size) for size in shape]
    whole = fitter.read(estimator, X, all_positions)
    fits = _fit_parts(
        estimator,
        X,
        resampling=resampling,
        fitter=fitter,
        n_labeled_modes=len(whole.clusters),
    )
    if reads_biclusters:
        clusters = _list_biclusters(whole)
        jaccards = [_jaccards_of_biclusters(whole, fit) for fit in fits]
    else:
        # After compression, the codes are 0, 1, 2 and so on, without a gap.
        modes = [
            check_labels(labels, "labels").compressed() for labels in whole.clusters
        ]
        clusters = _list_clusters_and_blocks(modes)
        jaccards = [_jaccards_of_labels(whole.positions, modes, fit) for fit in fits]
    means, n_parts = _means_without_nan(np.array(jaccards))
    return ClusterStability(
        of=as_objects(clusters.kinds),
        name=as_objects(clusters.names),
        size=clusters.sizes,
        jaccard=means,
        n_resamples=n_parts,
    )


def _has_fitted_structure(estimator: Estimator, accessor: Accessor | None) -> bool:
    """Return whether an estimator has the labels or biclusters that will be read.

    The accessor names an attribute, or one attribute for each mode. A function may read
    anything, so the estimator is then assumed to be fitted.
    """
    if callable(accessor):
        return True
    if isinstance(accessor, str):
        return has_fitted(estimator, accessor)
    if accessor is not None:
        return has_fitted(estimator, *accessor)
    alternatives = (COCLUSTERING_ATTRIBUTES, ("labels_",), BICLUSTERING_ATTRIBUTES)
    return any(has_fitted(estimator, *attributes) for attributes in alternatives)


def _has_biclusters_alone(estimator: Estimator) -> bool:
    """Return whether a fitted estimator has biclusters, and no labels."""
    has_labels = has_modes(estimator) or has_fitted(estimator, "labels_")
    return has_fitted(estimator, *BICLUSTERING_ATTRIBUTES) and not has_labels


def _fit_parts(
    estimator: Estimator,
    X: Any,
    *,
    resampling: Resampling,
    fitter: PartFitter,
    n_labeled_modes: int,
) -> list[PartFit]:
    """Draw parts of the data, and fit a clone of the estimator to each.

    The estimator labels the entries of the first `n_labeled_modes` modes of X.
    """
    # The kind of the entries, such as counts, is only known for a matrix.
    kind = kind_of(X, warns=False) if len(X.shape) == 2 else None
    generator = resampling.generator()
    # The parts are drawn here, in order, so that `n_jobs` never changes a result. Each
    # part has positions in each mode and the seed of its fit.
    parts = (
        resampling.draw_part(generator, X.shape) for _ in range(resampling.n_resamples)
    )
    tasks = (
        delayed(fitter.fit)(
            estimator, X, part, kind=kind, n_labeled_modes=n_labeled_modes
        )
        for part in parts
    )
    return resampling.run(tasks, "fits")


@dataclass(frozen=True)
class _ListedClusters:
    """The clusters of the whole data; every field has an entry for each cluster."""

    # What each cluster consists of, such as "rows" or "blocks"
    kinds: list[str]
    # The label of a cluster, the tuple of labels of a block, the number of a bicluster
    names: list[Any]
    # The number of rows, columns or cells of each cluster
    sizes: NDArray[np.int64]


def _list_biclusters(whole: PartFit) -> _ListedClusters:
    """List the biclusters of the whole data, named by their numbers from 0."""
    rows, columns = whole.clusters
    n_biclusters = rows.shape[1]
    return _ListedClusters(
        kinds=["biclusters"] * n_biclusters,
        names=list(range(n_biclusters)),
        sizes=rows.sum(axis=0) * columns.sum(axis=0),
    )


def _list_clusters_and_blocks(modes: list[LabelCodes]) -> _ListedClusters:
    """List the clusters of each mode, then the blocks if there are several modes.

    `modes` has the labels of each mode, with the codes 0, 1, 2 and so on. In the order
    of the blocks, the last mode varies fastest.
    """
    kinds: list[str] = []
    names: list[Any] = []
    labels = [as_objects(mode.distinct_labels()) for mode in modes]
    for mode_name, mode_labels in zip(mode_names(len(modes)), labels, strict=True):
        kinds += [mode_name] * len(mode_labels)
        names += list(mode_labels)
    sizes = [np.bincount(mode.codes) for mode in modes]
    if len(modes) > 1:
        blocks = list(product(*labels))
        kinds += ["blocks"] * len(blocks)
        names += blocks
        sizes.append(reduce(np.multiply.outer, sizes).ravel())
    return _ListedClusters(kinds=kinds, names=names, sizes=np.concatenate(sizes))


def _jaccards_of_labels(
    positions: list[NDArray[np.intp]], modes: list[LabelCodes], fit: PartFit
) -> NDArray[np.float64]:
    """Return the best Jaccard index of each cluster, then of each block.

    Each cluster of the whole data is compared with all clusters of `fit`, which is the
    fit of a part. Only the entries that have a label in both are compared. For each
    mode of the whole data, `positions` are the entries with labels, and `modes` has
    their labels, with the codes 0, 1, 2 and so on. A cluster has NaN if none of its
    entries is in the part. The order of the clusters and blocks is the order of
    `_list_clusters_and_blocks`. In the order of the blocks, the last mode varies
    fastest. A single mode has no blocks.
    """
    whole = PartFit(positions, tuple(mode.codes for mode in modes))
    whole_modes, part_modes = on_overlap(whole, fit)
    tables = []
    # The whole takes the place of the truth, so the tables have its codes as true
    # labels. A cluster that is not in the part has no row in its table.
    for whole_codes, part_labels in zip(whole_modes, part_modes, strict=True):
        true = check_labels(whole_codes, "labels")
        pred = check_labels(part_labels, "labels")
        tables.append(count_table(true, pred))
    n_clusters = [mode.width for mode in modes]
    jaccards = [
        _best_jaccards_of_blocks([table], [n_clusters_of_mode])
        for table, n_clusters_of_mode in zip(tables, n_clusters, strict=True)
    ]
    if len(tables) > 1:
        jaccards.append(_best_jaccards_of_blocks(tables, n_clusters))
    return np.concatenate(jaccards)


def _best_jaccards_of_blocks(
    tables: list[ContingencyTable], n_clusters: list[int]
) -> NDArray[np.float64]:
    """Return the best Jaccard index of each true block; NaN for one without entries.

    There is one table per mode, and its true labels are numbers below the `n_clusters`
    of the mode. If there is a single mode, its clusters are the blocks. In the order of
    the blocks, the last mode varies fastest.
    """
    # A cluster without entries has no row in its table.
    best = _best_jaccards(MatchCandidates.of_tables(tuple(tables)))
    blocks_in_tables = np.ix_(*(table.true_labels for table in tables))
    jaccards = np.full(n_clusters, np.nan)
    jaccards[blocks_in_tables] = best.reshape(jaccards[blocks_in_tables].shape)
    return jaccards.ravel()


def _jaccards_of_biclusters(whole: PartFit, fit: PartFit) -> NDArray[np.float64]:
    """Return the best Jaccard index of each bicluster of the whole.

    The whole takes the place of the truth. The index is NaN if no cell of the bicluster
    is in the part that was fitted.
    """
    whole_biclusters, part_biclusters = on_overlap(whole, fit)
    comparison = compare_biclusters(
        _as_indicators(whole_biclusters), _as_indicators(part_biclusters)
    )
    candidates = MatchCandidates.of_biclusters(comparison.overlaps)
    return np.where(candidates.true_sizes > 0, _best_jaccards(candidates), np.nan)


def _as_indicators(biclusters: Arrays) -> tuple[NDArray[Any], NDArray[Any]]:
    """Transpose the indicators, so that they have a row for each bicluster."""
    rows, columns = biclusters
    return np.ascontiguousarray(rows.T), np.ascontiguousarray(columns.T)


def _best_jaccards(candidates: MatchCandidates) -> NDArray[np.float64]:
    """Return the greatest Jaccard index of each true cluster; 0 if it has no match."""
    best_pairs, _ = candidates.best_matches(by="jaccard", assignment="best")
    # A cluster that shares nothing has the pair -1, which selects the last value, 0.
    jaccards = np.append(candidates.values_of_pairs("jaccard"), 0.0)
    return np.asarray(jaccards[best_pairs])


def _means_without_nan(
    jaccards: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the mean over the parts that have a cluster, and how many have it.

    `jaccards` has a row for each random part of the data and a column for each cluster.
    An entry is NaN if the cluster is not in the part. A cluster that is in no part has
    the mean NaN.
    """
    are_present = ~np.isnan(jaccards)
    n_parts = are_present.sum(axis=0)
    sums = jaccards.sum(axis=0, where=are_present)
    means = np.full(n_parts.shape, np.nan)
    np.divide(sums, n_parts, means, where=n_parts > 0)
    return means, n_parts
