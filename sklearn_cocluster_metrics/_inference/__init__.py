"""Significance and uncertainty: what chance gives, tests and intervals."""

from ._adjusted_for_chance import AdjustedScore, adjusted_for_chance
from ._cari_decomposition import CariDecomposition, cari_decomposition
from ._expected_mutual_info import expected_mutual_info
from ._pair_count_moments import PairCountMoments, moments_of_pairs, pair_count_moments
from ._permutation_test import PermutationTestResult, permutation_test
from ._score_interval import ScoreInterval, score_interval
