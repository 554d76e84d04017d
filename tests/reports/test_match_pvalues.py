"""P-values of pairs of clusters, against enumeration and Fisher's exact test."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import false_discovery_control, fisher_exact, hypergeom
from strategies import cells_of

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._laws._shared_by_chance import (
    SharedInMode,
    chances_of_sharing,
)


def law_of_shared(n_items, true_size, pred_size):
    """Return the probability of each number of shared items, from all subsets."""
    true_items = set(range(true_size))
    subsets = combinations(range(n_items), pred_size)
    counts = Counter(len(true_items & set(subset)) for subset in subsets)
    return {shared: n / counts.total() for shared, n in counts.items()}


def enumerated_pvalue(shared, modes):
    """Return P(product of shared items >= shared), each mode placed independently.

    `modes` has (n_items, true_size, pred_size) of each mode.
    """
    laws = [law_of_shared(*mode).items() for mode in modes]
    total = 0.0
    for outcome in product(*laws):
        counts, probabilities = zip(*outcome, strict=True)
        if np.prod(counts) >= shared:
            total += np.prod(probabilities)
    return total


def check_pairs(pairs, true_sets, pred_sets, sizes_of):
    """Compare the pairs of a table with sets, by name, and their sizes by mode."""
    expected = {
        (true, pred): len(true_set & pred_set)
        for (true, true_set), (pred, pred_set) in product(
            true_sets.items(), pred_sets.items()
        )
        if true_set & pred_set
    }
    names = list(zip(pairs.true, pairs.pred, strict=True))
    assert dict(zip(names, pairs.shared, strict=True)) == expected
    for (true, pred), pvalue in zip(names, pairs.pvalue, strict=True):
        modes = sizes_of(true, pred)
        enumerated = enumerated_pvalue(expected[true, pred], modes)
        assert pvalue == pytest.approx(enumerated, rel=1e-10)
    return len(names)


def sets_of(labels):
    """Return the positions of each label."""
    labels = list(labels)
    return {
        label: {place for place, value in enumerate(labels) if value == label}
        for label in labels
    }


def sizes_in(n_items, true_sets, pred_sets):
    """Return a function that gives the sizes of two sets, by their names."""
    return lambda true, pred: [(n_items, len(true_sets[true]), len(pred_sets[pred]))]


def test_pvalues_of_clusters_and_overlapping_clusters_are_those_of_enumeration():
    generator = np.random.default_rng(0)
    n_cases = 0
    while n_cases < 150:
        n = int(generator.integers(2, 10))
        true = generator.integers(0, 3, n).tolist()
        pred = generator.integers(0, 3, n).tolist()
        true_sets = sets_of(true)
        pred_sets = sets_of(pred)
        n_cases += check_pairs(
            sccm.match_table(true, pred).pairs,
            true_sets,
            pred_sets,
            sizes_in(n, true_sets, pred_sets),
        )
    while n_cases < 300:
        n = int(generator.integers(3, 10))
        true = generator.integers(0, 2, (n, 3))
        pred = generator.integers(0, 2, (n, 2))
        true_sets = {k: set(np.flatnonzero(true[:, k])) for k in range(3)}
        pred_sets = {k: set(np.flatnonzero(pred[:, k])) for k in range(2)}
        n_cases += check_pairs(
            sccm.match_table(true, pred).pairs,
            true_sets,
            pred_sets,
            sizes_in(n, true_sets, pred_sets),
        )


def test_pvalues_of_blocks_and_biclusters_are_those_of_enumeration():
    generator = np.random.default_rng(1)
    n_cases = 0
    while n_cases < 100:
        shape = generator.integers(2, 7, 2)
        true = tuple(generator.integers(0, 2, n).tolist() for n in shape)
        pred = tuple(generator.integers(0, 2, n).tolist() for n in shape)

        def sizes_of_blocks(t, p, true=true, pred=pred, shape=shape):
            return [
                (shape[mode], true[mode].count(t[mode]), pred[mode].count(p[mode]))
                for mode in range(2)
            ]

        table = sccm.match_table(true, pred)
        n_cases += check_pairs(
            table.pairs,
            sets_of(cells_of(true)),
            sets_of(cells_of(pred)),
            sizes_of_blocks,
        )
    while n_cases < 200:
        shape = generator.integers(2, 7, 2)
        true = tuple(generator.integers(0, 2, (3, n)) for n in shape)
        pred = tuple(generator.integers(0, 2, (2, n)) for n in shape)

        def cells(side, k):
            rows, columns = (np.flatnonzero(part[k]) for part in side)
            return set(product(rows.tolist(), columns.tolist()))

        def sizes_of_biclusters(t, p, true=true, pred=pred, shape=shape):
            return [
                (shape[mode], true[mode][t].sum(), pred[mode][p].sum())
                for mode in range(2)
            ]

        n_cases += check_pairs(
            sccm.match_table(true, pred).pairs,
            {k: cells(true, k) for k in range(3)},
            {k: cells(pred, k) for k in range(2)},
            sizes_of_biclusters,
        )


def test_pvalues_of_three_modes_are_those_of_enumeration():
    generator = np.random.default_rng(2)
    true = tuple(generator.integers(0, 2, n).tolist() for n in (5, 4, 6))
    pred = tuple(generator.integers(0, 2, n).tolist() for n in (5, 4, 6))
    pairs = sccm.match_table(true, pred).pairs
    n_cases = check_pairs(
        pairs,
        sets_of(cells_of(true)),
        sets_of(cells_of(pred)),
        lambda t, p: [
            (len(true[mode]), true[mode].count(t[mode]), pred[mode].count(p[mode]))
            for mode in range(3)
        ],
    )
    assert n_cases > 20


def test_pvalues_of_clusters_are_those_of_fishers_exact_test():
    generator = np.random.default_rng(0)
    true = generator.integers(0, 5, 300)
    pred = np.where(generator.random(300) < 0.3, true, generator.integers(0, 4, 300))
    pairs = sccm.match_table(true, pred).pairs
    assert len(pairs.pvalue) == 21  # of 25
    for row in pairs.to_frame().itertuples():
        only_true = row.true_size - row.shared
        only_pred = row.pred_size - row.shared
        neither = 300 - row.shared - only_true - only_pred
        counts = [[row.shared, only_true], [only_pred, neither]]
        expected = fisher_exact(counts, alternative="greater").pvalue
        assert row.pvalue == pytest.approx(expected, rel=1e-9)
        assert row.expected == pytest.approx(row.true_size * row.pred_size / 300)
        assert row.fold == pytest.approx(row.shared / row.expected)


def test_all_pairs_are_adjusted_also_those_that_share_nothing():
    generator = np.random.default_rng(0)
    true = np.repeat(np.arange(8), 5)
    pred = np.where(generator.random(40) < 0.5, true, generator.integers(0, 8, 40))
    pairs = sccm.match_table(true, pred).pairs
    pvalues = np.ones(8 * 8)
    pvalues[: len(pairs.pvalue)] = pairs.pvalue
    assert len(pairs.pvalue) < 64 == pairs.n_tests
    adjusted = false_discovery_control(pvalues, method="bh")
    np.testing.assert_allclose(
        pairs.pvalue_adjusted, adjusted[: len(pairs.pvalue)], rtol=1e-12
    )
    assert (np.diff(pairs.pvalue) >= 0).all()  # sorted


def test_a_match_has_the_pvalues_of_its_pair_and_an_unmatched_cluster_1():
    table = sccm.match_table(
        list("aaabbc"), [1, 1, 1, 2, 2, 2], assignment="one_to_one"
    )
    by_pair = {
        (row.true, row.pred): (row.pvalue, row.pvalue_adjusted)
        for row in table.pairs.to_frame().itertuples()
    }
    for row in range(3):
        pvalues = table.true.pvalue[row], table.true.pvalue_adjusted[row]
        pair = table.true.name[row], table.true.match[row]
        assert pvalues == by_pair.get(pair, (1.0, 1.0))
    assert table.true.unmatched == ["c"]
    assert table.true.pvalue[2] == 1


def test_samples_in_no_cluster_belong_to_the_universe():
    clusters = np.array([[1, 0], [1, 0], [0, 1], [0, 1]])
    alone = sccm.match_table(clusters, clusters).pairs
    among_ten = np.vstack([clusters, np.zeros((6, 2), dtype=int)])
    in_universe = sccm.match_table(among_ten, among_ten).pairs
    assert alone.pvalue[0] == pytest.approx(1 / 6)
    assert in_universe.pvalue[0] == pytest.approx(1 / 45)


def test_tiny_pvalues_keep_their_order_of_magnitude_and_never_are_0():
    labels = np.repeat([0, 1], 100)
    pvalues = sccm.match_table(labels, labels).pairs.pvalue
    # One in binomial(200, 100)
    assert np.log10(pvalues[0]) == pytest.approx(-58.957, abs=1e-3)
    many = np.repeat([0, 1], 5000)
    assert sccm.match_table(many, many).pairs.pvalue[0] == np.finfo(float).tiny


def test_the_sum_over_counts_that_matter_is_the_sum_over_all():
    generator = np.random.default_rng(3)
    sizes = generator.integers(20, 300, (2, 40))
    column_sizes = generator.integers(5, 90, (2, 40))
    shared = generator.integers(1, 20, 40) * generator.integers(1, 5, 40)
    modes = [SharedInMode(1000, *sizes), SharedInMode(100, *column_sizes)]
    found = chances_of_sharing(shared, modes)
    for pair in range(40):
        rows = hypergeom(1000, *sizes[:, pair])
        columns = hypergeom(100, *column_sizes[:, pair])
        counts = np.arange(1, sizes[:, pair].min() + 1)
        needed = -(-shared[pair] // counts)
        expected = rows.pmf(counts) @ columns.sf(needed - 1)
        assert found[pair] == pytest.approx(expected, rel=1e-9)


def test_the_false_discovery_rate_of_independent_labels_is_kept():
    generator = np.random.default_rng(0)
    n_false = 0
    for _ in range(200):
        true, pred = generator.integers(0, 8, (2, 100))
        pairs = sccm.match_table(true, pred).pairs
        n_false += bool((pairs.pvalue_adjusted <= 0.05).any())
    assert n_false <= 0.05 * 200 + 2 * np.sqrt(200 * 0.05 * 0.95)


# Overlapping clusters


def test_overlapping_clusters_are_matched_by_the_names_of_items_and_clusters():
    true = pd.DataFrame(
        [[1, 0], [1, 0], [1, 1], [0, 1]], index=list("abcd"), columns=["up", "down"]
    )
    pred = true.iloc[::-1].rename(columns={"up": "u", "down": "d"})
    table = sccm.match_table(true, pred)
    assert table.of == "samples"
    assert table.true.name.tolist() == ["up", "down"]
    assert table.true.match.tolist() == ["u", "d"]
    assert table.true.jaccard.tolist() == [1.0, 1.0]


def test_the_figure_of_pairs_shows_the_best_ones_and_the_level(pyplot):
    generator = np.random.default_rng(0)
    true = np.repeat(list("abcdef"), 10)
    pred = np.where(generator.random(60) < 0.8, true, generator.choice(list("abc"), 60))
    pairs = sccm.match_table(true, pred).pairs
    ax = pairs.plot(level=0.01, n_pairs=4)
    dots, *_ = ax.collections
    drawn = dots.get_offsets()
    np.testing.assert_allclose(drawn[:, 0], -np.log10(pairs.pvalue_adjusted[:4]))
    labels = [text.get_text() for text in ax.get_yticklabels()]
    assert labels[0] == f"{pairs.true[0]} - {pairs.pred[0]} ({pairs.shared[0]})"
    assert ax.lines[0].get_xdata()[0] == pytest.approx(2)
    n_significant = (pairs.pvalue_adjusted <= 0.01).sum()
    assert ax.get_title() == f"{n_significant} of 36 pairs significant at 0.01"


def test_an_empty_cluster_is_no_test():
    true = np.array([[1, 0], [1, 0], [0, 0], [0, 0]])
    pred = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 0]])
    pairs = sccm.match_table(true, pred).pairs
    expected = sccm.match_table(true[:, :1], pred[:, :2]).pairs
    assert pairs.n_tests == expected.n_tests == 2
    np.testing.assert_array_equal(pairs.pvalue_adjusted, expected.pvalue_adjusted)


def test_small_pvalues_are_not_0_in_exported_tables():
    labels = np.repeat([0, 1], 20)
    pairs = sccm.match_table(labels, labels).pairs
    for table in (pairs.to_markdown(), pairs.to_latex()):
        assert f"{pairs.pvalue[0]:.2g}" == "7.3e-12"
        assert "7.3e-12" in table


def test_dots_of_pairs_that_chance_explains_do_not_cover_the_names(pyplot):
    pairs = sccm.match_table([0, 0], [0, 0]).pairs
    assert (pairs.pvalue_adjusted == 1).all()
    ax = pairs.plot()
    [dots] = ax.collections
    largest = np.sqrt(dots.get_sizes().max() / np.pi)  # radius in points
    left = ax.transData.transform((0, 0))[0] - ax.bbox.x0
    assert left * 72 / ax.figure.dpi > largest
