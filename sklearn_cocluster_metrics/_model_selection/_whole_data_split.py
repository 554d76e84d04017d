"""The splitter for scorers that know the truth of all rows."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator

from .._structures._arguments import check_integer
from .._structures._matrix import n_rows_of


def _is_list_of_entries(part: Any) -> bool:
    """Return whether an index of one axis is a list of positions.

    Otherwise, it is a mask, a slice or a single position.
    """
    return np.ndim(part) > 0 and np.asarray(part).dtype != bool


class _AllRows(np.ndarray[Any, np.dtype[np.intp]]):
    """Indices of all rows, which cannot be put into another order.

    A search that shuffles the split would fit on as many rows as the scorer has labels,
    which no check of lengths could notice.
    """

    def __getitem__(self, key: Any) -> Any:
        """Return an entry, a slice or a mask; refuse a list of entries."""
        parts = key if isinstance(key, tuple) else (key,)
        if any(_is_list_of_entries(part) for part in parts):
            raise ValueError(
                "`WholeDataSplit` yields all rows in order, but this search subsamples "
                "or shuffles them. Use another resource than the number of samples, or "
                "another splitter, with `InductiveCocluster`."
            )
        return np.asarray(self)[key]


class WholeDataSplit(BaseCrossValidator):
    """Splitter whose training and test set are both the whole data.

    For co-clusterers without `predict`, which label only the rows they are fitted on.

    Parameters
    ----------
    n_repeats : int, default=1
        How often the data are yielded. Repeats differ only if the estimator's
        `random_state` is None, and measure the effect of the seed.

    See Also
    --------
    make_cocluster_scorer : Scorer of the labels, given the true ones.

    Notes
    -----
    Scores are not of held-out data. A search that would subsample or shuffle rows, as
    on ``resource="n_samples"``, raises an error.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import WholeDataSplit
    >>> list(WholeDataSplit().split([[1, 2], [3, 4], [5, 6]]))[0][1].tolist()
    [0, 1, 2]
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
        for _ in range(WholeDataSplit.get_n_splits(self)):
            rows = np.arange(n_rows_of(X)).view(_AllRows)
            yield rows, rows.copy()

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
        if not isinstance(self, WholeDataSplit):  # with `cv=WholeDataSplit`: the data
            raise TypeError("`cv` must be an instance: `cv=WholeDataSplit()`.")
        return int(self.n_repeats)
