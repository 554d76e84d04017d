"""Use the installed package where no optional dependency is installed."""

import importlib.util
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import sklearn_cocluster_metrics
from sklearn_cocluster_metrics._contracts import CONTRACTS

OPTIONAL = ("dask", "matplotlib", "pandas")
PARTITIONS = (
    ([0, 0, 1, 1], ["a", "a", "b", "b", "b"]),
    ([0, 0, 1, 2], ["a", "b", "b", "b", "b"]),
)
BICLUSTERINGS = (
    ([[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1, 0], [0, 0, 1]]),
    ([[1, 1, 1, 0]], [[1, 1, 0]]),
)

OVERLAPPING = [[1, 0], [1, 1], [0, 1]], [[1, 0], [0, 1], [0, 1]]
STRUCTURES = {
    "partition": PARTITIONS,
    "biclustering": BICLUSTERINGS,
    "overlapping": OVERLAPPING,
}

installed = [name for name in OPTIONAL if importlib.util.find_spec(name)]
if installed:
    sys.exit(f"This job is for an environment without {', '.join(installed)}.")

folder = Path(sklearn_cocluster_metrics.__file__).parent
if not (folder / "py.typed").exists():
    sys.exit("py.typed was not installed.")

version = sklearn_cocluster_metrics.__version__
if installed_version("sklearn-cocluster-metrics") != version:
    sys.exit(f"The package says that it is {version}, its metadata do not.")

for name in sklearn_cocluster_metrics.__all__:  # some are imported on first use
    getattr(sklearn_cocluster_metrics, name)

for name, contract in CONTRACTS.items():
    print(f"{name} {contract(*STRUCTURES[contract.structure]):.4f}")
print(f"{len(CONTRACTS)} indices work without {', '.join(OPTIONAL)}.")
