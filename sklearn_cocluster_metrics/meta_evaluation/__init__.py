"""Tests of indices: which properties they have, and what chance gives them."""

__all__: list[str] = []
