"""Figures: the data are computed apart from the drawing, which needs matplotlib."""

from ._cocluster import CoclusterDisplay as CoclusterDisplay
from ._contingency import ContingencyDisplay as ContingencyDisplay
from ._permutation import PermutationDisplay as PermutationDisplay
from ._stability import StabilityDisplay as StabilityDisplay
