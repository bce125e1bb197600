"""Cards and the layout."""
