"""Players: avatars, seating, who deals first."""
