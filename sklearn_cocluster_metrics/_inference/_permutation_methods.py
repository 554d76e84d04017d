"""Which method of a permutation test a metric and a structure allow."""

from dataclasses import replace
from typing import Any

from .._statistics import Tables, contingency_tables
from .._structures import Modes, check_biclusterings, check_partitions
from ._null_models import ONLY_PRODUCT, check_null_model
from ._permutation_draws import draw_scores, grid_pvalue
from ._permutation_labels import draw_biclusters, draw_labels
from ._permutation_pairs import found_for_pairs
from ._permutation_request import Found, Request, check_method, found_in_draws


def found_for_biclusters(request: Request, true: Any, pred: Any) -> Found:
    """Test biclusterings, by permuting their rows and columns."""
    checked_true, checked_pred = check_biclusterings(true, pred)
    check_null_model(request.null_model, ("product",), ONLY_PRODUCT, 2)
    check_method(request, ("labels",))
    draws = draw_biclusters(
        request.metric,
        checked_true,
        checked_pred,
        request.n_permutations,
        request.generator,
        request.n_jobs,
    )
    return found_in_draws(draws, request.metric.sign * draws.observed_score, "labels")


def found_for_labels(request: Request, labels_true: Any, labels_pred: Any) -> Found:
    """Test clusterings or co-clusterings."""
    true, pred = check_partitions(labels_true, labels_pred)
    contract = request.metric.contract
    counts_pairs = contract is not None and contract.monotone_in == "squares"
    supported = ("product", "cells") if counts_pairs else ("product",)
    null_model = check_null_model(
        request.null_model, supported, ONLY_PRODUCT, len(true)
    )
    request = replace(request, null_model=null_model)
    tables = contingency_tables(true, pred)
    if request.all_modes:
        _check_no_mode_is_constant(tables)
    if contract is None:
        return _from_labels(request, true, pred)
    if counts_pairs:
        return found_for_pairs(request, tables)
    return _of_tables(request, tables)


def _check_no_mode_is_constant(tables: Tables) -> None:
    """Refuse a mode whose agreement no permutation changes."""
    for mode, table in enumerate(tables):
        if min(table.shape) == 1 or max(table.shape) == table.n_samples:
            raise ValueError(
                f"Mode {mode} has one label, or as many labels as entries: no "
                "permutation changes its agreement, so `alternative='all_modes'` "
                "cannot be tested. Test the other modes alone, or use 'any_mode'."
            )


def _from_labels(request: Request, true: Modes, pred: Modes) -> Found:
    """Permute labels, for a function without a contract."""
    check_method(request, ("labels",))
    draws = draw_labels(
        request.metric,
        true,
        pred,
        request.n_permutations,
        request.generator,
        request.n_jobs,
    )
    found = found_in_draws(draws, request.metric.sign * draws.observed_score, "labels")
    if len(true) == 1:
        return replace(found, pvalues_of_modes=(found.pvalue,))
    return found


def _of_tables(request: Request, tables: Tables) -> Found:
    """Draw tables, for an index that does not count pairs."""
    metric = request.metric
    assert metric.contract is not None
    statistic = metric.contract.monotone_in
    check_method(request, ("grid", "labels") if statistic else ("labels",))
    is_grid = request.method == "grid" or (
        request.method == "auto" and statistic is not None and len(tables) > 1
    )
    draws = draw_scores(
        metric, tables, request.n_permutations, request.generator, request.n_jobs
    )
    value = metric.contract.compute(tables, **metric.options)
    found = found_in_draws(draws, value, "labels")
    if is_grid and statistic is not None:
        pvalue = grid_pvalue(draws, statistic)
        return replace(found, method="grid", pvalue=pvalue)
    return found
