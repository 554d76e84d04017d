"""Represent what a user passes: labels, co-clusterings, biclusterings, estimators."""
