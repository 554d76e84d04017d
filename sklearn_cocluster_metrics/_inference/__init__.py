"""Measure significance and uncertainty: moments by chance, tests and intervals."""
