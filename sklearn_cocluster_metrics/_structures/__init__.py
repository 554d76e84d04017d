"""What a user passes: labels, co-clusterings, biclusterings, fitted estimators."""
