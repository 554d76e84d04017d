"""Splitter for labels that belong to the rows that an estimator was fitted on."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator

from .._structures import check_integer, n_rows_of


class _AllRows(np.ndarray[Any, np.dtype[np.intp]]):
    """Numbers of all rows, which cannot be put into another order.

    A search that resamples the split it is given would fit on shuffled rows, as many as
    there are labels bound in a scorer: no length would tell. This index tells.
    """

    def __getitem__(self, key: Any) -> Any:
        """Return an entry, a slice or a mask; refuse a list of entries."""
        parts = key if isinstance(key, tuple) else (key,)
        if any(np.ndim(part) and np.asarray(part).dtype != bool for part in parts):
            raise ValueError(
                "`WholeDataSplit` yields all rows, in order; this search subsamples or "
                "shuffles them. Use another resource than the number of samples, or "
                "another splitter, with `InductiveCocluster`."
            )
        return np.asarray(self)[key]


def _all_rows(n_rows: int) -> _AllRows:
    """Return the numbers of all rows."""
    return np.arange(n_rows).view(_AllRows)


class WholeDataSplit(BaseCrossValidator):
    """Splitter whose training and test set are both the whole data.

    A co-clusterer without `predict` labels the rows that it is fitted on. To score
    these labels in a search, it must be fitted on all rows, and scored on all rows.

    Parameters
    ----------
    n_repeats : int, default=1
        How often the data are yielded: repeats differ only where the estimator's
        `random_state` is None, and then measure how much the seed matters.

    See Also
    --------
    make_cocluster_scorer : Scorer of the labels, with the truth bound in it.

    Notes
    -----
    The rows are yielded in order. No score of held-out data comes from this: it finds
    the candidate that recovers a known structure best, or the most stable one.

    A search that would subsample or shuffle the rows (``HalvingGridSearchCV`` on
    ``resource="n_samples"``) is refused.

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
            Data, of which only the number of rows counts.
        y : object, default=None
            Ignored.
        groups : object, default=None
            Ignored.

        Yields
        ------
        train : ndarray of shape (n_rows,)
            Number of every row, in order.
        test : ndarray of shape (n_rows,)
            The same.
        """
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
        return int(self.n_repeats)
