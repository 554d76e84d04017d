"""A test of whether data have structure, by labels from disjoint halves of the data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._inference._permutation_test import permutation_test
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_n_jobs,
    check_verbose,
    draw_seed,
)
from .._structures._estimators import Accessor
from .._structures._matrix import (
    as_indexable,
    n_columns_of,
    n_rows_of,
    nonempty_part,
    refuse_masks_and_texts,
)
from .._structures._printing import Tabular
from .._structures._progress import run_in_parallel
from .._structures._types import Estimator
from ._bicross import Kind, kind_of
from ._fits import fitted_modes_of, refuse_dropped_columns
from ._inductive import fit_clone
from ._resampling import refuse_missing_values

Halves: TypeAlias = list[list[NDArray[np.intp]]]
"""The positions [rows, columns] of each half of some data."""

ResultOfSplit = TypeVar("ResultOfSplit")


@dataclass(frozen=True, eq=False, repr=False)
class SplitHalfTestResult(Tabular):
    """Result of `split_half_test`.

    A small p-value means that the labels from disjoint halves agree better than by
    chance, so that the data have some structure.

    Parameters
    ----------
    pvalue : float
        Smallest of `pvalues_of_modes`, multiplied by their number and at most 1.
    pvalues_of_modes : tuple of float
        P-value of the rows and, for a co-clusterer, of the columns.
    agreements_of_modes : tuple of float
        Mean adjusted Rand index, over the splits, of the rows and of the columns.
    pvalues : ndarray of shape (n_splits, n_modes)
        P-value of each split for the rows and for the columns, read-only.

    See Also
    --------
    split_half_test : Compute this result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import SplitHalfTestResult
    >>> SplitHalfTestResult(0.02, (0.01, 0.3), (0.4, 0.1), pvalues=None)
    SplitHalfTestResult(pvalue of any mode=0.02, of rows=0.01, of columns=0.3)
    """

    pvalue: float
    pvalues_of_modes: tuple[float, ...]
    agreements_of_modes: tuple[float, ...]
    pvalues: NDArray[np.float64]

    def __repr__(self) -> str:
        modes = zip(("rows", "columns"), self.pvalues_of_modes, strict=False)
        texts = [f"of {mode}={pvalue:.3g}" for mode, pvalue in modes]
        if len(texts) > 1:
            texts.insert(0, f"of any mode={self.pvalue:.3g}")
        return f"{type(self).__name__}(pvalue {', '.join(texts)})"

    def _columns(self) -> dict[str, Any]:
        """Return a row for each mode."""
        return {
            "mode": ("rows", "columns")[: len(self.pvalues_of_modes)],
            "pvalue": self.pvalues_of_modes,
            "adjusted Rand": self.agreements_of_modes,
        }


def split_half_test(
    estimator: Estimator,
    X: Any,
    *,
    n_splits: int = 5,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> SplitHalfTestResult:
    """Test whether data have any structure that an estimator finds.

    A co-clusterer also finds blocks in noise. This test fits it on disjoint halves of
    the columns, and compares the two labelings of the rows by `permutation_test`. The
    columns are tested in the same way, with halves of the rows. For clusterers such as
    `KMeans`, only the rows are compared. In noise, the labelings agree no better than
    by chance, because the halves share no cell.

    A small p-value means that the columns, or the rows, depend on each other. The
    reason may be clusters, but also a gradient in a single cloud (see Notes).

    Parameters
    ----------
    estimator : estimator
        Co-clusterer with `row_labels_` and `column_labels_`, or clusterer with
        `labels_`. It is cloned.
    X : array-like, sparse matrix or DataFrame of shape (n_rows, n_columns)
        Data with at least four rows and four columns. Two columns are enough for a
        clusterer of the rows.
    n_splits : int, default=5
        Number of random splits of the columns, and of the rows.
    random_state : int, RandomState instance or None, default=None
        Seed of the splits and clones. Pass an int for the same result in every call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if it is installed).

    Returns
    -------
    result : SplitHalfTestResult
        Frozen result with the p-values, which are in (0, 1], and the mean agreement of
        the halves, which is 1 for equal labelings and 0 on average by chance.

    Raises
    ------
    ValueError
        If `X` is too small or has masked entries, `n_splits` is less than 1, or half of
        the data cannot be fitted.
    TypeError
        If the estimator cannot be cloned, or `n_splits` is not an integer.

    See Also
    --------
    separation_test : Test whether there is a gap between clusters of rows.
    stability_score : Measure how reproducible labels are, on overlapping parts.

    Notes
    -----
    The test finds structure, not clusters. If the columns of one cloud depend on a
    common factor or a gradient, or if its rows follow each other in time, the cloud is
    cut in the same place in both halves, and the test rejects. `separation_test`
    compares the data with such a cloud.

    The p-values of splits depend on each other. However, the k-th smallest of n
    p-values, multiplied by n / k, is still valid [1]_. Here, k is the rank of the upper
    median. For rows and columns together, twice the smaller p-value is valid.

    The null hypothesis is that rows and columns are independent and exchangeable.
    Therefore, differences in the scale or level of the rows count as structure. To
    ignore them, replace the data by ranks within rows and columns. The test does not
    estimate the number of clusters.

    In half of the columns, Euclidean distances are smaller by a factor of about the
    square root of 2, so reduce any distance that is a parameter of the estimator, such
    as `eps` of `DBSCAN`.

    The cost is four fits per split, and up to about a second per test.

    References
    ----------
    .. [1] B. Rüger (1978). Metrika, 25, 171-178: the maximal level of tests that reject
       where k of n given tests do.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn_cocluster_metrics import split_half_test
    >>> from sklearn_cocluster_metrics.datasets import make_latent_blocks
    >>> X, _, _ = make_latent_blocks((60, 40), (3, 3), random_state=0)
    >>> model = SpectralCoclustering(3, random_state=0)
    >>> split_half_test(model, X - X.min() + 1, random_state=0).pvalue < 0.05
    True
    """
    n_splits = check_integer(n_splits, "n_splits", 1)
    generator = check_generator(random_state, "random_state")
    refuse_masks_and_texts(X)
    n_rows = n_rows_of(X)
    n_columns = n_columns_of(X)
    if n_columns is None or n_rows < 4 or n_columns < 2:
        raise _too_small(X)
    X = as_indexable(X)
    refuse_missing_values(estimator, X)
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    verbose = check_verbose(verbose)
    kind = kind_of(X, warns=False)
    row_test = HalfTest(estimator=estimator, X=X, kind=kind, mode=0)
    row_splits = run_splits(
        row_test,
        row_test.compare,
        n_splits=n_splits,
        generator=generator,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    splits_of_modes = [row_splits]
    if row_splits[0].n_modes > 1:
        if n_columns < 4:
            raise _too_small(X)
        column_test = replace(row_test, mode=1)
        column_splits = run_splits(
            column_test,
            column_test.compare,
            n_splits=n_splits,
            generator=generator,
            n_jobs=n_jobs,
            verbose=verbose,
        )
        splits_of_modes.append(column_splits)
    return _combine(splits_of_modes)


def _too_small(X: Any) -> ValueError:
    """Return the error for data that have no halves."""
    return ValueError(
        "`X` must be a matrix with at least four rows and four columns, or two "
        f"columns if only the rows are clustered, got shape {np.shape(X)}."
    )


class SplitComparison(NamedTuple):
    """The result of comparing the labels of one mode from both halves of the data.

    `agreement` is the adjusted Rand index. `n_modes` is the number of modes that the
    estimator labels.
    """

    agreement: float
    pvalue: float
    n_modes: int


def _combine(splits_of_modes: list[list[SplitComparison]]) -> SplitHalfTestResult:
    """Combine the comparisons of all splits, for each mode, in one result.

    For each mode, `splits_of_modes` has the list of its comparisons, one for each
    split. The p-value is corrected by Bonferroni for the number of modes.
    """
    n_modes = len(splits_of_modes)
    splits = list(zip(*splits_of_modes, strict=True))
    # The arrays have the shape (n_splits, n_modes).
    agreements = np.array(
        [[comparison.agreement for comparison in split] for split in splits]
    )
    pvalues = np.array(
        [[comparison.pvalue for comparison in split] for split in splits]
    )
    pvalues.flags.writeable = False
    pvalues_of_modes = combined_pvalues(pvalues).tolist()
    return SplitHalfTestResult(
        pvalue=min(1.0, n_modes * min(pvalues_of_modes)),
        pvalues_of_modes=tuple(pvalues_of_modes),
        agreements_of_modes=tuple(agreements.mean(axis=0).tolist()),
        pvalues=pvalues,
    )


def combined_pvalues(
    pvalues: NDArray[np.float64], *, k: int | None = None
) -> NDArray[np.float64]:
    """Combine the p-values of splits, which are the first axis of `pvalues`.

    The result has the other axes, for example one p-value for each mode. The k-th
    smallest of n p-values, times n / k, is valid even if the splits depend on each
    other, as long as k does not depend on the p-values. If `k` is None, the rank of the
    upper median is used.
    """
    n_splits = len(pvalues)
    if k is None:
        k = n_splits // 2 + 1
    smallest = np.sort(pvalues, axis=0)[k - 1]
    return np.asarray(np.minimum(1, smallest * n_splits / k))


def combined_by_third(pvalues: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the p-values of splits, as `combined_pvalues`, by the k-th smallest.

    Here, k is a third of the number of splits. With nine splits, six may find nothing,
    for example because they cannot be fitted.
    """
    return combined_pvalues(pvalues, k=max(1, len(pvalues) // 3))


class _HalfLabels(NamedTuple):
    """The labels of one mode in half of the data, and their positions in the data.

    `n_modes` is the number of modes that the estimator labels.
    """

    positions: NDArray[np.intp]
    labels: NDArray[Any]
    n_modes: int


@dataclass(frozen=True, kw_only=True)
class HalfTest:
    """A test of the labels of one mode, found in disjoint halves of the other mode."""

    estimator: Estimator
    # An array, a sparse matrix in CSR or CSC format, or a data frame. Its entries are
    # finite numbers, unless `kind` is None.
    X: Any
    # What the entries of X are. None if they are not all finite numbers
    kind: Kind | None
    # The mode whose labels are tested, 0 for the rows or 1 for the columns
    mode: int
    # The method of `permutation_test`
    method: Literal["auto", "grid"] = "auto"
    # Where the labels are. If None, they are in the attributes of scikit-learn
    accessor: Accessor | None = None

    def draw_halves(self, generator: RandomState) -> Halves:
        """Draw two disjoint halves of X, each given by its positions [rows, columns].

        The mode whose labels are tested is whole in both halves, and the other mode is
        halved. Both halves are fitted, and their labels compared. In each half, the
        entries to be labeled are in another random order, so that labels that follow
        the position do not agree.
        """
        n_labeled = self.X.shape[self.mode]
        n_halved = self.X.shape[1 - self.mode]
        halved_positions = np.array_split(generator.permutation(n_halved), 2)
        halves = []
        for half_of_positions in halved_positions:
            order = generator.permutation(n_labeled)
            if self.mode == 0:
                halves.append([order, half_of_positions])
            else:
                halves.append([half_of_positions, order])
        return halves

    def compare(self, halves: Halves, seed: int) -> SplitComparison:
        """Fit both halves, and test whether the labels of the mode agree.

        Each of the `halves` has its positions [rows, columns]. The entries of the mode
        that have labels in both halves are compared by the adjusted Rand index. If
        there are none, a ValueError is raised. `seed` is the seed of both fits and of
        the permutations.
        """
        first = self._labels_of_half(halves[0], seed)
        second = self._labels_of_half(halves[1], seed)
        shared, in_first, in_second = np.intersect1d(
            first.positions, second.positions, assume_unique=True, return_indices=True
        )
        if len(shared) == 0:
            raise ValueError(
                "`X` has no row or column with a nonzero entry in both halves, so no "
                "labels can be compared. Pass data with fewer empty rows and "
                "columns."
            )
        # For a single mode, the default index is the adjusted Rand index.
        result = permutation_test(
            first.labels[in_first],
            second.labels[in_second],
            random_state=seed,
            method=self.method,
        )
        return SplitComparison(
            agreement=result.statistic, pvalue=result.pvalue, n_modes=second.n_modes
        )

    def _labels_of_half(self, half: list[NDArray[np.intp]], seed: int) -> _HalfLabels:
        """Fit half of the data, at the positions [rows, columns]; return its labels."""
        # For counts, rows and columns that are all 0 in the half are left out.
        data, positions = nonempty_part(self.X, half, self.kind)
        model = fit_clone(self.estimator, data, seed)
        modes, labeled_column_positions = fitted_modes_of(model, data, self.accessor)
        # The positions are None if all columns have labels. If some columns have none,
        # labels of rows stay in place, but not labels of columns.
        if self.mode == 1:
            refuse_dropped_columns(labeled_column_positions, "estimator")
        return _HalfLabels(
            positions=positions[self.mode],
            labels=modes[self.mode],
            n_modes=len(modes),
        )


def run_splits(
    test: HalfTest,
    compare: Callable[[Halves, int], ResultOfSplit],
    *,
    n_splits: int,
    generator: RandomState,
    n_jobs: int | None,
    verbose: int,
) -> list[ResultOfSplit]:
    """Draw random splits for a test, and return what `compare` returns for each.

    Each split has the positions of two halves of the data, and the seed that `compare`
    takes.
    """
    # The splits are drawn here, in order, so that `n_jobs` never changes a result.
    draws = (
        (test.draw_halves(generator), draw_seed(generator)) for _ in range(n_splits)
    )
    tasks = (delayed(compare)(halves, seed) for halves, seed in draws)
    return run_in_parallel(tasks, n_splits, "splits", n_jobs=n_jobs, verbose=verbose)
