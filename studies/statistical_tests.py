"""Constant baseline and selection bias: the protocol of GTP, section D.3, in full.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/statistical_tests.py
    python studies/statistical_tests.py --structure coclustering
    python studies/statistical_tests.py --quick
    python studies/statistical_tests.py --levels 1000

Both tests for n = 50, 100, ..., 1000 samples and 500 draws, for the indices of Tables 3
and 4 of Gösgens, Tikhonov & Prokhorenkova (2021), as far as the supplement names them;
for co-clusterings, for n x n cells and the indices of this package that extend them.
The last two columns are the fractions of pools in which the coarsest and the finest
candidate are chosen. `--levels` counts in so many runs how often
`constant_baseline_test` rejects indices whose mean is constant, with its fewest draws.

It ends with an error if an index whose mean is constant has p < .001, or if as many
runs are rejected as a level of 5, 1 or .1 % gives in fewer than one of 1000.
"""

import argparse
import sys
from functools import partial
from time import perf_counter

import numpy as np
from scipy.stats import binom

from sklearn_cocluster_metrics import coami_score, conmi_score
from sklearn_cocluster_metrics.meta_evaluation import (
    constant_baseline_test,
    selection_bias_test,
)

CLUSTERINGS = {
    "NMI": partial(conmi_score, average_method="arithmetic"),
    "NMImax": "conmi",
    "FNMI": "fair_mutual_info",
    "VI": "variation_of_information",
    "AMI": partial(coami_score, average_method="geometric"),
    "F-measure": "f_measure",
    "BCubed": "bcubed",
    "Rand": "rand",
    "adjusted Rand": "adjusted_rand",
    "Jaccard": "jaccard",
    "Wallace": "wallace1",
    "Dice": "dice",
    "CC": "correlation",
    "CD": "correlation_distance",
    "S&S1": "sokal_sneath1",
    "SMI": "standardized_mutual_info",
}
COCLUSTERINGS = {
    "CARI": "cari",
    "product-CARI": "cari_product",
    "coCC": "cocorrelation",
    "coCC's angle": "cocorrelation_distance",
    "coAMI": "coami",
    "coNMI": "conmi",
    "ENMI": "enmi",
    "NCE": "nce",
    "Rand": "rand",
    "Jaccard": "jaccard",
    "CC": "correlation",
    "S&S1": "sokal_sneath1",
    "BCubed": "bcubed",
    "SMI": "standardized_mutual_info",
}
CONSTANT = {  # in the mean
    "clustering": {"AMI", "adjusted Rand", "CC", "S&S1"},
    "coclustering": {"product-CARI", "coCC", "coAMI"},
}
FULL = {"n_samples": range(50, 1001, 50), "n_draws": 500}
QUICK = {"n_samples": [50, 100, 200], "n_draws": 100}
LEVELS = (0.05, 0.01, 0.001)
OF_LEVELS = [  # index, structure, values of n, share of the runs
    ("adjusted_rand", "clustering", [20], 1),
    ("adjusted_rand", "clustering", [50, 100], 1),
    ("adjusted_rand", "clustering", [200], 1),
    ("correlation", "clustering", [50, 100], 1),
    ("cari_product", "coclustering", [50, 100], 0.5),
    ("adjusted_rand", "clustering", range(50, 1001, 50), 0.1),
]


def verdicts(structure, names, protocol, n_jobs):
    """Print both tests of these indices, or of all; return the wrong verdicts."""
    print(f"{'':13}  p baseline  p selection  coarsest  finest  seconds")
    options = {"structure": structure, "random_state": 0, "n_jobs": n_jobs}
    wrong = []
    metrics = COCLUSTERINGS if structure == "coclustering" else CLUSTERINGS
    for name in names or metrics:
        metric, start = metrics[name], perf_counter()
        baseline = constant_baseline_test(metric, **protocol, **options)
        selection = selection_bias_test(metric, **protocol, **options)
        coarsest, _, finest = selection.fractions
        print(
            f"{name:13}  {baseline.pvalue:10.3g}  {selection.pvalue:11.3g}  "
            f"{coarsest:8.3f}  {finest:6.3f}  {perf_counter() - start:7.0f}",
            flush=True,
        )
        if name in CONSTANT[structure] and baseline.pvalue < 0.001:
            wrong.append(name)
    return wrong


def levels(n_runs):
    """Print how often constant means are rejected; return where too often."""
    too_high = []
    for metric, structure, n_samples, share in OF_LEVELS:
        n = round(share * n_runs)
        options = {"structure": structure, "n_samples": n_samples, "n_draws": 100}
        pvalues = [
            constant_baseline_test(metric, **options, random_state=seed).pvalue
            for seed in range(n)
        ]
        counts = [int(np.sum(np.array(pvalues) <= level)) for level in LEVELS]
        row = f"{metric}, n = {list(n_samples)}, of {n} runs rejected: {counts}"
        print(row, flush=True)
        rare = binom.sf(np.array(counts) - 1, n, LEVELS) < 0.001
        too_high += [row] * bool(rare.any())
    return too_high


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", help="of indices, as they are printed")
    parser.add_argument("--structure", choices=CONSTANT, default="clustering")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--levels", type=int)
    parser.add_argument("--n-jobs", type=int, default=1)
    options = parser.parse_args()
    known = {*(COCLUSTERINGS if options.structure == "coclustering" else CLUSTERINGS)}
    if unknown := {*options.names} - known:
        parser.error(f"no {options.structure} index: {sorted(unknown)}")
    if options.levels:
        wrong = levels(options.levels)
    else:
        protocol = QUICK if options.quick else FULL
        wrong = verdicts(options.structure, options.names, protocol, options.n_jobs)
    if wrong:
        sys.exit("Rejected, although the mean is constant:\n" + "\n".join(wrong))


if __name__ == "__main__":
    main()
