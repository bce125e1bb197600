"""A series: the end of a round, standings, payments, corrections."""
