"""The contracts of all indices, which the common tests put to the test.

Tests read `CONTRACTS` here, so that its place in the package can change.
"""

from sklearn_cocluster_metrics import bicluster_similarity_score, pair_counting_score
from sklearn_cocluster_metrics._contracts import CONTRACTS as CONTRACTS
from sklearn_cocluster_metrics._statistics._comparison import (
    compare_biclusterings,
    compare_clusters,
)
from sklearn_cocluster_metrics.tables import contingency_table

PAIR_COUNTING_NAMES = [
    name
    for name, contract in CONTRACTS.items()
    if contract.function is pair_counting_score
]
SIMILARITY_NAMES = [
    name
    for name, contract in CONTRACTS.items()
    if contract.function is bicluster_similarity_score
    and "null_model" not in contract.fixed
]
OF_PARTITIONS = [
    contract for contract in CONTRACTS.values() if contract.structure == "partition"
]

# These similarities have a form that is adjusted by an exact mean.
ADJUSTED_SIMILARITY_NAMES = {
    name.removeprefix("adjusted_")
    for name in CONTRACTS
    if name.startswith("adjusted_bicluster_")
}
# These similarities are not among those that Horta and Campello (2014) compare.
LATER_SIMILARITY_NAMES = {"bicluster_eren_f1", "bicluster_omega", "bicluster_onmi"}
PUBLISHED_SIMILARITY_NAMES = [
    name for name in SIMILARITY_NAMES if name not in LATER_SIMILARITY_NAMES
]


def pair_counting_names_where(condition):
    """Return the pair-counting indices whose contracts meet a condition."""
    return {name for name in PAIR_COUNTING_NAMES if condition(CONTRACTS[name])}


def statistics_of(contract, true, pred):
    """Return what `contract.compute` takes, counted of two structures."""
    if contract.structure == "biclustering":
        return compare_biclusterings(true, pred)
    if contract.structure == "overlapping":
        return compare_clusters(true, pred)
    tables = contingency_table(true, pred)
    if hasattr(tables, "counts"):  # the table of a single mode
        return (tables,)
    return tables
