"""Matched clusters: beside their match in a table, and renamed to its label."""

from datetime import date
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from biclusters_oracles import cells, indicators, pairs_of_biclusterings
from doubles import Fitted, KMeansCocluster, blocks
from hypothesis import given
from scipy import sparse
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from strategies import (
    cells_of,
    clusters_of,
    modes_of,
    object_array,
    partition_pairs,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.tables import contingency_table

MEASURES = ("precision", "recall", "f1", "jaccard")
ASSIGNMENTS = ("best", "one_to_one")


def measured(true, pred):
    """All columns for a pair of sets, as exact fractions."""
    shared = len(true & pred)
    return {
        "shared": shared,
        "precision": Fraction(shared, len(pred)),
        "recall": Fraction(shared, len(true)),
        "f1": Fraction(2 * shared, len(true) + len(pred)),
        "jaccard": Fraction(shared, len(true | pred)),
    }


def pairs_of_sets(true, pred):
    """What each pair of sets that meet has in common, by the names of both."""
    return {
        (t, p): measured(one, other)
        for (t, one), (p, other) in product(true.items(), pred.items())
        if one & other
    }


def best_total(pairs, by):
    """The greatest sum over all one-to-one matchings, prediction by prediction."""
    best = {frozenset(): 0}  # by the true sets that are taken
    for pred in {p for _, p in pairs}:
        for taken, total in [*best.items()]:
            for (t, p), value in pairs.items():
                if p == pred and t not in taken:
                    now = taken | {t}
                    best[now] = max(best.get(now, 0), total + value[by])
    return max(best.values())


def check_sides(table, true, pred, by, assignment):
    """Compare a table with named sets."""
    pairs = pairs_of_sets(true, pred)
    chosen = set()
    for side, sets, place in ((table.true, true, 0), (table.pred, pred, 1)):
        sizes = {name: len(members) for name, members in sets.items()}
        assert dict(zip(side.name, side.size, strict=True)) == sizes
        columns = vars(side)
        for row, (name, match) in enumerate(zip(side.name, side.match, strict=True)):
            of_cluster = [v for pair, v in pairs.items() if pair[place] == name]
            if match is None:
                assert name in side.unmatched
                assert assignment == "one_to_one" or not of_cluster
                assert not any(columns[key][row] for key in ("shared", *MEASURES))
                continue
            pair = (name, match) if place == 0 else (match, name)
            for key in ("shared", *MEASURES):
                assert columns[key][row] == float(pairs[pair][key])
            if assignment == "best":
                greatest = max((v[by], v["shared"]) for v in of_cluster)
                assert (pairs[pair][by], pairs[pair]["shared"]) == greatest
            chosen.add(pair)
    if assignment == "one_to_one":
        assert all(len(set(side)) == len(chosen) for side in zip(*chosen, strict=True))
        if 0 < len({t for t, _ in pairs}) <= 6:
            total = sum(pairs[pair][by] for pair in chosen)
            assert float(total) == pytest.approx(float(best_total(pairs, by)))


def sets_of(labels):
    """The positions of each label."""
    places = range(len(labels))
    return {label: {k for k in places if labels[k] == label} for label in labels}


@pytest.mark.parametrize("by", ["shared", *MEASURES])
@given(pair=partition_pairs())
def test_partitions_are_matched_as_sets(by, pair):
    modes = [modes_of(side) for side in pair]
    for assignment in ASSIGNMENTS:
        table = sccm.match_table(*pair, by=by, assignment=assignment)
        assert table.of == ("blocks" if isinstance(pair[0], tuple) else "samples")
        for mode, part in enumerate(table.modes or (table,)):
            check_sides(part, *(sets_of(side[mode]) for side in modes), by, assignment)
        if table.modes:
            blocks = (sets_of(cells_of(side)) for side in modes)
            check_sides(table, *blocks, by, assignment)


@pytest.mark.parametrize("by", ["shared", *MEASURES])
@given(drawn=pairs_of_biclusterings())
def test_biclusters_are_matched_as_sets_of_cells(by, drawn):
    true, pred, shape = drawn
    sets = [dict(enumerate(map(set, cells(side)))) for side in (true, pred)]
    for assignment in ASSIGNMENTS:
        sides = indicators(true, shape), indicators(pred, shape)
        table = sccm.match_table(*sides, by=by, assignment=assignment)
        assert (table.of, table.modes) == ("biclusters", ())
        check_sides(table, *sets, by, assignment)


@given(pair=partition_pairs())
def test_shared_samples_of_partners_are_those_that_ce_counts(pair):
    table = sccm.match_table(*pair, by="shared", assignment="one_to_one")
    parts = table.modes or (table,)
    matched = np.prod([part.true.shared.sum() / part.true.size.sum() for part in parts])
    assert 1 - matched == pytest.approx(sccm.classification_error(*pair))


@given(drawn=pairs_of_biclusterings())
def test_recovery_and_consensus_are_sums_of_the_table(drawn):
    true, pred, shape = drawn
    if not true or not pred:
        return
    pair = indicators(true, shape), indicators(pred, shape)
    best, partners = (sccm.match_table(*pair, assignment=way) for way in ASSIGNMENTS)
    if best.true.size.any() and best.pred.size.any():
        found = {
            "eren_recovery": best.true.jaccard.mean(),
            "eren_relevance": best.pred.jaccard.mean(),
            "consensus": partners.true.jaccard.sum() / max(len(true), len(pred)),
        }
        for index, value in found.items():
            expected = sccm.bicluster_similarity_score(
                *pair, metric=f"bicluster_{index}"
            )
            if expected < 1:
                assert value == pytest.approx(expected)


def test_counts_past_64_bits_are_exact():
    n = 2**17  # 2**68 cells in four modes
    side = (np.arange(n) % 2,) * 4
    table = sccm.match_table(side, side)
    assert table.true.shared[0] == 2**64
    assert table.pred.f1.tolist() == [1.0] * 16


def test_names_are_kept():
    shape = (4, 3)
    rows, columns = sccm.biclusters_from_indices([([0, 1], [0]), ([2, 3], [1])], shape)
    found = pd.DataFrame(rows, ["up", "down"]), pd.DataFrame(columns, ["up", "down"])
    table = sccm.match_table((rows[:1], columns[:1]), found)
    assert table.true.match.tolist() == ["up"]
    assert table.pred.unmatched == ["down"]
    times = pd.Series(pd.to_datetime(["2026-01-01", "2026-01-01", "2026-01-02"]))
    days = sccm.match_table(times, [1, 1, 2]).pred.match
    assert days[0] == np.datetime64("2026-01-01")
    blocks = sccm.match_table((["a", "b"], ["x", "x"]), ([0, 1], [0, 0]))
    assert blocks.true.name.tolist() == [("a", "x"), ("b", "x")]


def test_fitted_estimators_are_matched_as_what_the_other_side_is():
    X, rows, columns = sccm.datasets.make_latent_blocks(
        (30, 20), (2, 2), random_state=0
    )
    model = SpectralBiclustering(2, random_state=0).fit(X - X.min() + 1)
    other = SpectralCoclustering(2, random_state=0).fit(X - X.min() + 1)
    assert sccm.match_table((rows, columns), model).of == "blocks"
    assert sccm.match_table(sccm.biclustering_of(other), model).of == "biclusters"
    assert sccm.match_table(other, model).of == "blocks"
    only_biclusters = Fitted(rows_=[[1, 0, 1]], columns_=[[1, 1]])
    assert sccm.match_table(only_biclusters, only_biclusters).of == "biclusters"


def test_the_frame_has_every_cluster_of_both_sides():
    pair = ([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 0])
    table = sccm.match_table(*pair)
    frame = table.to_frame()
    sizes = frame.groupby(["of", "side"]).size().to_dict()
    sides = [*product(("blocks", "columns", "rows"), ("pred", "true"))]
    assert sizes == dict(zip(sides, (2, 4, 1, 2, 2, 2), strict=True))
    of_blocks = frame[(frame.of == "blocks") & (frame.side == "true")]
    np.testing.assert_array_equal(of_blocks.jaccard, table.true.jaccard)


def test_the_table_is_printed_in_full():
    table = sccm.match_table(["a", "a", "<b>"], [1, 1, 1], assignment="one_to_one")
    row = str(table).splitlines()[2].split()
    assert row[:8] == ["a", "1", "2", "2", "0.667", "1.000", "0.800", "0.667"]
    assert row[8:] == ["1", "1"]  # p-values: no other three samples could be shared
    assert "&lt;b&gt;" in table._repr_html_()
    assert repr(table) == "MatchTable(of='samples', n_true=2, n_pred=1, " + (
        "n_unmatched=(1, 0))"
    )
    assert repr(table.true) == "Matches(n_clusters=2, n_matched=1)"


def test_long_tables_are_read_only_and_cut_when_printed():
    table = sccm.match_table(range(70), range(70))
    with pytest.raises(ValueError, match="read-only"):
        table.true.size[0] = 7
    assert str(table).count("and 10 more") == 2
    assert len(table.to_frame()) == 140
    assert str(sccm.match_table(range(61), range(61))).count("and 1 more") == 2
    assert "more" not in str(sccm.match_table(range(60), range(60)))


def test_reports_have_the_matches_behind_an_option():
    of_labels = ([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 0])
    found = sccm.coclustering_report(*of_labels, inference=False, matches=True)
    assert "true rows  match" in found
    assert "true columns  match" in found
    assert "blocks" not in found
    partly = sccm.coclustering_report(
        *([0, 0, 1, -1], [0, 0, 1, 1]),
        **{"unlabeled": "drop", "matches": True, "output_dict": True},
    )
    expected = sccm.match_table([0, 0, 1], [0, 0, 1])
    assert partly["matches"] == expected.to_dict()
    of_biclusters = ([[1, 0]], [[1, 1]]), ([[1, 1]], [[1, 0]])
    for report, pair in (
        (sccm.coclustering_report, of_labels),
        (sccm.bicluster_report, of_biclusters),
    ):
        options = {"inference": False, "output_dict": True}
        assert report(*pair, **options)["matches"] is None
        expected = sccm.match_table(*pair)
        as_dict = report(*pair, matches=True, **options)
        assert as_dict["matches"] == expected.to_dict()
    assert str(expected) in sccm.bicluster_report(*pair, inference=False, matches=True)


def two_fits():
    """Return a co-clusterer that was fitted to an array, and one to a data frame."""
    X, _, _ = blocks(24, 15)
    frame = pd.DataFrame(X).add_prefix("c")
    first = SpectralCoclustering(2, random_state=0).fit(X)
    second = SpectralCoclustering(3, random_state=0).fit(frame)
    return first, second


@pytest.mark.filterwarnings("ignore:`biclusters_pred.1.` has names, but columns")
def test_a_bicluster_report_matches_the_biclusters_of_estimators():
    fits = two_fits()
    options = {"inference": False, "output_dict": True}
    report = sccm.bicluster_report(*fits, matches=True, **options)
    expected = sccm.match_table(*map(sccm.biclustering_of, fits))
    assert report["matches"] == expected.to_dict()


def test_a_bicluster_report_with_matches_warns_once_of_columns_matched_by_position():
    with pytest.warns(UserWarning, match="matched by position") as warned:
        sccm.bicluster_report(*two_fits(), inference=False, matches=True)
    assert len(warned) == 1


REFUSED = [
    (([0], [0]), {"by": "jacard"}, "`by` must be .* Did you mean 'jaccard'"),
    (([0], [0]), {"assignment": "1"}, "`assignment` must be one of 'best'"),
    ((([[1]], [[1]]), ([[1, 0]], [[1]])), {}, "has 1 row, `pred` has 2"),
    ((([[1]], [[1]]), ([0], [0])), {}, r"`pred\[0\]` must be an ind"),
]


@pytest.mark.parametrize(("pair", "options", "message"), REFUSED)
def test_wrong_input_is_refused(pair, options, message):
    with pytest.raises(ValueError, match=message):
        sccm.match_table(*pair, **options)


def test_the_figure_has_the_match_of_each_true_cluster(pyplot):
    table = sccm.match_table(list("aaaabbcdd"), [1, 1, 1, 2, 2, 2, 2, 3, 3])
    display = table.plot(s=9)
    points = np.column_stack([table.true.recall, table.true.precision])
    assert display.points_.get_offsets().tolist() == points.tolist()
    assert display.points_.get_sizes().tolist() == [9]
    assert {text.get_text() for text in display.ax_.texts} >= set("abcd")
    same = sccm.match_table(range(5), range(5)).plot()
    assert [text.get_text() for text in same.ax_.texts][-1] == "0, 1, 2 ..."


# Clusters that are renamed

DAYS = np.array(["2024-01-01", "2024-01-01", "2024-03-01", "2024-03-01"], "M8[D]")
OBJECTS = object_array([("a", 1), ("a", 1), "b", "b"])


def error_of_cells(true, pred):
    """Return the share of cells whose labels differ in some mode."""
    right = Fraction(1)
    for one, other in zip(modes_of(true), modes_of(pred), strict=True):
        right *= Fraction(int(np.sum(np.asarray(one) == other)), len(other))
    return 1 - right


@given(partition_pairs(max_items=6))
def test_the_share_of_unequal_labels_is_the_classification_error(pair):
    true, pred = pair
    matched = sccm.match_clusters(true, pred)
    assert isinstance(matched, tuple) == isinstance(pred, tuple)
    assert float(error_of_cells(true, matched)) == sccm.classification_error(true, pred)
    for labels, before in zip(modes_of(matched), modes_of(pred), strict=True):
        assert clusters_of(labels) == clusters_of(before)


@pytest.mark.parametrize(("n_clusters", "is_sparse"), [(200, False), (400, True)])
def test_tables_stored_as_sparse_are_matched_as_well(n_clusters, is_sparse):
    generator = np.random.default_rng(1)
    true = generator.integers(0, n_clusters, 3000)
    noise = generator.integers(0, n_clusters, 3000)
    pred = np.where(generator.random(3000) < 0.2, noise, true)
    pred[true < 50] = true[true < 50] // 5  # stars: one cluster for five
    assert sparse.issparse(contingency_table(true, pred).counts) == is_sparse
    matched = sccm.match_clusters(true, pred)
    expected = sccm.classification_error(true, pred)
    assert np.mean(matched != true) == pytest.approx(expected, abs=1e-12)
    assert clusters_of(matched) == clusters_of(pred)


UNMATCHED = [
    ([3, 3, 5, 5], [3, 3, 5, 6]),
    ([-9, -9, -5, -5], [-9, -9, -5, -4]),
    ([1.0, 1.0, 2.5e2, 2.5e2], [1.0, 1.0, 250.0, 251.0]),
    ([False, False, True, True], [0, 0, 1, 2]),
    (["a", "a", "b", "b"], ["a", "a", "b", "z (unmatched)"]),
    ([b"a", b"a", b"b", b"b"], [b"a", b"a", b"b", b"z (unmatched)"]),
    ([2**63 - 1, 2**63 - 1, 0, 0], [2**63 - 1, 2**63 - 1, 0, 1]),
    (np.array([0, 0, 2**64 - 1, 2**64 - 1], "u8"), [0, 0, 2**64 - 1, 1]),
    pytest.param(
        [0.0, 0.0, 1e300, 1e300],
        [0.0, 0.0, 1e300, 1.0],
        marks=pytest.mark.filterwarnings(
            "ignore:`labels_true` has floats of 9007199254740992 or more"
        ),
    ),
    (
        ["z (unmatched)"] * 2 + ["b"] * 2,
        [*["z (unmatched)"] * 2, "b", "z (unmatched)'"],
    ),
    (DAYS, [*DAYS[:3].tolist(), date(2024, 3, 2)]),
    (OBJECTS, [*OBJECTS[:3], "z (unmatched)"]),
]


@pytest.mark.parametrize(("true", "expected"), UNMATCHED)
def test_unmatched_clusters_get_labels_of_the_same_type(true, expected):
    true = np.array(true)
    matched = sccm.match_clusters(true, ["x", "x", "y", "z"])
    assert matched.dtype.kind == ("i" if true.dtype.kind == "b" else true.dtype.kind)
    assert matched.tolist() == expected
    assert matched[3] not in true.tolist()


@pytest.mark.parametrize("largest", [2, 2**70])
def test_an_unmatched_cluster_beside_unlike_numbers_gets_a_number(largest):
    matched = sccm.match_clusters([1, 1.0, largest], [3, 4, 5])
    assert matched.tolist() == [1, largest + 1, largest]


def test_clusters_that_share_nothing_are_not_matched():
    # Two clusters on each side, but only one pair has samples in common.
    matched = sccm.match_clusters([0, 0, 0, 1], [0, 0, 1, 0])
    assert matched.tolist() == [0, 0, 2, 0]


def test_an_estimator_is_taken_in_place():
    X, rows, columns = blocks()
    model = KMeansCocluster().fit(X)
    found = sccm.match_clusters((rows, columns), model)
    assert [part.tolist() for part in found] == [rows.tolist(), columns.tolist()]


def test_series_keep_their_index_and_order():
    true = pd.Series(["x", "x", "y"], index=list("abc"))
    pred = pd.Series([5, 7, 7], index=list("cba"))
    found = sccm.match_clusters(true, pred)
    pd.testing.assert_series_equal(found, pd.Series(["y", "x", "x"], index=list("cba")))
    rows, columns = sccm.match_clusters((true, [0, 1]), (pred, [4, 3]))
    assert rows.to_dict() == {"c": "y", "b": "x", "a": "x"}
    assert columns.tolist() == [0, 1]
    assert isinstance(sccm.match_clusters(true, [7, 7, 5]), np.ndarray)


LIMITS = [
    ([-128, -128, 127, 127], np.int8),
    ([-32768] * 3 + [32767] * 2, np.int16),
    ([0, 0, 2**31 - 1], np.int32),
    ([0, 0, 2**63 - 1], np.int64),
    ([0, 0, 255], np.uint8),
    ([0, 0, 2**64 - 1], np.uint64),
    (np.arange(128), np.int8),
    (np.arange(256), np.uint8),
    pytest.param(
        [0.0, 2048.0],
        np.float16,
        marks=pytest.mark.filterwarnings(
            "ignore:`labels_true` has floats of 2048 or more"
        ),
    ),
]


@pytest.mark.parametrize(("labels", "dtype"), LIMITS)
def test_new_labels_are_none_that_exist_at_the_limit_of_a_type(labels, dtype):
    true = np.append(np.array(labels, dtype), np.array(labels[-1:], dtype))
    pred = np.arange(len(true))
    renamed = sccm.match_clusters(true, pred)
    assert len(set(renamed.tolist())) == len(true)
    assert set(renamed.tolist()) >= set(true.tolist())
