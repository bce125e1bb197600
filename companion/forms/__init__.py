"""Half-filled forms as values: nothing is recorded before the last tap."""
