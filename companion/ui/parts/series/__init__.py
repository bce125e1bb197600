"""A series: standings, payments, rules."""
