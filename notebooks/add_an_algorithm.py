"""Add an algorithm to the benchmark: run ``python add_an_algorithm.py`` in this folder.

An algorithm is a function of a matrix, the numbers of row and column clusters and a
seed, which returns labels of the rows and labels of the columns. Replace `ward`, but
keep the names of its parameters: they are passed by name.
"""

from cocluster_benchmark import installed_algorithms, run
from sklearn.cluster import AgglomerativeClustering


def ward(X, n_clusters=(2, 2), random_state=None):
    """Cluster the rows, and apart from them the columns, by Ward's method."""
    n_row_clusters, n_column_clusters = n_clusters
    rows = AgglomerativeClustering(n_row_clusters).fit_predict(X)
    columns = AgglomerativeClustering(n_column_clusters).fit_predict(X.T)
    return rows, columns


if __name__ == "__main__":
    for comparison in run({**installed_algorithms(), "Ward": ward}):
        print(comparison.select(metrics="cari_product"))
        print(comparison.ranks("cari_product"))
        print(comparison.rank_test("cari_product"))
