"""Results of a search: scores, their errors, and how fine the candidates are."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


def check_cv_results(
    cv_results: Mapping[str, Any],
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
    """Return score, standard error and number of blocks of each candidate."""
    if "mean_test_score" not in cv_results:
        raise ValueError(
            "`cv_results` has no `mean_test_score`; search with one scorer, from "
            "`make_stability_scorer`."
        )
    scores = np.asarray(cv_results["mean_test_score"], dtype=np.float64)
    if np.isnan(scores).all():
        raise ValueError("`cv_results` has no candidate with a score: all are NaN.")
    errors = _standard_errors(cv_results, len(scores))
    return scores, errors, _numbers_of_blocks(cv_results["params"])


def check_one_parameter(cv_results: Mapping[str, Any]) -> list[Any]:
    """Return the values of the one parameter in which the candidates differ."""
    names = sorted({name for parameters in cv_results["params"] for name in parameters})
    if len(names) != 1:
        raise ValueError(
            f"`cv_results` is of candidates that differ in {names}; a curve needs one "
            "parameter."
        )
    return [parameters[names[0]] for parameters in cv_results["params"]]


def _standard_errors(
    cv_results: Mapping[str, Any], n_candidates: int
) -> NDArray[np.float64]:
    """Return the errors of the scores: given, or from the splits, or 0 of one split."""
    if "mean_test_standard_error" in cv_results:
        return np.asarray(cv_results["mean_test_standard_error"], dtype=np.float64)
    n_splits = sum(
        key.startswith("split") and key.endswith("_test_score") for key in cv_results
    )
    if n_splits < 2:
        return np.zeros(n_candidates)
    # scikit-learn's deviation divides by the number of splits, not by one less.
    deviations = np.asarray(cv_results["std_test_score"], dtype=np.float64)
    return deviations / float(np.sqrt(n_splits - 1))


def _numbers_of_blocks(candidates: Sequence[Mapping[str, Any]]) -> list[int]:
    """Multiply the numbers of clusters among the parameters of each candidate.

    Where one candidate gives a number for each mode, a single number counts for all.
    """
    n_modes: dict[str, int] = {}
    for parameters in candidates:
        for name, value in parameters.items():
            n_modes[name] = max(n_modes.get(name, 1), np.size(value))
    blocks = []
    for parameters in candidates:
        counts = {name: value for name, value in parameters.items() if _counts(name)}
        if not counts:
            raise ValueError(
                "`cv_results` has candidates without a number of clusters: none of "
                f"their parameters, {sorted(parameters)}, ends in 'clusters'."
            )
        blocks.append(
            prod(_product(value, n_modes[name]) for name, value in counts.items())
        )
    return blocks


def _product(value: Any, n_modes: int) -> int:
    """Return the number of blocks of one parameter."""
    if np.size(value) == 1:
        value = np.repeat(value, n_modes)
    return prod(int(number) for number in value)


def _counts(name: str) -> bool:
    """Say whether a parameter is a number of clusters."""
    return name.endswith("clusters")
