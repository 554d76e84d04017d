"""Is there structure at all: labels found in disjoint halves of the data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._inference._permutation_test import permutation_test
from .._structures._arguments import (
    Estimator,
    check_generator,
    check_integer,
    check_n_jobs,
    draw_seed,
)
from .._structures._entry_names import n_columns_of, n_rows_of
from .._structures._estimators import Accessor
from .._structures._printing import Tabular
from .._structures._progress import in_parallel
from ._bicross import kind_of
from ._fits import (
    clone_with_seed,
    fitted_modes_of,
    indexable,
    nonempty_part,
    refuse_masks_and_texts,
)
from ._inductive import fit_or_name_wrapper


@dataclass(frozen=True, repr=False)
class SplitHalfTestResult(Tabular):
    """Result of `split_half_test`.

    Parameters
    ----------
    pvalue : float
        Smallest one of `pvalues_of_modes`, times their number.
    pvalues_of_modes : tuple of float
        P-values for the rows and, of a co-clusterer, the columns.
    agreements_of_modes : tuple of float
        Mean adjusted Rand index of each mode.
    pvalues : ndarray of shape (n_splits, n_modes)
        P-values by split and mode, read-only.

    See Also
    --------
    split_half_test : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import SplitHalfTestResult
    >>> SplitHalfTestResult(0.02, (0.01, 0.3), (0.4, 0.1), pvalues=None)
    SplitHalfTestResult(pvalue=0.02, rows=0.01, columns=0.3)
    """

    pvalue: float
    pvalues_of_modes: tuple[float, ...]
    agreements_of_modes: tuple[float, ...]
    pvalues: NDArray[np.float64] = field(compare=False)

    def __repr__(self) -> str:
        pvalues = self.pvalue, *self.pvalues_of_modes
        named = zip(("pvalue", "rows", "columns"), pvalues, strict=False)
        shown = ", ".join(f"{name}={pvalue:.3g}" for name, pvalue in named)
        return f"{type(self).__name__}({shown})"

    def _columns(self) -> dict[str, Any]:
        return {
            "mode": ("rows", "columns")[: len(self.pvalues_of_modes)],
            "pvalue": self.pvalues_of_modes,
            "agreement": self.agreements_of_modes,
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

    A co-clusterer finds blocks in noise, too. It is fitted on disjoint halves of the
    columns, and both labelings of the rows are compared by `permutation_test`; likewise
    of the columns, with halves of the rows. Clusterers such as `KMeans` have only rows
    compared. Labels of noise agree no better than chance, because halves share no cell.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer with `row_labels_` and `column_labels_`, or clusterer with
        `labels_`; it is cloned.
    X : array-like, sparse matrix or DataFrame of shape (n_rows, n_columns)
        At least four rows and four columns; two columns for a clusterer.
    n_splits : int, default=5
        Random splits of the columns and of the rows.
    random_state : int, RandomState instance or None, default=None
        Seed of the splits and clones.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).

    Returns
    -------
    result : SplitHalfTestResult
        P-values and agreements, frozen.

    Raises
    ------
    ValueError
        If `X` is too small or has masked entries, `n_splits` is less than 1, or half of
        the data cannot be fitted.
    TypeError
        If the estimator cannot be cloned; if `n_splits` is no integer.

    See Also
    --------
    stability_score : How reproducible the labels are, on overlapping parts.

    Notes
    -----
    P-values of splits are dependent. The k-th smallest of n, times n / k, is still
    valid [1]_, here of the upper median; so is twice the smaller one of two modes.

    The null hypothesis is that rows and columns are independent and exchangeable. Rows
    of different scale or level count as structure; ranks within rows and columns remove
    that. The test does not tell the number of clusters.

    In half of the columns, distances are about .7 as long: reduce those of the
    estimator, such as `eps` of `DBSCAN`.

    Cost: four fits per split, and up to about a second per test.

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
    n_rows, n_columns = n_rows_of(X), n_columns_of(X)
    if n_columns is None or n_rows < 4 or n_columns < 2:
        raise _too_small(X)
    X = indexable(X)
    jobs = check_n_jobs(n_jobs, "n_jobs"), check_integer(verbose, "verbose", 0)
    draws = estimator, X, kind_of(X, warns=False), n_splits, generator, *jobs
    found = [compare_halves(*draws)]
    n_modes = found[0][0, 2]
    if n_modes > 1:
        if n_columns < 4:
            raise _too_small(X)
        found.append(compare_halves(*draws, mode=1))
    agreements, pvalues, _ = np.stack(found, axis=1).transpose(2, 0, 1)
    pvalues.flags.writeable = False
    combined = combined_pvalues(pvalues).tolist()
    means = agreements.mean(axis=0).tolist()
    least = min(1.0, len(found) * min(combined))
    return SplitHalfTestResult(least, tuple(combined), tuple(means), pvalues)


def combined_pvalues(pvalues: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the p-values of splits, the first axis, which depend on each other."""
    k = len(pvalues) // 2 + 1
    medians = np.sort(pvalues, axis=0)[k - 1]
    return np.asarray(np.minimum(1, medians * len(pvalues) / k))


def _too_small(X: Any) -> ValueError:
    """Return the error for data that have no halves."""
    return ValueError(
        "`X` must be a matrix of four rows and four columns or more (two columns where "
        f"the rows alone are clustered), got shape {np.shape(X)}."
    )


def compare_halves(
    estimator: Any,
    X: Any,
    kind: Any,
    n_splits: int,
    generator: RandomState,
    n_jobs: int | None = None,
    verbose: int = 0,
    mode: int = 0,
    method: Literal["auto", "grid"] = "auto",
    accessor: Accessor | None = None,
) -> NDArray[np.float64]:
    """Compare the labels of one mode from halves of the other.

    Returns the adjusted Rand index of each split, its p-value, and how many modes the
    estimator labels.
    """
    # Drawn here, in order, so that the number of jobs changes no result.
    drawn = (
        (_halves(generator, X.shape, mode), draw_seed(generator))
        for _ in range(n_splits)
    )
    fit = estimator, X, kind, mode, method, accessor
    tasks = (delayed(_compare)(*fit, *one) for one in drawn)
    found = in_parallel(tasks, n_splits, "splits", n_jobs, verbose)
    return np.array(found, dtype=np.float64)


def _halves(generator: RandomState, shape: tuple[int, int], mode: int) -> list[Any]:
    """Draw disjoint halves of the other mode, and all entries of this one.

    The entries come in random order: labels that follow position must not agree.
    """
    other = np.array_split(generator.permutation(shape[1 - mode]), 2)
    orders = [generator.permutation(shape[mode]) for _ in other]
    pairs = zip(orders, other, strict=True)
    return [list(pair)[:: -1 if mode else 1] for pair in pairs]


def _compare(
    estimator: Any,
    X: Any,
    kind: Any,
    mode: int,
    method: Any,
    accessor: Any,
    halves: list[list[NDArray[np.intp]]],
    seed: int,
) -> tuple[float, float, int]:
    """Fit both halves; return ARI and p-value of one mode, and the number of modes."""
    places, labels = [], []
    for half in halves:
        data, positions = nonempty_part(X, half, kind)
        model = clone_with_seed(estimator, seed)
        fit_or_name_wrapper(model, data)
        modes, kept = fitted_modes_of(model, data, accessor)
        if mode and kept is not None:
            raise ValueError("`estimator` drops columns of `X`; drop them before.")
        places.append(positions[mode])
        labels.append(modes[mode])
    shared, *at = np.intersect1d(places[0], places[1], True, return_indices=True)
    if len(shared) == 0:
        raise ValueError("`X` has no row or column that is not 0 in both halves.")
    sides = [of[here] for of, here in zip(labels, at, strict=True)]
    result = permutation_test(sides[0], sides[1], random_state=seed, method=method)
    return result.statistic, result.pvalue, len(modes)
