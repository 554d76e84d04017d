"""Tests of indices: which properties they have, and what chance gives them."""

from ._check_index import check_index
from ._properties import Counterexample, IndexCheck, PropertyCheck

__all__ = ["Counterexample", "IndexCheck", "PropertyCheck", "check_index"]
