"""The share of cells outside matched blocks (CE), and its normalizations (NCE)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Literal, TypeAlias

from .._statistics._contingency import Tables
from .._statistics._matching import matched_samples
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, SampleWeight, check_option
from ._contract import Contract, one_of

Normalization: TypeAlias = Literal["bound", "printed", "product"]


def classification_error(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""Classification error (CE): share of the cells outside matched blocks.

    Row clusters, and column clusters, are matched one to one so that as many cells as
    possible are in matched blocks. With the shares :math:`r` and :math:`c` of unmatched
    rows and columns,

    .. math:: \mathrm{CE} = r + c - rc .

    Lower is better; 0 for equal co-clusterings, at most :math:`1 - 1/(HL)` for H row
    and L column clusters. Symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    error : float
        Share of cells, between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    nce_score : The same, normalized so that higher is better.
    clustering_error : CE of biclusterings, another measure.

    Notes
    -----
    Cost: O(n_rows + n_columns), then one linear assignment per mode: at worst the cube
    of the number of clusters, 0.1 s at 1000.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.4, equations (4) to (6). :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import classification_error
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> classification_error(true, pred)
    0.5
    """
    return matching_error(tables_of_labels(labels_true, labels_pred, sample_weight))


def nce_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    normalization: Normalization = "bound",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Normalized classification error (NCE), turned so that higher is better.

    .. math:: \mathrm{NCE} = 1 - \frac{\mathrm{CE}}{1 - 1/(HL)}

    with H row and L column clusters, of whichever co-clustering has more. Higher is
    better; equal co-clusterings, trivial ones too, score 1. Symmetric.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    normalization : {"bound", "printed", "product"}, default="bound"
        What CE is divided by. "bound": :math:`1 - 1/(HL)`, its greatest value by
        Proposition 3.6 of [1]_. "printed": :math:`1/H + 1/L - 1/(HL)`, section 2.4 of
        [1]_, for two modes; the score can then be negative. "product": the distance of
        each mode is divided by :math:`(H - 1)/H` before they are combined.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>`, one array per mode. "balanced": true clusters weigh
        the same.

    Returns
    -------
    score : float
        Between 0 and 1, with "printed" at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `normalization` is
        unknown, or "printed" for other than two modes.

    See Also
    --------
    classification_error : The share of cells itself.

    Notes
    -----
    Cost: as `classification_error`.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.4 and Proposition 3.6. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import nce_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> nce_score(true, pred)
    0.4
    """
    check_option(normalization, "normalization", NORMALIZATIONS)
    return normalized_error(
        tables_of_labels(labels_true, labels_pred, sample_weight), normalization
    )


def matching_error(tables: Tables) -> float:
    """Return CE: Robert, Vasseur & Brault (2021), equations (4) to (6)."""
    return float(_error(tables))


def normalized_error(tables: Tables, normalization: str = "bound") -> float:
    """Return NCE, 1 - CE over its greatest value, by the given normalization."""
    if normalization == "printed" and len(tables) != 2:
        raise ValueError(
            "`normalization='printed'` is defined for two modes, rows and columns; the "
            f"labels have {len(tables)}. Use another `normalization`."
        )
    if all(table.is_equality for table in tables):
        return 1.0
    return float(1 - NORMALIZATIONS[normalization](tables))


def _error(tables: Tables) -> Fraction:
    """Return CE: by equation (5), 1 - CE is the product over the modes."""
    # A cell is in its block where it is in its cluster in every mode, so the shares
    # multiply. The distance of a mode, equation (4), is the share of its unmatched
    # samples.
    matched = (Fraction(matched_samples(table), table.n_samples) for table in tables)
    return 1 - prod(matched, start=Fraction(1))


def _over_bound(tables: Tables) -> Fraction:
    """Divide by 1 - 1/(HL), from Proposition 3.6 and (5); one block alone is equal."""
    n_blocks = prod(max(table.shape) for table in tables)
    return _error(tables) / (1 - Fraction(1, n_blocks)) if n_blocks > 1 else Fraction(0)


def _over_printed(tables: Tables) -> Fraction:
    """Divide by 1/H + 1/L - 1/(HL), as printed in section 2.4."""
    rows, columns = (max(table.shape) for table in tables)
    printed = Fraction(1, rows) + Fraction(1, columns) - Fraction(1, rows * columns)
    return _error(tables) / printed


def _over_each_mode(tables: Tables) -> Fraction:
    """Divide each mode's distance by its own bound, as a remark there discusses."""
    shares = (1 - _over_bound((table,)) for table in tables)
    return 1 - prod(shares, start=Fraction(1))


NORMALIZATIONS: dict[str, Callable[[Tables], Fraction]] = {
    "bound": _over_bound,
    "printed": _over_printed,
    "product": _over_each_mode,
}


CLASSIFICATION_ERROR = Contract(
    function=classification_error,
    formula=matching_error,
    source="Robert, Vasseur & Brault (2021), section 2.4, equations (4) to (6)",
    greater_is_better=False,
    at_equality=0.0,
    monotone_in="matched",
)

NCE = Contract(
    function=nce_score,
    formula=normalized_error,
    source="Robert, Vasseur & Brault (2021), section 2.4",
    options={"normalization": one_of(*NORMALIZATIONS)},
    two_modes_only={"normalization": "printed"},
)
