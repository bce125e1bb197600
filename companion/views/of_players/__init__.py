"""Views of the players over all evenings."""
