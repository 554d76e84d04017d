"""Scorers whose truth has one mode, or other rows and columns than the data."""

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from sklearn.cluster import FeatureAgglomeration, KMeans, SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    cari_score,
    coclustering_of,
    get_scorer,
    labels_to_biclusters,
    make_bicluster_scorer,
    make_cocluster_scorer,
    mocice_bcubed_score,
    stability_score,
)

ROWS = np.repeat([0, 1, 2], 8)
COLUMNS = np.repeat([0, 1, 2], 6)
X = np.kron(np.eye(3), np.full((8, 6), 9.0)) + 1
FRAME = pd.DataFrame(
    X, [f"sample_{row}" for row in range(24)], [f"gene_{n}" for n in range(18)]
)
MODEL = SpectralCoclustering(3, random_state=0).fit(X)


class LabelsOnly:
    """A co-clusterer without `rows_` and `columns_`, as those of Coclust."""

    row_labels_ = ROWS
    column_labels_ = COLUMNS

    def fit(self, X):
        return self


# One mode


@pytest.mark.parametrize(
    ("labels", "text"),
    [((ROWS, None), "rows only: cari"), ((None, COLUMNS), "columns only: cari")],
)
def test_a_scorer_of_one_mode_says_which_it_is(labels, text):
    scorer = make_cocluster_scorer("cari", labels=labels)
    assert scorer(MODEL, X) == 1.0
    assert text in repr(scorer)


def test_the_rows_of_a_clusterer_are_scored_by_labels_without_columns():
    clusterer = KMeans(3, n_init=10, random_state=0).fit(X)
    assert make_cocluster_scorer("cari", labels=(ROWS, None))(clusterer, X) == 1.0


def test_labels_of_the_rows_alone_are_those_of_row_labels():
    true = np.arange(24) % 5
    scorers = [
        make_cocluster_scorer("cari", labels=(true, None)),
        make_cocluster_scorer("cari", row_labels=true),
    ]
    first, second = [scorer(MODEL, X) for scorer in scorers]
    assert first == second


def test_columns_alone_are_scored_with_any_splitter():
    scorer = make_cocluster_scorer("cari", labels=(None, COLUMNS))
    search = GridSearchCV(
        SpectralCoclustering(random_state=0),
        {"n_clusters": [2, 3]},
        scoring=scorer,
        cv=KFold(2, shuffle=True, random_state=0),
        error_score="raise",
    )
    assert search.fit(X).best_params_ == {"n_clusters": 3}


def test_columns_alone_are_followed_through_a_pipeline():
    texts = ["ship wave sail", "wave ship sail"] * 5 + ["goal team", "team ball"] * 5
    model = make_pipeline(CountVectorizer(), SpectralCoclustering(2, random_state=0))
    words = dict.fromkeys(["ship", "wave", "sail"], 0)
    words |= dict.fromkeys(["goal", "team", "ball"], 1)
    scorer = make_cocluster_scorer("cari", labels=(None, words))
    assert scorer(model.fit(texts), texts) == 1.0


def test_several_metrics_of_one_mode_are_those_of_a_plain_clustering():
    scorer = make_cocluster_scorer(
        {"nce": "nce", "purity": "purity"}, labels=(None, COLUMNS)
    )
    assert scorer(MODEL, X) == {"nce": 1.0, "purity": 1.0}


@pytest.mark.parametrize("y", [None, ROWS])
def test_column_labels_without_row_labels_give_the_line_to_write(y):
    scorer = make_cocluster_scorer("cari", column_labels=COLUMNS)
    with pytest.raises((TypeError, ValueError), match=r"labels=\(None, column_labels"):
        scorer(MODEL, X, y)


def test_a_scorer_needs_labels_of_some_mode():
    with pytest.raises(ValueError, match="`labels` has no labels at all"):
        make_cocluster_scorer("cari", labels=(None, None))


def test_weights_of_a_scorer_keep_the_numbers_of_the_modes():
    weights = np.arange(18.0)
    labels = (None, COLUMNS)
    scorer = make_cocluster_scorer("cari", labels=labels, sample_weight=(None, weights))
    assert scorer(MODEL, X) == 1.0
    with pytest.raises(ValueError, match=r"`sample_weight\[0\]` must be None"):
        make_cocluster_scorer("cari", labels=labels, sample_weight=(ROWS, None))


def test_a_registered_scorer_takes_one_mode():
    assert get_scorer("cari", labels=(None, COLUMNS))(MODEL, X) == 1.0


def test_two_modes_of_three_are_scored_with_an_accessor():
    data = np.zeros((24, 18, 4))

    def labels_of(model):
        return ROWS, COLUMNS, [0, 0, 1, 1]

    scorer = make_cocluster_scorer(
        "cari", labels=(ROWS, None, [0, 0, 1, 1]), accessor=labels_of
    )
    assert scorer(LabelsOnly(), data) == 1.0
    assert "rows and mode_2 only" in repr(scorer)


# Clusterers of columns


def test_the_labels_of_columns_are_not_taken_for_those_of_rows():
    square = X[:18]
    clusterer = FeatureAgglomeration(3).fit(square)
    scorer = make_cocluster_scorer("cari", row_labels=ROWS[:18])
    with pytest.raises(
        ValueError, match="FeatureAgglomeration clusters only the columns"
    ):
        scorer(clusterer, square)
    with pytest.raises(
        ValueError, match="FeatureAgglomeration clusters only the columns"
    ):
        stability_score(FeatureAgglomeration(3), square, kind="values", n_resamples=2)
    by_columns = make_cocluster_scorer(
        "cari", labels=(None, COLUMNS), accessor=lambda model: (None, model.labels_)
    )
    assert by_columns(clusterer, square) == 1.0


# Biclusters of estimators that have labels


def test_labels_beside_biclusters_are_refused_with_the_line_to_write():
    with pytest.raises(ValueError, match=r"`labels_to_biclusters\(estimator, struct"):
        mocice_bcubed_score(MODEL.biclusters_, LabelsOnly())
    biclusters = labels_to_biclusters(LabelsOnly(), structure="diagonal")
    assert mocice_bcubed_score(MODEL.biclusters_, biclusters) == 1.0


@pytest.mark.parametrize(
    "accessor",
    [
        lambda model: labels_to_biclusters(model, structure="diagonal"),
        ("rows_", "columns_"),
        "biclusters_",
    ],
    ids=["function", "attributes", "attribute"],
)
def test_an_accessor_says_where_the_biclusters_are(accessor):
    rows, columns = MODEL.biclusters_
    scorer = make_bicluster_scorer(
        "mocice_bcubed", rows=rows, columns=columns, accessor=accessor
    )
    model = LabelsOnly() if callable(accessor) else MODEL
    assert scorer(model, X) == 1.0


def test_an_accessor_of_biclusters_is_checked():
    rows, columns = MODEL.biclusters_
    with pytest.raises(TypeError, match="`accessor` must be the name of an attribute"):
        make_bicluster_scorer("e4sc", rows=rows, columns=columns, accessor=3)
    with pytest.raises(TypeError, match="`transpose` cannot be combined"):
        make_bicluster_scorer(
            "e4sc", rows=rows, columns=columns, accessor="biclusters_", transpose=True
        )
    scorer = make_bicluster_scorer(
        "e4sc", rows=rows, columns=columns, accessor=lambda model: ROWS
    )
    with pytest.raises(TypeError, match=r"`accessor\(estimator\)` must be a tuple"):
        scorer(MODEL, X)


def test_a_list_of_attributes_reads_a_coclustering():
    rows, columns = coclustering_of(MODEL, accessor=["row_labels_", "column_labels_"])
    np.testing.assert_array_equal(rows, MODEL.row_labels_)
    np.testing.assert_array_equal(columns, MODEL.column_labels_)


# What is no data


@pytest.mark.parametrize(
    ("data", "error", "got"),
    [
        ({"a": [1]}, TypeError, "got dict"),
        ({1, 2}, TypeError, "got set"),
        ((X, ROWS), ValueError, "got a tuple of 2 parts"),
        ([[1, 2], [3]], ValueError, "got a list of 2 parts"),
    ],
)
@pytest.mark.parametrize(
    "scorer",
    [
        make_cocluster_scorer("cari", row_labels=ROWS),
        make_bicluster_scorer("e4sc", rows=MODEL.rows_, columns=MODEL.columns_),
    ],
)
def test_a_scorer_says_what_its_data_must_be(scorer, data, error, got):
    with pytest.raises(error, match=f"`X` must be an array.* list of rows.*{got}"):
        scorer(MODEL, data)


def test_an_accessor_that_fails_in_a_pipeline_is_told_what_it_got():
    """It gets the last step, which has no steps, and does not take the input."""
    model = make_pipeline(VarianceThreshold(), SpectralCoclustering(3)).fit(X)
    scorer = make_cocluster_scorer(
        "cari", row_labels=ROWS, accessor=lambda model: model.steps
    )
    with pytest.raises(AttributeError) as caught:
        scorer(model, X)
    (note,) = caught.value.__notes__
    assert "called with a SpectralCoclustering, which is the last step" in note
    with pytest.raises(AttributeError) as caught:
        scorer(MODEL, X)
    assert not hasattr(caught.value, "__notes__")


# Both spellings of the truth


NAMED_ROWS = pd.Series(ROWS, FRAME.index)
NAMED_COLUMNS = pd.Series(COLUMNS, FRAME.columns)
NAMED_MODEL = SpectralCoclustering(3, random_state=0).fit(FRAME)
CONSTANT = FRAME.assign(constant=1.0)
CLASS_OF_CONSTANT = {**NAMED_COLUMNS, "constant": 5}


def both_spellings(rows, columns, **options):
    """Make the scorer with `labels`, and with `row_labels` and `column_labels`."""
    return [
        make_cocluster_scorer("cari", labels=(rows, columns), **options),
        make_cocluster_scorer(
            "cari", row_labels=rows, column_labels=columns, **options
        ),
    ]


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("columns", [pd.Series(CLASS_OF_CONSTANT), CLASS_OF_CONSTANT])
def test_labels_of_both_modes_are_followed_through_a_pipeline(columns, shuffled):
    rows = NAMED_ROWS.sample(frac=1, random_state=0) if shuffled else NAMED_ROWS
    model = make_pipeline(VarianceThreshold(), SpectralCoclustering(3, random_state=0))
    model.fit(CONSTANT)
    for scorer in both_spellings(rows, columns):
        assert scorer(model, CONSTANT) == 1.0
        assert scorer(model, CONSTANT, ROWS) == 1.0


def test_labels_of_both_modes_are_those_of_rows_and_columns():
    rows, columns = NAMED_ROWS.iloc[20:2:-1] % 2, NAMED_COLUMNS.iloc[:3:-1]
    scorers = both_spellings(rows, columns, unlabeled="drop")
    first, second = [scorer(NAMED_MODEL, FRAME) for scorer in scorers]
    assert first == second < 1


@pytest.mark.parametrize("truth", [(ROWS, COLUMNS), (ROWS, None), (None, COLUMNS)])
def test_labels_are_those_of_an_estimator_that_transposes(truth):
    model = SpectralCoclustering(3, random_state=0).fit(X.T)
    scorer = make_cocluster_scorer("cari", labels=truth, transpose=True)
    assert scorer(model, X) == 1.0


def test_transpose_is_refused_where_labels_are_not_those_of_a_matrix():
    three_modes = (ROWS, COLUMNS, COLUMNS)
    for options in ({"accessor": "labels_"}, {"labels": three_modes}):
        options = {"labels": (ROWS, COLUMNS), "transpose": True, **options}
        with pytest.raises(
            TypeError, match="`transpose` cannot be combined with `accessor`"
        ):
            make_cocluster_scorer("cari", **options)
    scorer = make_cocluster_scorer("cari", labels=(ROWS, COLUMNS), transpose=True)
    with pytest.raises(ValueError, match="`transpose` exchanges the rows and columns"):
        scorer(Fitted(labels_=[ROWS, COLUMNS]), X)


def test_names_that_the_data_lack_are_named_in_both_spellings():
    rows = pd.Series(np.append(ROWS, 0), [*FRAME.index, "gone"])
    scorers = both_spellings(rows, NAMED_COLUMNS, unlabeled="drop")
    arguments = [r"labels\[0\]", "row_labels"]
    for scorer, argument in zip(scorers, arguments, strict=True):
        with pytest.raises(ValueError, match=rf"only `{argument}` has 'gone'\."):
            scorer(NAMED_MODEL, FRAME)


def test_labels_that_an_accessor_reads_are_completed_by_name():
    labels = (NAMED_ROWS.iloc[20:2:-1], NAMED_COLUMNS.iloc[:3:-1])
    accessor = ("row_labels_", "column_labels_")
    scorer = make_cocluster_scorer(
        "cari", labels=labels, accessor=accessor, unlabeled="drop"
    )
    assert scorer(NAMED_MODEL, FRAME) == 1.0
    more = pd.concat([NAMED_COLUMNS, pd.Series({"gone": 1})])
    scorer = make_cocluster_scorer("cari", labels=(ROWS, more), accessor=accessor)
    with pytest.raises(ValueError, match=r"only `labels\[1\]` has 'gone'\. Make the"):
        scorer(NAMED_MODEL, FRAME)


# Names before lengths


def test_names_that_the_data_lack_are_named():
    labels = pd.Series(np.append(ROWS, [0, 0]), [*FRAME.index, "gone", "lost"])
    scorer = make_cocluster_scorer("cari", row_labels=labels, unlabeled="drop")
    with pytest.raises(ValueError, match=r"only `row_labels` has 'gone', 'lost'\."):
        scorer(MODEL, FRAME)
    right = labels.reindex(FRAME.index)
    assert make_cocluster_scorer("cari", row_labels=right)(MODEL, FRAME) == 1.0


def test_rows_that_the_truth_does_not_name_have_a_missing_label_on_demand():
    labels = pd.Series(ROWS, FRAME.index).iloc[20:2:-1]
    with pytest.raises(ValueError, match="only `X` has 'sample_0', 'sample_1', "):
        make_cocluster_scorer("cari", row_labels=labels)(MODEL, FRAME)
    scorer = make_cocluster_scorer("cari", row_labels=labels, unlabeled="drop")
    assert scorer(MODEL, FRAME) == 1.0


def test_columns_that_the_truth_does_not_name_have_a_missing_label_on_demand():
    labels = pd.Series(COLUMNS, FRAME.columns).iloc[:3:-1]
    model = SpectralCoclustering(3, random_state=0).fit(FRAME)
    options = {"row_labels": ROWS, "column_labels": labels}
    with pytest.raises(ValueError, match="has 'gene_0', 'gene_1', 'gene_2' and 1 more"):
        make_cocluster_scorer("cari", **options)(model, FRAME)
    scorer = make_cocluster_scorer("cari", unlabeled="drop", **options)
    assert scorer(model, FRAME) == 1.0


@pytest.mark.parametrize("unlabeled", ["drop", "drop_either", "singletons"])
@pytest.mark.parametrize("kind", [dict, pd.Series])
def test_features_that_the_truth_does_not_name_have_a_missing_label_on_demand(
    kind, unlabeled
):
    texts = ["goal team of", "goal team a", "orbit moon of", "orbit moon a"] * 5
    truth = ["sport", "sport", "space", "space"] * 5
    words = kind({"goal": "sport", "team": "sport", "orbit": "space", "absent": "no"})
    model = make_pipeline(
        CountVectorizer(token_pattern="[a-z]+"), SpectralCoclustering(2, random_state=0)
    ).fit(texts)
    known = ["goal", "team", "orbit"]
    vocabulary = model[0].get_feature_names_out()
    found = pd.Series(model[1].column_labels_, vocabulary)
    expected = cari_score(
        (truth, [words[word] for word in known]),
        (model[1].row_labels_, found[known].to_numpy()),
    )
    for scorer in both_spellings(truth, words, unlabeled=unlabeled):
        if unlabeled == "singletons":
            assert scorer(model, texts) < expected
        else:
            assert scorer(model, texts) == expected
    for scorer in both_spellings(truth, words):
        with pytest.raises(
            ValueError, match=r"no label for 3 of the 6 .* `unlabeled='drop'`"
        ):
            scorer(model, texts)


def test_a_mapping_of_some_rows_and_columns_is_a_truth_of_these_on_demand():
    rows, columns = dict(NAMED_ROWS.iloc[:20]), dict(NAMED_COLUMNS.iloc[2:])
    for scorer in both_spellings(rows, columns, unlabeled="drop"):
        assert scorer(NAMED_MODEL, FRAME) == 1.0
    scorer = make_cocluster_scorer("cari", labels=(None, columns), unlabeled="drop")
    assert scorer(NAMED_MODEL, FRAME) == 1.0


def test_a_mapping_of_other_rows_is_refused_with_a_line_for_mappings():
    scorer = make_cocluster_scorer("cari", row_labels={**NAMED_ROWS, "gone": 0})
    with pytest.raises(ValueError, match="only `row_labels` has 'gone'") as caught:
        scorer(NAMED_MODEL, FRAME)
    assert "`{name: labels.get(name) for name in X.index}`" in str(caught.value)
    assert "reindex" not in str(caught.value)


def test_a_mapping_without_any_shared_name_is_refused():
    columns = {"GENE1": 0, "GENE2": 1}
    scorer = make_cocluster_scorer("cari", labels=(None, columns), unlabeled="drop")
    with pytest.raises(ValueError, match="no label for 18 of the 18 features"):
        scorer(NAMED_MODEL, FRAME)


def test_rows_of_a_split_are_not_taken_for_rows_without_a_label():
    labels = pd.Series(ROWS, FRAME.index)
    search = GridSearchCV(
        SpectralCoclustering(random_state=0),
        {"n_clusters": [3]},
        scoring=make_cocluster_scorer(
            "cari", row_labels=labels, unlabeled="drop_either"
        ),
        cv=KFold(2, shuffle=True, random_state=0),
        error_score="raise",
    )
    with pytest.raises(ValueError, match=r"use `cv=WholeDataSplit\(\)`"):
        search.fit(FRAME)
    search.cv = WholeDataSplit()
    assert search.fit(FRAME).best_score_ == 1.0
