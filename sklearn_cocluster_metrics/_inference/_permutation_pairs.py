"""The permutation test of an index of counts of pairs, by each of the methods."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from .._laws import TooMuchWork, Work
from .._statistics import Tables
from ._pair_index import PairIndex
from ._permutation_draws import draw_pairs, grid_pvalue
from ._permutation_laws import (
    TooManyBlocks,
    exact_or_refused,
    exact_pvalues,
    gamma_pvalues,
    permuted_modes,
)
from ._permutation_request import Found, Request, check_method, found_in_draws

_WORK_OF_AUTO = 1e9  # about a second
_WORK_OF_EXACT = 3e10  # about a minute
_LEAST_GAMMA = 1e-4


def found_for_pairs(request: Request, tables: Tables) -> Found:
    """Test an index of counts of pairs."""
    of_modes = ("grid",) if request.null_model == "product" else ()
    check_method(request, ("exact", "gamma", *of_modes, "labels"))
    metric = request.metric
    assert metric.contract is not None
    index = PairIndex(metric.contract, metric.options, tables, request.null_model)
    statistic = metric.contract.compute(tables, **metric.options)
    if request.method == "auto":
        return _best_of_pairs(index, statistic)
    return _METHODS_OF_PAIRS[request.method](request, index, statistic)


def _best_of_pairs(index: PairIndex, statistic: float) -> Found:
    """Take the exact law where it is cheap, else three moments.

    Three moments cannot support a very small p-value: the least is `_LEAST_GAMMA`.
    """
    try:
        modes = permuted_modes(index.tables, index.null_model)
        pvalues = exact_pvalues(modes, Work(_WORK_OF_AUTO))
    except (TooMuchWork, TooManyBlocks):
        found = _by_gamma(None, index, statistic)
        of_modes = found.pvalues_of_modes
        return replace(
            found,
            pvalue=max(found.pvalue, _LEAST_GAMMA),
            pvalues_of_modes=of_modes and tuple(max(p, _LEAST_GAMMA) for p in of_modes),
        )
    return _without_draws(index, statistic, "exact", *pvalues)


def _by_exact(request: Request, index: PairIndex, statistic: float) -> Found:
    """Take the exact law."""
    modes = permuted_modes(index.tables, index.null_model)
    pvalues = exact_or_refused(modes, _WORK_OF_EXACT)
    return _without_draws(index, statistic, "exact", *pvalues)


def _by_gamma(request: Request | None, index: PairIndex, statistic: float) -> Found:
    """Take three moments."""
    pvalues = gamma_pvalues(index.tables, index.null_model)
    return _without_draws(index, statistic, "gamma", *pvalues)


def _without_draws(
    index: PairIndex,
    statistic: float,
    method: str,
    pvalue: float,
    of_modes: tuple[float, ...] | None,
) -> Found:
    """Collect p-values of a law; freely permuted cells have no modes."""
    if index.null_model == "cells":
        of_modes = None
    mean, std = index.mean_and_std(statistic)
    return Found(statistic, method, pvalue, of_modes, mean, std)


def _by_pair_draws(request: Request, index: PairIndex, statistic: float) -> Found:
    """Draw sums of squares."""
    draws = draw_pairs(index, request.n_permutations, request.generator)
    found = found_in_draws(draws, statistic, request.method)
    if request.method == "grid":
        found = replace(found, pvalue=grid_pvalue(draws, "squares"))
    if request.null_model == "cells":
        found = replace(found, pvalues_of_modes=None)
    mean, std = index.mean_and_std(statistic)
    return found if mean is None else replace(found, mean=mean, std=std)


_METHODS_OF_PAIRS: Mapping[str, Callable[[Request, PairIndex, float], Found]] = {
    "exact": _by_exact,
    "gamma": _by_gamma,
    "grid": _by_pair_draws,
    "labels": _by_pair_draws,
}
