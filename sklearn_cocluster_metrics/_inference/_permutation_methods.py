"""Which method a metric allows, and what each of them finds."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._contracts import ResolvedMetric
from .._laws import TooMuchWork, Work
from .._statistics import Tables, contingency_tables
from .._structures import Modes, check_biclusterings, check_partitions
from ._null_models import check_null_model
from ._pair_index import PairIndex
from ._permutation_draws import Draws, draw_pairs, draw_scores, grid_pvalue
from ._permutation_labels import draw_biclusters, draw_labels
from ._permutation_laws import (
    exact_or_refused,
    exact_pvalues,
    gamma_pvalues,
    permuted_modes,
)

_WORK_OF_AUTO = 1e9  # about a second
_WORK_OF_EXACT = 3e10  # about a minute
_LEAST_GAMMA = 1e-4

_FREE_CELLS = (
    "cells permuted freely are not a co-clustering, so that only indices of counts of "
    "pairs can be computed. Use 'product'."
)
_RANDOM_SIZES = "labels are permuted, which keeps the cluster sizes. Use 'product'."


@dataclass(frozen=True)
class Request:
    """What is asked for, checked but for the null model."""

    metric: ResolvedMetric
    null_model: str
    method: str
    all_modes: bool
    n_permutations: int
    generator: RandomState
    n_jobs: int | None


@dataclass(frozen=True)
class Found:
    """What a method has found; the fields are those of the result."""

    statistic: float
    method: str
    pvalue: float
    pvalues_of_modes: tuple[float, ...] | None
    mean: float | None
    std: float | None
    values: NDArray[np.float64] | None = None

    def pvalue_of(self, all_modes: bool) -> float:
        """Return the p-value of an alternative."""
        if not all_modes:
            return self.pvalue
        if self.pvalues_of_modes is None:
            raise ValueError(
                "`alternative='all_modes'` takes a p-value of each mode, which this "
                "metric or null model does not have. Use an index of co-clusterings "
                "by its name, and `null_model='product'`."
            )
        return max(self.pvalues_of_modes)


def found_for_biclusters(request: Request, true: Any, pred: Any) -> Found:
    """Permute rows and columns of biclusters."""
    checked_true, checked_pred = check_biclusterings(true, pred)
    refused = {"cells": _FREE_CELLS, "fixed_n_clusters": _RANDOM_SIZES}
    check_null_model(request.null_model, ("product",), refused, 2)
    _check_method(request, ("labels",))
    draws = draw_biclusters(
        request.metric,
        checked_true,
        checked_pred,
        request.n_permutations,
        request.generator,
        request.n_jobs,
    )
    return _of_draws(draws, request.metric.sign * draws.observed_score, "labels")


def found_for_labels(request: Request, labels_true: Any, labels_pred: Any) -> Found:
    """Test clusterings or co-clusterings."""
    true, pred = check_partitions(labels_true, labels_pred)
    contract = request.metric.contract
    counts_pairs = contract is not None and contract.monotone_in == "squares"
    supported = ("product", "cells") if counts_pairs else ("product",)
    refused = {"cells": _FREE_CELLS, "fixed_n_clusters": _RANDOM_SIZES}
    null_model = check_null_model(request.null_model, supported, refused, len(true))
    request = replace(request, null_model=null_model)
    tables = contingency_tables(true, pred)
    if request.all_modes:
        _check_no_mode_is_constant(tables)
    if contract is None:
        return _from_labels(request, true, pred)
    if counts_pairs:
        return _of_pairs(request, tables)
    return _of_tables(request, tables)


def _check_no_mode_is_constant(tables: Tables) -> None:
    """Refuse a mode in which all permutations are alike."""
    for mode, table in enumerate(tables):
        if min(table.shape) == 1 or max(table.shape) == table.n_samples:
            raise ValueError(
                f"Mode {mode} has one label, or as many labels as entries: no "
                "permutation changes its agreement, so `alternative='all_modes'` "
                "cannot be tested. Test the other modes alone, or use 'any_mode'."
            )


def _check_method(request: Request, possible: tuple[str, ...]) -> None:
    """Refuse a method that the metric does not allow."""
    if request.method in ("auto", *possible):
        return
    wanted = {
        "exact": "an index of counts of pairs, such as 'cari'",
        "gamma": "an index of counts of pairs, such as 'cari'",
        "grid": "an index that has one number per mode, such as 'cari', 'comi' or "
        "'classification_error', and `null_model='product'`",
    }[request.method]
    others = " or ".join(map(repr, possible))
    raise ValueError(
        f"`method={request.method!r}` takes {wanted}; for `metric` "
        f"{request.metric.name!r} and `null_model={request.null_model!r}` use {others}."
    )


def _from_labels(request: Request, true: Modes, pred: Modes) -> Found:
    """Permute labels, for a function without a contract."""
    _check_method(request, ("labels",))
    draws = draw_labels(
        request.metric,
        true,
        pred,
        request.n_permutations,
        request.generator,
        request.n_jobs,
    )
    found = _of_draws(draws, request.metric.sign * draws.observed_score, "labels")
    if len(true) == 1:
        return replace(found, pvalues_of_modes=(found.pvalue,))
    return found


def _of_tables(request: Request, tables: Tables) -> Found:
    """Draw tables, for an index that does not count pairs."""
    metric = request.metric
    assert metric.contract is not None
    statistic = metric.contract.monotone_in
    _check_method(request, ("grid", "labels") if statistic else ("labels",))
    is_grid = request.method == "grid" or (
        request.method == "auto" and statistic is not None and len(tables) > 1
    )
    draws = draw_scores(
        metric, tables, request.n_permutations, request.generator, request.n_jobs
    )
    value = metric.contract.compute(tables, **metric.options)
    found = _of_draws(draws, value, "labels")
    if is_grid and statistic is not None:
        pvalue = grid_pvalue(draws, statistic)
        return replace(found, method="grid", pvalue=pvalue)
    return found


def _of_pairs(request: Request, tables: Tables) -> Found:
    """Test an index of counts of pairs."""
    of_modes = ("grid",) if request.null_model == "product" else ()
    _check_method(request, ("exact", "gamma", *of_modes, "labels"))
    metric = request.metric
    assert metric.contract is not None
    index = PairIndex(metric.contract, metric.options, tables, request.null_model)
    statistic = metric.contract.compute(tables, **metric.options)
    if request.method == "auto":
        return _best_of_pairs(index, statistic)
    return _METHODS_OF_PAIRS[request.method](request, index, statistic)


def _best_of_pairs(index: PairIndex, statistic: float) -> Found:
    """Take the exact law where it is cheap, else three moments.

    No p-value below what three moments are good for is claimed.
    """
    try:
        modes = permuted_modes(index.tables, index.null_model)
        pvalues = exact_pvalues(modes, Work(_WORK_OF_AUTO))
    except (TooMuchWork, ValueError):
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
    """Collect what a law gives; cells permuted freely have no modes."""
    if index.null_model == "cells":
        of_modes = None
    mean, std = index.mean_and_std(statistic)
    return Found(statistic, method, pvalue, of_modes, mean, std)


def _by_pair_draws(request: Request, index: PairIndex, statistic: float) -> Found:
    """Draw sums of squares."""
    draws = draw_pairs(index, request.n_permutations, request.generator)
    found = _of_draws(draws, statistic, request.method)
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


def _of_draws(draws: Draws, statistic: float, method: str) -> Found:
    """Collect what draws give; infinite ones have no mean."""
    mean = std = None
    if all(map(math.isfinite, draws.values)):
        mean, std = float(np.mean(draws.values)), float(np.std(draws.values))
    return Found(
        float(statistic),
        method,
        draws.pvalue,
        draws.pvalues_of_modes,
        mean,
        std,
        draws.values,
    )
