"""`inconsistency_rates`: which pairs of indices rank candidates in opposite order."""

import numpy as np
import pytest

from sklearn_cocluster_metrics import (
    cari_score,
    labels_to_biclusters,
    pair_counting_score,
)
from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def random_triplets(n_triplets, seed=0):
    """Draw clusterings of 12 samples, all of one reference."""
    rng = np.random.default_rng(seed)
    true = rng.integers(3, size=12)
    pool = [rng.integers(1, 6) * rng.random(12) // 1 for _ in range(8)]
    pool = [np.asarray(labels, dtype=int) for labels in pool]
    return [
        (true, *(pool[one] for one in rng.choice(8, size=2, replace=False)))
        for _ in range(n_triplets)
    ]


def test_rates_count_the_triplets_with_opposite_strict_orders():
    triplets = random_triplets(30)
    indices = ["rand", "jaccard", "wallace1", "russell_rao"]
    result = inconsistency_rates(indices, triplets)
    for i, one in enumerate(indices):
        for j, other in enumerate(indices):
            opposite = 0
            for true, first, second in triplets:
                gains = [
                    pair_counting_score(true, first, metric=index)
                    - pair_counting_score(true, second, metric=index)
                    for index in (one, other)
                ]
                opposite += gains[0] * gains[1] < 0
            assert result.rates[i, j] == opposite / 30


def test_a_distance_agrees_with_its_complement():
    rates = inconsistency_rates(["rand", "normalized_mirkin"], random_triplets(30))
    assert rates.rates.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    "of", [list, lambda metrics: {"own": metrics[0], "dice": "dice"}]
)
def test_the_direction_of_an_own_distance_can_be_passed(of):
    def own_distance(true, pred):
        return -pair_counting_score(true, pred, metric="dice")

    metrics = of([own_distance, "dice"])
    name = "own" if isinstance(metrics, dict) else "own_distance"
    with pytest.raises(ValueError, match=f"`greater_is_better={{'{name}': False}}`"):
        inconsistency_rates(metrics, random_triplets(30))
    for higher in (True, False):
        options = {"greater_is_better": {name: higher}}
        found = inconsistency_rates(metrics, random_triplets(30), **options)
        assert (found.rates.max() > 0) == higher
    for other, error, message in (
        ({"other": True}, ValueError, "`greater_is_better` must be one of"),
        (False, TypeError, "must be a mapping from names to True or False"),
    ):
        with pytest.raises(error, match=message):
            inconsistency_rates(metrics, random_triplets(3), greater_is_better=other)


def test_a_result_prints_the_pair_that_disagrees_most():
    triplets = [([0, 0, 1, 1], [0] * 4, [0, 1, 2, 3])]
    found = repr(inconsistency_rates(["rand", "dice", "jaccard"], triplets))
    most = "at most 1, Rand and Dice"
    assert found == f"InconsistencyRates(3 metrics, 1 triplets; {most})"


TIES = ["rand", lambda true, pred: 0.1 + 0.2 if pred[1] else 0.3]


@pytest.mark.parametrize("tie", TIES, ids=["mirror images", "rounding"])
def test_equally_good_candidates_are_consistent_with_any_order(tie):
    true, first, second = [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 2]
    metrics = {"tie": tie, "first": lambda true, pred: float(pred is first)}
    result = inconsistency_rates(metrics, [(true, first, second)])
    assert result.preferences.tolist() == [[0, 1]]
    assert result.rates.tolist() == [[0, 0], [0, 0]]


def test_a_pair_of_objects_is_scored_once():
    calls = []

    def counted(true, pred):
        calls.append(pred)
        return 0.0

    inconsistency_rates({"own": counted, "rand": "rand"}, random_triplets(30))
    assert len(calls) == 8


def test_an_array_of_triplets_has_the_rates_of_its_rows():
    labels = np.random.default_rng(0).integers(0, 3, (10, 3, 12))
    tuples = [tuple(triplet.tolist()) for triplet in labels]
    expected = inconsistency_rates(["rand", "dice"], tuples)
    found = inconsistency_rates(["rand", "dice"], labels)
    np.testing.assert_array_equal(found.preferences, expected.preferences)


def test_the_form_of_the_triplets_and_the_number_of_jobs_change_no_preference():
    def triplets():
        for k in range(1, 5):
            yield [0, 0, 1, 1], [0] * 4, [min(k, i) for i in range(4)]

    found = [
        inconsistency_rates(["rand", "jaccard"], of, n_jobs=n_jobs).preferences
        for of, n_jobs in ((list(triplets()), None), (triplets(), 2))
    ]
    assert found[0].tolist() == found[1].tolist()


def test_it_takes_coclusterings_and_biclusterings():
    rng = np.random.default_rng(0)
    grids = [tuple(rng.integers(3, size=9) for _ in range(2)) for _ in range(3)]
    options = {"structure": "coclustering"}
    result = inconsistency_rates(["cari", "conmi"], [tuple(grids)], **options)
    values = [cari_score(grids[0], grids[place]) for place in (1, 2)]
    assert result.preferences[0, 0] == np.sign(values[0] - values[1])
    blocks = tuple(map(labels_to_biclusters, grids))
    options = {"structure": "biclustering"}
    result = inconsistency_rates(
        ["bicluster_rnia", "rnia_distance"], [blocks], **options
    )
    assert result.rates.tolist() == [[0, 0], [0, 0]]


def test_the_table_has_the_names_of_the_metrics():
    pytest.importorskip("pandas")
    result = inconsistency_rates({"a": "rand", "b": "jaccard"}, random_triplets(5))
    frame = result.to_frame()
    assert list(frame.index) == list(frame.columns) == ["a", "b"]
    assert frame.to_numpy().tolist() == result.rates.tolist()
    assert '<th style="text-align: right">b</th>' in result._repr_html_()


ONE = [([0], [0], [0])]
REFUSED = [
    ("rand", ONE, ValueError, "must have at least two metrics to compare, got 1"),
    (["rand"], ONE, ValueError, "`metrics` must have at least two"),
    (["rand", "ran"], ONE, ValueError, "the name of an index"),
    (["rand", "rand"], ONE, ValueError, "the same name twice"),
    (["rand", "rnia_distance"], ONE, ValueError, "biclusterings"),
    (["rand", "dice"], [], ValueError, "`triplets` is empty"),
    (["rand", "dice"], 3, TypeError, "`triplets` must be a sequence of tuples"),
    (
        ["rand", "dice"],
        [([0], [0])],
        ValueError,
        r"`triplets\[0\]` must be .* length 2",
    ),
]


@pytest.mark.parametrize(("metrics", "triplets", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(metrics, triplets, error, message):
    with pytest.raises(error, match=message):
        inconsistency_rates(metrics, triplets)
