"""Significance and uncertainty: what chance gives, tests and intervals."""
