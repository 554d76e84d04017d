"""P-values of independent tests, combined."""

import math
from collections.abc import Iterable

from scipy.stats import chi2


def fisher_pvalue(pvalues: Iterable[float]) -> float:
    """Combine independent p-values by Fisher's method; a 0 among them gives 0."""
    known = list(pvalues)
    if min(known) == 0:
        return 0.0
    return float(chi2.sf(-2 * math.fsum(map(math.log, known)), 2 * len(known)))
