"""Correct scripts of users: type checkers accept every line."""

from functools import partial
from typing import Any, assert_type

import numpy as np
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import rand_score
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    InductiveCocluster,
    StabilityDisplay,
    adjusted_for_chance,
    bicluster_fbeta_score,
    bicluster_jaccard_score,
    bicluster_similarity_score,
    biclusters_from_indices,
    cari_score,
    cocorrelation_score,
    compare,
    conmi_score,
    finest_stable,
    get_scorer,
    get_scorer_names,
    make_bicluster_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    modularity_score,
    nce_score,
    pair_counting_score,
    permutation_test,
    rnia_distance,
    score_interval,
    stability_score,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks, perturb_coclustering
from sklearn_cocluster_metrics.results import AdjustedScore, Comparison
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    ContingencyTables,
    contingency_table,
    score_from_tables,
)

X = np.eye(3)
rows = np.array([0, 1, 1])
columns = ["a", "b", "b"]
fitted = SpectralCoclustering(n_clusters=2).fit(X)


def my_score(true: Any, pred: Any) -> float:
    """Compare two structures as a user's own metric does."""
    return 1.0


# Labels, co-clusterings and estimators
value: float = cari_score(rows, rows)
cari_score([0, 1], ["a", "b"])
cari_score((rows, columns), (rows, columns), null_model="product")
cari_score(([0, 1], [0, 1]), ([0, 1], (1, 2)))
cari_score((rows, columns, [1, 2]), (rows, columns, [1, 2]))
cari_score(rows, KMeans())
cari_score((rows, columns), fitted)
cari_score((rows, columns), make_pipeline(fitted))
cocorrelation_score((rows, columns), (rows, columns))
nce_score(rows, rows, normalization="printed")
conmi_score(rows, rows, average_method="geometric")
pair_counting_score(rows, rows, metric="dice", null_model="cells")

# Biclusterings
bicluster_fbeta_score((X, X), ([[0, 1]], [[True, False]]), correction="space")
bicluster_jaccard_score((X, X), (X, X), correction="expected", expectation="exact")
bicluster_similarity_score((X, X), fitted, metric="bicluster_csi")
rnia_distance((X, X), biclusters_from_indices([([0], range(2))], (3, 3)))

# Tables
assert_type(contingency_table(rows, rows), ContingencyTable)
assert_type(contingency_table((rows, rows), (rows, rows)), ContingencyTables)
assert_type(contingency_table((rows, rows), (rows, rows))[0], ContingencyTable)
assert_type(contingency_table((rows, rows), fitted), ContingencyTables)
assert_type(contingency_table(rows, fitted), ContingencyTable)
score_from_tables(contingency_table((rows, rows), (rows, rows)), "cari")
score_from_tables((contingency_table(rows, rows),), "nce", normalization="bound")
score_from_tables(ContingencyTable([[1, 0], [0, 1]], [0, 1], ["a", "b"]), "nce")

# Inference
assert_type(adjusted_for_chance(rows, rows, "bcubed", n_draws=9), AdjustedScore)
adjusted_for_chance((X, X), (X, X), "bicluster_csi", null_model="product")
adjusted_for_chance(rows, rows, partial(conmi_score, average_method="min"))
test = permutation_test((rows, columns), fitted, "nce", method="auto")
value = test.pvalue
permutation_test((X, X), (X, X), "rnia_distance", alternative="any_mode")
value = score_interval(rows, rows, "cocorrelation", fixed=1).low
score_interval(rows, rows, cari_score)

# Scorers
scorer = make_cocluster_scorer("cari", row_labels=rows, column_labels={"a": 1, "b": 0})
make_cocluster_scorer(my_score, row_labels=rows, greater_is_better=True)
make_cocluster_scorer(rand_score, row_labels=rows)
make_cocluster_scorer(lambda true, pred: 1.0, row_labels=rows)
make_cocluster_scorer(["cari", nce_score, my_score], row_labels=rows)
make_cocluster_scorer({"one": "cari", "two": my_score}, row_labels=rows)
of_biclusters = make_bicluster_scorer("e4sc", rows=X, columns=X)
make_bicluster_scorer(["bicluster_csi", "rnia_distance"], rows=X, columns=X)
stability = make_stability_scorer("nce", random_state=None)
assert_type(stability_score(SpectralCoclustering(), X, metric="cari"), float)
StabilityDisplay.from_estimator(
    SpectralCoclustering(), X, param_range=[2, 3], metric="conmi"
)
InductiveCocluster(SpectralCoclustering(), metric="euclidean", empty="keep")
finest_stable({"mean_test_score": [1.0]}, by="modes")
make_cocluster_scorer("cari", labels=(rows, rows, rows), accessor="found_")
make_stability_scorer("e4sc", verbose=1, accessor=lambda fitted: fitted.found_)
make_stability_scorer(my_score, structure="biclustering")
value = stability(SpectralCoclustering(), X) + scorer(fitted, X, rows)
InductiveCocluster(SpectralCoclustering(), classifier=LogisticRegression())
FunctionCocluster(lambda X, k: (X[:, 0], X[0]), k=3)
finest_stable({"mean_test_score": [1.0]})
assert_type(modularity_score(X, (rows, rows)), float)

# Names
assert_type(get_scorer("neg_classification_error", row_labels=rows)(fitted, X), Any)
get_scorer("classification_error", row_labels=rows)
get_scorer("neg_rnia_distance", rows=X, columns=X)
get_scorer("modularity")
for name in get_scorer_names():
    get_scorer(name)
for name_of_partition in get_scorer_names("partition"):
    get_scorer(name_of_partition, row_labels=rows)
for name_of_biclustering in get_scorer_names("biclustering"):
    get_scorer(name_of_biclustering, rows=X, columns=X)

# Planted data
counts, row_labels, column_labels = make_latent_blocks((9, 6), 3, family="poisson")
SpectralCoclustering(3).fit(counts)
true = (row_labels, column_labels)
cari_score(true, perturb_coclustering(true, 10, random_state=0))
for state in perturb_coclustering(([0, 1], ["a", "b"]), [10, 20]):
    cari_score(([0, 1], [0, 1]), state)

# Comparisons
truths = {"data": (X, (rows, columns)), "labels": (None, rows)}
found = compare({"k-means": KMeans(), "labels": rows}, truths, ["cari", cari_score])
assert_type(found, Comparison)
assert_type(found.ranks()["cari"]["labels"], float)
assert_type(found.to_latex(), str)
compare({"labels": (X, X)}, {"data": (None, (X, X))}, {"a": "e4sc", "b": my_score})
compare({"labels": (X, X)}, {"data": (None, (X, X))}, "rnia_distance", n_repeats=3)
