"""Random co-clusterings near a given one: the Markov chain of RVB, section 4.1."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, overload

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._structures._arguments import (
    Coclustering,
    Estimator,
    Indices,
    check_generator,
    check_integer,
    check_sequence,
    is_integer,
)
from .._structures._labels import LabelCodes
from .._structures._partitions import check_coclustering

Perturbed = tuple[NDArray[Any], NDArray[Any]]


@overload
def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: int,
    *,
    random_state: int | RandomState | None = ...,
) -> Perturbed: ...


@overload
def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: Indices,
    *,
    random_state: int | RandomState | None = ...,
) -> list[Perturbed]: ...


def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: int | Indices,
    *,
    random_state: int | RandomState | None = None,
) -> Any:
    r"""Move a co-clustering away from its start by random changes of single labels.

    This is the simulation of section 4.1 of [1]_. Each move chooses rows or columns
    with probability 1/2 each, then one row (column) uniformly, and draws a new label
    for it among those still in use: with :math:`u_1 < \ldots < u_m` their numbers,
    label :math:`u_i` has probability

    .. math:: \frac{u_{m + 1 - i}}{u_1 + \ldots + u_m} ,

    so low labels are more probable. A move may draw the label that is there already. A
    label that is no longer used does not come back.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        Where the chain starts; or a fitted estimator that has a co-clustering. The
        labels of each mode are numbered from 1 in sorted order.
    n_moves : int or array-like of int of shape (n_records,)
        Number of moves, at least 0. If several are given, the states of one chain after
        each of these numbers of moves are returned.
    random_state : int, RandomState instance or None, default=None
        Determines the moves. Pass an int for the same chain at every call; a larger
        `n_moves` then continues the chain of a smaller one.

    Returns
    -------
    perturbed : tuple (row_labels, column_labels) or list of such tuples
        The co-clustering after `n_moves` moves, with the labels of `coclustering`. A
        list if `n_moves` is an array-like, in its order.

    Raises
    ------
    ValueError
        If `coclustering` does not have two modes or has empty or missing labels, a
        number of moves is negative, or `random_state` cannot be used as a seed.
    TypeError
        If `coclustering` is not a tuple, or a number of moves is not an integer.

    See Also
    --------
    random_coclustering : A random co-clustering, far from any other.

    Notes
    -----
    Each of n rows is left alone by M moves with probability
    :math:`(1 - 1/(2n))^M`; if no label has been lost, any other row has a label drawn
    from the probabilities above. The expected contingency table follows.

    O(n_rows + n_columns) for each state that is returned, plus about 4 microseconds
    per move.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 4.1, steps 1 to 3.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_score
    >>> from sklearn_cocluster_metrics.datasets import perturb_coclustering
    >>> true = ([0, 1] * 10, [0, 1, 2] * 6)
    >>> states = perturb_coclustering(true, [0, 5, 10, 100], random_state=0)
    >>> [round(cari_score(true, pred), 2) for pred in states]
    [1.0, 0.68, 0.42, 0.11]
    """
    modes = [_Mode(mode) for mode in check_coclustering(coclustering, "coclustering")]
    one = is_integer(n_moves)
    of = "integers, or one integer"
    records = [
        check_integer(number, "n_moves" if one else f"n_moves[{place}]", 0)
        for place, number in enumerate(
            [n_moves] if one else check_sequence(n_moves, "n_moves", of)
        )
    ]
    generator = check_generator(random_state, "random_state")
    states: dict[int, Perturbed] = {}
    for number in range(max(records) + 1):
        if number:
            mode, place, label = generator.random_sample(3).tolist()
            modes[mode >= 0.5].move(place, label)
        if number in records:
            rows, columns = (mode.labels() for mode in modes)
            states[number] = rows, columns
    return states[records[0]] if one else [states[number] for number in records]


class _Mode:
    """The labels of one mode, as ranks, and the probabilities of the next label."""

    def __init__(self, labels: LabelCodes) -> None:
        self.start = labels.compressed()
        self.ranks = self.start.codes.tolist()
        self.counts = np.bincount(self.ranks).tolist()
        self._find_law()

    def _find_law(self) -> None:
        """Compute the probabilities of the labels in use, cumulated."""
        self.used = [rank for rank, count in enumerate(self.counts) if count]
        numbers = np.array(self.used) + 1
        self.cumulated = (numbers[::-1].cumsum() / numbers.sum()).tolist()

    def move(self, place: float, label: float) -> None:
        """Draw a new label, from two uniform numbers below 1."""
        position = int(place * len(self.ranks))
        old, new = self.ranks[position], self.used[bisect_right(self.cumulated, label)]
        self.ranks[position] = new
        self.counts[new] += 1
        self.counts[old] -= 1
        if not self.counts[old]:
            self._find_law()

    def labels(self) -> NDArray[Any]:
        """Return the labels as they were given."""
        return self.start.values_at(np.array(self.ranks, dtype=np.intp))
