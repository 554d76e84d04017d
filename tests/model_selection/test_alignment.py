"""Truth of the columns follows them through pipelines, or the pipeline is refused.

The estimator at the end always finds the truth of the columns that reach it, so that
every score below 1 is an alignment gone wrong.
"""

import pickle
import warnings
from itertools import product

import numpy as np
import pandas as pd
import pytest
from doubles import (
    ColumnReverser,
    KMeansCocluster,
    LabeledWrapper,
    MisleadingWrapper,
    NamedRescaler,
    PredictingCocluster,
    Rescaler,
    TruncatingCocluster,
    as_dense,
    blocks,
)
from hypothesis import given, reject, strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import SpectralBiclustering
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.feature_selection import SelectKBest, VarianceThreshold, f_classif
from sklearn.frozen import FrozenEstimator
from sklearn.impute import SimpleImputer
from sklearn.metrics import consensus_score
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit, cross_val_score
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    QuantileTransformer,
    StandardScaler,
)
from strategies import about

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import cari_score, make_cocluster_scorer
from sklearn_cocluster_metrics.tables import contingency_table

X, ROWS, COLUMNS = blocks()
NAMES = [f"gene_{number}" for number in np.random.default_rng(1).permutation(30)]
FRAME = pd.DataFrame(X, columns=NAMES)
BY_NAME = dict(zip(NAMES, COLUMNS, strict=True))
TRUTH = (ROWS, COLUMNS)
BICLUSTERS = sccm.labels_to_biclusters(TRUTH)


def scorer_of(row_labels=ROWS, column_labels=COLUMNS, **options):
    """Make a scorer by CARI."""
    return make_cocluster_scorer(
        "cari", row_labels=row_labels, column_labels=column_labels, **options
    )


SCORER, NAMED, WITHOUT_ROWS = scorer_of(), scorer_of(ROWS, BY_NAME), scorer_of(None)
BICLUSTER_SCORER = sccm.make_bicluster_scorer(
    consensus_score, rows=BICLUSTERS[0], columns=BICLUSTERS[1]
)


class Perfect(KMeansCocluster):
    """Labels rows by the truth, and columns by that of the column they look like."""

    def _labels(self, data):
        both = np.corrcoef(data.T, X.T)
        likeness = np.abs(both[: data.shape[1], data.shape[1] :])
        return ROWS, COLUMNS[likeness.argmax(axis=1)]

    def fit(self, data, y=None):
        super().fit(data)
        labels = (self.row_labels_, self.column_labels_)
        self.rows_, self.columns_ = sccm.labels_to_biclusters(labels)
        return self


def score(*steps, data=X, scorer=SCORER, output="default"):
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
    "reorder a part": lambda: taking(SHUFFLED[:20]),
    "drop": lambda: taking([0, 1, 2, 7], "drop", remainder="passthrough"),
    "remainder to the end": lambda: taking(
        [20, 3, 11], StandardScaler(), remainder="passthrough"
    ),
    "union": lambda: union(taking(REVERSED[:10]), taking(REVERSED[15:])),
    "nested": lambda: make_pipeline(
        make_pipeline(StandardScaler(), taking(SHUFFLED[:20])), taking(REVERSED[12:])
    ),
    "nothing first": lambda: Pipeline([("a", "passthrough"), ("b", taking(SHUFFLED))]),
    "scale": StandardScaler,
    "impute": SimpleImputer,
    "quantiles": lambda: QuantileTransformer(n_quantiles=30),
    "tf-idf": TfidfTransformer,
    "named function": lambda: FunctionTransformer(
        np.cbrt, feature_names_out="one-to-one"
    ),
    "frozen": lambda: FrozenEstimator(taking(SHUFFLED).fit(X)),
    "names of others": lambda: ColumnReverser("true"),
    "names of others, nested": lambda: taking(SHUFFLED, ColumnReverser("true")),
}
WITHOUT_FRAMES_OUT = ("tf-idf", "names of others")


@pytest.mark.parametrize("output", ["default", "pandas"])
@pytest.mark.parametrize("kind", FOLLOWED)
def test_columns_are_followed_through(kind, output):
    assert score(FOLLOWED[kind]()) == 1
    if kind == "frozen":  # it was fitted without names
        return
    if output == "pandas" and kind.startswith(WITHOUT_FRAMES_OUT):
        output = "default"
    assert score(FOLLOWED[kind](), data=FRAME, output=output) == 1
    assert score(FOLLOWED[kind](), data=FRAME, scorer=NAMED, output=output) == 1


@pytest.mark.parametrize("scaler", [MaxAbsScaler, Normalizer, TfidfTransformer])
@pytest.mark.parametrize("to_sparse", [sparse.csr_matrix, sparse.csc_array])
def test_columns_of_sparse_data_are_followed_through(scaler, to_sparse):
    twice = FunctionTransformer(lambda data: data * 2, feature_names_out="one-to-one")
    steps = (twice, scaler(), SelectKBest(f_classif, k=12))
    assert score(*steps, data=to_sparse(X)) == 1


# One road: functions and scorers, whatever wraps the steps


def in_search(estimator):
    """Wrap in a search over one candidate."""
    name = "perfect__n_init" if isinstance(estimator, Pipeline) else "n_init"
    return GridSearchCV(estimator, {name: [1]}, scoring=lambda *_: 0, cv=WHOLE)


WHOLE = sccm.WholeDataSplit()
WRAPPERS = {
    "pipeline": lambda step: make_pipeline(step, Perfect()),
    "search over a pipeline": lambda step: in_search(make_pipeline(step, Perfect())),
    "search in a pipeline": lambda step: make_pipeline(step, in_search(Perfect())),
    "pipeline in a search in a pipeline": lambda step: make_pipeline(
        MinMaxScaler(), in_search(make_pipeline(step, Perfect()))
    ),
    "frozen": lambda step: FrozenEstimator(make_pipeline(step, Perfect()).fit(X, ROWS)),
    "frozen search in a pipeline": lambda step: make_pipeline(
        NamedRescaler(),
        FrozenEstimator(in_search(make_pipeline(step, Perfect())).fit(X, ROWS)),
    ),
}
ROADS = {
    "scorer": lambda model: SCORER(model, X, ROWS),
    "cari": lambda model: cari_score(TRUTH, model),
    "model first": lambda model: cari_score(model, TRUTH),
    "nce": lambda model: sccm.nce_score(TRUTH, model),
    "table": lambda model: float(contingency_table(TRUTH, model)[1].is_equality),
    "biclusters": lambda model: sccm.bicluster_fbeta_score(BICLUSTERS, model),
    "bicluster scorer": lambda model: BICLUSTER_SCORER(model, X),
    "itself": lambda model: cari_score(model, model),
}
FULL = ("scale", "reorder", "named function", "names of others")


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
@pytest.mark.parametrize("kind", [*FULL, "reorder a part", "nested"])
def test_functions_and_scorers_give_the_same(kind, wrap):
    model = wrap(FOLLOWED[kind]()).fit(X, ROWS)
    found = {name: road(model) for name, road in ROADS.items()}
    assert found == dict.fromkeys(ROADS, 1)
    in_order = (sccm.coclustering_of, COLUMNS), (sccm.biclustering_of, BICLUSTERS[1])
    for convert, expected in in_order:
        if kind in FULL:
            np.testing.assert_array_equal(convert(model)[1], expected)
        else:  # what was found of part of the columns is not returned
            with pytest.raises(ValueError, match="has not labeled every column of"):
                convert(model)


NAMELESS = {
    "function": lambda: FunctionTransformer(np.cbrt),
    "moving function": lambda: FunctionTransformer(backwards),
    "of others": Rescaler,
    "in a union": lambda: union(FunctionTransformer(np.cbrt)),
    "in a pipeline": lambda: make_pipeline(StandardScaler(), Rescaler()),
}
PREFIXING = "`verbose_feature_names_out=False`"
REASONS = {
    "make features that are not columns of its": PCA(30),
    PREFIXING: ColumnTransformer([("all", "passthrough", SHUFFLED)]),
}


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
@pytest.mark.parametrize("reason", REASONS)
def test_new_features_are_refused_on_every_road(reason, wrap, road):
    model = wrap(REASONS[reason]).fit(X, ROWS)
    if road == "itself":
        assert ROADS[road](model) == 1
        return
    with pytest.raises(ValueError, match=reason):
        ROADS[road](model)


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("kind", NAMELESS)
def test_a_step_without_names_is_refused_with_the_cure_on_every_road(kind, road):
    model = make_pipeline(NAMELESS[kind](), Perfect()).fit(X, ROWS)
    message = (
        r"cannot be aligned .* step \w+ (reports no feature names.*"
        r'feature_names_out="one-to-one".*`OneToOneFeatureMixin`|reports neither)'
    )
    with pytest.raises(ValueError, match=message):
        ROADS[road](model)


def test_a_step_that_does_not_report_its_number_of_columns_needs_a_scorer():
    model = make_pipeline(NamedRescaler(), Perfect()).fit(X)
    del model[0].n_features_in_
    assert SCORER(model, X) == 1
    with pytest.raises(ValueError, match=r"its number of columns .* use a scorer"):
        cari_score(TRUTH, model)


def behind(*steps, data=X):
    """Fit behind some steps."""
    return make_pipeline(*steps, Perfect()).fit(data, ROWS)


SEVEN, NINE = (behind(SelectKBest(f_classif, k=k)) for k in (7, 9))
SCALED = [behind(StandardScaler(), data=d) for d in (FRAME, FRAME[NAMES[::-1]], X)]
UNLIKE = [(SEVEN, NINE), (NINE, SEVEN), (SEVEN, behind()), (behind(), NINE)]


@pytest.mark.parametrize("pair", [*UNLIKE, (SEVEN, behind(PCA(7)))])
def test_two_estimators_must_have_labeled_the_same_columns(pair):
    functions = {"labels": cari_score, "biclusters": sccm.bicluster_fbeta_score}
    for kind, function in functions.items():
        names = rf"^`{kind}_true\[1\]` and `{kind}_pred\[1\]`"
        message = f"{names} have labeled different columns.* Columns are matched"
        with pytest.raises(ValueError, match=message):
            function(*pair)


def test_estimators_that_have_labeled_the_same_columns_are_compared():
    pairs = [(SEVEN, SEVEN), (behind(), behind(taking(SHUFFLED)))]
    for pair in [*pairs, SCALED[:2]]:  # the last two have columns in another order
        assert cari_score(*pair) == 1
    with pytest.warns(UserWarning, match="has names, but columns are matched by posi"):
        assert cari_score(*SCALED[::2]) == 1


def test_labels_of_fewer_columns_than_the_steps_gave_are_refused():
    model = make_pipeline(taking(SHUFFLED), TruncatingCocluster()).fit(X)
    with pytest.raises(ValueError, match=r"labels for 29 columns, but the steps .* 30"):
        cari_score(TRUTH, model)


# What a data frame and the step after it report


CHECKERBOARD = SpectralBiclustering((3, 3), n_init=1, random_state=0)


def test_the_names_of_a_data_frame_that_a_step_returns_count():
    model = clone(CHECKERBOARD)
    for function in (np.cbrt, lambda frame: frame[sorted(frame.columns)]):
        pipeline = make_pipeline(FunctionTransformer(function), model).fit(FRAME)
        assert SCORER(pipeline, FRAME) == 1
        assert cari_score(TRUTH, pipeline) == 1


def test_a_step_that_reports_other_names_than_it_returns_is_refused():
    class Contradicting(ColumnReverser):
        def transform(self, data):
            return data[data.columns[::-1]]

    pipeline = make_pipeline(Contradicting("lying"), clone(CHECKERBOARD))
    with pytest.raises(ValueError, match="reports other feature names than"):
        SCORER(pipeline.fit(FRAME), FRAME)


@pytest.mark.parametrize("kind", [dict, pd.Series])
def test_new_features_take_labels_by_name_and_must_all_have_one(kind):
    labels = {f"pca{number}": number % 3 for number in range(6)}
    model = make_pipeline(PCA(6), KMeansCocluster()).fit(X)
    direct = scorer_of(column_labels=list(labels.values()))
    expected = direct(model[-1], model[:-1].transform(X))
    backward = kind(dict(reversed(labels.items())))
    assert scorer_of(column_labels=backward)(model, X) == expected
    del labels["pca4"]
    with pytest.raises(
        ValueError, match=r"no label for 1 of the 6 features .* the first.*'pca4'"
    ):
        scorer_of(column_labels=kind(labels))(model, X)


def test_a_name_that_occurs_twice_is_refused():
    frame = pd.DataFrame(X, columns=["twice", "twice", *NAMES[2:]])
    step = FunctionTransformer(feature_names_out=lambda step, names: [names[0]] * 30)
    for first, data in ((NamedRescaler(), frame), (step, X)):
        with pytest.raises(ValueError, match="with the same name cannot be told"):
            score(first, data=data)


# Names of the data and of the truth


def test_a_frame_in_another_order_than_at_the_fit_is_refused():
    other = FRAME[sorted(NAMES)]
    for model in (
        clone(CHECKERBOARD),
        sccm.InductiveCocluster(KMeansCocluster()),
        make_pipeline(StandardScaler(), Perfect()),
        make_pipeline("passthrough", StandardScaler(), Perfect()),
        make_pipeline(make_pipeline(StandardScaler()), Perfect()),
    ):
        assert SCORER(model.fit(FRAME), FRAME) == 1
        for scorer in (SCORER, NAMED):
            with pytest.raises(ValueError, match=r"not those that|names should match"):
                scorer(model, other)


def test_names_that_a_step_gave_the_last_one_are_not_taken_for_those_of_the_data():
    class Selecting(ColumnReverser):
        def transform(self, data):
            return data.iloc[:, :20]

        def _names_out(self, input_features=None):
            return np.asarray(input_features)[:20]

    step = Selecting("true")
    model = make_pipeline(step, clone(CHECKERBOARD)).fit(FRAME)
    step.feature_names_in_ = np.array(NAMES, dtype=object)
    assert SCORER(model, FRAME) == 1


KINDS_OF_NAMES = {
    "strings": NAMES,
    "integers": (np.random.default_rng(3).permutation(30) + 100).tolist(),
    "dates": pd.date_range("2020-01-01", periods=30).tolist(),
    "mixed": [*NAMES[:10], *range(10), *pd.date_range("2020-01-01", periods=10)],
}


@pytest.mark.parametrize("kind", KINDS_OF_NAMES)
@pytest.mark.parametrize("steps", [[], [NamedRescaler()]], ids=["bare", "step"])
def test_a_series_of_column_labels_is_matched_by_name(kind, steps):
    names = KINDS_OF_NAMES[kind]
    frame = pd.DataFrame(X, columns=names)
    model = make_pipeline(*steps, Perfect()).fit(frame)
    labels = pd.Series(COLUMNS, index=names)
    for truth in (labels, labels.iloc[::-1], labels.iloc[SHUFFLED], dict(labels[::-1])):
        assert scorer_of(column_labels=truth)(model, frame) == 1


def test_the_numbers_of_a_default_index_in_another_order_are_refused():
    model = Perfect().fit(X)
    shuffled = pd.Series(ROWS).sample(frac=1, random_state=0)
    scorer = make_cocluster_scorer("cari", row_labels=shuffled)
    with pytest.raises(ValueError, match="match by number or by position"):
        scorer(model, pd.DataFrame(X))
    reordered = pd.DataFrame(X[shuffled.index], shuffled.index)
    assert scorer(model, reordered) == cari_score(
        shuffled.to_numpy(), model.row_labels_
    )
    with pytest.raises(
        ValueError, match=r"in another order.*`row_labels.to_numpy\(\)`"
    ):
        scorer(model, X)


@pytest.mark.parametrize("steps", [[], [taking(SHUFFLED[:9])]], ids=["bare", "step"])
def test_functions_match_a_series_with_the_names_at_the_fit(steps):
    model = make_pipeline(*steps, NamedRescaler(), Perfect()).fit(FRAME)
    labels = pd.Series(COLUMNS, index=NAMES).sort_index()
    truth = ROWS, labels
    assert cari_score(truth, model) == sccm.nce_score(model, truth) == 1
    with pytest.raises(ValueError, match=r"`labels_true\[1\]` has an index with other"):
        cari_score((ROWS, labels.add_prefix("other_")), model)


def test_a_series_is_taken_by_position_where_the_estimator_kept_no_names():
    labels = pd.Series(COLUMNS, index=NAMES)
    with pytest.warns(UserWarning, match="has names, but columns are matched by pos"):
        assert cari_score((ROWS, labels), Perfect().fit(X)) == 1


@pytest.mark.parametrize("steps", [[], [taking(SHUFFLED[:9])]], ids=["bare", "step"])
def test_indicators_in_data_frames_are_matched_by_name(steps):
    frame = pd.DataFrame(X, columns=NAMES, index=[f"cell_{n}" for n in range(60)])
    rows, columns = (
        pd.DataFrame(indicator, columns=names).sort_index(axis=1)
        for indicator, names in zip(BICLUSTERS, (frame.index, NAMES), strict=True)
    )
    model = make_pipeline(*steps, NamedRescaler(), Perfect()).fit(frame)
    scorer = sccm.make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    assert scorer(model, frame) == scorer(model, frame, BICLUSTERS[0].T) == 1
    assert sccm.bicluster_fbeta_score((BICLUSTERS[0], columns), model) == 1
    for which in ("rows", "columns"):
        truth = {"rows": rows, "columns": columns}
        truth[which] = truth[which].add_prefix("other_")
        with pytest.raises(
            ValueError, match=rf"`{which}` .* (different names of|other names)"
        ):
            sccm.make_bicluster_scorer(consensus_score, **truth)(model, frame)


@pytest.mark.parametrize("accessor", [None, ("rows_", "columns_")])
def test_fitted_indicators_with_other_names_are_called_by_their_attributes(accessor):
    frame = pd.DataFrame(X, columns=NAMES, index=[f"cell_{n}" for n in range(60)])
    scorer = sccm.make_bicluster_scorer(
        consensus_score, rows=BICLUSTERS[0], columns=BICLUSTERS[1], accessor=accessor
    )
    model = Perfect().fit(frame)
    model.rows_ = pd.DataFrame(BICLUSTERS[0], columns=frame.index)
    model.columns_ = pd.DataFrame(BICLUSTERS[1], columns=NAMES).rename(
        columns={NAMES[0]: "other"}
    )
    with pytest.raises(ValueError, match="columns_` has an index with other names"):
        scorer(model, frame)
    model.rows_ = model.rows_.rename(columns={"cell_0": "other"})
    with pytest.raises(ValueError, match="rows_` has an index with other names"):
        scorer(model, frame)


def test_a_mapping_needs_the_names_of_what_is_labeled():
    with pytest.raises(ValueError, match="columns of `X` have no names"):
        NAMED(Perfect().fit(X), X)
    scorer = scorer_of(column_labels=pd.Series(BY_NAME).drop(NAMES[3]).to_dict())
    dropped = taking([NAMES[3]], "drop", remainder="passthrough")
    assert score(dropped, data=FRAME, scorer=scorer) == 1


@pytest.mark.parametrize("container", [dict, pd.Series])
def test_a_column_that_the_data_lack_is_left_out_with_the_option(container):
    further = container(pd.concat([pd.Series({"other": 0}), pd.Series(BY_NAME)[::-1]]))
    model = clone(CHECKERBOARD).fit(FRAME)
    expected = scorer_of(column_labels=pd.Series(BY_NAME))(model, FRAME)
    scorer = scorer_of(column_labels=further, unlabeled="drop")
    assert scorer(model, FRAME) == expected
    of_modes = sccm.make_cocluster_scorer(
        "cari",
        labels=(ROWS, further),
        unlabeled="drop",
        accessor=lambda model: (model.row_labels_, model.column_labels_),
    )
    assert of_modes(model, FRAME) == expected


def test_without_the_option_a_column_that_the_data_lack_is_refused_with_the_cure():
    further = pd.concat([pd.Series(BY_NAME), pd.Series({"other": 0})])
    with pytest.raises(ValueError, match=r"has 'other'.*`labels.reindex\(X.columns\)`"):
        scorer_of(column_labels=further)(clone(CHECKERBOARD).fit(FRAME), FRAME)


# Texts


WORDS = {
    "ship": "sea", "wave": "sea", "sail": "sea",
    "goal": "sport", "team": "sport", "ball": "sport",
}  # fmt: skip
OF_SEA = ["ship wave sail wave", "sail ship ship wave", "wave sail ship"] * 4
TEXTS = OF_SEA + ["goal team ball team", "ball goal goal team", "team ball goal"] * 4
TOPICS = ["sea"] * 12 + ["sport"] * 12
UPPER_CASE = FunctionTransformer(lambda texts: [text.upper() for text in texts])
TEXT_STEPS = {
    "counts": [CountVectorizer()],
    "tf-idf": [CountVectorizer(), TfidfTransformer()],
    "upper case": [UPPER_CASE, CountVectorizer()],
    "selected": [CountVectorizer(), VarianceThreshold(), Normalizer()],
}


@pytest.mark.parametrize("texts", [TEXTS, pd.Series(TEXTS)], ids=["list", "series"])
@pytest.mark.parametrize("steps", TEXT_STEPS.values(), ids=TEXT_STEPS)
def test_terms_are_looked_up_by_name_or_taken_in_the_order_of_the_step(steps, texts):
    model = make_pipeline(*steps, KMeansCocluster(2, 2)).fit(texts)
    found = sccm.coclustering_of(model)[1]
    np.testing.assert_array_equal(found, model[-1].column_labels_)
    in_order = [WORDS[word] for word in sorted(WORDS)]
    assert cari_score((TOPICS, in_order), model) == 1
    for truth in (pd.Series(WORDS), pd.Series(WORDS)[::-1]):
        assert cari_score((TOPICS, truth), model) == 1
        for scorer in (scorer_of(TOPICS, truth), scorer_of(TOPICS, dict(truth))):
            assert scorer(model, texts) == scorer(model, texts, TOPICS) == 1


@pytest.mark.parametrize(
    "second_part",
    [CountVectorizer(), make_pipeline(CountVectorizer(), TfidfTransformer())],
)
def test_terms_of_a_union_of_vectorizers_are_looked_up_by_name(second_part):
    union = FeatureUnion([("words", CountVectorizer()), ("again", second_part)])
    model = make_pipeline(union, KMeansCocluster(2, 2)).fit(TEXTS)
    topic_of = {
        f"{part}__{word}": topic
        for word, topic in reversed(WORDS.items())
        for part in ("words", "again")
    }
    assert cari_score((TOPICS, topic_of), model) == 1
    assert scorer_of(TOPICS, topic_of)(model, TEXTS) == 1


def test_terms_without_a_label_and_labels_without_a_term_are_refused():
    words = {word: topic for word, topic in WORDS.items() if topic == "sea"}
    model = make_pipeline(CountVectorizer(), KMeansCocluster(2, 2)).fit(TEXTS)
    with pytest.raises(ValueError, match=r"no label for 3 of the 6 .*'ball'"):
        scorer_of(TOPICS, words)(model, TEXTS)
    for texts in (TEXTS, np.array(TEXTS)):
        with pytest.raises(ValueError, match=r"`X` has no columns.* as a mapping"):
            scorer_of(TOPICS, [0] * 6)(model, texts)
    # A mapping is not advised where none is taken.
    model = make_pipeline(PCA(3), Perfect()).fit(X)
    for road in ("bicluster scorer", "cari"):
        with pytest.raises(ValueError, match="Compare its last step alone"):
            ROADS[road](model)


# Any of these after any other


STEPS = {**FOLLOWED, **NAMELESS}
for mixing in ("tf-idf", "frozen"):  # columns no longer look like themselves; no names
    del STEPS[mixing]


@about(60)
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
    try:
        found = SCORER(pipeline, data)
        assert found == cari_score(TRUTH, pipeline)
    except ValueError as error:
        found = str(error)
    if set(kinds) & set(NAMELESS) and found != 1:
        assert "reports no feature names" in str(found)
    else:
        assert found == 1


# Transposition


class PerfectTransposing(Perfect):
    """Takes the columns of its input for rows."""

    def _labels(self, data):
        return super()._labels(data)[::-1]


@pytest.mark.parametrize("kind", ["reorder", "select k best", "nested", "scale"])
def test_columns_are_followed_to_an_estimator_that_transposes(kind):
    scorer = scorer_of(transpose=True)
    model = make_pipeline(MinMaxScaler(), FOLLOWED[kind](), PerfectTransposing())
    assert scorer(model.fit(X, ROWS), X) == 1


def test_rows_alone_are_scored_behind_any_step():
    scorer = scorer_of(column_labels=None)
    for step in (PCA(30), FunctionTransformer(backwards), ColumnReverser("lying")):
        assert score(step, scorer=scorer) == 1


# InductiveCocluster around a pipeline, and at the end of one


@pytest.mark.parametrize("n_empty", [0, 3])
@pytest.mark.parametrize("step", [taking(SHUFFLED), MaxAbsScaler()], ids=repr)
def test_labels_of_a_pipeline_inside_are_put_in_the_order_of_the_columns(step, n_empty):
    data = np.c_[X, np.zeros((60, n_empty))]
    model = sccm.InductiveCocluster(make_pipeline(step, Perfect())).fit(data)
    np.testing.assert_array_equal(model.column_labels_[:30], COLUMNS)
    labels = np.r_[COLUMNS, model.column_labels_[30:]]
    assert scorer_of(None, labels)(model, data, ROWS) == 1


@pytest.mark.parametrize("data", [X, FRAME, sparse.csr_array(X)], ids=type)
def test_predictions_at_the_end_of_a_pipeline_are_followed(data):
    steps = (MaxAbsScaler(), SelectKBest(f_classif, k=15))
    model = make_pipeline(*steps, sccm.InductiveCocluster(Perfect())).fit(data, ROWS)
    assert WITHOUT_ROWS(model, data, ROWS) == 1


def test_the_doubles_here_are_no_tautology():
    model = Perfect().fit(as_dense(X)[:, ::-1])
    assert SCORER(model, X) < 0.5


# Splitters


PERMUTED = np.random.default_rng(0).permutation(len(X))
HALVES = [KFold(2), ShuffleSplit(3, test_size=0.5, train_size=0.5, random_state=0)]
PARTS, OTHERS = r"truth of 60 rows, `X` has [234]0", "`y` differs from the `row_labels`"


@pytest.mark.parametrize(
    ("scorer", "cv", "y", "message"),
    [
        *((SCORER, cv, y, PARTS) for cv in (*HALVES, KFold(3)) for y in (None, ROWS)),
        (scorer_of(ROWS[:30], None), KFold(2), ROWS, OTHERS),
        (SCORER, [(PERMUTED, PERMUTED)], ROWS, OTHERS),
    ],
)
def test_passed_labels_of_rows_are_refused_for_others(scorer, cv, y, message):
    options = {"scoring": scorer, "cv": cv, "error_score": "raise"}
    with pytest.raises(ValueError, match=message):
        cross_val_score(KMeansCocluster(), X, y, **options)


def test_the_rows_of_whole_data_are_pickled_and_sliced_but_not_put_in_another_order():
    ((train, test),) = sccm.WholeDataSplit().split(np.eye(3))
    assert pickle.loads(pickle.dumps(train)).tolist() == [0, 1, 2]
    assert (train[1:].tolist(), train[2]) == ([1, 2], 2)
    for rows in (train, test):
        for key in (np.arange(3)[::-1], [2, 0, 1], (np.array([2, 0]), ...)):
            with pytest.raises(ValueError, match="selects or shuffles"):
                rows[key]


# y beside passed labels


OTHER_LABELS = {
    "reversed": ROWS[::-1],
    "rolled": np.roll(ROWS, 1),
    "sliced": ROWS[:30],
    "renamed": np.array(["ash", "beech", "cedar"])[ROWS],
    "2-D": ROWS[None, :],
    "with NaN": np.where(np.arange(60) == 7, np.nan, ROWS),
    "with NA": pd.Series(ROWS, dtype="Int64").mask(np.arange(60) == 7).to_numpy(object),
}


@pytest.mark.parametrize("y", OTHER_LABELS.values(), ids=OTHER_LABELS)
def test_a_y_that_differs_from_the_passed_labels_is_refused(y):
    with pytest.raises(ValueError, match="`y` differs from the `row_labels`"):
        SCORER(KMeansCocluster().fit(X), X, y)


@pytest.mark.parametrize("columns", [None, COLUMNS], ids=["rows alone", "both modes"])
def test_errors_of_a_scorer_with_labels_name_these(columns):
    scorer = sccm.make_cocluster_scorer("cari", labels=(ROWS, columns))
    model = KMeansCocluster().fit(X)
    message = r"`y` differs from the `labels\[0\]` of the scorer; the rows have been"
    with pytest.raises(ValueError, match=message) as caught:
        scorer(model, X, ROWS[::-1])
    assert "row_labels" not in str(caught.value)
    with pytest.raises(
        ValueError, match="The scorer has the truth of 60 rows"
    ) as caught:
        scorer(model, X[:30])
    assert "row_labels" not in str(caught.value)


def test_names_in_labels_of_columns_alone_are_those_of_labels():
    labels = pd.Series(COLUMNS, [f"gene_{n}" for n in range(len(COLUMNS))])
    frame = pd.DataFrame(X, columns=[f"spot_{n}" for n in range(X.shape[1])])
    scorer = sccm.make_cocluster_scorer("cari", labels=(None, labels))
    with pytest.raises(ValueError, match=r"labels\[1\]"):
        scorer(KMeansCocluster().fit(frame), frame)


FITTED = KMeansCocluster().fit(X)
WRAPPED = sccm.InductiveCocluster(KMeansCocluster()).fit(X)
CONTAINERS = [
    *(np.asarray, list, tuple, pd.Categorical, pd.DataFrame),
    *(lambda labels, kind=kind: labels.astype(kind) for kind in (float, object)),
    lambda labels: pd.Series(labels, index=np.arange(60)[::-1] * 2),
    lambda labels: pd.DataFrame({"a": labels})["a"],
]


@pytest.mark.parametrize("make", CONTAINERS)
def test_equal_labels_in_other_containers_are_equal(make):
    assert SCORER(FITTED, X, make(ROWS)) == 1
    if make is not pd.DataFrame:
        assert scorer_of(make(ROWS))(FITTED, X, ROWS) == 1
        assert WITHOUT_ROWS(WRAPPED, X, make(ROWS)) == 1


@pytest.mark.filterwarnings("ignore:.* a string, which are two clusters")
def test_labels_of_mixed_kinds_are_not_merged_by_numpy():
    mixed, of_columns = ([[1, "1", 2][k] for k in mode] for mode in (ROWS, COLUMNS))
    scorer, texts = scorer_of(mixed, of_columns), ROWS.astype(str)
    assert scorer(FITTED, X, mixed) == 1
    with pytest.raises(ValueError, match="`y` differs"):
        scorer(FITTED, X, [["1", "1", "2"][k] for k in ROWS])
    for y in (texts, texts.tolist()):
        with pytest.raises(ValueError, match=r"dtypes <U\d+ and int64.*to one type"):
            SCORER(FITTED, X, y)


def test_predictions_for_other_rows_than_the_fitted_ones_are_noticed():
    rows = np.random.default_rng(0).integers(len(X), size=len(X))
    for drawn in (rows, PERMUTED):
        model = PredictingCocluster().fit(X[drawn])
        with pytest.raises(ValueError, match=r"for \d+% of .* but did so for 100%"):
            SCORER(model, X, ROWS)
        assert WITHOUT_ROWS(model, X, ROWS) == 1


def test_fitted_labels_that_differ_from_predictions_at_the_fit_are_scored():
    model = PredictingCocluster(n_wrong=20).fit(X)
    assert model.agreement_ == 2 / 3
    assert SCORER(model, X, ROWS) == cari_score((ROWS, COLUMNS), model) < 0.7


def test_truth_of_biclusters_is_compared_with_y():
    rows = BICLUSTERS[0]
    fitted = clone(CHECKERBOARD).fit(X)
    assert BICLUSTER_SCORER(fitted, X, rows.T) == BICLUSTER_SCORER(fitted, X) == 1
    for y in (rows.T[::-1], rows.T[:30], rows, ROWS):
        with pytest.raises(ValueError, match="`y` differs from the transposed `rows`"):
            BICLUSTER_SCORER(fitted, X, y)


# Estimators


def test_what_an_unknown_wrapper_fitted_inside_is_not_taken_for_its_labels():
    with pytest.raises(NotFittedError, match="MisleadingWrapper without `row_labels_`"):
        SCORER(MisleadingWrapper(KMeansCocluster()).fit(X), X)
    assert SCORER(LabeledWrapper(KMeansCocluster()).fit(X), X) == 1


# Directions


def own_loss(labels_true, labels_pred):
    """Return a distance."""
    return 0.25


@pytest.mark.parametrize("end", ["error", "distance", "loss"])
def test_a_function_named_like_a_distance_must_have_a_direction(end, monkeypatch):
    monkeypatch.setattr(own_loss, "__name__", f"own_{end}")
    for make in (make_cocluster_scorer, sccm.make_stability_scorer):
        with pytest.raises(ValueError, match="Pass `greater_is_better=False`"):
            make(own_loss)
    for better, expected in ((False, -0.25), (True, 0.25)):
        options = {"row_labels": ROWS, "greater_is_better": better}
        assert make_cocluster_scorer(own_loss, **options)(FITTED, X) == expected
    for metric, wrong in product(["classification_error", own_loss], [0, 1, "lower"]):
        with pytest.raises(TypeError, match="`greater_is_better` must be True or Fal"):
            make_cocluster_scorer(metric, greater_is_better=wrong)


# The names of y beside those of X


NAMED_X = pd.DataFrame(X, index=[f"s{n}" for n in range(60)])
NAMED_Y = pd.Series(ROWS, index=NAMED_X.index)
NUMBERED_X = NAMED_X.reset_index(drop=True)
NUMBERED_Y = NAMED_Y.reset_index(drop=True)


@pytest.mark.parametrize(
    ("y", "data", "end"),
    [
        (NAMED_Y[30:], NAMED_X[:30], "Pass the `y` of the rows of `X`"),
        (NAMED_Y[:30].rename(str.upper), NAMED_X[:30], "differ only by capitals"),
        (NUMBERED_Y[30:], NUMBERED_X[:30], "Pass the `y` of the rows of `X`"),
        (NAMED_Y[15:45], NAMED_X[:30], r"pass `y\.loc\[X\.index\]`"),
    ],
)
def test_a_y_of_other_rows_is_refused_with_the_names(y, data, end):
    with pytest.raises(
        ValueError, match=f"`y` and `X` have different names of rows: .*{end}"
    ):
        WITHOUT_ROWS(WRAPPED, data, y)
    assert WITHOUT_ROWS(WRAPPED, data, ROWS[:30]) == 1


@pytest.mark.parametrize(
    ("y", "data", "named", "unnamed"),
    [
        (NUMBERED_Y[:30], NAMED_X[:30], "X", "y"),
        (NUMBERED_Y[30:], NAMED_X[30:], "X", "y"),  # a part of a default index
        (NAMED_Y[:30], NUMBERED_X[:30], "y", "X"),
    ],
)
def test_a_y_with_names_on_one_side_is_compared_by_position_with_a_warning(
    y, data, named, unnamed
):
    message = f"`{named}` has names, but rows .* the index of `{unnamed}` has integers"
    with pytest.warns(UserWarning, match=message):
        assert WITHOUT_ROWS(WRAPPED, data, y) == 1
    assert WITHOUT_ROWS(WRAPPED, data, y.to_numpy()) == 1
