"""Data frames of pyarrow and polars, wherever data frames of pandas are taken."""

import numpy as np
import pytest
from sklearn.cluster import SpectralCoclustering

import sklearn_cocluster_metrics as sccm

DATA = np.random.default_rng(0).random((12, 6)) + 0.1
NAMES = list("abcdef")
TRUTH = np.arange(12) % 3, np.arange(6) % 2
OF_COLUMNS = dict(zip(NAMES, TRUTH[1], strict=True))
MODEL = SpectralCoclustering(2, random_state=0)


def frame(library):
    pytest.importorskip(library)
    if library == "pyarrow":
        import pyarrow

        return pyarrow.table(dict(zip(NAMES, DATA.T, strict=True)))
    import polars

    return polars.DataFrame(DATA, schema=NAMES)


def record(data):
    (found,) = sccm.compare({"a": MODEL}, {"d": data}, ["cari"], random_state=0).records
    return found["value"], found["error"]


FUNCTIONS = {
    "scorer": lambda X: sccm.make_cocluster_scorer("cari", labels=TRUTH)(
        MODEL.fit(DATA), X
    ),
    "compare": lambda X: record((X, TRUTH)),
    "stability": lambda X: sccm.stability_score(MODEL, X, n_resamples=3),
    "split half": lambda X: sccm.split_half_test(MODEL, X, random_state=0).pvalue,
    "separation": lambda X: (
        sccm.separation_test(
            sccm.FunctionCocluster(lambda X: TRUTH), X, n_draws=3, random_state=0
        ).statistic
    ),
    "refits": lambda X: (
        sccm.refit_test(MODEL, X, TRUTH, n_refits=3, random_state=0).statistic
    ),
    "modularity": lambda X: sccm.modularity_score(X, TRUTH, match=True),
    "display": lambda X: sccm.CoclusterDisplay.from_predictions(
        X, TRUTH, TRUTH
    ).image_true.tolist(),
    "a function": lambda X: (
        sccm.FunctionCocluster(lambda X: TRUTH).fit(X).row_labels_.tolist()
    ),
}


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_data_frame_gives_the_value_of_its_array(name, library):
    assert FUNCTIONS[name](frame(library)) == FUNCTIONS[name](DATA)


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_columns_of_other_frames_are_matched_by_name(library):
    X = frame(library)
    scorer = sccm.make_cocluster_scorer(
        "cari", row_labels=TRUTH[0], column_labels=OF_COLUMNS
    )
    order = [0, 1, 4, 2, 5, 3]
    reordered = X.select([NAMES[place] for place in order])
    truth = TRUTH[0], TRUTH[1][order]
    expected = sccm.cari_score(truth, MODEL.fit(DATA[:, order]))
    found = scorer(MODEL.fit(reordered.to_pandas()), reordered)
    assert found == pytest.approx(expected)
    assert sccm.cari_score(TRUTH, MODEL) != pytest.approx(expected)  # by position
    columns = sccm.biclusters_from_indices([([0], ["f", "a"])], X)[1]
    assert np.flatnonzero(columns).tolist() == [0, 5]


LAZY = {
    **FUNCTIONS,
    "labels": lambda X: sccm.cari_score(X, TRUTH[0]),
    "mode": lambda X: sccm.cari_score((X, TRUTH[1]), TRUTH),
    "weights": lambda X: sccm.cari_score(TRUTH[0], TRUTH[0], sample_weight=X),
    "memberships": lambda X: sccm.soft_cari_score(X, X),
    "indicators": lambda X: sccm.rnia_distance((X, X), (X, X)),
    "shape": lambda X: sccm.biclusters_from_indices([([0], [0])], X),
}


@pytest.mark.parametrize("name", LAZY)
def test_a_lazy_frame_is_refused_with_the_cure(name):
    polars = pytest.importorskip("polars")
    lazy = polars.DataFrame(DATA, schema=NAMES).lazy()
    with pytest.raises(TypeError, match=r"is a LazyFrame.*collect\(\)`"):
        LAZY[name](lazy)
