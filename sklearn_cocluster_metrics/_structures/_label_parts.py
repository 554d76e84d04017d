"""Labels that are read part by part: dask arrays and memory-mapped arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._label_arrays import wrong_dimension
from ._labels import LabelCodes, check_labels


@dataclass(frozen=True, eq=False)
class LabelParts:
    """Labels of one mode whose parts are checked when they are read.

    Parameters
    ----------
    labels : dask array or numpy.memmap of shape (n_samples,)
        The labels.
    name : str
        Name of the argument, for errors.
    """

    labels: Any
    name: str

    def __len__(self) -> int:
        """Count the labels."""
        return int(self.labels.shape[0])

    def part(self, where: slice) -> LabelCodes:
        """Return the labels of a part."""
        return check_labels(self.labels[where], self.name, warn=False)


def is_dask_array(labels: Any) -> bool:
    """Return whether this is a dask array; dask is not imported to find out."""
    kind = type(labels)
    return kind.__name__ == "Array" and kind.__module__.startswith("dask.array")


def check_whole_or_parts(labels: Any, name: str) -> LabelCodes | LabelParts:
    """Check one array of labels; only its shape where it is to be read in parts."""
    if type(labels) is list or type(labels) is np.ndarray:
        return check_labels(labels, name)
    is_dask = is_dask_array(labels)
    if not is_dask and not isinstance(labels, np.memmap):
        return check_labels(labels, name)
    if labels.ndim != 1:
        raise ValueError(wrong_dimension(labels, name))
    if is_dask and np.isnan(labels.shape[0]):
        raise ValueError(
            f"`{name}` is a dask array with chunks of unknown sizes; call its method "
            "`compute_chunk_sizes` first."
        )
    if labels.shape[0] == 0:
        raise ValueError(f"`{name}` has no labels; at least one is needed.")
    return LabelParts(labels, name)
