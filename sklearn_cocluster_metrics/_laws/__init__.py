"""Probability alone: laws and moments of what is counted in permuted tables."""

from ._cluster_sizes import (
    balanced_labels as balanced_labels,
    balanced_sizes as balanced_sizes,
    stirling_distribution as stirling_distribution,
    truncated_poisson as truncated_poisson,
    truncated_poisson_rate as truncated_poisson_rate,
    truncated_poisson_window as truncated_poisson_window,
)
from ._expected_information import (
    expected_mutual_information as expected_mutual_information,
    information_beyond_chance as information_beyond_chance,
    information_is_constant as information_is_constant,
)
from ._information_of_random_labels import (
    expected_information_fixed_n_clusters as expected_information_fixed_n_clusters,
    expected_information_free_labels as expected_information_free_labels,
)
from ._information_terms import entropy as entropy
from ._information_variance import (
    variance_of_mutual_information as variance_of_mutual_information,
)
from ._pair_moments import (
    MOMENTS as MOMENTS,
    NullModel as NullModel,
    NullModelOfPairs as NullModelOfPairs,
    affine_moments as affine_moments,
    expected_pairs as expected_pairs,
    expected_pairs_of_cells as expected_pairs_of_cells,
    expected_pairs_of_product as expected_pairs_of_product,
    moments_of_cells as moments_of_cells,
    moments_of_product as moments_of_product,
    moments_of_squares as moments_of_squares,
    pair_covariances as pair_covariances,
    pearson_tail as pearson_tail,
)
from ._random_biclusters import (
    Extent as Extent,
    expected_jaccards as expected_jaccards,
    expected_overlap as expected_overlap,
    mean_shortfall_of_best as mean_shortfall_of_best,
)
from ._sum_of_squares_law import (
    Law as Law,
    TooMuchWork as TooMuchWork,
    Work as Work,
    law_of_product as law_of_product,
    law_of_squares as law_of_squares,
    tail_of_product as tail_of_product,
)
