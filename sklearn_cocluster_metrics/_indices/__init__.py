"""Formulas on statistics, one module a family. Never sees a label."""
