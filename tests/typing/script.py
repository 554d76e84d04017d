"""A user's script, from the quick start on: each marked line is a mistake."""

import numpy as np
import numpy.typing as npt

from sklearn_cocluster_metrics import (
    bicluster_report,
    bicluster_similarity_score,
    biclusters_from_indices,
    cari_score,
    coclustering_report,
    handle_unlabeled,
    index_names,
    make_cocluster_scorer,
    match_clusters,
    pair_counting_score,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics.results import PermutationTestResult
from sklearn_cocluster_metrics.tables import ContingencyTable, contingency_table
from sklearn_cocluster_metrics.typing import Coclustering, Partition, PartitionMetric

Array = npt.NDArray[np.int64]
rows: Array = np.array([0, 0, 1, 1])
columns = ["a", "b", "b"]
true: Coclustering = (rows, columns)
pred = (rows[::-1], ["x", "y", "y"])

# Scores and tests
value: float = cari_score(true, pred, null_model="product")
test: PermutationTestResult = permutation_test(true, pred)
low: float = score_interval(rows, rows, "coami").low
number: int = cari_score(true, pred)  # error
cari_score(true, pred, null="product")  # error
pair_counting_score(true, pred, metric="dicee")  # error
permutation_test(true, pred, "carii")  # error
test.p_value  # error


def pvalue(labels: Partition, metric: PartitionMetric = "cari") -> float:
    """Hand the arguments on."""
    return permutation_test(labels, labels, metric).pvalue


pvalue(true, "nce")
pvalue(true, "ncee")  # error


def pvalue_by_name(labels: Partition, metric: str) -> float:
    """Hand on what a user typed."""
    if metric not in index_names("partition"):
        return permutation_test(labels, labels, metric).pvalue  # error
    return permutation_test(labels, labels, metric).pvalue


# Lists of names
ours = biclusters_from_indices([(["Ann"], ["BRCA1"])], row_names=["Ann", "Bob"])
named = {"one": (["Ann", "Bob"], np.array(["BRCA1"]))}
bicluster_similarity_score(ours, biclusters_from_indices(named), metric="bicluster_csi")
biclusters_from_indices([["Ann"], ["BRCA1"]])  # error

# Reports, tables, matches
text: str = coclustering_report(true, pred)
row = coclustering_report(true, pred, output_dict=True)["indices"]["cari"]
frame = bicluster_report(ours, ours).to_markdown()
coclustering_report(true, pred)["indices"]  # error
table: ContingencyTable = contingency_table(rows, rows)
renamed: Array = match_clusters(rows, rows)
match_clusters(rows, rows).to_frame()  # error
known, found = handle_unlabeled(rows, rows, "drop")
known.shape
handle_unlabeled(rows, rows, "droop")  # error
scorer = make_cocluster_scorer("cari", row_labels=rows)
