"""Names that no side shares, and columns of two fits that are not the same."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline

import sklearn_cocluster_metrics as sccm

LABELS = [0, 0, 1, 1]
GENES = ["ENSG1", "ENSG2", "ENSG3", "ENSG4"]
BARCODES = ["AAAC-1", "AAAG-1", "CCGT-1", "CCTA-1"]
ENDINGS = {
    "their type": ([1, 2, 3, 9], ["1", "2", "3", "9"]),
    "blanks": (GENES, [f"{gene} " for gene in GENES]),
    "capitals": (GENES, [gene.lower() for gene in GENES]),
    "a version after a dot": (GENES, [f"{gene}.7" for gene in GENES]),
    "numbers at their end": (
        ["AAAC-1", "AAAG-1", "CCGT-2", "CCTA-2"],
        ["AAAC", "AAAG-1_1", "CCGT-1", "CCTA-0"],
    ),
    "dots of R in place of other characters": (
        ["TCGA-A-1", "TCGA-A-2", "TCGA B", "TCGA_C"],
        ["TCGA.A.1", "TCGA.A.2", "TCGA.B", "TCGA.C"],
    ),
    "the prefix 'X'": ([101, 102, 103, 201], ["X101", "X102", "X103", "X201"]),
    "the prefix '{}'": (GENES, [f"{{}}{gene}" for gene in GENES]),
    "the prefix 's1#'": (BARCODES, [f"s1#{barcode}" for barcode in BARCODES]),
    "the suffix ':rna'": ([f"{barcode}:rna" for barcode in BARCODES], BARCODES),
}
WAYS = [
    sccm.cari_score,
    lambda true, pred: sccm.handle_unlabeled(true, pred, "drop_either"),
    lambda true, pred: sccm.pairwise_scores(
        {"a": true, "b": pred}, "cari", unlabeled="drop_either"
    ),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("difference", ENDINGS)
def test_names_that_are_spelled_in_two_ways_are_refused_with_the_cure(difference, way):
    names, other_names = ENDINGS[difference]
    true = pd.Series(LABELS, index=names)
    pred = pd.Series(LABELS, index=other_names)
    with pytest.raises(
        ValueError, match=f"Some differ only by {difference}: "
    ) as error:
        way(true, pred)
    assert "No name is in both" in str(error.value)
    assert "handle_unlabeled" not in str(error.value)


@pytest.mark.parametrize("difference", ENDINGS)
def test_the_cure_makes_the_names_equal(difference):
    names, other_names = ENDINGS[difference]
    true = pd.Series(LABELS, index=names)
    pred = pd.Series(LABELS, index=other_names)
    with pytest.raises(ValueError, match="on both sides makes them equal") as error:
        sccm.cari_score(true, pred)
    cure = str(error.value).partition("labels.index = ")[2].partition("`")[0]
    for labels in (true, pred):
        labels.index = eval(cure, {"labels": labels})
    assert sccm.cari_score(true, pred) == 1.0


@pytest.mark.parametrize("difference", ENDINGS)
def test_the_cure_of_mappings_is_for_their_keys(difference):
    true, pred = (
        dict(zip(names, LABELS, strict=True)) for names in ENDINGS[difference]
    )
    with pytest.raises(ValueError, match=f"differ only by {difference}: ") as error:
        sccm.cari_score(true, pred)
    cure = str(error.value).partition(f"{difference}: `")[2].partition("`")[0]
    true, pred = (
        {eval(cure, {"name": name, "re": re}): label for name, label in side.items()}
        for side in (true, pred)
    )
    assert sccm.cari_score(true, pred) == 1.0


ROW_NUMBERS = {
    "integers": ([1, 2, 3, 4], ["V1", "V2", "V3", "V4"]),
    "texts": (["1", "2", "3", "4"], ["G4", "G1", "G3", "G2"]),
    "other names": ([1, 2, 3, 4], GENES),
}


@pytest.mark.parametrize("case", ROW_NUMBERS)
def test_row_numbers_of_r_get_no_cure_of_spelling_but_the_arrays(case):
    numbers, names = ROW_NUMBERS[case]
    true = pd.Series(LABELS, index=names)
    pred = pd.Series(LABELS, index=numbers)
    for sides in ((true, pred), (pred, true)):
        with pytest.raises(ValueError, match="may be row numbers, as R") as error:
            sccm.cari_score(*sides)
        assert "differ only by" not in str(error.value)
        assert sccm.cari_score(*(side.to_numpy() for side in sides)) == 1.0


def test_slices_of_one_series_are_not_taken_for_row_numbers():
    series = pd.Series(range(6))
    with pytest.raises(ValueError, match="No name is in both") as error:
        sccm.cari_score(series.iloc[1:3], series.iloc[4:])
    assert "row numbers" not in str(error.value)


def test_row_numbers_beside_more_names_get_no_cure_of_spelling():
    true = pd.Series(LABELS, index=["1", "2", "3", "4"])
    pred = pd.Series([*LABELS, 1], index=["G1", "G2", "G3", "G4", "G5"])
    with pytest.raises(ValueError, match=r"No name is in both\. Give both the same na"):
        sccm.cari_score(true, pred)


def test_biclusters_of_r_without_names_are_matched_by_the_advised_arrays():
    rows = pd.DataFrame({"V1": [True, False], "V2": [False, True]}, index=[1, 2]).T
    columns = pd.DataFrame([[1, 0, 0], [0, 1, 1]], [1, 2], ["V1", "V2", "V3"])
    with pytest.raises(ValueError, match=r"only `.+\[1\]` has 1, 2; .*row numbers"):
        sccm.clustering_error((rows, columns), (rows, columns))
    found = (rows.to_numpy(), columns.to_numpy())
    assert sccm.clustering_error(found, found) == 0


def test_names_that_share_nothing_and_read_otherwise_get_no_cure_of_spelling():
    true = pd.Series(LABELS, index=list("abcd"))
    pred = pd.Series(LABELS, index=list("efgh"))
    with pytest.raises(ValueError, match=r"No name is in both\. Give both the same na"):
        sccm.cari_score(true, pred)


def test_a_cure_that_would_make_names_of_a_side_equal_is_not_given():
    true = pd.Series(LABELS, index=["a.1", "a.2", "a.3", "b"])
    pred = pd.Series(LABELS, index=["a.4", "a.5", "a.6", "b"])
    with pytest.raises(ValueError, match=r"second has .* 'a\.6'\. Give both the same"):
        sccm.cari_score(true, pred)


@pytest.mark.parametrize(
    ("name", "other_name", "shared_name"),
    [
        ("x.1", "x.2", "x.3"),  # versions
        ("visit-1", "visit-2", "visit-3"),  # numbers at the end
        ("gene", "genes", "Gene"),  # one pair alone has a suffix
    ],
)
def test_distinct_names_beside_shared_ones_get_no_cure_of_spelling(
    name, other_name, shared_name
):
    true = pd.Series(LABELS, index=[name, shared_name, "a", "b"])
    pred = pd.Series(LABELS, index=[other_name, shared_name, "a", "b"])
    no_cure = rf"only the second has '{other_name}'\. Give both the same names"
    with pytest.raises(ValueError, match=no_cure):
        sccm.cari_score(true, pred)


def test_names_that_differ_by_digits_get_no_cure_of_spelling():
    true = pd.Series(LABELS, index=["x1", "x2", "x3", "x4"])
    pred = pd.Series(LABELS, index=["x10", "x20", "x30", "x40"])
    with pytest.raises(ValueError, match=r"No name is in both\. Give both the same na"):
        sccm.cari_score(true, pred)


ROWS = pd.Series([0, 0, 1, 1], index=list("abcd"))
COLUMNS = pd.Series([0, 1, 1], index=list("xyz"))
TRUTH = (ROWS, COLUMNS)
MATRIX = pd.DataFrame(1.0 + np.eye(4, 3), index=ROWS.index, columns=COLUMNS.index)
INDICATORS = sccm.labels_to_biclusters(TRUTH)
MODEL_OF_MATRIX = SpectralCoclustering(2, random_state=0).fit(MATRIX)
EXCHANGED = {
    "both modes": (
        lambda: sccm.cari_score(TRUTH, (COLUMNS, ROWS)),
        r"`labels_true\[0\]` has names of the columns of `labels_pred`, and none of "
        r"its rows.* Pass `labels_true\[::-1\]` or `labels_pred\[::-1\]`\.",
    ),
    "a truth of the rows": (
        lambda: sccm.cari_score((ROWS, None), (COLUMNS, ROWS)),
        r"Pass `labels_true\[::-1\]` or `labels_pred\[::-1\]`\.",
    ),
    "a truth of the columns": (
        lambda: sccm.cari_score((None, ROWS), TRUTH),
        r"`labels_true\[1\]` has names of the rows of `labels_pred`, and none of its "
        r"columns.* Pass `labels_true\[::-1\]` or `labels_pred\[::-1\]`\.",
    ),
    "biclusters": (
        lambda: sccm.clustering_error(INDICATORS, INDICATORS[::-1]),
        r"Pass `biclusters_true\[::-1\]` or `biclusters_pred\[::-1\]`\.",
    ),
    "a matrix": (
        lambda: sccm.modularity_score(MATRIX, (COLUMNS, ROWS)),
        r"of the columns of `X`, .* Pass `coclustering\[::-1\]` or `X\.T`\.",
    ),
    "a display": (
        lambda: sccm.CoclusterDisplay.from_predictions(MATRIX, TRUTH, (COLUMNS, ROWS)),
        r"Pass `labels_pred\[::-1\]` or `X\.T`\.",
    ),
    "a comparison": (
        lambda: sccm.compare(
            {"a": SpectralCoclustering(2)}, {"d": (MATRIX.T, TRUTH)}, "cari"
        ),
        r"Pass `data\['d'\]\[1\]\[::-1\]` or `X\.T`\.",
    ),
    "a test of refits": (
        lambda: sccm.refit_test(SpectralCoclustering(2), MATRIX, (COLUMNS, ROWS)),
        r"`labels\[0\]` has names of the columns .* Pass `labels\[::-1\]` or `X\.T`\.",
    ),
    "a scorer": (
        lambda: _score(row_labels=COLUMNS, column_labels=ROWS),
        r"`row_labels` has names of the columns of `X`, .* Pass "
        r"`labels=\(column_labels, row_labels\)` or `X\.T`\.",
    ),
    "a scorer of columns": (
        lambda: _score(labels=(None, ROWS)),
        r"`labels\[1\]` has names of the rows of `X`, and none of its columns.* Pass "
        r"`labels=\(labels\[1\], None\)` or",
    ),
    "a scorer whose rows have no names": (
        lambda: _score(row_labels=list(ROWS), column_labels=ROWS),
        r"Pass `labels=\(column_labels, row_labels\)` or",
    ),
    "a scorer with a mapping": (
        lambda: _score(row_labels=list(ROWS), column_labels=dict(ROWS)),
        r"`column_labels` has names of the rows of `X`",
    ),
    "a scorer with an accessor": (
        lambda: _score(labels=(COLUMNS, ROWS), accessor=("row_labels_",) * 2),
        r"`labels\[0\]` has .* Pass `labels=\(labels\[1\], labels\[0\]\)` or `X\.T`\.",
    ),
    "a scorer with an accessor of the rows": (
        lambda: _score(row_labels=COLUMNS, accessor="row_labels_"),
        r"`row_labels` has .* Pass `labels=\(None, row_labels\)` or `X\.T`\.",
    ),
    "a scorer of biclusters": (
        lambda: sccm.make_bicluster_scorer(
            "bicluster_csi", rows=INDICATORS[1], columns=INDICATORS[0]
        )(MODEL_OF_MATRIX, MATRIX),
        r"`rows` has names of the columns of `X`, .* Pass `rows=columns, columns=rows`",
    ),
}


def _score(**truth):
    return sccm.make_cocluster_scorer("cari", **truth)(MODEL_OF_MATRIX, MATRIX)


@pytest.mark.parametrize("road", EXCHANGED)
def test_exchanged_rows_and_columns_are_refused_with_the_line(road):
    compare_them, message = EXCHANGED[road]
    with pytest.raises(ValueError, match=message):
        compare_them()


def test_the_line_for_exchanged_modes_compares_them():
    assert sccm.cari_score(TRUTH, (COLUMNS, ROWS)[::-1]) == 1.0
    assert sccm.cari_score((ROWS, None)[::-1], (COLUMNS, ROWS)) == 1.0


def test_the_line_for_an_exchanged_truth_of_a_scorer_scores_it():
    row_labels, column_labels = COLUMNS, ROWS
    score = _score(labels=(column_labels, row_labels))
    assert score == _score(row_labels=ROWS, column_labels=COLUMNS)
    assert _score(labels=(None, row_labels)) == _score(labels=(None, COLUMNS))


def test_names_that_the_other_mode_lacks_are_not_called_exchanged():
    other_rows = pd.Series([0, 0, 1, 1], index=list("efgh"))
    with pytest.raises(ValueError, match=r"No name is in both\. Give both the same na"):
        sccm.cari_score(TRUTH, (other_rows, COLUMNS))


def test_equal_names_of_rows_and_columns_are_not_called_exchanged():
    assert sccm.cari_score((ROWS, ROWS), (ROWS[::-1], ROWS)) == 1.0


@pytest.mark.parametrize("way", WAYS)
def test_mappings_numbered_from_0_and_from_1_are_refused_alike(way):
    from_0 = {item: item % 3 for item in range(6)}
    from_1 = {item + 1: item % 3 for item in range(6)}
    for sides in ((from_0, from_1), (from_1, from_0)):
        with pytest.raises(ValueError, match="could match by number or by position"):
            way(*sides)


FRAME = pd.DataFrame(
    np.kron(np.eye(3), np.ones((4, 3))) + 0.1, columns=list("abcdefghi")
)
FIT = SpectralCoclustering(3, random_state=0).fit(FRAME)
REVERSED_FIT = SpectralCoclustering(3, random_state=0).fit(FRAME[FRAME.columns[::-1]])


@pytest.mark.parametrize(
    ("score", "best"),
    [(sccm.cari_score, 1.0), (sccm.clustering_error, 0.0), (sccm.e4sc_score, 1.0)],
)
def test_columns_of_two_fits_in_another_order_are_matched_by_name(score, best):
    assert score(FIT, REVERSED_FIT) == best


def test_fits_of_other_columns_are_refused_with_the_names():
    model = SpectralCoclustering(3, random_state=0).fit(FRAME.drop(columns="a"))
    with pytest.raises(ValueError, match=r"only the first has 'a'.*'drop_either'"):
        sccm.cari_score(FIT, model)


TEXTS = ["ball goal team", "goal ball win team", "vote law win", "law vote tax"] * 2


def _pipeline(min_df):
    vectorizer = CountVectorizer(min_df=min_df)
    return make_pipeline(vectorizer, SpectralCoclustering(2, random_state=0)).fit(TEXTS)


@pytest.mark.parametrize("way", WAYS[1:])
def test_terms_that_only_one_pipeline_has_can_be_left_out(way):
    all_terms = _pipeline(1)
    frequent_terms = _pipeline(3)
    way(all_terms, frequent_terms)
    true, pred = sccm.handle_unlabeled(all_terms, frequent_terms, "drop_either")
    shared = np.isin(
        all_terms[0].get_feature_names_out(), frequent_terms[0].get_feature_names_out()
    )
    assert true[1].tolist() == all_terms[1].column_labels_[shared].tolist()
    assert pred[1].tolist() == frequent_terms[1].column_labels_.tolist()


TERMS = _pipeline(1)[0].get_feature_names_out()
COUNTS = pd.DataFrame(_pipeline(1)[0].transform(TEXTS).toarray(), columns=TERMS)
FRAME_FIT = SpectralCoclustering(2, random_state=0).fit(COUNTS)
ARRAY_FIT = SpectralCoclustering(2, random_state=0).fit(COUNTS.to_numpy())
TEXT_FIT = make_pipeline(
    CountVectorizer(vocabulary=list(TERMS[[3, 0, 5, 1, 6, 2, 4]])),
    SpectralCoclustering(2, random_state=0),
).fit(TEXTS)
SELECTING_FITS = [
    make_pipeline(VarianceThreshold(0.22), SpectralCoclustering(2, random_state=0)).fit(
        data
    )
    for data in (COUNTS, COUNTS.to_numpy())
]
FUNCTIONS_OF_TWO_FITS = [
    lambda true, pred: sccm.cari_score(true, pred),
    lambda true, pred: sccm.e4sc_score(true, pred),
    lambda true, pred: sccm.permutation_test(true, pred).statistic,
    lambda true, pred: sccm.pairwise_scores({"a": true, "b": pred}, "cari").scores[
        0, 1
    ],
]


@pytest.mark.parametrize("score", FUNCTIONS_OF_TWO_FITS)
def test_terms_of_a_text_pipeline_are_matched_with_the_columns_of_a_frame(score):
    best = score(FRAME_FIT, FRAME_FIT)
    for true, pred in ((FRAME_FIT, TEXT_FIT), (TEXT_FIT, FRAME_FIT)):
        assert score(true, pred) == best


def test_handled_labels_of_a_text_pipeline_and_of_a_frame_are_in_one_order():
    true, pred = sccm.handle_unlabeled(FRAME_FIT, TEXT_FIT, "drop")
    assert sccm.cari_score(true, pred) == 1.0


def test_terms_that_a_frame_lacks_are_refused_with_the_names():
    model = SpectralCoclustering(2, random_state=0).fit(COUNTS.drop(columns="win"))
    with pytest.raises(ValueError, match="only the second has 'win'"):
        sccm.cari_score(model, TEXT_FIT)


@pytest.mark.parametrize("score", FUNCTIONS_OF_TWO_FITS)
@pytest.mark.parametrize(
    ("named", "unnamed"),
    [(FRAME_FIT, ARRAY_FIT), (TEXT_FIT, ARRAY_FIT), SELECTING_FITS],
)
def test_a_fit_without_names_beside_a_fit_with_names_is_warned_of(
    score, named, unnamed
):
    for true, pred in ((named, unnamed), (unnamed, named)):
        with pytest.warns(UserWarning, match="names, but columns are matched by pos"):
            score(true, pred)


def test_the_cure_of_a_fit_without_names_is_silent():
    arrays = map(sccm.coclustering_of, (FRAME_FIT, ARRAY_FIT))
    assert sccm.cari_score(*arrays) == 1.0
    arrays = map(sccm.biclustering_of, (FRAME_FIT, ARRAY_FIT))
    assert sccm.e4sc_score(*arrays) == 1.0


TERM_LABELS = pd.Series(
    TEXT_FIT[-1].column_labels_, TEXT_FIT[0].get_feature_names_out()
)


@pytest.mark.parametrize(
    ("difference", "respell"),
    [("capitals", str.upper), ("blanks", lambda name: f"{name} ")],
)
def test_labels_of_terms_that_are_spelled_in_another_way_get_the_cure(
    difference, respell
):
    labels = TERM_LABELS.rename(respell)
    with pytest.raises(
        ValueError, match=rf"no label for 7 of the 7 .* only by {difference}: "
    ) as error:
        sccm.cari_score((None, labels), TEXT_FIT)
    cure = str(error.value).partition("labels.index = ")[2].partition("`")[0]
    labels.index = eval(cure, {"labels": labels})
    assert sccm.cari_score((None, labels), TEXT_FIT) == 1.0


@pytest.mark.parametrize(
    "convert", [sccm.clusters_to_indicators, sccm.clusters_to_labels]
)
@pytest.mark.parametrize("difference", ENDINGS)
def test_members_that_are_spelled_in_another_way_get_the_cure(difference, convert):
    items, members = ENDINGS[difference]
    with pytest.raises(
        ValueError, match=f"differ only by {difference}: .* Add them to `items`"
    ) as error:
        convert([members[:2], members[2:]], items=items)
    cure = str(error.value).partition(f"{difference}: `")[2].partition("`")[0]
    members = [eval(cure, {"name": name, "re": re}) for name in members]
    items = [eval(cure, {"name": name, "re": re}) for name in items]
    assert len(convert([members[:2], members[2:]], items=items)) == 4


# Names that look alike although both sides share other names

BLANKS = {
    "at the end": "ENSG1 ",
    "not breaking": "ENSG1\xa0",
    "tab": "ENSG1\t",
    "inside": "ENSG 1",
    "not breaking, inside": "ENSG\xa01",
}
LIKE_NAMES = {**BLANKS, "capitals": "ensg1", "version": "ENSG1.7"}
LABELS_OF_GENES = pd.Series([0, 0, 1, 1, 0], [*GENES, "A5"])


def respelled(name):
    return LABELS_OF_GENES.rename({"ENSG1": name, "A5": "B6"})


@pytest.mark.parametrize("name", BLANKS.values(), ids=BLANKS)
def test_the_cure_of_blanks_makes_the_names_equal(name):
    names = [*GENES[1:], name]
    labels, others = pd.Series(LABELS, index=GENES), pd.Series(LABELS, index=names)
    with pytest.raises(ValueError, match="for example 'ENSG1' and 'ENSG") as error:
        sccm.cari_score(labels, others)
    assert repr(name) in str(error.value)
    cure = str(error.value).partition("labels.index = ")[2].partition("`")[0]
    assert set(eval(cure, {"labels": others})) == set(GENES)


@pytest.mark.parametrize("unlabeled", ["drop_either", "singletons"])
@pytest.mark.parametrize("name", LIKE_NAMES.values(), ids=LIKE_NAMES)
def test_absent_names_that_look_like_other_names_are_warned_of(name, unlabeled):
    with pytest.warns(UserWarning, match="Each counts as an item without a") as caught:
        sccm.handle_unlabeled(LABELS_OF_GENES, respelled(name), unlabeled)
    assert f"for example 'ENSG1' and {name!r}" in str(caught[0].message)


@pytest.mark.parametrize("convert", [pd.Series, dict])
def test_columns_that_look_like_names_of_the_truth_are_warned_of(convert):
    names = list(respelled("ENSG1 ").index)
    frame = pd.DataFrame(np.kron(np.eye(2), np.ones((3, 3)))[:, :5] + 0.1, None, names)
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    labels = (None, convert(LABELS_OF_GENES))
    scorer = sccm.make_cocluster_scorer("cari", labels=labels, unlabeled="drop")
    with pytest.warns(UserWarning, match="'ENSG1' and 'ENSG1 '. Each counts as"):
        scorer(model, frame)
    with pytest.warns(UserWarning, match="'ENSG1' and 'ENSG1 '. Each counts as"):
        sccm.handle_unlabeled(labels, model, "drop")


@pytest.mark.parametrize("unlabeled", [None, "drop"])
def test_rows_that_look_like_names_of_the_truth_are_named_in_the_error(unlabeled):
    names = list(respelled("ENSG1 ").index)
    frame = pd.DataFrame(np.kron(np.eye(2), np.ones((3, 3)))[:5] + 0.1, names)
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    scorer = sccm.make_cocluster_scorer(
        "cari", row_labels=LABELS_OF_GENES, unlabeled=unlabeled
    )
    with pytest.raises(ValueError, match=r"only by blanks: .*'ENSG1' and 'ENSG1 '\."):
        scorer(model, frame)


@pytest.mark.filterwarnings("error")
def test_absent_names_that_look_like_no_other_name_are_left_out_in_silence():
    true, pred = sccm.handle_unlabeled(
        LABELS_OF_GENES, LABELS_OF_GENES.rename({"A5": "B6"}), "drop_either"
    )
    assert list(true.index) == list(pred.index) == GENES


@pytest.mark.parametrize(
    "convert", [sccm.clusters_to_indicators, sccm.clusters_to_labels]
)
def test_unknown_members_that_look_like_items_are_warned_of(convert):
    clusters = [["ENSG1 ", "ENSG2"], ["ENSG3", "B6"]]
    cure = r"'ENSG1 ' and 'ENSG1'\. `handle_unknown='ignore'` .* `name\.strip\(\)`"
    with pytest.warns(UserWarning, match=cure):
        convert(clusters, items=GENES, handle_unknown="ignore")


def test_clusters_of_unknown_members_only_get_the_cure_of_their_spelling():
    with pytest.warns(UserWarning, match=r"no member .* only by capitals: `name\.case"):
        sccm.clusters_to_labels(
            [["ensg1", "ensg2"], ["ENSG3"]], items=GENES, handle_unknown="ignore"
        )
