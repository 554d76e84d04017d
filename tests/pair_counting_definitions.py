"""The 27 indices of Table 1 as the paper prints them, in decimals of 1500 digits.

In these decimals 0/0 is NaN and x/0 is infinite, as IEEE says.
"""

import math
from decimal import Decimal, DivisionByZero, InvalidOperation, localcontext

HALF = Decimal("0.5")
root = Decimal.sqrt


def margins(a, b, c, d):
    return (a + b) * (a + c) * (d + b) * (d + c)


# Table 1 as it is printed: a, b, c, d are N11, N10, N01, N00.
PRINTED = {
    "rand": lambda a, b, c, d: (a + d) / (a + b + c + d),
    "adjusted_rand": lambda a, b, c, d: (
        (a - (a + b) * (a + c) / (a + b + c + d))
        / (((a + b) + (a + c)) / 2 - (a + b) * (a + c) / (a + b + c + d))
    ),
    "jaccard": lambda a, b, c, d: a / (a + b + c),
    "jaccard_distance": lambda a, b, c, d: (b + c) / (a + b + c),
    "wallace1": lambda a, b, c, d: a / (a + b),
    "wallace2": lambda a, b, c, d: a / (a + c),
    "dice": lambda a, b, c, d: 2 * a / (2 * a + b + c),
    "correlation": lambda a, b, c, d: (a * d - b * c) / root(margins(a, b, c, d)),
    "correlation_distance": lambda a, b, c, d: (
        arccos((a * d - b * c) / root(margins(a, b, c, d))) / Decimal(math.pi)
    ),
    "sokal_sneath1": lambda a, b, c, d: (
        (a / (a + b) + a / (a + c) + d / (d + b) + d / (d + c)) / 4
    ),
    "minkowski": lambda a, b, c, d: root((b + c) / (a + b)),
    "hubert": lambda a, b, c, d: (a + d - b - c) / (a + b + c + d),
    "fowlkes_mallows": lambda a, b, c, d: a / root((a + b) * (a + c)),
    "sokal_sneath2": lambda a, b, c, d: HALF * a / (HALF * a + b + c),
    "normalized_mirkin": lambda a, b, c, d: (b + c) / (a + b + c + d),
    "kulczynski": lambda a, b, c, d: HALF * (a / (a + b) + a / (a + c)),
    "mcconnaughey": lambda a, b, c, d: (a * a - b * c) / ((a + b) * (a + c)),
    "yule": lambda a, b, c, d: (a * d - b * c) / (a * b + c * d),
    "baulieu1": lambda a, b, c, d: (
        ((a + b + c + d) * (a + d) + (b - c) ** 2) / (a + b + c + d) ** 2
    ),
    "russell_rao": lambda a, b, c, d: a / (a + b + c + d),
    "fager_mcgowan": lambda a, b, c, d: (
        a / root((a + b) * (a + c)) - 1 / (2 * root(a + b))
    ),
    "peirce": lambda a, b, c, d: (a * d - b * c) / ((a + c) * (d + b)),
    "baulieu2": lambda a, b, c, d: (a * d - b * c) / (a + b + c + d) ** 2,
    "sokal_sneath3": lambda a, b, c, d: a * d / root(margins(a, b, c, d)),
    "gower_legendre": lambda a, b, c, d: (a + d) / (a + HALF * (b + c) + d),
    "rogers_tanimoto": lambda a, b, c, d: (a + d) / (a + 2 * (b + c) + d),
    "goodman_kruskal": lambda a, b, c, d: (a * d - b * c) / (a * d + b * c),
}
DISTANCES = {"jaccard_distance", "correlation_distance", "minkowski"}
DISTANCES |= {"normalized_mirkin"}
NOT_CONSTANT_AT_EQUALITY = {"yule", "russell_rao", "fager_mcgowan", "baulieu2"}
# The chance level where there is one, else the worst value of the range; else 0.
WHERE_UNDEFINED = {
    **{"correlation_distance": 0.5, "sokal_sneath1": 0.5},
    **{"mcconnaughey": -1.0, "fager_mcgowan": -math.inf},
}


def arccos(x):
    """Arc cosine by half angles: no digit is lost where the cosine is flat."""
    if x.is_nan():
        return x
    if x > 0:
        return Decimal(2 * math.asin(root((1 - x) / 2)))
    return Decimal(math.pi - 2 * math.asin(root((1 + x) / 2)))


def by_definition(index, counts):
    """Value for counts or weights: at equality, as printed, or where that is 0/0."""
    _, b, c, _ = counts
    if b == c == 0 and index not in NOT_CONSTANT_AT_EQUALITY:
        return 0.0 if index in DISTANCES else 1.0
    with localcontext(prec=1500) as context:
        context.traps[InvalidOperation] = context.traps[DivisionByZero] = False
        decimals = (Decimal(x.numerator) / x.denominator for x in counts)
        value = PRINTED[index](*decimals)
    if value.is_nan():
        return WHERE_UNDEFINED.get(index, 0.0)
    return float(value)
