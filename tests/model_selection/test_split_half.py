"""The split-half test: against fits of the halves, on noise and on planted blocks."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    InductiveCocluster,
    split_half_test,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks

MODEL = SpectralCoclustering(3, random_state=0)
BLOCKS = make_latent_blocks((60, 40), (3, 3), family="poisson", random_state=0)[0] + 1
NOISE = np.random.default_rng(0).random((60, 40))


def test_planted_blocks_are_found_in_both_modes():
    result = split_half_test(MODEL, BLOCKS, random_state=0)
    assert max(result.pvalues_of_modes) < 0.01
    assert repr(result).startswith(
        f"SplitHalfTestResult(pvalue of any mode={result.pvalue:.3g}, of rows="
    )
    assert min(result.agreements_of_modes) > 0.5


@pytest.mark.slow  # mathematics, whatever the versions
def test_noise_is_rejected_no_more_often_than_the_level():
    """In 30 matrices, and the agreement is 0 on average."""
    results = [
        split_half_test(
            MODEL,
            np.random.default_rng(seed).exponential(size=(30, 24)),
            n_splits=3,
            random_state=seed,
        )
        for seed in range(30)
    ]
    assert sum(result.pvalue <= 0.05 for result in results) <= 5
    agreements = np.array([result.agreements_of_modes for result in results])
    error = agreements.std() / np.sqrt(agreements.size)
    assert abs(agreements.mean()) < 4 * error


def test_the_pvalues_of_splits_are_combined_by_ruegers_bound_at_the_median():
    for n_splits in (1, 4, 5):
        result = split_half_test(MODEL, NOISE, n_splits=n_splits, random_state=1)
        assert result.pvalues.shape == (n_splits, 2)
        medians = np.quantile(result.pvalues, 0.5, axis=0, method="higher")
        factor = {1: 1, 4: 4 / 3, 5: 5 / 3}[n_splits]  # n / k of the k-th of n
        expected = np.minimum(1, factor * medians)
        assert result.pvalues_of_modes == pytest.approx(expected, rel=1e-12)
        assert result.pvalue == min(1, 2 * min(result.pvalues_of_modes))


def test_labels_that_follow_position_do_not_agree():
    halves = FunctionCocluster(lambda X: [np.arange(n) * 3 // n for n in X.shape])
    assert split_half_test(halves, NOISE, random_state=0).pvalue > 0.05


def test_fits_of_one_mode_share_no_cell_and_are_compared_entry_by_entry():
    """A function that reads a mark of every row, and remembers what it has seen."""
    marked = np.arange(24.0).reshape(6, 4)
    seen = []

    def by_mark(X):
        seen.append({*X.ravel()})
        rows, columns = (X // 4)[:, 0], (X % 4)[0]
        return rows % 2, columns % 2

    result = split_half_test(FunctionCocluster(by_mark), marked, random_state=0)
    assert result.agreements_of_modes == (1.0, 1.0)
    for one, other in zip(seen[::2], seen[1::2], strict=True):
        assert one.isdisjoint(other)
        assert one | other == {*marked.ravel()}


@pytest.mark.parametrize("as_data", [pd.DataFrame, sparse.csr_array, sparse.csc_array])
def test_containers_give_one_result(as_data):
    expected = split_half_test(MODEL, BLOCKS, n_splits=2, random_state=0)
    found = split_half_test(MODEL, as_data(BLOCKS), n_splits=2, random_state=0)
    assert found == expected


def in_order(X):
    """Label by position."""
    return [np.arange(n) * 2 // n for n in X.shape]


def test_of_the_rows_alone_only_these_are_tested():
    data = np.random.default_rng(0).normal(size=(60, 4))
    result = split_half_test(KMeans(2, n_init=2), data, random_state=0)
    assert result.pvalues.shape == (5, 1)
    assert result.pvalue == result.pvalues_of_modes[0] > 0.05
    assert repr(result) == f"SplitHalfTestResult(pvalue of rows={result.pvalue:.3g})"
    assert list(result.to_frame()) == ["mode", "pvalue", "adjusted Rand"]
    assert len(result.to_frame()) == 1
    data[:30] += 3
    assert split_half_test(KMeans(2, n_init=2), data, random_state=0).pvalue < 0.001
    with pytest.raises(ValueError, match=r"got shape \(60, 3\)"):
        split_half_test(FunctionCocluster(in_order), data[:, :3])


EMPTY_ROW = NOISE * (np.arange(60) > 0)[:, None]
SELECTING = make_pipeline(VarianceThreshold(), MODEL)
KEEPING = InductiveCocluster(MODEL, empty="keep")
REFUSED = [
    (MODEL, EMPTY_ROW, ValueError, "1 rows and 0 .*Wrap .* in `InductiveC"),
    (KEEPING, EMPTY_ROW, ValueError, "^SpectralCoclustering failed.*='drop'`"),
    (MODEL, NOISE[:3], ValueError, r"four rows and four columns.*got shape \(3, "),
    (MODEL, NOISE[0], ValueError, "`X`"),
    (
        SELECTING,
        np.maximum(NOISE, [1] + [0] * 39),
        ValueError,
        "drops columns of `X`, .* Drop",
    ),
    (KMeans(3), NOISE[:, :1], ValueError, "two columns if only the rows"),
    (MODEL, np.ma.masked_less(NOISE, 0.1), ValueError, "`X` has masked entries"),
]


@pytest.mark.parametrize(("model", "X", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(model, X, error, message):
    with pytest.raises(error, match=message):
        split_half_test(model, X)
