"""Probability alone: laws and moments of what is counted in permuted tables."""

from ._balanced_sizes import (
    balanced_labels as balanced_labels,
    balanced_sizes as balanced_sizes,
)
from ._best_of_random_biclusters import mean_shortfall_of_best as mean_shortfall_of_best
from ._entropy import entropy as entropy
from ._expected_information import (
    expected_mutual_information as expected_mutual_information,
    information_beyond_chance as information_beyond_chance,
    information_is_constant as information_is_constant,
    summed_expected_information as summed_expected_information,
)
from ._expected_information_fixed_clusters import (
    expected_information_fixed_n_clusters as expected_information_fixed_n_clusters,
)
from ._expected_information_free_labels import (
    expected_information_free_labels as expected_information_free_labels,
)
from ._expected_jaccard import expected_jaccards as expected_jaccards
from ._expected_overlaps import expected_overlap as expected_overlap
from ._information_variance import (
    variance_of_mutual_information as variance_of_mutual_information,
)
from ._null_models import NullModel as NullModel, NullModelOfPairs as NullModelOfPairs
from ._pair_covariances import (
    PairCovariances as PairCovariances,
    pair_covariances as pair_covariances,
)
from ._pair_moments import (
    MOMENTS as MOMENTS,
    affine_moments as affine_moments,
    expected_pairs as expected_pairs,
    expected_pairs_of_cells as expected_pairs_of_cells,
    expected_pairs_of_product as expected_pairs_of_product,
    moments_of_cells as moments_of_cells,
    moments_of_product as moments_of_product,
    moments_of_squares as moments_of_squares,
)
from ._pearson import pearson_tail as pearson_tail
from ._shared_cells import Extent as Extent
from ._stirling import (
    stirling_distribution as stirling_distribution,
    truncated_poisson as truncated_poisson,
    truncated_poisson_rate as truncated_poisson_rate,
    truncated_poisson_window as truncated_poisson_window,
)
from ._sum_of_squares_law import (
    Law as Law,
    law_of_product as law_of_product,
    law_of_squares as law_of_squares,
    tail_of_product as tail_of_product,
)
from ._work import TooMuchWork as TooMuchWork, Work as Work
