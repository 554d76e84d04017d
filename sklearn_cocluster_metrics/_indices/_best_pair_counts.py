"""Where the affine pair-counting indices are best, and their exact adjustment.

With the pairs mA, mB together on each side and the N pairs given, 17 of the 27 indices
are affine in N11. For these, the mean over random labels is the value at the mean E of
N11, and the adjusted index, (index - mean) / (best - mean), is (N11 - E) / (M - E) with
the N11 at which the index takes its best value, M. M may lie between two integers; it
is never less than the smaller of mA and mB.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from .._statistics import PairCounts
from ._contract import NULL_MODELS_OF_PAIRS, NotAdjusted, OneOf, Option


class BestCount(NamedTuple):
    """The N11 at which an index is best: ``rational + root(square)``, both exact."""

    rational: Fraction | int
    square: Fraction | int = 0


def adjusted(
    pairs: PairCounts, expected: Fraction, best: Callable[[PairCounts], BestCount]
) -> float:
    """(N11 - E) / (M - E), without cancellation also where M is irrational.

    Where no permutation changes N11, as where M is 0/0, unequal clusterings are at the
    level of chance. Else M >= min(mA, mB) >= N11 for every permutation, so M > E.
    """
    if pairs.is_equality:
        return 1.0
    gained = pairs.n11 - expected
    if gained == 0:
        return 0.0
    rational, square = best(pairs)
    missed = expected - rational  # M - E is root(square) - missed
    if square == 0:
        return float(gained / -missed)
    size = abs(gained)
    if missed <= 0:
        value = 1 / (math.sqrt(square / size**2) + float(-missed / size))
    else:
        room = square - missed**2
        value = math.sqrt(square * (size / room) ** 2) + float(missed * size / room)
    return math.copysign(value, gained)


def _mean_size(pairs: PairCounts) -> BestCount:
    """Where N10 + N01 is 0 if the sizes allow it: (mA + mB) / 2."""
    return BestCount(Fraction(pairs.true + pairs.pred, 2))


def _true_size(pairs: PairCounts) -> BestCount:
    """Where all true pairs are together: mA."""
    return BestCount(pairs.true)


def _pred_size(pairs: PairCounts) -> BestCount:
    """Where all predicted pairs are together: mB."""
    return BestCount(pairs.pred)


def _geometric_mean(pairs: PairCounts) -> BestCount:
    """Root of mA mB."""
    return BestCount(0, pairs.true * pairs.pred)


def _harmonic_mean(pairs: PairCounts) -> BestCount:
    """2 mA mB / (mA + mB)."""
    true, pred = pairs.true, pairs.pred
    return BestCount(Fraction(2 * true * pred, true + pred))


def _correlation(pairs: PairCounts) -> BestCount:
    """N N11 - mA mB is the root of the product of the four margins."""
    n, true, pred = pairs.n_pairs, pairs.true, pairs.pred
    margins = true * pred * (n - true) * (n - pred)
    return BestCount(Fraction(true * pred, n), Fraction(margins, n**2))


def _sokal_sneath1(pairs: PairCounts) -> BestCount:
    """The four terms add up to 4."""
    n, true, pred = pairs.n_pairs, pairs.true, pairs.pred
    slope = sum(Fraction(1, margin) for margin in (true, pred, n - true, n - pred))
    apart = Fraction(1, n - true) + Fraction(1, n - pred)
    return BestCount((4 - (n - true - pred) * apart) / slope)


def _baulieu1(pairs: PairCounts) -> BestCount:
    """(mA + mB) / 2 - (mA - mB)^2 / (2 N)."""
    n, true, pred = pairs.n_pairs, pairs.true, pairs.pred
    return BestCount(Fraction(n * (true + pred) - (true - pred) ** 2, 2 * n))


def _peirce(pairs: PairCounts) -> BestCount:
    """N N11 - mA mB is mB (N - mB)."""
    n, true, pred = pairs.n_pairs, pairs.true, pairs.pred
    return BestCount(Fraction(pred * (n - pred + true), n))


def _baulieu2(pairs: PairCounts) -> BestCount:
    """N N11 - mA mB is mA (N - mA), as for the truth against itself."""
    n, true, pred = pairs.n_pairs, pairs.true, pairs.pred
    return BestCount(Fraction(true * (n - true + pred), n))


BEST_COUNTS: Mapping[str, Callable[[PairCounts], BestCount]] = {
    "rand": _mean_size,
    "adjusted_rand": _mean_size,
    "wallace1": _true_size,
    "wallace2": _pred_size,
    "dice": _mean_size,
    "correlation": _correlation,
    "sokal_sneath1": _sokal_sneath1,
    "hubert": _mean_size,
    "fowlkes_mallows": _geometric_mean,
    "normalized_mirkin": _mean_size,
    "kulczynski": _harmonic_mean,
    "mcconnaughey": _harmonic_mean,
    "baulieu1": _baulieu1,
    "russell_rao": _true_size,
    "fager_mcgowan": _geometric_mean,
    "peirce": _peirce,
    "baulieu2": _baulieu2,
}
"""M of the 17 affine indices.

"russell_rao", "fager_mcgowan" and "baulieu2" have no constant best value; theirs is
that of the truth against itself.
"""


def null_models_of(index: str) -> Option:
    """Return what null models a contract takes, or why it takes none."""
    if index == "normalized_mirkin":
        return NotAdjusted(
            "adjusted for chance, 'normalized_mirkin' is 'adjusted_rand', for which "
            "higher values are better. Use 'adjusted_rand'."
        )
    if index not in BEST_COUNTS:
        return NotAdjusted(
            f"{index!r} is not affine in the number of pairs together in both, so that "
            "it has no exact adjustment. Use `adjusted_for_chance`, or one of the "
            "indices that are, such as 'dice' or 'correlation'."
        )
    return OneOf((None, *NULL_MODELS_OF_PAIRS))
