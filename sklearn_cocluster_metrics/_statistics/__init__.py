"""What is counted: tables, pairs, overlaps. Knows no index."""
