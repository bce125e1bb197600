"""Standing of a series, its entry in the list of series, and the forecast of its length."""
