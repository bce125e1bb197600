"""One round: its layout, setup and events, what may happen in it, and its turns repaired."""
