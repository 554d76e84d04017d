"""Count tables, pairs and overlaps. The modules know no index."""
