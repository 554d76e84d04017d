"""What each index promises: one table, read by tests, scorers and documentation.

A property that stands here is tested for every index that declares it; one that stands
nowhere else cannot go stale.
"""

from collections.abc import Mapping

from ._biclustering import BICLUSTERING
from ._coclustering import COCLUSTERING
from ._contract import Contract
from ._general import GENERAL
from ._pair_counting import PAIR_COUNTING

CONTRACTS: Mapping[str, Contract] = {
    contract.name: contract
    for contract in (*COCLUSTERING, *PAIR_COUNTING, *GENERAL, *BICLUSTERING)
}

__all__ = ["CONTRACTS", "Contract"]
