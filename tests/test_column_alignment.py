"""Truth of the columns follows them through pipelines, or the pipeline is refused.

The estimator at the end always finds the truth of the columns that reach it, so that
every score below 1 is an alignment gone wrong.
"""

import warnings

import numpy as np
import pandas as pd
import pytest
from doubles import (
    ColumnReverser,
    KMeansCocluster,
    Rescaler,
    TransposingCocluster,
    as_dense,
    blocks,
)
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.cluster import SpectralBiclustering
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.feature_selection import SelectKBest, VarianceThreshold, f_classif
from sklearn.frozen import FrozenEstimator
from sklearn.impute import SimpleImputer
from sklearn.metrics import consensus_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    QuantileTransformer,
    RobustScaler,
    StandardScaler,
)

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    labels_to_biclusters,
    make_bicluster_scorer,
    make_cocluster_scorer,
)

X, ROWS, COLUMNS = blocks()
NAMES = [f"gene_{number}" for number in np.random.default_rng(1).permutation(30)]
FRAME = pd.DataFrame(X, columns=NAMES)
BY_NAME = dict(zip(NAMES, COLUMNS, strict=True))
BOUND = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)
NAMED = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=BY_NAME)
REFUSED = "`column_labels` cannot be aligned"


class Perfect(KMeansCocluster):
    """Labels rows by the truth, and columns by that of the column they look like."""

    def _labels(self, data):
        both = np.corrcoef(data.T, X.T)
        likeness = np.abs(both[: data.shape[1], data.shape[1] :])
        return ROWS, COLUMNS[likeness.argmax(axis=1)]


def score(*steps, data=X, scorer=BOUND, output="default"):
    """Score a pipeline of the steps that ends in the estimator that is right."""
    pipeline = make_pipeline(*steps, Perfect())
    if output != "default":
        pipeline.set_output(transform=output)
    return scorer(pipeline.fit(data, ROWS), data, ROWS)


def backwards(data):
    """Reverse the columns, which lose their names."""
    return np.asarray(data)[:, ::-1]


def taking(columns, step="passthrough", **options):
    """Make a transformer of some columns, which keep their names."""
    return ColumnTransformer(
        [("taken", step, columns)], verbose_feature_names_out=False, **options
    )


def union(*steps):
    """Put features side by side, under the names they have."""
    named = [(f"step {number}", step) for number, step in enumerate(steps)]
    return FeatureUnion(named, verbose_feature_names_out=False)


REVERSED = list(range(29, -1, -1))
SHUFFLED = np.random.default_rng(2).permutation(30).tolist()
FOLLOWED = {
    "select k best": lambda: SelectKBest(f_classif, k=7),
    "variance threshold": lambda: VarianceThreshold(np.median(X.var(axis=0))),
    "reorder": lambda: taking(SHUFFLED),
    "drop": lambda: taking([0, 1, 2, 7], "drop", remainder="passthrough"),
    "remainder to the end": lambda: taking(
        [20, 3, 11], StandardScaler(), remainder="passthrough"
    ),
    "remainder dropped": lambda: taking([20, 3, 11, 5, 6], MinMaxScaler()),
    "union": lambda: union(taking(REVERSED[:10]), taking(REVERSED[15:])),
    "nested": lambda: make_pipeline(
        make_pipeline(StandardScaler(), SelectKBest(f_classif, k=20)),
        taking(REVERSED[10:]),
    ),
    "nothing first": lambda: Pipeline([("a", "passthrough"), ("b", taking(SHUFFLED))]),
    "scale": StandardScaler,
    "scale robustly": RobustScaler,
    "normalize": Normalizer,
    "impute": SimpleImputer,
    "quantiles": lambda: QuantileTransformer(n_quantiles=30),
    "tf-idf": TfidfTransformer,
    "function": lambda: FunctionTransformer(np.cbrt),
    "named function": lambda: FunctionTransformer(
        np.cbrt, feature_names_out="one-to-one"
    ),
    "identity": FunctionTransformer,
    "no names": Rescaler,
    "true names": lambda: ColumnReverser("true"),
    "true names, nested": lambda: taking(SHUFFLED, ColumnReverser("true")),
    "centered rows": lambda: FunctionTransformer(
        lambda data: np.cbrt(data) - np.cbrt(data).mean(axis=1, keepdims=True)
    ),
}
WITHOUT_FRAMES_OUT = ("no names", "tf-idf", "true names", "centered rows")


@pytest.mark.parametrize("kind", FOLLOWED)
def test_columns_of_an_array_are_followed_through(kind):
    assert score(FOLLOWED[kind]()) == 1


@pytest.mark.parametrize("output", ["default", "pandas"])
@pytest.mark.parametrize("kind", [k for k in FOLLOWED if k != "centered rows"])
def test_columns_of_a_frame_are_followed_through(kind, output):
    if output == "pandas" and kind.startswith(WITHOUT_FRAMES_OUT):
        output = "default"
    assert score(FOLLOWED[kind](), data=FRAME, output=output) == 1
    assert score(FOLLOWED[kind](), data=FRAME, scorer=NAMED, output=output) == 1


@pytest.mark.parametrize("scaler", [MaxAbsScaler, Normalizer, TfidfTransformer])
@pytest.mark.parametrize("to_sparse", [sparse.csr_matrix, sparse.csc_array])
def test_columns_of_sparse_data_are_followed_through(scaler, to_sparse):
    data = to_sparse(X)
    assert score(scaler(), SelectKBest(f_classif, k=12), data=data) == 1
    assert score(FunctionTransformer(lambda d: d * 2), scaler(), data=data) == 1


WRAPPERS = {
    "frozen": lambda pipeline: FrozenEstimator(pipeline.fit(X, ROWS)),
    "frozen twice": lambda pipeline: FrozenEstimator(
        FrozenEstimator(pipeline.fit(X, ROWS))
    ),
    "search": lambda pipeline: GridSearchCV(
        pipeline, {"perfect__n_init": [1]}, scoring=BOUND, cv=WholeDataSplit()
    ),
    "frozen search": lambda pipeline: FrozenEstimator(
        GridSearchCV(
            pipeline, {"perfect__n_init": [1]}, scoring=BOUND, cv=WholeDataSplit()
        ).fit(X, ROWS)
    ),
    "pipeline": lambda pipeline: make_pipeline(StandardScaler(), pipeline),
    "pipeline of a frozen one": lambda pipeline: make_pipeline(
        FunctionTransformer(), FrozenEstimator(pipeline.fit(X, ROWS))
    ),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_columns_are_followed_inside_what_wraps_a_pipeline(wrap):
    outer = wrap(make_pipeline(taking(SHUFFLED[:25]), Perfect())).fit(X, ROWS)
    assert BOUND(outer, X, ROWS) == 1


def test_columns_are_followed_through_cached_steps(tmp_path):
    steps = (taking(SHUFFLED), SelectKBest(f_classif, k=11), Perfect())
    pipeline = make_pipeline(*steps, memory=str(tmp_path))
    for _ in range(2):
        assert BOUND(pipeline.fit(X, ROWS), X, ROWS) == 1


# Names that lie, and steps that have none


REVERSERS = {
    "function": lambda: FunctionTransformer(backwards),
    "function, one-to-one": lambda: FunctionTransformer(
        backwards, feature_names_out="one-to-one"
    ),
    "function, own names": lambda: FunctionTransformer(
        backwards, feature_names_out=lambda step, names: names
    ),
    "in a column transformer": lambda: taking(
        lambda data: list(range(data.shape[1])),
        FunctionTransformer(backwards, feature_names_out="one-to-one"),
    ),
    "in a union": lambda: union(
        FunctionTransformer(backwards, feature_names_out="one-to-one")
    ),
    "in a pipeline": lambda: make_pipeline(
        FunctionTransformer(backwards, feature_names_out="one-to-one")
    ),
    "frozen": lambda: FrozenEstimator(
        FunctionTransformer(backwards, feature_names_out="one-to-one")
    ),
    "of others": lambda: ColumnReverser("lying"),
    "of others, without names": ColumnReverser,
}


@pytest.mark.parametrize("n_columns", [2, 3, 4, 5, 30])
@pytest.mark.parametrize("kind", REVERSERS)
def test_a_step_that_reverses_columns_silently_is_refused(kind, n_columns):
    scorer = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=COLUMNS[:n_columns]
    )
    with pytest.raises(ValueError, match=REFUSED):
        score(REVERSERS[kind](), data=X[:, :n_columns], scorer=scorer)


@pytest.mark.parametrize("scorer", [BOUND, NAMED], ids=["by position", "by name"])
@pytest.mark.parametrize("kind", [k for k in REVERSERS if "of others" not in k])
def test_a_step_that_reverses_the_columns_of_a_frame_silently_is_refused(kind, scorer):
    with pytest.raises(ValueError, match=REFUSED):
        score(REVERSERS[kind](), data=FRAME, scorer=scorer)


@pytest.mark.parametrize(
    "function",
    [
        lambda data: np.roll(data, 1, axis=1),
        lambda data: np.roll(data, 15, axis=1),
        lambda data: np.sort(data, axis=1),
        lambda data: data[:, np.argsort(data.sum(axis=0))],
        lambda data: data @ np.random.default_rng(0).normal(size=(30, 30)),
        lambda data: data[:, [1, 0, *range(2, 30)]],
        lambda data: data[:, [*range(28), 29, 28]],
        lambda data: data[:, SHUFFLED],
        lambda data: data[:, 1:],
        lambda data: np.column_stack([data, data]),
    ],
)
@pytest.mark.parametrize("scale", [1, 1e-12])
def test_a_function_that_moves_or_mixes_columns_is_refused(function, scale):
    with pytest.raises(ValueError, match=REFUSED):
        score(FunctionTransformer(function), data=X * scale)


def test_columns_moved_where_the_first_rows_are_alike_are_noticed():
    data = np.vstack([np.ones((400, 30)), X])
    labels = np.r_[np.zeros(400, dtype=int), ROWS]
    scorer = make_cocluster_scorer("cari", row_labels=labels, column_labels=COLUMNS)
    pipeline = make_pipeline(FunctionTransformer(backwards), KMeansCocluster())
    with pytest.raises(ValueError, match=REFUSED):
        scorer(pipeline.fit(data), data)


@pytest.mark.parametrize("to_sparse", [sparse.csr_matrix, sparse.csc_array])
def test_a_step_that_reverses_sparse_columns_is_refused(to_sparse):
    step = FunctionTransformer(lambda d: d.tocsc()[:, ::-1], accept_sparse=True)
    with pytest.raises(ValueError, match=REFUSED):
        score(MaxAbsScaler(), step, data=to_sparse(X))


def test_a_frame_sorted_by_name_in_a_step_is_refused():
    step = FunctionTransformer(lambda frame: frame[sorted(frame.columns)])
    with pytest.raises(ValueError, match=REFUSED):
        score(step, data=FRAME)


@pytest.mark.parametrize("svd", [PCA(30), TruncatedSVD(30), PCA(5)], ids=repr)
@pytest.mark.parametrize("data", [X, FRAME], ids=["array", "frame"])
def test_components_are_refused_even_where_they_are_as_many_as_columns(svd, data):
    with pytest.raises(ValueError, match=REFUSED):
        score(svd, data=data)


def test_components_are_refused_where_the_columns_have_their_names():
    frame = pd.DataFrame(X, columns=[f"pca{number}" for number in range(30)])
    with pytest.raises(ValueError, match=REFUSED):
        score(PCA(30), data=frame)
    with pytest.raises(ValueError, match=REFUSED):
        score(union(PCA(30)), data=frame)


@pytest.mark.parametrize(
    "rename",
    [
        lambda transformer, feature: f"gene_{29 - int(feature.removeprefix('gene_'))}",
        True,
    ],
    ids=["function", "prefix"],
)
def test_names_that_a_column_transformer_gives_anew_are_not_believed(rename):
    step = ColumnTransformer(
        [("gene", "passthrough", slice(0, 29))], verbose_feature_names_out=rename
    )
    names = [f"gene_{number}" for number in range(30)]
    if rename is True:  # every name out is that of the next column
        names = ["gene__" * number + "gene" for number in range(30)]
    frame = pd.DataFrame(X, columns=names)
    with pytest.raises(ValueError, match=REFUSED):
        score(step, data=frame)


def test_new_features_take_a_mapping_and_must_all_be_in_it():
    labels = {f"pca{number}": number % 3 for number in range(6)}
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=labels)
    model = make_pipeline(PCA(6), KMeansCocluster()).fit(X)
    found = model[-1].column_labels_
    direct = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=list(labels.values())
    )
    assert scorer(model, X) == direct(model[-1], model[:-1].transform(X))
    assert len(found) == 6
    del labels["pca4"]
    with pytest.raises(ValueError, match=r"lacks 1 of 6 features, the first.*'pca4'"):
        scorer(model, X)


def test_names_that_occur_twice_are_refused_behind_a_step():
    frame = pd.DataFrame(X, columns=["twice", "twice", *NAMES[2:]])
    model = make_pipeline(Rescaler(), Perfect())
    with pytest.raises(ValueError, match=REFUSED):
        BOUND(model.fit(frame), frame)


# Names of the data


def test_a_frame_in_another_order_than_at_the_fit_is_refused():
    other = FRAME[sorted(NAMES)]
    for model in (
        SpectralBiclustering((3, 3), random_state=0),
        InductiveCocluster(KMeansCocluster()),
        make_pipeline(StandardScaler(), Perfect()),
        make_pipeline("passthrough", StandardScaler(), Perfect()),
        make_pipeline("passthrough", SpectralBiclustering((3, 3), random_state=0)),
        make_pipeline(make_pipeline(StandardScaler()), Perfect()),
    ):
        assert BOUND(model.fit(FRAME), FRAME) == 1
        for scorer in (BOUND, NAMED):
            with pytest.raises(ValueError, match="not those that the estimator"):
                scorer(model, other)


def test_names_that_a_step_gave_the_last_one_are_not_taken_for_those_of_the_data():
    class Nameless(ColumnReverser):
        def transform(self, data):
            return data.iloc[:, :20]

        def _names_out(self, input_features=None):
            return np.asarray(input_features)[:20]

    model = make_pipeline(
        Nameless("true"), SpectralBiclustering((3, 3), random_state=0)
    )
    assert BOUND(model.fit(FRAME), FRAME) == 1


def test_a_series_of_labels_in_another_order_than_the_columns_is_refused():
    labels = pd.Series(BY_NAME)
    in_order = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=labels)
    sorted_by_name = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=labels.sort_index()
    )
    model = Perfect().fit(FRAME)
    assert in_order(model, FRAME) == 1
    with pytest.raises(ValueError, match="names the columns in another order"):
        sorted_by_name(model, FRAME)
    numbered = pd.Series(COLUMNS, index=np.arange(30)[::-1])
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=numbered)
    assert scorer(model, FRAME) == 1


def test_a_mapping_needs_names_and_every_name():
    with pytest.raises(ValueError, match="columns of `X` have no names"):
        NAMED(Perfect().fit(X), X)
    lacking = {name: label for name, label in BY_NAME.items() if name != NAMES[3]}
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=lacking)
    with pytest.raises(ValueError, match=f"lacks 1 of 30 features.*'{NAMES[3]}'"):
        scorer(Perfect().fit(FRAME), FRAME)
    dropped = make_pipeline(
        taking([NAMES[3]], "drop", remainder="passthrough"), Perfect()
    )
    assert scorer(dropped.fit(FRAME), FRAME) == 1


def test_an_empty_mapping_is_refused():
    with pytest.raises(ValueError, match="empty mapping"):
        make_cocluster_scorer("cari", column_labels={})


# Texts


WORDS = {
    "ship": "sea", "wave": "sea", "sail": "sea",
    "goal": "sport", "team": "sport", "ball": "sport",
}  # fmt: skip
TEXTS = ["ship wave sail wave", "sail ship ship wave", "wave sail ship"] * 4 + [
    "goal team ball team",
    "ball goal goal team",
    "team ball goal",
] * 4
TOPICS = ["sea"] * 12 + ["sport"] * 12


@pytest.mark.parametrize(
    "texts", [TEXTS, np.array(TEXTS), pd.Series(TEXTS)], ids=["list", "array", "series"]
)
@pytest.mark.parametrize(
    "steps",
    [
        [CountVectorizer()],
        [CountVectorizer(), TfidfTransformer()],
        [
            FunctionTransformer(lambda texts: [t.upper() for t in texts]),
            CountVectorizer(),
        ],
        [CountVectorizer(), VarianceThreshold(), Normalizer()],
    ],
    ids=["counts", "tf-idf", "upper case", "selected"],
)
def test_terms_are_looked_up_in_a_mapping(steps, texts):
    scorer = make_cocluster_scorer("cari", row_labels=TOPICS, column_labels=WORDS)
    model = make_pipeline(*steps, KMeansCocluster(2, 2)).fit(texts)
    assert scorer(model, texts) == 1
    assert scorer(model, texts, TOPICS) == 1


def test_terms_that_a_function_moves_are_refused():
    scorer = make_cocluster_scorer("cari", row_labels=TOPICS, column_labels=WORDS)
    moving = FunctionTransformer(
        lambda counts: counts.tocsc()[:, ::-1],
        accept_sparse=True,
        feature_names_out="one-to-one",
    )
    model = make_pipeline(CountVectorizer(), moving, KMeansCocluster(2, 2))
    with pytest.raises(ValueError, match=REFUSED):
        scorer(model.fit(TEXTS), TEXTS)


def test_a_mapping_that_lacks_a_term_is_refused():
    words = {word: topic for word, topic in WORDS.items() if word != "team"}
    scorer = make_cocluster_scorer("cari", row_labels=TOPICS, column_labels=words)
    model = make_pipeline(CountVectorizer(), KMeansCocluster(2, 2)).fit(TEXTS)
    with pytest.raises(ValueError, match=r"lacks 1 of 6 features, the first.*'team'"):
        scorer(model, TEXTS)


def test_texts_have_no_columns_to_label_by_position():
    scorer = make_cocluster_scorer("cari", row_labels=TOPICS, column_labels=[0] * 6)
    model = make_pipeline(CountVectorizer(), KMeansCocluster(2, 2)).fit(TEXTS)
    for texts in (TEXTS, np.array(TEXTS)):
        with pytest.raises(ValueError, match="`X` has no columns"):
            scorer(model, texts)


# Any of these after any other


STEPS = {**FOLLOWED, **REVERSERS}
for mixing in ("tf-idf", "normalize", "centered rows"):
    del STEPS[mixing]  # behind a scaler, columns no longer look like themselves


def score_or_message(estimator, data):
    """Return the score, or why there is none."""
    try:
        return BOUND(estimator, data)
    except ValueError as error:
        return str(error)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(
    kinds=st.lists(st.sampled_from(sorted(STEPS)), min_size=2, max_size=3),
    named=st.booleans(),
)
def test_a_chain_of_steps_is_scored_rightly_or_refused(kinds, named):
    pipeline = make_pipeline(*(STEPS[kind]() for kind in kinds), Perfect())
    data = FRAME if named else X
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pipeline.fit(data, ROWS)
    except (ValueError, TypeError):  # a column that a step before has dropped
        reject()
    found = score_or_message(pipeline, data)
    if set(kinds) & set(REVERSERS):
        assert "cannot be aligned" in str(found)
    else:
        assert found == 1


# Transposition


def test_columns_are_followed_to_an_estimator_that_transposes():
    scorer = make_cocluster_scorer(
        "cari", row_labels=ROWS, column_labels=COLUMNS, transpose=True
    )
    model = make_pipeline(taking(SHUFFLED[:20]), TransposingCocluster()).fit(X)
    assert scorer(model, X) == 1


def test_a_step_that_transposes_a_square_matrix_is_refused():
    square, row_labels, column_labels = blocks(30, 30)
    model = make_pipeline(FunctionTransformer(np.transpose), KMeansCocluster())
    model.fit(square)
    rows_only = make_cocluster_scorer("cari", row_labels=row_labels)
    with pytest.raises(ValueError, match="does not keep the rows"):
        rows_only(model, square)
    said = make_cocluster_scorer("cari", row_labels=row_labels, transpose=True)
    assert said(model, square) == 1
    both = make_cocluster_scorer(
        "cari", row_labels=row_labels, column_labels=column_labels, transpose=True
    )
    with pytest.raises(ValueError, match=REFUSED):
        both(model, square)


def test_rows_alone_are_scored_behind_any_step():
    scorer = make_cocluster_scorer("cari", row_labels=ROWS)
    for step in (PCA(30), FunctionTransformer(backwards), ColumnReverser("lying")):
        assert score(step, scorer=scorer) == 1


# Biclusters


def test_columns_of_biclusters_are_followed_as_labels_are():
    rows, columns = labels_to_biclusters((ROWS, COLUMNS))
    scorer = make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    model = SpectralBiclustering((3, 3), random_state=0)
    assert scorer(make_pipeline(MinMaxScaler(), model).fit(X), X) == 1
    assert scorer(make_pipeline(taking(SHUFFLED), model).fit(X), X) == 1
    for kind in ("function", "of others"):
        with pytest.raises(ValueError, match="`columns` cannot be aligned"):
            scorer(make_pipeline(REVERSERS[kind](), model).fit(X), X)


# InductiveCocluster around a pipeline, and at the end of one


INSIDE = {
    "reordered": lambda: taking(SHUFFLED),
    "scaled": lambda: StandardScaler(with_mean=False),
    "function": lambda: FunctionTransformer(np.sqrt),
}


@pytest.mark.parametrize("n_empty", [0, 3])
@pytest.mark.parametrize("kind", INSIDE)
def test_labels_of_a_pipeline_inside_are_put_in_the_order_of_the_columns(kind, n_empty):
    data = np.c_[X, np.zeros((60, n_empty))]
    model = InductiveCocluster(make_pipeline(INSIDE[kind](), Perfect())).fit(data)
    np.testing.assert_array_equal(model.column_labels_[:30], COLUMNS)
    labels = np.r_[COLUMNS, model.column_labels_[30:]]
    unbound = make_cocluster_scorer("cari", column_labels=labels)
    assert unbound(model, data, ROWS) == 1
    outer = make_pipeline(taking(SHUFFLED), model).fit(X)
    assert UNBOUND(outer, X, ROWS) == 1


UNBOUND = make_cocluster_scorer("cari", column_labels=COLUMNS)


@pytest.mark.parametrize(
    "step", [FunctionTransformer(backwards), PCA(30)], ids=["function", "PCA"]
)
def test_a_pipeline_inside_that_moves_or_mixes_columns_is_refused(step):
    model = InductiveCocluster(make_pipeline(step, KMeansCocluster()))
    with pytest.raises(ValueError, match="cannot be aligned"):
        model.fit(X)


@pytest.mark.parametrize("data", [X, FRAME, sparse.csr_array(X)], ids=type)
def test_predictions_at_the_end_of_a_pipeline_are_followed(data):
    steps = (MaxAbsScaler(), SelectKBest(f_classif, k=15))
    model = make_pipeline(*steps, InductiveCocluster(Perfect())).fit(data, ROWS)
    assert UNBOUND(model, data, ROWS) == 1


def test_the_doubles_here_are_no_tautology():
    model = Perfect().fit(as_dense(X)[:, ::-1])
    assert BOUND(model, X) < 0.5
