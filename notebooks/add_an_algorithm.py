"""Add an algorithm to the benchmark: run ``python add_an_algorithm.py`` in this folder.

An algorithm is a function of a matrix, the numbers of row and column clusters and a
seed, which returns labels of the rows and labels of the columns. Replace `ward`.
"""

from cocluster_benchmark import ALGORITHMS, run
from sklearn.cluster import AgglomerativeClustering


def ward(X, n_clusters=(2, 2), random_state=None):
    """Cluster the rows, and apart from them the columns, by Ward's method."""
    n_row_clusters, n_column_clusters = n_clusters
    rows = AgglomerativeClustering(n_row_clusters).fit_predict(X)
    columns = AgglomerativeClustering(n_column_clusters).fit_predict(X.T)
    return rows, columns


if __name__ == "__main__":
    planted, real = run({**ALGORITHMS, "Ward": ward})
    print(planted.select(metrics="cari_product"))
    print(real.select(metrics="cari_product"))
    print(planted.rank_test("cari_product"))
