"""Numbers of studies on pages and in tables are those in the file of results."""

import json
from pathlib import Path

import pytest

DOC = Path(__file__).parents[2] / "doc"
if not (DOC / "studies.json").exists():
    pytest.skip("an installed package has no studies", allow_module_level=True)

README = DOC.parent / "studies" / "README.md"
RESULTS = json.loads((DOC / "studies.json").read_text(encoding="utf-8"))
INTERVALS = "user_guide/tests_and_intervals.rst"
CLAIMS = [  # page, words with places for numbers, the study and the keys of each number
    (
        INTERVALS,
        "misses the value with a probability of at most {:.3f}",
        [("interval_coverage, exact", "greatest_both")],
    ),
    (
        INTERVALS,
        "recall of pairs misses it with a probability of at most {:.3f}",
        [("interval_coverage, exact, wallace1", "greatest_both")],
    ),
    (
        INTERVALS,
        "at least {:.3f} of the simulated intervals covered the value",
        [("interval_coverage, rare", "least_covered")],
    ),
    (
        INTERVALS,
        "with groups, at least {:.3f}",
        [("interval_coverage, groups", "least_covered")],
    ),
    (
        INTERVALS,
        "only {:.2f} of such nominal 95 % intervals covered the value",
        [("interval_coverage, few", "greatest_covered")],
    ),
    (
        INTERVALS,
        "at most {:.3f} of the pairs of equally good predictions at the level 0.05",
        [("level_of_differences, level", "greatest_0.05")],
    ),
    (
        INTERVALS,
        "the paired jackknife alone rejects {:.2f} at the level 0.05",
        [("level_of_differences, level", "greatest_jackknife")],
    ),
    (
        INTERVALS,
        "with 60 samples, {:.2f} were found at the level 0.01",
        [("level_of_differences, power", "rows", "nested, 60", "0.01", "rate")],
    ),
    (
        INTERVALS,
        "Without the p-value by populations, {:.2f} would have been found",
        [("level_of_differences, power", "rows", "nested, 60", "0.01", "without")],
    ),
    (
        INTERVALS,
        "it rejected {:.2f} of the data sets at the level 0.05",
        [("separation", "all of one cloud", "0.05")],
    ),
]


def columns(kinds, n_digits):
    """Return the columns of a table of rates: for each kind, one for each level."""
    return [
        ((level, kind), n_digits)
        for kind in kinds
        for level in ("0.05", "0.01", "0.001")
    ]


TABLES = {  # study: for each column in the README, the keys of its number, and digits
    **{
        f"interval_coverage, exact{metric}": [
            (("above",), 3),
            (("below",), 3),
            (("both",), 3),
        ]
        for metric in ("", ", dice", ", wallace1", ", rand")
    },
    **{
        f"interval_coverage, {part}": [
            (("refused",), 2),
            (("above",), 3),
            (("below",), 3),
            (("covered",), 3),
            (("length",), 2),
        ]
        for part in ("rare", "common", "fixed", "groups", "few", "entities, dice")
    },
    "level_of_differences, level": columns(["rate", "jackknife"], 4),
    "level_of_differences, groups": columns(["rate"], 3),
    "level_of_differences, power": columns(["rate", "without"], 2),
}


def result(keys):
    """Return one number of the file."""
    value = RESULTS
    for key in keys:
        value = value[key]
    return value


@pytest.mark.parametrize(("page", "words", "numbers"), CLAIMS)
def test_a_page_has_the_numbers_of_the_study(page, words, numbers):
    text = " ".join((DOC / page).read_text(encoding="utf-8").split())
    assert words.format(*map(result, numbers)) in text


@pytest.mark.parametrize("study", TABLES)
def test_the_readme_of_the_studies_has_the_rows_of_the_study(study):
    lines = README.read_text(encoding="utf-8").splitlines()
    for name in RESULTS[study]["rows"]:
        cells = [name]
        for keys, n_digits in TABLES[study]:
            number = result([study, "rows", name, *keys])
            cells.append(f"{number:.{n_digits}f}".removeprefix("0"))
        assert f"| {' | '.join(cells)} |" in lines


@pytest.mark.parametrize("level", [0.05, 0.01, 0.001])
def test_differences_are_rejected_less_often_than_the_level_in_every_design(level):
    assert result(["level_of_differences, level", f"greatest_{level}"]) < level


def test_the_file_is_sorted():
    text = json.dumps(RESULTS, indent=1, sort_keys=True) + "\n"
    assert (DOC / "studies.json").read_text(encoding="utf-8") == text
