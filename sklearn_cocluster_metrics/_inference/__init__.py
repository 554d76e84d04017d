"""Significance and uncertainty: what chance gives, tests and intervals."""

from ._adjusted_for_chance import (
    AdjustedScore as AdjustedScore,
    adjusted_for_chance as adjusted_for_chance,
)
from ._cari_decomposition import (
    CariDecomposition as CariDecomposition,
    cari_decomposition as cari_decomposition,
    decompose as decompose,
)
from ._expected_mutual_info import expected_mutual_info as expected_mutual_info
from ._pair_moments import (
    PairCountMoments as PairCountMoments,
    moments_of_pairs as moments_of_pairs,
    pair_count_moments as pair_count_moments,
)
from ._permutation_test import (
    PermutationTestResult as PermutationTestResult,
    permutation_test as permutation_test,
    test_of_tables as test_of_tables,
)
from ._random_draws import (
    Arrays as Arrays,
    scores_of_permutations as scores_of_permutations,
)
from ._score_interval import (
    ScoreInterval as ScoreInterval,
    interval_of_tables as interval_of_tables,
    score_interval as score_interval,
)
