"""Results, whichever function returns them: frozen, short, pickled; any `n_jobs`."""

import pickle
from dataclasses import FrozenInstanceError, asdict, fields, is_dataclass

import numpy as np
import pytest
from doubles import KMeansCocluster, blocks
from joblib import parallel_config

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import meta_evaluation

TRUE, PRED = ([0, 0, 1, 1, 2], [0, 0, 1]), ([0, 1, 1, 1, 2], [0, 1, 1])
BICLUSTERS = np.array([[1, 1, 0], [0, 0, 1]]), np.array([[1, 0], [0, 1]])
DRAWS = {"n_draws": 100, "random_state": 0}
SIZES = {"n_samples": [20, 30], **DRAWS}
TRIPLETS = [(TRUE[0], PRED[0], [0] * 5), (TRUE[0], [0] * 5, [0, 1, 2, 3, 4])]
X, ROWS, COLUMNS = blocks(24, 15)
MODEL = KMeansCocluster(3)


def compared(**options):
    """Compare two models on noise, in which what they find depends on the seed."""
    models = {"a": MODEL, "b": KMeansCocluster(2)}
    data = {"noise": (np.random.default_rng(0).random(X.shape), (ROWS, COLUMNS))}
    return sccm.compare(models, data, ["cari"], n_repeats=2, random_state=0, **options)


OF_JOBS = {
    "adjusted_for_chance": lambda **options: sccm.adjusted_for_chance(
        TRUE, PRED, "bcubed", **DRAWS, **options
    ),
    "permutation_test": lambda **options: sccm.permutation_test(
        TRUE, PRED, method="labels", n_permutations=9, random_state=0, **options
    ),
    "BaselineDisplay": lambda **options: (
        sccm.BaselineDisplay.from_metrics(
            TRUE, "cari", n_clusters=[2, 3], **DRAWS, **options
        ).means
    ),
    "compare": compared,
    "pairwise_scores": lambda **options: sccm.pairwise_scores(
        {"a": TRUE, "b": PRED, "c": TRUE}, "bcubed", **options
    ),
    "check_index": lambda **options: meta_evaluation.check_index(
        "jaccard", max_size=3, n_draws=3, random_state=1, **options
    ),
    "constant_baseline_test": lambda **options: meta_evaluation.constant_baseline_test(
        "rand", **SIZES, **options
    ),
    "selection_bias_test": lambda **options: meta_evaluation.selection_bias_test(
        "rand", **SIZES, **options
    ),
    "cluster_stability": lambda **options: sccm.cluster_stability(
        MODEL, X, n_resamples=3, random_state=0, **options
    ),
    "inconsistency_rates": lambda **options: meta_evaluation.inconsistency_rates(
        ["rand", "jaccard"], TRIPLETS, **options
    ),
}
RESULTS = {
    **{name: result for name, result in OF_JOBS.items() if name != "BaselineDisplay"},
    "match_table": lambda: sccm.match_table(TRUE, PRED),
    "match_table.true": lambda: sccm.match_table(TRUE, PRED).true,
    "PropertyCheck": lambda: OF_JOBS["check_index"]()["symmetry"],
    "pair_counts": lambda: sccm.pair_counts(TRUE, PRED),
    "pair_count_moments": lambda: sccm.pair_count_moments(TRUE, PRED),
    "contingency_table": lambda: sccm.tables.contingency_table(TRUE[0], PRED[0]),
    "score_interval": lambda: sccm.score_interval(TRUE[0] * 4, PRED[0] * 4),
    "compare_scores": lambda: sccm.compare_scores(TRUE, PRED, TRUE),
    "split_half_test": lambda: sccm.split_half_test(MODEL, X, random_state=0),
    "cari_decomposition": lambda: sccm.cari_decomposition(TRUE, PRED),
    "mocice_bcubed": lambda: sccm.mocice_bcubed_precision_recall_fscore(
        BICLUSTERS, BICLUSTERS
    ),
}


def contents(result):
    """The parts of a result, as plain containers and arrays, without times."""
    if isinstance(result, sccm.results.Comparison):
        return [
            {key: value for key, value in record.items() if "time" not in key}
            for record in result.records
        ]
    return asdict(result) if is_dataclass(result) else result


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_frozen_short_and_pickled(name):
    result = RESULTS[name]()
    assert len(repr(result)) < 250
    again = pickle.loads(pickle.dumps(result))
    assert repr(again) == repr(result)
    if isinstance(result, tuple):
        assert again == result
        with pytest.raises(AttributeError, match="set attribute"):
            result.precision = 1.0
        return
    np.testing.assert_equal(contents(again), contents(result))
    for field in fields(result):
        with pytest.raises(FrozenInstanceError, match=field.name):
            setattr(result, field.name, None)


@pytest.mark.parametrize(
    "name", sorted({*RESULTS} - {"contingency_table", "mocice_bcubed"})
)
def test_a_result_is_shown_as_a_table(name):
    pytest.importorskip("pandas")
    result = RESULTS[name]()
    n_rows = len(result.to_frame())
    assert n_rows > 0
    assert "<table>" in result._repr_html_()
    if name != "compare":
        assert len(result.to_markdown().splitlines()) == n_rows + 2
        assert result.to_latex().count(r"\\") == n_rows + 1


def test_tables_of_a_report_have_its_numbers_and_escape_names():
    pytest.importorskip("pandas")
    report = sccm.coclustering_report(TRUE, PRED, metrics=["nce", "cari_product"])
    assert report.to_markdown(digits=2).splitlines()[2].startswith("| nce | 0.44 | ")
    lines = report.to_latex(digits=1).splitlines()
    assert lines[0] == r"\begin{tabular}{lrrrrrrrr}"
    assert lines[5].startswith(r"cari\_product & ")
    scores = sccm.pairwise_scores({"a|b": TRUE, "c": PRED}, "nce")
    assert scores.to_markdown() == (
        "|  | a\\|b | c |\n| --- | --: | --: |\n"
        "| a\\|b | 1.000 | 0.440 |\n| c | 0.440 | 1.000 |"
    )


@pytest.mark.slow  # as workers start
@pytest.mark.parametrize("name", OF_JOBS)
def test_the_number_of_jobs_changes_no_number(name):
    alone = OF_JOBS[name]()
    for backend in ("loky", "threading"):
        with parallel_config(backend=backend):
            together = OF_JOBS[name](n_jobs=2)
        np.testing.assert_equal(contents(together), contents(alone))
