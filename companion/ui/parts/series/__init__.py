"""A series: standings, payments, its end."""
