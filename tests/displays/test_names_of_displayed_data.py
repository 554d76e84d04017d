"""Displays put labels and biclusters in the order of the data that they draw."""

import warnings

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.decomposition import PCA
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from sklearn_cocluster_metrics import BiclusterDisplay, CoclusterDisplay
from sklearn_cocluster_metrics.datasets import make_latent_blocks

pytestmark = pytest.mark.usefixtures("pyplot")
GENERATOR = np.random.default_rng(0)
CONSTANT = "g3"  # The variance threshold drops this column.
SAMPLES = [f"s{row}" for row in range(30)]
GENES = [f"g{column}" for column in range(20)]


def shuffled_blocks():
    values, rows, columns = make_latent_blocks((30, 20), (3, 2), random_state=0)
    data = pd.DataFrame(values - values.min() + 1, SAMPLES, GENES)
    return data, pd.Series(rows, SAMPLES), pd.Series(columns, GENES)


DATA, ROWS, COLUMNS = shuffled_blocks()
WITH_CONSTANT = DATA.assign(**{CONSTANT: 1.0})
SHUFFLED_ROWS = ROWS.sample(frac=1, random_state=1)
SHUFFLED_COLUMNS = COLUMNS.sample(frac=1, random_state=2)
MODEL = SpectralBiclustering((3, 2), random_state=0)
FOUND = MODEL.fit(DATA)
FOUND_LABELS = (FOUND.row_labels_, FOUND.column_labels_)


@pytest.mark.parametrize("unlabeled", [None, "drop_either"])
@pytest.mark.parametrize("known", ["rows", "columns"])
@pytest.mark.parametrize(
    "prediction",
    [
        FOUND,
        tuple(map(list, FOUND_LABELS)),
        (pd.Series(FOUND_LABELS[0], SAMPLES), pd.Series(FOUND_LABELS[1], GENES)),
    ],
    ids=["estimator", "lists", "series"],
)
def test_a_mode_without_truth_is_drawn_beside_named_data(prediction, known, unlabeled):
    truth = (SHUFFLED_ROWS, None) if known == "rows" else (None, SHUFFLED_COLUMNS)
    array_truth = (ROWS.to_numpy(), None)
    if known == "columns":
        array_truth = (None, COLUMNS.to_numpy())
    display = CoclusterDisplay(DATA, truth, prediction, unlabeled=unlabeled)
    expected = CoclusterDisplay(DATA.to_numpy(), array_truth, FOUND_LABELS)
    assert display.score == expected.score
    assert (display.image_true == expected.image_true).all()


def test_a_mapping_beside_named_data_is_drawn_in_their_order():
    display = CoclusterDisplay(DATA, (dict(SHUFFLED_ROWS), None), FOUND)
    expected = CoclusterDisplay(DATA, (ROWS, None), FOUND)
    assert (display.image_true == expected.image_true).all()


def dropping(last_step):
    select = VarianceThreshold().set_output(transform="pandas")
    return make_pipeline(select, last_step)


@pytest.mark.parametrize("named_data", [True, False])
@pytest.mark.parametrize("has_truth", [True, False])
def test_columns_that_a_pipeline_drops_are_not_drawn(has_truth, named_data):
    pipe = dropping(MODEL).fit(WITH_CONSTANT)
    truth = (SHUFFLED_ROWS, SHUFFLED_COLUMNS)
    data = WITH_CONSTANT
    if not named_data:
        truth = (ROWS.to_numpy(), COLUMNS.to_numpy())
        data = WITH_CONSTANT.to_numpy()
    display = CoclusterDisplay.from_predictions(
        data, truth if has_truth else None, pipe
    )
    selected_truth = (ROWS, COLUMNS.drop(CONSTANT)) if has_truth else None
    expected = CoclusterDisplay(
        pipe[:-1].transform(WITH_CONSTANT), selected_truth, pipe[-1]
    )
    assert (display.image_pred == expected.image_pred).all()
    if has_truth:
        assert (display.image_true == expected.image_true).all()
        assert display.score == expected.score


def test_a_truth_of_another_length_than_the_data_of_a_pipeline_is_refused():
    pipe = dropping(MODEL).fit(WITH_CONSTANT)
    truth = (ROWS.to_numpy(), COLUMNS.to_numpy()[:-1])
    with pytest.raises(ValueError, match="`X` has 20 columns, `labels_true` has 19"):
        CoclusterDisplay(WITH_CONSTANT, truth, pipe)


@pytest.mark.parametrize("display", [CoclusterDisplay, BiclusterDisplay])
def test_the_output_of_the_first_steps_is_drawn_with_the_last_step(display):
    data = WITH_CONSTANT.to_numpy()
    pipe = make_pipeline(VarianceThreshold(), SpectralCoclustering(3, random_state=0))
    pipe.fit(data)
    with pytest.raises(ValueError, match=r"was fitted on 20\..* pass `pipe\[-1\]` as"):
        display(pipe[:-1].transform(data), None, pipe)
    assert "(30, 19)" in repr(display(pipe[:-1].transform(data), None, pipe[-1]))


@pytest.mark.parametrize("display", [CoclusterDisplay, BiclusterDisplay])
def test_new_features_are_drawn_from_the_output_of_the_first_steps(display):
    make_positive = FunctionTransformer(np.exp, feature_names_out="one-to-one")
    last_step = SpectralCoclustering(2, random_state=0)
    pipe = make_pipeline(PCA(4, random_state=0), make_positive, last_step).fit(DATA)
    message = r"pass `pipe\[:-1\]\.transform\(X\)` as `X`, and `pipe\[-1\]` as"
    with pytest.raises(ValueError, match=message):
        display(DATA, None, pipe)
    assert "(30, 4)" in repr(display(pipe[:-1].transform(DATA), None, pipe[-1]))


def backwards(X):
    return X[::-1]


def fitted_after_a_step_that_moves_rows():
    move = FunctionTransformer(backwards, feature_names_out="one-to-one")
    return make_pipeline(move, SpectralCoclustering(3, random_state=0)).fit(DATA)


def test_labels_of_rows_that_a_pipeline_moves_are_drawn_in_the_order_of_the_data():
    pipe = fitted_after_a_step_that_moves_rows()
    labels = (pipe[-1].row_labels_[::-1], pipe[-1].column_labels_)
    expected = CoclusterDisplay(DATA, None, labels)
    assert (CoclusterDisplay(DATA, None, pipe).image_pred == expected.image_pred).all()


def test_biclusters_of_rows_that_a_pipeline_moves_are_drawn_in_the_order_of_the_data():
    pipe = fitted_after_a_step_that_moves_rows()
    biclusters = (pipe[-1].rows_[:, ::-1], pipe[-1].columns_)
    expected = BiclusterDisplay(DATA, None, biclusters)
    assert (BiclusterDisplay(DATA, None, pipe).image == expected.image).all()


def named_biclusters(model, *, shuffle):
    parts = []
    for indicator, names in ((model.rows_, SAMPLES), (model.columns_, GENES)):
        frame = pd.DataFrame(indicator, columns=names)
        if shuffle:
            frame = frame.sample(frac=1, axis=1, random_state=3)
        parts.append(frame)
    return tuple(parts)


@pytest.mark.parametrize("has_fitted_names", [True, False])
@pytest.mark.parametrize("fitted_side", ["true", "pred"])
def test_named_biclusters_beside_a_fit_are_drawn_by_the_names_of_the_data(
    fitted_side, has_fitted_names
):
    data = DATA if has_fitted_names else DATA.to_numpy()
    model = SpectralCoclustering(3, random_state=0).fit(data)
    sides = [model, named_biclusters(model, shuffle=True)]
    if fitted_side == "pred":
        sides = sides[::-1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        display = BiclusterDisplay(DATA, *sides)
    expected = BiclusterDisplay(DATA.to_numpy(), model, model)
    assert (display.image == expected.image).all()
    for pieces_of_side in (display.pieces_true, display.pieces_pred):
        for pieces, expected_pieces in zip(
            pieces_of_side, expected.pieces_pred, strict=True
        ):
            assert (pieces == expected_pieces).all()


@pytest.mark.parametrize("has_truth", [True, False])
def test_named_biclusters_of_a_fit_are_drawn_by_the_names_of_the_data(has_truth):
    found = SpectralCoclustering(3, random_state=0).fit(DATA)
    rows, columns = named_biclusters(found, shuffle=True)
    model = Fitted(rows_=rows, columns_=columns)
    truth = named_biclusters(found, shuffle=False) if has_truth else None
    expected = BiclusterDisplay(DATA, found if has_truth else None, found)
    assert (BiclusterDisplay(DATA, truth, model).image == expected.image).all()


def test_columns_with_two_levels_of_names_are_selected():
    names = pd.MultiIndex.from_product([["a", "b"], range(10)])
    data = WITH_CONSTANT.set_axis(names, axis=1)
    pipe = make_pipeline(VarianceThreshold(), MODEL).fit(data.to_numpy())
    assert CoclusterDisplay.from_estimator(pipe, data).image_pred.shape == (30, 19)


@pytest.mark.parametrize("truth", ["named", "arrays", "fit", None])
def test_biclusters_of_a_pipeline_that_drops_columns_are_drawn(truth):
    pipe = dropping(SpectralCoclustering(3, random_state=0)).fit(WITH_CONSTANT)
    full = SpectralCoclustering(3, random_state=0).fit(DATA)
    true = named_biclusters(full, shuffle=truth == "named")
    selected = (true[0], true[1].drop(columns=CONSTANT))
    if truth == "arrays":
        true = tuple(part.to_numpy() for part in true)
    elif truth == "fit":
        true = pipe
        selected = pipe[-1]
    elif truth is None:
        true = None
        selected = None
    display = BiclusterDisplay.from_predictions(WITH_CONSTANT, true, pipe)
    transformed = pipe[:-1].transform(WITH_CONSTANT)
    expected = BiclusterDisplay(transformed, selected, pipe[-1])
    assert display.image.shape == (30, 19)
    assert (display.image == expected.image).all()
    for pieces, expected_pieces in zip(
        display.pieces_pred, expected.pieces_pred, strict=True
    ):
        assert (pieces == expected_pieces).all()


@pytest.mark.parametrize("side", ["biclusters_true", "biclusters_pred"])
def test_a_warning_of_a_default_index_names_the_side_that_has_it(side):
    X = pd.DataFrame(np.eye(3), index=list("abc"), columns=list("xyz"))
    indicators = (np.array([[1, 1, 0]]), np.array([[0, 1, 1]]))
    sides = dict.fromkeys(("biclusters_true", "biclusters_pred"), indicators)
    sides[side] = tuple(map(pd.DataFrame, indicators))
    with pytest.warns(
        UserWarning, match=rf"because `{side}\[\d\]` has the default"
    ) as found:
        BiclusterDisplay(X, **sides)
    assert len(found) == 2
