"""Probability alone: laws and moments of what is counted in permuted tables."""

from ._best_of_random_biclusters import mean_shortfall_of_best
from ._entropy import entropy
from ._expected_information import (
    expected_mutual_information,
    information_is_constant,
    summed_expected_information,
    variance_of_mutual_information,
)
from ._expected_information_fixed_clusters import (
    expected_information_fixed_n_clusters,
)
from ._expected_jaccard import expected_jaccard
from ._expected_overlaps import expected_overlap
from ._null_models import NullModel, NullModelOfPairs
from ._pair_covariances import PairCovariances, pair_covariances
from ._pair_moments import (
    cells_moments,
    expected_pairs,
    expected_pairs_of_cells,
    product_moments,
)
from ._stirling import (
    stirling_distribution,
    truncated_poisson,
    truncated_poisson_rate,
    truncated_poisson_window,
)
