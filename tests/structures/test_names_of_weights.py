"""Weights in a Series: matched by name with labels, with a fit, or with the data."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import SpectralCoclustering

import sklearn_cocluster_metrics as sccm

ROW_NAMES = [f"r{row}" for row in range(12)]
FRAME = pd.DataFrame(
    np.kron(np.eye(3), np.ones((4, 3))) + 0.1,
    index=ROW_NAMES,
    columns=list("abcdefghi"),
)
FIT_OF_FRAME = SpectralCoclustering(3, random_state=0).fit(FRAME)
TRUE_ROWS = np.array([0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2])
TRUE_COLUMNS = np.array([0, 0, 1, 1, 1, 1, 2, 2, 2])
ROW_WEIGHTS = pd.Series(np.arange(1.0, 13), FRAME.index)
COLUMN_WEIGHTS = pd.Series(np.arange(1.0, 10), FRAME.columns)


def test_named_weights_are_matched_with_the_columns_of_a_fit():
    truth = (None, TRUE_COLUMNS)
    expected = sccm.cari_score(
        truth, FIT_OF_FRAME, sample_weight=(None, COLUMN_WEIGHTS.to_numpy())
    )
    score = sccm.cari_score(
        truth, FIT_OF_FRAME, sample_weight=(None, COLUMN_WEIGHTS[::-1])
    )
    assert score == expected < 1


def test_named_weights_of_rows_beside_a_fit_are_warned_of():
    with pytest.warns(UserWarning, match=r"`sample_weight\[0\]` has names"):
        sccm.cari_score(
            (TRUE_ROWS, None), FIT_OF_FRAME, sample_weight=(ROW_WEIGHTS, None)
        )


@pytest.mark.parametrize(
    "truth",
    [
        {"row_labels": TRUE_ROWS, "column_labels": TRUE_COLUMNS},
        {"labels": (TRUE_ROWS, TRUE_COLUMNS)},
    ],
    ids=list,
)
def test_scorers_match_named_weights_with_the_data(truth):
    def score(weights, X=FRAME):
        scorer = sccm.make_cocluster_scorer("cari", **truth, sample_weight=weights)
        return scorer(FIT_OF_FRAME, X)

    expected = score((ROW_WEIGHTS.to_numpy(), COLUMN_WEIGHTS.to_numpy()))
    assert score((ROW_WEIGHTS[::-1], COLUMN_WEIGHTS[::-1])) == expected < 1


def test_compare_matches_named_weights_with_the_data():
    candidates = {"a": (FIT_OF_FRAME.row_labels_, FIT_OF_FRAME.column_labels_)}
    data = {"d": (FRAME, (TRUE_ROWS, TRUE_COLUMNS))}
    values = [
        sccm.compare(candidates, data, "cari", sample_weight={"d": weights})
        for weights in (
            (ROW_WEIGHTS.to_numpy(), COLUMN_WEIGHTS.to_numpy()),
            (ROW_WEIGHTS[::-1], COLUMN_WEIGHTS[::-1]),
        )
    ]
    assert values[0].records[0]["value"] == values[1].records[0]["value"] < 1


def test_shuffled_numbers_of_weights_beside_arrays_are_refused():
    weights = pd.Series([1.0, 2, 3, 4], index=[3, 1, 4, 2])
    with pytest.raises(ValueError, match="but the truth has no names"):
        sccm.cari_score([0, 0, 1, 1], [0, 1, 1, 1], sample_weight=weights)


def test_named_weights_beside_arrays_go_by_position():
    weights = pd.Series([1.0, 2, 3, 4], index=list("zwyx"))
    true = [0, 0, 1, 1]
    pred = [0, 1, 1, 1]
    expected = sccm.cari_score(true, pred, sample_weight=weights.to_numpy())
    assert sccm.cari_score(true, pred, sample_weight=weights) == expected
