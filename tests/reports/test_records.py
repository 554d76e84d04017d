"""Records that a user joins with a comparison, or reads from a file."""

import io
import json
import re

import numpy as np
import pandas as pd
import pytest

from sklearn_cocluster_metrics import compare
from sklearn_cocluster_metrics.results import Comparison

TRUTH = ([0, 0, 1, 1], [0, 1, 1])
NEEDED_KEYS = ["data", "draw", "candidate", "repeat", "metric", "value"]


@pytest.fixture
def comparison():
    return compare({"a": ([0, 1, 1, 1], [0, 1, 1])}, {"shop": (None, TRUTH)}, "cari")


def test_records_that_lack_what_is_compared_are_told_the_missing_entry(comparison):
    record = {key: comparison.records[0][key] for key in NEEDED_KEYS}
    record["candidate"] = "elsewhere"
    message = r"have the entry {'compared': 'rows and columns'}, .* add this entry to"
    with pytest.raises(ValueError, match=message):
        comparison + Comparison([record], {"cari": True})
    record["compared"] = "rows and columns"
    joined = comparison + Comparison([record], {"cari": True})
    assert joined.candidates == ["a", "elsewhere"]


def test_numbers_of_clusters_in_a_csv_file_are_not_taken_for_numbers(comparison):
    file = io.StringIO(comparison.to_frame().to_csv(index=False))
    frame = pd.read_csv(file)
    message = r"'n_clusters'\]` must be numbers or None, .*`Comparison\.from_dict`"
    with pytest.raises(TypeError, match=message):
        Comparison(frame.to_dict("records"), {"cari": True})
    records = frame[NEEDED_KEYS].to_dict("records")
    assert Comparison(records, {"cari": True}).means() == comparison.means()


@pytest.fixture
def half_infinite():
    records = [
        dict(zip(NEEDED_KEYS, ("shop", draw, "a", 0, "m", value), strict=True))
        for draw, value in enumerate([np.inf, -np.inf, 0.5])
    ]
    return Comparison(records, {"m": True})


def test_finite_values_stay_finite_if_written_records_pass_through_a_frame(
    half_infinite,
):
    entries = half_infinite.to_dict()
    entries["records"] = pd.DataFrame(entries["records"]).to_dict("records")
    assert entries["records"][1]["infinite"] == -1
    assert Comparison.from_dict(entries) == half_infinite


@pytest.mark.parametrize("sign", ["minus", 0, 2, [1]])
def test_the_sign_of_an_infinite_value_is_checked(half_infinite, sign):
    entries = half_infinite.to_dict()
    entries["records"][1]["infinite"] = sign
    with pytest.raises(ValueError, match=r"\[1\]\['infinite'\]` must be 1 or -1, wh"):
        Comparison.from_dict(entries)


def test_records_of_a_data_frame_are_printed_without_seconds_if_there_are_none(
    comparison,
):
    records = comparison.to_frame().to_dict("records")
    assert str(Comparison(records, {"cari": True})) == str(comparison)


def test_a_failed_run_in_a_data_frame_is_a_failed_run():
    candidates = {"a": TRUTH, "short": ([0, 1], [0, 1, 1])}
    comparison = compare(candidates, {"shop": (None, TRUTH)}, "cari")
    records = comparison.to_frame().to_dict("records")
    assert Comparison(records, {"cari": True}).ranks() == comparison.ranks()


def test_a_metric_without_a_direction_is_refused(comparison):
    # Its values were left out of the printed table.
    message = r"`records\[0\]` has .* metric 'cari', but `greater_is_better` has only"
    with pytest.raises(ValueError, match=message):
        Comparison(comparison.records, {"nce": True})


@pytest.mark.parametrize("field", ["headers", "parts", "draw_seeds"])
@pytest.mark.parametrize("entries", [None, ["shop"]])
def test_a_field_that_is_no_mapping_is_refused(comparison, field, entries):
    message = f"`{field}` must be a mapping from names to "
    with pytest.raises(TypeError, match=message):
        Comparison(comparison.records, {"cari": True}, **{field: entries})
    with pytest.raises(TypeError, match=message):
        Comparison.from_dict({**comparison.to_dict(), field: entries})


@pytest.mark.parametrize("entry", [1, "a", None])
def test_a_record_of_a_file_that_is_no_dict_is_refused(comparison, entry):
    with pytest.raises(TypeError, match=r"`records\[0\]` must be a dict with the keys"):
        Comparison.from_dict({**comparison.to_dict(), "records": [entry]})


def _cured(error, **names):
    """Return the value of the line that an error gives."""
    return eval(re.findall("`([^`]+)`", str(error.value))[-1], names)


def test_the_direction_of_an_index_of_this_package_is_checked(comparison):
    records = [dict(comparison.records[0], metric="variation_of_information")]
    message = "lower values are better. Pass False, or give another metric another name"
    with pytest.raises(ValueError, match=message):
        Comparison(records, {"variation_of_information": True})
    Comparison(records, {"variation_of_information": False})


def test_a_metric_of_your_own_may_have_the_name_of_an_index():
    found = compare(
        {"a": TRUTH[0]},
        {"shop": (None, TRUTH[0])},
        {"rand": lambda true, pred: 0.5},
        greater_is_better={"rand": False},
    )
    assert found.select(metrics="rand").greater_is_better == {"rand": False}


@pytest.mark.parametrize("lacking", [[], ["repeat"], ["draw", "repeat"]])
def test_a_data_frame_of_records_gets_the_line_that_makes_dicts(comparison, lacking):
    frame = comparison.to_frame()[NEEDED_KEYS].drop(columns=lacking)
    with pytest.raises(TypeError, match="got a data frame") as error:
        Comparison(frame, {"cari": True})
    records = _cured(error, frame=frame)
    assert Comparison(records, {"cari": True}).means() == comparison.means()


def test_a_table_of_scores_gets_the_line_that_makes_records():
    frame = pd.DataFrame({"a": [0.9, 0.8], "b": [0.7, 0.6]}, index=["d1", "d2"])
    with pytest.raises(
        TypeError, match="each column has the scores of a cand"
    ) as error:
        Comparison(frame, {"score": True})
    found = Comparison(_cured(error, frame=frame), {"score": True})
    assert found.means()["score"] == pytest.approx({"a": 0.85, "b": 0.65})


def test_records_without_draw_and_repeat_get_the_line_that_adds_them(comparison):
    frame = comparison.to_frame()[["data", "candidate", "metric", "value"]]
    records = frame.to_dict("records")
    with pytest.raises(TypeError, match="If no run was repeated, pass") as error:
        Comparison(records, {"cari": True})
    records = _cured(error, records=records)
    assert Comparison(records, {"cari": True}).means() == comparison.means()


@pytest.mark.parametrize("missing_value", [None, float("nan")])
def test_a_candidate_with_an_empty_cell_is_left_out_of_the_test_of_ranks(missing_value):
    """A score that is missing is not the worst score."""
    scores = {
        "a": [0.9, 0.8, 0.7, 0.6],
        "b": [0.8, 0.7, 0.6, 0.5],
        "c": [1.0, missing_value, 1.0, 1.0],
    }
    records = [
        dict(zip(NEEDED_KEYS, (f"d{k}", 0, name, 0, "ARI", score), strict=True))
        for name, values in scores.items()
        for k, score in enumerate(values)
    ]
    test = Comparison(records, {"ARI": True}).rank_test()
    assert test.failed == ("c",)
    assert test.ranks == {"a": 1.0, "b": 2.0}


def numbered_records(data=range(3), candidates=(2, 3)):
    """Return records with names of any type."""
    return [
        dict(zip(NEEDED_KEYS, (name, draw, candidate, 0, "ARI", value), strict=True))
        for name in data
        for draw in range(2)
        for candidate, value in zip(candidates, (0.25 + draw / 8, 0.5), strict=True)
    ]


OUTPUTS = [
    str,
    Comparison.to_latex,
    Comparison.to_markdown,
    Comparison._repr_html_,
    lambda comparison: str(comparison.differences("2", "3")),
    lambda comparison: str(comparison.rank_test()),
]


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("number", [int, float, np.int64, np.float64])
def test_numbers_as_names_become_strings(output, number):
    named = numbered_records(["0", "1", "2"], ["2", "3"])
    numbered = numbered_records(map(number, range(3)), list(map(number, (2, 3))))
    parts = {str(data): (0.5, 0.5) for data in range(3)}
    numbered_parts = {number(data): (0.5, 0.5) for data in range(3)}
    assert output(Comparison(numbered, {"ARI": True}, parts=numbered_parts)) == output(
        Comparison(named, {"ARI": True}, parts=parts)
    )


@pytest.mark.parametrize(
    ("fractions", "message"),
    [
        (0.5, r"`parts\['0'\]` must be a sequence of fractions of rows and columns"),
        ((), r"`parts\['0'\]`"),
        ((0.5, 2), r"`parts\['0'\]\[1\]` must be from 0 to 1"),
        ((1, 1), r"one of them must be below 1; got \(1, 1\)\. Pass the fractions"),
        ((0, 0.5), r"must be above 0"),
    ],
)
def test_fractions_of_parts_that_no_part_can_have_are_refused(fractions, message):
    with pytest.raises((TypeError, ValueError), match=message):
        Comparison(numbered_records(), {"ARI": True}, parts={"0": fractions})


def test_data_sets_and_candidates_with_numbers_as_names_are_selected():
    comparison = Comparison(numbered_records(), {"ARI": True})
    assert comparison.data == ["0", "1", "2"]
    assert comparison["1"].data == ["1"]
    assert comparison.select(data=[0, 2], candidates=[3]).data == ["0", "2"]
    assert comparison.differences(2, 3) == comparison.differences("2", "3")
    again = Comparison.from_dict(json.loads(json.dumps(comparison.to_dict())))
    assert again == comparison


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
@pytest.mark.parametrize("key", ["data", "candidate", "metric"])
def test_a_record_without_a_name_is_refused(key, missing):
    records = numbered_records()
    records[1][key] = missing
    message = rf"`records\[1\]\['{key}'\]` is .*, but every record needs this name"
    with pytest.raises(ValueError, match=message):
        Comparison(records, {"ARI": True})


def comparison_of_values(values):
    records = [
        dict(zip(NEEDED_KEYS, ("shop", draw, "a", 0, "m", value), strict=True))
        for draw, value in enumerate(values)
    ]
    return Comparison(records, {"m": True})


@pytest.mark.parametrize("exponent", [-800, 520, 1020])
def test_tables_of_tiny_and_of_huge_values_have_their_mean_and_deviation(exponent):
    # The mean is 5, and the standard deviation is 3, times a power of two.
    comparison = comparison_of_values([2.0**exponent * value for value in (2, 5, 8)])
    unit = 2.0**exponent
    (summary,) = comparison._summaries().values()
    assert (summary.mean, summary.std) == (5 * unit, 3 * unit)
    assert f"{5 * unit:.3f} ± {3 * unit:.3f}" in str(comparison)


def test_a_deviation_that_is_too_large_for_a_float_is_infinite():
    comparison = comparison_of_values([1.7e308, -1.7e308])
    assert "0.000 ± inf" in str(comparison)
