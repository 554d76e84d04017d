"""Names of the indices, for type checkers: written by ``.ci/names.py``."""

from typing import Literal, TypeAlias

# fmt: off

PartitionName: TypeAlias = Literal[
    "adjusted_rand", "ami_star", "baulieu1", "baulieu2", "bcubed", "cari",
    "cari_product", "classification_error", "coami", "cocorrelation",
    "cocorrelation_distance", "comi", "completeness", "conmi", "correlation",
    "correlation_distance", "dice", "element_centric", "enmi", "f_measure",
    "fager_mcgowan", "fair_mutual_info", "fowlkes_mallows", "goodman_kruskal",
    "gower_legendre", "homogeneity", "hubert", "jaccard", "jaccard_distance",
    "kulczynski", "mcconnaughey", "minkowski", "nami_star", "nce", "normalized_mirkin",
    "peirce", "purity", "rand", "rogers_tanimoto", "russell_rao", "sokal_sneath1",
    "sokal_sneath2", "sokal_sneath3", "standardized_mutual_info", "v_measure",
    "variation_of_information", "wallace1", "wallace2", "yule",
]

NegatedPartitionName: TypeAlias = Literal[
    "neg_classification_error", "neg_cocorrelation_distance",
    "neg_correlation_distance", "neg_jaccard_distance", "neg_minkowski",
    "neg_normalized_mirkin", "neg_variation_of_information",
]

PartitionScorerName: TypeAlias = PartitionName | NegatedPartitionName

BiclusteringName: TypeAlias = Literal[
    "adjusted_bicluster_csi", "adjusted_bicluster_omega", "adjusted_bicluster_rnia",
    "bicluster_ayadi", "bicluster_bozdag_e", "bicluster_bozdag_u", "bicluster_ce",
    "bicluster_consensus", "bicluster_csi", "bicluster_eren_f1",
    "bicluster_eren_recovery", "bicluster_eren_relevance", "bicluster_extended_bcubed",
    "bicluster_fbeta", "bicluster_goodness", "bicluster_jaccard", "bicluster_liu_wang",
    "bicluster_omega", "bicluster_onmi", "bicluster_precision",
    "bicluster_prelic_recovery", "bicluster_prelic_relevance", "bicluster_recall",
    "bicluster_rnia", "bicluster_santamaria", "bicluster_weighted_dice",
    "bicluster_weighted_jaccard", "clustering_error", "corrected_bicluster_fbeta",
    "corrected_bicluster_goodness", "corrected_bicluster_jaccard",
    "corrected_bicluster_precision", "corrected_bicluster_recall", "e4sc",
    "expected_best_bicluster_fbeta", "expected_best_bicluster_goodness",
    "expected_best_bicluster_jaccard", "expected_best_bicluster_precision",
    "expected_best_bicluster_recall", "microobject_rand",
    "microobject_variation_of_information", "mocice_bcubed", "rnia_distance",
]

NegatedBiclusteringName: TypeAlias = Literal[
    "neg_clustering_error", "neg_microobject_variation_of_information",
    "neg_rnia_distance",
]

BiclusteringScorerName: TypeAlias = BiclusteringName | NegatedBiclusteringName

OverlappingName: TypeAlias = Literal[
    "cice_bcubed", "omega", "overlapping_nmi",
]

PairCountingName: TypeAlias = Literal[
    "rand", "adjusted_rand", "jaccard", "jaccard_distance", "wallace1", "wallace2",
    "dice", "correlation", "correlation_distance", "sokal_sneath1", "minkowski",
    "hubert", "fowlkes_mallows", "sokal_sneath2", "normalized_mirkin", "kulczynski",
    "mcconnaughey", "yule", "baulieu1", "russell_rao", "fager_mcgowan", "peirce",
    "baulieu2", "sokal_sneath3", "gower_legendre", "rogers_tanimoto", "goodman_kruskal",
]

SimilarityName: TypeAlias = Literal[
    "bicluster_prelic_relevance", "bicluster_prelic_recovery", "bicluster_rnia",
    "bicluster_ce", "bicluster_liu_wang", "bicluster_santamaria",
    "bicluster_weighted_jaccard", "bicluster_weighted_dice", "bicluster_consensus",
    "bicluster_bozdag_u", "bicluster_bozdag_e", "bicluster_ayadi",
    "bicluster_eren_relevance", "bicluster_eren_recovery", "bicluster_csi",
    "bicluster_extended_bcubed", "bicluster_eren_f1", "bicluster_omega",
    "bicluster_onmi",
]
