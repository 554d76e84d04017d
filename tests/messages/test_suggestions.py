"""An unknown name is answered with the name that was meant, wherever it is passed."""

import inspect
import re
from functools import partial

import numpy as np
import pytest

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.tables import (
    contingency_table,
    score_from_tables,
    score_interval_from_tables,
)

LABELS = ([0, 0, 1], [0, 1])
BICLUSTERS = ([[1, 0, 1]], [[1, 1]])
MATRIX = np.array([[1, 0], [1, 1], [0, 1]])
TABLES = contingency_table(LABELS, LABELS)

TAKE_A_METRIC = {
    "cocluster": lambda name, **options: sccm.make_cocluster_scorer(
        name, row_labels=LABELS[0], **options
    ),
    "bicluster": lambda name, **options: sccm.make_bicluster_scorer(
        name, rows=BICLUSTERS[0], columns=BICLUSTERS[1], **options
    ),
    "registry": sccm.get_scorer,
    "stability": sccm.make_stability_scorer,
    "tables": lambda name, **options: score_from_tables(TABLES, name, **options),
    "adjusted": lambda name: sccm.adjusted_for_chance(LABELS, LABELS, name),
    "test": lambda name: sccm.permutation_test(LABELS, LABELS, name),
    "overlapping adjusted": lambda name: sccm.adjusted_for_chance(MATRIX, MATRIX, name),
    "overlapping test": lambda name: sccm.permutation_test(MATRIX, MATRIX, name),
    "overlapping pairs": lambda name: sccm.pairwise_scores(
        {"a": MATRIX, "b": MATRIX}, name
    ),
    "interval": lambda name: sccm.score_interval(LABELS, LABELS, name),
}


METRICS = [
    ("cocluster", "CARI", "Did you mean 'cari'?"),
    ("cocluster", "Classification error", "Did you mean 'classification_error'?"),
    ("cocluster", "classification_error_score", "Pass 'classification_error', wi"),
    ("cocluster", "neg_clasification_error", "mean 'classification_error'?"),
    ("cocluster", "rand_index", "Did you mean 'rand'?"),
    ("cocluster", "bicluster_fbeta_score", "'bicluster_fbeta' compares biclusteri"),
    ("bicluster", "consensus_score", "Did you mean 'bicluster_consensus'?"),
    ("cocluster", "neg_nce_score", "Pass 'nce', without `neg_` and `_score`."),
    ("cocluster", "adjusted_rand_score", "Did you mean 'cari'?"),
    ("cocluster", "e4sc", "`make_bicluster_scorer`"),
    ("bicluster", "cari", "`make_cocluster_scorer`"),
    ("bicluster", "bicluster_fbeta_score", "Pass 'bicluster_fbeta', without"),
    ("bicluster", "nce_score", "'nce' compares clusterings and co-clusterings."),
    ("registry", "neg_cari", "Pass 'cari', without `neg_`."),
    ("registry", "clustering_eror", "Did you mean 'neg_clustering_error'"),
    ("registry", "zzz", "`get_scorer_names` lists the names."),
    ("test", "zzz", "`index_names('partition')` lists the names."),
    ("overlapping test", "zzz", "`index_names('overlapping')` lists the names."),
    ("bicluster", "zzz", "`index_names('biclustering')` lists the names."),
    ("registry", "neg_cary", "Did you mean 'cari'?"),
    ("registry", "error", "mean 'neg_clustering_error' or 'neg_classificati"),
    ("registry", "variation_of_info", "mean 'neg_variation_of_information'"),
    ("registry", "clustering_error_score", "Pass 'clustering_error', without `_sc"),
    ("stability", "carii", "Did you mean 'cari'"),
    ("tables", "bcube", "Did you mean 'bcubed'?"),
    ("tables", "neg_minkowski", "Pass 'minkowski', without `neg_`."),
    ("adjusted", "bcube", "Did you mean 'bcubed'?"),
    ("overlapping adjusted", "bcube", "Did you mean 'bcubed'?"),
    ("overlapping test", "onmi", "Did you mean 'overlapping_nmi'?"),
    ("overlapping test", "omega index", "Did you mean 'omega'?"),
    ("overlapping pairs", "bcube", "Did you mean 'cice_bcubed'?"),
    ("test", "cari_score", "Pass 'cari', without `_score`."),
    ("interval", "conmy", "Did you mean 'conmi'"),
    ("bicluster", "msr", "It rates biclusters by the data. Indices here compare"),
    ("test", "Mean Squared Residue", "compare two biclusterings"),
    ("bicluster", "virtual_error", "compare two biclusterings"),
    ("registry", "ICL", "`make_stability_scorer` and `make_bicross_scorer`"),
    ("test", "bic_score", "needs the likelihood of a model"),
    ("registry", "perplexity", "the methods `perplexity` and `score`"),
    ("registry", "log_likelihood", "needs the likelihood of a model"),
    ("registry", "mutual_information_loss", "algorithm that minimizes it reports it"),
    ("registry", "itcc", "algorithm that minimizes it reports it"),
    ("registry", "topic_coherence", "Use `CoherenceModel` of gensim"),
    ("registry", "coherence", "rates topics by the words"),
    ("registry", "bcv", "`make_bicross_scorer` makes a scorer for it"),
]


@pytest.mark.parametrize(("take", "name", "answer"), METRICS)
def test_an_unknown_metric_is_answered_with_one_that_is_known(take, name, answer):
    with pytest.raises(ValueError, match=re.escape(answer)) as caught:
        TAKE_A_METRIC[take](name)
    told = str(caught.value)
    assert repr(name.removesuffix("_score")) in told or repr(name) in told
    assert len(told) < 200


VALUES = [
    ("pair_counting_score", "metric", "jacard", "'jaccard'"),
    ("pair_counting_score", "metric", "adjusted-rand-index", "'adjusted_rand'"),
    ("pair_counting_score", "metric", "Fowlkes-Mallows", "'fowlkes_mallows'"),
    ("bicluster_similarity_score", "metric", "csi", "'bicluster_csi'"),
    ("bicluster_similarity_score", "metric", "prelic", "'bicluster_prelic_"),
    ("bicluster_jaccard_score", "correction", "None", "None"),
    ("cari_score", "null_model", "cell", "'cells'"),
    ("conmi_score", "average_method", "arithmetik", "'arithmetic'"),
    ("nce_score", "normalization", "prnted", "'printed'"),
    ("rnia_distance", "overlap", "multi-set", "'multiset'"),
    ("expected_mutual_info", "null_model", "fixed", "'fixed_n_clusters'"),
    ("permutation_test", "method", "exakt", "'exact'"),
    ("permutation_test", "alternative", "all", "'all_modes'"),
]


@pytest.mark.parametrize(("function", "option", "value", "meant"), VALUES)
def test_an_unknown_value_is_answered_with_one_that_is_allowed(
    function, option, value, meant
):
    of_biclusters = function.startswith(("bicluster", "rnia"))
    pair = [BICLUSTERS if of_biclusters else LABELS] * 2
    compare = getattr(sccm, function)
    with pytest.raises(ValueError, match=f"`{option}` must be .* Did you mean {meant}"):
        compare(*pair, **{option: value})


WITHOUT_FIXED_N_CLUSTERS = {
    "cari": sccm.cari_score,
    "pairs": partial(sccm.pair_counting_score, metric="jaccard"),
    "not adjusted": partial(sccm.pair_counting_score, metric="yule"),
    "moments": sccm.pair_count_moments,
    "adjusted": partial(sccm.adjusted_for_chance, metric="bcubed"),
    "test": partial(sccm.permutation_test, metric="cari"),
}


@pytest.mark.parametrize("name", WITHOUT_FIXED_N_CLUSTERS)
def test_the_null_model_of_ami_star_is_answered_with_its_functions(name):
    call = WITHOUT_FIXED_N_CLUSTERS[name]
    answer = "Only `expected_mutual_info` takes this null model, and `ami_star_score`"
    with pytest.raises(ValueError, match=answer):
        call(LABELS, LABELS, null_model="fixed_n_clusters")


def test_the_null_model_of_ami_star_is_answered_for_soft_memberships():
    with pytest.raises(ValueError, match="`nami_star_score` are adjusted for it"):
        sccm.soft_cari_score(np.eye(2), np.eye(2), null_model="fixed_n_clusters")


def test_only_null_models_that_a_function_takes_are_listed():
    with pytest.raises(ValueError, match="must be one of 'cells', 'product', got"):
        sccm.pair_count_moments(LABELS, LABELS, null_model="rows")
    with pytest.raises(ValueError, match="one of 'product', 'fixed_n_clusters', got"):
        sccm.expected_mutual_info(LABELS, LABELS, null_model="rows")


def test_an_unknown_structure_is_answered_with_a_known_one():
    with pytest.raises(ValueError, match="Did you mean 'biclustering'"):
        sccm.get_scorer_names("biclusterings")
    with pytest.raises(ValueError, match="Did you mean 'checkerboard'"):
        sccm.labels_to_biclusters(LABELS, structure="checker-board")


KEYWORDS = [
    ("cocluster", "cari", "nullmodel", "`null_model`"),
    ("cocluster", "conmi", "average", "`average_method`"),
    ("cocluster", "cari", "column_label", "`column_labels`"),
    ("cocluster", "cari", "greater_is_beter", "`greater_is_better`"),
    ("bicluster", "bicluster_fbeta", "betta", "`beta`"),
    ("bicluster", "e4sc", "transposed", "`transpose`"),
    ("registry", "nce", "normalizaton", "`normalization`"),
    ("stability", "cari", "nresamples", "`n_resamples`"),
    ("tables", "cari", "nullmodel", "`null_model`"),
]


OF_OTHER_LIBRARIES = [
    ("cari", "n_permutations", "n_draws"),
    ("cari", "n_permutation", "n_draws"),
    ("cari", "n_resamples", "n_draws"),
    ("cari", "n_repeats", "n_draws"),
    ("cari", "n_bootstrap", "n_draws"),
    ("cari", "seed", "random_state"),
    ("cari", "unlabelled", "unlabeled"),
    ("cari", "progress", "verbose"),
]


@pytest.mark.parametrize(("name", "keyword", "meant"), OF_OTHER_LIBRARIES)
def test_a_keyword_of_other_libraries_is_answered_with_ours(name, keyword, meant):
    with pytest.raises(TypeError, match=rf"`{keyword}`.* Did you mean `{meant}`\?"):
        sccm.permutation_test(LABELS, LABELS, name, **{keyword: 9})


def test_a_keyword_of_another_function_is_answered_with_that_of_the_called_one():
    with pytest.raises(TypeError, match="Did you mean `n_resamples`"):
        sccm.make_stability_scorer(n_draws=9)
    with pytest.raises(TypeError, match="Did you mean `row_fraction`"):
        sccm.make_stability_scorer(subsample=0.8)
    with pytest.raises(TypeError, match="Did you mean `confidence_level`"):
        sccm.score_interval(LABELS, LABELS, level=0.9)
    with pytest.raises(TypeError, match="Did you mean `level`"):
        sccm.critical_value([2, 2], [2, 2], alpha=0.05)


@pytest.mark.parametrize(("take", "name", "keyword", "meant"), KEYWORDS)
def test_an_unknown_keyword_is_answered_with_a_known_one(take, name, keyword, meant):
    message = f"`{keyword}`, and {name!r} has no such option. Did you mean {meant}"
    with pytest.raises(TypeError, match=re.escape(message)):
        TAKE_A_METRIC[take](name, **{keyword: 1})


def test_an_unknown_keyword_of_a_function_is_answered_too():
    def weighted(true, pred, *, weight):
        return weight

    with pytest.raises(
        TypeError, match=r"weighted has no such option\. Did you mean `weig"
    ):
        TAKE_A_METRIC["cocluster"](weighted, weight=1, weights=1)
    with pytest.raises(TypeError, match=r"Did you mean `column_labels`"):
        TAKE_A_METRIC["cocluster"](weighted, weight=1, column_label=[0, 1])


def test_a_function_with_a_metric_of_its_own_needs_only_the_name_of_the_index():
    taken = {
        "jaccard": lambda: sccm.permutation_test(LABELS, LABELS, "jaccard"),
        "dice": lambda: sccm.make_cocluster_scorer("dice", row_labels=LABELS[0]),
        "bicluster_csi": lambda: sccm.permutation_test(
            BICLUSTERS, BICLUSTERS, "bicluster_csi", n_draws=9
        ),
    }
    for name, call in taken.items():
        call()
        function = sccm.pair_counting_score
        if name.startswith("bicluster"):
            function = sccm.bicluster_similarity_score
        assert "by its name alone" in " ".join(inspect.getdoc(function).split())


SCORERS = [
    ("cocluster", sccm.make_cocluster_scorer, "cari"),
    ("bicluster", sccm.make_bicluster_scorer, "e4sc"),
    ("stability", sccm.make_stability_scorer, "cari"),
]


@pytest.mark.parametrize(
    ("take", "maker", "name"), SCORERS, ids=["cocluster", "bicluster", "stability"]
)
def test_every_argument_of_a_scorer_is_suggested(take, maker, name):
    for argument in [*inspect.signature(maker).parameters][1:-1]:
        with pytest.raises(TypeError, match=f"has no .* Did you mean .*`{argument}`"):
            TAKE_A_METRIC[take](name, **{f"{argument}_": 1})


@pytest.mark.parametrize("name", ["zzz", "", "x" * 1000])
def test_a_name_like_no_other_gets_no_suggestion(name):
    with pytest.raises(ValueError, match=r"`metric` must be one of 27 .*\.$") as caught:
        sccm.pair_counting_score(LABELS, LABELS, metric=name)
    assert "Did you mean" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [None, "a", [1, 2], {}])
@pytest.mark.parametrize("call", [sccm.permutation_test, sccm.adjusted_for_chance])
def test_a_metric_that_returns_no_number_is_named(call, value):
    def own_metric(true, pred):
        return value

    with pytest.raises(TypeError, match="The metric own_metric must return a number"):
        call([0, 0, 1], [0, 1, 1], own_metric)


@pytest.mark.parametrize("metrics", [5, {"cari"}])
def test_metrics_of_a_wrong_type_are_refused(metrics):
    with pytest.raises(TypeError, match="`metrics` must be a sequence of names or"):
        sccm.coclustering_report(LABELS, LABELS, metrics=metrics)


def test_narrow_floats_do_not_overflow():
    pair = BICLUSTERS, BICLUSTERS
    assert sccm.bicluster_fbeta_score(*pair, beta=np.float32(1e30)) == 1


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("accuracy", r"`1 - classification_error\(true, pred\)`"),
        ("nmi", "`conmi_score"),
    ],
)
def test_a_name_of_an_index_without_an_interval_is_answered_at_once(name, meaning):
    message = f"`metric` {name!r} is {meaning}.*Use 'cari_product', or an index of"
    with pytest.raises(ValueError, match=message):
        sccm.score_interval([0, 0, 1], [0, 1, 1], name)
    with pytest.raises(ValueError, match=message):
        score_interval_from_tables(contingency_table([0, 0, 1], [0, 1, 1]), name)


def test_a_name_that_means_an_index_with_an_interval_is_still_suggested():
    with pytest.raises(ValueError, match=r"Did you mean .*'adjusted_rand'"):
        sccm.score_interval([0, 0, 1], [0, 1, 1], "ari")
    with pytest.raises(ValueError, match="Did you mean 'rand'"):
        sccm.score_interval([0, 0, 1], [0, 1, 1], "Rand index")
