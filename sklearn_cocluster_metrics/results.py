"""Classes of the results that functions return, for annotations and ``isinstance``."""

from ._indices._cari import CariDecomposition
from ._indices._microobjects import BCubedScores
from ._inference._adjusted_for_chance import AdjustedScore
from ._inference._compare_scores import ScoreDifference
from ._inference._moments_by_chance import PairCountMoments
from ._inference._permutation_methods import PermutationTestResult
from ._inference._score_interval import ScoreInterval
from ._model_selection._choice_frequencies import ChoiceFrequencies
from ._model_selection._cluster_stability import ClusterStability
from ._model_selection._refit_test import RefitTestResult
from ._model_selection._separation import SeparationTestResult
from ._model_selection._split_half import SplitHalfTestResult
from ._reports._cluster_pairs import ClusterPairs
from ._reports._comparison import Comparison
from ._reports._match_table import Matches, MatchTable
from ._reports._mean_differences import MeanDifference
from ._reports._pairwise import PairwiseScores
from ._reports._rank_test import RankTest
from ._statistics._pairs import PairCounts

__all__ = [
    "AdjustedScore",
    "BCubedScores",
    "CariDecomposition",
    "ChoiceFrequencies",
    "ClusterPairs",
    "ClusterStability",
    "Comparison",
    "MatchTable",
    "Matches",
    "MeanDifference",
    "PairCountMoments",
    "PairCounts",
    "PairwiseScores",
    "PermutationTestResult",
    "RankTest",
    "RefitTestResult",
    "ScoreDifference",
    "ScoreInterval",
    "SeparationTestResult",
    "SplitHalfTestResult",
]
