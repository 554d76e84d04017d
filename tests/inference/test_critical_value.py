"""Critical values, against all permutations and the p-values of the test."""

import math

import numpy as np
import pytest
from contracts import CONTRACTS
from strategies import as_lists, coarrangements, labels_of

from sklearn_cocluster_metrics import cari_score, critical_value

SIZES = {
    "one mode": (((4, 3),), ((3, 2, 2),)),
    "4 x 5": (((2, 2), (3, 2)), ((2, 1, 1), (2, 3))),
    "trivial columns": (((3, 3), (3,)), ((3, 3), (1, 2))),
    "nothing can change": (((4,),), ((2, 2),)),
    "three modes": (((2, 1), (3, 1), (1, 1)), ((2, 1), (2, 2), (2,))),
}


@pytest.mark.parametrize(("true", "pred"), SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("level", [0.5, 0.1, 0.02])
@pytest.mark.parametrize("name", ["cari", "cocorrelation", "jaccard_distance"])
def test_it_is_the_least_value_that_is_rare_among_all_permutations(
    name, level, true, pred
):
    sign = 1 if CONTRACTS[name].greater_is_better else -1
    first, second = (tuple(map(labels_of, side)) for side in (true, pred))
    values = []
    for other in coarrangements(second):
        sides = [as_lists(s) if len(s) > 1 else list(s[0]) for s in (first, other)]
        values.append(sign * CONTRACTS[name](*sides))
    rare = [v for v in values if np.mean(np.array(values) >= v - 1e-12) <= level]
    expected = sign * min(rare, default=math.inf)
    sizes = (true, pred) if len(true) > 1 else (true[0], pred[0])
    sizes = [tuple(map(list, s)) if len(true) > 1 else list(s) for s in sizes]
    found = critical_value(*sizes, name, level=level)
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("sizes", "options", "message"),
    [
        (([2, 2], [3, 2]), {}, r"equal sums, got \[\[4\], \[5\]\]"),
        ((([2, 2], [3]), [2, 2]), {}, "`sizes_true` has 2 modes, `sizes_pred` has 1"),
        (((2, 2), [2, 2]), {}, r"`sizes_true` is a .* pass `list\(sizes_true\)`"),
        (([2, 2], (2, 2)), {}, r"`sizes_pred` is a .* pass `list\(sizes_pred\)`"),
        (([[2, 2]], [2, 2]), {}, "`sizes_true` must be one-dimensional"),
        (((), ()), {}, "are empty tuples, .* at least one mode"),
        (([0, 1, 1], [2]), {}, "`sizes_true` must be sizes.* `numpy.unique"),
        (([2, 2], [2, 2]), {"metric": "coami"}, "an index of counts of pairs.*'coami'"),
        (([2, 2], [2, 2]), {"n_draws": 0}, "`n_draws` must be at least 1"),
    ],
)
def test_wrong_arguments_are_refused(sizes, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        critical_value(*sizes, **options)


def test_values_are_drawn_where_the_exact_distribution_is_long():
    sizes = [200] * 5
    value = critical_value(sizes, sizes, n_draws=999, random_state=0)
    labels = np.repeat(np.arange(5), sizes)
    generator = np.random.default_rng(0)
    scores = [cari_score(labels, generator.permutation(labels)) for _ in range(2000)]
    assert np.mean(np.array(scores) >= value) == pytest.approx(0.05, abs=0.02)
    assert value == critical_value(sizes, sizes, n_draws=999, random_state=0)


def test_no_drawn_value_is_significant_below_the_smallest_possible_p_value():
    sizes = [200] * 5
    value = critical_value(sizes, sizes, level=0.01, n_draws=19, random_state=0)
    assert value == math.inf


def test_the_order_of_sizes_does_not_change_draws():
    sizes = np.arange(1, 41)
    options = {"n_draws": 99, "random_state": 0}
    ascending = critical_value(sizes, sizes, **options)
    assert critical_value(sizes[::-1], sizes, **options) == ascending


LABELS_FOR_SIZES = [
    ([0, 0, 1], [0, 1, 1]),
    ([1, 1, 2], [1, 2, 2]),
    ([-1, 1, 2], [1, 2, 2]),
    (list("aab"), list("abb")),
]


@pytest.mark.parametrize("labels", LABELS_FOR_SIZES)
def test_labels_in_place_of_sizes_are_refused_and_mended(labels):
    cure = r"such as `numpy\.unique\(labels, return_counts=True\)\[1\]`"
    with pytest.raises((ValueError, TypeError), match=cure):
        critical_value(*labels)
    sizes = [np.unique(side, return_counts=True)[1] for side in labels]
    critical_value(*sizes)


def test_the_sizes_may_be_larger_than_the_memory():
    sizes = [5 * 10**12, 3]
    value = critical_value(sizes, sizes, "cari", level=0.01)
    assert value == pytest.approx(1 / 3, abs=1e-9)


def test_sizes_that_would_have_to_be_drawn_are_limited():
    sizes = [2**33] * 6
    message = r"`sizes_true` has .* 51539607552 samples.*2\*\*31.*smaller sum"
    with pytest.raises(ValueError, match=message):
        critical_value(sizes, sizes, "cari")
