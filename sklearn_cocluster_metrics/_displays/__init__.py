"""Draw figures, whose data are computed apart from the drawing with matplotlib."""

from ._baseline import BaselineDisplay as BaselineDisplay
from ._bicluster import BiclusterDisplay as BiclusterDisplay
from ._cocluster import CoclusterDisplay as CoclusterDisplay
from ._contingency import ContingencyDisplay as ContingencyDisplay
from ._permutation import PermutationDisplay as PermutationDisplay
from ._precision_recall_space import (
    PrecisionRecallSpaceDisplay as PrecisionRecallSpaceDisplay,
)
from ._stability import StabilityDisplay as StabilityDisplay
