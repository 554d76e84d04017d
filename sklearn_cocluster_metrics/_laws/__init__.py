"""Probability alone: laws and moments of what is counted in permuted tables."""
