"""The contracts of the pair-counting indices, in the order of their table.

An index is corrected for chance where its value at N11 = mA mB / N is one constant; the
mean is exactly that constant where the index is linear in N11 besides.
"""

import math
from typing import Any

from .._indices._pair_counting import pair_counting
from .._metrics import pair_counting_score
from ._contract import Contract

GOSGENS = "Gösgens, Tikhonov & Prokhorenkova (2021)"


def _pair_counting(name: str, **promises: Any) -> Contract:
    """Make the contract of one index of `pair_counting_score`."""
    return Contract(
        name=name,
        function=pair_counting_score,
        formula=pair_counting,
        source=f"{GOSGENS}, Table 1",
        fixed={"index": name},
        **promises,
    )


def _corrected(name: str, level: float = 0.0, **promises: Any) -> Contract:
    """Make the contract of an index whose mean is its chance level exactly."""
    return _pair_counting(
        name, chance_level=level, chance_is_exact_under=("cells",), **promises
    )


def _distance(name: str, **promises: Any) -> Contract:
    """Make the contract of an index that is 0 for equal clusterings."""
    return _pair_counting(name, greater_is_better=False, at_equality=0.0, **promises)


PAIR_COUNTING = (
    _pair_counting("rand"),
    _corrected("adjusted_rand", lower=-0.5),
    _pair_counting("jaccard"),
    _distance("jaccard_distance"),
    _pair_counting("wallace1", symmetric=False),
    _pair_counting("wallace2", symmetric=False),
    _pair_counting("dice"),
    _corrected("correlation", lower=-1.0),
    _distance("correlation_distance", chance_level=0.5),
    _corrected("sokal_sneath1", level=0.5),
    _distance("minkowski", upper=math.inf, symmetric=False),
    _pair_counting("hubert", lower=-1.0),
    _pair_counting("fowlkes_mallows"),
    _pair_counting("sokal_sneath2"),
    _distance("normalized_mirkin"),
    _pair_counting("kulczynski"),
    _pair_counting("mcconnaughey", lower=-1.0),
    _pair_counting(
        "yule",
        lower=-math.inf,
        upper=math.inf,
        symmetric=False,
        at_equality=None,
        chance_level=0.0,
    ),
    _pair_counting("baulieu1"),
    _pair_counting("russell_rao", at_equality=None),
    _pair_counting("fager_mcgowan", lower=-math.inf, symmetric=False, at_equality=None),
    _corrected("peirce", lower=-1.0, symmetric=False),
    _corrected("baulieu2", lower=-0.25, upper=0.25, at_equality=None),
    _pair_counting("sokal_sneath3"),
    _pair_counting("gower_legendre"),
    _pair_counting("rogers_tanimoto"),
    _pair_counting("goodman_kruskal", lower=-1.0, chance_level=0.0),
)
