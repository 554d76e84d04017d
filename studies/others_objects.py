"""What do functions answer to the objects of other packages, as they are?

``python studies/others_objects.py`` prints a line for each package that is installed:
the number that comes, or the error, which must give the line that mends it. Tests use
small doubles of these objects, so this shows that the doubles are like the real ones.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np
import pandas as pd

from sklearn_cocluster_metrics import (
    cari_score,
    clusters_to_indicators,
    clusters_to_labels,
    coclustering_of,
    omega_score,
)

# Two cliques with one edge between them; X has the same two blocks.
EDGES = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (2, 3)]
TRUTH = [0, 0, 0, 1, 1, 1]
NAMES = list("abcdef")
X = np.kron(np.eye(2), np.ones((3, 2))) * 9 + 1


def igraph_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the clustering of a graph, its members and its labels."""
    import igraph

    clustering = igraph.Graph(EDGES).community_multilevel()
    yield "VertexClustering", lambda: cari_score(TRUTH, clustering)
    yield "its membership", lambda: cari_score(TRUTH, clustering.membership)
    yield "its members", lambda: cari_score(TRUTH, clusters_to_labels(clustering))
    cover = igraph.VertexCover(igraph.Graph(EDGES), [[0, 1, 2, 3], [3, 4, 5]])
    indicators = clusters_to_indicators(list(cover), items=range(6))
    yield "VertexCover", lambda: cari_score(TRUTH, cover)
    yield "its members", lambda: omega_score(indicators, indicators)


def networkx_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield communities, which are sets, as a list and from a generator."""
    import networkx

    graph = networkx.Graph(EDGES)
    communities = networkx.community.louvain_communities(graph, seed=0)
    greedy = networkx.community.greedy_modularity_communities(graph)
    yield "louvain", lambda: cari_score(TRUTH, communities)
    yield "greedy", lambda: cari_score(TRUTH, greedy)
    yield (
        "girvan_newman",
        lambda: cari_score(TRUTH, networkx.community.girvan_newman(graph)),
    )
    yield (
        "clusters_to_labels",
        lambda: cari_score(TRUTH, clusters_to_labels(communities)),
    )


def xarray_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield labels with and without names, and a data set."""
    import xarray

    named = xarray.DataArray(TRUTH, coords={"cell": NAMES}, dims="cell")
    series = pd.Series(TRUTH, NAMES).sample(frac=1, random_state=0)
    yield "DataArray", lambda: cari_score(named, series)
    yield "its to_series", lambda: cari_score(named.to_series(), series)
    yield "without names", lambda: cari_score(xarray.DataArray(TRUTH), TRUTH)
    yield "Dataset", lambda: cari_score(xarray.Dataset({"x": named}), series)


def anndata_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield annotated data in place of labels."""
    import anndata

    obs = pd.DataFrame({"cell_type": TRUTH}, NAMES)
    adata = anndata.AnnData(X, obs=obs)
    yield "AnnData", lambda: cari_score(TRUTH, adata)
    yield "its obs", lambda: cari_score(pd.Series(TRUTH, NAMES), adata.obs["cell_type"])


def sknetwork_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield a clusterer of bipartite graphs, before and after the fit."""
    from scipy.sparse import csr_matrix
    from sknetwork.clustering import Louvain

    truth = TRUTH, [0, 0, 1, 1]
    yield "unfitted", lambda: cari_score(truth, Louvain())
    model = Louvain(random_state=0)
    model.fit(csr_matrix((X > 5).astype(int)), force_bipartite=True)
    yield "fitted", lambda: cari_score(truth, model)


def sparsebm_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield a latent block model, before and after the fit."""
    from scipy.sparse import csr_matrix
    from sparsebm import LBM

    truth = TRUTH, [0, 0, 1, 1]
    yield "unfitted", lambda: cari_score(truth, LBM(2, 2))
    model = LBM(2, 2, n_init=5, verbosity=0)
    model.fit(csr_matrix((X > 5).astype(int)))
    yield "fitted", lambda: [part.tolist() for part in coclustering_of(model)]


def cdlib_cases() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield a clustering of nodes."""
    import networkx
    from cdlib import NodeClustering

    graph = networkx.Graph(EDGES)
    clustering = NodeClustering([[0, 1, 2], [3, 4, 5]], graph, "by hand")
    yield "NodeClustering", lambda: cari_score(TRUTH, clustering)
    yield (
        "clusters_to_labels",
        lambda: cari_score(TRUTH, clusters_to_labels(clustering.communities)),
    )


CASES = {
    "igraph": igraph_cases,
    "networkx": networkx_cases,
    "xarray": xarray_cases,
    "anndata": anndata_cases,
    "sknetwork": sknetwork_cases,
    "sparsebm": sparsebm_cases,
    "cdlib": cdlib_cases,
}


def main() -> None:
    """Print what comes for the objects of each package that is installed."""
    for package, cases in CASES.items():
        if find_spec(package) is None:
            print(f"{package}: not installed")
            continue
        for name, call in cases():
            try:
                answer = str(call())
            except (TypeError, ValueError) as error:
                answer = f"{type(error).__name__}: {error}"
            print(f"{package}, {name}: {answer}")


if __name__ == "__main__":
    main()
