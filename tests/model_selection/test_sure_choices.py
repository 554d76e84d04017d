"""How sure a choice is: frequencies without new fits, warnings, and what is safe."""

import json
import pickle
import warnings
from copy import copy
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from doubles import KMeansCocluster, blocks
from joblib import parallel_config
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    RandomizedSearchCV,
    cross_val_score,
    cross_validate,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import (
    choice_frequencies,
    finest_stable,
    most_reproducible,
)

X, _, _ = blocks()
NOISE = np.random.default_rng(3).normal(size=(60, 30))
WHOLE = {"cv": sccm.WholeDataSplit(), "error_score": "raise"}
GRID = {"n_row_clusters": [2, 3, 4]}
BY_MODES = partial(finest_stable, by="modes")


def search(refit=most_reproducible, data=X, **options):
    """Search the number of row clusters."""
    options = {"n_resamples": 4, **options}
    scorer = sccm.make_stability_scorer(**options)
    model = KMeansCocluster()
    return GridSearchCV(model, GRID, scoring=scorer, refit=refit, **WHOLE).fit(data)


SEARCH = search()
NOISY = search(refit=False, data=NOISE)


class Striped(BaseEstimator):
    """Labels by position, which is cheap."""

    def __init__(self, k=2, n_init=1):
        self.k, self.n_init = k, n_init

    def fit(self, X, y=None):
        self.row_labels_ = np.arange(np.shape(X)[0]) % self.k
        self.column_labels_ = np.arange(np.shape(X)[1]) % self.k
        return self


# Counts have no splits into halves, which would take time.
CHEAP = {"n_resamples": 2, "kind": "counts"}


def results(stabilities, *, pvalues=None, bcv=None, n_row_clusters=None):
    """Make results of a search of values, or of counts, from each resample."""
    scores = {"stability": np.asarray(stabilities, dtype=float)}
    if bcv is not None:
        scores["bcv"] = np.asarray(bcv, dtype=float)
        scores["bcv_modularity"] = np.ones(scores["bcv"].shape)
    n_candidates, n_resamples = scores["stability"].shape
    if n_row_clusters is None:
        n_row_clusters = range(2, 2 + n_candidates)
    made = {"params": [{"k": k} for k in range(2, 2 + n_candidates)]}
    made["mean_test_n_row_clusters"] = list(n_row_clusters)
    made["mean_test_n_resamples"] = [n_resamples] * n_candidates
    for name, values in scores.items():
        made[f"mean_test_{name}"] = values.mean(axis=1)
        error = values.std(axis=1, ddof=1) / np.sqrt(n_resamples)
        prefix = "" if name == "stability" else f"{name}_"
        made[f"mean_test_{prefix}resampling_error"] = error
        for number, column in enumerate(values.T):
            made[f"mean_test_resample_{number}_{name}"] = column
    if pvalues is not None:
        pvalues = np.asarray(pvalues, dtype=float)
        made["mean_test_split_half_pvalue"] = third(pvalues)
        for number, column in enumerate(pvalues.T):
            made[f"mean_test_split_{number}_pvalue"] = column
    return made


def third(pvalues):
    """Return the third smallest of nine p-values of each candidate, times three."""
    return np.minimum(1, 3 * np.sort(pvalues, axis=1)[:, 2])


def silently(function, *arguments, **options):
    """Call a function without the warning of a choice that is not sure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments, **options)


# The margin


def of_deviation(n_resamples, deviation=0.1):
    """Make results whose resamples deviate alike, whatever their number."""
    error = deviation / np.sqrt(n_resamples)
    return {
        "params": [{"k": 2}, {"k": 3}, {"k": 4}],
        "mean_test_stability": [0.9, 0.88, 0.86],
        "mean_test_resampling_error": [error] * 3,
        "mean_test_n_resamples": [n_resamples] * 3,
        "mean_test_n_row_clusters": [2, 3, 4],
    }


@pytest.mark.parametrize("n_resamples", [2, 6, 24, 96, 1000])
def test_the_number_of_resamples_does_not_change_the_margin(n_resamples):
    # One standard error of the difference, of 24 resamples, is .1 sqrt(2 / 24) = .029.
    assert finest_stable(of_deviation(n_resamples)) == 1


@pytest.mark.parametrize(("n_resamples", "chosen"), [(6, 2), (24, 1), (96, 0)])
def test_without_the_number_of_resamples_the_margin_is_the_error(n_resamples, chosen):
    made = of_deviation(n_resamples)
    del made["mean_test_n_resamples"]
    assert finest_stable(made) == chosen


@pytest.mark.parametrize(
    ("n_resamples", "passes"), [(6, False), (24, True), (96, True), (10**4, True)]
)
def test_more_resamples_than_24_do_not_make_prediction_easier(n_resamples, passes):
    made = of_deviation(n_resamples) | {
        "mean_test_bcv": [0.05] * 3,  # two errors of 24 resamples are .041, of 6 .082
        "mean_test_bcv_resampling_error": [0.1 / np.sqrt(n_resamples)] * 3,
        "mean_test_bcv_modularity": [1] * 3,
    }
    if passes:
        assert most_reproducible(made) == 0
    else:
        with pytest.raises(ValueError, match=r"Nothing was found.* above 0.082, two"):
            most_reproducible(made)
    made["mean_test_bcv"] = [0.04] * 3
    with pytest.raises(ValueError, match="Nothing was found"):
        most_reproducible(made)


# Nine splits


class SomeHalves(KMeansCocluster):
    """Cannot be fitted to every third half of the columns."""

    n_fits = 0

    def fit(self, X, y=None):
        if np.shape(X)[1] == 15:
            type(self).n_fits += 1
            if self.n_fits % 3 == 0:
                raise ValueError("this half fails")
        return super().fit(X)


def test_a_split_that_cannot_be_fitted_counts_for_itself_only():
    SomeHalves.n_fits = 0
    scorer = sccm.make_stability_scorer(n_resamples=2)
    scores = scorer(SomeHalves(), X)
    pvalues = [scores[f"split_{number}_pvalue"] for number in range(9)]
    assert 0 < pvalues.count(1.0) < 7
    assert scores["split_half_pvalue"] == third(np.array([pvalues]))[0] < 0.01


def test_the_number_of_resamples_changes_no_split():
    few, many = (
        sccm.make_stability_scorer(n_resamples=n, random_state=5)(
            KMeansCocluster(), NOISE
        )
        for n in (2, 5)
    )
    names = ["split_half_pvalue", *(f"split_{number}_pvalue" for number in range(9))]
    assert [few[name] for name in names] == [many[name] for name in names]
    assert few["n_resamples"] == 2
    other = sccm.make_stability_scorer(n_resamples=2, random_state=6)
    assert other(KMeansCocluster(), NOISE)["split_half_pvalue"] != few[names[0]]


def test_the_number_of_jobs_changes_no_split():
    with parallel_config("threading"):
        one, two = (
            sccm.make_stability_scorer(n_resamples=2, n_jobs=n)(KMeans(2), NOISE)
            for n in (1, 2)
        )
    assert one == two


class NaNTolerant(KMeansCocluster):
    """Takes missing values for the mean of the data."""

    def fit(self, X, y=None):
        return super().fit(np.where(np.isnan(X), np.nanmean(X), X))


def test_data_with_missing_values_are_chosen_for_where_the_estimator_takes_them():
    missing = X.copy()
    missing[::7, ::5] = np.nan
    scorer = sccm.make_stability_scorer(n_resamples=4)
    options = {"scoring": scorer, "refit": most_reproducible, **WHOLE}
    found = GridSearchCV(NaNTolerant(), GRID, **options).fit(missing)
    assert found.best_params_ == {"n_row_clusters": 3}
    noise = np.where(np.isnan(missing), np.nan, NOISE)
    with pytest.raises(ValueError, match="Nothing was found"):
        GridSearchCV(NaNTolerant(), GRID, **options).fit(noise)
    of_counts = sccm.make_stability_scorer(n_resamples=2, kind="counts")
    assert "split_half_pvalue" not in of_counts(NaNTolerant(), missing)


def test_an_estimator_that_refuses_missing_values_is_fitted_to_no_part():
    missing = X.copy()
    missing[0, 0] = np.nan
    fitted = KMeans(3, n_init=1, random_state=0).fit(X)
    with pytest.raises(ValueError, match="`X` has NaN, which KMeans does not accept"):
        sccm.make_stability_scorer()(fitted, missing)


# The numbers of each resample


def test_the_numbers_of_each_resample_are_those_of_the_means():
    scorer = sccm.make_stability_scorer(n_resamples=5)
    scores = scorer(KMeansCocluster(4), NOISE)
    plain_scorer = sccm.make_stability_scorer(n_resamples=5, with_resamples=False)
    plain = plain_scorer(KMeansCocluster(4), NOISE)
    assert plain.items() <= scores.items()
    names = {"stability", "row_stability", "column_stability", "bcv"}
    of_resamples = {
        f"resample_{number}_{name}" for number in range(5) for name in names
    }
    of_splits = {f"split_{number}_pvalue" for number in range(9)}
    assert scores.keys() - plain.keys() == of_resamples | of_splits
    for name in names:
        values = [scores[f"resample_{number}_{name}"] for number in range(5)]
        assert scores[name] == pytest.approx(np.mean(values), rel=1e-12)


def test_they_can_be_left_out_of_the_results():
    plain = search(with_resamples=False)
    assert len(plain.cv_results_) < 80
    with pytest.raises(ValueError, match=r"no numbers of each resample. Search with"):
        choice_frequencies(plain)


def test_the_score_of_one_estimator_has_no_numbers_of_resamples():
    options = {"n_resamples": 2, "random_state": 0, "with_standard_error": True}
    score = sccm.stability_score(KMeansCocluster(), X, **options)
    assert not any(key.startswith(("resample_", "split_0")) for key in score)
    score = sccm.stability_score(KMeansCocluster(), X, **options, with_resamples=True)
    assert "resample_0_stability" in score


def test_a_default_scorer_lets_an_unsure_choice_warn():
    """Nobody has to know of an option to hear that a choice is not sure."""
    with pytest.warns(UserWarning, match="Another seed may choose otherwise"):
        search(data=NOISE, refit=finest_stable)


# Frequencies

RNG = np.random.default_rng(0)
CLEAR = results(
    [[0.9] * 24, [0.95] * 24, [0.1] * 24] + RNG.normal(0, 0.02, (3, 24)),
    pvalues=[[0.0001] * 9] * 3,
)


def of_tie(seed=0, difference=0.0):
    """Make results of two candidates that differ by the margin, and a bit more."""
    noise = np.random.default_rng(seed).normal(size=(2, 24))
    noise -= noise.mean(axis=1, keepdims=True)
    noise *= 0.02 / noise.std(axis=1, ddof=1, keepdims=True)
    means = np.array([[0.9], [0.9 - 0.02 * np.sqrt(2 / 24) - difference]])
    return results(means + noise, pvalues=[[0.0001] * 9] * 2)


def test_a_clear_choice_has_all_and_a_tie_half():
    clear = choice_frequencies(CLEAR)
    assert clear.best_index == 1
    assert clear.of_choice > 0.99
    tie = choice_frequencies(of_tie())
    assert tie.frequencies == pytest.approx([0.5, 0.5], abs=0.08)
    assert tie.nothing == 0


def simulated_frequency(difference, n_draws=4000):
    """Return how often a second search chooses candidate 1, from its normal law.

    The means of both searches deviate from the truth independently, so that their
    difference has twice the variance of one.
    """
    rng = np.random.default_rng(1)
    spread = 0.02 * np.sqrt(2 / 24) * np.sqrt(2)
    return np.mean(rng.normal(-difference, spread, n_draws) >= 0)


@pytest.mark.parametrize("difference", [-0.008, -0.003, 0.003, 0.008])
def test_the_frequency_is_that_of_another_search_by_its_normal_law(difference):
    frequencies = [
        choice_frequencies(of_tie(seed, difference=difference)).frequencies[1]
        for seed in range(3)
    ]
    expected = simulated_frequency(difference)
    assert np.mean(frequencies) == pytest.approx(expected, abs=0.06)


def test_candidates_move_together():
    # Both have the same deviations, so that their difference never changes.
    noise = np.tile(np.random.default_rng(0).normal(scale=0.2, size=24), (2, 1))
    together = results(noise + [[0.9], [0.88]], pvalues=[[0.0001] * 9] * 2)
    assert choice_frequencies(together, rule=greatest).of_choice == 1
    apart = np.random.default_rng(0).normal(scale=0.2, size=(2, 24))
    apart += [[0.9], [0.88]] - apart.mean(axis=1, keepdims=True)
    assert choice_frequencies(results(apart), rule=greatest).of_choice < 0.8


def greatest(cv_results):
    """Choose the greatest stability."""
    return int(np.argmax(cv_results["mean_test_stability"]))


def test_splits_that_differ_make_nothing_possible():
    # Two, three or four of nine splits are significant.
    for n_significant, low, high in [(1, 0.85, 1), (3, 0.3, 0.7), (9, 0, 0)]:
        pvalues = [[0.001] * n_significant + [0.5] * (9 - n_significant)] * 2
        made = results([[0.9] * 24, [0.5] * 24], pvalues=pvalues)
        assert low <= choice_frequencies(made).nothing <= high


def test_of_counts_the_prediction_is_resampled():
    noise = np.random.default_rng(0).normal(scale=0.3, size=(2, 24))
    noise -= noise.mean(axis=1, keepdims=True)
    noise[1] = 0
    made = results(np.full((2, 24), 0.5), bcv=noise + [[0.4], [0.39]])
    found = choice_frequencies(made)
    assert found.best_index == 0
    assert 0.5 < found.of_choice < 0.7  # .01 is .12 of its deviation
    assert found.nothing == 0


def test_it_is_the_same_for_a_search_and_its_results():
    assert choice_frequencies(SEARCH) == choice_frequencies(SEARCH.cv_results_)


def test_nothing_is_fitted_and_no_result_changed(monkeypatch):
    before = pickle.dumps(SEARCH.cv_results_)
    monkeypatch.setattr(KMeansCocluster, "fit", None)
    choice_frequencies(SEARCH)
    assert pickle.dumps(SEARCH.cv_results_) == before


@pytest.mark.parametrize("refit", [finest_stable, BY_MODES, greatest])
def test_the_rule_is_that_of_the_search(refit):
    found = copy(NOISY).set_params(refit=refit)
    expected = choice_frequencies(found.cv_results_, rule=refit)
    assert choice_frequencies(found) == expected
    assert expected.best_index == silently(refit, found.cv_results_)


def test_without_a_rule_of_the_search_it_is_the_most_reproducible():
    expected = choice_frequencies(NOISY, rule=most_reproducible)
    assert choice_frequencies(NOISY) == expected
    assert expected.nothing > 0.5


def test_a_rule_must_be_callable():
    with pytest.raises(TypeError, match=r"`rule` must be a function .*, got 'finest'"):
        choice_frequencies(SEARCH, rule="finest")
    with pytest.raises(
        TypeError, match="must be a fitted search or its `cv_results_`, got int"
    ):
        choice_frequencies(3)


def test_a_candidate_that_failed_is_never_chosen():
    made = results([[0.9] * 8, [np.nan] * 8, [0.2] * 8], pvalues=[[0.0001] * 9] * 3)
    for key, values in made.items():
        if key.startswith("mean_test"):
            values = np.array(values, dtype=float)
            values[1] = np.nan
            made[key] = values
    assert choice_frequencies(made).frequencies.tolist() == [1, 0, 0]


# The result


def test_it_prints_as_a_table_with_a_verdict():
    tie = choice_frequencies(of_tie())
    lines = str(tie).splitlines()
    assert lines[0].split() == ["candidate", "frequency"]
    assert [line.split()[0] for line in lines[1:4]][-1] == "nothing"
    assert sum(line.endswith("*") for line in lines) == 1
    assert lines[4].startswith("The choice comes back in ")
    assert repr(tie).startswith("ChoiceFrequencies(")
    assert "0 %" not in repr(choice_frequencies(CLEAR)).replace("100 %", "")
    assert "<table>" in tie._repr_html_()


def test_what_would_decide_is_said():
    near = choice_frequencies(of_tie(difference=0.006))
    assert near.of_choice < 0.8 < near.agreement_with_more
    assert "too few to decide. With `n_resamples=96`" in str(near)
    tie = choice_frequencies(of_tie())
    assert tie.agreement_with_more < 0.8
    assert (
        "Not even `n_resamples=96` would decide. Two such searches would agree"
        in str(tie)
    )
    pvalues = [[0.001] * 3 + [0.5] * 6] * 2
    gate = choice_frequencies(results([[0.9] * 24, [0.5] * 24], pvalues=pvalues))
    assert 0.2 < gate.nothing < 0.8
    assert "9 splits are too few to decide whether anything is found" in str(gate)
    sure = choice_frequencies(CLEAR)
    assert str(sure).endswith("% of searches with other resamples.")


def test_it_is_a_result_as_others_are():
    found = choice_frequencies(of_tie())
    assert found == pickle.loads(pickle.dumps(found))
    assert found != choice_frequencies(CLEAR)
    stored = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert stored["frequencies"] == found.frequencies.tolist()
    assert stored["params"] == [{"k": 2}, {"k": 3}]
    frame = found.to_frame()
    assert frame["candidate"].tolist() == ["2", "3", "nothing"]
    assert frame["frequency"].sum() == pytest.approx(1)
    assert frame["is_chosen"].sum() == 1
    with pytest.raises(ValueError, match="read-only"):
        found.frequencies[0] = 1


def test_several_parameters_are_named():
    made = of_tie() | {"params": [{"k": 2, "eps": 1}, {"k": 3, "eps": 1}]}
    assert "k=2, eps=1: " in repr(choice_frequencies(made))


# Warnings


@pytest.mark.parametrize("rule", [most_reproducible, finest_stable])
def test_rules_warn_of_a_choice_that_is_not_sure(rule):
    with pytest.warns(UserWarning, match=r"Another seed may choose otherwise: Choice"):
        rule(of_tie())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rule(CLEAR) == 1


def test_a_search_warns_while_it_is_fitted():
    counts = np.random.default_rng(0).poisson(1, size=(30, 20))
    options = {"refit": finest_stable, **WHOLE}
    scorer = sccm.make_stability_scorer(**CHEAP)
    found = GridSearchCV(Striped(), {"k": [2, 3]}, scoring=scorer, **options)
    with pytest.warns(UserWarning, match="Another seed may choose otherwise"):
        found.fit(counts)


def test_that_nothing_is_found_may_be_unsure_too():
    pvalues = [[0.001] * 2 + [0.02] * 7] * 2
    made = results([[0.9] * 24, [0.5] * 24], pvalues=pvalues)
    with pytest.raises(ValueError, match=r"Nothing was .*Another seed may choose oth"):
        most_reproducible(made)
    sure = results([[0.9] * 24, [0.5] * 24], pvalues=[[0.5] * 9] * 2)
    with pytest.raises(ValueError, match=r"parts of the data\. The scores are in"):
        most_reproducible(sure)


# Searches that take a single number


class MaximizingSearch(BaseEstimator):
    """Maximizes `test_score` of `cross_validate`, as the search of Optuna does."""

    def __init__(self, values, scoring):
        self.values, self.scoring = values, scoring

    def fit(self, X):
        options = {"scoring": self.scoring, "cv": sccm.WholeDataSplit()}
        self.scores_ = [
            cross_validate(Striped(value), X, **options)["test_score"].mean()
            for value in self.values
        ]
        return self


def halving(scoring):
    """Search by halving."""
    options = {"resource": "n_init", "max_resources": 6, "random_state": 0, **WHOLE}
    return HalvingGridSearchCV(Striped(), {"k": [2, 3]}, scoring=scoring, **options)


def test_raw_stability_is_not_maximized_in_silence():
    scorer = sccm.make_stability_scorer(**CHEAP)
    with pytest.raises(KeyError, match="test_score"):
        MaximizingSearch([2, 3], scorer).fit(X)
    with pytest.raises(KeyError, match="mean_test_score"):
        halving(scorer).fit(X)
    with pytest.raises(ValueError, match="multi-metric scoring, the parameter refit"):
        GridSearchCV(Striped(), {"k": [2, 3]}, scoring=scorer, **WHOLE).fit(X)
    with pytest.raises(ValueError, match="must return a number"):
        cross_val_score(Striped(), X, scoring=scorer, **WHOLE)


def test_a_single_number_is_maximized_where_it_is_asked_for():
    scorer = sccm.make_stability_scorer(**CHEAP, with_standard_error=False)
    scores = MaximizingSearch([2, 3], scorer).fit(X).scores_
    assert max(scores) == halving(scorer).fit(X).best_score_


def test_a_randomized_search_takes_a_rule():
    scorer = sccm.make_stability_scorer(n_resamples=2)
    options = {"refit": most_reproducible, "n_iter": 3, "random_state": 0, **WHOLE}
    found = RandomizedSearchCV(KMeansCocluster(), GRID, scoring=scorer, **options)
    assert found.fit(X).best_params_ == {"n_row_clusters": 3}


# The guide


DOC = Path(__file__).parents[2] / "doc"


@pytest.mark.skipif(not DOC.is_dir(), reason="an installed package has no pages")
def test_the_guide_has_the_numbers_of_the_study():
    numbers = json.loads((DOC / "studies.json").read_text())["sure_choices"]
    page = (DOC / "user_guide" / "search_without_truth.rst").read_text()
    for name, row in numbers["sets"].items():
        few, many = row["8"], row["24"]
        cells = f"{few['alike']}, {many['alike']}, {many['frequency']:.2f}"
        assert f'   "{name}", {cells}\n' in page
    for band in numbers["calibration"]:
        limits = f"{band['from']:.2f} to {band['to']:.2f}"
        cells = f"{band['choices']}, {band['comes back']:.2f}"
        assert f'   "{limits}", {cells}\n' in page
