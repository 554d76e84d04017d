"""Compute the indices, one module per family of indices.

In each module, public functions take labels, and formulas take counts.
"""
