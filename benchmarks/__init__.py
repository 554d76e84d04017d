"""Benchmarks: classes for asv, and scripts that print ratios in one run."""
