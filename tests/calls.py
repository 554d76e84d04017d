"""A valid and quick call of each public function that takes a seed, jobs or the like.

Whatever holds of all functions with one parameter is tested by these calls; a public
function with a parameter of `BAD_VALUES` that is not called here fails a test. Metrics
are passed by keyword, so that a test can replace them.
"""

import inspect
import math
from functools import partial, wraps

import numpy as np
from doubles import KMeansCocluster

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import datasets, meta_evaluation, tables

MODULES = (sccm, datasets, meta_evaluation, tables)
PUBLIC = {name: getattr(module, name) for module in MODULES for name in module.__all__}
TRUE, PRED = (tuple(np.random.default_rng(0).integers(0, k, (2, 30))) for k in (3, 2))
COUNTED = tables.contingency_table(TRUE, PRED)
BLOCKS = sccm.labels_to_biclusters(TRUE)
TABLE = np.random.default_rng(0).random((20, 10))
FIT = KMeansCocluster(), TABLE
SEED = {"random_state": 0}
SIZES = {"n_samples": [20], **SEED}
RESAMPLED = {"n_resamples": 3, "kind": "values"}
DRAWN = {"n_clusters": [2, 3], "n_draws": 9, **SEED}
MODELS = {"a": KMeansCocluster(), "b": KMeansCocluster(2)}
OF_TABLE = {"noise": (TABLE, (TRUE[0][:20], TRUE[1][:10]))}
TRIPLETS = [(TRUE, PRED, TRUE), (PRED, TRUE, PRED)]


def scoring(make_scorer, **defaults):
    """Make a scorer with the options of the call, and score by it."""

    @wraps(make_scorer)
    def call(**options):
        return make_scorer(**{**defaults, **options})(*FIT)

    return call


WITH_VERBOSE = {
    "permutation_test": partial(
        sccm.permutation_test, TRUE, PRED, metric="bcubed", n_draws=9, **SEED
    ),
    "permutation_test of pairs": partial(
        sccm.permutation_test, TRUE, PRED, method="grid", n_draws=9, **SEED
    ),
    "permutation_test, exact": partial(
        sccm.permutation_test, np.arange(90) % 3, np.arange(90) % 4, method="exact"
    ),
    "permutation_test_from_tables": partial(
        tables.permutation_test_from_tables, COUNTED, metric="bcubed", n_draws=9, **SEED
    ),
    "critical_value": partial(sccm.critical_value, [30] * 3, [30] * 3),
    "adjusted_for_chance": partial(
        sccm.adjusted_for_chance, TRUE, PRED, metric="bcubed", n_draws=9, **SEED
    ),
    "stability_score": partial(sccm.stability_score, *FIT, n_resamples=3),
    "make_stability_scorer": scoring(sccm.make_stability_scorer, **RESAMPLED),
    "make_bicross_scorer": scoring(sccm.make_bicross_scorer, **RESAMPLED),
    "cluster_stability": partial(sccm.cluster_stability, *FIT, n_resamples=3, **SEED),
    "split_half_test": partial(sccm.split_half_test, *FIT, n_splits=3, **SEED),
    "separation_test": partial(sccm.separation_test, *FIT, n_draws=3, **SEED),
    "refit_test": partial(
        sccm.refit_test, *FIT, (PRED[0][:20], PRED[1][:10]), n_refits=3, **SEED
    ),
    "coclustering_report": partial(
        sccm.coclustering_report, TRUE, PRED, metrics="bcubed"
    ),
    "bicluster_report": partial(sccm.bicluster_report, BLOCKS, BLOCKS, **SEED),
    "compare": partial(
        sccm.compare, MODELS, OF_TABLE, metrics="cari", n_repeats=2, **SEED
    ),
    "pairwise_scores": partial(
        sccm.pairwise_scores, {"a": TRUE, "b": PRED, "c": TRUE}, metric="bcubed"
    ),
    "BaselineDisplay.from_metrics": partial(
        sccm.BaselineDisplay.from_metrics, TRUE, metrics="bcubed", **DRAWN
    ),
    "check_index": partial(
        meta_evaluation.check_index, metric="rand", max_size=3, n_draws=0, **SEED
    ),
    "inconsistency_rates": partial(
        meta_evaluation.inconsistency_rates, metrics=["cari", "rand"], triplets=TRIPLETS
    ),
    "constant_baseline_test": partial(
        meta_evaluation.constant_baseline_test, metric="rand", n_draws=100, **SIZES
    ),
    "selection_bias_test": partial(
        meta_evaluation.selection_bias_test, metric="rand", n_draws=3, **SIZES
    ),
}
SHOWN = np.zeros((30, 30)), TRUE, PRED
CALLS = {
    **WITH_VERBOSE,
    "score_interval": partial(sccm.score_interval, TRUE, PRED),
    "score_interval_from_tables": partial(tables.score_interval_from_tables, COUNTED),
    "compare_scores": partial(sccm.compare_scores, TRUE, PRED, TRUE),
    "handle_unlabeled": partial(sccm.handle_unlabeled, TRUE, PRED),
    "purity_score": partial(sccm.purity_score, TRUE, PRED),
    "modularity_score": partial(sccm.modularity_score, TABLE, OF_TABLE["noise"][1]),
    **{
        f"soft_{name}": partial(getattr(sccm, f"soft_{name}"), TRUE, PRED)
        for name in ("cari_score", "cocorrelation_score")
    },
    **{
        f"bicluster_{name}_score": partial(
            getattr(sccm, f"bicluster_{name}_score"), BLOCKS, BLOCKS
        )
        for name in ("fbeta", "goodness", "jaccard", "precision", "recall")
    },
    "make_cocluster_scorer": partial(
        sccm.make_cocluster_scorer, metric="cari", row_labels=TRUE[0]
    ),
    "make_bicluster_scorer": partial(
        sccm.make_bicluster_scorer, metric="e4sc", rows=BLOCKS[0], columns=BLOCKS[1]
    ),
    "WholeDataSplit": sccm.WholeDataSplit,
    "CoclusterDisplay": partial(sccm.CoclusterDisplay, *SHOWN),
    "CoclusterDisplay.from_predictions": partial(
        sccm.CoclusterDisplay.from_predictions, *SHOWN
    ),
    "ContingencyDisplay.from_predictions": partial(
        sccm.ContingencyDisplay.from_predictions, TRUE, PRED
    ),
    "PermutationDisplay.from_predictions": partial(
        sccm.PermutationDisplay.from_predictions, TRUE, PRED
    ),
    "make_latent_blocks": partial(datasets.make_latent_blocks, (6, 5), 2),
    "make_overlapping_biclusters": partial(
        datasets.make_overlapping_biclusters, (6, 5), 2
    ),
    "perturb_coclustering": partial(datasets.perturb_coclustering, TRUE, 3),
    "random_bicluster": partial(datasets.random_bicluster, (5, 4), (2, 1)),
    "random_coclustering": partial(datasets.random_coclustering, (5, 4), 2),
    "random_partition": partial(datasets.random_partition, [2, 1]),
    "random_surjection": partial(datasets.random_surjection, 3, 2),
}

# What each kind of parameter refuses.
COUNTS = [(0, ValueError), (2.0, TypeError), ("2", TypeError), (True, TypeError)]
LEVELS = [
    *((value, ValueError) for value in (0, 1, 95, -0.5, math.nan)),
    *((value, TypeError) for value in ("95 %", True, None)),
]
FRACTIONS = [
    *((value, ValueError) for value in (0.5, 0, 1.01, -1, math.nan)),
    *((value, ValueError) for value in (10**400, -(10**400))),
    *((value, TypeError) for value in ("0.8", None, True)),
]
FLAGS = [("no", TypeError), (1, TypeError), (None, TypeError), ([True], TypeError)]
CHOICES = [(value, ValueError) for value in ("other", 1, ["drop"])]
BAD_VALUES = {
    "random_state": [
        *((value, ValueError) for value in (-1, 2**32, 0.5, "a", [])),
        (True, TypeError),
    ],
    "n_jobs": [(0, ValueError), (2**31, ValueError), ("2", TypeError)],
    "verbose": [(-1, ValueError), (1.0, TypeError), (None, TypeError)],
    **dict.fromkeys(["n_draws", "n_refits", "n_resamples"], COUNTS),
    **dict.fromkeys(["n_splits", "n_repeats"], COUNTS),
    **dict.fromkeys(["level", "confidence_level"], LEVELS),
    **dict.fromkeys(["row_fraction", "column_fraction"], FRACTIONS),
    **dict.fromkeys(["clip", "distinct", "inference", "inverse", "match"], FLAGS),
    **dict.fromkeys(["matches", "output_dict", "shuffle"], FLAGS),
    **dict.fromkeys(["transpose", "with_resamples", "with_standard_error"], FLAGS),
    **dict.fromkeys(["alternative", "kind", "method", "unlabeled"], CHOICES),
}


def with_parameter(parameter):
    """The names of the public functions and makers that have a parameter."""
    functions = {name: value for name, value in PUBLIC.items() if callable(value)}
    for name, value in PUBLIC.items():
        if not inspect.isclass(value):
            continue
        for maker in vars(value):
            if maker.startswith("from_"):
                functions[f"{name}.{maker}"] = getattr(value, maker)
    return set(having(parameter, functions))


def calls_with(parameter):
    """The names of the calls of functions that have this parameter."""
    return having(parameter, CALLS)


def having(parameter, functions):
    """The names of the functions with a parameter."""
    return [
        name
        for name, function in functions.items()
        if parameter in inspect.signature(function).parameters
    ]
