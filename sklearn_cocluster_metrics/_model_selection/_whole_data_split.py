"""A splitter for scorers that have the true labels of all rows."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator

from .._structures._arguments import check_integer
from .._structures._matrix import n_rows_of


def _is_list_of_positions(part: Any) -> bool:
    """Return whether an index of one axis is a list of positions.

    Otherwise, the index is a mask, a slice or a single position.
    """
    return np.ndim(part) > 0 and np.asarray(part).dtype != bool


class _AllRows(np.ndarray[Any, np.dtype[np.intp]]):
    """Indices of all rows, which cannot be put into another order.

    A search that shuffles the split would fit on as many rows as the scorer has labels,
    which no check of lengths could notice.
    """

    def __getitem__(self, key: Any) -> Any:
        """Return an index, or the indices of a slice or mask.

        A list or array of positions raises an error, because it may shuffle the rows.
        """
        parts = key if isinstance(key, tuple) else (key,)
        if any(_is_list_of_positions(part) for part in parts):
            raise ValueError(
                "`WholeDataSplit` yields all rows in order, but this search selects "
                "or shuffles rows. Search with another resource than the number of "
                "samples, or with another splitter and `InductiveCocluster`."
            )
        return np.asarray(self)[key]


class WholeDataSplit(BaseCrossValidator):
    """Splitter whose training and test set are both the whole data.

    Pass it as ``cv=`` of a search if the estimator is a co-clusterer without `predict`,
    because such an estimator only labels the rows that it was fitted on. Use any other
    splitter with `InductiveCocluster`, which can predict labels of new rows.

    Parameters
    ----------
    n_repeats : int, default=1
        How often the data are yielded. Repeats differ only if the `random_state` of the
        estimator is None; they then show the effect of the seed.

    See Also
    --------
    make_cocluster_scorer : Make a scorer that compares labels with true labels.
    InductiveCocluster : Co-clusterer that labels new rows.

    Notes
    -----
    The scores are not computed on held-out data. A search that would select or shuffle
    rows, for example with ``resource="n_samples"``, raises an error.

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
            Position of every row, in order.
        test : ndarray of shape (n_rows,)
            Position of every row, as in `train`.
        """
        # If the class itself is passed as `cv`, `self` is X, and an error is raised.
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
        if not isinstance(self, WholeDataSplit):  # the class was passed as `cv`
            raise TypeError(
                "`cv` must be an instance of `WholeDataSplit`, but is the class "
                "itself. Pass `cv=WholeDataSplit()`."
            )
        return int(self.n_repeats)
