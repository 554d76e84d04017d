"""Names decide: shuffled rows, columns and biclusters give the same value, or an error.

Every index, and every function of two structures, is called with names in one order
and with the same names in other orders.
"""

import re
from functools import partial

import numpy as np
import pandas as pd
import pytest

import sklearn_cocluster_metrics as package
from sklearn_cocluster_metrics import (
    biclusters_to_labels,
    labels_to_biclusters,
    match_clusters,
    modularity_score,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS

ROWS, COLUMNS = [f"r{i}" for i in range(12)], [f"c{j}" for j in range(9)]


def of_structure(structure):
    return [one for one in CONTRACTS.values() if one.structure == structure]


FUNCTIONS = {
    "pair_counts": package.pair_counts,
    "contingency_table": lambda *pair: [
        table.counts.tolist() for table in package.contingency_table(*pair)
    ],
    "permutation_test": lambda *pair: package.permutation_test(*pair).statistic,
    "pair_count_moments": lambda *pair: package.pair_count_moments(*pair).mean,
    "score_interval": lambda *pair: package.score_interval(*pair).statistic,
    "cari_decomposition": lambda *pair: package.cari_decomposition(*pair).score,
    "coclustering_report": lambda *pair: package.coclustering_report(
        *pair, output_dict=True
    )["indices"]["cari"]["value"],
    "handle_unlabelled": lambda *pair: package.cari_score(
        *package.handle_unlabelled(*pair, "drop")
    ),
    "expected_mutual_info": package.expected_mutual_info,
    "soft_cari_score": lambda *pair: round(package.soft_cari_score(*pair), 9),
    **{one.name: one for one in of_structure("partition")},
}


def labels(rng):
    """Named labels of rows and of columns; the true ones, and what was found."""
    return [
        tuple(
            pd.Series(rng.integers(0, 3, len(names)), index=names)
            for names in (ROWS, COLUMNS)
        )
        for _ in range(2)
    ]


def shuffled(rng, parts, axis=0):
    """The same entries in another order."""
    orders = [rng.permutation(part.shape[axis]) for part in parts]
    if axis == 0:
        return tuple(part.iloc[o] for part, o in zip(parts, orders, strict=True))
    return tuple(part.iloc[:, o] for part, o in zip(parts, orders, strict=True))


def renamed(parts, mode, axis=0):
    """The same entries, one of them with another name."""
    names = list(parts[mode].axes[axis])
    changed = parts[mode].set_axis(["other", *names[1:]], axis=axis)
    return tuple(changed if k == mode else part for k, part in enumerate(parts))


def without_names(parts):
    return tuple(part.to_numpy() for part in parts)


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_labels_are_matched_by_name(function):
    rng = np.random.default_rng(0)
    for _ in range(3):
        true, pred = labels(rng)
        expected = function(without_names(true), without_names(pred))
        for pair in (
            (shuffled(rng, true), pred),
            (true, shuffled(rng, pred)),
            (shuffled(rng, true), shuffled(rng, pred)),
            (true, without_names(pred)),
        ):
            assert function(*pair) == expected
        for mode, name in enumerate(("r0", "c0")):
            with pytest.raises(ValueError, match=f"only the first has '{name}';"):
                function(true, renamed(pred, mode))


def biclusters(rng):
    """Named disjoint biclusters."""
    rows, columns = labels(rng)[0]
    found = labels_to_biclusters((rows, columns), structure="diagonal")
    return tuple(part.set_axis(["x", "y", "z"][: len(part)]) for part in found)


def test_overlapping_clusters_are_matched_by_the_names_of_samples():
    rng = np.random.default_rng(4)
    (true, _), (pred, _) = biclusters(rng), biclusters(rng)
    expected = package.cice_bcubed_score(true.to_numpy(), pred.to_numpy())
    (mixed,) = shuffled(rng, [true], axis=1)
    assert package.cice_bcubed_score(mixed, pred) == expected
    with pytest.raises(ValueError, match="only the second has 'other'"):
        package.cice_bcubed_score(true, *renamed([pred], 0, axis=1))


@pytest.mark.parametrize(
    "function", of_structure("biclustering"), ids=lambda one: one.name
)
def test_biclusters_are_matched_by_all_their_names(
    function,
):
    rng = np.random.default_rng(1)
    for _ in range(2):
        true, pred = biclusters(rng), biclusters(rng)
        expected = function(without_names(true), without_names(pred))
        for axis in (0, 1):
            assert function(shuffled(rng, true, axis), pred) == pytest.approx(expected)
            assert function(true, shuffled(rng, pred, axis)) == pytest.approx(expected)
            for mode in (0, 1):
                with pytest.raises(ValueError, match=re.escape("only the second has ")):
                    function(true, renamed(pred, mode, axis))


def test_what_converts_returns_names_that_lead_back():
    rng = np.random.default_rng(2)
    for _ in range(20):
        true, pred = labels(rng)
        expected = match_clusters(without_names(true), without_names(pred))
        mixed = shuffled(rng, pred)
        for found, one, plain in zip(
            match_clusters(shuffled(rng, true), mixed), mixed, expected, strict=True
        ):
            assert found.index.equals(one.index)
            assert (
                found[sorted(found.index)].tolist()
                == (pd.Series(plain, index=ROWS if len(plain) == 12 else COLUMNS))[
                    sorted(found.index)
                ].tolist()
            )
        again = biclusters_to_labels(labels_to_biclusters(mixed))
        assert package.cari_score(again, pred) == 1


def test_modularity_matches_labels_with_the_names_of_the_data():
    rng = np.random.default_rng(3)
    X = pd.DataFrame(rng.poisson(2, (12, 9)), index=ROWS, columns=COLUMNS)
    found, _ = labels(rng)
    modularity = partial(modularity_score, match=True)
    expected = modularity(X.to_numpy(), without_names(found))
    assert modularity(X, shuffled(rng, found)) == expected
    assert modularity(X.sample(frac=1, random_state=0), found) == expected
    for mode, name in enumerate(("r0", "c0")):
        message = rf"`coclustering\[{mode}\]` has .* than `X`: .*; only .* '{name}'"
        with pytest.raises(ValueError, match=message):
            modularity(X, renamed(found, mode))
