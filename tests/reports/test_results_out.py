"""Results written as JSON, and compared: of every public function."""

import dataclasses
import json
import math
import pickle
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from calls import BLOCKS, CALLS, PRED, TRUE
from scipy import sparse
from test_results import RESULTS

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._structures._results import Result, as_plain
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    contingency_table,
    contingency_table_from_chunks,
)

OVERLAPPING = [[1, 0], [1, 1], [0, 1]], [[1, 0], [0, 1], [0, 1]]
MORE = {
    "match_table of biclusters": lambda: sccm.match_table(BLOCKS, BLOCKS),
    "match_table of overlapping": lambda: sccm.match_table(*OVERLAPPING),
    "match_table.pairs": lambda: sccm.match_table(TRUE, PRED).pairs,
    "ContingencyTables": lambda: contingency_table(TRUE, PRED),
    "bcubed": lambda: sccm.bcubed_precision_recall_fscore(TRUE, PRED),
    "Counterexample": lambda: (
        sccm.meta_evaluation.check_index("wallace1", max_size=3, n_draws=0)[
            "symmetry"
        ].counterexample
    ),
    "report with matches": lambda: sccm.coclustering_report(
        TRUE, PRED, metrics="yule", matches=True, inference=False
    ),
    "rank_test": lambda: sccm.compare(
        {"a": [0, 0, 1, 1], "b": [0, 0, 0, 1]},
        {name: (None, [0, 0, 1, 1]) for name in "xyz"},
        "cari",
    ).rank_test(),
}
ALL = {**CALLS, **RESULTS, **MORE}
# What these calls return is a number, labels, data, a figure or a scorer.
PLAIN = (float, int, np.ndarray, tuple, dict)
OTHERS = ("Display", "Scorer", "WholeDataSplit")


@pytest.fixture(scope="module")
def results():
    """Return the results of all calls, by name."""
    options = {
        "handle_unlabeled": {"unlabeled": "drop"},
        "modularity_score": {"match": True},
    }
    return {name: call(**options.get(name, {})) for name, call in ALL.items()}


def test_every_result_is_json(results):
    n_written = 0
    for name, result in results.items():
        if hasattr(result, "to_dict"):
            entries = result.to_dict()
            assert json.loads(json.dumps(entries, allow_nan=False)) == entries, name
            n_written += 1
        else:
            assert isinstance(result, PLAIN) or type(result).__name__.endswith(OTHERS)
    assert n_written > 25


def test_every_class_of_results_is_among_them(results):
    seen = {type(result).__name__ for result in results.values()}
    seen |= {"MeanDifference", "ClusterPairs"}  # inside of others
    assert {*sccm.results.__all__} <= seen


def test_every_result_is_equal_to_its_pickle_and_to_no_other(results):
    for name, result in results.items():
        if not hasattr(result, "to_dict"):
            continue
        again = pickle.loads(pickle.dumps(result))
        assert again == result, name
        assert hash(again) == hash(result) or isinstance(result, tuple)
        assert result != "another"
        assert result != results["pair_counts"] or name == "pair_counts"


@dataclasses.dataclass(frozen=True, eq=False)
class OneField(Result):
    value: object


@pytest.mark.parametrize("value", [True, np.bool_(True), 1.0, np.float32(1), 1 + 0j])
def test_equal_results_have_equal_hashes_whatever_the_type_of_a_number(value):
    assert OneField(value) == OneField(1)
    assert hash(OneField(value)) == hash(OneField(1))


def test_results_with_another_field_are_not_equal():
    first = sccm.match_table([0, 0, 1], [0, 1, 1])
    assert first == sccm.match_table([0, 0, 1], [0, 1, 1])
    assert first != sccm.match_table([0, 0, 1], [0, 0, 1])
    assert first != sccm.match_table(["a", "a", "b"], [0, 1, 1])
    drawn = sccm.permutation_test(TRUE, PRED, "bcubed", n_draws=9, random_state=0)
    again = sccm.permutation_test(TRUE, PRED, "bcubed", n_draws=9, random_state=1)
    assert drawn != again  # by the draws
    without_draws = dataclasses.replace(drawn, null_distribution=None)
    assert drawn != without_draws
    assert without_draws != drawn


def test_a_score_compares_as_a_float():
    score = sccm.adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=9, random_state=0)
    assert score == score.statistic == float(score)
    assert score < 2
    assert score >= -2.0
    assert max(score, score.statistic + 1) == score.statistic + 1
    assert score != "bcubed"
    with pytest.raises(TypeError, match="not supported"):
        assert score < "bcubed"


def test_a_report_compares_as_its_text_and_writes_its_dictionary():
    options = {"metrics": ["yule", "cari"], "inference": False, "matches": True}
    report = sccm.coclustering_report(TRUE, PRED, **options)
    assert report == str(report)
    as_dict = sccm.coclustering_report(TRUE, PRED, output_dict=True, **options)
    assert report.to_dict() == as_dict
    assert as_dict["indices"]["yule"]["lower"] is None  # minus infinity
    assert as_dict["matches"] == sccm.match_table(TRUE, PRED).to_dict()


def test_equal_tables_are_equal_and_others_are_not():
    whole = contingency_table([0, 0, 1, 2], ["a", "a", "b", "b"])
    first = contingency_table([0, 0], ["a", "a"])
    assert first + contingency_table([1, 2], ["b", "b"]) == whole
    assert first != whole
    assert whole != contingency_table([0, 0, 1, 2], ["a", "a", "b", "c"])
    counts = sparse.csr_array(np.diag([3, 4]))
    labels = {"true_labels": ["x", "y"], "pred_labels": [1, 2]}
    assert ContingencyTable(counts, **labels) == ContingencyTable(
        counts.toarray(), **labels
    )
    both = contingency_table(TRUE, PRED)
    chunks = [((TRUE[0], TRUE[1]), (PRED[0], PRED[1]))]
    assert contingency_table_from_chunks(chunks) == both


def test_an_unknown_property_is_answered_by_the_names():
    check = sccm.meta_evaluation.check_index("rand", max_size=3, n_draws=0)
    with pytest.raises(KeyError, match=r"Did you mean 'symmetry'.*'distance'"):
        check["symmetric"]
    assert "symmetric" not in check
    assert check.get("symmetric") is None


VALUES = [
    (np.float64("nan"), None),
    (math.inf, None),
    (Fraction(1, 2), 0.5),
    (Fraction(10**400), None),
    (np.int64(3), 3),
    (2**70, 2**70),
    (np.bool_(True), True),
    ((1, (2.0, "a")), [1, [2.0, "a"]]),
    (np.array([[1.0, np.inf]]), [[1.0, None]]),
    (np.array(["2026-01-01"], "M8[D]"), ["2026-01-01"]),
    (sparse.csr_array([[0, 1]]), [[0, 1]]),
    ({("a", "b"): 1, 2: None}, {"a, b": 1, "2": None}),
    (b"x", "x"),
    (pd.Timestamp("2026-01-01"), "2026-01-01 00:00:00"),
]


@pytest.mark.parametrize(("value", "expected"), VALUES)
def test_values_become_what_json_knows(value, expected):
    found = as_plain(value)
    assert found == expected
    assert type(found) is type(expected)


def test_a_comparison_is_read_as_it_was_written():
    data = {"a": (None, ([0, 0, 1], [0, 1])), "b": (None, ([0, 1, 1], [0, 1]))}
    candidates = {"x": ([0, 0, 1], [0, 1]), "y": ([0, 1, 1], [0, 0])}
    found = sccm.compare(candidates, data, ["cari", "yule", "nce"])
    assert any(math.isinf(record["value"]) for record in found.records)
    text = json.dumps(found.to_dict(), allow_nan=False)
    again = sccm.results.Comparison.from_dict(json.loads(text))
    assert again == found
    assert str(again) == str(found)
    fitted = CALLS["compare"]()
    assert sccm.results.Comparison.from_dict(fitted.to_dict()) == fitted


def test_a_dictionary_that_is_no_comparison_is_refused():
    with pytest.raises(ValueError, match=r"lacks the keys \['records'\]"):
        sccm.results.Comparison.from_dict({"greater_is_better": {"cari": True}})
    with pytest.raises(TypeError, match="`entries`"):
        sccm.results.Comparison.from_dict([1])


def test_public_classes_of_results_are_results():
    for name in sccm.results.__all__:
        assert issubclass(getattr(sccm.results, name), Result | tuple)
