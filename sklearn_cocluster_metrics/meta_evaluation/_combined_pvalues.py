"""P-values of independent tests, combined."""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import combine_pvalues


def fisher_pvalue(pvalues: NDArray[np.float64]) -> float:
    """Combine independent p-values by Fisher's method; a 0 among them gives 0."""
    with np.errstate(divide="ignore"):  # the logarithm of 0
        return float(combine_pvalues(pvalues).pvalue)
