"""Small packs, free passes, and games in which all starters are laid first."""
