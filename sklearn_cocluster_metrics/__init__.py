"""Measures of agreement between co-clusterings and between biclusterings."""
