"""Compute laws (distributions) and moments of the counts of permuted tables.

The modules know probability only, and no index.
"""
