"""Rebuild the simulation of RVB's section 4.1 in full, and Figures 7 and 8.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/rebuild_rvb.py
    python studies/rebuild_rvb.py --quick
    python studies/rebuild_rvb.py --figures folder --movielens ml-100k/u.data

V. Robert, Y. Vasseur, V. Brault (2021), Comparing high-dimensional partitions with the
co-clustering adjusted Rand index, Journal of Classification 38, 158-186. The gallery
has Figures 4 to 6 and Table 5 (`examples/plot_rvb_*.py`).

Figure 6 (section 4.1). One chain of 10 000 moves for each of two shapes, 100 x 50 and
200 x 100, and each of 49 numbers of blocks; it stops where NCE < 0.01. Every tenth
state is evaluated (`--every 1`: all, as in the paper). The paper does not say how many
chains it ran, nor which denominator of NCE it used: its section 2.4 prints one that is
wrong except for 2 x 2 blocks. So the chains are compared with NCE by each of the three.
With `--quick`, chains have 1000 moves. In a run with `--every 50` (19 290 states),
CARI was below NCE in 100 % and 61 % of the states for the denominators "bound" and
"product", ENMI/2 in 55 % and 1 %, coNMI in 47 % and 1 %. The paper says that CARI
penalizes more than NCE and the other two less: together, this holds only for "product".
As in the paper, 1 - CE falls into groups, one for each number of blocks, and CARI has
the smallest spread of all four (up to NCE = 0.6; beyond, 1 - CE has). Two chains
reached NCE < 0.01.

Figure 7. Times of CARI, ENMI and CE, 1000 repetitions (`--quick`: 30). CE is timed
twice: by a search through all permutations, as in the paper (20 repetitions), and by
linear assignment, as in this package. The paper's times are those of R on its machines.
Matched: the search alone grows with the number of clusters (medians of about 0.2, 1 and
250 ms for 5, 7 and 9), and the size of the matrix has little effect. Not matched: ENMI
was fastest in the paper; here CARI and CE by assignment are.

Figure 8 shows MovieLens 100K, which cannot be distributed with this package: pass the
path of `u.data`. The two co-clusterings of Table 6, and with them CARI = 0.3513, cannot
be rebuilt: they were not published.
"""

import argparse
from itertools import permutations, product
from pathlib import Path
from time import perf_counter

import numpy as np
from joblib import Parallel, delayed

from sklearn_cocluster_metrics import cari_score, classification_error, enmi_score
from sklearn_cocluster_metrics.datasets import perturb_coclustering
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

INDICES = ("CARI", "1 - CE", "ENMI/2", "coNMI")
DENOMINATORS = ("bound", "product", "printed")
LOWEST_NCE = 0.01


# --- Figure 6 ---------------------------------------------------------------------


def values(true, pred):
    """Evaluate NCE with its three denominators, then the other indices."""
    tables = contingency_table(true, pred)
    return [
        *(
            score_from_tables(tables, "nce", normalization=name)
            for name in DENOMINATORS
        ),
        score_from_tables(tables, "cari"),
        1 - score_from_tables(tables, "classification_error"),
        score_from_tables(tables, "enmi") / 2,
        score_from_tables(tables, "conmi"),
    ]


def run_chain(shape, n_clusters, n_moves, every, seed):
    """Run one chain; return the values of the recorded states, one row each."""
    generator = np.random.RandomState(seed)
    true = tuple(
        generator.randint(number, size=length)
        for number, length in zip(n_clusters, shape, strict=True)
    )
    moves = range(every, n_moves + 1, every)
    states = perturb_coclustering(true, moves, random_state=generator)
    found = []
    for pred in states:
        found.append(values(true, pred))
        if found[-1][0] < LOWEST_NCE:
            break
    return np.array(found)


def simulate(n_moves, every, n_jobs):
    """Run all chains; print how the indices compare with NCE."""
    start = perf_counter()
    settings = list(product((1, 2), product(range(2, 9), repeat=2)))
    running = Parallel(n_jobs, return_as="generator")(
        delayed(run_chain)((100 * k, 50 * k), n_clusters, n_moves, every, seed)
        for seed, (k, n_clusters) in enumerate(settings)
    )
    chains = []
    for chain in running:
        chains.append(chain)
        if len(chains) % 14 == 0:
            seconds = perf_counter() - start
            print(
                f"{len(chains)} of {len(settings)} chains, {seconds:.0f} s", flush=True
            )
    n_stopped = sum(chain[-1, 0] < LOWEST_NCE for chain in chains)
    states = np.concatenate(chains)
    print(
        f"\nFigure 6: {len(chains)} chains, {len(states)} states, "
        f"{n_stopped} chains stopped at NCE < {LOWEST_NCE}"
    )
    below = states[:, 3:, None] < states[:, None, :3] - 1e-12
    print("share of states where the index is below NCE, by the denominator of NCE")
    print(f"{'':>8}" + "".join(f"{name:>10}" for name in DENOMINATORS))
    for name, shares in zip(INDICES, below.mean(axis=0), strict=True):
        print(f"{name:>8}" + "".join(f"{share:>10.1%}" for share in shares))
    smallest = states[:, :3].min(axis=0)
    print("smallest" + "".join(f"{nce:>10.3f}" for nce in smallest))
    print("standard deviation of each index among states with similar NCE")
    edges = np.arange(0.1, 1.0, 0.1)
    group = np.digitize(states[:, 0], edges)
    print(f"{'NCE':>8}" + "".join(f"{name:>10}" for name in INDICES))
    for number in range(len(edges) + 1):
        inside = states[group == number, 3:]
        if len(inside) > 1:
            spreads = "".join(f"{spread:>10.3f}" for spread in inside.std(axis=0))
            print(f"{number / 10:>4.1f}-{number / 10 + 0.1:.1f}{spreads}")
    print(f"{perf_counter() - start:.0f} s", flush=True)
    return states


def draw_simulation(states, path):
    """Draw Figure 6, with NCE by its proven bound."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(
        2, 2, figsize=(8, 8), sharex=True, sharey=True, layout="constrained"
    )
    shown = np.random.RandomState(0).permutation(len(states))[:20_000]
    for axis, name, column in zip(axes.flat, INDICES, states[shown, 3:].T, strict=True):
        axis.plot(
            states[shown, 0], column, ".", markersize=2, alpha=0.3, rasterized=True
        )
        axis.plot([0, 1], [0, 1], color="black", linewidth=1)
        axis.set(title=name, aspect="equal")
    for axis in axes[1]:
        axis.set_xlabel("NCE")
    for axis in axes[:, 0]:
        axis.set_ylabel("index")
    figure.savefig(path, dpi=150)
    plt.close(figure)


# --- Figure 7 ---------------------------------------------------------------------


def error_by_permutations(true, pred):
    """Classification error by a search through all permutations of the labels."""
    matched = 1.0
    for table in contingency_table(true, pred):
        counts = table.counts
        largest = max(counts.shape)
        square = np.zeros((largest, largest), dtype=counts.dtype)
        square[: counts.shape[0], : counts.shape[1]] = counts
        orders = ORDERS[largest]
        matched *= square[np.arange(largest), orders].sum(axis=1).max() / counts.sum()
    return 1 - matched


ORDERS = {n: np.array(list(permutations(range(n)))) for n in (5, 7, 9)}
TIMED = {
    "CARI": cari_score,
    "ENMI": enmi_score,
    "CE": classification_error,
    "CE, permutations": error_by_permutations,
}


def milliseconds_of_one(function, true, pred):
    """Return the milliseconds of one call."""
    start = perf_counter()
    function(true, pred)
    return 1000 * (perf_counter() - start)


def measure_times(n_repeats):
    """Time the indices of Figure 7; print the medians."""
    generator = np.random.RandomState(0)
    print("\nFigure 7: median time in ms (quartiles)")
    times = {}
    for length, n_clusters, (name, function) in product(
        (250, 500), (5, 7, 9), TIMED.items()
    ):
        # The search through 9! permutations takes longest; a few repetitions show it.
        n_calls = min(n_repeats, 20) if name == "CE, permutations" else n_repeats
        found = []
        for _ in range(n_calls):
            true, pred = (
                tuple(generator.randint(n_clusters, size=(2, length))) for _ in range(2)
            )
            found.append(milliseconds_of_one(function, true, pred))
        times[length, n_clusters, name] = found
        low, median, high = np.quantile(found, [0.25, 0.5, 0.75])
        print(
            f"{length:>5} x {length}{n_clusters:>4} x {n_clusters} blocks {name:>18}"
            f"{median:>9.3f} ({low:.3f}, {high:.3f})",
            flush=True,
        )
    true, pred = (tuple(generator.randint(20, size=(2, 2000))) for _ in range(2))
    found = [milliseconds_of_one(cari_score, true, pred) for _ in range(20)]
    print(
        "CARI, 2000 x 2000 cells, 20 x 20 blocks: median "
        f"{np.median(found):.2f} ms (the paper: 3 s)"
    )
    return times


def draw_times(times, path):
    """Draw Figure 7: boxplots of the times, on a logarithmic scale."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(
        2, 3, figsize=(11, 6), sharex=True, sharey=True, layout="constrained"
    )
    for axis, (length, n_clusters) in zip(
        axes.flat, product((250, 500), (5, 7, 9)), strict=True
    ):
        axis.boxplot(
            [times[length, n_clusters, name] for name in TIMED],
            showfliers=False,  # interruptions by other processes
        )
        axis.set(
            yscale="log",
            title=f"{length} x {length} cells, {n_clusters} x {n_clusters} blocks",
        )
        axis.set_xticks(range(1, 5), ["CARI", "ENMI", "CE", "CE, perm."])
    for axis in axes[:, 0]:
        axis.set_ylabel("time (ms)")
    figure.savefig(path, dpi=150)
    plt.close(figure)


# --- Figure 8 ---------------------------------------------------------------------


def read_movielens(path):
    """Return the ratings as a matrix, users by films, with 0 where there is none."""
    users, films, ratings = np.loadtxt(path, dtype=int, usecols=(0, 1, 2)).T
    data = np.zeros((users.max(), films.max()), dtype=int)
    data[users - 1, films - 1] = ratings
    print(
        f"\nFigure 8: {len(ratings)} ratings from {ratings.min()} to {ratings.max()}, "
        f"{data.shape[0]} users, {data.shape[1]} films "
        "(the paper: 100000 from 1 to 5, 943, 1682)"
    )
    return data


def draw_movielens(data, path):
    """Draw Figure 8: the matrix of the ratings."""
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(9, 5.5), layout="constrained")
    image = axis.imshow(data, cmap="gray_r", aspect="auto", interpolation="nearest")
    axis.set(xlabel="films", ylabel="users")
    figure.colorbar(image, label="rating (0: none)")
    figure.savefig(path, dpi=200)
    plt.close(figure)


def main():
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter chains")
    parser.add_argument("--every", type=int, default=10, help="moves between states")
    parser.add_argument("--figures", type=Path, help="folder to save the figures in")
    parser.add_argument("--movielens", type=Path, help="u.data of MovieLens 100K")
    parser.add_argument("--n-jobs", type=int, default=2)
    options = parser.parse_args()
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)

    n_moves, n_repeats = (1000, 30) if options.quick else (10_000, 1000)
    states = simulate(n_moves, options.every, options.n_jobs)
    results = [
        (draw_simulation, "figure_6.png", states),
        (draw_times, "figure_7.png", measure_times(n_repeats)),
    ]
    if options.movielens:
        data = read_movielens(options.movielens)
        results.append((draw_movielens, "figure_8.png", data))
    if options.figures:
        for draw, name, result in results:
            draw(result, options.figures / name)


if __name__ == "__main__":
    main()
