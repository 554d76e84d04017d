"""Names in `biclusters_from_indices` that are repeated, or of the other mode."""

import pytest

from sklearn_cocluster_metrics import biclusters_from_indices

GENES = ["g1", "g2", "g3"]
SAMPLES = ["s1", "s2"]


def test_a_name_that_is_listed_twice_is_named_with_the_set_to_pass():
    message = r"`biclusters\[0\]\[0\]` contains 'g1' twice.* `set\(names\)`"
    with pytest.raises(ValueError, match=message):
        biclusters_from_indices(
            [(["g1", "g1", "g2"], ["s1"])], row_names=GENES, column_names=SAMPLES
        )


def test_a_name_of_two_rows_is_named():
    with pytest.raises(ValueError, match=r"`row_names` has a name that .* twice: 'g1'"):
        biclusters_from_indices(
            [(["g2"], ["s1"])], row_names=[*GENES, "g1"], column_names=SAMPLES
        )


@pytest.mark.parametrize(
    ("names", "error", "message"),
    [
        ([["g1"], ["g2"]], TypeError, r"must have hashable names, .*, got \['g1'\]"),
        ("g1", TypeError, "must be a sequence of names, got str"),
        (2, TypeError, "must be a sequence of names, got int"),
        ({"g1", "g2"}, TypeError, "must be a sequence of names, got set"),
        ([], ValueError, "is empty, but at least one entry is needed"),
    ],
)
def test_names_that_are_no_list_of_names_are_refused_by_name(names, error, message):
    with pytest.raises(error, match=f"`row_names` {message}"):
        biclusters_from_indices([], row_names=names, column_names=SAMPLES)
    with pytest.raises(error, match=f"`column_names` {message}"):
        biclusters_from_indices([], row_names=GENES, column_names=names)


@pytest.mark.parametrize(
    ("names", "bicluster", "message"),
    [
        ((SAMPLES, GENES), (["g1"], ["s1"]), "'g1', .* is among `column_names`"),
        ((GENES, SAMPLES), (["g1"], ["g2"]), "'g2', .* is among `row_names`"),
    ],
)
def test_a_name_of_the_other_mode_is_told_from_an_unknown_name(
    names, bicluster, message
):
    with pytest.raises(ValueError, match=f"{message}, so rows and columns may have"):
        biclusters_from_indices([bicluster], row_names=names[0], column_names=names[1])


@pytest.mark.parametrize("n_biclusters", [2, 3])
@pytest.mark.parametrize("container", [tuple, list])
def test_mappings_to_the_rows_and_to_the_columns_are_paired_by_the_message(
    container, n_biclusters
):
    genes = {"p": [0, 1], "q": [2], "r": [0]}
    samples = {"p": [1], "q": [0], "r": [1]}
    keys = list(genes)[:n_biclusters]
    biclusters = container(
        {key: part[key] for key in keys} for part in (genes, samples)
    )
    with pytest.raises(TypeError, match="two mappings with the same keys") as raised:
        biclusters_from_indices(biclusters, (3, 2))
    line = str(raised.value).split("`")[3]
    rows, columns = biclusters_from_indices(
        eval(line, {"biclusters": biclusters}), (3, 2)
    )
    assert rows.index.tolist() == keys
    for key in keys:
        assert rows.columns[rows.loc[key]].tolist() == sorted(genes[key])
        assert columns.columns[columns.loc[key]].tolist() == sorted(samples[key])
