"""What is random under chance: one vocabulary for the whole package.

- "cells": the cells of a co-clustering are permuted as if they were free.
- "product": the labels of each mode are permuted, independently of the other modes.
- "fixed_n_clusters": the labels of each mode are drawn uniformly among those that use
  as many clusters.

For a plain clustering, "cells" and "product" coincide.
"""

from typing import Literal, TypeAlias

NullModelOfPairs: TypeAlias = Literal["cells", "product"]
NullModel: TypeAlias = Literal["cells", "product", "fixed_n_clusters"]
