"""The checked arguments of a permutation test, and what a method returns."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._contracts import ResolvedMetric
from ._permutation_draws import Draws


@dataclass(frozen=True)
class Request:
    """The arguments, checked except for the null model."""

    metric: ResolvedMetric
    null_model: str
    method: str
    all_modes: bool
    n_permutations: int
    generator: RandomState
    n_jobs: int | None


@dataclass(frozen=True)
class Found:
    """What a method returns, for both alternatives."""

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
                "`alternative='all_modes'` needs a p-value for each mode, which this "
                "metric or null model does not have. Use an index of co-clusterings by "
                "its name, and `null_model='product'`."
            )
        return max(self.pvalues_of_modes)


def check_method(request: Request, possible: tuple[str, ...]) -> None:
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


def found_in_draws(draws: Draws, statistic: float, method: str) -> Found:
    """Collect the results of draws; with infinite values there is no mean."""
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
