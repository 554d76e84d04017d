"""The 27 pair-counting indices of Gösgens, Tikhonov & Prokhorenkova (2021), Table 1.

N11, N10, N01 and N00 are the fields of the counts, N is their sum, and mA = N11 + N10
and mB = N11 + N01 are the pairs together in the true and in the predicted clustering.
All are exact integers: each formula divides them once, and takes a root of a quotient,
never the quotient of roots, so that no product of counts has to fit into a float.

Where an index has one value for all equal clusterings, that value stands above its
formula. A denominator that vanishes for equal clusterings alone is divided by as it
is; the others go through `_ratio`, which names the value of 0/0: the level of chance
of an index that has one (its value where N11 = mA mB / N), else the worst value.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps

from .._statistics import ContingencyTable, PairCounts, pairs_of_cells

Tables = Sequence[ContingencyTable]
Formula = Callable[[PairCounts], float]


def pair_counting(tables: Tables, index: str = "adjusted_rand") -> float:
    """Return an index of the pairs of samples, or of the pairs of cells."""
    return PAIR_COUNTING[index](pairs_of_cells(tables))


def _equality_has(value: float) -> Callable[[Formula], Formula]:
    """Give equal clusterings this value, trivial ones too."""

    def decorate(formula: Formula) -> Formula:
        @wraps(formula)
        def with_equality(pairs: PairCounts) -> float:
            return value if pairs.is_equality else formula(pairs)

        return with_equality

    return decorate


def _ratio(numerator: int, denominator: int, *, undefined: float) -> float:
    """Divide; 0/0 is the value named, x/0 is infinite with the sign of x."""
    if denominator:
        return numerator / denominator
    return math.copysign(math.inf, numerator) if numerator else undefined


def _together(pairs: PairCounts) -> tuple[int, int]:
    """Return mA and mB."""
    return pairs.n11 + pairs.n10, pairs.n11 + pairs.n01


def _covariance(pairs: PairCounts) -> int:
    """Return N11 N00 - N10 N01, which is N N11 - mA mB."""
    return pairs.n11 * pairs.n00 - pairs.n10 * pairs.n01


def _product_of_margins(pairs: PairCounts) -> int:
    """Return (N11 + N10)(N11 + N01)(N00 + N10)(N00 + N01)."""
    true, pred = _together(pairs)
    return true * pred * (pairs.n00 + pairs.n10) * (pairs.n00 + pairs.n01)


@_equality_has(1.0)
def rand(pairs: PairCounts) -> float:
    """(N11 + N00) / N."""
    return (pairs.n11 + pairs.n00) / pairs.n_pairs


@_equality_has(1.0)
def adjusted_rand(pairs: PairCounts) -> float:
    """(N11 - mA mB / N) / ((mA + mB) / 2 - mA mB / N).

    The denominator is mA (N - mB) + mB (N - mA) over 2N: both terms are 0 only where
    the clusterings are equal.
    """
    true, pred = _together(pairs)
    span = pairs.n_pairs * (true + pred) - 2 * true * pred
    return 2 * _covariance(pairs) / span


@_equality_has(1.0)
def jaccard(pairs: PairCounts) -> float:
    """N11 / (N11 + N10 + N01)."""
    return pairs.n11 / (pairs.n11 + pairs.n10 + pairs.n01)


@_equality_has(0.0)
def jaccard_distance(pairs: PairCounts) -> float:
    """(N10 + N01) / (N11 + N10 + N01)."""
    return (pairs.n10 + pairs.n01) / (pairs.n11 + pairs.n10 + pairs.n01)


@_equality_has(1.0)
def wallace1(pairs: PairCounts) -> float:
    """N11 / (N11 + N10)."""
    return _ratio(pairs.n11, pairs.n11 + pairs.n10, undefined=0.0)


@_equality_has(1.0)
def wallace2(pairs: PairCounts) -> float:
    """N11 / (N11 + N01)."""
    return _ratio(pairs.n11, pairs.n11 + pairs.n01, undefined=0.0)


@_equality_has(1.0)
def dice(pairs: PairCounts) -> float:
    """2 N11 / (2 N11 + N10 + N01)."""
    return 2 * pairs.n11 / (2 * pairs.n11 + pairs.n10 + pairs.n01)


@_equality_has(1.0)
def correlation(pairs: PairCounts) -> float:
    """(N11 N00 - N10 N01) over the root of the product of the four margins.

    Where a margin is 0, so is the numerator.
    """
    covariance = _covariance(pairs)
    size = math.sqrt(_ratio(covariance**2, _product_of_margins(pairs), undefined=0.0))
    return -size if covariance < 0 else size


@_equality_has(0.0)
def correlation_distance(pairs: PairCounts) -> float:
    """Arc cosine of the correlation, over pi.

    Next to 1, where the cosine is flat, the angle comes from the sine: its square, 1
    less that of the correlation, is an exact quotient and never negative, so that
    nothing is left to clip. Where the correlation is 0/0, the angle is a right one.
    """
    margins = _product_of_margins(pairs)
    squared_sine = _ratio(margins - _covariance(pairs) ** 2, margins, undefined=1.0)
    return math.atan2(math.sqrt(squared_sine), correlation(pairs)) / math.pi


@_equality_has(1.0)
def sokal_sneath1(pairs: PairCounts) -> float:
    """(N11/mA + N11/mB + N00/(N00 + N10) + N00/(N00 + N01)) / 4."""
    true, pred = _together(pairs)
    if _product_of_margins(pairs) == 0:  # one of the four terms is 0/0
        return 0.5
    return (
        float(
            Fraction(pairs.n11, true)
            + Fraction(pairs.n11, pred)
            + Fraction(pairs.n00, pairs.n00 + pairs.n10)
            + Fraction(pairs.n00, pairs.n00 + pairs.n01)
        )
        * 0.25
    )


@_equality_has(0.0)
def minkowski(pairs: PairCounts) -> float:
    """Root of (N10 + N01) / (N11 + N10), infinite where the true pairs are all apart.

    Never 0/0: unequal clusterings have a pair that is together in one alone.
    """
    true, _ = _together(pairs)
    return math.sqrt(_ratio(pairs.n10 + pairs.n01, true, undefined=math.inf))


@_equality_has(1.0)
def hubert(pairs: PairCounts) -> float:
    """(N11 + N00 - N10 - N01) / N."""
    return (pairs.n11 + pairs.n00 - pairs.n10 - pairs.n01) / pairs.n_pairs


@_equality_has(1.0)
def fowlkes_mallows(pairs: PairCounts) -> float:
    """N11 over the root of mA mB."""
    true, pred = _together(pairs)
    return math.sqrt(_ratio(pairs.n11**2, true * pred, undefined=0.0))


@_equality_has(1.0)
def sokal_sneath2(pairs: PairCounts) -> float:
    """(N11 / 2) / (N11 / 2 + N10 + N01)."""
    return pairs.n11 / (pairs.n11 + 2 * (pairs.n10 + pairs.n01))


@_equality_has(0.0)
def normalized_mirkin(pairs: PairCounts) -> float:
    """(N10 + N01) / N."""
    return (pairs.n10 + pairs.n01) / pairs.n_pairs


@_equality_has(1.0)
def kulczynski(pairs: PairCounts) -> float:
    """(N11/mA + N11/mB) / 2."""
    true, pred = _together(pairs)
    return _ratio(pairs.n11 * (true + pred), 2 * true * pred, undefined=0.0)


@_equality_has(1.0)
def mcconnaughey(pairs: PairCounts) -> float:
    """(N11^2 - N10 N01) / (mA mB)."""
    true, pred = _together(pairs)
    return _ratio(pairs.n11**2 - pairs.n10 * pairs.n01, true * pred, undefined=-1.0)


def yule(pairs: PairCounts) -> float:
    """(N11 N00 - N10 N01) / (N11 N10 + N01 N00), as printed.

    Infinite for equal clusterings that have pairs of both kinds. Yule's Q, with
    N11 N00 + N10 N01 below the line, is `goodman_kruskal`.
    """
    below = pairs.n11 * pairs.n10 + pairs.n01 * pairs.n00
    return _ratio(_covariance(pairs), below, undefined=0.0)


@_equality_has(1.0)
def baulieu1(pairs: PairCounts) -> float:
    """(N (N11 + N00) + (N10 - N01)^2) / N^2."""
    agreeing, n = pairs.n11 + pairs.n00, pairs.n_pairs
    return (n * agreeing + (pairs.n10 - pairs.n01) ** 2) / n**2


def russell_rao(pairs: PairCounts) -> float:
    """N11 / N, the share of pairs together in both: for equal clusterings mA / N."""
    return _ratio(pairs.n11, pairs.n_pairs, undefined=0.0)


def fager_mcgowan(pairs: PairCounts) -> float:
    """N11 / root(mA mB) - 1 / (2 root(mA)), as (x^2 - y^2) / (x + y): exact above.

    The pairs are unordered: the second term depends on how often each is counted.
    Where mA = 0 it is infinite. So the range has no least value but minus infinity,
    which is what is left where mB = 0 and the first term is 0/0.
    """
    true, pred = _together(pairs)
    if true == 0 or pred == 0:
        return -math.inf
    terms = math.sqrt(pairs.n11**2 / (true * pred)) + math.sqrt(1 / true) / 2
    return (4 * pairs.n11**2 - pred) / (4 * true * pred) / terms


@_equality_has(1.0)
def peirce(pairs: PairCounts) -> float:
    """(N11 N00 - N10 N01) / ((N11 + N01)(N00 + N10)): the margins of pred."""
    below = (pairs.n11 + pairs.n01) * (pairs.n00 + pairs.n10)
    return _ratio(_covariance(pairs), below, undefined=0.0)


def baulieu2(pairs: PairCounts) -> float:
    """(N11 N00 - N10 N01) / N^2, a covariance: for equal clusterings a variance."""
    return _ratio(_covariance(pairs), pairs.n_pairs**2, undefined=0.0)


@_equality_has(1.0)
def sokal_sneath3(pairs: PairCounts) -> float:
    """N11 N00 over the root of the product of the four margins."""
    agreeing = pairs.n11 * pairs.n00
    return math.sqrt(_ratio(agreeing**2, _product_of_margins(pairs), undefined=0.0))


@_equality_has(1.0)
def gower_legendre(pairs: PairCounts) -> float:
    """(N11 + N00) / (N11 + (N10 + N01) / 2 + N00)."""
    agreeing = pairs.n11 + pairs.n00
    return 2 * agreeing / (2 * agreeing + pairs.n10 + pairs.n01)


@_equality_has(1.0)
def rogers_tanimoto(pairs: PairCounts) -> float:
    """(N11 + N00) / (N11 + 2 (N10 + N01) + N00)."""
    agreeing = pairs.n11 + pairs.n00
    return agreeing / (agreeing + 2 * (pairs.n10 + pairs.n01))


@_equality_has(1.0)
def goodman_kruskal(pairs: PairCounts) -> float:
    """(N11 N00 - N10 N01) / (N11 N00 + N10 N01)."""
    below = pairs.n11 * pairs.n00 + pairs.n10 * pairs.n01
    return _ratio(_covariance(pairs), below, undefined=0.0)


# In the order of Table 1.
PAIR_COUNTING: dict[str, Formula] = {
    formula.__name__: formula
    for formula in (
        rand,
        adjusted_rand,
        jaccard,
        jaccard_distance,
        wallace1,
        wallace2,
        dice,
        correlation,
        correlation_distance,
        sokal_sneath1,
        minkowski,
        hubert,
        fowlkes_mallows,
        sokal_sneath2,
        normalized_mirkin,
        kulczynski,
        mcconnaughey,
        yule,
        baulieu1,
        russell_rao,
        fager_mcgowan,
        peirce,
        baulieu2,
        sokal_sneath3,
        gower_legendre,
        rogers_tanimoto,
        goodman_kruskal,
    )
}
