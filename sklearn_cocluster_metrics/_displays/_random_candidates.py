"""Random candidates of given cluster sizes, scored for a figure."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .._contracts import PartitionMetrics, resolve_several
from .._inference import Arrays, scores_of_permutations
from .._structures import (
    check_generator,
    check_integer,
    check_level,
    check_n_jobs,
    check_partitions,
    check_sizes,
)


def codes(labels_true: Any) -> Arrays:
    """Return the labels of the reference as integers, one array for each mode."""
    modes, _ = check_partitions(labels_true, labels_true)
    return tuple(mode.codes for mode in modes)


def check_candidate(sizes: Any, name: str, true: Arrays) -> Arrays:
    """Check the cluster sizes of each mode of one candidate."""
    of_modes = sizes if len(true) > 1 else (sizes,)
    if not isinstance(of_modes, tuple) or len(of_modes) != len(true):
        raise ValueError(
            f"`{name}` must be a tuple of the cluster sizes in {len(true)} modes."
        )
    checked = tuple(check_sizes(one, name) for one in of_modes)
    for one, labels in zip(checked, true, strict=True):
        if one.sum() != len(labels):
            raise ValueError(
                f"`{name}` sums to {one.sum()}; `labels_true` has {len(labels)} labels."
            )
    return checked


def scores_by_chance(
    metrics: PartitionMetrics,
    true: Arrays,
    candidates: Mapping[Any, Arrays],
    n_draws: int,
    level: float,
    random_state: Any,
    n_jobs: int | None,
    verbose: int,
) -> dict[str, Any]:
    """Score random candidates with these cluster sizes: mean and band of each."""
    resolved = resolve_several(metrics, "partition", of_coclusterings=len(true) > 1)
    tail = (1 - check_level(level, "level")) / 2
    pairs = [
        (true, tuple(np.repeat(np.arange(len(one)), one) for one in sizes))
        for sizes in candidates.values()
    ]
    scores = scores_of_permutations(
        list(resolved.values()),
        pairs,
        check_integer(n_draws, "n_draws", 1),
        check_generator(random_state, "random_state"),
        check_n_jobs(n_jobs, "n_jobs"),
        check_integer(verbose, "verbose", 0),
    ).reshape(len(pairs), len(resolved), n_draws)
    if not np.isfinite(scores).all():
        raise ValueError("`metrics` has an index that is not finite for a candidate.")
    low, high = np.quantile(scores, [tail, 1 - tail], axis=2)
    return {
        "names": list(resolved),
        "values": list(candidates),
        "means": scores.mean(axis=2).T,
        "low": low.T,
        "high": high.T,
    }
