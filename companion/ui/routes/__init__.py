"""Which screen a route names, and what that screen is given."""
