"""Variance of the mutual information when labels are permuted."""

import math

import numpy as np
import numpy.typing as npt

from ._expected_information import InformationTerms, information_is_constant
from ._hypergeometric import (
    FloatArray,
    IntArray,
    blocks_of_similar_width,
    hypergeometric_pmfs,
    likely_counts,
)

_LEFT_OUT = 1e-22  # of the variance of a term: less than the rounding of what is kept
_FIRST_DEGREES = 16  # polynomials that memory is first reserved for
_ROUNDING = 1e-24  # squared norm, relative, of a polynomial that is 0 but for rounding
_NEGLIGIBLE = 1e-26  # probability of a count that no sum can tell from 0


def variance_of_mutual_information(
    sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike
) -> float:
    r"""Exact variance of the mutual information under permutations of the labels.

    It is the square of the denominator of the standardized mutual information of
    Romano, Bailey, Nguyen and Verspoor (2014). Write D for the sum of the terms of all
    cells, R_i and C_l for those of row i and of column l. Given one count n_il, the
    rest of row i and the rest of column l are independent, hence

        Var(D) = sum_il Cov(E[R_i | n_il], E[C_l | n_il]),

    which covers the pairs of cells in one row, in one column and in neither at once:
    cells (i, j) and (k, l) are linked by the cell (i, l) alone.

    Expand the term of each cell in the polynomials that are orthonormal for its
    hypergeometric law (Hahn polynomials), with coefficients h_ij,d for the degrees d.
    Given n_il, the polynomial of degree d of another cell of the row is that of n_il
    times :math:`(-1)^d s_{l,d} s_{j,d}`, where :math:`s_{j,d}^2` is the product of
    (b_j - t) / (n - b_j - t) over t < d. So

        E[R_i | n_il] has the coefficients
        h_il,d + (-1)^d s_l,d sum_{j != l} s_j,d h_ij,d,

    the columns likewise, and each covariance is the inner product of the coefficients.

    Polynomials of different degrees of any two cells are uncorrelated, so the variance
    is the sum of one nonnegative part per degree. All terms are cut at one common
    degree, at which at most a share eps = 1e-22 of the variance of each is left. By
    Cauchy-Schwarz, what is cut off is at most eps times the number of cells times the
    sum of the variances of the terms; with a degree for each cell, it could be of the
    order of the root of eps.

    With r and c distinct sizes this takes r c windows of likely counts, each about
    20 sqrt(n / (r c)) wide or 10 to 40 for small n, times the square of the number of
    degrees, 5 to 30.
    """
    if information_is_constant(sizes_true, sizes_pred):
        return 0.0
    terms = InformationTerms(sizes_true, sizes_pred)
    n = terms.n_samples
    rows, columns = terms.true_multiplicities, terms.pred_multiplicities
    row_ratio = np.ones(len(terms.true))
    column_ratio = np.ones(len(terms.pred))
    parts = []
    for degree, h in enumerate(_coefficients(terms), start=1):
        row_ratio = row_ratio * _ratio(terms.true, degree, n)
        column_ratio = column_ratio * _ratio(terms.pred, degree, n)
        of_rows = _given_cell(h, np.sqrt(column_ratio), columns, degree)
        of_columns = _given_cell(h.T, np.sqrt(row_ratio), rows, degree).T
        parts.append(float(terms.n_cells @ (of_rows * of_columns).ravel()))
    return math.fsum(parts) / n**2


def _ratio(sizes: IntArray, degree: int, n_samples: int) -> FloatArray:
    """Return (b - t) / (n - b - t) at t = degree - 1; 0 where no count has the degree.

    The degree of a cell is less than the number of its possible counts.
    """
    left = (sizes - (degree - 1)).astype(np.float64)
    others = n_samples - sizes - (degree - 1.0)
    is_possible = (left > 0) & (others > 0)
    return np.where(is_possible, left, 0.0) / np.where(is_possible, others, 1.0)


def _given_cell(
    coefficients: FloatArray, factors: FloatArray, multiplicities: IntArray, degree: int
) -> FloatArray:
    """Return the coefficient of the mean of a row, given the count of each cell."""
    weighted = coefficients * factors
    others = (weighted @ multiplicities)[:, None] - weighted
    return np.asarray(coefficients + (-1) ** degree * factors * others)


def _coefficients(terms: InformationTerms) -> FloatArray:
    """Return, by degree, the coefficients of the term of each pair of sizes.

    All pairs are expanded to the degree that one of them needs.
    """
    low, high = likely_counts(terms.n_samples, terms.a, terms.b)
    blocks = [*blocks_of_similar_width(high - low + 1)]
    found = [_expansion(terms, block, 1) for block in blocks]
    n_degrees = max(map(len, found))
    coefficients = np.zeros((n_degrees, len(terms.a)))
    for block, known in zip(blocks, found, strict=True):
        is_short = len(known) < n_degrees
        of_block = _expansion(terms, block, n_degrees) if is_short else known
        coefficients[: len(of_block), block] = of_block
    return coefficients.reshape(n_degrees, *terms.shape)


def _expansion(
    terms: InformationTerms, pairs: npt.NDArray[np.intp], n_degrees: int
) -> FloatArray:
    """Expand the terms of pairs, one per column, in the polynomials of their laws.

    A function and a polynomial are vectors of values times the square root of the
    probability. Degrees are added until nothing is left of any term, and up to
    `n_degrees`, unless there are fewer counts.
    """
    laws = hypergeometric_pmfs(terms.n_samples, terms.a[pairs], terms.b[pairs])
    likely = (laws.probabilities > _NEGLIGIBLE).any(axis=0)
    counts, roots = laws.counts[:, likely], np.sqrt(laws.probabilities[:, likely])
    centered = counts - terms.means[pairs, None]
    values = terms.terms(pairs[:, None], counts) + terms.slopes[pairs, None] * centered
    scaled = centered / np.abs(centered).max(axis=1, keepdims=True)
    basis = np.empty((len(roots), _FIRST_DEGREES, roots.shape[1]))
    basis[:, 0] = roots / np.linalg.norm(roots, axis=1, keepdims=True)
    rest = values * roots
    for _ in range(2):  # what is left of a large mean after the first is rounding
        rest -= _projected(basis[:, :1], rest)
    least = _LEFT_OUT * _squared_norms(rest)
    norms, found = np.zeros(len(roots)), []
    for degree in range(1, roots.shape[1]):
        polynomials, norms = _next_polynomials(scaled, basis[:, :degree], norms)
        found.append(np.einsum("px,px->p", rest, polynomials))
        rest -= found[-1][:, None] * polynomials
        is_left = (norms > 0) & (_squared_norms(rest) > least)
        if degree >= n_degrees and not is_left.any():
            break
        if degree == basis.shape[1]:
            basis = np.concatenate([basis, np.empty_like(basis)], axis=1)
        basis[:, degree] = polynomials
    return np.array(found).reshape(-1, len(roots))


def _next_polynomials(
    scaled: FloatArray, basis: FloatArray, norms: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the polynomials of the next degree, and their norms before division.

    They are x times the last, orthogonalized against the last two, which is enough in
    exact arithmetic (the process of Lanczos), then against all, which rounding needs.
    Both are 0 for a law of so few counts that it has no further polynomial.
    """
    last = basis[:, -1]
    raised = scaled * last
    size = _squared_norms(raised)
    raised -= np.einsum("px,px->p", raised, last)[:, None] * last
    if basis.shape[1] > 1:
        raised -= norms[:, None] * basis[:, -2]
    raised -= _projected(basis, raised)
    squares = _squared_norms(raised)
    new_norms = np.sqrt(np.where(squares > _ROUNDING * size, squares, 0.0))
    raised /= np.where(new_norms > 0, new_norms, np.inf)[:, None]
    return raised, new_norms


def _projected(basis: FloatArray, vectors: FloatArray) -> FloatArray:
    """Return the projection of each vector on the basis of its row."""
    factors = np.matmul(basis, vectors[:, :, None])
    return np.asarray(np.matmul(factors.transpose(0, 2, 1), basis)[:, 0])


def _squared_norms(vectors: FloatArray) -> FloatArray:
    """Return the sum of squares of each row."""
    return np.asarray(np.einsum("px,px->p", vectors, vectors))
