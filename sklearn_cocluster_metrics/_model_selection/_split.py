"""Splitter for labels that belong to the rows that an estimator was fitted on."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator

from .._structures._arguments import check_integer
from .._structures._columns import n_rows_of


class _AllRows(np.ndarray[Any, np.dtype[np.intp]]):
    """Indices of all rows, which cannot be put into another order.

    A search that resamples the split it is given would fit on shuffled rows. There
    would be as many as the scorer has true labels, so no check of lengths could notice.
    This index raises instead.
    """

    def __getitem__(self, key: Any) -> Any:
        """Return an entry, a slice or a mask; refuse a list of entries."""
        parts = key if isinstance(key, tuple) else (key,)
        if any(np.ndim(part) and np.asarray(part).dtype != bool for part in parts):
            raise ValueError(
                "`WholeDataSplit` yields all rows in order, but this search subsamples "
                "or shuffles them. Use a resource other than the number of samples, or "
                "wrap the estimator in `InductiveCocluster` and use another splitter."
            )
        return np.asarray(self)[key]


def _all_rows(n_rows: int) -> _AllRows:
    """Return the indices of all rows."""
    return np.arange(n_rows).view(_AllRows)


class WholeDataSplit(BaseCrossValidator):
    """Splitter whose training and test set are both the whole data.

    A co-clusterer without `predict` labels only the rows that it is fitted on. To score
    these labels in a search, the estimator must be fitted and scored on all rows.

    Parameters
    ----------
    n_repeats : int, default=1
        Number of times that the data are yielded. Repeats differ only if the
        estimator's `random_state` is None; they then measure the effect of the seed.

    See Also
    --------
    make_cocluster_scorer : Scorer of the labels, given the true ones.

    Notes
    -----
    The rows are yielded in order. The scores are not those of held-out data: a search
    finds the candidate that recovers a known structure best, or the most stable one.

    A search that would subsample or shuffle the rows (``HalvingGridSearchCV`` with
    ``resource="n_samples"``) raises an error.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import WholeDataSplit
    >>> for train, test in WholeDataSplit().split([[1, 2], [3, 4], [5, 6]]):
    ...     print(train, test)
    [0 1 2] [0 1 2]
    """

    def __init__(self, n_repeats: int = 1) -> None:
        self.n_repeats = check_integer(n_repeats, "n_repeats", 1)

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Yield all rows as training and as test set, `n_repeats` times.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_columns)
            Data; only its number of rows is used.
        y : object, default=None
            Ignored.
        groups : object, default=None
            Ignored.

        Yields
        ------
        train : ndarray of shape (n_rows,)
            Index of every row, in order.
        test : ndarray of shape (n_rows,)
            The same.
        """
        _check_is_instance(self)
        for _ in range(self.n_repeats):
            yield _all_rows(n_rows_of(X)), _all_rows(n_rows_of(X))

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return `n_repeats`.

        Parameters
        ----------
        X : object, default=None
            Ignored.
        y : object, default=None
            Ignored.
        groups : object, default=None
            Ignored.

        Returns
        -------
        n_splits : int
            Number of repeats.
        """
        _check_is_instance(self)
        return int(self.n_repeats)


def _check_is_instance(splitter: Any) -> None:
    """Check what a method was called on: with `cv=WholeDataSplit`, it is the data."""
    if not isinstance(splitter, WholeDataSplit):
        raise TypeError(
            "`cv` is the class `WholeDataSplit`; pass an instance, "
            "`cv=WholeDataSplit()`."
        )
