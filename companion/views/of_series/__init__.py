"""Views of a series: the end of a round, standings, payments and corrections."""
