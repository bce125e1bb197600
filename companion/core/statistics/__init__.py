"""Statistics of the players over all series."""
