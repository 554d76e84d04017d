"""Data sets and algorithms of the benchmark, and `run`, which compares them.

The notebook `benchmark.ipynb` reads the results, and `add_an_algorithm.py` shows how an
algorithm is added. An algorithm is a function of a matrix, the numbers of row and
column clusters and a seed, which returns labels of the rows and labels of the columns.
Matrices have no negative entries, and neither empty rows nor empty columns.
"""

import inspect
from collections.abc import Callable, Mapping
from importlib.util import find_spec

import numpy as np
import scipy.linalg
import scipy.ndimage
import sklearn.metrics
from sklearn.cluster import KMeans, SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import NMF
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import minmax_scale

from sklearn_cocluster_metrics import FunctionCocluster, compare
from sklearn_cocluster_metrics.datasets import make_latent_blocks
from sklearn_cocluster_metrics.results import Comparison

Algorithm = Callable[..., tuple[np.ndarray, np.ndarray]]

METRICS = ["cari_product", "coami", "nce", "cocorrelation"]

# Planted data

N_PLANTED_CLUSTERS = (4, 3)
SEPARATIONS = {"easy": 1.0, "medium": 0.6, "hard": 0.4}
FAMILIES = ["gaussian", "poisson", "bernoulli"]


def planted_draw(family: str, separation: float) -> Callable[[int], tuple]:
    """Return a function from a seed to a matrix and its true labels."""

    def draw(seed: int) -> tuple:
        X, rows, columns = make_latent_blocks(
            (60, 45),
            N_PLANTED_CLUSTERS,
            family=family,
            separation=separation,
            random_state=seed,
        )
        if family == "gaussian":
            X = X - X.min() + 1
        return X, (rows, columns)

    return draw


def planted_data() -> dict[str, Callable[[int], tuple]]:
    """Return planted blocks of three families in three difficulties."""
    return {
        f"{family}, {difficulty}": planted_draw(family, separation)
        for family in FAMILIES
        for difficulty, separation in SEPARATIONS.items()
    }


# Real data: the classes of the rows were given by people.


def docstring_counts() -> tuple[np.ndarray, np.ndarray]:
    """Return counts of words in docstrings of functions, and their modules."""
    modules = [scipy.linalg, scipy.ndimage, sklearn.metrics]
    module_by_text = {}
    for module in modules:
        for _, function in inspect.getmembers(module, inspect.isfunction):
            text = inspect.getdoc(function) or ""
            if len(text) > 300:
                module_by_text[text] = module.__name__
    vectorizer = CountVectorizer(
        stop_words="english", token_pattern="[a-z]{3,}", min_df=8, max_df=0.3
    )
    counts = vectorizer.fit_transform(module_by_text).toarray()
    return counts, np.array(list(module_by_text.values()))


def real_data() -> dict[str, tuple]:
    """Return data sets that come with scikit-learn, and words in docstrings."""
    pixels, digits = load_digits(n_class=4, return_X_y=True)
    has_ink = pixels.sum(axis=0) > 0
    data = {"docstrings": docstring_counts()}
    loaders = {
        "iris": load_iris,
        "wine": load_wine,
        "breast cancer": load_breast_cancer,
    }
    for name, load in loaders.items():
        X, classes = load(return_X_y=True)
        data[name] = (minmax_scale(X) + 0.1, classes)
    data["digits 0 to 3"] = (pixels[:, has_ink], digits)
    # The clusters of the columns are not known, and not compared.
    return {name: (X, (classes, None)) for name, (X, classes) in data.items()}


# Algorithms


def k_means(X, n_clusters=(2, 2), random_state=None):
    """Cluster the rows, and apart from them the columns."""
    rows = KMeans(n_clusters[0], n_init=3, random_state=random_state)
    columns = KMeans(n_clusters[1], n_init=3, random_state=random_state)
    return rows.fit_predict(X), columns.fit_predict(X.T)


def nmf(X, n_clusters=(2, 2), random_state=None):
    """Take the strongest component of each row and of each column."""
    model = NMF(
        max(n_clusters),
        init="nndsvda",
        max_iter=1000,
        tol=1e-3,
        random_state=random_state,
    )
    weights_of_rows = model.fit_transform(X)
    return weights_of_rows.argmax(axis=1), model.components_.argmax(axis=0)


def spectral_coclustering(X, n_clusters=(2, 2), random_state=None):
    """Find as many diagonal blocks as there are clusters in the larger mode."""
    model = SpectralCoclustering(max(n_clusters), n_init=3, random_state=random_state)
    model.fit(X)
    return model.row_labels_, model.column_labels_


def spectral_biclustering(
    X, n_clusters=(2, 2), method="bistochastic", random_state=None
):
    """Find a checkerboard."""
    n_vectors = min(6, *X.shape)
    model = SpectralBiclustering(
        n_clusters,
        method=method,
        n_components=n_vectors,
        n_best=min(3, n_vectors),
        n_init=2,
        random_state=random_state,
    )
    model.fit(X)
    return model.row_labels_, model.column_labels_


def spectral_biclustering_log(X, n_clusters=(2, 2), random_state=None):
    """Find a checkerboard in the logarithms."""
    return spectral_biclustering(X + 1, n_clusters, "log", random_state)


# Algorithms of other packages


def louvain(X, n_clusters=(2, 2), random_state=None):
    """Find communities of rows and columns; it chooses their number itself."""
    from scipy.sparse import csr_matrix
    from sknetwork.clustering import Louvain

    model = Louvain(random_state=random_state)
    model.fit(csr_matrix(X, dtype=float), force_bipartite=True)
    return model.labels_row_, model.labels_col_


def latent_block_model(X, n_clusters=(2, 2), random_state=None):
    """Fit sparsebm's model of zeros and ones: entries above the mean are 1."""
    from scipy.sparse import csr_matrix
    from sparsebm import LBM

    # sparsebm takes no seed of its own.
    np.random.seed(random_state)  # noqa: NPY002
    is_high = csr_matrix(np.where(X.mean() < X, 1, 0))
    model = LBM(
        *n_clusters,
        n_init=20,
        n_init_total_run=5,
        n_iter_early_stop=10,
        max_iter=100,
        verbosity=0,
    )
    with np.errstate(all="ignore"):  # it takes logarithms of probabilities of zero
        model.fit(is_high)
    return model.row_labels, model.column_labels


def coclust_mod(X, n_clusters=(2, 2), random_state=None):
    """Maximize the modularity of diagonal blocks."""
    from coclust.coclustering import CoclustMod

    model = CoclustMod(max(n_clusters), n_init=3, random_state=random_state)
    model.fit(X)
    return np.array(model.row_labels_), np.array(model.column_labels_)


def coclust_spec_mod(X, n_clusters=(2, 2), random_state=None):
    """Maximize the modularity of diagonal blocks by a spectral method."""
    from coclust.coclustering import CoclustSpecMod

    model = CoclustSpecMod(max(n_clusters), n_init=3, random_state=random_state)
    model.fit(X)
    return np.array(model.row_labels_), np.array(model.column_labels_)


def coclust_info(X, n_clusters=(2, 2), random_state=None):
    """Maximize the mutual information of rows and columns."""
    from coclust.coclustering import CoclustInfo

    model = CoclustInfo(*n_clusters, n_init=3, random_state=random_state)
    model.fit(X)
    return np.array(model.row_labels_), np.array(model.column_labels_)


ALGORITHMS: dict[str, Algorithm] = {
    "k-means": k_means,
    "NMF": nmf,
    "SpectralCoclustering": spectral_coclustering,
    "SpectralBiclustering": spectral_biclustering,
    "SpectralBiclustering, log": spectral_biclustering_log,
}
# By package, by the name of its module
OTHERS: dict[str, dict[str, Algorithm]] = {
    "sknetwork": {"Louvain (scikit-network)": louvain},
    "sparsebm": {"LBM (sparsebm)": latent_block_model},
    "coclust": {
        "CoclustMod": coclust_mod,
        "CoclustSpecMod": coclust_spec_mod,
        "CoclustInfo": coclust_info,
    },
}


def installed_algorithms() -> dict[str, Algorithm]:
    """Return all algorithms whose package is installed; name the others."""
    algorithms = dict(ALGORITHMS)
    for module, algorithms_of_package in OTHERS.items():
        if find_spec(module) is None:
            names = ", ".join(algorithms_of_package)
            print(f"{module} is not installed; skipped: {names}")
        else:
            algorithms |= algorithms_of_package
    return algorithms


# The benchmark


def run(algorithms: Mapping[str, Algorithm]) -> tuple[Comparison, Comparison]:
    """Return the comparison on planted data and the comparison on real data.

    On planted data the cells are compared, on real data the rows, so that these are
    different numbers. Replicates are draws of planted data, and random halves of the
    rows of real data. All algorithms see the same.
    """
    planted = compare(
        {
            name: FunctionCocluster(algorithm, n_clusters=N_PLANTED_CLUSTERS)
            for name, algorithm in algorithms.items()
        },
        planted_data(),
        METRICS,
        n_draws=9,  # with fewer draws, no p-value of nine settings could be below 0.05
        random_state=0,
    )
    data = real_data()
    n_classes = {name: len(set(truth[0])) for name, (_, truth) in data.items()}
    real = compare(
        {
            name: {
                data_name: FunctionCocluster(algorithm, n_clusters=(k, k))
                for data_name, k in n_classes.items()
            }
            for name, algorithm in algorithms.items()
        },
        data,
        METRICS,
        subsample=(0.5, 1),
        # The least p-value of a difference is then 2**-5, and 0.156 after Holm's
        # correction for five data sets. So these halves serve means and intervals.
        n_draws=6,
        random_state=0,
    )
    return planted, real
