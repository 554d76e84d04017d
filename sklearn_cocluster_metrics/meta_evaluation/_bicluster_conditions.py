"""Conditions B.1 to B.5 for measures of biclusterings.

They are due to Patrikainen and Meila (2006), here as worded by Rosales-Mendez and
Ramirez-Cruz, "MOCICE-BCubed F1", 2018, section 2. Objects are rows, features columns.

- B.1, penalty for non-intersection area: the prediction gets worse when an object that
  no bicluster of either side contains is added to it, as a new bicluster or in one that
  it has. (The two inequalities in the proof of their Theorem 2 are reversed.) Where the
  sides share no cell, most measures are at their worst already: we require a shared
  cell.
- B.2, background independence: rows and columns in no bicluster do not matter.
- B.3, scale invariance: nothing changes when k rows take the place of each row and k
  columns that of each column. The proof of their Theorem 4 multiplies numbers of cells
  by k, as if one mode were scaled; the definition scales both, and so do we.
- B.4, copy invariance: nothing changes when both sides are united with disjoint copies
  of themselves.
- B.5, multiple cluster coverage penalty: one bicluster with all rows and all columns of
  several true biclusters is not perfect. As worded, there may be one true bicluster,
  which is then the prediction itself: we require two.
"""

from collections.abc import Iterator

from ._bicluster_search import (
    Case,
    Property,
    first_is_not_better,
    two_differ,
)
from ._bicluster_spaces import Space

_SMALL = (
    "all pairs of 1 to {most} biclusters in matrices with rows >= columns and rows + "
    "columns <= {small}, up to permutations, and {drawn} larger random pairs"
)
_COPIES = 2


def _with_an_object(space: Space) -> Iterator[Case]:
    """Pairs that share a cell, and the prediction with one more row."""
    for true, pred in space.small_and_drawn():
        if not true.cells() & pred.cells():
            continue
        row = true.shape[0]
        true, pred = (one.with_background(1, 0) for one in (true, pred))
        for columns in range(1, 1 << true.shape[1]):
            yield true, pred, pred.with_biclusters((1 << row, columns))
        for k in range(len(pred.biclusters)):
            yield true, pred, pred.with_row_in(row, k)


def _with_background(space: Space) -> Iterator[Case]:
    for true, pred in space.small_and_drawn():
        for added in ((1, 0), (0, 1)):
            yield true, pred, *(one.with_background(*added) for one in (true, pred))


def _scaled(space: Space) -> Iterator[Case]:
    for true, pred in space.small_and_drawn():
        yield true, pred, true.scaled(_COPIES), pred.scaled(_COPIES)


def _copied(space: Space) -> Iterator[Case]:
    for true, pred in space.small_and_drawn():
        yield true, pred, true.copied(_COPIES), pred.copied(_COPIES)


def _covered(space: Space) -> Iterator[Case]:
    """Several biclusters, and the one of all their rows and columns."""
    for one in dict.fromkeys(true for true, _ in (*space.large, *space.drawn)):
        if len(one.biclusters) > 1:
            yield one, one.united()


CONDITIONS = (
    Property(
        "B.1 non-intersection area",
        "A prediction that shares a cell with the truth gets worse when a row that "
        "neither side contains is added to it, alone or in one of its biclusters. (As "
        "worded, they need not share a cell; the value may then be the worst already.)",
        (("A", "B"), ("A", "C")),
        first_is_not_better,
        _with_an_object,
        _SMALL,
    ),
    Property(
        "B.2 background independence",
        "Rows and columns that are in no bicluster do not matter.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _with_background,
        _SMALL,
    ),
    Property(
        "B.3 scale invariance",
        "Replacing every row by two rows and every column by two columns changes "
        "nothing.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _scaled,
        _SMALL,
    ),
    Property(
        "B.4 copy invariance",
        "Adding to both sides a copy of themselves, with rows and columns of its own, "
        "changes nothing.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _copied,
        _SMALL,
    ),
    Property(
        "B.5 multiple coverage",
        "One bicluster that has all rows and all columns of several true ones is worse "
        "than the truth. (As worded, it may be one true bicluster: the truth itself.)",
        (("A", "A"), ("A", "B")),
        first_is_not_better,
        _covered,
        "all sets of {most} biclusters in matrices with rows >= columns and rows + "
        "columns <= {large}, up to permutations, and {drawn} larger random ones",
    ),
)
