"""Lines of users: mypy refuses each that is marked as a mistake, and no other."""

from functools import partial
from typing import Any, assert_type

import numpy as np
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import rand_score
from sklearn.pipeline import make_pipeline

import sklearn_cocluster_metrics as sccm
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
value: float = sccm.cari_score(rows, rows)
sccm.cari_score([0, 1], ["a", "b"])
sccm.cari_score((rows, columns), (rows, columns), null_model="product")
sccm.cari_score(([0, 1], [0, 1]), ([0, 1], (1, 2)))
sccm.cari_score((rows, columns, [1, 2]), (rows, columns, [1, 2]))
sccm.cari_score(rows, KMeans())
sccm.cari_score((rows, columns), fitted)
sccm.cari_score((rows, columns), make_pipeline(fitted))
sccm.cocorrelation_score((rows, columns), (rows, columns))
sccm.nce_score(rows, rows, normalization="printed")
sccm.conmi_score(rows, rows, average_method="geometric")
sccm.pair_counting_score(rows, rows, metric="dice", null_model="cells")

# Biclusterings
sccm.bicluster_fbeta_score((X, X), ([[0, 1]], [[True, False]]), correction="space")
sccm.bicluster_jaccard_score((X, X), (X, X), correction="expected", expectation="exact")
sccm.bicluster_similarity_score((X, X), fitted, metric="bicluster_csi")
sccm.rnia_distance((X, X), sccm.biclusters_from_indices([([0], range(2))], (3, 3)))

# Tables
assert_type(contingency_table(rows, rows), ContingencyTable)
assert_type(contingency_table((rows, rows), (rows, rows)), ContingencyTables)
table: ContingencyTable = contingency_table((rows, rows), (rows, rows))[0]
assert_type(contingency_table((rows, rows), fitted), ContingencyTables)
assert_type(contingency_table(rows, fitted), ContingencyTable)
score_from_tables(contingency_table((rows, rows), (rows, rows)), "cari")
score_from_tables((contingency_table(rows, rows),), "nce", normalization="bound")
score_from_tables(ContingencyTable([[1, 0], [0, 1]], [0, 1], ["a", "b"]), "nce")

# Inference
assert_type(sccm.adjusted_for_chance(rows, rows, "bcubed", n_draws=9), AdjustedScore)
sccm.adjusted_for_chance((X, X), (X, X), "bicluster_csi", null_model="product")
sccm.adjusted_for_chance(rows, rows, partial(sccm.conmi_score, average_method="min"))
test = sccm.permutation_test((rows, columns), fitted, "nce", method="auto")
value = test.pvalue
sccm.permutation_test((X, X), (X, X), "rnia_distance", alternative="any_mode")
value = sccm.score_interval(rows, rows, "cocorrelation", fixed=1).low
sccm.score_interval(rows, rows, sccm.cari_score)

# Scorers
scorer = sccm.make_cocluster_scorer(
    "cari", row_labels=rows, column_labels={"a": 1, "b": 0}
)
sccm.make_cocluster_scorer(my_score, row_labels=rows, greater_is_better=True)
sccm.make_cocluster_scorer(rand_score, row_labels=rows)
sccm.make_cocluster_scorer(lambda true, pred: 1.0, row_labels=rows)
sccm.make_cocluster_scorer(["cari", sccm.nce_score, my_score], row_labels=rows)
sccm.make_cocluster_scorer({"one": "cari", "two": my_score}, row_labels=rows)
of_biclusters = sccm.make_bicluster_scorer("e4sc", rows=X, columns=X)
sccm.make_bicluster_scorer(["bicluster_csi", "rnia_distance"], rows=X, columns=X)
stability = sccm.make_stability_scorer("nce", random_state=None)
assert_type(sccm.stability_score(SpectralCoclustering(), X, metric="cari"), float)
sccm.StabilityDisplay.from_estimator(fitted, X, param_range=[2, 3], metric="conmi")
sccm.InductiveCocluster(SpectralCoclustering(), metric="euclidean", empty="keep")
sccm.finest_stable({"mean_test_stability": [1.0]}, by="modes")
sccm.make_cocluster_scorer("cari", labels=(rows, rows, rows), accessor="found_")
sccm.make_stability_scorer("e4sc", verbose=1, accessor=lambda fitted: fitted.found_)
sccm.make_stability_scorer(my_score, structure="biclustering")
value = stability(SpectralCoclustering(), X) + scorer(fitted, X, rows)
sccm.InductiveCocluster(SpectralCoclustering(), classifier=LogisticRegression())
sccm.FunctionCocluster(lambda X, k: (X[:, 0], X[0]), k=3)
assert_type(sccm.modularity_score(X, (rows, rows)), float)

# Names
by_name = sccm.get_scorer("neg_classification_error", row_labels=rows)
assert_type(by_name(fitted, X), Any)
sccm.get_scorer("classification_error", row_labels=rows)
sccm.get_scorer("neg_rnia_distance", rows=X, columns=X)
sccm.get_scorer("modularity")
for name in sccm.get_scorer_names():
    sccm.get_scorer(name)
for name_of_partition in sccm.get_scorer_names("partition"):
    sccm.get_scorer(name_of_partition, row_labels=rows)
for name_of_biclustering in sccm.get_scorer_names("biclustering"):
    sccm.get_scorer(name_of_biclustering, rows=X, columns=X)

# Planted data
counts, row_labels, column_labels = make_latent_blocks((9, 6), 3, family="poisson")
SpectralCoclustering(3).fit(counts)
true = (row_labels, column_labels)
sccm.cari_score(true, perturb_coclustering(true, 10, random_state=0))
for state in perturb_coclustering(([0, 1], ["a", "b"]), [10, 20]):
    sccm.cari_score(([0, 1], [0, 1]), state)

# Comparisons
truths = {"data": (X, (rows, columns)), "labels": (None, rows)}
found = sccm.compare({"a": KMeans(), "b": rows}, truths, ["cari", sccm.cari_score])
assert_type(found, Comparison)
assert_type(found.ranks()["cari"]["b"], float | None)
assert_type(found.to_latex(), str)
sccm.compare({"labels": (X, X)}, {"data": (None, (X, X))}, {"a": "e4sc", "b": my_score})
sccm.compare({"labels": (X, X)}, {"data": (None, (X, X))}, "rnia_distance", n_repeats=3)

table = contingency_table(rows, rows)

# Mistakes in options
sccm.cari_score(rows, rows, null_model="prod")  # error
sccm.cari_score(rows, rows, null_model="fixed_n_clusters")  # error
sccm.nce_score(rows, rows, normalization="none")  # error
sccm.conmi_score(rows, rows, average_method="mean")  # error
sccm.pair_counting_score(rows, rows, metric="dicee")  # error
sccm.bicluster_similarity_score((X, X), (X, X), metric="bicluster_cosine")  # error
sccm.adjusted_for_chance(rows, rows, "cari", null_model="prod")  # error
sccm.adjusted_for_chance(rows, rows, "nce", null_model="fixed_n_clusters")  # error
sccm.compare_scores(rows, rows, rows, unlabeled="none")  # error
sccm.permutation_test(rows, rows, "cari", method="monte_carlo")  # error
sccm.permutation_test(rows, rows, "cari", alternative="two-sided")  # error
sccm.InductiveCocluster(fitted, metric="cosin")  # error

# Mistakes in structures: a list for a tuple
sccm.cari_score([rows, rows], [rows, rows])  # error
sccm.cari_score([[0, 1], [0, 1]], [[0, 1], [0, 1]])  # error
sccm.cocorrelation_score([[0, 1], [0]], ([0, 1], [0]))  # error
sccm.bicluster_fbeta_score([X, X], (X, X))  # error
contingency_table([[0, 1], [0]], [[0, 1], [0]])  # error
sccm.score_interval([[0, 1], [0]], ([0, 1], [0]))  # error
sccm.permutation_test(1, rows)  # error

# Mistakes in names
sccm.make_cocluster_scorer("carii", row_labels=rows)  # error
sccm.make_cocluster_scorer(["cari", "carii"], row_labels=rows)  # error
sccm.make_cocluster_scorer({"one": "carii"}, row_labels=rows)  # error
sccm.make_cocluster_scorer("e4sc", row_labels=rows)  # error
sccm.make_bicluster_scorer("cari", rows=X, columns=X)  # error
sccm.make_stability_scorer("carii")  # error
sccm.make_stability_scorer(structure="partition")  # error
sccm.stability_score(fitted, X, metric="carii")  # error
sccm.StabilityDisplay.from_estimator(fitted, X, param_range=[2], metric="c")  # error
sccm.adjusted_for_chance(rows, rows, "carii")  # error
sccm.permutation_test(rows, rows, "carii")  # error
sccm.score_interval(rows, rows, "bicluster_csi")  # error
score_from_tables(table, "carii")  # error
score_from_tables([rows], "cari")  # error
sccm.get_scorer("neg_cari", row_labels=rows)  # error
sccm.get_scorer_names("co-clustering")  # error

# Mistakes with planted data
make_latent_blocks((9, 6), 3, family="normal")  # error
make_latent_blocks((9, 6), 3)[3]  # error
perturb_coclustering(rows, 3)  # error

# Mistakes in comparisons
sccm.compare({"labels": rows}, {"data": (None, rows)}, ["carii"])  # error
sccm.compare({"labels": rows}, {"data": rows}, "cari")  # error
sccm.compare([rows], {"data": (None, rows)}, "cari")  # error
