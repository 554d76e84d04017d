"""Figures: the data are computed apart from the drawing, which needs matplotlib."""

from ._stability import StabilityDisplay as StabilityDisplay
