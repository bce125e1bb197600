"""The choices before a deal: players, dealer, house rules and settings."""
