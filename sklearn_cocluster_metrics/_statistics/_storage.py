"""Whether the counts of a table are an array or sparse."""

from typing import Any

import numpy as np
from scipy import sparse

Counts = Any  # an int64 array or scipy.sparse.csr_array, for which there are no types

ALWAYS_DENSE = 1 << 16  # a table of so few cells is an array, however empty


def stored(counts: Counts) -> Counts:
    """Return the table as an array or sparse, whichever takes less memory."""
    n_true, n_pred = counts.shape
    is_sparse = not isinstance(counts, np.ndarray)
    if n_true * n_pred <= ALWAYS_DENSE:
        return counts.toarray() if is_sparse else counts
    n_nonzero = counts.nnz if is_sparse else np.count_nonzero(counts)
    if 8 * n_true * n_pred <= 12 * n_nonzero + 4 * (n_true + 1):
        return counts.toarray() if is_sparse else counts
    return counts if is_sparse else sparse.csr_array(counts)
